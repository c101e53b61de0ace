"""Notices become mails on their way out.

A notice always becomes the same bytes, so they are not stored for a mail that leaves at its first attempt. They are
stored when an attempt has failed, and before a second attempt where nobody knows how the first one ended: templates
and settings may change before the next one, and every retry must send the same bytes.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from pbem.server.core.context import Context
from pbem.server.core.fates import note_outgoing
from pbem.server.core.games import NotInstalled
from pbem.server.core.times import HOUR
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.notices import Notice, Writer, merge, read, wants_pictures
from pbem.store.rows import Outgoing

log = logging.getLogger("pbem.delivery")


class Rendered(Struct, frozen=True):
    """The mails that some notices become, or None for one that cannot be rendered. `merged` are the earlier notices
    that one of them tells, by its number; `waiting` says why some wait for a game to be installed again."""

    mails: dict[int, bytes | None]
    merged: dict[int, list[int]]
    waiting: dict[int, str]


class Rendering:
    """Renders notices."""

    def __init__(self, context: Context, alarms: Alarms) -> None:
        self._context = context
        self._post = context.store.post
        self._alarms = alarms
        self._writer = Writer(context)

    async def render(self, due: Iterable[Outgoing]) -> Rendered:
        """Render the notices among due letters; nothing is stored. Two mails to one reader about one match that have
        not been tried yet become one."""
        mails: dict[int, bytes | None] = {}
        merged: dict[int, list[int]] = {}
        waiting: dict[int, str] = {}
        latest: dict[tuple[str, int, str], tuple[int, Notice]] = {}
        letters = [letter for letter in due if not letter.raw]
        for letter in sorted(letters, key=lambda letter: letter.id):
            await asyncio.sleep(0)  # deliveries under way continue
            try:
                notice = read(letter)
                if letter.match is not None and not letter.attempts:
                    key = (letter.recipient, letter.match, letter.source)
                    before = latest.get(key)
                    if before is not None and (both := merge(before[1], notice)) is not None:
                        merged[letter.id] = [*merged.pop(before[0], ()), before[0]]
                        mails.pop(before[0], None)
                        notice = both
                    latest[key] = letter.id, notice
                mails[letter.id] = await self._write(notice, letter.recipient)
            except NotInstalled as error:
                waiting |= dict.fromkeys([letter.id, *merged.pop(letter.id, ())], str(error))
            except Exception:
                log.exception("mail %d to %s cannot be written", letter.id, letter.recipient)
                mails[letter.id] = None
        return Rendered(mails, merged, waiting)

    async def _write(self, notice: Notice, recipient: str) -> bytes:
        """A notice as a mail; one with pictures in a thread, since letters that come in would wait for it."""
        if wants_pictures(notice):
            return await asyncio.to_thread(self._writer.write, notice, recipient)
        return self._writer.write(notice, recipient)

    def with_words(self, due: Sequence[Outgoing], rendered: Rendered, now: int) -> list[Outgoing]:
        """The letters that may be tried, as bytes, among those due in the transaction that leases them. What must be
        stored of the others and of their bytes is stored."""
        present = {letter.id: letter for letter in due}
        going: list[Outgoing] = []
        for letter in due:
            if letter.raw:
                going.append(letter)
                continue
            if letter.id in rendered.waiting:
                self._post.put_off(letter.id, now + HOUR, rendered.waiting[letter.id])
                continue
            told = rendered.merged.get(letter.id, [])
            if letter.id not in rendered.mails or not all(number in present for number in told):
                continue  # it is told in a later one, or another process has a part of it in hand
            raw = rendered.mails[letter.id]
            if raw is None:
                self._set_aside(letter.id, now)
                continue
            if told or letter.attempts:
                self._post.put_into_words(letter.id, raw)
            for number in told:
                self._post.merge(number, letter.id, now)
                note_outgoing(self._context.store, present[number], "merged", now)
            going.append(structs.replace(letter, raw=raw))
        return going

    def _set_aside(self, number: int, now: int) -> None:
        """A faulty template costs this one mail; the letter that led to it is handled, and the match goes on."""
        self._post.delivered(number, "failed", "cannot be written", now=now)
        self._alarms.send(
            "words",
            f"mail {number} cannot be written, because a template is faulty; see the log of the server. Once it is"
            f" fixed: pbem outbox retry {number}",
        )
