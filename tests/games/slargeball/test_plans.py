"""Plans: SLARGEBALL-119 to 132 and 141 to 144."""

from typing import Any

import pytest

from pbem.games.slargeball.events import Flung, Scrambled, Whapped
from pbem.games.slargeball.state import Coach
from pbem.play.game import masked
from pbem.play.match import LetterRefused

from .pitch import GAME, Table, played, refusal, walk

FAR = {"bG": "10,1", "rG": "60,30"}
INITIATIVE = [5, 2]


def plan(table: Table, figure: str, part: str = "move") -> list[str]:
    """The lines of a figure's part."""
    return table.state.plan(figure).part(part)


# Lists, and how long they last.


def test_a_plan_has_parts_and_persists() -> None:
    """SLARGEBALL-119: an order sets one part and leaves the others; plans survive turns and Break Play."""
    table = Table({"rT1": "30,16", **FAR}, balls=["rT1"], turns=9, rolls=[*INITIATIVE, 1, *INITIATIVE])
    table.turn("T1 hold; T1 nofling; T1 whap any; T1 nonab; T1 first")
    for part, line in (
        ("move", "T1 hold"),
        ("fling", "T1 nofling"),
        ("whap", "T1 whap any"),
        ("nab", "T1 nonab"),
    ):
        assert plan(table, "rT1", part) == [line]
    table.turn("T1 move 33,16; agree break", "agree break")
    assert plan(table, "rT1") == ["T1 move 33,16"]
    assert plan(table, "rT1", "fling") == ["T1 nofling"]
    assert table.state.memory("R").first == ["rT1"]


def test_lines_of_one_answer_make_a_list() -> None:
    """SLARGEBALL-120: in order of preference; the first of a new answer throws the old list away."""
    table = Table({"rT1": "30,16", **FAR}, turns=9, rolls=INITIATIVE * 2)
    table.play("R", "T1 fetch", "T1 chase bG")
    table.play("R", "T1 hold", "done")
    assert plan(table, "rT1") == ["T1 fetch", "T1 chase bG", "T1 hold"]
    table.play("R", "T1 goal")  # a changed answer is a new one
    assert plan(table, "rT1") == ["T1 goal"]
    table.play("R", "T1 fetch; done")
    table.play("B", "done")
    table.turn("T1 follow G")
    assert plan(table, "rT1") == ["T1 follow rG"]


def test_stop_and_places() -> None:
    """SLARGEBALL-120: `stop` empties all parts; of several `first` or `last` the later one wins."""
    table = Table({"rT1": "30,16", "rT2": "31,20", "rN1": "5,5", **FAR})
    table.play("R", "T1 first; T2 first; N1 last; G last")
    assert table.state.in_order("R") == ["rT2", "rT1", "rN1", "rG"]
    table.play("R", "T2 hold; T2 nofling; T2 stop")
    assert plan(table, "rT2") == []
    assert table.state.in_order("R") == ["rT1", "rT2", "rN1", "rG"]


def test_the_first_line_that_fits_is_carried_out() -> None:
    """SLARGEBALL-121: the others are not looked at; if none fits, the figure does not move."""
    figures = {"rT1": "30,16", **FAR}
    first = played(figures, red="T1 goal; T1 fetch; T1 move 33,16 if turn 1; T1 move 20,16")
    assert walk(first, "rT1")[-1] == "33,16"
    none = played(figures, red="T1 goal; T1 move 20,16 if turn 2")
    assert walk(none, "rT1") == []


def test_what_happens_without_a_line() -> None:
    """SLARGEBALL-121: the default whap and nab; a shot in range if nothing is ordered, but not if nothing fits."""
    whap = played(
        {"rT1": "30,16", "bT1": "31,16", **FAR}, red="T1 whap any if turn 9", blue="T1 nowhap", rolls=[6]
    )
    assert len(whap.told(Whapped)[0].blows) == 1
    nab = played({"rT1": "30,16", **FAR}, balls=["31,16"], red="T1 nonab if turn 9", rolls=[6])
    assert len(nab.told(Scrambled)) == 1
    kept = played({"rT1": "55,16", **FAR}, balls=["rT1"], red="T1 fling goal if turn 9")
    assert kept.told(Flung) == []
    shot = played({"rT1": "55,16", **FAR}, balls=["rT1"], rolls=[1, 1])
    assert shot.told(Flung)[0].mark == "goal"


