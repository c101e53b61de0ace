"""The races and their powers: GNOMEBALL-84 to 121 and 144 to 146."""

import pytest

from pbem.games.gnomeball.events import Attacked, Fainted, GnomeHurt, HeldOn, LostActivation, Moved
from pbem.games.gnomeball.powers.bloodelf import LookedPretty
from pbem.games.gnomeball.powers.dwarf import Slowed
from pbem.games.gnomeball.powers.goblin import Detonated, Planted
from pbem.games.gnomeball.powers.tauren import Stomped
from pbem.games.gnomeball.powers.troll import Regenerated
from pbem.games.gnomeball.powers.tuskarr import Bitten, Fished
from pbem.games.gnomeball.powers.undead import Plagued
from pbem.games.gnomeball.powers.valkyr import Raised
from pbem.games.gnomeball.powers.vrykul import Howled
from pbem.games.gnomeball.powers.worgen import TookForm
from pbem.games.gnomeball.races import RACES

from .pitch import GAME, Pitch, drawn

CRATER = """
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   B3  .   .   .   .   .
    .   .   .   B1  B2  .   .   .   .   .
    .   .   B4  .   A1  A2@ B5  .   .   .
    .   .   .   A3  .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .   .   .
"""


def test_uses_are_counted_for_each_character() -> None:
    """GNOMEBALL-84: not for the team."""
    pitch = Pitch("A1 tauren d4 spent=1, A2 tauren d5, B1 human j9")
    assert pitch.refusal("A", "A1 stomp") == "A1 has used its warstomp."
    pitch.play("A", "A2 stomp")
    assert pitch.one("A2").spent == 1


def test_effects_count_the_targets_own_activations() -> None:
    """GNOMEBALL-85: starting with its next one; an activation lost to stun counts."""
    pitch = Pitch("A1 human d4 slow=3 fish=2 howled=true stunned=true, B1 human j9", rolls=(1,))
    pitch.play("A", "A1 pass")
    one = pitch.one("A1")
    assert (one.slow, one.fish, one.howled, one.stunned) == (2, 1, False, False)


def test_hindrances_of_one_kind_do_not_add_up() -> None:
    """GNOMEBALL-86: a second slow, fish, howl or stun sets the count back to full."""
    pitch = Pitch(
        "A1 dwarf d4, A2 tuskarr a1, A3 tauren c5, A4 vrykul d9, B1 human d5 slow=1 fish=1 stunned=true howled=true,"
        "B2 human j9, B3 human j8, B4 human j7",
        rolls=(1, 4),
    )
    for line in ("A1 attack B1", "A2 fish B1", "A3 stomp", "A4 howl s"):
        pitch.play("A", line)
        if line != "A4 howl s":
            pitch.play("B", f"B{'A1 A2 A3'.index(line[:2]) // 3 + 2} pass")
    one = pitch.one("B1")
    assert (one.slow, one.fish, one.stunned, one.howled) == (3, 3, True, True)


def test_different_hindrances_at_once() -> None:
    """GNOMEBALL-87: slowed and bitten in one activation."""
    pitch = Pitch("A1 human d4 slow=2 fish=2, B1 human j9", rolls=(4,))
    assert pitch.refusal("A", "A1 move d7").endswith("it may move 2.")
    pitch.play("A", "A1 move d6")
    assert (pitch.one("A1").wounds, pitch.at("A1")) == (1, ["d6"])


def test_targets_must_be_enemies_on_the_field() -> None:
    """GNOMEBALL-88: the gnome is no enemy; no line of sight is needed."""
    pitch = Pitch("A1 undead d4, A2 tuskarr d5, A3 human d6, B1 human d8, B2 human -", rolls=(2,))
    assert pitch.refusal("A", "A1 plague A2") == "A2 is on your side."
    assert pitch.refusal("A", "A2 fish B2") == "B2 is off the field."
    assert '"gnome" is not a character' in pitch.refusal("A", "A2 fish gnome")
    pitch.play("A", "A1 plague B1")
    assert pitch.told(Plagued)[0].hit


