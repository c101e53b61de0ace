"""Replay whole matches and check every answer: the log *is* the match.

`replay` checks what the store itself has kept. `proven` is for records from outside, which may contain anything.
"""

import itertools
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from pbem.play.game import Game, masked, opening
from pbem.play.log import ALWAYS
from pbem.play.match import Match
from pbem.play.record import Record, ReplayError, Row, Tail, Turn, verify_dice
from pbem.play.requests import Order

TEXT_LIMIT = 2_000
"""Maximum number of characters in a row of a record: more than in any line of a letter."""

NAME_LIMIT = 100
"""Maximum number of characters in a name, a seed or a salt: salts are hashed with every die."""

_NUMBER = re.compile(r"[1-9][0-9]{0,14}")


def replay(game: Game[Any], record: Record) -> Match[Any]:
    """Replay a whole match with every answer checked; raises `ReplayError` where it differs.

    The states at the ends of turns must equal the stored snapshots, and the result that of the record.
    """
    if not record.turns or set(record.players) != set(record.seats):
        raise ReplayError(0, "the record names no first position, or not the players of its seats")
    numbers = [turn.number for turn in record.turns]
    if numbers != sorted(set(numbers)):
        raise ReplayError(0, "the snapshots of its turns do not follow one another")
    first = opening(game, record.options, {seat: record.players[seat] for seat in record.seats})
    if not record.origin and record.turns[0].state != first.state:
        raise ReplayError(0, "the match does not begin as its game begins")
    try:
        match = _run(game, record, record.rows)
    except ReplayError:
        raise
    except Exception as error:  # rows from outside may lead the rules anywhere
        raise ReplayError(0, f"the rows cannot be replayed: {type(error).__name__}: {error}") from error
    made = {turn.number: turn for turn in match.turns}
    for kept in record.turns[1:]:
        again = made.get(kept.number)
        if again is None or (again.state, again.row, again.die) != (kept.state, kept.row, kept.die):
            raise ReplayError(kept.row, f"the snapshot of turn {kept.number} is not what a replay gives")
    if match.state.result != record.result:
        raise ReplayError(
            match.row_count, f"it leads to {match.state.result}, the record says {record.result}"
        )
    return match


def proven(game: Game[Any], record: Record) -> Match[Any]:
    """Check a record from outside, from its options to its last die, and replay it.

    The game can then really lead to its positions; its names and numbers prove nothing. If it begins within
    another match, that beginning stays unproven. A record of earlier rules holds if today's lead to the same positions.
    Raises `ReplayError` where its rows lead elsewhere, and `ValueError` for everything else.
    """
    _check_shape(game, record)
    first = record.turns[0]
    if first != Turn(0, 0, 0, 0, record.version, first.state, first.events):
        raise ValueError("its first row is not the beginning of a match")
    verify_dice(record)
    return replay(game, record)


def _check_shape(game: Game[Any], record: Record) -> None:
    """Check that this game can have such a match: its options, its seats, no overlong text."""
    if record.version > game.version:
        raise ValueError(
            f"it is of version {record.version} of the rules of {game.title}; here they are {game.version}"
        )
    options = game.read_options(record.options, len(record.seats))
    if options != record.options:
        raise ValueError("its options are written differently here")
    if record.seats != game.seats(options, len(record.seats)) or set(record.players) != set(record.seats):
        raise ValueError(f"its seats are not those of {game.title}")
    if not record.seed or not record.turns:
        raise ValueError("its seed or its first position is missing")
    if not _NUMBER.fullmatch(record.match):
        raise ValueError("it does not give its match a number")
    names = (record.seed, *record.salts, *record.players.values())
    if any(len(name) > NAME_LIMIT for name in names) or len(record.salts) > len(record.seats):
        raise ValueError("it has names or salts that no match can have")
    for index, row in enumerate(record.rows):
        if len(row.text) > TEXT_LIMIT or len(row.name) > TEXT_LIMIT:
            raise ReplayError(index, "a line of it is too long for any match")


def published(game: Game[Any], record: Record, replayed: Match[Any] | None = None) -> Record:
    """The record of a finished match as published, without what its players kept secret. `replayed`: its match, played
    again from the beginning by whoever has done that already.

    Answers never opened and drafts never handed in are left out. So are answers changed before they were opened, and
    standing orders if the match runs the same without them, those that were replaced at once first and then kind by
    kind: an answer by a standing order is in the log as an answer. A standing order that took effect in the middle of
    a roll has no row of its own, so it stays: the match could not be checked without it.
    """
    rows, whole = [_unmarked(row) for row in record.rows], replayed or _replayed(game, record, record.rows)
    if whole is None:
        return record  # it is of other rules: nobody can tell which rows are needed
    match, course = whole, _course(game, whole)
    log, played = match.log, list(range(len(rows)))
    kept = [index for index in played if not log.is_open(index)]
    standing: dict[tuple[str, type[Order]], set[int]] = {}
    for index, row in enumerate(rows):
        if (kind := _standing(game, row)) is not None:
            standing.setdefault(kind, set()).add(index)
    heard = {index for index, row in enumerate(rows) if row.kind == "heard"}
    superseded = set().union(*(_superseded(each, standing) for each in standing.values()))
    for gone in (heard, log.replaced, superseded, set().union(*standing.values()), *standing.values()):
        without = [index for index in kept if index not in gone]
        if len(without) == len(kept):
            continue
        found = _replayed(game, record, [rows[index] for index in without])
        if found is not None and _course(game, found) == course:
            kept = played = without
            match = found
    if played != kept:
        match = _run(game, record, [rows[index] for index in kept])
    return structs.replace(
        record, rows=[rows[index] for index in kept], turns=[record.turns[0], match.turns[-1]]
    )


def _superseded(of_kind: set[int], standing: Mapping[tuple[str, type[Order]], set[int]]) -> set[int]:
    """The standing orders of a kind that another one has replaced before anything else was written."""
    others = set().union(*standing.values())
    return {
        one for one, later in itertools.pairwise(sorted(of_kind)) if others.issuperset(range(one + 1, later))
    }


def _standing(game: Game[Any], row: Row) -> tuple[str, type[Order]] | None:
    """The seat and kind of a standing order; None for any other row."""
    found = (row.kind, row.name) == ("edit", ALWAYS)
    return (row.seat, type(game.order_of(row.text))) if found else None


def _unmarked(row: Row) -> Row:
    """The row without the mark that its answer had been waiting."""
    return structs.replace(row, by="order") if row.by in ("queue", "standing") else row


def _replayed(game: Game[Any], record: Record, rows: list[Row]) -> Match[Any] | None:
    """The match that these rows make; None if they do not replay."""
    try:
        return _run(game, record, rows)
    except Exception:  # rows that depend on each other may have been separated
        return None


def _course(game: Game[Any], match: Match[Any]) -> list[bytes]:
    """What everybody has seen at the ends of the turns of a match."""
    return [msgspec.json.encode(masked(game.decode(turn.state), None)) for turn in match.turns]


def _run(game: Game[Any], record: Record, rows: list[Row]) -> Match[Any]:
    return Match(game, Tail(record.turns[0], list(rows)), NoMoreDice(), validate=True)


class NoMoreDice:
    """Dice for a check, which rolls nothing: where the log ends, it ends."""

    def roll(self, first: int, request: Any) -> tuple[int, ...]:
        raise AssertionError("a replay has rolled")

    def draw(self, number: int, request: Any) -> int:
        raise AssertionError("a replay has drawn")
