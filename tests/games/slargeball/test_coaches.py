"""Coaches: SLARGEBALL-94 to 106 and 137 to 139."""

from typing import Any

import pytest

from pbem.games.slargeball.events import (
    Activated,
    Dropped,
    Fainted,
    Flung,
    Marched,
    TalkedTo,
    Tried,
    Whapped,
)
from pbem.games.slargeball.facts import facts
from pbem.games.slargeball.field import line

from .pitch import GAME, Table, played, refusal

FAR = {"b1D": "60,1"}
IDLE: dict[str, Any] = {"R": {}, "B": {}}


def after(target: str, doing: str = "out", since: int = 0) -> dict[str, Any]:
    """Red's Coach is about something."""
    return {"R": {"doing": doing, "target": target, "outings": 1, "since": since}, "B": {}}


def squad(figures: dict[str, str], **given: Any) -> Table:
    """A turn of three squads a side, with two balls far away."""
    return played({**figures, **FAR}, squads=3, **{"balls": ["1,1", "2,1"], **given})


def test_an_idle_coach_takes_no_part() -> None:
    """SLARGEBALL-94, SLARGEBALL-137: nobody touches it on its spot, no Coach makes it faint, and it does nothing."""
    state = Table({"rH": "20,33", "b1T1": "20,32", **FAR}, squads=3).state
    assert not state.held("b1T1")
    assert not state.up("rH")
    table = squad({"rH": "20,33", "b1T1": "20,32"})
    assert table.kinds() == ["Finished"]


@pytest.mark.parametrize(("outings", "need"), [(0, 3), (1, 2), (2, 1)])
def test_activation_gets_harder(outings: int, need: int) -> None:
    """SLARGEBALL-95: 3, 2, 1 or less by the number of outings; a failure changes nothing."""
    for roll in (need, need + 1):
        coaches = {"R": {"outings": outings}, "B": {}}
        table = squad({"rH": "20,33", "r1T1": "20,20"}, coaches=coaches, red="H activate 1T1", rolls=[roll])
        assert table.told(Activated) == [Activated("rH", "r1T1", roll, need)]
        assert table.state.coaches["R"].outings == outings + (roll == need)


def test_three_times_and_no_more() -> None:
    """SLARGEBALL-95: after three activations it is over."""
    coaches = {"R": {"outings": 3}, "B": {}}
    figures = {"rH": "20,33", "r1T1": "20,20"}
    assert (
        refusal("H activate 1T1", figures, squads=3, coaches=coaches)
        == "Your Coach has been out three times; no more."
    )


def test_one_attempt_a_turn_and_only_this_turn() -> None:
    """SLARGEBALL-95: an order to activate lapses with the turn."""
    table = Table(
        {"rH": "20,33", "r1T1": "20,20", **FAR},
        squads=3,
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[6, 5, 2, 5, 2],
    )
    table.turn("H activate 1T1")
    table.turn()
    assert len(table.told(Activated)) == 1


def test_whom_it_may_pick_out() -> None:
    """SLARGEBALL-96: a figure of its side, of any squad and up or down, not itself, and not across a zone."""
    figures = {"rH": "20,33", "r2T1": "20,20", "rG": "61,16", "b1T1": "30,1"}
    assert "plays for Blue" in refusal("H activate b1T1", figures, squads=3)
    assert refusal("H activate H", figures, squads=3) == "The Coach cannot pick itself out."
    assert refusal("H activate G", figures, squads=3) == (
        "The Coach's straight way to G crosses a Goal Zone, which Coaches may not enter."
    )
    down = squad({"rH": "20,33", "r2T1": "20,20"}, down={"r2T1": ""}, red="H activate 2T1", rolls=[1, 6])
    assert down.told(Activated)[0].target == "r2T1"


def test_the_target_is_frozen_at_once_and_the_coach_sets_off() -> None:
    """SLARGEBALL-97: from the activation on it cannot fling what it carries, but keeps it; it may be whapped."""
    figures = {"rH": "20,33", "r1T1": "30,16", "b1T1": "31,16"}
    table = squad(
        figures, balls=["r1T1", "2,1"], red="H activate 1T1; 1T1 fling 35,16; 1T1 whap any", rolls=[1, 6]
    )
    assert table.told(Marched)[0].coach == "rH"
    assert table.told(Flung) == []
    assert [blow.figure for blow in table.told(Whapped)[0].blows] == ["b1T1"]
    assert table.state.balls[0] == "r1T1"
    assert table.state.frozen("r1T1")


