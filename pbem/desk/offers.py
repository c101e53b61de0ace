"""Challenges: offered, answered, and gone when nobody answers. Silence never accepts anything."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.house import HANDLE
from pbem.desk.mailer import Occasion
from pbem.desk.terms import told_terms
from pbem.desk.times import DAY
from pbem.mail.reading import Letter
from pbem.play.dice import commitment
from pbem.play.game import Game
from pbem.store.rows import MatchRow, Player, SeatRow, Terms

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.visit import Visit

OFFER_DAYS = 14


class Offers:
    """The challenges of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def offer(
        self,
        visit: Visit,
        game: Game[Any],
        options: dict[str, str],
        players: Sequence[Player],
        terms: Terms,
    ) -> int:
        """A new match, offered; the challenger has accepted, and so has the house. Returns its number."""
        number = self._desk.tables.offer(game, options, players, terms)
        seats = self._store.matches.seats(number)
        row = self._store.matches.match(number)
        assert row is not None
        for seat in seats[1:]:
            if seat.handle == HANDLE:
                self._store.matches.answer_offer(number, seat.index, "accepted", HANDLE)
            else:
                self._invite(row, seats, seat, Occasion(f"offer-{number}", automatic=True))
        if not self.accept(visit, row, seats[0]):  # what has begun is told by its first board
            visit.offered = number
            visit.sections.append(
                self._desk.words.mail("promise", number=number, commitment=commitment(row.seed))
            )
        return number

    def _invite(self, row: MatchRow, seats: list[SeatRow], seat: SeatRow, occasion: Occasion) -> None:
        game = self._desk.games.named(row.game)
        text = self._desk.words.mail(
            "challenge",
            game=game,
            row=row,
            seat=seat,
            challenger=seats[0],
            others=[other.handle for other in seats if other.index not in (0, seat.index)],
            title=game.seat_title(seat.seat),
            changed={
                name: value for name, value in row.options.items() if not _is_default(game, name, value)
            },
            terms=told_terms(row.terms),
            days=OFFER_DAYS,
            promise=self._desk.words.mail("promise", number=row.id, commitment=commitment(row.seed)),
        )
        self._desk.mailer.to_seat(
            row, seat, 0, f"{seats[0].handle} challenges you", text, "challenge", occasion
        )

    def accept(self, visit: Visit, row: MatchRow, seat: SeatRow) -> bool:
        """Take a seat; True when it was the last one and the match begins."""
        self._store.matches.answer_offer(row.id, seat.index, "accepted", _salt(visit.letter))
        if any(other.status != "accepted" for other in self._store.matches.seats(row.id)):
            return False
        visit.tables[row.id] = self._desk.tables.begin(row.id)
        visit.shown.add(row.id)
        house = any(other.handle == HANDLE for other in visit.tables[row.id].seats)
        begins = (
            "The house is ready: the match begins." if house else "Everybody has accepted: the match begins."
        )
        visit.announce(visit.tables[row.id], begins)
        visit.current = row.id
        visit.turn = None
        return True

    def decline(self, visit: Visit, row: MatchRow, seat: SeatRow) -> None:
        """Somebody says no (or the challenger withdraws): the offer is off for everybody."""
        self._store.matches.answer_offer(row.id, seat.index, "declined", "")
        self._store.matches.finish(row.id, "void", "", f"{seat.handle} has declined", self._desk.now())
        for other in self._store.matches.seats(row.id):
            if other.index != seat.index and other.status != "declined":
                text = self._desk.words.mail(
                    "declined", row=row, who=seat.handle, game=self._desk.games.named(row.game)
                )
                occasion = Occasion(f"declined-{row.id}", automatic=True)
                self._desk.mailer.to_seat(
                    row, other, 0, f"{seat.handle} has declined", text, "declined", occasion
                )

    def open_to(self, player: Player, number: int) -> bool:
        """Whether a match that has not begun is offered to a player, or by him."""
        return any(row.id == number for row in self._store.matches.of_player(player.id, ("offered",)))

    def expire(self) -> list[int]:
        """Challenges that nobody has answered in time lapse; returns their numbers."""
        lapsed = []
        for row in self._store.matches.offered_before(self._desk.now() - OFFER_DAYS * DAY):
            self._store.matches.finish(
                row.id, "void", "", "not everybody has answered in time", self._desk.now()
            )
            lapsed.append(row.id)
            for seat in self._store.matches.seats(row.id):
                text = self._desk.words.mail(
                    "lapsed", row=row, game=self._desk.games.named(row.game), days=OFFER_DAYS
                )
                occasion = Occasion(f"lapsed-{row.id}", automatic=True)
                self._desk.mailer.to_seat(row, seat, 0, "the challenge has lapsed", text, "lapsed", occasion)
        return lapsed


def _salt(letter: Letter) -> str:
    """What a letter adds to the dice: nobody but its writer's mail program could know its Message-ID beforehand."""
    return hashlib.sha256((letter.message_id or letter.digest).encode()).hexdigest()[:16]


def _is_default(game: Game[Any], name: str, value: str) -> bool:
    return any(option.name == name and option.default == value for option in game.options)
