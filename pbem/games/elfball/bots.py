"""A player of the house who knows what the game is about: fetch the ball, run it home, stop who has it.

At the advanced level he also uses what his team has been bought: potions for those who are hurt, Cheerleaders for the
last steps to the goal, counters doubled by who acts anyway, the Wizard against a carrier who is nearly home.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.games.elfball import hooks
from pbem.games.elfball.field import ATTACKED, GRID, OTHER
from pbem.games.elfball.ideas import first_legal, for_turn
from pbem.games.elfball.orders import Line
from pbem.games.elfball.potions import doses_left, patients
from pbem.games.elfball.prompts import LastDoses, SetUpTeam, YourTurn
from pbem.games.elfball.state import Letter, Pitch
from pbem.play.requests import Ask, Pick, Seat

_NEAR_HOME = 9
"""An opposing carrier so few paces from the goal he attacks is worth a spell."""


def captain(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The first of his ideas that is legal, else what the server would do for him."""
    match ask.about:
        case YourTurn():
            best = first_legal(for_turn(state, ask.about, bold=True), ask.check)
            actor = best.letter if isinstance(best, Line) else ""
            return str(
                ask.check(first_legal(_first(state, ask.seat, actor), ask.check) or best or ask.auto())
            )
        case SetUpTeam() | LastDoses():
            return str(ask.check(first_legal(_doses(state, ask.seat), ask.check) or ask.auto()))
    return str(ask.check(ask.auto()))


def _first(state: Pitch, seat: Seat, actor: Letter) -> Iterator[str]:
    """Lines before the action that he has in mind, or in its place."""
    if seat not in state.support and not state.shifted:
        return
    yield from _doses(state, seat)
    if actor and state.shifted and state.momentum > 1 and hooks.of(state.players[actor], "quickens"):
        yield f"quickling {actor}"
    if actor and state.holder == actor and not state.momentum:
        player = state.players[actor]
        paces = GRID.distance(player.at, ATTACKED[seat])
        if player.attribute("jog") < paces <= player.attribute("jog") + 1:
            yield "cheer 2"
            yield "cheer 1"
    holder = state.holder
    if (
        holder in state.team(OTHER[seat])
        and GRID.distance(state.ball_hex, ATTACKED[OTHER[seat]]) < _NEAR_HOME
    ):
        yield f"wizard shock {holder}"


def _doses(state: Pitch, seat: Seat) -> Iterator[str]:
    """A potion for who has most to lose without one."""
    if not doses_left(state, seat):
        return
    hurt = [each for each in patients(state, seat) if state.players[each].at in ("infirmary", "recovery")]
    hurt.sort(key=lambda each: (not state.players[each].now.ended, not state.players[each].now.lost, each))
    yield from (f"potion {each}" for each in hurt if state.players[each].now.ended != "life")
