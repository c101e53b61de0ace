"""A whole server with a mailbox as its door."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from pbem.server.core.config import Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.imap import FakeImap, imap_beside
from tests.server.fetching import ACCOUNT, config, quick
from tests.server.running import letter, running, statuses


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def begun(settings: Config) -> bool:
    """Whether the server has looked into the mailbox once."""
    with closing(Store(settings.db)) as store:
        return store.mailboxes.status(ACCOUNT).began is not None


def test_letters_out_of_a_mailbox_are_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    with imap_beside(FakeImap()) as server:
        settings = structs.replace(config(server, tmp_path), db=str(tmp_path / "games.db"))
        with closing(Store(settings.db)) as store:
            store.mailboxes.note_profile(ACCOUNT, "{}")

        def work(running_server: Server, port: int) -> None:
            assert running_server.bound == [f"the mailbox {ACCOUNT}"]
            until(lambda: begun(settings))
            server.deliver(letter("ann@example.org", "register Ann", 1, ACCOUNT))
            until(lambda: statuses(settings) == ["done"] and server.box("pbem-done"))

        running(settings, work, parts=("listener", "desk"))
        assert len(server.box("pbem-done")) == 1
        with closing(Store(settings.db)) as store:
            (mail,) = store.post.outbox(None, 10)
        assert mail.recipient == "ann@example.org"
