"""Players of the house at the advanced level: they use what their players know."""

from typing import Any

import pytest

from pbem.games.elfball.field.state import Support
from pbem.games.elfball.teams.rosters import Team
from pbem.play.game import LEVELS, masked
from pbem.play.requests import seeded

from .pitch import GAME, Played

FAR = "M Mummy x19; N Mummy x21"
"""Opponents who are of no account."""


def written(text: str, level: str = "normal", **given: Any) -> str:
    """What a player of the house writes for North."""
    pitch = Played(f"{text}; {FAR}" if " M " not in text else text, advanced=True, **given)
    return GAME.bots[level](masked(pitch.state, "N"), pitch.match.asks["N"], seeded("bots"))


@pytest.mark.parametrize(
    ("text", "line", "given"),
    [
        (
            "A Zombie q20 4 with fear, shamble",
            "A surge r19 s18, go goal",
            {"ball": "A", "momentum": 4},
        ),
        (
            "A Midfielder m4 1 with rally, teammate; B Midfielder m18 1",
            "A surge m6 m8",
            {"ball": "m20", "momentum": 2, "moved": {"N": "B"}},
        ),
        (
            "A Imp e10 1 with taunt, swarm; B Imp g10 1; C Imp k20 down",
            "A swarm B",
            {"ball": "h13", "momentum": 2, "moved": {"N": "B"}},
        ),
        (
            "A Striker k20 3; B Imp m24 1 with taunt; M Hunter l21 6; N Mummy x21",
            "taunt B M 2",
            {"ball": "A", "momentum": 2, "shifted": True},
        ),
        (
            "A Striker k20 3; B Imp m24 1 with taunt, quickling",
            "quickling B",
            {"ball": "l25", "momentum": 2, "shifted": True, "moved": {"N": "A"}},
        ),
        (
            "A Safety e10 1 with reach, react; B Striker f21 1; M Striker g20 1; N Mummy x21",
            "react A e12",
            {"ball": "M", "momentum": 3, "shifted": True, "moved": {}},
        ),
        (
            "A Striker p21 3; B Imp m24 1",
            "cheer 2",
            {"ball": "A", "support": {"N": Support(cheerleaders=2)}},
        ),
        (
            "A Striker k20 3 with steal; M Striker k24 2; N Mummy x21",
            "A go behind M, tackle M with steal",
            {"ball": "M"},
        ),
    ],
)
@pytest.mark.parametrize("level", ["normal"])
def test_abilities_are_used(text: str, line: str, given: dict[str, object], level: str) -> None:
    """ELFBALL-105, ELFBALL-117, ELFBALL-141 to 143, ELFBALL-152, ELFBALL-153: where they help."""
    assert written(text, level, **given).startswith(line)


@pytest.mark.parametrize("level", LEVELS)
def test_a_team_is_built_within_the_cap(level: str) -> None:
    """ELFBALL-100: any list will do, with what the points allow."""
    pitch = Played(options={"level": "advanced"})
    line = GAME.bots[level](masked(pitch.state, "N"), pitch.match.asks["N"], seeded(level))
    order = GAME.read(line)
    assert isinstance(order, Team)
    pitch.play("N", line)
