"""What no position will make legal: asked before a line waits in a queue."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.gnomeball.combat import check_other
from pbem.games.gnomeball.conditions import TESTS, check_known
from pbem.games.gnomeball.handling import enemy_home
from pbem.games.gnomeball.movement import check_own_home
from pbem.games.gnomeball.orders import Activate, AlwaysPlace, Choice, Halt, Place
from pbem.games.gnomeball.parts import ANY, VERB, Part
from pbem.games.gnomeball.powers import check_race, check_side
from pbem.games.gnomeball.races import TEAM_SIZE
from pbem.games.gnomeball.state import Field, Id
from pbem.play.conditions import Condition
from pbem.play.orders import Refused, first_legal
from pbem.play.requests import Order, Seat

_AT_CHARACTERS = ("target", "enemy", "quarry")


def vet(state: Field, seat: Seat, order: Order) -> None:
    """Refuse an order for a character of another player, or about one that there never is."""
    for who in _acting(order):
        _own(state, seat, who)
    for who in _spoken_of(order):
        check_known(state, who)
    if isinstance(order, Choice | Halt):
        vet_condition(state, seat, order.when)
    match order:
        case Activate():
            _can_do(state, order)
            _goes_on(state, seat, order)
        case Choice(branches=branches):
            first_legal(branches, lambda branch: _can_do(state, branch))


def vet_condition(state: Field, seat: Seat, when: Condition) -> None:
    """Refuse what can never be, and what is about somebody that there never is."""
    TESTS.vet(when, state, seat)
    when.holds(TESTS.true(state, seat))


def _can_do(state: Field, line: Activate) -> None:
    """Refuse what the race of a character does not do, what is aimed at its own side, and what is for another home."""
    for part in line.parts:
        if line.who in state.characters and int(line.who[1:]) <= TEAM_SIZE:  # other numbers are given anew
            check_race(state, line.who, part.verb)
        if line.who and VERB[part.verb].takes in ("enemy", "quarry") and part.what[:1].isupper():
            check_side(line.who, part.what)
        if part.verb == "attack":
            check_other(line.who, part.what)
        if line.who[:1] in state.homes and VERB[part.verb].takes == "home" and part.what:
            enemy_home(state, line.who, part.what)
        if line.who[:1] in state.homes and part.verb == "hearth":
            check_own_home(state, line.who, part.what)


def vet_behind(order: Order, before: Order) -> None:
    """Refuse an action behind a move of the same character on a line of its own (GNOMEBALL-122)."""
    match before, order:
        case Activate(who=mover), Activate(who=who) if who == mover:
            parts = (*before.parts, *order.parts)
            if all(part.step < 3 for part in before.parts) and _only_acts(order):
                raise _one_line(f"{who} cannot be activated again for this", Activate(who, parts))


def _only_acts(line: Activate) -> bool:
    return all(part.step == 3 and part.verb != "pass" for part in line.parts)


def _one_line(why: str, whole: Activate) -> Refused:
    return Refused(f"{why}. A move and the action behind it stand on one line: {whole}")


def _acting(order: Order) -> Iterator[Id]:
    """Whom an order is for."""
    match order:
        case Activate(who=who) if who not in ("", ANY):
            yield who
        case Choice(branches=branches):
            for branch in branches:
                yield from _acting(branch)
        case Place(squares=squares) | AlwaysPlace(squares=squares):
            yield from (who for who, _ in squares if who)


def _spoken_of(order: Order) -> Iterator[Id]:
    """At whom it is aimed."""
    match order:
        case Activate(parts=parts):
            yield from (
                part.what
                for part in parts
                if VERB[part.verb].takes in _AT_CHARACTERS and part.what[:1].isupper()
            )
        case Choice(branches=branches):
            for branch in branches:
                yield from _spoken_of(branch)


def _own(state: Field, seat: Seat, who: Id) -> None:
    check_known(state, who)
    if who[0] != seat:
        raise Refused(f"{who} does not serve you.")


def _goes_on(state: Field, seat: Seat, line: Activate) -> None:
    """Refuse an action for a character whose activation is over, while others of the cycle are still to come: it is
    what should have stood behind its move (GNOMEBALL-122)."""
    character = state.characters.get(line.who)
    if character is None or (state.active is not None and state.active.who == line.who):
        return
    if character.at and _only_acts(line) and character.used and state.unused(seat):
        whole = Activate(line.who, (Part("move", character.at), *line.parts))
        raise _one_line(f"{line.who} has been activated in this cycle", whole)
