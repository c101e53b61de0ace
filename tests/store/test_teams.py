"""Teams and what matches bring them, in the store."""

import pytest

from pbem.store import SqlError, Store
from pbem.store.rows import Terms
from tests.server.office import in_memory


@pytest.fixture
def store() -> Store:
    """Two players, a competition of the first, and their teams in it."""
    store = in_memory()
    for name in ("Ann", "Ben"):
        store.people.add(name, f"{name.lower()}@example.org", 1)
    assert store.competitions.open("elfball", "Autumn", 1, {"cap": "180"}, Terms(), b"{}", b"s" * 32, 1)
    for number, name in enumerate(("Owls", "Bats"), 1):
        assert store.teams.found("elfball", name, number, b"{}", "new", 1)
        store.teams.place(number, 1)
    return store


def match(store: Store) -> int:
    """A match of some game."""
    return store.matches.create(
        "elfball", 1, {}, terms=Terms(), seed=b"s" * 32, now=1, seats=[("N", 1), ("S", 2)]
    )


def test_names_are_taken_once(store: Store) -> None:
    assert store.competitions.open("elfball", "AUTUMN", 1, {}, Terms(), b"{}", b"s" * 32, 1) is None
    assert store.teams.found("elfball", "owls", 2, b"{}", "new", 1) is None
    found = store.competitions.named("autumn")
    assert found is not None
    assert (found.name, found.options, found.terms, found.closed) == ("Autumn", {"cap": "180"}, Terms(), None)


def test_every_version_of_a_team_is_kept(store: Store) -> None:
    store.teams.change(1, b"[1]", "hire hunter", 5)
    store.teams.change(1, b"[2]", "cut 3", 6)
    team = store.teams.named("OWLS")
    assert team is not None
    assert team.data == b"[2]"
    assert [(each.number, each.at, each.note, each.data) for each in store.teams.versions(1)] == [
        (1, 1, "new", b"{}"),
        (2, 5, "hire hunter", b"[1]"),
        (3, 6, "cut 3", b"[2]"),
    ]


def test_a_result_counts_once(store: Store) -> None:
    number = match(store)
    store.teams.engage(number, 1, {"N": 1, "S": 2})
    assert [team.match for team in store.teams.all()] == [number, number]
    assert store.teams.settle(number, "N", b"1")
    assert not store.teams.settle(number, "N", b"2")
    assert not store.teams.settle(number, "W", b"2")
    assert [(seat.seat, seat.team, seat.outcome) for seat in store.teams.seats(number)] == [
        ("N", 1, b"1"),
        ("S", 2, None),
    ]
    assert [(team.name, team.match) for team in store.teams.all()] == [("Bats", number), ("Owls", 0)]


def test_a_team_is_in_one_match_at_a_time(store: Store) -> None:
    first, second = match(store), match(store)
    store.teams.engage(first, 1, {"N": 1, "S": 2})
    with pytest.raises(SqlError):
        store.teams.engage(second, 1, {"N": 2, "S": 1})
    for seat in "NS":
        store.teams.settle(first, seat, b"{}")
    store.teams.engage(second, 1, {"N": 2, "S": 1})


def test_a_competition_that_is_over_lets_its_teams_go(store: Store) -> None:
    assert store.teams.found("elfball", "Cats", 2, b"{}", "new", 1)
    store.teams.propose(3, 1, 2)
    store.teams.set_free(1)
    assert [(team.competition, team.proposed) for team in store.teams.all()] == [(None, None)] * 3
