"""The first letters of people: in by any name, and into a match without rereading a manual."""

import pytest

from tests.server.office import Office, reply

FAY = "fay@example.org"


@pytest.mark.parametrize(
    "letter",
    [
        "Sorry. register Fay",
        "Please register Fay",
        "register\nmy name is Fay",
        "Hello dear sirs,\n\nI want to make inscription for the game.\n\nGreetings from Porto\nFay",
        "Sign me up please!\n\nFay",
    ],
)
def test_a_stranger_gets_one_mail_and_may_answer_it(letter: str) -> None:
    office = Office()
    office.write(FAY, letter)
    mail = office.mail_to(FAY)
    assert "answer this mail to become Fay" in mail.subject


def test_questions_beside_a_registration_are_answered() -> None:
    office = Office()
    office.write(FAY, "I'd like to take part. My name is Fay. What does it cost?")
    mails = [mail for _, mail in office.mails()]
    assert sum("to become Fay" in mail.subject for mail in mails) == 1
    assert any("Playing here is free" in mail.flat for mail in mails)


def test_both_questions_of_a_sentence_are_answered() -> None:
    office = Office()
    office.write(FAY, "What games do you have, and what does it cost?")
    told = office.mail_to(FAY).flat
    assert "Two teams on a chessboard" in told
    assert "Playing here is free" in told


def test_greetings_of_strangers_are_not_refused() -> None:
    office = Office()
    office.write(FAY, "Hello dear sirs,\n\nI have seen your server.\n\nGreetings from Porto\nFay")
    assert "refused" not in office.mail_to(FAY).text


def test_a_stranger_asks_whether_they_are_in() -> None:
    office = Office()
    office.write(FAY, "I have answered yes but nothing arrives. Am I registered now?")
    assert "no player has this address yet" in office.mail_to(FAY).flat


@pytest.fixture
def ann() -> Office:
    office = Office()
    office.register("Ann")
    return office


@pytest.mark.parametrize(
    "letter",
    [
        "I have understood now. challenge elfball house level=easy",
        "I want to play: challenge elfball house level=easy",
    ],
)
def test_a_command_within_a_sentence_is_taken_as_it_stands(ann: Office, letter: str) -> None:
    ann.write("ann@example.org", letter)
    assert ann.find_match(1).row.terms.level == "easy"


@pytest.mark.parametrize("below", ["An easy one, please.", "Easy level please.", "Not too strong."])
def test_a_challenge_is_offered_with_what_stands_below_it(ann: Office, below: str) -> None:
    ann.write("ann@example.org", f"challenge elfball house\n\n{below}")
    mail = ann.mail_to("ann@example.org")
    assert "Do you want this: challenge elfball house level=easy" in mail.flat
    reply(ann, "ann@example.org", mail, "yes")
    assert ann.find_match(1).row.terms.level == "easy"


def test_days_that_contradict_each_other_are_asked_about(ann: Office) -> None:
    ann.write("ann@example.org", "vacation 10d please, that is until the 6th of December.")
    assert "These are not the same days" in ann.mail_to("ann@example.org").flat


def test_the_match_that_is_given_up_is_the_one_that_is_named(ann: Office) -> None:
    ann.register("Ben")
    ann.write("ann@example.org", "challenge dodgeball house")
    ann.mails()
    boards = ann.begin("", "Ben")
    ann.reply("ann@example.org", boards["ann@example.org"],
              "When does the computer game with the house end? I would like to give that one up")  # fmt: skip
    assert "Do you want to give up match 1 for good" in ann.mail_to("ann@example.org").flat


@pytest.mark.parametrize(
    ("letter", "line"),
    [
        ("challenge the house to elfball", "challenge elfball house"),
        ("challenge dodgeball the computer", "challenge dodgeball house"),
        ("challenge Dodgeball Ben, with 3 pawns", "challenge dodgeball Ben pawns=3"),
        (
            "Please challenge Ben to a game of Dodgeball, with one day per move",
            "challenge dodgeball Ben pace=1d",
        ),
        (
            "Let's begin! Dodgeball, please. Against the computer. Easy.",
            "challenge dodgeball house level=easy",
        ),
        ("Seek a gnomeball opponent please", "seek gnomeball"),
        ("vacation from 1st to 5th of December", "vacation 2026-12-01 2026-12-05"),
    ],
)
def test_a_line_that_begins_as_a_command_may_go_on_as_a_sentence(ann: Office, letter: str, line: str) -> None:
    ann.register("Ben")
    ann.write("ann@example.org", letter)
    assert f"Do you want this: {line}" in ann.mail_to("ann@example.org").flat


def test_a_plain_challenge_is_not_asked_about(ann: Office) -> None:
    ann.write("ann@example.org", "challenge dodgeball house level=easy please")
    assert ann.find_match(1).row.terms.level == "easy"


def test_a_question_about_a_command_does_not_carry_it_out(ann: Office) -> None:
    ann.write("ann@example.org", "Should I write: challenge dodgeball house level=easy")
    assert "Do you want this: challenge dodgeball house level=easy" in ann.mail_to("ann@example.org").flat


def test_orders_beside_a_challenge_with_options_below_are_done(ann: Office) -> None:
    ann.write("ann@example.org", "challenge dodgeball house level=easy")
    board = ann.mail_to("ann@example.org")
    told = reply(
        ann, "ann@example.org", board, "place b c d e f", "challenge elfball house", "", "Easy please."
    )
    flat = told["ann@example.org"].flat
    assert "place b c d e f done" in flat
    assert "Do you want this: challenge elfball house level=easy" in flat


def test_all_who_are_to_be_invited_are(ann: Office) -> None:
    ann.write("ann@example.org", "Please invite bro@example.net and sis@example.net to gnomeball")
    expected = "Do you want this: challenge gnomeball bro@example.net sis@example.net"
    assert expected in ann.mail_to("ann@example.org").flat
