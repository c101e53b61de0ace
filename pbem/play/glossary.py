"""What `help WORD` tells: entries by word, written once for all the words and signs that mean the same."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import TypeAlias

import msgspec

Entries: TypeAlias = Mapping[str, Sequence[str]]
"""By word, in lower case: paragraphs, and list items, which begin with two blanks."""


def entries(texts: Mapping[str, str | Sequence[str]]) -> dict[str, Sequence[str]]:
    """Entries out of texts by their words: `{"loose, ground": "..."}` explains both words, and a text may have several
    paragraphs."""
    told = {words: (text,) if isinstance(text, str) else tuple(text) for words, text in texts.items()}
    return {word: each for words, each in told.items() for word in words.split(", ")}


def read_entries(package: str) -> dict[str, Sequence[str]]:
    """The entries in the file `glossary.toml` of a package."""
    text = resources.files(package).joinpath("glossary.toml").read_bytes()
    return entries(msgspec.toml.decode(text, type=dict[str, str | list[str]]))


def find_word(entries: Entries, word: str) -> str | None:
    """The word of the entries that is meant: itself, what it is the plural of, or the last of several words (`a loose
    ball`)."""
    last = word.split()[-1:]
    return next((each for one in (word, *last) for each in _singulars(one) if each in entries), None)


def words_like(entries: Entries, word: str) -> list[str]:
    """All the words that share the entry of this one, itself first."""
    return [word, *(each for each, told in entries.items() if told is entries[word] and each != word)]


def _singulars(word: str) -> Iterator[str]:
    yield word
    for ending, single in (("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")):
        if word.endswith(ending):
            yield word.removesuffix(ending) + single
