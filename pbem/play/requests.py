"""What rules may yield: the vocabulary between a game and the driver.

Rules are generators. They yield `Event`s to report what happened, and requests to get something back: a `Roll`
(dice), a `Draw` (one item out of a sorted stock), an `Ask` (one seat decides), an `AskAll` (several seats
decide at once, in secret), a `Forget` (queued lines that have become meaningless) or a `Close` (a turn is over).
Dice and decisions are requests of the same kind, so a turn reads from top to bottom like the rulebook; the driver of
the generator decides where the answers come from: the log, a player's queue, a standing order, a letter.

Rules must not keep anything a player can see in their local variables: a suspended generator is forgotten
between two letters and run again from the last snapshot. See docs/authors.
"""

import functools
import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from msgspec import Struct

Seat: TypeAlias = Annotated[str, "seat"]
"""A place in a match, by the short name its game gives it: `S`, `A`, `1`."""

Figure: TypeAlias = Annotated[str, "figure"]
"""The name of a figure. In a field of an event, mails show it in the color of its side."""


class Event(Struct, frozen=True, tag=True):
    """Something that happened, as text and numbers only; a template of the same name turns it into prose."""


class Outlook(Event, frozen=True):
    """What is told beside it: what an ask is about, what may come, and how likely it is."""


def events_in(package: str) -> tuple[tuple[type[Event], ...], tuple[type[Event], ...]]:
    """All kinds of event that the modules of a package define, in order of definition: those that happen, and
    outlooks. The modules must have been imported."""

    def kinds(base: type[Event]) -> Iterator[type[Event]]:
        for kind in base.__subclasses__():
            if f"{kind.__module__}.".startswith(f"{package}."):
                yield kind
            yield from kinds(kind)

    last = {(kind.__module__, kind.__name__): kind for kind in kinds(Event) if not kind.__subclasses__()}
    found = tuple(last.values())  # of a module that has been read again, too
    return (
        tuple(kind for kind in found if not issubclass(kind, Outlook)),
        tuple(kind for kind in found if issubclass(kind, Outlook)),
    )


class Order(Struct, frozen=True):
    """One line that answers what a match asks. `str(order)` is canonical: `read(str(o)) == o`."""

    unasked: ClassVar[str] = ""
    """The refusal when nothing asks for such a line now. Empty: the line may wait in the queue."""

    form: ClassVar[Any]
    """How the line is written, see `pbem.play.forms`; a game that reads its lines differently defines `__str__`."""

    @property
    def closes(self) -> bool:
        """The line only ends what its seat is doing. It belongs to the turn of its letter and goes with it: see
        `Close`."""
        return False

    def ahead(self, *, behind: bool) -> str:
        """What the line does, if it waits, to a turn that its writer has not seen: `give up your whole next turn`.

        `behind`: other lines for that turn wait before it. Empty for a line that does what it says.
        """
        return ""

    def __str__(self) -> str:
        text: str = self.form.write(self)
        return text


@functools.cache  # one entry for each class of orders
def lane(kind: type[Order]) -> type[Order]:
    """The class directly below `Order`, the order group: its lines belong together in the queue."""
    return next(base for base in kind.__mro__ if Order in base.__bases__)


A = TypeVar("A", bound=Order)
T = TypeVar("T")
S = TypeVar("S")


class Pick:
    """A source of choices for sampling orders: for bots and the test kit, never for rules.

    `below(n)` must return a number from 0 to n - 1; its source is the caller's business.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def one(self, items: Sequence[S]) -> S:
        """One of the items; there must be at least one."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[S], count: int) -> list[S]:
        """`count` different items, in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high, inclusive."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in this percentage of cases."""
        return self.below(100) < percent


