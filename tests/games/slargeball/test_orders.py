"""How lines are read, and the texts of refusals, one by one as docs/rules/slargeball.md lists them."""

import pytest

from pbem.games.slargeball.action_lines import Fling, Nab, NoFling, NoNab, NoWhap, Whap
from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.orders import FORMS, Agree, Always, Done, Standard
from pbem.games.slargeball.other_lines import Activate, First, Last, Lineup, Name, Stop
from pbem.games.slargeball.purposes import Chase, Fetch, Follow, Goal, Guard, Hold, Move, Score
from pbem.games.slargeball.state import Coach
from pbem.play.game import masked
from pbem.play.orders import Unreadable
from pbem.play.requests import Order

from .pitch import GAME, Table, refusal

clause = TESTS.clause.read


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("T1 18,12", Lineup("T1", "18,12")),
        ("t1 LU 018,12", Lineup("T1", "18,12")),
        ("standard", Standard()),
        ("d h", Hold("D")),
        ("R run 28,10 to 36,12 touch", Move("R", ("28,10", "36,12"), touch=True)),
        ("r1R m 28,10 through touch", Move("r1R", ("28,10",), through=True, touch=True)),
        ("D attack bT1 or bn1 through", Chase("D", ("bT1", "bN1"), through=True)),
        ("T1 chase bT1, bN1 and the bN2", Chase("T1", ("bT1", "bN1", "bN2"))),
        (
            "T1 chase bT1, bN1 if ball within 3",
            Chase("T1", ("bT1", "bN1"), when=clause("if ball within 3")),
        ),
        ("T1 move to the 25,12 touch through", Move("T1", ("25,12",), through=True, touch=True)),
        ("T1 fling at the goal", Fling("T1", "goal")),
        ("N1 fe if ball within 8", Fetch("N1", when=clause("if ball within 8"))),
        ("N1 intercept BALL2", Fetch("N1", 2)),
        ("N1 ball", Fetch("N1")),
        ("T2 gl", Goal("T2")),
        ("G sc own", Score("G", own=True)),
        ("D gu 12,16 5", Guard("D", "12,16", 5)),
        ("D guard 12,16", Guard("D", "12,16", 4)),
        ("N2 fo T1", Follow("N2", "T1")),
        ("D w bT1 bN2 only fall NE", Whap("D", ("bT1", "bN2"), only=True, fall="ne")),
        ("D whap", Whap("D")),
        ("D nw if held", NoWhap("D", when=clause("if held"))),
        (
            "T1 f to red-n2 unless rn2 down",
            Fling("T1", "rN2", when=clause("unless rN2 down")),
        ),
        ("T1 fling goal", Fling("T1", "goal")),
        ("T1 nf", NoFling("T1")),
        ("N1 n", Nab("N1")),
        (
            "N1 nn if foe within 1 and not contact",
            NoNab("N1", when=clause("if foe within 1 and not held")),
        ),
        ("T2 first", First("T2")),
        ("T2 last", Last("T2")),
        ("T1 st move", Stop("T1", "move")),
        ("T1 name Big Ogre", Name("T1", "Big Ogre")),
        ("h act 2t1", Activate("H", "2T1")),
        ("agree break", Agree()),
        ("squad 2 hold", Hold("squad 2")),
        ("ALL fetch", Fetch("all")),
        ("pass", Done()),
        ("done 3", Done(3)),
        ("always plan", Always("plan")),
        ("always ask move goalies", Always("ask", "move", "goalies")),
    ],
)
def test_long_and_short_forms_are_read(line: str, order: Order) -> None:
    """SLARGEBALL-5: any case, short verbs, small words that mean nothing; the long form reads back."""
    assert GAME.read(line) == order
    assert GAME.read(str(order)) == order


def test_the_forms_shown_to_players_are_read() -> None:
    """What help and prompts show is read, and nearly all of it is the long form already; a kind of line for each."""
    assert [str(GAME.read(form)) for form in FORMS[1:]] == list(FORMS[1:])
    assert {type(GAME.read(form)) for form in FORMS} == set(GAME.orders)


