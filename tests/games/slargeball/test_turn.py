"""The turn, Break Play, scoring and the end: SLARGEBALL-38 to 45, 107 to 118 and 140."""

import pytest

from pbem.games.slargeball.events import (
    BallsPlaced,
    BreakPlay,
    CameDown,
    Finished,
    Flung,
    Initiative,
    Scored,
    Settled,
)

from .pitch import Table, played, refusal

FAR = {"bG": "10,1", "rG": "60,30"}


def test_the_order_of_the_phases() -> None:
    """SLARGEBALL-38: move, whap, fling, nab, wake; then the next turn's initiative."""
    figures = {"rT1": "30,16", "rT2": "20,5", "bT1": "33,16", "rN1": "20,20", **FAR}
    table = Table(figures, down={"rT2": ""}, balls=["rN1"], turns=25, rolls=[6, 1, 6, 5, 2])
    table.turn("T1 chase bT1; N1 fling 20,25", "all nowhap")
    assert table.kinds() == ["Moved", "Whapped", "Flung", "CameDown", "Woke", "Initiative"]


def test_the_number_of_turns() -> None:
    """SLARGEBALL-38, SLARGEBALL-117: the option says how many; after the last the game is over."""
    table = Table({"rD": "1,1", "bD": "60,1"}, turns=3, rolls=[5, 2, 5, 2])
    for _ in range(3):
        assert not table.match.over
        table.turn()
    assert table.told(Finished) == [Finished(0, 0, "")]


def test_one_ball_carried_is_initiative() -> None:
    """SLARGEBALL-40: without a roll."""
    table = Table({"rD": "1,1", "bD": "60,1"}, turns=3, balls=["bD"]).turn()
    assert table.told(Initiative) == [Initiative(2, "B")]


def test_balls_of_coaches_and_frozen_figures_count() -> None:
    """SLARGEBALL-43: a figure that a Coach has picked out keeps its ball, and the Coach has caught another."""
    figures = {"b1T1": "40,16", "bH": "41,17", "r1T1": "45,10"}
    coaches = {"R": {}, "B": {"doing": "talk", "target": "b1T1", "outings": 1, "since": 9}}
    table = Table(figures, squads=3, turns=3, coaches=coaches, balls=["b1T1", "r1T1"], rolls=[1, 2])
    table.turn("1T1 fling bH")
    assert table.state.balls == ["b1T1", "bH"]
    assert table.told(Initiative) == [Initiative(2, "B", balls=2, of=2)]


@pytest.mark.parametrize(
    ("balls", "rolls", "side"),
    [
        (["r1D", "r1R", "1,9"], [], "R"),
        (["r1D", "b1D", "b1R"], [], "B"),
        (["r1D", "b1D", "1,9"], [3, 4], "B"),
        (["r1D", "off", "off"], [4, 3], "R"),
    ],
)
def test_two_balls_of_several_are_initiative(balls: list[str], rolls: list[int], side: str) -> None:
    """SLARGEBALL-41, SLARGEBALL-43: two or more; one is not enough, even while the others are off the field."""
    figures = {"r1D": "1,1", "r1R": "1,5", "b1D": "60,1", "b1R": "60,5"}
    table = Table(figures, squads=4, turns=3, balls=balls, rolls=rolls)
    table.turn("all nofling", "all nofling")
    assert table.state.initiative == side
    assert not table.dice.left


def test_otherwise_dice_decide() -> None:
    """SLARGEBALL-42: Red's die first, ties again, the higher has it."""
    table = Table({"rD": "1,1", "bD": "60,1"}, turns=3, balls=["5,5"], rolls=[6, 6, 1, 3]).turn()
    assert table.told(Initiative) == [Initiative(2, "B", ((6, 6), (1, 3)))]
    assert table.state.dice == (1, 3)


def test_initiative_is_known_when_the_plan_is_asked_for() -> None:
    """SLARGEBALL-44, SLARGEBALL-45: and all seats are asked at once; nothing else is asked in mode plan."""
    table = Table({"rD": "1,1", "bD": "60,1"}, turns=3, balls=["5,5"], rolls=[1, 3, 5, 2])
    table.turn()
    assert (table.state.turn, table.state.initiative) == (2, "B")
    assert table.asks == {"R": "plan", "B": "plan"}
    table.play("B", "D move 55,1; done")
    assert table.state.figures["bD"] == "60,1"
    table.play("R", "done")
    assert table.state.figures["bD"] == "56,1"
    assert {row.name for row in table.match.rows if row.kind == "answer"} <= {"plan"}


