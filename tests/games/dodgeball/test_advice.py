"""Orders that prompts, bots and refusals propose: always legal, and near to what was written."""

import pytest

from pbem.games.dodgeball.advice import likely
from pbem.games.dodgeball.bots import easy
from pbem.games.dodgeball.orders import Move
from pbem.play.requests import seeded

from .court import GAME, Court, M

AT_HOME = """
    .     N1    .     N2    N3    .     N4    N5
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    S1    S2    .     S3    .     S4    .     S5
"""


def near(court: Court, seat: str, line: str) -> str | None:
    """The proposal for a line, which must be legal."""
    ask = court.match.asks[seat]
    found = GAME.near(court.state, ask, line)
    if found:
        ask.check(GAME.read(found))
    return found


@pytest.mark.parametrize(
    ("court", "example"),
    [
        (Court(), "place a b d e g"),
        (Court(options={"pawns": "3"}), "place b d g"),
        (Court(M), "S1 throw N2"),
        (Court(AT_HOME), "S1 move a4"),
        (Court(M, dice=[1]), "S1 move c4"),
        (Court(M, dice=[3]), "S1 move d4"),
        (Court(M, balls=["N5", "f7", "N5"]), "S1 move a4"),
    ],
)
def test_the_prompt_shows_what_a_player_might_do(court: Court, example: str) -> None:
    """The default placing; a throw in reach, but with the last die another form; the way to the nearest ball, towards
    an opponent; else any step."""
    ask = next(iter(court.match.asks.values()))
    assert GAME.example(court.state, ask, seeded("any")) == example
    ask.check(GAME.read(example))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("S1 move b5", "S1 move a4"),
        ("S1 move d2", "S1 move c2"),
        ("S1 mvoe h4", "S1 move g4"),
        ("S1 j4 with 6", "S1 move g4"),
        ("S1 move b9", "S1 move a4"),
        ("throw N2", "S1 throw N2"),
        ("s2 d5", "S2 move d4"),
        ("S2", ""),
        ("S2 move", "S2 move c2"),
        ("S1 throw N9 with 1", "S1 throw N2"),
        ("S1 t h8", "S1 throw N3"),
        ("S1 throws S2", "S1 throw N2"),
        ("S2 throw N2", ""),
        ("S1 pass N1", "S1 pass S2"),
        ("S1 p h1", "S1 pass S4"),
        ("N1 move b5", ""),
        ("S3 move d4", ""),
        ("hello", ""),
    ],
)
def test_a_refused_action_brings_one_of_the_same_pawn_and_kind(line: str, order: str) -> None:
    """Nearest to the square or pawn named, within the dice left; nothing where the pawn can do nothing of the kind."""
    assert near(Court(M), "S", line) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("place a c", "place a b c d e"),
        ("place a c h c z", "place a b c d h"),
        ("placing abcdefgh", "place a b c d e"),
        ("place", ""),
    ],
)
def test_a_refused_placing_is_filled_up(line: str, order: str) -> None:
    """The columns named stay; those that are missing are the default ones."""
    assert near(Court(), "S", line) == order


def test_a_refused_square_brings_the_nearest_one_for_the_ball() -> None:
    """With `dodge` and with `put`."""
    court = Court(M, rolls=(1, 6))
    court.play("N", "always ask put")
    court.play("S", "S1 throw N2")
    assert near(court, "N", "dodge e8") == "dodge d6"
    assert (near(court, "N", "catch e8"), near(court, "N", "dodge")) == (None, "")
    court.play("N", "dodge")
    assert near(court, "N", "put d5") == "put c5"
    assert near(court, "N", "put it down") == ""


def test_no_example_leads_a_pawn_back_to_where_it_stands() -> None:
    """It would spend a die on nothing."""
    court = Court("""
    N1    .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     S1    .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
    .     .     .     .     .     .     .     .
""", dice=[5], balls=["N1", "N1", "N1"])  # fmt: skip
    routes = [
        order.route for order in likely(court.state, court.match.asks["S"].check) if isinstance(order, Move)
    ]
    assert routes
    assert all(route[-1] != court.state.pawns["S1"] for route in routes)


def test_the_easy_house_does_something_with_its_dice() -> None:
    """It throws seldom, but it goes for balls and steps about: who only ends turns is no opponent."""
    court, pick = Court(M), seeded("easy")
    ask = court.match.asks["S"]
    answers = [easy(court.state, ask, pick) for _ in range(60)]
    assert answers.count("done") < 20
    assert sum("throw" in answer for answer in answers) < 30
    assert any("move" in answer for answer in answers)
