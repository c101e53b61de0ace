"""Commands that tell something: help, games, rules, lists, records."""

from pbem.play.orders import Refused, did_you_mean
from pbem.server.answering.about import about_of
from pbem.server.commands.base import Command
from pbem.server.commands.leagues import Named, names_in
from pbem.server.commands.words import find_player, has_seat, take_count
from pbem.server.competitions.crosstable import crosstable
from pbem.server.competitions.entering import Competitions
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.lobby.forks import Forks
from pbem.server.views.help import HelpPages
from pbem.server.views.lists import Lists
from pbem.server.views.observers import Observers
from pbem.server.views.records import Records, years

MOST_PAGES = 9999


class Help(Command, frozen=True):
    pages: HelpPages

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments(words=tuple(text.lower().split()))  # what nobody knows is told by the help itself

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self.pages.help(letter, list(arguments.words)))


class Games(Command, frozen=True):
    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments()  # whatever else is said, the list answers it

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        context = letter.context
        return below(context.templates.mail("games", games=list(context.games)))


class Rules(Command, frozen=True):
    pages: HelpPages

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.game:
            game = letter.context.games.named(arguments.game)
        elif (here := about_of(letter).game) is not None:
            game = here
        else:
            raise Refused(self.spec.how())
        return below(self.pages.rules(game, [*arguments.words, *arguments.text.split()]))


class List(Command, frozen=True):
    lists: Lists

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.game:
            game = letter.context.games.named(arguments.game)
            return below(self.lists.running(letter.sender, game=game))
        player = find_player(letter, arguments.name, or_game=True) if arguments.name else letter.sender
        if player.id == letter.sender.id:
            return below(self.lists.own(player))
        return below(self.lists.running(letter.sender, player=player))


class Players(Command, frozen=True):
    lists: Lists

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return below(self.lists.players(arguments.name))


class Standings(Named, frozen=True):
    lists: Lists
    competitions: Competitions

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        games = letter.context.games
        if word := arguments.word:
            row = letter.context.store.competitions.named(word)
            if row is None:
                near = did_you_mean(word, [*games.names, *names_in(letter)])
                raise Refused(f"There is no game or competition {word}. {near or 'See: games, tournament'}")
            return below("\n".join(crosstable(self.competitions.load(row))))
        return below(self.lists.standings([games.named(arguments.game)] if arguments.game else list(games)))


class History(Command, frozen=True):
    lists: Lists
    pages: HelpPages
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, reader = arguments.number, letter.sender
        if arguments.game or arguments.name:
            game = letter.context.games.named(arguments.game) if arguments.game else None
            names, year = years(arguments.names)
            if any(name[0].isdigit() for name in names):
                raise Refused(self.spec.how())
            players = [find_player(letter, name, or_game=True) for name in names]
            page = take_count(dict(arguments.options), "page", 1, MOST_PAGES)
            return below(self.lists.finished(reader, game, players, year, page))
        if number is not None and not has_seat(letter, number):
            return below(self.observers.story(reader, number))
        loaded = letter.find_match(number)
        return below(self.pages.history(loaded, letter.seat(loaded).seat, reader.zone))


class Record(Command, frozen=True):
    records: Records

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        players = [find_player(letter, name) for name in arguments.names] or [letter.sender]
        if len({each.id for each in players}) == 1:
            return below(self.records.of(letter.sender, players[0]))
        return below(self.records.between(letter.sender, *players))


class Export(Command, frozen=True):
    forks: Forks

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        assert arguments.number is not None
        return self.forks.send(letter, arguments.number)