# Break Play.


def test_a_goal_stops_everything() -> None:
    """SLARGEBALL-107, SLARGEBALL-111, SLARGEBALL-116: the second airball, the scramble and the waking are left out."""
    figures = {"r1T1": "52,16", "r1T2": "52,17", "r1N1": "20,20", "b1D": "30,1", "b1N1": "30,5"}
    table = played(
        figures,
        squads=4,
        down={"b1N1": ""},
        balls=["r1T1", "r1T2", "21,20"],
        coaches={"R": {}, "B": {}},
        rolls=[1, 1, 2],
    )
    assert table.kinds() == ["Flung", "Flung", "CameDown", "Scored", "BreakPlay", "BallsPlaced", "Finished"]
    assert table.state.score == {"R": 1, "B": 0}
    assert table.told(CameDown)[0].ball == 1


def test_the_last_one_standing_goes_down() -> None:
    """SLARGEBALL-107, SLARGEBALL-108, SLARGEBALL-140: before its ball drops, so no settle die is rolled."""
    table = played({"rD": "30,16", "bT1": "31,16"}, balls=["bT1"], red="D whap bT1 fall n", rolls=[1, 1, 2])
    assert table.kinds() == ["Whapped", "BreakPlay", "BallsPlaced", "Finished"]
    assert table.told(BreakPlay)[0].reason == "down"
    assert set(table.state.down) == {"rD", "bT1"}


def test_all_may_still_lie_at_the_start_of_a_turn() -> None:
    """SLARGEBALL-108: that is no Break Play: they roll to wake."""
    table = played({"rD": "30,16", "bT1": "40,16"}, down={"rD": "", "bT1": ""}, balls=["5,5"], rolls=[6, 6])
    assert table.kinds() == ["Woke", "Finished"]


def test_a_bonk_may_fell_the_last_one() -> None:
    """SLARGEBALL-140: it is checked after every fall, in the Nab phase too; in the Whap phase when all are down."""
    both = played(
        {"rT1": "36,17", "rT2": "36,16"}, balls=["rT1"], red="T1 fling T2", rolls=[1, 6, 1, 6, 1, 2]
    )
    assert both.kinds() == ["Flung", "Tried", "Tried", "BreakPlay", "BallsPlaced", "Finished"]


def test_a_coach_that_runs_counts_as_standing() -> None:
    """SLARGEBALL-140: everybody faints as it sets off, and play goes on; a Coach on its spot does not count."""
    figures = {"rH": "20,33", "r1T1": "20,20", "r1N1": "21,28", "b1N1": "19,28"}
    table = played(
        figures,
        squads=3,
        down={"r1T1": ""},
        balls=["1,1", "2,1"],
        red="H activate 1T1",
        rolls=[1, 5, 5, 6, 6, 6],
    )
    assert not table.told(BreakPlay)
    spot = {"rH": "20,33", "r1D": "30,16", "b1T1": "31,16"}
    ended = played(spot, squads=3, balls=["1,1", "2,1"], rolls=[1, 1, 2])
    assert ended.told(BreakPlay)[0].reason == "down"


def test_the_last_ball_leaves_the_field() -> None:
    """SLARGEBALL-107, SLARGEBALL-109: when all are off; one that lies where nobody may go is not out of reach."""
    figures = {"r1T1": "60,5", "b1D": "10,1"}
    one = played(figures, squads=2, balls=["r1T1", "62,14"], red="1T1 fling 64,2", rolls=[5, 1, 3])
    assert one.state.balls == ["off", "62,14"]
    assert not one.told(BreakPlay)
    last = played(figures, squads=2, balls=["r1T1", "off"], red="1T1 fling 64,2", rolls=[5, 1, 3, 2])
    assert last.told(BreakPlay)[0].reason == "off"
    assert last.state.balls == ["32,10", "32,22"]


