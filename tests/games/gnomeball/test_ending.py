"""Winning and ending: GNOMEBALL-80 to 83 and 140 to 143."""

import pytest

from pbem.games.gnomeball.events import Anew, CycleBegan, Fainted, Out, Placed
from pbem.play.record import Result

from .pitch import GAME, Pitch


def test_the_first_to_the_goal_wins_at_once() -> None:
    """GNOMEBALL-80: 20 points or more, or what the option says; nobody is placed anymore."""
    pitch = Pitch("A1 human h9, B1 human j1", gnome="A1", scores={"A": 12, "B": 18})
    pitch.play("A", "A1 move i9")
    assert pitch.state.result == Result((("A",), ("B",)), "20 points reached")
    short = Pitch("A1 human h9, B1 human j1", gnome="A1", settings={"points": 8})
    short.play("A", "A1 move i9")
    assert short.match.over
    more = Pitch(
        "A1 human h9, B1 human j1, C1 human a9", gnome="A1", players=3, scores={"A": 12, "B": 3, "C": 3}
    )
    more.play("A", "A1 move i9")
    assert str(more.state.result) == "A>B=C"


def capped(scores: dict[str, int], cycle: int = 60, cap: int = 60) -> Pitch:
    """A cycle that ends with this activation."""
    pitch = Pitch("A1 human a1, B1 human j9 used=true", scores=scores, cycle=cycle, settings={"cap": cap})
    pitch.play("A", "pass")
    return pitch


def test_the_cap_on_cycles() -> None:
    """GNOMEBALL-81: after cycle N most points win; a tie for the lead plays on, at most 10 cycles, and is then shared;
    0 is no cap."""
    assert capped({"A": 4, "B": 8}).state.result == Result((("B",), ("A",)), "the cap of 60 cycles")
    assert capped({"A": 4, "B": 8}, cycle=59).told(CycleBegan)
    assert capped({"A": 4, "B": 4}).told(CycleBegan) == [CycleBegan(61, "A")]
    assert str(capped({"A": 4, "B": 8}, cycle=65).state.result) == "B>A"
    assert str(capped({}, cycle=70).state.result) == "A=B"
    assert not capped({"A": 8}, cycle=70, cap=0).match.over


def test_nobody_is_placed_for_a_match_that_is_over() -> None:
    """GNOMEBALL-81: a score in the last activation of the last cycle ends the match."""
    pitch = Pitch("A1 human h9, B1 human j1 used=true", gnome="A1", cycle=60, rolls=(1,))
    pitch.play("A", "A1 move i9")
    assert str(pitch.state.result) == "A>B"


def test_a_score_before_the_last_activation_does_not_end_the_last_cycle() -> None:
    """GNOMEBALL-81: the cap counts whole cycles."""
    pitch = Pitch("A1 human h9, A2 human a5, B1 human j1 used=true", gnome="A1", cycle=60, rolls=(1,))
    pitch.play("A", "A1 move i9")
    assert pitch.asks == {"A": "restart", "B": "restart"}


def test_under_faint_out_the_last_player_with_characters_wins() -> None:
    """GNOMEBALL-82: who has nobody on the field is out, and points do not help them."""
    out = {"faint": "out"}
    pitch = Pitch("A1 human d4, B1 human d5 wounds=4", settings=out, scores={"B": 16}, rolls=(4,))
    pitch.play("A", "A1 attack B1")
    assert str(pitch.state.result) == "A>B"
    three = Pitch(
        "A1 human d4, B1 human d5 wounds=4, C1 human a9",
        players=3,
        settings=out,
        scores={"B": 16},
        rolls=(4,),
    )
    three.play("A", "A1 attack B1")
    assert three.told(Out) == [Out("B")]
    assert (three.state.homes, three.asks) == ({"A": "a1", "C": "a10"}, {"C": "activation"})
    over = Pitch("A1 human d4, B1 human d5 wounds=4, C1 human a9", players=3, settings={"faint": "out", "cap": 1},
                 scores={"B": 16, "C": 2}, rolls=(4,))  # fmt: skip
    over.play("A", "A1 attack B1")
    over.play("C", "pass")
    assert str(over.state.result) == "C>B>A"


