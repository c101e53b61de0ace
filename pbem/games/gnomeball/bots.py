"""Players of the house: one activation at a time, of the character with most to do.

`easy` carries, fetches and hunts, often with the wrong character. `normal` goes through what a manager thinks of first,
powers among them, and takes the first that is legal. `hard` tries every character's best ideas by the rules, with
random dice, then what the next player might do about it, and takes the line that leads to the best position.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pbem.games.gnomeball.activation import activation
from pbem.games.gnomeball.orders import Activate
from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.samples import sample_line
from pbem.games.gnomeball.squares import HOMES, distance, to_home
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.toss import toss_range
from pbem.games.gnomeball.verbs import met, prey
from pbem.games.gnomeball.ways import ways
from pbem.play.ahead import answering, best_of, play_ahead
from pbem.play.game import copy
from pbem.play.orders import first_passing, passes
from pbem.play.requests import Ask, Order, Pick, Seat

TEAMS = (
    "team troll worgen undead orc* tauren",
    "team troll valkyr dwarf orc* worgen",
    "team troll undead tauren troll* valkyr",
)
STRONG_TEAMS = ("team valkyr valkyr valkyr tauren worgen", "team valkyr valkyr valkyr worgen troll")
"""Raising is the most valuable power: with these teams `normal` won about 75 of 90 matches against its own."""

SURE_PUNT = 2.5
"""From this far a punt succeeds four times in six; from farther off it is better to carry on."""

TRIALS, SHORTLIST, REPLIES = 4, 6, 8
"""Number of trials of every idea by `hard`, number of the best on its shortlist, and number of trials of those with an
answer."""

A_HIT_POINT, A_CHARACTER, A_POWER, A_STEP, A_RECEIVER = 0.06, 0.2, 0.08, 0.03, 0.3
"""What things are worth in points."""


def easy(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Something legal; half of the time something to the purpose."""
    if ask.name == "activation":
        who = pick.one(state.unused(ask.seat))
        ideas = [] if pick.chance(40) else [_act(who, part) for part in _plain(state, who)]
        return str(ask.check(first_passing(ideas, ask.check) or sample_line(state, ask.seat, pick)))
    return _other(state, ask, pick, TEAMS)


