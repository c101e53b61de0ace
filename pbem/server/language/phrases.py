"""Phrases as data: what may stand in a sentence without changing it, and what calls it in doubt.

A list is text: phrases are divided by semicolons or line ends. `(a|b)` are alternatives, `[a]` may be missing, `<name>`
stands for the alternatives of a class, within a group: `(<name>)`. There is no group within a group. Phrases are
compared word by word, in small letters and with short forms in full: `I'd` is `i would`.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from pbem.server.language.yes_no import in_full

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]")
_DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")
"""`heyyy`"""

_CLASS = re.compile(r"<(\w+)>")
_GROUP = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")


def words_of(text: str) -> list[str]:
    """The words of a text as phrases have them, without signs."""
    return list(_words_of(text))


@functools.lru_cache(maxsize=1024)  # the parts of a sentence are looked at several times
def _words_of(text: str) -> Sequence[str]:
    plain = _DRAWN_OUT.sub(r"\1", in_full(text).casefold())
    return [word for word in _WORD.findall(plain) if word[0].isalnum() or word[-1].isalnum()]


class _Node(dict[str, "list[_Node]"]):
    """What may follow the words so far: by the next word, where it leads. `ends`: the words are a phrase."""

    ends = False

    def __init__(self) -> None:
        super().__init__()
        self.plain: dict[str, _Node] = {}  # those behind words outside of groups, which phrases share

    def lead(self, word: str, to: "_Node") -> None:
        self.setdefault(word, []).append(to)


class Phrases:
    """A set of phrases; `classes` are groups of words, by the names that phrases call them."""

    def __init__(
        self, *texts: str, others: Iterable[str] = (), classes: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._root = _Node()
        listed = (each for text in texts for each in re.split("[;\n]", text) if each.strip())
        for phrase in itertools.chain(others, listed):
            self._add(_CLASS.sub(lambda got: classes[got[1]].strip(), phrase))

    def _add(self, phrase: str) -> None:
        """Add the ways through a phrase. What stands behind a group is shared by all of its words."""
        ends: Sequence[_Node] = [self._root]
        at = 0
        for group in _GROUP.finditer(phrase):
            ends = _add_words(ends, phrase[at : group.start()])
            join = _Node()
            for option in (group[1] or group[2]).split("|"):
                _add_words(ends, option, join)
            ends, at = ([*ends, join] if group[2] else [join]), group.end()
        for node in _add_words(ends, phrase[at:]):
            node.ends = node is not self._root

    def __contains__(self, phrase: object) -> bool:
        words = phrase.split(" ") if isinstance(phrase, str) else []
        return len(words) in self.sizes(words, 0)

    def begins(self, words: Sequence[str], at: int = 0) -> int:
        """How many words from here the longest phrase has that stands here; 0 for none."""
        if at >= len(words) or words[at] not in self._root:  # as with nearly all words
            return 0
        return max(self.sizes(words, at), default=0)

    def sizes(self, words: Sequence[str], at: int) -> Iterator[int]:
        """The lengths of all phrases that stand here, the shortest first."""
        nodes: Sequence[_Node] = (self._root,)
        for size, word in enumerate(itertools.islice(words, at, None), 1):
            nodes = [after for node in nodes for after in node.get(word, ())]
            if not nodes:
                return
            if any(node.ends for node in nodes):
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


def _add_words(nodes: Sequence[_Node], text: str, last: _Node | None = None) -> Sequence[_Node]:
    """Add a way of some words behind these nodes, perhaps to a `last` one; returns where it ends."""
    words = words_of(text)
    for left, word in enumerate(words, 1 - len(words)):
        shared = nodes[0].plain if last is None and len(nodes) == 1 else {}
        if word not in shared:
            node = shared[word] = last if last is not None and left == 0 else _Node()
            for before in nodes:
                before.lead(word, node)
        nodes = [shared[word]]
    return nodes
