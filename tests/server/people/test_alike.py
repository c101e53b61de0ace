"""Letters that change nothing: alike ones are left alone after some, and everybody who tries is answered."""

import pytest

from tests.server.office import Office

ANN = "ann@example.org"
DAY = 86_400


def texts_to(office: Office, to: str) -> list[str]:
    """The texts of the mails to somebody since the last look."""
    return [mail.flat for recipient, mail in office.mails() if recipient == to]


def test_i35_what_stands_behind_a_mark_in_a_subject_counts_where_there_is_no_text(office: Office) -> None:
    """Our own mark, or a list's, makes no letters alike that say different things; nor does a bracket."""
    to = office.begin()[ANN].reply_to
    words = ("doen", "mvoe", "s1 b9", "s1 b8", "go on then", "what now", "resing", "thorw")
    for mark in ("[pbem 1] ", "[games] [EU-3] ", "["):
        for subject in words:
            office.write(ANN, "", to=to, subject=f"Re: {mark}{subject}")
            assert len(texts_to(office, ANN)) == 1, (mark, subject)
        office.time += DAY
    answered = 0
    for number in range(8):
        office.write(ANN, "", to=to, subject=f"Re: [ticket {number}] we have got your mail")
        answered += len(texts_to(office, ANN))
    assert answered == 5


@pytest.mark.parametrize("token", [True, False])
def test_i35_letters_of_a_subject_alone_are_alike_where_the_subjects_are(office: Office, token: bool) -> None:
    """Each of eight Subjects over an empty text is answered; one that comes again and again is not."""
    office.begin()
    to = office.begin()[ANN].reply_to if token else office.address
    for subject in ("doen", "mvoe", "s1 b9", "s1 b8", "go on then", "what now", "1T1 14/9", "1T1 14/8"):
        office.write(ANN, "", to=to, subject=subject)
        assert len(texts_to(office, ANN)) == 1, subject
    answered = 0
    for number in range(8):
        office.write(ANN, "", to=to, subject=f"We have got your mail and open ticket {number}")
        answered += len(texts_to(office, ANN))
    assert answered == 5


def test_i35_texts_that_are_the_same_under_other_subjects_are_not_alike(office: Office) -> None:
    for subject in ("doen", "mvoe", "go", "next", "on", "resing", "thorw"):
        office.write(office.register("Ann") if subject == "doen" else ANN, "Thanks!", subject=subject)
        assert len(texts_to(office, ANN)) == 1, subject


def test_i36_a_reply_to_a_live_match_is_answered_after_very_many_misread_letters(office: Office) -> None:
    """Whatever has been misread before: each mail of ours that is answered has an answer that day."""
    boards = {number: office.begin()[ANN] for number in (1, 2)}
    for number in range(150):
        office.write(ANN, f"blah {number}", to=boards[1].reply_to)
    assert len(texts_to(office, ANN)) == 120
    office.write(ANN, "blah", to=boards[1].reply_to)
    assert texts_to(office, ANN) == []
    office.write(ANN, "What a day it is here", to=boards[2].reply_to)
    (text,) = texts_to(office, ANN)
    assert "again I could read no line" in text
    office.write(ANN, "What a day it is there", to=boards[2].reply_to)
    assert texts_to(office, ANN) == []
    office.time += DAY
    office.write(ANN, "What a day it is here", to=boards[2].reply_to)
    assert "I have found nothing in it that I could do" in texts_to(office, ANN)[0]


def test_i36_the_same_words_to_another_match_are_answered(office: Office) -> None:
    """Five letters that are alike have been answered; to a sixth mail the same is answered briefly, once."""
    boards = [office.begin()[ANN] for _ in range(7)]
    told = []
    for board in boards:
        office.write(ANN, "Hm, let me think about this one", to=board.reply_to)
        (text,) = texts_to(office, ANN)
        told.append(text)
    assert all("I have found nothing in it that I could do" in text for text in told[:5])
    assert all("again I could read no line" in text and len(text) < 400 for text in told[5:])
    office.write(ANN, "Hm, let me think about this one", to=boards[0].reply_to)
    assert texts_to(office, ANN) == []


def test_i36_an_order_is_carried_out_after_any_number_of_misread_letters(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    for number in range(150):
        office.write(mover, f"blah {number}", to=boards[mover].reply_to)
    office.mails()
    rows = len(office.log())
    assert office.write(mover, "done", to=boards[mover].reply_to) == "done"
    assert len(office.log()) > rows
    assert texts_to(office, mover)


def test_i36_a_letter_of_which_is_clear_what_was_meant_is_answered_as_ever(office: Office) -> None:
    """However a player writes their orders: for each the order put right is proposed."""
    board = office.begin()[ANN]
    for number in range(150):
        office.write(ANN, f"blah {number}", to=board.reply_to)
    office.mails()
    for square in ("a2", "b2"):
        office.write(ANN, f"S1 mvoe {square} mow", to=board.reply_to)
        assert f"Perhaps you meant: S1 move {square}" in texts_to(office, ANN)[0]


def test_i36_a_brief_answer_begins_no_new_round(office: Office) -> None:
    """A robot that answers each of our mails, in ever other words, comes to its end."""
    mail = office.begin()[ANN]
    count = 0
    for number in range(200):
        office.write(
            ANN, f"{'abcdefghij'[number % 10]}{number} lorem", to=mail.reply_to, subject=f"Re: {number}"
        )
        answers = [answer for to, answer in office.mails() if to == ANN]
        count += len(answers)
        mail = answers[0] if answers else mail
    assert count == 120


def test_i36_a_letter_that_proves_nothing_has_no_such_right() -> None:
    """Whoever knows a reply address that has been made void is not answered without end."""
    office = Office(believe_from=False, relay="mx.example:25")
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), "yes")
    welcome = office.mail_to(ANN)
    office.store.people.revoke(1)
    office.time += DAY
    answered = 0
    for number in range(20):
        office.write(ANN, f"blah {number}", to=welcome.reply_to)
        answered += len(texts_to(office, ANN))
    assert answered == 10
