"""The general abilities: ELFBALL-116, 118 to 131, 180: used, not used, at their limit."""

import pytest

from pbem.games.elfball.field.events import (
    BrokeFree,
    Caught,
    Dashed,
    Dice,
    Disengaged,
    FaceOffRolled,
    Impacted,
    Injured,
    Lost,
    PickedUp,
    Rebounded,
    Shifted,
    Shoved,
    Slipped,
    StoodUp,
    Tackled,
    Thrown,
)
from pbem.games.elfball.field.state import Memory
from pbem.games.elfball.rolls.general_abilities import GENERAL
from pbem.games.elfball.rolls.hooks import ABILITIES
from pbem.games.elfball.rolls.type_abilities import TYPES

from .pitch import Played, after, plain

AWAY = "; P Imp u22; R Imp x21"

HOOKS = {
    "steady": "saves",
    "sprinter": "dashes",
    "buff": "saves",
    "bonecrusher": "hurts",
    "grapple": "saves",
    "psycho": "prepares fearless",
    "nimble": "saves",
    "slippery": "prepares wins",
    "agile": "saves",
    "bankshot": "banks",
    "focused": "prepares",
    "resilient": "saves",
    "rugged": "endures rises",
    "cheapshot": "blow",
    "malicious": "gloats",
    "ruthless": "step",
    "clipping": "clips",
    "knockback": "doubles",
    "goalie": "step",
    "cutblock": "blow",
    "collision": "doubles",
    "beeline": "step",
    "taunt": "taunts",
    "quickling": "quickens",
    "swarm": "swarms",
    "rally": "rises",
    "helping hand": "helps",
    "teammate": "step",
    "pummel": "blow",
    "enrage": "rages",
    "plough": "ploughs",
    "reach": "reaches",
    "cover": "shields",
    "react": "reacts",
    "steal": "blow",
    "hotdog": "doubles",
    "burst": "step",
    "scramble": "scrambles",
    "bullet": "doubles",
    "lead pass": "leads",
    "fear": "scares",
    "everlasting": "shields",
    "shamble": "step",
}


def test_the_table_of_abilities() -> None:
    """ELFBALL-113, ELFBALL-118: 13 general and 30 of Types, each at its points of the rules, every advanced one with a
    Basic one of the same kind."""
    assert {name: " ".join(each.hooks) for name, each in ABILITIES.items()} == HOOKS
    assert (len(GENERAL), len(TYPES)) == (13, 30)
    basics = {each.of for each in ABILITIES.values() if not each.advanced}
    assert {each.of for each in ABILITIES.values()} == basics
    assert sum(not each.advanced for each in ABILITIES.values()) == len(basics)


def picked(ability: str, dice: str, line: str = "A go ball", text: str = "", **given: object) -> Dice:
    """The dice of a Pick-up on l21 by a Midfielder with an ability."""
    who = f"A Midfielder k20 3 with {ability}" if ability else "A Midfielder k20 3"
    return plain(after(who + text + AWAY, line, dice, ball="l21", **given).told(PickedUp)[0])


def test_an_ability_die() -> None:
    """ELFBALL-116, ELFBALL-127, ELFBALL-180: the first flop is replaced, else the first blank."""
    saved = picked("agile", "- X S  S")
    assert (saved.ability, saved.gave, saved.got, saved.rolled, saved.faces) == (
        "agile",
        "X",
        "S",
        "-XS",
        "-SS",
    )
    assert picked("agile", "- - -  S").gave == "-"
    assert picked("agile", "S - -").ability == ""  # it has succeeded
    assert picked("agile", "- - S").ability == ""
    assert picked("", "- - -  1").ability == ""


def test_an_ability_die_brings_its_own_stars() -> None:
    """ELFBALL-4, ELFBALL-116: the new die counts, also when it is worse; a star adds a die."""
    assert picked("agile", "- - -  * S").net == 2
    assert picked("agile", "- - -  X  1").net == -1


