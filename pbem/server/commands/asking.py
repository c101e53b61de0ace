"""Commands that answer about a match in a few lines: what is near or in a row, what has happened, until when."""

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.server.answering.about import Table
from pbem.server.answering.counting import near
from pbem.server.answering.figures import row
from pbem.server.answering.position import Position
from pbem.server.answering.standing import deadlines, what_happened
from pbem.server.answering.told import Told
from pbem.server.commands.base import Command, InMatch
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import SeatRow


class _Asking(Command, frozen=True):
    """A question about one thing on the board."""

    def tell(self, position: Position, word: str) -> Told:
        """What is told of it; None if there is no such thing."""
        raise NotImplementedError

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        told = self.tell(_position(letter, loaded), arguments.words[-1].rstrip("?.!"))
        if not told:
            raise Refused(
                f"Nothing in match {loaded.number} is called {arguments.words[-1]}. To see what there is: show"
            )
        return below(_lines(told))


class Near(_Asking, frozen=True):
    def tell(self, position: Position, word: str) -> Told:
        return near(position, position.names.figure(word) or word.lower())


class Row(_Asking, frozen=True):
    def tell(self, position: Position, word: str) -> Told:
        return row(position, word)


class Last(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(_lines(what_happened(_position(letter, loaded))))


class Clock(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(_lines(deadlines(_position(letter, loaded))))


def _position(letter: LetterContext, loaded: LoadedMatch) -> Position:
    return Position(Table(letter.context, loaded, letter.seat(loaded)))


def _lines(told: Told) -> str:
    return "\n".join(map(fill, told or ()))
