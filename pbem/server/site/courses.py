"""The course of a match: its score, turn by turn, and since when its winner has led.

Only changes are kept; the first entry is of the first turn that has a page.
"""

import itertools
from collections.abc import Sequence
from typing import TypeAlias

from markupsafe import Markup
from msgspec import Struct

from pbem.play.game import State
from pbem.play.requests import Seat
from pbem.server.matches.repository import LoadedMatch
from pbem.server.site import charts

Entry: TypeAlias = tuple[int, tuple[int, ...]]
"""A turn, and the points of each side after it; none in a game that counts nothing."""

PLOTTED = 3
"""Minimum number of entries of a course that is worth a plot."""
ROWS = 40
"""Maximum number of rows of the table beside a plot."""


class Course(Struct, frozen=True):
    """What a page shows of the course of a match: the title and the color of each side, what is counted, the changes,
    and who has led since which turn (0: from the beginning, or nobody does)."""

    sides: Sequence[tuple[str, int]]
    unit: str
    entries: Sequence[Entry]
    leader: str
    since: int
    plot: Markup


def points(loaded: LoadedMatch, state: State) -> tuple[int, ...]:
    """The points of each side in a position."""
    score = loaded.game.score(state)
    return () if score is None else tuple(score.points[side[0]] for side in loaded.game.sides(state.seats))


def follow(entries: list[Entry], turn: int, now: tuple[int, ...]) -> list[Entry]:
    """The entries up to a turn that has these points now; the same ones if nothing has changed."""
    kept = [entry for entry in entries if entry[0] < turn]
    if kept and kept[-1][1] == now:
        return entries if len(kept) == len(entries) else kept
    return [*kept, (turn, now)]


def course(loaded: LoadedMatch, entries: Sequence[Entry]) -> Course | None:
    """What is shown of it; nothing where nothing has changed."""
    if len(entries) < 2:
        return None
    game, state, last = loaded.game, loaded.match.state, loaded.match.turn.number
    score = game.score(loaded.seen_by(None))
    assert score is not None
    sides = [
        (_title(loaded, side), number if number is not None else at)
        for at, side in enumerate(game.sides(state.seats))
        for number in (game.side_of(side[0]),)
    ]
    leader, since = _lead(entries)
    lines = [
        charts.Line(side, [(turn, now[at]) for turn, now in entries] + [(last, entries[-1][1][at])])
        for at, (_, side) in enumerate(sides)
    ]
    told = "; ".join(f"{title} {entries[-1][1][at]}" for at, (title, _) in enumerate(sides))
    drawn = charts.plot(
        f"The score by turns, in {score.unit}",
        f"After turn {last}: {told}.",
        lines,
        f"turn {entries[0][0]}",
        f"turn {last}",
        stepped=True,
    )
    return Course(
        sides,
        score.unit,
        _shortened(entries),
        sides[leader][0] if leader is not None else "",
        since,
        drawn if len(entries) >= PLOTTED else Markup(),
    )


def told_score(loaded: LoadedMatch, entry: Entry) -> str:
    """The score after a turn, in a sentence."""
    score = loaded.game.score(loaded.seen_by(None))
    if score is None:
        return ""
    sides = loaded.game.sides(loaded.match.state.seats)
    told = ", ".join(f"{_title(loaded, side)} {now}" for side, now in zip(sides, entry[1], strict=True))
    return f"The score has changed. {score.unit[0].upper()}{score.unit[1:]}: {told}."


def _title(loaded: LoadedMatch, side: Sequence[Seat]) -> str:
    return " and ".join(loaded.title(seat) for seat in side)


def _leader(now: tuple[int, ...]) -> int | None:
    best = max(now)
    return now.index(best) if now.count(best) == 1 else None


def _lead(entries: Sequence[Entry]) -> tuple[int | None, int]:
    """Who leads, and since which turn without a break."""
    leader = _leader(entries[-1][1])
    since = entries[-1][0]
    for turn, now in reversed(entries):
        if leader is None or _leader(now) != leader:
            break
        since = turn
    return leader, since


def _shortened(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries for a table: if there are too many, those where the lead changes, and the last ones."""
    if len(entries) <= ROWS:
        return entries
    turning = [
        entry for before, entry in itertools.pairwise(entries) if _leader(before[1]) != _leader(entry[1])
    ]
    return sorted({*turning[-ROWS // 2 :], *entries[-ROWS // 2 :]})
