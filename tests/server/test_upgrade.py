"""Databases of earlier versions: brought up to date by being opened, and played on. docs/hosts.md, "Upgrade"."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from pbem.server.admin import acts, host
from pbem.store import Store, StoreError
from pbem.store.schema import known, migrations
from tests.server.office import Office

FIRST = Path(__file__).parent.parent / "store" / "databases" / "0001_first.sql"
"""Three matches under way in one way or another, one that is over, and somebody who wants to become a player."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(FIRST.read_text())
    return path


def dump(path: Path) -> str:
    """Everything in a database but when it was migrated."""
    with closing(sqlite3.connect(path)) as database:
        return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+", "", "\n".join(database.iterdump()))


@pytest.mark.sqlite
def test_every_match_is_sound_before_and_after_and_goes_on(old: Path) -> None:
    office = Office(path=old)
    assert host.check(office.app) == []
    assert [row.status for row in office.store.matches.all()] == ["over", "running", "offered", "running"]
    office.letters = 1000
    asked = office.asked(1)
    assert office.write(asked, "match 1\ndone") == "done"
    assert office.asked(1) != asked
    assert office.write("ben@example.org", "accept 2") == "done"
    assert office.find_match(2).match.asks
    acts.resume(office.app, 3)
    assert office.find_match(3).row.paused is None
    (registration,) = office.store.confirmations.pending("confirm", office.time, address="dan@example.org")
    assert registration.about == "Dan"
    assert host.check(office.app) == []


@pytest.mark.sqlite
def test_a_deadline_of_before_is_the_deadline_of_after(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database:
        before = database.execute("SELECT match, n, since, due FROM seats ORDER BY match, n").fetchall()
    store = Store(old)
    seats = [seat for number in range(1, 5) for seat in store.matches.seats(number)]
    after = [(seat.match, seat.index, seat.since, seat.due) for seat in seats]
    store.close()
    assert after == before


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Migrations:
    """The tables of a version to come, which adds a column and a table."""
    tomorrow = Migrations("pbem")
    for each in migrations.pending(Database(memory=True)):
        tomorrow(name=each.name)(each.fn)

    @tomorrow(name="9999_hats")
    def hats(db: Database) -> None:
        db.execute("ALTER TABLE players ADD COLUMN hat TEXT NOT NULL DEFAULT 'none'")
        db.execute("CREATE TABLE hats (name TEXT PRIMARY KEY) STRICT")

    monkeypatch.setattr("pbem.store.sqlite.migrations", tomorrow)
    monkeypatch.setattr("pbem.store.sqlite.known", lambda: known() | {"9999_hats"})
    return tomorrow


@pytest.mark.sqlite
@pytest.mark.usefixtures("later")
def test_a_later_version_adds_to_what_is_there(old: Path) -> None:
    store = Store(old)
    assert [row[0] for row in store.db.execute("SELECT DISTINCT hat FROM players")] == ["none"]
    assert [row.status for row in store.matches.all()] == ["over", "running", "offered", "running"]
    store.close()
    before = dump(old)
    Store(old).close()
    assert dump(old) == before


@pytest.mark.sqlite
@pytest.mark.usefixtures("later")
def test_an_upgrade_that_fails_leaves_the_old_database(old: Path) -> None:
    """All migrations are one transaction: the version before can go on with it."""
    with closing(sqlite3.connect(old)) as database:
        database.execute("CREATE TABLE hats (text)")
    before = dump(old)
    with pytest.raises(StoreError, match="hats already exists"):
        Store(old)
    assert dump(old) == before


@pytest.mark.sqlite
def test_the_database_of_a_later_version_is_left_alone(old: Path, later: Migrations) -> None:
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        later.apply(Database(database))
    before = dump(old)
    with pytest.MonkeyPatch.context() as today:
        today.setattr("pbem.store.sqlite.migrations", migrations)
        today.setattr("pbem.store.sqlite.known", known)
        with pytest.raises(StoreError, match="is of a later version of pbem \\(it knows 9999_hats\\)"):
            Store(old)
    assert dump(old) == before


@pytest.mark.sqlite
def test_i39_addresses_of_before_are_found_by_their_mailbox(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        database.execute(
            "UPDATE addresses SET address = 'a.nn@googlemail.com' WHERE address = 'ann@example.org'"
        )
        database.execute("INSERT INTO unwanted VALUES ('eve+games@example.org', 1)")
    store = Store(old)
    ann = store.people.at("ann@gmail.com")
    assert ann is not None
    assert ann.handle == "Ann"
    assert store.company.refuses_mail("eve@example.org")
    (registration,) = store.confirmations.pending("confirm", 0, address="dan+x@example.org")
    assert registration.address == "dan@example.org"
    store.close()
