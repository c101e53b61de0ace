"""Rulebooks as mails: shapes instead of marks, nothing lost, nothing too wide."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem.mail.markdown import as_mail
from pbem.mail.prose import find_folder
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN

RULEBOOKS = sorted(find_folder("docs/rules").glob("*.md"))


def as_lines(markdown: str) -> list[str]:
    """The lines of the mail, without the blanks that mark a broken line."""
    return [line.rstrip() for line in as_mail(markdown).split("\n")[:-1]]


def test_a_table_below_an_item_stands_in_columns() -> None:
    clause = (
        "- **GAME-28** \\* What `comes` of it:\n\n"
        "  | Rolls | Target *dodges* |\n  |---|---|\n  | higher (15 of 36) | hit |\n  | equal | `a \\| b` |\n"
        "- **GAME-29** Hit.\n- **GAME-30** Miss."
    )
    assert as_lines(clause) == [
        '- GAME-28 * What "comes" of it:',
        "",
        "    Rolls              Target dodges",
        "    -----------------  -------------",
        "    higher (15 of 36)  hit",
        "    equal              a | b",
        "",
        "- GAME-29 Hit.",
        "- GAME-30 Miss.",
    ]


def test_a_table_too_wide_for_columns_is_told_row_by_row() -> None:
    why = "because it is " + "very " * 12 + "long"
    assert as_lines(f"| Case | | Why |\n|---|---|---|\n| `one` | x | {why} |\n| two | | short |") == [
        '  Case "one". x; Why: because it is very very very very very very very',
        "    very very very very very long",
        "  Case two. Why: short",
    ]
    assert as_lines(f"| Line | What comes |\n|---|---|\n| `go` | {why} |\n| `no, go` | `x` |") == [
        "  Line: What comes",
        '  "go": because it is very very very very very very very very very very',
        "    very very long",
        '  "no, go": "x"',
    ]
    assert as_lines(f"| | |\n|---|---|\n| Aim | {why} |") == [
        "  Aim: because it is very very very very very very very very very very",
        "    very very long",
    ]
    assert as_lines("| | |\n|---|---|\n| Players | two |\n| Aim | to win |") == [
        "  Players  two",
        "  Aim      to win",
    ]


def test_a_table_that_fits_with_narrow_gaps_stands_in_columns() -> None:
    wide = "x" * 35
    assert as_lines(f"| One | Two |\n|---|---|\n| {wide} | {wide} |")[2] == f"  {wide}  {wide}"
    assert as_lines(f"| One | Two |\n|---|---|\n| {wide} | x{wide} |")[2] == f"  {wide} x{wide}"


def test_code_is_quoted_and_emphasis_goes_also_where_lines_break() -> None:
    assert as_lines("South (seat `S`) and North (seat\n`N`) are **not\nbold**; see [there](rules.md).") == [
        'South (seat "S") and North (seat "N") are not bold; see there.'
    ]
    assert as_lines("# `go` on\n`all` all its stars") == ["GO ON", "", '"all" all its stars']


def test_lists_hang_headings_are_capitals_and_quotations_indented() -> None:
    text = "## The end\n1. one " + "word " * 16 + "\n   - inner\n2. two\n\n> said\n\n- - deep"
    assert as_lines(text) == [
        "THE END",
        "",
        "1. one word word word word word word word word word word word word word",
        "   word word word",
        "",
        "   - inner",
        "",
        "2. two",
        "",
        "  said",
        "",
        "-",
        "",
        "  - deep",
    ]


def test_drawings_stay_as_they_are() -> None:
    assert as_mail("So:\n\n```\n  a  *b*\n\n | c |\n```\n") == (
        f"So:\n\n{BOARD_OPEN}\n  a  *b*\n\n | c |\n{BOARD_CLOSE}\n"
    )


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_every_rulebook_comes_out_clean_and_whole(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    mail = as_mail(source)
    prose = re.sub(f"{BOARD_OPEN}.*?{BOARD_CLOSE}", "", mail, flags=re.S)
    assert not re.search(r"\\\*|`|\*\*|\|[ -]*\||^#", prose, re.M)
    assert max(len(line.rstrip()) for line in prose.split("\n")) <= 74
    assert max(map(len, mail.split("\n"))) <= 76  # drawings are indented by two more
    before, after = (Counter(re.findall(r"\w+", text.lower())) for text in (source, mail))
    assert before <= after  # QU*CK is two words: without its star it would be missing
