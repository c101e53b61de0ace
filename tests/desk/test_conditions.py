"""Conditional lines by mail: echoed, secret, carried out when their time comes, and dropped with a reason."""

import pytest

from pbem.desk import host
from tests.desk.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def office() -> Office:
    """Ann is asked, and has the dice 3 3 3."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    assert office.asked() == ANN
    return office


def ask(office: Office, who: str, line: str) -> Mail:
    """What somebody gets for a line."""
    office.mails()
    office.write(who, line)
    return [mail for to, mail in office.mails() if to == who][-1]


def test_a_line_waits_and_becomes_what_fits_then(office: Office) -> None:
    told = ask(office, BEN, "if S1 is a1 then done else ask").flat
    assert "> if S1 is a1 then done else ask queued" in told
    assert "Your queue: if S1 is a1 then done else ask" in told
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
    assert host.check(office.desk) == []
    assert all("if " not in row.text for row in office.log())


def test_it_is_carried_out_at_once_where_it_is_asked_for(office: Office) -> None:
    told = ask(office, ANN, "if best die is 3 and can S1 move b2 then S1 move b2; done").flat
    assert "it is so: S1 move b2; done" in told
    assert office.asked() == BEN


def test_branches_that_do_not_fit_any_more_are_dropped_with_a_reason(office: Office) -> None:
    office.write(BEN, "if turn at least 1 then N1 move a1; done")
    office.write(ANN, "done")
    told = dict(office.mails())[BEN].flat
    assert "N1 move a1" in told
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
        ("if S9 is b4 then done", 'There is no fact "S9"'),
        ("if S1 is b4 then", "if S1 is b4 then"),
        ("if S1 is b4 then S1 fly", "fly"),
        ("if S1 then done", 'I cannot read the condition "S1"'),
    ],
)
def test_lines_that_cannot_be_are_explained(office: Office, line: str, reason: str) -> None:
    told = ask(office, BEN, line).flat
    assert reason in told
    assert "refused" in told
    assert "Your queue" not in told


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
    ):
        assert fact in told
