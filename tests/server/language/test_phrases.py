"""Phrases as data: groups, classes, and how words are compared."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.server.language.phrases import Phrases, words_of
from pbem.server.reading.judge import phrases

LISTS = (
    "clear",
    "reasons",
    "hard",
    "soft",
    "harmless",
    "takes_back",
    "asking",
    "deliberates",
    "endings",
    "alternates",
)


def test_a_phrase_has_groups_and_classes() -> None:
    found = Phrases("(<colors>) house [of mine]; the end", classes={"colors": "red|dark green"})
    for text in ("red house", "dark green house of mine", "the end"):
        assert found.cover(words_of(text)), text
    for text in ("green house", "house", "red house of", "the"):
        assert not found.cover(words_of(text)), text


def test_phrases_stand_one_after_the_other() -> None:
    found = Phrases("here is; my [next] move")
    assert found.cover(words_of("Here's my next move"))
    assert found.begins(words_of("my next move is")) == 3
    assert found.found_in(words_of("now here is it")) == "here is"


def test_the_words_of_a_phrase_are_in_it() -> None:
    found = Phrases("step by step; [so] be it")
    assert all(each in found for each in ("step by step", "be it", "so be it"))
    assert not any(each in found for each in ("step by", ""))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Heyyy Ben", ["hey", "ben"]),
        ("I'd forgotten", ["i", "had", "forgotten"]),
        ("I'd like", ["i", "would", "like"]),
        ("im ready, dont wait", ["i", "am", "ready", "do", "not", "wait"]),
        ("they've gone", ["they", "have", "gone"]),
        ("I'd need", ["i", "would", "need"]),
    ],
)
def test_words_are_in_full(written: str, read: list[str]) -> None:
    assert words_of(written) == read


@pytest.mark.parametrize("name", LISTS)
def test_no_group_stands_within_a_group(name: str) -> None:
    """It would be no phrase that anybody writes."""
    assert not any(sign in word for word in _words_known(phrases(name)) for sign in "()[]<>|")


def _words_known(found: Phrases) -> set[str]:
    words, nodes, seen = set[str](), [found._root], set[int]()
    while nodes:
        node = nodes.pop()
        if id(node) not in seen:
            seen.add(id(node))
            words |= node.keys()
            nodes += (after for each in node.values() for after in each)
    return words


@given(st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=4), min_size=1, max_size=6))
def test_what_covers_two_texts_covers_both_together(words: list[str]) -> None:
    half = len(words) // 2
    found = Phrases(" ".join(words[:half]), " ".join(words[half:]))
    assert found.cover(words_of(" ".join(words)))
