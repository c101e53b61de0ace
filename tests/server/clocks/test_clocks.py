"""Clocks: what they get with a question and by an undo, calendars that change, and the moments that mails tell."""

import pytest

from pbem.server.admin import acts
from pbem.server.core.times import moment
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"
HOUR, DAY = 3600, 86_400


def begin(options: str, game: str = "dodgeball", *players: str) -> Office:
    office = Office()
    office.begin(
        f"pawns=3 placement=fixed {options}" if game == "dodgeball" else options, *players, game=game
    )
    return office


def hours_left(office: Office) -> list[float | None]:
    """What is left to each seat, in hours; None where its clock does not run."""
    return [
        None if seat.due is None else (seat.due - office.time) / HOUR for seat in office.find_match().seats
    ]


# New questions.


def test_who_answers_last_has_as_much_for_the_next_question_as_who_answered_first() -> None:
    """Slargeball asks both for a line-up, then both for a plan, within one turn."""
    office = begin("pace=1d policy=forfeit", "slargeball")
    office.write(ANN, "done")
    office.time += 23 * HOUR
    office.write(BEN, "done")
    assert hours_left(office) == [24, 24]


def test_who_has_been_skipped_has_new_time_for_the_next_question_of_the_same_turn() -> None:
    office = begin("pace=1d policy=skip,forfeit", "slargeball")
    office.time += DAY
    assert [step.what for step in run_reminders(office.app)] == ["skip", "skip"]
    assert hours_left(office) == [24, 24]
    office.time += 60
    assert run_reminders(office.app) == []


def test_a_turn_played_piece_by_piece_gets_no_new_time() -> None:
    office = begin("pace=1d")
    office.time += 20 * HOUR
    office.write(ANN, "S1 move b4")
    assert hours_left(office) == [4, None]


def test_an_answer_that_is_taken_up_again_gets_no_new_time() -> None:
    """Whoever adds a line to a plan they have handed in has the time they had left when they handed it in."""
    office = begin("pace=1d", "slargeball")
    for _ in range(2):
        office.write(ANN, "D 12,12")
        office.time += 10 * HOUR
        office.write(ANN, "done")
    office.write(ANN, "D 12,12")
    assert hours_left(office)[0] == 4


# Undo.


@pytest.mark.parametrize("pause", [False, True])
def test_an_undo_by_consent_gives_back_what_was_left_however_long_the_others_wait(pause: bool) -> None:
    office = begin("pace=3d policy=forfeit")
    office.time += DAY
    office.write(ANN, "done")
    office.write(ANN, "undo")
    if pause:
        acts.pause(office.app, 1)
        office.time += 10 * DAY
        acts.resume(office.app, 1)
    office.time += 71 * HOUR
    office.write(BEN, "accept undo")
    assert hours_left(office) == [48, None]


def test_who_had_little_left_has_a_day_after_an_undo_by_consent() -> None:
    office = begin("pace=3d policy=forfeit")
    office.time += 3 * DAY - 60
    office.write(ANN, "done")
    office.write(ANN, "undo")
    office.time += DAY
    office.write(BEN, "accept undo")
    assert hours_left(office) == [24, None]


def test_no_clock_gains_by_undoing_again_and_again() -> None:
    office = begin("bank=2d add=1d most=10d")
    for _ in range(3):
        office.write(ANN, "done")
        office.write(ANN, "undo")
        office.write(BEN, "accept undo")
    office.write(ANN, "done")
    assert hours_left(office) == [None, 48]
    office.write(BEN, "done")
    assert hours_left(office) == [72, None]


def test_a_free_undo_gives_back_nothing_of_a_clock_that_has_run_all_along() -> None:
    office = begin("pace=3d")
    office.time += HOUR
    office.write(ANN, "S1 move b4")
    office.time += 2 * DAY
    office.write(ANN, "undo")
    assert hours_left(office) == [23, None]


# Calendars that change.


