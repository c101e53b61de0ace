"""Transactions: all or nothing, also one within another."""

import pytest

from pbem.store import Store


@pytest.fixture
def store() -> Store:
    return Store(":memory:")


class Broken(Exception):
    """Something goes wrong in the middle."""


def add_and_break(store: Store, handle: str) -> None:
    with store.transaction():
        store.people.add(handle, f"{handle.lower()}@example.org", 1)
        raise Broken


def test_what_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(Broken):
        add_and_break(store, "Ann")
    assert store.people.all() == []


def test_what_fails_within_another_takes_only_itself_back(store: Store) -> None:
    with store.transaction():
        store.people.add("Ann", "ann@example.org", 1)
        with store.transaction():
            store.people.add("Ben", "ben@example.org", 1)
            with pytest.raises(Broken):
                add_and_break(store, "Cat")
    assert [player.handle for player in store.people.all()] == ["Ann", "Ben"]
