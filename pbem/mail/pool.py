"""The current sessions: a maximum number, in which the one that has been silent longest makes room for a new one.

Some places are reserved for clients whose network has brought letters of players; all others share the rest. So a
silent crowd never keeps players out, and a new network not for long.
"""

from typing import Protocol

RESERVED = 5
"""One in this many places is reserved for known clients."""


class Client(Protocol):
    """What the pool needs of a session."""

    known: bool

    def silence(self) -> float:
        """For how many seconds the client has been awaited."""
        ...

    def make_room(self) -> None:
        """End the session."""
        ...


class Pool:
    """A maximum number of sessions; 0 means no limit. A session silent for less than `patience` seconds need not make
    room."""

    def __init__(self, most: int, patience: float) -> None:
        self._most = most
        self._patience = patience
        self._here: set[Client] = set()

    def admit(self, client: Client) -> bool:
        """Admit a session, if there is room for it or another makes room."""
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
        """A session has ended, whether it was admitted or not."""
        self._here.discard(client)

    def is_crowded(self, *, known: bool) -> bool:
        """Are less than half of the places free for such clients?"""
        return bool(self._most) and 2 * self._taken(known=known) > self._places(known=known)

    def _room(self, *, known: bool) -> bool:
        return not self._most or (
            len(self._here) < self._most and self._taken(known=known) < self._places(known=known)
        )

    def _places(self, *, known: bool) -> int:
        return self._most if known else self._most - self._most // RESERVED

    def _taken(self, *, known: bool) -> int:
        return len(self._here) if known else sum(not other.known for other in self._here)
