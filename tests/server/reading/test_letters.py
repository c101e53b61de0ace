"""Laws of reading that a whole letter shows: what is answered, refused, repeated and counted."""

import pytest

from tests.server.office import Office
from tests.server.reading.whole import ANN, BEN, answered, rows


def test_talk_between_orders_changes_nothing() -> None:
    """R5: it is named, and only orders count as done (F2)."""
    office = Office()
    mail = answered(office, "S1 move b3\nIt is raining here again.\nThe cat says hello.\nS2 move c2\ndone")
    assert rows(office) == ["S1 move a2 b3 with 3", rows(office)[1], "done"]
    assert "It is raining here again." in mail.flat
    assert "The cat says hello." in mail.flat
    assert "4 lines done" not in mail.flat
    assert "5 lines done" not in mail.flat


@pytest.mark.parametrize(
    "text",
    ["Scrap that.", "Forget it", "cancel that", "strike that", "Hold on, I have to check something first"],
)
def test_what_takes_back_holds_the_letter(text: str) -> None:
    """F32."""
    office = Office()
    mail = answered(office, f"S1 move b3\n{text}")
    assert rows(office) == []
    assert "not done" in mail.subject


@pytest.mark.parametrize(
    "text", ["S1 move \u04413", "S1 move c\u0033 please", "May I move the pawn S1 to c3, please?"]
)
def test_look_alikes_and_requests_are_read_as_what_they_say(text: str) -> None:
    """F25, F33: the square that is written, or an offer of just that."""
    office = Office()
    mail = answered(office, text)
    assert all("c3" in row for row in rows(office))
    assert rows(office) or "c3" in mail.flat


def test_an_offer_is_never_the_example_nor_done() -> None:
    """F33."""
    office = Office()
    mail = answered(office, "I don't understand. What should I do now?")
    assert rows(office) == []
    assert "answer yes" not in mail.flat


@pytest.mark.parametrize(
    "line", ["remind 12 ann swordfish", "signup ann swordfish", "dodgeball login swordfish"]
)
def test_what_may_be_a_password_is_never_repeated(line: str) -> None:
    """R12: not even beside a line that is done."""
    office = Office()
    mail = answered(office, line)
    assert "swordfish" not in mail.text
    office.reply(ANN, mail, f"S1 move b3\n{line}", quote=False)
    assert all("swordfish" not in each.text for _, each in office.mails())


def test_a_bare_say_passes_talk_on() -> None:
    """R10."""
    office = Office()
    mail = answered(office, "What a lovely day it is in Hamburg!")
    assert "To send it to Ben, answer: say" in mail.flat
    office.reply(ANN, mail, "say")
    told = dict(office.mails())[BEN]
    assert "What a lovely day it is in Hamburg!" in told.flat


def test_all_parts_of_a_line_are_for_the_match_it_names() -> None:
    """F4."""
    office = Office()
    office.begin("", game="slargeball")
    office.begin("")
    office.write(ANN, "match 1: 1R chase; 1N1 fetch; done")
    mail = dict(office.mails())[ANN]
    assert "Which one is meant" not in mail.flat
    assert "1R chase" in mail.flat


def test_a_refusal_is_short_and_offers_the_line_that_would_do() -> None:
    """R6: at most six lines for one line."""
    office = Office()
    mail = answered(office, "S1 mvoe z9")
    body = mail.text.split("YOUR LETTER", 1)[1].split("Answer this mail", 1)[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 6
    assert "Expected: ID" not in mail.flat


@pytest.mark.parametrize("who", [ANN, BEN])
def test_a_letter_with_nothing_to_do_is_told_so_above_the_board(office: Office, who: str) -> None:
    """Below it nobody would look, and would wait for a move that was never made."""
    boards = office.begin()
    office.reply(who, boards[who], "B2 to e5 and hit A3")
    mail = office.mail_to(who)
    assert "nothing done" in mail.subject
    assert mail.flat.startswith("Thank you for your letter. I have found nothing in it that I could do.")
    assert 'Left alone: "B2 to e5 and hit A3". To send it to' in mail.flat


def test_thanks_are_a_letter_that_was_read(office: Office) -> None:
    boards = office.begin()
    office.reply(ANN, boards[ANN], "thanks!")
    mail = office.mail_to(ANN)
    assert "nothing done" not in mail.subject
    assert "no line that I could read" not in mail.flat
    assert "Thank you for your letter." in mail.flat
