"""Some legal line for a player: for the test kit, and for the random player of the house.

Lines are tried as they come; the first that passes its check is taken, and an action of nothing always does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pbem.games.elfball import items
from pbem.games.elfball.field import CENTRE_LINE, EDGE, FACE_OFF_CIRCLE, FIELD, GRID, OTHER
from pbem.games.elfball.hooks import BASICS, BLOWS
from pbem.games.elfball.items import Item
from pbem.games.elfball.orders import Cheer, Line, Potion, Quickling, React, Taunt, Turn, Wizard
from pbem.games.elfball.state import KINDS, PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.teams import ATTRIBUTES
from pbem.play.conditions import Condition, Test
from pbem.play.hexgrid import Hex
from pbem.play.orders import passes
from pbem.play.requests import Pick, Seat

POLICIES = (Policy("keep"), Policy("needed", aim=1), Policy("all"), Policy("all", reserve=1), Policy(aim=2))


def sample_items(state: Pitch, letter: Letter, pick: Pick) -> tuple[Item, ...]:
    """Some items for a player who is to act, or to go on, legal or not."""
    player = state.players[letter]
    line: list[Item] = []
    if not player.stands:
        line.append(items.Stand(pick.one(["", "3"])))
    if player.known and state.momentum and pick.chance(50):
        line += _surges(state, letter, pick)
    if pick.chance(8):
        line.append(items.OnFail(pick.one(["skip", "end", "wait"])))
    if pick.chance(10):
        line.append(items.Momentum(pick.one(["", *KINDS]), pick.one(POLICIES)))
    if state.holder == letter:
        line += pick.one([_run_home, _throw_it, _throw_it, _throw_it, _wander])(state, letter, pick)
    elif state.holder is None:
        line += pick.one([_fetch, _fetch, _fetch, _hit, _wander])(state, letter, pick)
    else:
        line += pick.one([_hit, _hit, _wander])(state, letter, pick)
    if pick.chance(8):
        line.append(
            pick.one([items.Wait(), items.Stop(Condition((Test("loose"),))), items.Face("ball"), items.End()])
        )
    if pick.chance(30):
        line += [items.Dash(0), items.Go(pick.one(["ball", "goal"]))]
    return tuple(line) or (items.Pass(),)


def some_line(letters: list[Letter], state: Pitch, pick: Pick, check: Callable[[Any], object]) -> Line:
    """Some legal line of one of these players."""
    for _ in range(4):
        letter = _nearest(letters, state) if pick.chance(60) else pick.one(letters)
        line = Line(letter, sample_items(state, letter, pick))
        if passes(check, line):
            return line
    return Line(letter, (items.Pass(),))


def extras(state: Pitch, seat: Seat, choice: list[Letter], pick: Pick) -> list[Turn]:
    """Lines before an action, or in its place, legal or not (advanced)."""
    if seat not in state.support and not any(state.players[each].known for each in choice):
        return []
    enemies, team = state.fielded(OTHER[seat]), state.team(seat)
    lines: list[Turn] = [Potion(pick.one(team), tuple(pick.some([*BASICS, *ATTRIBUTES], 2)))]
    for letter in choice:
        near = list(GRID.neighbours(state.players[letter].at).values())
        lines += [Quickling(letter), React(letter, (pick.one(near),))]
        lines += [Taunt(letter, pick.one(enemies), pick.number(1, 2))] if enemies else []
    lines.append(Cheer(1))
    if pick.chance(20):
        spell: Literal["shock", "inferno", "frog"] = pick.one(["shock", "inferno", "frog"])
        lines.append(Wizard(spell, pick.one([*enemies, *choice])))
    return pick.some(lines, len(lines))


def _surges(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    """Momentum steps, the player's own and another's."""
    near = list(GRID.neighbours(state.players[letter].at).values())
    mates = [each for each in state.fielded(SEAT_OF[letter]) if each != letter]
    found: list[Item] = [items.Surge((pick.one(near),), out=pick.chance(20))]
    if mates:
        mate = pick.one(mates)
        found.append(
            items.Surge((pick.one(list(GRID.neighbours(state.players[mate].at).values())),), mover=mate)
        )
    return [pick.one(found)]


def _nearest(letters: list[Letter], state: Pitch) -> Letter:
    """Who is nearest to the ball, or holds it: random players would never get at it."""
    return min(letters, key=lambda each: GRID.distance(state.players[each].at, state.ball_hex))


def _run_home(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    return [items.Go("goal")]


def _throw_it(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    mates = [each for each in state.fielded(SEAT_OF[letter]) if each != letter]
    far = [pick.one(sorted(CENTRE_LINE)), pick.one(sorted(EDGE)), pick.one(FIELD)]
    past = _behind_others(state, letter)
    target = pick.one(past) if past and pick.chance(30) else pick.one([*mates, *far])
    receive: Literal["", "yes", "no"] = pick.one(["", "", "no", "yes"])
    policy, known = pick.one((PLAIN, *POLICIES)), state.players[letter].known
    bank = items.Bank(pick.one(["1", "4"])) if "bankshot" in known and pick.chance(50) else None
    lead = tuple(pick.some(["k20", "m22"], 1)) if "lead pass" in known and pick.chance(50) else ()
    return [items.Throw(target, pick.chance(30), receive, policy, "scramble" in known, bank, lead)]


def _behind_others(state: Pitch, letter: Letter) -> list[Hex]:
    """Hexes right behind opponents, who may then intercept."""
    here = state.players[letter].at
    others = [state.players[each].at for each in state.fielded(OTHER[SEAT_OF[letter]])]
    behind = [GRID.neighbours(at).get(GRID.towards(here, at)) for at in others]
    return [name for name in behind if name]


def _fetch(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    line: list[Item] = [items.Go("ball")]
    if pick.chance(30):
        line.append(items.Pickup(pick.one(POLICIES)))
    then = items.Go("goal") if pick.chance(50) else _throw_it(state, letter, pick)[0]
    return [*line, items.If(Condition((Test("ball"),)), then)]


def _hit(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    others = state.fielded(OTHER[SEAT_OF[letter]])
    if not others:
        return [items.Face("goal")]
    other = state.holder if state.holder in others and pick.chance(70) else pick.one(others)
    assert other is not None
    known = state.players[letter].known
    kinds = [name for name in BLOWS if name in known]
    if kinds and pick.chance(60):
        blow: Item = items.Tackle(other, blow=pick.one(kinds))
    else:
        plain, policy = items.Tackle(other), pick.one(POLICIES)
        blow = pick.one([plain, items.Tackle(other, policy), items.Shove(other, plough="plough" in known)])
    go = items.Go(pick.one(["next", "behind"]), other)
    return [go, blow, items.If(Condition((Test("near"),)), items.Go("ball"))]


def _wander(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    here = state.players[letter].at
    route: list[Hex] = []
    for _ in range(pick.number(1, 3)):
        here = pick.one(list(GRID.neighbours(here).values()))
        route.append(here)
        if here in EDGE:
            break
    return [
        items.Move(tuple(route), out=pick.chance(40)),
        items.Face(pick.one(["1", "ball", pick.one(FACE_OFF_CIRCLE)])),
    ]
