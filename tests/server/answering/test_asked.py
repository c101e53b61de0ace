"""Typical questions are answered with the passage that they belong to."""

import functools
import re
from collections.abc import Sequence

import pytest

from pbem.play.asked import Asked
from pbem.server.answering.about import table_of
from pbem.server.answering.asked import ASKED, plain_question
from pbem.server.answering.paraphrases import places_in
from pbem.server.answering.position import Position
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
    return [each for each in _every(where) if each.by]


def _every(where: str) -> Sequence[Asked]:
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
    every = [question for each in (*_every(where), *ASKED) for question in each.questions]
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


NAMES = {
    "dodgeball": {"FIG": "S1", "FIG2": "N1", "SQ": "c3", "BALL": "ball 1"},
    "gnomeball": {"FIG": "A2", "FIG2": "B1", "SQ": "c3", "BALL": "the gnome"},
    "elfball": {"FIG": "B", "FIG2": "M", "SQ": "f21", "BALL": "the ball"},
}


def _with_names(text: str, where: str) -> str:
    return re.sub(r"\b(?:FIG2?|SQ|BALL)\b", lambda found: NAMES[where][found[0]], text)


@pytest.mark.parametrize("where", [*NAMES, "toxic-gnome"])
def test_each_paraphrase_is_its_plain_question(where: str) -> None:
    """With the names of this position put in."""
    asker, wrong = about(where), []
    table = table_of(asker)
    assert table is not None
    position = Position(table)
    for asked in (*_every(where), *ASKED):
        for text in asked.questions if asked.ask else ():
            if places_in(text) and where not in NAMES:
                continue
            question, expected = (
                _with_names(each, where).replace("the ball", "ball") for each in (text, asked.ask)
            )
            plain = plain_question(question, asker, position)
            if plain.replace("the ", "") != expected.replace("the ", ""):
                wrong.append(f"{question}: {plain}")
    assert wrong == []


@pytest.mark.parametrize("where", [*GAMES, SERVER])
def test_each_paraphrase_names_the_same(where: str) -> None:
    """What the plain question wants, in all ways to ask it."""
    for asked in _every(where):
        if asked.ask:
            assert {places_in(text) for text in asked.questions} <= {
                places_in(asked.ask),
                places_in(asked.ask) | {"BALL"},
            }


@pytest.mark.parametrize(
    ("where", "question", "expected"),
    [
        ("dodgeball", "Have we had any casualties yet, pet?", "You have 3 figures on the board"),
        ("gnomeball", "Are we still nil-nil?", "0"),
    ],
)
def test_paraphrases_are_answered_by_the_position(where: str, question: str, expected: str) -> None:
    assert expected in _flat(answer(question, about(where)) or "")


def test_a_paraphrase_is_nothing_that_is_hardly_like_it() -> None:
    table = table_of(about("dodgeball"))
    assert table is not None
    assert plain_question("Which fruit does S1 like?", about("dodgeball"), Position(table)) == ""


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
