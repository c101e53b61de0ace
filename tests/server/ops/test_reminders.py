"""Clocks: when somebody is reminded, what happens when time is up, and that nothing happens twice."""

import sqlite3
from pathlib import Path

import pytest

from pbem.server.admin import acts, host
from pbem.server.clocks.calendars import Calendar
from pbem.server.clocks.clocks import next_moment, reminders
from pbem.server.core.times import moment, read_span, span
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.ops.reminders import run_reminders
from pbem.store import SqlError
from pbem.store.matches import Matches
from tests.server.office import Office, begin, steps

ANN, BEN = "ann@example.org", "ben@example.org"
HOUR, DAY = 3600, 86_400


# Moments.


@pytest.mark.parametrize(
    ("pace", "expected"),
    [
        (7 * DAY, [3.5 * DAY, 6 * DAY]),
        (3 * DAY, [1.5 * DAY, 2 * DAY]),
        (2 * DAY, [DAY]),  # half-way and one day before are the same
        (1.5 * DAY, [0.5 * DAY, 0.75 * DAY]),
        (DAY, [DAY / 2]),
        (12 * HOUR, [6 * HOUR]),
    ],
)
def test_reminders_come_half_way_and_one_day_before(pace: int, expected: list[float]) -> None:
    assert reminders(1000, int(1000 + pace / 2), int(1000 + pace)) == [1000 + each for each in expected]


def test_the_next_moment_after_the_last_reminder_is_the_deadline() -> None:
    days = Calendar()
    assert [next_moment(days, 0, 7 * DAY, 7 * DAY, after) for after in (0, 4 * DAY, 6 * DAY)] == [
        3.5 * DAY,
        6 * DAY,
        7 * DAY,
    ]


@pytest.mark.parametrize(
    ("text", "seconds"), [("3d", 3 * DAY), ("12H", 12 * HOUR), ("1w", 7 * DAY), ("30m", 1800), ("2", 2 * DAY)]
)
def test_spans_are_read(text: str, seconds: int) -> None:
    assert read_span(text) == seconds


@pytest.mark.parametrize("text", ["", "d", "0", "0h", "-1d", "1.5d", "367d", "3y", "\u00b2d", "9" * 50])
def test_spans_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a length of time: write for example 3d, 12h or 1w"):
        read_span(text)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (7 * DAY + HOUR, "7 days"),
        (7 * DAY - 60, "7 days"),
        (3.5 * DAY, "4 days"),
        (3.5 * DAY - 60, "3 days"),
        (4.5 * DAY, "5 days"),
        (3 * DAY - HOUR, "3 days"),
        (3 * DAY - HOUR - 60, "2 days and 22 hours"),
        (DAY + 6 * HOUR, "1 day and 6 hours"),
        (2 * DAY, "2 days"),
        (HOUR, "1 hour"),
        (5 * HOUR + 59, "5 hours"),
        (1200, "20 minutes"),
        (0, "1 minute"),
        (-5, "1 minute"),
    ],
)
def test_spans_are_told(seconds: float, words: str) -> None:
    assert span(int(seconds)) == words


def test_a_moment_is_told_in_a_zone() -> None:
    assert moment(0, "America/New_York") == "Wed 31 Dec 1969, 19:00 (America/New_York)"


# Reminders.


def test_one_reminder_half_way_and_one_a_day_before_however_often_it_runs() -> None:
    office = begin("pace=7d policy=nag")
    done: list[tuple[float, str]] = []
    for hour in range(0, 10 * 24, 3):
        office.time = office.find_match().row.started + hour * HOUR if hour else office.time  # type: ignore[operator]  # it has begun
        for _ in range(2):
            done += [(hour / 24, what) for what, _ in steps(office)]
    assert done == [(3.5, "remind"), (6, "remind"), (7, "nag")]
    reminded = [(to, mail.flat[:45]) for to, mail in office.mails()]
    assert [to for to, _ in reminded] == [ANN, ANN, ANN, BEN]
    assert reminded[0][1].startswith("A reminder: you have 4 days left.")
    assert reminded[1][1].startswith("A reminder: you have 1 day left.")
    assert reminded[2][1].startswith("Your time is up, and the others are waiting")
    assert reminded[3][1].startswith("The time of South (Ann) is up")
    assert office.find_match().row.status == "running"


