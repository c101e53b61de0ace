"""Which games are installed: the entry points in the group `pbem.games`. None of them is loaded here."""

from importlib.metadata import EntryPoint, entry_points


def game_points() -> dict[str, EntryPoint]:
    """The entry points of all games, by their names."""
    return {point.name: point for point in entry_points(group="pbem.games")}
