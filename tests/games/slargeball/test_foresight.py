"""What previews of a plan tell: where it would lead if nobody else moved, and nothing of anybody else's."""

from pbem.games.slargeball.events import Foreseen, Shot, Way
from pbem.mail.prose import Templates

from .pitch import Table

FAR = {"bD": "60,1"}


def foreseen(table: Table, *lines: str, seat: str = "R") -> Foreseen:
    """What a preview of these lines tells at its end."""
    outlook = table.match.preview(seat, lines).outlook
    assert isinstance(outlook, Foreseen)
    return outlook


def told(event: Foreseen) -> str:
    """The same in prose."""
    return Templates().event("slargeball", event, {})


def test_ways_in_the_order_of_the_move_phase() -> None:
    """SLARGEBALL-46, SLARGEBALL-57: each on the position that those before it leave; whoever lies does nothing."""
    table = Table(
        {"rR": "30,16", "rD": "20,16", "rT1": "10,16", "rN1": "5,5", **FAR}, down={"rN1": ""}, balls=["31,18"]
    )
    event = foreseen(table, "D move 21,16", "R fetch", "T1 hold", "N1 fetch", "done")
    assert event == Foreseen((Way("D", "21,16"), Way("T1"), Way("R", "30,17")), ())
    assert told(event) == "If nobody else moved: D to 21,16; R to 30,17; T1 stays."
    assert table.state.figures["rD"] == "20,16"


def test_what_dice_would_decide() -> None:
    """SLARGEBALL-50, SLARGEBALL-51, SLARGEBALL-72: break and pile rolls are named, and a fling from its new square."""
    figures = {"rT1": "30,16", "bT1": "29,16", "rN1": "54,12", "rR": "40,20", "bN1": "41,20", **FAR}
    table = Table(figures, down={"bN1": ""}, balls=["rN1"])
    event = foreseen(table, "T1 move 31,16", "N1 goal", "R move 43,20 through", "done")
    assert event.ways == (Way("T1", "31,16", held=True), Way("N1", "58,12"), Way("R", "43,20", pile=4))
    assert event.shots == (Shot("N1", "goal", "63,15", 2),)
    assert told(event) == (
        "If nobody else moved: T1 to 31,16, if it breaks away (2 or less); N1 to 58,12; R to 43,20, if it gets through"
        " the pile (4 or less). N1 flings at the goal, 63,15 (2 or less)."
    )


def test_ways_that_end_the_move() -> None:
    """SLARGEBALL-59, SLARGEBALL-61: off the field, or into the bunker."""
    table = Table({"rT1": "10,31", "rG": "61,16", **FAR}, balls=["rG"])
    event = foreseen(table, "T1 move 10,33", "G score", "done")
    assert told(event) == (
        "If nobody else moved: T1 to 10,32 and off the field; G to 62,16 and into the bunker."
    )


def test_only_ones_own_figures_and_plan() -> None:
    """SLARGEBALL-131: the preview knows nothing of the other side's plan, and a draft is previewed as it stands."""
    table = Table({"rT1": "30,16", "bT1": "40,16", **FAR}, balls=["35,16"])
    table.play("B", "T1 fetch; done")
    event = foreseen(table, "T1 fetch")
    assert event == Foreseen((Way("T1", "34,16"),), ())
    idle = Table({"rT1": "30,16", **FAR}, down={"rT1": ""}, balls=["1,1"])
    assert told(foreseen(idle, "T1 fetch")) == "If nobody else moved: nothing."


def test_nothing_is_foreseen_of_a_line_up() -> None:
    """SLARGEBALL-33: the board shows the line-up itself."""
    assert Table().match.preview("R", ["T1 18,12"]).outlook is None
