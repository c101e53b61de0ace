"""The house: a player that is always there, so that one person can play alone.

Its seat is answered by a bot of the game, in the same lines and through the same checks as a person's letter, and in
the same transaction as the letter it answers. It sees what its seat may see.

A bot of the level `hard` thinks for a while, and the server must not stand still meanwhile. If `Bots.beside` is set, a
decision that is not known yet raises `Undecided`, and the letter is undone. The match is then played on in a thread,
and the decisions are noted; the letter begins again and finds them. A decision follows from the position alone: in a
match that has moved on meanwhile it is not found, and a new one is made on the spot.
"""

import contextlib
import functools
import hashlib
from collections.abc import Callable

import msgspec

from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.orders import split_lines
from pbem.play.requests import seeded
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.store import Store
from pbem.store.rows import Player

OPEN = "open"
"""The name that represents nobody in particular."""

LIMIT = 500
"""Maximum number of letters of the house in a row: two seats of it could play forever."""


def house_player(store: Store, now: int) -> Player:
    """The house as a player, created when it is first needed. No mail is ever sent to it."""
    return store.people.named(HOUSE) or store.people.add(HOUSE, "", now)


def nobody(store: Store, now: int) -> Player:
    """The player in a seat that is offered to everybody, until somebody takes it."""
    return store.people.named(OPEN) or store.people.add(OPEN, "", now)


THINKS = "hard"
"""The level that thinks for longer than anybody should wait."""

REMEMBERED = 1000
"""Maximum number of decisions that are remembered."""


class Undecided(Exception):
    """A bot has to think first. `think` may run in a thread: it has the match, which nobody else uses, to itself."""

    def __init__(self, think: Callable[[], None]) -> None:
        super().__init__("a bot is thinking")
        self.think = think


class Bots:
    """Plays for the seats of the house. `beside`: long decisions are made beside the transaction."""

    def __init__(self, store: Store) -> None:
        self._secret = store.secret("house").hex()
        self._decided: dict[str, str] = {}
        self.beside = False

    def play(self, loaded: LoadedMatch) -> None:
        """Answer for the seats of the house until none of them is asked; raises `Undecided`."""
        self._play(loaded, beside=self.beside and loaded.row.terms.level == THINKS)

    def _play(self, loaded: LoadedMatch, *, beside: bool) -> None:
        seats = [seat.seat for seat in loaded.seats if seat.handle == HOUSE]
        for _ in range(LIMIT if seats else 0):
            asked = [seat for seat in loaded.match.asks if seat in seats]
            if not asked or loaded.match.over:
                return
            self._answer(loaded, asked[0], beside)

    def _answer(self, loaded: LoadedMatch, seat: str, beside: bool) -> None:
        match = loaded.match
        ask = match.asks[seat]
        with contextlib.suppress(LetterRefused):
            match.play(seat, split_lines(self._lines(loaded, seat, beside).split("\n")))
        if match.asks.get(seat) is ask:  # its lines were of no use
            match.answer_automatically(seat, "auto")

    def _lines(self, loaded: LoadedMatch, seat: str, beside: bool) -> str:
        """The lines of a bot, once it has decided."""
        match, state = loaded.match, masked(loaded.match.state, seat)
        ask = match.asks[seat]
        chance = f"{self._secret}/{loaded.number}/{match.stage}/{seat}/{ask.name}"
        key = f"{chance}/{hashlib.sha256(msgspec.json.encode(state)).hexdigest()}"
        decided = self._decided.get(key)
        if decided is None:
            if beside:
                raise Undecided(functools.partial(self._play, loaded, beside=False))
            decided = loaded.game.bot(loaded.row.terms.level)(state, ask, seeded(chance))
            if len(self._decided) >= REMEMBERED:
                self._decided.clear()
            self._decided[key] = decided
        return decided