def test_wasted_powers_count_as_used() -> None:
    """GNOMEBALL-144: a stomp or howl that reaches nobody, a fish on somebody still bitten."""
    pitch = Pitch("A1 tauren d4, A2 vrykul d5, A3 tuskarr d6, B1 human j9 fish=3", rolls=(1, 1))
    pitch.play("A", "A1 stomp")
    pitch.play("B", "pass")
    pitch.play("A", "A2 howl w", "A3 fish B1")
    assert [pitch.one(who).spent for who in ("A1", "A2", "A3")] == [1, 1, 1]
    assert (pitch.told(Stomped)[0].dice, pitch.told(Howled)[0].victims) == ((), ())


def test_a_tauren_has_7_hit_points() -> None:
    """GNOMEBALL-89: it still stands after 6 damage."""
    pitch = Pitch("A1 human d4, B1 tauren d5 wounds=3", rolls=(6,))
    pitch.play("A", "A1 attack B1")
    assert (pitch.one("B1").hp, pitch.at("B1")) == (1, ["d5"])


def test_a_warstomp_rolls_for_each_enemy() -> None:
    """GNOMEBALL-90: within 1.5, by seat from the stomper's on and by id; no friends; 4+ stuns."""
    pitch = Pitch("B1 tauren d4, B2 human d5, A1 human e5, C1 human c3, C2 human e3, A2 human d6", players=3, turn="B",
                  rolls=(4, 3, 6))  # fmt: skip
    pitch.play("B", "B1 stomp")
    assert pitch.told(Stomped) == [Stomped("B1", (("C1", 4), ("C2", 3), ("A1", 6)), ("C1", "A1"))]
    assert [pitch.one(who).stunned for who in ("C1", "C2", "A1", "B2", "A2")] == [
        True,
        False,
        True,
        False,
        False,
    ]


def test_a_stunned_character_loses_its_whole_activation() -> None:
    """GNOMEBALL-91: a turn is spent on it, any line is taken as pass, then the stun is over; penguins still bite."""
    pitch = Pitch("A1 orc d4 stunned=true fish=1, A2 human a1, B1 human d5", rolls=(4,))
    line_results = pitch.play("A", "A1 frenzy, move g7, attack B1")
    assert [line_result.text for line_result in line_results] == ["A1 pass"]
    assert pitch.told(LostActivation) == [LostActivation("A1")]
    assert pitch.told(Bitten)
    assert (pitch.one("A1").stunned, pitch.one("A1").used, pitch.one("A1").spent) == (False, True, 0)
    assert pitch.asks == {"B": "activation"}


def test_undead_hands() -> None:
    """GNOMEBALL-92: catch on 2, intercept on 4, drop on 5 only."""
    numbers = RACES["undead"]
    assert (numbers.catch, numbers.intercept, numbers.drop) == (2, 4, 5)
    human = RACES["human"]
    assert (human.catch, human.intercept, human.drop) == (3, 5, 4)
    pitch = Pitch("A1 human d4, B1 undead d5", gnome="B1", rolls=(4, 4))
    pitch.play("A", "A1 attack B1")
    assert pitch.state.holder == "B1"


@pytest.mark.parametrize(("face", "wounds"), [(1, 0), (2, 2), (6, 2)])
def test_a_plague_barrel(face: int, wounds: int) -> None:
    """GNOMEBALL-93: within 4, 2 damage on 2+; a miss uses it up."""
    pitch = Pitch("A1 undead d4, B1 human d8, B2 human d9", rolls=(face,))
    assert pitch.refusal("A", "A1 plague B2") == "B2 is 5 away; the barrel flies 4."
    pitch.play("A", "A1 plague B1")
    assert (pitch.one("B1").wounds, pitch.one("A1").spent) == (wounds, 1)


