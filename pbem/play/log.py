"""The rows of a match since its snapshot: the loaded ones, which are replayed, and the new ones after them.

A row is secret to its seat if it holds a standing order, a plan or a draft, or an answer while others are still
asked at the same time. All other rows are public.
"""

from collections import deque
from collections.abc import Sequence

from pbem.play.record import ReplayError, Row
from pbem.play.requests import Draw, Roll, Seat

ALWAYS = "always"
"""The name of an `edit` row that answers no ask: a standing order."""


class Log:
    """The log of a loaded match. `rows` are those since the snapshot that have been read or added so far.

    `replaced` are the indices of answers that were changed before they were opened.
    """

    def __init__(self, loaded: Sequence[Row]) -> None:
        """`loaded` are the rows to be replayed."""
        self.rows: list[Row] = []
        self._loaded = len(loaded)
        self._unread = deque(loaded)
        self._open_from = 0
        self._opened_at = 0
        self.replaced: set[int] = set()

    @property
    def fresh(self) -> list[Row]:
        """The rows added since the load."""
        return self.rows[self._loaded :]

    def read(self) -> Row | None:
        """Take the next loaded row; None when all have been read."""
        return self._unread.popleft() if self._unread else None

    @property
    def unread(self) -> Row | None:
        """The next loaded row, without taking it."""
        return self._unread[0] if self._unread else None

    def close(self, *, opens: bool) -> None:
        """Note that the rules go on, so that later rows do not answer the open asks; `opens`: secret answers of several
        seats are public from now on."""
        last: dict[Seat, int] = {}
        for index in range(self._open_from, len(self.rows)):
            row = self.rows[index]
            if row.kind == "answer":
                if row.seat in last:
                    self.replaced.add(last[row.seat])
                last[row.seat] = index
        self._open_from = len(self.rows)
        if opens:
            self._opened_at = len(self.rows)

    # What the rows reveal.

    def is_answer(self, index: int) -> bool:
        """Is a row the answer to an ask?"""
        return self.rows[index].kind == "answer"

    @property
    def open_from(self) -> int:
        """The index of the first row that can belong to the open asks."""
        return self._open_from

    def is_open(self, index: int) -> bool:
        """Is a row an answer not yet opened, or part of a draft for an open ask?"""
        row = self.rows[index]
        return row.kind in ("answer", "edit") and row.name != ALWAYS and index >= self._open_from

    def is_secret(self, index: int) -> bool:
        """May only the row's seat know of it?"""
        return self.rows[index].kind in ("edit", "heard") or self.is_open(index)

    def reveals(self, first: int, seat: Seat) -> bool:
        """Do the rows from index `first` on tell a seat something new: dice, another seat's answer, or the secret
        answers of a round that they complete?"""
        return self._opened_at > first or any(
            row.kind in ("roll", "draw")
            or (self.is_answer(index) and row.seat != seat and not self.is_secret(index))
            for index, row in enumerate(self.rows[first:], first)
        )


def check_chance(row: Row, request: Roll | Draw, number: int) -> None:
    """Raise `ReplayError` if row `number` of a log does not have the dice or the stock that the rules want."""
    found = (row.kind, row.name, row.sides, len(row.faces), row.text)
    if isinstance(request, Roll):
        wanted = ("roll", request.label, request.sides, request.count, "")
    else:
        item = "".join(request.items[face - 1] for face in row.faces if 0 < face <= len(request.items))
        wanted = ("draw", request.label, len(request.items), 1, item)
    if wanted != found:
        raise ReplayError(number, f"the rules want {wanted}, the log has {found}")
