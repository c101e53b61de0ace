"""Scores and what follows: GNOMEBALL-71 to 79, 135, 139."""

import pytest

from pbem.games.gnomeball.events import Anew, GnomeCame, Placed, Scored
from pbem.games.gnomeball.powers.valkyr import Raised
from pbem.play.game import masked

from .pitch import GAME, Pitch

BASE = "A1 human h9, A2 human c3, B1 human j1, B2 human g7"


def scored(characters: str = BASE, *, rolls: tuple[int, ...] = (1,), **given: object) -> Pitch:
    """A position after A1 has carried the gnome into B's home."""
    pitch = Pitch(characters, gnome="A1", rolls=rolls, **given)  # type: ignore[arg-type]  # its fields
    pitch.play("A", "A1 move i9")
    return pitch


@pytest.mark.parametrize(("hp", "points"), [(3, 8), (1, 8), (0, 5)])
def test_a_gnomedown(hp: int, points: int) -> None:
    """GNOMEBALL-71: 8 points with a living gnome, 5 with a dead one, by moving, catching or picking up there."""
    pitch = scored(hp=hp)
    assert pitch.told(Scored) == [Scored("A", "A1", "gnomedown", hp > 0, points, points)]
    assert pitch.told(Anew) == [Anew(scored=True)]
    picked = Pitch("A1 human i9, B1 human j1", gnome="i9", hp=hp, rolls=(1,))
    picked.play("A", "A1 pick up")
    assert picked.state.scores == {"A": points}


@pytest.mark.parametrize(("hp", "points"), [(2, 4), (0, 2)])
def test_a_gnome_r_gone(hp: int, points: int) -> None:
    """GNOMEBALL-72: 4 points with a living gnome, 2 with a dead one."""
    pitch = Pitch("A1 human h9, B1 human j1", gnome="A1", hp=hp, rolls=(2, 1))
    pitch.play("A", "A1 punt")
    assert pitch.told(Scored) == [Scored("A", "A1", "gone", hp > 0, points, points)]


def test_points_go_to_whom_the_holder_serves() -> None:
    """GNOMEBALL-73: whoever's turn it is; any other player's home counts, and its owner loses nothing."""
    pitch = Pitch("A1 human c9, B1 human b9, C1 human j1", gnome="A1", players=3, rolls=(3, 5, 1), scores={"C": 6},
                  homes={"A": "a1", "B": "j10", "C": "a10"})  # fmt: skip
    pitch.play("A", "A1 toss c6")
    assert not pitch.told(Scored)
    thief = Pitch("A1 human c10 copperback=true, B1 human b9, C1 human j1", gnome="A1", players=3, rolls=(3, 5, 1),
                  scores={"C": 6})  # fmt: skip
    thief.play("A", "A1 toss a10")
    assert thief.state.scores == {"B": 8, "C": 6}


def test_claws_on_the_catch_come_before_the_points() -> None:
    """GNOMEBALL-74: a gnome that the scoring catch kills is worth 5."""
    pitch = Pitch(
        "A1 human f9 copperback=true, A2 worgen i9 form=1, B1 human j1", gnome="A1", hp=2, rolls=(3, 1)
    )
    pitch.play("A", "A1 toss i9")
    assert pitch.told(Scored) == [Scored("A", "A2", "gnomedown", False, 5, 5)]


def test_five_blood_elves_get_two_more() -> None:
    """GNOMEBALL-75: for every score of either kind, by the team chosen; raised or lost characters change nothing."""
    assert scored("A1 human h9, A2 human c3, B1 human j1", elves=["A"]).state.scores == {"A": 10}
    pitch = Pitch("A1 bloodelf h9, B1 human j1", gnome="A1", elves=["A"], hp=0, rolls=(2, 1))
    pitch.play("A", "A1 punt")
    assert pitch.state.scores == {"A": 4}
    start = Pitch(rolls=(1, 1))
    start.play("A", "team be be be* be be", "done")
    start.play("B", "team be be be be orc", "done")
    assert start.state.elves == ["A"]


