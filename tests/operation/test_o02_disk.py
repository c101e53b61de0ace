"""O2: a disk that is full, fails or is read-only: 451 outside, an alarm inside, and all goes on without a restart."""

import contextlib
import resource
import smtplib
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from pbem.mail.reading import Letter, LetterError
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.inbox.handler import LetterHandler
from pbem.server.ops.application import Application
from pbem.server.ops.server import Server
from pbem.store import Store, StoreError
from pbem.store.rows import Incoming
from tests.operation.parts import Part, serve
from tests.operation.sending import post_until_taken, until
from tests.server.running import ANN, free_port, letter, maildir, post, running, statuses

pytestmark = pytest.mark.sqlite  # its disk is filled

Trouble: TypeAlias = Callable[[Path, int], contextlib.AbstractContextManager[None]]


@contextmanager
def no_file_grows(folder: Path, pid: int) -> Iterator[None]:
    """The system refuses every write (EFBIG): for SQLite an error of the disk."""
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_room(folder: Path, pid: int) -> Iterator[None]:
    """The file system is filled to its last byte (ENOSPC)."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    yield
    ballast.unlink()


@contextmanager
def disk(folder: Path, trouble: Trouble) -> Iterator[Path]:
    """A folder on a file system that may be filled."""
    if trouble is no_file_grows:
        yield folder
        return
    mounted = folder / "disk"
    mounted.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(mounted)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system can be mounted by root only")
    try:
        yield mounted
    finally:
        subprocess.run(["umount", "--lazy", str(mounted)], check=True)


@pytest.mark.parametrize("trouble", [no_file_grows, no_room])
def test_o02_disk_full_or_failing_and_back(tmp_path: Path, trouble: Trouble) -> None:
    """Database, mailboxes and log all lie on that disk."""
    with disk(tmp_path, trouble) as folder:
        port = free_port()
        config = Config(
            db=str(folder / "games.db"),
            listen=f"127.0.0.1:{port}",
            maildir=str(folder / "mail"),
            min_free=0,
        )
        with Part(serve, config) as server:
            post_until_taken(port, letter(ANN, "help", 1), ANN)
            until(lambda: maildir(folder / "mail", ANN) != [])
            with trouble(folder, server.pid):
                for number in range(2, 5):
                    with pytest.raises(smtplib.SMTPDataError) as refused:
                        post(port, letter(ANN, "help\n" + "x" * 9000, number))
                    assert (refused.value.smtp_code, refused.value.smtp_error) == (451, b"4.3.0 try later")
                assert server.alive()
            until(lambda: "letters are stored again" in (folder / "games.log").read_text())
            for number in range(2, 5):
                post_until_taken(port, letter(ANN, "help\n" + "x" * 9000, number), ANN)
            until(lambda: statuses(config) == ["done"] * 4)
            assert server.stop() == 0
        alarms = (folder / "games.log").read_text()
        assert "Traceback" not in alarms
        store = Store(config.db)
        assert host.check(Application(store, config)) == []
        store.close()


@pytest.mark.parametrize(
    ("on", "off", "said"),
    [
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823", "database or disk is full"),
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "attempt to write a readonly database"),
    ],
)
def test_o02_a_disk_that_is_full_while_a_letter_is_done_does_not_set_it_aside(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    on: str,
    off: str,
    said: str,
) -> None:
    """It waits, new ones are told to come again, and it is done when there is room."""
    config = Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))
    store = Store(config.db)
    store.db.conn.execute("VACUUM")  # it has no page to spare
    store.close()
    handle, trouble = LetterHandler.handle, threading.Event()
    trouble.set()
    monkeypatch.setattr("pbem.server.ops.server.RETRY_SECONDS", 0.05)

    def handling(handler: LetterHandler, incoming: Incoming, letter: Letter | LetterError) -> str:
        handler._store.db.conn.execute(on if trouble.is_set() else off)
        try:
            return handle(handler, incoming, letter)
        finally:
            handler._store.db.conn.execute(off)

    monkeypatch.setattr(LetterHandler, "handle", handling)

    def work(server: Server, port: int) -> None:
        post(port, letter(ANN, "rules dodgeball", 1))
        until(lambda: said in caplog.text)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            post(port, letter(ANN, "list", 2))
        assert refused.value.smtp_code == 451
        assert statuses(config) == ["new"]
        trouble.clear()
        until(lambda: statuses(config) == ["done"])
        post(port, letter(ANN, "list", 2))

    running(config, work)
    assert statuses(config) == ["done", "done"]
    assert len(maildir(tmp_path / "mail", ANN)) == 2
    messages = [record.getMessage() for record in caplog.records if record.name == "pbem.server"]
    assert messages == [
        f"nothing can be stored; new letters are put off, and letters already here wait: {said}",
        "letters are stored again",
    ]


def test_o02_letters_that_a_full_disk_has_kept_from_being_done_survive_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that starts while the trouble lasts does them when it is over, without another start."""
    config = Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))
    store = Store(config.db)
    store.post.receive(letter(ANN, "help", 1), ANN, ("pbem@localhost",), 1)
    store.close()
    handle, trouble = LetterHandler.handle, threading.Event()
    trouble.set()

    def handling(handler: LetterHandler, incoming: Incoming, letter: Letter | LetterError) -> str:
        if trouble.is_set():
            raise OSError(28, "No space left on device")
        return handle(handler, incoming, letter)

    monkeypatch.setattr(LetterHandler, "handle", handling)
    monkeypatch.setattr("pbem.server.ops.server.POLL_SECONDS", 0.05)

    def work(server: Server, port: int) -> None:
        assert statuses(config) == ["new"]
        trouble.clear()
        until(lambda: statuses(config) == ["done"])

    running(config, work)


def test_o02_a_read_only_file_system_is_named_at_the_start(tmp_path: Path) -> None:
    """And nothing is left behind there."""
    with disk(tmp_path, no_room) as folder:
        Store(folder / "games.db").close()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with pytest.raises(StoreError, match=r"cannot be used as a database: .* cannot be written\)"):
            Store(folder / "games.db")
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        Store(folder / "games.db").close()
