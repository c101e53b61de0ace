"""What is told of a game of Elfball; what prompts and previews tell besides is in `prompts.py`.

Players are named by letter, hexes by name, teams by seat; dice of challenges are told in the signs of the rulebook.
"""

from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from pbem.games.elfball.field.state import Box, Letter
from pbem.play.hexgrid import Direction, Hex
from pbem.play.requests import Event, Seat

Result = TypeVar("Result", bound=str)

HitResult: TypeAlias = Literal[
    "flop", "fail", "slide", "solid", "punishing", "crippling", "nothing", "strip", "steal"
]
ThrowResult: TypeAlias = Literal["flop", "miss", "wobbly", "spiral"]


class Dice(Struct, frozen=True):
    """How a challenge was rolled.

    - `rolled`: the dice as they fell, those that stars brought behind (`X` flop, `-` blank, `*` star, `S` success).
    - `faces`: all dice as they lie at the end.
    - `target`: 0 for a challenge that has none; `working`: how it comes about.
    - `given`, `taken`: dice replaced by Momentum, and what came instead, with the dice their stars brought.
    - `ability`, `gave`, `got`: whose ability die was used before Momentum, what it replaced, and what came instead.
    - `bonus`: successes that were added, and are in the net.
    - `momentum`: the counters that the challenge left on the track; `earned`: how many of them it brought.
    """

    faces: str
    net: int
    target: int = 0
    working: str = ""
    given: str = ""
    taken: str = ""
    earned: int = 0
    momentum: int = 0
    rolled: str = ""
    ability: str = ""
    gave: str = ""
    got: str = ""
    bonus: int = 0

    @property
    def flopped(self) -> bool:
        """ELFBALL-6: more flops than successes."""
        return self.net < 0

    @property
    def succeeded(self) -> bool:
        """ELFBALL-7: at or above the target."""
        return self.net >= self.target

    def told(self, success: Result, fail: Result, flop: Result) -> Result:
        """The word for how it came out."""
        return success if self.succeeded else flop if self.flopped else fail


# Before and between Tests.


class TeamNamed(Event, frozen=True):
    """A manager's team: the title of its list and, in letter order, the positions of its players; and its support."""

    seat: Seat
    title: str
    players: tuple[tuple[Letter, str], ...]
    support: tuple[str, ...] = ()


class SetUpRolled(Event, frozen=True):
    """Dice for who sets up first; `first` has the lower one, or is empty for a tie."""

    north: int
    south: int
    first: Seat = ""


class NewTest(Event, frozen=True):
    """A Test is to be set up, first by `first`."""

    test: int
    first: Seat


class Placed(Event, frozen=True):
    """A team is set up: each player, their hex and the direction they look in."""

    seat: Seat
    players: tuple[tuple[Letter, Hex, Direction], ...]


class Recovered(Event, frozen=True):
    """Players who go from Recovery to the Bench."""

    players: tuple[Letter, ...]


class NobodyForFaceOff(Event, frozen=True):
    """Teams that cannot fill their face-off place."""

    seats: tuple[Seat, ...]


class FaceOffRolled(Event, frozen=True):
    """Both face-off players have rolled; `winner` is empty for a tie and for two flops."""

    north: Letter
    north_dice: Dice
    south: Letter
    south_dice: Dice
    winner: Letter = ""


class FaceOffWon(Event, frozen=True):
    """A team has won the face-off, and counters for being the weaker one."""

    seat: Seat
    player: Letter
    counters: int = 0


class FaceOffDone(Event, frozen=True):
    """What the winner has done without dice: taken the ball, felled `other`, or nothing."""

    player: Letter
    what: Literal["ball", "tackle", "nothing"]
    other: Letter = ""
    at: Hex = ""


# Moving.


class Ran(Event, frozen=True):
    """A player has gone from `start` through `route` and has so many paces left; None where paces do not count."""

    player: Letter
    start: Hex
    route: tuple[Hex, ...]
    paces: int | None


class Turned(Event, frozen=True):
    """A player has turned."""

    player: Letter
    looks: Direction


class StoodUp(Event, frozen=True):
    """A player has got up."""

    player: Letter
    cost: int
    paces: int
    looks: Direction


class Disengaged(Event, frozen=True):
    """A player has tried to get away from those who face them."""

    player: Letter
    others: tuple[Letter, ...]
    dice: Dice
    result: Literal["free", "down", "dazed"]


