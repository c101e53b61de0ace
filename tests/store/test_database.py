"""Opening, migrating, transactions, backup."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from pbem.store import Store, StoreError, sqlite

TABLES = {
    "settings",
    "players",
    "addresses",
    "confirmations",
    "bounces",
    "matches",
    "seats",
    "votes",
    "stops",
    "blocks",
    "limits",
    "ratings",
    "rating_changes",
    "teams",
    "team_versions",
    "team_seats",
    "competitions",
    "entrants",
    "pairings",
    "competition_events",
    "unwanted",
    "observers",
    "notes",
    "tallies",
    "digests",
    "news",
    "origins",
    "log",
    "turns",
    "inbox",
    "former_zones",
    "game_observers",
    "sayings",
    "heard",
    "outbox",
    "mailboxes",
    "mailbox_letters",
    "mailbox_sent",
}


def tables(store: Store) -> set[str]:
    return {name for name in store.db.table_names() if not name.startswith(("_", "sqlite_"))}


@pytest.mark.sqlite
def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds everybody's addresses, and the key of all reply addresses."""
    with closing(Store(tmp_path / "games.db")) as store:
        store.set_note("a", "b")
        for path in tmp_path.glob("games.db*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


@pytest.mark.sqlite
def test_a_new_database_gets_its_tables_and_keeps_its_promises(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    assert tables(store) == TABLES
    assert store.durability() == ({"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}, True)
    assert store.problems() == []
    store.close()


@pytest.mark.sqlite
def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    store = Store(tmp_path / "games.db", must_exist=True)
    assert tables(store) == TABLES
    store.close()


@pytest.mark.sqlite
def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = Store(path)
    store.people.add("Ann", "ann@example.org", 1)
    before = list(store.db.conn.iterdump())
    store.close()
    again = Store(path)
    assert list(again.db.conn.iterdump()) == before
    again.close()


@pytest.mark.sqlite
def test_an_old_database_is_brought_to_todays_shape(tmp_path: Path) -> None:
    """As left by a version before the first migration: a file of SQLite's with nothing of ours in it."""
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as old:
        old.execute("CREATE TABLE remarks (text TEXT)")
    old.close()
    store = Store(path)
    assert tables(store) == TABLES | {"remarks"}
    store.close()


@pytest.mark.sqlite
def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE players (somebody TEXT)")
    other.close()
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be used as a database: table players already exists"):
            Store(path)
    with sqlite3.connect(path) as other:
        names = {name for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    other.close()
    assert names & TABLES == {"players"}


def test_two_servers_may_make_the_same_database_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    errors: list[BaseException] = []
    barrier = threading.Barrier(4)

    def open_it() -> None:
        barrier.wait()
        try:
            Store(path).close()
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.sqlite
def test_a_server_waits_while_another_one_makes_the_database(tmp_path: Path) -> None:
    """SQLite does not wait by itself before a file has a write-ahead log."""
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.1, other.execute, ["COMMIT"])
    timer.start()
    Store(tmp_path / "games.db").close()
    timer.join()
    other.close()


@pytest.mark.sqlite
@pytest.mark.parametrize("content", [b"garbage" * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="cannot be used as a database"):
        Store(path)
    assert path.read_bytes() == content


@pytest.mark.sqlite
def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used as a database: unable to open"):
        Store(tmp_path)


@pytest.mark.sqlite
def test_a_database_that_must_exist(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="start a server, or name one with --db"):
        Store(tmp_path / "games.db", must_exist=True)
    assert list(tmp_path.iterdir()) == []
    Store(":memory:", must_exist=True).close()


# Transactions.


def handles(store: Store) -> list[str]:
    return sorted(player.handle for player in store.people.all())


def test_a_transaction_is_all_or_nothing() -> None:
    store = Store(":memory:")

    def fail() -> None:
        with store.transaction():
            store.people.add("Ann", "a@example.org", 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert handles(store) == []
    with store.transaction():
        store.people.add("Ann", "a@example.org", 1)
    assert handles(store) == ["Ann"]


def test_a_transaction_within_another_is_a_savepoint() -> None:
    store = Store(":memory:")

    def fail() -> None:
        with store.transaction():
            store.people.add("Ben", "b@example.org", 1)
            with store.transaction():
                store.people.add("Cat", "c@example.org", 1)
            raise ZeroDivisionError

    with store.transaction():
        store.people.add("Ann", "a@example.org", 1)
        with pytest.raises(ZeroDivisionError):
            fail()
        with store.transaction():
            store.people.add("Dan", "d@example.org", 1)
    assert handles(store) == ["Ann", "Dan"]


@pytest.mark.sqlite
def test_a_commit_that_fails_is_rolled_back_and_the_next_one_counts(tmp_path: Path) -> None:
    """Else the transaction would stay open, and all that follows would be lost with it."""
    store = Store(tmp_path / "games.db")

    def fail() -> None:
        with store.transaction():
            store.db.conn.execute("PRAGMA defer_foreign_keys = ON")
            store.db.conn.execute("INSERT INTO addresses (address, player) VALUES ('a@example.org', 4711)")

    with pytest.raises(sqlite3.IntegrityError):
        fail()
    with store.transaction():
        store.people.add("Ann", "a@example.org", 1)
    other = Store(tmp_path / "games.db")
    assert handles(other) == ["Ann"]
    for each in (store, other):
        each.close()


@pytest.mark.sqlite
def test_the_write_lock_is_taken_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.01)
    one, two = Store(tmp_path / "games.db"), Store(tmp_path / "games.db")
    with one.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"), two.transaction():
        raise AssertionError("two writers at once")
    with two.transaction():
        two.people.add("Ann", "a@example.org", 1)
    assert handles(one) == ["Ann"]
    for each in (one, two):
        each.close()


# The rest.


def test_secrets_are_made_once(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "games.db"), Store(tmp_path / "games.db")
    assert one.secret("key") == two.secret("key") == one.secret("key")
    assert len(one.secret("key")) == 32
    assert one.secret("other") != one.secret("key")
    for each in (one, two):
        each.close()


@pytest.mark.sqlite
def test_a_backup_is_a_complete_copy_and_overwrites_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    store.people.add("Ann", "a@example.org", 1)
    copy = tmp_path / "copy.db"
    store.backup(copy)
    store.people.add("Ben", "b@example.org", 1)
    other = Store(copy, must_exist=True)
    assert handles(other) == ["Ann"]
    assert other.problems() == []
    with pytest.raises(StoreError, match="exists; pbem backup never overwrites a file"):
        store.backup(copy)
    for each in (store, other):
        each.close()


@pytest.mark.sqlite
def test_problems_names_what_points_to_nothing() -> None:
    store = Store(":memory:")
    store.db.conn.execute("PRAGMA foreign_keys = OFF")
    store.db.conn.execute("INSERT INTO addresses (address, player) VALUES ('a@example.org', 4711)")
    (problem,) = store.problems()
    assert problem.startswith("table addresses, row ")
    assert problem.endswith("points to nothing in players")
