"""Sessions: the SMTP dialogue, and the `Envelope` that results.

The protocol's verbs are aiosmtpd's; what it leaves open is closed here:

* the command loop: a deadline for each command, a budget of errors and of idle commands, strict line ends (S1 to
  S16);
* DATA: bounded memory whatever comes, one reply for each recipient on LMTP, bare line ends refused on SMTP (S7,
  S8, S19, S31);
* the answer: `250` only once the letter is stored. If that raises, the client gets a fixed `451`, and the session
  goes on (S32, S33).

Clients' mistakes are logged in one line each, a few for each session, with reply tokens starred: a reader of the log
cannot play for anybody.
"""

import asyncio
import errno
import logging
import re
import secrets
from collections.abc import Sequence
from typing import Literal, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from aiosmtpd.smtp import Session as SmtpSession

from pbem.mail.bounds import hops
from pbem.mail.hooks import Envelope, Hooks, House
from pbem.mail.limits import Limits

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # aiosmtpd's own: it logs addresses, and so tokens

_BUFFER = 64 * 1024  # bytes of one line that wait in memory before they are examined
_DOT = b".\r\n"
# Bytes that parameters add to the longest MAIL command: SIZE (RFC 1870), BODY (RFC 6152), SMTPUTF8 (RFC 6531).
_MAIL_PARAMETERS = 26 + 17 + 10
_WEB_WORDS = frozenset({"GET", "POST", "PUT", "HEAD", "CONNECT", "OPTIONS", "DELETE", "PATCH", "TRACE"})
_GREETING_WORDS = frozenset({"HELO", "EHLO", "LHLO"})
_IDLE_WORDS = _GREETING_WORDS | {"NOOP", "RSET", "VRFY", "EXPN", "HELP"}
_ADDRESSING = frozenset({"MAIL", "RCPT"})
_LOGGED = 5  # lines for each session
_PACE = 1000  # bytes a second of a letter: a slower client counts as silent for the time it lags behind
_TOKEN = re.compile(rb"(?:\+|%2[Bb])[^@>]+")

# The enhanced codes (RFC 2034) of replies that aiosmtpd writes without one.
_ENHANCED = {
    b"221": b"2.0.0",
    b"250": b"2.0.0",
    b"454": b"4.7.0",
    b"500": b"5.5.2",
    b"501": b"5.5.4",
    b"503": b"5.5.1",
    b"552": b"5.3.4",
    b"553": b"5.1.7",
    b"555": b"5.5.4",
}


