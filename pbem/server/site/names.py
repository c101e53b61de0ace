"""Who is shown by name: players who have agreed (`settings site on`), and the house."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.play.requests import Seat
from pbem.server.matches.repository import HOUSE, shown_name
from pbem.store.competitions import EntrantRow
from pbem.store.pages import PageMatch
from pbem.store.rows import SeatRow, Terms


class Names(Struct, frozen=True):
    """The names for pages; `shown` are the handles of players who have agreed, by number."""

    shown: Mapping[int, str]

    def of_seat(self, seat: SeatRow, terms: Terms) -> str:
        """The name of a seat's player: a letter for its place at the table unless they have agreed to be shown."""
        if seat.handle == HOUSE:
            return shown_name(seat, terms)
        return self.shown.get(seat.player) or f"Player {letter(seat.index)}"

    def of_match(self, seats: Sequence[SeatRow], terms: Terms) -> dict[Seat, str]:
        """The names of all players of a match."""
        return {seat.seat: self.of_seat(seat, terms) for seat in seats}

    def shown_in(self, page: PageMatch) -> tuple[str, ...]:
        """Those in a match who are shown."""
        return tuple(self.shown[seat.player] for seat in page.seats if seat.player in self.shown)

    def of_entrant(self, entrant: EntrantRow) -> str:
        """The name of an entrant of a competition: a letter for their number unless they, or the manager of the team,
        have agreed to be shown."""
        if entrant.player in self.shown:
            return entrant.handle
        return f"{'Player' if entrant.team is None else 'Team'} {letter(entrant.number - 1)}"


def letter(number: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    return (letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
