"""Our mails quoted by programs that wrap them anew: what is ours is known by its text."""

import textwrap
import time
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.quoting import cut_text
from pbem.mail.rewrapped import find_tails, without_tails

GOLDEN = sorted((Path(__file__).parent.parent / "letters" / "golden").glob("*.eml"))
INTRODUCTION = "On Thu, 26 Nov 2026 at 10:47, pbem match 1 <pbem+aaaa@play.example> wrote:"
OWN = "pbem@play.example"


def text_of(mail: bytes) -> str:
    """The text part of a mail."""
    part = next(each for each in message_from_bytes(mail).walk() if each.get_content_type() == "text/plain")
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode()


def wrapped(line: str, width: int, mark: str) -> list[str]:
    """A quoted line as a program sends it that wraps at a width: what is too long goes below, without a mark."""
    if len(line) <= width:
        return [mark + line]
    first, *rest = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    return [mark + first, *rest]


def own_lines(body: str, mail: bytes) -> tuple[str, ...]:
    """What somebody has written in an answer to a mail."""
    lines = cut_text(body, OWN)
    return without_tails(lines, find_tails(lines), mail)


@pytest.mark.parametrize("mail", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("mark", ["> ", ">", ">> "])
@pytest.mark.parametrize("width", [60, 65, 72, 74])
def test_b45_ends_of_quoted_lines_are_ours(mail: Path, width: int, mark: str) -> None:
    raw = mail.read_bytes()
    quoted = [piece for line in text_of(raw).split("\r\n") for piece in wrapped(line, width, mark)]
    for above, below in (("place b d g", ""), ("", "S1 move b4\nS1 throw N2")):
        body = "\n".join([above, "", INTRODUCTION, *quoted, "", below])
        assert " ".join(own_lines(body, raw)).split() == f"{above} {below}".split()


MAIL = b"""Content-Type: text/plain; charset=us-ascii

It is your turn, with the dice 3 3. (reply above this line)
You have until Mon 2 Nov 2026, 07:33 (UTC): 7 days. After that you get a
reminder and more time.

  e.g.  S2 move d4
        S1 move b4

Do you want a draw? Then answer this mail, before your turn ends, with yes
or no; or play on.
"""


@pytest.mark.parametrize(
    ("body", "own"),
    [
        pytest.param("> Do you want a draw? Then answer this\n> mail,\nyes\n", ["yes"], id="answers_below"),
        pytest.param(
            "> Do you want a draw? Then answer this mail, before your turn ends, with\nyes\n> yes or no; or play on.",
            ["yes"],
            id="answers_between_the_lines",
        ),
        pytest.param(
            "> e.g.  S2 move d4\nS1 move b4\n", ["S1 move b4"], id="typed_lines_do_not_go_on_in_the_next"
        ),
        pytest.param(
            "> You have until Mon 2 Nov 2026, 07:33\n(UTC): 7 days. After\nthat you get a reminder and\nmore time.\n"
            "S2 move d4",
            ["S2 move d4"],
            id="in_several_lines_as_a_paragraph",
        ),
        pytest.param(
            "S2 move d4\nreminder and more time.", ["S2 move d4", "reminder and more time."], id="no_quote"
        ),
        pytest.param(
            "> You have until\nreminder and more time.", ["reminder and more time."], id="another_end"
        ),
    ],
)
def test_b45_what_somebody_has_written_stays(body: str, own: list[str]) -> None:
    assert list(own_lines(body, MAIL)) == own


@given(
    st.lists(
        st.sampled_from(["> You have until Mon", "2 Nov 2026,", "yes", "", "> or no", "reminder", ">"]),
        max_size=12,
    )
)
def test_b45_nothing_is_changed_but_left_out(lines: list[str]) -> None:
    kept = own_lines("\n".join(lines), MAIL)
    rest = iter(lines)
    assert all(line in rest for line in kept if line)


WORDING = "Your answer is in: % answer s. You can change it by sending another until everyone has answered. More: show,"


@pytest.mark.parametrize(
    ("body", "own"),
    [
        ("> Your answer is in: b. You can change it by sending another\nuntil\n> You", []),
        ("> Your answer is in: b. You can change it by sending another until\neveryone has answered.", []),
        ("> by sending another\nuntil", ["until"]),
        ("> Your answer is in: b. You can change it by sending another\nundo", ["undo"]),
    ],
)
def test_b45_other_mails_of_ours_are_known_by_their_wording(body: str, own: list[str]) -> None:
    lines = cut_text(body, OWN)
    assert list(without_tails(lines, find_tails(lines), MAIL, WORDING)) == own


def test_b45_without_that_mail_nothing_is_left_out() -> None:
    assert own_lines("> You have until Mon 2 Nov 2026, 07:33\n(UTC): 7 days.", b"") == ("(UTC): 7 days.",)


def test_b45_costs_little_however_much_is_quoted() -> None:
    """The longest letter against the longest mail, each line of it a candidate."""
    mail = b"Content-Type: text/plain\n\n" + b"You have until Mon 2 Nov 2026 to move\n" * 5000
    body = "\n".join(["> You have until Mon 2 Nov", "until Mon 2 Nov 2026 to"] * 400)
    start = time.process_time()
    own_lines(body, mail)
    assert time.process_time() - start < 1
