"""The end of a letter: mails to everybody concerned, and to its writer about the result of each line."""

import re
from collections.abc import Sequence

from msgspec import structs

from pbem.mail.prose import fill
from pbem.play.fates import LineResult
from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.inbox.results import ASKED, Results
from pbem.server.language.command_table import command_named
from pbem.server.language.glossary import subject_word
from pbem.server.language.introductions import introduced, name_in
from pbem.server.language.receipts import abridge, hide_arguments
from pbem.server.language.yes_no import answer_of, is_hedged
from pbem.server.letters.handles import nearest_free
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.mailing.mailer import Mailer, MatchNews
from pbem.server.mailing.mails import AnswerMail, Mail
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.mailing.notices import Body
from pbem.server.matches.repository import LoadedMatch
from pbem.server.people.alike import kind_of
from pbem.server.questions.proposal import Proposal
from pbem.server.questions.registration import Registrations
from pbem.server.reading.pieces import Piece, Talk
from pbem.server.reading.unread import what_is_offered
from pbem.server.settling.settling import Act, Settling, Telling
from pbem.server.views.help import HelpPages
from pbem.store.addresses import mailbox

_NO_HELP = ("I do not know this. To begin write", "Your letter held no line", "Thank you for your letter")
"""The beginning of what a stranger is not told: they get the first steps instead."""

NOTHING_READ = "Your letter held no line that I could read. Write above the quoted text, one order per line."

NOTHING_TO_DO = "Thank you for your letter. I have found nothing in it that I could do."

_TAGS = re.compile(
    r"^(?:\[[^\]]*\]\s*|Re:\s*|not (?:all )?done:\s*|do you want this\?[:,]\s*)+", re.IGNORECASE
)


_ROOM = 6  # number of the twelve lines of a refusal for refused lines and what is below them


class RefusalMail(Mail, frozen=True, kw_only=True):
    """Why nothing of a letter about a match is done, or done yet if it only `asks`; the first `shown` lines that are
    refused are told."""

    template = "refusal"

    refused: list[LineResult]
    shown: int
    notes: list[str]
    sections: list[str]
    proposal: tuple[str, ...]
    asks: bool
    match: int
    over: bool


