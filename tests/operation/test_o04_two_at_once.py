"""O4: two robots on one database, two crons at once: one effect."""

import os
import threading
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from tests.mail.mta import mta_beside
from tests.operation.parts import Part, copy_database, remind, run, serve
from tests.operation.sending import listening, post_until_taken, until
from tests.server.office import START, Office
from tests.server.running import ANN, UNCAPPED, counts, free_port, letter
from tests.store.mails import finished

ROUNDS = 20 if "PBEM_KILLS" in os.environ else 2
DAY = 86_400

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(600)]


def test_o04_two_servers_on_one_database(tmp_path: Path) -> None:
    """Each gets every letter: it is done by one of them, once, and its answer goes out once."""
    letters = [letter(ANN, f"register Ann{number}", number) for number in range(15 * ROUNDS)]
    with mta_beside() as relay:
        one = Config(
            db=str(tmp_path / "games.db"),
            listen=f"127.0.0.1:{free_port()}",
            relay=f"127.0.0.1:{relay.port}",
            believe_from=True,
            caps=UNCAPPED,
        )
        two = msgspec.structs.replace(one, listen=f"127.0.0.1:{free_port()}")
        ports = [int(config.listen.rpartition(":")[2]) for config in (one, two)]

        def send(port: int) -> None:
            for number, raw in enumerate(letters):
                sender = f"p{number}@localhost"
                post_until_taken(port, raw.replace(ANN.encode(), sender.encode()), sender)

        with Part(serve, one) as first, Part(serve, two) as second:
            until(lambda: listening(ports[0]) and listening(ports[1]))
            senders = [threading.Thread(target=send, args=(port,)) for port in ports]
            for sender in senders:
                sender.start()
            for sender in senders:
                sender.join(300)
            expected = {
                "inbox done": len(letters),
                "inbox duplicate": len(letters),
                "outbox sent": len(letters),
            }
            until(lambda: counts(one) == expected)
            assert [first.stop(), second.stop()] == [0, 0]
        assert max(Counter(to for to, _ in relay.handed).values()) == 1
        assert len(relay.handed) == len(letters)


def test_o04_what_one_server_has_kept_another_does_when_the_first_is_gone(tmp_path: Path) -> None:
    """The one that is alive looks for letters that have come in elsewhere."""
    config = Config(
        db=str(tmp_path / "games.db"), listen=f"127.0.0.1:{free_port()}", maildir=str(tmp_path / "mail")
    )
    listener = msgspec.structs.replace(config, listen=f"127.0.0.1:{free_port()}")
    port = int(listener.listen.rpartition(":")[2])
    with Part(serve, config), Part(serve, listener, ("listener",)) as other:
        post_until_taken(port, letter(ANN, "help", 1), ANN)
        other.kill()
        until(lambda: counts(config) == {"inbox done": 1, "outbox sent": 1})


def test_o04_a_server_that_starts_beside_another_leaves_its_letters_in_its_hand(tmp_path: Path) -> None:
    """What is being delivered is not delivered again; what a dead one had in hand is, at once."""
    with mta_beside() as relay:
        relay.says["."] = ["(silence)"]
        config = Config(db=str(tmp_path / "games.db"), listen="", relay=f"127.0.0.1:{relay.port}")
        store = Store(config.db)
        finished(store.post, ANN, "<1@localhost>", b"Subject: hello\r\n\r\nhello\r\n", 1, kind="answer")
        store.close()
        with Part(serve, config, ("delivery",)) as first:
            until(lambda: len(relay.handed) == 1)
            with Part(serve, config, ("delivery",)) as second:
                store = Store(config.db)
                finished(store.post, ANN, "<2@localhost>", b"Subject: two\r\n\r\n", 1, kind="answer")
                store.close()
                until(lambda: len(relay.handed) == 2)
                assert second.stop() == 0
            first.kill()
        with Part(serve, config, ("delivery",)) as third:
            until(lambda: counts(config) == {"outbox sent": 2})
            assert third.stop() == 0
        assert [raw.split(b"\r\n", 1)[0] for _, raw in relay.handed] == [
            b"Subject: hello",
            b"Subject: two",
            b"Subject: hello",
        ]


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Config:
    """A database in which something is due in many matches, of each policy."""
    folder = tmp_path_factory.mktemp("late")
    office = Office(path=folder / "games.db")
    for number in range(24):
        policy = ("nag", "skip", "forfeit")[number % 3]
        office.begin(f"pawns=3 placement=fixed pace=2d policy={policy}")
    office.store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    office.store.close()
    return Config(db=str(folder / "games.db"))


def mailed(db: str) -> Counter[tuple[str, str]]:
    """What lies in the outbox, by address and name."""
    store = Store(db)
    found = Counter((row.recipient, row.message_id) for row in store.post.outbox(None, 10_000))
    store.close()
    return found


def test_o04_two_crons_at_once(late: Config, tmp_path: Path) -> None:
    """However many run side by side: each reminder goes out once, each deadline strikes once."""
    now = START + 5 * DAY
    mine = msgspec.structs.replace(late, db=str(tmp_path / "games.db"))
    copy_database(late.db, mine.db)
    assert run(remind, mine, now) == 0
    alone = mailed(mine.db)
    for _ in range(ROUNDS):
        copy_database(late.db, mine.db)
        with Part(remind, mine, now) as one, Part(remind, mine, now) as two, Part(remind, mine, now) as three:
            assert [one.wait(), two.wait(), three.wait()] == [0, 0, 0]
        assert mailed(mine.db) == alone
        store = Store(mine.db)
        assert host.check(Application(store, mine)) == []
        store.close()
