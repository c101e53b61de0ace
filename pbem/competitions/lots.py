"""Drawing lots so that anybody can check them.

A lot is HMAC-SHA-256 of what it is about, under the competition's seed, whose SHA-256 was published before the first
lot was drawn, as with dice.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def lot(seed: bytes, about: str) -> int:
    """A number of 256 bits for one occasion."""
    return int.from_bytes(hmac.digest(seed, about.encode(), hashlib.sha256))


def shuffled(seed: bytes, about: str, things: Iterable[T]) -> list[T]:
    """Things in an order drawn by lot. Equal arguments give equal orders; `repr` tells things apart."""
    return sorted(things, key=lambda thing: lot(seed, f"{about} {thing!r}"))
