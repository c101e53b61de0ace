"""The tables of the first version. Never changed: later versions add to them, see `pbem.store.schema`."""

FIRST = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    handle TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,       -- the handle in lower case
    address TEXT NOT NULL,          -- where their mail goes
    zone TEXT NOT NULL DEFAULT 'UTC',
    text_only INTEGER NOT NULL DEFAULT 0,
    disabled INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    auto_vacation INTEGER NOT NULL DEFAULT 0,
    late INTEGER NOT NULL DEFAULT 0,
    preferences TEXT NOT NULL DEFAULT '{}',  -- JSON
    generation INTEGER NOT NULL DEFAULT 0,
    quiet INTEGER NOT NULL DEFAULT 0,
    unreachable INTEGER
) STRICT;

CREATE TABLE addresses (            -- every confirmed address; From must be one of them
    address TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_player ON addresses (player);

CREATE TABLE confirmations (        -- questions asked by mail that wait for a yes
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- named by reply addresses, so never used twice
    kind TEXT NOT NULL,
    player INTEGER REFERENCES players,
    address TEXT NOT NULL,          -- the only one that may answer; empty: all of the player's
    about TEXT NOT NULL,            -- by kind: a handle, a letter, a seat, an address
    asked INTEGER NOT NULL,
    expires INTEGER                 -- NULL: an answer is never too late
) STRICT;
CREATE INDEX confirmations_by_player ON confirmations (player, kind);
CREATE INDEX confirmations_by_address ON confirmations (address, kind);

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    seed BLOB NOT NULL,
    salts TEXT NOT NULL,
    created INTEGER NOT NULL,
    started INTEGER,
    finished INTEGER,
    result TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    paused INTEGER,
    undo TEXT,
    terms TEXT NOT NULL DEFAULT '{}',  -- JSON
    owner INTEGER REFERENCES players,
    expires INTEGER NOT NULL DEFAULT 0,
    rated INTEGER NOT NULL DEFAULT 1
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
    bank INTEGER,
    missed INTEGER NOT NULL DEFAULT 0,
    vote INTEGER NOT NULL DEFAULT 0,
    began TEXT NOT NULL DEFAULT '',
    public INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    reminded_at INTEGER,
    draw_mail INTEGER NOT NULL DEFAULT 0,
    shown TEXT NOT NULL DEFAULT '[]',  -- JSON: what has been shown, as checksums
    turn_mails INTEGER NOT NULL DEFAULT 0,
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
    seen INTEGER NOT NULL,
    void INTEGER NOT NULL DEFAULT 0,
    clocks BLOB NOT NULL DEFAULT x'7b7d',  -- JSON; {} where nobody noted them
    queues BLOB NOT NULL DEFAULT x'7b7d',  -- JSON: before and after, by seat
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
    note TEXT NOT NULL DEFAULT '',
    sender TEXT NOT NULL DEFAULT '',
    proven INTEGER NOT NULL DEFAULT 0,
    closed INTEGER,
    due INTEGER,
    front INTEGER NOT NULL DEFAULT 1,  -- by the door of the host's own mail server
    turns TEXT NOT NULL DEFAULT '{}',  -- JSON, by match
    peer TEXT NOT NULL DEFAULT ''  -- the address of the client
) STRICT;
CREATE INDEX inbox_waiting ON inbox (id) WHERE status = 'new';
CREATE INDEX inbox_by_sender ON inbox (sender, closed) WHERE sender != '';
CREATE INDEX inbox_throttled ON inbox (due, id) WHERE status = 'throttled';
CREATE INDEX inbox_throttled_from ON inbox (sender, id) WHERE status = 'throttled';

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
    reply TEXT NOT NULL DEFAULT '',
    closed INTEGER,
    tells INTEGER NOT NULL DEFAULT 0,  -- only what others have done: nothing is asked
    mailbox TEXT NOT NULL DEFAULT '',  -- of a stranger, without the +tag
    notice BLOB NOT NULL DEFAULT x'',  -- JSON, until it is a mail
    reply_to TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_waiting ON outbox (due, id) WHERE status = 'new';
CREATE INDEX outbox_by_recipient ON outbox (recipient, kind, created) WHERE match IS NULL;
CREATE INDEX outbox_held ON outbox (recipient) WHERE status = 'held';
CREATE INDEX outbox_waiting_outside ON outbox (id) WHERE status = 'new' AND mailbox != '';

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

CREATE TABLE unwanted (             -- addresses to which nobody may be invited again
    address TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE origins (
    match INTEGER PRIMARY KEY REFERENCES matches,
    version INTEGER NOT NULL,
    state BLOB NOT NULL,
    source TEXT NOT NULL
) STRICT;

CREATE TABLE bounces (              -- what speaks against an address, the worst of each day
    player INTEGER NOT NULL REFERENCES players,
    day INTEGER NOT NULL,           -- since 1970
    at INTEGER NOT NULL,            -- the latest one
    weight REAL NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (player, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_observers (
    player INTEGER NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    result_only INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_observers_by_game ON game_observers (game);

CREATE TABLE sayings (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    turn INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX sayings_by_match ON sayings (match, id);

CREATE TABLE former_zones (
    player INTEGER NOT NULL REFERENCES players,
    friday INTEGER NOT NULL,        -- the last whose weekend was in this zone
    zone TEXT NOT NULL,
    PRIMARY KEY (player, friday)
) STRICT, WITHOUT ROWID;

CREATE TABLE tallies (
    name TEXT NOT NULL,             -- of the limit
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    until INTEGER NOT NULL,         -- then it begins anew
    PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;
"""
