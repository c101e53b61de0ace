"""A letter to be read, and where: here, or in a process that may die (see `reader`).

A short letter of plain text is read at once: no bytes of that size take long, and another process would cost more.
HTML, reports in no standard form and long letters are for the other process.
"""

from collections.abc import Callable

import msgspec
from msgspec import structs

from pbem.mail.html import HtmlError, to_text
from pbem.mail.limits import Limits
from pbem.mail.reading import Letter, LetterError, read

SHORT = 8 * 1024
"""Maximum size of a letter that is read at once. The worst of them take a thirtieth of a second."""


class Task(msgspec.Struct, frozen=True):
    """A letter that is to be read."""

    raw: bytes
    recipients: tuple[str, ...] = ()  # these two are the envelope's
    return_path: str | None = None
    domain: str = ""  # these two are those of our own addresses
    local: str = "pbem"
    limits: Limits = Limits()
    vouched: bool = True  # it came through the host's own mail server
    bounced: bool = False  # it came to the address to which one letter of ours would come back
    plainly: bool = False  # without HTML, and without reports in no standard form


class _Costly(Exception):
    """Reading goes on only in the other process."""


def read_at_once(task: Task) -> Letter | LetterError | None:
    """The letter, or why it cannot be read; None if it must be read in the other process."""
    return _read(task, _refuse) if len(task.raw) <= SHORT else None


def read_here(task: Task) -> Letter | LetterError:
    """The letter, or why it cannot be read, whatever that costs."""
    outcome = _read(task, _leave_out if task.plainly else to_text)
    assert outcome is not None
    return outcome


def _read(task: Task, convert: Callable[[str], str]) -> Letter | LetterError | None:
    try:
        letter = read(
            task.raw,
            recipients=task.recipients,
            return_path=task.return_path,
            domain=task.domain,
            local=task.local,
            limits=task.limits,
            to_text=convert,
        )
    except LetterError as error:
        return error
    except _Costly:
        return None
    if task.bounced and letter.kind == "bounce" and letter.failure is None and not task.plainly:
        if convert is _refuse:
            return None
        from pbem.mail.reports_in_words import examine  # in the other process only: it is slow to import

        return structs.replace(letter, failure=examine(task.raw))
    # What it says of itself is unchecked unless the host's own mail server vouches for it (I4).
    return letter if task.vouched else structs.replace(letter, auth=())


def _refuse(html: str) -> str:
    raise _Costly


def _leave_out(html: str) -> str:
    raise HtmlError("not looked at")
