"""The abilities of the Types in an action: ELFBALL-117, 132 to 140, 143 to 149, 153 to 162."""

import pytest

from pbem.games.elfball.actions.blows import Gloated, tackling
from pbem.games.elfball.actions.surging import Surged
from pbem.games.elfball.field.events import (
    ActionOver,
    Bounced,
    BrokeFree,
    Disengaged,
    Impacted,
    Injured,
    Lost,
    PickedUp,
    Ran,
    Shifted,
    Shoved,
    StoodUp,
    Tackled,
    Thrown,
)
from pbem.games.elfball.field.state import PLAIN, Memory
from pbem.games.elfball.rolls.chances import Help
from pbem.games.elfball.rolls.hooks import BLOWS

from .pitch import Played, after, plain

AWAY = "; P Imp u22; R Imp x21"


# Cheater.


def test_cheapshot() -> None:
    """ELFBALL-132: at one who lies, without Impact, rear or ball; a Slide is nothing, a Solid Hit wakes the Dazed."""
    who = "A Widowmaker k20 2 with cheapshot; M Ogre k22 {}" + AWAY
    slide = after(who.format("dazed"), "A tackle m with cheapshot", "S X S - -", ball="g8")
    assert plain(slide.told(Tackled)[0]).working == "2-2"
    assert (slide.told(Tackled)[0].result, slide.posture("A"), slide.posture("M")) == (
        "nothing",
        "standing",
        "dazed",
    )
    solid = after(who.format("dazed"), "A tackle m", "S S - - -", ball="g8")
    assert (solid.told(Tackled)[0].result, solid.posture("M")) == ("solid", "down")
    assert [event.told(Tackled)[0].blow for event in (slide, solid)] == ["cheapshot"] * 2, "named or not"
    stands = Played(who.format("5"), ball="g8").refusal("N", "A tackle m with cheapshot")
    assert stands == "M stands; Cheapshot is for those who lie"
    plain_one = "A Widowmaker k20 2; M Ogre k22 down" + AWAY
    assert (
        Played(plain_one, ball="g8").refusal("N", "A tackle m") == "M is Down; only Cheapshot may tackle them"
    )


def test_malicious() -> None:
    """ELFBALL-133: one counter for Dazed, two for off the field by injury, none for who was Dazed already."""
    text = "A Widowmaker k20 2 with malicious; M Hunter k22 2" + AWAY
    for injury, counters in (("S S S S - -", 1), ("S S S - - -", 2), ("S S S S S -", 0)):
        pitch = after(text, "A tackle m", f"S S S - -  {injury}", ball="g8")
        assert sum(event.counters for event in pitch.told(Gloated)) == counters
    lies = "A Widowmaker k20 2 with malicious, cheapshot; M Hunter k22 dazed" + AWAY
    again = after(lies, "A tackle m", "S S S - -  S S S S - -", ball="g8")
    assert (again.told(Injured)[0].result, again.told(Gloated)) == ("dazed", [])
    worse = after(lies.replace("dazed", "down"), "A tackle m", "S S S - -  S S S S - -", ball="g8")
    assert [event.counters for event in worse.told(Gloated)] == [1], "from Down to Dazed"


def surged(
    text: str, line: str, momentum: int = 3, ball: str = "g8", dice: str = "", **given: object
) -> Played:
    """Momentum steps that are all made."""
    return after(text + AWAY, line, dice, ball=ball, momentum=momentum, **given)


def unable(text: str, line: str, momentum: int = 3, ball: str = "g8") -> str:
    """Why Momentum steps are refused."""
    return Played(text + AWAY, ball=ball, momentum=momentum).refusal("N", line)


def test_ruthless() -> None:
    """ELFBALL-134: closer to one who lies; a counter a step, no pace."""
    text = "A Widowmaker k20 2 with ruthless; M Imp k26 down"
    for posture in ("down", "dazed"):
        pitch = surged(text.replace("down", posture), "A surge k22 k24")
        assert pitch.told(Surged)[0].momentum == 1
        assert pitch.at("A") == "k24"
    assert "leads to k22" in unable(
        "A Widowmaker k20 2 with ruthless; B Imp k26 down; M Imp j3", "A surge k22"
    )
    assert unable(text, "A surge k18") == "surge k18: no Momentum step of A leads to k18"
    assert "leads to k22" in unable(text.replace("down", "5"), "A surge k22")


