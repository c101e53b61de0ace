"""Cycles, turns, and the run of one activation (GNOMEBALL-21 to 29, 67 to 70, 78, 122 to 125)."""

from pbem.games.gnomeball.events import CycleBegan, Lost, LostActivation, Open
from pbem.games.gnomeball.lines import DOES_NOTHING, check_part, ends, unfold
from pbem.games.gnomeball.orders import Activate, Choice, Halt
from pbem.games.gnomeball.parts import VERBS, step
from pbem.games.gnomeball.plans import check_play, planned
from pbem.games.gnomeball.samples import sample_line
from pbem.games.gnomeball.scoring import capped, eliminate, next_seat, to_restart
from pbem.games.gnomeball.state import Active, Field, Id, Play
from pbem.games.gnomeball.verbs import Macro, curses, trait
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Close, Forget, Pick, Rules, Seat, ask

PASS = Activate("", (DOES_NOTHING,))


def activation(state: Field) -> Rules[None]:
    """One turn of the frame: one activation by the player who must activate."""
    seat = yield from _next_player(state)
    if not seat:
        return
    order = last = yield from _ask_line(state, seat, "activation")
    who = order.who
    if order.planned:
        state.own_memory(seat).planned += 1
    state.characters[who].used = True
    state.active = Active(who)
    for curse in curses(state, who):
        yield from curse.run(state, who)
        yield from eliminate(state)
        if _over(state, who):
            break
    if not _over(state, who):
        last = yield from _act(state, who, order)
    yield from _finish(state, who, seat)
    if state.turn != seat and last.parts != PASS.parts:  # several passes may be for as many turns
        yield Close((seat,))


def _act(state: Field, who: Id, line: Activate) -> Rules[Activate]:
    """Steps 3 to 5, in as many lines as it takes; a stunned character loses them (GNOMEBALL-91). Returns the last."""
    character, active = state.characters[who], state.active
    assert active is not None
    active.tending, character.tending = character.tending, False  # GNOMEBALL-109
    if character.stunned:
        yield LostActivation(who)
        return line
    while not (yield from _perform(state, who, line)):
        line = yield from _ask_line(state, who[0], "rest")
    return line


def _next_player(state: Field) -> Rules[Seat]:
    """The player who must activate: players with nobody left to activate are skipped (GNOMEBALL-22, 69). Empty if
    everybody will be placed anew, or the match is over."""
    if not any(map(state.unused, state.seats)):
        state.result = capped(state)
        if state.result is not None:
            return ""
        if not state.standing():
            yield from to_restart(state, scored=False)
            return ""
        yield from _new_cycle(state)
    seat = _first_able(state, state.turn)
    if seat != state.turn:
        state.turn, state.played = seat, 0
    return seat


def _new_cycle(state: Field) -> Rules[None]:
    """All may be activated again (GNOMEBALL-23, 81)."""
    state.cycle += 1
    if state.settings.lead == "rotate":
        state.lead = next_seat(state, state.lead)
    for character in state.characters.values():
        character.used = False
    state.turn = _first_able(state, state.lead)
    yield CycleBegan(state.cycle, state.turn)


def _first_able(state: Field, seat: Seat) -> Seat:
    """The first player in the order of play, from this one on, who has somebody to activate."""
    return next(each for each in state.from_seat(seat) if state.unused(each))


def _ask_line(state: Field, seat: Seat, name: str) -> Rules[Activate]:
    """Ask for a line; a `halt` empties the queue, puts the plan to sleep and asks again (GNOMEBALL-127)."""
    while True:
        order = yield from ask(_line_ask(state, seat, name))
        if isinstance(order, Activate):
            return order
        state.own_memory(seat).asleep = True
        yield Forget((Play,), "halted", (seat,))


def _line_ask(state: Field, seat: Seat, name: str) -> Ask[Play]:
    def check(order: Play) -> Play:
        return check_play(state, seat, order)

    def sample(pick: Pick) -> Play:
        return sample_line(state, seat, pick)

    return Ask[Play](
        seat=seat,
        name=name,
        takes=(Activate, Choice, Halt),
        check=check,
        sample=sample,
        auto=lambda: PASS,
        about=Open(state.active.who) if state.active is not None else None,
        standing=(lambda: planned(state, seat)) if name == "activation" else None,
    )


def _perform(state: Field, who: Id, line: Activate) -> Rules[bool]:
    """Carry out the parts of a line; returns whether that ends the activation (GNOMEBALL-29, 122, 123)."""
    active = state.active
    assert active is not None
    parts = list(line.parts)
    for number, _ in enumerate(parts):
        try:
            if isinstance(VERBS[parts[number].verb], Macro):
                parts[number:] = unfold(state, who, parts[number:])
            part = parts[number]
            full = check_part(state, who, part)
        except Refused as error:
            yield Lost(who, str(parts[number]), str(error))
            return False  # nothing that may stand behind an action becomes impossible
        yield from VERBS[full.verb].run(state, who, full.what)
        yield from eliminate(state)
        if _over(state, who):
            return True
        active.moved = active.moved or step(part) == 2
    return ends(parts)


def _over(state: Field, who: Id) -> bool:
    """Whether the activation has ended at once: the character has fainted, a score was made, the match is over."""
    down = who not in state.characters or not state.characters[who].at
    return down or state.phase != "play" or state.result is not None


def _finish(state: Field, who: Id, seat: Seat) -> Rules[None]:
    """Step 6: claws, then counters and forms run down; then it is somebody's turn (GNOMEBALL-25, 29, 78, 124)."""
    early = _over(state, who)
    character = state.characters.get(who)
    if character is not None and character.at:
        if not early:
            yield from trait(state, "finishes", who)
        character.run_down()
    state.active = None
    if state.result is not None:
        return
    state.played += 1
    tempo = state.settings.tempo
    if state.phase != "play" or (tempo and state.played >= tempo) or not state.unused(seat):
        state.turn, state.played = next_seat(state, seat), 0
    if state.phase != "play" and not any(map(state.unused, state.still_in())):
        state.result = capped(state)  # nobody is placed for a match that is over