class Slipped(Event, frozen=True):
    """A player has got away, without dice, from those who face them."""

    player: Letter
    others: tuple[Letter, ...]


class BrokeFree(Event, frozen=True):
    """A player has tried to break free of an opponent who clips them."""

    player: Letter
    other: Letter
    dice: Dice
    result: Literal["success", "fail", "flop"]


class Dashed(Event, frozen=True):
    """A player has put on a Dash for so many counters."""

    player: Letter
    counters: int
    dice: Dice
    result: Literal["success", "down", "dazed"]


# The ball.


class PickedUp(Event, frozen=True):
    """A player has tried to pick the ball up."""

    player: Letter
    at: Hex
    dice: Dice
    result: Literal["held", "fail", "flop"]


class Thrown(Event, frozen=True):
    """A player has thrown the ball to a hex, where `to` stands, or nobody."""

    player: Letter
    at: Hex
    to: Letter
    paces: int
    dice: Dice
    result: ThrowResult


class Strayed(Event, frozen=True):
    """How far and which way a throw missed its hex."""

    paces: int
    direction: Direction
    at: Hex


class Intercepted(Event, frozen=True):
    """A player has tried to pluck a thrown ball out of the air."""

    player: Letter
    dice: Dice
    result: Literal["held", "fail", "flop"]


class Caught(Event, frozen=True):
    """A player has tried to catch the ball."""

    player: Letter
    at: Hex
    dice: Dice
    result: Literal["held", "fail", "flop"]


class Received(Event, frozen=True):
    """A player gets the ball without a roll: a perfect spiral, a short throw, or the ball put on the center."""

    player: Letter
    how: Literal["spiral", "short", "centre"]


class LetBy(Event, frozen=True):
    """A player has not tried to catch the ball."""

    player: Letter
    at: Hex


class Bounced(Event, frozen=True):
    """The ball bounces one hex."""

    start: Hex
    at: Hex


class Rebounded(Event, frozen=True):
    """The ball has struck a white hex and comes down, or strikes the next one, so many paces on."""

    struck: Hex
    direction: Direction
    paces: int
    at: Hex


class Lies(Event, frozen=True):
    """The ball has come to rest."""

    at: Hex


# Blows.


class Impacted(Event, frozen=True):
    """A player has tried to stop a stronger one."""

    player: Letter
    target: Letter
    dice: Dice
    result: Literal["success", "fail", "flop"]


class Tackled(Event, frozen=True):
    """A player has tried to tackle another, by an ability if one is named."""

    player: Letter
    target: Letter
    dice: Dice
    result: HitResult
    blow: str = ""


class Shoved(Event, frozen=True):
    """A player has tried to shove another, who is then at `at`."""

    player: Letter
    target: Letter
    dice: Dice
    result: Literal["success", "fail", "flop"]
    at: Hex


class Injured(Event, frozen=True):
    """What became of a player who was hit hard; `lasting` is the attribute lowered, `ended`: the career is over;
    `kegs` have each given a success."""

    player: Letter
    dice: Dice
    result: Literal["down", "dazed"] | Box
    lasting: str = ""
    ended: bool = False
    kegs: int = 0


class SentOff(Event, frozen=True):
    """The referee sends a player off: to the Bench for this Test, or ejected for the match."""

    player: Letter
    at: Hex
    why: Literal["edge", "goal"]
    ejected: bool = False


# Turns.


class Entered(Event, frozen=True):
    """A replacement has come in."""

    player: Letter
    at: Hex
    looks: Direction


class Lost(Event, frozen=True):
    """A part of a line that had become impossible."""

    player: Letter
    item: str
    why: str


class ActionOver(Event, frozen=True):
    """An action has ended without a Shift; `lost` counters have gone."""

    player: Letter
    lost: int


class Shifted(Event, frozen=True):
    """A Shift in Momentum: the other team has the turn and the counters."""

    seat: Seat
    momentum: int


class TurnPassed(Event, frozen=True):
    """A team has nobody who could do anything."""

    seat: Seat


class Deserted(Event, frozen=True):
    """Neither team has a player on the field or one who can enter: the Test is set up anew."""

    test: int


class CardPlayed(Event, frozen=True):
    """A card of a timed match is used up."""

    left: int


class Goal(Event, frozen=True):
    """A goal, and the score, North's first."""

    player: Letter
    seat: Seat
    at: Hex
    north: int
    south: int


class MatchOver(Event, frozen=True):
    """The match is over, won by `winner`, or drawn."""

    winner: Seat
    north: int
    south: int
