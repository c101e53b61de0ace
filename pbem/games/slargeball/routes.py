"""Finding the way (SLARGEBALL-21 to 24, 57, 134).

Squares are numbered, with a wide border round the field, and half-inches are counted: 2 for a straight step, 3 for a
diagonal one. A search begins at the aims and ends at the figure: then every square on a way knows what is left from
there, and the figure has but to step to where less is left. Squares are looked at level by level, a level being what is
left from a square and what the way to it costs at least. The search ends with the level on which the figure is met: no
square of a way as cheap has a higher one.

What is left is one number: half-inches, then pile steps, then the rank of the aim by SLARGEBALL-26. The lesser of two
such numbers is the choice of SLARGEBALL-57 (b) and 134.
"""

import functools
from collections.abc import Collection, Iterable, Iterator, Sequence

from pbem.games.slargeball.field import (
    BUNKERS,
    FIELD,
    HEIGHT,
    SIDES,
    WIDTH,
    ZONES,
    Point,
    distance,
    forward_right,
)
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, side_of

STRAIGHT, DIAGONAL = 2, 3
"""What steps cost, in half-inches (SLARGEBALL-21)."""

STRIDE = 2 * WIDTH
SIZE = STRIDE * (HEIGHT + 2)
"""So wide is a row that the difference of two numbers says how the squares lie to each other."""
EAST, WEST, SOUTH, NORTH = 1, -1, STRIDE, -STRIDE
PILE_STEP = WIDTH * HEIGHT
HALF_INCH = PILE_STEP << 9
"""What these count in what is left: ranks of squares are below the one, pile steps of a whole way below the other."""
UNREACHED = HALF_INCH << 30
FEW = 200
"""Up to so many squares each is measured when the nearest is wanted; of more, one is soon found from where it is."""


def _number(point: Point) -> int:
    return point[1] * STRIDE + point[0]


def _point(number: int) -> Point:
    return number % STRIDE, number // STRIDE


def _barred(*, goalie: bool) -> bytes:
    """The squares that are never entered: beyond the edges, the bunkers, and the zones for all but Goalies."""
    barred = bytearray(b"\1" * SIZE)
    for point in FIELD - BUNKERS - (frozenset() if goalie else ZONES):
        barred[_number(point)] = 0
    return bytes(barred)


_BARRED = {goalie: _barred(goalie=goalie) for goalie in (True, False)}
_RANK = {
    side: {
        _number(point): rank
        for rank, point in enumerate(sorted(FIELD, key=lambda point: forward_right(side, point)))
    }
    for side in SIDES
}
"""For each side the place of every square in the order of SLARGEBALL-26."""

_ALL_STEPS = (
    *((step, STRAIGHT * HALF_INCH, 0, 0) for step in (EAST, WEST, SOUTH, NORTH)),
    *((dx + dy, DIAGONAL * HALF_INCH, dx, dy) for dx in (EAST, WEST) for dy in (SOUTH, NORTH)),
)
_STEPS = {side: sorted(_ALL_STEPS, key=lambda step: _RANK[side][_number((9, 9)) + step[0]]) for side in SIDES}
"""For each side all steps, by SLARGEBALL-26: how far on, for how much, and how far off the two squares swept are."""


def _open_ways() -> list[int]:
    """What is left between two squares if nothing is in the way, by the difference of their numbers."""
    ways = [0] * (2 * SIZE)  # differences below 0 are counted from the end
    for dx in range(1 - WIDTH, WIDTH):
        for dy in range(1 - HEIGHT, HEIGHT):
            long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
            half_inches = STRAIGHT * (long - short) + DIAGONAL * short
            ways[_number((dx, dy))] = half_inches * HALF_INCH
    return ways


_OPEN_WAY = _open_ways()


