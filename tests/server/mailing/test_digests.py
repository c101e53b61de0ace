"""One mail a day: what waits for it, what does not, and that each digest goes out exactly once."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.server.admin import acts
from pbem.server.core.times import next_hour
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.position import TURNED
from pbem.server.matches.repository import MatchRepository
from pbem.server.ops.reminders import run_reminders
from pbem.server.ops.tidy import tidy
from tests.server.office import START, Mail, Office

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
HOUR, DAY = 3600, 86_400
SIX = START - START % DAY + 18 * HOUR  # the next six in the evening, UTC


def daily(pace: str = "7d", *, matches: int = 1, keep_days: int = 90) -> Office:
    """Ann and Ben play some matches in which Ann is asked, and Ben wants one mail a day."""
    office = Office(keep_days=keep_days)
    for _ in range(matches):
        office.begin(f"pawns=3 placement=fixed pace={pace}")
    office.write(BEN, "settings mail daily")
    for number in range(1, matches + 1):
        if office.asked(number) == BEN:
            office.write(BEN, f"match {number}\ndone")
    office.mails()
    return office


def digests(office: Office) -> list[str]:
    """What a run of the reminders says of daily mails."""
    return [f"{step.handle}: {step.text}" for step in run_reminders(office.app) if step.what == "digest"]


def evening(office: Office) -> Mail:
    """The digest that Ben gets when it is six."""
    office.time = next_hour(office.time, "UTC", 18)
    office.mails()
    digests(office)
    return office.mail_to(BEN)


def test_a_digest_word_for_word(bless: bool) -> None:
    """`pytest --bless` writes it anew."""
    office = daily(matches=2)
    office.write(ANN, "match 1\nS1 move b2; done\nsay Your turn.\nmatch 2\nS1 move a1\nsay I am thinking.")
    path = Path(__file__).parents[2] / "letters" / "golden" / "digest.eml"
    raw = evening(office).raw
    if bless:
        path.write_bytes(raw)
    assert raw.decode().split("\r\n") == path.read_bytes().decode().split("\r\n")


def test_its_boards_are_from_the_side_its_reader_likes() -> None:
    office = daily()
    office.write(BEN, "settings side mine")
    office.write(ANN, "S1 move b2\nsay Hello")
    office.mails()
    assert TURNED in evening(office).flat


# The hour.


@pytest.mark.parametrize(
    ("now", "hour", "expected"),
    [
        ("2026-10-26 12:00", 18, "2026-10-26 18:00"),
        ("2026-10-26 18:00", 18, "2026-10-27 18:00"),  # it has just struck
        ("2026-10-26 23:30", 0, "2026-10-27 00:00"),
        ("2026-03-28 12:00", 2, "2026-03-29 03:00"),  # on this day two o'clock is left out
        ("2026-03-29 03:30", 2, "2026-03-30 02:00"),
        ("2026-10-24 12:00", 2, "2026-10-25 02:00"),  # on this day it comes twice
        ("2026-10-25 02:00", 2, "2026-10-26 02:00"),
        ("2026-03-28 18:00", 18, "2026-03-29 18:00"),  # a day of 23 hours
        ("2026-10-24 18:00", 18, "2026-10-25 18:00"),  # a day of 25 hours
    ],
)
def test_the_hour_strikes_once_a_day_whatever_summer_time_does(now: str, hour: int, expected: str) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    before = int(datetime.fromisoformat(now).replace(tzinfo=berlin).timestamp())
    found = datetime.fromtimestamp(next_hour(before, "Europe/Berlin", hour), UTC).astimezone(berlin)
    assert f"{found:%Y-%m-%d %H:%M}" == expected


def test_a_year_of_days_has_as_many_strikes_as_days() -> None:
    now = end = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    strikes = 0
    while (now := next_hour(now, "Europe/Berlin", 2)) < end + 365 * DAY:
        strikes += 1
    assert strikes == 365


# What waits.


def test_a_board_mail_that_presses_nobody_waits_for_the_hour() -> None:
    office = daily()
    office.write(ANN, "S1 move b2; done")
    assert [to for to, _ in office.mails()] == [ANN]
    office.time = SIX - 1
    assert digests(office) == []
    office.time = SIX
    assert digests(office) == ["Ben: match 1"]
    digest = office.mail_to(BEN)
    assert digest.subject == "[pbem] your turn in match 1"
    assert "S1 steps from b1 to b2" in digest.flat
    assert "You have until Mon 2 Nov 2026" in digest.flat


def test_several_letters_make_one_section_with_everything_in_it() -> None:
    office = daily(matches=2)
    for line in (
        "match 1\nS1 move b2\nsay Hello",
        "match 1\nsay Nice weather",
        "match 2\nS1 move a1\nsay Here, too",
    ):
        office.write(ANN, line)
    digest = evening(office)
    assert digest.subject == "[pbem] news of matches 1 and 2"
    first, second = digest.flat.split("MATCH 2, DODGEBALL!")
    assert "Ann says: Hello Ann says: Nice weather" in first
    assert "S1 steps from b1 to b2" in first
    assert "Ann says: Here, too" in second
    assert "S1 steps from b1 to a1" in second
    assert digest.text.count("You are North (Ben) in match") == 2


def test_what_must_be_answered_within_a_day_of_the_digest_comes_at_once() -> None:
    office = daily("1d")
    office.write(ANN, "done")
    mails = dict(office.mails())
    assert mails[BEN].kind == "match"
    office.time = SIX
    assert digests(office) == []


def test_who_is_reminded_of_much_time_is_reminded_in_the_digest_and_at_once_of_little() -> None:
    office = daily()
    office.write(ANN, "done")
    evening(office)
    due = office.find_match().seats[1].due
    assert due is not None
    office.time = due - int(3.5 * DAY)
    run_reminders(office.app)
    assert office.mails() == []
    text = evening(office).flat
    assert "You have until" in text
    assert "A reminder" not in text  # of how much was left then
    office.time = due - DAY
    run_reminders(office.app)
    assert "1 day left" in office.mail_to(BEN).subject


def test_challenges_messages_and_answers_come_at_once() -> None:
    office = daily()
    office.write(ANN, "challenge dodgeball ben\ntell ben Hello")
    assert sorted(mail.kind for to, mail in office.mails() if to == BEN) == ["challenge", "message"]
    office.write(BEN, "show 1")
    assert office.mail_to(BEN).kind == "match"
    assert digests(office) == []


def test_an_answer_tells_what_has_waited_and_then_nothing_waits() -> None:
    office = daily()
    office.write(ANN, "S1 move b2\nsay Hello")
    office.write(BEN, "show 1")
    mails = dict(office.mails())
    assert "Ann says: Hello" in mails[BEN].text
    assert "S1 steps from b1 to b2" in mails[BEN].flat
    office.time = SIX
    assert digests(office) == []
    assert office.store.news.matches(2) == []


def test_what_became_of_queued_lines_is_told_in_the_digest() -> None:
    office = daily()
    office.write(BEN, "N1 throw S1")
    office.mails()
    office.write(ANN, "done")
    text = evening(office).flat
    assert "YOUR QUEUED LINES > N1 throw S1 refused: N1 has no ball" in text


def test_the_end_of_a_match_waits_with_its_dice() -> None:
    office = daily()
    office.write(ANN, "confirm resign")
    digest = evening(office)
    assert digest.subject == "[pbem] news of match 1"
    assert "The match is over: South (Ann) resigned. You won." in digest.flat
    assert "rematch 1" in digest.flat


def test_who_looks_on_gets_their_boards_in_it() -> None:
    office = Office()
    office.begin()
    office.register("Cat")
    office.write(CAT, "settings mail daily\nobserve 1")
    office.mails()
    office.write(ANN, "S1 move b2; done")
    office.write(BEN, "done")
    assert not [mail for to, mail in office.mails() if to == CAT]
    office.time = SIX
    assert digests(office) == ["Cat: match 1"]
    text = office.mail_to(CAT).flat
    assert "S1 steps from b1 to b2" in text
    assert "You follow this match." in text


def test_of_a_match_that_they_follow_no_more_they_hear_nothing() -> None:
    office = Office()
    office.begin()
    office.register("Cat")
    office.write(CAT, "settings mail daily\nobserve 1")
    office.write(ANN, "done")
    office.write(CAT, "unobserve 1")
    office.time = SIX
    assert digests(office) == []
    assert office.store.news.matches(3) == []


def test_it_is_told_as_its_reader_likes_it() -> None:
    office = daily()
    office.write(BEN, "settings board off\nsettings text on")
    office.write(ANN, "S1 move b2; done")
    digest = evening(office)
    assert "+----+" not in digest.text
    assert digest.message.get_content_type() == "text/plain"
    assert "South (Ann), 3 pawns: S1 b2" in digest.flat


# Free until it is told.


def test_a_letter_that_waits_to_be_told_can_still_be_taken_back_alone() -> None:
    """Undo is free until the other has been shown anything of it."""
    office = daily()
    office.write(ANN, "S1 move b2\nsay Hello")
    office.write(ANN, "undo")
    assert not office.find_match().open("undo")
    office.write(ANN, "S2 move d2\nsay Hello again")
    text = evening(office).flat
    assert "S2 steps from d1 to d2" in text
    assert "b1 to b2" not in text
    office.write(ANN, "undo")
    assert office.find_match().open("undo")


# Answering.


def test_one_answer_may_hold_the_orders_of_several_matches() -> None:
    office = daily(matches=2)
    office.write(ANN, "match 1\ndone\nmatch 2\ndone")
    digest = evening(office)
    assert digest.subject == "[pbem] your turn in matches 1 and 2"
    for number in (1, 2):
        assert f"  e.g.  match {number}\n        N" in digest.text
    office.mails()
    office.reply(BEN, digest, "match 1\nN1 move b7\n\nmatch 2\nN2 move d7")
    answers = [mail for to, mail in office.mails() if to == BEN]
    assert [mail.kind for mail in answers] == ["match", "match"]
    for number, pawn in ((1, "N1"), (2, "N2")):
        assert f"{pawn} move" in str(office.log(number)[-1].text)


def test_of_a_digest_about_one_match_it_need_not_be_named() -> None:
    office = daily(matches=2)
    office.write(ANN, "match 1\ndone")
    digest = evening(office)
    office.reply(BEN, digest, "N1 move b7")
    assert "N1 move" in str(office.log(1)[-1].text)


def test_a_match_of_several_must_be_named() -> None:
    office = daily(matches=2)
    office.write(ANN, "match 1\ndone\nmatch 2\ndone")
    digest = evening(office)
    office.reply(BEN, digest, "N1 move b7")
    told = office.mail_to(BEN).flat
    assert "For which match? Write for example: match 1: N1 move b7. Your matches: 1" in told


def test_an_answer_to_an_old_digest_is_stale_as_one_to_an_old_board() -> None:
    office = daily()
    office.write(ANN, "done")
    digest = evening(office)
    office.reply(BEN, digest, "match 1\ndone")
    office.write(ANN, "done")
    before = len(office.log(1))
    office.mails()
    office.reply(BEN, digest, "match 1\nN1 move b7")
    assert "You have answered a mail of turn 3; now it is turn 5." in office.mail_to(BEN).flat
    assert len(office.log(1)) == before


def test_an_answer_to_a_digest_that_has_been_cleared_out_is_stale() -> None:
    """Even where nobody has moved since: nobody knows anymore what it showed."""
    office = daily("30d", keep_days=2)
    office.write(ANN, "done")
    digest = evening(office)
    rows = len(office.log(1))
    office.time += 3 * DAY
    tidy(office.app.context)
    office.mails()
    assert office.reply(BEN, digest, "match 1\nN1 move b7") == "done"
    refused = office.mail_to(BEN)
    assert "a mail that is so old that I no longer know what it showed you" in refused.flat
    assert "center line" in refused.text
    assert len(office.log(1)) == rows
    office.reply(BEN, digest, "list")
    assert "YOUR MATCHES" in office.mail_to(BEN).text
    office.reply(BEN, refused, "N1 move b7")
    assert len(office.log(1)) > rows


def test_news_that_wait_are_never_cleared_out() -> None:
    office = daily("30d", keep_days=2)
    office.write(ANN, "say Hello")
    office.write(BEN, "settings mail off")
    office.time += 3 * DAY
    tidy(office.app.context)
    office.mails()
    office.write(BEN, "settings mail on")
    assert "Ann says: Hello" in dict(office.mails())[BEN].flat


def test_nobody_else_can_answer_it() -> None:
    office = daily()
    office.write(ANN, "done")
    digest = evening(office)
    before = len(office.log(1))
    assert office.reply(ANN, digest, "match 1\nN1 move b7") == "ignored"
    assert len(office.log(1)) == before


# Once, and never lost.


def test_it_goes_out_once_however_often_it_is_looked_for() -> None:
    office = daily()
    office.write(ANN, "done")
    office.time = SIX
    assert len(digests(office)) == 1
    for _ in range(3):
        assert digests(office) == []
        office.time += HOUR
    office.write(ANN, "say Hello")
    office.time = SIX + DAY
    assert len(digests(office)) == 1


def test_two_processes_that_find_it_due_send_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second finds it sent."""
    office = Office(path=tmp_path / "games.db")
    office.begin()
    office.write(BEN, "settings mail daily")
    office.write(ANN, "done")
    office.mails()
    office.time = SIX
    other = Office(path=tmp_path / "games.db")
    other.time = SIX
    found = other.store.news.due(SIX)
    assert len(digests(office)) == 1
    monkeypatch.setattr(other.store.news, "due", lambda now: found)
    assert other.app.digests.send_due() == []
    assert len([mail for to, mail in office.mails() if mail.kind == "digest"]) == 1