def test_the_line() -> None:
    """SLARGEBALL-98: one square a step of the longer difference, halves rounded away from zero."""
    assert list(line((0, 0), (4, 2))) == [(1, 1), (2, 1), (3, 2), (4, 2)]
    assert list(line((0, 0), (-4, -2))) == [(-1, -1), (-2, -1), (-3, -2), (-4, -2)]
    assert list(line((5, 5), (5, 2))) == [(5, 4), (5, 3), (5, 2)]


def test_along_the_edge_it_runs_on_the_field() -> None:
    """SLARGEBALL-98: squares of its line that lie off the field count as those beside them, or it would never set off
    for a figure far away in the last row."""
    table = Table(
        {"rH": "20,33", "r1T1": "60,32", **FAR},
        squads=3,
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[1, 5, 2, 5, 2, 5, 2],
    )
    table.turn("H activate 1T1")
    assert table.state.figures["rH"] == "35,32"
    table.turn()
    table.turn()
    assert table.state.figures["rH"] == "59,32"


def test_the_line_is_taken_anew_each_turn() -> None:
    """SLARGEBALL-98: toward where the target is now, up to the first square in contact with it."""
    table = squad({"rH": "40,20", "r1T1": "30,20"}, coaches=after("r1T1"))
    assert table.told(Marched) == [Marched("rH", "40,20", "31,20", "r1T1", close=True, home=False)]


def test_sixteen_inches_a_turn_over_everything() -> None:
    """SLARGEBALL-99: no break roll, no pile roll, straight over figures, piles and balls."""
    figures = {"rH": "50,20", "r1T1": "20,20", "b1T1": "51,20", "b1N1": "45,20", "b1N2": "40,20"}
    table = squad(
        figures,
        coaches=after("r1T1"),
        down={"b1N1": "", "b1N2": ""},
        balls=["38,20", "2,1"],
        blue="all nowhap; all nonab",
        rolls=[6, 6, 6],
    )
    assert table.state.figures["rH"] == "34,20"
    assert table.state.coaches["R"].doing == "out"
    assert [event.figure for event in table.told(Fainted)] == ["b1T1"]


@pytest.mark.parametrize(
    ("others", "end", "close"),
    [({}, "31,20", True), ({"b1N1": "31,20"}, "31,21", True)],
)
def test_where_it_comes_to_stand(others: dict[str, str], end: str, close: bool) -> None:
    """SLARGEBALL-100: if the end is not free, the free square in contact with the target that is nearest to it."""
    down = dict.fromkeys(others, "")
    table = squad(
        {"rH": "40,20", "r1T1": "30,20", **others}, coaches=after("r1T1"), down=down, rolls=[6] * len(down)
    )
    # 31,19 and 31,21 are as near; for Red the right one is the southern
    assert (table.state.figures["rH"], table.told(Marched)[0].close) == (end, close)


def test_without_room_beside_the_target_it_counts_as_in_contact() -> None:
    """SLARGEBALL-100: the last free square back along the line, and the talk begins all the same."""
    ring = ["29,19", "30,19", "31,19", "29,20", "31,20", "29,21", "30,21", "31,21"]
    kinds = ("2D", "2T1", "2T2", "2N1", "2N2", "2R", "3D", "3T1")
    lying = {f"b{kind}": square for kind, square in zip(kinds, ring, strict=True)}
    table = squad(
        {"rH": "40,20", "r1T1": "30,20", **lying},
        coaches=after("r1T1"),
        down=dict.fromkeys(lying, ""),
        rolls=[6] * 8,
    )
    assert table.state.figures["rH"] == "32,20"
    assert table.told(Marched)[0].close
    assert table.state.coaches["R"].doing == "talk"


def test_an_end_on_the_way_that_is_taken() -> None:
    """SLARGEBALL-100: then the last free square back along the line, without contact; never in a Goal Zone."""
    table = squad(
        {"rH": "50,20", "r1T1": "20,20", "b1N1": "34,20"},
        coaches=after("r1T1"),
        down={"b1N1": "35,20"},
        rolls=[6],
    )
    assert table.state.figures["rH"] == "36,20"
    assert not table.told(Marched)[0].close
    zone = squad({"rH": "12,5", "r1T1": "2,26"}, coaches=after("r1T1"))
    assert zone.state.figures["rH"] == "7,16"  # sixteen inches would end on 5,19


