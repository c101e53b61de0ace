"""What a match is, told alike wherever somebody decides on it: seats, terms, options, until when the offer stands."""

import pytest

from pbem.server.core.times import DAY
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Mail, Office

ANN, BEN, CAT, DORA = (f"{name}@example.org" for name in ("ann", "ben", "cat", "dora"))
OPTIONS = "points=4 pace=1d policy=skip,forfeit weekends=off vacation=off rated=no expires=3d"
TERMS = (
    "Options: points=4. Time for each move: 1 day. No clock runs on Saturdays and Sundays. Booked vacations do not stop"
    " the clocks. When your time is up: the server answers for you. When it is up again: you are out. The match is not"
    " rated. The offer stands until Thu 29 Oct 2026, 07:33 (UTC)."
)


@pytest.fixture
def office() -> Office:
    """Ann, Ben and Cat play here."""
    office = Office()
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    return office


def said(office: Office, who: str, line: str) -> dict[str, Mail]:
    """The mails to which a letter leads; the last of each address."""
    office.mails()
    office.write(who, line)
    return dict(office.mails())


# One text, wherever it is told.


def test_a_challenge_an_invitation_and_the_own_answer_tell_the_same(office: Office) -> None:
    mails = said(office, ANN, f"challenge gnomeball ben {DORA} {OPTIONS}")
    assert all(TERMS in mail.flat for mail in mails.values())
    assert "You would be B, against Ann (A) and a guest (C)." in mails[BEN].flat
    assert "You would be C, against Ann (A) and Ben (B)." in mails[DORA].flat
    assert f"You are A, against Ben (B) and {DORA} (C)." in mails[ANN].flat


def test_an_open_seat_tells_the_same(office: Office) -> None:
    office.write(ANN, "vacation 2d")
    own = said(office, ANN, f"seek gnomeball {OPTIONS}")[ANN].flat
    told = said(office, BEN, "seek")[BEN].flat
    assert TERMS in own
    assert TERMS in told
    assert "Ann, who offers it: 0 running, 0 finished, never late, away until Wed 28 Oct 2026" in told


def test_the_moments_are_those_of_the_readers_zone(office: Office) -> None:
    office.write(BEN, "settings zone Europe/Berlin")
    mails = said(office, ANN, "challenge dodgeball ben")
    assert "The offer stands until Mon 9 Nov 2026, 08:33 (Europe/Berlin)." in mails[BEN].flat
    assert "The offer stands until Mon 9 Nov 2026, 07:33 (UTC)." in mails[ANN].flat


