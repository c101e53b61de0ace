"""Commands that tell something: help, games, rules, list."""

from __future__ import annotations

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.words import read_either, read_game
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome, below
from pbem.server.views.help import HelpPages
from pbem.server.views.observers import Observers


class Help(Command):
    """Everything can be asked about by its own word."""

    name = "help"

    def __init__(self, about: HelpPages) -> None:
        self._help = about

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the help text to the answer."""
        return below(self._help.help(letter, [word.lower() for word in words]))


class Games(Command):
    """What can be played here."""

    name = "games"

    def __init__(self, about: HelpPages) -> None:
        self._help = about

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the list to the answer."""
        return below(self._help.games())


class Rules(Command):
    """The rulebook by mail."""

    name = "rules"

    def __init__(self, about: HelpPages) -> None:
        self._help = about

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the rules to the answer."""
        if not words:
            raise Refused("Which game? For example: rules dodgeball")
        return below(self._help.rules(read_game(letter, words[0]), words[1:]))


class List(Command):
    """The sender's matches, and those of others."""

    name = "list"

    def __init__(self, about: HelpPages, observers: Observers) -> None:
        self._help = about
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the list to the answer."""
        if len(words) > 1:
            raise Refused("Write list, or list and one name: that of a player or of a game")
        named = read_either(letter, words[0]) if words else letter.sender
        if isinstance(named, Game):
            return below(self._observers.listing(letter.sender, game=named))
        if named.id == letter.sender.id:
            return below(self._help.list_of(letter.sender))
        return below(self._observers.listing(letter.sender, player=named))
