"""Where the ball of a fallen carrier comes to rest: SLARGEBALL-25, 29, 30."""

from typing import Any

import pytest

from pbem.games.slargeball.events import Dropped
from pbem.games.slargeball.falling import drop
from pbem.games.slargeball.field import clockwise, name

from .pitch import Table

HERE = (30, 16)
AROUND = ("27,13", "30,13", "33,13", "27,16", "33,16", "27,19", "30,19", "33,19")
NAMES = ("bD", "bT1", "bT2", "bN1", "bN2", "bR", "rD", "rT2")


def rest(roll: int, figures: dict[str, str], balls: tuple[str, ...] = (), **given: Any) -> str:
    """Where the ball of Red's T1 on 30,16, who is down, comes to rest."""
    state = Table(
        {"rT1": "30,16", **figures}, balls=["rT1", *balls], down={"rT1": "", **given.pop("down", {})}, **given
    ).state
    turn = drop(state, "rT1")
    next(turn)
    event = turn.send((roll,))
    assert isinstance(event, Dropped)
    assert state.balls[0] == event.square
    return event.square


@pytest.mark.parametrize("roll", range(1, 7))
def test_the_first_place_out_of_contact_clockwise(roll: int) -> None:
    """SLARGEBALL-30: two inches away in the direction rolled; a base, standing or lying, or a ball in contact with it
    makes it the next."""
    first, second, *_ = clockwise(HERE, roll, 2)
    beside = next(
        name((first[0] + x, first[1] + y))
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if max(abs(first[0] + x - second[0]), abs(first[1] + y - second[1])) > 1
        and max(abs(first[0] + x - 30), abs(first[1] + y - 16)) > 1
    )
    assert rest(roll, {}) == name(first)
    assert rest(roll, {"bN1": beside}) == name(second)
    assert rest(roll, {"bN1": beside}, down={"bN1": ""}) == name(second)
    assert rest(roll, {}, (beside,)) == name(second)


@pytest.mark.parametrize("roll", range(1, 7))
def test_without_such_a_place_beside_the_figure(roll: int) -> None:
    """SLARGEBALL-29, SLARGEBALL-30: on the nearest free square from the direction rolled, clockwise; the one under a
    figure or a ball is not free."""
    crowd = dict(zip(NAMES, AROUND, strict=True))
    first, second, *_ = map(name, clockwise(HERE, roll, 1))
    assert rest(roll, crowd) == first
    assert rest(roll, {**crowd, "rN1": first}) == second
    assert rest(roll, crowd, (first,)) == second
