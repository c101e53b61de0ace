"""Attacks, drops and fainting: GNOMEBALL-53 to 57 and 64 to 70."""

import pytest

from pbem.games.gnomeball.events import Anew, Attacked, Fainted, GnomeHurt, HeldOn, Hurt
from pbem.games.gnomeball.powers.worgen import TookForm
from pbem.games.gnomeball.races import RACES

from .pitch import GAME, Pitch


def test_anybody_within_reach_may_be_attacked() -> None:
    """GNOMEBALL-53: friend or foe but not itself, and the gnome, loose or held by anybody, the attacker included."""
    pitch = Pitch("A1 human d4, A2 human d5, B1 human e4", gnome="A1", rolls=(4, 4, 5))
    assert pitch.refusal("A", "A1 attack A1") == "A1 cannot attack itself."
    assert pitch.refusal("A", "A1 attack B2") == "There is no B2."
    pitch.play("A", "A2 attack A1")
    assert pitch.one("A1").wounds == 1
    pitch.play("B", "B1 attack gnome")
    held = Pitch("A1 human d4, B1 human j9", gnome="A1", rolls=(4,))
    held.play("A", "A1 attack gnome")
    assert (held.state.gnome.hp, held.state.holder) == (2, "A1")


@pytest.mark.parametrize(("face", "damage"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_the_attack_table(face: int, damage: int) -> None:
    """GNOMEBALL-54: nothing on 1 to 3, then one point more for each pip."""
    pitch = Pitch("A1 human d4, B1 human d5", rolls=(face,))
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Attacked) == [Attacked("A1", "B1", face, damage, 0)]
    assert pitch.one("B1").wounds == damage


def test_bonuses_are_added_to_hits_only() -> None:
    """GNOMEBALL-54: frenzy and worgen form count from a roll of 4 on."""
    for face, damage in ((3, 0), (4, 2)):
        pitch = Pitch("A1 orc d4 frenzy=1 spent=1, B1 human d5", rolls=(face,))
        pitch.play("A", "A1 attack B1")
        assert pitch.one("B1").wounds == damage
        clawed = Pitch("A1 worgen d4 form=1, B1 human d5", rolls=(face,))
        clawed.play("A", "A1 attack B1")
        assert clawed.one("B1").wounds == damage


@pytest.mark.parametrize(
    ("race", "face", "dropped"),
    [("human", 3, False), ("human", 4, True), ("undead", 4, False), ("undead", 5, True)],
)
def test_a_holder_who_is_hurt_may_drop(race: str, face: int, dropped: bool) -> None:
    """GNOMEBALL-55: 4+, an Undead 5+; the gnome lies loose on its square, unharmed."""
    pitch = Pitch(f"A1 human d4, B1 {race} d5, B2 human j9", gnome="B1", rolls=(4, face))
    pitch.play("A", "A1 attack B1")
    assert pitch.told(HeldOn) == [HeldOn("B1", face, dropped, RACES[race].drop)]
    assert (pitch.state.gnome.at, pitch.state.gnome.hp) == ("d5" if dropped else "B1", 3)


def test_no_drop_roll_without_damage_or_for_damage_to_the_gnome() -> None:
    """GNOMEBALL-55: one roll for each time it takes damage, none else."""
    missed = Pitch("A1 human d4, B1 human d5", gnome="B1", rolls=(3,))
    missed.play("A", "A1 attack B1")
    assert not missed.told(HeldOn)
    gnome = Pitch("A1 human d4, B1 human d5", gnome="B1", rolls=(6,))
    gnome.play("A", "A1 attack gnome")
    assert not gnome.told(HeldOn)
    barrel = Pitch("A1 undead d4, B1 human d8", gnome="B1", rolls=(2, 4))
    barrel.play("A", "A1 plague B1")
    assert barrel.told(HeldOn)[0].dropped


def test_attacking_the_gnome_leaves_its_holder_alone() -> None:
    """GNOMEBALL-56: the same table against its hit points; the holder is not attacked by that."""
    pitch = Pitch("A1 dwarf d4, B1 worgen d5, B2 human j9", gnome="B1", rolls=(5,))
    pitch.play("A", "A1 attack gnome")
    assert pitch.told(GnomeHurt) == [GnomeHurt(2, 1, "attack")]
    assert not pitch.told(TookForm)
    assert (pitch.one("B1").slow, pitch.one("B1").wounds) == (0, 0)


def test_an_attack_that_misses_the_gnome() -> None:
    """GNOMEBALL-56: it has lost nothing, and nothing of the kind is told."""
    pitch = Pitch("A1 human d4, B1 human j9", gnome="d5", rolls=(3,))
    pitch.play("A", "A1 attack gnome")
    assert not pitch.told(GnomeHurt)


def test_powers_are_no_attacks() -> None:
    """GNOMEBALL-57: barrels, fish, stomps, howls and explosives change no Worgen and use up no frenzy."""
    pitch = Pitch(
        "A1 undead d4, A2 tuskarr d3, A3 tauren d6, A4 vrykul a5, A5 goblin a1 explosives=d5 spent=1, B1 worgen d5",
        rolls=(2, 1, 4, 4),
    )
    for line in ("A1 plague B1", "A2 fish B1", "A3 stomp", "A4 howl e", "A5 detonate, pass"):
        pitch.play("A", line)
        if pitch.asks == {"B": "activation"}:
            pitch.play("B", "pass")
    assert not pitch.told(TookForm)
    assert pitch.told(Fainted)


def test_hit_points() -> None:
    """GNOMEBALL-64: 5, a Tauren 7; GNOMEBALL-89."""
    pitch = Pitch("A1 human d4, A2 tauren d5, B1 human j9")
    assert [pitch.one(who).hp for who in ("A1", "A2")] == [5, 7]
    assert any("hp 7/7" in line for line in GAME.view(pitch.state, None).lists)


def test_at_0_a_character_leaves_the_field() -> None:
    """GNOMEBALL-65: at once, without a drop roll; the gnome lies unhurt on its square; nobody can aim at it."""
    pitch = Pitch("A1 human d4, A2 undead d7, B1 human d5 wounds=3, B2 human j9", gnome="B1", rolls=(6,))
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Fainted) == [Fainted("B1", False, "")]
    assert (pitch.state.gnome.at, pitch.state.gnome.hp, pitch.at("B1")) == ("d5", 3, [""])
    pitch.play("B", "pass")
    assert pitch.refusal("A", "A2 plague B1") == "B1 is off the field."


