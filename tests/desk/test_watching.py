"""Past positions, observers, messages, notes and nudges."""

import pytest

from pbem.desk import host
from pbem.desk.watching import MESSAGES_A_DAY
from tests.desk.office import Mail, Office

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))
DAY = 86_400


@pytest.fixture
def office() -> Office:
    """Ann is asked in a match against Ben; Cat looks on."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    office.register("Cat")
    assert office.asked() == ANN
    return office


def ask(office: Office, who: str, line: str) -> Mail:
    """What somebody gets for a line."""
    office.mails()
    office.write(who, line)
    return [mail for to, mail in office.mails() if to == who][-1]


def play(office: Office, *lines: str) -> None:
    """Letters of Ann and Ben in turn."""
    for who, line in zip((ANN, BEN) * len(lines), lines, strict=False):
        office.write(who, line)


# Past positions.


def test_the_board_of_a_past_turn_is_shown(office: Office) -> None:
    play(office, "S1 move b4; done", "done", "done", "done")
    now = office.table().match.turn.number + 1
    told = ask(office, ANN, "show 1#2").text
    assert "MATCH 1 AT THE BEGINNING OF TURN 2" in told
    assert "S1 b4" not in told
    assert "S1 b4" in ask(office, ANN, "show 1#3").text
    assert ask(office, ANN, f"show #{2 - now}").text.partition("TURN")[2] == told.partition("TURN")[2]


def test_turns_that_snapshots_have_been_dropped_of_are_played_again(office: Office) -> None:
    play(office, *["done"] * 14)
    assert [turn.number for turn in office.store.matches.turns(1)] != list(range(16))
    for turn in (2, 5, 12):
        assert f"AT THE BEGINNING OF TURN {turn}" in ask(office, BEN, f"show 1#{turn}").text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("show 1#0", "Match 1 has had turns 1 to 2"),
        ("show 1#99", "Match 1 has had turns 1 to 2"),
        ("show #-9", "Match 1 has had turns 1 to 2"),
        ("show me", "Write show, show 12"),
        ("show 9#1", "You do not play in a match 9"),
        ("preview #1 S1 move b9", "S1 move b9"),
    ],
)
def test_positions_that_cannot_be_shown(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat


def test_a_past_position_keeps_the_others_secrets(office: Office) -> None:
    office.write(BEN, "always dodge")
    play(office, "done", "done")
    assert "dodge" not in ask(office, ANN, "show 1#2").text.lower().replace("dodgeball", "")


def test_a_preview_may_start_from_a_past_turn(office: Office) -> None:
    play(office, "done", "done", "done", "done")
    told = ask(office, ANN, "preview 1#2 S1 move b2").flat
    assert "PREVIEW of S1 move b2 in turn 2 (nothing of this has happened)" in told


# Observers.


def test_an_observer_gets_a_mail_whenever_a_turn_is_over(office: Office) -> None:
    told = ask(office, CAT, "observe 1").flat
    assert "you follow match 1: a mail comes whenever a turn is over" in told
    assert "South (Ann), 3 pawns" in told
    office.write(ANN, "S1 move b4")
    assert CAT not in dict(office.mails())
    office.write(ANN, "done")
    mail = dict(office.mails())[CAT]
    assert mail.subject == "[pbem] match 1, Dodgeball!, turn 3"
    assert "S1 runs from" in mail.flat
    assert "S1 b4" in mail.flat
    office.write(BEN, "done")
    assert "S1 runs from" not in dict(office.mails())[CAT].flat


def test_an_observer_hears_the_end_and_may_want_nothing_else(office: Office) -> None:
    assert "you will hear how match 1 ends" in ask(office, CAT, "observe 1 result").flat
    office.mails()
    play(office, "done", "done")
    assert CAT not in dict(office.mails())
    office.write(ANN, "confirm resign")
    mail = dict(office.mails())[CAT]
    assert "It is over: South (Ann) resigned." in mail.flat
    assert "ends the turn" not in mail.flat


def test_an_observer_sees_no_secrets(office: Office) -> None:
    office = Office()
    office.begin("pawns=3")
    office.register("Cat")
    office.write(CAT, "observe 1")
    office.write(ANN, "place a1 b1 c1")
    assert "a1" not in dict(office.mails())[CAT].flat.replace("South (Ann)", "")


def test_following_ends_when_one_wants(office: Office) -> None:
    office.write(CAT, "observe 1")
    assert "you follow match 1 no more" in ask(office, CAT, "unobserve 1").flat
    play(office, "done")
    assert CAT not in dict(office.mails())
    assert "You do not follow match 1. You follow: none" in ask(office, CAT, "unobserve 1").flat


def test_observe_alone_lists_what_is_played(office: Office) -> None:
    office.write(CAT, "observe 1")
    assert "1: Dodgeball!, Ann and Ben, which you follow" in ask(office, CAT, "observe").flat


@pytest.mark.parametrize(
    ("who", "line", "reason"),
    [
        (CAT, "observe 9", "There is no match 9 that has begun"),
        (ANN, "observe 1", "You play in match 1 yourself"),
        (CAT, "observe x", "Write for example: observe 12"),
        (CAT, "observe 1 all", "Write for example: observe 12"),
        (CAT, "unobserve", "Write for example: unobserve 12"),
    ],
)
def test_matches_that_cannot_be_followed(office: Office, who: str, line: str, reason: str) -> None:
    assert reason in ask(office, who, line).flat


def test_who_is_blocked_cannot_look_on(office: Office) -> None:
    office.write(ANN, "block cat")
    assert "You cannot follow match 1" in ask(office, CAT, "observe 1").flat


# Messages, notes, nudges.


def test_a_message_goes_to_one_player_alone(office: Office) -> None:
    office.mails()
    office.write(ANN, "tell cat Shall we play; you and I?")
    mails = dict(office.mails())
    assert BEN not in mails
    assert "passed on to Cat" in mails[ANN].flat
    assert mails[CAT].subject == "[pbem] Ann writes to you"
    assert "Ann writes: Shall we play; you and I?" in mails[CAT].flat
    assert ANN not in mails[CAT].text
    office.reply(CAT, mails[CAT], "tell Ann With pleasure.")
    assert "Cat writes: With pleasure." in dict(office.mails())[ANN].flat


def test_two_messages_in_one_letter_both_go_out(office: Office) -> None:
    office.mails()
    office.write(ANN, "tell cat one\ntell cat two")
    assert len([to for to, _ in office.mails() if to == CAT]) == 2


def test_no_reply_address_is_passed_on(office: Office) -> None:
    key = ask(office, ANN, "show").reply_to
    office.write(ANN, f"tell cat write to {key}")
    assert key not in dict(office.mails())[CAT].text


def test_who_has_blocked_gets_no_messages(office: Office) -> None:
    office.write(CAT, "block ann")
    assert "Cat takes no messages now" in ask(office, ANN, "tell cat hello").flat


def test_so_many_messages_a_day(office: Office) -> None:
    for number in range(MESSAGES_A_DAY):
        assert "passed on" in ask(office, ANN, f"tell cat {number}").flat
    assert f"{MESSAGES_A_DAY} messages a day are enough" in ask(office, ANN, "tell cat more").flat
    office.time += DAY
    assert "passed on" in ask(office, ANN, "tell cat more").flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tell", "Whom, and what? For example: tell ben"),
        ("tell zoe hello", "There is no player zoe"),
        ("tell cat", "Tell what? For example: tell Cat"),
        ("nudge", "It is your own move"),
        ("nudge x", "Write nudge, or nudge 12"),
    ],
)
def test_messages_that_cannot_be(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat


def test_notes_are_ones_own_and_stand_in_every_mail(office: Office) -> None:
    assert "noted" in ask(office, ANN, "note Ben likes S1; watch it").flat
    assert "turn 2: Ben likes S1; watch it" in ask(office, ANN, "note").flat
    assert "Your notes: turn 2: Ben likes S1; watch it" in ask(office, ANN, "show").flat
    play(office, "done")
    assert all("likes S1" not in mail.text for to, mail in office.mails() if to != ANN)
    assert "1 notes dropped" in ask(office, ANN, "note clear").flat
    assert "you have noted nothing" in ask(office, ANN, "note").flat


def test_a_nudge_reminds_once_a_day(office: Office) -> None:
    assert "Nobody has been asked for longer than a day" in ask(office, BEN, "nudge").flat
    office.time += 2 * DAY
    office.mails()
    office.write(BEN, "nudge 1")
    mails = dict(office.mails())
    assert "reminded: Ann" in mails[BEN].flat
    assert (
        "North (Ben) asks whether you have forgotten match 1, Dodgeball!: you were asked 2 days ago."
        in mails[ANN].flat
    )
    assert "once a day is enough" in ask(office, BEN, "nudge").flat
    office.time += DAY
    assert "reminded: Ann" in ask(office, BEN, "nudge").flat
    assert host.check(office.desk) == []