def test_lines_re_aim_when_their_time_comes() -> None:
    """SLARGEBALL-122: a Rushing Grelker goes for the ball that a Tremple has let lie, where it lies now."""
    figures = {"bD": "34,16", "rR": "30,16", **FAR}
    table = played(figures, red="R chase bD; R nowhap", blue="D move 34,20; D nowhap")
    assert table.state.figures["bD"] == "34,20"
    assert table.state.figures["rR"] == "33,19"


# What the move lines do.


def test_hold_and_move() -> None:
    """SLARGEBALL-122: `hold` stays and ends the search."""
    assert walk(played({"rT1": "30,16", **FAR}, red="T1 hold; T1 move 33,16"), "rT1") == []


@pytest.mark.parametrize(("down", "end"), [([], "33,16"), (["bT1"], "30,13"), (["bT1", "bT2"], "30,16")])
def test_chase_goes_for_the_first_who_stands(down: list[str], end: str) -> None:
    """SLARGEBALL-122: from left to right; nobody standing, not possible; in contact already, it stays."""
    figures = {"rT1": "30,16", "bT1": "34,16", "bT2": "30,12", **FAR}
    table = played(
        figures,
        down=dict.fromkeys(down, ""),
        red="T1 chase bT1 bT2; T1 nowhap",
        blue="all nowhap",
        rolls=[6] * len(down),
    )
    assert table.state.figures["rT1"] == end
    stays = played({"rT1": "30,16", "bT1": "31,17", **FAR}, red="T1 chase bT1; T1 nowhap", blue="all nowhap")
    assert walk(stays, "rT1") == []


def test_fetch() -> None:
    """SLARGEBALL-122, SLARGEBALL-142: the nearest groundball, then the lower number, then the nearest enemy carrier."""
    figures = {"r1T1": "30,16", "b1T1": "33,20", "b1D": "60,1"}
    near = played(
        figures, squads=4, balls=["30,11", "35,16", "b1T1"], red="1T1 fetch; 1T1 nonab", blue="all nofling"
    )
    assert near.state.figures["r1T1"] == "30,12"
    named = played(figures, squads=4, balls=["30,11", "35,16", "off"], red="1T1 fetch ball2; 1T1 nonab")
    assert named.state.figures["r1T1"] == "34,16"
    carrier = played(
        figures,
        squads=4,
        balls=["off", "off", "b1T1"],
        red="1T1 fetch; 1T1 nowhap",
        blue="all nofling; all nowhap",
    )
    assert carrier.state.figures["r1T1"] == "32,19"
    numbered = played(
        figures,
        squads=4,
        balls=["30,11", "off", "b1T1"],
        red="1T1 fetch ball3; 1T1 nowhap",
        blue="all nofling; all nowhap",
    )
    assert numbered.state.figures["r1T1"] == "32,19"
    own = played(
        {**figures, "r1T2": "31,30"},
        squads=4,
        balls=["r1T2", "off", "r1T1"],
        red="1T1 fetch ball1; 1T2 fetch; all nofling",
    )
    assert walk(own, "r1T1") == walk(own, "r1T2") == []


def test_fetch_looks_for_the_nearest_and_only_with_free_hands() -> None:
    """SLARGEBALL-142: distance comes before the number; SLARGEBALL-122: who carries fetches nothing."""
    figures = {"r1T1": "30,16", "b1D": "60,1"}
    table = played(figures, squads=2, balls=["20,16", "35,16"], red="1T1 fetch; 1T1 nonab")
    assert table.state.figures["r1T1"] == "34,16"
    full = played(figures, squads=2, balls=["r1T1", "35,16"], red="1T1 fetch; 1T1 nofling; 1T1 hold")
    assert walk(full, "r1T1") == []


def test_fetch_goes_for_what_it_cannot_reach() -> None:
    """SLARGEBALL-142: it comes as near as may be; a ball off the field is no aim."""
    table = played({"rT1": "54,16", **FAR}, balls=["62,13"], red="T1 fetch")
    assert table.state.figures["rT1"] == "58,12"
    off = played({"r1T1": "54,16", "b1D": "1,1"}, squads=2, balls=["off", "off"], red="1T1 fetch; 1T1 hold")
    assert walk(off, "r1T1") == []
    spot = {"r1T1": "46,6", "b1D": "1,30", "bH": "45,0"}
    coach = played(spot, squads=3, balls=["bH", "off"], red="1T1 fetch; 1T1 nonab", rolls=[3, 1, 1])
    assert walk(coach, "r1T1") == []  # off the field nobody is gone after