def test_everybody_is_placed_anew_in_secret() -> None:
    """GNOMEBALL-76: after the new gnome has come; fainted ones return, on different squares within 4 of home."""
    pitch = scored(BASE + ", B3 human -")
    assert pitch.told(GnomeCame) == [GnomeCame("e6", 1)]
    assert pitch.asks == {"A": "restart", "B": "restart"}
    assert pitch.refusal("B", "place B1 a1") == "a1 is 12 from your home; the starting zone goes to 4."
    assert pitch.refusal("B", "place B1 f7 B3 f7") == "f7 is taken."
    assert pitch.refusal("B", "place A1 f7") == "A1 does not serve you."
    before = GAME.view(masked(pitch.state, "A"), "A")
    pitch.play("B", "place B1 f7 B2 g6 B3 j8")
    assert GAME.view(masked(pitch.state, "A"), "A") == before
    pitch.play("B", "place B1 g8")
    pitch.play("A", "place a1 a2")
    assert pitch.at("A1", "A2", "B1", "B2", "B3") == ["a1", "a2", "g8", "g6", "j8"]


def test_who_has_nobody_to_place_is_not_asked() -> None:
    """GNOMEBALL-76, GNOMEBALL-120: B's only character serves A."""
    assert scored("A1 human h9, A6 human c3 was=B1").asks == {"A": "restart"}


def test_clashes_at_a_restart() -> None:
    """GNOMEBALL-76: neighbours' clashes are settled as at the start."""
    pitch = scored("A1 human h9, B1 human j1, C1 human e9", players=3)
    pitch.play("A", "place A1 a6")
    pitch.play("B", "place B1 e9")
    pitch.play("C", "place C1 e9")
    assert pitch.at("B1", "C1") == ["f9", "e9"]
    assert [event.displaced for event in pitch.told(Placed)] == [(), ("B1",), ()]


def test_draenei_are_placed_like_the_others_then() -> None:
    """GNOMEBALL-77: within 4 of home, in the same mail."""
    pitch = scored("A1 human h9, A2 draenei h4, B1 human j1")
    assert pitch.refusal("A", "place A2 h4") == "h4 is 7 from your home; the starting zone goes to 4."


def test_everything_else_carries_on() -> None:
    """GNOMEBALL-78: wounds, used powers, hindrances, form, frenzies, explosives, marks; the turn is over, also under
    `tempo`."""
    pitch = scored(
        "A1 human h9, A2 orc c3 wounds=2 spent=1 frenzy=1 slow=2, A3 goblin c4 spent=1 explosives=e6,"
        "B1 worgen j1 form=1 stunned=true, B2 human g7 used=true",
        settings={"tempo": 0},
    )
    for seat in "AB":
        pitch.play(seat, "place same")
    orc, worgen = pitch.one("A2"), pitch.one("B1")
    assert (orc.wounds, orc.spent, orc.frenzy, orc.slow, orc.used) == (2, 1, 1, 2, False)
    assert (worgen.form, worgen.stunned) == (1, True)
    assert (pitch.one("A3").explosives, pitch.one("B2").used) == ("e6", True)
    assert pitch.asks == {"B": "activation"}
    assert pitch.state.cycle == 1


def test_place_same() -> None:
    """GNOMEBALL-79: the square it was last placed on by its player, or else the default list; for a Draenei who was
    placed outside the zone too."""
    pitch = scored("A1 human h9, A2 human c3, A3 draenei d8, B1 human j1")
    for who, square in (("A2", "b5"), ("A3", "g5")):
        pitch.one(who).placed["A"] = square
    pitch.play("A", "place same")
    pitch.play("B", "done")
    assert pitch.at("A1", "A2", "A3") == ["e4", "b5", "d5"]


