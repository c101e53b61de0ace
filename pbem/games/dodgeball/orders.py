"""Lines of Dodgeball: what each order says, and how it is written.

Reading knows nothing of the position. Pawns and squares stay as written, only in their proper case (`S1`, `d5`), until
the ask that gets the order looks at the board.
"""

from typing import ClassVar, Literal, TypeAlias

from pbem.play.forms import Choice, Form, Kind, Line, Many, Word, flag
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.requests import Order

Reply: TypeAlias = Literal["dodge", "catch"]


def _proper(word: str) -> str:
    """A pawn or square as it is written properly: `S1`, `d5`."""
    return word.upper() if word[0] in "sSnN" else word.lower()


class _Columns(Kind[tuple[str, ...]]):
    """Columns, with or without blanks between them. The check knows how many there must be."""

    label, wants = "COLUMN ...", "columns"

    def take(self, line: Line, at: int) -> tuple[tuple[str, ...], int]:
        words = [word for word in line.low[at:] if word != "and"]
        return tuple(words[0]) if len(words) == 1 else tuple(words), len(line.low)

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)


_PAWN = Word("PAWN", "[a-z][0-9]{1,2}", _proper, wants="a pawn", named=True)
_SQUARE = Word("SQUARE", "[a-z][0-9]{1,2}", _proper, wants="a square", named=True)
_AIM = Word("PAWN", "[a-z][0-9]{1,2}", _proper, wants="a pawn or its square", named=True)
_DIE = Word("DIE", "[1-6]", int, wants="a die from 1 to 6", named=True)
_COLUMNS = _Columns()


class Place(Order, frozen=True):
    """Where the pawns stand at first, by column."""

    unasked: ClassVar[str] = "The pawns are placed already"
    form: ClassVar = Form(
        "place/pl {columns}",
        columns=_COLUMNS,
        says={"place a b d e g": "put your pawns on these columns"},
        said="set up, line up, start on, begin on",
    )
    columns: tuple[str, ...]


class Action(Order, frozen=True):
    """What one die pays for, or `done`."""


class Move(Action, frozen=True):
    """A pawn goes to the last square named, by way of the others. A die of 0 names none."""

    form: ClassVar = Form(
        "{pawn} move/m {route} [with/for {die}]",
        also=("{pawn=known} {route=steps} [with/for {die}]",),
        pawn=_PAWN,
        known=Word("PAWN", "[sn][1-5]", _proper, wants="a pawn"),
        steps=Many(Word("SQUARE", "[a-h][1-8]", _proper, wants="a square", named=True)),
        route=Many(_SQUARE),
        die=_DIE,
        says={
            "S1 move b4": "run, picking up what lies on the way",
            "S2 move d4 e3 with 5": "by way of d4, for a die of 5",
        },
        said="go, run, walk, step, advance, head, jog, dash, sprint, retreat, come, get, travel, proceed, charge,"
        " sneak, march, slip, hop, put, bring, send, go back, go over, go up, go down, run back, head back,"
        " head for, make for",
    )
    pawn: str
    route: tuple[str, ...]
    die: int = 0


class Pass(Action, frozen=True):
    """A pawn gives a ball to a teammate, named by id or square."""

    form: ClassVar = Form(
        "{pawn} pass/p {to} [with/for {die}]",
        pawn=_PAWN,
        to=_AIM,
        die=_DIE,
        says={"S1 pass S2": "hand a ball to a teammate"},
        said="hand, give, hand off, hand over, pass over, pass on, deliver",
    )
    pawn: str
    to: str
    die: int = 0


class Throw(Action, frozen=True):
    """A pawn throws a ball at the first of these opposing pawns, named by id or square, that it can reach."""

    form: ClassVar = Form(
        "{pawn} throw/t {targets} [with/for {die}]",
        pawn=_PAWN,
        targets=Many(_AIM, "or"),
        die=_DIE,
        says={
            "S1 throw N2": "throw a ball at an opponent",
            "S1 throw N2 or N3 with 3": "at the first of them in reach",
        },
        said="hit, attack, shoot, aim, hurl, fire, toss, strike, target, lob, chuck, fling, peg, pelt, nail, yeet,"
        " launch, pick off, have a go, has a go, have a go at, have a throw, has a throw, have a shot, has a shot,"
        " take a pop, take on, try to hit, take aim, take a shot, take out, knock out",
    )
    pawn: str
    targets: tuple[str, ...]
    die: int = 0


