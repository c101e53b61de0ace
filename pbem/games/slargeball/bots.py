"""A player of the house who gives every figure a job, and no more."""

from __future__ import annotations

from typing import Any

from pbem.games.slargeball.state import Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name
from pbem.play.requests import Ask, Pick


def steady(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """One good plan, given once: all fetch balls and carry them within range, or run ahead to the Goalie."""
    if ask.name != "plan":
        return "done"
    memory = state.memory(ask.seat)
    lines = [
        line
        for figure in state.commanded(ask.seat)
        if kind_of(figure) != "H" and memory.plans.get(figure, Plan()) == Plan()
        for line in _jobs(figure)
    ]
    return "\n".join([*lines, "done"])


def _jobs(figure: FigureId) -> list[str]:
    """What a figure does, most important first."""
    who = own_name(figure)
    match kind_of(figure):
        case "G":
            return [f"{who} score", f"{who} fetch if ball within 9", f"{who} hold"]
        case "N":
            return [f"{who} goal", f"{who} fetch", f"{who} fling goal", f"{who} fling G if G within 6"]
        case _:
            return [f"{who} goal", f"{who} fetch if loose", f"{who} fetch unless we carry", f"{who} follow G"]