def test_named_then_same_then_default() -> None:
    """GNOMEBALL-139: who is not named is placed by `same`, or by the list where its square is taken by its own side;
    what counts is where it really came to stand."""
    pitch = scored("A1 human h9, A2 human c3, A3 human d3, B1 human j1")
    pitch.one("A1").placed["A"] = "c5"
    pitch.one("A2").placed["A"] = "b5"
    pitch.one("A3").placed["A"] = "e4"
    pitch.play("A", "place A1 b5")
    pitch.play("B", "done")
    assert pitch.at("A1", "A2", "A3") == ["b5", "d5", "e4"]
    assert pitch.one("A2").placed == {"A": "d5"}


def test_a_named_square_beats_a_neighbours_same() -> None:
    """GNOMEBALL-139: named ones are settled first, also before those of a later seat."""
    pitch = scored("A1 human h9, B1 human j1, C1 human e9", players=3)
    pitch.one("C1").placed["C"] = "e9"
    pitch.play("A", "done")
    pitch.play("B", "place B1 e9")
    pitch.play("C", "place same")
    assert pitch.at("B1", "C1") == ["e9", "d9"]


def test_standing_orders_for_restarts() -> None:
    """GNOMEBALL-135: nobody has one at first; `same`, `auto` and squares answer without a mail."""
    assert GAME.memory(Pitch(BASE).state, "A") == []
    pitch = Pitch("A1 human h9, A2 human c3, B1 human j1, B2 human g7, B3 human -", gnome="A1", rolls=(1,))
    pitch.one("B1").placed["B"] = "j8"
    pitch.play("A", "always place A2 b2 A3 b1")
    pitch.play("B", "always place auto")
    assert GAME.memory(pitch.state, "A") == ["always place A2 b2 A3 b1"]
    pitch.play("A", "A1 move i9")
    assert pitch.asks == {"B": "activation"}
    assert pitch.at("A1", "A2", "B1", "B2", "B3") == ["e4", "b2", "f7", "g6", "g7"]


def test_place_same_goes_before_a_standing_order() -> None:
    """GNOMEBALL-79: who has sent it is not placed by `always place auto`."""
    pitch = Pitch("A1 human h9, B1 human j1", gnome="A1", rolls=(1,), private={"B": {"restart": "auto"}})
    pitch.one("B1").placed["B"] = "f8"
    pitch.play("B", "place same")
    pitch.play("A", "A1 move i9", "done")
    assert pitch.at("B1") == ["f8"]


def test_a_draft_goes_before_a_standing_order() -> None:
    """GNOMEBALL-135: lines sent for this restart come first; `always ask place` ends the standing order."""
    pitch = Pitch(BASE, gnome="A1", rolls=(1,))
    pitch.play("A", "always place A2 b2")
    pitch.play("B", "always place same")
    pitch.play("A", "A1 move i9", "place A1 b2")
    assert pitch.at("A1", "A2") == ["b2", "e4"]
    taken = Pitch(BASE, gnome="A1", rolls=(1,))
    taken.play("A", "always place A1 b2")
    taken.play("B", "always place same")
    taken.play("A", "A1 move i9", "place A2 b2")
    assert taken.at("A1", "A2") == ["e4", "b2"]
    other = Pitch(BASE, gnome="A1", rolls=(1,))
    other.play("B", "always place same", "always ask place")
    assert GAME.memory(other.state, "B") == []
    other.play("A", "A1 move i9")
    assert other.asks == {"A": "restart", "B": "restart"}
    assert other.refusal("A", "always place B1 f7") == "B1 does not serve you."


def test_raised_characters_are_placed_by_whom_they_serve() -> None:
    """GNOMEBALL-79: the square counts that its present player last chose."""
    pitch = scored("A1 human h9, A6 human c3 was=B3, B1 human j1")
    pitch.one("A6").placed["B"] = "f7"
    pitch.play("A", "place same")
    pitch.play("B", "place same")
    assert pitch.at("A6") == ["d5"]
    assert not pitch.told(Raised)


def test_a_score_ends_in_a_new_gnome_also_for_a_dead_one() -> None:
    """GNOMEBALL-36: the one that comes after a score is alive."""
    assert scored(hp=0).state.gnome.hp == 3
