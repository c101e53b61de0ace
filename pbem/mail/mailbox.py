"""A mailbox behind IMAP: the few things that are done with one, and what may go wrong.

IMAPClient does the talking. Three of its traits are met here: what it reports in `IDLE` says only that something has
happened, an empty report may be a closed connection, and any exception may leave the connection unusable. So each
method either answers or raises a `BoxError`, after which the box must be closed and another opened.

What a server announces is not believed: each command has a limit on the bytes of its answer, and on the time until
that is complete, however often the server says that it is still there.

Nothing here marks a letter as read, or deletes one that was not named by its UID. All methods block: they are for a
thread of their own, but for `abort`, which ends them from any other.
"""

import imaplib
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from email.parser import BytesHeaderParser
from email.policy import compat32
from typing import Any, Literal, Protocol

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, LoginError, ProtocolError
from msgspec import Struct

from pbem.mail.limits import MAX_LETTER

# The library's own limit on a line is below what a folder of 130,000 letters takes.
vars(imaplib)["_MAXLINE"] = 16 << 20

CONNECT_SECONDS, COMMAND_SECONDS = 10, 60
ANSWER_BYTES = 16 << 20
"""Maximum size of an answer: the numbers of a million letters."""
LETTER_BYTES = MAX_LETTER + (64 << 10)
"""Maximum size of an answer that holds a letter."""
GROUP = 500
"""Maximum number of letters that are asked about at once."""
MOVES = 100
"""Maximum number of letters that are moved at once: a longer command may run into the time limit half done."""

# Fields that tell for whom a letter is, and whose thread it belongs to.
ADDRESSED = (
    *("FROM", "TO", "CC", "DELIVERED-TO", "X-DELIVERED-TO", "ENVELOPE-TO", "X-ENVELOPE-TO", "X-ORIGINAL-TO"),
    *("X-FORWARDED-TO", "RECEIVED", "IN-REPLY-TO", "REFERENCES"),
)

_PASSING = re.compile(r"\[(?:unavailable|inuse|limit|serverbug)\]|too many|try again|later", re.I)
_MODERN = re.compile(r"oauth|basic ?auth\w*|authentication is disabled|modern auth", re.I)
_VANISHED = re.compile(r"\[expungeissued\]|some of the requested messages no longer exist", re.I)
_JUNK_NAMES = ("junk", "spam", "junk mail", "junk e-mail", "junk-e-mail", "bulk mail", "spamverdacht")


class BoxError(Exception):
    """The connection is of no use anymore; the text says why, for the log."""


class Garbled(BoxError):
    """The server's answer cannot be parsed."""


class LoginRefused(BoxError):
    """The server does not take this name and password."""


class Denied(Exception):
    """The server refuses a command; the connection is in order."""


class Listed(Struct, frozen=True):
    """A letter of a folder as the server lists it: its size in bytes, and when it arrived (0: not told)."""

    uid: int
    size: int
    message_id: str
    arrived: int


class Box(Protocol):
    """An open mailbox, with one folder selected."""

    idles: bool

    def select(self, folder: str) -> int:
        """Select a folder; returns its UIDVALIDITY, 0 where the server names none. Raises `Denied` if there is none."""

    def uids(self) -> list[int]:
        """The UIDs of all letters in the folder."""

    def peek(self, uids: Sequence[int]) -> dict[int, Listed]:
        """What the server lists of some letters; those that have vanished are missing."""

    def addressed(self, uids: Sequence[int]) -> dict[int, bytes]:
        """The fields `ADDRESSED` of some letters, as a header."""

    def header(self, uid: int) -> bytes | None:
        """The header of a letter; None if it has vanished."""

    def whole(self, uid: int) -> bytes | None:
        """The bytes of a letter; None if it has vanished."""

    def move(self, uids: Sequence[int], folder: str) -> bool:
        """Move letters to a folder, which is created if need be; False if the server cannot do that safely. Raises
        `Denied`."""

    def delete(self, uids: Sequence[int]) -> bool:
        """Delete letters, and no others; False if the server cannot do that."""

    def before(self, day: datetime) -> list[int]:
        """The UIDs of letters that arrived before a day."""

    def junk(self) -> str:
        """The folder for junk; "" if there is none."""

    def fullness(self) -> int:
        """How full the mailbox is, in percent; 0 if the server does not tell."""

    def idle(self, seconds: float) -> None:
        """Return when something has happened in the folder, or the time is up."""

    def abort(self) -> None:
        """End whatever another thread does here with a `BoxError`."""

    def close(self) -> None:
        """Log out. Raises nothing."""


class Server(Struct, frozen=True):
    """Where a mailbox is. `ca_file`: an authority to trust besides those of the system."""

    host: str
    port: int
    tls: Literal["tls", "starttls"]
    user: str
    ca_file: str = ""


