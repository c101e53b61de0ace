"""Mail that comes back: counted, acted upon, and found again."""

import asyncio

import pytest

from pbem.mail.delivery import Outcome
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.admin import acts, host
from pbem.server.core.config import Bounces
from pbem.server.ops.reminders import run_reminders
from pbem.server.people import bounces
from pbem.store.rows import Outgoing, Player
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"
HOUR, DAY = 3600, 86_400
REPORT = """\
From: MAILER-DAEMON@mx.example
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--b--
"""


def last_to(office: Office, address: str) -> Outgoing:
    """The last letter that went out to an address."""
    return next(row for row in office.store.post.outbox(None, 100) if row.recipient == address)


def bounce(
    office: Office,
    address: str,
    *,
    action: str = "failed",
    status: str = "5.1.1",
    said: str = "no such user",
    letter: Outgoing | None = None,
    sender: str = "",
) -> str:
    """A report about the last letter to an address comes in at its bounce address."""
    sent = letter or last_to(office, address)
    to = office.app.signer.bounce_address(Token("bounce", sent.id))
    text = REPORT.format(to=to, address=address, action=action, status=status, said=said)
    return office.deliver(text.replace("\n", "\r\n").encode(), to=to, return_path=sender)


def player(office: Office, address: str) -> Player:
    """A player by their address."""
    found = office.store.people.at(address)
    assert found is not None
    return found


def lose(office: Office, address: str) -> None:
    """Three bounces on three days."""
    for _ in range(3):
        bounce(office, address)
        office.time += DAY


def minutes_left(office: Office, address: str) -> int | None:
    seat = next(seat for seat in office.find_match().seats if seat.address == address)
    return None if seat.due is None else (seat.due - office.time) // 60


# What counts.


def test_i18_a_failure_for_good_counts_once_a_day(office: Office) -> None:
    office.begin()
    for _ in range(5):
        assert bounce(office, ANN) == "ignored"
    assert office.mails() == []
    assert [(each.weight, each.note) for each in office.store.people.bounces(player(office, ANN).id)] == [
        (1.0, "failed 5.1.1 smtp; no such user")
    ]
    assert "bounce of letter" in office.store.post.inbox(None, 1)[0].note


def test_i19_a_delay_counts_half_and_the_worst_of_a_day(office: Office) -> None:
    office.begin()
    bounce(office, ANN, action="delayed", status="4.4.1")
    assert office.app.bounces.score(player(office, ANN)) == 0.5
    bounce(office, ANN)
    bounce(office, ANN, action="delayed", status="4.4.1")
    assert office.app.bounces.score(player(office, ANN)) == 1


def test_refusals_as_spam_do_not_count(office: Office) -> None:
    office.begin()
    for _ in range(9):
        bounce(office, ANN, status="5.7.1", said="550 5.7.1 looks like spam")
        office.time += DAY
    assert office.app.bounces.score(player(office, ANN)) == 0
    assert player(office, ANN).unreachable is None


def test_what_is_long_ago_counts_no_more(office: Office) -> None:
    office.begin()
    for _ in range(6):
        bounce(office, ANN)
        office.time += 16 * DAY
    assert player(office, ANN).unreachable is None


def test_i21_a_forged_report_is_ignored_without_a_valid_address(office: Office) -> None:
    office.begin()
    text = REPORT.format(to="x", address=ANN, action="failed", status="5.1.1", said="").replace("\n", "\r\n")
    for to in ("pbem@play.example", "pbem-b+aaaaaaaaaaaaaaaaaaaa@play.example"):
        assert office.deliver(text.encode(), to=to, return_path="") == "ignored"
    assert office.store.people.bounces(player(office, ANN).id) == []


def test_i21_the_address_must_be_that_of_the_envelope(office: Office) -> None:
    """A bounce address that only stands in To has been copied from somewhere."""
    office.begin()
    to = office.app.signer.bounce_address(Token("bounce", last_to(office, ANN).id))
    text = REPORT.format(to=to, address=ANN, action="failed", status="5.1.1", said="").replace("\n", "\r\n")
    assert office.deliver(text.encode(), return_path="") == "ignored"
    assert office.store.people.bounces(player(office, ANN).id) == []


