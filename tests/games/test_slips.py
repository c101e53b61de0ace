"""Slips of the pen that everybody makes, and the line that is proposed for each."""

from typing import Any

import pytest

from pbem.games.dodgeball import Dodgeball
from pbem.games.elfball import Elfball
from pbem.games.gnomeball import Gnomeball
from pbem.games.slargeball import Slargeball
from pbem.play.game import Game
from pbem.play.orders import Unreadable


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        (Dodgeball(), "always dogde", "always dodge"),
        (Dodgeball(), "a b d f h", "place a b d f h"),
        (Dodgeball(), "donne", "done"),
        (Gnomeball(), "always intercpet", "always intercept"),
        (Gnomeball(), "always intercept ecxept worgen", "always intercept except worgen"),
        (Elfball(), "nightelves", "team nightelves"),
        (Elfball(), "spread M N O P Q R", "setup spread M N O P Q R"),
        (Elfball(), "always intercpet best", "always intercept best"),
        (Slargeball(), "agree brake", "agree break"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(game: Game[Any], line: str, meant: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        game.read(line)
    assert unreadable.value.nearest == meant
    assert str(game.read(meant)) == meant


@pytest.mark.parametrize("line", ["Z go ball", "y tackle q"])
def test_elfball_says_that_there_is_no_such_player(line: str) -> None:
    """The letters go from A to X."""
    with pytest.raises(Unreadable, match="there is no such player"):
        Elfball().read(line)
