"""O14: a damaged page of the database: nothing is begun or lost, and each command says what to do; `pbem restore`."""

import json
import os
import random
import smtplib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.store import Store
from pbem.store.damage import survey
from tests.cli.conftest import Pbem
from tests.server.office import Office
from tests.server.running import Process, letter, post

pytestmark = pytest.mark.sqlite

RESTORE = "stop the server and restore a backup, see docs/hosts/running.md"


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table, as a failing disk does."""
    office = Office(path=path)
    office.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ((size,),) = office.store.db.execute("PRAGMA page_size")
    ((page,),) = office.store.db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    office.store.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.parametrize("table", ["players", "log", "settings"])
@pytest.mark.parametrize("command", ["check", "doctor", "serve --listen 127.0.0.1:0"])
def test_o14_a_damaged_database_is_restored_not_served(
    folder: Path, pbem: Pbem, table: str, command: str
) -> None:
    """`check` and `doctor` do not send the host from one to the other."""
    Office(path=folder / "games.db").begin()
    pbem("backup", "good.db")
    damage(folder / "games.db", table)
    first, *others = pbem(*command.split(), code=1).output.splitlines()
    assert first.startswith("Error: the database cannot be used: ")
    assert first.endswith(f"; {RESTORE}")
    assert others[0] == f"games.db: the table {table} is damaged; none of its rows can be read."
    assert others[1].startswith("The other ")
    assert others[2].startswith(f"The newest good backup is {folder}/good.db: made ")
    assert others[3:] == [f"Stop the server, then: pbem --db games.db restore {folder}/good.db"]


def test_what_stops_doctor_is_a_finding_for_a_script(folder: Path, pbem: Pbem) -> None:
    """No database, a setting that cannot be, a damaged file: JSON all the same, and exit code 1."""

    def found() -> str:
        (finding,) = json.loads(pbem("doctor", "--json", code=1).output)
        assert finding["level"] == "bad"
        return str(finding["text"])

    assert "there is no database games.db" in found()
    Office(path=folder / "games.db").begin()
    pbem("backup", "good.db")
    damage(folder / "games.db", "players")
    assert "The newest good backup is" in found()
    (folder / "pbem.toml").write_text("relai = 'x'\n")
    assert found() == "pbem.toml, line 1: there is no setting relai; did you mean relay?"


def test_o14_a_page_that_is_damaged_while_the_server_runs(tmp_path: Path) -> None:
    """Mail servers are told to come again; the log has one line for all of it, without a traceback."""
    with Process(tmp_path) as server:
        server.ready()
        Office(path=tmp_path / "games.db").begin()
        damage(tmp_path / "games.db", "players")
        for number in range(3):
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                post(server.port, letter("ann@example.org", "help", number), "ann@example.org")
        assert server.stop() == 0
        errors = server.errors()
    assert errors.count("nothing can be stored") == 1
    assert "Traceback" not in errors


def test_what_can_be_read_is_counted(tmp_path: Path) -> None:
    """From both ends of a table: only the rows of the damaged page are lost."""
    path = tmp_path / "games.db"
    store = Store(path)
    with store.transaction():
        for number in range(500):
            store.post.receive(bytes(1000), "x@example.org", ["pbem@localhost"], number)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    raw = bytearray(path.read_bytes())
    page = len(raw) // 4096 // 2 * 4096
    raw[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(raw)
    found = {each.table: each for each in survey(path)}
    assert not found["inbox"].whole
    assert 480 < found["inbox"].readable < 500
    assert [name for name, each in found.items() if not each.whole] == ["inbox"]


def test_the_newest_good_backup_is_put_in_place(pbem: Pbem, played: Office, folder: Path) -> None:
    """Damaged ones, and those that are gone, are passed over."""
    before = played.dump()
    for number, name in enumerate(("old.db", "good.db", "bad.db", "gone.db")):
        pbem("backup", name)
        os.utime(name, (number, number))
    (folder / "bad.db").write_bytes((folder / "bad.db").read_bytes()[:-5000])
    (folder / "gone.db").unlink()
    played.write(played.asked(), "done")
    played.store.close()
    damage(folder / "games.db", "log")
    mode = (folder / "games.db").stat().st_mode
    assert "Aborted" in pbem("restore", stdin="n\n", code=1).output
    assert "the table log is damaged" in pbem("check", code=1).output
    output = pbem("restore", "--yes").output
    assert "games.db: the table log is damaged" in output
    assert "games.db is restored from " in output
    assert "good.db: made Thu 1 Jan 1970, 00:00 (UTC), with 1 matches and " in output
    assert Office(path=folder / "games.db").dump() == before
    assert "1 matches checked, 0 problems" in pbem("check").output
    assert (folder / "games.db").stat().st_mode == mode
    (aside,) = (path for path in folder.glob("games.db.damaged-*") if path.name[-1].isdigit())
    assert f"the old file is kept as {aside.name}" in output
    assert not [table for table in survey(aside) if table.table == "log" and table.whole]


def test_a_backup_may_be_named(pbem: Pbem, played: Office, folder: Path) -> None:
    """Also where there is no database anymore."""
    pbem("backup", "good.db")
    played.store.close()
    (folder / "games.db").unlink()
    (folder / "games.db-backups").unlink()
    assert "no good backup of games.db is known" in pbem("restore", code=1).output
    assert "games.db is restored from" in pbem("restore", "good.db", "--yes").output
    assert "1 matches checked, 0 problems" in pbem("check").output


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda path: path.write_bytes(b"garbage" * 1000), "it is no database of pbem"),
        (lambda path: path.write_bytes(b""), "it is no database of pbem"),
        (lambda path: None, "it is no database of pbem"),
        (lambda path: path.write_bytes(path.with_name("good.db").read_bytes()[:-9000]), "cannot be used"),
    ],
)
def test_a_backup_that_is_of_no_use_changes_nothing(
    pbem: Pbem, played: Office, folder: Path, write: object, why: str
) -> None:
    pbem("backup", "good.db")
    write(folder / "bad.db")  # type: ignore[operator]  # one of those above
    before = played.dump()
    assert why in pbem("restore", "bad.db", "--yes", code=1).output
    assert "is the database itself" in pbem("restore", "games.db", "--yes", code=1).output
    assert played.dump() == before
    assert not list(folder.glob("*.part"))


def test_a_database_that_is_in_use_is_not_replaced(pbem: Pbem, folder: Path) -> None:
    with Process(folder) as server:
        server.ready()
        pbem("backup", "good.db")
        said = pbem("restore", "--yes", code=1).output
        assert "another process has games.db open; stop the server first" in said
        assert server.stop() == 0
    assert "games.db is restored from" in pbem("restore", "--yes").output


def test_no_copy_is_made_of_a_damaged_database(pbem: Pbem, played: Office, folder: Path) -> None:
    """Or the good ones would be replaced by it, night after night."""
    played.store.close()
    damage(folder / "games.db", "log")
    said = pbem("backup", "copy.db", code=1).output
    assert "the database is damaged, and a copy would be too" in said
    assert not (folder / "copy.db").exists()
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_overwritten_is_told_and_mended(
    pbem: Pbem, played: Office, folder: Path, seed: int
) -> None:
    """Some pages anywhere in the file, its first among them; or its end is missing."""
    pbem("backup", "good.db")
    before = played.dump()
    played.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    played.store.close()
    chance = random.Random(seed)
    raw = bytearray((folder / "games.db").read_bytes())
    for _ in range(chance.randint(1, 5)):
        page = chance.randrange(len(raw) // 4096) * 4096 if seed else 0
        raw[page : page + 4096] = chance.randbytes(4096)
    (folder / "games.db").write_bytes(raw[: -4096 * (seed % 3 == 1) * 5 or None])
    said = pbem("check", code=1).output
    assert "games.db" in said
    pbem("restore", "--yes")
    assert Office(path=folder / "games.db").dump() == before
    pbem("check")


@pytest.mark.parametrize("step", range(5))
def test_a_restore_that_is_broken_off_is_done_again(
    pbem: Pbem, played: Office, folder: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Wherever that is: before the old file and its log are renamed, in between, or before the copy takes its place."""
    pbem("backup", "good.db")
    before = played.dump()
    played.store.close()
    damage(folder / "games.db", "log")
    Path("games.db-wal").write_bytes(b"x")
    steps = 0

    def broken(name: str) -> Callable[..., Path]:
        rename: Callable[..., Path] = getattr(Path, name)

        def fail(self: Path, target: Path) -> Path:
            nonlocal steps
            steps += 1
            if steps > step:
                raise OSError("the power has failed")
            return rename(self, target)

        return fail

    with monkeypatch.context() as patched:
        for name in ("rename", "replace"):
            patched.setattr(Path, name, broken(name))
        result = pbem("restore", "--yes", code=0 if step == 4 else 1)
    assert ("the power has failed" in result.output) is (step < 4)
    pbem("restore", "--yes")
    assert Office(path=folder / "games.db").dump() == before
    assert not list(folder.glob("*.part"))
