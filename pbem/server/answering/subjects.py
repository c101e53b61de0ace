"""What a sentence names of a position: figures, squares, players, balls, verbs."""

import functools
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.play.requests import Seat
from pbem.server.answering.position import Position

_ME = frozenset(("i", "me", "my", "mine", "myself", "we", "us", "our"))
_THEM = frozenset(
    (
        "he",
        "she",
        "him",
        "her",
        "his",
        "they",
        "them",
        "their",
        "theirs",
        "opponent",
        "opponents",
        "enemy",
        "foe",
        "rival",
    )
)
_BEFORE_A_NAME = frozenset(
    [
        "to",
        "at",
        "from",
        "by",
        "of",
        "for",
        "with",
        "on",
        "past",
        "near",
        "and",
        "or",
        "than",
        "is",
        "was",
        "are",
        "can",
        "may",
        "could",
        "should",
        "would",
        "will",
        "does",
        "did",
        "has",
        "have",
        "where",
        "behind",
        "beside",
        "hit",
        "attack",
        "tackle",
        "throw",
        "pass",
        "give",
        "does",
        "about",
        "who",
        "what",
    ]
)
_AFTER_A_NAME = frozenset(
    [
        "can",
        "may",
        "could",
        "should",
        "would",
        "will",
        "does",
        "did",
        "has",
        "have",
        "is",
        "was",
        "to",
        "go",
        "move",
        "run",
        "throw",
        "pass",
        "tackle",
        "reach",
        "hit",
        "get",
        "do",
        "at",
    ]
)


class Subjects(Struct, frozen=True):
    """What a sentence names, each in its order; `shape` is the sentence in small letters with FIG, SQ, BALL, WHO and
    KIND in place of the names, `words` the sentence as `plain` made it. `described` are the figures that a word is
    for, such as troll; where that is somebody's (`my troll`), they are among `figures`, too."""

    words: Sequence[str]
    shape: str
    figures: Sequence[str] = ()
    described: Sequence[str] = ()
    squares: Sequence[str] = ()
    balls: Sequence[str] = ()
    seats: Sequence[Seat] = ()
    me: bool = False
    them: bool = False


def subjects_in(sentence: str, position: Position) -> Subjects:
    """What a plain sentence names."""
    words = [re.sub(r"'s?$", "", word) for word in sentence.split()]
    low = [word.lower() for word in words]
    names, found = position.names, list[tuple[str, str]]()
    shape: list[str] = []
    handles = {name.lower(): seat for seat, name in position.table.loaded.names.items()}
    sides = {side.lower(): seat for side, seat in names.sides.items()} | handles
    balls = _balls(position)
    described: list[str] = []
    at = 0
    while at < len(words):
        pair = " ".join(low[at : at + 2])
        if pair in balls or pair in sides:
            kind, size = ("BALL", balls[pair]) if pair in balls else ("WHO", sides[pair]), 2
        elif _is_square(words, low, at, position):
            kind, size = ("SQ", low[at]), 1
        elif (figure := _figure(words, low, at, position)) != "":
            kind, size = ("FIG", figure), 1
        elif names.is_place(low[at]) and any(sign.isdigit() for sign in low[at]):
            kind, size = ("SQ", low[at]), 1
        elif low[at] in balls:
            kind, size = ("BALL", balls[low[at]]), 1
        elif low[at] in sides:
            kind, size = ("WHO", sides[low[at]]), 1
        elif (
            not names.figures
            and low[at] in position.state.seats
            and at
            and low[at - 1] in ("is", "token", "does")
        ):
            kind, size = ("WHO", low[at]), 1
        elif (nth := _by_number(low, at, sides, position)) != "":
            kind, size = ("FIG", nth), 2
        elif (kin := _of_kind(low, at, position)) is not None:
            these, size = kin
            owned = _owned_by(low[at - 1] if at else "", sides, position)
            mine = [each for each in these if names.figures[each] in owned]
            described += mine or these
            found += [("FIG", each) for each in mine]
            kind = ("", "FIG" if mine else "KIND")
        else:
            kind, size = ("", low[at]), 1
        shape.append(kind[0] or kind[1])
        if kind[0]:
            found.append(kind)
        at += size

    def named(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for each, name in found if each == kind))

    return Subjects(
        words,
        " ".join(shape),
        named("FIG"),
        tuple(dict.fromkeys(described)),
        named("SQ"),
        named("BALL"),
        named("WHO"),
        me=not _ME.isdisjoint(low),
        them=not _THEM.isdisjoint(low),
    )


