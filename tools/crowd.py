"""A server on which much has been played: matches of all games, some of them still running, and competitions.

Players of the house play, in one process and without mail; what the server stores of it is what it stores of letters.
"""

import contextlib
from collections.abc import Sequence
from itertools import count, cycle, islice

from pbem.competitions import forms
from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.orders import split_lines
from pbem.play.requests import Pick, seeded
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import LoadedMatch
from pbem.server.ops.application import Application
from pbem.server.settling.settling import Telling
from pbem.store import Store
from pbem.store.rows import Preferences, Terms

NAMES = (
    "Ann",
    "Ben",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lea",
    "Max",
    "Nia",
    "Oto",
    "Pia",
)
START = 1_793_000_000
TERMS = Terms(3 * 86_400, 3 * 86_400, 3 * 86_400)
LETTERS = 5_000
"""Maximum number of letters of a match."""
PACE = 40_000
"""Seconds between letters of a match, more or less."""


class Crowd:
    """A server and its players, of whom all but every third agree to be shown on pages."""

    def __init__(self, config: Config, seed: str = "crowd", *, more: int = 0) -> None:
        """Of `NAMES`, and so many more."""
        self.time = START
        self._seeds = count()
        self.pick: Pick = seeded(seed)
        self.app = Application(
            Store(config.db),
            config,
            now=lambda: self.time,
            seed=lambda: f"{seed} {next(self._seeds)}".encode().ljust(32, b".")[:32],
        )
        self.names = (*NAMES, *(f"{name}{number}" for number in range(2, more + 2) for name in NAMES[:1]))
        for number, name in enumerate(self.names):
            with self.app.store.transaction():
                player = host.add_player(self.app, name, f"{name.lower()}@client.example")
                if number % 3 != 2:
                    self.app.store.people.change(player.id, preferences=Preferences(site=True))

    def matches(self, games: Sequence[str], matches: int, running: int = 10) -> None:
        """Play so many matches of these games, and leave as many of them `running`."""
        for number, name in enumerate(islice(cycle(games), matches)):
            game = self.app.games.named(name)
            players = min(game.players) if number % 2 else self.pick.one(list(game.players)[:3])
            self.time += self.pick.one(range(3600, 40_000))
            with self.app.store.transaction():
                match = host.create(self.app, name, self.some(players), {}, TERMS)
            self.play(match, 30 if number >= matches - running else LETTERS)

    def compete(
        self, name: str, game: str, form: str, entrants: int, options: dict[str, str], rounds: int = 99
    ) -> None:
        """Play a competition to its end, or to that of so many rounds."""
        competitions, app = self.app.competitions, self.app
        texts = {"form": form, **options}
        with app.store.transaction():
            director = app.store.people.named("Ann")
            held = competitions.open(director, app.games.named(game), name, texts)
            for handle in self.names[:entrants]:
                player = app.store.people.named(handle)
                assert player is not None
                held = competitions.enter(player, held)
            if held.row.status == "open":
                competitions.start(held)
        while (held := competitions.named(name)).row.status == "running":
            self.go_on()
            held = competitions.named(name)
            if held.field.round > rounds:
                return
            for pairing in held.field.running:
                match = held.match_of(pairing)
                if match is not None:
                    self.play(match)
                    self.time += PACE

    def offer(self, name: str, game: str, form: str, options: dict[str, str], entrants: int = 3) -> None:
        """Open a competition that is not full yet."""
        with self.app.store.transaction():
            held = self.app.competitions.open(
                None, self.app.games.named(game), name, {"form": form, **options}
            )
            for handle in self.names[:entrants]:
                player = self.app.store.people.named(handle)
                assert player is not None
                self.app.competitions.enter(player, held)

    def go_on(self) -> None:
        """What the server does of competitions between letters."""
        while True:
            wanted, more = self.app.rounds.look()
            for each in wanted:
                with self.app.store.transaction():
                    self.app.rounds.apply(each, forms.due(each.task.plan, each.task.field))
            if not wanted and not more:
                return

    def some(self, count: int) -> list[str]:
        """Different players, by lot."""
        left = list(self.names)
        return [left.pop(left.index(self.pick.one(left))) for _ in range(count)]

    def play(self, number: int, letters: int = LETTERS) -> None:
        """Play a match for so many letters, or to its end; a turn of it is stored from time to time."""
        loaded = self.app.repository.load(number)
        for _ in range(letters):
            if loaded.match.over:
                break
            turn = loaded.match.turn.number
            self._answer(loaded)
            if loaded.match.turn.number >= turn + 1 and self.pick.chance(10):
                self._store(loaded)
                loaded = self.app.repository.load(number)
        self._store(loaded)

    def _store(self, loaded: LoadedMatch) -> None:
        self.time += self.pick.one(range(PACE // 2, PACE))
        with self.app.store.transaction():
            self.app.settling.publish(loaded, Telling(MatchNews(headline="")))

    def _answer(self, loaded: LoadedMatch) -> None:
        match, game = loaded.match, loaded.game
        seat, ask = next(iter(match.asks.items()))
        bot = game.bot("normal" if self.names.index(loaded.names[seat]) % 2 else "easy")
        with contextlib.suppress(LetterRefused):
            match.play(seat, split_lines(bot(masked(match.state, seat), ask, self.pick).split("\n")))
        match.reports.clear()
        if match.asks.get(seat) is ask:
            match.answer_automatically(seat, "auto")
