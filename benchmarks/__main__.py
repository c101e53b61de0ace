"""`python -m benchmarks`: run everything, print the table, write bench.json."""

import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks import (
    behind_postfix,
    commands,
    inside,
    outgoing,
    requests,
    rounds,
    several,
    toxic_gnome,
    written,
)
from benchmarks.figures import Figure, between_servers, history, keep, of_games, of_turns, table
from benchmarks.matches import Playouts, crowd, playouts
from benchmarks.servers import NO_LIMITS, configure, ours
from benchmarks.stock import make_due, open_desk, stock
from pbem.server.core.games import Games

DUE = 100
PAST = 2
"""How many runs of the past are shown."""
FULL = rounds.Plan(rounds=5, moves=6, others=5, delays=20)
QUICK = rounds.Plan(rounds=2, moves=1.5, others=1.5, delays=3)


@click.command()
@click.option("--quick", is_flag=True, help="Everything once and briefly, on a small database: a smoke test.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=".",
    help="Where the databases lie meanwhile; should be a real disk.",
)
@click.option(
    "--keep", "note", metavar="NOTE", help="Add the figures to benchmarks/history.json under this heading."
)
@click.option("--json", "path", type=click.Path(path_type=Path, dir_okay=False), default="bench.json")
def main(quick: bool, folder: Path, note: str | None, path: Path) -> None:
    """Measure what letters and moves cost here, beside a bare aiosmtpd listener."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    plan = QUICK if quick else FULL
    matches = 5_000 if quick else 1_000_000
    started = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="pbem-bench-", dir=folder.resolve()) as name,
        console.status("") as status,
    ):
        tell = status.update
        here = Path(name)
        measured = rounds.run(here, matches, plan, tell)

        tell("reminders")
        dry = statistics.median(_remind(here / "many.db", DUE, "--dry-run") for _ in range(3))
        remind = statistics.median(_remind(here / "many.db", DUE) for _ in range(3))
        idle = statistics.median(_remind(here / "many.db", 0) for _ in range(3))
        tell("requests")
        app = open_desk(here / "many.db")
        request, milliseconds = requests.dearest(app, matches // 2)
        app.store.close()
        tell("starts")
        begun = statistics.median(_start(here / "many.db") for _ in range(3))

        tell("mails out")
        mails = outgoing.mails_per_second(here)
        without_postfix = behind_postfix.missing()
        if not without_postfix:
            tell("behind Postfix")
            behind = behind_postfix.ratio(here, plan.rounds, plan.others)
        tell("counts")
        counts = written.measure(here, 100 if quick else 400)
        tell("commands")
        configure(here / "many.db", NO_LIMITS)  # as when it was served
        version = commands.cpu(here / "many.db", "--version")
        make_due(here / "many.db", 0)
        nothing_due = commands.cpu(here / "many.db", "remind")
        state = commands.cpu(here / "many.db", "status")
        tell("inside one process")
        scale = 1 if quick else 4
        own = stock(here / "own.db", 3_000)
        app = open_desk(here / "own.db")
        stages = inside.breakdown(app, own, 300 * scale)
        late = inside.late_vs_early(app, own, 2_000, 400 * scale, 100 * scale)
        app.store.close()
        quoted = inside.quoted_vs_plain(own, 100 * scale)
        plain, worst = inside.plain_order(own, 100 * scale), inside.worst_letter()
        several_us = several.microseconds(here, 100 * scale)

        games = Games()
        costs: dict[str, Playouts] = {}
        for game in games:
            tell(f"matches of {game.title}")
            costs[game.name] = playouts(game, 0.5 * scale, here)
        tell("Slargeball with five squads a side")
        turns = crowd(games, scale // 2 or 1, here)

    figures = between_servers(measured)
    figures += [
        Figure("P4", "late_vs_early", "CPU of a move late in a long match, by early", late, 1.1),
        Figure("P7", "quoted_vs_plain", "CPU of reading 100 KB of quotes, by 1.3 KB", quoted, 6),
        Figure("P9", "remind_seconds", f"pbem remind, {matches:,} matches, {DUE} due", remind, 1),
        Figure("P9", "remind_dry_seconds", "the same with --dry-run", dry, 1),
        Figure("", "remind_idle_seconds", "the same when nothing is due", idle),
        Figure(
            "P11", "mails_out", "mails a second through a relay that answers in 5 ms", mails, 1000, more=True
        ),
        Figure("P12", "request_ms", f"the dearest request by mail: {request}", milliseconds, 50),
        Figure("P14", "written_kb", "KB written to the log of SQLite a move", counts.written / 1000, 60),
        Figure("P14", "kept_kb", "KB kept of the letter and the mails of a move", counts.kept / 1000, 7),
        Figure("P15", "statements", "statements a move, delivery included", counts.statements, 14),
        Figure("P15", "python_calls", "calls of Python a move, delivery included", counts.python_calls, 1300),
        Figure("P15", "c_calls", "calls of C a move, delivery included", counts.c_calls),
        Figure("P17", "version_cpu", "CPU s of pbem --version", version, 0.15),
        Figure("P17", "remind_idle_cpu", f"pbem remind, {matches:,} matches, nothing due", nothing_due, 0.15),
        Figure("P17", "status_cpu", f"pbem status, {matches:,} matches", state, 0.5),
        Figure("P19", "plain_order_us", "CPU us of reading a move", plain),
        Figure(
            "P19", "worst_letter_ms", "CPU ms of reading the worst letter that is read at once", worst, 300
        ),
        Figure(
            "", "several_us", "CPU us of a letter, seven matches a player, no two positions alike", several_us
        ),
        Figure("P13", "start_seconds", "from the start of pbem serve until it listens", begun, 2),
    ]
    if without_postfix:
        console.print(f"P6 is not measured: {without_postfix}")
    else:
        what = "whole moves behind Postfix, by bare letters behind it"
        figures.append(Figure("P6", "behind_postfix", what, behind.by_bare, 0.62, more=True))
        what = "the same, by moves of a Perl script for each letter"
        figures.append(Figure("P16", "vs_classic", what, behind.by_classic, 3.5, more=True))
    figures += of_games(costs) + of_turns(turns)
    words = toxic_gnome.run()
    figures += [
        Figure("", "words_load_ms", "Toxic Gnome: loading the longer word list, ms", words["load_ms"]),
        Figure("", "words_trace_us", "Toxic Gnome: the paths of a word on 20 rows, us", words["trace_us"]),
    ]
    figures.sort(key=lambda figure: int(figure.number[1:] or 0))
    console.print(table(figures, history()[-PAST:]))
    console.print(_rates(measured))
    console.print(_costs(stages))
    console.print(_playouts(costs))
    if note:
        keep(note, figures)
    path.write_bytes(_report(figures, measured, stages, costs, time.perf_counter() - started))
    console.print(f"\n{time.perf_counter() - started:.0f} seconds; all of it is in {path}")


def _start(db: Path) -> float:
    """Seconds until a server listens."""
    start = time.perf_counter()
    with ours(db, "listener", "desk"):
        return time.perf_counter() - start


def _remind(db: Path, due: int, *options: str) -> float:
    """Wall seconds of one `pbem remind`, from the start of its process to its end, with so many matches due."""
    make_due(db, due)
    configure(db, NO_LIMITS)  # as when it was served
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "pbem", "remind", "--db", str(db), *options],
        cwd=db.parent,
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - start


def _rates(measured: rounds.Rounds) -> Table:
    grid = Table("of each", "letters/s", "CPU us", box=None, pad_edge=False, title_justify="left")
    for name in measured.slices:
        rate = measured.median(name, lambda each: each.rate)
        cost = measured.median(name, lambda each: each.cost)
        grid.add_row(name, f"{rate:,.0f}", f"{cost * 1e6:,.0f}")
    return grid


def _costs(stages: dict[str, float]) -> Table:
    grid = Table("a move", *stages, "in all", box=None, pad_edge=False)
    grid.add_row("CPU us", *(f"{cost:,.0f}" for cost in stages.values()), f"{sum(stages.values()):,.0f}")
    return grid


def _playouts(costs: dict[str, Playouts]) -> Table:
    grid = Table("random playouts", box=None, pad_edge=False)
    for name in ("us/order", "orders/s", "orders each", "playouts/s", "mid/start", "by mail"):
        grid.add_column(name, justify="right")
    for game, cost in costs.items():
        each = (cost.us_per_order, cost.orders_per_second, cost.orders_per_playout, cost.playouts_per_second)
        ratios = (cost.middle_vs_start, cost.mail_middle_vs_start)
        grid.add_row(game, *(f"{value:,.0f}" for value in each), *(f"{ratio:.2f}" for ratio in ratios))
    return grid


def _report(
    figures: list[Figure],
    measured: rounds.Rounds,
    stages: dict[str, float],
    costs: dict[str, Playouts],
    seconds: float,
) -> bytes:
    machine = {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "processors": os.cpu_count(),
        "load": os.getloadavg(),
    }
    report = {
        "figures": {figure.name: figure.value for figure in figures},
        "stages_us": stages,
        "playouts": costs,
        "slices": measured.slices,
        "memory": [measured.memory_before, measured.memory_after],
        "machine": machine,
        "seconds": seconds,
    }
    return msgspec.json.format(msgspec.json.encode(report), indent=1)


if __name__ == "__main__":
    main()
