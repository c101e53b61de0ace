"""Every scenario of every game, as `pbem scenario` plays it."""

from pathlib import Path

import pytest

from pbem.play.scenario import ScenarioError, read_scenarios, run_scenario
from tests.games.ours import OURS

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = sorted(FOLDER.glob("*/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_scenario(path: Path) -> None:
    """What the file expects holds."""
    for scenario in read_scenarios(path.read_text()):
        assert not run_scenario(OURS[scenario.game], scenario), scenario.title


@pytest.mark.parametrize(
    "text",
    [
        "game: dodgeball\nposition: {pawns: {S1: z99, N1: a8}, dice: [1]}",
        "game: elfball\nposition: {players: {A: {position: Striker, at: z99}, M: {position: Imp, at: k20}}}",
        "game: gnomeball\nposition: {characters: {A1: {race: orc, at: d4}}, gnome: {at: f5}, homes: {A: z99}}",
        'game: slargeball\nposition: {figures: {rT1: "z99", bT1: "40,10"}}',
        'game: toxic-gnome\nposition: {rows: [z99], tokens: {"1": z99}}',
    ],
)
def test_a_position_that_cannot_be_is_no_valid_scenario(text: str) -> None:
    """It is said what is wrong, and where the rules have found it."""
    (scenario,) = read_scenarios(f"title: nowhere\n{text}\nexpect: {{board: x}}")
    with pytest.raises(ScenarioError, match=r"cannot go on from its position \(\w+ .* in .*, \w+\.py:\d+\)"):
        run_scenario(OURS[scenario.game], scenario)
