"""Lines that prompts and refusals propose: always legal, and near to what was written."""

import pytest

from pbem.games.elfball.field.prompts import YourTurn
from pbem.mail.prose import Templates
from pbem.play.requests import seeded

from .pitch import GAME, Played

TEMPLATES = Templates()
AWAY = "; P Imp u22; R Imp x21"
BENCH = (
    "A Swinetaur bench; B Hunter bench; C Hunter bench; D Midfielder bench; E Midfielder bench; F Hunter bench; "
    "G Hunter bench; H Midfielder recovery; M Imp bench"
)
FIELD = "A Imp k20 2; B Hunter k14 2; C Dwarf i16 down; D Hunter e22 3; G Striker bench; M Dwarf k24 5; N Imp l17 5"


def near(pitch: Played, line: str, seat: str = "N") -> str | None:
    """The proposal for a line, which must be legal."""
    ask = pitch.match.asks[seat]
    found = GAME.near(pitch.state, ask, line)
    if found:
        ask.check(GAME.read(found))
    return found


def shown(pitch: Played, seat: str = "N") -> str:
    """The line that the prompt of a seat shows, which must be legal."""
    ask = pitch.match.asks[seat]
    line = GAME.example(pitch.state, ask, seeded("any"))
    ask.check(GAME.read(line))
    return line


def test_the_other_prompts_show_a_short_line() -> None:
    """Section 8: a list, the usual set-up, and the ball after a face-off."""
    assert shown(Played()) == "team nightelves"
    assert shown(Played(BENCH, phase="setup")) == "setup spread B C A D E F"
    faced = Played("A Hunter l21 3; M Imp n23 6", dice="S - -  - -", phase="faceoff")
    assert shown(faced) == "pickup"


def test_the_prompts_of_reactions_show_a_short_line() -> None:
    """Section 8: the best interceptor, and a Catch."""
    text = "A Striker k20 2; B Striker k26 5; N Imp k24 1; O Imp k22 1"
    pitch = Played(text + AWAY, dice="S - - -  - - -  S S - -", ball="A")
    pitch.play("S", "always ask intercept")
    pitch.play("N", "always ask catch", "A throw b")
    assert shown(pitch, "S") == "intercept N"
    pitch.play("S", "intercept N")
    assert shown(pitch) == "catch"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A move k26", "A go k26"),
        ("A move l21 l23 k24", "A move l21 l23"),
        ("A moves to k22", "A move k22"),
        ("A k22", "A go k22"),
        ("A k22 j23", "A go j23"),
        ("A move k23", "A move k22"),
        ("A tackle m", "A go next M, tackle M"),
        ("A shvoe the m, go ball", "A go next M, shove M, go ball"),
        ("tackle A m", "A go next M, tackle M"),
        ("B tackle m", "B go next M, tackle M"),
        ("D tackle m", "D go next M, tackle M"),
        ("C go ball", "C stand, go ball"),
        ("C move i18, tackle n", "C stand, move i18, go next N, tackle N"),
        ("A go ball, dash 2, go goal", "A go ball, dash 2, go goal"),
        ("A dash, go ball", "A go ball"),
        ("G go ball", "enter G c14"),
        ("enter G f30", "enter G d31"),
        ("enter K e12", "enter G e12"),
        ("A go goal", "A go ball"),
        ("A go next m and tackle m", "A go next M, tackle M"),
        ("A go next m. tackle m then stand", "A go next M, tackle M, stand"),
        ("A go ball if ball go goal", "A go ball, if ball: go goal"),
        ("A go k20 wait if ball tackle m", "A go k20, wait if ball, go next M, tackle M"),
        ("A go k20, if not ball and near, then face ball", "A go k20, if not ball and near: face ball"),
        ("A on fail end, tackle m", "A on fail end, go next M, tackle M"),
        ("A walk k22", "A go k22"),
        ("A go m", "A go next M"),
        ("A go k20, if ball: fly home, face 3", "A go k20, face 3"),
    ],
)
def test_a_refused_action_brings_what_can_be_done_of_it(line: str, order: str) -> None:
    """Section 6.3: the items that are legal, in a form near to what was written; the same player where that may be."""
    assert near(Played(FIELD + AWAY, ball="k22"), line) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("B go k20", "A go k20"),
        ("B go c22, face 3", ""),
        ("q pass", ""),
        ("hello there", ""),
        ("K pass", ""),
    ],
)
def test_who_may_not_act_is_replaced_by_the_nearest(line: str, order: str) -> None:
    """Section 6.3: the same line for another player; nothing where it can only be done in part, or nobody is meant."""
    assert near(Played(FIELD + AWAY, ball="k22", moved={"N": "B"}), line) == order


def test_the_ball_in_other_hands() -> None:
    """Section 6.3: who is to fetch a ball that is held goes next to its holder."""
    assert near(Played(FIELD + AWAY, ball="M"), "A go ball") == "A go next M"
    assert near(Played(FIELD + AWAY, ball="A"), "A throw m, face 3") == "A face 3"
    assert near(
        Played("A Imp k20 2; D Hunter k28 2" + AWAY, ball="A"), "A face 1, throw d only, move k22"
    ) == ("A face 1, throw D only")


def test_a_player_who_waits() -> None:
    """Section 6.3: further items, with or without the letter."""
    pitch = Played(FIELD + AWAY, ball="k22")
    pitch.play("N", "A wait")
    assert near(pitch, "A move k26") == "A go k26"
    assert near(pitch, "move k26") == "A go k26"
    assert near(pitch, "tackle m, stand") == "A go next M, tackle M, stand"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("setup spread A B C D E F", "setup spread B A C D E F"),
        ("setup deep D G", "setup deep D G"),
        ("setup depe D G H", "setup deep D G B C A E"),
        ("setup B l21, C e22, D k20", ""),
        ("setup B l21 C e22, D g8", "setup B l21, C e22, D g8"),
        ("setup spread B C, D k20", ""),
        ("setpu", "setup spread B C A D E F"),
    ],
)
def test_a_refused_set_up(line: str, order: str) -> None:
    """Section 6.3: with its commas; or, without hexes, filled up, with nobody at the face-off who may not be there."""
    assert near(Played(BENCH, phase="setup"), line) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("team night elfs", "team nightelves"),
        ("team gnomes: 3 gnome", "team gnomes"),
        ("team wizards", "team widows"),
        ("team x", ""),
        ("team orcs", ""),
    ],
)
def test_a_refused_team(line: str, order: str) -> None:
    """Section 6.3: the list most like the one named, with its usual ten."""
    assert near(Played(), line) == order


def test_the_way_in_that_the_prompt_shows_is_free() -> None:
    """ELFBALL-87: who pastes `enter G HEX` is not told that somebody stands there."""
    for taken in ("c14", "c16"):
        pitch = Played(f"A Imp k20 2; B Imp {taken} 2; G Imp bench; M Imp n23 6", ball="k22")
        about = pitch.match.asks["N"].about
        assert isinstance(about, YourTurn)
        assert about.entering == ("G",)
        assert pitch.match.asks["N"].check(GAME.read(f"enter G {about.stair}"))
        prompt = TEMPLATES.prompt("elfball", pitch.match.asks["N"], pitch.state)
        assert f'"enter G {about.stair}"' in prompt
