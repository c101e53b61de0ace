"""The driver: how a letter is handled, and in which order an open ask is settled."""

import msgspec
import pytest

from pbem.play.dice import ScriptedDice
from pbem.play.driver import AUTOMATIC_LIMIT
from pbem.play.match import LetterRefused, Match
from pbem.play.orders import Unreadable
from pbem.play.record import Result, Tail
from pbem.play.requests import Ask, AskAll, Forget, Rules, ask, die, lane

from .toy import (
    Act,
    Done,
    Duel,
    Hit,
    Memory,
    Plan,
    Put,
    React,
    Rested,
    Ring,
    Table,
    Typed,
    Welcomed,
    act_ask,
    react_ask,
)


def table(*dice: int | str, players: int = 2, **position: object) -> Table:
    """A table in mid-game: A is asked to act, with these dice to come."""
    return Table(dice=ScriptedDice(dice), players=players, position=Typed(**position))  # type: ignore[arg-type]  # its fields


def by(table: Table) -> list[tuple[str, str, str]]:
    """The answers in the log: seat, text, and where they came from."""
    return [(row.seat, row.text, row.by) for row in table.rows if row.kind == "answer"]


# The order in which an ask is settled.


def test_the_queue_answers_before_a_standing_order() -> None:
    t = table(6, 6, 1)
    t.play("B", "always dodge", "block")
    t.play("A", "hit")
    assert by(t)[1] == ("B", "block", "queue")


def test_a_standing_order_answers_before_auto_of_who_left() -> None:
    t = table(6, 6, 1, players=3)
    t.play("B", "always dodge")
    t.leave("B")
    t.play("A", "hit b")
    assert by(t)[1] == ("B", "dodge", "standing")


def test_auto_answers_for_who_has_left() -> None:
    t = table(6, 6, 1, players=3)
    t.leave("B")
    t.play("A", "hit b")
    assert by(t)[1] == ("B", "block", "auto")


def test_without_queue_standing_order_or_leave_a_mail_is_needed() -> None:
    t = table()
    t.play("A", "hit")
    assert t.asks == {"B": "react"}


def test_a_line_of_the_letter_answers_before_the_writers_standing_order() -> None:
    t = table("gem", "gem")
    t.play("A", "always rest", "grab", "grab")
    assert by(t)[:2] == [("A", "grab", "order"), ("A", "grab", "order")]


