"""`pbem demo`: a real server, real SMTP, two or more bots, and their mail to watch."""

import mailbox
import os
import shlex
import shutil
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel

from pbem.cli.completion import GAME
from pbem.cli.letters import read_mail, text_of, write_letter
from pbem.cli.root import Failed, main
from pbem.play.game import NORMAL, masked
from pbem.play.requests import seeded
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.ops.application import Application
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from pbem.store import Store

HANDLES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
DEMO_SITE = "demo-site"
START_SECONDS = 20
MAIL_SECONDS = 20


@main.command()
@click.argument("name", metavar="[GAME]", default="dodgeball", type=GAME)
@click.option("--players", type=int, help="Number of players; the fewest the game allows by default.")
@click.option(
    "-o", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game; may be repeated."
)
@click.option("--seed", default="", help="Repeat the bots' choices (the dice are the server's).")
@click.option("--slow", is_flag=True, help="With pauses for reading.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Keep the database and the mail in this folder."
)
def demo(
    name: str, players: int | None, options: tuple[str, ...], seed: str, slow: bool, keep: Path | None
) -> None:
    """Let bots play a whole match through a real server, and watch their mail."""
    game = Games().named(name)
    count = players or game.players[0]
    for option in options:
        if "=" not in option:
            raise click.BadParameter(f"{option!r} is not KEY=VALUE", param_hint="-o")
    game.read_options(dict(option.split("=", 1) for option in options), count)
    console = Console(highlight=False)
    with _folder(keep) as folder, _server(folder) as port:
        console.rule("[bold]pbem: play by email")
        console.print(
            f"A server has started on 127.0.0.1:{port}. {', '.join(HANDLES[:count])} write to it by SMTP.\n"
        )
        play = _Demo(console, folder, port, HANDLES[:count], seed or str(time.time_ns()), slow)
        if not play.run(game.name, options):
            raise Failed("the match has not ended")
        page = _write_site(folder, (keep or Path()) / DEMO_SITE)
        console.print(f"The match, turn by turn, in a browser:\n\n    {page}", soft_wrap=True, markup=False)
    console.print(_next_steps(game.name, options), soft_wrap=True, markup=False)


def _write_site(folder: Path, out: Path) -> Path:
    """Write the pages of the match; returns the one to begin with."""
    store = Store(folder / "games.db")
    try:
        app = Application(store, Config(domain="localhost"))
        Site(app.context, app.repository, app.competitions, Folder(out)).refresh()
    finally:
        store.close()
    return (out / "m" / "1" / "index.html").absolute()


def _next_steps(game: str, options: tuple[str, ...]) -> str:
    """The commands with which somebody who has seen the demo plays a match, as they can be typed here."""
    pbem = called_as(sys.argv[0], Path.cwd())
    challenge = shlex.quote(" ".join(("challenge", game, "house", *options)))
    return f"""
Now you. Start a server of your own in this folder, and leave it running:

    {pbem} serve

In a second terminal, in the same folder, become a player and challenge the house:

    {pbem} send --from cat@localhost --show 'register cat'
    {pbem} send --from cat@localhost --reply --show yes
    {pbem} send --from cat@localhost --show {challenge}

Each mail contains an example of an answer. Send it as you sent the yes. If you are stuck, send: help
"""


