"""What a seat is told of its own plan and line-up: in the answer to a line, and in its mails.

A list of preference reads `fetch, else guard 20,10`: the second line counts only where the first is not possible
(SLARGEBALL-120, 121).
"""

import re
from collections.abc import Sequence

from pbem.games.slargeball.coaches import coach_of
from pbem.games.slargeball.lines import PARTS, Line, PlanLine
from pbem.games.slargeball.names import listed
from pbem.games.slargeball.orders import Agree, plan_line
from pbem.games.slargeball.other_lines import Activate, First, Last, Lineup, Name
from pbem.games.slargeball.state import Memory, Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side
from pbem.play.requests import Order, Seat

FEW = 7
"""Maximum number of figures named in the answer to a line for several; for more, only the number is told."""


# The answer to a line.


def echo(state: Pitch, seat: Seat, figures: Sequence[FigureId], line: Line) -> str:
    """What the writer of a line is told: the present plan of the figure it is for, and what could not work this
    turn."""
    figure = figures[0]
    called = own_name(figure)
    if told := line.told(called):
        return told
    if len(figures) > 1:
        parts = [f"So ordered for {_crowd(figures)}", _doubts(state, figures, line)]
    else:
        doubt = _never(state, seat, figure, line) or _doubt(state, figure, line, called)
        parts = [f"Plan of {called}: {_plan(state.memory(seat), figure) or 'nothing ordered'}", doubt]
    return ". ".join(filter(None, parts))


def _crowd(figures: Sequence[FigureId]) -> str:
    return listed(list(map(own_name, figures))) if len(figures) <= FEW else f"{len(figures)} figures"


def _doubts(state: Pitch, figures: Sequence[FigureId], line: Line) -> str:
    """Each warning once: in full for the first figure, then the other figures it applies to."""
    alike: dict[str, list[str]] = {}
    for figure in figures:
        if doubt := _doubt(state, figure, line, "*"):
            alike.setdefault(doubt, []).append(own_name(figure))
    told = []
    for doubt, (first, *others) in alike.items():
        same = f" The same goes for {listed(others)}." if others and "*" in doubt else ""
        told.append(doubt.replace("*", first) + same)
    return " ".join(told)


def _never(state: Pitch, seat: Seat, figure: FigureId, line: Line) -> str:
    """A warning about a line that is never reached, since one before it is always possible; or an empty text."""
    if not isinstance(line, PlanLine):
        return ""
    before = map(plan_line, state.memory(seat).plans[figure].part(line.part)[:-1])
    hiding = next((str(each) for each in before if each.unfailing and not each.when), "")
    return hiding and (
        f'Warning: "{_bare(figure, hiding)}" comes before it and is always possible, so this line never counts.'
    )


def _doubt(state: Pitch, figure: FigureId, line: Line, called: str) -> str:
    """A warning about a line that could not work this turn; it is kept all the same."""
    if isinstance(line, PlanLine) and figure in state.down:
        return f"Warning: {called} lies unconscious; the plan waits until they wake."
    if isinstance(line, PlanLine) and state.frozen(figure):
        return f"Warning: {called} is frozen; the plan waits until the Coach has done with them."
    return line.doubt(state, figure, called)


# The plan as it stands.


def told_plans(state: Pitch, seat: Seat) -> list[str]:
    """A seat's plans, figures with the same plan together: `1T1 1T2: chase b1T1, else fetch; fling goal; first`."""
    memory, groups = state.memory(seat), dict[str, list[str]]()
    for figure in state.commanded(seat):
        if plan := _plan(memory, figure):
            groups.setdefault(plan, []).append(own_name(figure))
    return [f"{' '.join(figures)}: {plan}" for plan, figures in groups.items()]


def recall(state: Pitch, seat: Seat) -> list[str]:
    """Everything that a seat has ordered, as its mails tell it; the line-up itself is drawn on the board."""
    memory = state.memory(seat)
    told: list[str] = []
    if plans := told_plans(state, seat):
        told += ["Your plan, figure by figure:", *(f"  {plan}" for plan in plans)]
    if memory.agree:
        told.append("You vote for Break Play this turn.")
    if memory.until >= state.turn:
        told.append(f"Your plan stands until turn {memory.until}, or until a ball changes hands.")
    if memory.lineup and state.phase == "play":
        places = (f"{own_name(figure)} {square}" for figure, square in memory.lineup.items())
        told.append(f"Places after a Break Play: {'; '.join(places)}; the others on their standard squares.")
    if memory.names:
        names = (f"{own_name(figure)} {text}" for figure, text in memory.names.items())
        told.append(f"Names from the next turn on: {'; '.join(names)}.")
    if standing := _standing(memory):
        told.append(f"Your standing orders: {'; '.join(standing)}.")
    return told


def in_force(state: Pitch, seat: Seat) -> list[str]:
    """Everything that a seat has ordered, as lines that would set it again."""
    memory = state.memory(seat)
    plans = [memory.plans.get(figure, Plan()) for figure in state.commanded(seat)]
    planned = [line for plan in plans for part in PARTS if part != "place" for line in plan.part(part)]
    lines: list[Order] = []
    lines += [First(own_name(figure)) for figure in reversed(memory.first)]
    lines += [Last(own_name(figure)) for figure in memory.last]
    lines += [Lineup(own_name(figure), square) for figure, square in memory.lineup.items()]
    lines += [Name(own_name(figure), text) for figure, text in memory.names.items()]
    lines += [Activate(coach_of(seat_side(seat))[1:], memory.activate)] if memory.activate else []
    lines += [Agree()] if memory.agree else []
    return [*planned, *map(str, lines), *_standing(memory)]


def _standing(memory: Memory) -> list[str]:
    always = [("always plan " + matter.removeprefix("plan")).rstrip() for matter in memory.always]
    return [*always, *(["narration full"] if memory.full else [])]


def _plan(memory: Memory, figure: FigureId) -> str:
    """A figure's plan without its name: `chase bT1, else fetch; fling goal; first`."""
    plan = memory.plans.get(figure, Plan())
    parts = [
        ", else ".join(_bare(figure, line) for line in plan.part(part)) for part in PARTS if part != "place"
    ]
    if memory.activate and kind_of(figure) == "H":
        parts.append(f"activate {own_name(memory.activate)}")
    parts += ["first"] if figure in memory.first else ["last"] if figure in memory.last else []
    return "; ".join(filter(None, parts))


def _bare(figure: FigureId, line: str) -> str:
    """A line without its figure, and with teammates as their own side calls them."""
    words = line.removeprefix(f"{own_name(figure)} ")
    return re.sub(rf"\b{figure[0]}(?=[0-9]?[DTNGCRH][0-9]?\b)", "", words, flags=re.ASCII)
