"""Turning, standing up, moving and getting away (ELFBALL-11 to 13, 45 to 50, 189)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.games.elfball import hooks
from pbem.games.elfball.ball import fall, pick_up
from pbem.games.elfball.challenges import Challenge, Modifier, against, rear_hexes
from pbem.games.elfball.events import BrokeFree, Disengaged, Ran, Slipped, StoodUp
from pbem.games.elfball.field import ATTACKED, FIELD, GOALS, GRID, OTHER
from pbem.games.elfball.items import Face, Go, Move, Stand
from pbem.games.elfball.momentum import Over, Shift
from pbem.games.elfball.naming import (
    LYING,
    hex_of,
    in_paces,
    must_stand,
    player_on_field,
    standing_cost,
    turn,
    way_to,
)
from pbem.games.elfball.paces import may_step, pay_challenge
from pbem.games.elfball.referee import arrived, refuse_slip, would_leave
from pbem.games.elfball.rolling import attempt
from pbem.games.elfball.state import FRONT, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.teams import Attribute
from pbem.play.hexgrid import DIRECTIONS, Hex
from pbem.play.orders import Refused
from pbem.play.requests import Rules

_RUNNABLE = {
    each: tuple(near[way] for way in DIRECTIONS if way in near and near[way] in frozenset(FIELD))
    for each in FIELD
    for near in (GRID.neighbours(each),)
}

STEPPING_STONES = frozenset(FIELD) - GOALS
"""The hexes on which nothing happens to who steps there, but for the ball's."""


def face(state: Pitch, order: Face) -> Rules[None]:
    """Turn the acting player, which is free (ELFBALL-11)."""
    letter = state.acting.player
    must_stand(state, letter)
    yield from turn(state, letter, way_to(state, letter, order.target))


def stand(state: Pitch, order: Stand) -> Rules[None]:
    """Get up (ELFBALL-45, 46); nothing to do for one who stands."""
    action = state.acting
    letter, player = action.player, state.players[action.player]
    if player.stands:
        return
    if action.closed or action.dashed:
        raise Refused(f"{letter} cannot stand up any more in this action")
    cost = standing_cost(state, letter)
    if cost > action.paces:
        raise Refused(f"{letter} needs {in_paces(cost)} to stand up and has {action.paces}")
    action.paces -= cost
    player.posture = "standing"
    player.looks = int(order.looks or player.looks)
    yield StoodUp(letter, cost, action.paces, player.looks)


def move(state: Pitch, order: Move, picking: Policy) -> Rules[None]:
    """Carry out the steps of a move; `picking` is the policy for a Pick-up that they bring."""
    yield from _walk(state, order, order.hexes, picking, out=order.out)


def go(state: Pitch, order: Go, picking: Policy) -> Rules[None]:
    """Find a way and walk it as far as the paces reach (ELFBALL-189)."""
    action = state.acting
    must_stand(state, action.player)
    way = find_way(state, action.player, _aims(state, order))
    if way is None:
        raise Refused(f"{order}: no way is free")
    paces = 1 if action.dash else action.paces
    yield from _walk(state, order, way[: max(1, paces)], picking)


def _walk(
    state: Pitch, order: Move | Go, hexes: Sequence[Hex], picking: Policy, *, out: bool = False
) -> Rules[None]:
    """Steps until one fails (ELFBALL-47 to 50). What has been run is told whenever dice or refusals interrupt it."""
    action = state.acting
    letter, player = action.player, state.players[action.player]
    start, route = player.at, list[Hex]()
    for to in hexes:
        hinderers = tuple(state.facing(player.at, OTHER[SEAT_OF[letter]]))
        why = _why_not(state, order, to, out)
        if route and (why or hinderers):
            yield _ran(state, start, route)
            start, route = player.at, []
        if why:
            raise why
        action.busy = True
        if hinderers and not (yield from _get_away(state, letter, hinderers, order)):
            return
        if action.dash:
            action.dash = "challenge"
        else:
            action.paces -= 1
        put(state, letter, to)
        route.append(to)
        if to not in STEPPING_STONES or to == state.ball:
            yield _ran(state, start, route)
            start, route = to, []
            yield from land(state, letter, picking.over(order.policy))
    if route:
        yield _ran(state, start, route)


def _ran(state: Pitch, start: Hex, route: Sequence[Hex]) -> Ran:
    action = state.acting
    return Ran(action.player, start, tuple(route), None if action.dash else action.paces)


def _why_not(state: Pitch, order: Move | Go, to: Hex, out: bool) -> Refused | None:
    """Why a step is not possible, or None."""
    try:
        _check_step(state, order, to, out)
    except Refused as error:
        return error
    return None


