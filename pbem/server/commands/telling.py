"""Commands that tell something: help, games, rules, lists."""

from __future__ import annotations

from pbem.server.commands.base import Command
from pbem.server.commands.words import find_player, has_seat
from pbem.server.language.arguments import Arguments
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome, below
from pbem.server.views.help import HelpPages
from pbem.server.views.observers import Observers
from pbem.server.views.player_directory import PlayerDirectory


class Help(Command):
    """Everything can be asked about by its own word."""

    name = "help"

    def __init__(self, pages: HelpPages) -> None:
        self._pages = pages

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments(words=tuple(text.lower().split()))  # what nobody knows is told by the help itself

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self._pages.help(letter, list(arguments.words)))


class Games(Command):
    """What can be played here."""

    name = "games"

    def __init__(self, pages: HelpPages) -> None:
        self._pages = pages

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self._pages.games())


class Rules(Command):
    """The rulebook by mail."""

    name = "rules"

    def __init__(self, pages: HelpPages) -> None:
        self._pages = pages

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        game = letter.context.games.named(arguments.game)
        return below(self._pages.rules(game, [*arguments.words, *arguments.text.split()]))


class List(Command):
    """The sender's matches, and those of others."""

    name = "list"

    def __init__(self, pages: HelpPages, observers: Observers) -> None:
        self._pages = pages
        self._observers = observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.game:
            game = letter.context.games.named(arguments.game)
            return below(self._observers.listing(letter.sender, game=game))
        player = find_player(letter, arguments.name, or_game=True) if arguments.name else letter.sender
        if player.id == letter.sender.id:
            return below(self._pages.list_of(player))
        return below(self._observers.listing(letter.sender, player=player))


class Players(Command):
    """Who plays here."""

    name = "players"

    def __init__(self, directory: PlayerDirectory) -> None:
        self._directory = directory

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self._directory.players(arguments.name))


class Standings(Command):
    """Who is best."""

    name = "standings"

    def __init__(self, directory: PlayerDirectory) -> None:
        self._directory = directory

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        games = letter.context.games
        return below(
            self._directory.standings([games.named(arguments.game)] if arguments.game else list(games))
        )


class History(Command):
    """Everything that has happened in a match, or which matches are over."""

    name = "history"

    def __init__(self, pages: HelpPages, observers: Observers) -> None:
        self._pages = pages
        self._observers = observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, reader = arguments.number, letter.sender
        if arguments.game or arguments.name:
            game = letter.context.games.named(arguments.game) if arguments.game else None
            player = find_player(letter, arguments.name, or_game=True) if arguments.name else None
            return below(self._observers.finished(reader, game, player))
        if number is not None and not has_seat(letter, number):
            return below(self._observers.story(reader, number))
        loaded = letter.find_match(number)
        return below(self._pages.history(loaded, letter.seat(loaded).seat, reader.zone))
