"""Reply addresses: what is signed comes back, and nothing else does."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.reading import read
from pbem.mail.tokens import Token, TokenSigner, without_tokens

MINT = TokenSigner(b"0123456789abcdef", "example.com")
NUMBERS = st.integers(0, 2**42 - 1)
REPLY_TOKENS = st.builds(
    Token,
    kind=st.sampled_from(["confirm", "player", "seat", "invite", "leave"]),
    a=NUMBERS,
    b=NUMBERS,
    c=NUMBERS,
    d=NUMBERS,
)


@given(REPLY_TOKENS)
def test_a_reply_address_leads_back_to_its_token(token: Token) -> None:
    address = MINT.address(token)
    local, _, domain = address.partition("@")
    assert domain == "example.com"
    assert local.startswith("pbem+")
    assert set(local[5:]) <= set(string.ascii_lowercase + "234567")
    assert len(local) <= 64
    assert MINT.find([address]) == token
    assert MINT.owns(address)


@given(NUMBERS)
def test_a_bounce_address_leads_back_to_its_token(outbox_id: int) -> None:
    token = Token("bounce", outbox_id)
    address = MINT.bounce_address(token)
    assert address.startswith("pbem-b+")
    assert MINT.find([address]) == token


def test_an_ordinary_seat_has_a_short_address() -> None:
    assert len(MINT.address(Token("seat", 12345, 3, 40)).partition("@")[0]) <= 32


def test_i08_any_case_and_an_escaped_plus() -> None:
    address = MINT.address(Token("seat", 12, 1, 3))
    for spelling in (
        address.upper(),
        address.replace("+", "%2B"),
        address.replace("+", "%2b"),
        f" {address} ",
    ):
        assert MINT.find(["someone@example.org", spelling]) == Token("seat", 12, 1, 3)


@given(REPLY_TOKENS, st.data())
def test_s28_a_changed_token_is_none(token: Token, data: st.DataObject) -> None:
    address = MINT.address(token)
    at = data.draw(st.integers(5, address.index("@") - 1))
    other = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567").filter(lambda c: c != address[at]))
    assert MINT.find([address[:at] + other + address[at + 1 :]]) is None


@given(st.text(max_size=60))
def test_anything_may_be_looked_for(text: str) -> None:
    assert MINT.find([text, f"pbem+{text}@example.com", f"pbem-b+{text}@example.com"]) is None


def test_a_token_has_one_spelling() -> None:
    """Neither padding nor the spare bits of its last letter make another one."""
    for number in range(1, 2000, 7):
        local, _, domain = MINT.address(Token("seat", number, 1, 3)).partition("@")
        assert MINT.find([f"{local}@{domain}"])
        letters = "abcdefghijklmnopqrstuvwxyz234567"
        others = [f"{local[:-1]}{each}" for each in letters if each != local[-1]]
        others += [local + "=" * count for count in range(1, 8)]
        assert MINT.find([f"{other}@{domain}" for other in others]) is None


def test_other_keys_domains_and_purposes_do_not_count() -> None:
    token = Token("seat", 1, 2, 3)
    assert TokenSigner(b"another key, also long", "example.com").find([MINT.address(token)]) is None
    assert MINT.find([TokenSigner(b"0123456789abcdef", "example.org").address(token)]) is None
    assert MINT.find([MINT.bounce_address(token)]) is None
    assert MINT.find([MINT.address(Token("bounce", 1))]) is None


def test_s27_which_addresses_are_ours() -> None:
    for address in ("pbem@example.com", "PBEM@Example.COM", "postmaster@example.com", "abuse@example.com"):
        assert MINT.owns(address)
    for address in (
        "pbem+x@example.com",
        "pbem-b+x@example.com",
        "alice@example.com",
        "pbem@example.org",
        "pbem",
        "",
    ):
        assert not MINT.owns(address)


def test_which_addresses_can_be_nobody_elses() -> None:
    for address in (
        "pbem@example.com",
        "PBEM+x@Example.COM",
        "pbem-b+x@example.com",
        "postmaster+x@example.com",
    ):
        assert MINT.reserves(address)
    for address in ("pbem@example.org", "pbemx@example.com", "alice+pbem@example.com", "pbem", ""):
        assert not MINT.reserves(address)


def test_what_a_token_cannot_hold() -> None:
    for token in (Token("player", -1), Token("player", 2**42)):
        with pytest.raises(ValueError, match="numbers of a token"):
            MINT.address(token)
    with pytest.raises(ValueError, match="at least 16 bytes"):
        TokenSigner(b"short", "example.com")


def test_a_token_is_found_in_a_letter_that_was_read() -> None:
    address = MINT.address(Token("seat", 12, 1, 3)).upper()
    letter = read(f"From: a@b.org\nTo: Dodgeball 12 <{address}>\n\nMOVE e4\n".encode())
    assert MINT.find(letter.recipients) == Token("seat", 12, 1, 3)


@given(REPLY_TOKENS)
def test_no_token_survives_where_it_is_to_be_hidden(token: Token) -> None:
    for address in (
        MINT.address(token),
        MINT.address(token).upper(),
        MINT.address(token).replace("+", "%2B"),
    ):
        hidden = without_tokens(
            f"RCPT TO:<{address}> or {address.partition('@')[0]}, +1 or 2+2, a+b@example.com"
        )
        assert hidden.count("(hidden)") == 2
        assert hidden.endswith("+1 or 2+2, a+b@example.com")
        assert MINT.find(hidden.replace("<", " ").replace(">", " ").split()) is None
    assert without_tokens(MINT.bounce_address(Token("bounce", 1))) == "pbem-b+(hidden)@example.com"


def test_what_is_no_token_is_not_hidden() -> None:
    board = "+---+---+\n| a | 1 |\n+---+---+ 100%25 a+averyveryverylongwordnot1token"
    assert without_tokens(board) == board


def test_message_ids_cannot_be_guessed_and_do_not_change() -> None:
    """Who answers in the thread of a letter has read it."""
    name = MINT.message_id("match", 12, "news-1/ann@example.org")
    assert name == MINT.message_id("match", 12, "news-1/ann@example.org")
    assert name.startswith("<match.12.")
    assert name.endswith("@example.com>")
    other = TokenSigner(b"another key, also long", "example.com")
    assert name not in (
        MINT.message_id("match", 12, "news-2/ann@example.org"),
        other.message_id("match", 12, "news-1/ann@example.org"),
    )
    assert len(name.removeprefix("<match.12.").partition("@")[0]) == 20  # 80 bits in hex