def test_i22_a_human_who_quotes_a_report_is_answered(office: Office) -> None:
    office.begin()
    quoted = "list\n\n> This is a permanent error. User unknown: ben@example.org\n> Action: failed"
    assert office.write(ANN, quoted) == "done"
    assert "YOUR MATCHES" in office.mail_to(ANN).text


def test_a_report_in_no_standard_form_counts_where_it_says_something(office: Office) -> None:
    """At the address of one letter; one that nobody understands says nothing."""
    office.begin()
    to = office.app.signer.bounce_address(Token("bounce", last_to(office, ANN).id))
    head = b"From: mailer-daemon@mx.example\r\nSubject: failure\r\n\r\n"
    office.deliver(head + b"no such user, I am afraid\r\n", to=to, return_path="")
    assert office.app.bounces.score(player(office, ANN)) == 0
    told = b"Hi. This is the qmail-send program at mx.example.\r\n\r\n<ann@example.org>:\r\nNo mailbox. (#5.1.1)\r\n"
    office.deliver(head + told, return_path="")
    assert office.app.bounces.score(player(office, ANN)) == 0
    office.deliver(head + told, to=to, return_path="")
    assert office.app.bounces.score(player(office, ANN)) == 1


def test_a_notice_of_absence_at_a_bounce_address_says_nothing(office: Office) -> None:
    """Many a notice goes to the envelope sender: the mailbox is well."""
    office.begin()
    to = office.app.signer.bounce_address(Token("bounce", last_to(office, ANN).id))
    raw = office.raw(
        ANN, "I am on holiday.", subject="Out of office", headers=["Auto-Submitted: auto-replied"]
    )
    assert office.deliver(raw, to=to) == "ignored"
    assert office.store.people.bounces(player(office, ANN).id) == []
    assert office.mails() == []


def test_bounces_of_an_address_that_is_no_more_a_players_do_not_count(office: Office) -> None:
    office.begin()
    send(office)
    old = last_to(office, ANN)
    host.move_player(office.app, "ann", "ann@work.example")
    bounce(office, ANN, letter=old)
    assert office.store.people.bounces(player(office, ANN).id) == []
    stranger = "eve@example.org"
    office.write(stranger, "help")
    bounce(office, stranger)
    assert "nobody waits for" in office.store.post.inbox(None, 1)[0].note


IN_WORDS = """\
From: {sender}
To: {to}
Subject: {subject}
{mark}

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ann@example.org
    SMTP error from remote mail server after RCPT TO:<ann@example.org>:
    550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------
"""


@pytest.mark.parametrize(
    ("sender", "mark"),
    [
        ("Mail Delivery System <Mailer-Daemon@mx.example>", "Auto-Submitted: auto-replied"),
        ("Mail Delivery System <mds@mx.example>", "Precedence: bulk"),
        ("Mail Delivery System <mds@mx.example>", "List-Id: <players.example>"),
        ("Mail Delivery System <mds@mx.example>", "Content-Type: multipart/report; boundary=missing"),
        ("Mail Delivery System <mds@mx.example>", "Content-Type: multipart/report"),
    ],
)
def test_i32_a_bounce_counts_whatever_it_calls_itself(office: Office, sender: str, mark: str) -> None:
    """With a null envelope sender, at a bounce address, whatever Auto-Submitted, Precedence and List fields say."""
    office.begin()
    to = office.app.signer.bounce_address(Token("bounce", last_to(office, ANN).id))
    text = IN_WORDS.format(sender=sender, to=to, subject="Mail delivery failed", mark=mark)
    assert office.deliver(text.replace("\n", "\r\n").encode(), to=to, return_path="") == "ignored"
    assert office.app.bounces.score(player(office, ANN)) == 1


RETURNED = REPORT.replace(
    "--b--",
    "--b\nContent-Type: {form}\n\nFrom: pbem@play.example\nMessage-ID: {id}\nSubject: your turn\n\n--b--",
)


def come_back(office: Office, *, address: str = ANN, name: str = "", form: str = "message/rfc822") -> str:
    """A report comes to the server's own address, with a header of what could not be delivered."""
    text = RETURNED.format(
        to=office.address,
        address=address,
        action="failed",
        status="5.1.1",
        said="no such user",
        form=form,
        id=name or last_to(office, ANN).message_id,
    )
    return office.deliver(text.replace("\n", "\r\n").encode(), return_path="")


