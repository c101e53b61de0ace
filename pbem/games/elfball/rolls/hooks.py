"""The questions that the rules ask of abilities, each at one point (see `abilities.py`).

A team at the basic level has no abilities, so every question here begins with a look at an empty tuple.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.games.elfball.field.players import ATTRIBUTES, Attribute, Type
from pbem.games.elfball.field.state import LETTERS, PLAIN, SEAT_OF, Letter, Pitch, Player, Policy
from pbem.games.elfball.rolls.abilities import HOOKS, PLAIN_BLOW, Ability, Blow, Step
from pbem.games.elfball.rolls.challenges import Challenge, Modifier
from pbem.games.elfball.rolls.general_abilities import GENERAL
from pbem.games.elfball.rolls.type_abilities import TYPES
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


def need_some_day(state: Pitch, letter: Letter, hook: str, what: str) -> None:
    """The same for a line that waits: until then a dose may bring a general ability (ELFBALL-107)."""
    general = any(ABILITIES[name].of in ATTRIBUTES for name in _HANDLERS[hook])
    if not (general and state.backing(SEAT_OF[letter]).potions):
        need(state, letter, hook, what)


def basic_of(kind: Attribute | Type) -> str:
    """The Basic ability of an attribute or a Type, which its Advanced ones need first (ELFBALL-113)."""
    return next(each.name for each in ABILITIES.values() if each.of == kind and not each.advanced)


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


def challenge(
    state: Pitch,
    name: str,
    letter: Letter,
    on: Attribute,
    base: tuple[int, ...] = (),
    modifiers: Sequence[Modifier] = (),
    rider: Policy = PLAIN,
    *,
    dice: int | None = None,
    **more: Any,
) -> Challenge:
    """A challenge on one of a player's attributes, with so many `dice` if it is not that many; and as abilities make
    it."""
    count = state.players[letter].attribute(on) if dice is None else dice
    return prepared(state, Challenge(name, letter, count, base, list(modifiers), rider, on=on, **more))


def any_of(state: Pitch, challenge: Challenge, hook: str) -> bool:
    """Whether an ability of its player says yes to a challenge at one of these points: `wins`, `doubles`, `shields`."""
    player = state.players.get(challenge.player)
    return player is not None and any(handler(challenge) for handler in of(player, hook))


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


# Blows.


def need_blow(state: Pitch, letter: Letter, kind: str, target: str) -> None:
    """Refuse a kind of Tackle that a player does not know; no potion teaches one (ELFBALL-107)."""
    if kind not in state.players[letter].known:
        raise Refused(f"tackle {target} with {kind}: {letter} does not know {ABILITIES[kind].title}")


def blow(state: Pitch, letter: Letter, kind: str, target: Letter) -> Blow:
    """The kind of Tackle that is ordered, or the only one possible, or refused."""
    player = state.players[letter]
    if kind:
        need_blow(state, letter, kind, target)
        found = BLOWS[kind]
        if why := found.why_not(state, letter, target):
            raise Refused(why)
        return found
    if not state.players[target].stands:
        low: list[Blow] = [each for each in of(player, "blow") if each.lying]
        return low[0] if low else PLAIN_BLOW
    return PLAIN_BLOW


def name_of(blow: Blow) -> str:
    """The ability that a kind of Tackle is; empty for a plain one."""
    return next((name for name, each in BLOWS.items() if each is blow), "")


def surges(player: Player) -> Iterator[Step]:
    """A player's own Momentum steps, the cheap ones first (R26)."""
    found: list[Step] = of(player, "step")
    yield from sorted(found, key=lambda step: step.cost)
