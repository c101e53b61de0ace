"""What needs the others' yes: draws, and taking back what they have seen."""

from __future__ import annotations

import itertools
from typing import Literal, TypeAlias

import msgspec
from msgspec import structs

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.server.core.context import Context
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.matches.rewind import Rewind
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Announcement, Outcome
from pbem.store.rows import Batch, SeatRow, UndoRequest

TOLD = 6
"""Maximum number of runs of answers listed in a request to take back."""


Question: TypeAlias = Literal["draw", "undo"]
"""What the others may be asked."""


class DrawsAndTakebacks:
    """Draw offers and undo requests. Silence never agrees to anything."""

    def __init__(self, context: Context, repository: MatchRepository) -> None:
        self._context = context
        self._store = context.store
        self._matches = context.store.matches
        self._repository = repository

    def must_have_read(
        self, letter: LetterContext, loaded: LoadedMatch, question: Question, verb: str, *, named: bool
    ) -> None:
        """Refuse an answer (its `verb` is accept or decline) to a question that its writer cannot have read.

        A mail of the match that went out before the question has not told of it. In an answer to any other letter, or
        to none, the question must be `named`. Raises `Refused`.
        """
        loaded.must_go_on()
        if verb == "accept":
            letter.not_stale(loaded)
        before = self._before(loaded, letter.seat(loaded), question)
        if before is None:
            return
        own = self._store.people.addresses(letter.sender.id)
        mail = self._store.post.latest_of(letter.mail.references, own)
        of_the_day = mail is not None and mail.kind == "digest" and loaded.number in (letter.turns or ())
        told = mail is not None and (of_the_day or mail.match == loaded.number)
        if mail is not None and told and mail.id <= before:
            what = "offer; see below" if question == "draw" else "request; see below what is to be taken back"
            raise Refused(f"You have answered a mail of before this {what}")
        if not named and not (mail is not None and told and mail.kind in ("match", "digest")):
            which = "" if letter.current == loaded.number else f" {loaded.number}"
            raise Refused(
                "You have not answered the mail that asks this, so I need it in full."
                f" Write: {verb} {question}{which}"
            )

    @staticmethod
    def _before(loaded: LoadedMatch, seat: SeatRow, question: Question) -> int | None:
        """The number of the last letter that went out before others have asked this; None where none has."""
        undo = loaded.row.undo
        if question == "undo":
            return undo.mail if undo is not None and undo.seat != seat.seat else None
        if seat.draw:
            return None
        return min((other.draw_mail for other in loaded.others(seat) if other.draw), default=None)

    # Draws.

    def accept_draw(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Offer a draw or agree to one; with the last yes the match ends.

        The house agrees to anything, so with nobody else there the first yes is asked for again.
        """
        loaded.must_go_on()
        letter.not_stale(loaded)
        seat, playing = letter.seat(loaded), self._playing(loaded)
        if seat.seat not in {row.seat for row in playing}:
            raise Refused("You are out of this match")
        alone = all(row.index == seat.index or (row.handle == HOUSE and not row.draw) for row in playing)
        if not any(row.draw for row in loaded.seats):
            loaded.draw_from = len(loaded.match.rows)
        for row in playing:
            if not row.draw and (row.handle == HOUSE or (row.index == seat.index and not alone)):
                self._matches.offer_draw(loaded.number, row.index, self._store.post.last_sent())
        loaded.refresh(self._store)
        if alone:
            return Outcome(
                "nothing has happened yet, but the house would agree; to end the match so answer with: accept draw",
                shows=(loaded.number,),
            )
        playing = self._playing(loaded)
        missing = [row.handle for row in playing if not row.draw]
        if missing:
            told = Announcement(
                loaded.number, f"{loaded.title(seat.seat)} offers a draw.", f"{seat.handle} offers a draw"
            )
            stands = f"your offer of a draw stands; still to agree: {', '.join(missing)}"
            return Outcome(stands, announces=(told,))
        loaded.match.end(loaded.game.agreed(loaded.match.state), "order")
        return Outcome("the match is drawn", announces=(Announcement(loaded.number),))

    def decline_draw(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Refuse a draw, or withdraw one's own offer."""
        loaded.must_go_on()
        if not any(row.draw for row in loaded.seats):
            raise Refused("Nobody has offered a draw")
        self._matches.clear_draw(loaded.number)
        loaded.refresh(self._store)
        told = Announcement(
            loaded.number, f"{loaded.title(letter.seat(loaded).seat)} does not want a draw now."
        )
        return Outcome("there is no offer of a draw any more", announces=(told,))

    # Undo.

    def undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Take the sender's last letter back, at once or by asking the others."""
        loaded.must_go_on()
        seat = letter.seat(loaded)
        if loaded.match.fresh:
            raise Refused("Undo cannot stand in one letter with orders")
        batches = self._matches.batches(loaded.number)
        queue = loaded.match.waiting(seat.seat)
        mine = [batch for batch in batches if batch.seat == seat.seat and self._written(batch)]
        rewind = Rewind(self._context, self._repository, loaded, mine[-1]) if mine else None
        if queue and (rewind is None or rewind.others_have_acted):
            loaded.match.queues[seat.seat] = []  # what was sent since is only waiting
            return Outcome(f"your queue is emptied: {'; '.join(queue)}", shows=(loaded.number,))
        if rewind is None:
            raise Refused("You have done nothing yet that could be taken back")
        others = [row for row in self._playing(loaded) if row.index != seat.index and row.handle != HOUSE]
        if not others or rewind.is_free(seat.seat):
            outcome = self._cut(letter, rewind, agreed=False)
            reports = letter.matches[loaded.number].match.reports.pop(seat.seat, [])
            gone = [line_result.line for line_result in reports if line_result.status == "dropped"]
            back = [line_result.line for line_result in reports if line_result.status == "queued"]
            lost = f"; your queue goes with it: {'; '.join(gone)}" if gone else ""
            again = f"; waiting again: {'; '.join(back)}" if back else ""
            told = f"taken back: {'; '.join(self._written(mine[-1]))}{lost}{again}"
            return structs.replace(outcome, text=told)
        asking = loaded.row.undo
        if asking is not None and asking.seat != seat.seat:
            raise Refused(
                f"{loaded.title(asking.seat)} has asked to take something back. Answer that first: accept undo, or"
                " decline undo"
            )
        what = f"turn {rewind.turn + 1} on: {self._told(loaded, rewind)}"
        mail = self._store.post.last_sent()
        request = UndoRequest(seat.seat, mine[-1].number, what, mail=mail)
        self._matches.set_undo(loaded.number, request)
        loaded.refresh(self._store)
        announcement = Announcement(
            loaded.number,
            f"{loaded.title(seat.seat)} asks to take something back.",
            f"{seat.handle} asks for an undo",
        )
        section = fill(
            f"They are asked to take back everything from {what}. It is turn {loaded.match.turn.number + 1} now. The"
            " dice stay the same in any case. Write decline undo if that is more than you meant."
        )
        return Outcome(
            "nothing is taken back yet. Others know of it, or you have learned something by it, so they are asked:"
            f" {', '.join(row.handle for row in others)}",
            sections=(section,),
            announces=(announcement,),
        )

    def accept_undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Agree; with the last yes everything from that letter on is taken back."""
        request, seat = self._request(letter, loaded)
        agreed = tuple(dict.fromkeys((*request.agreed, seat.seat)))
        wanted = {row.seat for row in self._playing(loaded) if row.handle != HOUSE} - {request.seat}
        if not wanted <= set(agreed):
            self._matches.set_undo(loaded.number, structs.replace(request, agreed=agreed))
            loaded.refresh(self._store)
            return Outcome("you agree; the others have not all answered")
        batch = next(each for each in self._matches.batches(loaded.number) if each.number == request.batch)
        outcome = self._cut(letter, Rewind(self._context, self._repository, loaded, batch), agreed=True)
        told = Announcement(
            loaded.number,
            f"{loaded.title(request.seat)} has asked, and all agree: it is taken back, from {request.what}.",
        )
        return structs.replace(outcome, text="it is taken back", announces=(told,))

    def decline_undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Refuse an undo, or withdraw one's own request."""
        loaded.must_go_on()
        if loaded.row.undo is None:
            raise Refused("Nobody has asked to take anything back")
        self._matches.set_undo(loaded.number, None)
        loaded.refresh(self._store)
        told = Announcement(
            loaded.number, f"{loaded.title(letter.seat(loaded).seat)} has said no to the undo."
        )
        return Outcome("nothing is taken back", announces=(told,))

    def _request(self, letter: LetterContext, loaded: LoadedMatch) -> tuple[UndoRequest, SeatRow]:
        """The request that a letter agrees to."""
        loaded.must_go_on()
        letter.not_stale(loaded)
        seat = letter.seat(loaded)
        request = loaded.row.undo
        if request is None or request.seat == seat.seat:
            raise Refused("Nobody else has asked to take anything back, or the match has gone on since")
        if loaded.match.fresh:
            raise Refused("Accept undo cannot stand in one letter with orders")
        return request, seat

    @staticmethod
    def _cut(letter: LetterContext, rewind: Rewind, *, agreed: bool) -> Outcome:
        """Orders below the undo are for the position that it leads to."""
        loaded = rewind.carry_out(agreed=agreed)
        letter.matches.put(loaded)
        return Outcome(shows=(loaded.number,), as_it_is=loaded.number)

    @staticmethod
    def _playing(loaded: LoadedMatch) -> list[SeatRow]:
        """The seats whose consent counts."""
        still_in = loaded.game.still_in(loaded.match.state)
        return [row for row in loaded.seats if row.seat in still_in]

    @staticmethod
    def _written(batch: Batch) -> list[str]:
        """What the writer of a letter has done by it, for themselves: their drafts and standing orders too."""
        rows = msgspec.json.decode(batch.rows, type=list[Row])
        return [row.text for row in rows if row.seat == batch.seat and row.kind in ("answer", "edit")]

    @staticmethod
    def _told(loaded: LoadedMatch, rewind: Rewind) -> str:
        """What an undo would take back, as all may know it: the answers of everybody, but for those that are secret."""
        names, answers = loaded.names, rewind.answers()
        told = [
            f"by {names[seat]} {'; '.join(_as_known(row, secret=secret) for row, secret in some)}"
            for seat, some in itertools.groupby(answers, key=lambda each: each[0].seat)
        ]
        more = [f"and {len(told) - TOLD} more"] if len(told) > TOLD else []
        return "; ".join([*told[:TOLD], *more]) or "a draft, or a standing order"


def _as_known(row: Row, *, secret: bool) -> str:
    """An answer as the others may know it."""
    return f"an answer that is still secret ({row.name})" if secret else row.text