def test_another_zone_moves_the_deadline_at_once() -> None:
    """Weekends are those of the player: in Kiritimati they begin fourteen hours sooner."""
    office = begin("pace=110h weekends=off")  # until Friday evening
    before = office.find_match().seats[0].due
    office.mails()
    office.write(ANN, "show\nsettings zone Pacific/Kiritimati\nshow")
    seat = office.find_match().seats[0]
    told = office.mail_to(ANN).flat
    assert seat.due is not None
    assert seat.due != before
    assert f"You have until {moment(seat.due, 'Pacific/Kiritimati')}" in told
    office.write(ANN, "vacation 2027-02-01 2027-02-02")
    assert office.find_match().seats[0].due == seat.due


FRIDAY = 3 * DAY + 23 * HOUR  # after the start of an office: Friday, 30 October, 06:33
BEGINS = 3 * DAY + 16 * HOUR + 26 * 60 + 40  # Friday, 00:00


def test_another_zone_does_not_bring_back_a_weekend_that_has_passed() -> None:
    """On Monday in London it is still Sunday in Honolulu; whoever moves there has had their weekend."""
    office = Office()
    office.time += FRIDAY
    office.begin("pawns=3 placement=fixed pace=1d weekends=off policy=forfeit")
    due = office.find_match().seats[0].due
    assert due == office.time + 3 * DAY
    office.time += 3 * DAY - 2 * HOUR
    assert run_reminders(office.app) != []
    office.mails()
    office.write(ANN, "settings zone Pacific/Honolulu")
    assert office.find_match().seats[0].due == due
    assert f"your time in match 1 is up on {moment(due, 'Pacific/Honolulu')}" in office.mail_to(ANN).flat
    assert run_reminders(office.app) == []


def test_nobody_gains_a_weekend_in_the_last_minutes_before_a_deadline() -> None:
    """It is Saturday in Kiritimati from Friday, 10:00 UTC on, and Sunday in Honolulu until Monday, 10:00."""
    office = begin("pace=101h weekends=off policy=forfeit")  # until Friday, 12:33
    due = office.find_match().seats[0].due
    office.time += 101 * HOUR - 600
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu", "UTC", "Pacific/Kiritimati"):
        office.write(ANN, f"settings zone {zone}")
        assert office.find_match().seats[0].due == due


@pytest.mark.parametrize(("early", "hours"), [(1, 48), (0, 0)])
def test_a_weekend_is_that_of_the_zone_in_which_its_friday_begins(early: int, hours: int) -> None:
    """It has begun in Kiritimati at a deadline of Friday, 12:33 (UTC)."""
    office = begin("pace=101h weekends=off")
    due = office.find_match().seats[0].due
    assert due is not None
    office.time += BEGINS - early
    office.write(ANN, "settings zone Pacific/Kiritimati")
    assert office.find_match().seats[0].due == due + hours * HOUR


def test_zones_are_told_no_deadlines_where_clocks_run_at_weekends() -> None:
    office = begin("pace=3d")
    office.mails()
    office.write(ANN, "settings zone Pacific/Honolulu")
    assert "your time in match" not in office.mail_to(ANN).flat


def test_a_letter_that_books_a_vacation_tells_the_deadline_that_is_then() -> None:
    office = begin("pace=3d")
    office.mails()
    office.write(ANN, "show\nvacation 10d")
    seat = office.find_match().seats[0]
    assert seat.due is not None
    assert f"You have until {moment(seat.due, 'UTC')}" in office.mail_to(ANN).flat