class Smtp(SMTP):
    """One SMTP session."""

    protocol: Literal["smtp", "lmtp"] = "smtp"
    greeting = "ESMTP"
    line_length_limit = _BUFFER  # of aiosmtpd's reader: how much of a line it holds
    transport: asyncio.Transport | None
    session: SmtpSession
    envelope: SmtpEnvelope

    def __init__(self, house: House) -> None:
        self._house = house
        self._limits = house.limits
        self._letter_bytes = self._size_limit(house.limits)
        super().__init__(
            Hooks(house),
            data_size_limit=self._letter_bytes,
            enable_SMTPUTF8=True,
            hostname=house.hostname,
            ident="",
            timeout=house.limits.command_seconds or 1e9,
            loop=asyncio.get_running_loop(),
        )
        self.peer = ""
        self.known = False  # its network has brought letters of players
        self.letters = 0
        self.refused = 0  # recipients beyond those of one letter
        self._waits_since: float | None = None  # for what the client says next; None: it waits for us
        self._received = 0  # bytes since then
        self._spoke = False
        self._word = ""  # the verb of the command in hand
        self._line = b""  # all of it, for the log; "" where it may hold a password
        self._login = False
        self._logged = 0
        self._errors = 0
        self._unknown = 0
        self._idle = 0
        self._busy = False  # from DATA's 354 to its reply
        self._admitted = False
        self._dismissed = False
        self._session_end: asyncio.TimerHandle | None = None

    @staticmethod
    def _size_limit(limits: Limits) -> int:
        return limits.letter_bytes

    # --- connection ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Turn the client away if there are too many; otherwise begin, with a limit on the whole session."""
        transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        self.peer = peer[0] if peer else ""
        self.known = self._house.guests.is_known(self.peer)
        self._waits_since = self.loop.time()
        refusal = self._house.admit(self)
        if refusal:
            transport.write(f"421 4.3.2 {refusal}, come again later\r\n".encode("ascii"))
            transport.close()
            return
        self._admitted = True
        super().connection_made(transport)
        if self._house.is_crowded(self):
            self._reset_timeout(self._limits.stress_seconds or None)
        if self._limits.session_seconds:
            self._session_end = self.loop.call_later(self._limits.session_seconds, self._timeout_cb)

    def connection_lost(self, error: Exception | None) -> None:
        """Count the session out and end its handler; a deposit in progress continues."""
        if self._admitted:
            if not self._spoke and self._house.is_crowded(self):
                self._house.guests.misbehaved(self.peer)
            self._house.leave(self)
            if self._session_end is not None:
                self._session_end.cancel()
            super().connection_lost(error)

    def eof_received(self) -> bool:
        """A half-closed client still gets the replies to what it has sent; reading then ends (S17)."""
        if self._admitted:
            self._reader.feed_eof()
        return self._admitted

    def data_received(self, data: bytes) -> None:
        """Count the received bytes."""
        self._received += len(data)
        super().data_received(data)

    def silence(self) -> float:
        """For how many seconds the client has been awaited: since the last reply, however much of a command has come;
        within a letter, how much longer than necessary."""
        if self._waits_since is None:
            return 0.0
        awaited = self.loop.time() - self._waits_since
        return max(0.0, awaited - self._received / _PACE) if self._busy else awaited

    def make_room(self) -> None:
        """Close, since others wait for a place and this client says nothing."""
        self._throw_out("421 4.4.2 too silent while others wait, closing")

    def _timeout_cb(self) -> None:
        if self._spoke:
            self.end("421 4.4.2 timeout, closing")
        else:
            self._throw_out("421 4.4.2 timeout, closing")

    @property
    def handler(self) -> "asyncio.Task[None] | None":
        """The task that serves the client."""
        return self._handler_coroutine

    def end(self, reply: str, *, abort: bool = False) -> None:
        """Send a last reply and close; `abort` does not wait until the client has read it."""
        if self.transport is None:
            return
        if not self.transport.is_closing():
            self.transport.write(reply.encode("ascii") + b"\r\n")
            self.transport.close()
        if abort:
            self.transport.abort()

    def _throw_out(self, reply: str = "") -> None:
        """End the session of a client that misbehaves; that is remembered for a while."""
        self._house.guests.misbehaved(self.peer)
        self._note(reply or "(closed)")
        if reply:
            self.end(reply)
        elif self.transport is not None:
            self.transport.close()

    def _note(self, reply: str) -> None:
        """Log a bad command and its reply: only part of it, and no secrets of theirs or ours."""
        self._logged += 1
        if self._logged <= _LOGGED:
            said = _TOKEN.sub(b"+*", self._line[:100])
            log.info("%s said %a and heard %a", self.peer or "the front", said, reply)

    def dismiss(self) -> None:
        """Close now, or if within DATA after its reply."""
        self._dismissed = True
        if not self._busy:
            self.end("421 4.3.2 closing, come again later")

    # --- commands --------------------------------------------------------------------------------

    async def push(self, status: str | bytes) -> None:
        """Send a reply. Errors are counted and logged, and a 421 is the last reply."""
        reply = status if isinstance(status, bytes) else status.encode("ascii", "backslashreplace")
        if self._word not in _GREETING_WORDS and reply[4:5].isalpha() and reply[:3] in _ENHANCED:
            reply = b"%s %s%s" % (reply[:3], _ENHANCED[reply[:3]], reply[3:])
        await super().push(reply)
        if reply.startswith(b"5"):
            self._errors += 1
            self._note(reply.decode("ascii"))
        elif reply.startswith(b"421") and self.transport is not None:
            self.transport.close()

    async def _handle_client(self) -> None:
        try:
            await self.push(f"220 {self.hostname} {self.greeting}")
            while self.transport is not None and not self.transport.is_closing():
                await self._handle_command()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client has gone; nothing of an unfinished letter was kept (S18)
        finally:
            if self.transport is not None:
                self.transport.close()

    async def _handle_command(self) -> None:
        self._waits_since = self.loop.time()
        line = await self._read_line()
        self._waits_since, self._spoke = None, True
        limits = self._limits
        word = self._word = line.split(b" ", 1)[0].strip().upper().decode("ascii", "replace")
        self._login = self._login or word == "AUTH"  # the following line may be the password (S22)
        self._line = b"" if self._login else line.strip()
        if word in _WEB_WORDS:  # a web page that makes a browser talk to us (S12)
            self._throw_out()
            return
        if word in _IDLE_WORDS:
            self._idle += 1
        refusal = self._refusal(word, line)
        if refusal:
            await self.push(refusal)
        else:
            self._reset_timeout()
            argument = line.partition(b" ")[2].strip().decode("ascii")
            await self._obey(word, argument or None)
        if 0 < limits.unknown_commands <= self._unknown or 0 < limits.errors <= self._errors:
            self._throw_out("421 4.7.0 too many errors")
        elif 0 < limits.idle_commands <= self._idle:
            self._throw_out("421 4.7.0 too many commands without a letter")
        elif 0 < limits.refused_recipients <= self.refused:
            self._throw_out("421 4.5.3 too many recipients")
        elif self._dismissed:
            self.end("421 4.3.2 closing, come again later")

    async def _read_line(self) -> bytes:
        """The next command line; of one that is far too long only the beginning and the end (S13)."""
        overlong = b""
        while True:
            try:
                return overlong + await self._reader.readuntil(b"\n")
            except asyncio.LimitOverrunError as error:
                piece = await self._reader.read(error.consumed)
                overlong = (overlong + piece)[:_BUFFER] + piece[-1:]  # which may be the CR

    def _refusal(self, word: str, line: bytes) -> str:
        """The reply to a line that is not an accepted command; "" if it is one."""
        limits = self._limits
        if not line.endswith(b"\r\n") and self.protocol == "smtp":
            return "500 5.5.2 lines end in CR LF"
        line = line.rstrip(b"\r\n")
        room = limits.command_bytes + _MAIL_PARAMETERS * (word == "MAIL")
        if limits.command_bytes and len(line) > room:
            return "500 5.5.2 line too long"
        if word in _ADDRESSING and not line.isascii() and _is_utf8(line):  # RFC 6531, 3.5 (S30)
            return "553 5.6.7 addresses in ASCII only"
        if any(byte < 0x20 or byte > 0x7E for byte in line):  # NUL, ESC, other bytes (S14)
            return "501 5.5.2 visible ASCII only"
        if word not in self._smtp_methods:
            self._unknown += 1
            return "500 5.5.1 unknown command"
        return ""

    async def _obey(self, word: str, argument: str | None) -> None:
        try:
            await self._smtp_methods[word](argument)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise
        except Exception as error:
            # Whatever failed, the client is told nothing of it and tries again later (S32, S33).
            if isinstance(error, OSError):  # the disk is full, the database locked: the depositor knows
                log.info("a letter from %s could not be kept: %r", self.peer, error)
            else:
                log.exception("error %s in a session with %s", secrets.token_hex(4), self.peer)
            full = isinstance(error, OSError) and error.errno == errno.ENOSPC
            reply = self._reply_to_data if self._busy else self.push
            await reply("452 4.3.1 no room for new mail, try later" if full else "451 4.3.0 try later")
            self._forget_letter()
        finally:
            self._busy = False

    async def smtp_VRFY(self, arg: str | None) -> None:  # noqa: N802  # aiosmtpd finds verbs by name
        """Reveal nothing about who is here (S29)."""
        await self.push("252 2.1.5 send some mail, it will be tried")

    async def smtp_EXPN(self, arg: str | None) -> None:  # noqa: N802
        """There are no lists."""
        await self.push("502 5.5.1 not implemented")

    async def smtp_HELP(self, arg: str | None) -> None:  # noqa: N802
        """Short, and without a version (S29)."""
        await self.push("214 2.0.0 letters are taken here, as in RFC 5321")

    async def smtp_AUTH(self, arg: str | None) -> None:  # noqa: N802
        """There is no login; what was sent is not examined (S22)."""
        await self.push("502 5.5.1 not implemented")

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """The address in brackets and what follows it; (None, None) when malformed.

        aiosmtpd would use a full RFC 5322 parser here, at a third of the cost of a whole letter.
        """
        if arg.startswith("<"):
            address, closed, rest = arg[1:].partition(">")
            if not closed or (rest and not rest.startswith(" ")):
                return None, None
        else:
            address, _, rest = arg.partition(" ")
        if " " in address or "<" in address:
            return None, None
        if address.startswith("@"):  # a source route counts for nothing (RFC 5321, appendix C)
            address = address.partition(":")[2]
        return address or "<>", rest.strip()

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        """The parameters of MAIL or RCPT; None, a syntax error, when one is given twice (S9)."""
        found = super()._getparams(params)
        return found if found is not None and len(found) == len(params) else None

    # --- DATA ------------------------------------------------------------------------------------

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802
        """Take a letter: read all of it, keep no more than may be kept, deposit it, then answer."""
        if await self.check_helo_needed():
            return
        if not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 RCPT first")
            return
        if arg:
            await self.push("501 5.5.4 DATA takes no argument")
            return
        await self.push("354 end with a dot on a line of its own")
        self._busy = True
        self._waits_since, self._received = self.loop.time(), 0
        self._reset_timeout(self._limits.data_seconds or None)
        try:
            raw = await self._read_letter()
        except (asyncio.CancelledError, asyncio.IncompleteReadError, ConnectionResetError):
            self._note("(the connection ended within the letter, nothing is kept)")
            raise
        self._waits_since = None
        if raw is None:
            await self._reply_to_data("552 5.3.4 letter too big")
            self._forget_letter()
            return
        status = self._fault(raw)
        if not status:
            await self._house.keep(
                Envelope(
                    raw=raw,
                    return_path="" if self.envelope.mail_from == "<>" else self.envelope.mail_from or "",
                    recipients=tuple(self.envelope.rcpt_tos),
                    peer=self.peer,
                    protocol=self.protocol,
                )
            )
            status = "250 2.0.0 kept"
            self._idle = 0
            if any(map(_is_reply, self.envelope.rcpt_tos)):
                self._house.guests.welcome(self.peer)
        await self._reply_to_data(status)
        self._forget_letter()

    def _forget_letter(self) -> None:
        """Ready for the next MAIL, with a command's deadline again."""
        self.envelope = self._create_envelope()
        self._reset_timeout()

    async def _reply_to_data(self, status: str) -> None:
        """Reply to a letter; LMTP needs a reply for each recipient."""
        await self.push(status)

    async def _read_letter(self) -> bytes | None:
        """The letter up to its final dot, dots unstuffed; None when it is too big.

        Only CR LF dot CR LF ends it (S19). Beyond the limit only the last few bytes are kept, to recognize the end
        (S8); if not even a line ends, the session is closed (S7).
        """
        limit = self._letter_bytes
        data = bytearray()
        size = 0
        unended = 0  # bytes since the last line end
        while True:
            try:
                piece = await self._reader.readuntil(_DOT)
                ended = True
            except asyncio.LimitOverrunError as error:
                piece = await self._reader.read(error.consumed)
                ended = False
            data += piece
            size += len(piece)
            if ended and (data.endswith(b"\r\n" + _DOT) or data == _DOT):
                break
            if size - len(_DOT) > limit:
                del data[:-4]
            unended = 0 if ended or b"\r\n" in piece else unended + len(piece)
            if unended > limit + _BUFFER:
                self._throw_out("552 5.3.4 letter too big")
                raise ConnectionAbortedError
        if size - len(_DOT) > limit:
            return None
        del data[-3:]
        if data.startswith(b"."):
            del data[:1]
        return bytes(data.replace(b"\r\n.", b"\r\n"))

    def _fault(self, raw: bytes) -> str:
        """Why a letter that was read is not accepted; "" if it is."""
        breaks = raw.count(b"\r\n")
        if self.protocol == "smtp" and (raw.count(b"\n") != breaks or raw.count(b"\r") != breaks):
            return "550 5.6.11 bare line ends"
        if 0 < self._limits.hops < hops(raw, self._limits):
            return "554 5.4.6 too many hops"
        return ""


class Lmtp(Smtp, LMTP):
    """One LMTP session (RFC 2033): LHLO, and a reply to each recipient after the dot."""

    protocol = "lmtp"
    greeting = "LMTP"

    @staticmethod
    def _size_limit(limits: Limits) -> int:
        return limits.lmtp_letter_bytes

    async def _reply_to_data(self, status: str) -> None:
        for _ in self.envelope.rcpt_tos or [""]:
            await self.push(status)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_reply(address: str) -> bool:
    """Is a valid address of ours one that players were given to reply to?"""
    local, plus, _ = address.partition("+")
    return plus != "" and not local.endswith("-b")
