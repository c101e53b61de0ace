"""Booked days: they stop the clocks, there are so many a year, and everybody is told."""

import pytest

from pbem.mail.tasks import read_here
from pbem.server.clocks.outages import OUTAGE, beat, down_since, give_back, has_clocks_to_set, set_clocks
from pbem.server.core.letter_tasks import task_of
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office, ask, begin, steps

ANN, BEN = "ann@example.org", "ben@example.org"
HOUR, DAY = 3600, 86_400


def kinds_of_steps(office: Office) -> list[str]:
    return [what for what, _ in steps(office)]


def test_booked_days_stop_the_clock_that_runs_and_those_to_come() -> None:
    office = begin("pace=3d")
    told = ask(office, ANN, "vacation 2026-10-28 2026-11-01").flat
    assert (
        "your clocks are stopped from Wed 28 Oct 2026 to Sun 1 Nov 2026; 25 of 30 days of 2026 are left"
        in told
    )
    assert office.find_match().seats[0].due == office.time + 8 * DAY
    office.write(ANN, "done")
    assert office.find_match().seats[1].due == office.time + 3 * DAY
    office.write(BEN, "done")
    assert office.find_match().seats[0].due == office.time + 8 * DAY


def test_days_begin_and_end_in_the_players_zone() -> None:
    office = begin("pace=1d")
    office.write(ANN, "settings zone America/New_York")
    ask(office, ANN, "vacation 2026-10-27 to 2026-10-27")
    assert office.find_match().seats[0].due == office.time + 2 * DAY


def test_so_many_days_from_now_on() -> None:
    """Late in the evening a day is 24 hours too, and takes one."""
    office = begin("pace=1d")
    office.time += 15 * HOUR
    due = office.find_match().seats[0].due
    assert due is not None
    span = "from Mon 26 Oct 2026, 22:33 (UTC) to Tue 27 Oct 2026, 22:33 (UTC)"
    assert (
        f"your clocks are stopped {span}; 29 of 30 days of 2026 are left"
        in ask(office, ANN, "vacation 1d").flat
    )
    assert f"booked: {span[5:]}; 29 of 30" in ask(office, ANN, "vacation").flat
    assert office.find_match().seats[0].due == due + DAY


def test_half_days_are_added_up() -> None:
    office = begin("pace=3d")
    for left in (29, 29, 28):
        assert f"{left} of 30 days" in ask(office, ANN, "vacation 12h").flat
        office.time += 12 * HOUR


def test_today_is_booked_from_now_on() -> None:
    office = begin("pace=1d")
    assert (
        "from Mon 26 Oct 2026 to Mon 26 Oct 2026; 29 of 30"
        in ask(office, ANN, "vacation 2026-10-26 2026-10-26").flat
    )
    assert office.find_match().seats[0].due == office.time + DAY + 16 * HOUR + 26 * 60 + 40


def test_booked_days_cost_the_same_wherever_one_moves() -> None:
    office = begin("pace=3d")
    assert "26 of 30" in ask(office, ANN, "vacation 2026-11-02 2026-11-05").flat
    ask(office, ANN, "settings zone America/New_York")
    told = ask(office, ANN, "vacation").flat
    assert "booked: Sun 1 Nov 2026, 19:00 (America/New_York) to Thu 5 Nov 2026, 19:00" in told
    assert "26 of 30" in told


def test_the_others_are_told_in_their_mails() -> None:
    office = begin("pace=3d")
    ask(office, ANN, "vacation 2026-10-28 2026-11-01")
    text = ask(office, BEN, "show").flat
    assert "South (Ann) is away from Wed 28 Oct 2026, 00:00 (UTC) to Mon 2 Nov 2026, 00:00 (UTC)." in text
    assert "is away" not in ask(office, ANN, "show").flat


def test_a_match_may_be_agreed_on_without() -> None:
    office = begin("pace=3d vacation=off")
    ask(office, ANN, "vacation 2026-10-28 2026-11-01")
    assert office.find_match().seats[0].due == office.time + 3 * DAY
    assert "is away" not in ask(office, BEN, "show").flat


def test_who_books_is_told_of_matches_that_are_played_without() -> None:
    office = begin("pace=3d vacation=off")
    assert "In match 1 your clock runs on" in ask(office, ANN, "vacation 2026-10-28 2026-11-01").flat


def test_cancelling_tells_what_is_cancelled() -> None:
    office = begin("pace=3d")
    ask(office, ANN, "vacation 2026-11-02 2026-11-05")
    told = ask(office, ANN, "vacation cancel").flat
    assert "canceled: Mon 2 Nov 2026 to Thu 5 Nov 2026; 30 of 30 days of 2026 are left" in told