class ImapBox:
    """A mailbox behind IMAP (see `Box`)."""

    def __init__(self, server: Server, password: str) -> None:
        """Connect, encrypt and log in. Raises `LoginRefused` and `BoxError`."""
        self._client: Any = None
        try:
            with _errors():
                self._client = _connected(server)
            with self._command():
                self._log_in(server.user, password)
                self._client.normalise_times = False
                self.idles = bool(self._client.has_capability("IDLE"))
                self._moves = bool(self._client.has_capability("MOVE"))
                self._expunges = bool(self._client.has_capability("UIDPLUS"))
        except Denied as error:
            self.close()
            raise BoxError(str(error)) from None
        except BoxError:
            self.close()
            raise

    def _log_in(self, user: str, password: str) -> None:
        refused = ""
        try:
            self._client.login(user, password)
        except LoginError as error:
            refused = _said(error)
        if not refused:
            return
        if _PASSING.search(refused) and not _MODERN.search(refused):
            raise BoxError(refused)
        if _MODERN.search(refused):
            refused += " (this provider wants OAuth2 instead of a password, which pbem cannot do)"
        raise LoginRefused(refused)

    def select(self, folder: str) -> int:
        """See `Box`."""
        with self._command():
            return int(self._client.select_folder(folder).get(b"UIDVALIDITY", 0))

    def uids(self) -> list[int]:
        """See `Box`."""
        with self._command():
            return sorted(self._client.search("ALL"))

    def peek(self, uids: Sequence[int]) -> dict[int, Listed]:
        """See `Box`."""
        found = {}
        for uid, data in self._fetch(uids, "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]").items():
            arrived = data.get(b"INTERNALDATE")
            found[uid] = Listed(
                uid,
                int(data[b"RFC822.SIZE"]),
                _message_id(_section(data)),
                int(arrived.timestamp()) if isinstance(arrived, datetime) else 0,
            )
        return found

    def addressed(self, uids: Sequence[int]) -> dict[int, bytes]:
        """See `Box`."""
        item = f"BODY.PEEK[HEADER.FIELDS ({' '.join(ADDRESSED)})]"
        return {uid: _section(data) for uid, data in self._fetch(uids, item).items()}

    def header(self, uid: int) -> bytes | None:
        """See `Box`."""
        data = self._fetch([uid], "BODY.PEEK[HEADER]", LETTER_BYTES).get(uid)
        return None if data is None else _section(data)

    def whole(self, uid: int) -> bytes | None:
        """See `Box`."""
        data = self._fetch([uid], "BODY.PEEK[]", LETTER_BYTES).get(uid)
        return None if data is None else _section(data)

    def _fetch(self, uids: Sequence[int], item: str, most: int = ANSWER_BYTES) -> dict[int, dict[bytes, Any]]:
        try:
            with self._command(most=most):
                found = self._client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE", item])
        except Denied as error:
            if _VANISHED.search(str(error)):
                return {}
            raise BoxError(str(error)) from None
        # An answer without what was asked for is of something else: flags that another program has set.
        return {uid: data for uid, data in found.items() if b"RFC822.SIZE" in data}

    def move(self, uids: Sequence[int], folder: str) -> bool:
        """See `Box`."""
        if not self._moves and not self._expunges:
            return False
        try:
            self._move(uids, folder)
        except Denied as error:
            if _VANISHED.search(str(error)):
                return True
            if "[trycreate]" not in str(error).lower() and self._exists(folder):
                raise
            with self._command():
                self._client.create_folder(folder)
            self._move(uids, folder)
        return True

    def _move(self, uids: Sequence[int], folder: str) -> None:
        with self._command():
            if self._moves:
                self._client.move(uids, folder)
                return
            self._client.copy(uids, folder)
            self._client.delete_messages(uids, silent=True)
            self._client.uid_expunge(uids)

    def _exists(self, folder: str) -> bool:
        with self._command():
            return bool(self._client.folder_exists(folder))

    def delete(self, uids: Sequence[int]) -> bool:
        """See `Box`."""
        if not self._expunges:
            return False
        with self._command():
            self._client.delete_messages(uids, silent=True)
            self._client.uid_expunge(uids)
        return True

    def before(self, day: datetime) -> list[int]:
        """See `Box`."""
        with self._command():
            return sorted(self._client.search(["BEFORE", day.date()]))

    def junk(self) -> str:
        """See `Box`."""
        with self._command():
            folders = [(flags, name) for flags, _, name in self._client.list_folders()]
        for flags, name in folders:
            if any(flag.lower() == b"\\junk" for flag in flags):
                return str(name)
        for _, name in folders:
            if re.split(r"[/.]", str(name))[-1].lower() in _JUNK_NAMES:
                return str(name)
        return ""

    def fullness(self) -> int:
        """See `Box`."""
        if not self._client.has_capability("QUOTA"):
            return 0
        try:
            with self._command():
                _, quotas = self._client.get_quota_root("INBOX")
        except Denied:
            return 0
        return max((round(100 * quota.usage / quota.limit) for quota in quotas if quota.limit), default=0)

    def idle(self, seconds: float) -> None:
        """See `Box`. What is reported is not looked at: whoever is woken searches anyway."""
        with self._command(seconds + COMMAND_SECONDS):
            self._client.idle()
            self._client.idle_check(timeout=seconds)
            self._client.idle_done()

    @contextmanager
    def _command(self, seconds: float | None = None, *, most: int = ANSWER_BYTES) -> Iterator[None]:
        """A command whose answer may take so many seconds, `COMMAND_SECONDS` unless given, and so many bytes."""
        with _errors(), _within(self._client, seconds or COMMAND_SECONDS, most):
            yield

    def abort(self) -> None:
        """See `Box`."""
        with suppress(Exception):
            _shut(self._client)

    def close(self) -> None:
        """See `Box`."""
        if self._client is None:
            return
        try:
            with _within(self._client, CONNECT_SECONDS, ANSWER_BYTES):
                self._client.logout()
        except Exception:  # whatever state it is in
            with suppress(Exception):
                self._client.shutdown()


