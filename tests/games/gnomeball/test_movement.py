"""Moving: GNOMEBALL-30 to 33 and 110."""

import pytest

from pbem.games.gnomeball.events import Moved, Scored

from .pitch import Pitch, drawn

WALL = """
    .   .   .   .   .   .   .   .   .   B9
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   B1  A2  B2  .   .   .   .   .
    .   .   A3  A1  .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
"""


@pytest.mark.parametrize(("to", "cost"), [("d7", 0), ("f6", 0), ("f5", 0), ("g5", 3.5), ("h4", 4), ("g6", 4)])
def test_paths_of_steps_up_to_the_allowance(to: str, cost: float) -> None:
    """GNOMEBALL-30: any of eight directions, with turns; fractions left over are lost."""
    pitch = Pitch("A1 human d4, B1 human j9")
    if cost:
        assert (
            pitch.refusal("A", f"A1 move {to}")
            == f"A1 cannot reach {to}: the way costs {cost:g}, it may move 3."
        )
    else:
        pitch.play("A", f"A1 move {to}")
        assert pitch.told(Moved) == [Moved("A1", "d4", to, False, False)]


def test_bodies_are_in_the_way() -> None:
    """GNOMEBALL-31: friends and foes alike block a square, yet a diagonal step between two of them is allowed."""
    pitch = Pitch(picture=drawn(WALL))
    assert pitch.refusal("A", "A1 move d6") == "A1 cannot reach d6: the way costs 5, it may move 3."
    assert pitch.refusal("A", "A1 move d5") == "d5 is occupied by A2."
    squeezed = Pitch("A1 human d4, A2 human d5, B1 human e4, B2 human j9")
    squeezed.play("A", "A1 move e5")
    assert squeezed.at("A1") == ["e5"]


def test_somebody_walled_in_cannot_get_out() -> None:
    """GNOMEBALL-31: where there is no way at all the refusal says so."""
    pitch = Pitch("A1 human a1, A2 human a2, A3 human b1, B1 human b2, B2 human j9")
    assert pitch.refusal("A", "A1 move a3") == "A1 cannot reach a3: there is no way."
    assert pitch.refusal("A", "A1 move a1") == "A1 stands on a1 already."


def test_only_the_destination_counts() -> None:
    """GNOMEBALL-32: a holder who passes through a corner of a home does not score, one who ends in it does."""
    through = Pitch("A1 human h8, B1 human j1, A2 human i8, B2 human h9", gnome="A1")
    through.play("A", "A1 move h10")  # by way of i9
    assert not through.told(Scored)
    into = Pitch("A1 human h8, B1 human j1", gnome="A1", rolls=(1,))
    into.play("A", "A1 move i9")
    assert into.told(Scored)


@pytest.mark.parametrize(
    ("character", "may"),
    [
        ("human d4", 3),
        ("troll d4", 4),
        ("worgen d4 form=1", 4),
        ("worgen d4", 3),
        ("human d4 slow=1", 2),
        ("troll d4 slow=3", 3),
        ("worgen d4 form=1 slow=2", 3),
    ],
)
def test_allowances_add_up(character: str, may: int) -> None:
    """GNOMEBALL-33: 3, a Troll and the worgen form 1 more each, the slowed 1 less."""
    pitch = Pitch(f"A1 {character}, B1 human j9")
    assert pitch.refusal("A", "A1 move d10") == f"A1 cannot reach d10: the way costs 6, it may move {may}."
    pitch.play("A", f"A1 move d{4 + may}")
    assert pitch.at("A1") == [f"d{4 + may}"]


def test_a_troll_moves_4() -> None:
    """GNOMEBALL-96: the race's own allowance."""
    pitch = Pitch("A1 troll d4, B1 human j9")
    pitch.play("A", "A1 move d8")
    assert pitch.at("A1") == ["d8"]


def test_a_hearthstone_takes_the_place_of_the_move() -> None:
    """GNOMEBALL-110: to a free square of its player's home, with the gnome; an action may follow; once a game; slow
    and howl do not prevent it."""
    pitch = Pitch("A1 human h8 slow=3 howled=true, A2 human a1, B1 human b3", gnome="A1", rolls=(4,))
    assert pitch.refusal("A", "A1 hearth b3") == "b3 is not in your home (a1 a2 b1 b2)."
    assert pitch.refusal("A", "A1 hearth a1") == "a1 is occupied by A2."
    assert pitch.refusal("A", "A1 hearth b2, move b1") == "One move in an activation."
    pitch.play("A", "A1 hearth b2, attack B1")
    assert pitch.told(Moved) == [Moved("A1", "h8", "b2", True, True)]
    assert (pitch.state.gnome_square, pitch.one("B1").wounds) == ("b2", 1)
    spent = Pitch("A1 human h8 spent=1, A2 orc d4, B1 human b3")
    assert spent.refusal("A", "A1 hearth b2") == "A1 has used its hearthstone."
    assert spent.refusal("A", "A2 hearth b2") == "A2 is an Orc; it cannot hearth."


def test_no_hearth_is_free() -> None:
    """GNOMEBALL-110: with all four home squares taken it cannot be used."""
    pitch = Pitch("A1 human h8, A2 orc a1, A3 orc a2, A4 orc b1, B1 human b2")
    for square in ("a1", "a2", "b1", "b2"):
        assert "is occupied by" in pitch.refusal("A", f"A1 hearth {square}")
