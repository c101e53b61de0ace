"""Commands that tell something: help, games, rules, lists, records."""

from __future__ import annotations

from pbem.server.commands.base import Command
from pbem.server.commands.words import find_player, has_seat
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.lobby.forks import Forks
from pbem.server.views.help import HelpPages
from pbem.server.views.observers import Observers
from pbem.server.views.player_directory import PlayerDirectory


class Help(Command, frozen=True):
    """Everything can be asked about by its own word."""

    name = "help"

    pages: HelpPages

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments(words=tuple(text.lower().split()))  # what nobody knows is told by the help itself

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self.pages.help(letter, list(arguments.words)))


class Games(Command, frozen=True):
    """What can be played here."""

    name = "games"

    pages: HelpPages

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments()  # whatever else is said, the list answers it

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self.pages.games())


class Rules(Command, frozen=True):
    """The rulebook by mail."""

    name = "rules"

    pages: HelpPages

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        game = letter.context.games.named(arguments.game)
        return below(self.pages.rules(game, [*arguments.words, *arguments.text.split()]))


class List(Command, frozen=True):
    """The sender's matches, and those of others."""

    name = "list"

    pages: HelpPages
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.game:
            game = letter.context.games.named(arguments.game)
            return below(self.observers.listing(letter.sender, game=game))
        player = find_player(letter, arguments.name, or_game=True) if arguments.name else letter.sender
        if player.id == letter.sender.id:
            return below(self.pages.list_of(player))
        return below(self.observers.listing(letter.sender, player=player))


class Players(Command, frozen=True):
    """Who plays here."""

    name = "players"

    directory: PlayerDirectory

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self.directory.players(arguments.name))


class Standings(Command, frozen=True):
    """Who is best."""

    name = "standings"

    directory: PlayerDirectory

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        games = letter.context.games
        return below(
            self.directory.standings([games.named(arguments.game)] if arguments.game else list(games))
        )


class History(Command, frozen=True):
    """Everything that has happened in a match, or which matches are over."""

    name = "history"

    pages: HelpPages
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, reader = arguments.number, letter.sender
        if arguments.game or arguments.name:
            game = letter.context.games.named(arguments.game) if arguments.game else None
            player = find_player(letter, arguments.name, or_game=True) if arguments.name else None
            return below(self.observers.finished(reader, game, player))
        if number is not None and not has_seat(letter, number):
            return below(self.observers.story(reader, number))
        loaded = letter.find_match(number)
        return below(self.pages.history(loaded, letter.seat(loaded).seat, reader.zone))


class Export(Command, frozen=True):
    """Mail the record of a match."""

    name = "export"

    forks: Forks

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        assert arguments.number is not None
        return self.forks.send(letter, arguments.number)
