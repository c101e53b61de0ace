"""The status of the server: matches, players it waits for, letters, bounces, caps, sizes. Looking changes nothing.

No figure holds an address, a token or a private order; only players' names are told.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from pbem.server.core.rates import limits_of
from pbem.server.core.times import DAY
from pbem.server.ops.application import Application
from pbem.server.ops.missing_games import standing_still
from pbem.store.figures import Box, Waiting

DAYS = 14  # number of days for which letters are counted, including today
LONGEST = 8  # maximum number of waiting seats that are named
NAMED = 5  # maximum number of players named whom no mail reaches


class Letters(Struct, frozen=True):
    """The letters of one direction: how many ever and on each of the last days (by UTC), how many are unfinished, by
    status, and when the oldest waiting one came."""

    total: int
    days: list[int]
    unfinished: dict[str, int]
    oldest: int | None


class MailboxStatus(Struct, frozen=True):
    """A mailbox that letters are fetched from: when it was last looked through, and what is in the way since when;
    empty if nothing is."""

    synced: int | None
    trouble: str
    since: int


class Status(Struct, frozen=True):
    """Everything on the screen.

    `matches` counts by status, `games` the running ones; `waiting` are the seats that have been asked longest, of
    `asked` in all. `unreachable` names players whom no mail reaches, of `lost` in all; `bounces` is the number of days
    on which mail has bounced, within the period for which bounces count. `caps` is the number of keys under which each
    limit is reached, `held_back` the number of mails that wait for that. `database`, `log` (of writes ahead), `spare`
    and `free` are in bytes, the last three None where a database server looks after them; `alive` and `reminded` say
    when server and cron were last there. `mailbox` is None for a server without one. `standing`: the running
    matches whose game is not installed, by game.
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
    mailbox: MailboxStatus | None = None
    standing: Mapping[str, list[int]] = {}


def look(app: Application) -> Status:
    """Read the status at this moment."""
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
            mailbox=_mailbox(app),
            standing=standing_still(app),
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
    """The limits that are reached, except those that allow a single event: they always are."""
    limits = {name: limit.most for name, limit in limits_of(app.config).items() if limit.most > 1}
    found = {name: app.store.figures.reached(name, most, app.now()) for name, most in limits.items()}
    return {name: count for name, count in found.items() if count}


def _mailbox(app: Application) -> MailboxStatus | None:
    account = app.config.mailbox.address.lower()
    if not account:
        return None
    found = app.store.mailboxes.status(account)
    return MailboxStatus(found.synced, found.told, found.since)


def _size(path: str) -> int:
    return Path(path).stat().st_size if Path(path).exists() else 0


def _noted(app: Application, name: str) -> int | None:
    note = app.store.note(name)
    return int(note) if note else None
