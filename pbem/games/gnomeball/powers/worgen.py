"""Worgen: the worgen form (GNOMEBALL-112 to 115, 145)."""

from pbem.games.gnomeball.gnome import wear
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Power
from pbem.play.requests import Event, Figure, Rules

CLAWS, CLAWS_ON_CATCH = 1, 2


class TookForm(Event, frozen=True):
    """A Worgen has taken worgen form, or keeps it up longer."""

    who: Figure


def _change_now(state: Field, who: Id, other: str) -> Rules[None]:
    """In its own activation: the form lasts to the end of the following one, so it runs down once before it."""
    state.characters[who].form = 2
    yield TookForm(who)


def _change(state: Field, who: Id, other: str) -> Rules[None]:
    state.characters[who].form = 1
    yield TookForm(who)


def _claw_catch(state: Field, who: Id, other: str) -> Rules[None]:
    if state.characters[who].form:
        yield from wear(state, CLAWS_ON_CATCH, "claws")


def _claw(state: Field, who: Id, other: str) -> Rules[None]:
    if state.characters[who].form and state.holder == who:
        yield from wear(state, CLAWS, "claws")


POWER = Power(
    race="worgen",
    help={
        "worgen": (
            "Whenever it attacks or is attacked, it takes its worgen form, up to the end of its next"
            " activation: it moves 4, does 1 damage more, and its claws hurt the gnome that it holds. An"
            ' example: "A1 attack B2". With "always intercept except worgen" it leaves a living gnome alone'
            " while in that form."
        ),
        "form, claws": (
            "A Worgen that attacks or is attacked takes its worgen form: it moves 4 and does 1 damage more, up"
            " to the end of its next activation. Its claws do 1 damage to a gnome it holds each time, and 2"
            ' when it catches one. The list says "worgen form". The form of an order is how it is written, for'
            " example: ID move SQUARE."
        ),
    },
    traits={"attacks": _change_now, "attacked": _change, "catches": _claw_catch, "finishes": _claw},
)
