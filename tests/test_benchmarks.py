"""What the benchmark measures is what it says: whole moves, in matches that really run, told to both players."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.letters import address
from benchmarks.matches import Cost, Setting, by_driver, by_mail, middle_vs_start, turns
from benchmarks.stock import PLAYED, make_due, open_desk, stock, take
from pbem.server.admin import host
from tests.games.ours import OURS

pytestmark = pytest.mark.slow


@pytest.mark.sqlite
def test_every_copy_of_a_match_can_be_played_on_by_its_own_two_players(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    posts = stock(path, 12_000).moves([1, 7, 12_000], PLAYED)
    app = open_desk(path)
    for _ in range(6):
        take(app, next(posts))
    mails = app.store.post.outbox("new", 12)
    assert sorted((mail.match, mail.recipient) for mail in mails) == sorted(
        (match, address(match, seat)) for match in (1, 7, 12_000) for seat in (0, 1) for _ in range(2)
    )
    for match in (1, 7, 12_000):
        loaded = app.repository.load(match)
        assert loaded is not None
        assert loaded.match.turn.number == 1 + PLAYED + 2
    app.store.close()


@pytest.mark.sqlite
def test_copies_differ_from_what_was_played_in_their_dice_alone(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    stock(path, 20)
    app = open_desk(path)
    problems = sorted(host.check(app), key=lambda problem: int(problem.split()[1].rstrip(":")))
    assert [problem.split(":")[0] for problem in problems] == [f"match {number}" for number in range(2, 21)]
    assert all("the seed gives" in problem for problem in problems)
    app.store.close()


@pytest.mark.sqlite
def test_so_many_reminders_are_due(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    stock(path, 20)
    app = open_desk(path)
    for due in (5, 0):
        make_due(path, due)
        assert len(app.store.matches.due(app.now())) == due
    app.store.close()


@pytest.mark.parametrize("way", ["driver", "mail"])
def test_a_match_is_played_to_its_end_with_a_letter_for_each_ask(way: str, tmp_path: Path) -> None:
    setting = Setting(OURS["slargeball"], 10, {"turns": "5"}, "normal")
    course = by_driver(setting, 1) if way == "driver" else by_mail(setting, tmp_path, 1)
    assert Counter(cost.turn for cost in course) == {0: 20, 1: 10, 2: 10, 3: 10, 4: 10}
    assert [cost.ask for cost in course] == ["lineup"] * 10 + ["plan"] * 50
    assert [cost.ended for cost in course] == [False] * 10 + ([False] * 9 + [True]) * 5
    assert all(cost.seconds > 0 for cost in course)


def test_the_middle_is_compared_with_the_start_like_with_like() -> None:
    """Letters of two kinds: the dear one becomes more frequent, the cheap one twice as dear."""
    place = [Cost(0, "place", True, 9)]
    start = [Cost(1, "move", False, 1), Cost(1, "move", True, 10), Cost(1, "move", False, 1)]
    middle = [
        Cost(5, "move", False, 2),
        Cost(5, "move", True, 10),
        Cost(5, "move", True, 10),
        Cost(6, "new", True, 50),
    ]
    between = [Cost(3, "move", True, 1000)] * 4
    assert middle_vs_start([[*place, *start, *between, *middle, *between, *between]]) == 22 / 21


def test_a_turn_is_all_its_letters() -> None:
    course = [
        Cost(0, "place", True, 99),
        Cost(1, "plan", False, 1),
        Cost(1, "plan", True, 3),
        Cost(2, "plan", True, 6),
    ]
    found = turns([course, course[:3]])
    assert found.mean == pytest.approx(14 / 3)
    assert found.worst == 6
