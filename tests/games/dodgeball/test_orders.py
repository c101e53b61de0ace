"""How lines are read, and the texts of refusals, one by one as docs/rules/dodgeball.md lists them."""

import pytest

from pbem.games.dodgeball.orders import GRAMMAR, Catch, Dodge, Move, Pass, Place, Put, Throw
from pbem.play.orders import Unreadable
from pbem.play.requests import Order

from .court import GAME, Court, M

SEVERAL = 'Write one order per line, or put ";" between them'


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("place a c d f h", Place(("a", "c", "d", "f", "h"))),
        ("PL acdfh", Place(("a", "c", "d", "f", "h"))),
        ("S1 move b4", Move("S1", ("b4",))),
        ("s2 m D4 e3 with 5", Move("S2", ("d4", "e3"), 5)),
        ("S1 move to d4 via e3", Move("S1", ("d4", "e3"))),
        ("S1 pass S2", Pass("S1", "S2")),
        ("s1 p to d2 with 3", Pass("S1", "d2", 3)),
        ("S1 throw N2", Throw("S1", ("N2",))),
        ("n1 T at s2 OR d4 with 3", Throw("N1", ("S2", "d4"), 3)),
        ("dodge", Dodge()),
        ("dg C6", Dodge(square="c6")),
        ("dodge all", Dodge(every=True)),
        ("ct", Catch()),
        ("catch all", Catch(every=True)),
        ("put C6", Put("c6")),
        ("place a,c, d,f,h", Place(("a", "c", "d", "f", "h"))),
        ("S1-b4", Move("S1", ("b4",))),
        ("S1 -> b4, c5 with 5", Move("S1", ("b4", "c5"), 5)),
        ("S1 to b4", Move("S1", ("b4",))),
        ("S1 b4", Move("S1", ("b4",))),
    ],
)
def test_long_and_short_forms_are_read(line: str, order: Order) -> None:
    """An order may be written short, in any case, and with small words that mean nothing."""
    assert GAME.read(line) == order
    assert GAME.read(str(order)) == order


def test_the_forms_shown_to_players_are_in_full() -> None:
    """What help and prompts show is read, and is already the long form."""
    assert [str(GAME.read(form)) for form in GRAMMAR.forms] == list(GRAMMAR.forms)


