"""Scenarios: each kind of expectation holds, and where it fails the difference is told."""

import pytest

from pbem.play.scenario import ScenarioError, read_scenarios, run_scenario

from .toy import Duel

HEAD = "title: a blow\ngame: duel\n"


def run(text: str) -> str:
    (scenario,) = read_scenarios(HEAD + text)
    return run_scenario(Duel(), scenario)


BOARD = """{board: "\
      a    b    c\\n   +----+----+----+\\n 1 | A5 | B  |    | 1\\n   +----+----+----+\\n      a    b    c\\n"}"""
BLOW = """
position: {points: {A: 2}}
dice: [6, 5, 1, gem]
letters:
  - A: |
      hit      # Bert is the only one
      grab; put moon
  - B: dodge
expect: """


@pytest.mark.parametrize(
    ("holds", "fails", "difference"),
    [
        (
            "{position: {points: {A: 5}, phase: play}}",
            "{position: {points: {A: 4}}}",
            "position.points.A: expected 4, found 5",
        ),
        (
            "{position: {seats: [A, B], stock: [ash, ash, bell, gem, gem]}}",
            "{position: {seats: [A]}}",
            "position.seats: expected ['A'], found ['A', 'B']",
        ),
        (
            "{position: {seats: [A, B]}}",
            "{position: {seats: [A, C]}}",
            "position.seats[1]: expected 'C', found 'B'",
        ),
        (
            "{position: {result: null}}",
            "{position: {to_act: null}}",
            "position.to_act: expected None, found 'B'",
        ),
        (
            "{position: {points: {B: null}}}",
            "{position: {points: {A: null}}}",
            "position.points.A: expected None, found 5",
        ),
        (
            "{position: {to_act: B}}",
            "{position: {to_akt: null}}",
            "position: there is no to_akt; there is seats names left gone result private",
        ),
        (
            "{events: [{type: Struck, hurt: true}, {type: Grabbed, card: gem}]}",
            "{events: [{type: Grabbed}, {type: Struck}]}",
            "events: no {'type': 'Struck'} (in this order); told was\n",
        ),
        ("{events: [{type: Grabbed}]}", "{events: [{type: Struck, hurt: null}]}", "events: no "),
        ("{asks: {B: act}}", "{asks: {A: act}}", "asks: expected {'A': 'act'}, found {'B': 'act'}"),
        ("{asks: {B: act}}", "{asks: {}}", "asks: expected {}, found {'B': 'act'}"),
        ("{fates: [done]}", "{fates: [done, done]}", "fates: expected ['done', 'done'], found ['done']"),
        ("{told: {}}", "{told: {A: [nay]}}", "told: expected {'A': ['nay']}, found {}"),
        ("{notes: [dodge]}", "{notes: [block]}", "notes: no line with 'block' in ['dodge']"),
        ("{result: none}", "{result: A>B}", "result: expected 'A>B', found 'none'"),
        ("{lists: [B to act, five points]}", "{lists: [C to act]}", "lists: no line with 'C to act' in "),
        (BOARD, BOARD.replace("A5", "A4"), "board:\n        a    b    c\n"),
        ("{}", "{refused: nobody}", "refused: expected 'nobody', found None"),
        ("{}", "{stop: your next decision}", "stop: expected 'your next decision', found ''"),
        ("{}", "{outlook: {at: B}}", "outlook: expected {'at': 'B'}, found None"),
    ],
)
def test_an_expectation_holds_or_its_difference_is_told(holds: str, fails: str, difference: str) -> None:
    assert run(BLOW + holds) == ""
    assert run(BLOW + fails).startswith(difference)


def test_the_first_difference_is_told() -> None:
    assert run(BLOW + "{asks: {A: act}, position: {to_act: A}}").startswith("position.to_act")


def test_forced_dice_must_be_used_up_exactly() -> None:
    more = BLOW.replace("gem]", "gem, 3, ash]")
    assert run(more + "{}") == "forced dice left over: [3, 'ash']"
    assert run(BLOW.replace(", gem]", "]") + "{}") == "no forced die is left for: card"
    assert run(BLOW.replace("gem]", "stone]") + "{}").startswith("'stone' cannot be drawn")
    assert run(BLOW.replace("[6, 5", "[7, 5") + "{}") == "7 is no face of a d6 (hit)"


