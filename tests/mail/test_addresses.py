"""Which mailbox a header names (I5, I6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.addresses import candidates, normalise, only


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        ("Alice@Example.ORG", "alice@example.org"),
        ("alice@example.org.", "alice@example.org"),
        ("alice@bücher.example", "alice@xn--bcher-kva.example"),
        ("alice@XN--BCHER-KVA.example", "alice@xn--bcher-kva.example"),
        ("a.b+c@example.org", "a.b+c@example.org"),
        ("\u0430lice@example.org", ""),  # a Cyrillic letter
        ("ali\u202ece@example.org", ""),
        ("ali\0ce@example.org", ""),
        ("a b@example.org", ""),
        ('"a b"@example.org', ""),
        ("a@[192.0.2.1]", ""),
        ("a..b@example.org", ""),
        ("a@b@example.org", ""),
        ("alice", ""),
        ("@example.org", ""),
        ("a" * 65 + "@example.org", ""),
        ("alice@" + "a" * 64 + ".org", ""),
    ],
)
def test_i06_one_spelling_for_each_mailbox(address: str, normal: str) -> None:
    assert normalise(address) == normal


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.org",
        "Alice <alice@example.org>",
        '"Liddell, Alice" <Alice@Example.org>',
        "alice@example.org (Alice (from Wonderland))",
        "bob@example.net <alice@example.org>",
        '"<bob@example.net>" <alice@example.org>',
        r'"a \" b" <alice@example.org>',
        "=?utf-8?q?=C3=85lice?= <alice@example.org>",
    ],
)
def test_i05_exactly_one_mailbox(value: str) -> None:
    assert only(value) == "alice@example.org"


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.org)bob@example.net",
        "<alice@example.org>bob@example.net",
        "alice@example.org, bob@example.net",
        "Alice <alice@example.org>, bob@example.net",
        "<alice@example.org> <bob@example.net>",
        "friends: alice@example.org;",
        "friends: Alice <alice@example.org>",
        "<<alice@example.org>>",
        "<alice@example.org",
        '"alice@example.org',
        "(alice@example.org",
        "alice@example.org(",
        "",
        '"' * 2000,
        "(" * 2000,
    ],
)
def test_i05_not_exactly_one_mailbox(value: str) -> None:
    assert only(value) == ""


def test_i08_every_address_of_a_list_is_a_candidate() -> None:
    value = '"A, B" <a@x.org>, b@x.org; (c, d) friends: e@x.org, <f@x.org>'
    assert list(candidates(value)) == ["a@x.org", "b@x.org", "e@x.org", "f@x.org"]


@given(st.text(max_size=200))
def test_anything_is_read(value: str) -> None:
    for address in [only(value), *candidates(value)]:
        assert address == normalise(address)
