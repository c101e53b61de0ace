"""Hex fields: names, directions, distances, lines and strings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.hexgrid import DIRECTIONS, HexGrid, Leg, lead, stepped, steps_between, towards, turned

NAMES = [
    f"{letter}{number}"
    for row, letter in enumerate("abcde")
    for number in range(10, 19)
    if number % 2 == row % 2
]
GRID = HexGrid(NAMES)
BAND = (3, 16)

rows = st.integers(-12, 36)
places = st.builds(lambda row, half: (row, 2 * half + row % 2), rows, st.integers(-8, 30))


def place(name: str) -> tuple[int, int]:
    return "abcdefghijklmnopqrstuvwxy".index(name[0]), int(name[1:])


def name(at: tuple[int, int]) -> str:
    return "abcdefghijklmnopqrstuvwxy"[at[0]] + str(at[1])


def test_names_and_places() -> None:
    """A hex is a row letter and a number of half hexes; what is off the field has a place but no name."""
    assert "c14" in GRID
    assert "c15" not in GRID
    assert list(GRID) == NAMES
    assert GRID.place("c14") == (2, 14)
    assert GRID.name((2, 14)) == "c14"
    assert GRID.name((9, 9)) is None


def test_neighbours_by_direction() -> None:
    """Clockwise from the north-east; those off the field are left out."""
    assert GRID.neighbours("c14") == {1: "b15", 2: "c16", 3: "d15", 4: "d13", 5: "c12", 6: "b13"}
    assert GRID.neighbours("a10") == {2: "a12", 3: "b11"}
    assert GRID.direction("c14", "d13") == 4
    assert GRID.direction("c14", "c18") is None
    assert [turned(1, steps) for steps in (-1, 0, 1, 6)] == [6, 1, 2, 1]


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("c14", "c14", 0),
        ("c14", "c18", 2),
        ("c14", "a12", 2),
        ("c14", "a18", 3),
        ("a10", "e18", 6),
        ("a10", "e14", 4),
    ],
)
def test_distance(one: str, other: str, steps: int) -> None:
    """Rows first, then what is left along the row."""
    assert GRID.distance(one, other) == GRID.distance(other, one) == steps


def test_the_direction_towards_a_hex() -> None:
    """The one that leads best; of two equal ones the present, else the lower."""
    assert GRID.towards("c14", "a16") == 1
    assert GRID.towards("c14", "a14") == 1
    assert GRID.towards("c14", "a14", present=6) == 6
    assert GRID.towards("c14", "a14", present=3) == 1
    assert GRID.lead("c14", "a14", 2) == 0
    assert GRID.lead("c14", "a14", 3) < 0 < GRID.lead("c14", "a14", 6)


@pytest.mark.parametrize(
    ("start", "end", "path", "string"),
    [
        ("q22", "p29", "q24 p25 q26 p27 p29", "q24 p25 q26 p27"),
        ("k22", "g22", "j21/j23 i22 h21/h23 g22", "j21 j23 i22 h21 h23"),
        ("p21", "s32", "p23 q24 q26 r27 r29 s30 s32", "q22 p23 q24 q26 r27 r29 s30 r31"),
        ("u22", "q22", "t21/t23 s22 r21/r23 q22", "t21 t23 s22 r21 r23"),
        ("k4", "k10", "k6 k8 k10", "k6 k8"),
        ("k10", "k4", "k8 k6 k4", "k6 k8"),
        ("k10", "j11", "j11", ""),
    ],
)
def test_lines_and_strings(start: str, end: str, path: str, string: str) -> None:
    """What a line enters, in order, with the pairs it only runs between; and what a band round it touches."""
    leg = Leg(place(start), place(end))
    assert " ".join("/".join(map(name, each)) for each in leg.path()) == path
    field = [(row, number) for row in range(25) for number in range(44) if (row + number) % 2 == 0]
    assert {name(at) for at in field if leg.touches(at, BAND)} == set(string.split())


def test_a_wider_band_touches_more() -> None:
    """The band has the width that is asked for; without any only what the line itself touches is left."""
    leg = Leg(place("p21"), place("s32"))
    assert leg.touches(place("q22"), BAND)
    assert not leg.touches(place("q22"), (0, 1))
    assert leg.touches(place("r25"), (1, 1))
    assert not leg.touches(place("r25"), BAND)


@given(places, places)
def test_a_line_goes_from_hex_to_hex(start: tuple[int, int], end: tuple[int, int]) -> None:
    """Each entered hex lies next to the one before, or is reached along a side between two; the last is the end."""
    if start == end:
        return
    path = Leg(start, end).path()
    assert path[-1] == (end,)
    before: tuple[tuple[int, int], ...] = (start,)
    for entered in path:
        assert len(entered) in (1, 2)
        assert all(steps_between(one, other) == 1 for one in before for other in entered)
        before = entered


@given(places, places)
def test_a_line_back_enters_the_same(start: tuple[int, int], end: tuple[int, int]) -> None:
    """Whoever throws, the line between two hexes is the same, also where it leaves the field."""
    if start != end:
        there, back = Leg(start, end).path()[:-1], Leg(end, start).path()[:-1]
        assert there == back[::-1]


@given(places, places)
def test_what_a_line_enters_lies_under_its_string(start: tuple[int, int], end: tuple[int, int]) -> None:
    """The band is round the line: every hex that the line enters or runs along is touched, and the ends are not."""
    if start == end:
        return
    leg = Leg(start, end)
    assert all(leg.touches(each, BAND) for entered in leg.path()[:-1] for each in entered)
    assert not leg.touches(start, BAND)
    assert not leg.touches(end, BAND)


@given(places, st.sampled_from(DIRECTIONS), st.integers(1, 9))
def test_straight_on(start: tuple[int, int], way: int, steps: int) -> None:
    """So many steps in a direction are so many hexes away, and the direction leads there best."""
    end = stepped(start, way, steps)
    assert steps_between(start, end) == steps
    assert towards(start, end) == way
    assert lead(start, end, way) == 12 * steps
    assert Leg(start, end).path() == [(stepped(start, way, each),) for each in range(1, steps + 1)]
