"""Lines and what they mean: ELFBALL-185 to 191, sections 6.1 to 6.3; standing orders."""

from typing import Any

import pytest

from pbem.games.elfball.field.events import Lost, PickedUp, Ran
from pbem.games.elfball.field.prompts import Forecast, Odds
from pbem.games.elfball.field.state import Memory
from pbem.games.elfball.orders import FORMS, read
from pbem.play.match import LetterRefused
from pbem.play.orders import Unreadable
from pbem.play.requests import seeded

from .pitch import GAME, Played, after, faces

AWAY = "; P Imp u22; R Imp x21"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_and_written_back(form: str) -> None:
    """ELFBALL-191, section 6.1: what help shows is read, and the canonical text reads back to the same."""
    order = read(form)
    assert read(str(order)) == order
    assert str(order).lower() == form.lower()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a M k20 j19, SH n", "A move k20 j19, shove N"),
        ("B on fail wait, m l21 l23, sh n23", "B on fail wait, move l21 l23, shove n23"),
        ("E t d aim 1, momentum rival needed", "E throw D aim 1, momentum rival needed"),
        ("D g goal", "D go goal"),
        ("A up east, f nw, w, e", "A stand 2, face 6, wait, end"),
        ("A face e", "A face E"),
        (
            "A m k20 out all, g l21 all, p keep, d 2 reserve 1",
            "A move k20 out all, go l21 all, pickup keep, dash 2 reserve 1",
        ),
        ("A ta q reserve 1 needed", "A tackle Q needed reserve 1"),
        ("A if not q down and free k20: go k20", "A if not Q down and free k20: go k20"),
        (
            "A unless ours: end, stop if jog 2 and mom 1, wait if not ok",
            "A unless ours: end, stop if jog 2 and mom 1, wait if not ok",
        ),
        ("M pass", "M pass"),
        ("enter G e12 face 4", "enter G e12 face 4"),
        ("enter g e12, p all", "enter G e12, pickup all"),
        ("ask catch", "always ask catch"),
        ("always catch 030%", "always catch 30%"),
        ("pickup all, end", "pickup all, end"),
        ("pickup aim 1 face west", "pickup aim 1 face 5"),
        ("tackle k22 all face 3", "tackle k22 all face 3"),
        ("shove needed", "shove needed"),
        ("tackle k22 all, stand", "tackle k22 all, stand"),
        ("tackle q all", "tackle Q all"),
        ("go ball, if ball: go goal", "go ball, if ball: go goal"),
        ("stand, face 3", "stand, face 3"),
    ],
)
def test_reading(text: str, written: str) -> None:
    """ELFBALL-191: short forms behind the letter, directions by name, riders in any order."""
    order = read(text)
    assert str(order) == written
    assert read(written) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A move k21", "k21: there is no such hex (row k has even numbers 4-40)"),
        ("A move l42", "l42: there is no such hex (row l has odd numbers 3-41)"),
        ("A move a16", "a16: there is no such hex (row a has even numbers 18-26)"),
        ("A move z16", "z16: there is no such hex (rows run from a to y)"),
        ("A tackle m aim", "aim needs a number, 0 to 6"),
        ("A tackle m reserve 9", "reserve needs a number, 0 to 6"),
        (f"A tackle m aim {'9' * 5000}", "aim needs a number, 0 to 6"),
        ("A go n1 out", '"out" is not understood here'),
        ("A tackle z", "z: there is no such player (North has A to L, South M to X)"),
        ("A tackle", 'The line cannot be read after "A tackle"'),
        ("A tackle m with stealth", '"stealth" is not understood here'),
        ("A jump k20", '"jump" is not an action'),
        ("move", 'The line cannot be read after "move"'),
        ("A move k20,", "A part of the line is empty"),
        ("A if down stand", '"stand" is not understood here'),
        (
            "A if hungry: stand",
            'I do not know the condition "hungry": it is one of down, ball, near, ok, jog N, loose, ours, theirs,'
            " PLAYER down, PLAYER up, PLAYER off, PLAYER ball, free HEX, mom N",
        ),
        ("A if down: if near: stand", "a condition cannot contain another"),
        ("A if down: on fail end", "on fail is for the whole line"),
        ("A stand tall", '"tall" is not understood here'),
        ("A face", 'The line cannot be read after "A face"'),
        ("A dash 7", '"7" is not understood here'),
        ("A momentum luck all", '"luck" is not understood here'),
        ("A momentum throw", 'The line cannot be read after "A momentum throw"'),
        ("A on fail cry", '"cry" is not understood here'),
        ("A end now", '"now" is not understood here'),
        ("A wait until dawn", '"until" is not understood here'),
        ("A stop", 'The line cannot be read after "A stop"'),
        ("A go", 'The line cannot be read after "A go"'),
        ("A throw", 'The line cannot be read after "A throw"'),
        (
            "A pickup q",
            "Stepping onto the ball picks it up; write pickup after such a step, or alone after a face-off",
        ),
        ("enter G", 'The line cannot be read after "enter G"'),
        ("enter G e12, dash", '"dash" is not understood here'),
        ("setup wide A B", '"wide" is not understood here'),
        ("setup spread", 'The line cannot be read after "setup spread"'),
        ("setup A", 'The line cannot be read after "setup A"'),
        ("team", 'The line cannot be read after "team"'),
        ("team gnolls: hunters", '"hunters" is not a number and a position'),
        ("intercept", 'The line cannot be read after "intercept"'),
        ("catch it", '"it" is not understood here'),
        ("no way", '"way" is not understood here'),
        ("done then", '"then" is not understood here'),
        ("always dance", '"dance" is not understood here'),
        ("always intercept 130%", '"130%" is not understood here'),
        ("ask me", '"me" is not understood here'),
        ("hello there", '"hello there" is not an order of Elfball'),
    ],
)
def test_what_cannot_be_read(text: str, why: str) -> None:
    """Section 6.3: the text says what is wrong."""
    with pytest.raises(Unreadable) as error:
        read(text)
    assert str(error.value) == why


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("nightelvs", "team nightelves"),
        ("setpu spread A B", "setup spread A B"),
        ("tackle A q", "A tackle Q"),
        ("dnoe", "done"),
        ("if ball: A go goal", "if ball: go goal"),
        ("A go next m tackle m, if near go ball", "A go next M, tackle M, if near: go ball"),
        ("A go k20 and tackle q", "A go k20, tackle Q"),
        ("A run home", "A go goal"),
        ("A go ball foo", "A go ball"),
        ("team hammer 4 dwarf", "team hammer: 4 dwarf"),
        ("always intercept wth Q", "always intercept with Q"),
        ("always reface bal", "always reface ball"),
        ("A tackle", ""),
    ],
)
def test_what_may_have_been_meant(text: str, meant: str) -> None:
    """Section 6.3: a slip of the pen is answered with the nearest line."""
    with pytest.raises(Unreadable) as error:
        read(text)
    assert error.value.nearest == meant


