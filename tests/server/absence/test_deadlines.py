"""What a match gives in time, and what happens to who is late: banks, weekends, steps of a policy, votes."""

import pytest

from pbem.play.orders import Refused
from pbem.server.admin import acts, host
from pbem.server.core.terms import read_terms, told_terms
from pbem.server.ops.reminders import run_reminders, seats_at_risk
from pbem.store.rows import Terms
from tests.server.office import Office, answer, ask, begin, play, steps

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
HOUR, DAY = 3600, 86_400


def pass_time(office: Office, days: float) -> list[tuple[str, str]]:
    """Let time pass, with a run of the reminders every six hours; what they did."""
    done = []
    for _ in range(int(days * 4)):
        office.time += 6 * HOUR
        done += steps(office)
    return [step for step in done if step[0] != "remind"]


# Terms.


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ("", Terms()),
        ("pace=3d", Terms(3 * DAY, 3 * DAY, 3 * DAY)),
        ("bank=10d add=36h most=12d", Terms(36 * HOUR, 10 * DAY, 12 * DAY)),
        ("bank=30d", Terms(0, 30 * DAY, 30 * DAY)),
        ("most=10d add=1d", Terms(DAY, 10 * DAY, 10 * DAY)),
        ("weekends=off vacation=off", Terms(weekends=True, vacation=False)),
        ("weekends=on", Terms()),
        ("policy=skip,skip,forfeit", Terms(policy=("skip", "skip", "forfeit"))),
        ("policy=nag+vote", Terms(policy=("nag", "vote"))),
    ],
)
def test_terms_are_read(options: str, terms: Terms) -> None:
    texts = dict(option.split("=") for option in options.split())
    assert read_terms(texts) == terms
    assert texts == {}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("pace=soon", "pace: 'soon' is not a length of time"),
        ("pace=3d add=1d", "with bank=, add= and most= leave it out"),
        ("bank=10d most=9d", "most=9d is the maximum of a clock, so it cannot be less than bank or add"),
        ("most=90m add=2h", "most=90m is the maximum"),
        ("weekends=maybe", "weekends=maybe: weekends may be on or off"),
        (
            "policy=skip,kill",
            "policy=kill: policy may be nag, skip, vote, forfeit, or several in a row",
        ),
        ("policy=", "policy=: policy may be"),
    ],
)
def test_terms_that_cannot_be(options: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason.replace("(", r"\(")):
        read_terms(dict(option.split("=", 1) for option in options.split()))


def test_terms_are_told_in_sentences() -> None:
    assert told_terms(Terms()) == [
        "Time for each move: 7 days.",
        "Clocks run on Saturdays and Sundays, too.",
        "Booked vacations stop the clocks.",
        "When your time is up: you get a reminder and more time.",
        "After 2 such reminders in a row the others decide: to wait, to let the house or another player play on for"
        " you, or to take you out.",
    ]
    assert told_terms(Terms(DAY, 5 * DAY, 6 * DAY, True, False, ("skip", "skip", "forfeit"))) == [
        "Time: 5 days at the start, 1 day more with each move, never more than 6 days.",
        "No clock runs on Saturdays and Sundays.",
        "Booked vacations do not stop the clocks.",
        "When your time is up: the server answers for you.",
        "When it is up again: the server answers for you.",
        "And then: you are out.",
    ]
    assert told_terms(Terms(0, 30 * DAY, 30 * DAY))[0] == "Time: 30 days for the whole match."


def test_the_invitation_tells_them() -> None:
    office = Office()
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben bank=10d add=1d weekends=off policy=vote")
    text = dict(office.mails())[BEN].flat
    assert "Time: 10 days at the start, 1 day more with each move, never more than 10 days." in text
    assert "When your time is up: the others decide: to wait" in text


# Banks.