def test_cancelling_lets_the_clocks_run_again() -> None:
    office = begin("pace=3d")
    ask(office, ANN, "vacation 2026-10-27 2026-11-05")
    ask(office, ANN, "vacation 2026-12-24 2026-12-31")
    office.time += 2 * DAY
    assert "your clocks run again; 28 of 30 days of 2026 are left" in ask(office, ANN, "vacation cancel").flat
    elapsed = 17 * HOUR - 33 * 60 + 20  # of Monday
    due = office.find_match().seats[0].due
    assert due is not None
    assert abs(due - (office.time + 3 * DAY - elapsed)) < HOUR
    assert "You have booked no vacation" in ask(office, ANN, "vacation cancel").flat


def test_vacation_alone_tells_what_is_booked_and_what_is_left() -> None:
    office = begin("pace=3d")
    assert "no vacation is booked; 30 of 30 days of 2026 are left" in ask(office, ANN, "vacation").flat
    ask(office, ANN, "vacation 2026-12-30 2027-01-02")
    told = ask(office, ANN, "vacation").flat
    assert "booked: Wed 30 Dec 2026 to Sat 2 Jan 2027; 28 of 30 days of 2026 are left" in told


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("vacation 2026-10-20 2026-10-25", "These days are over"),
        ("vacation 2026-11-05 2026-11-01", "It would end before it begins"),
        ("vacation 2026-11-01 2026-12-15", "30 days a year can be booked here; you have 30 left for 2026"),
        ("vacation 2028-01-01 2028-01-02", "for the next twelve months"),
        ("vacation christmas", "Write: vacation 2026-12-24 2027-01-02, or vacation 10d"),
        ("vacation 12/24/2026 12/31/2026", "is not a date: write year, month and day, as in 2026-12-24"),
        ("vacation 2026-11-01 2026-11-02 2026-11-03", "Write: vacation 2026-12-24 2027-01-02"),
    ],
)
def test_vacations_that_cannot_be(line: str, reason: str) -> None:
    office = begin("pace=3d")
    before = office.find_match().seats
    assert reason in ask(office, ANN, line).flat
    assert [seat.due for seat in office.find_match().seats] == [seat.due for seat in before]


def test_days_are_booked_once_and_three_vacations_at_a_time() -> None:
    office = begin("pace=3d")
    for number in range(3):
        ask(office, ANN, f"vacation 2026-11-{number * 5 + 1:02} 2026-11-{number * 5 + 2:02}")
    assert "3 vacations can be booked at a time" in ask(office, ANN, "vacation 2026-12-01 2026-12-02").flat
    ask(office, ANN, "vacation cancel")
    ask(office, ANN, "vacation 2026-11-01 2026-11-05")
    assert (
        "You have booked some of these days already"
        in ask(office, ANN, "vacation 2026-11-05 2026-11-08").flat
    )


def test_a_day_is_taken_by_itself_for_who_wants_that() -> None:
    office = begin("pace=1d policy=forfeit")
    assert "a day is taken whenever your time would be up" in ask(office, ANN, "vacation auto on").flat
    office.time += DAY
    office.mails()
    assert kinds_of_steps(office) == ["day off"]
    assert (
        "a day of your vacation has been taken: 29 of 30 days of 2026 are left." in office.mail_to(ANN).flat
    )
    assert kinds_of_steps(office) == []
    assert office.find_match().row.status == "running"
    ask(office, ANN, "vacation auto off")
    office.time += DAY
    assert kinds_of_steps(office) == ["forfeit"]


def test_a_day_that_is_taken_is_24_hours_in_which_the_clock_would_run() -> None:
    """Not those of a weekend on which it stands still anyway; the player is told of each."""
    office = Office()
    office.time += 3 * DAY + HOUR * 39 // 2  # Friday, 03:03
    office.begin("pawns=3 placement=fixed pace=20h weekends=off policy=forfeit")
    ask(office, ANN, "vacation auto on")
    friday = office.time + 20 * HOUR
    for taken, due in enumerate((friday, friday + 3 * DAY, friday + 4 * DAY)):
        assert office.find_match().seats[0].due == due
        office.time = due
        office.mails()
        assert kinds_of_steps(office) == ["day off"]
        assert f"{29 - taken} of 30 days of 2026 are left" in office.mail_to(ANN).flat


def test_no_day_is_taken_when_none_is_left() -> None:
    office = Office(vacation_days=0)
    office.begin("pawns=3 placement=fixed pace=1d policy=skip")
    ask(office, ANN, "vacation auto on")
    office.time += DAY
    assert kinds_of_steps(office) == ["skip"]


# Outages.


def due_of(office: Office, number: int) -> int:
    """The deadline of the one seat that is asked."""
    (due,) = (seat.due for seat in office.find_match(number).seats if seat.due is not None)
    return due


def comes_back(office: Office) -> int:
    """What the server does when it starts, and every minute then."""
    away = give_back(office.store, office.app.now())
    while has_clocks_to_set(office.store):
        set_clocks(office.store, office.app.now())
    beat(office.store, office.time)
    return away


def test_after_an_outage_all_clocks_have_their_time_back_and_an_hour() -> None:
    office = begin("pace=1d policy=forfeit")
    beat(office.store, office.time)
    office.time += 2 * DAY
    assert comes_back(office) == 2 * DAY
    assert office.find_match().seats[0].due == office.time + HOUR + DAY
    assert kinds_of_steps(office) == []


