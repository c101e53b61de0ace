"""Connect Four: drop discs into seven columns; four in a row win. Written from docs/authors."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import field

from pbem.play.board import Board, Mark
from pbem.play.facts import Facts
from pbem.play.facts import Word as FactWord
from pbem.play.forms import Form, Word
from pbem.play.game import Bot, Game, Options, State, View
from pbem.play.grammar import Grammar
from pbem.play.grid import Grid, Square
from pbem.play.mending import Mender
from pbem.play.names import Names, places
from pbem.play.orders import Refused
from pbem.play.record import Result
from pbem.play.requests import Ask, Event, Order, Pick, Rules, Seat, ask, events_in

GRID = Grid(7, 6)
MARKS = {"R": Mark("X", 1, "disc"), "Y": Mark("O", 4, "disc")}
FRAME = GRID.terrain("boxes")
TITLES = {"R": "Red", "Y": "Yellow"}
OTHER = {"R": "Y", "Y": "R"}
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
MIDDLE_FIRST = "dcebfag"


class Drop(Order, frozen=True):
    """A disc into a column."""

    unasked: ClassVar[str] = ""
    form: ClassVar = Form(
        "drop/d {column}",
        column=Word("COLUMN", "[a-g]", str.lower, wants="a column from a to g", named=True),
        says={"drop d": "a disc into column d"},
        said="put, play, put a disc, drop a disc, go, move",
    )
    column: str


GRAMMAR = Grammar(
    "Connect Four", (Drop,), mend=Mender({"put": "drop", "play": "drop", "in": "", "column": ""})
)


class Dropped(Event, frozen=True):
    """Where a disc has come to lie."""

    seat: Seat
    square: Square


class Won(Event, frozen=True):
    """Four or more in a row."""

    seat: Seat
    line: tuple[Square, ...]


class Full(Event, frozen=True):
    """No square is left."""


class Position(State, kw_only=True):
    """`discs` has the seat of each square taken."""

    discs: dict[Square, Seat] = field(default_factory=dict)
    to_move: Seat = "R"

    def landing(self, column: str) -> Square | None:
        """Where a disc in this column would lie, or None if it is full (CONNECT-FOUR-2)."""
        return next((f"{column}{row}" for row in GRID.rows if f"{column}{row}" not in self.discs), None)

    def open_columns(self) -> list[str]:
        """The columns that are not full, those in the middle first."""
        return [column for column in MIDDLE_FIRST if self.landing(column)]

    def row_through(self, square: Square, seat: Seat) -> tuple[Square, ...]:
        """Four or more of a seat in a row through a square that is taken to be its own, or none (CONNECT-FOUR-3)."""
        for right, up in WAYS:
            line = [
                *reversed(list(self._run(square, seat, -right, -up))),
                square,
                *self._run(square, seat, right, up),
            ]
            if len(line) >= 4:
                return tuple(line)
        return ()

    def _run(self, square: Square, seat: Seat, right: int, up: int) -> Iterator[Square]:
        column, row = GRID.place(square)
        while (at := GRID.at(column := column + right, row := row + up)) and self.discs.get(at) == seat:
            yield at


def take_turn(state: Position) -> Rules[None]:
    """One disc."""
    seat = state.to_move
    order = yield from ask(turn_ask(state, seat))
    square = state.landing(order.column)
    assert square is not None
    state.discs[square] = seat
    yield Dropped(seat, square)
    if line := state.row_through(square, seat):
        state.result = Result(((seat,), (OTHER[seat],)), "four in a row")
        yield Won(seat, line)
    elif not state.open_columns():
        state.result = Result((("R", "Y"),), "the board is full")
        yield Full()
    state.to_move = OTHER[seat]


def turn_ask(state: Position, seat: Seat) -> Ask[Drop]:
    """A column that is not full."""

    def check(order: Drop) -> Drop:
        if state.landing(order.column) is None:
            raise Refused(f"Column {order.column} is full; open: {' '.join(sorted(state.open_columns()))}")
        return order

    def options() -> list[Drop]:
        return [Drop(column) for column in state.open_columns()]

    return Ask(
        seat,
        "turn",
        (Drop,),
        check,
        sample=lambda pick: pick.one(options()),
        auto=lambda: options()[0],
        options=options,
    )


# Bots.


def easy(state: Position, ask: Ask[Drop], pick: Pick) -> str:
    """Wins where it can, else drops anywhere."""
    return f"drop {_winning(state, ask.seat) or pick.one(state.open_columns())}"


def normal(state: Position, ask: Ask[Drop], pick: Pick) -> str:
    """Wins or prevents a win, else near the middle."""
    saved = _winning(state, ask.seat) or _winning(state, OTHER[ask.seat])
    return f"drop {saved or pick.one(state.open_columns()[:3])}"


def hard(state: Position, ask: Ask[Drop], pick: Pick) -> str:
    """Looks four discs ahead."""
    discs = Position(discs=dict(state.discs))
    return f"drop {max(state.open_columns(), key=lambda column: _worth(discs, column, ask.seat, 4))}"


def _winning(state: Position, seat: Seat) -> str:
    for column in state.open_columns():
        square = state.landing(column)
        if square and state.row_through(square, seat):
            return column
    return ""


def _worth(state: Position, column: str, seat: Seat, depth: int) -> int:
    """What a disc is worth to a seat: from 1, a win at once, to the other's best answer with the sign turned."""
    square = state.landing(column)
    assert square is not None
    if state.row_through(square, seat):
        return depth
    if depth == 1:
        return 0
    state.discs[square] = seat
    answers = [_worth(state, each, OTHER[seat], depth - 1) for each in state.open_columns()]
    del state.discs[square]
    return -max(answers, default=0)


