"""Val'kyr: raising its victims (GNOMEBALL-118 to 121, 146)."""

from pbem.games.gnomeball.races import TEAM_SIZE
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Power
from pbem.play.requests import Event, Figure, Rules

RAISED_WITH = 2


class Raised(Event, frozen=True):
    """A victim gets up on a Val'kyr's side under another number."""

    by: Figure
    who: Figure
    now: Figure


def _raise(state: Field, who: Id, victim: str) -> Rules[None]:
    """The victim gets up on its square for the Val'kyr's player, under its old number if that is its first one."""
    lord, fallen = state.characters[who], state.characters[victim]
    if not lord.left:
        return
    lord.spent += 1
    first = fallen.was or victim
    now = first if first[0] == who[0] else _next_number(state, who[0])
    del state.characters[victim]
    state.characters[now] = fallen
    fallen.was = "" if now == first else first
    fallen.wounds = fallen.kind.hit_points - RAISED_WITH
    fallen.used = True  # GNOMEBALL-68
    yield Raised(who, victim, now)


def _next_number(state: Field, seat: str) -> Id:
    """The next number for a raised character: none is used twice (GNOMEBALL-146)."""
    numbers = [int(who[1:]) for who in state.ids(seat)]
    state.numbers[seat] = max(TEAM_SIZE, state.numbers.get(seat, 0), *numbers) + 1
    return f"{seat}{state.numbers[seat]}"


POWER = Power(
    race="valkyr",
    help={
        "valkyr, val'kyr": (
            "The first two enemies that a Val'kyr's attacks bring down get up again with 2 hit points and serve"
            ' your team, under a new number such as A6, until they faint. An example: "A1 attack B2".'
        ),
        "kills, raised, raising, serves, was": (
            "The power of a Val'kyr: its first two kills get up with 2 hit points and serve its player under a"
            ' new number; the list says, for example, "was B4" there and "serves A as A6" in the old place.'
            " When they faint, they are their first player's again."
        ),
    },
    traits={"fells": _raise},
    left=lambda valkyr: f"{valkyr.spent} of {valkyr.kind.uses} kills raised" if valkyr.spent else "",
)