def test_an_ability_die_before_momentum() -> None:
    """ELFBALL-18, ELFBALL-116: first the ability, then the counters, if there is no flop."""
    dice = picked("agile", "- X -  -  S", momentum=1)
    assert (dice.gave, dice.got, dice.given, dice.taken) == ("X", "-", "-", "S")
    assert picked("agile", "X X -  -  1", momentum=3).given == ""


def test_an_ability_die_once_an_action() -> None:
    """ELFBALL-116: once in an action, on any of its challenges."""
    text = "A Midfielder k20 3 with agile; B Midfielder o22 1" + AWAY
    pitch = Played(text, dice="- - -  S  - X -  1 1", ball="l21")
    pitch.play("N", "A go ball, throw n23 keep")
    assert plain(pitch.told(PickedUp)[0]).ability == "agile"
    assert [plain(event).ability for event in pitch.told(Thrown)] == [""]


def test_no_ability_die() -> None:
    """ELFBALL-180: `save no` behind the item, `always save no`, `always save no agile`."""
    assert picked("agile", "- - -  1", "A go ball save no").ability == ""
    assert picked("agile", "- - -  1", private={"N": Memory(save="no")}).ability == ""
    assert picked("agile", "- - -  1", private={"N": Memory(sparing=("agile",))}).ability == ""
    assert picked("agile", "- - -  S", private={"N": Memory(sparing=("nimble",))}).ability == "agile"
    assert picked("agile", "S - -  S", "A go ball aim 1").ability == "agile"


def test_an_ability_die_of_the_other_team() -> None:
    """ELFBALL-116: in an action of the enemy, too, and afresh in each action."""
    text = "A Midfielder k20 3; M Midfielder k22 2 with agile" + AWAY
    pitch = after(text, "A go ball", "- - - 1  - - -  S 2", ball="l21")
    caught = plain(pitch.told(Caught)[0])
    assert (caught.ability, caught.net) == ("agile", 1)


def test_steady() -> None:
    """ELFBALL-119: a die of a Dash, and of nothing else."""
    text = "A Imp k20 3 with steady" + AWAY
    assert (
        plain(after(text, "A dash 1, move l21", "-  S", ball="g8", momentum=1).told(Dashed)[0]).ability
        == "steady"
    )
    assert after(text, "A dash 1, move l21", "X  X", ball="g8", momentum=1).told(Dashed)[0].result == "dazed"
    assert picked("steady", "- - -  1").ability == ""


def test_an_ability_die_is_there_again_for_a_replacement() -> None:
    """ELFBALL-88, ELFBALL-116: who enters may use it, whatever was used in the action before."""
    text = "A Imp k20 3; G Striker bench with agile" + AWAY
    pitch = after(text, "enter G c14", "- - - -  S", ball="c14", saved=["G agile"])
    assert pitch.told(PickedUp)[0].dice.ability == "agile"


def test_an_ability_die_is_there_again_for_a_face_off() -> None:
    """ELFBALL-116, ELFBALL-121: whatever was used in the action that ended the Test before."""
    text = "A Midfielder l21 3 with buff; M Midfielder n23 6"
    pitch = Played(text, dice="S - -  S - -  S", phase="faceoff", saved=["A buff"])
    assert pitch.labels() == ["face-off", "face-off", "ability"]


def test_the_free_challenge_has_ability_dice_of_its_own() -> None:
    """ELFBALL-35, ELFBALL-121: Buff serves the face-off, and the Shove that follows."""
    text = "A Midfielder l21 3 with buff; M Midfielder n23 6"
    pitch = Played(text, dice="S - -  S - -  S  - - -  S", phase="faceoff")
    pitch.play("N", "shove")
    assert plain(pitch.told(Shoved)[0]).ability == "buff"


