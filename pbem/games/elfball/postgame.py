"""After the last goal (ELFBALL-107): the doses that are left may still save a career."""

from __future__ import annotations

from pbem.games.elfball.ending import finish
from pbem.games.elfball.field import SEATS
from pbem.games.elfball.orders import Done, Potion, Turn
from pbem.games.elfball.potions import check_potion, doses_left, drink, patients
from pbem.games.elfball.prompts import LastDoses
from pbem.games.elfball.state import Pitch
from pbem.play.requests import Ask, Pick, Rules, Seat, ask_all


def post_game(state: Pitch) -> Rules[None]:
    """Both managers at once, until they are done; then the match is over."""
    still = [seat for seat in SEATS if _may_dose(state, seat)]
    while still:
        answers = yield from ask_all(*(_asking(state, seat) for seat in still))
        for seat in still:
            order = answers[seat]
            if isinstance(order, Potion):
                yield from drink(state, order)
        still = [seat for seat in still if isinstance(answers[seat], Potion) and _may_dose(state, seat)]
    yield from finish(state)


def _may_dose(state: Pitch, seat: Seat) -> bool:
    return bool(doses_left(state, seat) and patients(state, seat))


def _asking(state: Pitch, seat: Seat) -> Ask[Turn]:
    ill = patients(state, seat)

    def check(order: Turn) -> Turn:
        return check_potion(state, seat, order) if isinstance(order, Potion) else order

    def sample(pick: Pick) -> Turn:
        return Potion(pick.one(ill)) if pick.chance(50) else Done()

    return Ask[Turn](
        seat=seat,
        name="postgame",
        takes=(Potion, Done),
        check=check,
        sample=sample,
        auto=Done,
        about=LastDoses(tuple(ill), doses_left(state, seat)),
    )
