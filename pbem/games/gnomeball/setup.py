"""Setting up: one secret mail from everybody, homes, the gnome, the Draenei, and the toss for first turn
(GNOMEBALL-8 to 21, 137, 138).
"""

from collections.abc import Mapping, Sequence

import msgspec

from pbem.games.gnomeball.events import FirstTurn, Homes, Teams
from pbem.games.gnomeball.gnome import new_gnome
from pbem.games.gnomeball.orders import Done, Home, Place, Team
from pbem.games.gnomeball.placing import check_zone, draft, merged, paired, settle
from pbem.games.gnomeball.races import DEFAULT_TEAM, RACES, TEAM_SIZE
from pbem.games.gnomeball.samples import sample_landing, sample_set_up
from pbem.games.gnomeball.scoring import next_seat
from pbem.games.gnomeball.squares import CORNERS, OPPOSITE, Corner, mirrored
from pbem.games.gnomeball.state import Character, Field, Id, Memory
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask_all, die

ASSUMED_HOME = "a1"  # squares in a mail without a home line are meant for it (GNOMEBALL-15)
STARTERS: Mapping[int, tuple[int, ...]] = {2: (0, 0, 0, 1, 1, 1), 3: (0, 0, 1, 1, 2, 2), 4: (0, 1, 2, 3)}
"""The seat that a face, counted from 1, means, by number of players; higher faces are rolled again (GNOMEBALL-21)."""


def set_up(state: Field) -> Rules[None]:
    """Homes, characters, the gnome; then the Draenei land, or the first turn is tossed for (GNOMEBALL-20)."""
    yield from ask_all(*(_ask_set_up(state, seat) for seat in state.seats))
    for seat in state.seats:
        yield _reveal(state, seat)
    yield from _give_homes(state)
    wishes: dict[Id, Square] = {}
    for seat in state.seats:
        wishes |= _turned(state, seat)
    landing = _landing(state)
    yield from settle(state, [who for who in state.ids() if who not in landing], [wishes])
    yield from new_gnome(state)
    for seat in state.seats:
        memory = state.own_memory(seat)
        memory.team, memory.home = (), ()
        memory.place = tuple(
            (who, square) for who, square in wishes.items() if who in landing and who[0] == seat
        )
    if landing:
        state.phase = "draenei"
    else:
        yield from _toss_for_first_turn(state)


def _toss_for_first_turn(state: Field) -> Rules[None]:
    face, seat = yield from _roll_for_seat(state, "first turn")
    if seat in state.left:  # a player who has resigned in the set-up does not begin (GNOMEBALL-140)
        seat = next_seat(state, seat)
    state.phase, state.turn, state.lead = "play", seat, seat
    yield FirstTurn(seat, face)


def _roll_for_seat(state: Field, label: str) -> Rules[tuple[int, Seat]]:
    table = STARTERS[len(state.seats)]
    face = yield from die(label)
    while face > len(table):
        face = yield from die(label)
    return face, state.seats[table[face - 1]]


# The secret mail.


def _ask_set_up(state: Field, seat: Seat) -> Ask[Done]:
    def edit(order: Order, first: bool) -> str:
        return _edit(state, seat, order)

    def standing() -> Done | None:
        memory = state.memory(seat)
        home = memory.home or state.settings.homes == "opposite"
        return Done() if memory.team and home and memory.place else None

    def sample(pick: Pick) -> Order:
        return sample_set_up(state, seat, pick)

    return Ask[Done](
        seat=seat,
        name="setup",
        takes=(Done,),
        check=lambda order: order,
        sample=sample,
        auto=Done,
        standing=standing,
        edits=(Team, Home, Place),
        edit=edit,
        ends=Done(),
    )


def _edit(state: Field, seat: Seat, order: Order) -> str:
    """Note a line of the draft, which is legal as a whole at all times; raises `Refused`."""
    draft = msgspec.structs.replace(state.memory(seat))
    if isinstance(order, Team):
        draft.team = order.races
        text = "Your team: " + ", ".join(_titles(seat, order.races))
    elif isinstance(order, Home):
        if state.settings.homes == "opposite":
            raise Refused("The homes are given in this match; squares are written for a1.")
        draft.home = order.corners
        text = f"Your wish for a home: {', '.join(order.corners)}"
    else:
        assert isinstance(order, Place)
        draft.place = merged(draft.place, order.squares)
        text = f"Noted, as seen from home {_written_for(draft)}: {str(order).partition(' ')[2]}"
    _drafted(seat, draft)
    state.private[seat] = draft
    return text


