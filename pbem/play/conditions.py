"""Conditions: `loose and not A2 holds`, `S1 is b4 or can S1 throw N2`. All games read, write and judge them here.

A condition is one or more terms, joined by `and` or by `or`, never by both; `not` negates a term, and `unless` in
place of `if` the whole condition. A term compares a fact, or is a test of the game, such as `A2 holds`. In lines of
their own (`pbem.play.conditional`) it may also ask what is possible.

A game states its tests as data, each form with the function that judges it, and names its facts:

    TESTS = Tests({"loose": _is_loose, "{id} hp {number}": _is_hurt}, facts, id=ID, number=NUMBER)

The function gets what `Tests.true` gets (the state and who asks), and then what the braces hold. `TESTS` is the kind of
a bare condition, for a form such as `whenever {when} :/then {line}`, and `TESTS.clause` of one with its `if` or
`unless`, as in `halt [{when}]`. A condition must pass `TESTS.vet` before it is judged.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, structs

from pbem.play.facts import OPPOSITE, Fact, Facts, Sign
from pbem.play.forms import FILLERS, Kind, Line, Word
from pbem.play.orders import Refused, Unreadable, nearest

HEADS = ("if", "unless")
JOINTS = ("and", "or")
_COMPARISON = re.compile(
    r"(?P<fact>.+?)\s*(?P<sign>\bis\s+not\b|(?:\bis\s+)?(?:\bat\s+least\b|\bat\s+most\b|\bmore\s+than\b|\bless\s+than\b)"
    r"|\bis\b|!=|<=|>=|=|<|>)\s*(?P<value>.+)",
    re.IGNORECASE,
)
_SMALL = re.compile(rf"^(?:(?:{'|'.join(sorted(FILLERS - {'a'}))}) )+", re.IGNORECASE)  # `a` names a figure
_NOT = re.compile(r"not\b", re.IGNORECASE)
_MORE = re.compile(r"(?:not|(?:more|less) than)\b", re.IGNORECASE)
"""No fact begins with the one, no value with the other: the comparison or its opposite would be read as another one."""
_NUMBER = re.compile(r"[0-9]+")
_SIGNS = {"=": "is", "!=": "is not", ">=": "at least", "<=": "at most", "more than": ">", "less than": "<"}
_ENDS = (*JOINTS, "then", ":", ",")
"""Words that end a term."""


class Test(Struct, frozen=True, tag=True):
    """A test of the game: its form, `{} hp {}`, and what stands in the braces."""

    __test__: ClassVar[bool] = False  # nothing for pytest to collect

    form: str
    about: tuple[Any, ...] = ()
    negated: bool = False

    def __str__(self) -> str:
        text = self.form.format(*self.about)
        return f"not {text}" if self.negated else text

    @property
    def opposite(self) -> Test:
        """The negated test."""
        return structs.replace(self, negated=not self.negated)


class Comparison(Struct, frozen=True, tag=True):
    """A comparison of a fact, `S1 is b4`."""

    negated: ClassVar[bool] = False  # its sign says it

    fact: str
    sign: Sign
    value: str

    def __str__(self) -> str:
        return f"{self.fact} {self.sign} {self.value}"

    @property
    def opposite(self) -> Comparison:
        """The negated comparison."""
        return structs.replace(self, sign=OPPOSITE[self.sign])

    def holds(self, facts: Facts) -> bool:
        """Does it hold now? Raises `Refused` for an unknown fact."""
        _, fact = _found(facts, self.fact)
        if fact is None:
            raise Refused(f'There is no fact "{self.fact}" anymore')
        return fact.holds(self.sign, self.value)

    def fit(self, facts: Facts) -> tuple[str, Comparison]:
        """What is wrong with it here (empty: nothing), and the comparison as the game writes it, or would write it."""
        name, fact = _found(facts, self.fact)
        if fact is None:
            numbers = _NUMBER.findall(self.fact)
            alike = nearest(
                self.fact, [each for each in facts if _NUMBER.findall(each) == numbers], cutoff=0.7
            )
            meant = Comparison(alike, *facts[alike].fit(alike, self.sign, self.value)[1:]) if alike else self
            return f'There is no fact "{self.fact}". All of them: facts', meant
        why, sign, value = fact.fit(name, self.sign, self.value)
        if why and facts[name].fit(name, sign, value)[0]:  # `P is down`: another fact of P may fit
            others = (each for each in facts if each.startswith(f"{name} "))
            other = next((each for each in others if not facts[each].fit(each, sign, value)[0]), name)
            return why, Comparison(other, sign, value)
        return why, Comparison(name, sign, value)


def comparison(text: str) -> Comparison | None:
    """The comparison that a text is, if it is one; written, it is read as itself, and so is its opposite."""
    found = _COMPARISON.fullmatch(text)
    if found is None:
        return None
    sign = " ".join(found["sign"].lower().split())
    fact, value = (_SMALL.sub("", found[part]) for part in ("fact", "value"))
    plain = sign.removeprefix("is ") if sign != "is not" else sign  # `is at least`
    read = Comparison(fact, _SIGNS.get(plain, plain), value)
    if str(read) != text:
        return comparison(str(read))  # `S1 = not b4`
    return None if _NOT.match(fact) or _MORE.match(value) else read


def _found(facts: Facts, name: str) -> tuple[str, Fact | None]:
    """Find a fact by name; any letter case will do, unless two names differ in nothing else."""
    if name in facts:
        return name, facts[name]
    wanted = name.lower()
    return next(((fact, value) for fact, value in facts.items() if fact.lower() == wanted), (name, None))


class Possible(Struct, frozen=True, tag=True):
    """Whether an order would be legal: `can ORDER`."""

    order: str
    negated: bool = False

    def __str__(self) -> str:
        return f"{'not ' * self.negated}can {self.order}"

    @property
    def opposite(self) -> Possible:
        """The negated term."""
        return structs.replace(self, negated=not self.negated)


Term = Test | Comparison | Possible


class Condition(Struct, frozen=True):
    """Terms joined by `joint`. With `unless` it holds if they do not. Without a term it always holds."""

    terms: tuple[Term, ...] = ()
    joint: str = "and"
    unless: bool = False

    def __str__(self) -> str:
        return f" {self.joint} ".join(map(str, self.terms))

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def clause(self) -> str:
        """The condition with its `if` or `unless`."""
        return f"{HEADS[self.unless]} {self}"

    @property
    def opposite(self) -> Condition:
        """The negated condition, without `unless`."""
        if self.unless:
            return structs.replace(self, unless=False)
        joint = JOINTS[self.joint == JOINTS[0] and len(self.terms) > 1]
        return Condition(tuple(term.opposite for term in self.terms), joint)

    def holds(self, true: Callable[[Any], bool]) -> bool:
        """Does the condition hold? `true` judges a term without its `not`."""
        judged = [true(term) != term.negated for term in self.terms]
        return (any(judged) if self.joint == "or" else all(judged)) != self.unless


class Mixed(Unreadable):
    """Terms joined by `and` and by `or`; `either` has them as they are usually meant, `and` before `or`."""

    def __init__(self, either: Sequence[Sequence[Term]]) -> None:
        super().__init__("Join the terms of a condition with and, or with or, not with both", "and, or or")
        self.either = either


class UnknownCondition(Unreadable):
    """A term that is not a test of the game. Nobody guesses what was meant: no part of it can be left out."""

    final = True


class Conditions(Kind[Condition]):
    """Reads a bare condition, term by term."""

    label, wants = "COND", "a condition"

    def take(self, line: Line, at: int) -> tuple[Condition, int] | None:
        either: list[list[Term]] = [[]]
        joints = set[str]()
        while (got := self._term(line, at)) is not None:
            either[-1].append(got[0])
            at = got[1]
            joint = line.low[at] if at < len(line.low) else ""
            if joint not in JOINTS:
                line.miss(at, JOINTS[0])
                if len(joints) > 1:
                    raise Mixed(either)
                return Condition(tuple(itertools.chain.from_iterable(either)), JOINTS["or" in joints]), at
            joints.add(joint)
            either += [[]] if joint == "or" else []
            at += 1
        return None

    def _term(self, line: Line, at: int) -> tuple[Term, int] | None:
        """One term and the index after it; None, and a note in the line, if there is none."""
        negated = line.low[at : at + 1] == ["not"]
        got = self.term(line, at + negated)
        return (got[0].opposite, got[1]) if got is not None and negated else got

    def term(self, line: Line, at: int) -> tuple[Term, int] | None:
        """One term without its `not`."""
        raise NotImplementedError


class Tests(Conditions):
    """Reads and judges the tests of a game; the keywords are the kinds of the names in braces."""

    __test__ = False

    def __init__(
        self,
        truth: Mapping[str, Callable[..., bool]],
        facts: Callable[..., Facts] = lambda *about: {},
        **kinds: Word[Any],
    ) -> None:
        self._facts = facts
        self._forms = [_Form(template, kinds) for template in truth]
        self._truth = dict(zip((form.name for form in self._forms), truth.values(), strict=True))
        self.words = tuple(
            word for form in self._forms for part in form.parts if isinstance(part, list) for word in part
        )
        self.clause = Clause(self)

    def __bool__(self) -> bool:
        return bool(self._forms)

    def true(self, *about: Any) -> Callable[[Any], bool]:
        """A function that judges terms, without their `not`, for a state and a seat. A fact that no longer exists is
        never true."""

        def judge(term: Test | Comparison) -> bool:
            if isinstance(term, Test):
                return self._truth[term.form](*about, *term.about)
            facts = self._facts(*about)
            return _found(facts, term.fact)[1] is not None and term.holds(facts)

        return judge

    def vet(self, condition: Condition, *about: Any) -> None:
        """Refuse a condition that can never hold."""
        for term in condition.terms:
            if isinstance(term, Comparison) and (why := term.fit(self._facts(*about))[0]):
                raise Refused(why)

    def term(self, line: Line, at: int) -> tuple[Term, int] | None:
        end = next((index for index in range(at, len(line.low)) if line.low[index] in _ENDS), len(line.low))
        if (test := self.test(line, at, end)) is not None:
            return test, end
        if (compared := comparison(" ".join(line.words[at:end]))) is not None:
            written = Line(str(compared).split())  # `A3 = down`, too
            return self.test(written, 0, len(written.words)) or compared, end
        for start in range(at, len(line.low)):  # behind small words, as in `the ball within 8`
            found = [got for form in self._forms if (got := form.take(line, start)) is not None]
            if found:
                return max(found, key=lambda got: got[1])
            if line.low[start] not in FILLERS:
                break
        every = ", ".join(form.label for form in self._forms)
        share, likely = self.likely(line.words[at:end])
        hint = f'; try "{likely}".' if likely else f": it is one of {every}"
        meant = " ".join((*line.words[:at], likely, *line.words[end:])) if share == 1 else ""
        raise UnknownCondition(
            f'I do not know the condition "{" ".join(line.words[at:end])}"{hint}', f"one of {every}", meant
        )

    def test(self, line: Line, at: int, end: int) -> Test | None:
        """The test that a whole term forms, also with an `is`: `A3 is down` means `A3 down`, and `A3 is not down` its
        opposite. It goes before a comparison, which would take `down` for a value; a number or a square is one."""
        words = line.words[at:end]
        found = self._whole(words)
        verb = next((index for index, word in enumerate(words) if index and word.lower() == "is"), 0)
        if found is not None or not verb or any(map(str.isdigit, "".join(words[verb:]))):
            return found
        negated = list(words[verb + 1 : verb + 2]) == ["not"]
        plain = self._whole([*words[:verb], *words[verb + 1 + negated :]])
        return plain.opposite if plain is not None and negated else plain

    def _whole(self, words: Sequence[str]) -> Test | None:
        taken = (form.take(Line(words), 0) for form in self._forms)
        return next((got[0] for got in taken if got is not None and got[1] == len(words)), None)

    def likely(self, words: Sequence[str]) -> tuple[float, str]:
        """The test most like these words, with the names and numbers among them, and how much of it they hold; empty if
        none is."""
        filled = [form.fill(words) for form in self._forms]
        share, text = max(filled, key=lambda each: (each[0], len(each[1].split())), default=(0.0, ""))
        return share, text if share else ""


class _Form:
    """How a test is written: words, some with others that mean the same (`held/contact`), and kinds."""

    def __init__(self, template: str, kinds: Mapping[str, Word[Any]]) -> None:
        self.parts = [kinds[word[1:-1]] if word[0] == "{" else word.split("/") for word in template.split()]
        self.name = " ".join(part[0] if isinstance(part, list) else "{}" for part in self.parts)
        self.label = " ".join(part[0] if isinstance(part, list) else part.label for part in self.parts)

    def take(self, line: Line, at: int) -> tuple[Test, int] | None:
        about = []
        for part in self.parts:
            if isinstance(part, list):
                if at >= len(line.low) or line.low[at] not in part:
                    line.miss(at, part[0], fixed=True, spelt=part[:1])
                    return None
                at += 1
            else:
                got = part.take(line, at)
                if got is None:
                    return None
                about.append(got[0])
                at = got[1]
        return Test(self.name, tuple(about)), at

    def fill(self, words: Sequence[str]) -> tuple[float, str]:
        """How much of the test some words hold, and the test with their names and numbers."""
        told, left, share = list[str](), list(words), 0
        for part in self.parts:
            fits = next((word for word in left if _is_like(part, word)), "")
            if fits:
                left.remove(fits)
                share += 1
            told.append(
                part[0] if isinstance(part, list) else part.write(part.read(fits)) if fits else part.example
            )
        return share / len(told), " ".join(told)


def _is_like(part: list[str] | Word[Any], word: str) -> bool:
    return bool(nearest(word, part, cutoff=0.75) if isinstance(part, list) else part.fits(word))


class Clause(Kind[Condition]):
    """Reads a condition with its `if` or `unless`."""

    first = HEADS

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self.label, self.wants, self.words = f"if {conditions.label}", "if", conditions.words

    def take(self, line: Line, at: int) -> tuple[Condition, int] | None:
        head = line.low[at] if at < len(line.low) else ""
        if head not in HEADS:
            line.miss(at, self.wants, spelt=HEADS)
            return None
        got = self._conditions.take(line, at + 1)
        return got and (structs.replace(got[0], unless=head == "unless"), got[1])

    def write(self, value: Condition) -> str:
        return value.clause

    def read(self, text: str) -> Condition:
        """A condition as it is written, with its `if` or `unless`; one that always holds if nothing is written."""
        got = self.take(Line(text.split()), 0)
        return Condition() if got is None else got[0]
