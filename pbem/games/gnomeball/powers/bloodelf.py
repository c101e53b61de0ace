"""Blood Elf: looking pretty (GNOMEBALL-98)."""

from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Power, Verb
from pbem.games.gnomeball.words import AIM
from pbem.play.requests import Event, Figure, Rules


class LookedPretty(Event, frozen=True):
    """A Blood Elf has looked pretty, at something or at nothing."""

    who: Figure
    at: str


def _look_pretty(state: Field, who: Id, aim: str) -> Rules[None]:
    """Nothing happens, prettily."""
    yield LookedPretty(who, aim.removeprefix("at "))


POWER = Power(
    race="bloodelf",
    help={
        "bloodelf, blood, elf, look, pretty": (
            "A Blood Elf can look pretty as often as it likes, for free and to no effect; everybody is told: "
            '"A1 look pretty at B3". A team of five of them gets 2 points more for every score.'
        ),
    },
    verbs=(
        Verb(
            word="look pretty",
            form="look/l [pretty] [{what}]",
            what=AIM,
            step=0,
            says={"A1 look pretty at B3": "Blood Elf: be admired"},
            run=_look_pretty,
            sample=lambda state, who, pick: pick.one(("", "at the gnome", "at itself")),
            chance=30,
        ),
    ),
)
