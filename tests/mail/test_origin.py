"""Where letters come from: what a sender cannot make up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.limits import Limits
from pbem.mail.origin import claimed, source


@pytest.mark.parametrize(
    ("received", "found"),
    [
        ("from mx.example (mx.example [192.0.2.7]) by play.example (Postfix)", "192.0.2.0/24"),
        ("from [198.51.100.9] (unknown [192.0.2.7])\r\n\tby play.example (Postfix)", "192.0.2.0/24"),
        ("from mx ([192.0.2.7] helo=mx) by play.example with esmtp (Exim)", "192.0.2.0/24"),
        ("from [192.0.2.7] (helo=[198.51.100.9]) by play.example with esmtp (Exim)", "192.0.2.0/24"),
        ("from mx (mx [192.0.2.7] (may be forged)) by play.example", "192.0.2.0/24"),
        ("from mx (mx [IPv6:2001:db8:1:2::3]) by play.example", "2001:db8:1::/48"),
        ("from mx (mx [::ffff:192.0.2.7]) by play.example", "192.0.2.0/24"),
        ("from mx (unknown [999.2.3.4]) by play.example", "@example.org"),
        ("from mx by play.example (play.example [192.0.2.7])", "@example.org"),
        ("by play.example (Postfix, from userid 1000)", "@example.org"),
    ],
)
def test_the_server_in_front_tells_the_network(received: str, found: str) -> None:
    raw = f"Return-Path: <x@y>\r\nReceived: {received}\r\nFrom: a@b.example\r\n\r\ntext".encode()
    assert source(raw, "", "ann@Example.org.") == found
    assert source(raw, "127.0.0.1", "ann@example.org") == found


def test_a_client_from_outside_counts_for_itself() -> None:
    """What it writes on top is its own affair."""
    raw = b"Received: from x (x [198.51.100.9]) by y\r\n\r\n"
    assert source(raw, "192.0.2.7", "a@b.example") == "192.0.2.0/24"
    assert source(raw, "2001:db8:1:2::3", "a@b.example") == "2001:db8:1::/48"


def test_servers_of_ours_are_passed_over_down_to_the_first_from_outside() -> None:
    inner = b"Received: from filter (localhost [127.0.0.1]) by mail\r\nReceived: from mx (mx [10.0.0.3]) by filter\r\n"
    outer = b"Received: from evil (evil [192.0.2.7]) by mx\r\nReceived: from made (up [198.51.100.9]) by evil\r\n\r\n"
    assert source(inner + outer, "", "a@b.example") == "192.0.2.0/24"


def test_a_field_in_the_text_is_none() -> None:
    raw = b"From: a@b.example\r\n\r\nReceived: from x (x [192.0.2.7]) by y\r\n"
    assert source(raw, "", "a@b.example") == "@b.example"
    assert source(raw, "", "") == "@"


@given(st.binary(max_size=300), st.text(max_size=30))
def test_any_bytes_will_do(raw: bytes, peer: str) -> None:
    for letter in (raw, b"Received: from " + raw, b"From: " + raw):
        source(letter, peer, peer)
        claimed(letter, Limits())


@pytest.mark.parametrize(
    ("field", "found"),
    [
        (b"From: Ann <Ann@Example.org>\r\n", "ann@example.org"),
        (b"From: ann@example.org, ben@example.org\r\n", ""),
        (b"From: ann@example.org\r\nFrom: ben@example.org\r\n", ""),
        (b"From: " + b"x" * 3000 + b"@example.org\r\n", ""),
        (b"", ""),
    ],
)
def test_whom_a_letter_claims_to_be_from(field: bytes, found: str) -> None:
    assert claimed(b"To: x@y\r\n" + field + b"\r\nFrom: eve@example.org", Limits()) == found