def test_a_bank_is_used_up_and_grows_with_each_move() -> None:
    office = begin("bank=10d add=1d most=12d")
    due = []
    for _ in range(2):
        for address in (ANN, BEN):
            due.append(next(seat.due for seat in office.find_match().seats if seat.since) - office.time)  # type: ignore[operator]  # its clock runs
            office.time += 3 * DAY
            office.write(address, "done")
    assert due == [10 * DAY, 10 * DAY, 8 * DAY, 8 * DAY]


def test_a_bank_holds_no_more_than_its_cap() -> None:
    office = begin("bank=2d add=1d most=2d")
    office.write(ANN, "done")
    assert office.find_match().seats[0].bank == 2 * DAY


def test_an_empty_bank_without_increment_is_late_at_once() -> None:
    office = begin("bank=2d policy=skip,forfeit")
    assert pass_time(office, 2) == [("skip", "Ann")]
    office.write(BEN, "done")
    assert steps(office) == [("forfeit", "Ann")]


# Weekends.


def test_no_clock_runs_at_weekends() -> None:
    office = begin("pace=5d weekends=off")  # 26 October 2026 is a Monday
    assert office.find_match().seats[0].due == office.time + 7 * DAY
    office.time += 6 * DAY  # Sunday
    office.write(ANN, "list")
    assert (
        "your move until Mon 2 Nov 2026, 07:33 (UTC)"
        in [mail.flat for to, mail in office.mails() if to == ANN][-1]
    )


def test_every_mail_tells_when_whose_time_is_up_and_what_happens_then() -> None:
    office = begin("pace=3d policy=skip,forfeit")
    office.write(ANN, "show")
    assert (
        "You have until Thu 29 Oct 2026, 07:33 (UTC): 3 days. After that the server answers for you."
        in dict(office.mails())[ANN].flat
    )
    office.write(BEN, "show")
    assert (
        "South (Ann) has until Thu 29 Oct 2026, 07:33 (UTC): 3 days. After that the server answers for them."
        in office.mail_to(BEN).flat
    )


def test_who_has_the_same_time_is_told_in_one_sentence() -> None:
    office = Office()
    boards = office.begin("lineup=standard", "Ben", "Cat", "Dan", game="slargeball")
    when = "until Mon 2 Nov 2026, 07:33 (UTC): 7 days."
    then = "After that you get a reminder and more time."
    others = "Blue 1 (Ben), Red 2 (Cat) and Blue 2 (Dan)"
    assert f"You have {when} {then} The same goes for {others}." in boards[ANN].flat
    office.reply(ANN, boards[ANN], "done")
    assert when not in office.mail_to(ANN).flat  # a receipt says only what came of it
    office.write(ANN, "show")
    assert f"{others} have {when}" in office.mail_to(ANN).flat


# Steps.


def test_each_deadline_missed_in_a_row_is_one_step_further() -> None:
    office = begin("pace=1d policy=skip,skip,forfeit")
    missed = []
    for _ in range(3):
        missed += pass_time(office, 1)
        if not office.find_match().match.over and office.asked() == BEN:
            office.write(BEN, "done")
    assert missed == [("skip", "Ann"), ("skip", "Ann"), ("forfeit", "Ann")]
    assert office.find_match().row.result == "N>S"


def test_who_answers_in_person_begins_at_the_first_step_again() -> None:
    office = begin("pace=1d policy=skip,forfeit")
    assert pass_time(office, 1) == [("skip", "Ann")]
    office.write(BEN, "done")
    office.write(ANN, "done")
    office.write(BEN, "done")
    assert office.find_match().seats[0].missed == 0
    assert pass_time(office, 1) == [("skip", "Ann")]


def test_a_nag_before_another_step_gives_new_time_once() -> None:
    office = begin("pace=2d policy=nag,forfeit")
    assert pass_time(office, 2) == [("nag", "Ann")]
    mails = dict(office.mails())
    assert "the others are waiting for you: you have more time, once." in mails[ANN].flat
    assert "After that they are out of the match." in mails[BEN].flat
    assert pass_time(office, 2) == [("forfeit", "Ann")]