def test_sprinter() -> None:
    """ELFBALL-120: Jog dice, target 2, 3, 4 ..., without counters, as often as wanted; one step each."""
    text = "A Imp k20 3 with sprinter" + AWAY
    line = "A dash, move k22, dash, move k24 k26, dash, move k26"
    pitch = after(text, line, "S S - - - -  S S S - - -  S S S - - -", ball="g8")
    dashes = pitch.told(Dashed)
    assert [(event.counters, event.dice.target, event.result) for event in dashes] == [
        (0, 2, "success"),
        (0, 3, "success"),
        (0, 4, "down"),
    ]
    assert (pitch.at("A"), bool(pitch.told(Shifted))) == ("k24", True)
    refused = Played(text, ball="g8", momentum=2).refusal("N", "A dash 1, move k22")
    assert refused == "dash 1: A is a Sprinter and pays nothing; leave the number out"
    skipped = after(
        text,
        "A dash, move k22, if mom 1: dash, move k24, dash, move k24",
        "S S - - - -  S S S - - -",
        ball="g8",
    )
    assert (skipped.at("A"), skipped.told(Lost)) == ("k24", [])
    slow = after("A Deadwood k20 3 with sprinter" + AWAY, "A dash, move k22", "S S -", ball="g8")
    assert len(plain(slow.told(Dashed)[0]).rolled) == 3
    waits = after(text, "A dash, move k22, wait", "S S - - - -", ball="g8")
    assert waits.asks == {"N": "continue"}


def test_buff() -> None:
    """ELFBALL-121: a challenge on Might."""
    shoved = after("A Hunter k20 2 with buff; M Imp k22 2" + AWAY, "A shove m", "- - -  S", ball="g8")
    assert plain(shoved.told(Shoved)[0]).ability == "buff"
    tackled = after("A Hunter k20 2 with buff; M Imp k22 2" + AWAY, "A tackle m", "- - - -", ball="M")
    assert plain(tackled.told(Tackled)[0]).ability == ""


@pytest.mark.parametrize(
    ("dice", "gave", "winner"),
    [
        ("S - -  S S -  * S", ("-", ""), "A"),  # only the loser of the roll as it fell
        ("S - -  S - -  - S", ("-", "-"), "M"),  # a tie: nobody would win, so both
        ("S S -  S X -  S  S - -  S S -  -", ("", "X"), ""),  # once: the next roll is of the same face-off
        ("X X -  X - -  X X  S - -  - - -  -", ("X", "X"), ""),  # both flop: a new face-off, and a new die
    ],
)
def test_buff_in_a_face_off(dice: str, gave: tuple[str, str], winner: str) -> None:
    """ELFBALL-121, ELFBALL-180: who would not win uses it, both looking at the same roll, once in a face-off."""
    text = "A Hunter l21 3 with buff; M Hunter n23 6 with buff; P Imp u22"
    pitch = Played(text, phase="faceoff", dice=dice)
    first = pitch.told(FaceOffRolled)[0]
    assert (first.north_dice.gave, first.south_dice.gave, first.winner) == (*gave, winner)
    assert pitch.dice.left == []


def test_buff_is_not_for_the_simple_face_off() -> None:
    """ELFBALL-121: that is not rolled on Might."""
    text = "A Hunter l21 3 with buff; M Hunter n23 6; P Imp u22"
    dice = "- - - - - -  S - - - - -"
    pitch = Played(text, phase="faceoff", dice=dice, simple=True)
    assert pitch.told(FaceOffRolled)[0].winner == "M"


def test_bonecrusher() -> None:
    """ELFBALL-122: one die less for the Injury, of a Punishing Hit as well."""
    text = "A Hunter k20 2 with bonecrusher; M Hunter k22 2" + AWAY
    pitch = after(text, "A tackle m", "S S S -  - - - - -", ball="g8")
    assert (len(plain(pitch.told(Injured)[0]).rolled), pitch.told(Tackled)[0].result) == (5, "punishing")
    hit = after("A Hunter k20 2; M Hunter k22 2" + AWAY, "A tackle m", "S S S -  - - - - - -", ball="g8")
    assert len(plain(hit.told(Injured)[0]).rolled) == 6


