"""A player of the house who knows what the game is about: fetch the ball, run it home, stop who has it."""

from __future__ import annotations

from typing import Any

from pbem.games.elfball.advice import first_legal, ideas
from pbem.games.elfball.events import YourTurn
from pbem.games.elfball.state import Pitch
from pbem.play.requests import Ask, Pick


def captain(state: Pitch, ask: Ask[Any], pick: Pick) -> str:
    """The first idea for a turn that is legal, else what the server would do for him."""
    lines = ideas(state, ask.about) if isinstance(ask.about, YourTurn) else ()
    return str(ask.check(first_legal(lines, ask.check) or ask.auto()))
