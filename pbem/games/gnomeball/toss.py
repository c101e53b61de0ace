"""Tossing, intercepting and catching (GNOMEBALL-40 to 52)."""

from typing import ClassVar

from pbem.games.gnomeball.events import Flight, Intercepted, Odds, Thwump, Tossed
from pbem.games.gnomeball.gnome import lose, roll_for
from pbem.games.gnomeball.handling import check_holds, hold
from pbem.games.gnomeball.squares import distance, flight, to_home, within
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Verb
from pbem.games.gnomeball.words import SQUARE
from pbem.play.forms import Form
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Order, Pick, Rules, ask

RANGE, COPPERBACK_RANGE = 4, 6
ON_TARGET, TOO_FAR = 3, 2
"""From 3 on the gnome reaches the intended square, on a 2 it goes one too far, on a 1 it falls one short
(GNOMEBALL-43)."""


class Reaction(Order, frozen=True):
    """An answer whether a character tries to intercept."""

    unasked: ClassVar[str] = "There is no toss to intercept now."


class Intercept(Reaction, frozen=True):
    """Try to intercept."""

    form: ClassVar = Form("intercept", says={"intercept": "try to catch an enemy's toss"})


class Ignore(Reaction, frozen=True):
    """Let the gnome fly by."""

    form: ClassVar = Form("ignore/decline", says={"ignore": "let it fly by"})


def toss_range(state: Field, who: Id) -> int:
    """How far the character may toss (GNOMEBALL-40)."""
    base = COPPERBACK_RANGE if state.leads_tosses(who) else RANGE
    return base + state.characters[who].kind.toss


def _check_toss(state: Field, who: Id, to: Square) -> str:
    """Raises `Refused` if the character may not toss there (GNOMEBALL-40, 41)."""
    check_holds(state, who)
    start, home = state.characters[who].at, state.homes[who[0]]
    far, may = distance(start, to), toss_range(state, who)
    if to == start:
        raise Refused(f"{who} stands on {to}; a toss goes to another square.")
    if far > may:
        raise Refused(f"{to} is {far:g} away; {who} tosses up to {may}.")
    if not state.leads_tosses(who) and to_home(to, home) >= to_home(start, home):
        raise Refused(f"{to} is no closer to your home than {start}; only the copperback may toss there.")
    return to


def _toss(state: Field, who: Id, to: Square) -> Rules[None]:
    """The die first; then square by square the interceptors, then who may catch there (GNOMEBALL-48)."""
    start = state.characters[who].at
    path = flight(start, to)
    aimed = len(path) - 2
    catcher = state.on(to)
    needs = state.characters[catcher].kind.catch if catcher else ON_TARGET
    face = yield from roll_for("toss", needs)  # a preview tells the odds of the catcher
    last = aimed if face >= ON_TARGET else aimed + 1 if face == TOO_FAR else aimed - 1
    over = [square for square in path[: last + 1] if square is not None]  # GNOMEBALL-44
    yield Tossed(who, start, to, face, over[-1], needs)
    tried: list[Id] = []
    for number, square in enumerate(over[1:], start=1):
        state.gnome.at = square
        for other in _interceptors(state, who, square):
            if other not in tried:
                tried.append(other)
                if (yield from _intercept(state, other, who, to, square)):
                    return
        catcher = state.on(square)
        if catcher and number >= min(aimed, last) and face >= state.characters[catcher].kind.catch:
            # On a 2 only an Undead's number is met, on the intended square as on the one beyond (GNOMEBALL-46).
            yield from hold(state, catcher, caught=True)
            return
    state.gnome.at = over[-1]
    lose(state, 1)
    yield Thwump(over[-1], state.gnome.hp)


def _sample_toss(state: Field, who: Id, pick: Pick) -> str | None:
    """Mostly closer to home if possible, and to a teammate rather than to nobody."""
    if state.holder != who:
        return None
    start, home = state.characters[who].at, state.homes[who[0]]
    near = sorted(within(start, toss_range(state, who)))
    back = [square for square in near if to_home(square, home) < to_home(start, home)]
    if not back or pick.chance(20):
        return pick.one(near)
    return pick.one([square for square in back if state.on(square)] or back)


TOSS = Verb(
    word="toss",
    said="throw, lob, chuck, hurl, fling, hand, throw over, toss over",
    form="toss/t {what}",
    what=SQUARE,
    step=3,
    says={"A3 toss c4": "throw the gnome there"},
    help={
        "toss, throw": (
            'An action of the holder: "A1 toss c4" throws the gnome up to 4 squares, only backwards, towards'
            " your own home. A copperback tosses up to 6, forwards too. One die: 3 or more is on target, 2 a"
            " square too far, 1 a square short, and the same die must suffice to catch it."
        ),
    },
    check=_check_toss,
    run=_toss,
    sample=_sample_toss,
)


def _interceptors(state: Field, tosser: Id, square: Square) -> list[Id]:
    """Enemies of the tosser within reach of a square: the one on it first, then in seat order from the seat after the
    tosser's (GNOMEBALL-47, 48)."""
    seats = state.from_seat(tosser[0])[1:]
    near = [
        who
        for seat in seats
        for who in state.standing(seat)
        if distance(state.characters[who].at, square) <= state.settings.reach
    ]
    return sorted(near, key=lambda who: state.characters[who].at != square)


def _intercept(state: Field, who: Id, tosser: Id, to: Square, square: Square) -> Rules[bool]:
    """Whether the character gets the gnome out of the air."""
    answer = yield from ask(_ask_intercept(state, who, tosser, to, square))
    if not isinstance(answer, Intercept):
        return False
    needs = state.characters[who].kind.intercept
    face = yield from roll_for("intercept", needs)
    made = face >= needs
    yield Intercepted(who, square, face, needs, made)
    if made:
        yield from hold(state, who, caught=True)
    return made


def _ask_intercept(state: Field, who: Id, tosser: Id, to: Square, square: Square) -> Ask[Reaction]:
    needs = state.characters[who].kind.intercept

    def standing() -> Reaction | None:
        how = state.memory(who[0]).intercept
        if how == "ask":
            return None
        claws = how == "except worgen" and state.characters[who].form and state.gnome.alive
        return Ignore() if how == "no" or claws else Intercept()

    def options() -> tuple[Reaction, ...]:
        return (Intercept(), Ignore())

    def sample(pick: Pick) -> Reaction:
        return pick.one(options())

    return Ask[Reaction](
        seat=who[0],
        name="intercept",
        takes=(Intercept, Ignore),
        check=lambda order: order,
        sample=sample,
        auto=Intercept,
        about=Flight(who, tosser, to, square, needs),
        options=options,
        standing=standing,
        outlook=lambda: Odds("intercept", needs),
    )
