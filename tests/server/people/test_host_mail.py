"""Letters for the host: by `tell host`, and to postmaster and abuse."""

import pytest

from pbem.server.admin.personal import purge_player
from pbem.server.core.config import Config
from tests.server.office import Mail, Office, ask, begin, dump

ANN, BEN, CARL, HOST = "ann@example.org", "ben@example.org", "carl@elsewhere.example", "boss@home.example"
POSTMASTER, ABUSE = "postmaster@play.example", "abuse@play.example"


def office_with(host: str = HOST) -> Office:
    """Ann plays here; the host can be reached, or not."""
    office = begin()
    office.configure(Config(domain="play.example", host=host))
    office.mails()
    return office


def to_host(office: Office) -> list[Mail]:
    """What the host has got."""
    return [mail for to, mail in office.mails() if to == HOST]


@pytest.mark.parametrize(
    "line",
    [
        "tell host My opponent is rude.",
        "Tell the host: My opponent is rude.",
        "tell Host My opponent is rude.",
    ],
)
def test_a_player_writes_to_the_host(line: str) -> None:
    office = office_with()
    assert office.write(ANN, f"{line}\nWhat can I do?\n\nlist") == "done"
    mails = office.mails()
    (passed,) = [mail for to, mail in mails if to == HOST]
    assert "Ann writes to you: My opponent is rude. What can I do?" in passed.flat
    assert passed.reply_to == ANN
    assert passed.header("Auto-Submitted") == "auto-generated"
    assert passed.header("From").endswith("<pbem@play.example>")
    (answer,) = [mail for to, mail in mails if to == ANN]
    assert f"passed on to the host, who can answer you at {ANN}" in answer.flat
    assert HOST not in answer.text


def test_without_a_host_they_are_told_so() -> None:
    office = office_with("")
    told = ask(office, ANN, "tell host Hello!").flat
    assert "The host of this server has given no address, so nothing can be passed on" in told


def test_a_few_letters_a_day() -> None:
    office = office_with()
    for number in range(6):
        office.write(ANN, f"tell host Hello {number}!")
    mails = office.mails()
    assert len([mail for to, mail in mails if to == HOST]) == 3
    assert "3 letters a day to the host are enough" in [mail for to, mail in mails if to == ANN][-1].flat


@pytest.mark.parametrize("to", [POSTMASTER, ABUSE, "Abuse@Play.Example"])
@pytest.mark.parametrize("sender", [CARL, ANN])
def test_mail_to_postmaster_and_abuse_is_passed_on(to: str, sender: str) -> None:
    office = office_with()
    assert office.write(sender, "Your server sends spam.\nresign", to=to, subject="Spam from you") == "done"
    ((address, mail),) = office.mails()
    assert address == HOST
    assert mail.subject == "[pbem] for the host: Spam from you"
    assert mail.reply_to == sender
    assert f"has written to {to.lower()}: Your server sends spam. resign" in mail.flat
    assert "pbem inbox show" in mail.flat
    assert office.store.matches.match(1).status == "running"


def test_without_a_host_its_writer_is_told_so_once_a_day() -> None:
    office = office_with("")
    for _ in range(3):
        office.write(CARL, "Your server sends spam.", to=ABUSE)
    ((address, mail),) = office.mails()
    assert address == CARL
    assert "The host of this server cannot be reached by mail here" in mail.flat
    assert "register" not in mail.flat


@pytest.mark.parametrize(
    ("sender", "subject", "headers"),
    [
        (CARL, "Report Domain: play.example Submitter: elsewhere.example Report-ID: <1>", ()),
        (CARL, "Report domain: play.example", ()),
        ("noreply-dmarc-support@elsewhere.example", "report", ()),
        ("no-reply@elsewhere.example", "hello", ()),
        ("noreply@elsewhere.example", "hello", ()),
        ("mailer-daemon@elsewhere.example", "hello", ()),
        (CARL, "hello", ("Auto-Submitted: auto-replied",)),
        (CARL, "hello", ("Precedence: bulk",)),
        (CARL, "hello", ("List-Id: <x.example>",)),
        (CARL, "Out of office: hello", ()),
        (CARL, "hello", ("Content-Type: multipart/report; report-type=delivery-status; boundary=x",)),
    ],
)
def test_what_machines_write_is_passed_on_to_nobody(
    sender: str, subject: str, headers: tuple[str, ...]
) -> None:
    office = office_with()
    for to in (POSTMASTER, ABUSE):
        assert office.write(sender, "hello", to=to, subject=subject, headers=headers) == "ignored"
    assert office.mails() == []


