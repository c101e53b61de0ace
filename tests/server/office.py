"""A server without sockets, clock or disk: letters go in as text, and come out as parsed mails."""

import contextlib
import functools
import os
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from pbem.mail.delivery import Delivery
from pbem.mail.prose import Templates
from pbem.mail.quoting import MARKER
from pbem.mail.tasks import read_here
from pbem.play.game import Game
from pbem.play.record import Row
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.core.letter_tasks import task_of
from pbem.server.departures.delivery_worker import DeliveryWorker
from pbem.server.mailing.notices import Writer
from pbem.server.matches.repository import FEW, LoadedMatch
from pbem.server.ops.application import Application
from pbem.server.ops.missing_games import stop_and_go_on
from pbem.server.ops.reminders import run_reminders
from pbem.store import Store
from pbem.store.addresses import mailbox
from pbem.store.rows import Incoming
from tests.games.ours import OURS

TEMPLATES = Templates()  # compiled once for all tests
START = 1_793_000_000  # 26 October 2026
SEED = b"seed 4979".ljust(32, b".")  # in the first match Ann begins, with 3 3 3; her next dice are 2 5 1
ORDINARY = "pawns=3 placement=fixed"


class Mail:
    """A mail that somebody has got; taken apart when it is looked at."""

    def __init__(self, raw: bytes, kind: str) -> None:
        self.raw = raw
        self.kind = kind

    @functools.cached_property
    def message(self) -> EmailMessage:
        """The mail as the standard library reads it."""
        message = message_from_bytes(self.raw, policy=default)
        assert isinstance(message, EmailMessage)
        return message

    @functools.cached_property
    def _plain(self) -> Message:
        """The mail in the older form of the standard library, which takes a tenth of the time."""
        return message_from_bytes(self.raw)

    def header(self, name: str) -> str:
        """A field, decoded and unfolded; empty if there is none."""
        return str(make_header(decode_header(" ".join(str(self._plain.get(name, "")).split()))))

    @functools.cached_property
    def text(self) -> str:
        """The plain text part."""
        part = next(part for part in self._plain.walk() if part.get_content_type() == "text/plain")
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        return data.decode("utf-8").replace("\r\n", "\n")

    @property
    def subject(self) -> str:
        """The Subject, decoded."""
        return self.header("Subject")

    @property
    def reply_to(self) -> str:
        """Where an answer goes."""
        return self.header("Reply-To")

    @property
    def id(self) -> str:
        """The Message-ID."""
        return self.header("Message-ID")

    @property
    def flat(self) -> str:
        """The text with all white space single, for looking up sentences, and without the line for answers."""
        return " ".join(self.text.replace(MARKER, "", 1).split())


@functools.cache
def _blank() -> Store:
    return Store(":memory:")


def in_memory() -> Store:
    """A store in memory. The tables are made once and copied: making them takes longer than most tests."""
    if os.environ.get("PBEM_STORE"):
        return Store(":memory:")
    with mock.patch("pbem.store.sqlite._write_ahead", _blank().db.conn.backup):
        return Store(":memory:")


def dump(store: Store) -> str:
    """A whole database as text."""
    if store.file is not None:
        return "\n".join(store.db.conn.iterdump())
    engine = store._engine
    with contextlib.nullcontext() if engine.in_transaction else store.reading():
        return "\n".join(f"{table.name} {row}" for table in engine.tables() for row in engine.rows(table))


class _Undone(Exception):
    """Raised to take something back."""


