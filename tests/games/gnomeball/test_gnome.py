"""The gnome, picking it up, and punting it: GNOMEBALL-34 to 39 and 58 to 63."""

import pytest

from pbem.games.gnomeball.events import GnomeCame, GnomeHurt, PickedUp, Placed, Punted, Scored

from .pitch import GAME, Pitch


def test_the_gnome_moves_with_its_holder() -> None:
    """GNOMEBALL-34: held by one character and on its square, or loose on a square."""
    pitch = Pitch("A1 human d4, B1 human j9", gnome="A1")
    pitch.play("A", "A1 move d7")
    assert (pitch.state.holder, pitch.state.gnome_square) == ("A1", "d7")
    assert "Gnome: alive, 3 of 3 hit points, held by A1 on d7." in GAME.view(pitch.state, None).lists


def test_a_dead_gnome_is_used_as_before_and_worth_less() -> None:
    """GNOMEBALL-35: at 0 it stays where it is, takes no more damage, and can be picked up, tossed and carried."""
    pitch = Pitch("A1 human d4, A2 human d7, B1 human j9", gnome="d5", hp=2, rolls=(6, 6, 1))
    pitch.play("A", "A1 attack gnome")
    assert pitch.told(GnomeHurt) == [GnomeHurt(3, 0, "attack")]
    assert pitch.state.gnome.at == "d5"
    pitch.play("B", "pass")
    pitch.play("A", "A2 move d6, attack gnome")
    assert len(pitch.told(GnomeHurt)) == 1
    pitch.play("A", "A1 move c5, pick up")
    pitch.play("B", "pass")
    pitch.play("A", "A2 pass", "A1 toss b5")
    assert (pitch.state.gnome.at, pitch.state.gnome.hp) == ("c5", 0)


def test_a_new_gnome_is_alive_and_there_is_only_one() -> None:
    """GNOMEBALL-36: 3 hit points, after a splatter as after a score; GNOMEBALL-59: it replaces a dead one too."""
    pitch = Pitch("A1 human h6, B1 human j1", gnome="A1", hp=0, rolls=(1, 6))
    pitch.play("A", "A1 punt")
    assert pitch.told(GnomeCame) == [GnomeCame("f5", 6)]
    assert (pitch.state.gnome.hp, pitch.state.holder) == (3, "")


def test_no_taking_out_of_hands() -> None:
    """GNOMEBALL-37: neither from friend nor foe, and there is no order to hand it over or lay it down."""
    pitch = Pitch("A1 human d4, A2 human d5, B1 human j9", gnome="A1")
    assert pitch.refusal("A", "A2 pick up") == "The gnome is not on the ground."
    assert '"give" is not an action' in pitch.refusal("A", "A1 give A2")
    assert '"drop" is not an action' in pitch.refusal("A", "A1 drop")


@pytest.mark.parametrize(
    ("gnome", "fits"), [("d4", True), ("e4", True), ("d3", True), ("e5", False), ("d6", False)]
)
def test_picking_up_within_one_square(gnome: str, fits: bool) -> None:
    """GNOMEBALL-38: at its feet or on an orthogonal neighbour square, occupied or not, without a roll."""
    pitch = Pitch("A1 human d4, B1 human e4, B2 human j9", gnome=gnome)
    if fits:
        pitch.play("A", "A1 pick up")
        assert (pitch.state.holder, pitch.told(PickedUp)) == ("A1", [PickedUp("A1", gnome)])
    else:
        assert pitch.refusal("A", "A1 get").startswith("The gnome is ")


def test_picking_up_in_an_enemy_home_scores() -> None:
    """GNOMEBALL-39: the one who picks it up stands in an enemy home; where the gnome lay does not matter."""
    pitch = Pitch("A1 human i8, B1 human j1", gnome="h9", rolls=(1,))
    pitch.play("A", "A1 move i9, pick up")
    assert pitch.told(Scored)[0].kind == "gnomedown"
    outside = Pitch("A1 human h9, B1 human j1", gnome="i9")
    outside.play("A", "A1 pick up")
    assert not outside.told(Scored)


