"""What is Slargeball's own in letters: who reads what."""

from tests.desk.office import Office

ANN, BEN, CAT, DAN = "ann@example.org", "ben@example.org", "cat@example.org", "dan@example.org"


def test_the_own_side_sees_a_plan() -> None:
    """SLARGEBALL-131: `show` tells a team-mate what has been ordered since his mail came, and no opponent."""
    office = Office()
    boards = office.begin("squads=2 lineup=standard", "Ben", "Cat", "Dan", game="slargeball")
    assert office.reply(ANN, boards[ANN], "T1 hold; done") == "done"
    seen = {}
    for address in (ANN, BEN, CAT, DAN):
        office.mails()
        office.reply(address, boards[address], "show")
        seen[address] = "Plan of Ann: 1T1: hold" in office.mail_to(address).flat
    assert seen == {ANN: False, BEN: False, CAT: True, DAN: False}


def test_each_player_is_told_as_he_likes() -> None:
    """`narration full` tells every square and every die, and only to who has asked for it; in the history too."""
    office = Office()
    boards = office.begin("lineup=standard", game="slargeball")
    assert office.reply(ANN, boards[ANN], "narration full") == "done"
    assert "Your standing orders: narration full" in office.mail_to(ANN).flat
    office.reply(ANN, boards[ANN], "D move 12,16; done")
    office.reply(BEN, boards[BEN], "done")
    mails = dict(office.mails())
    long, short = "rD 16,16 by 15,16 14,16 13,16 to 12,16", "rD 16,16 to 12,16"
    assert (long in mails[ANN].flat, short in mails[ANN].flat) == (True, False)
    assert (long in mails[BEN].flat, short in mails[BEN].flat) == (False, True)
    for address, story in ((ANN, long), (BEN, short)):
        office.reply(address, mails[address], "history")
        assert story in office.mail_to(address).flat
    office.reply(ANN, mails[ANN], "narration short; D move 16,16; done")
    office.reply(BEN, mails[BEN], "done")
    assert "rD 12,16 to" in dict(office.mails())[ANN].flat


def test_subject_and_board_count_the_same_turns() -> None:
    """SLARGEBALL-38: the set-up is no turn of its own."""
    office = Office()
    boards = office.begin("turns=5", game="slargeball")
    assert "your move: lineup (turn 1)" in boards[ANN].subject
    for turn in range(1, 4):
        for address in (ANN, BEN):
            office.reply(address, boards[address], "done")
        boards = dict(office.mails())
        assert f"Turn {turn} of 5" in boards[ANN].text
        assert f"your move: plan (turn {turn})" in boards[ANN].subject
