"""The rules text, its clauses and its scenarios hang together."""

import re
from pathlib import Path

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.lexicon import SHA256
from pbem.mail.prose import find_folder
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C

RULES = (find_folder("docs/rules") / "toxic-gnome.md").read_text()
HERE = Path(__file__).parent
SCENARIOS = sorted((HERE.parent.parent / "scenarios" / "toxic-gnome").glob("*.yaml"))
CLAUSE = re.compile(r"TOXIC-GNOME-\d+")


def test_every_clause_is_tested() -> None:
    """Each of the 41 clauses is in the rules text, and named by a test or scenario."""
    clauses = re.findall(r"^- \*\*(TOXIC-GNOME-\d+)\*\*", RULES, re.MULTILINE)
    assert clauses == [f"TOXIC-GNOME-{number}" for number in range(1, 42)]
    texts = [path.read_text() for path in (*HERE.glob("test_*.py"), *SCENARIOS) if path != Path(__file__)]
    cited = set(CLAUSE.findall("\n".join(texts)))
    assert sorted(set(clauses) - cited) == []
    assert sorted(cited - set(clauses)) == []


def test_the_rules_text_says_what_the_game_says() -> None:
    """The credit, the options, the boards and the checksums of the word lists."""
    assert "\n".join(f"> {line}" for line in ToxicGnome.credit.split("\n")) in RULES
    for option in ToxicGnome.options:
        assert f"| `{option.name}` |" in RULES
    for board in (BOARD_A, BOARD_C):
        assert board in RULES
    for digest in SHA256.values():
        assert f"`{digest}`" in RULES
