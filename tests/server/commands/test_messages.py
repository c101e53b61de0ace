"""What stands below `say`, `tell` or `note`: message, command or order, and never an order lost in a message."""

import pytest

from tests.server.office import Office, played, reply

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
S1 = ["S1 move a2 a3 b4 with 3"]


MESSAGES = [
    "Good luck!\nHow do you do?",
    "Hello Ben,\nhow are you? Shall we play again on 24 December?",
    "Did you see that throw?\nI did not expect it, but it was great.",
    "Draw?\nOr do you want to play on?",
    "Hello Ben,\nShow me your moves!\nGame over for me, I think!",
    "Hello Ben,\nit was a pleasure.\nShall we play again?",
    "Hello Ben,\nI am free until 24 December, but not before.\nThat is all",
    "That throw of S1 was bad, since\nI thought that N2 would never get to b4.",
    "\nHello Ben, if I am late\nthen please wait for me",
]


@pytest.mark.parametrize("text", MESSAGES)
def test_a_paragraph_below_say_is_the_message(office: Office, text: str) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"say {text}\n\nAnn")
    told = " ".join(text.split())
    assert f"Ann says: {told}" in mails[BEN].flat
    assert f"> say {told} done: passed on" in " ".join(mails[ANN].text.replace("\n   ", " ").split())
    assert played(office) == []


@pytest.mark.parametrize("text", MESSAGES)
def test_a_paragraph_below_tell_is_the_message(office: Office, text: str) -> None:
    office.begin()
    office.register("Cat")
    office.write(ANN, f"tell cat {text}")
    assert " ".join(text.split()) in dict(office.mails())[CAT].flat


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("talk", ["Good luck!", "How do you do?\nI hope you are well."])
def test_an_order_below_a_message_is_done(office: Office, talk: str, between: str) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"say Hello!\n{talk}\n{between}S1 move b4\n\nAnn")
    assert played(office) == S1
    assert f"Ann says: Hello! {' '.join(talk.split())}" in mails[BEN].flat
    assert "move b4" not in mails[BEN].flat.partition("says")[2].partition("YOU")[0][:80]


@pytest.mark.parametrize(
    "line",
    [
        "S1 mvoe b4",
        "S1 move z9",
        "doen",
        "resgin",
        "if S1 is b1 then S1 mvoe b4",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\nHow do you do?\n"])
def test_what_may_have_been_an_order_is_never_sent_to_the_others(office: Office, line: str, gap: str) -> None:
    """The sender would believe that they have moved, and the others would know what they mean to do."""
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"say Good luck!{gap}{line}")
    assert played(office) == []
    assert BEN not in mails
    assert "not done" in mails[ANN].subject
    if line != "S1 move z9":  # that is refused as what it is
        assert "It stands below a message: if it belongs to that, begin the line with: say" in mails[ANN].flat


@pytest.mark.parametrize("line", ["S1 move b4?", "undo please now", "throw at N2 with S1"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_is_asked_or_ordered_below_a_message_is_no_part_of_it(
    office: Office, line: str, gap: str
) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"say Good luck!{gap}{line}")
    assert played(office) == []
    assert BEN not in mails or line not in mails[BEN].flat


def test_a_yes_below_a_message_answers_what_is_asked(office: Office) -> None:
    boards = office.begin()
    office.reply(BEN, boards[BEN], "draw")
    offer = dict(office.mails())[ANN]
    reply(office, ANN, offer, "say Thanks, a good match!\nyes")
    assert office.find_match().match.over


def test_an_order_below_half_a_condition_is_not_told_to_the_others(office: Office) -> None:
    """Nor is it done: it may be the end of the sentence."""
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, "say Hello Ben,\nif I am late\nS1 move b4")
    assert BEN not in mails
    assert played(office) == []


def test_the_refusal_below_tell_says_whom_to_tell(office: Office) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, "tell ben Hello\nS1 mvoe b4")
    assert "begin the line with: tell ben" in mails[ANN].flat


def test_a_command_below_a_message_is_done(office: Office) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, "say Good luck!\nsettings text on\nlist")
    assert "Ann says: Good luck!" in mails[BEN].flat
    assert "settings" not in mails[BEN].flat
    assert "YOUR MATCHES" in mails[ANN].text


@pytest.mark.parametrize("line", ["with the others I want to dodge from now on", "it was a pleasure."])
def test_a_message_ends_with_its_paragraph(office: Office, line: str) -> None:
    """What stands below may be meant for nobody but us: it is left alone, and its writer is told how to send it."""
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"say Good luck!\n\n{line}")
    assert "Ann says: Good luck!" in mails[BEN].flat
    assert line not in mails[BEN].flat
    stop = "" if line.endswith(".") else "."
    assert f'Left alone: "{line}"{stop} To send it to Ben, answer: say' in mails[ANN].flat


