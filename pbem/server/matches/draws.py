"""Deciding on draws. Silence never agrees to anything; the house agrees to everything."""

from collections.abc import Sequence

from msgspec import Struct

from pbem.play.orders import Refused
from pbem.server.matches.repository import HOUSE
from pbem.store.rows import SeatRow


class Decision(Struct, frozen=True):
    """Which seats (by index) then offer a draw, and who has still to agree.

    `confirm`: nothing is done yet, since with only the house to agree the match would end at once.
    """

    offering: frozenset[int]
    missing: tuple[str, ...] = ()
    confirm: bool = False


def agree(playing: Sequence[SeatRow], seat: SeatRow) -> Decision:
    """Offer a draw for a seat, or agree to one, among the seats still in. Raises `Refused`."""
    if seat.index not in {row.index for row in playing}:
        raise Refused("You are out of this match")
    offering = {row.index for row in playing if row.draw or row.handle == HOUSE}
    if all(row.index == seat.index or (row.handle == HOUSE and not row.draw) for row in playing):
        return Decision(frozenset(offering), confirm=True)
    offering.add(seat.index)
    return Decision(frozenset(offering), tuple(row.handle for row in playing if row.index not in offering))


def asked_after(seats: Sequence[SeatRow], seat: SeatRow) -> int | None:
    """The number of the last letter that went out before others offered a seat a draw; None if none is open."""
    if seat.draw:
        return None
    return min((row.draw_mail for row in seats if row.draw and row.index != seat.index), default=None)