def test_each_sender_has_a_few_a_day_and_so_have_all_together() -> None:
    office = office_with()
    for number in range(5):
        office.write(CARL, f"Hello {number}", to=POSTMASTER)
    assert len(to_host(office)) == 3
    for number in range(30):
        office.write(f"x{number}@x{number}.example", "Hello", to=POSTMASTER)
    assert len(to_host(office)) == 17


def test_what_was_passed_on_does_not_come_round_again() -> None:
    """Also if the host's own mail is forwarded to postmaster here."""
    office = office_with(POSTMASTER)
    office.write(CARL, "Hello", to=POSTMASTER)
    ((address, mail),) = office.mails()
    assert address == POSTMASTER
    assert office.deliver(mail.raw, to=POSTMASTER) == "ignored"
    forwarded = mail.raw.replace(b"From: pbem <pbem@play.example>", b"From: carl@elsewhere.example")
    assert office.deliver(forwarded, to=POSTMASTER) in ("ignored", "duplicate")
    assert office.mails() == []


def test_the_same_letter_twice_is_passed_on_once() -> None:
    office = office_with()
    raw = office.raw(CARL, "Hello", to=POSTMASTER)
    assert [office.deliver(raw, to=POSTMASTER) for _ in range(2)] == ["done", "duplicate"]
    assert len(to_host(office)) == 1


def test_a_disabled_player_does_not_reach_the_host() -> None:
    office = office_with()
    ann = office.store.people.at(ANN)
    assert ann is not None
    office.store.people.disable(ann.id, True)
    assert office.write(ANN, "Hello", to=POSTMASTER) == "ignored"


def test_a_letter_to_the_host_and_the_server_is_one_for_the_server() -> None:
    office = office_with()
    tokens = office.app.context.tokens
    assert tokens.for_host((POSTMASTER, office.address)) == ""
    assert tokens.for_host((POSTMASTER, "ben@example.org")) == POSTMASTER
    assert tokens.for_host(("postmaster@example.org",)) == ""


def test_keys_in_a_letter_are_not_passed_on() -> None:
    office = begin()
    office.configure(Config(domain="play.example", host=HOST))
    office.write(ANN, "show 1")
    key = office.mail_to(ANN).reply_to
    office.write(ANN, f"tell host What is {key}?")
    (mail,) = to_host(office)
    assert key not in mail.raw.decode()


def test_a_purge_erases_the_address_in_what_was_passed_on() -> None:
    office = office_with()
    office.write(ANN, "tell host Write to me!")
    office.write(ANN, "I am Ann.", to=POSTMASTER)
    assert len(to_host(office)) == 2
    purge_player(office.app, "ann")
    assert ANN not in dump(office.store).lower()
    kept = [row for row in office.store.post.outbox(None, 100) if row.kind == "to-host"]
    assert [Mail(office.writer.mail(row), row.kind).reply_to for row in kept] == ["erased@erased.invalid"] * 2


@pytest.mark.parametrize(
    "line", ["write to the host: please help me", "please ask the host why you do not help me"]
)
def test_in_other_words_it_is_proposed(line: str) -> None:
    office = office_with()
    asked = ask(office, ANN, line)
    assert "Do you want this: tell host" in asked.flat
    assert office.reply(ANN, asked, "yes") == "done"
    assert "help me" in to_host(office)[0].flat


@pytest.mark.parametrize("line", ["help host", "who is the host?", "how do I contact the host?"])
def test_players_find_out_how(line: str) -> None:
    assert 'begin a line with "tell host"' in ask(office_with(), ANN, line).flat
