"""O1: whatever is killed, wherever it is: each accepted letter has its effect once, each mail goes out under one name.

`make torture` tries every statement and kills some hundreds of times; PBEM_KILLS says how often, a few times otherwise.
"""

import os
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Terms
from tests.operation.parts import KILLED, Part, backup, copy_database, remind, run, serve, verify
from tests.operation.sending import listening, post_until_taken, until
from tests.server.office import START, Office
from tests.server.running import ANN, BEN, free_port, letter, maildir

KILLS = int(os.environ.get("PBEM_KILLS", "0"))
DAY = 86_400

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(3600 if KILLS else 300)]


class Scene(NamedTuple):
    """A folder with a match under way, and the letters that come then."""

    folder: Path
    letters: list[tuple[str, bytes]]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """Ann and Ben play; of the letters each does something else to the store."""
    folder = tmp_path_factory.mktemp("scene")
    store = Store(folder / "games.db")
    app = Application(store, Config(db=str(folder / "games.db")), seed=lambda: b"x" * 32)
    for name in ("token key", "house"):
        store.set_note(name, "x" * 32)
    for handle, address in (("Ann", ANN), ("Ben", BEN)):
        host.add_player(app, handle, address)
    host.create(app, "dodgeball", ["Ann", "Ben"], {"pawns": "3", "placement": "fixed"}, Terms(DAY, DAY, DAY))
    loaded = app.repository.load(1)
    assert loaded is not None
    (seat,) = loaded.match.asks
    mover, other = (ANN, BEN) if loaded.seats[0].seat == seat else (BEN, ANN)
    store.close()
    bodies = [
        ("cat@localhost", "register Cat"),
        (ANN, "challenge dodgeball ben pawns=3 placement=fixed pace=2d"),
        (mover, "match 1\ndone"),
        (other, "match 1\ndone\nalways dodge"),
        (BEN, "accept 2"),
        (mover, "match 1\nundo"),
        (other, "match 1\naccept undo"),
        (mover, "match 1\nfly away"),
        (mover, "match 1\nsay Sorry about that.\ndone"),
        (other, "match 1\nconfirm resign"),
        (ANN, "list\nhistory 1"),
    ]
    letters = [(sender, letter(sender, body, number)) for number, (sender, body) in enumerate(bodies)]
    letters.append((mover, b"Auto-Submitted: auto-replied\r\n" + letter(mover, "I am away", "away")))
    letters.append(letters[2])  # it comes twice anyway
    return Scene(folder, letters)


def config_in(folder: Path) -> Config:
    return Config(
        db=str(folder / "games.db"), listen=f"127.0.0.1:{free_port()}", maildir=str(folder / "mail")
    )


