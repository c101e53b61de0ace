"""How many mails a match costs a player, and how long they are to read, measured by players of the house.

    python -m tools.mails [GAME ...] [--matches 5] [--write docs/mails.md]

Two players of the house write letters to a server in memory, which mails them its answers. Words are runs of letters
and digits; the signs of boards do not count. Median lengths are those of the mails that ask something from the fifth on
(`turn`), of those that ask nothing (`receipt`), and of refusals, for which each player sends a line nobody can read now
and then.
"""

import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, field
from rich.progress import track

from pbem.mail.tasks import read_here
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN
from pbem.play.game import NORMAL, masked
from pbem.play.requests import seeded
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailing.notices import Writer, read
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming, Terms

DOMAIN = "play.example"
EARLY = 4
"""Mails that ask something and are not brief yet."""

MISTAKEN = 7
"""After so many letters a player sends one that nobody can read."""

OLD = {"dodgeball": (354, 291), "toxic-gnome": (324, 259), "gnomeball": (639, 628), "elfball": (832, 769),
       "slargeball": (558, 362)}  # fmt: skip
"""Median words of a turn mail and of a receipt before mails became brief (22 November 2026)."""

_BOARD = re.compile(f"{BOARD_OPEN}.*?{BOARD_CLOSE}", re.DOTALL)
_ASKS = "\n  e.g.  "
_WORD = re.compile(r"[^\W_]+")
_TABLE = re.compile(r"(<!-- measured -->\n).*(<!-- end of measured -->)", re.DOTALL)


class Lengths(Struct):
    """Words of the mails of some matches, by what they are (`asked` are all that ask something, `turn` those from the
    fifth on), the lines of refusals, and the letters that players have sent."""

    mails: int = 0
    asked: list[int] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    receipt: list[int] = field(default_factory=list)
    refusal_lines: list[int] = field(default_factory=list)
    letters: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)


class Table:
    """A server in memory on which two players of the house play one match, by mail."""

    def __init__(self, game: str, seed: int) -> None:
        self.time = 1_793_000_000
        self.store = Store(":memory:")
        self.app = Application(
            self.store,
            Config(domain=DOMAIN),
            now=lambda: self.time,
            seed=lambda: f"{seed}".encode().ljust(32, b"."),
        )
        self.writer = Writer(self.app.context)
        self.game = game
        self.seen = 0
        self.sent: dict[str, int] = {}  # letters, by address
        for name in ("Ann", "Ben"):
            host.add_player(self.app, name, f"{name.lower()}@example.org")
        self.number = host.create(self.app, game, ["Ann", "Ben"], {}, Terms())

    def send(self, address: str, to: str, body: str) -> None:
        """Write to the server as its mail program would."""
        self.seen += 1
        self.sent[address] = self.sent.get(address, 0) + 1
        raw = (
            f"From: {address}\r\nTo: {to}\r\nMessage-ID: <{self.seen}@example.org>\r\nSubject: x\r\n\r\n"
            + body.replace("\n", "\r\n")
        ).encode()
        with self.store.transaction():
            number = self.store.post.receive(raw, address, (to,), self.time)
            incoming = Incoming(number, self.time, address, (to,), raw, "new", 0, "")
            self.app.handler.handle(incoming, read_here(task_of(self.app.config, incoming)))

    def mails(self, after: int) -> Iterator[tuple[int, str, str, str, str]]:
        """The mails behind one in the outbox: their numbers, recipients, reply addresses, templates, and texts without
        boards."""
        for row in reversed(self.store.post.outbox(None, 100)):
            if row.id > after:
                body = read(row).body
                text = _BOARD.sub("", self.writer.text(body))
                yield row.id, row.recipient, row.reply_to, body.template, text


def words_in(text: str) -> int:
    """The number of words of a text."""
    return len(_WORD.findall(text))


