"""Bots that think for a while: nobody else waits for them, and a letter has its effect once."""

import logging
import re
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pbem.play.game import Game
from pbem.play.requests import Ask, Pick
from pbem.server.core.config import Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.operation.sending import until
from tests.server.running import ANN, BEN, letter, maildir, post, running, statuses

HARD = "challenge dodgeball house level=hard placement=fixed"


class Thinker:
    """A bot that waits for `go_on`, and remembers in which threads it was asked."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.threads: list[threading.Thread] = []
        self.fails = False

    def __call__(self, state: Any, ask: Ask[Any], pick: Pick) -> str:
        self.threads.append(threading.current_thread())
        self.go_on.wait(20)
        if self.fails and threading.current_thread() is not threading.main_thread():
            raise RuntimeError("no idea")
        return str(ask.check(ask.auto()))


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    """In place of all bots."""
    thinker = Thinker()
    monkeypatch.setattr(Game, "bot", lambda game, level: thinker)
    return thinker


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A server on trial with two players, where the house has the first turn."""
    config = Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))
    with closing(Store(config.db)) as store:
        store.people.add("Ann", ANN, 0)
        store.people.add("Ben", BEN, 0)
    return config


def play_until_the_house_thinks(server: Server, port: int, thinker: Thinker, *, fails: bool = False) -> None:
    """Begin a match, and end the first turn of its player: two letters."""
    thinker.go_on.set()
    post(port, letter(ANN, HARD, "challenge"))
    until(lambda: statuses(server.config) == ["done"])
    thinker.threads.clear()
    thinker.fails = fails
    thinker.go_on.clear()
    post(port, letter(ANN, "done", "turn"))
    until(lambda: bool(thinker.threads))


def test_others_do_not_wait_and_the_letter_is_done_once(
    config: Config, thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    """Only later letters of the same sender come after it."""
    caplog.set_level(logging.INFO)

    def work(server: Server, port: int) -> None:
        play_until_the_house_thinks(server, port, thinker)
        post(port, letter(ANN, "list", "later"))
        post(port, letter(BEN, "help", "other"))
        until(lambda: statuses(config)[-1] == "done")
        assert statuses(config) == ["done", "new", "new", "done"]
        thinker.go_on.set()
        until(lambda: statuses(config) == ["done"] * 4)
        until(lambda: len(maildir(Path(config.maildir), ANN)) == 3)

    running(config, work)
    assert len(thinker.threads) == 1
    assert thinker.threads[0] is not threading.main_thread()
    assert re.findall(r"letter (\d+): done", caplog.text) == ["1", "4", "2", "3"]


def test_a_bot_that_fails_beside_the_server_is_asked_within_it(config: Config, thinker: Thinker) -> None:
    """Once: a letter is never put off twice."""

    def work(server: Server, port: int) -> None:
        play_until_the_house_thinks(server, port, thinker, fails=True)
        thinker.go_on.set()
        until(lambda: statuses(config) == ["done"] * 2)

    running(config, work)
    assert [thread is threading.main_thread() for thread in thinker.threads] == [False, True]


def test_what_a_stopped_server_has_left_is_done_when_it_starts(config: Config, thinker: Thinker) -> None:
    """A letter over which a bot still thinks is in the inbox."""

    def work(server: Server, port: int) -> None:
        play_until_the_house_thinks(server, port, thinker)
        assert statuses(config) == ["done", "new"]
        server.stop()
        thinker.go_on.set()

    running(config, work)
    running(config, lambda server, port: until(lambda: "new" not in statuses(config)))
    assert {*statuses(config)} == {"done"}
    assert len(maildir(Path(config.maildir), ANN)) == len(statuses(config))
