"""After the last goal (ELFBALL-107): the doses that are left may still save a career."""

from pbem.games.elfball.ending import finish
from pbem.games.elfball.field import SEATS
from pbem.games.elfball.lines import Done, Turn
from pbem.games.elfball.potions import Potion, doses_left, drink, may_dose, patients
from pbem.games.elfball.prompts import LastDoses
from pbem.games.elfball.state import Pitch
from pbem.play.requests import Ask, Pick, Rules, Seat, ask_all


def post_game(state: Pitch) -> Rules[None]:
    """Both managers at once, until they are done; then the match is over."""
    still = [seat for seat in SEATS if may_dose(state, seat)]
    while still:
        answers = yield from ask_all(*(_asking(state, seat) for seat in still))
        for seat in still:
            order = answers[seat]
            if isinstance(order, Potion):
                yield from drink(state, order)
        still = [seat for seat in still if isinstance(answers[seat], Potion) and may_dose(state, seat)]
    yield from finish(state)


def _asking(state: Pitch, seat: Seat) -> Ask[Turn]:
    ill = patients(state, seat)

    def check(order: Turn) -> Turn:
        if isinstance(order, Potion):
            order.vet(state, seat)
        return order.check(state, ())

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
