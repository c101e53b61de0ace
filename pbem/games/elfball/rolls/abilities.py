"""What an ability is (ELFBALL-113, 116, 117): data and handlers, hung on the points of the rules that it touches.

A chapter of the rules never asks for an ability by name. It asks the questions of `hooks.py` at its own points, and
every ability that has a handler for such a point answers. The abilities themselves stand in `general_abilities.py` and
`type_abilities.py`, each with its handlers beside it.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.games.elfball.field.players import Attribute, Type
from pbem.games.elfball.field.state import Letter, Pitch, Posture
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.play.hexgrid import Hex

Leads: TypeAlias = Callable[[Pitch, Letter, Hex], bool]
"""Whether a Momentum step of a player to this hex goes where an ability lets it go."""


class Step(Struct, frozen=True):
    """A Momentum step (ELFBALL-117): what it costs, whether it needs no Disengage, and where it may lead."""

    leads: Leads
    cost: int = 1
    free: bool = False


class Blow(Struct, frozen=True):
    """A kind of Tackle that its player may choose (`with steal`).

    - `why_not`: why it may not be used on this opponent, or an empty text.
    - `lying`: it is for opponents who lie, as if neither the rear nor the ball counted.
    - `impact`: an Impact comes first, where one is needed; `scared`: Fear makes it needed too.
    - `halved`: half the Might serves as Might and as the attribute of the Tackle; `bonus`: successes added.
    - `slide`: what a Slide Tackle becomes; `better`: what anything better becomes.
    - `falls`: the player is Down after it.
    """

    why_not: Callable[[Pitch, Letter, Letter], str] = lambda state, player, target: ""
    lying: bool = False
    impact: bool = True
    scared: bool = False
    fearless: bool = False
    halved: bool = False
    bonus: int = 0
    slide: Literal["slide", "nothing", "strip"] = "slide"
    better: Literal["", "steal"] = ""
    falls: bool = False


PLAIN_BLOW = Blow()


class Ability(Struct, frozen=True, kw_only=True):
    """One ability: what it belongs to, a sentence on it, and its handlers, one for each point of the rules it touches.

    - `saves`: whether its ability die may replace one of this challenge (ELFBALL-116).
    - `prepares`: changes a challenge of the player before it is rolled.
    - `wins`: whether a challenge of the player succeeds without dice.
    - `helps`: whether the player makes this challenge of a teammate easier.
    - `doubles`: whether a challenge of the player earns double counters (ELFBALL-162).
    - `shields`: whether the other team's Momentum is barred from this challenge of the player.
    - `hurts`: dice that the player's Tackles take from an Injury.
    - `endures`: the net from which an Injury leaves the player Down on the field.
    - `rises`: paces that standing up costs less.
    - `dashes`: attribute and target of the nth Dash, which costs nothing; out of Jog and n.
    - `blow`: a kind of Tackle.
    - `fearless`: nothing scares the player; `scares`: the player must be stopped by an Impact first.
    - `clips`: whether this opponent must break free from the player before a Disengage.
    - `gloats`: counters for what the player makes of an opponent who was in this posture.
    - `rages`: counters for acting after having been attacked.
    - `step`: the player's own Momentum steps; `swarms`: of other Little Guys in the same action; `reacts`: the player's
      own after a Shift in the team's favor; `leads`: of whoever catches the player's throw.
    - `taunts`: may turn opponents round after such a Shift; `quickens`: what the counters become for acting then.
    - `ploughs`: may follow after a Shove; `banks`: may choose where a rebound goes.
    - `scrambles`: what is added to the target of a long throw that is not alone; None: it must be alone.
    - `reaches`: whether the player may intercept, out of the hexes next to them and what is under the string there.
    """

    name: str
    of: Attribute | Type
    advanced: bool = False
    about: str

    saves: Callable[[Challenge], bool] | None = None
    prepares: Callable[[Pitch, Challenge], None] | None = None
    wins: Callable[[Challenge], bool] | None = None
    helps: Callable[[Pitch, Letter, Challenge], bool] | None = None
    doubles: Callable[[Challenge], bool] | None = None
    shields: Callable[[Challenge], bool] | None = None
    hurts: int | None = None
    endures: int | None = None
    rises: Callable[[Posture], int] | None = None
    dashes: Callable[[int, int], tuple[int, int]] | None = None
    blow: Blow | None = None
    fearless: bool | None = None
    scares: bool | None = None
    clips: Callable[[Pitch, Letter, Letter], bool] | None = None
    gloats: Callable[[Posture, str], int] | None = None
    rages: int | None = None
    step: Step | None = None
    swarms: Step | None = None
    reacts: Step | None = None
    leads: Step | None = None
    taunts: int | None = None
    quickens: Callable[[int], int] | None = None
    ploughs: int | None = None
    banks: int | None = None
    scrambles: int | None = None
    reaches: Callable[[Hex, Callable[[Hex], bool]], bool] | None = None

    @property
    def hooks(self) -> tuple[str, ...]:
        """The points of the rules that it touches."""
        return tuple(name for name in HOOKS if getattr(self, name) is not None)

    @property
    def title(self) -> str:
        """As the rulebook writes it: `Lead Pass`."""
        return self.name.title()

    @property
    def belongs(self) -> str:
        """`Skill, Basic`."""
        return f"{self.of.capitalize() if self.of.islower() else self.of}, {'Advanced' if self.advanced else 'Basic'}"


HOOKS: tuple[str, ...] = Ability.__struct_fields__[Ability.__struct_fields__.index("saves") :]
"""All points of the rules that abilities can touch."""
