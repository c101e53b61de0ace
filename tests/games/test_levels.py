"""The players of the house in every game: every line of theirs is taken, they know no secret, and who should win does.

The bounds are those of a few matches: `make arena` plays as many as the time allows.
"""

import time
from typing import Any

import msgspec
import pytest

from pbem.play.game import LEVELS, Game, masked
from pbem.play.requests import seeded
from pbem.server.core.games import Games
from tools.arena import Score, bot_named, play

GAMES = {game.name: game for game in Games() if type(game).__module__.startswith("pbem.games.")}

QUICK = {
    "dodgeball": {"pawns": "3"},
    "elfball": {"preset": "beginner"},
    "gnomeball": {"points": "8"},
    "slargeball": {"turns": "8"},
    "toxic-gnome": {"tiles": "6"},
}
"""Options of a short match."""

MATCHES = {
    ("dodgeball", "normal"): 60, ("elfball", "normal"): 40, ("gnomeball", "normal"): 20, ("slargeball", "normal"): 20,
    ("toxic-gnome", "normal"): 12, ("dodgeball", "hard"): 60, ("elfball", "hard"): 3, ("gnomeball", "hard"): 3,
    ("slargeball", "hard"): 8, ("toxic-gnome", "hard"): 4,
}  # fmt: skip


def contest(game: Game[Any], first: str, second: str, count: int, **options: str) -> Score:
    score = Score()
    for seed in range(count):
        play(game, [bot_named(game, first), bot_named(game, second)], seed, score, options)
    return score


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_all_levels(name: str) -> None:
    """Beside the player that gives any legal order."""
    assert list(GAMES[name].bots) == ["random", *LEVELS]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_refused(name: str, level: str) -> None:
    """In a match against another of its kind."""
    assert contest(GAMES[name], level, level, 1, **QUICK[name]).refused == []


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_what_others_keep_secret_makes_no_difference(name: str, level: str) -> None:
    """Two positions that differ only in the memory of another seat, masked for the asked one, get the same answer."""
    game = GAMES[name]
    score, pick = Score(), seeded(name)
    asked = 0

    def spy(state: Any, ask: Any, _: Any) -> str:
        nonlocal asked
        text = game.bots[level](state, ask, seeded("same"))
        other = next(seat for seat in state.seats if seat != ask.seat)
        twin = msgspec.structs.replace(state, private=dict(state.private))
        if (order := game.sample_always(twin, other, pick)) is not None:
            game.always(twin, other, order)
        if asked < 6:
            assert game.bots[level](masked(twin, ask.seat), ask, seeded("same")) == text
        asked += 1
        return text

    play(game, [spy, bot_named(game, "random")], 1, score, QUICK[name])
    assert asked


@pytest.mark.parametrize(("name", "level"), MATCHES)
def test_the_better_level_wins(name: str, level: str) -> None:
    """`normal` and `hard` win so many matches against `easy` that nobody would believe in chance: the lower bound of
    their share is above one half."""
    score = contest(GAMES[name], level, "easy", MATCHES[name, level], **QUICK[name])
    assert score.refused == []
    if score.decided >= 6:
        assert score.bounds[0] > 0.5, str(score)
    else:
        assert score.won > score.lost, str(score)


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_is_quick(name: str) -> None:
    """A decision of `hard` takes less than 0.2 seconds of CPU in the mean of a match."""
    game, began = GAMES[name], time.process_time()
    score = contest(game, "hard", "easy", 1, **QUICK[name])
    assert (time.process_time() - began) / max(1, score.decisions[0]) < 0.2
