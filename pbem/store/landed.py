"""The migrations of the first versions. None is ever changed: databases that have them are not migrated again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.store.addresses import mailbox
from pbem.store.connection import Connection
from pbem.store.first import FIRST
from pbem.store.migrations import is_file, migrations, run
from pbem.store.views import VIEWS

if TYPE_CHECKING:
    from sqlite_utils import Database


@migrations(name="0001_first")
def first(db: Database | Connection) -> None:
    """Everything; later versions add to it."""
    run(db, FIRST)


@migrations(name="0002_leagues")
def leagues(db: Database | Connection) -> None:
    """Leagues, their teams, and what their matches have brought."""
    run(
        db,
        """
        CREATE TABLE leagues (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,       -- the name in lower case
            commissioner INTEGER NOT NULL REFERENCES players,
            options TEXT NOT NULL,          -- JSON
            terms TEXT NOT NULL,            -- JSON
            created INTEGER NOT NULL,
            closed INTEGER
        ) STRICT;

        CREATE TABLE teams (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            manager INTEGER NOT NULL REFERENCES players,
            league INTEGER REFERENCES leagues,
            proposed INTEGER REFERENCES leagues,    -- where one side has added it, and the other has not yet
            proposer INTEGER REFERENCES players,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX teams_by_manager ON teams (manager);
        CREATE INDEX teams_by_league ON teams (league);

        CREATE TABLE team_versions (        -- a team as it was founded, and after each change: none is ever changed
            team INTEGER NOT NULL REFERENCES teams,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            note TEXT NOT NULL,             -- what led to it: the line, or the match
            data BLOB NOT NULL,             -- JSON
            PRIMARY KEY (team, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE league_seats (         -- the key makes a result count once
            match INTEGER NOT NULL REFERENCES matches,
            seat TEXT NOT NULL,
            league INTEGER NOT NULL REFERENCES leagues,
            team INTEGER NOT NULL REFERENCES teams,
            outcome BLOB,                   -- JSON; NULL while the match goes on
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX league_seats_by_league ON league_seats (league, match);
        CREATE UNIQUE INDEX league_seats_open ON league_seats (team) WHERE outcome IS NULL;
        """,
    )


@migrations(name="0003_acts")
def acts(db: Database | Connection) -> None:
    """When each line was said in a match, and whether it was an act of the host."""
    run(
        db,
        """
        ALTER TABLE sayings ADD COLUMN at INTEGER NOT NULL DEFAULT 0;   -- 0: before anybody noted it
        ALTER TABLE sayings ADD COLUMN act INTEGER NOT NULL DEFAULT 0;
        """,
    )


@migrations(name="0004_figures")
def figures(db: Database | Connection) -> None:
    """Indexes by which the host's desk counts what waits; they contain nothing else."""
    run(
        db,
        """
        CREATE INDEX seats_by_since ON seats (since) WHERE since IS NOT NULL;
        CREATE INDEX inbox_held ON inbox (id) WHERE status = 'held';
        CREATE INDEX inbox_failed ON inbox (id) WHERE status = 'failed';
        CREATE INDEX outbox_failed ON outbox (id) WHERE status = 'failed';
        CREATE INDEX players_unreachable ON players (id) WHERE unreachable IS NOT NULL;
        """,
    )


@migrations(name="0005_views")
def views(db: Database | Connection) -> None:
    """Views for hosts, in a database that is a file."""
    if is_file(db):
        run(db, VIEWS)


@migrations(name="0006_mailbox")
def fetching(db: Database | Connection) -> None:
    """A mailbox used by the server: what has been fetched from it and sent through it."""
    run(
        db,
        """
        CREATE TABLE mailboxes (
            account TEXT PRIMARY KEY,       -- its address
            holder TEXT NOT NULL DEFAULT '',
            leased INTEGER NOT NULL DEFAULT 0,      -- to the holder, until
            began INTEGER,                  -- when it was first looked at
            epoch INTEGER NOT NULL DEFAULT 0,       -- its UIDVALIDITY then
            synced INTEGER,
            state TEXT NOT NULL DEFAULT 'off',
            told TEXT NOT NULL DEFAULT '',
            since INTEGER NOT NULL DEFAULT 0,
            profile TEXT NOT NULL DEFAULT '',       -- JSON: the result of the probe
            paused INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mailbox_letters (
            id INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            folder TEXT NOT NULL,
            uidvalidity INTEGER NOT NULL,
            uid INTEGER NOT NULL,
            sha256 TEXT NOT NULL,           -- of the raw letter: what it is known by
            message_id TEXT NOT NULL,
            size INTEGER NOT NULL,
            arrived INTEGER NOT NULL,
            state TEXT NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            note TEXT NOT NULL DEFAULT '',
            UNIQUE (account, folder, uidvalidity, uid)
        ) STRICT;
        CREATE INDEX mailbox_letters_by_digest ON mailbox_letters (account, sha256);
        CREATE INDEX mailbox_letters_by_state ON mailbox_letters (account, folder, uidvalidity, state);
        CREATE INDEX mailbox_letters_filed ON mailbox_letters (account, message_id) WHERE state = 'filed';

        CREATE TABLE mailbox_sent (
            id INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX mailbox_sent_by_time ON mailbox_sent (account, at);
        """,
    )


@migrations(name="0007_standings")
def standings(db: Database | Connection) -> None:
    """Indexes for finding the best players of a game without reading all."""
    run(
        db,
        """
        CREATE INDEX ratings_established ON ratings (game, points DESC, player) WHERE won + drawn + lost >= 10;
        CREATE INDEX ratings_provisional ON ratings (game, points DESC, player) WHERE won + drawn + lost < 10;
        """,
    )


@migrations(name="0008_lanes")
def lanes(db: Database | Connection) -> None:
    """Letters that are done one after the other, by whichever server."""
    run(
        db,
        """
        ALTER TABLE inbox ADD COLUMN lane TEXT NOT NULL DEFAULT '';  -- empty: of none
        DROP INDEX inbox_waiting;
        CREATE INDEX inbox_waiting ON inbox (id, lane) WHERE status = 'new';
        """,
    )


@migrations(name="0009_few_of_many")
def few_of_many(db: Database | Connection) -> None:
    """Indexes for the seats that have been reminded or are late, and for the newest matches of a status."""
    run(
        db,
        """
        CREATE INDEX seats_reminded ON seats (match, n) WHERE since IS NOT NULL AND (reminded > 0 OR missed > 0);
        DROP INDEX matches_by_status;
        CREATE INDEX matches_by_status ON matches (status, id);
        """,
    )


@migrations(name="0010_answered")
def answered(db: Database | Connection) -> None:
    """An index by which the mail is found that a letter answers."""
    run(db, "CREATE INDEX outbox_by_reply_to ON outbox (reply_to) WHERE reply_to != '';")


@migrations(name="0011_mailboxes")
def mailboxes(db: Database | Connection) -> None:
    """The key of its mailbox beside each address."""
    run(
        db,
        """
        ALTER TABLE addresses ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
        CREATE INDEX addresses_by_mailbox ON addresses (mailbox);
        ALTER TABLE confirmations ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
        DROP INDEX confirmations_by_address;
        CREATE INDEX confirmations_by_mailbox ON confirmations (mailbox, kind);
        """,
    )
    for table in ("addresses", "confirmations"):
        found = db.execute(f"SELECT DISTINCT address FROM {table} WHERE address != ''").fetchall()
        for (address,) in found:
            db.execute(f"UPDATE {table} SET mailbox = ? WHERE address = ?", (mailbox(address), address))
    for address, at in db.execute("SELECT address, at FROM unwanted").fetchall():
        db.execute(
            "INSERT INTO unwanted (address, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (mailbox(address), at)
        )


@migrations(name="0012_sources")
def sources(db: Database | Connection) -> None:
    """Where the letter came from that led to a mail."""
    run(
        db,
        """
        ALTER TABLE outbox ADD COLUMN source TEXT NOT NULL DEFAULT '';  -- empty: its writer was known
        """,
    )
