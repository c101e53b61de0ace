"""`make pictures`: what mails look like, on phones and on a wide screen, and whether they can be read.

    python -m tools.pictures [GAME ...] [--folder pictures]

Players of the house play a match of each game. Of its mails a few are shown by a real browser: the first one that asks
for a turn, one in the middle, a receipt, a refusal and the last one. They are shown at several widths, on a light
screen, on a dark one, and as a program shows them that darkens pages by itself, with the style sheet and without.

The tool measures what it shows, and fails where anything is wider than the window, the letters of a figure are too
small, the board of a brief mail starts too low or does not end on the first screen, a mail is too long, or a text has
too little contrast. Contrast is measured on the picture itself, because a browser does not tell what it has darkened.
"""

import base64
import hashlib
import json
import math
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
import msgspec
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
WIDTHS = (320, 360, 412, 1200)
PHONES = (320, 360)
FIRST_SCREEN = 360
SCHEMES: Mapping[str, tuple[str, ...]] = {
    "light": (),
    "dark": ("--force-dark-mode", "--blink-settings=preferredColorScheme=0"),
    "forced": ("--enable-features=WebContentsForceDark",),
    "bare": ("--enable-features=WebContentsForceDark",),
}
"""How a page is shown; `bare` is forced dark without style sheet and meta tags, as Gmail shows it."""
LETTERS = {"dodgeball": 14, "toxic-gnome": 16, "gnomeball": 13, "elfball": 12, "slargeball": 9}
"""The least size of a figure's letters on a phone, in pixels."""
BOARD_TOP = 300
BOARD_FOOT = {"slargeball": 800}
USUAL_FOOT = 700
BRIEF = 20_000  # bytes of a brief mail in HTML
CONTRAST = 4.5
SHARP = 3  # pixels of the picture for one of the page: thin letters have their full color
NARROWEST = 500  # pixels of a browser's window
START = 1_793_000_000
HANDLES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")

_FRAME = (
    '<iframe width="{width}" height="{height}" srcdoc="{html}" style="border:0;margin:0 8px 0 0;'
    'vertical-align:top;color-scheme:{scheme}"></iframe>'
)
_SHOWN = (
    '<!DOCTYPE html><meta name="color-scheme" content="light dark">'
    '<body style="margin:0;background:#999;white-space:nowrap;font-size:0">{frames}</body>'
)
_MEASURED = """<script>
onload = () => {
  const sizes = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, at = frame.getBoundingClientRect();
    const wide = [...page.querySelectorAll("*")].filter(each => getComputedStyle(each).display != "inline"
      && each.scrollWidth > each.clientWidth + (each.tagName == "TD" ? 4 : 1)).map(each => each.tagName);
    const board = page.querySelector(".bd"), box = board && board.getBoundingClientRect();
    const figures = board ? [...board.querySelectorAll("td, b")].filter(each => /^s[0-5]$/.test(each.className)) : [];
    const texts = [...page.querySelectorAll("td, span, a, p, b, h3, big")].filter(each =>
      [...each.childNodes].some(node => node.nodeType == 3 && node.data.trim()));
    return {
      height: page.documentElement.offsetHeight, wide: wide,
      top: box ? box.top : 0, foot: box ? box.bottom : 0,
      letters: Math.min(...figures.map(each => parseFloat(getComputedStyle(each).fontSize)), 99),
      texts: texts.map(each => {
        const where = each.getClientRects()[0];
        return where ? [at.left + where.left, at.top + where.top, where.width, where.height,
          each.textContent.trim().slice(0, 30)] : [0, 0, 0, 0, ""];
      }).filter(each => each[2] > 0),
    };
  });
  const told = JSON.stringify(sizes).replace(/&/g, "&amp;").replace(/</g, "&lt;");
  document.body.innerHTML = `<pre id="sizes">${told}</pre>`;
};
</script>"""
_LOOKED_AT = """<!DOCTYPE html><img src="{picture}"><script>
onload = () => {
  const texts = {texts}, sharp = {sharp}, image = document.querySelector("img");
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  const light = value => { value /= 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const found = texts.map(([left, top, width, height, text]) => {
    const data = context.getImageData(left * sharp, top * sharp, Math.max(width * sharp, 1),
      Math.max(height * sharp, 1)).data;
    const counted = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const color = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counted.set(color, (counted.get(color) || 0) + 1);
    }
    const shine = color => 0.2126 * light(color >> 16) + 0.7152 * light((color >> 8) & 255)
      + 0.0722 * light(color & 255);
    const ground = shine([...counted].reduce((one, other) => other[1] > one[1] ? other : one)[0]);
    return Math.max(...[...counted.keys()].map(color => {
      const ink = shine(color);
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    }));
  });
  document.body.innerHTML = `<pre id="sizes">${JSON.stringify(found)}</pre>`;
};
</script>"""


