"""Every case of docs/cases.md has a test that bears its number, or a reason in docs/known-issues.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.docs.pages import page, section, table

TESTS = Path(__file__).parent
CHAPTERS = (
    "The session",
    "Header and structure",
    "Identity, loops and copies",
    "Text and commands",
    "Operation",
    "The mailbox",
)


def numbers(name: str) -> Iterator[str]:
    """The cases that a name begins with: S32 and S33 for `s32_s33_the_store_is_gone`."""
    for word in name.split("_"):
        if not (found := re.fullmatch(r"([smibop])(\d{1,2})", word)):
            return
        yield f"{found[1].upper()}{int(found[2])}"


def names() -> Iterator[str]:
    """The names of all tests, of their parameters, and of dialogues and letters."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name.removeprefix("test_")
            elif isinstance(node, ast.keyword) and node.arg == "id" and isinstance(node.value, ast.Constant):
                yield str(node.value.value)
    yield from (path.stem for path in TESTS.glob("dialogues/*.txt"))
    yield from (path.parent.name for path in TESTS.glob("letters/*/in.eml"))


def listed() -> list[str]:
    """The cases of the page, in its order."""
    return [row[0] for chapter in CHAPTERS for row in table(section(page("docs/cases.md"), chapter))]


def test_the_cases_of_each_chapter_are_numbered_without_a_gap() -> None:
    for letter in "SMIBOP":
        numbers = [int(case[1:]) for case in listed() if case[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1))


def test_every_case_has_its_test_or_its_reason() -> None:
    tested = {case for name in names() for case in numbers(name)}
    reasons = set(re.findall(r"^- Case ([SMIBOP]\d+):", page("docs/known-issues.md"), re.M))
    assert len(reasons) <= 5
    assert not tested & reasons
    assert set(listed()) - tested - reasons == set()
    assert tested | reasons <= set(listed())
