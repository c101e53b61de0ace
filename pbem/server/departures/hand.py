"""The letters in hand: leased, and not yet noted as sent, put off or failed.

Several may be on their way at the same time, but never two to one recipient: theirs leave in order.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from pbem.store.rows import Outgoing


class Hand:
    """Letters in hand."""

    def __init__(self) -> None:
        self._letters: dict[int, Outgoing] = {}
        self._lines: dict[str, deque[Outgoing]] = {}  # by recipient, of letters not on their way yet
        self._free: deque[str] = deque()  # recipients with no letter on its way
        self.under_way = 0

    def __iter__(self) -> Iterator[Outgoing]:
        """All letters in hand."""
        return iter(self._letters.values())

    def __len__(self) -> int:
        """Number of letters in hand."""
        return len(self._letters)

    def __contains__(self, letter: Outgoing) -> bool:
        """Is a letter in hand?"""
        return letter.id in self._letters

    def add(self, letters: Iterable[Outgoing]) -> None:
        """Take letters in hand, each behind those to the same recipient."""
        for letter in letters:
            self._letters[letter.id] = letter
            if (line := self._lines.get(letter.recipient)) is not None:
                line.append(letter)
            else:
                self._lines[letter.recipient] = deque([letter])
                self._free.append(letter.recipient)

    @property
    def can_begin(self) -> int:
        """Number of letters that may begin now."""
        return len(self._free)

    def begin(self) -> Outgoing | None:
        """Start the next letter, if one may go. Its recipient gets no other until `end`."""
        if not self._free:
            return None
        self.under_way += 1
        return self._lines[self._free.popleft()].popleft()

    def end(self, letter: Outgoing) -> None:
        """A letter is no longer on its way."""
        self.under_way -= 1
        if self._lines[letter.recipient]:
            self._free.append(letter.recipient)
        else:
            del self._lines[letter.recipient]

    def drop(self, letter: Outgoing) -> None:
        """Drop a letter whose result is stored."""
        del self._letters[letter.id]

    def waiting(self) -> list[int]:
        """The numbers of the letters that have not begun."""
        return [letter.id for line in self._lines.values() for letter in line]

    def clear(self) -> None:
        """Drop all letters, when none is on its way and the others have been given back."""
        self._letters.clear()
        self._lines.clear()
        self._free.clear()