class Size(Struct, frozen=True):
    """What has been measured of a mail: its height, which of its elements are wider than there is room, from where to
    where its board goes (0, 0: it has none), the smallest letters of a figure, and where its texts are: left, top,
    width, height, and how they begin."""

    height: float
    wide: list[str]
    top: float
    foot: float
    letters: float
    texts: list[tuple[float, float, float, float, str]]


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
                wrong = f"{self.game.basics[0]} fnord x9"
                yield "turn", last
                yield "refusal", self.write(name, wrong, _reply_to(last))[_address(name)]
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
    brief = [turn for turn in turns if b"More: show" in turn] or turns
    chosen = {"1-first": turns[0], "2-middle": brief[len(brief) // 2]}
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


class Browser:
    """A real browser without a window; `folder` is for its files."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.folder = folder

    def open(self, page: str, *options: str) -> str:
        """Show a page, and return what is printed."""
        file = self.folder / "page.html"
        file.write_text(page, encoding="utf-8")
        profile = f"--user-data-dir={self.folder / 'profile'}"
        command = [self.program, *OPTIONS, profile, *options, file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603  # a browser
        return done.stdout

    def measured(self, page: str, *options: str) -> Any:
        """What the script of a page has measured."""
        found = re.search(r'<pre id="sizes">(.*?)</pre>', self.open(page, "--dump-dom", *options), re.S)
        assert found is not None, "the browser has measured nothing"
        return json.loads(unescape(found[1]))

    def measure(self, pages: Mapping[str, str], width: int) -> dict[str, Size]:
        """The sizes of mails in frames of this width, by their names."""
        page = _side_by_side(pages, width, 100, "light") + _MEASURED
        sizes = self.measured(page, f"--window-size={_across(pages, width)},1000")
        return {name: msgspec.convert(size, Size) for name, size in zip(pages, sizes, strict=True)}

    def take(self, pages: Mapping[str, str], width: int, height: int, scheme: str, picture: Path) -> None:
        """Take a picture of mails, one beside the other, sharper where contrast is measured on it."""
        shown = {name: _bare(html) for name, html in pages.items()} if scheme == "bare" else pages
        self.open(
            _side_by_side(shown, width, height, "dark" if scheme == "dark" else "light"),
            f"--screenshot={picture.absolute()}",
            f"--window-size={_across(pages, width)},{height}",
            f"--force-device-scale-factor={SHARP if width == FIRST_SCREEN else 1}",
            *SCHEMES[scheme],
        )

    def contrasts(self, picture: Path, sizes: Mapping[str, Size]) -> Iterator[tuple[float, str]]:
        """The contrast of each text on a sharp picture, and where the text is."""
        texts = [(name, text) for name, size in sizes.items() for text in size.texts]
        data = f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}"
        where = json.dumps([text for _, text in texts]).replace("<", "\\u003c")
        page = _LOOKED_AT.replace("{picture}", data).replace("{texts}", where).replace("{sharp}", str(SHARP))
        for contrast, (name, text) in zip(self.measured(page), texts, strict=True):
            yield contrast, f"{name}: {text[4]!r}"


def _across(pages: Mapping[str, str], width: int) -> int:
    return max(len(pages) * (width + 8), NARROWEST)


def _side_by_side(pages: Mapping[str, str], width: int, height: int, scheme: str) -> str:
    return _SHOWN.format(
        frames="".join(
            _FRAME.format(width=width, height=height, html=escape(html), scheme=scheme)
            for html in pages.values()
        )
    )


def _bare(html: str) -> str:
    """A mail as a program shows it that takes style sheets and meta tags away."""
    return re.sub(r"<style>.*?</style>|<meta name=[^>]*>", "", html, flags=re.S)


def faults(game: str, name: str, size: Size, width: int) -> Iterator[str]:
    """What is wrong with a mail of a game at a width."""
    if size.wide:
        yield f"wider than the window: {', '.join(size.wide)}"
    if width in PHONES and size.letters < LETTERS.get(game, 9):
        yield f"the letters of a figure have {size.letters:g} px, not {LETTERS[game]}"
    if width == FIRST_SCREEN and name == "2-middle" and size.foot:
        if size.top > BOARD_TOP:
            yield f"the board starts at {size.top:.0f} px, not {BOARD_TOP}"
        if size.foot > BOARD_FOOT.get(game, USUAL_FOOT):
            yield f"the board ends at {size.foot:.0f} px, not {BOARD_FOOT.get(game, USUAL_FOOT)}"


def look(browser: Browser, game: str, pages: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Take the pictures of a game's mails, and tell what is wrong with them."""
    for name, html in pages.items():
        if name == "2-middle" and len(html) > BRIEF:
            yield f"{game}-{name}: {len(html)} bytes, not {BRIEF}"
    for width in WIDTHS:
        sizes = browser.measure(pages, width)
        height = math.ceil(max(size.height for size in sizes.values()))
        for name, size in sizes.items():
            yield from (f"{game}-{name} at {width} px: {fault}" for fault in faults(game, name, size, width))
        for scheme in SCHEMES:
            picture = folder / f"{game}-{width}-{scheme}.png"
            browser.take(pages, width, height, scheme, picture)
            if width == FIRST_SCREEN:
                weak = sorted(each for each in browser.contrasts(picture, sizes) if each[0] < CONTRAST)
                for contrast, where in weak[:10]:
                    yield f"{picture.name}: contrast {contrast:.1f} of {where}"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("pictures"), show_default=True)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Write pictures of the mails of each of NAMES, or of every game."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(
            "make pictures needs Chromium or Chrome, and none is here; on Debian: apt-get install chromium"
        )
    games = Games()
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="pbem-pictures-") as scratch:
        browser = Browser(program, Path(scratch))
        for game in [games.named(name) for name in names] or games:
            found = list(look(browser, game.name, choose(game), folder))
            click.echo("\n".join([f"{game.title}: {len(found)} faults", *found]))
            wrong += found
    click.echo(f"The pictures are in {folder}/")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
