"""Playing by mail: queues, conditions, plans and macros, GNOMEBALL-125 to 133, 147 to 149."""

import msgspec
import pytest

from pbem.games.gnomeball.events import Attacked, Moved, Passed, PickedUp, Punted, Scored
from pbem.games.gnomeball.orders import Whenever
from pbem.games.gnomeball.plans import PLAN_SIZE
from pbem.play.game import copy

from .pitch import GAME, Pitch

TRIO = "A1 human d4, A2 human c3, A3 human b5, B1 human j9, B2 human j8, B3 human j7"


def true(pitch: Pitch, condition: str, seat: str = "A") -> bool:
    """Whether a condition holds for a seat."""
    order = GAME.read(f"whenever {condition}: any pass")
    assert isinstance(order, Whenever)
    return order.when.holds(GAME.tests.true(pitch.state, seat))


def test_lines_wait_for_the_next_turns() -> None:
    """GNOMEBALL-125: they are used in order at the player's next turns; an illegal one drops the rest."""
    pitch = Pitch(TRIO)
    assert pitch.line_results("A", "A1 move d5", "A2 move c4", "A3 pass") == ["done", "queued", "queued"]
    pitch.play("B", "B1 pass")
    assert pitch.at("A2") == ["c4"]
    assert pitch.asks == {"B": "activation"}
    broken = Pitch(TRIO)
    broken.play("A", "A1 pass", "A2 move g9", "A3 pass")
    broken.play("B", "B1 pass")
    assert broken.reports("A") == [
        ("A2 move g9", "A2 cannot reach g9: the way costs 8, it may move 3."),
        ("A3 pass", "a line before it could not be carried out"),
    ]
    assert broken.asks == {"A": "activation"}


def test_a_score_clears_the_lines_of_every_player() -> None:
    """GNOMEBALL-125: activation lines go, also those behind the score in its own letter; placement lines stay."""
    pitch = Pitch("A1 human h9, A2 human c3, B1 human j1, B2 human j2", gnome="A1", rolls=(1,))
    pitch.play("B", "B1 pass", "B2 pass", "place B1 f7")
    line_results = pitch.play("A", "A1 move i9", "A2 pass", "place A1 a1")
    assert [line_result.status for line_result in line_results] == ["done", "dropped", "noted"]
    assert line_results[1].text == "everybody is placed anew, so it is not needed anymore"
    assert [line for line, _ in pitch.reports("B")][:2] == ["B1 pass", "B2 pass"]
    assert pitch.at("A1", "B1") == ["a1", "f7"]
    assert pitch.asks == {"B": "activation"}


def test_conditional_lines() -> None:
    """GNOMEBALL-126: used only if the condition is true when it comes up and the character is unused and on the field;
    otherwise this line alone is skipped."""
    pitch = Pitch(TRIO + ", A4 human -")
    line_results = pitch.play("A", "if we hold: A1 pass", "if yes: A4 pass", "if loose: A1 move d5")
    assert [(line_result.status, line_result.text) for line_result in line_results[:2]] == [
        ("skipped", "Its condition does not hold."),
        ("skipped", "Its character is used or off the field."),
    ]
    assert line_results[2].text == "A1 move d5"
    pitch.play("B", "pass")
    line_results = pitch.play("A", "if yes: A1 pass", "if yes: A1 pass or A2 pass")
    assert [line_result.text for line_result in line_results] == [
        "Its character is used or off the field.",
        "A2 pass",
    ]
    foreign = Pitch(TRIO)
    assert foreign.refusal("A", "if yes: B1 pass") == "B1 does not serve you."