def test_grapple() -> None:
    """ELFBALL-123: a challenge on Tackle, not an Impact."""
    text = "A Hunter k20 2 with grapple; M Dwarf k22 2" + AWAY
    pitch = after(text, "A tackle m", "S S -  X - - -  S  4", ball="M")
    assert (plain(pitch.told(Impacted)[0]).ability, plain(pitch.told(Tackled)[0]).ability) == ("", "grapple")


def test_psycho() -> None:
    """ELFBALL-124: the opponent's Might in an Impact; two more dice in a Shove, 6 at most."""
    text = "A Imp k20 2 with psycho; M Ogre k22 5" + AWAY
    pitch = after(text, "A tackle m", "S S S - -  - -", ball="M")
    assert (len(plain(pitch.told(Impacted)[0]).rolled), pitch.told(Impacted)[0].result) == (5, "success")
    for who, dice, count in (
        ("Imp", "- - - -", 4),
        ("Ogre", "- - - - - -", 6),
        ("Deadwood", "- - - - - -", 6),
    ):
        shoved = after(f"A {who} k20 2 with psycho; M Ogre k22 5" + AWAY, "A shove m", dice, ball="g8")
        assert len(plain(shoved.told(Shoved)[0]).rolled) == count
    free = "A Imp k20 2 with psycho; M Dwarf k22 5 with clipping" + AWAY
    broke = after(free, "A move k18 might once", "- -", ball="g8")  # no Impact that leads to a Tackle
    assert len(plain(broke.told(BrokeFree)[0]).rolled) == 2


def test_nimble() -> None:
    """ELFBALL-125: a challenge on Dodge."""
    text = "A Imp k20 2 with nimble; M Hunter k22 5" + AWAY
    pitch = after(text, "A move k18", "S - - - -  S", ball="g8")
    assert (pitch.told(Disengaged)[0].dice.ability, pitch.at("A")) == ("nimble", "k18")
    assert picked("nimble", "- - -  1").ability == ""


def test_slippery() -> None:
    """ELFBALL-126: one +1 of an opponent is ignored, not the base; against 0 or less no dice are rolled."""
    text = "A Imp k20 2 with slippery; M Hunter k22 5; N Hunter j21 4; O Hunter j19 3" + AWAY
    pitch = after(text, "A move k18", "S S S - -", ball="g8")
    assert pitch.told(Disengaged)[0].dice.working == "4-2+1(O)"
    easy = after("A Imp k20 2 with slippery; M Imp k22 5" + AWAY, "A move k18", "", ball="g8")
    assert (easy.told(Slipped)[0].others, easy.state.momentum, easy.at("A")) == (("M",), 0, "k18")
    two = "A Imp k20 2 with slippery; M Striker k22 5; N Imp j21 4" + AWAY
    assert after(two, "A move k18", "", ball="g8").told(Slipped)
    three = "A Imp k20 2 with slippery; M Striker k22 5; N Imp j21 4; O Imp j19 3" + AWAY
    assert after(three, "A move k18", "S - - - -", ball="g8").told(Disengaged)


def test_a_disengage_won_by_slippery_has_succeeded() -> None:
    """ELFBALL-126: for the condition `ok` it is a success, although no die was rolled."""
    text = "A Imp k20 2 with slippery; M Imp k22 5" + AWAY
    assert after(text, "A shove m, move k18, if ok: move k16", "- -", ball="g8").at("A") == "k16"
    assert after(text, "A shove m, if ok: move k18", "- -", ball="g8").at("A") == "k20"


def test_focused() -> None:
    """ELFBALL-129: one +1 of an opponent is ignored, not that of the range."""
    two = "; M Imp l23 5; N Imp k22 3"
    assert picked("focused", "S S -", text=two).working == "1+1(N)"
    assert picked("focused", "S - -", text="; M Imp l23 5").working == "1"
    text = "A Striker k20 2 with focused; B Striker k28 5" + AWAY
    thrown = after(text, "A throw b", "S S S -  S S - -", ball="A")
    assert thrown.told(Thrown)[0].dice.working == "1+2(range)"


