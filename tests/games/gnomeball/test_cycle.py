"""Cycle and activation: GNOMEBALL-22 to 29 and 124."""

from pbem.games.gnomeball.events import (
    CycleBegan,
    GnomeHurt,
    HeldOn,
    Lost,
    Moved,
    Passed,
    Scored,
)
from pbem.games.gnomeball.powers.goblin import Detonated
from pbem.games.gnomeball.powers.orc import Frenzied

from .pitch import Pitch

FOUR = "A1 human a1, A2 human a2, B1 human j9, B2 human j10"


def test_a_cycle_activates_everybody_once_and_player_1_begins_the_next() -> None:
    """GNOMEBALL-22: players alternate; when all are used a new cycle begins, always with player 1."""
    pitch = Pitch(FOUR, turn="B", lead="B")
    for seat in "BABA":
        assert pitch.asks == {seat: "activation"}
        pitch.play(seat, "pass")
    assert pitch.told(CycleBegan) == [CycleBegan(2, "B")]
    assert pitch.asks == {"B": "activation"}
    assert [event.who for event in pitch.told(Passed)] == ["B1", "A1", "B2", "A2"]


def test_the_lead_may_rotate() -> None:
    """GNOMEBALL-22: with `lead rotate` the first activation of a cycle passes on by one seat each time."""
    pitch = Pitch("A1 human a1, B1 human j9, C1 human a9", players=3, settings={"lead": "rotate"})
    for seat in "ABCBCACABA":
        assert pitch.asks == {seat: "activation"}
        pitch.play(seat, "pass")


def test_players_with_nobody_left_are_passed_over() -> None:
    """GNOMEBALL-23: the last one left activates the rest of their characters one after another; in a new cycle a player
    without characters is passed over too."""
    pitch = Pitch("A1 human a1, A2 human a2, A3 human b1, B1 human j9, C1 human -", players=3, lead="C")
    for seat in "ABAA":
        assert (pitch.asks, pitch.state.turn) == ({seat: "activation"}, seat)
        pitch.play(seat, "pass")
    assert pitch.told(CycleBegan) == [CycleBegan(2, "A")]


def test_somebody_must_be_activated_but_may_do_nothing() -> None:
    """GNOMEBALL-24: `pass` uses a character up; plain `pass` takes the lowest unused id."""
    pitch = Pitch(FOUR)
    pitch.play("A", "A2 pass")
    assert (pitch.one("A1").used, pitch.one("A2").used) == (False, True)
    pitch.play("B", "pass")
    assert pitch.one("B1").used
    returned = Pitch("A3 human a3, A2 human a2, B1 human j9")  # A2 has come back later than A3 has been there
    returned.play("A", "pass")
    assert returned.one("A2").used


def test_steps_of_an_activation() -> None:
    """GNOMEBALL-25: free declarations, one move, one action; only frenzy and look pretty may follow the action."""
    pitch = Pitch("A1 orc d4, A2 goblin a1 explosives=j1 spent=1, B1 human d7", gnome="e5", rolls=(1, 1))
    assert (
        pitch.refusal("A", "A1 attack B1, move d5") == "B1 is 3 from A1; an attack reaches 1 (no diagonals)."
    )
    assert pitch.refusal("A", "A1 move e4, pick up, move e5") == "The move comes before the action."
    assert pitch.refusal("A", "A1 move e4, move e5") == "One move in an activation."
    pitch.play("A", "A1 move d6, attack B1, frenzy")
    assert [type(event) for event in pitch.match.events[:1]] == [Moved]
    assert pitch.told(Frenzied) == [Frenzied("A1", 1)]
    assert pitch.one("A1").frenzy == 1
    pitch.play("B", "pass")
    pitch.play("A", "A2 detonate, move b1")
    assert [type(event) for event in pitch.match.events[-3:]] == [Detonated, Moved, CycleBegan]


