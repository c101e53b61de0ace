"""Dodgeball!, a game by Daniel Kast: five pawns a side on a chessboard, three balls, last team standing.

The rules are numbered in docs/rules/dodgeball.md; comments cite them as DODGEBALL-n.
"""

from pbem.games.dodgeball.game import Dodgeball

__all__ = ["Dodgeball"]