def test_nobody_is_reminded_twice_within_a_day_of_one_match() -> None:
    """Half of three days, and one day before their end, are twelve hours apart."""
    office = begin("pace=3d policy=nag")
    office.time += int(1.5 * DAY)
    assert steps(office) == [("remind", "Ann")]
    office.mails()
    office.time += DAY // 2
    assert run_reminders(office.app, dry_run=True) == []
    assert steps(office) == []
    assert office.mails() == []
    office.time += DAY
    assert steps(office) == [("nag", "Ann")]


def test_in_a_fast_match_that_goes_on_without_them_a_player_is_reminded_once_a_day() -> None:
    office = begin("pace=2h policy=skip")
    mails = []
    for _ in range(48):
        office.time += HOUR
        run_reminders(office.app)
        mails += [mail for to, mail in office.mails() if to == ANN and "A reminder" in mail.text]
    assert len(mails) <= 2


def test_after_three_deadlines_missed_in_a_row_there_are_no_more_reminders() -> None:
    office = begin("pace=4d policy=skip")
    told = []
    for _ in range(30):
        office.time += 2 * DAY
        told += [step.what for step in run_reminders(office.app) if step.handle == "Ann"]
    assert told.count("remind") == 3
    assert told.count("skip") > 5


def test_nobody_is_late_whose_letters_wait() -> None:
    """The server has not read them yet, though they came in time."""
    office = begin("pace=1d policy=forfeit")
    number = office.store.post.receive(office.raw(ANN, "done"), "", ("pbem@play.example",), office.time)
    office.store.post.throttle(number, office.time + 2 * DAY, ANN)
    office.time += DAY
    (step,) = run_reminders(office.app)
    assert (step.what, step.text) == (
        "wait",
        "letters of this player wait, since there were too many of them",
    )
    assert not office.find_match().match.over


def test_after_a_silence_only_the_last_reminder_that_has_come_due_is_sent() -> None:
    office = begin("pace=7d policy=nag")
    office.time += int(6.5 * DAY)
    assert steps(office) == [("remind", "Ann")]
    assert "A reminder: you have 12 hours left." in office.mail_to(ANN).flat
    assert steps(office) == []
    office.time += DAY
    assert steps(office) == [("nag", "Ann")]


def test_after_a_long_silence_the_deadline_alone_counts() -> None:
    office = begin("pace=7d policy=nag")
    office.time += 30 * DAY
    assert steps(office) == [("nag", "Ann")]
    assert steps(office) == []


def test_who_has_answered_is_not_reminded() -> None:
    office = begin("pace=7d policy=nag")
    office.time += DAY
    office.write(ANN, "done")
    office.time += int(2.6 * DAY)
    assert steps(office) == []
    office.time += DAY
    assert steps(office) == [("remind", "Ben")]


def test_both_are_reminded_when_both_are_asked() -> None:
    office = Office()
    office.begin("pawns=3")
    office.time += 4 * DAY
    assert steps(office) == [("remind", "Ann"), ("remind", "Ben")]


def test_who_does_a_turn_piece_by_piece_does_not_get_more_time() -> None:
    office = begin("pace=7d policy=nag")
    clock = office.find_match().seats[0]
    office.time += 3 * DAY
    office.write(ANN, "S1 move b4")
    after = office.find_match().seats[0]
    assert (after.since, after.due, after.next_reminder) == (clock.since, clock.due, clock.next_reminder)
    office.write(ANN, "done")
    assert (office.find_match().seats[0].since, office.find_match().seats[0].due) == (None, None)
    assert office.find_match().seats[1].due == office.time + 7 * DAY


