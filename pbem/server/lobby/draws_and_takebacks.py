"""Draws, and taking back moves that others have seen: both need the others' yes. The decisions are in `matches`."""

import itertools
from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import structs

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.play.requests import Seat
from pbem.server.core.rates import RateLimits
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.matches import draws, takebacks
from pbem.server.matches.repository import ACTS, HOUSE, LoadedMatch, Stale, read_rows
from pbem.server.matches.rewind import Rewind, queued_since
from pbem.store import Store
from pbem.store.rows import Batch, SeatRow, UndoRequest

LOOKED_AT = 20  # letters among which the last move is looked for

TOLD = 6  # maximum number of runs of answers listed in a takeback request


Question: TypeAlias = Literal["draw", "undo"]  # what the others may be asked


def must_have_read(
    letter: LetterContext, loaded: LoadedMatch, question: Question, verb: str, *, named: bool
) -> None:
    """Refuse an answer (its `verb` is accept or decline) to a question that its writer cannot have read.

    A mail of the match that went out before the question cannot mention it. In an answer to any other letter, or to
    none, the question must be `named`. Raises `Refused`.
    """
    loaded.must_go_on()
    if verb == "accept":
        letter.not_stale(loaded)
    seat = letter.seat(loaded)
    is_draw = question == "draw"
    before = (
        draws.asked_after(loaded.seats, seat)
        if is_draw
        else takebacks.asked_after(loaded.row.undo, seat.seat)
    )
    if before is None:
        return
    mail = letter.answered
    of_the_day = mail is not None and mail.kind == "digest" and loaded.number in (letter.turns or ())
    told = mail is not None and (of_the_day or mail.match == loaded.number)
    if mail is not None and told and mail.id <= before:
        what = "offer; see below" if is_draw else "request; see below what is to be taken back"
        raise Stale(f"You have answered a mail of before this {what}")
    if not named and not (
        mail is not None and told and mail.kind in ("match", "digest", f"{question}-question")
    ):
        which = "" if letter.current == loaded.number else f" {loaded.number}"
        raise Refused(
            f"You have not answered the mail that asks this, so I need it in full. Write: {verb} {question}{which}"
        )


# Draws.


def offer_draw(letter: LetterContext, loaded: LoadedMatch, limits: RateLimits) -> Outcome:
    """Offer a draw or agree to one; with the last yes the match ends. An offer that stands is told to nobody again, and
    one that was refused cannot be made again before the next move. Raises `Refused`."""
    loaded.must_go_on()
    letter.not_stale(loaded)
    seat, store = letter.seat(loaded), letter.context.store
    decision = draws.agree(_playing(loaded), seat)
    if seat.draw:
        return Outcome(f"your offer of a draw stands already; still to agree: {', '.join(decision.missing)}")
    if not any(row.draw for row in loaded.seats):
        if decision.missing:
            limits.require("request", _request(store, loaded, seat, "draw"))
        loaded.before = structs.replace(loaded.before, declining=len(loaded.match.rows))
    for row in loaded.seats:
        if row.index in decision.offering and not row.draw:
            store.matches.offer_draw(loaded.number, row.index, store.post.last_sent())
    loaded.refresh(store)
    if decision.confirm:
        told = "nothing has happened yet, but the house would agree; to end the match so answer with: accept draw"
        return Outcome(told, shows=(loaded.number,))
    if decision.missing:
        headline = f"{loaded.title(seat.seat)} offers a draw."
        announcement = Announcement(loaded.number, headline, f"{seat.handle} offers a draw")
        told = f"your offer of a draw stands; still to agree: {', '.join(decision.missing)}"
        return Outcome(told, announces=(announcement,))
    loaded.match.end(loaded.game.agreed(loaded.match.state), "order")
    return Outcome("the match is drawn", announces=(Announcement(loaded.number),))


def decline_draw(letter: LetterContext, loaded: LoadedMatch) -> Outcome:
    """Refuse a draw, or withdraw one's own offer. Raises `Refused`."""
    loaded.must_go_on()
    if not any(row.draw for row in loaded.seats):
        raise Refused("Nobody has offered a draw")
    letter.context.store.matches.clear_draw(loaded.number)
    loaded.refresh(letter.context.store)
    headline = f"{loaded.title(letter.seat(loaded).seat)} does not want a draw now."
    return Outcome("there is no offer of a draw any more", announces=(Announcement(loaded.number, headline),))