@pytest.mark.parametrize(
    ("text", "why", "expected"),
    [
        ("A move m24, n25 o26", "the hexes of a move have spaces between them", '"move k20 j19"'),
        ("A go goal if ball", '"go goal if ball": a condition comes first', '"if ball: go goal"'),
        ("A pickup", "alone after a face-off", '"A go ball", or "pickup"'),
        ("A stop", 'cannot be read after "A stop"', '"if", as in "A stop if not ball, go goal"'),
        ("always catch 30", '"30" is not understood here', "yes, a chance such as 30%"),
        ("always dance", '"dance" is not understood here', '"formation", "faceoff", "ask", "intercept"'),
        ("hobbits", "is not an order of Elfball", "an answer to what you are asked"),
    ],
)
def test_slips_that_are_often_made(text: str, why: str, expected: str) -> None:
    """Section 6.3: what was wrong, and how it is written."""
    with pytest.raises(Unreadable) as error:
        read(text)
    assert why in str(error.value)
    assert expected in error.value.expected


def test_everything_must_be_possible_before_the_first_die() -> None:
    """ELFBALL-185: else the whole line is refused and the turn is not used up; false conditions are not looked at."""
    pitch = Played("A Imp k20 3; M Imp i20 1" + AWAY, ball="g8")
    assert pitch.refusal("N", "A move j19 j21, move i20") == "i20 is taken by M"
    assert (
        pitch.refusal("N", "A move k22, tackle m")
        == "M is not next to you; A is on k22 by then, with 6 paces left"
    )
    assert pitch.asks == {"N": "turn"}
    done = after("A Imp k20 3; M Imp i20 1" + AWAY, "A if down: move c22, move k22", ball="g8")
    assert done.at("A") == "k22"
    behind = after("A Imp k20 3" + AWAY, "A go ball, tackle p", "S S -", ball="l21")
    assert behind.told(Lost)[0].why == "P is not next to you; A is on l21 by then, with 5 paces left"


