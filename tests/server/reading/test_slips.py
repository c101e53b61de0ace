"""Slips of the pen: what a line can only mean is done at once, where it can be taken back."""

import pytest

from tests.server.office import Mail, Office


def write(office: Office, text: str) -> Mail:
    """Whoever is to move answers their board; returns the answer to them."""
    boards = office.begin()
    mover = office.asked()
    office.write(mover, text, to=boards[mover].reply_to)
    return next(mail for to, mail in office.mails() if to == mover)


def told(mail: Mail) -> str:
    """What a mail tells of the lines."""
    return mail.text.partition("YOUR LETTER")[2].partition("\n\n")[0]


def test_a_slip_is_read_as_what_it_must_mean(office: Office) -> None:
    mail = write(office, "S1 mvoe b4")
    assert "> S1 mvoe b4\n    read as: S1 move b4\n  > S1 move b4\n    done" in told(mail)
    assert "S1 b4 with ball 1" in mail.text


def test_what_leads_to_dice_is_not_done_before_a_yes(office: Office) -> None:
    """The move alone could be taken back; not so the dice that fall when the turn ends."""
    mail = write(office, "S1 mvoe b4; done")
    assert "read as" not in mail.text
    assert "e.g.  S1 move b4\n        done" in mail.text
    office.reply(mail.header("To"), mail, "yes")
    assert office.log()[-1].kind == "roll"


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("dodgeball", "alwyas dodge", "always dodge"),
        ("elfball", "potoin J", "potion J"),
        ("gnomeball", "whenver loose: A1 fetch", "whenever loose: A1 fetch"),
        ("toxic-gnome", "wrod tea", "word TEA"),
        ("toxic-gnome", "setp left", "step left"),
    ],
)
def test_what_only_waits_is_read_as_it_is_meant_in_any_game(
    office: Office, game: str, line: str, meant: str
) -> None:
    boards = office.begin("", game=game)
    mover = office.asked()
    office.write(mover, line, to=boards[mover].reply_to)
    assert f"read as: {meant}" in next(mail.text for to, mail in office.mails() if to == mover)


def test_two_slips_in_one_letter(office: Office) -> None:
    mail = write(office, "S1 mvoe b4; S2 moev d4")
    assert mail.text.count("read as:") == 2
    assert "S2 d4 with ball 2" in mail.text


def test_beside_a_line_that_may_mean_anything_nothing_is_done(office: Office) -> None:
    mail = write(office, "S1 mvoe b4; S2 frobnicate")
    assert "read as" not in mail.text
    assert "Nothing in your letter has been done" in mail.flat


def test_a_question_is_no_order(office: Office) -> None:
    assert "read as" not in write(office, "S1 mvoe b4?").text


def test_a_square_is_never_guessed(office: Office) -> None:
    assert "read as" not in write(office, "S1 move b44").text


def test_what_the_position_forbids_is_refused_as_it_is_written(office: Office) -> None:
    mail = write(office, "S1 mvoe h8")
    assert "read as" not in mail.text
    assert "> S1 mvoe h8" in mail.text


def test_a_slip_in_an_answer_to_a_turn_that_has_passed_is_no_slip_that_matters(office: Office) -> None:
    """What is refused then is told beside the line as it was written."""
    boards = office.begin()
    mover = office.asked()
    old = boards[mover].reply_to
    for _ in range(2):
        office.write(office.asked(), "done")
    office.mails()
    office.write(mover, "S1 mvoe b4", to=old)
    mail = next(mail for to, mail in office.mails() if to == mover)
    assert "read as" not in mail.text
    assert "> S1 mvoe b4\n    refused: " in told(mail)


def test_each_order_of_a_sentence_is_told_in_its_own_words(office: Office) -> None:
    """What is asked back is what was written, not the order that it is taken for."""
    mail = write(office, "S1 to b4, then end my turn")
    assert "> S1 to b4\n" in told(mail)
    assert "Do you want this: S1 b4" in " ".join(told(mail).split())