def test_all_conditions_are_one_language() -> None:
    """GNOMEBALL-126, GNOMEBALL-129: `then` is as good as a colon, `unless` turns the condition round, `or` joins terms;
    lines with `else`, which all games share, know the same conditions."""
    pitch = Pitch(TRIO, gnome="d5", turn="B")
    lines = [
        "if we hold or A2 near gnome then A1 pass",
        "unless loose: A1 pass",
        "if A1 reach gnome then A1 pick up; A2 pass else A3 pass",
        "if we hold then A3 pass",
    ]
    pitch.match.play("A", lines)
    pitch.play("B", "pass", "pass", "pass")
    assert pitch.state.holder == "A1"
    assert [event.who for event in pitch.told(Passed)] == ["B1", "B2", "A2", "B3", "A3"]
    assert Pitch(TRIO).refusal("A", "if A9 holds then A1 pass else A2 pass") == "There is no A9."
    pitch = Pitch(TRIO, gnome="d5")
    pitch.play(
        "A", "whenever gnome is B1: A3 pass", "whenever A1 is d4 and not B points at least 1 then A1 move e4"
    )
    assert pitch.at("A1") == ["e4"]
    for line in ("whenever A1 is z9: A1 pass", "if A1 is z9: A1 pass"):
        assert Pitch(TRIO).refusal("A", line) == "A1 can never be z9: it is a square (e4) or fainted"


def test_a_condition_about_who_is_not_raised_yet() -> None:
    """GNOMEBALL-119, GNOMEBALL-126: it does not hold; that line alone is skipped. Without a Val'kyr it is refused."""
    pitch = Pitch("A1 valkyr d4, A2 human c3, B1 human j9, B2 human j8", turn="B")
    pitch.play("A", "if A6 holds: A6 carry", "if not A6 down: A6 pass", "A2 move c4")
    pitch.play("B", "pass")
    assert pitch.at("A2") == ["c4"]
    assert [text for _, text in pitch.reports("A")] == ["Its condition does not hold."] * 2
    lost = Pitch("A1 human d4, B1 human j9, B6 valkyr j8 was=A2", turn="B")
    assert lost.line_results("A", "if A6 holds: A6 carry") == ["queued"]
    assert Pitch(TRIO).refusal("A", "if A6 holds: A1 carry") == "There is no A6."
    assert Pitch(TRIO).refusal("A", "if C1 down: A1 pass") == "There is no C1."
    for line in ("if C1 down: B1 pass", "halt if C1 down"):
        assert Pitch(TRIO).refusal("B", line) == "There is no C1."
    theirs = Pitch("A1 human d4, B1 valkyr j9")
    assert theirs.refusal("A", "if A6 holds: A1 pass") == "There is no A6."


def test_an_action_on_a_line_of_its_own_is_refused_at_once() -> None:
    """GNOMEBALL-122: a line with a move ends the activation; what should have stood behind it does not wait for the
    next cycle, unless this one is over first."""
    pitch = Pitch(TRIO, gnome="d5")
    assert pitch.refusal("A", "A1 move e5", "A1 pick up") == (
        "A1 has been activated in this cycle. A move and the action behind it stand on one line: A1 move e5, pick up"
    )
    assert pitch.line_results("A", "A1 move e5", "A2 pass", "A3 pass", "A1 move e6") == [
        "done",
        *["queued"] * 3,
    ]
    waiting = Pitch(TRIO, gnome="d5")
    assert waiting.refusal("B", "B1 move i8", "B1 pick up") == (
        "B1 cannot be activated again for this. A move and the action behind it stand on one line: B1 move i8, pick up"
    )
    assert waiting.line_results("B", "B1 move i8, pick up", "B1 pick up") == ["queued"] * 2
    assert waiting.line_results("B", "B1 pick up") == ["queued"]
    ahead = ["A1 move e5", "A2 pass", "A3 pass", "A1 pick up"]
    assert Pitch(TRIO, gnome="d5").line_results("A", *ahead) == ["done", *["queued"] * 3]
    assert Pitch(TRIO, gnome="d5", turn="B").line_results("A", *ahead) == ["queued"] * 4
    letters = Pitch(TRIO, gnome="d5")
    letters.play("A", "A1 move e5")
    assert letters.line_results("A", "A1 pick up") == ["queued"]
    again = Pitch(TRIO, gnome="d5")
    assert again.line_results("A", "A1 move e5", "A1 move d5, attack gnome", "A1 pick up")[2] == "queued"
    last = Pitch("A1 human d4, B1 human j9, B2 human j8", gnome="d5")
    assert last.line_results("A", "A1 pass", "A1 pick up") == ["done", "queued"]


def test_an_action_behind_the_move_of_another_character() -> None:
    """GNOMEBALL-122: it is a line of its own, and waits."""
    pitch = Pitch(TRIO, gnome="c4")
    assert pitch.line_results("A", "A1 move d5", "A2 pick up") == ["done", "queued"]


