"""Votes about a late seat: who has one, what is decided, and how they are told of it."""

from __future__ import annotations

from collections import Counter

from pbem.desk.tables import HOUSE, Table
from pbem.store import Store
from pbem.store.rows import SeatRow


def voters(table: Table, late: SeatRow) -> list[int]:
    """The numbers of the seats that have a vote: people who still play and are still here, but for the late one."""
    still_in = table.game.still_in(table.match.state)
    return [
        row.index
        for row in table.seats
        if row.seat in still_in and row.index != late.index and row.handle != HOUSE and not row.gone
    ]


def decided(store: Store, table: Table, late: SeatRow) -> str | None:
    """What more than half of those who have a vote want; None where that is nothing yet."""
    entitled = voters(table, late)
    cast = store.matches.votes(table.number, late.index)
    counted = Counter(choice for voter, choice in cast.items() if voter in entitled).most_common(1)
    return counted[0][0] if counted and counted[0][1] * 2 > len(entitled) else None


def prompts(store: Store, table: Table, seat: SeatRow) -> list[str]:
    """What a seat is to be told of open votes."""
    found = []
    for late in table.seats:
        if not late.vote or seat.index not in voters(table, late):
            continue
        which = f" {late.seat}" if sum(each.vote for each in table.seats) > 1 else ""
        cast = [
            f"{table.title(table.seats[voter].seat)}: {choice}"
            for voter, choice in store.matches.votes(table.number, late.index).items()
        ]
        why = "has left the server for good" if late.gone else "has not answered in time"
        wait = "" if late.gone else f"vote wait{which}, "
        found.append(
            f"{table.title(late.seat)} {why}. What shall be done? Write: {wait}vote house{which} (the house plays on in"
            f" that seat), vote NAME{which} (another player does, if he wants to), vote forfeit{which}, or vote"
            f" annul{which} (the match ends without a winner)."
            + (f" Votes so far: {', '.join(cast)}." if cast else "")
        )
    return found
