"""O17 and O18 with real servers: a flood from one network, a disk that fills up, a letter that comes forty times."""

import smtplib
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.server.core.config import Caps, Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.mta import mta_beside
from tests.operation.sending import until
from tests.server.running import ANN, free_port, letter, post, running, statuses

pytestmark = pytest.mark.sqlite  # its size


def test_o17_the_server_in_front_hands_over_a_flood_and_a_newcomer(tmp_path: Path) -> None:
    """The flood is put off with 451 and comes again; the newcomer is not."""
    config = Config(
        db=str(tmp_path / "games.db"),
        listen="",
        lmtp=f"127.0.0.1:{free_port()}",
        relay="127.0.0.1:1",
        caps=Caps(strangers_an_hour=8),
    )

    def work(server: Server, _: int) -> None:
        port = int(config.lmtp.rpartition(":")[2])
        replies = []
        for number in range(12):
            network = "198.51.100" if number == 11 else "192.0.2"
            received = f"Received: from mx (unknown [{network}.{number}]) by mail.example (Postfix)\r\n"
            raw = letter(f"p@e{number}.example", "help", number)
            with smtplib.LMTP("127.0.0.1", port, timeout=60) as client:
                client.ehlo()
                client.mail(f"p@e{number}.example")
                client.rcpt("pbem@localhost")
                replies.append(client.data(received.encode() + raw))
        assert [code for code, _ in replies] == [250] * 4 + [451] * 7 + [250]
        until(lambda: statuses(config) == ["done"] * 5)

    running(config, work)


def test_o18_new_mail_is_refused_while_there_is_room_for_what_goes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """452, and the host is told once; what is in the outbox goes out; it is taken again when there is room."""
    free = [500]
    monkeypatch.setattr(
        "pbem.server.ops.door.os.statvfs",
        lambda folder: SimpleNamespace(f_bavail=free[0], f_frsize=1 << 20),
    )
    monkeypatch.setattr("pbem.server.ops.door.LOOKS_SECONDS", 0.0)
    with mta_beside() as mta:
        config = Config(
            db=str(tmp_path / "games.db"),
            listen="127.0.0.1:0",
            relay=f"127.0.0.1:{mta.port}",
            host="host@play.example",
            min_free=100,
        )

        def work(server: Server, port: int) -> None:
            post(port, letter(ANN, "help", 1))
            until(lambda: any(to == ANN for to, _ in mta.handed))
            free[0] = 99
            for number in (2, 3):
                with pytest.raises(smtplib.SMTPDataError) as refused:
                    post(port, letter(ANN, "list", number))
                assert refused.value.smtp_code == 452
                assert refused.value.smtp_error == b"4.3.1 no room for new mail, try later"
            until(lambda: any(to == "host@play.example" for to, _ in mta.handed))
            assert statuses(config) == ["done"]
            free[0] = 100
            until(lambda: "there is room on the disk again" in caplog.text)  # before any letter comes
            post(port, letter(ANN, "register Ann", 2))
            until(lambda: statuses(config) == ["done"] * 2)

        running(config, work)
        alarms = [raw for to, raw in mta.handed if to == "host@play.example"]
        assert len(alarms) == 1
        assert b"less than 100 MB are free" in alarms[0]
    said = [record.getMessage() for record in caplog.records if record.name == "pbem.server"]
    assert said == ["there is room on the disk again, new mail is taken"]


def test_o18_a_letter_that_comes_forty_times_is_kept_once(tmp_path: Path) -> None:
    """Not even that, once it is done: of 241 KB a few are kept of each copy."""
    config = Config(db=str(tmp_path / "games.db"), listen="127.0.0.1:0", maildir=str(tmp_path / "mail"))
    raw = letter(ANN, "help\n-- \n" + ("x" * 70 + "\n") * 3400, 1)
    assert len(raw) > 240_000

    def work(server: Server, port: int) -> None:
        for _ in range(40):
            post(port, raw)
        until(lambda: len(statuses(config)) == 40 and "new" not in statuses(config))

    running(config, work)
    assert statuses(config) == ["done"] + ["duplicate"] * 39
    store = Store(config.db)
    kept = [row.raw for row in store.post.inbox(None, 99)]
    # The file has grown for the copies that waited to be read; their room within it is free again.
    used = Path(config.db).stat().st_size - store.spare_bytes()
    store.close()
    assert {len(each) for each in kept} == {raw.index(b"\r\n\r\n") + 1 + 4096}
    assert all(raw.startswith(each) for each in kept)
    assert used < 2_000_000
