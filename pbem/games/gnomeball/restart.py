"""After a score: everybody is placed anew, in secret and at the same time (GNOMEBALL-67 to 69, 76 to 79, 139, 143)."""

from pbem.games.gnomeball.orders import Done, Place, PlaceSame, Placing
from pbem.games.gnomeball.placing import check_zone, draft, settle
from pbem.games.gnomeball.samples import sample_restart
from pbem.games.gnomeball.scoring import depart
from pbem.games.gnomeball.squares import ZONE_REACH, to_home
from pbem.games.gnomeball.state import Field, Id
from pbem.play.grid import Square
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask_all


def restart(state: Field) -> Rules[None]:
    """One turn of the frame: placements of all players, fainted characters returning with them."""
    for memory in state.private.values():
        memory.place = ()
    answers = yield from ask_all(*(_ask_restart(state, seat) for seat in state.still_in() if state.ids(seat)))
    for seat in state.left:
        depart(state, seat)  # before the placements are settled (GNOMEBALL-141)
    named: dict[Id, Square] = {}
    same: dict[Id, Square] = {}
    for seat in state.still_in():
        plain = isinstance(answers.get(seat), PlaceSame)
        named |= {} if plain else _named(state, seat)
        if plain or state.memory(seat).restart != "auto":
            same |= _last_placed(state, seat)
        state.own_memory(seat).place = ()
    for who in state.ids():
        character = state.characters[who]
        if not character.at:
            character.used = True  # GNOMEBALL-68
        character.at = ""
    yield from settle(state, state.ids(), [named, same])
    state.phase = "play"


def _named(state: Field, seat: Seat) -> dict[Id, Square]:
    """The squares a seat has named: in its draft, or else in its standing order as far as that fits."""
    memory = state.memory(seat)
    found = dict(memory.place)
    if memory.restart == "squares":
        for who, square in memory.squares:
            fits = who in state.characters and to_home(square, state.homes[seat]) <= ZONE_REACH
            if fits and who not in found and square not in found.values():
                found[who] = square
    return found


def _last_placed(state: Field, seat: Seat) -> dict[Id, Square]:
    """Where each character was last placed by this player; a Draenei outside the zone has no such square
    (GNOMEBALL-79)."""
    return {
        who: square
        for who in state.ids(seat)
        if (square := state.characters[who].placed.get(seat, ""))
        and to_home(square, state.homes[seat]) <= ZONE_REACH
    }


def _ask_restart(state: Field, seat: Seat) -> Ask[Placing]:
    def edit(order: Place, first: bool) -> str:
        return draft(
            state, seat, state.ids(seat), order.squares, lambda square: check_zone(square, state.homes[seat])
        )

    def standing() -> Placing | None:
        memory = state.memory(seat)
        return Done() if memory.place or memory.restart != "ask" else None

    def sample(pick: Pick) -> Order:
        return sample_restart(state, seat, pick)

    return Ask[Placing](
        seat=seat,
        name="restart",
        takes=(Done, PlaceSame),
        check=lambda order: order,
        sample=sample,
        auto=PlaceSame,
        standing=standing,
        edits=(Place,),
        edit=edit,
    )
