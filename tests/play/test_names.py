"""What may be named: figures, squares, sides and balls of a position, and the verbs of each game."""

from typing import Any

import pytest

from pbem.play.game import Game, masked, opening
from pbem.play.names import inflected
from tests.games.ours import OURS

GAMES: list[Game[Any]] = [*OURS.values()]


def at_the_beginning(game: Game[Any]) -> Any:
    options = game.read_options({}, game.players[0])
    seats = game.seats(options, game.players[0])
    return game.decode(opening(game, options, {seat: f"player{seat}" for seat in seats}).state)


@pytest.mark.parametrize(
    ("phrase", "forms"),
    [
        ("move", ("move", "moves", "moving")),
        ("head for", ("head for", "heads for", "heading for")),
        ("pass", ("pass", "passes", "passing")),
        ("carry", ("carry", "carries", "carrying")),
        ("hit", ("hit", "hits", "hitting")),
        ("throw", ("throw", "throws", "throwing")),
        ("go", ("go", "goes", "going")),
    ],
)
def test_verbs_have_all_forms(phrase: str, forms: tuple[str, ...]) -> None:
    assert inflected(phrase) == forms


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_verbs_are_words_of_the_orders(game: Game[Any]) -> None:
    written = {word for form in game.forms for word in form.lower().replace(",", " ").split()}
    assert written & set(game.verbs)
    assert all(verb in said for verb, said in game.verbs.items())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_names_are_those_of_the_seats(game: Game[Any]) -> None:
    """Every figure and side belongs to a seat, and is found in any letter case; a common word is no name."""
    state = at_the_beginning(game)
    for seat in state.seats:
        names = game.names(masked(state, seat), seat)
        assert {*names.figures.values(), *names.sides.values()} <= set(state.seats)
        assert all(names.figure(figure.lower()) == figure for figure in names.figures)
        assert not names.is_place("hello")
        assert not names.figure("hello")


def test_figures_have_their_side_and_balls_their_place() -> None:
    game = OURS["dodgeball"]
    names = game.names(at_the_beginning(game), "S")
    assert names.figures["S1"] == "S"
    assert names.figures["N5"] == "N"
    assert names.is_place("b4")
    assert not names.is_place("i4")
    assert names.balls == {"ball 1": "line", "ball 2": "line", "ball 3": "line"}


def test_an_opponent_of_slargeball_is_named_in_full() -> None:
    game = OURS["slargeball"]
    state = at_the_beginning(game)
    assert game.names(state, "B").figure("rt1") == "rT1"
    assert game.names(state, "B").figures["T1"] == "B"
    assert game.names(state, "R").is_place("18,12")
