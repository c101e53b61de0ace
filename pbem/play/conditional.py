"""`if FACT is VALUE then ORDER; ORDER else ORDER`: lines that decide what they are when their time comes.

A conditional line waits in its writer's queue. When something is asked that one of its orders could answer, its
condition is looked at, and the orders of one branch take its place; `ask` as a branch means that he wants to be asked
himself. Conditions speak of the facts of the game (`Game.facts`), seen as their writer may see them, of the turn and of
what is asked, or of what could be done: `can S1 throw N2`. Nothing of this gets into the log: there stand only the
orders that come out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from pbem.play.orders import Unreadable, did_you_mean, split_lines, tidy
from pbem.play.requests import Order

Facts: TypeAlias = Mapping[str, str | int]
"""What conditions may speak of, by name, as it is now."""

Read: TypeAlias = Callable[[str], Order]

FORM = "if FACT is VALUE then ORDER; ... else ORDER; ..."
ASK = "ask"
DEPTH = 8
"""So many conditions may stand in one line: what is within another one is read anew at each level."""

_LINE = re.compile(r"if\s+(?P<condition>.+?)\s+then\s+(?P<rest>.+)", re.IGNORECASE)
_TERM = re.compile(
    r"(?P<fact>.+?)\s*(?P<sign>\bis\s+not\b|\bis\b|\bat\s+least\b|\bat\s+most\b|!=|<=|>=|=|<|>)\s*(?P<value>.+)",
    re.IGNORECASE,
)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_SIGNS = {"=": "is", "!=": "is not", ">=": "at least", "<=": "at most", "<": "<", ">": ">"}


class Term(Struct, frozen=True):
    """One comparison: `S1 is b4`, `S1 balls at least 1`; or `can ORDER`, with `sign` `can` and the order as `value`."""

    fact: str
    sign: str
    value: str
    negated: bool = False

    def __str__(self) -> str:
        """As it is read."""
        words = f"can {self.value}" if self.sign == "can" else f"{self.fact} {self.sign} {self.value}"
        return f"not {words}" if self.negated else words

    def holds(self, facts: Facts, can: Callable[[str], bool]) -> bool:
        """Whether it is so now; `can` says whether an order would be legal. An unknown fact is nothing."""
        found = can(self.value) if self.sign == "can" else self._compare(_fact(facts, self.fact))
        return found != self.negated

    def _compare(self, now: str | int | None) -> bool:
        same = str(now).lower() == self.value.lower()
        if self.sign in ("is", "is not"):
            return same == (self.sign == "is")
        if not isinstance(now, int) or not self.value.lstrip("-").isdecimal():
            return False
        wanted = int(self.value)
        return {"<": now < wanted, ">": now > wanted, "at least": now >= wanted, "at most": now <= wanted}[
            self.sign
        ]


class Conditional(Order, frozen=True):
    """A line whose orders depend on what is so when their time comes.

    `terms` are joined by `joint`, `and` or `or`. The branches hold orders in their canonical form, conditional ones
    among them; `otherwise` is empty where nothing else was said.
    """

    terms: tuple[Term, ...]
    joint: str
    then: tuple[str, ...]
    otherwise: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As it is read."""
        tail = f" else {'; '.join(self.otherwise)}" if self.otherwise else ""
        return f"if {self.condition} then {'; '.join(self.then)}{tail}"

    @property
    def condition(self) -> str:
        """What stands between `if` and `then`."""
        return f" {self.joint} ".join(map(str, self.terms))

    def choose(self, facts: Facts, can: Callable[[str], bool]) -> tuple[bool, tuple[str, ...]]:
        """Whether the condition holds, and the branch that is taken."""
        held = (term.holds(facts, can) for term in self.terms)
        holds = all(held) if self.joint == "and" else any(held)
        return holds, self.then if holds else self.otherwise

    def unknown(self, facts: Facts) -> str:
        """What to tell of the first fact that there is none of; empty when all are known."""
        for term in self.terms:
            if term.sign != "can" and _fact(facts, term.fact) is None:
                hint = did_you_mean(term.fact, facts) or f"For example: {', '.join(list(facts)[:6])}"
                return f'There is no fact "{term.fact}". {hint}. All of them: facts'
        return ""


def is_conditional(line: str) -> bool:
    """Whether a line is meant as a conditional one."""
    return _LINE.match(line) is not None


def lines_of(text: str) -> list[str]:
    """The orders of one line of a letter: those between its `;`, but a conditional line is one."""
    line = tidy(text)
    return [line] if is_conditional(line) else split_lines([text])


def read_line(read: Read, line: str) -> Order:
    """One line as an order of the game, or as a conditional one made of such. Raises `Unreadable`."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return read(line)
    if len(_THEN.findall(line)) > DEPTH:
        raise Unreadable(f"More than {DEPTH} conditions in one line are too many", FORM)
    then, _, otherwise = _split(found["rest"])
    joint = "or" if re.search(r"\sor\s", found["condition"], re.IGNORECASE) else "and"
    parts = re.split(rf"\s+{joint}\s+", found["condition"], flags=re.IGNORECASE)
    return Conditional(
        tuple(_term(read, part) for part in parts), joint, _branch(read, then), _branch(read, otherwise)
    )


def kinds_of(read: Read, order: Conditional) -> tuple[type[Order], ...]:
    """The kinds of order that could come out of a conditional line, to see whether something asked concerns it."""
    kinds: list[type[Order]] = []
    for text in (*order.then, *order.otherwise):
        if text != ASK:
            part = read_line(read, text)
            kinds += kinds_of(read, part) if isinstance(part, Conditional) else [type(part)]
    return tuple(kinds)


def _split(rest: str) -> tuple[str, str, str]:
    """The branches; an `else` belongs to the `if` nearest before it."""
    depth, position = 0, 0
    for word in re.finditer(r"\b(if|else)\b", rest, re.IGNORECASE):
        if word[0].lower() == "if":
            depth += 1
        elif depth:
            depth -= 1
        else:
            position = word.start()
            return rest[:position].strip(" ;"), "else", rest[word.end() :].strip(" ;")
    return rest.strip(" ;"), "", ""


def _branch(read: Read, text: str) -> tuple[str, ...]:
    orders: list[str] = []
    while text:
        if is_conditional(text):
            return (*orders, str(read_line(read, text)))
        order, _, text = (part.strip() for part in text.partition(";"))
        if order:
            orders.append(ASK if order.lower() == ASK else str(read(order)))
    if ASK in orders[:-1]:
        raise Unreadable(
            "Nothing can come behind ask: you are asked then", "ask as the last word of a branch"
        )
    return tuple(orders)


def _term(read: Read, text: str) -> Term:
    words = text.strip()
    negated = words.lower().startswith("not ")
    words = words[4:].strip() if negated else words
    if words.lower().startswith("can "):
        return Term("", "can", str(read(words[4:].strip())), negated)
    found = _TERM.fullmatch(words)
    if found is None:
        raise Unreadable(f'I cannot read the condition "{words}"', FORM)
    sign = " ".join(found["sign"].lower().split())
    return Term(
        " ".join(found["fact"].split()), _SIGNS.get(sign, sign), " ".join(found["value"].split()), negated
    )


def _fact(facts: Facts, name: str) -> str | int | None:
    """A fact by its name, in any letter case unless two differ in nothing else."""
    if name in facts:
        return facts[name]
    wanted = name.lower()
    return next((value for fact, value in facts.items() if fact.lower() == wanted), None)
