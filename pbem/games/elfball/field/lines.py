"""What lines of the game have in common (section 6 of the rules). A line says in one place how it is written, what help
tells of it, what is checked, and what it does; each line is in its chapter; `orders.py` lists them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from pbem.games.elfball.field.state import Letter, Pitch
from pbem.play.forms import Form
from pbem.play.requests import Order, Pick, Rules, Seat


class Common:
    """What a line of any kind may say beside its form. (No order itself: lines of other bases are other lanes.)

    - `about`: words of help, each with its text.
    """

    __slots__ = ()
    about: ClassVar[Mapping[str, str]] = {}

    def vet(self, state: Pitch, seat: Seat) -> None:
        """Refuse what will never be right, whatever comes: before the line waits, and when it is asked for."""

    def vet_ahead(self, state: Pitch) -> None:
        """Refuse, before the line waits, what its check would refuse in every position. (A check looks as far as the
        first die, and what a match has on record has passed it: so it stays as it is.)"""


class Turn(Common, Order, frozen=True):
    """What a turn may be."""

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        """The line in full, or refused; `choice` are the players who may act."""
        return self

    def run(self, state: Pitch) -> Rules[None]:
        """Carry it out. Raises `Shift`."""
        yield from ()

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        """Lines of this kind that may be worth a thought now, for the prompt (advanced)."""
        return ()

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        """Some such lines, legal or not, for the test kit and the random player."""
        return ()


class Done(Turn, frozen=True):
    """The second half of a turn of two is given up."""

    form: ClassVar = Form("done", says={"done": "no second action (double=yes)"})
    about: ClassVar = {"done": 'With the option double=yes, "done" gives up your second action.'}

    unasked: ClassVar[str] = (
        "Only with the option double a turn has two halves; an action of nothing is: A pass"
    )

    @property
    def closes(self) -> bool:
        return True