def test_after_the_first_die_the_rest_is_tried() -> None:
    """ELFBALL-186: an item that has become impossible is skipped and named, and the next one is tried."""
    pitch = after(
        "A Imp k20 3; M Imp l23 6" + AWAY, "A go ball, shove r, move k22", "S S -  S - - - -", ball="l21"
    )
    assert [event.item for event in pitch.told(Lost)] == ["shove R"]
    assert pitch.at("A") == "k22"


@pytest.mark.parametrize(
    ("how", "asked", "at"), [("skip", "", "k24"), ("end", "", "k22"), ("wait", "continue", "k22")]
)
def test_on_fail(how: str, asked: str, at: str) -> None:
    """ELFBALL-186: `on fail` says what to do when a challenge does not succeed, or an item has become impossible."""
    text = "A Imp k20 2; M Imp j23 1" + AWAY
    pitch = Played(text, dice="- -", ball="g8")
    pitch.play("N", f"A move k22, tackle m keep, move k24, on fail {how}")
    assert (pitch.at("A"), pitch.asks.get("N", "")) == (at, asked)
    lost = Played(text, dice="S -", ball="g8")
    lost.play("N", f"A move k22, shove m, tackle m, move k24, on fail {how}")
    assert (lost.at("A"), lost.asks.get("N", "")) == (at, asked)


@pytest.mark.parametrize("line", ["shove k22 keep", "tackle k22 keep", "A shove k22 keep", "shove m keep"])
def test_what_goes_on_keeps_its_words_about_momentum(line: str) -> None:
    """ELFBALL-179, ELFBALL-191: also a blow at a hex, which is written as after a face-off."""
    pitch = Played("A Imp k20 2; M Imp k22 2" + AWAY, dice="- -", ball="g8", momentum=2)
    pitch.play("N", "A face 2, wait")
    pitch.play("N", line)
    assert (pitch.dice.left, pitch.state.momentum) == ([], 0)
    assert "momentum" not in pitch.labels()


def test_words_about_momentum_in_one_line_add_up() -> None:
    """ELFBALL-179: what the nearest policy leaves open is taken from the one behind it, also within one line."""
    text = "A Imp k20 2; M Imp k22 2" + AWAY
    line = "A shove m, momentum shove keep, momentum shove aim 1"
    assert "momentum" not in after(text, line, "- -", ball="g8", momentum=2).labels()


def test_a_failure_is_told_once() -> None:
    """ELFBALL-186: a challenge that failed before a wait is no failure of the items behind it."""
    pitch = Played("A Imp k20 2; M Imp k22 2" + AWAY, dice="- -", ball="g8")
    pitch.play("N", "A shove m keep, on fail wait")
    pitch.play("N", "A move k18, face 3, on fail end")
    assert (pitch.at("A"), pitch.looks("A")) == ("k18", 3)


