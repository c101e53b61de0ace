"""Set-up: DODGEBALL-1 to 5."""

import pytest

from pbem.games.dodgeball.events import Placed, StartDice
from pbem.play.game import masked
from tests.games.drawing import text_board

from .court import GAME, Court

DICE = (1, 1, 1, 2, 2, 2)


def test_sides_and_starting_balls() -> None:
    """DODGEBALL-1: five pawns a side; three balls on corners of the center line, which are no squares."""
    court = Court(rolls=DICE)
    board = text_board(GAME, court.state)
    assert "   +====O====+====+====O====+====+====O====+  center line" in board
    assert court.state.balls == ["line"] * 3
    court.play("S", "place a b d e g")
    court.play("N", "place a b d e g")
    assert court.state.team("S") == ["S1", "S2", "S3", "S4", "S5"]
    assert court.state.team("N") == ["N1", "N2", "N3", "N4", "N5"]


def test_placing_on_the_back_rows() -> None:
    """DODGEBALL-2: five different squares of the own back row, South on row 1 and North on row 8."""
    court = Court(rolls=DICE)
    court.play("S", "place a c d f h")
    court.play("N", "place b c d e g")
    assert [court.state.pawns[pawn] for pawn in court.state.team("S")] == ["a1", "c1", "d1", "f1", "h1"]
    assert [court.state.pawns[pawn] for pawn in court.state.team("N")] == ["b8", "c8", "d8", "e8", "g8"]


def test_pawns_are_numbered_by_column() -> None:
    """DODGEBALL-3: only columns are named, in any order; pawns are numbered from a toward h."""
    court = Court(rolls=DICE)
    court.play("S", "place h f d c a")
    court.play("N", "pl abdeg")
    assert court.told(Placed) == [Placed(("a1", "c1", "d1", "f1", "h1"), ("a8", "b8", "d8", "e8", "g8"))]


def test_placing_is_secret_and_at_once() -> None:
    """DODGEBALL-3: both are asked at once; nothing is shown, and a placing may be changed, until both are in."""
    court = Court(rolls=DICE)
    assert court.asks == {"S": "placing", "N": "placing"}
    before = GAME.view(masked(court.state, "N"), "N")
    court.play("S", "place a b d e g")
    assert GAME.view(masked(court.state, "N"), "N") == before
    assert not court.match.events
    court.play("S", "place d e f g h")
    court.play("N", "place a b d e g")
    assert court.told(Placed)[0].south == ("d1", "e1", "f1", "g1", "h1")


@pytest.mark.parametrize(
    ("dice", "first"), [((5, 4, 2, 6, 3, 1), "N"), ((1, 1, 2, 6, 3, 1), "S"), ((6, 6, 6, 6, 6, 5), "N")]
)
def test_the_lower_total_goes_first(dice: tuple[int, ...], first: str) -> None:
    """DODGEBALL-4: each rolls three dice, South's first; the lower total goes first."""
    court = Court(rolls=dice, options={"placement": "fixed"})
    assert court.told(StartDice) == [StartDice(dice[:3], dice[3:], first)]
    assert court.asks == {first: "action"}


def test_equal_totals_are_rolled_again() -> None:
    """DODGEBALL-4: on equal totals both roll all three again, until they differ."""
    court = Court(
        rolls=(1, 2, 3, 3, 2, 1, 6, 6, 6, 6, 6, 6, 1, 1, 1, 2, 2, 2), options={"placement": "fixed"}
    )
    assert [event.first for event in court.told(StartDice)] == ["", "", "S"]
    assert not court.dice.left


def test_the_start_dice_are_those_of_the_first_turns() -> None:
    """DODGEBALL-5: both sides keep the dice they have rolled, and everybody sees them."""
    court = Court(rolls=(5, 4, 2, 6, 3, 1), options={"placement": "fixed"})
    assert (court.state.to_act, court.state.dice, court.state.next_dice) == ("N", [6, 3, 1], [5, 4, 2])
    assert "Dice: North, to act now: 6 3 1.   South, next turn: 5 4 2." in GAME.view(court.state, None).lists


@pytest.mark.parametrize(("pawns", "columns"), [("5", "abdeg"), ("4", "bdeg"), ("3", "bdg")])
def test_default_placing(pawns: str, columns: str) -> None:
    """DODGEBALL-2: with `placement=fixed`, and for who does not answer, the server places on the default columns."""
    fixed = Court(rolls=DICE, options={"pawns": pawns, "placement": "fixed"})
    late = Court(rolls=DICE, options={"pawns": pawns})
    late.match.answer_automatically("S")
    late.match.answer_automatically("N")
    expected = [f"{column}{row}" for row in (1, 8) for column in columns]
    assert list(fixed.state.pawns.values()) == list(late.state.pawns.values()) == expected


def test_fewer_pawns_are_placed_on_as_many_columns() -> None:
    """DODGEBALL-2: with fewer pawns as many columns are named, and the refusal says so."""
    court = Court(options={"pawns": "4"})
    assert court.refusal("S", "place a b d e g") == (
        "Place 4 pawns on 4 different columns of a-h, for example: place b d e g"
    )
    assert court.refusal("S", "always place a b d e g").startswith("Place 4 pawns")
    assert [line_result.status for line_result in court.play("S", "place h b d e")] == ["done"]


def test_a_standing_order_places() -> None:
    """DODGEBALL-3: `always place` answers for the seat, and stays its secret."""
    court = Court(rolls=DICE)
    court.play("S", "always place c d e f g")
    assert court.asks == {"N": "placing"}
    assert GAME.memory(court.state, "S") == ["always place c d e f g"]
    assert not masked(court.state, "N").private
    court.play("N", "place a b d e g")
    assert court.told(Placed)[0].south == ("c1", "d1", "e1", "f1", "g1")
    assert GAME.memory(court.state, "S") == []  # it has done its work


def test_placing_is_over_once_the_pawns_stand() -> None:
    """DODGEBALL-2: nobody places again."""
    court = Court(rolls=DICE, options={"placement": "fixed"})
    for line in ("place a b d e g", "always place a b d e g"):
        assert court.refusal("S", line) == "The pawns are placed already"
