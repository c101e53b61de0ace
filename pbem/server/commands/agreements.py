"""Commands by which players agree with one another: accept and decline, draw, undo."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.play.orders import Refused
from pbem.server.absence.deadlines import Votes
from pbem.server.commands.base import Command, InMatch
from pbem.server.language.arguments import Arguments
from pbem.server.lobby.draws_and_takebacks import DrawsAndTakebacks
from pbem.server.lobby.offers import Offers
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome
from pbem.server.reading.waiting import asked_to_play_on
from pbem.store.rows import MatchRow, SeatRow


class Undo(InMatch):
    """Take the last letter back, at once or by asking the others."""

    name = "undo"

    def __init__(self, agreements: DrawsAndTakebacks) -> None:
        self._agreements = agreements

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self._agreements.undo(letter, loaded)


class Draw(InMatch):
    """Offer a draw or agree to one; with the last yes the match ends."""

    name = "draw"

    def __init__(self, agreements: DrawsAndTakebacks) -> None:
        self._agreements = agreements

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return self._agreements.accept_draw(letter, loaded)


class _Answer(Command):
    """What accept and decline share: which thing is answered."""

    def __init__(self, offers: Offers, votes: Votes, agreements: DrawsAndTakebacks) -> None:
        self._offers = offers
        self._votes = votes
        self._agreements = agreements

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        kind, number, agreements = arguments.word, arguments.number, self._agreements
        asked = None
        if not kind:
            asked = asked_to_play_on(letter.context, letter.repository, letter.mail, letter.sender, number)
        if asked is not None:
            return self.seat(letter, asked)
        if kind in ("", "challenge"):
            offer = self._offer(letter, number)
            if offer is not None:
                return self.challenge(letter, *offer)
            if kind:
                raise Refused("No challenge waits for your answer")
        self._not_off(letter, number or letter.current)
        loaded = letter.find_match(number)
        seat = letter.seat(loaded)
        draw = any(other.draw for other in loaded.others(seat))
        undo = loaded.row.undo is not None and loaded.row.undo.seat != seat.seat
        if kind == "draw" or (not kind and draw and not undo):
            agreements.must_have_read(letter, loaded, "draw", self.name, named=bool(kind))
            return self.draw(letter, loaded)
        if kind == "undo" or (not kind and undo and not draw):
            agreements.must_have_read(letter, loaded, "undo", self.name, named=bool(kind))
            return self.undo(letter, loaded)
        if draw and undo:
            raise Refused(f"{self.name.capitalize()} what? Write: {self.name} draw, or: {self.name} undo")
        raise Refused(f"There is nothing to {self.name}")

    def _not_off(self, letter: LetterContext, number: int | None) -> None:
        """Say so when it is about a challenge that is off, or one that the sender has accepted already."""
        row = letter.context.store.matches.match(number) if number is not None else None
        if row is None or all(
            seat.player != letter.sender.id for seat in letter.context.store.matches.seats(row.id)
        ):
            return
        if row.status == "void":
            raise Refused(f"Challenge {row.id} is off: {row.reason}")
        if row.status == "offered":
            raise Refused(f"You have accepted match {row.id} already; the others have not all answered")

    def _offer(self, letter: LetterContext, number: int | None) -> tuple[MatchRow, SeatRow] | None:
        """The challenge that is meant, and the sender's place in it; None where no challenge is open."""
        matches = letter.context.store.matches
        open_offers = []
        for row in matches.of_player(letter.sender.id, ("offered",)):
            seat = next(seat for seat in matches.seats(row.id) if seat.player == letter.sender.id)
            if seat.status == "invited" or self.name == "decline":
                open_offers.append((row, seat))
        wanted = number if number is not None else letter.current
        found = [offer for offer in open_offers if offer[0].id == wanted]
        if found:
            return found[0]
        if number is not None or not open_offers:
            return None
        if len(open_offers) == 1 and letter.current is None:
            return open_offers[0]
        if letter.current is None:
            which = ", ".join(str(row.id) for row, _ in open_offers)
            raise Refused(
                f"Several challenges wait: {which}. Write for example: {self.name} {open_offers[0][0].id}"
            )
        return None

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """Answer a challenge."""
        raise NotImplementedError

    def draw(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Answer a draw offer."""
        raise NotImplementedError

    def undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Answer a wish to undo."""
        raise NotImplementedError

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        """Answer the wish that one may play on for somebody."""
        raise NotImplementedError


class Accept(_Answer):
    """Say yes."""

    name = "accept"

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        outcome = self._offers.accept(letter, row, seat)
        waits = f"you play in match {row.id}; the others have not all answered yet"
        return replace(outcome, text=waits if outcome.offers else f"match {row.id} begins")

    def draw(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        if not any(other.draw for other in loaded.others(letter.seat(loaded))):
            raise Refused("Nobody else has offered a draw. To offer one write: draw")
        return self._agreements.accept_draw(letter, loaded)

    def undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        return self._agreements.accept_undo(letter, loaded)

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        return self._votes.take_over(letter, number)


class Decline(_Answer):
    """Say no, or withdraw what one has offered oneself."""

    name = "decline"

    def challenge(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        if self._offers.give_back(letter.sender, row, seat, str(letter.inbox)):
            return Outcome(f"you have given your seat in match {row.id} back")
        return Outcome(f"challenge {row.id} is off")

    def draw(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        return self._agreements.decline_draw(letter, loaded)

    def undo(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        return self._agreements.decline_undo(letter, loaded)

    def seat(self, letter: LetterContext, number: int) -> Outcome:
        return Outcome(self._votes.decline(letter.sender, number, str(letter.inbox)))
