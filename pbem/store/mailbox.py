"""The state of an ordinary mailbox that the server uses: what has been fetched from it, who fetches, and what has gone
out through it.

A letter is known by the SHA-256 of its bytes. Where it lies (folder, UIDVALIDITY, UID) is a hint only: servers number
anew. `stored`: it is in the inbox table; `filed`: and out of its folder; `gone`: and deleted from the folder of done
letters. `skipped` letters are not read; `trying` ones could not be fetched so far.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.store.connection import Connection

LetterState: TypeAlias = Literal["trying", "stored", "filed", "gone", "skipped"]

UNREAD = -1
"""The `size` of a letter that could not even be looked at."""


class Place(Struct, frozen=True):
    """Where a letter lies: the epoch is the folder's UIDVALIDITY, 0 where the server names none."""

    folder: str
    epoch: int
    uid: int


class LedgerRow(Struct, frozen=True):
    """What is known of the letter at a place."""

    uid: int
    sha256: str
    message_id: str
    size: int
    arrived: int
    state: LetterState
    tries: int
    note: str


class BoxStatus(Struct, frozen=True):
    """The status of a mailbox.

    `began` and `epoch`: when it was first looked at, and its UIDVALIDITY then. `synced`: when the last complete look
    began. `state` and `told` are for the host, `profile` is the result of the probe (JSON); until `paused` nothing is
    sent. Until `leased` it belongs to the process that fetches, which goes on renewing that.
    """

    began: int | None = None
    epoch: int = 0
    synced: int | None = None
    state: str = "off"
    told: str = ""
    since: int = 0
    profile: str = ""
    paused: int = 0
    leased: int = 0


_ROW = "SELECT uid, sha256, message_id, size, arrived, state, tries, note FROM mailbox_letters"


