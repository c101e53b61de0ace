"""What is looked up for one letter costs the same however much is stored of other players and matches."""

from collections.abc import Callable, Iterator

import pytest

from pbem.store import Store
from pbem.store.rows import Rating, Terms
from tests.store.mails import finished

MANY = 1000

pytestmark = pytest.mark.sqlite  # its instructions are counted


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(":memory:")
    store.db.execute("PRAGMA foreign_keys = OFF")
    yield store
    store.close()


def steps(store: Store, look: Callable[[], object]) -> int:
    """How many instructions of SQLite's machine a look takes."""
    found = 0

    def count() -> int:
        nonlocal found
        found += 1
        return 0

    conn = store.db.conn
    assert conn is not None
    conn.set_progress_handler(count, 1)
    look()
    conn.set_progress_handler(None, 1)
    return found


def test_the_stops_of_a_seat(store: Store) -> None:
    """Vacations of others, pauses of other matches."""

    def look() -> None:
        assert [stop.kind for stop in store.stops.of_seat(1, 1, 100)] == ["outage"]

    store.stops.add("outage", 100, 200)
    before = steps(store, look)
    for number in range(2, MANY):
        store.stops.add("vacation", 100, 200, player=number)
        store.stops.add("pause", 100, 200, match=number)
    assert steps(store, look) < 2 * before


def test_what_a_match_has_done_to_ratings(store: Store) -> None:
    def look() -> None:
        assert store.company.changes(1) == []

    before = steps(store, look)
    store.db.conn.executemany(
        "INSERT INTO rating_changes (match, player, before, after) VALUES (?, 1, 0, 0)",
        [(number,) for number in range(2, MANY)],
    )
    assert steps(store, look) < 2 * before


def test_handles_that_a_misspelt_name_may_mean(store: Store) -> None:
    """Those that begin like it, of players who are not disabled."""

    def look() -> None:
        assert sorted(store.people.handles_like("BENY")) == ["Ben", "Bo", "benno"]

    for handle in ("Ben", "benno", "Bo", "Cat"):
        store.people.add(handle, f"{handle}@example.org", 0)
    gone = store.people.add("Bea", "bea@example.org", 0)
    store.people.disable(gone.id)
    before = steps(store, look)
    for number in range(MANY):
        store.people.add(f"a{number}", f"a{number}@example.org", 0)
    assert steps(store, look) < 2 * before


@pytest.mark.parametrize("established", [True, False])
def test_the_best_of_a_game(store: Store, established: bool) -> None:
    def look() -> None:
        assert [handle for handle, _ in store.company.best("toy", 2, 0, established=established)] == [
            "Ann",
            "Ben",
        ]

    def add(number: int, game: str, points: int, sigma: float) -> None:
        store.company.set_ratings([Rating(number, game, points, mu=25.0, sigma=sigma)])

    for number, name in enumerate(("Ann", "Ben", "Cat"), 1):
        player = store.people.add(name, f"{name}@example.org", 0)
        add(player.id, "toy", 1700 - number, 4.0 if established else 4.1)
    before = steps(store, look)
    for number in range(10, MANY):
        add(number, "toy", 2000, 4.1 if established else 4.0)  # of the other kind, and better
        add(number, "chess", 2000, 2.0)
        add(MANY + number, "toy", 1000, 4.0 if established else 4.1)
    assert steps(store, look) < 2 * before


def test_players_by_the_beginning_of_their_names(store: Store) -> None:
    def look() -> None:
        assert [player.handle for player in store.people.active("AN", 2)] == ["Ann", "Anton"]

    for name in ("Ann", "Anton", "Anuk"):
        store.people.add(name, f"{name}@example.org", 0)
    before = steps(store, look)
    for number in range(MANY):
        store.people.add(f"{'an' if number % 2 else 'x'}z{number}", f"{number}@example.org", 0)
    assert steps(store, look) < 2 * before


def test_what_has_not_gone_out_to_an_address(store: Store) -> None:
    """Its reader moves, or leaves: letters that were sent long ago are not looked at."""

    def look() -> None:
        store.post.readdress("ann@a.example", "ann@b.example")
        store.post.withdraw("ann@b.example")

    def send(number: int) -> int:
        name = f"<{number}@x>"
        return finished(store.post, "ann@a.example", name, b"", 0, kind="match", hold=bool(number % 2))

    send(0)
    send(1)
    before = steps(store, look)
    assert [row.status for row in store.post.outbox(None, 9)] == ["failed", "failed"]
    for number in range(2, MANY):
        store.post.delivered(send(number), "sent", "", now=0)
    send(MANY)
    send(MANY + 1)
    assert steps(store, look) < 2 * before


def test_counts_under_several_keys(store: Store) -> None:
    def look() -> None:
        assert store.tallies.read_each({("mails", "ann"): 9, ("mails", "ben"): 9}, 1) == {("mails", "ann"): 2}

    store.tallies.add([("mails", "ann", 2, 9)], 1)
    before = steps(store, look)
    store.tallies.add([("mails", str(number), 1, 9) for number in range(MANY)], 1)
    assert steps(store, look) < 2 * before


def test_the_matches_of_one_player(store: Store) -> None:
    """Of any status; those of all others are not looked at."""

    def look() -> None:
        assert [row.id for row in store.matches.all("running", 50, player=1)] == [1]

    def add(number: int) -> None:
        player = store.people.add(f"a{number}", f"a{number}@example.org", 0).id
        terms = Terms(bank=1, add=1, cap=1)
        seats = [("S", player)]
        match = store.matches.create("dodgeball", 1, {}, terms=terms, seed=b"", now=0, seats=seats)
        store.matches.start(match, 1, [], 0)

    add(1)
    before = steps(store, look)
    for number in range(2, MANY):
        add(number)
    assert steps(store, look) < 2 * before