def test_the_host_sees_who_is_where() -> None:
    office = begin("pace=2d policy=skip,forfeit")
    office.time += 2 * DAY
    (step,) = run_reminders(office.app, dry_run=True)
    assert step.text == "time was up on Wed 28 Oct 2026, 07:33 (UTC); policy skip, step 1 of skip-forfeit"
    steps(office)
    office.write(BEN, "done")
    ((seat, what),) = seats_at_risk(office.app)
    assert (seat.handle, seat.missed, seat.match, what) == ("Ann", 1, 1, "forfeit")


def test_a_standing_order_is_no_answer() -> None:
    """Nor is a line that only waits: the next step comes all the same."""
    office = begin("pace=1d policy=nag,forfeit")
    assert pass_time(office, 1) == [("nag", "Ann")]
    office.write(ANN, "always dodge")
    assert office.find_match().seats[0].missed == 1
    assert pass_time(office, 1) == [("forfeit", "Ann")]


def test_a_skip_ends_an_offer_of_a_draw() -> None:
    office = begin("pace=1d policy=skip")
    office.write(BEN, "draw")
    assert pass_time(office, 1) == [("skip", "Ann")]
    assert not office.find_match().open("draw")


def test_after_two_reminders_in_a_row_the_others_decide_where_nothing_else_is_agreed_on() -> None:
    office = begin("pace=2d")
    assert pass_time(office, 6) == [("nag", "Ann"), ("nag", "Ann"), ("vote", "Ann")]
    mails = [mail.flat for to, mail in office.mails() if to == BEN]
    assert "After that you decide what to do." in mails[-2]
    assert "You decide, with one of these lines: vote wait: extend the deadline" in mails[-1]
    office.write(BEN, "vote forfeit")
    assert office.find_match().row.status == "over"


def test_who_plays_alone_against_the_house_is_reminded_and_nobody_votes() -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pace=1d policy=vote")
    office.mails()
    assert pass_time(office, 30) == [("nag", "Ann")] * 6
    assert (
        "The match waits for you, and nothing more happens by itself"
        in [mail.flat for _, mail in office.mails()][-1]
    )
    assert office.write(ANN, "done") == "done"


def test_an_open_vote_does_not_mail_for_ever() -> None:
    office = late_vote()
    assert pass_time(office, 60) == [("vote", "Ann")] * 5
    office.mails()
    office.write(BEN, "vote house")
    assert office.find_match().seats[0].handle == "house"


# Votes.


def late_vote() -> Office:
    """Ann is late in a match in which Ben votes; Zoe is not in it."""
    office = begin("pace=2d policy=vote")
    office.register("Zoe")
    assert pass_time(office, 2) == [("vote", "Ann")]
    return office


def test_the_others_are_asked_and_the_late_one_may_still_answer() -> None:
    office = late_vote()
    mails = dict(office.mails())
    assert mails[BEN].subject == "[pbem 1] Dodgeball! - your vote, Ann to move (turn 2)"
    told = mails[BEN].flat
    assert "vote house: the house takes over the seat" in told
    assert "e.g. vote wait" in told
    assert "if there is no decision by Fri 30 Oct 2026, 07:33 (UTC), you are asked again." in told
    assert ": 2 days. After that the deadline is extended, and the vote goes on." in told
    assert "Your answer still counts." in mails[ANN].flat
    assert "the others are voting on your seat. It is still yours" in mails[ANN].flat
    office.write(ANN, "done")
    office.mails()
    office.write(BEN, "vote forfeit")
    assert "There is nothing to vote about" in office.mail_to(BEN).flat


def test_silence_decides_nothing() -> None:
    office = late_vote()
    assert pass_time(office, 6) == [("vote", "Ann")] * 3
    assert office.find_match().row.status == "running"


