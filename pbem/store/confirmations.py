"""Questions asked by mail that wait for a yes."""

from collections.abc import Iterator

from pbem.store.addresses import mailbox
from pbem.store.connection import Connection
from pbem.store.rows import Confirmation

_COLUMNS = ", ".join(Confirmation.__struct_fields__)


class Confirmations:
    """Queries about pending questions."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def add(
        self,
        kind: str,
        player: int | None,
        address: str,
        about: str,
        now: int,
        expires: int | None,
        *,
        match: int | None = None,
        seat: str = "",
        mail: int = 0,
    ) -> int:
        """Record a question; returns its number, which is never used again."""
        (number,) = self._conn.execute(
            "INSERT INTO confirmations (kind, player, address, mailbox, about, asked, expires, match, seat, mail)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                kind,
                player,
                address,
                mailbox(address) if address else "",
                about,
                now,
                expires,
                match,
                seat,
                mail,
            ),
        ).fetchone()
        return int(number)

    def find(self, number: int) -> Confirmation | None:
        """Find a question by its number, expired or not."""
        return next(self._select("id = ?", number), None)

    def of_match(self, match: int) -> list[Confirmation]:
        """The questions that wait for the players of a match, oldest first."""
        return list(self._select("match = ?", match))

    def pending(
        self, kind: str, now: int, *, player: int | None = None, address: str | None = None
    ) -> list[Confirmation]:
        """The questions of a kind that still wait, oldest first: those to a player, or at an address."""
        wanted = {"player": player, "mailbox": None if address is None else mailbox(address)}
        given = {column: value for column, value in wanted.items() if value is not None}
        where = "kind = ?" + "".join(f" AND {column} = ?" for column in given)
        return list(self._select(f"{where} AND (expires IS NULL OR expires > ?)", kind, *given.values(), now))

    def address_asked(self, kind: str, player: int, about: str) -> str:
        """The address at which a player's question about something was asked last; "" if it never was."""
        asked = list(self._select("kind = ? AND player = ? AND about = ?", kind, player, about))
        return asked[-1].address if asked else ""

    def change(self, number: int, about: str, expires: int) -> None:
        """Change what a question is about, and its term."""
        self._conn.execute(
            "UPDATE confirmations SET about = ?, expires = ? WHERE id = ?", (about, expires, number)
        )

    def delete(self, *questions: Confirmation) -> None:
        """Delete questions: no answer to them counts anymore."""
        self._conn.executemany("DELETE FROM confirmations WHERE id = ?", [(each.id,) for each in questions])

    def clear(self, before: int, now: int) -> None:
        """Delete what was asked before a moment, unless it still has a term to run; questions of a match end with
        it."""
        self._conn.execute(
            "DELETE FROM confirmations WHERE asked < ? AND coalesce(expires, 0) <= ? AND match IS NULL",
            (before, now),
        )

    def _select(self, where: str, *values: object) -> Iterator[Confirmation]:
        statement = f"SELECT {_COLUMNS} FROM confirmations WHERE {where}"
        for row in self._conn.execute(f"{statement} ORDER BY id", values):
            yield Confirmation(*row)