def copied(scene: Scene, folder: Path) -> Config:
    """The scene in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.folder, folder)
    return config_in(folder)


class Host:
    """Starts the server again whenever it has died, doomed a second time, then no more."""

    def __init__(self, config: Config, *dooms: int) -> None:
        self.config = config
        self.port = int(config.listen.rpartition(":")[2])
        self.dooms = list(dooms)
        self.deaths = 0
        self.part = self.start()

    def start(self) -> Part:
        return Part(serve, self.config, doom=self.dooms.pop(0) if self.dooms else 0)

    def look(self) -> None:
        """Start it if it is dead."""
        if not self.part.alive():
            assert self.part.wait() == KILLED
            self.part.process.close()
            self.deaths += 1
            self.part = self.start()

    def up(self) -> bool:
        """Whether it has come up; if it is dead it is started."""
        self.look()
        return listening(self.port)

    def end(self) -> None:
        """Stop it in good order, however often that takes."""
        until(self.up)
        while (code := self.part.stop()) == KILLED:
            until(self.up)
        assert code == 0
        self.part.process.close()


class Outcome(NamedTuple):
    """What is in a database at the end, whatever has happened on the way there."""

    rows: dict[int, list[object]]
    statuses: Counter[str]
    mails: Counter[tuple[str, str]]


def play(config: Config, letters: list[tuple[str, bytes]], *dooms: int) -> tuple[Outcome, int]:
    """Let the letters come, one after the other, to a server that is killed; what it comes to, and the deaths."""
    server = Host(config, *dooms)
    for sender, raw in letters:
        post_until_taken(server.port, raw, sender, meanwhile=server.look)
    server.end()
    return outcome(config, letters), server.deaths


def outcome(config: Config, letters: list[tuple[str, bytes]]) -> Outcome:
    """Checks what must hold in any case, and returns the rest."""
    store = Store(config.db)
    app = Application(store, config)
    assert host.check(app) == []
    came = store.post.inbox(None, 10_000)
    assert {row.raw for row in came} == {raw for _, raw in letters}
    assert not {row.status for row in came} - {"done", "ignored", "duplicate"}
    sent = store.post.outbox(None, 10_000)
    assert {row.status for row in sent} == {"sent"}
    mails: Counter[tuple[str, str]] = Counter()
    for address in {row.recipient for row in sent}:
        found = maildir(Path(config.maildir), address)
        assert Counter(str(mail["Message-ID"]) for mail in found) == Counter(
            row.message_id for row in sent if row.recipient == address
        )
        mails.update((address, str(mail["Subject"])) for mail in found)
    inboxes = [batch.inbox for row in store.matches.all() for batch in store.log.batches(row.id, void=True)]
    done = [number for number in inboxes if number is not None]
    assert len(done) == len(set(done))
    statuses = Counter(row.status for row in came)
    del statuses["duplicate"]
    rows = {
        row.id: list[object](app.repository.record(row.id).rows) for row in store.matches.all() if row.started
    }
    store.close()
    return Outcome(rows, statuses, mails)


def test_o01_killed_between_any_two_statements_of_the_server(scene: Scene, tmp_path: Path) -> None:
    """Kept, done, delivered or on its way to either: the match, the mails and the boxes are as if nothing had been."""
    undisturbed, _ = play(copied(scene, tmp_path / "calm"), scene.letters)
    assert undisturbed.statuses == {"done": 11, "ignored": 1}
    assert len(undisturbed.rows) == 2
    doom, deaths = 1, 1
    while deaths:
        disturbed, deaths = play(copied(scene, tmp_path / "killed"), scene.letters, doom, 1 + doom * 7 % 60)
        assert disturbed == undisturbed, f"killed before statement {doom}"
        doom += 1 if KILLS else 193


def test_o01_killed_between_any_two_statements_of_the_first_start(tmp_path: Path) -> None:
    """The tables and secrets are made once, whole; the letter that has met the first start is done."""
    doom, deaths = 1, 1
    while deaths:
        folder = tmp_path / str(doom)
        folder.mkdir()
        config = config_in(folder)
        letters = [(ANN, letter(ANN, "register Ann", 1))]
        result, deaths = play(config, letters, doom)
        assert list(result.mails) == [(ANN, "[pbem] answer this mail to become Ann")]
        doom += 1 if KILLS else 11


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, int]:
    """A database in which reminders, deadlines of each policy and a lapsing challenge are due; and the moment."""
    folder = tmp_path_factory.mktemp("late")
    office = Office(path=folder / "games.db")
    for policy in ("nag", "skip", "forfeit", "nag", "skip"):
        office.begin(f"pawns=3 placement=fixed pace=2d policy={policy}")
    office.begin("pace=20d")
    office.write("ann@example.org", "challenge dodgeball ben pace=20d")
    office.store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    office.store.close()
    return config_in(folder), START + 15 * DAY


def dump(config: Config) -> str:
    """The whole database as text."""
    store = Store(config.db)
    text = "\n".join(store.db.conn.iterdump())
    store.close()
    return text


def test_o01_killed_between_any_two_statements_of_the_reminders(
    late: tuple[Config, int], tmp_path: Path
) -> None:
    """Each step and its mails are one: after the next run all is as if the first had not been killed."""
    config, now = late
    mine = msgspec.structs.replace(config, db=str(tmp_path / "games.db"))
    copy_database(config.db, mine.db)
    assert run(remind, mine, now) == 0
    undisturbed = dump(mine)
    assert undisturbed != dump(config)
    doom, code = 1, KILLED
    while code == KILLED:
        copy_database(config.db, mine.db)
        code = run(remind, mine, now, doom=doom)
        if code == KILLED:
            assert run(remind, mine, now) == 0
        assert dump(mine) == undisturbed, f"killed before statement {doom}"
        doom += 1 if KILLS else 43
    assert run(verify, mine) == 0


def test_o01_a_backup_that_is_killed_leaves_nothing_that_looks_like_one(scene: Scene, tmp_path: Path) -> None:
    """What bears the name is whole; the next run succeeds; the database has not noticed."""
    config = copied(scene, tmp_path / "scene")
    before, copy = dump(config), tmp_path / "scene" / "copy.db"
    for kill in range(KILLS or 5):
        with Part(backup, config, str(copy)) as part:
            time.sleep(kill % 25 / 1000)
            part.kill()
        if copy.exists():
            assert dump(msgspec.structs.replace(config, db=str(copy))) == before
            copy.unlink()
    assert run(backup, config, str(copy)) == 0
    assert run(verify, msgspec.structs.replace(config, db=str(copy))) == 0
    assert dump(config) == before
