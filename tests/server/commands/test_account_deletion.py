"""Leaving the server for good: asked back, done once and for all, and nothing is left hanging."""

import pytest

from pbem.play.orders import Refused
from pbem.server.admin import host
from pbem.server.letters.questions import TERM
from pbem.server.ops.reminders import run_reminders, seats_at_risk
from tests.server.office import Mail, Office

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
DAY = 86_400


def leave(office: Office, sender: str = BEN) -> Mail:
    """The question whether somebody means it."""
    office.write(sender, "leave server")
    return next(mail for to, mail in office.mails() if mail.kind == "farewell")


def left(office: Office, sender: str = BEN) -> dict[str, Mail]:
    """Somebody leaves; the last mail to each, by address."""
    question = leave(office, sender)
    assert office.reply(sender, question, "yes") == "done"
    return dict(office.mails())


# The question.


def test_it_is_asked_back_with_all_that_would_come_of_it(office: Office) -> None:
    office.begin()
    office.begin("pawns=3 placement=fixed policy=vote")
    office.register("Cat")
    office.write(BEN, "challenge dodgeball cat")
    office.mails()
    before = office.store.people.all(), office.store.matches.all()
    question = leave(office)
    assert "Match 1, Dodgeball! with Ann: you resign." in question.flat
    assert "Match 2, Dodgeball! with Ann: the others decide who plays on for you" in question.flat
    assert "Match 3, Dodgeball!, which has not begun: the offer is off." in question.flat
    assert (office.store.people.all(), office.store.matches.all()) == before


def test_the_question_is_the_answer_unless_another_line_needs_one(office: Office) -> None:
    """A yes to a second mail would go astray."""
    office.begin()
    office.write(BEN, "leave server")
    assert office.mail_to(BEN).kind == "farewell"
    office.write(BEN, "leave server\nlist")
    assert [mail.kind for _, mail in office.mails()] == ["farewell", "answer"]


@pytest.mark.parametrize("answer", ["no", "", "maybe", "list", "thanks, I shall think about it"])
def test_only_a_yes_does_it(office: Office, answer: str) -> None:
    office.begin()
    question = leave(office)
    office.reply(BEN, question, answer)
    assert office.store.people.at(BEN) is not None
    assert not office.find_match().match.over


@pytest.mark.parametrize("line", ["no", "No, thank you!", "decline", "Hello,\n\nno.\n\nBen"])
def test_a_no_is_heard(office: Office, line: str) -> None:
    """Nothing about a match, and no board: the player stays."""
    office.begin()
    office.reply(BEN, leave(office), line)
    mail = office.mail_to(BEN)
    assert mail.subject == "[pbem] you stay"
    assert mail.flat.count("You stay, Ben. Nothing has changed") == 1
    assert office.store.people.at(BEN) is not None


def test_a_no_with_another_line_is_a_letter_like_others(office: Office) -> None:
    office.begin()
    office.reply(BEN, leave(office), "list")
    assert "YOUR MATCHES" in office.mail_to(BEN).text


def test_what_is_neither_yes_nor_no_is_asked_once_more_and_told_how_it_stands(office: Office) -> None:
    office.begin()
    office.reply(BEN, leave(office), "maybe")
    again = office.mail_to(BEN)
    assert again.kind == "unsure"
    assert again.subject == "[pbem] do you want to leave for good? Please answer yes or no"
    assert "I cannot tell whether your answer was a yes. Nothing has happened yet" in again.flat
    assert "A yes counts until Mon 9 Nov" in again.flat
    assert office.reply(BEN, again, "maybe") == "ignored"
    assert office.mails() == []
    office.reply(BEN, again, "yes")
    assert office.store.people.at(BEN) is None


@pytest.mark.parametrize(
    "line", ["leave", "leave 1", "leave match 1", "leave sever", "leav server", "confirm leave"]
)
def test_a_typo_never_does_it_nor_asks(office: Office, line: str) -> None:
    office.begin()
    office.write(BEN, line)
    assert office.mail_to(BEN).kind != "farewell"


def test_a_notice_of_absence_is_no_yes(office: Office) -> None:
    office.begin()
    question = leave(office)
    subject = f"Automatic reply: {question.subject}"
    office.write(BEN, "yes", to=question.reply_to, subject=subject)
    assert office.store.people.at(BEN) is not None


def test_a_yes_to_an_old_question_leads_to_a_new_one(office: Office) -> None:
    office.begin()
    question = leave(office)
    office.time += TERM
    assert office.reply(BEN, question, "yes") == "done"
    again = next(mail for to, mail in office.mails() if to == BEN)
    assert again.kind == "farewell"
    assert office.reply(BEN, again, "yes") == "done"
    assert office.store.people.at(BEN) is None