# Defender.


def clipped(dice: str, line: str = "A move k18", text: str = "", **given: object) -> Played:
    """An Imp of Might 2 and Dodge 5 gets away from a Dwarf of Might 4 with Clipping."""
    return after("A Imp k20 2; M Dwarf k22 5 with clipping" + text + AWAY, line, dice, ball="g8", **given)


def test_clipping() -> None:
    """ELFBALL-135: an Impact, on Dodge if that is higher, then the Disengage; nothing against who is as strong."""
    pitch = clipped("S S - - -  S S - - -")
    assert [event.result for event in pitch.told(BrokeFree)] == ["success"]
    assert plain(pitch.told(BrokeFree)[0]).working == "4-2"
    assert (pitch.told(Disengaged)[0].result, pitch.at("A")) == ("free", "k18")
    strong = after("A Dwarf k20 2; M Dwarf k22 5 with clipping" + AWAY, "A move k18", "-", ball="g8")
    assert (strong.told(BrokeFree), strong.posture("A")) == ([], "down")


def test_clipping_is_tried_again() -> None:
    """ELFBALL-135, R28: a pace a try while more than one is left, unless `once`; a flop is Down and a Shift."""
    pitch = clipped("- - - - -  - - - - -  S S - - -  S S - - -", "A move k18, face 1")
    assert [event.result for event in pitch.told(BrokeFree)] == ["fail", "fail", "success"]
    assert pitch.at("A") == "k18"
    once = clipped("- - - - -", "A move k18 once, face 4")
    assert (len(once.told(BrokeFree)), once.at("A"), once.looks("A"), once.posture("A")) == (
        1,
        "k20",
        4,
        "standing",
    )
    slow = after(
        "A Gnome k20 2; M Dwarf k22 5 with clipping" + AWAY, "A move k18", "- - - -  " * 5, ball="g8"
    )
    assert len(slow.told(BrokeFree)) == 5
    flop = clipped("X - - - -")
    assert (flop.posture("A"), bool(flop.told(Shifted))) == ("down", True)
    might = clipped("S S  S S - - -", "A move k18 might")
    assert len(plain(might.told(BrokeFree)[0]).rolled) == 2


def test_clipping_met_with_might() -> None:
    """ELFBALL-135, R28: on Might where Dodge is not higher."""
    text = "A Zombie k20 2; M Dwarf k22 5 with clipping" + AWAY  # Might 3, Dodge 2
    pitch = after(text, "A move k18", "S S -  S S", ball="g8")
    assert plain(pitch.told(BrokeFree)[0]).rolled == "SS-"
    even = "A Hunter k20 2 with buff; M Dwarf k22 5 with clipping" + AWAY  # both are 3: Buff serves Might
    assert plain(after(even, "A move k18", "- - S  S  S S S", ball="g8").told(BrokeFree)[0]).ability == "buff"


def test_several_who_clip() -> None:
    """ELFBALL-135, R60: one Impact each in letter order; only the one that failed is tried again."""
    text = "; N Dwarf j21 4 with clipping"
    dice = "S S S - -  - - - - -  S S S - -  S S S - -"
    pitch = clipped(dice, text=text, momentum=0)
    assert pitch.dice.left == []
    tries = [(event.other, event.result) for event in pitch.told(BrokeFree)]
    assert tries == [("M", "success"), ("N", "fail"), ("N", "success")]


def test_clipping_in_a_dash() -> None:
    """ELFBALL-135: no second try, but the challenge of the Dash may still be made."""
    pitch = clipped("S  - - - - -  - -", "A dash 1, move k18, shove m keep", momentum=1)
    assert (len(pitch.told(BrokeFree)), len(pitch.told(Shoved))) == (1, 1)


