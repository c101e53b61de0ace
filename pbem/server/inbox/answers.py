"""The end of a letter: everybody concerned is written to, and its writer is told what became of each line."""

from __future__ import annotations

import functools
import hashlib
import re

from pbem.mail.addresses import mailbox
from pbem.play.fates import LineResult
from pbem.server.core.context import Context
from pbem.server.core.rates import RateLimits
from pbem.server.language.command_table import command_named
from pbem.server.language.introductions import introduced, name_in
from pbem.server.mailing.line_results import abridge
from pbem.server.mailing.mailer import Mailer, MatchNews
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Body
from pbem.server.people.identity import Ignored
from pbem.server.reading.handles import nearest_free
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.splitter import Splitter
from pbem.server.views.help import HelpPages
from pbem.server.views.publishing import Publisher

_NO_HELP = ("I do not know this. To begin write", "Your letter held no line")
"""So begins what a stranger is not told, who gets the first steps instead."""

NOTHING_READ = "Your letter held no line that I could read. Write above the quoted text, one line an order."

NOTHING_TO_DO = "Thank you for your letter. I have found nothing in it that I could do."

_TAGS = re.compile(r"^(?:\[[^\]]*\]\s*|Re:\s*)+", re.IGNORECASE)


class Answers:
    """Writes what has come of a letter, to its writer and to everybody concerned."""

    def __init__(
        self,
        context: Context,
        mailer: Mailer,
        limits: RateLimits,
        summaries: MatchSummaries,
        about: HelpPages,
        publisher: Publisher,
    ) -> None:
        self._context = context
        self._store = context.store
        self._mailer = mailer
        self._limits = limits
        self._summaries = summaries
        self._help = about
        self._publisher = publisher

    def close(self, letter: LetterContext) -> None:
        """Write to everybody concerned and store what has changed."""
        answered = False
        for number in dict.fromkeys([*letter.failed, *letter.shown, *letter.matches, *letter.said]):
            loaded = letter.matches.get(number) or letter.find_match(number)
            letter.matches[number] = loaded
            answer = number in (*letter.failed, *letter.shown) or bool(loaded.match.fresh)
            self._publisher.publish(
                loaded,
                by=loaded.seat_of(letter.sender),
                inbox=letter.inbox,
                answer=letter.dispatch if answer else None,
                news=functools.partial(_news, letter, number, not answered),
                everybody=number in letter.everybody or bool(letter.said.get(number)),
            )
            answered = answered or answer
        if not answered and (not letter.mailed or letter.mailed < len(letter.transcript)):
            self._write(letter)

    def write_nothing_read(self, letter: LetterContext) -> None:
        """Say so where a letter held no line, and show its match or how to begin."""
        kind = bool(letter.mail.lines) and letter.player is not None and letter.current is None
        letter.transcript.append(LineResult("", "noted", NOTHING_TO_DO if kind else NOTHING_READ))
        if letter.player is not None and letter.concerns_match():
            letter.shown.add(letter.current or 0)
        elif letter.player is not None:
            letter.sections.append(self._help.start(letter.player))

    def write_briefly(self, letter: LetterContext, text: str) -> None:
        """One sentence and no board; an answer to it counts as one to the mail that was answered."""
        self._mailer.plain(
            "answer",
            letter.sender.address,
            "nothing done",
            letter.dispatch,
            player=letter.sender,
            token=letter.token,
            refused=text,
            transcript=[],
            sections=[],
            match=None,
        )

    def _write(self, letter: LetterContext) -> None:
        """The answer to a letter that has shown no board: in the thread of its match, if it has one."""
        if letter.player is None:
            self._to_stranger(letter)
            return
        about = letter.current if letter.concerns_match() else next(iter(letter.matches), None)
        number = letter.offered or about or self._offer_addressed(letter)
        if number is None:
            own = _TAGS.sub("", letter.mail.subject)[:60] if letter.proven else ""
            subject = "not done" if letter.refused else own or "your letter"
            self._mailer.plain(
                "answer",
                letter.player.address,
                f"Re: {subject}",
                letter.dispatch,
                player=letter.player,
                refused=letter.refused,
                transcript=abridge(letter.line_results),
                sections=letter.sections,
                match=None,
            )
            return
        row = self._store.matches.match(number)
        assert row is not None
        seat = next(seat for seat in self._store.matches.seats(number) if seat.player == letter.player.id)
        loaded = letter.find_match(number) if number == about else None
        turn = loaded.match.turn.number if loaded else 0
        state = self._mailer.standing.subject(loaded, seat) if loaded else self._summaries.state(row, seat)
        told = (
            line_result
            for line_result in letter.transcript
            if line_result.line and line_result.status != "noted"
        )
        first = next((line_result.line.split()[0].lower().rstrip(",.:!?") for line_result in told), "")
        what = "not done" if letter.refused else "" if letter.offered else first
        facts = {
            "refused": letter.refused,
            "transcript": abridge(letter.line_results),
            "sections": letter.sections,
            "match": number,
        }
        subject = ", ".join(filter(None, (what, state)))
        self._mailer.to_seat(row, seat, turn, subject, Body("answer", facts), "answer", letter.dispatch)

    def _offer_addressed(self, letter: LetterContext) -> int | None:
        """The challenge whose mail a letter answers, while it is open: what is told of the letter belongs to it."""
        row = self._store.matches.match(letter.addressed) if letter.addressed is not None else None
        invited = (
            row is not None
            and row.status == "offered"
            and letter.player is not None
            and any(seat.player == letter.player.id for seat in self._store.matches.seats(row.id))
        )
        return letter.addressed if invited else None

    def _name(self, letter: LetterContext) -> str:
        """The name that a stranger seems to want, where they have written one and could have it; or nothing."""
        wanted = introduced(letter.mail)
        alone = name_in(letter.mail)
        one_word = len(" ".join(letter.mail.lines).split()) == 1
        if not wanted and (alone[:1].isupper() or one_word) and command_named(alone) is None:
            wanted = alone  # a small word among others may be any
        return nearest_free(self._context, wanted) if wanted else ""

    def _to_stranger(self, letter: LetterContext) -> None:
        """Strangers are told how to begin, a few times a day: nobody can make the server mail them without end."""
        if any(
            line_result.status == "done" and line_result.line.lower().startswith("register")
            for line_result in letter.transcript
        ):
            return  # the mail to confirm is the answer
        address, splitter = letter.mail.sender, Splitter(letter)
        knows = any(splitter.command(line_result.line) is not None for line_result in letter.transcript)
        kind = "answer" if knows else "hint"
        if kind == "hint" and not self._limits.take("hint", mailbox(address)):
            self._to_one_with_a_name(letter)
            return
        letter.note = _refusal(letter)
        if letter.note and not self._limits.take("refused", f"{mailbox(address)} {letter.note}"):
            raise Ignored("a stranger who has been refused this today")
        registers = any(
            line_result.line.lower().startswith("register") for line_result in letter.line_results
        )
        if not registers and (letter.refused or not letter.sections):
            letter.sections.append(self._help.first_steps(self._name(letter) or "ann"))
        if kind == "hint":
            letter.refused = ""
            known = [text for text in (line_result.text for line_result in letter.line_results) if text][:1]
            letter.transcript = [
                LineResult("", "noted", text) for text in known if not text.startswith(_NO_HELP)
            ]
        self._mailer.plain(
            "answer",
            address,
            "Re: your letter",  # their Subject may be an advertisement for somebody else
            letter.dispatch,
            kind=kind,
            refused=letter.refused,
            transcript=abridge(letter.line_results),
            sections=letter.sections,
            match=None,
            told_how=registers or any("e.g.  register" in section for section in letter.sections),
        )

    def _to_one_with_a_name(self, letter: LetterContext) -> None:
        """Who has been told today how to begin, and writes a name alone, is told the line that was meant."""
        name = self._name(letter)
        if not name or not self._limits.take("named", mailbox(letter.mail.sender)):
            raise Ignored("a stranger who has been told today how to begin")
        self._mailer.plain(
            "named", letter.mail.sender, f"perhaps you meant: register {name}", letter.dispatch, handle=name
        )


def _refusal(letter: LetterContext) -> str:
    """A note about what was refused and why, by which the same is known when it comes again; "" where nothing was."""
    reasons = "\n".join(
        line_result.text for line_result in letter.transcript if line_result.status == "refused"
    )
    return f"refused ({hashlib.sha256(reasons.encode()).hexdigest()[:8]})" if reasons else ""


def _news(letter: LetterContext, number: int, first: bool, mine: bool) -> MatchNews:
    return letter.news(number, mine=mine, first=first)