@pytest.mark.parametrize(
    ("figure", "start", "end"),
    [
        ("rT1", "46,16", "51,16"),
        ("rN1", "52,16", "57,16"),
        ("rR", "48,10", "55,11"),
        ("rT1", "51,16", "51,16"),
    ],
)
def test_goal_carries_into_range(figure: str, start: str, end: str) -> None:
    """SLARGEBALL-122: to the nearest square from which the shot of `fling goal` is in range; there it stays."""
    who = figure[1:]
    table = played(
        {figure: start, "rD": "1,1", "bD": "1,9"}, balls=[figure], red=f"{who} goal; {who} nofling"
    )
    assert table.state.figures[figure] == end


def test_goal_of_a_goalie_is_score() -> None:
    """SLARGEBALL-122: it carries the ball in; without a ball neither is possible."""
    table = played({"rG": "60,16", "bD": "1,9"}, balls=["rG"], red="G goal", rolls=[1])
    assert table.state.score == {"R": 1, "B": 0}
    empty = played(
        {"rG": "60,16", "rT1": "40,1", "bD": "1,9"}, red="G score; G move 59,13; T1 goal; T1 move 38,1"
    )
    assert empty.state.figures["rG"] == "59,13"
    assert empty.state.figures["rT1"] == "38,1"


@pytest.mark.parametrize(
    ("others", "balls", "end"),
    [
        ({"bT1": "32,12", "bT2": "28,20"}, ["bT2"], "29,19"),
        ({"bT1": "32,12"}, ["34,17"], "33,16"),
        ({"bT1": "32,12"}, ["36,17"], "31,13"),
        ({"bT1": "38,12"}, ["36,17"], "31,16"),
    ],
)
def test_guard(others: dict[str, str], balls: list[str], end: str) -> None:
    """SLARGEBALL-122: within N of the square an enemy carrier, else a ball, else any opponent; else the square."""
    figures = {"rT1": "30,16", **others, **FAR}
    quiet = "all nowhap; all nofling; all nonab"
    table = played(figures, balls=balls, red=f"T1 guard 31,16 5; {quiet}", blue=quiet)
    assert table.state.figures["rT1"] == end


def test_guard_takes_what_is_nearest_to_the_figure() -> None:
    """SLARGEBALL-142: of what lies within N of the square; a carrier passes over balls."""
    figures = {"r1T1": "30,16", "b1D": "60,1"}
    table = played(figures, squads=2, balls=["34,16", "30,13"], red="1T1 guard 32,16 4; 1T1 nonab")
    assert table.state.figures["r1T1"] == "30,14"
    carrier = played(figures, squads=2, balls=["34,16", "r1T1"], red="1T1 guard 32,16 4; 1T1 nofling")
    assert carrier.state.figures["r1T1"] == "32,16"


@pytest.mark.parametrize(
    ("mate", "end"), [("32,18", "30,16"), ("36,16", "34,16"), ("33,16", "31,16"), ("31,16", "30,16")]
)
def test_follow_keeps_two_away(mate: str, end: str) -> None:
    """SLARGEBALL-122: near, but out of the huddle; not possible while the other lies."""
    table = played({"rT1": "30,16", "rN1": mate, **FAR}, red="T1 follow N1")
    assert table.state.figures["rT1"] == end
    lies = played(
        {"rT1": "30,16", "rN1": "36,16", **FAR},
        down={"rN1": ""},
        red="T1 follow N1; T1 move 29,16",
        rolls=[6],
    )
    assert lies.state.figures["rT1"] == "29,16"


def test_through_and_touch() -> None:
    """SLARGEBALL-123: `through` wades, `touch` stops at the first opponent met anew."""
    figures = {"rT1": "30,16", "bN1": "31,16", "bD": "33,17", **FAR}
    table = played(
        figures,
        down={"bN1": ""},
        red="T1 move 36,16 through touch; T1 nowhap",
        blue="all nowhap",
        rolls=[1, 6],
    )
    assert walk(table, "rT1") == ["31,16", "32,16"]


def test_a_failed_break_roll_ends_the_search() -> None:
    """SLARGEBALL-124: it comes first if the line would change the square, and no other line is tried."""
    figures = {"rT1": "30,16", "bN1": "31,16", **FAR}
    table = played(figures, red="T1 fetch; T1 chase bN1; T1 nowhap", blue="all nowhap")
    assert walk(table, "rT1") == []
    fails = played(figures, red="T1 move 28,16; T1 hold; T1 nowhap", blue="all nowhap", rolls=[3])
    assert plan(fails, "rT1") == ["T1 move 28,16", "T1 hold"]