def test_a_vote_can_end_the_match() -> None:
    office = late_vote()
    office.write(BEN, "vote forfeit")
    row = office.find_match().row
    assert (row.status, row.reason, row.result) == ("over", "forfeited", "N>S")
    assert host.check(office.app) == []


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("skip,vote", " When it is up again without an answer of yours: the others decide."),
        ("skip,forfeit", " When it is up again without an answer of yours: you are out."),
        ("skip", ""),
    ],
)
def test_who_has_been_skipped_is_told_what_comes_next(policy: str, told: str) -> None:
    office = begin(f"pace=2d policy={policy}")
    office.mails()
    assert pass_time(office, 2) == [("skip", "Ann")]
    mail = [mail for to, mail in office.mails() if to == ANN][-1]
    assert f"Your time was up: the server has answered for you: done.{told}" in mail.flat
    assert ("When it is up again" in mail.flat) == bool(told)


def test_a_vote_to_wait_gives_new_time() -> None:
    office = late_vote()
    office.write(BEN, "vote wait")
    seat = office.find_match().seats[0]
    assert (seat.vote, seat.missed, seat.due) == (False, 0, office.time + 2 * DAY)


def test_the_house_may_play_on() -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote house")
    mails = dict(office.mails())
    assert "The others have decided that the house takes over your seat" in mails[ANN].flat
    assert "The vote is over: the house plays on for South (Ann)." in mails[BEN].flat
    assert office.asked() == BEN
    assert "South (normal house)" in mails[BEN].flat
    office.write(ANN, "undo 1")
    assert "You do not play in match 1." in office.mail_to(ANN).flat
    assert host.check(office.app) == []


def test_another_player_may_take_the_seat_if_they_want_to() -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    asked = dict(office.mails())["zoe@example.org"]
    assert "the others would like you to take over the seat of South (Ann)" in asked.flat
    assert office.find_match().seats[0].handle == "Ann"
    office.reply("zoe@example.org", asked, "takeover 1")
    mails = dict(office.mails())
    assert "Zoe plays on for South (Ann)." in mails[BEN].flat
    assert "your turn" in mails["zoe@example.org"].subject
    office.reply("zoe@example.org", mails["zoe@example.org"], "done")
    assert office.asked() == BEN
    assert host.check(office.app) == []
    assert office.app.repository.record(1).players == {"S": "Ann", "N": "Ben"}


@pytest.mark.parametrize(
    ("who", "line", "reason"),
    [
        ("zoe@example.org", "block ben", "Zoe takes no challenges now"),
        ("zoe@example.org", "block ann", "Zoe cannot be asked to play in this match"),
        (BEN, "block zoe", "You have blocked Zoe"),
        ("zoe@example.org", "settings mail off", "Zoe wants no mail at present"),
        ("zoe@example.org", "limit 0", "Zoe takes no more challenges for now"),
    ],
)
def test_who_may_not_be_challenged_is_not_asked_to_play_on(who: str, line: str, reason: str) -> None:
    office = late_vote()
    office.write(who, line)
    office.mails()
    office.write(BEN, "vote zoe")
    mails = dict(office.mails())
    assert reason in mails[BEN].flat
    assert "zoe@example.org" not in mails


def test_who_is_asked_to_play_on_sees_how_it_stands_now() -> None:
    """What has been laid within the turn, and not only how the turn began, which is what those see who look on."""
    office = Office()
    office.begin("pace=2d policy=vote", game="toxic-gnome")
    office.write(BEN, "start c")
    office.register("Zoe")
    assert pass_time(office, 2) == [("vote", "Ann")]
    office.mails()
    office.write(BEN, "vote zoe")
    asked = dict(office.mails())["zoe@example.org"]
    assert "The treadmill is not laid yet" not in asked.flat
    assert "1 Ann" in asked.flat


