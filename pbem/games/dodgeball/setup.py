"""Set-up (DODGEBALL-1 to 5): the pawns are placed in secret, then dice say who begins."""

import itertools
from collections.abc import Sequence

from pbem.games.dodgeball.events import Placed, Placing, StartDice
from pbem.games.dodgeball.orders import Place
from pbem.games.dodgeball.state import BACK_ROW, BOARD, NORTH, SEATS, SOUTH, TITLES, Field
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Pick, Rules, Seat, ask_all, roll

DEFAULT_COLUMNS = {3: "bdg", 4: "bdeg", 5: "abdeg"}  # by the number of pawns


def set_up(state: Field) -> Rules[None]:
    """Both sides place and roll, and the lower total begins."""
    columns = {seat: tuple(DEFAULT_COLUMNS[state.size]) for seat in SEATS}
    if not state.fixed:
        answers = yield from ask_all(*(_placing(state, seat) for seat in SEATS))
        columns.update({seat: order.columns for seat, order in answers.items() if isinstance(order, Place)})
    for seat in SEATS:
        state.pawns.update(zip(state.roster(seat), _back_row(seat, columns[seat]), strict=True))
    yield Placed(_back_row(SOUTH, columns[SOUTH]), _back_row(NORTH, columns[NORTH]))
    yield from _first_dice(state)
    state.phase = "play"


def columns_in_order(state: Field, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of a placing from a toward h (DODGEBALL-3), or refused."""
    different = {column for column in columns if column in tuple(BOARD.columns)}
    if not len(columns) == len(different) == state.size:
        example = " ".join(DEFAULT_COLUMNS[state.size])
        raise Refused(
            f"Place {state.size} pawns on {state.size} different columns of a-h, for example: place {example}"
        )
    return tuple(sorted(columns))


def sample_columns(state: Field, pick: Pick) -> tuple[str, ...]:
    """Some columns that a placing may name."""
    return tuple(sorted(pick.some(BOARD.columns, state.size)))


def _back_row(seat: Seat, columns: Sequence[str]) -> tuple[Square, ...]:
    return tuple(f"{column}{BACK_ROW[seat]}" for column in columns)


def _placing(state: Field, seat: Seat) -> Ask[Place]:
    default = Place(tuple(DEFAULT_COLUMNS[state.size]))

    def standing() -> Place | None:
        columns = state.memory(seat).columns
        return Place(columns) if columns else None

    return Ask(
        seat=seat,
        name="placing",
        takes=(Place,),
        check=lambda order: Place(columns_in_order(state, order.columns)),
        sample=lambda pick: Place(sample_columns(state, pick)),
        auto=lambda: default,
        about=Placing(seat, state.size, BACK_ROW[seat], str(default)),
        options=lambda: [Place(columns) for columns in itertools.combinations(BOARD.columns, state.size)],
        standing=standing,
    )


def _first_dice(state: Field) -> Rules[None]:
    """DODGEBALL-4, 5: rolled until the totals differ; they are the dice of the first turns."""
    while True:
        south = yield from roll(f"{TITLES[SOUTH]} start dice", count=3)
        north = yield from roll(f"{TITLES[NORTH]} start dice", count=3)
        if sum(south) != sum(north):
            break
        yield StartDice(south, north)
    state.to_act = SOUTH if sum(south) < sum(north) else NORTH
    state.dice, state.next_dice = map(list, (south, north) if state.to_act == SOUTH else (north, south))
    yield StartDice(south, north, state.to_act)
