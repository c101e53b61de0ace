"""HTML to text: what bombs come to (M34)."""

import time
from contextlib import suppress

import pytest

from pbem.mail.html import MAX_ATTRIBUTES, MAX_ROOTS, MAX_TAGS, MAX_TEXT, HtmlError, to_text
from pbem.mail.reading import NO_TEXT, read


@pytest.mark.parametrize(
    "html",
    [
        "<!--" * 50_000,
        "<![" * 50_000,
        "<div>" * 100_000,
        "<ul>" * 3_000 + "x",
        "<div>" * (MAX_TAGS - 1) + "x",
        "&" * 200_000,
        "<p " + "a=b " * 50_000 + ">x",
        "<p " + " ".join(f"a{n}" for n in range(40_000)) + ">x",
        "</p/" + "/".join(f"a{n}='>'" for n in range(20_000)) + ">x",
        "<body " + "><body ".join(f"a{n}" for n in range(9_000)) + ">x",
        "x" * 300_000,
        "<pre>" + "\n" * 250_000,
        "\0\ufffd<p>\ud800</p>",
    ],
    ids=range(13),
)
def test_m34_bombs_give_bounded_text_or_an_error_in_bounded_time(html: str) -> None:
    start = time.process_time()
    with suppress(HtmlError):
        assert len(to_text(html)) <= MAX_TEXT
    assert time.process_time() - start < 1  # 0.2 s at most on a machine on which some of them took 5


@pytest.mark.parametrize(
    "tag",
    [
        "<p {}>",
        "<p\n{}>",
        "<p x='>' {}>",
        '<p x=">" y=\'"\' {}>',
        "<p/{}>",
        "</p {}>",
        "<p {}",
    ],
)
def test_b33_a_tag_with_very_many_attributes_is_refused_before_it_is_parsed(tag: str) -> None:
    def document(count: int) -> str:
        return "<div>hello</div>" + tag.format(" ".join(f"a{n}=1" for n in range(count)))

    assert to_text(document(MAX_ATTRIBUTES - 2)) == "hello"
    with pytest.raises(HtmlError, match="attributes"):
        to_text(document(MAX_ATTRIBUTES + 1))


def test_b33_words_and_links_are_no_attributes() -> None:
    """However many there are, also behind a tag that never ends, or quotes that do not."""
    words = "I said: 'a < b', and she: \"b > a\" " * 500
    assert to_text(f"<p title='x'>{words}</p>").startswith("I said: 'a < b', and")
    assert to_text("<a href='x' class=y>z</a> " * 3000).split() == ["z"] * 3000


def test_b33_documents_within_a_document_are_counted() -> None:
    assert to_text("<HTML><body>a" * (MAX_ROOTS // 2)).replace("\n", "") == "a" * (MAX_ROOTS // 2)
    with pytest.raises(HtmlError, match="documents"):
        to_text("<HTML><body>a" * MAX_ROOTS)


def test_m34_the_sender_is_told_when_html_cannot_be_read() -> None:
    letter = read(b"From: a@b.org\nContent-Type: text/html\n\n" + b"<div>" * 100_000)
    assert letter.lines == ()
    assert letter.notes == (NO_TEXT,)
