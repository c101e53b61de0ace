"""What is fed with arbitrary bytes. Each target raises where something does not hold; what it raises is the finding."""

import asyncio
import contextlib
import functools
import re
from collections.abc import Callable
from typing import Any

from pbem.mail.html import MAX_TEXT, HtmlError, to_text
from pbem.mail.limits import Limits
from pbem.mail.listener import Envelope, Listener
from pbem.mail.reading import LetterError, read
from pbem.mail.tasks import read_here
from pbem.mail.tokens import Token
from pbem.play.conditional import lines_of, read_line
from pbem.play.orders import Unreadable
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming, Outgoing
from tools.fuzz.costs import BOUND, cook, decode, units

Target = Callable[[bytes], None]

NOW = 1_793_000_000
ANN, BEN = "ann@example.org", "ben@example.org"
ASKED_OUTSIDE = ("address", "invitation")
"""The kinds of mails in which a letter of a player may ask somebody who is none."""
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_REPLY = re.compile(rb"(?:[2-5]\d\d-[ -~]*\r\n)*[2-5]\d\d [ -~]*\r\n")


def letters(data: bytes) -> None:
    """A letter is read, into clean text of bounded size, or refused by a LetterError."""
    try:
        letter = read(data, domain="example.com")
    except LetterError:
        return
    texts = (
        letter.subject,
        letter.message_id,
        letter.sender,
        letter.why,
        *letter.references,
        *letter.recipients,
    )
    for text in (*texts, *letter.lines, *letter.notes, *letter.auth):
        assert not _UNSEEN.search(text), text
    assert sum(map(bool, letter.lines)) <= 200
    assert max(map(len, letter.lines), default=0) <= 1000


def documents(data: bytes) -> None:
    """HTML is turned into text of bounded size, or given up."""
    with contextlib.suppress(HtmlError):
        assert len(to_text(data.decode("utf-8", "replace"))) <= MAX_TEXT


def orders(data: bytes) -> None:
    """A line is an order of a game or unreadable; an order written in full is read as itself. The first byte picks
    the game."""
    games = _games()
    game = games[data[0] % len(games)] if data else games[0]
    for text in data[1:].decode("utf-8", "replace").split("\n"):
        for line in lines_of(text):
            try:
                order = read_line(game.read, line, game.tests)
            except Unreadable:
                continue
            assert read_line(game.read, str(order), game.tests) == order, line


def server(data: bytes) -> None:
    """A letter of a player in the middle of a match is dealt with, whatever its Subject (the first line) and its text;
    what is written because of it is as mail must be. Nothing of it stays here."""
    office = _office()
    head = f"From: {ANN}\nMessage-ID: <x@example.org>\nContent-Type: text/plain; charset=utf-8\nSubject: "
    subject, _, text = data.replace(b"\r", b"\n").partition(b"\n")
    with contextlib.suppress(_RolledBack), office.store.transaction():
        status = office.deliver(ANN, office.board, head.encode() + subject[:1000] + b"\n\n" + text)
        assert status in ("done", "ignored"), status
        written = office.written()
        assert written or status == "ignored", "no answer"
        for mail in written:
            assert mail.recipient in (ANN, BEN) or mail.kind in ASKED_OUTSIDE
            check_mail(office.writer.mail(mail))
        raise _RolledBack


def check_mail(raw: bytes) -> None:
    """A mail of ours has the header that was meant, lines that are not too long, and CR LF only."""
    head, _, body = raw.partition(b"\r\n\r\n")
    assert raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert raw.isascii()
    assert b"\0" not in raw
    names = [line.partition(b":")[0].decode() for line in head.split(b"\r\n") if line[:1] not in b" \t"]
    assert set(names) <= _HEADER, names
    assert len(names) == len(set(names)), names
    assert body.strip()


def dialogues(data: bytes) -> None:
    """An SMTP session ends without an error of ours, and all its replies are replies. The first byte says whether it
    is LMTP and in pieces of what size it comes."""
    if data:
        asyncio.run(_converse(data[1:], lmtp=bool(data[0] & 1), piece=(data[0] >> 1) or len(data)))


def costs(data: bytes) -> None:
    """No letter costs too much: see `tools.fuzz.costs`."""
    found = cost_of(data)
    assert found <= BOUND, f"{found:.0f} units, {BOUND:.0f} are allowed: {decode(data)}"


def cost_of(data: bytes) -> float:
    """The units that the letter of a recipe costs, to read it and to do what it says."""
    recipe, office = decode(data), _busy_office()
    sender = "cat@example.org" if recipe.sender == "stranger" else ANN
    to = {"answer": office.board, "new letter": office.mine}.get(recipe.sender, "pbem@play.example")
    to = office.bounces if recipe.form == "report" else to

    def letter(number: int) -> None:
        head, body = cook(recipe, number)
        with contextlib.suppress(_RolledBack), office.store.transaction():
            office.deliver(sender, to, f"From: {sender}\n".encode() + head + b"\n" + body)
            for mail in office.written():
                office.writer.mail(mail)
            raise _RolledBack

    return units(letter)


