"""The interface of a game: every set of rules enters through it, ours and other people's.

A game is one object of a subclass of `Game`, found through the entry-point group `pbem.games`. It says how a
line is read, how a turn runs, and how a position looks; everything else (mails, dice, queues, undo, storage)
is the server's. See docs/authors.
"""

import functools
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct, field

from pbem.marks import plain
from pbem.play.asked import Asked
from pbem.play.board import Board
from pbem.play.conditional import NO_TESTS, read_line
from pbem.play.conditions import Tests
from pbem.play.facts import Facts
from pbem.play.glossary import Entries
from pbem.play.leagues import Teams
from pbem.play.names import Names
from pbem.play.orders import Refused, did_you_mean
from pbem.play.record import Result, Turn
from pbem.play.requests import Ask, Event, Figure, Order, Pick, Rules, Seat
from pbem.play.score import Score

Options: TypeAlias = Mapping[str, str]


class OptionError(ValueError):
    """An option of a match is unknown or has a wrong value; the text is for the player."""


class Option(Struct, frozen=True):
    """A choice made when a match is created: one of `values`, or a number from `low` to `high`."""

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
    """The state of a match. Defaults of a game's own fields mean mid-game, so that a partial position can be written by
    hand.

    - `seats`: in seat order; `names`: the players' handles, for boards and prose.
    - `left`: seats that have resigned or were forfeited, in that order; `gone`: those already removed.
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
        """The seats whose private memory this one may see: none but its own, unless a side plans together."""
        return ()


class View(Struct, frozen=True):
    """A position in words as one seat sees it: all that the board shows, so that a screen reader needs no picture.

    `header` comes first: the score and whatever else one wants to know first. `lists` tell what is on the board.
    `tables` hold what seldom changes, such as the attributes of figures: a mail leaves each of them out where its
    reader has seen it as it is.
    """

    lists: tuple[str, ...]
    header: tuple[str, ...] = ()
    tables: tuple[tuple[str, ...], ...] = ()

    def read(self, reading: Callable[[str], str]) -> "View":
        """The same with each line read in a way: `plain`, `in_writing`, `in_speech`; tables without lines that say
        nothing then."""
        tables = [tuple(filter(None, map(reading, table))) for table in self.tables]
        return View(
            tuple(map(reading, self.lists)), tuple(map(reading, self.header)), tuple(filter(None, tables))
        )

    def plain(self) -> "View":
        """The same without marks."""
        return self.read(plain)


P = TypeVar("P", bound=State)

Bot: TypeAlias = Callable[[Any, Ask[Any], Pick], str]
"""A bot: from a state masked for its seat and what the seat is asked, the lines it would mail."""

LEVELS = ("easy", "normal", "hard")
"""How well a bot plays."""

NORMAL = "normal"


def random_bot(state: State, ask: Ask[Any], pick: Pick) -> str:
    """Any legal line."""
    order = ask.sample(pick)
    return str(order if isinstance(order, ask.edits) else ask.check(order))


class Game(Generic[P]):
    """A set of rules. Subclasses set the class attributes and override what they need."""

    name: ClassVar[str]  # as in commands: dodgeball
    title: ClassVar[str]  # as in prose: Dodgeball!
    version: ClassVar[int]  # increased by every change that can alter a replay
    summary: ClassVar[str]  # one sentence for the list of games
    credit: ClassVar[str]  # shown in every help mail of the game, word for word
    players: ClassVar[tuple[int, ...]]  # possible numbers of players
    options: ClassVar[tuple[Option, ...]] = ()
    state: ClassVar[type[State]]
    orders: ClassVar[tuple[type[Order], ...]]  # every kind of line it reads
    events: ClassVar[tuple[type[Event], ...]]  # every kind of event, see `events_in`
    outlooks: ClassVar[tuple[type[Event], ...]] = ()  # every other kind that `odds` and `hint` tell
    forms: ClassVar[tuple[str, ...]]  # how lines are written, for help and refusals
    meanings: ClassVar[Mapping[str, str]] = {}  # what a form does, in a few words, by the form
    verbs: ClassVar[
        Mapping[str, Sequence[str]]
    ] = {}  # of its orders, with all words that people use for them
    sayings: ClassVar[
        Mapping[str, str]
    ] = {}  # patterns of what people say, with the words that orders have for it
    basics: ClassVar[tuple[str, ...]] = ()  # five forms to begin with; otherwise the first five
    tests: ClassVar[Tests] = (
        NO_TESTS  # what the conditions of its own orders test, such as `if loose: A2 fetch`
    )
    entries: ClassVar[Entries] = {}  # what `help WORD` tells of the game's words
    asked: ClassVar[Sequence[Asked]] = ()  # what people ask about the rules, and where the answer is
    decisions: ClassVar[
        tuple[str, ...]
    ] = ()  # the names of all asks, for the fact `asked`; empty: no such fact
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot}  # by level; see `bot`
    same_view: ClassVar[bool] = False  # everybody is shown the same: it is drawn only once
    teams: ClassVar[Teams[Any, Any, Any] | None] = None  # teams that outlive a match, for leagues

    # What a game must define.

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """The seats of a match for this number of players, in the order in which they are filled."""
        raise NotImplementedError

    def seat_title(self, seat: Seat) -> str:
        """The name of a seat in prose: `South`."""
        raise NotImplementedError

    def new(self, options: Options, seats: Sequence[Seat]) -> P:
        """The state before the first turn."""
        raise NotImplementedError

    def read(self, text: str) -> Order:
        """Read one tidied line as an order, whoever is asked for it; raises `Unreadable`.

        It depends on the text only: references stay as written until an ask checks them.
        """
        raise NotImplementedError

    def turn(self, state: P) -> Rules[None]:
        """Play one turn. Which one follows from the state alone; nothing is left unfinished at its end."""
        raise NotImplementedError

    def describe(self, state: P, seat: Seat | None) -> View:
        """The position in words as a seat (or an observer) sees it; the state is already masked for it.

        Names of figures and players may be marked for their sides (`pbem.play.board.own`), and signs may say how they
        are read aloud (`pbem.play.board.said`).
        """
        raise NotImplementedError

    # What a game may define.

    def board(self, state: P, seat: Seat | None) -> Board | None:
        """The position as a board, from which text, tables and pictures are drawn; the state is masked for the seat.
        None: there is nothing to draw."""
        return None

    def far(self, state: P, seat: Seat) -> bool:
        """Whether a seat's own end is at the far end of the board, so that its player may want the board turned."""
        return False

    def side_of(self, seat: Seat) -> int | None:
        """The number of a seat's side, which is its color (see `Board`); None: it has none."""
        return None

    def side_of_figure(self, figure: Figure) -> int | None:
        """The same for a figure that an event names."""
        return None

    def spoken(self, figure: Figure) -> str:
        """How the name of a figure is said where it would be misheard alone: `player A`; "": as it is written."""
        return ""

    def facts(self, state: P, seat: Seat) -> Facts:
        """The facts for conditional lines (`if S1 is out then ...`), by name; the state is masked for the seat.

        Names are the game's words as players write them. Each fact has its current and its possible values: see
        `pbem.play.facts`.
        """
        return {}

    def names(self, state: P, seat: Seat) -> Names:
        """What may be named in a position, as the seat writes it; the state is masked for the seat.

        Without it nobody knows which words of a sentence are figures or squares of the game.
        """
        return Names()

    def tell(self, state: P, seat: Seat | None, event: Event) -> Event:
        """An event as reported to a seat (or an observer), in short or in full; the state is masked for it.

        Return the very same event unless the seat prefers another: an event that all see is rendered only once.
        """
        return event

    def settle(self, options: dict[str, str], players: int) -> dict[str, str]:
        """Complete and check the options of a match: defaults that depend on others, refusals (`OptionError`)."""
        return options

    def sides(self, seats: Sequence[Seat]) -> list[tuple[Seat, ...]]:
        """The sides of the match: each seat for itself, unless overridden."""
        return [(seat,) for seat in seats]

    def always(self, state: P, seat: Seat, order: Order) -> str | None:
        """Store a standing order in the seat's private memory and return what its writer is told.

        None means that the line is not a standing order; raises `Refused` if it cannot be stored.
        """
        return None

    def vet(self, state: P, seat: Seat, order: Order) -> None:
        """Raise `Refused` if a seat can never give this order, whatever comes: a figure that is not its own or does not
        exist, a square off the board. Called before a line is queued; what an ask would check may still change."""

    def vet_behind(self, state: P, order: Order, played: Sequence[Order], waiting: Sequence[Order]) -> None:
        """Raise `Refused` if an order makes no sense behind others of its letter: `played` have answered an ask, and
        `waiting` are in its seat's queue."""

    def memory(self, state: P, seat: Seat) -> list[str]:
        """The seat's current standing orders and plans, as lines that would set them again."""
        return []

    def recall(self, state: P, seat: Seat) -> list[str]:
        """How the seat's mails describe these: paragraphs, and list items, which begin with two blanks."""
        kept = self.memory(state, seat)
        return [f"Your standing orders: {'; '.join(kept)}"] if kept else []

    def foresee(self, state: P, seat: Seat) -> Event | None:
        """What a preview tells if it meets no die: how the seat's plans would go as things stand.

        The state is masked for the seat. None if there is nothing to foresee.
        """
        return None

    def odds(self, state: P, ask: Ask[Any]) -> Sequence[Event]:
        """What the mail of an ask tells of the dice that its answers may bring, one event for each line, the most
        useful first; at most about eight.

        By default the ask's own `outlook`. It is called once for each mail, so it may look at what a position offers;
        the numbers come from the functions that the rules roll by. The state is masked for the seat that is asked.
        """
        return [ask.outlook()] if ask.outlook is not None else []

    def hint(self, state: P, ask: Ask[Any]) -> Event | None:
        """What players who want hints (`settings hints on`) are told as well: how good the best answer is, never which
        one it is. The state is masked for the seat that is asked."""
        return None

    def reach(self, state: P, seat: Seat, name: str) -> list[str]:
        """Where a figure of any player may go as things stand: a sentence, then a line for each row of the board, which
        begins with two blanks (`pbem.play.reaching.rows_in_words`).

        `name` is what the seat calls it. The state is masked for the seat; the ways are those of the rules. Raises
        `Refused`, always in a game without figures to move.
        """
        raise Refused(f"Nothing moves from square to square in {self.title}")

    def score(self, state: P) -> Score | None:
        """What decides who is winning, for players who ask; None if nothing can be counted."""
        return None

    def distance(self, state: P, seat: Seat, one: str, other: str) -> str:
        """How far it is from one square to another, in words: `4 squares`. Empty in a game that does not tell."""
        return ""

    def threats(self, state: P, seat: Seat, name: str) -> list[str] | None:
        """Which figures of other sides could act against a figure when they are next to act, a sentence for each.

        `name` is what the seat calls it; the state is masked for the seat, and what others plan does not count. None in
        a game that does not tell. Raises `Refused`.
        """
        return None

    def sample_always(self, state: P, seat: Seat, pick: Pick) -> Order | None:
        """A line that `always` would store, for the test kit; None if the game has no standing orders."""
        return None

    def examples(self, state: P, ask: Ask[Any], pick: Pick) -> Iterator[str]:
        """Legal answers that a prompt may show, in their shortest form, the best first; lines are divided by `; `.

        What `normal` plays, unless overridden; in a game without bots samples. The state is masked for the seat.
        """
        if NORMAL in self.bots:
            yield self.bots[NORMAL](state, ask, pick)
        else:
            samples = [random_bot(state, ask, pick) for _ in range(8)]
            yield from sorted(
                samples, key=str(ask.auto()).__eq__
            )  # rather one that is not the automatic answer

    def shows_another(self, state: P, turn: int) -> bool:
        """Whether the prompt shows an answer of another form than the best one's, if there is one: every third time,
        so that no form is shown three times running. `turn` is the number of turns completed."""
        return turn // len(state.seats) % 3 == 2

    def near(self, state: P, ask: Ask[Any], line: str) -> str | None:
        """The legal line for an ask nearest to a line that was refused or not understood, in canonical form.

        The state is masked for the seat that is asked. Empty if no line is near: an unrelated proposal is misleading.
        None if the game does not decide: the server then compares the line with samples.
        """
        return None

    def picture(self) -> P | None:
        """A position in mid-game for the help mail; None to leave it out."""
        return None

    def heard(self, state: P, seat: Seat) -> bool:
        """A letter of this seat has come: wake whatever waits for one, and return whether that changed anything."""
        return False

    def hand_over(self, state: P, seat: Seat) -> None:
        """A new player takes the seat, perhaps in mid-turn: delete the secrets of the player before."""
        state.private.pop(seat, None)

    def decided(self, state: P) -> Result | None:
        """The result if the match is over because seats have left: only one side is still in."""
        still, gone = self._sides_by_leaving(state)
        return None if len(still) > 1 else Result((*still, *gone), "resigned")

    def still_in(self, state: P) -> list[Seat]:
        """The seats still playing: those that have not left and are not out by the rules."""
        return [seat for seat in state.seats if seat not in state.left]

    def agreed(self, state: P) -> Result:
        """The result of an agreed draw: all who are still in share the first place."""
        still, gone = self._sides_by_leaving(state)
        return Result((tuple(seat for side in still for seat in side), *gone), "draw agreed")

    def leave(self, state: P, seat: Seat) -> None:
        """Remove a seat that has left; called between turns."""

    def parted(self, state: P) -> P:
        """The position without private information, for new players."""
        return masked(state, None)

    def upgrade(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert the state of an older version (as plain JSON values) to today's shape."""
        return state

    # What follows from these.

    def view(self, state: P, seat: Seat | None) -> View:
        """The position in words without marks."""
        return self.describe(state, seat).plain()

    def example(self, state: P, ask: Ask[Any], pick: Pick, turn: int = 0) -> str:
        """The answer that a prompt shows, ready to send."""
        answers = self.examples(state, ask, pick)
        best = next(answers)
        shown = best
        if self.shows_another(state, turn):
            shown = next((each for each in answers if form_of(each) != form_of(best)), best)
        lines = shown.replace("\n", "; ").split("; ")
        draft = isinstance(self.order_of(lines[-1]), ask.edits)
        return "; ".join([*lines, str(ask.ends)] if draft and ask.ends is not None else lines)

    def bot(self, level: str) -> Bot:
        """The player of the house of a level; a game that has none plays any legal line."""
        return self.bots.get(level, random_bot)

    @functools.lru_cache(maxsize=4096)  # noqa: B019  # a game lives as long as its process
    def order_of(self, text: str) -> Order:
        """`read`, cached: a letter reads each line several times, each later letter of the turn reads it again from the
        log, and most lines occur in other matches, too."""
        return self.read(text)

    def read_line(self, text: str) -> Order:
        """Read one line as an order, or as a conditional line of orders. Raises `Unreadable`."""
        return read_line(self.order_of, text, self.tests)

    def _sides_by_leaving(self, state: P) -> tuple[list[tuple[Seat, ...]], list[tuple[Seat, ...]]]:
        """The sides with a seat still in, and the others, the last to leave first."""
        sides = self.sides(state.seats)
        still = [side for side in sides if any(seat not in state.left for seat in side)]
        gone = [side for side in sides if side not in still]
        return still, sorted(gone, key=lambda side: -max(map(state.left.index, side)))

    @functools.cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.state)

    @functools.cached_property
    def _event_decoder(self) -> msgspec.json.Decoder[Any]:
        kinds = (*self.events, *self.outlooks)
        union: Any = functools.reduce(operator.or_, kinds)
        return msgspec.json.Decoder(list[union])

    def decode(self, data: bytes, version: int | None = None) -> P:
        """Decode a state from a snapshot, upgraded if it is of an older version."""
        if version is not None and version != self.version:
            data = msgspec.json.encode(self.upgrade(msgspec.json.decode(data), version))
        return cast("P", self._decoder.decode(data))

    def decode_events(self, data: bytes) -> list[Event]:
        """Decode events of a stored turn, or outlooks."""
        events: list[Event] = self._event_decoder.decode(data)
        return events

    def read_options(self, texts: Mapping[str, str], players: int) -> dict[str, str]:
        """All options of a match, with defaults for missing ones; raises `OptionError`."""
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


def form_of(line: str) -> str:
    """A line without the names in it: squares, figures, numbers and words in capitals."""
    words = re.split(r"[\s,]+", line)
    return " ".join("#" if len(word) == 1 or word.isupper() or not word.isalpha() else word for word in words)


def opening(game: Game[P], options: Options, players: Mapping[Seat, str]) -> Turn:
    """The first snapshot of a new match; `players` maps each seat, in order, to a handle."""
    state = game.new(options, tuple(players))
    state.seats = list(players)
    state.names = dict(players)
    return Turn(0, 0, 0, 0, game.version, msgspec.json.encode(state))


def copy(state: P) -> P:
    """A copy of the state to try things on."""
    decoder = msgspec.json.Decoder(type(state))
    return decoder.decode(msgspec.json.encode(state))


def masked(state: P, seat: Seat | None) -> P:
    """The state as a seat may know it: the private memory of others is blanked, except where open to the seat."""
    seen = () if seat is None else (seat, *state.open_to(seat))
    return msgspec.structs.replace(
        state, private={each: state.private[each] for each in seen if each in state.private}
    )


def _count(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
