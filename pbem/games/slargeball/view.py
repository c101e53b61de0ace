"""The field as everybody sees it, 72 columns wide, and the unit list that says the same in words."""

import functools
from collections.abc import Iterable

import msgspec

from pbem.games.slargeball.breaking import line_up
from pbem.games.slargeball.field import (
    BLUE,
    BUNKER,
    BUNKERS,
    HEIGHT,
    OTHER,
    RED,
    SIDES,
    TITLES,
    WIDTH,
    ZONE,
    Point,
    Side,
    Square,
    name,
    touching,
)
from pbem.games.slargeball.recall import told_plans
from pbem.games.slargeball.state import AIR, OFF, Pitch
from pbem.games.slargeball.teams import (
    STATS,
    FigureId,
    kind_of,
    own_name,
    roster,
    seat_side,
    side_of,
    standard_squares,
    stats,
)
from pbem.games.slargeball.whapping import is_able
from pbem.play.board import Board, Mark, Place, Terrain, own, said
from pbem.play.game import View
from pbem.play.requests import Seat

SIGNS = (
    "Capitals are Red, small letters Blue. B b: up with a ball. * ball.",
    "X x: lying. %: several lying. = body of one who lies.",
    ": Goal Zone. # Goal Bunker. | last column behind a slargeline.",
    "34,17 is column 34 (the numbers above), row 17 (those at the side).",
    "The field has rows 1 to 32; empty ones at either end are not drawn.",
)
TURNED_CLOCK = "In the story 12 o'clock stays north: on this board straight down."
ATTACKS = {RED: "attacks east", BLUE: "attacks west"}

NUMBERS: dict[Side, int] = {BLUE: 0, RED: 1}  # blue is the first color

_RED_SQUARES = {
    "1D": "34,12", "1T1": "41,11", "1T2": "36,14", "1N1": "39,9", "1N2": "31,10", "1R": "50,13", "2D": "31,22",
    "2T1": "33,21", "2T2": "28,25", "2N1": "32,24", "2N2": "26,20", "2R": "36,23", "G": "60,15", "C": "30,16",
}  # fmt: skip
_BLUE_SQUARES = {
    "1D": "35,13", "1T1": "42,12", "1T2": "36,14", "1N1": "46,12", "1N2": "38,11", "1R": "40,12", "2D": "36,20",
    "2T1": "32,21", "2T2": "43,18", "2N1": "37,24", "2N2": "34,19", "2R": "24,17", "G": "5,17", "C": "39,16",
}  # fmt: skip
MID_GAME = Pitch(
    seats=["R", "B"],
    names={"R": "Ann", "B": "Ben"},
    squads=2,
    turn=9,
    score={RED: 1, BLUE: 0},
    initiative=BLUE,
    dice=(2, 5),
    figures={
        **{f"r{figure}": square for figure, square in _RED_SQUARES.items()},
        **{f"b{figure}": square for figure, square in _BLUE_SQUARES.items()},
    },
    down={"r1T2": "37,14", "r2N1": "", "b1T2": "", "b1N2": "37,11", "b2N2": "34,18"},
    balls=["r1T1", "33,23"],
)
"""The position that the rulebook shows, two squads a side, turn 9."""


def describe(state: Pitch, seat: Seat | None) -> View:
    """The position in words; the plans of teammates only for their own side (option `huddle`)."""
    if state.phase == "lineup":
        return _setting_up(state, seat)
    lists = [line for side in SIDES for line in _units(state, side)]
    lists.append(
        f"Balls: {'; '.join(_ball(number, place) for number, place in enumerate(state.balls, start=1))}"
    )
    for mate in state.open_to(seat) if seat else ():
        if plans := told_plans(state, mate):
            lists.append(f"Plan of {state.names.get(mate, mate)}:")
            lists += [f"  {plan}" for plan in plans]
    return View(tuple(lists), _header(state), (_kinds(state.squads), *_field(state.line)))


def draw(state: Pitch, seat: Seat | None) -> Board:
    """The position as a board; at the line-up a seat's own figures."""
    placing = state.phase == "lineup"
    shown = _lined_up(state, seat) if placing else state
    sides = {NUMBERS[side]: TITLES[side] for side in SIDES}
    return Board(
        "Slargeball", _ground(state.line), _marks(shown), sides, SIGNS, (*SIGNS, TURNED_CLOCK), whole=placing
    )


def _header(state: Pitch) -> tuple[str, str]:
    why = "" if state.dice else " (carries the ball)" if len(state.balls) < 2 else " (carries most balls)"
    score = f"{_called(RED)} {state.score[RED]} - {_called(BLUE)} {state.score[BLUE]}"
    awake = ", ".join(f"{_called(side)} {_points(state, side)}" for side in SIDES)
    return (
        f"Turn {state.turn} of {state.turns}   {score}   {_called(state.initiative)} has initiative{why}",
        f"Points awake: {awake}",
    )


@functools.cache
def _field(line: int) -> tuple[tuple[str, ...], ...]:
    """The field in words, for those who do not see it drawn."""
    zones = [
        said(
            "",
            f"The Goal Zone of {TITLES[side]}: {_extent(ZONE[side])}; its bunker: {_extent(BUNKER[side])}.",
        )
        for side in SIDES
    ]
    size = f"The field has columns 1 to {WIDTH} and rows 1 to {HEIGHT}."
    return (
        (
            said("", f"{size} The last columns behind the slargelines are {line} and {WIDTH + 1 - line}."),
            *zones,
        ),
    )


def _extent(squares: Iterable[Point]) -> str:
    """`columns 1 to 6, rows 12 to 21`."""
    across, down = ([point[axis] for point in squares] for axis in (0, 1))
    return f"columns {min(across)} to {max(across)}, rows {min(down)} to {max(down)}"


