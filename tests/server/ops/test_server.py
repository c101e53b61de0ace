"""The server: what has been acknowledged is on disk, and has its effect once."""

import asyncio
import smtplib
import socket
import sqlite3
import stat
import threading
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from pbem.mail.limits import Limits
from pbem.mail.listener import Envelope
from pbem.mail.reader import Reader, ReaderDied
from pbem.mail.reader_child import Answer
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task
from pbem.server.clocks.outages import beat
from pbem.server.core.config import Caps, Config, ConfigError
from pbem.server.core.times import moment
from pbem.server.departures.delivery_worker import OTHERS_SECONDS
from pbem.server.inbox.handler import LetterHandler
from pbem.server.ops import heartbeat
from pbem.server.ops import server as server_module
from pbem.server.ops.readings import MAX_ATTEMPTS
from pbem.server.ops.server import Server
from pbem.store import Store
from pbem.store.rows import Incoming
from tests.mail.mta import mta_beside
from tests.operation.sending import until
from tests.server.office import Office
from tests.server.running import ANN, BEN, Process, free_port, letter, maildir, post, running, statuses
from tests.store.mails import finished

pytestmark = pytest.mark.slow


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A server on trial, on a port of its own."""
    return Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))


@pytest.mark.sqlite
def test_a_letter_is_on_disk_before_it_is_acknowledged(config: Config) -> None:
    def work(server: Server, port: int) -> None:
        other = sqlite3.connect(config.db)
        for number in range(5):
            post(port, letter(ANN, "help", number))
            ((count,),) = other.execute("SELECT count(*) FROM inbox")
            assert count == number + 1
        other.close()

    running(config, work)
    assert statuses(config) == ["done"] * 5
    assert len(maildir(Path(config.maildir), ANN)) == 5


def test_lmtp_is_spoken_too(config: Config) -> None:
    port = free_port()
    config = msgspec.structs.replace(config, lmtp=f"127.0.0.1:{port}", listen="")

    def work(server: Server, _: int) -> None:
        with smtplib.LMTP("127.0.0.1", port) as client:
            client.sendmail(ANN, ["pbem@localhost"], letter(ANN, "help", 1))

    server = running(config, work)
    assert server.bound == [f"127.0.0.1:{port} (LMTP)"]
    assert statuses(config) == ["done"]


def test_lmtp_is_spoken_on_a_unix_socket(config: Config, tmp_path: Path) -> None:
    """Its owner and group may use it; what a killed server has left is no obstacle, a living one is."""
    path = tmp_path / "lmtp"
    with closing(socket.socket(socket.AF_UNIX)) as left:
        left.bind(str(path))
    config = msgspec.structs.replace(config, lmtp=str(path), listen="")

    def work(server: Server, _: int) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        with smtplib.LMTP(str(path)) as client:
            client.sendmail(ANN, ["pbem@localhost"], letter(ANN, "help", 1))
        with Process(tmp_path, "--lmtp", str(path)) as second:
            assert second.process.wait(60) == 1
            assert f"lmtp = '{path}': Address already in use; is another server" in second.errors()

    server = running(config, work)
    assert server.bound == [f"{path} (LMTP)"]
    assert statuses(config) == ["done"]


def test_i4_only_what_comes_by_the_door_of_the_mail_server_in_front_has_been_judged_by_it(
    config: Config,
) -> None:
    """Whoever reaches the other door can write Authentication-Results of any name."""
    lmtp = free_port()
    config = msgspec.structs.replace(config, lmtp=f"127.0.0.1:{lmtp}", authserv_id="mx.example")
    raw = b"Authentication-Results: mx.example; dmarc=pass header.from=localhost\r\n"
    with closing(Store(config.db)) as store:
        store.people.add("ann", ANN, 0)

    def work(server: Server, port: int) -> None:
        post(port, raw + letter(ANN, "settings text on", 1))
        until(lambda: statuses(config) == ["held"])
        with smtplib.LMTP("127.0.0.1", lmtp) as client:
            client.sendmail(ANN, ["pbem@localhost"], raw + letter(ANN, "settings text on", 2))
        until(lambda: statuses(config) == ["held", "done"])

    running(config, work)


def test_letters_of_strangers_beyond_the_cap_are_put_off(config: Config) -> None:
    """With 451: whoever is in earnest has a mail server that comes again. One source has half of what may come."""
    config = msgspec.structs.replace(config, relay="127.0.0.1:1", caps=Caps(strangers_an_hour=4))

    def work(server: Server, port: int) -> None:
        for number in range(2):
            post(port, letter(f"p{number}@example.net", "help", number), sender=f"p{number}@example.net")
        with pytest.raises(smtplib.SMTPDataError) as refused:
            post(port, letter("p3@example.net", "help", 3), sender="p3@example.net")
        assert refused.value.smtp_code == 451

    running(config, work)
    assert statuses(config) == ["done"] * 2


def test_addresses_that_are_not_ours_are_refused(config: Config) -> None:
    def work(server: Server, port: int) -> None:
        for to in ("pbem@elsewhere.example", "nobody@localhost", "pbem+aaaaaaaa@localhost"):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                post(port, letter(ANN, "help", 1), to=to)

    running(config, work)
    assert statuses(config) == []


def test_a_letter_that_crashes_the_desk_is_set_aside_and_the_next_goes_on(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = LetterHandler._handle

    def fragile(
        handler: LetterHandler, incoming: Incoming, letter: Letter | LetterError, renewed: frozenset[int]
    ) -> str:
        status = handle(handler, incoming, letter, renewed)
        if b"crash" in incoming.raw:
            raise ZeroDivisionError("after all its effects")
        return status

    monkeypatch.setattr(LetterHandler, "_handle", fragile)

    def work(server: Server, port: int) -> None:
        for number, body in enumerate(("help", "register crash", "help")):
            post(port, letter(f"p{number}@localhost", body, number))

    running(config, work)
    assert statuses(config) == ["done", "failed", "done"]
    store = Store(config.db)
    row = store.post.incoming(2)
    assert row is not None
    assert "ZeroDivisionError: after all its effects" in row.note
    assert store.confirmations.pending("confirm", 0, address="p1@localhost") == []
    assert store.post.outbox(None, 10)[0].recipient != "p1@localhost"
    store.close()


def html(sender: str, body: str, number: int) -> bytes:
    """A letter that is not read at once."""
    return b"Content-Type: text/html\r\n" + letter(sender, f"<p>{body}</p>", number)


def test_b33_while_a_costly_letter_is_read_others_are_taken_and_done(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done when it has been read, and until then it waits in the inbox."""
    read, go_on = Reader.read, threading.Event()

    async def slow(reader: Reader, task: Task, source: str = "") -> Answer:
        await asyncio.get_running_loop().run_in_executor(None, go_on.wait)
        return await read(reader, task, source)

    monkeypatch.setattr(Reader, "read", slow)

    def work(server: Server, port: int) -> None:
        try:
            post(port, html(ANN, "help", 1))
            for number in (2, 3):
                post(port, letter(BEN, "help", number))
            until(lambda: statuses(config) == ["new", "done", "done"])
        finally:
            go_on.set()
        until(lambda: statuses(config) == ["done"] * 3)

    running(config, work)
    assert len(maildir(Path(config.maildir), ANN)) == 1


