"""Human: the hearthstone (GNOMEBALL-110)."""

from pbem.games.gnomeball.movement import check_free, go, put
from pbem.games.gnomeball.squares import HOMES
from pbem.games.gnomeball.state import Character, Field, Id, Part
from pbem.games.gnomeball.verbs import Lines, Power, Verb
from pbem.games.gnomeball.words import SQUARE
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Rules


def _home(state: Field, who: Id) -> tuple[Square, ...]:
    return HOMES[state.homes[who[0]]]


def _check_own_home(state: Field, who: Id, to: Square) -> None:
    """Raises `Refused` if a square is not in the player's home."""
    if who[0] in state.homes and to not in _home(state, who):
        raise Refused(f"{to} is not in your home ({' '.join(_home(state, who))}).")


def _check_hearth(state: Field, who: Id, to: Square) -> str:
    """Raises `Refused` if somebody is there; a howl does not prevent it."""
    check_free(state, who, to)
    return to


def _hearth(state: Field, who: Id, to: Square) -> Rules[None]:
    """Home at once, with the gnome."""
    state.characters[who].spent += 1
    yield from go(state, who, to, hearth=True)


def _tries(state: Field, who: Id) -> Lines:
    if state.holder != who:
        yield (Part("hearth", _home(state, who)[0]),)


def _left(human: Character) -> str:
    return "hearthstone ready" if human.left else "hearthstone used"


POWER = Power(
    race="human",
    help={
        "human, hearth, hearthstone": (
            'Once in a match: "A4 hearth b2" takes it to a free square of its home in place of a move, gnome and'
            ' all. An action may follow, as in "A4 hearth b2, toss a3".'
        ),
    },
    verbs=(
        Verb(
            word="hearth",
            form="hearth/h {what}",
            what=SQUARE,
            step=2,
            says={"A4 hearth b2": "Human: appear in your own home"},
            counted=True,
            vet=_check_own_home,
            check=_check_hearth,
            ahead=put,
            run=_hearth,
            sample=lambda state, who, pick: pick.one(_home(state, who)),
            chance=30,
        ),
    ),
    left=_left,
    tries=_tries,
)
