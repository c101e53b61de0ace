"""What the worst known letters cost: 200 lines of what takes longest to read. Each takes less than 0.3 s of a
processor of today; machines that run tests may be slower."""

import time

import pytest

from pbem.server.inbox import runner
from pbem.server.reading.reader import read_letter
from tests.server.office import Office

ANN = "ann@example.org"
SECONDS = 0.9
WORST = {
    "figures": "S1 S2 N1 S1 move to b3 throw N1 pass S2 S1 S2 N1 S1 move to b3",
    "verbs": "go run walk step advance head jog dash move throw pass hand give S1",
    "pieces": "move S1; throw N1; S1 go; b3; c3; x; y",
    "one line": "S1 move b3, " * 30,
    "questions": "What can S1 reach from b3 and who throws at N2 next turn?",
    "other questions": "How do I change my bell setting number #, please?",
    "wishes": "I would like to be away from 1 to 9 December and get less mail please",
    "slips": "S1 mvoe b3 to c4 with thorw",
}


@pytest.mark.parametrize("game", ["dodgeball", "gnomeball", "slargeball", "elfball", "toxic-gnome"])
@pytest.mark.parametrize("kind", WORST)
def test_a_letter_is_read_in_bounded_time(game: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office()
    board = office.begin("", game=game)[ANN]
    took: list[float] = []

    def timed(letter: object, lines: list[str]) -> object:
        start = time.process_time()
        pieces = read_letter(letter, lines)  # type: ignore[arg-type]
        took.append(time.process_time() - start)
        return pieces

    monkeypatch.setattr(runner, "read_letter", timed)
    body = "\n".join(WORST[kind][:1000].replace("#", str(at)) for at in range(200))[:15900]
    for _ in range(2):  # phrases are built by then
        with office.undone():
            office.reply(ANN, board, body, quote=False)
    assert min(took) < SECONDS
