"""Elfball: fantasy ball play on a hex field, by Tom Anders, Phil Bowen, Max Haider and Eric Reiter. Basic level.

The rules are numbered in docs/rules/elfball.md; comments cite them as ELFBALL-n, and its rulings as R-n.
"""

from pbem.games.elfball.game import Elfball

__all__ = ["Elfball"]
