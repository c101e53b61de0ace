"""Answers that show no board: they too belong to the thread of their match, and may be answered with orders."""

import pytest

from pbem.mail.tokens import Token, mail_number
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office, play

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.mark.parametrize(
    "line", ["preview S1 move b4", "help", "help dodgeball", "queue", "history", "resign", "dice", "list"]
)
def test_a_plain_reply_to_an_answer_in_a_match_may_hold_an_order(office: Office, line: str) -> None:
    """Its reply address is that of a seat in this very turn, which also proves who writes."""
    board = office.begin()[ANN]
    office.reply(ANN, board, line)
    answer = office.mail_to(ANN)
    assert answer.kind == "answer"
    assert office.app.signer.find((answer.reply_to,)) == Token("seat", 1, 0, 1, mail=mail_number(answer.id))
    assert answer.subject == f"[pbem 1] Dodgeball! - {line.split()[0]}, your turn (turn 2)"
    assert board.id in str(answer.message["References"]).split()
    assert answer.message["List-Id"] == "<match-1.play.example>"
    assert "Answer this mail to go on with match 1; help lists what you can write." in answer.flat
    assert office.reply(ANN, answer, "S1 move b4") == "done"
    board = office.mail_to(ANN)
    assert "> S1 move b4 done" in board.flat
    assert answer.id in str(board.message["References"]).split()


def test_such_an_answer_grows_stale_as_a_board_does(office: Office) -> None:
    board = office.begin()[ANN]
    office.reply(ANN, board, "preview S1 move b4")
    preview = office.mail_to(ANN)
    play(office, ANN, "done")
    play(office, BEN, "done")
    office.reply(ANN, preview, "S1 move b4")
    assert "You have answered a mail of turn 2; now it is turn 4." in office.mail_to(ANN).flat


def test_subjects_do_not_grow_from_answer_to_answer(office: Office) -> None:
    mail = office.begin()[ANN]
    subjects = set()
    for _ in range(3):
        office.reply(ANN, mail, "queue")
        mail = office.mail_to(ANN)
        subjects.add(mail.subject)
    assert subjects == {"[pbem 1] Dodgeball! - queue, your turn (turn 2)"}


def test_subjects_about_no_match_do_not_grow_either(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "games", subject="Re: [list] Re: A question")
    mail = office.mail_to(ANN)
    assert mail.subject == "[pbem] Re: A question"
    for _ in range(3):
        office.reply(ANN, mail, "games")
        mail = office.mail_to(ANN)
        assert mail.subject == "[pbem] Re: A question"
    office.write(ANN, "games", subject="x" * 100)
    assert office.mail_to(ANN).subject == f"[pbem] Re: {'x' * 60}"


def test_the_answer_to_a_challenge_is_the_first_of_its_thread(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    answer = play(office, ANN, "challenge dodgeball ben")[ANN]
    assert answer.subject == "[pbem 1] Dodgeball! - waits for Ben (North)"
    assert "The SHA-256 of the secret seed of match 1" in answer.flat
    board = play(office, BEN, "accept")[ANN]
    assert answer.id in str(board.message["References"]).split()
    assert "secret seed" not in board.text  # that has been said
    office.write(ANN, "decline draw", to=answer.reply_to)
    assert "Nobody else has offered a draw" in office.mail_to(ANN).flat


def test_the_promise_is_made_once_where_the_match_begins_at_once(office: Office) -> None:
    office.register("Ann")
    board = play(office, ANN, "challenge dodgeball house")[ANN]
    assert board.flat.count("secret seed") == 1


def test_ones_own_secret_answer_is_repeated_until_all_are_in(office: Office) -> None:
    office.begin("pawns=3")
    said = "Your answer is in: place a c e. You can change it by sending another until everyone has answered."
    assert said in play(office, ANN, "place a c e")[ANN].flat
    assert said in play(office, ANN, "show")[ANN].flat
    assert "Your answer is in" not in play(office, BEN, "show")[BEN].text
    assert "a c e" not in play(office, BEN, "show")[BEN].text
    assert all("Your answer is in" not in mail.text for mail in play(office, BEN, "place a b c").values())


# The last mail.


def test_the_last_mail_holds_nothing_that_is_of_no_use_any_more(office: Office) -> None:
    office.begin()
    play(office, ANN, "always dodge", "done", "S1 move b4")
    play(office, ANN, "undo")
    play(office, BEN, "draw")
    mails = play(office, BEN, "confirm resign")
    assert set(mails) == {ANN, BEN}
    for mail in mails.values():
        for left in (
            "Your queue",
            "standing orders",
            "offers a draw",
            "asks to take back",
            "You have offered",
        ):
            assert left not in mail.text
        assert "The match is over: North (Ben) resigned. You" in mail.flat
        assert "Commands: history, dice, list, help dodgeball." in mail.flat
        assert mail.flat.index("Dice you can check: dice lists them all") > mail.flat.index("Commands:")
    assert all("the seats swapped, answer with: rematch" in mail.flat for mail in mails.values())
    assert mails[ANN].subject == "[pbem 1] Dodgeball! - the match is over: you won"
    assert mails[BEN].subject == "[pbem 1] Dodgeball! - the match is over: you lost"


def test_the_line_for_another_match_does_what_it_says(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    mail = play(office, ANN, "confirm resign")[ANN]
    line = mail.flat.partition("To play it again with the seats swapped, answer with: ")[2].partition(". ")[0]
    office.reply(ANN, mail, line)
    mail = dict(office.mails())[BEN]
    assert mail.subject == "[pbem 2] Dodgeball! - Ann offers a rematch of match 1"
    assert "You would be South, against Ann (North)." in mail.flat
    assert "Options: pawns=3," in mail.flat


def test_who_ran_out_of_time_is_named(office: Office) -> None:
    office.begin("pawns=3 placement=fixed pace=1d policy=forfeit")
    office.time += 86_400
    run_reminders(office.app)
    for mail in dict(office.mails()).values():
        assert "The match is over: South (Ann) ran out of time. You " in mail.flat
