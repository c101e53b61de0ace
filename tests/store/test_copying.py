"""Everything from one database to another."""

import stat
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pbem.store import Store, StoreError
from pbem.store.copying import copy_all
from pbem.store.engine import open_engine
from pbem.store.postgresql import KEY_VARIABLE
from pbem.store.rows import Terms
from pbem.store.seals import KEY_FILE
from tests import postgresql

WAYS = ["sqlite sqlite"]
if postgresql.wanted():
    WAYS += ["sqlite postgresql", "postgresql sqlite", "postgresql postgresql"]

Place = Callable[[str], str]


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Names new databases of one kind or the other; no key is there."""
    if postgresql.wanted():
        monkeypatch.setattr("pbem.store.database.open_engine", open_engine)
    monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "elsewhere.key"))
    made = 0

    def name(kind: str) -> str:
        nonlocal made
        made += 1
        if kind == "sqlite":
            (tmp_path / str(made)).mkdir()
            return str(tmp_path / str(made) / "games.db")
        return postgresql.database(f"c{uuid.uuid4().hex}", make="")

    return name


def quiet(table: str, count: int) -> None:
    """Say nothing."""


def fill(place: str) -> None:
    with closing(Store(place)) as store:
        for name in ("Ann", "Ben", "Zoë"):
            store.people.add(name, f"{name.lower()}@example.org", 1)
        store.people.bounced(1, 2, 3, 0.3, "full")
        match = store.matches.create(
            "toy", 1, {"a": "b"}, terms=Terms(), seed=b"s" * 32, now=1, seats=[("N", 1), ("S", 2)]
        )
        store.stops.add("pause", 5, match=match)
        store.post.receive(
            bytes(range(256)), "ann@example.org", ["pbem@example.org"], 1, lane="ann@example.org"
        )
        store.post.send("ann@example.org", "<1@x>", b"{}", 1, kind="match", match=match)
        store.news.keep(2, match, 9, b"news")
        for _ in range(3):
            number = store.confirmations.add("held", None, "a@x", "1", 1, None)
        question = store.confirmations.find(number)
        assert question is not None
        store.confirmations.delete(question)


@pytest.mark.parametrize("way", WAYS)
def test_every_row_and_every_number(way: str, new: Place) -> None:
    source, target = map(new, way.split())
    fill(source)
    told: dict[str, int] = {}
    assert copy_all(source, target, told.__setitem__) == sum(told.values())
    assert told["players"] == 3
    assert told["seats"] == 2
    with closing(Store(target, must_exist=True)) as store:
        assert [player.handle for player in store.people.all()] == ["Ann", "Ben", "Zoë"]
        row = store.matches.match(1)
        assert row is not None
        assert row.seed == b"s" * 32
        letter = store.post.incoming(1)
        assert letter is not None
        assert letter.raw == bytes(range(256))
        assert store.confirmations.add("held", None, "a@x", "1", 1, None) == 4
        assert store.people.add("Dan", "dan@example.org", 1).id == 4
        assert store.problems() == []


def test_the_key_goes_along_and_is_its_owners_alone(new: Place, tmp_path: Path) -> None:
    source, target = new("sqlite"), new("sqlite")
    fill(source)
    copy_all(source, target, quiet)
    key = Path(target).parent / KEY_FILE
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes() == (Path(source).parent / KEY_FILE).read_bytes()


def test_another_key_in_the_way(new: Place) -> None:
    source, target = new("sqlite"), new("sqlite")
    fill(source)
    Store(target).close()
    with pytest.raises(StoreError, match="is a different key from"):
        copy_all(source, target, quiet)


@pytest.mark.parametrize("way", WAYS)
def test_a_database_that_is_not_empty(way: str, new: Place) -> None:
    source, target = map(new, way.split())
    fill(source)
    copy_all(source, target, quiet)
    with pytest.raises(StoreError, match=r"is not empty \(see its table players\); name a new database"):
        copy_all(source, target, quiet)


@pytest.mark.skipif(not postgresql.wanted(), reason="locks of this process on a file do not show")
@pytest.mark.parametrize("way", ["sqlite postgresql", "postgresql sqlite"])
def test_a_database_that_is_in_use(way: str, new: Place) -> None:
    source, target = map(new, way.split())
    fill(source)
    busy = source if source.startswith("postgresql") else target
    with closing(Store(busy)), pytest.raises(StoreError, match="is in use; stop all servers"):
        copy_all(source, target, quiet)


@pytest.mark.parametrize("way", WAYS)
def test_what_goes_wrong_leaves_nothing(way: str, new: Place) -> None:
    source, target = map(new, way.split())
    fill(source)

    def stumble(table: str, count: int) -> None:
        if table == "matches":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        copy_all(source, target, stumble)
    with closing(Store(target)) as store:
        assert store.people.all() == []


def test_a_row_that_is_not_what_it_was(new: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = new("sqlite"), new("sqlite")
    fill(source)
    monkeypatch.setattr("pbem.store.sqlite.Sqlite.fill", lambda self, table, rows: None)
    with pytest.raises(StoreError, match="row 1 of the table settings is not what it was"):
        copy_all(source, target, quiet)


def test_a_database_onto_itself_and_one_that_is_not_there(new: Place) -> None:
    place = new("sqlite")
    with pytest.raises(StoreError, match="the source and the target"):
        copy_all(place, place, quiet)
    with pytest.raises(StoreError, match="there is no database"):
        copy_all(place, new("sqlite"), quiet)
