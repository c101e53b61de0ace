"""Whole matches through a real server and real SMTP, by players of the house: `make matches`, with short ones."""

from pathlib import Path

import pytest

from tests.games.ours import OURS
from tools.competing import FORMS, Played
from tools.matches import play
from tools.season import Season, rounds

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


@pytest.mark.sqlite  # the demo keeps a file in its folder
@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_match_comes_to_its_end_and_the_server_is_clean(game: str, tmp_path: Path) -> None:
    """Every letter is done, every mail is sent, the log replays, the dice are right."""
    players, options = SHORT[game]
    outcome = play(game, players, options, tmp_path)
    assert outcome.problems == []
    assert outcome.letters > 2 * players
    assert outcome.mails > outcome.letters


def test_everybody_plays_everybody_once() -> None:
    pairs = [frozenset(pair) for each in rounds("ABCDEFGH") for pair in each]
    assert len(pairs) == len(set(pairs)) == 28
    assert all(len(set().union(*each)) == 8 for each in rounds("ABCDEFGH"))


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_competition_comes_to_its_end(form: str) -> None:
    """By letters alone: its record follows from its seed, and all are told who has won."""
    report = Played(form, small=True).play()
    assert report.problems == []
    assert report.matches > 2


@pytest.mark.slow
def test_a_season_adds_up() -> None:
    """Section 10 of Elfball: founded, paired, played and taught by mail; table, experience and values follow from the
    logs of all matches."""
    report = Season(4).play()
    assert report.problems == []
    assert report.matches == 6
    assert report.changes > 0
    assert len(report.table) == 6