def test_an_orc_tosses_one_farther() -> None:
    """GNOMEBALL-94: 5, or 7 as copperback."""
    pitch = Pitch("A1 orc d9, B1 human j1", gnome="A1", rolls=(3,))
    pitch.play("A", "A1 toss d4")
    assert pitch.state.gnome.at == "d4"


def test_blood_frenzy() -> None:
    """GNOMEBALL-95: free, twice; the next attack, now or later, does 1 more if any; two may be spent at once."""
    pitch = Pitch("A1 orc d4, B1 tauren d5", rolls=(3, 4))
    pitch.play("A", "A1 frenzy, frenzy, attack B1")
    assert pitch.told(Attacked) == [Attacked("A1", "B1", 3, 0, 0)]
    assert (pitch.one("A1").frenzy, pitch.one("B1").wounds) == (0, 0)  # used up by a miss
    both = Pitch("A1 orc d4, B1 tauren d5", rolls=(4,))
    assert both.refusal("A", "A1 frenzy, frenzy, frenzy") == "A1 has used its blood frenzy."
    both.play("A", "A1 frenzy, frenzy, attack B1")
    assert both.told(Attacked) == [Attacked("A1", "B1", 4, 3, 2)]
    later = Pitch("A1 orc d4, B1 tauren d5", rolls=(4,))
    later.play("A", "A1 move d3, frenzy")
    later.play("B", "pass")
    later.play("A", "A1 move d4, attack B1")
    assert later.one("B1").wounds == 2
    assert later.refusal("B", "B1 frenzy") == "B1 is a Tauren; it cannot frenzy."


@pytest.mark.parametrize(
    ("face", "wounds", "left"),
    [(1, 4, 3), (2, 4, 3), (3, 4, 2), (4, 4, 2), (5, 4, 1), (6, 4, 1), (6, 1, 0), (6, 0, 0)],
)
def test_regeneration(face: int, wounds: int, left: int) -> None:
    """GNOMEBALL-97: half the die, rounded up, never above what it began with; legal at full strength."""
    pitch = Pitch(f"A1 troll d4 wounds={wounds}, B1 human j9", rolls=(face,))
    pitch.play("A", "A1 regenerate")
    assert pitch.one("A1").wounds == left
    assert pitch.told(Regenerated) == [Regenerated("A1", face, wounds - left, 5 - left)]
    assert pitch.one("A1").spent == 1


def test_looking_pretty() -> None:
    """GNOMEBALL-98: free, at anything or nothing, as often as one likes, without effect."""
    pitch = Pitch("A1 bloodelf d4, A2 orc d5, B1 human j9")
    assert pitch.refusal("A", "A2 look pretty") == "A2 is an Orc; it cannot look pretty."
    pitch.play("A", "A1 look pretty at the crowd, look pretty, move d3, look pretty at B1")
    assert [event.at for event in pitch.told(LookedPretty)] == ["the crowd", "", "B1"]
    assert pitch.one("A1").spent == 0


def test_all_blood_elves() -> None:
    """GNOMEBALL-99: the bonus of a team of nothing else."""
    pitch = Pitch("A1 bloodelf h9, B1 human j1", gnome="A1", elves=["A"], rolls=(1,))
    pitch.play("A", "A1 move i9")
    assert pitch.state.scores == {"A": 10}


def test_planting() -> None:
    """GNOMEBALL-100: once, on the goblin's own square, for all to see."""
    pitch = Pitch("A1 goblin d4, B1 human j9")
    pitch.play("A", "A1 move d6, plant")
    view = GAME.view(pitch.state, "B")
    assert "Explosives: d6 (A1)." in view.lists
    assert pitch.told(Planted) == [Planted("A1", "d6")]
    assert (pitch.one("A1").explosives, pitch.one("A1").spent) == ("d6", 1)
    pitch.play("B", "pass")
    assert pitch.refusal("A", "A1 plant") == "A1 has used its explosives."


