"""Letters are fetched out of a mailbox: each once, whatever the server there does.

The numbers are those of docs/cases.md.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from msgspec import structs

from pbem.mail.mailbox import Box
from pbem.mail.tokens import Token
from pbem.server.figures.metrics import Metrics
from pbem.server.figures.screen import draw
from pbem.server.mailbox import states, worker
from tests.mail.imap import BYE, DRIBBLE, DROP, HALF, NOON, SILENCE, FakeImap, Folder, Message, imap_beside
from tests.server.figures.looking import look_at
from tests.server.mailbox.fetching import ACCOUNT, Fetching, quick


@pytest.fixture
def server() -> Iterator[FakeImap]:
    with imap_beside() as server:
        yield server


@pytest.fixture
def box(server: FakeImap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fetching:
    """A mailbox that has been looked into once, and is empty."""
    quick(monkeypatch)
    fetching = Fetching(server, tmp_path)
    fetching.fetch()
    return fetching


def letter(text: str, number: int = 1, *, fields: str = "") -> bytes:
    return (
        f"From: ann@example.org\r\nTo: {ACCOUNT}\r\nMessage-ID: <{number}@example.org>\r\n{fields}\r\n{text}\r\n"
    ).encode()


def test_a_letter_is_fetched_stored_and_moved(box: Fetching, server: FakeImap) -> None:
    message = server.deliver(letter("help"))
    box.fetch()
    assert box.bodies() == ["help"]
    assert server.box() == []
    assert server.box("pbem-done") == [letter("help")]
    assert message.flags == set()
    assert box.boxes.counts(ACCOUNT) == {"filed": 1}


def test_what_lies_there_at_the_beginning_stays_there_unread(server: FakeImap, tmp_path: Path) -> None:
    """Even if the provider makes the mailbox anew later."""
    server.deliver(letter("old"))
    box = Fetching(server, tmp_path)
    box.fetch()
    assert box.inbox() == []
    server.renumber(validity=2)
    box.fetch()
    server.deliver(letter("new", 2), arrived=box.office.time)
    box.fetch()
    assert box.bodies() == ["new"]
    assert server.box() == [letter("old")]


def test_the_host_may_want_old_letters_read(server: FakeImap, tmp_path: Path) -> None:
    server.deliver(letter("old"))
    box = Fetching(server, tmp_path, read_old=True)
    box.fetch()
    assert box.bodies() == ["old"]


def test_p05_the_folder_made_anew_begins_with_number_1_again(box: Fetching, server: FakeImap) -> None:
    server.deliver(letter("first", 1))
    box.fetch()
    server.folders["INBOX"] = Folder(2)
    server.deliver(letter("second", 2), arrived=box.office.time)
    box.fetch()
    assert box.bodies() == ["first", "second"]


def test_p06_numbered_anew_under_the_same_uidvalidity(box: Fetching, server: FakeImap) -> None:
    """Stored but not moved when it happens: none is lost, and none moved unread."""
    server.says["MOVE"] = ["NO [CANNOT] not now"]
    server.deliver(letter("one", 1))
    server.deliver(letter("two", 2))
    box.fetch(lambda: not server.says["MOVE"])
    assert len(box.inbox()) == 2
    server.deliver(letter("three", 3))
    server.renumber()
    box.fetch()
    assert sorted(box.bodies()) == ["one", "three", "two"]
    assert server.box() == []


def test_p07_uidnext_wound_back(box: Fetching, server: FakeImap) -> None:
    server.deliver(letter("one", 1))
    box.fetch()
    server.inbox.next = 1
    server.deliver(letter("two", 2))
    box.fetch()
    assert box.bodies() == ["one", "two"]


def test_p08_no_uidvalidity(server: FakeImap, tmp_path: Path) -> None:
    """Nor UIDNEXT, which is never told."""
    server.inbox.validity = None
    box = Fetching(server, tmp_path)
    box.fetch()
    server.deliver(letter("one"))
    box.fetch()
    assert box.bodies() == ["one"]


def test_p09_read_on_a_phone_first(box: Fetching, server: FakeImap) -> None:
    server.deliver(letter("one")).flags.add("\\Seen")
    box.fetch()
    assert box.bodies() == ["one"]


def test_p10_deleted_between_search_and_fetch(box: Fetching, server: FakeImap) -> None:
    server.deliver(letter("one", 1))
    server.deliver(letter("two", 2))
    server.before["FETCH"] = [lambda: server.inbox.messages.pop(0)]  # type: ignore[list-item]  # what it returns is of no use
    box.fetch()
    assert box.bodies() == ["two"]
    assert server.connections == 2


def test_p11_a_done_letter_put_back(box: Fetching, server: FakeImap) -> None:
    """It is moved again, and has no second effect."""
    server.deliver(letter("one"))
    box.fetch()
    server.folders["pbem-done"].messages.clear()
    server.deliver(letter("one"))
    box.fetch()
    assert box.bodies() == ["one"]
    assert server.box("pbem-done") == [letter("one")]


def test_p12_two_fetchers_share_no_mailbox(
    box: Fetching, server: FakeImap, caplog: pytest.LogCaptureFixture
) -> None:
    """The lease of one that was killed runs out: for how long that takes is in the log, once. The status stays that of
    the one that fetches."""
    now = box.office.time
    assert box.boxes.lease(ACCOUNT, "another", now, now + 60)
    server.deliver(letter("one"))
    connections = server.connections
    told = "or did when it was killed: if it does not go on, this one begins in 60 seconds"
    looks = itertools.count()
    box.fetch(lambda: told in caplog.text and next(looks) > 30)
    assert caplog.text.count(told) == 1
    assert server.connections == connections
    assert box.state == "watch"
    assert box.boxes.status(ACCOUNT).told == ""
    box.office.time += 61
    box.fetch()
    assert box.bodies() == ["one"]


@pytest.mark.parametrize("fault", [BYE, DROP, HALF])
@pytest.mark.parametrize("moment", ["connect", "SELECT", "SEARCH", "FETCH", "MOVE", "IDLE", "idling"])
def test_p13_p15_p16_the_server_ends_the_connection(
    box: Fetching, server: FakeImap, moment: str, fault: str
) -> None:
    """By BYE, at once, or within a line: it is opened again, and not in a busy loop."""
    server.says[moment] = [fault] * 2
    server.deliver(letter("one"))
    before = server.connections
    box.fetch()
    if moment in ("IDLE", "idling"):
        box.fetch()
    assert box.bodies() == ["one"]
    assert server.box() == []
    assert 2 <= server.connections - before <= 5


def test_p14_silence(box: Fetching, server: FakeImap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.mailbox.COMMAND_SECONDS", 0.2)
    server.says["SEARCH"] = [SILENCE]
    server.deliver(letter("one"))
    box.fetch()
    assert box.bodies() == ["one"]


def test_p17_a_letter_that_comes_just_before_idling(
    box: Fetching, server: FakeImap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing wakes us then; the next look finds it."""
    monkeypatch.setattr(states, "IDLE_SECONDS", 0.3)
    server.mute = True
    box.fetch()
    box.fetch(lambda: server.deliver(letter("one")) if server.heard[-1] == "IDLE " else None)
    box.fetch(lambda: box.inbox())
    assert box.bodies() == ["one"]


