"""Duel: a game of ten minutes in which everything that the frame offers happens.

Rounds alternate. In the **plan** every seat drafts words in secret (`put moon`, as often as it likes) and closes
with `done`; each word is a point. Then each seat in turn has two **acts**: `hit B` (the other seat reacts with `dodge`
or `block`), `grab` (a card; the bell ends the round) or `rest`. Who reaches the goal hears the others `bow`.

`Table` keeps what a store would keep and plays letters on it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Struct, field

from pbem.play.board import Board, Mark
from pbem.play.dice import Dice, ProvableDice
from pbem.play.game import Game, Option, OptionError, Options, State, View
from pbem.play.grid import Grid
from pbem.play.match import LetterRefused, LineResult, Match, opening
from pbem.play.orders import Halted, Refused, Skipped, Unreadable, did_you_mean
from pbem.play.record import Result, Row, Tail, Turn
from pbem.play.requests import (
    Ask,
    Event,
    Forget,
    Order,
    Pick,
    Rules,
    Seat,
    ask,
    ask_all,
    die,
    draw,
    roll,
)

TEMPLATES = ("moon", "sun", "star", "fog")
STOCK = ["ash", "ash", "bell", "gem", "gem", "gem"]


class Act(Order, frozen=True):
    """A line that answers the ask `act`."""


class Hit(Act, frozen=True):
    at: str = ""

    def __str__(self) -> str:
        return f"hit {self.at}".rstrip()


class Grab(Act, frozen=True):
    def __str__(self) -> str:
        return "grab"


class Rest(Act, frozen=True):
    def __str__(self) -> str:
        return "rest"


class When(Act, frozen=True):
    """`when 3 grab`: only with so many points."""

    points: int
    act: Hit | Grab | Rest

    def __str__(self) -> str:
        return f"when {self.points} {self.act}"


class Halt(Act, frozen=True):
    def __str__(self) -> str:
        return "halt"


class React(Order, frozen=True):
    how: str

    def __str__(self) -> str:
        return self.how


class Plan(Order, frozen=True):
    """A line of the lane `plan`."""


class Put(Plan, frozen=True):
    word: str

    def __str__(self) -> str:
        return f"put {self.word}"


class Done(Plan, frozen=True):
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("done", *self.words))


class Bow(Order, frozen=True):
    unasked = "There is nobody to bow to"
    deep: bool = False

    def __str__(self) -> str:
        return "bow deep" if self.deep else "bow"


class Always(Order, frozen=True):
    what: str

    def __str__(self) -> str:
        return f"always {self.what}"


class Welcomed(Event, frozen=True): ...


class Omened(Event, frozen=True):
    face: int


class Opened(Event, frozen=True):
    seat: str
    words: tuple[str, ...]


class Struck(Event, frozen=True):
    by: str
    at: str
    answer: str
    faces: tuple[int, ...]
    hurt: bool


class Grabbed(Event, frozen=True):
    by: str
    card: str


class Rested(Event, frozen=True):
    by: str


class Bowed(Event, frozen=True):
    seat: str
    deep: bool


class HitOdds(Event, frozen=True):
    at: str
    dodged: str = "15/36"
    blocked: str = "21/36"


class Thrown(Event, frozen=True):
    """What the prompt of `react` tells, and the odds of a hit that nobody can react to."""

    by: str


CORNERS = Grid(3, 1)


class Memory(Struct, forbid_unknown_fields=True):
    react: str = ""
    rest: bool = False
    asleep: bool = False
    draft: list[str] = field(default_factory=list)


Phase: TypeAlias = Literal["hello", "omen", "plan", "play", "bow"]


class Ring(State, kw_only=True):
    phase: Phase = "play"
    to_act: Seat = "A"
    points: dict[Seat, int] = field(default_factory=dict)
    stock: list[str] = field(default_factory=lambda: sorted(STOCK))
    rounds: int = 0
    goal: int = 9
    patience: int = 40

    def memory(self, seat: Seat) -> Memory:
        """For writing; a seat's memory is made on demand."""
        found: Memory = self.private.setdefault(seat, Memory())
        return found

    def known(self, seat: Seat) -> Memory:
        """For reading."""
        found: Memory = self.private.get(seat, Memory())
        return found

    def rivals(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other != seat and other not in self.gone]

    def score(self, seat: Seat, more: int) -> None:
        self.points[seat] = self.points.get(seat, 0) + more


class Typed(Ring, kw_only=True):
    """The ring with the type of its private memory, so that snapshots decode it."""

    private: dict[Seat, Memory] = field(default_factory=dict)


