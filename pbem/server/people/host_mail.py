"""Letters for the host: what players write by `tell host`, and mail to postmaster and abuse (RFC 5321, 4.5.1).

They are passed on to the address of the setting `host`, as mails of the server to which the host answers directly: then
the writer sees the host's address, and the host the writer's. Nobody else can use this way to reach the host: what
machines write is not passed on, and of what people write only a few letters a day.
"""

import hashlib
import re
from collections.abc import Sequence

from pbem.mail.reading import Letter
from pbem.play.orders import Refused
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import AnswerMail, Mail
from pbem.server.people.identity import Sender
from pbem.store.addresses import mailbox
from pbem.store.rows import Player

LONGEST = 10_000  # maximum number of characters that are passed on; the host can look at the rest

_REPORT = re.compile(r"\s*report domain:", re.IGNORECASE)
"""The Subject of reports about DMARC (RFC 7489, 7.2.1.1) and TLS (RFC 8460, 5.3): nothing else marks them."""

_MACHINE = re.compile(
    r"(?:.*[-_.+])?(?:(?:no|not|donot|do-not|dont)[-_.]?reply|dmarc|tlsrpt|mailer-daemon)\b.*"
)
"""Local parts of senders that read no answer."""

NOBODY_READS = "The host of this server cannot be reached by mail here, so your letter has reached nobody."


class HostLetterMail(Mail, frozen=True):
    """A letter for the host: from a player, or to one of the addresses `to`."""

    template = "host_letter"

    handle: str
    to: str
    lines: list[str]
    letter: int


def _beginning(lines: Sequence[str]) -> list[str]:
    """As much of a text as is passed on."""
    return "\n".join(lines)[:LONGEST].split("\n")


class HostMail(Service):
    """Passes letters on to the host."""

    _mailer: Mailer
    _limits: RateLimits

    def tell(self, sender: Player, text: str, letter: int) -> str:
        """Pass a player's message on; returns what they are told. Raises `Refused`."""
        if not self._context.config.host:
            raise Refused("The host of this server has given no address, so nothing can be passed on")
        self._limits.require("to host", mailbox(sender.address))
        if not self._limits.take("to host, all", ""):
            raise Refused("Enough letters have been passed on to the host today; please write again tomorrow")
        self._pass_on(HostLetterMail(sender.handle, "", text.split("\n"), letter), sender.address)
        return f"passed on to the host, who can answer you at {sender.address}"

    def take(self, mail: Letter, sender: Sender, to: str, letter: int) -> str:
        """Deal with a letter to one of the host's addresses at this domain; returns a note for the inbox. Raises
        `Ignored`."""
        if (
            mail.away
            or _REPORT.match(mail.subject)
            or _MACHINE.fullmatch(mail.sender.rpartition("@")[0].lower())
        ):
            raise Ignored(f"a report or notice to {to}")
        if sender.player is not None and sender.player.disabled:
            raise Ignored("a disabled player")
        writer = mailbox(mail.sender)
        if not self._context.config.host:
            self._limits.require("stranger alike", f"{writer} {to}")
            self._limits.require("stranger", writer)
            dispatch = Dispatch(f"inbox-{letter}", mail.message_id, source=sender.source)
            nobody = AnswerMail(handle="", refused=NOBODY_READS, told_how=True)
            self._mailer.plain(nobody, mail.sender, "Re: your letter", dispatch, kind="hint")
            return f"to {to}, but there is no host to pass it on to"
        if not self._limits.take("to host", writer) or not self._limits.take("to host, all", ""):
            raise Ignored(f"enough letters to {to} have been passed on today")
        handle = sender.player.handle if sender.player is not None and sender.proven else ""
        self._pass_on(HostLetterMail(handle, to, _beginning(mail.lines), letter), mail.sender, mail.subject)
        return "passed on to the host"

    def _pass_on(self, mail: HostLetterMail, reply_to: str, subject: str = "") -> None:
        subject = subject or f"a letter from {mail.handle or 'somebody'}"
        digest = hashlib.sha256("\n".join(mail.lines).encode()).hexdigest()[:16]  # a letter may hold several
        self._mailer.plain(
            mail,
            self._context.config.host.lower(),
            f"for the host: {subject}",
            Dispatch(f"host-{mail.letter}-{digest}", auto_submitted=True),
            reply_to=reply_to,
            kind="to-host",
        )