def test_a_refusal_is_expected_word_for_word() -> None:
    letters = "position: {}\nletters: [{A: hit z}]\nexpect: "
    assert run(letters + "{refused: 'there is no \"Z\" to hit'}") == ""
    assert run(letters + "{refused: there is no Z}").startswith("refused: expected 'there is no Z', found")
    assert run(letters + "{}").startswith("refused: expected None, found 'there is no")


def test_with_a_refusal_all_the_rest_must_hold_as_before_the_letter() -> None:
    text = """
position: {}
letters: [{A: rest}, {B: dodge}, {A: "always dodge; hit z"}]
expect:
  refused: there is no "Z" to hit
  events: [{type: Rested}]
  asks: """
    assert run(text + "{A: act}") == ""
    assert run(text + "{B: act}") == "asks: expected {'B': 'act'}, found {'A': 'act'}"
    assert run(text + "{A: act}\n  position: {to_act: B}").startswith("position.to_act")


def test_only_the_last_letter_may_be_refused() -> None:
    text = "position: {}\nletters: [{A: hit z}, {A: rest}]\nexpect: {}"
    assert run(text) == 'letter 1, before the last, was refused: there is no "Z" to hit'


def test_the_same_letter_twice_is_two_letters() -> None:
    text = "position: {}\nletters: [&again {A: hit z}, *again]\nexpect: {refused: 'there is no \"Z\" to hit'}"
    assert run(text).startswith("letter 1, before the last, was refused")


def test_reports_of_queued_lines_are_told_by_seat() -> None:
    text = """
position: {}
dice: [bell]
letters: [{B: "rest; put soap"}, {A: grab}]
expect: {told: {B: [the bell has rung, %s]}}"""
    assert run(text % "'\"soap\" is no word.'") == ""
    assert run(text % "fine").startswith("told: expected")


def test_a_preview_a_departure_and_a_deadline_are_letters_too() -> None:
    assert (
        run(
            """
position: {}
letters: [{A: rest}, {preview A: hit}]
expect:
  stop: "Bert decides: react"
  outlook: {type: HitOdds, dodged: 15/36}
  fates: [done]
  asks: {A: act}
"""
        )
        == ""
    )
    assert run("position: {}\nletters: [{leave A:}]\nexpect: {result: B>A}") == ""
    assert run("position: {}\nletters: [{deadline A:}]\nexpect: {events: [{type: Rested}]}") == ""
    wrong = "position: {}\nletters: [{preview A: hit}]\nexpect: {outlook: {dodged: 16/36}}"
    assert run(wrong) == "outlook.dodged: expected '16/36', found '15/36'"


def test_without_a_position_a_new_match_is_played_with_its_options() -> None:
    text = """
options: {goal: 7, omen: %s}
players: 2
dice: [13]
expect: {position: {goal: 7}, asks: {A: plan, B: plan}}"""
    assert run(text % "on") == ""
    assert run(text % "off") == "forced dice left over: [13]"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("expect: {events: {}}", "events"),
        ("expect: {evnets: []}", "evnets"),
        ("expct: {}", "expct"),
        ("position: {pionts: {}}\nexpect: {}", "pionts"),
        ("position: {points: {A: many}}\nexpect: {}", "points"),
        ("options: {gaol: 3}\nexpect: {}", "gaol"),
        ("players: 7\nexpect: {}", "not 7"),
        ("letters: [{X: rest}]\nexpect: {}", "no seat X"),
        ("letters: [{A: rest, B: rest}]\nexpect: {}", "one seat"),
        ("letters: [{resign A: rest}]\nexpect: {}", "leave S"),
        ("expect: [", "expected"),
    ],
)
def test_a_file_that_is_no_scenario_says_what_is_wrong_with_it(text: str, reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        run(text)


def test_a_file_may_hold_several_scenarios() -> None:
    text = f"{HEAD}expect: {{}}\n---\n{HEAD}clauses: DUEL-2\nexpect: {{}}\n---\n"
    assert [scenario.clauses for scenario in read_scenarios(text)] == ["", "DUEL-2"]
