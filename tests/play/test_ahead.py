"""Playing a turn ahead: dice by lot, answers by standing orders and by whoever tries, and an end."""

import pytest

from pbem.games.dodgeball.orders import Done, read
from pbem.games.dodgeball.state import Field
from pbem.games.dodgeball.turn import take_turn
from pbem.play.ahead import Unending, answering, best_of, play_ahead
from pbem.play.game import Game, State, random_bot
from pbem.play.requests import Ask, Event, Order, Rules, seeded


def field() -> Field:
    return Field(pawns={"S1": "a1", "N1": "h8"}, dice=[1, 2, 3], next_dice=[4, 5, 6])


def test_a_turn_is_played_out() -> None:
    """The dice left are given up, and new ones are thrown."""
    state = field()
    play_ahead(take_turn(state), seeded("x"), lambda ask: Done())
    assert (state.to_act, state.dice, len(state.next_dice)) == ("N", [4, 5, 6], 3)


def test_it_stops_where_nobody_wants_to_look_further() -> None:
    """The position is that of the question."""
    state, lines = field(), ["S1 move a2"]

    def answer(ask: Ask[Order]) -> Order | None:
        return read(lines.pop()) if lines else None

    play_ahead(take_turn(state), seeded("x"), answer)
    assert (state.pawns["S1"], state.to_act, state.dice) == ("a2", "S", [2, 3])


def test_a_turn_without_an_end_is_given_up() -> None:
    """Rules that only tell would be followed for ever."""

    def endless() -> Rules[None]:
        while True:
            yield Event()

    with pytest.raises(Unending):
        play_ahead(endless(), seeded("x"), lambda ask: None)


def test_a_game_without_levels_is_played_by_any_legal_order() -> None:
    """Of other people's games nothing more is wanted."""
    assert Game[State]().bot("hard") is random_bot


def test_the_best_idea_is_the_one_that_comes_out_best() -> None:
    """All are tried, then the shortlist with an answer, which decides; of equals it is the first."""
    ideas, tried = [read(f"S1 move a{row}") for row in (2, 3, 4)], list[tuple[str, int]]()
    worth = {("S1 move a2", 0): 3.0, ("S1 move a4", 0): 2.0, ("S1 move a4", 1): 1.0}

    def outcome(order: Order, answers: int) -> float:
        tried.append((str(order), answers))
        return worth.get((str(order), answers), 0.0)

    assert best_of(ideas, outcome, trials=2, shortlist=2, replies=3) == ideas[2]
    assert [tried.count((str(order), 0)) for order in ideas] == [2, 2, 2]
    assert [tried.count((str(order), 1)) for order in ideas] == [3, 0, 3]
    assert best_of(ideas, lambda order, answers: 0.0, trials=1, shortlist=3, replies=1) == ideas[0]


def test_an_idea_is_played_and_then_what_is_usual() -> None:
    """The order answers once; a throw that it meets is answered as the server would."""
    state = field()
    play_ahead(take_turn(state), seeded("x"), answering(read("S1 move a2"), "action", lambda ask: Done()))
    assert (state.pawns["S1"], state.to_act) == ("a2", "N")
    state = Field(
        pawns={"S1": "a4", "N1": "a5"}, balls=["S1", "line", "line"], dice=[1, 2], next_dice=[4, 5, 6]
    )
    play_ahead(take_turn(state), seeded("x"), answering(read("S1 throw N1"), "action", lambda ask: Done()))
    assert state.balls[0] != "S1"
