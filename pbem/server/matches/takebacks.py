"""Deciding on takebacks: a letter is taken back at once, or the others are asked. `rewind` carries it out."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from pbem.play.orders import Refused
from pbem.store.rows import Confirmation

Step: TypeAlias = Literal["empty the queue", "take back", "ask"]
"""What an undo does."""


class Cut(Struct, frozen=True):
    """What is asked about: to take back everything from letter `batch` on; `what` describes it for players."""

    batch: int
    what: str

    @classmethod
    def of(cls, question: Confirmation) -> Cut:
        """What a question is about."""
        return msgspec.json.decode(question.about, type=cls)


class Situation(Struct, frozen=True):
    """The facts on which an undo is decided.

    `waiting`: the seat has lines in its queue; `queued`: its last letter has only put lines there; `written`: there is
    a letter of its own that did more; `acted`: since then others have done something that everybody knows of; `free`:
    it has learned nothing by that letter, and nobody knows of it. `others` are the people who would be asked, `asking`
    is the title of another seat that has asked already.
    """

    waiting: bool = False
    queued: bool = False
    written: bool = True
    acted: bool = False
    free: bool = False
    others: tuple[str, ...] = ()
    asking: str = ""


def decide(situation: Situation) -> Step:
    """Decide what an undo does. Raises `Refused`."""
    if situation.queued or (situation.waiting and (situation.acted or not situation.written)):
        return "empty the queue"  # what was sent since is only queued
    if not situation.written:
        raise Refused("You have done nothing that can be taken back")
    if situation.free or not situation.others:
        return "take back"
    if situation.asking:
        raise Refused(
            f"{situation.asking} has asked to take something back. Answer that first: accept undo, or decline undo"
        )
    return "ask"