# Whap, fling and nab lines.


def test_whap_lists_wishes() -> None:
    """SLARGEBALL-125: who is down, away or hit already is passed over, then the default comes in, unless `only`."""
    figures = {"rT1": "30,16", "bD": "31,15", "bN1": "31,16", "bT1": "40,16", "bT2": "29,15", **FAR}
    quiet: dict[str, Any] = {"blue": "all nowhap"}
    wish = played(figures, red="T1 whap bT1 bN1", rolls=[6], **quiet)
    assert wish.told(Whapped)[0].blows[0].target == "bN1"
    default = played(figures, red="T1 whap bT1", rolls=[6], **quiet)
    assert default.told(Whapped)[0].blows[0].target == "bD"
    only = played(figures, red="T1 whap bT1 only; T1 whap bN1", **quiet)
    assert only.told(Whapped) == []
    conditional = played(figures, red="T1 whap bN1 if turn 9; T1 whap bT2", rolls=[6], **quiet)
    assert conditional.told(Whapped)[0].blows[0].target == "bT2"


def test_some_lines_are_always_possible() -> None:
    """SLARGEBALL-141: a `whap ... only` whose conditions hold is carried out though nobody can be hit; `nowhap` too."""
    figures = {"rT1": "30,16", "bN1": "31,16", "bT1": "40,16", **FAR}
    for line in ("T1 whap bT1 only", "T1 nowhap"):
        assert played(figures, red=f"{line}; T1 whap any", blue="all nowhap").told(Whapped) == []
    fling = played({"rT1": "30,16", **FAR}, balls=["rT1"], red="T1 fling 50,16; T1 fling 35,16", rolls=[1])
    assert fling.state.balls == ["35,16"]


@pytest.mark.parametrize(
    ("lines", "aim"),
    [
        ("T1 fling N1; T1 fling 35,16", "35,16"),
        ("T1 fling to bT1; T1 fling 35,16", "36,16"),
        ("T1 nofling; T1 fling 35,16", None),
        ("T1 fling 60,16; T1 fling 30,16", None),
        ("T1 nofling if turn 2; T1 fling 35,16", "35,16"),
    ],
)
def test_fling_lines(lines: str, aim: str | None) -> None:
    """SLARGEBALL-126: possible if in range, not its own square, and the figure stands; `nofling` stops the search."""
    figures = {"rT1": "30,16", "rN1": "33,20", "bT1": "36,16", **FAR}
    rolls = [1, *([1] if aim == "36,16" else []), 6] if aim else [6]
    table = played(figures, down={"rN1": ""}, balls=["rT1"], red=lines, blue="all nonab", rolls=rolls)
    assert [event.aim for event in table.told(Flung)] == ([aim] if aim else [])


def test_nab_lines() -> None:
    """SLARGEBALL-127: both may have conditions; the first that holds counts."""
    figures = {"rT1": "30,16", **FAR}
    assert played(figures, balls=["31,16"], red="T1 nonab if turn 1").told(Scrambled) == []
    tried = played(figures, balls=["31,16"], red="T1 nonab if held; T1 nab if free; T1 nonab", rolls=[6])
    assert len(tried.told(Scrambled)) == 1


# Conditions.

HERE = {"rT1": "30,16", "rN1": "33,16", "bT1": "30,20", "bN1": "40,16", "bG": "10,1"}


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("if carrying", False),
        ("if not carrying", True),
        ("if held", False),
        ("if contact", False),
        ("if free", True),
        ("if ball within 4", True),
        ("if ball within 3", False),
        ("if foe within 4", True),
        ("if foe within 3", False),
        ("if rN1 within 3", True),
        ("if bN1 within 9", False),
        ("if bN1 within 10", True),
        ("if bT1 up", True),
        ("if bN1 up", False),
        ("if bN1 down", True),
        ("if bT1 down", False),
        ("if rN1 carrying", True),
        ("if bT1 carrying", False),
        ("if we carry", True),
        ("if they carry", False),
        ("if loose", True),
        ("if initiative", True),
        ("if ahead", True),
        ("if behind", False),
        ("if level", False),
        ("if turn 5", True),
        ("if turn 6", False),
        ("if free and loose", True),
        ("if free and carrying", False),
        ("unless free and carrying", True),
        ("unless free and loose", False),
        ("unless not free", True),
        ("if loose or we carry", True),
        ("if they carry or carrying", False),
        ("if Red score > 1 and turn 5", True),
        ("if Red score at least 5", False),
    ],
)
def test_conditions(condition: str, true: bool) -> None:
    """SLARGEBALL-128, SLARGEBALL-144: alone, with `not`, with `and`, and behind `unless`, which denies the whole."""
    names = {key: key if key[1:] in "GC" else f"{key[0]}1{key[1:]}" for key in HERE}
    figures = {names[key]: square for key, square in HERE.items()}
    words = " ".join(names.get(word, word) for word in condition.split())
    table = played(figures, squads=2, turn=5, turns=5, balls=["r1N1", "26,16"], score={"R": 2, "B": 1},
                          down={"b1N1": ""}, red=f"1T1 move 31,16 {words}; all nofling", rolls=[6])  # fmt: skip
    assert (walk(table, "r1T1") == ["31,16"]) == true


