"""Lines that players might write: those of all scenarios."""

import functools
from pathlib import Path

import yaml

from pbem.play.orders import split_lines

SCENARIOS = Path(__file__).parent.parent / "scenarios"


@functools.cache
def lines_of(game: str) -> tuple[str, ...]:
    """Every order of the scenarios of a game, tidied, each once."""
    found: dict[str, None] = {}
    for path in sorted((SCENARIOS / game).glob("*.yaml")):
        for scenario in yaml.safe_load_all(path.read_text("utf-8")):
            for letter in scenario.get("letters", ()):
                for text in letter.values():
                    found.update(dict.fromkeys(split_lines(str(text or "").split("\n"))))
    return tuple(found)
