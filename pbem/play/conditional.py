"""`if FACT is VALUE then ORDER; ORDER else ORDER`: lines that are decided when they are needed.

A conditional line waits in its writer's queue. When something is asked that one of its orders could answer, its
condition is checked, once, and the orders of one branch take its place. The branch `ask` means that the player wants
to be asked: then neither the rest of their queue nor their standing orders answer. A line whose only order is `ask`
is checked whatever is asked.

Conditions compare the facts of the game (`Game.facts`), as their writer may see them, the turn, what is asked, and
what is possible: `can S1 throw N2`. A condition that can never hold is refused, with the line that was probably
meant. None of this gets into the log, which has only the orders that result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, structs

from pbem.play.facts import OPPOSITE, Fact, Facts
from pbem.play.forms import FILLERS
from pbem.play.orders import Refused, Unreadable, nearest, split_lines, tidy
from pbem.play.requests import Order

Read = Callable[[str], Order]

FORM = "if FACT is VALUE then ORDER; ... else ORDER; ..."
ASK = "ask"
DEPTH = 8
"""Maximum number of conditions in one line: a nested condition is read again at each level."""

_LINE = re.compile(r"if\s+(?P<condition>.+?)\s+then\s+(?P<rest>.+)", re.IGNORECASE)
_TERM = re.compile(
    r"(?P<fact>.+?)\s*(?P<sign>\bis\s+not\b|\bis\b|\bat\s+least\b|\bat\s+most\b|!=|<=|>=|=|<|>)\s*(?P<value>.+)",
    re.IGNORECASE,
)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_AND, _OR = (re.compile(rf"\s+{word}\s+", re.IGNORECASE) for word in ("and", "or"))
_SMALL = re.compile(rf"^(?:(?:{'|'.join(sorted(FILLERS - {'a'}))}) )+", re.IGNORECASE)  # `a` names a figure
_NUMBER = re.compile(r"[0-9]+")
_SIGNS = {"=": "is", "!=": "is not", ">=": "at least", "<=": "at most"}


class UnreadableCondition(Unreadable):
    """A `condition` that compares nothing."""

    def __init__(self, condition: str) -> None:
        super().__init__(f'I cannot read the condition "{condition}"', FORM)
        self.condition = condition


class AskMe(Order, frozen=True):
    """The branch `ask`. It waits until the player who wants to be asked has answered."""

    def __str__(self) -> str:
        return ASK


class Term(Struct, frozen=True):
    """One comparison, `S1 is b4`; or `can ORDER` and `not can ORDER`, with `sign` and the order as `value`."""

    fact: str
    sign: str
    value: str

    def __str__(self) -> str:
        return f"{self.fact} {self.sign} {self.value}".strip()

    def holds(self, facts: Facts, can: Callable[[str], bool]) -> bool:
        """Does it hold now? `can` says whether an order would be legal. Raises `Refused` for an unknown fact."""
        if not self.fact:
            return can(self.value) == (self.sign == "can")
        _, fact = _found(facts, self.fact)
        if fact is None:
            raise Refused(f'There is no fact "{self.fact}" any more')
        return fact.holds(self.sign, self.value)

    def fit(self, facts: Facts) -> tuple[str, Term]:
        """What is wrong with the term here (empty: nothing), and the term as the game writes it, or would write it."""
        if not self.fact:
            return "", self
        name, fact = _found(facts, self.fact)
        if fact is None:
            numbers = _NUMBER.findall(self.fact)
            alike = nearest(
                self.fact, [each for each in facts if _NUMBER.findall(each) == numbers], cutoff=0.7
            )
            meant = Term(alike, *facts[alike].fit(alike, self.sign, self.value)[1:]) if alike else self
            return f'There is no fact "{self.fact}". All of them: facts', meant
        why, sign, value = fact.fit(name, self.sign, self.value)
        if why and facts[name].fit(name, sign, value)[0]:  # `P is down`: another fact of P may fit
            others = (each for each in facts if each.startswith(f"{name} "))
            other = next((each for each in others if not facts[each].fit(each, sign, value)[0]), name)
            return why, Term(other, sign, value)
        return why, Term(name, sign, value)


class Conditional(Order, frozen=True):
    """A line whose orders depend on the position when they are needed.

    `terms` are joined by `joint`, `and` or `or`. The branches hold orders, including conditional ones; `otherwise` is
    empty if there is no `else`.
    """

    terms: tuple[Term, ...]
    joint: str
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
            lines += _beneath(f"else ({self._opposite})" if nested else "else", self.otherwise)
        return lines

    @property
    def condition(self) -> str:
        """The condition in text form."""
        return f" {self.joint} ".join(map(str, self.terms))

    @property
    def _opposite(self) -> str:
        """The negated condition."""
        other = "or" if self.joint == "and" else "and"
        return f" {other} ".join(str(structs.replace(term, sign=OPPOSITE[term.sign])) for term in self.terms)

    def choose(self, facts: Facts, can: Callable[[str], bool]) -> tuple[bool, tuple[Order, ...]]:
        """Does the condition hold, and which branch is taken? Raises `Refused` for an unknown fact."""
        held = [term.holds(facts, can) for term in self.terms]
        holds = all(held) if self.joint == "and" else any(held)
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
        terms = [term.fit(facts) for term in self.terms]
        wrong += [why for why, _ in terms if why]
        then, otherwise = (
            tuple(each._fit(facts, wrong) if isinstance(each, Conditional) else each for each in branch)
            for branch in (self.then, self.otherwise)
        )
        return structs.replace(self, terms=tuple(term for _, term in terms), then=then, otherwise=otherwise)

    def orders(self) -> Iterator[Order]:
        """All orders that could result, except `ask`."""
        for order in (*self.then, *self.otherwise):
            if isinstance(order, Conditional):
                yield from order.orders()
            elif not isinstance(order, AskMe):
                yield order

    def tried(self) -> Iterator[str]:
        """The orders in its conditions `can ORDER`."""
        yield from (term.value for term in self.terms if not term.fact)
        for order in (*self.then, *self.otherwise):
            if isinstance(order, Conditional):
                yield from order.tried()


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


def read_line(read: Read, line: str) -> Order:
    """Read one line as an order of the game, or as a conditional line of such orders. Raises `Unreadable`."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return read(line)
    if len(_THEN.findall(line)) > DEPTH:
        raise Unreadable(f"More than {DEPTH} conditions in one line are too many", FORM)
    first, *rest = _split(found["rest"])
    then = _branch(read, first, "then")
    otherwise = _branch(read, rest[0], "else") if rest else ()
    either = [[_term(read, term) for term in _AND.split(part)] for part in _OR.split(found["condition"])]
    if len(either) == 1:
        return Conditional(tuple(either[0]), "and", then, otherwise)
    if all(len(terms) == 1 for terms in either):
        return Conditional(tuple(terms[0] for terms in either), "or", then, otherwise)
    # The `if` of a conditional order would take the new `else`.
    plain = not any(isinstance(order, Conditional) for order in then)
    for terms in reversed(either):
        otherwise = (Conditional(tuple(terms), "and", then, otherwise),)
    why = "Join the terms of a condition by and, or by or, not by both"
    raise Unreadable(why, FORM, told(otherwise) if plain else "")


