"""What needs the others' yes: draws, and taking back what they have seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.desk.house import HANDLE
from pbem.play.orders import Refused
from pbem.store.rows import Batch, SeatRow, UndoRequest

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.tables import Table
    from pbem.desk.visit import Visit


class Consents:
    """Draw offers and undo requests. Silence never agrees to anything."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._matches = desk.store.matches

    # Draws.

    def accept_draw(self, visit: Visit, table: Table) -> str:
        """Offer a draw or agree to one; with the last yes the match ends."""
        self._running(table)
        seat = visit.seat(table)
        for row in table.seats:
            if row.index == seat.index or row.handle == HANDLE:  # the house agrees to anything
                self._matches.set_draw(table.number, row.index, True)
        visit.refresh(table)
        playing = [row for row in table.seats if row.seat not in table.match.state.left]
        missing = [row.handle for row in playing if not row.draw]
        visit.everybody.add(table.number)
        if missing:
            visit.headlines[table.number] = f"{table.title(seat.seat)} offers a draw."
            return f"your offer of a draw stands; still to agree: {', '.join(missing)}"
        table.match.end(table.game.agreed(table.match.state), "order")
        return "the match is drawn"

    def decline_draw(self, visit: Visit, table: Table) -> str:
        """Refuse a draw, or withdraw one's own offer."""
        self._running(table)
        if not any(row.draw for row in table.seats):
            raise Refused("Nobody has offered a draw")
        self._matches.set_draw(table.number, None, False)
        visit.refresh(table)
        visit.everybody.add(table.number)
        visit.headlines[table.number] = f"{table.title(visit.seat(table).seat)} does not want a draw now."
        return "there is no offer of a draw any more"

    # Undo.

    def undo(self, visit: Visit, table: Table) -> str:
        """Take the sender's last letter back, at once or by asking the others."""
        self._running(table)
        seat = visit.seat(table)
        if table.match.fresh:
            raise Refused("Undo cannot stand in one letter with orders")
        batches = self._matches.batches(table.number)
        mine = [batch for batch in batches if batch.seat == seat.seat]
        if not mine:
            raise Refused("You have done nothing yet that could be taken back")
        batch = mine[-1]
        later = [each for each in batches if each.number >= batch.number]
        unseen = not any(each.seen for each in later) and not self._dice(later)
        others = [
            row
            for row in table.others(seat)
            if row.seat not in table.match.state.left and row.handle != HANDLE
        ]
        if not others or (unseen and all(each.seat == seat.seat for each in later)):
            self._cut(visit, table, batch)
            return "your last letter is taken back"
        self._matches.set_undo(table.number, UndoRequest(seat.seat, batch.number, table.match.row_count, ()))
        visit.refresh(table)
        visit.everybody.add(table.number)
        visit.headlines[table.number] = f"{table.title(seat.seat)} asks to take the last letter back."
        return (
            "others know of it or dice have been rolled, so they are asked:"
            f" {', '.join(row.handle for row in others)}. The dice stay the same in any case"
        )

    def accept_undo(self, visit: Visit, table: Table) -> str:
        """Agree; with the last yes everything from that letter on is taken back."""
        request, seat = self._request(visit, table)
        agreed = tuple(dict.fromkeys((*request.agreed, seat.seat)))
        left = table.match.state.left
        wanted = {row.seat for row in table.seats if row.seat not in left and row.handle != HANDLE} - {
            request.seat
        }
        if not wanted <= set(agreed):
            self._matches.set_undo(table.number, msgspec.structs.replace(request, agreed=agreed))
            visit.refresh(table)
            return "you agree; the others have not all answered"
        batch = next(each for each in self._matches.batches(table.number) if each.number == request.batch)
        self._cut(visit, table, batch)
        visit.everybody.add(table.number)
        visit.headlines[table.number] = (
            f"A letter of {table.title(request.seat)} has been taken back by consent."
        )
        return "it is taken back"

    def decline_undo(self, visit: Visit, table: Table) -> str:
        """Refuse an undo, or withdraw one's own request."""
        self._running(table)
        if table.row.undo is None:
            raise Refused("Nobody has asked to take anything back")
        self._matches.set_undo(table.number, None)
        visit.refresh(table)
        visit.everybody.add(table.number)
        visit.headlines[table.number] = f"{table.title(visit.seat(table).seat)} has said no to the undo."
        return "nothing is taken back"

    def _request(self, visit: Visit, table: Table) -> tuple[UndoRequest, SeatRow]:
        self._running(table)
        seat = visit.seat(table)
        request = table.row.undo
        if request is None or request.seat == seat.seat or request.rows != table.match.row_count:
            raise Refused("Nobody else has asked to take anything back, or the match has gone on since")
        return request, seat

    def _cut(self, visit: Visit, table: Table, batch: Batch) -> None:
        visit.tables[table.number] = self._desk.tables.cut(table.number, batch)
        visit.shown.add(table.number)
        visit.turn = None  # orders below the undo are for the position that it leads to

    @staticmethod
    def _running(table: Table) -> None:
        if table.match.over:
            raise Refused("The match is over")

    @staticmethod
    def _dice(batches: list[Batch]) -> bool:
        return any(b'["roll"' in batch.rows or b'["draw"' in batch.rows for batch in batches)
