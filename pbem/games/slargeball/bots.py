"""Players of the house.

`easy` gives one plan for the match and does not look again. `normal` gives every figure a job each turn, by where the
balls and the others are (`jobs`), and sends one figure against opponents at each ball. `hard` lines up on its
slargeline, and each turn puts a plan together by trial (`trying`).
"""

from collections.abc import Iterator
from typing import Any

from pbem.games.slargeball.events import Choosing
from pbem.games.slargeball.field import WIDTH, at, name
from pbem.games.slargeball.jobs import Job, Jobs, jobs_of
from pbem.games.slargeball.state import Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, standard_squares
from pbem.games.slargeball.trying import tried_jobs
from pbem.play.requests import Ask, Pick, Seat


def easy(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """One plan, given once: all fetch balls and carry them within range."""
    if ask.name != "plan":
        return "done"
    memory = state.memory(ask.seat)
    idle = [each for each in state.commanded(ask.seat) if memory.plans.get(each, Plan()) == Plan()]
    return _written({figure: _habit(figure) for figure in idle if kind_of(figure) != "H"})


def normal(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """A plan for what has come of the last one."""
    return _written(_at_first_sight(state, ask.seat)) if ask.name == "plan" else "done"


def hard(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The plan that has come out best in trials."""
    match ask.name:
        case "lineup":
            return _written({figure: (f"lineup {square}",) for figure, square in _front(state, ask.seat)})
        case "plan":
            return _written(tried_jobs(state, ask.seat, pick))
    return "done"


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
            for figure, (job, *_) in _at_first_sight(state, ask.seat).items():
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


def _habit(figure: FigureId) -> Job:
    match kind_of(figure):
        case "G":
            return "score", "fetch if ball within 9", "hold"
        case "D":
            return "fetch if ball within 9", "hold"
    return "goal", "fetch if loose", "hold"


def _at_first_sight(state: Pitch, seat: Seat) -> Jobs:
    """What `normal` tells the figures of a seat."""
    jobs = jobs_of(state, seat_side(seat), guards=1)
    return {figure: jobs[figure] for figure in state.commanded(seat) if figure in jobs}


def _front(state: Pitch, seat: Seat) -> Iterator[tuple[FigureId, str]]:
    """The squads side by side on the slargeline: all but D reach a ball in the middle on the second turn."""
    column = state.line if seat_side(seat) == "R" else WIDTH + 1 - state.line
    for figure in state.commanded(seat):
        if kind_of(figure) in "DTNR":
            row = at(standard_squares(state.squads, state.line)[figure])[1]
            row += 3 if kind_of(figure) == "D" else {"N1": 1, "N2": -1}.get(figure[-2:], 0)
            yield figure, name((column, row))
        elif kind_of(figure) == "G":
            yield figure, "59,16" if seat_side(seat) == "R" else "6,16"
