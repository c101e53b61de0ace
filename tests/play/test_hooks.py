"""What a game says about itself when it overrides nothing."""

from __future__ import annotations

import msgspec

from pbem.play.conformance import seeded
from pbem.play.game import Game, State
from pbem.play.record import Result
from pbem.play.requests import Ask, Order


class Call(Order, frozen=True):
    name: str

    def __str__(self) -> str:
        return f"call {self.name}"


def test_a_draw_agreed_on_is_shared_by_those_still_in() -> None:
    """Who left earlier ranks behind those still in, the last to leave first."""
    state = State(seats=["1", "2", "3", "4"], left=["3", "1"])
    assert Game[State]().agreed(state) == Result((("2", "4"), ("1",), ("3",)), "draw agreed")


def test_one_side_left_has_won() -> None:
    """With two sides still in nothing is decided; with one the others rank by when they left."""
    game, seats = Game[State](), ["1", "2", "3"]
    assert game.decided(State(seats=seats, left=["2"])) is None
    assert game.decided(State(seats=seats, left=["2", "1"])) == Result((("3",), ("1",), ("2",)), "resigned")


def test_the_example_of_a_prompt_is_a_sample() -> None:
    """A game that keeps its samples to itself overrides `example`."""
    ask = Ask(
        "1",
        "call",
        takes=(Call,),
        check=lambda order: order,
        sample=lambda pick: Call(pick.one(["heads", "tails"])),
        auto=lambda: Call("none"),
    )
    assert str(Game[State]().example(ask, seeded("x"))) in ("call heads", "call tails")
    own = msgspec.structs.replace(ask, example=lambda: Call("edge"))
    assert str(Game[State]().example(own, seeded("x"))) == "call edge"
    assert Game[State]().near(State(), own, "cal hedas") is None
