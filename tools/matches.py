"""`make matches`: a whole match of every game, through a real server and real SMTP, by its best players of the house;
whole competitions of every form, and a season of a league with eight teams.

    python -m tools.matches [GAME|FORM|season ...]

Each has as many players as the game takes, so Slargeball is played by ten, with five squads a side, for 25 turns. What
the server has stored is looked through when the match has ended.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import click
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.ops.application import Application
from pbem.store import Store
from tools.competing import FORMS, Played
from tools.season import Season

ALL = 1_000_000


class Outcome(Struct, frozen=True):
    """How a match went: turns, letters to the server and mails from it, seconds on the clock and of CPU of server and
    players, and what is wrong with what the server has stored."""

    turns: int
    letters: int
    mails: int
    seconds: float
    cpu: float
    problems: list[str]


def play(game: str, players: int, options: Mapping[str, str], folder: Path) -> Outcome:
    """Play a match with `pbem demo`, and keep its database and mail in a folder."""
    command = [sys.executable, "-m", "pbem", "demo", game, "--players", str(players), "--seed", "1"]
    chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    start, cpu = time.perf_counter(), _cpu()
    done = subprocess.run(  # noqa: S603  # our own
        [*command, *chosen, "--keep", str(folder)], capture_output=True, text=True, check=False
    )
    seconds, spent = time.perf_counter() - start, _cpu() - cpu
    if done.returncode:
        return Outcome(0, 0, 0, seconds, spent, [done.stderr.strip()])
    app = Application(Store(folder / "games.db"), Config(domain="localhost"))
    (match,) = app.store.matches.all()
    last = app.store.log.last_turn(match.id)
    letters, mails = app.store.post.inbox(None, ALL), app.store.post.outbox(None, ALL)
    problems = [*app.store.problems(), *host.check(app)]
    problems += [f"letter {letter.id} is {letter.status}" for letter in letters if letter.status != "done"]
    problems += [
        f"mail {mail.id} is {mail.status}" for mail in mails if mail.status not in ("sent", "merged")
    ]
    problems += [] if match.status == "over" else [f"the match is {match.status}"]
    app.store.close()
    return Outcome(last.number if last else 0, len(letters), len(mails), seconds, spent, problems)


def _cpu() -> float:
    """Seconds of CPU of all processes that this one has waited for, and theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Play a match of each game and a competition of each form in NAMES, or all of them, and a season."""
    games, console = Games(), Console()
    grid = Table("match", box=None, pad_edge=False)
    for column in ("players", "turns", "letters", "mails", "seconds", "CPU"):
        grid.add_column(column, justify="right")
    wrong = []
    wanted = names or (*games.names, *FORMS, "season")
    for game in [games.named(name) for name in wanted if name not in FORMS and name != "season"]:
        players = game.players[-1]
        with (
            tempfile.TemporaryDirectory(prefix="pbem-") as folder,
            console.status(f"a match of {game.title}"),
        ):
            outcome = play(game.name, players, {}, Path(folder))
        counts = (players, outcome.turns, outcome.letters, outcome.mails)
        grid.add_row(game.title, *map(str, counts), f"{outcome.seconds:.1f}", f"{outcome.cpu:.1f}")
        wrong += [f"{game.title}: {problem}" for problem in outcome.problems]
    if grid.row_count:
        console.print(grid)
    for name in [name for name in wanted if name in FORMS]:
        start = time.perf_counter()
        with console.status(f"a competition: {name}"):
            played = Played(name).play()
        console.print(
            f"{name}: {played.matches} matches, {played.letters} letters, {played.mails} mails,"
            f" {time.perf_counter() - start:.0f} seconds"
        )
        console.print("\n".join(played.table), highlight=False)
        wrong += [f"{name}: {problem}" for problem in played.problems]
    if "season" in wanted:
        with console.status("a season of eight teams"):
            report = Season(8).play()
        console.print(
            f"A season: {report.matches} matches, {report.letters} letters, {report.mails} mails,"
            f" {report.changes} changes of teams between matches"
        )
        console.print("\n".join(report.table), highlight=False)
        wrong += [f"season: {problem}" for problem in report.problems]
    for problem in wrong:
        console.print(f"[red]wrong[/red]: {problem}", highlight=False)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
