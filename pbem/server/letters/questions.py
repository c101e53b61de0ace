"""Questions that wait for a yes: to a player, to an address, or to the players of a match.

Each is a row with its kind, who may answer, what it is about, and when it expires. A `Question` for each kind, in
`pbem.server.questions`, handles the answers. Silence never agrees to anything.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from pbem.mail.prose import listed
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.core.context import Context, Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY
from pbem.server.language.yes_no import Answer, behind_yes, names_in, read_answer
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.mailing.mailer import Dispatch
from pbem.server.matches.repository import ACTS, LoadedMatch, Stale
from pbem.server.matches.snapshots import read_rows
from pbem.store.rows import Confirmation, Player, SeatRow

Verb: TypeAlias = Literal["accept", "decline"]

LEAVE_QUESTION = "do you want to leave for good?"
"""The Subject of the question whether a player wants to leave the server."""

TERM = 14 * DAY  # how long most questions wait for an answer

LOOKED_AT = 20  # letters among which the last move is looked for


def open_question(
    context: Context,
    kind: str,
    *,
    player: Player | None = None,
    address: str = "",
    about: str = "",
    term: int | None = TERM,
) -> Token:
    """Store a question to a player, or to an address from which alone it can be answered; returns the token of the mail
    that asks it. Without a `term` no answer is too late."""
    now, whose = context.now(), player.id if player is not None else None
    expires = now + term if term is not None else None
    number = context.store.confirmations.add(kind, whose, address, about, now, expires)
    return Token("confirm", number, player.generation if player is not None else 0)


def asked_to_leave(context: Context, player: Player) -> bool:
    """Whether a player may still answer the question whether they want to leave the server for good."""
    return bool(context.store.confirmations.pending("farewell", context.now(), player=player.id))


def noted(what: str) -> Outcome:
    """The outcome of an answer to which separate mails say everything; `what` is a note for the inbox."""
    return Outcome(what, mailed=True)


class Reply(Struct, frozen=True):
    """An answer to a question: a whole letter, or a line of one."""

    question: Confirmation
    letter: LetterContext
    says: Answer = ""

    @property
    def player(self) -> Player:
        """The player whom the question is about, for questions that are always about one."""
        assert self.letter.player is not None
        return self.letter.player

    @property
    def dispatch(self) -> Dispatch:
        """For the mails that answer this one."""
        return self.letter.dispatch


class Question(Service):
    """Handles the answers to one kind of question.

    Each step returns an outcome, or None if the letter should be read like any other. It may raise `Ignored`, and
    `Refused` with a text for its sender.
    """

    kind: ClassVar[str]
    question: ClassVar[str] = ""
    """In a few words; `{about}` is what the question is about, `{handle}` whom."""
    strict: ClassVar[bool] = False
    """Only the word yes itself agrees."""
    first_word: ClassVar[bool] = False
    """It can be undone, or harms nobody: a yes at the beginning agrees, and what stands behind it is a letter of its
    own."""
    keeps_lines: ClassVar[bool] = False
    """An answer that is no yes, and contains a line for the server, is read like any other letter."""
    asks_again: ClassVar[bool] = True
    """The question is asked again after an answer that is neither yes nor no; otherwise that is read like any other
    letter."""
    nothing: ClassVar[str] = ""
    """Why an answer in so many words has no effect if nobody asks."""

    def reader(self, question: Confirmation, letter: Letter) -> Player | None:
        """The player whom the question is about, if there is one yet."""
        return self._store.people.player(question.player) if question.player is not None else None

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter answers to the question."""
        own = player.handle if player is not None else ""
        said = read_answer(letter, own, *self.others(question), strict=self.strict)
        return said or ("yes" if self.behind_yes(question, letter) is not None else "")

    def behind_yes(self, question: Confirmation, letter: Letter) -> tuple[str, ...] | None:
        """What stands behind a yes, where the first word decides; None if the letter does not begin with one, or takes
        it back below."""
        if not self.first_word or letter.away:
            return None
        return behind_yes(letter.lines, names_in(letter.sender, letter.writer, *self.others(question)))

    def others(self, question: Confirmation) -> Iterable[str]:
        """The names of the others whom the question concerns: an answer may name them."""
        return ()

    def check(self, reply: Reply) -> None:
        """Raise `Ignored` if nobody waits for the answer anymore."""

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Do what was asked about."""
        raise NotImplementedError

    def on_no(self, reply: Reply) -> Outcome | None:
        """Leave it."""
        return noted(f"a no to question {reply.question.id}")

    def on_late(self, reply: Reply) -> Outcome | None:
        """Say that the question has expired."""
        return None

    def on_unclear(self, reply: Reply) -> Outcome | None:
        """What to say to an answer that is neither yes nor no, instead of asking once more."""
        return None

    def lapses(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """What all are told if what has been done to the match has overtaken the question ("" if that needs no word);
        None if it still waits."""
        return None

    def settle(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """Do what all who are left have agreed to, since the last who had not answered has left; returns what all are
        told. None if somebody is still to answer."""
        return None

    # Lines of a letter that accept or decline.

    def waiting(
        self, letter: LetterContext, number: int | None, verb: Verb, *, named: bool
    ) -> list[Confirmation]:
        """The questions that a line of the sender's may answer: about match `number`, or any."""
        found = self._store.confirmations.pending(self.kind, self._context.now(), player=letter.sender.id)
        return [each for each in found if number in (None, each.match)]

    def why_nothing_waits(self, letter: LetterContext, number: int | None, verb: Verb) -> str:
        """Why there is nothing to answer, if that can be said. Raises `Refused`."""
        return ""

    def must_have_read(
        self, letter: LetterContext, question: Confirmation, verb: Verb, *, named: bool
    ) -> None:
        """Raise `Refused` if the writer of an answer cannot have read the question."""