def test_a_conditional_line_goes_on_with_an_open_activation() -> None:
    """GNOMEBALL-122, GNOMEBALL-126: its character is the one to go on with, though it counts as used."""
    pitch = Pitch("A1 orc d4, A2 human a1, B1 human j9")
    pitch.play("A", "A1 frenzy", "if loose: A1 move d5")
    assert pitch.at("A1") == ["d5"]


def test_alternatives_that_are_never_legal_do_not_wait() -> None:
    """GNOMEBALL-126: nobody has to wait for the turn in which all of them would be refused."""
    assert Pitch(TRIO).refusal("B", "if loose: B1 stomp or B2 hearth a1") == (
        "B1 is a Human; it cannot stomp. / a1 is not in your home (i9 i10 j9 j10)."
    )


def test_a_punt_ordered_before_the_homes_are_given() -> None:
    """GNOMEBALL-61, GNOMEBALL-125: any corner may become an enemy home, so the line waits."""
    assert Pitch().line_results("A", "A1 punt j10") == ["queued"]


def test_squares_without_ids_wait_for_the_restart() -> None:
    """GNOMEBALL-125: placement lines wait, whether they name characters or not."""
    assert Pitch(TRIO).line_results("B", "place f7 g7") == ["queued"]


def test_alternatives() -> None:
    """GNOMEBALL-126: the first that is legal is used; if none is, all reasons are told."""
    pitch = Pitch(TRIO)
    assert pitch.refusal("A", "A1 toss d3 or A1 move j1") == (
        "A1 does not hold the gnome. / A1 cannot reach j1: the way costs 7.5, it may move 3."
    )
    pitch.play("A", "A1 toss d3 or A1 move d5 or A1 pass")
    assert pitch.at("A1") == ["d5"]


def test_halt() -> None:
    """GNOMEBALL-127: it drops the rest and the player is asked, also where a plan would act."""
    pitch = Pitch(TRIO)
    pitch.play("A", "whenever yes: any pass", "A1 pass", "halt if loose", "A2 pass")
    pitch.play("B", "pass")
    assert pitch.reports("A") == [("A2 pass", "halted")]
    assert pitch.asks == {"A": "activation"}
    pitch.play("A", "halt if we hold", "A2 pass")
    assert pitch.one("A2").used
    letter = Pitch(TRIO)
    assert letter.line_results("A", "halt", "A1 pass") == ["done", "dropped"]
    assert letter.asks == {"A": "activation"}


def test_a_plan_acts_where_the_queue_is_empty() -> None:
    """GNOMEBALL-128: from the top, the first line that is true and legal; if none is, the player is mailed."""
    pitch = Pitch(TRIO)
    pitch.play(
        "A", "whenever we hold: A1 pass", "whenever loose: A1 toss d3", "whenever loose: A2 pass or A3 pass"
    )
    assert GAME.memory(pitch.state, "A") == [
        "whenever we hold: A1 pass",
        "whenever loose: A1 toss d3",
        "whenever loose: A2 pass or A3 pass",
    ]
    assert [event.who for event in pitch.told(Passed)] == ["A2"]
    pitch.play("B", "pass", "pass")
    assert [event.who for event in pitch.told(Passed)] == ["A2", "B1", "A3", "B2"]
    assert pitch.asks == {"A": "activation"}
    pitch.play("A", "drop plan", "keep on", "drop plan")
    assert GAME.memory(pitch.state, "A") == []


def test_any_stands_for_the_cheapest_unused_character() -> None:
    """GNOMEBALL-128: the unused one with a legal version of the line and the least movement cost, ties lowest id; only
    in plan lines."""
    pitch = Pitch("A1 human a1, A2 human d4, A3 human f4, A4 human f6, B1 human j9")
    assert pitch.refusal("A", "any fetch") == '"any" is for plan lines: whenever COND: any ...'
    pitch.play("A", "whenever loose: any fetch")
    assert pitch.told(PickedUp)[0].who == "A3"


def test_any_where_nobody_can() -> None:
    """GNOMEBALL-128: the line is passed over, as one that is not legal is, and the player is asked."""
    pitch = Pitch(TRIO)
    pitch.play("A", "whenever yes: any stomp")
    assert pitch.asks == {"A": "activation"}


