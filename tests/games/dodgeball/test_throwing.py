"""Throwing: DODGEBALL-25 to 34."""

from typing import Any

import pytest

from pbem.games.dodgeball.events import Caught, Hit, Landed, Missed, Odds, Thrown
from pbem.games.dodgeball.orders import Catch, Dodge, Reply
from pbem.games.dodgeball.throwing import Outcome, chances, outcome
from pbem.play.game import masked

from .court import GAME, Court, M


def thrown(answer: str, *rolls: int, order: str = "S1 throw N2", **given: Any) -> Court:
    """Position M after a throw of South and North's answer."""
    court = Court(M, rolls=rolls, **given)
    court.play("S", order)
    court.play("N", answer)
    return court


def test_a_throw_costs_a_die_whatever_comes_of_it() -> None:
    """DODGEBALL-25: the die is spent on a hit, a miss and a catch alike."""
    for answer, rolls in (("dodge", (6, 1)), ("dodge", (1, 6)), ("catch", (1, 6))):
        court = thrown(answer, *rolls)
        assert court.state.dice == [5, 3]
        assert court.told(Thrown) == [Thrown("S1", "N2", "d5", 1, 2)]


def test_the_target_must_be_within_the_die() -> None:
    """DODGEBALL-25: reach is the value of the die, also across the center line."""
    court = Court(M, dice=[4, 2, 1])
    assert court.refusal("S", "S1 throw N5") == "N5 is 5 squares from S1; your dice left are 4 2 1"
    assert court.refusal("S", "S1 throw N3 with 2") == "N3 is 3 squares from S1 and your die shows 2"
    court.play("S", "S1 throw N3")
    assert court.told(Thrown)[0].die == 4


def test_own_pawns_are_no_targets() -> None:
    """DODGEBALL-25: only opposing pawns may be thrown at."""
    assert Court(M).refusal("S", "S1 throw S2") == "Throw at an opposing pawn: N1 N2 N3 N5"


def test_of_several_balls_the_lowest_is_thrown() -> None:
    """DODGEBALL-25: the thrower keeps its other balls when it misses."""
    court = thrown("dodge c6", 1, 6, balls=["S1", "S1", "N5"])
    assert court.told(Thrown)[0].ball == 1
    assert court.state.balls == ["c6", "S1", "N5"]


def test_a_list_of_targets_takes_the_first_in_reach() -> None:
    """DODGEBALL-25: the first of the list on the board and in reach of the die named, or else of the biggest left."""
    for order, target, die in (
        ("S1 throw N2 or N3", "N2", 2),
        ("S1 throw N4 or N3", "N3", 3),
        ("S1 throw g5 or d5 with 3", "N2", 3),
        ("S1 throw N5 or N2", "N5", 5),
        ("S1 t b8 or N1", "N1", 3),
    ):
        court = Court(M)
        court.play("S", order)
        assert [(event.target, event.die) for event in court.told(Thrown)] == [(target, die)]
    assert Court(M, dice=[2]).refusal("S", "S1 throw N5 or N4 or N3") == (
        "N5 is 5 squares from S1; your last die is a 2 / N4 is out of the game"
        " / N3 is 3 squares from S1; your last die is a 2"
    )


def test_the_target_answers_before_the_rolls() -> None:
    """DODGEBALL-26: its player is asked first; no die has been rolled by then."""
    court = Court(M)
    court.play("S", "S1 throw N2")
    assert court.asks == {"N": "react"}
    assert court.dice.left == []


def test_a_carrier_has_the_same_choice() -> None:
    """DODGEBALL-26: a pawn with a ball may dodge or catch, even one that has caught in this turn."""
    assert thrown("dodge", 1, 6, order="S1 throw N5").told(Missed)
    assert thrown("catch", 1, 6, order="S1 throw N5").state.carried("N5") == [1, 3]
    court = thrown("catch", 1, 6, 1, 6, balls=["S1", "S2", "N5"])
    court.play("S", "S2 throw N2")
    court.play("N", "catch")
    assert court.state.carried("N2") == [1, 2]
    assert court.state.out("S") == ["S1", "S2", "S3"]


