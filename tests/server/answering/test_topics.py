"""A question that only points to its topic is about what is named before it."""

import pytest

from pbem.server.answering.about import table_of
from pbem.server.answering.position import Position
from pbem.server.answering.questions import answer, is_question
from pbem.server.answering.topics import with_topic
from tests.server.answering.positions import about


def _put(game: str, question: str, before: str = "") -> str:
    asker = about(game)
    table = table_of(asker)
    return with_topic(question, before, asker, Position(table) if table is not None else None)


@pytest.mark.parametrize(
    ("game", "question", "meant"),
    [
        ("gnomeball", "A4 - what squares can he get to?", "what squares can A4 get to?"),
        (
            "gnomeball",
            "Never heard of a copperback, what's that?",
            "what's copperback?",
        ),
        (
            "toxic-gnome",
            "Those little stars on the board, what are they?",
            "what are Those little stars on the board?",
        ),
        ("dodgeball", "What are they, those stars?", "What are those stars?"),
        ("dodgeball", "S1 to N1, how far?", "how far S1 to N1?"),
        ("gnomeball", "The star at A4 - meaning?", "meaning The star at A4?"),
        ("dodgeball", "If S1 goes to c3, can he be hit?", "If S1 goes to c3, can S1 be hit?"),
    ],
)
def test_a_topic_before_a_question(game: str, question: str, meant: str) -> None:
    assert _put(game, question) == meant


@pytest.mark.parametrize(
    ("game", "before", "question", "meant"),
    [
        (
            "toxic-gnome",
            "The mail mentions a danger zone.",
            "What's meant by that?",
            "What's meant by danger zone?",
        ),
        ("gnomeball", "Explosives?", "Are there any?", "Are there any Explosives?"),
        ("elfball", "A has the ball.", "How far can he run with it?", "How far can A run with the ball?"),
        ("dodgeball", "Where is S1?", "And can N3 hit him?", "And can N3 hit S1?"),
        ("dodgeball", "S1 is in danger.", "What is his reach?", "What is S1's reach?"),
    ],
)
def test_a_topic_in_the_sentence_before(game: str, before: str, question: str, meant: str) -> None:
    assert _put(game, question, before) == meant


@pytest.mark.parametrize(
    "question",
    [
        "Is it my turn?",
        "It is possible to finish with a draw?",
        "Has he answered?",
        "How likely is it that S1 hits?",
    ],
)
def test_nothing_is_put_where_nothing_is_meant(question: str) -> None:
    """The he of a turn or an answer is the other player."""
    assert _put("dodgeball", question, "S1 is beside the ball.") == question


def test_a_topic_makes_a_question_without_a_mark() -> None:
    assert is_question("homes, where are they")
    assert is_question("from S1 to N1, how far")
    assert not is_question("S1, move to c3")


def test_what_is_not_named_may_be_answered_with_the_sentence_before() -> None:
    told = answer("For how long is he away?", about("gnomeball"), "My character fainted and was gone.") or ""
    assert "next score" in told
