"""A copy of the database tells no dice: seeds are sealed with a key that lies beside it."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from pbem.store import Store, StoreError
from pbem.store.rows import Terms
from pbem.store.seals import KEY_FILE, BrokenSeal, Seals

SEED = bytes(range(32))
FIRST = Path(__file__).parent / "databases" / "0001_first.sql"


def create(store: Store) -> int:
    """A match; its number."""
    return store.matches.create("toy", 1, {}, terms=Terms(), seed=SEED, now=1, seats=())


def test_what_is_sealed_opens_with_the_same_key_alone() -> None:
    seals = Seals(b"k" * 32)
    sealed = seals.seal(SEED)
    assert SEED not in sealed
    assert seals.open(sealed) == SEED
    with pytest.raises(BrokenSeal):
        Seals(b"x" * 32).open(sealed)
    with pytest.raises(BrokenSeal):
        seals.open(sealed[:-1] + bytes([sealed[-1] ^ 1]))


@pytest.mark.sqlite
def test_a_copy_of_the_database_holds_no_seed(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    number = create(store)
    store.backup(tmp_path / "copy.db")
    for path in (tmp_path / "games.db", tmp_path / "games.db-wal", tmp_path / "copy.db"):
        assert SEED not in path.read_bytes()
    row = store.matches.match(number)
    assert row is not None
    assert row.seed == SEED
    store.close()


@pytest.mark.sqlite
def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    key = tmp_path / KEY_FILE
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    store = Store(tmp_path / "games.db")
    number = create(store)
    store.close()
    assert key.read_bytes() == before
    again = Store(tmp_path / "games.db").matches.match(number)
    assert again is not None
    assert again.seed == SEED


@pytest.mark.sqlite
def test_without_its_key_no_database_is_served(tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    kept = (tmp_path / KEY_FILE).read_bytes()
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(StoreError, match=f"{KEY_FILE} is missing.*put it back"):
        Store(tmp_path / "games.db")
    assert not (tmp_path / KEY_FILE).exists()  # a new one would be of no use
    (tmp_path / KEY_FILE).write_text("ab" * 32)
    with pytest.raises(StoreError, match="is not the key that seals"):
        Store(tmp_path / "games.db")
    (tmp_path / KEY_FILE).write_text("not a key")
    with pytest.raises(StoreError, match="cannot be read as a key"):
        Store(tmp_path / "games.db")
    (tmp_path / KEY_FILE).write_bytes(kept)
    Store(tmp_path / "games.db").close()


@pytest.mark.sqlite
def test_a_key_that_lies_there_already_is_used(tmp_path: Path) -> None:
    """A process that was killed between file and database has left one; a second database may have it, too."""
    Store(tmp_path / "one.db").close()
    before = (tmp_path / KEY_FILE).read_bytes()
    Store(tmp_path / "two.db").close()
    assert (tmp_path / KEY_FILE).read_bytes() == before


@pytest.mark.sqlite
def test_an_older_database_keeps_no_open_seed_anywhere_in_its_file(tmp_path: Path) -> None:
    """Not even while it is open, when what is new stands in the write-ahead log alone."""
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(FIRST.read_text(encoding="utf-8"))
        seeds = [bytes(seed) for (seed,) in old.execute("SELECT seed FROM matches")]
    assert seeds
    assert seeds[0] in path.read_bytes()
    with closing(Store(path)) as store:
        assert store.matches.numbers()
        for file in (path, tmp_path / "games.db-wal"):
            assert not [seed for seed in seeds if seed in file.read_bytes()]
