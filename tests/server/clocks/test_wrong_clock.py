"""A clock that was ahead and is set back: what was stored meanwhile does not wait for that day."""

from pbem.server.clocks.outages import beat, give_back, has_clocks_to_set, over_at, put_right, set_clocks
from pbem.server.core.times import DAY, HOUR
from pbem.server.ops.reminders import run_reminders
from tests.server.mailing.test_digests import daily
from tests.server.office import Office
from tests.server.outdoors import become, deliver, open_office

ANN, BEN = "ann@example.org", "ben@example.org"


def test_o07_mails_written_while_the_clock_was_ahead_go_out() -> None:
    office = open_office()
    become(office, "Ann")
    deliver(office)
    now = office.time
    office.time += 30 * DAY
    for number in range(30):  # more than may go out in an hour
        office.write("eve@example.org", f"question {number}")
        office.write(f"p{number}@example.net", "register Bob")
    deliver(office)
    waiting = office.store.post.outbox("new", 99)
    assert waiting
    office.time = now
    assert deliver(office) == []
    put_right(office.store, office.time)
    assert deliver(office)
    for _ in range(3):
        office.time += HOUR
        deliver(office)
    assert office.store.post.outbox("new", 99) == []


def test_o07_a_match_that_went_on_meanwhile_has_its_whole_time() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed pace=3d")
    now = office.time
    office.time += 30 * DAY
    office.write(office.asked(), "done")
    office.time = now
    put_right(office.store, office.time)
    seat = next(seat for seat in office.find_match().seats if seat.since is not None)
    assert (seat.since, seat.due) == (now, now + 3 * DAY)
    put_right(office.store, office.time)
    office.time += 3 * DAY
    assert [step.what for step in run_reminders(office.app)] == ["nag"]


def test_o07_a_leap_ahead_is_no_outage_that_lasts_until_that_day() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed pace=3d")
    beat(office.store, office.time)
    now = office.time
    office.time += 30 * DAY
    give_back(office.store, office.time)
    set_clocks(office.store, office.time)
    office.time = now + 60
    put_right(office.store, office.time)
    while has_clocks_to_set(office.store):
        set_clocks(office.store, office.time)
    assert over_at(office.store, office.time) is None
    seat = next(seat for seat in office.find_match().seats if seat.since is not None)
    assert seat.due == now + 60 + 3 * DAY


def test_o07_the_mail_of_the_day_comes() -> None:
    office = daily()
    now = office.time
    office.time += 30 * DAY
    office.write(ANN, "say Good evening!")
    office.time = now
    put_right(office.store, office.time)
    office.mails()
    office.app.digests.send_due()
    assert [mail.kind for _, mail in office.mails()] == ["digest"]


def test_o07_nothing_that_is_due_soon_is_touched() -> None:
    office = daily()
    office.write(ANN, "say Good evening!")
    before = [(seat.since, seat.due) for seat in office.find_match().seats]
    put_right(office.store, office.time)
    assert [(seat.since, seat.due) for seat in office.find_match().seats] == before
    office.app.digests.send_due()
    assert not [mail for _, mail in office.mails() if mail.kind == "digest"]
