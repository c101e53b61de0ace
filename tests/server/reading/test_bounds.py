"""What the worst known letters cost: many lines of what takes longest to read.

Each takes less than `BOUND` units, which are 0.3 s of a processor on the machine on which they were set.
"""

import gc
import time
from typing import Any

import pytest

from pbem.server.inbox import runner
from pbem.server.reading.reader import SENTENCES_LIMIT, read_letter
from tests.server.office import Office
from tools.fuzz.costs import BOUND, unit

ANN = "ann@example.org"
TRIED = 4
"""The first time may count phrases that are built then, or another program that is in the way."""

WORST = {
    "figures": "S1 S2 N1 S1 move to b3 throw N1 pass S2 S1 S2 N1 S1 move to b3",
    "verbs": "go run walk step advance head jog dash move throw pass hand give S1",
    "pieces": "move S1; throw N1; S1 go; b3; c3; x; y",
    "one line": "S1 move b3, " * 30,
    "questions": "What can S1 reach from b3 and who throws at N2 next turn {number}?",
    "short questions": "What?",
    "other questions": "How do I change my bell setting number {number}, please?",
    "wishes": "I would like to be away from 1 to 9 December and get less mail please",
    "slips": "S1 mvoe b3 to c4 with thorw",
    "sentences": "Go on. Move. S1 go. Throw it. b3. " * 25,
}


@pytest.mark.parametrize("game", ["dodgeball", "gnomeball", "slargeball", "elfball", "toxic-gnome"])
@pytest.mark.parametrize("kind", WORST)
def test_a_letter_is_read_in_bounded_time(game: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office()
    board = office.begin("", game=game)[ANN]
    costs: list[float] = []

    def timed(letter: Any, lines: Any) -> Any:
        before = unit()
        gc.disable()
        start = time.process_time()
        pieces = read_letter(letter, lines)
        spent = time.process_time() - start
        gc.enable()
        costs.append(spent / max(before, unit()))
        return pieces

    monkeypatch.setattr(runner, "read_letter", timed)
    body = "\n".join(WORST[kind][:1000].format(number=number) for number in range(200))[:15900]
    for _ in range(TRIED):
        with office.undone():
            office.reply(ANN, board, body, quote=False)
        if costs[-1] < BOUND:
            break
    assert min(costs) < BOUND


def test_what_is_not_read_is_told() -> None:
    office = Office()
    board = office.begin()[ANN]
    office.reply(
        ANN, board, "S1 move b4\n\n" + ("It is hot. " * 9 + "\n") * (SENTENCES_LIMIT // 8), quote=False
    )
    told = " ".join(office.mail_to(ANN).text.split())
    assert f"Only the first {SENTENCES_LIMIT} sentences were read" in told