@pytest.mark.parametrize(
    ("line", "text", "meant"),
    [
        ("T1 fecth", '"T1 fecth" is not an order of Slargeball', "T1 fetch"),
        ("move T1 30,16", '"move T1 30,16" is not an order of Slargeball', "T1 move 30,16"),
        ("dnoe", '"dnoe" is not an order of Slargeball', "done"),
        ("Hello there", '"Hello there" is not an order of Slargeball', ""),
        ("T1", '"T1" is not an order of Slargeball', ""),
        ("T1 move", 'The line cannot be read after "T1 move"', ""),
        ("T1 chase 30,16", '"30,16" is not a figure', ""),
        ("T1 fetch ball4", '"ball4" is not understood here', ""),
        ("T1 guard 12,16 13", '"13" is not understood here', ""),
        ("T1 follow", 'The line cannot be read after "T1 follow"', ""),
        ("T1 whap only", '"only" is not understood here', ""),
        ("T1 fling", 'The line cannot be read after "T1 fling"', ""),
        ("T1 goal fast", '"fast" is not understood here', "T1 goal"),
        ("G score twice", '"twice" is not understood here', "G score"),
        ("agree break now", '"now" is not understood here', "agree break"),
        ("T1 stop legs", '"legs" is not understood here', "T1 stop"),
        ("T1 lineup", 'The line cannot be read after "T1 lineup"', ""),
        ("H activate", 'The line cannot be read after "H activate"', ""),
        ("T1 name Rumpelstiltskin II", '"Rumpelstiltskin" is not a name of at most 16 letters', ""),
        ("all name Ogre", '"all name Ogre" is not an order of Slargeball', ""),
        ("done 26", '"26" is not understood here', ""),
        ("always sleep", '"sleep" is not understood here', ""),
        ("T1 first now", '"now" is not understood here', "T1 first"),
        ("T1 fetch if ball near", 'I do not know the condition "ball near"; try "ball within 3".', ""),
        ("T1 fetch if foe near", 'I do not know the condition "foe near"; try "foe within 3".', ""),
        (
            "T1 fetch if carying and loose",
            'I do not know the condition "carying"; try "carrying".',
            "T1 fetch if carrying and loose",
        ),
        ("T1 fetch if turn", 'I do not know the condition "turn"; try "turn 5".', ""),
        ("T1 fetch if they win", 'I do not know the condition "they win"; try "they carry".', ""),
        ("T1 fetch if bT1 sleeps", 'I do not know the condition "bT1 sleeps"; try "bT1 up".', ""),
        ("T1 fetch if T1 within x", 'I do not know the condition "T1 within x"; try "T1 within 3".', ""),
        ("T1 fetch if him within 3", 'I do not know the condition "him within 3"; try "ball within 3".', ""),
        (
            "T1 fetch if ball within 1000",
            'I do not know the condition "ball within 1000"; try "ball within 3".',
            "",
        ),
        (
            "T1 fetch if ball within -1",
            'I do not know the condition "ball within -1"; try "ball within 3".',
            "",
        ),
        (
            "T1 fetch if",
            'I do not know the condition "": it is one of carrying, held, free, ball within N, foe within N,'
            " FIG within N, FIG up, FIG down, FIG carrying, we carry, they carry, loose, initiative, ahead, behind,"
            " level, turn N",
            "",
        ),
    ],
)
def test_what_cannot_be_read_says_so(line: str, text: str, meant: str) -> None:
    """A line that is not an order says what would be one, or which was probably meant."""
    with pytest.raises(Unreadable) as error:
        GAME.read(line)
    assert (str(error.value), error.value.nearest) == (text, meant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("D 18 12", "D lineup 18,12"),
        ("D, 18,12", "D lineup 18,12"),
        ("T1 fetch, whap bT2", "T1 fetch; T1 whap bT2"),
        ("place D at 18, 12", "D lineup 18,12"),
        ("R run 28,16 36, 12", "R move 28,16 36,12"),
        ("R move (28.10)", "R move 28,10"),
        ("D guard 12 16 5", "D guard 12,16 5"),
        ("T1 throw to N1", "T1 fling N1"),
        ("T1 pass N1 if N1 up", "T1 fling N1 if N1 up"),
        ("T1 shoot at the bunker", "T1 fling goal"),
        ("D fetch the ball", "D fetch"),
        ("captain catch", "C nab"),
        ("R fetch, T1 follow R", "R fetch; T1 follow R"),
        ("R fetch and T1 follow R", "R fetch; T1 follow R"),
        ("T1 move 25, 12", "T1 move 25,12"),
        ("move 25, 12", "all move 25,12"),
        ("chase bT1, bN1", "all chase bT1 bN1"),
        ("whap bT1 fall east", "all whap bT1 fall e"),
        ("fetch T1", "T1 fetch"),
        ("T1 whap bT1 and bN1 fall north-east", "T1 whap bT1 bN1 fall ne"),
        ("D whap bT1 fall east", "D whap bT1 fall e"),
        ("T1 and T2 fetch", "T1 fetch; T2 fetch"),
        ("T1, T2 and D move 25, 12", "T1 move 25,12; T2 move 25,12; D move 25,12"),
    ],
)
def test_what_was_meant(line: str, meant: str) -> None:
    """SLARGEBALL-5, SLARGEBALL-10: squares with blanks, words of other ball games, two orders in one line."""
    with pytest.raises(Unreadable) as error:
        GAME.read(line)
    assert error.value.nearest == meant


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("T1 dance", "behind T1 one of hold, move, chase, "),
        ("all dance", "behind all one of hold, move, chase, "),
        ("fetch", 'a figure, or all, and what it is to do, as in "T1 fetch"; or "done"'),
    ],
)
def test_what_an_order_would_have_to_be(line: str, expected: str) -> None:
    """SLARGEBALL-129: a figure or a group, and then a verb."""
    with pytest.raises(Unreadable) as error:
        GAME.read(line)
    assert error.value.expected.startswith(expected)


