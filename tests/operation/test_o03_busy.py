"""O3: somebody else holds the database for half a minute: letters are put off, sessions live, what is out is noted."""

import os
import smtplib
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from pbem.server.core.config import Config
from pbem.server.ops import server as server_module
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.mta import mta_beside
from tests.operation.sending import until
from tests.server.running import ANN, counts, letter, post, running
from tests.store.mails import finished

LONG = 30.0 if "PBEM_KILLS" in os.environ else 2.0
"""Under torture the half minute of the case, else less, with a patience that is less in proportion."""

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(240)]


@contextmanager
def held(config: Config) -> Iterator[None]:
    """The database, locked by somebody else."""
    with closing(sqlite3.connect(config.db, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setattr(server_module, "PATIENCE_SECONDS", server_module.PATIENCE_SECONDS * LONG / 30)
    return Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))


def test_o03_busy_for_30_seconds(config: Config) -> None:
    """The sender waits, hears 451 in the end and comes again; meanwhile other sessions are answered."""
    heard: list[int] = []

    def insist(port: int) -> None:
        while True:
            try:
                post(port, letter(ANN, "help", 1))
            except smtplib.SMTPDataError as refused:
                heard.append(refused.smtp_code)
            else:
                return

    def work(server: Server, port: int) -> None:
        sender = threading.Thread(target=insist, args=(port,))
        with held(config):
            end = time.monotonic() + LONG
            sender.start()
            answered = 0
            while time.monotonic() < end:
                with smtplib.SMTP("127.0.0.1", port) as client:
                    assert client.noop()[0] == 250
                answered += 1
                time.sleep(0.1)
        sender.join(60)
        assert not sender.is_alive()
        assert answered > 2

    running(config, work)
    assert set(heard) == {451}
    assert counts(config) == {"inbox done": 1, "outbox sent": 1}


def test_o03_a_short_lock_is_not_noticed_by_the_sender(config: Config) -> None:
    def work(server: Server, port: int) -> None:
        with held(config):
            sender = threading.Thread(target=post, args=(port, letter(ANN, "help", 1)))
            sender.start()
            time.sleep(0.5)
            assert sender.is_alive()
        sender.join(60)
        until(lambda: counts(config) == {"inbox done": 1, "outbox sent": 1})

    running(config, work)


def test_o03_what_went_out_while_it_was_busy_does_not_go_out_again(config: Config) -> None:
    """The lease is kept, the relay's answer is noted when that can be done, and so it is with the letters behind."""
    with mta_beside() as relay:
        config = Config(db=config.db, listen="", lmtp="", relay=f"127.0.0.1:{relay.port}")
        store = Store(config.db)
        for number in range(5):
            finished(
                store.post,
                f"p{number}@x",
                f"<{number}@z>",
                b"Subject: x\r\n\r\n",
                int(time.time()),
                kind="answer",
            )
        store.close()

        def work(server: Server, port: int) -> None:
            until(lambda: len(relay.handed) >= 1)
            with held(config):
                seen = len(relay.handed)
                time.sleep(LONG / 2)
                assert len(relay.handed) <= seen + 1
            until(lambda: counts(config) == {"outbox sent": 5})

        running(config, work, parts=("delivery",))
        assert sorted(to for to, _ in relay.handed) == [f"p{number}@x" for number in range(5)]


def test_o03_told_to_stop_it_waits_for_nobody(config: Config) -> None:
    """A locked database does not keep the server from ending; the letter is the sender's still."""
    with ExitStack() as hold, ThreadPoolExecutor() as threads:
        sending: list[Future[None]] = []

        def work(server: Server, port: int) -> None:
            hold.enter_context(held(config))
            sending.append(threads.submit(post, port, letter(ANN, "help", 1)))
            time.sleep(0.3)  # the letter is there, and cannot be kept

        running(config, work)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            sending[0].result(60)
    assert refused.value.smtp_code == 451
    assert counts(config) == {}