@pytest.mark.parametrize(
    ("square", "near"),
    [
        ("40,22", True),
        ("40,23", False),
        ("34,22", True),
        ("52,20", True),
        ("53,20", False),
        ("32,20", True),
        ("31,20", False),
    ],
)
def test_the_corridor(square: str, near: bool) -> None:
    """SLARGEBALL-101, SLARGEBALL-102: whose centre is within two and a half inches of the way, ends included."""
    table = squad(
        {"rH": "50,20", "r1T1": "20,20", "b1T1": square}, coaches=after("r1T1"), rolls=[6] if near else []
    )
    assert [event.figure for event in table.told(Fainted)] == (["b1T1"] if near else [])


@pytest.mark.parametrize(
    ("figures", "square", "near"),
    [
        ({"r1T1": "30,20"}, "30,18", True),  # the Coach comes to 31,20
        ({"r1T1": "30,20"}, "30,22", True),
        ({"r1T1": "30,20"}, "29,22", False),
        ({"r1T1": "30,20", "r1R": "31,20"}, "30,18", True),  # put down beside it, the Coach has come as far
        ({"r1T1": "10,20"}, "28,20", True),  # of a longer way the Coach has come to 30,20
        ({"r1T1": "10,20"}, "27,20", False),
    ],
)
def test_the_corridor_goes_to_the_end_of_this_turns_way(
    figures: dict[str, str], square: str, near: bool
) -> None:
    """SLARGEBALL-101, SLARGEBALL-102: to where the march ends, round its end too, but not as far as the target."""
    others = [name for name in figures if name != "r1T1"]
    table = squad(
        {"rH": "46,20", **figures, "b1T1": square},
        coaches=after("r1T1"),
        rolls=[6] * (len(others) + near),
    )
    assert ("b1T1" in [event.figure for event in table.told(Fainted)]) == near


@pytest.mark.parametrize(
    ("goal", "square", "near"),
    [
        ("34,7", "24,13", True),
        ("34,7", "24,12", False),
        ("36,21", "27,22", True),
        ("36,21", "27,23", False),
    ],
)
def test_the_corridor_of_a_slanting_way(goal: str, square: str, near: bool) -> None:
    """SLARGEBALL-102: in whole numbers: of 11 east and 10 south the square of the distance is 37 * 37 / 221, which is
    inside; of 15 east and 1 south 38 * 38 / 226 is outside."""
    figures = {"rH": "20,20", "r1T1": goal, "b1T1": square}
    table = squad(figures, coaches=after("r1T1"), rolls=[6] if near else [])
    assert [event.figure for event in table.told(Fainted)] == (["b1T1"] if near else [])


@pytest.mark.parametrize(("roll", "down"), [(5, True), (6, False)])
def test_who_faints(roll: int, down: bool) -> None:
    """SLARGEBALL-101: 5 or less, friend or foe, Goalie or the other Coach, but not who lies, nor the target."""
    figures = {"rH": "50,20", "r1T1": "20,20", "rG": "45,21", "bH": "40,21", "b1N1": "38,20"}
    coaches = {**after("r1T1"), "B": {"doing": "back", "outings": 1}}
    table = squad(
        figures, coaches=coaches, down={"b1N1": ""}, rolls=[roll, roll, *[6] * (1 + 2 * down)], initiative="R"
    )
    assert [(event.figure, event.down) for event in table.told(Fainted)] == [("rG", down), ("bH", down)]


def test_the_order_of_faint_rolls() -> None:
    """SLARGEBALL-102: along the way, then the nearer, then initiative; a carrier's ball drops before the next roll."""
    figures = {
        "rH": "50,20",
        "r1T1": "20,20",
        "b1N1": "40,22",
        "b1N2": "45,20",
        "r1N1": "40,18",
        "r1N2": "40,21",
    }
    table = squad(
        figures,
        coaches=after("r1T1"),
        balls=["b1N2", "2,1"],
        red="all nowhap",
        blue="all nowhap",
        rolls=[1, 4, 6, 6, 6, 6],
    )
    assert [event.figure for event in table.told(Fainted)] == ["b1N2", "r1N2", "r1N1", "b1N1"]
    assert table.kinds()[:2] == ["Fainted", "Dropped"]
    assert table.told(Dropped)[0].figure == "b1N2"


