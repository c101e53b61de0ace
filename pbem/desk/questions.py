"""Questions that must be answered with yes, and how the answer is read.

Most are about letters that prove nothing: their player is asked, at his own address, whether it was he. Only a yes does
anything; silence never does; and what is neither yes nor no is asked once more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from pbem.desk.courtesies import GREETINGS, without_please
from pbem.desk.fates import COLUMNS_TOLD
from pbem.desk.identity import Ignored, Sender
from pbem.desk.lines import Line
from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY, moment
from pbem.desk.visit import Visit
from pbem.mail.reading import Letter
from pbem.mail.tasks import read_here
from pbem.mail.tokens import Token
from pbem.store.rows import Incoming

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

YES = ("yes", "y", "yep", "yeah", "yup", "ja", "oui", "ok", "okay", "sure", "confirm")
"""Words with which an answer begins that agrees. Not `si`: French sentences begin with it."""

_ALONE = (*YES, "si")
_NO = re.compile(
    r"(?:no|nope|n|nein|non|nej|never|decline)(?: thanks| thank you)?\b\s*(?:[,.;:!-].*)?", re.IGNORECASE
)
_DOUBT = re.compile(r"\?|\b(?:not|never|nicht|pas)\b|n['\u2019]t\b", re.IGNORECASE)


def says(letter: Letter, own: Collection[str] = ()) -> Literal["yes", "no", ""]:
    """Whether the answer to a question agrees, or refuses; "" where it is not clear.

    It agrees when it begins with a yes that nothing in that line calls in doubt, or has a yes (or one of the lines that
    are a yes here, `own`) for a line of its own. `No problem` is no refusal. A notice of absence says nothing.
    """
    if letter.away:
        return ""
    lines = [line.strip() for line in letter.lines if _words(line)]
    opening = next((line for line in lines if not set(_words(line)) <= GREETINGS), "")
    first = next((word for word in _words(opening) if word not in GREETINGS), "")
    yes = first in YES and not _DOUBT.search(opening)
    yes = yes or any(_plain(line) in (*_ALONE, *own) for line in lines)
    no = any(refuses(line) for line in lines)
    return "" if yes == no else "yes" if yes else "no"


def refuses(line: str) -> bool:
    """Whether a line is a no, whatever is said behind it."""
    return _NO.fullmatch(line.strip()) is not None


def _plain(line: str) -> str:
    return " ".join(_words(without_please(line)))


def _words(line: str) -> list[str]:
    return re.findall(r"[\w-]+", line.lower())


SHOWN = 20
"""So many lines of a letter stand in the question whether it is its writer's."""

LONG = 24
"""A word of so many characters with a slash in it may be a link; no order has one."""


def says_yes(letter: Letter) -> bool:
    """Whether an answer agrees in a line that is nothing but a yes: what cannot be taken back asks for that."""
    return says(letter) == "yes" and any(_plain(line) in _ALONE for line in letter.lines)


def must_prove(visit: Visit, lines: Sequence[Line]) -> bool:
    """Whether a letter would change something for a player and does not show that he wrote it."""
    if visit.player is None or visit.proven:
        return False
    return any(changes(line) for line in lines)


def changes(line: Line) -> bool:
    """Whether a line would do more than tell something, or be left alone."""
    return not line.error and not line.said and (line.command is None or line.command.changes)


def told(lines: Sequence[Line]) -> list[str]:
    """What a letter would do that does not show who wrote it, line by line, for whom From names.

    Its writer may be somebody else: words that are meant for people, and what looks like a link, are left out.
    """
    shown = []
    for line in lines:
        if line.error:
            continue
        words = line.text.split()
        if line.command is not None and line.command.prose:
            words = [*words[:1], "..."]
        shown.append(
            " ".join("..." if "/" in word and len(word) > LONG else word for word in words)[:COLUMNS_TOLD]
        )
    return shown


TERM = 14 * DAY
"""So long after a letter has come a yes lets it be carried out."""


