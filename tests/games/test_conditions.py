"""Conditions as people write them: with an `is` or without, and misspelt."""

import pytest

from pbem.play.orders import OrderError
from tests.games.ours import OURS


@pytest.mark.parametrize(
    ("game", "line", "read"),
    [
        ("elfball", "A stop if m is down", "A stop if M down"),
        ("elfball", "A stop if m is not down", "A stop if not M down"),
        ("elfball", "A stop if m = down", "A stop if M down"),
        ("elfball", "if m is down then A pass", "if M down then A pass"),
        ("elfball", "if m != down then A pass", "if not M down then A pass"),
        ("elfball", "if M posture is down then A pass", "if M posture is down then A pass"),
        ("slargeball", "T1 fetch if bT1 is down", "T1 fetch if bT1 down"),
        ("slargeball", "if turn is 5 then all fetch", "if turn is 5 then all fetch"),
        ("gnomeball", "if A2 is used: A1 pass", "if A2 used: A1 pass"),
        ("gnomeball", "if A2 is e4: A1 pass", "if A2 is e4: A1 pass"),
    ],
)
def test_a_test_may_be_written_with_is(game: str, line: str, read: str) -> None:
    """A fact that is compared stays one."""
    assert str(OURS[game].read_line(line)) == read


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("elfball", "A stop if m donw", "M down"),
        ("elfball", "A stop if q bal", "Q ball"),
        ("slargeball", "T1 fetch if bT1 caryring", "bT1 carrying"),
    ],
)
def test_a_misspelt_test_keeps_its_figure(game: str, line: str, meant: str) -> None:
    """Without it, it would be another condition: that of whoever acts."""
    with pytest.raises(OrderError, match=f'try "{meant}"'):
        OURS[game].read_line(line)