def test_a_rematch_tells_its_terms_to_who_offers_it(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=2d rated=no")
    office.write(ANN, "confirm resign 1")
    told = said(office, ANN, "rematch 1")[ANN].flat
    assert "Options: pawns=3, placement=fixed. Time for each move: 2 days." in told


def test_a_match_against_the_house_or_from_a_position_is_said_not_to_be_rated(office: Office) -> None:
    """As help standings says; the offer of a fork shows the board, to both."""
    mails = said(office, ANN, "challenge gnomeball house ben")
    assert "The match is not rated." in mails[BEN].flat
    office.begin("pawns=3 placement=fixed")
    mails = said(office, ANN, "fork 2#2")
    for mail in (mails[ANN], mails[BEN]):
        assert "This is how it begins:" in mail.flat
        assert "North (Ben), 3 pawns: N1 b8; N2 d8; N3 g8." in mail.flat


def test_who_is_asked_to_play_on_for_somebody_knows_the_match(office: Office) -> None:
    office.begin("pawns=3 placement=fixed policy=vote pace=1d")
    late, other = office.asked(), office.other(office.asked())
    for _ in range(2):
        office.time += DAY
        run_reminders(office.app)
    mail = said(office, other, "vote cat")[CAT]
    assert "You would be South, against Ben (North)." in mail.flat
    assert "Time for each move: 1 day." in mail.flat
    assert "You have 1 day for your first answer" in mail.flat
    assert "South (Ann), 3 pawns: S1 b1; S2 d1; S3 g1." in mail.flat
    assert late == ANN


# Guests.


def guest(office: Office, others: str = "ben") -> Mail:
    """The mail that invites Dora to a match with Ann and others."""
    return said(office, ANN, f"challenge gnomeball {DORA} {others} points=4")[DORA]


def test_a_guest_who_accepts_reads_of_the_match_in_the_welcome(office: Office) -> None:
    office.reply(DORA, guest(office), "accept Dora")
    (welcome,) = [mail for to, mail in office.mails() if to == DORA]
    assert welcome.kind == "welcome"
    assert "You have accepted, and have a seat: MATCH 1, GNOMEBALL It is waiting for Ben (C)" in welcome.flat
    assert "You are B, against Ann (A) and Ben (C)." in welcome.flat
    assert "challenge dodgeball NAME" not in welcome.text


def test_a_guest_who_is_the_last_gets_the_board_behind_the_welcome(office: Office) -> None:
    mail = guest(office)
    office.write(BEN, "accept 1")
    office.reply(DORA, mail, "accept Dora")
    mails = [mail for to, mail in office.mails() if to == DORA]
    assert [mail.kind for mail in mails] == ["welcome", "match"]
    assert "match 1, Gnomeball, begins. The next mail shows its first board" in mails[0].flat


@pytest.mark.parametrize(
    "first", ["accept", "I accept, and I look forward to it!", "Accept Dora Smith", "ok"]
)
@pytest.mark.parametrize("second", ["Dora", "My name is Dora.", "accept dora"])
def test_who_has_accepted_needs_only_give_a_name(office: Office, first: str, second: str) -> None:
    office.reply(DORA, guest(office), first)
    asked = office.mail_to(DORA)
    assert "one word" in asked.flat.lower()
    office.reply(DORA, asked, second)
    assert "welcome" in office.mail_to(DORA).kind


def test_a_name_alone_is_asked_back(office: Office) -> None:
    """Silence accepts nothing, and no single word of a machine does."""
    office.reply(DORA, guest(office), "Received")
    asked = office.mail_to(DORA)
    assert "e.g. accept Received" in asked.flat
    office.reply(DORA, asked, "Dora")
    assert "e.g. accept Dora" in office.mail_to(DORA).flat
    assert office.store.people.named("Dora") is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help gnomeball", "FIVE LINES TO BEGIN WITH"),
        ("rules gnomeball 1", "GNOMEBALL-1"),
        ("games", "Toxic Gnome"),
        ("rules chess", 'There is no game "chess"'),
    ],
)
def test_a_guest_may_look_round_before_they_answer(office: Office, line: str, told: str) -> None:
    office.reply(DORA, guest(office), f"Hello,\n{line}")
    mail = office.mail_to(DORA)
    assert told in mail.flat
    office.reply(DORA, mail, "accept Dora")
    assert office.mail_to(DORA).kind == "welcome"


def test_a_guest_is_told_before_they_are_answered_no_more(office: Office) -> None:
    mail = guest(office)
    texts = []
    for number in range(7):
        office.reply(DORA, mail, f"What do you mean? {number}")
        texts += [mail.flat for to, mail in office.mails() if to == DORA]
    assert len(texts) == 5
    assert ["I will not ask again today" in text for text in texts] == [False] * 4 + [True]
    office.reply(DORA, mail, "I accept: Dora")
    assert office.mail_to(DORA).kind == "welcome"


# Answers.


def test_a_second_rematch_accepts_the_first(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "confirm resign 1")
    office.write(ANN, "rematch 1")
    refused = said(office, ANN, "rematch 1")[ANN]
    assert "It is already offered as match 2" in refused.flat
    mails = said(office, BEN, "rematch 1")
    assert "it was offered to you already: match 2 begins" in mails[BEN].flat
    assert office.find_match(2).row.status == "running"
    assert len(office.store.matches.all()) == 2


