"""Which kind of question a sentence is, and the function that answers it.

What a question speaks of is found first, as concepts: words that mean the same are one. A kind is a few concepts, so
that it is found in whatever order and with whatever words they are said.
"""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TypeAlias

import msgspec
from msgspec import Struct

from pbem.server.answering import counting, figures, ordering, own_matches, signs, standing, trying
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words, is_weak
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told

Kind: TypeAlias = Callable[[Position, Subjects], Told]

_ANSWERS: Mapping[str, Kind] = {
    answer.__name__: answer
    for answer in (
        standing.how_things_stand, own_matches.my_matches, ordering.who_may_act, signs.what_a_sign_means,
        ordering.what_now, ordering.how_to_rehearse, standing.change_of_deadline, standing.whose_turn,
        standing.deadlines,
        standing.who_is_winning, standing.how_it_ends, standing.which_turn, standing.options, standing.who_plays,
        standing.who_am_i, standing.what_happened, standing.what_others_see, counting.who_is_nearest,
        counting.who_touches,
        counting.how_far_apart, counting.how_many, counting.how_big_the_board_is, figures.tell_about,
        figures.what_they_are_like, figures.how_fast, trying.odds, trying.threatened, figures.who_has,
        figures.what_can_it_do, trying.can_it, figures.where_is, figures.what_is_in_a_row, counting.what_is_near,
        figures.what_is_on,
    )
}  # fmt: skip


class _Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of question, and combinations of concepts that make a question one."""

    name: str
    asked: tuple[str, ...]


class _Kinds(Struct, frozen=True, forbid_unknown_fields=True):
    acts: str
    concepts: dict[str, tuple[str, ...]]
    kinds: tuple[_Kind, ...]


@functools.cache
def _read() -> _Kinds:
    data = resources.files(__package__).joinpath("questions.toml").read_bytes()
    return msgspec.toml.decode(data, type=_Kinds)


@functools.cache
def _concepts() -> Mapping[str, re.Pattern[str]]:
    read = _read()
    things = "(?:FIG|KIND|BALL|SQ)"
    return {
        name: re.compile(
            "|".join(
                rf"(?<!\w)(?:{each})(?!\w)".replace("ACTS", f"(?:{read.acts})").replace("THING", things)
                for each in said
            )
        )
        for name, said in read.concepts.items()
    }


def kinds_of(shape: str) -> tuple[Sequence[Kind], Sequence[Kind]]:
    """The kinds that a question may be of, by its shape (see `Subjects`): those that account for every word that says
    something, and the others, each in the order of the file."""

    @functools.cache
    def held(concept: str) -> frozenset[int] | None:
        spans = [found.span() for found in _concepts()[concept].finditer(shape)]
        return (
            frozenset(at for at, start, end in words if any(a <= start and end <= b for a, b in spans))
            if spans
            else None
        )

    def fits(asked: str) -> frozenset[int] | None:
        accounted: set[int] = set()
        for each in asked.split():
            if each.startswith("!"):
                if held(each[1:]) is not None:
                    return None
                continue
            found = [one for name in each.split("|") if (one := held(name)) is not None]
            if not found:
                return None
            accounted.update(*found)
        return frozenset(accounted)

    words = [
        (at, *word.span())
        for at, word in enumerate(re.finditer(r"[^ ]+", shape))
        if word[0].isupper() or (content_words(word[0]) and not is_weak(word[0]))
    ]
    kinds = [
        (max(map(len, found)), _ANSWERS[kind.name])
        for kind in _read().kinds
        if (found := [each for asked in kind.asked if (each := fits(asked)) is not None])
    ]
    return (
        [kind for count, kind in kinds if count == len(words)],
        [kind for count, kind in kinds if count < len(words)],
    )


def speaks_of(shape: str, concept: str) -> bool:
    """Whether a question speaks of a concept."""
    return _concepts()[concept].search(shape) is not None