def test_one_that_dies_on_its_way_is_sent_whole_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    office = daily()
    office.write(ANN, "S1 move b2\nsay Hello")
    office.time = SIX
    office.mails()

    def dies(*args: object, **facts: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Mailer, "plain", dies)
        with pytest.raises(KeyboardInterrupt):
            digests(office)
    assert office.mails() == []
    assert digests(office) == ["Ben: match 1"]
    text = office.mail_to(BEN).flat
    assert "Ann says: Hello" in text
    assert "S1 steps from b1 to b2" in text


def test_one_that_cannot_be_written_is_tried_again_an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    office = daily()
    office.write(ANN, "say Hello")
    office.time = SIX
    office.mails()

    def fails(*args: object, **facts: object) -> None:
        raise ValueError("damaged")

    with monkeypatch.context() as patched:
        patched.setattr(Mailer, "plain", fails)
        assert digests(office) == []
    office.time += HOUR - 1
    assert digests(office) == []
    office.time += 1
    assert digests(office) == ["Ben: match 1"]
    assert "Ann says: Hello" in office.mail_to(BEN).flat


def test_a_long_silence_of_cron_makes_one_of_many() -> None:
    office = daily()
    office.write(ANN, "say Hello")
    office.time += DAY
    office.write(ANN, "say Hello again")
    office.time += 3 * DAY
    assert digests(office) == ["Ben: match 1"]
    text = office.mail_to(BEN).flat
    assert "Ann says: Hello Ann says: Hello again" in text