def test_all_agree() -> None:
    """SLARGEBALL-110: every seat's plan of this turn, before anybody moves; it lapses with the turn."""
    table = Table({"rD": "30,1", "bD": "40,1"}, balls=["5,5"], turns=9, rolls=[5, 2, 5, 2, 1, 5, 2])
    table.turn("agree break; D move 34,1", "")
    assert not table.told(BreakPlay)
    table.turn("", "agree break")
    assert not table.told(BreakPlay)
    table.turn("agree break; D move 40,1", "agree break")
    assert table.told(BreakPlay)[0].reason == "agreed"
    assert table.state.figures["rD"] == "16,16"


def test_the_turn_counts() -> None:
    """SLARGEBALL-111: a turn cut short is one of the turns; in mode strict its open questions lapse."""
    table = Table({"rG": "61,16", "bD": "30,30"}, balls=["rG"], strict=True, turns=2, rolls=[1, 5, 2])
    table.play("R", "G score; always plan move; done")
    table.play("B", "done")
    assert table.asks == {"B": "move"}
    table.play("B", "done")
    assert table.asks == {"R": "plan", "B": "plan"}
    assert table.state.turn == 2


def test_who_goes_where() -> None:
    """SLARGEBALL-112: who lies stays; who stands lines up, Goalies opposite, Coaches on their spots; a place taken
    by one who lies is given up for the nearest free one."""
    figures = {
        "r1T1": "52,16",
        "r1N1": "40,10",
        "rG": "50,30",
        "rH": "30,20",
        "b1D": "20,14",
        "b1T1": "50,12",
        "bG": "60,30",
    }
    coaches = {"R": {"doing": "talk", "target": "r1N1", "since": 9, "outings": 1}, "B": {}}
    table = played(
        figures,
        squads=3,
        coaches=coaches,
        down={"b1D": ""},
        balls=["r1T1", "1,1"],
        private={"R": {"lineup": {"r1N1": "20,14"}}},
        rolls=[1, 2],
    )
    state = table.state
    assert state.figures == {
        "r1T1": "18,8", "r1N1": "20,15", "rG": "61,16", "rH": "20,33", "b1D": "20,14", "b1T1": "47,8", "bG": "4,16",
    }  # fmt: skip
    assert state.down == {"b1D": ""}


def test_all_balls_go_back() -> None:
    """SLARGEBALL-113: carried ones and those off the field too, after the figures, and beside who lies on a spot."""
    figures = {"r1T1": "52,16", "b1D": "33,22", "b1N1": "40,20"}
    table = played(
        figures, squads=2, down={"b1D": ""}, balls=["r1T1", "b1N1"], blue="all nofling", rolls=[1, 5, 4]
    )
    assert table.told(BallsPlaced) == [BallsPlaced(5, ("33,10", "33,22"))]
    assert table.told(Settled) == [Settled(2, "33,23", 4)]
    assert table.state.balls == ["33,10", "33,23"]


def test_figures_line_up_before_the_balls_are_placed() -> None:
    """SLARGEBALL-113: a ball on the ground is in nobody's way."""
    figures = {"r1T1": "52,16", "b1D": "60,30"}
    table = played(figures, squads=2, balls=["r1T1", "18,8"], blue="all nofling", rolls=[1, 5])
    assert table.state.figures["r1T1"] == "18,8"


def test_break_play_ends_outings() -> None:
    """SLARGEBALL-114: the outing counts, the target is free and does not faint; a Coach who lies goes straight back."""
    figures = {"r1T1": "52,16", "r1N1": "30,20", "rH": "31,20", "b1D": "60,30", "bH": "40,5", "b1T1": "41,5"}
    coaches = {
        "R": {"doing": "talk", "target": "r1N1", "since": 1, "outings": 1},
        "B": {"doing": "talk", "target": "b1T1", "since": 1, "outings": 2},
    }
    table = Table(
        figures,
        squads=3,
        coaches=coaches,
        down={"bH": ""},
        balls=["r1T1", "1,1"],
        turns=9,
        rolls=[1, 2, 5, 2, 1, 5, 2, 5, 2],
    )
    table.turn()
    assert not table.state.frozen("r1N1")
    assert table.state.down == {"bH": ""}
    assert [(coach.doing, coach.outings) for coach in table.state.coaches.values()] == [
        ("idle", 1),
        ("back", 2),
    ]
    table.turn()
    table.turn()
    assert table.state.figures["bH"] == "45,0"


