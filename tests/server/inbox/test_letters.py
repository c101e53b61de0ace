"""Letters and what becomes of them: each folder of tests/letters that has a `desk.yaml`.

`in.eml` is the letter as it comes in, `desk.yaml` its outcome:

    case: I2 what is shown
    scene: match                    where it comes in, see SCENES
    settings: {authserv_id: mx}     of the server; From alone proves nothing here
    outcome: dropped                applied, answered, held, quarantined or dropped
    note: in a letter from          why, as the host may read it
    orders: [done]                  what has been played by it
    mails:                          who is written to
      ann@example.org:
        subject: not done           is in the Subject
        says: [...]                 are in the text, white space aside
        not: [...]                  are not

Where a second letter follows the first, it is `in2.eml`, and its outcome stands below `then`. In letters `anntoken`
stands for the token in the reply address of Ann's latest mail, `annboard` for the Message-ID of that mail, before its
`@`; `annoldtoken` and `annoldboard` are those of her first board. Likewise Ben's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pbem.mail.reading import read
from tests.server.office import Mail, Office

LETTERS = Path(__file__).parents[2] / "letters"
FOLDERS = sorted(path.parent for path in LETTERS.glob("*/desk.yaml"))
ANN, BEN = "ann@example.org", "ben@example.org"
Boards = dict[str, list[Mail]]


def strangers(office: Office) -> Boards:
    """Nobody is registered."""
    return {}


def players(office: Office) -> Boards:
    """Ann and Ben are players, without a match; their latest mail is the welcome."""
    return {address: [welcome(office, address)] for address in (ANN, BEN)}


def match(office: Office) -> Boards:
    """Match 1, Dodgeball!, turn 2: Ann is South, has the dice 3 3 3 and is to act; Ben waits."""
    return {address: [board] for address, board in office.begin().items()}


def later(office: Office) -> Boards:
    """The same two turns later: Ann and Ben have each said they are done."""
    boards = match(office)
    for address in (ANN, BEN):
        office.reply(address, boards[address][-1], "done")
        for to, mail in office.mails():
            boards[to].append(mail)
    return boards


def over(office: Office) -> Boards:
    """The same match, which Ben has given up."""
    boards = match(office)
    office.reply(BEN, boards[BEN][-1], "confirm resign")
    for to, mail in office.mails():
        boards[to].append(mail)
    return boards


SCENES = {scene.__name__: scene for scene in (strangers, players, match, later, over)}
STATUSES = {"ignored": "dropped", "duplicate": "dropped", "held": "held", "failed": "quarantined"}


class Told(msgspec.Struct, forbid_unknown_fields=True, rename={"unsaid": "not"}):
    """What a mail says."""

    subject: str = ""
    says: list[str] = []
    unsaid: list[str] = []


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """A desk.yaml, or what stands below its `then`."""

    outcome: str
    case: str = ""
    scene: str = "match"
    settings: dict[str, Any] = {}
    note: str = ""
    orders: list[str] = []
    mails: dict[str, Told] = {}
    then: Expected | None = None


def welcome(office: Office, address: str) -> Mail:
    name = address.partition("@")[0].capitalize()
    office.write(address, f"register {name}")
    office.reply(address, office.mail_to(address), "yes")
    return office.mail_to(address)


def filled(raw: bytes, boards: Boards) -> bytes:
    """The letter with real tokens and ids."""
    for address, mails in boards.items():
        name = address.partition("@")[0]
        for word, mail in ((f"{name}old", mails[0]), (name, mails[-1])):
            token = mail.reply_to.partition("+")[2].partition("@")[0]
            raw = raw.replace(f"{word}token".encode(), token.encode())
            raw = raw.replace(f"{word}TOKEN".encode(), token.upper().encode())
            raw = raw.replace(f"{word}board".encode(), mail.id.strip("<>").partition("@")[0].encode())
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def world(office: Office) -> list[object]:
    """All that a letter may change, beside what is known of the letters themselves."""
    seen: list[object] = [*office.store.people.all(), *office.store.matches.all()]
    for row in office.store.matches.all():
        seen += [
            office.log(row.id),
            [(seat.handle, seat.status) for seat in office.store.matches.seats(row.id)],
        ]
        if row.status == "running":
            match = office.find_match(row.id).match
            seen += [match.queues, match.state, office.find_match(row.id).questions]
    return seen


def handled(office: Office, boards: Boards, letter: Path, expected: Expected) -> None:
    """Hand a letter over, and compare what becomes of it."""
    before, rows = world(office), len(office.log()) if office.store.matches.all() else 0
    status = office.deliver(filled(letter.read_bytes(), boards))
    inbox = office.store.post.inbox(None, 1)[0]
    applied = world(office) != before
    outcome = STATUSES.get(status) or ("applied" if applied else "answered")
    assert (outcome, expected.note in inbox.note) == (expected.outcome, True), inbox.note
    assert applied == (outcome == "applied"), "only what is applied changes anything"
    if outcome in ("dropped", "quarantined"):
        assert inbox.note or status == "duplicate"
    answers = [row.text for row in office.log()[rows:] if row.kind == "answer"] if rows else []
    assert answers == expected.orders
    mails = office.mails()
    assert sorted(to for to, _ in mails) == sorted(expected.mails)
    for to, mail in mails:
        told = expected.mails[to]
        assert told.subject in mail.subject
        for text in told.says:
            assert text in mail.flat
        for text in told.unsaid:
            assert filled(text.encode(), boards).decode() not in mail.flat


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_letter(folder: Path) -> None:
    expected = msgspec.convert(yaml.safe_load((folder / "desk.yaml").read_text("utf-8")), Expected)
    assert expected.case, "a case says which line of the list it is"
    office = Office()
    boards = SCENES[expected.scene](office)
    office.mails()
    office.configure(
        msgspec.convert(
            {**msgspec.to_builtins(office.config), "believe_from": False, **expected.settings},
            type(office.config),
        )
    )
    handled(office, boards, folder / "in.eml", expected)
    if expected.then is not None:
        handled(office, boards, folder / "in2.eml", expected.then)


def test_every_letter_comes_to_exactly_one_end() -> None:
    """Also those whose reading alone is tested: nothing is changed that is not applied, nobody else is written to."""
    office = Office(believe_from=False)
    office.register("Alice")
    office.mails()
    for path in sorted(LETTERS.glob("*/in*.eml")):
        before = world(office)
        status = office.deliver(path.read_bytes())
        inbox = office.store.post.inbox(None, 1)[0]
        assert inbox.status == status
        assert status in ("done", "held", "duplicate") or inbox.note
        assert world(office) == before
        letter = read(path.read_bytes(), return_path="x@example.org", domain="play.example")
        assert {to for to, _ in office.mails()} <= ({letter.sender} if letter.kind == "human" else set())
