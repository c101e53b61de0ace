"""The picture and the words beside it: DODGEBALL-40."""

import pytest

from pbem.games.dodgeball.view import LEGEND
from pbem.mail.prose import find_folder
from pbem.play.drawing import draw
from tests.games.drawing import board_of, text_board

from .court import GAME, Court, M


def test_position_m_turned_to_north() -> None:
    """DODGEBALL-40: the same half round, North's back row at the foot; balls at their start stay on their corners."""
    court = Court(M)
    court.state.balls[0] = "line"
    turned = text_board(GAME, court.state, turned=True)
    assert turned is not None
    assert (
        "\n".join(turned)
        == """\
      h    g    f    e    d    c    b    a
   +----+----+----+----+----+----+----+----+
 1 |    |    | S4 |    |    |    |    |    | 1
   +----+----+----+----+----+----+----+----+
 2 |    |    |    |    | S2 |    |    |    | 2
   +----+----+----+----+----+----+----+----+
 3 | S5 |    |    |    |    |    |    |    | 3
   +----+----+----+----+----+----+----+----+
 4 |    |    |    |    |    |    | S1 |    | 4
   +====+====+====+====+====+====+====O====+  center line
 5 |    | N5*|    |    | N2 |    |    |    | 5
   +----+----+----+----+----+----+----+----+
 6 |    |    |    | N3 |    |    |    |    | 6
   +----+----+----+----+----+----+----+----+
 7 |    |    | o  |    |    |    |    | N1 | 7
   +----+----+----+----+----+----+----+----+
 8 |    |    |    |    |    |    |    |    | 8
   +----+----+----+----+----+----+----+----+
      h    g    f    e    d    c    b    a"""
    )


def test_position_m_as_drawn() -> None:
    """DODGEBALL-40: the whole board of a position in mid-game, as wide as its frame."""
    board = text_board(GAME, Court(M).state)
    assert (
        "\n".join(board)
        == """\
      a    b    c    d    e    f    g    h
   +----+----+----+----+----+----+----+----+
 8 |    |    |    |    |    |    |    |    | 8
   +----+----+----+----+----+----+----+----+
 7 | N1 |    |    |    |    | o  |    |    | 7
   +----+----+----+----+----+----+----+----+
 6 |    |    |    |    | N3 |    |    |    | 6
   +----+----+----+----+----+----+----+----+
 5 |    |    |    | N2 |    |    | N5*|    | 5
   +====+====+====+====+====+====+====+====+  center line
 4 |    | S1*|    |    |    |    |    |    | 4
   +----+----+----+----+----+----+----+----+
 3 |    |    |    |    |    |    |    | S5 | 3
   +----+----+----+----+----+----+----+----+
 2 |    |    |    | S2 |    |    |    |    | 2
   +----+----+----+----+----+----+----+----+
 1 |    |    |    |    |    | S4 |    |    | 1
   +----+----+----+----+----+----+----+----+
      a    b    c    d    e    f    g    h"""
    )
    assert max(len(line) for line in board if "center" not in line) == 46


def test_the_help_shows_position_m() -> None:
    """DODGEBALL-40: the same picture as in the rulebook."""
    rules = (find_folder("docs/rules") / "dodgeball.md").read_text(encoding="utf-8")
    board = board_of(GAME, GAME.picture())
    assert "\n".join((*draw(board), "", *board.legend)) in rules
    assert "\n".join(GAME.view(GAME.picture(), None).lists[2:]) in rules


def test_several_balls() -> None:
    """DODGEBALL-40: `S1*2` carries two balls, `o2` are two in a square, `O` is one at its start."""
    pair = Court(M, balls=["S1", "line", "S1"])
    board = text_board(GAME, pair.state)
    assert board[9] == "   +====+====+====+====O====+====+====+====+  center line"
    assert board[10] == " 4 |    |S1*2|    |    |    |    |    |    | 4"
    lists = GAME.view(pair.state, None).lists
    assert lists[0] == "South (Ann), 4 pawns: S1 b4 with balls 1 and 3; S2 d2; S4 f1; S5 h3. Out: S3."
    assert lists[2] == "Loose balls: ball 2 on the line between d and e."
    heap = Court(M, balls=["f7", "f7", "f7"])
    assert text_board(GAME, heap.state)[4] == " 7 | N1 |    |    |    |    | o3 |    |    | 7"
    three = Court(M, balls=["S1", "S1", "S1"])
    assert "S1 b4 with balls 1, 2 and 3" in GAME.view(three.state, None).lists[0]
    assert GAME.view(three.state, None).lists[2] == "Loose balls: none."


