"""What answers are made of: paragraphs, the fact first."""

from collections.abc import Iterable
from typing import TypeAlias

from pbem.server.answering.position import Position

Told: TypeAlias = "list[str] | None"
"""Paragraphs, the fact first; None if the question is about something else."""


def capital(text: str) -> str:
    first = text.split()[0] if text else ""
    return text[:1].upper() + text[1:] if first.islower() and first.isalpha() else text


def distinct(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(line.split()) for line in lines))


def at_place(position: Position, place: str) -> str:
    return f"on {place}" if position.names.is_place(place.lower()) and not place.startswith("on") else place
