"""O20: wherever a server is killed between rendering a mail and noting what became of it, no mail is lost, and all
copies of one have the same bytes; once an answer of the relay is noted, even if the settings change.
"""

import os
from collections import defaultdict
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from msgspec import structs

from pbem.server.core.config import Config
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Outgoing
from tests.mail.mta import DROP, FakeMta, mta_beside
from tests.operation.parts import KILLED, Part, copy_database, serve, serve_doomed
from tests.operation.sending import until
from tests.server.office import Office
from tests.server.running import UNCAPPED, free_port

KILLS = int(os.environ.get("PBEM_KILLS", "0"))
DELIVERY = ("delivery",)
PLACES = ("render", "dial", "answer", "note")

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(3600 if KILLS else 300)]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with mails that have not been tried; two of them, to one reader about one match, will be one."""
    path = tmp_path_factory.mktemp("tries") / "games.db"
    office = Office(path=path)
    office.begin("pawns=3 placement=fixed")
    assert office.write(office.asked(), "say It rains.") == "done"
    office.store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    office.store.close()
    return path


def copied(scene: Path, folder: Path, mta: FakeMta) -> Config:
    folder.mkdir()
    copy_database(str(scene), str(folder / "games.db"))
    config = Config(
        domain="play.example",
        db=str(folder / "games.db"),
        listen=f"127.0.0.1:{free_port()}",
        relay=f"127.0.0.1:{mta.port}",
        caps=UNCAPPED,
    )
    make_due(config)
    return config


def make_due(config: Config) -> None:
    """Time passes for mails that wait, but not for those in the hands of a dead server."""
    store = Store(config.db)
    store.db.execute("UPDATE outbox SET due = 0 WHERE status = 'new' AND reply != 'in hand'")
    store.close()


def mails(config: Config) -> list[Outgoing]:
    store = Store(config.db)
    rows = store.post.outbox(None, 99)
    store.close()
    return rows


def left(config: Config) -> list[Outgoing]:
    return [row for row in mails(config) if row.status == "new"]


def killed(config: Config, where: str, doom: int) -> bool:
    """Let a server deliver until it is killed, or everything has been tried."""
    with Part(serve_doomed, config, where, doom) as part:
        until(lambda: not part.alive() or all(row.reply not in ("", "in hand") for row in left(config)))
        return (part.wait() if not part.alive() else part.stop()) == KILLED


def deliver_all(config: Config) -> None:
    """Let a server deliver what is left."""
    with Part(serve, config, DELIVERY) as part:

        def nothing_is_left() -> bool:
            make_due(config)
            return not left(config)

        until(nothing_is_left)
        assert part.stop() == 0


def copies(mta: FakeMta) -> dict[str, set[bytes]]:
    """What the relay has got under each Message-ID."""
    found: dict[str, set[bytes]] = defaultdict(set)
    for _, raw in mta.handed:
        found[str(message_from_bytes(raw, policy=default)["Message-ID"])].add(raw)
    return found


@pytest.mark.parametrize("where", PLACES)
def test_o20_killed_while_mails_are_tried_for_the_first_time(scene: Path, tmp_path: Path, where: str) -> None:
    """Nothing of them is stored then, and every copy is the same nevertheless. The relay is no friend."""
    doom, dies = 1, True
    while dies:
        with mta_beside() as mta:
            mta.says["."] = ["451 4.3.0 not now", "250 ok", DROP]
            config = copied(scene, tmp_path / str(doom), mta)
            dies = killed(config, where, doom)
            deliver_all(config)
            store = Store(config.db)
            writer = Writer(Application(store, config).context)
            sent = {row.message_id: {writer.mail(row)} for row in store.post.outbox("sent", 99)}
            store.close()
            assert copies(mta) == sent, f"killed at {where} {doom}"
            assert len(sent) >= 8
        doom += 1 if KILLS else 4


@pytest.mark.parametrize("where", PLACES)
def test_o20_killed_after_the_relay_has_answered(scene: Path, tmp_path: Path, where: str) -> None:
    """Every later try sends the bytes of the first, whatever the server is called by then."""
    doom, dies = 1, True
    while dies:
        with mta_beside() as mta:
            mta.says["RCPT"] = ["450 4.7.1 greylisted"] * 99
            config = copied(scene, tmp_path / str(doom), mta)
            assert not killed(config, "", 0)
            first = {row.message_id: {row.raw} for row in left(config)}
            assert b"" not in set().union(*first.values())
            mta.says.clear()
            make_due(config)
            config = structs.replace(config, name="other")
            dies = killed(config, where, doom)
            deliver_all(config)
            assert copies(mta) == first, f"killed at {where} {doom}"
        doom += 1 if KILLS else 4
