"""The abilities of the Types (ELFBALL-132 to 161): each with its handlers."""

from collections.abc import Callable

from pbem.games.elfball.field.hexes import GRID, OTHER, OWN_GOAL
from pbem.games.elfball.field.state import SEAT_OF, TRACK, Letter, Pitch, Posture
from pbem.games.elfball.rolls.abilities import Ability, Blow, Step
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.play.hexgrid import Hex


def _named(*names: str) -> Callable[[Challenge], bool]:
    """Challenges of these names."""
    return lambda challenge: challenge.name in names


def _nearer(state: Pitch, letter: Letter, to: Hex, *aims: Hex) -> bool:
    """Whether a step leads nearer to one of these hexes (ELFBALL-117)."""
    here = state.players[letter].at
    return any(GRID.distance(to, aim) < GRID.distance(here, aim) for aim in aims)


def _anywhere(state: Pitch, letter: Letter, to: Hex) -> bool:
    return True


def _cheapshot(state: Pitch, letter: Letter, target: Letter) -> str:
    return f"{target} stands; Cheapshot is for those who lie" if state.players[target].stands else ""


def _malicious(before: Posture, fate: str) -> int:
    """ELFBALL-133: one for an opponent Dazed who was not, two for one off the field."""
    if fate == "dazed":
        return int(before != "dazed")
    return 0 if fate == "down" else 2


