"""Players of the house: each turn every figure is given a job, by where the balls and the others are.

A carrier runs for the goal and flings from within range; its mates go for the opponents in its way. A carrier of
the other side is hunted by all who are near; for a ball on the ground the nearest run, and the others see to it that
no opponent gets there standing. With `hard` the whole side has a part in that; with `normal` one figure does for each
ball what `hard` leaves to all who are free; `easy` gives one plan for the match and does not look again.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from pbem.games.slargeball.events import Choosing
from pbem.games.slargeball.field import OTHER, WIDTH, ZONES, Point, at, distance
from pbem.games.slargeball.state import Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, stats
from pbem.play.requests import Ask, Pick, Seat

Jobs: TypeAlias = dict[FigureId, tuple[str, ...]]
"""What each figure is told, without its name."""

RUNNERS = 3
"""So many run for a ball on the ground."""

ALL = 99
"""So many go for opponents round a ball or a carrier: as many as there are."""


def easy(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """One plan, given once: all fetch balls and carry them within range."""
    if ask.name != "plan":
        return "done"
    memory = state.memory(ask.seat)
    idle = [each for each in state.commanded(ask.seat) if memory.plans.get(each, Plan()) == Plan()]
    return _written({figure: _habit(figure) for figure in idle if kind_of(figure) != "H"})


def normal(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """A plan for what has come of the last one."""
    return _written(_jobs(state, ask.seat, guards=1)) if ask.name == "plan" else "done"


def hard(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The same, with everybody's help."""
    return _written(_jobs(state, ask.seat, guards=ALL)) if ask.name == "plan" else "done"


def examples(state: Pitch, ask: Ask[Any], pick: Pick) -> Iterator[str]:
    """One plan for all, as long as somebody has none; then `done`, as `normal` would if nothing were to change, or what
    `normal` tells one of its figures."""
    about = ask.about
    assert isinstance(about, Choosing)
    who = about.example
    match ask.name:
        case "lineup":
            yield "done"
        case "plan":
            memory = state.memory(ask.seat)
            if any(memory.plans.get(each, Plan()) == Plan() for each in state.commanded(ask.seat)):
                yield "all goal; all fetch"
            yield "done"
            for figure, (job, *_) in _jobs(state, ask.seat, guards=1).items():
                if job.split()[0] in ("fetch", "chase"):
                    yield f"{own_name(figure)} {job}; {own_name(figure)} goal"
        case "whap":
            yield f"{who} whap any"
        case "fling":
            yield f"{who} fling goal"
        case _:
            yield str(ask.sample(pick)) if about.coach else f"{who} fetch"


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


def _jobs(state: Pitch, seat: Seat, guards: int) -> Jobs:
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
            _clear(jobs, free, foes, own[place], min(guards, share))
        elif place in foes:
            for figure in _nearest(free, foes[place])[:share]:
                jobs[figure] = (_against(place, foes[place]), "fetch", "hold")
        elif place[0].isdecimal():
            spot = at(place)
            number = state.balls.index(place) + 1
            for figure in _by_time(free, spot)[:RUNNERS]:
                jobs[figure] = (f"fetch ball{number}", "fetch", "hold")
                del free[figure]
            _clear(jobs, free, foes, spot, min(guards, share))
    for figure in own:
        jobs.setdefault(
            figure, (*(_against(foe, foes[foe]) for foe in _nearest(foes, own[figure])[:1]), "hold")
        )
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
        and distance(here, there) <= reach * reach
        and not any(distance(there, foe) <= 4 for foe in foes.values())
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
    return sorted(figures, key=lambda figure: (distance(figures[figure], spot), figure))


def _by_time(figures: dict[FigureId, Point], spot: Point) -> list[FigureId]:
    """By the turns that they take to get there; of those that take as long the better hands first."""
    return sorted(
        figures,
        key=lambda each: (
            distance(figures[each], spot) ** 0.5 // stats(each).move,
            -stats(each).nab - stats(each).fling,
            each,
        ),
    )
