"""Votes about a late seat: who has one, what is decided, and how voters are told."""

import functools
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from pbem.play.requests import Seat
from pbem.server.core.terms import THEN, THEN_ASKED, THEN_MINE, THEN_STILL, consequence
from pbem.server.core.times import moment
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.store import Store
from pbem.store.rows import SeatRow, Terms

CHOICES = ("wait", "house", "forfeit")
"""What the others may vote for, beside the name of a player who should take the seat."""


class Ballot(Struct, frozen=True):
    """An open vote, as one of the players is told about it.

    `own`: it is about the reader's seat, which has no vote. `which` follows each choice if several seats are late;
    `voted` is what the reader has voted for, `asked` who has been asked to take the seat, `due` the late player's new
    deadline, if their clock runs.
    """

    handle: str
    title: str
    own: bool
    gone: bool
    why: str
    which: str
    asked: str
    cast: list[str]
    voted: str
    voters: int
    due: str

    @property
    def waits(self) -> bool:
        """Whether it waits for the reader's vote."""
        return not (self.own or self.voted or self.asked)

    def line(self, number: int) -> str:
        """A line that votes in match `number` from any letter."""
        return f"vote {number} {'house' if self.gone else 'wait'}{self.which}"


def find_voters(seats: Sequence[SeatRow], still_in: Collection[Seat], late: SeatRow) -> list[int]:
    """The numbers of the seats with a vote: of all players who are still in the match and on this server, except the
    late one."""
    return [
        row.index
        for row in seats
        if row.seat in still_in and row.index != late.index and row.handle != HOUSE and not row.gone
    ]


def choose_step(terms: Terms, late: SeatRow, voters: Callable[[], Collection[int]]) -> str:
    """What happens at the next missed deadline of a seat: the step of the policy, or its replacement.

    A player whom no mail reaches is neither reminded nor taken out: the others decide. If nobody has a vote, there is a
    reminder instead.
    """
    what = consequence(terms, late.missed)
    if late.unreachable is not None and what in ("nag", "forfeit"):
        what = "vote"
    return "nag" if what == "vote" and not voters() else what


def find_majority(cast: Mapping[int, str], entitled: Collection[int]) -> str | None:
    """The choice of more than half of all who have a vote, whether they have cast it or not; None if there is none."""
    counted = Counter(choice for voter, choice in cast.items() if voter in entitled).most_common(1)
    return counted[0][0] if counted and counted[0][1] * 2 > len(entitled) else None


def voters(loaded: LoadedMatch, late: SeatRow) -> list[int]:
    """The numbers of the seats that have a vote on a late one."""
    return find_voters(loaded.seats, loaded.game.still_in(loaded.match.state), late)


def step(loaded: LoadedMatch, late: SeatRow) -> str:
    """What happens at the next missed deadline of a seat."""
    return choose_step(loaded.row.terms, late, functools.partial(voters, loaded, late))


def what_then(loaded: LoadedMatch, late: SeatRow, reader: SeatRow) -> str:
    """What happens after a seat's deadline, for its player, or for another reader."""
    what = step(loaded, late)
    if what == "vote" and late.vote:
        return THEN_STILL
    if reader.index == late.index:
        return THEN_MINE[what]
    return THEN_ASKED if what == "vote" and reader.index in voters(loaded, late) else THEN[what]


def decided(store: Store, loaded: LoadedMatch, late: SeatRow) -> str | None:
    """What a majority wants done about a late seat; None if it has not decided."""
    return find_majority(store.matches.votes(loaded.number, late.index), voters(loaded, late))


def ballots(
    store: Store, loaded: LoadedMatch, seat: SeatRow, voted_on: Sequence[SeatRow], now: int
) -> list[Ballot]:
    """The open votes, each about a late seat, that a seat is told about: those in which it has a vote, and one about
    itself."""
    several = len(voted_on) > 1
    found = []
    for late in voted_on:
        entitled = voters(loaded, late)
        if not (seat.index in entitled or seat.index == late.index):
            continue
        votes = store.matches.votes(loaded.number, late.index)
        cast = [
            f"{loaded.title(loaded.seats[voter].seat)}: {choice}"
            for voter, choice in votes.items()
            if voter in entitled
        ]
        why = "has left the server for good" if late.gone else "has not answered in time"
        if late.unreachable is not None:
            why += f", and mail to {late.handle} comes back"
        running = late.due is not None and late.next_reminder is not None and late.due > now
        found.append(
            Ballot(
                handle=late.handle,
                title=loaded.title(late.seat),
                own=seat.index == late.index,
                gone=late.gone,
                why=why,
                which=f" {late.seat}" if several else "",
                asked=find_majority(votes, entitled) or "",
                cast=cast,
                voted=votes.get(seat.index, ""),
                voters=len(entitled),
                due=moment(late.due, seat.zone) if running and late.due is not None else "",
            )
        )
    return found
