"""Every numbered clause of a rulebook is tested: cited in a test's docstring or in a scenario's `clauses`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.play.scenario import read_scenarios

ROOT = Path(__file__).parent.parent.parent
RULES = sorted(ROOT.glob("docs/rules/*.md"))
CLAUSE = re.compile(r"\b[A-Z]+(?:-[A-Z]+)*-[0-9]+\b")
NUMBERED = re.compile(rf"\*\*({CLAUSE.pattern})\*\*")


def docstrings(folder: Path) -> Iterator[str]:
    """What the tests of a folder say of themselves."""
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def cited(game: str) -> set[str]:
    """The clauses that the tests and scenarios of a game name."""
    folder = game.replace("-", "_")
    texts = list(docstrings(ROOT / "tests" / "games" / folder))
    for path in (ROOT / "tests" / "scenarios" / game).glob("*.yaml"):
        texts += [scenario.clauses for scenario in read_scenarios(path.read_text())]
    return {clause for text in texts for clause in CLAUSE.findall(text)}


@pytest.mark.parametrize("rules", RULES, ids=[path.stem for path in RULES])
def test_every_clause_is_cited(rules: Path) -> None:
    """No clause goes untested, and no test cites a clause that is not there."""
    clauses = set(NUMBERED.findall(rules.read_text()))
    assert clauses
    assert cited(rules.stem) ^ clauses == set()
