"""Lines that are left over when what they were for has come to an end by itself."""

from tests.server.office import Office, play

ANN, BEN = "ann@example.org", "ben@example.org"


def test_lines_that_are_not_needed_any_more_are_no_failure(office: Office) -> None:
    """DODGEBALL-9: the turn is over with the third die; `done` is left over, and the answer is not "not done"."""
    office.begin()
    mail = play(office, ANN, "S1 move b2", "S2 move d2", "S3 move g2", "done")[ANN]
    assert "what it would end is over already" in mail.flat
    assert "not done" not in mail.subject


def test_b42_a_done_for_a_turn_that_nobody_has_seen_says_so_and_goes_by_clear(office: Office) -> None:
    """A second `done` would give up the next turn. It waits, since it was asked for, and says exactly that."""
    office.begin()
    play(office, ANN, "done")
    mail = play(office, ANN, "done")[ANN]
    warning = 'queued: "done" waits and will give up your whole next turn. To take it back, answer: clear'
    assert f"> done {warning}" in mail.flat
    assert office.find_match().match.waiting("S") == ["done"]
    play(office, ANN, "clear")
    assert office.find_match().match.waiting("S") == []


def test_b44_a_letter_to_a_match_that_is_over_gets_a_few_lines_and_how_to_see_it(office: Office) -> None:
    """Not the whole last mail once more, with all lists and boards."""
    for line in ("A go k20", "undo", "S1 move b4"):
        table = Office()
        game = "dodgeball" if line.startswith("S1") else "elfball"
        table.begin("", game=game)
        table.write(BEN, "confirm resign 1")
        end = dict(table.mails())[ANN]
        table.reply(ANN, end, line)
        mail = table.mail_to(ANN)
        assert f"> {line} refused: The match is over" in mail.flat
        assert "show sends its last board, history its story. To play again: rematch." in mail.flat
        assert len(mail.text.split()) < 60
        table.reply(ANN, mail, "show")
        assert "the match is over" in table.mail_to(ANN).subject


def test_a_second_answer_to_one_mail_is_told_whose_turn_it_is(office: Office) -> None:
    """No board comes with it while nothing is asked, so none is promised; where it is her turn, it does."""
    board = office.begin()[ANN]
    office.reply(ANN, board, "done")
    office.mails()
    office.reply(ANN, board, "S1 move b2")
    mail = office.mail_to(ANN)
    assert "now it is turn 3. Nothing is asked of you now; for the board, answer: show" in mail.flat
    assert "Waiting for North (Ben)" in mail.flat
    assert "below" not in mail.text.partition("YOUR LETTER")[2]
    play(office, BEN, "done")
    office.reply(ANN, board, "S1 move b2")
    mail = office.mail_to(ANN)
    assert "now it is turn 4. Look at the board below and answer this mail" in mail.flat
    assert "+----+" in mail.text
