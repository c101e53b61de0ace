"""Throwing: ELFBALL-59 to 68, 70, 71, 174."""

from typing import Any

import pytest

from pbem.games.elfball.actions.throwing import stop, under_string
from pbem.games.elfball.field.events import (
    Caught,
    Intercepted,
    Lies,
    Rebounded,
    Received,
    Shifted,
    Strayed,
    Thrown,
    Turned,
)
from pbem.games.elfball.field.hexes import GRID
from pbem.games.elfball.field.prompts import Forecast
from pbem.games.elfball.field.state import Memory

from .pitch import Played, after

AWAY = "; P Imp u22; R Imp x21"
PAIR = "A Striker k20 2; B Striker k26 5"


def thrown(line: str, dice: str, text: str = PAIR, **given: Any) -> Played:
    """A throw of A."""
    return after(text + AWAY, line, dice, ball="A", **given)


def test_what_may_be_thrown_at() -> None:
    """ELFBALL-59: standing teammates and hexes without players, 1 to 6 or 7 to 18 paces away, white ones too."""
    pitch = Played(PAIR + "; C Imp j21 down; M Imp h33 4" + AWAY, ball="A")
    assert pitch.refusal("N", "A throw h33") == "h33: M stands there"
    assert pitch.refusal("N", "A throw p") == "throw P: P is on the other team"
    assert pitch.refusal("N", "A throw c") == "j21: C lies there"
    assert pitch.refusal("N", "A throw k20") == "throw k20: that is where A stands"
    assert pitch.refusal("N", "B throw k22") == "throw k22: B does not hold the ball"
    far = Played("A Striker k4 2; M Imp u22", ball="A")
    assert far.refusal("N", "A throw l41") == "throw l41: 19 paces; nobody throws farther than 18"
    assert thrown("A throw k40", "S S S *  -", text="A Striker k4 2").state.ball == "k40"
    assert thrown("A throw m18", "S - - -  1 6").told(Thrown)[0].at == "m18"


def test_long_throws_stand_alone() -> None:
    """ELFBALL-60: more than 6 paces, or `only`, must be the only move and challenge of the action."""
    pitch = Played(PAIR + AWAY, ball="A", momentum=2)
    alone = "must be the only thing in the action"
    assert pitch.refusal("N", "A move k18, throw k36") == f"throw k36: 9 paces; more than 6 {alone}"
    assert pitch.refusal("N", "A throw k36, move k18") == f"throw k36: 8 paces; more than 6 {alone}"
    assert (
        pitch.refusal("N", "A throw b only, dash, move k18") == f"throw B: 3 paces; a throw with only {alone}"
    )
    for line in ("A shove p, throw b only", "A dash, throw b only"):
        assert pitch.refusal("N", line) == f"throw B: 3 paces; a throw with only {alone}"
    assert thrown("A face 1, throw k36, face 3", "S S S *  -", text="A Striker k20 2").told(Thrown)


@pytest.mark.parametrize(
    ("line", "working"),
    [
        ("A throw k26", "1"),
        ("A throw k28", "1+2(range)"),
        ("A throw k32", "1+2(range)"),
        ("A throw k28 only", "1"),
        ("A throw k38", "1"),
        ("A throw k40", "1+2(range)"),
    ],
)
def test_range(line: str, working: str) -> None:
    """ELFBALL-60, ruling R14: +2 beyond half the maximum: from 4 of 6 paces, or from 10 of 18."""
    pitch = thrown(line, "S S S S", text="A Striker k20 2")
    assert pitch.told(Thrown)[0].dice.working == working


def test_a_throw_after_a_wait_is_no_longer_alone() -> None:
    """ELFBALL-60: nothing may follow an `only` throw, also not in a later letter."""
    pitch = Played(PAIR + AWAY, dice="S - - -  S S - -", ball="A")
    for first, dice in (("A move k18, wait", ""), ("A shove m keep, wait", "- - -")):
        busy = Played(PAIR + "; M Imp k22 5" + AWAY, dice=dice or "S - - -", ball="A")
        busy.play("N", first)
        assert busy.refusal("N", "A throw b only").endswith("must be the only thing in the action")
    pitch.play("N", "A throw b only, wait")
    assert pitch.refusal("N", "A move k18") == "A has made a throw that must be the only thing in the action"
    assert (
        pitch.refusal("N", "A dash, move k18")
        == "dash: a throw that must be the only thing in the action was made"
    )


def test_the_front_arc() -> None:
    """ELFBALL-61: the target lies in the half in front; the server turns the thrower if need be."""
    assert not thrown("A throw b", "S S - -").told(Turned)
    across = thrown("A throw i20", "S S - -")  # due across the line of sight, and still in front
    assert across.told(Turned) == []
    assert thrown("A throw k14", "S S - -").told(Turned) == [Turned("A", 5)]


