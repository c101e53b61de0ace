"""The house's players."""

from collections.abc import Mapping

import pytest

from pbem.games.gnomeball.state import Field
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import seeded

from .pitch import GAME


def played(
    bots: Mapping[str, str], seed: int, options: Mapping[str, str]
) -> tuple[Match[Field], int, list[str]]:
    """A match between bots, loaded anew for every letter: itself, its letters, and the lines that were refused."""
    values = GAME.read_options(options, len(bots))
    pick, dice = seeded(str(seed)), ProvableDice(bytes([seed]) * 32, "1", ())
    match = Match(GAME, Tail(opening(GAME, values, {seat: seat for seat in bots})), dice)
    match.settle()
    letters, refused = 0, []
    while not match.over:
        rows = match.rows[match.turn.row - match.loaded.turn.row :]
        queues = {seat: [str(order) for order in queue] for seat, queue in match.queues.items()}
        match = Match(GAME, Tail(match.turn, rows, queues), dice)
        seat, ask = next(iter(match.asks.items()))
        lines = GAME.bots[bots[seat]](masked(match.state, seat), ask, pick)
        match.play(seat, split_lines(lines.split("\n")))
        letters += 1
        refused += [
            line_result.line
            for line_results in match.reports.values()
            for line_result in line_results
            if line_result.status == "refused"
        ]
    return match, letters, refused


@pytest.mark.parametrize("seed", range(3))
def test_two_normal_players_come_to_an_end(seed: int) -> None:
    """One activation in a letter, and no line is refused."""
    match, letters, refused = played({"A": "normal", "B": "normal"}, seed, {"points": "8"})
    assert refused == []
    assert letters <= 14 * match.state.cycle + 12
    assert match.state.result is not None


def test_the_normal_player_beats_the_random_one() -> None:
    """It does not lose to lines drawn at random."""
    for seed in range(3):
        match, _, _ = played({"A": "random", "B": "normal"}, seed, {"points": "8", "cap": "40"})
        assert str(match.state.result) == "B>A"
