"""What became of each letter, for the log: one line for each incoming and outgoing letter, when it is settled.

A line is written once what it says is stored. It contains no names and no addresses.
"""

import logging
from typing import Literal

from msgspec import Struct

from pbem.store import Store
from pbem.store.rows import Incoming, Outgoing

log = logging.getLogger("pbem.letters")


class Fate(Struct, frozen=True):
    """What became of a letter, by the statuses of inbox and outbox; `waits`: it could not go out yet.

    `matches` are those that it is about; `seconds` is the time since it came in or was written, `mails` the number of
    mails that it has led to, `attempts` the number of attempts to send it. `kind` is what a mail is for.
    """

    way: Literal["in", "out"]
    letter: int
    fate: str
    matches: tuple[int, ...] = ()
    seconds: int = 0
    mails: int = 0
    attempts: int = 0
    kind: str = ""

    def __str__(self) -> str:
        """As a line of the log."""
        matches = f", match {' '.join(map(str, self.matches))}" if self.matches else ""
        mails = f", {self.mails} mail{'s' * (self.mails > 1)}" if self.mails else ""
        tried = f", attempt {self.attempts}" if self.attempts > 1 else ""
        kind = f" ({self.kind})" if self.kind else ""
        what = "letter" if self.way == "in" else "mail"
        return f"{what} {self.letter}{kind}: {self.fate}{matches}{mails}{tried}, after {self.seconds} s"


def begin(store: Store) -> None:
    """Start counting what a letter leads to; called before it is handled."""
    store.post.written.clear()


def note_incoming(store: Store, letter: Incoming, fate: str, now: int) -> None:
    """Note what became of an incoming letter, and the matches of the mails that it has led to since `begin`."""
    if log.isEnabledFor(logging.INFO):
        led_to = store.post.written
        matches = tuple(sorted({match for match in led_to if match is not None}))
        _note(store, Fate("in", letter.id, fate, matches, now - letter.received, len(led_to)))


def note_outgoing(store: Store, letter: Outgoing, fate: str, now: int) -> None:
    """Note what became of a mail, or of an attempt to send it."""
    if log.isEnabledFor(logging.INFO):
        matches = () if letter.match is None else (letter.match,)
        tried = letter.attempts + 1
        _note(store, Fate("out", letter.id, fate, matches, now - letter.created, 0, tried, letter.kind))


def _note(store: Store, fate: Fate) -> None:
    store.after_commit(lambda: log.info("%s", fate, extra={"fate": fate}))
