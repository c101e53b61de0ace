"""Somebody outside is invited to a seat (`pbem.server.lobby.guests`): a person who accepts and gives a name becomes a
player and joins the match."""

import functools
import re
from collections.abc import Callable

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.core.rates import RateLimits
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.language.introductions import introduced_in, like_a_name, name_in, without_introduction
from pbem.server.language.yes_no import Answer, answer_in, answer_of, names_in, read_answer
from pbem.server.letters.handles import check_wanted, nearest_free
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.lobby.guests import KIND
from pbem.server.lobby.offers import Offers
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.bots import OPEN
from pbem.server.matches.willing import apart
from pbem.server.questions.registration import Registrations
from pbem.store.addresses import mailbox
from pbem.store.rows import Confirmation, MatchRow, Player, SeatRow

_ACCEPT = re.compile(
    r"(?:i\s+accept\s+as\b|(?:accept|register)\b)[\s,:]*(?:as\s+)?(.*?)[\s.!]*", re.IGNORECASE
)


class InvitedMail(Mail, frozen=True, kw_only=True):
    """Why an answer to an invitation is not understood, or not enough."""

    template = "invited"

    why: str
    again: bool
    sections: tuple[str, ...]
    line: str
    last: bool


class Guest(Question):
    """Gives the seat to whoever was invited. Only `accept` or a yes accepts, even if its reader has become a player
    since. It is about the numbers of the match and of the seat."""

    kind = KIND

    _mailer: Mailer
    _limits: RateLimits
    _offers: Offers
    _registrations: Registrations
    _run: Callable[[CommandSpec, LetterContext, str], Outcome]

    def reader(self, question: Confirmation, letter: Letter) -> Player | None:
        """Whoever has got the mail; the row names their host."""
        return self._store.people.at(letter.sender)

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter answers, beside the name that it gives."""
        word, _ = self._wish(question, letter, player)
        return "yes" if word == "accept" else "no" if word else ""

    def on_no(self, reply: Reply) -> Outcome | None:
        """Call the offer off; after `stop` nobody invites them again."""
        row, _ = self._seat(reply.question)
        word, _ = self._wish(reply.question, reply.letter.mail, reply.letter.player)
        if word == "stop":
            self._store.company.refuse_mail(reply.question.address, self._context.now())
        if row is not None:
            self._offers.call_off(row, "A guest", reply.question.address)
        return noted(f"an invitation answered with {word}")

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Give them the seat, or ask for a name."""
        return self._go_on(reply)

    def on_unclear(self, reply: Reply) -> Outcome | None:
        """Answer a first line by which anybody may look round; otherwise ask whether they accept."""
        return self._go_on(reply)

    def _wish(self, question: Confirmation, letter: Letter, player: Player | None) -> tuple[str, str]:
        return _wish(letter, self._host(question), player.handle if player else "")

    def _go_on(self, reply: Reply) -> Outcome:
        letter, token = reply.letter, reply.letter.token
        assert token is not None
        word, name = self._wish(reply.question, letter.mail, letter.player)
        if letter.player is None:
            try:
                self._registrations.check_admitted(letter.mail.sender)
            except Refused as error:
                return self._explain(letter, f"{error}.")
        row, seat = self._seat(reply.question)
        if row is None or seat is None:
            return self._too_late(letter, name)
        if letter.player and apart(self._store, letter.player, self._store.matches.seats(row.id)):
            return self._too_late(letter, name)
        if not word and (found := self._look_round(letter)):
            return self._explain(
                letter,
                "To play, answer this mail.",
                line="accept" if letter.player else f"accept {self._near(letter, name)}",
                agreed=token.b,
                sections=found,
            )
        if letter.player is not None and word != "accept":
            why = "Do you want to play in this match? Answer with accept or decline."
            return self._explain(letter, why, line="accept")
        if letter.player is None and not (name and (word == "accept" or token.b)):
            return self._ask_name(letter, name, agreed=bool(word or token.b))
        return self._accept(letter, row, seat, name)

    def _accept(self, letter: LetterContext, row: MatchRow, seat: SeatRow, name: str) -> Outcome:
        """Give the seat to the one who was invited, who becomes a player by it if they are none."""
        new = letter.player is None
        try:
            letter = structs.replace(letter, player=letter.player or self._become(letter, name))
        except Refused as error:
            why = f"{error}. This one is free:"
            return self._explain(letter, why, line=f"accept {self._near(letter, name)}", agreed=1)
        if any(each.player == letter.sender.id for each in self._store.matches.seats(row.id)):
            return self._explain(letter, f"You have a seat in match {row.id} already.")
        self._store.matches.take_seat(row.id, seat.index, letter.sender.id, "accepted")
        outcome = self._offers.accept(letter, row, self._store.matches.seats(row.id)[seat.index])
        begins = outcome.offers is None
        if new:
            waiting = "" if begins else outcome.sections[-1]
            self._registrations.welcome(letter.sender, letter.dispatch, invited=row, waiting=waiting)
        return outcome if begins or not new else noted(f"{letter.sender.handle} has come by invitation")

    def _host(self, invitation: Confirmation) -> str:
        player = self._store.people.find(invitation.player or 0)
        return player.handle if player is not None else ""

    def _seat(self, invitation: Confirmation) -> tuple[MatchRow | None, SeatRow | None]:
        """The offer that an invitation is about and its seat, if they are still available."""
        number, index = map(int, invitation.about.split())
        row = self._store.matches.find(number)
        if row is None or row.status != "offered" or self._offers.lapsed(row):
            return None, None
        seat = self._store.matches.seats(row.id)[index]
        return row, seat if seat.handle == OPEN and seat.status == "invited" else None

    def _become(self, letter: LetterContext, name: str) -> Player:
        """Make a player of the invited person: their answer has proven that the address is theirs. Raises `Refused`."""
        handle = check_wanted(self._context, name)
        return self._store.people.add(handle, letter.mail.sender, self._context.now())

    def _look_round(self, letter: LetterContext) -> tuple[str, ...]:
        """The answer to the first line that anybody may use to look round (`help`, `rules`), if there is one."""
        for line in letter.mail.lines:
            word, _, text = line.strip().partition(" ")
            command = command_named(word)
            if (
                command is not None
                and command.who == "anyone"
                and not command.changes
                and command.name != "register"
            ):
                try:
                    return self._run(command, letter, text).sections
                except Refused as error:
                    return (f"{error}.",)
        return ()

    def _too_late(self, letter: LetterContext, name: str) -> Outcome:
        """The match is off; a person without an account may still join the server, by `register` and a name."""
        if letter.player is not None:
            return self._explain(letter, "The match is off.")
        registers = any(line.lower().startswith("register") for line in letter.mail.lines)
        why = "The match is off. To play here with others, answer with:"
        if registers and name:
            try:
                player = self._become(letter, name)
            except Refused as error:
                why = f"{error}. This one is free:"
            else:
                self._registrations.welcome(player, letter.dispatch)
                return noted(f"{player.handle} has come by an invitation that is off")
        return self._explain(letter, why, line=f"register {self._near(letter, name)}")

    def _near(self, letter: LetterContext, name: str) -> str:
        """An available name like the one that somebody has written, or like their address."""
        return nearest_free(self._context, name or letter.mail.sender.partition("@")[0])

    def _ask_name(self, letter: LetterContext, name: str, *, agreed: bool) -> Outcome:
        """Ask for the name of a person who has accepted, or ask a person who has only given a name whether they
        accept."""
        line = f"accept {self._near(letter, name)}"
        if agreed:
            why = "What name do you want to play under? One word is enough. With this line, for example, you are in:"
        elif name:
            why = "Do you want to play? If you do, answer with accept and your name:"
        else:
            why = "I cannot tell whether you want to play. If you do, answer with accept and a name, for example:"
        return self._explain(letter, why, line=line, agreed=int(agreed))

    def _explain(
        self,
        letter: LetterContext,
        why: str,
        *,
        line: str = "",
        agreed: int = 0,
        sections: tuple[str, ...] = (),
    ) -> Outcome:
        """Tell an invited person why their answer had no effect; they may answer again.

        `line` is one that they could send, if any; `agreed`: they have accepted, and only a name is missing.
        """
        limits = self._limits
        told = limits.require("invited", mailbox(letter.mail.sender))
        token = letter.token
        assert token is not None
        self._mailer.plain(
            InvitedMail(
                why=why,
                again=told > 1 and not sections,
                sections=sections,
                line=line,
                last=told == limits.most("invited"),
            ),
            letter.mail.sender,
            "your answer to the invitation",
            letter.dispatch,
            token=Token("invite", token.a, agreed),
        )
        return noted(why)