def test_detonating() -> None:
    """GNOMEBALL-101: one roll at the start of each later activation, from anywhere, until they go off; 4+."""
    pitch = Pitch("A1 goblin j1 explosives=d4 spent=1, A2 goblin d8, B1 human j9", rolls=(3, 4))
    assert pitch.refusal("A", "A2 detonate") == "A2 has no explosives on the field."
    assert (
        pitch.refusal("A", "A1 detonate, detonate") == "A1 has rolled for its explosives in this activation."
    )
    pitch.play("A", "A1 detonate")
    assert pitch.refusal("A", "A1 detonate") == "A1 has rolled for its explosives in this activation."
    pitch.play("A", "A1 pass")
    assert pitch.one("A1").explosives == "d4"
    pitch.play("B", "pass")
    pitch.play("A", "A2 pass", "A1 detonate, pass")
    assert [event.blast for event in pitch.told(Detonated)] == [False, True]
    assert pitch.one("A1").explosives == ""


def test_a_blast() -> None:
    """GNOMEBALL-102: 3 damage to all within 1.5, friend, foe, goblin and gnome, at the same time; then faints; then the
    drop roll of a surviving holder; other explosives stay."""
    picture = drawn(CRATER, {"A1": "goblin", "B1": "tauren"})
    picture["characters"]["A1"].update(explosives="e5", spent=1)
    picture["characters"]["B2"].update(wounds=2)
    picture["characters"]["B3"].update(explosives="e5", race="goblin", spent=1)
    pitch = Pitch(picture=picture, rolls=(5, 4))
    pitch.play("A", "A1 detonate, move c4")
    assert pitch.told(Detonated)[0].victims == ("A1", "A2", "A3", "B1", "B2")
    assert [pitch.one(f"A{number}").wounds for number in (1, 2, 3)] == [3, 3, 3]
    assert (pitch.one("B1").wounds, pitch.at("B2"), pitch.one("B3").wounds) == (3, [""], 0)
    assert pitch.told(GnomeHurt) == [GnomeHurt(3, 0, "blast")]
    kinds = [type(event) for event in pitch.match.events]
    assert kinds.index(GnomeHurt) < kinds.index(Fainted) < kinds.index(HeldOn)
    assert pitch.state.gnome.at == "f5"
    assert pitch.one("B3").explosives == "e5"


def test_explosives_without_their_goblin() -> None:
    """GNOMEBALL-103: those of a fainted one wait; a raised goblin keeps its own; a stunned one may not roll."""
    fainted = Pitch("A1 human d4, B1 goblin d5 wounds=4 explosives=g7 spent=1, B2 human j9", rolls=(4,))
    fainted.play("A", "A1 attack B1")
    assert "Explosives: g7 (B1)." in GAME.view(fainted.state, None).lists
    raised = Pitch("A1 valkyr d4, B1 goblin d5 wounds=4 explosives=g7 spent=1, B2 human j9", rolls=(4, 4))
    raised.play("A", "A1 attack B1")
    raised.play("B", "pass")
    raised.play("A", "A1 pass")
    raised.play("B", "pass")
    raised.play("A", "A6 detonate, pass")
    assert raised.told(Detonated)[0].blast
    stunned = Pitch("A1 goblin d4 explosives=d4 spent=1 stunned=true, B1 human j9")
    stunned.play("A", "A1 detonate")
    assert not stunned.told(Detonated)


def test_gnomes_do_not_play() -> None:
    """GNOMEBALL-104: silly."""
    assert (
        Pitch().refusal("A", "team gnomes orc orc orc orc") == "A gnome cannot join a team: it is the ball."
    )


