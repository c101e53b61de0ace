"""Secret rounds and previews: what one seat may learn of another's answers, plans and standing orders."""

import msgspec
import pytest

from pbem.play.dice import ScriptedDice
from pbem.play.game import masked
from pbem.play.match import LetterRefused, Match
from pbem.play.record import Tail
from pbem.play.requests import Seat

from .toy import Duel, HitOdds, Memory, Ring, Table, Thrown, Typed


def picture(match: Match[Duel]) -> tuple[object, ...]:  # type: ignore[type-var]
    """All that a letter can change."""
    queues = {seat: list(map(str, queue)) for seat, queue in match.queues.items()}
    asks = {seat: ask.name for seat, ask in match.asks.items()}
    return msgspec.json.encode(match.state), list(match.rows), list(match.events), queues, asks, match.reports


# A round that all answer in secret.


def test_the_rules_go_on_when_all_answers_are_in_and_not_before() -> None:
    t = Table(players=3)
    t.play("C", "done fog")
    t.play("A", "done moon sun")
    assert (t.events, t.asks) == ([], {"B": "plan"})
    t.play("B", "done")
    assert t.state.points == {"A": 2, "B": 0, "C": 1}


def test_an_answer_may_be_changed_by_a_later_letter_until_the_last_is_in() -> None:
    t = Table()
    t.play("A", "done moon")
    assert list(t.match.answered) == ["A"]
    t.play("A", "done moon sun star")
    t.play("B", "done")
    assert t.state.points["A"] == 3


def test_the_answer_of_a_seat_is_known_until_all_are_in() -> None:
    t = Table(players=3)
    assert t.match.answer_of("A") is None
    t.play("A", "done moon")
    assert [str(t.match.answer_of(seat)) for seat in "ABC"] == ["done moon", "None", "None"]
    t.play("A", "done moon sun")
    assert str(t.match.answer_of("A")) == "done moon sun"
    t.play("B", "done")
    t.play("C", "done")
    assert [t.match.answer_of(seat) for seat in "ABC"] == [None] * 3


def test_a_changed_answer_that_is_refused_leaves_the_old_one() -> None:
    t = Table()
    t.play("A", "done moon")
    with pytest.raises(LetterRefused, match="three words"):
        t.play("A", "done moon sun star fog")
    t.play("B", "done")
    assert t.state.points["A"] == 1


def test_drafts_add_up_over_letters_until_the_answer() -> None:
    t = Table()
    t.play("A", "put moon")
    t.play("A", "put sun", "done")
    assert t.rows[-1].text == "done moon sun"


def test_a_draft_after_the_answer_opens_it_again_and_begins_anew() -> None:
    t = Table()
    t.play("A", "put moon", "put sun", "done")
    t.play("B", "put fog")
    t.play("A", "put star")
    assert t.asks == {"A": "plan", "B": "plan"}
    t.play("B", "done")
    assert t.events == [], "whoever corrects their plan has not finished it"
    t.play("A", "done")
    assert t.state.points == {"A": 1, "B": 1}


def test_who_is_drafting() -> None:
    """From the first line that leaves the ask open until the answer; also after a load."""
    t = Table()
    assert not t.load().drafting("A")
    t.play("A", "put moon")
    assert (t.load().drafting("A"), t.load().drafting("B")) == (True, False)
    t.play("A", "done")
    assert not t.load().drafting("A")
    t.play("A", "put star")
    assert t.load().drafting("A")


def test_a_draft_begins_anew_also_where_both_letters_are_played_on_one_load() -> None:
    match = Table().load()
    match.play("A", ["put moon", "done"])
    match.play("A", ["put star"])
    assert match.state.memory("A").draft == ["star"]


def test_lines_after_the_answer_in_the_same_letter_are_for_the_next_round() -> None:
    t = Table(dice=ScriptedDice(["bell"]))
    assert t.statuses("A", "done moon", "put sun", "put star", "done") == ["done", *["queued"] * 3]
    t.play("B", "done", "done fog")
    t.play("A", "grab")
    assert t.state.points == {"A": 3, "B": 1}
    assert t.queues == {}


def test_b38_a_letter_that_opens_secret_answers_is_not_void_as_a_whole() -> None:
    """Else its writer could look at them, and answer otherwise."""
    t = Table()
    t.play("B", "done fog")
    assert t.statuses("A", "done moon", "hit z") == ["done", "refused"]
    assert t.state.points == {"A": 1, "B": 1}


