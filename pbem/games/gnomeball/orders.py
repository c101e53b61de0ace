"""The lines of the game as values: what they hold, and how they are written in full. `reading` reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from pbem.play.requests import Order

# Activation lines.

Argument: TypeAlias = Literal["", "square", "target", "enemy", "quarry", "direction", "home", "anything"]


class Verb(Struct, frozen=True):
    """A part of a line: its word, its short forms, what follows it, and its step in the activation.

    Steps come in rising order: 1 before the move, 2 the move, 3 the action; 0 is free to stand anywhere.
    """

    word: str
    short: tuple[str, ...]
    takes: Argument
    step: int


VERBS: tuple[Verb, ...] = (
    Verb("move", ("m",), "square", 2),
    Verb("hearth", ("h",), "square", 2),
    Verb("pick up", ("pick", "get", "p"), "", 3),
    Verb("toss", ("t",), "square", 3),
    Verb("attack", ("a",), "target", 3),
    Verb("punt", ("k",), "home", 3),
    Verb("stomp", ("s",), "", 3),
    Verb("plague", ("b",), "enemy", 3),
    Verb("regenerate", ("r",), "", 3),
    Verb("plant", ("e",), "", 3),
    Verb("howl", ("w",), "direction", 3),
    Verb("fish", ("f",), "enemy", 3),
    Verb("tend", ("n",), "", 3),
    Verb("frenzy", ("z",), "", 0),
    Verb("detonate", ("d",), "", 1),
    Verb("look pretty", ("look", "l"), "anything", 0),
    Verb("pass", ("-",), "", 3),
    Verb("fetch", (), "", 3),
    Verb("hunt", (), "quarry", 3),
    Verb("carry", (), "home", 2),
)
VERB: Mapping[str, Verb] = {verb.word: verb for verb in VERBS}
MACROS = ("fetch", "hunt", "carry")
ANY = "any"
"""In place of an id, in plan lines: see GNOMEBALL-128."""


class Part(Struct, frozen=True):
    """One part of a line: a verb of `VERBS` and what it is aimed at, empty where nothing is."""

    verb: str
    what: str = ""

    def __str__(self) -> str:
        if self.verb == "look pretty" and self.what:
            return f"look pretty at {self.what}"
        return f"{self.verb} {self.what}".rstrip()

    @property
    def step(self) -> int:
        """Where in an activation it belongs, see `Verb`."""
        return VERB[self.verb].step


class Condition(Struct, frozen=True):
    """One condition of a line (GNOMEBALL-129); `who` and `what` are empty where it has none."""

    verb: str
    who: str = ""
    what: str = ""
    negated: bool = False

    def __str__(self) -> str:
        words = ["not" if self.negated else "", self.who, self.verb, self.what]
        return " ".join(word for word in words if word)


class Play(Order, frozen=True):
    """Everything that answers a request for an activation or for the rest of one."""


class Activate(Play, frozen=True):
    """One activation line. `who` is empty in a plain `pass`; `planned` marks what a plan has played."""

    who: str
    parts: tuple[Part, ...]
    planned: bool = False

    def __str__(self) -> str:
        line = f"{self.who} {', '.join(map(str, self.parts))}".strip()
        return f"plan: {line}" if self.planned else line


class Choice(Play, frozen=True):
    """A line with a condition, with alternatives, or with both (GNOMEBALL-126)."""

    when: tuple[Condition, ...]
    branches: tuple[Activate, ...]

    def __str__(self) -> str:
        line = " or ".join(map(str, self.branches))
        return f"if {_conditions(self.when)}: {line}" if self.when else line


class Halt(Play, frozen=True):
    """Drop the rest of the queue and ask me, if the conditions hold (GNOMEBALL-127)."""

    when: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"halt if {_conditions(self.when)}" if self.when else "halt"


class Reaction(Order, frozen=True):
    """Everything that answers whether somebody tries to intercept."""

    unasked: ClassVar[str] = "There is no toss to intercept now."


class Intercept(Reaction, frozen=True):
    """Try to intercept."""

    def __str__(self) -> str:
        return "intercept"


class Ignore(Reaction, frozen=True):
    """Let the gnome fly by."""

    def __str__(self) -> str:
        return "ignore"


# Set-up and restart.


class Placing(Order, frozen=True):
    """Everything that belongs to the set-up or to a restart."""


class Team(Placing, frozen=True):
    """Five races in the order of the ids, `*` behind the copperback."""

    unasked: ClassVar[str] = "The teams have been chosen."

    races: tuple[str, ...]

    def __str__(self) -> str:
        return f"team {' '.join(self.races)}"


class Home(Placing, frozen=True):
    """Corners in the order of preference."""

    unasked: ClassVar[str] = "The homes have been given."

    corners: tuple[str, ...]

    def __str__(self) -> str:
        return f"home {' '.join(self.corners)}"


class Place(Placing, frozen=True):
    """Squares for characters: pairs of id and square, the id empty where only squares were written."""

    squares: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"place {_places(self.squares)}"


class PlaceSame(Placing, frozen=True):
    """Everybody where he was last placed."""

    def __str__(self) -> str:
        return "place same"


class Done(Placing, frozen=True):
    """The draft is complete; what is missing is left to the rules."""

    unasked: ClassVar[str] = "There is nothing to place now."

    def __str__(self) -> str:
        return "done"


# Standing orders and plans.


class AlwaysIntercept(Order, frozen=True):
    """The standing answer to tosses within reach."""

    how: Literal["yes", "no", "except worgen", "ask"]

    def __str__(self) -> str:
        return {
            "yes": "always intercept",
            "no": "never intercept",
            "except worgen": "always intercept except worgen",
            "ask": "always ask intercept",
        }[self.how]


class AlwaysPlace(Order, frozen=True):
    """The standing answer to restarts; `squares` as in `Place`."""

    how: Literal["same", "auto", "squares", "ask"]
    squares: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask place"
        return f"always place {_places(self.squares) if self.how == 'squares' else self.how}"


class Planning(Order, frozen=True):
    """Everything that changes the standing plan (GNOMEBALL-128)."""


class Whenever(Planning, frozen=True):
    """A plan line."""

    when: tuple[Condition, ...]
    branches: tuple[Activate, ...]

    def __str__(self) -> str:
        return f"whenever {_conditions(self.when)}: {' or '.join(map(str, self.branches))}"


class DropPlan(Planning, frozen=True):
    """Forget the plan."""

    def __str__(self) -> str:
        return "drop plan"


class KeepOn(Planning, frozen=True):
    """Let the plan go on when the gnome changes sides."""

    def __str__(self) -> str:
        return "keep on"


ORDERS: tuple[type[Order], ...] = (
    Activate, Choice, Halt, Intercept, Ignore, Team, Home, Place, PlaceSame, Done, AlwaysIntercept, AlwaysPlace,
    Whenever, DropPlan, KeepOn,
)  # fmt: skip

FORMS: tuple[str, ...] = (
    "team RACE[*] x5",
    "home CORNER ...",
    "place [ID] SQUARE ...",
    "place same",
    "done",
    "ID move SQUARE",
    "ID hearth SQUARE",
    "ID pick up",
    "ID toss SQUARE",
    "ID attack ID2|gnome",
    "ID punt [HOME]",
    "ID stomp",
    "ID plague ID2",
    "ID regenerate",
    "ID plant",
    "ID howl DIRECTION",
    "ID fish ID2",
    "ID tend",
    "ID frenzy",
    "ID detonate",
    "ID look pretty [at X]",
    "ID pass",
    "ID fetch",
    "ID hunt ID2|holder|gnome",
    "ID carry [HOME]",
    "LINE or LINE",
    "if COND: LINE",
    "halt [if COND]",
    "whenever COND: LINE",
    "drop plan",
    "keep on",
    "intercept",
    "ignore",
    "always intercept [except worgen]",
    "never intercept",
    "always ask intercept",
    "always place same|auto|ID SQUARE ...",
    "always ask place",
)


def _conditions(when: Sequence[Condition]) -> str:
    return " and ".join(map(str, when))


def _places(squares: Sequence[tuple[str, str]]) -> str:
    return " ".join(f"{who} {square}".strip() for who, square in squares)
