"""Conditional lines by mail: echoed, secret, carried out when their time comes, and dropped with a reason."""

import pytest

from pbem.server.admin import host
from tests.server.office import Office, ask

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def office() -> Office:
    """Ann is asked, and has the dice 3 3 3."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    assert office.asked() == ANN
    return office


def test_a_line_waits_and_becomes_what_fits_then(office: Office) -> None:
    told = ask(office, BEN, "if S1 is a1 then done else ask").flat
    assert "> if S1 is a1 then done else ask queued" in told
    assert "Your queue, line by line: if S1 is a1 then done else ask" in told
    office.write(ANN, "S1 move b4; done")
    mails = dict(office.mails())
    assert "if S1" not in mails[ANN].text
    assert (
        "YOUR QUEUED LINES > if S1 is a1 then done else ask noted: it is not so: you are asked"
        in mails[BEN].flat
    )
    assert office.asked() == BEN


def test_both_branches_may_hold_several_orders(office: Office) -> None:
    office.write(BEN, "if South pawns < 3 or S1 is out then ask else N1 move b7; done")
    office.write(ANN, "done")
    mails = dict(office.mails())
    assert "it is not so: N1 move b7; done" in mails[BEN].flat
    assert office.asked() == ANN
    assert host.check(office.app) == []
    assert all("if " not in row.text for row in office.log())


def test_it_is_carried_out_at_once_where_it_is_asked_for(office: Office) -> None:
    told = ask(office, ANN, "if best die is 3 and can S1 move b2 then S1 move b2; done").flat
    assert "it is so: S1 move b2; done" in told
    assert office.asked() == BEN


def test_branches_that_do_not_fit_any_more_are_dropped_with_a_reason(office: Office) -> None:
    office.write(BEN, "if turn at least 1 then N1 pass N2; done")
    office.write(ANN, "done")
    told = dict(office.mails())[BEN].flat
    assert "N1 pass N2" in told
    assert "refused:" in told
    assert office.asked() == BEN


def test_lines_of_one_letter_make_a_tree(office: Office) -> None:
    office.write(BEN, "if S1 is c4 then ask else if S1 is b4 then N1 move b7; done else done")
    office.write(ANN, "S1 move b4; done")
    assert "it is so: N1 move b7; done" in dict(office.mails())[BEN].flat


def test_a_new_letter_replaces_conditional_lines(office: Office) -> None:
    office.write(BEN, "if S1 is a1 then done")
    told = ask(office, BEN, "if S1 is b1 then done").flat
    assert "This letter replaces what was waiting: if S1 is a1 then done." in told
    assert "dropped: if S1 is b1 then done" in ask(office, BEN, "clear").flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "if S9 is b4 then done",
            'There is no fact "S9". All of them: facts. A conditional line',
        ),
        (
            "if S1 < b4 then done",
            "S1 is not a number: write is, or is not, a square (b4) or out. Perhaps you meant: if S1 is b4",
        ),
        (
            "if turn is 1 then done",
            "turn can never be so: from now on it is 2 or more. A conditional line",
        ),
        (
            "if turn is 3 and turn is 4 or turn is 5 then done",
            "Perhaps you meant: if turn is 3 and turn is 4 then done else if turn is 5 then done",
        ),
        ("if turn is 3 then always dodge", "always dodge is a standing order, which nothing asks for"),
        ("if S1 is b4 then", "if S1 is b4 then"),
        ("if S1 is b4 then S1 fly", "fly"),
        (
            "if S1 then done",
            'I cannot read the condition "S1". S1 is a square (b4) or out; S1 balls is a number, 0 to 3',
        ),
        (
            "if we win then done",
            'I cannot read the condition "we win". A conditional line is written so',
        ),
    ],
)
def test_lines_that_cannot_be_are_explained(office: Office, line: str, reason: str) -> None:
    told = ask(office, BEN, line).flat
    assert reason in told
    assert "refused" in told
    assert "Your queue" not in told


def test_a_line_is_echoed_as_it_is_understood(office: Office) -> None:
    told = ask(office, BEN, "if not s1 = B4 and south pawns >= 2 then n1 MOVE B7;done").flat
    assert "queued: if S1 is not b4 and South pawns at least 2 then N1 move b7; done" in told


def test_an_else_of_an_echo_stands_on_its_own_line(office: Office) -> None:
    told = ask(office, BEN, "if turn is 9 then done else if S1 is out then done else N1 move b7").text
    assert """
    queued: if turn is 9 then done
      else (turn is not 9)
        if S1 is out then done
        else (S1 is not out) N1 move b7
""" in told.replace(" \n", "\n")
    told = ask(office, BEN, "if turn is 9 then done else N1 move b7").text
    assert "queued: if turn is 9 then done\n      else N1 move b7\n" in told
    assert "Your queue, line by line:\n  if turn is 9 then done else N1 move b7\n" in told


def test_ask_keeps_what_stands_behind_it_from_acting(office: Office) -> None:
    office.write(BEN, "if N1 is b8 then ask else N1 move b7; done\nN2 move d7; done")
    office.write(ANN, "done")
    told = dict(office.mails())[BEN].flat
    assert "it is so: you are asked" in told
    assert "N2 move d7 dropped: you wanted to be asked first" in told
    assert office.asked() == BEN
    assert "N2" not in "".join(row.text for row in office.log())
    assert "waiting: nothing" in ask(office, BEN, "queue").flat
    assert "Your queue is empty. Write what to preview" in ask(office, BEN, "preview").flat
    assert "your queue was empty" in ask(office, BEN, "clear").flat
    assert office.asked() == BEN
    office.write(BEN, "N3 move f7; done")
    assert office.asked() == ANN


def test_orders_replace_conditional_lines_of_their_kind(office: Office) -> None:
    """The same rule for lines with and without a condition, and told."""
    office.write(BEN, "if turn is 9 then N1 move b7")
    told = ask(office, BEN, "N2 move d7; done").flat
    assert "This letter replaces what was waiting: if turn is 9 then N1 move b7." in told
    assert "Your queue: N2 move d7; done" in told
    assert "if turn is 9 then done" in ask(office, BEN, "if turn is 9 then done").flat
    told = ask(office, BEN, "if turn is 9 then ask").flat
    assert "Your queue, line by line: if turn is 9 then done if turn is 9 then ask" in told


def test_a_conditional_line_can_be_previewed(office: Office) -> None:
    told = ask(office, ANN, "preview if S1 is b2 then done else S1 move b4; done").flat
    assert "PREVIEW of" in told
    assert "S1 runs" in told
    assert office.asked() == ANN


def test_facts_tell_what_can_be_asked_for(office: Office) -> None:
    told = ask(office, BEN, "facts").flat
    for fact in (
        "S1 balls is 0",
        "South pawns is 3",
        "ball 1 is line",
        "dice is 3 3 3",
        "turn is 2",
        "asked is nothing",
        "A square (b4) or out: S1 is b1",
        "A number, 0 to 3: S1 balls is 0",
        "Placing or action or react or put or nothing: asked is nothing",
    ):
        assert fact in told