@pytest.mark.parametrize("minutes", [14, 4])
def test_a_few_minutes_are_given_back_too(minutes: int) -> None:
    """The deadline comes while the server is down, and the answer with the next try of the relay."""
    office = begin("pace=1d policy=forfeit")
    office.time += DAY - 60
    beat(office.store, office.time)
    office.time += minutes * 60
    comes_back(office)
    assert "forfeit" not in kinds_of_steps(office)
    office.time += HOUR
    comes_back(office)
    office.write(ANN, "done")
    assert kinds_of_steps(office) == []
    assert office.find_match().row.status == "running"


def test_who_was_late_before_an_outage_may_have_written_in_time_too() -> None:
    """No deadline is applied in the hour in which letters come that have waited elsewhere."""
    office = begin("pace=1d policy=forfeit")
    office.time += DAY
    beat(office.store, office.time)
    office.time += HOUR
    comes_back(office)
    (step,) = run_reminders(office.app)
    assert (step.what, step.text) == (
        "wait",
        "the server was down, so answers may still be on their way until Tue 27 Oct 2026, 09:33 (UTC)",
    )
    office.time += HOUR - 1
    beat(office.store, office.time)
    assert kinds_of_steps(office) == ["wait"]
    office.time += 1
    assert kinds_of_steps(office) == ["forfeit"]


def test_outages_one_after_the_other_are_one_long_one() -> None:
    office = begin("pace=1d policy=forfeit")
    for _ in range(3):
        beat(office.store, office.time)
        office.time += HOUR // 2
        comes_back(office)
    assert office.find_match().seats[0].due == office.time + HOUR + DAY


def test_while_the_server_is_down_nobody_is_told_a_deadline_that_will_move() -> None:
    office = begin("pace=2d")
    beat(office.store, office.time)
    office.time += 30 * HOUR
    assert run_reminders(office.app) == []
    comes_back(office)
    assert run_reminders(office.app) == []
    assert office.find_match().seats[0].due == office.time + HOUR + 2 * DAY


def test_while_the_server_is_down_nobody_is_late() -> None:
    office = begin("pace=1d policy=forfeit")
    beat(office.store, office.time)
    office.time += 2 * DAY
    (step,) = run_reminders(office.app)
    assert (step.what, step.text) == (
        "wait",
        "the server has not run since Mon 26 Oct 2026, 07:33 (UTC), so nobody is late",
    )
    assert office.find_match().row.status == "running"


def test_clocks_are_set_page_by_page_and_nothing_is_due_before_all_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that is stopped in between goes on where it was."""
    monkeypatch.setattr("pbem.server.clocks.outages.PAGE", 2)
    office = begin("pace=1d policy=forfeit")
    for _ in range(2):
        office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    beat(office.store, office.time)
    office.time += 2 * DAY
    give_back(office.store, office.app.now())
    beat(office.store, office.time)
    set_clocks(office.store, office.app.now())
    back = office.time + HOUR + DAY
    assert [due_of(office, number) == back for number in (1, 2, 3)] == [True, True, False]
    office.time += 2 * HOUR
    beat(office.store, office.time)
    assert "wait" in kinds_of_steps(office)
    set_clocks(office.store, office.app.now())
    assert not has_clocks_to_set(office.store)
    assert due_of(office, 3) == back
    assert kinds_of_steps(office) == []


def test_a_short_silence_is_no_outage() -> None:
    office = begin("pace=3d")
    assert down_since(office.store, office.time) is None
    beat(office.store, office.time)
    office.time += OUTAGE
    assert give_back(office.store, office.app.now()) == 0


def test_no_deadline_is_applied_while_letters_wait_to_be_read() -> None:
    office = begin("pace=1d policy=forfeit")
    office.time += DAY
    raw = office.raw(ANN, "done")
    number = office.store.post.receive(raw, "x@example.org", ("pbem@play.example",), office.time)
    assert [step.text for step in run_reminders(office.app)] == ["letters wait to be read"]
    incoming = office.store.post.incoming(number)
    assert incoming is not None
    assert office.app.handler.handle(incoming, read_here(task_of(office.app.config, incoming))) == "done"
    assert kinds_of_steps(office) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("vacation 24.12.2026 - 2.1.2027", "vacation 2026-12-24 2027-01-02"),
        ("vacation from 2026-12-24 until 2.1.2027", "vacation 2026-12-24 2027-01-02"),
        ("vacation 2026-12-24", "vacation 2026-12-24 2026-12-24"),
        ("vacation for 2 weeks", "vacation 2w"),
        ("Vacation 10 days", "vacation 10d"),
    ],
)
def test_days_are_written_in_many_ways(written: str, meant: str) -> None:
    told = []
    for line in (written, meant):
        text = ask(begin("pace=3d"), ANN, line).flat
        assert "done: " in text
        told.append(text.partition("done: ")[2].partition("Answer")[0])
    assert told[0] == told[1]
