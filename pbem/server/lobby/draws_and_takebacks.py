"""What needs the others' yes: draws, and taking back what they have seen."""

from __future__ import annotations

import itertools
from typing import Literal, TypeAlias

import msgspec

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.server.core.context import Context
from pbem.server.matches.repository import HOUSE, Table, Tables
from pbem.server.matches.rewind import Rewind
from pbem.server.reading.letter_context import Visit
from pbem.store.rows import Batch, SeatRow, UndoRequest

TOLD = 6
"""So many stretches of answers, each by one player, are told of what an undo would take back."""


Question: TypeAlias = Literal["draw", "undo"]
"""What the others may be asked."""


class Consents:
    """Draw offers and undo requests. Silence never agrees to anything."""

    def __init__(self, context: Context, tables: Tables) -> None:
        self._context = context
        self._store = context.store
        self._matches = context.store.matches
        self._tables = tables

    def must_have_read(
        self, visit: Visit, table: Table, question: Question, verb: str, *, named: bool
    ) -> None:
        """Refuse an answer (its `verb` is accept or decline) to a question that its writer cannot have read.

        A mail of the match that went out before the question has not told of it. In an answer to any other letter, or
        to none, the question must be `named`. Raises `Refused`.
        """
        table.must_go_on()
        if verb == "accept":
            visit.not_stale(table)
        before = self._before(table, visit.seat(table), question)
        if before is None:
            return
        own = self._store.people.addresses(visit.sender.id)
        mail = self._store.post.latest_of(visit.letter.references, own)
        of_the_day = mail is not None and mail.kind == "digest" and table.number in visit.turns
        told = mail is not None and (of_the_day or mail.match == table.number)
        if mail is not None and told and mail.id <= before:
            what = "offer; see below" if question == "draw" else "request; see below what is to be taken back"
            raise Refused(f"You have answered a mail of before this {what}")
        if not named and not (mail is not None and told and mail.kind in ("match", "digest")):
            which = "" if visit.current == table.number else f" {table.number}"
            raise Refused(
                "You have not answered the mail that asks this, so I need it in full."
                f" Write: {verb} {question}{which}"
            )

    @staticmethod
    def _before(table: Table, seat: SeatRow, question: Question) -> int | None:
        """The number of the last letter that went out before others have asked this; None where none has."""
        undo = table.row.undo
        if question == "undo":
            return undo.mail if undo is not None and undo.seat != seat.seat else None
        if seat.draw:
            return None
        return min((other.draw_mail for other in table.others(seat) if other.draw), default=None)

    # Draws.

    def accept_draw(self, visit: Visit, table: Table) -> str:
        """Offer a draw or agree to one; with the last yes the match ends.

        The house agrees to anything, so with nobody else there the first yes is asked for again.
        """
        table.must_go_on()
        visit.not_stale(table)
        seat, playing = visit.seat(table), self._playing(table)
        if seat.seat not in {row.seat for row in playing}:
            raise Refused("You are out of this match")
        alone = all(row.index == seat.index or (row.handle == HOUSE and not row.draw) for row in playing)
        if not any(row.draw for row in table.seats):
            table.draw_from = len(table.match.rows)
        for row in playing:
            if not row.draw and (row.handle == HOUSE or (row.index == seat.index and not alone)):
                self._matches.offer_draw(table.number, row.index, self._store.post.last_sent())
        table.refresh(self._store)
        if alone:
            visit.shown.add(table.number)
            return "nothing has happened yet, but the house would agree; to end the match so answer with: accept draw"
        playing = self._playing(table)
        missing = [row.handle for row in playing if not row.draw]
        visit.everybody.add(table.number)
        if missing:
            visit.announce(table, f"{table.title(seat.seat)} offers a draw.", f"{seat.handle} offers a draw")
            return f"your offer of a draw stands; still to agree: {', '.join(missing)}"
        table.match.end(table.game.agreed(table.match.state), "order")
        return "the match is drawn"

    def decline_draw(self, visit: Visit, table: Table) -> str:
        """Refuse a draw, or withdraw one's own offer."""
        table.must_go_on()
        if not any(row.draw for row in table.seats):
            raise Refused("Nobody has offered a draw")
        self._matches.clear_draw(table.number)
        table.refresh(self._store)
        visit.announce(table, f"{table.title(visit.seat(table).seat)} does not want a draw now.")
        return "there is no offer of a draw any more"

    # Undo.

    def undo(self, visit: Visit, table: Table) -> str:
        """Take the sender's last letter back, at once or by asking the others."""
        table.must_go_on()
        seat = visit.seat(table)
        if table.match.fresh:
            raise Refused("Undo cannot stand in one letter with orders")
        batches = self._matches.batches(table.number)
        queue = table.match.waiting(seat.seat)
        mine = [batch for batch in batches if batch.seat == seat.seat and self._written(batch)]
        rewind = Rewind(self._context, self._tables, table, mine[-1]) if mine else None
        if queue and (rewind is None or rewind.others_have_acted):
            table.match.queues[seat.seat] = []  # what was sent since is only waiting
            visit.shown.add(table.number)
            return f"your queue is emptied: {'; '.join(queue)}"
        if rewind is None:
            raise Refused("You have done nothing yet that could be taken back")
        others = [row for row in self._playing(table) if row.index != seat.index and row.handle != HOUSE]
        if not others or rewind.is_free(seat.seat):
            self._cut(visit, table, rewind, agreed=False)
            reports = visit.tables[table.number].match.reports.pop(seat.seat, [])
            gone = [fate.line for fate in reports if fate.status == "dropped"]
            back = [fate.line for fate in reports if fate.status == "queued"]
            lost = f"; your queue goes with it: {'; '.join(gone)}" if gone else ""
            again = f"; waiting again: {'; '.join(back)}" if back else ""
            return f"taken back: {'; '.join(self._written(mine[-1]))}{lost}{again}"
        asking = table.row.undo
        if asking is not None and asking.seat != seat.seat:
            raise Refused(
                f"{table.title(asking.seat)} has asked to take something back. Answer that first: accept undo, or"
                " decline undo"
            )
        what = f"turn {rewind.turn + 1} on: {self._told(table, rewind)}"
        mail = self._store.post.last_sent()
        request = UndoRequest(seat.seat, mine[-1].number, what, mail=mail)
        self._matches.set_undo(table.number, request)
        table.refresh(self._store)
        visit.announce(
            table, f"{table.title(seat.seat)} asks to take something back.", f"{seat.handle} asks for an undo"
        )
        visit.sections.append(
            fill(
                f"They are asked to take back everything from {what}. It is turn"
                f" {table.match.turn.number + 1} now. The dice stay the same in any case. Write decline undo if that is"
                " more than you meant."
            )
        )
        return (
            "nothing is taken back yet. Others know of it, or you have learned something by it, so they are asked:"
            f" {', '.join(row.handle for row in others)}"
        )

    def accept_undo(self, visit: Visit, table: Table) -> str:
        """Agree; with the last yes everything from that letter on is taken back."""
        request, seat = self._request(visit, table)
        agreed = tuple(dict.fromkeys((*request.agreed, seat.seat)))
        wanted = {row.seat for row in self._playing(table) if row.handle != HOUSE} - {request.seat}
        if not wanted <= set(agreed):
            self._matches.set_undo(table.number, msgspec.structs.replace(request, agreed=agreed))
            table.refresh(self._store)
            return "you agree; the others have not all answered"
        batch = next(each for each in self._matches.batches(table.number) if each.number == request.batch)
        self._cut(visit, table, Rewind(self._context, self._tables, table, batch), agreed=True)
        visit.announce(
            table,
            f"{table.title(request.seat)} has asked, and all agree: it is taken back, from {request.what}.",
        )
        return "it is taken back"

    def decline_undo(self, visit: Visit, table: Table) -> str:
        """Refuse an undo, or withdraw one's own request."""
        table.must_go_on()
        if table.row.undo is None:
            raise Refused("Nobody has asked to take anything back")
        self._matches.set_undo(table.number, None)
        table.refresh(self._store)
        visit.announce(table, f"{table.title(visit.seat(table).seat)} has said no to the undo.")
        return "nothing is taken back"

    def _request(self, visit: Visit, table: Table) -> tuple[UndoRequest, SeatRow]:
        """The request that a letter agrees to."""
        table.must_go_on()
        visit.not_stale(table)
        seat = visit.seat(table)
        request = table.row.undo
        if request is None or request.seat == seat.seat:
            raise Refused("Nobody else has asked to take anything back, or the match has gone on since")
        if table.match.fresh:
            raise Refused("Accept undo cannot stand in one letter with orders")
        return request, seat

    @staticmethod
    def _cut(visit: Visit, table: Table, rewind: Rewind, *, agreed: bool) -> None:
        visit.tables[table.number] = rewind.carry_out(agreed=agreed)
        visit.shown.add(table.number)
        visit.turns.pop(table.number, None)  # orders below the undo are for the position that it leads to

    @staticmethod
    def _playing(table: Table) -> list[SeatRow]:
        """The seats whose consent counts."""
        still_in = table.game.still_in(table.match.state)
        return [row for row in table.seats if row.seat in still_in]

    @staticmethod
    def _written(batch: Batch) -> list[str]:
        """What the writer of a letter has done by it, for himself: his drafts and standing orders too."""
        rows = msgspec.json.decode(batch.rows, type=list[Row])
        return [row.text for row in rows if row.seat == batch.seat and row.kind in ("answer", "edit")]

    @staticmethod
    def _told(table: Table, rewind: Rewind) -> str:
        """What an undo would take back, as all may know it: the answers of everybody, but for those that are secret."""
        names, answers = table.names, rewind.answers()
        told = [
            f"by {names[seat]} {'; '.join(_as_known(row, secret=secret) for row, secret in some)}"
            for seat, some in itertools.groupby(answers, key=lambda each: each[0].seat)
        ]
        more = [f"and {len(told) - TOLD} more"] if len(told) > TOLD else []
        return "; ".join([*told[:TOLD], *more]) or "a draft, or a standing order"


def _as_known(row: Row, *, secret: bool) -> str:
    """An answer as the others may know it."""
    return f"an answer that is still secret ({row.name})" if secret else row.text
