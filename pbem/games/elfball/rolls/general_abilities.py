"""The general abilities (ELFBALL-118 to 131), open to every player: each with its handlers."""

from collections.abc import Callable

from pbem.games.elfball.field.players import Attribute
from pbem.games.elfball.field.state import SEAT_OF, Pitch
from pbem.games.elfball.rolls.abilities import Ability
from pbem.games.elfball.rolls.challenges import Challenge

MOST_DICE = 6
"""No ability brings more dice than this to a Dash or a Shove (ELFBALL-120, 124)."""


def _rolled_on(attribute: Attribute) -> Callable[[Challenge], bool]:
    """Challenges on an attribute (ELFBALL-121, 123, 125, 127, 130)."""
    return lambda challenge: challenge.on == attribute


def _ignores_one(attribute: Attribute) -> Callable[[Pitch, Challenge], None]:
    """One +1 for an opponent is left out of challenges on an attribute (ELFBALL-126, 129)."""

    def handler(state: Pitch, challenge: Challenge) -> None:
        if challenge.on == attribute:
            other = next((each for each in challenge.modifiers if each[0] == 1 and each[1] in SEAT_OF), None)
            if other:
                challenge.modifiers.remove(other)

    return handler


def _psycho(state: Pitch, challenge: Challenge) -> None:
    """ELFBALL-124: the opponent's Might for an Impact that leads to a Tackle, two more dice for a Shove."""
    if challenge.name == "impact":
        challenge.dice = state.players[challenge.foe].attribute("might")
    elif challenge.name == "shove":
        challenge.dice = max(challenge.dice, min(challenge.dice + 2, MOST_DICE))


GENERAL: tuple[Ability, ...] = (
    Ability(
        name="steady",
        of="jog",
        about="one die of a Dash may be rolled again.",
        saves=lambda challenge: challenge.name == "dash",
    ),
    Ability(
        name="sprinter",
        of="jog",
        advanced=True,
        about="Dashes without Momentum, as many as you like: Jog dice, target 2, then 3, then 4 ...",
        dashes=lambda jog, nth: (min(jog, MOST_DICE), nth + 1),  # ELFBALL-120
    ),
    Ability(
        name="buff",
        of="might",
        about="one die of a roll on Might may be rolled again, also in the face-off.",
        saves=_rolled_on("might"),
    ),
    Ability(
        name="bonecrusher",
        of="might",
        advanced=True,
        about="an Injury from a tackle of this player is rolled with one die less.",
        hurts=1,
    ),
    Ability(
        name="grapple",
        of="tackle",
        about="one die of a roll on Tackle may be rolled again.",
        saves=_rolled_on("tackle"),
    ),
    Ability(
        name="psycho",
        of="tackle",
        advanced=True,
        about="Impacts with the opponent's Might, Shoves with two dice more, up to 6; Fear does not count.",
        prepares=_psycho,
        fearless=True,
    ),
    Ability(
        name="nimble",
        of="dodge",
        about="one die of a roll on Dodge may be rolled again.",
        saves=_rolled_on("dodge"),
    ),
    Ability(
        name="slippery",
        of="dodge",
        advanced=True,
        about="one opponent's +1 is ignored in rolls on Dodge; a Disengage against 0 or less needs no dice.",
        prepares=_ignores_one("dodge"),
        wins=lambda challenge: challenge.name == "disengage" and challenge.sum <= 0,
    ),
    Ability(
        name="agile",
        of="skill",
        about="one die of a roll on Skill may be rolled again.",
        saves=_rolled_on("skill"),
    ),
    Ability(
        name="bankshot",
        of="skill",
        advanced=True,
        about='"throw k20 with bank 3 at l23" sends the rebound of a throw that way, one pace more or less.',
        banks=1,
    ),
    Ability(
        name="focused",
        of="skill",
        advanced=True,
        about="one opponent's +1 is ignored in rolls on Skill.",
        prepares=_ignores_one("skill"),
    ),
    Ability(
        name="resilient",
        of="grit",
        about="one die of an Injury may be rolled again.",
        saves=_rolled_on("grit"),
    ),
    Ability(
        name="rugged",
        of="grit",
        advanced=True,
        about="an Injury of net 3 or more is only Down; standing up costs a pace less.",
        endures=3,
        rises=lambda posture: 1,
    ),
)
