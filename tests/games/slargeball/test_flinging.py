"""Flinging: SLARGEBALL-70 to 80."""

import pytest

from pbem.games.slargeball.events import CameDown, Flung, Scored, Tried

from .pitch import Table, played

FAR = {"bG": "10,1", "rG": "60,30"}
COACHES: dict[str, dict[str, str]] = {"R": {}, "B": {}}


def test_who_may_fling() -> None:
    """SLARGEBALL-70: standing carriers that are not frozen, and only with a ball nabbed in an earlier turn."""
    lying = played(
        {"rT1": "30,16", "rT2": "40,20", **FAR},
        down={"rT2": ""},
        balls=["31,16"],
        red="all fling 35,16",
        rolls=[2, 6],
    )
    assert lying.state.balls == ["rT1"]
    assert lying.told(Flung) == []
    coaches = {"R": {"doing": "out", "target": "r1T1", "outings": 1}, "B": {}}
    frozen = played(
        {"r1T1": "30,16", "rH": "31,15", "b1D": "60,1"},
        squads=3,
        coaches=coaches,
        balls=["r1T1", "1,1"],
        red="1T1 fling 35,16",
    )
    assert frozen.state.balls == ["r1T1", "1,1"]


def test_the_side_with_initiative_flings_first() -> None:
    """SLARGEBALL-71: then side order."""
    figures = {"r1T1": "30,16", "r1T2": "30,20", "b1T1": "40,16", "bG": "10,1"}
    table = played(
        figures,
        squads=4,
        initiative="B",
        balls=["r1T2", "r1T1", "b1T1"],
        coaches=COACHES,
        red="1T1 fling 30,10; 1T2 fling 30,25",
        blue="1T1 fling 40,10",
        rolls=[1, 1, 1],
    )
    assert [event.figure for event in table.told(Flung)] == ["b1T1", "r1T1", "r1T2"]


@pytest.mark.parametrize(
    ("figure", "aim", "flung"),
    [
        ("rT1", "42,16", True),
        ("rT1", "43,16", False),
        ("rN1", "36,16", True),
        ("rN1", "37,16", False),
        ("rR", "39,16", True),
        ("rR", "40,16", False),
        ("rT1", "30,16", False),
    ],
)
def test_the_range(figure: str, aim: str, flung: bool) -> None:
    """SLARGEBALL-72: three times Fling inches, any square but its own."""
    table = played(
        {figure: "30,16", **FAR}, balls=[figure], red=f"{figure[1:]} fling {aim}", rolls=[1] if flung else []
    )
    assert bool(table.told(Flung)) == flung


def test_any_square_and_any_head_is_a_target() -> None:
    """SLARGEBALL-72: a square of a zone, an enemy, a friend."""
    zone = played({"rT1": "52,14", **FAR}, balls=["rT1"], red="T1 fling 60,14", rolls=[1])
    assert zone.state.balls == ["60,14"]
    enemy = played({"rT1": "30,16", "bD": "36,16", **FAR}, balls=["rT1"], red="T1 fling bD", rolls=[1, 1])
    assert enemy.state.balls == ["bD"]


@pytest.mark.parametrize(("roll", "astray"), [(1, False), (4, False), (5, True)])
def test_the_stat_or_less_goes_where_it_should(roll: int, astray: bool) -> None:
    """SLARGEBALL-73: else it scatters from the square aimed at."""
    rolls = [roll, *([1, 2] if astray else [])]
    table = played({"rT1": "30,16", **FAR}, balls=["rT1"], red="T1 fling 40,16", rolls=rolls)
    landing = "40,14" if astray else "40,16"
    direction, distances = (1, (2,)) if astray else (0, ())
    assert table.told(Flung) == [Flung("rT1", 1, "40,16", "", roll, direction, distances, landing)]
    assert table.state.balls == [landing]


@pytest.mark.parametrize(
    ("figure", "roll", "dice"), [("rN1", 3, 1), ("rN1", 6, 4), ("rR", 6, 3), ("rT1", 6, 2)]
)
def test_as_many_dice_as_the_roll_was_too_high(figure: str, roll: int, dice: int) -> None:
    """SLARGEBALL-74: added up, from the square aimed at."""
    table = played(
        {figure: "30,16", **FAR},
        balls=[figure],
        red=f"{figure[1:]} fling 34,16",
        rolls=[roll, 4, *[2] * dice],
    )
    assert table.told(Flung)[0].distances == (2,) * dice
    assert table.state.balls == [f"34,{16 + 2 * dice}"]


