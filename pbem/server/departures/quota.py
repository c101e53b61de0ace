"""A provider's quota: how many mails an account may send in any 24 hours. Some of them are left for its owner.

Mails handed over are counted in the database. When the provider itself says that this is enough, or refuses our login,
everything waits for a while, and nothing is lost.
"""

from pbem.server.core.context import Context
from pbem.server.core.mailbox_settings import PAUSE_SECONDS
from pbem.server.core.times import DAY, span
from pbem.server.mailing.alarms import Alarms
from pbem.store.rows import Outgoing

SHARE = 70
"""Percentage of the provider's quota that is used."""


class Quota:
    """How many mails may still leave through a mailbox; unlimited without one."""

    def __init__(self, context: Context, alarms: Alarms) -> None:
        self._boxes = context.store.mailboxes
        self._now = context.now
        self._alarms = alarms
        self._settings = context.config.mailbox
        self._account = self._settings.address.lower()

    @property
    def most(self) -> int:
        """Maximum number of mails in 24 hours."""
        return max(1, self._settings.mails_a_day * SHARE // 100)

    def room(self) -> int | None:
        """How many mails may leave now; None: any number."""
        if not self._account:
            return None
        return 0 if self.shut_until() is not None else self.most - len(self._sent())

    def shut_until(self) -> int | None:
        """Until when nothing leaves; None: mail leaves."""
        if not self._account:
            return None
        paused, sent = self._boxes.status(self._account).paused, self._sent()
        if paused > self._now() + PAUSE_SECONDS:  # the clock was ahead then
            paused = 0
        until = max(paused, sent[-self.most] + DAY if len(sent) >= self.most else 0)
        return until if until > self._now() else None

    def _sent(self) -> list[int]:
        now = self._now()
        return [at for at in self._boxes.sent_since(self._account, now - DAY) if at <= now]

    def count(self) -> None:
        """Count a mail handed to the provider."""
        if self._account:
            self._boxes.count_sent(self._account, self._now())

    def pause(self, reply: str) -> None:
        """Let everything wait, since the provider accepts no more for now. The host is told."""
        self._boxes.pause(self._account, self._now() + PAUSE_SECONDS)
        self._alarms.send(
            "quota",
            f"the provider of {self._account} takes no more mail for now, so all mail waits for"
            f" {span(PAUSE_SECONDS)}. It said: {reply}",
        )

    def tell_used_up(self) -> None:
        """Tell the host if the quota has been used up."""
        if len(self._sent()) < self.most:
            return
        self._alarms.send(
            "quota",
            f"{self.most} mails have been sent through {self._account} within 24 hours, {SHARE} % of mails_a_day;"
            " the others wait. If your provider allows more, set mails_a_day in [mailbox]",
        )


def urgency(letter: Outgoing) -> int:
    """Order in which mails leave if not all may: answers, then mails that ask something, then reports, and at last
    answers to letters that prove nothing."""
    if letter.source:
        return 3
    if b"\r\nAuto-Submitted: auto-replied\r\n" in letter.raw[:4000]:
        return 0
    return 2 if letter.tells else 1