def test_ten_activations_from_a_plan() -> None:
    """GNOMEBALL-128: then its player is mailed; their next letter sets the count back."""
    pitch = Pitch("A1 human a1, B1 human j9")
    pitch.play("B", "whenever yes: B1 pass")
    pitch.play("A", "whenever yes: A1 pass")
    assert len(pitch.told(Passed)) == 20
    assert pitch.asks == {"A": "activation"}
    pitch.play("A", "A1 pass")
    assert pitch.asks == {"B": "activation"}
    played = [row.text for row in pitch.match.rows if row.by == "standing"]
    assert played.count("plan: A1 pass") == played.count("plan: B1 pass") == 10


def test_any_letter_sets_the_count_back() -> None:
    """GNOMEBALL-128: also where the plan is still awake, before it has played ten."""
    pitch = Pitch(TRIO, turn="B", private={"A": {"plan": ["whenever yes: any pass"], "planned": 9}})
    pitch.play("A", "keep on")
    assert pitch.state.memory("A").planned == 0
    assert GAME.heard(pitch.state, "A") is False


def test_a_score_suspends_plans() -> None:
    """GNOMEBALL-128: until the player's next mail."""
    pitch = Pitch("A1 human h9, B1 human j1, B2 human j2", gnome="A1", rolls=(1,))
    pitch.play("B", "whenever yes: any pass", "always place same")
    pitch.play("A", "A1 move i9", "place same")
    assert pitch.asks == {"B": "activation"}
    pitch.play("B", "always place auto")
    assert pitch.asks == {"A": "activation"}


def test_a_change_of_sides_suspends_plans() -> None:
    """GNOMEBALL-128: unless the plan has the line `keep on`."""
    for line, asked in (("always intercept", "B"), ("keep on", "A")):
        pitch = Pitch("A1 human d4, A2 human a1, B1 human j9, B2 human j8", gnome="d4", side="B")
        pitch.play("B", "whenever they hold: any pass", line)
        pitch.play("A", "A1 pick up")
        assert pitch.asks == {asked: "activation"}


def test_whose_gnome_it_is() -> None:
    """GNOMEBALL-147: the side of its last holder, also while it lies loose; of a new gnome the first holder is a change
    for the other sides only."""
    position = "A1 human d4, A2 human a1, B1 human j9, B2 human j8"
    for side, own, other in (("", False, True), ("A", False, False), ("B", True, True)):
        pitch = Pitch(position, gnome="d4", side=side)
        pitch.play("A", "drop plan")
        pitch.play("B", "drop plan")
        pitch.play("A", "A1 pick up")
        assert (pitch.state.memory("A").asleep, pitch.state.memory("B").asleep) == (own, other)


def test_a_new_gnome_belongs_to_nobody() -> None:
    """GNOMEBALL-147: after a splatter its first holder wakes no plan of its own side, and stops those of the others."""
    pitch = Pitch("A1 human h6, B1 human f6, B2 human j1", gnome="A1", side="A", rolls=(1, 6))
    pitch.play("A", "A1 punt")
    assert pitch.state.side == ""
    pitch.play("B", "whenever we hold: any pass", "B1 fetch")
    assert (pitch.state.side, pitch.state.memory("B").asleep) == ("B", False)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("yes", True),
        ("loose", False),
        ("not loose", True),
        ("dead", True),
        ("we hold", True),
        ("they hold", False),
        ("A1 holds", True),
        ("B1 holds", False),
        ("A3 down", True),
        ("A9 down", None),
        ("A1 down", False),
        ("A2 used", True),
        ("A1 used", False),
        ("A1 hp 2", True),
        ("A1 hp 1", False),
        ("A2 reach d6", True),
        ("A2 reach d4", False),
        ("A2 reach gnome", True),
        ("A2 reach B1", False),
        ("B2 reach A1", True),
        ("A1 near B2", True),
        ("A1 near B1", False),
        ("A1 near gnome", True),
        ("A3 near gnome", False),
        ("A1 near B3", False),
        ("A1 holds and not B1 down", True),
        ("A1 holds and loose", False),
    ],
)
def test_conditions(condition: str, expected: bool | None) -> None:
    """GNOMEBALL-129: all of them, with `not` and `and`; a number nobody ever had is refused."""
    pitch = Pitch(
        "A1 human d4 wounds=3, A2 human d7 used=true, A3 human -, B1 human j9, B2 human d3", gnome="A1", hp=0
    )
    if expected is None:
        assert pitch.refusal("A", f"if {condition}: A1 pass") == "There is no A9."
    else:
        assert true(pitch, condition) == expected


