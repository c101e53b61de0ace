"""What comes of a command: a value, from which the mails are written when the letter is done."""

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
