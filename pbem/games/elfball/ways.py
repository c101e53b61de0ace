"""Ways across the field: the one that `go` takes (ELFBALL-189), and how far a player can run."""

from collections.abc import Iterable, Sequence

from pbem.games.elfball.field import ATTACKED, FIELD, GOALS, GRID, OTHER
from pbem.games.elfball.state import FRONT, SEAT_OF, Letter, Pitch
from pbem.play.hexgrid import DIRECTIONS, Hex

_RUNNABLE = {
    each: tuple(near[way] for way in DIRECTIONS if way in near and near[way] in frozenset(FIELD))
    for each in FIELD
    for near in (GRID.neighbours(each),)
}


def find_way(state: Pitch, letter: Letter, aims: Sequence[Hex]) -> list[Hex] | None:
    """The best way to the nearest of these hexes: fewest steps, then fewest Disengages, then lowest directions."""
    start = state.players[letter].at
    if start in aims:
        return []
    closed = closed_hexes(state)
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
    hindered = watched(state, OTHER[SEAT_OF[letter]])
    dues = dict.fromkeys(layers[-1], 0)  # Disengages from a hex to the end
    for layer in reversed(layers[:-1]):
        for here in layer:
            dues[here] = (here in hindered) + min([dues[step] for step in steps_on[here]])
    way = [start]
    while way[-1] in steps_on:  # of equal ones the first: the lowest direction
        way.append(min(steps_on[way[-1]], key=dues.__getitem__))
    return way[1:]


def reachable(state: Pitch, letter: Letter, paces: int, *, rolling: bool) -> set[Hex]:
    """The hexes to which a player can run in so many steps, on the ways of `go`; without `rolling` those that need no
    Disengage."""
    start, closed = state.players[letter].at, closed_hexes(state)
    ends = {state.ball, ATTACKED[SEAT_OF[letter]] if state.holder == letter else ""}
    halts = {end for end in ends if not state.on(end)} - {""}
    stops = set() if rolling else watched(state, OTHER[SEAT_OF[letter]])
    found, edge = {start}, [start]
    for _ in range(paces):
        near = (to for each in edge if each not in stops | halts for to in _RUNNABLE[each])
        edge = [to for to in dict.fromkeys(near) if to not in found and (to not in closed or to in halts)]
        found.update(edge)
    return found - {start}


def closed_hexes(state: Pitch) -> set[Hex]:
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


def watched(state: Pitch, seat: str) -> set[Hex]:
    """The hexes that standing players of a team face: a step out of one needs a Disengage."""
    found: set[Hex] = set()
    for letter in state.fielded(seat):
        player = state.players[letter]
        if player.stands:
            near = GRID.neighbours(player.at)
            found.update(near[way] for way in FRONT[player.looks] if way in near)
    return found


def nearest_to(state: Pitch, name: Hex, letters: Iterable[Letter]) -> list[Letter]:
    """Players by their distance from a hex, then by letter."""
    return sorted(letters, key=lambda each: (GRID.distance(state.players[each].at, name), each))
