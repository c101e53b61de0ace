"""Injuries (ELFBALL-82 to 86, 106, 114, 115): what becomes of a player who is hit hard, now and for good."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from pbem.games.elfball.field.events import Injured
from pbem.games.elfball.field.players import Attribute
from pbem.games.elfball.field.state import SEAT_OF, Box, Letter, Pitch, Player
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.rolling import attempt
from pbem.play.requests import Rules

Fate: TypeAlias = Literal["down", "dazed"] | Box

INJURIES: tuple[Fate, ...] = ("infirmary", "infirmary", "recovery", "bench", "dazed", "down")
"""What an Injury comes to, by its net; a flop is like 0, and the last is for 5 and more (ELFBALL-82)."""

HARDY = 6
"""The Grit with which a Punishing Hit is met (ELFBALL-74)."""

WELL = 4
"""The net from which an injured player stays on the field, against which Momentum is used (ELFBALL-178)."""

LOSING: tuple[Attribute, ...] = ("jog", "skill", "dodge", "tackle", "might", "grit")
"""Which of equal attributes a lasting injury lowers (section 5)."""


def injury(state: Pitch, letter: Letter, grit: int, by: Letter = "") -> Rules[Fate]:
    """Roll an Injury (ELFBALL-82) and say what becomes of the player; the caller carries it out."""
    player = state.players[letter]
    well = min([*hooks.of(player, "endures"), WELL])
    lost = sum(hooks.of(state.players[by], "hurts")) if by else 0
    count = max(0, grit - lost)
    challenge = hooks.challenge(state, "injury", letter, "grit", dice=count, earns=None, aim=well)
    dice = yield from attempt(state, challenge)
    if kegs := _kegs(state, letter, dice.net, well):
        dice = msgspec.structs.replace(dice, net=dice.net + kegs, bonus=dice.bonus + kegs)
    fate = INJURIES[min(max(dice.net, 0), len(INJURIES) - 1)]
    if well < WELL and dice.net >= well:
        fate = "down"
    lasting: Attribute | Literal[""] = ""
    if state.advanced and dice.flopped:
        player.mark().ended = "career"
    elif state.advanced and dice.net == 0:
        lasting = lower(state, letter)
    yield Injured(letter, dice, fate, lasting, state.advanced and dice.flopped, kegs)
    return fate


def _kegs(state: Pitch, letter: Letter, net: int, well: int) -> int:
    """So many kegs are opened for an Injury that came to this (ELFBALL-106, 181)."""
    seat = SEAT_OF[letter]
    support, how = state.backing(seat), state.memory(seat).keg
    left = support.kegs - support.drunk
    if how == "no" or not 0 < net < well:
        return 0
    wanted = min(left, 2 if how == "both" and net + 1 < well else 1)
    support.drunk += wanted
    return wanted


def lower(state: Pitch, letter: Letter) -> Attribute:
    """A lasting injury: the highest attribute falls by 1 (ELFBALL-115). Which it was is returned."""
    player = state.players[letter]
    wanted = state.memory(SEAT_OF[letter]).lose
    chosen = highest(player, (*wanted, *LOSING))
    player.mark().lost += (chosen,)
    return chosen


def highest(player: Player, order: Sequence[Attribute]) -> Attribute:
    """The player's highest own attribute; of equal ones the first in this order."""
    return max(order, key=player.own)


_WORSE: dict[str, int] = {"standing": 0, "down": 1, "dazed": 2}


def no_better(player: Player, fate: Fate) -> Fate | None:
    """What becomes of a player whose state a spell cannot improve (ELFBALL-170, 171); None: nothing."""
    return fate if _WORSE.get(fate, 3) > _WORSE[player.posture] else None
