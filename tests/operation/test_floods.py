"""I23 and I29 with real servers: one that is flooded, and two that have only each other."""

import smtplib
import time
from pathlib import Path

import pytest
from msgspec.structs import force_setattr

from pbem.mail.tokens import Token
from pbem.server.core.config import Caps, Config
from pbem.server.ops.server import Server
from pbem.store import Store
from tests.mail.mta import mta_beside
from tests.operation.parts import Part, serve
from tests.operation.sending import listening, until
from tests.server.running import ANN, free_port, letter, post, running, statuses

HOUR = 3600


def test_i29_a_flood_is_throttled_then_put_off_and_nothing_that_was_taken_is_lost(tmp_path: Path) -> None:
    with mta_beside() as mta:
        config = Config(
            db=str(tmp_path / "games.db"),
            listen="127.0.0.1:0",
            relay=f"127.0.0.1:{mta.port}",
            caps=Caps(letters_an_hour=3, letters_waiting=4),
        )
        store = Store(config.db)
        ann = store.people.add("Ann", ANN, int(time.time()))
        store.close()

        def work(server: Server, port: int) -> None:
            ahead = [0]
            force_setattr(server.app.context, "now", lambda: int(time.time()) + ahead[0])
            to = server.app.signer.address(Token("player", ann.id))
            for number in range(7):
                post(port, letter(ANN, f"settings zone Etc/GMT+{number}", number, to), to=to)
                until(lambda: "new" not in statuses(config))
            assert statuses(config) == ["done"] * 3 + ["throttled"] * 4
            with pytest.raises(smtplib.SMTPDataError) as refused:
                post(port, letter(ANN, "settings zone UTC", 8, to), to=to)
            assert (refused.value.smtp_code, refused.value.smtp_error) == (451, b"4.3.0 try later")
            ahead[0] = HOUR + 30
            until(lambda: statuses(config) == ["done"] * 6 + ["throttled"])
            ahead[0] = 2 * HOUR + 60
            until(lambda: statuses(config) == ["done"] * 7)
            post(port, letter(ANN, "settings", 9, to), to=to)
            until(lambda: statuses(config) == ["done"] * 8)

        running(config, work)
        answers = [raw for to, raw in mta.handed if b"> settings zone Etc/GMT+" in raw]
        assert [raw.partition(b"> settings zone Etc/GMT+")[2][:1] for raw in answers] == [
            b"%d" % n for n in range(7)
        ]
        assert sum(b"your letters wait" in raw for _, raw in mta.handed) == 1


def test_i23_two_servers_that_have_only_each_other_fall_silent(tmp_path: Path) -> None:
    """Each relays all its mail to the other, and somebody has registered the one with the other."""
    ports = free_port(), free_port()
    configs = []
    for mine, others, domain in ((0, 1, "one.example"), (1, 0, "two.example")):
        (tmp_path / domain).mkdir()
        configs.append(
            Config(
                db=str(tmp_path / domain / "games.db"),
                listen=f"127.0.0.1:{ports[mine]}",
                relay=f"127.0.0.1:{ports[others]}",
                domain=domain,
            )
        )
    with Part(serve, configs[0]), Part(serve, configs[1]):
        until(lambda: all(listening(port) for port in ports))
        post(
            ports[0],
            letter("pbem@two.example", "register robot", 1, "pbem@one.example"),
            to="pbem@one.example",
        )
        until(lambda: statuses(configs[1]) != [] and "new" not in statuses(configs[1]))
        time.sleep(2)
    for config, letters, mails in ((configs[0], 1, 1), (configs[1], 1, 0)):
        store = Store(config.db)
        assert len(store.post.inbox(None, 100)) == letters
        assert len(store.post.outbox(None, 100)) == mails
        store.close()
    assert statuses(configs[1]) == ["ignored"]