class Mailboxes:
    """Queries about mailboxes, each named by its address."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    # Who fetches.

    def lease(self, account: str, holder: str, now: int, until: int) -> bool:
        """Reserve an account; False while another holds it. An expired lease is free."""
        self._conn.execute("INSERT INTO mailboxes (account) VALUES (?) ON CONFLICT DO NOTHING", (account,))
        cursor = self._conn.execute(
            "UPDATE mailboxes SET holder = ?2, leased = ?4 WHERE account = ?1 AND (holder = ?2 OR leased <= ?3)",
            (account, holder, now, until),
        )
        return cursor.rowcount == 1

    def release(self, account: str, holder: str) -> None:
        """Give a lease back."""
        self._conn.execute(
            "UPDATE mailboxes SET leased = 0 WHERE account = ? AND holder = ?", (account, holder)
        )

    def status(self, account: str) -> BoxStatus:
        """The status of a mailbox."""
        row = self._conn.execute(
            "SELECT began, epoch, synced, state, told, since, profile, paused, leased FROM mailboxes WHERE account = ?",
            (account,),
        ).fetchone()
        return BoxStatus(*row) if row else BoxStatus()

    def _set(self, account: str, **values: object) -> None:
        self._conn.execute("INSERT INTO mailboxes (account) VALUES (?) ON CONFLICT DO NOTHING", (account,))
        columns = ", ".join(f"{name} = ?" for name in values)
        self._conn.execute(f"UPDATE mailboxes SET {columns} WHERE account = ?", (*values.values(), account))

    def begin(self, account: str, now: int, epoch: int) -> None:
        """Note the first look into a mailbox."""
        self._set(account, began=now, epoch=epoch)

    def note_sync(self, account: str, began: int) -> None:
        """Note when the last complete look began."""
        self._set(account, synced=began)

    def note_state(self, account: str, state: str, told: str, now: int) -> None:
        """Note the state of the connection, for the host."""
        self._set(account, state=state, told=told, since=now)

    def note_profile(self, account: str, profile: str) -> None:
        """Note the result of the probe."""
        self._set(account, profile=profile)

    # What has been fetched.

    def at(self, account: str, place: Place) -> LedgerRow | None:
        """What is known of the letter at a place."""
        row = self._conn.execute(
            f"{_ROW} WHERE account = ? AND folder = ? AND uidvalidity = ? AND uid = ?",
            (account, place.folder, place.epoch, place.uid),
        ).fetchone()
        return LedgerRow(*row) if row else None

    def knows(self, account: str, sha256: str) -> bool:
        """Has a letter of these bytes been stored before?"""
        row = self._conn.execute(
            "SELECT 1 FROM mailbox_letters WHERE account = ? AND sha256 = ? AND state IN ('stored', 'filed', 'gone')",
            (account, sha256),
        ).fetchone()
        return row is not None

    def put(self, account: str, place: Place, row: LedgerRow) -> None:
        """Note what is known of the letter at a place. Where another letter was noted there, the server has numbered
        anew: that one is somewhere else now, and its digest stays known."""
        self._conn.execute(
            "UPDATE mailbox_letters SET uidvalidity = -id, state = 'filed' WHERE account = ? AND folder = ?"
            " AND uidvalidity = ? AND uid = ? AND sha256 NOT IN ('', ?)",
            (account, place.folder, place.epoch, place.uid, row.sha256),
        )
        self._conn.execute(
            "INSERT INTO mailbox_letters (account, folder, uidvalidity, uid, sha256, message_id, size, arrived, state,"
            " tries, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, folder, uidvalidity, uid)"
            " DO UPDATE SET sha256 = excluded.sha256, message_id = excluded.message_id, size = excluded.size,"
            " arrived = excluded.arrived, state = excluded.state, tries = excluded.tries, note = excluded.note",
            (
                *(account, place.folder, place.epoch, place.uid, row.sha256, row.message_id, row.size),
                *(row.arrived, row.state, row.tries, row.note),
            ),
        )

    def with_state(self, account: str, folder: str, epoch: int, state: LetterState) -> list[LedgerRow]:
        """The letters of a folder and epoch in one state."""
        return [
            LedgerRow(*row)
            for row in self._conn.execute(
                f"{_ROW} WHERE account = ? AND folder = ? AND uidvalidity = ? AND state = ?",
                (account, folder, epoch, state),
            )
        ]

    def file(self, account: str, folder: str, epoch: int, uids: Iterable[int]) -> None:
        """Letters have left their folder."""
        self._conn.executemany(
            "UPDATE mailbox_letters SET state = 'filed' WHERE account = ? AND folder = ? AND uidvalidity = ?"
            " AND uid = ? AND state = 'stored'",
            [(account, folder, epoch, uid) for uid in uids],
        )

    def file_former(self, account: str, folder: str, epoch: int) -> None:
        """Places of former epochs name nothing anymore."""
        self._conn.execute(
            "UPDATE mailbox_letters SET state = 'filed' WHERE account = ? AND folder = ? AND uidvalidity != ?"
            " AND state = 'stored'",
            (account, folder, epoch),
        )

    def is_filed(self, account: str, message_id: str, size: int) -> bool:
        """Is there a filed letter with this Message-ID and size?"""
        row = self._conn.execute(
            "SELECT 1 FROM mailbox_letters WHERE account = ? AND message_id = ? AND size = ? AND state = 'filed'",
            (account, message_id, size),
        ).fetchone()
        return row is not None

    def note_deleted(self, account: str, message_id: str, size: int) -> None:
        """A filed letter has been deleted from the mailbox."""
        self._conn.execute(
            "UPDATE mailbox_letters SET state = 'gone' WHERE account = ? AND message_id = ? AND size = ?"
            " AND state = 'filed'",
            (account, message_id, size),
        )

    def clear(self, account: str, before: int) -> None:
        """Forget letters that arrived before a moment and are gone."""
        self._conn.execute(
            "DELETE FROM mailbox_letters WHERE account = ? AND state = 'gone' AND arrived < ?",
            (account, before),
        )

    def counts(self, account: str) -> dict[str, int]:
        """Number of letters by state."""
        return dict(
            self._conn.execute(
                "SELECT state, count(*) FROM mailbox_letters WHERE account = ? GROUP BY state", (account,)
            ).fetchall()
        )

    # What has gone out.

    def count_sent(self, account: str, now: int) -> None:
        """Count a mail that the provider has been handed; what is older than two days is forgotten."""
        self._conn.execute("DELETE FROM mailbox_sent WHERE account = ? AND at < ?", (account, now - 172_800))
        self._conn.execute("INSERT INTO mailbox_sent (account, at) VALUES (?, ?)", (account, now))

    def sent_since(self, account: str, since: int) -> list[int]:
        """When mails have been sent since a moment, the oldest first."""
        return [
            at
            for (at,) in self._conn.execute(
                "SELECT at FROM mailbox_sent WHERE account = ? AND at > ? ORDER BY at", (account, since)
            )
        ]

    def pause(self, account: str, until: int) -> None:
        """Send nothing until a moment."""
        self._set(account, paused=until)