class Questions:
    """The letters of a desk that are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._post = desk.store.post

    def hold(
        self, incoming: Incoming, visit: Visit, lines: Sequence[Line], sender: Sender
    ) -> tuple[str, str]:
        """Ask about a letter, which waits for the answer; returns what became of it, and a note.

        All that it would do is shown. A letter with more than that cannot be released by a yes. Its orders are for the
        turns in which it has come, and a yes counts for `TERM`.
        """
        player = visit.sender
        shown = told(lines)
        more = max(0, len(shown) - SHOWN)
        if not self._desk.breakers.may_ask(player.address, "held"):
            raise Ignored("too many letters of this address that prove nothing")
        self._desk.mailer.plain(
            "held",
            player.address,
            "was this you?",
            visit.occasion,
            player=player,
            token=Token("held", incoming.id, player.id, player.generation),
            lines=shown[:SHOWN],
            more=more,
            cut=sender.cut,
            until=moment(incoming.received + TERM, player.zone),
        )
        matches = self._desk.store.matches
        turns = {row.id: matches.last_turn(row.id) for row in matches.of_player(player.id, ("running",))}
        self._post.note_turns(
            incoming.id, {match: turn.number for match, turn in turns.items() if turn is not None}
        )
        return ("ignored", "too long for a yes") if more else ("held", player.handle)

    def answered(self, question: Letter, token: Token) -> tuple[str, str]:
        """The answer to such a question: with a yes the letter that was held is done now, with a no it is dropped."""
        held = self._post.incoming(token.a)
        if held is None or held.status != "held":
            return "ignored", "what was held is done already"
        answer = says(question)
        if answer == "no":
            self._post.close(held.id, "ignored", "its sender has said no")
            return "ignored", f"no to letter {held.id}"
        if self._desk.now() > held.received + TERM:
            return self._too_late(held, token, question)
        if not answer:
            return self._ask_again(held, token, question)
        letter = read_here(self._desk.task(held))  # for the second time: it is known what that costs
        assert isinstance(letter, Letter)
        sender = structs.replace(self._desk.identity.of(letter), proven=True)
        self._post.close(
            held.id, "done", "confirmed", now=self._desk.now(), sender=sender.address, proven=True
        )
        return self._desk.visit(held, letter, sender, noted=self._post.noted_turns(held.id))

    def _too_late(self, held: Incoming, token: Token, question: Letter) -> tuple[str, str]:
        """Nobody has said yes in time: the letter is dropped, and who does it now is told so."""
        self._post.close(held.id, "ignored", "nobody has said yes in time")
        player = self._desk.store.people.player(token.b)
        assert player is not None
        if question.away:
            raise Ignored(f"a notice of absence about letter {held.id}")
        self._desk.mailer.plain(
            "answer",
            player.address,
            "not done",
            Occasion(f"late-{held.id}", question.message_id),
            player=player,
            refused=(
                f"Your letter of {moment(held.received, player.zone)} has not been carried out: a yes counts for two"
                " weeks. If you still want it, write it again."
            ),
            transcript=[],
            sections=[],
            match=None,
        )
        return "done", f"a yes to letter {held.id} came too late"

    def _ask_again(self, held: Incoming, token: Token, question: Letter) -> tuple[str, str]:
        """Ask once more, today, where the answer was neither yes nor no; the letter is still held."""
        player = self._desk.store.people.player(token.b)
        assert player is not None
        if question.away or self._desk.breakers.asked_today(player.address, "unsure"):
            raise Ignored(f"neither yes nor no to letter {held.id}")
        self._desk.mailer.plain(
            "unsure_letter",
            player.address,
            "was this you? Please answer yes or no",
            Occasion(f"unsure-{held.id}", question.message_id),
            player=player,
            token=token,
            kind="unsure",
            until=moment(held.received + TERM, player.zone),
        )
        return "done", f"asked again about letter {held.id}"
