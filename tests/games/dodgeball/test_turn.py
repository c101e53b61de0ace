"""Turn and dice: DODGEBALL-6 to 10."""

import itertools

import pytest

from pbem.games.dodgeball.events import Moved, Passed, Thrown, TurnOver
from pbem.play.match import Match
from pbem.play.queues import SPENT
from pbem.play.record import Tail

from .court import GAME, Court, M

LAST_DIE = """
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     N1    .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     S1/1  .     .     .     .     .     .
    .     .     .     .     .     .     .     S2
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""
GIVEN_UP = '"done" waits and will give up your whole next turn. To take it back, answer: clear'


def test_each_die_pays_for_one_action() -> None:
    """DODGEBALL-6: dice are spent one at a time, each for a move, a pass or a throw; after three the turn is over."""
    court = Court(M, rolls=(6, 1, 1, 1, 1))
    court.play("S", "S5 move h4", "S1 pass S2", "S2 throw N2")
    assert [event.die for event in court.told(Moved)] == [2]
    assert [event.die for event in court.told(Passed)] == [3]
    assert [event.die for event in court.told(Thrown)] == [5]
    assert court.state.dice == []
    court.play("N", "dodge")
    assert court.asks == {"N": "action"}


def test_dice_may_be_spent_in_any_order() -> None:
    """DODGEBALL-6: the biggest die may go first, and a spent one is gone."""
    court = Court(M)
    court.play("S", "S2 move c2 with 5")
    assert court.state.dice == [3, 2]
    assert court.refusal("S", "S2 move c3 with 5") == "You have no 5 left. Dice left: 3 2"


def test_one_pawn_may_use_all_dice_and_pawns_may_act_in_any_order() -> None:
    """DODGEBALL-7: any pawn with any die; one may act three times, or others in between."""
    court = Court(M, rolls=(1, 1, 1))
    court.play("S", "S2 move d1", "S5 move h2", "S2 move d2")
    assert [event.pawn for event in court.told(Moved)] == ["S2", "S5", "S2"]
    again = Court(M, rolls=(1, 1, 1))
    again.play("S", "S4 move g1", "S4 move f1", "S4 move g1")
    assert again.state.pawns["S4"] == "g1"


def test_dice_are_not_added_up() -> None:
    """DODGEBALL-7: 5, 3 and 2 do not pay for seven steps, nor a 5 for two actions."""
    far = """
        .   .   .   .   .   .   .   N1
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        S1  .   .   .   .   .   .   .
    """
    assert Court(far).refusal("S", "S1 move h1") == "S1 to h1 takes 7 steps; your dice left are 5 3 2"
    court = Court(far, dice=[5], rolls=(1, 1, 1))
    court.play("S", "S1 move b1")
    assert court.asks == {"N": "action"}


def test_done_gives_up_the_dice_left() -> None:
    """DODGEBALL-8: `done` ends the turn, even at once."""
    court = Court(M, rolls=(1, 2, 3))
    court.play("S", "done")
    assert court.told(TurnOver) == [TurnOver("S", (5, 3, 2), (1, 2, 3), 1)]


def test_a_turn_with_a_die_left_goes_on() -> None:
    """DODGEBALL-8: with a die left the side is asked again."""
    court = Court(M)
    court.play("S", "S2 move c2", "S2 move d2")
    assert court.state.dice == [5]
    assert court.asks == {"S": "action"}


def test_three_new_dice_at_the_end_of_the_turn() -> None:
    """DODGEBALL-9: all three are rolled anew, for the next turn of the side; the opponent has their own."""
    court = Court(M, rolls=(6, 6, 6, 4, 4, 4))
    court.play("S", "S2 move c2", "done")
    assert (court.state.to_act, court.state.dice, court.state.next_dice) == ("N", [6, 4, 1], [6, 6, 6])
    court.play("N", "done")
    assert (court.state.to_act, court.state.dice, court.state.next_dice) == ("S", [6, 6, 6], [4, 4, 4])


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("S2 move c2", [5, 3]),  # 1 step: the 2 is the smallest
        ("S2 move d1 c1 b1", [5, 2]),  # 3 steps
        ("S2 move g2", [5, 2]),
        ("S2 move h2", [3, 2]),  # 4 steps
        ("S2 move c2 with 3", [5, 2]),
        ("S1 pass S2 with 5", [3, 2]),
    ],
)
def test_the_smallest_die_that_is_enough_pays(order: str, left: list[int]) -> None:
    """DODGEBALL-10: the smallest die that is big enough is spent, unless one is named, in whatever order they lie."""
    for dice in itertools.permutations([5, 3, 2]):
        court = Court(M, dice=list(dice))
        court.play("S", order)
        assert court.state.dice == [die for die in dice if die in left]


def test_a_named_die_must_be_enough() -> None:
    """DODGEBALL-10: the die that `with` names must be left and big enough."""
    court = Court(M)
    assert court.refusal("S", "S2 move g2 with 2") == "S2 to g2 takes 3 steps and your die shows 2"
    assert court.refusal("S", "S2 move g2 with 4") == "You have no 4 left. Dice left: 5 3 2"


def test_equal_dice_are_alike() -> None:
    """DODGEBALL-10: of two dice that show the same, one is spent."""
    court = Court(M, dice=[3, 3, 1])
    court.play("S", "S2 move c2 with 3")
    assert court.state.dice == [3, 1]


def test_a_done_behind_a_turn_that_has_ended_by_itself_is_dropped() -> None:
    """DODGEBALL-9: it would give the next turn away; one that stands behind lines for that turn is meant for it."""
    court = Court(M, rolls=(1, 1, 1))
    lines = ["S2 move c2", "S2 move d2", "S2 move e2"]
    line_results = court.play("S", *lines, "done")
    assert [(line_result.status, line_result.text) for line_result in line_results[3:]] == [
        ("dropped", "what it would end is over already")
    ]
    assert court.match.queues.get("S", []) == []
    ahead = Court(M, rolls=(1, 1, 1))
    line_results = ahead.play("S", *lines, "S2 move d2", "done")
    assert [line_result.status for line_result in line_results[3:]] == ["queued", "queued"]
    assert list(map(str, ahead.match.queues["S"])) == ["S2 move d2", "done"]


@pytest.mark.parametrize(
    "closing", [["done"], ["done", "done"], ["if South pawns at least 1 then done"], ["if S1 is out: done"]]
)
def test_a_done_behind_the_last_throw_goes_with_its_turn(closing: list[str]) -> None:
    """DODGEBALL-9: the target is asked first, so the turn has not ended yet when `done` is read; then the throw ends
    it, and `done` must not give up the next turn."""
    court = Court(LAST_DIE, dice=[5], rolls=(1, 6, 3, 3, 3, 6, 6, 6))
    told = court.play("S", "S1 throw N1", *closing)
    assert [each.status for each in told] == ["done", *["queued"] * len(closing)]
    assert all("waits for this turn, and goes with it" in each.text for each in told[1:])
    court.play("N", "dodge")
    assert court.asks == {"N": "action"}
    assert court.match.queues.get("S", []) == []
    assert {(each.status, each.text) for each in court.match.reports["S"]} == {("dropped", SPENT)}
    court.play("N", "done")
    assert court.asks == {"S": "action"}, "South has its turn"


def test_a_done_behind_an_order_that_must_wait_goes_with_its_turn_and_the_order_stays() -> None:
    """DODGEBALL-9: `S2 move h4` is told as waiting; `done` was for the turn that the throw has ended."""
    court = Court(LAST_DIE, dice=[5], rolls=(1, 6, 3, 3, 3))
    court.play("S", "S1 throw N1", "S2 move h4", "done")
    court.play("N", "dodge")
    assert list(map(str, court.match.queues["S"])) == ["S2 move h4"]


def test_a_done_behind_a_throw_ends_the_turn_if_dice_are_left() -> None:
    """DODGEBALL-9: it waits for the answer of the target, then it does what it says, once."""
    court = Court(LAST_DIE, dice=[5, 1], rolls=(1, 6, 3, 3, 3))
    court.play("S", "S1 throw N1", "done", "done")
    court.play("N", "dodge")
    assert court.asks == {"N": "action"}
    assert court.match.queues.get("S", []) == []


def test_a_replay_of_a_turn_that_ended_takes_no_done_out_of_todays_queue() -> None:
    """DODGEBALL-9: the queue is of the present, and its `done` for a turn to come."""
    court = Court(LAST_DIE, dice=[5], rolls=(1, 6, 3, 3, 3))
    court.play("S", "S1 throw N1")
    court.play("N", "dodge")
    court.play("S", "done")
    tail = Tail(court.match.loaded.turn, list(court.match.rows), {"S": ["done"]})
    assert Match(GAME, tail, court.dice).queue("S") == ("done",)


def test_a_done_under_a_condition_in_its_own_turn_is_no_matter_of_a_later_one() -> None:
    """DODGEBALL-9: it is checked at once, and so is what stands behind it."""
    court = Court(M, rolls=(1, 1, 1))
    told = court.play("S", "if S1 is out: done", "if South pawns at least 1 then done")
    assert not any("turn" in each.text for each in told)
    assert court.asks == {"N": "action"}


def test_a_second_done_is_not_for_the_next_turn_though_that_has_come() -> None:
    """DODGEBALL-9: North's queue plays a whole turn within the letter."""
    court = Court(M, rolls=(1, 1, 1, 2, 2, 2))
    court.play("N", "done")
    told = court.play("S", "done", "done")
    assert [(each.status, each.text) for each in told[1:]] == [("dropped", SPENT)]
    assert court.asks == {"S": "action"}


