"""What a session asks of its listener: which senders and recipients are accepted, and where letters go."""

import asyncio
from typing import Literal, Protocol

import msgspec
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from aiosmtpd.smtp import Session as SmtpSession

from pbem.mail import addresses
from pbem.mail.guests import Guests
from pbem.mail.limits import Limits
from pbem.mail.pool import Client


class Envelope(msgspec.Struct, frozen=True):
    """A letter as it was handed over, or fetched: the bytes unchanged except for the transparency dots."""

    raw: bytes
    return_path: str  # MAIL FROM without brackets; "" is the null sender
    recipients: tuple[str, ...]  # as accepted, in order; the same one may come twice
    peer: str  # the client's IP address, "" for a local socket
    protocol: Literal["smtp", "lmtp", "imap"]


class Session(Client, Protocol):
    """What its listener and its hooks know of a session."""

    protocol: Literal["smtp", "lmtp"]
    peer: str
    data_size_limit: int | None
    letters: int
    refused: int

    @property
    def handler(self) -> asyncio.Task[None] | None:
        """The task that serves the client."""
        ...

    def dismiss(self) -> None:
        """End the session after the command in hand."""
        ...

    def end(self, reply: str, *, abort: bool = False) -> None:
        """End the session now, with this reply."""
        ...


class House(Protocol):
    """What a session needs from its listener."""

    limits: Limits
    hostname: str
    domain: str
    guests: Guests

    def knows(self, address: str) -> bool:
        """Does a normalised address of our domain receive mail here?"""
        ...

    def admit(self, session: Session) -> str:
        """Admit a session and return ""; or return why not."""
        ...

    def leave(self, session: Session) -> None:
        """An admitted session has ended."""
        ...

    def is_crowded(self, session: Session) -> bool:
        """Are the places for clients like this one running short?"""
        ...

    async def keep(self, envelope: Envelope) -> None:
        """Return when a letter is stored."""
        ...


class Hooks:
    """aiosmtpd's hooks for a session's commands; each returns the reply to send."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def handle_EHLO(  # noqa: N802
        self, server: Session, session: SmtpSession, envelope: SmtpEnvelope, hostname: str, replies: list[str]
    ) -> list[str]:
        """Announce the extensions in use, and no more (S10)."""
        session.host_name = hostname
        return [
            replies[0],
            f"250-SIZE {server.data_size_limit}",
            "250-8BITMIME",
            "250-PIPELINING",
            "250-SMTPUTF8",  # a letter's header may be in UTF-8; addresses are in ASCII
            "250 ENHANCEDSTATUSCODES",
        ]

    async def handle_MAIL(  # noqa: N802
        self, server: Session, session: SmtpSession, envelope: SmtpEnvelope, address: str, options: list[str]
    ) -> str:
        """Accept any sender, up to a number of letters; the server in front may keep its connection for more."""
        if server.protocol == "smtp" and 0 < self._house.limits.letters <= server.letters:
            return "421 4.7.0 enough letters for one session"
        server.letters += 1
        envelope.mail_from = address
        return "250 2.1.0 ok"

    async def handle_RCPT(  # noqa: N802
        self, server: Session, session: SmtpSession, envelope: SmtpEnvelope, address: str, options: list[str]
    ) -> str:
        """Accept our own addresses, up to a number at a time. All unknown ones get the same reply (S28)."""
        house = self._house
        if "@" not in address:
            address += "@" + house.domain  # <Postmaster> (S27)
        if address.rpartition("@")[2].lower().removesuffix(".") != house.domain:
            return "550 5.7.1 no relay"
        normal = addresses.normalise(address)
        if not normal or not house.knows(normal):
            return "550 5.1.1 no such address"
        if 0 < house.limits.recipients <= len(envelope.rcpt_tos):
            server.refused += 1
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(normal)
        return "250 2.1.5 ok"
