"""Two processes: one dies, the other goes on; told to stop, both end in order, whoever else is told."""

import asyncio
import functools
import os
import signal
import sys
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from pbem.server.core.config import Config
from pbem.server.ops import beside
from pbem.server.ops.beside import processes_for
from pbem.store import Store
from tests.mail.mta import SILENCE, mta_beside
from tests.operation.parts import Part, child_of, serve_in_two
from tests.operation.sending import listening, port_of, post_until_taken, until
from tests.server.running import ANN, Process, letter, maildir


def child(server: Part) -> int:
    """The process that delivers, when it is there."""
    until(lambda: child_of(server) is not None)
    found = child_of(server)
    assert found is not None
    return found


def ended(pid: int) -> bool:
    """Whether there is no such process anymore, or nothing but its entry."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_child_hears_what_its_parent_says(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        heard: list[str] = []
        mine, theirs = os.pipe()
        monkeypatch.setattr(beside, "PIPE_END", mine)
        anything = asyncio.Event()

        def hear(what: str) -> None:
            heard.append(what)
            anything.set()

        beside.watch_parent(functools.partial(hear, "wake"), functools.partial(hear, "stop"))
        for work in (
            lambda: os.write(theirs, b"\n"),
            lambda: os.write(theirs, b"\n\n"),
            lambda: os.close(theirs),
        ):
            work()
            await asyncio.wait_for(anything.wait(), 20)
            anything.clear()
        os.close(mine)
        return heard

    assert asyncio.run(run()) == ["wake", "wake", "stop"]


def test_a_parent_gives_its_order_and_wakes_and_stops_its_child(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    child = (
        f"import sys; open({str(heard)!r}, 'wb', 0).writelines(iter(lambda: sys.stdin.buffer.read(1), b''))"
    )
    config = Config(name="other")

    async def run() -> None:
        process = beside.ProcessBeside(
            [sys.executable, "-c", child], config, "the process that delivers has died"
        )
        process.wake()  # nobody is there yet
        running = asyncio.create_task(process.run())
        await asyncio.to_thread(until, lambda: heard.exists() and heard.read_bytes().endswith(b"}\n"))
        process.wake()
        await asyncio.to_thread(until, lambda: heard.read_bytes().endswith(b"}\n\n"))
        process.stop()
        await running
        await process.close()

    asyncio.run(run())
    order = heard.read_bytes().splitlines()[0]
    assert msgspec.json.decode(order, type=beside.Order).config == config


def test_a_child_that_dies_is_started_again(config: Config) -> None:
    with Part(serve_in_two, config) as server:
        until(lambda: listening(port_of(config)))
        first = child(server)
        os.kill(first, signal.SIGKILL)
        post_until_taken(port_of(config), letter(ANN, "help", 1), ANN)
        until(lambda: len(maildir(Path(config.maildir), ANN)) == 1)
        assert child(server) != first
        assert server.stop() == 0
    log = Path(config.db).with_suffix(".log").read_text()
    assert "the process that delivers has died (exit code -9), it is started again in 1 s" in log


def test_a_child_ends_when_its_parent_is_killed(config: Config) -> None:
    with Part(serve_in_two, config) as server:
        until(lambda: listening(port_of(config)))
        pid = child(server)
        server.kill()
        until(lambda: ended(pid))


def test_what_a_killed_child_had_in_hand_leaves_at_once_through_the_next(config: Config) -> None:
    with mta_beside() as relay:
        relay.says["."] = [SILENCE]
        config = Config(
            db=config.db, listen=config.listen, relay=f"127.0.0.1:{relay.port}", believe_from=True
        )
        with Part(serve_in_two, config) as server:
            post_until_taken(port_of(config), letter(ANN, "help", 1), ANN)
            until(lambda: len(relay.handed) == 1)
            os.kill(child(server), signal.SIGKILL)
            until(lambda: len(relay.handed) == 2)
            assert server.stop() == 0
        assert relay.handed[0] == relay.handed[1]


@pytest.mark.parametrize("everybody", [False, True])
def test_what_has_come_is_done_and_delivered_before_the_end(config: Config, everybody: bool) -> None:
    """Also where all processes get the signal, as from systemd."""
    with Part(serve_in_two, config) as server:
        until(lambda: listening(port_of(config)))
        pid = child(server)
        post_until_taken(port_of(config), letter(ANN, "help", 0), ANN)
        until(lambda: len(maildir(Path(config.maildir), ANN)) == 1)  # the child is up
        for number in range(1, 6):
            post_until_taken(port_of(config), letter(ANN, "help", number), ANN)
        if everybody:
            os.kill(pid, signal.SIGTERM)
        assert server.stop() == 0
        assert ended(pid)
    store = Store(config.db)
    assert store.post.counts() == {"inbox done": 6, "outbox sent": 6}
    store.close()


@pytest.mark.parametrize(
    ("setting", "cores", "relay", "processes"),
    [("auto", 2, "mx:25", 2), ("auto", 1, "mx:25", 1), ("auto", 8, "", 1), (1, 8, "mx:25", 1), (2, 1, "", 2)],
)
def test_how_many_processes_there_are(
    setting: Literal["auto", 1, 2], cores: int, relay: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On trial one will do."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(cores)))
    assert processes_for(Config(processes=setting, relay=relay)) == processes


def test_the_command_line_starts_them_as_configured(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text("processes = 2\n")
    with Process(tmp_path) as server:
        server.ready()
        post_until_taken(server.port, letter(ANN, "help", 1), ANN)
        until(lambda: len(maildir(tmp_path / "mail", ANN)) == 1)
        assert server.stop() == 0
