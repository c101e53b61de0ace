"""Composing: the strictest parser of the standard library reads back exactly what was meant."""

import email
import re
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from email.policy import default

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.mail.quoting import MARKER
from pbem.mail.reading import read
from pbem.mail.text import clean
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN, Outgoing, compose

BOARD = "+---+---+\n| a |   |\n\n+---+---+"
TEXT = f"""{MARKER}

Hello Alice,
the red pawn threw.

{BOARD_OPEN}
{BOARD}
{BOARD_CLOSE}

To answer, for example:

  MOVE e4
  THROW c3 c5
"""
LEGEND = """\
 O ball at its start, on a corner    o ball in a square (o2, o3: several)
 S1* pawn with a ball (S2*2: with two balls)
"""
LETTER = Outgoing(
    to="alice@example.org",
    to_name="Alice",
    sender="pbem@example.com",
    sender_name="Dodgeball 12",
    reply_to="pbem+abc@example.com",
    subject="[pbem 12] turn 4: your move",
    text=TEXT,
    message_id="<m12.t4@example.com>",
    in_reply_to="<1@example.org>",
    references=("<m12@example.com>", "<m12.t3@example.com>"),
    automatic="generated",
    list_id="match-12.example.com",
    list_unsubscribe="pbem+stop@example.com",
    loop="pbem@example.com",
    date=datetime(2026, 11, 21, 10, 0, 0, tzinfo=timezone(timedelta(hours=1))),
)


def parsed(letter: Outgoing) -> EmailMessage:
    """The letter as its receiver's program sees it; checks what holds for every letter."""
    raw = compose(letter)
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")
    assert raw.isascii()
    assert b"\0" not in raw
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    message = email.message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    for part in message.walk():
        assert part.defects == []
        assert not any(header.defects for header in part.values())
    return message


def bodies(letter: Outgoing) -> tuple[str, str]:
    """The text and the HTML of the letter."""
    message = parsed(letter)
    text, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert html is not None
    return text.get_content().replace("\r\n", "\n"), html.get_content().replace("\r\n", "\n")


def test_the_header_is_what_was_intended() -> None:
    assert dict(parsed(LETTER).items()) == {
        "From": "Dodgeball 12 <pbem@example.com>",
        "To": "Alice <alice@example.org>",
        "Reply-To": "pbem+abc@example.com",
        "Subject": "[pbem 12] turn 4: your move",
        "Date": "Sat, 21 Nov 2026 10:00:00 +0100",
        "Message-ID": "<m12.t4@example.com>",
        "In-Reply-To": "<1@example.org>",
        "References": "<m12@example.com> <m12.t3@example.com>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": "pbem@example.com",
        "List-Help": "<mailto:pbem@example.com?subject=help>",
        "List-Id": "<match-12.example.com>",
        "List-Unsubscribe": "<mailto:pbem+stop@example.com>",
        "MIME-Version": "1.0",
        "Content-Type": parsed(LETTER)["Content-Type"],
    }
    assert parsed(LETTER).get_content_type() == "multipart/alternative"


def test_the_text_part_is_complete_and_its_boards_indented() -> None:
    text, _ = bodies(LETTER)
    assert text == TEXT.replace(
        f"{BOARD_OPEN}\n{BOARD}\n{BOARD_CLOSE}", "  +---+---+\n  | a |   |\n\n  +---+---+"
    )


def test_the_html_part_keeps_boards_and_orders_in_pre() -> None:
    _, html = bodies(LETTER)
    assert '<html lang="en">' in html
    assert "<p>\nHello Alice,<br>\nthe red pawn threw.\n</p>" in html
    assert html.count("<pre") == 2
    assert html.count("font-family:Consolas,Menlo,monospace") == 2
    assert '<pre class="dr" role="img"\naria-label="a drawing made of letters and signs"' in html
    assert ">\n+---+---+\n| a |   |\n\n+---+---+\n</pre>" in html
    assert "  MOVE e4\n  THROW c3 c5\n</pre>" in html
    assert "http" not in html  # nothing is fetched, nobody is tracked


