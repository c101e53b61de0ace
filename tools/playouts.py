"""`make playouts`: thousands of random matches of every game, for every number of players, with options drawn by lot.

Each obeys all laws of the conformance kit; the first that breaks one ends the run with what is needed to play it again.
"""

import sys
import time
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from pbem.mail.prose import Templates
from pbem.play.conformance import Nonconforming, Tally, playout
from pbem.play.game import Game, OptionError
from pbem.play.requests import Pick, seeded
from pbem.server.core.games import Games


def draw_options(game: Game[Any], players: int, pick: Pick) -> dict[str, str]:
    """Options by lot, half of them left at their defaults."""
    while True:
        options = {}
        for option in game.options:
            choices = [*option.values, *map(str, range(option.low, option.high + 1))]
            if choices and pick.chance(50):
                options[option.name] = pick.one(choices)
        try:
            game.read_options(options, players)
        except OptionError:
            continue  # these do not go together
        return options


@click.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=500, show_default=True, help="Matches for each game and number of players.")
@click.option("--first", default=0, show_default=True, help="The seed of the first of them.")
def main(names: tuple[str, ...], count: int, first: int) -> None:
    """Play NAMES, or all games."""
    games = Games()
    words = Templates(games.template_folders())
    console = Console()
    for game in [games.named(name) for name in names] or list(games):
        met, began = Tally(), time.process_time()
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task(game.title, total=count * len(game.players))
            for players in game.players:
                for seed in range(first, first + count):
                    options = draw_options(game, players, seeded(f"options/{game.name}/{players}/{seed}"))
                    try:
                        met.add(playout(game, options=options, players=players, seed=seed, prose=words))
                    except Nonconforming as error:
                        console.print(f"[red]broken[/red] with {players} players and {options}: {error}")
                        sys.exit(1)
                    progress.advance(task)
        spent = time.process_time() - began
        console.print(
            f"{game.title}: {count * len(game.players)} matches, {met.letters} letters, {met.turns} turns,"
            f" {1e6 * spent / met.letters:.0f} us a letter with all laws checked; ends: {dict(met.endings)}"
        )
        missing = met.unmet(game)
        if missing:
            console.print(f"[yellow]never met:[/yellow] {', '.join(missing)}")


if __name__ == "__main__":
    main()
