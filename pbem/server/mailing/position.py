"""A position on the page: the picture and the words, in the order in which their reader wants them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbem.mail.prose import fit
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN
from pbem.play.game import Game, State, View
from pbem.play.requests import Seat
from pbem.store.rows import Preferences

TURNED = "The board is turned to your side: north is below, east on the left."


def view_for(game: Game[Any], state: State, seat: Seat | None, preferences: Preferences) -> View:
    """A position from the side from which a seat's player (None: who looks on) wants to see it; the state is masked for
    the seat, or for everybody where all are shown the same."""
    turned = game.turned(state, seat) if preferences.own_side and seat is not None else None
    if turned is None or not turned.board:
        return game.view(state, seat)
    return replace(turned, legend=(TURNED, *turned.legend))


def lay_out(view: View, preferences: Preferences, *, legend: bool = True) -> str:
    """A position as its reader wants it: the picture, its signs explained, and what it shows in words, or the words
    first, or they alone."""
    header = [fit(line, " ", "   ") for line in view.header]
    picture = [BOARD_OPEN, *view.board, BOARD_CLOSE]
    signs = [fit(line, " ", "   ") for line in view.legend] if legend else []
    words = [fit(line, " ") for line in view.lists]
    if not preferences.board:
        parts = [header, words]
    elif preferences.lists_first:
        parts = [header, words, picture, signs]
    else:
        parts = [header, picture, signs, words]
    return "\n\n".join("\n".join(part) for part in parts if part)
