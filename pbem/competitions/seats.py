"""Which of two players has the first seat in a Swiss round (FIDE Handbook C.04.3, sections A.6 and E).

In chess the seats are colors: White is the first seat.
"""

from collections.abc import Sequence

from msgspec import Struct

from pbem.competitions.values import Field, Number


class Claim(Struct, frozen=True):
    """The claim of a player to a seat: 0 or 1, None for none; `strength` 3 is absolute, 2 strong, 1 mild."""

    seat: int | None
    strength: int
    difference: int  # matches on the first seat less those on the second


def held(field: Field, number: Number) -> list[int]:
    """The seats in which an entrant has really played, by round."""
    return [
        result.pairing.seats.index(number)
        for result in field.of(number)
        if result.kind == "played" and len(result.pairing.seats) == 2
    ]


def claim(seats: Sequence[int]) -> Claim:
    """What a player may claim after having had these seats (A.6)."""
    difference = seats.count(0) - seats.count(1)
    twice = len(seats) > 1 and seats[-1] == seats[-2]
    if abs(difference) > 1 or twice:
        wanted = (1 if difference > 0 else 0) if abs(difference) > 1 else 1 - seats[-1]
        return Claim(wanted, 3, difference)
    if difference:
        return Claim(1 if difference > 0 else 0, 2, difference)
    return Claim(1 - seats[-1], 1, 0) if seats else Claim(None, 0, 0)


def allot(field: Field, one: Number, other: Number, *, first_seat: int) -> tuple[Number, Number]:
    """The two in the order of their seats (E.1 to E.5).

    `first_seat` is the seat that the best player with an odd number gets in the first round, drawn by lot.
    """
    higher, lower = sorted((one, other), key=lambda number: (-field.score(number), number))
    seats = _higher_seat(field, higher, lower, first_seat)
    return (higher, lower) if seats == 0 else (lower, higher)


def _higher_seat(field: Field, higher: Number, lower: Number, first_seat: int) -> int:
    """The seat of the higher ranked of two players."""
    mine, theirs = held(field, higher), held(field, lower)
    wants, asks = claim(mine), claim(theirs)
    if wants.seat != asks.seat and wants.seat is not None and asks.seat is not None:
        return wants.seat  # E.1: both get what they claim
    if wants.seat is None and asks.seat is not None:
        return 1 - asks.seat
    if asks.seat is None and wants.seat is not None:
        return wants.seat
    if wants.seat is not None:
        if wants.strength != asks.strength:  # E.2: the stronger claim
            stronger = wants.strength > asks.strength
            return wants.seat if stronger else 1 - wants.seat
        if wants.strength == 3 and abs(wants.difference) != abs(asks.difference):
            wider = abs(wants.difference) > abs(asks.difference)
            return wants.seat if wider else 1 - wants.seat
        for my_seat, their_seat in zip(reversed(mine), reversed(theirs), strict=False):
            if my_seat != their_seat:  # E.3: alternate since the last round in which they differed
                return 1 - my_seat
        return wants.seat  # E.4: the claim of the higher ranked
    return first_seat if higher % 2 else 1 - first_seat  # E.5