class Mail(Struct, frozen=True):
    """A mail of a match: to whom, the template it is made from, and its text without boards. `asks`: it asks for an
    answer."""

    recipient: str
    template: str
    text: str

    @property
    def asks(self) -> bool:
        return self.template == "match" and _ASKS in self.text


def play(table: Table, seed: int, mistaken: int = 0, settings: str = "") -> Iterator[Mail]:
    """Play a match by mail, and yield the mails that its players get; each `mistaken`th letter cannot be read (0:
    none). Both players begin with a line of `settings`, if any."""
    pick = seeded(f"mails/{table.game}/{seed}")
    last, reply_to = 0, dict[str, str]()
    while True:
        for number, recipient, answer, template, text in list(table.mails(last)):
            last, reply_to[recipient] = number, answer
            yield Mail(recipient, template, text)
        loaded = table.app.repository.load(table.number)
        if loaded.match.over:
            break
        seat, ask = next(iter(loaded.match.asks.items()))
        address = next(row.address for row in loaded.seats if row.seat == seat)
        if settings and not table.sent.get(address):
            table.send(address, reply_to[address], settings)
        wrong = mistaken > 0 and (table.sent.get(address, 0) + 1) % mistaken == 0
        line = loaded.game.bot(NORMAL)(masked(loaded.match.state, seat), ask, pick)
        table.send(address, reply_to[address], "frobnicate b9" if wrong else line)
        table.time += 60


def measure(game: str, seed: int, lengths: Lengths, mistaken: int = MISTAKEN) -> None:
    """Play one match by mail, and note how long its mails are; each `mistaken`th letter cannot be read (0: none)."""
    table = Table(game, seed)
    asked, read = dict[str, int](), dict[str, int]()
    for mail in play(table, seed, mistaken):
        words = words_in(mail.text)
        read[mail.recipient] = read.get(mail.recipient, 0) + words
        lengths.mails += 1
        if mail.template in ("refusal", "answer"):
            lengths.refusal_lines.append(len(mail.text.strip().split("\n")))
        elif mail.template == "receipt":
            lengths.receipt.append(words)
        elif mail.asks:
            asked[mail.recipient] = asked.get(mail.recipient, 0) + 1
            lengths.asked.append(words)
            if asked[mail.recipient] > EARLY:
                lengths.turn.append(words)
    lengths.letters += list(table.sent.values())
    lengths.words += list(read.values())


def tell(title: str, name: str, lengths: Lengths) -> str:
    """A row of the table."""

    def median(values: list[int]) -> str:
        return f"{statistics.median(values):.0f}" if values else "-"

    before = OLD.get(name, ("-", "-"))
    facts: tuple[Any, ...] = (
        title,
        f"{statistics.mean(lengths.letters):.0f} ({min(lengths.letters)}, {max(lengths.letters)})",
        median(lengths.words),
        f"{median(lengths.turn)} ({before[0]})",
        f"{median(lengths.receipt)} ({before[1]})",
        max(lengths.refusal_lines, default="-"),
    )
    return f"| {' | '.join(map(str, facts))} |"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--matches", default=5, show_default=True, help="Of each game.")
@click.option("--write", type=click.Path(path_type=Path), help="A document whose table is written anew.")
def main(names: tuple[str, ...], matches: int, write: Path | None) -> None:
    """Play matches by mail and measure what their mails cost their readers."""
    games = Games()
    rows = [
        "| Game | Letters of a player in a match: mean (from, to) | Words mailed to a player | Turn mail from the fifth"
        " on, median words (before) | Receipt (before) | Longest refusal, lines |",
        "|---|---|---|---|---|---|",
    ]
    for name in names or [game.name for game in games]:
        lengths = Lengths()
        for seed in track(range(matches), description=name):
            measure(name, seed, lengths)
        rows.append(tell(games.named(name).title, name, lengths))
    table = "\n".join(rows) + "\n"
    click.echo(table)
    if write is not None:
        text = _TABLE.sub(lambda found: found[1] + table + found[2], write.read_text(encoding="utf-8"))
        write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
