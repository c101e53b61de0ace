"""Databases with any number of running matches: one is played, the others are copies of its rows.

Each copy has its own number and its own two players; since dice belong to the number of a match, the copies part ways
with their next roll.
"""

import sqlite3
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from benchmarks.letters import DOMAIN, GAME, OPTIONS, Letters, Post, Start, address, handle
from pbem.mail.tasks import read_here
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming, Terms

PLAYED = 4
"""Moves that each match has behind it: an even number of rounds, so that all pawns are home again."""

PACE = 3 * 86_400

_SEED = bytes(range(32))
"""The dice of all matches, the same each time: what a letter costs depends on them."""


def stock(path: Path, matches: int) -> Letters:
    """Make a database with so many matches, `PLAYED` moves old; returns the writer of their next moves."""
    app = open_desk(path)
    for seat in range(2):
        host.add_player(app, handle(1, seat), address(1, seat))
    number = host.create(app, GAME, [handle(1, 0), handle(1, 1)], OPTIONS, Terms(PACE, PACE, PACE))
    loaded = app.repository.load(number)
    (seat_to_act,) = loaded.match.asks
    mail = Writer(app.context).mail(app.store.post.outbox("new", 1)[0])
    key = app.store.secret("token key")
    letters = Letters(Start(seat_to_act, loaded.match.turn.number, _text(mail), key))
    for ply in range(PLAYED):
        with app.store.transaction():
            take(app, letters.move(number, ply))
    app.store.close()
    _copy(path, matches)
    return letters


def open_desk(path: Path) -> Application:
    """A desk of this process on a database."""
    return Application(Store(path), Config(db=str(path), domain=DOMAIN), seed=lambda: _SEED)


def take(app: Application, post: Post) -> None:
    """Let a desk do a letter, within a transaction of the caller's."""
    now, to = app.now(), (post.recipient,)
    number = app.store.post.receive(post.raw, post.sender, to, now)
    incoming = Incoming(number, now, post.sender, to, post.raw, "new", 0, "")
    status = app.handler.handle(incoming, read_here(task_of(app.config, incoming)))
    if status != "done":
        raise RuntimeError(f"a letter of the benchmark was {status}")


def make_due(path: Path, matches: int) -> None:
    """Let the reminder of the seat to act be due in so many matches, spread over all, and in no others."""
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("UPDATE seats SET next_reminder = next_reminder + 86400")
        if not matches:
            return
        (count,) = conn.execute("SELECT count(*) FROM matches").fetchone()
        conn.execute(
            "UPDATE seats SET next_reminder = since WHERE next_reminder IS NOT NULL AND match % ? = 0",
            (count // matches,),
        )


def _copy(path: Path, matches: int) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA synchronous = OFF")  # nothing to lose yet
        with conn:
            conn.execute("CREATE TEMP TABLE copies (n INTEGER PRIMARY KEY)")
            conn.executemany("INSERT INTO copies VALUES (?)", ((n,) for n in range(2, matches + 1)))
            player = "2 * n - (id % 2)"
            name = "CASE id % 2 WHEN 1 THEN 'Ann' ELSE 'Ben' END || n"
            key = f"lower({name})"
            at = f"{key} || '@client.example'"
            _rows(conn, "players", "id <= 2", {"id": player, "handle": name, "key": key, "address": at})
            conn.execute("INSERT OR IGNORE INTO addresses SELECT address, id, address FROM players")
            _rows(conn, "matches", "id = 1", {"id": "copies.n"})
            _rows(conn, "seats", "match = 1", {"match": "copies.n", "player": "2 * copies.n - 1 + seats.n"})
            _rows(conn, "log", "match = 1", {"match": "copies.n"})
            _rows(conn, "turns", "match = 1", {"match": "copies.n"})
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rows(conn: sqlite3.Connection, loaded: str, which: str, changes: dict[str, str]) -> None:
    """Copy rows once for each number in `copies`, which is `n`, with these columns changed."""
    columns = [column for _, column, *_ in conn.execute(f"PRAGMA table_info({loaded})")]
    values = ", ".join(changes.get(column, f"{loaded}.{column}") for column in columns)
    conn.execute(
        f"INSERT INTO {loaded} SELECT {values} FROM copies CROSS JOIN {loaded} WHERE {which}",
    )


def _text(raw: bytes) -> str:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