def test_bankshot() -> None:
    """ELFBALL-128, ELFBALL-190: the direction if it is allowed, and one pace more or less, to come down nearest."""
    text = "A Striker k18 3 with bankshot; P Imp u22"
    line = "A throw n21 with bank 1 at {}"
    for at, rolled, paces in (("i24", 3, 4), ("j23", 3, 3), ("k22", 3, 2), ("d29", 3, 4), ("l21", 2, 1)):
        pitch = Played(text, dice=f"S - - -  {rolled}", ball="A")
        pitch.play("N", line.format(at))
        assert pitch.told(Rebounded)[0].paces == paces
        assert pitch.told(Rebounded)[0].direction == 1
    short = Played(text, dice="S - - -  1", ball="A")
    short.play("N", "A throw n21 with bank 6 at m20")
    assert short.told(Rebounded)[0].paces == 1
    for at, paces in (("k18", 3), ("i16", 4), ("h15", 5)):  # a direction that is not allowed: 6 is rolled
        not_allowed = Played(text, dice="S - - -  4  3 6", ball="A")
        not_allowed.play("N", f"A throw n21 with bank 4 at {at}")
        assert not_allowed.told(Rebounded)[0].direction == 6
        assert not_allowed.told(Rebounded)[0].paces == paces
    unable = Played("A Striker k22 3" + AWAY, ball="A").refusal("N", "A throw n19 with bank 1")
    assert unable == "throw n19 with bank 1: A does not know Bankshot"


def test_bankshot_after_a_missed_catch() -> None:
    """ELFBALL-128: it serves every rebound of the throw; without a hex, nearest to its target."""
    text = "A Striker k18 3 with bankshot; B Imp m20 3; P Imp u22"
    pitch = Played(text, dice="S - - -  3", ball="A", private={"N": Memory(catch="no")})
    pitch.play("N", "A throw n21 with bank 1")
    assert (pitch.told(Rebounded)[0].direction, pitch.told(Rebounded)[0].paces) == (1, 2)


def test_resilient() -> None:
    """ELFBALL-130: a die of an Injury, once in any action."""
    text = "A Widowmaker k20 2; M Striker k22 2 with resilient" + AWAY
    pitch = after(text, "A tackle m", "S S S S S  S -  S  ", ball="g8")
    (injured,) = pitch.told(Injured)
    assert (injured.dice.ability, injured.dice.net, injured.result) == ("resilient", 2, "recovery")


@pytest.mark.parametrize(
    ("dice", "result"), [("S S S - - -", "down"), ("S S - - - -", "recovery"), ("S S S S - -", "down")]
)
def test_rugged(dice: str, result: str) -> None:
    """ELFBALL-131: an Injury of net 3 or more leaves the player Down on the field."""
    text = "A Hunter k20 2; M Hunter k22 2 with rugged" + AWAY
    pitch = after(text, "A tackle m", f"S S S -  {dice}", ball="g8")
    assert pitch.told(Injured)[0].result == result


def test_rugged_stands_up_sooner() -> None:
    """ELFBALL-131: Grit counts one more."""
    pitch = after("A Hunter k20 down with rugged" + AWAY, "A stand", "", ball="g8")
    assert pitch.told(StoodUp)[0].cost == 1
    dazed = after("A Hunter k20 dazed with rugged" + AWAY, "A stand", "", ball="g8")
    assert dazed.told(StoodUp)[0].cost == 4


def test_nobody_uses_what_they_do_not_know() -> None:
    """ELFBALL-112: orders that need an ability are refused, and say which."""
    text = "A Hunter k20 2; B Imp k14 2; M Striker k22 5; N Imp j19 down" + AWAY
    pitch = Played(text, ball="M", momentum=3)
    for line, why in {
        "A tackle m with steal": "tackle M with steal: A does not know Steal",
        "A tackle n with cheapshot": "tackle N with cheapshot: A does not know Cheapshot",
        "A shove m with plough": "shove M with plough: A does not know Plough",
        "A surge k18": "surge k18: A knows no Momentum steps",
        "A swarm b k16": "swarm B k16: A does not know Swarm",
    }.items():
        assert pitch.refusal("N", line) == why