def test_the_talk_takes_a_whole_turn() -> None:
    """SLARGEBALL-103: not the turn of the contact but all of the next; then the target faints, and drops its ball."""
    table = Table(
        {"rH": "32,20", "r1T1": "30,20", **FAR},
        squads=3,
        coaches=after("r1T1"),
        balls=["r1T1", "2,1"],
        turns=25,
        rolls=[5, 2, 1, 5, 2, 5, 2],
    )
    table.turn()
    assert table.told(TalkedTo) == []
    table.turn("1T1 move 20,20; 1T1 nofling")
    assert table.state.figures["r1T1"] == "30,20"
    assert table.told(TalkedTo) == [TalkedTo("rH", "r1T1", fell=True)]
    assert "r1T1" in table.state.down
    assert table.told(Dropped)[0].ball == 1
    assert not table.state.frozen("r1T1")


def test_a_talk_to_one_who_lies() -> None:
    """SLARGEBALL-103: it goes on lying as it lay, and is no longer frozen."""
    figures = {"rH": "31,20", "r1T1": "30,20"}
    table = squad(figures, coaches=after("r1T1", "talk"), down={"r1T1": "29,20"}, rolls=[6])
    assert table.told(TalkedTo) == [TalkedTo("rH", "r1T1", fell=False)]
    assert table.state.down == {"r1T1": "29,20"}
    assert not table.state.frozen("r1T1")


def test_the_way_back() -> None:
    """SLARGEBALL-104: straight to its spot, sixteen inches a turn and with a corridor, until it stands there idle."""
    table = Table(
        {"rH": "40,20", "b1T1": "35,23", **FAR},
        squads=3,
        coaches=after("", "back"),
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[6, 5, 2, 5, 2],
    )
    table.turn()
    assert len(table.told(Fainted)) == 1
    table.turn()
    assert table.state.figures["rH"] == "20,33"
    assert table.state.coaches["R"].doing == "idle"
    assert table.told(Marched) == [
        Marched("rH", "40,20", "27,28", "", close=False, home=False),
        Marched("rH", "27,28", "20,33", "", close=False, home=True),
    ]


def test_an_end_on_the_way_back_that_is_taken() -> None:
    """SLARGEBALL-100, SLARGEBALL-104: the last free square back along the line; b1N1 lies on the end."""
    table = squad({"rH": "20,10", "b1N1": "20,26"}, coaches=after("", "back"), down={"b1N1": ""}, rolls=[5])
    assert table.state.figures["rH"] == "20,25"


def test_a_coach_may_be_felled_and_goes_on_when_it_wakes() -> None:
    """SLARGEBALL-105: meanwhile the target stays frozen and the talk is not over; the Coach wakes with 5 or less."""
    figures = {"rH": "31,20", "r1T1": "30,20", "b1D": "32,20", "b2D": "60,1"}
    table = Table(
        figures,
        squads=3,
        coaches=after("r1T1", "talk", 1),
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[1, 6, 5, 2, 5, 5, 2],
    )
    table.turn(blue="1D whap rH fall n")
    assert "rH" in table.state.down
    assert table.state.frozen("r1T1")
    assert table.told(TalkedTo) == []
    table.turn("1T1 move 20,20", "1D nowhap")
    assert table.state.figures["r1T1"] == "30,20"
    assert "rH" not in table.state.down


def test_no_talk_ends_out_of_contact() -> None:
    """SLARGEBALL-105: a Coach that has woken elsewhere must march again before the talk can end."""
    figures = {"rH": "31,20", "r1T1": "30,20", **FAR}
    table = Table(
        figures,
        squads=3,
        coaches=after("r1T1", "talk", 1),
        down={"rH": ""},
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[1, 5, 2, 5, 2],
    )
    table.turn()
    assert table.state.figures["rH"] == "32,20"
    assert table.told(TalkedTo) == []
    table.turn()
    assert table.told(Marched) == [Marched("rH", "32,20", "31,20", "r1T1", close=True, home=False)]


def test_each_side_has_its_own_talk() -> None:
    """SLARGEBALL-103: it ends for one Coach whatever the other is about: on its spot, on its way, or down."""
    figures = {"bH": "31,20", "b1T1": "30,20", "r1D": "60,30", "r1T1": "50,10"}
    talk = {"doing": "talk", "target": "b1T1", "outings": 1}
    for square, red, down, rolls in (
        ("20,33", {}, {}, []),
        ("49,10", {"doing": "talk", "target": "r1T1", "outings": 1}, {"rH": ""}, [6]),
        ("49,10", {"doing": "talk", "target": "r1T1", "outings": 1, "since": 9}, {}, []),
    ):
        table = played(
            {**figures, "rH": square},
            squads=3,
            coaches={"R": red, "B": talk},
            down=down,
            balls=["1,1", "2,1"],
            rolls=rolls,
        )
        assert table.told(TalkedTo) == [TalkedTo("bH", "b1T1", fell=True)]


