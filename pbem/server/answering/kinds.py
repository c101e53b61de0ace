"""Which kind of question a sentence is, and the function that answers it."""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TypeAlias

import msgspec
from msgspec import Struct

from pbem.server.answering import figures, standing, trying
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told

Kind: TypeAlias = Callable[[Position, Subjects], Told]

_ANSWERS: Mapping[str, Kind] = {
    answer.__name__: answer
    for answer in (
        standing.whose_turn, standing.deadlines, standing.what_happened, standing.how_it_ends, standing.which_turn,
        standing.who_is_winning, standing.options, standing.who_plays, standing.who_am_i, figures.how_far_apart,
        figures.tell_about, figures.who_has, trying.threatened, trying.chances, trying.can_it, figures.what_can_it_do,
        figures.where_is, figures.what_is_near, figures.what_is_on,
    )
}  # fmt: skip


class _Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of question is asked: expressions over the shape of a sentence (see `Subjects`)."""

    name: str
    asked: tuple[str, ...]


class _Kinds(Struct, frozen=True, forbid_unknown_fields=True):
    acts: str
    kinds: tuple[_Kind, ...]


@functools.cache
def kinds() -> Sequence[tuple[re.Pattern[str], Kind]]:
    """The kinds of question about a match, in the order in which they are tried; read when the first is asked."""
    data = resources.files(__package__).joinpath("questions.toml").read_bytes()
    read = msgspec.toml.decode(data, type=_Kinds)
    return [
        (re.compile("|".join(kind.asked).replace("ACTS", f"(?:{read.acts})")), _ANSWERS[kind.name])
        for kind in read.kinds
    ]
