"""A position on the page: the picture and the words, in the order in which their reader wants them."""

from __future__ import annotations

from pbem.mail.prose import fit
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN
from pbem.play.game import View
from pbem.store.rows import Preferences


def laid_out(view: View, preferences: Preferences, *, legend: bool = True) -> str:
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
