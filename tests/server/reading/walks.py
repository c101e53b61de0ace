"""Positions of every game, as far into a match as random play leads, with the orders that are legal there."""

import functools
import hashlib
from typing import Any, cast

import pytest
from connect_four import ConnectFour
from hypothesis import strategies as st
from msgspec import Struct

from pbem.play.conformance import kept
from pbem.play.dice import ProvableDice
from pbem.play.game import Game, masked, opening
from pbem.play.match import Match
from pbem.play.record import Tail
from pbem.play.requests import seeded
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.finder import Position
from tests.games.ours import OURS

GAMES: list[Game[Any]] = [*OURS.values(), ConnectFour()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
walks = st.tuples(st.integers(0, 3), st.integers(0, 25))
"""A seed, and a number of letters."""


class Seated(Struct, frozen=True):
    """What a reader needs of a match: as `LoadedMatch`, without a store."""

    match: Match[Any]
    seats: tuple[str, ...] = ()

    def seen_by(self, seat: str) -> Any:
        return masked(self.match.state, seat)


@functools.lru_cache(maxsize=512)
def reached(game: Game[Any], seed: int, letters: int) -> tuple[Position, str] | None:
    """A position, with an order that is legal in it; None if the match is over by then."""
    pick, players = seeded(f"{game.name}/{seed}"), game.players[0]
    options = game.read_options({}, players)
    dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), game.name, ())
    tail = Tail(opening(game, options, {seat: f"P{seat}" for seat in game.seats(options, players)}))
    match = Match(game, tail, dice)
    match.settle()
    for _ in range(letters):
        tail = kept(match)
        match = Match(game, tail, dice)
        if match.over:
            return None
        seat = pick.one(sorted(match.asks))
        match.play(seat, [str(match.asks[seat].sample(pick))])
    match = Match(game, kept(match), dice)
    if match.over:
        return None
    seat = pick.one(sorted(match.asks))
    loaded = cast("LoadedMatch", Seated(match))
    return Position(game, loaded, seat), str(match.asks[seat].sample(pick))
