"""Dialogues at the door: a listener under test, and scripts of what both sides say.

A script is a file of tests/dialogues, named after its case. Its first line says what is shown; then:

    listener: lmtp                      by LMTP (else SMTP)
    limits: recipients=2, errors=0      other limits than the defaults
    deposit: fails                      letters cannot be stored

    S: 220 mx.example.com ESMTP         the server's next reply begins like this
    C: EHLO client                      the client says this, and CR LF
    S: 250-mx.example.com               a reply of several lines, as it must be; or just
    S: 250-SIZE 262144                      S: 250
    S: 250 ENHANCEDSTATUSCODES          where the rest does not matter
    C: MAIL FROM:<a\\0{x*500}@b.org>    escapes as in Python; {x*500} is 500 times x
    C: NO\\                             a backslash at the end: no CR LF yet
    3 times                             what is indented below happens so often
      C: NOOP
      S: 250
    C: (waits 0.1)                      seconds; likewise (half-closes), (breaks)
    S: (closed)                         the server has closed the connection
    C2: HELO other                      another client; its replies are S2

    kept: x\\r\\n                       a letter that was kept, with its bytes; or: nothing
    from: a@b.org                       its envelope, where that matters
    for: pbem@example.com
    log: 127.0.0.1 said b'XYZZY'        something that is in the log
    no log: hunter2                     and something that is not

After each script a letter of somebody else must be taken as if nothing had happened.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from msgspec import Struct

from pbem.mail.limits import Limits
from pbem.mail.listener import Envelope, Listener

KNOWN = {
    "pbem@example.com",
    "pbem+good@example.com",
    "pbem-b+good@example.com",
    "postmaster@example.com",
}
TO_DATA = """
    S: 220 mx.example.com ESMTP
    C: EHLO client
    S: 250-mx.example.com
    C: MAIL FROM:<alice@example.org>
    S: 250
    C: RCPT TO:<pbem+good@example.com>
    S: 250
    C: DATA
    S: 354
