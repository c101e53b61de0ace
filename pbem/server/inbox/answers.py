"""The end of a letter: mails to everybody concerned, and to its writer about the result of each line."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from pbem.mail.prose import fill
from pbem.play.fates import LineResult
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.inbox.results import Results
from pbem.server.language.command_table import command_named
from pbem.server.language.glossary import subject_word
from pbem.server.language.introductions import introduced, name_in
from pbem.server.language.line_results import abridge, hide_arguments
from pbem.server.language.yes_no import is_hedged
from pbem.server.letters.handles import nearest_free
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.mailing.mailer import Mailer, MatchNews
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Body
from pbem.server.matches.repository import LoadedMatch
from pbem.server.people.alike import kind_of
from pbem.server.people.proposals import Proposals
from pbem.server.reading.explain import find_question
from pbem.server.reading.splitter import Splitter
from pbem.server.settling.settling import Act, Settling, Telling
from pbem.server.views.help import HelpPages
from pbem.store.addresses import mailbox

_NO_HELP = ("I do not know this. To begin write", "Your letter held no line")
"""The beginning of what a stranger is not told: they get the first steps instead."""

NOTHING_READ = "Your letter held no line that I could read. Write above the quoted text, one line an order."

NOTHING_TO_DO = "Thank you for your letter. I have found nothing in it that I could do."

_TAGS = re.compile(r"^(?:\[[^\]]*\]\s*|Re:\s*|not (?:all )?done:\s*)+", re.IGNORECASE)


_ROOM = 6  # number of the twelve lines of a refusal for refused lines and what is below them


class Answers(Service):
    """Writes about the results of a letter, to its writer and to everybody concerned."""

    _mailer: Mailer
    _limits: RateLimits
    _summaries: MatchSummaries
    _help: HelpPages
    _settling: Settling
    _proposals: Proposals

    def close(self, results: Results) -> str:
        """Write to everybody concerned and store what has changed; returns a note for the inbox."""
        letter, answered, told = results.letter, False, results.told
        shown = (*results.failed, *results.shown)
        for number in dict.fromkeys([*shown, *letter.matches, *told]):
            loaded = letter.find_match(number)
            answer = number in shown or bool(loaded.match.fresh)
            announced = results.announcement(number)
            announcement = announced or Announcement(number)
            act = Act(loaded.seat_of(letter.sender), letter.inbox, letter.dispatch if answer else None)
            settled = self._settling.settle(loaded, act)
            telling = Telling(
                _news(results, announcement, number),
                own=_own_news(results, announcement, number, first=not answered),
                everybody=announced is not None or number in told,
            )
            self._settling.finish(loaded, settled, telling, act)
            if answer and not answered and results.confirms:
                last = loaded.seat_of(letter.sender)
                assert last is not None
                self._proposals.remember(letter.sender, number, last.last_mail, results.confirms, strict=True)
            answered = answered or answer
        if answered or (results.mailed and results.mailed >= len(results.transcript)):
            return ""
        if letter.player is None:
            return self._to_stranger(results)
        self._write(results)
        return ""

    def nothing_read(self, letter: LetterContext) -> Results:
        """Say that a letter contained no line, and show its match or how to begin."""
        kind = bool(letter.mail.lines) and letter.player is not None and letter.current is None
        about = letter.match_concerned() if letter.player is not None else None
        outcome = Outcome()
        if about is not None:
            outcome = Outcome(shows=(about,))
        elif letter.player is not None:
            outcome = Outcome(sections=(self._help.start(letter.player),))
        told = LineResult("", "noted", NOTHING_TO_DO if kind else NOTHING_READ)
        return Results.begin(letter).add(told, outcome=outcome)

    def write_briefly(self, letter: LetterContext, text: str) -> None:
        """One sentence and no board; an answer to it counts as one to the mail that was answered."""
        self._mailer.not_done(letter.sender, text, letter.dispatch, letter.token)

    def _refuse(self, results: Results, loaded: LoadedMatch) -> None:
        """Say why nothing of a letter about a match was done, and propose a letter that would be, which a plain yes
        accepts."""
        seat = results.letter.seat(loaded)
        told = _line_results(results.letter, results.transcript)
        refused = [each for each in abridge(told) if each.status == "refused"]
        below = len(results.proposal) or len(results.sections)
        height = sum(len(fill(text).split("\n")) for each in refused[:2] for text in (each.line, each.text))
        facts = {
            "refused": refused,
            "shown": 2 if height + (below and 2 + below) <= _ROOM else 1,
            "notes": [each.text for each in told if not each.line],
            "sections": results.sections,
            "proposal": results.proposal,
            "match": loaded.number,
            "over": loaded.match.over,
        }
        subject = f"not done, {self._mailer.standing.subject(loaded, seat)}"
        turn = loaded.match.turn.number
        question, _ = find_question(results.letter, loaded)
        asks_back = question and any(is_hedged(each.line, results.letter.names) for each in refused)
        kind = f"{question}-question" if asks_back else "answer"  # a plain yes or no to it counts
        message_id = self._mailer.to_seat(
            loaded.row, seat, turn, subject, Body("refusal", facts), kind, results.letter.dispatch
        )
        if results.proposal:
            self._proposals.remember(results.letter.sender, loaded.number, message_id, results.proposal)

    def _write(self, results: Results) -> None:
        """Write the answer to a letter that has shown no board: in the thread of its match, if it has one."""
        letter, player = results.letter, results.letter.sender
        concerned = letter.match_concerned()
        if results.is_void and concerned is not None:
            self._refuse(results, letter.find_match(concerned))
            return
        about = letter.match_concerned() or next(iter(letter.matches), None)
        offers = letter.offers()
        offered = results.offered if results.offered in offers else None
        number = offered or about or (letter.addressed if letter.addressed in offers else None)
        facts: dict[str, Any] = {
            "refused": results.refused,
            "transcript": abridge(_line_results(letter, results.transcript)),
            "sections": results.sections,
            "proposal": results.proposal,
            "match": number,
        }
        if number is None:
            own = _TAGS.sub("", letter.mail.subject)[:60] if letter.proven else ""
            subject = f"{results.failure or 'Re'}: {own or 'your letter'}"
            message_id = self._mailer.plain("answer", player, subject, letter.dispatch, **facts)
            if results.proposal:
                self._proposals.remember(player, None, message_id, results.proposal)
            return
        row = self._store.matches.match(number)
        seat = next(seat for seat in self._store.matches.seats(number) if seat.player == player.id)
        loaded = letter.find_match(number) if number == about else None
        turn = loaded.match.turn.number if loaded else 0
        state = self._mailer.standing.subject(loaded, seat) if loaded else self._summaries.state(row, seat)
        told = (each for each in results.transcript if each.line and each.status != "noted")
        first = next((subject_word(each.line) for each in told), "")
        what = results.failure or ("" if offered else first)
        subject = ", ".join(filter(None, (what, state)))
        message_id = self._mailer.to_seat(
            row, seat, turn, subject, Body("answer", facts), "answer", letter.dispatch
        )
        if results.confirms:
            self._proposals.remember(player, number, message_id, results.confirms, strict=True)

    def _name(self, letter: LetterContext) -> str:
        """An available name that a stranger seems to want, if they have written one; otherwise nothing."""
        wanted = introduced(letter.mail)
        alone = name_in(letter.mail)
        one_word = len(" ".join(letter.mail.lines).split()) == 1
        if not wanted and (alone[:1].isupper() or one_word) and command_named(alone) is None:
            wanted = alone  # a small word among others may be any
        return nearest_free(self._context, wanted) if wanted else ""

    def _to_stranger(self, results: Results) -> str:
        """Tell strangers how to begin. Each different letter is answered, a few times a day: nobody can make the server
        mail them without end."""
        letter, transcript, sections = results.letter, results.transcript, results.sections
        registering = [each for each in transcript if each.line.lower().startswith("register")]
        if any(each.status == "done" for each in registering):
            return ""  # the mail to confirm is the answer
        address, splitter = letter.mail.sender, Splitter(letter)
        knows = any(splitter.command(each.line) is not None for each in transcript)
        kind = "answer" if knows else "hint"
        refused = any(each.status == "refused" for each in transcript)
        if refused or kind == "hint":
            own = letter.mail.subject.partition("[")[0]  # behind a mark nobody has written anything
            mail = letter.mail if letter.mail.lines else structs.replace(letter.mail, subject=own)
            self._limits.require("stranger alike", f"{mailbox(address)} {kind_of(mail)}")
        self._limits.require("stranger", mailbox(address))
        if (
            kind == "hint"
            and not self._limits.take("hint", mailbox(address))
            and (name := self._name(letter))
        ):
            subject = f"perhaps you meant: register {name}"
            self._mailer.plain("named", address, subject, letter.dispatch, handle=name)
            return ""
        if not registering and (results.refused or not sections):
            sections.append(self._help.first_steps(self._name(letter) or "ann"))
        told = _line_results(letter, transcript)
        if kind == "hint":
            known = [text for text in (each.text for each in told) if text][:1]
            told = [LineResult("", "noted", text) for text in known if not text.startswith(_NO_HELP)]
        self._mailer.plain(
            "answer",
            address,
            "Re: your letter",  # their Subject may be an advertisement for somebody else
            letter.dispatch,
            kind=kind,
            refused="" if kind == "hint" else results.refused,
            transcript=abridge(told),
            sections=sections,
            match=None,
            told_how=bool(registering) or any("e.g.  register" in section for section in sections),
        )
        return "refused" if refused else ""


def _line_results(letter: LetterContext, transcript: Sequence[LineResult]) -> list[LineResult]:
    """The results of the lines, in a form that may be mailed to the person whom From names."""
    return list(transcript) if letter.proven else hide_arguments(transcript)


def _news(results: Results, announcement: Announcement, number: int) -> MatchNews:
    """What the others are told about a letter about a match."""
    said = results.told.get(number, [])
    subject = announcement.subject or (f"{results.letter.sender.handle} writes" if said else "")
    return MatchNews(headline=announcement.headline, subject=subject, said=said, passing=announcement.passing)


def _own_news(results: Results, announcement: Announcement, number: int, *, first: bool) -> MatchNews:
    """What the sender is told; only the first match gets all lines' results."""
    first = first or number in results.failed
    refused = results.refused if first else ""
    return MatchNews(
        headline=refused or announcement.headline,
        subject="" if not refused else "not done" if number in results.failed else results.failure,
        transcript=_line_results(results.letter, _followed(results)) if first else [],
        sections=results.sections if first else [],
        full=number in results.explained,
    )


def _followed(results: Results) -> list[LineResult]:
    """The results of all lines. Queued ones may have had their turn since: then they are done."""
    over = [queued for number, queued in results.queued if _had_its_turn(results.letter, number, queued)]
    if not over:
        return list(results.transcript)
    return [
        LineResult(each.line, "done", "its turn has come already")
        if any(each is queued for queued in over)
        else each
        for each in results.transcript
    ]


def _had_its_turn(letter: LetterContext, number: int, queued: LineResult) -> bool:
    loaded = letter.find_match(number)
    seat = letter.seat(loaded).seat
    reported = [each.line for each in loaded.match.reports.get(seat, [])]
    return queued.waiting not in loaded.match.waiting(seat) and queued.waiting not in reported