def test_b33_sessions_have_their_turn_between_costly_letters(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of letters that have come together, each costing 0.2 seconds, no more than two are done without a break."""
    handle, met = LetterHandler.handle, list[float]()

    def slowly(self: LetterHandler, incoming: Incoming, letter: Letter | LetterError) -> None:
        met.append(time.monotonic())
        time.sleep(0.2)
        handle(self, incoming, letter)

    monkeypatch.setattr(LetterHandler, "handle", slowly)

    def work(server: Server, port: int) -> None:
        store, greetings = Store(config.db), 0
        with store.transaction():
            for number in range(10):
                raw = letter(ANN, "help", number)
                store.post.receive(raw, ANN, ("pbem@localhost",), int(time.time()))
        store.close()
        until(lambda: bool(met))
        while len(met) < 10:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
                client.recv(100)
            greetings += 1
        until(lambda: statuses(config) == ["done"] * 10)
        assert greetings >= 4

    running(config, work)


def test_o08_a_letter_that_kills_its_reader_is_set_aside_and_the_next_goes_on(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Reader.read

    async def fragile(reader: Reader, task: Task, source: str = "") -> Answer:
        if b"poison" in task.raw:
            raise ReaderDied("no answer in time")
        return await read(reader, task, source)

    monkeypatch.setattr(Reader, "read", fragile)
    with (
        closing(Store(config.db)) as store,
        store.transaction(),
    ):  # one has been left by a server that was stopped
        store.post.receive(html(ANN, "poison", 1), ANN, ("pbem@localhost",), 1)

    def work(server: Server, port: int) -> None:
        for number, body in enumerate(("help", "poison", "help"), start=2):
            post(port, html(ANN, body, number))
        until(lambda: statuses(config) == ["failed", "done", "failed", "done"])

    running(config, work)
    with closing(Store(config.db)) as store:
        for number in (1, 3):
            row = store.post.incoming(number)
            assert row is not None
            assert row.note == f"given up after {MAX_ATTEMPTS} tries"


def test_b33_letters_of_a_source_that_has_taken_its_time_wait(config: Config) -> None:
    """They are in the inbox, and will be done."""
    config = msgspec.structs.replace(config, limits=Limits(reading_seconds=1e-9))

    def work(server: Server, port: int) -> None:
        server._readings._spent.count("@localhost", 1)
        for number, sender in enumerate((ANN, "ann@example.net"), start=1):
            post(port, html(sender, "help", number), sender=sender)
        until(lambda: statuses(config) == ["throttled", "done"])

    running(config, work)


@pytest.mark.sqlite
def test_a_busy_database_is_answered_with_come_again(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "PATIENCE_SECONDS", 0.5)

    def work(server: Server, port: int) -> None:
        post(port, letter(ANN, "help", 1))
        until(lambda: statuses(config) == ["done"])
        other = sqlite3.connect(config.db, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(smtplib.SMTPDataError) as refused:
            post(port, letter(ANN, "list", 2))
        assert refused.value.smtp_code == 451
        assert b"database" not in refused.value.smtp_error
        other.execute("ROLLBACK")
        other.close()
        post(port, letter(ANN, "list", 2))

    running(config, work)
    assert statuses(config) == ["done", "done"]


@pytest.mark.sqlite
def test_a_full_disk_is_answered_with_come_again_and_loses_nothing(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, full = Server._keep, [True]

    def bounded(server: Server, envelope: Envelope) -> Incoming:
        server.store.db.conn.execute(f"PRAGMA max_page_count = {1 if full else 2**30}")
        return keep(server, envelope)

    monkeypatch.setattr(Server, "_keep", bounded)
    big = letter(ANN, "help\n" + "x" * 200_000, 1)

    def work(server: Server, port: int) -> None:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            post(port, big)
        assert refused.value.smtp_code == 451
        full.clear()
        post(port, big)

    running(config, work)
    assert statuses(config) == ["done"]


def test_what_a_stopped_server_has_left_is_done_by_the_next(config: Config) -> None:
    store = Store(config.db)
    with store.transaction():
        for number in range(3):
            store.post.receive(letter(ANN, "help", number), ANN, ("pbem@localhost",), 1)
    store.close()
    running(config, lambda server, port: None)
    assert statuses(config) == ["done"] * 3
    assert len(maildir(Path(config.maildir), ANN)) == 3


def test_a_cap_that_is_lifted_frees_what_has_waited_for_it(config: Config) -> None:
    """The caps of a server that starts hold for what is there already; what they allow no more waits on."""
    with mta_beside() as mta:
        config = structs.replace(config, relay=f"127.0.0.1:{mta.port}", believe_from=True)

        def with_caps(letters: int, mails: int) -> Config:
            return structs.replace(config, caps=Caps(letters_an_hour=letters, mails_an_hour=mails))

        with closing(Store(config.db)) as store:
            store.people.add("Ann", ANN, 1)
            for number in range(3):
                finished(store.post, BEN, f"<{number}@z>", b"Subject: x\r\n\r\n", 1, kind="answer")

        def work(server: Server, port: int) -> None:
            for number in range(5):
                post(port, letter(ANN, "list", number))
            until(lambda: statuses(config) == ["done"] * 2 + ["throttled"] * 3 and waiting() == 2)

        def waiting() -> int:
            with closing(Store(config.db)) as store:
                return store.figures.held_back()

        running(with_caps(2, 1), work)
        running(with_caps(4, 1), lambda *_: until(lambda: statuses(config) == ["done"] * 4 + ["throttled"]))
        assert waiting() == 2
        running(
            with_caps(0, 0), lambda *_: until(lambda: statuses(config) == ["done"] * 5 and waiting() == 0)
        )


def test_what_was_left_before_an_outage_is_answered_with_the_deadline_that_is_after_it(
    config: Config,
) -> None:
    """The clocks have their time back before anybody is told when it is up."""
    office = Office(path=config.db, domain="localhost")
    office.begin("pawns=3 placement=fixed pace=1d")
    with office.store.transaction():
        beat(office.store, office.time)
        raw = office.raw(office.asked(), "done")
        office.store.post.receive(raw, office.asked(), ("pbem@localhost",), office.time)
    office.store.close()
    running(config, lambda server, port: None)
    office = Office(path=config.db, domain="localhost")
    ben = office.find_match().seats[1]
    assert ben.due is not None
    assert f"You have until {moment(ben.due, 'UTC')}" in dict(office.mails())[ben.address].flat


class _Killed(BaseException):
    """What no handler of ours catches: the end of the process."""


def test_a_letter_that_kills_the_server_is_given_up_after_three_tries(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(config.db)
    with store.transaction():
        for number, body in enumerate(("poison", "help")):
            store.post.receive(letter(ANN, body, number), ANN, ("pbem@localhost",), 1)
    store.close()
    handle = LetterHandler.handle

    def deadly(handler: LetterHandler, incoming: Incoming, letter: Letter | LetterError) -> str:
        if b"poison" in incoming.raw:
            raise _Killed
        return handle(handler, incoming, letter)

    monkeypatch.setattr(LetterHandler, "handle", deadly)
    for _ in range(MAX_ATTEMPTS):
        with pytest.raises(_Killed):
            running(config, lambda server, port: None)
        assert statuses(config) == ["new", "new"]
    running(config, lambda server, port: None)
    assert statuses(config) == ["failed", "done"]
    store = Store(config.db)
    row = store.post.incoming(1)
    assert row is not None
    assert row.note == "given up after 3 tries"
    store.close()


def test_what_was_in_hand_when_a_server_died_is_delivered_at_once(config: Config) -> None:
    store = Store(config.db)
    finished(
        store.post, ANN, "<1@localhost>", b"Subject: hello\r\n\r\nhello\r\n", int(time.time()), kind="answer"
    )
    finished(store.post, BEN, "<2@localhost>", b"Subject: later\r\n\r\n\r\n", int(time.time()), kind="answer")
    store.post.lease([1], int(time.time()) + 600)
    store.post.delivered(2, "new", "450 not now", int(time.time()) + 600)
    store.close()
    running(config, lambda server, port: until(lambda: maildir(Path(config.maildir), ANN) != []))
    assert maildir(Path(config.maildir), BEN) == []


def test_a_server_does_not_wait_for_others_who_have_nothing_in_hand(config: Config) -> None:
    """One that starts beside them delivers at once."""
    with closing(Store(config.db)) as store, store.presence("delivery"):
        finished(store.post, ANN, "<1@localhost>", b"Subject: hello\r\n\r\nhello\r\n", 1, kind="answer")
        begun = time.monotonic()
        running(config, lambda *_: until(lambda: maildir(Path(config.maildir), ANN) != []))
    assert time.monotonic() < begun + OTHERS_SECONDS


def test_a_running_server_sends_the_mails_of_the_day(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office(path=config.db)
    office.time = int(time.time()) - 2 * 86_400
    office.begin()
    office.write("ben@example.org", "settings mail daily")
    office.write("ann@example.org", "say Hello")
    office.store.close()
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.05)

    def digests() -> int:
        mails = maildir(Path(config.maildir), "ben@example.org")
        return sum("news of match 1" in mail["Subject"] for mail in mails)

    running(config, lambda server, port: until(lambda: digests() > 0))
    assert digests() == 1


def test_a_server_on_trial_reminds_and_ends_time_by_itself(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make serve` has no cron beside it."""
    office = Office(path=config.db)
    office.time = int(time.time()) - 86_400 + 3600
    office.begin("pawns=3 placement=fixed pace=1d policy=skip")
    late = office.asked()
    office.store.close()
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.05)

    def reminded() -> bool:
        return any("left" in mail["Subject"] for mail in maildir(Path(config.maildir), late))

    running(config, lambda server, port: until(reminded))


