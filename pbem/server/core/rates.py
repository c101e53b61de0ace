"""Rate limits: the table of how often anything may happen, and the one way to count it.

A limit is counted by key. Its window begins with the first event under a key, and when it has ended the next event
begins a new one. What is done with an event that is one too many is said beside each row, and is up to the caller.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NoReturn

from msgspec import Struct, structs

from pbem.play.orders import Refused
from pbem.server.core.config import Caps, Config
from pbem.server.core.context import Ignored
from pbem.server.core.times import DAY, HOUR, WEEK
from pbem.store.tallies import Tallies

ANY = 2**62  # more than can be counted

VARIED = 4
"""Letters that differ, or hold lines which are known, are answered so many times as often as alike ones."""

BY_MAILBOX = 20  # mails an hour to strangers where letters go through a provider
REMEMBERED = 10_000  # maximum number of keys of one limit that are kept in memory


class Limit(Struct, frozen=True):
    """At most so many events, or bytes, within a window of seconds; 0 for any number.

    What comes of one too many: its sender is `refused` it with these words (`{most}` is how many may be), or the letter
    is `ignored` with this note. Where neither is said, whoever counts decides.
    """

    most: int
    window: int = DAY
    refused: str = ""
    ignored: str = ""


NOT_ON_TRIAL = (
    "letters_an_hour", "letters_waiting", "megabytes_a_day", "mails_an_hour", "mails_a_day", "all_mails_an_hour",
    "strangers_an_hour", "strangers_of_a_domain", "said_a_day",
)  # fmt: skip
"""The caps on what one person may do within an hour on their own machine."""


def caps_in_force(config: Config) -> Caps:
    """The host's caps, but for those that do not hold on trial."""
    return structs.replace(config.caps, **dict.fromkeys(NOT_ON_TRIAL, 0)) if config.trial else config.caps


def limits_of(config: Config) -> dict[str, Limit]:
    """The table. A *source* is a network or a domain, see `pbem.mail.origin`; a *sender* is a player who has proven
    themselves, or else an address together with the source of the letter."""
    caps = caps_in_force(config)
    asked = caps.questions_a_day
    varied = caps.misread_a_day * VARIED
    outside = caps.strangers_an_hour
    if config.mailbox.address:  # providers lock accounts that write to many whom they do not know
        outside = min(outside or BY_MAILBOX, BY_MAILBOX)
    taken = (
        caps.letters_an_hour + caps.letters_waiting if caps.letters_an_hour and caps.letters_waiting else 0
    )
    return {
        # Letters that are handed over, counted by the door. One too many is put off with 451.
        "arriving": Limit(taken, HOUR),  # by reply address or player, and source
        "bytes": Limit(caps.megabytes_a_day << 20),  # likewise
        "strangers": Limit(caps.strangers_an_hour, HOUR),  # together; by source each has its share
        "strangers' bytes": Limit(caps.megabytes_a_day << 20),  # likewise
        "put off": Limit(ANY),  # by source: those who come again
        "strangers again": Limit(caps.strangers_an_hour, HOUR),  # as "strangers"
        "strangers' bytes again": Limit(caps.megabytes_a_day << 20),  # likewise
        # Letters that have come.
        "letters": Limit(caps.letters_an_hour, HOUR),  # by address, proven: waits, and is done in its turn
        "unproven": Limit(  # by sender
            caps.unproven_a_day,
            ignored="enough letters of this address today that prove nothing, from the same source",
        ),
        "misread alike": Limit(caps.misread_a_day),  # by sender and kind: ignored
        "misread": Limit(varied),  # by sender: answered briefly
        "misread, briefly": Limit(varied * 5),  # by sender: ignored
        "alike": Limit(0 if config.trial else varied),  # that change nothing, by sender and kind: ignored
        "first answer": Limit(1),  # by sender and mail that they answer: the first is never ignored
        # What a letter asks for.
        "say": Limit(caps.said_a_day),  # by player: not passed on
        "tell": Limit(20, refused="{most} messages a day are enough"),  # by player
        "record": Limit(10, refused="{most} records a day are enough"),  # by player
        "too large": Limit(3),  # by player: a letter in a mailbox that is too large, not answered
        "nudge": Limit(1, DAY - HOUR),  # by match and player: refused, with the time from which on it is not
        "too late": Limit(1, ignored="orders for a match that is over, refused once today"),  # likewise
        "guest": Limit(  # by player
            5, refused="You can invite {most} people a day; let us wait what those say who have been asked"
        ),
        "invitation": Limit(1, WEEK),  # by address: refused, without telling why
        # Questions that wait for a yes.
        "confirm": Limit(  # by mailbox
            asked,
            refused="Enough mails have gone to this address today; please look for them, also among junk mail",
        ),
        "move": Limit(  # by player
            asked,
            refused="You have asked for that often enough today; please look for the mails at that address",
        ),
        "address": Limit(asked),  # by mailbox: not written, which nobody is told
        "held": Limit(asked, ignored="too many letters of this address that prove nothing"),  # by sender
        "farewell": Limit(  # by player
            asked, refused="You have been asked often enough today; please look for the mail that asks you"
        ),
        "quiet": Limit(1, ignored="has been asked today"),  # by player
        "unsure": Limit(1, ignored="neither yes nor no, once more"),  # by mailbox and kind of question
        # Mails because of a letter. One too many is not written.
        "stays": Limit(5, ignored="a no to leaving, which has been answered today"),  # by player
        "invited": Limit(5, ignored="an invitation that has been explained enough today"),  # by mailbox
        "hint": Limit(1),  # how to begin, by mailbox: see the next
        "named": Limit(3, ignored="a stranger who has been told today how to begin"),  # with a name
        "refused": Limit(  # the same to a stranger, by mailbox and reason
            1, ignored="a stranger who has been refused this today"
        ),
        "throttled": Limit(1),  # your letters wait, by player
        "leaked": Limit(1),  # by player
        "disowned": Limit(1),  # by player
        "alarm": Limit(1),  # by kind
        # Mails that leave the house. One too many waits.
        "mails an hour": Limit(caps.mails_an_hour, HOUR),  # by address, those that only tell apart
        "mails a day": Limit(caps.mails_a_day),  # likewise
        "all mails": Limit(caps.all_mails_an_hour, HOUR),  # to players; the host is told
        "mails outside": Limit(outside, HOUR),  # to strangers; the host is told
        "mails to a domain": Limit(caps.strangers_of_a_domain, HOUR),  # to strangers
    }


