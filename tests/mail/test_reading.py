"""Reading beyond the golden letters: bounds, duplicates, and that nothing but LetterError is ever raised."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.bounds import hops
from pbem.mail.limits import Limits
from pbem.mail.reading import MAX_CHARACTERS, MAX_COLUMNS, MAX_LINES, LetterError, read

FROM = b"From: alice@example.org\n"
MIXED = b"Content-Type: multipart/mixed; boundary=x\n\n"


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b'From: "' + b'"' * 65536, id="m10_quotes_in_from"),
        pytest.param(FROM + b"To: " + b"(" * 20000, id="m12_parentheses_in_to"),
        pytest.param(FROM + b"To: " + b"a@example.com, " * 20000, id="m13_many_addresses"),
        pytest.param(FROM + b"Subject: " + b"=?utf-8?q?a?= " * 60000, id="m14_many_words"),
        pytest.param(FROM + b"X: y\n" * 100000, id="m26_many_headers"),
        pytest.param(FROM + b"Content-Type: text/plain" + b"; a=b" * 10000, id="m26_many_parameters"),
        pytest.param(FROM + MIXED + b"--x\n\n" * 100000, id="m26_many_parts"),
        pytest.param(
            FROM
            + b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (i, i) for i in range(2000)),
            id="m25_nested_multiparts",
        ),
        pytest.param(
            FROM + b"Content-Type: message/rfc822\n\n" * 2000,
            id="m25_nested_mails",
        ),
        pytest.param(
            FROM + MIXED + b"--x\nContent-Type: message/delivery-status\n\n" + b"a: b\n\n" * 50000,
            id="m26_many_report_blocks",
        ),
        pytest.param(
            FROM + b"Content-Type: multipart/mixed; boundary=x" + b"; a=b" * 50 + b"\n\n--x\n\n",
            id="m26_a_boundary_with_many_parameters",
        ),
        pytest.param(
            FROM
            + b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (i, i) for i in range(15))
            + b"\n" * 100_000,
            id="m25_many_lines_in_nested_parts",
        ),
        pytest.param(b"\n" * (5 * 1024 * 1024), id="larger_than_any_letter"),
    ],
)
def test_out_of_bounds_is_refused_before_it_is_parsed(raw: bytes) -> None:
    with pytest.raises(LetterError):
        read(raw)


@pytest.mark.parametrize(
    ("raw", "limits"),
    [
        pytest.param(FROM + b"X: y\n\n", Limits(header_bytes=20), id="header_bytes"),
        pytest.param(FROM + MIXED + b"--x\n\na\n--x--\n", Limits(mime_parts=1), id="mime_parts"),
        pytest.param(
            FROM + MIXED + b"--x\nContent-Type: message/rfc822\n\n", Limits(mime_depth=1), id="mime_depth"
        ),
    ],
)
def test_the_host_sets_the_bounds(raw: bytes, limits: Limits) -> None:
    assert read(raw).sender == "alice@example.org"
    with pytest.raises(LetterError):
        read(raw, limits=limits)


def test_m12_parentheses_within_bounds() -> None:
    assert read(FROM + b"To: " + b"(" * 5000 + b"\n\n").recipients == ()


def test_b20_many_lines_and_long_lines() -> None:
    letter = read(FROM + b"\n" + b"x" * 5000 + b"\n" + b"SAY hello\n" * 10_000)
    assert len(letter.lines) == MAX_LINES
    assert letter.lines[0] == "x" * MAX_COLUMNS
    assert letter.notes == (
        "Only the first 200 lines were read.",
        "Only the first 1000 characters of each line were read.",
    )


def test_b20_so_many_characters_in_all() -> None:
    """Whole lines only; a sign that readers take for eighteen counts as many."""
    for sign, size in (("x", 800), ("\ufdfa", 18 * 44)):
        line = (sign * (size // 18 if sign != "x" else size)).encode()
        letter = read(FROM + b"Content-Type: text/plain; charset=utf-8\n\n" + (line + b"\n") * 100)
        assert len(letter.lines) == MAX_CHARACTERS // size
        assert letter.notes == ("Only the first 16000 characters were read, as far as whole lines go.",)


def test_b20_lines_below_a_long_quote_are_the_first_lines() -> None:
    assert read(FROM + b"\n" + b"> quoted\n" * 5000 + b"MOVE e4\n").lines == ("MOVE e4",)


def test_i25_the_same_letter_over_another_way_has_the_same_digest() -> None:
    one = read(b"Received: from a\nMessage-ID: <1@x>\n" + FROM + b"Subject: s\n\nMOVE e4\n")
    two = read(b"Received: from b\r\nReceived: from c\r\n" + FROM + b"Subject: s\r\n\r\nMOVE e4\r\n")
    assert one.digest == two.digest


def test_i26_another_text_under_the_same_id_has_another_digest() -> None:
    one, two = (read(b"Message-ID: <1@x>\n" + FROM + b"\n" + text) for text in (b"MOVE e4\n", b"MOVE e5\n"))
    assert one.message_id == two.message_id
    assert one.digest != two.digest


def test_i04_authentication_results_in_their_order() -> None:
    raw = (
        b"Authentication-Results: mx.example.com;\n dmarc=pass\n"
        + FROM
        + b"authentication-results: evil; dmarc=pass\n\n"
    )
    assert read(raw).auth == ("mx.example.com; dmarc=pass", "evil; dmarc=pass")


def test_i10_first_and_last_ten_references() -> None:
    raw = FROM + b"References: " + b" ".join(b"<%d@x>" % i for i in range(500)) + b"\n\n"
    ids = read(raw).references
    assert ids == tuple(f"<{i}@x>" for i in [*range(10), *range(490, 500)])


def test_i08_envelope_recipients_come_first() -> None:
    letter = read(FROM + b"To: b@example.com\n\n", recipients=["A@example.com", "b@example.com"])
    assert letter.recipients == ("a@example.com", "b@example.com")


def test_s24_the_envelope_wins_over_the_return_path_field() -> None:
    raw = b"Return-Path: <>\n" + FROM + b"\nMOVE e4\n"
    assert read(raw, return_path="alice@example.org").kind == "human"
    assert read(raw).kind == "bounce"
    assert read(FROM + b"\n", return_path="").kind == "bounce"


@pytest.mark.parametrize("mark", ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example>"])
def test_i32_who_cannot_be_answered_is_a_bounce_whatever_it_calls_itself(mark: str) -> None:
    raw = f"From: Mail Delivery System <mds@mx.example>\n{mark}\n\nno such user\n".encode()
    assert read(raw, return_path="").kind == "bounce"
    assert read(raw, return_path="MAILER-DAEMON").kind == "bounce"
    assert read(raw.replace(b"mds@", b"mailer-daemon@"), return_path="x@mx.example").kind == "bounce"


@pytest.mark.parametrize(
    ("local", "kind"),
    [
        *((local, "bounce") for local in ("postmaster", "Post_Master", "mdaemon", "daemon", "mail-daemon")),
        *((local, "bounce") for local in ("postmaster2", "smtp-daemon", "cron.daemon")),
        *((local, "bounce") for local in ("bounce", "bounces+ann=x.example", "games-bounces", "bounce-7-a")),
        *(
            (local, "automatic")
            for local in ("noreply", "no-reply", "support-noreply", "do-not-reply", "no.reply7")
        ),
        *((local, "automatic") for local in ("dontreply", "no-response", "autoreply", "auto-responder-7")),
        *((local, "automatic") for local in ("root", "cron", "alert", "alerts", "notifications", "alerts+7")),
        *((local, "human") for local in ("abuse", "hostmaster", "webmaster", "security", "info", "rooty")),
        *(
            (local, "human")
            for local in (
                "kirby.bounce",
                "bouncer",
                "cyberdaemon",
                "casinoreply",
                "mail",
                "norepl",
                "autoren",
            )
        ),
    ],
)
def test_i33_addresses_under_which_only_machines_write(local: str, kind: str) -> None:
    raw = f"From: {local}@example.org\n\nMOVE e4\n".encode()
    assert read(raw, return_path="x@example.org").kind == kind


@pytest.mark.parametrize("name", ["List-Subscribe", "Mailing-List"])
def test_i15_every_field_of_mailing_lists_counts(name: str) -> None:
    assert read(f"From: ann@example.org\n{name}: x\n\nMOVE e4\n".encode()).kind == "list"


def test_i16_another_local_part_of_ours() -> None:
    assert read(b"From: games+x@example.com\n\n", domain="example.com", local="games").kind == "own"
    assert read(b"From: games@example.com\n\n", domain="example.com").kind == "human"
    assert read(b"From: pbemfan@example.com\n\n", domain="example.com").kind == "human"


def test_b31_many_attachments_are_not_named_one_by_one() -> None:
    part = b"--x\nContent-Disposition: attachment; filename*=utf-8''z%%C3%%BCge%d.txt\n\n"
    raw = FROM + MIXED + b"--x\n\nMOVE e4\n" + b"".join(part % i for i in range(9)) + b"--x--\n"
    letter = read(raw)
    assert letter.lines == ("MOVE e4",)
    assert letter.notes[0] == 'The attachment "züge0.txt" was not read.'
    assert letter.notes[4:] == ("5 more attachments were not read.",)


def test_i24_hops_are_counted_in_the_header_only() -> None:
    raw = b"Received: a\r\nRECEIVED: b\r\n\tfor c\r\nX: y\r\n\r\nReceived: d\r\n"
    assert hops(raw, Limits()) == 2


LETTERS = [p.read_bytes() for p in sorted((Path(__file__).parent.parent / "letters").glob("*/in.eml"))]
PIECES = st.sampled_from(
    [
        *(
            b"\n",
            b"\r",
            b": ",
            b"=?utf-8?b?",
            b"?=",
            b"\xff",
            b"\0",
            b"--x",
            b"<",
            b'"',
            b"a@b",
            b"> ",
            b"\xe2\x80\x8b",
        ),
        *(b"From: ", b"Content-Type: ", b"multipart/mixed; boundary=x\n", b"message/rfc822\n\n", b"charset="),
        *(b"message/delivery-status\n\n", b"boundary*0*=''%ff", b"Content-Transfer-Encoding: base64\n"),
        b"Content-Transfer-Encoding: x-uuencode\n\nbegin 666 x\n",
    ]
)


CHARSETS = [b"utf-8\0", b"idna", b"undefined", b"unicode_escape", b"x" * 200]


@pytest.mark.parametrize("charset", CHARSETS)
def test_a_charset_never_reaches_the_library(charset: bytes) -> None:
    """It looks charsets up in Python's own registry, which refuses some (M17)."""
    head = (
        b"From: ann@example.org\nContent-Transfer-Encoding: base64\nContent-Type: text/plain; charset=%s\n\n"
    )
    letter = read(head % charset + "Schöne Grüße\n".encode(), domain="example.com")
    assert letter.lines == ("Schöne Grüße",)