def test_the_end_of_a_line() -> None:
    """ELFBALL-187: the action ends with the items, unless the last is `wait`; a Shift drops the rest."""
    pitch = Played("A Imp k20 3" + AWAY, ball="g8")
    pitch.play("N", "A move k22, wait")
    assert pitch.asks == {"N": "continue"}
    assert (
        pitch.refusal("N", "P move k24") == "A is in the middle of an action: go on with it, or write A end"
    )
    assert pitch.refusal("N", "A move k26") == (
        "move k26: k26 is not next to k22 (neighbors: j23 k24 l23 l21 k20 j21)"
    )
    pitch.play("N", "A move k24, wait")
    pitch.play("N", "move k26, wait if loose")
    pitch.play("N", "A end")
    assert (pitch.at("A"), pitch.asks) == ("k26", {"S": "turn"})
    shifted = after("A Imp k20 3" + AWAY, "A go ball, move k20, tackle r", "- - - 6", ball="l21")
    assert shifted.told(Lost) == []


def test_answers_to_a_wait() -> None:
    """ELFBALL-191: a line that begins with a full item verb goes on with the player who waits."""
    pitch = Played("A Hunter k20 2; M Imp k22 1; N Imp j21 2" + AWAY, dice="- - - -  S - -", ball="g8")
    assert "No action waits for more" in pitch.refusal("N", "move k18")
    pitch.play("N", "A wait")
    assert pitch.refusal("N", "nothing") == '"nothing" does not say what A is to do'
    pitch.play("N", "tackle k22 face 3")
    assert pitch.state.moved == {"N": "A"}
    again = Played("A Hunter k20 2; M Imp k22 1" + AWAY, dice="S - -", ball="g8")
    again.play("N", "A wait")
    again.play("N", "shove k22 all")
    assert again.at("M") == "k24"
    assert again.state.momentum == 0


CONDITIONS = {
    "down": False,
    "up": None,
    "ball": False,
    "loose": True,
    "near": True,
    "ours": False,
    "theirs": False,
    "ok": True,
    "m down": False,
    "n down": True,
    "m up": True,
    "o up": False,
    "o down": False,
    "o off": True,
    "m off": False,
    "m ball": False,
    "free k22": False,
    "free k24": True,
    "jog 7": True,
    "jog 8": False,
    "mom 2": True,
    "mom 3": False,
    "not loose": False,
    "loose and mom 2": True,
    "loose and mom 3": False,
}


@pytest.mark.parametrize(
    ("condition", "holds"), [(each, holds) for each, holds in CONDITIONS.items() if holds is not None]
)
def test_conditions(condition: str, holds: bool) -> None:
    """Section 6.1: what each condition says; `unless` turns it round."""
    text = "A Imp k20 2; M Imp k22 2; N Imp g30 down; O Imp bench" + AWAY
    given: dict[str, Any] = {"ball": "l21", "momentum": 2}
    assert after(text, f"A if {condition}: face 5", **given).looks("A") == (5 if holds else 2)
    assert after(text, f"A unless {condition}: face 5", **given).looks("A") == (2 if holds else 5)
    assert after(text, f"A stop if {condition}, face 5", **given).looks("A") == (2 if holds else 5)


def test_a_ball_that_lies_far_away_is_not_near() -> None:
    """Section 6.1: `near` is a neighboring hex."""
    assert after("A Imp k20 2" + AWAY, "A if near: face 5", ball="l23").looks("A") == 2


def test_conditions_compare_facts_too() -> None:
    """Section 6.1: what conditional lines may compare, a condition within an action may as well."""
    text = "A Imp k20 2; M Imp k22 2" + AWAY
    assert (
        after(text, "A unless momentum at least 2 or M is k24 then face 5", ball="l21", momentum=1).looks("A")
        == 5
    )
    assert after(text, "A if M is k22 and M posture is down: face 5", ball="l21").looks("A") == 2
    with pytest.raises(LetterRefused, match='There is no fact "score"'):
        after(text, "A go ball, if score > 1: face 5", ball="l21")


