"""How a challenge is rolled (ELFBALL-3 to 6, 18, 19, 116, 180): the dice and those that stars bring, ability dice,
Momentum, the counters earned. One way for all challenges, in this order.
"""

import msgspec

from pbem.games.elfball.field.events import Dice
from pbem.games.elfball.field.prompts import Odds
from pbem.games.elfball.field.state import Pitch
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.games.elfball.rolls.chances import Help
from pbem.games.elfball.rolls.momentum import BAD_FIRST, earn, policy_for, to_replace
from pbem.play.requests import Rules, roll

FACES = "X--*SS"  # of a challenge die, by the face of a D6 (ELFBALL-3)
FLOP, BLANK, STAR, SUCCESS = "X", "-", "*", "S"


_SUFFERED = ("catch", "injury")
"""Challenges that no item of an action asks for: `ok` and `on fail` do not go by them."""


def net_of(faces: str, *, major: bool) -> int:
    """Successes less flops (ELFBALL-4 to 6)."""
    return faces.count(SUCCESS) + faces.count(STAR) * (2 if major else 1) - faces.count(FLOP)


def attempt(state: Pitch, challenge: Challenge) -> Rules[Dice]:
    """Roll a challenge to its end: stars, ability dice, Momentum, counters."""
    fell = yield from thrown(state, challenge)
    own = challenge.seat(state) == state.active
    kind = challenge.kind if own or challenge.kind == "injury" else "rival"  # ELFBALL-178
    faces, ability, gave, got = yield from saved(state, challenge, fell, kind if own else "")
    net = challenge.with_bonus(net_of(faces, major=state.star_major))
    places = list[int]()
    if state.momentum and (own or not hooks.any_of(state, challenge, "shields")):
        places = to_replace(state, kind, own, faces, net, challenge.wanted, challenge.rider)
    given, taken = "".join(faces[place] for place in places), ""
    if places:
        state.momentum -= len(places)
        faces, taken = yield from replaced(state, challenge, faces, places, "momentum")
    net = net_of(faces, major=state.star_major)
    bonus = challenge.bonus if net > 0 else 0
    net += bonus
    if state.action and challenge.player == state.action.player and challenge.name not in _SUFFERED:
        state.action.ok = net >= challenge.target
    earned = 0
    if own and challenge.earns is not None:
        extra = max(0, net - challenge.target - challenge.earns)
        earned = earn(state, extra * 2 if hooks.any_of(state, challenge, "doubles") else extra)
    target, working, momentum = challenge.target, challenge.working, state.momentum
    return Dice(faces, net, target, working, given, taken, earned, momentum, fell, ability, gave, got, bonus)


def thrown(state: Pitch, challenge: Challenge) -> Rules[str]:
    """The dice and those that their stars bring; no dice at all for an attribute of 0 (ELFBALL-2)."""
    if not challenge.dice:
        return ""
    rolled = yield from roll(challenge.label, count=challenge.dice, outlook=lambda: foresee(state, challenge))
    faces = "".join(FACES[face - 1] for face in rolled)
    return faces + (yield from _starred(state, challenge, faces))


def foresee(state: Pitch, challenge: Challenge) -> Odds:
    """How the dice of a challenge stand, with the abilities in force, and with the counters that there are if they are
    the acting manager's own; how many they spend on the other team's dice is their secret."""
    saver = hooks.saver(state, challenge) if challenge.base and challenge.dice else ""
    help_ = Help(bool(saver), wanted=challenge.wanted, bonus=challenge.bonus)
    if challenge.base and challenge.seat(state) == state.active:
        policy = policy_for(state, challenge.kind, challenge.rider)
        help_ = msgspec.structs.replace(help_, counters=state.momentum, policy=policy)
    return challenge.odds(help_, major=state.star_major, saver=saver)


def replaced(
    state: Pitch, challenge: Challenge, faces: str, places: list[int], label: str
) -> Rules[tuple[str, str]]:
    """The dice after those on these places have been rolled again, and what was rolled (ELFBALL-18)."""
    rolled = yield from roll(label, count=len(places))
    fresh = "".join(FACES[face - 1] for face in rolled)
    more = yield from _starred(state, challenge, fresh)
    table = list(faces)
    for place, face in zip(places, fresh, strict=True):
        table[place] = face
    return "".join(table) + more, fresh + more


def saved(state: Pitch, challenge: Challenge, faces: str, kind: str = "") -> Rules[tuple[str, str, str, str]]:
    """An ability die, if there is one and it is wanted (ELFBALL-180).

    Returned are the dice then, the ability, the die that went, and what came for it.

    `kind`: for the aim of the acting manager, if it is that manager's challenge.
    """
    net = challenge.with_bonus(net_of(faces, major=state.star_major))
    if net >= challenge.wanted and not kind:
        return faces, "", "", ""
    ability = hooks.saver(state, challenge) if faces else ""
    if not ability:
        return faces, "", "", ""
    aim = (policy_for(state, kind, challenge.rider).aim or 0) if kind else 0
    place = worst(faces)
    if (net >= 0 and net >= challenge.wanted + aim) or place < 0:
        return faces, "", "", ""
    return (yield from save(state, challenge, faces, place, ability))


def save(
    state: Pitch, challenge: Challenge, faces: str, place: int, ability: str
) -> Rules[tuple[str, str, str, str]]:
    """Use an ability die on this place; returned as by `saved`."""
    state.saved.append(f"{challenge.player} {ability}")
    after, got = yield from replaced(state, challenge, faces, [place], "ability")
    return after, ability, faces[place], got


def worst(faces: str) -> int:
    """The place of the first flop, else of the first blank, else -1."""
    return next((faces.index(sign) for sign in BAD_FIRST if sign in faces), -1)


def _starred(state: Pitch, challenge: Challenge, faces: str) -> Rules[str]:
    """The dice that stars bring, batch by batch (ELFBALL-4); none with `star major` (ELFBALL-5)."""
    more = ""
    while not state.star_major and (stars := faces.count(STAR)):
        rolled = yield from roll(challenge.label, count=stars)
        faces = "".join(FACES[face - 1] for face in rolled)
        more += faces
    return more
