"""What is to be reached, what is reached here, and what was reached before."""

import statistics
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.table import Table

from benchmarks.matches import Playouts, Turns
from benchmarks.rounds import ACCEPTED, MANY, MOVES, NULL, SINGLE, SMALL, Rounds

HISTORY = Path(__file__).with_name("history.json")
"""Figures of whole runs of the past, each with a note on where it ran. Kept in the repository."""


class Figure(Struct, frozen=True):
    """One figure. `goal` is what is aimed at; None where nothing is set. `more` says that larger is better."""

    number: str
    name: str
    what: str
    value: float
    goal: float | None = None
    more: bool = False

    @property
    def verdict(self) -> str:
        """In a word, colored."""
        if self.goal is None:
            return ""
        reached = self.value >= self.goal if self.more else self.value <= self.goal
        return "[green]reached[/green]" if reached else "[yellow]not yet[/yellow]"


class Run(Struct, frozen=True):
    """The figures of one run of the past, by their names."""

    note: str
    figures: dict[str, float]


def history() -> list[Run]:
    """The runs of the past, oldest first."""
    return msgspec.json.decode(HISTORY.read_bytes(), type=list[Run]) if HISTORY.exists() else []


def keep(note: str, figures: Iterable[Figure]) -> None:
    """Add this run to the history."""
    runs = [*history(), Run(note, {figure.name: float(f"{figure.value:.3g}") for figure in figures})]
    HISTORY.write_bytes(msgspec.json.format(msgspec.json.encode(runs), indent=1) + b"\n")


def between_servers(rounds: Rounds) -> list[Figure]:
    """The figures that come of the rounds."""
    p99 = statistics.quantiles(rounds.delays, n=100)[98]
    rate, cost = attrgetter("rate"), attrgetter("cost")
    accepted, moves = rounds.ratio(ACCEPTED, NULL, rate), rounds.ratio(MOVES, NULL, rate)
    single, desk = rounds.ratio(SINGLE, NULL, rate), rounds.ratio(MANY, NULL, rate)
    many = rounds.ratio(MANY, SMALL, cost)
    sync = p99 / statistics.median(rounds.syncs)
    memory = rounds.memory_after / rounds.memory_before
    return [
        Figure("", "accepted_vs_null", "letters accepted, by letters of bare aiosmtpd", accepted, more=True),
        Figure(
            "P1",
            "moves_vs_null",
            "whole moves, mails delivered, by bare letters",
            moves,
            0.25,
            more=True,
        ),
        Figure("P1", "moves_vs_null_1", "the same in one process", single, 0.17, more=True),
        Figure("", "desk_vs_null", "moves, their mails not rendered, over 10 connections", desk, more=True),
        Figure(
            "P2", "cpu_vs_null", "CPU of a whole move in one process", rounds.ratio(SINGLE, NULL, cost), 5.2
        ),
        Figure("P3", "cpu_many_vs_10", "CPU of a desk's move, by that with 10 matches", many, 1.15),
        Figure("P5", "delay_vs_sync", "p99 of DATA's end to 250, by p50 of a 4 KB fdatasync", sync, 40),
        Figure(
            "P8", "memory_vs_start", "memory after all letters and an endless line, by before", memory, 1.2
        ),
    ]


def of_games(costs: dict[str, Playouts]) -> list[Figure]:
    """What orders cost in each game."""
    middle = max(cost.middle_vs_start for cost in costs.values())
    mailed = max(cost.mail_middle_vs_start for cost in costs.values())
    return [
        *(
            Figure("P10", f"playout_{game}", "microseconds of CPU an order", cost.us_per_order, 400)
            for game, cost in costs.items()
        ),
        Figure(
            "P4", "middle_vs_start", "CPU of an order in mid-match, by its start: worst game", middle, 1.1
        ),
        Figure("P4", "mail_middle_vs_start", "the same from a letter to its mails", mailed, 1.1),
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


def table(figures: list[Figure], past: list[Run]) -> Table:
    """As a table for the terminal, beside the last runs of the past."""
    grid = Table("", box=None, pad_edge=False)
    grid.add_column("figure", no_wrap=True)
    grid.add_column("what")
    for run in past:
        grid.add_column(run.note, justify="right")
    for name in ("here", "goal"):
        grid.add_column(name, justify="right")
    grid.add_column("")
    for each in figures:
        before = [f"{run.figures[each.name]:.3g}" if each.name in run.figures else "" for run in past]
        goal = "" if each.goal is None else f"{'>=' if each.more else '<='} {each.goal:g}"
        grid.add_row(each.number, each.name, each.what, *before, f"{each.value:.3g}", goal, each.verdict)
    return grid
