"""Letters that are done with are cleared out; what anybody needs stays."""

import pytest

from pbem.server.admin import host
from pbem.server.core.config import Caps
from pbem.server.ops import tidy as clearing
from pbem.server.ops.reminders import run_reminders
from pbem.server.ops.tidy import MARKS_DAYS, tidy
from tests.server.office import Office
from tests.server.outdoors import work
from tests.store.mails import finished

ANN, EVE = "ann@example.org", "eve@example.org"
DAY = 86_400


def drawers(office: Office) -> tuple[int, int, int]:
    """How many letters there are in the inbox and the outbox, and how many marks."""
    counts = (
        office.store.db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in ("inbox", "outbox", "heard")
    )
    inbox, outbox, marks = counts
    return inbox, outbox, marks


def running_match(keep_days: int = 90) -> Office:
    """A match that is going on, all its mails sent."""
    office = Office(keep_days=keep_days)
    boards = office.begin()
    office.reply(office.asked(), boards[office.asked()], "done")
    office.store.db.execute("UPDATE outbox SET status = 'sent'")
    return office


def test_after_ninety_days_letters_are_cleared_out_but_the_newest() -> None:
    """The newest keep their places, so that no number is ever given twice."""
    office = running_match()
    inbox, outbox, _ = drawers(office)
    office.time += 90 * DAY
    assert tidy(office.app.context) == 0
    office.time += DAY
    assert tidy(office.app.context, dry_run=True) == inbox + outbox - 2
    assert drawers(office)[:2] == (inbox, outbox)
    assert tidy(office.app.context) == inbox + outbox - 2
    assert drawers(office) == (1, 1, 0)
    assert tidy(office.app.context) == 0
    number = office.store.post.receive(b"", "", (), office.time)
    assert number == inbox + 1


def test_the_match_stays_whole_and_goes_on() -> None:
    office = running_match()
    office.time += 91 * DAY
    tidy(office.app.context)
    rows = len(office.log())
    assert office.write(office.asked(), "done") == "done"
    assert len(office.log()) > rows
    office.write(ANN, "history 1")
    assert "THE STORY OF MATCH 1" in next(mail.text for to, mail in office.mails() if "STORY" in mail.text)


def test_what_waits_or_has_failed_stays() -> None:
    office = running_match()
    statuses = ["new", "failed", "throttled", "held", "done"]
    for status in statuses:
        number = office.store.post.receive(b"x", "", (), office.time)
        office.store.db.execute("UPDATE inbox SET status = ? WHERE id = ?", [status, number])
    for number, status in enumerate(("new", "held", "failed", "sent")):
        finished(office.store.post, ANN, f"<{number}@z>", b"x", office.time, kind="answer")
        office.store.db.execute(
            "UPDATE outbox SET status = ? WHERE message_id = ?", [status, f"<{number}@z>"]
        )
    office.time += 91 * DAY
    tidy(office.app.context)
    left = {row.status for row in office.store.post.inbox(None, 99)}
    assert left == {"new", "failed", "throttled", "done"}  # the last one is the newest
    assert {row.status for row in office.store.post.outbox(None, 99)} == {"new", "held", "sent"}


def test_a_copy_is_known_for_a_month_at_least() -> None:
    office = Office(keep_days=1)
    office.register("Ann")
    letter = office.raw(ANN, "list")
    assert office.deliver(letter) == "done"
    office.time += 2 * DAY
    tidy(office.app.context)
    assert office.deliver(letter) == "duplicate"
    office.time += MARKS_DAYS * DAY
    tidy(office.app.context)
    assert drawers(office)[2] == 0


LONG = "\n-- \n" + ("x" * 70 + "\n") * 1000


