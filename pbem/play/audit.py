"""What a game needs before it is played, for the test kit: names, forms, templates, no clash with commands.

Theirs are `Nonconforming`, which every law of the kit raises, and `Prose`, its source of words.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Protocol

from pbem.play.game import Game, OptionError, State
from pbem.play.requests import Ask, Event, Seat

HELP_WIDTH = 74
"""Width of the lines of a help mail."""


class Nonconforming(AssertionError):
    """The game breaks a law of the frame; the text says which, and how to reproduce it."""


class Prose(Protocol):
    """The kit's source of prose; the mail renderer implements it."""

    def event(self, game: str, event: Event, names: Mapping[Seat, str]) -> str: ...

    def prompt(self, game: str, ask: Ask[Any], state: State) -> str: ...

    def decision(self, game: str, name: str) -> str: ...

    def macros(self, game: str) -> list[str]:
        """The names of all templates for events (`thrown`) and asks (`ask_react`)."""
        ...


def audit(game: Game[Any], prose: Prose, reserved: Collection[str]) -> None:
    """Check what a game needs before it is played: names, forms, no clash with the server's commands.

    `reserved` are the first words of those commands.
    """
    if not game.credit.strip() or not game.forms or not game.orders or not game.events:
        raise Nonconforming(f"{game.name} has no credit line, forms, orders or events")
    for form in game.forms:
        word = form.split()[0].lower()
        if word in reserved:
            raise Nonconforming(f"{game.name}: an order may not begin with the server's command {word!r}")
    missing = sorted({_snake(kind.__name__) for kind in game.events} - set(prose.macros(game.name)))
    if missing:
        wanted = ", ".join(f"macro {name}(e, names)" for name in missing)
        raise Nonconforming(f"{game.name}: events that events.j2 has no words for; it lacks {wanted}")
    for form in (*game.meanings, *game.basics):
        if form not in game.forms:
            raise Nonconforming(f"{game.name}: {form!r} is explained or shown first, but is no form")
    _audit_meanings(game)
    for option in game.options:
        try:
            canonical = option.read(option.default) == option.default
        except OptionError:
            canonical = False
        if not canonical:
            raise Nonconforming(f"{game.name}: the default of option {option.name} is not canonical")


def _audit_meanings(game: Game[Any]) -> None:
    """In a mail of help all meanings stand in one column behind the longest form, each on one line."""
    width = HELP_WIDTH - len("  write:    ") - max(map(len, game.forms))
    long = [f"{form} - {meaning}" for form, meaning in game.meanings.items() if len(meaning) > width]
    if long:
        raise Nonconforming(
            f"{game.name}: what a form does has room for {width} characters: {'; '.join(long)}"
        )


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
