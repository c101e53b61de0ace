"""Several actions in one sentence, in words: read clause by clause, and tried one after the other."""

import pytest

from tests.people.tables import Seated, table

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("game", "letter", "done"),
    [
        (
            "dodgeball",
            "S2 goes to e4 with the 4 and throws the ball at N3 with a 2.",
            ["S2 move e4 with 4", "S2 throw N3 with 2"],
        ),
        ("gnomeball", "A1 goes to f4, picks the gnome up and throws it to A2.", ["A1 move f4, pick up"]),
        ("gnomeball", "A2 flies to e5 and grabs the gnome.", ["A2 move e5, pick up"]),
        ("gnomeball", "A1 to e5. Then grab the gnome.", ["A1 move e5, pick up"]),
        ("gnomeball", "A5 fetches the gnome if he can.", ["A5 move d6"]),
        ("slargeball", "R fetches the ball and runs to the goal with it.", ["R fetch", "R goal"]),
        ("slargeball", "Everybody runs for the goal, R picks up the ball first.", ["all goal", "R fetch"]),
        (
            "dodgeball",
            "s3 goes 2 up and s1 shoots n1 with the 4 pls",
            ["S3 move f2 g3 with 2", "S1 throw N1 with 4"],
        ),
        (
            "dodgeball",
            "S2 walks one step to the right, then throws at N3.",
            ["S2 move e4 with 2", "S2 throw N3 with 2"],
        ),
        ("gnomeball", "A1 should take the gnome and run away with it to f3.", ["A1 move e5, pick up"]),
        ("elfball", "A stays put, A pass", ["A pass"]),
        ("dodgeball", "With the 4, S3 walks up to g4.", ["S3 move f2 f3 g4 with 4"]),
        ("dodgeball", "S3 goes to h1 and S1 stays where it is.", ["S3 move h1 with 2"]),
        ("elfball", "D goes next to M and tackles him", ["D go next M, tackle M"]),
        (
            "dodgeball",
            "First S3 goes to h1, and afterwards S2 steps one to the left.",
            ["S3 move h1 with 2", "S2 move c4 with 2"],
        ),
        ("slargeball", "Please have R run to the ball, T1 protects R.", ["R fetch", "T1 follow R"]),
    ],
)
def test_what_is_done_first_and_then(game: str, letter: str, done: list[str]) -> None:
    seated = Seated(table(game))
    before = seated.state().rows
    seated.reply(letter)
    assert [row for row in seated.state().rows if row not in before] == done


@pytest.mark.parametrize(
    ("game", "letter", "says"),
    [
        (
            "dodgeball",
            "S3 runs to g4, with the 4, and S1 throws at N1. If it misses, S2 throws at N1 too.",
            "To send the corrected letter, answer yes: e.g. S3 move g4 with 4 S1 throw N1",
        ),
        ("gnomeball", "A4 uses his frenzy, moves to e5 and attacks the gnome.", "A4 cannot reach e5"),
        ("gnomeball", "A4 attacks B1 from his place, with frenzy.", "B1 is 5 from A4"),
        (
            "elfball",
            "D runs to k16, and then turns to face the goal.",
            'I do not know "turns to face the goal"',
        ),
    ],
)
def test_what_is_in_the_way_is_told_and_nothing_left_out(game: str, letter: str, says: str) -> None:
    seated = Seated(table(game))
    before = seated.state()
    answer = seated.reply(letter)
    assert seated.state() == before
    assert says in answer.mine[-1].flat


@pytest.mark.parametrize(
    ("game", "question", "says"),
    [
        ("gnomeball", "Which enemies can A1 hit?", "A1 can do that to B1, B2 and B5"),
        ("dodgeball", "Who can S1 hit?", "S1 can do that to N1 and N2"),
    ],
)
def test_whom_a_figure_can_act_on(game: str, question: str, says: str) -> None:
    assert says in Seated(table(game)).reply(question).mine[-1].flat


@pytest.mark.parametrize("letter", ["A5 is one down.", "A1 goes to f4 with the 3, and A2"])
def test_nothing_is_made_up_and_no_figure_is_lost(letter: str) -> None:
    seated = Seated(table("gnomeball"))
    before = seated.state()
    seated.reply(letter)
    assert seated.state() == before
