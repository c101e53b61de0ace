"""Players of the house: fetch the ball, run it home, stop who has it.

`easy` mostly acts with whoever comes first. `normal` takes the first of its ideas that is legal; it dashes only where
the goal is within reach of a Dash. `hard` tries its ideas by the rules, with dice by lot, and an answer to the best of
them, and takes the one that leads to most: it throws to who may act next, shoves, and does not stake what it has.

At the advanced level they also use what their team has been bought: potions for those who are hurt, Cheerleaders for
the last steps to the goal, counters doubled by who acts anyway, Momentum steps where paces do not reach, Taunts against
those who stand in the way, the Wizard against a carrier who is nearly home.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.games.elfball.actions.action import Line, some_line
from pbem.games.elfball.actions.throwing import SHORT
from pbem.games.elfball.field.hexes import ATTACKED, GRID, OTHER
from pbem.games.elfball.field.prompts import GoOn, LastDoses, NameTeam, SetUpTeam, YourTurn
from pbem.games.elfball.field.state import FRONT, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to
from pbem.games.elfball.ideas import DASH_HOME, first_legal, for_more, for_turn, surging, towards
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.teams.potions import doses_left, patients
from pbem.games.elfball.turn import take_turn
from pbem.play.ahead import answering, best_of, play_ahead
from pbem.play.game import copy
from pbem.play.orders import OrderError
from pbem.play.requests import Ask, Order, Pick, Seat

_NEAR_HOME = 9
"""An opposing carrier within so many paces of the goal they attack is worth a spell."""

IDEAS, TRIALS, SHORTLIST, REPLIES = 26, 3, 4, 6
"""`hard` tries so many ideas so often, and so many of the best as often again with an answer to them."""

GOAL, BALL, LATER, STANDING, FIELDED, COUNTER = 10.0, 5.0, 0.72, 0.12, 0.3, 0.12
"""What things are worth: a goal; the ball where the next action may bring it home, less for each turn until then; a
player on the field, and another bit if they stand; a counter of Momentum."""


def easy(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """Mostly any line, else the first idea that is legal."""
    if isinstance(ask.about, YourTurn) and ask.about.choice and pick.chance(85):
        return str(ask.check(some_line(list(ask.about.choice), state, pick, ask.check)))
    return normal(state, ask, pick)


def normal(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The first idea that is legal, else what the server would do for it."""
    match ask.about:
        case YourTurn():
            best = _usual(state, ask)
            return str(ask.check(_before(state, ask, best) or best))
        case SetUpTeam() | LastDoses():
            return str(ask.check(first_legal(_doses(state, ask.seat), ask.check) or ask.auto()))
    return str(ask.check(ask.auto()))