def test_the_same_seat_asked_in_its_next_turn_has_all_its_time_again() -> None:
    """Against the house it is asked again at once."""
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed")
    assert office.asked() == ANN
    office.time += 3 * DAY
    office.write(ANN, "done")
    assert office.asked() == ANN
    assert office.find_match().seats[0].due == office.time + 7 * DAY


def test_a_letter_that_changes_nothing_winds_no_clock() -> None:
    office = begin("pace=7d policy=nag")
    due = office.find_match().seats[0].due
    office.time += 3 * DAY
    for line in ("show", "S1 move b8", "say hello", "queue", "always dodge", "draw"):
        office.write(ANN, line)
    assert office.find_match().seats[0].due == due


# Deadlines.


def test_skip_answers_for_the_late_player() -> None:
    """They are told what the server has answered, the others only that it has."""
    office = begin("pace=1d policy=skip")
    office.time += DAY
    assert steps(office) == [("skip", "Ann")]
    mails = dict(office.mails())
    assert "Your time was up: the server has answered for you: done." in mails[ANN].flat
    assert "The time of South (Ann) was up: the server has answered instead." in mails[BEN].flat
    assert "your turn" in mails[BEN].subject
    row = next(row for row in office.log() if row.kind == "answer")
    assert (row.text, row.by) == ("done", "deadline")
    assert host.check(office.app) == []
    office.time += DAY
    assert steps(office) == [("skip", "Ben")]


def test_forfeit_takes_the_late_player_out() -> None:
    office = begin("pace=1d policy=forfeit")
    office.time += DAY
    assert steps(office) == [("forfeit", "Ann")]
    mails = dict(office.mails())
    assert "The time of South (Ann) was up: they are out of the match now." in mails[BEN].flat
    assert "Your time was up: you are out of the match now." in mails[ANN].flat
    assert mails[BEN].subject.endswith("the match is over: you won")
    row = office.find_match().row
    assert (row.result, row.reason) == ("N>S", "forfeited")
    office.time += 30 * DAY
    assert steps(office) == []
    assert host.check(office.app) == []


def test_when_both_have_forfeited_at_once_the_first_has_lost() -> None:
    office = Office()
    office.begin("pawns=3 pace=1d policy=forfeit")
    office.time += 2 * DAY
    assert steps(office) == [("forfeit", "Ann")]
    assert office.find_match().row.result == "N>S"


def test_when_both_are_late_both_are_skipped() -> None:
    office = Office()
    office.begin("pawns=3 pace=1d policy=skip")
    office.time += 2 * DAY
    assert steps(office) == [("skip", "Ann"), ("skip", "Ben")]
    assert office.find_match().match.turn.number == 1


def test_a_last_reminder_in_a_match_against_the_house() -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house")
    office.mails()
    office.time += 8 * DAY
    assert steps(office) == [("nag", "Ann")]
    assert [to for to, _ in office.mails()] == [ANN]


# Pauses.


def test_a_pause_keeps_what_was_left() -> None:
    office = begin("pace=7d policy=nag")
    office.time += 3 * DAY
    acts.pause(office.app, 1)
    assert "paused by the host; no clock runs" in dict(office.mails())[BEN].flat
    office.time += 60 * DAY
    assert steps(office) == []
    office.write(ANN, "show")
    mail = office.mail_to(ANN)
    assert "Your time is up on" not in mail.text
    office.write(ANN, "list")
    assert "your move, 4 days left, paused" in office.mail_to(ANN).flat
    acts.resume(office.app, 1)
    assert all("The match goes on, and the clocks run again." in mail.flat for _, mail in office.mails())
    assert office.find_match().seats[0].due == office.time + 4 * DAY
    assert steps(office) == []
    office.time += DAY
    assert steps(office) == [("remind", "Ann")]


