"""Words and measures: GNOMEBALL-1 to 7."""

import pytest

from pbem.games.gnomeball.events import Attacked, Moved, Odds
from pbem.games.gnomeball.squares import HOMES, distance, flight, ray, to_home, within, zone

from .pitch import Pitch


def test_enemies_are_those_who_serve_another_player_now() -> None:
    """GNOMEBALL-1: a character raised by another player is an enemy of its first one, and its home an enemy home."""
    pitch = Pitch("B6 worgen d4 was=A1, A2 undead e4, A3 human a1, B2 human j9", rolls=(2,), gnome="j9")
    pitch.play("A", "A2 plague B6")
    assert pitch.one("B6").wounds == 2
    scorer = Pitch("B6 worgen c2 was=A1, A2 human e9, B2 human j9", gnome="B6", turn="B", rolls=(1,))
    scorer.play("B", "B6 move b2")
    assert scorer.state.scores == {"B": 8}


def test_corners_nobody_has_taken_are_ordinary_squares() -> None:
    """GNOMEBALL-2: carrying the gnome into an empty corner scores nothing, with two players or three."""
    for players in (2, 3):
        pitch = Pitch("A1 human h2, B1 human j9, A2 human d4", gnome="A1", players=players)
        pitch.play("A", "A1 move j1")
        assert pitch.state.scores == {}
        assert pitch.state.phase == "play"


@pytest.mark.parametrize(
    ("one", "other", "squares"),
    [
        ("d4", "g5", 3.5),
        ("d4", "d4", 0),
        ("a1", "j10", 13.5),
        ("c3", "c7", 4),
        ("c3", "b2", 1.5),
        ("h6", "i9", 3.5),
    ],
)
def test_a_diagonal_step_counts_one_and_a_half(one: str, other: str, squares: float) -> None:
    """GNOMEBALL-3: the larger difference and half the smaller one, the same both ways."""
    assert distance(one, other) == distance(other, one) == squares


def test_the_distance_to_a_home_is_that_to_its_nearest_square() -> None:
    """GNOMEBALL-4: 0 inside, and anything may stand between."""
    assert [to_home(square, "j10") for square in ("j9", "h9", "h8", "h6", "f7", "a1")] == [
        0,
        1,
        1.5,
        3.5,
        4,
        12,
    ]
    assert to_home("d5", "a1") == 4
    assert all(to_home(square, corner) == 0 for corner, home in HOMES.items() for square in home)


def test_arms_reach_one_square_and_no_diagonal() -> None:
    """GNOMEBALL-5: the same square and four neighbours; `reach 1.5` takes the diagonals in, for all work by hand."""
    assert sorted(within("d4", 1)) == ["c4", "d3", "d4", "d5", "e4"]
    near = "A1 human d4, B1 human e5"
    assert (
        Pitch(near).refusal("A", "A1 attack B1") == "B1 is 1.5 from A1; an attack reaches 1 (no diagonals)."
    )
    wide = Pitch(near, gnome="c3", settings={"reach": 1.5}, rolls=(4,))
    wide.play("A", "A1 attack B1")
    assert wide.told(Attacked)[0].damage == 1
    wide.play("B", "B1 move d5")
    picker = Pitch(near, gnome="c3", settings={"reach": 1.5})
    picker.play("A", "A1 pick up")
    assert picker.state.holder == "A1"
    far = Pitch("A1 human d4, B1 human f6", settings={"reach": 1.5})
    assert far.refusal("A", "A1 attack B1") == "B1 is 3 from A1; an attack reaches 1.5."


def test_one_character_a_square_but_the_gnome_lies_anywhere() -> None:
    """GNOMEBALL-6: a square holds one character; the gnome and explosives share it with anybody."""
    pitch = Pitch("A1 human d4, A2 human d5, B1 goblin d6 explosives=d6 spent=1", gnome="d5")
    assert pitch.refusal("A", "A1 move d5") == "d5 is occupied by A2."
    pitch.play("A", "A2 pick up")
    assert pitch.state.gnome_square == "d5"
    walked = Pitch("A1 human d4, B1 goblin j9 explosives=d6 spent=1")
    walked.play("A", "A1 move d6")
    assert walked.told(Moved)[0].to == "d6"


def test_a_roll_succeeds_on_its_number_or_more() -> None:
    """GNOMEBALL-7: all dice have six sides; a preview tells what the next one must show."""
    for face, damage in ((3, 0), (4, 1), (6, 3)):
        pitch = Pitch("A1 human d4, B1 human d5", rolls=(face,))
        preview = pitch.match.preview("A", ["A1 attack B1"])
        assert preview.outlook == Odds("attack", 4)
        pitch.play("A", "A1 attack B1")
        assert pitch.one("B1").wounds == damage


def test_starting_zones_are_the_28_squares_within_4() -> None:
    """GNOMEBALL-14: a-f in rows 1 and 2, a-e in rows 3 and 4, a-d in row 5, a-b in row 6, and mirrored."""
    rows = {1: "abcdef", 2: "abcdef", 3: "abcde", 4: "abcde", 5: "abcd", 6: "ab"}
    expected = {f"{column}{row}" for row, columns in rows.items() for column in columns}
    assert set(zone("a1")) == expected
    assert len(zone("a1")) == len(set(zone("j10"))) == 28
    assert {"f7", "j5", "e10"} <= set(zone("j10"))
    assert {"f2", "a5"} - set(zone("j1")) == {"a5"}


def test_lines_of_flight() -> None:
    """GNOMEBALL-42: squares along the longer side, the other rounded with halves toward zero, and one beyond."""
    assert flight("f6", "d5") == ("f6", "e6", "d5", "c5")
    assert flight("d5", "f6") == ("d5", "e5", "f6", "g6")
    assert flight("e4", "e5") == ("e4", "e5", "e6")
    assert flight("a1", "d3") == ("a1", "b2", "c2", "d3", "e4")
    assert flight("d9", "j9")[-1] is None


def test_straight_lines() -> None:
    """GNOMEBALL-116: from the neighboring square to the edge."""
    assert ray("g7", "sw") == ("f6", "e5", "d4", "c3", "b2", "a1")
    assert ray("a10", "n") == ()
    assert ray("h4", "e") == ("i4", "j4")
