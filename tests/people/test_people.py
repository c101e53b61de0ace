"""The short form of `make people`: some letters of every kind and game are understood as well as the bars say."""

import functools

import pytest

from tests.people.cases import FIGURES, OWN, Case, load, read, sample, ways
from tests.people.judging import judge
from tests.people.newcomers import Newcomer, Story, stories
from tests.people.tables import POSITIONS, STYLES, Seated, quoted, table

BARS = {"recall": 0.95, "precision": 1.0, "questions": 0.95}
"""The share of the sample that must come out right, for each figure. They only ever rise."""

REFUSED = {"Dodgeball with a friend": 6, "Gnomeball with a friend": 3}
"""How many of the first letters of somebody new may be refused. These bars only ever fall."""


@functools.cache
def some_letters() -> list[Case]:
    """The same ones until letters are added."""
    return sample(load(*OWN), 180)


def test_every_kind_and_game_is_in_the_sample() -> None:
    assert {case.kind for case in some_letters()} == set(FIGURES)
    assert {case.game for case in some_letters()} == set(POSITIONS)


@pytest.mark.sqlite  # each letter has a copy of the database
@pytest.mark.parametrize("figure", BARS)
def test_letters_of_people_are_understood(figure: str) -> None:
    verdicts = [judge(case) for case in some_letters() if case.figure == figure]
    wrong = [f"{each.case.id}: {each.how}" for each in verdicts if not each.right]
    assert len(verdicts) - len(wrong) >= BARS[figure] * len(verdicts), wrong


@pytest.mark.parametrize("story", stories(), ids=lambda story: story.name)
def test_the_plain_lines_of_a_story_lead_on(story: Story) -> None:
    told = Newcomer(story).tell(plainly=True)
    lost = [each.step.letter for each in told if each.step.plainly and each.how != "understood"]
    assert not lost


@pytest.mark.parametrize("story", stories(), ids=lambda story: story.name)
def test_somebody_new_is_understood(story: Story) -> None:
    refused = [told.step.letter for told in Newcomer(story).tell() if told.how == "refused"]
    assert len(refused) <= REFUSED[story.name], refused


@pytest.mark.sqlite
def test_letters_know_nothing_of_each_other() -> None:
    """Each comes to its own copy of the position."""
    first = Seated(table("dodgeball"))
    first.reply("S1 move b3")
    assert first.state().rows == ("S1 move b3 with 2",)
    assert Seated(table("dodgeball")).state().rows == ()


@pytest.mark.sqlite
@pytest.mark.parametrize("style", [*STYLES, "below"])
def test_a_plain_order_is_read_above_every_kind_of_quotation(style: str) -> None:
    """Otherwise letters would fail for their quotations, not for what people have written."""
    seated = Seated(table("dodgeball"))
    seated.reply("S1 move b3", style)
    assert seated.state().rows == ("S1 move b3 with 2",)
    assert "S1" in quoted(style, "S1 move b3", "Old", "pbem@play.example", "Subject")[0]


@pytest.mark.sqlite
def test_an_order_that_is_not_legal_is_a_mistake_in_the_letters() -> None:
    entry = {
        "id": "a",
        "game": "dodgeball",
        "kind": "plain",
        "letter": "S1 to h8",
        "expect": {"done": "S1 move h8"},
    }
    (case,) = read([entry], "mistaken")
    with pytest.raises(ValueError, match="not done when sent plainly"):
        judge(case)


def test_a_letter_without_an_outcome_is_a_mistake() -> None:
    entry = {"id": "a", "game": "dodgeball", "kind": "plain", "letter": "S1 to h8", "expect": {}}
    with pytest.raises(ValueError, match="a: no outcome"):
        read([entry], "mistaken")


def test_orders_are_lines_or_alternatives_of_lines() -> None:
    assert ways("done") == [("done",)]
    assert ways(["S1 move b3", "done"]) == [("S1 move b3", "done")]
    assert ways([["done"], ["S1 move b3", "done"]]) == [("done",), ("S1 move b3", "done")]