def test_penguins_may_put_a_player_out() -> None:
    """GNOMEBALL-82: whatever brings the last character down."""
    pitch = Pitch("A1 human d4, B1 human d8 wounds=4 fish=1", turn="B", settings={"faint": "out"}, rolls=(4,))
    pitch.play("B", "pass")
    assert str(pitch.state.result) == "A>B"


@pytest.mark.parametrize(("scores", "result"), [({"A": 5}, "A>B"), ({"B": 5}, "B>A"), ({}, "A=B")])
def test_the_last_characters_may_fall_together(scores: dict[str, int], result: str) -> None:
    """GNOMEBALL-82: then the one with the most points wins, and equal points draw."""
    pitch = Pitch("A1 goblin d4 wounds=2 explosives=d4 spent=1, B1 human d5 wounds=2", gnome="j1",
                  settings={"faint": "out"}, scores=scores, rolls=(4,))  # fmt: skip
    pitch.play("A", "A1 detonate")
    assert str(pitch.state.result) == result


def test_who_resigns_is_taken_off() -> None:
    """GNOMEBALL-83: characters removed, a held gnome stays, the home becomes ordinary squares; the last one wins."""
    pitch = Pitch("A1 human d4, B1 human d8, C1 human a9", gnome="B1", players=3)
    pitch.match.leave("B")
    pitch.play("A", "A1 pass")
    assert (pitch.state.ids(), pitch.state.gnome.at) == (["A1", "C1"], "d8")
    assert pitch.state.homes == {"A": "a1", "C": "a10"}
    assert pitch.asks == {"C": "activation"}
    pitch.match.leave("C")
    assert pitch.state.result == Result((("A",), ("C",), ("B",)), "resigned")


@pytest.mark.parametrize(("used", "seat"), [("false", "C"), ("true", "A")])
def test_the_seat_after_a_leaver_has_a_whole_turn(used: str, seat: str) -> None:
    """GNOMEBALL-124, GNOMEBALL-140: what the leaver has activated in it does not count, in a new cycle either."""
    pitch = Pitch("A1 human d4 used=true, A2 human d5 used=true, B1 human d8, B2 human e8,"
                  f"C1 human a9 used={used}, C2 human a8 used={used}",
                  players=3, turn="B", settings={"tempo": 2})  # fmt: skip
    pitch.match.leave("B")
    pitch.play(seat, "pass")
    assert pitch.asks == {seat: "activation"}


def test_a_leaver_whose_turn_it_is_not() -> None:
    """GNOMEBALL-140: the turn goes on as it would have."""
    pitch = Pitch("A1 human d4, B1 human d8, C1 human a9", players=3)
    pitch.match.leave("C")
    pitch.play("A", "pass")
    assert pitch.asks == {"B": "activation"}


def test_raised_characters_and_departures() -> None:
    """GNOMEBALL-140: those in a leaver's service go back to their first player at the next score; the leaver's own
    ones serve on elsewhere and are gone for good when they faint; explosives of removed goblins vanish."""
    pitch = Pitch(
        "A1 human h9, A6 human d5 was=B2 wounds=4, B1 human j1, B6 human c9 was=C2 slow=2, C1 human a9,"
        "B3 goblin j2 explosives=e5 spent=1",
        gnome="A1", players=3, turn="C",
    )  # fmt: skip
    pitch.match.leave("B")
    pitch.play("C", "pass")
    assert pitch.state.ids() == ["A1", "A6", "C1", "C2"]
    assert pitch.at("C2") == [""]
    assert not any(character.explosives for character in pitch.state.characters.values())
    assert "Explosives" not in str(GAME.view(pitch.state, None).lists)


def test_those_who_serve_elsewhere_are_gone_when_they_faint() -> None:
    """GNOMEBALL-140: a leaver's character in another's service does not come back."""
    pitch = Pitch("A1 human d4, A6 human d5 was=B2 wounds=4, C1 human a9", players=3, left=["B"], gone=["B"],
                  homes={"A": "a1", "C": "a10"}, rolls=(4,))  # fmt: skip
    pitch.play("A", "A1 attack A6")
    assert pitch.told(Fainted) == [Fainted("A6", True, "")]
    assert pitch.state.ids() == ["A1", "C1"]


