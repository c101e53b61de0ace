"""Standing orders and plans: how they are stored, and how they read back (GNOMEBALL-128, 134, 135)."""

from pbem.games.gnomeball.orders import (
    AlwaysIntercept,
    AlwaysPlace,
    DropPlan,
    Home,
    KeepOn,
    Place,
    Team,
    Whenever,
)
from pbem.games.gnomeball.plans import PLAN_SIZE, plan_line, plan_order
from pbem.games.gnomeball.state import Field
from pbem.games.gnomeball.vetting import vet
from pbem.play.orders import Refused
from pbem.play.requests import Order, Seat

_INTERCEPT = {
    "yes": "From now on your characters try to intercept.",
    "no": "From now on your characters let tosses fly by.",
    "except worgen": "From now on your characters try to intercept, except a Worgen in its form while the gnome lives.",
    "ask": "From now on you are asked at every toss within reach.",
}
_PLACE = {
    "same": "From now on your characters are placed where they were last placed.",
    "auto": "From now on your characters are placed on the first free squares of your zone.",
    "ask": "From now on you are asked where to place your characters.",
}


def note(state: Field, seat: Seat, order: Order) -> str | None:
    """Store a standing order and say so; None if the line is none. Raises `Refused`."""
    if isinstance(order, AlwaysIntercept):
        state.own_memory(seat).intercept = order.how
        return _INTERCEPT[order.how]
    if isinstance(order, AlwaysPlace):
        vet(state, seat, order)
        memory = state.own_memory(seat)
        memory.restart, memory.squares = order.how, order.squares
        return _PLACE.get(order.how) or "From now on your characters are placed like that."
    if isinstance(order, Whenever):
        vet(state, seat, order)
        memory = state.own_memory(seat)
        if len(memory.plan) >= PLAN_SIZE:
            raise Refused(f"A plan has room for {PLAN_SIZE} lines; drop plan empties it.")
        memory.plan.append(plan_line(order))
        return f"Line {len(memory.plan)} of your plan."
    if isinstance(order, DropPlan):
        memory = state.own_memory(seat)
        memory.plan, memory.keep_on = [], False
        return "Your plan is empty."
    if isinstance(order, KeepOn):
        state.own_memory(seat).keep_on = True
        return "Your plan goes on when the gnome changes sides."
    return None


def lines(state: Field, seat: Seat) -> list[str]:
    """Drafts and standing orders in force, as lines that would set them again."""
    return [*_drafted(state, seat), *_kept(state, seat)]


def recall(state: Field, seat: Seat) -> list[str]:
    """How mails describe them: drafts for the set-up or a restart apply only once."""
    told = {"Your draft": _drafted(state, seat), "Your standing orders": _kept(state, seat)}
    return [f"{heading}: {'; '.join(found)}" for heading, found in told.items() if found]


def _drafted(state: Field, seat: Seat) -> list[str]:
    memory = state.memory(seat)
    drafts = (
        Team(memory.team) if memory.team else None,
        Home(memory.home) if memory.home else None,
        Place(memory.place) if memory.place else None,
    )
    return [str(order) for order in drafts if order is not None]


def _kept(state: Field, seat: Seat) -> list[str]:
    memory = state.memory(seat)
    found: list[Order] = []
    if memory.intercept != "yes":
        found.append(AlwaysIntercept(memory.intercept))
    if memory.restart != "ask":
        found.append(AlwaysPlace(memory.restart, memory.squares))
    found += map(plan_order, memory.plan)
    return [*map(str, found), *([str(KeepOn())] if memory.keep_on else [])]


def wake(state: Field, seat: Seat) -> bool:
    """Resume a suspended plan, since a letter has come; returns whether that changed anything."""
    memory = state.memory(seat)
    if not memory.asleep and not memory.planned:
        return False
    memory.asleep, memory.planned = False, 0
    return True
