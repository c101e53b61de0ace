"""The listener: SMTP and LMTP in, `Envelope`s out, nothing believed and nothing lost.

The dialogue is in `sessions`, admission in `guests` and `pool`. The deposit is shielded: a client that hangs up after
the final dot, or a server that stops, does not undo what is being committed (S17).

A real deployment has a mail server in front, which speaks LMTP from its own address; limits by address are for SMTP,
and each of the two has its own pool of connections. There is no login and no TLS: both are that server's. Everything
runs in the caller's event loop.
"""

import asyncio
import errno
import math
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from pbem.mail.guests import Guests
from pbem.mail.hooks import Envelope, Session
from pbem.mail.limits import Limits
from pbem.mail.pool import Pool
from pbem.mail.sessions import Lmtp, Smtp

__all__ = ["Deposit", "Envelope", "Knows", "Listener"]

Deposit = Callable[[Envelope], Awaitable[None]]
Knows = Callable[[str], bool]


class Listener:
    """Accepts letters on any number of ports.

    `deposit` is awaited with each accepted letter and returns once it is durable; if it raises, the client is told
    "451 try later", or "452" for ENOSPC. `knows` tells whether a normalised address of our `domain` receives mail here;
    the domain is the `hostname` with which we greet unless it is given.
    """

    def __init__(
        self,
        deposit: Deposit,
        knows: Knows,
        *,
        limits: Limits = Limits(),  # noqa: B008  # frozen
        hostname: str,
        domain: str = "",
    ) -> None:
        self.deposit = deposit
        self.knows = knows
        self.limits = limits
        self.hostname = hostname
        self.domain = (domain or hostname).lower()
        self._servers: list[asyncio.Server] = []
        self.guests = Guests(limits)
        patience = limits.stress_seconds or math.inf
        self._pools = {
            "smtp": Pool(limits.connections, patience),
            "lmtp": Pool(limits.lmtp_connections, patience),
        }
        self._sessions: set[Session] = set()
        self._deposits: set[asyncio.Future[None]] = set()
        self._stopping = False
        self._empty = asyncio.Event()  # no sessions
        self._empty.set()

    async def start(self, host: str, port: int, *, lmtp: bool = False) -> tuple[str, int]:
        """Listen on `host` and `port` (0: any free one); returns the address bound. Raises OSError."""
        self._stopping = False
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: self.session(lmtp=lmtp), host, port)
        self._servers.append(server)
        bound = server.sockets[0].getsockname()
        return bound[0], bound[1]

    def session(self, *, lmtp: bool = False) -> asyncio.Protocol:
        """A session with one client, for a transport made by the caller. Must be called within an event loop."""
        return Lmtp(self) if lmtp else Smtp(self)

    async def start_unix(self, path: str) -> str:
        """Take LMTP on a unix socket, for its owner and group; a dead server's socket is replaced. Returns the path.
        Raises OSError, also if another server listens there."""
        with suppress(FileNotFoundError, ConnectionRefusedError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(path)
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        self._stopping = False
        server = await asyncio.get_running_loop().create_unix_server(lambda: Lmtp(self), path)
        os.chmod(path, 0o660)
        self._servers.append(server)
        return path

    async def stop(self, grace: float = 10.0) -> None:
        """Refuse new connections, let sessions within DATA finish for `grace` seconds, end all others with 421, and
        wait for the deposits in progress. It may be started again afterwards."""
        self._stopping = True
        servers, self._servers = self._servers, []
        for server in servers:
            server.close()
        sessions = list(self._sessions)
        for session in sessions:
            session.dismiss()
        handlers = [handler for session in sessions if (handler := session.handler) is not None]
        if handlers:
            await asyncio.wait(handlers, timeout=grace)
        for session in list(self._sessions):
            session.end("421 4.3.2 closing, come again later", abort=True)
        if self._deposits:
            await asyncio.wait(self._deposits)
        for server in servers:
            await server.wait_closed()
        await self._empty.wait()

    # --- for the sessions ------------------------------------------------------------------------

    def admit(self, session: Session) -> str:
        """Admit `session` and return ""; or return why not."""
        if self._stopping:
            return "closing"
        if session.protocol == "smtp" and (refusal := self.guests.admit(session.peer)):
            return refusal
        if not self._pools[session.protocol].admit(session):
            self._leave(session)
            return "too many connections"
        self._sessions.add(session)
        self._empty.clear()
        return ""

    def leave(self, session: Session) -> None:
        """An admitted session has ended."""
        self._sessions.discard(session)
        self._pools[session.protocol].leave(session)
        self._leave(session)
        if not self._sessions:
            self._empty.set()

    def _leave(self, session: Session) -> None:
        if session.protocol == "smtp":
            self.guests.leave(session.peer)

    def is_crowded(self, session: Session) -> bool:
        """Are more than half of the places for clients like this one taken?"""
        return self._pools[session.protocol].is_crowded(known=session.known)

    async def keep(self, envelope: Envelope) -> None:
        """Await the deposit, which continues even if this call is cancelled."""
        deposit = asyncio.ensure_future(self.deposit(envelope))
        self._deposits.add(deposit)
        deposit.add_done_callback(self._forget)
        await asyncio.shield(deposit)

    def _forget(self, deposit: asyncio.Future[None]) -> None:
        self._deposits.discard(deposit)
        if not deposit.cancelled():
            deposit.exception()  # retrieved: if nobody waits anymore, the client got no 250