def test_who_could_move_now() -> None:
    """GNOMEBALL-129: `reach` asks for a move as it could be made now: howled-at and stunned characters stay."""
    for state in ("howled=true", "stunned=true"):
        pitch = Pitch(f"A1 human d4 {state}, B1 human j9", gnome="d6")
        assert not true(pitch, "A1 reach gnome")
        assert true(pitch, "A1 reach d4")


def test_we_and_they_are_seen_from_the_writers_side() -> None:
    """GNOMEBALL-129: its own side, and all its enemies."""
    pitch = Pitch("A1 human d4, B1 human j9, C1 human a9", gnome="A1", players=3)
    assert [true(pitch, "we hold", seat) for seat in "ABC"] == [True, False, False]
    assert [true(pitch, "they hold", seat) for seat in "ABC"] == [False, True, True]


def test_fetch() -> None:
    """GNOMEBALL-130: to the square of least cost within reach of the gnome, and pick it up; else as near as may be."""
    pitch = Pitch("A1 human d4, B1 human j9", gnome="f5")
    pitch.play("A", "A1 fetch")
    assert pitch.told(Moved)[0].to == "e5"  # costs 1.5, as near as any; f4 costs 2
    assert pitch.state.holder == "A1"
    far = Pitch("A1 human a1, B1 human j9", gnome="f5")
    far.play("A", "A1 fetch")
    assert far.at("A1") == ["c3"]
    assert far.refusal("B", "B1 move i9, pick up").startswith("The gnome is ")
    held = Pitch("A1 human a1, B1 human j9", gnome="B1")
    assert held.refusal("A", "A1 fetch") == "The gnome is not on the ground."
    beside = Pitch("A1 human d4, B1 human j9", gnome="d5")
    assert beside.play("A", "A1 fetch")[0].text == "A1 pick up"


def test_ties_go_towards_an_enemy_home() -> None:
    """GNOMEBALL-130: then by column, then by row."""
    pitch = Pitch("A1 human e3, B1 human j9, B2 human f6", gnome="f5")
    assert pitch.play("A", "A1 fetch")[0].text == "A1 move f4, pick up"
    even = Pitch("A1 human f5, B1 human j9", gnome="g6")
    assert even.play("A", "A1 fetch")[0].text == "A1 move f6, pick up"
    west = Pitch("A1 human b2, B1 human j9", gnome="d7", homes={"A": "j10", "B": "a1"})
    assert west.play("A", "A1 fetch")[0].text == "A1 move b5"  # d4 is as near to the gnome and to the home
    south = Pitch("A1 human f5, B1 human j9", gnome="g6", homes={"A": "a1", "B": "j1"})
    assert south.play("A", "A1 fetch")[0].text == "A1 move g5, pick up"


def test_ties_go_towards_the_nearest_of_several_homes() -> None:
    """GNOMEBALL-130: d4 and c5 cost as much; C's home is the nearest, and c5 is nearer to it."""
    pitch = Pitch("A1 human c4, B1 human j1, C1 human j2", gnome="d5", players=3)
    pitch.play("A", "A1 fetch")
    assert pitch.at("A1") == ["c5"]


def test_hunt() -> None:
    """GNOMEBALL-131: the same with an attack: on an enemy, on an enemy holder, or on the gnome."""
    pitch = Pitch("A1 human d4, A2 human e1, B1 human d7, B2 human j9", gnome="B1", rolls=(1, 1))
    assert pitch.play("A", "A1 hunt holder")[0].text == "A1 move d6, attack B1"
    pitch.play("B", "B2 pass")
    assert pitch.play("A", "A2 hunt B2")[0].text.startswith("A2 move ")
    assert len(pitch.told(Attacked)) == 1
    loose = Pitch("A1 human d4, A2 human d5, B1 human j9", gnome="d7", rolls=(1,))
    assert loose.refusal("A", "A1 hunt holder") == "No enemy holds the gnome."
    assert loose.refusal("A", "A1 hunt A2") == "A2 is on your side."
    assert loose.play("A", "A2 hunt gnome")[0].text == "A2 move d6, attack gnome"
    own = Pitch("A1 human d4, A2 human d5, B1 human j9", gnome="A2")
    assert own.refusal("A", "A1 hunt holder") == "No enemy holds the gnome."