def hard(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The idea that comes out best."""
    if not isinstance(ask.about, YourTurn):
        return normal(state, ask, pick)
    best = _tried(state, ask, pick)
    return str(ask.check(_before(state, ask, best) or best))


def examples(state: Pitch, ask: Ask[Any], pick: Pick) -> Iterator[str]:
    """What `normal` plays, without the Dash that may follow."""
    lines: Iterator[str] = iter(())
    match ask.about:
        case YourTurn() as about:
            lines = (line.removesuffix(f", {DASH_HOME}") for line in for_turn(state, about, bold=True))
        case GoOn():
            lines = for_more(state)
        case SetUpTeam() | LastDoses():
            lines = _doses(state, ask.seat)
        case NameTeam():
            lines = iter(("team nightelves",))
    yield from (line for line in lines if first_legal([line], ask.check))
    yield str(ask.auto())


def _usual(state: Pitch, ask: Ask[Any]) -> Order:
    assert isinstance(ask.about, YourTurn)
    order: Order = first_legal(for_turn(state, ask.about, bold=True), ask.check) or ask.auto()
    return order


def _before(state: Pitch, ask: Ask[Any], best: Order) -> Order | None:
    """A line before the action in mind, or in its place."""
    actor = best.letter if isinstance(best, Line) else ""
    order: Order | None = first_legal(_first(state, ask.seat, actor), ask.check)
    return order


def _first(state: Pitch, seat: Seat, actor: Letter) -> Iterator[str]:
    """Lines before the action that the bot has in mind, or in its place."""
    if seat not in state.support and not state.shifted:
        return
    yield from _doses(state, seat)
    if actor and state.shifted and state.momentum > 1 and hooks.of(state.players[actor], "quickens"):
        yield f"quickling {actor}"
    if state.shifted and state.momentum:
        yield from _taunts(state, seat, actor)
        yield from _reactions(state, seat, actor)
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


def _taunts(state: Pitch, seat: Seat, actor: Letter) -> Iterator[str]:
    """Turn away those who would make the acting player Disengage."""
    if not actor:
        return
    here = state.players[actor].at
    for foe in state.facing(here, OTHER[seat]):
        there, looks = state.players[foe].at, state.players[foe].looks
        for letter in state.fielded(seat):
            player = state.players[letter]
            if letter == actor or not player.stands or not hooks.of(player, "taunts"):
                continue
            way = GRID.towards(there, player.at, looks)
            if here not in {GRID.neighbours(there).get(each) for each in FRONT[way]}:
                yield f"taunt {letter} {foe} {min(2, state.momentum)}"


def _reactions(state: Pitch, seat: Seat, actor: Letter) -> Iterator[str]:
    """Bring a Safety to where the ball is, if there is more Momentum than the action may want."""
    able = [
        each
        for each in state.fielded(seat)
        if each != actor and state.players[each].stands and hooks.of(state.players[each], "reacts")
    ]
    for letter in nearest_to(state, state.ball_hex, able):
        if state.momentum > 2 and (way := towards(state, letter, state.momentum - 2)):
            yield f"react {letter} {' '.join(way)}"


def _doses(state: Pitch, seat: Seat) -> Iterator[str]:
    """A potion for who has most to lose without one."""
    if not doses_left(state, seat):
        return
    hurt = [each for each in patients(state, seat) if state.players[each].at in ("infirmary", "recovery")]
    hurt.sort(key=lambda each: (not state.players[each].now.ended, not state.players[each].now.lost, each))
    yield from (f"potion {each}" for each in hurt if state.players[each].now.ended != "life")


# Trying things out.


def _tried(state: Pitch, ask: Ask[Any], pick: Pick) -> Order:
    assert isinstance(ask.about, YourTurn)
    usual = _usual(state, ask)
    ideas: dict[str, Order] = {str(usual): usual}
    for line in _ideas(state, ask.about):
        if len(ideas) >= IDEAS:
            break
        if line not in ideas and (order := first_legal([line], ask.check)):
            ideas.setdefault(str(order), order)
    return best_of(
        list(ideas.values()),
        lambda order, replies: _outcome(state, order, ask.seat, pick, replies),
        TRIALS,
        SHORTLIST,
        REPLIES,
    )


def _ideas(state: Pitch, about: YourTurn) -> Iterator[str]:
    """Lines worth a trial, those that touch the ball first."""
    seat, holder = about.seat, state.holder
    up = [letter for letter in about.choice if state.players[letter].stands]
    free = [letter for letter in up if letter != holder]
    if state.advanced and state.momentum:
        yield from surging(state, seat, up)
    if holder is None:
        yield from _for_ball(state, seat, up)
    elif holder in up:
        yield from _with_ball(state, seat, holder)
    elif holder in state.team(OTHER[seat]):
        yield from _at_holder(state, holder, up)
    yield from (f"{letter} stand, face ball" for letter in about.choice if letter not in up)
    yield from _without_ball(state, seat, free)
    if holder in state.team(seat):
        yield from (f"{letter} go next {holder}" for letter in nearest_to(state, state.ball_hex, free)[:2])
    yield from for_turn(state, about)


def _for_ball(state: Pitch, seat: Seat, up: Sequence[Letter]) -> Iterator[str]:
    for letter in nearest_to(state, state.ball, up)[:4]:
        yield f"{letter} go ball, if ball: go goal"
        yield f"{letter} go ball"
        for mate in nearest_to(state, ATTACKED[seat], [each for each in up if each != letter])[:1]:
            yield f"{letter} go ball, if ball: throw {mate}"


def _with_ball(state: Pitch, seat: Seat, holder: Letter) -> Iterator[str]:
    yield f"{holder} go goal"
    yield f"{holder} go goal, {DASH_HOME}"
    here = state.players[holder].at
    for mate in nearest_to(state, ATTACKED[seat], [each for each in state.fielded(seat) if each != holder]):
        if state.players[mate].stands and GRID.distance(state.players[mate].at, here) <= SHORT:
            yield f"{holder} throw {mate}"
            yield f"{holder} go goal, throw {mate}"


def _at_holder(state: Pitch, holder: Letter, up: Sequence[Letter]) -> Iterator[str]:
    for letter in nearest_to(state, state.ball_hex, up)[:4]:
        yield f"{letter} go behind {holder}, tackle {holder}, if near: go ball, if ball: go goal"
        yield f"{letter} go next {holder}, tackle {holder}, if near: go ball, if ball: go goal"
        yield f"{letter} go behind {holder}, shove {holder}, if near: go ball"
        yield f"{letter} go next {holder}, face {holder}"


def _without_ball(state: Pitch, seat: Seat, free: Sequence[Letter]) -> Iterator[str]:
    """Tackle those about the ball, and wait before the goal."""
    foes = [each for each in state.fielded(OTHER[seat]) if state.players[each].stands]
    for foe in nearest_to(state, state.ball_hex, foes)[:3]:
        for letter in nearest_to(state, state.players[foe].at, free)[:2]:
            yield f"{letter} go behind {foe}, tackle {foe}"
    beside = next(iter(GRID.neighbours(ATTACKED[seat]).values()))
    yield from (f"{letter} go {beside}" for letter in nearest_to(state, ATTACKED[seat], free)[:3])


def _outcome(state: Pitch, order: Order, seat: Seat, pick: Pick, replies: int) -> float:
    """What a line comes to in one trial, and what the other team makes of it if it plays like `normal`."""
    ahead, test = copy(state), state.test
    answer = answering(order, "turn", lambda ask: _usual(ahead, ask))
    for _ in range(1 + replies):
        if ahead.result is not None or ahead.phase != "play" or ahead.test != test:
            break
        try:
            play_ahead(take_turn(ahead), pick, answer)
        except OrderError:
            break  # an idea for the reply that the dice have made impossible
    return value(ahead, seat)


def value(state: Pitch, seat: Seat) -> float:
    """What a position is worth to a seat."""
    other = OTHER[seat]
    worth = GOAL * (state.score[seat] - state.score[other])
    if state.phase != "play" or state.result is not None:
        return worth
    for sign, side in ((1, seat), (-1, other)):
        for letter in state.fielded(side):
            worth += sign * (FIELDED + STANDING * state.players[letter].stands)
        worth += sign * BALL * _hope(state, side)
    return worth + (COUNTER if state.active == seat else -COUNTER) * state.momentum


def _hope(state: Pitch, seat: Seat) -> float:
    """How near a team is to a goal, from 0 to 1: by the turns that pass until the ball could be home."""
    wait = 0 if state.active == seat else 1
    holder = state.holder
    if holder:
        if holder not in state.team(seat):
            return 0.0
        there = GRID.distance(state.players[holder].at, ATTACKED[seat])
        left = _turns(state, seat, holder, there) + wait
        return LATER**left * (0.85 if state.facing(state.players[holder].at, OTHER[seat]) else 1.0)
    on = [each for each in state.fielded(seat) if state.players[each].stands]
    home = GRID.distance(state.ball, ATTACKED[seat])
    ways = [
        _turns(state, seat, each, GRID.distance(state.players[each].at, state.ball) + home) for each in on
    ]
    return 0.6 * LATER ** (min(ways) + wait) if ways else 0.0


def _turns(state: Pitch, seat: Seat, letter: Letter, paces: int) -> int:
    """How many turns pass until a player has gone so far: who moved last waits for one, and then for every other."""
    jog = max(1, state.players[letter].attribute("jog"))
    waits = 2 if state.moved.get(seat) == letter else 0
    return waits + 4 * max(0, -(-paces // jog) - 1)
