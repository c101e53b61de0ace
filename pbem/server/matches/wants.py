"""Whom an offer to everybody is for: players in a range of ratings, and reliable ones."""

import re

from msgspec import Struct

from pbem.play.orders import Refused
from pbem.server.matches.skills import BEGIN
from pbem.store import Store
from pbem.store.rows import Player

RELIABLE = 0.9
"""The share of finished matches without a missed deadline or a walkover given from which on a player is reliable."""

_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")


class Wants(Struct, frozen=True):
    """Ratings from `low` to `high` (0: any), and whether only reliable players may join."""

    low: int = 0
    high: int = 0
    reliable: bool = False

    def __str__(self) -> str:
        """As it is stored, and as `read` reads it; empty if everybody may join."""
        rating = f"{self.low}-{self.high}" if self.high else ""
        return " ".join(filter(None, (rating, "reliable" if self.reliable else "")))


def read(text: str) -> Wants:
    """The inverse of `str`. Raises `Refused`."""
    found, reliable = Wants(), False
    for word in text.split():
        if word == "reliable":
            reliable = True
            continue
        match = _RANGE.fullmatch(word)
        if match is None or int(match[1]) > int(match[2]):
            raise Refused(f"rating={word}: write a range of ratings, for example rating=1400-1700")
        found = Wants(int(match[1]), int(match[2]))
    return Wants(found.low, found.high, reliable)


def told(text: str) -> str:
    """Whom an offer is for, as a sentence; empty if it is for everybody."""
    wants = read(text)
    parts = [f"rated {wants.low} to {wants.high}"] if wants.high else []
    parts += ["who rarely miss a deadline"] if wants.reliable else []
    return f"For players {' '.join(parts)}." if parts else ""


def check(store: Store, player: Player, game: str, text: str) -> None:
    """Refuse a player whom an offer is not for. Raises `Refused`."""
    wants = read(text)
    if wants.high:
        rating = store.company.rating(player.id, game)
        points = rating.points if rating is not None and rating.mu is not None else BEGIN
        if not wants.low <= points <= wants.high:
            raise Refused(f"This offer is for ratings from {wants.low} to {wants.high}; yours is {points}")
    if wants.reliable:
        finished, on_time = store.people.reliability(player.id)
        if on_time < RELIABLE * finished:
            raise Refused(
                f"This offer is for players who rarely miss a deadline; you have finished {on_time} of {finished}"
                " matches without missing one or losing by walkover"
            )
