"""Steps: one space level or backwards, in place of a word (TOXIC-GNOME-22 to TOXIC-GNOME-24)."""

from pbem.games.toxic_gnome.events import Stepped
from pbem.games.toxic_gnome.orders import SQUARE, STEP_FORM, Direction, Step
from pbem.games.toxic_gnome.paths import Grid
from pbem.games.toxic_gnome.state import Treadmill
from pbem.play.orders import Refused
from pbem.play.requests import Rules, Seat

STEPS: dict[Direction, tuple[int, int]] = {
    "left": (0, -1),
    "right": (0, 1),
    "backleft": (-1, -1),
    "back": (-1, 0),
    "backright": (-1, 1),
}
"""How many rows up and how far to the right each goes: never forwards."""


def possible_steps(state: Treadmill, seat: Seat) -> dict[Direction, str]:
    """The squares to which the directions lead, without those that lead nowhere. There is always one: a row has five
    spaces (TOXIC-GNOME-23)."""
    grid, square = Grid(state), state.tokens[seat]
    steps = {direction: grid.step(square, *by) for direction, by in STEPS.items()}
    return {direction: end for direction, end in steps.items() if end}


def check_step(state: Treadmill, seat: Seat, order: Step) -> Step:
    """The step by the name of the square it leads to; raises `Refused` with all that are possible."""
    steps = possible_steps(state, seat)
    for direction, square in steps.items():
        if order.to in (direction, square):
            return Step(square)
    *others, last = steps.values()
    squares = f"{', '.join(others)} or {last}" if others else last
    raise Refused(f"You may step to {squares}")


def vet_step(order: Step) -> None:
    """Refuse a step to what is neither a direction nor a square."""
    if order.to not in STEPS and not SQUARE.fullmatch(order.to):
        raise Refused(f"{order.to} is neither a direction nor a square: {STEP_FORM}")


def automatic_step(state: Treadmill, seat: Seat) -> Step:
    """Right, or left from column e."""
    return Step("right" if "right" in possible_steps(state, seat) else "left")


def step(state: Treadmill, seat: Seat, order: Step) -> Rules[None]:
    """Make a checked step. It forms no word and never sets the treadmill running (TOXIC-GNOME-24)."""
    start = state.tokens[seat]
    state.tokens[seat] = order.to
    yield Stepped(seat, start, order.to)
