"""A letter with slips in it comes back put right, and what is proposed would do where it stands."""

import re

import pytest

from pbem.games.toxic_gnome.finder import Finder
from pbem.play.requests import seeded
from tests.server.office import Office, play

ANN, BEN = "ann@example.org", "ben@example.org"


def the_whole(told: str) -> list[str]:
    """The lines that a yes sends, or that are ready to be sent, in the answer to a letter or to a part of one."""
    if (single := re.search(r"Do you want this: ((?:.+\n)+)\n  e\.g\.  yes\n", told)) is not None:
        return [" ".join(single[1].split())]
    sentence = r"To send (?:the corrected letter|this), answer yes:\n|corrected, ready to be sent:\n\n"
    block = re.split(rf"(?:{sentence})  e\.g\.  ", f"{told}\n")[-1] if re.search(sentence, told) else ""
    block = block.partition("\n\n")[0]
    return [line.strip() for line in block.splitlines()]


@pytest.fixture
def game(office: Office) -> Office:
    """Ann, South, is to act with the dice 3 3 3."""
    office.begin("pawns=3 placement=fixed")
    return office


def test_what_is_right_need_not_be_written_anew(game: Office) -> None:
    told = play(game, ANN, "S2 mvoe d4 fast\nS2 psas S1 fast")[ANN].text
    assert the_whole(told) == ["S2 move d4", "S2 pass S1"]
    answered = play(game, ANN, *the_whole(told))[ANN]
    assert "Nothing in your letter" not in answered.text
    assert [row.text for row in game.log() if row.kind == "answer"][-2:] == [
        "S2 move c2 c3 d4 with 3",
        "S2 pass S1 with 3",
    ]


def test_a_line_is_judged_where_it_stands(game: Office) -> None:
    """S2 has its ball only after the line above."""
    told = play(game, ANN, "S2 move d4\nS2 psas S1 fast")[ANN].flat
    assert "Perhaps you meant: S2 pass S1" in told
    assert "but that is refused" not in told


@pytest.mark.parametrize(
    "line", ["whenever S1 is b2: S1 move b2", "whenever it rains: S1 move b2", "if b2 S1 move b2"]
)
def test_no_order_is_proposed_without_the_condition_of_its_line(game: Office, line: str) -> None:
    """It would be done at once: another thing than what was written."""
    told = play(game, ANN, line)[ANN].flat
    assert "answer yes" not in told
    assert "You could write: S1" not in told
    assert "A conditional line is written so: if" in told


def test_behind_dice_nobody_knows(game: Office) -> None:
    """What can be read is proposed, and the letter put right as far as that can be told."""
    told = play(game, ANN, "done\nS3 mvoe g3")[ANN].text
    assert the_whole(told) == ["done", "S3 move g3"]


def test_words_to_the_others_and_the_match_stay_in_their_places(game: Office) -> None:
    game.begin("pawns=3 placement=fixed")
    told = play(game, ANN, "match 1\nsay Here I come!\nS2 mvoe d4")[ANN].text
    assert the_whole(told) == ["match 1", "say Here I come!", "S2 move d4"]


@pytest.mark.parametrize("said", ["say Here I come", "say Here\nI come!"])
def test_a_message_is_given_back_so_that_it_can_be_sent(game: Office, said: str) -> None:
    """All of it, and with an empty line below it where its sentence might go on."""
    told = play(game, ANN, f"{said}\nS2 mvoe d4")[ANN].text
    block = told.partition("answer yes:\n")[2].partition("\n\nAnswer this mail")[0]
    mails = play(game, ANN, block)
    assert " ".join(said.removeprefix("say ").split()) in mails[BEN].flat
    assert [row.text for row in game.log() if row.kind == "answer"][-1] == "S2 move c2 c3 d4 with 3"


def test_of_several_matches_the_one_with_the_slip_is_put_right(game: Office) -> None:
    game.begin("pawns=3 placement=fixed")
    game.write(ANN, "match 1\nS2 move d4\nmatch 2\nS2 mvoe d4 fast\ndone")
    whole = [the_whole(mail.text) for address, mail in game.mails() if address == ANN]
    assert sorted(whole) == [[], ["match 2", "S2 move d4", "done"]]


@pytest.mark.parametrize(
    "letter",
    [
        "S2 mvoe d4\nS2 throw N9",  # nobody knows what the second line means
        "S2 mvoe d4\nS2 move h8",  # the second cannot be done
        "S2 mvoe d4\nundo",  # a command has more to it than its words
    ],
)
def test_a_letter_that_would_not_do_is_not_put_right(game: Office, letter: str) -> None:
    told = play(game, ANN, letter)[ANN].text
    assert "refused" in told
    assert the_whole(told) == []
    assert "answer yes" not in told


def test_a_line_alone_is_put_right_too(game: Office) -> None:
    """A plain yes sends it."""
    assert the_whole(play(game, ANN, "S2 mvoe d4 fast")[ANN].text) == ["S2 move d4"]


def test_no_number_that_was_written_is_dropped(game: Office) -> None:
    """She has threes alone: a move with any other die is not what she wrote."""
    told = play(game, ANN, "S1 move b4 with 5")[ANN].flat
    assert "You have no 5 left" in told
    assert "answer yes" not in told


