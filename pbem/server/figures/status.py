"""The status of the server: matches, players it waits for, letters, bounces, caps, sizes. Looking changes nothing.

No figure holds an address, a token or a private order; only players' names are told.
"""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from pbem.server.core.config import Config
from pbem.server.core.limits import limits_of
from pbem.server.core.missing_games import standing_still
from pbem.server.core.times import DAY
from pbem.store import Store
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


def look(store: Store, config: Config, installed: Iterable[str], now: int) -> Status:
    """Read the status at a moment, without loading the application; `installed` are the names of all games."""
    figures = store.figures
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
            incoming=_letters(store, "inbox", now),
            outgoing=_letters(store, "outbox", now),
            unreachable=names,
            lost=lost,
            bounces=figures.bounces(now - config.bounces.days * DAY),
            caps=_caps(store, config, now),
            held_back=figures.held_back(),
            database=store.size_bytes(),
            log=None if store.file is None else _size(f"{store.file}-wal"),
            spare=None if store.file is None else store.spare_bytes(),
            free=None if store.file is None else shutil.disk_usage(store.file.resolve().parent).free,
            alive=_noted(store, "alive"),
            reminded=_noted(store, "reminded"),
            mailbox=_mailbox(store, config),
            standing=standing_still(store, installed),
        )


def _letters(store: Store, box: Box, now: int) -> Letters:
    figures, today = store.figures, now // DAY * DAY
    starts = [today - ago * DAY for ago in reversed(range(DAYS))]
    return Letters(
        figures.total(box),
        figures.per_period(box, starts),
        figures.unfinished(box),
        figures.oldest_waiting(box),
    )


def _caps(store: Store, config: Config, now: int) -> dict[str, int]:
    """The limits that are reached, except those that allow a single event: they always are."""
    limits = {name: limit.most for name, limit in limits_of(config).items() if limit.most > 1}
    found = {name: store.figures.reached(name, most, now) for name, most in limits.items()}
    return {name: count for name, count in found.items() if count}


def _mailbox(store: Store, config: Config) -> MailboxStatus | None:
    account = config.mailbox.address.lower()
    if not account:
        return None
    found = store.mailboxes.status(account)
    return MailboxStatus(found.synced, found.told, found.since)


def _size(path: str) -> int:
    return Path(path).stat().st_size if Path(path).exists() else 0


def _noted(store: Store, name: str) -> int | None:
    note = store.note(name)
    return int(note) if note else None
