"""Typical questions are answered with the passage that they belong to."""

import functools

import pytest

from pbem.play.asked import Asked
from pbem.server.answering.asked import ASKED
from pbem.server.answering.questions import answer, is_question
from pbem.server.answering.search import passage_named, passages_of
from pbem.server.answering.texts import told_passage
from pbem.store.fulltext import Passage
from tests.server.answering.positions import BEGINNINGS, about, place


def _asked(where: str) -> tuple[Asked, ...]:
    return (*place(where).loaded.game.asked, *ASKED)


def _beginning(where: str, asked: Asked) -> str:
    """What the answer to it begins with."""
    if asked.answer:
        return _flat(asked.answer)
    passage = passage_named(_passages(where), asked.by, where)
    assert passage is not None
    return _flat(told_passage(passage))


@functools.cache
def _passages(where: str) -> list[Passage]:
    context = place(where).office.app.context
    return passages_of(context.games, context.templates, where)


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("where", BEGINNINGS)
def test_each_names_a_passage(where: str) -> None:
    assert [
        each.by for each in _asked(where) if passage_named(_passages(where), each.by, where) is None
    ] == []


@pytest.mark.parametrize("where", BEGINNINGS)
def test_no_question_stands_twice(where: str) -> None:
    every = [question for each in _asked(where) for question in each.questions]
    assert [question for question in every if every.count(question) > 1] == []


@pytest.mark.parametrize("where", BEGINNINGS)
def test_each_is_answered_with_its_passage(where: str) -> None:
    asker, wrong = about(where), []
    for asked in _asked(where):
        expected = _beginning(where, asked)[:150]
        for question in asked.questions:
            told = _flat(answer(question, asker) or "")
            if not is_question(question) or not told.startswith(expected):
                wrong.append(f"{question}: {told}")
    assert wrong == []