@pytest.mark.parametrize(
    ("ball", "condition"), [("A", "ball"), ("A", "ours"), ("M", "theirs"), ("M", "m ball")]
)
def test_conditions_about_the_holder(ball: str, condition: str) -> None:
    """Section 6.1: who holds the ball."""
    text = "A Imp k20 2; M Imp k22 2" + AWAY
    assert after(text, f"A if {condition}: face 5", ball=ball).looks("A") == 5


@pytest.mark.parametrize("verb", ["shove", "tackle", "throw"])
def test_a_player_who_is_not_in_the_match(verb: str) -> None:
    """ELFBALL-185: what no position makes legal is refused also behind a die."""
    pitch = Played("A Imp k20 2; M Imp k22 2" + AWAY, ball="A")
    assert pitch.refusal("N", f"A shove m, {verb} x") == "there is no player X in this match"


def test_the_last_challenge() -> None:
    """Section 6.1: `ok` is about the last challenge, whatever lies between."""
    text = "A Imp k20 2; M Imp k22 2" + AWAY
    line = "A shove m keep, go ball, if ok: face 5"
    assert after(text, line, "- -  S - -", ball="l21").looks("A") == 5
    mates = "A Striker k20 2; B Striker k16 2; M Imp k22 2" + AWAY
    thrown = after(mates, "A shove m keep, throw b, if ok: face 3", "- - -  S S - -", ball="A")
    assert thrown.looks("A") == 3
    impact = after("A Imp k20 2; M Ogre k22 2" + AWAY, "A tackle m keep, face 1, if ok: face 5", "- -")
    walked = after(text, "A shove m keep, move k18, if ok: face 3", "S -", ball="g8")
    assert walked.looks("A") == 3
    assert impact.looks("A") == 1
    assert after(text, "A shove m keep, face 3, if ok: face 5", "- -", ball="g8").looks("A") == 3
    assert after(text, "A shove m keep, face 3, if ok: face 5", "S -", ball="g8").looks("A") == 5


def test_a_pickup_belongs_behind_a_step() -> None:
    """Section 6.1: the word hangs a policy on the Pick-up of the step before."""
    pitch = Played("A Imp k20 2" + AWAY, ball="l21")
    assert pitch.refusal("N", "A face 3, pickup all").startswith("pickup: a step onto the ball picks it up")
    done = after("A Imp k20 2" + AWAY, "A move l21, pickup all", "- - -  S S S", ball="l21", momentum=3)
    assert done.told(PickedUp)[0].dice.given == "---"


def test_a_preview() -> None:
    """Section 8: what the line costs, and the odds of every challenge in it, before any die falls."""
    pitch = Played("A Striker k20 2; B Striker k30 5" + AWAY, ball="l21", momentum=1)
    preview = pitch.match.preview("N", ["A go ball, move l23 l25, throw b, face 3"])
    assert preview.outlook == Forecast(
        "A",
        (
            Odds("pickup", "A", 4, 1, "1", 85, 12, counters=1),
            Odds("throw", "A", 4, 1, "1", 85, 12, counters=1),
            Odds("catch", "B", 4, 2, "2", 74, 12, counters=1),
        ),
        6,
        1,
        complete=True,
    )
    assert preview.stop == "dice: pick-up"
    free = pitch.match.preview("N", ["A move k18 k16"])
    assert [event.paces for event in free.events if isinstance(event, Ran)] == [4]
    assert pitch.state.players["A"].at == "k20"
    own_goal = Played("A Imp d21 1" + AWAY, ball="A").match.preview("N", ["A move c22 out"])
    assert (own_goal.stop, own_goal.state.ball) == ("dice: bounce", "c22")


def forecast(pitch: Played, line: str) -> Forecast:
    """What North's preview of a line tells."""
    outlook = pitch.match.preview("N", [line]).outlook
    assert isinstance(outlook, Forecast)
    return outlook


