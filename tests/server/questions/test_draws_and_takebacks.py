"""Yes and no to a draw or an undo: only of who can have read the question."""

import pytest

from tests.server.mailing.test_digests import daily, evening
from tests.server.office import Mail, Office, answer, play

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"

AGREES = ["Yes!", "ok", "I agree, gladly", "accept", "accept draw"]
REFUSES = ["no, thank you", "decline", "decline draw"]


def offered(office: Office) -> tuple[Mail, Mail]:
    """Ben writes something kind, and offers a draw in a second letter; Ann's mails of both."""
    office.begin()
    kind = play(office, BEN, "say Are you ready for a hard fight?")[ANN]
    return kind, play(office, BEN, "draw")[ANN]


def drawn(office: Office) -> bool:
    """Whether the match has ended."""
    return office.find_match().row.status == "over"


def stands(office: Office) -> bool:
    """Whether a draw is still offered."""
    return bool(office.find_match().open("draw"))


@pytest.mark.parametrize("line", [*AGREES, *REFUSES])
def test_who_answers_a_mail_of_before_an_offer_has_not_seen_it(office: Office, line: str) -> None:
    kind, _ = offered(office)
    mail = answer(office, ANN, kind, line)
    assert "You have answered a mail of before this offer" in mail.flat
    assert "Ben offers a draw. To agree write: accept draw." in mail.flat
    assert not drawn(office)
    assert stands(office)


@pytest.mark.parametrize("line", AGREES)
def test_who_answers_the_mail_that_tells_of_an_offer_agrees_to_it(office: Office, line: str) -> None:
    _, offer = offered(office)
    answer(office, ANN, offer, line)
    assert drawn(office)


@pytest.mark.parametrize("line", REFUSES)
def test_who_answers_the_mail_that_tells_of_an_offer_refuses_it(office: Office, line: str) -> None:
    _, offer = offered(office)
    office.thread(ANN, offer, line)
    assert not stands(office)


@pytest.mark.parametrize("line", ["decline", "decline undo"])
def test_who_answers_a_mail_of_before_a_request_has_not_seen_it(office: Office, line: str) -> None:
    board = office.begin()[BEN]
    play(office, ANN, "S1 move b4")
    play(office, BEN, "show")
    play(office, ANN, "undo")
    assert "You have answered a mail of before this request" in answer(office, BEN, board, line).flat
    assert office.find_match().open("undo")


def test_ones_own_offer_is_withdrawn_in_answer_to_any_mail(office: Office) -> None:
    board = office.begin()[ANN]
    play(office, ANN, "draw")
    office.thread(ANN, board, "decline draw")
    assert not stands(office)


@pytest.mark.parametrize(("line", "full"), [("accept", "accept draw 1"), ("decline 1", "decline draw 1")])
def test_a_letter_that_answers_no_mail_must_name_what_it_answers(
    office: Office, line: str, full: str
) -> None:
    offered(office)
    told = play(office, ANN, line)[ANN].flat
    assert f"You have not answered the mail that asks this, so I need it in full. Write: {full}" in told
    assert stands(office)
    assert not drawn(office)
    play(office, ANN, full)
    assert not stands(office) or drawn(office)


def test_in_answer_to_a_mail_of_another_match_a_yes_must_name_what_it_answers(office: Office) -> None:
    offered(office)
    office.begin()
    other = play(office, ANN, "show 2")[ANN]
    assert "Write: accept draw" in answer(office, ANN, other, "match 1\naccept").flat
    assert not drawn(office)
    office.thread(ANN, other, "match 1\naccept draw")
    assert drawn(office)


def test_a_mail_that_has_not_told_of_an_offer_is_no_question() -> None:
    """What waits for the daily mail is known from that on: a list that comes before it tells nothing."""
    office = daily()
    board = play(office, BEN, "show")[BEN]
    office.write(ANN, "draw")
    listed = answer(office, BEN, board, "list")
    assert "offers a draw" not in listed.text
    assert "Write: accept draw" in answer(office, BEN, listed, "accept").flat
    assert not drawn(office)


def test_the_mail_of_the_day_tells_of_the_offers_of_before_it() -> None:
    office = daily()
    office.write(ANN, "say Good evening!")
    before = evening(office)
    office.write(ANN, "draw")
    after = evening(office)
    assert "Ann offers a draw" in after.flat
    assert "You have answered a mail of before this offer" in answer(office, BEN, before, "accept 1").flat
    assert not drawn(office)
    office.thread(BEN, after, "accept 1")
    assert drawn(office)


