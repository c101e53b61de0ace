"""Commands for writing to one another, and for notes to oneself."""

import re

from pbem.mail.tokens import without_tokens
from pbem.play.orders import Refused
from pbem.server.commands.base import Command, InMatch
from pbem.server.commands.words import find_player, plays_in
from pbem.server.core.rates import RateLimits
from pbem.server.language.arguments import Arguments
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import LoadedMatch
from pbem.server.people.host_mail import HostMail
from pbem.server.views.observers import Observers
from pbem.store.rows import SeatRow

_HOST = re.compile(r"^(?:the )?host\b[:,]?\s*", re.IGNORECASE)
"""The host in front of a message: `the host: what now?`"""

NOTES = 20  # maximum number of a player's notes on a match


class Say(Command, frozen=True):
    limits: RateLimits

    def is_match(self, letter: LetterContext, word: str) -> bool:
        """Whether a word is the number of a match: in an answer to a mail of a match, only before a colon (`3:
        hello`)."""
        return (letter.current is None or word.endswith(":")) and plays_in(letter, word)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        if not self.limits.take("say", letter.sender.id):
            return Outcome(f"not passed on: you can send {self.limits.most('say')} lines a day")
        said = f"{letter.sender.handle} says: {arguments.text}"
        return Outcome("passed on", says=((loaded.number, said),))


class Tell(Command, frozen=True):
    observers: Observers
    host_mail: HostMail

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return super().understand(letter, _HOST.sub("host ", text))

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.number is not None:
            return Outcome(self.observers.pass_on(letter, arguments.number, arguments.text))
        if "host" in arguments.words:
            return Outcome(self.host_mail.tell(letter.sender, arguments.text, letter.inbox))
        player = find_player(letter, arguments.name)
        return Outcome(self.observers.message(letter, player, arguments.text))


class Note(Command, frozen=True):
    def is_match(self, letter: LetterContext, word: str) -> bool:
        return plays_in(letter, word)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded, watch = letter.find_match(arguments.number), letter.context.store.watch
        key = (loaded.number, letter.sender.id)
        if arguments.words:
            dropped = watch.forget_notes(*key)
            return Outcome(f"{dropped} {'note' if dropped == 1 else 'notes'} dropped")
        notes = watch.notes(*key)
        if not arguments.text:
            told = "; ".join(f"turn {note.turn + 1}: {note.text}" for note in notes)
            return Outcome(told or "you have noted nothing")
        if len(notes) >= NOTES:
            raise Refused(f"You have {NOTES} notes on this match; to drop them write: note clear")
        watch.note(*key, loaded.match.turn.number, without_tokens(arguments.text))
        loaded.refresh(letter.context.store)
        return Outcome("noted")


class Nudge(InMatch, frozen=True):
    observers: Observers

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return Outcome(self.observers.nudge(letter, loaded))
