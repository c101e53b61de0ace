"""The first letters of somebody new, one after another: how many of them are refused.

Each letter goes to a server that knows all those before it. If one is not understood, the newcomer writes what they
have learnt from the answer (`plainly`), as people do, and the story goes on.
"""

import re
from pathlib import Path
from typing import Literal

import msgspec
import yaml
from msgspec import Struct

from tests.people.judging import REFUSED, said_in
from tests.people.tables import Answer, address, send, style_of
from tests.server.office import Mail, Office

STORIES = Path(__file__).parent / "newcomers.yaml"


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A letter of the newcomer, and what is to come of it: all that is named.

    `answered`: these regular expressions are in the answer, which is no refusal. `granted`: they are in the answer,
    which may refuse the line and name the command that grants the wish. `played`: each is in the next one of
    the newcomer's new orders. `registered`: the newcomer is a player. `offered`: a match is offered. `plainly` is
    what the newcomer writes if they are not understood, `after` what others write then.
    """

    letter: str
    answered: list[str] = []
    granted: list[str] = []
    played: list[str] = []
    registered: bool = False
    offered: bool = False
    plainly: str = ""
    after: list[str] = []


class Story(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is new, who is there already, and what they write. The dice of their match follow from `salt`."""

    name: str
    me: str
    others: list[str]
    salt: str
    letters: list[Step]


class Told(Struct, frozen=True):
    """How a letter came out."""

    step: Step
    how: Literal["understood", "after a yes", "refused"]
    answers: list[Mail]


def stories() -> list[Story]:
    """All stories that we have; raises `msgspec.ValidationError`."""
    return msgspec.convert(yaml.safe_load(STORIES.read_text("utf-8")), list[Story])


class Newcomer:
    """Somebody new on a server where the others of a story are players."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.office = Office()
        for name in story.others:
            self.office.register(name)
        self.newest: dict[str, Mail] = {}
        self.written: dict[str, int] = {}

    def tell(self, *, plainly: bool = False) -> list[Told]:
        """Write all letters, each of them after those before it; plainly, as somebody would who knows how."""
        return [self._write(step, plainly) for step in self.story.letters]

    def _write(self, step: Step, plainly: bool) -> Told:
        me, rows = self.story.me, self._rows()
        answer = self._send(me, step.plainly if plainly and step.plainly else step.letter)
        how: Literal["understood", "after a yes", "refused"] = "understood"
        if not self._is_reached(step, rows, answer):
            how = "refused"
            if not (step.answered or step.granted) and answer.mine:
                again = self._send(me, "yes")
                how = "after a yes" if self._is_reached(step, rows, again) else how
            if how == "refused" and step.plainly:
                self._send(me, step.plainly)
        self._salt()
        for line in step.after:
            who, _, order = line.partition(": ")
            self._send(who, order)
        return Told(step, how, answer.mine)

    def _salt(self) -> None:
        """The dice of a match depend on the story alone, not on which letter has offered the match."""
        matches = self.office.store.matches
        for row in matches.all("offered"):
            for seat in matches.seats(row.id):
                if seat.handle == self.story.me:
                    matches.answer_offer(row.id, seat.index, "accepted", self.story.salt)

    def _send(self, name: str, text: str) -> Answer:
        """Answer the newest mail, or write the first letter. Others than the newcomer always write the same ones."""
        newest = self.newest.get(name)
        self.written[name] = self.written.get(name, 0) + 1
        ident = f"{name}-{self.written[name]}"
        send(self.office, name, text, newest, style_of(text) if newest else "none", ident=ident)
        mails = self.office.mails()
        for to, mail in mails:
            self.newest.update(
                (each, mail) for each in (self.story.me, *self.story.others) if address(each) == to
            )
        mine = [mail for to, mail in mails if to == address(self.story.me)]
        return Answer(mine, [mail for to, mail in mails if to != address(self.story.me)])

    def _rows(self) -> list[str]:
        """What the newcomer has ordered so far, in all matches."""
        found = []
        for row in self.office.store.matches.all("running"):
            seats = self.office.store.matches.seats(row.id)
            mine = [seat for seat in seats if seat.handle == self.story.me]
            for seat in mine:
                found += [
                    each.text
                    for each in self.office.log(row.id)
                    if each.seat == seat.seat and each.by == "order"
                ]
                found += seat.queue
        return found

    def _is_reached(self, step: Step, before: list[str], answer: Answer) -> bool:
        said = said_in(answer, step.letter) + " ".join(mail.subject for mail in answer.mine)
        rows = self._rows()
        new = rows[len(before) :]
        return bool(
            answer.mine
            and all(re.search(each, said, re.IGNORECASE) for each in [*step.answered, *step.granted])
            and not (step.answered and REFUSED.search(said))
            and len(new) >= len(step.played)
            and all(re.search(each, line) for each, line in zip(step.played, new, strict=False))
            and (not step.registered or self.office.store.people.named(self.story.me))
            and (not step.offered or list(self.office.store.matches.all("offered")))
        )
