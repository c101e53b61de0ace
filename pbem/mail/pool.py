"""The sessions that are here at once: so many, and who has been silent for the longest makes room for somebody new.

Some places are kept for clients whose network has brought letters of players: whoever else comes may have the others
only. So a crowd that says nothing never keeps players out, and a new one not for long.
"""

from typing import Protocol

RESERVED = 5
"""One in so many places is kept for those who are known."""


class Client(Protocol):
    """What the pool wants to know of a session, and to do with it."""

    known: bool

    def silence(self) -> float:
        """For how many seconds it has been waited for."""
        ...

    def make_room(self) -> None:
        """End it."""
        ...


class Pool:
    """At most so many sessions; 0 is any number. Nobody has to make room who has been silent for less than
    `patience` seconds."""

    def __init__(self, most: int, patience: float) -> None:
        self._most = most
        self._patience = patience
        self._here: set[Client] = set()

    def admit(self, client: Client) -> bool:
        """Let a session in, if there is room for it or somebody makes room."""
        if not self._room(known=client.known):
            silent = [other for other in self._here if other.known <= client.known]
            last = max(silent, key=lambda other: (not other.known, other.silence()), default=None)
            if last is None or last.silence() < self._patience:
                return False
            self._here.discard(last)
            last.make_room()
        self._here.add(client)
        return True

    def leave(self, client: Client) -> None:
        """A session has ended, whether it was let in or not."""
        self._here.discard(client)

    def is_crowded(self, *, known: bool) -> bool:
        """Whether less than half of the places are free for such clients."""
        return bool(self._most) and 2 * self._taken(known=known) > self._places(known=known)

    def _room(self, *, known: bool) -> bool:
        return not self._most or (
            len(self._here) < self._most and self._taken(known=known) < self._places(known=known)
        )

    def _places(self, *, known: bool) -> int:
        return self._most if known else self._most - self._most // RESERVED

    def _taken(self, *, known: bool) -> int:
        return len(self._here) if known else sum(not other.known for other in self._here)
