"""A player of the house who knows what the game is about: fetch the ball, run it home, stop who has it."""

from __future__ import annotations

from typing import Any

from pbem.games.elfball.events import YourTurn
from pbem.games.elfball.ideas import first_legal, for_turn
from pbem.games.elfball.state import Pitch
from pbem.play.requests import Ask, Pick


def captain(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The first of his ideas that is legal, else what the server would do for him."""
    ideas = for_turn(state, ask.about, bold=True) if isinstance(ask.about, YourTurn) else ()
    return str(ask.check(first_legal(ideas, ask.check) or ask.auto()))