@pytest.mark.parametrize(
    ("figure", "start", "order", "side"),
    [
        ("rT1", "55,16", "T1 fling goal", "R"),
        ("rT1", "8,16", "T1 fling 2,16", "B"),
        ("bT1", "55,16", "T1 fling 63,16", "R"),
    ],
)
def test_whose_goal_it_is(figure: str, start: str, order: str, side: str) -> None:
    """SLARGEBALL-115: the side's whose bunker it is not, whoever sent the ball."""
    table = played(
        {figure: start, "rD": "30,1", "bD": "30,30"},
        balls=[figure],
        rolls=[1, 1],
        **({"red": order} if figure[0] == "r" else {"blue": order}),
    )
    assert [event.side for event in table.told(Scored)] == [side]


def test_the_ball_flung_first_comes_down_first() -> None:
    """SLARGEBALL-116: one goal a turn at most: the second never comes down."""
    figures = {"b1T1": "10,16", "r1T1": "55,16"}
    table = played(figures, squads=2, initiative="B", balls=["r1T1", "b1T1"], rolls=[1, 1, 1])
    assert [event.figure for event in table.told(Flung)] == ["b1T1", "r1T1"]
    assert table.state.score == {"R": 0, "B": 1}


@pytest.mark.parametrize(("score", "result"), [((2, 1), "R>B"), ((0, 3), "B>R"), ((1, 1), "R=B")])
def test_who_wins(score: tuple[int, int], result: str) -> None:
    """SLARGEBALL-117: more points; a tie is a draw."""
    table = played({"rD": "1,1", "bD": "60,1"}, score={"R": score[0], "B": score[1]})
    assert str(table.state.result) == result


def test_a_side_wins_with_all_its_seats() -> None:
    """SLARGEBALL-117: everybody on the side shares its place."""
    table = Table({"r1D": "1,1", "b1D": "60,1"}, players=4, squads=2, score={"R": 1, "B": 0})
    for seat in ("R1", "B1", "R2", "B2"):
        table.play(seat, "done")
    assert table.state.result is not None
    assert table.state.result.places == (("R1", "R2"), ("B1", "B2"))
    assert table.state.result.reason == "1 to 0 after 1 turns"


def test_nobody_holds_the_game_up() -> None:
    """SLARGEBALL-118: whoever is silent or has left plays on by their plan and the defaults."""
    table = Table(
        {"r1D": "1,1", "b1D": "60,1", "r2D": "5,5"}, players=4, squads=2, turns=3, rolls=[5, 2, 5, 2]
    )
    table.play("R2", "D move 20,5")
    table.match.leave("R2")
    for seat in ("R1", "B1"):
        table.play(seat, "done")
    table.match.answer_automatically("B2")
    assert table.state.figures["r2D"] == "9,5"
    assert set(table.asks) == {"R1", "B1", "B2"}
    for seat in ("R1", "B1", "B2"):
        table.play(seat, "done")
    assert table.state.figures["r2D"] == "13,5"


def test_a_line_for_the_lapsed_turn_is_refused_politely() -> None:
    """SLARGEBALL-110: `agree` is nothing but `agree break`."""
    assert refusal("agree") == 'The line cannot be read after "agree"'


def test_a_done_too_many_goes_with_its_turn() -> None:
    """SLARGEBALL-45: a plan is handed in once a turn; the second `done` of a letter is no plan for the next one."""
    table = Table({"rT1": "10,10", "bT1": "40,10"}, turns=3, rolls=(1, 2))
    told = table.play("R", "T1 hold", "done", "done", "done")
    assert [each.status for each in told] == ["noted", "done", "queued", "queued"]
    assert told[2].text == '"done" waits for this turn, and goes with it'
    table.play("B", "done")
    assert table.asks == {"R": "plan", "B": "plan"}
    assert not table.match.queues.get("R")
    assert [each.status for each in table.match.reports["R"]] == ["dropped", "dropped"]