def _check_step(state: Pitch, order: Move | Go, to: Hex, out: bool) -> None:
    letter = state.acting.player
    here = state.players[letter].at
    may_step(state)
    if GRID.direction(here, to) is None:
        near = " ".join(GRID.neighbours(here).values())
        raise Refused(f"{order}: {to} is not next to {here} (neighbours: {near})")
    if there := state.on(to):
        raise Refused(f"{to} is taken by {there}")
    if not out:
        refuse_slip(state, letter, to)


def put(state: Pitch, letter: Letter, to: Hex) -> None:
    """A step, looking that way."""
    player = state.players[letter]
    player.looks = GRID.direction(player.at, to) or player.looks
    player.at = to
    if state.action and state.action.player == letter:
        state.action.stepped = True


def land(state: Pitch, letter: Letter, picking: Policy) -> Rules[None]:
    """What a step of the acting player into the ball's hex, a goal hex or an edge hex brings (ELFBALL-50, 89 to 94).

    Raises `Over` or `Shift` where it ends the action.
    """
    to = state.players[letter].at
    if state.ball == to:
        pay_challenge(state)
        yield from pick_up(state, letter, picking)
        return
    scored = state.holder == letter and to == ATTACKED[SEAT_OF[letter]]
    left = would_leave(state, letter, to)
    if (yield from arrived(state, letter)):
        raise Shift
    if scored or left:
        raise Over


def _get_away(state: Pitch, letter: Letter, hinderers: tuple[Letter, ...], order: Move | Go) -> Rules[bool]:
    """All that a step needs from a player whom opponents face. Returns whether they may go."""
    for clipper in hooks.clippers(state, letter, hinderers):
        if not (yield from _break_free(state, letter, clipper, order)):
            return False
    challenge = disengaging(state, letter, hinderers, order.policy)
    if hooks.won(state, challenge):
        state.acting.ok = True
        yield Slipped(letter, hinderers)
        return True
    return (yield from _disengage(state, challenge, hinderers))


def _break_free(state: Pitch, letter: Letter, clipper: Letter, order: Move | Go) -> Rules[bool]:
    """The Impact of ELFBALL-135, again while there are paces. Returns whether the player is free of this opponent."""
    action = state.acting
    while True:
        if clipper not in state.struck:
            state.struck.append(clipper)
        dice = yield from attempt(state, breaking(state, letter, clipper, order))
        action.ok = dice.succeeded
        yield BrokeFree(
            letter, clipper, dice, "flop" if dice.flopped else "success" if dice.succeeded else "fail"
        )
        if dice.succeeded:
            return True
        if dice.flopped:
            yield from fall(state, {letter: "down"})
            raise Shift
        if action.dash:
            action.dash = "challenge"
            return False
        if "once" in order.breaking or action.paces <= 1:
            return False
        action.paces -= 1


def breaking(state: Pitch, letter: Letter, clipper: Letter, order: Move | Go) -> Challenge:
    """The challenge by which a player breaks free: on Dodge if that is higher, unless `might` is written (R28)."""
    player = state.players[letter]
    might, dodge = player.attribute("might"), player.attribute("dodge")
    on: Attribute = "might" if "might" in order.breaking or might >= dodge else "dodge"
    base = (state.players[clipper].attribute("might"), -2)
    modifiers = against(state, letter, clipper)
    dice = player.attribute(on)
    challenge = Challenge("clipping", letter, dice, base, modifiers, order.policy, on=on, foe=clipper)
    return hooks.prepared(state, challenge)


def _disengage(state: Pitch, challenge: Challenge, hinderers: tuple[Letter, ...]) -> Rules[bool]:
    """ELFBALL-49. Returns whether the player may go."""
    action, letter = state.acting, challenge.player
    dice = yield from attempt(state, challenge)
    action.ok = dice.succeeded
    yield Disengaged(
        letter, hinderers, dice, "dazed" if dice.flopped else "free" if dice.succeeded else "down"
    )
    if dice.succeeded:
        return True
    fumbled = yield from fall(state, {letter: "dazed" if dice.flopped else "down"})
    if dice.flopped or fumbled:
        raise Shift
    if action.dash:  # ELFBALL-81
        raise Over
    return False


def disengaging(state: Pitch, letter: Letter, hinderers: Sequence[Letter], rider: Policy) -> Challenge:
    """The challenge of ELFBALL-49: the best tackler sets the base, each other one who faces the player adds 1."""
    player = state.players[letter]
    best = max(hinderers, key=lambda each: state.players[each].attribute("tackle"))
    helpers: list[Modifier] = [(-1, each) for each in state.facing(player.at, SEAT_OF[letter])]
    others: list[Modifier] = [(1, each) for each in hinderers if each != best]
    base = (state.players[best].attribute("tackle"), -2)
    challenge = Challenge(
        "disengage", letter, player.attribute("dodge"), base, helpers + others, rider, on="dodge"
    )
    return hooks.prepared(state, challenge)


# Ways (ELFBALL-189).


