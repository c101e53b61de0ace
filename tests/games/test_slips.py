"""Slips of the pen that everybody makes, and the line that is proposed for each."""

from typing import Any

import pytest

from pbem.games.dodgeball import Dodgeball
from pbem.games.elfball import Elfball
from pbem.games.gnomeball import Gnomeball
from pbem.games.slargeball import Slargeball
from pbem.games.toxic_gnome import ToxicGnome
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
        (Dodgeball(), "s1 go to a4, s1 throws at n1", "S1 move a4; S1 throw N1"),
        (Dodgeball(), "S1 runs to a4 and throws at N1", "S1 move a4; S1 throw N1"),
        (Gnomeball(), "A2 goes to g5", "A2 move g5"),
        (Gnomeball(), "A2 goes to g5 and attacks the gnome", "A2 move g5, attack gnome"),
        (Gnomeball(), "A5 moves to d6 and attacks B2, then A4 fetches", "A5 move d6, attack B2; A4 fetch"),
        (Gnomeball(), "A3 carries, punts", "A3 carry, punt"),
        (Gnomeball(), "A2 throw gnome to e5", "A2 toss e5"),
        (Elfball(), "D goes to m18, tackles q", "D go m18, tackle Q"),
        (ToxicGnome(), "trace ALIEN", "word ALIEN"),
        (ToxicGnome(), "to the left", "step left"),
        (Slargeball(), "1N1 if we carry: goal", "1N1 goal if we carry"),
        (Slargeball(), "N1 fetch ball2. N2 follow N1. Done.", "N1 fetch ball2; N2 follow N1; done"),
        (Slargeball(), "N1 fetch, all hold, done", "N1 fetch; all hold; done"),
        (Dodgeball(), "S1 move a4. S1 throw N1. Done.", "S1 move a4; S1 throw N1; done"),
        (Gnomeball(), "A1 move e5. A2 pick up.", "A1 move e5; A2 pick up"),
        (ToxicGnome(), 'I play "alien"', "word ALIEN"),
        (ToxicGnome(), "I want to play 'alien' ending at c4", "word ALIEN to c4"),
        (ToxicGnome(), "alien -> c4", "word ALIEN to c4"),
        (ToxicGnome(), "ALIEN (c4)", "word ALIEN to c4"),
        (ToxicGnome(), "form the word alien, finishing at the top", "word ALIEN highest"),
        (ToxicGnome(), "word alien as high as possible", "word ALIEN highest"),
        (ToxicGnome(), "I step back to b3", "step b3"),
        (ToxicGnome(), "move one left", "step left"),
        (ToxicGnome(), "I'd like to start on E", "start e"),
        (ToxicGnome(), "let's start with column b", "start b"),
        (ToxicGnome(), "start e1", "start e"),
        (ToxicGnome(), "my choice is d", "start d"),
        (ToxicGnome(), "My word is alien", "word ALIEN"),
        (Dodgeball(), "I would like to move S1 to a4", "S1 move a4"),
        (Gnomeball(), "I'll have A2 go to g5", "A2 move g5"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(game: Game[Any], line: str, meant: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        game.read(line)
    assert unreadable.value.nearest == meant
    assert "; ".join(str(game.read(line)) for line in meant.split("; ")) == meant


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        (Dodgeball(), "place A, B, D, E and G", "place a b d e g"),
        (Gnomeball(), "team undead, troll, orc* and dwarf, human", "team undead troll orc* dwarf human"),
        (Gnomeball(), "home a1 and j10", "home a1 j10"),
        (ToxicGnome(), 'word "alien"', "word ALIEN"),
    ],
)
def test_a_list_may_be_written_as_people_write_it(game: Game[Any], line: str, meant: str) -> None:
    assert str(game.read(line)) == meant


@pytest.mark.parametrize("line", ["Z go ball", "y tackle q"])
def test_elfball_says_that_there_is_no_such_player(line: str) -> None:
    """The letters go from A to X."""
    with pytest.raises(Unreadable, match="there is no such player"):
        Elfball().read(line)


@pytest.mark.parametrize(
    ("game", "line"), [(Slargeball(), "plan"), (Elfball(), "reface"), (Dodgeball(), "front")]
)
def test_a_word_alone_is_not_made_a_standing_order(game: Game[Any], line: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        game.read(line)
    assert not unreadable.value.nearest.startswith(("always", "never"))