def test_nobody_accepts_a_draw_that_nobody_offers(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    told = said(office, ANN, "accept draw")
    assert "Nobody else has offered a draw. To offer one write: draw" in told[ANN].flat
    assert set(told) == {ANN}
    assert not office.find_match().open("draw")


def test_the_subject_of_an_answer_about_an_offer_says_whom_it_waits_for(office: Office) -> None:
    mails = said(office, ANN, "challenge dodgeball ben")
    assert mails[ANN].subject == "[pbem 1] Dodgeball! - waits for Ben (North)"
    office.reply(BEN, mails[BEN], "help dodgeball")
    assert office.mail_to(BEN).subject == "[pbem 1] Dodgeball! - help, offered to you"
    office.reply(BEN, mails[BEN], "accpet")
    assert office.mail_to(BEN).subject == "[pbem 1] Dodgeball! - not done, offered to you"


def test_a_word_to_the_others_stands_in_their_subject(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    mails = said(office, BEN, "say Good luck!")
    assert mails[ANN].subject == "[pbem 1] Dodgeball! - Ben writes, your turn (turn 2)"
    mails = said(office, BEN, "draw")
    assert mails[ANN].subject == "[pbem 1] Dodgeball! - Ben offers a draw, your turn (turn 2)"


def test_the_last_mail_to_who_looks_on_says_that_it_is_over(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write(CAT, "observe 1")
    assert said(office, BEN, "confirm resign")[CAT].subject == "[pbem] match 1, Dodgeball!, over"


def test_the_story_tells_what_was_said_offered_and_refused_to_those_who_play(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "say Good luck!")
    office.write(ANN, "draw")
    office.write(BEN, "decline draw")
    office.write(ANN, "done")
    told = said(office, BEN, "history")[BEN].flat
    turn = told.partition("Turn 2")[2].partition("Turn 3")[0]
    assert "Ann says: Good luck! South (Ann) offers a draw. North (Ben) does not want a draw now." in turn
    assert "Good luck" not in said(office, CAT, "history 1")[CAT].flat


def test_the_story_tells_the_day_of_each_turn_who_was_late_and_how_it_ended(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=1d policy=vote")
    office.time += DAY
    run_reminders(office.app)
    office.write(BEN, "vote cat")
    office.mails()
    office.write(CAT, "takeover 1")
    office.write(CAT, "done")
    office.write(BEN, "confirm resign")
    told = said(office, BEN, "history 1")[BEN].flat
    assert "Turn 1, ended on Mon 26 Oct 2026 The teams line up." in told
    assert (
        "The time of South (Ann) was up. The vote is over: Cat is asked to play on for South (Ann)." in told
    )
    assert "Cat plays on for South (Ann)." in told
    assert "Turn 2, ended on Tue 27 Oct 2026" in told
    assert "The match is over: North (Ben) resigned." in told


def test_what_was_said_in_a_turn_that_is_taken_back_stays_in_the_story(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "done")
    office.write(BEN, "say Really?")
    office.write(ANN, "undo")
    office.write(BEN, "accept undo")
    told = said(office, BEN, "history 1")[BEN].flat
    assert "Ben says: Really?" in told
    assert "South (Ann) asks to take something back." in told
    assert "all agree: it is taken back, from turn 2 on: by Ann done." in told


# Deadlines and the daily mail.


def test_the_same_time_is_told_behind_ones_own(office: Office) -> None:
    """Behind the time of somebody who is away it would mean theirs."""
    office.write(BEN, "vacation 3d")
    mails = office.begin("points=4", "Ben", "Cat", game="gnomeball")
    told = mails[CAT].flat
    assert "You have until Mon 2 Nov 2026, 07:33 (UTC): 7 days." in told
    assert "and more time. The same goes for A (Ann). B (Ben) has until" in told


def test_the_mail_of_the_day_lists_all_that_is_asked(office: Office) -> None:
    """Also where a mail of its own has gone out already, since there was no day left; what is over comes last."""
    office.write(BEN, "settings mail daily")
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "say Good luck!")
    office.begin("pawns=3 placement=fixed pace=12h", "Ben")
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "match 2\ndone\nmatch 3\ndone")
    office.write(ANN, "match 1\nconfirm resign\nmatch 3\nsay Good luck again!")
    office.mails()
    office.time += 11 * 3600
    run_reminders(office.app)
    (digest,) = [mail for to, mail in office.mails() if mail.kind == "digest"]
    assert digest.subject == "[pbem] your turn in matches 2 and 3"
    assert (
        "Match 2 (Dodgeball!). Your time is up on Mon 26 Oct 2026, 19:33 (UTC). Its board has come in a mail of its"
        " own; to have it again write: show 2" in digest.flat
    )
    assert digest.text.index("MATCH 3, DODGEBALL!") < digest.text.index("MATCH 1, DODGEBALL!")
    office.reply(BEN, digest, "done")
    assert "For which match? Write for example: match 2:" in office.mail_to(BEN).flat
