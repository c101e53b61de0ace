"""Matches by mail as files: their records, and new matches that begin where another one has been.

A fork is a match of its own: unrated, with dice of its own, and without the standing orders and plans of the other.

A record that is brought may have been written by anybody. It is checked from its options to its last die before
anything is made of it, and of what its writer could choose nothing but a legal position gets to anybody else: no name,
no number. One that begins within another match can be checked only as far as that beginning, so it must bear the seal
of this server.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from pbem.mail.prose import listed
from pbem.play.checking import proven, published
from pbem.play.game import State
from pbem.play.orders import Refused
from pbem.play.record import Record, ReplayError
from pbem.server.core.context import Context
from pbem.server.core.games import UnknownGame
from pbem.server.core.rates import RateLimits
from pbem.server.lobby.offers import Offers, Proposal
from pbem.server.mailing.mailer import Mailer, Occasion
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.reading.letter_context import Visit
from pbem.store.rows import Origin, Terms

BROUGHT = "a record was brought"
"""The note of letters that have brought one, by which they are counted."""

ROWS_LIMIT = 10_000
"""So many rows a record that is brought by mail has at most: ten times those of a long match."""


class Forks:
    """Mails records and begins forks."""

    def __init__(
        self,
        context: Context,
        repository: MatchRepository,
        mailer: Mailer,
        offers: Offers,
        limits: RateLimits,
    ) -> None:
        self._context = context
        self._repository = repository
        self._mailer = mailer
        self._offers = offers
        self._limits = limits
        self._store = context.store
        self._key = context.store.secret("record key")

    def sealed(self, record: Record) -> Record:
        """A record as it may leave the house, and be known when it comes back."""
        return record.sealed(self._key)

    def send(self, visit: Visit, number: int) -> str:
        """Mail the record of a match that is over. Raises `Refused`."""
        row = self._store.matches.match(number)
        if row is None or row.started is None:
            raise Refused(f"There is no match {number} that has begun")
        if row.status == "running":
            raise Refused(f"Match {number} is not over: until then its record holds secrets")
        limits = self._limits
        if not limits.take("record", visit.sender.id):
            raise Refused(f"{limits.most('record')} records a day are enough")
        game = self._context.games.named(row.game)
        record = self.sealed(published(game, self._repository.record(number)))
        loaded = self._repository.load(number)
        assert loaded is not None
        self._mailer.plain(
            "record",
            visit.sender.address,
            f"the record of match {number}",
            Occasion(f"record-{visit.inbox}-{number}", visit.letter.message_id),
            player=visit.sender,
            attached=(f"match-{number}.json", record.to_json()),
            game=game.name,
            match=number,
            players=list(record.players.values()),
            line=f"import #{self._last(loaded)} {_others(list(record.players.values()), visit.sender.handle)}",
        )
        return "on its way, in a mail of its own"

    def fork(self, visit: Visit, loaded: LoadedMatch, turn: int | None, names: list[str]) -> str:
        """Offer a match that begins at a turn of another one, to the same players or to others. Raises `Refused`."""
        if loaded.row.status == "running" and loaded.seat_of(visit.sender) is None:
            raise Refused(f"Match {loaded.number} is not over, and you do not play in it")
        last = self._last(loaded)
        if turn is None or not 0 <= turn < last:
            against = _others([seat.handle for seat in loaded.seats], visit.sender.handle)
            raise Refused(
                f"Match {loaded.number} can be played on from {_turns(last)};"
                f" write for example: fork {loaded.number}#{last} {against}"
            )
        then = self._repository.turn_of(loaded, turn)
        state = loaded.game.decode(then.state, then.version)
        mine = loaded.seat_of(visit.sender)
        others = [seat.handle for seat in loaded.seats if seat is not mine]
        source = f"match {loaded.number}, turn {turn + 1}"
        proposal = Proposal(
            loaded.game, loaded.row.options, loaded.row.terms, mine.seat if mine else "", rated=False
        )
        return self._offer(visit, proposal, state, names or others, source)

    def bring(self, visit: Visit, data: bytes, turn: int, names: list[str]) -> str:
        """Offer a match that begins at a turn of a record that came with the letter. Raises `Refused`."""
        self._check_room(visit)
        try:
            record = Record.from_json(data)
            game = self._context.games.named(record.game)
        except (msgspec.MsgspecError, UnknownGame) as error:
            raise Refused(f"What is attached is no record of a match here: {error}") from error
        if len(record.rows) > ROWS_LIMIT:
            raise Refused(f"The record has {len(record.rows)} rows; at most {ROWS_LIMIT} are read")
        ours = record.bears_seal(self._key)
        try:
            whole = proven(game, record, vouched=ours)
        except (ReplayError, ValueError) as error:
            raise Refused(f"The record does not hold together: {error}") from error
        turns = [record.turns[0], *whole.turns]
        last = bisect_left(turns, True, key=lambda each: _ended(game.decode(each.state, each.version)))
        if not 0 <= turn < last:
            who = " ".join(names) or _others(list(record.players.values()), visit.sender.handle)
            raise Refused(
                f"The record can be played on from {_turns(last)}; write for example: import #{last} {who}"
            )
        mine = next(
            (seat for seat, name in record.players.items() if name.lower() == visit.sender.handle.lower()), ""
        )
        source = f"match {record.match}, turn {turn + 1}" if ours else f"turn {turn + 1} of a record"
        proposal = Proposal(game, record.options, Terms(), mine, rated=False)
        state = game.decode(turns[turn].state, turns[turn].version)
        return self._offer(visit, proposal, state, names, source)

    def _last(self, loaded: LoadedMatch) -> int:
        """The last turn of a match, counted from 1, from which it can be played on."""
        turns, number = self._repository, loaded.match.turn.number
        return bisect_left(
            range(number + 1),
            True,
            key=lambda turn: _ended(
                loaded.game.decode((then := turns.turn_of(loaded, turn)).state, then.version)
            ),
        )

    def count(self, visit: Visit) -> None:
        """Count the record that a letter has brought, whatever has become of it."""
        if visit.note == BROUGHT:
            self._limits.count("import", visit.sender.id)

    def _check_room(self, visit: Visit) -> None:
        """Note that a letter has brought a record. Raises `Refused` for one too many."""
        if visit.note == BROUGHT:
            raise Refused("One import in a letter is enough")
        visit.note = BROUGHT
        limits = self._limits
        if limits.reached("import", visit.sender.id):
            raise Refused(f"{limits.most('import')} records a day are read, and you have sent as many")

    def _offer(self, visit: Visit, proposal: Proposal, state: State, names: list[str], source: str) -> str:
        game = proposal.game
        seats = game.seats(proposal.options, len(state.seats))
        if len(names) != len(seats) - 1:
            others = len(seats) - 1
            who = (
                "one other player" if others == 1 else f"{others} other players, in the order of their seats"
            )
            raise Refused(f"Name {who}; house will do, too")
        guests = [self._offers.player(visit.sender, name, game) for name in names]
        handles = [visit.sender.handle, *(guest.handle for guest in guests)]
        if len(set(handles)) < len(handles):
            raise Refused("Everybody can have one seat only, you among them")
        origin = Origin(game.version, msgspec.json.encode(game.parted(state)), source)
        number = self._offers.offer(visit, proposal, guests, origin)
        told = f"where {source} began, with dice of its own; it is not rated"
        if visit.offered != number:
            return f"match {number} begins {told}"
        asked = listed(guest.handle for guest in guests if guest.handle != HOUSE)
        return f"match {number}, {game.title}, is offered to {asked}; it begins {told}"


def _ended(state: State) -> bool:
    """Whether a match cannot be played on from a position: it is the end, or somebody has left already."""
    return state.result is not None or bool(state.left)


def _turns(last: int) -> str:
    return f"turns 1 to {last}" if last > 1 else "turn 1"


def _others(handles: Sequence[str], player: str) -> str:
    """Those against whom a player could play on who sat with, or looked on at, these: the house in the first seat."""
    others = [handle for handle in handles if handle.lower() != player.lower()][: len(handles) - 1]
    return " ".join(others if HOUSE in others else [HOUSE, *others[1:]])
