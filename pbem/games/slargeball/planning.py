"""Plans and line-ups (SLARGEBALL-36, 119, 120, 128 to 130, 143): how a seat's lines are checked and kept.

Every line of a plan is an edit: it goes into the seat's memory. Nothing of it is looked at before the figure's time
comes.
"""

from __future__ import annotations

import msgspec

from pbem.games.slargeball.coaches import check_target
from pbem.games.slargeball.conditions import TESTS, with_figures
from pbem.games.slargeball.field import FIELD, TITLES, at
from pbem.games.slargeball.names import any_figure, exit_square, lineup_square, may_go, own_figure
from pbem.games.slargeball.orders import (
    GROUPS,
    KIND_WORDS,
    PARTS,
    Activate,
    Agree,
    Always,
    Chase,
    Fetch,
    First,
    Fling,
    Follow,
    Guard,
    Last,
    Line,
    Lineup,
    Move,
    Name,
    Narration,
    PartName,
    PlanLine,
    Score,
    Standard,
    Stop,
    Whap,
)
from pbem.games.slargeball.recall import echo
from pbem.games.slargeball.state import Memory, Pitch, Plan
from pbem.games.slargeball.teams import SQUAD, FigureId, kind_of, own_name, seat_side, side_of
from pbem.play.orders import Refused
from pbem.play.requests import Order, Seat


def note(
    state: Pitch, seat: Seat, line: Order, *, first: bool, allowed: frozenset[FigureId] | None = None
) -> str:
    """Keep a line in the seat's memory and say what its plan is now; raises `Refused`, and then keeps nothing.

    `first`: the line begins a new answer. `allowed`: whose lines may be changed now, if not everybody's; of several
    figures a line is for these only.
    """
    figures: list[FigureId] = []
    if isinstance(line, Line):
        figures = _figures(state, seat, line, allowed)
        line = _in_full(state, seat, line)
        for figure in figures:
            _check(state, seat, figure, line)
    memory = state.memorise(seat)
    if first:
        memory.touched = []
    match line:
        case Line():
            for figure in figures:
                _keep(memory, figure, line)
            return echo(state, seat, figures, line)
        case Agree():
            memory.agree = True
            return "You agree to Break Play this turn"
    assert isinstance(line, Standard)
    memory.lineup.clear()
    memory.ready = True
    return "All your figures line up on their standard squares; that needs no done"


def vet(state: Pitch, seat: Seat, order: Order) -> None:
    """Refuse a line for figures that the seat does not command, or of what they may never do."""
    if not isinstance(order, Line):
        return
    figures = _figures(state, seat, order, None)
    if isinstance(order, Fetch) and not state.balls:
        order = msgspec.structs.replace(order, ball=0)  # how many there are is known once they are thrown in
    line = _in_full(state, seat, order)
    for figure in figures:
        match line:
            case Lineup():
                _may_line_up(state, figure, line)
            case Activate():
                _only_coach(figure)
            case _:
                _check(state, seat, figure, line)


# Whom a line is for and of whom it speaks.


def _figures(state: Pitch, seat: Seat, line: Line, allowed: frozenset[FigureId] | None) -> list[FigureId]:
    """Whom a line is for (SLARGEBALL-129), as far as it is their time."""
    figures = _group(state, seat, line) or [own_figure(state, seat, line.who)]
    if isinstance(line, PlanLine) and kind_of(figures[0]) == "H":
        raise Refused('The Coach takes no such orders; only "activate".')
    if allowed is None:
        return figures
    timely = [figure for figure in figures if figure in allowed]
    if not timely:
        now = ", ".join(own_name(figure) for figure in state.commanded(seat) if figure in allowed)
        raise Refused(f"It is not the time of {line.who}; now you may give orders to {now}.")
    return timely


def _group(state: Pitch, seat: Seat, line: Line) -> list[FigureId]:
    """The figures that a line for several is for, the Coach never among them; none if it is for one."""
    who, _, number = line.who.partition(" ")
    if who not in GROUPS:
        return []
    if not isinstance(line, PlanLine | Stop):
        raise Refused(f'Say "{str(line).removeprefix(line.who).split()[0]}" of one figure.')
    own = [figure for figure in state.commanded(seat) if kind_of(figure) in GROUPS[who]]
    if who != "squad":
        return own
    squads = state.squads_of(seat)
    if int(number) not in squads:
        raise Refused(f"You command squad {' and '.join(map(str, squads))}, not squad {number}.")
    place = squads.index(int(number)) * len(SQUAD)
    return own[place : place + len(SQUAD)]