@pytest.mark.parametrize("days", [1, 15])
def test_i30_a_yes_to_a_question_of_before_the_move_is_refused(office: Office, days: int) -> None:
    """Whoever reads a mailbox may find an old question there; the reason comes back, as to a new wish."""
    office.begin()
    question = leave(office)
    office.time += days * DAY
    office.write(BEN, f"address {CAT}")
    office.reply(CAT, dict(office.mails())[CAT], "yes")
    office.mails()
    assert office.reply(BEN, question, "yes") == "done"
    assert "somebody else might be writing in your name" in office.mail_to(CAT).flat
    assert not office.find_match().match.over


def test_a_revoked_question_is_none_any_more(strict: Office) -> None:
    strict.write(BEN, "register Ben")
    strict.reply(BEN, strict.mail_to(BEN), "yes")
    strict.reply(BEN, strict.mail_to(BEN), "leave server")
    question = next(mail for _, mail in strict.mails() if mail.kind == "farewell")
    strict.store.people.revoke(1)
    assert strict.reply(BEN, question, "yes") == "done"
    assert strict.store.people.at(BEN) is not None


def test_it_is_asked_five_times_a_day_at_most(office: Office) -> None:
    office.register("Ben")
    for _ in range(5):
        assert leave(office).kind == "farewell"
    office.write(BEN, "leave server")
    assert "You have been asked often enough today" in office.mail_to(BEN).flat


def test_i30_whose_mail_has_only_just_moved_cannot_be_made_to_leave(office: Office) -> None:
    """Else whoever has got hold of somebody's mail could end everything before it is taken back."""
    office.register("Ben")
    office.write(BEN, f"address {CAT}")
    office.reply(CAT, dict(office.mails())[CAT], "yes")
    office.mails()
    office.write(CAT, "leave server")
    assert "somebody else might be writing in your name" in office.mail_to(CAT).flat
    office.time += TERM
    assert left(office, CAT)[CAT].kind == "gone"


# What is left.


def test_their_match_is_given_up_and_the_others_are_told(office: Office) -> None:
    office.begin()
    mails = left(office)
    assert mails[BEN].kind == "gone"
    assert "you get no more mail" in mails[BEN].flat
    assert "North (Ben) has left the server for good, and this match with it." in mails[ANN].flat
    assert "The match is over: North (Ben) resigned. You won." in mails[ANN].flat
    assert office.store.problems() == []
    assert host.check(office.app) == []


def test_no_mail_goes_to_them_any_more_and_none_of_theirs_counts(office: Office) -> None:
    boards = office.begin("pawns=3 placement=fixed policy=vote")
    office.write(BEN, "settings mail daily")
    office.write(ANN, "say Hello")
    question = leave(office)
    office.reply(BEN, question, "yes")
    office.mails()
    rows = len(office.log())
    for mail, line in ((boards[BEN], "done"), (question, "yes"), (boards[BEN], "list")):
        assert office.reply(BEN, mail, line) == "ignored"
    office.write(ANN, "say Are you there?")
    for _ in range(30):
        office.time += DAY
        run_reminders(office.app)
    assert BEN not in {to for to, _ in office.mails()}
    assert len(office.log()) == rows
    assert office.store.post.outbox("held", 9) == []


def test_what_waited_for_them_is_not_sent(office: Office) -> None:
    office.begin()
    office.write(ANN, "say Hello")
    left(office)
    waiting = office.store.post.to_deliver(office.time, 99)
    assert [row.kind for row in waiting if row.recipient == BEN] == ["gone"]


def test_their_name_stays_and_is_nobodys(office: Office) -> None:
    office.begin()
    office.play_on()
    left(office)
    office.write(BEN, "register ben")
    assert "The name ben is taken" in office.mail_to(BEN).flat
    assert office.register("Benjamin")
    office.write(ANN, "history 1\nstandings dodgeball\nplayers\nchallenge dodgeball ben")
    mail = dict(office.mails())[ANN]
    assert "There is no player ben" in mail.flat
    office.write(ANN, "history 1\nstandings dodgeball\nplayers")
    text = dict(office.mails())[ANN].text
    assert "North (Ben)" in text
    assert "Ben " in text.partition("STANDINGS")[2].partition("PLAYERS")[0]
    assert "  Ben:" not in text.partition("PLAYERS")[2]


def test_nothing_is_known_of_them_but_their_name_and_matches(office: Office) -> None:
    office.begin()
    office.register("Cat")
    for line in (
        "note I am a fox",
        "block Cat",
        "limit 3",
        "settings zone Europe/Berlin",
        "settings mail daily",
        "vacation 2026-12-24 2027-01-02",
        "address other@new.example",
        "observe elfball",
    ):
        assert office.write(BEN, line) == "done"
    office.write(ANN, "say Hello")
    office.write(CAT, "observe 1\nblock Ben")
    left(office)
    for loaded in (
        "addresses",
        "confirmations",
        "bounces",
        "limits",
        "notes",
        "observers",
        "game_observers",
        "digests",
        "stops",
    ):
        statement = f"SELECT count(*) FROM {loaded} WHERE player = 2"
        assert office.store.db.execute(statement).fetchone() == (0,), loaded
    assert office.store.db.execute("SELECT count(*) FROM blocks").fetchone() == (0,)
    ben = office.store.people.named("ben")
    assert ben is not None
    assert ben.gone
    assert (ben.address, ben.zone, ben.preferences.daily) == ("", "UTC", False)


