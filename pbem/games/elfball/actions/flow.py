"""What directs an action (section 6.1 of the rules): conditions, stops, waits, Momentum for the whole line; and the
list of all items, as they are read.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from pbem.games.elfball.actions.blows import Shove, Tackle
from pbem.games.elfball.actions.conditions import IN_ACTION, holds, vet_condition
from pbem.games.elfball.actions.dash import Dash
from pbem.games.elfball.actions.items import Going, Inner, Item, OneItem
from pbem.games.elfball.actions.movement import Face, Go, Move, Pickup, Stand
from pbem.games.elfball.actions.surging import Surge
from pbem.games.elfball.actions.throwing import Throw
from pbem.games.elfball.field.kinds import KIND, SPENDING
from pbem.games.elfball.field.state import PLAIN, Kind, Letter, Pitch, Policy
from pbem.play.conditions import Condition
from pbem.play.forms import Form, Many, one_of
from pbem.play.requests import Rules

Failing: TypeAlias = Literal["skip", "end", "wait"]


class Momentum(Item, frozen=True):
    """A policy for the action, wherever it stands in the line, for one kind of challenge or for all (ELFBALL-179)."""

    form: ClassVar = Form("momentum [{kind}] {policy}", kind=KIND, policy=SPENDING)
    says: ClassVar = {"A throw d, momentum rival keep": "Momentum, for the whole line"}

    kind: Kind | Literal[""] = ""
    policy: Policy = PLAIN

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        self.keep(state)
        yield from ()

    def keep(self, state: Pitch) -> None:
        """Note it; what it leaves open is taken from what has been said of this kind before."""
        policies = state.acting.policies
        policies[self.kind] = self.policy.over(policies.get(self.kind, PLAIN))


class _Conditional(Item, frozen=True):
    """An item with a condition."""

    when: Condition = Condition()

    def vet(self, state: Pitch, letter: Letter) -> None:
        vet_condition(state, letter, self.when)


class Stop(_Conditional, frozen=True):
    """The action ends here if the condition holds."""

    form: ClassVar = Form("stop {when}", when=IN_ACTION.clause)
    says: ClassVar = {"A stop if not ball, go goal": "end here if it went wrong"}
    about: ClassVar = {"stop": '"A stop if not ball, go goal" ends the action there if the condition holds.'}

    def going(self, state: Pitch) -> Going:
        return "end" if holds(state, self.when) else "on"


class Wait(_Conditional, frozen=True):
    """The manager is asked for more, here, always or if the condition holds."""

    form: ClassVar = Form("wait/w [{when}]", when=IN_ACTION.clause)
    says: ClassVar = {"A tackle q, wait if loose": "report, and ask me for more"}
    about: ClassVar = {
        "wait": (
            '"A go ball, wait" asks you again before A goes on; "A tackle q, wait if loose" only if the'
            " ball lies loose then."
        )
    }
    after_dash: ClassVar[bool] = True

    def going(self, state: Pitch) -> Going:
        return "wait" if holds(state, self.when) else "on"


class OnFail(Item, frozen=True):
    """What is done, in the whole line, when a challenge does not succeed or an item has become impossible."""

    form: ClassVar = Form("on fail {how}", how=one_of(*get_args(Failing)))
    says: ClassVar = {"A go ball, on fail end": "or skip, or wait, if it fails"}
    about: ClassVar = {
        "fail, skip": (
            '"A go ball, on fail end" says what to do when a challenge fails: end the action, wait (you are'
            " asked), or skip (go on with the next part)."
        )
    }

    how: Failing


class End(Item, frozen=True):
    """The action ends."""

    form: ClassVar = Form("end/e")

    def going(self, state: Pitch) -> Going:
        return "end"


class Pass(End, frozen=True):
    """An action of nothing."""

    form: ClassVar = Form("pass", said="do nothing, rest, stay, stay put, skip, stand still")
    says: ClassVar = {"A pass": "an action of nothing"}
    about: ClassVar = {
        "pass, nothing": (
            '"A pass" is an action of nothing; "nothing" does without the free challenge after a face-off. The ball'
            ' goes to another player by a throw: "A throw d".'
        )
    }


KINDS: tuple[type[Item], ...] = (
    Move, Go, Surge, Throw, Tackle, Shove, Pickup, Face, Stand, Dash, Momentum, Stop, Wait, End, Pass, OnFail,
)  # fmt: skip
"""All items; of two that begin with the same word the first is tried first."""

_INNER: tuple[type[Item], ...] = tuple(kind for kind in KINDS if kind is not OnFail)


class If(_Conditional, frozen=True):
    """An item under a condition."""

    form: ClassVar[Form[Any]] = Form("{when} :/then {item}", when=IN_ACTION.clause, item=Inner(*_INNER))

    when: Condition
    item: Item

    def vet(self, state: Pitch, letter: Letter) -> None:
        super().vet(state, letter)
        self.item.vet(state, letter)


ITEM = OneItem(*_INNER, If, OnFail)
ITEMS = Many(ITEM, ",")
VERBS = tuple(word for word in ITEM.verbs if word not in ("if", "unless", "on"))


def unconditional(item: Item) -> Item:
    """The item itself, without its condition."""
    return item.item if isinstance(item, If) else item
