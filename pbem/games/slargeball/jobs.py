"""What players of the house tell their figures at first sight: each gets a job, by where the balls and the others are.

A carrier runs for the goal and flings from within range; its mates go for the opponents in its way. A carrier of the
other side is hunted by all who are near; for a ball on the ground the nearest run, and the others see to it that
no opponent gets there standing.
"""

from collections.abc import Mapping
from typing import TypeAlias

from pbem.games.slargeball.field import OTHER, WIDTH, ZONES, Point, Side, at, distance
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, kind_of, stats

Job: TypeAlias = tuple[str, ...]
"""What a figure is told, without its name."""

Jobs: TypeAlias = dict[FigureId, Job]
Figures: TypeAlias = dict[FigureId, Point]

RUNNERS = 3
"""So many run for a ball on the ground."""

ALL = 99
"""So many go for opponents round a ball or a carrier: as many as there are."""


def on_their_feet(state: Pitch, side: Side) -> Figures:
    """The figures of a side that stand on the field and take orders."""
    return {figure: point for figure, point in state.standing(side).items() if kind_of(figure) != "H"}


def jobs_of(state: Pitch, side: Side, guards: int) -> Jobs:
    """A job for each figure of a side that is awake. The whole side is looked at, so that mates who think alike do not
    all run for the same ball. `guards`: how many go for opponents round a ball or a carrier."""
    own, foes = on_their_feet(state, side), on_their_feet(state, OTHER[side])
    jobs: Jobs = {}
    for figure in own:
        if state.carried(figure):
            jobs[figure] = _with_ball(state, figure, own, foes)
    for figure in own:
        if kind_of(figure) == "G" and figure not in jobs:
            jobs[figure] = ("score", "fetch if ball within 8", "hold")
    for place in state.balls:
        free = {figure: own[figure] for figure in own if figure not in jobs}
        share = max(2, len(free) // (len(state.balls) or 1))
        if place in own:
            _clear(jobs, free, foes, own[place], min(guards, share))
        elif place in foes:
            for figure in nearest(free, foes[place])[:share]:
                jobs[figure] = (against(place, foes[place]), "fetch", "hold")
        elif place[0].isdecimal():
            spot = at(place)
            number = state.balls.index(place) + 1
            for figure in _by_time(free, spot)[:RUNNERS]:
                jobs[figure] = (f"fetch ball{number}", "fetch", "hold")
                del free[figure]
            _clear(jobs, free, foes, spot, min(guards, share))
    for figure in own:
        jobs.setdefault(
            figure, (*(against(foe, foes[foe]) for foe in nearest(foes, own[figure])[:1]), "hold")
        )
    return jobs


def against(foe: FigureId, point: Point) -> str:
    """Go for an opponent; for one in a Goal Zone, where only Goalies come, wait at its rim."""
    if point not in ZONES:
        return f"chase {foe}"
    return f"move {7 if point[0] < WIDTH / 2 else WIDTH - 6},{point[1]}"


def nearest(figures: Mapping[FigureId, Point], spot: Point) -> list[FigureId]:
    """The figures in the order of their straight distance from a spot."""
    return sorted(figures, key=lambda figure: (distance(figures[figure], spot), figure))


def _with_ball(state: Pitch, figure: FigureId, own: Figures, foes: Figures) -> Job:
    """Home with it; a poor thrower in a scuffle passes it to the best who is near."""
    if kind_of(figure) == "G":
        return "score", "fling goal"
    here, reach = own[figure], stats(figure).reach
    mates = [
        mate
        for mate, there in own.items()
        if mate != figure
        and not state.carried(mate)
        and distance(here, there) <= reach * reach
        and not any(distance(there, foe) <= 4 for foe in foes.values())
    ]
    lines = ["goal", "fling goal"]
    if mates and state.held(figure):
        lines.append(f"fling {max(mates, key=lambda mate: (stats(mate).nab + stats(mate).fling, mate))}")
    return tuple(lines)


def _clear(jobs: Jobs, free: Figures, foes: Figures, spot: Point, share: int) -> None:
    """The opponents who are nearest to a ball or a carrier are gone for, each by the nearest who has nothing to do."""
    left = dict(free)
    for foe in nearest(foes, spot)[:share]:
        if left:
            figure = nearest(left, foes[foe])[0]
            jobs[figure] = (against(foe, foes[foe]), "hold")
            del left[figure]


def _by_time(figures: Figures, spot: Point) -> list[FigureId]:
    """By the turns that they take to get there; of those that take as long the better hands first."""
    return sorted(
        figures,
        key=lambda each: (
            distance(figures[each], spot) ** 0.5 // stats(each).move,
            -stats(each).nab - stats(each).fling,
            each,
        ),
    )
