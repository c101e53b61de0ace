"""Which mails may leave now, so that the server floods nobody.

A mail beyond a limit waits in the outbox. Mails that ask something, mails that only report, and mails to strangers are
counted separately, so that none of them delays another; so are answers to letters that prove nothing, which anybody can
write in anybody's name.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pbem.server.core.rates import RateLimits, fits, fits_share
from pbem.server.core.times import DAY
from pbem.server.mailing.alarms import ALARMS
from pbem.store.post import Post
from pbem.store.rows import Outgoing

EACH_LETTER = 2
"""Number of mails that a letter of its owner adds to what an address may get: the answer, and its consequences."""

SHARED = ("mails unproven", "mails outside", "mails to a domain")
"""Budgets in which each source has its share."""

LAPSED = DAY  # an answer to a letter that proves nothing does not wait longer

Key = tuple[str, str]

ALL: Key = ("all mails", "")


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
        counted = {letter.id: _counted(letter) for letter in letters}
        used = Counter(self._limits.used_each({key for keys in counted.values() for key in keys}))
        used.update([key for letter in before for key in _counted(letter)])
        others_wait = functools.cache(self._post.others_wait)
        crowd = False
        for letter in letters:
            keys = [] if letter.kind.startswith(ALARMS) else _keys(letter)
            shut = [key for key in keys if not self._has_room(key, used, letter, others_wait)]
            if not shut:
                used.update(counted[letter.id] if keys else ())
                going.append(letter)
            elif letter.source and letter.created <= self._now() - LAPSED:
                self._post.delivered(
                    letter.id, "failed", "lapsed: too many waited beside it", now=self._now()
                )
            else:
                due = max(self._limits.ends(*key) for key in shut)
                self._post.put_off(letter.id, due, "waits: this address has had enough mails for now")
            crowd = crowd or ("mails outside", "") in shut
        return going, crowd

    def count(self, letters: Sequence[Outgoing]) -> None:
        """Count letters that have left."""
        counts = Counter([key for letter in letters for key in _counted(letter)])
        counts[ALL] = sum(not letter.mailbox and not letter.source for letter in letters)
        self._limits.count_each(+counts)

    def _has_room(
        self, key: Key, used: Counter[Key], letter: Outgoing, others_wait: Callable[[str, str | None], bool]
    ) -> bool:
        """Whether one more mail than those `used` may go out.

        Of a budget that many share, a source may have had as much as is left for all, as soon as mails because of
        letters of another source wait: nobody can use it up for others by a flood.
        """
        most = self._limits.most(key[0])
        count = used[key]
        if key[0] in SHARED:
            taken = used[_own(key, letter)]
            domain = key[1] if letter.mailbox else None
            return fits(most, count) and (
                fits_share(most, count, taken) or not others_wait(letter.source, domain)
            )
        if fits(most, count) or letter.mailbox:
            return fits(most, count)
        earned = self._post.done_since(letter.recipient, self._now() - self._limits.window(key[0]))
        return fits(most + EACH_LETTER * earned, count)


def _keys(letter: Outgoing) -> list[Key]:
    """The keys under which a letter is counted. Reports never delay what a reader is asked, and neither mail to
    strangers nor answers to letters that prove nothing delay other mail to players."""
    if not letter.mailbox:
        key = f"{letter.recipient} {'told' if letter.tells else 'asked'}"
        unproven = [("mails unproven", "")] if letter.source else []
        return [("mails an hour", key), ("mails a day", key), *unproven]
    domain = letter.mailbox[letter.mailbox.index("@") :]
    return [
        ("mails an hour", letter.mailbox),
        ("mails a day", letter.mailbox),
        ("mails to a domain", domain),
        ("mails outside", ""),
    ]


def _counted(letter: Outgoing) -> list[Key]:
    """The keys of a letter, and those of its source."""
    keys = _keys(letter)
    return keys + [_own(key, letter) for key in keys if key[0] in SHARED]


def _own(key: Key, letter: Outgoing) -> Key:
    return key[0], f"{key[1]} by {letter.source}"