@pytest.mark.parametrize("line", ["takeover 1", "takeover 9", "takeover"])
def test_nobody_takes_a_seat_unasked(line: str) -> None:
    office = late_vote()
    before = office.find_match().seats
    office.write("zoe@example.org", line)
    assert office.find_match().seats == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("vote", "Write: vote wait, or vote house, or vote ben, or vote forfeit"),
        ("vote nobody", "there is no player nobody"),
        ("vote hosue", 'there is no player hosue. Did you mean "house"?'),
        ("vote wiat", 'there is no player wiat. Did you mean "wait"?'),
        ("vote ben", "Ben has a seat in this match already"),
    ],
)
def test_votes_that_cannot_be(line: str, reason: str) -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, line)
    assert reason in office.mail_to(BEN).flat
    assert office.find_match().seats[0].vote


def test_nobody_votes_about_themselves() -> None:
    office = late_vote()
    office.mails()
    office.write(ANN, "vote wait")
    assert "The vote is about your own seat" in office.mail_to(ANN).flat


def three_with_a_late_one() -> Office:
    """Ann is late in a match of three, in which Ben and Cat vote; Dan is not in it."""
    office = Office()
    office.begin("pace=2d policy=vote", "Ben", "Cat", game="gnomeball")
    for address in (BEN, CAT):
        loaded = office.find_match()
        seat = next(seat for seat in loaded.seats if seat.address == address)
        office.write(address, str(loaded.match.asks[seat.seat].auto()))
    office.register("Dan")
    assert pass_time(office, 2) == [("vote", "Ann")]
    office.mails()
    return office


def test_of_several_a_majority_decides() -> None:
    office = three_with_a_late_one()
    office.write(BEN, "vote house")
    assert "Ben) votes about" in dict(office.mails())[CAT].flat
    assert office.find_match().seats[0].handle == "Ann"
    office.write(CAT, "vote house")
    assert office.find_match().seats[0].handle == "house"


def test_an_open_vote_stands_wherever_one_looks_what_waits() -> None:
    """`list`, `help` and each Subject say that a vote is wanted, until it is cast."""
    office = three_with_a_late_one()
    listed = ask(office, CAT, "list")
    assert "with Ann, Ben: your vote about Ann; write for example vote 1 wait" in listed.flat
    assert "You are asked to vote in match 1 (Gnomeball)" in ask(office, CAT, "help").flat
    assert ask(office, CAT, "vote nobody").subject.startswith("[pbem 1] Gnomeball - not done, your vote, ")
    office.write(BEN, "vote house")
    mails = dict(office.mails())
    assert mails[CAT].subject.startswith("[pbem 1] Gnomeball - your vote, ")
    assert "your vote" not in mails[BEN].subject
    assert "your vote" not in ask(office, BEN, "list").flat
    assert "You are asked to vote" not in ask(office, BEN, "help").flat
    answer(office, CAT, mails[CAT], "vote 1 house")
    assert office.find_match().seats[0].handle == "house"


def test_a_vote_is_over_when_the_late_seat_has_left() -> None:
    office = three_with_a_late_one()
    office.write(BEN, "vote forfeit")
    office.mails()
    office.write(CAT, "vote forfeit")
    assert not any("What should happen to the seat?" in mail.flat for _, mail in office.mails())
    assert not office.find_match().seats[0].vote
    office.write(BEN, "vote dan")
    assert "There is nothing to vote about" in office.mail_to(BEN).flat


def test_a_vote_goes_on_until_the_late_one_answers() -> None:
    office = late_vote()
    office.write(ANN, "always dodge")
    assert office.find_match().seats[0].vote
    office.write(ANN, "done")
    assert not office.find_match().seats[0].vote


def lateness(office: Office, seat: int = 0) -> tuple[object, ...]:
    """How late a seat is, until when it has time, and the votes about it."""
    row = office.find_match().seats[seat]
    return row.missed, row.vote, row.due, row.next_reminder, office.store.matches.votes(1, seat)


