"""A challenge, or a seat in a match that has not begun, is accepted or declined. Its row is that of the seat."""

from msgspec import structs

from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, Verb
from pbem.server.lobby.offers import Offers
from pbem.store.rows import Confirmation


class Challenge(Question):
    """Begins a match with the last yes. A seat that has been taken may be given back until then."""

    kind = "challenge"
    nothing = "No challenge waits for your answer"

    _offers: Offers

    def waiting(
        self, letter: LetterContext, number: int | None, verb: Verb, *, named: bool
    ) -> list[Confirmation]:
        """The offers that the sender may answer so, or the one with this number."""
        return [
            Confirmation(0, self.kind, seat.player, "", "", row.created, row.expires, row.id, seat.seat)
            for each, (row, seat) in letter.offers().items()
            if number in (None, each) and (seat.status == "invited" or verb == "decline")
        ]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Accept the seat; with the last one the match begins. Raises `Refused` if it is too late."""
        assert reply.question.match is not None
        row, seat = reply.letter.offers()[reply.question.match]
        outcome = self._offers.accept(reply.letter, row, seat)
        waits = f"you play in match {row.id}; the others have not all answered yet"
        return structs.replace(outcome, text=waits if outcome.offers else f"match {row.id} begins")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Give the seat back, or end the offer."""
        assert reply.question.match is not None
        row, seat = reply.letter.offers()[reply.question.match]
        stands = self._offers.give_back(reply.player, row, seat, str(reply.letter.inbox))
        off = f"challenge {row.id} is off"
        return Outcome(f"you have given your seat in match {row.id} back" if stands else off)

    def why_nothing_waits(self, letter: LetterContext, number: int | None, verb: Verb) -> str:
        """Why a match that has not begun does not wait for the sender's answer; "" for any other."""
        row = self._store.matches.find(number) if number is not None else None
        seats = self._store.matches.seats(row.id) if row is not None else []
        if row is None or all(seat.player != letter.sender.id for seat in seats):
            return ""
        if row.status == "void":
            return f"Challenge {row.id} is off: {row.reason}"
        waits = f"You have accepted match {row.id} already; the others have not all answered"
        return waits if row.status == "offered" else ""