# Undo.


def undo(letter: LetterContext, loaded: LoadedMatch, limits: RateLimits) -> Outcome:
    """Take back the sender's last letter, at once or by asking the others: once, as for a draw. Raises `Refused`."""
    loaded.must_go_on()
    seat, asking = letter.seat(loaded), loaded.row.undo
    if loaded.match.fresh:
        raise Refused("Undo cannot stand in one letter with orders")
    batches = letter.context.store.log.batches(loaded.number)
    queue = loaded.match.waiting(seat.seat)
    mine = [batch for batch in batches if batch.seat == seat.seat and _written(batch)]
    later = [batch for batch in batches if not mine or batch.number > mine[-1].number]
    since, left = queued_since(mine[-1] if mine else None, later, seat.seat, queue)
    rewind = Rewind(letter.context, letter.repository, loaded, mine[-1]) if mine else None
    others = [row.handle for row in _playing(loaded) if row.index != seat.index and row.handle != HOUSE]
    situation = takebacks.Situation(
        waiting=bool(queue),
        queued=bool(since),
        written=rewind is not None,
        acted=rewind is not None and rewind.others_have_acted,
        free=rewind is not None and rewind.is_free(seat.seat),
        others=tuple(others),
        asking=loaded.title(asking.seat) if asking is not None and asking.seat != seat.seat else "",
    )
    step = takebacks.decide(situation)
    if step == "empty the queue":
        return _take_out(loaded, seat.seat, since or queue, left if since else [])
    assert rewind is not None
    if step == "take back":
        return _take_back(letter, rewind, seat, _written(mine[-1]))
    if asking is not None:
        return Outcome(f"you have asked already; these have not all answered: {', '.join(situation.others)}")
    limits.require("request", _request(letter.context.store, loaded, seat, "undo"))
    return _ask(letter, loaded, rewind, mine[-1], situation.others)


def _take_out(loaded: LoadedMatch, seat: Seat, gone: Sequence[str], left: Sequence[str]) -> Outcome:
    """Take lines that only wait out of a queue. Nobody else has heard of them."""
    back = [line for line in left if line not in loaded.match.waiting(seat)]
    loaded.match.requeue(seat, left)
    told = f"taken back: {'; '.join(gone)}" if left else f"your queue is emptied: {'; '.join(gone)}"
    again = f"; waiting again: {'; '.join(back)}" if back else ""
    return Outcome(f"{told}{again}", shows=(loaded.number,))


def _take_back(letter: LetterContext, rewind: Rewind, seat: SeatRow, written: list[str]) -> Outcome:
    outcome = _cut(letter, rewind, agreed=False)
    assert outcome.as_it_is is not None
    reports = letter.matches[outcome.as_it_is].match.reports.pop(seat.seat, [])
    gone = [line_result.line for line_result in reports if line_result.status == "dropped"]
    back = [line_result.line for line_result in reports if line_result.status == "queued"]
    lost = f"; your queue goes with it: {'; '.join(gone)}" if gone else ""
    again = f"; waiting again: {'; '.join(back)}" if back else ""
    return structs.replace(outcome, text=f"taken back: {'; '.join(written)}{lost}{again}")


def _ask(
    letter: LetterContext, loaded: LoadedMatch, rewind: Rewind, batch: Batch, others: tuple[str, ...]
) -> Outcome:
    store, seat = letter.context.store, letter.seat(loaded)
    what = f"turn {rewind.turn + 1} on: {_told(loaded, rewind)}"
    request = UndoRequest(seat.seat, batch.number, what, mail=store.post.last_sent())
    store.matches.set_undo(loaded.number, request)
    loaded.refresh(store)
    headline = f"{loaded.title(seat.seat)} asks to take something back."
    section = fill(
        f"They are asked to take back everything from {what}. It is turn {loaded.match.turn.number + 1} now. The"
        " dice stay the same in any case. Write decline undo if that is more than you meant."
    )
    return Outcome(
        "nothing is taken back yet. Others know of it, or you have learned something by it, so they are asked:"
        f" {', '.join(others)}",
        sections=(section,),
        announces=(Announcement(loaded.number, headline, f"{seat.handle} asks for an undo"),),
    )