TARGETS: dict[str, Target] = {
    target.__name__: target for target in (letters, documents, orders, server, dialogues, costs)
}


# What they need.

_HEADER = frozenset(
    (
        *(
            "From",
            "To",
            "Reply-To",
            "Subject",
            "Date",
            "Message-ID",
            "In-Reply-To",
            "References",
            "MIME-Version",
        ),
        *("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-Id", "List-Help", "List-Unsubscribe"),
        *("Content-Type", "Content-Transfer-Encoding"),
    )
)


@functools.cache
def _games() -> list[Any]:
    return list(Games())


class _RolledBack(Exception):
    """The transaction of a letter is not to stay."""


class _Office:
    """A server without sockets, in which Ann plays a match of Dodgeball against Ben."""

    def __init__(self, *others: str) -> None:
        """`others` are more games that they play."""
        self.store = Store(":memory:")
        self.app = Application(
            self.store, Config(domain="play.example"), now=lambda: NOW, seed=lambda: b"s" * 32
        )
        for number, address in enumerate((ANN, BEN)):
            self.store.people.add(address.partition("@")[0], address, NOW + number)
        for number, game in enumerate(("dodgeball ben pawns=3 placement=fixed", *others), start=1):
            self._write(ANN, f"challenge {game}")
            self._write(BEN, f"accept {number}")
        loaded = self.app.repository.load(1)
        self.board = self.app.signer.address(Token("seat", 1, 0, loaded.match.turn.number))
        self.mine = self.app.signer.address(Token("player", 1))
        self.bounces = self.app.signer.bounce_address(Token("bounce", 1))
        self.writer = Writer(self.app.context)
        self.mails = len(self.store.post.outbox(None, 100))

    def _write(self, sender: str, body: str) -> None:
        raw = f"From: {sender}\nMessage-ID: <{body.replace(' ', '-')}@example.org>\n\n{body}\n".encode()
        with self.store.transaction():
            assert self.deliver(sender, "pbem@play.example", raw) == "done"

    def deliver(self, sender: str, to: str, raw: bytes) -> str:
        """Hand a letter to the desk; what became of it. To be called within a transaction."""
        number = self.store.post.receive(raw, sender, (to,), NOW)
        incoming = Incoming(number, NOW, sender, (to,), raw, "new", 0, "")
        return self.app.handler.handle(incoming, read_here(task_of(self.app.config, incoming)))

    def written(self) -> list[Outgoing]:
        """What has been told since the beginning."""
        written = self.store.post.outbox(None, 100)
        return written[: len(written) - self.mails]


@functools.cache
def _office() -> _Office:
    return _Office()


@functools.cache
def _busy_office() -> _Office:
    """A match of every game; and what is read and written for the first time has been."""
    office = _Office(*(f"{game.name} ben" for game in _games()[1:]))
    for text in ("help", "S1 mvoe b4\nhello", "list"):
        for sender, to in ((ANN, office.board), (ANN, office.mine), ("cat@example.org", "pbem@play.example")):
            with contextlib.suppress(_RolledBack), office.store.transaction():
                office.deliver(sender, to, f"From: {sender}\n\n{text}".encode())
                raise _RolledBack
    return office


class _Wire(asyncio.Transport):
    """The client's end: what it hears is kept."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 4711)})
        self.heard = bytearray()
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.heard += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """All has come already."""

    def resume_reading(self) -> None:
        """Likewise."""


async def _converse(data: bytes, *, lmtp: bool, piece: int) -> None:
    kept: list[Envelope] = []

    async def deposit(envelope: Envelope) -> None:
        kept.append(envelope)

    listener = Listener(
        deposit,
        lambda address: address.startswith("pbem"),
        limits=Limits(letter_bytes=1000, lmtp_letter_bytes=1000),
        hostname="mx.example.com",
        domain="example.com",
    )
    errors: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    session = listener.session(lmtp=lmtp)
    wire = _Wire()
    session.connection_made(wire)
    for start in range(0, len(data), piece):
        if wire.closed:
            break
        session.data_received(data[start : start + piece])
        await asyncio.sleep(0)
    session.eof_received()
    await _quiet(wire)
    session.connection_lost(None)
    await asyncio.sleep(0)
    assert not errors, errors
    heard = bytes(wire.heard)
    assert re.fullmatch(rb"(?:%s)*" % _REPLY.pattern, heard), heard
    assert b"451 " not in heard, "an error of ours"
    assert len(kept) <= data.count(b"\r\n.\r\n")
    for envelope in kept:
        assert len(envelope.raw) <= 1000
        assert envelope.recipients


async def _quiet(wire: _Wire) -> None:
    """Wait until the session has said all it has to say."""
    said = -1
    while said < len(wire.heard):
        said = len(wire.heard)
        for _ in range(10):
            await asyncio.sleep(0)