@pytest.mark.parametrize("form", ["message/rfc822", "text/rfc822-headers"])
def test_i34_a_bounce_whose_address_was_lost_counts_by_what_it_returns(office: Office, form: str) -> None:
    """The Message-ID is one that we signed, and the Final-Recipient the address that letter went to."""
    office.begin()
    assert come_back(office, form=form) == "ignored"
    assert office.app.bounces.score(player(office, ANN)) == 1


def test_i34_a_made_up_bounce_counts_for_nothing(office: Office) -> None:
    """Another recipient, a Message-ID that is none of ours, or one that only the report itself mentions."""
    office.begin()
    come_back(office, address=BEN)
    come_back(office, name="<match.1.00000000000000000000@play.example>")
    text = REPORT.format(to=office.address, address=ANN, action="failed", status="5.1.1", said="no such user")
    named = f"References: {last_to(office, ANN).message_id}\n{text}"
    office.deliver(named.replace("\n", "\r\n").encode(), return_path="")
    for address in (ANN, BEN):
        assert office.store.people.bounces(player(office, address).id) == []


@pytest.mark.parametrize(
    ("sender", "subject"),
    [
        ("postmaster@example.org", "hello"),
        ("no-reply@example.org", "Your order has been shipped"),
        ("post_master@example.org", "Re: your turn"),
        ("list-bounces@example.org", "confirmation"),
        ("imss@example.org", "Mail could not be delivered"),
        ("ndr@example.org", "Undeliverable: your turn"),
    ],
)
def test_i33_a_machine_without_a_mark_is_neither_obeyed_nor_answered(
    office: Office, sender: str, subject: str
) -> None:
    """Known by an address under which nobody reads, or by the Subject of a report in which nothing can be obeyed."""
    assert office.write(sender, "The message was not delivered.", subject=subject) == "ignored"
    assert office.mails() == []


# The relay says so itself.


class Refusing:
    """A way out that answers as it is told, by address."""

    def __init__(self, **outcomes: Outcome) -> None:
        self.outcomes = outcomes
        self.taken: list[str] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        self.taken.append(to)
        return self.outcomes.get(to.partition("@")[0], Outcome("sent", "250 fine"))

    async def close(self) -> None:
        """Nothing to close."""


def send(office: Office, **outcomes: Outcome) -> list[str]:
    way = Refusing(**outcomes)
    asyncio.run(office.worker(way).deliver_due())
    return way.taken


def test_a_refusal_at_submission_counts_as_a_bounce(office: Office) -> None:
    office.begin()
    send(office, ann=Outcome("failed", "550 5.1.1 no such user", "recipient"))
    assert office.app.bounces.score(player(office, ANN)) == 1
    assert office.app.bounces.score(player(office, BEN)) == 0


def test_a_refusal_of_the_letter_or_of_us_does_not(office: Office) -> None:
    office.begin()
    send(office, ann=Outcome("failed", "554 5.7.1 spam", "letter"))
    assert office.app.bounces.score(player(office, ANN)) == 0


def test_a_relay_that_is_away_for_days_speaks_against_nobody_but_alarms_the_host() -> None:
    office = Office(host="host@example.org")
    office.register("Ann")
    send(office)
    office.write(ANN, "list")
    for _ in range(30):
        send(office, ann=Outcome("later", "SMTPConnectError: nobody there", "way"))
        office.time += 8 * HOUR
    assert last_to(office, ANN).status == "failed"
    assert office.store.people.bounces(player(office, ANN).id) == []
    alarms = [mail for to, mail in office.mails() if to == "host@example.org"]
    assert "is given up, because the relay could not be reached" in alarms[0].flat


# Lost.


