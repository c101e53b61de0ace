"""`python -m tests.store.make_database NAME [season|rated]`: a database as this tree leaves it, for later ones.

Each game has a running match, in which both players have answered, and mails wait to be written. When a migration has
landed, run this with the tree that it has landed in, and commit what it makes beside the others.
"""

import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from pbem.play.game import NORMAL, masked
from pbem.play.requests import Pick, seeded
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


def make_season(path: Path) -> None:
    """Leagues by mail: one with a match over, one being played, a team that has left and one that asks to come in; one
    that is closed; and a tournament under the name of a league."""
    (path.parent / KEY_FILE).write_text(KEY)
    office = Office(path=path)
    ann, ben, cat, dan, eve = (f"{name}@example.org" for name in ("ann", "ben", "cat", "dan", "eve"))
    for name in ("Ann", "Ben", "Cat", "Dan", "Eve"):
        office.register(name)
    letters = [
        (ann, "league new Spring cap=190 goals=1 pace=3d\nteam new Owls nightelves\nleague add Owls"),
        (ben, 'team new "Black Bats" widows\nleague add "Black Bats" league=Spring'),
        (cat, "team new Cats gnolls\nleague add Cats league=Spring"),
        (ann, 'league add "Black Bats"\nleague add Cats\nleague pair Owls "Black Bats"'),
        (ben, "match 1\nconfirm resign"),
        (ann, "league pair Cats Owls"),
        (ann, "match 2\nconfirm resign\nleague close"),
        (ann, "league new Autumn cap=190 goals=1 pace=3d\nleague add Owls"),
        (ben, 'league add "Black Bats" league=Autumn'),
        (cat, "league add Cats league=Autumn"),
        (dan, "team new Doves hammer\nleague add Doves league=Autumn"),
        (ann, 'league add "Black Bats"\nleague add Cats\nleague add Doves\nleague pair Owls "Black Bats"'),
        (ben, "match 3\nconfirm resign"),
        (ann, "league pair Cats Doves"),
        (dan, "match 4\nconfirm resign"),
        (ann, "league drop Doves"),
        (ann, 'league pair "Black Bats" Cats'),
        (eve, "team new Eels sarcos\nleague add Eels league=Autumn"),
        (ben, "tournament new Autumn dodgeball form=ladder"),
    ]
    for sender, body in letters:
        office.time += 60
        assert office.write(sender, body) == "done", body
        refused = [mail.flat for _, mail in office.mails() if "not done" in mail.subject + mail.flat]
        assert not refused, (body, refused)
    office.store.close()


def make_rated(path: Path) -> None:
    """Rated matches that are over, and one that is being played."""
    (path.parent / KEY_FILE).write_text(KEY)
    office = Office(path=path)
    pick = seeded("rated")
    for number in range(1, 5):
        office.begin("pawns=3 placement=fixed", "Ben")
        for _ in range(8):
            play_on(office, number, pick)
        if number < 4:
            loser = "ann" if number == 2 else "ben"
            assert office.write(f"{loser}@example.org", f"match {number}\nconfirm resign") == "done"
    office.mails()
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


def main(name: str, what: str = "") -> None:
    """Make a database, and keep it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        {"season": make_season, "rated": make_rated}.get(what, make)(path)
        with closing(sqlite3.connect(path)) as database:
            text = "\n".join(database.iterdump())
    compressed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (FOLDER / f"{name}.sql.xz").write_bytes(compressed)


if __name__ == "__main__":
    main(*sys.argv[1:])
