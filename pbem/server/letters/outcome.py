"""The outcome of a command: a value, from which the mails are written at the end of the letter."""

from msgspec import Struct


class Announcement(Struct, frozen=True):
    """An announcement to all players of a match that is not an event of its game; without a headline they only get
    their board.

    `subject` is for the Subject of the others' mails. `passing`: it is not part of the match's history.
    """

    match: int
    headline: str = ""
    subject: str = ""
    passing: bool = False


class Outcome(Struct, frozen=True):
    """The outcome of one command.

    `text` is told to the writer beside the line, `sections` below all lines; `shows` are the matches whose boards they
    get, `explains` those whose boards come with all explanations. `says` are messages to the others in a match.
    `turns_to`: the lines below are for this match; `as_it_is`: for this match as it is now, whatever turn the answered
    mail has shown. `offers`: the answer belongs to this offer. `mailed`: a separate mail says everything. `confirms`
    are lines that the word yes, in answer to the mail about it, sends. `asks`: nothing is done before its writer
    answers. `registers`: a stranger is to be asked whether they want this name; `follows` are lines that are carried
    out then.
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
    confirms: tuple[str, ...] = ()
    asks: bool = False
    registers: str = ""
    follows: tuple[str, ...] = ()

    def then(self, later: "Outcome") -> "Outcome":
        """What both bring together; where there can be only one, the later one's. A section is told once, and `text`
        is told beside its own line alone."""
        return Outcome(
            sections=tuple(dict.fromkeys((*self.sections, *later.sections))),
            shows=(*self.shows, *later.shows),
            explains=(*self.explains, *later.explains),
            announces=(*self.announces, *later.announces),
            says=(*self.says, *later.says),
            offers=self.offers if later.offers is None else later.offers,
            confirms=later.confirms or self.confirms,
            registers=later.registers or self.registers,
            follows=tuple(dict.fromkeys((*self.follows, *later.follows))),
        )


def asked_by_mail() -> Outcome:
    """The outcome of a line that its writer has to mean: another mail asks."""
    told = "a mail asks whether you mean it, and says what would happen"
    return Outcome(told, mailed=True, asks=True)


def below(*sections: str) -> Outcome:
    """The outcome of a line that asks for a longer text."""
    return Outcome("see below", sections)