class Answers(Service):
    """Writes about the results of a letter, to its writer and to everybody concerned."""

    _mailer: Mailer
    _limits: RateLimits
    _summaries: MatchSummaries
    _help: HelpPages
    _settling: Settling
    _proposals: Proposal
    _registrations: Registrations

    def close(self, results: Results) -> str:
        """Write to everybody concerned and store what has changed; returns a note for the inbox."""
        letter, answered, told = results.letter, False, results.told
        if results.talk and letter.current is not None:
            self._proposals.ask(letter.sender, letter.current, "", [f"say {results.talk}"])
        shown = (*results.failed, *results.shown)
        for number in dict.fromkeys([*shown, *letter.matches, *told]):
            loaded = letter.find_match(number)
            answer = number in shown or bool(loaded.match.fresh)
            announced = results.announcement(number)
            announcement = announced or Announcement(number)
            act = Act(loaded.seat_of(letter.sender), letter.inbox, letter.dispatch if answer else None)
            settled = self._settling.settle(loaded, act)
            telling = Telling(
                _news(results, announcement, told.get(number, [])),
                own=_own_news(results, announcement, number, first=not answered),
                everybody=announced is not None or number in told,
            )
            self._settling.finish(loaded, settled, telling, act)
            if answer and not answered:
                last = loaded.seat_of(letter.sender)
                assert last is not None
                self._propose(results, number, last.last_mail)
            answered = answered or answer
        if answered or (results.mailed and results.mailed >= len(results.transcript)):
            return ""
        if letter.player is None:
            return self._to_stranger(results)
        self._write(results)
        return ""

    def nothing_read(self, letter: LetterContext, pieces: Sequence[Piece] = ()) -> Results:
        """Say that a letter contained no line, and show its match or how to begin."""
        kind = bool(letter.mail.lines) and letter.player is not None
        about = letter.match_concerned() if letter.player is not None else None
        outcome = Outcome()
        if about is not None and letter.find_match(about).match.over:
            outcome = Outcome(sections=(self._help.after_match(letter.find_match(about)),))
        elif about is not None:
            outcome = Outcome(shows=(about,))
        elif letter.player is not None:
            outcome = Outcome(sections=(self._help.start(letter.player),))
        talk = [piece for piece in pieces if isinstance(piece, Talk)]
        told = LineResult("", "noted", NOTHING_TO_DO if kind or talk else NOTHING_READ)
        if about is None and (game := self._game_in(talk)):
            begin = f"{NOTHING_TO_DO} To begin a match write for example: challenge {game} house"
            told = LineResult("", "noted", begin)
        if offered := self._what_is_offered(letter):
            told = LineResult("", "noted", f"{NOTHING_TO_DO} {offered}")
        results = Results.begin(letter)
        if outcome.shows and not all(piece.courtesy for piece in talk):  # below a board nobody would find it
            results = structs.replace(results.add(outcome=outcome), nothing=told.text)
        else:
            results = results.add(told, outcome=outcome)
        return results.leave_alone(talk)

    def _game_in(self, pieces: Sequence[Piece]) -> str:
        """The game that somebody speaks of, or nothing."""
        games = self._context.games
        words = re.findall(r"[\w-]+", games.joined(" ".join(piece.text for piece in pieces)).lower())
        return next((word for word in words if word in games.names), "")

    @staticmethod
    def _what_is_offered(letter: LetterContext) -> str:
        """What waits for a yes or a no in the match that a letter may be about."""
        try:
            loaded = letter.find_match()
        except Refused:
            return ""
        return what_is_offered(letter, loaded)

    def write_briefly(self, letter: LetterContext, text: str) -> None:
        """One sentence and no board; an answer to it counts as one to the mail that was answered."""
        self._mailer.not_done(letter.sender, text, letter.dispatch, letter.token)

    def _refuse(self, results: Results, loaded: LoadedMatch) -> None:
        """Say why nothing of a letter about a match was done, and propose a letter that would be, which a plain yes
        accepts."""
        seat = results.letter.seat(loaded)
        told = _line_results(results.letter, results.transcript)
        refused = [
            each
            for each in abridge(told)
            if each.status in ("refused", "asked")
            or (each.status == "dropped" and answer_of(each.line, results.letter.names) == "yes")
        ]
        below = len(results.proposal) or len(results.outcome.sections)
        height = sum(len(fill(text).split("\n")) for each in refused[:2] for text in (each.line, each.text))
        mail = RefusalMail(
            refused=refused,
            shown=2 if height + (below and 2 + below) <= _ROOM else 1,
            notes=[each.text for each in told if not each.line],
            sections=list(results.outcome.sections),
            proposal=results.proposal,
            asks=results.refused == ASKED,
            match=loaded.number,
            over=loaded.match.over,
        )
        subject = f"{results.failure}, {self._mailer.standing.subject(loaded, seat)}"
        turn = loaded.match.turn.number
        asked = results.letter.asked(loaded)
        asks_back = asked and any(is_hedged(each.line, results.letter.names) for each in refused)
        kind = f"{asked[0].kind}-question" if asks_back else "answer"  # a plain yes or no to it counts
        message_id = self._mailer.to_seat(
            loaded.row, seat, turn, subject, Body.of(mail), kind, results.letter.dispatch
        )
        self._propose(results, loaded.number, message_id)

    def _write(self, results: Results) -> None:
        """Write the answer to a letter that has shown no board: in the thread of its match, if it has one."""
        letter, player = results.letter, results.letter.sender
        concerned = letter.match_concerned()
        if results.is_void and concerned is not None:
            self._refuse(results, letter.find_match(concerned))
            return
        about = letter.match_concerned() or next(iter(letter.matches), None)
        offers = letter.offers()
        offered = results.outcome.offers if results.outcome.offers in offers else None
        number = offered or about or (letter.addressed if letter.addressed in offers else None)
        mail = AnswerMail(
            handle=player.handle,
            refused=results.refused,
            transcript=abridge(_line_results(letter, results.transcript)),
            sections=list(results.outcome.sections),
            proposal=results.proposal if results.is_void else (),
            asks=results.refused == ASKED,
            match=number,
        )
        if number is None:
            own = _TAGS.sub("", letter.mail.subject)[:60] if letter.proven else ""
            subject = f"{results.failure or 'Re'}: {own or 'your letter'}"
            message_id = self._mailer.plain(mail, player, subject, letter.dispatch)
            self._propose(results, None, message_id)
            return
        row = self._store.matches.match(number)
        seat = next(seat for seat in self._store.matches.seats(number) if seat.player == player.id)
        loaded = letter.find_match(number) if number == about else None
        turn = loaded.match.turn.number if loaded else 0
        state = self._mailer.standing.subject(loaded, seat) if loaded else self._summaries.state(row, seat)
        told = (each for each in results.transcript if each.line and each.status != "noted")
        first = next(map(_called, told), "")
        what = results.failure or ("" if offered else first)
        subject = ", ".join(filter(None, (what, state)))
        message_id = self._mailer.to_seat(row, seat, turn, subject, Body.of(mail), "answer", letter.dispatch)
        self._propose(results, number, message_id)

    def _propose(self, results: Results, match: int | None, message_id: str) -> None:
        """Keep what a yes to a mail sends."""
        if lines := results.outcome.confirms or results.proposal:
            strict = bool(results.outcome.confirms)
            self._proposals.ask(results.letter.sender, match, message_id, lines, strict=strict)

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
        letter, transcript, sections = results.letter, results.transcript, list(results.outcome.sections)
        registering = [each for each in transcript if _registers(each.line)]
        address = letter.mail.sender
        if handle := results.outcome.registers:
            answered = sections if sections and self._limits.take("stranger", mailbox(address)) else []
            self._registrations.ask(handle, address, letter.dispatch, results.outcome.follows, answered)
            return ""
        lines = [each for each in transcript if each.line and each.status != "answered"]
        knows = bool(sections) or any(command_named(each.line.split(" ", 1)[0]) is not None for each in lines)
        kind = "answer" if knows else "hint"
        if kind == "hint" or any(each.status in ("refused", "answered") for each in transcript):
            own = letter.mail.subject.partition("[")[0]  # behind a mark nobody has written anything
            mail = letter.mail if letter.mail.lines else structs.replace(letter.mail, subject=own)
            self._limits.require("stranger alike", f"{mailbox(address)} {kind_of(mail)}")
        self._limits.require("stranger", mailbox(address))
        if not registering and (results.refused or not sections):
            sections.append(self._help.first_steps(self._name(letter) or "ann"))
        told = [each for each in _line_results(letter, transcript) if each.status != "answered"]
        if kind == "hint":
            known = [text for text in (each.text for each in told) if text][:1]
            told = [LineResult("", "noted", text) for text in known if not text.startswith(_NO_HELP)]
        self._mailer.plain(
            AnswerMail(
                handle="",
                refused="" if kind == "hint" else results.refused,
                transcript=abridge(told),
                sections=sections,
                told_how=bool(registering or self._context.joining)
                or any("e.g.  register" in section for section in sections),
            ),
            address,
            "Re: your letter",  # their Subject may be an advertisement for somebody else
            letter.dispatch,
            kind=kind,
        )
        return "refused" if any(each.status == "refused" for each in transcript) else ""


