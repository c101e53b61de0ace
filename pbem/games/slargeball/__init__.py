"""Slargeball!, a game by Dave Ferris: squads of six, balls that fell whole huddles, and a Coach whom everybody fears.

The rules are numbered in docs/rules/slargeball.md; comments cite them as SLARGEBALL-n.
"""

from pbem.games.slargeball.game import Slargeball

__all__ = ["Slargeball"]