def test_b43_a_move_that_is_taken_back_is_no_sign_of_life() -> None:
    """Whoever moves and takes it back before each deadline holds up the match no longer than one who is silent."""
    silent, office = begin("pace=2d policy=nag,vote"), begin("pace=2d policy=nag,vote")
    for days in (1.75, 2, 2):
        done = pass_time(silent, days)
        assert pass_time(office, days) == done
        office.write(ANN, "S1 move b2")
        assert office.find_match().seats[0].missed == 0
        office.write(ANN, "undo")
        assert lateness(office) == lateness(silent)
    assert office.find_match().seats[0].vote
    office.write(BEN, "vote forfeit")
    assert office.find_match().row.result == "N>S"


def test_votes_that_have_been_cast_come_back_with_the_vote() -> None:
    """An answer that is taken back while it is secret voids no vote, also not those of a vote that is half done."""
    office = Office()
    office.begin("pace=2d policy=vote", "Ben", "Cat", game="toxic-gnome")
    assert ("vote", "Ann") in pass_time(office, 2)
    seat = office.find_match().seats[0].seat
    office.write(BEN, f"vote house {seat}")
    before = lateness(office)
    assert before[-1] == {1: "house"}
    office.write(ANN, "start c")
    assert lateness(office) == (0, False, None, None, {})
    office.mails()
    office.write(ANN, "undo")
    assert set(dict(office.mails())) == {ANN}
    assert (lateness(office)[:2], lateness(office)[-1]) == (before[:2], before[-1])
    office.write(CAT, f"vote house {seat}")
    assert office.find_match().seats[0].handle == "house"


def test_a_substitute_has_agreed_to_nothing_that_the_one_before_has() -> None:
    office = begin("pace=2d policy=vote")
    office.register("Zoe")
    office.write(ANN, "draw")
    assert pass_time(office, 2) == [("vote", "Ann")]
    office.write(BEN, "vote zoe")
    office.write("zoe@example.org", "takeover 1")
    assert not office.find_match().open("draw")
    office.write(BEN, "accept draw")
    assert office.find_match().row.status == "running"


@pytest.mark.parametrize("undone", [False, True])
def test_a_substitute_begins_without_what_the_one_before_has_kept_secret(undone: bool) -> None:
    """The substitute does not read it, nor does it answer for them; a later undo brings nothing of it back."""
    zoe = "zoe@example.org"
    office = begin("pace=2d policy=vote")
    office.register("Zoe")
    office.write(BEN, "always catch")
    office.write(ANN, "always dodge")
    assert pass_time(office, 2) == [("vote", "Ann")]
    office.write(BEN, "vote zoe")
    office.mails()
    office.write(zoe, "takeover 1")
    assert "always dodge" not in office.mail_to(zoe).text
    if undone:
        assert acts.undo(office.app, 1) == "the last letter of South (Zoe) is taken back"
        assert acts.undo(office.app, 1) == "the last letter of North (Ben) is taken back"
        office.write(BEN, "always catch")
    office.mails()
    office.write(zoe, "queue 1")
    assert "always dodge" not in office.mail_to(zoe).text
    office.write(BEN, "queue 1")
    assert "always catch" in office.mail_to(BEN).text
    office.write(zoe, "always dodge")
    office.write(zoe, "undo")
    assert host.check(office.app) == []


def test_a_substitute_who_takes_back_what_waits_empties_their_own_queue() -> None:
    """The letter by which they have come is none that they could take back."""
    zoe = "zoe@example.org"
    office = begin("pace=2d policy=vote")
    office.register("Zoe")
    assert pass_time(office, 2) == [("vote", "Ann")]
    office.write(BEN, "vote zoe")
    office.mails()
    office.write(zoe, "takeover 1")
    assert "You have done nothing that can be taken back" in play(office, zoe, "undo")[zoe].flat