def test_a_condition_that_can_never_hold_is_refused() -> None:
    """SLARGEBALL-128: rather than kept in a plan in which it never counts."""
    text = "rT1 can never be 99,99: it is a square (34,17) or off the field"
    assert refusal("T1 hold if rT1 is 99,99") == text


@pytest.mark.parametrize("ball", [1, 2])
def test_carrying(ball: int) -> None:
    """SLARGEBALL-128: whichever ball it is."""
    balls = ["r1T1", "5,5"] if ball == 1 else ["5,5", "r1T1"]
    orders = "1T1 nofling; 1T1 move 31,16 if carrying and r1T1 carrying"
    table = played({"r1T1": "30,16", "b1D": "60,1"}, squads=2, balls=balls, red=orders)
    assert walk(table, "r1T1") == ["31,16"]


@pytest.mark.parametrize(
    ("red", "blue", "fact"), [(2, 1, "ahead"), (1, 2, "behind"), (1, 1, "level"), (0, 0, "level")]
)
def test_the_score_as_a_condition(red: int, blue: int, fact: str) -> None:
    """SLARGEBALL-128: one of three, by one goal already, for either side."""
    figures = {"rT1": "30,16", "bT1": "40,16", **FAR}
    theirs = {"ahead": "behind", "behind": "ahead", "level": "level"}
    orders = "T1 move {0},16 if ahead; T1 move {0},15 if behind; T1 move {0},17 if level"
    table = played(figures, score={"R": red, "B": blue}, red=orders.format(31), blue=orders.format(39))
    squares = {"ahead": "16", "behind": "15", "level": "17"}
    assert table.state.figures["rT1"] == f"31,{squares[fact]}"
    assert table.state.figures["bT1"] == f"39,{squares[theirs[fact]]}"


def test_up_and_down_of_a_coach_on_its_spot() -> None:
    """SLARGEBALL-144: both are false, and it is within no distance."""
    figures = {"r1T1": "30,16", "rH": "20,33", "b1D": "60,1"}
    for fact in ("up", "down", "within 99"):
        table = played(
            figures, squads=3, balls=["1,1", "2,1"], red=f"1T1 move 31,16 if H {fact}; 1T1 move 29,16"
        )
        assert table.state.figures["r1T1"] == "29,16"


def test_within_one_is_not_contact() -> None:
    """SLARGEBALL-144: a diagonal neighbour is farther than one inch; `held` and `within 2` take it in."""
    figures = {"rT1": "30,16", "bT1": "31,17", **FAR}
    quiet: dict[str, Any] = {"blue": "all nowhap"}
    assert walk(played(figures, red="T1 move 29,16 if foe within 1; T1 nowhap", **quiet), "rT1") == []
    for condition in ("if held", "if foe within 2"):
        table = played(figures, red=f"T1 move 29,16 {condition}; T1 nowhap", rolls=[1], **quiet)
        assert walk(table, "rT1") == ["29,16"]


def test_who_is_hit_still_counts_as_up_in_the_whap_phase() -> None:
    """SLARGEBALL-144: a condition on a later attempt sees it standing."""
    figures = {"rD": "30,16", "rT1": "31,15", "bT1": "31,16", "bN1": "32,15", **FAR}
    table = played(figures, red="T1 whap bN1 if bT1 up; T1 nowhap", blue="all nowhap", rolls=[1, 6, 6])
    assert [blow.target for blow in table.told(Whapped)[0].blows] == ["bT1", "bN1"]


# Groups, and what takes no condition.


