"""Paraphrases: a question in somebody's own words, as the plain one that the position answers.

`How many knocks can A2 take?` is compared with `How many knocks can FIG take?`: what is named counts as its kind alone,
and is put into the plain question in its place. Both stand in the files `asked.toml` (`Asked.ask`).
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from pbem.server.answering.kinds import kinds_of
from pbem.server.answering.plain import plain
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import subjects_in

_PLACE = re.compile(r"\b(?:FIG|SQ|BALL)\d?\b")

PLACES = frozenset(("fig", "fig2", "sq", "sq2"))
"""The places as stems: they say nothing of what is asked."""


class Masked(Struct, frozen=True):
    """A plain sentence with places for what it names, and what belongs there; `shape` is that of its subjects."""

    text: str
    named: Mapping[str, str]
    shape: str

    def is_of_a_kind(self) -> bool:
        """Whether some kind of question accounts for each of its words."""
        return bool(kinds_of(self.shape)[0])

    def put_into(self, plain_question: str) -> str:
        """A plain question about what is named here."""
        return _PLACE.sub(lambda found: self.named[found[0]], plain_question)


def places_in(text: str) -> frozenset[str]:
    """The places for names in a text."""
    return frozenset(_PLACE.findall(text))


def fits_in(named: frozenset[str], asked: frozenset[str], wanted: frozenset[str]) -> bool:
    """Whether what a question names is what a paraphrase does, and all that its plain question wants; a ball may be
    named beside."""
    return wanted <= named and all(name.startswith("BALL") for name in named ^ asked)


def masked(sentence: str, position: Position) -> Masked:
    """A sentence with FIG, FIG2, SQ, BALL in place of what it names. A word for one figure alone is its name (`my
    little Dwarf`), one for several is none; the other player is the opponent."""
    subjects = subjects_in(plain(sentence), position)
    left = {
        "FIG": list(subjects.figures),
        "SQ": list(subjects.squares),
        "BALL": list(subjects.balls),
        "WHO": list(subjects.seats),
    }
    described = [name for name in subjects.described if name not in subjects.figures]
    of_mine = [name for name in described if position.own(name)] or described
    named: dict[str, str] = {}
    words = []
    for word in subjects.shape.split():
        if word == "KIND":
            left["FIG"], word = ([*of_mine, *left["FIG"]], "FIG") if len(of_mine) == 1 else (left["FIG"], "")
        if word == "WHO":
            seat = left["WHO"].pop(0) if left["WHO"] else ""
            words.append("me" if seat == position.seat else "opponent")
        elif word in left:
            if not left[word]:
                continue  # named before
            name = left[word].pop(0)
            place = f"{word}{sum(each.startswith(word) for each in named) + 1}".removesuffix("1")
            named[place] = name
            words.append(place)
        else:
            words.append(word)
    return Masked(" ".join(words), named, subjects.shape)