def test_an_empty_board_leaves_nothing() -> None:
    """A game may have nothing to draw yet: no frame is shown then, and no blank lines."""
    text, html = bodies(
        msgspec.structs.replace(LETTER, text=f"Choose.\n\n{BOARD_OPEN}\n{BOARD_CLOSE}\n\nThen we begin.")
    )
    assert text == "Choose.\n\nThen we begin.\n"
    assert "<pre" not in html


def test_broken_lines_are_joined_again_in_html_and_keep_their_indent() -> None:
    told = "Seen from afar \n  this is one line.\n  And a second one, \n    which is long enough to be broken up."
    text, html = bodies(msgspec.structs.replace(LETTER, text=told))
    assert (
        text
        == "Seen from afar\n  this is one line.\n  And a second one,\n    which is long enough to be broken up.\n"
    )
    html = " ".join(html.split())  # as a mail program sees it
    assert "<p> Seen from afar this is one line.<br> <span" in html
    assert ">And a second one, which is long enough to be broken up.</span> </p>" in html


def test_headings_are_headings_in_html_and_nothing_else_changes() -> None:
    told = "WHAT HAPPENED\n  S3 waits.\n\nHOW IT IS WRITTEN (help tells)\n  write:  done\n\nTHE END\n\nI AM Ann\nA"
    text, html = bodies(msgspec.structs.replace(LETTER, text=told))
    assert text == told + "\n"
    assert re.findall(r"<h3[^>]*>(.*?)</h3>", " ".join(html.split())) == [
        "WHAT HAPPENED",
        "HOW IT IS WRITTEN (help tells)",
        "THE END",
    ]
    assert ">S3 waits.</span>" in html
    assert re.search(r"<pre[^>]*>\n  write:  done\n</pre>", html)
    assert "<p>\nI AM Ann<br>\nA\n</p>" in html


def test_what_belongs_together_is_not_broken_in_html() -> None:
    """A pawn and its square, a word and its number, dice, and what stands between gaps."""
    text, html = bodies(
        msgspec.structs.replace(LETTER, text="South: S1 b4 with ball 1; S2 d2.   Dice: 5 3 2.\n" + LEGEND)
    )
    assert text.startswith("South: S1 b4 with ball 1; S2 d2.   Dice: 5 3 2.\n")
    html = " ".join(html.split())
    assert "South: S1&nbsp;b4 with ball&nbsp;1; S2&nbsp;d2.</span>&nbsp;&nbsp; <span" in html
    assert ">Dice: 5&nbsp;3&nbsp;2.</span><br>" in html


def test_a_legend_is_broken_between_its_entries_first() -> None:
    """A narrow screen shows each entry whole, as far as it fits."""
    _, html = bodies(msgspec.structs.replace(LETTER, text=LEGEND))
    entries = re.findall(r'inline-block;text-indent:0">(.*?)</span>', " ".join(html.split()))
    assert entries == ["O ball at its start, on a corner", "o ball in a square (o2, o3: several)"]
    assert "<pre" not in html


def test_plain_ascii_travels_as_it_is() -> None:
    message = parsed(LETTER)
    assert {p["Content-Transfer-Encoding"] for p in message.iter_parts()} == {"7bit"}
    assert b"format=flowed" not in compose(LETTER)


def test_other_letters_travel_as_quoted_printable() -> None:
    text, html = bodies(msgspec.structs.replace(LETTER, text="Zug für Åse …\n\n" + "x" * 300))
    assert text == "Zug für Åse …\n\n" + "x" * 300 + "\n"
    assert "Zug für Åse …" in html


def test_text_only() -> None:
    message = parsed(msgspec.structs.replace(LETTER, text_only=True))
    assert message.get_content_type() == "text/plain"
    assert message.get_content().startswith(MARKER)


def test_b30_from_and_lone_dots_are_neutralised() -> None:
    letter = msgspec.structs.replace(LETTER, text="From here\n.\n..\nFrom there\n" + "From " * 40)
    assert b"\nFrom " not in compose(letter).partition(b"\r\n\r\n")[2]
    assert b"\n.\r" not in compose(letter)
    assert bodies(letter)[0] == "From here\n.\n..\nFrom there\n" + ("From " * 40).rstrip() + "\n"


