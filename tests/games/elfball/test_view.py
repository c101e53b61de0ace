"""The picture and the lists: section 2.3."""

from typing import Any

from pbem.games.elfball.teams import POSITIONS
from pbem.games.elfball.view import WIDTH
from pbem.mail.prose import TEXT_WIDTH
from pbem.play.game import masked

from .pitch import GAME, Played

EMPTY = """\
a                             #  #  #  #  #                              a
b                     #  #  #  19 21 23 25 #  #  #                       b
c                 #  #  14 16 18 20@22 24 26 28 30 #  #                  c
d               #  11 13 15 17 19 21 23 25 27 29 31 33 #                 d
e           #  #  10 12 14 16 18 20+22 24 26 28 30 32 34 #  #            e
f         #   7: 9:11:13 15 17 19 21 23 25 27 29:31:33:35 37 #           f
g        #   6: 8:10:12:14 16 18 20 22 24 26 28:30:32:34:36 38 #         g
h      #   5  7: 9:11:13 15 17 19 21 23 25 27 29:31:33:35 37 39 #        h
i     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      i
j      #   5  7  9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 #        j
k     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      k
l   #   3  5  7  9 11 13 15 17 19+21+23 25 27 29 31 33 35 37 39 41 #     l
m     # -4 -6 -8 -10-12-14-16-18-20(*)-24-26-28-30-32-34-36-38-40 #      m
n   #   3  5  7  9 11 13 15 17 19+21+23 25 27 29 31 33 35 37 39 41 #     n
o     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      o
p      #   5  7  9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 #        p
q     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      q
r      #   5  7: 9:11:13 15 17 19 21 23 25 27 29:31:33:35 37 39 #        r
s        #   6: 8:10:12:14 16 18 20 22 24 26 28:30:32:34:36 38 #         s
t         #   7: 9:11:13 15 17 19 21 23 25 27 29:31:33:35 37 #           t
u           #  #  10 12 14 16 18 20+22 24 26 28 30 32 34 #  #            u
v               #  11 13 15 17 19 21 23 25 27 29 31 33 #                 v
w                 #  #  14 16 18 20@22 24 26 28 30 #  #                  w
x                     #  #  #  19 21 23 25 #  #  #                       x
y                             #  #  #  #  #                              y
"""

MIDDLE = """\
a                             #  #  #  #  #                              a
b                     #  #  #  19 21 23 25 #  #  #                       b
c                 #  #  14 16 18 20@22 24 26 28 30 #  #                  c
d               #  11 13 15 17 19 21 23 25 27 29 31 33 #                 d
e           #  #  10 12 14 16 18 20,B  24 26 28 30 32 34 #  #            e
f         #   7  9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 #           f
g        #   6  8 10 C, 14 16 18 20 22 24 26 28 30 32 34 36 38 #         g
h      #   5  7  9 11 13 15 17 19 21 23 25 27 29 31_F_ 35 37 39 #        h
i     #   4  6  8 10 12 14<E  18 20 22 24 26 28 30 32 34 36 38 40 #      i
j      #   5  7  9 11 13 15 17 n> 21 23 25 27 29 31 33 35 37 39 #        j
k     #   4  6  8 10 12 14 16 18*D' 22 24 26 28 30 32 34 36 38 40 #      k
l   #   3  5  7  9 11 13 15 17 19 A, 23 25 27 29 31 33 35 37 39 41 #     l
m     # -4 -6 -8 -10-12-14-16-18-20 22-24-26-28-30-32-34-36-38-40 #      m
n   #   3  5  7  9 11 13 15 17 19 21'm  25 27 29 31 33 35 37 39 41 #     n
o     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      o
p      #   5  7  9 11 13 15 17 19 21 23~o~ 27 29 31 33 35 37 39 #        p
q     #   4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 #      q
r      #   5  7  9 11 13 15 17 19 21 23 25 r' 29 31 33 35 37 39 #        r
s        #   6  8 10 p' 14 16 18 20 22 24 26 28 30 32 34 36 38 #         s
t         #   7  9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 #           t
u           #  #  10 12 14 16 18 20'q  24 26 28 30 32 34 #  #            u
v               #  11 13 15 17 19 21 23 25 27 29 31 33 #                 v
w                 #  #  14 16 18 20@22 24 26 28 30 #  #                  w
x                     #  #  #  19 21 23 25 #  #  #                       x
y                             #  #  #  #  #                              y
"""

PLAYERS = (
    "A Dryad l21 3; B Dryad e22 4; C Hunter g12 3; D Striker k20 1; E Thrower i16 5; F Thrower h33 down; "
    "G Thrower bench; H Striker bench barred; J Hunter recovery; "
    "M Hunter n23 6; N Imp j19 2; O Imp p25 dazed; P Imp s12 1; Q Striker u22 6; R Imp r27 1; "
    "S Imp infirmary; T Imp ejected"
)


def drawn(pitch: Played) -> str:
    """The board as everybody sees it."""
    return "\n".join(GAME.view(masked(pitch.state, None), None).board) + "\n"


