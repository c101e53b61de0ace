"""Taking back a letter: at once, or by asking the others. `matches.takebacks` decides, `matches.rewind` does it."""

import itertools
from collections.abc import Sequence

import msgspec
from msgspec import structs

from pbem.mail.prose import fill
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.play.requests import Seat
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.letters.questions import MatchQuestion, handles
from pbem.server.matches import takebacks
from pbem.server.matches.repository import LoadedMatch
from pbem.server.matches.rewind import Rewind, queued_since
from pbem.server.matches.snapshots import read_rows
from pbem.server.matches.takebacks import Cut
from pbem.store.rows import Batch, Confirmation, SeatRow

TOLD = 6  # maximum number of runs of answers listed in a takeback request


class Takeback(MatchQuestion):
    """Takes a match back to where it was before a letter."""

    kind = "undo"
    nothing = "Nobody else has asked to take anything back, or the match has gone on since"
    request = "request; see below what is to be taken back"
    agrees = "agrees to the undo."
    declined = "has said no to the undo."
    ended = "nothing is taken back"

    def ask(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Take back the sender's last letter, at once or by asking the others. Raises `Refused`."""
        loaded.must_go_on()
        seat, asking = letter.seat(loaded), loaded.open(self.kind)
        if loaded.match.fresh:
            raise Refused("Send undo in a letter without orders")
        batches = letter.context.store.log.batches(loaded.number)
        queue = loaded.match.waiting(seat.seat)
        mine = [batch for batch in batches if batch.seat == seat.seat and _written(batch)]
        later = [batch for batch in batches if not mine or batch.number > mine[-1].number]
        since, left = queued_since(mine[-1] if mine else None, later, seat.seat, queue)
        rewind = Rewind(letter.context, letter.repository, loaded, mine[-1]) if mine else None
        others = [row for row in loaded.people() if row.index != seat.index]
        situation = takebacks.Situation(
            waiting=bool(queue),
            queued=bool(since),
            written=rewind is not None,
            acted=rewind is not None and rewind.others_have_acted,
            free=rewind is not None and rewind.is_free(seat.seat),
            others=tuple(row.handle for row in others),
            asking=next((loaded.title(each.seat) for each in asking if each.seat != seat.seat), ""),
        )
        step = takebacks.decide(situation)
        if step == "empty the queue":
            return _take_out(loaded, seat.seat, since or queue, left if since else [])
        assert rewind is not None
        if step == "take back":
            return _take_back(letter, loaded, rewind, seat, _written(mine[-1]))
        if asking:
            missing = handles(loaded.waiting(asking))
            return Outcome(f"you have asked already; these have not all answered: {missing}")
        self.require_patience(letter, loaded)
        cut = Cut(mine[-1].number, f"turn {rewind.turn + 1} on: {_told(loaded, rewind)}")
        self.put(loaded, seat.seat, msgspec.json.encode(cut).decode(), others)
        headline = f"{loaded.title(seat.seat)} asks to take something back."
        section = fill(
            f"If they agree, everything is taken back from {cut.what}. It is turn {loaded.match.turn.number + 1} now."
            " The dice come again as they were. Write decline undo if that is more than you meant."
        )
        return Outcome(
            "nothing is taken back yet. Others know of it, or you have learned something from it, so they are asked:"
            f" {', '.join(situation.others)}",
            sections=(section,),
            announces=(Announcement(loaded.number, headline, f"{seat.handle} asks for an undo"),),
        )

    def check_answer(self, loaded: LoadedMatch, question: Confirmation) -> None:
        """Raise `Refused` in a letter with orders."""
        if loaded.match.fresh:
            raise Refused("Send accept undo in a letter without orders")

    def carry_out(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """Take back everything from the letter on."""
        cut = Cut.of(question)
        batch = next(each for each in self._store.log.batches(loaded.number) if each.number == cut.batch)
        outcome = _cut(letter, Rewind(letter.context, letter.repository, loaded, batch), agreed=True)
        headline = (
            f"{loaded.title(question.seat)} has asked, and all agree: it is taken back, from {cut.what}."
        )
        return structs.replace(
            outcome, text="it is taken back", announces=(Announcement(loaded.number, headline),)
        )

    def lapses(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """With anything that others know of: not with a standing order, a draft, or a secret answer replaced."""
        known = loaded.before.is_known_to_go_on(loaded.match)
        return "The match has gone on: what was to be taken back stands." if known else None


def would_take_back(letter: LetterContext, loaded: LoadedMatch) -> Sequence[str]:
    """The sender's lines that an undo would take back: those that only wait, or those of their last letter."""
    seat = letter.seat(loaded).seat
    batches = letter.context.store.log.batches(loaded.number)
    mine = [batch for batch in batches if batch.seat == seat and _written(batch)]
    later = [batch for batch in batches if not mine or batch.number > mine[-1].number]
    since, _ = queued_since(mine[-1] if mine else None, later, seat, loaded.match.waiting(seat))
    return since or (_written(mine[-1]) if mine else loaded.match.waiting(seat))


def _take_out(loaded: LoadedMatch, seat: Seat, gone: Sequence[str], left: Sequence[str]) -> Outcome:
    """Take lines that only wait out of a queue. Nobody else has heard of them."""
    back = [line for line in left if line not in loaded.match.waiting(seat)]
    loaded.match.requeue(seat, left)
    told = f"taken back: {'; '.join(gone)}" if left else f"your queue is emptied: {'; '.join(gone)}"
    again = f"; waiting again: {'; '.join(back)}" if back else ""
    return Outcome(f"{told}{again}", shows=(loaded.number,))


def _take_back(
    letter: LetterContext, loaded: LoadedMatch, rewind: Rewind, seat: SeatRow, written: list[str]
) -> Outcome:
    replies = _replies(loaded, rewind, seat.seat)
    outcome = _cut(letter, rewind, agreed=False)
    assert outcome.as_it_is is not None
    reports = letter.matches[outcome.as_it_is].match.reports.pop(seat.seat, [])
    gone = [line_result.line for line_result in reports if line_result.status == "dropped"]
    back = [line_result.line for line_result in reports if line_result.status == "queued"]
    lost = f"; your queue goes with it: {'; '.join(gone)}" if gone else ""
    again = f"; waiting again: {'; '.join(back)}" if back else ""
    return structs.replace(outcome, text=f"taken back: {'; '.join(written)}{lost}{again}{replies}")


def _replies(loaded: LoadedMatch, rewind: Rewind, own: Seat) -> str:
    """The answers of others that go with those of a seat, except secret ones."""
    named: dict[Seat, list[str]] = {}
    for row, secret in rewind.answers():
        if row.seat != own and not secret:
            named.setdefault(row.seat, []).append(row.text)
    return "".join(
        f"; and what {loaded.title(seat)} replied: {'; '.join(texts)}" for seat, texts in named.items()
    )


def _cut(letter: LetterContext, rewind: Rewind, *, agreed: bool) -> Outcome:
    """Orders below the undo are for the position that it leads to."""
    loaded = rewind.carry_out(agreed=agreed)
    letter.matches.put(loaded)
    return Outcome(shows=(loaded.number,), as_it_is=loaded.number)


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
