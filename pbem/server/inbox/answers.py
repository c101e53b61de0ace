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
from pbem.server.mailing.line_results import abridged
from pbem.server.mailing.mailer import Mailer, MatchNews
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Body
from pbem.server.people.identity import Ignored
from pbem.server.reading.classify import Classifier
from pbem.server.reading.handles import nearest_free
from pbem.server.reading.letter_context import Visit
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

    def close(self, visit: Visit) -> None:
        """Write to everybody concerned and store what has changed."""
        answered = False
        for number in dict.fromkeys([*visit.failed, *visit.shown, *visit.matches, *visit.said]):
            loaded = visit.matches.get(number) or visit.find_match(number)
            visit.matches[number] = loaded
            answer = number in (*visit.failed, *visit.shown) or bool(loaded.match.fresh)
            self._publisher.publish(
                loaded,
                by=loaded.seat_of(visit.sender),
                inbox=visit.inbox,
                answer=visit.occasion if answer else None,
                news=functools.partial(_news, visit, number, not answered),
                everybody=number in visit.everybody or bool(visit.said.get(number)),
            )
            answered = answered or answer
        if not answered and (not visit.mailed or visit.mailed < len(visit.transcript)):
            self._write(visit)

    def write_nothing_read(self, visit: Visit) -> None:
        """Say so where a letter held no line, and show its match or how to begin."""
        kind = bool(visit.letter.lines) and visit.player is not None and visit.current is None
        visit.transcript.append(LineResult("", "noted", NOTHING_TO_DO if kind else NOTHING_READ))
        if visit.player is not None and visit.concerns_match():
            visit.shown.add(visit.current or 0)
        elif visit.player is not None:
            visit.sections.append(self._help.start(visit.player))

    def write_briefly(self, visit: Visit, text: str) -> None:
        """One sentence and no board; an answer to it counts as one to the mail that was answered."""
        self._mailer.plain(
            "answer",
            visit.sender.address,
            "nothing done",
            visit.occasion,
            player=visit.sender,
            token=visit.token,
            refused=text,
            transcript=[],
            sections=[],
            match=None,
        )

    def _write(self, visit: Visit) -> None:
        """The answer to a letter that has shown no board: in the thread of its match, if it has one."""
        if visit.player is None:
            self._to_stranger(visit)
            return
        about = visit.current if visit.concerns_match() else next(iter(visit.matches), None)
        number = visit.offered or about or self._offer_addressed(visit)
        if number is None:
            own = _TAGS.sub("", visit.letter.subject)[:60] if visit.proven else ""
            subject = "not done" if visit.refused else own or "your letter"
            self._mailer.plain(
                "answer",
                visit.player.address,
                f"Re: {subject}",
                visit.occasion,
                player=visit.player,
                refused=visit.refused,
                transcript=abridged(visit.line_results),
                sections=visit.sections,
                match=None,
            )
            return
        row = self._store.matches.match(number)
        assert row is not None
        seat = next(seat for seat in self._store.matches.seats(number) if seat.player == visit.player.id)
        loaded = visit.find_match(number) if number == about else None
        turn = loaded.match.turn.number if loaded else 0
        state = self._mailer.standing.subject(loaded, seat) if loaded else self._summaries.state(row, seat)
        told = (
            line_result
            for line_result in visit.transcript
            if line_result.line and line_result.status != "noted"
        )
        first = next((line_result.line.split()[0].lower().rstrip(",.:!?") for line_result in told), "")
        what = "not done" if visit.refused else "" if visit.offered else first
        facts = {
            "refused": visit.refused,
            "transcript": abridged(visit.line_results),
            "sections": visit.sections,
            "match": number,
        }
        subject = ", ".join(filter(None, (what, state)))
        self._mailer.to_seat(row, seat, turn, subject, Body("answer", facts), "answer", visit.occasion)

    def _offer_addressed(self, visit: Visit) -> int | None:
        """The challenge whose mail a letter answers, while it is open: what is told of the letter belongs to it."""
        row = self._store.matches.match(visit.addressed) if visit.addressed is not None else None
        invited = (
            row is not None
            and row.status == "offered"
            and visit.player is not None
            and any(seat.player == visit.player.id for seat in self._store.matches.seats(row.id))
        )
        return visit.addressed if invited else None

    def _name(self, visit: Visit) -> str:
        """The name that a stranger seems to want, where he has written one and could have it; or nothing."""
        wanted = introduced(visit.letter)
        alone = name_in(visit.letter)
        one_word = len(" ".join(visit.letter.lines).split()) == 1
        if not wanted and (alone[:1].isupper() or one_word) and command_named(alone) is None:
            wanted = alone  # a small word among others may be any
        return nearest_free(self._context, wanted) if wanted else ""

    def _to_stranger(self, visit: Visit) -> None:
        """Strangers are told how to begin, a few times a day: nobody can make the server mail them without end."""
        if any(
            line_result.status == "done" and line_result.line.lower().startswith("register")
            for line_result in visit.transcript
        ):
            return  # the mail to confirm is the answer
        address, meanings = visit.letter.sender, Classifier(visit)
        knows = any(meanings.command(line_result.line) is not None for line_result in visit.transcript)
        kind = "answer" if knows else "hint"
        if kind == "hint" and not self._limits.take("hint", mailbox(address)):
            self._to_one_with_a_name(visit)
            return
        visit.note = _refusal(visit)
        if visit.note and not self._limits.take("refused", f"{mailbox(address)} {visit.note}"):
            raise Ignored("a stranger who has been refused this today")
        registers = any(line_result.line.lower().startswith("register") for line_result in visit.line_results)
        if not registers and (visit.refused or not visit.sections):
            visit.sections.append(self._help.first_steps(self._name(visit) or "ann"))
        if kind == "hint":
            visit.refused = ""
            known = [text for text in (line_result.text for line_result in visit.line_results) if text][:1]
            visit.transcript = [
                LineResult("", "noted", text) for text in known if not text.startswith(_NO_HELP)
            ]
        self._mailer.plain(
            "answer",
            address,
            "Re: your letter",  # his Subject may be an advertisement for somebody else
            visit.occasion,
            kind=kind,
            refused=visit.refused,
            transcript=abridged(visit.line_results),
            sections=visit.sections,
            match=None,
            told_how=registers or any("e.g.  register" in section for section in visit.sections),
        )

    def _to_one_with_a_name(self, visit: Visit) -> None:
        """Who has been told today how to begin, and writes a name alone, is told the line that was meant."""
        name = self._name(visit)
        if not name or not self._limits.take("named", mailbox(visit.letter.sender)):
            raise Ignored("a stranger who has been told today how to begin")
        self._mailer.plain(
            "named", visit.letter.sender, f"perhaps you meant: register {name}", visit.occasion, handle=name
        )


def _refusal(visit: Visit) -> str:
    """A note about what was refused and why, by which the same is known when it comes again; "" where nothing was."""
    reasons = "\n".join(
        line_result.text for line_result in visit.transcript if line_result.status == "refused"
    )
    return f"refused ({hashlib.sha256(reasons.encode()).hexdigest()[:8]})" if reasons else ""


def _news(visit: Visit, number: int, first: bool, mine: bool) -> MatchNews:
    return visit.news(number, mine=mine, first=first)