@pytest.mark.parametrize("ahead", [(), ("done fog",)])
def test_b38_a_secret_answer_out_of_a_queue_does_not_show_in_what_is_void(ahead: tuple[str, ...]) -> None:
    """A letter that leads to a round in which somebody else has answered ahead is refused like any other."""
    t = Table(players=3, dice=ScriptedDice([]), position=Typed(to_act="C"))
    if ahead:
        t.play("B", *ahead)
    match = t.load()
    with pytest.raises(LetterRefused):
        match.play("C", ["rest", "rest", "done much too many words"])
    assert [row.seat for row in match.fresh if row.name == "plan"] == ["B"] * len(ahead)


def test_an_answer_in_the_log_of_an_open_round_is_no_event_yet() -> None:
    t = Table()
    t.play("A", "done moon")
    assert [row.kind for row in t.rows] == ["answer"]
    assert t.state.points == {}
    assert not masked(t.state, "B").private


def test_the_last_answer_may_come_out_of_a_queue() -> None:
    t = Table(dice=ScriptedDice(["bell"]), position=Typed())
    t.play("B", "done fog")
    t.play("A", "grab", "done moon")
    assert t.state.points == {"A": 1, "B": 1}
    assert t.asks == {"B": "act"}


# Previews.


def test_a_preview_leaves_no_trace() -> None:
    t = Table(dice=ScriptedDice([]), position=Typed(private={"A": Memory(rest=True, asleep=True)}))
    t.play("A", "put sun", "dodge")
    match = t.load()
    before = picture(match)
    for lines in (["rest", "rest", "put moon"], ["grab"], ["always dodge"], ["dodge", "hit"], []):
        match.preview("A", lines)
        assert picture(match) == before


def test_a_preview_tells_what_happens_up_to_the_first_die_and_the_odds_of_it() -> None:
    t = Table(position=Typed(private={"B": Memory(react="dodge")}))
    t.play("A", "rest")
    preview = t.load().preview("A", ["grab", "rest"])
    assert preview.stop == "dice: card"
    assert [line_result.status for line_result in preview.line_results] == ["done"], (
        "the line that meets the die is still told"
    )
    t.play("A", "hit")
    t.undo()
    t.undo()
    t.play("A", "rest")
    preview = t.load().preview("A", ["rest"])
    assert [type(event).__name__ for event in preview.events] == ["Rested"]
    assert preview.stop == "Bert decides: act"


def test_a_preview_of_the_reaction_stops_at_the_dice_with_their_outlook() -> None:
    t = Table(position=Typed())
    t.play("A", "hit")
    preview = t.load().preview("B", ["dodge"])
    assert (preview.stop, preview.outlook) == ("dice: hit", Thrown("A"))


@pytest.mark.parametrize("secret", ["always nothing", "always dodge", "queue", "left"])
def test_a_preview_stops_at_another_seats_ask_whatever_that_seat_has_in_store(secret: str) -> None:
    t = Table(players=3, position=Typed())
    if secret == "queue":
        t.play("B", "dodge")
    elif secret == "left":
        t.leave("B")
    else:
        t.play("B", secret)
    preview = t.load().preview("A", ["hit b", "grab"])
    assert preview.stop == "Bert decides: react"
    assert preview.outlook == HitOdds("B")
    assert [line_result.status for line_result in preview.line_results] == ["done", "queued"]
    assert preview.events == ()


@pytest.mark.parametrize("secret", ["always dodge", "rest"])
def test_a_preview_of_somebody_elses_line_tells_nothing_that_they_have_in_store(secret: str) -> None:
    """Neither their queue nor their memory answers; it stops where they are asked again."""
    plain, stored = Table(position=Typed()), Table(position=Typed())
    stored.play("A", secret) if secret != "rest" else stored.queues.update(A=["rest"])
    found = [t.load().preview("A", ["rest"], reader="B") for t in (plain, stored)]
    assert found[0].stop == found[1].stop == "Anna's next decision: act"
    assert found[0].events == found[1].events
    assert (found[1].state.private, found[1].line_results[0].status) == ({}, "done")


def test_a_preview_of_somebody_elses_line_stops_at_the_readers_decision() -> None:
    t = Table(position=Typed())
    t.play("B", "always dodge")
    assert t.load().asked_alone == "A"
    assert t.load().preview("A", ["hit B"], reader="B").stop == "Bert decides: react"


def test_who_is_asked_with_others_is_not_asked_alone() -> None:
    t = Table()
    assert t.load().asked_alone == ""
    t.play("A", "done")
    assert t.load().asked_alone == ""


def test_a_preview_in_somebody_elses_turn_stops_where_the_match_stands() -> None:
    t = Table(position=Typed())
    preview = t.load().preview("B", ["always dodge", "rest"])
    assert preview.stop == "Anna decides: act"
    assert [line_result.status for line_result in preview.line_results] == ["noted", "queued"]


