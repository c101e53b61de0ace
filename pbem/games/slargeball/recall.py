"""What a seat is told of its own plan and line-up: in the answer to a line, and in its mails.

A list of preference reads `fetch, else guard 20,10`: the second line counts only where the first is not possible
(SLARGEBALL-120, 121).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.slargeball.coaches import coach_of
from pbem.games.slargeball.field import FIELD, at, name
from pbem.games.slargeball.names import exit_square
from pbem.games.slargeball.orders import (
    PARTS,
    Activate,
    Agree,
    Chase,
    Fetch,
    First,
    Fling,
    Goal,
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
)
from pbem.games.slargeball.purposes import aimed_at, in_range
from pbem.games.slargeball.reading import plan_line
from pbem.games.slargeball.state import FigureId, Memory, Pitch, Plan, own_name, seat_side, stats
from pbem.play.requests import Order, Seat

FEW = 7
"""So many figures are named in the answer to a line for several; of more the number is told."""
UNFAILING = (Hold, Guard, Whap, NoWhap, NoFling, Nab, NoNab)
"""Lines that are always possible: without conditions they hide all behind them (SLARGEBALL-122, 141)."""


# The answer to a line.


def echo(state: Pitch, seat: Seat, figures: Sequence[FigureId], line: Line) -> str:
    """What the writer of a line is told: the figure's plan now, and what could not work this turn.

    `line` is the one for the first of the `figures`.
    """
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
        told = f"So ordered for {_crowd(figures)}"
        doubt = _doubt_about_others(state, line)
    else:
        told = f"Plan of {called}: {_plan(state.memory(seat), figure) or 'nothing ordered'}"
        doubt = _doubt(state, seat, figure, line)
    return f"{told}. {doubt}" if doubt else told


def _crowd(figures: Sequence[FigureId]) -> str:
    if len(figures) > FEW:
        return f"{len(figures)} figures"
    *others, last = map(own_name, figures)
    return f"{', '.join(others)} and {last}"


def _doubt(state: Pitch, seat: Seat, figure: FigureId, line: Line) -> str:
    """A warning of a line that could not work this turn, or never; it is kept all the same."""
    called = own_name(figure)
    if isinstance(line, PlanLine):
        if figure in state.down:
            return f"Warning: {called} lies unconscious; his plan waits until he wakes."
        if state.frozen(figure):
            return f"Warning: {called} is frozen; his plan waits until the Coach has done with him."
        if hiding := _hiding(state, seat, figure, line):
            return f'Warning: "{hiding}" stands before it and is always possible, so this line never counts.'
    match line:
        case Move() if (point := at(line.squares[-1])) not in FIELD:
            edge = exit_square(point)
            assert edge is not None
            return f"Warning: {line.squares[-1]} is off the field. The fans will knock {called} out on {name(edge)}."
        case Goal() | Score() if not state.carried(figure):
            return f"Warning: {called} carries nothing now."
        case Fetch() if state.carried(figure):
            return f"Warning: {called} carries a ball now."
        case Fling() if figure in state.figures:
            aim = aimed_at(state, figure, line.target)
            if aim is not None and not in_range(figure, state.where(figure), aim):
                return f"Warning: {name(aim)} is out of {called}'s range of {stats(figure).reach} now."
    return _doubt_about_others(state, line)


def _doubt_about_others(state: Pitch, line: Line) -> str:
    """A warning that holds whoever the line is for: nobody of those it names stands on the field."""
    match line:
        case Chase() | Whap() if line.targets and not any(map(state.up, line.targets)):
            return f"Warning: {', '.join(line.targets)} does not stand on the field now."
        case Fling() if line.target[0] in "rb" and not state.up(line.target):
            return f"Warning: {line.target} does not stand on the field now."
    return ""


def _hiding(state: Pitch, seat: Seat, figure: FigureId, line: PlanLine) -> str:
    """The line before this one in its list that lets it never have its turn, or an empty text."""
    before = map(plan_line, state.memory(seat).plans[figure].part(line.part)[:-1])
    return next(
        (_bare(figure, str(each)) for each in before if isinstance(each, UNFAILING) and not each.when), ""
    )


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
    if memory.activate:
        told.append(f"Your Coach tries for {own_name(memory.activate)} this turn.")
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
    return [("always plan " + matter.removeprefix("plan")).rstrip() for matter in memory.always]


def _plan(memory: Memory, figure: FigureId) -> str:
    """A figure's plan without its name: `chase bT1, else fetch; fling goal; first`."""
    plan = memory.plans.get(figure, Plan())
    parts = [
        ", else ".join(_bare(figure, line) for line in plan.part(part)) for part in PARTS if part != "place"
    ]
    place = "first" if figure in memory.first else "last" if figure in memory.last else ""
    return "; ".join(part for part in (*parts, place) if part)


def _bare(figure: FigureId, line: str) -> str:
    """A line without its figure, and with team-mates as their own side calls them."""
    words = line.removeprefix(f"{own_name(figure)} ")
    return re.sub(rf"\b{figure[0]}(?=[0-9]?[DTNGCRH][0-9]?\b)", "", words, flags=re.ASCII)
