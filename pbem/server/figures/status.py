"""How the server stands: matches, who is waited for, letters, bounces, caps, sizes. Looking changes nothing.

No figure holds an address, a token or a private order; only players' names are told.
"""

import shutil
from pathlib import Path

from msgspec import Struct

from pbem.server.core.rates import limits_of
from pbem.server.core.times import DAY
from pbem.server.ops.application import Application
from pbem.store.figures import Box, Waiting

DAYS = 14  # number of days whose letters are counted, today the last
LONGEST = 8  # maximum number of seats that are named which are waited for
NAMED = 5  # maximum number of players that are named to whom no mail gets through


class Letters(Struct, frozen=True):
    """The letters of one direction: how many ever and on each of the last days (by UTC), how many are not done with by
    status, and when the oldest came that waits."""

    total: int
    days: list[int]
    unfinished: dict[str, int]
    oldest: int | None


class Status(Struct, frozen=True):
    """Everything that stands on the screen.

    `matches` counts by status, `games` the running ones; `waiting` are those who have been asked for longest, of
    `asked` in all. `unreachable` names players to whom no mail gets through, of `lost` in all; `bounces` counts days on
    which mail has bounced, within as many as a bounce counts. `caps` says under how many keys each limit is reached,
    `held_back` how many mails wait for that. `database`, `log` (of writes ahead), `spare` and `free` are in bytes, the
    last three None where a database server looks after them; `alive` and `reminded` say when server and cron were last
    there.
    """

    at: int
    domain: str
    matches: dict[str, int]
    games: dict[str, int]
    paused: int
    players: int
    asked: int
    waiting: list[Waiting]
    incoming: Letters
    outgoing: Letters
    unreachable: list[str]
    lost: int
    bounces: int
    caps: dict[str, int]
    held_back: int
    database: int
    log: int | None
    spare: int | None
    free: int | None
    alive: int | None
    reminded: int | None


def look(app: Application) -> Status:
    """How everything stands at this moment."""
    store, config, now, figures = app.store, app.config, app.now(), app.store.figures
    with store.reading():
        running = figures.running()
        lost, names = figures.unreachable(NAMED)
        return Status(
            at=now,
            domain=config.domain,
            matches=figures.matches(),
            games={game: count for game, (count, _) in running.items()},
            paused=sum(paused for _, paused in running.values()),
            players=figures.players(),
            asked=figures.waiting_count(),
            waiting=figures.waiting(LONGEST),
            incoming=_letters(app, "inbox"),
            outgoing=_letters(app, "outbox"),
            unreachable=names,
            lost=lost,
            bounces=figures.bounces(now - config.bounces.days * DAY),
            caps=_caps(app),
            held_back=figures.held_back(),
            database=store.size_bytes(),
            log=None if store.file is None else _size(f"{store.file}-wal"),
            spare=None if store.file is None else store.spare_bytes(),
            free=None if store.file is None else shutil.disk_usage(store.file.resolve().parent).free,
            alive=_noted(app, "alive"),
            reminded=_noted(app, "reminded"),
        )


def _letters(app: Application, box: Box) -> Letters:
    figures, today = app.store.figures, app.now() // DAY * DAY
    starts = [today - ago * DAY for ago in reversed(range(DAYS))]
    return Letters(
        figures.total(box),
        figures.per_period(box, starts),
        figures.unfinished(box),
        figures.oldest_waiting(box),
    )


def _caps(app: Application) -> dict[str, int]:
    """The limits that are reached; what may happen but once is always so."""
    limits = {name: limit.most for name, limit in limits_of(app.config).items() if limit.most > 1}
    found = {name: app.store.figures.reached(name, most, app.now()) for name, most in limits.items()}
    return {name: count for name, count in found.items() if count}


def _size(path: str) -> int:
    return Path(path).stat().st_size if Path(path).exists() else 0


def _noted(app: Application, name: str) -> int | None:
    note = app.store.note(name)
    return int(note) if note else None
