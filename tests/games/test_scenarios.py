"""Every scenario of every game, as `pbem scenario` plays it."""

from pathlib import Path

import pytest

from pbem.play.scenario import read_scenarios, run_scenario
from tests.games.ours import OURS

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = sorted(FOLDER.glob("*/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_scenario(path: Path) -> None:
    """What the file expects holds."""
    for scenario in read_scenarios(path.read_text()):
        assert not run_scenario(OURS[scenario.game], scenario), scenario.title
