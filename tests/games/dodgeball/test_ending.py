"""The end of the game: DODGEBALL-35 to 40."""

from typing import Any

import pytest

from pbem.games.dodgeball.events import AllOut, Stalled, TurnOver
from pbem.play.game import masked
from pbem.play.record import Result

from .court import GAME, Court, M


def duel(balls: str = "S1/1", **given: Any) -> Court:
    """One pawn on each side."""
    return Court(
        f"""
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     N1    .     .     .     .
        .     .     .     {balls} .   .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        """,
        **given,
    )


def test_the_last_team_standing_wins() -> None:
    """DODGEBALL-35: when the last pawn of a side is out the other wins at once; no dice are rolled."""
    court = duel(rolls=(6, 1))
    court.play("S", "S1 throw N1")
    court.play("N", "dodge")
    assert court.state.result == Result((("S",), ("N",)), "all pawns of North are out")
    assert court.told(AllOut) == [AllOut("N", "S", 1)]
    assert not court.told(TurnOver)
    assert court.asks == {}


def test_a_catch_may_lose_the_game_for_the_thrower() -> None:
    """DODGEBALL-35: the last pawn may be lost in one's own turn."""
    court = duel(rolls=(1, 6))
    court.play("S", "S1 throw N1")
    court.play("N", "catch")
    assert court.state.result == Result((("N",), ("S",)), "all pawns of South are out")


def test_orders_left_are_void_when_the_game_is_over() -> None:
    """DODGEBALL-35: dice left are void, and so is what was to be done with them."""
    court = duel(rolls=(6, 1))
    court.play("N", "always dodge")
    line_results = court.play("S", "S1 throw N1", "S1 move d3")
    assert [line_result.status for line_result in line_results] == ["done", "dropped"]
    assert line_results[1].text == "the match is over, so it is not needed anymore"
    assert court.state.pawns == {"S1": "d4"}


def test_turns_without_a_throw_are_counted() -> None:
    """DODGEBALL-36: the count grows with each turn without a throw, of either side, and a throw sets it to 0."""
    court = duel(rolls=(1,) * 6 + (1, 6) + (1,) * 6, quiet=0)
    court.play("S", "done")
    court.play("N", "done")
    assert court.state.quiet == 2
    assert [event.quiet for event in court.told(TurnOver)] == [1, 2]
    court.play("S", "S1 throw N1")
    assert court.state.quiet == 0
    court.play("N", "dodge")
    court.play("S", "done")
    assert court.state.quiet == 0
    court.play("N", "done")
    assert court.state.quiet == 1


def test_a_throw_counts_though_the_turn_ends_with_something_else() -> None:
    """DODGEBALL-36: the last die of the turn may pay for a move, in the same letter or in another."""
    court = duel(rolls=(1, 6) + (1,) * 3, dice=[2, 1], quiet=5)
    court.play("N", "always dodge")
    court.play("S", "S1 throw N1 with 1", "S1 move c3")
    assert [event.quiet for event in court.told(TurnOver)] == [0]
    assert court.state.to_act == "N"


@pytest.mark.parametrize(
    ("balls", "loser", "held"),
    [
        (["N5", "g5", "f2"], "N", 2),  # carried and loose balls count alike
        (["N5", "N1", "h8"], "N", 3),
        (["N5", "S1", "S1"], "", 0),  # one ball is not enough
        (["S1", "S2", "a4"], "", 0),  # the side that is ahead may sit on them
        (["N5", "line", "line"], "", 0),  # balls at their start are in neither half
    ],
)
def test_a_stalled_game_is_stopped(balls: list[str], loser: str, held: int) -> None:
    """DODGEBALL-36: at 16 a side with fewer pawns and two or three balls in its half loses; else it is a draw."""
    court = Court(M.replace("N2", ". "), balls=balls, quiet=15)
    court.play("S", "done")
    places = (("S",), ("N",)) if loser else (("S", "N"),)
    assert court.state.result == Result(places, "nobody has thrown for 16 turns")
    assert court.told(Stalled) == [Stalled(16, loser, held)]
    assert not court.told(TurnOver)


