"""Trying a mailbox out: what its provider does to mail is measured, since providers promise little and differ much.

Letters go from the account to itself, one of them to account+tag if that is to be used. Where they arrive, which fields
contain the tag, and whether our Message-ID and envelope sender are kept decides how the mailbox can be used: not at all
without a passed probe.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from email.policy import compat32

import msgspec
from msgspec import Struct

from pbem.mail.bounds import received_above
from pbem.mail.delivery import Delivery, Outcome
from pbem.mail.mailbox import Box, BoxError, Denied, Garbled
from pbem.server.core.config import Config
from pbem.server.core.findings import Finding

NO_TAGS = "account+tag does not arrive with its tag: set plus = false in [mailbox]"
SECONDS = 300.0
PAUSE_SECONDS = 3.0  # how often to look whether the letters have arrived

_TAGGED = (
    *("Delivered-To", "X-Delivered-To", "Envelope-To", "X-Envelope-To", "X-Original-To", "X-Forwarded-To"),
    *("To", "Cc", "Received"),
)


class Profile(Struct, frozen=True):
    """What was measured. `plus`: mail to account+tag arrives with the tag; `ids`: our Message-IDs are kept; `junk`: our
    own mail is taken for junk."""

    plus: bool = True
    ids: bool = True
    junk: bool = False


def read_profile(text: str) -> Profile | None:
    """A profile as it was stored; None if there is none."""
    return msgspec.json.decode(text, type=Profile) if text else None


class _Found(Struct, frozen=True):
    folder: str
    uid: int
    header: bytes

    def fields(self, name: str) -> list[str]:
        parsed = BytesHeaderParser(policy=compat32).parsebytes(self.header)
        return [" ".join(str(value).split()) for value in parsed.get_all(name, [])]


class Probe:
    """One probe of a mailbox. `profile` is its result, None if it has failed."""

    def __init__(
        self,
        config: Config,
        open_box: Callable[[], Box],
        way: Callable[[], Delivery],
        *,
        outside: bool = False,
        seconds: float = SECONDS,
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`outside`: wait for a letter of the host from elsewhere, too; `seconds`: how long to wait for letters."""
        self._config = config
        self._settings = config.mailbox
        self._open_box = open_box
        self._way = way
        self._outside = outside
        self._seconds = seconds
        self._pause = pause
        self._clock = clock
        self._key = secrets.token_hex(8)
        self.profile: Profile | None = None

    def run(self) -> Iterator[Finding]:
        """Run the probe, and report step by step what was found."""
        try:
            box = self._open_box()
        except BoxError as error:
            yield Finding("bad", f"IMAP {self._settings.imap}: {error}")
            return
        try:
            yield from self._look(box)
        except (BoxError, Denied) as error:
            yield Finding("bad", f"IMAP {self._settings.imap}: {error}")
        finally:
            box.close()

    def _look(self, box: Box) -> Iterator[Finding]:
        box.select(self._settings.inbox)
        count = len(box.uids())
        wakes = "wakes us (IDLE)" if box.idles else "is asked every 90 seconds (no IDLE)"
        yield Finding(
            "ok", f"IMAP {self._settings.imap}: logged in, {count} letters in {self._settings.inbox}; {wakes}"
        )
        folders = [name for name in (self._settings.inbox, box.junk(), self._settings.done) if name]
        if len(folders) < 3:
            yield Finding("note", "the provider does not say which folder is for junk")
        before = {name: set(_uids(box, name)) for name in folders}
        local, _, domain = self._settings.address.lower().rpartition("@")
        letters = {"plain": self._settings.address.lower()}
        if self._settings.plus:
            letters["tagged"] = f"{local}+probe{self._key}@{domain}"
        for name, outcome in self._send(letters).items():
            if outcome.status != "sent":
                yield Finding("bad", f"SMTP {self._settings.smtp}: to {letters.pop(name)}: {outcome.reply}")
        if not letters:
            return
        yield Finding(
            "ok",
            f"SMTP {self._settings.smtp}: logged in, {len(letters)} letters sent to {self._settings.address}",
        )
        found = self._wait(box, folders, before, {name: self._id(name) for name in letters})
        yield from self._judge(found, folders)
        for letter in found.values():
            box.select(letter.folder)
            box.delete([letter.uid])
        if self._outside and self.profile is not None:
            yield Finding(
                "note", f"now write from another address to {self._settings.address}, Subject: {self._key}"
            )
            found = self._wait(box, folders, before, {"outside": self._key})
            yield from self._judge_outside(found.get("outside"))

    def _send(self, letters: dict[str, str]) -> dict[str, Outcome]:
        async def run() -> dict[str, Outcome]:
            way = self._way()
            try:
                return {
                    name: await way.deliver(self._settings.address, to, self._letter(name, to))
                    for name, to in letters.items()
                }
            finally:
                await way.close()

        return asyncio.run(run())

    def _letter(self, name: str, to: str) -> bytes:
        """A letter with everything that matters in it, and a verdict on its From that its provider must remove."""
        date = datetime.now(UTC).strftime("%a, %d %b %Y %H:%M:%S +0000")
        claimed = self._settings.authserv_id.replace("*", "1") or "mx.pbem-probe.invalid"
        return (
            f"Authentication-Results: {claimed}; dmarc=pass (forged-{self._key})\r\n"
            f"From: {self._settings.address}\r\nTo: {to}\r\nReply-To: {to}\r\n"
            f"Subject: pbem tries this mailbox\r\nDate: {date}\r\n"
            f"Message-ID: {self._id(name)}\r\nReferences: {self._id(name)}\r\n"
            f"Auto-Submitted: auto-generated\r\nX-Loop: {self._settings.address.lower()}\r\n"
            f"\r\npbem tries what becomes of mail here. You may delete this.\r\n"
        ).encode()

    def _id(self, name: str) -> str:
        return f"<probe-{name}.{self._key}@{self._settings.address.lower().rpartition('@')[2]}>"

    def _wait(
        self, box: Box, folders: Sequence[str], before: dict[str, set[int]], marks: dict[str, str]
    ) -> dict[str, _Found]:
        found: dict[str, _Found] = {}
        end = self._clock() + self._seconds
        while len(found) < len(marks) and self._clock() < end:
            for folder in folders:
                for uid in _uids(box, folder):
                    if uid not in before[folder]:
                        before[folder].add(uid)
                        header = _header(box, uid)
                        for name, mark in marks.items():
                            if mark.encode() in header:
                                found[name] = _Found(folder, uid, header)
            if len(found) < len(marks):
                self._pause(PAUSE_SECONDS)
        return found

    def _judge(self, found: dict[str, _Found], folders: Sequence[str]) -> Iterator[Finding]:
        plain, tagged = found.get("plain"), found.get("tagged")
        if plain is None and tagged is None:
            yield Finding("bad", f"no letter has arrived within {self._seconds:.0f} seconds")
            return
        arrived = tagged or plain
        assert arrived is not None
        tag = f"+probe{self._key}"
        where = _TAGGED if tagged is not None else ()
        fields = [name for name in where if any(tag in value for value in arrived.fields(name))]
        kept = any(self._key in value for value in arrived.fields("Message-ID"))
        junk = len(folders) > 1 and arrived.folder not in (self._settings.inbox, self._settings.done)
        profile = Profile(plus=bool(fields), ids=kept, junk=junk)
        if fields:
            yield Finding("ok", f"account+tag arrives; the tag is in {', '.join(fields)}")
        elif self._settings.plus:
            yield Finding("bad", NO_TAGS)
        what = "is kept" if kept else "is replaced; answers are known by References"
        yield Finding("ok" if kept else "note", f"our Message-ID {what}")
        if junk:
            yield Finding(
                "note", f"our own mail is in {arrived.folder}: tell the provider that it is not junk"
            )
        if path := arrived.fields("Return-Path"):
            yield Finding("ok", f"the envelope sender arrives as {path[0]}")
        yield from self._judge_results(arrived)
        if profile.plus or not self._settings.plus:
            self.profile = profile

    def _judge_results(self, letter: _Found) -> Iterator[Finding]:
        """Which Authentication-Results are there: the provider's names, and whether forged ones are taken away."""
        values = letter.fields("Authentication-Results")
        if any(f"forged-{self._key}" in value for value in values):
            forged = self._settings.authserv_id
            yield Finding(
                "bad" if forged and not self._settings.plus else "note",
                "the provider lets forged Authentication-Results through, even in its name: leave authserv_id empty"
                if forged
                else "the provider lets forged Authentication-Results through",
            )
        names = [re.split(r"[;\s]", value)[0] for value in values if f"forged-{self._key}" not in value]
        received = len(letter.fields("Received"))
        if names:
            yield Finding(
                "ok",
                f"Authentication-Results of {', '.join(names)}; {received} Received fields on the way here",
            )
        elif not self._settings.plus and not self._settings.authserv_id:
            yield Finding(
                "note",
                "no authserv_id is set: without account+tag each order has to be confirmed by a second mail",
            )

    def _judge_outside(self, letter: _Found | None) -> Iterator[Finding]:
        if letter is None:
            yield Finding("bad", f"no such letter has arrived within {self._seconds:.0f} seconds")
            return
        values = letter.fields("Authentication-Results")
        for value, above in zip(values, received_above(letter.header, self._config.limits), strict=False):
            name = re.split(r"[;\s]", value)[0]
            yield Finding(
                "note",
                f"Authentication-Results below {above} Received fields: {value[:300]}; if that is the provider's own:"
                f' authserv_id = "{name}", received = {above + 1}',
            )
        if not values:
            yield Finding("note", "the provider adds no Authentication-Results: leave authserv_id empty")


def _uids(box: Box, folder: str) -> list[int]:
    try:
        box.select(folder)
    except Denied:
        return []
    return box.uids()


def _header(box: Box, uid: int) -> bytes:
    try:
        return box.header(uid) or b""
    except Garbled:
        return b""