def _to_the_fallen(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Ruthless, ELFBALL-134."""
    others = (state.players[each] for each in state.fielded(OTHER[SEAT_OF[letter]]))
    return _nearer(state, letter, to, *(each.at for each in others if not each.stands))


def _clipping(state: Pitch, letter: Letter, runner: Letter) -> bool:
    """ELFBALL-135: for an opponent of less Might."""
    return state.players[runner].attribute("might") < state.players[letter].attribute("might")


def _to_own_goal(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Goalie, ELFBALL-137."""
    return _nearer(state, letter, to, OWN_GOAL[SEAT_OF[letter]])


def _cutblock(state: Pitch, letter: Letter, target: Letter) -> str:
    """ELFBALL-138."""
    if not state.acting.stepped:
        return f"{letter} must have made a step before a Cutblock"
    if state.players[target].attribute("might") <= state.players[letter].attribute("might"):
        return f"{target} is not stronger than {letter}; a Cutblock is for stronger ones"
    return ""


def _to_their_holder(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Beeline, ELFBALL-140."""
    holder = state.holder
    return bool(holder and SEAT_OF[holder] != SEAT_OF[letter]) and _nearer(state, letter, to, state.ball_hex)


def _mates(state: Pitch, letter: Letter) -> list[Letter]:
    return [each for each in state.fielded(SEAT_OF[letter]) if each != letter]


def _to_weaker_mates(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Swarm, ELFBALL-143: to a teammate of the moving player's Might or less."""
    might = state.players[letter].attribute("might")
    mates = (state.players[each] for each in _mates(state, letter))
    return _nearer(state, letter, to, *(each.at for each in mates if each.attribute("might") <= might))


def _helping_hand(state: Pitch, letter: Letter, challenge: Challenge) -> bool:
    """ELFBALL-145: a neighbour of the teammate helps; nobody helps twice."""
    player = state.players[letter]
    return (
        bool(challenge.base)
        and GRID.direction(player.at, state.players[challenge.player].at) is not None
        and (-1, letter) not in challenge.modifiers
    )


def _to_mates(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Teammate, ELFBALL-146."""
    return _nearer(state, letter, to, *(state.players[each].at for each in _mates(state, letter)))


def _reach(at: Hex, under: Callable[[Hex], bool]) -> bool:
    """ELFBALL-150: a neighboring hex is under the string, or an end of it."""
    return any(map(under, GRID.neighbours(at).values()))


def _steal(state: Pitch, letter: Letter, target: Letter) -> str:
    return "" if state.holder == target else f"{target} does not hold the ball; Steal is for the holder"


def _after_ball(state: Pitch, letter: Letter, to: Hex) -> bool:
    """Burst, ELFBALL-155."""
    return state.acting.got


TYPES: tuple[Ability, ...] = (
    Ability(
        name="cheapshot",
        of="Cheater",
        about='may tackle opponents who lie: "tackle q with cheapshot", without Impact, rear or ball counting.',
        blow=Blow(why_not=_cheapshot, lying=True, impact=False, fearless=True, slide="nothing"),
    ),
    Ability(
        name="malicious",
        of="Cheater",
        advanced=True,
        about="one counter for each opponent this player makes Dazed, two for each put off the field by an Injury.",
        gloats=_malicious,
    ),
    Ability(
        name="ruthless",
        of="Cheater",
        advanced=True,
        about='Momentum steps ("surge k20") nearer to an opponent who lies.',
        step=Step(_to_the_fallen),
    ),
    Ability(
        name="clipping",
        of="Defender",
        about="weaker opponents must first succeed at an Impact, on Might or Dodge, to Disengage from this player.",
        clips=_clipping,
    ),
    Ability(
        name="knockback",
        of="Defender",
        advanced=True,
        about="double counters from Shoves.",
        doubles=_named("shove"),
    ),
    Ability(
        name="goalie",
        of="Defender",
        advanced=True,
        about='Momentum steps ("surge e22") nearer to the own goal.',
        step=Step(_to_own_goal),
    ),
    Ability(
        name="cutblock",
        of="Hunter",
        about='"tackle q with cutblock", after a step: a stronger opponent without Impact, but Down after it.',
        blow=Blow(why_not=_cutblock, impact=False, scared=True, falls=True),
    ),
    Ability(
        name="collision",
        of="Hunter",
        advanced=True,
        about="double counters from Impacts and Tackles.",
        doubles=_named("impact", "clipping", "tackle"),
    ),
    Ability(
        name="beeline",
        of="Hunter",
        advanced=True,
        about='Momentum steps ("surge k20") nearer to the opponent who holds the ball.',
        step=Step(_to_their_holder),
    ),
    Ability(
        name="taunt",
        of="Little Guy",
        about='after a Shift to their team, before its turn: "taunt C q 2" turns Q round, with two counters as dice.',
        taunts=6,
    ),
    Ability(
        name="quickling",
        of="Little Guy",
        advanced=True,
        about='after a Shift to their team: "quickling C" doubles the counters, and C must take the action.',
        quickens=lambda counters: min(TRACK, 2 * counters),
    ),
    Ability(
        name="swarm",
        of="Little Guy",
        advanced=True,
        about='in this player\'s action "swarm D k20" moves another Little Guy nearer to a mate of no more Might.',
        swarms=Step(_to_weaker_mates),
    ),
    Ability(
        name="rally",
        of="Midfielder",
        about="gets up from Dazed at the price of Down.",
        rises=lambda posture: 3 if posture == "dazed" else 0,
    ),
    Ability(
        name="helping hand",
        of="Midfielder",
        advanced=True,
        about="-1 for every challenge of a teammate next to this player, wherever either looks.",
        helps=_helping_hand,
    ),
    Ability(
        name="teammate",
        of="Midfielder",
        advanced=True,
        about='Momentum steps ("surge k20") nearer to a teammate.',
        step=Step(_to_mates),
    ),
    Ability(
        name="pummel",
        of="Monster",
        about='"tackle q with pummel": half the Might serves as Might and as Tackle, and a success is added.',
        blow=Blow(halved=True, bonus=1),
    ),
    Ability(
        name="enrage",
        of="Monster",
        advanced=True,
        about="two counters when this player acts after having been attacked in the other team's turn.",
        rages=2,
    ),
    Ability(
        name="plough",
        of="Monster",
        advanced=True,
        about='"shove q with plough": follows into the hex Q has left, for a counter and a pace, without Disengage.',
        ploughs=1,
    ),
    Ability(
        name="reach",
        of="Safety",
        about="may intercept a ball that flies past a hex next to this player, or is thrown from or to one.",
        reaches=_reach,
    ),
    Ability(
        name="cover",
        of="Safety",
        advanced=True,
        about="Momentum cannot touch the dice of this player's Intercepts.",
        shields=_named("intercept"),
    ),
    Ability(
        name="react",
        of="Safety",
        advanced=True,
        about='after a Shift to their team, before its turn: "react C k20" moves C, a counter a step.',
        reacts=Step(_anywhere),
    ),
    Ability(
        name="steal",
        of="Striker",
        about='"tackle q with steal", without Impact: takes the ball from Q instead of bringing Q down.',
        blow=Blow(why_not=_steal, impact=False, scared=True, slide="strip", better="steal"),
    ),
    Ability(
        name="hotdog",
        of="Striker",
        advanced=True,
        about="double counters from Disengages.",
        doubles=_named("disengage"),
    ),
    Ability(
        name="burst",
        of="Striker",
        advanced=True,
        about='Momentum steps ("surge k20") anywhere, after a Pick-up or a Steal in the same action.',
        step=Step(_after_ball),
    ),
    Ability(
        name="scramble",
        of="Thrower",
        about="may throw 7 to 18 paces in any action, with 1 added to the target.",
        scrambles=1,
    ),
    Ability(
        name="bullet",
        of="Thrower",
        advanced=True,
        about="double counters from Throws.",
        doubles=_named("throw"),
    ),
    Ability(
        name="lead pass",
        of="Thrower",
        advanced=True,
        about='"throw d with lead k20 k22": who catches the throw goes on at once, a counter a step.',
        leads=Step(_anywhere),
    ),
    Ability(
        name="fear",
        of="Undead",
        about="an Impact must come first, without counters, before others as strong, a Steal or a Cutblock tackle;"
        " all of a Samhaino team may learn it.",
        scares=True,
    ),
    Ability(
        name="everlasting",
        of="Undead",
        advanced=True,
        about="the other team's Momentum cannot touch the dice of this player's Injuries.",
        shields=_named("injury"),
    ),
    Ability(
        name="shamble",
        of="Undead",
        advanced=True,
        about='Momentum steps ("surge k20") anywhere, two counters each, without Disengage.',
        step=Step(_anywhere, cost=2, free=True),
    ),
)
