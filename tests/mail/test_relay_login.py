"""A relay that wants encryption and a login, as that of a mail provider."""

import asyncio
import logging
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.mail import transfer
from pbem.mail.delivery import Outcome, Relay, Tls

RAW = b"Subject: x\r\n\r\nhello\r\n"
PASSWORD = "correct horse"


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """Certificates of this authority are good on this machine."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    return authority


@pytest.fixture(autouse=True)
def quiet_server() -> Iterator[None]:
    """aiosmtpd logs what is to be hidden, and warns that a login is asked for."""
    log = logging.getLogger("mail.log")
    before, log.disabled = log.disabled, True
    yield
    log.disabled = before


class Provider:
    """A relay that takes letters of who has logged in."""

    def __init__(self) -> None:
        self.letters: list[bytes] = []

    def login(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        return AuthResult(success=data == LoginPassword(b"pbem", PASSWORD.encode()), handled=False)

    async def handle_DATA(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.letters.append(envelope.content)
        return "250 2.0.0 taken"


@asynccontextmanager
async def provider(
    authority: trustme.CA, tls: Tls, name: str = "localhost"
) -> AsyncIterator[tuple[Provider, int]]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    handler = Provider()

    def session() -> SMTP:
        return SMTP(
            handler,
            authenticator=handler.login,
            auth_required=True,
            auth_require_tls=tls == "starttls",
            require_starttls=tls == "starttls",
            tls_context=context if tls == "starttls" else None,
        )

    server = await asyncio.get_running_loop().create_server(
        session, "localhost", 0, ssl=context if tls == "tls" else None
    )
    try:
        yield handler, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0.05)


def deliver(
    authority: trustme.CA, tls: Tls, *, asked: Tls, password: str = PASSWORD, name: str = "localhost"
) -> tuple[Outcome, Outcome, list[bytes]]:
    """What comes of greeting a relay and of sending it a letter, and what it has taken."""

    async def run() -> tuple[Outcome, Outcome, list[bytes]]:
        async with provider(authority, tls, name) as (handler, port):
            relay = Relay(
                "localhost",
                port,
                hostname="play.example",
                tls=asked,
                login=lambda: ("pbem", password),
                seconds=5,
            )
            greeted = await relay.greet("pbem-b@play.example", "ann@example.org")
            sent = await relay.deliver("b@play.example", "ann@example.org", RAW)
            await relay.close()
            return greeted, sent, handler.letters

    return asyncio.run(run())


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_a_letter_goes_out_by_tls_and_with_a_login(authority: trustme.CA, tls: Tls) -> None:
    greeted, sent, letters = deliver(authority, tls, asked=tls)
    assert greeted.status == "sent"
    assert sent == Outcome("sent", "250 2.0.0 taken")
    assert letters == [RAW]


@pytest.mark.parametrize("tls", ["starttls", "tls"])
@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_a_wrong_password_means_later_and_is_told_to_nobody(authority: trustme.CA, tls: Tls) -> None:
    """The letter stays: the host may have to change the password."""
    greeted, sent, letters = deliver(authority, tls, asked=tls, password="a secret that is wrong")
    assert (greeted.status, sent.status, sent.about, letters) == ("later", "later", "way", [])
    assert "535" in sent.reply or "Authentication" in sent.reply
    assert "secret" not in sent.reply + greeted.reply


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_a_changed_password_is_used_by_the_next_connection(authority: trustme.CA) -> None:
    async def run() -> tuple[Outcome, Outcome]:
        passwords = ["of yesterday", PASSWORD]
        async with provider(authority, "tls", "localhost") as (_, port):
            relay = Relay(
                "localhost",
                port,
                hostname="play.example",
                tls="tls",
                login=lambda: ("pbem", passwords.pop(0)),
                seconds=5,
            )
            outcomes = [await relay.deliver("b@play.example", "ann@example.org", RAW) for _ in range(2)]
            await relay.close()
            return outcomes[0], outcomes[1]

    before, after = asyncio.run(run())
    assert (before.status, after.status) == ("later", "sent")


def test_a_relay_that_offers_no_encryption_gets_no_password(authority: trustme.CA) -> None:
    async def run() -> tuple[Outcome, list[bytes]]:
        heard: list[bytes] = []

        async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 plain\r\n")
            while line := await reader.readline():
                heard.append(line)
                writer.write(
                    b"250-plain\r\n250 AUTH PLAIN LOGIN\r\n" if line.startswith(b"EHLO") else b"500 what\r\n"
                )
            writer.close()

        server = await asyncio.start_server(plain, "localhost", 0)
        port = server.sockets[0].getsockname()[1]
        relay = Relay(
            "localhost", port, hostname="x", tls="starttls", login=lambda: ("pbem", PASSWORD), seconds=5
        )
        outcome = await relay.deliver("b@play.example", "ann@example.org", RAW)
        await relay.close()
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0.05)
        return outcome, heard

    outcome, heard = asyncio.run(run())
    assert (outcome.status, outcome.about) == ("later", "way")
    assert not any(line.startswith(b"AUTH") for line in heard)


@pytest.mark.parametrize("tls", ["starttls", "tls"])
@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
def test_o10_a_certificate_of_another_name_is_not_believed(authority: trustme.CA, tls: Tls) -> None:
    greeted, sent, letters = deliver(authority, tls, asked=tls, name="elsewhere.example")
    assert (greeted.status, sent.status, letters) == ("later", "later", [])
    assert "certificate" in sent.reply.lower()


def test_a_connection_that_the_relay_does_not_end_is_closed(
    authority: trustme.CA, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TLS has both sides say that it is over; whoever waits for ever for the other's word keeps a socket open."""
    monkeypatch.setattr(transfer, "FAREWELL_SECONDS", 0.1)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    listening = socket.create_server(("localhost", 0))
    done = threading.Event()

    def serve() -> None:
        with listening, listening.accept()[0] as plain, context.wrap_socket(plain, server_side=True) as talk:
            talk.sendall(b"220 here\r\n")
            with talk.makefile("rb") as lines:
                while not next(lines).startswith(b"QUIT"):
                    talk.sendall(b"250 fine\r\n")
            talk.sendall(b"221 bye\r\n")
            assert done.wait(20)

    async def run() -> tuple[Outcome, int]:
        relay = Relay("localhost", listening.getsockname()[1], hostname="x", tls="tls", seconds=5)
        greeted = await relay.greet("pbem-b@play.example", "ann@example.org")
        assert relay._talk is not None
        here = relay._talk._transport.get_extra_info("socket")
        await relay.close()
        return greeted, here.fileno()

    server = threading.Thread(target=serve)
    server.start()
    try:
        greeted, number = asyncio.run(run())
    finally:
        done.set()
        server.join(20)
    assert greeted.status == "sent"
    assert number == -1
