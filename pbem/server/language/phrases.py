"""Phrases as data: what may stand in a sentence without changing it, and what calls it in doubt.

A list is text: phrases are divided by semicolons or line ends. `(a|b)` are alternatives, `[a]` may be missing. Phrases
are compared word by word, in small letters and with short forms in full: `I'd` is `i would`.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.server.language.yes_no import in_full

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]")
_GROUP = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")


def words_of(text: str) -> list[str]:
    """The words of a text as phrases have them, without signs."""
    return [
        word for word in _WORD.findall(in_full(text).casefold()) if word[0].isalnum() or word[-1].isalnum()
    ]


class _Node(dict[str, "_Node"]):
    """What may follow the words so far; `ends`: they are a phrase."""

    ends = False


class Phrases:
    """A set of phrases."""

    def __init__(self, *texts: str, others: Iterable[str] = ()) -> None:
        listed = (each for text in texts for each in re.split("[;\n]", text) if each.strip())
        plain = itertools.chain(others, itertools.chain.from_iterable(map(_expanded, listed)))
        self._phrases = frozenset(filter(None, (" ".join(words_of(each)) for each in plain)))
        self._root = _Node()
        for phrase in self._phrases:
            node = self._root
            for word in phrase.split(" "):
                node = node.setdefault(word, _Node())
            node.ends = True

    def __contains__(self, phrase: object) -> bool:
        return phrase in self._phrases

    def begins(self, words: Sequence[str], at: int = 0) -> int:
        """How many words from here the longest phrase has that stands here; 0 for none."""
        return max(self.sizes(words, at), default=0)

    def sizes(self, words: Sequence[str], at: int) -> Iterator[int]:
        """The lengths of all phrases that stand here, the shortest first."""
        node: _Node | None = self._root
        for size in range(1, len(words) - at + 1):
            node = node.get(words[at + size - 1]) if node is not None else None
            if node is None:
                return
            if node.ends:
                yield size

    def found_in(self, words: Sequence[str]) -> str:
        """The first phrase in a text, or empty."""
        for at in range(len(words)):
            if size := self.begins(words, at):
                return " ".join(words[at : at + size])
        return ""

    def cover(self, words: Sequence[str], others: Iterable[str] = ()) -> bool:
        """Whether words are nothing but phrases, one after the other, and `others`."""
        known = set(others)
        reached = {0}
        for at in range(len(words)):
            if at in reached:
                reached.update(at + size for size in self.sizes(words, at))
                if words[at] in known:
                    reached.add(at + 1)
        return len(words) in reached


def _expanded(phrase: str) -> Iterator[str]:
    """A phrase with its groups written out."""
    found = _GROUP.search(phrase)
    if found is None:
        yield phrase
        return
    options = found[1].split("|") if found[1] is not None else ["", *found[2].split("|")]
    for option in options:
        yield from _expanded(f"{phrase[: found.start()]}{option}{phrase[found.end() :]}")