def test_lines_for_several() -> None:
    """SLARGEBALL-129: `all` is everybody but the Coach; squads and kinds; refused as a whole if never legal for one."""
    table = Table({"r1T1": "30,16", "rH": "20,33"}, squads=3, balls=["1,1", "2,1"])
    (line_result,) = table.play("R", "all fetch if ball within 6")
    assert line_result.text == "So ordered for 20 figures"
    assert "rH" not in table.state.memory("R").plans
    table.play("R", "squad 2 hold; tremples goal; nickelbacks fetch")
    assert plan(table, "r2D") == ["2D fetch if ball within 6", "2D hold"]
    assert plan(table, "r3T2") == ["3T2 fetch if ball within 6", "3T2 goal"]
    assert plan(table, "r1N1")[-1] == "1N1 fetch"
    assert refusal("all score") == "Only a Goalie may carry a ball into a bunker."
    assert refusal("squad 2 hold") == "You command squad 1, not squad 2."
    assert refusal("all first") == 'Give "first" to one figure only.'


def test_done_for_several_turns() -> None:
    """SLARGEBALL-130: not asked again until then; what follows `done` is for the next plan."""
    table = Table({"rT1": "30,16", "bD": "60,1"}, turns=9, balls=["5,5"], rolls=INITIATIVE * 4)
    table.play("R", "T1 move 30,10; done 3; T1 move 30,20; done")
    table.play("B", "done")
    assert plan(table, "rT1") == ["T1 move 30,20"]  # the queue has answered already
    assert table.asks == {"B": "plan"}
    short = Table({"rT1": "30,16", "bD": "60,1"}, turns=9, balls=["5,5"], rolls=INITIATIVE * 4)
    short.play("R", "done 3")
    for _ in range(3):
        assert short.asks == {
            "B": "plan",
            **({"R": "plan"} if short.state.turn == 1 and not short.match.answered else {}),
        }
        short.play("B", "done")
    assert short.asks == {"R": "plan", "B": "plan"}


def test_done_takes_back_done_for_several_turns() -> None:
    """SLARGEBALL-130: whoever corrects their plan with a plain `done` is asked again next turn."""
    table = Table({"rT1": "30,16", "bD": "60,1"}, turns=9, balls=["5,5"], rolls=INITIATIVE * 3)
    table.play("R", "done 5")
    table.play("B", "done")
    assert table.asks == {"B": "plan"}
    table.play("R", "T1 hold; done")
    table.play("B", "done")
    assert table.asks == {"R": "plan", "B": "plan"}


@pytest.mark.parametrize(
    ("red", "blue", "ball", "rolls"),
    [
        ("done 5", "done", "31,16", [1]),
        ("T1 fling 31,16; done 5", "done", "rT1", [1, 2]),
        ("agree break; done 5", "agree break; done", "31,16", [1, *INITIATIVE]),
    ],
)
def test_custody_ends_it_early(red: str, blue: str, ball: str, rolls: list[int]) -> None:
    """SLARGEBALL-130: asked again when a ball was won or lost, were it for a moment, or after a Break Play."""
    table = Table({"rT1": "30,16", "bD": "60,1"}, turns=9, balls=[ball], rolls=rolls)
    table.play("R", red)
    table.play("B", blue)
    assert set(table.asks) == {"R", "B"}
    assert table.state.turn == 2


def test_plans_are_secret() -> None:
    """SLARGEBALL-131: nobody else sees them; with `huddle` the own side does, as they stand at the moment."""
    figures = {"r1T1": "30,16", "b1D": "60,1", "r2T1": "30,20", "rH": "20,33"}
    for huddle in (True, False):
        table = Table(figures, players=4, squads=3, balls=["1,1", "2,1"], huddle=huddle)
        table.play(
            "R1", "1T1 hold; 1T1 fetch; 3R hold; 3R fetch; 3D fling goal; 3D stop; H activate 2T1; done"
        )
        lists = {
            seat: "\n".join(GAME.view(masked(table.state, seat), seat).lists)
            for seat in (None, *table.state.seats)
        }
        told = "Plan of Ann:\n  1T1 3R: hold, else fetch\n  H: activate 2T1" if huddle else ""
        assert {seat for seat, text in lists.items() if "Plan of" in text} == ({"R2"} if huddle else set())
        assert lists["R2"].endswith(told)


