"""Who wrote a letter that came out of a mailbox, with reply addresses of account+token, and without."""

from typing import Any

import pytest
from msgspec import structs

from pbem.mail.tasks import read_here
from pbem.mail.tokens import Token
from pbem.server.core.config import Given
from pbem.server.core.letter_tasks import task_of
from pbem.store.rows import Incoming
from tests.server.office import Mail, Office, steps

ACCOUNT = "our.games@provider.example"
ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
PASS = "Authentication-Results: mx7.provider.example; dmarc=pass header.from=example.org"


def office(**mailbox: Any) -> Office:
    """A server whose letters come out of a mailbox."""
    table = {
        "address": ACCOUNT,
        "imap": "imap.provider.example:993",
        "smtp": "smtp.provider.example:465",
        "authserv_id": "mx*.provider.example",
        "received": 2,
        **mailbox,
    }
    return Office(**structs.asdict(Given({"mailbox": table}, {}).config()))


def fetched(office: Office, raw: bytes) -> str:
    """What became of a letter that had no envelope."""
    incoming = Incoming(0, office.time, "x@example.org", (), raw, "new", 0, "")
    with office.store.transaction():
        number = office.store.post.receive(raw, "x@example.org", (), office.time)
        incoming = structs.replace(incoming, id=number)
        return office.app.handler.handle(incoming, read_here(task_of(office.config, incoming)))


def answer(
    office: Office,
    sender: str,
    mail: Mail,
    body: str,
    *headers: str,
    to: str = "",
    thread: bool = True,
) -> str:
    """Answer a mail as its Reply-To says, unless it goes elsewhere."""
    ids = (f"In-Reply-To: {mail.id}", f"References: {mail.header('References')} {mail.id}") if thread else ()
    return fetched(office, office.raw(sender, body, to=to or mail.reply_to, headers=(*headers, *ids)))


def join(office: Office, name: str) -> Mail:
    """Make a player by mail alone; the welcome."""
    address = f"{name.lower()}@example.org"
    fetched(office, office.raw(address, f"register {name}"))
    assert answer(office, address, office.mail_to(address), "yes") == "done"
    return office.mail_to(address)


def challenged(office: Office) -> Mail:
    """Ann has challenged Ben by an answer to her welcome; Ben's invitation."""
    welcome = join(office, "Ann")
    join(office, "Ben")
    assert answer(office, ANN, welcome, "challenge dodgeball ben pawns=3 placement=fixed", PASS) == "done"
    return office.mail_to(BEN)


# With reply addresses.


def test_mails_are_from_the_account_and_answered_to_the_token() -> None:
    """The signed id stands a second time in References, where it survives a provider that replaces it."""
    strict = office()
    invitation = challenged(strict)
    assert invitation.header("From") == f'"our.games match 1" <{ACCOUNT}>'
    assert invitation.reply_to.startswith("our.games+")
    assert invitation.header("References").split()[-1] == invitation.id
    assert "List-Post" not in invitation.message
    assert answer(strict, BEN, invitation, "accept") == "done"
    assert strict.find_match().number == 1


@pytest.mark.parametrize(
    "field",
    [
        "Delivered-To: {}",
        "X-Delivered-To: {}",
        "Envelope-To: {}",
        "X-Envelope-To: <{}>",
        "X-Original-To: {}",
        "X-Forwarded-To: {}",
        "Cc: Game <{}>",
        "Received: from mx.example.org (mx [192.0.2.1]) by x for <{}>; Mon, 26 Oct 2026 10:00:00 +0000",
    ],
)
def test_the_token_is_found_wherever_a_provider_keeps_it(field: str) -> None:
    strict = office()
    invitation = challenged(strict)
    place = field.format(invitation.reply_to)
    assert answer(strict, BEN, invitation, "accept", place, to=ACCOUNT, thread=False) == "done"
    assert strict.find_match().number == 1


def test_who_is_asked_to_answer_all_plays_once() -> None:
    """The letter comes twice, with the token in both copies or in one."""
    strict = office()
    invitation = challenged(strict)
    raw = strict.raw(BEN, "accept", to=f"{invitation.reply_to}, {ACCOUNT}")
    assert fetched(strict, b"Delivered-To: " + ACCOUNT.encode() + b"\r\n" + raw) == "done"
    assert fetched(strict, b"Delivered-To: " + invitation.reply_to.encode() + b"\r\n" + raw) == "duplicate"


def test_two_different_tokens_are_asked_about() -> None:
    """No envelope tells which of them was meant."""
    strict = office()
    invitation = challenged(strict)
    own = strict.app.signer.address(Token("player", 2, 0))
    both = f"{invitation.reply_to}, {own}"
    assert answer(strict, BEN, invitation, "accept", to=both) == "held"
    assert strict.mail_to(BEN).kind == "held"


def test_a_token_from_somebody_else_does_nothing() -> None:
    strict = office()
    invitation = challenged(strict)
    assert answer(strict, EVE, invitation, "accept", PASS) == "ignored"


def test_neighbours_at_the_same_provider_are_people() -> None:
    """Only the account itself is us."""
    strict = office()
    assert fetched(strict, strict.raw("our.games-fan@provider.example", "register Fan")) == "done"
    assert fetched(strict, strict.raw(ACCOUNT, "help")) == "ignored"


# Without them.


