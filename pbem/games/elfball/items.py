"""The items of an action: what a line like `A move k20, tackle m, if down: stand` is made of, and how each is written.

`str` of an item is its long form, which reads back to the same.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias, get_args

from msgspec import Struct

from pbem.games.elfball.conditions import IN_ACTION, players_of
from pbem.games.elfball.hooks import BLOWS
from pbem.games.elfball.kinds import (
    HEX,
    HEXES,
    KIND,
    LETTER,
    LOOKS,
    POLICY,
    SOME_COUNTERS,
    SPENDING,
    TARGET,
    WAY,
)
from pbem.games.elfball.state import PLAIN, Kind, Policy
from pbem.play import forms
from pbem.play.conditions import Condition
from pbem.play.forms import Choice, Form, Line, Many, Rule, flag, one_of
from pbem.play.orders import Unreadable

Failing: TypeAlias = Literal["skip", "end", "wait"]


class Item(Struct, frozen=True):
    """One part of a line. Hexes, letters and directions stay as written until it is carried out."""

    form: ClassVar[Form[Any]]

    def __str__(self) -> str:
        return self.form.write(self)


class Act(Item, frozen=True):
    """An item that a Dash can pay for: a step or a challenge. `policy` is its rider (ELFBALL-179)."""


_BREAKING: Choice[tuple[str, ...]] = Choice(
    {
        "once might": ("once", "might"),
        "might once": ("once", "might"),
        "once": ("once",),
        "might": ("might",),
    }
)


class Move(Act, frozen=True):
    """Steps, each to a neighbour of the one before. `out`: into the edge or a goal hex, knowingly (ELFBALL-91).

    `breaking`: how to break free of Clipping, `once`, by `might` (ELFBALL-135).
    """

    form: ClassVar = Form(
        "move/m {hexes} [{out}] [{breaking}] [{policy}]",
        hexes=HEXES,
        out=flag("out"),
        breaking=_BREAKING,
        policy=POLICY,
    )

    hexes: tuple[str, ...]
    out: bool = False
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()


class Go(Act, frozen=True):
    """The server finds the way (ELFBALL-189). Stepping onto the ball picks it up, so that is a way to say `go ball`."""

    form: ClassVar = Form(
        "go/g {to=beside} {target} [{breaking}] [{policy}]",
        also=(
            "go/g {to=there} [{breaking}] [{policy}]",
            "go/g {target=hex} [{breaking}] [{policy}]",
            "pick/pickup/p/get/grab/take/fetch [up] {to=ball} [up] [{policy}]",
        ),
        beside=one_of("next", "behind"),
        there=Choice({"ball": "ball", "goal": "goal"}, named=True),
        ball=Choice({"ball": "ball"}, named=True),
        target=TARGET,
        hex=HEX,
        breaking=_BREAKING,
        policy=POLICY,
    )

    to: Literal["hex", "ball", "goal", "next", "behind"] = "hex"
    target: str = ""
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()


class Surge(Item, frozen=True):
    """Momentum steps (ELFBALL-117), by whatever ability allows them; of another player of the team, in a swarm."""

    form: ClassVar = Form(
        "swarm {mover} {hexes}",
        also=("surge/su {hexes} [{out}] [{policy}]",),
        mover=LETTER,
        hexes=HEXES,
        out=flag("out"),
        policy=POLICY,
    )

    hexes: tuple[str, ...]
    out: bool = False
    mover: str = ""
    policy: Policy = PLAIN


class Bank(Struct, frozen=True):
    """Where the rebound of a Bankshot goes (ELFBALL-190)."""

    form: ClassVar[Form[Bank]] = Form("bank {way} [at {at}]", way=WAY, at=HEX)

    way: str
    at: str = ""


class Throw(Act, frozen=True):
    """A throw at a hex or a player; `receive` tells the own receiver whether to try a Catch.

    `scramble`, `bank`, `lead`: the abilities that are used (ELFBALL-128, 156, 158).
    """

    form: ClassVar = Form(
        "throw/t {target} [{only}] [{receive}] [{policy}] [with {scramble}] [with {bank}] [with lead {lead}]",
        target=TARGET,
        only=flag("only"),
        receive=Choice({"catch": "yes", "no catch": "no"}),
        policy=POLICY,
        scramble=flag("scramble"),
        bank=Bank.form,
        lead=HEXES,
    )

    target: str
    only: bool = False
    receive: Literal["", "yes", "no"] = ""
    policy: Policy = PLAIN
    scramble: bool = False
    bank: Bank | None = None
    lead: tuple[str, ...] = ()


class Tackle(Act, frozen=True):
    """Impact if it is needed, and Tackle; `blow` is the ability by which it is made."""

    form: ClassVar = Form(
        "tackle/ta {target} [{policy}] [with {blow}]", target=TARGET, policy=POLICY, blow=one_of(*BLOWS)
    )

    target: str
    policy: Policy = PLAIN
    blow: str = ""


class Shove(Act, frozen=True):
    """A Shove; with `plough` the player follows (ELFBALL-149)."""

    form: ClassVar = Form(
        "shove/sh {target} [{policy}] [with {plough}]", target=TARGET, policy=POLICY, plough=flag("plough")
    )

    target: str
    policy: Policy = PLAIN
    plough: bool = False


class Pickup(Item, frozen=True):
    """The Momentum policy of the Pick-up that the step before brings."""

    form: ClassVar = Form("pickup/p [{policy}]", policy=POLICY)

    policy: Policy = PLAIN


class Face(Item, frozen=True):
    """A turn, to a direction, a hex, a player, `ball` or `goal`."""

    form: ClassVar = Form("face/f {target}", target=LOOKS)

    target: str


class Stand(Item, frozen=True):
    """Standing up, looking in a direction if one is named."""

    form: ClassVar = Form("stand/up [up] [{looks}]", looks=WAY)

    looks: str = ""


class Dash(Item, frozen=True):
    """A Dash that pays so many counters; 0 for all there are."""

    form: ClassVar = Form("dash/d [{counters}] [{policy}]", counters=SOME_COUNTERS, policy=POLICY)

    counters: int = 0
    policy: Policy = PLAIN


class Momentum(Item, frozen=True):
    """A policy for the action, wherever it stands in the line, for one kind of challenge or for all."""

    form: ClassVar = Form("momentum [{kind}] {policy}", kind=KIND, policy=SPENDING)

    kind: Kind | Literal[""] = ""
    policy: Policy = PLAIN


class Stop(Item, frozen=True):
    """The action ends here if the condition holds."""

    form: ClassVar = Form("stop {when}", when=IN_ACTION.clause)

    when: Condition


class Wait(Item, frozen=True):
    """The manager is asked for more, here, always or if the condition holds."""

    form: ClassVar = Form("wait/w [{when}]", when=IN_ACTION.clause)

    when: Condition = Condition()


class OnFail(Item, frozen=True):
    """What is done, in the whole line, when a challenge does not succeed or an item has become impossible."""

    form: ClassVar = Form("on fail {how}", how=one_of(*get_args(Failing)))

    how: Failing


class End(Item, frozen=True):
    """The action ends."""

    form: ClassVar = Form("end/e")


class Pass(Item, frozen=True):
    """An action of nothing."""

    form: ClassVar = Form("pass")


_ITEMS: tuple[type[Item], ...] = (
    Move, Go, Surge, Throw, Tackle, Shove, Pickup, Face, Stand, Dash, Momentum, Stop, Wait, End, Pass,
)  # fmt: skip


def _rules(*items: type[Item]) -> dict[str, list[Rule]]:
    """The rules of these items by the words with which they begin."""
    rules: dict[str, list[Rule]] = {}
    for rule in (rule for item in items for rule in item.form.rules):
        for word in rule.words:
            rules.setdefault(word, []).append(rule)
    return rules


class _OneItem(forms.Kind[Item]):
    """One item; behind it comes a comma or the end of the line."""

    label, wants = "ITEM", "an action"

    def __init__(self, rules: dict[str, list[Rule]]) -> None:
        self.rules = rules
        self.verbs = self.first = tuple(word for word in rules if len(word) > 2 or word in ("go", "if", "on"))
        every = [rule for found in rules.values() for rule in found]
        self.words = tuple(
            {
                word
                for rule in every
                for word in (*rule.literals, *(w for kind in rule.kinds for w in kind.words))
            }
        )

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
                f'"{line.low[at]}" is no part of an action: a comma ends an item, the hexes of a move have blanks'
                " between them",
                '"move k20 j19"',
            )
        if (
            at
            and line.low[at - 1] in (",", ":")
            and line.low[at + 1 : at + 2]
            and line.low[at + 1] in self.rules
        ):
            raise Unreadable(f'"{words}": the letter of the player stands once, at the head of the line')


class _Inner(_OneItem):
    """The item behind a condition."""

    def _look_at(self, line: Line, at: int) -> None:
        if line.low[at : at + 1] in (["if"], ["unless"]):
            raise Unreadable("There is a condition within a condition", 'several are joined by "and"')
        if line.low[at : at + 1] == ["on"]:
            raise Unreadable("on fail is for the whole line", "on fail without a condition")
        super()._look_at(line, at)


class If(Item, frozen=True):
    """An item under a condition."""

    form: ClassVar = Form(
        "{when} :/then {item}",
        when=IN_ACTION.clause,
        item=_Inner(_rules(*_ITEMS)),
    )

    when: Condition
    item: Item


ITEM = _OneItem(_rules(*_ITEMS, If, OnFail))
ITEMS = Many(ITEM, ",")
VERBS = tuple(word for word in ITEM.verbs if word not in ("if", "unless", "on"))


def players_in(item: Item) -> list[str]:
    """The letters of the players of whom an item speaks, in capitals."""
    named = players_of(item.when) if isinstance(item, If | Stop | Wait) else []
    what = unconditional(item)
    if isinstance(what, Go | Throw | Tackle | Shove | Face):
        named.append(what.target)
    if isinstance(what, Surge):
        named.append(what.mover)
    return [name for name in named if len(name) == 1 and name.isalpha()]


def unconditional(item: Item) -> Item:
    """The item itself, without its condition."""
    return item.item if isinstance(item, If) else item
