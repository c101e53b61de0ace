"""A side's turn (DODGEBALL-6 to 9): dice buy actions one by one, then three new ones are rolled."""

from pbem.games.dodgeball.ending import all_out, stalled
from pbem.games.dodgeball.events import TurnOver
from pbem.games.dodgeball.moving import check_move, move, sample_move
from pbem.games.dodgeball.orders import Action, Done, Move, Pass, Throw
from pbem.games.dodgeball.passing import check_pass, pass_ball, sample_pass
from pbem.games.dodgeball.state import OTHER, TITLES, Field
from pbem.games.dodgeball.throwing import check_throw, sample_throw, throw
from pbem.play.requests import Ask, Close, Pick, Rules, ask, roll


def take_turn(state: Field) -> Rules[None]:
    """One side spends its dice, or ends the game."""
    threw = False
    while state.dice:
        order = yield from ask(_action(state))
        if not isinstance(order, Move | Pass | Throw):
            break
        state.dice.remove(order.die)
        yield from _carry_out(state, order)
        if state.result:
            return
        threw = threw or isinstance(order, Throw)
    if not threw:
        state.quiet += 1
    yield from stalled(state)
    if not state.result:
        yield from _hand_over(state)


def _carry_out(state: Field, order: Move | Pass | Throw) -> Rules[None]:
    match order:
        case Move():
            yield from move(state, order)
        case Pass():
            yield from pass_ball(state, order)
        case Throw():
            yield from throw(state, order)
            yield from all_out(state)


def _hand_over(state: Field) -> Rules[None]:
    """DODGEBALL-9: new dice for the side that has acted, then the opponent's turn with the dice they have."""
    seat, unspent = state.to_act, tuple(state.dice)
    rolled = yield from roll(f"{TITLES[seat]} next dice", count=3)
    state.dice, state.next_dice = state.next_dice, list(rolled)
    state.to_act = OTHER[seat]
    for memory in state.private.values():
        memory.turn = ""
    yield TurnOver(seat, unspent, rolled, state.quiet)
    yield Close((seat,))


def _action(state: Field) -> Ask[Action]:
    def check(order: Action) -> Action:
        match order:
            case Move():
                return check_move(state, order)
            case Pass():
                return check_pass(state, order)
            case Throw():
                return check_throw(state, order)
        return order

    return Ask(
        seat=state.to_act,
        name="action",
        takes=(Action,),
        check=check,
        sample=lambda pick: _sample(state, pick),
        auto=Done,
    )


def _sample(state: Field, pick: Pick) -> Action:
    """Throws where there are any, so that random games come to an end."""
    if pick.chance(5):
        return Done()
    if pick.chance(60) and (thrown := sample_throw(state, pick)):
        return thrown
    if pick.chance(10) and (passed := sample_pass(state, pick)):
        return passed
    return sample_move(state, pick)
