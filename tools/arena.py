"""`make arena`: the players of the house against each other, every level against every other, in every game.

    python -m tools.arena [GAME ...] [--pair "hard normal"] [--seconds 60] [--count 200]

Matches are played in one process and without mail, seats changed from one to the next, each from its own seed. For each
pair the table says how many decided matches the first has won, with the bounds between which its true share lies in 95
cases of 100 (Wilson), how many were drawn, what a decision has cost, and how many lines were refused, of which there
must be none.
A contender is a level, `random`, `paste` (who answers every prompt with the example in it), or a bot of one's own as
`module:function`, for whoever is writing one.
"""

import hashlib
import importlib
import re
import sys
import time
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, field
from rich.console import Console
from rich.progress import Progress

from pbem.play.dice import ProvableDice
from pbem.play.game import Bot, Game, Options, masked
from pbem.play.match import LetterRefused, Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Seat, seeded
from pbem.server.core.games import Games

PAIRS = (("hard", "normal"), ("normal", "easy"), ("hard", "easy"), ("normal", "random"), ("paste", "random"))
PASTE = "paste"
"""Who answers every prompt with the example in it."""

LETTERS = 5_000
"""Maximum number of letters of a match: what goes on for longer counts as drawn."""

_TABLE = re.compile(r"(<!-- arena -->\n).*(<!-- end of arena -->)", re.DOTALL)


class Score(Struct):
    """How one contender has done against another."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    letters: int = 0
    refused: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # of CPU, by contender
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    shown: dict[str, list[str]] = field(default_factory=dict)  # examples of prompts, by match and seat

    @property
    def decided(self) -> int:
        """Matches that one of them has won."""
        return self.won + self.lost

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which shares the true one of the first contender lies, of the decided matches (Wilson, 95%)."""
        count, z = self.decided, 1.96
        if not count:
            return 0.0, 1.0
        share = self.won / count
        middle, spread = (
            share + z * z / (2 * count),
            z * sqrt(share * (1 - share) / count + z * z / (4 * count**2)),
        )
        return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)

    def __str__(self) -> str:
        low, high = self.bounds
        share = 100 * self.won / self.decided if self.decided else 0
        each = " and ".join(
            f"{1000 * spent / max(1, count):.0f} ({1000 * slowest:.0f})"
            for spent, count, slowest in zip(self.seconds, self.decisions, self.slowest, strict=True)
        )
        return (
            f"{self.won} : {self.lost} | {self.drawn} | {share:.0f}% ({100 * low:.0f} to {100 * high:.0f}) |"
            f" {each} | {len(self.refused)}"
        )


def bot_named(game: Game[Any], name: str) -> Bot | None:
    """The bot of a level of a game, or one outside of it, as `module:function`; None for `PASTE`."""
    if name == PASTE:
        return None
    module, _, function = name.partition(":")
    bot: Bot = getattr(importlib.import_module(module), function) if function else game.bot(name)
    return bot


def play(
    game: Game[Any], bots: Sequence[Bot | None], seed: int, score: Score, options: Options | None = None
) -> Match[Any]:
    """One match between two bots, the first on the first side where the seed is even; adds it to the score."""
    players = game.players[0]
    values = game.read_options(options or {}, players)
    seats = game.seats(values, players)
    whose: dict[Seat, int] = {
        seat: (number + seed) % 2 for number, side in enumerate(game.sides(seats)) for seat in side
    }
    dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), game.name, ())
    match = Match(game, Tail(opening(game, values, {seat: f"P{seat}" for seat in seats})), dice)
    match.settle()
    pick = seeded(f"arena/{game.name}/{seed}")
    for _ in range(LETTERS):
        if match.over:
            break
        seat, ask = next(iter(match.asks.items()))
        who, began = whose[seat], time.thread_time()
        state, bot = masked(match.state, seat), bots[who]
        if bot is None:
            text = game.example(state, ask, pick, match.turn.number)
            score.shown.setdefault(f"{seed} {seat}", []).append(text)
        else:
            text = bot(state, ask, pick)
        spent = time.thread_time() - began
        score.seconds[who] += spent
        score.decisions[who] += 1
        score.slowest[who] = max(score.slowest[who], spent)
        score.letters += 1
        _answer(match, seat, text, score)
    result = match.state.result
    winners = {whose[seat] for seat in result.places[0]} if result else {0, 1}
    score.drawn += len(winners) == 2
    score.won += winners == {0}
    score.lost += winners == {1}
    return match


