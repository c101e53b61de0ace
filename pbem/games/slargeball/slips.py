"""What players write in place of the words of Slargeball, and how it would be written: squares with blanks, words of
other ball games, two orders in one line. Nothing here is read by itself: it comes back as a proposal.
"""

import re
from collections.abc import Iterator, Sequence

from pbem.games.slargeball.names import is_figure

_SQUARE_LIKE = re.compile(r"(?<![0-9])([0-9]{1,2})(?: *[,./:x] *| +)([0-9]{1,2})(?![0-9])", re.ASCII)
_HEAD = re.compile(r"^(\w+) ?, +(?=\d)", re.ASCII)  # `D, 18,12`
_BETWEEN = re.compile(r", +| +and +|, *then +")
_LISTED = re.compile(
    r"(?<=[DTNGCRHdtngcrh0-9]) ?,? +(?:and +)?(?=(?:[rb]|red-|blue-)?[0-9]?[DTNGCRHdtngcrh][0-9]?\b)",
    re.ASCII,
)
"""What stands between two figures of a list."""
_SAID_OTHERWISE = {
    "north": "n", "northeast": "ne", "east": "e", "southeast": "se", "south": "s", "southwest": "sw", "west": "w",
    "northwest": "nw", "north-east": "ne", "south-east": "se", "south-west": "sw", "north-west": "nw",
    "throw": "fling", "pass": "fling", "kick": "fling", "toss": "fling", "shoot": "fling", "bunker": "goal",
    "hit": "whap", "punch": "whap", "strike": "whap", "knock": "whap", "get": "fetch", "grab": "fetch",
    "catch": "nab", "stay": "hold", "stand": "hold", "wait": "hold", "go": "move", "walk": "move", "charge": "chase",
    "captain": "C", "goalie": "G", "coach": "H", "rusher": "R", "everybody": "all",
    "the": "", "ball": "", "at": "", "on": "", "place": "", "put": "",
}  # fmt: skip
"""Words of other ball games, and what they are called here; words that say nothing."""


_CONDITION_FIRST = re.compile(
    r"(?P<figure>\S+) (?P<when>(?:if|unless) [^:]+?)(?: ?:| then) ?(?P<does>.+)", re.IGNORECASE
)
"""A condition where other games have it: `N1 if we carry: goal`."""


def guess(words: Sequence[str]) -> Iterator[str]:
    """The same in other words or with its squares written otherwise; one that is meant for several figures for each of
    them, with `;` between."""
    text = _SQUARE_LIKE.sub(r"\1,\2", _HEAD.sub(r"\1 ", re.sub(r"[()]", " ", " ".join(words)).strip()))
    yield _in_words_of_the_game(text)
    if found := _CONDITION_FIRST.fullmatch(text):
        yield _in_words_of_the_game("{figure} {does} {when}".format(**found.groupdict()))
    listed = _LISTED.sub(" ", text)
    if figures := _figures(listed):
        rest = " ".join(listed.split()[len(figures) :])
        yield "; ".join(_in_words_of_the_game(f"{figure} {rest}") for figure in figures)
    first, *pieces = _BETWEEN.split(text)
    if pieces:
        yield "; ".join(
            piece
            if is_figure(piece.split()[0])
            else f"{text.split()[0]} {piece}"  # `T1 fetch, whap bT2`: T1 again
            for each in (first, *pieces)
            if (piece := _in_words_of_the_game(each))
        )


def _in_words_of_the_game(text: str) -> str:
    words = text.split()
    end = next((at for at, word in enumerate(words) if word.lower() in ("if", "unless")), len(words))
    return " ".join(
        filter(None, (*(_SAID_OTHERWISE.get(word.lower(), word) for word in words[:end]), *words[end:]))
    )


def _figures(text: str) -> list[str]:
    """The figures that a text begins with, where there are several."""
    words = text.split()
    count = next((at for at, word in enumerate(words) if not is_figure(word)), 0)
    return words[:count] if count > 1 else []
