"""Tables typed in columns become real ones; everything else stays text."""

import re

import pytest

from pbem.mail.colours import NONE
from pbem.mail.html import to_text
from pbem.mail.html_part import COLUMNS, drawing, prose
from pbem.mail.prose import fit
from pbem.mail.tables import Table, find_tables, split_cells
from pbem.mail.text import TEXT_WIDTH
from tests.games.ours import OURS

TEAM = """\
 North (Ann), Siringit
                       J M T D S G  where
  A Defender           5 4 4 2 2 4  n21 looks 3 se
  C Gorillaur, Striker 6 3 3 3 4 2  g8 Down
    Agile, Steal
  F Midfielder         6 3 3 3 3 3  Bench
    Bench: G Midfielder."""
RULES = """\
    Rolls              Target dodges
    -----------------  -------------
    higher (15 of 36)  hit
    equal              a miss"""
FIGURES = """\
   D    20,17 up   held by bR
   T1    9,18 up
   T2   22,16 DOWN lies over 22,17
   G     4,16 up"""
CREW = """\
 A1 Troll       d6  hp 2/5  ready  regeneration used
 A4 (Orc)       serves B as B6
 A5 Worgen      e5  hp 5/5  used   -
 B1 Troll       d7  hp 3/5  ready  slow 1 left
 B4 Troll *     f5  hp 5/5  used   -"""


