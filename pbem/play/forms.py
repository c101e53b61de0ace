"""How orders are written: each form stands once, beside its order, and serves to read, print and list it.

    class Move(Action, frozen=True):
        form: ClassVar = Form("{pawn} move/m {route} [with {die}]", pawn=PAWN, route=Many(SQUARE), die=DIE)

A word stands for itself; `move/m` has a short form. A name in braces is a field of the order, of the kind given
under that name (or another: `{route=steps}`). Parts in brackets are optional; several in a row may come in any order.
In front of squares and figures (`named` kinds) small words such as `to`, `the` and `at` are ignored, in every game.

Reading goes from left to right without backtracking: it is always clear which words may come next. An unreadable
line knows how far it was read and what was expected there; `pbem.play.mending` makes proposals from that, and
`pbem.play.grammar` joins the forms of a game.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Generic, TypeVar

import msgspec

from pbem.play.names import in_all_forms, split_phrases

T = TypeVar("T")

_NO_VERBS = ("always", "never", "unless", "whenever")
"""First words of orders that say when or how long, not what to do."""

FILLERS = frozenset(
    ("to", "the", "a", "an", "at", "on", "onto", "into", "via", "towards", "my", "his", "her", "its", "their")
)
"""Words that are ignored in front of what a `named` kind reads."""


class Line:
    """The words of a line, as written and in lower case. `far` is how far any form has come, `wants` what could have
    stood there, and `missing` the words that a form requires there. All this is noted only if `told`: nearly all lines
    are read at once."""

    __slots__ = ("far", "low", "missing", "spelt", "told", "wants", "words")

    def __init__(self, words: Sequence[str], *, told: bool = False) -> None:
        self.words, self.told = words, told
        self.low = [word.lower() for word in words]
        self.far = -1
        self.wants: list[str] = []
        self.missing: list[str] = []
        self.spelt: list[str] = []

    def miss(self, at: int, wants: str, *, fixed: bool = False, spelt: Iterable[str] = ()) -> None:
        """Nothing can be read here. `wants` is what could have stood here, `fixed` if that is no help by itself;
        `spelt` are the words that may have been misspelt."""
        if not self.told:
            return
        if at > self.far:
            self.far, self.wants, self.missing, self.spelt = at, [wants], [], []
        elif at == self.far and wants not in self.wants:
            self.wants.append(wants)
        if at == self.far:
            self.missing += [wants] if fixed else []
            self.spelt += spelt

    def wanted(self) -> tuple[int, str]:
        """Where reading stopped, and what was expected there, in words."""
        *others, last = [
            f'"{each}"' if each in ",:" or (each.islower() and " " not in each) else each
            for each in self.wants
        ]
        return self.far, f"{', '.join(others)} or {last}" if others else last


class Kind(Generic[T]):
    """What may stand in one place of a form. `label` is for lists (`SQUARE`), `wants` for refusals (`a square`),
    `example` for proposals (`e4`)."""

    label: str
    wants: str
    example = ""
    words: Sequence[str] = ()  # the game's own words among those it reads
    first: Sequence[
        str
    ] = ()  # the words with which it begins, if a line that begins with it is known by them

    def take(self, line: Line, at: int) -> tuple[T, int] | None:
        """The value at a word, and the index after it; None, and a note in the line, if there is none."""
        raise NotImplementedError

    def write(self, value: T, /) -> str:
        """The value in text form."""
        return str(value)

    @property
    def spoken(self) -> Mapping[str, Sequence[str]]:
        """The verbs that it reads, each with all the words that people use for it."""
        return {}

    @property
    def parts(self) -> Sequence[Kind[Any]]:
        """The kinds it consists of."""
        return (self,)


class Word(Kind[T]):
    """One word of a pattern; `named`: small words in front of it are ignored."""

    write: Callable[[T], str]

    def __init__(
        self,
        label: str,
        pattern: str,
        read: Callable[[str], T],
        *,
        wants: str,
        named: bool = False,
        write: Callable[[T], str] = str,
        example: str = "",
    ) -> None:
        self.label, self.wants, self.named, self.pattern = label, wants, named, pattern
        self.example = example
        self.fits = re.compile(pattern, re.ASCII | re.IGNORECASE).fullmatch
        self.read, self.write = read, write

    def take(self, line: Line, at: int) -> tuple[T, int] | None:
        low = line.low
        while at < len(low):
            if self.fits(low[at]):
                return self.read(line.words[at]), at + 1
            if not (self.named and low[at] in FILLERS):
                break
            at += 1
        line.miss(at, self.wants)
        return None


class Choice(Kind[T]):
    """One of several words or phrases, each with its value; the first of those with one value is written. `named`:
    small words in front of it are ignored."""

    def __init__(
        self, words: Mapping[str, T], label: str = "", *, wants: str = "", named: bool = False
    ) -> None:
        self._named = named
        self._written: dict[T, str] = {}
        self._phrases: dict[str, list[tuple[list[str], T]]] = {}
        for phrase, value in words.items():
            first, *rest = phrase.split()
            self._phrases.setdefault(first, []).append((rest, value))
            self._written.setdefault(value, phrase)
        for phrases in self._phrases.values():
            phrases.sort(key=lambda each: -len(each[0]))  # `intercept except worgen` before `intercept`
        self.phrases = tuple(self._written.values())
        self.label, self.wants = label or " | ".join(self.phrases), wants
        self.words = self.first = tuple(self._phrases)
        self._heads = list(dict.fromkeys(phrase.split()[0] for phrase in self.phrases))

    def take(self, line: Line, at: int) -> tuple[T, int] | None:
        low = line.low
        while self._named and at < len(low) and low[at] in FILLERS and low[at] not in self._phrases:
            at += 1
        if at < len(low) and (phrases := self._phrases.get(low[at])):
            for rest, value in phrases:
                for end, word in enumerate(rest, start=at + 1):
                    if low[end : end + 1] != [word]:
                        line.miss(end, word, spelt=(word,))
                        break
                else:
                    return value, at + 1 + len(rest)
            return None
        for word in (self.wants,) if self.wants else self._heads:
            line.miss(at, word, spelt=self._heads)
        return None

    def write(self, value: T) -> str:
        return self._written[value]


def one_of(*words: str) -> Choice[str]:
    """One of these words."""
    return Choice({word: word for word in words})


def flag(word: str) -> Choice[bool]:
    """A word that is there or not: in brackets, for a field that is false without it."""
    return Choice({word: True})


class Many(Kind[tuple[T, ...]]):
    """One or more of a kind, at most `most` if given, with a `joint` between them if given; words in `between` are
    ignored there."""

    def __init__(self, kind: Kind[T], joint: str = "", between: Sequence[str] = (), most: int = 0) -> None:
        self.kind, self._joint, self._between, self._most = kind, joint, between, most
        first = kind.label.split(" [")[0]
        self.label = f"{kind.label} [{joint} {first} ...]" if joint else f"{kind.label} ..."
        self.wants, self.first = kind.wants, kind.first

    def take(self, line: Line, at: int) -> tuple[tuple[T, ...], int] | None:
        got = self.kind.take(line, at)
        if got is None:
            return None
        low, values = line.low, [got[0]]
        while True:
            at = start = got[1]
            if len(values) == self._most:
                break
            if self._joint:
                if start >= len(low) or low[start] != self._joint:
                    line.miss(start, self._joint, fixed=isinstance(self.kind, Word))
                    break
                start += 1
            while start < len(low) and low[start] in self._between:
                start += 1
            got = self.kind.take(line, start)
            if got is None:
                break
            values.append(got[0])
        return tuple(values), at

    @property
    def parts(self) -> Sequence[Kind[Any]]:
        return self.kind.parts

    def write(self, value: tuple[T, ...]) -> str:
        joint = f" {self._joint} ".replace(" ,", ",") if self._joint else " "
        return joint.join(map(self.kind.write, value))


class _Literal:
    """A word that stands for itself, or its short form."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def take(self, line: Line, at: int, found: dict[str, Any]) -> int:
        if at < len(line.low) and line.low[at] in self.names:
            return at + 1
        line.miss(at, self.names[0], fixed=True, spelt=self.names[:1])
        return -1

    def __str__(self) -> str:
        return self.names[0]


