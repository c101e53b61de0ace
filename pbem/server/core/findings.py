"""What a check finds."""

from typing import Literal

from msgspec import Struct

Level = Literal["ok", "note", "bad"]


class Finding(Struct, frozen=True):
    """What was found: all right, worth knowing, or in need of the host."""

    level: Level
    text: str
