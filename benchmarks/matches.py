"""Whole matches in this process: what an order of each game costs, at the start of a match and in its middle, and what
a turn of Slargeball costs with five squads a side.

Each match is played twice over: by the driver alone, loaded for every letter as the desk does it, and through a desk,
from the bytes of a letter to finished mails in the outbox. What the players of the house think about is not counted.
"""

import hashlib
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from benchmarks.letters import DOMAIN, Post
from benchmarks.stock import PACE, take
from pbem.mail.tokens import Token
from pbem.play.conformance import kept
from pbem.play.dice import ProvableDice
from pbem.play.game import Game, masked
from pbem.play.match import Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Pick, Seat, seeded
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.matches.repository import LoadedMatch
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Terms

LONG: dict[str, dict[str, str]] = {
    "dodgeball": {"stall": "off"},
    "elfball": {"timed": "200"},
    "gnomeball": {"points": "60"},
    "slargeball": {"turns": "50"},
    "toxic-gnome": {"tiles": "20"},
}
"""Options that make a match of each game long."""

FIFTH = 5


class Setting(Struct, frozen=True):
    """What is played: a game, its options, how many play, and which player of the house plays for them all."""

    game: Game[Any]
    players: int
    options: Mapping[str, str] = {}
    bot: str = "random"

    def choose(self, match: Match[Any], seat: Seat, pick: Pick) -> str:
        """What a seat would write."""
        return self.game.bots[self.bot](masked(match.state, seat), match.asks[seat], pick)


class Cost(Struct, frozen=True):
    """One letter: the turn and the ask that it answered, whether it ended that turn, and its CPU in seconds."""

    turn: int
    ask: str
    ended: bool
    seconds: float


Course = list[Cost]
"""A match, letter by letter."""


def by_driver(setting: Setting, seed: int) -> Course:
    """A match played by the driver: each letter's match is loaded from the snapshot and the rows since, and played."""
    game, pick = setting.game, seeded(f"{setting.game.name}/{seed}")
    dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), str(seed), ())
    options = game.read_options(setting.options, setting.players)
    seats = game.seats(options, setting.players)
    match = Match(game, Tail(opening(game, options, {seat: seat for seat in seats})), dice)
    match.settle()
    course = []
    while not match.over:
        seat = pick.one(sorted(match.asks))
        ask, turn = match.asks[seat].name, match.turn.number
        lines = split_lines(setting.choose(match, seat, pick).split("\n"))
        tail = kept(match)
        start = time.process_time()
        match = Match(game, tail, dice)
        match.play(seat, lines)
        took = time.process_time() - start
        course.append(Cost(turn, ask, match.turn.number > turn, took))
    return course


def by_mail(setting: Setting, folder: Path, seed: int) -> Course:
    """A match played through a desk with a database of its own in a folder, one commit a letter."""
    with TemporaryDirectory(dir=folder) as name:
        db = Path(name, "match.db")
        secret = hashlib.sha256(str(seed).encode()).digest()
        app = Application(Store(db), Config(db=str(db), domain=DOMAIN), seed=lambda: secret)
        course = _played(app, setting, seed)
        app.store.close()
    return course


def _played(app: Application, setting: Setting, seed: int) -> Course:
    handles = [f"Player{n}" for n in range(1, setting.players + 1)]
    for handle in handles:
        host.add_player(app, handle, f"{handle.lower()}@client.example")
    number = host.create(app, setting.game.name, handles, setting.options, Terms(PACE, PACE, PACE))
    pick, course = seeded(f"{setting.game.name}/{seed}"), Course()
    loaded = _table(app, number)
    while not loaded.match.over:
        before = loaded.match
        seat = pick.one(sorted(before.asks))
        row = next(row for row in loaded.seats if row.seat == seat)
        recipient = app.signer.address(Token("seat", number, row.index, before.turn.number))
        head = f"From: {row.address}\nTo: {recipient}\nMessage-ID: <{len(course)}@client.example>"
        text = f"{head}\n\n{setting.choose(before, seat, pick)}\n"
        post = Post(row.address, recipient, text.replace("\n", "\r\n").encode())
        start = time.process_time()
        with app.store.transaction():
            take(app, post)
        took = time.process_time() - start
        loaded = _table(app, number)
        if loaded.match.row_count == before.row_count:
            raise RuntimeError(f"a letter of the benchmark has changed nothing: {text}")
        turn = before.turn.number
        course.append(Cost(turn, before.asks[seat].name, loaded.match.turn.number > turn, took))
    return course


