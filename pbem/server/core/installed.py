"""Which games are installed: the entry points in the group `pbem.games`. None of them is loaded here."""

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points

from pbem.mail.prose import listed
from pbem.store import Store

NAMED = 8  # maximum number of matches of a game that are named


def game_points() -> dict[str, EntryPoint]:
    """The entry points of all games, by their names."""
    return {point.name: point for point in entry_points(group="pbem.games")}


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
    named = listed([*map(str, numbers[:NAMED]), *more])
    return f"match {named} waits" if len(numbers) == 1 else f"matches {named} wait"
