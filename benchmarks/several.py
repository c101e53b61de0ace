"""A second workload beside moves to and fro: every player has several matches, and no two positions are alike.

Caches that only help when one letter is like the next one do not help here.
"""

import statistics
import time
from itertools import combinations, cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.letters import DOMAIN, GAME, Post
from benchmarks.stock import PACE, take
from pbem.mail.tokens import Token
from pbem.play.game import masked
from pbem.play.requests import seeded
from pbem.server.admin import host
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.rows import Terms

PLAYERS = 8
"""Each plays against each other one: 28 matches, seven for each player."""

OPTIONS = {"stall": "off"}
WARM = 10
"""Letters to each match before those that count: by then all positions differ."""


def microseconds(folder: Path, letters: int) -> float:
    """The median CPU of a letter, from its bytes to notices in the outbox: random legal answers, match after match."""
    with TemporaryDirectory(dir=folder) as name:
        db = Path(name, "several.db")
        app = Application(Store(db), Config(db=str(db), domain=DOMAIN))
        handles = [f"Player{number}" for number in range(PLAYERS)]
        for handle in handles:
            host.add_player(app, handle, f"{handle.lower()}@client.example")
        pace = Terms(PACE, PACE, PACE)
        matches = [host.create(app, GAME, list(pair), OPTIONS, pace) for pair in combinations(handles, 2)]
        costs: list[float] = []
        for count, number in enumerate(cycle(matches)):
            if count == WARM * len(matches) + letters:
                break
            costs.append(_play(app, number, count))
        app.store.close()
    return statistics.median(costs[WARM * len(matches) :]) * 1e6


def _play(app: Application, number: int, count: int) -> float:
    loaded = app.repository.load(number)
    match = loaded.match
    seat = min(match.asks)
    row = next(row for row in loaded.seats if row.seat == seat)
    pick = seeded(f"several/{count}")
    answer = loaded.game.bots["random"](masked(match.state, seat), match.asks[seat], pick)
    recipient = app.signer.address(Token("seat", number, row.index, match.turn.number))
    head = f"From: {row.address}\nTo: {recipient}\nMessage-ID: <several.{count}@client.example>"
    post = Post(row.address, recipient, f"{head}\n\n{answer}\n".replace("\n", "\r\n").encode())
    start = time.process_time()
    with app.store.transaction():
        take(app, post)
    return time.process_time() - start
