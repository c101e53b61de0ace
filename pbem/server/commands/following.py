"""Commands for following other players' matches."""

from pbem.server.commands.base import Command
from pbem.server.language.arguments import Arguments, Known
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.reading.proposer import append_sentence
from pbem.server.views.lists import Lists
from pbem.server.views.observers import Observers


class Observe(Command, frozen=True):
    lists: Lists
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        result_only = bool(arguments.words)
        if arguments.number is not None:
            return self.observers.observe(letter, arguments.number, result_only=result_only)
        if not arguments.game:
            return below(self.lists.to_follow(letter.sender))
        game = letter.context.games.named(arguments.game)
        return Outcome(self.observers.observe_game(letter.sender, game, result_only=result_only))


class Unobserve(Command, frozen=True):
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        observers, player = self.observers, letter.sender
        if arguments.number is not None:
            return Outcome(observers.unobserve(player, arguments.number))
        if arguments.game:
            return Outcome(observers.unobserve_game(player, letter.context.games.named(arguments.game)))
        told = observers.unobserve_all(player) if arguments.words else observers.unobserve_answered(letter)
        return Outcome(told)

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        return append_sentence(super().refusal(letter, text, known), self.observers.followed(letter.sender))