def test_a_dry_run_tells_of_it_and_sends_nothing() -> None:
    office = daily()
    office.write(ANN, "done")
    office.time = SIX
    office.mails()
    before = office.dump()
    (step,) = run_reminders(office.app, dry_run=True)
    assert (step.what, step.handle, step.text) == ("digest", "Ben", "match 1")
    assert office.dump() == before


def test_a_match_that_cannot_be_shown_holds_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    office = daily(matches=2)
    office.write(ANN, "match 1\nsay One\nmatch 2\nsay Two")
    load = MatchRepository.load

    def damaged(self: MatchRepository, number: int) -> object:
        if number == 1:
            raise ValueError("damaged")
        return load(self, number)

    monkeypatch.setattr(MatchRepository, "load", damaged)
    text = evening(office).flat
    assert "MATCH 1 It cannot be shown at the moment. Try later: show 1" in text
    assert "Ann says: Two" in text


# Changing one's mind.


def test_at_another_hour_or_elsewhere_it_comes_then() -> None:
    office = daily()
    office.write(ANN, "done")
    office.write(BEN, "settings zone Asia/Tokyo\nsettings hour 6")
    office.time = SIX
    assert digests(office) == []
    office.time = next_hour(START, "Asia/Tokyo", 6)
    assert digests(office) == ["Ben: match 1"]


