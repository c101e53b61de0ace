"""A player of the house who knows what the game is about: fetch the ball, run it home, stop who has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.games.elfball.events import YourTurn
from pbem.games.elfball.field import ATTACKED, GRID, OTHER, STAIRWAYS
from pbem.games.elfball.reading import read
from pbem.games.elfball.state import FIELD_SIZE, Letter, Pitch
from pbem.play.hexgrid import Hex
from pbem.play.orders import OrderError
from pbem.play.requests import Ask, Pick, Seat

_HOME = "if ball: go goal, if mom 1: dash, go goal"
_WIN_IT = f"if near: go ball, {_HOME}"


def captain(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The first of his ideas that is legal, else what the server would do for him."""
    if isinstance(ask.about, YourTurn):
        for line in _ideas(state, ask.about):
            try:
                return str(ask.check(read(line)))
            except OrderError:
                continue
    return str(ask.check(ask.auto()))


def _ideas(state: Pitch, about: YourTurn) -> Iterator[str]:
    """What might be done, the best first."""
    seat, choice = about.seat, list(about.choice)
    up = [letter for letter in choice if state.players[letter].stands]
    if state.holder in up:
        yield from _run_home(state, seat, state.holder)
    elif state.holder is None:
        yield from _fetch(state, up)
    elif state.holder in state.team(OTHER[seat]):
        yield from _stop(state, up, state.holder)
    if len(state.fielded(seat)) < FIELD_SIZE and about.entering:
        yield from (f"enter {about.entering[0]} {name}" for name in STAIRWAYS[seat])
    yield from (f"{letter} stand, face ball" for letter in choice if letter not in up)
    yield from _support(state, seat, up)


def _run_home(state: Pitch, seat: Seat, holder: Letter) -> Iterator[str]:
    """Run; who does not get there hands the ball to a mate further on, who may act next."""
    goal, player = ATTACKED[seat], state.players[holder]
    if GRID.distance(player.at, goal) > player.attribute("jog") and player.attribute("skill") > 2:
        for mate in _nearest(state, goal, _standing_mates(state, seat, holder)):
            if 1 < GRID.distance(state.players[mate].at, player.at) <= 3:
                yield f"{holder} throw {mate}, face goal"
    yield f"{holder} go goal, if mom 1: dash, go goal"


def _fetch(state: Pitch, up: list[Letter]) -> Iterator[str]:
    for letter in _nearest(state, state.ball, up):
        player = state.players[letter]
        if GRID.distance(player.at, state.ball) <= player.attribute("jog"):
            yield f"{letter} go ball, {_HOME}"
    yield from (f"{letter} go ball" for letter in _nearest(state, state.ball, up))


def _stop(state: Pitch, up: list[Letter], holder: Letter) -> Iterator[str]:
    """The strong ones first: they need no Impact."""
    there, might = state.players[holder].at, state.players[holder].attribute("might")
    able = _nearest(state, there, up)
    able.sort(key=lambda each: state.players[each].attribute("might") < might)
    for letter in able:
        player = state.players[letter]
        if GRID.distance(player.at, there) <= player.attribute("jog"):
            yield f"{letter} go behind {holder}, tackle {holder}, {_WIN_IT}"
            yield f"{letter} go next {holder}, tackle {holder}, {_WIN_IT}"
    yield from (f"{letter} go next {holder}, face {holder}" for letter in able)


def _support(state: Pitch, seat: Seat, up: list[Letter]) -> Iterator[str]:
    """Those without the ball hit whoever is in reach, or run ahead of it."""
    goal = ATTACKED[seat]
    others = [letter for letter in state.fielded(OTHER[seat]) if state.players[letter].stands]
    mates = [letter for letter in up if letter != state.holder]
    for letter in _nearest(state, state.ball_hex, mates):
        for other in _nearest(state, state.ball_hex, others)[:2]:
            if state.players[other].attribute("might") <= state.players[letter].attribute("might"):
                yield f"{letter} go behind {other}, tackle {other}"
    yield from (f"{letter} go {name}" for letter in mates for name in GRID.neighbours(goal).values())


def _nearest(state: Pitch, name: Hex, letters: list[Letter]) -> list[Letter]:
    return sorted(letters, key=lambda each: (GRID.distance(state.players[each].at, name), each))


def _standing_mates(state: Pitch, seat: Seat, holder: Letter) -> list[Letter]:
    return [each for each in state.fielded(seat) if each != holder and state.players[each].stands]