def test_the_thrower_rolls_first() -> None:
    """DODGEBALL-27: a d6 for the thrower, then one for the target; the dice of the turn are not touched."""
    court = thrown("dodge", 2, 1)
    assert [(row.name, row.faces) for row in court.match.rows if row.kind == "roll"] == [
        ("South throws", (2,)),
        ("N2 dodges", (1,)),
    ]
    assert court.told(Hit)[0].rolls == (2, 1)
    assert (court.state.dice, court.state.next_dice) == ([5, 3], [6, 4, 1])


@pytest.mark.parametrize(
    ("reply", "higher", "equal", "lower"),
    [("dodge", "hit", "missed", "missed"), ("catch", "hit", "hit", "caught")],
)
def test_the_table(reply: Reply, higher: Outcome, equal: Outcome, lower: Outcome) -> None:
    """DODGEBALL-28: equal rolls let a dodger go and put a catcher out."""
    for a in range(1, 7):
        for b in range(1, 7):
            expected = higher if a > b else equal if a == b else lower
            assert outcome(reply, a, b) == expected, (a, b)


def test_the_odds_a_preview_tells() -> None:
    """DODGEBALL-28: 15 of 36 against a dodger, 21 against a catcher, who catches in 15."""
    dodging, catching = {"hit": 15, "missed": 21, "caught": 0}, {"hit": 21, "missed": 0, "caught": 15}
    assert (chances("dodge"), chances("catch")) == (dodging, catching)
    court = Court(M)
    preview = court.match.preview("S", ["S1 throw N2"])
    assert preview.stop == "North decides: react"
    assert preview.outlook == Odds("S1", "N2", {"dodge": chances("dodge"), "catch": chances("catch")})
    court.play("S", "S1 throw N2")
    assert court.match.preview("N", ["catch"]).outlook == Odds("S1", "N2", {"catch": chances("catch")})


def test_a_hit_leaves_all_balls_in_the_square() -> None:
    """DODGEBALL-29: the target is out; the ball thrown and those it carried lie where it stood."""
    court = thrown("catch", 4, 4, order="S1 throw N5")
    assert court.told(Hit) == [Hit("S1", "N5", "g5", "catch", (4, 4), (1, 3))]
    assert court.shows("""
        .     .     .     .     .     .     .     .
        N1    .     .     .     .     /2    .     .
        .     .     .     .     N3    .     .     .
        .     .     .     N2    .     .     /13   .
        .     S1    .     .     .     .     .     .
        .     .     .     .     .     .     .     S5
        .     .     .     S2    .     .     .     .
        .     .     .     .     .     S4    .     .
    """)


def test_a_miss_goes_next_to_the_target_where_its_player_says() -> None:
    """DODGEBALL-30: any empty square around the target, in either half; not one with a pawn or a ball."""
    court = Court(M)
    court.play("S", "S1 throw N3")
    allowed = "The ball may go to: d6 d7 e5 e7 f5 f6"
    for square in ("d5", "f7", "e6", "e8", "j4"):
        assert court.refusal("N", f"dodge {square}") == allowed
    near_line = Court(M, rolls=(1, 2))
    near_line.play("S", "S1 throw N2")
    near_line.play("N", "dodge c4")
    assert near_line.told(Landed) == [Landed(1, "c4", "N2")]


CORNERED = """
    N1    N2    .     .     .     .     .     .
    N3    /2    .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     S1/1  .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""


def test_if_nothing_is_empty_around_the_choice_is_further_out() -> None:
    """DODGEBALL-31: then the empty squares at distance 2 are offered."""
    court = Court(CORNERED)
    court.play("S", "S1 throw N1")
    assert court.refusal("N", "dodge b7") == "The ball may go to: a6 b6 c6 c7 c8"


OWN_HALF = """
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     N1    .     .     .     .
    .     .     .     .     S1/1  .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""
FLANKED = """
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     /2    N1    /3    .     .     .
    .     .     .     .     S1/1  .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""
WALLED = """
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     N2    N3    N4    .     .     .
    .     .     /2    N1    /3    .     .     .
    .     .     .     .     S1/1  .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""


CROWDED = """
    .     .     .     .     .     .     .     .
    N2    N3    S2    .     .     .     .     .
    N4    N5    S3    .     .     .     .     .
    N1    S5    S4    .     .     .     .     .
    /2    S1/1  .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
"""


