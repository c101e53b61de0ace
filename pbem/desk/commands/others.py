"""Commands for following the matches of others, and for writing to one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.commands.base import Command
from pbem.desk.commands.words import read_game, read_number, read_player, read_table
from pbem.mail.tokens import without_tokens
from pbem.play.orders import Refused

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

NOTES = 20
"""So many notes a player may keep on a match."""


def _without_match(words: list[str]) -> list[str]:
    """Words without `match` before a number."""
    named = len(words) > 1 and words[0].lower() in ("match", "game") and words[1].isdecimal()
    return words[1:] if named else words


class Observe(Command):
    """Following a match."""

    name = "observe"
    also = ("watch", "subscribe")
    usage = ("observe", "observe NUMBER", "observe NUMBER result", "observe GAME", "observe GAME result")
    summary = "follow a match in which you do not play, or every new one of a game; alone: which there are"
    example = "observe 12"
    help = (
        "You get its board whenever a turn is over, as everybody may know it; with `result` only how it ends. With a"
        " game you follow each of its matches between people that begins from now on. `unobserve` ends it; `show` and"
        " `history` tell of a match once."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Follow, or list what can be followed."""
        if not words:
            visit.sections.append(visit.desk.watching.running(visit.sender))
            return "see below"
        words = _without_match(words)
        result_only = [word.lower() for word in words[1:] if word.lower() != "only"] in (
            ["result"],
            ["results"],
        )
        words = words[:1] if result_only else words
        how = f"Write for example: {self.example}, {self.example} result, or observe dodgeball"
        if words[0].isdecimal() or len(words) > 1:
            return visit.desk.watching.observe(visit, read_number(words, how), result_only=result_only)
        try:
            game = read_game(visit, words[0])
        except Refused as error:
            raise Refused(f"{how}. {error}") from error
        return visit.desk.watching.observe_game(visit.sender, game, result_only=result_only)


class Unobserve(Command):
    """Enough of it."""

    name = "unobserve"
    also = ("unwatch", "unsubscribe")
    usage = ("unobserve NUMBER", "unobserve GAME", "unobserve all", "unobserve")
    summary = "follow a match no more, or no new one of a game, or nothing at all; alone: what you follow"
    example = "unobserve 12"
    help = (
        "No more mails of that match will come. In an answer to a mail of a match that you follow, `unobserve` alone"
        " will do. With a game: what you follow already you still follow."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Stop following."""
        watching, words = visit.desk.watching, _without_match(words)
        if not words:
            return watching.unobserve_answered(visit)
        if [word.lower() for word in words] == ["all"]:
            return watching.unobserve_all(visit.sender)
        if len(words) == 1 and not words[0].isdecimal():
            return watching.unobserve_game(visit.sender, read_game(visit, words[0]))
        how = f"Write for example: {self.example}, or unobserve all. {watching.followed(visit.sender)}"
        return watching.unobserve(visit.sender, read_number(words, how))


class Tell(Command):
    """A word to one player."""

    name = "tell"
    also = ("message",)
    everyday = ("tell", "message")
    usage = ("tell NAME TEXT", "tell NUMBER TEXT")
    summary = "a message to one player, or to those who play in a match that you follow"
    example = "tell ben Shall we play again?"
    help = (
        "It goes out at once. Your mail address is not shown to anybody, nor theirs to you. Whoever has blocked you, or"
        " wants no mail, does not get it. The lines below go with it as they do with `say`: help say tells more."
    )
    prose = goes_on = True

    def opening(self, arguments: Sequence[str]) -> str:
        """The receiver stands behind the word."""
        return " ".join((self.name, *(word.rstrip(",:") for word in arguments[:1])))

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Send it."""
        if not words:
            raise Refused(f"Whom, and what? For example: {self.example}")
        said = text.partition(" ")[2].strip()
        whom = words[0].rstrip(",:")
        if whom.isdecimal():
            return visit.desk.watching.word(visit, int(whom), said)
        return visit.desk.watching.message(visit, read_player(visit, whom), said)


class Nudge(Command):
    """Are you still there?"""

    name = "nudge"
    also = ("nag",)
    usage = ("nudge", "nudge NUMBER")
    summary = "remind those whom a match waits for, once a day"
    example = "nudge 12"
    help = (
        "Only those who have been asked for longer than a day are reminded; or for longer than half of the time for a"
        " move, where that is less."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Remind them."""
        return visit.desk.watching.nudge(visit, read_table(visit, words, self.name))


class Note(Command):
    """For oneself."""

    name = "note"
    also = ("notes",)
    everyday = ("note", "notes")
    usage = ("note TEXT", "note NUMBER TEXT", "note", "note clear")
    summary = "note something about a match for yourself; alone: your notes"
    example = "note Ben always throws with S1"
    help = (
        "Your notes stand at the end of each mail of the match. Nobody else ever sees them. In a letter that holds"
        " other sentences, too, begin it with the number of the match: note 12 TEXT."
    )
    prose = goes_on = True

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Note it, tell all notes, or drop them."""
        (table, text), watch = visit.table_first(text, always=True), visit.desk.store.watch
        key = (table.number, visit.sender.id)
        if text.strip().lower() == "clear":
            dropped = watch.forget_notes(*key)
            return f"{dropped} {'note' if dropped == 1 else 'notes'} dropped"
        if text:
            if len(watch.notes(*key)) >= NOTES:
                raise Refused(f"You have {NOTES} notes on this match; to drop them write: note clear")
            watch.note(*key, table.match.turn.number, without_tokens(text))
            return "noted"
        notes = [f"turn {note.turn + 1}: {note.text}" for note in watch.notes(*key)]
        return "; ".join(notes) or "you have noted nothing"
