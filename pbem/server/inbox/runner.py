"""Carrying out one letter whose writer is known: its lines are read, done, and answered."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.play.orders import Refused
from pbem.server.answering.about import about_of
from pbem.server.answering.wishes import more_options
from pbem.server.commands import Commands
from pbem.server.core.context import Ignored, Service
from pbem.server.core.games import NotInstalled
from pbem.server.core.rates import RateLimits
from pbem.server.inbox.answers import Answers
from pbem.server.inbox.execution import Execution, Void
from pbem.server.language.yes_no import agrees_in_doubt
from pbem.server.letters.answered import answered_turns
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.letter_matches import LetterMatches
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import MatchRepository
from pbem.server.people.alike import judge
from pbem.server.people.identity import Sender
from pbem.server.questions.held_letter import HeldLetter, must_prove
from pbem.server.reading.pieces import Order, Ordered, Piece, Question, Talk, Unread, changes, is_understood
from pbem.server.reading.reader import read_letter, text_of
from pbem.server.views.help import HelpPages
from pbem.store.rows import Incoming

_DAMAGED = "characters of this line were damaged on the way, so it is not read; please write it again"


class LetterRunner(Service):
    """Carries out letters."""

    _repository: MatchRepository
    _limits: RateLimits
    _commands: Commands
    _help: HelpPages
    _answers: Answers
    _held: HeldLetter

    def run(
        self,
        incoming: Incoming,
        mail: Letter,
        sender: Sender,
        renewed: frozenset[int] = frozenset(),
        *,
        noted: Mapping[int, int] | None = None,
        offered: tuple[str, ...] = (),
        doubt: str = "",
        beside: bool = False,
        accepted: int = 0,
    ) -> tuple[str, str]:
        """Carry out the lines of a letter and answer it; returns what became of it, and a note.

        `renewed` are matches that have been brought under new rules for it; for a letter that was held, `noted` are the
        turns of matches in which it came. `offered` are lines that a plain yes would still send, if nothing of the
        letter is done; `doubt` is why its own yes has not sent them, `beside` which the rest of it is done. Its
        first `accepted` paragraphs are what was proposed.
        """
        match, turns = answered_turns(self._context, sender.token)
        if noted and turns is not None:
            turns = {**noted, **turns}
        letter = LetterContext(
            self._context,
            LetterMatches(self._context, self._repository, renewed),
            incoming.id,
            mail,
            sender.player,
            token=sender.token,
            addressed=match,
            current=match,
            turns=turns,
            waited=noted is not None,
            proven=sender.proven,
            source=sender.source,
        )
        text = text_of(letter, mail.lines, mail.subject, answers=bool(mail.references))
        pieces = read_letter(letter, text)
        if doubt:
            pieces = _with_doubt(letter, pieces, doubt, offered, beside=beside)
        if "\ufffd" in "".join(text):
            pieces = [_checked(piece) for piece in pieces]
        kinds = set(map(type, pieces))
        if mail.away and kinds <= {Talk, Unread}:
            raise Ignored(f"a notice of absence: {mail.subject}")
        note = ""
        if letter.player is not None and not any(map(changes, pieces)):
            verdict = judge(self._limits, sender, mail, misread=not any(map(is_understood, pieces)))
            note = verdict.note
            if verdict.brief:
                self._answers.write_briefly(letter, verdict.brief)
                return "done", note
            if verdict.remark:
                letter.remark(verdict.remark)
        only_orders = letter.player is not None and kinds == {Order}
        if not only_orders and (why := self._game_missing(letter, pieces)):
            self._answers.write_briefly(letter, f"{why}. Nothing of your letter has been done.")
            return "done", why
        execution = Execution(letter, self._commands, self._help)
        stores_at_once = letter.player is None or Ordered in kinds
        try:
            # Orders alone store nothing until all of them are known to be good.
            with self._context.store.transaction() if stores_at_once else nullcontext():
                if not letter.proven and must_prove(letter, pieces):
                    return self._held.hold(incoming, letter.sender, pieces, sender, letter.dispatch)
                said = not kinds <= {Talk}
                results = (
                    execution.obey(pieces, accepted=accepted)
                    if said
                    else self._answers.nothing_read(letter, pieces)
                )
                return "done", self._answers.close(results) or note
        except Void as void:
            if void.too_late:
                self._limits.require("too late", f"{void.about} {letter.sender.id}")
            results = execution.refuse(pieces, void)
            if not results.proposal:
                results = structs.replace(results, proposal=offered)
            number = results.letter.current
            if number is not None and void.stale:
                results = results.add(outcome=Outcome(shows=(number,)))
            return "done", self._answers.close(results) or note

    def _game_missing(self, letter: LetterContext, pieces: Sequence[Piece]) -> str:
        """Why a letter cannot be read, if it has anything but commands for a running match whose game is not installed;
        otherwise nothing."""
        if letter.player is None:
            return ""
        rest = [piece for piece in pieces if not (isinstance(piece, Ordered) or _is_answered(piece))]
        numbers = {piece.match or letter.current for piece in rest} if pieces else {letter.current}
        for number in numbers.difference(letter.matches):
            try:
                found = self._store.matches.find(number or letter.match_meant())
                if found is not None and found.status == "running":
                    self._repository.game_of(found)
            except NotInstalled as error:
                return str(error)
            except Refused:
                continue
        return ""


def _is_answered(piece: Piece) -> bool:
    return isinstance(piece, Question) and bool(piece.answer)


def _with_doubt(
    letter: LetterContext, pieces: list[Piece], why: str, offered: tuple[str, ...], *, beside: bool
) -> list[Piece]:
    """The pieces of a letter, with the doubt about its yes in place of the lines that hold it; what they say of a match
    that was offered is filled in: `Yes, but with 10 points.`"""
    said = next((line.strip() for line in letter.mail.lines if agrees_in_doubt([line])), "yes")
    more = [more_options(line, said, about_of(letter)) for line in offered]
    if any(more):
        why, offered = "", tuple(" ".join((line, *each)) for line, each in zip(offered, more, strict=True))
    others = [
        piece for piece in pieces if not isinstance(piece, Talk | Unread) or not agrees_in_doubt([piece.text])
    ]
    found: list[Piece] = [Unread(text=said, why=why, instead=offered, offered=True, alone=beside), *others]
    return [structs.replace(piece, number=number) for number, piece in enumerate(found)]


def _checked(piece: Piece) -> Piece:
    """The piece; one with signs that could not be decoded is neither order nor command, whatever it may resemble. Words
    for people stay as they are."""
    talk = isinstance(piece, Talk) or (isinstance(piece, Ordered) and piece.command.prose)
    if "\ufffd" not in piece.text or talk:
        return piece
    return Unread(
        text=piece.text, number=piece.number, paragraph=piece.paragraph, match=piece.match, why=_DAMAGED
    )
