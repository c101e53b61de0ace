"""What stands around orders: small words that announce one, second thoughts about what was written, two answers."""

import pytest

from tests.people.tables import Seated, table

pytestmark = pytest.mark.sqlite


def done(game: str, letter: str, *before: str) -> list[str]:
    """The orders that a letter adds to those of its writer."""
    seated = Seated(table(game, 2 if before else 1, before))
    rows = seated.state().rows
    seated.reply(letter)
    return [row for row in seated.state().rows if row not in rows]


@pytest.mark.parametrize(
    ("game", "letter", "order"),
    [
        ("dodgeball", "Here comes my turn: S2 move d3", "S2 move d3 with 2"),
        ("dodgeball", "S2 move d3 is what I play", "S2 move d3 with 2"),
        ("dodgeball", "I have got two for you, and this is the first: S2 move d3", "S2 move d3 with 2"),
        ("dodgeball", "What I want to do is S2 move d3", "S2 move d3 with 2"),
        ("toxic-gnome", "The word I have found is RICE", "word RICE to d2"),
        ("toxic-start", "I'm in a taxi with one bar of signal, so short and sweet: start d.", "start d"),
        ("gnomeball", "A1 fetch :P get rekt", "A1 move e5, pick up"),
        ("dodgeball", "done, over to you", "done"),
        ("gnomeball", "Dear fellow ranger, A1 fetch", "A1 move e5, pick up"),
        ("dodgeball", "Nothing heroic from me today: S2 move d3", "S2 move d3 with 2"),
    ],
)
def test_small_words_announce_an_order(game: str, letter: str, order: str) -> None:
    assert done(game, letter) == [order]


@pytest.mark.parametrize(
    ("game", "letter"),
    [
        ("dodgeball", "Ben will surely want me to S1 throw N1."),
        ("dodgeball", "It is for you to choose: S1 move b3, S2 move d3"),
        ("dodgeball", "My second choice: S1 move b3"),
        ("dodgeball", "In my last letter I have S1 move b3"),
        ("slargeball", "im done with this game tbh how do i get out"),
        ("dodgeball", "S1 throw N1 (strike this)"),
        ("gnomeball", "A1 move f4, kiss the gnome"),
        ("elfball", "A go goal can wait"),
        ("dodgeball", '"S1 move b3!" bawled the entire away end. I ignored them.'),
        ("dodgeball", "Yeah right, S1 throw N2, what could possibly go wrong"),
        ("dodgeball", "Hey, not so sure about this, S1 move b3"),
    ],
)
def test_they_announce_nothing_where_they_say_more(game: str, letter: str) -> None:
    assert done(game, letter) == []


@pytest.mark.parametrize(
    "behind",
    [
        "Please pretend I never wrote.",
        "Scratch both lines.",
        "... sorry, child on keyboard, not a move",
        "Motion withdrawn.",
        "As you were.",
        "The line above is from an old game.",
    ],
)
def test_second_thoughts_about_what_was_written_take_it_back(behind: str) -> None:
    assert done("dodgeball", f"S2 move d3\n{behind}") == []


@pytest.mark.parametrize(
    "beside",
    ["I wish I could send you a slice of cake.", "Good game, no?", "I could not think of anything better."],
)
def test_talk_with_the_same_words_does_not(beside: str) -> None:
    assert done("dodgeball", f"S2 move d3\n\n{beside}") == ["S2 move d3 with 2"]


@pytest.mark.parametrize(
    "above",
    [
        "Could somebody check this for me?",
        "Isn't this for the next turn?",
        "Which of my plans is soundest?",
        "My move depends on the answer to this: may a ball be dropped?",
    ],
)
def test_a_question_about_what_stands_below_holds_it(above: str) -> None:
    assert done("dodgeball", f"{above}\n\nS2 move d3") == []


@pytest.mark.parametrize("letter", ["catch and dodge", "I catch. I dodge. Both!", "catch\ndodge"])
def test_two_answers_to_one_question_are_none(letter: str) -> None:
    assert done("dodgeball", letter, "other: S1 throw N1") == []


@pytest.mark.parametrize(
    ("letter", "rows"), [("N1 catches it", ["catch"]), ("N2 catches it", []), ("N2 dodges", [])]
)
def test_an_answer_may_name_the_figure_that_it_is_for(letter: str, rows: list[str]) -> None:
    assert done("dodgeball", letter, "other: S1 throw N1") == rows


def test_a_slip_behind_an_order_is_not_left_out() -> None:
    seated = Seated(table("gnomeball"))
    assert "Do you want this: A1 move f4, pick up" in seated.reply("A1 move f4, pikc up").mine[-1].flat


def test_orders_listed_up_to_a_then_are_no_alternatives() -> None:
    assert done("dodgeball", "S3 move h1, S3 move h2 and then done")[-1] == "done"
