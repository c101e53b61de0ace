"""What would come of an order that is supposed is found out by trying it."""

import pytest

from pbem.server.answering.questions import answer, is_question
from tests.server.answering.positions import about, place


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        (
            "dodgeball",
            "if S1 throws at N3 does it even get there",
            "No: S1 throw N3: N3 is 5 squares from S1",
        ),
        ("dodgeball", "Say I throw at N1 with S1, what are the odds?", "in 15 of 36 cases"),
        ("dodgeball", "If I move S1 to c3, how far is N1 then?", "3 squares: N1 on b6 and S1 on c3."),
        ("dodgeball", "If S1 moves to c3, who can hit him there?", "4 squares from S1"),
        ("dodgeball", "if S1 goes to c3 what can he do next", "S1 on c3, with the dice 2 4"),
        ("dodgeball", "If S1 passes to S2, can S2 throw at N3?", "Yes: S1 pass S2; S2 throw N3"),
        ("gnomeball", "If A1 goes to e5, can he pick up the gnome?", "Yes: A1 move e5, pick up"),
        ("toxic-gnome", "if i play RICE, where do i end", "climbs 1 row to d2"),
        ("gnomeball", "If A3 goes to d5, can he pick up the gnome?", "No: A3 move d5: d5 is occupied by A2."),
    ],
)
def test_the_order_is_tried(game: str, question: str, told: str) -> None:
    assert is_question(question)
    assert told in " ".join((answer(question, about(game)) or "").split())


def test_a_supposition_may_be_a_sentence_of_its_own() -> None:
    told = answer("Can B1 hit him then?", about("gnomeball"), "Suppose A3 fetches the gnome.") or ""
    assert told.startswith("After A3 fetch:")
    assert is_question("Suppose A3 fetches the gnome.")


def test_nothing_is_done() -> None:
    office = place("dodgeball").office
    before = office.dump()
    answer("If S1 moves to c3, who can hit him there?", about("dodgeball"))
    assert office.dump() == before


@pytest.mark.parametrize("line", ["If S1 can reach it, S1 move c3", "if S1 balls is 1 then S1 throw N1"])
def test_an_order_on_a_condition_is_no_question(line: str) -> None:
    assert not is_question(line)
