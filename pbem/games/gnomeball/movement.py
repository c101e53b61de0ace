"""Moving (GNOMEBALL-30 to 33), and doing nothing (GNOMEBALL-24)."""

from pbem.games.gnomeball.events import Moved, Passed
from pbem.games.gnomeball.handling import arrive
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Verb
from pbem.games.gnomeball.ways import EVERYWHERE, allowance, ways
from pbem.games.gnomeball.words import SQUARE
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Pick, Rules


def _check_move(state: Field, who: Id, to: Square) -> str:
    """Raises `Refused` if the character cannot get there."""
    character = state.characters[who]
    if character.howled:
        raise Refused(f"{who} cannot move in this activation (howl). It may act.")
    check_free(state, who, to)
    if to not in ways(state, who):
        cost, may = ways(state, who, EVERYWHERE).get(to), allowance(state, who)
        why = "there is no way" if cost is None else f"the way costs {cost / 2:g}, it may move {may}"
        raise Refused(f"{who} cannot reach {to}: {why}.")
    return to


def check_free(state: Field, who: Id, to: Square) -> None:
    """Raises `Refused` if a character is on the square (GNOMEBALL-6, 31)."""
    other = state.on(to)
    if other == who:
        raise Refused(f"{who} stands on {to} already.")
    if other:
        raise Refused(f"{to} is occupied by {other}.")


def put(state: Field, who: Id, to: Square) -> None:
    """Put a character on another square, with the gnome if it holds it."""
    state.characters[who].at = to


def go(state: Field, who: Id, to: Square, *, hearth: bool = False) -> Rules[None]:
    """Only the destination counts; a holder scores there (GNOMEBALL-32)."""
    start = state.characters[who].at
    put(state, who, to)
    yield Moved(who, start, to, hearth, state.holder == who)
    yield from arrive(state, who)


def _sample_move(state: Field, who: Id, pick: Pick) -> str | None:
    squares = sorted(square for square in ways(state, who) if square != state.characters[who].at)
    return pick.one(squares) if squares else None


MOVE = Verb(
    word="move",
    said=(
        "go, run, walk, step, advance, head, jog, sprint, retreat, come, travel, proceed, march, hop, fly, "
        "head for, make for, put, send, bring"
    ),
    form="move/m {what}",
    what=SQUARE,
    step=2,
    says={"A3 move f5": "go there, up to 3 squares away"},
    help={
        "move, moves, run": (
            '"A3 move f5" goes up to 3 squares, a Troll 4; a diagonal step counts one and a half. The server'
            " finds the way round other characters, friend or foe, which block it."
        ),
    },
    check=_check_move,
    ahead=put,
    run=go,
    sample=_sample_move,
    chance=60,
)


def _pass(state: Field, who: Id, what: str) -> Rules[None]:
    yield Passed(who)


PASS = Verb(
    word="pass",
    said=(
        "do nothing, does nothing, wait, rest, stay, stay put, skip, stand still, hold, sit out, sit tight,"
        " take a rest, take a break, idle, remain"
    ),
    form="pass/-",
    step=3,
    says={"A2 pass": "do nothing with A2"},
    help={
        "pass": '"A2 pass" does nothing in its activation; "pass" alone uses your lowest ready character.',
    },
    run=_pass,
)