def accept_undo(letter: LetterContext, loaded: LoadedMatch) -> Outcome:
    """Agree to a takeback; with the last yes everything from that letter on is taken back. Raises `Refused`."""
    loaded.must_go_on()
    letter.not_stale(loaded)
    seat, request, store = letter.seat(loaded), loaded.row.undo, letter.context.store
    if request is None or request.seat == seat.seat:
        raise Refused("Nobody else has asked to take anything back, or the match has gone on since")
    if loaded.match.fresh:
        raise Refused("Accept undo cannot stand in one letter with orders")
    people = [row.seat for row in _playing(loaded) if row.handle != HOUSE]
    agreed, complete = takebacks.agree(request, seat.seat, people)
    if not complete:
        store.matches.set_undo(loaded.number, agreed)
        loaded.refresh(store)
        return Outcome("you agree; the others have not all answered")
    batch = next(each for each in store.log.batches(loaded.number) if each.number == request.batch)
    outcome = _cut(letter, Rewind(letter.context, letter.repository, loaded, batch), agreed=True)
    headline = (
        f"{loaded.title(request.seat)} has asked, and all agree: it is taken back, from {request.what}."
    )
    announces = (Announcement(loaded.number, headline),)
    return structs.replace(outcome, text="it is taken back", announces=announces)


def decline_undo(letter: LetterContext, loaded: LoadedMatch) -> Outcome:
    """Refuse a takeback, or withdraw one's own request. Raises `Refused`."""
    loaded.must_go_on()
    if loaded.row.undo is None:
        raise Refused("Nobody has asked to take anything back")
    letter.context.store.matches.set_undo(loaded.number, None)
    loaded.refresh(letter.context.store)
    headline = f"{loaded.title(letter.seat(loaded).seat)} has said no to the undo."
    return Outcome("nothing is taken back", announces=(Announcement(loaded.number, headline),))


def _cut(letter: LetterContext, rewind: Rewind, *, agreed: bool) -> Outcome:
    """Orders below the undo are for the position that it leads to."""
    loaded = rewind.carry_out(agreed=agreed)
    letter.matches.put(loaded)
    return Outcome(shows=(loaded.number,), as_it_is=loaded.number)


def _request(store: Store, loaded: LoadedMatch, seat: SeatRow, question: Question) -> str:
    """A request of a seat, as it is counted: with the last letter, also one that was taken back, in which anybody has
    moved."""
    latest = store.log.batches(loaded.number, max(0, loaded.next_batch - LOOKED_AT), void=True)
    moves = (
        batch.number
        for batch in reversed(latest)
        if any(row.kind == "answer" and row.by in ACTS for row in read_rows(batch.rows))
    )
    return f"{loaded.number} {seat.seat} {question} {next(moves, '')}"


def _playing(loaded: LoadedMatch) -> list[SeatRow]:
    still_in = loaded.game.still_in(loaded.match.state)
    return [row for row in loaded.seats if row.seat in still_in]


def _written(batch: Batch) -> list[str]:
    """What a letter's writer has done by it, for themselves: including their drafts and standing orders."""
    return [
        row.text for row in read_rows(batch.rows) if row.seat == batch.seat and row.kind in ("answer", "edit")
    ]


def _told(loaded: LoadedMatch, rewind: Rewind) -> str:
    """What an undo would take back, as all may know it: everybody's answers, except secret ones."""
    names, answers = loaded.names, rewind.answers()
    told = [
        f"by {names[seat]} {'; '.join(_as_known(row, secret=secret) for row, secret in some)}"
        for seat, some in itertools.groupby(answers, key=lambda each: each[0].seat)
    ]
    more = [f"and {len(told) - TOLD} more"] if len(told) > TOLD else []
    return "; ".join([*told[:TOLD], *more]) or "a draft, or a standing order"


def _as_known(row: Row, *, secret: bool) -> str:
    return f"an answer that is still secret ({row.name})" if secret else row.text