def test_a_standing_order_that_does_not_fit_here_leaves_the_ask_open() -> None:
    class Stubborn(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            stubborn: Ask[Act] = msgspec.structs.replace(
                act_ask(state, state.to_act), standing=lambda: Hit("Z")
            )
            yield from ask(stubborn)

    t = Table(Stubborn(), position=Typed())
    assert t.asks == {"A": "act"}
    assert not t.rows


def test_every_answer_is_logged_in_full_and_reaches_the_rules_checked() -> None:
    t = table(6, 6, 1)
    t.play("B", "block")
    t.play("A", "hit")
    assert by(t) == [("A", "hit B", "order"), ("B", "block", "queue")]


def test_standing_orders_may_play_against_each_other_only_so_often() -> None:
    t = Table(options={"patience": "9999"}, position=Typed(patience=9999))
    t.play("B", "always rest")
    t.play("A", "always rest")  # both rest for ever; each plan waits for a mail
    answers = 0
    while answers < 2:
        answers += 1
        assert t.asks == {"A": "plan", "B": "plan"}
        t.play("A", "done")
        t.play("B", "done")

    class Endless(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            yield from ask(act_ask(state, "A"))
            yield from ask(act_ask(state, "B"))

    e = Table(Endless(), position=Typed(private={"A": Memory(rest=True), "B": Memory(rest=True)}))
    assert len(e.rows) == AUTOMATIC_LIMIT
    assert e.asks
    assert not e.load().fresh, "loading does not go on by itself"
    e.play("B")
    assert len(e.rows) == 2 * AUTOMATIC_LIMIT


def test_rules_that_never_ask_are_stopped() -> None:
    class Runaway(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            while True:
                yield Welcomed()

    class Turning(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            yield from die("for ever")

    for game in (Runaway(), Turning()):
        with pytest.raises(RuntimeError, match="without asking"):
            Table(game, position=Typed())


def test_rules_that_ask_now_and_then_may_go_on_as_long_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.play.driver.RUNAWAY_LIMIT", 12)
    t = Table(position=Typed(private={"A": Memory(rest=True)}))
    match = t.load()
    for _ in range(20):
        match.play("B", ["rest", "rest", "done"])
        match.play("A", ["done"])
    assert len(match.turns) >= 40


# A letter.


def test_one_unreadable_line_and_nothing_of_the_letter_counts() -> None:
    t = table()
    with pytest.raises(LetterRefused) as refused:
        t.play("A", "rest", "gab")
    assert (refused.value.index, refused.value.line) == (1, "gab")
    assert isinstance(refused.value.error, Unreadable)
    assert 'Did you mean "grab"?' in str(refused.value)
    assert not t.load().rows


def test_a_line_refused_before_any_die_makes_the_letter_void() -> None:
    t = table()
    with pytest.raises(LetterRefused) as refused:
        t.play("A", "rest", "hit z")
    assert (refused.value.index, str(refused.value)) == (1, 'there is no "Z" to hit')
    assert not t.rows


def test_the_letter_is_void_also_across_the_end_of_a_turn_without_dice() -> None:
    t = table()
    with pytest.raises(LetterRefused):
        t.play("A", "rest", "rest", "always fly")
    assert t.rows == []
    assert len(t.turns) == 1


def test_after_a_die_lines_count_one_by_one() -> None:
    t = table("gem")
    assert t.statuses("A", "grab", "hit z", "rest") == ["done", "refused", "dropped"]
    assert by(t) == [("A", "grab", "order")]


def test_after_a_die_earlier_in_the_letter_too() -> None:
    t = table("gem")
    match = t.load()
    match.play("A", ["grab"])
    assert [result.status for result in match.play("A", ["hit z"], going_on=True)] == ["refused"]


def test_after_somebody_elses_answer_lines_count_one_by_one() -> None:
    class Calm(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            act = yield from ask(act_ask(state, "A"))
            if isinstance(act, Hit):
                yield from ask(react_ask(state, "A", "B"))

    t = Table(Calm(), position=Typed(private={"B": Memory(react="dodge")}))
    assert t.statuses("A", "hit", "hit z") == ["done", "refused"]
    assert [row.kind for row in t.rows] == ["answer", "answer"]


def test_a_refused_line_takes_only_lines_that_answer_the_same_ask_with_it() -> None:
    t = table("gem")
    line_results = t.statuses("A", "grab", "hit z", "dodge", "rest")
    assert line_results == ["done", "refused", "queued", "dropped"]


def test_a_refused_standing_order_drops_no_acts() -> None:
    t = table("gem")
    assert t.statuses("A", "grab", "always fly", "rest") == ["done", "refused", "done"]


def test_a_second_refusal_does_not_revive_what_the_first_has_dropped() -> None:
    t = table("gem")
    line_results = t.statuses("A", "grab", "hit z", "always fly", "rest")
    assert line_results == ["done", "refused", "refused", "dropped"]


def test_lines_of_kinds_nobody_asks_for_wait_in_the_queue() -> None:
    t = table()
    assert t.statuses("A", "dodge", "put moon", "done") == ["queued"] * 3
    assert t.queues == {"A": ["dodge", "put moon", "done"]}
    assert not t.rows


def test_a_line_that_cannot_wait_says_so() -> None:
    with pytest.raises(LetterRefused, match="There is nobody to bow to"):
        table().play("A", "bow")


def test_a_condition_that_fails_passes_one_line_over() -> None:
    t = table()
    assert t.statuses("A", "when 5 grab", "rest") == ["skipped", "done"]


def test_halt_drops_the_rest_of_the_asks_lines_and_no_others() -> None:
    t = table()
    assert t.statuses("A", "halt", "rest", "dodge", "grab") == ["done", "dropped", "queued", "dropped"]
    assert t.asks == {"A": "act"}


def test_after_dropped_lines_the_match_still_goes_on() -> None:
    """A standing order waits for the lines of its own letter, but not for those that were dropped."""
    t = table("gem", private={"A": Memory(rest=True, asleep=True)})
    line_results = t.statuses("A", "always dodge", "grab", "hit z", "grab", "grab")
    assert line_results == ["noted", "done", "refused", "dropped", "dropped"]
    assert by(t) == [("A", "grab", "order"), ("A", "rest", "standing")]
    assert t.load().play("B", []) == []
    assert not [row for row in t.load().rows if row not in t.rows]


def test_always_lines_are_noted_whoever_is_asked() -> None:
    t = table()
    assert t.play("B", "always dodge")[0].text == "From now on you dodge"
    assert t.state.private["B"].react == "dodge"
    assert [(row.kind, row.name, row.text) for row in t.rows] == [("edit", "always", "always dodge")]


def test_a_standing_order_given_in_the_reaction_itself_answers_it_at_once() -> None:
    t = table(6, 6, 1)
    t.play("A", "hit")
    t.play("B", "always dodge")
    assert by(t)[1] == ("B", "dodge", "standing")


def test_a_letter_of_a_sleeper_is_heard_before_its_lines() -> None:
    t = table(6, 6, 1, "ash", private={"B": Memory(rest=True)})
    t.play("A", "hit")
    t.play("B", "block")
    assert t.state.private["B"].asleep
    t.play("A", "grab")
    assert t.asks == {"B": "act"}, "the plan sleeps"
    t.play("B")
    assert [row.kind for row in t.rows[-3:]] == ["heard", "answer", "answer"]
    assert by(t)[-1] == ("B", "rest", "standing")
    assert len([row for row in t.rows if row.kind == "heard"]) == 1, "being awake is no row"


def test_a_refused_letter_wakes_nobody() -> None:
    t = table(private={"B": Memory(rest=True, asleep=True)})
    with pytest.raises(LetterRefused):
        t.play("B", "always fly")
    assert t.load().state.private["B"].asleep


def test_a_letter_to_a_finished_match_is_refused() -> None:
    t = Table()
    t.match.end(Result((("A",), ("B",)), "agreed"), "host")
    t.store(t.match)
    for line in ("done", "bow", "always dodge"):
        with pytest.raises(LetterRefused, match="over"):
            t.play("A", line)
    assert t.play("A") == []
    assert t.asks == {}


def test_lines_behind_the_one_that_ends_the_match_do_not_make_the_letter_void() -> None:
    t = table(phase="bow", points={"A": 9})
    assert t.statuses("B", "bow", "rest") == ["done", "dropped"]
    assert t.state.result.reason == "goal"


def test_who_has_left_writes_no_more() -> None:
    t = table(players=3)
    t.leave("B")
    with pytest.raises(LetterRefused, match="left"):
        t.play("B", "dodge")


def test_an_answer_at_the_deadline_is_the_automatic_one() -> None:
    t = table()
    t.play("A", "hit")
    match = t.load()
    match.answer_automatically("A")
    assert not match.fresh, "A is not asked"
    t.dice = ScriptedDice([6, 6, 1])
    match = t.load()
    match.answer_automatically("B")
    assert match.fresh[0].text == "block"
    assert match.fresh[0].by == "deadline"


# The queue.


def test_an_ask_takes_the_first_queued_line_of_its_kind_and_leaves_the_others() -> None:
    t = table(1, 1, 8)
    t.play("B", "grab", "dodge", "put moon", "block")
    t.play("A", "hit")
    assert by(t)[1] == ("B", "dodge", "queue")
    assert t.queues == {"B": ["grab", "put moon", "block"]}


def test_a_queued_line_that_no_longer_fits_takes_those_of_its_kind_behind_it() -> None:
    t = table(players=3)
    t.play("B", "hit c", "dodge", "rest")
    t.leave("C")
    t.play("A", "rest", "rest")
    assert t.told == [("hit C", "refused"), ("rest", "dropped")]
    assert t.queues == {"B": ["dodge"]}
    assert t.asks == {"B": "act"}


def test_only_the_owner_of_a_queue_is_told_what_became_of_it() -> None:
    t = table()
    t.play("B", "hit z")
    t.play("A", "rest", "rest")
    assert list(t.match.reports) == ["B"]


def test_a_queued_condition_that_fails_is_passed_over() -> None:
    t = table()
    t.play("B", "when 9 grab", "rest")
    t.play("A", "rest", "rest")
    assert t.told == [("when 9 grab", "skipped")]
    assert by(t)[-1] == ("B", "rest", "queue")


def test_a_queued_halt_drops_the_lines_behind_it() -> None:
    t = table()
    t.play("B", "rest", "halt", "rest", "dodge")
    t.play("A", "rest", "rest")
    assert t.told == [("halt", "done"), ("rest", "dropped")]
    assert t.queues == {"B": ["dodge"]}
    assert t.asks == {"B": "act"}


def test_a_new_letter_replaces_only_the_lanes_it_brings() -> None:
    t = table()
    t.play("B", "grab", "dodge", "put moon", "done")
    t.play("B", "rest", "always block")
    assert t.queues == {"B": ["dodge", "put moon", "done", "rest"]}
    assert t.told == [], "to replace one's own lines is no news"
    t.play("B", "put sun")
    assert t.queues == {"B": ["dodge", "rest", "put sun"]}, "drafts and their end are one lane"


def test_what_answers_now_replaces_nothing_that_waits_for_later() -> None:
    """A plan sent ahead of its time outlives the answer to the plan before it, given once more."""
    t = Table()
    t.play("A", "put moon", "done", "put sun", "done")
    assert t.queues == {"A": ["put sun", "done"]}
    t.play("A", "put fog", "done")
    assert (t.queues, t.match.replaced) == ({"A": ["put sun", "done"]}, [])
    assert t.match.answered.keys() == {"A"}


def test_lines_of_one_letter_do_not_replace_each_other() -> None:
    """Also where something else stood between them, and they are played in two parts."""
    t = table()
    match = t.load()
    match.play("B", ["grab"], going_on=True)
    match.play("B", ["rest"], going_on=True)
    assert list(map(str, match.queues["B"])) == ["grab", "rest"]


def test_a_refused_letter_replaces_nothing() -> None:
    t = table()
    t.play("A", "dodge")
    with pytest.raises(LetterRefused):
        t.play("A", "block", "hit z")
    assert t.queues == {"A": ["dodge"]}


def test_a_lane_is_the_class_directly_below_order() -> None:
    assert [lane(kind) for kind in (Hit, Put, Done, React, Act)] == [Act, Plan, Plan, React, Act]


def test_queued_drafts_are_drafted_when_the_plan_opens() -> None:
    t = table("bell")
    t.play("B", "put moon", "put sun", "done", "put fog", "done")
    t.play("A", "grab")
    assert [row.text for row in t.rows[-3:]] == ["put moon", "put sun", "done moon sun"]
    assert t.queues == {"B": ["put fog", "done"]}
    assert ("put moon", "noted") in t.told


def test_a_queued_draft_that_is_refused_is_its_owners_news_and_nobody_elses_trouble() -> None:
    t = table("bell")
    t.play("B", "put moon", "put soap", "done", "rest")
    assert t.statuses("A", "grab") == ["done"]
    assert t.told == [
        ("rest", "dropped"),
        ("put moon", "noted"),
        ("put soap", "refused"),
        ("done", "dropped"),
    ]
    assert t.asks == {"A": "plan", "B": "plan"}


def test_an_unreadable_line_of_an_old_queue_is_reported_to_its_owner() -> None:
    t = table()
    t.queues = {"B": ["whistle", "dodge"]}
    match = t.load()
    assert [line_result.line for line_result in match.reports["B"]] == ["whistle"]
    assert list(map(str, match.queues["B"])) == ["dodge"]


# Forget.


def test_forget_takes_queued_lines_of_all_seats_with_the_reason() -> None:
    t = table("bell")
    t.play("B", "rest", "dodge")
    t.play("A", "grab")
    assert t.queues == {"B": ["dodge"]}
    assert t.match.reports["B"][0].text == "the bell has rung"


def test_forget_takes_the_lines_of_the_letter_that_are_still_to_come() -> None:
    t = table("bell")
    line_results = t.play("A", "grab", "rest", "put moon", "done")
    assert [line_result.status for line_result in line_results] == ["done", "dropped", "noted", "done"]
    assert line_results[1].text == "the bell has rung"
    assert t.queues == {}


class Choosy(Duel):
    """Forgets reactions of those seats only."""

    def __init__(self, *seats: str) -> None:
        self.who = seats

    def turn(self, state: Ring) -> Rules[None]:
        yield from ask(act_ask(state, "A"))
        yield Forget((React,), "why not", self.who)
        yield from ask(act_ask(state, "A"))


@pytest.mark.parametrize(("who", "left"), [(("B",), ["A"]), ((), ["A", "B"])])
def test_forget_takes_lines_of_the_named_seats_only(who: tuple[str, ...], left: list[str]) -> None:
    t = Table(Choosy(*who), position=Typed())
    t.play("A", "dodge")
    t.play("B", "dodge")
    t.play("A", "rest")
    assert sorted(t.queues) == left


def test_forget_is_ignored_on_replay_since_the_queue_is_of_today() -> None:
    t = table("bell", players=3)
    t.play("A", "grab")
    t.play("B", "rest")
    assert t.queues == {"B": ["rest"]}
    tail = Tail(t.turns[0], t.rows, t.queues)
    match = Match(t.game, tail, t.dice)
    assert [str(order) for order in match.queues["B"]] == ["rest"]
    assert not match.reports


# Leaving and ending.


def test_who_leaves_in_somebody_elses_turn_is_marked_at_once_and_taken_off_between_turns() -> None:
    t = table(players=3, points={"C": 2}, to_act="A")
    t.play("A", "rest")
    t.leave("C")
    assert (t.state.left, t.state.gone) == (["C"], [])
    assert t.state.points == {"C": 2}, "the turn goes on with all of its pieces"
    t.play("A", "rest")
    assert (t.state.left, t.state.gone, t.state.points) == (["C"], ["C"], {})
    t.play("B", "rest", "rest")
    assert t.state.gone == ["C"], "once"


def test_who_leaves_in_the_middle_of_their_own_turn_acts_automatically_to_its_end() -> None:
    t = table(players=3)
    t.play("A", "rest")
    t.leave("A")
    assert by(t)[-1] == ("A", "rest", "auto")
    assert t.asks == {"B": "act"}


def test_who_leaves_a_secret_round_is_answered_for_and_the_others_are_still_waited_for() -> None:
    t = Table(players=3)
    t.play("A", "done moon")
    t.leave("B")
    assert by(t)[-1] == ("B", "done", "auto")
    assert t.asks == {"C": "plan"}
    t.play("C", "done")
    assert t.state.points == {"A": 1, "C": 0}
    assert t.state.gone == ["B"]


def test_who_takes_over_answers_a_secret_round_anew() -> None:
    t = Table()
    t.play("A", "done moon")
    match = t.load()
    match.hand_over("A")
    t.store(match)
    assert t.asks == {"A": "plan", "B": "plan"}


def test_nobody_takes_over_from_who_has_left() -> None:
    t = Table(players=3)
    t.leave("B")
    match = t.load()
    match.hand_over("B")
    assert match.fresh == []


def test_the_last_to_answer_a_secret_round_may_leave_instead() -> None:
    t = Table(players=3)
    t.play("A", "done moon")
    t.play("C", "done")
    t.leave("B")
    assert t.events == ["Opened"] * 3
    assert t.asks == {"A": "act"}


def test_the_queue_of_who_leaves_goes_with_them() -> None:
    t = table(players=3)
    t.play("B", "rest", "dodge")
    t.leave("B")
    assert t.queues == {}


def test_the_match_is_decided_there_and_then_when_one_side_is_left() -> None:
    t = table()
    t.play("A", "hit")
    t.leave("B")
    assert t.match.over
    assert t.asks == {}
    assert t.state.result == Result((("A",), ("B",)), "resigned")
    assert t.turns[-1].row == len(t.rows), "the abandoned turn has its snapshot"


def test_places_of_those_who_left_go_by_who_held_out_longer() -> None:
    t = table(players=3)
    t.leave("A")
    t.leave("C", "deadline")
    assert t.state.result == Result((("B",), ("C",), ("A",)), "forfeited")


def test_nobody_leaves_twice_nor_after_the_end() -> None:
    t = table(players=3)
    t.leave("A")
    rows = len(t.rows)
    t.leave("A")
    assert len(t.rows) == rows
    t.leave("B")
    rows = len(t.rows)
    t.leave("C")
    t.match.end(Result((("C",),)), "host")
    assert len(t.rows) == rows


def test_a_match_may_be_ended_from_outside_in_the_middle_of_a_turn() -> None:
    t = table()
    t.play("A", "hit")
    t.match.end(Result((("A", "B"),), "agreed"), "host")
    assert t.match.over
    assert t.match.fresh[-1].text == "A=B"
    again = Match(t.game, Tail(t.turns[0], t.match.rows), t.dice)
    assert again.state.result == Result((("A", "B"),), "agreed")


# The beginning.


def test_a_new_match_is_loaded_without_rolling_its_first_dice() -> None:
    game = Duel()
    t = Table(game, options={"omen": "on"}, dice=ScriptedDice([13]))
    assert [row.name for row in t.rows] == ["omen"]
    assert [turn.number for turn in t.turns] == [0, 1, 2], "the first turn has no rows at all"
    fresh = Match(game, Tail(t.turns[0]), ScriptedDice([]))
    assert not fresh.rows
    assert fresh.asks == {}


@pytest.mark.parametrize("deed", ["play", "leave", "end", "auto"])
def test_whatever_comes_first_in_a_new_match_its_first_dice_are_rolled_before(deed: str) -> None:
    t = Table(options={"omen": "on"}, dice=ScriptedDice([13]))
    match = Match(t.game, Tail(t.turns[0]), ScriptedDice([13]))
    if deed == "play":
        match.play("A", ["done"])
    elif deed == "leave":
        match.leave("A")
    elif deed == "end":
        match.end(Result((("A",),)), "host")
    else:
        match.answer_automatically("A")
    assert match.rows[0].kind == "roll"
    assert len(match.rows) == 2
    again = Match(t.game, Tail(t.turns[0], match.rows), ScriptedDice([]))
    assert again.rows == match.rows


def test_an_empty_round_of_asks_asks_nobody() -> None:
    class Nobody(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            answers = yield AskAll(())
            assert answers == {}
            yield Rested("A")
            yield from ask(act_ask(state, "A"))

    t = Table(Nobody(), position=Typed())
    assert t.asks == {"A": "act"}
    assert t.load().preview("A", ["rest"]).stop == "your next decision: act"
