"""Views for whoever looks into the database: readable times and names, and no secrets."""

import contextlib
import re
import sqlite3
from pathlib import Path

VIEWS = """
CREATE VIEW view_matches AS
SELECT m.id AS "match", m.game, m.status,
    (SELECT group_concat(p.handle || ' (' || s.seat || ')', ', ')
        FROM seats s JOIN players p ON p.id = s.player WHERE s."match" = m.id) AS players,
    (SELECT max(t.number) + 1 FROM turns t WHERE t."match" = m.id) AS turn,
    datetime(m.created, 'unixepoch') AS created,
    datetime(m.started, 'unixepoch') AS started,
    datetime(m.finished, 'unixepoch') AS finished,
    m.paused IS NOT NULL AS paused, m.rated
FROM matches m;

CREATE VIEW view_waiting AS
SELECT s."match", m.game, p.handle AS player, s.seat,
    datetime(s.since, 'unixepoch') AS since,
    round((strftime('%s', 'now') - s.since) / 86400.0, 1) AS days,
    datetime(s.due, 'unixepoch') AS due,
    s.reminded AS reminders, m.paused IS NOT NULL AS paused
FROM seats s JOIN matches m ON m.id = s."match" JOIN players p ON p.id = s.player
WHERE s.since IS NOT NULL AND m.status = 'running';

CREATE VIEW view_letters AS
SELECT i.id AS letter, datetime(i.received, 'unixepoch') AS received, p.handle AS player, i.status,
    CASE WHEN instr(i.note, '@') THEN ''
        WHEN i.status IN ('ignored', 'failed') THEN substr(i.note, 1, instr(i.note || ':', ':') - 1)
        ELSE i.note END AS note,    -- behind a colon a letter may be quoted, and a traceback stands there
    i.closed - i.received AS seconds, i.proven
FROM inbox i LEFT JOIN addresses a ON a.address = i.sender LEFT JOIN players p ON p.id = a.player;

CREATE VIEW view_mails AS
SELECT o.id AS mail, datetime(o.created, 'unixepoch') AS created, p.handle AS player, o.kind, o."match", o.status,
    o.attempts, o.closed - o.created AS seconds
FROM outbox o LEFT JOIN addresses a ON a.address = o.recipient LEFT JOIN players p ON p.id = a.player;

CREATE VIEW view_players AS
SELECT p.handle AS player, datetime(p.created, 'unixepoch') AS since, p.zone,
    (SELECT count(*) FROM seats s JOIN matches m ON m.id = s."match"
        WHERE s.player = p.id AND m.status = 'running') AS running,
    (SELECT count(*) FROM seats s JOIN matches m ON m.id = s."match"
        WHERE s.player = p.id AND m.status = 'over') AS over,
    p.disabled, p.unreachable IS NOT NULL AS unreachable
FROM players p;

CREATE VIEW view_results AS
SELECT m.id AS "match", m.game, datetime(m.finished, 'unixepoch') AS finished, p.handle AS player, s.seat, m.result,
    m.reason, c.before AS rating_before, c.after AS rating_after
FROM matches m JOIN seats s ON s."match" = m.id JOIN players p ON p.id = s.player
    LEFT JOIN rating_changes c ON c."match" = m.id AND c.player = s.player
WHERE m.status = 'over';
"""

NAMES = tuple(re.findall(r"CREATE VIEW view_(\w+)", VIEWS))


def copy_views(db: str | Path, path: str | Path) -> None:
    """Write what the views show into a new database, as tables named `matches`, `waiting`, ...

    What others must not see has no place in a database that they open: a file without it is safer than any rule about
    what may be read. Raises `SqlError`.
    """
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("ATTACH ? AS source", (str(db),))
        conn.execute("BEGIN")
        for name in NAMES:
            conn.execute(f"CREATE TABLE main.{name} AS SELECT * FROM source.view_{name}")
        conn.execute("COMMIT")
