"""What a player might do: a sensible order for prompts and bots, and the legal order nearest to a line.

Nothing here is a rule: every order is put before the check of the ask, and only what passes is shown.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from msgspec import Struct

from pbem.games.dodgeball.moving import STEPS
from pbem.games.dodgeball.orders import Action, Dodge, Done, Move, Pass, Place, Put, Throw
from pbem.games.dodgeball.setup import DEFAULT_COLUMNS
from pbem.games.dodgeball.state import BOARD, HALF, OTHER, Field, PawnId
from pbem.play.grid import Square, king_distance
from pbem.play.orders import first_passing, nearest, passes
from pbem.play.requests import Ask, Order

NEAR = 2
"""Maximum distance of a proposal from what was named."""


class _Sides(Struct, frozen=True):
    """The pawns of a position, sorted out once for all ideas: those of the side to act, with a ball and without, and
    its opponent's."""

    own: list[PawnId]
    carriers: list[PawnId]
    idle: list[PawnId]
    others: list[PawnId]

    @classmethod
    def of(cls, state: Field) -> "_Sides":
        own = state.team(state.to_act)
        carriers = [pawn for pawn in own if pawn in state.balls]
        idle = [pawn for pawn in own if pawn not in state.balls]
        return cls(own, carriers, idle, state.team(OTHER[state.to_act]))


_VERBS = {"m": "move", "p": "pass", "t": "throw", "move": "move", "pass": "pass", "throw": "throw"}


def sensible(state: Field, check: Callable[[Action], Action]) -> Action:
    """A throw at an opponent in reach, or the way to a ball, or a run up to the line with one; otherwise `done`."""
    sides = _Sides.of(state)
    ideas = chain.from_iterable(each(state, sides) for each in _SENSIBLE)
    return first_passing(ideas, check) or Done()


def likely(state: Field, check: Callable[[Action], Action]) -> Iterator[Action]:
    """The same for a prompt: any step rather than `done`, which gives up the remaining dice. Then what else might be
    useful: a pass to a mate who is nearer to an opponent, two steps instead of one."""
    sides = _Sides.of(state)
    found = list[Action]()
    for idea in chain.from_iterable(ideas(state, sides) for ideas in (*_SENSIBLE, _steps, _passes)):
        if passes(check, idea):
            found.append(idea)
            yield idea
    further = (Move(idea.pawn, (*idea.route, *_ahead(idea))) for idea in found if isinstance(idea, Move))
    onwards = (idea for idea in further if idea.route[-1] != state.pawns[idea.pawn])
    yield from (idea for idea in onwards if passes(check, idea))
    if not found:
        yield Done()


def _ahead(step: Move) -> tuple[Square, ...]:
    """The square beyond the end of a move, straight toward the center line."""
    column, row = BOARD.place(step.route[-1])
    return tuple(square for square in BOARD if BOARD.place(square) == (column, row + (1 if row < 5 else -1)))


def near(state: Field, ask: Ask[Any], line: str) -> str | None:
    """A legal order of the same pawn and kind as the line, and as near to it as possible, or empty; None for an answer
    to a throw without a square: there are only two."""
    words = re.findall(r"[a-z]+[0-9]*|[0-9]+", line.lower())
    orders: Iterable[Order]
    match ask.name:
        case "placing":
            orders = _near_placing(state, words)
        case "action":
            orders = _near_action(state, words)
        case "react":
            if "dodge" not in words:
                return None
            orders = [Dodge(square=square) for square in _by_distance(words)]
        case _:
            orders = map(Put, _by_distance(words))
    return str(first_passing(orders, ask.check) or "")


# Sensible orders.


def _throws(state: Field, sides: _Sides) -> Iterator[Action]:
    """Each carrier at each opponent, the nearest first."""
    for pawn in sides.carriers:
        for target in _by_nearness(state, sides.others, state.pawns[pawn]):
            yield Throw(pawn, (target,))


def _fetches(state: Field, sides: _Sides) -> Iterator[Action]:
    """Pawns without a ball to the squares with a waiting ball, the shortest ways first, as far as the dice reach."""
    reach = max(state.dice)
    ways = [
        (steps, pawn, goal)
        for goal in state.takings()
        if goal in HALF[state.to_act]
        for pawn in sides.idle
        if (steps := king_distance(state.pawns[pawn], goal)) <= reach
    ]
    for _, pawn, goal in sorted(ways):
        yield Move(pawn, (goal,))


def _advances(state: Field, sides: _Sides) -> Iterator[Action]:
    """Carriers toward the opponent who is nearest to them, as far as the dice reach."""
    for pawn in sides.carriers:
        here = state.pawns[pawn]
        for target in _by_nearness(state, sides.others, here)[:1]:
            there = state.pawns[target]
            for goal in _nearest_first(HALF[state.to_act], there):
                nearer = king_distance(goal, there) < king_distance(here, there)
                if nearer and king_distance(here, goal) <= max(state.dice):
                    yield Move(pawn, (goal,))


