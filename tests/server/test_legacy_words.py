"""Words of older servers lead to ours."""

import re

import pytest

from pbem.server.language.command_table import command_named, command_words
from pbem.server.reading.legacy_words import INSTEAD
from tests.server.office import Office

ANN = "ann@example.org"
WITHOUT = {"userid", "password", "login"}
"""There is nothing to write instead."""


@pytest.mark.parametrize("word", INSTEAD)
def test_each_leads_to_commands_that_there_are(word: str) -> None:
    assert command_named(word) is None
    found = [each for each in re.findall(r"[a-z]+", INSTEAD[word]) if each in command_words()]
    assert found or word in WITHOUT or "just send it" in INSTEAD[word] or "answer the mail" in INSTEAD[word]


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("word", INSTEAD)
def test_each_is_answered_with_what_to_write_here(office: Office, word: str, playing: bool) -> None:
    if playing:
        office.begin()
    else:
        office.register("Ann")
    office.mails()
    office.write(ANN, f"{word} 12 ann secret")
    assert f"Here: {INSTEAD[word]}." in office.mail_to(ANN).flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("dodgeball challenge ben", "Here the command comes first; see: help challenge."),
        ("Dodgeball move 12 ann secret b4", "Here: an order needs no word before it: just send it."),
        ("dodgeball submit 12 ann secret b4", "Here: preview ORDER shows what an order would do"),
    ],
)
def test_the_game_does_not_come_first(office: Office, line: str, told: str) -> None:
    office.register("Ann")
    office.write(ANN, line)
    assert told in office.mail_to(ANN).flat


def test_a_stranger_who_writes_as_to_another_server_is_helped(office: Office) -> None:
    office.write("zoe@example.org", "signoff")
    told = office.mail_to("zoe@example.org").flat
    assert "leave server is for good" in told
    assert "To begin write: register NAME" in told


@pytest.mark.parametrize("line", ["userid ann", "password secret", "login ann"])
def test_a_line_that_says_who_writes_is_left_alone_and_the_others_are_done(office: Office, line: str) -> None:
    office.register("Ann")
    office.write("ann@example.org", f"{line}\nlist")
    told = office.mail_to("ann@example.org").flat
    assert f'"{line.split()[0]}" is not needed here: your address says who you are.' in told
    assert "YOUR MATCHES" in told
    assert "secret" not in told


def test_a_stranger_who_says_who_they_are_is_told_how_to_become_that(office: Office) -> None:
    office.register("Joe")
    office.write("zoe@example.org", "userid joe\nlist")
    assert "e.g. register joe2" in office.mail_to("zoe@example.org").flat


@pytest.mark.parametrize("line", ["all fetch", "fetch"])
def test_an_order_of_another_match_is_no_word_of_another_server(office: Office, line: str) -> None:
    """Slargeball has `fetch`, which elsewhere sent for files."""
    office.begin("pawns=3 placement=fixed")
    office.begin("turns=5", game="slargeball")
    office.mails()
    office.write(ANN, f"match 1\n{line}")
    told = office.mail_to(ANN).flat
    assert "Here:" not in told
    if line == "all fetch":
        assert "That is an order of match 2 (Slargeball!): write match 2 above it" in told
