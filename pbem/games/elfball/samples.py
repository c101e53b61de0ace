"""Some items for a player, legal or not: for the test kit, and for the random player of the house."""

from typing import Literal

from pbem.games.elfball.actions.dash import Dash
from pbem.games.elfball.actions.flow import KINDS as ITEM_KINDS
from pbem.games.elfball.actions.flow import End, If, Momentum, OnFail, Pass, Stop, Wait
from pbem.games.elfball.actions.items import Item
from pbem.games.elfball.actions.movement import Face, Go, Move, Pickup, Stand
from pbem.games.elfball.actions.surging import Surge
from pbem.games.elfball.actions.throwing import BankTo, Throw
from pbem.games.elfball.field.hexes import CENTRE_LINE, EDGE, FACE_OFF_CIRCLE, FIELD, GRID, OTHER
from pbem.games.elfball.field.state import KINDS, PLAIN, SEAT_OF, Letter, Pitch
from pbem.games.elfball.rolls.momentum import POLICIES
from pbem.play.conditions import Condition, Test
from pbem.play.hexgrid import Hex
from pbem.play.requests import Pick


def sample_items(state: Pitch, letter: Letter, pick: Pick) -> tuple[Item, ...]:
    """Some items for a player who is to act, or to go on, legal or not."""
    player = state.players[letter]
    line: list[Item] = []
    if not player.stands:
        line.append(Stand(pick.one(["", "3"])))
    if player.known and state.momentum and pick.chance(50):
        line += _surges(state, letter, pick)
    if pick.chance(8):
        line.append(OnFail(pick.one(["skip", "end", "wait"])))
    if pick.chance(10):
        line.append(Momentum(pick.one(["", *KINDS]), pick.one(POLICIES)))
    if state.holder == letter:
        line += pick.one([_run_home, _throw_it, _throw_it, _throw_it, _wander])(state, letter, pick)
    elif state.holder is None:
        line += pick.one([_fetch, _fetch, _fetch, _hit, _wander])(state, letter, pick)
    else:
        line += pick.one([_hit, _hit, _wander])(state, letter, pick)
    if pick.chance(8):
        line.append(pick.one([Wait(), Stop(Condition((Test("loose"),))), Face("ball"), End()]))
    if pick.chance(30):
        line += [Dash(0), Go(pick.one(["ball", "goal"]))]
    return tuple(line) or (Pass(),)


def _surges(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    """Momentum steps, the player's own and another's."""
    near = list(GRID.neighbours(state.players[letter].at).values())
    mates = [each for each in state.fielded(SEAT_OF[letter]) if each != letter]
    found: list[Item] = [Surge((pick.one(near),), out=pick.chance(20))]
    if mates:
        mate = pick.one(mates)
        found.append(Surge((pick.one(list(GRID.neighbours(state.players[mate].at).values())),), mover=mate))
    return [pick.one(found)]


def _run_home(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    return [Go("goal")]


def _throw_it(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    mates = [each for each in state.fielded(SEAT_OF[letter]) if each != letter]
    far = [pick.one(sorted(CENTRE_LINE)), pick.one(sorted(EDGE)), pick.one(FIELD)]
    past = _behind_others(state, letter)
    target = pick.one(past) if past and pick.chance(30) else pick.one([*mates, *far])
    receive: Literal["", "yes", "no"] = pick.one(["", "", "no", "yes"])
    policy, known = pick.one((PLAIN, *POLICIES)), state.players[letter].known
    bank = BankTo(pick.one(["1", "4"])) if "bankshot" in known and pick.chance(50) else None
    lead = tuple(pick.some(["k20", "m22"], 1)) if "lead pass" in known and pick.chance(50) else ()
    return [Throw(target, pick.chance(30), receive, policy, "scramble" in known, bank, lead)]


def _behind_others(state: Pitch, letter: Letter) -> list[Hex]:
    """Hexes right behind opponents, who may then intercept."""
    here = state.players[letter].at
    others = [state.players[each].at for each in state.fielded(OTHER[SEAT_OF[letter]])]
    behind = [GRID.neighbours(at).get(GRID.towards(here, at)) for at in others]
    return [name for name in behind if name]


def _fetch(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    line: list[Item] = [Go("ball")]
    if pick.chance(30):
        line.append(Pickup(pick.one(POLICIES)))
    then = Go("goal") if pick.chance(50) else _throw_it(state, letter, pick)[0]
    return [*line, If(Condition((Test("ball"),)), then)]


def _hit(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    others = state.fielded(OTHER[SEAT_OF[letter]])
    if not others:
        return [Face("goal")]
    other = state.holder if state.holder in others and pick.chance(70) else pick.one(others)
    assert other is not None
    known = state.players[letter].known
    blow = pick.one([item for kind in ITEM_KINDS for item in kind.samples(known, other, pick)])
    go = Go(pick.one(["next", "behind"]), other)
    return [go, blow, If(Condition((Test("near"),)), Go("ball"))]


def _wander(state: Pitch, letter: Letter, pick: Pick) -> list[Item]:
    here = state.players[letter].at
    route: list[Hex] = []
    for _ in range(pick.number(1, 3)):
        here = pick.one(list(GRID.neighbours(here).values()))
        route.append(here)
        if here in EDGE:
            break
    return [
        Move(tuple(route), out=pick.chance(40)),
        Face(pick.one(["1", "ball", pick.one(FACE_OFF_CIRCLE)])),
    ]
