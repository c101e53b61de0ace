"""Commands for matches as files, and for new matches out of old ones."""

from __future__ import annotations

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.core.terms import read_level
from pbem.server.language.arguments import Arguments
from pbem.server.lobby.forks import Forks
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome


class Export(Command, frozen=True):
    """Mail the record of a match."""

    name = "export"

    forks: Forks

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        assert arguments.number is not None
        return self.forks.send(letter, arguments.number)


class Fork(Command, frozen=True):
    """Offer a new match that begins at a turn of another one."""

    name = "fork"

    forks: Forks

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, turn = arguments.number, arguments.turn
        if number is None and letter.current is None:
            raise Refused(self.spec.how())
        loaded = letter.repository.load(number) if number is not None else letter.find_match()
        if loaded is None:
            raise Refused(f"There is no match {number} that has begun")
        options = dict(arguments.options)
        level = read_level(options, loaded.row.terms.level)
        if options:
            raise Refused(f"{next(iter(options))}=: of a fork only the level of the house can be changed")
        first = turn - 1 if turn is not None else None
        return self.forks.fork(letter, loaded, first, arguments.names, level)