def test_a_letter_wakes_the_fetcher(box: Fetching, server: FakeImap) -> None:
    """Long before the five minutes are over."""
    sent: list[Message] = []

    def arrived() -> bool:
        if not sent and server.heard[-1] == "IDLE ":
            sent.append(server.deliver(letter("one")))
        return bool(box.inbox())

    box.fetch(arrived)


def test_without_idle_it_is_looked_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    with imap_beside(FakeImap(capabilities="MOVE UIDPLUS")) as server:
        box = Fetching(server, tmp_path)
        box.fetch(lambda: box.state == "watch")
        sent: list[Message] = []

        def arrived() -> bool:
            if not sent:
                sent.append(server.deliver(letter("one")))
            return bool(box.inbox())

        box.fetch(arrived)
        assert box.bodies() == ["one"]


def test_p18_many_letters_are_listed_in_groups(box: Fetching, server: FakeImap) -> None:
    for number in range(1200):
        server.deliver(letter(str(number), number))
    box.fetch(lambda: not server.box())
    assert box.bodies() == [str(number) for number in range(1200)]
    listed = [line for line in server.heard if "MESSAGE-ID" in line and line.startswith("FETCH 1")]
    assert listed[0].startswith("FETCH 1:500 ") or listed[0].count(",") == 499


