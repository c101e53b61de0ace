"""Commands that tell something: help, games, rules, list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.commands.base import Command
from pbem.desk.commands.words import read_either, read_game
from pbem.play.game import Game
from pbem.play.orders import Refused

if TYPE_CHECKING:
    from pbem.desk.visit import Visit


class Help(Command):
    """Everything can be asked about by its own word."""

    name = "help"
    also = ("?", "hilfe", "aide")
    usage = ("help", "help commands", "help COMMAND", "help GAME", "help GAME WORD")
    summary = "how to play, and what each command, game, decision and order means"
    example = "help challenge"
    help = (
        "In an answer to a board it tells what the match asks of you now; else what you could do next. `help commands`"
        " lists all commands. With the name of a command or a game it tells that; with a decision of a game"
        " behind it, or a word of its orders, that alone."
    )
    who = "anyone"
    changes = False

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Add the help text to the answer."""
        visit.sections.append(visit.desk.about.help(visit, [word.lower() for word in words]))
        return "see below"


class Games(Command):
    """What can be played here."""

    name = "games"
    usage = ("games",)
    summary = "the games that can be played here"
    example = "games"
    help = "Each game with its number of players and its options."
    who = "anyone"
    changes = False

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Add the list to the answer."""
        visit.sections.append(visit.desk.about.games())
        return "see below"


class Rules(Command):
    """The rulebook by mail."""

    name = "rules"
    usage = ("rules GAME", "rules GAME NUMBER ...", "rules GAME CHAPTER")
    summary = "the whole rulebook of a game, or clauses or a chapter of it"
    example = "rules dodgeball 26 28"
    help = (
        "The rules are numbered; with numbers behind the game you get just those clauses. With a word of its heading,"
        " as in `rules dodgeball throwing`, you get a chapter."
    )
    who = "anyone"
    changes = False

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Add the rules to the answer."""
        if not words:
            raise Refused("Which game? For example: rules dodgeball")
        visit.sections.append(visit.desk.about.rules(read_game(visit, words[0]), words[1:]))
        return "see below"


class List(Command):
    """The sender's matches, and those of others."""

    name = "list"
    usage = ("list", "list NAME", "list GAME")
    summary = "your matches, and whose move it is in each; or those of somebody else, or of a game"
    example = "list"
    help = (
        "Running matches, challenges that wait for an answer, and the five that ended last. Of others you are told what"
        " everybody may know; `show`, `history` and `observe` tell more of one."
    )
    changes = False

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Add the list to the answer."""
        if len(words) > 1:
            raise Refused("Write list, or list and one name: that of a player or of a game")
        named = read_either(visit, words[0]) if words else visit.sender
        if isinstance(named, Game):
            visit.sections.append(visit.desk.watching.listing(visit.sender, game=named))
        elif named.id == visit.sender.id:
            visit.sections.append(visit.desk.about.list_of(visit.sender))
        else:
            visit.sections.append(visit.desk.watching.listing(visit.sender, player=named))
        return "see below"
