"""`python -m tests.store.make_database NAME`: a database as this tree leaves it, for later versions to be tried on.

Each game has a running match, in which both players have answered, and mails wait to be written. When a migration has
landed, run this with the tree that it has landed in, and commit what it makes beside the others.
"""

import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from pbem.play.conformance import seeded
from pbem.play.game import NORMAL, masked
from pbem.play.requests import Pick
from pbem.store.seals import KEY_FILE
from tests.games.ours import OURS
from tests.server.office import Office

FOLDER = Path(__file__).parent / "databases"
KEY = "6b" * 32
ANSWERS = 3


def make(path: Path) -> None:
    """Play the first turns of every game, in the order of `OURS`."""
    (path.parent / KEY_FILE).write_text(KEY)
    office = Office(path=path)
    pick = seeded("upgrade")
    for number, game in enumerate(OURS, 1):
        office.begin("", "Ben", game=game)
        for _ in range(ANSWERS):
            play_on(office, number, pick)
    office.store.close()


def play_on(office: Office, number: int, pick: Pick) -> None:
    """Let a bot answer for whoever is asked in a match."""
    loaded = office.find_match(number)
    seat, ask = next(iter(loaded.match.asks.items()))
    lines = loaded.game.bot(NORMAL)(masked(loaded.match.state, seat), ask, pick)
    assert office.write(office.asked(number), f"match {number}\n{lines}") == "done"


def unpack(name: str, path: Path) -> None:
    """Put a database back as it was, with its key."""
    (path.parent / KEY_FILE).write_text(KEY)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(lzma.decompress((FOLDER / f"{name}.sql.xz").read_bytes()).decode())


def main(name: str) -> None:
    """Make a database, and keep it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        make(path)
        with closing(sqlite3.connect(path)) as database:
            text = "\n".join(database.iterdump())
    compressed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (FOLDER / f"{name}.sql.xz").write_bytes(compressed)


if __name__ == "__main__":
    main(sys.argv[1])
