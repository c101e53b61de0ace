"""What an action still allows, and what it costs (ELFBALL-40 to 44, 60, 80)."""

from pbem.games.elfball.actions.naming import must_stand, standing_cost
from pbem.games.elfball.field.state import Pitch
from pbem.games.elfball.rolls import hooks
from pbem.play.orders import Refused


def may_step(state: Pitch) -> None:
    """Refuses a step that the player has no paces for."""
    action = state.acting
    must_stand(state, action.player)
    _not_over(state)
    if action.dash == "challenge":
        raise Refused(f"{action.player} has made the step of this Dash")
    if not action.dash and not action.paces:
        raise Refused(f"{action.player} has 0 paces left; one free challenge is still possible")


def spent(state: Pitch) -> bool:
    """Whether nothing more is possible but to turn (ELFBALL-41, 44, 46).

    The player lies and can neither get up in this action nor lead a swarm (ELFBALL-143); or stands, has made the
    last challenge, and no Dash can follow.
    """
    action = state.acting
    player = state.players[action.player]
    if player.stands:
        over = action.dash == "over" or (action.closed and not action.dash)
        return over and not can_dash(state)
    if action.closed or action.dashed:
        return True
    swarms = bool(state.momentum and hooks.of(player, "swarms"))
    return not swarms and standing_cost(state, action.player) > action.paces


def can_dash(state: Pitch) -> bool:
    """Whether another Dash is possible (ELFBALL-79, 120)."""
    action = state.acting
    if hooks.of(state.players[action.player], "dashes"):
        return True
    return bool(state.momentum) and not action.dashed


def may_challenge(state: Pitch) -> None:
    """Refuses a challenge that the player may not make anymore."""
    must_stand(state, state.acting.player)
    _not_over(state)


def pay_challenge(state: Pitch) -> None:
    """One pace; with none left the challenge is free and closes the action (ELFBALL-41)."""
    action = state.acting
    action.busy = True
    if action.dash:
        action.dash = "over"
    elif action.paces:
        action.paces -= 1
    else:
        action.closed = True


def pay_step(state: Pitch) -> None:
    """One pace, or the step of a Dash (ELFBALL-40, 80)."""
    action = state.acting
    if action.dash:
        action.dash = "challenge"
    else:
        action.paces -= 1


def _not_over(state: Pitch) -> None:
    action = state.acting
    if action.long:
        raise Refused(f"{action.player} has made a throw that must be the only thing in the action")
    if action.dash == "over":
        raise Refused(f"{action.player}'s Dash is over")
    if action.closed and not action.dash:
        raise Refused(f"{action.player} has made the free challenge; only a Dash may follow")
