"""Databases of earlier versions: brought up to date by being opened, and played on. docs/hosts.md, "Upgrade"."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from pbem.server.admin import host
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
    host.resume(office.app, 3)
    assert office.find_match(3).row.paused is None
    registration = office.store.people.registration_at("dan@example.org")
    assert registration is not None
    assert registration.handle == "Dan"
    assert host.check(office.app) == []


def test_a_deadline_of_before_is_the_deadline_of_after(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database:
        before = database.execute("SELECT match, n, since, due FROM seats ORDER BY match, n").fetchall()
    store = Store(old)
    seats = [seat for number in range(1, 5) for seat in store.matches.seats(number)]
    after = [(seat.match, seat.index, seat.since, seat.due) for seat in seats]
    store.close()
    assert after == before


@pytest.mark.parametrize("name", sorted(known())[1:])
def test_it_makes_no_difference_over_which_versions_one_comes(old: Path, tmp_path: Path, name: str) -> None:
    """Up to one version, and from there to today's; or at once."""
    direct = tmp_path / "direct.db"
    direct.write_bytes(old.read_bytes())
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        migrations.apply(Database(database), stop_before=name)
    for path in (old, direct):
        Store(path).close()
    assert dump(old) == dump(direct)


def test_an_upgrade_that_fails_leaves_the_old_database(old: Path) -> None:
    """All migrations are one transaction: the version before can go on with it."""
    with closing(sqlite3.connect(old)) as database:
        database.execute("CREATE TABLE votes (text)")
    before = dump(old)
    with pytest.raises(StoreError, match="votes already exists"):
        Store(old)
    assert dump(old) == before