@pytest.mark.parametrize(
    ("dice", "result"),
    [("X - - - 5", "flop"), ("- - - -  1 2  ", "miss"), ("S - - -", "wobbly"), ("S S - -", "spiral")],
)
def test_what_comes_of_a_throw(dice: str, result: str) -> None:
    """ELFBALL-62: flop it drops and a Shift, miss, exactly the target wobbly, more a perfect spiral."""
    pitch = thrown("A throw k24", dice, text="A Striker k20 2")
    assert pitch.told(Thrown)[0].result == result
    assert pitch.told(Strayed) == ([Strayed(1, 2, "k26")] if result == "miss" else [])
    assert pitch.state.ball == {"flop": "k18", "miss": "k26", "wobbly": "k24", "spiral": "k24"}[result]


def test_the_target_of_a_throw() -> None:
    """ELFBALL-62: 1, -1 for each helper, +1 for each hinderer, +2 for range."""
    text = "A Striker k20 2; B Imp k18 2; M Imp j21 4; C Striker k28 5"
    pitch = after(text + AWAY, "A throw c", "S S S S", ball="A")
    assert pitch.told(Thrown)[0].dice.working == "1-1(B)+1(M)+2(range)"


@pytest.mark.parametrize(
    ("start", "nominal", "at"),
    [
        ("k20", "k26", "k26"),
        ("o20", "k20", "m20"),
        ("o22", "k22", "k22"),
        ("l21", "n21", "n21"),
        ("l19", "n19", "m20"),
        ("k38", "k42", "k42"),
        ("d21", "b21", "b21"),
        ("d23", "b21", "c22"),
        ("k4", "k36", "k36"),
    ],
)
def test_the_flight(start: str, nominal: str, at: str) -> None:
    """ELFBALL-63: it stops at the first white hex it enters, or runs along between two of them; m22 is a gap."""
    assert stop(start, GRID.place(nominal)) == at


def test_the_flight_beyond_the_field() -> None:
    """ELFBALL-63: only the line is flown, even if the nominal hex lies off the field."""
    assert stop("j39", (9, 47)) == "j41"
    assert stop("c14", (-2, 14)) == "b13"


def test_a_throw_over_the_centre_line_comes_back() -> None:
    """ELFBALL-63, ELFBALL-64: the rebound is rolled at once, before anybody may intercept."""
    pitch = thrown("A throw o20", "S S S S  1 6", text="A Striker k20 4; M Imp m16 2")
    assert pitch.told(Rebounded) == [Rebounded("m20", 6, 1, "l19")]
    assert pitch.told(Lies) == [Lies("l19")]


def test_a_player_in_the_white_hex_is_where_it_lands() -> None:
    """ELFBALL-64: a standing player there may catch it before it rebounds."""
    pitch = thrown("A throw o20", "S S S S", text="A Striker k20 4; B Striker m20 6")
    assert pitch.told(Received) == [Received("B", "spiral")]


@pytest.mark.parametrize(
    ("points", "name", "under"),
    [
        ("q22 q30", "q24", True),
        ("q22 q30", "q30", False),
        ("q22 q30", "q22", False),
        ("q22 q30", "p25", False),
        ("p21 s32", "q22", True),
        ("p21 s32", "r25", False),
        ("o20 m20 o18", "n19", True),
        ("o20 m20 o18", "n21", True),
        ("o20 m20 o18", "m20", True),
        ("o20 m20 o18", "o18", False),
    ],
)
def test_the_string(points: str, name: str, under: bool) -> None:
    """ELFBALL-65: what touches the band from point to point, without its ends; where the ball turned counts too."""
    assert under_string(points.split(), name) == under


@pytest.mark.parametrize(
    ("points", "under"),
    [
        ("q22 p29", "q24 p25 q26 p27"),
        ("k22 g22", "j21 j23 i22 h21 h23"),
        ("p21 s32", "q22 p23 q24 q26 r27 r29 s30 r31"),
        ("u22 q22", "t21 t23 s22 r21 r23"),
    ],
)
def test_whole_strings(points: str, under: str) -> None:
    """ELFBALL-65: all hexes under four strings, and no others."""
    assert {name for name in GRID if under_string(points.split(), name)} == set(under.split())


