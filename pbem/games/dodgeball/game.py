"""Dodgeball!, wired up: which chapter of the rules does what for the server."""

from collections.abc import Sequence

from pbem.games.dodgeball.advice import near
from pbem.games.dodgeball.bots import easy, examples, hard, normal
from pbem.games.dodgeball.facts import facts
from pbem.games.dodgeball.moving import reach
from pbem.games.dodgeball.naming import names, vet
from pbem.games.dodgeball.orders import (
    GRAMMAR,
    ORDERS,
    AlwaysPlace,
    AlwaysPut,
    AlwaysReact,
    Place,
    read,
)
from pbem.games.dodgeball.setup import columns_in_order, sample_columns, set_up
from pbem.games.dodgeball.state import NORTH, SEATS, TITLES, Field, Memory
from pbem.games.dodgeball.telling import distance, score, threats
from pbem.games.dodgeball.turn import take_turn
from pbem.games.dodgeball.view import NUMBERS, describe, draw
from pbem.play.asked import read_asked
from pbem.play.board import Board
from pbem.play.game import Game, Option, Options, View, random_bot
from pbem.play.glossary import read_entries
from pbem.play.orders import Refused
from pbem.play.requests import Figure, Order, Pick, Rules, Seat, events_in


class Dodgeball(Game[Field]):
    """Two sides of five pawns, three balls, and the dice of both sides open on the table."""

    name = "dodgeball"
    title = "Dodgeball!"
    version = 1
    summary = "Two teams on a chessboard run for three balls and throw them at each other; the last team standing wins."
    credit = (
        "Dodgeball! was designed by Daniel Kast, Majestic Twelve Games. Copyright Daniel Kast / Majestic Twelve Games. "
        "All rights reserved. Coded for play by e-mail on the designer's public go-ahead. Do not take internally. "
        "Your mileage may vary."
    )
    players = (2,)
    options = (
        Option("pawns", "5", "pawns on each side; 3 gives a very short game", ("3", "4", "5")),
        Option(
            "placement",
            "secret",
            "who places the pawns: both players in secret, or the server",
            ("secret", "fixed"),
        ),
        Option("stall", "16", "turns in a row without a throw until the game is stopped", ("8", "16", "off")),
    )
    state = Field
    orders = ORDERS
    events, outlooks = events_in(__package__)
    forms = GRAMMAR.forms
    meanings = GRAMMAR.meanings
    verbs = GRAMMAR.verbs
    basics = ("S1 move b4", "S1 pass S2", "S1 throw N2", "dodge", "done")
    entries = read_entries(__package__)
    asked = read_asked(__package__)
    decisions = ("placing", "action", "react", "put")
    bots = {  # noqa: RUF012  # typed where it is declared
        "random": random_bot,
        "easy": easy,
        "normal": normal,
        "hard": hard,
    }
    same_view = True

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """South, then North."""
        return SEATS

    def seat_title(self, seat: Seat) -> str:
        """`South` or `North`."""
        return TITLES[seat]

    def new(self, options: Options, seats: Sequence[Seat]) -> Field:
        """An empty field, the balls on the center line (DODGEBALL-1)."""
        return Field(
            phase="placing",
            size=int(options["pawns"]),
            stall=0 if options["stall"] == "off" else int(options["stall"]),
            fixed=options["placement"] == "fixed",
        )

    read = staticmethod(read)
    facts = staticmethod(facts)
    names = staticmethod(names)
    score = staticmethod(score)
    distance = staticmethod(distance)
    threats = staticmethod(threats)

    def turn(self, state: Field) -> Rules[None]:
        """The set-up, then one side's three dice at a time."""
        return set_up(state) if state.phase == "placing" else take_turn(state)

    def describe(self, state: Field, seat: Seat | None) -> View:
        """The same for everybody (DODGEBALL-40)."""
        return describe(state)

    def board(self, state: Field, seat: Seat | None) -> Board:
        """The same for everybody."""
        return draw(state)

    def side_of(self, seat: Seat) -> int:
        """South is blue, North vermilion."""
        return NUMBERS[seat]

    def side_of_figure(self, figure: Figure) -> int:
        """Pawns begin with the letter of their seat."""
        return NUMBERS[figure[0]]

    def far(self, state: Field, seat: Seat) -> bool:
        """North's back row is at the top."""
        return seat == NORTH

    def always(self, state: Field, seat: Seat, order: Order) -> str | None:
        """Keep `always place`, `always dodge`, `always put front` and the like."""
        match order:
            case AlwaysPlace():
                if state.phase != "placing":
                    raise Refused(Place.unasked)
                columns = columns_in_order(state, order.columns)
                state.memorise(seat).columns = columns
                return f"Your pawns are placed on {' '.join(columns)} without asking you"
            case AlwaysReact():
                memory = state.memorise(seat)
                memory.react, memory.turn = order.how, ""
                return _ANSWERS[order.how]
            case AlwaysPut():
                state.memorise(seat).put = order.how
                return _PLACES[order.how]
        return None

    examples = staticmethod(examples)

    def shows_another(self, state: Field, turn: int) -> bool:
        """With the last die of a turn."""
        return len(state.dice) == 1

    vet = staticmethod(vet)

    def memory(self, state: Field, seat: Seat) -> list[str]:
        """What differs from a seat that never gave a standing order."""
        memory, fresh = state.memory(seat), Memory()
        lines: list[Order] = []
        if memory.columns and state.phase == "placing":
            lines.append(AlwaysPlace(memory.columns))
        if memory.react != fresh.react:
            lines.append(AlwaysReact(memory.react))
        if memory.put != fresh.put:
            lines.append(AlwaysPut(memory.put))
        return list(map(str, lines))

    def picture(self) -> Field:
        """The position that the rulebook shows."""
        south = {"S1": "b4", "S2": "d2", "S4": "f1", "S5": "h3"}
        north = {"N1": "a7", "N2": "d5", "N3": "e6", "N5": "g5"}
        balls = ["S1", "f7", "N5"]
        return Field(pawns={**south, **north}, balls=balls, dice=[5, 3, 2], next_dice=[6, 4, 1])

    near = staticmethod(near)
    reach = staticmethod(reach)

    def sample_always(self, state: Field, seat: Seat, pick: Pick) -> Order | None:
        """A placing while there is one; then, asking more often than answering, how to meet throws."""
        if state.phase == "placing":
            return AlwaysPlace(sample_columns(state, pick))
        return pick.one(
            [
                AlwaysReact(pick.one(["dodge", "catch", "ask", "ask"])),
                AlwaysPut(pick.one(["front", "back", "ask", "ask"])),
            ]
        )


_ANSWERS = {
    "ask": "You are asked how to meet each throw",
    "dodge": "Your pawns dodge every throw from now on",
    "catch": "Your pawns try to catch every throw from now on",
}
_PLACES = {
    "ask": "You are asked where each missed ball lands",
    "front": "Balls that missed go toward the center line from now on",
    "back": "Balls that missed go toward your back row from now on",
}