@pytest.mark.parametrize(
    ("square", "needs"),
    [
        ("f8", 4),
        ("h6", 4),
        ("e9", 5),
        ("e10", 5),
        ("f10", 4),
        ("g9", 3),
        ("g8", 3),
        ("h9", 2),
        ("h8", 2),
        ("i9", 1),
    ],
)
def test_a_punt_must_beat_the_distance(square: str, needs: int) -> None:
    """GNOMEBALL-58: within 4, by a roll of more than the distance: 4 needs 5, 3 and 3.5 need 4, and so on."""
    if needs == 1:
        return
    for face, over in ((needs, True), (needs - 1, False)):
        pitch = Pitch(f"A1 human {square}, B1 human j1", gnome="A1", rolls=(face, 1))
        pitch.play("A", "A1 punt")
        assert pitch.told(Punted) == [Punted("A1", "B", face, needs, over)]
        assert bool(pitch.told(Scored)) == over


def test_too_far_for_a_punt() -> None:
    """GNOMEBALL-58: 4.5 is beyond it."""
    pitch = Pitch("A1 human f6, B1 human j1", gnome="A1")
    assert pitch.refusal("A", "A1 punt") == "A1 is 4.5 from home j10; a punt needs 4 or less."


def test_a_splatter() -> None:
    """GNOMEBALL-59: nobody scores, nobody is placed anew, the cycle goes on."""
    pitch = Pitch("A1 human h6, B1 human j1", gnome="A1", rolls=(3, 1))
    pitch.play("A", "A1 punt")
    assert (pitch.told(Scored), pitch.told(Placed), pitch.state.cycle) == ([], [], 1)
    assert (pitch.at("A1"), pitch.asks) == (["h6"], {"B": "activation"})


def test_only_a_holder_punts() -> None:
    """GNOMEBALL-60: a gnome at its feet must be picked up first, which is another action."""
    pitch = Pitch("A1 human h6, B1 human j1", gnome="h6")
    assert pitch.refusal("A", "A1 punt") == "A1 does not hold the gnome."
    assert pitch.refusal("A", "A1 pick up, punt") == 'One action in an activation; "pick up" was the first.'


def test_the_player_names_the_home() -> None:
    """GNOMEBALL-61: by corner or seat; unnamed the nearer, of equally near ones the lower seat's."""
    three = "A1 human {}, B1 human a1, C1 human a2"
    nearer = Pitch(three.format("e9"), gnome="A1", players=3, rolls=(3, 1))  # homes j10 (4) and a10 (3)
    nearer.play("A", "A1 punt")
    assert nearer.told(Punted)[0].seat == "C"
    named = Pitch(three.format("e9"), gnome="A1", players=3, rolls=(3, 1))
    named.play("A", "A1 punt B")
    assert named.told(Punted)[0].seat == "B"
    corner = Pitch(three.format("e9"), gnome="A1", players=3, rolls=(3, 1))
    corner.play("A", "A1 punt ne")
    assert corner.told(Punted)[0].seat == "B"
    tie = Pitch("D1 human e5, A1 human j10, B1 human f7, C1 human j9", gnome="D1", players=4, turn="D")
    assert tie.refusal("D", "D1 punt").startswith("D1 is 4.5 from home a1")
    assert tie.refusal("D", "D1 punt D") == "D is not an enemy home; those are a1, j10, a10."


def test_nobody_interferes_with_a_punt() -> None:
    """GNOMEBALL-62: no interception and no catching, also by those beside the holder."""
    pitch = Pitch("A1 human h6, B1 undead h7, B2 undead i9", gnome="A1", rolls=(4, 1))
    pitch.play("A", "A1 punt")
    assert pitch.told(Scored)[0].kind == "gone"


def test_only_punts_earn_points_over_a_home() -> None:
    """GNOMEBALL-63: an explosion does not move the gnome, and no other power does."""
    pitch = Pitch("A1 goblin d4 explosives=i9 spent=1, B1 human j1", gnome="i9", rolls=(6,))
    pitch.play("A", "A1 detonate, pass")
    assert (pitch.state.gnome.at, pitch.state.gnome.hp, pitch.state.scores) == ("i9", 0, {})