def test_p19_too_large_a_letter(box: Fetching, server: FakeImap) -> None:
    """Only its header is fetched, its writer told, and the next one read."""
    box.office.register("Ann")
    box.office.mails()
    server.deliver(letter("x" * 1_100_000, 1))
    server.deliver(letter("help", 2))
    box.fetch()
    assert box.bodies()[-1] == "help"
    assert not any(line.startswith("FETCH 1 ") and "BODY.PEEK[]" in line for line in server.heard)
    assert len(server.box("pbem-refused")) == 1
    assert "your letter is too large: 1024 KB" in box.office.mail_to("ann@example.org").flat


def test_p31_a_letter_that_is_larger_than_listed(box: Fetching, server: FakeImap) -> None:
    """Above the limit it is refused like any other; what no letter may be is not taken at all, and given up."""
    box.office.register("Ann")
    box.office.mails()
    server.deliver(letter("x" * 5_000_000, 1))
    server.deliver(letter("x" * 1_100_000, 2))
    server.deliver(letter("help", 3))
    server.sizes = {1: 100, 2: 100}
    box.fetch()
    assert box.bodies()[-1] == "help"
    assert all(len(raw) < 1_000_000 for raw in map(str.encode, box.bodies()))
    assert len(server.box("pbem-refused")) == 1
    assert "your letter is too large: 1024 KB" in box.office.mail_to("ann@example.org").flat
    assert sum(line.startswith("FETCH 1 ") and "BODY.PEEK[]" in line for line in server.heard) == 3


