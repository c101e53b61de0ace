"""Records by mail, and new matches that begin at a position of another one.

A fork is a match of its own: unrated, with dice of its own, and without the standing orders and plans of the other.
"""

from bisect import bisect_left
from collections.abc import Sequence

import msgspec
from msgspec import structs

from pbem.mail.prose import listed
from pbem.play.checking import published
from pbem.play.game import State
from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.lobby.offers import Offers, Proposal
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.store.rows import Origin, Player


class RecordMail(Mail, frozen=True):
    """The record of a match, which is attached."""

    template = "record"

    match: int
    players: list[str]
    line: str


class Forks(Service):
    """Mails records, and offers forks."""

    _repository: MatchRepository
    _mailer: Mailer
    _offers: Offers
    _limits: RateLimits

    def send(self, letter: LetterContext, number: int) -> Outcome:
        """Mail the record of a match that is over. Raises `Refused`."""
        row = self._store.matches.find(number)
        if row is None or row.started is None:
            raise Refused(f"There is no match {number} that has begun")
        if row.status == "running":
            raise Refused(f"Match {number} is not over: until then its record holds secrets")
        self._limits.require("record", letter.sender.id)
        game = self._repository.game_of(row)
        record = published(game, self._repository.record(number))
        loaded = self._repository.load(number)
        self._mailer.plain(
            RecordMail(
                match=number,
                players=list(record.players.values()),
                line=self._line(loaded, letter.sender),
            ),
            letter.sender,
            f"the record of match {number}",
            Dispatch(f"record-{letter.inbox}-{number}", letter.mail.message_id),
            attached=(f"match-{number}.json", record.to_json()),
            game=game.name,
        )
        return Outcome("on its way, in a mail of its own", mailed=True)

    def fork(
        self, letter: LetterContext, loaded: LoadedMatch, turn: int | None, names: Sequence[str], level: str
    ) -> Outcome:
        """Offer a match that begins at a turn of another one, to the same players or to others, with the house at a
        level. Raises `Refused`."""
        if loaded.row.status == "running" and loaded.seat_of(letter.sender) is None:
            raise Refused(f"Match {loaded.number} is not over, and you do not play in it")
        last = self._last(loaded)
        if turn is None or not 0 <= turn < last:
            turns = f"turns 1 to {last}" if last > 1 else "turn 1"
            raise Refused(
                f"Match {loaded.number} can be played on from {turns};"
                f" write for example: {self._line(loaded, letter.sender)}"
            )
        state = loaded.state_at(self._repository.turn_of(loaded, turn))
        mine = loaded.seat_of(letter.sender)
        others = [seat.handle for seat in loaded.seats if seat is not mine]
        source = f"match {loaded.number}, turn {turn + 1}"
        proposal = Proposal(
            loaded.game,
            loaded.row.options,
            structs.replace(loaded.row.terms, level=level),
            mine.seat if mine else "",
            rated=False,
        )
        return self._offer(letter, proposal, state, names or others, source)

    def _line(self, loaded: LoadedMatch, player: Player) -> str:
        """A line with which a player can play on from the last possible turn, against the same players.

        The house takes the first of their seats, so that it works at once.
        """
        handles = [seat.handle for seat in loaded.seats]
        others = [handle for handle in handles if handle != player.handle][: len(handles) - 1]
        names = others if HOUSE in others else [HOUSE, *others[1:]]
        return f"fork {loaded.number}#{self._last(loaded)} {' '.join(names)}"

    def _last(self, loaded: LoadedMatch) -> int:
        """The last turn of a match, counted from 1, from which it can be played on."""
        return bisect_left(
            range(loaded.match.turn.number + 1),
            True,
            key=lambda turn: _ended(loaded.state_at(self._repository.turn_of(loaded, turn))),
        )

    def _offer(
        self, letter: LetterContext, proposal: Proposal, state: State, names: Sequence[str], source: str
    ) -> Outcome:
        game = proposal.game
        seats = game.seats(proposal.options, len(state.seats))
        if len(names) != len(seats) - 1:
            others = len(seats) - 1
            who = (
                "one other player" if others == 1 else f"{others} other players, in the order of their seats"
            )
            raise Refused(f"Name {who}; house is possible too")
        guests = [self._offers.player(letter.sender, name, game) for name in names]
        handles = [letter.sender.handle, *(guest.handle for guest in guests)]
        if len(set(handles)) < len(handles):
            raise Refused("Nobody can have two seats")
        origin = Origin(game.version, msgspec.json.encode(game.parted(state)), source)
        number, outcome = self._offers.offer(letter, proposal, guests, origin)
        told = f"where {source} began, with dice of its own; it is not rated"
        if outcome.offers is None:
            return structs.replace(outcome, text=f"match {number} begins {told}")
        asked = listed(guest.handle for guest in guests if guest.handle != HOUSE)
        text = f"match {number}, {game.title}, is offered to {asked}; it begins {told}"
        return structs.replace(outcome, text=text)


def _ended(state: State) -> bool:
    """Whether a match cannot be continued from a position: it is the end, or somebody has left already."""
    return state.result is not None or bool(state.left)
