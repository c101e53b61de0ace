"""Gnomeball for the server: its name, how it is read, whose turn it is, how it looks."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from pbem.games.gnomeball import standing
from pbem.games.gnomeball.activation import activation
from pbem.games.gnomeball.advice import near
from pbem.games.gnomeball.bots import easy, examples, hard, normal
from pbem.games.gnomeball.conditions import TESTS
from pbem.games.gnomeball.facts import facts, names
from pbem.games.gnomeball.glossary import ENTRIES
from pbem.games.gnomeball.odds import odds, reach
from pbem.games.gnomeball.orders import FORMS, GRAMMAR, MEANINGS, ORDERS, SAYINGS, read
from pbem.games.gnomeball.plans import kept_line
from pbem.games.gnomeball.restart import restart
from pbem.games.gnomeball.samples import sample_unasked
from pbem.games.gnomeball.scoring import depart, places
from pbem.games.gnomeball.setup import land, set_up
from pbem.games.gnomeball.squares import UPPER_CORNERS
from pbem.games.gnomeball.state import SEATS, Field, Settings
from pbem.games.gnomeball.telling import distance, score, threats
from pbem.games.gnomeball.vetting import vet, vet_behind
from pbem.games.gnomeball.view import NUMBERS, describe, draw
from pbem.play.asked import read_asked
from pbem.play.board import Board
from pbem.play.game import Bot, Game, Option, Options, View, random_bot
from pbem.play.record import Result
from pbem.play.requests import Figure, Rules, Seat, events_in


class Gnomeball(Game[Field]):
    """Gnomeball: five over-powered characters each, one gnome, and a home to carry it into."""

    name = "gnomeball"
    title = "Gnomeball"
    version = 2
    summary = "Over-powered teams of five carry, toss and punt a hapless gnome into each other's homes."
    credit = (
        'Gnomeball: a fan-made game by the forum member "Mint Berry Crunch", who wrote it for a forum contest; '
        "setting inspired by the Warcraft games (Blizzard Entertainment), with which neither the author nor this "
        "server has any connection."
    )
    players = (2, 3, 4)
    options: ClassVar[tuple[Option, ...]] = (
        Option("points", "20", "points that win", low=4, high=60),
        Option("tempo", "1", "activations in a turn", values=("1", "2", "all")),
        Option("lead", "fixed", "who begins a cycle: player 1, or each in turn", values=("fixed", "rotate")),
        Option("reach", "1", "how far hands reach; 1.5 takes diagonals in", values=("1", "1.5")),
        Option("faint", "back", "whether the fainted come back at the next score", values=("back", "out")),
        Option("homes", "pick", "whether players pick their corners", values=("pick", "opposite")),
        Option("cap", "60", "cycles after which most points win; 0 for none", low=0, high=200),
    )
    state = Field
    orders = ORDERS
    events, outlooks = events_in(__package__)
    forms = FORMS
    meanings = MEANINGS
    verbs = GRAMMAR.verbs
    sayings: ClassVar[Mapping[str, str]] = SAYINGS
    basics = ("A3 move f5, pick up", "A1 carry, punt", "A3 hunt holder", "A2 pass", "place same")
    tests = TESTS
    entries = ENTRIES
    asked = read_asked(__package__)
    decisions = ("setup", "draenei", "activation", "rest", "intercept", "restart")
    bots: ClassVar[Mapping[str, Bot]] = {
        "random": random_bot,
        "easy": easy,
        "normal": normal,
        "hard": hard,
    }
    same_view = True

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """A, B and, with more players, C and D."""
        return SEATS[:players]

    def seat_title(self, seat: Seat) -> str:
        """The seat's letter, with which its characters begin."""
        return seat

    def new(self, options: Options, seats: Sequence[Seat]) -> Field:
        """An empty field before the secret mails (GNOMEBALL-13)."""
        values = {**options, "tempo": "0" if options["tempo"] == "all" else options["tempo"]}
        return Field(phase="setup", settings=msgspec.convert(values, Settings, strict=False))

    def upgrade(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Until version 2 plans were kept as text; positions written by hand still have them so."""
        for memory in state.get("private", {}).values():
            if "plan" in memory:
                memory["plan"] = [kept_line(line) for line in memory["plan"]]
        return state

    facts = staticmethod(facts)
    names = staticmethod(names)
    score = staticmethod(score)
    distance = staticmethod(distance)
    threats = staticmethod(threats)
    read = staticmethod(read)

    def turn(self, state: Field) -> Rules[None]:
        """The set-up, the landing of Draenei, one activation, or the placing after a score."""
        return {"setup": set_up, "draenei": land, "play": activation, "restart": restart}[state.phase](state)

    def describe(self, state: Field, seat: Seat | None) -> View:
        """The same for everybody."""
        return describe(state)

    def board(self, state: Field, seat: Seat | None) -> Board | None:
        """The same for everybody; none before the teams are in."""
        return draw(state)

    def side_of(self, seat: Seat) -> int:
        """In the order of the seats."""
        return NUMBERS[seat]

    def side_of_figure(self, figure: Figure) -> int | None:
        """Characters begin with the letter of their seat; the gnome is nobody's."""
        return NUMBERS.get(figure[0])

    def far(self, state: Field, seat: Seat) -> bool:
        """Two of the four homes are in corners at the top."""
        return state.homes.get(seat) in UPPER_CORNERS

    near = staticmethod(near)
    always = staticmethod(standing.note)
    vet = staticmethod(vet)
    memory = staticmethod(standing.lines)
    recall = staticmethod(standing.recall)
    sample_always = staticmethod(sample_unasked)
    heard = staticmethod(standing.wake)
    vet_behind = staticmethod(vet_behind)
    examples = staticmethod(examples)
    odds = staticmethod(odds)
    reach = staticmethod(reach)

    def decided(self, state: Field) -> Result | None:
        """One player is left (GNOMEBALL-83)."""
        still = state.still_in()
        return Result(places(state, still), "resigned") if len(still) <= 1 else None

    def agreed(self, state: Field) -> Result:
        """All players still in share the first place (GNOMEBALL-142)."""
        return Result(places(state, state.still_in()), "draw agreed")

    leave = staticmethod(depart)
