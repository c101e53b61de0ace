"""Incoming and outgoing letters.

Inbox rows are `new` until the server has handled them; then `done`, `ignored` (nobody to answer), `duplicate`,
`held` (waiting for the sender's yes), `throttled` (the sender writes too much; handled when due) or `failed`
(it crashed the server, see `note`). Outbox rows are `new` until delivered; then `sent`, `merged` (reported in a
later mail) or `failed`. They are `held` while mail to their player bounces.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pbem.store.addresses import mailbox
from pbem.store.connection import ALL, Connection
from pbem.store.letters import IN, OUT, marks, only, read_incoming, read_outgoing
from pbem.store.rows import Incoming, Outgoing

_TURNS = msgspec.json.Decoder(dict[int, int])

_DISPENSABLE = {
    "inbox": "(status IN ('done', 'ignored', 'duplicate', 'held') OR substr(note, 1, 14) = 'cannot be read')"
    " AND received < ? AND id < (SELECT max(id) FROM inbox)",
    "outbox": "status IN ('sent', 'merged', 'failed') AND created < ? AND id < (SELECT max(id) FROM outbox)",
}

_UNSENT_TO = """id IN (SELECT id FROM outbox WHERE status = 'new' AND recipient = ?1
    UNION ALL SELECT id FROM outbox WHERE status = 'held' AND recipient = ?1)"""
"""Unsent letters to an address: found by two indexes, so that sent ones are not scanned."""

_KEPT_OF_TEXT, _KEPT = 4096, 16_384
"""Maximum bytes kept of the text of a finished letter, and in all: enough for a host to see what it was."""

IN_HAND = "in hand"
"""The `reply` of a letter during a delivery attempt."""


class Post:
    """Queries about letters."""

    def __init__(self, conn: Connection, skip_locked: str) -> None:
        """`written` has the match, if any, of each mail that was put into the outbox since somebody cleared it."""
        self._conn = conn
        self._skip_locked = skip_locked
        self.written: list[int | None] = []

    # In.

    def receive(
        self,
        raw: bytes,
        return_path: str,
        recipients: Iterable[str],
        now: int,
        *,
        front: bool = True,
        peer: str = "",
        lane: str = "",
    ) -> int:
        """Store a raw letter from the client `peer`, which came by the `front` door or another. It is accepted once the
        transaction around this call is committed. `lane`: see `claim`."""
        (number,) = self._conn.execute(
            "INSERT INTO inbox (received, return_path, recipients, raw, front, peer, lane) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " RETURNING id",
            (now, return_path, msgspec.json.encode(list(recipients)).decode(), raw, front, peer, lane),
        ).fetchone()
        return int(number)

    def waiting(self, limit: int, now: int = 0, *, after: int = 0) -> list[Incoming]:
        """The oldest new letters and the throttled ones that are due; only those `after` a certain letter."""
        return [
            read_incoming(row)
            for row in self._conn.execute(
                f"{IN} WHERE id IN (SELECT id FROM inbox WHERE status = 'new' UNION SELECT id FROM inbox"
                " WHERE status = 'throttled' AND due <= ?) AND id > ? ORDER BY id LIMIT ?",
                (now, after, limit),
            )
        ]

    def claim(self, number: int, lane: str) -> bool:
        """Take a letter in hand, within the transaction that handles it; False if it has been handled, or another that
        came earlier in its lane has not. An empty lane holds nobody up."""
        row = self._conn.execute(
            "SELECT 1 FROM inbox WHERE id = ?1 AND status IN ('new', 'throttled') AND NOT EXISTS (SELECT 1 FROM inbox"
            " WHERE status = 'new' AND id < ?1 AND lane = ?2 AND lane != '')",
            (number, lane),
        ).fetchone()
        return row is not None

    def incoming(self, number: int) -> Incoming | None:
        """Find a letter, whatever its status. The number may be any integer."""
        if number.bit_length() > 63:
            return None
        row = self._conn.execute(f"{IN} WHERE id = ?", (number,)).fetchone()
        return read_incoming(row) if row else None

    def note_turns(self, number: int, turns: Mapping[int, int]) -> None:
        """Store the turns of the sender's matches at the moment when a held letter came."""
        text = msgspec.json.encode(turns).decode()
        self._conn.execute("UPDATE inbox SET turns = ? WHERE id = ?", (text, number))

    def noted_turns(self, number: int) -> dict[int, int]:
        """The turns stored with a held letter."""
        (text,) = self._conn.execute("SELECT turns FROM inbox WHERE id = ?", (number,)).fetchone()
        return _TURNS.decode(text)

    def inbox(
        self, status: str | None, limit: int, *, player: int | None = None, match: int | None = None
    ) -> list[Incoming]:
        """The newest letters, of one status, written by one player, with an effect in one match; or all."""
        where, values = only(
            ("status = ?", status),
            ("sender IN (SELECT address FROM addresses WHERE player = ?)", player),
            ("id IN (SELECT inbox FROM log WHERE match = ?)", match),
        )
        return [
            read_incoming(row)
            for row in self._conn.execute(f"{IN} {where} ORDER BY id DESC LIMIT ?", [*values, limit])
        ]

    def close(
        self,
        number: int,
        status: str,
        note: str = "",
        *,
        now: int | None = None,
        sender: str = "",
        proven: bool = False,
    ) -> None:
        """Record what became of a letter, from which address it came and whether that was proven.

        Of a finished letter only the header and the beginning of the text are kept; of a held or failed one, all of
        it.
        """
        self._conn.execute(
            "UPDATE inbox SET status = ?1, note = ?2, closed = ?3, sender = ?4, proven = ?5,"
            " raw = CASE WHEN ?1 IN ('done', 'ignored', 'duplicate')"  # of nothing SQLite's substr makes NULL
            " THEN coalesce(substr(substr(raw, 1, ?8), 1, instr(raw, x'0d0a0d0a') + ?7), raw) ELSE raw END"
            " WHERE id = ?6",
            (status, note, now, sender, proven, number, _KEPT_OF_TEXT, _KEPT),
        )

    def throttle(self, number: int, due: int, sender: str) -> None:
        """Make a letter wait because its sender has written too many."""
        self._conn.execute(
            "UPDATE inbox SET status = 'throttled', due = ?, sender = ? WHERE id = ?", (due, sender, number)
        )

    def free_throttled(self, now: int) -> None:
        """Let all throttled letters be judged anew."""
        self._conn.execute("UPDATE inbox SET due = ?1 WHERE status = 'throttled' AND due > ?1", (now,))

    def waiting_from(self, sender: str, before: int = ALL) -> int:
        """Number of waiting letters from an address: all, or those older than letter `before`."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM inbox WHERE status = 'throttled' AND sender = ? AND id < ?",
            (sender, before),
        ).fetchone()
        return int(count)

    def any_throttled(self) -> bool:
        """Is any letter throttled?"""
        statement = "SELECT EXISTS (SELECT 1 FROM inbox WHERE status = 'throttled')"
        (found,) = self._conn.execute(statement).fetchone()
        return bool(found)

    def done_since(self, recipient: str, since: int) -> int:
        """Number of letters with a proven sender that the owner of an address has sent since a moment."""
        (count,) = self._conn.execute(
            "SELECT count(*) FROM inbox WHERE closed > ?2 AND proven = 1 AND status = 'done' AND sender != ''"
            " AND sender IN (SELECT address FROM addresses"
            " WHERE player = (SELECT player FROM addresses WHERE address = ?1))",
            (recipient, since),
        ).fetchone()
        return int(count)

    def waiting_outside(self) -> int:
        """Number of unsent letters to strangers."""
        statement = "SELECT count(*) FROM outbox WHERE status = 'new' AND mailbox != ''"
        (count,) = self._conn.execute(statement).fetchone()
        return int(count)

    def others_wait(self, source: str, domain: str | None) -> bool:
        """Whether mails wait that letters of another source have led to: to strangers at a domain (`@example.org`; any,
        if it is empty), or to players (None)."""
        to = "mailbox != ''" if domain is not None else "mailbox = '' AND source != ''"
        if domain:
            to = "mailbox != '' AND substr(mailbox, length(mailbox) - length(?2) + 1) = ?2"
        (found,) = self._conn.execute(
            f"SELECT EXISTS (SELECT 1 FROM outbox WHERE status = 'new' AND source != ?1 AND {to})",
            (source, *filter(None, (domain,))),
        ).fetchone()
        return bool(found)

    def attempt(self, number: int) -> None:
        """Count an attempt before it is made, so that a letter that crashes the server is found."""
        self._conn.execute("UPDATE inbox SET attempts = attempts + 1 WHERE id = ?", (number,))

    def note_first(self, key: str, inbox: int, now: int) -> bool:
        """Record that the letter with this key takes effect now; False if one did before."""
        cursor = self._conn.execute(
            "INSERT INTO heard (key, inbox, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (key, inbox, now)
        )
        return cursor.rowcount == 1

    # Out.

    def send(
        self,
        recipient: str,
        message_id: str,
        notice: bytes,
        now: int,
        *,
        kind: str,
        match: int | None = None,
        reply_to: str = "",
        hold: bool = False,
        tells: bool = False,
        wait: int = 0,
        mailbox: str = "",
        source: str = "",
    ) -> int:
        """Put a notice into the outbox, to become a mail later. It may be put on `hold`, or `wait` a number of seconds.
        `tells`, `mailbox` and `source`: see `Outgoing`.

        Message-IDs are unique: a second notice with the same one is not added.
        """
        status = "held" if hold else "new"
        row = self._conn.execute(
            "INSERT INTO outbox"
            " (created, recipient, message_id, kind, match, reply_to, notice, raw, due, status, tells, mailbox,"
            " source) VALUES (?, ?, ?, ?, ?, ?, ?, x'', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
            (
                now,
                recipient,
                message_id,
                kind,
                match,
                reply_to,
                notice,
                now + wait,
                status,
                tells,
                mailbox,
                source,
            ),
        ).fetchone()
        if row is None:
            return 0
        self.written.append(match)
        return int(row[0])

    def to_deliver(self, now: int, limit: int) -> list[Outgoing]:
        """Due letters, oldest first, including those not yet rendered."""
        return [
            read_outgoing(row)
            for row in self._conn.execute(
                f"{OUT} WHERE status = 'new' AND due <= ? ORDER BY due, id LIMIT ?", (now, limit)
            )
        ]

    def still_due(self, letters: Sequence[Outgoing], now: int) -> list[Outgoing]:
        """Those of some letters, one at least, that are due and as they were read; without those that another process
        has locked. Called within the transaction that leases them."""
        rows = self._conn.execute(
            "SELECT id, attempts, length(raw) FROM outbox WHERE status = 'new' AND due <= ?"
            f" AND id IN ({marks(letters)}) ORDER BY id{self._skip_locked}",
            [now, *(letter.id for letter in letters)],
        )
        found = {number: (attempts, size) for number, attempts, size in rows}
        return [letter for letter in letters if found.get(letter.id) == (letter.attempts, len(letter.raw))]

    def put_into_words(self, number: int, raw: bytes) -> None:
        """Store the mail that a notice has become: from now on every attempt sends these bytes."""
        self._conn.execute(
            "UPDATE outbox SET raw = ?, notice = x'' WHERE id = ? AND raw = x''", (raw, number)
        )

    def merge(self, number: int, later: int, now: int) -> None:
        """A notice is told in a later mail, unless another process has put it into words meanwhile."""
        self._conn.execute(
            "UPDATE outbox SET status = 'merged', reply = ?, closed = ? WHERE id = ? AND status = 'new' AND raw = x''",
            (f"told in letter {later}", now, number),
        )

    def lease(self, numbers: Sequence[int], until: int) -> None:
        """Reserve letters, one at least: nobody else tries them before this moment. Committed before dialling."""
        self._conn.execute(
            f"UPDATE outbox SET due = ?, reply = ?, attempts = attempts + 1 WHERE id IN ({marks(numbers)})",
            [until, IN_HAND, *numbers],
        )

    def release(self, now: int) -> None:
        """Release the letters that a server reserved before it stopped."""
        self._conn.execute(
            "UPDATE outbox SET due = ? WHERE status = 'new' AND reply = ? AND due > ?", (now, IN_HAND, now)
        )

    def any_in_hand(self, now: int) -> bool:
        """Has anybody reserved a letter?"""
        (found,) = self._conn.execute(
            "SELECT EXISTS (SELECT 1 FROM outbox WHERE status = 'new' AND due > ? AND reply = ?)",
            (now, IN_HAND),
        ).fetchone()
        return bool(found)

    def pull_in(self, now: int, latest: int) -> int:
        """Let everything that is due after a moment that is too far ahead be due now: mails, and letters that wait.
        Returns how many that are."""
        return sum(
            self._conn.execute(
                f"UPDATE {box} SET due = ? WHERE status = '{status}' AND due > ?", (now, latest)
            ).rowcount
            for box, status in (("outbox", "new"), ("inbox", "throttled"))
        )

    def put_back(self, numbers: Sequence[int], due: int) -> None:
        """Release letters that were reserved but not tried."""
        self._conn.execute(
            f"UPDATE outbox SET due = ?, reply = '', attempts = attempts - 1 WHERE id IN ({marks(numbers)})",
            [due, *numbers],
        )

    def sent(self, replies: Mapping[int, str], now: int) -> None:
        """Record that letters, at least one, have been taken, and with which words."""
        told = ", ".join(["(?, ?)"] * len(replies))
        self._conn.execute(
            "UPDATE outbox SET status = 'sent', reply = told.column2, closed = ?"
            f" FROM (VALUES {told}) AS told WHERE outbox.id = told.column1",
            [now, *(value for row in replies.items() for value in row)],
        )

    def delivered(
        self, number: int, status: str, reply: str, due: int | None = None, *, now: int | None = None
    ) -> None:
        """Record the result of an attempt: `sent` or `failed` now, or `new` with the time of the next attempt."""
        self._conn.execute(
            "UPDATE outbox SET status = ?, reply = ?, closed = ?, due = coalesce(?, due) WHERE id = ?",
            (status, reply, now, due, number),
        )

    def put_off(self, number: int, due: int, why: str) -> None:
        """Delay a letter that has not been tried."""
        self._conn.execute("UPDATE outbox SET due = ?, reply = ? WHERE id = ?", (due, why, number))

    def put_off_all(self, now: int, due: int, but: str) -> None:
        """Delay all due letters to players, except kinds that begin with `but`."""
        self._conn.execute(
            "UPDATE outbox SET due = ?1, reply = 'waits: too much mail has gone out'"
            " WHERE status = 'new' AND due <= ?2 AND mailbox = '' AND substr(kind, 1, length(?3)) != ?3",
            (due, now, but),
        )

    def put_off_everything(self, now: int, due: int) -> None:
        """Delay all due letters."""
        self._conn.execute(
            "UPDATE outbox SET due = ?, reply = 'waits: the provider takes no more for now'"
            " WHERE status = 'new' AND due <= ?",
            (due, now),
        )

    def free_put_off(self, now: int) -> None:
        """Let all delayed letters be judged anew."""
        self._conn.execute(
            "UPDATE outbox SET due = ?1 WHERE status = 'new' AND due > ?1 AND substr(reply, 1, 7) = 'waits: '",
            (now,),
        )

    def hold(self, recipient: str) -> None:
        """Hold all mail to an address until it can be reached again."""
        self._conn.execute(
            "UPDATE outbox SET status = 'held' WHERE status = 'new' AND recipient = ?", (recipient,)
        )

    def release_held(self, recipient: str, now: int) -> None:
        """Release the mail held for an address."""
        self._conn.execute(
            "UPDATE outbox SET status = 'new', due = ?, attempts = 0 WHERE status = 'held' AND recipient = ?",
            (now, recipient),
        )

    def next_due(self) -> int | None:
        """When the next letter is due."""
        (due,) = self._conn.execute("SELECT min(due) FROM outbox WHERE status = 'new'").fetchone()
        return due if due is None else int(due)

    def oldest_tried(self) -> int | None:
        """When the oldest letter was written that has been tried but not sent."""
        statement = "SELECT min(created) FROM outbox WHERE status = 'new' AND attempts > 0"
        (created,) = self._conn.execute(statement).fetchone()
        return created if created is None else int(created)

    def outgoing(self, number: int) -> Outgoing | None:
        """Find a letter, whatever its status. The number may be any integer."""
        if number.bit_length() > 63:
            return None
        row = self._conn.execute(f"{OUT} WHERE id = ?", (number,)).fetchone()
        return read_outgoing(row) if row else None

    def outbox(
        self, status: str | None, limit: int, *, player: int | None = None, match: int | None = None
    ) -> list[Outgoing]:
        """The newest letters, of one status, to one player, about one match; or all."""
        where, values = only(
            ("status = ?", status),
            ("recipient IN (SELECT address FROM addresses WHERE player = ?)", player),
            ("match = ?", match),
        )
        return [
            read_outgoing(row)
            for row in self._conn.execute(f"{OUT} {where} ORDER BY id DESC LIMIT ?", [*values, limit])
        ]

    def latest_of(self, message_ids: Sequence[str], recipients: Sequence[str]) -> Outgoing | None:
        """The latest of our letters with one of these Message-IDs that went to one of these addresses, in whatever
        spelling."""
        if not message_ids or not recipients:
            return None
        rows = self._conn.execute(
            f"{OUT} WHERE message_id IN ({marks(message_ids)}) ORDER BY id DESC", message_ids
        )
        theirs = set(map(mailbox, recipients))
        return next(
            (letter for letter in map(read_outgoing, rows) if mailbox(letter.recipient) in theirs), None
        )

    def with_reply_to(self, address: str) -> Outgoing | None:
        """The first of our letters with this reply address; later ones are to be taken for it."""
        row = self._conn.execute(f"{OUT} WHERE reply_to = ? ORDER BY id LIMIT 1", (address,)).fetchone()
        return read_outgoing(row) if row else None

    def last_sent(self) -> int:
        """The number of the newest letter in the outbox; 0 if there is none."""
        (last,) = self._conn.execute("SELECT max(id) FROM outbox").fetchone()
        return int(last or 0)

    def of_kind_since(self, recipient: str, kind: str, since: int) -> list[Outgoing]:
        """The letters of a kind (about no match) to an address since a moment, oldest first."""
        return [
            read_outgoing(row)
            for row in self._conn.execute(
                f"{OUT} WHERE match IS NULL AND recipient = ? AND kind = ? AND created >= ? ORDER BY id",
                (recipient, kind, since),
            )
        ]

    def readdress(self, before: str, after: str) -> None:
        """Send unsent letters to the player's new address, except those meant for the old one."""
        self._conn.execute(
            f"UPDATE outbox SET recipient = ?2 WHERE {_UNSENT_TO} AND kind != 'moved'", (before, after)
        )

    def withdraw(self, recipient: str) -> None:
        """Drop the unsent letters to an address."""
        self._conn.execute(
            f"UPDATE outbox SET status = 'failed', reply = 'withdrawn: its reader has left' WHERE {_UNSENT_TO}",
            (recipient,),
        )

    # Clearing out. The newest row of each table stays, so that no number is used twice.

    def dispensable(self, before: int) -> int:
        """Number of finished letters from before a moment."""
        count = 0
        for table, conditions in _DISPENSABLE.items():
            (found,) = self._conn.execute(
                f"SELECT count(*) FROM {table} WHERE {conditions}", (before,)
            ).fetchone()
            count += int(found)
        return count

    def clear(self, before: int, limit: int) -> None:
        """Delete finished letters, at most `limit` of each table."""
        for table, conditions in _DISPENSABLE.items():
            self._conn.execute(
                f"DELETE FROM {table} WHERE id IN (SELECT id FROM {table} WHERE {conditions} LIMIT ?)",
                (before, limit),
            )

    def clear_marks(self, before: int) -> None:
        """Delete the marks of letters that took effect before a moment: copies of them would take effect again."""
        self._conn.execute("DELETE FROM heard WHERE at < ?", (before,))

    def counts(self) -> dict[str, int]:
        """Number of letters by table and status, for `doctor`."""
        return {
            f"{table} {status}": count
            for table in ("inbox", "outbox")
            for status, count in self._conn.execute(f"SELECT status, count(*) FROM {table} GROUP BY status")
        }
