"""An answer found by a word accounts for the others of its question, or says that it is in doubt."""

import pytest

from pbem.server.answering.fitting import NEAREST, Fit, best_fit, fit_of
from pbem.server.answering.questions import answer
from tests.server.answering.positions import about


def _told(question: str, game: str) -> str:
    return " ".join((answer(question, about(game)) or "").split())


def test_the_best_is_the_first_that_says_most() -> None:
    one, two, most = Fit(["one"], 0.5), Fit(["two"], 0.5), Fit(["most"], 0.8)
    assert best_fit([one, two]) == ["one"]
    assert best_fit([one, most]) == ["most"]


def test_less_than_half_is_told_with_doubt_and_hardly_anything_not() -> None:
    assert best_fit([Fit(["some"], 0.3)]) == [NEAREST, "some"]
    assert best_fit([Fit(["little"], 0.2), Fit()]) is None


def test_other_words_with_the_same_meaning_count() -> None:
    assert fit_of(["walk", "far"], ["It may move three squares."]).share == 0.5
    assert fit_of([], ["something"]).share == 0


@pytest.mark.parametrize(
    ("question", "game", "told"),
    [
        ("what is the longest distance to throw a ball?", "elfball", "1 to 6 paces"),
        ("To which hex must I bring the ball to make a goal?", "elfball", "North scores in w22"),
        ("which letter am i on again", "toxic-gnome", "Ann on c1, R"),
        ("which options do I have with S1?", "dodgeball", "S1 on b4"),
        ("What words did we play up to now?", "toxic-gnome", "Words used so far: none"),
        ("Opponent's dice next turn?", "dodgeball", "North, next turn: 4 4 4"),
    ],
)
def test_one_word_does_not_decide(question: str, game: str, told: str) -> None:
    assert told in _told(question, game)


@pytest.mark.parametrize(
    ("question", "game", "both"),
    [
        ("Score and turn number?", "slargeball", ("0 goals", "This is turn 1.")),
        ("What is the Whap of D and of N1?", "slargeball", ("D 16,16", "Whap 3")),
        ("What is my aim here, do I have to reach the other goal?", "elfball", ("first to score 1 goal",)),
    ],
)
def test_two_questions_in_one_sentence(question: str, game: str, both: tuple[str, ...]) -> None:
    told = _told(question, game)
    assert all(each in told for each in both)