def test_a_coach_out_of_contact_marches_again() -> None:
    """SLARGEBALL-105: when it has stood up elsewhere it goes to its target once more."""
    table = squad({"rH": "35,20", "r1T1": "30,20"}, coaches=after("r1T1", "talk", 0))
    assert table.told(Marched) == [Marched("rH", "35,20", "31,20", "r1T1", close=True, home=False)]
    assert table.state.coaches["R"].since == 2


def test_what_a_coach_never_does() -> None:
    """SLARGEBALL-106: it neither whaps nor tries for a ball on the ground, and takes no orders to."""
    figures = {"rH": "31,20", "r1T1": "30,20", "b1T1": "32,20"}
    table = squad(
        figures, coaches=after("r1T1", "talk", 9), balls=["31,21", "2,1"], blue="all nowhap; all nonab"
    )
    assert table.kinds() == ["Finished"]
    for line_ in ("H whap b1T1", "H fling goal", "H nab", "H move 30,16"):
        assert refusal(line_, figures, squads=3) == 'The Coach takes no such orders; only "activate".'


def test_a_coach_beside_its_target_stays() -> None:
    """SLARGEBALL-137: also on its spot: no march, nobody faints, and the next turn is the talk; then it is idle."""
    table = Table(
        {"rH": "20,33", "r1T1": "20,32", "b1T1": "22,32", **FAR},
        squads=3,
        balls=["1,1", "2,1"],
        turns=25,
        rolls=[1, 5, 2, 5, 2],
    )
    table.turn("H activate 1T1")
    assert table.told(Marched) == []
    assert table.told(Fainted) == []
    table.turn()
    assert table.told(TalkedTo) == [TalkedTo("rH", "r1T1", fell=True)]
    assert table.state.coaches["R"].doing == "idle"


def test_the_zone_is_looked_at_again_in_the_sub_phase() -> None:
    """SLARGEBALL-138: where the target has moved behind a zone, no attempt is made and no die rolled."""
    figures = {"rH": "20,33", "r1R": "8,9"}
    table = squad(figures, red="H activate 1R; 1R move 2,9")
    assert table.told(Activated) == []
    free = squad(figures, red="H activate 1R", rolls=[6])
    assert len(free.told(Activated)) == 1


def test_once_out_it_may_pass_a_zone() -> None:
    """SLARGEBALL-138: the way back leads over it, and ends outside; the Coach's spot is always fit to end on."""
    table = squad({"rH": "3,10", "r1D": "50,30"}, coaches=after("", "back"))
    x, y = map(int, table.state.figures["rH"].split(","))
    assert (x, y) != (3, 10)
    assert not (x <= 6 and 12 <= y <= 21)


def test_a_talking_coach_catches_and_flings() -> None:
    """SLARGEBALL-139: only its target is frozen altogether."""
    figures = {"rH": "31,20", "r1T1": "30,20", "r2T1": "25,20"}
    table = Table(
        {**figures, **FAR},
        squads=3,
        coaches=after("r1T1", "talk", 9),
        balls=["r2T1", "2,1"],
        turns=25,
        rolls=[1, 2, 5, 2, 1, 1, 1],
    )
    table.turn("2T1 fling H")
    assert table.told(Tried) == [Tried("rH", 1, 2, 0, caught=True, down=False)]
    table.play("R", "done")
    assert GAME.view(table.state, None).lists[-1] == "Balls: ball1 carried by rH; ball2 on the ground at 2,1"
    with pytest.raises(Exception, match="initiative"):
        table.play("B", "done")
    assert table.told(Flung)[-1].figure == "rH"


def test_a_coach_on_its_spot_is_off_the_field_for_conditions() -> None:
    """SLARGEBALL-15: its spot is not a square, so a line may wait for it to set off."""
    known = facts(Table({"rH": "20,33", "b1T1": "20,32", **FAR}, squads=3).state, "R")
    assert known["rH"].fit("rH", "is", str(known["rH"].now)) == ("", "is", "off the field")
