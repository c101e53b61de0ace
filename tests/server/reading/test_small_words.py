"""Small words and signs that people write: please, a colon behind a number, a yes with a sentence behind it."""

import pytest

from tests.server.office import Mail, Office, answer, played

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
S1 = ["S1 move a2 a3 b4 with 3"]


# Please.


@pytest.mark.parametrize("line", ["accept please", "Accept, please!", "yes please", "Yes, that is me!"])
def test_a_polite_yes_accepts(office: Office, line: str) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    challenge = dict(office.mails())[BEN]
    answer(office, BEN, challenge, line)
    assert office.store.matches.all()[0].status == "running"


@pytest.mark.parametrize("line", ["S1 move b4 please", "S1 move b4, please.", "S1 move b4 thanks"])
def test_please_behind_an_order_is_no_part_of_it(office: Office, line: str) -> None:
    answer(office, ANN, office.begin()[ANN], line)
    assert played(office) == S1


def test_please_behind_a_command_is_no_argument(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "list please")
    assert "YOUR MATCHES" in office.mail_to(ANN).text


# The number of a match.


@pytest.mark.parametrize(
    "line",
    ["Match 1: S1 move b4", "match 1 - S1 move b4", "match 1 S1 move b4", "Game 1, S1 move b4; show"],
)
def test_orders_may_stand_behind_the_number_of_their_match(office: Office, line: str) -> None:
    office.begin()
    office.begin()
    office.write(ANN, line)
    assert played(office, 1) == S1
    assert played(office, 2) == []


@pytest.mark.parametrize(
    "line", ["Game 3 was great fun!", "Match 1 is nearly over, thanks", "match 1: hello there"]
)
def test_a_sentence_that_begins_with_a_match_turns_to_none(office: Office, line: str) -> None:
    office.begin()
    board = office.begin()[ANN]
    answer(office, ANN, board, f"{line}\nS1 move b4")
    assert played(office, 1) == []


def test_a_message_may_stand_behind_the_number_of_its_match(office: Office) -> None:
    office.begin()
    office.begin()
    office.mails()
    office.write(ANN, "match 2: say Hello; I am back")
    mail = dict(office.mails())[BEN]
    assert mail.subject.startswith("[pbem 2]")
    assert "Ann says: Hello; I am back" in mail.flat


def test_a_number_with_a_colon_is_that_of_a_match_in_a_reply_too(office: Office) -> None:
    office.begin()
    board = office.begin()[ANN]
    office.reply(ANN, board, "say 1: hello there")
    mail = dict(office.mails())[BEN]
    assert mail.subject.startswith("[pbem 1]")
    assert "Ann says: hello there" in mail.flat


@pytest.mark.parametrize("line", ["say 2: hello", "note 2: hello", "preview 2: S1 move b4"])
def test_a_colon_behind_the_number_is_no_part_of_what_follows(office: Office, line: str) -> None:
    office.begin()
    office.begin()
    office.mails()
    office.write(ANN, line)
    mail = dict(office.mails())[ANN]
    assert f"> {line} done" in mail.flat
    assert [note.text for note in office.store.watch.notes(2, 1)] == (["hello"] if "note" in line else [])


def test_a_note_goes_to_the_match_that_it_names(office: Office) -> None:
    """Nobody else sees it, so that a number in it which is none of a match can be mended."""
    office.begin()
    board = office.begin()[ANN]
    office.reply(ANN, board, "note 1 beware of N2\nnote 7 pawns")
    assert [note.text for note in office.store.watch.notes(1, 1)] == ["beware of N2"]
    assert [note.text for note in office.store.watch.notes(2, 1)] == ["7 pawns"]


def test_tell_with_a_number_in_a_reply_keeps_its_last_sign(office: Office) -> None:
    office.begin()
    office.register("Cat")
    office.write(CAT, "observe 1")
    board = office.mail_to(CAT)
    answer(office, CAT, board, "tell 1: What a throw!")
    office.write(CAT, "Tell 1 what a throw!")
    texts = [
        mail.text
        for to, mail in [
            (row.recipient, Mail(office.writer.mail(row), row.kind))
            for row in office.store.post.outbox(None, 99)
        ]
        if mail.kind == "message"
    ]
    assert texts
    assert all("hat a throw!" in text for text in texts)


