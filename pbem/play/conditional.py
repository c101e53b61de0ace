"""`if CONDITION then ORDER; ORDER else ORDER`: lines that are decided when they are needed.

A conditional line waits in its writer's queue. When something is asked that one of its orders could answer, its
condition is checked, once, and the orders of one branch take its place. The branch `ask` means that the player wants
to be asked: then neither the rest of their queue nor their standing orders answer. A line whose only order is `ask`
is checked whatever is asked. A colon stands for `then` before a single order: `if S1 is out: done`.

Conditions (`pbem.play.conditions`) compare the facts of the game (`Game.facts`), as their writer may see them, the
turn, what is asked, and what is possible: `can S1 throw N2`. The tests of a game with conditions of its own
(`Game.tests`) may stand there, too; its `if` lines with one order are its own. A condition that can never hold is
refused, with the line that was probably meant. None of this gets into the log, which has only the orders that result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from pbem.play.conditions import (
    HEADS,
    JOINTS,
    Comparison,
    Condition,
    Conditions,
    Mixed,
    Possible,
    Term,
    Test,
    Tests,
    UnknownCondition,
    comparison,
)
from pbem.play.facts import Facts
from pbem.play.forms import Line
from pbem.play.orders import Unreadable, split_lines, tidy
from pbem.play.requests import Order

Read = Callable[[str], Order]

FORM = "if FACT is VALUE then ORDER; ... else ORDER; ..."
ASK = "ask"
DEPTH = 8
"""Maximum number of conditions in one line: a nested condition is read again at each level."""
NO_TESTS = Tests({})
"""The tests of a game without conditions of its own."""
_NONE = NO_TESTS.true()

_HEAD = "|".join(HEADS)
_LINE = re.compile(rf"(?P<head>{_HEAD})\s+(?P<condition>.+?)\s+then\s+(?P<rest>.+)", re.IGNORECASE)
_SHORT = re.compile(rf"(?P<head>{_HEAD})\s+(?P<condition>[^:]+?)\s*:\s*(?P<rest>[^;]+)", re.IGNORECASE)
_HEADED = re.compile(rf"(?:{_HEAD})\b", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)


class UnreadableCondition(Unreadable):
    """A `condition` that compares nothing."""

    def __init__(self, condition: str) -> None:
        super().__init__(f'I cannot read the condition "{condition}"', FORM)
        self.condition = condition


class AskMe(Order, frozen=True):
    """The branch `ask`. It waits until the player who wants to be asked has answered."""

    def __str__(self) -> str:
        return ASK


class Conditional(Order, frozen=True):
    """A line whose orders depend on the position when they are needed.

    The branches hold orders, including conditional ones; `otherwise` is empty if there is no `else`.
    """

    condition: Condition
    then: tuple[Order, ...]
    otherwise: tuple[Order, ...] = ()

    def __str__(self) -> str:
        tail = f" else {told(self.otherwise)}" if self.otherwise else ""
        return f"if {self.condition} then {told(self.then)}{tail}"

    def tree(self, *, nested: bool = False) -> list[str]:
        """The line in readable form, with `else` on a line of its own. Nested conditions are indented, and each `else`
        says which condition does not hold, so that it is clear without the indentation, too."""
        nested = nested or any(isinstance(each, Conditional) for each in (*self.then, *self.otherwise))
        lines = _beneath(f"if {self.condition} then", self.then)
        if self.otherwise:
            lines += _beneath(f"else ({self.condition.opposite})" if nested else "else", self.otherwise)
        return lines

    def choose(
        self, facts: Facts, can: Callable[[str], bool], true: Callable[[Test], bool] = _NONE
    ) -> tuple[bool, tuple[Order, ...]]:
        """Does the condition hold, and which branch is taken? `true` judges the tests of the game. Raises `Refused` for
        an unknown fact."""

        def judge(term: Term) -> bool:
            match term:
                case Test():
                    return true(term)
                case Comparison():
                    return term.holds(facts)
            return can(term.order)

        holds = self.condition.holds(judge)
        return holds, self.then if holds else self.otherwise

    def fitted(self, facts: Facts) -> Conditional:
        """The line as understood here; raises `Unreadable`, with the line that was probably meant, if any."""
        wrong, still = list[str](), list[str]()
        better = self._fit(facts, wrong)
        if wrong:
            better._fit(facts, still)
            raise Unreadable(wrong[0], nearest="" if still else str(better))
        return better

    def _fit(self, facts: Facts, wrong: list[str]) -> Conditional:
        terms = [
            term.fit(facts) if isinstance(term, Comparison) else ("", term) for term in self.condition.terms
        ]
        wrong += [why for why, _ in terms if why]
        then, otherwise = (
            tuple(each._fit(facts, wrong) if isinstance(each, Conditional) else each for each in branch)
            for branch in (self.then, self.otherwise)
        )
        condition = structs.replace(self.condition, terms=tuple(term for _, term in terms))
        return Conditional(condition, then, otherwise)

    @property
    def closes(self) -> bool:
        """One of its orders does."""
        return any(order.closes for order in self.orders())

    def ahead(self, *, behind: bool) -> str:
        """What the first of its orders does that says it."""
        return next(filter(None, (order.ahead(behind=behind) for order in self.orders())), "")

    def orders(self) -> Iterator[Order]:
        """All orders that could result, except `ask`."""
        for order in (*self.then, *self.otherwise):
            if isinstance(order, Conditional):
                yield from order.orders()
            elif not isinstance(order, AskMe):
                yield order

    def terms(self) -> Iterator[Term]:
        """The terms of all its conditions."""
        yield from self.condition.terms
        for order in (*self.then, *self.otherwise):
            if isinstance(order, Conditional):
                yield from order.terms()


def _beneath(head: str, branch: tuple[Order, ...]) -> list[str]:
    """The orders of a branch after its head, and a nested condition (it is the last) below it."""
    last = branch[-1]
    if not isinstance(last, Conditional):
        return [f"{head} {told(branch)}"]
    first = f"{head} {told(branch[:-1])}".strip()
    return [first, *(f"  {line}" for line in last.tree(nested=True))]


def told(branch: Iterable[Order]) -> str:
    """The orders of a branch in text form."""
    return "; ".join(map(str, branch))


def kinds_of(order: Order) -> tuple[type[Order], ...]:
    """The kinds of order that a line is or could become; of one that only asks, `AskMe`."""
    if not isinstance(order, Conditional):
        return (type(order),)
    return tuple(dict.fromkeys(map(type, order.orders()))) or (AskMe,)


def is_of(order: Order, kinds: tuple[type[Order], ...]) -> bool:
    """Is a line of one of these kinds, or could it become one?"""
    return any(issubclass(kind, kinds) for kind in kinds_of(order))


def is_conditional(line: str) -> bool:
    """Is a line meant as a conditional one?"""
    return _LINE.match(line) is not None


def lines_of(text: str) -> list[str]:
    """The orders of one line of a letter, separated by `;`; a conditional line counts as one."""
    line = tidy(text)
    return [line] if is_conditional(line) else split_lines([text])


def read_line(read: Read, line: str, tests: Tests = NO_TESTS) -> Order:
    """Read one line as an order of the game, or as a conditional line of such orders; `tests` are those of a game with
    conditions of its own. Raises `Unreadable`."""
    line = line.strip()
    found = _LINE.fullmatch(line) or _SHORT.fullmatch(line)
    if found is None:
        try:
            return read(line)
        except Unreadable as error:
            if tests or not _HEADED.match(line):
                raise
            raise Unreadable('There is no "then" after the condition', FORM) from error
    short = found.re is _SHORT
    if not short and not tests:
        return _read_conditional(read, found, tests)
    try:
        return read(line)
    except Unreadable as error:
        try:
            return _read_conditional(read, found, tests)
        except Unreadable as other:
            raise (error if short and tests else other) from other


def _read_conditional(read: Read, found: re.Match[str], tests: Tests) -> Conditional:
    line = found[0]
    if len(_THEN.findall(line)) > DEPTH:
        raise Unreadable(f"More than {DEPTH} conditions in one line are too many", FORM)
    first, *rest = _split(found["rest"])
    then = _branch(read, first, "then", tests)
    otherwise = _branch(read, rest[0], "else", tests) if rest else ()
    words = Line(found["condition"].split())
    try:
        got = _LineConditions(read, tests).take(words, 0)
    except Mixed as error:
        # The `if` of a conditional order would take the new `else`.
        plain = not any(isinstance(order, Conditional) for order in then)
        for terms in reversed(error.either):
            otherwise = (Conditional(Condition(tuple(terms)), then, otherwise),)
        raise Unreadable(str(error), FORM, told(otherwise) if plain else "") from error
    except UnknownCondition as error:
        meant = f"{found['head']} {error.nearest} then {found['rest']}" if error.nearest else ""
        raise Unreadable(str(error), error.expected, meant) from error
    if got is None or got[1] < len(words.words):
        raise UnreadableCondition(found["condition"])
    condition = got[0].opposite if found["head"].lower() == HEADS[1] else got[0]
    return Conditional(condition, then, otherwise)


class _LineConditions(Conditions):
    """Reads the condition of a conditional line."""

    def __init__(self, read: Read, tests: Tests) -> None:
        self._read, self._tests = read, tests

    def term(self, line: Line, at: int) -> tuple[Term, int] | None:
        end = next((index for index in range(at, len(line.low)) if line.low[index] in JOINTS), len(line.low))
        text = " ".join(line.words[at:end])
        if line.low[at : at + 1] == ["can"]:
            return Possible(str(self._read(text[4:]))), end
        if self._tests:
            return self._tests.term(line, at)
        if (found := comparison(text)) is None:
            raise UnreadableCondition(text)
        return found, end


def _split(rest: str) -> list[str]:
    """Split into the parts after `then` and after the matching `else`: it belongs to the nearest `if` before it.

    Only an `if` where an order could begin counts.
    """
    depth, begins, end, new = 0, True, 0, False
    for word in re.finditer(rf"\b(?:{_HEAD}|then|else)\b|[;:]", rest, re.IGNORECASE):
        begins = begins and not rest[end : word.start()].strip()
        match word[0].lower():
            case "if" | "unless":
                new = begins
                depth += begins
                begins = False
            case "else" if not depth:
                return [rest[: word.start()], rest[word.end() :]]
            case "else":
                depth -= 1
                begins = True
            case ":":
                depth -= new  # it is over with its one order, and has no `else`
                new = False
            case _:
                begins, new = True, False
        end = word.end()
    return [rest]


def _branch(read: Read, text: str, behind: str, tests: Tests) -> tuple[Order, ...]:
    orders: list[Order] = []
    text = text.strip(" ;")
    while text:
        if is_conditional(text):
            orders.append(read_line(read, text, tests))
            break
        order, _, text = (part.strip() for part in text.partition(";"))
        if order:
            orders.append(AskMe() if order.lower() == ASK else read_line(read, order, tests))
        if text and orders and isinstance(orders[-1], Conditional):  # in text form it would take the rest
            raise Unreadable(f"After a condition with a colon nothing can follow {behind}", FORM)
    if not orders:
        raise Unreadable(f"There is no order after {behind}", FORM)
    if len(orders) > 1 and any(isinstance(order, AskMe) for order in orders):
        raise Unreadable(
            "ask must be alone in its branch: you are asked then, and write the orders yourself", FORM
        )
    return tuple(orders)
