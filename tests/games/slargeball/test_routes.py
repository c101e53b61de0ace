"""Finding the way, held against the words of the rule: SLARGEBALL-21 to 26, 57 and 134, plainly and slowly."""

import heapq
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games.slargeball.field import BUNKERS, FIELD, ZONES, Point, forward_right, name
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import roster, side_of

Cost = tuple[int, int]
"""Half-inches, then pile steps."""

STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Plainly:
    """The field as a figure finds it, by the letter of the rules."""

    def __init__(self, state: Pitch, figure: str, *, through: bool) -> None:
        self.start = state.where(figure)
        self.side = side_of(figure)
        self.piles = {state.where(other) for other in state.down}
        self.piles |= {tuple(map(int, over.split(","))) for over in state.down.values() if over}  # type: ignore[misc]
        others = {
            state.where(other) for other in state.figures if other not in state.down and other != figure
        }
        balls = {tuple(map(int, ball.split(","))) for ball in state.balls}
        self.closed = BUNKERS | others | balls | (set() if figure.endswith("G") else ZONES)
        if not through:
            self.closed |= self.piles

    def open(self, point: Point) -> bool:
        """SLARGEBALL-22, 55."""
        return point in FIELD and point not in self.closed

    def step(self, here: Point, there: Point) -> Cost | None:
        """What a step costs, None where there is none (SLARGEBALL-21, 23, 24, 134)."""
        (x, y), (u, v) = here, there
        swept = [(u, y), (x, v)] if x != u and y != v else []
        if not all(map(self.open, [there, *swept])):
            return None
        wades = any(point in self.piles for point in [there, *swept])
        return (3 if swept else 2), int(wades)

    def costs(self, start: Point) -> dict[Point, Cost]:
        """SLARGEBALL-57 (a): the least cost of every square that can be reached."""
        found: dict[Point, Cost] = {}
        edge: list[tuple[Cost, Point]] = [((0, 0), start)]
        while edge:
            cost, here = heapq.heappop(edge)
            if here in found:
                continue
            found[here] = cost
            for dx, dy in STEPS:
                there = (here[0] + dx, here[1] + dy)
                price = self.step(here, there)
                if price is not None:
                    heapq.heappush(edge, ((cost[0] + price[0], cost[1] + price[1]), there))
        return found

    def goal(self, costs: dict[Point, Cost], targets: Iterable[Point], named: Iterable[Point]) -> Point:
        """SLARGEBALL-57 (b)."""
        fit = {point for point in costs if point not in self.piles}
        reached = fit.intersection(targets)
        if reached:
            return min(reached, key=lambda point: (costs[point], forward_right(self.side, point)))

        def away(point: Point) -> int:
            return min((point[0] - x) ** 2 + (point[1] - y) ** 2 for x, y in named)

        return min(fit, key=lambda point: (away(point), costs[point], forward_right(self.side, point)))

    def path(self, start: Point, targets: Iterable[Point], named: Iterable[Point]) -> list[Point]:
        """SLARGEBALL-57 (c)."""
        costs = self.costs(start)
        goal = self.goal(costs, targets, named)
        onward = {goal}  # squares on some way that is as cheap as can be
        edge = [goal]
        while edge:
            there = edge.pop()
            for dx, dy in STEPS:
                here = (there[0] + dx, there[1] + dy)
                price = self.step(here, there) if here in costs else None
                if price and (costs[here][0] + price[0], costs[here][1] + price[1]) == costs[there]:
                    edge += [] if here in onward else [here]
                    onward.add(here)
        way = []
        while start != goal:
            nexts = [(start[0] + dx, start[1] + dy) for dx, dy in STEPS]
            nexts = [
                there
                for there in nexts
                if there in onward
                and (price := self.step(start, there))
                and (costs[start][0] + price[0], costs[start][1] + price[1]) == costs[there]
            ]
            start = min(nexts, key=lambda point: forward_right(self.side, point))
            way.append(start)
        return way


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Pitch, str]:
    """A crowded corner of the field: standing and lying figures, bodies and balls, and the one who is to go."""
    left, top = draw(st.sampled_from([(1, 10), (20, 12), (50, 11), (57, 14), (58, 1)]))
    squares = [(x, y) for x in range(left, min(left + 8, 65)) for y in range(top, min(top + 8, 33))]
    team = [*roster(2, "R", (1, 2)), *roster(2, "B", (1, 2))]
    figure = draw(st.sampled_from(["r1D", "rG", "b1R", "bG"]))
    free = [
        point for point in squares if point not in BUNKERS and (figure.endswith("G") or point not in ZONES)
    ]
    places = draw(st.permutations(free))
    others = draw(st.integers(0, min(20, len(places) - 3)))
    figures = dict(
        zip(
            [figure, *(each for each in team if each != figure)],
            map(name, places[: others + 1]),
            strict=False,
        )
    )
    lying = (
        draw(st.lists(st.sampled_from([each for each in figures if each != figure]), unique=True))
        if others
        else []
    )
    down = {}
    for each in lying:
        over = draw(st.sampled_from(["", *map(name, places[others + 1 :])]))
        down[each] = over
    bodies = set(down.values())
    balls = [square for square in map(name, places[others + 1 :]) if square not in bodies][
        : draw(st.integers(0, 2))
    ]
    return Pitch(squads=2, figures=figures, down=down, balls=balls), figure


@pytest.mark.slow
@given(crowds(), st.booleans(), st.data())
@settings(max_examples=60, deadline=None)
def test_the_way_is_the_one_of_the_rule(crowd: tuple[Pitch, str], through: bool, data: st.DataObject) -> None:
    """SLARGEBALL-57, SLARGEBALL-134: to one square or several, reachable or not, every step as the rule has it."""
    state, figure = crowd
    x, y = state.where(figure)
    near = st.tuples(st.integers(max(x - 8, 1), min(x + 8, 64)), st.integers(max(y - 8, 1), min(y + 8, 32)))
    targets = data.draw(st.lists(near, min_size=1, max_size=6, unique=True))
    ground = Ground(state, figure, through=through)
    plainly = Plainly(state, figure, through=through)
    assert ground.path((x, y), targets, targets) == plainly.path((x, y), targets, targets)
    steps = [plainly.step((x, y), (x + dx, y + dy)) for dx, dy in STEPS]
    assert ground.boxed_in() == (not any(steps))


@pytest.mark.parametrize("through", [False, True])
def test_a_long_way_across_the_field(through: bool) -> None:
    """SLARGEBALL-57: from goal to goal, past everybody."""
    figures = {"r1R": "5,5", "b1D": "30,5", "b1T1": "30,6", "b1T2": "30,4", "b1N1": "31,7", "r1D": "44,20"}
    state = Pitch(squads=2, figures=figures, down={"b1T1": "29,6", "b1N1": ""}, balls=["32,10", "40,15"])
    aims = [(57, 20), (57, 21), (58, 28)]
    ground, plainly = (kind(state, "r1R", through=through) for kind in (Ground, Plainly))
    assert ground.path((5, 5), aims, aims) == plainly.path((5, 5), aims, aims)
