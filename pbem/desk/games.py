"""Which games there are: everything behind the entry-point group `pbem.games`, ours and other people's."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from pbem.play.game import Game
from pbem.play.orders import did_you_mean


class UnknownGame(Exception):
    """There is no game of this name; the text says which there are."""


class Games:
    """The games of this installation, by name."""

    def __init__(self, games: list[Game[Any]] | None = None) -> None:
        """Load all entry points, or take these."""
        found = [point.load()() for point in entry_points(group="pbem.games")] if games is None else games
        self._games = {game.name: game for game in sorted(found, key=lambda game: game.name)}

    def __iter__(self) -> Any:
        """The games in the order of their names."""
        return iter(self._games.values())

    def named(self, name: str) -> Game[Any]:
        """A game by its name, `!` and letter case aside, or by an unmistakable beginning of it.

        Raises `UnknownGame`.
        """
        wanted = name.lower().rstrip("!")
        if wanted in self._games:
            return self._games[wanted]
        beginning = [game for key, game in self._games.items() if key.startswith(wanted)]
        if len(beginning) == 1 and wanted:
            return beginning[0]
        hint = did_you_mean(wanted, self._games) or f"Games here: {', '.join(self._games)}"
        raise UnknownGame(f'There is no game "{name}". {hint}')

    def template_folders(self) -> dict[str, Path]:
        """Where games that live in other packages keep their templates."""
        folders = {}
        for name, game in self._games.items():
            module = type(game).__module__
            if not module.startswith("pbem."):
                folder = _folder_of(module) / "templates"
                if folder.is_dir():
                    folders[name] = folder
        return folders


def _folder_of(module: str) -> Path:
    file = importlib.import_module(module).__file__
    return Path(file or ".").resolve().parent
