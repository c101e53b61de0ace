"""More time: for an opponent at once, for oneself when the others agree, and by the host."""

import pytest

from pbem.play.orders import Refused
from pbem.server.admin import acts, host
from pbem.server.ops.reminders import run_reminders
from pbem.store.rows import Terms
from tests.server.office import Mail, Office, play
from tests.server.outdoors import open_office

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))
DAY = 86_400


@pytest.fixture
def office() -> Office:
    """Ann is asked, and has three days."""
    office = Office()
    office.begin("pawns=3 placement=fixed pace=3d policy=forfeit")
    return office


def days_left(office: Office, who: str = ANN) -> float:
    seat = next(seat for seat in office.find_match().seats if seat.address == who)
    assert seat.due is not None
    return (seat.due - office.time) / DAY


@pytest.mark.parametrize(
    "line",
    ["extend 2d", "extend 1 2d", "extend 2d ann", "extend by 2 days", "Extend 2d for Ann", "extend 48h S"],
)
def test_an_opponent_gets_time_at_once(office: Office, line: str) -> None:
    mails = play(office, BEN, line)
    assert "South (Ann) has 2 days more" in mails[BEN].flat
    assert "North (Ben) gives South (Ann) 2 days more." in mails[ANN].flat
    assert "You have until" in mails[ANN].flat
    assert days_left(office) == 5


def asked(office: Office, line: str = "extend 2d") -> Mail:
    mails = play(office, ANN, line)
    assert "nobody has more time yet; these are asked whether they agree: Ben" in mails[ANN].flat
    assert days_left(office) == 3
    return mails[BEN]


@pytest.mark.parametrize("text", ["yes", "Ok, gladly!", "Sure, Ann", "accept", "I accept"])
def test_time_for_oneself_takes_the_others_yes(office: Office, text: str) -> None:
    mail = asked(office)
    assert "South (Ann) asks for 2 days more" in mail.flat
    office.reply(BEN, mail, text)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert "All agree: South (Ann) has 2 days more." in mails[ANN].flat
    assert days_left(office) == 5
    office.reply(BEN, mail, text)  # once
    assert days_left(office) == 5


@pytest.mark.parametrize("text", ["no", "decline", "No, thank you"])
def test_a_no_is_told_and_nothing_is_asked_again_before_the_next_move(office: Office, text: str) -> None:
    office.reply(BEN, asked(office), text)
    mails = dict(office.mails())
    assert "North (Ben) does not agree to more time." in mails[ANN].flat
    assert "the time stays as it is" in mails[BEN].flat
    assert days_left(office) == 3
    mails = play(office, ANN, "extend 1d")
    assert set(mails) == {ANN}
    assert "You have asked for that since the last move" in mails[ANN].flat


def test_a_request_that_stands_is_mailed_to_nobody_again(office: Office) -> None:
    asked(office)
    for line in ("extend 2d", "extend 1d"):
        mails = play(office, ANN, line)
        assert set(mails) == {ANN}
        assert "more time is asked for already" in mails[ANN].flat


@pytest.mark.parametrize("text", ["Ok, see you Monday", "what for?"])
def test_what_is_neither_gives_no_time(office: Office, text: str) -> None:
    office.reply(BEN, asked(office), text)
    assert BEN in dict(office.mails())
    assert days_left(office) == 3


def test_a_yes_after_the_match_has_gone_on_gives_nothing(office: Office) -> None:
    mail = asked(office)
    play(office, ANN, "done")
    office.reply(BEN, mail, "yes")
    assert "it is settled by now, or the match has gone on" in office.mail_to(BEN).flat
    assert days_left(office, BEN) == 3


def test_lines_below_a_question_about_time_are_done(office: Office) -> None:
    office.reply(BEN, asked(office), "say Why?")
    assert any("Why?" in mail.flat for to, mail in office.mails() if to == ANN)


def test_of_several_all_have_a_say_but_those_who_get_the_time() -> None:
    office = Office()
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    office.write(ANN, "challenge toxic-gnome ben cat pace=3d")
    for who in (BEN, CAT):
        office.write(who, "accept 1")
    office.mails()
    mover = office.asked()
    giver, third = [each for each in (ANN, BEN, CAT) if each != mover]
    name = mover.partition("@")[0]
    before = days_left(office, mover)
    mails = play(office, giver, f"extend 1d {name}")
    assert third in mails
    assert days_left(office, mover) == before
    office.reply(third, mails[third], "yes")
    assert days_left(office, mover) == before + 1


def test_whoever_plays_against_the_house_needs_nobody() -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed pace=3d")
    office.mails()
    while office.asked() != ANN:
        office.time += 60
    play(office, ANN, "extend 2d")
    assert days_left(office) == 5


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("extend", "Write: extend 3d"),
        ("extend 40d", "at most 30 days"),
        ("extend 3d ben", "No clock runs for ben in match 1"),
        ("extend 3x", "Write: extend 3d"),
    ],
)
def test_what_gives_no_time(office: Office, line: str, reason: str) -> None:
    assert reason in play(office, ANN, line)[ANN].flat
    assert days_left(office) == 3


def test_less_than_an_hour_is_given_on_trial_alone() -> None:
    office = open_office()
    with pytest.raises(Refused, match="too short"):
        acts.extend(office.app, _running(office), 60)


def _running(office: Office) -> int:
    for name in ("Ann", "Ben"):
        host.add_player(office.app, name, f"{name.lower()}@example.org")
    return host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())


def test_nobody_is_out_at_the_old_deadline(office: Office) -> None:
    play(office, BEN, "extend 2d")
    office.time += 4 * DAY
    run_reminders(office.app)
    assert not office.find_match().match.over
    office.time += DAY
    run_reminders(office.app)
    assert office.find_match().match.over


def test_who_is_late_already_has_the_time_from_now_on() -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed pace=3d policy=nag")
    for _ in range(2):
        office.time += 3 * DAY
        run_reminders(office.app)
    office.time += 3 * DAY + 60
    play(office, BEN, "extend 2d")
    assert days_left(office) == 2


def test_the_host_gives_time_and_all_are_told(office: Office) -> None:
    assert acts.extend(office.app, 1, 2 * DAY, reason="holidays") == "South (Ann) has 2 days more in match 1"
    told = dict(office.mails())
    assert set(told) == {ANN, BEN}
    assert "The host has given South (Ann) 2 days more. The reason: holidays" in told[BEN].flat
    assert days_left(office) == 5
    with pytest.raises(Refused, match="no clock runs for ben"):
        acts.extend(office.app, 1, DAY, "ben")


def test_when_the_last_who_has_not_answered_leaves_the_others_have_agreed() -> None:
    office = Office()
    office.begin("pace=3d", "Ben", "Cat", game="toxic-gnome")
    play(office, ANN, "extend 2d me")
    play(office, BEN, "accept extension")
    assert days_left(office) == 3
    mails = play(office, CAT, "confirm resign")
    assert "All who are left agree: Player 1 (Ann) has 2 days more." in mails[ANN].flat
    assert days_left(office) == 5
