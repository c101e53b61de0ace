"""The tables, as migrations that `Store` applies when it opens a database; the first ones are in `landed`.

They are written once: `pbem.store.postgresql` puts them into its words.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pbem.store import landed  # noqa: F401  # which come first
from pbem.store.connection import Connection
from pbem.store.migrations import ALL, Migration, migrations, run

if TYPE_CHECKING:
    from sqlite_utils import Database

_ALL = ALL


def all_migrations() -> tuple[Migration, ...]:
    """All migrations in order, as for an empty database."""
    return tuple(_ALL)


@migrations(name="0013_questions")
def questions(db: Database | Connection) -> None:
    """The questions of a match beside all others: draws, takebacks, more time."""
    run(
        db,
        """
        ALTER TABLE confirmations ADD COLUMN match INTEGER;     -- the question waits for its players
        ALTER TABLE confirmations ADD COLUMN seat TEXT NOT NULL DEFAULT '';     -- that asks, or that it is about
        ALTER TABLE confirmations ADD COLUMN mail INTEGER NOT NULL DEFAULT 0;   -- the last one before it
        CREATE INDEX confirmations_by_match ON confirmations (match) WHERE match IS NOT NULL;
        """,
    )
    for number, about in db.execute(
        "SELECT id, about FROM confirmations WHERE kind = 'extension'"
    ).fetchall():
        wanted = json.loads(about)
        db.execute(
            "UPDATE confirmations SET match = ?, seat = ?, expires = NULL WHERE id = ?",
            (wanted["match"], wanted["by"], number),
        )
    for match, undo, asked in db.execute(
        "SELECT id, undo, coalesce(started, created) FROM matches WHERE status = 'running' ORDER BY id"
    ).fetchall():
        seats = db.execute(
            "SELECT s.seat, s.player, p.handle, s.draw, s.draw_mail FROM seats s JOIN players p ON p.id = s.player"
            " WHERE s.match = ? ORDER BY s.n",
            (match,),
        ).fetchall()
        people = [seat for seat in seats if seat[2] != "house"]
        if undo:
            request = json.loads(undo)
            said_yes = (request["seat"], *request.get("agreed", ()))
            about = json.dumps({"batch": request["batch"], "what": request["what"]})
            waits = [seat for seat in people if seat[0] not in said_yes]
            _ask(db, "undo", match, request["seat"], waits, about, asked, request.get("mail", 0))
        offering = [seat for seat in people if seat[3]] or [seat for seat in seats if seat[3]]
        if offering:
            waits = [seat for seat in people if not seat[3]]
            _ask(db, "draw", match, offering[0][0], waits, "0", asked, min(seat[4] for seat in offering))
    for match, seat, player, asked in db.execute(
        "SELECT DISTINCT v.match, s.seat, p.id, coalesce(m.started, m.created) FROM votes v"
        " JOIN matches m ON m.id = v.match JOIN seats s ON s.match = v.match AND s.n = v.n AND s.vote = 1"
        " JOIN players p ON p.handle = v.choice"
        " WHERE m.status = 'running' AND v.choice NOT IN ('wait', 'house', 'forfeit')"
    ).fetchall():
        # Where no majority wants it, a yes has no effect.
        _ask(db, "substitute", match, seat, [("", player)], seat, asked, 0)
    run(
        db,
        """
        ALTER TABLE matches DROP COLUMN undo;
        ALTER TABLE seats DROP COLUMN draw;
        ALTER TABLE seats DROP COLUMN draw_mail;
        """,
    )


def _ask(
    db: Database | Connection,
    kind: str,
    match: int,
    seat: str,
    waits: list[tuple[Any, ...]],
    about: str,
    asked: int,
    mail: int,
) -> None:
    for _, player, *_ in waits:
        db.execute(
            "INSERT INTO confirmations (kind, player, address, about, asked, match, seat, mail)"
            " VALUES (?, ?, '', ?, ?, ?, ?, ?)",
            (kind, player, about, asked, match, seat, mail),
        )


@migrations(name="0014_competitions")
def competitions(db: Database | Connection) -> None:
    """Competitions, and skills beside the points of ratings."""
    run(
        db,
        """
        CREATE TABLE competitions (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,       -- the name in lower case
            director INTEGER REFERENCES players,    -- NULL: the host
            options TEXT NOT NULL,          -- JSON
            terms TEXT NOT NULL,            -- JSON
            plan TEXT NOT NULL,             -- JSON: the form, and what was announced at entry
            seed BLOB NOT NULL,             -- of all lots, sealed
            status TEXT NOT NULL,           -- open, running, over
            look INTEGER NOT NULL,          -- 1: something may be due
            told INTEGER NOT NULL DEFAULT -1,       -- the last round of whose end all have been told; 0: of the start
            telling INTEGER NOT NULL DEFAULT 0,     -- while they are told: the number of the next entrant
            created INTEGER NOT NULL,
            closed INTEGER
        ) STRICT;
        CREATE INDEX competitions_to_look_at ON competitions (id) WHERE look = 1;

        CREATE TABLE entrants (             -- number: the order of entry, and from the start on the seed
            competition INTEGER NOT NULL REFERENCES competitions,
            number INTEGER NOT NULL,
            player INTEGER NOT NULL REFERENCES players,
            PRIMARY KEY (competition, number),
            UNIQUE (competition, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entrants_by_player ON entrants (player);

        CREATE TABLE pairings (             -- the key makes each one once
            competition INTEGER NOT NULL REFERENCES competitions,
            round INTEGER NOT NULL,
            "table" INTEGER NOT NULL,
            game INTEGER NOT NULL,
            match INTEGER UNIQUE REFERENCES matches,        -- NULL: a bye, or paired and settled without a match
            due INTEGER,
            warned INTEGER NOT NULL DEFAULT 0,      -- 1: its players have been told that the date is near
            stake TEXT NOT NULL,            -- what its match is about, for its players
            settled INTEGER,
            PRIMARY KEY (competition, round, "table", game)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pairings_running ON pairings (match) WHERE settled IS NULL;

        CREATE TABLE competition_events (   -- all that follows from nothing else
            id INTEGER PRIMARY KEY,
            competition INTEGER NOT NULL REFERENCES competitions,
            at INTEGER NOT NULL,
            player INTEGER REFERENCES players,      -- who has done it; NULL: the host, or the form
            reason TEXT NOT NULL,
            event TEXT NOT NULL             -- JSON
        ) STRICT;
        CREATE INDEX competition_events_in_order ON competition_events (competition, id);

        ALTER TABLE ratings ADD COLUMN mu REAL;     -- NULL: points of the old kind, until they are replayed
        ALTER TABLE ratings ADD COLUMN sigma REAL;
        ALTER TABLE ratings ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE rating_changes ADD COLUMN mu REAL;      -- after the match
        ALTER TABLE rating_changes ADD COLUMN sigma REAL;
        ALTER TABLE rating_changes ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
        DROP INDEX ratings_established;
        DROP INDEX ratings_provisional;
        CREATE INDEX ratings_established ON ratings (game, points DESC, player) WHERE sigma <= 4.0;
        CREATE INDEX ratings_provisional ON ratings (game, points DESC, player) WHERE sigma > 4.0;
        CREATE INDEX ratings_of_old ON ratings (game) WHERE mu IS NULL;
        CREATE INDEX rating_changes_by_player ON rating_changes (player, id);

        ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0;       -- deadlines missed by its player
        ALTER TABLE matches ADD COLUMN wants TEXT NOT NULL DEFAULT '';      -- whom an offer to everybody is for
        ALTER TABLE players ADD COLUMN tidings TEXT NOT NULL DEFAULT '';    -- told once, in their next mail
        """,
    )


@migrations(name="0015_news")
def news(db: Database | Connection) -> None:
    """News that wait know themselves when they are due."""
    run(
        db,
        """
        CREATE TABLE news (                 -- of matches, that wait for a mail of the day
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players,
            match INTEGER NOT NULL REFERENCES matches,
            due INTEGER NOT NULL,
            news BLOB NOT NULL
        ) STRICT;
        INSERT INTO news (player, match, due, news)
            SELECT d.player, l.match, d.due, l.news FROM later l JOIN digests d ON d.id = l.digest ORDER BY l.id;
        DROP TABLE later;
        CREATE INDEX news_by_player ON news (player, match);
        CREATE INDEX news_due ON news (due);

        DELETE FROM digests WHERE sent IS NULL;
        DROP INDEX digests_waiting;
        DROP INDEX digests_due;
        ALTER TABLE digests DROP COLUMN due;
        """,
    )
    for number, text in db.execute("SELECT id, news FROM news").fetchall():
        news = json.loads(bytes(text))
        headline = news.pop("headline", "")
        told = json.dumps({"headlines": [headline] if headline else [], **news}).encode()
        db.execute("UPDATE news SET news = ? WHERE id = ?", (told, number))


@migrations(name="0016_seasons")
def seasons(db: Database | Connection) -> None:
    """When something begins by itself in a competition: the next season of its divisions."""
    run(
        db,
        """
        ALTER TABLE competitions ADD COLUMN wake INTEGER;
        """,
    )


@migrations(name="0017_leagues")
def leagues_as_competitions(db: Database | Connection) -> None:
    """A league is a competition between teams, whose director makes the matches."""
    run(
        db,
        """
        CREATE TABLE all_entrants (         -- number: the order of entry, and from the start on the seed
            competition INTEGER NOT NULL REFERENCES competitions,
            number INTEGER NOT NULL,
            player INTEGER NOT NULL REFERENCES players,     -- of a team, its manager
            team INTEGER REFERENCES teams,
            PRIMARY KEY (competition, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO all_entrants (competition, number, player) SELECT competition, number, player FROM entrants;
        DROP TABLE entrants;
        ALTER TABLE all_entrants RENAME TO entrants;
        CREATE INDEX entrants_by_player ON entrants (player);
        CREATE UNIQUE INDEX entrants_of_players ON entrants (competition, player) WHERE team IS NULL;
        CREATE UNIQUE INDEX entrants_of_teams ON entrants (team, competition) WHERE team IS NOT NULL;

        ALTER TABLE teams ADD COLUMN competition INTEGER REFERENCES competitions;
        ALTER TABLE teams RENAME COLUMN proposed TO wanted;
        ALTER TABLE teams ADD COLUMN proposed INTEGER REFERENCES competitions;  -- where one side wants it
        ALTER TABLE league_seats ADD COLUMN competition INTEGER REFERENCES competitions;
        """,
    )
    for row in db.execute(
        "SELECT id, game, name, commissioner, options, terms, created, closed FROM leagues ORDER BY id"
    ).fetchall():
        _carry_over(db, *row)
    run(
        db,
        """
        DROP INDEX teams_by_league;
        ALTER TABLE teams DROP COLUMN league;
        ALTER TABLE teams DROP COLUMN wanted;
        CREATE INDEX teams_by_competition ON teams (competition) WHERE competition IS NOT NULL;
        DROP INDEX league_seats_by_league;
        DROP INDEX league_seats_open;
        ALTER TABLE league_seats DROP COLUMN league;
        ALTER TABLE league_seats RENAME TO team_seats;
        CREATE UNIQUE INDEX team_seats_open ON team_seats (team) WHERE outcome IS NULL;
        DROP TABLE leagues;
        """,
    )


def _carry_over(
    db: Database | Connection,
    league: int,
    game: str,
    name: str,
    director: int,
    options: str,
    terms: str,
    created: int,
    closed: int | None,
) -> None:
    """Store a league as a competition: its teams, its matches, and all of them as events."""
    matches = _league_matches(db, league)
    here = [team for (team,) in db.execute("SELECT id FROM teams WHERE league = ? ORDER BY id", (league,))]
    played = dict.fromkeys(team for _, _, seats in matches for team, _ in seats)
    number = {team: at for at, team in enumerate(dict.fromkeys([*here, *played]), 1)}
    goes_on = closed is None or any(outcome is None for _, _, seats in matches for _, outcome in seats)
    plan = {
        "form": "open",
        "ties": ["difference", "scored"],
        "teams": True,
        "asks": True,
        "points": [3.0, 1.0],
    }
    taken = {key for (key,) in db.execute("SELECT key FROM competitions")}
    names = [name, f"{name[:17]} League", *(f"{name[:14]} League {at}" for at in range(2, len(taken) + 3))]
    name = next(each for each in names if each.lower() not in taken)
    (competition,) = db.execute(
        "INSERT INTO competitions"
        " (game, name, key, director, options, terms, plan, seed, status, look, created, closed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id",
        (
            game,
            name,
            name.lower(),
            director,
            options,
            terms,
            json.dumps(plan),
            b"",
            "running" if goes_on else "over",
            created,
            None if goes_on else closed,
        ),
    ).fetchall()[0]

    def note(at: int, event: dict[str, Any]) -> None:
        db.execute(
            "INSERT INTO competition_events (competition, at, player, reason, event) VALUES (?, ?, NULL, '', ?)",
            (competition, at, json.dumps(event)),
        )

    note(created, {"type": "start", "entrants": [{"number": each} for each in number.values()]})
    for team, at in number.items():
        db.execute(
            "INSERT INTO entrants (competition, number, player, team)"
            " SELECT ?, ?, manager, id FROM teams WHERE id = ?",
            (competition, at, team),
        )
    rounds: dict[int, int] = {}
    tables: dict[int, int] = {}
    for match, at, seats in matches:
        round_ = 1 + max(rounds.get(team, 0) for team, _ in seats)
        rounds.update((team, round_) for team, _ in seats)
        table = tables[round_] = tables.get(round_, 0) + 1
        pairing = {"round": round_, "table": table, "seats": [number[team] for team, _ in seats]}
        note(at, {"type": "pair", "pairings": [pairing], "ruled": True})
        over = all(outcome is not None for _, outcome in seats)
        db.execute(
            'INSERT INTO pairings (competition, round, "table", game, match, stake, settled)'
            " VALUES (?, ?, ?, 1, ?, '', ?)",
            (competition, round_, table, match, at if over else None),
        )
        if over:
            brought = [(number[team], json.loads(outcome or b"{}")) for team, outcome in seats]
            by_verdict = [
                [each for each, its in brought if its["verdict"] == verdict]
                for verdict in ("won", "drawn", "lost")
            ]
            scores = [its.get("scored", 0) for _, its in brought]
            result = {"pairing": pairing, "places": [each for each in by_verdict if each], "scores": scores}
            note(at, {"type": "result", "result": result})
    if closed is None:
        for team in number:
            if team not in here:
                gone = {"type": "withdraw", "number": number[team], "last": max(rounds.get(team, 0), 1)}
                note(created, gone)
    else:
        note(closed, {"type": "close"})
    db.execute("UPDATE teams SET competition = ? WHERE league = ?", (competition, league))
    db.execute("UPDATE teams SET proposed = ? WHERE wanted = ?", (competition, league))
    db.execute("UPDATE league_seats SET competition = ? WHERE league = ?", (competition, league))
    for question, about in db.execute("SELECT id, about FROM confirmations WHERE kind = 'league'").fetchall():
        where, team = about.split()
        if int(where) == league:
            db.execute(
                "UPDATE confirmations SET kind = 'entry', about = ? WHERE id = ?",
                (f"{competition} {team}", question),
            )


def _league_matches(
    db: Database | Connection, league: int
) -> list[tuple[int, int, list[tuple[int, bytes | None]]]]:
    """The matches of a league: number, when each began, and its teams by seat, with what it has brought them."""
    found: dict[int, tuple[int, int, list[tuple[int, bytes | None]]]] = {}
    for match, at, team, outcome in db.execute(
        "SELECT l.match, coalesce(m.started, m.created), l.team, l.outcome FROM league_seats l"
        " JOIN matches m ON m.id = l.match JOIN seats s ON s.match = l.match AND s.seat = l.seat"
        " WHERE l.league = ? ORDER BY l.match, s.n",
        (league,),
    ):
        found.setdefault(match, (match, at, []))[2].append((team, outcome))
    return list(found.values())


@migrations(name="0018_corrections")
def corrections(db: Database | Connection) -> None:
    """What a match has led to is kept where a director corrects its result."""
    run(
        db,
        """
        ALTER TABLE matches ADD COLUMN played TEXT;     -- JSON: the result of the log; NULL: that of the match
        """,
    )


@migrations(name="0019_counts")
def counts(db: Database | Connection) -> None:
    """What `pbem status` counts stands in small indexes."""
    run(
        db,
        """
        CREATE INDEX matches_running ON matches (status, game, paused) WHERE status = 'running';
        CREATE INDEX players_away ON players (id) WHERE disabled != 0 OR address = '';
        """,
    )
