"""Commands that are words of every day, too: `note`, `tell`, `message`, `who`, `address`, `status`."""

import pytest

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS
from tests.server.office import Mail, Office, answer, played

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"

S1 = ["S1 move a2 a3 b4 with 3"]


def notes(office: Office) -> list[str]:
    return [note.text for note in office.store.watch.notes(1, 1)]


def replied(office: Office, body: str) -> dict[str, Mail]:
    """Ann answers her board with this; the mails that come of it."""
    board = office.begin()[ANN]
    office.register("Cat")
    office.reply(ANN, board, body)
    return dict(office.mails())


# Sentences.


@pytest.mark.parametrize(
    "sentence",
    [
        "note the bogus filename in the traceback",
        "Note that the server will be down on Sunday.",
        "Note: this is not an order",
        "Notes from the meeting are attached",
        "note 3 things that I would change",
        "tell me how it went",
        "Tell your brother that I miss him",
        "tell 2 friends of mine",
        "message me when you are back",
        "Message received, thanks",
        "address the other issue first",
        "Addresses have changed here",
    ],
)
@pytest.mark.parametrize(
    "letter",
    [
        "I have had a look at it.\n{}",
        "{}\n\nThe rest of it looks fine to me, and I shall look again.",
        "There is more to it than I believed,\n{}\nand so on",
        "S1 move b4\n\nI have had a look at it.\n\n{}",
    ],
)
def test_b36_a_sentence_among_others_is_no_command(office: Office, sentence: str, letter: str) -> None:
    """It may have been meant as one, so it is asked back, and nothing is done."""
    before = replied(office, "list")
    assert ANN in before
    board = before[ANN]
    office.reply(ANN, board, letter.format(sentence))
    mails = dict(office.mails())
    assert list(mails) == [ANN]
    assert notes(office) == []
    assert played(office) == []
    assert "not done" in mails[ANN].subject


@pytest.mark.parametrize(
    "sentence",
    [
        "Who would have thought that!",
        "who is this",
        "Who knows",
        "Status quo",
        "Status of our match: I am winning",
        "Status: open",
    ],
)
@pytest.mark.parametrize("letter", ["{}\nS1 move b4", "S1 move b4\n{}"])
def test_b36_a_sentence_that_would_change_nothing_is_left_alone(
    office: Office, sentence: str, letter: str
) -> None:
    mail = replied(office, letter.format(sentence))[ANN]
    assert played(office) == S1
    assert f'"{sentence}"' in mail.flat or f"> {sentence} answered: " in mail.flat
    assert "PLAYERS" not in mail.text


@pytest.mark.parametrize("sentence", ["who are you", "Who knows", "status quo", "Status unknown"])
def test_b36_alone_it_is_told_how_the_command_is_written(office: Office, sentence: str) -> None:
    told = replied(office, sentence)[ANN].flat
    assert "I take this for a sentence. If it is for me, write it so: " in told
    assert "PLAYERS" not in told


def test_b36_a_subject_that_is_a_sentence_leaves_the_text_its_lines(office: Office) -> None:
    office.begin()
    for subject in ("Status update", "Who is Ann", "Note the date", "Address book"):
        office.write(ANN, "always dodge", subject=subject)
        assert "> always dodge noted" in office.mail_to(ANN).flat


def test_b36_a_stranger_who_asks_who_that_is_has_written_no_command(office: Office) -> None:
    office.write("zoe@example.org", "Who are you?\nTell me about your server, please.")
    mail = office.mail_to("zoe@example.org")
    assert "This is for players" not in mail.flat


# Commands.


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("note Ben always throws with S1", ["Ben always throws with S1"]),
        ("note: Ben always throws with S1", ["Ben always throws with S1"]),
        ("Hello,\n\nnote he is weak on the left\n\nCheers, Ann", ["he is weak on the left"]),
        (
            "note he is weak on the left\nand strong on the right",
            ["he is weak on the left and strong on the right"],
        ),
        ("S1 move b4\nnote then N2", ["then N2"]),
        ("note then N2\n\nS1 move b4", ["then N2"]),
        ("note then N2.\nS1 move b4", ["then N2."]),
        ("list\nnote then N2\nnote and then N3", ["then N2", "and then N3"]),
        ("say What a match this is, Ben!\n\nnote then N2", ["then N2"]),
        ("What a match this is, Ben!\n\nnote 1 then N2", ["then N2"]),
        ("What a match this is, Ben!\n\nnote 1: then N2", ["then N2"]),
    ],
)
def test_a_note_is_taken_where_nothing_else_is_said_or_its_match_is_named(
    office: Office, body: str, kept: list[str]
) -> None:
    replied(office, body)
    assert notes(office) == kept


@pytest.mark.parametrize("line", ["tell Cat I am sorry.", "Message cat: I am sorry."])
@pytest.mark.parametrize("letter", ["{}", "What a match this is, Ben!\n\n{}", "{}\nS1 move b4"])
def test_a_message_to_a_player_is_one_in_any_letter(office: Office, line: str, letter: str) -> None:
    assert "I am sorry." in replied(office, letter.format(line))[CAT].flat


def test_a_message_to_a_name_that_is_none_is_told_so(office: Office) -> None:
    assert 'There is no player bne. Did you mean "Ben"?' in replied(office, "tell bne Hello!")[ANN].flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("who", "PLAYERS"),
        ("who ann", "PLAYERS"),
        ("Status", "+----+"),
        ("status 1", "+----+"),
        ("status #1", "+----+"),
        ("status dodgeball", "+----+"),
        ("status, please", "+----+"),
        ("address", "your mail goes to ann@example.org"),
        ("addresses", "your mail goes to ann@example.org"),
        ("address ann@work.example", "a mail is on its way there"),
        ("address ann", "for example: address ann@work.example"),
        ("notes", "you have noted nothing"),
        ("note clear", "0 notes dropped"),
    ],
)
def test_the_forms_of_the_others_are_what_they_were(office: Office, line: str, told: str) -> None:
    board = office.begin()[ANN]
    office.reply(ANN, board, line)
    assert told in dict(office.mails())[ANN].text.replace("\n      ", " ")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_words_of_every_day_are_words_of_their_command(command: CommandSpec) -> None:
    assert set(command.everyday) <= {command.name, *command.also}


def test_a_note_below_a_message_is_never_told_to_the_others(office: Office) -> None:
    """What is meant for oneself alone would be given away."""
    mail = replied(office, "say Good luck!\nnote N2 is the weak one")
    assert "weak" not in mail[BEN].flat
    assert notes(office) == ["N2 is the weak one"]


def test_help_tells_when_a_note_needs_its_match(office: Office) -> None:
    board = office.begin()[ANN]
    assert "begin with the number of the match" in answer(office, ANN, board, "help note").flat