def test_short_hands() -> None:
    """GNOMEBALL-105: a Dwarf catches on 4, intercepts on 6, and picks up like anybody."""
    assert (RACES["dwarf"].catch, RACES["dwarf"].intercept, RACES["dwarf"].drop) == (4, 6, 4)
    pitch = Pitch("A1 dwarf d4, B1 human j9", gnome="d4")
    pitch.play("A", "A1 pick up")
    assert pitch.state.holder == "A1"


def test_sliced_legs() -> None:
    """GNOMEBALL-106: whoever a Dwarf attacks, hit or miss, has 1 less movement in its next 3 activations; not a holder
    whose gnome is attacked."""
    pitch = Pitch("A1 dwarf d4, B1 human d5", rolls=(1,))
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Slowed) == [Slowed("B1")]
    for to in ("d7", "d9", "f9"):
        assert "it may move 2" in pitch.refusal("B", "B1 move h5")
        pitch.play("B", f"B1 move {to}")
        pitch.play("A", "pass")
    pitch.play("B", "B1 move i9")
    gnome = Pitch("A1 dwarf d4, B1 human d5", gnome="B1", rolls=(4,))
    gnome.play("A", "A1 attack gnome")
    assert gnome.one("B1").slow == 0


def test_whom_a_dwarf_fells_comes_back_unslowed() -> None:
    """GNOMEBALL-66, GNOMEBALL-106: fainting ends all that hinders; the attack that fells slows nobody."""
    pitch = Pitch("A1 dwarf d4, A2 human a5, B1 human d5 wounds=4, B2 human j9", rolls=(5,))
    pitch.play("A", "A1 attack B1")
    assert (pitch.one("B1").at, pitch.one("B1").slow, pitch.told(Slowed)) == ("", 0, [])
    stands = Pitch("A1 dwarf d4, A2 human a5, B1 human d5, B2 human j9", rolls=(5,))
    stands.play("A", "A1 attack B1")
    assert (stands.one("B1").at, stands.one("B1").slow) == ("d5", 3)


def test_tending() -> None:
    """GNOMEBALL-107: two activations running with the living gnome held or loose within 1; then a new one comes,
    without points or placing, and the power is used."""
    pitch = Pitch("A1 nightelf d4, A2 human d6, B1 human j9", gnome="d5", rolls=(5,))
    assert pitch.refusal("A", "A1 move d3, tend") == "Tending takes the whole activation."
    assert pitch.refusal("A", "A1 tend, move d3") == "Tending takes the whole activation."
    pitch.play("A", "A1 tend")
    assert (pitch.one("A1").spent, pitch.one("A1").tending) == (0, True)
    pitch.play("B", "pass")
    pitch.play("A", "A2 pass", "A1 tend")
    assert (pitch.state.gnome.at, pitch.state.scores, pitch.one("A1").spent) == ("f5", {}, 1)
    assert pitch.asks == {"B": "activation"}
    far = Pitch("A1 nightelf d4, B1 human j9", gnome="e5")
    assert far.refusal("A", "A1 tend") == "The gnome is 1.5 away; you reach 1."
    assert (
        Pitch("A1 nightelf d4, B1 human j9", gnome="d4", hp=0).refusal("A", "A1 tend")
        == "The gnome is past help."
    )
    held = Pitch("A1 nightelf d4, A2 human d5, B1 human j9", gnome="A2")
    assert held.refusal("A", "A1 tend") == "A2 holds the gnome; it must be loose, or held by A1."


@pytest.mark.parametrize(("face", "tending"), [(3, True), (4, False)])
def test_damage_makes_an_elf_start_over(face: int, tending: bool) -> None:
    """GNOMEBALL-108: any damage between the two; an attack that misses does no harm."""
    pitch = Pitch("A1 nightelf d4, A2 human a1, B1 human e4, B2 human j9", gnome="d5", rolls=(face,))
    pitch.play("A", "A1 tend")
    pitch.play("B", "B1 attack A1")
    assert (pitch.one("A1").tending, pitch.one("A1").spent) == (tending, 0)


