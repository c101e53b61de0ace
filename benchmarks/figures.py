"""What is to be reached, and what was."""

from __future__ import annotations

import statistics
from operator import attrgetter

from msgspec import Struct
from rich.table import Table

from benchmarks.matches import Playouts, Turns
from benchmarks.rounds import ACCEPTED, MANY, MOVES, NULL, SMALL, Rounds


class Figure(Struct, frozen=True):
    """One figure. `first` is what must hold now, `goal` what is aimed at; None where nothing is set.

    `more` says that larger is better.
    """

    number: str
    name: str
    what: str
    value: float
    first: float | None = None
    goal: float | None = None
    more: bool = False

    def reaches(self, bound: float | None) -> bool:
        """Whether the figure is as good as a bound; any is where there is none."""
        if bound is None:
            return True
        return self.value >= bound if self.more else self.value <= bound

    @property
    def verdict(self) -> str:
        """In a word, coloured."""
        if self.first is None and self.goal is None:
            return ""
        if self.goal is not None and self.reaches(self.goal):
            return "[green]goal[/green]"
        if self.first is None:
            return "[yellow]not yet[/yellow]"
        return "[green]ok[/green]" if self.reaches(self.first) else "[red]missed[/red]"


def between_servers(rounds: Rounds, matches: int) -> list[Figure]:
    """The figures that come of the rounds."""
    p99 = statistics.quantiles(rounds.delays, n=100)[98]
    rate, cost = attrgetter("rate"), attrgetter("cost")
    return [
        Figure(
            "",
            "accepted_vs_null",
            "letters accepted, by bare aiosmtpd",
            rounds.ratio(ACCEPTED, NULL, rate),
            more=True,
        ),
        Figure(
            "P1",
            "moves_vs_null",
            "whole moves, by letters of bare aiosmtpd",
            rounds.ratio(MOVES, NULL, rate),
            0.15,
            0.6,
            more=True,
        ),
        Figure(
            "",
            "moves_vs_null_10",
            "the same with 10 matches and 10 connections",
            rounds.ratio(SMALL, NULL, rate),
            more=True,
        ),
        Figure(
            "P2",
            "cpu_vs_null",
            "CPU of a move, by a letter of bare aiosmtpd",
            rounds.ratio(MOVES, NULL, cost),
            6,
            1.5,
        ),
        Figure(
            "P3",
            "cpu_100k_vs_10",
            f"CPU of a move with {matches:,} matches, by 10",
            rounds.ratio(MANY, SMALL, cost),
            1.3,
            1.1,
        ),
        Figure(
            "P5",
            "delay_vs_sync",
            "p99 of DATA's end to 250, by p50 of a 4 KB fdatasync",
            p99 / statistics.median(rounds.syncs),
            60,
            15,
        ),
        Figure(
            "P8",
            "memory_vs_start",
            "memory after all letters and 40 MB without a line end",
            rounds.memory_after / rounds.memory_before,
            1.5,
            1.2,
        ),
    ]


def of_games(costs: dict[str, Playouts]) -> list[Figure]:
    """What orders cost in each game."""
    return [
        *(
            Figure(
                "P10",
                f"playout_{game}",
                "microseconds of CPU an order",
                cost.us_per_order,
                200 if game == "dodgeball" else None,
                500,
            )
            for game, cost in costs.items()
        ),
        Figure(
            "P4",
            "middle_vs_start",
            "CPU of an order in mid-match, by its start: the worst game",
            max(cost.middle_vs_start for cost in costs.values()),
            1.3,
            1.1,
        ),
        Figure(
            "P4",
            "mail_middle_vs_start",
            "the same from a letter to its mails",
            max(cost.mail_middle_vs_start for cost in costs.values()),
            1.3,
            1.1,
        ),
    ]


def of_turns(turns: dict[str, Turns]) -> list[Figure]:
    """What a turn of Slargeball costs with ten players and five squads a side."""
    figures = []
    for way, what in (("driver", "rules alone"), ("mail", "with ten letters and all mails")):
        cost = turns[way]
        name = f"slargeball_turn_{way}"
        figures += [
            Figure("P10", name, f"CPU s of a Slargeball turn of 60 figures, {what}", cost.mean, 0.5),
            Figure("P10", f"{name}_worst", "the dearest one", cost.worst, 0.5),
        ]
    return figures


def table(figures: list[Figure]) -> Table:
    """As a table for the terminal."""
    grid = Table("", box=None, pad_edge=False)
    grid.add_column("figure", no_wrap=True)
    grid.add_column("what")
    for name in ("here", "first", "goal"):
        grid.add_column(name, justify="right")
    grid.add_column("")
    for each in figures:
        bound = ">=" if each.more else "<="
        wanted = ["" if limit is None else f"{bound} {limit:g}" for limit in (each.first, each.goal)]
        grid.add_row(each.number, each.name, each.what, f"{each.value:.3g}", *wanted, each.verdict)
    return grid
