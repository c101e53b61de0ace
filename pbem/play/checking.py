"""A whole match run again, every answer checked: the law that the log *is* the match."""

from __future__ import annotations

from typing import Any

from pbem.play.match import Match, opening
from pbem.play.record import Record, ReplayError, Tail


def replay(game: Any, record: Record) -> Match[Any]:
    """A whole match run again with every answer checked; raises `ReplayError` where it differs.

    The states at the ends of turns must equal the snapshots that are kept, and the end that of the record.
    """
    if not record.turns or set(record.players) != set(record.seats):
        raise ReplayError(0, "the record names no first position, or not the players of its seats")
    first = opening(game, record.options, {seat: record.players[seat] for seat in record.seats})
    if not record.origin and record.turns[0].state != first.state:
        raise ReplayError(0, "the match does not begin as its game begins")
    try:
        match = Match(game, Tail(record.turns[0], list(record.rows)), NoMoreDice(), validate=True)
    except ReplayError:
        raise
    except Exception as error:  # rows that nobody's rules have made may lead the rules anywhere
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


class NoMoreDice:
    """A check rolls nothing: where the log ends, it ends."""

    def roll(self, first: int, request: Any) -> tuple[int, ...]:
        raise AssertionError("a replay has rolled")

    def draw(self, number: int, request: Any) -> int:
        raise AssertionError("a replay has drawn")
