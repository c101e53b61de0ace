"""Full-text search for an answer: clauses of a rulebook, words and help of a game, commands and settings.

An index is made when it is first searched, and kept.
"""

import functools
import itertools
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from pbem.mail.prose import Templates
from pbem.play.game import Game
from pbem.server.answering.plain import plain
from pbem.server.core.context import Context
from pbem.server.core.games import Games
from pbem.server.language.command_table import COMMANDS
from pbem.server.language.glossary import SHARED
from pbem.store.fulltext import Found, FullText, Passage, stems


class _Words(Struct, frozen=True, forbid_unknown_fields=True):
    small: str
    weak: str
    alike: tuple[str, ...]
    same: dict[str, str]


@functools.cache
def _read() -> _Words:
    return msgspec.toml.decode(resources.files(__package__).joinpath("words.toml").read_bytes(), type=_Words)


@functools.cache
def _words() -> tuple[frozenset[str], frozenset[str], dict[str, tuple[str, ...]]]:
    read = _read()
    small, weak = frozenset(read.small.split()), frozenset(read.weak.split())
    return small, weak, {word: tuple(same.split()) for word, same in read.same.items()}


def content_words(sentence: str, without: Collection[str] = ()) -> list[str]:
    """The words of a sentence that are about something, in small letters, without some that are known already."""
    small, weak, _ = _words()
    words = [re.sub(r"'s?$", "", word) for word in plain(sentence).lower().split()]
    said = list(
        dict.fromkeys(word for word in words if word not in (*small, *without) and re.search(r"\w|\*", word))
    )
    return [word for word in said if word not in weak] or said


@functools.cache
def _alike() -> Mapping[str, str]:
    """By stem, the stem of the first of the words that mean the same."""
    lines = [line.split() for line in _read().alike]
    stem = dict(zip(itertools.chain(*lines), map(min, stems(list(itertools.chain(*lines)))), strict=True))
    return {stem[word]: stem[line[0]] for line in lines for word in line}


def one_for_all(stem: str) -> str:
    """The stem that stands for all words that mean the same as this one."""
    return _alike().get(stem, stem)


def other_words(word: str) -> tuple[str, ...]:
    """Other words under which the answer to a question about this one may stand."""
    return _words()[2].get(word, ())


@functools.cache
def small_stems() -> frozenset[str]:
    """The stems of words that are about nothing."""
    return stems([_read().small])[0]


def is_weak(word: str) -> bool:
    """Whether a word is too common to be about anything."""
    return word in _words()[1]


def search(context: Context, game: Game[Any] | None, words: Sequence[str], most: int = 6) -> list[Found]:
    """The passages about these words that are above the floor, the best first: at least two of the words stand in them,
    or one in their name, and what they say of the question is more than what they do not (`LEAST`)."""
    index, (_, weak, same) = _index(context, game), _words()
    weighs = {
        word: min(weight(index, (word, *same.get(word, ()))), 1.0 if word in weak else 99) for word in words
    }
    rare = len(words) == 1 and weighs[words[0]] > RARE
    return [
        found
        for found in above_floor(index, words, most, floor=1 if rare else 2)
        if (found.in_name or len(found.words) > 1 or not found.passage.aside)
        and sum(weighs[word] for word in found.words) >= LEAST * sum(weighs.values())
    ]


LEAST = 0.35
"""The smallest share of a question that a passage says something of; rare words count for more."""


RARE = 3.0
"""A word that says so much makes a passage fit alone, where a question has no other."""


def weight(index: FullText, words: Sequence[str]) -> float:
    """How much a word says, which may be any of these: the rarer the more."""
    return -math.log(max(sum(map(index.share, words)), 0.02))


def above_floor(
    index: FullText,
    words: Sequence[str],
    most: int,
    called: Mapping[str, str] = MappingProxyType({}),
    floor: int = 2,
) -> list[Found]:
    """The best passages of an index that hold as many of the words as the floor says, or one in their name. `called`
    are other names that belong here: of players, their seats."""
    *_, same = _words()
    variants = {
        word: (word, *word.split("-"), *same.get(word, ()), *filter(None, [called.get(word)]))
        for word in words
    }
    known = {each: word for word, forms in variants.items() for each in forms} | {
        word: word for word in words
    }
    kept = []
    for found in index.search(list(known), 3 * most):
        named = {known[word] for word in found.in_name}
        held = {known[word] for word in found.words}
        if named or len(held) >= floor:
            kept.append(Found(found.passage, frozenset(named), frozenset(held)))
    # It is stable: the best of equals stays first, and commands are behind what belongs to the match.
    kept.sort(
        key=lambda each: (
            -len(each.words) - len(each.in_name) + each.passage.aside,
            each.passage.key.startswith("command "),
        )
    )
    return kept[:most]


