"""What the seats are asked (SLARGEBALL-33, 45, 110, 118, 130, 132): line-ups, plans and, in mode strict, parts of them.

All seats concerned are asked at once and in secret. Every line is an edit of the seat's plan and leaves the ask open;
`done` closes it, and so may a standing order.
"""

from collections.abc import Callable, Sequence

from pbem.games.slargeball.coaches import coach_of, need
from pbem.games.slargeball.events import Choosing
from pbem.games.slargeball.falling import Whistle
from pbem.games.slargeball.field import OTHER, ZONE_WORDS, Side, columns_behind_line
from pbem.games.slargeball.lines import PartName, Planning
from pbem.games.slargeball.orders import (
    FIGURE_LINES,
    FLING_LINES,
    KIND_WORDS,
    PLAN_LINES,
    WHAP_LINES,
    Done,
    Standard,
)
from pbem.games.slargeball.other_lines import Activate, Lineup, Name, Stop
from pbem.games.slargeball.planning import note
from pbem.games.slargeball.samples import lively_line, sample_line
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import FigureId, Kind, kind_of, own_name, seat_side, side_of
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask_all


def ask_lineups(state: Pitch) -> Rules[None]:
    """All seats at once place their figures (SLARGEBALL-33)."""
    yield from ask_all(*(_lineup_ask(state, seat) for seat in _present(state)))


def ask_plans(state: Pitch) -> Rules[None]:
    """Ask all seats at once, in secret, except those that have said `done N` or `always plan` (SLARGEBALL-45, 130)."""
    for memory in state.private.values():
        memory.touched, memory.activate, memory.agree = [], "", False
    answers = yield from ask_all(*(_plan_ask(state, seat) for seat in _present(state)))
    for seat, answer in answers.items():
        assert isinstance(answer, Done)
        until = state.turn + answer.turns - 1 if answer.turns > 1 else 0
        if until != state.memory(seat).until:
            state.memorise(seat).until = until
    for memory in state.private.values():
        state.nicknames.update(memory.names)
        memory.names = {}


def check_votes(state: Pitch) -> None:
    """SLARGEBALL-110: the plan of every seat that is still in calls for Break Play; raises `Whistle`."""
    if all(state.memory(seat).agree for seat in _present(state)):
        raise Whistle("agreed")


def ask_movers(state: Pitch, side: Side, kind: Kind) -> Rules[None]:
    """Mode strict: ask the seats of a side that have a figure to move in this sub-phase (SLARGEBALL-132)."""
    concerned = [
        figure for figure in state.team(side) if kind_of(figure) == kind and _may_move(state, figure)
    ]
    lines = (Activate, Stop) if kind == "H" else FIGURE_LINES
    yield from _ask_parts(state, "move", f"move {KIND_WORDS[kind]}", lines, concerned)


def ask_whappers(state: Pitch, concerned: Sequence[FigureId]) -> Rules[None]:
    """Mode strict: ask all seats that have a figure in contact with an opponent, at once."""
    yield from _ask_parts(state, "whap", "whap", (*WHAP_LINES, Stop), concerned)


def ask_flingers(state: Pitch, side: Side) -> Rules[None]:
    """Mode strict: ask the seats of a side that have a carrier who may aim."""
    concerned = [
        figure
        for figure in state.team(side)
        if state.carried(figure) and kind_of(figure) != "H" and not state.frozen(figure)
    ]
    yield from _ask_parts(state, "fling", "fling", (*FLING_LINES, Stop), concerned)


def _may_move(state: Pitch, figure: FigureId) -> bool:
    if kind_of(figure) != "H":
        return state.up(figure) and not state.frozen(figure)
    coach = state.coaches[side_of(figure)]
    return coach.doing == "idle" and figure not in state.down and need(coach) > 0


def _present(state: Pitch) -> list[Seat]:
    return [seat for seat in state.seats if seat not in state.left]


def _ask(
    state: Pitch,
    about: Choosing,
    name: str,
    lines: tuple[type[Planning], ...],
    standing: Callable[[], Done | None],
    sample: Callable[[Pick], Order],
    allowed: frozenset[FigureId] | None = None,
) -> Ask[Done]:
    """Ask for lines of a plan or line-up, for some figures only if so `allowed`; `done` hands them in."""
    return Ask(
        seat=about.seat,
        name=name,
        takes=(Done,),
        check=lambda order: order if name == "plan" else Done(),  # only a plan may be valid for several turns
        sample=sample,
        auto=Done,
        about=about,
        standing=standing,
        edits=lines,
        edit=lambda line, first: note(state, about.seat, line, first=first, allowed=allowed),
        ends=Done(),
    )


def _lineup_ask(state: Pitch, seat: Seat) -> Ask[Done]:
    def standing() -> Done | None:
        return Done() if state.memory(seat).ready else None

    def sample(pick: Pick) -> Order:
        placed = sample_line(state, seat, pick, [*[Lineup] * 4, Name]) if pick.chance(60) else None
        return placed or pick.one([Done(), Standard()])

    side = seat_side(seat)
    figures = tuple(own_name(figure) for figure in state.commanded(seat) if kind_of(figure) != "H")
    square = f"{state.line - 2},12" if side == "R" else f"{67 - state.line},12"
    example = f"{next(figure for figure in figures if figure[-1] in '1D')} {square}"
    zone = ZONE_WORDS[OTHER[side]] if "G" in figures else ""
    about = Choosing(seat, figures, example, columns=columns_behind_line(side, state.line), zone=zone)
    return _ask(state, about, "lineup", (Lineup, Name, Standard), standing, sample)


def _plan_ask(state: Pitch, seat: Seat) -> Ask[Done]:
    def standing() -> Done | None:
        memory = state.memory(seat)
        if memory.until >= state.turn:
            return Done(memory.until - state.turn + 1)
        return Done() if "plan" in memory.always else None

    def sample(pick: Pick) -> Order:
        line = None
        if pick.chance(70):
            lively = pick.chance(40)
            line = lively_line(state, seat, pick) if lively else sample_line(state, seat, pick, PLAN_LINES)
        return line or Done(pick.one([1, 1, 1, 2, 5]))

    figures = tuple(map(own_name, state.commanded(seat)))
    carriers = (own_name(each) for each in state.commanded(seat) if state.carried(each) and each[1:] != "H")
    coach = coach_of(seat_side(seat))[1:] in figures
    about = Choosing(seat, figures, figures[0], carrier=next(carriers, ""), coach=coach)
    return _ask(state, about, "plan", PLAN_LINES, standing, sample)


def _ask_parts(
    state: Pitch,
    phase: PartName,
    matter: str,
    lines: tuple[type[Planning], ...],
    concerned: Sequence[FigureId],
) -> Rules[None]:
    """Ask the commanders of these figures for these kinds of line, all at once."""
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
    lines: tuple[type[Planning], ...],
    own: Sequence[FigureId],
) -> Ask[Done]:
    allowed = frozenset(own)

    def standing() -> Done | None:
        always = state.memory(seat).always
        return Done() if phase in always or matter in always else None

    def sample(pick: Pick) -> Order:
        return (sample_line(state, seat, pick, lines, allowed) if pick.chance(30) else None) or Done()

    about = Choosing(seat, tuple(map(own_name, own)), own_name(own[0]), coach=kind_of(own[0]) == "H")
    return _ask(state, about, phase, lines, standing, sample, allowed)