@pytest.mark.parametrize("verb", ["LOGIN", "SELECT", "SEARCH", "FETCH", "MOVE"])
def test_p32_a_server_that_is_still_there_and_does_not_answer(
    box: Fetching, server: FakeImap, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.setattr("pbem.mail.mailbox.COMMAND_SECONDS", 0.3)
    server.says[verb] = [DRIBBLE]
    server.deliver(letter("one"))
    box.fetch(lambda: not server.box())
    assert box.bodies() == ["one"]


def test_p18_a_folder_of_very_many_letters_is_listed(box: Fetching, server: FakeImap) -> None:
    raw = letter("one")
    server.inbox.next = 1_000_000
    for _ in range(130_000):
        server.inbox.add(raw, NOON)
    opened = box.open()
    opened.select("INBOX")
    assert len(opened.uids()) == 130_000
    opened.close()


@pytest.mark.parametrize(
    "raw",
    [
        letter("a\x80b"),
        letter("gr\u00fc\u00dfe").decode().encode("latin-1"),
        letter("a\rb"),
        b"",
        b"\r\n",
        b"no header at all",
        letter("x", fields=f"X-Long: {'y' * 200_000}\r\n"),
        letter("x").replace(b"<1@example.org>", b"<" + b"i" * 3000 + b">"),
        letter("x").replace(b"Message-ID: <1@example.org>\r\n", b""),
        letter("x) UID 7 {3}\r\nabc"),
    ],
)
def test_p20_letters_are_stored_as_served(box: Fetching, server: FakeImap, raw: bytes) -> None:
    server.deliver(raw)
    box.fetch()
    assert [row.raw for row in box.inbox()] == [raw]
    assert server.box() == []


def test_p21_an_answer_that_cannot_be_understood(box: Fetching, server: FakeImap) -> None:
    """After three tries the letter is left there, the rest is read, and it is never asked for again."""
    server.deliver(letter("one", 1))
    bad = server.deliver(letter("bad", 2))
    server.deliver(letter("three", 3))
    server.garbled.add(bad.uid)
    box.fetch()
    assert box.bodies() == ["one", "three"]
    assert server.box() == [letter("bad", 2)]
    assert sum(line.startswith(f"FETCH {bad.uid} ") and "PEEK[]" in line for line in server.heard) == 3
    server.heard.clear()
    box.fetch()
    assert not any(line.startswith("FETCH") for line in server.heard)


@pytest.mark.parametrize("capabilities", ["IDLE MOVE UIDPLUS", "IDLE UIDPLUS"])
@pytest.mark.parametrize("answer", ["NO [TRYCREATE] make it", "NO [EXPUNGEISSUED] gone", "OK as usual"])
def test_p22_moving(tmp_path: Path, capabilities: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is made once; what has vanished is no error."""
    quick(monkeypatch)
    with imap_beside(FakeImap(capabilities=capabilities)) as server:
        box = Fetching(server, tmp_path)
        box.fetch()
        if not answer.startswith("OK"):
            server.says["MOVE" if "MOVE" in capabilities else "COPY"] = [answer]
        server.deliver(letter("one"))
        server.deliver(letter("two", 2))
        box.fetch()
        box.fetch()
        assert sorted(box.bodies()) == ["one", "two"]
        if "EXPUNGE" not in answer:
            assert server.box() == []
        assert sum(line.startswith("CREATE") for line in server.heard) <= 1


def test_p22_a_server_that_cannot_move(tmp_path: Path) -> None:
    """Letters stay where they are; the ledger knows them, and they are not fetched again."""
    with imap_beside(FakeImap(capabilities="IDLE")) as server:
        box = Fetching(server, tmp_path)
        box.fetch()
        server.deliver(letter("one"))
        box.fetch()
        server.heard.clear()
        box.fetch()
        assert box.bodies() == ["one"]
        assert server.box() == [letter("one")]
        assert not any("BODY.PEEK[]" in line for line in server.heard)


def test_p23_a_wrong_password(box: Fetching, server: FakeImap) -> None:
    """Three tries, and no more: providers lock accounts."""
    server.password = "another"
    before = server.logins
    box.fetch(lambda: given_up(box))
    assert server.logins - before == 3
    assert "AUTHENTICATIONFAILED" in box.boxes.status(ACCOUNT).told


def given_up(box: Fetching) -> bool:
    """Whether the password is not tried anymore."""
    return "no further try with this password" in box.boxes.status(ACCOUNT).told


def test_the_host_is_told_of_a_password_that_is_refused(box: Fetching, server: FakeImap) -> None:
    """At once, everywhere, and until when it will last."""
    box.office.configure(structs.replace(box.office.config, host="host@example.org"))
    server.password = "another"
    box.fetch(lambda: box.state == "refused")
    app = box.office.app
    screen, metrics = draw(look_at(app)), Metrics(lambda: look_at(app), "1").text().decode()
    assert screen[0].startswith("LETTERS WAIT in the mailbox since ")
    told = " ".join(screen[:4])
    assert "the login is refused: " in told
    assert "next try Mon 26 Oct 2026, " in told
    assert max(map(len, screen)) <= 80
    assert len(screen) <= 24
    assert "pbem_mailbox_up 0.0" in metrics
    (alarm,) = [mail for to, mail in box.office.mails() if to == "host@example.org"]
    assert "the login is refused" in alarm.flat
    assert "mailbox-login" in alarm.subject
    server.password = "secret"
    box.fetch()
    assert draw(look_at(app))[0].startswith("pbem at ")
    assert "pbem_mailbox_up 1.0" in Metrics(lambda: look_at(app), "1").text().decode()


def test_a_changed_password_is_tried_at_once(
    box: Fetching, server: FakeImap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even after the old one has been given up; and what was to be sent goes as well."""
    monkeypatch.setattr(worker, "PASSWORD_SECONDS", 0.02)
    server.password = "another"
    box.boxes.pause(ACCOUNT, box.office.time + 3600)
    server.deliver(letter("one"))

    def change() -> bool:
        if given_up(box):
            (tmp_path / "password").write_text("another\n")
        return box.bodies() == ["one"]

    box.fetch(change)
    assert box.boxes.status(ACCOUNT).paused == 0


def test_p24_a_provider_that_wants_oauth(box: Fetching, server: FakeImap) -> None:
    server.password = "another"
    server.login_refusal = "NO [AUTHENTICATIONFAILED] Basic authentication is disabled."
    box.fetch(lambda: given_up(box))
    assert "OAuth2" in box.boxes.status(ACCOUNT).told


def test_p24_a_login_that_is_refused_for_now(box: Fetching, server: FakeImap) -> None:
    """Too many connections and the like say nothing against the password."""
    server.says["LOGIN"] = ["NO [UNAVAILABLE] come again"] * 4
    server.deliver(letter("one"))
    box.fetch()
    assert box.bodies() == ["one"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "elsewhere.example"}, "certificate is not valid"),
        ({"authority": trustme.CA()}, "certificate is not valid"),
        ({"tls": "none"}, "offers no encryption"),
    ],
)
def test_p25_no_certificate_or_no_encryption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, object], why: str
) -> None:
    """Nothing is said before TLS, least of all the password."""
    quick(monkeypatch)
    server = FakeImap(tls="starttls" if "tls" in change else "tls")
    with imap_beside(server):
        box = Fetching(server, tmp_path)
        for name, value in change.items():
            setattr(server, name, value)
        box.fetch(lambda: box.state == "backoff")
        assert why in box.boxes.status(ACCOUNT).told
        assert server.logins == 0


