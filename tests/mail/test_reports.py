"""Reports of mail servers, and what each says about an address."""

import base64

import pytest

from pbem.mail.reading import read
from pbem.mail.reports import HARD, NONE, SOFT, Failure, refused
from pbem.mail.reports_in_words import examine

REPORT = """\
From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: pbem-b+x@play.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ann@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--b--
"""


def failure(action: str, status: str, said: str = "") -> Failure | None:
    """What a report in the standard form comes to."""
    raw = REPORT.format(action=action, status=status, said=said).replace("\n", "\r\n").encode()
    return read(raw, domain="play.example", return_path="").failure


def weight(action: str, status: str, said: str = "") -> float:
    found = failure(action, status, said)
    assert found is not None
    return found.weight


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("5.1.1", "550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown"),
        ("5.1.10", ""),
        ("5.2.1", "550 mailbox disabled"),
        ("5.4.4", "host not found"),
        ("5.0.0", "550 no such user"),
        ("5.0.0", "550 5.1.1 no such user"),
        ("5.7.1", "550 5.7.1 <ann@example.org>: Recipient address rejected: User unknown in local table"),
        ("5.1.1", "550 5.1.1 The account does not exist, see our policy at https://mx.example.org"),
        ("5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable"),
        ("5.0.0", "554 delivery error: dd This user doesn't have a yahoo.com account"),
        ("5.5.0", "554 5.5.0 Account has been suspended"),
        ("5.3.0", "553 5.3.0 <ann@example.org>... no such person here"),
        ("5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)"),
        ("5.4.310", "DNS domain example.org does not exist"),
        ("5.0.0", "550 Unrouteable address"),
        ("5.1.1", "550 5.1.1 <antispam@example.org>: rejected"),
    ],
)
def test_i18_a_failure_for_good_counts_in_full(status: str, said: str) -> None:
    assert weight("failed", status, said) == HARD


@pytest.mark.parametrize(
    ("action", "status", "said"),
    [
        ("delayed", "4.4.1", "connect to mx.example.org: Connection timed out"),
        ("delayed", "4.2.2", "mailbox full"),
        ("failed", "4.4.7", "delivery time expired"),
        ("failed", "5.2.2", "552 5.2.2 mailbox full"),
        ("failed", "5.3.0", "system problem"),
        ("Failed (expired)", "4.4.1", ""),
        ("failed", "5.4.7", "554 5.4.7 delivery expired"),
        ("failed", "5.0.0", "550 mailbox is full"),
        ("failed", "5.0.0", "554 The recipient has exceeded their quota"),
        ("failed", "4.2.0", "450 mailbox unavailable"),
    ],
)
def test_i19_what_may_pass_counts_half(action: str, status: str, said: str) -> None:
    assert weight(action, status, said) == SOFT


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("5.7.1", "550 5.7.1 Message rejected as spam"),
        ("5.7.26", "550-5.7.26 This mail is unauthenticated"),
        ("5.0.0", "550 5.7.1 Client host blocked using zen.spamhaus.org"),
        ("5.0.0", "554 Your access to this mail system has been rejected due to poor reputation"),
        ("5.6.0", "unsupported content"),
        ("5.2.3", "message too big for this mailbox"),
        ("5.1.8", "bad sender's system address"),
        ("5.7.1", "550 5.7.1 Sender address rejected: User unknown"),
        ("5.1.0", "550 5.1.0 <pbem-b+x@play.example> sender rejected"),
        (
            "5.0.0",
            "550 OU-001 (COL004) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet"
            " service provider since part of their network is on our block list",
        ),
        ("5.0.0", "553 sorry, your envelope sender domain must exist"),
        ("5.1.1", "550 5.1.1 Message rejected due to content restrictions"),
        ("5.4.14", "554 5.4.14 Hop count exceeded - possible mail loop"),
        ("5.4.6", "554 5.4.6 Too many hops"),
        ("5.1.1", "550 5.1.1 <ann@example.org>: mail for example.org loops back to myself"),
        ("5.0.0", "550 Could not complete sender verify callout"),
        ("5.0.0", "550 Sender verify failed"),
        ("5.0.0", "550 Verification failed for the envelope sender"),
        (
            "5.0.0",
            "550-Requested action not taken: mailbox unavailable 550 invalid DNS MX or A/AAAA resource record",
        ),
        ("5.0.0", "554 Your IP 192.0.2.1 is listed in bl.example"),
        ("5.0.0", "550 Access denied: unauthenticated mail is prohibited here"),
        ("5.0.0", "554 Client host rejected: cannot find your reverse hostname"),
        ("5.0.0", "550 Message size exceeds fixed limit"),
        ("5.0.0", "451 Greylisted, please come back"),
        ("5.0.0", "550 relay not permitted"),
    ],
)
def test_refusals_of_what_a_mail_looks_like_do_not_count(status: str, said: str) -> None:
    assert weight("failed", status, said) == NONE


def test_what_has_not_arrived_is_told_apart_from_a_delay() -> None:
    for action, status, final in (
        ("failed", "5.7.1", True),
        ("failed", "5.2.2", True),
        ("delayed", "4.7.1", False),
    ):
        found = failure(action, status)
        assert found is not None
        assert found.final == final


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded", "deliverable"])
def test_i20_other_reports_are_no_failures(action: str) -> None:
    assert failure(action, "2.0.0") is None