def _called(side: Side) -> str:
    return own(TITLES[side], NUMBERS[side])


def _points(state: Pitch, side: Side) -> int:
    """The Points of those who are awake (SLARGEBALL-7)."""
    awake = (figure for figure in state.figures if side_of(figure) == side and figure not in state.down)
    return sum(stats(figure).points for figure in awake)


@functools.cache
def _ground(line: int) -> Terrain:
    """The empty field; `line` is the column of the slargeline in the west."""
    lines = (line, WIDTH + 1 - line)

    def place(x: int, y: int) -> Place:
        ground, side = ("line" if x in lines else ""), None
        for each in SIDES:
            if (x, y) in ZONE[each] or (x, y) in BUNKER[each]:
                ground, side = ("bunker" if (x, y) in BUNKERS else "zone"), NUMBERS[each]
        return Place(name((x, y)), x - 1, y - 1, ground, side)

    rows, columns = range(1, HEIGHT + 1), range(1, WIDTH + 1)
    names = tuple(map(str, columns))
    places = tuple(place(x, y) for y in rows for x in columns)
    return Terrain("inches", places, tuple(map(str, rows)), names, names)


def _marks(state: Pitch) -> dict[Square, tuple[Mark, ...]]:
    """What is on the field; what comes first hides what comes later (section 2.3 of the rules)."""
    marks: dict[Square, list[Mark]] = {}
    carriers = state.carriers()
    for figure, point in state.standing().items():
        held = (
            [Mark("*", kind="ball", held=True, name=f"ball{carriers[figure]}")] if figure in carriers else []
        )
        marks.setdefault(name(point), []).extend((_mark(figure, "figure"), *held))
    for figure in state.down:
        marks.setdefault(state.figures[figure], []).append(_mark(figure, "figure", "down"))
    for number, point in state.groundballs().items():
        marks.setdefault(name(point), []).append(Mark("*", kind="ball", name=f"ball{number}"))
    for figure, over in state.down.items():
        if over:
            marks.setdefault(over, []).append(_mark(figure, "body"))
    return {square: tuple(found) for square, found in marks.items()}


def _mark(figure: FigureId, kind: str, *state: str) -> Mark:
    letter, side = kind_of(figure), side_of(figure)
    shown = "=" if kind == "body" else letter if side == RED else letter.lower()
    return Mark(shown, NUMBERS[side], kind, state=state, name=figure)


@functools.cache
def _kinds(squads: int) -> tuple[str, str]:
    """What the letters mean, on the board and in the list, for the figures that there are."""
    kinds = {kind_of(figure): None for figure in roster(squads, RED, range(1, squads + 1))}
    letters = [f"{kind} {STATS[kind].title}" for kind in kinds]
    squad = "; 1T2 is the second Tremple of squad 1" if squads > 1 else ""
    return f"{', '.join(letters[:4])},", f"{', '.join(letters[4:])}{squad}."


def _setting_up(state: Pitch, seat: Seat | None) -> View:
    """For each seat its own figures, as they would stand if nobody else were there."""
    shown = _lined_up(state, seat)
    lists: list[str] = []
    for side in SIDES:
        lists.append(f"{_called(side)} ({ATTACKS[side]}; {_players(state, side)}) lines up, in secret.")
        if seat is not None and seat_side(seat) == side:
            wishes = state.memory(seat).lineup
            lists += [_placed(shown, figure, ordered=figure in wishes) for figure in _own(state, seat)]
    return View(tuple(lists), tables=(_kinds(state.squads), *_field(state.line)))


def _own(state: Pitch, seat: Seat) -> list[FigureId]:
    """The figures that a seat lines up."""
    return [figure for figure in state.commanded(seat) if kind_of(figure) != "H"]


def _lined_up(state: Pitch, seat: Seat | None) -> Pitch:
    """The field with a seat's own figures alone."""
    shown = msgspec.structs.replace(state, figures={})
    if seat is not None:
        line_up(shown, _own(state, seat), state.memory(seat).lineup)
    return shown


def _placed(state: Pitch, figure: FigureId, *, ordered: bool) -> str:
    square, standard = state.figures[figure], standard_squares(state.squads, state.line)[figure]
    why = (
        "as ordered" if ordered else "standard square" if square == standard else "beside the standard square"
    )
    return _row(figure, state.where(figure), why)


def _players(state: Pitch, side: Side) -> str:
    """Who commands which squads."""
    told = []
    for seat in state.side_seats(side):
        squads = " ".join(map(str, state.squads_of(seat)))
        who = state.names.get(seat, seat)
        told.append(f"{who}: squad {squads}" if state.squads > 1 else who)
    return "; ".join(told)


def _units(state: Pitch, side: Side) -> list[str]:
    lines = [f"{_called(side)} ({ATTACKS[side]}; {_players(state, side)})"]
    return lines + [_unit(state, figure) for figure in state.team(side)]


def _unit(state: Pitch, figure: FigureId) -> str:
    status = "DOWN" if figure in state.down else "" if state.on_field(figure) else "off"
    notes = "; ".join(_notes(state, figure))
    return _row(figure, state.where(figure), f"{status:<4} {notes}")


def _row(figure: FigureId, point: Point, what: str) -> str:
    x, y = point
    name = own_name(figure)
    marked, gap = own(name, NUMBERS[side_of(figure)]), " " * (4 - len(name))
    return f"  {marked}{gap} {x:>2},{y:<2} {what}".rstrip()


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
            if is_able(state, figure):
                notes.append(f"whap {stats(figure).whap}")
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