@pytest.mark.parametrize(
    ("line", "text", "expected", "meant"),
    [
        ("pass", "To end your turn write: done. To hand on a ball: S1 pass S2", "", ""),
        ("pass S2", "To end your turn write: done. To hand on a ball: S1 pass S2", "", ""),
        ("S1 mvoe b4", '"S1 mvoe b4" is not an order of Dodgeball', "", "S1 move b4"),
        ("move s1 b4", '"move s1 b4" is not an order of Dodgeball', "", "S1 move b4"),
        ("S1 mvoe b4 S2", '"S1 mvoe b4 S2" is not an order of Dodgeball', None, ""),
        ("S1 thorw N2 or S2", '"S1 thorw N2 or S2" is not an order of Dodgeball', None, ""),
        ("dogde c6", '"dogde c6" is not an order of Dodgeball', "", "dodge c6"),
        ("S1 move b4 with 7", '"7" is not a die from 1 to 6', 'a die from 1 to 6, as in "S1 move b4"', ""),
        ("S1 move b4 with", 'The line cannot be read after "S1 move b4 with"', None, ""),
        ("S1 move", 'The line cannot be read after "S1 move"', 'a square, as in "S1 move b4"', ""),
        (
            "N1 pass",
            'The line cannot be read after "N1 pass"',
            'a pawn or its square, as in "S1 pass S2"',
            "",
        ),
        (
            "S1 throw N2 N3",
            '"N3" is not understood here',
            "",
            "S1 throw N2 or N3",
        ),
        ("S1 throw N2 or", 'The line cannot be read after "S1 throw N2 or"', None, ""),
        ("done now", '"now" is not understood here', "", "done"),
        ("dodge c6 d6", '"d6" is not understood here', None, ""),
        ("catch c6", '"c6" is not understood here', '"all" or nothing more, as in "catch"', ""),
        ("put", 'The line cannot be read after "put"', 'a square, as in "put c6"', ""),
        ("always sleep", '"sleep" is not understood here', None, ""),
        ("move move b4", '"move move b4" is not an order of Dodgeball', None, ""),
        ("Hello there", '"Hello there" is not an order of Dodgeball', None, ""),
        ("S1", '"S1" is not an order of Dodgeball', None, ""),
        ("S1 N2", '"S1 N2" is not an order of Dodgeball', "", "S1 throw N2"),
        ("I place b d g", '"I place b d g" is not an order of Dodgeball', "", "place b d g"),
        ("S1 walk to b4", '"S1 walk to b4" is not an order of Dodgeball', "", "S1 move b4"),
        ("S1 catch", '"S1 catch" is not an order of Dodgeball', "", "catch"),
        ("S1 move b4 and throw N2", SEVERAL, "", "S1 move b4; S1 throw N2"),
        ("S1 to", '"S1 to" is not an order of Dodgeball', None, ""),
        ("S1 move b4, S2 move d4", SEVERAL, "", "S1 move b4; S2 move d4"),
        ("S1 move b4 c5 and S2 d4 then done", SEVERAL, "", "S1 move b4 c5; S2 move d4; done"),
        ("S1 sleep, S2 move d4", SEVERAL, "", ""),
        ("S1 throw, S2 move d4", SEVERAL, "", ""),
        ("", '"" is not an order of Dodgeball', None, ""),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(
    line: str, text: str, expected: str | None, meant: str
) -> None:
    """A line that is not an order says what would be one, or which was probably meant."""
    with pytest.raises(Unreadable) as error:
        GAME.read(line)
    assert (str(error.value), error.value.nearest) == (text, meant)
    if expected is None:
        assert error.value.expected
    else:
        assert error.value.expected == expected


PLACES = "Place 5 pawns on 5 different columns of a-h, for example: place a b d e g"


@pytest.mark.parametrize(
    "line", ["place a b d e", "place a b d e g h", "place a a b d e", "place a b d e j", "place"]
)
def test_refused_placings(line: str) -> None:
    """DODGEBALL-2: not five columns, one twice, or not of a to h."""
    assert Court().refusal("S", line) == PLACES
    assert Court().refusal("S", f"always {line}") == PLACES


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("N2 move b4", "N2 is not one of your pawns. Yours: S1 S2 S4 S5"),
        ("S9 move b4", "S9 is not one of your pawns. Yours: S1 S2 S4 S5"),
        ("b4 move c4", "b4 is not one of your pawns. Yours: S1 S2 S4 S5"),
        ("S3 move b4", "S3 is out of the game"),
        ("S3 pass S2", "S3 is out of the game"),
        ("S3 throw N2", "S3 is out of the game"),
        ("S1 move b5", "S1 may not cross the center line: b5 is in North's half"),
        ("S1 move j4", "There is no square j4. Squares run from a1 to h8"),
        ("S1 pass j4", "There is no square j4. Squares run from a1 to h8"),
        ("S1 throw a9", "There is no square a9. Squares run from a1 to h8"),
        ("S1 move d2", "d2 is occupied by S2"),
        ("S1 move d2 c4", "d2 is occupied by S2"),
        ("S1 move b4", "S1 is on b4 already. To give up your dice write: done"),
        ("S1 move e1 with 3", "S1 to e1 takes 4 steps and your die shows 3"),
        ("S1 move c4 with 6", "You have no 6 left. Dice left: 5 3 2"),
        ("S1 pass S2 with 6", "You have no 6 left. Dice left: 5 3 2"),
        ("S1 throw N2 with 6", "You have no 6 left. Dice left: 5 3 2"),
        ("S2 pass S1", "S2 has no ball"),
        ("S2 throw N2", "S2 has no ball"),
        ("S1 pass S1", "Pass to a teammate: S2 S4 S5"),
        ("S1 pass b4", "Pass to a teammate: S2 S4 S5"),
        ("S1 pass N2", "Pass to a teammate: S2 S4 S5"),
        ("S1 pass S3", "Pass to a teammate: S2 S4 S5"),
        ("S1 pass a1", "Pass to a teammate: S2 S4 S5"),
        ("S1 throw S2", "Throw at an opposing pawn: N1 N2 N3 N5"),
        ("S1 throw d2", "Throw at an opposing pawn: N1 N2 N3 N5"),
        ("S1 throw f7", "Throw at an opposing pawn: N1 N2 N3 N5"),
        ("S1 throw N9", "Throw at an opposing pawn: N1 N2 N3 N5"),
        ("S1 throw N4", "N4 is out of the game"),
        ("S1 throw N5 with 3", "N5 is 5 squares from S1 and your die shows 3"),
        ("S1 pass S5 with 5", "S5 is 6 squares from S1 and your die shows 5"),
        ("dodge", "No throw is waiting for your answer"),
        ("catch all", "No throw is waiting for your answer"),
    ],
)
def test_refused_actions(line: str, text: str) -> None:
    """A refused line says why in these words, and spends no die."""
    court = Court(M)
    assert court.refusal("S", line) == text
    assert court.state.dice == [5, 3, 2]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("S3 move a1", "S3 is out of the game"),
        ("S1 move b5", "S1 may not cross the center line: b5 is in North's half"),
        ("S1 throw N4", "N4 is out of the game"),
        ("S1 pass S3", "S3 is out of the game"),
        ("S1 throw c3", "c3 is not in North's half"),
        ("S1 throw S2", "S2 is not one of North's pawns: N1 N2 N3 N5"),
        ("S1 throw N4 or b4", "N4 is out of the game / b4 is not in North's half"),
        ("S1 pass d5", "d5 is not in South's half"),
        ("dodge z9", "No throw is waiting for your answer"),
        ("if S2 is out: dodge z9", "There is no square z9. Squares run from a1 to h8"),
        ("if S2 is out: put j4", "There is no square j4. Squares run from a1 to h8"),
    ],
)
def test_refused_before_it_waits(line: str, text: str) -> None:
    """DODGEBALL-34: what can never be legal again does not wait for one's turn, whatever it is aimed at."""
    court = Court(M, to_act="N")
    assert court.refusal("S", line) == text
    assert court.play("S", "S1 throw N4 or N2")[0].status == "queued"