def test_who_may_intercept() -> None:
    """ELFBALL-66: one standing player of the other team under the string, before any Catch; not on the landing hex."""
    text = PAIR + "; M Imp k22 2 down; N Imp k24 6; O Imp j23 3"
    pitch = thrown("A throw b", "S - - -  - - -  S S - -", text=text)
    assert [type(event) for event in pitch.match.events if isinstance(event, Intercepted | Caught)] == [
        Intercepted,
        Caught,
    ]
    assert pitch.told(Intercepted)[0].player == "N"


@pytest.mark.parametrize(("dice", "result"), [("X - -", "flop"), ("S - -", "fail"), ("S S S", "held")])
def test_an_intercept(dice: str, result: str) -> None:
    """ELFBALL-67: flop Down and the throw goes on, fail it goes on, success the ball is theirs: a Shift."""
    end = "" if result == "held" else "S S - -"
    pitch = thrown("A throw b", f"S - - -  {dice}  {end}", text=PAIR + "; N Imp k24 6")
    assert pitch.told(Intercepted)[0].result == result
    assert (pitch.state.ball, bool(pitch.told(Shifted))) == (
        ("N", True) if result == "held" else ("B", False)
    )
    assert pitch.posture("N") == ("down" if result == "flop" else "standing")


def test_the_target_of_an_intercept() -> None:
    """ELFBALL-67: 2, -1 for each helper and +1 for each hinderer of the interceptor."""
    text = PAIR + "; N Imp k24 6; O Imp l25 6; C Imp j25 4"
    pitch = thrown("A throw b", "S - - -  - - -  S S - -", text=text, private={"S": Memory(intercept="N")})
    assert pitch.told(Intercepted)[0].dice.working == "2-1(O)+1(B)+1(C)"


def test_how_it_is_received() -> None:
    """ELFBALL-68: a spiral, or a wobbly ball next to the thrower, needs no roll; any other needs a Catch."""
    assert thrown("A throw b", "S S - -").told(Received) == [Received("B", "spiral")]
    near = "A Striker k20 2; B Striker k22 5"
    assert thrown("A throw b", "S - - -", text=near).told(Received) == [Received("B", "short")]
    assert thrown("A throw b", "S - - -  S S - -").told(Caught)[0].result == "held"
    missed = thrown("A throw k24", "- - - -  1 2  S S - -")
    assert (missed.told(Caught)[0].player, missed.state.ball) == ("B", "B")
    beside = thrown("A throw k24", "- - - -  1 5  S S - -", text=near)
    assert beside.told(Caught)[0].player == "B"
    assert thrown("A throw k24", "S - - -", text="A Striker k20 2").told(Lies) == [Lies("k24")]


def test_a_spiral_serves_the_other_team_as_well() -> None:
    """ELFBALL-68: whoever stands on the landing hex, even after a rebound."""
    text = "A Striker k20 4; M Imp l19 4"
    pitch = thrown("A throw o20", "S S S S  1 6", text=text)
    assert pitch.told(Received) == [Received("M", "spiral")]
    assert pitch.told(Shifted)


def test_when_a_throw_is_a_shift() -> None:
    """ELFBALL-70: unless a player of the throwing team holds it in the end and none of them flopped a Catch."""
    bounced = thrown("A throw b, face 1", "S - - -  S - - -  5  S S -", text=PAIR + "; C Imp k24 5")
    assert (bounced.state.ball, bounced.told(Shifted), bounced.looks("A")) == ("C", [], 1)
    flopped = thrown("A throw b, face 1", "S - - -  X - - -  5  S S -", text=PAIR + "; C Imp k24 5")
    assert (flopped.state.ball, len(flopped.told(Shifted))) == ("C", 1)
    assert len(thrown("A throw k24", "S - - -", text="A Striker k20 2").told(Shifted)) == 1


def test_a_miss_that_comes_back() -> None:
    """ELFBALL-71: a nominal hex under the thrower's own feet has no flight; the thrower may catch it there."""
    pitch = thrown("A throw k24", "- - - -  2 5  S S - -", text="A Striker k20 2; M Imp k22 2")
    assert (pitch.state.ball, pitch.told(Intercepted), pitch.told(Shifted)) == ("A", [], [])
    dropped = thrown("A throw m24", "- - - -  2 5  - - - -  4", text="A Striker m20 2")
    assert dropped.state.ball == "n19"


def test_no_catch_is_for_that_throw_alone() -> None:
    """ELFBALL-175: what falls from a player later in the action is tried for again."""
    text = "A Striker k20 2; B Striker k22 5; M Imp j19 3"
    dice = "- - - -  1 5  S S - -  - - - -  2  S S - -"  # back to A, who falls and drops it
    assert thrown("A throw b no catch, move k18", dice, text).state.ball == "B"