@pytest.mark.parametrize(
    ("picture", "target", "put", "square"),
    [
        (OWN_HALF, "N1", "front", "c5"),  # own half before row 4; its row by the line; c before e
        (OWN_HALF, "N1", "back", "d6"),  # the row nearest the back row; the target's column
        (M, "N1", "front", "a6"),
        (M, "N1", "back", "a8"),
        (M, "N3", "back", "e7"),
        (FLANKED, "N1", "front", "d6"),  # row 5 is full: one's own row 6 before row 4
        (WALLED, "N1", "front", "d4"),  # nothing but row 4 left, under either preference
        (WALLED, "N1", "back", "d4"),
        (WALLED.replace(".     S1/1", "S1/1  .   "), "N1", "back", "c4"),  # of c4 and e4 the lower column
        (CORNERED, "N1", "front", "a6"),  # at distance 2: the same column
        (CORNERED, "N1", "back", "c8"),
        (CROWDED, "N1", "front", "c4"),  # only rows 4 and 3 of the other half: row 4 is by the line
        (CROWDED, "N1", "back", "c4"),  # under either preference
    ],
)
def test_a_preference_decides_where_no_square_is_named(
    picture: str, target: str, put: str, square: str
) -> None:
    """DODGEBALL-31: own half, then the row that is preferred, then the nearer column, then the lower one."""
    court = Court(picture, rolls=(1, 6))
    court.play("N", f"always put {put}")
    court.play("S", f"S1 throw {target}")
    court.play("N", "dodge")
    assert [event.square for event in court.told(Landed)] == [square]


def test_front_unless_set() -> None:
    """DODGEBALL-31: `front` is the preference of who has set none."""
    assert thrown("dodge", 1, 6, order="S1 throw N3").state.balls[0] == "e5"


def test_put_is_asked_only_of_who_wants_it() -> None:
    """DODGEBALL-31: with `always ask put` and no square named, the player is asked where the ball goes."""
    court = Court(M, rolls=(1, 6))
    court.play("N", "always ask put")
    court.play("S", "S1 throw N2")
    court.play("N", "dodge")
    assert court.asks == {"N": "put"}
    assert court.told(Missed)
    assert not court.told(Landed)
    lists = GAME.view(court.state, None).lists
    assert lists[0] == "South (Ann), 4 pawns: S1 b4; S2 d2; S4 f1; S5 h3. Out: S3."
    assert lists[2] == "Loose balls: ball 1 in the air; ball 2 on f7."
    assert court.refusal("N", "put d5") == "The ball may go to: c4 c5 c6 d4 d6 e4 e5"
    court.play("N", "put e4")
    assert court.state.balls[0] == "e4"
    assert thrown("dodge", 1, 6).refusal("N", "put e4") == "No missed ball is waiting for you to put it down"


def test_put_is_not_asked_where_the_answer_named_a_square() -> None:
    """DODGEBALL-31: nor where a preference given meanwhile settles it."""
    named = Court(M, rolls=(1, 6))
    named.play("N", "always ask put")
    named.play("S", "S1 throw N2")
    named.play("N", "dodge e4")
    assert named.asks == {"S": "action"}
    settled = Court(M, rolls=(1, 6))
    settled.play("N", "always ask put")
    settled.play("S", "S1 throw N2")
    settled.play("N", "dodge")
    settled.play("N", "always put back")
    assert settled.state.balls[0] == "d6"


def test_put_is_not_asked_where_only_one_square_is_empty() -> None:
    """DODGEBALL-31: nothing is asked that has only one answer."""
    one = """
        N1    N2    .     .     .     .     .     .
        N3    .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     S1/1  .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
    """
    court = Court(one, rolls=(1, 6))
    court.play("N", "always ask put")
    court.play("S", "S1 throw N1")
    court.play("N", "dodge")
    assert court.asks == {"S": "action"}
    assert court.state.balls[0] == "b7"


def test_a_catch_puts_the_thrower_out() -> None:
    """DODGEBALL-32: the target carries the ball; other balls of the thrower are left in its square."""
    court = thrown("catch", 3, 4, order="S1 throw N3", balls=["S1", "f7", "S1"])
    assert court.told(Caught) == [Caught("S1", "N3", 1, (3, 4), (3,), "b4")]
    assert court.shows("""
        .     .     .     .     .     .     .     .
        N1    .     .     .     .     /2    .     .
        .     .     .     .     N3/1  .     .     .
        .     .     .     N2    .     .     N5    .
        .     /3    .     .     .     .     .     .
        .     .     .     .     .     .     .     S5
        .     .     .     S2    .     .     .     .
        .     .     .     .     .     S4    .     .
    """)


