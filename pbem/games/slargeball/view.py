"""The field as everybody sees it, 72 columns wide, and the unit list that says the same in words."""

from __future__ import annotations

import msgspec

from pbem.games.slargeball.breaking import line_up
from pbem.games.slargeball.field import (
    BLUE,
    BUNKERS,
    HEIGHT,
    OTHER,
    RED,
    SIDES,
    TITLES,
    WIDTH,
    ZONES,
    Point,
    Side,
    at,
    name,
    touching,
)
from pbem.games.slargeball.planning import said_plans
from pbem.games.slargeball.state import AIR, OFF, Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, side_of, stats
from pbem.play.game import View
from pbem.play.requests import Seat

LEGEND = (
    "D T N G C R H: Red, up. d t n g c r h: Blue, up. B b: up with a ball.",
    "X x: lying. %: several lying. = body of one who lies. * ball.",
    ": Goal Zone. # Goal Bunker. | last column behind a slargeline.",
)
ATTACKS = {RED: "capitals; attacks right", BLUE: "small letters; attacks left"}

_TENS = "    " + "".join(f"{tens:>10}" for tens in range(1, WIDTH // 10 + 1))
_ONES = "    " + "".join(str(column % 10) for column in range(1, WIDTH + 1))


def draw(state: Pitch, seat: Seat | None) -> View:
    """Header, board and lists; the plans of team-mates only for their own side (option `huddle`)."""
    if state.phase == "lineup":
        return _setting_up(state, seat)
    lists = [line for side in SIDES for line in _units(state, side)]
    lists.append(
        f"Balls: {'; '.join(_ball(number, place) for number, place in enumerate(state.balls, start=1))}"
    )
    for mate in state.open_to(seat) if seat else ():
        plans = " / ".join(said_plans(state, mate))
        if plans:
            lists.append(f"Plan of {state.names.get(mate, mate)}: {plans}")
    header = _header(state)
    return View((*header, *_board(state)), tuple(lists), LEGEND, len(header))


def _header(state: Pitch) -> tuple[str, str]:
    rolled = f" (rolled {state.dice[0]}-{state.dice[1]})" if state.dice else " (carries the ball)"
    if not state.dice and len(state.balls) > 1:
        rolled = " (carries most balls)"
    score = f"Red {state.score[RED]} - Blue {state.score[BLUE]}"
    awake = [
        f"{TITLES[side]} {_points(state, side)} of {_points(state, side, all_of_them=True)}" for side in SIDES
    ]
    return (
        f"Turn {state.turn} of {state.turns}   {score}   {TITLES[state.initiative]} has initiative{rolled}",
        f"Awake: {awake[0]} points, {awake[1]}",
    )


def _points(state: Pitch, side: Side, *, all_of_them: bool = False) -> int:
    """The Points of those who are awake, or of the whole side (SLARGEBALL-7)."""
    return sum(
        stats(figure).points
        for figure in state.figures
        if side_of(figure) == side and (all_of_them or figure not in state.down)
    )


def _board(state: Pitch) -> tuple[str, ...]:
    signs = _signs(state)
    lines = (state.line, WIDTH + 1 - state.line)
    rows = []
    for y in range(1, HEIGHT + 1):
        row = "".join(signs.get((x, y)) or _ground((x, y), lines) for x in range(1, WIDTH + 1))
        rows.append(f"{y:3} {row} {y}")
    return (_TENS, _ONES, *rows, _ONES)


def _ground(point: Point, lines: tuple[int, int]) -> str:
    if point in BUNKERS:
        return "#"
    if point in ZONES:
        return ":"
    return "|" if point[0] in lines else "."


def _signs(state: Pitch) -> dict[Point, str]:
    """What is drawn over the ground; what comes later hides what came before (section 2.3 of the rules)."""
    signs = {at(over): "=" for over in state.down.values() if over}
    signs |= dict.fromkeys(state.groundballs().values(), "*")
    lying: dict[Point, list[FigureId]] = {}
    for figure in state.down:
        lying.setdefault(state.where(figure), []).append(figure)
    for point, figures in lying.items():
        signs[point] = "%" if len(figures) > 1 else "X" if side_of(figures[0]) == RED else "x"
    carriers = state.carriers()
    for figure, point in state.standing().items():
        letter = "B" if figure in carriers else kind_of(figure)
        signs[point] = letter if side_of(figure) == RED else letter.lower()
    return signs


def _setting_up(state: Pitch, seat: Seat | None) -> View:
    """An empty field; a seat sees its own figures on it, where they will stand unless others want those squares."""
    lists = [f"{TITLES[side]} ({_players(state, side)}) lines up, in secret." for side in SIDES]
    placed = msgspec.structs.replace(state, figures={})
    if seat is not None:
        own = [figure for figure in state.commanded(seat) if kind_of(figure) != "H"]
        line_up(placed, own, state.memory(seat).lineup)
        lists += ["Your line-up as it stands:", *(_unit(placed, figure) for figure in own)]
    return View(_board(placed), tuple(lists), LEGEND)


def _players(state: Pitch, side: Side) -> str:
    """Who commands which squads."""
    told = []
    for seat in state.side_seats(side):
        squads = " ".join(map(str, state.squads_of(seat)))
        who = state.names.get(seat, seat)
        told.append(f"{who}: squad {squads}" if state.squads > 1 else who)
    return "; ".join(told)


def _units(state: Pitch, side: Side) -> list[str]:
    lines = [f"{TITLES[side]} ({ATTACKS[side]}; {_players(state, side)})"]
    return lines + [_unit(state, figure) for figure in state.team(side)]


def _unit(state: Pitch, figure: FigureId) -> str:
    status = "DOWN" if figure in state.down else "up" if state.on_field(figure) else "off"
    notes = "; ".join(_notes(state, figure))
    x, y = state.where(figure)
    return f"  {own_name(figure):<4} {x:>2},{y:<2} {status:<4} {notes}".rstrip()


def _notes(state: Pitch, figure: FigureId) -> list[str]:
    """What matters about a figure, most important first."""
    notes, here = [], state.where(figure)
    if figure in state.nicknames:
        notes.append(f'"{state.nicknames[figure]}"')
    if ball := state.carried(figure):
        notes.append(f"carries ball{ball}")
    if kind_of(figure) == "H":
        notes += _errand(state, side_of(figure))
    if figure in state.down:
        if state.down[figure]:
            notes.append(f"lies over {state.down[figure]}")
        piled = [other for other in state.down if other != figure and state.figures[other] == name(here)]
        if piled:
            notes.append(f"in a pile with {' '.join(piled)}")
    elif state.on_field(figure):
        foes = state.foes_at(figure, here)
        if foes:
            order = {other: place for place, other in enumerate(state.team(OTHER[side_of(figure)]))}
            notes.append(f"held by {' '.join(sorted(foes, key=lambda other: order[other]))}")
        notes += [
            f"at ball{number}" for number, point in state.groundballs().items() if touching(here, point)
        ]
    if state.frozen(figure):
        notes.append("frozen")
    return notes


def _errand(state: Pitch, side: Side) -> list[str]:
    coach = state.coaches[side]
    doing = {
        "idle": "",
        "out": f"after {coach.target}",
        "talk": f"talks to {coach.target}",
        "back": "on the way back",
    }[coach.doing]
    left = f"{3 - coach.outings} of 3 outings left"
    return [doing, left] if doing else [left]


def _ball(number: int, place: str) -> str:
    where = {OFF: "off the field", AIR: "in the air"}.get(place)
    if where is None:
        where = f"on the ground at {place}" if "," in place else f"carried by {place}"
    return f"ball{number} {where}"