ONE = {"rT1": "30,16", "bT1": "40,16", "rG": "60,13"}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("bT1 hold", "bT1 plays for Blue."),
        ("T1 move 61,14", "Only a Goalie may enter a Goal Zone (59-64,12-21); T1 cannot go to 61,14."),
        (
            "G move 64,16",
            '62,15-18 is as far as one can walk; G enters the bunker with "score" when carrying a ball.',
        ),
        ("T1 fling 66,12", "66,12 is off the field; a fling needs a square of the field."),
        ("T1 move 65,33", "A figure can leave the field only over an edge: one step, not at a corner."),
        ("T1 move 10,34", "A figure can leave the field only over an edge: one step, not at a corner."),
        ("T1 move 10,33 10,30", "A figure can leave the field only over an edge: one step, not at a corner."),
        ("T1 follow T1", "T1 cannot follow itself."),
        ("T1 guard 61,14", "Only a Goalie may enter a Goal Zone (59-64,12-21); T1 cannot go to 61,14."),
        (
            "G guard 63,16",
            '62,15-18 is as far as one can walk; G enters the bunker with "score" when carrying a ball.',
        ),
        ("T1 guard 10,40", "10,40 is off the field."),
        ("T1 chase T2", "T2 is on your side; use follow."),
        ("T1 whap T2", "T2 is on your side."),
        ("T1 follow bT1", "bT1 plays for Blue; use chase."),
        ("T1 fling T1", "T1 cannot fling to itself."),
        ("T1 score", "Only a Goalie may carry a ball into a bunker."),
        ("T1 fetch ball2", "There is no ball2 in this game; the last is ball1."),
        ("H hold", "There is no Coach with fewer than three squads a side."),
        ("C hold", "There is no Captain with fewer than two squads a side."),
        ("T3 hold", "There is no figure T3 in this game (one squad a side: D to R, G)."),
        (
            "T1 lineup 22,10",
            "Red lines up on columns 1-20 outside the Goal Zone; 22,10 is not behind the slargeline.",
        ),
        (
            "T1 lineup 3,14",
            "Red lines up on columns 1-20 outside the Goal Zone; 3,14 is in a Goal Zone.",
        ),
        (
            "G lineup 3,14",
            "Red's Goalie lines up in the opposing Goal Zone, columns 59-64, rows 12-21 without the bunker; 3,14 is not"
            " in it.",
        ),
        (
            "G lineup 63,16",
            "Red's Goalie lines up in the opposing Goal Zone, columns 59-64, rows 12-21 without the bunker; 63,16 is in"
            " a Goal Bunker.",
        ),
        ("T2 first if held", '"first" takes no condition.'),
        ("T1 fetch if ball near", 'I do not know the condition "ball near"; try "ball within 3".'),
        ("T1 whap bT1 fall up", "fall needs one of n ne e se s sw w nw."),
        ("T1 activate T2", "Only the Coach can be activated, not T1."),
    ],
)
def test_refusals_with_one_squad(line: str, text: str) -> None:
    """SLARGEBALL-5, SLARGEBALL-60, SLARGEBALL-61, SLARGEBALL-126: the table of refusals, word for word."""
    assert refusal(line, ONE, balls=["5,5"]) == text


