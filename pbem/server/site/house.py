"""How well the house plays, as `make arena` has measured it and docs/bots.md tells."""

import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.mail.prose import find_folder
from pbem.play.game import LEVELS


class Match(Struct, frozen=True):
    """A level against a weaker one: how many matches it has won, lost and drawn, and its share of those that were
    decided, in percent, with the bounds between which the true one lies in 95 cases of 100."""

    level: str
    other: str
    won: int
    lost: int
    drawn: int
    share: str
    bounds: str


_ROW = re.compile(r"^\| (.+?) \| (\w+) - (\w+) \| (\d+) : (\d+) \| (\d+) \| (\d+)% \((\d+ to \d+)\) \|", re.M)


def strength(title: str) -> Iterator[Match]:
    """What has been measured in a game; nothing for one that is not ours."""
    path = find_folder("docs/rules").parent / "bots.md"  # in a wheel beside the rulebooks, too
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for game, level, other, won, lost, drawn, share, bounds in _ROW.findall(text):
        if game == title and {level, other} <= set(LEVELS):
            yield Match(level, other, int(won), int(lost), int(drawn), share, bounds)