# What was meant.


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("draw?", "Do you want this: draw e.g. yes"),
        ("a draw?", "Do you want this: draw e.g. yes"),
        ("I resign", "Do you want to give up match 1 for good?"),
        ("I give up", "Do you want to give up match 1 for good?"),
        ("I give up, well played!", "Do you want to give up match 1 for good?"),
        ("I surrender", "Do you want to give up match 1 for good?"),
        ("I quit", "Do you want to give up match 1 for good?"),
    ],
)
def test_who_wants_to_end_a_match_gets_the_line_to_send(office: Office, line: str, told: str) -> None:
    board = office.begin()[ANN]
    before = office.log()
    mail = answer(office, ANN, board, line)
    assert f"asked: {told}" in mail.flat
    assert "refused" not in mail.flat
    assert "Expected" not in mail.flat
    assert office.log() == before
    assert not office.find_match().open("draw")


def test_who_gives_up_above_an_order_is_asked_what_they_mean(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "I give up\nS1 move b4")
    assert played(office) == []
    assert "not done" in mail.subject


@pytest.mark.parametrize("answers", [True, False])
def test_a_misspelt_command_is_answered_without_a_board(office: Office, answers: bool) -> None:
    board = office.begin()[ANN]
    to = board.reply_to if answers else ""
    office.write(ANN, "challange dodgball ben", to=to)
    mail = office.mail_to(ANN)
    assert "Perhaps you meant: challenge dodgeball ben" in mail.flat
    assert "+----+" not in mail.text
    assert "not done" in mail.subject


def test_a_slip_in_an_order_is_answered_without_a_board_and_show_sends_it(office: Office) -> None:
    board = office.begin()[ANN]
    told = answer(office, ANN, board, "challange dodgball ben\nS1 mvoe b4")
    assert "challenge dodgeball ben" in told.flat
    assert "+----+" not in told.text
    assert "show sends its board" in told.flat
    assert "+----+" in answer(office, ANN, told, "show").text


def test_a_question_is_no_misspelt_command(office: Office) -> None:
    board = office.begin()[ANN]
    assert "Perhaps you meant: show" not in answer(office, ANN, board, "how do you do?").flat


@pytest.mark.parametrize("body", ["match 2\nyes", "match 2: yes", "match 2\nok, gladly"])
def test_a_yes_behind_the_number_of_its_match_is_for_what_is_asked_there(office: Office, body: str) -> None:
    """In a letter that answers no mail it is not clear which mail it answers: the words in full are asked for."""
    office.begin()
    board = office.begin()[BEN]
    office.reply(BEN, board, "draw")
    office.mails()
    office.write(ANN, body)
    told = dict(office.mails())[ANN].flat
    assert "You have not answered the mail that asks this, so I need it in full" in told
    assert "Write: accept draw" in told


# Leaving.


@pytest.mark.parametrize("line", ["yes", "Yes, that is me!", "yes please", "ok"])
def test_a_yes_to_another_mail_than_the_question_is_told_where_to_answer(office: Office, line: str) -> None:
    board = office.begin()[ANN]
    office.write(ANN, "leave server")
    question = office.mail_to(ANN)
    for to in (board.reply_to, ""):
        office.write(ANN, line, to=to)
        told = office.mail_to(ANN).flat
        assert f'answer the mail "{question.subject.partition("] ")[2]}" itself with one word, yes' in told
    assert office.store.people.at(ANN) is not None


def test_a_yes_that_is_more_than_one_word_is_told_what_to_answer(office: Office) -> None:
    """Nobody leaves for good by half a sentence."""
    office.register("Ann")
    office.write(ANN, "leave server")
    question = office.mail_to(ANN)
    again = answer(office, ANN, question, "Yes, I want to leave this week.")
    assert again.kind == "unsure"
    assert "I cannot tell whether your answer was a yes. Nothing has happened yet" in again.flat
    assert office.store.people.at(ANN) is not None
    answer(office, ANN, again, "yes")
    assert office.store.people.at(ANN) is None
