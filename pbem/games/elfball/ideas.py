"""What a manager might do: sensible lines, the best first, for prompts and for the better player of the house.

Nothing here is a rule: whoever takes an idea puts it before the check of the ask, and only what passes is of use.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pbem.games.elfball.field.hexes import ATTACKED, EDGE, GRID, OTHER, STAIRWAYS
from pbem.games.elfball.field.prompts import YourTurn
from pbem.games.elfball.field.state import FIELD_SIZE, SEAT_OF, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to
from pbem.games.elfball.orders import GRAMMAR
from pbem.games.elfball.rolls import hooks
from pbem.play.hexgrid import Hex
from pbem.play.orders import first_passing
from pbem.play.requests import Seat

_HOME = "if ball: go goal"
DASH_HOME = "if mom 1: dash, go goal"
_DASH = 1
"""A Dash adds one step: it is tried where the goal is no further beyond a player's paces."""


def first_legal(lines: Iterable[str], check: Callable[[Any], object]) -> Any:
    """The first of these lines that can be read and passes the check of an ask, as an order, or None."""
    return first_passing(filter(None, map(GRAMMAR.order, lines)), check)


def for_turn(state: Pitch, about: YourTurn, *, bold: bool = False) -> Iterator[str]:
    """Lines for a turn; bold ones say what comes after a success, too, end in a Dash, and use Momentum steps."""
    up = [letter for letter in about.choice if state.players[letter].stands]
    if bold and state.advanced and state.momentum:
        yield from surging(state, about.seat, up)
    for line in _plain(state, about, bold):
        if bold and state.advanced and state.momentum:
            yield from _swarming(state, about.seat, line)
        yield line


def surging(state: Pitch, seat: Seat, up: list[Letter]) -> Iterator[str]:
    """Lines with Momentum steps, where the paces alone would not do."""
    holder = state.holder
    theirs = holder is not None and SEAT_OF[holder] != seat
    for letter in [holder] if holder in up else nearest_to(state, state.ball_hex, up):
        steps = list(hooks.surges(state.players[letter]))
        aim = ATTACKED[seat] if letter == holder else state.ball_hex
        player = state.players[letter]
        lacking = GRID.distance(player.at, aim) - player.attribute("jog") - theirs
        if not steps or not 0 < lacking <= state.momentum // steps[0].cost:
            continue
        first = f"{letter} surge {' '.join(_way(state, letter, aim, lacking))}"
        if letter == holder:
            yield f"{first}, go goal"
        elif theirs:
            yield f"{first}, go next {holder}, tackle {holder}, if near: go ball, {_HOME}"
        else:
            yield f"{first}, go ball, {_HOME}"


def _swarming(state: Pitch, seat: Seat, line: str) -> Iterator[str]:
    """A line with a step of another Little Guy before it, if its player may lead a swarm."""
    letter, _, rest = line.partition(" ")
    if letter not in state.players or not hooks.of(state.players[letter], "swarms"):
        return
    mates = [
        each for each in _standing_mates(state, seat, letter) if state.players[each].type == "Little Guy"
    ]
    for mate in nearest_to(state, state.ball_hex, mates):
        yield from (f"{letter} swarm {mate} {to}, {rest}" for to in _way(state, mate, state.ball_hex, 1))


def _way(state: Pitch, letter: Letter, aim: Hex, paces: int) -> list[Hex]:
    """The first steps of a player straight towards a hex, as far as nobody is in the way."""
    here, way = state.players[letter].at, list[Hex]()
    while len(way) < paces:
        free = [to for to in GRID.neighbours(here).values() if not state.on(to) and to not in EDGE]
        nearer = [to for to in free if GRID.distance(to, aim) < GRID.distance(here, aim)]
        if not nearer:
            break
        here = min(nearer, key=lambda to: (GRID.distance(to, aim), to))
        way.append(here)
    return way


def towards(state: Pitch, letter: Letter, paces: int) -> list[Hex]:
    """The first steps of a player towards the ball, not into its hex."""
    return [to for to in _way(state, letter, state.ball_hex, paces) if to != state.ball_hex]


def _plain(state: Pitch, about: YourTurn, bold: bool) -> Iterator[str]:
    seat, choice = about.seat, list(about.choice)
    up = [letter for letter in choice if state.players[letter].stands]
    if state.holder in up:
        yield from _run_home(state, seat, state.holder, bold)
    elif state.holder is None:
        yield from _fetch(state, seat, up, bold)
    elif state.holder in state.team(OTHER[seat]):
        yield from _stop(state, up, state.holder, bold)
    if len(state.fielded(seat)) < FIELD_SIZE and about.entering:
        yield from (f"enter {about.entering[0]} {name}" for name in STAIRWAYS[seat])
    yield from (f"{letter} stand, face ball" for letter in choice if letter not in up)
    yield from _support(state, seat, up, bold)


