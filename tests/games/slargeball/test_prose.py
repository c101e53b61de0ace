"""How what happens is told."""

import pytest

from pbem.games.slargeball.events import Blow, Fall, Whapped
from pbem.mail.prose import Templates

BLOWS = (Blow("rD", "bT1", 4, hit=True), Blow("rT1", "bN1", 2, hit=True), Blow("bR", "rD", 6, hit=False))
FALLS = (Fall("bT1", "35,17", "36,17"), Fall("bN1", "30,10", ""))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            Whapped(BLOWS, FALLS),
            "Whaps: rD knocks bT1 senseless on 35,17 (4, max 4); rT1 knocks bN1 senseless on 30,10 (2, max 3);"
            " 1 blow misses.",
        ),
        (
            Whapped(BLOWS[:1], FALLS, full=True),
            "Whaps: rD knocks bT1 senseless on 35,17 and 36,17 (4, needs 4 or less).",
        ),
        (Whapped(BLOWS[2:], ()), "Whaps: not one blow lands (1 miss)."),
    ],
)
def test_a_hit_is_told_once(event: Whapped, told: str) -> None:
    """SLARGEBALL-68: with its blow, where the victim goes down and lies."""
    assert Templates().event("slargeball", event, {}) == told
