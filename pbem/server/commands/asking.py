"""Commands that answer about a match in a few lines: where something is, what is near, what has happened."""

from collections.abc import Sequence

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.server.answering.about import Table, about_of
from pbem.server.answering.figures import near, row
from pbem.server.answering.position import Position
from pbem.server.answering.questions import answer
from pbem.server.answering.standing import deadlines, what_happened
from pbem.server.commands.base import Command, InMatch
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import SeatRow


class _Asking(Command, frozen=True):
    """A question in few words, which is answered as any other."""

    def ask(self, letter: LetterContext, loaded: LoadedMatch, word: str) -> str | None:
        """The answer about a word of a match, or None."""
        raise NotImplementedError

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        told = self.ask(letter, loaded, arguments.words[-1].rstrip("?.!"))
        if told is None:
            raise Refused(
                f"Nothing in match {loaded.number} is called {arguments.words[-1]}. To see what there is: show"
            )
        return below(told)


class Where(_Asking, frozen=True):
    def ask(self, letter: LetterContext, loaded: LoadedMatch, word: str) -> str | None:
        return answer(f"where is {word}?", about_of(letter, loaded))


class What(_Asking, frozen=True):
    def ask(self, letter: LetterContext, loaded: LoadedMatch, word: str) -> str | None:
        about = about_of(letter, loaded)
        return answer(f"what is on {word}?", about) or answer(f"what is {word}?", about)


class Near(_Asking, frozen=True):
    def ask(self, letter: LetterContext, loaded: LoadedMatch, word: str) -> str | None:
        position = _position(letter, loaded)
        return _lines(near(position, position.names.figure(word) or word.lower()))


class Row(_Asking, frozen=True):
    def ask(self, letter: LetterContext, loaded: LoadedMatch, word: str) -> str | None:
        return _lines(row(_position(letter, loaded), word))


class Last(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(_lines(what_happened(_position(letter, loaded))) or "")


class Clock(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(_lines(deadlines(_position(letter, loaded))) or "")


def _position(letter: LetterContext, loaded: LoadedMatch) -> Position:
    return Position(Table(letter.context, loaded, letter.seat(loaded)))


def _lines(told: Sequence[str] | None) -> str | None:
    return "\n".join(fill(each, "", "  ") for each in told) if told else None