def test_i32_servers_have_other_words_for_a_failure() -> None:
    assert weight("failure", "5.1.1") == HARD
    assert weight("expired", "", "connection timed out") == SOFT


@pytest.mark.parametrize(
    ("kind", "encoded"),
    [("global-delivery-status", False), ("delivery-status", True), ("global-delivery-status", True)],
)
def test_i32_a_status_in_utf_8_or_encoded_is_read(kind: str, encoded: bool) -> None:
    """RFC 6533; the standard library takes neither apart."""
    report = REPORT.format(action="failed", status="5.1.1", said="550 no").replace("rfc822;", "utf-8;")
    report = report.replace("message/delivery-status", f"message/{kind}")
    if encoded:
        head, status, end = report.partition("Reporting-MTA")
        fields, end, rest = (status + end).partition("\n--b")
        coded = base64.encodebytes(fields.encode()).decode()
        report = f"{head[:-1]}Content-Transfer-Encoding: base64\n\n{coded}{end}{rest}"
    letter = read(report.encode(), domain="play.example")
    assert letter.failure == Failure(HARD, "failed 5.1.1 smtp; 550 no", "ann@example.org")


def test_a_report_of_no_action_is_a_failure() -> None:
    letter = read(
        REPORT.format(action="", status="5.1.1", said="").replace("\n", "\r\n").encode(),
        domain="play.example",
    )
    assert letter.kind == "bounce"
    assert letter.failure == Failure(HARD, "failed 5.1.1 smtp;", "ann@example.org")


def test_the_worst_of_several_recipients_counts() -> None:
    two = REPORT.replace(
        "--b--", "Final-Recipient: rfc822; a@example.org\nAction: delayed\nStatus: 4.4.1\n\n--b--"
    )
    raw = two.format(action="failed", status="5.1.1", said="").replace("\n", "\r\n").encode()
    found = read(raw, domain="play.example").failure
    assert found is not None
    assert found.weight == HARD


@pytest.mark.parametrize(
    ("reply", "recipient", "weight"),
    [
        ("550 5.1.1 no such user", True, HARD),
        ("550 no such user", True, HARD),
        ("553 not our customer", True, HARD),
        ("552 mailbox full", True, SOFT),
        ("554 delivery error", True, SOFT),
        ("550 5.7.1 relaying denied", True, NONE),
        ("550 blocked by our policy", True, NONE),
        ("550 5.1.1 no such user", False, HARD),
        ("552 5.2.2 mailbox full", False, SOFT),
        ("550 we do not like your letter", False, NONE),
        ("554 5.7.1 spam", False, NONE),
        ("554 5.3.4 too big", False, NONE),
    ],
)
def test_the_relays_own_refusals(reply: str, recipient: bool, weight: float) -> None:
    """A reply to RCPT is about the address; one to the letter only if it says so."""
    assert refused(reply, recipient=recipient).weight == weight


QMAIL = """\
From: MAILER-DAEMON@mx.example
To: pbem-b+x@play.example
Subject: failure notice

Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
"""


def test_reports_for_people_are_known_too() -> None:
    assert examine(QMAIL.encode()) == Failure(HARD, "permanent failure, in a report of no standard form")


@pytest.mark.parametrize(
    ("line", "weight"),
    [
        ("ann@example.org: 550 5.1.1 no such user", HARD),  # OpenSMTPD
        ("ann@example.org (user not found)", HARD),  # GroupWise
        ("<ann@example.org> ... unknown local user", HARD),
        ("ann@example.org\n550 5.1.1 utilisateur inconnu", HARD),
        ("ann@example.org: 452 4.2.2 Postfach voll", SOFT),
        ("ann@example.org: 554 5.7.1 Werbung", NONE),
    ],
)
def test_i32_a_report_in_words_that_nobody_knows_is_read_by_what_it_quotes(line: str, weight: float) -> None:
    head = "From: MAILER-DAEMON@mx.example\nSubject: Unzustellbar\n\nDie folgende Nachricht kam nicht an:\n\n"
    failure = examine(f"{head}{line}\n".encode())
    assert failure is not None
    assert failure.weight == weight


@pytest.mark.parametrize(
    "text",
    [
        "I am back on 5.11.26, call 550 1234",
        "> 550 5.1.1 no such user",
        "Your mail:\n\nMessage-ID: <x>\n\n550 5.1.1 no such user",
    ],
)
def test_i22_dates_quotes_and_what_has_come_back_are_no_report(text: str) -> None:
    assert examine(f"From: ann@example.org\nSubject: away\n\n{text}\n".encode()) is None


def test_a_report_without_a_from_field_is_read_all_the_same() -> None:
    """flufl.bounce 6.0 raises IndexError then."""
    headless = QMAIL.partition("\n")[2]
    assert examine(headless.encode()) == examine(QMAIL.encode())


@pytest.mark.parametrize("raw", [b"", b"Subject: hello\r\n\r\nI am on holiday.\r\n", b"\0" * 1000])
def test_what_is_no_report_says_nothing(raw: bytes) -> None:
    assert examine(raw) is None