class Office:
    """The desk on a store in memory, with a clock that only moves when told and secrets that are always the same."""

    def __init__(
        self,
        games: list[Game[Any]] | None = None,
        *,
        path: str | Path = ":memory:",
        seed: bytes = SEED,
        words: Templates | None = None,
        **config: Any,
    ) -> None:
        self.time = START
        self.store = in_memory() if path == ":memory:" else Store(path)
        self.store.db.execute(
            "INSERT INTO settings VALUES ('token key', ?), ('house', ?) ON CONFLICT DO NOTHING",
            (b"k" * 32, b"h" * 32),
        )
        self._start = functools.partial(
            Application,
            self.store,
            games=Games(games or list(OURS.values())),
            now=lambda: self.time,
            seed=lambda: seed,
            words=words or (None if games else TEMPLATES),
        )
        self.configure(Config(**{"domain": "play.example", **config}))
        self.letters = 0
        self.written: dict[str, str] = {}
        self.seen = 0
        self._ordinary = path == ":memory:" and seed == SEED and not (games or words or config)
        self._changes = self.store.db.conn.total_changes if self.store.file else 0

    def configure(self, config: Config) -> None:
        """Start the server anew, with another configuration."""
        self.config = config
        self.app = self._start(config)
        self.writer = Writer(self.app.context)

    def uninstall(self, *names: str) -> None:
        """Start the server anew without some of its games; without names, with all of them."""
        games = [game for name, game in OURS.items() if name not in names]
        self._start = functools.partial(self._start, games=Games(games))
        self.configure(self.config)
        stop_and_go_on(self.app)

    @property
    def address(self) -> str:
        """The server's own address."""
        return self.app.context.own_address

    def worker(self, way: Delivery) -> DeliveryWorker:
        """Delivers the outbox by some way."""
        return DeliveryWorker(self.app.context, self.app.departures, self.app.bounces, self.app.alarms, way)

    def raw(
        self, sender: str, body: str, *, to: str = "", subject: str = "", headers: Iterable[str] = ()
    ) -> bytes:
        """A plain letter as bytes."""
        self.letters += 1
        self.written[sender] = self.written.get(sender, "") + body
        lines = [
            f"From: {sender}",
            f"To: {to or self.address}",
            f"Subject: {subject}",
            f"Message-ID: <letter-{self.letters}@example.org>",
            *headers,
            "",
            body,
        ]
        return "\r\n".join(lines).replace("\n", "\r\n").replace("\r\r\n", "\r\n").encode()

    def deliver(self, raw: bytes, *, to: str = "", return_path: str = "x@example.org") -> str:
        """Hand raw bytes to the desk and return what became of the letter."""
        recipients = (to or self.address,)
        with self.store.transaction():
            number = self.store.post.receive(raw, return_path, recipients, self.time)
            incoming = Incoming(number, self.time, return_path, recipients, raw, "new", 0, "")
            return self.app.handler.handle(incoming, read_here(task_of(self.app.config, incoming)))

    def write(
        self, sender: str, body: str, *, to: str = "", subject: str = "", headers: Iterable[str] = ()
    ) -> str:
        """Write a letter from scratch."""
        return self.deliver(self.raw(sender, body, to=to, subject=subject, headers=headers), to=to)

    def reply(self, sender: str, mail: Mail, body: str, *, quote: bool = True) -> str:
        """Answer a mail as a mail program does: above the quoted text."""
        quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")) if quote else ""
        text = f"{body}\n\nOn Mon, 26 Oct 2026 at 10:00, pbem <pbem@play.example> wrote:\n{quoted}"
        return self.thread(sender, mail, text)

    def thread(self, sender: str, mail: Mail, body: str) -> str:
        """Answer a mail with this very body, whatever is quoted in it."""
        headers = [f"In-Reply-To: {mail.id}", f"References: {mail.id}"]
        return self.write(sender, body, to=mail.reply_to, subject=f"Re: {mail.subject}", headers=headers)

    def mails(self) -> list[tuple[str, Mail]]:
        """All mails since the last call, with their recipients."""
        rows = [row for row in reversed(self.store.post.outbox(None, 1000)) if row.id > self.seen]
        self.seen = max([self.seen, *(row.id for row in rows)])
        mails = [(row.recipient, Mail(self.writer.mail(row), row.kind)) for row in rows]
        for address, mail in mails:
            self._is_their_own(address, mail)
        return mails

    def _is_their_own(self, address: str, mail: Mail) -> None:
        """The keys in a mail are its reader's own, and it tells no address but to who has written it."""
        for header in (mail.reply_to, mail.header("List-Unsubscribe")):
            owner = self.app.identity.owner_of([header.removeprefix("<mailto:").removesuffix(">")])
            own = (owner.address, *self.store.people.addresses(owner.id)) if owner is not None else ()
            assert owner is None or mailbox(address) in map(mailbox, own)
        told = "\n".join(line for line in mail.text.split("\n") if not line.strip().startswith(">"))
        reader, known = self.store.people.at(address), self.written.get(address, "")
        others = [each.address for each in self.store.people.all() if each.address and each != reader]
        others = [other for other in others if other not in known]
        assert not [other for other in others if other in told and address not in other], mail.subject

    def mail_to(self, address: str) -> Mail:
        """The one mail that somebody has got since the last look; others are forgotten."""
        found = [mail for recipient, mail in self.mails() if recipient == address]
        assert len(found) == 1, [mail.subject for mail in found]
        return found[0]

    def register(self, name: str) -> str:
        """Make a player the way everybody becomes one; returns the address."""
        address = f"{name.lower()}@example.org"
        self.write(address, f"register {name}")
        confirm = self.mail_to(address)
        assert self.reply(address, confirm, "yes") == "done"
        assert re.search("Welcome", self.mail_to(address).text)
        return address

    def begin(self, options: str = ORDINARY, *players: str, game: str = "dodgeball") -> dict[str, Mail]:
        """Ann challenges Ben (or whom else), and all accept; returns the first boards by address."""
        usual = (options.strip(), players, game) == (ORDINARY, (), "dodgeball")
        return (
            self._begin_as_ever() if usual and self._is_untouched() else self._begin(options, players, game)
        )

    def _is_untouched(self) -> bool:
        """Whether this office is like any other one that has just been opened."""
        return (
            self._ordinary
            and self.time == START
            and self.config == ordinary_beginning().config
            and self.store.file is not None
            and self.store.db.conn.total_changes == self._changes
        )

    def _begin_as_ever(self) -> dict[str, Mail]:
        self._ordinary = False
        begun = ordinary_beginning()
        begun.store.db.conn.backup(self.store.db.conn)
        self.letters, self.written, self.seen = begun.letters, dict(begun.written), begun.seen
        return dict(begun.boards)

    def _begin(self, options: str, players: tuple[str, ...], game: str) -> dict[str, Mail]:
        addresses = [f"{name.lower()}@example.org" for name in ("Ann", *(players or ("Ben",)))]
        for name in ("Ann", *(players or ("Ben",))):
            if self.store.people.named(name) is None:
                self.register(name)
        self.write(addresses[0], f"challenge {game} {' '.join(players or ('Ben',))} {options}")
        invitations = {to: mail for to, mail in self.mails() if mail.kind == "challenge"}
        for address in addresses[1:]:
            assert self.reply(address, invitations[address], "accept") == "done"
        return dict(self.mails())

    def find_match(self, number: int = 1) -> LoadedMatch:
        """A match as it stands."""
        loaded = self.app.repository.load(number)
        assert loaded is not None
        return loaded

    def asked(self, number: int = 1) -> str:
        """The address of the first one who is asked something."""
        loaded = self.find_match(number)
        seat = next(iter(loaded.match.asks))
        return next(row.address for row in loaded.seats if row.seat == seat)

    def other(self, address: str, number: int = 1) -> str:
        """The address of an opponent."""
        return next(row.address for row in self.find_match(number).seats if row.address != address)

    def play_on(self, number: int = 1, letters: int = 2 * FEW) -> None:
        """Each side of a match of Dodgeball moves in a few letters, so that the match is rated however it ends."""
        for _ in range(letters):
            match = self.find_match(number).match
            seat = next(each for each in match.asks if each not in match.answered)
            mover = next(row.address for row in self.find_match(number).seats if row.seat == seat)
            line = "place a b c d e" if match.asks[seat].name == "placing" else "done"
            assert self.write(mover, f"match {number}\n{line}") == "done"
        self.mails()

    def log(self, number: int = 1) -> list[Row]:
        """The live rows of a match."""
        return self.app.repository.record(number).rows

    @contextlib.contextmanager
    def undone(self) -> Iterator[None]:
        """What happens within is taken back at its end."""
        with contextlib.suppress(_Undone), self.store.transaction():
            yield
            raise _Undone

    def dump(self) -> str:
        """The whole database as text: equal before and after what is to change nothing."""
        return dump(self.store)