def test_o18_of_a_letter_that_is_done_the_header_and_the_beginning_are_kept(office: Office) -> None:
    """Whoever wrote it, and whatever became of it; what it leads to comes of all of it."""
    office.write(EVE, "help" + LONG)
    office.register("Ann")
    letter = office.raw(ANN, "help" + LONG)
    statuses = [office.deliver(letter), office.deliver(letter)]
    statuses.append(office.write(ANN, "help" + LONG, headers=["Auto-Submitted: auto-replied"]))
    statuses.append(office.write(EVE, "help" + LONG, headers=["X-Long: " + "y" * 40_000]))
    assert statuses == ["done", "duplicate", "ignored", "done"]
    sizes = [len(row.raw) for row in office.store.post.inbox(None, 99)]
    assert max(sizes) == 16_384
    assert sorted(sizes)[-2] < 4500
    assert all(b"\r\n\r\nhelp" in row.raw for row in office.store.post.inbox(None, 4)[1:])


def test_o18_what_waits_or_has_failed_is_kept_whole() -> None:
    """Held, put off, crashed, not readable: all of it is needed when it is done after all."""
    office = Office(believe_from=False, relay="mx.example:25", caps=Caps(letters_an_hour=1))
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), "yes")
    welcome = office.mail_to(ANN)
    assert office.write(ANN, "settings text on" + LONG) == "held"
    question = office.mail_to(ANN)
    assert office.write(ANN, "help" + LONG, headers=["X-Long: " + "y" * 70_000]) == "failed"
    office.write(ANN, "list", to=welcome.reply_to)
    assert office.write(ANN, "settings text off" + LONG, to=welcome.reply_to) == "throttled"
    assert min(len(row.raw) for row in office.store.post.inbox(None, 99) if row.status != "done") > 70_000
    office.time += 3600
    assert work(office) == ["done"]
    office.time += 3600
    assert office.reply(ANN, question, "yes") == "done"
    assert not [row for row in office.store.post.inbox("done", 99) if len(row.raw) > 16_384]


def test_o18_a_letter_that_has_crashed_is_done_whole_when_it_is_tried_again(office: Office) -> None:
    office.register("Ann")
    raw = office.raw(ANN, "settings text on\n# " + "x" * 900 + ("\n# " + "y" * 900) * 20)
    with office.store.transaction():
        number = office.store.post.receive(raw, ANN, ("pbem@play.example",), office.time)
        office.store.post.close(number, "failed", "it has crashed")
    assert host.retry(office.app, number) == "done"
    player = office.store.people.at(ANN)
    assert player is not None
    assert player.text_only
    assert len(office.store.post.inbox("done", 1)[0].raw) < 5000


def test_names_that_nobody_has_confirmed_are_forgotten() -> None:
    office = Office()
    office.write(EVE, "register Eve")
    confirm = office.mail_to(EVE)
    office.time += 91 * DAY
    tidy(office.app.context)
    assert office.reply(EVE, confirm, "yes") == "ignored"
    office.write("another@example.org", "register Eve")
    assert "answer this mail to become Eve" in office.mail_to("another@example.org").subject


def test_nothing_is_cleared_out_where_the_host_wants_that() -> None:
    office = running_match(keep_days=0)
    before = drawers(office)
    office.time += 9999 * DAY
    assert tidy(office.app.context) == 0
    run_reminders(office.app)
    assert drawers(office)[0] == before[0]


def test_it_is_done_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "AT_ONCE", 3)
    office = running_match()
    office.time += 91 * DAY
    assert tidy(office.app.context) > 9
    assert drawers(office)[:2] == (1, 1)


def test_remind_does_it_once_a_day() -> None:
    office = running_match()
    office.time += 91 * DAY
    assert "tidy" in {step.what for step in run_reminders(office.app, dry_run=True)}
    assert drawers(office)[0] > 1
    assert "tidy" in {step.what for step in run_reminders(office.app)}
    for row in range(3):
        office.store.post.close(office.store.post.receive(b"x", "", (), 1), "done", str(row))
    office.time += DAY - 1
    assert "tidy" not in {step.what for step in run_reminders(office.app)}
    office.time += 1
    assert "tidy" in {step.what for step in run_reminders(office.app)}