def test_p25_starttls(tmp_path: Path) -> None:
    with imap_beside(FakeImap(tls="starttls")) as server:
        box = Fetching(server, tmp_path)
        box.fetch()
        assert server.heard.index("STARTTLS ") < server.heard.index("LOGIN")


def test_p26_the_store_is_full(box: Fetching, server: FakeImap) -> None:
    """Nothing is moved, and all is read when there is room again."""
    box.full = True
    server.deliver(letter("one"))
    box.fetch(lambda: box.state == "backoff")
    assert server.box() == [letter("one")]
    box.full = False
    box.fetch()
    assert box.bodies() == ["one"]


def test_letters_of_somebody_who_writes_too_many_wait_in_the_mailbox(box: Fetching, server: FakeImap) -> None:
    box.crowded = True
    server.deliver(letter("one"))
    box.fetch()
    assert (box.inbox(), server.box()) == ([], [letter("one")])
    box.crowded = False
    box.fetch()
    assert box.bodies() == ["one"]


def test_it_has_arrived_when_the_server_says_but_neither_before_the_last_look_nor_later_than_now(
    box: Fetching, server: FakeImap
) -> None:
    start = box.office.time
    box.office.time += 3600
    for number, arrived in enumerate([start - 9999, start + 1800, start + 99_999]):
        server.deliver(letter("x", number), arrived=arrived)
    box.fetch()
    assert [row.received for row in box.inbox()] == [start, start + 1800, start + 3600]


def test_done_letters_are_deleted_after_some_weeks(box: Fetching, server: FakeImap) -> None:
    """Those that we have put there, and no others."""
    server.deliver(letter("one"), arrived=box.office.time)
    box.fetch()
    server.deliver(letter("foreign", 77), folder="pbem-done", arrived=box.office.time)
    box.office.time += 32 * 86_400
    box.fetch()
    assert server.box("pbem-done") == [letter("foreign", 77)]
    assert box.boxes.counts(ACCOUNT) == {"gone": 1}
    server.deliver(letter("one"), arrived=box.office.time)
    box.fetch()
    assert box.bodies() == ["one"]


def test_p30_junk(box: Fetching, server: FakeImap) -> None:
    """A letter to a valid reply address is played; all else is left alone."""
    office = box.office
    office.register("Ann")
    token = office.app.signer.address(Token("player", 1, 0))
    server.special["Spamverdacht"] = "\\Junk"
    junk = letter("buy", 1)
    ours = letter("help", 2).replace(ACCOUNT.encode(), token.encode())
    forged = letter("help", 3).replace(ACCOUNT.encode(), b"our.games+aaaaaaaaaaaaaaaaaaaaaaaa@play.example")
    for raw in (junk, ours, forged):
        server.deliver(raw, folder="Spamverdacht")
    box.fetch()
    assert box.bodies()[-1:] == ["help"]
    assert server.box("Spamverdacht") == [junk, forged]
    assert all(not message.flags for message in server.folders["Spamverdacht"].messages)


def test_without_a_probe_the_door_stays_shut(
    server: FakeImap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it has been tried out, for which the server need not be started anew."""
    quick(monkeypatch)
    box = Fetching(server, tmp_path)
    box.boxes.note_profile(ACCOUNT, "")
    box.fetch(lambda: box.state == "stopped")
    assert server.connections == 0
    assert "pbem doctor --mailbox" in box.boxes.status(ACCOUNT).told

    def tried_out() -> bool:
        if box.state == "stopped":
            box.boxes.note_profile(ACCOUNT, "{}")
        return box.state == "watch"

    box.fetch(tried_out)


def test_an_error_of_ours_stops_nothing_else(box: Fetching, server: FakeImap) -> None:
    """The rest of the server goes on, and so does this after a while."""
    errors = [ZeroDivisionError("ours")]
    open_box = box.open

    def fails() -> Box:
        if errors:
            raise errors.pop()
        return open_box()

    box.open = fails
    server.deliver(letter("one"))
    box.fetch()
    assert box.bodies() == ["one"]


def test_the_password_is_in_no_log(box: Fetching, server: FakeImap, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    server.password = "another"
    box.fetch(lambda: given_up(box))
    assert "secret" not in caplog.text
    assert "secret" not in box.office.dump()
