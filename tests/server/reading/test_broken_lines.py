"""Lines that a mail program has broken: joined where nothing is guessed, and nowhere else."""

import pytest

from tests.server.office import Office, answer

ANN, BEN = "ann@example.org", "ben@example.org"


def queued(office: Office) -> list[str]:
    return office.find_match().match.waiting("S")


@pytest.mark.parametrize(
    "body",
    [
        "if N1 is b6\nthen S3 throw N1\nelse S3 throw N2",
        "if N1 is b6,\nthen S3 throw N1,\nelse S3 throw N2",
        "if N1 is\nb6 then S3\nthrow N1 else S3 throw\nN2",
        "> Your move?\nif N1 is b6 then\nS3 throw N1\nelse\nS3 throw N2",
        "If N1 is b6 then S3 throw N1\n  Else S3 throw N2\n\nThanks, Ann",
    ],
)
def test_a_conditional_line_may_stand_on_several(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, f"done\n{body}")
    assert queued(office) == ["if N1 is b6 then S3 throw N1 else S3 throw N2"]
    assert "not done" not in mail.subject


def test_what_stands_behind_a_conditional_line_is_an_order_of_its_own(office: Office) -> None:
    board = office.begin()[ANN]
    answer(office, ANN, board, "done\nif N1 is b6\nthen S3 throw N1\nelse S2 throw N1\nS1 move b4")
    assert queued(office) == ["if N1 is b6 then S3 throw N1 else S2 throw N1", "S1 move b4"]


@pytest.mark.parametrize(
    "body",
    [
        "if N1 is b6\n\nthen S3 throw N1",
        "if N1 is b6\nS3 throw N1",
        "S1 move b4\nthen S1 throw N1",
        "S1 move\n\nb4",
        "S1 move a2\na3 b4 with 3",
        "S1 move a2 a3 b4\nwith 3",
    ],
)
def test_what_would_have_to_be_guessed_is_refused(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    before = office.log()
    mail = answer(office, ANN, board, body)
    assert "not done" in mail.subject
    assert office.log() == before
    assert queued(office) == []


@pytest.mark.parametrize("body", ["S1\nmove\nb4", "S2 move d4; S1 move\nb4"])
def test_b19_an_order_that_is_none_without_its_end_is_joined(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, body)
    assert [row.text for row in office.log() if row.kind == "answer"][-1] == "S1 move a2 a3 b4 with 3"
    assert "not done" not in mail.subject


def test_options_on_a_line_of_their_own_belong_to_the_command_above(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(
        ANN, "challenge dodgeball ben pawns=3 placement=fixed\npace=3d policy=skip,forfeit\nweekends=off"
    )
    row = office.store.matches.all()[0]
    assert list(row.terms.policy) == ["skip", "forfeit"]
    assert row.terms.weekends


@pytest.mark.parametrize("body", ["S2 move d4,\nS1 move b4", "S1 move b4,\ndone"])
def test_orders_with_a_comma_behind_each_stay_orders(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, body)
    assert "not done" not in mail.subject
    assert "S1 move a2 a3 b4 with 3" in [row.text for row in office.log() if row.kind == "answer"]


def test_a_remark_that_ends_in_a_comma_is_no_order(office: Office) -> None:
    """Neither alone nor with the line below it: it holds nothing to compare."""
    board = office.begin()[ANN]
    assert "S1 move b4" in answer(office, ANN, board, "S1 move b4\n# now he must come,\nI think").text