def _called(told: LineResult) -> str:
    """What a Subject says of a line: its first word, if that is one of ours."""
    if told.status == "answered":
        return "answer"
    word = subject_word(told.line)
    if command_named(word) is not None:
        return word
    return "do you want this?" if told.status == "asked" else ""


def _registers(line: str) -> bool:
    """Whether a line asks for a name: `Please register Carl`."""
    word = re.sub(r"^\W*(?:(?:please|pls)\b\W*)?", "", line.lower()).split(" ", 1)[0]
    command = command_named(word.rstrip(":"))
    return command is not None and command.name == "register"


def _line_results(letter: LetterContext, transcript: Sequence[LineResult]) -> list[LineResult]:
    """The results of the lines, in a form that may be mailed to the person whom From names."""
    return list(transcript) if letter.proven else hide_arguments(transcript)


def _news(results: Results, announcement: Announcement, said: list[str]) -> MatchNews:
    """What the others are told about a letter about a match; `said` is what its writer says to them."""
    subject = announcement.subject or (f"{results.letter.sender.handle} writes" if said else "")
    return MatchNews(headline=announcement.headline, subject=subject, said=said, passing=announcement.passing)


def _own_news(results: Results, announcement: Announcement, number: int, *, first: bool) -> MatchNews:
    """What the sender is told; only the first match gets all lines' results."""
    first = first or number in results.failed
    refused = results.refused if first else ""
    return MatchNews(
        headline=refused or announcement.headline or results.nothing,
        subject="nothing done"
        if results.nothing
        else ""
        if not refused
        else "not done"
        if number in results.failed
        else results.failure,
        transcript=_line_results(results.letter, _followed(results)) if first else [],
        sections=list(results.outcome.sections) if first else [],
        full=number in results.outcome.explains,
    )


def _followed(results: Results) -> list[LineResult]:
    """The results of all lines. Queued ones may have had their turn since: then they are done."""
    if not results.queued:
        return list(results.transcript)
    over = [queued for number, queued in results.queued if _had_its_turn(results.letter, number, queued)]
    return [
        LineResult(each.line, "done", "later in this letter, when it was needed")
        if any(each is queued for queued in over)
        else each
        for each in results.transcript
    ]


def _had_its_turn(letter: LetterContext, number: int, queued: LineResult) -> bool:
    loaded = letter.find_match(number)
    seat = letter.seat(loaded).seat
    reported = [each.line for each in loaded.match.reports.get(seat, [])]
    return queued.waiting not in loaded.match.waiting(seat) and queued.waiting not in reported
