"""Letters that change nothing, and how often they are answered.

Two machines that answer each other must fall silent (I23), though not every machine says that it is one. It writes the
same again and again, except for numbers and names of its own, so letters that are alike are answered only a few times a
day. A person tries different things, and may believe that they have moved: whatever else they write is answered, if it
is very much, briefly. The first letter of a day that answers a mail of ours is answered in any case (I36).
"""

import hashlib
import re
from collections.abc import Sequence

from msgspec import Struct, structs

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.server.core.context import Ignored
from pbem.server.core.rates import RateLimits
from pbem.server.people.identity import Sender

MISREAD = "nothing in it could be read"
CHANGES_NOTHING = "it changes nothing"

LAST_ALIKE = (
    "I answer no more letters like this one until tomorrow: too many of them have come today, and they change"
    " nothing. Any other letter is answered as usual. For an order that fits, answer with: help"
)
LAST_MISREAD = (
    "Very many of your letters today had no line that I could read. Until tomorrow I answer such letters briefly."
    " One with a line that I know, for example help, is answered as usual."
)
BRIEFLY_MISREAD = (
    "Nothing was done: again I could read no line. Until tomorrow I answer such letters briefly. One"
    " with a line that I know, for example help, is answered as usual."
)
BRIEFLY = (
    "You have written this very often today, and it changes nothing. Until tomorrow I answer it briefly."
)

FEW_WORDS = 5  # in letters of up to this many words numbers count: squares and pawns are half of an order


_MARKS = re.compile(r"^(?:\[[^\[\]]*\] ?)+(?=.)")
"""Prefixes of our own mails, lists, tickets: before the words of a Subject."""


class Verdict(Struct, frozen=True):
    """How a letter that changes nothing is answered: as usual, with a `remark`, or (if there is one) with a `brief`
    text alone; and the note about it in the inbox."""

    note: str
    remark: str = ""
    brief: str = ""


def judge(limits: RateLimits, sender: Sender, letter: Letter, *, misread: bool) -> Verdict:
    """Count one more letter that changes nothing. Raises `Ignored` if it is not answered.

    One of few that are alike is answered as ever, if it is also one of not too many in which nothing could be read. Of
    the others those are answered briefly that are alike to few, and the first that answers a mail of ours.
    """
    take, who = limits.take, sender.limit_key
    row, note = ("misread alike", MISREAD) if misread else ("alike", CHANGES_NOTHING)
    first = sender.proven and sender.token is not None and take("first answer", f"{who} {_thread(sender)}")
    alike = take(row, f"{who} {kind_of(letter)}")
    varied = take("misread", who) if misread and alike else 1
    if alike and varied:
        last = LAST_MISREAD if misread and varied == limits.most("misread") else ""
        return Verdict(note, LAST_ALIKE if alike == limits.most(row) else last)
    if not first and not (alike and take("misread, briefly", who)):
        what = "in which nothing could be read" if misread else "that change nothing"
        raise Ignored(f"one more like others {what}")
    return Verdict(note, brief=BRIEFLY_MISREAD if misread else BRIEFLY)


def _thread(sender: Sender) -> Token | None:
    """What a letter answers, whichever of our mails about that it is."""
    return structs.replace(sender.token, mail=0) if sender.token is not None else None


def kind_of(letter: Letter) -> str:
    """What letters have in common that differ only in numbers, or (if they are short) not even in those.

    If there is a text, only the part of the Subject before a mark, our own `[pbem 12]` or another's, counts: the rest
    is mostly from a mail of ours. Without a text all of it counts except such marks.
    """
    body = _words(letter.lines)
    if body:
        subject = _without_numbers(_words([letter.subject.partition("[")[0]]))
    else:
        subject = _words([_MARKS.sub("", letter.subject)])
    return hashlib.sha256(" ".join([*subject, "/", *body]).encode()).hexdigest()[:16]


def _words(lines: Sequence[str]) -> list[str]:
    words = re.findall(r"\w+", " ".join(lines).lower())
    return words if len(words) <= FEW_WORDS else _without_numbers(words)


def _without_numbers(words: list[str]) -> list[str]:
    return [word for word in words if not any(sign.isdigit() for sign in word)]
