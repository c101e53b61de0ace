"""O1, the other half: several matches, a relay that is no friend, and everything killed at any moment.

Server, reminders, backup and check are killed in turn while four players go on playing by the mails that they get. The
moments follow from PBEM_SEED, which a failure tells; PBEM_KILLS says how many there are.
"""

import contextlib
import functools
import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import msgspec
import pytest

from pbem.cli.letters import write_letter
from pbem.play.game import masked
from pbem.play.record import verify_dice
from pbem.play.requests import seeded
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import SqlError, Store, StoreError
from tests.mail.mta import DROP, FakeMta, mta_beside
from tests.operation.parts import KILLED, Part, backup, child_of, remind, serve, serve_in_two, verify
from tests.operation.sending import PATIENCE, listening, post_until_taken, until
from tests.server.office import TEMPLATES
from tests.server.running import UNCAPPED, free_port, letter

KILLS = int(os.environ.get("PBEM_KILLS", "15"))
SEED = os.environ.get("PBEM_SEED", str(time.time_ns()))
HOUR = 3600

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(60 + 20 * KILLS)]

MATCHES = (
    ("Ann", "challenge dodgeball ben pawns=3 pace=300d"),
    ("Cat", "challenge dodgeball dan pawns=4 pace=300d"),
    ("Dan", "challenge gnomeball ann pace=300d"),
)


class Letter(msgspec.Struct):
    """One that a player has sent: an order of a match if it has a number."""

    raw: bytes
    match: int = 0


class Players:
    """Four people in one thread: they play by what the relay brings, and challenge one another besides."""

    def __init__(self, config: Config, relay: FakeMta) -> None:
        self.config = config
        self.port = int(config.listen.rpartition(":")[2])
        self.relay = relay
        self.sent: list[Letter] = []
        self.boxes: dict[str, dict[str, EmailMessage]] = defaultdict(dict)
        self.read = 0
        self.answered: set[str] = set()
        self.challenges = 0
        self.error: BaseException | None = None
        self.enough = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self._play()
        except BaseException as error:
            self.error = error

    def _play(self) -> None:
        for name in ("Ann", "Ben", "Cat", "Dan"):
            self.write(name, f"register {name}")
            self.answer(name, self.wait(name, "answer this mail"), "yes")
            self.wait(name, "welcome")
        for number, (name, line) in enumerate(MATCHES, 1):
            self.write(name, line)
            rival = line.split()[2].title()
            self.answer(rival, self.wait(rival, f"[pbem {number}]"), "accept")
        pick = seeded(SEED)
        while not (self.enough.is_set() and self.moves(pick) == len(MATCHES)):
            self.challenges += 1
            self.write("Ann", f"challenge dodgeball ben pace={self.challenges}h")
            self.moves(pick)

    def moves(self, pick: object) -> int:
        """Answer what the matches ask now, out of the latest mails; returns how many of them are over."""
        over = 0
        for number in range(1, len(MATCHES) + 1):
            store = Store(self.config.db)
            loaded = Application(store, self.config, words=TEMPLATES).repository.find(number)
            store.close()
            if loaded is None:
                continue
            over += loaded.match.over
            for seat in loaded.seats:
                ask = loaded.match.asks.get(seat.seat)
                asked = [mail for mail in self.box(seat.handle) if f"[pbem {number}]" in mail["Subject"]]
                asked = [mail for mail in asked if "your turn" in mail["Subject"]][-1:]
                if ask is None or not asked or str(asked[0]["Message-ID"]) in self.answered:
                    continue
                bot = loaded.game.bot("normal")
                line = bot(masked(loaded.match.state, seat.seat), ask, pick)  # type: ignore[arg-type]  # a bot of this game
                self.answered.add(str(asked[0]["Message-ID"]))
                if self.enough.is_set():
                    self.answer(seat.handle, asked[0], "confirm resign", number)
                    break  # nobody can resign after that
                self.answer(seat.handle, asked[0], line, number)
        return over

    def have_played(self) -> bool:
        """Whether some orders have been given in each match."""
        played = Counter(sent.match for sent in self.sent)
        return min(played[number] for number in range(1, len(MATCHES) + 1)) >= 4 or self.error is not None

    def write(self, name: str, body: str) -> None:
        """A letter from scratch."""
        address = f"{name.lower()}@localhost"
        raw = letter(address, body, f"{name}-{len(self.sent)}")
        self.sent.append(Letter(raw))
        self.hand_over(raw, address)

    def answer(self, name: str, mail: EmailMessage, body: str, match: int = 0) -> None:
        """As a mail program answers."""
        address = f"{name.lower()}@localhost"
        answer = write_letter(address, "", body, answers=mail)
        raw = answer.as_bytes().replace(b"\n", b"\r\n")
        self.sent.append(Letter(raw, match))
        self.hand_over(raw, address, str(answer["To"]))

    def hand_over(self, raw: bytes, address: str, to: str = "pbem@localhost") -> None:
        """As a mail server does."""
        post_until_taken(self.port, raw, address, to)

    def box(self, name: str) -> list[EmailMessage]:
        """What a player has got, each mail once, in the order of coming."""
        while self.read < len(self.relay.handed):
            recipient, raw = self.relay.handed[self.read]
            self.read += 1
            message = message_from_bytes(raw, policy=default)
            assert isinstance(message, EmailMessage)
            self.boxes[recipient].setdefault(str(message["Message-ID"]), message)
        return list(self.boxes[f"{name.lower()}@localhost"].values())

    def wait(self, name: str, subject: str) -> EmailMessage:
        """A mail that must come, sooner or later."""
        until(lambda: any(subject in mail["Subject"] for mail in self.box(name)))
        return next(mail for mail in self.box(name) if subject in mail["Subject"])