def test_refusals_about_figures() -> None:
    """SLARGEBALL-3, SLARGEBALL-4, SLARGEBALL-5: unknown, ambiguous, or somebody else's."""
    assert (
        refusal("3T1 hold", squads=2)
        == "There is no figure 3T1 in this game (two squads a side: 1D to 2R, G, C)."
    )
    assert (
        refusal("2C hold", squads=2)
        == "There is no figure 2C in this game (two squads a side: 1D to 2R, G, C)."
    )
    for squads, word in ((3, "three"), (5, "five")):
        expected = f"({word} squads a side: 1D to {squads}R, G, C, H)"
        assert refusal("1H hold", squads=squads) == f"There is no figure 1H in this game {expected}."
    table = Table({"r1T1": "30,16"}, players=3, squads=3)
    with pytest.raises(
        Exception, match=r"^2T1 is commanded by Cat; you command squads 1 and 3, the Goalie and the Coach\.$"
    ):
        table.play("R1", "2T1 hold")
    with pytest.raises(Exception, match=r"^Which T1\? You command 1T1 and 3T1\.$"):
        table.play("R1", "T1 hold")
    pair = Table({"r1T1": "30,16"}, players=4, squads=2)
    with pytest.raises(Exception, match=r"^2T1 is commanded by Cat; you command squad 1 and the Goalie\.$"):
        pair.play("R1", "2T1 hold")


def test_refusals_about_coaches() -> None:
    """SLARGEBALL-95, SLARGEBALL-96, SLARGEBALL-106: no more outings, already out, and orders it does not take."""
    figures = {"r1T1": "20,20", "rH": "20,33"}
    none = {"R": Coach(outings=3), "B": Coach()}
    assert (
        refusal("H activate 1T1", figures, squads=3, coaches=none)
        == "Your Coach has been out three times; no more."
    )
    out = {"R": Coach(doing="back", outings=1), "B": Coach()}
    assert refusal("H activate 1T1", {**figures, "rH": "30,20"}, squads=3, coaches=out) == (
        "Your Coach is already on the field."
    )
    assert refusal("H whap any", figures, squads=3) == 'The Coach takes no such orders; only "activate".'
    assert refusal("H lineup 10,10", figures, squads=3) == "The Coach stands on its spot beside the field."


def test_a_square_is_taken_once() -> None:
    """SLARGEBALL-133: the second of a seat's figures on one square is refused."""
    table = Table()
    table.play("R", "T2 18,12")
    table.play("R", "T2 18,12")  # once more for the same figure
    with pytest.raises(Exception, match=r"^18,12 is already T2's place\.$"):
        table.play("R", "T1 18,12")


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("T1 move 10,33", "Warning: 10,33 is off the field. The fans will knock T1 out on 10,32."),
        ("T1 move 10,30 10,33", "Warning: 10,33 is off the field. The fans will knock T1 out on 10,32."),
        ("T1 fling 50,16", "Warning: 50,16 is out of T1's range of 12 now."),
        ("T1 fling bT1", "Warning: bT1 does not stand on the field now."),
        ("T1 chase bT1", "Warning: bT1 does not stand on the field now."),
        ("G score", "Warning: G carries nothing now."),
        ("G fetch", "Warning: G carries a ball now."),
    ],
)
def test_lines_that_could_not_work_now_are_kept_with_a_warning(line: str, note: str) -> None:
    """SLARGEBALL-121, SLARGEBALL-126: plans are judged when they are carried out."""
    table = Table(ONE, down={"bT1": ""}, balls=["5,5" if "score" in line else "rG"])
    (line_result,) = table.play("R", line)
    assert line_result.status == "noted"
    assert line_result.text.endswith(f". {note}")


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (
            ["T1 hold", "T1 fetch"],
            'Plan of T1: hold, else fetch. Warning: "hold" comes before it and is always possible, so this line never'
            " counts.",
        ),
        (["T1 hold if held", "T1 fetch"], "Plan of T1: hold if held, else fetch"),
        (
            ["T1 fling rT2 if rT2 up"],
            "Plan of T1: fling T2 if T2 up. Warning: rT2 does not stand on the field now.",
        ),
        (["T2 hold"], "Plan of T2: hold. Warning: T2 lies unconscious; the plan waits until they wake."),
        (
            ["all chase bT1"],
            "So ordered for D, T1, T2, N1, N2, R and G. Warning: bT1 does not stand on the field now. Warning: T2 lies"
            " unconscious; the plan waits until they wake.",
        ),
        (
            ["nickelbacks fling bT1"],
            "So ordered for N1 and N2. Warning: bT1 does not stand on the field now.",
        ),
    ],
)
def test_what_the_answer_to_a_line_says(lines: list[str], note: str) -> None:
    """SLARGEBALL-120, SLARGEBALL-121, SLARGEBALL-143: what is tried first, what never is, and who cannot now."""
    figures = {
        f"r{each}": f"{20 + row},5" for row, each in enumerate(("D", "T1", "T2", "N1", "N2", "R", "G"))
    }
    table = Table({**figures, "bT1": "40,16"}, down={"bT1": "", "rT2": ""}, balls=["5,5"])
    assert table.play("R", *lines)[-1].text == note


