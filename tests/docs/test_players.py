"""docs/players.md names every command, as it is."""

import re

from pbem.mail.reading import MAX_CHARACTERS, MAX_COLUMNS, MAX_LINES
from pbem.server.core.terms import POLICIES
from pbem.server.language.command_table import COMMANDS, command_words
from pbem.server.language.yes_no import CLOSINGS
from pbem.server.lobby.offers import OFFER_DAYS
from pbem.server.reading.finder import LONGEST_ORDER
from pbem.server.reading.reader import ENDS, ORDERS_LIMIT
from tests.docs.pages import code, page, section, table
from tools.commands import renewed

PLAYERS = page("docs/players.md")
ROWS = table(section(PLAYERS, "Commands"))


def test_the_table_of_commands_is_up_to_date() -> None:
    assert renewed(PLAYERS) == PLAYERS, "write it anew: make commands"


def test_the_table_has_every_command_in_the_order_of_help() -> None:
    assert [code(row[0])[0].split()[0] for row in ROWS] == [command.name for command in COMMANDS]


def test_every_policy_is_explained() -> None:
    rows = table(section(PLAYERS, "Finding a match"))
    assert tuple(code(row[0])[0] for row in rows) == tuple(POLICIES)


def test_numbers_are_those_of_the_program() -> None:
    flat = " ".join(PLAYERS.split())
    assert f"after {OFFER_DAYS} days an offer lapses" in flat
    assert (
        f"Of a letter {MAX_LINES} lines are read ({MAX_COLUMNS:,} characters of each, {MAX_CHARACTERS:,} in all)"
        in flat
    )
    assert f", and {ORDERS_LIMIT} orders of at most {LONGEST_ORDER} characters" in flat


def test_words_that_end_a_letter_do() -> None:
    (sentence,) = re.findall(r"signatures and all below ([^.]*) or your name", " ".join(PLAYERS.split()))
    assert set(code(sentence)) <= CLOSINGS | ENDS
    assert code(sentence)


def test_commands_of_the_examples_exist() -> None:
    lines = re.findall(r"^    ([a-z]+) ", PLAYERS, re.M)
    assert {"register", "challenge", "match"} == set(lines)
    assert set(lines) <= set(command_words())
