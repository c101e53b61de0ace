"""What a manager should know before an action: how the usual lines of those who can get at the ball or its holder
stand, and how Momentum is spent; and where a player can go.

Nothing here is a rule: lines are carried out in thought by the rules themselves (`forecast`), with dice that just
succeed, and the odds are those that the rules tell of each of their rolls.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.games.elfball.actions.action import Line, begin, carry_out
from pbem.games.elfball.actions.forecast import forecast
from pbem.games.elfball.actions.items import rehearse
from pbem.games.elfball.actions.naming import in_paces, player_on_field, standing_cost
from pbem.games.elfball.actions.throwing import LONG
from pbem.games.elfball.field.hexes import ATTACKED, GRID, ROWS
from pbem.games.elfball.field.kinds import SPENDING
from pbem.games.elfball.field.prompts import GoOn, Policies, Tried, YourTurn
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to, reachable
from pbem.games.elfball.orders import read
from pbem.games.elfball.rolls.challenges import rear_hexes
from pbem.games.elfball.rolls.momentum import policy_for
from pbem.play.game import copy
from pbem.play.reaching import rows_in_words
from pbem.play.requests import Ask, Event, Seat

MOST = 4
"""Maximum number of lines that are tried in thought: each takes a quarter of a millisecond."""

RECEIVERS = 3
"""Maximum number of teammates at whom a throw is tried."""


def odds(state: Pitch, ask: Ask[Any]) -> list[Event]:
    """For an action the usual lines, the best first, and the policies of Momentum; for any other decision what it tells
    itself."""
    if isinstance(ask.about, YourTurn | GoOn):
        choice = ask.about.choice if isinstance(ask.about, YourTurn) else [ask.about.player]
        tried = filter(None, (_try(state, ask.seat, line) for line in [*_lines(state, choice)][:MOST]))
        told: list[Event] = [*sorted(tried, key=_promise, reverse=True)]
        return [*told, *([_policies(state)] if told or state.momentum else [])]
    return [ask.outlook()] if ask.outlook is not None else []


def _lines(state: Pitch, choice: Sequence[Letter]) -> Iterator[str]:
    """What those in reach of the ball, or of its holder, usually do."""
    holder, there = state.holder, state.ball_hex
    if holder is not None and holder in choice:
        yield from _with_ball(state, holder)
    elif holder is None or SEAT_OF[holder] != state.active:
        for letter in nearest_to(state, there, choice):
            paces = paces_of(state, letter)
            first = "" if state.players[letter].stands else "stand, "
            if GRID.distance(state.players[letter].at, there) - (holder is not None) > paces:
                continue
            yield f"{letter} {first}{_stop(state, letter, holder, paces) if holder else 'go ball'}"


def _with_ball(state: Pitch, holder: Letter) -> Iterator[str]:
    seat, player = SEAT_OF[holder], state.players[holder]
    goal = ATTACKED[seat]
    if GRID.distance(player.at, goal) <= paces_of(state, holder):
        yield f"{holder} go goal"
    mates = [each for each in state.fielded(seat) if each != holder and state.players[each].stands]
    near = [each for each in mates if GRID.distance(state.players[each].at, player.at) <= LONG]
    yield from (f"{holder} throw {mate}" for mate in nearest_to(state, goal, near)[:RECEIVERS])


def _stop(state: Pitch, letter: Letter, holder: Letter, paces: int) -> str:
    """A Tackle, from behind where that is in reach, and by a Steal of whoever knows it."""
    here = state.players[letter].at
    behind = any(
        each == here or (GRID.distance(here, each) <= paces and not state.on(each))
        for each in rear_hexes(state, holder)
    )
    steal = " with steal" if "steal" in state.players[letter].known else ""
    return f"go {'behind' if behind else 'next'} {holder}, tackle {holder}{steal}"


def _try(state: Pitch, seat: Seat, line: str) -> Tried | None:
    """How a line stands; None if it is not possible, or needs no dice."""
    order, twin = read(line), copy(state)
    assert isinstance(order, Line)
    if twin.action is None:
        rehearse(begin(twin, order.letter))
    ahead = forecast(twin, lambda rules: carry_out(rules, order.items))
    last = str(order.items[-1]).split()[0]
    kinds = [each.kind for each in ahead.odds]
    done = twin.players[order.letter].at == ATTACKED[seat] if line.endswith("go goal") else True
    if not kinds or not done or (last in ("tackle", "throw") and last not in kinds):
        return None
    if line.endswith("go ball") and "pickup" not in kinds:
        return None
    return Tried(line, ahead.odds)


def _promise(tried: Tried) -> float:
    """How good a line looks: the product of its odds."""
    chances = (100 - each.success if each.kind == "intercept" else each.success for each in tried.odds)
    return math.prod(chance / 100 for chance in chances)


def _policies(state: Pitch) -> Policies:
    """The policies that the manager has in force."""
    named = {**state.memory(state.active).momentum, **(state.action.policies if state.action else {})}
    kinds = ((kind, SPENDING.write(policy_for(state, kind, PLAIN))) for kind in named if kind)
    return Policies(state.momentum, SPENDING.write(policy_for(state, "", PLAIN)), tuple(kinds))


def paces_of(state: Pitch, letter: Letter) -> int:
    """The steps that a player has in this turn, once they stand."""
    acting = state.action is not None and state.action.player == letter
    paces = state.acting.paces if acting else state.players[letter].attribute("jog")
    return paces if state.players[letter].stands else paces - standing_cost(state, letter)


def reach(state: Pitch, seat: Seat, name: str) -> list[str]:
    """Where a player can run, as things stand: without a roll, and with a Disengage on the way."""
    letter = player_on_field(state, name.upper())
    player, paces = state.players[letter], max(0, paces_of(state, letter))
    up = "" if player.stands else ", once up again"
    told = f"{letter} on {player.at} has {in_paces(paces)}{up}."
    free, more = (reachable(state, letter, paces, rolling=rolling) for rolling in (False, True))
    lines = []
    for how, hexes in (("Without a roll", free), ("With a Disengage on the way", more - free)):
        if hexes:
            lines += [f"{how}:", *rows_in_words(hexes, _place, apart=2)]
    return [told, *(lines or ["No hex is free for them."])]


def _place(name: str) -> tuple[int, int]:
    return ROWS.index(name[0]), int(name[1:])
