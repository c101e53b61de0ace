"""Challenges (ELFBALL-3 to 7, 15): dice, targets, and one way for all of them to be rolled.

A `Challenge` is data: what is rolled, against what, and what it earns. Every chapter makes its own, and
`attempt` carries all of them out in the same order: the dice, the dice that stars bring, Momentum, the counters
earned. An ability that changes dice, targets or earnings changes the data, or steps in between two of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from pbem.games.elfball.chances import at_least, flop, percent
from pbem.games.elfball.events import Dice, Odds
from pbem.games.elfball.field import GRID, OTHER
from pbem.games.elfball.items import PLAIN
from pbem.games.elfball.momentum import earn, to_replace
from pbem.games.elfball.state import SEAT_OF, Kind, Letter, Pitch, Policy
from pbem.play.hexgrid import turned
from pbem.play.requests import Rules, roll

FACES = "X--*SS"  # of a challenge die, by the face of a D6 (ELFBALL-3)
FLOP, BLANK, STAR, SUCCESS = "X", "-", "*", "S"

Name: TypeAlias = Kind | Literal["intercept", "faceoff"]
Modifier: TypeAlias = tuple[int, str]
"""What is added to a target, and why: a player's letter, or a word."""

_LABELS = {"pickup": "pick-up", "faceoff": "face-off"}


class Challenge(Struct):
    """A roll that a player is to make.

    - `base`: the parts of the target before modifiers; empty for a challenge without a target.
    - `earns`: from how far above the target successes are counters; None: they never are (ELFBALL-17, 75).
    - `aim`: what the dice are replaced for where it is not the target (an Injury has none).
    """

    name: Name
    player: Letter
    dice: int
    base: tuple[int, ...] = ()
    modifiers: list[Modifier] = field(default_factory=list)
    rider: Policy = PLAIN
    earns: int | None = 0
    aim: int | None = None

    @property
    def target(self) -> int:
        """ELFBALL-7: raised to 1 if it is less; 0 where there is none."""
        return max(1, sum(self.base) + sum(amount for amount, _ in self.modifiers)) if self.base else 0

    @property
    def working(self) -> str:
        """The target as a sum: `4-2-1(C)+1(range)`."""
        base = "".join(f"{part:+}" if at else str(part) for at, part in enumerate(self.base))
        return base + "".join(f"{amount:+}({why})" for amount, why in self.modifiers)

    @property
    def label(self) -> str:
        """Of the rolls in the log (section 7 of the rules)."""
        return _LABELS.get(self.name, self.name)

    def odds(self, *, major: bool) -> Odds:
        """How the dice stand, for previews."""
        return Odds(
            self.name,
            self.player,
            self.dice,
            self.target,
            self.working,
            percent(at_least(self.dice, self.target, major=major)),
            percent(flop(self.dice, major=major)),
        )


def net_of(faces: str, *, major: bool) -> int:
    """Successes less flops (ELFBALL-4 to 6)."""
    return faces.count(SUCCESS) + faces.count(STAR) * (2 if major else 1) - faces.count(FLOP)


def attempt(state: Pitch, challenge: Challenge) -> Rules[Dice]:
    """Roll a challenge to its end: stars, Momentum, counters."""
    faces = yield from _rolled(state, challenge, challenge.dice)
    return (yield from settled(state, challenge, faces))


def settled(state: Pitch, challenge: Challenge, faces: str) -> Rules[Dice]:
    """What comes of dice that lie on the table: Momentum (ELFBALL-18, 19), then counters (ELFBALL-17)."""
    major, target = state.star_major, challenge.target
    own = SEAT_OF[challenge.player] == state.active
    places = list[int]()
    if challenge.name != "faceoff":
        kind = challenge.name if own or challenge.name == "injury" else "rival"  # ELFBALL-178
        aim = target if challenge.aim is None else challenge.aim
        net = net_of(faces, major=major)
        places = to_replace(state, kind, challenge.player, faces, net, aim, challenge.rider)
    fell = faces
    given, taken = "".join(faces[place] for place in places), ""
    if places:
        state.momentum -= len(places)
        rolled = yield from roll("momentum", count=len(places))
        fresh = "".join(FACES[face - 1] for face in rolled)
        more = yield from _starred(state, challenge, fresh)
        table = list(faces)
        for place, face in zip(places, fresh, strict=True):
            table[place] = face
        faces, taken = "".join(table) + more, fresh + more
    net = net_of(faces, major=major)
    earned = 0
    if own and challenge.earns is not None:
        earned = earn(state, max(0, net - target - challenge.earns))
    return Dice(faces, net, target, challenge.working, given, taken, earned, state.momentum, fell)


def _rolled(state: Pitch, challenge: Challenge, count: int) -> Rules[str]:
    """So many dice and those that their stars bring; no dice at all for an attribute of 0 (ELFBALL-2)."""
    if not count:
        return ""
    rolled = yield from roll(
        challenge.label, count=count, outlook=lambda: challenge.odds(major=state.star_major)
    )
    faces = "".join(FACES[face - 1] for face in rolled)
    return faces + (yield from _starred(state, challenge, faces))


def _starred(state: Pitch, challenge: Challenge, faces: str) -> Rules[str]:
    """The dice that stars bring, batch by batch (ELFBALL-4); none with `star major` (ELFBALL-5)."""
    more = ""
    while not state.star_major and (stars := faces.count(STAR)):
        rolled = yield from roll(challenge.label, count=stars)
        faces = "".join(FACES[face - 1] for face in rolled)
        more += faces
    return more


# Modifiers (ELFBALL-15).


def around(state: Pitch, player: Letter) -> list[Modifier]:
    """-1 for each helper of a player, +1 for each hinderer."""
    at, seat = state.players[player].at, SEAT_OF[player]
    helpers = [(-1, letter) for letter in state.facing(at, seat) if letter != player]
    return helpers + [(1, letter) for letter in state.facing(at, OTHER[seat])]


def against(state: Pitch, player: Letter, target: Letter) -> list[Modifier]:
    """For Impact, Tackle and Shove: helpers against the target, other hinderers of the attacker, the rear."""
    here, there, seat = state.players[player].at, state.players[target].at, SEAT_OF[player]
    helpers = [(-1, letter) for letter in state.facing(there, seat) if letter != player]
    hinderers = [(1, letter) for letter in state.facing(here, OTHER[seat]) if letter != target]
    rear = [] if state.faces(target, here) else [(-1, "rear")]
    return helpers + hinderers + rear


def rear_hexes(state: Pitch, player: Letter) -> Iterator[str]:
    """The three hexes behind a standing player (ELFBALL-10), those off the field left out."""
    looks, near = state.players[player].looks, GRID.neighbours(state.players[player].at)
    return (near[way] for way in (turned(looks, 2), turned(looks, 3), turned(looks, 4)) if way in near)