class MatchQuestion(Question):
    """A question to the players of a match, which has a row for each who has not said yes.

    With the last yes it is carried out; one no ends it, also that of whoever has asked. It lapses when the match goes
    on. While it waits it is asked only once, and after a refusal not again before the next move.
    """

    keeps_lines = True
    asks_again = False
    request: ClassVar[str] = "request; see below"
    """What an answer to an earlier mail is told to look at."""
    agrees: ClassVar[str]
    """What all are told about whoever has said yes while others have not, after their name."""
    declined: ClassVar[str]
    """What all are told about whoever has said no, after their name."""
    ended: ClassVar[str]
    """What they are told themselves."""

    _limits: RateLimits

    def carry_out(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """Do what all have agreed to. Raises `Refused`."""
        raise NotImplementedError

    def check_answer(self, loaded: LoadedMatch, question: Confirmation) -> None:
        """Raise `Refused` if nobody can say yes at this moment."""

    def others(self, question: Confirmation) -> list[str]:
        """The players of the match."""
        assert question.match is not None
        return [seat.handle for seat in self._store.matches.seats(question.match)]

    # Asking.

    def require_patience(self, letter: LetterContext, loaded: LoadedMatch) -> None:
        """Raise `Ignored`, or `Refused`, if the sender has asked this already since anybody has moved."""
        seat = letter.seat(loaded).seat
        self._limits.require("request", f"{loaded.number} {seat} {self.kind} {self._last_move(loaded)}")

    def put(self, loaded: LoadedMatch, by: str, about: str, asked: Iterable[SeatRow]) -> list[Confirmation]:
        """Put the question of a seat to the players of others; returns its rows."""
        now, mail = self._context.now(), self._store.post.last_sent()
        for seat in asked:
            self._store.confirmations.add(
                self.kind, seat.player, "", about, now, None, match=loaded.number, seat=by, mail=mail
            )
        loaded.reread_questions(self._store)
        return [each for each in loaded.open(self.kind) if each.about == about]

    def _last_move(self, loaded: LoadedMatch) -> object:
        """The last letter in which anybody has moved, also one that was taken back."""
        latest = self._store.log.batches(loaded.number, max(0, loaded.next_batch - LOOKED_AT), void=True)
        moves = (
            batch.number
            for batch in reversed(latest)
            if any(row.kind == "answer" and row.by in ACTS for row in read_rows(batch.rows))
        )
        return next(moves, "")

    # Answering.

    def waiting(
        self, letter: LetterContext, number: int | None, verb: Verb, *, named: bool
    ) -> list[Confirmation]:
        """Also one that the sender has asked or agreed to, which they may decline by its name."""
        found = super().waiting(letter, number, verb, named=named)
        if found or not named or verb == "accept":
            return found
        return letter.find_match(number).open(self.kind)[:1]

    def why_nothing_waits(self, letter: LetterContext, number: int | None, verb: Verb) -> str:
        """Who has still to agree if the sender has agreed already. Raises `Refused`."""
        loaded = letter.find_match(number)
        loaded.must_go_on()
        for question in loaded.open(self.kind):
            if question.seat != letter.seat(loaded).seat:
                return f"You have agreed already; still to agree: {handles(loaded.waiting(loaded.same(question)))}"
        return ""

    def must_have_read(
        self, letter: LetterContext, question: Confirmation, verb: Verb, *, named: bool
    ) -> None:
        """Refuse an answer (its `verb` is accept or decline) to a question that its writer cannot have read.

        A mail of the match that went out before the question cannot mention it. In an answer to any other letter, or to
        none, the question must be `named`. Raises `Refused`.
        """
        loaded = letter.find_match(question.match)
        loaded.must_go_on()
        if question.player != letter.sender.id:
            return
        if verb == "accept":
            letter.not_stale(loaded, letter.seat(loaded))
        mail, number = letter.answered, loaded.number
        if mail is not None and mail.kind == self.kind:  # the mail that asks just this
            return
        of_the_day = mail is not None and mail.kind == "digest" and number in (letter.turns or ())
        told = mail is not None and (of_the_day or mail.match == number)
        if mail is not None and told and mail.id <= question.mail:
            raise Stale(f"You have answered a mail of before this {self.request}")
        asks = ("match", "digest", f"{self.kind}-question")
        if not named and not (mail is not None and told and mail.kind in asks):
            which = "" if letter.current == number else f" {number}"
            raise Refused(
                "You have not answered the mail that asks this, so I need it in full. Write:"
                f" {verb} {self.kind}{which}"
            )

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Agree in an answer to the mail that asks."""
        return self.agree(reply.letter, reply.letter.find_match(reply.question.match), reply.question)

    def on_no(self, reply: Reply) -> Outcome | None:
        """Refuse in an answer to the mail that asks."""
        return self.refuse(reply.letter, reply.letter.find_match(reply.question.match), reply.question)

    def agree(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """Note a yes; with the last one the question is carried out. Raises `Refused`."""
        loaded.must_go_on()
        self.check_answer(loaded, question)
        missing = loaded.waiting(each for each in loaded.same(question) if each != question)
        if missing:
            headline = f"{loaded.title(letter.seat(loaded).seat)} {self.agrees}"
            announcement = Announcement(loaded.number, headline)
            outcome = Outcome(f"you agree; still to agree: {handles(missing)}", announces=(announcement,))
        else:
            outcome = self.carry_out(letter, loaded, question)
        self._store.confirmations.delete(question)
        loaded.reread_questions(self._store)
        return outcome

    def refuse(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """End a question, for whoever is asked or has asked it. Raises `Refused`."""
        loaded.must_go_on()
        self._store.confirmations.delete(*loaded.same(question))
        loaded.reread_questions(self._store)
        headline = f"{loaded.title(letter.seat(loaded).seat)} {self.declined}"
        return Outcome(self.ended, announces=(Announcement(loaded.number, headline),))


def handles(seats: Iterable[SeatRow]) -> str:
    """The names of the players of some seats."""
    return listed(seat.handle for seat in seats)