def _titles(seat: Seat, races: Sequence[str]) -> list[str]:
    return [
        f"{seat}{number} {RACES[race.rstrip('*')].title}{' (copperback)' if race.endswith('*') else ''}"
        for number, race in enumerate(races, start=1)
    ]


def _written_for(draft: Memory) -> Corner:
    return draft.home[0] if draft.home else ASSUMED_HOME


def _drafted(seat: Seat, draft: Memory) -> dict[Id, Square]:
    """The squares of a draft by id, as written; raises `Refused` (GNOMEBALL-14, 15)."""
    team = [race.rstrip("*") for race in draft.team or DEFAULT_TEAM]
    ids = [f"{seat}{number}" for number in range(1, TEAM_SIZE + 1)]
    draenei = [who for who, race in zip(ids, team, strict=True) if race == "draenei"]
    found = paired(draft.place, [who for who in ids if who not in draenei], draenei)
    for who, square in found.items():
        if who not in draenei:
            check_zone(square, _written_for(draft))
    return found


def _turned(state: Field, seat: Seat) -> dict[Id, Square]:
    """The draft's squares, mirrored from the corner they were written for to the home given (GNOMEBALL-15)."""
    draft = state.memory(seat)
    return {
        who: mirrored(square, _written_for(draft), state.homes[seat])
        for who, square in _drafted(seat, draft).items()
    }


def _reveal(state: Field, seat: Seat) -> Teams:
    races = state.memory(seat).team or DEFAULT_TEAM
    for number, race in enumerate(races, start=1):
        character = {"race": race.rstrip("*"), "copperback": race.endswith("*")}
        state.characters[f"{seat}{number}"] = msgspec.convert(character, Character)
    if set(races) <= {"bloodelf", "bloodelf*"}:
        state.elves.append(seat)
    return Teams(seat, races)


# Homes.


def _give_homes(state: Field) -> Rules[None]:
    """Wishes by preference, in the order of a die where first choices clash; then the fallback (GNOMEBALL-12, 137)."""
    wishes = {seat: state.memory(seat).home for seat in state.seats}
    first_choices = [corners[0] for corners in wishes.values() if corners]
    order, face = list(state.seats), 0
    if len(set(first_choices)) < len(first_choices):
        face, first = yield from _roll_for_seat(state, "home order")
        order = state.from_seat(first)
    for seat in order:
        free = [corner for corner in wishes[seat] if corner not in state.homes.values()]
        if free:
            state.homes[seat] = free[0]
    for seat in order:
        if seat not in state.homes:
            state.homes[seat] = _fallback(state)
    yield Homes(tuple((seat, state.homes[seat]) for seat in state.seats), order[0] if face else "", face)


def _fallback(state: Field) -> Corner:
    lowest = next((state.homes[seat] for seat in state.seats if seat in state.homes), "")
    free = [corner for corner in CORNERS if corner not in state.homes.values()]
    return OPPOSITE[lowest] if lowest and OPPOSITE[lowest] in free else free[0]


# Draenei.


def land(state: Field) -> Rules[None]:
    """The Draenei come down, anywhere but on a character or on the gnome (GNOMEBALL-20, 138)."""
    landing = _landing(state)
    owners = [seat for seat in state.seats if any(who[0] == seat for who in landing)]
    barred = {*state.occupied(), state.gnome_square}
    for seat in owners:
        memory = state.own_memory(seat)
        memory.place = tuple((who, square) for who, square in memory.place if square not in barred)
    yield from ask_all(*(_ask_landing(state, seat) for seat in owners))
    wishes: dict[Id, Square] = {}
    for seat in owners:
        wishes |= dict(state.memory(seat).place)
        state.own_memory(seat).place = ()
    yield from settle(state, landing, [wishes], anywhere=True, barred=barred)
    yield from _toss_for_first_turn(state)


def _landing(state: Field) -> list[Id]:
    """The Draenei who must still land."""
    return [who for who in state.ids() if state.characters[who].race == "draenei"]


def _ask_landing(state: Field, seat: Seat) -> Ask[Done]:
    own = [who for who in _landing(state) if who[0] == seat]

    def check(square: Square) -> None:
        if state.on(square) or square == state.gnome_square:
            raise Refused(f"{square} is taken.")

    def edit(order: Place, first: bool) -> str:
        return draft(state, seat, own, order.squares, check)

    def sample(pick: Pick) -> Order:
        return sample_landing(state, own, pick)

    return Ask[Done](
        seat=seat,
        name="draenei",
        takes=(Done,),
        check=lambda order: order,
        sample=sample,
        auto=Done,
        standing=lambda: Done() if len(state.memory(seat).place) == len(own) else None,
        edits=(Place,),
        edit=edit,
        ends=Done(),
    )
