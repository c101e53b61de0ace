"""How many words mails have, over whole matches that players of the house play by mail. Boards do not count."""

import functools
import re
import statistics

import pytest

from tools.ear import count, heard
from tools.mails import Lengths, measure

SEED = 0


@functools.cache
def lengths(game: str) -> Lengths:
    found = Lengths()
    measure(game, SEED, found, mistaken=0)
    return found


@pytest.mark.parametrize(
    ("game", "turn", "receipt", "longest"),
    [
        ("dodgeball", 140, 37, 54),
        ("elfball", 210, 45, 72),
        ("gnomeball", 180, 35, 60),
        ("slargeball", 320, 80, 105),
        ("toxic-gnome", 140, 35, 62),
    ],
)
def test_a_match(game: str, turn: int, receipt: int, longest: int) -> None:
    """The median of brief turn mails and of receipts, and nearly the longest receipt; a letter of Slargeball has a
    dozen lines, and is told with all warnings."""
    found = lengths(game)
    assert statistics.median(found.turn) <= turn
    assert statistics.median(found.receipt) <= receipt
    assert sorted(found.receipt)[len(found.receipt) * 19 // 20] <= longest


def test_a_match_of_gnomeball() -> None:
    """20 points: with 245 mails a match has 26,000 words a side."""
    found = lengths("gnomeball")
    assert sum(found.words) / found.mails * 245 <= 26_000


@pytest.mark.parametrize(("game", "most"), [("elfball", 400), ("gnomeball", 170), ("slargeball", 290)])
def test_the_first_mail_of_a_set_up(game: str, most: int) -> None:
    """It asks one thing at a time."""
    assert max(lengths(game).asked[:2]) <= most


@pytest.mark.parametrize(("game", "seconds"), [("dodgeball", 45), ("elfball", 75), ("gnomeball", 60)])
def test_by_ear(game: str, seconds: int) -> None:
    """Where nothing is drawn and only changes are told a turn is heard fast, and without signs."""
    texts = list(heard(game, SEED))
    assert statistics.median(map(count, texts)) <= seconds
    for text in texts:
        assert "+----+" not in text
        assert not re.search(r" (ne|nw|se|sw)\b|[-*] [-*SX] |target \d", text), text