class _Slot:
    """A field of the order."""

    def __init__(self, field: str, kind: Kind[Any]) -> None:
        self.field, self.kind = field, kind

    def take(self, line: Line, at: int, found: dict[str, Any]) -> int:
        got = self.kind.take(line, at)
        if got is None:
            return -1
        found[self.field], end = got
        return end

    def __str__(self) -> str:
        return self.kind.label


class _Options:
    """Optional parts, in any order."""

    def __init__(self, parts: Sequence[Sequence[_Literal | _Slot]]) -> None:
        self.parts = parts

    def take(self, line: Line, at: int, found: dict[str, Any]) -> int:
        if at == len(line.low) and not line.told:
            return at
        left = list(self.parts)
        while left:
            for part in left:
                end = _take(part, line, at, found)
                if end > at:
                    at = end
                    left.remove(part)
                    break
            else:
                break
        return at

    def __str__(self) -> str:
        return " ".join(f"[{' '.join(map(str, part))}]" for part in self.parts)


_Element = _Literal | _Slot | _Options


def _take(elements: Sequence[_Element], line: Line, at: int, found: dict[str, Any]) -> int:
    """The index after what these elements read from a word on; -1 if one of them does not match."""
    for element in elements:
        at = element.take(line, at, found)
        if at < 0:
            break
    return at


