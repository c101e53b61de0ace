"""The picture and the lists: section 2.3."""

from typing import Any

from pbem.games.elfball.field.players import POSITIONS
from pbem.games.elfball.field.state import Support
from pbem.games.elfball.view import WIDTH
from pbem.play.drawing import draw
from pbem.play.game import masked
from tests.games.drawing import board_of, text_board

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

TURNED = """\
y                             #  #  #  #  #                              y
x                     #  #  #  25 23 21 19 #  #  #                       x
w                 #  #  30 28 26 24@22 20 18 16 14 #  #                  w
v               #  33 31 29 27 25 23 21 19 17 15 13 11 #                 v
u           #  #  34 32 30 28 26 24 q, 20 18 16 14 12 10 #  #            u
t         #  37 35 33 31 29 27 25 23 21 19 17 15 13 11  9  7 #           t
s        #  38 36 34 32 30 28 26 24 22 20 18 16 14,p  10  8  6 #         s
r      #  39 37 35 33 31 29,r  25 23 21 19 17 15 13 11  9  7  5 #        r
q     #  40 38 36 34 32 30 28 26 24 22 20 18 16 14 12 10  8  6  4 #      q
p      #  39 37 35 33 31 29 27~o~ 23 21 19 17 15 13 11  9  7  5 #        p
o     #  40 38 36 34 32 30 28 26 24 22 20 18 16 14 12 10  8  6  4 #      o
n   #  41 39 37 35 33 31 29 27 25 m, 21 19 17 15 13 11  9  7  5  3 #     n
m     # -40-38-36-34-32-30-28-26-24 22-20-18-16-14-12-10-8 -6 -4  #      m
l   #  41 39 37 35 33 31 29 27 25 23'A  19 17 15 13 11  9  7  5  3 #     l
k     #  40 38 36 34 32 30 28 26 24 22,D* 18 16 14 12 10  8  6  4 #      k
j      #  39 37 35 33 31 29 27 25 23 21<n  17 15 13 11  9  7  5 #        j
i     #  40 38 36 34 32 30 28 26 24 22 20 18 E> 14 12 10  8  6  4 #      i
h      #  39 37 35_F_ 31 29 27 25 23 21 19 17 15 13 11  9  7  5 #        h
g        #  38 36 34 32 30 28 26 24 22 20 18 16 14'C  10  8  6 #         g
f         #  37 35 33 31 29 27 25 23 21 19 17 15 13 11  9  7 #           f
e           #  #  34 32 30 28 26 24 B' 20 18 16 14 12 10 #  #            e
d               #  33 31 29 27 25 23 21 19 17 15 13 11 #                 d
c                 #  #  30 28 26 24@22 20 18 16 14 #  #                  c
b                     #  #  #  25 23 21 19 #  #  #                       b
a                             #  #  #  #  #                              a
"""

PLAYERS = (
    "A Dryad l21 3; B Dryad e22 4; C Hunter g12 3; D Striker k20 1; E Thrower i16 5; F Thrower h33 down; "
    "G Thrower bench; H Striker bench barred; J Hunter recovery; "
    "M Hunter n23 6; N Imp j19 2; O Imp p25 dazed; P Imp s12 1; Q Striker u22 6; R Imp r27 1; "
    "S Imp infirmary; T Imp ejected"
)


def drawn(pitch: Played) -> str:
    """The board as everybody sees it."""
    return "\n".join(text_board(GAME, masked(pitch.state, None))) + "\n"


def test_the_empty_field() -> None:
    """Section 2.3: in a set-up mail the circles are marked, and the ball lies on the center."""
    pitch = Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup")
    assert drawn(pitch) == EMPTY
    assert {len(line) for line in EMPTY.splitlines()} == {WIDTH}


def test_a_position_in_mid_game() -> None:
    """Section 2.3: where players look, who lies, and who holds the ball; only the set-up shows the circles."""
    assert drawn(Played(PLAYERS, ball="D", active="S")) == MIDDLE


def test_a_position_in_mid_game_turned() -> None:
    """Section 2.3: North's goal at the foot; hexes keep their names, and who looks ne looks to the lower left."""
    turned = board_of(GAME, Played(PLAYERS, ball="D", active="S").state, turned=True)
    assert turned is not None
    assert "\n".join(draw(turned)) + "\n" == TURNED
    assert ",A 1 ne   <A 2 east   'A 3 se   A' 4 sw   A> 5 west   A, 6 nw" in turned.legend


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
    """Section 2.3: score, Momentum, who moved last, the ball, every player, and who sits beside the field; tables
    have the attributes of all players."""
    given: dict[str, Any] = {"ball": "D", "active": "S", "moved": {"N": "D", "S": "R"}}
    view = GAME.view(Played(PLAYERS, **given).state, None)
    assert (
        "\n".join(view.lists)
        == """\
Test 1. Score North 0, South 0 (first to 1).
South to act. Momentum 0. Moved last: North D, South R.
Ball: held by D on k20. North attacks w22, South attacks c22.
North (Ann): A l21 looks se; B e22 looks sw; C g12 looks se; D k20 looks ne with the ball; E i16 looks west; F h33 Down.
   Bench: G, H (barred). Recovery: J.
South (Ben): M n23 looks nw; N j19 looks east; O p25 Dazed; P s12 looks ne; Q u22 looks nw; R r27 looks ne.
   Infirmary: S. Ejected: T."""
    )
    assert (
        "\n\n".join("\n".join(table) for table in view.tables)
        == """\
North (Ann), Timberline Elves
                    J  M  T  D  S  G
 A Dryad, Defender  6  4  1  4  2  4
 B Dryad, Defender  6  4  1  4  2  4
 C Hunter           6  3  4  3  2  3
 D Striker          6  3  2  4  4  2
 E Thrower          6  2  3  3  4  3
 F Thrower          6  2  3  3  4  3
 G Thrower          6  2  3  3  4  3
 H Striker          6  3  2  4  4  2
 J Hunter           6  3  4  3  2  3

South (Ben), Night Elves
                    J  M  T  D  S  G
 M Hunter           6  3  4  3  2  3
 N Imp, Little Guy  7  2  2  5  3  2
 O Imp, Little Guy  7  2  2  5  3  2
 P Imp, Little Guy  7  2  2  5  3  2
 Q Striker          6  3  2  4  4  2
 R Imp, Little Guy  7  2  2  5  3  2
 S Imp, Little Guy  7  2  2  5  3  2
 T Imp, Little Guy  7  2  2  5  3  2

J Jog   M Might   T Tackle   D Dodge   S Skill   G Grit
Challenge dice: X flop   - blank   * star   S success"""
    )