def test_who_wants_mail_at_once_again_gets_at_once_what_has_waited() -> None:
    office = daily()
    office.write(ANN, "S1 move b2\nsay Hello")
    office.write(BEN, "settings mail now")
    office.mails()
    assert digests(office) == ["Ben: match 1"]
    assert "S1 steps from b1 to b2" in office.mail_to(BEN).flat
    office.write(ANN, "S2 move d2\nsay Hello again")
    assert [to for to, _ in office.mails()] == [ANN, BEN]


def test_for_whom_no_mail_is_meant_it_waits_on() -> None:
    """Who wants no mail but answers, and to whom none gets through: until that is over."""
    office = daily()
    office.write(ANN, "S1 move b2\nsay Hello")
    office.write(BEN, "settings mail off")
    office.time = SIX
    office.mails()
    assert digests(office) == []
    office.write(BEN, "settings mail on")
    text = office.mail_to(BEN).flat
    assert "Ann says: Hello" in text
    assert "S1 steps from b1 to b2" in text


def test_to_whom_no_mail_gets_through_it_is_sent_when_one_does() -> None:
    office = daily()
    office.write(ANN, "say Hello")
    office.store.people.set_unreachable(2, office.time)
    office.time = SIX
    assert digests(office) == []
    office.store.people.set_unreachable(2, None)
    office.mails()
    assert "Ann says: Hello" in evening(office).flat


def test_the_hosts_news_wait_too() -> None:
    office = daily()
    acts.pause(office.app, 1)
    assert [to for to, _ in office.mails()] == [ANN]
    assert "The match is paused by the host" in evening(office).flat
