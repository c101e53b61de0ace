"""Who tells what they do not know asks for it."""

import pytest

from pbem.server.answering.questions import answer, is_question
from pbem.server.answering.unknowing import asked_in
from tests.server.answering.positions import about


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("The * puzzles me.", "what is *?"),
        ("Never heard of a copperback.", "what is a copperback?"),
        ("I don't know what 'pass' is good for.", "what is good for pass?"),
        ("I have no idea what the danger zone is.", "what is the danger zone?"),
        ('"stall" is a mystery to me', "what is stall?"),
        ("I'm puzzled by nab.", "what is nab?"),
        ("I can't find N2 on the board.", "where is N2?"),
        ("I lost sight of S1.", "where is S1?"),
        ("what a pawn is, i don't know", "what is a pawn?"),
    ],
)
def test_a_question_is_found(sentence: str, asks: str) -> None:
    assert asked_in(sentence) == asks
    assert is_question(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I don't understand your move.",
        "I can't find my glasses.",
        "I have never seen you play like that.",
        "I don't know what to say.",
        "That puzzles me.",
        "S1 move c3",
    ],
)
def test_what_may_be_said_to_somebody_is_none(sentence: str) -> None:
    assert asked_in(sentence) == ""


def test_it_is_answered() -> None:
    assert "N2 of North (Ben) is on d8." in (answer("I can't find N2.", about("dodgeball")) or "")