def test_returned_servants_come_back_at_the_next_score() -> None:
    """GNOMEBALL-140: under their old number, with full hit points."""
    pitch = Pitch("A1 human h9, B1 human j1, B6 human c9 was=C2 wounds=4, C1 human d9", gnome="A1", players=3,
                  homes={"A": "a1", "B": "j1", "C": "j10"}, rolls=(1,))  # fmt: skip
    pitch.match.leave("B")
    pitch.play("A", "A1 move i9")
    for seat in "AC":
        pitch.play(seat, "place same")
    assert (pitch.at("C2"), pitch.one("C2").hp) == (["g6"], 5)


def test_player_1_and_the_turn_pass_on() -> None:
    """GNOMEBALL-140: if the leaver was player 1 the next seat still in takes that place; a turn of the
    leaver's goes on."""
    pitch = Pitch("A1 human d4, B1 human d8, C1 human a9", players=3)
    pitch.match.leave("A")
    assert (pitch.state.lead, pitch.asks) == ("B", {"B": "activation"})
    pitch.play("B", "pass")
    pitch.play("C", "pass")
    assert pitch.told(CycleBegan) == [CycleBegan(2, "B")]


def test_a_resignation_waits_for_the_end_of_the_activation() -> None:
    """GNOMEBALL-141: the leaver's answers are `auto` until then; if it leaves one player it takes effect at once."""
    pitch = Pitch("A1 human e5, B1 human d6, C1 human a9", gnome="A1", players=3, rolls=(3, 1))
    pitch.play("B", "always ask intercept")
    pitch.play("A", "A1 toss c5")
    assert pitch.asks == {"B": "intercept"}
    pitch.match.leave("B")
    assert pitch.state.ids() == ["A1", "C1"]
    assert pitch.state.gnome.at == "c5"
    duel = Pitch("A1 human e5, B1 human d6", gnome="A1", rolls=(3,))
    duel.play("B", "always ask intercept")
    duel.play("A", "A1 toss c5")
    duel.match.leave("B")
    assert str(duel.state.result) == "A>B"


def test_a_resignation_during_a_restart() -> None:
    """GNOMEBALL-141: it takes effect before the placements are settled."""
    pitch = Pitch("A1 human h9, B1 human j1, C1 human a9", gnome="A1", players=3, rolls=(1,))
    pitch.play("A", "A1 move i9", "place same")
    pitch.match.leave("C")
    pitch.play("B", "place same")
    assert [event.seat for event in pitch.told(Placed)] == ["A", "B"]
    assert pitch.state.ids() == ["A1", "B1"]


def test_a_resignation_may_leave_nobody_on_the_field() -> None:
    """GNOMEBALL-69: then everybody still in is placed anew."""
    pitch = Pitch("A1 human -, B1 human d6, C1 human -", players=3, turn="B", rolls=(1,))
    pitch.match.leave("B")
    assert pitch.told(Anew) == [Anew(False)]
    assert pitch.asks == {"A": "restart", "C": "restart"}
    last = Pitch("A1 human -, B1 human d6, C1 human -", players=3, turn="B", cycle=60, scores={"C": 1})
    last.match.leave("B")
    assert str(last.state.result) == "C>A>B"


def test_a_draw_by_agreement() -> None:
    """GNOMEBALL-142: all players still in share the first place."""
    pitch = Pitch("A1 human e5, B1 human d6, C1 human a9", players=3)
    pitch.match.leave("C")
    agreed = GAME.agreed(pitch.state)
    pitch.match.end(agreed, "order")
    assert str(pitch.state.result) == "A=B>C"


def test_under_faint_out_nobody_returns() -> None:
    """GNOMEBALL-143: a raised one that faints is gone unless it is raised again at once; after a score only those
    on the field are placed."""
    pitch = Pitch("A1 human d4, B6 human d5 was=A3 wounds=4, B1 human j1, A2 human h9", gnome="A2", rolls=(4, 1),
                  settings={"faint": "out"})  # fmt: skip
    pitch.play("A", "A1 attack B6")
    assert pitch.told(Fainted) == [Fainted("B6", True, "")]
    pitch.play("B", "pass")
    pitch.play("A", "A2 move i9", "place same")
    pitch.play("B", "place same")
    assert pitch.state.ids() == ["A1", "A2", "B1"]
    again = Pitch(
        "A1 valkyr d4, B6 human d5 was=A3 wounds=4, B1 human j1", settings={"faint": "out"}, rolls=(4,)
    )
    again.play("A", "A1 attack B6")
    assert again.at("A3") == ["d5"]
