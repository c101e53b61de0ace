"""The house: a player that is always there, so that one person can play alone.

Its seat is answered by a bot of the game, in the same lines and through the same checks as a person's letter, and in
the same transaction as the letter it answers. It sees what its seat may see.
"""

from __future__ import annotations

import contextlib

from pbem.play.conformance import seeded
from pbem.play.game import masked
from pbem.play.match import LetterRefused
from pbem.play.orders import split_lines
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.store import Store
from pbem.store.rows import Player

OPEN = "open"
"""The name of nobody in particular."""

LIMIT = 500
"""Maximum number of letters of the house in a row: two seats of it could play for ever."""


def house_player(store: Store, now: int) -> Player:
    """The house as a player, made when it is first wanted. No mail is ever sent to it."""
    return store.people.named(HOUSE) or store.people.add(HOUSE, "", now)


def nobody(store: Store, now: int) -> Player:
    """Who sits in a seat that is offered to everybody, until somebody takes it."""
    return store.people.named(OPEN) or store.people.add(OPEN, "", now)


def let_bots_play(loaded: LoadedMatch, secret: bytes) -> None:
    """Answer for the seats of the house until none of them is asked any more."""
    seats = {seat.seat for seat in loaded.seats if seat.handle == HOUSE}
    for _ in range(LIMIT):
        asked = [seat for seat in loaded.match.asks if seat in seats]
        if not asked or loaded.match.over:
            return
        _answer(loaded, asked[0], secret)


def _answer(loaded: LoadedMatch, seat: str, secret: bytes) -> None:
    match = loaded.match
    ask = match.asks[seat]
    bot = loaded.game.bot(loaded.row.terms.level)
    pick = seeded(f"{secret.hex()}/{loaded.number}/{match.stage}/{seat}/{ask.name}")
    with contextlib.suppress(LetterRefused):
        match.play(seat, split_lines(bot(masked(match.state, seat), ask, pick).split("\n")))
    if match.asks.get(seat) is ask:  # what it wrote was of no use
        match.answer_automatically(seat, "auto")