def test_free_declarations_cost_no_action() -> None:
    """GNOMEBALL-26: detonate comes before the move, frenzy and look pretty at any point."""
    pitch = Pitch("A1 goblin d4 explosives=j1 spent=1, A2 orc a1, B1 human e5", rolls=(1, 1))
    assert pitch.refusal("A", "A1 move e4, detonate") == "Detonate comes before the move."
    pitch.play("A", "A1 detonate, move e4, attack B1")
    assert pitch.one("A1").used
    pitch.play("B", "pass")
    pitch.play("A", "A2 move b1, frenzy")
    assert pitch.told(Frenzied)


def test_nothing_is_detonated_behind_an_action() -> None:
    """GNOMEBALL-26: nor behind a move."""
    pitch = Pitch("A1 goblin d4 explosives=a9 spent=1, B1 human d5")
    assert pitch.refusal("A", "A1 attack B1, detonate") == "Detonate comes before the move."


def test_one_action_in_an_activation() -> None:
    """GNOMEBALL-27: the second is refused, whatever the two are."""
    pitch = Pitch("A1 tauren d4, A2 vrykul d5, A3 tuskarr d6, B1 human j9", gnome="d4")
    assert pitch.refusal("A", "A1 pick up, stomp") == 'One action in an activation; "pick up" was the first.'
    assert pitch.refusal("A", "A2 howl n, attack A1") == 'One action in an activation; "howl" was the first.'
    assert pitch.refusal("A", "A3 fish B1, attack A2") == 'One action in an activation; "fish" was the first.'


def test_the_gnome_in_hand_hinders_nothing() -> None:
    """GNOMEBALL-28: a holder moves and attacks like anybody else."""
    pitch = Pitch("A1 human d4, B1 human d8", gnome="A1", rolls=(6,))
    assert pitch.refusal("A", "A1 pick up") == "The gnome is not on the ground."
    pitch.play("A", "A1 move d7, attack B1")
    assert (pitch.state.holder, pitch.one("B1").wounds) == ("A1", 3)


def test_fainting_ends_the_activation_at_once() -> None:
    """GNOMEBALL-29: the rest of the line is dropped and the character counts as used."""
    pitch = Pitch("A1 goblin d4 wounds=4 fish=1, A2 human a1, B1 human j9", rolls=(4,))
    pitch.play("A", "A1 move d5, plant")
    assert not pitch.told(Moved)
    assert (pitch.one("A1").at, pitch.one("A1").used) == ("", True)
    assert pitch.asks == {"B": "activation"}


def test_a_score_ends_the_activation_at_once() -> None:
    """GNOMEBALL-29: nothing more of the line is done, without claws, but the counters run down."""
    pitch = Pitch("A1 worgen g9 form=1 slow=2, B1 human j1", gnome="A1", hp=1, rolls=(1,))
    pitch.play("A", "A1 move i9, attack gnome")
    assert pitch.told(Scored)[0].points == 8
    assert not pitch.told(Lost)
    assert (pitch.one("A1").form, pitch.one("A1").slow, pitch.one("A1").used) == (0, 1, True)


def test_no_claws_after_a_winning_score() -> None:
    """GNOMEBALL-29: the activation is over with the score, for a gnome still in a Worgen's hands too."""
    pitch = Pitch("A1 worgen h9 form=1, B1 human j1", gnome="A1", scores={"A": 12})
    pitch.play("A", "A1 move i9")
    assert pitch.match.over
    assert not pitch.told(GnomeHurt)


def test_tempo_gives_several_activations_in_a_turn() -> None:
    """GNOMEBALL-124: up to N as long as they have any; with `all` a whole cycle."""
    pitch = Pitch("A1 human a1, A2 human a2, A3 human b1, B1 human j9, B2 human j10", settings={"tempo": 2})
    for seat in "AABBA":
        assert pitch.asks == {seat: "activation"}
        pitch.play(seat, "pass")
    assert pitch.told(CycleBegan)
    whole = Pitch(FOUR, settings={"tempo": 0})
    for seat in "AABB":
        assert whole.asks == {seat: "activation"}
        whole.play(seat, "pass")


