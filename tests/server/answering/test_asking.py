"""near, row, last and clock, and rules without a game, by mail."""

import pytest

from pbem.server.answering.questions import answer
from tests.server.answering.positions import set_up
from tests.server.office import Office

ANN = "ann@example.org"


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("dodgeball", "near S1", "Nearest to S1 on b4: N1 of North (Ben) on b6: 2 squares"),
        ("dodgeball", "row 5", "Row 5: N3 of North (Ben) on g5."),
        ("dodgeball", "row b", "Row b: your S1 on b4; N1 of North (Ben) on b6."),
        ("dodgeball", "last", "Nothing has happened since your last turn."),
        ("dodgeball", "clock", "You have until Mon 2 Nov 2026"),
        ("dodgeball", "near Q", "is called Q. To see what there is: show"),
        ("dodgeball", "rules 25", "DODGEBALL-25"),
        ("toxic-gnome", "rules", "TOXIC GNOME"),
        ("toxic-gnome", "row 3", "3 GNOME"),
        ("gnomeball", "near A1", "Nearest to A1 on e4: your A3 on d4: 1 square"),
        ("slargeball", "near T1", "your N1 on 20,14: 2 inches"),
        ("elfball", "near M", "your A on m22: 1 pace"),
    ],
)
def test_short_questions(game: str, line: str, expected: str) -> None:
    here = set_up(game)
    here.office.write(ANN, line)
    assert expected in here.office.mail_to(ANN).flat


def test_a_form_is_shown_with_the_game_of_the_match() -> None:
    """Not with the one that stands in the table."""
    here = set_up("toxic-gnome")
    here.office.write(ANN, f"match {here.number}\nobserve x y z")
    told = here.office.mail_to(ANN).flat
    assert "observe toxic-gnome" in told
    assert "observe dodgeball" not in told


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("help unregister", "Write: leave server"),
        ("help holiday plans", "vacation"),
        ("help stats", "standings"),
    ],
)
def test_help_finds_the_command_that_is_meant(line: str, expected: str) -> None:
    """Near in meaning, not in letters: unregister is not register."""
    here = set_up("dodgeball")
    here.office.write(ANN, line)
    told = here.office.mail_to(ANN).flat
    assert expected in told
    assert "register NAME" not in told


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("where S1", "Where is S1?"),
        ("what is on b4", "Who stands on b4?"),
        ("near S1", "What is near S1?"),
        ("row 5", "What is in row 5?"),
        ("last", "What has happened since my last turn?"),
        ("clock", "Until when do I have to answer?"),
    ],
)
def test_a_short_line_and_a_question_are_answered_alike(line: str, question: str) -> None:
    here = set_up("dodgeball")
    told = " ".join((answer(question, here.about()) or "?").split())
    here.office.write(ANN, line)
    assert told in here.office.mail_to(ANN).flat


def test_what_has_two_names_is_told_once(office: Office) -> None:
    office.begin("", game="elfball")
    office.write(ANN, "match 1\nWhat are the widows good at?")
    assert office.mail_to(ANN).flat.count("The usual ten") == 1


def test_the_heading_of_a_list_has_one_colon(office: Office) -> None:
    office.begin("", game="elfball")
    office.write(ANN, "match 1\nWho are the night elves?")
    assert "::" not in office.mail_to(ANN).flat


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("A1 fetch\n\nWho has the gnome?", "Your A1 has the gnome, on e5."),
        ("Who has the gnome?\n\nA1 fetch", "Your A1 has the gnome, on e5."),
        ("A1 fetch\n\nWhose turn is it?", "Waiting for B (Ben)."),
    ],
)
def test_a_question_beside_orders_is_about_the_position_behind_them(letter: str, expected: str) -> None:
    here = set_up("gnomeball")
    here.office.write(ANN, f"match {here.number}\n{letter}")
    assert expected in here.office.mail_to(ANN).flat