class Ground:
    """The field as one figure finds it now: where it may not go, and where piles are."""

    def __init__(self, state: Pitch, figure: FigureId, *, through: bool) -> None:
        """`through`: the figure wades through piles, and does not go round them."""
        self.start = state.where(figure)
        self.piles = state.piles()
        self._steps = _STEPS[side_of(figure)]
        self._rank = _RANK[side_of(figure)]
        self._blocked = bytearray(_BARRED[kind_of(figure) == "G"])
        self._waded = bytearray(SIZE)
        piles = self._waded if through else self._blocked
        for point in self.piles:
            piles[_number(point)] = 1
        for other, point in state.standing().items():
            self._blocked[_number(point)] = other != figure
        for point in state.groundballs().values():
            self._blocked[_number(point)] = 1

    def boxed_in(self) -> bool:
        """Whether no step at all is possible; where no straight one is, no diagonal one is either."""
        start = _number(self.start)
        return all(self._blocked[start + step] for step in (EAST, WEST, SOUTH, NORTH))

    def within(self, half_inches: int) -> list[Point]:
        """The squares on which a move may end that costs no more than this, the start left out."""
        blocked = self._blocked
        cheapest = {_number(self.start): 0}
        levels: dict[int, list[int]] = {0: [_number(self.start)]}
        while levels and (level := min(levels)) < half_inches:
            for here in levels.pop(level):
                if cheapest[here] < level:
                    continue
                for step, price, dx, dy in self._steps:
                    there, cost = here + step, level + price // HALF_INCH
                    passable = not (blocked[there] or blocked[here + dx] or blocked[here + dy])
                    if passable and cost <= half_inches and cost < cheapest.get(there, cost + 1):
                        cheapest[there] = cost
                        levels.setdefault(cost, []).append(there)
        return [_point(number) for number in cheapest if number != _number(self.start) and self._fit(number)]

    def path(self, start: Point, targets: Iterable[Point], named: Sequence[Point]) -> list[Point]:
        """The squares of the way to the cheapest target, or to where it comes nearest to what is named."""
        if (
            self.boxed_in()
        ):  # else the whole field would be searched for what is nearest: the figure's own square
            return []
        here = _number(start)
        aims = [number for number in map(_number, targets) if self._fit(number)]
        if not aims:  # the next best thing is nearly always within reach
            aims = self._nearest(named)
        left = self._search(aims, here)
        if left[here] == UNREACHED:
            left = self._search(self._nearest(named, self._reached(here)), here)
        return list(map(_point, self._walk(left, here)))

    def _fit(self, number: int) -> bool:
        """Whether a move may end on a square."""
        return not self._blocked[number] and not self._waded[number]

    def _search(self, aims: Iterable[int], start: int) -> list[int]:
        """What is left from each square to the best aim, as far as it can matter for the way from the start."""
        blocked, waded, steps = self._blocked, self._waded, self._steps
        wading = 1 in waded
        left = [UNREACHED] * SIZE
        levels: dict[int, list[int]] = {}
        for aim in aims:
            left[aim] = self._rank[aim]
            levels.setdefault(_OPEN_WAY[aim - start] // HALF_INCH, []).append(aim)
        while levels and (level := min(levels)) <= left[start] // HALF_INCH:
            for there in levels[level]:  # may grow meanwhile
                least = left[there]
                for step, price, dx, dy in steps:
                    here, new = there - step, least + price
                    if wading and (waded[there] or waded[there - dx] or waded[there - dy]):
                        new += PILE_STEP
                    if new < left[here] and not (blocked[here] or blocked[there - dx] or blocked[there - dy]):
                        left[here] = new
                        levels.setdefault((new + _OPEN_WAY[here - start]) // HALF_INCH, []).append(here)
            del levels[level]
        return left

    def _walk(self, left: list[int], here: int) -> list[int]:
        """A way by which less and less is left, at each step to the preferred such square."""
        blocked, waded = self._blocked, self._waded
        way = []
        while left[here] >= HALF_INCH:
            for step, price, dx, dy in self._steps:
                there = here + step
                if blocked[there - dx] or blocked[there - dy]:
                    continue
                wades = waded[there] or waded[there - dx] or waded[there - dy]
                if left[there] + price + (PILE_STEP if wades else 0) == left[here]:
                    break
            here = there
            way.append(here)
        return way

    def _reached(self, start: int) -> Collection[int]:
        """The squares to which a way leads."""
        closed = bytearray(self._blocked)
        closed[start] = 1
        reached = [start]
        for here in reached:  # grows meanwhile
            for step in (EAST, WEST, SOUTH, NORTH):  # where a diagonal step leads, two straight ones do
                there = here + step
                if not closed[there]:
                    closed[there] = 1
                    reached.append(there)
        return set(reached)

    def _nearest(self, named: Sequence[Point], reached: Collection[int] | None = None) -> list[int]:
        """Of the squares fit to end on (and `reached`, if given), those least far, straight, from what is named."""
        few = reached is not None and len(reached) <= FEW
        found, best = list[int](), UNREACHED
        for away, number in _sorted(reached or (), named) if few else _outwards(named):
            if away > best:
                break
            if self._fit(number) and (reached is None or number in reached):
                best = away
                found.append(number)
        return found


def _sorted(numbers: Iterable[int], named: Sequence[Point]) -> list[tuple[int, int]]:
    """Squares by their distances from what is named; with the squares of these."""
    return sorted((min(distance(_point(number), point) for point in named), number) for number in numbers)


def _outwards(named: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """All squares, the nearest to what is named first, with the squares of their distances from it."""
    for away, dx, dy in _offsets():
        for x, y in named:
            if 1 <= y + dy <= HEIGHT:  # beside the rows is the border, where nobody may go
                yield away, _number((x + dx, y + dy))


@functools.cache
def _offsets() -> list[tuple[int, int, int]]:
    """All offsets on the field, the nearest first, with the squares of their distances."""
    columns, rows = range(-WIDTH, WIDTH + 1), range(-HEIGHT, HEIGHT + 1)
    return sorted((dx * dx + dy * dy, dx, dy) for dx in columns for dy in rows)


def step_cost(start: Point, end: Point) -> int:
    """What one step costs, in half-inches."""
    return STRAIGHT if start[0] == end[0] or start[1] == end[1] else DIAGONAL


def piled(piles: set[Point], start: Point, end: Point) -> Point | None:
    """The pile square of a pile step, on which a figure would be mired; None for another step (SLARGEBALL-24, 52)."""
    if end in piles:
        return end
    if start[0] == end[0] or start[1] == end[1]:
        return None
    beside, below = (end[0], start[1]), (start[0], end[1])
    return beside if beside in piles else below if below in piles else None
