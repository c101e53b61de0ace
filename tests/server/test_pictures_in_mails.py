"""Boards as pictures in mails, for players who want them."""

from email.message import EmailMessage
from io import BytesIO
from unittest import mock

import pytest
from PIL import Image

from pbem.server.mailing.position import draw_picture
from tests.server.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"
DRAWS = "pbem.server.mailing.notices.draw_picture"


@pytest.fixture
def office() -> Office:
    """Ann wants pictures, Ben does not."""
    office = Office()
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "settings picture on")
    office.mails()
    return office


def parts(mail: Mail) -> list[EmailMessage]:
    return [part for part in mail.message.walk() if not part.is_multipart()]


def test_the_html_part_shows_a_picture_that_is_a_part_of_the_mail(office: Office) -> None:
    """The text part has the board as ever, and the picture a text in its place for those who see none."""
    mail = office.begin()[ANN]
    text, html, picture = parts(mail)
    assert "+----+" in text.get_content()
    assert [part.get_content_type() for part in mail.message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    name = picture["Content-ID"].strip("<>")
    assert f'src="cid:{name}"' in html.get_content()
    assert 'alt="board; the list beside it says' in " ".join(html.get_content().split())
    assert "<table class=" not in html.get_content()
    assert picture["Content-Disposition"].startswith("inline")
    assert Image.open(BytesIO(picture.get_content())).width == 720


def test_only_those_who_want_them_get_them(office: Office) -> None:
    mails = office.begin()
    assert [part.get_content_type() for part in parts(mails[BEN])] == ["text/plain", "text/html"]
    office.write(ANN, "settings text on\nshow")
    assert [part.get_content_type() for part in parts(office.mail_to(ANN))] == ["text/plain"]


def test_a_mail_without_a_board_has_none(office: Office) -> None:
    office.write(ANN, "games")
    assert [part.get_content_type() for part in parts(office.mail_to(ANN))] == ["text/plain", "text/html"]


def test_a_position_is_drawn_once(office: Office) -> None:
    office.write(BEN, "settings picture on")
    with mock.patch(DRAWS, wraps=draw_picture) as drawn:
        mails = office.begin()
        assert all(len(parts(mails[address])) == 3 for address in (ANN, BEN))
        office.write(ANN, "show")
        assert len(parts(office.mail_to(ANN))) == 3
    assert drawn.call_count == 1


def test_nothing_is_drawn_within_a_letters_transaction(office: Office) -> None:
    """A letter ends in notices; they are drawn in a thread while more letters may come in."""
    with mock.patch(DRAWS, side_effect=AssertionError):
        with pytest.raises(AssertionError):
            office.begin()
        assert office.store.matches.all()[0].status == "running"