def time_passes(db: str) -> bool:
    """Letters that the relay has put off are due."""
    with contextlib.suppress(SqlError, StoreError):
        store = Store(db)
        store.wait_for_lock(0.1)
        store.db.execute("UPDATE outbox SET due = 0 WHERE status = 'new' AND reply != 'in hand'")
        store.close()
    return True


def nuisance(relay: FakeMta, chance: random.Random) -> None:
    """The relay's next unkindness."""
    verb, reply = chance.choice(
        [
            ("RCPT", "450 4.7.1 greylisted, come again"),
            ("connect", "421 4.3.2 too busy"),
            ("MAIL", "421 4.4.2 enough for now"),
            ("DATA", DROP),
            (".", "451 4.3.0 the disk is full"),
            (".", DROP),  # it has the letter, and we do not know
        ]
    )
    relay.says[verb].append(reply)


@pytest.mark.parametrize("processes", [1, 2])
def test_o01_killed_at_random_in_the_middle_of_several_matches(tmp_path: Path, processes: int) -> None:
    """Of two processes now one is killed, now the other, now both; the one that is left stops or starts the other."""
    work = serve if processes == 1 else serve_in_two
    chance = random.Random(SEED)
    print("PBEM_SEED =", SEED)
    with mta_beside() as relay:
        config = Config(
            db=str(tmp_path / "games.db"),
            listen=f"127.0.0.1:{free_port()}",
            relay=f"127.0.0.1:{relay.port}",
            caps=UNCAPPED,
            believe_from=True,
        )
        players = Players(config, relay)
        players.thread.start()
        for kill in range(KILLS if processes == 1 else KILLS // 3):  # two take longer to come up
            before = len(relay.handed)
            with Part(work, config) as server:
                if chance.random() < 0.8:  # now and then it does not even come up
                    until(lambda: listening(players.port))  # looked at before the next round
                    if processes == 2:  # it takes a while until somebody gets a mail
                        until(functools.partial(gone_on, players, before))
                    pester(config, chance, kill, tmp_path)
                    nuisance(relay, chance)
                time.sleep(chance.random() * 0.6)
                if processes == 2 and chance.random() < 0.6:
                    kill_child(server)
                    time.sleep(chance.random() * 0.6)
                server.kill()
                time_passes(config.db)
        relay.says.clear()
        with Part(work, config) as server:
            until(lambda: time_passes(config.db) and players.have_played())
            players.enough.set()
            until(lambda: time_passes(config.db) and not players.thread.is_alive(), PATIENCE * 5)
            until(lambda: time_passes(config.db) and delivered(config))
            assert server.stop() == 0
        assert players.error is None
    reckon(config, players)


def gone_on(players: Players, before: int) -> bool:
    """Whether somebody has since got a mail. Challenges go on when all matches are over, which they may be early."""
    time_passes(players.config.db)
    return len(players.relay.handed) > before or players.error is not None


def kill_child(server: Part) -> None:
    """Kill the process that delivers, wherever it is; it may not have come up."""
    with contextlib.suppress(OSError):
        if (child := child_of(server)) is not None:
            os.kill(child, signal.SIGKILL)


def pester(config: Config, chance: random.Random, kill: int, folder: Path) -> None:
    """Start one of the other parts, and kill it, or let it come to its end."""
    copy = folder / "copy.db"
    copy.unlink(missing_ok=True)
    jobs: list[tuple[Callable[..., None], tuple[object, ...]]] = [
        (remind, (int(time.time()) + kill * HOUR,)),
        (backup, (str(copy),)),
        (verify, ()),
    ]
    work, more = chance.choice(jobs)
    with Part(work, config, *more) as part:
        if chance.random() < 0.7:
            time.sleep(chance.random() * 0.1)
            part.process.kill()
        assert part.wait() in (0, KILLED)
    if copy.exists():
        store = Store(copy)
        assert store.problems() == []
        store.close()


def delivered(config: Config) -> bool:
    store = Store(config.db)
    counts = store.post.counts()
    store.close()
    return not {"inbox new", "outbox new"} & set(counts)


def header(raw: bytes) -> bytes:
    """What is kept of every letter; its Message-ID makes it unlike all others."""
    return raw.partition(b"\r\n\r\n")[0]


def reckon(config: Config, players: Players) -> None:
    """Every letter once, every mail at least once and always the same, every match as its log says."""
    store = Store(config.db)
    app = Application(store, config)
    assert host.check(app) == []
    assert not set(store.post.counts()) - {"inbox done", "inbox duplicate", "outbox sent", "outbox merged"}
    sent = {row.id for row in store.post.outbox("sent", 100_000)}
    merged = {
        row.id: int(row.reply.removeprefix("told in letter ")) for row in store.post.outbox("merged", 999)
    }
    assert all(later in sent or later in merged for later in merged.values())
    effects = Counter(header(row.raw) for row in store.post.inbox("done", 100_000))
    assert effects == Counter(header(sent.raw) for sent in players.sent)
    played = {
        number: Counter(batch.inbox for batch in store.log.batches(number, void=True) if batch.inbox)
        for number in range(1, len(MATCHES) + 1)
    }
    for row in store.post.inbox("done", 100_000):
        match = next(sent.match for sent in players.sent if header(sent.raw) == header(row.raw))
        if match:
            assert played[match][row.id] == 1, row.raw
    offered = Counter(row.terms.add // 3600 for row in store.matches.all() if row.id > len(MATCHES))
    assert offered == dict.fromkeys(range(1, players.challenges + 1), 1)
    for number in played:
        assert verify_dice(app.repository.record(number)) > 0
    names: dict[str, set[bytes]] = defaultdict(set)
    for _, raw in players.relay.handed:
        names[str(message_from_bytes(raw, policy=default)["Message-ID"])].add(raw)
    writer = Writer(app.context)
    assert names == {row.message_id: {writer.mail(row)} for row in store.post.outbox("sent", 100_000)}
    store.close()
