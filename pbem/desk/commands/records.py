"""Commands for matches as files, and for new matches out of old ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.desk.commands.base import Command
from pbem.desk.commands.words import read_number
from pbem.play.orders import Refused

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

_TURN = re.compile(r"(\d{1,15})?#(\d{1,9})")
_FROM = re.compile(r"(\d{1,15})?(?:#(\d{1,9}))?")


class Export(Command):
    """A match as a file."""

    name = "export"
    also = ("record",)
    usage = ("export NUMBER",)
    summary = "the record of a match that is over, as a file attached to a mail"
    example = "export 12"
    help = (
        "The file holds options, players, every order and every die with its seed. Standing orders are in it only where"
        " nobody could check the match without them. `pbem verify` checks it, docs/dice.md tells how to do that by"
        " hand, and `import` brings it back to a server."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Send it."""
        told = visit.desk.forks.send(visit, read_number(words, f"Write for example: {self.example}"))
        visit.answered_by_mail()
        return told


class Fork(Command):
    """What if."""

    name = "fork"
    also = ("replay",)
    usage = ("fork NUMBER#TURN", "fork NUMBER#TURN NAME ...")
    summary = "offer a new match that begins at a turn of another one"
    example = "fork 12#7 house"
    help = (
        "It is offered to the same players, or to those you name, in the order of their seats; `house` may be one of"
        " them. It is not rated, has dice of its own, and nobody's standing orders or plans come along."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Offer it."""
        found = _FROM.fullmatch(words[0]) if words else None
        if found is None and (words or visit.current is None):
            raise Refused(f"From which turn of which match? For example: {self.example}")
        if found is not None and found[1]:
            table = visit.desk.tables.load(int(found[1]))
            if table is None:
                raise Refused(f"There is no match {found[1]} that has begun")
        else:
            table = visit.table()
        turn = int(found[2]) - 1 if found is not None and found[2] else None
        return visit.desk.forks.fork(visit, table, turn, words[1:])


class Import(Command):
    """A match out of a file."""

    name = "import"
    usage = ("import #TURN NAME ...",)
    summary = "offer a new match that begins at a turn of a record, which is attached to your letter"
    example = "import #7 ben"
    help = (
        "Attach the file that `export` has sent, of this server or another one. It is checked from its first order to"
        " its last die; the record of a fork is taken only by the server that has sent it. You have your old seat if"
        " your name stands in the record, else the first one; name the other players in the order of their seats,"
        " `house` among them if you like. The match is not rated. One import in a letter, ten a day."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Offer it."""
        found = _TURN.fullmatch(words[0]) if words else None
        if found is None or found[1]:
            raise Refused(f"From which turn of the record? For example: {self.example}")
        if not visit.letter.file:
            raise Refused("No record is attached to your letter; it is a file whose name ends in .json")
        return visit.desk.forks.bring(visit, visit.letter.file, int(found[2]) - 1, words[1:])