class ConnectFour(Game[Position]):
    """Two players, forty-two squares."""

    name = "connect-four"
    title = "Connect Four"
    version = 1
    summary = "Drop discs into seven columns; four in a row win."
    credit = (
        "Connect Four is after a game by Howard Wexler and Ned Strongin, published by Milton Bradley in 1974."
    )
    players = (2,)
    state = Position
    orders = (Drop,)
    events, outlooks = events_in(__name__)
    forms = GRAMMAR.forms
    meanings = GRAMMAR.meanings
    verbs = GRAMMAR.verbs
    decisions = ("turn",)
    bots: ClassVar[dict[str, Bot]] = {"easy": easy, "normal": normal, "hard": hard}
    same_view = True

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        return ("R", "Y")

    def seat_title(self, seat: Seat) -> str:
        return TITLES[seat]

    def new(self, options: Options, seats: Sequence[Seat]) -> Position:
        return Position()

    def read(self, text: str) -> Order:
        return GRAMMAR.read(text)

    def turn(self, state: Position) -> Rules[None]:
        return take_turn(state)

    def facts(self, state: Position, seat: Seat) -> Facts:
        """Each square: empty, or whose disc is there; what has been dropped stays."""
        found: dict[str, FactWord] = {}
        for square in GRID:
            taken = state.discs.get(square)
            words = [TITLES[taken]] if taken else ["empty", *TITLES.values()]
            found[square] = FactWord(words[0], words)
        return found

    def names(self, state: Position, seat: Seat) -> Names:
        return Names({}, places((*GRID, *GRID.columns)), {title: side for side, title in TITLES.items()})

    def describe(self, state: Position, seat: Seat | None) -> View:
        """The discs of both players."""
        return View(
            tuple(
                f"{TITLES[each]} ({state.names[each]}): "
                + (
                    " ".join(square for square, owner in state.discs.items() if owner == each)
                    or "no disc yet"
                )
                for each in state.seats
            )
        )

    def board(self, state: Position, seat: Seat | None) -> Board:
        """The same as a board, from which text, tables and pictures are drawn."""
        marks = {square: (MARKS[owner],) for square, owner in state.discs.items()}
        sides = {1: TITLES["R"], 4: TITLES["Y"]}  # in these colors
        return Board(self.title, FRAME, marks, sides, (f"X {TITLES['R']}    O {TITLES['Y']}",))
