"""Whole matches through a real server and real SMTP, by players of the house: `make matches`, with short ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.ours import OURS
from tools.matches import play

SHORT = {
    "dodgeball": (2, {"pawns": "3", "stall": "8"}),
    "elfball": (2, {"preset": "quick"}),
    "gnomeball": (4, {"points": "4"}),
    "slargeball": (10, {"squads": "5", "turns": "5"}),
    "toxic-gnome": (5, {"tiles": "6"}),
}
"""For each game how many play, and options that make a match short."""


def test_every_game_is_here() -> None:
    assert set(SHORT) == set(OURS)


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_match_comes_to_its_end_and_the_server_is_clean(game: str, tmp_path: Path) -> None:
    """Every letter is done, every mail is sent, the log replays, the dice are right."""
    players, options = SHORT[game]
    outcome = play(game, players, options, tmp_path)
    assert outcome.problems == []
    assert outcome.letters > 2 * players
    assert outcome.mails > outcome.letters
