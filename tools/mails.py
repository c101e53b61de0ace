"""How many mails a game costs, measured by its normal player of the house against itself.

    python -m tools.mails GAME [--matches 20] [--players 3] [-o key=value]

A mail is a letter that a player has to send: whenever a seat is asked, the bot writes one, as long as it likes.
"""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from typing import Any

import click

from pbem.play.conformance import kept, seeded
from pbem.play.dice import ProvableDice
from pbem.play.game import NORMAL, Game, masked, opening
from pbem.play.match import LetterRefused, Match
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.server.core.games import Games


def play(
    game: Game[Any], options: dict[str, str], players: int, seed: int, bot: str
) -> tuple[Counter[str], int]:
    """One match; returns the letters of each seat, and the number of turns."""
    values = game.read_options(options, players)
    pick = seeded(f"mails/{seed}")
    dice = ProvableDice(hashlib.sha256(f"mails/{seed}".encode()).digest(), game.name, ())
    tail = Tail(opening(game, values, {seat: f"P{seat}" for seat in game.seats(values, players)}))
    sent: Counter[str] = Counter()
    match = Match(game, tail, dice)
    match.settle()
    while not match.over:
        match = Match(game, kept(match), dice)
        seat = next(iter(match.asks))
        ask = match.asks[seat]
        try:
            match.play(seat, split_lines(game.bots[bot](masked(match.state, seat), ask, pick).split("\n")))
        except LetterRefused:
            match.answer_automatically(seat)
        sent[seat] += 1
    return sent, match.turn.number


@click.command()
@click.argument("name")
@click.option("--matches", default=20, show_default=True)
@click.option("--players", type=int, help="As few as the game allows unless given.")
@click.option("--bot", help="Which player of the house; the normal one unless given.")
@click.option("-o", "options", multiple=True, metavar="KEY=VALUE")
def main(name: str, matches: int, players: int | None, bot: str | None, options: tuple[str, ...]) -> None:
    """Play matches of a game and tell the mails each player had to send."""
    game = Games().named(name)
    count = players or game.players[0]
    who = bot or NORMAL
    texts = dict(option.split("=", 1) for option in options)
    mails, turns = [], []
    for seed in range(matches):
        sent, number = play(game, texts, count, seed, who)
        mails += list(sent.values())
        turns.append(number)
    low, middle, high = min(mails), statistics.median(mails), max(mails)
    click.echo(
        f"{game.title}, {count} players, {who}, {' '.join(options) or 'defaults'}: {matches} matches,"
        f" mails a player {statistics.mean(mails):.1f} (from {low} to {high}, median {middle:g}),"
        f" turns {statistics.mean(turns):.1f}"
    )


if __name__ == "__main__":
    main()
