"""The field as both players see it, and the same in words (DODGEBALL-40)."""

from collections.abc import Mapping, Sequence

from pbem.games.dodgeball.state import (
    AIR,
    BACK_ROW,
    BOARD,
    CORNERS,
    LINE,
    NORTH,
    OTHER,
    SEATS,
    SOUTH,
    TITLES,
    Field,
)
from pbem.play.board import Board, Line, Mark, Place, own
from pbem.play.game import View
from pbem.play.requests import Seat

NUMBERS = {SOUTH: 0, NORTH: 1}
_NAMES = {seat: own(TITLES[seat], NUMBERS[seat]) for seat in SEATS}
_SIDES = {NUMBERS[seat]: TITLES[seat] for seat in SEATS}
_HOMES = {
    f"{column}{row}": BOARD.place_of(f"{column}{row}", "home", NUMBERS[seat])
    for seat, row in BACK_ROW.items()
    for column in BOARD.columns
}
_STARTS = tuple(Place(f"{west}/{east}", BOARD.columns.index(west), 4, "corner") for west, east in CORNERS)
COURT = BOARD.terrain("boxes", _HOMES, (Line(4, "=", "center line", _STARTS),))
LEGEND = (
    "O ball at its start, on a corner    o ball in a square (o2, o3: several)",
    "S1* pawn with a ball (S2*2: with two balls)",
)


def describe(state: Field) -> View:
    """The position in words: nothing is hidden once the pawns are placed."""
    return View(tuple(_before_play(state) if state.phase == "placing" else _lists(state)))


def draw(state: Field) -> Board:
    """The same as a board."""
    heaps = state.heaps()
    marks = {
        place: (Mark("o", kind="ball", count=len(balls)),) for place, balls in heaps.items() if place in BOARD
    }
    for pawn, square in state.pawns.items():
        held = (Mark("o", kind="ball", held=True, count=len(heaps[pawn])),) if pawn in heaps else ()
        marks[square] = (Mark(pawn, NUMBERS[pawn[0]], "pawn"), *held)
    marks |= {
        start.name: (Mark("O", kind="ball"),)
        for start, place in zip(_STARTS, state.balls, strict=True)
        if place == LINE
    }
    return Board("Dodgeball!", COURT, marks, _SIDES, LEGEND)


def _before_play(state: Field) -> list[str]:
    placing = [
        f"{_side(state, seat)} places {state.size} pawns on row {row}, in secret."
        for seat, row in BACK_ROW.items()
    ]
    return [*placing, _loose_balls(state)]


def _lists(state: Field) -> list[str]:
    loads = {place: _load(balls) for place, balls in state.heaps().items() if place in state.pawns}
    lists = [_team(state, loads, SOUTH), _team(state, loads, NORTH), _loose_balls(state)]
    if state.result is None:
        to_act, other = _NAMES[state.to_act], _NAMES[OTHER[state.to_act]]
        lists.append(
            f"Dice: {to_act}, to act now: {_faces(state.dice)}.   {other}, next turn: {_faces(state.next_dice)}."
        )
    limit = f" (the game is stopped at {state.stall})" if state.stall else ""
    lists.append(f"Turns in a row without a throw: {state.quiet}{limit}.")
    return lists


def _loose_balls(state: Field) -> str:
    resting = [
        f"ball {ball} {_place(place, corners)}"
        for ball, (place, corners) in enumerate(zip(state.balls, CORNERS, strict=True), start=1)
        if place not in state.pawns
    ]
    return f"Loose balls: {'; '.join(resting) or 'none'}."


def _team(state: Field, loads: Mapping[str, str], seat: Seat) -> str:
    side = NUMBERS[seat]
    team = [f"{own(pawn, side)} {state.pawns[pawn]}{loads.get(pawn, '')}" for pawn in state.team(seat)]
    out = [own(pawn, side) for pawn in state.out(seat)] if len(team) < state.size else []
    count = f"{len(team) or 'no'} pawn{'' if len(team) == 1 else 's'}"
    line = f"{_side(state, seat)}, {count}{': ' if team else ''}{'; '.join(team)}."
    return f"{line} Out: {' '.join(out)}." if out else line


def _side(state: Field, seat: Seat) -> str:
    name, side = state.names.get(seat), NUMBERS[seat]
    return f"{_NAMES[seat]} ({own(name, side)})" if name else _NAMES[seat]


def _load(balls: Sequence[int]) -> str:
    if len(balls) == 1:
        return f" with ball {balls[0]}"
    return f" with balls {', '.join(map(str, balls[:-1]))} and {balls[-1]}"


def _place(place: str, corners: tuple[str, str]) -> str:
    if place == AIR:
        return "in the air"
    return f"on the line between {' and '.join(corners)}" if place == LINE else f"on {place}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) or "none"
