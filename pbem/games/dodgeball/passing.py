"""Passing (DODGEBALL-24): a ball goes to a teammate and never falls to the ground."""

from pbem.games.dodgeball.events import Passed
from pbem.games.dodgeball.naming import ball_of, die_for, own_pawn, pawn_named
from pbem.games.dodgeball.orders import Pass
from pbem.games.dodgeball.state import Field, PawnId
from pbem.play.grid import king_distance
from pbem.play.orders import Refused
from pbem.play.requests import Pick, Rules


def pass_ball(state: Field, order: Pass) -> Rules[None]:
    """Carry out a checked pass."""
    ball = ball_of(state, order.pawn)
    state.balls[ball - 1] = order.to
    yield Passed(order.pawn, order.to, state.pawns[order.to], ball, order.die)


def check_pass(state: Field, order: Pass) -> Pass:
    """The pass with the teammate's id and its die, or refused."""
    pawn = own_pawn(state, state.to_act, order.pawn)
    ball_of(state, pawn)
    to = _team_mate(state, pawn, order.to)
    steps = king_distance(state.pawns[pawn], state.pawns[to])
    return Pass(pawn, to, die_for(state, steps, order.die, f"{to} is {steps} squares from {pawn}"))


def sample_pass(state: Field, pick: Pick) -> Pass | None:
    """Some legal pass, or None."""
    found = [
        Pass(pawn, to)
        for pawn in state.team(state.to_act)
        if state.carried(pawn)
        for to in state.team(state.to_act)
        if to != pawn and king_distance(state.pawns[pawn], state.pawns[to]) <= max(state.dice)
    ]
    return pick.one(found) if found else None


def _team_mate(state: Field, pawn: PawnId, name: str) -> PawnId:
    mates = [mate for mate in state.team(state.to_act) if mate != pawn]
    mate = pawn_named(state, name)
    if mate not in mates:
        raise Refused(f"Pass to a teammate: {' '.join(mates) or 'none is left'}")
    return mate
