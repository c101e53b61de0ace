"""Players of the house: throw at an opponent in reach, or fetch a ball, or run up to the line with one.

Much of this game is luck, and what skill there is lies in two things: how many throws a side has, and how it meets
those of the other. A catcher is hit 21 times in 36 and puts the thrower out 15 times, a dodger is hit 15 times and wins
nothing: a catch loses six in 36 and a dodge fifteen, so a catch is better unless there is far more to lose than to win.
`hard` knows that, `normal` catches every other time, and `easy` dodges, and sits on its balls.

Looking further ahead was tried (the best of all dice played out by the rules, and a choice among playouts of two and
three turns), and did not win more.
"""

from collections.abc import Iterator
from typing import Any

from pbem.games.dodgeball.advice import likely, sensible
from pbem.games.dodgeball.orders import Catch, Dodge, Done, React, Throw
from pbem.games.dodgeball.state import OTHER, Field
from pbem.games.dodgeball.throwing import chances
from pbem.play.requests import Ask, Pick, Seat

WAITS = 5
"""Number of turns for which `easy` holds its balls back; the side that is behind loses by that in the end
(DODGEBALL-36)."""

_CATCHES, _DODGES = chances("catch"), chances("dodge")


def easy(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Runs for balls, and about, but keeps them rather than throws; dodges."""
    match ask.name:
        case "action":
            order = ask.sample(pick) if pick.chance(40) else next(likely(state, ask.check))
            if isinstance(order, Throw) and _waits(state, ask.seat):
                others = (idea for idea in likely(state, ask.check) if not isinstance(idea, Throw))
                order = next(others, Done())
            return str(ask.check(order))
        case "react":
            return str(Dodge())
    return str(ask.check(ask.auto()))


def _waits(state: Field, seat: Seat) -> bool:
    """Whether it holds its balls back: forever if it is behind, as beginners do, otherwise for some turns."""
    return state.quiet < WAITS or len(state.team(seat)) < len(state.team(OTHER[seat]))


def normal(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Uses every throw there is; as a target it has no fixed habit."""
    if ask.name == "react":
        return str(pick.one((Catch(), Dodge())))
    return _usual(state, ask)


def hard(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """The same, and meets a throw as the odds advise."""
    return str(_reaction(state, ask.seat)) if ask.name == "react" else _usual(state, ask)


def examples(state: Field, ask: Ask[Any], pick: Pick) -> Iterator[str]:
    """What `normal` might write, without the dice that are spent anyway."""
    match ask.name:
        case "action":
            yield from map(str, likely(state, ask.check))
        case "react":
            yield "catch"
        case _:
            yield str(ask.auto())


def _usual(state: Field, ask: Ask[Any]) -> str:
    return str(ask.check(sensible(state, ask.check) if ask.name == "action" else ask.auto()))


def _reaction(state: Field, seat: Seat) -> React:
    """Decide by the value of the pawns left on both sides."""
    own, others = len(state.team(seat)), len(state.team(OTHER[seat]))
    hit, caught, missed = _share(own - 1, others), _share(own, others - 1), _share(own, others)
    catch = _CATCHES["hit"] * hit + _CATCHES["caught"] * caught
    dodge = _DODGES["hit"] * hit + _DODGES["missed"] * missed
    return Catch() if catch >= dodge else Dodge()


def _share(own: int, others: int) -> float:
    """A side's share with this many pawns against that many: the fewer there are, the more each counts."""
    return own / (own + others)