def test_a_wounded_gnome_may_be_tended_on() -> None:
    """GNOMEBALL-109: only its death breaks the tending, not an attack that it survives."""
    pitch = Pitch("A1 nightelf d4 tending=true, B1 human d6, B2 human j9", gnome="d5", turn="B", rolls=(4, 1))
    pitch.play("B", "B1 attack gnome")
    pitch.play("A", "A1 tend")
    assert pitch.one("A1").spent == 1


def test_what_else_breaks_the_tending() -> None:
    """GNOMEBALL-109: the gnome dies, is replaced or taken, or the elf is stunned or does anything else; the next
    tending is then a first one, and nothing is used up."""
    elf = "A1 nightelf d4 tending=true, B1 human d6, B2 human j9"
    dead = Pitch(elf, gnome="d5", hp=1, turn="B", rolls=(4,))
    dead.play("B", "B1 attack gnome")
    assert not dead.one("A1").tending
    gone = Pitch(elf + ", B3 human b5", gnome="B3", turn="B", rolls=(1, 1))
    gone.play("B", "B3 punt")
    assert not gone.one("A1").tending
    other = Pitch(elf, gnome="d5")
    other.play("A", "A1 pass")
    assert (other.one("A1").tending, other.one("A1").spent) == (False, 0)
    stunned = Pitch("A1 nightelf d4 tending=true stunned=true, B1 human j9", gnome="d5")
    stunned.play("A", "A1 tend")
    assert not stunned.one("A1").tending
    taken = Pitch(elf, gnome="d5", turn="B")
    taken.play("B", "B1 pick up")
    assert "holds the gnome" in taken.refusal("A", "A1 tend")
    taken.play("A", "A1 pass")
    assert not taken.one("A1").tending


def test_draenei_have_their_gift_at_the_start_only() -> None:
    """GNOMEBALL-111: anywhere free, after everybody else."""
    pitch = Pitch(rolls=(1, 1))
    pitch.play("A", "team dr orc orc orc orc", "home a1", "place A1 i10")
    pitch.play("B", "home j10", "done")
    assert pitch.at("A1") == ["i10"]


@pytest.mark.parametrize("face", [1, 4])
def test_a_worgen_changes_when_attacked(face: int) -> None:
    """GNOMEBALL-112: hit or miss, by friend or foe; up to and including its next activation."""
    for attacker in ("A2", "B1"):
        pitch = Pitch(
            f"A1 worgen d4, {attacker} human d5, B2 human j9, A3 human a1", turn=attacker[0], rolls=(face,)
        )
        pitch.play(attacker[0], f"{attacker} attack A1")
        assert pitch.told(TookForm) == [TookForm("A1")]
        assert pitch.one("A1").form == 1


def test_a_worgen_changes_when_attacking() -> None:
    """GNOMEBALL-112: also the gnome; in its own activation the form lasts to the end of the following one, and another
    attack starts the time anew; the changing attack itself has no bonus."""
    pitch = Pitch("A1 worgen d4, B1 human j9", gnome="d5", rolls=(4, 4))
    pitch.play("A", "A1 attack gnome")
    assert (pitch.state.gnome.hp, pitch.one("A1").form) == (2, 1)
    pitch.play("B", "pass")
    pitch.play("A", "A1 attack gnome")
    assert (pitch.state.gnome.hp, pitch.one("A1").form) == (0, 1)
    pitch.play("B", "pass")
    pitch.play("A", "A1 pass")
    assert pitch.one("A1").form == 0


def test_the_worgen_form() -> None:
    """GNOMEBALL-113: 1 more movement, and 1 more damage when any is done."""
    for face, damage in ((3, 0), (4, 2), (6, 4)):
        pitch = Pitch("A1 worgen d4 form=1, B1 human d9", rolls=(face,))
        pitch.play("A", "A1 move d8, attack B1")
        assert pitch.one("B1").wounds == damage


