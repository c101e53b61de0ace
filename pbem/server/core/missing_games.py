"""Matches whose game is not installed anymore. The status looks at them, so nothing else is loaded here."""

from collections.abc import Iterable, Sequence

from pbem.store import Store

NAMED = 8  # maximum number of matches of a game that are named


def standing_still(store: Store, installed: Iterable[str]) -> dict[str, list[int]]:
    """The running matches whose game is not installed, by game, the oldest first."""
    missing = store.figures.running().keys() - set(installed)
    return {
        game: [row.id for row in reversed(store.matches.all("running", game=game))]
        for game in sorted(missing)
    }


def waiting_for(numbers: Sequence[int]) -> str:
    """What the host is told of such matches: `matches 12 and 15 wait`."""
    more = [f"{len(numbers) - NAMED} more"] if len(numbers) > NAMED else []
    named = ", ".join([*map(str, numbers[:NAMED]), *more])
    return f"match {named} waits" if len(numbers) == 1 else f"matches {named} wait"