def normal(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """The first idea that is legal."""
    return str(_usual(state, ask)) if ask.name == "activation" else _other(state, ask, pick, TEAMS)


def hard(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """The idea with the best outcome."""
    return (
        str(_tried(state, ask, pick)) if ask.name == "activation" else _other(state, ask, pick, STRONG_TEAMS)
    )


def _other(state: Field, ask: Ask[Any], pick: Pick, teams: Sequence[str]) -> str:
    """Answer anything but an activation."""
    match ask.name:
        case "setup":
            return f"{pick.one(teams)}\ndone"
        case "draenei":
            return _landing(state, ask.seat)
        case "restart":
            return "place same"
        case "intercept":
            return "intercept"
        case "rest":
            assert state.active is not None
            ideas = [_act(state.active.who, part) for part in _plain(state, state.active.who)]
            return str(first_passing(ideas, ask.check) or "pass")
    return "done"


def _landing(state: Field, seat: Seat) -> str:
    """Draenei land in the enemy home nearest to the gnome, behind everybody's back."""
    barred = {*state.occupied(), state.gnome_square}
    corner = min(state.enemy_homes(seat).values(), key=lambda corner: to_home(state.gnome_square, corner))
    free = sorted(
        (square for square in HOMES[corner] if square not in barred),
        key=lambda square: state.from_gnome(square),
    )
    own = [
        who
        for who in state.ids(seat)
        if state.characters[who].race == "draenei" and not state.characters[who].at
    ]
    places = [f"{who} {square}" for who, square in zip(own, free, strict=False)]
    return f"place {' '.join(places)}\ndone" if places else "done"


def _act(who: Id, *parts: Part) -> Activate:
    return Activate(who, parts)


# A manager's first ideas.


def _usual(state: Field, ask: Ask[Any]) -> Order:
    passing = _act(state.unused(ask.seat)[0], Part("pass"))
    order: Order = ask.check(first_passing(_likely(state, ask.seat), ask.check) or passing)
    return order


def _likely(state: Field, seat: Seat) -> list[Activate]:
    """The holder first, then the characters nearest to the gnome."""
    able = sorted(
        state.unused(seat),
        key=lambda who: (who != state.holder, state.from_gnome(state.characters[who].at), who),
    )
    lines = [
        line
        for who in able
        for line in (*_powers(state, who), *(_act(who, part) for part in _plain(state, who)))
    ]
    with_ball = state.holder[:1] == seat and state.holder in able
    return [_carry(state, state.holder), *lines] if with_ball else lines


def examples(state: Field, ask: Ask[Any], pick: Pick) -> Iterator[str]:
    """What `normal` plays: in short form, then step by step, then its next ideas."""
    if ask.name != "activation":
        yield _other(state, ask, pick, TEAMS)
        return
    for line in filter(partial(passes, ask.check), _likely(state, ask.seat)):
        yield str(line)
        yield str(ask.check(line))
    yield f"{state.unused(ask.seat)[0]} pass"


def _carry(state: Field, who: Id) -> Activate:
    """On into the nearest home; a punt only from where it is likely to succeed, or by a holder who must give the gnome
    up soon."""
    home = state.homes[state.nearest_home(state.characters[who].at, who[0])[0]]
    left = min(to_home(square, home) for square in ways(state, who))
    hurt = state.characters[who].hp <= 1
    return _act(who, Part("carry"), Part("punt")) if left <= SURE_PUNT or hurt else _act(who, Part("carry"))


def _plain(state: Field, who: Id) -> Iterator[Part]:
    """Fetch the gnome, or hunt its holder, the nearest enemy who can be attacked, or the nearest of all."""
    if state.holder == who:
        yield Part("carry")
    elif not state.holder:
        yield Part("fetch")
    elif state.holder[0] != who[0]:
        yield Part("hunt", "holder")
    others = prey(state, who)
    for other in (met(state, ways(state, who), others, state.settings.reach) or others)[:1]:
        yield Part("hunt", other)


def _powers(state: Field, who: Id) -> Iterator[Activate]:
    """Powers, where they are useful at once."""
    return (_act(who, *parts) for parts in POWERS[state.characters[who].race].wants(state, who))


# Trying things out.


def _tried(state: Field, ask: Ask[Any], pick: Pick) -> Order:
    legal = filter(partial(passes, ask.check), _ideas(state, ask.seat, pick))
    ideas = {str(full): full for full in (*map(ask.check, legal), _usual(state, ask))}
    return best_of(
        list(ideas.values()),
        lambda order, replies: _outcome(state, order, ask.seat, pick, replies),
        TRIALS,
        SHORTLIST,
        REPLIES,
    )


def _ideas(state: Field, seat: Seat, pick: Pick) -> Iterator[Activate]:
    """For each character: what it may do with the gnome, whom it may attack, its power, and where it may wait."""
    for who in state.unused(seat):
        character = state.characters[who]
        yield from _powers(state, who)
        yield from (_act(who, part) for part in _plain(state, who))
        yield from (_act(who, Part("hunt", other)) for other in prey(state, who)[1:3])
        yield from (_act(who, *parts) for parts in POWERS[character.race].tries(state, who))
        if state.holder == who:
            yield _carry(state, who)
            yield _act(who, Part("carry"), Part("punt"))
            yield _act(who, Part("punt"))
            yield from _tosses(state, who)
        elif not state.holder:
            yield _act(who, Part("hunt", "gnome"))
        corner = state.homes[state.nearest_home(character.at, seat)[0]]
        goals = sorted(ways(state, who), key=lambda square: (to_home(square, corner), square))[:1]
        goals += sorted(ways(state, who), key=lambda square: (to_home(square, state.homes[seat]), square))[:1]
        yield from (_act(who, Part("move", goal), Part("pass")) for goal in goals)


def _tosses(state: Field, who: Id) -> Iterator[Activate]:
    """Tosses to each mate in reach, from here and from where the others are not."""
    here, reach = state.characters[who].at, toss_range(state, who)
    spots = sorted(ways(state, who), key=lambda square: (state.nearest_home(square, who[0])[1], square))[:2]
    for mate in state.standing(who[0]):
        at = state.characters[mate].at
        for spot in dict.fromkeys((here, *spots)):
            if mate != who and distance(spot, at) <= reach:
                yield _act(who, *([] if spot == here else [Part("move", spot)]), Part("toss", at))


def _outcome(state: Field, order: Order, seat: Seat, pick: Pick, replies: int) -> float:
    """The result of a line in one trial, after the next activations if all play like `normal`."""
    ahead = copy(state)
    answer = answering(order, "activation", lambda ask: _usual(ahead, ask))
    for _ in range(1 + replies):
        if ahead.phase != "play" or ahead.result is not None:
            break
        play_ahead(activation(ahead), pick, answer)
    return value(ahead, seat)


def value(state: Field, seat: Seat) -> float:
    """The value of a position to a seat, in points: its own against the best of the others."""
    worth = {each: _standing(state, each) for each in state.still_in()}
    others = [worth[each] for each in worth if each != seat]
    return worth.get(seat, 0.0) - max(others, default=0.0)


def _standing(state: Field, seat: Seat) -> float:
    """Points, and prospects of more: together always less than a score, or nobody would ever make one."""
    worth = float(state.score(seat))
    if state.phase != "play":
        return worth + sum(_sound(state, who) for who in state.ids(seat))
    corners = list(state.enemy_homes(seat).values())
    for who in state.standing(seat):
        character = state.characters[who]
        worth += _sound(state, who) - A_STEP * min(state.from_gnome(character.at), 8)
        worth -= 0.2 * character.stunned + 0.1 * bool(character.slow) + 0.2 * bool(character.fish)
    own = [state.characters[who].at for who in state.standing(seat)]
    inside = sum(min(to_home(at, corner) for corner in corners) == 0 for at in own)
    worth += A_RECEIVER * min(inside, 1)
    holder = state.holder
    if holder[:1] == seat:
        away = state.nearest_home(state.characters[holder].at, seat)[1]
        worth += max(0.5, 3.0 - 0.35 * away) + 0.1 * state.characters[holder].hp
        if not state.characters[holder].used and away <= 3:
            worth += 0.7
    return worth


def _sound(state: Field, who: Id) -> float:
    """The value of a character on the field; fainted ones come back, unhurt, at the next score."""
    character = state.characters[who]
    hit_points = character.hp if character.at else character.kind.hit_points
    return A_CHARACTER + A_HIT_POINT * hit_points + A_POWER * min(character.left, 2)
