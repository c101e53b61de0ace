"""Impact, Tackle, Shove and Injury: ELFBALL-72 to 78, 82, 83, 86."""

import pytest

from pbem.games.elfball.field.events import Impacted, Injured, Lost, Shifted, Shoved, Tackled

from .pitch import Played, after

AWAY = "; P Imp u22; R Imp x21"


def test_who_may_be_tackled() -> None:
    """ELFBALL-72: a standing opponent in a neighboring hex, by letter or by hex."""
    pitch = Played("A Hunter k20 2; B Imp j21 4; M Imp k22 5; N Imp k18 down; O Imp g20 1" + AWAY, ball="g8")
    assert pitch.refusal("N", "A tackle l21") == "tackle l21: nobody there"
    assert pitch.refusal("N", "A tackle n") == "N is Down; only Cheapshot may tackle them"
    assert pitch.refusal("N", "A tackle o") == "O is not next to you"
    assert pitch.refusal("N", "A tackle b") == "tackle B: B is on your own team"
    assert pitch.refusal("N", "A shove n") == "N is Down; only a standing player can be shoved"
    far = Played("A Hunter k20 2" + AWAY, ball="g8")
    told = far.refusal("N", "A move k22 k24 k26, tackle p")
    assert told == "P is not next to you; A is on k26 by then, with 3 paces left"
    pitch = after("A Hunter k20 2; M Imp k22 5" + AWAY, "A tackle k22", "- - - -", ball="g8")
    assert pitch.told(Tackled)[0].target == "M"


def test_an_impact_is_needed_against_the_stronger() -> None:
    """ELFBALL-72: only if the tackler's Might is less."""
    strong = after("A Imp k20 2; M Ogre k22 2" + AWAY, "A tackle m", "S S  - -", ball="g8")
    assert strong.labels() == ["impact", "tackle"]
    assert after("A Imp k20 2; M Imp k22 2" + AWAY, "A tackle m", "- -", ball="g8").labels() == ["tackle"]


@pytest.mark.parametrize(
    ("dice", "result", "labels"),
    [("X -", "flop", ["impact"]), ("S -", "fail", ["impact"]), ("S S - -", "success", ["impact", "tackle"])],
)
def test_an_impact(dice: str, result: str, labels: list[str]) -> None:
    """ELFBALL-73: Might against Might - 2; flop Down and a Shift, fail no Tackle, success the Tackle follows."""
    pitch = after("A Imp k20 2; M Ogre k22 2" + AWAY, "A tackle m", dice, ball="g8")
    impact = pitch.told(Impacted)[0]
    assert (impact.dice.working, impact.dice.target, impact.result) == ("5-2-1(rear)", 2, result)
    assert pitch.labels() == labels
    assert (pitch.posture("A") == "down") == bool(pitch.told(Shifted)) == (result == "flop")


def test_an_impact_earns_as_usual() -> None:
    """ELFBALL-75: its extra successes are counters; those of a Tackle only beyond a Crippling Hit."""
    pitch = after("A Imp k20 2; M Ogre k22 2" + AWAY, "A tackle m keep", "S *  S  - -", ball="g8")
    assert pitch.told(Impacted)[0].dice.earned == 1
    text = "A Widowmaker k20 2; M Zombie k22 2"
    hit = after(text + AWAY, "A tackle m", "S S S S S  - - - - - -  2", ball="M")
    assert (hit.told(Tackled)[0].dice.target, hit.told(Tackled)[0].dice.earned) == (1, 1)


@pytest.mark.parametrize(
    ("dice", "result", "postures"),
    [
        ("X - - - -", "flop", ("down", "standing")),
        ("- - - - -", "fail", ("standing", "standing")),
        ("S S - - -", "slide", ("down", "down")),
        ("S S S - -", "solid", ("standing", "down")),
        ("S S S S -  S S S S - -", "punishing", ("standing", "dazed")),
        ("S S S S S  S S", "crippling", ("standing", "standing")),
    ],
)
def test_the_table_of_a_tackle(dice: str, result: str, postures: tuple[str, str]) -> None:
    """ELFBALL-74: flop, fail, Slide Tackle, Solid Hit, Punishing Hit (Grit 6), Crippling Hit (the target's own)."""
    pitch = after(
        "A Widowmaker k20 2; M Striker k22 5" + AWAY,
        "A tackle m",
        dice + ("  2" if result not in "flop fail" else ""),
        ball="M",
    )
    assert pitch.told(Tackled)[0].result == result
    assert (pitch.posture("A"), pitch.posture("M")) == postures
    assert pitch.told(Tackled)[0].dice.working == "4-2"
    assert bool(pitch.told(Shifted)) == (result == "flop")


def test_a_target_without_the_ball_is_harder_to_tackle() -> None:
    """ELFBALL-74: +1 if the opponent does not hold it."""
    pitch = after("A Widowmaker k20 2; M Striker k22 5" + AWAY, "A tackle m", "- - - - -", ball="g8")
    assert pitch.told(Tackled)[0].dice.working == "4-2+1(no ball)"


def test_a_tackler_who_holds_the_ball_may_lose_it() -> None:
    """ELFBALL-52, ELFBALL-74: a holder who goes Down in their own Slide Tackle drops the ball."""
    pitch = after("A Widowmaker k20 2; M Striker k22 5" + AWAY, "A tackle m", "S S S - -  5", ball="A")
    assert (pitch.state.ball, pitch.posture("A")) == ("k18", "down")


