"""O1 for competitions: a process that pairs, settles or begins a season is killed before any statement.

When it runs again all is as if nothing had been: nobody is paired twice, nobody is left out, nobody is told twice.
"""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pbem.competitions import forms
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from tests.operation.parts import KILLED, copy_database, run, verify
from tests.server.competitions.competing import NAMES, address, go_on, held, lose, running
from tests.server.office import Office

KILLS = int(os.environ.get("PBEM_KILLS", "0"))
DAY = 86_400

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(3600 if KILLS else 300)]


def compete(config: Config, now: int) -> None:
    """What the server does for competitions, until nothing is due; rounds are paired in this process."""
    app = Application(Store(config.db), config, now=lambda: now)
    while True:
        wanted, more = app.rounds.look()
        for each in wanted:
            with app.store.transaction():
                app.rounds.apply(each, forms.due(each.task.plan, each.task.field))
        if not wanted and not more:
            return


def begun(path: Path, line: str, count: int) -> Office:
    """A competition of so many, which has begun by its director's line; its first matches have not."""
    office = Office(path=path)
    for name in NAMES[:count]:
        office.register(name)
    office.write(address("Ann"), f"tournament new Spring dodgeball pawns=3 placement=fixed {line}")
    for name in NAMES[:count]:
        assert office.write(address(name), "enter Spring") == "done"
    assert office.write(address("Ann"), "tournament start Spring") == "done"
    return office


def give_up_all(office: Office) -> None:
    """Whoever is last in the alphabet gives up each match."""
    for number, names in running(office).items():
        lose(office, number, max(names))


def a_round(path: Path) -> Office:
    """Six have played the first round of a Swiss: their results come in, and the second is due."""
    office = begun(path, "form=swiss rounds=3", 6)
    go_on(office)
    give_up_all(office)
    return office


def a_result(path: Path) -> Office:
    """Both semi-finals are over, one of them by a player who has left it."""
    office = begun(path, "form=knock-out", 4)
    go_on(office)
    (first, names), (_, others) = running(office).items()
    lose(office, first, max(names))
    assert office.write(address(max(others)), "withdraw Spring") == "done"
    return office


def a_season(path: Path) -> Office:
    """All matches of a season are over, and so is the time until the next."""
    office = begun(path, "form=divisions break=3d", 12)
    while office.app.rounds.look()[1] or running(office):
        go_on(office)
        give_up_all(office)
    go_on(office)
    assert len(held(office).field.seasons) == 1
    office.time += 3 * DAY
    return office


def a_silence(path: Path) -> Office:
    """Somebody has not answered a challenge on a ladder, and the last day has passed."""
    office = begun(path, "form=ladder", 3)
    go_on(office)
    order = held(office).names(forms.ladder_order(held(office).field))
    assert office.write(address(order[1]), f"ladder Spring {order[0]}") == "done"
    office.time += 7 * DAY
    go_on(office)
    office.time += 7 * DAY
    return office


def dump(path: str) -> str:
    """The whole database as text."""
    store = Store(path)
    text = "\n".join(store.db.conn.iterdump())
    store.close()
    return text


@pytest.mark.parametrize("scene", [a_round, a_result, a_season, a_silence], ids=lambda scene: scene.__name__)
def test_o01_killed_between_any_two_statements_of_a_competition(
    scene: Callable[[Path], Office], tmp_path: Path
) -> None:
    (tmp_path / "scene").mkdir()
    office = scene(tmp_path / "scene" / "games.db")
    office.store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    now = office.time
    office.store.close()
    before = str(tmp_path / "scene" / "games.db")
    config = msgspec.structs.replace(Config(), db=str(tmp_path / "games.db"), maildir=str(tmp_path / "mail"))
    copy_database(before, config.db)
    assert run(compete, config, now) == 0
    undisturbed = dump(config.db)
    assert undisturbed != dump(before)
    doom, code = 1, KILLED
    while code == KILLED:
        copy_database(before, config.db)
        code = run(compete, config, now, doom=doom)
        if code == KILLED:
            assert run(compete, config, now) == 0
        assert dump(config.db) == undisturbed, f"killed before statement {doom}"
        doom += 1 if KILLS else 397
    assert run(verify, config) == 0
