"""Provable dice, scripted dice, and dice that refuse to be rolled.

Each match has a secret 32-byte seed. Its SHA-256, the commitment, goes out with the first mail; every player
adds a salt when they accept; after the start nobody can choose anything anymore. Die n of the match,
counted from 0 over the dice not undone, is

    HMAC-SHA256(seed, "<match>/<salt>/<salt>/.../<n>")

whose first eight bytes, read as a big-endian number v, give the face `v mod sides + 1`. If v lies in the last,
incomplete run of faces (that is, v >= 2**64 - 2**64 mod sides), `"<...>/<n>/1"` is used, then `/2`, and so on, so that
no face is favoured. The seed is opened when the match ends: then anybody can work out every die.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol

from pbem.play.requests import Draw, Roll

_SPAN = 2**64


class DieAhead(Exception):
    """A preview has come to a die, which it must not roll."""

    def __init__(self, request: Roll | Draw) -> None:
        super().__init__(request.label)
        self.request = request


class DiceError(Exception):
    """Forced dice do not match what the rules roll: an error of the test, never of a player."""


class Dice(Protocol):
    """A source of faces. `first` is the number of the first die among the dice of the match."""

    def roll(self, first: int, request: Roll) -> tuple[int, ...]:
        """The faces of a roll, each from 1 to `request.sides`."""
        ...

    def draw(self, number: int, request: Draw) -> int:
        """The index of the item drawn; it costs one die."""
        ...


class ProvableDice:
    """The dice of a real match."""

    def __init__(self, seed: bytes, match: str, salts: Sequence[str]) -> None:
        self._seed = seed
        self._prefix = "/".join((match, *salts, ""))

    def face(self, number: int, sides: int) -> int:
        """The face of die `number` of the match, with this many sides (`ValueError` if there is no such die)."""
        if not 1 <= sides <= _SPAN:
            raise ValueError(f"a die cannot have {sides} sides")
        text = f"{self._prefix}{number}"
        bound = _SPAN - _SPAN % sides
        tries = 0
        while True:
            digest = hmac.digest(self._seed, text.encode(), "sha256")
            value = int.from_bytes(digest[:8], "big")
            if value < bound:
                return value % sides + 1
            tries += 1
            text = f"{self._prefix}{number}/{tries}"

    def roll(self, first: int, request: Roll) -> tuple[int, ...]:
        return tuple(self.face(first + i, request.sides) for i in range(request.count))

    def draw(self, number: int, request: Draw) -> int:
        return self.face(number, len(request.items)) - 1


def commitment(seed: bytes) -> str:
    """The promise published before the match starts: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


class ScriptedDice:
    """Dice for tests: faces, and the names of items for draws, in the order in which they are used."""

    def __init__(self, script: Iterable[int | str]) -> None:
        self.left: list[int | str] = list(script)

    def _next(self, label: str) -> int | str:
        if not self.left:
            raise DiceError(f"no forced die is left for: {label}")
        return self.left.pop(0)

    def roll(self, first: int, request: Roll) -> tuple[int, ...]:
        """See `Dice.roll`; raises `DiceError` for a face the die does not have."""
        faces: list[int] = []
        for _ in range(request.count):
            face = self._next(request.label)
            if type(face) is not int or not 1 <= face <= request.sides:
                raise DiceError(f"{face!r} is no face of a d{request.sides} ({request.label})")
            faces.append(face)
        return tuple(faces)

    def draw(self, number: int, request: Draw) -> int:
        """See `Dice.draw`; the script names the item."""
        item = str(self._next(request.label))
        if item not in request.items:
            raise DiceError(f"{item!r} cannot be drawn ({request.label}): {' '.join(request.items)}")
        return request.items.index(item)


class NoDice:
    """Dice for a preview: every roll raises `DieAhead`."""

    def roll(self, first: int, request: Roll) -> tuple[int, ...]:
        """Raises `DieAhead`."""
        raise DieAhead(request)

    def draw(self, number: int, request: Draw) -> int:
        """Raises `DieAhead`."""
        raise DieAhead(request)
