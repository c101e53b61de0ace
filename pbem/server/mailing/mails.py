"""What mails tell, as values: a class for each template, with the facts that it reads.

A mail that one service of a server sends has its class beside that service; here are all others. Besides
the fields of its class a template may read `own_address`, `joining`, `game`, `page` and what becomes of a `Body`'s
story and parts (see `pbem.server.mailing.notices`). tests/server/mailing/test_mails.py checks that each class and its
template agree.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec import Struct

from pbem.play.fates import LineResult
from pbem.server.matches.ballots import Ballot
from pbem.store.rows import Note


class Mail(Struct, frozen=True, omit_defaults=True):
    """What a mail tells, for the template `mails/{template}.j2`.

    Mails are stored as JSON, without what is empty, and read by later versions: a field that is added to a class has a
    default.
    """

    template: ClassVar[str]


def all_mails(base: type[Mail] = Mail) -> Iterator[type[Mail]]:
    """The classes of mails that have been imported."""
    for each in base.__subclasses__():
        yield each
        yield from all_mails(each)


def read_mail(template: str, facts: msgspec.Raw) -> Mail:
    """A mail that has been stored. Raises `LookupError` or `msgspec.ValidationError` if no class reads it anymore."""
    return _decoder(template).decode(facts)


@functools.cache
def _decoder(template: str) -> msgspec.json.Decoder[Mail]:
    kind = next((each for each in all_mails() if each.template == template), None)
    if kind is None:
        raise LookupError(f"there is no mail {template!r}")
    return msgspec.json.Decoder(kind)


class Offer(Struct, frozen=True):
    """An open offer of a draw or request for an undo.

    `own`: by the reader, who may play on while their draw offer is open; `due`: the next moment at which the match may
    go on by itself; `what` would be taken back ("" for a draw). `agreed`: the house has agreed to a draw that somebody
    offers; it offers none itself.
    """

    own: bool
    who: str
    due: str
    what: str = ""
    agreed: bool = False


class Happened(Struct, frozen=True, kw_only=True):
    """What has happened in a match, beside the events: headlines, what has been said, the transcript of the reader's
    letter, reports of their queued lines, and other sections."""

    headlines: list[str] = []
    said: list[str] = []
    transcript: list[LineResult] = []
    reports: list[LineResult] = []
    sections: list[str] = []

    def then(self, later: Happened) -> Happened:
        """Both, for one mail. What players did and said is told twice if it happened twice; headlines and sections are
        told once."""
        return Happened(
            headlines=list(dict.fromkeys((*self.headlines, *later.headlines))),
            said=[*self.said, *later.said],
            transcript=[*self.transcript, *later.transcript],
            reports=[*self.reports, *later.reports],
            sections=list(dict.fromkeys((*self.sections, *later.sections))),
        )


class MatchMail(Happened, Mail, frozen=True, kw_only=True):
    """The mail of a match to one of its seats: what has happened, what is asked, and how the match stands.

    What is asked: `lead`, the mail's first sentence, `example`, `how` to answer in general, `ends`, the word that ends
    a draft. `full`: with all explanations; `several`: it is one of several matches in a mail, so that lines need its
    number; `promise`: it is the first mail; `invited`: its reader is asked whether pages may show them.
    """

    template = "match"

    number: int
    title: str
    lead: str
    deadlines: list[str] = []
    stake: str = ""
    example: str = ""
    how: str = ""
    ends: str = ""
    answer: str = ""
    queue: list[str] = []
    kept: list[str] = []
    ballots: list[Ballot] = []
    offers: list[Offer] = []
    notes: list[Note] = []
    ratings: list[str] = []
    rated: bool = True
    commitment: str = ""
    seed: str = ""
    host: str = ""
    promise: bool = False
    invited: bool = False
    over: bool = False
    several: bool = False
    full: bool = False


class ReceiptMail(MatchMail, frozen=True, kw_only=True):
    """The mail of a match that asks its reader nothing."""

    template = "receipt"


class ObservedMail(Mail, frozen=True):
    """A match as those are told who follow it."""

    template = "observed"

    number: int
    seats: list[str]
    headlines: list[str]
    result: str


class AnswerMail(Mail, frozen=True, kw_only=True):
    """The answer to a letter that shows no board.

    `refused` says first of all that something is not done; a plain yes sends the `proposal`, which is all that is asked
    if it only `asks`. It is about `match`, if it is about one. `handle`: its reader's, "" for a stranger, who is told
    how to register unless they have been (`told_how`).
    """

    template = "answer"

    handle: str = ""
    refused: str = ""
    transcript: list[LineResult] = []
    sections: list[str] = []
    proposal: tuple[str, ...] = ()
    asks: bool = False
    match: int | None = None
    told_how: bool = False


class RevokedMail(Mail, frozen=True):
    """A player's earlier reply addresses are void. A command of the host sends it, and so the next one."""

    template = "revoked"


class SelfMail(Mail, frozen=True):
    """A mail to the server itself."""

    template = "self"
