"""Typical questions are answered with the passage that they belong to."""

import functools
from collections.abc import Sequence

import pytest

from pbem.play.asked import Asked
from pbem.server.answering.asked import ASKED
from pbem.server.answering.questions import answer, is_question
from pbem.server.answering.search import passage_named, passages_of
from pbem.server.answering.texts import told_passage
from pbem.store.fulltext import Passage
from tests.server.answering.positions import BEGINNINGS, about, place

GAMES = tuple(BEGINNINGS)
SERVER = "no match"


@functools.cache
def _passages(where: str) -> Sequence[Passage]:
    context = place("dodgeball").office.app.context
    return passages_of(context.games, context.templates, "" if where == SERVER else where)


def _asked(where: str) -> Sequence[Asked]:
    return ASKED if where == SERVER else place(where).loaded.game.asked


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("where", [*GAMES, SERVER])
def test_each_names_a_passage(where: str) -> None:
    assert [
        each.by for each in _asked(where) if passage_named(_passages(where), each.by, where) is None
    ] == []


@pytest.mark.parametrize("where", GAMES)
def test_no_question_stands_twice(where: str) -> None:
    every = [question for each in (*_asked(where), *ASKED) for question in each.questions]
    assert [question for question in every if every.count(question) > 1] == []


@pytest.mark.parametrize(
    ("where", "asked_of"), [*((game, game) for game in GAMES), (SERVER, SERVER), ("dodgeball", SERVER)]
)
def test_each_is_answered_with_its_passage(where: str, asked_of: str) -> None:
    """Whatever the position says; for a game in a match that is under way."""
    asker, wrong = about(where), []
    for asked in _asked(asked_of):
        passage = passage_named(_passages(asked_of), asked.by, asked_of)
        expected = _flat(asked.answer or told_passage(passage) if passage is not None else "-")[:150]
        for question in asked.questions:
            told = _flat(answer(question, asker) or "")
            if not is_question(question) or not told.startswith(expected):
                wrong.append(f"{question}: {told}")
    assert wrong == []


def test_words_that_mean_the_same_are_one() -> None:
    """`middle` is `center`, `walk` is `move`, whatever stands around them."""
    told = _flat(answer("Say, may a piece of mine walk over the middle line?", about("dodgeball")) or "")
    assert told.startswith("No: pawns stay in their own half. DODGEBALL-14")


def test_one_word_alone_is_like_nothing() -> None:
    """It is rather a word to explain."""
    assert "hands a ball to a teammate" in _flat(answer("Explain what pass does", about("dodgeball")) or "")


def test_strangers_are_told_of_no_command_of_players() -> None:
    question = "How do I find an opponent?"
    assert "Write: seek dodgeball" in (answer(question, about(SERVER)) or "")
    assert "Write: seek dodgeball" not in (answer(question, about("stranger")) or "")
