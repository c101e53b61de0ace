"""Gnomeball, the game: see docs/rules/gnomeball.md for its numbered rules."""

from pbem.games.gnomeball.game import Gnomeball

__all__ = ["Gnomeball"]
