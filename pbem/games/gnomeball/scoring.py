"""Points, and how a match ends (GNOMEBALL-71 to 75, 80 to 83, 140)."""

from collections.abc import Sequence
from typing import Literal

from pbem.games.gnomeball.events import Anew, Out, Scored
from pbem.games.gnomeball.gnome import new_gnome
from pbem.games.gnomeball.state import Field, Id, Play
from pbem.play.record import Result
from pbem.play.requests import Forget, Rules, Seat

POINTS = {("gnomedown", True): 8, ("gnomedown", False): 5, ("gone", True): 4, ("gone", False): 2}
"""Points by kind of score and whether the gnome lives."""

ELVEN_BONUS = 2  # GNOMEBALL-75
EXTRA_CYCLES = 10  # GNOMEBALL-81


def score(state: Field, who: Id, kind: Literal["gnomedown", "gone"]) -> Rules[None]:
    """Award the points of a score; it wins, or a new gnome comes and everybody will be placed anew (GNOMEBALL-71 to
    78)."""
    seat, alive = who[0], state.gnome.alive
    points = POINTS[kind, alive] + (ELVEN_BONUS if seat in state.elves else 0)
    state.scores[seat] = state.score(seat) + points
    yield Scored(seat, who, kind, alive, points, state.scores[seat])
    if state.scores[seat] >= state.settings.points:
        state.result = Result(places(state, [seat]), f"{state.settings.points} points reached")
    else:
        yield from to_restart(state, scored=True)


def to_restart(state: Field, *, scored: bool) -> Rules[None]:
    """Prepare a restart: the old gnome vanishes, plans sleep, queued lines lose their meaning."""
    yield Anew(scored)
    yield Forget((Play,), "everybody is placed anew, so it is not needed anymore")
    for memory in state.private.values():
        memory.asleep = True
    state.phase = "restart"
    yield from new_gnome(state)


def places(state: Field, winners: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Seats by place: the winners, then the others by points, finally those who have left, the first to go last."""
    others = [seat for seat in state.seats if seat not in winners and seat not in state.left]
    by_points = [
        tuple(seat for seat in others if state.score(seat) == points)
        for points in sorted({state.score(seat) for seat in others}, reverse=True)
    ]
    leavers = [(seat,) for seat in reversed(state.left) if seat not in winners]
    return (tuple(winners), *by_points, *leavers)


def leaders(state: Field, seats: Sequence[Seat]) -> list[Seat]:
    """Those of the seats with the most points."""
    most = max(map(state.score, seats))
    return [seat for seat in seats if state.score(seat) == most]


def capped(state: Field) -> Result | None:
    """Whether the match ends with this cycle: most points win, a tie for the lead plays on for at most ten cycles
    (GNOMEBALL-81)."""
    cap = state.settings.cap
    if not cap or state.cycle < cap:
        return None
    first = leaders(state, state.still_in())
    if len(first) > 1 and state.cycle < cap + EXTRA_CYCLES:
        return None
    return Result(places(state, first), f"the cap of {cap} cycles")


def eliminate(state: Field) -> Rules[None]:
    """Under `faint out`: players without a character are out, the last one with any wins (GNOMEBALL-82)."""
    before = state.still_in()
    alive = [seat for seat in before if state.standing(seat)]
    if state.settings.faint != "out" or alive == before:
        return
    if len(alive) <= 1:
        winners = alive or leaders(state, before)
        state.result = Result(places(state, winners), "nobody else is left on the field")
        return
    for seat in before:
        if seat not in alive:
            state.out.append(seat)
            yield Out(seat)
            depart(state, seat)


def depart(state: Field, seat: Seat) -> None:
    """Take a player off who has left or is out; doing it twice does no harm (GNOMEBALL-83, 140)."""
    for who in state.ids(seat):
        if state.holder == who:
            state.gnome.at = state.characters[who].at
        send_back(state, who, gone=not state.characters[who].was or state.settings.faint == "out")
    state.homes.pop(seat, None)
    if state.turn == seat:
        state.turn, state.played = next_seat(state, seat), 0
    if state.lead == seat:
        state.lead = next_seat(state, seat)


def send_back(state: Field, who: Id, *, gone: bool) -> Id:
    """Off the field: back to its first player under its old number, if they are still in; otherwise it waits for the
    next score, or is gone for good. Returns its new number, empty if it is gone (GNOMEBALL-120, 140)."""
    character = state.characters.pop(who)
    now = character.was or who
    if gone or now[0] not in state.still_in():
        return ""
    character.recover()
    character.at, character.was, character.wounds = "", "", 0
    state.characters[now] = character
    return now


def next_seat(state: Field, seat: Seat) -> Seat:
    """The next player in seat order who is still in; the same seat if nobody else is."""
    still = state.still_in()
    return next((other for other in [*state.from_seat(seat)[1:], seat] if other in still), seat)
