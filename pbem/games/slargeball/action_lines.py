"""Lines about whapping, flinging and nabbing; their effects are in the modules of these phases."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import structs

from pbem.games.slargeball.field import COMPASS, FIELD, Point, at, goal_aim, name, within
from pbem.games.slargeball.kinds import FALL, FIGURES, MARK, planned
from pbem.games.slargeball.lines import PartName, PlanLine, Some, foe
from pbem.games.slargeball.names import any_figure
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, own_name, side_of, stats
from pbem.play.forms import flag
from pbem.play.orders import Refused
from pbem.play.requests import Seat


class WhapLine(PlanLine, frozen=True, kw_only=True):
    """A line of the whap part."""

    part: ClassVar[PartName] = "whap"
    unfailing: ClassVar[bool] = True


class Whap(WhapLine, frozen=True):
    """Whom to whap, in order of preference (none: anybody), and which way the target should fall."""

    form: ClassVar = planned(
        "{who} whap/w {targets} [{only}] [fall {fall}]",
        also=(
            "{who} whap/w any [fall {fall}]",
            "{who} whap/w [fall {fall}]",
        ),
        targets=FIGURES,
        only=flag("only"),
        fall=FALL,
        said="hit, punch, strike, knock, knock down, tackle, smack, bash, knock out",
        says={
            "D whap bT1 bN2 fall e": "strike one; the body falls east",
            "D whap bT1 only": "strike that one or nobody",
        },
    )
    words: ClassVar = {
        "whap, whaps, hit, attack, tackle, knock": (
            "To knock somebody out. After the moves every figure that touches an opponent may try once: its"
            ' Whap or less on a die, and the other is down. "D whap bT1 bN2" names whom, in order of'
            " preference; without a line it is a carrier, then the strongest."
        ),
        "only": 'Behind a whap line: "D whap bT1 only" strikes bT1 or nobody.',
        "fall": (
            'Behind a whap line: "D whap bT1 fall e" says which way the other falls, if it is hit; directions'
            " are n, ne, e, se, s, sw, w and nw."
        ),
    }
    targets: tuple[str, ...] = ()
    only: bool = False
    fall: str = ""

    def in_full(self, state: Pitch, seat: Seat) -> Whap:
        targets = tuple(foe(state, seat, each) for each in self.targets)
        return structs.replace(super().in_full(state, seat), targets=targets)

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        return nobody_up(state, self.targets)

    @classmethod
    def sample(cls, some: Some) -> Self:
        only, fall = some.pick.chance(20), some.pick.one(["", *COMPASS])
        return cls(some.who, some.foes(1), only, fall, when=some.when())


class NoWhap(WhapLine, frozen=True):
    """Whaps nobody."""

    form: ClassVar = planned("{who} nowhap/nw", says={"D nowhap": "strike nobody"})


class FlingLine(PlanLine, frozen=True, kw_only=True):
    """A line of the fling part."""

    part: ClassVar[PartName] = "fling"


class Fling(FlingLine, frozen=True):
    """Where to fling a ball: a square, a figure, or `goal`."""

    form: ClassVar = planned(
        "{who} fling/f {target}",
        target=MARK,
        said="throw, pass, kick, toss, shoot, lob, hurl, chuck",
        says={
            "T1 fling N2 if N2 up": "throw to N2, unless N2 lies",
            "T1 fling goal": "shoot; the default when in range",
            "T1 fling 40,16": "throw to a square",
        },
    )
    words: ClassVar = {
        "fling, flings, throw, pass": (
            'To throw a ball: "T1 fling N2", "T1 fling 40,16" or "T1 fling goal", up to three times the number'
            " Fling in inches. On that number or less on a die it comes down where it was aimed; otherwise it"
            " scatters. Without a line a carrier in range flings at the goal."
        )
    }
    target: str

    def in_full(self, state: Pitch, seat: Seat) -> Fling:
        line = super().in_full(state, seat)
        if "," not in self.target:
            whom = self.target if self.target == "goal" else any_figure(state, seat, self.target)
            return structs.replace(line, target=whom)
        if at(self.target) not in FIELD:
            raise Refused(f"{self.target} is off the field; a fling needs a square of the field.")
        return line

    def vet(self, state: Pitch, figure: FigureId) -> None:
        if self.target == figure:
            raise Refused(f"{own_name(figure)} cannot fling to itself.")

    def aim(self, state: Pitch, figure: FigureId) -> Point | None:
        """The square that is meant now, or None for a figure that does not stand."""
        if self.target == "goal":
            return goal_aim(side_of(figure), state.where(figure))
        if "," in self.target:
            return at(self.target)
        return state.where(self.target) if state.up(self.target) else None

    def doubt(self, state: Pitch, figure: FigureId, called: str) -> str:
        if figure not in state.figures:
            return ""
        aim = self.aim(state, figure)
        if aim is None:
            return f"Warning: {self.target} does not stand on the field now."
        if not in_range(figure, state.where(figure), aim):
            return f"Warning: {name(aim)} is out of {called}'s range of {stats(figure).reach} now."
        return ""

    @classmethod
    def sample(cls, some: Some) -> Self:
        target = some.pick.one([some.square(), "goal", some.friend(), *some.foes(1)])
        return cls(some.who, target, when=some.when())


class NoFling(FlingLine, frozen=True):
    """Keeps the ball."""

    form: ClassVar = planned("{who} nofling/nf", says={"T1 nofling": "keep the ball"})
    unfailing: ClassVar[bool] = True


class NabLine(PlanLine, frozen=True, kw_only=True):
    """A line of the nab part."""

    part: ClassVar[PartName] = "nab"
    unfailing: ClassVar[bool] = True


class Nab(NabLine, frozen=True):
    """Tries for groundballs."""

    form: ClassVar = planned(
        "{who} nab/n",
        said="catch, pick up, try to catch",
        says={"N1 nab": "try for groundballs (the default)"},
    )
    words: ClassVar = {
        "nab, nabs, catch, pick, fumble": (
            "To catch a ball, or pick it up: the number Nab or less on a die. A figure that a ball comes down on"
            " must try, and fails with a Ballbonk; one that touches a ball on the ground may try, unless told"
            ' otherwise: "N1 nonab".'
        )
    }


class NoNab(NabLine, frozen=True):
    """Leaves groundballs alone."""

    form: ClassVar = planned("{who} nonab/nn", says={"N1 nonab if foe within 1": "leave groundballs alone"})


def in_range(figure: FigureId, start: Point, target: Point) -> bool:
    """Whether a figure can aim at a square from another one (SLARGEBALL-72)."""
    return target != start and within(start, target, stats(figure).reach)


def nobody_up(state: Pitch, targets: tuple[FigureId, ...]) -> str:
    """A warning if none of these figures stands."""
    if not targets or any(map(state.up, targets)):
        return ""
    return f"Warning: {', '.join(targets)} does not stand on the field now."
