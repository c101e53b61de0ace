"""The desk: takes one letter at a time and does what it says.

    bytes -> Letter -> who wrote it -> Visit (lines, commands, orders) -> letters to everybody concerned -> store

`Desk.handle` is called inside a transaction that holds nothing but the letter's own effects: the caller rolls it back
when the letter crashes the desk, and sets the letter aside.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Callable

from msgspec import structs

from pbem.desk.about import About
from pbem.desk.addresses import Addresses
from pbem.desk.bounces import Bounces
from pbem.desk.breakers import MISREAD, Breakers
from pbem.desk.clocks import wind
from pbem.desk.company import Company
from pbem.desk.config import Config
from pbem.desk.consents import Consents
from pbem.desk.digests import Digests
from pbem.desk.farewells import Farewells
from pbem.desk.forks import Forks
from pbem.desk.games import Games
from pbem.desk.house import let_house_play
from pbem.desk.identity import NOBODY, Identity, Ignored, Sender
from pbem.desk.invitations import Invitations
from pbem.desk.ladder import Votes
from pbem.desk.lines import is_command, read_lines, text_of
from pbem.desk.mailer import Mailer, MatchNews, Occasion, abridged
from pbem.desk.offers import Offers
from pbem.desk.questions import Questions, must_prove
from pbem.desk.quiet import Quiet
from pbem.desk.registrations import Registrations
from pbem.desk.tables import Table, Tables
from pbem.desk.times import DAY, moment
from pbem.desk.vacations import Vacations
from pbem.desk.visit import Visit, Void
from pbem.desk.watching import Watching
from pbem.mail.prose import Words
from pbem.mail.reading import Letter, LetterError, read
from pbem.mail.tokens import Mint, without_tokens
from pbem.play.match import Fate
from pbem.store import Store
from pbem.store.rows import Incoming, Player, SeatRow

log = logging.getLogger("pbem.desk")

_TAGS = re.compile(r"^(?:\[[^\]]*\]\s*|Re:\s*)+", re.IGNORECASE)

NOTHING_READ = "Your letter held no line that I could read. Write above the quoted text, one line an order."
LAST_WORD = (
    "So many letters of yours have come today in which I could read nothing that I answer no more of that kind until"
    " tomorrow. A letter that holds a line which I know, help for example, is answered as ever."
)


class Desk:
    """Everything the server does with letters, on one store."""

    def __init__(
        self,
        store: Store,
        config: Config,
        *,
        games: Games | None = None,
        now: Callable[[], int] = lambda: int(time.time()),
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        words: Words | None = None,
    ) -> None:
        """`now` tells the time, `seed` makes the secret of a new match, `words` are templates that are loaded already:
        given only by tests."""
        self.store = store
        self.config = config
        self.now = now
        self.games = games or Games()
        self.words = words or Words(self.games.template_folders())
        self._house = store.secret("house")
        self.mint = Mint(store.secret("token key"), config.domain, config.name)
        self.tables = Tables(store, self.games, now, seed)
        self.mailer = Mailer(store, self.words, self.mint, config, self.games, self.tables)
        self.breakers = Breakers(self)
        self.bounces = Bounces(self)
        self.about = About(self)
        self.addresses = Addresses(self)
        self.company = Company(self)
        self.watching = Watching(self)
        self.forks = Forks(self)
        self.consents = Consents(self)
        self.farewells = Farewells(self)
        self.identity = Identity(self)
        self.offers = Offers(self)
        self.invitations = Invitations(self)
        self.questions = Questions(self)
        self.quiet = Quiet(self)
        self.registrations = Registrations(self)
        self.vacations = Vacations(self)
        self.votes = Votes(self)
        self.digests = Digests(self)

    # One letter.

    def handle(self, incoming: Incoming) -> str:
        """Do what a letter says and return what became of it: `done`, `held`, `throttled`, `duplicate`, `ignored`."""
        sender = NOBODY
        try:
            sender, status, note = self._letter(incoming, self.read(incoming))
        except LetterError as error:
            status, note = "failed", f"cannot be read: {error}"
        except Ignored as ignored:
            status, note = "ignored", str(ignored)
        note = without_tokens(note)
        if status != "throttled":
            self.store.post.close(
                incoming.id, status, note, now=self.now(), sender=sender.address, proven=sender.proven
            )
        log.info("letter %d: %s %s", incoming.id, status, note)
        return status

    def read(self, incoming: Incoming) -> Letter:
        """A letter as it can be looked at. Raises `LetterError`."""
        return read(
            incoming.raw,
            recipients=incoming.recipients,
            return_path=incoming.return_path,
            domain=self.config.domain,
            local=self.config.name,
            limits=self.config.limits,
        )

    def _letter(self, incoming: Incoming, letter: Letter) -> tuple[Sender, str, str]:
        """Who wrote a letter, what became of it, and a note about that."""
        token = self.mint.find(incoming.recipients)
        if token is not None and token.kind == "bounce":
            return NOBODY, "ignored", self.bounces.take(incoming, letter, token.a)
        if letter.kind != "human":
            raise Ignored(f"{letter.kind}: {letter.why}")
        sender = self.identity.of(letter)
        self.breakers.admit(sender)
        due = self.breakers.wait_until(incoming.id, sender)
        if due is not None:
            self.store.post.throttle(incoming.id, due, sender.address)
            self.breakers.told_to_wait(sender, due)
            return sender, "throttled", f"until {moment(due, 'UTC')}"
        if not self._first_time(incoming, letter):
            return sender, "duplicate", ""
        return sender, *self._obey(incoming, letter, self._found(sender))

    def _found(self, sender: Sender) -> Sender:
        """A letter that proves its writer is a sign of life."""
        if sender.player is None or not sender.proven:
            return sender
        self.bounces.alive(sender.player)
        if sender.player.unreachable is None:
            return sender
        return structs.replace(sender, player=self.store.people.player(sender.player.id))

    def _obey(self, incoming: Incoming, letter: Letter, sender: Sender) -> tuple[str, str]:
        if sender.token is not None and sender.token.kind == "confirm":
            return self._confirmed(incoming, letter, sender.token.a)
        if sender.token is not None and sender.token.kind == "invite":
            return "done", self.invitations.answered(incoming.id, letter, sender.token)
        if sender.token is not None and sender.token.kind == "address":
            return "done", self.addresses.answered(incoming, letter, sender.token)
        if sender.token is not None and sender.token.kind == "moved":
            note = self.addresses.heard(incoming, letter, sender)
            if note:
                return "done", note
            fresh = sender.player is not None and sender.player.generation == sender.token.b
            sender = structs.replace(sender, proven=fresh)
        if sender.player is not None and sender.player.disabled:
            raise Ignored("a disabled player")
        if sender.token is not None and sender.token.kind == "held":
            return self.questions.answered(letter, sender.token)
        if sender.token is not None and sender.token.kind in ("leave", "quiet"):
            note = self.quiet.heard(incoming, letter, sender)
            if note:
                return "done", note
        if sender.token is not None and sender.token.kind == "farewell":
            note = self.farewells.heard(incoming, letter, sender)
            if note:
                return "done", note
        return self.visit(incoming, letter, sender)

    def _first_time(self, incoming: Incoming, letter: Letter) -> bool:
        """Whether this letter has not had its effect yet. Without a Message-ID its text, address and day count."""
        name = letter.message_id or f"{incoming.received // DAY} {' '.join(letter.recipients)}"
        return self.store.post.hear(f"{letter.sender} {name} {letter.digest}", incoming.id, self.now())

    def _first_today(self, what: str, incoming: Incoming) -> bool:
        """Whether this happens for the first time today."""
        return self.store.post.hear(f"{what} {incoming.received // DAY}", incoming.id, self.now())

    def _confirmed(self, incoming: Incoming, letter: Letter, number: int) -> tuple[str, str]:
        """The answer to the question whether somebody wants to be a player."""
        registration = self.store.people.registration(number)
        assert registration is not None
        return "done", self.registrations.confirm(
            registration, Occasion(f"inbox-{incoming.id}", letter.message_id)
        )

    def visit(self, incoming: Incoming, letter: Letter, sender: Sender) -> tuple[str, str]:
        """Carry out the lines of a letter and answer it; returns what became of it, and a note."""
        match, turns = self.digests.answered(sender.token)
        visit = Visit(
            self,
            incoming.id,
            letter,
            sender.player,
            match=match,
            turns=turns,
            proven=sender.proven,
        )
        last = False
        try:
            with self.store.transaction():
                lines = read_lines(visit, text_of(visit, letter))
                if letter.away and all(line.error for line in lines):
                    raise Ignored(f"a notice of absence: {letter.subject}")
                if visit.player is not None and all(line.error for line in lines):
                    visit.note = MISREAD
                    last = self.breakers.misread(sender)
                if not lines:
                    visit.transcript.append(Fate("", "noted", NOTHING_READ))
                    visit.transcript += [Fate("", "noted", LAST_WORD)] * last
                    if visit.player is not None and visit.concerns_match():
                        visit.shown.add(visit.current or 0)
                    elif visit.player is not None:
                        visit.sections.append(self.about.short_help(visit.player))
                if must_prove(visit, lines):
                    return self.questions.hold(incoming, letter, visit, sender)
                visit.obey(lines)
                self.close(visit)
        except Void:
            if visit.too_late and not self._first_today(
                f"too late {visit.current} {letter.sender}", incoming
            ):
                raise Ignored("orders for a match that is over, refused once today") from None
            about = next(iter(visit.tables), None)
            visit.forget()
            visit.transcript += [Fate("", "noted", LAST_WORD)] * last
            if visit.player is not None and visit.concerns_match(about):
                visit.shown.add(visit.current or 0)
            self.close(visit)
        return "done", visit.note

    def matches_of(self, player: Player) -> str:
        """The numbers of a player's running matches, for refusals."""
        rows = self.store.matches.of_player(player.id, ("running",))
        return ", ".join(f"{row.id} ({row.game})" for row in rows) or "none"

    def table(self, number: int) -> Table | None:
        """A match that has begun, under today's rules, or None where there is none of this number.

        Where they do not fit its turn in progress any more, it goes back to the start of that turn: see
        `pbem.desk.renewal`.
        """
        table = self.tables.load(number)
        if table is None or not table.misfit:
            return table
        log.warning("match %d goes back to the start of its turn: %s", number, table.misfit)
        headline = (
            f"The rules of {table.game.title} have changed, and the turn in progress does not fit the new ones. It goes"
            " back to its start: what has been sent for it counts no more, and whoever is asked has his whole time"
            " again. The dice stay the same."
        )
        self.conclude(
            self.tables.go_back(table),
            by=None,
            inbox=None,
            answer=None,
            news=lambda mine: MatchNews(headline=headline, subject="new rules"),
            everybody=True,
        )
        back = self.tables.load(number)
        assert back is not None
        back.gone_back = True
        return back

    # The end of a visit.

    def close(self, visit: Visit) -> None:
        """Write to everybody concerned and store what has changed."""
        answered = False
        for number in dict.fromkeys([*visit.shown, *visit.tables, *visit.said]):
            table = visit.tables.get(number) or visit.table(number)
            visit.tables[number] = table
            answer = number in visit.shown or bool(table.match.fresh)
            self.conclude(
                table,
                by=table.seat_of(visit.sender),
                inbox=visit.inbox,
                answer=visit.occasion if answer else None,
                news=functools.partial(self._news, visit, number, not answered),
                everybody=number in visit.everybody or bool(visit.said.get(number)),
            )
            answered = answered or answer
        if not answered and (not visit.mailed or visit.mailed < len(visit.transcript)):
            self._answer(visit)

    @staticmethod
    def _news(visit: Visit, number: int, first: bool, mine: bool) -> MatchNews:
        return visit.news(number, mine=mine, first=first)

    def conclude(
        self,
        table: Table,
        *,
        by: SeatRow | None,
        inbox: int | None,
        answer: Occasion | None,
        news: Callable[[bool], MatchNews],
        everybody: bool,
        late: SeatRow | None = None,
    ) -> None:
        """Wind the clocks of a match, write to those concerned, and store it.

        `by` is the seat that has acted (None: the host or a clock); it gets the letter `answer`. The others are
        written to when something is asked of them, a turn is over, or `everybody` says so. `news` is told whether the
        letter goes to whom it is about: the seat that has acted, or the one that is `late`.
        """
        match = table.match
        let_house_play(table, self._house)
        if by is not None and (by.missed or by.vote) and match.fresh:
            self.store.matches.set_missed(table.number, by.index, 0, False)  # who answers is back
            table.refresh(self.store)
        table.seats = [wind(self.store, table, seat, self.now()) for seat in table.seats]
        self.tables.rate(table)
        headline = news(False).headline
        key = f"{inbox or self.now()}-{match.row_count}-{table.row.paused}-{table.row.undo is not None}-{headline}"
        seen = False
        for seat in table.seats:
            if by is not None and seat.index == by.index:
                if answer is not None:
                    self.mailer.about_match(table, seat, answer, news(True))
            elif everybody or match.turns or table.newly_asked(seat) or seat.seat in match.reports:
                occasion = Occasion(f"news-{key}", automatic=True)
                own = late is not None and seat.index == late.index
                told = self.mailer.tell(table, seat, occasion, news(own))
                seen = seen or (told and bool(match.fresh))
        if match.turns or (match.over and table.row.status != "over"):
            self.watching.tell(table, headline)
        self.tables.keep(table, seat=by.seat if by else "", inbox=inbox, seen=seen)

    def _answer(self, visit: Visit) -> None:
        """The answer to a letter that has shown no board: in the thread of its match, if it has one."""
        if visit.player is None:
            self._answer_stranger(visit)
            return
        about = visit.current if visit.concerns_match() else next(iter(visit.tables), None)
        number = visit.offered or about or self._offer_addressed(visit)
        if number is None:
            subject = (
                "not done" if visit.refused else _TAGS.sub("", visit.letter.subject)[:60] or "your letter"
            )
            self.mailer.plain(
                "answer",
                visit.player.address,
                f"Re: {subject}",
                visit.occasion,
                player=visit.player,
                refused=visit.refused,
                transcript=abridged(visit.transcript),
                sections=visit.sections,
                match=None,
            )
            return
        row = self.store.matches.match(number)
        assert row is not None
        seat = next(seat for seat in self.store.matches.seats(number) if seat.player == visit.player.id)
        table = visit.table(number) if number == about else None
        turn = table.match.turn.number if table else 0
        what = (
            "not done"
            if visit.refused
            else next((fate.line.split()[0] for fate in visit.transcript if fate.line), "")
        )
        state = self.mailer.subject(table, seat) if table else "offered"
        text = self.words.mail(
            "answer",
            refused=visit.refused,
            transcript=abridged(visit.transcript),
            sections=visit.sections,
            match=number,
            own_address="",
        )
        self.mailer.to_seat(row, seat, turn, f"{what.lower()}, {state}", text, "answer", visit.occasion)

    def _offer_addressed(self, visit: Visit) -> int | None:
        """The challenge whose mail a letter answers, while it is open: what is told of the letter belongs to it."""
        row = self.store.matches.match(visit.addressed) if visit.addressed is not None else None
        invited = (
            row is not None
            and row.status == "offered"
            and visit.player is not None
            and any(seat.player == visit.player.id for seat in self.store.matches.seats(row.id))
        )
        return visit.addressed if invited else None

    def _answer_stranger(self, visit: Visit) -> None:
        """Strangers are told how to begin, a few times a day: nobody can make the server mail them without end."""
        if any(
            fate.status == "done" and fate.line.lower().startswith("register") for fate in visit.transcript
        ):
            return  # the mail to confirm is the answer
        address = visit.letter.sender
        kind = (
            "answer" if any(is_command(fate.line.split(" ", 1)[0]) for fate in visit.transcript) else "hint"
        )
        day_ago = self.now() - DAY
        if kind == "hint" and self.store.post.count_since(address, kind, day_ago):
            raise Ignored("a stranger who has been told today how to begin")
        visit.note = _refusal(visit)
        if visit.note and self.store.post.notes_since(address, visit.note, day_ago):
            raise Ignored("a stranger who has been refused this today")
        if visit.refused or not visit.sections:
            visit.sections.append(self.about.short_help(None))
        if (
            kind == "hint"
        ):  # nothing of it is quoted: whoever wrote it may have written in somebody else's name
            visit.refused = ""
            visit.transcript = [Fate("", "noted", fate.text) for fate in visit.transcript if fate.text][:1]
        self.mailer.plain(
            "answer",
            address,
            "Re: your letter",  # his Subject may be an advertisement for somebody else
            visit.occasion,
            kind=kind,
            refused=visit.refused,
            transcript=abridged(visit.transcript),
            sections=visit.sections,
            match=None,
        )


def _refusal(visit: Visit) -> str:
    """A note about what was refused and why, by which the same is known when it comes again; "" where nothing was."""
    reasons = "\n".join(fate.text for fate in visit.transcript if fate.status == "refused")
    return f"refused ({hashlib.sha256(reasons.encode()).hexdigest()[:8]})" if reasons else ""
