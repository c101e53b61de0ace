"""Slargeball!, wired up: which chapter of the rules does what for the server."""

from collections.abc import Sequence

import msgspec

from pbem.games.slargeball.advice import near
from pbem.games.slargeball.bots import easy, examples, hard, normal
from pbem.games.slargeball.conditions import TESTS
from pbem.games.slargeball.events import in_full
from pbem.games.slargeball.facts import facts, names
from pbem.games.slargeball.field import BLUE, SIDES, TITLES
from pbem.games.slargeball.foresight import foresee
from pbem.games.slargeball.glossary import ENTRIES
from pbem.games.slargeball.odds import odds, reach
from pbem.games.slargeball.orders import (
    FORMS,
    GRAMMAR,
    KIND_WORDS,
    MEANINGS,
    ORDERS,
    Always,
    Narration,
    read,
)
from pbem.games.slargeball.planning import keep_standing, vet
from pbem.games.slargeball.recall import in_force, recall
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import seat_side, side_of
from pbem.games.slargeball.telling import distance, score, threats
from pbem.games.slargeball.turn import set_up, take_turn
from pbem.games.slargeball.view import MID_GAME, NUMBERS, describe, draw
from pbem.play.asked import read_asked
from pbem.play.game import Game, Option, OptionError, Options, random_bot
from pbem.play.requests import Event, Figure, Order, Pick, Rules, Seat, events_in


class Slargeball(Game[Pitch]):
    """Two sides of one to five squads, one to three balls, and plans that are carried out all at once."""

    name = "slargeball"
    title = "Slargeball!"
    version = 1
    summary = (
        "A brutal ball game: squads run, whap, fling and nab, and when the coach storms on, everybody faints."
    )
    credit = (
        "Slargeball! Miniatures Rules for the National Sport of Irvania, Draft Rules 2, 20 August 2001, by Dave Ferris "
        "(Irvania.com; page last updated 11 June 2016). The source carries no further copyright notice. This is a "
        "play-by-mail adaptation."
    )
    players = tuple(range(2, 11))
    options = (
        Option(
            "squads",
            "auto",
            "squads of six on each side; auto: as many as players on the bigger side",
            ("auto", "1", "2", "3", "4", "5"),
        ),
        Option("turns", "25", "turns; 13 make a quick game", (), 5, 50),
        Option("mode", "plan", "one plan a turn, or strict: asked before every phase", ("plan", "strict")),
        Option("lineup", "own", "the players line up, or standard squares for all", ("own", "standard")),
        Option("line", "20", "the last column behind Red's slargeline; Blue's is mirrored", (), 16, 28),
        Option("sprawl", "on", "whether bodies lie over a second square", ("on", "off")),
        Option("huddle", "on", "whether teammates see each other's plans", ("on", "off")),
    )
    state = Pitch
    orders = ORDERS
    events, outlooks = events_in(__package__)
    forms = FORMS
    meanings = MEANINGS
    verbs = GRAMMAR.verbs
    basics = ("T1 18,12", "T1 fetch", "T2 goal", "D guard 12,16 5", "done")
    tests = TESTS
    entries = ENTRIES
    asked = read_asked(__package__)
    decisions = ("lineup", "plan", "move", "whap", "fling")
    bots = {  # noqa: RUF012  # typed where it is declared
        "random": random_bot,
        "easy": easy,
        "normal": normal,
        "hard": hard,
    }

    def settle(self, options: dict[str, str], players: int) -> dict[str, str]:
        """As many squads as players on the bigger side, unless more are wanted (SLARGEBALL-1, 3)."""
        least = (players + 1) // 2
        if options["squads"] == "auto":
            return {**options, "squads": str(least)}
        if int(options["squads"]) < least:
            raise OptionError(f"{players} players need at least {least} squads on each side")
        return options

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """Red and Blue in turn: `R`, `B`, or with more players `R1`, `B1`, `R2`, ..."""
        if players == 2:
            return SIDES
        return tuple(f"{SIDES[number % 2]}{number // 2 + 1}" for number in range(players))

    def sides(self, seats: Sequence[Seat]) -> list[tuple[Seat, ...]]:
        """Red and Blue."""
        return [tuple(seat for seat in seats if seat_side(seat) == side) for side in SIDES]

    def seat_title(self, seat: Seat) -> str:
        """`Red`, or `Red 2` where a side has several seats."""
        return f"{TITLES[seat_side(seat)]} {seat[1:]}".rstrip()

    def new(self, options: Options, seats: Sequence[Seat]) -> Pitch:
        """An empty field before the line-up."""
        return Pitch(
            phase="lineup",
            squads=int(options["squads"]),
            turns=int(options["turns"]),
            line=int(options["line"]),
            strict=options["mode"] == "strict",
            standard=options["lineup"] == "standard",
            sprawl=options["sprawl"] == "on",
            huddle=options["huddle"] == "on",
        )

    facts = staticmethod(facts)
    names = staticmethod(names)
    score = staticmethod(score)
    distance = staticmethod(distance)
    threats = staticmethod(threats)
    read = staticmethod(read)

    def turn(self, state: Pitch) -> Rules[None]:
        """One turn at a time; the set-up belongs to turn 1, so that the server counts turns as the field does."""
        if state.phase == "lineup":
            yield from set_up(state)
        yield from take_turn(state)

    describe = staticmethod(describe)
    board = staticmethod(draw)

    def side_of(self, seat: Seat) -> int:
        """The colors that give the sides their names, and one much like red."""
        return NUMBERS[seat_side(seat)]

    def side_of_figure(self, figure: Figure) -> int | None:
        """The same for figures; a seat's own are called without their side, and a mark may be the goal."""
        return NUMBERS[side_of(figure)] if figure[0] in "rb" and figure[1:].isupper() else None

    def far(self, state: Pitch, seat: Seat) -> bool:
        """The ends are on the left and on the right: each side would have its own on the left."""
        return seat_side(seat) == BLUE

    def picture(self) -> Pitch:
        """The position that the rulebook shows."""
        return MID_GAME

    near = staticmethod(near)
    odds = staticmethod(odds)
    reach = staticmethod(reach)

    def always(self, state: Pitch, seat: Seat, order: Order) -> str | None:
        """Keep `always plan`, `narration full` and the like."""
        return keep_standing(state, seat, order) if isinstance(order, Always | Narration) else None

    vet = staticmethod(vet)
    memory = staticmethod(in_force)
    recall = staticmethod(recall)

    def parted(self, state: Pitch) -> Pitch:
        """Nor the names that players have given their figures (SLARGEBALL-8)."""
        return msgspec.structs.replace(super().parted(state), nicknames={})

    foresee = staticmethod(foresee)

    def tell(self, state: Pitch, seat: Seat | None, event: Event) -> Event:
        """In full for those who want to hear of every die."""
        return in_full(event) if seat is not None and state.memory(seat).full else event

    def sample_always(self, state: Pitch, seat: Seat, pick: Pick) -> Order | None:
        """Some standing order, asking more often than not."""
        if pick.chance(20):
            return Narration(pick.one(["short", "full"]))
        phase = pick.one(["", "move", "whap", "fling"])
        order = Always(pick.one(["plan", "ask", "ask", "ask"]))
        if phase == "move":
            return Always(order.how, "move", pick.one(["", *KIND_WORDS.values()]))
        return order if not phase else Always(order.how, "whap" if phase == "whap" else "fling")

    examples = staticmethod(examples)

    def shows_another(self, state: Pitch, turn: int) -> bool:
        """All are asked in every turn."""
        return turn % 3 == 2
