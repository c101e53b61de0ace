"""Turns (ELFBALL-37 to 39, 94 to 96, 163, 164, 184): what a manager chooses, and what follows from it.

A turn of the frame is one action. With the option `double` a turn of the game is two of them; `state.half` is there
between the two.
"""

from collections.abc import Callable, Sequence

from pbem.games.elfball.actions.action import Line, More, some_line
from pbem.games.elfball.actions.flow import Pass
from pbem.games.elfball.actions.movement import Go
from pbem.games.elfball.actions.referee import bribed, watch_machine
from pbem.games.elfball.ending import goal, last_goal
from pbem.games.elfball.field.events import ActionOver, CardPlayed, Deserted, TurnPassed
from pbem.games.elfball.field.hexes import ATTACKED, CENTRE, GRID, OTHER, SEATS
from pbem.games.elfball.field.lines import Done, Turn
from pbem.games.elfball.field.prompts import YourTurn
from pbem.games.elfball.field.state import SEAT_OF, Half, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to, watched
from pbem.games.elfball.prelude import EARLY, check_early, do_early
from pbem.games.elfball.rolls.momentum import Shift, shift
from pbem.games.elfball.teams.replacements import Enter, free_stairs, reserves
from pbem.games.elfball.wizard import Wizard, has_spell
from pbem.play.orders import Ambiguous, Refused, first_passing, passes
from pbem.play.requests import Ask, Close, Forget, Pick, Rules, Seat, ask

_BESIDE: tuple[type[Turn], ...] = (*EARLY, Wizard)
"""What may be done before an action, or in its place (advanced)."""


def take_turn(state: Pitch) -> Rules[None]:
    """One action, replacement or spell of the active team."""
    seat, holder = state.active, state.holder or ""
    state.saved = []
    if state.half is None and (yield from bribed(state)):
        yield from shift(state)
        yield from _end_turn(state, "", holder)
        return
    if not _can_do_anything(state, seat):
        yield from _pass(state, holder)
        return
    order = yield from ask(_asking(state))
    while isinstance(order, EARLY):
        yield from do_early(state, order)
        order = yield from ask(_asking(state))
    state.shifted, state.stage, state.bound = False, 0, ""
    try:
        yield from order.run(state)
        shifted = False
    except Shift:
        shifted = True
    state.action = None
    yield from _follow(state, order, holder, shifted=shifted)


def _follow(state: Pitch, order: Turn, holder: Letter, *, shifted: bool) -> Rules[None]:
    """What comes of an action: a goal, a Shift, the other half of the turn, or its end."""
    seat = state.active
    actor: Letter = order.letter if isinstance(order, Line | Enter) else ""
    scored = not shifted and state.holder == actor and state.players[actor].at == ATTACKED[seat]
    if scored:
        yield from goal(state, actor)  # ELFBALL-94, 95
    if isinstance(order, Line):
        yield from watch_machine(state, actor)
    if scored:
        yield from _card(state)
        return
    if shifted:
        yield from shift(state)
    else:
        if actor:
            yield ActionOver(actor, state.momentum)
        state.momentum = 0  # ELFBALL-22
        if state.double and state.half is None:
            state.half = Half(actor, holder)
            if _choice(state) or reserves(state, seat) or has_spell(state, seat):
                return
            actor = ""
    yield from _end_turn(state, actor, holder)


def _end_turn(state: Pitch, actor: Letter, holder: Letter) -> Rules[None]:
    """Whose turn it is next, and who is marked (ELFBALL-38, 164)."""
    half, seat = state.half, state.active
    acted = [each for each in (half.first if half else "", actor) if each]
    began = half.holder if half else holder
    if acted:
        state.moved[seat] = began if began in acted else acted[0]
    else:
        state.moved.pop(seat, None)
    state.half = None
    state.struck = [each for each in state.struck if SEAT_OF[each] != seat]
    yield from _card(state)
    state.active = OTHER[seat]
    yield Close((seat,))


def _card(state: Pitch) -> Rules[None]:
    """ELFBALL-163: a card goes when the team that lost the face-off ends a turn."""
    if not state.timed or state.active != state.beaten or state.result or state.phase == "postgame":
        return
    state.cards -= 1
    yield CardPlayed(state.cards)
    if state.cards <= 0:
        yield from last_goal(state)


def _pass(state: Pitch, holder: Letter) -> Rules[None]:
    """ELFBALL-39, R11: nobody to choose; where that holds for both teams, the Test is over."""
    if not any(_can_do_anything(state, seat) for seat in SEATS):
        yield Deserted(state.test)
        yield Forget((Turn,), "a new Test begins, so the lines ahead are cleared")
        state.phase = "setup"
        return
    yield TurnPassed(state.active)
    state.momentum, state.shifted = 0, False
    yield from _end_turn(state, "", holder)


