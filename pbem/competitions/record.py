"""What has happened in a competition, in order, from which everything else follows.

The field follows from the events. Whoever has the record and the seed can make each pairing and each table again:
`verify` says where they differ.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct, structs

from pbem.competitions import forms
from pbem.competitions.forms import Plan
from pbem.competitions.lots import lot
from pbem.competitions.standings import Standing
from pbem.competitions.values import Entrant, Field, Number, Pairing, Result, Season


class Started(Struct, frozen=True, tag="start"):
    """The entrants by seed, and the number of rounds. `names` are those by which lots were drawn between equal ratings;
    of older records there are none."""

    entrants: tuple[Entrant, ...]
    rounds: int = 0
    names: tuple[str, ...] = ()


class Joined(Struct, frozen=True, tag="join"):
    """Somebody who has entered later, or has come back under their number."""

    entrant: Entrant


class Paired(Struct, frozen=True, tag="pair"):
    """Matches that begin, and byes. `ruled`: the director, or an entrant of a ladder, has made them, not the form."""

    pairings: tuple[Pairing, ...]
    ruled: bool = False


class Settled(Struct, frozen=True, tag="result"):
    """A result; of a pairing that has one already, a corrected one."""

    result: Result


class Voided(Struct, frozen=True, tag="void"):
    """A pairing that counts no longer."""

    pairing: Pairing


class Withdrawn(Struct, frozen=True, tag="withdraw"):
    """An entrant has left; `last` is the last round in which they are counted in."""

    number: Number
    last: int


class Excused(Struct, frozen=True, tag="bye"):
    """An entrant has a half bye in a round. Before the start, when there are no numbers, it is given to a `name`; the
    entrant has it when the competition begins."""

    number: Number
    round: int
    name: str = ""


class Divided(Struct, frozen=True, tag="season"):
    """A season begins."""

    season: Season


class Declined(Struct, frozen=True, tag="decline"):
    """An entrant of a ladder has declined a challenge, of the entrant `by` (0: of older records)."""

    number: Number
    by: Number = 0


class Closed(Struct, frozen=True, tag="close"):
    """Nothing new begins; what is being played still counts."""


class Noted(Struct, frozen=True, tag="note"):
    """An act that changes no pairing and no table: more time, another player in a place, a letter to all."""

    what: str


Event: TypeAlias = (
    Started | Joined | Paired | Settled | Voided | Withdrawn | Excused | Divided | Declined | Closed | Noted
)


def seeded(seed: bytes, ratings: Mapping[str, float]) -> list[str]:
    """The order of entrants, given by name, at the start: by rating, then by lot."""
    return sorted(ratings, key=lambda name: (-ratings[name], lot(seed, f"seed {name}")))


class Course:
    """What has happened so far; events are taken in one by one."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._entrants: dict[Number, Entrant] = {}
        self._results: dict[tuple[int, int, int], Result] = {}
        self._running: dict[tuple[int, int, int], Pairing] = {}
        self._rounds = 0
        self._seasons: list[Season] = []
        self._declined: list[Number] = []
        self._joined: list[tuple[Number, int]] = []
        self._closed = False

    def take(self, event: Event) -> None:
        """Let an event happen."""
        match event:
            case Started(entrants, rounds):
                self._entrants = {entrant.number: entrant for entrant in entrants}
                self._rounds = rounds
                self._joined = [(entrant.number, 0) for entrant in entrants]
            case Joined(entrant):
                self._entrants[entrant.number] = entrant
                self._joined.append((entrant.number, len(self._results)))
            case Paired(pairings):
                self._running |= {pairing.key: pairing for pairing in pairings}
            case Settled(result):
                self._running.pop(result.pairing.key, None)
                if result.pairing.key not in self._results:
                    seats = result.pairing.seats
                    self._declined = [number for number in self._declined if number not in seats]
                self._results[result.pairing.key] = result
            case Voided(pairing):
                self._running.pop(pairing.key, None)
                self._results.pop(pairing.key, None)
            case Withdrawn(number, last):
                self._entrants[number] = structs.replace(self._entrants[number], last=last)
            case Excused(number, round_, ""):
                entrant = self._entrants[number]
                self._entrants[number] = structs.replace(entrant, byes=(*entrant.byes, round_))
            case Divided(season):
                self._seasons.append(season)
            case Declined(number):
                self._declined.append(number)
            case Closed():
                self._closed = True

    @property
    def field(self) -> Field:
        """The competition as it stands."""
        return Field(
            tuple(self._entrants.values()),
            tuple(self._results.values()),
            tuple(self._running.values()),
            self._rounds,
            self._seed,
            tuple(self._seasons),
            self._closed,
            tuple(self._declined),
            tuple(self._joined),
        )


def field_after(seed: bytes, events: Iterable[Event]) -> Field:
    """The field after all these events."""
    course = Course(seed)
    for event in events:
        course.take(event)
    return course.field


class Record(Struct, kw_only=True, tag="competition", tag_field="kind"):
    """A competition in one piece, for anybody to check.

    `seed` (hex) is empty until it is over; where no seed was drawn, nothing is announced as `commitment`. `names` are
    those of the entrants by number.
    """

    name: str
    game: str
    plan: Plan
    commitment: str
    seed: str = ""
    names: dict[Number, str]
    events: list[Event]
    table: list[Standing]


def commitment(seed: bytes) -> str:
    """The published SHA-256 of a seed."""
    return hashlib.sha256(seed).hexdigest()


def verify(record: Record) -> list[str]:
    """What does not follow from the seed and the events before it: pairings, seats, the table. Empty when all does."""
    if not record.seed and record.commitment:
        return ["its seed is opened when it is over; until then nothing can be checked"]
    seed = bytes.fromhex(record.seed)
    problems = (
        []
        if not record.commitment or commitment(seed) == record.commitment
        else ["the seed is not the one announced"]
    )
    course = Course(seed)
    for at, event in enumerate(record.events, 1):
        if isinstance(event, Paired) and not event.ruled:
            rightly = {(pairing.key, pairing.seats) for pairing in forms.due(record.plan, course.field)}
            problems += [
                f"event {at}: {pairing.key} is not a pairing of {record.plan.form} here"
                for pairing in event.pairings
                if (pairing.key, pairing.seats) not in rightly
            ]
        if isinstance(event, Started) and event.names:
            ratings = {name: each.rating for name, each in zip(event.names, event.entrants, strict=True)}
            if seeded(seed, ratings) != list(event.names):
                problems.append(f"event {at}: the entrants are not in the order of their ratings and lots")
        if isinstance(event, Divided) and event.season != forms.next_season(record.plan, course.field):
            problems.append(f"event {at}: these divisions do not follow from the season before")
        course.take(event)
    if forms.table(record.plan, course.field) != record.table:
        problems.append("the table is not the one that the results lead to")
    return problems
