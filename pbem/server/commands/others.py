"""Commands for following the matches of others, and for writing to one another."""

from __future__ import annotations

from pbem.mail.tokens import without_tokens
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.words import match_first, read_game, read_number, read_player, read_table
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome, below
from pbem.server.views.observers import Observers

NOTES = 20
"""Maximum number of notes of a player on a match."""


def _without_match(words: list[str]) -> list[str]:
    """Words without `match` before a number."""
    named = len(words) > 1 and words[0].lower() in ("match", "game") and words[1].isdecimal()
    return words[1:] if named else words


class Observe(Command):
    """Following a match."""

    name = "observe"

    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Follow, or list what can be followed."""
        if not words:
            return below(self._observers.running(letter.sender))
        words = _without_match(words)
        result_only = [word.lower() for word in words[1:] if word.lower() != "only"] in (
            ["result"],
            ["results"],
        )
        words = words[:1] if result_only else words
        how = f"Write for example: {self.spec.example}, {self.spec.example} result, or observe dodgeball"
        if words[0].isdecimal() or len(words) > 1:
            return self._observers.observe(letter, read_number(words, how), result_only=result_only)
        try:
            game = read_game(letter, words[0])
        except Refused as error:
            raise Refused(f"{how}. {error}") from error
        return Outcome(self._observers.observe_game(letter.sender, game, result_only=result_only))


class Unobserve(Command):
    """Enough of it."""

    name = "unobserve"

    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Stop following."""
        observers, words = self._observers, _without_match(words)
        if not words:
            return Outcome(observers.unobserve_answered(letter))
        if [word.lower() for word in words] == ["all"]:
            return Outcome(observers.unobserve_all(letter.sender))
        if len(words) == 1 and not words[0].isdecimal():
            return Outcome(observers.unobserve_game(letter.sender, read_game(letter, words[0])))
        how = f"Write for example: {self.spec.example}, or unobserve all. {observers.followed(letter.sender)}"
        return Outcome(observers.unobserve(letter.sender, read_number(words, how)))


class Tell(Command):
    """A word to one player."""

    name = "tell"

    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Send it."""
        if not words:
            raise Refused(f"Whom, and what? For example: {self.spec.example}")
        said = text.partition(" ")[2].strip()
        whom = words[0].rstrip(",:")
        if whom.isdecimal():
            return Outcome(self._observers.word(letter, int(whom), said))
        return Outcome(self._observers.message(letter, read_player(letter, whom), said))


class Nudge(Command):
    """Are you still there?"""

    name = "nudge"

    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Remind them."""
        return Outcome(self._observers.nudge(letter, read_table(letter, words, self.name)))


class Note(Command):
    """For oneself."""

    name = "note"

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Note it, tell all notes, or drop them."""
        (loaded, text), watch = match_first(letter, text, always=True), letter.context.store.watch
        key = (loaded.number, letter.sender.id)
        if text.strip().lower() == "clear":
            dropped = watch.forget_notes(*key)
            return Outcome(f"{dropped} {'note' if dropped == 1 else 'notes'} dropped")
        if text:
            if len(watch.notes(*key)) >= NOTES:
                raise Refused(f"You have {NOTES} notes on this match; to drop them write: note clear")
            watch.note(*key, loaded.match.turn.number, without_tokens(text))
            return Outcome("noted")
        notes = [f"turn {note.turn + 1}: {note.text}" for note in watch.notes(*key)]
        return Outcome("; ".join(notes) or "you have noted nothing")