def test_a_preview_of_further_items() -> None:
    """Section 8: after a wait the cost is that of the further items, of the paces that were left."""
    pitch = Played("A Striker k20 2" + AWAY, ball="k26")
    pitch.play("N", "A move k22 k24, wait")
    told = forecast(pitch, "A go ball, move k28")
    assert (told.had, told.paces, told.complete) == (4, 1, True)


def test_a_preview_of_a_dash() -> None:
    """Section 8: a Dash costs counters, and the paces that it forfeits are no cost of the line."""
    pitch = Played("A Striker k20 2; M Imp k26 2" + AWAY, ball="g8", momentum=1)
    told = forecast(pitch, "A move k22 k24, dash, shove m")
    assert [(each.kind, each.dice, each.target) for each in told.odds] == [("dash", 1, 1), ("shove", 3, 1)]
    assert (told.had, told.paces, told.counters) == (6, 4, 1)


def test_a_preview_of_a_throw() -> None:
    """Section 8: the best interceptor is told whatever the manager has in store, and so is the Catch, unless it is let
    go by."""
    text = "A Striker k20 2; B Striker k28 5; N Imp k24 1; O Imp k22 4" + AWAY
    for theirs in ("never", "ask", "O"):
        pitch = Played(text, ball="A", momentum=2, private={"S": Memory(intercept=theirs)})
        told = forecast(pitch, "A throw b aim 1")
        assert [(each.kind, each.player, each.target, each.success) for each in told.odds] == [
            ("throw", "A", 4, 40),
            ("intercept", "N", 2, 42),
            ("catch", "B", 2, 77),
        ]
    let = Played(text, ball="A", private={"N": Memory(catch="no")})
    assert [each.kind for each in forecast(let, "A throw b").odds] == ["throw", "intercept"]


def test_a_preview_of_a_line_that_waits() -> None:
    """Section 8: it goes as far as the manager is to be asked again, also past dice that Momentum rolls again."""
    pitch = Played("A Striker k20 2" + AWAY, ball="l21", momentum=1)
    told = forecast(pitch, "A go ball, pickup aim 1, wait, move l23")
    assert ([each.kind for each in told.odds], told.paces, told.complete) == (["pickup"], 4, True)


def test_standing_orders_are_told_back() -> None:
    """Section 5: as lines that would set them again."""
    lines = [
        "always formation deep A B C",
        "always faceoff tackle",
        "always intercept 30%",
        "always catch 50%",
        "always catch no A B",
        "always reface ball",
        "always momentum keep",
        "always momentum dash all reserve 1",
    ]
    pitch = Played("A Imp k20 2; B Imp k22 2; C Imp k24 2" + AWAY, ball="g8")
    assert GAME.memory(pitch.state, "N") == []
    pitch.play("N", *lines)
    assert GAME.memory(pitch.state, "N") == lines
    pitch.play("N", "always intercept with A B", "always ask faceoff", "always catch yes")
    kept = GAME.memory(pitch.state, "N")
    assert "always intercept with A B" in kept
    assert not any("faceoff" in line or "catch" in line for line in kept)
    assert pitch.refusal("N", "always catch no P") == "P is not your player"


def test_several_steps_in_one_mail() -> None:
    """Section 8: the set-up, the answer to the face-off and the first turn may come together; what waits is queued."""
    text = "A Midfielder bench; B Imp bench; M Midfielder bench; N Imp bench"
    pitch = Played(text, dice="S S -  S - -  S S -", phase="setup", setter="S")
    pitch.play("S", "setup spread M N")
    line_results = pitch.play("N", "setup spread A B", "pickup", "A face 1")
    assert [line_result.status for line_result in line_results] == ["done", "done", "done"]
    assert pitch.asks == {"S": "turn"}
    assert pitch.state.holder == "A"