def test_each_done_of_a_plan_ends_the_turn_of_the_lines_before_it() -> None:
    """DODGEBALL-9: two turns ahead, or the next one in the same letter where North's queue has played its turn."""
    court = Court(M, rolls=(1, 1, 1, 2, 2, 2, 3, 3, 3))
    court.play("N", "N1 move a6", "done", "N1 move a7", "done")
    court.play("S", "done")
    assert list(map(str, court.match.queues["N"])) == ["N1 move a7", "done"]
    twice = Court(M, rolls=(1, 1, 1, 2, 2, 2, 3, 3, 3))
    twice.play("N", "done")
    told = twice.play("S", "done", "S2 move c3", "done")
    assert [each.status for each in told] == ["done"] * 3
    assert twice.asks == {"N": "action"}


def test_a_done_ahead_of_the_turn_waits_for_it() -> None:
    """DODGEBALL-9: a player who is not to act may give up their next turn beforehand, and is told that they do."""
    court = Court(M, rolls=(1, 1, 1, 2, 2, 2))
    assert [(each.status, each.text) for each in court.play("N", "done")] == [("queued", GIVEN_UP)]
    told = court.play("N", "N1 move b7", "done")
    assert told[1].text == (
        '"done" waits and will end your next turn after the lines before it. To take it back, answer: clear'
    )
    assert court.play("N", "if turn is 2 then done")[0].text.endswith(
        "\nIt waits and may give up your whole next turn. To take it back, answer: clear"
    )
    court.play("N", "done")
    court.play("S", "done")
    assert court.asks == {"S": "action"}


def test_actions_sent_ahead_wait_for_the_turn() -> None:
    """DODGEBALL-9: what a side sends in its opponent's turn is kept, and carried out when its own turn begins."""
    court = Court(M, rolls=(1, 1, 1))
    (line_result,) = court.play("N", "N1 move a8")
    assert line_result.status == "queued"
    court.play("S", "done")
    assert court.state.pawns["N1"] == "a8"
    assert court.asks == {"N": "action"}