def fits(most: int, count: int, amount: int = 1) -> bool:
    """Whether so much more is within a limit."""
    return not most or count + amount <= most


def fits_share(most: int, taken: int, own: int, amount: int = 1) -> bool:
    """Whether so much more is within a limit that many share: each may have had as much as is still left for all, so
    that whoever takes most is turned away first."""
    return not most or (own < most - taken and amount <= most - taken)


def turn_comes(most: int, begun: int, count: int, ahead: int) -> int:
    """When an event may happen that has to wait: so many may in each hour since one that has begun, `count` have been,
    and `ahead` wait before it."""
    return begun + (count + ahead) // most * HOUR


class Memory:
    """Counts that end with the process; of too many keys those are forgotten that were longest not used."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)

    def take(self, name: str, key: str, amount: int, *, most: int, now: int, until: int) -> int:
        """As `Tallies` does."""
        counts = self._counts[name]
        count, end = self.read(name, key, now=now, until=until)
        if count and not fits(most, count, amount):
            return 0
        counts.pop(key, None)
        if len(counts) >= REMEMBERED:
            del counts[next(iter(counts))]
        counts[key] = (count + amount, end or until)
        return count + amount

    def read(self, name: str, key: str, *, now: int, until: int) -> tuple[int, int]:
        """As `Tallies` does."""
        count, end = self._counts[name].get(key, (0, 0))
        return (count, end) if now < end <= until else (0, 0)


class RateLimits:
    """Counts events against a table of limits."""

    def __init__(self, limits: Mapping[str, Limit], counts: Tallies | Memory, now: Callable[[], int]) -> None:
        self._limits = limits
        self._counts = counts
        self._now = now

    def most(self, name: str) -> int:
        """What a limit allows; 0 for any number."""
        return self._limits[name].most

    def window(self, name: str) -> int:
        """For how many seconds."""
        return self._limits[name].window

    def take(self, name: str, key: str | int, amount: int = 1) -> int:
        """Count what is within a limit; returns how much that makes, and 0 for what is too much.

        Where there is no limit nothing is counted, and it is always the first.
        """
        return self._add(name, key, amount, self.most(name)) if self.most(name) else 1

    def require(self, name: str, key: str | int) -> int:
        """Count one more as `take` does; raises `Refused` or `Ignored`, as the table says, where it is too much."""
        count = self.take(name, key)
        if not count:
            self._turn_away(name)
        return count

    def check(self, name: str, key: str | int, more: int = 1) -> None:
        """Raise as `require` does where so many more would be too much; nothing is counted."""
        if not fits(self.most(name), self.used(name, key), more):
            self._turn_away(name)

    def _turn_away(self, name: str) -> NoReturn:
        limit = self._limits[name]
        raise Refused(limit.refused.format(most=limit.most)) if limit.refused else Ignored(limit.ignored)

    def count(self, name: str, key: str | int, amount: int = 1) -> None:
        """Count what has happened, within the limit or not."""
        if self.most(name):
            self._add(name, key, amount, ANY)

    def reached(self, name: str, key: str | int = "") -> bool:
        """Whether one more would be too much."""
        return not fits(self.most(name), self.used(name, key))

    def used(self, name: str, key: str | int = "") -> int:
        """How much has been counted in the window that is open."""
        return self._open(name, key)[0]

    def ends(self, name: str, key: str | int = "") -> int:
        """When the window ends that is open, or would be opened now."""
        return self._open(name, key)[1] or self._now() + self.window(name)

    def _open(self, name: str, key: str | int) -> tuple[int, int]:
        now = self._now()
        return self._counts.read(name, str(key), now=now, until=now + self.window(name))

    def _add(self, name: str, key: str | int, amount: int, most: int) -> int:
        now = self._now()
        return self._counts.take(name, str(key), amount, most=most, now=now, until=now + self.window(name))