def _split(rest: str) -> list[str]:
    """Split into the parts after `then` and after the matching `else`: it belongs to the nearest `if` before it.

    Only an `if` where an order could begin counts.
    """
    depth, begins, end = 0, True, 0
    for word in re.finditer(r"\b(?:if|then|else)\b|;", rest, re.IGNORECASE):
        begins = begins and not rest[end : word.start()].strip()
        match word[0].lower():
            case "if":
                depth += begins
                begins = False
            case "else" if not depth:
                return [rest[: word.start()], rest[word.end() :]]
            case "else":
                depth -= 1
                begins = True
            case _:
                begins = True
        end = word.end()
    return [rest]


def _branch(read: Read, text: str, behind: str) -> tuple[Order, ...]:
    orders: list[Order] = []
    text = text.strip(" ;")
    while text:
        if is_conditional(text):
            orders.append(read_line(read, text))
            break
        order, _, text = (part.strip() for part in text.partition(";"))
        if order:
            orders.append(AskMe() if order.lower() == ASK else read(order))
    if not orders:
        raise Unreadable(f"There is no order behind {behind}", FORM)
    if len(orders) > 1 and any(isinstance(order, AskMe) for order in orders):
        raise Unreadable(
            "ask stands alone in its branch: you are asked then, and write the orders yourself", FORM
        )
    return tuple(orders)


def _term(read: Read, text: str) -> Term:
    words = text.strip()
    negated = words.lower().startswith("not ")
    words = words[4:].strip() if negated else words
    if words.lower().startswith("can "):
        return Term("", "not can" if negated else "can", str(read(words[4:].strip())))
    found = _TERM.fullmatch(words)
    if found is None:
        raise UnreadableCondition(words)
    sign = " ".join(found["sign"].lower().split())
    sign = _SIGNS.get(sign, sign)
    fact, value = (_SMALL.sub("", " ".join(found[part].split())) for part in ("fact", "value"))
    return Term(fact, OPPOSITE[sign] if negated else sign, value)


def _found(facts: Facts, name: str) -> tuple[str, Fact | None]:
    """Find a fact by name; any letter case will do, unless two names differ in nothing else."""
    if name in facts:
        return name, facts[name]
    wanted = name.lower()
    return next(((fact, value) for fact, value in facts.items() if fact.lower() == wanted), (name, None))
