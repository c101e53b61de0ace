"""`make pictures`: what the mails of every game look like, on a phone and on a wide screen.

    python -m tools.pictures [GAME ...] [--folder pictures]

Players of the house play a match of each game. Of its mails a few are shown by a real browser, 360 and 1200 pixels
wide: the first one that asks for a turn, one in the middle, a receipt, a refusal and the last one. What is wider than
the window is listed at the end.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.policy import default
from html import escape, unescape
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from pbem.mail.tasks import read_here
from pbem.play.game import NORMAL, Game, masked
from pbem.play.requests import seeded
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--virtual-time-budget=5000",
)
WIDTHS = (360, 1200)
NARROWEST = 500  # pixels of a browser's window
START = 1_793_000_000
HANDLES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")

_FRAME = (
    '<iframe width="{width}" height="{height}" srcdoc="{html}" style="border:0;background:#fff"></iframe>'
)
_SHOWN = '<!DOCTYPE html><body style="margin:0;background:#999">{frames}</body>'
_MEASURED = """<script>
onload = () => {
  const sizes = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument;
    const wide = [...page.querySelectorAll("*")].filter(each => each.scrollWidth > each.clientWidth + 1
      && getComputedStyle(each).display != "inline");
    return {height: page.documentElement.offsetHeight, wide: wide.map(each => each.tagName)};
  });
  document.body.innerHTML = `<pre id="sizes">${JSON.stringify(sizes)}</pre>`;
};
</script>"""


class Size(Struct, frozen=True):
    """How high a mail is in its frame, and which of its elements are wider than there is room."""

    height: int
    wide: list[str]


class Table:
    """A match at a server without sockets, and the mails that it sends."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.store = Store(":memory:")
        seed = hashlib.sha256(game.name.encode()).digest()
        self.config = Config(domain="play.example")
        self.app = Application(self.store, self.config, now=lambda: START, seed=lambda: seed)
        self.writer = Writer(self.app.context)
        self.pick = seeded("pictures")
        self.letters = 0
        self.seen = 0

    def write(self, name: str, body: str, to: str = "") -> dict[str, bytes]:
        """Write a letter; the last mail that each player gets by it."""
        self.letters += 1
        to = to or self.app.context.own_address
        lines = (
            f"From: {_address(name)}",
            f"To: {to}",
            "Subject: ",
            f"Message-ID: <{self.letters}@example.org>",
            "",
            body,
        )
        raw = "\r\n".join(lines).encode()
        with self.store.transaction():
            number = self.store.post.receive(raw, _address(name), (to,), START)
            letter = Incoming(number, START, _address(name), (to,), raw, "new", 0, "")
            self.app.handler.handle(letter, read_here(task_of(self.config, letter)))
        rows = [row for row in reversed(self.store.post.outbox(None, 100)) if row.id > self.seen]
        self.seen = max([self.seen, *(row.id for row in rows)])
        return {row.recipient: self.writer.mail(row) for row in rows}

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Play the match, and yield what its mails are (`turn`, `receipt`, `refusal`, `end`) and they themselves."""
        names = HANDLES[: self.game.players[0]]
        asked = {}
        for name in names:
            confirm = self.write(name, f"register {name}")[_address(name)]
            self.write(name, "yes", _reply_to(confirm))
        invited = self.write(names[0], f"challenge {self.game.name} {' '.join(names[1:])}")
        for name in names[1:]:
            asked.update(self.write(name, "accept", _reply_to(invited[_address(name)])))
        refused = False
        while not (loaded := self.app.repository.find(1)) or not loaded.match.over:
            assert loaded is not None
            seat, ask = next(iter(loaded.match.asks.items()))
            name = loaded.names[seat]
            last = asked[_address(name)]
            if loaded.match.turn.number and not refused:
                refused = True
                yield "turn", last
                yield "refusal", self.write(name, "fnord x9", _reply_to(last))[_address(name)]
            lines = self.game.bots[NORMAL](masked(loaded.match.state, seat), ask, self.pick)
            mails = self.write(name, lines, _reply_to(last))
            asked.update(mails)
            after = self.app.repository.load(1)
            if after.match.over:
                yield "end", mails[_address(name)]
            elif _address(name) in mails:
                yield ("turn" if seat in after.match.asks else "receipt"), mails[_address(name)]
            yield from (
                ("turn", mails[_address(after.names[each])])
                for each in after.match.asks
                if each != seat and _address(after.names[each]) in mails
            )


def choose(game: Game[Any]) -> dict[str, str]:
    """The HTML of those mails of a match that are shown."""
    found: dict[str, list[bytes]] = {}
    for kind, mail in Table(game).mails():
        found.setdefault(kind, []).append(mail)
    turns = found.pop("turn")
    chosen = {"1-first": turns[0], "2-middle": turns[len(turns) // 2]}
    for number, kind in enumerate(("receipt", "refusal", "end"), 3):
        if kind in found:
            chosen[f"{number}-{kind}"] = found[kind][len(found[kind]) // 2]
    return {name: _html(mail) for name, mail in chosen.items()}


def _address(name: str) -> str:
    return f"{name.lower()}@example.org"


def _reply_to(mail: bytes) -> str:
    return str(message_from_bytes(mail, policy=default)["Reply-To"])


def _html(mail: bytes) -> str:
    body = message_from_bytes(mail, policy=default).get_body(("html",))
    assert body is not None
    return str(body.get_content())


def browse(browser: str, page: str, folder: Path, *options: str) -> str:
    """Show a page to the browser, and return what it prints."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    command = [browser, *OPTIONS, f"--user-data-dir={folder / 'profile'}", *options, file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603  # a browser
    return done.stdout


def measure(browser: str, pages: Mapping[str, str], width: int, folder: Path) -> dict[str, Size]:
    """The sizes of some mails in frames of this width, by their names."""
    frames = "\n".join(_frame(html, width, 100) for html in pages.values())
    printed = browse(browser, _SHOWN.format(frames=frames) + _MEASURED, folder, "--dump-dom")
    sizes = re.search(r'<pre id="sizes">(.*)</pre>', printed)
    assert sizes is not None, "the browser has measured nothing"
    measured = [Size(**size) for size in json.loads(unescape(sizes[1]))]
    return dict(zip(pages, measured, strict=True))


def _frame(html: str, width: int, height: int) -> str:
    return _FRAME.format(width=width, height=height, html=escape(html))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("pictures"), show_default=True)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Write pictures of the mails of each of NAMES, or of every game."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(
            "make pictures needs Chromium or Chrome, and none is here; on Debian: apt-get install chromium"
        )
    games = Games()
    pages = {
        f"{game.name}-{name}": html
        for game in ([games.named(name) for name in names] or games)
        for name, html in choose(game).items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="pbem-pictures-") as scratch:
        for width in WIDTHS:
            for name, size in measure(browser, pages, width, Path(scratch)).items():
                picture = (folder / f"{name}-{width}.png").absolute()
                page = _SHOWN.format(frames=_frame(pages[name], width, size.height))
                window = f"--window-size={max(width, NARROWEST)},{size.height}"
                browse(browser, page, Path(scratch), f"--screenshot={picture}", window)
                if size.wide:
                    wrong.append(f"{picture.name}: wider than the window: {', '.join(size.wide)}")
    click.echo(f"{len(pages) * len(WIDTHS)} pictures are in {folder}/")
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
