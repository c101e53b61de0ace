"""Impact, Tackle, Shove and Injury (ELFBALL-72 to 78, 82 to 86)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pbem.games.elfball.ball import drop, fall
from pbem.games.elfball.challenges import Challenge, Modifier, against, attempt
from pbem.games.elfball.events import HitResult, Impacted, Injured, Shoved, Tackled
from pbem.games.elfball.field import GRID
from pbem.games.elfball.items import Shove, Tackle
from pbem.games.elfball.momentum import Shift
from pbem.games.elfball.naming import opponent_beside, turn
from pbem.games.elfball.paces import may_challenge, pay_challenge
from pbem.games.elfball.referee import arrived
from pbem.games.elfball.state import Box, Letter, Pitch, Policy
from pbem.play.orders import Refused
from pbem.play.requests import Rules

Fate: TypeAlias = Literal["down", "dazed"] | Box

HITS: tuple[HitResult, ...] = ("slide", "solid", "punishing", "crippling")
"""What a Tackle comes to, by its net above the target; the last from there on (ELFBALL-74)."""

INJURIES: tuple[Fate, ...] = ("infirmary", "infirmary", "recovery", "bench", "dazed", "down")
"""What an Injury comes to, by its net; a flop is like 0, and the last is for 5 and more (ELFBALL-82)."""

HARDY = 6
"""The Grit with which a Punishing Hit is met (ELFBALL-74)."""

WELL = 4
"""The net from which an injured player stays on the field, against which Momentum is used (ELFBALL-178)."""


def tackle(state: Pitch, order: Tackle) -> Rules[None]:
    """Carry out an attempt to tackle, with an Impact where it is needed. Raises `Shift` for a flop."""
    action = state.acting
    letter = action.player
    may_challenge(state)
    if action.tackled:
        raise Refused(f"{letter} has made his tackle attempt in this action")
    target = opponent_beside(state, "tackle", letter, order.target)
    yield from _turn_to(state, letter, target)
    pay_challenge(state)
    action.tackled = True
    stronger = state.players[target].attribute("might") > state.players[letter].attribute("might")
    if stronger and not (yield from _impact(state, letter, target, order.policy)):
        return
    dice = yield from attempt(state, tackling(state, letter, target, order.policy))
    action.ok = dice.succeeded
    result: HitResult = "flop" if dice.flopped else "fail"
    if dice.succeeded:
        result = HITS[min(dice.net - dice.target, len(HITS) - 1)]
    yield Tackled(letter, target, dice, result)
    yield from _hit(state, letter, target, result)


def tackling(state: Pitch, letter: Letter, target: Letter, rider: Policy) -> Challenge:
    """The challenge of ELFBALL-74; only successes beyond a Crippling Hit earn (ELFBALL-75)."""
    loose: list[Modifier] = [] if state.holder == target else [(1, "no ball")]
    dodge = state.players[target].attribute("dodge")
    return Challenge(
        "tackle",
        letter,
        state.players[letter].attribute("tackle"),
        (dodge, -2),
        against(state, letter, target) + loose,
        rider,
        earns=len(HITS) - 1,
    )


def shove(state: Pitch, order: Shove) -> Rules[None]:
    """Carry out a Shove. Raises `Shift` for a flop."""
    action = state.acting
    letter = action.player
    may_challenge(state)
    target = opponent_beside(state, "shove", letter, order.target)
    here, there = state.players[letter].at, state.players[target].at
    way = GRID.direction(here, there)
    assert way is not None
    behind = GRID.neighbours(there)[way]  # players stand on the field, so there is one
    if state.on(behind):
        raise Refused(f"shove {order.target}: the hex behind ({behind}) is taken")
    yield from _turn_to(state, letter, target)
    pay_challenge(state)
    dice = yield from attempt(state, _mighty("shove", state, letter, target, order.policy))
    action.ok = dice.succeeded
    if not dice.succeeded:
        yield Shoved(letter, target, dice, "flop" if dice.flopped else "fail", there)
        if dice.flopped:
            yield from _flop(state, letter)
        return
    on_ball = state.ball == behind
    state.players[target].at = behind
    yield Shoved(letter, target, dice, "success", behind)
    fumbled = (yield from drop(state, behind)) if on_ball else (yield from arrived(state, target))
    if fumbled:
        raise Shift


def _impact(state: Pitch, letter: Letter, target: Letter, rider: Policy) -> Rules[bool]:
    """ELFBALL-73. Returns whether a Tackle follows."""
    dice = yield from attempt(state, _mighty("impact", state, letter, target, rider))
    state.acting.ok = dice.succeeded
    result: Literal["success", "fail", "flop"] = (
        "flop" if dice.flopped else "success" if dice.succeeded else "fail"
    )
    yield Impacted(letter, target, dice, result)
    if dice.flopped:
        yield from _flop(state, letter)
    return dice.succeeded


def _mighty(
    name: Literal["impact", "shove"], state: Pitch, letter: Letter, target: Letter, rider: Policy
) -> Challenge:
    """A challenge on Might against Might (ELFBALL-73, 77)."""
    might = state.players[target].attribute("might")
    dice = state.players[letter].attribute("might")
    return Challenge(name, letter, dice, (might, -2), against(state, letter, target), rider)


def _turn_to(state: Pitch, letter: Letter, target: Letter) -> Rules[None]:
    """ELFBALL-12: the server turns a player whose target is behind him."""
    at = state.players[target].at
    if not state.faces(letter, at):
        yield from turn(state, letter, GRID.towards(state.players[letter].at, at))


def _flop(state: Pitch, letter: Letter) -> Rules[None]:
    yield from fall(state, {letter: "down"})
    raise Shift


def _hit(state: Pitch, letter: Letter, target: Letter, result: HitResult) -> Rules[None]:
    """The right column of the table of ELFBALL-74."""
    fallen: dict[Letter, Fate] = {}
    match result:
        case "flop":
            yield from _flop(state, letter)
        case "slide":
            fallen = {letter: "down", target: "down"}
        case "solid":
            fallen = {target: "down"}
        case "punishing":
            fallen = {target: (yield from injury(state, target, HARDY))}
        case "crippling":
            fallen = {target: (yield from injury(state, target, state.players[target].attribute("grit")))}
    if (yield from fall(state, fallen)):
        raise Shift


def injury(state: Pitch, letter: Letter, grit: int) -> Rules[Fate]:
    """Roll an Injury (ELFBALL-82) and say what becomes of the player; the caller carries it out."""
    dice = yield from attempt(state, Challenge("injury", letter, grit, earns=None, aim=WELL))
    fate = INJURIES[min(max(dice.net, 0), len(INJURIES) - 1)]
    yield Injured(letter, dice, fate)
    return fate