def test_carry() -> None:
    """GNOMEBALL-132: to the reachable square nearest an enemy home, onto it if possible; a punt behind it is done only
    if within 4."""
    pitch = Pitch("A1 human d4, B1 human j1", gnome="A1")
    assert pitch.play("A", "A1 carry, punt")[0].text == "A1 move f6"
    close = Pitch("A1 human f6, B1 human j1", gnome="A1", rolls=(1, 1))
    assert close.play("A", "A1 carry, punt")[0].text == "A1 move h8, punt j10"
    assert close.told(Punted)
    home = Pitch("A1 human h8, B1 human j1", gnome="A1", rolls=(1,))
    assert home.play("A", "A1 carry, punt")[0].text == "A1 move i9"
    assert home.told(Scored)
    named = Pitch("A1 human e5, B1 human j1, C1 human j2", gnome="A1", players=3)
    assert named.play("A", "A1 carry C")[0].text == "A1 move c7"
    homes = {"A": "a1", "B": "j1", "C": "a10"}
    aimed = Pitch("A1 human h4 howled=true, B1 human j1, C1 human j2", gnome="A1", players=3, homes=homes)
    assert aimed.play("A", "A1 carry a10, punt")[0].text == "A1 pass"  # j1 would be in reach
    aimed = Pitch("A1 human e6, B1 human j1, C1 human j2", gnome="A1", players=3, homes=homes, rolls=(1, 1))
    assert aimed.play("A", "A1 carry a10, punt")[0].text == "A1 move c8, punt a10"
    corner = Pitch("A1 human e5, B1 human j1, C1 human j2", gnome="A1", players=3)
    assert corner.refusal("A", "A1 carry se") == "j1 is not an enemy home; those are j10, a10."
    assert corner.refusal("A", "A1 carry, toss d5, carry") == "The move comes before the action."
    empty = Pitch("A1 human e5, B1 human j1")
    assert empty.refusal("A", "A1 carry") == "A1 does not hold the gnome."


def test_macros_of_who_cannot_move() -> None:
    """GNOMEBALL-133: only its own square counts."""
    pitch = Pitch("A1 human d4 howled=true, A2 human d5 howled=true, B1 human j9", gnome="d5")
    assert pitch.play("A", "A1 fetch")[0].text == "A1 pick up"
    far = Pitch("A1 human d4 howled=true, B1 human j9", gnome="A1")
    assert far.play("A", "A1 carry")[0].text == "A1 pass"
    opened = Pitch("A1 goblin d4 explosives=d5 spent=1, B1 human j9", gnome="A1", rolls=(6, 4))
    opened.play("A", "A1 detonate, move d7, toss d6")
    assert opened.play("A", "A1 fetch")[0].text == "A1 pass"


def test_a_punt_from_where_one_stands() -> None:
    """GNOMEBALL-132, GNOMEBALL-133: who cannot move punts all the same, from right beside the home too."""
    pitch = Pitch("A1 human h9 howled=true, B1 human j1", gnome="A1", rolls=(1, 1))
    assert pitch.play("A", "A1 carry, punt")[0].text == "A1 punt j10"


def test_free_declarations_before_a_carry() -> None:
    """GNOMEBALL-122, GNOMEBALL-132: the punt behind it is judged from where the move ends."""
    pitch = Pitch("A1 orc f8, B1 human j1", gnome="A1", rolls=(1, 1))
    assert pitch.play("A", "A1 frenzy, carry, punt")[0].text == "A1 frenzy, move h9, punt j10"