@pytest.mark.parametrize(
    ("who", "line", "dice", "ball", "earned"),
    [
        ("Dwarf k20 2 with knockback; M Imp k22 2", "A shove m", "S S - -", "g8", 2),  # ELFBALL-136
        ("Dwarf k20 2 with knockback; M Imp k22 2", "A shove m", "S S S S", "g8", 6),
        ("Dwarf k20 2 with knockback; M Imp k22 2", "A tackle m", "S S S S", "g8", 0),
        ("Hunter k20 2 with collision; M Dwarf k22 2", "A tackle m", "S S -  - - - -", "M", 2),  # ELFBALL-139
        ("Hunter k20 2 with collision; M Striker k22 2", "A tackle m", "* S S S  S  - -  2", "M", 2),
        (
            "Hunter k20 2 with collision; M Dwarf k22 2",
            "A tackle m",
            "S S -  * S S S  S  - - - -  2",
            "M",
            4,
        ),  # both
        ("Hunter k20 2; M Dwarf k22 2", "A tackle m", "S S -  * S S S  S  - - - -  2", "M", 2),
        ("Hunter k20 2 with collision; M Dwarf k22 5 with clipping", "A move k18", "S S S  S S -", "g8", 2),
        ("Striker k20 2 with hotdog; M Imp k22 5", "A move k18", "S S S -", "g8", 4),  # ELFBALL-154
        ("Thrower k20 2 with bullet; B Imp k26 5", "A throw b", "S S - -", "A", 2),  # ELFBALL-157
    ],
)
def test_double_counters(who: str, line: str, dice: str, ball: str, earned: int) -> None:
    """ELFBALL-136, ELFBALL-139, ELFBALL-154, ELFBALL-157, ELFBALL-162: extra successes are doubled before the maximum
    of 6; for the challenges named only."""

    pitch = after(f"A {who}" + AWAY, f"{line} keep, wait", dice, ball=ball)
    assert pitch.state.momentum == min(6, earned)


def test_goalie() -> None:
    """ELFBALL-137: closer to the own team's goal."""
    text = "A Dwarf g22 2 with goalie"
    assert surged(text, "A surge f21 e22", ball="m4").at("A") == "e22"
    assert "leads to h23" in unable(text, "A surge h23", ball="m4")


# Hunter.


def test_cutblock() -> None:
    """ELFBALL-138: after a step, a stronger one without Impact; Down whatever comes of it."""
    text = "A Hunter k18 2 with cutblock; M Dwarf k22 2" + AWAY
    line = "A move k20, tackle m with cutblock"
    hit = after(text, line, "S S - -  2", ball="M")
    assert (hit.told(Impacted), hit.told(Tackled)[0].result) == ([], "solid")
    assert (hit.posture("A"), hit.posture("M")) == ("down", "down")
    missed = after(text, line, "- - - -", ball="M")
    assert (missed.posture("A"), missed.told(Shifted)) == ("down", [])
    near = "A Hunter k20 2 with cutblock; M {} k22 2" + AWAY
    assert Played(near.format("Dwarf"), ball="M").refusal("N", "A tackle m with cutblock") == (
        "A must have made a step before a Cutblock"
    )
    even = Played("A Hunter k18 2 with cutblock; M Hunter k22 2" + AWAY, ball="M").refusal("N", line)
    assert even == "M is not stronger than A; a Cutblock is for stronger ones"
    weak = Played("A Hunter k18 2 with cutblock; M Imp k22 2" + AWAY, ball="M").refusal("N", line)
    assert weak == "M is not stronger than A; a Cutblock is for stronger ones"


def test_beeline() -> None:
    """ELFBALL-140: closer to the opponent who holds the ball."""
    text = "A Hunter k20 2 with beeline; M Imp k26 5"
    assert surged(text, "A surge k22 k24", ball="M").at("A") == "k24"
    assert "leads to k22" in unable(text, "A surge k22", ball="g8")
    assert "leads to k18" in unable(text, "A surge k18", ball="M")
    own = "A Hunter k20 2 with beeline; B Imp k26 5"
    assert "leads to k22" in unable(own, "A surge k22", ball="B")


# Little Guy.