def _fields_of(elements: Iterable[_Element]) -> frozenset[str]:
    return frozenset(each.field for each in elements if isinstance(each, _Slot))


class Rule:
    """One way to write an order: the elements of a template. `fields` are the required fields."""

    def __init__(self, template: str, kinds: Mapping[str, Kind[Any]]) -> None:
        self.elements: list[_Element] = []
        self.form: Form[Any]
        self.signs = re.search("[:,]", template) is not None
        part: list[Any] | None = None
        for sign in re.findall(r"[\[\]]|\{[\w=]+\}|[^\s\[\]{}]+", template):
            if sign == "[":
                part = []
            elif sign == "]":
                assert part is not None
                if self.elements and isinstance(self.elements[-1], _Options):
                    self.elements[-1] = _Options([*self.elements[-1].parts, part])
                else:
                    self.elements.append(_Options([part]))
                part = None
            else:
                field, _, kind = sign.strip("{}").partition("=")
                element = _Slot(field, kinds[kind or field]) if sign[0] == "{" else _Literal(sign.split("/"))
                (self.elements if part is None else part).append(element)
        self.fields = _fields_of(self.elements)
        self._written: list[tuple[frozenset[str] | None, Sequence[Any]]] = []
        for each in self.elements:
            options = each.parts if isinstance(each, _Options) else ()
            self._written += [(_fields_of(part), part) for part in options] or [(None, (each,))]

    def take(self, line: Line, at: int) -> tuple[Any, int] | None:
        """The order at a word, and the index after it."""
        found: dict[str, Any] = {}
        end = _take(self.elements, line, at, found)
        return None if end < 0 else (self.form.make(**found), end)

    @property
    def words(self) -> Sequence[str]:
        """The names of its first literal word; none if all literals are in brackets."""
        first = self.elements[0]
        if isinstance(first, _Slot) and first.kind.first:
            return first.kind.first
        return next((each.names for each in self.elements if isinstance(each, _Literal)), ())

    @property
    def kinds(self) -> Iterator[Kind[Any]]:
        """The kinds of everything it reads, including optional parts and nested forms."""
        yield from (kind for each in self._all if isinstance(each, _Slot) for kind in each.kind.parts)

    @property
    def literals(self) -> Iterator[str]:
        """All its literal words."""
        yield from (name for each in self._all if isinstance(each, _Literal) for name in each.names)

    @property
    def _all(self) -> Iterator[_Element]:
        for each in self.elements:
            yield from itertools.chain.from_iterable(each.parts) if isinstance(each, _Options) else (each,)

    def write(self, order: Any, said: Set[str]) -> str:
        """An order as this rule writes it; `said` are its fields that differ from their defaults."""
        parts: list[str] = []
        for fields, elements in self._written:
            if fields is None or not fields.isdisjoint(said):
                for each in elements:
                    slot = isinstance(each, _Slot)
                    parts.append(each.kind.write(getattr(order, each.field)) if slot else each.names[0])
        words = " ".join(filter(None, parts))
        return words.replace(" :", ":").replace(" ,", ",") if self.signs else words

    @property
    def subject(self) -> Kind[Any] | None:
        """The kind with which the line begins, if it does not begin with a literal word."""
        first = self.elements[0]
        return first.kind if isinstance(first, _Slot) and not first.kind.first else None

    def __str__(self) -> str:
        return " ".join(map(str, self.elements)).replace(" :", ":").replace(" ,", ",")