def _answer(match: Match[Any], seat: Seat, text: str, score: Score) -> None:
    """Play the lines of a bot; where they answer nothing, the automatic answer serves."""
    ask, noted = match.asks[seat], False
    try:
        fates = match.play(seat, split_lines(text.split("\n")))
    except LetterRefused as error:
        score.refused.append(f"{seat} {ask.name}: {error.line}: {error}")
    else:
        noted = any(fate.status == "noted" for fate in fates)
        fates += [fate for told in match.reports.values() for fate in told]
        score.refused += [
            f"{seat} {ask.name}: {each.line}: {each.text}" for each in fates if each.status == "refused"
        ]
    match.reports.clear()
    if match.asks.get(seat) is not ask:
        return
    if not noted:
        score.refused.append(f"{seat} {ask.name}: nothing in it answers: {text!r}")
    match.answer_automatically(seat, "auto")


def contest(
    game: Game[Any],
    pair: tuple[str, str],
    seeds: Iterable[int],
    seconds: float,
    progress: Progress | None = None,
) -> Score:
    """Matches of a pair, one for each seed, as long as the time lasts."""
    score, ends = Score(), time.monotonic() + seconds
    bots = [bot_named(game, name) for name in pair]
    listed = list(seeds)
    task = (
        progress.add_task(f"{game.title}: {pair[0]} against {pair[1]}", total=len(listed))
        if progress
        else None
    )
    for seed in listed:
        play(game, bots, seed, score)
        if progress and task is not None:
            progress.update(
                task, advance=1, description=f"{game.title}: {pair[0]} {score.won} : {score.lost} {pair[1]}"
            )
        if time.monotonic() > ends:
            break
    if progress and task is not None:
        progress.remove_task(task)
    return score


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--pair",
    "pairs",
    multiple=True,
    help="Contenders, as in 'hard normal' or 'hard module:function'; may be repeated.",
)
@click.option("--count", default=200, show_default=True, help="Matches of a pair.")
@click.option(
    "--seconds", default=180.0, show_default=True, help="No new match of a pair begins after so many."
)
@click.option("--first", default=0, show_default=True, help="The seed of the first match.")
@click.option("--write", type=click.Path(path_type=Path), help="A page whose table is to be replaced.")
def main(
    names: tuple[str, ...], pairs: tuple[str, ...], count: int, seconds: float, first: int, write: Path | None
) -> None:
    """Play NAMES, or all games."""
    games, console = Games(), Console(soft_wrap=True)
    wanted = [(left, right) for left, _, right in (pair.partition(" ") for pair in pairs)]
    lines = [
        "| game | pair | won : lost | drawn | share of the decided (95%) | CPU ms a decision (slowest) | refused |",
        "|---|---|---|---|---|---|---|",
    ]
    wrong = []
    for game in [games.named(name) for name in names] or list(games):
        for pair in wanted or [each for each in PAIRS if {*each} <= {*game.bots, PASTE}]:
            with Progress(console=console, transient=True) as progress:
                score = contest(game, pair, range(first, first + count), seconds, progress)
            lines.append(f"| {game.title} | {pair[0]} - {pair[1]} | {score} |")
            console.print(lines[-1], highlight=False)
            wrong += [f"{game.title}, {line}" for line in score.refused]
    for line in dict.fromkeys(wrong[:20]):
        console.print(f"refused: {line}", highlight=False, markup=False)
    if write is not None:
        table = "\n".join(lines)
        write.write_text(_TABLE.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", write.read_text()))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
