"""The items of an action: what a line like `A move k20, tackle m, if down: stand` is made of, and how it is written.

`str` of an item is its long form, which reads back to the same. Reading is in `reading.py`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.games.elfball.state import Kind, Policy

Failing: TypeAlias = Literal["skip", "end", "wait"]

PLAIN = Policy()
"""A rider that says nothing."""


class Item(Struct, frozen=True):
    """One part of a line. Hexes, letters and directions stay as written until it is carried out."""


class Act(Item, frozen=True):
    """An item that a Dash can pay for: a step or a challenge. `policy` is its rider (ELFBALL-179)."""


class Move(Act, frozen=True):
    """Steps, each to a neighbour of the one before. `out`: into the edge or a goal hex, knowingly (ELFBALL-91).

    `breaking`: how to break free of Clipping, `once`, by `might` (ELFBALL-135).
    """

    hexes: tuple[str, ...]
    out: bool = False
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _words("move", *self.hexes, "out" if self.out else "", *self.breaking, *self.policy.words())


class Go(Act, frozen=True):
    """The server finds the way (ELFBALL-189)."""

    to: Literal["hex", "ball", "goal", "next", "behind"]
    target: str = ""
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()

    def __str__(self) -> str:
        to = () if self.to == "hex" else (self.to,)
        return _words("go", *to, self.target, *self.breaking, *self.policy.words())


class Surge(Item, frozen=True):
    """Momentum steps (ELFBALL-117), by whatever ability allows them; of another player of the team, in a swarm."""

    hexes: tuple[str, ...]
    out: bool = False
    mover: str = ""
    policy: Policy = PLAIN

    def __str__(self) -> str:
        verb = ("swarm", self.mover) if self.mover else ("surge",)
        return _words(*verb, *self.hexes, "out" if self.out else "", *self.policy.words())


class Bank(Struct, frozen=True):
    """Where the rebound of a Bankshot goes (ELFBALL-190)."""

    way: str
    at: str = ""

    def words(self) -> tuple[str, ...]:
        """As it is written behind a throw."""
        return ("with", "bank", self.way, *(("at", self.at) if self.at else ()))


class Throw(Act, frozen=True):
    """A throw at a hex or a player; `receive` tells the own receiver whether to try a Catch.

    `scramble`, `bank`, `lead`: the abilities that are used (ELFBALL-128, 156, 158).
    """

    target: str
    only: bool = False
    receive: Literal["", "yes", "no"] = ""
    policy: Policy = PLAIN
    scramble: bool = False
    bank: Bank | None = None
    lead: tuple[str, ...] = ()

    def __str__(self) -> str:
        receive = {"": "", "yes": "catch", "no": "no catch"}[self.receive]
        words = ["with scramble"] if self.scramble else []
        words += self.bank.words() if self.bank else ()
        words += ("with", "lead", *self.lead) if self.lead else ()
        only = "only" if self.only else ""
        return _words("throw", self.target, only, receive, *self.policy.words(), *words)


class Tackle(Act, frozen=True):
    """Impact if it is needed, and Tackle; `blow` is the ability by which it is made."""

    target: str
    policy: Policy = PLAIN
    blow: str = ""

    def __str__(self) -> str:
        return _words(
            "tackle", self.target, *self.policy.words(), *(("with", self.blow) if self.blow else ())
        )


class Shove(Act, frozen=True):
    """A Shove; with `plough` he follows (ELFBALL-149)."""

    target: str
    policy: Policy = PLAIN
    plough: bool = False

    def __str__(self) -> str:
        return _words("shove", self.target, *self.policy.words(), "with plough" if self.plough else "")


class Pickup(Item, frozen=True):
    """The Momentum policy of the Pick-up that the step before brings."""

    policy: Policy = PLAIN

    def __str__(self) -> str:
        return _words("pickup", *self.policy.words())


class Face(Item, frozen=True):
    """A turn, to a direction, a hex, a player, `ball` or `goal`."""

    target: str

    def __str__(self) -> str:
        return f"face {self.target}"


class Stand(Item, frozen=True):
    """Standing up, looking in a direction if one is named."""

    looks: str = ""

    def __str__(self) -> str:
        return _words("stand", self.looks)


class Dash(Item, frozen=True):
    """A Dash that pays so many counters; 0 for all there are."""

    counters: int = 0
    policy: Policy = PLAIN

    def __str__(self) -> str:
        return _words("dash", str(self.counters or ""), *self.policy.words())


class Momentum(Item, frozen=True):
    """A policy for the action, wherever it stands in the line, for one kind of challenge or for all."""

    kind: Kind | Literal[""]
    policy: Policy

    def __str__(self) -> str:
        return _words("momentum", self.kind, *self.policy.words())


class Condition(Struct, frozen=True):
    """`down`, `not ball`, `q down`, `free k20`, `jog 2` ...: `what` is the word, `of` the player, hex or number."""

    what: str
    of: str = ""
    negated: bool = False

    def __str__(self) -> str:
        words = (self.what, self.of) if self.what in NUMBERED else (self.of, self.what)
        return _words("not" if self.negated else "", *words)


NUMBERED = ("free", "jog", "mom")
"""Conditions that are written before what they are about."""


class If(Item, frozen=True):
    """An item under a condition."""

    conditions: tuple[Condition, ...]
    item: Item
    unless: bool = False

    def __str__(self) -> str:
        word = "unless" if self.unless else "if"
        return f"{word} {' and '.join(map(str, self.conditions))}: {self.item}"


class Stop(Item, frozen=True):
    """The action ends here if the conditions hold."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"stop if {' and '.join(map(str, self.conditions))}"


class Wait(Item, frozen=True):
    """The manager is asked for more, here, always or if the conditions hold."""

    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"wait if {' and '.join(map(str, self.conditions))}" if self.conditions else "wait"


class OnFail(Item, frozen=True):
    """What is done, in the whole line, when a challenge does not succeed or an item has become impossible."""

    how: Failing

    def __str__(self) -> str:
        return f"on fail {self.how}"


class End(Item, frozen=True):
    """The action ends."""

    def __str__(self) -> str:
        return "end"


class Pass(Item, frozen=True):
    """An action of nothing."""

    def __str__(self) -> str:
        return "pass"


def players_in(item: Item) -> list[str]:
    """The letters of the players of whom an item speaks, in capitals."""
    conditions = item.conditions if isinstance(item, If | Stop | Wait) else ()
    named = [each.of for each in conditions]
    what = unconditional(item)
    if isinstance(what, Go | Throw | Tackle | Shove | Face):
        named.append(what.target)
    if isinstance(what, Surge):
        named.append(what.mover)
    return [name for name in named if len(name) == 1 and name.isalpha()]


def unconditional(item: Item) -> Item:
    """The item itself, without its condition."""
    return item.item if isinstance(item, If) else item


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)
