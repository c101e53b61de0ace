"""What has happened in a competition, in order, from which everything else follows.

The field is the fold of the events. Whoever has the record and the seed can make each pairing and each table again:
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
    """An entrant has a half bye in a round."""

    number: Number
    round: int


class Divided(Struct, frozen=True, tag="season"):
    """A season begins."""

    season: Season


class Declined(Struct, frozen=True, tag="decline"):
    """An entrant of a ladder has declined a challenge."""

    number: Number


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


def fold(field: Field, event: Event) -> Field:
    """The field after an event."""
    match event:
        case Started(entrants, rounds):
            return structs.replace(field, entrants=entrants, rounds=rounds)
        case Joined(entrant):
            if any(each.number == entrant.number for each in field.entrants):
                return _changed(field, entrant)
            return structs.replace(field, entrants=(*field.entrants, entrant))
        case Paired(pairings):
            return structs.replace(field, running=(*field.running, *pairings))
        case Settled(result):
            return _settled(field, result)
        case Voided(pairing):
            return _without(field, pairing)
        case Withdrawn(number, last):
            return _changed(field, structs.replace(field.find(number), last=last))
        case Excused(number, round_):
            entrant = field.find(number)
            return _changed(field, structs.replace(entrant, byes=(*entrant.byes, round_)))
        case Divided(season):
            return structs.replace(field, seasons=(*field.seasons, season))
        case Declined(number):
            return structs.replace(field, declined=(*field.declined, number))
        case Closed():
            return structs.replace(field, closed=True)
        case _:
            return field


def field_after(seed: bytes, events: Iterable[Event]) -> Field:
    """The field after all these events."""
    field = Field((), seed=seed)
    for event in events:
        field = fold(field, event)
    return field


def _settled(field: Field, result: Result) -> Field:
    for at, earlier in enumerate(field.results):
        if earlier.pairing == result.pairing:
            return structs.replace(field, results=(*field.results[:at], result, *field.results[at + 1 :]))
    field = _without(field, result.pairing)
    declined = tuple(each for each in field.declined if each not in result.pairing.seats)
    return structs.replace(field, results=(*field.results, result), declined=declined)


def _without(field: Field, pairing: Pairing) -> Field:
    return structs.replace(
        field,
        running=tuple(each for each in field.running if each != pairing),
        results=tuple(each for each in field.results if each.pairing != pairing),
    )


def _changed(field: Field, entrant: Entrant) -> Field:
    entrants = tuple(entrant if each.number == entrant.number else each for each in field.entrants)
    return structs.replace(field, entrants=entrants)


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
    field = Field((), seed=seed)
    for at, event in enumerate(record.events, 1):
        if isinstance(event, Paired) and not event.ruled:
            rightly = {(pairing.key, pairing.seats) for pairing in forms.due(record.plan, field)}
            problems += [
                f"event {at}: {pairing.key} is not a pairing of {record.plan.form} here"
                for pairing in event.pairings
                if (pairing.key, pairing.seats) not in rightly
            ]
        if isinstance(event, Started) and event.names:
            ratings = {name: each.rating for name, each in zip(event.names, event.entrants, strict=True)}
            if seeded(seed, ratings) != list(event.names):
                problems.append(f"event {at}: the entrants are not in the order of their ratings and lots")
        if isinstance(event, Divided) and event.season != forms.next_season(record.plan, field):
            problems.append(f"event {at}: these divisions do not follow from the season before")
        field = fold(field, event)
    if forms.table(record.plan, field) != record.table:
        problems.append("the table is not the one that the results lead to")
    return problems