@pytest.mark.parametrize("charset", CHARSETS)
def test_nor_does_that_of_a_block_of_a_report(charset: bytes) -> None:
    head = b"From: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n"
    part = b"--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a.example\n\nAction: failed\n"
    block = b"Status: 5.1.1\nContent-Type: text/plain; charset=%s\n\xc3\xb6\n\n--x--\n" % charset
    letter = read(head + part + block, return_path="", domain="example.com")
    assert letter.failure is not None
    assert letter.failure.weight == 1


@given(st.lists(PIECES | st.binary(max_size=20)).map(b"".join))
def test_arbitrary_bytes_are_read_or_refused(raw: bytes) -> None:
    read_or_refuse(raw)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([raw for raw in LETTERS if b"html" not in raw]), st.data())
def test_damaged_letters_are_read_or_refused(raw: bytes, data: st.DataObject) -> None:
    """Real letters with a piece cut out and another put in its place."""
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, min(start + 40, len(raw))))
    read_or_refuse(raw[:start] + data.draw(PIECES | st.binary(max_size=8)) + raw[end:])


def read_or_refuse(raw: bytes) -> None:
    try:
        letter = read(raw, domain="example.com")
    except LetterError:
        return
    for text in (letter.subject, letter.message_id, letter.why, *letter.lines, *letter.notes, *letter.auth):
        assert not any(c < " " or "\x7f" <= c < "\xa0" or c in "\u202e\u2066\u200b\ufeff" for c in text)
