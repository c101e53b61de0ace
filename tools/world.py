"""A server and its players, whose letters go in as bytes and whose mails come out, without sockets: for long runs."""

from pbem.competitions import forms
from pbem.mail.tasks import read_here
from pbem.play.game import NORMAL, masked
from pbem.play.requests import seeded
from pbem.server.core.config import Config
from pbem.server.core.letter_tasks import task_of
from pbem.server.mailing.notices import Writer
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Incoming

START = 1_793_000_000


class World:
    """Players of the house write every letter of a match; the clock goes on by a second whenever it is asked."""

    def __init__(self, seed: str) -> None:
        self.time = START
        self.store = Store(":memory:")
        self.app = Application(
            self.store,
            Config(domain="play.example"),
            now=self._tick,
            seed=lambda: seed.encode().ljust(32, b"."),
        )
        self.writer = Writer(self.app.context)
        self.pick = seeded(seed)
        self.letters = 0

    def _tick(self) -> int:
        self.time += 1
        return self.time

    def play_all(self) -> None:
        """Answer whatever a match asks, until all are over."""
        while running := self.store.matches.all("running"):
            for row in running:
                loaded = self.app.repository.load(row.id)
                for seat, ask in loaded.match.asks.items():
                    index = loaded.match.state.seats.index(seat)
                    line = loaded.game.bot(NORMAL)(masked(loaded.match.state, seat), ask, self.pick)
                    self.write(loaded.seats[index].handle, f"match {row.id}\n{line}")
                    break

    def go_on(self) -> None:
        """What a server does for competitions between letters."""
        wanted, more = self.app.rounds.look()
        while wanted or more:
            for each in wanted:
                with self.store.transaction():
                    self.app.rounds.apply(each, forms.due(each.task.plan, each.task.field))
            wanted, more = self.app.rounds.look()

    def write(self, name: str, body: str) -> None:
        """A letter of a player; it must be done."""
        self.letters += 1
        own = self.app.context.own_address
        lines = [
            f"From: {self.address(name)}",
            f"To: {own}",
            f"Message-ID: <{self.letters}@world>",
            "",
            body,
            "",
        ]
        raw = "\r\n".join("\n".join(lines).split("\n")).encode()
        with self.store.transaction():
            to = (own,)
            number = self.store.post.receive(raw, self.address(name), to, self.time)
            incoming = Incoming(number, self.time, self.address(name), to, raw, "new", 0, "")
            done = self.app.handler.handle(incoming, read_here(task_of(self.app.config, incoming)))
        if done != "done":
            raise RuntimeError(f"{name} wrote {body!r}: {done}")

    def address(self, name: str) -> str:
        """Of a player, by their name."""
        return f"{name.lower()}@example.org"
