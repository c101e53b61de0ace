"""What people write who play here for the first time: questions, half commands, the same mistake again."""

import pytest

from tests.server.office import Office, answer, ask

CAT = "cat@example.org"


def start(office: Office, game: str) -> Office:
    """Cat plays a game against the house."""
    office.register("Cat")
    office.write(CAT, f"challenge {game} house")
    return office


@pytest.mark.parametrize("game", ["gnomeball", "toxic-gnome"])
@pytest.mark.parametrize(
    "question", ["what is an offside trap?", "Is it halt?", "why is it cold", "how come?"]
)
def test_a_question_is_never_read_as_an_order(game: str, question: str) -> None:
    """No order is proposed for it, which a yes would send."""
    office = start(Office(), game)
    mail = answer(office, CAT, office.mail_to(CAT), question)
    assert f"> {question} answered: " in mail.flat
    assert "answer yes" not in mail.flat


@pytest.mark.parametrize("question", ["why is it cold?", "how come?"])
def test_a_question_without_an_answer_is_told_where_answers_are(question: str) -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), question)
    assert "For your options, answer: help. For what has happened: history." in mail.flat
    assert "not done" not in mail.subject


@pytest.mark.parametrize("line", ["hints on", "Receipts off", "detail brief", "board changes", "lists first"])
def test_a_setting_needs_no_word_before_it(line: str) -> None:
    office = start(Office(), "toxic-gnome")
    mail = answer(office, CAT, office.mail_to(CAT), line)
    player = office.store.people.named("cat")
    assert player is not None
    assert f"{line.lower()}: " in ask(office, CAT, "settings").flat
    assert f"> {line} done: " in mail.flat


def test_who_writes_no_order_at_all_is_told_what_is_asked() -> None:
    office = start(Office(), "gnomeball")
    mail = answer(office, CAT, office.mail_to(CAT), "frobnicate")
    assert 'Left alone: "frobnicate"' in mail.flat
    assert "e.g. team " in mail.flat


def test_below_a_message_a_question_belongs_to_it() -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), "say Hello,\nhow do I pass?")
    assert "Hello, how do I pass?" in mail.flat


@pytest.mark.parametrize(
    "line", ["legend", "help", "reach S1", "settings", "what is a pawn?", "list", "foo\nbar"]
)
def test_every_answer_begins_with_a_sentence(line: str) -> None:
    """It is what a telephone shows of a mail, and what is read aloud first; the line for answers stands behind it."""
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), line)
    assert not mail.text.startswith(("(", " "))
    assert "(reply above this line)" in mail.text.split("\n")[0]
    first = ask(office, CAT, line)
    assert "(reply above this line)" in first.text.split("\n")[0]
    assert not first.text.startswith(("(", " "))


def test_a_setting_alone_is_told_with_what_else_it_could_be() -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), "settings detail")
    assert "Now: detail auto. That means: the first three mails of each game" in mail.flat
    assert "To change it write: settings detail full, or settings detail brief" in mail.flat


def test_a_rematch_is_one_of_the_last_match() -> None:
    office = start(Office(), "dodgeball")
    last = answer(office, CAT, office.mail_to(CAT), "confirm resign")
    thanks = answer(office, CAT, last, "thanks, great fun! what else can I play?")
    assert "Elfball: " in thanks.flat
    assert "The house is ready: the match begins." in answer(office, CAT, thanks, "rematch").flat


def test_board_changes_counts_from_the_first_turns_on() -> None:
    office = start(Office(), "dodgeball")
    office.write(CAT, "settings board changes")
    office.mails()
    office.write(CAT, "place a b d e g")
    office.write(CAT, "show")
    shown = dict(office.mails())[CAT]
    mail = answer(office, CAT, shown, "S1 move b2") if "dice" in shown.flat else shown
    assert "a    b    c    d" not in mail.text


def test_a_reach_without_a_figure_is_no_sentence() -> None:
    office = start(Office(), "toxic-gnome")
    mail = answer(office, CAT, office.mail_to(CAT), "reach")
    assert "Write: reach FIGURE" in mail.flat
    assert "none is on the treadmill yet" in answer(office, CAT, mail, "reach 1").flat


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("please challenge dodgeball house", "match 2 against the house begins"),
        ("Please, place b d g", "done"),
        ("pls tell dan hello there", "There is no player dan"),
        ("please say hello all", "passed on"),
        ("please confirm resign", "counts only alone on a line"),
    ],
)
def test_a_please_at_the_beginning_is_no_part_of_a_line(line: str, done: str) -> None:
    office = Office()
    office.register("Cat")
    office.write(CAT, "challenge dodgeball house pawns=3")
    mail = office.mail_to(CAT)
    office.thread(CAT, mail, line)
    assert any(done in each.flat for _, each in office.mails())


def test_who_names_a_game_is_told_how_to_begin_that_one() -> None:
    office = Office()
    office.register("Cat")
    mail = ask(office, CAT, "I would like to play Toxic Gnome, please.")
    assert "To begin a match write for example: challenge toxic-gnome house" in mail.flat


def test_an_ok_to_a_draft_is_told_how_to_submit_it() -> None:
    office = start(Office(), "slargeball")
    mail = answer(office, CAT, office.mail_to(CAT), "D 18,12")
    assert "To submit your draft write: done" in answer(office, CAT, mail, "ok").flat


def test_a_preview_of_nothing_names_a_line_of_this_match() -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), "preview")
    assert "Write what to preview, for example: preview place " in mail.flat


def test_a_question_about_a_word_is_answered_in_the_first_turn() -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), "what is a pawn?")
    assert "Each side has five pawns" in mail.flat


@pytest.mark.parametrize("lines", [2, 3, 7])
@pytest.mark.parametrize(
    "line", ["A{} fetch", "S{} throw N9 with all your might and a good deal of luck, please"]
)
def test_a_refusal_of_several_lines_has_twelve(line: str, lines: int) -> None:
    office = start(Office(), "dodgeball")
    mail = answer(office, CAT, office.mail_to(CAT), "\n".join(line.format(n) for n in range(1, lines + 1)))
    assert mail.subject.startswith("[pbem 1] Dodgeball! - not done")
    assert len(mail.text.strip().split("\n")) <= 12, mail.text


def test_what_a_stranger_is_told_begins_with_what_this_is() -> None:
    office = Office()
    mail = ask(office, CAT, "hi, I want to play!")
    assert mail.text.startswith("This is a server for games by mail. (reply above this line)")
