"""Ways across the field: the one that `go` takes (ELFBALL-189), and how far a player can run."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pbem.games.elfball.field.hexes import ATTACKED, FIELD, GOALS, GRID, OTHER
from pbem.games.elfball.field.state import FRONT, SEAT_OF, Letter, Pitch
from pbem.play.hexgrid import DIRECTIONS, Direction, Hex
from pbem.play.requests import Seat

_STEPS = {
    each: tuple((way, to) for way in DIRECTIONS if (to := GRID.neighbours(each).get(way)) in frozenset(FIELD))
    for each in FIELD
}
"""By hex: the directions in which a player can run from it, and where they lead."""

_FACED = {
    (each, looks): frozenset(to for way in FRONT[looks] if (to := GRID.neighbours(each).get(way)))
    for each in GRID
    for looks in DIRECTIONS
}
"""By hex and direction: the front hexes of a player there (ELFBALL-10)."""


_Way: TypeAlias = tuple[int, tuple[Direction, ...]]
"""How many Disengages it takes, and its directions."""


def find_way(state: Pitch, letter: Letter, aims: Sequence[Hex]) -> list[Hex] | None:
    """The best way to the nearest of these hexes: fewest steps, then fewest Disengages, then lowest directions."""
    start = state.players[letter].at
    if start in aims:
        return []
    closed = closed_hexes(state)
    scoring = ATTACKED[SEAT_OF[letter]] if state.holder == letter else ""
    closed -= {aim for aim in (scoring, state.ball) if aim and not state.on(aim)}.intersection(aims)
    ends = {aim for aim in aims if aim in _STEPS and aim not in closed}
    return _way(start, ends, closed, watched(state, OTHER[SEAT_OF[letter]]))


def _way(start: Hex, ends: set[Hex], closed: set[Hex], hindered: set[Hex]) -> list[Hex] | None:
    """The same, by what stands where. At first no hexes are looked at that lie off the straight ways, which are nearly
    always free."""
    longest = min([GRID.distance(start, end) for end in ends], default=0)
    while longest < len(_STEPS):
        reached, further = _after(longest, start, ends, closed, hindered)
        if found := [reached[end] for end in ends if end in reached]:
            return [start := GRID.neighbours(start)[way] for way in min(found)[1]]
        if not further:
            break
        longest += 1
    return None


def _after(
    steps: int, start: Hex, ends: set[Hex], closed: set[Hex], hindered: set[Hex]
) -> tuple[dict[Hex, _Way], bool]:
    """The hexes that lie so many steps away on ways to one of the ends in no more than that, and the best way to each;
    and whether a longer way might lead further."""
    seen, further = {start}, False
    edge: dict[Hex, _Way] = {start: (0, ())}
    for left in range(steps - 1, -1, -1):
        near: dict[Hex, _Way] = {}
        for here, (dues, ways) in edge.items():
            dues += here in hindered
            for way, to in _STEPS[here]:
                if to in seen or to in closed:
                    continue
                for end in ends:
                    if GRID.distance(to, end) <= left:
                        step = (dues, (*ways, way))
                        near[to] = min(step, near.get(to, step))
                        break
                else:
                    further = True
        seen.update(near)
        edge = near
    return edge, further


def reachable(state: Pitch, letter: Letter, paces: int, *, rolling: bool) -> set[Hex]:
    """The hexes to which a player can run in so many steps, on the ways of `go`; without `rolling` those that need no
    Disengage."""
    start, closed = state.players[letter].at, closed_hexes(state)
    ends = {state.ball, ATTACKED[SEAT_OF[letter]] if state.holder == letter else ""}
    halts = {end for end in ends if not state.on(end)} - {""}
    stops = set[Hex]() if rolling else watched(state, OTHER[SEAT_OF[letter]])
    found, edge = {start}, [start]
    for _ in range(paces):
        near = (to for each in edge if each not in stops | halts for _, to in _STEPS[each])
        edge = [to for to in dict.fromkeys(near) if to not in found and (to not in closed or to in halts)]
        found.update(edge)
    return found - {start}


def closed_hexes(state: Pitch) -> set[Hex]:
    """The hexes that no way leads through: those of players, of the ball, and the goals."""
    return state.occupied | GOALS | {state.ball}


def watched(state: Pitch, seat: Seat) -> set[Hex]:
    """The hexes that standing players of a team face: a step out of one needs a Disengage."""
    found: set[Hex] = set()
    for letter in state.fielded(seat):
        player = state.players[letter]
        if player.posture == "standing":
            found |= _FACED[player.at, player.looks]
    return found


def nearest_to(state: Pitch, name: Hex, letters: Iterable[Letter]) -> list[Letter]:
    """Players by their distance from a hex, then by letter."""
    return sorted(letters, key=lambda each: (GRID.distance(state.players[each].at, name), each))
