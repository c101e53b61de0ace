"""docs/players/: the reference is what the help mails say, and the other pages keep to it."""

import re

import pytest

from pbem.mail.reading import MAX_CHARACTERS, MAX_COLUMNS, MAX_LINES
from pbem.server.core.terms import POLICIES
from pbem.server.language.command_table import COMMANDS, command_named
from pbem.server.language.setting_table import SETTINGS
from pbem.server.language.yes_no import CLOSINGS
from pbem.server.lobby.offers import OFFER_DAYS
from pbem.server.reading.finder import LONGEST_ORDER
from pbem.server.reading.reader import ENDS, ORDERS_LIMIT
from tests.docs.pages import ROOT, code, page, section, table
from tools.commands import manual

PAGES = sorted(path.name for path in (ROOT / "docs/players").glob("*.md"))
PLAYING = page("docs/players/playing.md")
FORMS = {form for command in COMMANDS for form in command.usage}
CONTINUATIONS = ("S1 ", "N2 ", "N1 ", "if ", "always")
"""How orders of games begin in examples."""


def test_the_reference_is_up_to_date() -> None:
    assert page("docs/players/reference.md") == manual(), "write it anew: make commands"


def test_the_reference_has_every_form_of_a_setting() -> None:
    rows = {code(row[0])[0] for row in table(section(manual(), "settings"))}
    forms = {form for form in FORMS if form.startswith("settings ")}
    assert rows == forms
    assert {form.split()[1] for form in rows} == set(SETTINGS)


def test_every_policy_is_explained() -> None:
    rows = table(section(page("docs/players/time.md"), "If a player misses a deadline"))
    assert tuple(code(row[0])[0] for row in rows) == tuple(POLICIES)


def test_numbers_are_those_of_the_program() -> None:
    flat = " ".join(PLAYING.split())
    assert (
        f"the first {MAX_LINES} lines ({MAX_COLUMNS:,} characters of each, {MAX_CHARACTERS:,} in all)" in flat
    )
    assert f"with up to {ORDERS_LIMIT} orders of at most {LONGEST_ORDER} characters" in flat
    opponents = " ".join(page("docs/players/opponents.md").split())
    assert f"an offer lapses after {OFFER_DAYS} days" in opponents


def test_words_that_end_a_letter_do() -> None:
    (sentence,) = re.findall(r"everything below ([^.]*) or your name", " ".join(PLAYING.split()))
    assert set(code(sentence)) <= CLOSINGS | ENDS
    assert code(sentence)


@pytest.mark.parametrize("name", PAGES)
def test_commands_of_the_examples_exist(name: str) -> None:
    """Lines of their own; and what tables give as something to write."""
    text = page(f"docs/players/{name}")
    lines = re.findall(r"^    (.+)$", text, re.M) if name != "reference.md" else []
    lines += [word for row in re.findall(r"^\|.*\|$", text, re.M) for word in code(row) if " " in word]
    lines = [line for line in lines if "=" not in line.split()[0]]
    for line in lines:
        assert line.startswith(CONTINUATIONS) or command_named(line.split()[0].rstrip(":")), line
