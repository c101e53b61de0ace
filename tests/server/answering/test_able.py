"""What figures can do, found out by trying."""

import pytest

from pbem.server.answering.questions import answer
from tests.server.answering.positions import about


@pytest.mark.parametrize(
    ("where", "question", "expected"),
    [
        ("dodgeball", "can S1 reach a ball this turn?", ["Yes: S1 has ball 1 already."]),
        ("dodgeball", "Can S3 get a ball this turn?", ["Yes: S2 pass S3."]),
        ("dodgeball", "Can S1 or S3 hit N1 now?", ["Yes: S1 throw N1", "No: S3 throw N1: S3 has no ball"]),
        ("dodgeball", "can N2 get to b4?", ["No: N2 cannot get to b4 with its next move.", "4 squares"]),
        ("dodgeball", "can S3 get to a1?", ["Yes: S3 move c1; S3 move a1."]),
        ("dodgeball", "which of my pawns can get to h3?", ["Yes: S3 move h3."]),
        (
            "gnomeball",
            "Can A4 or A5 take the gnome in this turn?",
            ["Yes: A4 fetch.", "No: A5 cannot get the gnome this turn."],
        ),
        ("gnomeball", "Could A2 attack B1 this turn?", ["Yes: A2 move e7, attack B1"]),
        ("gnomeball", "Can A1 score?", ["No: A1 cannot score this turn."]),
        ("gnomeball", "Can anyone of theirs grab the gnome?", ["B1 can get to the gnome on f5."]),
        ("gnomeball", "how many hits can A1 still take?", ["A1 e4 hp 5/5"]),
        ("slargeball", "Can R reach the ball this turn?", ["No: R cannot get ball1 this turn. 13 inches"]),
        ("elfball", "can D catch a pass from A?", ["Yes, if the dice allow it: A throw D."]),
        ("elfball", "Can A score this turn?", ["No: A cannot score this turn.", "10 paces"]),
    ],
)
def test_what_figures_can_do_is_tried(where: str, question: str, expected: list[str]) -> None:
    told = " ".join((answer(question, about(where)) or "").split())
    for each in expected:
        assert each in told


def test_who_is_named_first_is_who_acts() -> None:
    told = answer("Can B1 or B2 still hit my troll?", about("gnomeball")) or ""
    assert told.startswith("Yes: B1 is 3.5 from A1")
    assert "B3" not in told


def test_a_figure_may_be_counted() -> None:
    assert "on g1" in (answer("Where is my third pawn?", about("dodgeball")) or "")
