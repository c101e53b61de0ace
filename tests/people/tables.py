"""The positions in which letters arrive, and letters as mail programs send them.

A position is reached once: a match record is taken over, forked at a turn and played on. Each letter then comes to an
office of its own with a copy of that database, so that no letter knows of another.
"""

from __future__ import annotations

import functools
import html
import zlib
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from pbem.play.record import Record
from pbem.server.admin import host
from tests.server.office import Mail, Office

RECORDS = Path(__file__).parent / "records"
PLAYERS = {1: "Ann", 2: "Ben"}
POSITIONS = {
    "dodgeball": (("16#4",), ()),
    "toxic-gnome": (("5#2",), ()),
    "toxic-start": (("5#1",), ()),
    "gnomeball": (("6#2",), ()),
    "slargeball": (("7#1",), ("me: done", "other: done")),
    "elfball": (("8#4",), ()),
    "three": (("16#4", "6#2", "8#4"), ()),
}
"""The matches and turns that each position is forked at, and what the first seat and the other one play then."""

STYLES = ("gmail", "apple", "outlook", "thunderbird", "german", "html", "none")


class State(Struct, frozen=True):
    """What of a match is some player's own doing."""

    rows: tuple[str, ...]
    queue: tuple[str, ...]
    draw: bool
    status: str
    result: str

    def doing(self, before: State) -> str:
        """What has been done since, for a report."""
        if new := [row for row in self.rows if row not in before.rows]:
            return "; ".join(new)
        if len(self.rows) != len(before.rows):
            return "taken back" if len(self.rows) < len(before.rows) else f"{self.rows[-1]} again"
        if self.queue != before.queue:
            return f"queued: {'; '.join(self.queue)}"
        return f"{self.status} {self.result}".strip() if self.status != before.status else "a draw offered"


class Answer(NamedTuple):
    """What came of a letter: the mails to its writer, and those to the opponent."""

    mine: list[Mail]
    others: list[Mail]


class Seated:
    """A writer at a table: an office that nobody else writes to, and what came last."""

    def __init__(self, table: Table) -> None:
        self.office = Office()
        table.office.store.db.conn.backup(self.office.store.db.conn)
        self.office.letters, self.office.seen = table.office.letters, table.office.seen
        self.office.written = dict(table.office.written)
        self.table = table
        self.newest = table.newest

    def fill(self, text: str) -> str:
        """A letter with the names of the players and the numbers of the matches."""
        table = self.table
        filled = text.replace("{me}", table.me).replace("{other}", table.other)
        for index, match in enumerate(table.matches):
            filled = filled.replace(f"{{match{index + 1 if index else ''}}}", str(match))
        return filled

    def reply(self, body: str, style: str = "none", *, subject: str | None = None) -> Answer:
        """Answer the newest mail of the match; with a subject, write a new letter instead."""
        send(self.office, self.table.me, body, None if subject is not None else self.newest, style, subject)
        mails = self.office.mails()
        mine = [mail for to, mail in mails if to == address(self.table.me)]
        self.newest = mine[-1] if mine else self.newest
        return Answer(mine, [mail for to, mail in mails if to == address(self.table.other)])

    def state(self) -> State:
        """What has become of the matches, as far as it is the writer's doing."""
        rows: list[str] = []
        queue: list[str] = []
        draws, statuses, results = [], [], []
        for match in self.table.matches:
            row = self.office.store.matches.find(match)
            assert row is not None
            seats = self.office.store.matches.seats(match)
            seat = next(seat for seat in seats if seat.handle == self.table.me)
            rows += [
                each.text
                for each in self.office.log(match)
                if each.kind in ("answer", "edit", "heard")
                and each.seat == seat.seat
                and each.by not in ("auto", "deadline")
            ]
            queue += seat.queue
            draws += [
                each.seat == seat.seat
                for each in self.office.store.confirmations.of_match(match)
                if each.kind == "draw"
            ]
            statuses.append(row.status)
            results.append(row.result)
        return State(tuple(rows), tuple(queue), any(draws), " ".join(statuses), " ".join(results).strip())


