"""Lines with a password, as other servers want them: it is dropped, and nobody ever sees it."""

import base64

import pytest

from pbem.mail.reading import Letter, read
from pbem.mail.tasks import read_here
from pbem.server.core.letter_tasks import task_of
from pbem.server.language.passwords import HIDDEN, Known, without_passwords
from tests.server.office import Mail, Office
from tests.server.outdoors import become, open_office

ANN, BEN, CAT, ZOE = "ann@example.org", "ben@example.org", "cat@example.org", "zoe@example.org"

LINES = [
    ("signup dan hunter2", "register dan"),
    ("SIGNUP: Dan hunter2.", "register dan"),
    ("signup dan hunter2 dan@work.example", "register dan"),
    ("add dan hunter2", "register dan"),
    ("add dan hunter2 dan@work.example", "register dan"),
    ("register dan hunter2", "register dan"),
    ("change password ann hunter2 hunter22", "there is no password"),
    ("change address ann hunter2 ann@work.example", "address NEW"),
    ("(signoff ann hunter2)", "leave server"),
    ("delete ann hunter2", "leave server"),
    ("message ann hunter2 ben", "tell NAME TEXT"),
    ("message cat hunter2 ben ann", "tell NAME TEXT"),
    ("message annie hunter2 bennie", "tell NAME TEXT"),
    ("broadcast ann hunter2", "say TEXT"),
    ("dodgeball showas ann hunter2 12", "show 12"),
    ("dodgeball move 12 ann hunter2 b4", "just send it"),
    ("dodgeball move 12 ann hunter2 b4#3", "just send it"),
    ("hex move 12b ann hunter2 b4", "just send it"),
    ("hex mvoe 12 ann hunter2 b4", "help commands"),
    ("hex board 12 ann hunter2 b4", "help board"),
    ("dodgeball queue 12 ann hunter2 b4", "help queue"),
    ("dodgeball qmove 12 ann hunter2 b4", "see: queue"),
    ("dodgeball swap 12 ann hunter2", "one of its orders"),
    ("hex resign 12 ann hunter2", "help resign"),
    ("dodgeball submit 12 ann hunter2 b4", "preview ORDER"),
    ("dodgeball confirm 12 ann hunter2", "help confirm"),
    ("hex chat 12 ann hunter2", "help chat"),
    ("hex subscribe 12 ann hunter2", "help subscribe"),
    ("dodgeball subscribe all ann hunter2", "help subscribe"),
    ("subscribe ann hunter2 active", "help subscribe"),
    ("dodgeball unsubscribe 12 ann hunter2", "help unsubscribe"),
    ("dodgeball notify ann hunter2 12", "observe NUMBER result"),
    ("dodgeball accept ann hunter2", "help accept"),
    ("dodgeball reject ann hunter2", "help reject"),
    ("dodgeball limit ann hunter2 3", "help limit"),
    ("dodgeball seek ann hunter2 2", "help seek"),
    ("dodgeball howl 12 ann hunter2 ben", "help commands"),
    ("move 12 ann hunter2 b4", "just send it"),
    ("resign 12 ann hunter2", "help resign"),
    ("signon Aann hunter2", "no session is needed"),
    ("sign up dan hunter2", "help commands"),
    ("register dan password=hunter2", "register dan"),
    ("log in dan hunter2", "help commands"),
    ("user dan pass hunter2", "help commands"),
    ("set password hunter2", "settings changes"),
    ("My password is hunter2", "help commands"),
    ("Passwort: hunter2", "help commands"),
    ("the account is dan, pw: hunter2", "help commands"),
    ('eressea abc "hunter2"', "help commands"),
]
"""What somebody writes, and what is in the answer to a player."""


def known(*players: str, own: str = "") -> Known:
    return Known(
        ["dodgeball", "toxic-gnome"],
        is_order=lambda line: False,
        is_player=lambda name: name.lower() in players,
        is_writer=lambda name: name.lower() == own.lower(),
    )


def letter(line: str) -> Letter:
    return read(f"From: ann@example.org\r\nSubject: hello\r\n\r\n{line}\r\n".encode())


def kept(line: str, *players: str, own: str = "") -> str:
    (only,) = without_passwords(letter(line), known(*players, own=own)).lines
    return only