def test_scatter_knows_no_range() -> None:
    """SLARGEBALL-75: the ball may come down farther away than its flinger reaches."""
    table = played({"rN1": "30,16", **FAR}, balls=["rN1"], red="N1 fling 36,16", rolls=[6, 2, 6, 6, 6, 6])
    assert table.state.balls == ["57,4"]


def test_an_airball_flies_over_everything_until_the_nab_phase() -> None:
    """SLARGEBALL-76: nobody on its way touches it, and it is down when the turn ends."""
    wall = {"bT1": "33,16", "bT2": "34,16", "bN1": "35,16"}
    table = Table({"rT1": "30,16", **wall, **FAR}, balls=["rT1"], strict=True, rolls=[1])
    table.play("R", "T1 fling 40,16; done")
    table.play("B", "done")
    while not table.match.over:
        seat = next(iter(table.asks))
        before = table.asks[seat]
        table.play(seat, "done")
        assert "air" not in table.state.balls, before
    assert table.state.balls == ["40,16"]


def test_a_ball_in_the_air_is_seen_as_such() -> None:
    """SLARGEBALL-76, SLARGEBALL-144: while it is up it is neither carried nor loose."""
    figures = {"r1T1": "30,16", "b1T1": "40,16", "bG": "10,1"}
    table = Table(figures, squads=2, balls=["r1T1", "b1T1"], strict=True, rolls=[1, 1])
    table.play("R", "1T1 fling 30,10; always plan move; always plan fling; done")
    table.play("B", "1T1 fling 40,10 if they carry; 1T1 fling 40,9 if loose; always plan move; done")
    assert table.asks == {"B": "fling"}
    assert table.state.balls == ["air", "b1T1"]
    table.play("B", "done")
    assert table.state.balls == ["30,10", "b1T1"]


def test_handing_over_is_a_fling_like_any_other() -> None:
    """SLARGEBALL-77: to a figure in contact with fling, nab and Ballbonk rolls."""
    table = played(
        {"rT1": "30,16", "rT2": "31,16", **FAR},
        balls=["rT1"],
        red="T1 fling T2",
        rolls=[4, 3, 5, 6, 6],
    )
    assert table.told(Tried)[0] == Tried("rT2", 1, 3, 5, caught=False, down=False)


def test_off_the_lip() -> None:
    """SLARGEBALL-78: a failed shot scatters from the bunker square, and counts if it comes down in a bunker."""
    table = played({"rT1": "55,16", **FAR}, balls=["rT1"], rolls=[6, 4, 1, 1, 5])
    assert table.told(Flung)[0].square == "63,18"
    assert [event.side for event in table.told(Scored)] == ["R"]


@pytest.mark.parametrize(
    ("figure", "start", "aim"),
    [
        ("rT1", "55,10", "63,15"),
        ("rT1", "55,17", "63,17"),
        ("rT1", "55,24", "63,18"),
        ("rG", "64,13", "63,15"),
        ("bT1", "10,17", "2,17"),
    ],
)
def test_what_a_shot_aims_at(figure: str, start: str, aim: str) -> None:
    """SLARGEBALL-79: the square behind the opening in the flinger's own row, as far as the bunker goes."""
    order = f"{figure[1:]} fling goal"
    sides = {"red": order} if figure[0] == "r" else {"blue": order}
    table = played({figure: start, "rD": "30,1", "bD": "30,30"}, balls=[figure], rolls=[1, 1], **sides)
    assert table.told(Flung)[0].aim == aim
    assert len(table.told(Scored)) == 1


def test_a_coach_flings_anywhere() -> None:
    """SLARGEBALL-80: without a fling roll, two dice of distance, also from its spot; it may score by accident."""
    table = played(
        {"rH": "20,33", "r1D": "1,1", "b1D": "60,1"},
        squads=3,
        balls=["rH", "50,5"],
        coaches=COACHES,
        red="1D nonab",
        rolls=[1, 6, 6],
    )
    assert table.told(Flung) == [Flung("rH", 1, "20,33", "", 0, 1, (6, 6), "20,21")]
    assert table.state.balls == ["20,21", "50,5"]
    coaches = {"R": {"doing": "talk", "target": "r1T1", "since": 9, "outings": 1}, "B": {}}
    figures = {"rH": "56,13", "r1T1": "55,13", "b1D": "30,1"}
    goal = played(figures, squads=3, balls=["rH", "50,5"], coaches=coaches, rolls=[3, 4, 4, 1])
    assert goal.told(CameDown)[0].how == "bunker"
    assert goal.state.score == {"R": 1, "B": 0}