def test_measures_of_macros() -> None:
    """GNOMEBALL-147: the own square counts as reachable, and among equally near homes the lower seat's is meant."""
    stay = Pitch("A1 human d4, B1 human d5", gnome="j2", rolls=(1,))
    assert stay.play("A", "A1 hunt B1")[0].text == "A1 attack B1"
    equal = Pitch("A1 human e5, B1 human j1, C1 human j2, D1 human a9", gnome="A1", players=4,
                  homes={"A": "a1", "B": "j1", "C": "a10"})  # fmt: skip
    line = equal.play("A", "A1 carry")[0].text
    assert line == "A1 move g3"


def test_any_prefers_who_can_finish() -> None:
    """GNOMEBALL-149: characters who can complete a macro go before those who only come nearer, whatever it costs;
    stunned ones are left out, except in `any pass`."""
    pitch = Pitch("A1 human a1 howled=true, A2 human d4, B1 human j9", gnome="f5")
    pitch.play("A", "whenever loose: any fetch")
    assert pitch.told(PickedUp)[0].who == "A2"  # though A1 would only pass, for nothing
    stunned = Pitch("A1 troll f4 stunned=true, A2 troll d4, B1 human j9", rolls=(3,))
    stunned.play("A", "whenever loose: any regenerate")
    assert (stunned.one("A1").used, stunned.one("A2").spent) == (False, 1)
    pretty = Pitch("A1 bloodelf a1 howled=true, A2 bloodelf d4, B1 human j9", gnome="f5")
    pretty.play("A", "whenever loose: any look pretty, fetch")
    assert pretty.told(PickedUp)[0].who == "A2"
    able = Pitch("A1 human f4, A2 troll d4, B1 human j9", rolls=(3,))
    able.play("A", "whenever loose: any regenerate")
    assert able.one("A2").spent == 1
    passing = Pitch("A1 human f4 stunned=true, A2 human d4, B1 human j9", gnome="f5")
    passing.play("A", "whenever loose: any pass")
    assert (passing.one("A1").used, passing.one("A2").used) == (True, False)


def test_penguins_do_not_change_who_any_is() -> None:
    """GNOMEBALL-128, GNOMEBALL-149: the way of a bitten character is judged as it is now, before the penguins' roll."""
    bitten = Pitch("A1 human e5 fish=1, A2 human d4, B1 human j9", gnome="f5", rolls=(1,))
    bitten.play("A", "whenever loose: any fetch")
    assert bitten.told(PickedUp)[0].who == "A1"
    dearer = Pitch("A1 human d5 fish=1, A2 human e5, B1 human j9", gnome="f5")
    dearer.play("A", "whenever loose: any fetch")
    assert dearer.told(PickedUp)[0].who == "A2"


def test_a_deadline_passes_for_the_lowest() -> None:
    """GNOMEBALL-148: `pass` for the lowest unused id, or for the character whose activation is open."""
    pitch = Pitch("A1 human a1 used=true, A2 human d4, A3 human d5, B1 human j9")
    pitch.match.answer_automatically("A")
    assert [event.who for event in pitch.told(Passed)] == ["A2"]
    opened = Pitch("A1 human a1, A2 orc d4, B1 human j9")
    opened.play("A", "A2 frenzy")
    opened.match.answer_automatically("A")
    assert [event.who for event in opened.told(Passed)] == ["A2"]


def test_a_plan_has_room_for_so_many_lines() -> None:
    """GNOMEBALL-128: a plan that is gone through at every turn is not endless."""
    pitch = Pitch(TRIO, turn="B")
    pitch.play("A", *["whenever dead: A1 pass"] * PLAN_SIZE)
    assert (
        pitch.refusal("A", "whenever dead: A1 pass") == "A plan has room for 20 lines; drop plan empties it."
    )


def test_plans_of_stored_matches_are_read() -> None:
    """GNOMEBALL-128: until version 2 of the rules a plan was kept as text."""
    lines = [
        "whenever they hold and A1 hp 2: any hunt holder or A1 move d5, pick up",
        "whenever yes: any pass",
    ]
    pitch = Pitch(TRIO, turn="B")
    old = msgspec.to_builtins(pitch.state) | {"private": {"A": {"plan": lines, "keep_on": True}, "B": {}}}
    state = GAME.decode(msgspec.json.encode(old), 1)
    assert GAME.memory(state, "A") == [*lines, "keep on"]
    assert copy(state) == state
    pitch.play("A", *lines, "keep on")
    assert pitch.state.memory("A") == state.memory("A")