def test_a_preview_of_the_last_answer_does_not_open_those_of_the_others() -> None:
    t = Table()
    t.play("B", "put fog", "done")
    preview = t.load().preview("A", ["done moon"])
    assert preview.events == ()
    assert preview.stop == "Bert decides: plan"
    assert preview.state.points == {}


def test_a_preview_behind_another_one_does_not_open_the_answers_of_the_others_either() -> None:
    """As advice does on a line that stands below an answer."""
    t = Table(options={"omen": "off"})
    t.play("B", "put fog", "done")
    after = t.load().twin("A")
    after.play("A", ["done moon"])
    assert after.preview("A", ["hit"]).stop == "Bert decides: plan"
    assert after.preview("A", ["done"]).events == ()


def test_a_preview_looks_the_same_whether_or_not_the_others_have_answered() -> None:
    t = Table()
    before = t.load().preview("A", ["put moon", "done"])
    t.play("B", "done fog")
    after = t.load().preview("A", ["put moon", "done"])
    assert (after.line_results, after.events, after.stop, after.outlook) == (
        before.line_results,
        before.events,
        before.stop,
        before.outlook,
    )


def test_a_preview_of_an_unfinished_draft_says_that_the_writer_has_to_go_on() -> None:
    assert Table().load().preview("A", ["put moon"]).stop.startswith("your next decision: ")


class Seer(Duel):
    """Foresees whose memory it is shown."""

    def foresee(self, state: Ring, seat: Seat) -> Thrown:
        return Thrown("".join(sorted(state.private)))


def test_what_is_foreseen_comes_out_of_the_viewers_own_memory() -> None:
    """With an answer or without, where no die comes next; what an ask or a roll foretells goes before it."""
    t = Table()
    t.game = Seer()
    t.play("B", "put fog")
    assert t.load().preview("A", ["put moon"]).outlook == Thrown("A")
    assert t.load().preview("A", ["done moon"]).outlook == Thrown("")
    t = Table(players=3, position=Typed())
    t.game = Seer()
    assert t.load().preview("A", ["hit b"]).outlook == HitOdds("B")


def test_a_preview_of_the_only_answer_of_a_round_goes_on() -> None:
    t = Table(players=2)
    t.game = Solo()
    t.play("A", "done moon")
    assert t.state.points == {"A": 1}


class Solo(Duel):
    """Once Bert is gone the plan is Anna's alone."""

    def turn(self, state):  # type: ignore[no-untyped-def]
        state.gone = ["B"]
        return super().turn(state)


def test_a_preview_goes_through_a_round_that_asks_the_viewer_alone() -> None:
    t = Table(Solo())
    preview = t.load().preview("A", ["done moon"])
    assert [type(event).__name__ for event in preview.events] == ["Opened"]
    assert preview.stop.startswith("your next decision: ")


def test_a_preview_plays_the_viewers_own_queue_as_the_letter_would() -> None:
    t = Table(Solo())
    t.play("A", "rest", "rest")
    preview = t.load().preview("A", ["done moon"])
    played = t.load()
    played.play("A", ["done moon"])
    assert [type(event).__name__ for event in preview.events] == ["Opened", "Rested", "Rested"]
    assert msgspec.json.encode(preview.state) == msgspec.json.encode(played.state)


def test_a_preview_refuses_what_the_letter_would_refuse() -> None:
    t = Table(position=Typed())
    for lines in (["rest", "whistle"], ["rest", "hit z"]):
        with pytest.raises(LetterRefused) as refused:
            t.load().preview("A", lines)
        assert refused.value.index == 1


def test_a_preview_of_a_match_that_begins_with_dice_stops_there() -> None:
    t = Table(options={"omen": "on"})
    match = Match(t.game, Tail(t.turns[0]), t.dice)
    assert match.preview("A", ["done"]).stop == "dice: omen"


def test_a_preview_says_when_there_is_nothing_more_to_do() -> None:
    t = Table(position=Typed(phase="bow", points={"A": 9}))
    preview = t.load().preview("B", ["bow"])
    assert preview.stop == "nothing more to do"
    assert preview.state.result is not None


# The report of a queue is its owner's.


def test_a_seats_report_tells_nothing_to_the_others() -> None:
    t = Table(dice=ScriptedDice(["bell"]), position=Typed())
    t.play("B", "rest")
    t.play("A", "grab")
    assert {
        seat: [line_result.line for line_result in line_results]
        for seat, line_results in t.match.reports.items()
    } == {"B": ["rest"]}
