"""Plans and line-ups (SLARGEBALL-33, 36, 45, 110, 119, 120, 128 to 132, 143): what the seats are asked.

Every line of a plan is an edit: it goes into the seat's memory and leaves the ask open until `done`. Nothing of it is
looked at before the figure's time comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.games.slargeball.coaches import check_target, coach_of, need
from pbem.games.slargeball.conditions import with_figures
from pbem.games.slargeball.events import Choosing
from pbem.games.slargeball.falling import Whistle
from pbem.games.slargeball.field import (
    FIELD,
    OTHER,
    TITLES,
    ZONE_WORDS,
    Side,
    at,
    columns_behind_line,
)
from pbem.games.slargeball.names import (
    any_figure,
    exit_square,
    lineup_square,
    may_go,
    own_figure,
)
from pbem.games.slargeball.orders import (
    FIGURE_LINES,
    FLING_LINES,
    KIND_WORDS,
    PARTS,
    PLAN_LINES,
    WHAP_LINES,
    Activate,
    Agree,
    Always,
    Chase,
    Done,
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
from pbem.games.slargeball.samples import sample_line, sample_place
from pbem.games.slargeball.state import (
    FigureId,
    Kind,
    Memory,
    Pitch,
    Plan,
    kind_of,
    own_name,
    seat_side,
    side_of,
)
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask_all

# What is asked.


def ask_lineups(state: Pitch) -> Rules[None]:
    """All seats at once place their figures (SLARGEBALL-33)."""
    yield from ask_all(*(_lineup_ask(state, seat) for seat in _present(state)))


def ask_plans(state: Pitch) -> Rules[None]:
    """All seats at once, in secret; who has said `done N` or `always plan` is not waited for (SLARGEBALL-45, 130)."""
    for memory in state.private.values():
        memory.touched, memory.activate, memory.agree = [], "", False
    answers = yield from ask_all(*(_plan_ask(state, seat) for seat in _present(state)))
    for seat, answer in answers.items():
        if isinstance(answer, Done) and (answer.turns > 1 or state.memory(seat).until):
            state.memorise(seat).until = state.turn + answer.turns - 1
    for memory in state.private.values():
        state.nicknames.update(memory.names)
        memory.names = {}


def check_votes(state: Pitch) -> None:
    """SLARGEBALL-110: the plan of every seat that is still in calls for Break Play; raises `Whistle`."""
    if all(state.memory(seat).agree for seat in _present(state)):
        raise Whistle("agreed")


def ask_movers(state: Pitch, side: Side, kind: Kind) -> Rules[None]:
    """Mode strict: the seats of a side that have a figure to move in this sub-phase (SLARGEBALL-132)."""
    concerned = [
        figure for figure in state.team(side) if kind_of(figure) == kind and _may_move(state, figure)
    ]
    lines = (Activate, Stop) if kind == "H" else FIGURE_LINES
    yield from _ask_parts(state, "move", f"move {KIND_WORDS[kind]}", lines, concerned)


def ask_whappers(state: Pitch, concerned: Sequence[FigureId]) -> Rules[None]:
    """Mode strict: all seats that have a figure in contact with an opponent, at once."""
    yield from _ask_parts(state, "whap", "whap", (*WHAP_LINES, Stop), concerned)


def ask_flingers(state: Pitch, side: Side) -> Rules[None]:
    """Mode strict: the seats of a side that have a carrier who may aim."""
    concerned = [
        figure
        for figure in state.team(side)
        if state.carried(figure) and state.up(figure) and kind_of(figure) != "H" and not state.frozen(figure)
    ]
    yield from _ask_parts(state, "fling", "fling", (*FLING_LINES, Stop), concerned)


def _may_move(state: Pitch, figure: FigureId) -> bool:
    if kind_of(figure) != "H":
        return state.up(figure) and not state.frozen(figure)
    coach = state.coaches[side_of(figure)]
    return coach.doing == "idle" and figure not in state.down and need(coach) > 0


def _present(state: Pitch) -> list[Seat]:
    return [seat for seat in state.seats if seat not in state.left]


def _lineup_ask(state: Pitch, seat: Seat) -> Ask[Done]:
    def standing() -> Done | None:
        return Done() if state.memory(seat).ready else None

    def sample(pick: Pick) -> Order:
        placed = sample_place(state, seat, pick)
        legal = placed is not None and pick.chance(60) and _legal(state, seat, placed)
        return placed if placed is not None and legal else pick.one([Done(), Standard()])

    side = seat_side(seat)
    figures = tuple(own_name(figure) for figure in state.commanded(seat) if kind_of(figure) != "H")
    square = f"{state.line - 2},12" if side == "R" else f"{67 - state.line},12"
    example = f"{next(figure for figure in figures if figure[-1] in '1D')} {square}"
    return Ask(
        seat=seat,
        name="lineup",
        takes=(Done,),
        check=lambda order: Done(),
        sample=sample,
        auto=Done,
        about=Choosing(
            seat,
            figures,
            example,
            columns=columns_behind_line(side, state.line),
            zone=ZONE_WORDS[OTHER[side]] if "G" in figures else "",
        ),
        standing=standing,
        edits=(Lineup, Name, Standard),
        edit=lambda line, first: note(state, seat, line, first=first),
        ends=Done(),
    )


def _plan_ask(state: Pitch, seat: Seat) -> Ask[Done]:
    def standing() -> Done | None:
        memory = state.memory(seat)
        if memory.until >= state.turn:
            return Done(memory.until - state.turn + 1)
        return Done() if "plan" in memory.always else None

    def sample(pick: Pick) -> Order:
        line = sample_line(state, seat, pick) if pick.chance(70) else None
        if line is None or not _legal(state, seat, line):
            return Done(pick.one([1, 1, 1, 2, 5]))
        return line

    figures = tuple(map(own_name, state.commanded(seat)))
    carriers = (own_name(each) for each in state.commanded(seat) if state.carried(each) and each[1:] != "H")
    return Ask(
        seat=seat,
        name="plan",
        takes=(Done,),
        check=lambda order: order,
        sample=sample,
        auto=Done,
        about=Choosing(
            seat,
            figures,
            figures[0],
            carrier=next(carriers, ""),
            coach=coach_of(seat_side(seat))[1:] in figures,
        ),
        standing=standing,
        edits=PLAN_LINES,
        edit=lambda line, first: note(state, seat, line, first=first),
        ends=Done(),
    )


def _ask_parts(
    state: Pitch, phase: PartName, matter: str, lines: tuple[type[Order], ...], concerned: Sequence[FigureId]
) -> Rules[None]:
    """Ask the commanders of these figures for these kinds of line, all at once."""
    for memory in state.private.values():
        memory.touched = []
    asks = []
    for seat in _present(state):
        own = [figure for figure in concerned if state.commander(figure) == seat]
        if own:
            asks.append(_part_ask(state, seat, phase, matter, lines, own))
    yield from ask_all(*asks)


def _part_ask(
    state: Pitch,
    seat: Seat,
    phase: PartName,
    matter: str,
    lines: tuple[type[Order], ...],
    own: Sequence[FigureId],
) -> Ask[Done]:
    allowed = frozenset(own)

    def standing() -> Done | None:
        always = state.memory(seat).always
        return Done() if phase in always or matter in always else None

    def sample(pick: Pick) -> Order:
        line = sample_line(state, seat, pick, lines, own) if pick.chance(30) else None
        return line if line is not None and _legal(state, seat, line, allowed) else Done()

    return Ask(
        seat=seat,
        name=phase,
        takes=(Done,),
        check=lambda order: Done(),
        sample=sample,
        auto=Done,
        about=Choosing(seat, tuple(map(own_name, own)), own_name(own[0]), coach=kind_of(own[0]) == "H"),
        standing=standing,
        edits=lines,
        edit=lambda line, first: note(state, seat, line, first=first, allowed=allowed),
        ends=Done(),
    )


# What is kept.


def note(
    state: Pitch, seat: Seat, line: Order, *, first: bool, allowed: frozenset[FigureId] | None = None
) -> str:
    """Keep a line in the seat's memory and say what its plan is now; raises `Refused`, and then keeps nothing.

    `first`: the line begins a new answer. `allowed`: whose lines may be changed now, if not everybody's; of several
    figures a line is for these only.
    """
    if isinstance(line, Agree):
        memory = state.memorise(seat)
        memory.agree = True
        if first:
            memory.touched = []
        return "You agree to Break Play this turn"
    if isinstance(line, Standard):
        memory = state.memorise(seat)
        memory.lineup.clear()
        memory.ready = True
        return "All your figures line up on their standard squares"
    assert isinstance(line, Line)
    figures = _figures(state, seat, line)
    if allowed is not None:
        figures = [figure for figure in figures if figure in allowed]
        if not figures:
            now = ", ".join(own_name(figure) for figure in state.commanded(seat) if figure in allowed)
            raise Refused(f"It is not the time of {line.who}; now you may give orders to {now}.")
    full = [_in_full(state, seat, figure, line) for figure in figures]
    memory = state.memorise(seat)
    if first:
        memory.touched = []
    for figure, each in zip(figures, full, strict=True):
        _keep(memory, figure, each)
    return echo(state, seat, dict(zip(figures, full, strict=True)))


def _legal(state: Pitch, seat: Seat, line: Order, allowed: frozenset[FigureId] | None = None) -> bool:
    """Whether a line would be kept."""
    try:
        note(msgspec.structs.replace(state, private={}), seat, line, first=False, allowed=allowed)
    except Refused:
        return False
    return not isinstance(line, Lineup) or line.square not in state.memory(seat).lineup.values()


def _figures(state: Pitch, seat: Seat, line: Line) -> list[FigureId]:
    """Whom a line is for (SLARGEBALL-129)."""
    if line.who not in ("all", "tremples", "nickelbacks") and not line.who.startswith("squad"):
        return [own_figure(state, seat, line.who)]
    if not isinstance(line, PlanLine | Stop):
        raise Refused(f'Say "{str(line).removeprefix(line.who).split()[0]}" of one figure.')
    own = [figure for figure in state.commanded(seat) if kind_of(figure) != "H"]
    if line.who == "all":
        return own
    if line.who.startswith("squad"):
        number = int(line.who.split()[1])
        squads = state.squads_of(seat)
        if number not in squads:
            raise Refused(f"You command squad {' and '.join(map(str, squads))}, not squad {number}.")
        return own[squads.index(number) * 6 : squads.index(number) * 6 + 6]
    kind = "T" if line.who == "tremples" else "N"
    return [figure for figure in own if kind_of(figure) == kind]


def _in_full(state: Pitch, seat: Seat, figure: FigureId, line: Line) -> Line:
    """A figure's line with everybody in it named in full, or refused."""
    called, kind, side = own_name(figure), kind_of(figure), side_of(figure)

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

    if kind == "H" and isinstance(line, PlanLine):
        raise Refused('The Coach takes no such orders; only "activate".')
    changes: dict[str, Any] = {"who": called}
    if isinstance(line, PlanLine):
        changes["when"] = with_figures(line.when, lambda word: any_figure(state, seat, word))
    match line:
        case Move():
            _check_way(figure, line)
        case Chase() | Whap():
            changes["targets"] = tuple(map(foe, line.targets))
        case Fetch() if line.ball > len(state.balls):
            raise Refused(f"There is no ball{line.ball} in this game; the last is ball{len(state.balls)}.")
        case Score() if kind != "G":
            raise Refused("Only a Goalie may carry a ball into a bunker.")
        case Guard():
            may_go(figure, at(line.square))
        case Follow():
            changes["target"] = friend(line.target)
            if changes["target"] == figure:
                raise Refused(f"{called} cannot follow itself.")
        case Fling() if "," in line.target:
            if at(line.target) not in FIELD:
                raise Refused(f"{line.target} is off the field; a fling needs a square of the field.")
        case Fling() if line.target != "goal":
            changes["target"] = any_figure(state, seat, line.target)
            if changes["target"] == figure:
                raise Refused(f"{called} cannot fling to itself.")
        case Lineup():
            _check_place(state, seat, figure, line)
        case Activate():
            if kind != "H":
                raise Refused(f"Only the Coach can be activated, not {called}.")
            changes["target"] = any_figure(state, seat, line.target)
            check_target(state, side, changes["target"])
    return msgspec.structs.replace(line, **changes)


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


def _check_place(state: Pitch, seat: Seat, figure: FigureId, line: Lineup) -> None:
    if kind_of(figure) == "H":
        raise Refused("The Coach stands on his spot beside the field.")
    lineup_square(state, figure, line.square)
    for other, square in state.memory(seat).lineup.items():
        if square == line.square and other != figure:
            raise Refused(f"{square} is already {own_name(other)}'s place.")


def _keep(memory: Memory, figure: FigureId, line: Line) -> None:
    match line:
        case PlanLine():
            lines = _part(memory, figure, line.part)
            lines.append(str(line))
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
    if isinstance(order, Narration):
        state.memorise(seat).full = order.how == "full"
        return (
            "You are told every die from now on"
            if order.how == "full"
            else "You are told in short from now on"
        )
    always = state.memorise(seat).always
    if order.how == "plan":
        if order.matter not in always:
            always.append(order.matter)
        return f"You are not waited for: your plan stands ({order.matter})"
    if str(order) == "always ask":
        always.clear()
        return "You are asked for everything"
    if order.matter in always:
        always.remove(order.matter)
    return f"You are asked again ({order.matter})"
