"""Leagues, teams and results in the store."""

import pytest

from pbem.store import SqlError, Store
from pbem.store.rows import Terms
from tests.server.office import in_memory


@pytest.fixture
def store() -> Store:
    """Two players, a league of the first, and their teams in it."""
    store = in_memory()
    for name in ("Ann", "Ben"):
        store.people.add(name, f"{name.lower()}@example.org", 1)
    assert store.leagues.open("elfball", "Autumn", 1, {"cap": "180"}, Terms(), 1)
    for number, name in enumerate(("Owls", "Bats"), 1):
        assert store.leagues.found("elfball", name, number, b"{}", "new", 1)
        store.leagues.place(number, 1)
    return store


def match(store: Store) -> int:
    """A match of some game."""
    return store.matches.create(
        "elfball", 1, {}, terms=Terms(), seed=b"s" * 32, now=1, seats=[("N", 1), ("S", 2)]
    )


def test_names_are_taken_once(store: Store) -> None:
    assert store.leagues.open("elfball", "AUTUMN", 1, {}, Terms(), 1) is None
    assert store.leagues.found("elfball", "owls", 2, b"{}", "new", 1) is None
    found = store.leagues.league_named("autumn")
    assert found is not None
    assert (found.name, found.options, found.terms, found.closed) == ("Autumn", {"cap": "180"}, Terms(), None)


def test_every_version_of_a_team_is_kept(store: Store) -> None:
    store.leagues.change(1, b"[1]", "hire hunter", 5)
    store.leagues.change(1, b"[2]", "cut 3", 6)
    team = store.leagues.team_named("OWLS")
    assert team is not None
    assert team.data == b"[2]"
    assert [(each.number, each.at, each.note, each.data) for each in store.leagues.versions(1)] == [
        (1, 1, "new", b"{}"),
        (2, 5, "hire hunter", b"[1]"),
        (3, 6, "cut 3", b"[2]"),
    ]


def test_a_result_counts_once(store: Store) -> None:
    number = match(store)
    store.leagues.engage(number, 1, {"N": 1, "S": 2})
    assert [team.match for team in store.leagues.teams_in(1)] == [number, number]
    assert store.leagues.settle(number, "N", b"1")
    assert not store.leagues.settle(number, "N", b"2")
    assert not store.leagues.settle(number, "W", b"2")
    assert [(seat.seat, seat.team, seat.outcome) for seat in store.leagues.results(1)] == [
        ("N", 1, b"1"),
        ("S", 2, None),
    ]
    assert [(team.name, team.match) for team in store.leagues.teams_in(1)] == [("Bats", number), ("Owls", 0)]


def test_a_team_is_in_one_match_at_a_time(store: Store) -> None:
    first, second = match(store), match(store)
    store.leagues.engage(first, 1, {"N": 1, "S": 2})
    with pytest.raises(SqlError):
        store.leagues.engage(second, 1, {"N": 2, "S": 1})
    for seat in "NS":
        store.leagues.settle(first, seat, b"{}")
    store.leagues.engage(second, 1, {"N": 2, "S": 1})


def test_a_league_that_is_closed_lets_its_teams_go(store: Store) -> None:
    assert store.leagues.found("elfball", "Cats", 2, b"{}", "new", 1)
    store.leagues.propose(3, 1, 2)
    store.leagues.close(1, 9)
    closed = store.leagues.league(1)
    assert closed is not None
    assert closed.closed == 9
    assert [(team.league, team.proposed) for team in store.leagues.all_teams()] == [(None, None)] * 3
