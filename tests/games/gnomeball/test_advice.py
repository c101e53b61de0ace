"""Lines that refusals propose: near to what was written, and for the same character."""

import pytest

from pbem.play.orders import Unreadable
from pbem.play.requests import seeded

from .pitch import GAME, Pitch

CLOSE = "A1 orc d4, A2 worgen a9, B1 human f4, B2 tauren j9"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("A1 mvoe d5", "A1 move d5"),
        ("A1 to d5", "A1 move d5"),
        ("A1 d5, atack B1", "A1 move d5, attack B1"),
        ("move A1 d5 and pickup", "A1 move d5, pick up"),
        ("A1 pick up gnome", "A1 pick up"),
        ("A1 carry home", "A1 carry"),
        ("A1, hunt, B1", "A1 hunt B1"),
        ("A1 throw e5", "A1 toss e5"),
        ("A1 attack B1 and B2", ""),
        ("A1 jump", ""),
        ("attack B1", ""),
    ],
)
def test_what_was_meant(line: str, meant: str) -> None:
    """A slip of the pen, another word, or one too many or too few comes back as a line that can be read."""
    with pytest.raises(Unreadable) as unreadable:
        GAME.read(line)
    assert unreadable.value.nearest == meant


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("A1 attack B1", "A1 hunt B1"),
        ("A1 attack B9", ""),
        ("A1 move d8", "A1 move d7"),
        ("A1 move d8, attack gnome", "A1 move d7"),
        ("A1 move j10", ""),
        ("A1 pick up", "A1 fetch"),
        ("A1 regenerate", ""),
        ("A1 toss e5", ""),
        ("B1 move f5", ""),
        ("no sentence", ""),
    ],
)
def test_what_is_near(line: str, near: str) -> None:
    """What is out of reach is gone after, or the nearest square within reach is taken; nothing that is far from it."""
    pitch = Pitch(CLOSE, gnome="d9")
    ask = pitch.match.asks["A"]
    found = GAME.near(pitch.state, ask, line)
    assert found == near
    if found:
        ask.check(GAME.read(found))


def test_a_toss_too_far_falls_short() -> None:
    """GNOMEBALL-40, 41: on the nearest square that lies within its range, and closer to home."""
    pitch = Pitch("A1 orc h8, B1 human j9", gnome="A1")
    assert GAME.near(pitch.state, pitch.match.asks["A"], "A1 toss b8") == "A1 toss c8"


@pytest.mark.parametrize(
    ("gnome", "example"),
    [("A2", "A2 carry"), ("b8", "A2 fetch"), ("B1", "A1 frenzy, hunt holder"), ("A1", "A1 carry")],
)
def test_the_prompt_shows_what_a_beginner_may_do(gnome: str, example: str) -> None:
    """Carry the gnome, fetch it, or go after its holder, by the nearest, with a power that serves: as `normal` does."""
    pitch = Pitch(CLOSE, gnome=gnome)
    assert GAME.example(pitch.state, pitch.match.asks["A"], seeded("any")) == example


def test_what_else_is_asked_is_left_to_the_server() -> None:
    pitch = Pitch(CLOSE, gnome="A1", phase="restart")
    (ask,) = list(pitch.match.asks.values())[:1]
    assert GAME.near(pitch.state, ask, "place same!") is None


def test_the_prompt_shows_an_attack_that_is_in_reach() -> None:
    """B1 is nearest, but the squares beside it are taken: A2 could only run about."""
    pitch = Pitch(
        "A1 troll e5 used=1, A2 valkyr d5, A3 dwarf d4 used=1, B1 troll e4, B2 undead d8", gnome="A1"
    )
    assert GAME.example(pitch.state, pitch.match.asks["A"], seeded("any")) == "A2 hunt B2"