def test_a_match_may_be_played_on_while_it_is_paused() -> None:
    office = begin("pace=7d policy=nag")
    acts.pause(office.app, 1)
    office.time += 10 * DAY
    office.write(ANN, "done")
    office.time += 10 * DAY
    office.mails()
    acts.resume(office.app, 1)
    seat = office.find_match().seats[1]
    assert seat.due == office.time + 7 * DAY
    assert [to for to, mail in office.mails()] == [ANN, BEN]


def test_pausing_and_resuming_in_one_second_tells_both() -> None:
    office = begin("pace=7d policy=nag")
    acts.pause(office.app, 1)
    acts.resume(office.app, 1)
    texts = [mail.flat for to, mail in office.mails() if to == ANN]
    assert ["no clock runs until" in text for text in texts] == [True, False]


# Dry runs, lapses, two runs at once.


def test_a_dry_run_changes_nothing() -> None:
    office = begin("pace=7d policy=nag")
    office.write(BEN, "challenge dodgeball ann")
    office.time += 20 * DAY
    before = office.dump()
    told = run_reminders(office.app, dry_run=True)
    assert office.dump() == before
    assert told == run_reminders(office.app)
    assert [step.what for step in told] == ["nag", "lapse"]
    assert office.dump() != before


def test_a_damaged_match_does_not_stop_the_clocks_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    office, load = begin("pace=7d policy=nag"), MatchRepository.load
    office.begin("pawns=3 placement=fixed")
    office.time += 7 * DAY

    def damaged(self: MatchRepository, number: int) -> LoadedMatch | None:
        if number == 1:
            raise ValueError("damaged")
        return load(self, number)

    monkeypatch.setattr(MatchRepository, "load", damaged)
    told = {step.match: step.what for step in run_reminders(office.app)}
    assert told == {1: "failed", 2: "nag"}


def test_a_full_disk_is_no_fault_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops everything, to be said once, and all is done when it is over."""
    office = begin("pace=7d policy=nag")
    office.time += 7 * DAY

    def full(self: Matches, *facts: object) -> None:
        error = SqlError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(Matches, "set_missed", full)
        with pytest.raises(SqlError, match="disk is full"):
            run_reminders(office.app)
    assert steps(office) == [("nag", "Ann")]


def test_challenges_lapse_after_two_weeks() -> None:
    office = Office()
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    office.time += 14 * DAY
    assert steps(office) == []
    office.time += 1
    assert [what for what, _ in steps(office)] == ["lapse"]
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert (
        "Match 1, Dodgeball!, will not be played: after 14 days it is still waiting for Ben (North)."
        in mails[BEN].flat
    )
    assert steps(office) == []
    office.write(BEN, "accept 1")
    assert "Challenge 1 is off: not everybody has answered in time" in office.mail_to(BEN).flat


def test_two_runs_at_once_send_once(tmp_path: Path) -> None:
    """The second run has seen the same seat due before the first one has dealt with it."""
    office = Office(path=tmp_path / "games.db")
    office.begin()
    second = Office(path=tmp_path / "games.db")
    office.time = second.time = office.time + 4 * DAY
    due = second.store.matches.due(second.time)
    assert len(due) == 1
    second.store.matches.due = lambda now: due  # type: ignore[method-assign]
    office.mails()
    assert steps(office) == [("remind", "Ann")]
    assert steps(second) == []
    assert [to for to, _ in office.mails()] == [ANN]


def test_a_dry_run_tells_what_would_really_come_of_a_deadline() -> None:
    """A player whose days of vacation are taken automatically is not late, and a dry run says so; nothing is stored."""
    office = begin("pace=1d policy=forfeit")
    office.write(ANN, "vacation auto on")
    office.time += DAY
    before = office.dump()
    assert [(step.what, step.handle) for step in run_reminders(office.app, dry_run=True)] == [
        ("day off", "Ann")
    ]
    assert office.dump() == before
