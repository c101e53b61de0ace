"""Competitions: who enters, what their matches lead to, the next round, the director's desk."""