def test_what_the_mails_recall() -> None:
    """SLARGEBALL-119, SLARGEBALL-131: the plan figure by figure, those with the same plan together, then the rest."""
    figures = {"r1T1": "20,20", "rH": "20,33", "b1T1": "40,5"}
    table = Table(figures, squads=3, turns=20, balls=["5,5", "6,6"])
    assert GAME.recall(table.state, "R") == []
    lines = [
        "1D guard 20,10", "squad 1 fetch", "1T1 fling 1T2 if 1T2 up", "1N1 last", "1T2 lineup 10,10", "1T1 name Ogre",
        "H activate 1T1", "agree break", "always plan whap",
    ]  # fmt: skip
    table.play("R", *lines)
    assert GAME.recall(table.state, "R") == [
        "Your plan, figure by figure:",
        "  1D: guard 20,10, else fetch",
        "  1T1: fetch; fling 1T2 if 1T2 up",
        "  1T2 1N2 1R: fetch",
        "  1N1: fetch; last",
        "  H: activate 1T1",
        "You vote for Break Play this turn.",
        "Places after a Break Play: 1T2 10,10; the others on their standard squares.",
        "Names from the next turn on: 1T1 Ogre.",
        "Your standing orders: always plan whap.",
    ]


def test_a_plan_for_several_turns_is_recalled() -> None:
    """SLARGEBALL-130: until when it stands."""
    table = Table({"rT1": "20,20", "bD": "60,1"}, turns=20, balls=["5,5"], rolls=[1, 2])
    table.play("R", "T1 hold; done 3")
    table.play("B", "done")
    assert (
        GAME.recall(table.state, "R")[-1] == "Your plan stands until turn 3, or until a ball changes hands."
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "all fling 30,16",
            "So ordered for D, T1, T2, N1, N2, R and G. Warning: 30,16 is out of D's range of 6 now. The same goes for"
            " N1 and N2. Warning: 30,16 is out of T1's range of 12 now. The same goes for T2 and G. Warning: 30,16"
            " is out of R's range of 9 now.",
        ),
        ("all goal", "So ordered for D, T1, T2, N1, N2, R and G"),
        ("tremples chase bT1", "So ordered for T1 and T2"),
        (
            "nickelbacks fling 30,16",
            "So ordered for N1 and N2. Warning: 30,16 is out of N1's range of 6 now. The same goes for N2.",
        ),
    ],
)
def test_lines_for_several_are_warned_of_too(line: str, text: str) -> None:
    """SLARGEBALL-129: once in full, then for whom it holds likewise."""
    table = Table(options={"lineup": "standard"}, rolls=[1, 5, 1])
    table.state.balls[0] = "rG"
    (line_result,) = table.play("R", line)
    assert line_result.text == text


@pytest.mark.parametrize("line", ["T1 whap any", "T1 chase bT1 if bT1 up", "T1 hold", "G goal"])
def test_no_warning_where_there_is_none_to_give(line: str) -> None:
    """SLARGEBALL-121: of what could well be carried out, or names nobody."""
    table = Table({**ONE, "bN1": "50,5"}, balls=["rG"])
    (line_result,) = table.play("R", line)
    assert "Warning" not in line_result.text


def test_the_answer_repeats_the_plan_of_the_figure() -> None:
    """SLARGEBALL-119, SLARGEBALL-143: all its parts in one line."""
    table = Table(ONE, balls=["5,5"])
    line_results = table.play(
        "R", "T1 fetch", "T1 chase bT1", "T1 nofling", "T1 first", "T1 name Ogre", "G lineup 61,13"
    )
    assert [line_result.text for line_result in line_results] == [
        "Plan of T1: fetch",
        "Plan of T1: fetch, else chase bT1",
        "Plan of T1: fetch, else chase bT1; nofling",
        "Plan of T1: fetch, else chase bT1; nofling; first",
        "T1 is called Ogre from the next turn on",
        "G lines up on 61,13",
    ]
    (line_result,) = table.play("R", "T1 stop")
    assert line_result.text == "Plan of T1: nothing ordered"


