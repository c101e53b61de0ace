"""Competitions go on while a server runs."""

import asyncio
import sys

import msgspec
import pytest

from pbem.competitions import pairing
from pbem.competitions.pairing import Task
from pbem.server.ops import competing
from pbem.server.ops.competing import PairingFailed, look_after, paired
from tests.server.competitions.competing import held, opened, running


def test_a_round_of_swiss_is_paired_beside_the_server() -> None:
    office, woken, failed = opened("swiss", count=4), list[bool](), list[Exception]()

    async def serve() -> None:
        task = asyncio.create_task(look_after(office.app, lambda: woken.append(True), failed.append))
        for _ in range(600):
            await asyncio.sleep(0.05)
            if len(running(office)) == 2:
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(serve())
    assert len(running(office)) == 2
    assert woken
    assert not failed


def test_a_process_that_dies_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    office = opened("swiss", count=4)
    it = held(office)
    monkeypatch.setattr(competing, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(PairingFailed, match="could not be paired"):
        asyncio.run(paired(Task(it.plan, it.field)))


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    office = opened("swiss", count=4)
    it = held(office)
    monkeypatch.setattr(competing, "COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(competing, "SECONDS", 0.5)
    with pytest.raises(PairingFailed):
        asyncio.run(paired(Task(it.plan, it.field)))


def test_a_task_and_its_answer_are_json() -> None:
    it = held(opened("swiss", count=4))
    task = Task(it.plan, it.field)
    assert msgspec.json.decode(pairing.encode(task), type=Task) == task