def test_swarm() -> None:
    """ELFBALL-143: any standing Little Guy, closer to a teammate of no more Might."""
    text = "A Imp k20 2 with swarm; B Imp k12 2; C Dwarf g12 2; D Gnome o12 2"
    pitch = surged(text, "A swarm b k14 k16, move k22")
    assert (pitch.at("B"), pitch.at("A"), pitch.told(Surged)[0].momentum) == ("k16", "k22", 1)
    assert "leads to j11" in unable("A Imp k20 2 with swarm; B Imp k12 2; C Dwarf g12 2", "A swarm b j11")
    assert unable(text, "A swarm c g14") == "swarm C g14: C is not a Little Guy"
    assert unable(text, "A swarm a k22") == "swarm A k22: A's own steps are: surge k22"
    assert surged("A Imp k20 2 with swarm; B Imp k26 2", "A surge k22").at("A") == "k22"
    assert (
        unable(text, "A swarm b k14 k10")
        == "swarm B k14 k10: k10 is not next to k14 (neighbors: j15 k16 l15 l13 k12 j13)"
    )
    ball = unable("A Imp k20 2 with swarm; B Imp k12 2", "A swarm b k14", ball="k14")
    assert ball == "swarm B k14: B cannot go to k14; only the acting player can"


def test_who_must_stand_in_a_swarm() -> None:
    """ELFBALL-143: those who are moved; the acting player may lie, also without the paces to get up."""
    text = "A Imp k20 {} with swarm; B Imp k12 {}"
    lying = surged(text.format("dazed", "2"), "A swarm b k14, wait")
    assert (lying.at("B"), lying.asks) == ("k14", {"N": "continue"})
    lying.play("N", "swarm b k16, end")
    assert (lying.at("B"), lying.asks) == ("k16", {"S": "turn"})
    held = text.format("dazed", "2") + "; M Imp k22 5; N Imp l21 6"  # eight paces to get up, of seven
    assert surged(held, "A swarm b k14, wait").asks == {"N": "continue"}
    assert unable(text.format("2", "down"), "A swarm b k14") == "swarm B k14: B does not stand"
    refused = "A is Down and can only stand (3 paces) or pass"
    assert unable(text.format("down", "2"), "A surge k22") == refused


# Midfielder.


def test_rally() -> None:
    """ELFBALL-144: from Dazed at the cost of Down."""
    assert after("A Midfielder k20 dazed with rally" + AWAY, "A stand", ball="g8").told(StoodUp)[0].cost == 2
    assert after("A Midfielder k20 down with rally" + AWAY, "A stand", ball="g8").told(StoodUp)[0].cost == 2
    assert after("A Midfielder k20 dazed" + AWAY, "A stand", ball="g8").told(StoodUp)[0].cost == 5


def test_helping_hand() -> None:
    """ELFBALL-145: -1 without facing anybody, once, to challenges with a target; not lying, not for the enemy."""
    text = "A Hunter k20 2; B Midfielder k18 {} with helping hand; M Dwarf k22 5" + AWAY
    turned_away = after(text.format("5"), "A shove m", "S - -", ball="g8")
    assert plain(turned_away.told(Shoved)[0]).working == "4-2-1(B)"
    facing = "A Midfielder k20 3; B Midfielder l19 2 with helping hand" + AWAY
    once = after(facing, "A go ball", "S - -", ball="l21")
    assert plain(once.told(PickedUp)[0]).working == "1-1(B)"
    lying = after(text.format("down"), "A shove m", "S S -", ball="g8")
    assert plain(lying.told(Shoved)[0]).working == "4-2"
    away = after(text.replace("k18", "k16").format("2"), "A shove m", "S S -", ball="g8")
    assert plain(away.told(Shoved)[0]).working == "4-2"
    theirs = "A Hunter k20 2; M Imp k22 5; N Midfielder k24 2 with helping hand" + AWAY
    assert plain(after(theirs, "A tackle m", "- - - -", ball="M").told(Tackled)[0]).working == "5-2"
    injured = after(
        "A Widowmaker k20 2; M Hunter k22 2; N Midfielder k24 2 with helping hand" + AWAY,
        "A tackle m",
        "S S S - -  - - - - - -",
        ball="g8",
    )
    assert injured.told(Injured)[0].dice.target == 0


def test_teammate() -> None:
    """ELFBALL-146: closer to any teammate."""
    text = "A Midfielder k20 2 with teammate; B Imp k26 2 down"
    assert surged(text, "A surge k22").at("A") == "k22"
    assert "leads to k18" in unable(text, "A surge k18")


# Monster.


