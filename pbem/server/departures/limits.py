"""Which mails may leave now, so that the server floods nobody.

A mail beyond a limit waits in the outbox. Mails that ask something, mails that only report, and mails to strangers are
counted separately, so that none of them delays another.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from pbem.server.core.rates import RateLimits, fits
from pbem.server.mailing.alarms import ALARMS
from pbem.store.post import Post
from pbem.store.rows import Outgoing

EACH_LETTER = 2
"""Number of mails that a letter of its owner adds to what an address may get: the answer, and its consequences."""

Key = tuple[str, str]


class Departures:
    """The limits on outgoing mail."""

    def __init__(self, limits: RateLimits, post: Post, now: Callable[[], int]) -> None:
        self._limits = limits
        self._post = post
        self._now = now

    def most(self, name: str) -> int:
        """What a limit allows."""
        return self._limits.most(name)

    def shut_until(self) -> int | None:
        """Until when nothing leaves for players, because too much has left within the hour; None: mail leaves."""
        return self._limits.ends("all mails") if self._limits.reached("all mails") else None

    def choose(self, letters: list[Outgoing], before: Iterable[Outgoing] = ()) -> tuple[list[Outgoing], bool]:
        """The letters that may go now, and whether strangers get too many; the others are put off, to be delivered in
        their turn. `before` are letters that have not been counted yet."""
        going: list[Outgoing] = []
        ahead = Counter(key for letter in before for key in _keys(letter))
        crowd = False
        for letter in letters:
            keys = [] if letter.kind.startswith(ALARMS) else _keys(letter)
            shut = [key for key in keys if not self._has_room(key, ahead[key], letter)]
            if shut:
                due = max(self._limits.ends(*key) for key in shut)
                self._post.put_off(letter.id, due, "waits: this address has had enough mails for now")
            else:
                ahead.update(keys)
                going.append(letter)
            crowd = crowd or ("mails outside", "") in shut
        return going, crowd

    def count(self, letter: Outgoing) -> None:
        """Count a letter that has left."""
        for key in _keys(letter):
            self._limits.count(*key)
        if not letter.mailbox:
            self._limits.count("all mails", "")

    def _has_room(self, key: Key, ahead: int, letter: Outgoing) -> bool:
        """Whether one more mail than those ahead may go out."""
        most = self._limits.most(key[0])
        count = self._limits.used(*key) + ahead
        if fits(most, count) or letter.mailbox:
            return fits(most, count)
        earned = self._post.done_since(letter.recipient, self._now() - self._limits.window(key[0]))
        return fits(most + EACH_LETTER * earned, count)


def _keys(letter: Outgoing) -> list[Key]:
    """The keys under which a letter is counted. Reports never delay what a reader is asked, and mail to strangers never
    delays mail to players."""
    if not letter.mailbox:
        key = f"{letter.recipient} {'told' if letter.tells else 'asked'}"
        return [("mails an hour", key), ("mails a day", key)]
    domain = letter.mailbox[letter.mailbox.index("@") :]
    return [
        ("mails an hour", letter.mailbox),
        ("mails a day", letter.mailbox),
        ("mails to a domain", domain),
        ("mails outside", ""),
    ]
