"""What a game says about itself when it overrides nothing."""

from collections.abc import Iterator
from typing import Any

from pbem.play.game import Game, State
from pbem.play.record import Result
from pbem.play.requests import Ask, Order, Pick, seeded


class Call(Order, frozen=True):
    name: str

    def __str__(self) -> str:
        return f"call {self.name}"


class Calls(Game[State]):
    def read(self, text: str) -> Order:
        return Call(text.removeprefix("call "))


class Ideas(Calls):
    def examples(self, state: State, ask: Ask[Any], pick: Pick) -> Iterator[str]:
        yield from ("call E4", "call H8", "call it a day")


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
    """What a game without bots shows; one that keeps its samples to itself overrides `examples`."""
    ask = Ask(
        "1",
        "call",
        takes=(Call,),
        check=lambda order: order,
        sample=lambda pick: Call(pick.one(["heads", "tails"])),
        auto=lambda: Call("none"),
    )
    assert Calls().example(State(seats=["1"]), ask, seeded("x")) in ("call heads", "call tails")
    assert Game[State]().near(State(), ask, "cal hedas") is None


def test_no_form_is_shown_three_times_running() -> None:
    """Every third example is the best of another form, if there is one."""
    ask = Ask(
        "1",
        "call",
        takes=(Call,),
        check=lambda order: order,
        sample=lambda pick: Call(""),
        auto=lambda: Call(""),
    )
    state = State(seats=["1", "2"])
    shown = [Ideas().example(state, ask, seeded("x"), turn) for turn in (0, 2, 4, 6)]
    assert shown == ["call E4", "call E4", "call it a day", "call E4"]