def test_pummel() -> None:
    """ELFBALL-147: half the Might for both, a success more if the Tackle is neither flopped nor 0."""
    text = "A Ogre k20 2 with pummel; M Hunter k22 2" + AWAY  # Might 5, so 2: an Impact against 3
    pitch = after(text, "A tackle m with pummel", "S -  S S  S S S S S S  2", ball="M")
    assert plain(pitch.told(Impacted)[0]).rolled == "S-"
    dice = plain(pitch.told(Tackled)[0])
    assert (len(dice.rolled), dice.bonus, dice.net, pitch.told(Tackled)[0].result) == (2, 1, 3, "punishing")
    zero = after("A Ogre k20 2 with pummel; M Imp k22 2" + AWAY, "A tackle m with pummel", "S X", ball="M")
    assert (plain(zero.told(Tackled)[0]).bonus, zero.told(Tackled)[0].result) == (0, "fail")
    one = after(
        "A Ogre k20 2 with pummel; M Striker k22 2" + AWAY, "A tackle m with pummel", "S -  S -  2", ball="M"
    )
    assert (plain(one.told(Tackled)[0]).net, one.told(Tackled)[0].result) == (2, "solid")


def test_the_odds_of_a_pummel() -> None:
    """ELFBALL-147: nothing is added to 0, so that one success of the dice is needed at least."""
    text = "A Ogre k20 2 with pummel; M Striker k22 2" + AWAY
    state = Played(text, ball="M").state
    pummel = tackling(state, "A", "M", PLAIN, BLOWS["pummel"])
    assert (pummel.target, pummel.odds(Help(), major=False).success) == (1, 59)


def test_plough() -> None:
    """ELFBALL-149: a counter and a pace to follow, without Disengage; the ball is settled first."""
    text = "A Ogre k20 2 with plough; M Imp k22 2; N Imp j21 4" + AWAY
    pitch = after(text, "A shove m with plough", "S S - - -", ball="g8")
    assert (pitch.at("M"), pitch.at("A"), pitch.told(Disengaged)) == ("k24", "k22", [])
    assert pitch.told(Ran)[-1] == Ran("A", "k20", ("k22",), 3)
    assert pitch.told(ActionOver) == [ActionOver("A", 0)]  # the counter that the Shove had earned is paid
    poor = after(text, "A shove m with plough", "S - - - -", ball="g8", momentum=0)
    assert (poor.at("A"), poor.told(Lost)[0].why) == ("k20", "with plough: no Momentum left")
    back = after(
        "A Ogre k20 2 with plough; M Imp k22 2" + AWAY, "A shove m with plough", "S S - - -  5  S", ball="k24"
    )
    assert (back.at("A"), back.state.ball) == ("k22", "A")


def test_a_plough_leads_nobody_off_the_field() -> None:
    """ELFBALL-91, ELFBALL-149: into the goal only the holder follows, who scores; nobody else is sent off for it."""
    text = "A Ogre v21 3 with plough; M Imp w22 2; N Imp u10"
    empty = after(text, "A shove m with plough", "S S - - -", ball="g8")
    assert (empty.at("M"), empty.at("A")) == ("x23", "v21")
    holder = after(text, "A shove m with plough", "S S - - -", ball="A")
    assert (holder.at("A"), holder.state.score["N"]) == ("w22", 1)


# Striker.


@pytest.mark.parametrize(
    ("dice", "result", "ball"),
    [("S S", "steal", "A"), ("S -  2", "strip", "k24"), ("- -", "fail", "M"), ("X -", "flop", "M")],
)
def test_steal(dice: str, result: str, ball: str) -> None:
    """ELFBALL-153: without Impact, both stay up; flop and fail as usual."""
    text = "A Striker k20 2 with steal; M Zombie k22 2" + AWAY
    pitch = after(text, "A tackle m with steal", dice, ball="M")
    assert (pitch.told(Tackled)[0].result, pitch.state.ball, pitch.posture("M")) == (result, ball, "standing")
    assert pitch.told(Impacted) == []
    assert (
        after(text.replace("Zombie", "Monster"), "A tackle m with steal", dice, ball="M").told(Impacted) == []
    )
    assert pitch.posture("A") == ("down" if result == "flop" else "standing")
    assert bool(pitch.told(Bounced)) == (result == "strip")


def test_steal_is_for_the_holder() -> None:
    """ELFBALL-153: from somebody without the ball there is nothing to take."""
    text = "A Striker k20 2 with steal; M Zombie k22 2" + AWAY
    assert Played(text, ball="g8").refusal("N", "A tackle m with steal") == (
        "M does not hold the ball; Steal is for the holder"
    )