def test_refused_with_few_dice_left() -> None:
    """DODGEBALL-10: where no die is big enough the dice left are named."""
    court = Court(M, dice=[3, 2])
    assert court.refusal("S", "S1 move e1") == "S1 to e1 takes 4 steps; your dice left are 3 2"
    assert court.refusal("S", "S1 throw N5") == "N5 is 5 squares from S1; your dice left are 3 2"
    assert court.refusal("S", "S1 pass S4") == "S4 is 4 squares from S1; your dice left are 3 2"
    assert Court(M, dice=[2]).refusal("S", "S1 move e1") == "S1 to e1 takes 4 steps; your last die is a 2"
    short = Court(M, dice=[5, 3])
    assert short.refusal("S", "S1 move c4 with 6") == "You have no 6 left. Dice left: 5 3"


def test_refused_for_want_of_a_way() -> None:
    """DODGEBALL-15: a goal that is walled in cannot be reached by any die."""
    wall = """
        N1    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     S1    .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        S2    S3    .     .     .     .     .     .
        .     S4    .     .     .     .     .     .
    """
    assert Court(wall).refusal("S", "S1 move a1") == "S1 has no free way to a1"


def test_refused_squares_for_a_ball() -> None:
    """DODGEBALL-30: the refusal lists all squares the ball may go to."""
    court = Court(M, rolls=(1, 6))
    court.play("N", "always ask put")
    court.play("S", "S1 throw N2")
    allowed = "The ball may go to: c4 c5 c6 d4 d6 e4 e5"
    assert court.refusal("N", "dodge e6") == allowed
    court.play("N", "dodge")
    assert court.refusal("N", "put a1") == allowed


def test_the_last_pawn_has_nobody_to_pass_to() -> None:
    """DODGEBALL-24: without teammates there is no pass."""
    court = Court(M, pawns={"S1": "b4", "N2": "d5"}, balls=["S1", "f7", "g5"])
    assert court.refusal("S", "S1 pass S2") == "Pass to a teammate: none is left"


def test_a_whole_turn_in_one_mail() -> None:
    """DODGEBALL-6: three orders in one letter; those behind a throw wait until it is settled."""
    court = Court(M, rolls=(6, 1, 1, 1, 1))
    line_results = court.play("S", "S1 throw N2; S5 move h4", "S2 move c2")
    assert [line_result.status for line_result in line_results] == ["done", "queued", "queued"]
    court.play("N", "dodge")
    assert court.asks == {"N": "action"}
    assert court.state.pawns["S5"] == "h4"


def test_orders_in_full_name_everything() -> None:
    """DODGEBALL-16: the log holds every square of the way, the target by id and the die."""
    court = Court(M)
    line_results = court.play("S", "S2 m f3", "S1 t b8 or d5")
    assert [line_result.text for line_result in line_results] == [
        "S2 move e2 f3 with 2",
        "S1 throw N2 with 3",
    ]