def _table(app: Application, number: int) -> LoadedMatch:
    return app.repository.load(number)


def repeated(play: Callable[[int], Course], seconds: float) -> list[Course]:
    """Matches with other seeds until their letters have cost so many seconds."""
    courses: list[Course] = []
    while sum(cost.seconds for course in courses for cost in course) < seconds:
        courses.append(play(len(courses)))
    return courses


def middle_vs_start(courses: Iterable[Course]) -> float:
    """CPU of a letter in the middle fifth of a match by that of one in its first fifth.

    Like is compared with like: the medians of letters that answer the same ask and end a turn, or do not. What is asked
    at the start only (placing, lining up) does not count; the rest counts by how often it comes in the middle.
    """
    start: dict[tuple[str, bool], list[float]] = defaultdict(list)
    middle: dict[tuple[str, bool], list[float]] = defaultdict(list)
    for course in courses:
        for index, cost in enumerate(course):
            fifth = FIFTH * index // len(course)
            if fifth in (0, FIFTH // 2):
                (middle if fifth else start)[cost.ask, cost.ended].append(cost.seconds)
    both = [kind for kind in middle if kind in start]
    late = sum(len(middle[kind]) * statistics.median(middle[kind]) for kind in both)
    return late / sum(len(middle[kind]) * statistics.median(start[kind]) for kind in both)


class Playouts(Struct, frozen=True):
    """Random matches of a game with its default options: what an order costs, and how many make a match.

    `middle_vs_start` and `mail_middle_vs_start` are of long ones, by the driver alone and by mail.
    """

    us_per_order: float
    orders_per_second: float
    orders_per_playout: float
    playouts_per_second: float
    middle_vs_start: float
    mail_middle_vs_start: float


def playouts(game: Game[Any], seconds: float, folder: Path) -> Playouts:
    """Measure a game with as few players as it takes, for about so many seconds of CPU in each of three ways."""
    courses = repeated(partial(by_driver, Setting(game, game.players[0])), seconds)
    orders = sum(map(len, courses))
    spent = sum(cost.seconds for course in courses for cost in course)
    long = Setting(game, game.players[0], LONG.get(game.name, {}))
    return Playouts(
        us_per_order=spent / orders * 1e6,
        orders_per_second=orders / spent,
        orders_per_playout=orders / len(courses),
        playouts_per_second=len(courses) / spent,
        middle_vs_start=middle_vs_start(repeated(partial(by_driver, long), seconds)),
        mail_middle_vs_start=middle_vs_start(repeated(partial(by_mail, long, folder), seconds)),
    )


class Turns(Struct, frozen=True):
    """What a turn costs, all its letters together, in seconds of CPU."""

    mean: float
    worst: float


def turns(courses: Iterable[Course]) -> Turns:
    """The mean and the worst turn of some matches, without what comes before the first turn."""
    spent: dict[tuple[int, int], float] = defaultdict(float)
    for number, course in enumerate(courses):
        for cost in course:
            if cost.turn:
                spent[number, cost.turn] += cost.seconds
    return Turns(statistics.mean(spent.values()), max(spent.values()))


def crowd(games: Games, matches: int, folder: Path) -> dict[str, Turns]:
    """Turns of Slargeball with five squads a side and ten players, each of whom sends a letter every turn."""
    setting = Setting(games.named("slargeball"), 10, {"squads": "5"}, "normal")
    return {
        "driver": turns(by_driver(setting, seed) for seed in range(matches)),
        "mail": turns(by_mail(setting, folder, seed) for seed in range(matches)),
    }
