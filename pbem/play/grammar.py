"""The joined forms of a game: a line is read by the forms that may fit, or refused with what it should have been."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.play.forms import Line, Rule, Word
from pbem.play.orders import Unreadable, Wrong
from pbem.play.requests import Order


def _joined(verbs: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, tuple[str, ...]]:
    """The verbs of several forms; one that stands in several has the words of all."""
    found: dict[str, tuple[str, ...]] = {}
    for each in verbs:
        for verb, said in each.items():
            found[verb] = tuple(dict.fromkeys((*found.get(verb, ()), *said)))
    return found


class Grammar:
    """Reads a line with all forms of a game, and says of an unreadable line what it should have been.

    `tokens` finds the words of a line. `refused` has, by first words, the texts for unreadable lines and what was
    expected; `expected` describes an order, for lines that do not even begin like one. `bare`: lines without a literal
    word are usual, so they are said to go wrong where reading stopped. `mend` makes a proposal from the words of an
    unreadable line; see `pbem.play.mending`.
    """

    def __init__(
        self,
        title: str,
        orders: Sequence[type[Order]],
        *,
        tokens: str = r"[^\s,|]+",
        refused: Mapping[str, tuple[str, str]] | None = None,
        expected: str = "",
        bare: bool = False,
        mend: Callable[[Grammar, Sequence[str]], Wrong] = lambda grammar, words: Wrong(""),
    ) -> None:
        self.title = title
        self.first: dict[str, list[Rule]] = {}
        self.later: dict[str, list[Rule]] = {}
        self.bare: list[Rule] = []
        self.rules = [rule for order in orders for rule in order.form.rules]
        for rule in self.rules:
            names = self.first if rule.subject is None else self.later
            for word in rule.words:
                names.setdefault(word, []).append(rule)
            if not rule.words:
                self.bare.append(rule)
        self.kinds = list(dict.fromkeys(kind for rule in self.rules for kind in rule.kinds))
        self.heads = list(
            dict.fromkeys(rule.subject for rule in self.rules if rule.subject is not None and rule.words)
        )
        self.subjects = [kind for kind in self.heads if isinstance(kind, Word)]
        self.begins = [rule.subject for rule in self.bare]
        parts = [kind for rule in self.bare for kind in rule.kinds]
        self.inner = frozenset(word for kind in parts for word in kind.words)
        literals = (each for rule in self.rules for each in rule.literals)
        self.words = frozenset((*literals, *(word for kind in self.kinds for word in kind.words)))
        self.verbs = _joined(order.form.spoken for order in orders)
        self.meanings = {line: does for order in orders for line, does in order.form.says.items()}
        self.forms = tuple(dict.fromkeys(line for order in orders for line in order.form.listed))
        self.refused = refused or {}
        self.expected = expected or ", ".join(dict.fromkeys(rule.form.listed[0] for rule in self.rules))
        self._mend, self._bare = mend, bare
        self._words = re.compile(tokens).findall

    def read(self, text: str) -> Order:
        """Read one tidied line as an order; raises `Unreadable`."""
        line = Line(self._split(text))
        try:
            order = self.exact(line)
        except Unreadable as error:
            raise Unreadable(functools.partial(self._mended, error, line.words)) from error
        if order is None:
            raise Unreadable(functools.partial(self._explain, text, line.words))
        return order

    def order(self, text: str) -> Order | None:
        """The line as an order, or None, without looking for what was meant."""
        try:
            return self.exact(Line(self._split(text)))
        except Unreadable:
            return None

    def _split(self, text: str) -> list[str]:
        """The words of a line; a comma at its end is ignored."""
        words: list[str] = self._words(text)
        while words and words[-1] == ",":
            words.pop()
        return words

    def exact(self, line: Line) -> Order | None:
        """The order that all the words together form, if they do."""
        for rule in self.candidates(line):
            got = rule.take(line, 0)
            if got is not None:
                if got[1] == len(line.low):
                    order: Order = got[0]
                    return order
                line.miss(got[1], "nothing more")
        return None

    def candidates(self, line: Line) -> Sequence[Rule]:
        """The forms that may fit a line, by its first word or by what follows a subject of one or two words."""
        low = line.low
        if not low:
            return ()
        rules = self.first.get(low[0], ())
        later = [rule for word in low[1:3] for rule in self.later.get(word, ())]
        return [*rules, *later] if later else rules or self.bare

    def _mended(self, error: Unreadable, words: Sequence[str]) -> Wrong:
        if error.final:
            meant = self.order(error.nearest)
            return Wrong(str(error), error.expected, str(meant) if meant is not None else "")
        return Wrong(str(error), error.expected, error.nearest or self._mend(self, words).nearest)

    def _explain(self, text: str, words: Sequence[str]) -> Wrong:
        """What is wrong with a line, what is expected instead, and what was probably meant."""
        line = Line(words, told=True)
        self.exact(line)
        why, _, meant, certain = self._mend(self, line.words)
        for count in (2, 1):
            if wrong := self.refused.get(" ".join(line.low[:count])):
                return Wrong(wrong[0], "" if meant else wrong[1], meant, certain)
        begun = line.far > 0 and (self._bare or self.candidates(line) is not self.bare)
        if why or not begun:
            expected = "" if why or meant else self._verbs(line) or self.expected
            return Wrong(why or f'"{text}" is not an order of {self.title}', expected, meant, certain)
        far, wants = line.wanted()
        rules = self.candidates(line)
        examples = [each for rule in rules for each in rule.form.says]
        example = max(examples, key=lambda each: len({*self._words(each.lower())} & {*line.low}), default="")
        expected = "" if meant else f'{wants}, as in "{example}"' if example else str(rules[0])
        if far == len(line.words):
            why = f'The line cannot be read after "{" ".join(line.words)}"'
        elif len(line.wants) == 1 and wants.startswith(("a ", "an ")):
            why = f'"{line.words[far]}" is not {wants}'
        else:
            why = f'"{line.words[far]}" is not understood here'
        return Wrong(why, expected, meant, certain)

    def _verbs(self, line: Line) -> str:
        """What may follow the subject with which a line begins; empty if it begins with none."""
        for kind in self.heads if line.words else ():
            if (got := kind.take(Line(line.words), 0)) is not None:
                verbs = dict.fromkeys(rule.words[0] for rules in self.later.values() for rule in rules)
                return f"behind {' '.join(line.words[: got[1]])} one of {', '.join(verbs)}"
        return ""
