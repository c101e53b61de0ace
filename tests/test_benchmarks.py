"""What the benchmark measures is what it says: whole moves, in matches that really run, told to both players."""

from __future__ import annotations

from pathlib import Path

from benchmarks.letters import address
from benchmarks.stock import PLAYED, make_due, open_desk, stock, take
from pbem.desk import host


def test_every_copy_of_a_match_can_be_played_on_by_its_own_two_players(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    posts = stock(path, 12_000).moves([1, 7, 12_000], PLAYED)
    desk = open_desk(path)
    for _ in range(6):
        take(desk, next(posts))
    mails = desk.store.post.outbox("new", 12)
    assert sorted((mail.match, mail.recipient) for mail in mails) == sorted(
        (match, address(match, seat)) for match in (1, 7, 12_000) for seat in (0, 1) for _ in range(2)
    )
    for match in (1, 7, 12_000):
        table = desk.tables.load(match)
        assert table is not None
        assert table.match.turn.number == 1 + PLAYED + 2
    desk.store.close()


def test_copies_differ_from_what_was_played_in_their_dice_alone(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    stock(path, 20)
    desk = open_desk(path)
    problems = sorted(host.check(desk), key=lambda problem: int(problem.split()[1].rstrip(":")))
    assert [problem.split(":")[0] for problem in problems] == [f"match {number}" for number in range(2, 21)]
    assert all("the seed gives" in problem for problem in problems)
    desk.store.close()


def test_so_many_reminders_are_due(tmp_path: Path) -> None:
    path = tmp_path / "stock.db"
    stock(path, 20)
    desk = open_desk(path)
    for due in (5, 0):
        make_due(path, due)
        assert len(desk.store.matches.due(desk.now())) == due
    desk.store.close()