def test_parts_of_an_order_on_lines_of_their_own_are_proposed_as_one(office: Office) -> None:
    """Elfball divides the parts of an action by commas; behind a semicolon nothing asks for them."""
    office.begin("star=major faceoff=simple", game="elfball")
    while "turn" not in {ask.name for ask in office.find_match().match.asks.values()}:
        (ask, *_) = office.find_match().match.asks.values()
        match = office.find_match().match
        line = office.find_match().game.example(match.state, ask, seeded("any"))
        office.write(office.asked(), line)
    match = office.find_match().match
    (seat,) = match.asks
    letter = match.state.fielded(seat)[-1]
    told = play(office, office.asked(), f"{letter} face 2; face 3; if ball: go goal")[office.asked()].flat
    assert "No action waits for more" in told
    assert f"Perhaps you meant, as one line: {letter} face 2, face 3, if ball: go goal" in told


def test_nobody_is_sent_elsewhere_who_stands_there(game: Office) -> None:
    told = play(game, ANN, f"S1 move {game.find_match().match.state.pawns['S1']}")[ANN].flat
    assert "already" in told
    assert "You could write" not in told


def test_what_cannot_be_put_right_is_named(game: Office) -> None:
    """Nobody may think that the lines which are ready to be sent are all they wrote."""
    game.begin("pawns=3 placement=fixed")
    game.write(ANN, "match 1\nS2 mvoe d4\ndone\nmatch 2\nS1 frobnicate\ndone")
    told = next(mail.flat for address, mail in game.mails() if address == ANN)
    assert "ready to be sent: e.g. match 1 S2 move d4 done The lines for match 2" in told
    assert "The lines for match 2 are not among these: see above." in told


def test_the_lines_may_be_copied_with_what_stands_before_them(game: Office) -> None:
    told = play(game, ANN, "S2 mvoe d4\ndone")[ANN].text
    block = told.partition("answer yes:\n")[2].partition("\n\n")[0]
    assert block.startswith("  e.g.  S2 move")
    assert "Nothing in your letter" not in play(game, ANN, block)[ANN].text


def test_a_misspelt_command_is_sent_by_a_yes(office: Office) -> None:
    """It belongs to no match, and neither does the mail that proposes it."""
    office.register("Ann")
    office.register("Ben")
    told = play(office, ANN, "chalenge dodgeball Ben")[ANN]
    assert the_whole(told.text) == ["challenge dodgeball Ben"]
    assert office.reply(ANN, told, "yes") == "done"
    assert [mail.kind for to, mail in office.mails() if to == BEN] == ["challenge"]


def test_a_yes_to_another_mail_sends_no_command(office: Office) -> None:
    office.register("Ann")
    listed = play(office, ANN, "list")[ANN]
    play(office, ANN, "serch dodgeball\nseek")
    play(office, ANN, "chalenge dodgeball house")
    assert office.reply(ANN, listed, "yes") == "done"
    assert "answers no question of mine" in office.mail_to(ANN).flat


def test_a_command_that_cannot_be_done_as_it_was_meant_is_told_so(office: Office) -> None:
    office.register("Ann")
    told = play(office, ANN, "chalenge dodgeball Bne")[ANN]
    office.reply(ANN, told, "yes")
    again = office.mail_to(ANN)
    assert "There is no player Bne" in again.flat
    assert again.subject == "[pbem] not done: your letter"


@pytest.mark.parametrize("joint", ["then", "and", "and then"])
def test_a_line_may_go_on_with_a_small_word(game: Office, joint: str) -> None:
    """People write down what they do one after the other."""
    told = play(game, ANN, f"S2 move d4\n{joint} S2 pass S1")[ANN].flat
    assert "read as: S2 pass S1" in told
    assert "refused" not in told


def test_what_stands_below_a_condition_is_part_of_it(game: Office) -> None:
    """Its order alone would be done at once."""
    told = play(game, ANN, "if N1 is out: S2 move d4\nthen S2 pass S1 please do")[ANN].flat
    assert "A conditional line is written so" in told
    assert "answer yes" not in told


def test_where_a_word_may_end_is_told_and_no_end_proposed(office: Office) -> None:
    """TOXIC-GNOME-19: where a word may end is no secret. Which end is meant only its writer knows."""
    office.begin("", game="toxic-gnome")
    for each in (ANN, BEN):
        play(office, each, "start c")
    mover = office.asked()
    match = office.find_match().match
    (seat,) = match.asks
    found = Finder(match.state, match.state.tokens[seat]).all(seeded("1"), 2000)
    word, ends = next(each for each in found if len(each[1]) > 1)
    told = play(office, mover, f'my word is "{word.lower()}"')[mover]
    assert f"{word} may end on {', '.join(ends)}" in told.flat
    assert "answer yes" not in told.flat


@pytest.mark.parametrize(
    ("game", "above", "text", "meant"),
    [
        ("dodgeball", [], "I'll put my pawns on a, c, d, f and h", "place a c d f h"),
        ("dodgeball", [], "My pawns go on b, c, d, e and f please", "place b c d e f"),
        (
            "elfball",
            ["team nightelves", "team gnolls"],
            "Spread, with A, B, C, D, I and J",
            "setup spread A B C D I J",
        ),
        (
            "gnomeball",
            [],
            "I'd like to have draenei, tauren, dwarf, human, and an orc*",
            "team draenei tauren dwarf human orc*",
        ),
    ],
)
def test_a_list_in_a_sentence_is_offered_as_the_answer_that_it_can_be(
    office: Office, game: str, above: list[str], text: str, meant: str
) -> None:
    """What is asked for is known by the words of its answers: columns, races, players."""
    boards = office.begin("", game=game)
    for who, line in zip((ANN, BEN), above, strict=False):
        office.reply(who, boards[who], line)
        boards |= dict(office.mails())
    mover = office.asked()
    office.reply(mover, boards[mover], text)
    assert the_whole(office.mail_to(mover).text) == [meant]
