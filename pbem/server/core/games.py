"""The available games: everything in the entry-point group `pbem.games`, ours and other people's.

`Games.named` reads what people write. `Games.of` is for what is stored: its game may have been uninstalled since.
"""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.mail.prose import find_folder
from pbem.play.game import Game, State
from pbem.play.orders import Refused, Unreadable, did_you_mean
from pbem.play.requests import Event, Order, Seat
from pbem.server.core.installed import game_points


class UnknownGame(Exception):
    """There is no game of this name; the text lists those that there are."""


class NotInstalled(Refused):
    """This needs the rules of a game that is not installed anymore."""


class Uninstalled(Game[State]):
    """Stands for a game that has been uninstalled: its name, for lists and results. It has no rules."""

    version = 0
    summary = credit = ""
    players = ()
    state = State
    orders = events = ()
    forms = ()

    def __init__(self, name: str) -> None:
        vars(self).update(name=name, title=name.replace("-", " ").capitalize())

    def seat_title(self, seat: Seat) -> str:
        """The seat as it is stored."""
        return seat

    def read(self, text: str) -> Order:
        """Nothing is an order. Raises `Unreadable`."""
        raise Unreadable(f'"{text}" is no order: {self.missing()}')

    def decode(self, data: bytes, version: int | None = None) -> State:
        """Raises `NotInstalled`, as everything that needs the rules."""
        raise self.missing()

    def decode_events(self, data: bytes) -> list[Event]:
        """Raises `NotInstalled`."""
        raise self.missing()

    def missing(self, needs: str = "") -> NotInstalled:
        """The refusal of what `needs` its rules."""
        return NotInstalled(f"This server no longer has the game {self.title}{needs}")


class Games:
    """The games of this installation, by name. Each is loaded when it is first wanted: cron starts often."""

    def __init__(self, games: list[Game[Any]] | None = None) -> None:
        """All entry points, by their names; or these games."""
        self._points = game_points() if games is None else {}
        self._loaded = {game.name: game for game in games or ()}
        self.names = sorted({*self._points, *self._loaded})

    def __iter__(self) -> Iterator[Game[Any]]:
        """The games in the order of their names."""
        return (self._game(name) for name in self.names)

    def named(self, name: str) -> Game[Any]:
        """Find a game by its name, `!` and letter case aside, or by an unambiguous beginning of it.

        Raises `UnknownGame`.
        """
        wanted = name.lower().rstrip("!")
        if wanted in self.names:
            return self._game(wanted)
        beginning = [known for known in self.names if known.startswith(wanted)]
        if len(beginning) == 1 and wanted:
            return self._game(beginning[0])
        hint = did_you_mean(wanted, self.names) or f"Games here: {', '.join(self.names)}"
        raise UnknownGame(f'There is no game "{name}". {hint}')

    def of(self, name: str) -> Game[Any]:
        """The game of something stored, by its exact name; `Uninstalled` stands for one that is not here anymore."""
        known = self._loaded.get(name)
        if known is None:
            known = self._game(name) if name in self.names else Uninstalled(name)
        return known

    def joined(self, text: str) -> str:
        """The text with the first name of a game in one word, as it is looked up: `toxic gnome ben` becomes
        `toxic-gnome ben`. Nothing after a game is taken for another."""
        known = "|".join(map(re.escape, self.names))
        named = re.search(rf"(?<!\S)(?:{known})(?![^\s!,])", text, re.IGNORECASE)
        for name in self.names:
            parts = r"[\s_-]*".join(map(re.escape, name.split("-")))
            found = re.search(rf"(?<!\S){parts}(?![^\s!,])", text, re.IGNORECASE)
            if "-" in name and found is not None and (named is None or found.start() < named.start()):
                return f"{text[: found.start()]}{name}{text[found.end() :]}"
        return text

    def template_folders(self) -> dict[str, Path]:
        """The template folders of games from other packages."""
        modules = {name: point.module for name, point in self._points.items()}
        modules |= {name: type(game).__module__ for name, game in self._loaded.items()}
        folders = {}
        for name, module in modules.items():
            if not module.startswith("pbem."):
                folder = _folder_of(module) / "templates"
                if folder.is_dir():
                    folders[name] = folder
        return folders

    def rulebook(self, game: Game[Any]) -> Path:
        """The rulebook file of a game, if it has one; a game from another package has it as `rules.md` there."""
        ours = find_folder("docs/rules") / f"{game.name}.md"
        module = type(game).__module__
        return ours if module.startswith("pbem.") else _folder_of(module) / "rules.md"

    def _game(self, name: str) -> Game[Any]:
        if name not in self._loaded:
            game = self._points[name].load()()
            if game.name != name:
                raise UnknownGame(f'The entry point "{name}" leads to a game called "{game.name}"')
            self._loaded[name] = game
        return self._loaded[name]


def _folder_of(module: str) -> Path:
    file = importlib.import_module(module).__file__
    return Path(file or ".").resolve().parent
