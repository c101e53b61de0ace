"""Notices become mails, once: the bytes are stored before the first attempt, and every retry sends the same ones."""

import asyncio
import logging
from collections.abc import Iterable

from msgspec import Struct

from pbem.server.core.context import Context
from pbem.server.core.fates import note_outgoing
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.notices import Notice, Writer, merge, read, wants_pictures
from pbem.store.rows import Outgoing

log = logging.getLogger("pbem.delivery")


class Rendered(Struct, frozen=True):
    """The mails that some notices become, or None for one that cannot be rendered; and those merged into a later one,
    with its number."""

    mails: dict[int, bytes | None]
    merged: dict[int, int]


class Rendering:
    """Renders notices."""

    def __init__(self, context: Context, alarms: Alarms) -> None:
        self._context = context
        self._post = context.store.post
        self._alarms = alarms
        self._writer = Writer(context)

    async def render(self, due: Iterable[Outgoing]) -> Rendered:
        """Render the notices among due letters; nothing is stored. Two mails to one reader about one match that have
        not left yet become one."""
        mails: dict[int, bytes | None] = {}
        merged: dict[int, int] = {}
        latest: dict[tuple[str, int, str], tuple[int, Notice]] = {}
        letters = [letter for letter in due if not letter.raw]
        for letter in sorted(letters, key=lambda letter: letter.id):
            await asyncio.sleep(0)  # deliveries under way continue
            try:
                notice = read(letter)
                key = (letter.recipient, letter.match or 0, letter.source)
                before = latest.get(key)
                both = merge(before[1], notice) if before is not None and letter.match is not None else None
                if both is not None and before is not None:
                    merged[before[0]] = letter.id
                    mails.pop(before[0])
                latest[key] = letter.id, both or notice
                mails[letter.id] = await self._write(both or notice, letter.recipient)
            except Exception:
                log.exception("letter %d to %s cannot be put into words", letter.id, letter.recipient)
                mails[letter.id] = None
        return Rendered(mails, merged)

    async def _write(self, notice: Notice, recipient: str) -> bytes:
        """A notice as a mail; one with pictures in a thread, since letters that come in would wait for it."""
        if wants_pictures(notice):
            return await asyncio.to_thread(self._writer.write, notice, recipient)
        return self._writer.write(notice, recipient)

    def store(self, rendered: Rendered, now: int) -> None:
        """Store what has been rendered, within a transaction."""
        for number, raw in rendered.mails.items():
            if raw is not None:
                self._post.put_into_words(number, raw)
            else:
                self._set_aside(number, now)
        for number, later in rendered.merged.items():
            self._post.merge(number, later, now)
            letter = self._post.outgoing(number)
            if letter is not None and letter.status == "merged":
                note_outgoing(self._context.store, letter, "merged", now)

    def _set_aside(self, number: int, now: int) -> None:
        """A faulty template costs this one mail; the letter that led to it is handled, and the match goes on."""
        self._post.delivered(number, "failed", "cannot be put into words", now=now)
        self._alarms.send(
            "words",
            f"letter {number} of the outbox cannot be put into words: a template is faulty, see the log of the server."
            f" When it is mended: pbem outbox retry {number}",
        )