def is_nowhere(office: Office, secret: str = "hunter2") -> bool:  # the password of these tests
    """Whether a password is in no table: no text, no raw letter in or out, in any encoding of mail."""
    dump = office.dump().lower()
    raw = [row.raw for row in office.store.post.inbox(None, 999)]
    written = [Mail(office.writer.mail(row), row.kind) for row in office.store.post.outbox(None, 999)]
    coded = base64.b64encode(secret.encode())[:6]
    return not (
        secret in dump
        or secret.encode().hex() in dump
        or any(coded in each for each in raw)
        or any(secret in text for mail in written for text in _texts(mail))
        or any(secret in mail.subject for mail in written)
    )


def _texts(mail: Mail) -> list[str]:
    return [str(part.get_payload(decode=True)) for part in mail.message.walk() if not part.is_multipart()]


# A letter.


def ask_in_vain(office: Office, sender: str, body: str, *, to: str = "", subject: str = "") -> Mail:
    """The answer to a letter with a password, which has done nothing and left no trace of it."""
    log = office.log()
    with office.undone():
        office.write(sender, body, to=to, subject=subject)
        (row,) = office.store.post.outbox(None, 1)
        mail = Mail(office.writer.mail(row), row.kind)
        assert "There are no passwords here, so what looked like one has been dropped unread." in mail.flat, (
            body
        )
        assert is_nowhere(office), body
        assert office.log() == log
        assert office.store.confirmations.pending("confirm", office.time, address=sender) == []
    return mail