class Duel(Game[Ring]):
    name = "duel"
    title = "Duel"
    version = 2
    summary = "Words, blows and a bell."
    credit = "Made for the tests."
    players = (2, 3)
    options: ClassVar[tuple[Option, ...]] = (
        Option("goal", "9", "points to win", low=1, high=99),
        Option("omen", "off", "begin with a die", values=("on", "off")),
        Option("patience", "40", "rounds until a draw", low=1, high=9999),
    )
    state: ClassVar[type[State]] = Typed
    orders = (Hit, Grab, Rest, When, Halt, React, Put, Done, Bow, Always)
    events = (Welcomed, Omened, Opened, Struck, Grabbed, Rested, Bowed)
    outlooks: ClassVar[tuple[type[Event], ...]] = (HitOdds,)
    forms = (
        "hit SEAT",
        "grab",
        "rest",
        "when N ...",
        "halt",
        "dodge | block",
        "put WORD",
        "done",
        "bow [deep]",
    )

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        return ("A", "B", "C")[:players]

    def seat_title(self, seat: Seat) -> str:
        return {"A": "Anna", "B": "Bert", "C": "Cora"}[seat]

    def new(self, options: Options, seats: Sequence[Seat]) -> Ring:
        return Typed(
            phase="hello" if options["omen"] == "on" else "plan",
            goal=int(options["goal"]),
            patience=int(options["patience"]),
        )

    def settle(self, options: dict[str, str], players: int) -> dict[str, str]:
        if options["omen"] == "on" and players == 3:
            raise OptionError("omen=on: an omen is for two")
        return options

    def read(self, text: str) -> Order:
        match text.lower().split():
            case ["hit"]:
                return Hit()
            case ["hit", at]:
                return Hit(at.upper())
            case ["grab"]:
                return Grab()
            case ["rest"]:
                return Rest()
            case ["halt"]:
                return Halt()
            case ["when", number, *rest] if number.isascii() and number.isdecimal() and len(number) < 5:
                act = self.read(" ".join(rest))
                if isinstance(act, Hit | Grab | Rest):
                    return When(int(number), act)
            case [("dodge" | "block") as how]:
                return React(how)
            case ["put", word]:
                return Put(word)
            case ["done", *words]:
                return Done(tuple(words))
            case ["bow"]:
                return Bow()
            case ["bow", "deep"]:
                return Bow(True)
            case ["always", what]:
                return Always(what)
        words = text.split()
        known = ("hit", "grab", "rest", "when", "halt", "dodge", "block", "put", "done", "bow", "always")
        hint = did_you_mean(words[0], known) if words else ""
        raise Unreadable(f'"{text}" is not an order. {hint}'.strip(), "an order", "rest")

    def turn(self, state: Ring) -> Rules[None]:
        match state.phase:
            case "hello":
                return hello(state)
            case "omen":
                return omen(state)
            case "plan":
                return plan(state)
            case "bow":
                return bow(state)
        return play(state)

    def always(self, state: Ring, seat: Seat, order: Order) -> str | None:
        if not isinstance(order, Always):
            return None
        if order.what in ("dodge", "block"):
            state.memory(seat).react = order.what
        elif order.what == "rest":
            state.memory(seat).rest = True
        elif order.what == "nothing":
            state.private.pop(seat, None)
        else:
            raise Refused(f'"{order.what}" cannot be done always')
        return f"From now on you {order.what}"

    def sample_always(self, state: Ring, seat: Seat, pick: Pick) -> Order | None:
        if state.phase == "plan" and pick.chance(80):
            return Put(pick.one(TEMPLATES))
        return pick.one((Always("dodge"), Always("block"), Always("nothing"), Halt()))

    def heard(self, state: Ring, seat: Seat) -> bool:
        if not state.known(seat).asleep:
            return False
        state.memory(seat).asleep = False
        return True

    def leave(self, state: Ring, seat: Seat) -> None:
        state.points.pop(seat, None)
        if state.to_act == seat:
            state.to_act = after(state, seat)

    def upgrade(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        if version == 1:
            state["points"] = state.pop("score")
        return state

    def describe(self, state: Ring, seat: Seat | None) -> View:
        own = state.known(seat) if seat else Memory()
        return View((f"{state.phase}, {state.to_act} to act", f"your draft: {' '.join(own.draft)}"))

    def board(self, state: Ring, seat: Seat | None) -> Board:
        marks = {
            place: (Mark(each, number, "boxer", count=state.points.get(each, 0)),)
            for number, (place, each) in enumerate(zip(CORNERS, state.seats, strict=False))
        }
        return Board("A duel", CORNERS.terrain("boxes"), marks, legend=("A5 has five points",))


def after(state: Ring, seat: Seat) -> Seat:
    """The next seat round the ring that is still in it."""
    at = state.seats.index(seat)
    ring = state.seats[at + 1 :] + state.seats[: at + 1]
    return next((each for each in ring if each not in state.gone), seat)


def hello(state: Ring) -> Rules[None]:
    """A turn in which nothing is asked or rolled."""
    yield Welcomed()
    state.phase = "omen"


def omen(state: Ring) -> Rules[None]:
    yield Omened((yield from die("omen", 20)))
    state.phase = "plan"


def plan(state: Ring) -> Rules[None]:
    answers = yield from ask_all(*[plan_ask(state, seat) for seat in state.seats if seat not in state.gone])
    for seat, answer in answers.items():
        assert isinstance(answer, Done)
        state.score(seat, len(answer.words))
        if seat in state.private:
            state.private[seat].draft = []
        yield Opened(seat, answer.words)
    state.rounds += 1
    state.phase = "play"
    if state.rounds >= state.patience:
        state.result = Result((tuple(state.seats),), "tired")
    yield from win(state)


def plan_ask(state: Ring, seat: Seat) -> Ask[Done]:
    def check(order: Done) -> Done:
        words = order.words or tuple(state.known(seat).draft)
        if len(words) > 3:
            raise Refused("three words are enough")
        return Done(words)

    def edit(order: Put, first: bool) -> str:
        draft = [] if first else state.known(seat).draft
        if order.word not in TEMPLATES:
            raise Refused(f'"{order.word}" is no word. {did_you_mean(order.word, TEMPLATES)}'.rstrip())
        state.memory(seat).draft = [*draft, order.word]
        return f"your draft: {' '.join([*draft, order.word])}"

    return Ask(
        seat,
        "plan",
        (Done,),
        check,
        sample=lambda pick: Done(tuple(pick.some(TEMPLATES, pick.number(1, 2)))),
        auto=lambda: Done(),
        edits=(Put,),
        edit=edit,
    )


def play(state: Ring) -> Rules[None]:
    """Two acts of one seat."""
    seat = state.to_act
    rung = False
    for _ in range(2):
        act = yield from ask(act_ask(state, seat))
        if isinstance(act, Hit):
            yield from hit(state, seat, act.at)
        elif isinstance(act, Grab):
            rung = yield from grab(state, seat)
        else:
            yield Rested(seat)
        if rung or state.points.get(seat, 0) >= state.goal:
            break
    if rung or after(state, seat) == next(each for each in state.seats if each not in state.gone):
        state.phase = "plan"
    state.to_act = after(state, seat)
    yield from win(state)


def hit(state: Ring, by: Seat, at: Seat) -> Rules[None]:
    reaction = yield from ask(react_ask(state, by, at))
    faces = yield from roll("hit", count=2, outlook=lambda: Thrown(by))
    guard = yield from die("guard", 8 if reaction.how == "block" else 10)
    hurt = sum(faces) > guard
    if hurt:
        state.score(by, 1)
        if state.known(at).rest:
            state.memory(at).asleep = True
    yield Struck(by, at, reaction.how, (*faces, guard), hurt)


def grab(state: Ring, seat: Seat) -> Rules[bool]:
    """Whether the bell has rung."""
    if not state.stock:
        state.stock = sorted(STOCK)
    card = yield from draw("card", state.stock)
    state.stock.remove(card)
    yield Grabbed(seat, card)
    if card == "bell":
        yield Forget((Act,), "the bell has rung")
        return True
    state.score(seat, 2 if card == "gem" else 0)
    return False


def act_ask(state: Ring, seat: Seat) -> Ask[Act]:
    def target(order: Hit) -> Hit:
        rivals = state.rivals(seat)
        if not order.at and len(rivals) == 1:
            return Hit(rivals[0])
        if order.at not in rivals:
            raise Refused(f'there is no "{order.at}" to hit')
        return order

    def check(order: Act) -> Act:
        if isinstance(order, Halt):
            raise Halted("here you wanted to be asked")
        if isinstance(order, When):
            if state.points.get(seat, 0) < order.points:
                raise Skipped(f"you have no {order.points} points")
            return check(order.act)
        return target(order) if isinstance(order, Hit) else order

    def options() -> list[Act]:
        return [*(Hit(rival) for rival in state.rivals(seat)), Grab(), Rest()]

    def standing() -> Act | None:
        memory = state.known(seat)
        return Rest() if memory.rest and not memory.asleep else None

    def sample(pick: Pick) -> Act:
        return pick.one([*options(), When(0, Grab())])

    return Ask(seat, "act", (Act,), check, sample, auto=Rest, options=options, standing=standing)


def react_ask(state: Ring, by: Seat, at: Seat) -> Ask[React]:
    def standing() -> React | None:
        how = state.known(at).react
        return React(how) if how else None

    return Ask(
        at,
        "react",
        (React,),
        check=lambda order: order,
        sample=lambda pick: React(pick.one(("dodge", "block"))),
        auto=lambda: React("block"),
        about=Thrown(by),
        standing=standing,
        outlook=lambda: HitOdds(at),
    )


def win(state: Ring) -> Rules[None]:
    """The goal is reached: the next turn is the bowing."""
    if state.result is None and any(points >= state.goal for points in state.points.values()):
        state.phase = "bow"
    yield from ()


def bow(state: Ring) -> Rules[None]:
    order = sorted(
        (seat for seat in state.seats if seat not in state.gone), key=lambda s: -state.points.get(s, 0)
    )
    for seat in order[1:]:
        answer = yield from ask(bow_ask(seat))
        yield Bowed(seat, answer.deep)
    state.result = Result(tuple((seat,) for seat in order), "goal")


def bow_ask(seat: Seat) -> Ask[Bow]:
    return Ask(
        seat,
        "bow",
        (Bow,),
        check=lambda order: order,
        sample=lambda pick: Bow(pick.chance(50)),
        auto=Bow,
    )


class Kept(Struct):
    """Where a letter began, and what was there then: what a store keeps to undo it."""

    rows: int
    queues: dict[Seat, list[str]]


class Table:
    """One match with a memory: every letter is loaded, played and stored, as the desk does."""

    def __init__(
        self,
        game: Game[Any] | None = None,
        *,
        players: int = 2,
        dice: Dice | None = None,
        options: Mapping[str, str] | None = None,
        position: State | None = None,
    ) -> None:
        self.game = game or Duel()
        self.dice = dice or ProvableDice(b"seed" * 8, "duel-1", ("a", "b"))
        values = self.game.read_options(options or {}, players)
        seats = self.game.seats(values, players)
        turn = opening(self.game, values, {seat: self.game.seat_title(seat) for seat in seats})
        if position is not None:
            turn = Turn(0, 0, 0, 0, self.game.version, snapshot(position, seats))
        self.rows: list[Row] = []
        self.turns = [turn]
        self.queues: dict[Seat, list[str]] = {}
        self.letters: list[Kept] = []
        match = self.load()
        match.settle()
        self.store(match)

    def load(self, *, turn: int = -1, validate: bool = False) -> Match[Any]:
        """The match as of now, from the snapshot with this index."""
        kept = self.turns[turn]
        tail = Tail(kept, self.rows[kept.row :], {seat: list(lines) for seat, lines in self.queues.items()})
        return Match(self.game, tail, self.dice, validate=validate)

    def store(self, match: Match[Any]) -> None:
        self.match = match
        self.rows += match.fresh
        self.turns += match.turns
        self.queues = {seat: list(map(str, queue)) for seat, queue in match.queues.items() if queue}

    def play(self, seat: Seat, *lines: str) -> list[LineResult]:
        """One letter; a refused one leaves everything as it was and raises."""
        match = self.load()
        self.letters.append(Kept(len(self.rows), self.queues))
        try:
            line_results = match.play(seat, lines)
        except LetterRefused:
            self.letters.pop()
            raise
        self.store(match)
        return line_results

    def statuses(self, seat: Seat, *lines: str) -> list[str]:
        return [line_result.status for line_result in self.play(seat, *lines)]

    def leave(self, seat: Seat, by: Any = "order") -> None:
        match = self.load()
        match.leave(seat, by)
        self.store(match)

    def undo(self) -> None:
        """Cut at the beginning of the last letter."""
        kept = self.letters.pop()
        del self.rows[kept.rows :]
        self.turns = [turn for turn in self.turns if turn.row <= kept.rows]
        self.queues = kept.queues

    @property
    def asks(self) -> dict[Seat, str]:
        return {seat: ask.name for seat, ask in self.match.asks.items()}

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def told(self) -> list[tuple[str, str]]:
        """What became of queued lines, of all seats."""
        return [
            (line_result.line, line_result.status)
            for line_results in self.match.reports.values()
            for line_result in line_results
        ]

    @property
    def events(self) -> list[str]:
        return [type(event).__name__ for event in self.match.events]


def snapshot(position: State, seats: Sequence[Seat]) -> bytes:
    """The bytes of a position written by hand."""
    return msgspec.json.encode(
        msgspec.structs.replace(position, seats=list(seats), names={seat: seat for seat in seats})
    )


class ToyProse:
    """Words for the kit: every event, prompt and decision has some."""

    def event(self, game: str, event: Event, names: Mapping[Seat, str]) -> str:
        return f"{type(event).__name__} happened."

    def prompt(self, game: str, ask: Ask[Any], state: State) -> str:
        return f"{ask.seat}: {ask.name}?"

    def decision(self, game: str, name: str) -> str:
        return f"How to {name}."

    def macros(self, game: str) -> list[str]:
        return [re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower() for kind in Duel.events]