def test_the_bench_is_shown_where_it_is_chosen_from() -> None:
    """Sections 2.3, 6.4, ELFBALL-87: with their attributes in a set-up, and where a replacement may come in."""
    row = " {} Imp, Little Guy  7  2  2  5  3  2"
    placing = GAME.view(
        Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup").state, None
    )
    assert "   Bench: A, B." in placing.lists
    assert row.format("B") in placing.tables[0]
    few = GAME.view(Played("A Imp k20 1; B Imp bench; G Imp bench barred; M Imp u22").state, None)
    assert "   Bench: B, G (barred)." in few.lists
    assert row.format("B") in few.tables[0]
    assert row.format("G") in few.tables[0]


def test_no_row_is_too_wide_for_its_columns() -> None:
    """Section 2.3: every position fits into a mail (76 columns, indented by one), with the ball and looking east."""
    for position in POSITIONS:
        view = GAME.view(Played(f"A {position} k20 2; M Imp u22", ball="A").state, None)
        rows = [*view.lists, *(row for table in view.tables for row in table)]
        assert max(map(len, rows)) < 76, position


def test_lists_at_other_moments() -> None:
    """Section 2.3: after a face-off, in a timed match, and with the ball on the ground."""
    won = Played("A Imp l21 3; B Imp e22; M Hunter n23 6; N Imp u22", phase="faceoff", dice="S S - - X")
    assert GAME.view(won.state, None).lists[1] == "North to act. Momentum 1."
    timed = GAME.view(Played("A Imp k20 1; M Imp u22", timed=True, cards=7, ball="g8").state, None).lists
    assert timed[0] == "Test 1. Score North 0, South 0 (7 cards left)."
    assert timed[2].startswith("Ball: on g8.")


def test_before_the_teams_are_named() -> None:
    """Section 4: no empty field, but what there is to choose from; Orcs and Ratmen only where they may play."""
    assert GAME.board(Played().state, None) is None
    view = GAME.view(Played().state, None)
    assert "  nightelves  Night Elves (a few elves, many Imps)" in view.lists
    assert not any(line.startswith("  orcs") for line in view.lists)
    assert any(
        line.startswith("  orcs") for line in GAME.view(Played(options={"lists": "all"}).state, None).lists
    )


def test_the_legend() -> None:
    """Section 2.3: it explains the signs; those of the set-up only there."""
    legend = " ".join(board_of(GAME, Played("A Imp k20 1; M Imp u22", ball="g8").state).legend)
    assert "_A_ Down" in legend
    assert "Rover" not in legend
    placing = Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup")
    assert "Rover" in " ".join(board_of(GAME, placing.state).legend)


def test_the_picture_of_the_help() -> None:
    """Section 2.3: it is the position that the rulebook shows."""
    assert "\n".join(text_board(GAME, GAME.picture())) + "\n" == MIDDLE


def test_the_lists_of_the_advanced_level() -> None:
    """Section 8: abilities stand below their player, support below the team, within the width of the board."""
    abilities = "agile, focused, bankshot, nimble, slippery, helping hand, teammate"
    text = f"A Midfielder k20 2 with {abilities}; B Imp k22 2; M Imp u22"
    support = {"N": Support(referee=True, cheerleaders=2, cheered=1, kegs=1, drunk=1, potions=3, wizard=True)}
    view = GAME.view(Played(text, ball="A", support=support).state, None)
    lines = "\n".join((*view.tables[0], *view.lists))
    assert "   Agile, Focused, Bankshot, Nimble, Slippery, Helping Hand, Teammate\n" in lines
    legend = board_of(GAME, Played(text, ball="A", support=support).state).legend
    assert "Agile: one die of a roll on Skill may be rolled again." in legend
    assert not any(line.startswith(" ") for line in legend)  # whole sentences, which mails break as they need
    assert "   Support left: bribed referee, Cheerleaders 1, potions 3, Wizard." in lines
    assert max(map(len, (*view.tables[0], *view.lists))) <= 74
