"""Transactions: all or nothing, also one within another."""

from __future__ import annotations

import pytest

from pbem.store import Store


@pytest.fixture
def store() -> Store:
    return Store(":memory:")


def test_what_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction():
        store.people.add("Ann", "ann@example.org", 1)
        _ = 1 // 0
    assert store.people.all() == []


def test_what_fails_within_another_takes_only_itself_back(store: Store) -> None:
    with store.transaction():
        store.people.add("Ann", "ann@example.org", 1)
        with store.transaction():
            store.people.add("Ben", "ben@example.org", 1)
            with pytest.raises(ZeroDivisionError), store.transaction():
                store.people.add("Cat", "cat@example.org", 1)
                _ = 1 // 0
    assert [player.handle for player in store.people.all()] == ["Ann", "Ben"]


def test_what_fails_at_last_takes_all_back_that_was_done_within(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction():
        with store.transaction():
            store.people.add("Ann", "ann@example.org", 1)
        _ = 1 // 0
    assert store.people.all() == []
