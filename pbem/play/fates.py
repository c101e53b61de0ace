"""What became of each line: reported by the driver to the line's writer."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from pbem.play.orders import OrderError
from pbem.play.requests import Event

Status: TypeAlias = Literal[
    "done", "noted", "read as", "queued", "skipped", "refused", "dropped", "answered", "asked", "left alone"
]


class LineResult(Struct, frozen=True, omit_defaults=True):
    """What became of a line: of a letter, or (in a report) of a queued line.

    `text` is for the player, and may have several lines; `waiting` is the line as it stands in their queue. A line with
    a slip of the pen is `read as` another, whose result comes after.
    """

    line: str
    status: Status
    text: str = ""
    waiting: str = ""


class LetterRefused(Exception):
    """A line that makes the whole letter void: nothing of it has been applied. Drop the `Match`."""

    def __init__(self, index: int, line: str, error: OrderError) -> None:
        super().__init__(str(error))
        self.index = index
        self.line = line
        self.error = error


class Preview(Struct, frozen=True):
    """What a letter would do up to the first die or another seat's decision.

    `outlook` tells the odds of what comes next, or how the seat's plans would go, if the game knows; `stop` says why
    the preview stops there.
    """

    line_results: tuple[LineResult, ...]
    events: tuple[Event, ...]
    stop: str
    outlook: Event | None
    state: Any