def _wish(letter: Letter, host: str, handle: str) -> tuple[str, str]:
    """What an answer to a player's invitation wants (`accept`, `decline`, `stop`, or "" where it does not say so), and
    the name in it. `handle` is that of the writer if they are a player: then they can give no other name."""
    name = name_in(letter)
    for at, line in enumerate(map(str.strip, letter.lines)):
        found = _ACCEPT.fullmatch(line)
        if found and (wanted := like_a_name(found[1])):
            others = ["yes", *letter.lines[:at], *letter.lines[at + 1 :]]
            agrees = answer_in(others, names_in(letter.sender, letter.writer, wanted, host)) == "yes"
            own = not handle or handle.casefold() == wanted.casefold()
            return "accept" if agrees and own else "", wanted
        word = line.lower().rstrip(".!")
        if word in ("stop", "decline"):
            return word, ""
    lines = [without_introduction(line) for line in letter.lines]
    said = read_answer(structs.replace(letter, lines=tuple(lines)), name, host)
    clauses = [clause.strip() for line in letter.lines for clause in re.split(r"[.,;!?]| - | and ", line)]
    name = name or introduced_in(clauses)  # Yes, gladly! I accept, my name is Anna.
    if said == "yes" and not name:
        name = next(filter(None, map(functools.partial(_named_beside_a_yes, letter.sender), lines)), "")
    return {"yes": "accept", "no": "decline", "": ""}[said], name


def _named_beside_a_yes(address: str, line: str) -> str:
    """The only word of an address that is on the same line as a yes: `Yes, Carl`."""
    own = names_in(address)
    words = [word for word in re.findall(r"[\w'-]+", line) if word.casefold() in own]
    return words[0] if len(words) == 1 and answer_of(line, own) == "yes" else ""
