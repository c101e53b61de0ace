"""The table of rate limits: how often things may happen. `pbem.server.core.rates` counts them.

A comment beside each row says what the caller does with an event beyond the limit.
"""

from msgspec import Struct, structs

from pbem.server.core.config import Caps, Config
from pbem.server.core.times import DAY, HOUR, WEEK

ANY = 2**62  # more than can be counted

VARIED = 4
"""Factor for letters that differ, or contain known lines: these are answered this many times as often as letters that
are alike."""

UNPROVEN = 5
"""Answers to letters in players' names that prove nothing have a budget of their own, which is this part of the one for
all mails to players."""

BY_MAILBOX = 20  # mails an hour to strangers if letters go through a provider


class Limit(Struct, frozen=True):
    """A maximum number of events, or bytes, within a window of seconds; 0: no limit.

    Beyond the limit, the sender is `refused` with these words (`{most}` is the limit), or the letter is `ignored` with
    this note. If neither is set, the caller decides.
    """

    most: int
    window: int = DAY
    refused: str = ""
    ignored: str = ""


NOT_ON_TRIAL = (
    "letters_an_hour", "letters_waiting", "megabytes_a_day", "mails_an_hour", "mails_a_day", "all_mails_an_hour",
    "strangers_an_hour", "strangers_of_a_domain", "said_a_day",
)  # fmt: skip
"""Caps on what one person may do within an hour, which do not apply on their own machine."""


def caps_in_force(config: Config) -> Caps:
    """The host's caps, without those that do not apply on trial."""
    return structs.replace(config.caps, **dict.fromkeys(NOT_ON_TRIAL, 0)) if config.trial else config.caps


def limits_of(config: Config) -> dict[str, Limit]:
    """The table. A *source* is a network or a domain, see `pbem.mail.origin`; a *sender* is a player who has proven
    themselves, or else an address together with the source of the letter."""
    caps = caps_in_force(config)
    asked = caps.questions_a_day
    varied = caps.misread_a_day * VARIED
    outside = caps.strangers_an_hour
    if config.mailbox.address:  # providers lock accounts that write to many people whom they do not know
        outside = min(outside or BY_MAILBOX, BY_MAILBOX)
    taken = (
        caps.letters_an_hour + caps.letters_waiting if caps.letters_an_hour and caps.letters_waiting else 0
    )
    return {
        # Letters that are handed over, counted by the door. Beyond the limit: told to try again (451).
        "arriving": Limit(taken, HOUR),  # by reply address or player, and source
        "bytes": Limit(caps.megabytes_a_day << 20),  # likewise
        "strangers": Limit(caps.strangers_an_hour, HOUR),  # together; by source each has its share
        "strangers' bytes": Limit(caps.megabytes_a_day << 20),  # likewise
        "put off": Limit(ANY),  # by source: those that come again
        "strangers again": Limit(caps.strangers_an_hour, HOUR),  # as "strangers"
        "strangers' bytes again": Limit(caps.megabytes_a_day << 20),  # likewise
        # Letters that have come.
        "letters": Limit(caps.letters_an_hour, HOUR),  # by address, proven: waits for its turn
        "unproven": Limit(  # by sender
            caps.unproven_a_day,
            ignored="enough letters of this address today that prove nothing, from the same source",
        ),
        "misread alike": Limit(caps.misread_a_day),  # by sender and kind: ignored
        "misread": Limit(varied),  # by sender: answered briefly
        "misread, briefly": Limit(varied * 5),  # by sender: ignored
        "alike": Limit(0 if config.trial else varied),  # that change nothing, by sender and kind: ignored
        "first answer": Limit(1),  # by sender and answered mail: the first is never ignored
        # What a letter asks for.
        "say": Limit(caps.said_a_day),  # by player: not passed on
        "tell": Limit(20, refused="{most} messages a day are enough"),  # by player
        "to host": Limit(  # by mailbox: not passed on
            3, refused="{most} letters a day to the host are enough"
        ),
        "to host, all": Limit(20),  # together: likewise
        "to all": Limit(3, refused="{most} letters a day to all entrants are enough"),  # by player
        "tournament": Limit(5, refused="{most} new tournaments a day are enough"),  # by player
        "record": Limit(10, refused="{most} records a day are enough"),  # by player
        "too large": Limit(3),  # by player: about a letter in a mailbox that is too large, not answered
        "nudge": Limit(1, DAY - HOUR),  # by match and player: refused, with the time of the next one
        "too late": Limit(1, ignored="orders for a match that is over, refused once today"),  # likewise
        "request": Limit(  # by match, seat, what is asked, and the last move
            1,
            365 * DAY,
            refused="You have asked for that since the last move. After the next one you may ask again",
        ),
        "guest": Limit(  # by player
            5, refused="You can invite {most} people a day; please wait for the answers first"
        ),
        "invitation": Limit(1, WEEK),  # by mailbox: refused, without saying why
        # Questions that wait for a yes.
        "confirm": Limit(  # by mailbox
            asked,
            refused="Enough mails have gone to this address today; please look for them, also among junk mail",
        ),
        "move": Limit(  # by player
            asked,
            refused="You have asked for that often enough today; please look for the mails at that address",
        ),
        "address": Limit(asked),  # by mailbox: not written, and nobody is told
        "held": Limit(asked, ignored="too many letters of this address that prove nothing"),  # by sender
        "farewell": Limit(  # by player
            asked, refused="You have been asked often enough today; please look for the mail that asks you"
        ),
        "quiet": Limit(1, ignored="has been asked today"),  # by player
        "unsure": Limit(1, ignored="neither yes nor no, once more"),  # by mailbox, question and kind
        # Mails because of a letter. Beyond the limit: not written.
        "stays": Limit(5, ignored="a no to leaving, which has been answered today"),  # by player
        "invited": Limit(5, ignored="an invitation that has been explained enough today"),  # by mailbox
        "stranger": Limit(
            caps.unproven_a_day, ignored="a stranger who has had enough answers today"
        ),  # by mailbox
        "stranger alike": Limit(1, ignored="a stranger who has been told this today"),  # by mailbox and kind
        "throttled": Limit(1),  # your letters wait, by player
        "leaked": Limit(1),  # by player
        "disowned": Limit(1),  # by player
        "alarm": Limit(1),  # by kind
        # Mails that leave the house. Beyond the limit: waits.
        "mails an hour": Limit(caps.mails_an_hour, HOUR),  # by address, those that only report separately
        "mails a day": Limit(caps.mails_a_day),  # likewise
        "all mails": Limit(caps.all_mails_an_hour, HOUR),  # to players; the host is told
        "mails unproven": Limit(  # to players, because of letters that prove nothing; each source has its share
            -(-caps.all_mails_an_hour // UNPROVEN), HOUR
        ),
        "mails outside": Limit(outside, HOUR),  # to strangers, in such shares; the host is told
        "mails to a domain": Limit(caps.strangers_of_a_domain, HOUR),  # to strangers, in such shares
    }