class Done(Action, frozen=True):
    """The turn ends; dice left are given up."""

    form: ClassVar = Form(
        "done",
        says={"done": "end the turn, giving up the dice left"},
        said="end my turn, end turn, end the turn, finish my turn, finish the turn",
    )

    @property
    def closes(self) -> bool:
        return True

    def ahead(self, *, behind: bool) -> str:
        return "end your next turn after the lines before it" if behind else "give up your whole next turn"


class React(Order, frozen=True):
    """The answer to a throw; with `every`, to all later ones of the turn as well."""

    unasked: ClassVar[str] = "No throw is waiting for your answer"
    every: bool = False


class Dodge(React, frozen=True):
    """The target steps aside. The square is for the ball, should it miss."""

    form: ClassVar = Form(
        "dodge/dg [{square}] [{every}]",
        square=_SQUARE,
        every=flag("all"),
        says={
            "dodge": "step aside; equal rolls are a miss",
            "dodge c6": "and if it misses, the ball goes to c6",
            "dodge all": "and so all further throws of the turn",
        },
        said=(
            "sidestep, jump out of the way, get out of the way, step out of the way, leap aside, move aside, evade,"
            " duck, avoid, try to dodge, step aside, jump aside"
        ),
    )
    square: str = ""


class Catch(React, frozen=True):
    """The target tries to catch the ball."""

    form: ClassVar = Form(
        "catch/ct [{every}]",
        every=flag("all"),
        says={
            "catch": "a higher roll puts the thrower out",
            "catch all": "and so all further throws of the turn",
        },
        said="try to catch, grab",
    )


class Put(Order, frozen=True):
    """Where a ball that missed comes to lie."""

    unasked: ClassVar[str] = "No missed ball is waiting for you to put it down"
    form: ClassVar = Form(
        "put {square}",
        square=_SQUARE,
        says={"put c6": "where a missed ball lands"},
        said="lay, drop, leave, set",
    )
    square: str


class Always(Order, frozen=True):
    """A standing order, kept in the seat's own memory."""


class AlwaysPlace(Always, frozen=True):
    """How to place the pawns."""

    form: ClassVar = Form(
        "always place {columns}",
        columns=_COLUMNS,
        says={"always place a b d e g": "place like that without being asked"},
    )
    columns: tuple[str, ...]


class AlwaysReact(Always, frozen=True):
    """How to answer every throw, or that it should be asked."""

    form: ClassVar = Form(
        "always {how}",
        how=Choice({"dodge": "dodge", "catch": "catch", "ask react": "ask"}),
        says={
            "always dodge": "dodge every throw from now on",
            "always catch": "try to catch every throw from now on",
            "always ask react": "be asked about each throw again",
        },
    )
    how: Literal["dodge", "catch", "ask"]


class AlwaysPut(Always, frozen=True):
    """Where every ball that missed should lie, or that it should be asked."""

    form: ClassVar = Form(
        "always {how}",
        how=Choice({"put front": "front", "put back": "back", "ask put": "ask"}),
        says={
            "always put front": "missed balls go toward the center",
            "always put back": "missed balls go toward your back row",
            "always ask put": "be asked where each missed ball goes",
        },
    )
    how: Literal["front", "back", "ask"]


ORDERS: tuple[type[Order], ...] = (
    Place, Move, Pass, Throw, Done, Dodge, Catch, Put, AlwaysPlace, AlwaysReact, AlwaysPut,
)  # fmt: skip
_NO_ORDER = "To end your turn write: done. To hand on a ball: S1 pass S2"


def _makes_sense(order: Order) -> bool:
    """Whether a player may have meant a guess: it has existing columns, and passes within a side."""
    match order:
        case Place(columns=columns) | AlwaysPlace(columns=columns):
            return bool(columns) and set(columns) <= set("abcdefgh")
        case Move(route=route):
            return all(square[0] not in "SN" for square in route)
        case Pass(pawn=pawn, to=to):
            return to[0] == pawn[0]
        case Throw(pawn=pawn, targets=targets):
            return all(target[0] != pawn[0] for target in targets)
        case Put(square=square) | Dodge(square=square):
            return square[:1] not in ("S", "N")
    return True


GRAMMAR = Grammar(
    "Dodgeball",
    ORDERS,
    tokens=r"(?i:[sn][1-5])(?=(?i:move|pass|throw))|(?i:move|pass|throw)(?=(?i:[a-hsn][1-8])\b)|[^\s,|.>-]+",
    refused={"pass": (_NO_ORDER, ""), "p": (_NO_ORDER, "")},
    mend=Mender({"walk": "move", "run": "move", "go": "move", "to": "move"}, _makes_sense),
)
read = GRAMMAR.read
