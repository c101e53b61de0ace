"""The status in words: one screen of 80 columns and at most 24 lines."""

import textwrap
from collections.abc import Sequence

from pbem.server.core.missing_games import waiting_for
from pbem.server.core.times import moment, span
from pbem.server.figures.status import DAYS, Letters, Status

LEVELS = " .:-=+*#@"
"""From nothing to the maximum; anything above nothing is at least a dot."""


TROUBLE_LINES = 4


def plot(counts: Sequence[int]) -> str:
    """A little plot, one character for each count.

    >>> plot([0, 1, 4, 8])
    ' .=@'
    """
    most = max(counts, default=0)
    steps = len(LEVELS) - 1
    return "".join(LEVELS[-(-count * steps // most) if most else 0] for count in counts)


def draw(status: Status) -> list[str]:
    """The lines of the screen."""
    return [
        *_trouble(status),
        f"pbem at {status.domain}, {moment(status.at, 'UTC')}",
        f"server    {_ago(status, status.alive)}; reminders {_ago(status, status.reminded)}",
        f"matches   {_matches(status)}; {_count(status.players, 'player')}",
        *_waiting(status),
        f"letters   in  |{plot(status.incoming.days)}| {_letters(status.incoming)}",
        f"          out |{plot(status.outgoing.days)}| {_letters(status.outgoing)}",
        f"waiting   in  {_unfinished(status, status.incoming)}",
        f"          out {_unfinished(status, status.outgoing)}",
        f"bounces   {_bounces(status)}",
        f"caps      {_caps(status)}",
        _sizes(status),
    ]


def _trouble(status: Status) -> list[str]:
    """What is in the way of letters and matches, before everything else."""
    found = [
        f"GAME {game} IS NOT INSTALLED: {waiting_for(numbers)} until you install it again"
        for game, numbers in status.standing.items()
    ]
    if status.mailbox is not None and status.mailbox.trouble:
        since = moment(status.mailbox.since, "UTC")
        found.append(f"LETTERS WAIT in the mailbox since {since}: {status.mailbox.trouble}")
    return textwrap.wrap(" ".join(found), 80, max_lines=TROUBLE_LINES)


def _ago(status: Status, when: int | None) -> str:
    return "never" if when is None else f"{span(status.at - when)} ago"


def _matches(status: Status) -> str:
    paused = f" ({status.paused} paused)" if status.paused else ""
    others = [f"{status.matches.get(name, 0)} {name}" for name in ("offered", "over")]
    return ", ".join([f"{status.matches.get('running', 0)} running{paused}", *others])


def _waiting(status: Status) -> list[str]:
    if not status.waiting:
        return ["asked     nobody"]
    more = (
        f"; the longest {len(status.waiting)} of {status.asked}" if status.asked > len(status.waiting) else ""
    )
    lines = [f"asked     since, and time left{more}"]
    for each in status.waiting:
        if each.paused:
            left = "paused"
        elif each.due is None:
            left = "no limit"
        else:
            left = f"{span(each.due - status.at)} left" if each.due > status.at else "time is up"
        who = f"{each.player} ({each.seat})"
        line = f"  {each.match:>6} {each.game:<12} {who:<24} {span(status.at - each.since):<19} {left}"
        lines.append(line[:80].rstrip())
    return lines


def _letters(letters: Letters) -> str:
    return f"{letters.days[-1]} today, {sum(letters.days)} in {DAYS} days, {letters.total} ever"


def _unfinished(status: Status, letters: Letters) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in letters.unfinished.items())
    return (
        counts if letters.oldest is None else f"{counts}; the oldest for {span(status.at - letters.oldest)}"
    )


def _bounces(status: Status) -> str:
    more = (
        f" and {status.lost - len(status.unreachable)} more" if status.lost > len(status.unreachable) else ""
    )
    lost = f"; unreachable: {', '.join(status.unreachable)}{more}" if status.unreachable else ""
    return f"{status.bounces or 'none'}{lost}"


def _caps(status: Status) -> str:
    reached = [f"{name}: {count}" for name, count in status.caps.items()]
    waits = f"; {_count(status.held_back, 'mail')} held back" if status.held_back else ""
    return (", ".join(reached) or "none reached") + waits


def _sizes(status: Status) -> str:
    database = _size(status.database)
    if status.spare is None or status.log is None or status.free is None:
        return f"database  {database}, kept by PostgreSQL"
    files = f"database {database} ({_size(status.spare)} of it free), log {_size(status.log)}"
    return f"files     {files}, disk {_size(status.free)} free"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _size(number: int) -> str:
    for unit, size in (("GB", 2**30), ("MB", 2**20), ("KB", 2**10)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"