def test_a_word_of_a_vote_alone_gets_the_line_to_send() -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "wait")
    assert "Perhaps you meant: vote wait" in office.mail_to(BEN).flat


@pytest.mark.parametrize(
    "line", ["vote wait please", "vote to wait", "vote 1 wait", "vote wait ann", "vote wait S."]
)
def test_a_vote_in_other_words(line: str) -> None:
    office = late_vote()
    office.write(BEN, line)
    assert not office.find_match().seats[0].vote


def test_a_vote_about_somebody_who_is_not_late_says_who_is() -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote wait zoe")
    assert "The vote is about South (Ann), not zoe" in office.mail_to(BEN).flat


def test_of_several_matches_the_one_with_a_vote_is_meant() -> None:
    office = late_vote()
    office.begin()
    office.write(BEN, "vote wait")
    assert not office.find_match().seats[0].vote


def test_who_is_asked_to_play_on_is_told_apart_from_what_is_voted() -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    mails = dict(office.mails())
    assert "Zoe has been asked to take it over, and has not answered yet." in mails[BEN].flat
    assert "Zoe has been asked to take it over, and has not answered yet." in mails[ANN].flat


@pytest.mark.parametrize("answer", ["no thanks", "decline", "decline 1"])
def test_who_does_not_want_to_play_on_says_so_and_the_others_are_asked_again(answer: str) -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    asked = dict(office.mails())["zoe@example.org"]
    assert office.reply("zoe@example.org", asked, answer) == "done"
    mails = dict(office.mails())
    assert "those who asked you are told" in mails["zoe@example.org"].flat
    assert "Zoe does not want to play on for South (Ann). So you are asked again" in mails[BEN].flat
    assert mails[BEN].subject.startswith("[pbem 1] Dodgeball! - your vote")
    assert "has been asked to take it" not in mails[BEN].flat
    assert "Zoe does not want to play on for South (Ann)." in mails[ANN].flat
    office.reply("zoe@example.org", asked, "takeover 1")
    assert office.find_match().seats[0].handle == "Ann"
    office.mails()
    office.write(BEN, "vote zoe")
    assert dict(office.mails())["zoe@example.org"].kind == "substitute"


@pytest.mark.parametrize("answer", ["yes, gladly", "accept", "takeover"])
def test_a_yes_to_the_wish_takes_the_seat(answer: str) -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    office.reply("zoe@example.org", dict(office.mails())["zoe@example.org"], answer)
    assert office.find_match().seats[0].handle == "Zoe"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("yes, gladly", "This answer is no longer needed"),
        ("no thanks", "This answer is no longer needed"),
        ("takeover", "Nobody waits for you to take a seat"),
        ("takeover 1", "Nobody waits for you to take a seat"),
    ],
)
def test_a_wish_that_is_settled_is_answered_with_that(answer: str, why: str) -> None:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    asked = dict(office.mails())["zoe@example.org"]
    office.write(ANN, "done")
    office.mails()
    office.reply("zoe@example.org", asked, answer)
    told = office.mail_to("zoe@example.org").flat
    assert why in told
    assert "it is settled by now" in told


def test_who_are_late_at_the_same_moment_are_told_of_in_one_mail_each() -> None:
    office = Office()
    office.begin("pace=2d policy=vote", "Ben", "Cat", game="gnomeball")
    office.time += 2 * DAY
    office.mails()
    assert steps(office) == [("vote", "Ann"), ("vote", "Ben"), ("vote", "Cat")]
    mails = office.mails()
    assert sorted(to for to, _ in mails) == [ANN, BEN, CAT]
    told = dict(mails)[ANN].flat
    assert "Your time is up: the others are now asked what should happen to your seat." in told
    assert "The time of B (Ben) and C (Cat) is up, and you are asked what to do; see below." in told
    assert "in 1 minute" not in told
    assert "vote wait B: extend the deadline" in told
