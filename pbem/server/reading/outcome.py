"""What comes of a command: a value, from which the mails are written when the letter is done."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from msgspec import Struct


class Announcement(Struct, frozen=True):
    """What all players of a match are told that is no event of its game; without a headline they only get their board.

    `subject` stands in the Subject of the others' mails. `passing`: it is no part of the story of the match.
    """

    match: int
    headline: str = ""
    subject: str = ""
    passing: bool = False


class Outcome(Struct, frozen=True):
    """What one command has led to.

    `text` is what the writer is told beside the line, `sections` what they are told below all lines, `shows` the
    matches whose boards they get, `explains` those whose boards come with all that explains them. `says` are messages
    to the others in a match. `turns_to`: the lines below are for this match; `as_it_is`: for this match as it is now,
    whatever turn the answered mail has shown. `offers`: the answer belongs to this offer. `mailed`: a mail of its own
    says all.
    """

    text: str = ""
    sections: tuple[str, ...] = ()
    shows: tuple[int, ...] = ()
    explains: tuple[int, ...] = ()
    announces: tuple[Announcement, ...] = ()
    says: tuple[tuple[int, str], ...] = ()
    turns_to: int | None = None
    as_it_is: int | None = None
    offers: int | None = None
    mailed: bool = False


def below(*sections: str) -> Outcome:
    """The answer to a line that asks for something longer."""
    return Outcome("see below", sections)


def combine(text: str, outcomes: Sequence[Outcome]) -> Outcome:
    """Several offers made by one line."""
    return Outcome(
        text,
        tuple(itertools.chain.from_iterable(each.sections for each in outcomes)),
        tuple(itertools.chain.from_iterable(each.shows for each in outcomes)),
        announces=tuple(itertools.chain.from_iterable(each.announces for each in outcomes)),
        turns_to=next((each.turns_to for each in reversed(outcomes) if each.turns_to), None),
        as_it_is=next((each.as_it_is for each in reversed(outcomes) if each.as_it_is), None),
        offers=next((each.offers for each in reversed(outcomes) if each.offers), None),
    )
