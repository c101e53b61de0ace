"""The items of an action: what a line like `A move k20, tackle m, if down: stand` is made of.

An item says in one place how it is written, what help tells of it, what no position makes legal, and what it does. Each
item is in its chapter (`movement.py`, `blows.py` ...); `flow.py` lists them all. `str` of an item is its long form,
which reads back to the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from pbem.games.elfball.actions.naming import player_on_field, refuse_strangers
from pbem.games.elfball.field.kinds import HEX
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.rolls import hooks
from pbem.play import forms
from pbem.play.forms import Form, Line, Rule
from pbem.play.orders import Unreadable
from pbem.play.requests import Event, Pick, Rules

Going: TypeAlias = Literal["on", "wait", "end"]
"""How an action goes on after an item."""


class Item(Struct, frozen=True):
    """One part of a line. Hexes, letters and directions stay as written until it is carried out.

    - `says`: examples for help, each with its meaning; `learned`: those that take abilities.
    - `about`: words of help, each with its text.
    - `judged`: `on fail` and the condition `ok` go by what comes of it; `steps`: it may lead onto the ball;
      `after_dash`: it can stand behind a Dash.
    """

    form: ClassVar[Form[Any]]
    says: ClassVar[Mapping[str, str]] = {}
    learned: ClassVar[Mapping[str, str]] = {}
    about: ClassVar[Mapping[str, str]] = {}
    judged: ClassVar[bool] = False
    steps: ClassVar[bool] = False
    after_dash: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.form.write(self)

    @property
    def occupies(self) -> bool:
        """Whether it is a move or a challenge of the acting player (ELFBALL-60)."""
        return self.judged

    @property
    def needs(self) -> Sequence[str]:
        """The points of the rules (`hooks.py`) for which the player must have an ability."""
        return ()

    def vet(self, state: Pitch, letter: Letter) -> None:
        """Refuse what no position makes legal, wherever it stands in a line."""
        refuse_strangers(state, self)

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        """Refuse, in a line that waits, what `do` refuses in every position, before it rolls any dice."""
        for value in astuple(self):
            if isinstance(value, str) and value in SEAT_OF and state.players[value].at == "ejected":
                player_on_field(state, value)
        for hook in self.needs:
            hooks.need_some_day(state, letter, hook, str(self))

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Carry it out, where it stands in a line of items without conditions. Raises `Refused` where it cannot be
        done, `Shift` or `Over` where it ends the action."""
        yield from ()

    @classmethod
    def samples(cls, known: Sequence[str], other: Letter, pick: Pick) -> Sequence[Item]:
        """Some such items against an opponent, by a player who knows these abilities; legal or not, for the test kit
        and the random player."""
        return ()

    def going(self, state: Pitch) -> Going:
        """How the action goes on after it."""
        return "on"


class Act(Item, frozen=True):
    """An item that a Dash can pay for: a step or a challenge. `policy` is its rider (ELFBALL-179)."""

    judged: ClassVar[bool] = True
    after_dash: ClassVar[bool] = True


def rehearse(rules: Rules[Any]) -> None:
    """Run rules, on a copy of the state, up to the first die or decision; what they refuse is refused here."""
    try:
        while isinstance(next(rules), Event):
            pass
    except StopIteration:
        pass


# Reading.


class OneItem(forms.Kind[Item]):
    """One item; behind it comes a comma or the end of the line."""

    label, wants = "ITEM", "an action"

    def __init__(self, *kinds: type[Item]) -> None:
        self.rules: dict[str, list[Rule]] = {}
        words = set[str]()
        for rule in (rule for kind in kinds for rule in kind.form.rules):
            words.update(rule.literals, *(part.words for part in rule.kinds))
            for word in rule.words:
                self.rules.setdefault(word, []).append(rule)
        self.words = tuple(words)
        self._spoken = {verb: said for kind in kinds for verb, said in kind.form.spoken.items()}
        self.verbs = self.first = tuple(
            word for word in self.rules if len(word) > 2 or word in ("go", "if", "on")
        )

    @property
    def spoken(self) -> Mapping[str, Sequence[str]]:
        return self._spoken

    def take(self, line: Line, at: int) -> tuple[Item, int] | None:
        low = line.low
        rules = self.rules.get(low[at], ()) if at < len(low) else ()
        for rule in rules:
            got = rule.take(line, at)
            if got is not None:
                self._look_behind(line, at, got[1])
                return got
        if not rules:
            self._look_at(line, at)
            line.miss(at, self.wants, spelt=self.verbs)
        return None

    def _look_behind(self, line: Line, at: int, end: int) -> None:
        """Slips that are often made behind an item."""
        word = line.low[end] if end < len(line.low) else ""
        if word in ("if", "unless"):
            item = " ".join(line.words[at:end])
            raise Unreadable(f'"{" ".join(line.words[at:])}": a condition comes first', f'"if ball: {item}"')
        if word in self.verbs:
            line.miss(end, ",", fixed=True)

    def _look_at(self, line: Line, at: int) -> None:
        """Slips that are often made where an item should begin."""
        words = " ".join(line.words[at : at + 2])
        if at < len(line.low) and HEX.fits(line.low[at]):
            raise Unreadable(
                f'"{line.low[at]}" is not part of an action: a comma ends an item, and the hexes of a move have spaces'
                " between them",
                '"move k20 j19"',
            )
        if (
            at
            and line.low[at - 1] in (",", ":")
            and line.low[at + 1 : at + 2]
            and line.low[at + 1] in self.rules
        ):
            raise Unreadable(f'"{words}": write the letter of the player once, at the beginning of the line')


class Inner(OneItem):
    """The item behind a condition."""

    def _look_at(self, line: Line, at: int) -> None:
        if line.low[at : at + 1] in (["if"], ["unless"]):
            raise Unreadable("a condition cannot contain another", 'several are joined by "and"')
        if line.low[at : at + 1] == ["on"]:
            raise Unreadable("on fail is for the whole line", "on fail without a condition")
        super()._look_at(line, at)