class Table:
    """A position with a writer who is to be heard."""

    def __init__(self, game: str, seat: int, before: tuple[str, ...]) -> None:
        turns, steps = POSITIONS[game]
        self.office = office = Office()
        for name in PLAYERS.values():
            office.register(name)
        begun = [dict(self._fork(turn)) for turn in turns]
        self.me, self.other = PLAYERS[seat], PLAYERS[3 - seat]
        self.matches = sorted(row.id for row in office.store.matches.all("running"))
        newest = {name: begun[0][address(name)] for name in PLAYERS.values()}
        names = {"me": PLAYERS[1], "other": PLAYERS[2]}, {"me": self.me, "other": self.other}
        for named, lines in zip(names, (steps, before), strict=True):
            for line in lines:
                who, _, order = line.partition(": ")
                send(office, named[who], order, newest[named[who]])
                newest.update(
                    (each, mail) for to, mail in office.mails() for each in newest if to == address(each)
                )
        self.newest = newest[self.me]

    def _fork(self, turn: str) -> list[tuple[str, Mail]]:
        """Take a match over and go on from one of its turns; returns the first mails."""
        number, _, _ = turn.partition("#")
        record = Record.from_json((RECORDS / f"{number}.json").read_bytes())
        host.take_over(self.office.app, record)
        self.office.mails()
        send(self.office, PLAYERS[1], f"fork {turn} {PLAYERS[2]}")
        (invitation,) = [mail for _, mail in self.office.mails() if mail.kind == "challenge"]
        send(self.office, PLAYERS[2], "accept", invitation)
        return self.office.mails()


@functools.cache
def table(game: str, seat: int = 1, before: tuple[str, ...] = ()) -> Table:
    """The position of a game that letters arrive in, after these lines of `me` and of the `other`."""
    return Table(game, seat, before)


def address(name: str) -> str:
    """Where somebody writes from."""
    return f"{name.lower()}@example.org"


def style_of(name: str) -> str:
    """One of the ways to quote: the same one for the same letter."""
    return STYLES[zlib.crc32(name.encode()) % len(STYLES)]


def send(
    office: Office,
    name: str,
    body: str,
    mail: Mail | None = None,
    style: str = "none",
    subject: str | None = None,
    ident: str = "",
) -> str:
    """Write a letter, or answer a mail; returns what became of it. `ident` is unique, and begins its Message-ID."""
    letter = EmailMessage(policy=SMTP)
    office.letters += 1
    office.written[address(name)] = office.written.get(address(name), "") + body
    letter["From"] = f"{name} <{address(name)}>"
    letter["To"] = to = mail.reply_to if mail else office.address
    letter["Message-ID"] = f"<{ident or f'letter-{office.letters}'}@example.org>"
    letter["Subject"] = subject or ""
    if mail:
        letter.replace_header("Subject", f"Re: {mail.subject.removeprefix('Re: ')}")
        letter["In-Reply-To"] = letter["References"] = mail.id
    text, rich = quoted(style, body, mail.text, to, mail.subject) if mail else (f"{body}\n", "")
    letter.set_content(text)
    if rich:
        letter.add_alternative(rich, subtype="html")
    return office.deliver(letter.as_bytes(), to=to, return_path=address(name))


def quoted(style: str, body: str, old: str, to: str, subject: str) -> tuple[str, str]:
    """A letter above the mail that it answers, as text and, in one style, as HTML."""
    marked = "\n".join(f"> {line}".rstrip() for line in old.splitlines())
    match style:
        case "none":
            return f"{body}\n", ""
        case "outlook":
            head = f"From: pbem <{to}>\nSent: Thursday, November 26, 2026 1:20 PM\nTo: A Player\nSubject: {subject}"
            return f"{body}\n\n________________________________\n{head}\n\n{old}", ""
        case "below":
            return f"On 26 Nov 2026, at 13:20, pbem <{to}> wrote:\n\n{marked}\n\n{body}\n", ""
        case "thunderbird":
            intro = "On 11/26/26 13:20, pbem wrote:"
        case "apple":
            intro = f"On 26 Nov 2026, at 13:20, pbem <{to}> wrote:\n"
        case "german":
            intro = f"Am Do., 26. Nov. 2026 um 13:20 Uhr schrieb pbem <{to}>:\n"
        case _:
            intro = f"On Thu, Nov 26, 2026 at 1:20 PM pbem <{to}> wrote:\n"
    rich = ""
    if style == "html":
        lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in body.splitlines())
        rich = (
            f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
            f"{html.escape(intro.strip())}<br></div>"
            '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid">'
            f"<pre>{html.escape(old)}</pre></blockquote></div>"
        )
    return f"{body}\n\n{intro}\n{marked}\n", rich
