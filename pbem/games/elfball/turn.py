"""Turns (ELFBALL-37 to 39, 87, 88, 94 to 96, 163, 164, 184): an action or a replacement, and what follows from it.

A turn of the frame is one action. With the option `double` a turn of the game is two of them; `state.half` is there
between the two.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.elfball import hooks, items
from pbem.games.elfball.action import begin, carry_out, check_items, rehearse
from pbem.games.elfball.ball import pick_up
from pbem.games.elfball.ending import cards_out, goal
from pbem.games.elfball.events import ActionOver, CardPlayed, Deserted, Entered, TurnPassed
from pbem.games.elfball.field import ATTACKED, CENTRE, GRID, OTHER, SEATS, STAIRWAYS, default_facing
from pbem.games.elfball.forecast import foreseen
from pbem.games.elfball.ideas import nearest_to
from pbem.games.elfball.momentum import Shift, shift
from pbem.games.elfball.naming import IN_BOX, own_player, way_to
from pbem.games.elfball.orders import (
    Cheer,
    Done,
    Enter,
    Line,
    More,
    Potion,
    Quickling,
    React,
    Taunt,
    Turn,
    Wizard,
)
from pbem.games.elfball.potions import doses_left, patients
from pbem.games.elfball.prelude import EARLY, check_early, do_early
from pbem.games.elfball.prompts import YourTurn
from pbem.games.elfball.referee import bribed, watch_machine
from pbem.games.elfball.samples import extras, sample_items, some_line
from pbem.games.elfball.state import FIELD_SIZE, SEAT_OF, Action, Half, Letter, Pitch
from pbem.games.elfball.vetting import vet
from pbem.games.elfball.wizard import cast, check_spell, has_spell
from pbem.play.game import copy
from pbem.play.hexgrid import Hex
from pbem.play.orders import Ambiguous, Refused, first_passing, passes
from pbem.play.requests import Ask, Forget, Pick, Rules, Seat, ask


def take_turn(state: Pitch) -> Rules[None]:
    """One action or replacement of the active team."""
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
    actor: Letter = order.letter if isinstance(order, Line | Enter) else ""
    machine = actor if isinstance(order, Line) else ""
    shifted = False
    try:
        yield from _carry_out(state, order)
    except Shift:
        shifted = True
    state.action = None
    if shifted:
        yield from watch_machine(state, machine)
        yield from shift(state)
        yield from _end_turn(state, actor, holder)
        return
    if actor and state.holder == actor and state.players[actor].at == ATTACKED[seat]:
        yield from goal(state, actor)  # ELFBALL-94, 95
        yield from watch_machine(state, machine)
        yield from _card(state)
        return
    yield from watch_machine(state, machine)
    if actor:
        yield ActionOver(actor, state.momentum)
    state.momentum = 0  # ELFBALL-22
    if state.double and state.half is None and not isinstance(order, Done):
        state.half = Half(actor, holder)
        if _choice(state) or _may_enter(state, seat) or has_spell(state, seat):
            return
        actor = ""
    yield from _end_turn(state, actor, holder)


def _carry_out(state: Pitch, order: Turn) -> Rules[None]:
    """What a manager has chosen. Raises `Shift`."""
    match order:
        case Line(letter=letter, items=line):
            yield from begin(state, letter)
            yield from foreseen(state, lambda twin: carry_out(twin, line, sample_more))
        case Enter():
            yield from _enter(state, order)
        case Wizard():
            yield from cast(state, order)


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


def _card(state: Pitch) -> Rules[None]:
    """ELFBALL-163: a card goes when the team that lost the face-off ends a turn."""
    if not state.timed or state.active != state.beaten or state.result or state.phase == "postgame":
        return
    state.cards -= 1
    yield CardPlayed(state.cards)
    if state.cards <= 0:
        yield from cards_out(state)


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


# Whom a manager may choose.


def _can_do_anything(state: Pitch, seat: Seat) -> bool:
    return bool(state.fielded(seat)) or _may_enter(state, seat) or has_spell(state, seat)


def _choice(state: Pitch) -> list[Letter]:
    """The players who may act: not the one who moved last, unless nobody else is on the field (ELFBALL-37)."""
    if state.bound:
        return [state.bound]
    fielded = state.fielded(state.active)
    gone = state.half.first if state.half else ""
    marked = state.moved.get(state.active) if len(fielded) > 1 else ""
    return [letter for letter in fielded if letter not in (marked, gone)]


def _check_choice(state: Pitch, letter: Letter) -> None:
    player = state.players[own_player(state, state.active, letter)]
    if not player.on_field:
        use = f"; use: enter {letter} HEX" if player.at == "bench" else ""
        raise Refused(f"{letter} is {IN_BOX[player.at]}{use}")
    choice = _choice(state)
    if letter not in choice:
        why = (
            f"cannot act: {state.bound} has doubled the counters"
            if state.bound
            else "has acted in this turn"
            if state.half and letter == state.half.first
            else "moved last"
        )
        others = f"; choose another player ({' '.join(choice)})" if choice else ""
        raise Refused(f"{letter} {why}{others}")


# Replacements.


def _may_enter(state: Pitch, seat: Seat) -> bool:
    """Whether a player may come in from the Bench (ELFBALL-87)."""
    room = len(state.fielded(seat)) < FIELD_SIZE and not state.bound
    return room and bool(_reserves(state, seat)) and bool(_stairs(state, seat))


def _reserves(state: Pitch, seat: Seat) -> list[Letter]:
    return [letter for letter in state.boxed(seat, "bench") if not state.players[letter].barred]


def _stairs(state: Pitch, seat: Seat) -> list[Hex]:
    occupied = state.occupied
    return [name for name in STAIRWAYS[seat] if name not in occupied]


def _check_enter(state: Pitch, order: Enter) -> Enter:
    """The replacement with its direction, or refused (ELFBALL-87)."""
    letter, seat = order.letter, state.active
    if state.bound:
        raise Refused(f"{order}: {state.bound} has doubled the counters and must act")
    player = state.players[own_player(state, seat, letter)]
    if player.on_field:
        raise Refused(f"{letter} is on the field already")
    if player.at != "bench":
        raise Refused(f"{letter} is {IN_BOX[player.at]}")
    if player.barred:
        raise Refused(f"{letter} may not come in before the next set-up")
    if len(state.fielded(seat)) >= FIELD_SIZE:
        raise Refused("enter: six players are on the field")
    if there := state.on(order.at):
        raise Refused(f"{order.at} is taken by {there}")
    twin = copy(state)
    twin.players[letter].at = order.at
    looks = way_to(twin, letter, order.looks) if order.looks else default_facing(seat, order.at)
    return Enter(letter, order.at, str(looks), order.policy)


def _enter(state: Pitch, order: Enter) -> Rules[None]:
    """A player comes in, and picks the ball up if it lies there (ELFBALL-88). Raises `Shift` as a Pick-up does."""
    player = state.players[order.letter]
    player.at, player.looks, player.posture = order.at, int(order.looks), "standing"
    yield Entered(order.letter, order.at, player.looks)
    if state.ball == order.at:
        state.action = Action(order.letter, 1)
        yield from pick_up(state, order.letter, order.policy)


# The ask.


def _asking(state: Pitch) -> Ask[Turn]:
    seat = state.active
    choice = _choice(state)
    takes: tuple[type[Turn], ...] = (Line, More, Enter, *EARLY, Wizard, *((Done,) if state.half else ()))

    def check(order: Turn) -> Turn:
        vet(state, seat, order)
        match order:
            case Line():
                _check_choice(state, order.letter)
                twin = copy(state)
                rehearse(begin(twin, order.letter))
                check_items(twin, order.items, sample_more)
                return order
            case More():
                return _named(state, order, check)
            case Enter():
                return _check_enter(state, order)
            case Wizard() if state.bound:
                raise Refused(f"{order}: {state.bound} has doubled the counters and must act")
            case Wizard():
                return check_spell(state, order)
            case Potion() | Quickling() | Taunt() | React() | Cheer():
                return check_early(state, order, choice)
        return order

    def sample(pick: Pick) -> Turn:
        if state.half and pick.chance(20):
            return Done()
        if _may_enter(state, seat) and (not choice or pick.chance(60)):
            at = state.ball if state.ball in _stairs(state, seat) else pick.one(_stairs(state, seat))
            return Enter(pick.one(_reserves(state, seat)), at)
        if pick.chance(40) and (early := first_passing(extras(state, seat, choice, pick), check)):
            return early
        return some_line(choice, state, pick, check) if choice else _automatic(state)

    about = YourTurn(
        seat,
        tuple(choice),
        state.moved.get(seat, ""),
        "shift" if state.shifted else "faceoff" if state.momentum else "none",
        _hindered(state, seat),
        tuple(_reserves(state, seat)) if _may_enter(state, seat) else (),
        state.half is not None,
        _offers(state, seat),
        next(iter(_stairs(state, seat)), ""),
    )
    return Ask[Turn](
        seat=seat,
        name="turn",
        takes=takes,
        check=check,
        sample=sample,
        auto=lambda: _automatic(state),
        about=about,
    )


def _named(state: Pitch, order: More, check: Callable[[Turn], Turn]) -> Turn:
    """A line without a player, where only one can be meant: the one nearest to the ball for `go ball`, and for `pass`
    the one whom the server would choose."""
    match order.items:
        case (items.Pass(),):
            return _automatic(state)
        case (items.Go(to="ball"), *_):
            pass
        case _:
            raise Refused(More.unasked)
    lines = [Line(letter, order.items) for letter in nearest_to(state, state.ball_hex, _choice(state))]
    legal = [line for line in lines if passes(check, line)]
    if not legal:
        return check(lines[0]) if lines else _automatic(state)
    paces = [GRID.distance(state.players[line.letter].at, state.ball_hex) for line in legal]
    if paces.count(paces[0]) > 1:
        meant = [str(line) for line, away in zip(legal, paces, strict=True) if away == paces[0]]
        raise Ambiguous(f"{order}: which of your players? {' or '.join(meant)}", meant)
    return legal[0]


def _offers(state: Pitch, seat: Seat) -> tuple[str, ...]:
    """What may be done before the action, or in its place, as lines to fill in (advanced)."""
    support, team = state.backing(seat), [(each, state.players[each]) for each in state.fielded(seat)]
    found = list[str]()
    if doses_left(state, seat) and not state.stage:
        found += [f"potion {each}" for each in patients(state, seat)[:1]]
    if state.shifted and state.half is None and state.momentum:
        standing = [(letter, player) for letter, player in team if player.stands]
        found += [
            f"quickling {letter}"
            for letter, player in team
            if hooks.of(player, "quickens") and not state.bound
        ]
        found += [f"taunt {letter} ENEMY 1" for letter, player in standing if hooks.of(player, "taunts")]
        found += [f"react {letter} HEX" for letter, player in standing if hooks.of(player, "reacts")]
    found += [f"cheer {left}" for left in [support.cheerleaders - support.cheered] if left > 0]
    found += ["wizard shock ENEMY"] if has_spell(state, seat) and not state.bound else []
    return tuple(found)


def _hindered(state: Pitch, seat: Seat) -> tuple[tuple[Letter, tuple[Letter, ...]], ...]:
    """Own standing players whom opponents face, and those: their steps need a Disengage (section 8)."""
    standing = [letter for letter in state.fielded(seat) if state.players[letter].stands]
    found = ((letter, tuple(state.facing(state.players[letter].at, OTHER[seat]))) for letter in standing)
    return tuple((letter, others) for letter, others in found if others)


def _automatic(state: Pitch) -> Turn:
    """ELFBALL-184."""
    if state.half:
        return Done()
    choice = _choice(state)
    if not choice and not _may_enter(state, state.active):
        return Wizard("inferno", CENTRE)  # nothing else is left to do
    if not choice:
        seat = state.active
        return Enter(_reserves(state, seat)[0], _stairs(state, seat)[0])
    letter = next((each for each in choice if each != state.holder), choice[0])
    return Line(letter, (items.Pass(),))


def sample_more(state: Pitch, pick: Pick) -> Line:
    """Some legal items for a player who has been told to wait."""
    letter = state.acting.player
    line = Line(letter, sample_items(state, letter, pick))
    possible = passes(lambda parts: check_items(copy(state), parts, sample_more), line.items)
    return line if possible else Line(letter, (items.End(),))