class Beginning(NamedTuple):
    """An office in which Ann and Ben have begun a match, to be copied."""

    config: Config
    store: Store
    letters: int
    written: dict[str, str]
    seen: int
    boards: dict[str, Mail]


@functools.cache
def ordinary_beginning() -> Beginning:
    """Most tests begin with the same letters: they are written once. Called before any test could change how they are
    handled."""
    office = Office()
    boards = office._begin(ORDINARY, (), "dodgeball")
    return Beginning(office.config, office.store, office.letters, office.written, office.seen, boards)


def begin(options: str = "") -> Office:
    """An office with a match of Ann and Ben in which Ann is asked."""
    office = Office()
    office.begin(f"{ORDINARY} {options}")
    assert office.asked() == "ann@example.org"
    return office


def play(office: Office, sender: str, *lines: str) -> dict[str, Mail]:
    """Write these lines in a letter of their own; the mails that come of it, by address."""
    assert office.write(sender, "\n".join(lines)) == "done"
    return dict(office.mails())


def ask(office: Office, sender: str, body: str, *, subject: str = "") -> Mail:
    """Write this in a letter of its own; the one mail that comes back."""
    office.mails()
    assert office.write(sender, body, subject=subject) == "done"
    return office.mail_to(sender)


def reply(office: Office, sender: str, mail: Mail, *lines: str) -> dict[str, Mail]:
    """Answer a mail with these very lines; the mails that come of it, by address."""
    office.mails()
    assert office.thread(sender, mail, "\n".join(lines)) == "done"
    return dict(office.mails())


def answer(office: Office, sender: str, mail: Mail, body: str) -> Mail:
    """Answer a mail with this very body; the one mail that comes back."""
    office.mails()
    office.thread(sender, mail, body)
    return office.mail_to(sender)


def played(office: Office, number: int = 1) -> list[str]:
    """The orders that have been played in a match."""
    return [row.text for row in office.log(number) if row.kind == "answer"]


def steps(office: Office) -> list[tuple[str, str]]:
    """Run the reminders; the step and the handle of each one that was due."""
    return [(step.what, step.handle) for step in run_reminders(office.app)]


def held(office: Office) -> Mail:
    """Ann, it seems, challenges Ben by a letter that does not show who wrote it; what she is asked."""
    for name in ("Ann", "Ben"):
        office.register(name)
    assert office.write("ann@example.org", "challenge dodgeball ben") == "held"
    return office.mail_to("ann@example.org")