def called_as(program: str, folder: Path) -> str:
    """How to call this program again from a folder: `pbem` if that finds it, else its path, else as a module."""
    path = Path(program).absolute()
    if path.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m pbem"
    found = shutil.which(path.name)
    if found is not None and Path(found).resolve() == path.resolve():
        return path.name
    return shlex.quote(str(path.relative_to(folder) if path.is_relative_to(folder) else path))


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as name:
        yield Path(name)


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    """A server in a process of its own on a free port, with its database and mail in a folder."""
    command = [
        sys.executable,
        "-m",
        "pbem",
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--db",
        "games.db",
        "--maildir",
        "mail",
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    process = subprocess.Popen(  # noqa: S603  # our own
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "is ready" not in line:
            raise Failed("the server did not start")
        yield int(line.split("127.0.0.1:")[1].split()[0])
    finally:
        process.terminate()
        process.wait(START_SECONDS)
        assert process.stdout is not None
        process.stdout.close()


class _Demo:
    """The bots: they read their Maildirs and answer through SMTP."""

    def __init__(
        self, console: Console, folder: Path, port: int, handles: tuple[str, ...], seed: str, slow: bool
    ) -> None:
        self.console = console
        self.folder = folder
        self.port = port
        self.handles = handles
        self.pick = seeded(seed)
        self.slow = slow
        self.colour = dict(zip(handles, COLOURS * 2, strict=False))
        self.boards = 0

    def run(self, game: str, options: tuple[str, ...]) -> bool:
        """Play from the first letter to the last board; True if the match has really ended."""
        for handle in self.handles:
            self.send(handle, f"register {handle}", show=True)
            confirm = self.wait(handle)
            self.show(handle, confirm, whole=handle == self.handles[0])
            self.send(handle, "yes", to=confirm, show=True)
            self.show(handle, self.wait(handle), whole=False)
        first, others = self.handles[0], self.handles[1:]
        self.send(first, " ".join(("challenge", game, *others, *options)), show=True)
        self.show(first, self.wait(first), whole=False)
        for handle in others:
            invitation = self.wait(handle)
            self.show(handle, invitation, whole=handle == others[0])
            self.send(handle, "accept", to=invitation, show=True)
        return self.match()

    def match(self) -> bool:
        """Let every player answer what they are asked, until the match is over."""
        store = Store(self.folder / "games.db")
        app = Application(store, Config(domain="localhost"))
        try:
            while True:
                handle, mail = self.any_mail()
                text = text_of(mail)
                subject = str(mail["Subject"])
                over = "the match is over" in subject
                asked = "your turn" in subject
                self.boards += asked or over
                self.show(handle, mail, whole=over or (asked and self.boards <= 2))
                if over:
                    return True
                if asked and not self.newer_mail(handle):
                    self.answer(app, handle, mail, text)
        finally:
            store.close()

    def answer(self, app: Application, handle: str, mail: EmailMessage, text: str) -> None:
        """Let the best bot answer for a handle, on a state masked for its seat."""
        loaded = app.repository.load(1)
        seat = next(seat for seat in loaded.seats if seat.handle == handle)
        ask = loaded.match.asks.get(seat.seat)
        if ask is None:
            return
        bot = loaded.game.bot(NORMAL)
        self.send(handle, bot(masked(loaded.match.state, seat.seat), ask, self.pick), to=mail, show=True)

    # Mail.

    def address(self, handle: str) -> str:
        return f"{handle.lower()}@localhost"

    def send(self, handle: str, body: str, *, to: EmailMessage | None = None, show: bool) -> None:
        """Send a letter; as an answer it quotes the mail below."""
        letter = write_letter(f"{handle} <{self.address(handle)}>", "pbem@localhost", body, answers=to)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=MAIL_SECONDS) as client:
            client.send_message(letter)
        if show:
            first, *more = [line for line in body.split("\n") if line]
            others = (
                f" [dim]and {len(more)} more lines[/dim]" if len(more) > 2 else escape("; ".join(["", *more]))
            )
            self.console.print(f"[{self.colour[handle]}]{handle:>4} -->[/] {escape(first)}{others}")
            self.pause(0.6)

    def wait(self, handle: str) -> EmailMessage:
        """The next mail to a handle."""
        end = time.monotonic() + MAIL_SECONDS
        while time.monotonic() < end:
            found = self.newer_mail(handle)
            if found:
                return self.take(handle, found[0])
            time.sleep(0.02)
        raise Failed(f"no mail has come to {handle} within {MAIL_SECONDS} seconds")

    def any_mail(self) -> tuple[str, EmailMessage]:
        """The next mail to anybody."""
        end = time.monotonic() + MAIL_SECONDS
        while time.monotonic() < end:
            for handle in self.handles:
                found = self.newer_mail(handle)
                if found:
                    return handle, self.take(handle, found[0])
            time.sleep(0.02)
        raise Failed(f"no mail has come to anybody within {MAIL_SECONDS} seconds")

    def newer_mail(self, handle: str) -> list[Path]:
        """The unread mails in a Maildir, oldest first."""
        folder = self.folder / "mail" / self.address(handle) / "new"
        return sorted(folder.glob("*"), key=lambda path: path.stat().st_mtime_ns) if folder.is_dir() else []

    def take(self, handle: str, path: Path) -> EmailMessage:
        """Read a mail and mark it as read."""
        message = read_mail(path)
        box = mailbox.Maildir(str(path.parent.parent), create=False)
        path.rename(path.parent.parent / "cur" / f"{path.name}{box.colon}2,S")
        return message

    def show(self, handle: str, mail: EmailMessage, *, whole: bool) -> None:
        """Print a mail: all of it, or a summary."""
        colour = self.colour[handle]
        subject = escape(str(mail["Subject"]))
        if whole:
            panel = Panel(
                escape(text_of(mail).strip()), title=f"to {handle}: {subject}", border_style=colour, width=84
            )
            self.console.print(panel)
            self.pause(3)
            return
        self.console.print(f"[{colour}]{handle:>4} <--[/] [dim]{subject}[/dim]")
        if handle == self.handles[0]:
            for line in _happened(text_of(mail)):
                self.console.print(f"     {escape(line)}", soft_wrap=True)
        self.pause(0.4)

    def pause(self, seconds: float) -> None:
        if self.slow:
            time.sleep(seconds)


def _happened(text: str) -> list[str]:
    """The paragraph of a mail about what happened."""
    _, found, rest = text.partition("WHAT HAPPENED\n")
    lines = rest.split("\n\n", 1)[0].split("\n") if found else []
    return [line.removeprefix("  ").rstrip() for line in lines]
