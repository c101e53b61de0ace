"""An IMAP server that does as it is told: for a mailbox behind it, and for all that may go wrong with one.

It speaks as much of IMAP4rev1 as is used here, with IDLE, MOVE, UIDPLUS and SPECIAL-USE, each of which may be left out.
"""

import functools
import re
import socket
import ssl
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

import trustme

DROP = "(drop)"  # the server closes instead of answering
BYE = "(bye)"  # it says BYE, and closes
SILENCE = "(silence)"
DRIBBLE = "(dribble)"  # "still here" every now and then, and no answer
HALF = "(half)"  # half a line, and closes

NOON = int(datetime(2026, 10, 25, 12, tzinfo=UTC).timestamp())
AUTHORITY = trustme.CA()


@dataclass
class Message:
    """A letter as it lies in a folder."""

    uid: int
    raw: bytes
    arrived: int
    flags: set[str] = field(default_factory=set)


class Folder:
    """A folder: its letters in order."""

    def __init__(self, validity: int) -> None:
        self.validity: int | None = validity
        self.next = 1
        self.messages: list[Message] = []

    def add(self, raw: bytes, arrived: int) -> Message:
        """A new letter, under the next UID."""
        message = Message(self.next, raw, arrived)
        self.next += 1
        self.messages.append(message)
        return message


class FakeImap:
    """`says[verb]` lists what is done instead of the next answers to a command: a line that begins with NO or BAD, or
    one of DROP, BYE, SILENCE, DRIBBLE and HALF. The verbs are those of IMAP without UID; `IDLE` is before `+ idling`,
    `idling` after it. `before[verb]` lists functions that are called before an answer.

    `heard` are the commands, without the password; `logins` counts tries to log in.
    """

    def __init__(self, *, capabilities: str = "IDLE MOVE UIDPLUS SPECIAL-USE", tls: str = "tls") -> None:
        self.capabilities = capabilities
        self.tls = tls
        self.password = "secret"
        self.authority = AUTHORITY
        self.name = "localhost"
        self.login_refusal = "NO [AUTHENTICATIONFAILED] no"
        self.folders: dict[str, Folder] = {"INBOX": Folder(1)}
        self.special: dict[str, str] = {}
        self.says: defaultdict[str, list[str]] = defaultdict(list)
        self.before: defaultdict[str, list[Callable[[], None]]] = defaultdict(list)
        self.garbled: set[int] = set()  # UIDs whose bodies are answered with nonsense
        self.sizes: dict[int, int] = {}  # of letters whose size is listed wrong
        self.heard: list[str] = []
        self.logins = self.connections = 0
        self.port = 0
        self.wake = threading.Condition()
        self.lock = threading.RLock()
        self.closing = False
        self.mute = False  # in IDLE nothing is told

    @property
    def inbox(self) -> Folder:
        """The folder that letters come to."""
        return self.folders["INBOX"]

    def deliver(self, raw: bytes, *, folder: str = "INBOX", arrived: int = NOON) -> Message:
        """A letter has come."""
        with self.lock:
            message = self.folders.setdefault(folder, Folder(1)).add(raw, arrived)
        with self.wake:
            self.wake.notify_all()
        return message

    def box(self, folder: str = "INBOX") -> list[bytes]:
        """The letters of a folder."""
        with self.lock:
            found = self.folders.get(folder)
            return [each.raw for each in found.messages] if found else []

    def renumber(self, *, validity: int | None = None) -> None:
        """The inbox is made anew: the same letters under other numbers, the last first."""
        with self.lock:
            old = self.inbox
            new = Folder(validity if validity is not None else old.validity or 0)
            for message in reversed(old.messages):
                new.add(message.raw, message.arrived)
            self.folders["INBOX"] = new

    def serve(self, connection: socket.socket) -> None:
        """One session."""
        self.connections += 1
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        session = _Session(self, connection)
        with suppress(OSError, ssl.SSLError, _Gone):
            session.run()
        session.close()

    def encrypted(self, connection: socket.socket) -> socket.socket:
        return _certified(self.authority, self.name).wrap_socket(connection, server_side=True)