def test_with_as_many_pawns_nobody_loses() -> None:
    """DODGEBALL-36: the side that holds the balls must be behind to lose."""
    court = Court(M, balls=["S1", "S1", "S1"], quiet=15)
    court.play("S", "done")
    assert court.told(Stalled) == [Stalled(16)]


def test_south_may_be_the_loser_too() -> None:
    """DODGEBALL-36: whoever is behind, in whosever turn it ends."""
    court = Court(M.replace("S5", ". "), balls=["S1", "d1", "N5"], to_act="N", quiet=15)
    court.play("N", "done")
    assert court.told(Stalled) == [Stalled(16, "S", 2)]
    assert str(court.state.result) == "N>S"


@pytest.mark.parametrize(
    ("stall", "quiet", "over"), [(8, 7, True), (8, 6, False), (0, 99, False), (16, 14, False)]
)
def test_the_limit_is_an_option(stall: int, quiet: int, over: bool) -> None:
    """DODGEBALL-36: stopped at 8 or 16 turns, or never."""
    court = Court(M, stall=stall, quiet=quiet, rolls=() if over else (1, 1, 1))
    court.play("S", "done")
    assert court.match.over is over


def test_options_reach_the_game() -> None:
    """DODGEBALL-36: `stall=off` never stops the game."""
    assert Court(options={"stall": "off"}).state.stall == 0
    assert Court(options={"stall": "8"}).state.stall == 8
    assert Court().state.stall == 16


def test_resigning_and_agreeing() -> None:
    """DODGEBALL-37: who resigns has lost; a draw may be agreed on."""
    court = Court(M)
    court.match.leave("N")
    assert str(court.state.result) == "S>N"
    drawn = Court(M)
    drawn.match.end(Result((("S", "N"),), "agreed"), "order")
    assert drawn.match.over
    assert drawn.asks == {}


def test_nobody_is_ever_stuck() -> None:
    """DODGEBALL-38: `done` is always an answer, and a side without a ball may move."""
    court = Court(M, balls=["N3", "f7", "N5"], rolls=(1, 1, 1))
    court.play("S", "S1 move a4")
    assert court.asks == {"S": "action"}
    court.play("S", "done")
    assert court.asks == {"N": "action"}


@pytest.mark.parametrize("pawn", ["S1", "S2", "S3", "S4", "S5"])
def test_all_pawns_are_equal(pawn: str) -> None:
    """DODGEBALL-39: whatever its number, a pawn runs, passes and throws alike."""
    mate = "S2" if pawn == "S1" else "S1"
    court = Court(
        f"""
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     N1    .     .     .     .
        .     .     .     {pawn}/1 .  .     .     .
        .     .     .     .     .     .     .     .
        .     .     .     .     .     {mate}/2 .  .
        .     .     .     .     .     .     .     .
        """,
        rolls=(4, 3),
    )
    court.play("S", f"{pawn} move d3", f"{pawn} pass {mate} with 3", f"{mate} throw N1 with 5")
    court.play("N", "dodge")
    assert str(court.state.result) == "S>N"


def test_nothing_is_hidden() -> None:
    """DODGEBALL-40: both players and everybody else see the same, with both sets of dice and the count."""
    court = Court(M, quiet=3)
    court.play("N", "always dodge")
    views = [GAME.view(masked(court.state, seat), seat) for seat in ("S", "N", None)]
    assert views[0] == views[1] == views[2]
    assert views[0].lists == (
        "South (Ann), 4 pawns: S1 b4 with ball 1; S2 d2; S4 f1; S5 h3. Out: S3.",
        "North (Ben), 4 pawns: N1 a7; N2 d5; N3 e6; N5 g5 with ball 3. Out: N4.",
        "Loose balls: ball 2 on f7.",
        "Dice: South, to act now: 5 3 2.   North, next turn: 6 4 1.",
        "Turns in a row without a throw: 3 (the game is stopped at 16).",
    )
