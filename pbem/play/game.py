"""What a game is: the door through which every set of rules enters, ours and other people's.

A game is one object of a subclass of `Game`, found through the entry-point group `pbem.games`. It says how a
line is read, how a turn runs, and how a position looks; everything else (mails, dice, queues, undo, storage)
is the server's. See docs/game-authors.md.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct, field

from pbem.play.facts import Facts
from pbem.play.orders import did_you_mean
from pbem.play.record import Result, Turn
from pbem.play.requests import Ask, Event, Order, Pick, Rules, Seat

Options: TypeAlias = Mapping[str, str]


class OptionError(ValueError):
    """An option of a match is unknown or has a wrong value; the text is for the player."""


class Option(Struct, frozen=True):
    """A choice made when a match is created. Either `values` are listed or a number from `low` to `high`."""

    name: str
    default: str
    help: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = -1

    @property
    def range(self) -> str:
        """The legal values in words: `3, 4, 5`, or `6 to 20`, or both."""
        words = [", ".join(self.values)] if self.values else []
        if self.high >= self.low:
            words.append(f"{self.low} to {self.high}")
        return " or ".join(words)

    def read(self, text: str) -> str:
        """The value in its canonical form; raises `OptionError`."""
        value = text.strip().lower()
        if value in self.values:
            return value
        if value.isdecimal() and len(value) < 10 and self.low <= int(value) <= self.high:
            return str(int(value))
        raise OptionError(f"{self.name}={text}: {self.name} may be {self.range}")


class State(Struct, kw_only=True, forbid_unknown_fields=True):
    """What every game's state has. Defaults of a game's own fields mean mid-game, so that a partial position
    can be written by hand.

    - `seats`: in seat order; `names`: the players' handles, for boards and prose.
    - `left`: seats that have resigned or were forfeited, in that order; `gone`: those already taken off.
    - `private`: each seat's own memory (standing orders, plans, drafts): the only place for secrets, made on
      demand, and blanked for everybody else (but see `open_to`) before a view or a bot sees the state.
    """

    seats: list[Seat] = field(default_factory=list)
    names: dict[Seat, str] = field(default_factory=dict)
    left: list[Seat] = field(default_factory=list)
    gone: list[Seat] = field(default_factory=list)
    result: Result | None = None
    private: dict[Seat, Any] = field(default_factory=dict)

    def open_to(self, seat: Seat) -> Sequence[Seat]:
        """The seats whose private memory this one sees beside its own: none, unless a side plans together."""
        return ()


class View(Struct, frozen=True):
    """A position as one seat sees it.

    `board` is the picture (7-bit, at most 76 wide: mails indent it by two); `legend` explains its signs; `lists`
    say in words what the picture shows, so that a screen reader needs no picture. `header` comes before it all: the
    score and whatever else one wants to know first. Header and lists tell everything without picture and legend.
    """

    board: tuple[str, ...]
    lists: tuple[str, ...]
    legend: tuple[str, ...] = ()
    header: tuple[str, ...] = ()


P = TypeVar("P", bound=State)

Bot: TypeAlias = Callable[[Any, Ask[Any], Pick], str]
"""A player of the house: out of a state masked for its seat and what it is asked, the lines that it would mail."""

LEVELS = ("easy", "normal", "hard")
"""How well a player of the house plays."""

NORMAL = "normal"


def random_bot(state: State, ask: Ask[Any], pick: Pick) -> str:
    """Any legal line."""
    order = ask.sample(pick)
    return str(order if isinstance(order, ask.edits) else ask.check(order))


class Game(Generic[P]):
    """A set of rules. Subclasses set the class attributes and override what they need."""

    name: ClassVar[str]  # as written in commands: dodgeball
    title: ClassVar[str]  # as written in prose: Dodgeball!
    version: ClassVar[int]  # rises with every change that can alter a replay
    summary: ClassVar[str]  # one sentence for the list of games
    credit: ClassVar[str]  # shown in every help mail of the game, word for word
    players: ClassVar[tuple[int, ...]]  # how many may play
    options: ClassVar[tuple[Option, ...]] = ()
    state: ClassVar[type[State]]
    orders: ClassVar[tuple[type[Order], ...]]  # every kind of line it reads
    events: ClassVar[tuple[type[Event], ...]]  # everything it tells
    forms: ClassVar[tuple[str, ...]]  # how lines are written, for help and refusals
    meanings: ClassVar[Mapping[str, str]] = {}  # what a form does, in a few words, by the form
    decisions: ClassVar[
        tuple[str, ...]
    ] = ()  # the names of all it asks, for the fact `asked`; else there is none
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot}  # by level; see `bot`
    same_view: ClassVar[bool] = False  # everybody is shown the same: it is drawn once for all

    # What a game must say.

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """The seats of a match of so many players, in the order in which they are filled."""
        raise NotImplementedError

    def seat_title(self, seat: Seat) -> str:
        """How prose calls a seat: `South`."""
        raise NotImplementedError

    def new(self, options: Options, seats: Sequence[Seat]) -> P:
        """The state before the first turn."""
        raise NotImplementedError

    def read(self, text: str) -> Order:
        """One tidied line as an order, whoever may be asked for it; raises `Unreadable`.

        Knows nothing but the text: references stay as written until an ask checks them.
        """
        raise NotImplementedError

    def turn(self, state: P) -> Rules[None]:
        """One turn. Which one follows from the state alone; it ends with nothing in mid-air."""
        raise NotImplementedError

    def view(self, state: P, seat: Seat | None) -> View:
        """The position as a seat (or an observer) sees it; the state is already masked for it."""
        raise NotImplementedError

    # What a game may say.

    def turned(self, state: P, seat: Seat) -> View | None:
        """The same for a seat that wants its own side nearest, where that is on the far side of the usual picture.

        The picture is turned half round, north at the foot, and its legend is true of that; squares keep their names,
        header and lists are those of `view`. None: the seat's own side is where it wants it, or it has none.
        """
        return None

    def facts(self, state: P, seat: Seat) -> Facts:
        """What conditional lines may speak of (`if S1 is out then ...`), by name; the state is masked for the seat.

        Names are words of the game as players write them. Each fact says what it is now and what it may be: see
        `pbem.play.facts`.
        """
        return {}

    def tell(self, state: P, seat: Seat | None, event: Event) -> Event:
        """An event as a seat (or an observer) wants to hear of it, in short or in full; the state is masked for it.

        The very same event, unless the seat has asked for something else: what all hear alike is put into words once.
        """
        return event

    def settle(self, options: dict[str, str], players: int) -> dict[str, str]:
        """Last word on the options of a match: defaults that depend on others, refusals (`OptionError`)."""
        return options

    def sides(self, seats: Sequence[Seat]) -> list[tuple[Seat, ...]]:
        """Who plays together: each seat for itself, unless overridden."""
        return [(seat,) for seat in seats]

    def always(self, state: P, seat: Seat, order: Order) -> str | None:
        """Note a standing order in the seat's private memory and return what the writer is told.

        None means that the line is no standing order; raises `Refused` where it cannot be kept.
        """
        return None

    def vet(self, state: P, seat: Seat, order: Order) -> None:
        """Raise `Refused` where a seat can never give this order, whatever comes: a figure that is not its own or does
        not exist, a square off the board. Asked before a line waits; what an ask would check may still change."""

    def memory(self, state: P, seat: Seat) -> list[str]:
        """The seat's standing orders and plans in force, as lines that would set them again."""
        return []

    def recall(self, state: P, seat: Seat) -> list[str]:
        """What the seat's mails say of that: paragraphs, and lines of a list where they begin with two blanks."""
        kept = self.memory(state, seat)
        return [f"Your standing orders: {'; '.join(kept)}"] if kept else []

    def foresee(self, state: P, seat: Seat) -> Event | None:
        """What a preview tells where it comes to no die: how the seat's plans would go as things stand.

        The state is masked for the seat. None where there is nothing to foresee.
        """
        return None

    def sample_always(self, state: P, seat: Seat, pick: Pick) -> Order | None:
        """Some line that `always` keeps, for the test kit; None where the game has no standing orders."""
        return None

    def example(self, ask: Ask[Any], pick: Pick) -> Order:
        """An order for the prompt of an ask to show how it is answered: its own example, else a sample."""
        return ask.sample(pick) if ask.example is None else ask.example()

    def near(self, state: P, ask: Ask[Any], line: str) -> str | None:
        """The legal line for an ask that is nearest to one refused or not understood, as it would be written.

        The state is masked for the seat that is asked. Empty where none is near: a line that has nothing to do with
        what was written leads astray. None where the game does not say: the server then compares the line with samples.
        """
        return None

    def picture(self) -> View | None:
        """A position in mid-game, for the help mail; None where the help does without."""
        return None

    def heard(self, state: P, seat: Seat) -> bool:
        """A letter of this seat has come; wake what waits for one, and say whether that changed anything."""
        return False

    def hand_over(self, state: P, seat: Seat) -> None:
        """Another player has the seat: forget what the one before has told in secret. It may be in mid-turn."""
        state.private.pop(seat, None)

    def decided(self, state: P) -> Result | None:
        """Whether the match is over because seats have left: when only one side has anybody still in."""
        still, gone = self._sides_by_leaving(state)
        return None if len(still) > 1 else Result((*still, *gone), "resigned")

    def still_in(self, state: P) -> list[Seat]:
        """The seats that are still playing: not those that have left, nor those that are out by the rules."""
        return [seat for seat in state.seats if seat not in state.left]

    def agreed(self, state: P) -> Result:
        """What a draw comes to that all who are still in agree on: they share the first place."""
        still, gone = self._sides_by_leaving(state)
        return Result((tuple(seat for side in still for seat in side), *gone), "draw agreed")

    def leave(self, state: P, seat: Seat) -> None:
        """Take a seat off that has left; called between turns."""

    def parted(self, state: P) -> P:
        """A position for other players to begin with: without anybody's secrets, and whatever else was their own."""
        return masked(state, None)

    def upgrade(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """The shape of an old version's state (as plain JSON values) made that of today."""
        return state

    # What follows from the above.

    def bot(self, level: str) -> Bot:
        """The player of the house of a level; a game that has none plays any legal line."""
        return self.bots.get(level, random_bot)

    @functools.lru_cache(maxsize=4096)  # noqa: B019  # a game lives as long as its process
    def order_of(self, text: str) -> Order:
        """`read`, remembered: within a letter each line is read for its sense, for doing it and for the answer, with
        each later one of the same turn it is read from the log, and most lines come in other matches too."""
        return self.read(text)

    def _sides_by_leaving(self, state: P) -> tuple[list[tuple[Seat, ...]], list[tuple[Seat, ...]]]:
        """The sides with somebody still in, and the others, the last to leave first."""
        sides = self.sides(state.seats)
        still = [side for side in sides if any(seat not in state.left for seat in side)]
        gone = [side for side in sides if side not in still]
        return still, sorted(gone, key=lambda side: -max(map(state.left.index, side)))

    @functools.cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.state)

    @functools.cached_property
    def _event_decoder(self) -> msgspec.json.Decoder[Any]:
        union: Any = functools.reduce(lambda one, other: one | other, self.events)  # type: ignore[arg-type, return-value]
        return msgspec.json.Decoder(list[union])

    def decode(self, data: bytes, version: int | None = None) -> P:
        """A state out of a snapshot, brought to today's shape where it is of an older version."""
        if version is not None and version != self.version:
            data = msgspec.json.encode(self.upgrade(msgspec.json.decode(data), version))
        return cast("P", self._decoder.decode(data))

    def decode_events(self, data: bytes) -> list[Event]:
        """The events of a stored turn."""
        events: list[Event] = self._event_decoder.decode(data)
        return events

    def read_options(self, texts: Mapping[str, str], players: int) -> dict[str, str]:
        """All options of a match, with defaults for those not named; raises `OptionError`."""
        if players not in self.players:
            raise OptionError(f"{self.title} is for {_count(self.players)} players, not {players}")
        known = {option.name: option for option in self.options}
        for name in texts:
            if name not in known:
                hint = did_you_mean(name, known) or f"Its options: {', '.join(known) or 'none'}"
                raise OptionError(f'{self.title} has no option "{name}". {hint}')
        values = {
            name: option.read(texts[name]) if name in texts else option.default
            for name, option in known.items()
        }
        return self.settle(values, players)


def opening(game: Game[P], options: Options, players: Mapping[Seat, str]) -> Turn:
    """The first snapshot of a new match; `players` maps each seat, in order, to a handle."""
    state = game.new(options, tuple(players))
    state.seats = list(players)
    state.names = dict(players)
    return Turn(0, 0, 0, 0, game.version, msgspec.json.encode(state))


def copy(state: P) -> P:
    """A state of one's own, to try things on."""
    decoder = msgspec.json.Decoder(type(state))
    return decoder.decode(msgspec.json.encode(state))


def masked(state: P, seat: Seat | None) -> P:
    """The state as a seat may know it: the private memory of all others is blanked, unless it is open to the seat."""
    seen = () if seat is None else (seat, *state.open_to(seat))
    return msgspec.structs.replace(
        state, private={each: state.private[each] for each in seen if each in state.private}
    )


def _count(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
