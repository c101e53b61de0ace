"""Commands that check things: scenario, verify, check, backup, doctor."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli.root import Failed, Setting, as_json_text, db_option, json_option, main, out, setting
from pbem.desk import host
from pbem.desk.config import Address
from pbem.desk.desk import Desk
from pbem.desk.games import Games
from pbem.play.checking import replay
from pbem.play.record import Record, ReplayError, verify_dice
from pbem.play.scenario import ScenarioError, read_scenarios, run_scenario


@main.command()
@db_option
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def scenario(paths: tuple[Path, ...]) -> None:
    """Run scenario files or folders of them; print the first difference of each that fails."""
    games = Games()
    run = failed = 0
    for path in _scenario_files(paths):
        try:
            for each in read_scenarios(path.read_text(encoding="utf-8")):
                run += 1
                difference = run_scenario(games.named(each.game), each)
                if difference:
                    failed += 1
                    out.print(f"[red]failed[/red] {path}: {each.title}", highlight=False)
                    out.print(f"  {difference}", markup=False)
        except ScenarioError as error:
            run, failed = run + 1, failed + 1
            out.print(f"[red]unreadable[/red] {path}")
            out.print(f"  {error}", markup=False)
    out.print(f"{run - failed} passed, {failed} failed")
    if failed or not run:
        raise SystemExit(1)


def _scenario_files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


@main.command()
@db_option
@click.argument("path", type=click.Path(exists=True, path_type=Path, dir_okay=False))
def verify(path: Path) -> None:
    """Work out every die of a finished match anew from its opened seed, and replay it."""
    try:
        record = Record.from_json(path.read_bytes())
        if not record.seed:
            raise Failed("the match was not over: its seed is not opened")
        count = verify_dice(record)
        match = replay(Games().named(record.game), record)
    except (ValueError, ReplayError) as error:
        raise Failed(f"{path}: {error}") from error
    result = match.state.result
    if result is None:
        raise Failed(f"{path}: all {count} dice are what the seed gives, but the match is not over")
    click.echo(f"all {count} dice are what the seed gives; the record leads to: {result} ({result.reason})")


@main.command()
@db_option
@json_option
@setting
def check(where: Setting, as_json: bool) -> None:
    """Check a database: its pages, and that every match replays to what is stored."""
    store = where.store()
    desk = Desk(store, where.config())
    problems = host.check(desk)
    if as_json:
        click.echo(as_json_text(problems))
    else:
        for problem in problems:
            out.print(problem, markup=False)
        matches = sum(row.started is not None for row in desk.store.matches.all())
        click.echo(f"{matches} matches checked, {len(problems)} problems")
    if problems:
        raise SystemExit(1)


@main.command()
@db_option
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@setting
def backup(where: Setting, path: Path) -> None:
    """Copy the database while the server runs."""
    where.store().backup(path)
    click.echo(f"{path} is a complete copy")


@main.command()
@db_option
@setting
def doctor(where: Setting) -> None:
    """Look whether everything is in place: configuration, database, ports, relay, disk."""
    desk = where.desk(create=True)
    config = desk.config
    findings: list[tuple[bool, str]] = []
    settings = desk.store.durability()
    findings.append(
        (
            settings == {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"},
            f"database: {', '.join(f'{name} {value}' for name, value in settings.items())}",
        )
    )
    findings.append((not desk.store.problems(), f"database file {config.db} is sound"))
    findings.append((bool(list(desk.games)), f"games: {', '.join(game.name for game in desk.games)}"))
    for name, text in (("listener", config.listen), ("lmtp", config.lmtp)):
        if text:
            findings.append(
                (True, f"{name} {text}: {'answers' if _answers(text) else 'nothing listens there now'}")
            )
    if config.relay:
        findings.append((_answers(config.relay), f"relay {config.relay} answers"))
    else:
        findings.append((_writable(Path(config.maildir)), f"maildirs can be written below {config.maildir}/"))
    free = _free_megabytes(Path(config.db))
    findings.append((free > 200, f"disk: {free} MB free beside the database"))
    findings.append((config.domain != "localhost" or config.trial, f"mail domain: {config.domain}"))
    findings.append(
        (not config.trusts_from or config.trial, f"From is {'' if config.trusts_from else 'not '}believed")
    )
    counts = desk.store.post.counts()
    findings.append((not counts.get("inbox failed"), f"letters: {counts or 'none yet'}"))
    for good, text in findings:
        out.print(f"{'[green]ok[/green]  ' if good else '[red]bad[/red] '} {text}")
    if not all(good for good, _ in findings):
        raise SystemExit(1)


def _answers(text: str) -> bool:
    try:
        with _connected(text) as connection:
            return connection.recv(3) == b"220"
    except OSError:
        return False


def _connected(text: str) -> socket.socket:
    if "/" not in text:
        address = Address.parse(text)
        return socket.create_connection((address.host, address.port), timeout=3)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(3)
    try:
        connection.connect(text)
    except OSError:
        connection.close()
        raise
    return connection


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _free_megabytes(path: Path) -> int:
    return shutil.disk_usage(path.resolve().parent).free // 2**20
