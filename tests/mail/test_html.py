"""HTML in a child process: what comes back, and that nothing which happens in there matters (M34)."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pbem.mail.html import MAX_TAGS, Converter, HtmlError
from pbem.mail.html_child import MAX_TEXT
from pbem.mail.reading import NO_TEXT, read


@pytest.fixture
def converter() -> Iterator[Converter]:
    converter = Converter()
    yield converter
    converter.close()


def test_one_child_serves_many_letters(converter: Converter) -> None:
    assert not converter.running
    assert [converter.text(f"<p>{n}</p>") for n in range(3)] == ["0", "1", "2"]
    assert converter.running


def test_m34_a_child_that_died_is_replaced(converter: Converter) -> None:
    converter.text("<p>x</p>")
    assert converter._child is not None
    os.kill(converter._child.pid, signal.SIGKILL)
    with pytest.raises(HtmlError):
        converter.text("<p>x</p>")
    assert not converter.running
    assert converter.text("<p>y</p>") == "y"


def test_m34_a_child_that_does_not_answer_is_killed() -> None:
    converter = Converter(seconds=0.0)
    with pytest.raises(HtmlError, match="no answer in time"):
        converter.text("<p>x</p>")
    assert not converter.running


@pytest.mark.parametrize(
    "html",
    [
        "<!--" * 50_000,
        "<![" * 50_000,
        "<div>" * 100_000,
        "<ul>" * 3_000 + "x",
        "<div>" * (MAX_TAGS // 2) + "x",
        "&" * 200_000,
        "<p " + "a=b " * 50_000 + ">x",
        "x" * 300_000,
        "<pre>" + "\n" * 250_000,
        "\0\ufffd<p>\ud800</p>",
    ],
    ids=range(10),
)
def test_m34_bombs_give_bounded_text_or_an_error(converter: Converter, html: str) -> None:
    with suppress(HtmlError):
        assert len(converter.text(html)) <= MAX_TEXT
    assert converter.text("<p>still here</p>") == "still here"


def test_m34_the_sender_is_told_when_html_cannot_be_read() -> None:
    letter = read(b"From: a@b.org\nContent-Type: text/html\n\n" + b"<div>" * 100_000)
    assert letter.lines == ()
    assert letter.notes == (NO_TEXT,)
