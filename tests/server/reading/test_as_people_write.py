"""What newcomers wrote and was misread: kinds of sentences, not letters; see tests/people for those."""

import pytest

from tests.people.tables import Seated, table
from tests.server.office import Office, played
from tests.server.reading.whole import ANN

pytestmark = pytest.mark.sqlite  # each letter has a copy of the database


def done(game: str, letter: str) -> str:
    """The orders that a letter makes, and what its answer says."""
    seated = Seated(table(game))
    before = seated.state()
    answer = seated.reply(letter).mine[-1].flat
    after = seated.state()
    return f"{after.doing(before) if after != before else ''} | {answer}"


@pytest.mark.parametrize(
    ("game", "letter", "orders"),
    [
        ("dodgeball", "Let S3 run to g3, please.", "S3 move"),
        ("dodgeball", "S1 throws at N2 with a four.", "S1 throw N2 with 4"),
        ("dodgeball", "S1 throws at N2 with the four.", "S1 throw N2 with 4"),
        (
            "slargeball",
            "R fetch please, and N1 and N2 follow R. The others hold, and I am done.",
            "N1 follow R",
        ),
        ("dodgeball", "Dear Toby, how lovely that you could join me!\n\nS1 move b3", "S1 move b3"),
    ],
)
def test_it_is_done(game: str, letter: str, orders: str) -> None:
    assert orders in done(game, letter).partition(" | ")[0]


@pytest.mark.parametrize(
    ("game", "letter", "says"),
    [
        (
            "elfball",
            "Then D stand up and try to tackle M.",
            "Perhaps you meant: D stand, go next M, tackle M",
        ),
        ("dodgeball", "S1 throws at N2 with 5", "You have no 5 left"),
        ("gnomeball", "A1 hunts the gnome carrier", "No enemy holds the gnome"),
        (
            "gnomeball",
            "Ben leads, so I resign this match. But I would love a rematch!",
            "want to give up match",
        ),
        ("gnomeball", "ok n i resign the gnomeball game", "Do you want to give up match"),
        ("dodgeball", "Ask Ben if he'll take a draw.", "Do you want this: draw"),
        ("dodgeball", "I am finished.", "Do you want this: done"),
    ],
)
def test_it_is_asked_or_explained(game: str, letter: str, says: str) -> None:
    orders, _, answer = done(game, letter).partition(" | ")
    assert not orders
    assert says in answer


@pytest.mark.parametrize(
    "letter", ["I only want to remove the order S1 throw N1 from the queue.", "Perhaps S1 move b3 after all?"]
)
def test_the_opposite_is_never_offered(letter: str) -> None:
    assert "Do you want this: S1" not in done("dodgeball", letter)


def test_a_line_that_a_mail_program_has_filled_goes_on_below(office: Office) -> None:
    boards = office.begin()
    text = "Good evening Ben, it is so nice to play here once more. Now S1 moves to\nb4, and that is all for this turn."
    office.write(office.asked(), text, to=boards[office.asked()].reply_to)
    order, end = played(office)[-2:]
    assert (order.split(" with ")[0].split()[-1], end) == ("b4", "done")


def test_short_lines_are_not_joined() -> None:
    assert "S3 move g3" in done("dodgeball", "nice weather today isnt it\nS3 move g3\nalso hello")


@pytest.mark.parametrize("words", ["unrated", "not rated please"])
def test_options_stand_behind_a_challenge_in_words(office: Office, words: str) -> None:
    office.begin()
    office.write(ANN, f"challenge dodgeball house {words}")
    assert not office.find_match(2).row.rated


def test_a_yes_may_say_again_what_is_asked(office: Office) -> None:
    """`undo` with `take it back` below it takes nothing back."""
    boards = office.begin()
    mover = office.asked()
    office.write(mover, "S1 move b4", to=boards[mover].reply_to)
    log = office.log()
    office.write(mover, "Could I take that back?")
    mails = dict(office.mails())
    assert "Do you want this: undo" in mails[mover].text
    office.thread(mover, mails[mover], "Yes please, take it back.")
    assert office.log() != log


def test_a_yes_sends_the_commands_of_a_letter_too(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    office.write(mover, "S1 wanders over to b4 now\n\nvacation 3d", to=boards[mover].reply_to)
    asked = dict(office.mails())[mover]
    assert "S1 move b4\n        vacation 3d" in asked.text
    office.thread(mover, asked, "yes")
    assert any("b4" in line for line in played(office))
    assert "vacation" in dict(office.mails())[mover].text


def test_what_is_left_alone_is_named_beside_what_is_asked() -> None:
    answer = done("dodgeball", "S1 wanders over to b3 now. Nobody here plays the bagpipes.")
    assert 'Left alone: "Nobody here plays the bagpipes."' in answer


def test_what_only_tells_is_told_beside_what_is_asked() -> None:
    assert "YOUR MATCHES" in done("dodgeball", "S1 wanders over to b3 now\n\nlist")


def test_the_match_that_a_sentence_names_is_the_one_to_resign(office: Office) -> None:
    office.begin()
    office.write(ANN, "challenge gnomeball house")
    office.mails()
    office.write(ANN, "For the Dodgeball, match 1: I give up.")
    assert "Do you want to give up match 1 for good?" in dict(office.mails())[ANN].flat


def test_a_request_behind_and_is_a_sentence_of_its_own() -> None:
    """An order beside it is not lost, and nothing is said to be done that is not."""
    orders, _, answer = done(
        "dodgeball", "S1 wanders over to b3 now, and could you send me the legend too?"
    ).partition(" | ")
    assert not orders
    assert "Do you want this: S1 move b3" in answer
    assert "LEGEND" in answer


@pytest.mark.parametrize(
    "letter",
    ["S1 move b3 but could you wait with that?", "S1 move b3, and would you tell me whether that is wise?"],
)
def test_a_request_that_speaks_of_the_order_holds_it(letter: str) -> None:
    assert not done("dodgeball", letter).partition(" | ")[0]