def test_fainting_ends_all_that_hinders_or_helps() -> None:
    """GNOMEBALL-66: stun, howl, slow, fish, form, frenzies and tending end; used powers stay used, explosives stay."""
    pitch = Pitch(
        "A1 human d4, B1 goblin d5 wounds=4 spent=1 explosives=g7 stunned=true howled=true slow=2 fish=2,"
        "B2 human j9, B3 worgen d3 form=2 wounds=4, B4 orc c4 frenzy=2 spent=2 wounds=4",
        rolls=(4,),
    )
    pitch.play("A", "A1 attack B1")
    gone = pitch.one("B1")
    assert (gone.stunned, gone.howled, gone.slow, gone.fish) == (False, False, 0, 0)
    assert (gone.spent, gone.explosives) == (1, "g7")
    for who, field in (("B3", "form"), ("B4", "frenzy")):
        other = Pitch(
            "A1 human d4, B3 worgen d3 form=2 wounds=4, B4 orc c4 frenzy=2 spent=2 wounds=4", rolls=(4,)
        )
        other.play("A", f"A1 attack {who}")
        assert getattr(other.one(who), field) == 0


def test_the_fainted_return_at_the_next_score() -> None:
    """GNOMEBALL-67: with their full hit points; GNOMEBALL-68: and used for the rest of the running cycle."""
    pitch = Pitch("A1 human h9, A2 tauren -, B1 human j1, B2 human d4", gnome="A1", rolls=(1,))
    pitch.play("A", "A1 move i9")
    pitch.play("A", "place same")
    pitch.play("B", "place same")
    assert (pitch.at("A2"), pitch.one("A2").hp, pitch.one("A2").used) == (["d5"], 7, True)
    assert pitch.asks == {"B": "activation"}


def test_fainting_for_good() -> None:
    """GNOMEBALL-67: with `faint out` nobody returns."""
    pitch = Pitch("A1 human d4, A2 human h9, B1 human d5 wounds=4, B2 human j1", gnome="A2", rolls=(4, 1),
                  settings={"faint": "out"})  # fmt: skip
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Fainted) == [Fainted("B1", True, "")]
    pitch.play("B", "pass")
    pitch.play("A", "A2 move i9")
    pitch.play("A", "place same")
    pitch.play("B", "place same")
    assert pitch.state.ids("B") == ["B2"]


def test_nobody_on_the_field() -> None:
    """GNOMEBALL-69: everything goes as after a score, without points."""
    pitch = Pitch(
        "A1 goblin d4 wounds=2 explosives=d4 spent=1, B1 human d5 wounds=2", gnome="d5", rolls=(6, 2)
    )
    pitch.play("A", "A1 detonate, move d3")
    assert pitch.told(Anew) == [Anew(False)]
    assert (pitch.asks, pitch.state.gnome.at, pitch.state.scores) == (
        {"A": "restart", "B": "restart"},
        "e6",
        {},
    )
    pitch.play("A", "place d4")
    pitch.play("B", "place same")
    assert pitch.at("A1", "B1") == ["d4", "f7"]
    assert pitch.state.cycle == 2


def test_a_player_with_nobody_waits() -> None:
    """GNOMEBALL-70: it is passed over until the next score."""
    pitch = Pitch("A1 human d4, A2 human a1, B1 human d5 wounds=4", rolls=(4,))
    pitch.play("A", "A1 attack B1")
    pitch.play("A", "pass", "pass")
    assert pitch.asks == {"A": "activation"}
    assert pitch.told(Hurt) == []
