"""What no position will make legal: asked before a line waits in a queue, or is kept as a standing order."""

from collections.abc import Sequence

from pbem.games.gnomeball.conditions import TESTS
from pbem.games.gnomeball.lines import check_own, vet_line, vet_order
from pbem.games.gnomeball.orders import Activate, AlwaysPlace, Choice, Halt, Place, Whenever
from pbem.games.gnomeball.parts import step
from pbem.games.gnomeball.placing import check_apart
from pbem.games.gnomeball.state import Field
from pbem.games.gnomeball.words import ANY
from pbem.play.conditions import Condition
from pbem.play.orders import Refused, first_legal
from pbem.play.requests import Order, Seat


def vet(state: Field, seat: Seat, order: Order) -> None:
    """Refuse what is never legal, for the reasons that the check of the ask would give."""
    match order:
        case Activate():
            _vet_line(state, seat, order)
        case Choice(when=when, branches=branches):
            vet_condition(state, seat, when)
            first_legal(branches, lambda branch: _vet_line(state, seat, branch))
        case Halt(when=when):
            vet_condition(state, seat, when)
        case Whenever(when=when, branches=branches):
            vet_condition(state, seat, when)
            first_legal(branches, lambda branch: _vet_line(state, seat, branch, planned=True))
        case Place(squares=squares) | AlwaysPlace(squares=squares):
            for who, _ in squares:
                if who:
                    check_own(state, seat, who)
            check_apart([square for _, square in squares])


def _vet_line(state: Field, seat: Seat, line: Activate, *, planned: bool = False) -> None:
    """A line that waits, or one of a plan, which may be for `any` character."""
    if not planned or line.who != ANY:
        vet_line(state, seat, line)
    character = state.characters.get(line.who)
    if character is None or not character.stunned:
        vet_order(line.parts)


def vet_condition(state: Field, seat: Seat, when: Condition) -> None:
    """Refuse conditions that can never hold, or that name a character that can never exist."""
    TESTS.vet(when, state, seat)
    when.holds(TESTS.true(state, seat))


def vet_behind(state: Field, order: Order, played: Sequence[Order], waiting: Sequence[Order]) -> None:
    """Refuse an action that should have come after the move of its character (GNOMEBALL-122): the character's last line
    only moves it, and this one would come up in the same cycle."""
    if not isinstance(order, Activate) or not order.who:
        return
    lines = [line for line in (*played, *waiting) if isinstance(line, Activate) and line.who == order.who]
    if not lines or any(step(part) == 3 for part in lines[-1].parts):
        return
    only_acts = all(step(part) == 3 and part.verb != "pass" for part in order.parts)
    if only_acts and len(waiting) < len(state.unused(order.who[0])):
        used = state.characters[order.who].used
        why = "has been activated in this cycle" if used else "cannot be activated again for this"
        whole = Activate(order.who, (*lines[-1].parts, *order.parts))
        raise Refused(f"{order.who} {why}. A move and the action behind it stand on one line: {whole}")
