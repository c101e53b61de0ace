"""Players of the house: each turn every figure is given a job, by where the balls and the others are.

Who carries runs for the goal and flings from within range, with mates going for the opponents on his way. A carrier of
the other side is hunted by all who are near; for a ball on the ground the nearest run, and the others see to it that
no opponent gets there standing. `easy` gives one plan for the match and does not look again. `hard` tries out several
such plans by the rules, with dice by lot and opponents who play like `normal`, and takes the one that leads to most.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, TypeAlias

from pbem.games.slargeball.field import FORWARD, OTHER, WIDTH, ZONES, Point, Side, at
from pbem.games.slargeball.orders import Done, PlanLine, read
from pbem.games.slargeball.state import Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, side_of, stats
from pbem.games.slargeball.turn import take_turn
from pbem.play.ahead import play_ahead
from pbem.play.game import copy
from pbem.play.requests import Ask, Pick, Seat

Jobs: TypeAlias = dict[FigureId, tuple[str, ...]]
"""What each figure is told, without its name."""

RUNNERS = 3
"""So many run for a ball on the ground."""

import os
MARGIN = float(os.environ.get("MARGIN","0.03"))
TRIALS, AHEAD, BUDGET = int(os.environ.get("TRI","7")), int(os.environ.get("AHEAD","3")), int(os.environ.get("BUD","600"))
"""`hard` tries so many plans, each over so many turns, as often as the number of figures on the field lets it."""


def easy(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """One plan, given once: all fetch balls and carry them within range."""
    if ask.name != "plan":
        return "done"
    memory = state.memory(ask.seat)
    idle = [each for each in state.commanded(ask.seat) if memory.plans.get(each, Plan()) == Plan()]
    return _written({figure: _habit(figure) for figure in idle if kind_of(figure) != "H"})


def normal(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """A plan for what has come of the last one."""
    return _written(_jobs(state, ask.seat, RUNNERS)) if ask.name == "plan" else "done"


def hard(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The best of several plans."""
    return _written(_tried(state, ask.seat, pick)) if ask.name == "plan" else "done"


def _written(jobs: Jobs) -> str:
    lines = [f"{own_name(figure)} {line}" for figure, lines in jobs.items() for line in lines]
    return "\n".join([*lines, "done"])


def _habit(figure: FigureId) -> tuple[str, ...]:
    match kind_of(figure):
        case "G":
            return "score", "fetch if ball within 9", "hold"
        case "D":
            return "fetch if ball within 9", "hold"
    return "goal", "fetch if loose", "hold"


# Who does what.


def _jobs(state: Pitch, seat: Seat, runners: int) -> Jobs:
    """A job for each figure that a seat commands and that is awake. The whole side is looked at, so that mates who
    think alike do not all run for the same ball."""
    side = seat_side(seat)
    own = {figure: point for figure, point in state.standing(side).items() if kind_of(figure) != "H"}
    foes = {foe: point for foe, point in state.standing(OTHER[side]).items() if kind_of(foe) != "H"}
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
            _clear(jobs, free, foes, own[place], share)
        elif place in foes:
            for figure in _nearest(free, foes[place])[: share]:
                jobs[figure] = (_against(place, foes[place]), "fetch", "hold")
        elif place[0].isdecimal():
            spot = at(place)
            number = state.balls.index(place) + 1
            for figure in _by_time(free, spot)[:runners]:
                jobs[figure] = (f"fetch ball{number}", "fetch", "hold")
                del free[figure]
            _clear(jobs, free, foes, spot, share)
    for figure in own:
        jobs.setdefault(figure, (*(_against(foe, foes[foe]) for foe in _nearest(foes, own[figure])[:1]), "hold"))
    return {figure: jobs[figure] for figure in state.commanded(seat) if figure in jobs}


def _against(foe: FigureId, point: Point) -> str:
    """Go for an opponent; for one in a Goal Zone, where only Goalies come, wait at its rim."""
    if point not in ZONES:
        return f"chase {foe}"
    return f"move {7 if point[0] < WIDTH / 2 else WIDTH - 6},{point[1]}"


def _with_ball(
    state: Pitch, figure: FigureId, own: dict[FigureId, Point], foes: dict[FigureId, Point]
) -> tuple[str, ...]:
    """Home with it; a poor thrower in a scuffle passes it to the best who is near."""
    if kind_of(figure) == "G":
        return "score", "fling goal"
    here, reach = own[figure], stats(figure).reach
    mates = [
        mate
        for mate, there in own.items()
        if mate != figure
        and not state.carried(mate)
        and _apart(here, there) <= reach * reach
        and not any(_apart(there, foe) <= 4 for foe in foes.values())
    ]
    lines = ["goal", "fling goal"]
    if mates and state.held(figure):
        lines.append(f"fling {max(mates, key=lambda mate: (stats(mate).nab + stats(mate).fling, mate))}")
    return tuple(lines)


