"""Move lines (SLARGEBALL-58, 122, 123, 135, 136, 142): each kind with what it means when its time comes.

A line names a purpose. Its `way` is looked for from the position of the moment: whether it is possible, and where it
leads. How far of that way the figure comes is the business of `moving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from msgspec import Struct, field, structs

from pbem.games.slargeball.action_lines import nobody_up
from pbem.games.slargeball.field import (
    DOORSTEP,
    FIELD,
    HEIGHT,
    MOUTH,
    OTHER,
    WIDTH,
    Point,
    around,
    at,
    distance,
    name,
    ring,
    shooting_squares,
    touching,
    within,
)
from pbem.games.slargeball.kinds import BALL, FIGURES, ONE_FIGURE, ONE_SQUARE, REACH, moving
from pbem.games.slargeball.lines import PartName, PlanLine, Some, foe, friend
from pbem.games.slargeball.names import exit_square, may_go
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, side_of, stats
from pbem.play.forms import Many, flag
from pbem.play.orders import Refused
from pbem.play.requests import Seat

STEP_OUT = 2
"""Half-inches for the step off the field or into a bunker (SLARGEBALL-59, 61)."""
GUARD = 4
"""How far a guard looks if its line does not say (SLARGEBALL-122)."""


class Trip(Struct):
    """A way as long as it takes, whatever the allowance.

    `piles` are those on the field. `marks` are the numbers of steps after which each waypoint of a `move` line is
    reached; 0 where the figure need not move for it. At the end of `steps` the figure may step off the field (`leaves`)
    or into a bunker (`scores`). `stuck`: no step at all is possible.
    """

    line: MoveLine
    start: Point
    piles: set[Point] = field(default_factory=set)
    steps: list[Point] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    leaves: bool = False
    scores: bool = False
    stuck: bool = False


class MoveLine(PlanLine, frozen=True, kw_only=True):
    """A line of the move part."""

    part: ClassVar[PartName] = "move"
    through: bool = False
    touch: bool = False

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        """The way that the line leads, or None where it is not possible. Changes nothing."""
        return Trip(self, state.where(figure))

    def set_out(self, state: Pitch, figure: FigureId) -> Trip | None:
        """The way, when the figure is about to take it."""
        return self.way(state, figure)

    def _to(
        self,
        state: Pitch,
        figure: FigureId,
        targets: Sequence[Point],
        named: Sequence[Point] | None = None,
    ) -> Trip:
        """To the cheapest of some squares, or as near as may be to what is named: these squares, unless others are."""
        ground = Ground(state, figure, through=self.through)
        steps = ground.path(ground.start, targets, named or targets)
        return Trip(self, ground.start, ground.piles, steps)

    def _into_contact(self, state: Pitch, figure: FigureId, target: Point) -> Trip:
        """To the cheapest square in contact with a figure or ball, unless in contact already."""
        here = state.where(figure)
        return Trip(self, here) if touching(here, target) else self._to(state, figure, around(target))


class Hold(MoveLine, frozen=True):
    """Stays."""

    form: ClassVar = moving(
        "{who} hold/h",
        said="stay, stand, wait, rest, stay put, stand still, stay where it is, keep still, hold still,"
        " stay at home, stay home, stay back, stay behind",
        says={
            "D hold": "stay",
            "squad 2 hold": "all six of squad 2 stay",
            "nickelbacks hold": "all your Nickelbacks stay",
        },
    )
    unfailing: ClassVar[bool] = True


class Move(MoveLine, frozen=True):
    """Goes to the squares one after another; the last may be one step off the field."""

    form: ClassVar = moving(
        "{who} move/m/run {squares}",
        squares=Many(ONE_SQUARE, between=(",", "and", "then")),
        said="go, walk, head, advance, jog, step, march, come, travel, put, send, bring",
        says={"R move 28,10 36,12 touch": "go by way of 28,10, to the first foe"},
    )
    words: ClassVar = {
        "move": (
            'The first part of a plan, and the number of inches a figure goes in a turn: "R move 28,10 36,12"'
            " goes to one square after the other. A diagonal step costs one and a half. The slow kinds move"
            " first: D, T, N, G, C, R, H."
        )
    }
    squares: tuple[str, ...]

    def vet(self, state: Pitch, figure: FigureId) -> None:
        for index, square in enumerate(self.squares, start=1):
            point = at(square)
            if point not in FIELD:
                beside = exit_square(point)
                if beside is None or index < len(self.squares):
                    raise Refused(
                        "A figure can leave the field only over an edge: one step, not at a corner."
                    )
                point = beside
            may_go(figure, point)

    def way(self, state: Pitch, figure: FigureId) -> Trip:
        """SLARGEBALL-58: from waypoint to waypoint."""
        ground = Ground(state, figure, through=self.through)
        trip = Trip(self, ground.start, ground.piles, stuck=ground.boxed_in())
        here = ground.start
        for square in self.squares:
            point = at(square)
            aim = point if point in FIELD else exit_square(point)
            assert aim is not None
            trip.steps += ground.path(here, [aim], [aim])
            trip.marks.append(len(trip.steps))
            here = trip.steps[-1] if trip.steps else here
            trip.leaves = point not in FIELD and here == aim
        return trip

    def set_out(self, state: Pitch, figure: FigureId) -> Trip | None:
        """Waypoints that it need not move for are struck off, unless it is stuck."""
        trip = self.way(state, figure)
        reached = sum(mark == 0 for mark in trip.marks)
        if trip.leaves and not trip.steps:
            reached -= 1
        if trip.stuck or not reached:
            return trip
        self.strike(state, figure, reached)
        if reached == len(self.squares):
            return None
        trip.line = structs.replace(self, squares=self.squares[reached:])
        trip.marks = trip.marks[reached:]
        return trip

    def strike(self, state: Pitch, figure: FigureId, count: int) -> None:
        """So many waypoints have been reached; a line without any is deleted (SLARGEBALL-58)."""
        lines = state.memorise(state.commander(figure)).plans[figure].move
        index = lines.index(str(self))
        if count == len(self.squares):
            del lines[index]
        else:
            lines[index] = str(structs.replace(self, squares=self.squares[count:]))

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        edge = exit_square(at(self.squares[-1]))
        if edge is None:
            return ""
        return (
            f"Warning: {self.squares[-1]} is off the field. The fans will knock {called} out on {name(edge)}."
        )

    @classmethod
    def sample(cls, some: Some) -> Self:
        pick, squares = some.pick, [some.square()]
        if pick.chance(30):
            squares.append(name(pick.one([(0, 5), (WIDTH + 1, 5), (40, 0), (40, HEIGHT + 1)])))
        through, touch = pick.chance(30), pick.chance(15)
        return cls(some.who, tuple(squares), through=through, touch=touch, when=some.when())


class Chase(MoveLine, frozen=True):
    """Goes into contact with the first of these opponents that stands."""

    form: ClassVar = moving(
        "{who} chase/ch/attack {targets}",
        targets=FIGURES,
        said="charge, hunt, go after, run after, pursue, go for, run at",
        says={"D chase bT1 bN1 through": "go after these, over piles too"},
    )
    targets: tuple[str, ...]

    def in_full(self, state: Pitch, seat: Seat) -> Chase:
        targets = tuple(foe(state, seat, each, "; use follow") for each in self.targets)
        return structs.replace(super().in_full(state, seat), targets=targets)

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        target = next((each for each in self.targets if state.up(each)), None)
        return None if target is None else self._into_contact(state, figure, state.where(target))

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        return nobody_up(state, self.targets)

    @classmethod
    def sample(cls, some: Some) -> Self:
        through, touch = some.pick.chance(30), some.pick.chance(15)
        return cls(some.who, some.foes(2), through=through, touch=touch, when=some.when())


class Fetch(MoveLine, frozen=True):
    """Goes into contact with a ball, this one or the nearest."""

    form: ClassVar = moving(
        "{who} fetch/fe/intercept/ball [{ball}]",
        ball=BALL,
        said="get, pick up, grab, collect, retrieve, go for, run for, go and get, go get, take, bring, go fetch,"
        " run to the ball, go to the ball, head for the ball, rush to the ball, walk to the ball",
        says={
            "T1 fetch": "go for the nearest ball",
            "N1 fetch if ball within 8": "only if a ball is near",
            "N1 fetch ball2": "go for ball 2, or for its carrier",
            "all fetch if ball within 6": "all go for a ball that is near",
        },
    )
    words: ClassVar = {
        "fetch": (
            'A move line: "T1 fetch" goes for the nearest ball on the ground, or the nearest opponent who'
            ' carries one; "N1 fetch ball2" for that ball.'
        )
    }
    ball: int = 0

    def in_full(self, state: Pitch, seat: Seat) -> Fetch:
        line = super().in_full(state, seat)
        if state.phase == "play" and self.ball > len(state.balls):
            last = f"the last is ball{len(state.balls)}"
            raise Refused(f"There is no ball{self.ball} in this game; {last}.")
        return line

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        """SLARGEBALL-122, 142: to a ball on the ground, else to an opponent who carries one."""
        if state.carried(figure):
            return None
        lying, carried = state.groundballs(), _enemy_carriers(state, figure)
        if self.ball:
            ball = lying.get(self.ball) or carried.get(self.ball)
        else:
            here = state.where(figure)
            ball = _nearest_ball(here, lying) or _nearest_ball(here, carried)
        return None if ball is None else self._into_contact(state, figure, ball)

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        return f"Warning: {called} carries a ball now." if state.carried(figure) else ""

    @classmethod
    def sample(cls, some: Some) -> Self:
        ball, through = some.pick.number(0, len(some.state.balls)), some.pick.chance(30)
        return cls(some.who, ball, through=through, when=some.when())


class Goal(MoveLine, frozen=True):
    """Carries a ball into shooting range."""

    form: ClassVar = moving(
        "{who} goal/gl",
        said=(
            "go for the goal, head for the goal, run for the goal, carry it to the goal, "
            "attack the goal, go to the goal, run to the goal, head to the goal"
        ),
        says={
            "T2 goal": "bring the ball in range of the goal",
            "tremples goal": "the same for all your Tremples",
        },
    )
    words: ClassVar = {
        "goal": (
            "To score, get a ball into the other side's Goal Bunker, by a fling or carried by a Goalie; it is"
            ' one point and ends the turn. "T2 goal" brings the ball that T2 carries into range, "T1 fling'
            ' goal" throws at the bunker.'
        )
    }

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        if not state.carried(figure):
            return None
        if kind_of(figure) == "G":
            return Score(self.who, through=self.through, touch=self.touch).way(state, figure)
        squares = shooting_squares(side_of(figure), stats(figure).reach)  # its own may be one of them
        return self._to(state, figure, squares)


class Score(MoveLine, frozen=True):
    """A Goalie carries a ball into the opposing bunker, or its own."""

    form: ClassVar = moving(
        "{who} score/sc [{own}]",
        own=flag("own"),
        said="carry it in",
        says={
            "G score": "carry the ball in; only Goalies can",
            "G score own": "carry it into your own bunker",
        },
    )
    words: ClassVar = {
        "score": (
            'A move line for Goalies: "G score" carries a ball into the other side\'s bunker, "G score own"'
            " into its own side's. In the header, the goals of both sides."
        ),
        "own": (
            '"G score own" carries the ball into the bunker of its own side, which is a goal for the others.'
            " The option lineup=own lets the players line up."
        ),
    }
    kinds: ClassVar[str] = "G"
    own: bool = False

    def vet(self, state: Pitch, figure: FigureId) -> None:
        if kind_of(figure) != "G":
            raise Refused("Only a Goalie may carry a ball into a bunker.")

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        """SLARGEBALL-61: to a square before the opening, and in."""
        if not state.carried(figure):
            return None
        bunker = side_of(figure) if self.own else OTHER[side_of(figure)]
        trip = self._to(state, figure, DOORSTEP[bunker], MOUTH[bunker])
        trip.scores = (trip.steps[-1] if trip.steps else trip.start) in DOORSTEP[bunker]
        return trip

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        return "" if state.carried(figure) else f"Warning: {called} carries nothing now."

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.who, some.pick.chance(10), when=some.when())


class Guard(MoveLine, frozen=True):
    """Meets what comes within so many inches of a square, else stands on it."""

    form: ClassVar = moving(
        "{who} guard/gu {square} [{reach}]",
        square=ONE_SQUARE,
        reach=REACH,
        said="protect, defend, cover, watch, keep",
        says={"D guard 12,16 5": "meet what comes within 5 inches"},
    )
    words: ClassVar = {
        "guard": (
            'A move line: "D guard 12,16 5" meets what comes within 5 inches of the square, a carrier first,'
            " then a ball, then any opponent; otherwise it stands on it. Without a number it is 4 inches."
        )
    }
    unfailing: ClassVar[bool] = True
    square: str
    reach: int = GUARD

    def vet(self, state: Pitch, figure: FigureId) -> None:
        may_go(figure, at(self.square))

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        """SLARGEBALL-122, 142: into contact with what comes near the square, else to the square."""
        here, post, side = state.where(figure), at(self.square), side_of(figure)
        balls = {} if state.carried(figure) else state.groundballs()
        opponents = state.standing(OTHER[side])
        order = [other for other in state.in_order(OTHER[side]) if other in opponents]
        for kind in (
            [point for _, point in sorted(_enemy_carriers(state, figure).items())],
            [point for _, point in sorted(balls.items())],
            [opponents[other] for other in order],
        ):
            near = [point for point in kind if within(point, post, self.reach)]
            if near:
                target = min(near, key=lambda point: distance(here, point))
                return self._into_contact(state, figure, target)
        return self._to(state, figure, [post])

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.who, some.square(), some.pick.number(1, 12), when=some.when())


class Follow(MoveLine, frozen=True):
    """Keeps near a teammate."""

    form: ClassVar = moving(
        "{who} follow/fo {target}",
        target=ONE_FIGURE,
        said="stay near, stay with, escort, accompany, keep near, protect, cover, look after, shield, run with",
        says={"N2 follow T1": "keep near, but out of the huddle"},
    )
    words: ClassVar = {
        "follow": 'A move line: "N2 follow T1" keeps two squares from T1: near, but out of a Ballbonk.'
    }
    target: str

    def in_full(self, state: Pitch, seat: Seat) -> Follow:
        return structs.replace(super().in_full(state, seat), target=friend(state, seat, self.target))

    def vet(self, state: Pitch, figure: FigureId) -> None:
        if self.target == figure:
            raise Refused(f"{own_name(figure)} cannot follow itself.")

    def way(self, state: Pitch, figure: FigureId) -> Trip | None:
        """SLARGEBALL-122: to the nearest square two columns or rows away, unless near enough already."""
        if not state.up(self.target):
            return None
        here, there = state.where(figure), state.where(self.target)
        return Trip(self, here) if touching(here, there) else self._to(state, figure, ring(there, 2))

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.who, some.friend(), when=some.when())


def _enemy_carriers(state: Pitch, figure: FigureId) -> dict[int, Point]:
    """Where the opponents stand on the field that carry a ball, by number of the ball."""
    side = side_of(figure)
    return {
        ball: state.where(carrier)
        for carrier, ball in state.carriers().items()
        if side_of(carrier) != side and state.up(carrier)
    }


def _nearest_ball(here: Point, balls: dict[int, Point]) -> Point | None:
    """The nearest by straight distance, then by lower number."""
    if not balls:
        return None
    return balls[min(balls, key=lambda ball: (distance(here, balls[ball]), ball))]
