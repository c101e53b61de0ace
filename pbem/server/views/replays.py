"""Past turns of a match, played again from its log, and what everybody may know of them."""

import bisect
from collections.abc import Callable
from typing import Any

from pbem.play.match import Match
from pbem.play.record import Tail
from pbem.server.core.context import Service
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.snapshots import snapshot
from pbem.store.rows import TurnRow


def known_to_all(loaded: LoadedMatch) -> int:
    """How many events everybody may know: those of a turn only once it is over."""
    match = loaded.match
    return match.event_count if match.over else match.turn.event


class Replays(Service):
    """Plays past turns again."""

    _repository: MatchRepository

    def since(self, loaded: LoadedMatch, number: int = 0) -> tuple[TurnRow, Match[Any]]:
        """A match replayed from the newest snapshot of turn `number` or an earlier one, or from the first one after
        it that today's rules can go on from."""
        log, repository = self._store.log, self._repository
        earliest = log.turn_at(loaded.number, number)
        for first in log.turns(loaded.number):
            if earliest is not None and first.number < earliest.number:
                continue
            try:
                tail = Tail(snapshot(first), repository.rows_since(first))
                return first, Match(loaded.game, tail, repository.dice(loaded.row))
            except Exception:  # new rules may fail anywhere on rows that they would not have produced
                if first.version == loaded.game.version:
                    raise
        raise AssertionError("the last snapshot is the one that the match was loaded from")

    def times(self, loaded: LoadedMatch) -> Callable[[int], int]:
        """A function that returns the moment at which a number of rows of a match had come in."""
        batches = self._store.log.batches(loaded.number)
        ends = [batch.row + batch.count for batch in batches]

        def time_of(rows: int) -> int:
            return batches[min(bisect.bisect_left(ends, rows), len(batches) - 1)].at

        return time_of