def test_the_others_spend_the_dice_left() -> None:
    """DODGEBALL-33: losing the thrower does not end the turn."""
    court = thrown("catch", 1, 6)
    assert court.asks == {"S": "action"}
    assert court.state.dice == [5, 3]
    court.play("S", "S2 move e1")
    assert court.state.pawns["S2"] == "e1"


def test_out_is_out() -> None:
    """DODGEBALL-34: a pawn that is out neither acts nor is thrown at, and its number stays empty."""
    court = thrown("catch", 1, 6)
    assert court.refusal("S", "S1 move b4") == "S1 is out of the game"
    assert court.state.roster("S") == ("S1", "S2", "S3", "S4", "S5")
    assert court.state.out("S") == ["S1", "S3"]
    hit = thrown("dodge", 6, 1)
    assert hit.refusal("S", "S1 throw N2") == "S1 has no ball"
    assert Court(M).refusal("S", "S1 throw N4") == "N4 is out of the game"


# Standing orders and answers for a whole turn.


@pytest.mark.parametrize("reply", ["dodge", "catch"])
def test_all_answers_the_rest_of_the_turn(reply: str) -> None:
    """DODGEBALL-26: `all` answers later throws of the same turn at any pawn, and none of the next turn."""
    court = Court(M, balls=["S1", "S2", "N5"], rolls=(6, 1, 6, 1, 1, 1, 1), next_dice=[6, 6, 6])
    court.play("S", "S1 throw N2")
    court.play("N", f"{reply} all")
    court.play("S", "S2 throw N3 with 5")
    assert [hit.answer for hit in court.told(Hit)] == [reply, reply]
    court.play("S", "done")
    assert GAME.memory(court.state, "N") == []
    assert court.state.memory("N").turn == ""


def test_all_is_kept_from_the_thrower() -> None:
    """DODGEBALL-26: what the other side will answer to the next throw is its own business."""
    court = thrown("dodge all", 1, 6)
    assert court.state.memory("N").turn == "dodge"
    assert not masked(court.state, "S").private


@pytest.mark.parametrize(("order", "missed"), [("always dodge", True), ("always catch", False)])
def test_a_standing_order_answers(order: str, missed: bool) -> None:
    """DODGEBALL-26: `always dodge` and `always catch` answer every throw without a mail."""
    court = Court(M, rolls=(1, 6))
    court.play("N", order)
    court.play("S", "S1 throw N2")
    assert bool(court.told(Missed)) is missed
    assert GAME.memory(court.state, "N") == [order]
    court.play("N", "always ask react")
    assert GAME.memory(court.state, "N") == []


def test_asking_again_takes_back_an_answer_for_the_turn() -> None:
    """DODGEBALL-26: `always ask react` ends `dodge all` too."""
    court = Court(M, balls=["S1", "S2", "N5"], rolls=(1, 6))
    court.play("S", "S1 throw N2")
    court.play("N", "dodge all")
    court.play("N", "always ask react")
    court.play("S", "S2 throw N2")
    assert court.asks == {"N": "react"}


def test_who_does_not_answer_dodges() -> None:
    """DODGEBALL-26: a deadline dodges, and puts the ball to the front where that was to be asked."""
    court = Court(M, rolls=(1, 6))
    court.play("N", "always ask put")
    court.play("S", "S1 throw N2")
    court.match.answer_automatically("N")
    court.match.answer_automatically("N")
    assert court.state.balls[0] == "c5"


def test_all_answers_are_offered() -> None:
    """DODGEBALL-26: both answers, with every square the ball may go to, and for the whole turn."""
    court = Court(M)
    court.play("S", "S1 throw N3")
    options = court.match.asks["N"].options
    assert options is not None
    squares = [Dodge(square=square) for square in ("d6", "d7", "e5", "e7", "f5", "f6")]
    assert options() == [Dodge(), *squares, Dodge(every=True), Catch(), Catch(every=True)]
