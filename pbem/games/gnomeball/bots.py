"""A player of the house who knows what the game is about, and sends a cycle's lines in one mail."""

from __future__ import annotations

from typing import Any

from pbem.games.gnomeball.movement import ways
from pbem.games.gnomeball.squares import distance, to_home
from pbem.games.gnomeball.state import Field, Id
from pbem.play.requests import Ask, Pick, Seat

TEAMS = (
    "team troll worgen undead orc* tauren",
    "team troll valkyr dwarf orc* worgen",
    "team troll undead tauren troll* valkyr",
)
SURE_PUNT = 2.5
"""From this far a punt comes off four times in six; from farther off it is better to carry on."""


def steady(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Carries the gnome home when it has it, fetches it when it lies about, and hunts whoever else holds it."""
    match ask.name:
        case "setup":
            return f"{pick.one(TEAMS)}\ndone"
        case "activation":
            return "\n".join(_cycle(state, ask.seat))
        case "restart":
            return "place same"
        case "intercept":
            return "intercept"
        case "rest":
            return "pass"
    return "done"


def _cycle(state: Field, seat: Seat) -> list[str]:
    """For each character a line for every case: the first that holds is used, the others are passed over."""
    lines: list[str] = []
    for who in sorted(state.unused(seat), key=lambda who: (who != state.holder, _steps(state, who))):
        prey = min(
            (other for other in state.standing() if other[0] != seat),
            key=lambda other: distance(state.characters[other].at, state.characters[who].at),
            default="",
        )
        lines += [
            f"if {who} holds: {_carry(state, who)} or {who} pass",
            f"if loose: {who} fetch or {who} pass",
            f"if they hold: {who} hunt holder or {who} pass",
            f"if we hold: {who} hunt {prey} or {who} pass" if prey else f"if we hold: {who} pass",
        ]
    return lines


def _steps(state: Field, who: Id) -> float:
    return state.from_gnome(state.characters[who].at)


def _carry(state: Field, who: Id) -> str:
    """On into the nearest home; a punt only from where it is likely to come off, or for who must give it up soon."""
    home = state.homes[state.nearest_home(state.characters[who].at, who[0])[0]]
    left = min(to_home(square, home) for square in ways(state, who))
    hurt = state.characters[who].hp <= 1
    return f"{who} carry, punt" if left <= SURE_PUNT or hurt else f"{who} carry"
