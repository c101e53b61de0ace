"""Words out of templates: events, prompts, help and mails."""

from pathlib import Path

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail import prose
from pbem.mail.prose import Templates, fill, fit
from pbem.mail.text import TEXT_WIDTH
from tests.play.toy import HitOdds, Rested, Struck, Typed, react_ask

EVENTS = """
{% macro rested(e, names) %}
{{ names[e.by] }}
rests.
{% endmacro %}
{% macro hit_odds(e, names) %}{{ e.dodged }} if {{ names[e.at] }} dodges{% endmacro %}
{% macro _private(e) %}never told{% endmacro %}
{% macro struck(e, names) %}{{ e.faces | listed }}: {{ ngettext("%(num)s die", "%(num)s dice", e.faces | length) }}\
{% endmacro %}
{% macro ask_react(about, state) %}{{ about.by }} hits you; {{ state.points["A"] }} to nought.{% endmacro %}
""".replace("\\\n", "")
HELP = """
{% macro overview() %}
Two acts
in turn.

Who reaches the goal has won.
{% endmacro %}
{% macro decision_react() %}dodge or block{% endmacro %}
"""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Templates:
    """Templates of our own for mails, and those of a game that lives in another package."""
    own, duel = tmp_path / "templates", tmp_path / "duel"
    (own / "mails").mkdir(parents=True)
    (own / "mails" / "board.j2").write_text("\n{{ handle }}, your turn.\n{{ text | fill }}\n\n")
    duel.mkdir()
    (duel / "events.j2").write_text(EVENTS)
    (duel / "help.j2").write_text(HELP)
    monkeypatch.setattr(prose, "find_folder", lambda name: own)
    return Templates({"duel": duel})


NAMES = {"A": "Anna", "B": "Bert"}


def test_a_game_of_another_package_brings_its_own_templates(words: Templates) -> None:
    assert words.overview("duel") == "Two acts in turn.\n\nWho reaches the goal has won."


def test_an_event_is_told_in_one_paragraph_by_the_macro_named_like_it(words: Templates) -> None:
    assert words.event("duel", Rested("A"), NAMES) == "Anna rests."
    assert words.event("duel", HitOdds("B"), NAMES) == "15/36 if Bert dodges"


def test_words_are_listed_and_counted(words: Templates) -> None:
    def told(*faces: int) -> str:
        return words.event("duel", Struck("A", "B", "dodge", faces, True), NAMES).split(":")[0]

    assert [told(4), told(4, 5), told(4, 5, 6), told()] == ["4", "4 and 5", "4, 5 and 6", ""]
    assert words.event("duel", Struck("A", "B", "dodge", (4,), True), NAMES) == "4: 1 die"
    assert words.event("duel", Struck("A", "B", "dodge", (4, 5), True), NAMES) == "4 and 5: 2 dice"


def test_a_line_in_columns_keeps_its_indent_where_it_is_broken() -> None:
    short, long = "   one 2", "   " + "word " * 16
    assert fit(short, " ") == "    one 2"
    assert fit(long, " ").split("\n") == ["    " + "word " * 14, "      " + "word word"]


def test_a_line_that_is_too_wide_is_broken_in_its_last_column() -> None:
    row = "A1 Orc *   g6  hp 3/5  used   HOLDS GNOME; frenzy 1 left; slow 2 left; tending; cannot move"
    assert fit(row, " ").split("\n") == [
        " A1 Orc *   g6  hp 3/5  used   HOLDS GNOME; frenzy 1 left; slow 2 left; ",
        "                               tending; cannot move",
    ]


def test_columns_that_begin_far_to_the_right_go_below_the_others() -> None:
    legend = "T1234: players 1, 2, 3 and 4 stand on that wild space     * wild space     ! danger zone"
    assert fit(legend, " ").split("\n") == [
        " T1234: players 1, 2, 3 and 4 stand on that wild space     * wild space  ",
        "   ! danger zone",
    ]


def test_a_prompt_knows_what_it_is_about_and_the_state(words: Templates) -> None:
    state = Typed(points={"A": 3})
    assert words.prompt("duel", react_ask(state, "A", "B"), state) == "A hits you; 3 to nought."
    assert words.decision("duel", "react") == "dodge or block"
    assert words.decisions("duel") == ["react"]


def test_macros_are_those_that_tell_something(words: Templates) -> None:
    assert sorted(words.macros("duel")) == ["ask_react", "hit_odds", "rested", "struck"]


def test_a_mail_that_lacks_a_fact_is_not_sent(words: Templates) -> None:
    assert words.mail("board", handle="anna", text="a  b") == "anna, your turn.\na b\n"
    with pytest.raises(jinja2.UndefinedError):
        words.mail("board", handle="anna")


def test_a_missing_macro_is_an_error(words: Templates) -> None:
    with pytest.raises(AttributeError, match="decision_fly"):
        words.decision("duel", "fly")


def test_a_missing_folder_is_named() -> None:
    assert prose.find_folder("templates").is_dir()
    with pytest.raises(FileNotFoundError, match="no/such"):
        prose.find_folder("no/such")


@given(st.lists(st.text("abc-", min_size=1, max_size=20), max_size=60))
def test_filled_prose_keeps_its_words_and_its_width(words: list[str]) -> None:
    text = fill("  ".join(words), indent="  ", hang="  ")
    assert text.split() == words
    assert all(len(line.rstrip()) <= TEXT_WIDTH for line in text.split("\n"))
    assert all(line.startswith("    ") for line in text.split("\n")[1:])
