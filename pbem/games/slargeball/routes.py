"""Finding the way (SLARGEBALL-21 to 24, 57, 134).

A search runs over numbered squares with a border round the field, in half-inches: 2 for a straight step, 3 for a
diagonal one. Squares are looked at level by level, a level being what the way to a square costs and what is left at
least from there to the nearest aim. The search ends with the level on which the first aim is settled: every way that
could be as cheap is known by then, since no square of it has a higher level. Where costs are compared, pile steps count
after half-inches; a cost holds both.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from pbem.games.slargeball.field import (
    BUNKERS,
    FIELD,
    HEIGHT,
    SIDES,
    WIDTH,
    ZONES,
    Point,
    Side,
    forward_right,
)
from pbem.games.slargeball.state import FigureId, Pitch, kind_of, side_of

STRIDE = WIDTH + 2
SIZE = STRIDE * (HEIGHT + 2)
STRAIGHT, DIAGONAL = 2, 3
"""What steps cost, in half-inches (SLARGEBALL-21)."""
HALF_INCH = 1 << 12
"""One half-inch in a cost; pile steps are counted below it."""
STEPS = (
    *((STRAIGHT * HALF_INCH, step, step, step) for step in (1, -1, STRIDE, -STRIDE)),
    *((DIAGONAL * HALF_INCH, dx + dy, dx, dy) for dx in (1, -1) for dy in (STRIDE, -STRIDE)),
)
"""What each step costs, and how far from its start its end lies and the squares that it sweeps; a straight one sweeps
none beside its end (SLARGEBALL-21, 23)."""
UNREACHED = 1 << 60
LEVELS = 2 * DIAGONAL
"""By so much one step can lengthen a way at most: what it costs, and what it leads away from the aims."""


def _number(point: Point) -> int:
    return point[1] * STRIDE + point[0]


def _point(number: int) -> Point:
    return number % STRIDE, number // STRIDE


def _barred(*, goalie: bool) -> bytearray:
    """The squares that are never entered: beyond the edges, the bunkers, and the zones for all but Goalies."""
    barred = bytearray(b"\1" * SIZE)
    for point in FIELD - BUNKERS - (frozenset() if goalie else ZONES):
        barred[_number(point)] = 0
    return barred


BARRED = {goalie: bytes(_barred(goalie=goalie)) for goalie in (True, False)}
_RANK = {
    side: {
        number: place
        for place, number in enumerate(
            map(_number, sorted(FIELD, key=lambda point: forward_right(side, point)))
        )
    }
    for side in SIDES
}
"""For each side the place of every square in the order of SLARGEBALL-26."""


class Ground:
    """The field as one figure finds it now: where it may not go, and where piles are."""

    def __init__(self, state: Pitch, figure: FigureId, *, through: bool) -> None:
        self.side: Side = side_of(figure)
        self.start = state.where(figure)
        self.piles = state.piles()
        self._blocked = bytearray(BARRED[kind_of(figure) == "G"])
        self._piles = bytearray(SIZE)
        for other, point in state.standing().items():
            if other != figure:
                self._blocked[_number(point)] = 1
        for point in state.groundballs().values():
            self._blocked[_number(point)] = 1
        for point in self.piles:
            if through:
                self._piles[_number(point)] = 1
            else:
                self._blocked[_number(point)] = 1

    def open(self, point: Point) -> bool:
        """Whether the figure may enter a square."""
        return not self._blocked[_number(point)]

    def boxed_in(self) -> bool:
        """Whether no step at all is possible."""
        start = _number(self.start)
        return all(self._blocked[start + step] for step in (1, -1, STRIDE, -STRIDE))

    def path(self, start: Point, targets: Iterable[Point], named: Sequence[Point]) -> list[Point]:
        """The squares of the way to the cheapest target, or to where it comes nearest to what is named."""
        aims = {number for point in targets if not self._blocked[number := _number(point)]}
        here = _number(start)
        if not aims:  # the next best thing is nearly always within reach, and the search can end there
            open_ground = [UNREACHED if blocked else 0 for blocked in self._blocked]
            aims = set(self._nearest(open_ground, named))
        cost = self._search(here, aims)
        reached = [number for number in aims if cost[number] < UNREACHED and not self._piles[number]]
        if not reached:
            reached = self._nearest(cost, named)
        rank = _RANK[self.side]
        goal = min(reached, key=lambda number: (cost[number], rank[number]))
        return [_point(number) for number in self._walk(cost, here, goal)]

    def _search(self, start: int, aims: set[int]) -> list[int]:
        """The least costs from a square, as far as they can matter for the way to the cheapest aim."""
        blocked, piles = self._blocked, self._piles
        column, row, slack = _middle(aims)
        cost = [UNREACHED] * SIZE
        cost[start] = 0
        levels: list[list[int]] = [[start], *([] for _ in range(LEVELS))]
        found = False
        level = max(_open_way(start, column, row) - slack, 0)
        while not found and any(levels):
            for i in levels[0]:  # may grow meanwhile
                here = cost[i]
                if i in aims and not piles[i]:
                    found = True
                for price, step, one, other in STEPS:
                    j = i + step
                    if here + price >= cost[j] or blocked[j] or blocked[i + one] or blocked[i + other]:
                        continue
                    new = here + price + (piles[j] | piles[i + one] | piles[i + other])
                    if new < cost[j]:
                        cost[j] = new
                        left = _open_way(j, column, row) - slack
                        away = new // HALF_INCH + (left if left > 0 else 0) - level
                        levels[away].append(j)
            levels = [*levels[1:], []]
            level += 1
        return cost

    def _nearest(self, cost: list[int], named: Sequence[Point]) -> list[int]:
        """The reachable squares fit to end on that are least far, straight, from the nearest named point."""
        best, found = UNREACHED, set[int]()
        for x, y in named:
            for away, dx, dy in _outwards():
                if away > best:
                    break
                column, row = x + dx, y + dy
                if not (1 <= column <= WIDTH and 1 <= row <= HEIGHT):
                    continue
                number = row * STRIDE + column
                if cost[number] < UNREACHED and not self._piles[number]:
                    if away < best:
                        best, found = away, set()
                    found.add(number)
        return sorted(found)

    def _walk(self, cost: list[int], start: int, goal: int) -> list[int]:
        """A least-cost way, at each step by the most forward and most right square (SLARGEBALL-57 c)."""
        onward: dict[int, int] = {}
        rank = _RANK[self.side]
        edge, seen = [goal], {goal}
        while edge:
            j = edge.pop()
            for i, price in self._steps(j):
                if cost[i] + price == cost[j]:
                    if i not in onward or rank[j] < rank[onward[i]]:
                        onward[i] = j
                    if i not in seen:
                        seen.add(i)
                        edge.append(i)
        way = []
        while start != goal:
            start = onward[start]
            way.append(start)
        return way

    def _steps(self, j: int) -> list[tuple[int, int]]:
        """The squares from which one step leads to j, and what it costs. The start itself is never blocked."""
        blocked, piles = self._blocked, self._piles
        here = piles[j]
        steps = [(i, STRAIGHT * HALF_INCH + here) for i in (j + 1, j - 1, j + STRIDE, j - STRIDE)]
        for dx in (1, -1):
            for dy in (STRIDE, -STRIDE):
                if not (blocked[j + dx] or blocked[j + dy]):
                    wade = here | piles[j + dx] | piles[j + dy]
                    steps.append((j + dx + dy, DIAGONAL * HALF_INCH + wade))
        return steps


def _open_way(number: int, column: int, row: int) -> int:
    """What the way to a square would cost if nothing were in it, in half-inches."""
    dx, dy = abs(number % STRIDE - column), abs(number // STRIDE - row)
    return dx + dx + dy if dx > dy else dy + dy + dx


def _middle(aims: set[int]) -> tuple[int, int, int]:
    """The column and row in the middle of all aims, and how far the farthest is from there over open ground."""
    columns, rows = [number % STRIDE for number in aims], [number // STRIDE for number in aims]
    column, row = (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2
    return column, row, max(_open_way(number, column, row) for number in aims)


@functools.cache
def _outwards() -> list[tuple[int, int, int]]:
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