def _clear(
    jobs: Jobs, free: dict[FigureId, Point], foes: dict[FigureId, Point], spot: Point, share: int
) -> None:
    """The opponents who are nearest to a ball or a carrier are gone for, each by the nearest who has nothing to do."""
    left = dict(free)
    for foe in _nearest(foes, spot)[:share]:
        if left:
            figure = _nearest(left, foes[foe])[0]
            jobs[figure] = (_against(foe, foes[foe]), "hold")
            del left[figure]


def _nearest(figures: dict[FigureId, Point], spot: Point) -> list[FigureId]:
    return sorted(figures, key=lambda figure: (_apart(figures[figure], spot), figure))


def _by_time(figures: dict[FigureId, Point], spot: Point) -> list[FigureId]:
    """By the turns that they take to get there; of those that take as long the better hands first."""
    return sorted(
        figures,
        key=lambda each: (
            _apart(figures[each], spot) ** 0.5 // stats(each).move,
            -stats(each).nab - stats(each).fling,
            each,
        ),
    )


def _apart(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


# Trying plans out.


def _tried(state: Pitch, seat: Seat, pick: Pick) -> Jobs:
    """Of the usual plans, and of such with another job for some figures, the one that comes out best."""
    plain = _jobs(state, seat, RUNNERS)
    plans = [plain, *(_jobs(state, seat, runners) for runners in (1, 2, 5))]
    while len(plans) < TRIALS:
        plans.append(_varied(state, seat, plain, pick))
    different = [plan for number, plan in enumerate(plans) if plan not in plans[:number]]
    times = max(1, BUDGET // (len(state.standing()) + 1) // AHEAD // len(different))
    means = [sum(_outcome(state, seat, plan, pick) for _ in range(times)) / times for plan in different]
    return max(zip(means, different, strict=True), key=lambda each: each[0] + (MARGIN if each[1] is plain else 0))[1]


def _varied(state: Pitch, seat: Seat, jobs: Jobs, pick: Pick) -> Jobs:
    """The same with other jobs for two figures."""
    varied = dict(jobs)
    if jobs:
        foes = [foe for foe, point in state.standing(OTHER[seat_side(seat)]).items() if point not in ZONES]
        for figure in {pick.one(list(jobs)) for _ in range(2)}:
            others = ["hold", "fetch", *(f"chase {foe}" for foe in foes)]
            if state.carried(figure):
                mates = [each for each in state.standing(side_of(figure)) if each != figure]
                others = ["goal", "hold"]
                flings = ["nofling", *(f"fling {mate}" for mate in mates)]
                varied[figure] = (pick.one(others), pick.one(flings))
            else:
                varied[figure] = (pick.one(others), "hold")
    return varied


def _outcome(state: Pitch, seat: Seat, jobs: Jobs, pick: Pick) -> float:
    """What a plan comes to in one trial: goals, and what the last position promises."""
    ahead, side = copy(state), seat_side(seat)
    before, mine = ahead.score[side] - ahead.score[OTHER[side]], jobs
    for turn in range(AHEAD):
        for each in ahead.seats:
            plans = mine if each == seat and turn == 0 else _jobs(ahead, each, RUNNERS)
            _keep(ahead, each, plans)
        play_ahead(take_turn(ahead), pick, lambda ask: Done())
        goals = ahead.score[side] - ahead.score[OTHER[side]] - before
        if goals or ahead.result is not None:
            return goals * (1 - 0.05 * turn)
    return _promise(ahead, side) - _promise(ahead, OTHER[side])


def _keep(state: Pitch, seat: Seat, jobs: Jobs) -> None:
    """Put a plan into the memory of a seat, in the position that is played ahead."""
    memory = state.memorise(seat)
    memory.plans = {figure: Plan() for figure in jobs}
    for figure, lines in jobs.items():
        for line in lines:
            part, text = _kept(f"{own_name(figure)} {line}")
            memory.plans[figure].part(part).append(text)


@functools.lru_cache(maxsize=4096)
def _kept(text: str) -> tuple[str, str]:
    """The part of a plan that a line belongs to, and the line as plans keep it: see `planning.note`."""
    line = read(text)
    assert isinstance(line, PlanLine)
    return line.part, f"{line.who} {line.order}"


def _promise(state: Pitch, side: Side) -> float:
    """How near a side is to a goal: by where its carrier is and how well he throws; a little for those who stand."""
    worth = 0.01 * sum(stats(each).whap for each in state.standing(side))
    for figure in state.carriers():
        if side_of(figure) == side:
            column = state.where(figure)[0]
            left = 63 - column if FORWARD[side] > 0 else column - 2
            turns = max(0, left - stats(figure).reach) / stats(figure).move
            worth += 0.15 + 0.08 * stats(figure).fling / (1 + 0.5 * turns)
            worth -= 0.05 * state.held(figure)
    return worth