def test_three_days_of_bounces_stop_the_clock_and_the_others_are_told(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=7d")
    mover = office.asked()
    other = office.other(mover)
    office.mails()
    for _ in range(2):
        bounce(office, mover)
        office.time += DAY
    assert office.mails() == []
    assert minutes_left(office, mover) == 5 * 24 * 60
    bounce(office, mover)
    assert player(office, mover).unreachable == office.time
    handle = player(office, mover).handle
    told = office.mail_to(other)
    assert f"Mail to {handle} comes back. Until that is fixed, the clock of {handle} is stopped," in told.flat
    assert minutes_left(office, mover) == (5 + 30) * 24 * 60
    office.time += 20 * DAY
    assert [step.what for step in run_reminders(office.app)] == ["probe"]


def test_while_a_player_is_lost_mail_to_them_waits(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    other = office.other(mover)
    lose(office, other)
    office.mails()
    assert office.reply(mover, boards[mover], "done") == "done"
    assert office.reply(mover, dict(office.mails())[mover], "say Are you there?") == "done"
    held = office.store.post.outbox("held", 10)
    assert {row.recipient for row in held} == {other}
    assert send(office).count(other) == 0


def test_a_challenge_waits_too(office: Office) -> None:
    office.begin()
    lose(office, BEN)
    office.write(ANN, "challenge dodgeball ben")
    assert {row.kind for row in office.store.post.outbox("held", 10)} >= {"challenge"}


def test_nobody_is_late_whose_mail_came_back_since_they_were_asked(office: Office) -> None:
    """Three days a move are too few for three bounces: then the deadline itself finds them unreachable."""
    office.begin("pawns=3 placement=fixed pace=3d policy=forfeit")
    mover = office.asked()
    bounce(office, mover)
    office.time += 3 * DAY
    assert "unreachable" in {step.what for step in run_reminders(office.app)}
    assert not office.find_match().match.over
    assert minutes_left(office, mover) == 30 * 24 * 60
    assert player(office, mover).unreachable == office.time
    assert run_reminders(office.app) == []
    office.time += DAY
    host.reach_player(office.app, player(office, mover).handle)
    assert minutes_left(office, mover) == 3 * 24 * 60  # they could not know that they were asked


def test_who_is_late_with_a_good_mailbox_is_late(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=3d policy=forfeit")
    mover = office.asked()
    bounce(office, mover, action="delayed", status="4.4.1")
    office.time += 3 * DAY
    run_reminders(office.app)
    assert office.find_match().match.over


SPAM = "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org"


@pytest.mark.parametrize(
    ("status", "said"), [("5.7.1", SPAM), ("5.2.2", "mailbox full"), ("5.6.0", "no HTML")]
)
def test_i32_nobody_is_late_whose_question_was_refused_for_whatever_reason(status: str, said: str) -> None:
    """That speaks not against the address, but it proves that the question never arrived."""
    office = Office()
    office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    mover = office.asked()
    send(office)
    bounce(office, mover, status=status, said=said)
    office.time += DAY
    assert "unreachable" in {step.what for step in run_reminders(office.app)}
    assert not office.find_match().match.over
    assert minutes_left(office, mover) == 30 * 24 * 60
    send(office)
    office.time += DAY
    run_reminders(office.app)  # a probe
    send(office)
    office.time += DAY
    assert [step.what for step in run_reminders(office.app)] == ["return"]
    send(office)
    assert minutes_left(office, mover) == 24 * 60
    office.time += DAY
    run_reminders(office.app)
    assert office.find_match().match.over  # this time the question has arrived


def test_i32_a_question_that_the_relay_refuses_has_not_arrived() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    mover = office.asked()
    send(office, **{mover.partition("@")[0]: Outcome("failed", "554 5.7.1 looks like spam", "letter")})
    office.time += DAY
    assert "unreachable" in {step.what for step in run_reminders(office.app)}
    assert not office.find_match().match.over


def test_who_got_a_later_mail_of_the_match_is_late() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    mover = office.asked()
    send(office)
    bounce(office, mover, status="5.7.1", said=SPAM)
    office.write(office.other(mover), "say Hello?")
    send(office)
    office.time += DAY
    run_reminders(office.app)
    assert office.find_match().match.over


def test_the_host_is_told_when_many_are_refused() -> None:
    office = Office(host="host@example.org")
    office.begin("pawns=3 placement=fixed")
    office.register("Cat")
    send(office)
    office.mails()
    for address in (ANN, ANN, BEN, "cat@example.org"):
        assert [to for to, _ in office.mails() if to == "host@example.org"] == []
        bounce(office, address, status="5.7.1", said=SPAM)
    told = office.mail_to("host@example.org").flat
    assert "mail to 3 players has been refused within a day, although their addresses are right" in told
    assert "zen.spamhaus.org" in told
    assert {row.recipient for row in office.store.post.outbox("failed", 9)} == {ANN, BEN, "cat@example.org"}


def test_a_new_ask_while_they_are_lost_does_not_start_their_clock(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    other = office.other(mover)
    lose(office, other)
    office.reply(mover, boards[mover], "done")
    assert office.asked() == other
    assert minutes_left(office, other) == (7 + 29) * 24 * 60


def test_bounces_do_not_count_where_the_host_wants_that() -> None:
    office = Office(bounces=Bounces(score=0))
    office.begin("pawns=3 placement=fixed pace=3d policy=skip")
    mover = office.asked()
    lose(office, mover)
    assert player(office, mover).unreachable is None
    run_reminders(office.app)
    assert office.asked() != mover


# What a player could make of it.


def test_a_report_says_nothing_once_its_reader_has_written(office: Office) -> None:
    office.begin()
    old = last_to(office, ANN)
    office.time += 1
    office.write(ANN, "list")
    bounce(office, ANN, letter=old)
    assert office.store.people.bounces(player(office, ANN).id) == []
    assert "whose reader has written since" in office.store.post.inbox(None, 1)[0].note


def test_who_reports_their_own_mail_before_each_deadline_and_writes_is_late(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    done = []
    for _ in range(3):
        office.time += DAY - 60
        bounce(office, ANN)
        office.time += 61
        done += [step.what for step in run_reminders(office.app) if step.what != "remind"]
        office.write(ANN, "list")
    assert done == ["unreachable", "forfeit"]


def test_clocks_stand_still_for_so_many_days_of_a_year(office: Office) -> None:
    """Twenty days now and twenty in spring are ten too many."""
    office.begin("pawns=3 placement=fixed pace=7d")
    lose(office, ANN)
    office.time += 19 * DAY
    office.write(ANN, "list")
    assert minutes_left(office, ANN) == 5 * 24 * 60
    office.write(ANN, "done")
    office.time += DAY
    lose(office, BEN)
    assert minutes_left(office, BEN) == (30 + 4 - 1) * 24 * 60
    host.reach_player(office.app, "ben")
    office.write(BEN, "done")
    for _ in range(3):
        office.time += DAY
        bounce(office, ANN)
    assert minutes_left(office, ANN) == (7 - 3 + 10) * 24 * 60


@pytest.mark.parametrize("policy", ["nag", "forfeit", "vote"])
def test_who_cannot_be_reached_for_long_is_not_forfeited_but_the_others_decide(policy: str) -> None:
    office = Office()
    office.begin(f"pawns=3 placement=fixed pace=7d policy={policy}")
    lose(office, ANN)
    office.mails()
    done = []
    for _ in range(40):
        office.time += DAY
        done += [step.what for step in run_reminders(office.app) if step.what != "probe"]
    assert [what for what in done if what != "remind"] == ["vote"]
    told = office.mail_to(BEN).flat
    assert (
        "(Ann) has not answered in time, and mail to Ann comes back. What should happen to the seat?" in told
    )
    office.write(BEN, "vote house")
    assert office.find_match().seats[0].handle == "house"


def test_the_others_are_told_until_when_a_clock_stands_still(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=7d policy=forfeit")
    lose(office, ANN)
    told = office.mail_to(BEN).flat
    assert "for 30 days a year at most" in told
    assert (
        "South (Ann) has until Wed 2 Dec 2026, 07:33 (UTC): 35 days. Mail to South (Ann) comes back." in told
    )
    assert "After that you decide what to do." in told


# Found.


def found_again(office: Office, mover: str, *kinds: str) -> None:
    """Their clock has gone on where it stood, and they have their board, beside mails of these kinds."""
    assert player(office, mover).unreachable is None
    assert office.store.people.bounces(player(office, mover).id) == []
    assert minutes_left(office, mover) == 5 * 24 * 60
    assert office.store.post.outbox("held", 10) == []
    mails = office.mails()
    board, *others = [mail for to, mail in mails if to == mover]
    assert "Mail to you had come back" in board.flat
    assert "It is your turn" in board.flat
    assert [mail.kind for mail in others] == list(kinds)
    other = office.other(mover)
    (told,) = [mail for to, mail in mails if to == other]
    assert f"{player(office, mover).handle} can be reached again; the clock goes on." in told.flat


@pytest.fixture
def lost(office: Office) -> str:
    """Who is asked in a match of seven days a move, and cannot be reached for ten days; five of theirs are left."""
    boards = office.begin("pawns=3 placement=fixed pace=7d")
    mover = office.asked()
    for _ in range(2):
        bounce(office, mover)
        office.time += DAY
    bounce(office, mover)
    office.reply(office.other(mover), boards[office.other(mover)], "say Hello?")
    office.mails()
    office.time += 10 * DAY
    return mover


def test_any_letter_of_theirs_brings_them_back(office: Office, lost: str) -> None:
    assert office.write(lost, "list") == "done"
    found_again(office, lost, "answer")


def test_a_letter_that_proves_nothing_does_not() -> None:
    office = Office(believe_from=False)
    office.register("Ann")
    lose(office, ANN)
    assert office.write(ANN, "list") == "done"
    assert player(office, ANN).unreachable is not None


def test_the_host_brings_them_back(office: Office, lost: str) -> None:
    host.reach_player(office.app, player(office, lost).handle)
    found_again(office, lost)
    with pytest.raises(Refused, match="nothing has come back"):
        host.reach_player(office.app, player(office, lost).handle)


def test_another_address_brings_them_back_and_gets_what_waited(office: Office, lost: str) -> None:
    """What waited about one match comes in one mail."""
    waiting = {row.id for row in office.store.post.outbox("held", 10)}
    assert waiting
    host.move_player(office.app, player(office, lost).handle, "new@example.org")
    assert player(office, lost).unreachable is None
    assert "new@example.org" in send(office)
    rows = [row for row in office.store.post.outbox(None, 99) if row.id in waiting]
    assert {row.recipient for row in rows} == {"new@example.org"}
    assert {row.status for row in rows} == {"sent", "merged"}


def probe_mails(office: Office) -> list[str]:
    return [mail.kind for _, mail in office.mails() if mail.kind == "probe"]


def test_a_probe_that_does_not_come_back_brings_them_back(office: Office, lost: str) -> None:
    assert [step.what for step in run_reminders(office.app)] == ["probe"]
    assert probe_mails(office) == ["probe"]
    assert lost in send(office)
    office.time += DAY - HOUR
    assert run_reminders(office.app) == []
    office.time += HOUR
    assert [step.what for step in run_reminders(office.app, dry_run=True)] == ["return"]
    assert [step.what for step in run_reminders(office.app)] == ["return"]
    found_again(office, lost)


def test_a_probe_that_comes_back_is_repeated_daily_and_later_weekly(office: Office, lost: str) -> None:
    for _ in range(bounces.PATIENCE):
        assert [step.what for step in run_reminders(office.app)] == ["probe"]
        assert run_reminders(office.app) == []
        send(office)
        bounce(office, lost)
        office.time += DAY
    for _ in range(6):
        assert run_reminders(office.app) == []
        office.time += DAY
    assert [step.what for step in run_reminders(office.app)] == ["probe"]


def test_a_probe_that_is_refused_at_once_has_come_back(office: Office, lost: str) -> None:
    run_reminders(office.app)
    send(office, **{lost.partition("@")[0]: Outcome("failed", "550 5.1.1 no such user", "recipient")})
    office.time += DAY
    assert [step.what for step in run_reminders(office.app)] == ["probe"]


def test_a_probe_that_has_not_gone_out_says_nothing_yet(office: Office, lost: str) -> None:
    run_reminders(office.app)
    office.time += 3 * DAY
    assert run_reminders(office.app) == []


def test_a_dry_run_probes_nobody(office: Office, lost: str) -> None:
    before = office.dump()
    assert [step.what for step in run_reminders(office.app, dry_run=True)] == ["probe"]
    assert office.dump() == before


def test_the_answer_to_a_probe_may_be_empty(office: Office, lost: str) -> None:
    run_reminders(office.app)
    probe = next(mail for to, mail in office.mails() if to == lost)
    assert "can you read this" in probe.subject
    assert office.reply(lost, probe, "") == "done"
    assert player(office, lost).unreachable is None


def test_a_match_that_the_host_has_paused_stays_so(office: Office, lost: str) -> None:
    acts.pause(office.app, 1)
    host.reach_player(office.app, player(office, lost).handle)
    assert minutes_left(office, lost) is None
    office.time += DAY
    acts.resume(office.app, 1)
    assert minutes_left(office, lost) == 5 * 24 * 60


def test_the_host_is_told_of_it() -> None:
    office = Office(host="Host@example.org")
    office.begin()
    lose(office, ANN)
    (alarm,) = [mail for to, mail in office.mails() if to == "host@example.org"]
    assert alarm.kind == "alarm-bounces"
    assert "mail to Ann comes back; see: pbem player show Ann" in alarm.flat