def _aims(state: Pitch, order: Go) -> list[Hex]:
    """The hexes where the way may end, or refused."""
    letter = state.acting.player
    here = state.players[letter].at
    match order.to:
        case "hex":
            if would_leave(state, letter, order.target):
                raise Refused(
                    f"{order}: go never leads onto the edge line or into a goal that would not count"
                )
            if (there := state.on(order.target)) and there != letter:
                raise Refused(f"{order.target} is taken by {there}")
            return [order.target]
        case "ball":
            if state.holder:
                raise Refused(f"go ball: {state.holder} holds it")
            return [state.ball]
        case "goal":
            if state.holder != letter:
                raise Refused(f"go goal: {letter} does not hold the ball")
            return [ATTACKED[SEAT_OF[letter]]]
    target = player_on_field(state, order.target) if order.target not in GRID else state.on(order.target)
    if target is None or target == letter:
        raise Refused(f"{order}: nobody else is there")
    if order.to == "next":
        near: Iterable[Hex] = GRID.neighbours(hex_of(state, target)).values()
    else:
        if not state.players[target].stands:
            raise Refused(f"{order}: {target} is {LYING[state.players[target].posture]} and looks nowhere")
        near = rear_hexes(state, target)
    closed = _closed(state)
    return [each for each in near if each == here or each not in closed]


def find_way(state: Pitch, letter: Letter, aims: Sequence[Hex]) -> list[Hex] | None:
    """The best way to the nearest of these hexes: fewest steps, then fewest Disengages, then lowest directions."""
    start = state.players[letter].at
    if start in aims:
        return []
    closed = _closed(state)
    scoring = ATTACKED[SEAT_OF[letter]] if state.holder == letter else ""
    ends = [aim for aim in aims if aim in _RUNNABLE and (aim not in closed or aim in (scoring, state.ball))]
    ends = [aim for aim in ends if not state.on(aim)]
    away = _steps_to(start, ends, closed)
    if start not in away:
        return None
    layers, steps_on = [[start]], dict[Hex, list[Hex]]()  # the hexes of all shortest ways, step by step
    for left in reversed(range(away[start])):
        for here in layers[-1]:  # the steps that lead nearer, by direction
            steps_on[here] = [step for step in _RUNNABLE[here] if away.get(step) == left]
        layers.append(list(dict.fromkeys(step for here in layers[-1] for step in steps_on[here])))
    watched = _watched(state, OTHER[SEAT_OF[letter]])
    dues = dict.fromkeys(layers[-1], 0)  # Disengages from a hex to the end
    for layer in reversed(layers[:-1]):
        for here in layer:
            dues[here] = (here in watched) + min([dues[step] for step in steps_on[here]])
    way = [start]
    while way[-1] in steps_on:  # of equal ones the first: the lowest direction
        way.append(min(steps_on[way[-1]], key=dues.__getitem__))
    return way[1:]


def reachable(state: Pitch, letter: Letter, paces: int, *, rolling: bool) -> set[Hex]:
    """The hexes to which a player can run in so many steps, on the ways of `go`; without `rolling` those that need no
    Disengage."""
    start, closed = state.players[letter].at, _closed(state)
    ends = {state.ball, ATTACKED[SEAT_OF[letter]] if state.holder == letter else ""}
    halts = {end for end in ends if not state.on(end)} - {""}
    stops = set() if rolling else _watched(state, OTHER[SEAT_OF[letter]])
    found, edge = {start}, [start]
    for _ in range(paces):
        near = (to for each in edge if each not in stops | halts for to in _RUNNABLE[each])
        edge = [to for to in dict.fromkeys(near) if to not in found and (to not in closed or to in halts)]
        found.update(edge)
    return found - {start}


def _closed(state: Pitch) -> set[Hex]:
    """The hexes that no way leads through: those of players, of the ball, and the goals."""
    return state.occupied | GOALS | {state.ball}


def _steps_to(start: Hex, ends: Sequence[Hex], closed: set[Hex]) -> dict[Hex, int]:
    """How far hexes are from the nearest end; all that are nearer than the start are there."""
    away = dict.fromkeys(ends, 0)
    edge, steps = list(ends), 0
    while edge and start not in away:
        steps += 1
        further: list[Hex] = []
        for each in edge:
            for near in _RUNNABLE[each]:
                if near not in away and (near not in closed or near == start):
                    away[near] = steps
                    further.append(near)
        edge = further
    return away


def _watched(state: Pitch, seat: str) -> set[Hex]:
    """The hexes that standing players of a team face: a step out of one needs a Disengage."""
    found: set[Hex] = set()
    for letter in state.fielded(seat):
        player = state.players[letter]
        if player.stands:
            near = GRID.neighbours(player.at)
            found.update(near[way] for way in FRONT[player.looks] if way in near)
    return found