def test_the_outbox_survives_a_busy_database(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter([sqlite3.OperationalError("database is locked")])

    def work(server: Server, port: int) -> None:
        original = server.store.post.lease

        def once_busy(numbers: object, due: int) -> None:
            error = next(failures, None)
            if error is not None:
                raise error
            original(numbers, due)  # type: ignore[arg-type]  # passed on as they come

        monkeypatch.setattr(server.store.post, "lease", once_busy)
        post(port, letter(ANN, "help", 1))
        until(lambda: maildir(Path(config.maildir), ANN) != [])

    running(config, work)
    assert next(failures, None) is None


def test_a_port_that_is_taken(config: Config) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = msgspec.structs.replace(config, listen=f"127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(
            ConfigError, match=r"listen = '127\.0\.0\.1:\d+': .* in use; is another server running"
        ):
            running(config, lambda server, port: None)


# In processes of their own.


def test_the_parts_of_a_server_in_separate_processes(tmp_path: Path) -> None:
    """All three begin at the same moment, on a database that none has made yet."""
    with (
        Process(tmp_path, "--only", "listener") as listener,
        Process(tmp_path, "--only", "desk") as app,
        Process(tmp_path, "--only", "delivery") as delivery,
    ):
        for part in (listener, app, delivery):
            part.ready()
        post(listener.port, letter(ANN, "help", 1))
        until(lambda: maildir(tmp_path / "mail", ANN) != [])
        assert [part.stop() for part in (listener, app, delivery)] == [0, 0, 0]
        assert [part.errors() for part in (listener, app, delivery)] == ["", "", ""]


@pytest.mark.sqlite
def test_a_server_that_is_told_to_stop_leaves_nothing_half_done(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        line = server.ready()
        assert line == (
            f"pbem is ready: listens on 127.0.0.1:{server.port} (SMTP), keeps games.db, delivers to mail/;"
            " on trial, so From is believed\n"
        )
        client = smtplib.SMTP("127.0.0.1", server.port)
        for number in range(10):
            client.sendmail(ANN, ["pbem@localhost"], letter(ANN, "help", number))
        assert server.stop() == 0
        client.close()
        assert server.errors() == ""
        assert server.rest() == "pbem has stopped; nothing waits\n"
    store = Store(tmp_path / "games.db")
    assert store.post.counts() == {"inbox done": 10, "outbox sent": 10}
    store.close()
    assert len(maildir(tmp_path / "mail", ANN)) == 10


@pytest.mark.sqlite
def test_a_server_that_has_stopped_tells_what_waits(tmp_path: Path) -> None:
    """Letters that nobody does, mails that no relay takes."""
    with Process(tmp_path, "--only", "listener", "--relay", f"127.0.0.1:{free_port()}") as server:
        server.ready()
        with closing(Store(tmp_path / "games.db")) as store:
            finished(store.post, BEN, "<1@localhost>", b"Subject: x\r\n\r\n", 1, kind="answer")
        for number in range(2):
            post(server.port, letter(ANN, "help", number))
        assert server.stop() == 0
        assert server.rest() == "pbem has stopped; for the next start wait: 2 in the inbox, 1 in the outbox\n"


def test_a_second_server_on_the_same_port_says_so(tmp_path: Path) -> None:
    with Process(tmp_path) as first:
        first.ready()
        with Process(tmp_path, port=first.port) as second:
            assert second.process.wait(20) == 1
            error = second.errors()
            assert f"is another server running on 127.0.0.1:{first.port}?" in error
            assert "Traceback" not in error
