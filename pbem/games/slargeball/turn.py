"""The set-up and the turn (SLARGEBALL-32 to 38, 45, 111, 133): which phase comes when, and what ends them."""

from pbem.games.slargeball.asking import ask_lineups, ask_plans, ask_whappers, check_votes
from pbem.games.slargeball.breaking import break_play, finish, initiative, line_up, place_balls
from pbem.games.slargeball.coaches import end_of_talks
from pbem.games.slargeball.events import LinedUp
from pbem.games.slargeball.falling import Whistle
from pbem.games.slargeball.field import RED, SIDES
from pbem.games.slargeball.flinging import Airball, fling_phase
from pbem.games.slargeball.moving import move_phase
from pbem.games.slargeball.nabbing import nab_phase
from pbem.games.slargeball.state import Coach, Pitch
from pbem.games.slargeball.teams import SINGLES, standard_squares
from pbem.games.slargeball.waking import wake_phase
from pbem.games.slargeball.whapping import may_whap, whap_phase
from pbem.play.requests import Close, Rules


def set_up(state: Pitch) -> Rules[None]:
    """Everybody lines up, the balls are placed, and turn 1 is checked for initiative."""
    if not state.standard:
        yield from ask_lineups(state)
        yield Close(tuple(state.seats))
    _line_up(state)
    yield LinedUp(len(state.team(RED)))
    yield from place_balls(state)
    state.phase = "play"
    yield from initiative(state)


def take_turn(state: Pitch) -> Rules[None]:
    """One turn: the plans, then phases 2 to 6 without another question, unless the mode is strict."""
    yield from ask_plans(state)
    before, custody_changed = state.carriers(), False
    try:
        check_votes(state)
        airballs: list[Airball] = []
        for phase in (_move, _whap, _fling, _nab, _wake):
            yield from phase(state, airballs)
            custody_changed = custody_changed or state.carriers() != before
    except Whistle as whistle:
        yield from break_play(state, whistle.reason)
        custody_changed = True
    yield Close(tuple(state.seats))
    if custody_changed:
        for memory in state.private.values():
            memory.until = 0
    if state.turn == state.turns:
        yield from finish(state)
    else:
        state.turn += 1
        yield from initiative(state)


def _line_up(state: Pitch) -> None:
    """SLARGEBALL-33, 133: each side for itself, in side order."""
    state.figures = dict(standard_squares(state.squads, state.line))
    order = {side: state.in_order(side) for side in SIDES}
    state.figures = {}
    for side, seats in ((side, state.side_seats(side)) for side in SIDES):
        wishes = {figure: square for seat in seats for figure, square in state.memory(seat).lineup.items()}
        line_up(state, order[side], wishes)
        if state.squads >= SINGLES["H"]:
            state.coaches[side] = Coach()


# The phases of SLARGEBALL-38; the Fling phase leaves balls in the air for the Nab phase.


def _move(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    yield from move_phase(state)


def _whap(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    if state.strict:
        yield from ask_whappers(state, may_whap(state))
    yield from whap_phase(state)


def _fling(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    airballs += yield from fling_phase(state)


def _nab(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    yield from nab_phase(state, airballs)


def _wake(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    yield from wake_phase(state)
    yield from end_of_talks(state)