FACTS = """
    S1 is b4, S2 is d2, S3 is out, S4 is f1, S5 is h3, S1 balls is 1, South pawns is 4,
    N1 is a7, N2 is d5, N3 is e6, N4 is out, N5 is g5, N5 balls is 1, North pawns is 4,
    ball 1 is S1, ball 2 is f7, ball 3 is N5, dice is 5 3 2, best die is 5
"""


def test_the_facts_of_position_m() -> None:
    """DODGEBALL-40: conditional lines may speak of pawns, what they carry, balls and dice."""
    facts = GAME.facts(Court(M).state, "N")
    told = {f"{name} is {fact.now}" for name, fact in facts.items() if fact.now}
    assert told == {" ".join(fact.split()) for fact in FACTS.split(",")}


@pytest.mark.parametrize(
    ("name", "value", "possible"),
    [
        ("S1", "out", True),
        ("S3", "b4", False),
        ("dice", "6 6 6", True),
        ("dice", "1 2", True),
        ("dice", "6 6 6 6", False),
        ("best die", "6", True),
        ("best die", "7", False),
    ],
)
def test_what_facts_can_become(name: str, value: str, possible: bool) -> None:
    """DODGEBALL-6, DODGEBALL-34: who is out stays out; three dice at most."""
    fact = GAME.facts(Court(M).state, "S")[name]
    assert (not fact.fit(name, "is", value)[0]) == possible


def test_facts_before_the_pawns_stand() -> None:
    """DODGEBALL-2: every pawn may still come to a square; there are no dice yet."""
    facts = GAME.facts(Court().state, "S")
    assert not facts["S3"].fit("S3", "is", "b1")[0]
    assert (facts["S3"].now, facts["dice"].now, facts["best die"].now) == ("out", "none", 0)


def test_before_the_pawns_stand() -> None:
    """DODGEBALL-40: while they are being placed, the lists say so, and where the balls lie."""
    assert GAME.view(Court().state, None).lists == (
        "South (Ann) places 5 pawns on row 1, in secret.",
        "North (Ben) places 5 pawns on row 8, in secret.",
        "Loose balls: ball 1 on the line between a and b; ball 2 on the line between d and e; ball 3 on the line"
        " between g and h.",
    )


def test_whole_teams_lone_pawns_and_empty_sides() -> None:
    """DODGEBALL-40: nothing is said of pawns that are out where none are; a lone pawn is one pawn."""
    court = Court(
        M, size=2, pawns={"S1": "b4", "S2": "d2", "N1": "d5"}, balls=["S1", "f7", "g5"], rolls=(6, 1)
    )
    lists = GAME.view(court.state, None).lists
    assert lists[0] == "South (Ann), 2 pawns: S1 b4 with ball 1; S2 d2."
    assert lists[1] == "North (Ben), 1 pawn: N1 d5. Out: N2."
    court.play("S", "S1 throw N1")
    court.play("N", "dodge")
    assert GAME.view(court.state, None).lists == (
        "South (Ann), 2 pawns: S1 b4; S2 d2.",
        "North (Ben), no pawns. Out: N1 N2.",
        "Loose balls: ball 1 on d5; ball 2 on f7; ball 3 on g5.",
        "Turns in a row without a throw: 0 (the game is stopped at 16).",
    )


def test_dice_in_words() -> None:
    """DODGEBALL-40: the side to act comes first; dice that are all spent are named so; names may be missing."""
    north = Court(M, to_act="N", dice=[4], next_dice=[1, 1, 1], stall=0)
    assert GAME.view(north.state, None).lists[3:] == (
        "Dice: North, to act now: 4.   South, next turn: 1 1 1.",
        "Turns in a row without a throw: 0.",
    )
    last = Court(M, dice=[2])
    last.play("S", "S1 throw N2")
    last.state.names = {}
    lists = GAME.view(last.state, None).lists
    assert lists[0].startswith("South, 4 pawns")
    assert lists[3] == "Dice: South, to act now: none.   North, next turn: 6 4 1."


def test_the_legend_explains_every_sign() -> None:
    """DODGEBALL-40: all signs of the picture are explained beside it."""
    assert board_of(GAME, Court(M).state).legend == LEGEND
    assert all(sign in " ".join(LEGEND) for sign in ("O ball", "o ball", "o2", "S1*", "S2*2"))