@pytest.mark.slow
@pytest.mark.parametrize("where", ["text", "subject", "among others", "reply"])
def test_b37_a_password_is_dropped_and_a_player_is_told_what_to_write(
    office: Office, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    caplog.set_level("DEBUG")
    board = office.begin()[ANN]
    office.register("Cat")
    for line, told in LINES:
        body = {"subject": "", "among others": f"match 1\nalways dodge; {line}\nS1 move b4"}.get(where, line)
        to = board.reply_to if where == "reply" else ""
        mail = ask_in_vain(office, ANN, body, to=to, subject=line if where == "subject" else "")
        assert told in mail.flat or "You are registered already, as Ann" in mail.flat
    assert "hunter2" not in caplog.text


@pytest.mark.slow
def test_b37_a_password_of_a_stranger_is_dropped(office: Office) -> None:
    """They are told how to begin, whatever they have written."""
    office.begin()
    for line, told in LINES:
        mail = ask_in_vain(office, ZOE, line)
        assert "e.g. register" in mail.flat or "Write: register" in mail.flat
        assert "register dan" in mail.flat or told != "register dan"


def test_b37_the_line_that_is_proposed_makes_a_player(office: Office) -> None:
    office.write(ZOE, "signup dan hunter2")
    assert "Write: register dan" in office.mail_to(ZOE).flat
    office.write(ZOE, "register dan")
    assert office.mail_to(ZOE).kind == "confirm"


def test_b37_nobody_is_mailed_a_password(office: Office) -> None:
    """The receiver of `message` stands behind it, over there."""
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    office.write(ANN, "message ben hunter2 cat\n\nHello Cat, this is Ann.")
    assert [to for to, _ in office.mails()] == [ANN]
    assert is_nowhere(office)


@pytest.mark.parametrize(
    "line", ["login ann hunter2", "userid ann hunter2", "password hunter2", "Password: hunter2"]
)
def test_b37_a_line_that_says_who_writes_is_left_alone_without_its_password(
    office: Office, line: str
) -> None:
    office.register("Ann")
    office.write(ANN, f"{line}\nlist")
    told = office.mail_to(ANN)
    assert "is not needed here: your address says who you are." in told.flat
    assert "YOUR MATCHES" in told.text
    assert is_nowhere(office)


# What is kept of it.


def test_b37_a_letter_that_is_held_is_kept_without_its_password(strict: Office) -> None:
    """And done like any other when its sender has said yes."""
    for name in ("Ann", "Ben"):
        strict.register(name)
    assert strict.write(ANN, "password hunter2\nchallenge dodgeball ben") == "held"
    assert is_nowhere(strict)
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    assert [row.status for row in strict.store.matches.all()] == ["offered"]
    assert is_nowhere(strict)


def test_b37_a_letter_that_waits_is_kept_without_its_password() -> None:
    """It is done in its turn, as it was written but for that."""
    office = open_office(letters_an_hour=3)
    to = become(office, "Ann").reply_to
    statuses = [office.write(ANN, f"password hunter2\nsettings hour {hour}", to=to) for hour in range(6)]
    assert statuses[-1] == "throttled"
    assert is_nowhere(office)
    while letters := office.store.post.waiting(99, office.time + 86_400):
        office.time += 3600
        for letter in letters:
            with office.store.transaction():
                office.app.handler.handle(letter, read_here(task_of(office.app.config, letter)))
    ann = office.store.people.at(ANN)
    assert ann is not None
    assert ann.preferences.hour == 5


def test_b37_it_is_kept_neither_in_another_encoding_nor_in_another_part(office: Office) -> None:
    board = office.begin()[ANN]
    text = base64.b64encode(b"signup dan hunter2\r\n").decode()
    body = (
        "--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
        f"{text}\n--x\nContent-Type: text/html\n\n<p>signup dan hunter2</p>\n--x--\n"
    )
    headers = ["Content-Type: multipart/alternative; boundary=x", "Thread-Topic: signup dan hunter2"]
    office.write(ANN, body, to=board.reply_to, headers=headers)
    mail = office.mail_to(ANN)
    assert mail.subject.startswith("[pbem 1]")
    assert is_nowhere(office)


def test_b37_the_same_letter_again_is_known(office: Office) -> None:
    office.register("Ann")
    raw = office.raw(ANN, "password hunter2\nsettings text on")
    assert [office.deliver(raw), office.deliver(raw)] == ["done", "duplicate"]
    assert is_nowhere(office)


def test_other_letters_are_kept_as_they_came(office: Office) -> None:
    office.register("Ann")
    raw = office.raw(ANN, "list", headers=["X-Odd: yes"])
    office.deliver(raw)
    assert office.store.post.inbox(None, 1)[0].raw == raw


# What is none of theirs.


@pytest.mark.parametrize(
    "line",
    [
        "C move n5 n7 n9 n11",
        "C mvoe n5 n7 n9 n11",
        "move k26, wait if loose",
        "move A1 d5 and pickup",
        "message too big for this mailbox",
        "signup dan",
        "register Ann Smith",
        "register ann",
        "signoff",
        "change address",
        "change my address please",
        "address ann@work.example",
        "message ben Shall we play again?",
        "message ben hello",
        "message 12 What a throw!",
        "Message received, thanks",
        "message me when you are back",
        "tell ben hunter2 cat",
        "say move 12 ann hunter2",
        "note signup dan hunter2",
        "subscribe 12 result",
        "subscribe dodgeball result",
        "subscribe match 12",
        "confirm resign 12",
        "resign 12",
        "queue 12",
        "preview 12 S1 move b4",
        "preview 12#7 S1 move b4; S1 throw N2",
        "dodgeball preview 12 S1 move b4",
        "dodgeball challenge ben cat",
        "dodgeball seek players=3 pace=3d",
        "limit dodgeball 3",
        "accept draw 12",
        "vote 12 wait S",
        "S1 move b4; S1 throw N2",
        "match 12: S1 move b4",
        "if S1 is out then ask else N1 move b7; done",
        "add me to your list please",
        "delete the old one and send it again",
        "please move 12 men there",
        "I resign 12 times a day",
        "password",
        "login",
    ],
)
def test_lines_of_ours_and_sentences_are_left_as_they_are(line: str) -> None:
    assert kept(line, "ann", "ben", "cat", own="Ann") == line


@pytest.mark.parametrize(("line", "_"), LINES)
def test_a_line_without_its_password_is_known_again(line: str, _: str) -> None:
    once = kept(line, "ann", "ben", "cat", own="Ann")
    assert once.endswith(f" {HIDDEN}")
    assert kept(once) == once


def test_an_order_of_ours_is_never_taken_for_one() -> None:
    """Whatever the games of this server call their figures."""
    knows_moves = known()._replace(is_order=lambda line: line.startswith("move"))
    (only,) = without_passwords(letter("move 3 steps left"), knows_moves).lines
    assert only == "move 3 steps left"