def rows(html: str) -> list[list[str]]:
    """The rows of all tables in some HTML, cell by cell, each with its kind of element."""
    return [
        [f"{kind} {text}".strip() for kind, text in re.findall(r"<(t[hd][^>]*)>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", " ".join(html.split()))
    ]


def test_a_line_of_names_makes_columns_with_headings() -> None:
    """The title above and the line below stay text; what stands below a row goes right across."""
    html = prose(TEAM, NONE)
    assert [len(row) for row in rows(html)] == [8, 8, 8, 1, 8]
    heading, first, second, below, _ = rows(html)
    assert heading == ['th scope="col" align="left"', *(f'th scope="col" align="left" {name}' for name in "JMTDSG"),
                       'th scope="col" align="left" where']  # fmt: skip
    assert first[0] == 'th scope="row" align="left" A Defender'
    assert first[1:] == ["td 5", "td 4", "td 4", "td 2", "td 2", "td 4", "td n21 looks&nbsp;3 se"]
    assert second[0] == 'th scope="row" align="left" C Gorillaur, Striker'
    assert below == ['td colspan="8" Agile, Steal']
    assert html.index("North (Ann)") < html.index("<table") < html.index("</table>") < html.index("Bench: G")
    assert "<pre" not in html


def test_names_may_be_underlined() -> None:
    assert rows(prose(RULES, NONE)) == [
        ['th scope="col" align="left" Rolls', 'th scope="col" align="left" Target dodges'],
        ['th scope="row" align="left" higher (15 of 36)', "td hit"],
        ['th scope="row" align="left" equal', "td a miss"],
    ]


def test_three_lines_in_columns_are_a_table_without_names() -> None:
    """Numbers may stand on the right of their column, and words may end one blank before the next one."""
    assert [[text for text, _ in split_cells(*each)] for each in cells(FIGURES)] == [
        ["D", "20,17 up", "held by bR"],
        ["T1", "9,18 up", ""],
        ["T2", "22,16 DOWN", "lies over 22,17"],
        ["G", "4,16 up", ""],
    ]


def cells(text: str) -> list[tuple[str, tuple[int, ...]]]:
    """The lines of the only table in a text, each with where the columns begin."""
    (table,) = find_tables(text.split("\n"))
    assert isinstance(table, Table)
    return [(line, table.columns) for line in table.lines]


def test_one_line_that_does_not_keep_to_the_columns_does_not_matter() -> None:
    found = [split_cells(*each) for each in cells(CREW)]
    assert found[0] == [("A1 Troll", 1), ("d6", 1), ("hp 2/5", 1), ("ready", 1), ("regeneration used", 1)]
    assert found[1] == [("A4 (Orc)", 1), ("serves B as B6", 3), ("", 1)]
    assert '<td colspan="3">serves B as B6</td>' in prose(CREW, NONE)


def test_a_row_that_a_mail_breaks_in_its_last_column_is_one_row() -> None:
    crew = CREW.replace("slow 1 left", "slow 1 left; explosives on d7; frenzied for 2; cannot move")
    fitted = "\n".join(map(fit, crew.split("\n")))
    assert (
        max(len(line.rstrip()) for line in fitted.split("\n")) <= TEXT_WIDTH < max(map(len, crew.split("\n")))
    )
    assert prose(fitted, NONE) == prose(crew, NONE)


@pytest.mark.parametrize(
    "text",
    [
        "South: S1 b4; S2 d2.\nNorth: N1 b8.",
        " Dice: South, to act now: 3 3 3.   North, next turn: 3 5 6.",
        " 1 Ann  on b1, I   row 1 of 1-12   in danger\n 2 Ben  on b3, N   row 3 of 1-12",
        " O ball at its start    o ball in a square\n S1* pawn with a ball",
        " A' 1 ne   A> 2 east   A, 3 se   ,A 4 sw\n _A_ Down   ~A~ Dazed   *A' holds the ball\n # edge line   @ goal",
        "  e.g.  match 1\n        S1 move b4",
    ],
)
def test_what_is_no_table_stays_text(text: str) -> None:
    assert list(find_tables(text.split("\n"))) == [text.split("\n")]
    assert "<table" not in prose(text, NONE)


def test_a_wide_board_is_scaled_to_the_window() -> None:
    """At 360 pixels a letter of 0.6 of its size leaves room for the margins, whatever the width."""
    for width in (8, 46, 66, 76):
        html = drawing(["x" * width])
        scaled = re.search(r"font-size:12px;font-size:([\d.]+)vmin;font-size:min\(13px,([\d.]+)vw\)", html)
        assert scaled is not None
        pixels = min(13, float(scaled[2]) * 3.6)
        assert width * 0.602 * pixels <= 360 - 28
        assert float(scaled[1]) <= float(scaled[2])


@pytest.mark.parametrize(
    "text", ["word " * 60, " \n  ".join(["a line that goes on"] * 9), TEAM, "  S1 move b4"]
)
def test_no_line_of_the_source_is_long(text: str) -> None:
    assert max(map(len, prose(text, NONE).split("\n"))) <= COLUMNS


def test_what_is_quoted_without_marks_is_read_as_it_was_typed() -> None:
    """A reply in HTML may hold our own: the lines of a drawing and the rows of a table are lines."""
    lines = [f"{row} " + " ".join(f"|S{row}|N{row}" for _ in range(8)) for row in range(9)]
    assert to_text(drawing(lines)).split("\n") == lines
    assert to_text(prose(TEAM, NONE)).split("\n")[:3] == [
        "North (Ann), Siringit",
        "J M T D S G where",
        "A Defender 5 4 4 2 2 4 n21 looks\xa03 se",
    ]


def test_the_sheet_of_a_team_has_a_column_for_each_number() -> None:
    """As a match of Elfball types it: a screen reader says which number is which."""
    game = OURS["elfball"]
    picture = game.picture()
    assert picture is not None
    for table in game.view(picture, None).tables[:2]:
        names, *players = rows(prose("\n".join(table), NONE))
        assert names[-6:] == [f'th scope="col" align="left" {each}' for each in "JMTDSG"]
        assert all(len(cells) == len(names) for cells in players if len(cells) > 1)


def test_what_came_of_a_letter_is_prose() -> None:
    """Lines that are quoted with what came of them are broken as the screen needs it."""
    html = prose("  > G score\n    noted: Plan of G: score. Warning: G carries nothing now.", NONE)
    assert "<pre" not in html
    assert "&gt; G score" in html
