"""Challenges: offered, answered, and lapsed when nobody answers. Silence never accepts anything.

A seat is offered to a player, to somebody outside by their address (`guests`), or to anybody who wants it.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from pbem.mail.reading import Letter
from pbem.play.game import Game
from pbem.play.orders import Refused, did_you_mean
from pbem.server.core.context import Service
from pbem.server.core.terms import must_suit_mail
from pbem.server.core.times import DAY, moment, span
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.lobby.guests import Guests
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import MatchSummaries
from pbem.server.matches.bots import OPEN, house_player, nobody
from pbem.server.matches.repository import HOUSE, MatchRepository
from pbem.server.matches.wants import check
from pbem.server.matches.willing import apart, check_willing
from pbem.server.views.observers import Observers
from pbem.store.rows import MatchRow, Origin, Player, SeatRow, Terms

OFFER_DAYS = 14  # how long an offer is valid by default
MOST_OPEN = 5  # maximum number of open offers of one player


class DeclinedMail(Mail, frozen=True):
    """An offer has been declined, or withdrawn."""

    template = "declined"

    match: int
    who: str
    withdrawn: bool


class JoinedMail(Mail, frozen=True, kw_only=True):
    """Somebody has taken a seat of an offer, or given it up."""

    template = "joined"

    match: int
    who: str
    gone: bool
    missing: str
    until: str


class LapsedMail(Mail, frozen=True, kw_only=True):
    """An offer has lapsed."""

    template = "lapsed"

    match: int
    missing: str
    stood: str


class Proposal(Struct, frozen=True):
    """An offer: a game with its options, and how it will be played.

    `seat` is the one the challenger wants (empty: the first), `lasts` is the number of seconds for which the offer is
    valid, `rematch` the match to be played once more (0: none), `wants` whom open seats are for (see `wants`).
    """

    game: Game[Any]
    options: dict[str, str]
    terms: Terms
    seat: str = ""
    lasts: int = OFFER_DAYS * DAY
    rated: bool = True
    rematch: int = 0
    wants: str = ""


class Offers(Service):
    """Makes, answers and ends challenges."""

    _repository: MatchRepository
    _mailer: Mailer
    _summaries: MatchSummaries
    _guests: Guests
    _observers: Observers

    # Offering.

    def offer(
        self,
        letter: LetterContext,
        proposal: Proposal,
        guests: Sequence[Player | str],
        origin: Origin | None = None,
    ) -> tuple[int, Outcome]:
        """Offer a new match; the challenger has accepted, and so has the house. Returns its number and the outcome,
        since it may begin at once.

        `guests` are players, addresses of people outside, and `open` for seats that anybody may take, in the order of
        the seats that the challenger leaves. With an `origin` it begins at a position of another match. Raises
        `Refused`.
        """
        if not self._context.config.trial:
            terms = proposal.terms
            must_suit_mail(terms.bank, terms.add, terms.cap, proposal.lasts)
        anybody = nobody(self._store, self._context.now())
        players = [anybody if isinstance(guest, str) else guest for guest in guests]
        for player in players:
            check_willing(self._store, letter.sender, player, proposal.game)
            self._check_patience(letter.sender, player)
        if OPEN in guests:
            self.check_open(letter.sender)
        self._guests.check_room(
            letter.sender, sum("@" in guest for guest in guests if isinstance(guest, str))
        )
        seats = proposal.game.seats(proposal.options, len(players) + 1)
        place = _place(proposal, seats)
        number = self._repository.offer(
            proposal.game,
            proposal.options,
            [*players[:place], letter.sender, *players[place:]],
            proposal.terms,
            owner=letter.sender.id,
            expires=self._context.now() + proposal.lasts,
            rated=proposal.rated,
        )
        if origin is not None:
            self._store.matches.set_origin(number, origin)
        if proposal.wants:
            self._store.matches.set_wants(number, proposal.wants)
        row = self._store.matches.match(number)
        indices = [index for index in range(len(seats)) if index != place]
        for index, guest in zip(indices, guests, strict=True):
            if guest == OPEN:
                self._store.matches.take_seat(number, index, anybody.id, "open")
            elif isinstance(guest, str):
                self._guests.invite(letter.sender, row, index, guest)
            elif guest.handle == HOUSE:
                self._store.matches.answer_offer(number, index, "accepted", HOUSE)
        self._invite(row, letter.sender, proposal.rematch)
        outcome = self.accept(letter, row, self._store.matches.seats(number)[place])
        if outcome.offers is not None:  # otherwise its first board says so
            outcome = structs.replace(outcome, sections=(*outcome.sections, self._summaries.promise(row)))
        return number, outcome

    # Who may be asked.

    def guest(self, host: Player, word: str, game: Game[Any]) -> Player | str:
        """The guest that a word of a challenge means: a player, an address outside, or `open`. Raises `Refused`.

        An address is never told apart from that of a player: whose it is is nobody else's business.
        """
        if word.lower() == OPEN:
            return OPEN
        if "@" in word:
            return self._guests.check(host, word)
        return self.player(host, word, game)

    def player(self, host: Player, name: str, game: Game[Any]) -> Player:
        """Find a player by name, or the house, if they may be asked to play a game. Raises `Refused`."""
        people = self._store.people
        if name.lower() == HOUSE:
            return house_player(self._store, self._context.now())
        player = people.named(name)
        if player is None or player.disabled or not player.address:
            near = did_you_mean(name, people.handles_like(name))
            invite = "To invite a friend write: challenge GAME and their mail address instead of a name"
            raise Refused(f"There is no player {name}. {near or invite}")
        check_willing(self._store, host, player, game)
        return player

    def check_open(self, player: Player, more: int = 1) -> None:
        """Whether a player may offer more matches to everybody. Raises `Refused`."""
        mine = sum(row.owner == player.id for row in self._store.matches.with_open_seats())
        if mine + more > MOST_OPEN:
            raise Refused(f"You can have {MOST_OPEN} such offers at a time; you have {mine}")

    def _check_patience(self, host: Player, player: Player) -> None:
        cap = self._context.config.caps.challenges_waiting
        if cap and player.address and player.id != host.id:
            waiting = self._store.matches.unanswered(host.id, player.id, self._context.now() - DAY)
            if waiting >= cap:
                raise Refused(
                    f"{waiting} of your challenges wait for {player.handle}'s answer, which is the maximum"
                )

    def _invite(self, row: MatchRow, challenger: Player, rematch: int) -> None:
        """Write to the players who are asked to take a seat, perhaps in a `rematch` of an earlier match."""
        for seat in self._store.matches.seats(row.id):
            if seat.status == "invited" and seat.player != challenger.id and seat.address:
                dispatch = Dispatch(f"offer-{row.id}", auto_submitted=True, informational=True)
                subject = f"{challenger.handle} challenges you"
                if rematch:
                    subject = f"{challenger.handle} offers a rematch of match {rematch}"
                told = self._summaries.offer(row, seat, challenger.handle, rematch)
                self._mailer.about_offer(row, seat, subject, dispatch, told)

    # Answering.

    def accept(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """Accept a seat; with the last one the match begins. Raises `Refused` if it is too late, or its game is not
        installed."""
        if self.lapsed(row):
            raise Refused(f"Challenge {row.id} has lapsed: not everybody has answered in time")
        self._repository.game_of(row)
        self._store.matches.answer_offer(row.id, seat.index, "accepted", _salt(letter.mail))
        seats = self._store.matches.seats(row.id)
        if any(other.status != "accepted" for other in seats):
            return Outcome(sections=(self._summaries.waiting(row, seats[seat.index]),), offers=row.id)
        loaded = self._repository.begin(row.id)
        letter.matches.put(loaded)
        self._observers.announce_beginning(loaded)
        house = all(other.handle == HOUSE for other in loaded.seats if other.index != seat.index)
        begins = (
            "The house is ready: the match begins." if house else "Everybody has accepted: the match begins."
        )
        return Outcome(
            shows=(row.id,),
            announces=(Announcement(row.id, begins, passing=True),),
            turns_to=row.id,
            as_it_is=row.id,
        )

    def lapsed(self, row: MatchRow) -> bool:
        """Whether an offer has expired, though nobody may have been told yet."""
        return row.expires < self._context.now()

    def joinable(self, player: Player) -> list[int]:
        """The matches in which a player could take an open seat, the oldest offer first."""
        offers = (
            (row.id, self._store.matches.seats(row.id)) for row in self._store.matches.with_open_seats()
        )
        return [
            number
            for number, seats in offers
            if all(seat.player != player.id for seat in seats) and not apart(self._store, player, seats)
        ]

    def join(self, letter: LetterContext, number: int, wanted: str) -> Outcome:
        """Take an open seat of an offer. Raises `Refused`."""
        row = self._store.matches.find(number)
        seats = self._store.matches.seats(number) if row is not None and row.status == "offered" else []
        free = [seat for seat in seats if seat.status == "open"]
        if row is None or not free:
            raise Refused(f"There is no open seat in match {number}; see: seek")
        if any(seat.player == letter.sender.id for seat in seats):
            raise Refused(
                f"You have a seat in match {number} already; to give it back write: decline {number}"
            )
        if apart(self._store, letter.sender, seats):
            raise Refused(f"There is no open seat for you in match {number}; see: seek")
        check(self._store, letter.sender, row.game, row.wants)
        game = self._repository.game_of(row)
        seat = next((seat for seat in free if _names(game, seat.seat, wanted)), None)
        if seat is None:
            raise Refused(f"The seat {wanted} is taken; free seats: {', '.join(each.seat for each in free)}")
        self._store.matches.take_seat(number, seat.index, letter.sender.id, "accepted")
        outcome = self.accept(letter, row, seat)
        if outcome.offers is not None:
            self._tell_others(row, letter.sender, str(letter.inbox), gone=False)
        return outcome

    def give_back(self, player: Player, row: MatchRow, seat: SeatRow, key: str) -> bool:
        """Decline a seat. Returns True if the offer remains, since the seat is open to anybody; otherwise it is called
        off.

        `key` names the occasion.
        """
        if seat.public and row.owner != player.id:
            anybody = nobody(self._store, self._context.now())
            self._store.matches.take_seat(row.id, seat.index, anybody.id, "open")
            self._tell_others(row, player, key, gone=True)
            return True
        self._store.matches.answer_offer(row.id, seat.index, "declined", "")
        self.call_off(row, player.handle)
        return False

    def call_off(self, row: MatchRow, who: str, address: str = "") -> None:
        """Call an offer off because of somebody; the others are told, and their host, who knows it, at which `address`
        they were invited."""
        owner = self._store.people.player(row.owner) if row.owner is not None else None
        withdrawn = owner is not None and owner.handle == who
        what = f"{who} has withdrawn it" if withdrawn else f"{who} has declined"
        self._store.matches.finish(row.id, "void", "", what, self._context.now())
        for other in self._store.matches.seats(row.id):
            if other.handle != who and other.status in ("invited", "accepted"):
                named = address if address and other.player == row.owner else who
                subject = what if withdrawn else f"{named} has declined"
                dispatch = Dispatch(f"declined-{row.id}", auto_submitted=True, informational=True)
                mail = DeclinedMail(row.id, named, withdrawn=withdrawn)
                self._mailer.about_offer(row, other, subject, dispatch, mail)

    def _tell_others(self, row: MatchRow, player: Player, key: str, *, gone: bool) -> None:
        subject = f"{player.handle} has given a seat back" if gone else f"{player.handle} has joined"
        for other in self._store.matches.seats(row.id):
            if other.status == "accepted" and other.player != player.id and other.address:
                self._mailer.about_offer(
                    row,
                    other,
                    subject,
                    Dispatch(f"joined-{row.id}-{key}", auto_submitted=True, informational=True),
                    JoinedMail(
                        match=row.id,
                        who=player.handle,
                        gone=gone,
                        missing=self._summaries.missing(row, reader=other.player),
                        until=moment(row.expires, other.zone),
                    ),
                )

    def expire(self) -> list[int]:
        """Let unanswered challenges lapse whose time is over; returns their numbers."""
        lapsed = []
        for row in self._store.matches.lapsing(self._context.now()):
            reason = "not everybody has answered in time"
            self._store.matches.finish(row.id, "void", "", reason, self._context.now())
            lapsed.append(row.id)
            for seat in self._store.matches.seats(row.id):
                self._mailer.about_offer(
                    row,
                    seat,
                    "the challenge has lapsed",
                    Dispatch(f"lapsed-{row.id}", auto_submitted=True),
                    LapsedMail(
                        match=row.id,
                        stood=span(row.expires - row.created),
                        missing=self._summaries.missing(row, reader=seat.player),
                    ),
                )
        return lapsed


def _names(game: Game[Any], seat: str, word: str) -> bool:
    return word.lower() in ("", seat.lower(), game.seat_title(seat).lower())


def _place(proposal: Proposal, seats: Sequence[str]) -> int:
    for index, seat in enumerate(seats):
        if _names(proposal.game, seat, proposal.seat):
            return index
    names = ", ".join(f"{seat} ({proposal.game.seat_title(seat)})" for seat in seats)
    raise Refused(f"seat={proposal.seat}: the seats are {names}")


def _salt(letter: Letter) -> str:
    """What a letter adds to the dice: only its writer's mail program could know its Message-ID beforehand."""
    return hashlib.sha256((letter.message_id or letter.digest).encode()).hexdigest()[:16]
