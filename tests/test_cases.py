"""Every case of docs/cases.md has a test that bears its number, or a reason in docs/known-issues.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.docs.pages import page, section, table

TESTS = Path(__file__).parent
CASES = {"S": 35, "M": 38, "I": 34, "B": 32, "O": 12}
CHAPTERS = (
    "The session",
    "Header and structure",
    "Identity, loops and copies",
    "Text and commands",
    "Operation",
)


def numbers(name: str) -> Iterator[str]:
    """The cases that a name begins with: S32 and S33 for `s32_s33_the_store_is_gone`."""
    for word in name.split("_"):
        if not (found := re.fullmatch(r"([smibo])(\d{1,2})", word)):
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


def test_the_list_is_complete() -> None:
    listed = [row[0] for chapter in CHAPTERS for row in table(section(page("docs/cases.md"), chapter))]
    assert listed == [
        f"{letter}{number}" for letter, count in CASES.items() for number in range(1, count + 1)
    ]


def test_every_case_has_its_test_or_its_reason() -> None:
    tested = {case for name in names() for case in numbers(name)}
    reasons = set(re.findall(r"^- Case ([SMIBO]\d+):", page("docs/known-issues.md"), re.M))
    assert len(reasons) <= 5
    assert not tested & reasons
    every = {f"{letter}{number}" for letter, count in CASES.items() for number in range(1, count + 1)}
    assert every - tested - reasons == set()
