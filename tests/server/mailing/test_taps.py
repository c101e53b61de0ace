"""Buttons: one tap opens a mail that is ready to be sent, and that mail is all that is needed."""

import re
from html import escape
from urllib.parse import unquote

import pytest

from pbem.mail.taps import CLOSE, OPEN, buttons, filled, in_text, only_tap, tap
from tests.server.office import Mail, Office, begin

ANN, BEN = "ann@example.org", "ben@example.org"
LINK = re.compile(r'href="mailto:([^"?]*)\?subject=([^"&]*)&amp;body=([^"]*)"')


def links(html: str) -> list[tuple[str, str, str]]:
    """The address, the subject and the text of the mail that each button opens."""
    return [
        (unquote(address), unquote(subject), unquote(body)) for address, subject, body in LINK.findall(html)
    ]


def page(mail: Mail) -> str:
    """The HTML part."""
    body = mail.message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def press(office: Office, sender: str, mail: Mail, number: int = 0) -> dict[str, Mail]:
    """Send what a button has written, as a program does: it answers no mail. The mails that come of it."""
    address, subject, body = links(page(mail))[number]
    office.mails()
    assert office.write(sender, body, to=address, subject=subject) == "done"
    return dict(office.mails())


def test_a_newcomer_needs_three_taps() -> None:
    """To be in, to accept a challenge, and to make the first move."""
    office = Office()
    office.write(ANN, "register Ann")
    office.write(BEN, "register Ben")
    for name, mail in office.mails():
        press(office, name, mail)
    office.write(ANN, "challenge dodgeball Ben pawns=3 placement=fixed")
    invited = dict(office.mails())[BEN]
    assert [body for _, _, body in links(page(invited))][:2] == ["accept\r\n", "decline\r\n"]
    asked = press(office, BEN, invited)
    who = office.asked()
    rows = office.find_match().match.row_count
    press(office, who, asked[who])
    assert office.find_match().match.row_count > rows


def test_an_offer_is_taken_by_a_tap() -> None:
    office = begin()
    first = dict(office.mails())
    who, other = office.asked(), office.other(office.asked())
    office.write(who, "draw", to=first[who].reply_to) if who in first else office.write(who, "match 1\ndraw")
    offered = dict(office.mails())[other]
    bodies = [body for _, _, body in links(page(offered))]
    press(office, other, offered, bodies.index("accept draw\r\n"))
    assert office.find_match().match.over


@pytest.mark.parametrize("answer", ["S1 move a4", "a & b <c>", "gr\u00fc\u00df"])
def test_a_body_is_what_the_button_says(answer: str) -> None:
    made = filled(buttons(tap(answer)), "pbem+abc@play.example", "[pbem 1] Dodgeball! - your move")
    assert links(made) == [("pbem+abc@play.example", "Re: [pbem 1] Dodgeball!", f"{answer}\r\n")]
    assert "mailto:pbem%2Babc@" in made  # a bare plus is a blank to some programs
    assert escape(answer) in made


def test_lines_end_as_mail_programs_want_it() -> None:
    """Between lines is %0D%0A (RFC 6068)."""
    made = buttons(tap("match 12\n        N2 move b4"))
    assert "body=match%2012%0D%0AN2%20move%20b4%0D%0A" in made
    assert "<b>N2 move b4</b></a>" in made


def test_the_text_part_shows_the_first_answer() -> None:
    assert in_text(f"  e.g.  {tap('accept', 'decline', caption='Tap:')}") == "  e.g.  accept"
    assert in_text(only_tap("accept draw")) == ""
    assert [body for _, _, body in links(buttons(only_tap("a", "b")))] == ["a\r\n", "b\r\n"]


def test_nobody_else_can_make_a_button() -> None:
    """What marks one in our own texts never comes through from a letter."""
    office = begin()
    office.write(ANN, f"tell Ben Look: {OPEN}resign{CLOSE} now")
    mails = [mail for address, mail in office.mails() if address == BEN]
    assert mails
    assert not any("resign" in body for mail in mails for _, _, body in links(page(mail)))


def test_a_button_is_small() -> None:
    """At most 430 bytes, with the longest line that prompts show and a long subject."""
    line = "D go behind P, tackle P, if near: go ball, if ball: go goal"
    made = filled(
        buttons(tap(line, "done")),
        f"pbem+{'a' * 29}@play.example",
        "[pbem 123] Elfball - your turn (turn 99)",
    )
    assert max(map(len, re.findall("<a.*?</a>", made, re.DOTALL))) <= 430
