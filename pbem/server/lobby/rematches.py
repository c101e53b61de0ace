"""The same match once more, with seats rotated. A player who asks for a rematch that another has already offered
accepts that offer."""

from msgspec.structs import replace

from pbem.play.orders import Refused
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.lobby.offers import Offers, Proposal
from pbem.server.matches.repository import LoadedMatch
from pbem.store import Store
from pbem.store.rows import MatchRow, Player, SeatRow


def offer_rematch(offers: Offers, letter: LetterContext, number: int | None) -> Outcome:
    """Offer a match again: the one with this number, or the one that the letter is about. Raises `Refused`."""
    store = letter.context.store
    offered = _offered(letter, number)
    if offered is not None:
        return _accepted(offers, letter, *offered)
    loaded = letter.find_match(number)
    if not loaded.match.over:
        names = " ".join(seat.handle for seat in loaded.seats if seat.player != letter.sender.id)
        raise Refused(
            f"Match {loaded.number} is not over yet. To play another beside it write for example: challenge"
            f" {loaded.game.name} {names}"
        )
    again = _open_offer(store, loaded, letter.sender)
    if again is not None:
        if again[1].status == "accepted":
            raise Refused(f"It is already offered as match {again[0].id}, and not everybody has answered yet")
        return _accepted(offers, letter, *again)
    seats = [*loaded.seats[1:], loaded.seats[0]]  # everybody moves up one seat
    place = next(index for index, seat in enumerate(seats) if seat.player == letter.sender.id)
    others = [store.people.player(seat.player) for seat in seats if seat.player != letter.sender.id]
    row = loaded.row
    proposal = Proposal(
        loaded.game,
        row.options,
        row.terms,
        seat=loaded.match.state.seats[place],
        rated=row.rated,
        rematch=row.id,
    )
    new, outcome = offers.offer(letter, proposal, others)
    text = f"match {new} is offered to the same players; it begins when all have accepted"
    return replace(outcome, text=text)


def _accepted(offers: Offers, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
    """Accept the offer if somebody else has made the same one before."""
    outcome = offers.accept(letter, row, seat)
    waits = f"it was offered to you already, as match {row.id}, and you have accepted"
    begins = f"it was offered to you already: match {row.id} begins"
    return replace(outcome, text=waits if outcome.offers else begins)


def _offered(letter: LetterContext, number: int | None) -> tuple[MatchRow, SeatRow] | None:
    """The rematch offer that is meant because its own mail is answered."""
    store = letter.context.store
    number = number if number is not None else letter.current
    row = store.matches.find(number) if number is not None else None
    if row is None or row.status != "offered":
        return None
    for over in store.matches.of_player(letter.sender.id, ("over",)):
        if over.game == row.game:
            again = _open_offer(store, letter.repository.load(over.id), letter.sender)
            if again is not None and again[0].id == row.id and again[1].status == "invited":
                return again
    return None


def _open_offer(store: Store, loaded: LoadedMatch, player: Player) -> tuple[MatchRow, SeatRow] | None:
    row, who = loaded.row, {seat.player for seat in loaded.seats}
    for other in store.matches.of_player(player.id, ("offered",)):
        seats = store.matches.seats(other.id)
        like = (other.game, other.options, other.terms, other.rated)
        if (
            like == (row.game, row.options, row.terms, row.rated)
            and {seat.player for seat in seats} == who
            and store.matches.origin(other.id) is None
        ):
            return other, next(seat for seat in seats if seat.player == player.id)
    return None
