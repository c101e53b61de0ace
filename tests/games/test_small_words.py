"""Small words in front of squares and figures are ignored in every game."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.play.conditional import read_line
from pbem.play.orders import Unreadable
from tests.games.lines import lines_of
from tests.games.ours import OURS

NAMES = {
    "dodgeball": r"[sn][1-5]|[a-h][1-8]",
    "elfball": r"[a-y][1-9][0-9]?|[a-x]",
    "gnomeball": r"[a-d][1-9]|[a-j](?:10|[1-9])",
    "slargeball": r"[rb]?[1-5]?[dtngcrh][12]?|[0-9]+,[0-9]+|ball[123]",
    "toxic-gnome": r"[a-e][1-9][0-9]?",
}
"""What a figure or a square of each game looks like."""


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(NAMES)), st.data())
def test_small_words_say_nothing(name: str, data: st.DataObject) -> None:
    words = data.draw(st.sampled_from(lines_of(name))).split()
    try:
        order = read_line(OURS[name].read, " ".join(words))
    except Unreadable:
        return
    wordy = []
    for word in words:
        if re.fullmatch(NAMES[name], word.strip(",:"), re.IGNORECASE):
            wordy += data.draw(st.sampled_from([[], ["the"], ["to"]]))
        wordy.append(word)
    assert read_line(OURS[name].read, " ".join(wordy)) == order


@pytest.mark.parametrize(
    ("name", "line", "meant"),
    [
        ("gnomeball", "place A1 on the e4 A2 at d5", "place A1 e4 A2 d5"),
        ("gnomeball", "home at the a1", "home a1"),
        ("gnomeball", "if the A6 holds: the A6 carry to the j1", "if A6 holds: A6 carry j1"),
        ("slargeball", "T1 fetch the ball2 if the bT1 within 3", "T1 fetch ball2 if bT1 within 3"),
        ("gnomeball", "B1 carry to the A, punt", "B1 carry A, punt"),
        ("slargeball", "the H activate 1T1", "H activate 1T1"),
        ("dodgeball", "if the S1 is at b4 then S1 throw at the N2", "if S1 is b4 then S1 throw N2"),
        ("elfball", "if the A posture is down then A stand", "if A posture is down then A stand"),
        ("elfball", "if the ball is A then go to the goal", "if ball is A then go goal"),
        ("toxic-gnome", "if the token 1 is on c4 then step to the b4", "if token 1 is c4 then step b4"),
    ],
)
def test_small_words_in_lines_of_their_own_kind(name: str, line: str, meant: str) -> None:
    assert str(read_line(OURS[name].read, line)) == meant