def test_who_may_be_shoved() -> None:
    """ELFBALL-76, ruling R16: straight away from the shover, and the hex behind must hold no player."""
    pitch = Played("A Hunter k20 2; M Imp i20 5; N Imp j21 4; O Imp i22 down" + AWAY, ball="g8")
    assert pitch.refusal("N", "A shove n") == "shove N: the hex behind (i22) is taken"
    assert pitch.refusal("N", "A shove m") == "M is not next to you"
    free = after("A Hunter k20 2; N Imp j21 4" + AWAY, "A shove n", "S - -", ball="g8")
    assert free.at("N") == "i22"


@pytest.mark.parametrize(
    ("dice", "result", "at"),
    [("X - -", "flop", "k22"), ("- - -", "fail", "k22"), ("S - -", "success", "k24")],
)
def test_a_shove(dice: str, result: str, at: str) -> None:
    """ELFBALL-77: Might against Might - 2; flop Down and a Shift, fail nothing, success one hex, looking as before."""
    pitch = after("A Hunter k20 2; M Midfielder k22 5" + AWAY, "A shove m", dice, ball="g8")
    assert (pitch.told(Shoved)[0].result, pitch.at("M"), pitch.looks("M"), pitch.at("A")) == (
        result,
        at,
        5,
        "k20",
    )
    assert pitch.told(Shoved)[0].dice.working == "3-2"
    assert (pitch.posture("A") == "down") == bool(pitch.told(Shifted)) == (result == "flop")


def test_shoved_onto_the_ball() -> None:
    """ELFBALL-78: it drops from there, without a Catch for that bounce; a goal or edge hex is the referee's."""
    pitch = after(
        "A Hunter k20 2; M Midfielder k22 5; N Imp u24" + AWAY, "A shove m, end", "S - -  6", ball="k24"
    )
    assert (pitch.at("M"), pitch.state.ball, pitch.labels()) == ("k24", "j23", ["shove", "bounce"])


def test_a_catch_that_an_own_player_flops_is_a_shift() -> None:
    """ELFBALL-20, ELFBALL-70: after a bounce that was no throw only the flop of an own Catch is one."""
    text = "A Hunter k20 2; M Midfielder k22 5; B Midfielder j23 4" + AWAY
    flopped = after(text, "A shove m, face 1", "S - -  6  X - -  1", ball="k24")
    assert flopped.told(Shifted)
    hit = after(
        "A Hunter k20 2; M Midfielder k22 2; B Midfielder j23 4" + AWAY,
        "A tackle m, face 1",
        "S - - S  1  X - -  1",
        ball="M",
    )
    assert (hit.told(Tackled)[0].result, len(hit.told(Shifted)), hit.looks("A")) == ("solid", 1, 2)
    twice = text + "; C Midfielder i24 1"
    again = after(twice, "A shove m, face 1", "S - -  6  X - -  1  - - -  1", ball="k24")
    assert (len(again.told(Shifted)), again.looks("A")) == (1, 2)
    theirs = "A Hunter k20 2; M Midfielder k22 5; N Midfielder j23 4" + AWAY
    gift = after(theirs, "A shove m, face 1", "S - -  6  X - -  1", ball="k24")
    assert (gift.posture("N"), gift.told(Shifted), gift.looks("A")) == ("down", [], 1)
    missed = after(text, "A shove m, face 1", "S - -  6  - - -  1", ball="k24")
    assert (missed.told(Shifted), missed.looks("A")) == ([], 1)


@pytest.mark.parametrize(
    ("dice", "result", "at"),
    [
        ("X - - - - -", "infirmary", "infirmary"),
        ("- - - - - -", "infirmary", "infirmary"),
        ("S - - - - -", "infirmary", "infirmary"),
        ("S S - - - -", "recovery", "recovery"),
        ("S S S - - -", "bench", "bench"),
        ("S S S S - -", "dazed", "k22"),
        ("S S S S S -", "down", "k22"),
        ("S S S S S S", "down", "k22"),
    ],
)
def test_the_table_of_injuries(dice: str, result: str, at: str) -> None:
    """ELFBALL-82, ELFBALL-83: by net; a flop is the Infirmary, 5 and more is only Down; barred from the Bench."""
    pitch = after("A Widowmaker k20 2; M Zombie k22 2" + AWAY, "A tackle m", f"S S S S -  {dice}", ball="g8")
    assert (pitch.told(Injured)[0].result, pitch.at("M")) == (result, at)
    assert pitch.state.players["M"].barred == (result == "bench")
    assert not pitch.told(Injured)[0].dice.target


def test_punishing_and_crippling_grit() -> None:
    """ELFBALL-74, ELFBALL-82: six dice for a Punishing Hit, the player's own Grit for a Crippling one."""
    text = "A Widowmaker k20 2; M Striker k22 2" + AWAY
    for dice, count in (("S S S S -  - - - - - -", 6), ("S S S S S  - -", 2)):
        pitch = after(text, "A tackle m", dice, ball="g8")
        rolls = [row for row in pitch.match.rows if row.name == "injury"]
        assert len(rolls[0].faces) == count


def test_what_is_settled_first() -> None:
    """ELFBALL-86: Injury, then players, then the ball: it bounces into the hex the player has left."""
    text = "A Widowmaker k20 2; M Striker k22 2; B Imp k24 5" + AWAY
    pitch = after(text, "A tackle m", "S S S S S  - -  2  - - -  -  5", ball="M")
    assert (pitch.at("M"), pitch.state.ball) == ("infirmary", "k22")
    assert pitch.told(Lost) == []
