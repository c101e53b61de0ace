"""A whole server with a mailbox as its door."""

import time
from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from msgspec import structs

from pbem.server.core.config import Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.imap import FakeImap, imap_beside
from tests.mail.provider import provider_beside
from tests.server.mailbox.fetching import ACCOUNT, config, quick
from tests.server.running import counts, letter, running, statuses


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def begun(settings: Config) -> bool:
    """Whether the server has looked into the mailbox once."""
    with closing(Store(settings.db)) as store:
        return store.mailboxes.status(ACCOUNT).began is not None


def tried_out(settings: Config) -> None:
    """The mailbox has been tried out."""
    with closing(Store(settings.db)) as store:
        store.mailboxes.note_profile(ACCOUNT, "{}")


@pytest.mark.parametrize("plus", [True, False], ids=["plus", "no plus"])
def test_a_player_registers_by_mail_through_a_provider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plus: bool
) -> None:
    """And the server is started anew in between."""
    quick(monkeypatch)
    with provider_beside(ACCOUNT, tmp_path, plus=plus) as provider:
        settings = structs.replace(
            config(provider.imap, tmp_path, smtp=f"localhost:{provider.port}", plus=plus, seconds_between=0),
            db=str(tmp_path / "games.db"),
        )
        tried_out(settings)

        def begin(running_server: Server, port: int) -> None:
            until(lambda: begun(settings))
            provider.arrive(letter("ann@example.org", "register Ann", 1, ACCOUNT))
            until(lambda: counts(settings).get("outbox sent") == 1)

        def confirm(running_server: Server, port: int) -> None:
            _, _, raw = provider.sent[0]
            asked = message_from_bytes(raw, policy=default)
            assert ("+" in asked["Reply-To"]) == plus
            answer = letter("ann@example.org", "yes", 2, asked["Reply-To"])
            fields = f"References: {asked['References']} {asked['Message-ID']}\r\nSubject:".encode()
            provider.arrive(answer.replace(b"Subject:", fields), asked["Reply-To"])
            until(lambda: counts(settings).get("outbox sent") == 2)
            until(lambda: len(provider.imap.box("pbem-done")) == 2)

        running(settings, begin)
        running(settings, confirm)
        assert [(sender, to) for sender, to, _ in provider.sent] == [(ACCOUNT, "ann@example.org")] * 2
        assert b"Welcome" in provider.sent[1][2]
        assert statuses(settings) == ["done", "done"]


def test_letters_out_of_a_mailbox_are_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    with imap_beside(FakeImap()) as server:
        settings = structs.replace(config(server, tmp_path), db=str(tmp_path / "games.db"))
        tried_out(settings)

        def work(running_server: Server, port: int) -> None:
            assert running_server.bound == [f"the mailbox {ACCOUNT}"]
            until(lambda: begun(settings))
            server.deliver(letter("ann@example.org", "register Ann", 1, ACCOUNT), arrived=int(time.time()))
            until(lambda: statuses(settings) == ["done"] and server.box("pbem-done"))

        running(settings, work, parts=("listener", "desk"))
        assert len(server.box("pbem-done")) == 1
        with closing(Store(settings.db)) as store:
            (mail,) = store.post.outbox(None, 10)
        assert mail.recipient == "ann@example.org"
