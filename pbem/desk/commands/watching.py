"""Commands for following the matches of others, and for writing to one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.commands.base import Command
from pbem.desk.commands.finding import read_player
from pbem.mail.tokens import without_tokens
from pbem.play.orders import Refused

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

NOTES = 20
"""So many notes a player may keep on a match."""


class Observe(Command):
    """Following a match."""

    name = "observe"
    also = ("watch", "subscribe")
    usage = ("observe", "observe NUMBER", "observe NUMBER result")
    summary = "follow a match in which you do not play; alone: which there are"
    example = "observe 12"
    help = (
        "You get its board whenever a turn is over, as everybody may know it; with `result` only how it ends."
        " `unobserve` ends it."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Follow, or list what can be followed."""
        if not words:
            visit.sections.append(visit.desk.watching.running(visit.sender))
            return "see below"
        result_only = [word.lower() for word in words[1:]] == ["result"]
        if not words[0].isdecimal() or (len(words) > 1 and not result_only):
            raise Refused(f"Write for example: {self.example}, or: {self.example} result")
        return visit.desk.watching.observe(visit, int(words[0]), result_only=result_only)


class Unobserve(Command):
    """Enough of it."""

    name = "unobserve"
    also = ("unwatch", "unsubscribe")
    usage = ("unobserve NUMBER",)
    summary = "follow a match no more"
    example = "unobserve 12"
    help = "No more mails of that match will come."

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Stop following."""
        if len(words) != 1 or not words[0].isdecimal():
            raise Refused(f"Write for example: {self.example}. To get no more mail at all: settings mail off")
        return visit.desk.watching.unobserve(visit.sender, int(words[0]))


class Tell(Command):
    """A word to one player."""

    name = "tell"
    also = ("message",)
    usage = ("tell NAME TEXT",)
    summary = "a message to one player, which nobody else sees"
    example = "tell ben Shall we play again?"
    help = (
        "It goes out at once. Your mail address is not shown to him, nor his to you. Kind sentences on the lines below"
        " go with it; begin each line that holds a number or a word of an order with tell NAME, too."
    )
    prose = goes_on = True

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Send it."""
        if not words:
            raise Refused(f"Whom, and what? For example: {self.example}")
        return visit.desk.watching.message(
            visit, read_player(visit, words[0].rstrip(",:")), text.partition(" ")[2].strip()
        )


class Nudge(Command):
    """Are you still there?"""

    name = "nudge"
    also = ("nag",)
    usage = ("nudge", "nudge NUMBER")
    summary = "remind those whom a match waits for, once a day"
    example = "nudge 12"
    help = "Only those who have been asked for longer than a day are reminded."

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Remind them."""
        if len(words) > 1 or (words and not words[0].isdecimal()):
            raise Refused(f"Write nudge, or {self.example}")
        return visit.desk.watching.nudge(visit, visit.table(int(words[0]) if words else None))


class Note(Command):
    """For oneself."""

    name = "note"
    also = ("notes",)
    usage = ("note TEXT", "note NUMBER TEXT", "note", "note clear")
    summary = "note something about a match for yourself; alone: your notes"
    example = "note Ben always throws with S1"
    help = "Your notes stand at the end of each mail of the match. Nobody else ever sees them."
    prose = goes_on = True

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Note it, tell all notes, or drop them."""
        (table, text), watch = visit.table_first(text), visit.desk.store.watch
        key = (table.number, visit.sender.id)
        if text.strip().lower() == "clear":
            return f"{watch.forget_notes(*key)} notes dropped"
        if text:
            if len(watch.notes(*key)) >= NOTES:
                raise Refused(f"You have {NOTES} notes on this match; to drop them write: note clear")
            watch.note(*key, table.match.turn.number, without_tokens(text))
            return "noted"
        notes = [f"turn {note.turn + 1}: {note.text}" for note in watch.notes(*key)]
        return "; ".join(notes) or "you have noted nothing"
