"""The tables, as migrations that `Store` applies when it opens a database."""

from __future__ import annotations

import contextlib
import functools
import sqlite3

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("pbem")


@functools.cache
def known() -> frozenset[str]:
    """The names of all migrations: those that an empty database would need."""
    with contextlib.closing(sqlite3.connect(":memory:")) as empty:
        return frozenset(each.name for each in migrations.pending(Database(empty)))


def _run(db: Database, script: str) -> None:
    """Statement by statement: `executescript` would commit the transaction that all migrations share."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.execute(statement)
            statement = ""


@migrations(name="0001_first")
def first(db: Database) -> None:
    """Everything that a walking server needs."""
    _run(
        db,
        """
        CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            handle TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,       -- the handle in lower case
            address TEXT NOT NULL,          -- where his mail goes
            zone TEXT NOT NULL DEFAULT 'UTC',
            text_only INTEGER NOT NULL DEFAULT 0,
            disabled INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE addresses (            -- every confirmed address; From must be one of them
            address TEXT PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE registrations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,   -- named by reply addresses, so never used twice
            handle TEXT NOT NULL,
            address TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            version INTEGER NOT NULL,
            options TEXT NOT NULL,
            status TEXT NOT NULL,
            pace INTEGER NOT NULL,
            policy TEXT NOT NULL,
            seed BLOB NOT NULL,
            salts TEXT NOT NULL,
            created INTEGER NOT NULL,
            started INTEGER,
            finished INTEGER,
            result TEXT NOT NULL DEFAULT '',
            reason TEXT NOT NULL DEFAULT '',
            paused INTEGER,
            undo TEXT
        ) STRICT;
        CREATE INDEX matches_by_status ON matches (status, created);
        CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches,
            n INTEGER NOT NULL,
            seat TEXT NOT NULL,
            player INTEGER NOT NULL REFERENCES players,
            status TEXT NOT NULL,
            salt TEXT NOT NULL DEFAULT '',
            queue TEXT NOT NULL DEFAULT '[]',
            told INTEGER NOT NULL DEFAULT 0,
            draw INTEGER NOT NULL DEFAULT 0,
            since INTEGER,
            due INTEGER,
            next_reminder INTEGER,
            reminded INTEGER NOT NULL DEFAULT 0,
            last_mail TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (match, n)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seats_by_player ON seats (player, match);
        CREATE INDEX seats_by_reminder ON seats (next_reminder) WHERE next_reminder IS NOT NULL;
        CREATE TABLE log (
            match INTEGER NOT NULL REFERENCES matches,
            number INTEGER NOT NULL,
            seat TEXT NOT NULL,
            inbox INTEGER,
            row INTEGER NOT NULL,
            count INTEGER NOT NULL,
            die INTEGER NOT NULL,
            rows BLOB NOT NULL,
            at INTEGER NOT NULL,
            due INTEGER,
            seen INTEGER NOT NULL,
            void INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE turns (
            match INTEGER NOT NULL REFERENCES matches,
            number INTEGER NOT NULL,
            batch INTEGER NOT NULL,
            row INTEGER NOT NULL,
            die INTEGER NOT NULL,
            event INTEGER NOT NULL,
            version INTEGER NOT NULL,
            state BLOB NOT NULL,
            events BLOB NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE inbox (
            id INTEGER PRIMARY KEY,
            received INTEGER NOT NULL,
            return_path TEXT NOT NULL,
            recipients TEXT NOT NULL,
            raw BLOB NOT NULL,
            status TEXT NOT NULL DEFAULT 'new',
            attempts INTEGER NOT NULL DEFAULT 0,
            note TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX inbox_waiting ON inbox (id) WHERE status = 'new';
        CREATE TABLE heard (                -- letters that have had their effect, so that none has it twice
            key TEXT PRIMARY KEY,
            inbox INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY,
            created INTEGER NOT NULL,
            recipient TEXT NOT NULL,
            message_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            match INTEGER,
            raw BLOB NOT NULL,
            status TEXT NOT NULL DEFAULT 'new',
            attempts INTEGER NOT NULL DEFAULT 0,
            due INTEGER NOT NULL,
            reply TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX outbox_waiting ON outbox (due, id) WHERE status = 'new';
        CREATE INDEX outbox_by_recipient ON outbox (recipient, kind, created) WHERE match IS NULL;
        """,
    )


@migrations(name="0002_clocks")
def clocks(db: Database) -> None:
    """One model of time: banks, weekends, booked days, outages; and what happens to who is late, step by step."""
    _run(
        db,
        """
        ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
        UPDATE matches SET terms =
            json_object('add', pace, 'bank', pace, 'cap', pace, 'policy', json_array(policy));
        ALTER TABLE matches DROP COLUMN pace;
        ALTER TABLE matches DROP COLUMN policy;
        ALTER TABLE seats ADD COLUMN bank INTEGER;
        ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE seats ADD COLUMN vote INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE seats ADD COLUMN began TEXT NOT NULL DEFAULT '';
        UPDATE seats SET bank = due - since WHERE since IS NOT NULL;
        CREATE TABLE votes (
            match INTEGER NOT NULL REFERENCES matches,
            n INTEGER NOT NULL,             -- the seat that is late
            voter INTEGER NOT NULL,         -- the seat that votes
            choice TEXT NOT NULL,
            PRIMARY KEY (match, n, voter)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE stops (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            player INTEGER REFERENCES players,
            match INTEGER REFERENCES matches,
            start INTEGER NOT NULL,
            end INTEGER
        ) STRICT;
        CREATE INDEX stops_by_player ON stops (player);
        CREATE INDEX stops_by_match ON stops (match, player);
        INSERT INTO stops (kind, match, start) SELECT 'pause', id, paused FROM matches WHERE paused IS NOT NULL;
        ALTER TABLE players ADD COLUMN auto_vacation INTEGER NOT NULL DEFAULT 0;
        """,
    )


@migrations(name="0003_company")
def company(db: Database) -> None:
    """Open seats, invitations to people outside, blocks, limits and ratings."""
    _run(
        db,
        """
        ALTER TABLE players ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE seats ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE matches ADD COLUMN owner INTEGER REFERENCES players;
        ALTER TABLE matches ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
        UPDATE matches SET expires = created + 14 * 86400,
            owner = (SELECT player FROM seats WHERE match = id AND n = 0);
        CREATE TABLE blocks (
            player INTEGER NOT NULL REFERENCES players,
            other INTEGER NOT NULL REFERENCES players,
            PRIMARY KEY (player, other)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE limits (
            player INTEGER NOT NULL REFERENCES players,
            game TEXT NOT NULL,             -- empty: all games together
            most INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ratings (
            player INTEGER NOT NULL REFERENCES players,
            game TEXT NOT NULL,
            points INTEGER NOT NULL,
            won INTEGER NOT NULL,
            drawn INTEGER NOT NULL,
            lost INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE rating_changes (
            id INTEGER PRIMARY KEY,
            match INTEGER NOT NULL REFERENCES matches,
            player INTEGER NOT NULL REFERENCES players,
            before INTEGER NOT NULL,
            after INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX rating_changes_by_match ON rating_changes (match);
        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,   -- named by reply addresses, so never used twice
            match INTEGER NOT NULL REFERENCES matches,
            n INTEGER NOT NULL,
            address TEXT NOT NULL,
            host INTEGER NOT NULL REFERENCES players,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE unwanted (             -- addresses to which nobody may be invited again
            address TEXT PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
    )


@migrations(name="0004_watch")
def watch(db: Database) -> None:
    """Observers, notes and nudges."""
    _run(
        db,
        """
        CREATE TABLE observers (
            match INTEGER NOT NULL REFERENCES matches,
            player INTEGER NOT NULL REFERENCES players,
            told INTEGER NOT NULL,
            result_only INTEGER NOT NULL,
            PRIMARY KEY (match, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX observers_by_player ON observers (player);
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            match INTEGER NOT NULL REFERENCES matches,
            player INTEGER NOT NULL REFERENCES players,
            turn INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX notes_by_match ON notes (match, player);
        CREATE TABLE messages (             -- one player's letters to another, for counting
            player INTEGER NOT NULL REFERENCES players,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX messages_by_player ON messages (player, at);
        CREATE TABLE nudges (
            match INTEGER NOT NULL REFERENCES matches,
            player INTEGER NOT NULL REFERENCES players,
            at INTEGER NOT NULL,
            PRIMARY KEY (match, player)
        ) STRICT, WITHOUT ROWID;
        """,
    )


@migrations(name="0006_preferences")
def preferences(db: Database) -> None:
    """How each player wants his mail; one mail a day for those who want no more."""
    _run(
        db,
        """
        ALTER TABLE players ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';
        CREATE TABLE digests (
            id INTEGER PRIMARY KEY AUTOINCREMENT,   -- named by reply addresses, so never used twice
            player INTEGER NOT NULL REFERENCES players,
            due INTEGER NOT NULL,
            sent INTEGER,                   -- NULL: it waits for its hour
            turns TEXT NOT NULL DEFAULT '{}'        -- of the matches it has told of
        ) STRICT;
        CREATE UNIQUE INDEX digests_waiting ON digests (player) WHERE sent IS NULL;
        CREATE INDEX digests_due ON digests (due) WHERE sent IS NULL;
        CREATE TABLE later (                -- news of matches that waits for a digest
            id INTEGER PRIMARY KEY,
            digest INTEGER NOT NULL REFERENCES digests,
            match INTEGER NOT NULL REFERENCES matches,
            news BLOB NOT NULL
        ) STRICT;
        CREATE INDEX later_by_digest ON later (digest, match);
        """,
    )


@migrations(name="0007_origins")
def origins(db: Database) -> None:
    """Matches that begin at a turn of another one."""
    _run(
        db,
        """
        CREATE TABLE origins (
            match INTEGER PRIMARY KEY REFERENCES matches,
            version INTEGER NOT NULL,
            state BLOB NOT NULL,
            source TEXT NOT NULL
        ) STRICT;
        """,
    )


@migrations(name="0008_trust")
def trust(db: Database) -> None:
    """What is needed to be trusted with mail: revoked addresses, limits on what comes and goes, bounces."""
    _run(
        db,
        """
        -- Reply addresses of another generation are void.
        ALTER TABLE players ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE seats ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;

        -- Who wants no mail, and to whom none gets through (since when).
        ALTER TABLE players ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE players ADD COLUMN unreachable INTEGER;
        CREATE INDEX addresses_by_player ON addresses (player);
        CREATE TABLE bounces (              -- what speaks against an address, the worst of each day
            player INTEGER NOT NULL REFERENCES players,
            day INTEGER NOT NULL,           -- since 1970
            at INTEGER NOT NULL,            -- the latest one
            weight REAL NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (player, day)
        ) STRICT, WITHOUT ROWID;

        -- Who wrote a letter, whether it proved so, when it was dealt with, and when it may be.
        ALTER TABLE inbox ADD COLUMN sender TEXT NOT NULL DEFAULT '';
        ALTER TABLE inbox ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE inbox ADD COLUMN closed INTEGER;
        ALTER TABLE inbox ADD COLUMN due INTEGER;
        CREATE INDEX inbox_by_sender ON inbox (sender, closed) WHERE sender != '';
        CREATE INDEX inbox_throttled ON inbox (due, id) WHERE status = 'throttled';

        -- When a seat was last reminded, of whatever it was asked.
        ALTER TABLE seats ADD COLUMN reminded_at INTEGER;

        -- When a letter was sent or given up.
        ALTER TABLE outbox ADD COLUMN closed INTEGER;
        CREATE INDEX outbox_sent ON outbox (closed) WHERE status = 'sent';
        CREATE INDEX outbox_sent_to ON outbox (recipient, closed) WHERE status = 'sent';
        CREATE INDEX outbox_held ON outbox (recipient) WHERE status = 'held';
        """,
    )


@migrations(name="0009_pools")
def pools(db: Database) -> None:
    """Mail that asks, mail that only tells and mail to strangers are counted apart; by which door a letter came."""
    _run(
        db,
        """
        ALTER TABLE outbox ADD COLUMN tells INTEGER NOT NULL DEFAULT 0;  -- what others have done; nothing is asked
        ALTER TABLE outbox ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';  -- of a stranger, without his +tag
        DROP INDEX outbox_sent;
        DROP INDEX outbox_sent_to;
        CREATE INDEX outbox_sent ON outbox (closed) WHERE status = 'sent' AND mailbox = '';
        CREATE INDEX outbox_sent_to ON outbox (recipient, tells, closed) WHERE status = 'sent';
        CREATE INDEX outbox_strangers ON outbox (mailbox, kind, created) WHERE mailbox != '';
        CREATE INDEX outbox_sent_out ON outbox (closed, mailbox) WHERE status = 'sent' AND mailbox != '';

        ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'tell';
        DROP INDEX messages_by_player;
        CREATE INDEX messages_by_player ON messages (player, kind, at);

        -- Letters that are here already came when only one door could be believed.
        ALTER TABLE inbox ADD COLUMN front INTEGER NOT NULL DEFAULT 1;  -- by the door of the host's own mail server
        """,
    )


@migrations(name="0010_addresses")
def addresses(db: Database) -> None:
    """Players change their addresses themselves: what was asked, what was done, and what it takes to take it back."""
    _run(
        db,
        """
        CREATE TABLE address_changes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,   -- named by reply addresses, so never used twice
            player INTEGER NOT NULL REFERENCES players,
            after TEXT NOT NULL,
            asked INTEGER NOT NULL,
            before TEXT NOT NULL DEFAULT '',
            added INTEGER NOT NULL DEFAULT 0,
            done INTEGER
        ) STRICT;
        CREATE INDEX address_changes_by_player ON address_changes (player, asked);
        """,
    )


@migrations(name="0011_hours")
def hours(db: Database) -> None:
    """How the clocks stood when a letter was written, so that its undo can give the time back."""
    _run(
        db,
        """
        ALTER TABLE log DROP COLUMN due;
        ALTER TABLE log ADD COLUMN clocks BLOB NOT NULL DEFAULT x'7b7d';  -- JSON; {} where nobody noted them
        """,
    )


@migrations(name="0012_game_observers")
def game_observers(db: Database) -> None:
    """Players who follow every match of a game."""
    _run(
        db,
        """
        CREATE TABLE game_observers (
            player INTEGER NOT NULL REFERENCES players,
            game TEXT NOT NULL,
            result_only INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX game_observers_by_game ON game_observers (game);
        """,
    )


@migrations(name="0012_sayings")
def sayings(db: Database) -> None:
    """What the players of a match have said to one another, and what they were told that is no event of its game."""
    _run(
        db,
        """
        CREATE TABLE sayings (
            id INTEGER PRIMARY KEY,
            match INTEGER NOT NULL REFERENCES matches,
            turn INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX sayings_by_match ON sayings (match, id);
        """,
    )


@migrations(name="0013_zones")
def zones(db: Database) -> None:
    """The zones that players have left, so that weekends that have passed stay as they were."""
    _run(
        db,
        """
        CREATE TABLE former_zones (
            player INTEGER NOT NULL REFERENCES players,
            friday INTEGER NOT NULL,        -- the last whose weekend was in this zone
            zone TEXT NOT NULL,
            PRIMARY KEY (player, friday)
        ) STRICT, WITHOUT ROWID;
        """,
    )


@migrations(name="0014_draws")
def draws(db: Database) -> None:
    """From which letter on the others may know that a draw is offered."""
    _run(db, "ALTER TABLE seats ADD COLUMN draw_mail INTEGER NOT NULL DEFAULT 0;")


@migrations(name="0014_held")
def held(db: Database) -> None:
    """In which turns of its writer's matches a letter has come that waits for his yes."""
    _run(db, "ALTER TABLE inbox ADD COLUMN turns TEXT NOT NULL DEFAULT '{}';")  # JSON, by match


@migrations(name="0015_tallies")
def tallies(db: Database) -> None:
    """One way to count what happens too often, in place of looking through letters; from where a letter came."""
    _run(
        db,
        """
        CREATE TABLE tallies (
            name TEXT NOT NULL,             -- of the limit
            key TEXT NOT NULL,
            count INTEGER NOT NULL,
            until INTEGER NOT NULL,         -- then it begins anew
            PRIMARY KEY (name, key)
        ) STRICT, WITHOUT ROWID;
        DROP TABLE messages;
        DROP INDEX outbox_sent;
        DROP INDEX outbox_sent_to;
        DROP INDEX outbox_sent_out;
        DROP INDEX outbox_strangers;
        CREATE INDEX outbox_waiting_outside ON outbox (id) WHERE status = 'new' AND mailbox != '';
        CREATE INDEX inbox_throttled_from ON inbox (sender, id) WHERE status = 'throttled';

        ALTER TABLE inbox ADD COLUMN peer TEXT NOT NULL DEFAULT '';  -- the address of the client
        """,
    )


@migrations(name="0016_queues")
def queues(db: Database) -> None:
    """What a letter has changed in the queues, so that its undo can put the lines back."""
    _run(
        db, "ALTER TABLE log ADD COLUMN queues BLOB NOT NULL DEFAULT x'7b7d';"
    )  # JSON: before and after, by seat


@migrations(name="0017_notices")
def notices(db: Database) -> None:
    """What is told is kept as data, and put into words on its way out."""
    _run(
        db,
        """
        ALTER TABLE outbox ADD COLUMN notice BLOB NOT NULL DEFAULT x'';  -- JSON, until it is a mail
        ALTER TABLE outbox ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';
        UPDATE outbox SET reply_to = substr(raw, instr(raw, CAST('Reply-To: ' AS BLOB)) + 10, 400);
        UPDATE outbox SET reply_to = substr(reply_to, 1, instr(reply_to, char(13)) - 1);
        """,
    )


@migrations(name="0018_gone")
def gone(db: Database) -> None:
    """Nobody leaves a late player to the host any more, votes to annul a match, or seals a record."""
    _run(
        db,
        """
        UPDATE matches SET terms =
            json_set(terms, '$.policy', json(replace(json_extract(terms, '$.policy'), '"host"', '"nag"')))
            WHERE json_extract(terms, '$.policy') LIKE '%"host"%';
        DELETE FROM votes WHERE choice = 'annul';
        DELETE FROM settings WHERE key = 'record key';
        """,
    )