def _passes(state: Field, sides: _Sides) -> Iterator[Action]:
    """Carriers to mates who are nearer to an opponent."""

    def away(pawn: PawnId) -> int:
        return min(king_distance(state.pawns[pawn], state.pawns[other]) for other in sides.others)

    for pawn in sides.carriers:
        mates = [mate for mate in sides.own if away(mate) < away(pawn)]
        yield from (Pass(pawn, mate) for mate in sorted(mates, key=away))


def _steps(state: Field, sides: _Sides) -> Iterator[Action]:
    """Every pawn to the squares round it, those nearest to the center line first."""
    for pawn in sides.own:
        here = state.pawns[pawn]
        middle = here[0] + ("4" if state.to_act == "S" else "5")
        for square in _nearest_first(STEPS[state.to_act][here], middle):
            yield Move(pawn, (square,))


_SENSIBLE = (_throws, _fetches, _advances)


# Near orders.


def _near_placing(state: Field, words: list[str]) -> Iterator[Order]:
    """The columns named, up to the number wanted, and default ones for those that are missing."""
    named = [letter for word in words if set(word) <= set(BOARD.columns) for letter in word]
    columns = dict.fromkeys((*named, *DEFAULT_COLUMNS[state.size], *BOARD.columns))
    if named:
        yield Place(tuple(sorted(list(columns)[: state.size])))


def _near_action(state: Field, words: list[str]) -> Iterator[Order]:
    """What the named pawn may do of the named kind, by distance to the square or pawn named last; if none is named,
    what any pawn may do with exactly that square or pawn."""
    team = state.team(state.to_act)
    pawn = next((word.upper() for word in words if word.upper() in team), None)
    places = [_place(state, word) for word in words if word.upper() != pawn]
    aim = next(filter(None, reversed(places)), None)
    verb = _verb(words)
    if pawn is not None:
        yield from _by_pawn(state, pawn, verb, aim)
    elif aim is not None and words[:1] == [verb]:
        for each in _by_nearness(state, team, aim):
            yield from _by_pawn(state, each, verb, aim, limit=0)


def _by_pawn(state: Field, pawn: PawnId, verb: str, aim: Square | None, limit: int = NEAR) -> Iterator[Order]:
    """What a pawn may do of a kind, within a distance of what was named."""
    here = state.pawns[pawn]
    if verb in ("throw", "pass"):
        side = OTHER[state.to_act] if verb == "throw" else state.to_act
        for other in _by_nearness(state, state.team(side), aim or here):
            if limit or state.pawns[other] == aim:
                yield Throw(pawn, (other,)) if verb == "throw" else Pass(pawn, other)
    elif verb == "move" and aim == here:
        return  # it is there already
    elif verb == "move" or aim not in (None, here):
        goals = _nearest_first(HALF[state.to_act], aim or here, here)
        for goal in goals:
            if goal != here and king_distance(goal, goals[0]) <= limit:
                yield Move(pawn, (goal,))


def _verb(words: list[str]) -> str:
    """The kind of action a line names, also with a slip of the pen, or empty."""
    known = (_VERBS.get(nearest(word, _VERBS, cutoff=0.7)) for word in words)
    return next(filter(None, known), "")


def _place(state: Field, word: str) -> Square | None:
    """The square that a word names, or for one off the board the nearest on it."""
    found = re.fullmatch(r"([a-z])([0-9]{1,2})", word)
    if word.upper() in state.pawns or found is None or word[0] in "sn":
        return state.pawns.get(word.upper())
    rank = min(max(int(found[2]), 1), len(BOARD.rows))
    return f"{min(found[1], BOARD.columns[-1])}{rank}"


def _by_distance(words: list[str]) -> list[Square]:
    """All squares, those nearest to the one named first; none if none is named."""
    named = next((word for word in reversed(words) if word in BOARD), None)
    return [] if named is None else _nearest_first(BOARD, named)


def _nearest_first(squares: Iterable[Square], *aims: Square) -> list[Square]:
    """By nearness to the first of these squares, then to the next, then by name."""
    found = sorted(squares)
    for aim in reversed(aims):
        found.sort(key=partial(_apart, aim))
    return found


def _apart(one: Square, other: Square) -> tuple[int, int]:
    """How far two squares are apart, straight ways before crooked ones."""
    (x, y), (u, v) = BOARD.place(one), BOARD.place(other)
    return king_distance(one, other), abs(x - u) + abs(y - v)


def _by_nearness(state: Field, pawns: list[PawnId], aim: Square) -> list[PawnId]:
    return sorted(pawns, key=lambda pawn: king_distance(state.pawns[pawn], aim))