def _can_do_anything(state: Pitch, seat: Seat) -> bool:
    return bool(state.fielded(seat) or reserves(state, seat) or has_spell(state, seat))


def _choice(state: Pitch) -> list[Letter]:
    """The players who may act: not the one who moved last, unless there is no other on the field (ELFBALL-37)."""
    if state.bound:
        return [state.bound]
    fielded = state.fielded(state.active)
    gone = state.half.first if state.half else ""
    marked = state.moved.get(state.active) if len(fielded) > 1 else ""
    return [letter for letter in fielded if letter not in (marked, gone)]


def _asking(state: Pitch) -> Ask[Turn]:
    seat = state.active
    choice, entering = _choice(state), reserves(state, seat)

    def check(order: Turn) -> Turn:
        order.vet(state, seat)
        if isinstance(order, More):
            return _named(state, order, choice, check)
        if isinstance(order, EARLY):
            return check_early(state, order, choice)
        return order.check(state, choice)

    def sample(pick: Pick) -> Turn:
        if state.half and pick.chance(20):
            return Done()
        if entering and (not choice or pick.chance(60)):
            return Enter.samples(state, choice, pick)[0]
        if pick.chance(40) and (early := first_passing(_extras(state, choice, pick), check)):
            return early
        return some_line(choice, state, pick, check) if choice else _automatic(state)

    return Ask[Turn](
        seat=seat,
        name="turn",
        takes=(Line, More, Enter, *EARLY, Wizard, *((Done,) if state.half else ())),
        check=check,
        sample=sample,
        auto=lambda: _automatic(state),
        about=YourTurn(
            seat,
            tuple(choice),
            state.moved.get(seat, ""),
            "shift" if state.shifted else "faceoff" if state.momentum else "none",
            _hindered(state, seat),
            tuple(entering),
            state.half is not None,
            _offers(state),
            free_stairs(state, seat)[0] if entering else "",
        ),
    )


def _named(state: Pitch, order: More, choice: Sequence[Letter], check: Callable[[Turn], Turn]) -> Turn:
    """A line without a player, where only one can be meant: the one nearest to the ball for `go ball`, and for `pass`
    the one whom the server would choose."""
    match order.items:
        case (Pass(),):
            return _automatic(state)
        case (Go(to="ball"), *_):
            pass
        case _:
            raise Refused(More.unasked)
    lines = [Line(letter, order.items) for letter in nearest_to(state, state.ball_hex, choice)]
    legal = [line for line in lines if passes(check, line)]
    if not legal:
        return check(lines[0]) if lines else _automatic(state)
    paces = [GRID.distance(state.players[line.letter].at, state.ball_hex) for line in legal]
    if paces.count(paces[0]) > 1:
        meant = [str(line) for line, away in zip(legal, paces, strict=True) if away == paces[0]]
        raise Ambiguous(f"{order}: which of your players? {' or '.join(meant)}", meant)
    return legal[0]


def _offers(state: Pitch) -> tuple[str, ...]:
    """What may be done before the action, or in its place, as lines to fill in (advanced)."""
    if not (state.shifted or state.support):
        return ()
    return tuple(line for kind in _BESIDE for line in kind.offers(state))


def _extras(state: Pitch, choice: Sequence[Letter], pick: Pick) -> list[Turn]:
    """Lines before an action, or in its place, legal or not (advanced)."""
    if state.active not in state.support and not any(state.players[each].known for each in choice):
        return []
    lines = [line for kind in _BESIDE for line in kind.samples(state, choice, pick)]
    return pick.some(lines, len(lines))


def _hindered(state: Pitch, seat: Seat) -> tuple[tuple[Letter, tuple[Letter, ...]], ...]:
    """Own standing players whom opponents face, and those: their steps need a Disengage (section 8)."""
    there, players = watched(state, OTHER[seat]), state.players
    return tuple(
        (letter, tuple(state.facing(players[letter].at, OTHER[seat])))
        for letter in state.fielded(seat)
        if players[letter].at in there and players[letter].stands
    )


def _automatic(state: Pitch) -> Turn:
    """ELFBALL-184."""
    seat, choice = state.active, _choice(state)
    if state.half:
        return Done()
    if choice:
        letter = next((each for each in choice if each != state.holder), choice[0])
        return Line(letter, (Pass(),))
    if entering := reserves(state, seat):
        return Enter(entering[0], free_stairs(state, seat)[0])
    return Wizard("inferno", CENTRE)  # nothing else is left to do