def test_claws_hurt() -> None:
    """GNOMEBALL-114: at the end of each activation in the form, the last one included, if it holds the gnome."""
    pitch = Pitch("A1 worgen d4 form=1, B1 human j9", gnome="d5")
    pitch.play("A", "A1 pick up")
    assert pitch.told(GnomeHurt) == [GnomeHurt(1, 2, "claws")]
    pitch.play("B", "pass")
    pitch.play("A", "A1 pass")
    assert (pitch.state.gnome.hp, pitch.one("A1").form) == (2, 0)


def test_a_fallen_worgen_does_not_change() -> None:
    """GNOMEBALL-145: whether it leaves the field or is raised."""
    fallen = Pitch("A1 human d4, B1 worgen d5 wounds=4, B2 human j9", rolls=(4,))
    fallen.play("A", "A1 attack B1")
    raised = Pitch("A1 valkyr d4, B1 worgen d5 wounds=4 form=1, B2 human j9", rolls=(4,))
    raised.play("A", "A1 attack B1")
    assert fallen.told(TookForm) == raised.told(TookForm) == []
    assert raised.one("A6").form == 0


def test_a_howl_goes_to_the_edge() -> None:
    """GNOMEBALL-116: every enemy on the line, nobody stops it; no move in the next activation, but an action."""
    pitch = Pitch("A1 vrykul d2, A2 human d4, B1 human d5, B2 human d10, B3 human e5", rolls=(1,))
    pitch.play("A", "A1 howl n")
    assert pitch.told(Howled) == [Howled("A1", "n", ("B1", "B2"))]
    assert pitch.refusal("B", "B2 move d9") == "B2 cannot move in this activation (howl). It may act."
    pitch.play("B", "B1 attack A2")
    pitch.play("A", "pass")
    pitch.play("B", "B2 pass")
    pitch.play("B", "B3 pass")
    pitch.play("A", "A1 pass")
    pitch.play("B", "B2 move d9")
    assert pitch.at("B2") == ["d9"]


def test_fish_and_penguins() -> None:
    """GNOMEBALL-117: at any distance, twice; at the start of each of its next 3 activations 4+ is 1 damage, with a drop
    roll for a holder."""
    pitch = Pitch("A1 tuskarr a1 spent=1, B1 human j10", gnome="B1", rolls=(4, 3, 1, 6, 4))
    pitch.play("A", "A1 fish B1")
    assert pitch.told(Fished) == [Fished("A1", "B1")]
    assert pitch.refusal("B", "B1 fish A1") == "B1 is a Human; it cannot fish."
    for _ in range(3):
        pitch.play("B", "B1 pass")
        pitch.play("A", "A1 pass")
    pitch.play("B", "B1 pass")
    assert pitch.told(Bitten) == [Bitten("B1", 4, True), Bitten("B1", 1, False), Bitten("B1", 6, True)]
    assert [event.dropped for event in pitch.told(HeldOn)] == [False, True]
    assert pitch.refusal("A", "A1 fish B1") == "A1 has used its fish."


def test_a_valkyr_raises_whom_her_attack_fells() -> None:
    """GNOMEBALL-118: on its square with 2 hit points, on her side; a gnome it held lies there; hindrances end."""
    pitch = Pitch(
        "A1 valkyr d4, B1 tauren d5 wounds=6 slow=3 fish=2 stunned=true, B2 human j9", gnome="B1", rolls=(4,)
    )
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Raised) == [Raised("A1", "B1", "A6")]
    risen = pitch.one("A6")
    assert (risen.at, risen.hp, risen.slow, risen.fish, risen.stunned) == ("d5", 2, 0, 0, False)
    assert (pitch.state.gnome.at, pitch.told(HeldOn)) == ("d5", [])


