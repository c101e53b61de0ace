"""The events of a game of Slargeball, and the further contents of prompts.

Whole phases are told in one event each, so that a turn of 66 figures stays readable; rare things have events of their
own. `full` asks the prose to tell every die, including those that changed nothing: it is set not by the rules, but for
a seat that wants to read everything (`in_full`). Figures are named by id, squares by name, balls by number.
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from pbem.games.slargeball.field import Side, Square
from pbem.games.slargeball.teams import BONK, FAINT, FigureId, Kind, stats
from pbem.play.requests import Event, Figure, Outlook, Seat


class LinedUp(Event, frozen=True):
    """All figures stand on their squares, this many a side."""

    figures: int


class BallsPlaced(Event, frozen=True):
    """The `centre` roll, and where the balls lie, by number."""

    roll: int
    squares: tuple[Square, ...]


class Initiative(Event, frozen=True):
    """Who has initiative in a turn: by the dice (Red's first, ties before) or, without any, by carrying so many
    `balls` of those in play."""

    turn: int
    side: Side
    rolls: tuple[tuple[int, int], ...] = ()
    balls: int = 1
    of: int = 1


Fate: TypeAlias = Literal["", "held", "mired", "off", "in"]


class Walk(Struct, frozen=True):
    """How a figure has moved: the squares entered, its break roll (0: none) and its pile rolls.

    `fate` says what else came of it: it was `held` back, `mired` in a pile, laid out by the fans (`off`), or
    carried a ball `in`.
    """

    figure: FigureId
    start: Square
    route: tuple[Square, ...] = ()
    broke: int = 0
    piles: tuple[int, ...] = ()
    fate: Fate = ""

    @property
    def need(self) -> int:
        """The highest successful pile roll."""
        return stats(self.figure).pile


class Moved(Event, frozen=True):
    """Figures of one kind and side have moved, in this order."""

    side: Side
    kind: Kind
    walks: tuple[Walk, ...]
    full: bool = False


class Blow(Struct, frozen=True):
    """An attempt to whap."""

    figure: FigureId
    target: FigureId
    roll: int
    hit: bool

    @property
    def need(self) -> int:
        """The highest successful roll."""
        return stats(self.figure).whap


class Fall(Struct, frozen=True):
    """A victim lies on a square, its body over another one or none."""

    figure: FigureId
    square: Square
    over: Square = ""


class Whapped(Event, frozen=True):
    """All attempts of a Whap phase in order, and the resulting falls."""

    blows: tuple[Blow, ...]
    falls: tuple[Fall, ...]
    full: bool = False


class Dropped(Event, frozen=True):
    """A fallen carrier's ball has come to lie on a square, by its `settle` roll."""

    figure: FigureId
    ball: int
    square: Square
    roll: int


class Flung(Event, frozen=True):
    """A ball is in the air, aimed at `aim` (`mark`: a figure, `goal` or nothing). It will come down on `square`.

    `roll` is 0 for a Coach, who does not aim; `direction` is 0 for a fling that goes where it should.
    """

    figure: FigureId
    ball: int
    aim: Square
    mark: Figure
    roll: int
    direction: int
    distances: tuple[int, ...]
    square: Square
    full: bool = False

    @property
    def need(self) -> int:
        """The highest successful roll."""
        return stats(self.figure).fling


class CameDown(Event, frozen=True):
    """An airball is down: `off` the field, in the `bunker`, on a `pile`, on a ball (`push`), or to `lie` there."""

    ball: int
    square: Square
    how: Literal["off", "bunker", "pile", "push", "lie"]


class Tried(Event, frozen=True):
    """A figure under an airball: its nab roll (0: it cannot try) and, if it failed, its Ballbonk roll."""

    figure: FigureId
    ball: int
    nab: int
    bonk: int
    caught: bool
    down: bool
    full: bool = False

    @property
    def need(self) -> int:
        """The highest successful nab roll."""
        return stats(self.figure).nab

    @property
    def fells(self) -> int:
        """The highest Ballbonk roll that fells a figure."""
        return BONK


class Settled(Event, frozen=True):
    """A ball that could not lie where it was has come to rest beside."""

    ball: int
    square: Square
    roll: int


class Bounced(Event, frozen=True):
    """Everybody near is out cold, and the ball flies on."""

    ball: int
    direction: int
    distances: tuple[int, ...]
    square: Square


class Scrambled(Event, frozen=True):
    """Tries for a groundball in order, with their rolls; the last one has it if `taken`."""

    ball: int
    square: Square
    tries: tuple[tuple[FigureId, int], ...]
    taken: bool
    full: bool = False

    def need(self, figure: FigureId) -> int:
        """The highest successful roll of a figure."""
        return stats(figure).nab


class Woke(Event, frozen=True):
    """Which figures have stood up, on which square, and which have not, with their rolls."""

    woken: tuple[tuple[FigureId, int, Square], ...]
    asleep: tuple[tuple[FigureId, int], ...]
    full: bool = False

    def need(self, figure: FigureId) -> int:
        """The highest successful roll of a figure."""
        return stats(figure).whap


class Activated(Event, frozen=True):
    """A Coach has tried to lose its temper at a teammate."""

    coach: FigureId
    target: FigureId
    roll: int
    need: int


class Fainted(Event, frozen=True):
    """A figure near a Coach's path has rolled; it is `down` or keeps its feet."""

    coach: FigureId
    figure: FigureId
    roll: int
    down: bool

    @property
    def need(self) -> int:
        """The highest roll at which a figure faints."""
        return FAINT


class Marched(Event, frozen=True):
    """A Coach has gone some way: it has come up `close` to its target, or is `home` again, or neither."""

    coach: FigureId
    start: Square
    square: Square
    target: FigureId
    close: bool
    home: bool


class TalkedTo(Event, frozen=True):
    """A Coach has finished the talk; the target faints if it stood."""

    coach: FigureId
    target: FigureId
    fell: bool


class Scored(Event, frozen=True):
    """A goal for a side; `figure` carried the ball in, or is empty."""

    side: Side
    ball: int
    figure: FigureId
    red: int
    blue: int


class BreakPlay(Event, frozen=True):
    """The turn is over, and every standing figure goes back to its square."""

    reason: Literal["goal", "down", "off", "agreed"]


class Finished(Event, frozen=True):
    """The last turn is over; `winner` is empty if nobody has won."""

    red: int
    blue: int
    winner: Side | Literal[""]


def in_full(event: Event) -> Event:
    """An event that leaves something out, told whole; any other as it is."""
    if isinstance(event, Moved | Whapped | Flung | Tried | Scrambled | Woke):
        return msgspec.structs.replace(event, full=True)
    return event


# What mails and previews say about the future. Figures have the names that the reader uses.


class BreakAways(Outlook, frozen=True):
    """Figures held by opponents, and the highest successful break roll."""

    figures: tuple[Figure, ...]
    need: int


class Grabs(Outlook, frozen=True):
    """Who may get at a ball in this turn, and what the roll of each must not exceed: the nab roll for a ball on the
    ground, and a whap roll at its `carrier`."""

    ball: int
    carrier: Figure
    tries: tuple[tuple[Figure, int], ...]


class Way(Struct, frozen=True):
    """Where a figure would come to, or nowhere: `held` says that a break roll comes first, `pile` what a pile roll
    must not exceed (0: none), `ending` that the way leads `off` the field or `in` to the bunker."""

    figure: Figure
    square: Square = ""
    held: bool = False
    pile: int = 0
    ending: Literal["", "off", "in"] = ""


class Shot(Struct, frozen=True):
    """At what a carrier would fling (`mark`: a figure, `goal` or nothing), and what its roll must not exceed."""

    figure: Figure
    mark: Figure
    aim: Square
    need: int


class Foreseen(Outlook, frozen=True):
    """The result of a seat's plan if nobody else moved."""

    ways: tuple[Way, ...]
    shots: tuple[Shot, ...]


# Contents of prompts beside the state.


class Choosing(Outlook, frozen=True):
    """A seat is asked: the figures it commands or that are concerned, and one of them for an example.

    `columns` and `zone` say where it may line up, `zone` only who commands a Goalie; `carrier` is a figure of its
    that carries a ball; `coach` says that a Coach is among the figures.
    """

    seat: Seat
    figures: tuple[str, ...]
    example: str
    columns: str = ""
    zone: str = ""
    carrier: str = ""
    coach: bool = False