def test_always_plan_waits_for_nobody() -> None:
    """SLARGEBALL-130, SLARGEBALL-132: the plan stands until `always ask`."""
    table = Table({"rT1": "30,16", "bD": "60,1"}, turns=9, balls=["5,5"], rolls=INITIATIVE * 2)
    table.play("R", "always plan")
    assert table.asks == {"B": "plan"}
    table.play("B", "done")
    assert table.asks == {"B": "plan"}
    assert GAME.memory(table.state, "R") == ["always plan"]
    table.play("R", "always ask")
    table.play("B", "done")
    assert table.asks == {"R": "plan", "B": "plan"}


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["always plan move", "always ask move tremples"], ["move defensives", "move nickelbacks", "move goalies",
                                                            "move captains", "move rushers", "move coaches"]),
        (["always plan move tremples", "always plan whap", "always ask move"], ["whap"]),
        (["always plan move goalies", "always plan move tremples", "always ask move tremples"], ["move goalies"]),
        (["always plan", "always plan fling", "always ask fling"], ["plan"]),
        (["always plan move", "always ask whap"], ["move"]),
        (["always plan", "always plan fling", "always ask"], []),
    ],
)  # fmt: skip
def test_asking_again(lines: list[str], left: list[str]) -> None:
    """SLARGEBALL-132: `always ask` takes back a phase with all its kinds, or one kind out of a phase."""
    table = Table({"rT1": "30,16", "bD": "60,1"}, balls=["5,5"], strict=True)
    table.play("R", *lines)
    assert table.state.memory("R").always == left


# Mode strict.


def test_strict_asks_before_every_part() -> None:
    """SLARGEBALL-132: each sub-phase for who has such a figure, initiative first; whaps at once; carriers."""
    figures = {"rT1": "30,16", "bT1": "33,16", "rN1": "20,1", "bD": "60,1"}
    table = Table(figures, strict=True, balls=["rN1"], rolls=[6])
    table.play("R", "done")
    table.play("B", "done")
    asked = []
    while not table.match.over:
        asked.append(dict(table.asks))
        seat = next(iter(table.asks))
        lines = {"whap": "T1 nowhap; done"} if seat == "B" else {"move": "T1 chase bT1; done"}
        name = table.asks[seat]
        table.play(seat, lines.get(name, "done") if not (name == "move" and len(asked) != 2) else "done")
    assert asked == [
        {"B": "move"}, {"R": "move"}, {"B": "move"}, {"R": "move"}, {"R": "whap", "B": "whap"}, {"B": "whap"},
        {"R": "fling"},
    ]  # fmt: skip
    assert table.state.figures["rT1"] == "32,16"
    assert plan(table, "rT1") == ["T1 chase bT1"]  # it replaces that part of the plan, and stays


def test_strict_takes_lines_for_those_concerned_only() -> None:
    """SLARGEBALL-132: and `always plan move tremples` answers that sub-phase alone."""
    figures = {"rT1": "30,16", "rN1": "20,1", "bD": "60,1"}
    table = Table(figures, strict=True, balls=["5,5"], rolls=INITIATIVE)
    table.play("R", "always plan move tremples; done")
    table.play("B", "always plan move; done")
    assert table.asks == {"R": "move"}
    with pytest.raises(LetterRefused, match="T1 cannot get orders now; give orders to N1"):
        table.play("R", "T1 hold")


def test_strict_takes_every_line_of_a_plan_and_corrections() -> None:
    """SLARGEBALL-132, SLARGEBALL-143: plan lines like any other, `stop` among them; a line for several is for those
    whose time it is."""
    figures = {"rT1": "30,16", "rT2": "30,20", "bT1": "31,20", "bD": "60,1"}
    table = Table(figures, strict=True, down={"rT2": ""}, balls=["rT1"], rolls=[6])
    table.play("R", "T1 hold; T2 chase bT1; done")
    table.play("B", "always plan move; done")
    line_results = table.play(
        "R", "T1 stop move", "tremples fetch if loose", "T1 fling T2", "T1 first", "done"
    )
    assert [line_result.status for line_result in line_results] == [
        "noted",
        "noted",
        "noted",
        "noted",
        "done",
    ]
    assert plan(table, "rT1") == ["T1 fetch if loose"]
    assert plan(table, "rT2") == ["T2 chase bT1"]
    assert table.asks == {"R": "fling"}
    table.play("R", "T1 stop; done")
    assert plan(table, "rT1", "fling") == []