def test_what_is_told_of_standing_orders() -> None:
    """Section 5: each is confirmed in words."""
    pitch = Played("A Imp k20 2; B Imp k22 2" + AWAY, ball="g8")
    for line, told in (
        ("always intercept best", "The best of your players tries every Intercept"),
        ("always intercept never", "No player of yours tries an Intercept"),
        (
            "always intercept 30%",
            "The best of your players tries an Intercept if the chance is 30% or better",
        ),
        ("always intercept with B A", "An Intercept is tried by the first of these who may: B A"),
        ("always ask intercept", "You are asked before every Intercept"),
        ("always catch yes", "Your players try every Catch"),
        ("always catch no", "Your players let every ball go by"),
        ("always catch 50%", "Your players try a Catch if the chance is 50% or better"),
        ("always ask catch", "You are asked before every Catch"),
    ):
        (line_result,) = pitch.play("N", line)
        assert (line_result.status, line_result.text) == ("noted", told)


def test_lines_that_have_lost_their_meaning() -> None:
    """Section 8: an answer to a face-off that was lost is not kept for the next, nor a turn's line for a new Test."""
    text = "A Midfielder bench; B Imp bench; M Midfielder bench; N Imp bench"
    pitch = Played(text, dice="S - -  S S -", phase="setup", setter="S")
    pitch.play("S", "setup spread M N")
    line_results = pitch.play("N", "setup spread A B", "pickup")
    assert [line_result.status for line_result in line_results] == ["done", "queued"]
    pitch.dice.left += faces("S S -")
    pitch.play("S", "pickup")
    assert pitch.match.queues == {"N": []}
    (line_result,) = pitch.match.reports["N"]
    assert (line_result.line, line_result.status, line_result.text) == (
        "pickup",
        "dropped",
        "the face-off is over",
    )
    scored = Played("A Imp v21 3; B Imp e22; P Imp m4; R Imp m8", ball="A", goals=2)
    scored.play("S", "P go next a")
    scored.play("N", "A move w22")
    assert scored.match.queues["S"] == []
    assert scored.match.reports["S"][0].text == "a new Test begins, so the lines ahead are cleared"


def test_words_of_a_face_off_in_a_turn() -> None:
    """Section 6.1: they are refused, and do not wait for the next Test; before the face-off they wait."""
    pitch = Played("A Imp k20 2; B Imp k22 2" + AWAY, ball="g8")
    for line, instead in (("pickup", "A go ball"), ("shove", "A shove q"), ("nothing", "A pass")):
        for seat in ("N", "S"):
            told = pitch.refusal(seat, line)
            assert f'"always faceoff {line}"' in told
            assert told.endswith(f"as in: {instead}")


def test_an_action_that_can_only_turn_is_over() -> None:
    """ELFBALL-44: after the free last challenge, or that of a Dash, `wait` asks nobody; but before a Dash it does."""
    line, text = "A move k14 k16 k18 k20 k22, shove n keep, wait", "A Dwarf k12 2; N Dwarf k24 2" + AWAY
    assert after(text, line, "- - - -", ball="g8").asks == {"S": "turn"}
    assert after(text, line, "- - - -", ball="g8", momentum=1).asks == {"N": "continue"}
    over = after(
        "A Dwarf k12 2; N Dwarf k14 2" + AWAY, "A dash 1, shove n keep, wait", "S  - - - -", momentum=2
    )
    assert over.asks == {"S": "turn"}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("C stand up", "C stand"),
        ("C stand up 3", "C stand 3"),
        ("A pick up ball", "A go ball"),
        ("A pick up the ball all", "A go ball all"),
        ("A pickup ball", "A go ball"),
        ("A get the ball, if ball: go to the goal", "A go ball, if ball: go goal"),
        ("A move to k20, throw to the d", "A move k20, throw D"),
        ("A throw at d", "A throw D"),
        ("A face south", "A face south"),
        ("A face south-east, face northwest", "A face 3, face 6"),
        ("go to the ball", "go ball"),
        ("pass", "pass"),
    ],
)
def test_how_people_write(text: str, order: str) -> None:
    """Section 6.1: what can mean only one thing is understood."""
    assert str(read(text)) == order