def _balls(position: Position) -> dict[str, str]:
    """The words for each ball: its name, also with its number apart; and what all are called, where there is one."""
    found = {}
    for name in position.names.balls:
        found[name.lower()] = name
        found[re.sub(r"(?<=[a-z])(?=\d)", " ", name.lower())] = name
    kinds = {re.sub(r"[ \d]+$", "", name) for name in position.names.balls}
    for kind in kinds:
        mine = [name for name in position.names.balls if name.startswith(kind)]
        found.setdefault(kind, mine[0] if len(mine) == 1 else kind)
        found.setdefault(f"{kind}s", found[kind])
    return found


def _of_kind(low: Sequence[str], at: int, position: Position) -> tuple[list[str], int] | None:
    """The figures that a word or two describe, and how many words they are."""
    for size in (2, 1):
        phrase = " ".join(low[at : at + size])
        for one in (phrase, phrase.removesuffix("s"), re.sub("ves$", "f", phrase)):
            if one in position.kinds and (size == 1 or " " in phrase):
                return position.kinds[one], size
    return None


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def _by_number(low: Sequence[str], at: int, sides: Mapping[str, Seat], position: Position) -> str:
    """The figure that is counted, with whose it is before it: `my third pawn`."""
    if not at or low[at] not in _ORDINALS or not _FIGURE.fullmatch(" ".join(low[at + 1 : at + 2])):
        return ""
    owners = _owned_by(low[at - 1], sides, position)
    theirs = [figure for figure, seat in position.names.figures.items() if seat in owners]
    number = _ORDINALS.index(low[at])
    return theirs[number] if number < len(theirs) and len(owners) == 1 else ""


_FIGURE = re.compile("figure|piece|man|pawn|player|character")


def _owned_by(before: str, sides: Mapping[str, Seat], position: Position) -> set[Seat]:
    """The seats whose figures are meant by the word before: my, his, the name of a player."""
    if before in ("my", "our"):
        return {position.seat}
    if before in ("his", "her", "their", "opponent", "enemy", "opposing", "other"):
        return {seat for seat in position.state.seats if seat != position.seat}
    return {sides[before]} if before in sides else set()


def _is_square(words: Sequence[str], low: Sequence[str], at: int, position: Position) -> bool:
    """Whether a word that names a figure as well, but for its capitals, is meant as a square."""
    before = low[at - 1] if at else ""
    return (
        words[at].islower()
        and before in ("on", "at", "square", "to", "field", "space", "hex")
        and position.names.is_place(low[at])
        and any(sign.isdigit() for sign in low[at])
    )


def _figure(words: Sequence[str], low: Sequence[str], at: int, position: Position) -> str:
    """The figure that a word names. A single letter, which may be a word of its own, only where a name may stand."""
    figure = position.names.figure(words[at])
    if not figure or len(words[at]) > 1:
        return figure
    if words[at].islower() and low[at] in "aist":
        return ""
    if low[at] == "i":
        before = low[at - 1] if at else ""
        return (
            figure
            if before in ("to", "at", "from", "by", "of", "past", "near", "and", "behind", "or")
            else ""
        )
    if low[at] == "a":
        follows = low[at + 1] if at + 1 < len(low) else ""
        return figure if at or follows in _AFTER_A_NAME or follows in verbs_of(position) else ""
    return figure


@functools.lru_cache(maxsize=32)
def _spoken(verbs: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for verb, said in verbs:
        for phrase in (verb, *said):
            found.setdefault(phrase, []).append(verb)
    return found


def verbs_of(position: Position) -> dict[str, list[str]]:
    """All words for the verbs of a game, each with the verbs that it may mean; its own word first."""
    return _spoken(tuple((verb, tuple(said)) for verb, said in position.game.verbs.items()))


def verbs_in(words: Sequence[str], position: Position) -> list[str]:
    """The verbs of the game that a sentence uses, in any form, the longest phrases first."""
    said = re.sub(r"\b(this|next|last|one|each|per) (turn|move|go)\b", "", " ".join(words).lower())
    low, spoken = said.split(), verbs_of(position)
    found: list[str] = []
    for size in (4, 3, 2, 1):
        for at in range(len(low) - size + 1):
            phrase = " ".join(low[at : at + size])
            found += spoken.get(phrase, [])
            if size == 1:
                found += spoken.get(re.sub(r"(?:ed|d)$", "", phrase), []) if phrase.endswith("ed") else []
    return list(dict.fromkeys(found))