def _in_full(state: Pitch, seat: Seat, line: Line) -> Line:
    """A line with everybody it speaks of named in full, or refused whoever is to carry it out."""
    side = seat_side(seat)

    def foe(word: str) -> FigureId:
        found = any_figure(state, seat, word)
        if side_of(found) == side:
            hint = "; use follow" if isinstance(line, Chase) else ""
            raise Refused(f"{own_name(found)} is on your side{hint}.")
        return found

    def friend(word: str) -> FigureId:
        found = any_figure(state, seat, word)
        if side_of(found) != side:
            raise Refused(f"{found} plays for {TITLES[side_of(found)]}; use chase.")
        return found

    if isinstance(line, PlanLine) and line.when:
        TESTS.vet(line.when, state, seat)
        when = with_figures(line.when, lambda word: any_figure(state, seat, word))
        line = msgspec.structs.replace(line, when=when)
    match line:
        case Chase() | Whap():
            return msgspec.structs.replace(line, targets=tuple(map(foe, line.targets)))
        case Follow():
            return msgspec.structs.replace(line, target=friend(line.target))
        case Fling() if "," in line.target:
            if at(line.target) not in FIELD:
                raise Refused(f"{line.target} is off the field; a fling needs a square of the field.")
        case Fling() if line.target != "goal":
            return msgspec.structs.replace(line, target=any_figure(state, seat, line.target))
        case Fetch() if line.ball > len(state.balls):
            raise Refused(f"There is no ball{line.ball} in this game; the last is ball{len(state.balls)}.")
        case Activate():
            return msgspec.structs.replace(line, target=any_figure(state, seat, line.target))
    return line


def _check(state: Pitch, seat: Seat, figure: FigureId, line: Line) -> None:
    """Refuse what this figure may never do."""
    called = own_name(figure)
    match line:
        case Move():
            _check_way(figure, line)
        case Score() if kind_of(figure) != "G":
            raise Refused("Only a Goalie may carry a ball into a bunker.")
        case Guard():
            may_go(figure, at(line.square))
        case Follow() if line.target == figure:
            raise Refused(f"{called} cannot follow itself.")
        case Fling() if line.target == figure:
            raise Refused(f"{called} cannot fling to itself.")
        case Lineup():
            _check_place(state, seat, figure, line)
        case Activate():
            _only_coach(figure)
            check_target(state, side_of(figure), line.target)


def _check_way(figure: FigureId, line: Move) -> None:
    """The squares of a `move` line: where the figure may go, the last perhaps one step off the field."""
    for index, square in enumerate(line.squares, start=1):
        point = at(square)
        if point not in FIELD:
            beside = exit_square(point)
            if beside is None or index < len(line.squares):
                raise Refused("A figure can leave the field only over an edge: one step, not at a corner.")
            point = beside
        may_go(figure, point)


def _only_coach(figure: FigureId) -> None:
    if kind_of(figure) != "H":
        raise Refused(f"Only the Coach can be activated, not {own_name(figure)}.")


def _may_line_up(state: Pitch, figure: FigureId, line: Lineup) -> None:
    if kind_of(figure) == "H":
        raise Refused("The Coach stands on his spot beside the field.")
    lineup_square(state, figure, line.square)


def _check_place(state: Pitch, seat: Seat, figure: FigureId, line: Lineup) -> None:
    _may_line_up(state, figure, line)
    for other, square in state.memory(seat).lineup.items():
        if square == line.square and other != figure:
            raise Refused(f"{square} is already {own_name(other)}'s place.")


# What is kept.


def _keep(memory: Memory, figure: FigureId, line: Line) -> None:
    match line:
        case PlanLine():
            _part(memory, figure, line.part).append(f"{own_name(figure)} {line.order}")
        case First() | Last():
            _unplace(memory, figure)
            if isinstance(line, First):
                memory.first.insert(0, figure)
            else:
                memory.last.append(figure)
        case Stop():
            for part in PARTS:
                if line.part in ("", part):
                    _empty(memory, figure, part)
            if not line.part and kind_of(figure) == "H":
                memory.activate = ""
        case Lineup():
            memory.lineup[figure] = line.square
            memory.ready = False
        case Name():
            memory.names[figure] = line.text
        case Activate():
            memory.activate = line.target


def _part(memory: Memory, figure: FigureId, part: PartName) -> list[str]:
    """The lines of a part; the first time in an answer they begin anew (SLARGEBALL-120)."""
    lines = memory.plans.setdefault(figure, Plan()).part(part)
    key = f"{figure} {part}"
    if key not in memory.touched:
        memory.touched.append(key)
        lines.clear()
    return lines


def _empty(memory: Memory, figure: FigureId, part: PartName) -> None:
    if part == "place":
        _unplace(memory, figure)
    elif figure in memory.plans:
        memory.plans[figure].part(part).clear()


def _unplace(memory: Memory, figure: FigureId) -> None:
    for places in (memory.first, memory.last):
        if figure in places:
            places.remove(figure)


# Standing orders.


def keep_standing(state: Pitch, seat: Seat, order: Always | Narration) -> str:
    """Note which asks the plan answers by itself (section 4 of the rules), and how the seat is told what happens."""
    memory = state.memorise(seat)
    if isinstance(order, Narration):
        memory.full = order.how == "full"
        return f"From now on you are told {'every die' if memory.full else 'in short what happens'}"
    if order.how == "plan":
        if order.matter not in memory.always:
            memory.always.append(order.matter)
        return f"You are not waited for: your plan stands ({order.matter})"
    if str(order) == "always ask":
        memory.always.clear()
        return "You are asked for everything"
    _ask_again(memory.always, order)
    return f"You are asked again ({order.matter})"


def _ask_again(always: list[str], order: Always) -> None:
    """Take back what was left to the plan: a phase with all its kinds, or one kind alone."""
    if order.kind and "move" in always:
        always[:] = [*always, *(f"move {kind}" for kind in KIND_WORDS.values())]
        always.remove("move")
    always[:] = [each for each in dict.fromkeys(always) if not f"{each} ".startswith(f"{order.matter} ")]
