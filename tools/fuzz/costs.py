"""What a letter costs: the time that its thread takes of the processor, in units of what this machine takes for a
piece of work.

No letter within the limits may cost more than `BOUND`, all in all: reading it, doing what it says, and the answer. The
letters tried are made of a few signs or words, repeated until the letter is full: what grows with the square of
anything shows.
"""

import functools
import gc
import re
import time
from collections.abc import Callable
from typing import NamedTuple

SIZE = 250_000
"""Bytes of a letter: nearly as many as may come by SMTP."""

BOUND = 100.0
"""Units: 0.3 seconds on the machine on which this was set, which takes 0.003 for one."""

ATTEMPTS = 6
"""A letter that costs too much is tried again, somewhat altered: another program may have been in the way."""

SENDERS = ("answer", "new letter", "without proof", "stranger")
FORMS = ("plain", "html", "flowed", "subject", "header", "nested", "quoted-printable", "report")

_HEAD = {
    "html": b"Content-Type: text/html; charset=utf-8\n",
    "flowed": b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n",
    "quoted-printable": b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n",
    "report": b"Content-Type: multipart/report; boundary=b\n",
}
_DEPTH = 12


class Recipe(NamedTuple):
    """How a letter is made: who sends it, in which form, in lines of how many bytes (0: as the unit has them), and what
    is repeated in it."""

    sender: str
    form: str
    columns: int
    unit: bytes

    def encode(self) -> bytes:
        """As the fuzzer knows it."""
        return bytes([SENDERS.index(self.sender), FORMS.index(self.form), self.columns // 4]) + self.unit


def decode(data: bytes) -> Recipe:
    """The recipe that any bytes are."""
    sender, form, columns, *_ = (*data[:3], 0, 0, 0)
    return Recipe(SENDERS[sender % len(SENDERS)], FORMS[form % len(FORMS)], columns * 4, data[3:] or b"x")


def cook(recipe: Recipe, number: int) -> tuple[bytes, bytes]:
    """The header fields of a letter, but for From, and its body. No two with other numbers are the same."""
    unit, form = recipe.unit, recipe.form
    body = b"%d " % number + (unit * (SIZE // len(unit) + 1))[:SIZE]
    if recipe.columns:
        columns, body = recipe.columns, body.replace(b"\n", b" ")
        starts = range(0, SIZE, columns)
        # Each line is another one: what is remembered of the last is of no use for it.
        body = b"\n".join(b"%s%d" % (body[start : start + columns - 6], start) for start in starts)
    head = _HEAD.get(form, b"Content-Type: text/plain; charset=utf-8\n")
    if form == "subject":
        head += b"Subject: " + unit.replace(b"\n", b" ") * (1800 // len(unit)) + b"\n"
    elif form == "header":
        field = unit.replace(b"\n", b" ") * (1900 // len(unit)) + b"\n"
        head += b"".join(
            b"%s: %s" % (name, field) for name in (b"To", b"Cc", b"References", b"Delivered-To") * 7
        )
    elif form == "nested":
        head = b"Content-Type: multipart/mixed; boundary=b0\n"
        inner = b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n"
        body = b"".join(inner % (n, n + 1) for n in range(_DEPTH)) + b"--b%d\n\n" % _DEPTH + body
    elif form == "report":
        body = (
            b"--b\n\n"
            + body[: SIZE // 2]
            + b"\n--b\nContent-Type: message/delivery-status\n\n"
            + body[SIZE // 2 :]
        )
    return head, body[:SIZE]


def unit() -> float:
    """The seconds that this machine takes now for a piece of work of the kind that reading letters is."""
    return min(_seconds(work) for _ in range(3))


def units(letter: Callable[[int], None]) -> float:
    """What a letter costs. `letter` has it read and done; it is given a number by which to alter it."""
    cost = float("inf")
    for number in range(ATTEMPTS):
        before = unit()
        spent = _seconds(functools.partial(letter, number))
        cost = min(cost, spent / max(before, unit()))
        if cost <= BOUND:
            break
    return cost


def _seconds(work: Callable[[], None]) -> float:
    gc.disable()  # what else lies in this process is no cost of the letter's
    start = time.thread_time()
    try:
        work()
        return time.thread_time() - start
    finally:
        gc.enable()


def work() -> None:
    """That piece of work: lines of text taken apart."""
    line = "  S1 move b4, and S2 throws at N3 with 5; done.  "
    known: dict[str, int] = {}
    for number in range(890):
        words = re.findall(r"[a-z0-9]+", f"{line}{number}".strip().lower())
        for word in words:
            known[word] = known.get(word, 0) + 1