def test_each_paragraph_of_a_message_may_have_its_say(office: Office) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, "say Hello Ben,\nit is me.\n\nsay How are\nyou?")
    assert "Ann says: Hello Ben, it is me." in mails[BEN].flat
    assert "Ann says: How are you?" in mails[BEN].flat


def test_a_last_sign_of_a_message_is_kept(office: Office) -> None:
    office.begin()
    office.register("Cat")
    office.write(CAT, "observe 1")
    office.mails()
    office.write(CAT, "tell 1 What a throw!")
    mails = dict(office.mails())
    assert "What a throw!" in mails[BEN].text
    assert "What a throw!" in mails[CAT].text
    assert "on one line" not in mails[BEN].flat


# A message may have been broken in its middle, and the end of it looks like a line for us.

GRAVE = [
    "confirm resign",
    "confirm resign.",
    "draw",
    "accept draw",
    "decline",
    "undo",
    "vote wait",
    "leave server",
]


@pytest.mark.parametrize("line", GRAVE)
@pytest.mark.parametrize("above", ["say I shall simply", "note the words", "say Well\nand then I must"])
def test_what_cannot_be_called_back_is_not_done_in_the_middle_of_a_sentence(
    office: Office, above: str, line: str
) -> None:
    boards = office.begin()
    office.reply(BEN, boards[BEN], "draw")
    offer = dict(office.mails())[ANN]
    mails = reply(office, ANN, offer, f"{above}\n{line}")
    assert "This may be the end of the message above it." in mails[ANN].flat
    assert "leave an empty line above it; if it belongs to the message, begin it with: " in mails[ANN].flat
    assert BEN not in mails
    loaded = office.find_match()
    assert not loaded.match.over
    assert [each.seat for each in loaded.open("draw")] == ["N"]
    assert office.store.watch.notes(1, 1) == []


def test_a_yes_in_the_middle_of_a_sentence_agrees_to_nothing(office: Office) -> None:
    boards = office.begin()
    office.reply(BEN, boards[BEN], "draw")
    offer = dict(office.mails())[ANN]
    reply(office, ANN, offer, "say I am not sure if that is a\nyes")
    assert not office.find_match().match.over


@pytest.mark.parametrize(
    "above",
    [
        "note next turn:",
        "note not now, but",
        "tell ben I will attack with",
        "say I have thought about it all day long and mean to",
        "say I have thought about it all day long and next comes",
        "say Good luck",
        "say I have thought about it all day long and now I say\nso be it",
    ],
)
@pytest.mark.parametrize(
    "line", ["S1 move b4", "S1 move b4; done", "if S1 is b1 then S1 move b4", "always dodge"]
)
def test_the_end_of_a_broken_message_is_not_played(office: Office, above: str, line: str) -> None:
    board = office.begin()[ANN]
    before = office.log()
    mails = reply(office, ANN, board, f"{above}\n{line}")
    assert "This may be the end of the message above it." in mails[ANN].flat
    assert BEN not in mails
    assert office.log() == before
    assert office.find_match().match.waiting("S") == []


@pytest.mark.parametrize(
    "above",
    [
        "say Good luck\n",
        "say Good luck!",
        "say I have thought about it all day long, and now I move!",
        "say I have thought about it all day long, and now I move :-)",
        "say I have thought about it all day long (and I mean it)",
        "say I have thought about it all day long and now I move\n",
        "say I have thought about it all day long and now I say\nso be it.",
    ],
)
def test_an_order_below_a_whole_message_is_played(office: Office, above: str) -> None:
    board = office.begin()[ANN]
    mails = reply(office, ANN, board, f"{above}\nS1 move b4")
    assert played(office) == S1
    assert "Ann says: " in mails[BEN].flat


def test_a_draw_below_a_whole_message_is_offered(office: Office) -> None:
    board = office.begin()[ANN]
    reply(office, ANN, board, "say What a match!\ndraw")
    assert [each.seat for each in office.find_match().open("draw")] == ["S"]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_ends_a_match_for_good_needs_an_empty_line_above_it(office: Office, gap: str) -> None:
    board = office.begin()[ANN]
    reply(office, ANN, board, f"say What a match!{gap}confirm resign")
    assert office.find_match().match.over == (gap == "\n\n")


def test_below_a_broken_message_another_may_stand(office: Office) -> None:
    board = office.begin()[ANN]
    mails = reply(
        office, ANN, board, "say I have thought about it all day long and so\nsay to you: good luck"
    )
    assert "Ann says: I have thought about it all day long and so" in mails[BEN].flat


def test_only_the_part_of_a_match_is_void_in_which_a_message_may_be_broken(office: Office) -> None:
    office.begin()
    office.begin()
    office.write(ANN, "match 2\nnote next comes:\nS1 move b4\nmatch 1\nS1 move b4")
    assert [row.text for row in office.log(2) if row.kind == "answer"] == []
    assert [row.text for row in office.log(1) if row.kind == "answer"] == S1