def test_strict_asks_nobody_for_who_is_frozen_or_a_coach() -> None:
    """SLARGEBALL-132: a frozen figure does not move, whap or fling, and a Coach with a ball never aims."""
    figures = {"r1T1": "30,16", "rH": "31,17", "b1T1": "31,15"}
    coaches = {"R": {"doing": "talk", "target": "r1T1", "since": 9, "outings": 1}, "B": {"outings": 3}}
    balls = ["r1T1", "rH"]
    table = Table(figures, squads=3, coaches=coaches, strict=True, balls=balls, rolls=[6, 4, 1, 1])
    table.play("R", "done")
    table.play("B", "always plan; always plan move; always plan whap; done")
    assert table.match.over
    assert [row.name for row in table.match.rows if row.seat == "R"] == ["plan"]


def test_strict_asks_for_an_idle_coach_only() -> None:
    """SLARGEBALL-132: one with outings left; a Coach on its way has nothing to decide."""
    figures = {"rH": "20,33", "bH": "45,0", "r1T1": "20,20", "b1T1": "60,30"}
    for red, asked in ((Coach(), ["move"]), (Coach(outings=2), ["move"]), (Coach(outings=3), []),
                       (Coach(doing="back", outings=1), [])):  # fmt: skip
        table = Table({**figures, "rH": "20,33" if red.doing == "idle" else "30,25"}, squads=3, strict=True,
                      coaches={"R": red, "B": Coach(outings=3)}, balls=["1,1", "2,1"], rolls=[1])  # fmt: skip
        table.play("R", "always plan move tremples; done")
        table.play("B", "always plan move; done")
        assert list(table.asks.values()) == asked
        if asked:
            table.play("R", "H activate 1T1; done")
            assert table.state.coaches["R"].doing == "talk"


# Corrections.


def test_stopping_a_part() -> None:
    """SLARGEBALL-143: one part only; in front of a new line it corrects one sent before `done`."""
    table = Table({"rT1": "30,16", **FAR})
    table.play("R", "T1 hold; T1 nofling; T1 first")
    table.play("R", "T1 stop move; T1 goal")
    assert plan(table, "rT1") == ["T1 goal"]
    assert plan(table, "rT1", "fling") == ["T1 nofling"]
    table.play("R", "T1 stop place")
    assert table.state.memory("R").first == []
    table.play("R", "T1 first; T1 last")
    assert (table.state.memory("R").first, table.state.memory("R").last) == ([], ["rT1"])


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("T1 first", "first"),
        ("T1 last", "last"),
        ("T1 st", "stop"),
        ("T1 name Ogre", "name"),
        ("T1 lineup 18,12", "lineup"),
        ("H activate 1T1", "activate"),
        ("agree break", "agree"),
    ],
)
def test_what_takes_no_condition(line: str, verb: str) -> None:
    """SLARGEBALL-143: these are not carried out in the turn, so there is no moment to judge one."""
    assert refusal(f"{line} if carrying") == f'"{verb}" takes no condition.'


def test_a_coach_may_be_called_off() -> None:
    """SLARGEBALL-120: `stop` takes back all that was ordered for a figure, the Coach's activation too."""
    table = Table({"r1T1": "20,20", "rH": "20,33"}, squads=3, balls=["1,1", "2,1"])
    table.play("R", "H activate 1T1")
    table.play("R", "1T1 stop; H stop move")
    assert GAME.memory(table.state, "R") == ["H activate r1T1"]
    table.play("R", "H stop")
    assert GAME.memory(table.state, "R") == []


def test_orders_for_those_who_lie_wait() -> None:
    """SLARGEBALL-143: they are accepted, and carried out when the figure can."""
    table = Table({"rT1": "30,16", **FAR}, down={"rT1": ""}, turns=9, rolls=[1, *INITIATIVE, *INITIATIVE])
    table.turn("T1 move 33,16")
    table.turn()
    assert table.state.figures["rT1"] == "33,16"


# Lines that wait for a condition.


def test_a_waiting_line_may_ask_about_figures() -> None:
    """`if ... then` reads what stands at the end of plan lines: here of figures, as the seat calls them."""
    for down, end in (({"bT1": ""}, "33,16"), ({}, "30,10")):
        table = Table({"rT1": "30,16", "bT1": "5,1", **FAR}, turns=9, down=down, rolls=[6, 5, 2, 5, 2])
        table.play("R", "if bT1 down and T1 up then T1 move 33,16 else T1 move 30,10", "done")
        table.play("B", "done")
        assert table.state.figures["rT1"] == end


@pytest.mark.parametrize("condition", ["carrying", "held", "free", "ball within 3", "T1 within 3"])
def test_a_waiting_line_is_no_figures(condition: str) -> None:
    """What asks about the figure that has the line is refused where no figure has it."""
    assert refusal(f"if {condition} then T1 fetch; done").startswith("This condition is not about a figure")