def _index(context: Context, game: Game[Any] | None) -> FullText:
    return _made(context.games, context.templates, game.name if game is not None else "")


@functools.lru_cache(maxsize=16)
def _made(games: Games, templates: Templates, name: str) -> FullText:
    return FullText(passages_of(games, templates, name))


def passages_of(games: Games, templates: Templates, name: str) -> list[Passage]:
    """All passages about a game and the server; without a game, about the server and what the games are."""
    own = _of_game(games, templates, games.named(name)) if name else _of_games(games, templates)
    return [*own, *_of_server()]


def passage_named(passages: Sequence[Passage], by: str, game: str) -> Passage | None:
    """The passage that a typical question names (`Asked.by`)."""
    kind, _, name = by.partition(" ")
    for passage in passages:
        key, names = passage.key, passage.name.split(", ")
        if kind == "word" and key.startswith("help ") and name in names:
            return passage
        if key in (by, f"rules {game} {by}") or passage.name == by:  # a command, a clause, an option
            return passage
    return None


def _of_game(games: Games, templates: Templates, game: Game[Any]) -> Iterator[Passage]:
    spoken: dict[str, list[str]] = {}
    for word, told in game.entries.items():
        spoken.setdefault(" ".join(told), []).append(word)
    for text, words in spoken.items():
        yield Passage(", ".join(words), text, f"help {game.name} {words[0]}")
    for form, meaning in game.meanings.items():
        yield Passage(form, meaning, "form")
    for option in game.options:
        told = f"The option {option.name}: {option.help} ({option.range})."
        yield Passage(f"option {option.name}", told, f"help {game.name} options")
    for paragraph in templates.overview(game.name).split("\n\n"):
        yield Passage("", " ".join(paragraph.split()), f"help {game.name}")
    yield Passage("author, designer, copyright, dictionary, word list", game.credit, f"help {game.name}")
    path = games.rulebook(game)
    if path.exists():
        yield from _of_rulebook(path.read_text(encoding="utf-8"), game.name)


_CLAUSE = re.compile(
    r"^- \*\*[A-Z-]+?-(?P<number>\d+[a-z]?)\*\* (?P<text>.*?)(?=^- \*\*|^#|^\||^```|\Z)", re.M | re.S
)
_ROW = re.compile(r"^\| (?P<name>[A-Z][\w ]+?) \| (?P<text>[^|]+) \|$", re.M)


def _of_rulebook(text: str, game: str) -> Iterator[Passage]:
    """Clauses below the heading of their chapter, and the rows of the table at the beginning."""
    front, *_ = re.split(r"^## ", text, maxsplit=1, flags=re.M)
    for row in _ROW.finditer(front):
        yield Passage(row["name"], row["text"].strip(), f"rules {game}")
    for chapter in re.split(r"^#{2,4} ", text, flags=re.M)[1:]:
        heading, _, rest = chapter.partition("\n")
        for clause in _CLAUSE.finditer(rest):
            told = " ".join(re.sub(r"\\\*|\*\*|`|\*", "", clause["text"]).split())
            told = re.sub(r"\|([^|]+)\|", r"(\1)", told)  # a line that began so would look like a board
            yield Passage(heading.strip(), told, f"rules {game} {clause['number']}")


def _of_games(games: Games, templates: Templates) -> Iterator[Passage]:
    for game in games:
        told = f"{game.summary} For {', '.join(map(str, game.players))} players."
        yield Passage(f"{game.title} {game.name}", told, f"help {game.name}")


def _of_server() -> Iterator[Passage]:
    for spec in COMMANDS:
        names = " ".join((spec.name, *spec.also))
        yield Passage(names, f"{spec.summary}. {spec.help}", f"command {spec.name}", aside=True)
    spoken: dict[str, list[str]] = {}
    for word, told in SHARED.items():
        spoken.setdefault(" ".join(told), []).append(word)
    for text, words in spoken.items():
        yield Passage(", ".join(words), text, f"help {words[0]}", aside=True)
