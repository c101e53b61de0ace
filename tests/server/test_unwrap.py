"""Lines that a mail program has broken: joined where nothing is guessed, and nowhere else."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from pbem.games.gnomeball import Gnomeball
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.splitter import Splitter
from pbem.server.reading.unwrap import unwrapped
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


def splitter(is_order: Callable[[str], bool]) -> Splitter:
    """One that knows no commands."""
    made = SimpleNamespace(command=lambda _: None, reads=is_order, goes_on=lambda *_: False)
    return cast("Splitter", made)


def test_no_more_pieces_are_tried_than_a_line_can_have() -> None:
    """Else a letter of many lines that nobody can read would cost their number squared."""
    tried: list[str] = []

    def is_order(text: str) -> bool:
        tried.append(text)
        return False

    lines = ["hello there"] * 200
    assert unwrapped(lines, splitter(is_order)) == lines
    assert len(tried) < 20 * 2 * 6


def test_a_game_may_have_an_if_of_its_own() -> None:
    """In Gnomeball `if loose: B1 fetch` is an order by itself, and no beginning of one."""
    lines = ["if B1 holds: B1 carry", "if loose: B1 fetch"]
    assert unwrapped(lines, splitter(lines.__contains__)) == lines


def gnomes(body: str) -> list[str]:
    """What the first lines of a letter to a match of Gnomeball are read as."""
    letter = cast("LetterContext", SimpleNamespace(current=None, games=[Gnomeball()]))
    return unwrapped(body.split("\n"), Splitter(letter))


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("A2 move g7,\npass", ["A2 move g7, pass"]),
        ("A2 move g7,\nmove g8,\npass", ["A2 move g7, move g8, pass"]),
        ("A2 move g7\npass", ["A2 move g7", "pass"]),
        ("A2 move g7,\n\npass", ["A2 move g7,", "", "pass"]),
        ("A2 carry,\nA1 move g9, pass", ["A2 carry,", "A1 move g9, pass"]),
        ("A2 move g7,\nalways ask intercept", ["A2 move g7,", "always ask intercept"]),
    ],
)
def test_an_order_that_ends_in_a_comma_goes_on_below(body: str, lines: list[str]) -> None:
    assert gnomes(body) == lines


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
