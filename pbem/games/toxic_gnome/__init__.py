"""Toxic Gnome: the rules, and nothing but the rules (docs/rules/toxic-gnome.md)."""

from pbem.games.toxic_gnome.game import ToxicGnome

__all__ = ["ToxicGnome"]
