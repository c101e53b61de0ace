"""Through a provider's submission server: in the account's name, slowly, and no further when it has had enough.

Providers refuse what is beyond their limit with many words and few codes, and lock accounts over which somebody keeps
guessing passwords. Neither says anything against the letter that happened to be in hand.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable

from pbem.mail.delivery import Delivery, Outcome

_FULL = re.compile(r"\b[45]\.2\.\d\b|mailbox|inbox", re.IGNORECASE)
"""It is the reader's mailbox that is full."""
_LIMIT = re.compile(
    r"\b5\.4\.5\b"
    r"|\b(?:daily|hourly|sending|send|outbound|outgoing|message|recipient|account|rate)\b.{0,40}\b(?:limit|quota)"
    r"|\b(?:limit|quota)\b.{0,40}\b(?:exceed|reach)|\bexceed\w*\b.{0,60}\b(?:limit|quota)\b"
    r"|too many (?:messages|mails|e-?mails|recipients|submissions)",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"SMTPAuthentication|\b53[0458] |\b5\.7\.(?:8|9|139)\b", re.IGNORECASE)


def says_limit(reply: str) -> bool:
    """Does a reply, or a report, say that the account may send no more for now?"""
    return bool(_LIMIT.search(reply)) and not _FULL.search(reply)


class Submission:
    """Delivers by a provider's server (see `Delivery`): every envelope sender is the account."""

    def __init__(
        self,
        relay: Delivery,
        account: str,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`seconds`: the pause between two letters."""
        self._relay = relay
        self._account = account
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._next = float("-inf")

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`. A refused login counts as a limit, too: neither should be tried again soon."""
        if (wait := self._next - self._clock()) > 0:
            await self._sleep(wait)
        self._next = self._clock() + self._seconds
        outcome = await self._relay.deliver(self._account, to, raw)
        if outcome.status != "sent" and (
            says_limit(outcome.reply) or (outcome.about == "way" and _LOGIN.search(outcome.reply))
        ):
            return Outcome("later", outcome.reply, "limit")
        return outcome

    async def close(self) -> None:
        """See `Delivery`."""
        await self._relay.close()
