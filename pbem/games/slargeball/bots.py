"""A player of the house who gives every figure a job, and no more."""

from __future__ import annotations

from typing import Any

from pbem.games.slargeball.state import FigureId, Pitch, Plan, kind_of, own_name, seat_side
from pbem.play.requests import Ask, Pick, Seat


def steady(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """One good plan, given once: the fast fetch balls and carry them within range, the slow look after the goal."""
    if ask.name != "plan":
        return "done"
    memory = state.memory(ask.seat)
    lines = [
        line
        for figure in state.commanded(ask.seat)
        if kind_of(figure) != "H" and memory.plans.get(figure, Plan()) == Plan()
        for line in _jobs(state, ask.seat, figure)
    ]
    return "\n".join([*lines, "done"])


def _jobs(state: Pitch, seat: Seat, figure: FigureId) -> list[str]:
    """What a figure does, most important first."""
    who, red = own_name(figure), seat_side(seat) == "R"
    behind = (12, 14) if red else (53, 14)
    match kind_of(figure):
        case "G":
            return [f"{who} score", f"{who} fetch if ball within 9", f"{who} hold"]
        case "D":
            return [f"{who} goal", f"{who} fetch if ball within 8", f"{who} guard {behind[0]},{behind[1]} 9"]
        case "N":
            return [
                f"{who} goal",
                f"{who} fetch",
                f"{who} fling goal",
                f"{who} fling G if G within 6",
                f"{who} nab",
            ]
        case _:
            return [f"{who} goal", f"{who} fetch", f"{who} fling goal"]
