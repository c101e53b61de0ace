"""Challenges (ELFBALL-3 to 7, 15): what is rolled, against what, and what it earns, as data.

Every chapter makes its own; abilities change the data (`hooks.prepared`), and `rolling.attempt` rolls them all.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from pbem.games.elfball.field.hexes import GRID, OTHER
from pbem.games.elfball.field.players import Attribute
from pbem.games.elfball.field.prompts import Odds
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.rolls.chances import Help, helped, percent
from pbem.play.hexgrid import turned
from pbem.play.requests import Seat

Modifier: TypeAlias = tuple[int, str]
"""What is added to a target, and why: a player's letter, or a word."""

_LABELS = {"pickup": "pick-up", "faceoff": "face-off", "clipping": "impact"}
_KINDS = {"clipping": "impact", "inferno": "injury"}


class Challenge(Struct):
    """A roll that a player is to make, or the Wizard, who has no letter.

    - `name`: what it is; a `Kind` has Momentum policies of its own.
    - `on`: the attribute it is rolled on, or empty; `foe`: the opponent it is made against.
    - `base`: the parts of the target before modifiers; empty for a challenge without a target.
    - `earns`: from how far above the target successes are counters; None: they never are (ELFBALL-17, 75).
    - `aim`: what the dice are replaced for where it is not the target (an Injury has none).
    - `bonus`: successes added if it is neither flopped nor 0 (ELFBALL-147).
    """

    name: str
    player: Letter
    dice: int
    base: tuple[int, ...] = ()
    modifiers: list[Modifier] = field(default_factory=list)
    rider: Policy = PLAIN
    earns: int | None = 0
    aim: int | None = None
    on: Attribute | Literal[""] = ""
    foe: Letter = ""
    bonus: int = 0

    @property
    def sum(self) -> int:
        """The target before it is raised to 1."""
        return sum(self.base) + sum(amount for amount, _ in self.modifiers)

    @property
    def target(self) -> int:
        """ELFBALL-7: raised to 1 if it is less; 0 where there is none."""
        return max(1, self.sum) if self.base else 0

    @property
    def wanted(self) -> int:
        """The net that it is rolled for."""
        return self.target if self.aim is None else self.aim

    @property
    def working(self) -> str:
        """The target as a sum: `4-2-1(C)+1(range)`."""
        base = "".join(f"{part:+}" if at else str(part) for at, part in enumerate(self.base))
        return base + "".join(f"{amount:+}({why})" for amount, why in self.modifiers)

    @property
    def label(self) -> str:
        """Of the rolls in the log (section 7 of the rules)."""
        return _LABELS.get(self.name, self.name)

    @property
    def kind(self) -> str:
        """What Momentum policies call it (ELFBALL-179)."""
        return _KINDS.get(self.name, self.name)

    def seat(self, state: Pitch) -> Seat:
        """Whose it is; a Wizard's is the active team's."""
        return SEAT_OF[self.player] if self.player else state.active

    def with_bonus(self, net: int) -> int:
        """What a net of the dice comes to."""
        return net + self.bonus if net > 0 else net

    def odds(self, help_: Help, *, major: bool, saver: str = "") -> Odds:
        """How the dice stand, for mails and previews, with what may better them; `saver` is the ability whose die that
        is."""
        need = max(1, self.target - self.bonus) if self.base else 0
        success, flopped = helped(self.dice, need, help_, major=major)
        return Odds(
            self.name,
            self.player,
            self.dice,
            self.target,
            self.working,
            percent(success),
            percent(flopped),
            self.bonus,
            saver.title(),
            help_.spendable,
        )


# Modifiers (ELFBALL-15).


def around(state: Pitch, player: Letter) -> list[Modifier]:
    """-1 for each helper of a player, +1 for each hinderer."""
    at, seat = state.players[player].at, SEAT_OF[player]
    helpers = [(-1, letter) for letter in state.facing(at, seat)]
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


def strike(state: Pitch, target: Letter) -> None:
    """A player has been attacked, and will remember (ELFBALL-148)."""
    if target not in state.struck:
        state.struck.append(target)