@functools.cache
def _certified(authority: trustme.CA, name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


class _Gone(Exception):
    """The session is over."""


class _Session:
    def __init__(self, server: FakeImap, connection: socket.socket) -> None:
        self._server = server
        self._connection = connection
        self._buffer = b""
        self._folder = ""
        self._known: list[Message] = []  # by sequence number, as the client knows them

    def close(self) -> None:
        """Let go of the connection."""
        with suppress(OSError):
            self._connection.close()

    def run(self) -> None:
        """Talk until one of the two has enough."""
        if self._server.tls == "tls":
            self._connection = self._server.encrypted(self._connection)
        if not self._turns("connect"):
            self._say(f"* OK [CAPABILITY {self._capabilities()}] fake")
        while not self._server.closing:
            line = self._line()
            tag, _, rest = line.partition(" ")
            verb, _, arguments = rest.partition(" ")
            verb = verb.upper()
            if verb == "UID":
                verb, _, arguments = arguments.partition(" ")
                verb = verb.upper()
            self._server.heard.append(f"{verb} {arguments}" if verb != "LOGIN" else verb)
            for function in self._server.before.pop(verb, []):
                function()
            if self._turns(verb, tag):
                continue
            with self._server.lock:
                getattr(self, f"_do_{verb.lower()}", self._unknown)(tag, arguments)

    def _capabilities(self) -> str:
        offered = f"IMAP4rev1 {self._server.capabilities}"
        return f"{offered} STARTTLS" if self._server.tls == "starttls" else offered

    def _turns(self, verb: str, tag: str = "*") -> bool:
        """Do what the test wants instead of the usual."""
        said = self._server.says[verb]
        if not said:
            return False
        what = said.pop(0)
        if what == BYE:
            self._say("* BYE enough")
        if what == HALF:
            self._connection.sendall(b"* 1 FE")
        if what == SILENCE:
            while not self._server.closing:
                with self._server.wake:
                    self._server.wake.wait(0.05)
        if what == DRIBBLE:
            while not self._server.closing:
                self._say("* OK still here")
                with self._server.wake:
                    self._server.wake.wait(0.05)
        if what in (BYE, HALF, DROP, SILENCE):
            raise _Gone
        self._say(f"{tag} {what}")
        return True

    def _say(self, text: str) -> None:
        self._connection.sendall(text.encode("latin-1") + b"\r\n")

    def _line(self) -> str:
        while b"\r\n" not in self._buffer:
            data = self._connection.recv(65536)
            if not data:
                raise _Gone
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line.decode("latin-1")

    def _ok(self, tag: str, text: str = "done") -> None:
        self._say(f"{tag} OK {text}")

    def _unknown(self, tag: str, arguments: str) -> None:
        self._say(f"{tag} BAD what?")

    def _do_capability(self, tag: str, arguments: str) -> None:
        self._say(f"* CAPABILITY {self._capabilities()}")
        self._ok(tag)

    def _do_starttls(self, tag: str, arguments: str) -> None:
        self._ok(tag)
        self._connection = self._server.encrypted(self._connection)

    def _do_login(self, tag: str, arguments: str) -> None:
        self._server.logins += 1
        if arguments.split()[-1].strip('"') == self._server.password:
            self._ok(tag)
        else:
            self._say(f"{tag} {self._server.login_refusal}")

    def _do_noop(self, tag: str, arguments: str) -> None:
        self._ok(tag)

    def _do_logout(self, tag: str, arguments: str) -> None:
        self._say("* BYE so long")
        self._ok(tag)
        raise _Gone

    def _do_list(self, tag: str, arguments: str) -> None:
        for name in self._server.folders:
            flags = self._server.special.get(name, "\\HasNoChildren")
            pattern = arguments.split()[-1].strip('"')
            if pattern in ("*", name):
                self._say(f'* LIST ({flags}) "/" "{name}"')
        self._ok(tag)

    def _do_create(self, tag: str, arguments: str) -> None:
        self._server.folders[arguments.strip('"')] = Folder(7)
        self._ok(tag)

    def _do_select(self, tag: str, arguments: str) -> None:
        name = arguments.split()[0].strip('"')
        folder = self._server.folders.get(name)
        if folder is None:
            self._say(f"{tag} NO [NONEXISTENT] no such folder")
            return
        self._folder = name
        self._known = list(folder.messages)
        self._say("* FLAGS (\\Seen \\Deleted)")
        self._say(f"* {len(self._known)} EXISTS")
        if folder.validity is not None:
            self._say(f"* OK [UIDVALIDITY {folder.validity}] here")
        self._ok(tag, "[READ-WRITE] selected")

    def _messages(self) -> list[Message]:
        """The letters of the folder that is selected; what has changed is known from now on."""
        messages = self._server.folders[self._folder].messages
        there, known = set(map(id, messages)), set(map(id, self._known))
        for message in list(self._known):
            if id(message) not in there:
                self._say(f"* {self._known.index(message) + 1} EXPUNGE")
                self._known.remove(message)
        new = [message for message in messages if id(message) not in known]
        if new:
            self._known += new
            self._say(f"* {len(self._known)} EXISTS")
        return messages

    def _chosen(self, numbers: str) -> list[Message]:
        wanted: set[int] = set()
        for piece in numbers.split(","):
            first, _, last = piece.partition(":")
            wanted.update(range(int(first), int(last or first) + 1))
        return [message for message in self._server.folders[self._folder].messages if message.uid in wanted]

    def _do_search(self, tag: str, arguments: str) -> None:
        messages = self._messages()
        if found := re.search(r"BEFORE (\S+)", arguments):
            day = datetime.strptime(found[1].strip('"'), "%d-%b-%Y").replace(tzinfo=UTC).timestamp()
            messages = [message for message in messages if message.arrived < day]
        self._say(" ".join(["* SEARCH", *(str(message.uid) for message in messages)]))
        self._ok(tag)

    def _do_fetch(self, tag: str, arguments: str) -> None:
        numbers, _, items = arguments.partition(" ")
        for message in self._chosen(numbers):
            at = self._known.index(message) + 1 if message in self._known else message.uid
            if "PEEK" not in items:
                message.flags.add("\\Seen")
            arrived = datetime.fromtimestamp(message.arrived, UTC).strftime("%d-%b-%Y %H:%M:%S +0000")
            size = self._server.sizes.get(message.uid, len(message.raw))
            head = f'UID {message.uid} RFC822.SIZE {size} INTERNALDATE "{arrived}"'
            section = items.partition("BODY.PEEK[")[2].rpartition("]")[0]
            body = self._section(message.raw, section)
            if message.uid in self._server.garbled and not section:
                self._say(f"* {at} FETCH ({head} BODY[] }}nonsense{{ ")
                continue
            self._connection.sendall(
                f"* {at} FETCH ({head} BODY[{section}] {{{len(body)}}}\r\n".encode() + body + b")\r\n"
            )
        self._ok(tag)

    @staticmethod
    def _section(raw: bytes, section: str) -> bytes:
        header = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        if not section:
            return raw
        if section == "HEADER":
            return header
        names = section.partition("(")[2].rstrip(")").encode().lower().split()
        fields = re.findall(rb"^[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*", header, re.M)
        return b"".join(each for each in fields if each.partition(b":")[0].lower() in names) + b"\r\n"

    def _do_move(self, tag: str, arguments: str) -> None:
        self._take(tag, arguments, keep=False)

    def _do_copy(self, tag: str, arguments: str) -> None:
        self._take(tag, arguments, keep=True)

    def _take(self, tag: str, arguments: str, *, keep: bool) -> None:
        numbers, _, name = arguments.partition(" ")
        name = name.strip('"')
        if name not in self._server.folders:
            self._say(f"{tag} NO [TRYCREATE] no such folder")
            return
        here = self._server.folders[self._folder]
        for message in self._chosen(numbers):
            self._server.folders[name].add(message.raw, message.arrived)
            if not keep:
                here.messages.remove(message)
        self._messages()
        self._ok(tag)

    def _do_store(self, tag: str, arguments: str) -> None:
        for message in self._chosen(arguments.split()[0]):
            message.flags.add("\\Deleted")
        self._ok(tag)

    def _do_expunge(self, tag: str, arguments: str) -> None:
        assert arguments, "a bare EXPUNGE takes what others have marked"
        for message in self._chosen(arguments):
            if "\\Deleted" in message.flags:
                self._server.folders[self._folder].messages.remove(message)
        self._messages()
        self._ok(tag)

    def _do_idle(self, tag: str, arguments: str) -> None:
        self._say("+ idling")
        self._connection.settimeout(0.01)
        if self._turns("idling"):
            return
        while True:
            if not self._server.mute:
                self._messages()
            try:
                line = self._line()
            except TimeoutError:
                if self._server.closing:
                    raise _Gone from None
                self._server.lock.release()
                with self._server.wake:
                    self._server.wake.wait(0.02)
                self._server.lock.acquire()
                continue
            assert line.upper() == "DONE", line
            break
        self._connection.settimeout(None)
        self._ok(tag)


@contextmanager
def imap_beside(server: FakeImap | None = None) -> Iterator[FakeImap]:
    """An IMAP server in threads of its own, on `port`."""
    server = server or FakeImap()
    listener = socket.create_server(("127.0.0.1", 0))
    server.port = listener.getsockname()[1]
    threads: list[threading.Thread] = []

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=server.serve, args=(connection,), daemon=True)
            threads.append(thread)
            thread.start()

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()
    try:
        yield server
    finally:
        server.closing = True
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        with server.wake:
            server.wake.notify_all()
        accepting.join(5)
        for thread in threads:
            thread.join(5)