def test_without_plus_the_thread_tells_what_is_answered() -> None:
    """Registration by the thread alone; orders need a pass of the provider, too."""
    strict = office(plus=False)
    invitation = challenged(strict)
    assert invitation.reply_to == ACCOUNT
    assert invitation.header("List-Unsubscribe") == ""
    assert answer(strict, BEN, invitation, "accept", PASS) == "done"
    assert strict.find_match().number == 1


@pytest.mark.parametrize(
    "headers",
    [
        (),
        ("Authentication-Results: mx7.provider.example; dmarc=fail header.from=example.org",),
        ("Authentication-Results: elsewhere.example; dmarc=pass header.from=example.org",),
        (PASS, "Authentication-Results: mx8.provider.example; dmarc=fail header.from=example.org"),
        ("Received: from a by b", "Received: from c by d", PASS),  # forged, lower down
    ],
)
def test_p30_without_a_pass_of_the_provider_a_player_is_asked(headers: tuple[str, ...]) -> None:
    strict = office(plus=False)
    invitation = challenged(strict)
    assert answer(strict, BEN, invitation, "accept", *headers) == "held"
    question = strict.mail_to(BEN)
    assert answer(strict, BEN, question, "yes") == "done"
    assert strict.find_match().number == 1


def test_without_plus_and_outside_the_thread_nothing_is_known_of_the_match() -> None:
    """Neither a token in the text nor one in the Subject counts."""
    strict = office(plus=False)
    invitation = challenged(strict)
    token = strict.app.signer.address(Token("seat", 1, 1, 0, 0))
    assert answer(strict, BEN, invitation, f"accept\n\n{token}", to=ACCOUNT, thread=False) == "held"


def test_a_stranger_in_the_thread_does_nothing() -> None:
    strict = office(plus=False)
    invitation = challenged(strict)
    answer(strict, EVE, invitation, "accept", PASS)
    (match,) = strict.store.matches.all()
    assert match.status == "offered"


# Bounces.


def bounce(mail: Mail, recipient: str, status: str, said: str, field: str = "Message-ID") -> bytes:
    return f"""\
Return-Path: <>
From: mailer-daemon@provider.example
To: {ACCOUNT}
Subject: undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; {recipient}
Action: failed
Status: {status}
Diagnostic-Code: smtp; {said}

--b
Content-Type: text/rfc822-headers

{field}: {mail.id}
--b--
""".replace("\n", "\r\n").encode()


def returned(office: Office, raw: bytes) -> tuple[str, str]:
    number = office.store.post.receive(raw, "", (), office.time)
    incoming = office.store.post.incoming(number)
    assert incoming is not None
    with office.store.transaction():
        status = office.app.handler.handle(incoming, read_here(task_of(office.config, incoming)))
    row = office.store.post.incoming(number)
    assert row is not None
    return status, row.note


@pytest.mark.parametrize("field", ["Message-ID", "X-Microsoft-Original-Message-ID"])
def test_p29_a_bounce_with_our_id_and_its_recipient_counts(field: str) -> None:
    strict = office()
    invitation = challenged(strict)
    gone = bounce(invitation, BEN, "5.1.1", "550 5.1.1 no such user", field)
    assert returned(strict, gone)[0] == "ignored"
    assert [each.weight for each in strict.store.people.bounces(2)] == [1.0]


@pytest.mark.parametrize("recipient", [ANN, EVE])
def test_p29_a_bounce_of_somebody_else_does_not(recipient: str) -> None:
    strict = office()
    invitation = challenged(strict)
    returned(strict, bounce(invitation, recipient, "5.1.1", "550 5.1.1 no such user"))
    assert strict.store.people.bounces(1) == strict.store.people.bounces(2) == []


def test_p29_a_notice_of_a_limit_marks_no_player() -> None:
    """All mail waits, and the letter goes out again; a forged notice can do that once a day."""
    strict = office()
    invitation = challenged(strict)
    row = strict.store.post.latest_of([invitation.id], [BEN])
    assert row is not None
    strict.store.post.delivered(row.id, "sent", "250 ok", now=strict.time)
    notice = bounce(invitation, BEN, "5.4.5", "550 5.4.5 Daily user sending limit exceeded")
    assert "a limit of the provider" in returned(strict, notice)[1]
    assert strict.store.people.bounces(2) == []
    row = strict.store.post.outgoing(row.id)
    assert row is not None
    assert (row.status, row.due) == ("new", strict.time + 3600)
    assert strict.store.mailboxes.status(ACCOUNT).paused == strict.time + 3600
    strict.time += 7200
    returned(strict, notice)
    assert strict.store.mailboxes.status(ACCOUNT).paused == strict.time - 3600


# Deadlines.


def test_p28_no_deadline_closes_before_a_look_that_began_after_it() -> None:
    """The order may lie in the mailbox."""
    strict = office()
    invitation = challenged(strict)
    answer(strict, BEN, invitation, "accept")
    strict.mails()
    asked = next(row for row in strict.find_match().seats if row.due is not None)
    assert asked.due is not None
    strict.store.mailboxes.note_sync(ACCOUNT, asked.due - 1)
    strict.time = asked.due + 7200
    assert ("wait", asked.handle) in steps(strict)
    strict.store.mailboxes.note_sync(ACCOUNT, asked.due)
    assert ("nag", asked.handle) in steps(strict)