@pytest.mark.parametrize(
    ("way", "looks", "then"), [("south", 1, 3), ("south", 4, 4), ("north", 2, 1), ("north", 6, 6)]
)
def test_facing_north_and_south(way: str, looks: int, then: int) -> None:
    """ELFBALL-13: they lie between two directions: the present one if it is one of them, else the lower number."""
    assert after(f"A Imp k20 {looks}" + AWAY, f"A face {way}", ball="g8").looks("A") == then


def test_lines_without_a_player() -> None:
    """Section 6.1: `go ball` is for the player nearest to it, `pass` for the one whom the server would choose."""
    text = "A Imp k20 2; B Imp i22 2; C Imp h21 down" + AWAY
    pitch = Played(text, dice="S - -", ball="g22")
    pitch.play("N", "go ball, face 3")
    assert pitch.state.ball == "B"
    marked = Played(text, dice="S - -", ball="g22", moved={"N": "B"})
    marked.play("N", "go ball")
    assert marked.state.ball == "A"
    passed = Played(text, ball="A")
    passed.play("N", "pass")
    assert passed.state.moved["N"] == "B"
    tie = Played("A Imp g18 2; B Imp g26 2" + AWAY, ball="g22")
    assert tie.refusal("N", "go ball") == "go ball: which of your players? A go ball or B go ball"


def test_lines_nobody_has_asked_for() -> None:
    """Section 5: answers that wait for no question are refused, with a word about it."""
    pitch = Played("A Imp k20 2; B Imp k22 2" + AWAY, ball="g8")
    for line, why in (
        ("catch", "No ball is on its way to a player of yours"),
        ("no", "No ball is on its way to a player of yours"),
        ("team gnolls", "The teams are named already"),
    ):
        assert pitch.refusal("N", line) == why


def test_the_wrong_kind_of_reply() -> None:
    """Section 5: an Intercept is no Catch."""
    pitch = Played("A Midfielder k20 3; M Imp k22 2; R Imp x21", dice="- - - 1", ball="l21")
    pitch.play("S", "always ask catch", "always ask intercept")
    pitch.play("N", "A go ball")
    assert pitch.refusal("S", "intercept M") == "No ball is on its way to a player of yours"


def test_the_line_a_prompt_shows() -> None:
    """Section 8: a line that may be sent as it is: for the goal, for the ball, for who holds it, or ahead."""
    text, pick = "A Imp k20 2; B Imp k22 2" + AWAY, seeded("x")
    for ball, marked, line in (
        ("h19", "A", "B go ball, if ball: go goal"),
        ("g8", "A", "B go ball"),
        ("B", "A", "B go goal"),
        ("P", "A", "B go next P, face P"),
        ("A", "A", "B go v23"),
    ):
        pitch = Played(text, ball=ball, moved={"N": marked})
        assert GAME.example(pitch.state, pitch.match.asks["N"], pick) == line
    near = Played("A Hunter k20 2; B Imp k22 2; M Hunter i18 3" + AWAY, ball="M")
    assert GAME.example(near.state, near.match.asks["N"], pick) == (
        "A go behind M, tackle M, if near: go ball, if ball: go goal"
    )


def test_the_line_a_prompt_shows_to_who_waits() -> None:
    """ELFBALL-187, 191: items that are possible, else the end of the action."""
    pick = seeded("x")
    for text, ball, line, shown in (
        ("A Imp k20 2; B Imp e22", "A", "A face 3, wait", "A go goal"),
        ("A Imp k20 2; B Imp e22", "h19", "A face 3, wait", "A go ball, if ball: go goal"),
        ("A Hunter k20 2; M Hunter k22 5", "M", "A face 3, wait", "A tackle M, if near: go ball"),
        ("A Imp k20 2; B Imp e22", "B", "A face 3, wait", "A face ball"),
    ):
        pitch = Played(text + AWAY, ball=ball)
        pitch.play("N", line)
        assert GAME.example(pitch.state, pitch.match.asks["N"], pick) == shown