def test_the_best_interceptor() -> None:
    """ELFBALL-174: the greatest chance, then nearest to the thrower, then letter; that player always tries."""
    text = PAIR + "; N Imp k22 1; O Striker k24 1"
    pitch = thrown("A throw b", "S S - -  - - - -", text=text, momentum=0)
    assert pitch.told(Intercepted)[0].player == "O"
    equal = thrown("A throw b", "S S S -  - - -", text=PAIR + "; N Imp k24 1; O Imp k22 4", momentum=0)
    assert equal.told(Intercepted)[0].player == "O"


@pytest.mark.parametrize(
    ("how", "player"), [("never", ""), ("50%", ""), ("40%", "N"), ("O N", "N"), ("O", ""), ("best", "N")]
)
def test_interceptions_by_standing_order(how: str, player: str) -> None:
    """ELFBALL-174: `never`, `30%` only with such a chance (here 41.7), `with Q R` the first of these who may."""
    text = "A Striker k20 2; B Striker k26 2; N Imp k24 1; O Imp e12 1"
    dice = "- - -" if player else ""
    pitch = thrown("A throw b", f"S S - - {dice}", text=text, private={"S": Memory(intercept=how)})
    assert [event.player for event in pitch.told(Intercepted)] == ([player] if player else [])


def test_exactly_the_chance_that_is_wanted() -> None:
    """ELFBALL-174: `50%` tries with a chance of exactly one half."""
    text = "A Striker k20 2; B Striker k26 2; N Imp k24 1"
    even: dict[str, Any] = {"private": {"S": Memory(intercept="50%")}, "star_major": True}
    assert thrown("A throw b", "S S - -  - - -", text=text, **even).told(Intercepted)


def test_an_intercept_may_be_asked_for() -> None:
    """Section 5: after `always ask intercept` the other manager chooses, and is told the chances."""
    text = "A Striker k20 2; B Striker k26 2; N Imp k24 1; O Imp k22 4" + AWAY
    pitch = Played(text, dice="S S - - S S -", ball="A")
    pitch.play("S", "always ask intercept")
    preview = pitch.match.preview("N", ["A throw b"])
    assert isinstance(preview.outlook, Forecast)
    pitch.play("N", "A throw b")
    assert pitch.asks == {"S": "intercept"}
    assert [(each.player, each.percent) for each in pitch.about("S").chances] == [("N", 42), ("O", 19)]
    assert pitch.refusal("S", "intercept P") == "P cannot intercept this throw; N O may"
    pitch.play("S", "intercept n face 4")
    assert (pitch.state.ball, pitch.looks("N")) == ("N", 4)


def test_looking_after_an_intercept() -> None:
    """Section 5: `reface ball` turns an interceptor who missed toward where the ball comes down."""
    text = "A Striker k20 2; B Striker k26 2; N Imp k24 6"
    memory = {"S": Memory(reface="ball")}
    assert thrown("A throw b", "S - - -  - - -  S S S -", text=text, private=memory).looks("N") == 2
    assert thrown("A throw b", "S - - -  S S -", text=text, private=memory).looks("N") == 6
    asked = {"S": Memory(intercept="ask", reface="ball")}
    pitch = Played(text + AWAY, dice="S - - -  - - -  S S S -", ball="A", private=asked)
    pitch.play("N", "A throw b")
    pitch.play("S", "intercept n")
    assert pitch.looks("N") == 2


def test_a_spiral_that_drops_is_a_spiral_no_more() -> None:
    """ELFBALL-68, ELFBALL-69: from a lying player it drops on, and whoever gets it then needs a Catch."""
    text = "A Striker k20 4; B Striker k18 4; M Imp l19 down"
    pitch = thrown("A throw o20", "S S S S  1 6  6  S S - -", text=text)
    assert pitch.told(Thrown)[0].result == "spiral"
    assert [event.player for event in pitch.told(Caught)] == ["B"]


def test_a_lying_player_in_a_white_hex() -> None:
    """ELFBALL-55, ELFBALL-64, ELFBALL-66: a ball that strikes a white hex rebounds over who lies there, and who stands
    under that leg of the string may intercept."""
    text = "A Striker k22 3; B Imp m20 down; N Imp k18 3; P Imp u22"
    pitch = after(text, "A throw n19", "S - - -  3 6  S S -", ball="A")
    assert [(event.player, event.result) for event in pitch.told(Intercepted)] == [("N", "held")]
    again = after("A Imp j37 2; B Imp m38 down; P Imp u22", "A go ball", "- - -  2  4  4  1  6", ball="j39")
    assert again.told(Rebounded) == [Rebounded("j41", 4, 3, "m38"), Rebounded("m38", 6, 1, "l37")]
