"""Commands by which players agree with one another: accept and decline, draw, undo."""

from pbem.server.commands.base import Command, InMatch
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import LoadedMatch
from pbem.server.questions import draw as questions
from pbem.server.questions.router import Router
from pbem.server.questions.takeback import Takeback
from pbem.store.rows import SeatRow


class Undo(InMatch, frozen=True):
    takebacks: Takeback

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self.takebacks.ask(letter, loaded)


class Draw(InMatch, frozen=True):
    draws: questions.Draw

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self.draws.ask(letter, loaded)


class Accept(Command, frozen=True):
    router: Router

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return self.router.answer(letter, "accept", arguments.word, arguments.number)


class Decline(Command, frozen=True):
    router: Router

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        return self.router.answer(letter, "decline", arguments.word, arguments.number)
