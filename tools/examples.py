"""`python -m tools.examples [GAME ...]`: how good the examples of prompts are, and how much they vary.

One player answers every prompt with its example, the other at random. For each game: how often the first wins, how
often a prompt shows the third example of the same form running, and the forms that are shown most.
"""

from collections import Counter

import click
from rich.console import Console

from pbem.play.game import form_of
from pbem.server.core.games import Games
from tools.arena import PASTE, Score, contest


def thrice(score: Score) -> tuple[int, int]:
    """The number of examples of the same form as the two before them, and of all examples."""
    same = total = 0
    for shown in score.shown.values():
        forms = [form_of(line) for line in shown]
        total += len(forms)
        same += sum(forms[at] == forms[at - 1] == forms[at - 2] for at in range(2, len(forms)))
    return same, total


@click.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=100, show_default=True, help="Matches of each game.")
@click.option(
    "--seconds", default=60.0, show_default=True, help="No new match of a game begins after so many."
)
@click.option("--forms", default=6, show_default=True, help="Number of forms listed.")
def main(names: tuple[str, ...], count: int, seconds: float, forms: int) -> None:
    """Measure the examples of NAMES, or of all games."""
    games, console = Games(), Console(soft_wrap=True)
    for game in [games.named(name) for name in names] or list(games):
        score = contest(game, (PASTE, "random"), range(count), seconds)
        same, total = thrice(score)
        console.print(
            f"{game.title}: {score}; the same form three times running: {same} of {total}", highlight=False
        )
        for form, often in Counter(
            form_of(line) for each in score.shown.values() for line in each
        ).most_common(forms):
            console.print(f"  {often:6} {form}", highlight=False, markup=False)
        for line in score.refused[:3]:
            console.print(f"  refused: {line}", highlight=False, markup=False)


if __name__ == "__main__":
    main()