def test_the_empty_field() -> None:
    """Section 2.3: in a set-up mail the circles are marked, and the ball lies on the centre."""
    pitch = Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup")
    assert drawn(pitch) == EMPTY
    assert {len(line) for line in EMPTY.splitlines()} == {WIDTH}


def test_a_position_in_mid_game() -> None:
    """Section 2.3: where players look, who lies, and who holds the ball; only the set-up shows the circles."""
    assert drawn(Played(PLAYERS, ball="D", active="S")) == MIDDLE


def test_every_direction_and_the_ball() -> None:
    """Section 2.3: the mark stands beside the letter, a star on the other side of who holds the ball."""
    text = "A Imp m22 {way}; M Imp g22 1"
    cells = []
    for way in range(1, 7):
        for ball in ("A", "g8"):
            row = drawn(Played(text.format(way=way), ball=ball)).splitlines()[12]
            cells.append(row[35:38])
    assert cells == ["*A'", " A'", "*A>", " A>", "*A,", " A,", ",A*", ",A ", "<A*", "<A ", "'A*", "'A "]


def test_the_lists_say_what_the_picture_shows() -> None:
    """Section 2.3: score, turn, Momentum, the ball, every player, and who sits beside the field."""
    given: dict[str, Any] = {"ball": "D", "active": "S", "turn": 9, "moved": {"N": "D", "S": "R"}}
    view = GAME.view(Played(PLAYERS, **given).state, None)
    assert view.lists[:3] == (
        "Test 1, turn 9. Score North 0, South 0 (first to 1).",
        "South to act. Momentum 0.",
        "Ball: held by D on k20.  North attacks w22, South attacks c22.",
    )
    assert " A Dryad              Defender   6 4 1 4 2 4  l21 looks 3 se" in view.lists
    assert " D Striker            Striker    6 3 2 4 4 2  k20 looks 1  BALL; moved last" in view.lists
    assert " F Thrower            Thrower    6 2 3 3 4 3  h33 Down" in view.lists
    assert " O Imp                Little Guy 7 2 2 5 3 2  p25 Dazed" in view.lists
    assert " R Imp                Little Guy 7 2 2 5 3 2  r27 looks 1 ne  moved last" in view.lists
    assert "   Bench: G H (barred)   Recovery: J   Infirmary: -" in view.lists
    assert "   Bench: -   Recovery: -   Infirmary: S   Ejected: T" in view.lists
    assert "North (Ann), Timberline Elves    J M T D S G  where" in view.lists


def test_who_may_be_set_up_or_brought_in() -> None:
    """Section 2.3: a manager reads what his players on the Bench can do when he is to place them."""
    waiting = " G Thrower            Thrower    6 2 3 3 4 3  Bench"
    assert waiting not in GAME.view(Played(PLAYERS, ball="D").state, None).lists  # six are on the field
    five = GAME.view(Played(PLAYERS.replace("E Thrower i16 5; ", ""), ball="D").state, None).lists
    assert waiting in five
    assert not any(line.startswith(" H ") for line in five)  # he is barred
    placing = GAME.view(Played(PLAYERS.replace("i16 5", "bench"), phase="setup").state, None).lists
    assert {line[1] for line in placing if line.endswith("  Bench")} == set("ABCDEFGHMNOPQR")
    assert " A Dryad              Defender   6 4 1 4 2 4  Bench" in placing


def test_every_line_of_the_lists_fits() -> None:
    """Section 8: no player has so long a name or so many notes that a mail must break his line, no title either."""
    for name in POSITIONS:
        text = f"A {name} m20 5; M Imp u22"
        given: dict[str, Any] = {"ball": "A", "moved": {"N": "A"}, "lists": {"N": "hammer", "S": "hammer"}}
        lists = GAME.view(Played(text, **given).state, None).lists
        assert all(len(line) <= TEXT_WIDTH + 1 for line in lists), name
        assert (
            lists[lists.index("North (Ann), Dwarves, Thunder Hammer clan") + 1]
            == f"{'':33}J M T D S G  where"
        )
        row = next(line for line in lists if line.startswith(" A "))
        assert row[32:35].strip() == str(POSITIONS[name].jog)


def test_lists_at_other_moments() -> None:
    """Section 2.3: before the teams are named, in a timed match, and with the ball on the ground."""
    assert GAME.view(Played().state, None).lists == ("Both managers name their teams, in secret.",)
    timed = GAME.view(Played("A Imp k20 1; M Imp u22", timed=True, cards=7, ball="g8").state, None).lists
    assert timed[0] == "Test 1, turn 1. Score North 0, South 0 (7 cards left)."
    assert timed[2].startswith("Ball: on g8.")


def test_the_legend() -> None:
    """Section 2.3: it explains the signs; those of the set-up only there."""
    legend = " ".join(GAME.view(Played("A Imp k20 1; M Imp u22", ball="g8").state, None).legend)
    assert "_A_ Down" in legend
    assert "Rover" not in legend
    placing = Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup")
    assert "Rover" in " ".join(GAME.view(placing.state, None).legend)


def test_the_picture_of_the_help() -> None:
    """Section 2.3: it is the position that the rulebook shows."""
    assert "\n".join(GAME.picture().board) + "\n" == MIDDLE