def test_their_offers_are_off_and_seats_that_they_had_joined_are_free(office: Office) -> None:
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    office.write(BEN, "challenge dodgeball ann")
    office.write(ANN, "challenge dodgeball ben")
    office.write(ANN, "seek gnomeball players=3")
    office.write(BEN, "join 3")
    office.mails()
    question = leave(office)
    assert "Match 3, Gnomeball, which has not begun: your seat is free again." in question.flat
    office.reply(BEN, question, "yes")
    assert sorted(mail.kind for to, mail in office.mails() if to == ANN) == ["declined", "declined", "joined"]
    statuses = [row.status for row in office.store.matches.all()]
    assert sorted(statuses) == ["offered", "void", "void"]


# Where the others may vote.


def test_where_the_others_may_vote_they_are_asked_at_once(office: Office) -> None:
    office.begin("pawns=3 placement=fixed policy=vote")
    office.register("Cat")
    mails = left(office)
    told = mails[ANN].flat
    assert "You are asked what should happen to the seat" in told
    assert "your vote" in mails[ANN].subject
    assert (
        "North (Ben) has left the server for good. What should happen to the seat? You decide, with one of these lines:"
        in told
    )
    assert "vote wait" not in told
    assert "The time of" not in told
    office.write(ANN, "vote wait")
    assert "there is nobody to wait for" in office.mail_to(ANN).flat
    office.write(ANN, "vote cat")
    office.write(CAT, "takeover 1")
    assert [seat.handle for seat in office.store.matches.seats(1)] == ["Ann", "Cat"]
    assert host.check(office.app) == []


def test_nobody_waits_for_one_who_has_left(office: Office) -> None:
    """Neither a mail nor `list` names them, and no reminder counts them: the vote is what the match waits for."""
    office.begin("policy=vote", "Ben", "Cat", game="gnomeball")
    mails = left(office)
    assert "Waiting for" not in mails[ANN].flat
    assert "The same goes for C (Cat)." in mails[ANN].flat
    for address in (ANN, CAT):
        seat = next(seat for seat in office.find_match().seats if seat.address == address)
        office.write(address, str(office.find_match().match.asks[seat.seat].auto()))
    last = dict(office.mails())
    assert last[CAT].subject == "[pbem 1] Gnomeball - your vote (turn 1)"
    assert "Waiting for the vote." in last[CAT].flat
    office.write(CAT, "vote house")
    assert dict(office.mails())[CAT].subject == "[pbem 1] Gnomeball - the vote goes on (turn 1)"
    office.write(CAT, "list")
    assert "waits for the vote" in dict(office.mails())[CAT].flat
    assert seats_at_risk(office.app) == []


@pytest.mark.parametrize(("choice", "over"), [("house", False), ("forfeit", True)])
def test_what_they_decide_is_done(office: Office, choice: str, over: bool) -> None:
    office.begin("pawns=3 placement=fixed policy=vote")
    left(office)
    office.write(ANN, f"vote {choice}")
    assert office.find_match().match.over == over
    assert BEN not in dict(office.mails())
    assert host.check(office.app) == []


def test_when_all_have_left_nothing_goes_on(office: Office) -> None:
    office.begin("policy=vote", "Ben", "Cat", game="gnomeball")
    for sender in (BEN, CAT):
        assert left(office, sender)[ANN].kind == "match"
    office.reply(ANN, leave(office, ANN), "yes")
    assert office.find_match().match.over
    assert host.check(office.app) == []


def test_against_the_house_there_is_nobody_to_vote(office: Office) -> None:
    office.register("Ben")
    office.write(BEN, "challenge dodgeball house policy=vote")
    office.mails()
    assert "with house: you resign" in leave(office).flat
    left(office)
    assert office.find_match().match.over


# The host.


def test_the_host_can_do_it_and_cannot_undo_it(office: Office) -> None:
    office.begin()
    assert office.app.deletion.consequences(host.player(office.app, "ben")) == [
        "Match 1, Dodgeball! with Ann: you resign"
    ]
    host.remove_player(office.app, "ben")
    assert dict(office.mails())[BEN].kind == "gone"
    with pytest.raises(Refused, match="Ben has left the server for good"):
        host.remove_player(office.app, "ben")
    with pytest.raises(Refused, match="Ben has left the server for good"):
        host.disable_player(office.app, "ben", False)
    with pytest.raises(Refused, match="Ben has left the server for good"):
        host.move_player(office.app, "ben", BEN)
    with pytest.raises(Refused, match="Ben has left the server for good"):
        host.revoke_player(office.app, "ben")


def test_the_house_does_not_leave(office: Office) -> None:
    office.register("Ben")
    office.write(BEN, "challenge dodgeball house")
    with pytest.raises(Refused, match="house belongs to the server"):
        host.remove_player(office.app, "house")
