"""Plans and line-ups (SLARGEBALL-36, 119, 120, 128 to 130, 143): how a seat's lines are checked and kept.

Every line of a plan is an edit: it goes into the seat's memory. None of it is used before the figure's turn comes.
"""

from pbem.games.slargeball.lines import GROUPS, Line, PlanLine
from pbem.games.slargeball.names import own_figure
from pbem.games.slargeball.orders import KIND_WORDS, Agree, Always, Narration, Standard
from pbem.games.slargeball.recall import echo
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import SQUAD, FigureId, kind_of, own_name
from pbem.play.orders import Refused
from pbem.play.requests import Order, Seat


def note(
    state: Pitch, seat: Seat, line: Order, *, first: bool, allowed: frozenset[FigureId] | None = None
) -> str:
    """Keep a line in the seat's memory and say what its plan is now; raises `Refused`, and then keeps nothing.

    `first`: the line begins a new answer. `allowed`: whose lines may be changed now, if not everybody's; of several
    figures a line is for these only.
    """
    if isinstance(line, Line):
        figures, line = check(state, seat, line, allowed)
    memory = state.memorise(seat)
    if first:
        memory.touched = []
    match line:
        case Line():
            line.keep(memory, figures)
            return echo(state, seat, figures, line)
        case Agree():
            memory.agree = True
            return "You agree to Break Play this turn"
    assert isinstance(line, Standard)
    memory.lineup.clear()
    memory.ready = True
    return "All your figures line up on their standard squares; no done is needed"


def check(
    state: Pitch, seat: Seat, line: Line, allowed: frozenset[FigureId] | None = None
) -> tuple[list[FigureId], Line]:
    """The figures that a line is for, and the line in full; raises `Refused`."""
    figures, line = _figures(state, seat, line, allowed), line.in_full(state, seat)
    for figure in figures:
        line.check(state, figure)
    return figures, line


def vet(state: Pitch, seat: Seat, order: Order) -> None:
    """Refuse a line for figures that the seat does not command, or that tells them what they may never do."""
    if isinstance(order, Line):
        figures, line = _figures(state, seat, order, None), order.in_full(state, seat)
        for figure in figures:
            line.vet(state, figure)


def _figures(state: Pitch, seat: Seat, line: Line, allowed: frozenset[FigureId] | None) -> list[FigureId]:
    """The figures that a line is for (SLARGEBALL-129), as far as it is their turn."""
    figures = _group(state, seat, line) or [own_figure(state, seat, line.who)]
    if isinstance(line, PlanLine) and kind_of(figures[0]) == "H":
        raise Refused('The Coach takes no such orders; only "activate".')
    if allowed is None:
        return figures
    timely = [figure for figure in figures if figure in allowed]
    if not timely:
        now = ", ".join(own_name(figure) for figure in state.commanded(seat) if figure in allowed)
        raise Refused(f"{line.who} cannot get orders now; give orders to {now}.")
    return timely


def _group(state: Pitch, seat: Seat, line: Line) -> list[FigureId]:
    """The figures that a line for several is for, the Coach never among them; none if it is for one."""
    who, _, number = line.who.partition(" ")
    if who not in GROUPS:
        return []
    if not line.several:
        raise Refused(f'Give "{str(line).removeprefix(line.who).split()[0]}" to one figure only.')
    own = [figure for figure in state.commanded(seat) if kind_of(figure) in GROUPS[who]]
    if who != "squad":
        return own
    squads = state.squads_of(seat)
    if int(number) not in squads:
        raise Refused(f"You command squad {' and '.join(map(str, squads))}, not squad {number}.")
    place = squads.index(int(number)) * len(SQUAD)
    return own[place : place + len(SQUAD)]


# Standing orders.


def keep_standing(state: Pitch, seat: Seat, order: Always | Narration) -> str:
    """Store which asks the plan answers by itself (section 4 of the rules), and how the seat is told what happens."""
    memory = state.memorise(seat)
    if isinstance(order, Narration):
        memory.full = order.how == "full"
        return f"From now on you are told {'every die' if memory.full else 'in short what happens'}"
    if order.how == "plan":
        if order.matter not in memory.always:
            memory.always.append(order.matter)
        return f"The match does not wait for you: your plan stands ({order.matter})"
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