def for_more(state: Pitch) -> Iterator[str]:
    """Items for the player who has been told to wait."""
    letter, holder = state.acting.player, state.holder
    if not state.players[letter].stands:
        yield f"{letter} stand, face ball"
    elif holder == letter:
        yield f"{letter} go goal"
    elif holder is None:
        yield f"{letter} go ball, {_HOME}"
    elif SEAT_OF[holder] != SEAT_OF[letter]:
        yield f"{letter} tackle {holder}, if near: go ball"
        yield f"{letter} go next {holder}"
    yield f"{letter} face ball"


def _run_home(state: Pitch, seat: Seat, holder: Letter, bold: bool) -> Iterator[str]:
    """Run; who does not get there hands the ball to a mate further on, who may act next."""
    goal, player = ATTACKED[seat], state.players[holder]
    if bold and GRID.distance(player.at, goal) > player.attribute("jog") and player.attribute("skill") > 2:
        for mate in nearest_to(state, goal, _standing_mates(state, seat, holder)):
            if 1 < GRID.distance(state.players[mate].at, player.at) <= 3:
                yield f"{holder} throw {mate}, face goal"
    dash = bold and GRID.distance(player.at, goal) <= player.attribute("jog") + _DASH
    yield f"{holder} go goal{f', {DASH_HOME}' if dash else ''}"


def _fetch(state: Pitch, seat: Seat, up: list[Letter], bold: bool) -> Iterator[str]:
    for letter in nearest_to(state, state.ball, up):
        player = state.players[letter]
        way = GRID.distance(player.at, state.ball) + GRID.distance(state.ball, ATTACKED[seat])
        home = f"{_HOME}, {DASH_HOME}" if bold and way <= player.attribute("jog") + _DASH else _HOME
        if GRID.distance(player.at, state.ball) <= player.attribute("jog"):
            yield f"{letter} go ball, {home}"
    yield from (f"{letter} go ball" for letter in nearest_to(state, state.ball, up))


def _stop(state: Pitch, up: list[Letter], holder: Letter, bold: bool) -> Iterator[str]:
    """The strong ones first: they need no Impact."""
    win_it = f"if near: go ball, {_HOME}" if bold else "if near: go ball"
    there, might = state.players[holder].at, state.players[holder].attribute("might")
    able = nearest_to(state, there, up)
    able.sort(key=lambda each: state.players[each].attribute("might") < might)
    for letter in able:
        player = state.players[letter]
        if GRID.distance(player.at, there) <= player.attribute("jog"):
            yield from _special(state, letter, holder, win_it)
            yield f"{letter} go behind {holder}, tackle {holder}, {win_it}"
            yield f"{letter} go next {holder}, tackle {holder}, {win_it}"
    yield from (f"{letter} go next {holder}, face {holder}" for letter in able)


def _special(state: Pitch, letter: Letter, holder: Letter, win_it: str) -> Iterator[str]:
    """Tackles by abilities, where they do better than plain ones."""
    known = state.players[letter].known
    if "steal" in known:
        yield f"{letter} go behind {holder}, tackle {holder} with steal, {_HOME}"
        yield f"{letter} go next {holder}, tackle {holder} with steal, {_HOME}"
    if "cutblock" in known:
        yield f"{letter} go behind {holder}, tackle {holder} with cutblock"
    if not state.players[holder].stands and "cheapshot" in known:
        yield f"{letter} go next {holder}, tackle {holder} with cheapshot, {win_it}"


def _support(state: Pitch, seat: Seat, up: list[Letter], bold: bool) -> Iterator[str]:
    """Those without the ball hit whoever is in reach, or run ahead of it; for a prompt rather to who has it."""
    goal = ATTACKED[seat]
    others = [letter for letter in state.fielded(OTHER[seat]) if state.players[letter].stands]
    mates = [letter for letter in up if letter != state.holder]
    for letter in nearest_to(state, state.ball_hex, mates):
        for other in nearest_to(state, state.ball_hex, others)[:2]:
            if state.players[other].attribute("might") <= state.players[letter].attribute("might"):
                yield f"{letter} go behind {other}, tackle {other}"
    if state.holder and not bold:
        yield from (f"{letter} go next {state.holder}" for letter in nearest_to(state, state.ball_hex, mates))
    yield from (f"{letter} go {name}" for letter in mates for name in GRID.neighbours(goal).values())


def _standing_mates(state: Pitch, seat: Seat, holder: Letter) -> list[Letter]:
    return [each for each in state.fielded(seat) if each != holder and state.players[each].stands]