def test_what_a_raised_character_keeps() -> None:
    """GNOMEBALL-119: the next free number, race, its ceiling of hit points and what is left of its powers; no
    copperback anymore; used for this cycle; at home where its new player is."""
    pitch = Pitch("A1 valkyr d4, B1 troll d5 wounds=4 copperback=true, B2 human j9", rolls=(4, 6))
    pitch.play("A", "A1 attack B1")
    risen = pitch.one("A6")
    assert (risen.race, risen.used, risen.was, pitch.state.leads_tosses("A6")) == ("troll", True, "B1", False)
    assert pitch.refusal("B", "B1 pass") == "B1 serves A as A6."
    assert Pitch("A1 human d4, A6 troll d5 was=B1, B2 human j9").refusal("A", "A6 howl n") == (
        "A6 is a Troll; it cannot howl."
    )
    pitch.play("B", "pass")
    pitch.play("A", "A1 pass")
    pitch.play("B", "pass")
    pitch.play("A", "A6 regenerate")
    assert pitch.one("A6").hp == 5


def test_a_second_fall() -> None:
    """GNOMEBALL-120: it is its first player's again under its old number, and returns at the next score, copperback as
    before; killed by a Val'kyr of its first player it gets up for that player at once."""
    position = "A1 human h9, A6 orc d5 was=B1 wounds=4 copperback=true, B2 {} d4, B3 human j1"
    fallen = Pitch(position.format("human"), gnome="A1", turn="B", rolls=(4, 1))
    fallen.play("B", "B2 attack A6")
    assert fallen.told(Fainted) == [Fainted("A6", False, "B1")]
    assert fallen.at("B1") == [""]
    fallen.play("A", "A1 move i9", "place same")
    fallen.play("B", "place same")
    assert (fallen.one("B1").hp, fallen.state.leads_tosses("B1")) == (5, True)
    raised = Pitch(position.format("valkyr"), turn="B", rolls=(4,))
    raised.play("B", "B2 attack A6")
    assert raised.told(Raised) == [Raised("B2", "A6", "B1")]
    assert (raised.at("B1"), raised.one("B1").was, raised.one("B1").hp) == (["d5"], "", 2)


def test_a_raised_character_serves_through_scores() -> None:
    """GNOMEBALL-120: a score does not send it home."""
    pitch = Pitch("A1 human h9, A6 orc d5 was=B1, B2 human j1", gnome="A1", rolls=(1,))
    pitch.play("A", "A1 move i9", "place same")
    pitch.play("B", "place same")
    assert pitch.state.ids() == ["A1", "A6", "B2"]


def test_only_two_kills_are_raised_and_no_friends() -> None:
    """GNOMEBALL-121: the third is an ordinary faint; a friend's fall is neither raised nor counted."""
    third = Pitch("A1 valkyr d4 spent=2, B1 human d5 wounds=4, B2 human j9", rolls=(4,))
    third.play("A", "A1 attack B1")
    assert third.told(Fainted)
    friend = Pitch("A1 valkyr d4, A2 human d5 wounds=4, B2 human j9", rolls=(4,))
    friend.play("A", "A1 attack A2")
    assert (friend.told(Raised), friend.one("A1").spent, friend.at("A2")) == ([], 0, [""])


def test_numbers_are_not_given_twice() -> None:
    """GNOMEBALL-146: the next one raised gets one more than the highest so far, also if it is the same character."""
    pitch = Pitch("A1 valkyr d4, A2 valkyr c5, B1 human d5 wounds=4, B2 human j9, B3 human j8",
                  numbers={"A": 7}, rolls=(4,))  # fmt: skip
    pitch.play("A", "A1 attack B1")
    assert pitch.told(Raised)[0].now == "A8"
    assert pitch.state.numbers == {"A": 8}
    first = Pitch("A1 valkyr d4, A6 human a1 was=B3, B1 human d5 wounds=4, B2 human j9", rolls=(4,))
    first.play("A", "A1 attack B1")
    assert first.told(Raised)[0].now == "A7"
    assert first.told(Moved) == []
