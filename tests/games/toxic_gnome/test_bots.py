"""The bots play legal games, and the climber climbs."""

import hashlib

import msgspec
import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.bots import normal
from pbem.games.toxic_gnome.state import row_of
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.record import Tail
from pbem.play.requests import seeded
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, drawn, match


@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_bots(seed: int) -> None:
    """The climber against the random player: every line is read and legal, and the match ends."""
    game = ToxicGnome()
    pick = seeded(f"bots {seed}")
    turn = opening(game, game.read_options({"tiles": "6"}, 2), {"1": "Ann", "2": "Ben"})
    found = Match(game, Tail(turn), ProvableDice(hashlib.sha256(str(seed).encode()).digest(), "1", ()))
    found.settle()
    for _ in range(200):
        if found.over:
            break
        seat, ask = next(iter(found.asks.items()))
        bot = game.bots["normal" if seat == "1" else "random"]
        found.play(seat, [bot(masked(found.state, seat), ask, pick)])
    assert found.over


def test_the_climber_climbs() -> None:
    """It takes a word that ends as high as any it knows."""
    found = match(drawn(BOARD_A))
    line = normal(found.state, found.asks["1"], seeded("climb"))
    found.play("1", [line])
    assert row_of(found.state.tokens["1"]) >= 4


def test_the_climber_steps_aside_where_no_word_leads_up() -> None:
    """And lays red tiles straight."""
    barren = match(
        drawn("""
   2   X      X      X      X      X
   1!  X      X      X1     X2     X
    """)
    )
    assert normal(barren.state, barren.asks["1"], seeded("step")) in ("step b1", "step d1")
    red = match(drawn(BOARD_C, to_move="2", stock=["MAMBO", "MARCH", "SPIRE"]), ["MAMBO", "MARCH", "SPIRE"])
    red.play("2", ["word oil to b15"])
    assert normal(red.state, red.asks["2"], seeded("red")) == "shift straight"


def test_the_climber_starts_where_a_word_leads_up() -> None:
    """From column c of this bottom tile COT leads up; from the others nothing does."""
    state = drawn("""
   3   X      X      X      T      X
   2   X      X      O1     X2     X
   1!  X      X      C      X      X
    """)
    state = msgspec.structs.replace(state, phase="start", length=3, tokens={})
    found = match(state)
    assert normal(found.state, found.asks["1"], seeded("start")) == "start c"