@pytest.mark.parametrize(
    "line", ["pace=1m policy=forfeit", "bank=1m", "bank=3d add=1m", "expires=1m", "pace=59m"]
)
def test_nothing_is_shorter_than_an_hour_but_on_trial(line: str) -> None:
    """Who writes 1m may mean a month, and would be out in a minute."""
    office = Office(relay="relay.example:25", believe_from=True)
    for name in ("Ann", "Ben"):
        office.register(name)
    office.mails()
    office.write(ANN, f"challenge dodgeball ben {line}")
    assert (
        "the minimum is an hour. Write for example 12h, 3d or 2w; a month is 30d" in office.mail_to(ANN).flat
    )
    assert office.store.matches.all() == []
    office.write(ANN, "challenge dodgeball ben pace=1h")
    assert len(office.store.matches.all()) == 1


def test_a_vacation_of_minutes_is_no_month() -> None:
    office = begin("pace=3d")
    office.mails()
    office.write(ANN, "vacation 1m")
    assert "1m means 1 minute, which is too short" in office.mail_to(ANN).flat
    assert office.store.stops.of_player(office.find_match().seats[0].player, "vacation") == []


# Offers that have lapsed, and moments.


@pytest.mark.parametrize("line", ["accept", "join 1"])
def test_an_offer_that_has_lapsed_cannot_be_taken_though_cron_is_late(line: str) -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    whom = "open" if line.startswith("join") else "ben"
    office.write(ANN, f"challenge dodgeball {whom} expires=1d")
    office.mails()
    office.time += DAY + 1
    office.write(BEN, line)
    assert "Challenge 1 has lapsed" in office.mail_to(BEN).flat
    assert office.store.matches.all()[0].status == "offered"


def test_an_invitation_that_has_lapsed_cannot_be_taken_either() -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball carl@other.net expires=1d")
    invitation = dict(office.mails())["carl@other.net"]
    office.time += DAY + 1
    office.reply("carl@other.net", invitation, "accept carl")
    assert "The match is off" in office.mail_to("carl@other.net").flat
    assert office.store.people.named("carl") is None


def test_offers_tell_the_moment_until_which_they_stand() -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(BEN, "settings zone Europe/Berlin")
    office.mails()
    office.write(ANN, "challenge gnomeball ben carl@other.net expires=3d")
    mails = dict(office.mails())
    assert "The offer stands until Thu 29 Oct 2026, 08:33 (Europe/Berlin)." in mails[BEN].flat
    assert "The offer stands until Thu 29 Oct 2026, 07:33 (UTC)." in mails["carl@other.net"].flat


@pytest.mark.parametrize("line", ["draw", "undo"])
def test_what_needs_a_yes_tells_how_long_it_stands(line: str) -> None:
    office = begin("pace=3d")
    office.write(ANN, "done")
    office.mails()
    office.write(ANN, line)
    stands = "It stands until somebody plays on; the next deadline is Thu 29 Oct 2026, 07:33 (UTC)."
    assert stands in dict(office.mails())[BEN].flat


def test_a_nudge_tells_the_deadline() -> None:
    office = begin("pace=3d")
    office.time += DAY + HOUR
    office.mails()
    office.write(BEN, "nudge")
    assert "Your time is up on Thu 29 Oct 2026, 07:33 (UTC)." in dict(office.mails())[ANN].flat


def test_nobody_is_nudged_on_vacation() -> None:
    office = begin("pace=3d")
    office.write(ANN, "vacation 10d")
    office.time += 2 * DAY
    office.mails()
    office.write(BEN, "nudge")
    mails = dict(office.mails())
    assert ANN not in mails
    assert "The clock you wait for is stopped, or mail does not reach the player" in mails[BEN].flat


def test_a_substitute_is_told_what_time_they_would_have_and_until_when_the_other_may_answer() -> None:
    office = begin("pace=2d policy=vote")
    office.register("Zoe")
    office.time += 2 * DAY
    run_reminders(office.app)
    office.write(BEN, "vote zoe")
    told = office.mail_to("zoe@example.org").flat
    assert "You have 2 days for your first answer after you take the seat." in told
    assert (
        "can still answer. If you have not taken the seat by Fri 30 Oct 2026, 07:33 (UTC), the others are asked again."
        in told
    )