def test_b29_markup_is_text() -> None:
    _, html = bodies(msgspec.structs.replace(LETTER, subject="<b>", text="<script>&{boundary}"))
    assert "<title>&lt;b&gt;</title>" in html
    assert "&lt;script&gt;&amp;{boundary}" in html


def test_references_keep_the_root_and_the_latest() -> None:
    ids = tuple(f"<m12.t{n}@example.com>" for n in range(40))
    assert parsed(msgspec.structs.replace(LETTER, references=ids))["References"].split() == [
        ids[0],
        *ids[-9:],
    ]
    long = tuple(f"<{n}{'x' * 200}@example.com>" for n in range(10))
    kept = parsed(msgspec.structs.replace(LETTER, references=long))["References"]
    assert len(kept) < 900
    assert kept.split()[0] == long[0]
    assert kept.split()[-1] == long[-1]


def test_i15_our_own_letters_are_known_when_they_come_back() -> None:
    letter = read(compose(LETTER), domain="example.com")
    assert letter.kind == "own"
    forwarded = compose(msgspec.structs.replace(LETTER, sender="alice@example.org"))
    assert read(forwarded, domain="example.com").kind == "own"


def test_an_answer_below_our_letter_in_any_program_is_read_back() -> None:
    """Our own text, quoted in three ways, hides no order and adds none."""
    text, _ = bodies(LETTER)
    quoted = "".join(f"> {line}\n" for line in text.split("\n"))
    header = "From: Alice <alice@example.org>\n\n"
    for body in (f"MOVE e4\n\n{quoted}", f"{quoted}\nMOVE e4\n", f"MOVE e4\n\n{text}"):
        assert read((header + body).encode(), domain="example.com").lines == ("MOVE e4",)


NAMES = st.text(max_size=60) | st.sampled_from(
    ['a"b\\c', "a, b", "=?utf-8?q?x?=", "a\r\nBcc: x@y", "‮evil", "Å" * 60]
)


@settings(max_examples=40)
@given(NAMES)
def test_m15_any_name_or_subject_stays_in_its_field(value: str) -> None:
    message = parsed(msgspec.structs.replace(LETTER, to_name=value, subject=value))
    assert message.keys() == parsed(LETTER).keys()
    assert message["To"].addresses[0].addr_spec == "alice@example.org"
    name = message["To"].addresses[0].display_name
    # Python 3.11 wrongly keeps the blank between two encoded-words of a display name (RFC 2047, 6.2).
    assert name.replace(" ", "") == clean(value, 78).replace(" ", "")
    assert message["Subject"] == clean(value)


@settings(max_examples=40)
@given(st.text(max_size=300))
@example("\x02\x07")
def test_any_text_comes_through(value: str) -> None:
    text, _ = bodies(msgspec.structs.replace(LETTER, text=f"x{value}"))
    assert text.startswith("x")
    assert not any(c < " " and c != "\n" for c in text)


@settings(max_examples=40)
@given(st.text(alphabet="=.From \nab\t~", max_size=300))
def test_lines_come_through_but_for_blanks_at_their_end(value: str) -> None:
    text, _ = bodies(msgspec.structs.replace(LETTER, text=f"{BOARD_OPEN}\n{value}\n{BOARD_CLOSE}"))
    wanted = "\n".join(line.rstrip() for line in value.replace("\t", " ").split("\n")).strip("\n")
    assert text == "\n".join(f"  {line}".rstrip() for line in wanted.split("\n")) + "\n"


@pytest.mark.parametrize(
    "wrong",
    [{"to": "a b@example.org"}, {"to": ""}, {"message_id": "x\r\ny"}, {"date": datetime(2026, 1, 1)}],  # noqa: DTZ001
)
def test_mistakes_of_the_program_are_errors(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"not an address|time zone"):
        compose(msgspec.structs.replace(LETTER, **wrong))


def test_the_same_letter_is_the_same_bytes() -> None:
    utc = msgspec.structs.replace(LETTER, date=datetime(2026, 11, 21, tzinfo=UTC))
    assert compose(utc) == compose(utc)