def test_what_is_in_force_would_set_it_again() -> None:
    """SLARGEBALL-119, SLARGEBALL-131: the seat's memory, as lines that are read."""
    table = Table({"r1T1": "20,20", "rH": "20,33"}, squads=3, balls=["5,5", "6,6"])
    lines = [
        "1T1 fetch if rG up", "1T1 chase b1D", "1T2 fling rG", "1T2 first", "1N1 first", "1N2 last",
        "1T1 lineup 10,10", "1T1 name Ogre", "H activate r1T1", "agree break", "always plan whap",
    ]  # fmt: skip
    table.play("R", *lines)
    kept = GAME.memory(table.state, "R")
    assert sorted(kept) == sorted(lines)
    again = Table({"r1T1": "20,20", "rH": "20,33"}, squads=3, balls=["5,5", "6,6"])
    again.play("R", *kept)
    assert GAME.memory(again.state, "R") == kept


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("T1 move 61,14", "T1 move 58,14"),
        ("T1 move 34, 17", "T1 move 34,17"),
        ("T1 move 10,34", "T1 move 10,32"),
        ("G guard 63,16", "G guard 62,16"),
        ("T1 mvoe 33,3 if ball near", "T1 move 33,3 if ball within 3"),
        ("T1 move 61,14 if foe within 2", "T1 move 58,14 if foe within 2"),
        ("T1 fetch if carying", "T1 fetch if carrying"),
        ("T1 run to the ball", "T1 fetch"),
        ("T1 22,10", "T1 move 22,10"),
        ("T1 lineup 22,10", "T1 lineup 20,10"),
        ("T1 chase N1", "T1 follow N1"),
        ("T1 follow bT1", "T1 chase bT1"),
        ("T1 chase bX", "T1 chase bN2"),
        ("T1 whap b3N9", "T1 whap bN2"),
        ("T1 score", "T1 goal"),
        ("all score", "all goal"),
        ("T1 fling 66,12", "T1 fling 64,12"),
        ("T1 fling T1", "T1 fling goal"),
        ("T1 fetch ball3", "T1 fetch"),
        ("T3 hold", "T1 hold"),
        ("bT1 hold", "T1 hold"),
        ("squad 2 hold", "squad 1 hold"),
        ("fetch", "all fetch"),
        ("T1 first if carrying", ""),
        ("D fetch if ball wihtin 6", "D fetch if ball within 6"),
        ("D fetch if bN2 wihtin 6", "D fetch if bN2 within 6"),
        ("T1 stop legs", "T1 stop"),
        ("T1 name Rumpelstiltskin II", "T1 name Rumpelstiltskin"),
        ("done 30", "done"),
        ("alwys sleep", "always plan"),
        ("agree", "agree break"),
        ("hello there", ""),
        ("whap bT1", "all whap bT1"),
        ("T1 move 30", ""),
    ],
)
def test_what_is_near(line: str, near: str) -> None:
    """A refusal shows a legal line for the same figure and purpose, with the nearest square or figure that fits."""
    table = Table({**ONE, "rN1": "31,20", "bN2": "33,22"}, balls=["5,5"])
    assert GAME.near(masked(table.state, "R"), table.match.asks["R"], line) == near


def test_what_is_near_at_other_times() -> None:
    """Line-ups, Coaches and the parts of mode strict have lines of their own."""
    first = Table()
    first.play("B", "T1 47,12")
    assert GAME.near(masked(first.state, "B"), first.match.asks["B"], "T2 47,12") == "T2 lineup 46,12"
    figures = {"r1T1": "20,20", "r3T1": "21,25", "rH": "20,33"}
    coach = Table(figures, squads=3, balls=["5,5", "6,6"])
    assert GAME.near(masked(coach.state, "R"), coach.match.asks["R"], "H activate b1T1") == "H activate 1T1"
    assert GAME.near(masked(coach.state, "R"), coach.match.asks["R"], "T1 hold") == "1T1 hold"
    strict = Table({"rT1": "30,16", "bT1": "31,16"}, strict=True, balls=["rT1"], rolls=[6, 6])
    strict.play("R", "always plan move; done")
    strict.play("B", "always plan move; done")
    assert GAME.near(masked(strict.state, "R"), strict.match.asks["R"], "T2 whap bT1") == "T1 whap bT1"