def test_burst() -> None:
    """ELFBALL-155: any direction, after a Pick-up or a Steal has brought the ball in this action."""
    text = "A Striker k20 3 with burst" + AWAY
    pitch = after(text, "A go ball, surge l23 k24", "S S S -", ball="l21")
    assert (pitch.at("A"), pitch.told(Surged)[0].momentum) == ("k24", 0)
    assert (
        unable("A Striker k20 3 with burst", "A surge k22", ball="A")
        == "surge k22: no Momentum step of A leads to k22"
    )


# Undead.


def test_fear() -> None:
    """ELFBALL-159: an Impact first, without counters, by others as strong, and for a Steal or a Cutblock."""
    text = "A {} k20 2{}; M Zombie k22 2 with fear" + AWAY
    equal = after(text.format("Hunter", ""), "A tackle m keep", "S S S  - - - -", ball="M")
    assert (plain(equal.told(Impacted)[0]).earned, len(equal.told(Tackled))) == (0, 1)
    weaker = after(text.format("Imp", ""), "A tackle m keep", "S S  - -", ball="M")
    assert plain(weaker.told(Impacted)[0]).earned == 1
    steal = after(text.format("Striker", " with steal"), "A tackle m with steal", "- - -", ball="M")
    assert steal.told(Impacted)[0].result == "fail"
    brave = after(text.format("Hunter", " with psycho"), "A tackle m", "- - - -", ball="M")
    assert brave.told(Impacted) == []
    cut = "A Hunter k18 2 with cutblock; M Mummy k22 2 with fear" + AWAY
    failed = after(cut, "A move k20, tackle m with cutblock keep", "- - -", ball="M")
    assert (failed.told(Tackled), failed.posture("A")) == ([], "standing")
    cheap = "A Widowmaker k20 2 with cheapshot; M Zombie k22 down with fear" + AWAY
    assert after(cheap, "A tackle m", "- - - - -", ball="g8").told(Impacted) == []


def test_everlasting() -> None:
    """ELFBALL-160: Momentum of the other team cannot replace the player's Injury dice."""
    text = "A Widowmaker k20 2; M Zombie k22 2{}" + AWAY
    pressed: dict[str, object] = {"momentum": 3, "private": {"N": Memory(momentum={})}}
    line = "A tackle m keep, momentum injury needed"
    free = after(text.format(""), line, "S S S - -  S S S S - -  - ", ball="g8", **pressed)
    assert plain(free.told(Injured)[0]).given == "S"
    shielded = after(text.format(" with everlasting"), line, "S S S - -  S S S S - -", ball="g8", **pressed)
    assert plain(shielded.told(Injured)[0]).given == ""


def test_shamble() -> None:
    """ELFBALL-161: two counters a step, any direction, without Disengage."""
    text = "A Zombie k20 2 with shamble; M Hunter k22 5"
    pitch = surged(text, "A surge k18", momentum=3)
    assert (pitch.at("A"), pitch.told(Surged)[0].momentum, pitch.told(Disengaged)) == ("k18", 1, [])
    assert (
        unable(text, "A surge k18 k16", momentum=3) == "surge k18 k16: 1 Momentum left; a step to k16 takes 2"
    )


# Momentum steps in general.


def test_momentum_steps() -> None:
    """ELFBALL-117: no Disengage, no occupied hex; the ball brings a Pick-up, the goal a goal, the edge is a slip."""
    text = "A Midfielder k20 2 with teammate; B Imp k26 5"
    assert unable(text + "; M Imp k18 2", "A surge k22") == "surge k22: A would have to Disengage on k20"
    assert unable(text + "; M Imp k22 2", "A surge k22") == "k22 is taken by M"
    assert unable(text, "A surge k22", momentum=0) == "surge k22: no Momentum left; a step to k22 takes 1"
    assert surged(text, "A surge k22", ball="k22", dice="S - -").state.ball == "A"
    home = "A Midfielder v21 2 with teammate; B Imp w24 5"
    scored = after(home + "; P Imp u12", "A surge w22", ball="A", momentum=1, goals=2)
    assert scored.state.score["N"] == 1
    edge = "A Midfielder i4 5 with shamble"
    assert unable(edge, "A surge i2") == "i2 is the edge line: you would be sent off (add: out)"
    closed = "A Dwarf k12 2 with teammate; B Imp k34 2; N Dwarf k24 2"
    line = "A move k14 k16 k18 k20 k22, shove n keep, surge j23"
    late = after(closed + AWAY, line, "- - - -", ball="g8", momentum=2)
    assert (
        late.told(Lost)[0].why
        == "surge j23: after the last challenge of an action there are no Momentum steps"
    )