def test_what_the_penguins_make_impossible_is_dropped() -> None:
    """GNOMEBALL-123: a legal line starts the activation; a part made impossible is told and the activation stays open
    for the same character."""
    pitch = Pitch("A1 human d5 fish=2, A2 human a1, B1 human j9", gnome="A1", rolls=(4, 4))
    pitch.play("A", "A1 toss d4")
    assert pitch.told(HeldOn)[0].dropped
    assert pitch.told(Lost) == [Lost("A1", "toss d4", "A1 does not hold the gnome.")]
    assert pitch.asks == {"A": "rest"}
    assert pitch.refusal("A", "A2 pass") == "The activation of A1 is open: go on with A1, or A1 pass."
    pitch.play("A", "A1 pick up")
    assert pitch.state.holder == "A1"
    assert pitch.one("A1").fish == 1
    assert pitch.asks == {"B": "activation"}


def test_a_macro_behind_the_penguins_is_worked_out_after_them() -> None:
    """GNOMEBALL-123: who drops the gnome carries nothing, in the last of three activations too."""
    pitch = Pitch("A1 human d5 fish=1, B1 human j9", gnome="A1", rolls=(4, 4))
    pitch.play("A", "A1 carry")
    assert pitch.at("A1") == ["d5"]


def test_a_macro_behind_a_blast_is_worked_out_after_it() -> None:
    """GNOMEBALL-123, GNOMEBALL-131: B2 bars the only way to a square beside B1 until the blast takes it off."""
    pitch = Pitch(
        "A1 goblin c1 explosives=e1 spent=1, B1 human f1, B2 human e1 wounds=2", gnome="a9", rolls=(4, 1)
    )
    pitch.play("A", "A1 detonate, hunt B1")
    assert pitch.at("A1") == ["e1"]


def test_an_open_activation_has_one_move() -> None:
    """GNOMEBALL-123: what has been done of the line counts: a move before the part that was lost is the only one."""
    pitch = Pitch("A1 goblin c3 explosives=c3 spent=1, B1 human j9", gnome="A1", rolls=(4, 6))
    pitch.play("A", "A1 detonate, move c5, toss c4")
    assert pitch.told(Lost)[0].part == "toss c4"
    assert pitch.refusal("A", "A1 move c4") == "One move in an activation."
    assert pitch.refusal("A", "A1 detonate") == "Detonate comes before the move."
    pitch.play("A", "pass")
    assert pitch.asks == {"B": "activation"}


def test_illegal_lines_are_refused_before_anything_happens() -> None:
    """GNOMEBALL-123: the line is checked as a whole, each part where those before it lead."""
    pitch = Pitch("A1 goblin d4 explosives=d4 spent=1, B1 human j9")
    assert pitch.refusal("A", "A1 detonate, move d8") == "A1 cannot reach d8: the way costs 4, it may move 3."
    assert (
        pitch.refusal("A", "A1 move d5, attack B1") == "B1 is 8 from A1; an attack reaches 1 (no diagonals)."
    )
    assert not pitch.match.events


def test_no_plan_goes_on_with_an_open_activation() -> None:
    """GNOMEBALL-122, GNOMEBALL-128: plans activate somebody; what else this one does is its player's to say."""
    pitch = Pitch("A1 orc d4, A2 human a1, B1 human j9")
    pitch.play("A", "A1 frenzy", "whenever yes: A1 pass")
    assert pitch.asks == {"A": "rest"}


def test_free_declarations_alone_leave_the_activation_open() -> None:
    """GNOMEBALL-122: a line with a move, an action or `pass` ends it; the next line goes on with the same one."""
    pitch = Pitch("A1 orc d4, A2 human a1, B1 human j9")
    pitch.play("A", "A1 frenzy", "A1 frenzy")
    assert pitch.asks == {"A": "rest"}
    assert pitch.refusal("A", "A1 frenzy") == "A1 has used its blood frenzy."
    pitch.play("A", "A1 pass")
    assert pitch.asks == {"B": "activation"}