class Form(Kind[T]):
    """How an order is written. `also` are alternative templates; `says` are examples, each with its meaning; `said` are
    other words for its verb that people use, with commas between them.

    As a class attribute it makes values of that class; `make` is for values without a class of their own.
    """

    def __init__(
        self,
        template: str,
        make: Callable[..., T] | None = None,
        *,
        also: Sequence[str] = (),
        says: Mapping[str, str] | None = None,
        said: str = "",
        wants: str = "",
        **kinds: Kind[Any],
    ) -> None:
        self.rules = [Rule(each, kinds) for each in (template, *also)]
        for rule in self.rules:
            rule.form = self
        self.label, self.wants, self.says = str(self.rules[0]), wants or str(self.rules[0]), says or {}
        self._said = split_phrases(said)
        self._defaults: dict[str, Any] | None = None
        self.make: Callable[..., T]
        if make is not None:
            self.make = make

    def __set_name__(self, owner: type[T], name: str) -> None:
        if not hasattr(self, "make"):
            self.make = owner

    def take(self, line: Line, at: int) -> tuple[T, int] | None:
        for rule in self.rules:
            got = rule.take(line, at)
            if got is not None:
                return got
        return None

    def write(self, value: T) -> str:
        if not isinstance(self.make, type):
            return str(value)
        if self._defaults is None:
            fields = msgspec.structs.fields(self.make)
            self._defaults = {field.name: field.default for field in fields}
        said = {field for field, default in self._defaults.items() if getattr(value, field) != default}
        for rule in self.rules:  # the first that requires no field which is as it is if nothing is said
            if rule.fields <= said:
                return rule.write(value, said)
        return self.rules[0].write(value, said)

    @property
    def spoken(self) -> Mapping[str, Sequence[str]]:
        found = {verb: said for kind in self.parts for verb, said in kind.spoken.items()}
        for rule in self.rules:
            names = [word for word in rule.words if re.fullmatch("[a-z]{3,}|go", word)]
            literal = rule.subject is not None or isinstance(rule.elements[0], _Literal)
            others = self._said if rule is self.rules[0] else ()
            for own, *more in [names] if literal and names else [[name] for name in names]:
                if own not in found and own not in _NO_VERBS:
                    found[own] = in_all_forms(own, (*more, *others))
        return found

    @property
    def parts(self) -> Sequence[Kind[Any]]:
        return [kind for rule in self.rules for kind in rule.kinds]

    @property
    def listed(self) -> tuple[str, ...]:
        """The forms as shown in help: the examples, or else the words and the kinds of the fields."""
        first, *others = self.rules
        lone = first.elements[0]
        if len(first.elements) == 1 and isinstance(lone, _Slot) and isinstance(lone.kind, Choice):
            return (*lone.kind.phrases, *map(str, others))
        return tuple(self.says) or (str(first), *(str(rule) for rule in others if rule.fields < first.fields))
