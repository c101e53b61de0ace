"""A player of the house who knows what the game is about, and no more."""

from __future__ import annotations

from typing import Any

from pbem.games.dodgeball.advice import sensible
from pbem.games.dodgeball.state import Field
from pbem.play.requests import Ask, Pick


def steady(state: Field, ask: Ask[Any], pick: Pick) -> str:
    """Throws at whoever is in reach, else fetches a ball, else runs up to the line with one; dodges what comes."""
    if ask.name == "react":
        return "dodge all"
    if ask.name != "action":
        return str(ask.check(ask.sample(pick)))
    return str(ask.check(sensible(state, ask.check)))
