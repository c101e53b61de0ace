"""The games of this project. Others may be installed beside them, and are not what the tests are about."""

from importlib.metadata import entry_points
from typing import Any

from pbem.play.game import Game

OURS: dict[str, Game[Any]] = {
    point.name: point.load()()
    for point in sorted(entry_points(group="pbem.games"))
    if point.value.startswith("pbem.games.")
}
"""By name, in its order. They hold nothing that changes, so all tests use the same ones."""
