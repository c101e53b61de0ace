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


def test_what_has_been_taken_away_is_in_no_match(old: Path) -> None:
    """The policy `host` becomes the default, step by step; a vote to annul has not been cast."""
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        migrations.apply(Database(database), stop_before="0018_gone")
        for number, policy in ((1, '["host"]'), (2, '["skip","host","forfeit"]'), (3, '["skip"]')):
            database.execute(
                "UPDATE matches SET terms = json_set(terms, '$.policy', json(?)) WHERE id = ?",
                (policy, number),
            )
        database.execute("INSERT INTO votes VALUES (1, 0, 1, 'annul'), (1, 1, 0, 'house')")
        database.execute("INSERT INTO settings VALUES ('record key', x'00')")
    store = Store(old)
    policies = {row.id: row.terms.policy for row in store.matches.all()}
    assert policies == {1: ("nag",), 2: ("skip", "nag", "forfeit"), 3: ("skip",), 4: ("nag",)}
    assert (store.matches.votes(1, 0), store.matches.votes(1, 1)) == ({}, {0: "house"})
    assert store.note("record key") == ""
    store.close()


def test_an_upgrade_that_fails_leaves_the_old_database(old: Path) -> None:
    """All migrations are one transaction: the version before can go on with it."""
    with closing(sqlite3.connect(old)) as database:
        database.execute("CREATE TABLE votes (text)")
    before = dump(old)
    with pytest.raises(StoreError, match="votes already exists"):
        Store(old)
    assert dump(old) == before
