"""The field as both players see it, and the same in words (DODGEBALL-40)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pbem.games.dodgeball.state import AIR, BACK_ROW, BOARD, CORNERS, LINE, OTHER, SEATS, TITLES, Field
from pbem.play.game import Signs, View
from pbem.play.grid import Boxes, Line, Square
from pbem.play.requests import Seat

BOX = 4
BOXES = {turned: Boxes(BOARD, width=BOX, turned=turned) for turned in (False, True)}
LEGEND = (
    "O ball at its start, on a corner    o ball in a square (o2, o3: several)",
    "S1* pawn with a ball (S2*2: with two balls)",
)

WHOSE = Signs(
    board=(r"S\d(?:\*\d?)?", r"N\d(?:\*\d?)?"),
    words=(r"S\d|South", r"N\d|North"),
    neutral=r"o\d?|O",
)

Heaps: TypeAlias = Mapping[str, Sequence[int]]
"""The balls by where they are; see `Field.heaps`."""


def draw(state: Field, *, turned: bool = False) -> View:
    """Board, lists and legend: nothing is hidden once the pawns are placed. Turned, North has the foot of the board."""
    heaps = state.heaps()
    at_start = {west: "O" for (west, _), place in zip(CORNERS, state.balls, strict=True) if place == LINE}
    board = BOXES[turned].draw(_cells(state, heaps), {4: Line("=", at_start, "centre line")})
    lists = _before_play(state) if state.phase == "placing" else _lists(state, heaps)
    return View(board, tuple(lists), LEGEND)


def _cells(state: Field, heaps: Heaps) -> dict[Square, str]:
    cells = {place: f" o{_several(balls)}" for place, balls in heaps.items() if place in BOARD}
    for pawn, square in state.pawns.items():
        balls = heaps.get(pawn)
        text = f" {pawn}*{_several(balls)}" if balls else f" {pawn}"
        cells[square] = text[-BOX:]  # a pawn with several balls fills its box
    return cells


def _several(balls: Sequence[int]) -> str:
    return str(len(balls)) if len(balls) > 1 else ""


def _before_play(state: Field) -> list[str]:
    return [
        f"{_side(state, seat)} places {state.size} pawns on row {row}, in secret."
        for seat, row in BACK_ROW.items()
    ]


def _lists(state: Field, heaps: Heaps) -> list[str]:
    lists = [_team(state, heaps, seat) for seat in SEATS]
    resting = [
        f"ball {ball} {_place(place, corners)}"
        for ball, (place, corners) in enumerate(zip(state.balls, CORNERS, strict=True), start=1)
        if place not in state.pawns
    ]
    lists.append(f"Loose balls: {'; '.join(resting) or 'none'}.")
    if state.result is None:
        to_act, other = TITLES[state.to_act], TITLES[OTHER[state.to_act]]
        lists.append(
            f"Dice: {to_act}, to act now: {_faces(state.dice)}.   {other}, next turn: {_faces(state.next_dice)}."
        )
    limit = f" (the game is stopped at {state.stall})" if state.stall else ""
    lists.append(f"Turns in a row without a throw: {state.quiet}{limit}.")
    return lists


def _team(state: Field, heaps: Heaps, seat: Seat) -> str:
    team = [f"{pawn} {state.pawns[pawn]}{_load(heaps.get(pawn, ()))}" for pawn in state.team(seat)]
    out = state.out(seat)
    count = f"{len(team) or 'no'} pawn{'' if len(team) == 1 else 's'}"
    line = f"{_side(state, seat)}, {count}{': ' if team else ''}{'; '.join(team)}."
    return f"{line} Out: {' '.join(out)}." if out else line


def _side(state: Field, seat: Seat) -> str:
    name = state.names.get(seat)
    return f"{TITLES[seat]} ({name})" if name else TITLES[seat]


def _load(balls: Sequence[int]) -> str:
    if len(balls) < 2:
        return f" with ball {balls[0]}" if balls else ""
    return f" with balls {', '.join(map(str, balls[:-1]))} and {balls[-1]}"


def _place(place: str, corners: tuple[str, str]) -> str:
    if place == AIR:
        return "in the air"
    return f"on the line between {' and '.join(corners)}" if place == LINE else f"on {place}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) or "none"