def seeded(seed: str) -> Pick:
    """A `Pick` that makes the same choices for the same seed, on every machine and version."""
    counter = 0

    def below(bound: int) -> int:
        nonlocal counter
        counter += 1
        digest = hashlib.blake2b(f"{seed}/{counter}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % bound

    return Pick(below)


class Roll(Struct, frozen=True):
    """Dice: answered with a tuple of `count` faces from 1 to `sides`.

    `outlook` gives the event that a preview tells in place of rolling: the odds.
    """

    label: str
    sides: int = 6
    count: int = 1
    outlook: Callable[[], Event] | None = None


class Draw(Struct, frozen=True):
    """One item out of a stock: answered with it. The stock is sorted by the game, so it holds no secret."""

    label: str
    items: tuple[str, ...]


class Ask(Struct, Generic[A], frozen=True):
    """A decision of one seat.

    - `takes`: the kinds of order that answer it; nothing else routes a line.
    - `check`: reads the state, changes nothing, returns the order in full or raises `Refused`, `Skipped` or
      `Halted`. Law: `check(check(o)) == check(o)`. Every answer passes it, including standing and automatic ones.
    - `sample`: any legal line, an answer or an edit, for bots and fuzzing.
    - `auto`: the answer for a deadline, and for a seat that has left.
    - `about`: facts for the prompt beside the state (the target of the throw, ...).
    - `options`: all legal orders, if there are few.
    - `standing`: the answer from the seat's private memory, or None; computed anew each time.
    - `outlook`: what a preview by another seat tells when it stops here.
    - `edits`, `edit`: lines that leave the ask open and change only the seat's private memory. `edit` gets
      the line and whether it is the first since the seat's last answer, and returns what the writer is told.
    - `ends`: the answer that hands in the draft made by `edits`, for the prompt.
    """

    seat: Seat
    name: str
    takes: tuple[type[A], ...]
    check: Callable[[A], A]
    sample: Callable[[Pick], Order]
    auto: Callable[[], A]
    about: Event | None = None
    options: Callable[[], Sequence[A]] | None = None
    standing: Callable[[], A | None] | None = None
    outlook: Callable[[], Event] | None = None
    edits: tuple[type[Order], ...] = ()
    edit: Callable[[Any, bool], str] | None = None
    ends: A | None = None


class AskAll(Struct, frozen=True):
    """Decisions of several seats at once; nobody sees an answer before all are in.

    Answered with a mapping of seat to order. An answer may be changed until the last one is in.
    """

    asks: tuple[Ask[Any], ...]


class Forget(Struct, frozen=True):
    """Drop queued lines of these kinds, of every seat or of the seats named; `why` is reported to their owners."""

    kinds: tuple[type[Order], ...]
    why: str
    seats: tuple[Seat, ...] | None = None


class Close(Struct, frozen=True):
    """The turn of these seats is over, as players count turns. The lines that would have closed it (`Order.closes`) go
    with it; those behind lines for a later turn stay."""

    seats: tuple[Seat, ...]


Request: TypeAlias = Event | Roll | Draw | Ask[Any] | AskAll | Forget | Close
Rules: TypeAlias = Generator[Request, Any, T]
"""A generator of rules that returns a T. `Rules[None]` is a turn, or a part of one that returns nothing."""


def ask(request: Ask[A]) -> Rules[A]:
    """Ask one seat: `order = yield from ask(...)`."""
    return cast("A", (yield request))


def ask_all(*asks: Ask[Any]) -> Rules[Mapping[Seat, Order]]:
    """Ask several seats at once, in secret. With no ask at all the answer is an empty mapping."""
    if not asks:
        return {}
    return cast("Mapping[Seat, Order]", (yield AskAll(asks)))


def roll(
    label: str, sides: int = 6, count: int = 1, *, outlook: Callable[[], Event] | None = None
) -> Rules[tuple[int, ...]]:
    """Roll `count` dice at once: `a, b = yield from roll("dash", count=2)`."""
    return cast("tuple[int, ...]", (yield Roll(label, sides, count, outlook)))


def die(label: str, sides: int = 6, *, outlook: Callable[[], Event] | None = None) -> Rules[int]:
    """Roll one die and return its face."""
    (face,) = yield from roll(label, sides, outlook=outlook)
    return face


def draw(label: str, items: Sequence[str]) -> Rules[str]:
    """Draw one item out of a stock; the caller takes it out of the stock."""
    return cast("str", (yield Draw(label, tuple(items))))
