"""The questions that the rules ask of abilities, each at one point (see `abilities.py`).

A team at the basic level has no abilities, so every question here begins with a look at an empty tuple.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.games.elfball.abilities import HOOKS, PLAIN_BLOW, Ability, Blow, Step
from pbem.games.elfball.challenges import Challenge
from pbem.games.elfball.general_abilities import GENERAL
from pbem.games.elfball.state import LETTERS, SEAT_OF, Letter, Pitch, Player, Posture
from pbem.games.elfball.type_abilities import TYPES
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused, nearest

ABILITIES: dict[str, Ability] = {each.name: each for each in (*GENERAL, *TYPES)}
BASICS = tuple(each.name for each in GENERAL if not each.advanced)
BLOWS: dict[str, Blow] = {name: each.blow for name, each in ABILITIES.items() if each.blow}

_HANDLERS: dict[str, dict[str, Any]] = {
    hook: {name: getattr(each, hook) for name, each in ABILITIES.items() if hook in each.hooks}
    for hook in HOOKS
}


def of(player: Player, hook: str) -> list[Any]:
    """The handlers of a player's abilities for a point of the rules."""
    known = player.known
    if not known:
        return []
    handlers = _HANDLERS[hook]
    return [handlers[name] for name in known if name in handlers]


def need(state: Pitch, letter: Letter, hook: str, what: str) -> Any:
    """The handler of a player's ability for something that an order wants, or refused."""
    found = of(state.players[letter], hook)
    if not found:
        titles = " or ".join(ABILITIES[name].title for name in _HANDLERS[hook])
        raise Refused(f"{what}: {letter} does not know {titles}")
    return found[0]


def basic_of(ability: Ability) -> str:
    """The Basic ability that an Advanced one needs first (ELFBALL-113)."""
    return next(each.name for each in ABILITIES.values() if each.of == ability.of and not each.advanced)


def ability_named(words: str) -> Ability:
    """The ability of this name, or refused."""
    found = ABILITIES.get(words.lower())
    if found is None:
        near = nearest(words, ABILITIES)
        raise Refused(f"there is no ability {words}{f'; did you mean {near}?' if near else ''}")
    return found


# Challenges.


def prepared(state: Pitch, challenge: Challenge) -> Challenge:
    """A challenge as those who are about make it: helping hands, then the player's own abilities."""
    if not challenge.player:
        return challenge
    players = state.players
    if challenge.base:
        for letter in LETTERS[SEAT_OF[challenge.player]]:
            mate = players.get(letter)
            if mate is None or letter == challenge.player or not mate.known or not mate.stands:
                continue
            if any(helps(state, letter, challenge) for helps in of(mate, "helps")):
                challenge.modifiers.append((-1, letter))
    for prepares in of(players[challenge.player], "prepares"):
        prepares(state, challenge)
    return challenge


def won(state: Pitch, challenge: Challenge) -> bool:
    """Whether a challenge succeeds without dice."""
    return any(wins(challenge) for wins in of(state.players[challenge.player], "wins"))


def saver(state: Pitch, challenge: Challenge) -> str:
    """The ability whose die may replace one of this challenge, and has not yet in this action (ELFBALL-116, 180)."""
    if not challenge.player or challenge.rider.save:
        return ""
    player = state.players[challenge.player]
    known = player.known
    if not known:
        return ""
    handlers, memory = _HANDLERS["saves"], state.memory(SEAT_OF[challenge.player])
    if memory.save == "no":
        return ""
    for name in known:
        if (
            name in handlers
            and handlers[name](challenge)
            and name not in memory.sparing
            and f"{challenge.player} {name}" not in state.saved
        ):
            return name
    return ""


def doubled(state: Pitch, challenge: Challenge) -> bool:
    """Whether its extra successes count twice (ELFBALL-162)."""
    return bool(challenge.player) and any(
        doubles(challenge) for doubles in of(state.players[challenge.player], "doubles")
    )


def shielded(state: Pitch, challenge: Challenge) -> bool:
    """Whether the other team's Momentum cannot touch its dice."""
    return any(shields(challenge) for shields in of(state.players[challenge.player], "shields"))


# Injuries, standing up, Dashes.


def injury_dice_lost(state: Pitch, striker: Letter) -> int:
    """The dice that who struck takes from an Injury."""
    return sum(of(state.players[striker], "hurts"))


def endured(player: Player, otherwise: int) -> int:
    """The net from which an Injury leaves a player on the field."""
    found: list[int] = of(player, "endures")
    return min([*found, otherwise])


def easier_rise(player: Player) -> int:
    """The paces that standing up costs less."""
    return sum(rises(player.posture) for rises in of(player, "rises"))


def sprints(player: Player) -> bool:
    """Whether a player dashes without paying for it."""
    return bool(of(player, "dashes"))


def own_dash(player: Player, nth: int) -> tuple[int, int] | None:
    """Dice and target of a player's nth Dash in an action if it is not paid for, or None."""
    found: list[Callable[[int, int], tuple[int, int]]] = of(player, "dashes")
    return found[0](player.attribute("jog"), nth) if found else None


# Blows.


def blow(state: Pitch, letter: Letter, kind: str, target: Letter) -> Blow:
    """The kind of Tackle that is ordered, or the only one possible, or refused."""
    player = state.players[letter]
    if kind:
        if kind not in player.known:
            raise Refused(f"tackle {target} with {kind}: {letter} does not know {ABILITIES[kind].title}")
        found = BLOWS[kind]
        if why := found.why_not(state, letter, target):
            raise Refused(why)
        return found
    if not state.players[target].stands:
        low: list[Blow] = [each for each in of(player, "blow") if each.lying]
        return low[0] if low else PLAIN_BLOW
    return PLAIN_BLOW


def fearless(state: Pitch, letter: Letter) -> bool:
    """Whether nothing scares a player."""
    return bool(of(state.players[letter], "fearless"))


def scary(state: Pitch, letter: Letter) -> bool:
    """Whether a player must be stopped by an Impact first."""
    return bool(of(state.players[letter], "scares"))


def clippers(state: Pitch, runner: Letter, hinderers: tuple[Letter, ...]) -> list[Letter]:
    """Those whom a runner must break free from before a Disengage (ELFBALL-135), in letter order."""
    return [
        each
        for each in sorted(hinderers)
        if any(clips(state, each, runner) for clips in of(state.players[each], "clips"))
    ]


def gloating(state: Pitch, letter: Letter, before: Posture, fate: str) -> int:
    """Counters for what a player has made of an opponent."""
    return sum(gloats(before, fate) for gloats in of(state.players[letter], "gloats"))


def rage(state: Pitch, letter: Letter) -> int:
    """Counters for who acts after having been attacked (ELFBALL-148)."""
    return sum(of(state.players[letter], "rages")) if letter in state.struck else 0


# Momentum steps and throws.


def surges(player: Player) -> Iterator[Step]:
    """A player's own Momentum steps, the cheap ones first (R26)."""
    found: list[Step] = of(player, "step")
    yield from sorted(found, key=lambda step: step.cost)


def reached(player: Player, under: Callable[[Hex], bool]) -> bool:
    """Whether a player may intercept from where they stand, though their own hex is not under the string."""
    return any(reaches(player.at, under) for reaches in of(player, "reaches"))
