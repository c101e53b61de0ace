"""What a seat is told of its own plan and line-up: in the answer to a line, and in its mails.

A list of preference reads `fetch, else guard 20,10`: the second line counts only where the first is not possible
(SLARGEBALL-120, 121).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.slargeball.coaches import coach_of
from pbem.games.slargeball.field import FIELD, at, name
from pbem.games.slargeball.names import exit_square, listed
from pbem.games.slargeball.orders import (
    PARTS,
    Activate,
    Agree,
    Chase,
    Fetch,
    First,
    Fling,
    Guard,
    Hold,
    Last,
    Line,
    Lineup,
    Move,
    Nab,
    Name,
    NoFling,
    NoNab,
    NoWhap,
    PlanLine,
    Score,
    Whap,
    plan_line,
)
from pbem.games.slargeball.purposes import aimed_at, in_range
from pbem.games.slargeball.state import Memory, Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, stats
from pbem.play.requests import Order, Seat

FEW = 7
"""So many figures are named in the answer to a line for several; of more the number is told."""
UNFAILING = (Hold, Guard, Whap, NoWhap, NoFling, Nab, NoNab)
"""Lines that are always possible: without conditions they hide all behind them (SLARGEBALL-122, 141)."""


# The answer to a line.


def echo(state: Pitch, seat: Seat, figures: Sequence[FigureId], line: Line) -> str:
    """What the writer of a line is told: the plan now of the figure it is for, and what could not work this turn."""
    figure = figures[0]
    called = own_name(figure)
    match line:
        case Lineup():
            return f"{called} lines up on {line.square}"
        case Name():
            return f"{called} is called {line.text} from the next turn on"
        case Activate():
            return f"Your Coach tries for {own_name(line.target)} this turn"
    if len(figures) > 1:
        told = [f"So ordered for {_crowd(figures)}", _doubts(state, figures, line)]
    else:
        doubt = _never(state, seat, figure, line) or _doubt(state, figure, line, called)
        told = [f"Plan of {called}: {_plan(state.memory(seat), figure) or 'nothing ordered'}", doubt]
    return ". ".join(filter(None, told))


def _crowd(figures: Sequence[FigureId]) -> str:
    return listed(list(map(own_name, figures))) if len(figures) <= FEW else f"{len(figures)} figures"


def _doubts(state: Pitch, figures: Sequence[FigureId], line: Line) -> str:
    """Each warning once: in full for the first figure that it is true of, then for whom else it holds."""
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
    """A warning of a line that never has its turn, since one before it is always possible; or an empty text."""
    if not isinstance(line, PlanLine):
        return ""
    before = map(plan_line, state.memory(seat).plans[figure].part(line.part)[:-1])
    hiding = next((str(each) for each in before if isinstance(each, UNFAILING) and not each.when), "")
    return hiding and (
        f'Warning: "{_bare(figure, hiding)}" stands before it and is always possible, so this line never counts.'
    )


def _doubt(state: Pitch, figure: FigureId, line: Line, called: str) -> str:
    """A warning of a line that could not work this turn; it is kept all the same."""
    if isinstance(line, PlanLine) and figure in state.down:
        return f"Warning: {called} lies unconscious; the plan waits until they wake."
    if isinstance(line, PlanLine) and state.frozen(figure):
        return f"Warning: {called} is frozen; the plan waits until the Coach has done with them."
    match line:
        case Move() if (point := at(line.squares[-1])) not in FIELD:
            edge = exit_square(point)
            assert edge is not None
            return f"Warning: {line.squares[-1]} is off the field. The fans will knock {called} out on {name(edge)}."
        case Chase() | Whap() if line.targets and not any(map(state.up, line.targets)):
            return f"Warning: {', '.join(line.targets)} does not stand on the field now."
        case Score() if not state.carried(figure):
            return f"Warning: {called} carries nothing now."
        case Fetch() if state.carried(figure):
            return f"Warning: {called} carries a ball now."
        case Fling() if figure in state.figures:
            aim = aimed_at(state, figure, line.target)
            if aim is None:
                return f"Warning: {line.target} does not stand on the field now."
            if not in_range(figure, state.where(figure), aim):
                return f"Warning: {name(aim)} is out of {called}'s range of {stats(figure).reach} now."
    return ""


# The plan as it stands.


def told_plans(state: Pitch, seat: Seat) -> list[str]:
    """A seat's plans, figures with the same plan together: `1T1 1T2: chase b1T1, else fetch; fling goal; first`."""
    memory, groups = state.memory(seat), dict[str, list[str]]()
    for figure in state.commanded(seat):
        if plan := _plan(memory, figure):
            groups.setdefault(plan, []).append(own_name(figure))
    return [f"{' '.join(figures)}: {plan}" for plan, figures in groups.items()]


def recall(state: Pitch, seat: Seat) -> list[str]:
    """All that a seat has ordered, as its mails tell it; the line-up itself is drawn on the board."""
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
    """All that a seat has ordered, as lines that would set it again."""
    memory = state.memory(seat)
    lines: list[Order] = []
    for figure in state.commanded(seat):
        plan = memory.plans.get(figure, Plan())
        lines += [plan_line(line) for part in PARTS if part != "place" for line in plan.part(part)]
    lines += [First(own_name(figure)) for figure in reversed(memory.first)]
    lines += [Last(own_name(figure)) for figure in memory.last]
    lines += [Lineup(own_name(figure), square) for figure, square in memory.lineup.items()]
    lines += [Name(own_name(figure), text) for figure, text in memory.names.items()]
    lines += [Activate(coach_of(seat_side(seat))[1:], memory.activate)] if memory.activate else []
    lines += [Agree()] if memory.agree else []
    return [*map(str, lines), *_standing(memory)]


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
    """A line without its figure, and with team-mates as their own side calls them."""
    words = line.removeprefix(f"{own_name(figure)} ")
    return re.sub(rf"\b{figure[0]}(?=[0-9]?[DTNGCRH][0-9]?\b)", "", words, flags=re.ASCII)