def _connected(server: Server) -> Any:
    """A connection that is encrypted, with a certificate that is good for the host."""
    trust = ssl.create_default_context()
    if server.ca_file:
        trust.load_verify_locations(server.ca_file)
    direct = server.tls == "tls"
    timeout: Any = SocketTimeout(CONNECT_SECONDS, COMMAND_SECONDS)
    client: Any = IMAPClient(
        server.host, server.port, ssl=direct, ssl_context=trust if direct else None, timeout=timeout
    )
    try:
        # A command goes out in two pieces, and the second would wait 40 ms for the server to acknowledge the first.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not direct:
            with _within(client, COMMAND_SECONDS, ANSWER_BYTES):
                client.starttls(trust)
    except CapabilityError:
        client.shutdown()
        raise BoxError(f"{server.host}:{server.port} offers no encryption (STARTTLS)") from None
    except BaseException:
        client.shutdown()
        raise
    return client


@contextmanager
def _within(client: Any, seconds: float, most: int) -> Iterator[None]:
    """Limits on what is read: raises `Garbled` beyond so many bytes, and `BoxError` after so many seconds."""
    imap, left = client._imap, most
    read, readline = type(imap).read, type(imap).readline

    def count(size: int) -> None:
        nonlocal left
        left -= size
        if left < 0:
            raise Garbled(f"an answer of more than {most} bytes")

    def bounded_read(size: int) -> bytes:
        count(size)  # as announced: nothing of it is taken
        return bytes(read(imap, size))

    def bounded_line() -> bytes:
        line = bytes(readline(imap))
        count(len(line))
        return line

    late = threading.Event()

    def end() -> None:
        late.set()
        with suppress(Exception):
            _shut(client)

    imap.read, imap.readline = bounded_read, bounded_line
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception:
        if late.is_set():
            raise BoxError(f"an answer that is not complete after {seconds:g} seconds") from None
        raise
    finally:
        timer.cancel()


def _shut(client: Any) -> None:
    client.socket().shutdown(socket.SHUT_RDWR)


@contextmanager
def _errors() -> Iterator[None]:
    """What the library and the system raise, as our own errors."""
    try:
        yield
    except (BoxError, Denied):
        raise
    except (ProtocolError, UnicodeError, LookupError, TypeError, AttributeError) as error:
        raise Garbled(_line(error)) from None
    except ssl.SSLCertVerificationError as error:
        raise BoxError(f"the certificate is not valid: {error.verify_message}") from None
    except (IMAPClient.AbortError, OSError) as error:
        raise BoxError(_line(error)) from None
    except CapabilityError as error:
        raise Denied(_line(error)) from None
    except IMAPClient.Error as error:
        raise Denied(_line(error)) from None
    except ValueError as error:
        raise Garbled(_line(error)) from None


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {_said(error)}"[:300]


def _said(error: Exception) -> str:
    """What an error says, in one line; the library quotes a server's words as Python's bytes."""
    return re.sub(r"""^b(['"])(.*)\1$""", r"\2", " ".join(str(error).split()))


def _section(data: dict[bytes, Any]) -> bytes:
    """The part of a letter that was asked for; servers may spell its name in other ways."""
    return next((value or b"" for name, value in data.items() if name.startswith(b"BODY[")), b"")


def _message_id(header: bytes) -> str:
    found = BytesHeaderParser(policy=compat32).parsebytes(header[:2000]).get("message-id", "")
    return " ".join(str(found).split())[:250]
