"""A provider in threads of its own: one account with IMAP and submission, and the world beyond it."""

import asyncio
import logging
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.mail.imap import FakeImap, imap_beside


class FakeProvider:
    """`plus`: account+tag arrives. `says[n]` refuses the next letters. `change` is what happens to letters on their
    way into the mailbox. `sent` are the letters to others, with envelope sender and recipient."""

    def __init__(self, imap: FakeImap, account: str, *, plus: bool = True) -> None:
        self.imap = imap
        self.account = account
        self.plus = plus
        self.port = 0
        self.says: list[str] = []
        self.sent: list[tuple[str, str, bytes]] = []
        self.change: Callable[[bytes], bytes] = lambda raw: raw
        self.folder = "INBOX"

    def login(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        """Takes the password of the mailbox."""
        assert isinstance(data, LoginPassword)
        good = data == LoginPassword(self.account.encode(), self.imap.password.encode())
        return AuthResult(success=good, handled=False)

    async def handle_DATA(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Takes a letter: into the mailbox, or to others."""
        if self.says:
            return self.says.pop(0)
        assert isinstance(envelope.content, bytes)
        assert envelope.mail_from is not None
        for to in envelope.rcpt_tos:
            local, _, domain = to.partition("@")
            if f"{local.partition('+')[0]}@{domain}" != self.account:
                self.sent.append((envelope.mail_from, to, envelope.content))
            elif self.plus or "+" not in local:
                self.arrive(envelope.content, to, envelope.mail_from)
        return "250 2.0.0 taken"

    def arrive(self, raw: bytes, to: str = "", sender: str = "x@example.org") -> None:
        """A letter has come for the account."""
        head = f"Return-Path: <{sender}>\r\nDelivered-To: {to or self.account}\r\n"
        head += "Received: from mx.example.org (mx.example.org [192.0.2.1]) by mx.provider.example\r\n"
        self.imap.deliver(head.encode() + self.change(raw), folder=self.folder, arrived=int(time.time()))


class _Door(SMTP):
    """Knows which connections are open, so that none is left behind."""

    opened: set[asyncio.BaseTransport]
    mine: asyncio.BaseTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.mine = transport
        self.opened.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.opened.discard(self.mine)
        super().connection_lost(error)


@contextmanager
def provider_beside(account: str, folder: Path, *, plus: bool = True) -> Iterator[FakeProvider]:
    """A provider; its password and its authority are in files."""
    log = logging.getLogger("mail.log")
    before, log.disabled = log.disabled, True  # aiosmtpd logs what is to be hidden
    with imap_beside(FakeImap()) as imap:
        provider = FakeProvider(imap, account, plus=plus)
        imap.authority.cert_pem.write_to_path(folder / "ca.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        imap.authority.issue_cert("localhost").configure_cert(context)
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()

        opened: set[asyncio.BaseTransport] = set()

        def answer() -> SMTP:
            door = _Door(provider, authenticator=provider.login, auth_require_tls=False)
            door.opened = opened
            return door

        async def open_it() -> asyncio.Server:
            return await loop.create_server(
                answer,
                "localhost",
                0,
                ssl=context,
            )

        async def close_it(server: asyncio.Server) -> None:
            server.close()
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for transport in list(opened):
                transport.abort()  # type: ignore[attr-defined]  # that of TLS has it, too
            await asyncio.sleep(0.05)

        server = asyncio.run_coroutine_threadsafe(open_it(), loop).result(20)
        provider.port = server.sockets[0].getsockname()[1]
        try:
            yield provider
        finally:
            asyncio.run_coroutine_threadsafe(close_it(server), loop).result(20)
            loop.call_soon_threadsafe(loop.stop)
            thread.join(20)
            loop.close()
            log.disabled = before
