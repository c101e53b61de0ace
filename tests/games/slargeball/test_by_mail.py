"""What is Slargeball's own in letters: who reads what."""

import pytest

from pbem.games.slargeball.bots import normal
from pbem.play.game import masked
from pbem.play.requests import seeded
from tests.server.office import Office

ANN, BEN, CAT, DAN = "ann@example.org", "ben@example.org", "cat@example.org", "dan@example.org"


def test_the_own_side_sees_a_plan() -> None:
    """SLARGEBALL-131: `show` tells a teammate what has been ordered since their mail came, and no opponent."""
    office = Office()
    boards = office.begin("squads=2 lineup=standard", "Ben", "Cat", "Dan", game="slargeball")
    assert office.reply(ANN, boards[ANN], "T1 hold; done") == "done"
    seen = {}
    for address in (ANN, BEN, CAT, DAN):
        office.mails()
        office.reply(address, boards[address], "show")
        seen[address] = "Plan of Ann: 1T1: hold" in office.mail_to(address).flat
    assert seen == {ANN: False, BEN: False, CAT: True, DAN: False}


def test_each_player_is_told_as_they_like() -> None:
    """`narration full` tells every square and every die, and only to who has asked for it; in the history too."""
    office = Office()
    boards = office.begin("lineup=standard", game="slargeball")
    assert office.reply(ANN, boards[ANN], "narration full") == "done"
    assert "Your standing orders: narration full" in office.mail_to(ANN).flat
    office.reply(ANN, boards[ANN], "D move 12,16; done")
    office.reply(BEN, boards[BEN], "done")
    mails = dict(office.mails())
    long, short = "rD 16,16 by 15,16 14,16 13,16 to 12,16", "rD to 12,16"
    assert (long in mails[ANN].flat, short in mails[ANN].flat) == (True, False)
    assert (long in mails[BEN].flat, short in mails[BEN].flat) == (False, True)
    for address, story in ((ANN, long), (BEN, short)):
        office.reply(address, mails[address], "history")
        assert story in office.mail_to(address).flat
    office.reply(ANN, mails[ANN], "narration short; D move 16,16; done")
    office.reply(BEN, mails[BEN], "done")
    assert "rD to" in dict(office.mails())[ANN].flat


def test_the_mail_says_that_standard_ends_the_line_up() -> None:
    """SLARGEBALL-33: prompt and answer say what the rule says, that it needs no `done`."""
    office = Office()
    boards = office.begin("turns=5", game="slargeball")
    assert 'or with "standard" to put everybody' in boards[ANN].flat
    office.reply(ANN, boards[ANN], "standard")
    assert "on their standard squares; no done is needed" in office.mail_to(ANN).flat
    assert "S" not in office.find_match().match.asks
    assert office.asked() == BEN


def test_a_plan_sent_ahead_outlives_the_line_up() -> None:
    """`done` for the line-up leaves what waits for the plan alone; with lines for the plan it is the end of that."""
    office = Office()
    boards = office.begin("turns=5", game="slargeball")
    office.reply(ANN, boards[ANN], "T1 move 14,7")
    office.reply(ANN, boards[ANN], "T1 lineup 18,12; done")
    office.mails()
    office.reply(ANN, boards[ANN], "queue")
    assert "waiting: T1 move 14,7." in office.mail_to(ANN).flat
    office.reply(ANN, boards[ANN], "T1 move 14,8; done")
    assert "This letter replaces what was waiting: T1 move 14,7." in office.mail_to(ANN).flat
    office.reply(BEN, boards[BEN], "done")
    assert office.asked() == BEN, "the plan of Ann is in"
    office.reply(BEN, office.mail_to(BEN), "done")
    assert "rT1 to 14,8" in office.mail_to(ANN).flat


def test_subject_and_board_count_the_same_turns() -> None:
    """SLARGEBALL-38: the set-up is no turn of its own."""
    office = Office()
    boards = office.begin("turns=5", game="slargeball")
    assert "your turn (turn 1)" in boards[ANN].subject
    for turn in range(1, 4):
        for address in (ANN, BEN):
            office.reply(address, boards[address], "done")
        boards = dict(office.mails())
        assert f"Turn {turn} of 5" in boards[ANN].text
        assert f"your turn (turn {turn})" in boards[ANN].subject


def test_a_refusal_names_the_figures_that_may_be_meant() -> None:
    """Nobody knows which, so none is offered."""
    office = Office()
    boards = office.begin("squads=2 lineup=standard", game="slargeball")
    office.reply(ANN, boards[ANN], "T1 goal")
    text = office.mail_to(ANN).flat
    assert "Which T1? You command 1T1 and 2T1." in text


@pytest.mark.slow
def test_a_match_of_five_squads_a_side() -> None:
    """SLARGEBALL-3, SLARGEBALL-38, SLARGEBALL-117: ten players and twenty-five turns; eight leave it at one plan."""
    office, pick = Office(), seeded("five squads")
    others = ("Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
    mails = office.begin("lineup=standard", *others, game="slargeball")
    letters = 0
    while not (table := office.find_match()).match.over:
        seat, ask = next(reversed(table.match.asks.items()))
        address = next(row.address for row in table.seats if row.seat == seat)
        lines = normal(masked(table.match.state, seat), ask, pick)
        content = "" if address in (ANN, BEN) else "always plan\n"
        assert office.reply(address, mails[address], content + lines, quote=False) == "done"
        letters += 1
        mails.update(office.mails())
    assert letters == 8 + 25 * 2
    red, blue = table.match.state.score.values()
    for row in table.seats:
        ahead = (red > blue) == (row.seat[0] == "R")
        result = "drew" if red == blue else "won" if ahead else "lost"
        assert mails[row.address].subject.endswith(f"the match is over: you {result}")


def test_a_draw_between_two_sides_is_a_draw() -> None:
    """SLARGEBALL-117: however many play on each."""
    office = Office()
    mails = office.begin("lineup=standard turns=5 squads=2", "Ben", "Cat", "Dan", game="slargeball")
    while not office.find_match().match.over:
        address = office.asked()
        assert office.reply(address, mails[address], "done") == "done"
        mails.update(office.mails())
    assert mails[ANN].subject == "[pbem 1] Slargeball! - the match is over: you drew"


def test_no_line_is_proposed_that_leaves_out_the_square() -> None:
    """A line about something else would only lead astray."""
    office = Office()
    boards = office.begin("lineup=standard", game="slargeball")
    office.reply(ANN, boards[ANN], "R whap bR, T1 waltz over 33,15 and then fetch")
    text = office.mail_to(ANN).flat
    assert "refused" in text
    assert "follow" not in text.partition("refused")[2]


def test_a_ball_to_guard_is_no_square() -> None:
    """An offer holds only what stands in the letter."""
    office = Office()
    boards = office.begin("lineup=standard", game="slargeball")
    office.reply(ANN, boards[ANN], "all guard ball")
    assert '"ball" is not a square' in office.mail_to(ANN).flat