"""

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Door:
    """A listener under test and what it has taken."""

    def __init__(self, limits: Limits, *, lmtp: bool) -> None:
        self.listener = Listener(
            self._deposit, KNOWN.__contains__, limits=limits, hostname="mx.example.com", domain="example.com"
        )
        self.lmtp = lmtp
        self.letters: list[Envelope] = []
        self.before_deposit: Callable[[], Awaitable[None]] | None = None
        self.address = ("", 0)

    async def _deposit(self, envelope: Envelope) -> None:
        if self.before_deposit is not None:
            await self.before_deposit()
        self.letters.append(envelope)

    async def start(self) -> None:
        """Listen on a free port."""
        self.address = await self.listener.start("127.0.0.1", 0, lmtp=self.lmtp)

    async def call(self) -> Client:
        """A new client."""
        return await asyncio.open_connection(*self.address)

    async def talk(self, dialogue: str) -> None:
        """Hold a dialogue, over connections of its own."""
        clients: dict[str, Client] = {}
        try:
            for step in _steps(dialogue.split("\n")):
                if step.client not in clients:
                    clients[step.client] = await self.call()
                await _take(step, *clients[step.client])
        finally:
            for _, writer in clients.values():
                writer.close()
            await asyncio.gather(*(w.wait_closed() for _, w in clients.values()), return_exceptions=True)


@asynccontextmanager
async def door(limits: Limits = Limits(), *, lmtp: bool = False) -> AsyncIterator[Door]:  # noqa: B008  # frozen
    """A listener with these limits, stopped at the end."""
    opened = Door(limits, lmtp=lmtp)
    await opened.start()
    try:
        yield opened
    finally:
        await opened.listener.stop(grace=0.2)


async def say(client: Client, dialogue: str) -> None:
    """Go on with a dialogue of one client."""
    for step in _steps(dialogue.split("\n")):
        await _take(step, *client)


# --- one step ------------------------------------------------------------------------------------


class _Step(NamedTuple):
    client: str
    spoken: bool  # by the client; else a reply is expected
    text: str


def _steps(lines: Iterable[str]) -> Iterator[_Step]:
    """The steps of a dialogue, with repetitions written out and the lines of one reply together."""
    reply = ""
    for line in _repeated([line.rstrip() for line in lines if line.strip()]):
        match = re.fullmatch(r"([CS])(\d?): ?(.*)", line)
        assert match, f"no line of a dialogue: {line}"
        who, client, text = match.groups()
        if who == "S" and text[3:4] == "-" and "\\r" not in text:
            reply += text + "\n"
            continue
        if reply and who == "C":  # only the first line of it matters
            yield _Step(client, spoken=False, text=reply.strip())
            reply = ""
        yield _Step(client, spoken=who == "C", text=reply + text)
        reply = ""
    if reply:
        yield _Step(client, spoken=False, text=reply.strip())


def _repeated(lines: list[str]) -> Iterator[str]:
    depth = [len(line) - len(line.lstrip()) for line in lines]
    at = 0
    while at < len(lines):
        times = re.fullmatch(r"\s*(\d+) times", lines[at])
        if not times:
            yield lines[at].strip()
            at += 1
            continue
        end = next((i for i in range(at + 1, len(lines)) if depth[i] <= depth[at]), len(lines))
        for _ in range(int(times[1])):
            yield from _repeated(lines[at + 1 : end])
        at = end


async def _take(step: _Step, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    act = re.fullmatch(r"\((.*)\)", step.text)
    if not step.spoken:
        await _hear(step.text, reader)
    elif not act:
        writer.write(_bytes(step.text))
        await writer.drain()
    elif act[1] == "half-closes":
        writer.write_eof()
    elif act[1] == "breaks":
        writer.transport.abort()
    else:
        word, seconds = act[1].split()
        assert word == "waits"
        await asyncio.sleep(float(seconds))


async def _hear(expected: str, reader: asyncio.StreamReader) -> None:
    if expected == "(closed)":
        assert await asyncio.wait_for(reader.read(), 5) == b""
        return
    reply = [await asyncio.wait_for(reader.readline(), 5)]
    while reply[-1][3:4] == b"-":
        reply.append(await asyncio.wait_for(reader.readline(), 5))
    assert all(line.endswith(b"\r\n") for line in reply), f"{expected} expected, {reply} came"
    lines = expected.split("\n")
    assert len(lines) in (1, len(reply)), f"{expected} expected, {reply} came"
    for line, came in zip(lines, reply, strict=False):
        assert came.startswith(unescaped(line)), f"{line} expected, {came!r} came"


def _bytes(text: str) -> bytes:
    goes_on = text.endswith("\\")
    return unescaped(text.removesuffix("\\")) + b"\r\n" * (not goes_on)


def unescaped(text: str) -> bytes:
    """The bytes that a text with escapes and repetitions stands for."""
    text = re.sub(r"\{(.+?)\*(\d+)\}", lambda part: part[1] * int(part[2]), text)
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1")


# --- a whole script ------------------------------------------------------------------------------


class Script(Struct):
    """A file of tests/dialogues."""

    title: str
    settings: dict[str, str]
    dialogue: list[str]
    kept: list[dict[str, str]]  # `kept`, and perhaps `from` and `for`, of each letter
    log: list[str]
    no_log: list[str]


def read_script(text: str) -> Script:
    """Raises AssertionError for a line that means nothing."""
    title, *lines = text.split("\n")
    script = Script(title.removeprefix("# "), {}, [], [], [], [])
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name in ("listener", "limits", "deposit"):
            script.settings[name] = value
        elif name == "kept":
            script.kept.append({name: value})
        elif name in ("from", "for"):
            script.kept[-1][name] = value
        elif name in ("log", "no log"):
            (script.log if name == "log" else script.no_log).append(value)
        elif line.strip() and not line.startswith("#"):
            script.dialogue.append(line)
    assert script.kept, "a script says what is kept"
    return script


async def play(script: Script) -> list[Envelope]:
    """Hold the dialogue of a script; returns the letters kept by then. Somebody else's letter is taken afterwards."""
    settings = script.settings
    pairs = dict(pair.split("=") for pair in settings.get("limits", "").split(", ") if pair)
    limits = msgspec.convert(pairs, Limits, strict=False)
    lmtp = settings.get("listener") == "lmtp"

    async def fail() -> None:
        raise OSError("secret\r\n250 \u00e9")

    async with door(limits, lmtp=lmtp) as opened:
        opened.before_deposit = fail if settings.get("deposit") == "fails" else None
        await opened.talk("\n".join(script.dialogue))
        await asyncio.sleep(0.01)  # until the server has seen its clients go
        opened.before_deposit = None
        kept = list(opened.letters)
        opened.listener.limits = Limits()
        hello = "LHLO" if lmtp else "EHLO"
        await opened.talk(
            f"S: 220\nC: {hello} other\nS: 250\nC: MAIL FROM:<dan@example.org>\nS: 250\n"
            "C: RCPT TO:<pbem@example.com>\nS: 250\nC: DATA\nS: 354\nC: y\nC: .\nS: 250"
        )
        assert opened.letters[-1].raw == b"y\r\n"
    return kept