def test_two_who_offer_a_draw_at_the_same_time_agree(office: Office) -> None:
    kind, _ = offered(office)
    office.thread(ANN, kind, "draw")
    assert drawn(office)


@pytest.mark.parametrize(("line", "over"), [("yes", True), ("no", False)])
def test_the_mail_that_asks_back_asks_the_question(office: Office, line: str, over: bool) -> None:
    """It names the offer, so a plain yes or no to it counts."""
    _, offer = offered(office)
    back = answer(office, ANN, offer, "yes, but why?")
    assert "I cannot tell whether that is a yes or a no" in back.flat
    office.thread(ANN, back, line)
    assert drawn(office) == over
    assert over or not stands(office)


def test_a_no_to_the_mail_that_asks_back_refuses_an_undo(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, BEN, "show")
    asked = play(office, ANN, "undo")[BEN]
    back = answer(office, BEN, asked, "yes, but why?")
    office.thread(BEN, back, "no")
    assert not office.find_match().open("undo")


def test_ones_own_offer_of_a_draw_stands_until_somebody_else_plays_on(office: Office) -> None:
    office.begin()
    play(office, ANN, "draw")
    play(office, ANN, "S1 move b4; done")
    mail = play(office, ANN, "show")[ANN]
    assert stands(office)
    assert "You have offered a draw. It stands until somebody else plays on" in mail.flat


# Once is enough.


@pytest.mark.parametrize("request_", ["draw", "undo"])
def test_a_request_that_stands_is_mailed_to_nobody_again(office: Office, request_: str) -> None:
    office.begin()
    play(office, ANN, "done")
    assert BEN in play(office, ANN, request_)
    for _ in range(12):
        mails = play(office, ANN, request_)
        assert set(mails) == {ANN}
        assert "already" in mails[ANN].flat
    assert BEN in play(office, BEN, f"accept {request_}")


@pytest.mark.parametrize("request_", ["draw", "undo"])
@pytest.mark.parametrize("who", [ANN, BEN])
def test_after_a_refusal_nothing_is_asked_again_before_the_next_move(
    office: Office, request_: str, who: str
) -> None:
    office.begin()
    play(office, ANN, "done")
    play(office, ANN, request_)
    play(office, who, f"decline {request_}")
    for _ in range(2):
        mails = play(office, ANN, request_)
        assert set(mails) == {ANN}
        assert "You have asked for that since the last move" in mails[ANN].flat
    play(office, BEN, "done")
    play(office, ANN, "done")
    assert BEN in play(office, ANN, request_)


def test_what_was_taken_back_and_done_again_may_be_asked_back_again(office: Office) -> None:
    office.begin()
    for _ in range(2):
        play(office, ANN, "done")
        assert BEN in play(office, ANN, "undo")
        play(office, BEN, "accept undo")


def test_an_order_that_moves_nothing_is_no_next_move(office: Office) -> None:
    office.begin()
    play(office, ANN, "draw")
    play(office, BEN, "decline draw")
    play(office, ANN, "always dodge")
    assert set(play(office, ANN, "draw")) == {ANN}


def test_the_other_may_still_offer_what_was_refused_to_one(office: Office) -> None:
    office.begin()
    play(office, ANN, "draw")
    play(office, BEN, "decline draw")
    assert ANN in play(office, BEN, "draw")


# All who are left.


def among_three() -> Office:
    """Ann has offered a draw to Ben and Cat."""
    office = Office()
    office.begin("", "Ben", "Cat", game="toxic-gnome")
    play(office, ANN, "draw")
    return office


def test_when_the_last_who_has_not_answered_resigns_all_others_have_agreed() -> None:
    office = among_three()
    play(office, BEN, "accept draw")
    assert not drawn(office)
    mails = play(office, CAT, "confirm resign")
    assert drawn(office)
    assert "All who are left have agreed to a draw." in mails[ANN].flat
    assert "draw agreed" in mails[ANN].flat
    assert all(seat.since is None for seat in office.find_match().seats)


def test_so_they_have_when_the_last_leaves_the_server() -> None:
    office = among_three()
    play(office, BEN, "accept draw")
    office.write(CAT, "leave server")
    office.reply(CAT, office.mail_to(CAT), "yes")
    assert "All who are left have agreed to a draw." in dict(office.mails())[BEN].flat
    assert drawn(office)


def test_who_leaves_before_others_have_answered_agrees_for_nobody() -> None:
    office = among_three()
    play(office, CAT, "confirm resign")
    assert not drawn(office)
    assert stands(office)
    play(office, BEN, "accept draw")
    assert drawn(office)