def test_the_cheapest_ability_is_used() -> None:
    """ELFBALL-117, R26: of several that allow a step, one that costs a single counter."""
    text = "A Midfielder k20 2 with shamble, teammate; B Imp k26 5"
    assert surged(text, "A surge k22 k20", momentum=3).told(Surged)[0].momentum == 0


# Thrower.


def test_scramble() -> None:
    """ELFBALL-156: 7 to 18 in any action for 1 more; +2 over 9; alone it is an ordinary long throw."""
    text = "A Thrower k20 3 with scramble; B Imp k36 5; C Imp k40 5; P Imp u22"
    moved = after(text, "A move k22, throw b", "S S - -  S S -", ball="A")
    assert moved.told(Thrown)[0].dice.working == "1+1(scramble)"
    focused = after(
        text.replace("scramble;", "scramble, focused;"), "A move k22, throw b", "S S - -  S S -", ball="A"
    )
    assert focused.told(Thrown)[0].dice.working == "1+1(scramble)", "which is no opponent's (ELFBALL-129)"
    assert after(text, "A throw b, move k22", "S S - -  S S -", ball="A").at("A") == "k22"
    far = after(text, "A throw c with scramble, move k22", "S S S S  S S -", ball="A")
    assert far.told(Thrown)[0].dice.working == "1+2(range)+1(scramble)"
    alone = after(text, "A throw b", "S - - -  S S -", ball="A")
    assert alone.told(Thrown)[0].dice.working == "1"
    near = after(
        "A Thrower k20 3 with scramble; B Imp k28 5; P Imp u22",
        "A move k22, throw b",
        "S - - -  S S -",
        ball="A",
    )
    assert near.told(Thrown)[0].dice.working == "1"
    waits = Played(text, dice="S S - -  S S -", ball="A")
    waits.play("N", "A throw b with scramble, wait")
    assert waits.asks == {"N": "continue"}
    waits.play("N", "A move k22")
    assert waits.at("A") == "k22"


def test_scramble_after_a_dash() -> None:
    """ELFBALL-156 against R17: a long throw is always open to a Scrambler, also as the challenge of a Dash."""
    text = "A Thrower k20 3 {}; B Imp k36 5; P Imp u22"
    line = "A dash 1, move k22, throw b"
    dashed = after(text.format("with scramble"), line, "S  S S S S", ball="A", momentum=1)
    assert dashed.told(Thrown)[0].dice.working == "1+1(scramble)"
    plain_thrower = after(text.format(""), line, "S", ball="A", momentum=1)
    assert (
        plain_thrower.told(Lost)[0].why
        == "throw B: 7 paces; more than 6 must be the only thing in the action"
    )


def test_lead_pass() -> None:
    """ELFBALL-158: who catches goes on at once, a counter a step; then the thrower's action goes on."""
    text = "A Thrower k20 2 with lead pass; B Striker k26 5" + AWAY
    pitch = after(text, "A throw b with lead k28 k30, move k22", "S S S -", ball="A")
    assert (pitch.at("B"), pitch.state.ball, pitch.at("A")) == ("k30", "B", "k22")
    poor = after(text, "A throw b with lead k28 k30", "S S - -", ball="A")
    assert (poor.at("B"), poor.told(Lost)[0].item) == ("k28", "with lead k28 k30")
    goal = "A Thrower t21 2 with lead pass; B Striker v21 5; P Imp u12"
    into = after(goal, "A throw b with lead w22", "S S S -", ball="A")
    assert (into.at("B"), into.state.score["N"]) == ("w22", 0)
    dropped = after(
        text, "A throw b with lead k28, momentum catch keep", "S - - -  - - - - 2", ball="A", momentum=2
    )
    assert dropped.at("B") == "k26"
