"""`pbem.store.due`: whatever the reminders may find to do is known beforehand, and nothing else."""

from pathlib import Path

import pytest

from pbem.server.ops import reminders
from pbem.server.ops.reminders import Step, run_reminders
from pbem.store import SqlError
from pbem.store.glance import note_if_nothing_is_due
from tests.place import place
from tests.server.office import Office

DAY = 86_400


def run(office: Office) -> list[Step]:
    """Run the reminders; where nothing is due they have nothing to do."""
    due = office.store.anything_due(office.time, office.app.config.bounces.probe_seconds)
    steps = run_reminders(office.app)
    assert due or not steps
    return steps


@pytest.mark.parametrize("keep_days", [0, 90])
def test_after_a_run_nothing_is_due_until_something_happens(keep_days: int) -> None:
    office = Office(keep_days=keep_days)
    run(office)
    assert not office.store.anything_due(office.time, DAY)
    office.time += DAY - 1
    assert not office.store.anything_due(office.time, DAY)
    office.time += 1
    assert office.store.anything_due(office.time, DAY)  # tidying up
    run(office)
    assert not office.store.anything_due(office.time, DAY)


def test_each_run_is_noted_whether_or_not_anything_was_due() -> None:
    office = Office()
    run(office)
    office.time += 300
    assert run(office) == []
    assert (office.store.note("reminded"), office.store.note("reminded after")) == (str(office.time), "300")


def test_a_run_that_fails_halfway_is_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor would say that reminders run, and the next run would count as the second of two."""
    office = Office()

    def fail(*_: object, **__: object) -> int:
        raise SqlError

    with monkeypatch.context() as patch:
        patch.setattr(reminders, "tidy", fail)
        with pytest.raises(SqlError):
            run(office)
    assert office.store.note("reminded") == ""
    run(office)
    assert (office.store.note("reminded"), office.store.note("reminded after")) == (str(office.time), "")


def test_a_dry_run_notes_nothing() -> None:
    office = Office()
    run(office)
    before = office.store.note("reminded")
    office.time += 300
    run_reminders(office.app, dry_run=True)
    assert office.store.note("reminded") == before


def test_a_match_left_alone_is_settled_step_by_step() -> None:
    office = Office()
    office.begin()
    found = []
    for _ in range(60):
        office.time += DAY
        found += [step.what for step in run(office)]
    assert {"remind", "nag"} <= set(found)


def test_an_offer_lapses() -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write("ann@example.org", "challenge dodgeball ben")
    found = []
    for _ in range(40):
        office.time += DAY
        found += [step.what for step in run(office)]
    assert found.count("lapse") == 1


def test_somebody_unreachable_is_looked_after() -> None:
    office = Office()
    office.register("Ann")
    (ann,) = [player for player in office.store.people.page(10) if player.handle == "Ann"]
    run(office)
    with office.store.transaction():
        office.app.bounces._mark_unreachable(ann, office.time)
    assert run(office) == []
    office.time += DAY - 1
    assert run(office) == []
    office.time += 1
    assert "probe" in [step.what for step in run(office)]
    office.time += DAY - 1
    assert run(office) == []


def test_a_glance_tells_and_notes_the_same_as_a_run(tmp_path: Path) -> None:
    office = Office(path=tmp_path / "games.db")
    where = place(tmp_path / "games.db")

    def nothing(now: int) -> bool:
        return note_if_nothing_is_due(where, now, lambda note: DAY)

    assert not nothing(office.time)  # nobody has tidied up
    run(office)
    assert nothing(office.time + 60)
    assert office.store.note("reminded") == str(office.time + 60)
    assert not nothing(office.time + DAY)


def test_a_glance_leaves_what_it_cannot_tell_to_a_run(tmp_path: Path) -> None:
    assert not note_if_nothing_is_due(tmp_path / "none.db", 1, lambda note: DAY)
    assert not list(tmp_path.iterdir())
