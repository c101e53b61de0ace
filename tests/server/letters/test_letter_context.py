"""What the lines of a letter mean, and what each of them is answered."""

import pytest

from pbem.games.dodgeball import Dodgeball
from pbem.play.orders import OrderError, tidy
from pbem.server.inbox.execution import IN_PART
from pbem.server.language.command_table import COMMANDS, command_named
from tests.server.office import Mail, Office, answer, ask, play

ANN, BEN = "ann@example.org", "ben@example.org"
INTRO = "On Mon, 26 Oct 2026 at 10:00, pbem <pbem@play.example> wrote:"


def quoted(mail: Mail) -> list[str]:
    return [f"> {line}" for line in mail.text.split("\n")]


# The match of these tests: Ann is South, has the dice 3 3 3 and is to act.


def test_the_match_of_these_tests(office: Office) -> None:
    office.begin()
    assert office.asked() == ANN
    assert office.find_match().match.state.dice == [3, 3, 3]


# Quoting.


@pytest.mark.parametrize("style", ["top", "bottom", "interleaved", "bare"])
def test_orders_are_found_however_the_board_is_quoted(office: Office, style: str) -> None:
    board = office.begin()[ANN]
    quote = quoted(board)
    half = len(quote) // 2
    bodies = {
        "top": ["S1 move b4", "done", "", INTRO, *quote],
        "bottom": [INTRO, *quote, "", "S1 move b4", "done"],
        "interleaved": [INTRO, *quote[:half], "", "S1 move b4", "", *quote[half:], "", "done"],
        "bare": ["S1 move b4", "done"],
    }
    mail = answer(office, ANN, board, "\n".join(bodies[style]))
    told = mail.text.partition("YOUR LETTER\n")[2].partition("\n\n")[0].split("\n")
    assert [line for line in told if line.startswith("  >")] == ["  > S1 move b4", "  > done"]
    assert office.find_match().match.turn.number == 2


def test_a_board_quoted_without_marks_below_the_marker_is_left_alone(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, f"done\n\n{INTRO}\n{board.text}")
    assert mail.text.count("  > ") == 1
    assert office.find_match().match.turn.number == 2


def test_no_mail_of_ours_holds_a_line_that_would_be_obeyed(office: Office) -> None:
    """However badly a mail program quotes: our own words and examples must never come back as orders."""
    boards = office.begin()
    office.write(ANN, "help; help dodgeball; " + "; ".join(f"help {command.name}" for command in COMMANDS))
    mails = [*boards.values(), office.mail_to(ANN)]
    rows, players = office.log(), office.store.people.all()
    lines = dict.fromkeys("\n".join(mail.text for mail in mails).split("\n"))
    for line in filter(may_change_something, lines):
        office.write(ANN, line, to=boards[ANN].reply_to)
        assert (office.log(), office.store.people.all()) == (rows, players), line
    assert office.find_match().questions == []


def may_change_something(line: str) -> bool:
    """Whether a line begins like a command that does, or is a sentence of the game."""
    command = command_named(tidy(line).partition(" ")[0])
    if command is not None:
        return command.changes
    try:
        Dodgeball().read(tidy(line))
    except OrderError:
        return False
    return True


def test_a_signature_is_not_read(office: Office) -> None:
    board = office.begin()[ANN]
    answer(office, ANN, board, "S1 move b4\n-- \nAnn\nresign\ndone")
    assert [row.text for row in office.log() if row.kind == "answer"] == ["S1 move a2 a3 b4 with 3"]


@pytest.mark.parametrize("end", ["thanks", "Thank you.", "Best regards", "quit", "stop", "ann", "Ann"])
def test_b32_words_of_good_bye_end_the_letter(office: Office, end: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, f"S1 move b4\n\n{end}\nbla bla\ndone")
    assert "bla" not in mail.text
    assert len(office.log()) == 3


def test_b32_a_word_that_is_an_order_of_the_match_ends_nothing(office: Office) -> None:
    board = office.begin("", game="elfball")[ANN]
    mail = answer(office, ANN, board, "end\nstop\nnonsense")
    assert "> end " in mail.flat
    assert "nonsense" not in mail.text


@pytest.mark.parametrize(
    "greeting",
    [
        "Hello,",
        "Hi Ben!",
        "Dear server,",
        "hey",
        "Hallo zusammen,",
        "Bonjour",
        "Liebe Ann,",
        "Hello there all",
    ],
)
@pytest.mark.parametrize(
    "closing", ["Kind regards,", "Viele Gr\u00fc\u00dfe", "MfG", "Best,", "Cheers!", "ANN", "Ann,", "- Ann"]
)
def test_a_letter_may_be_polite(office: Office, greeting: str, closing: str) -> None:
    board = office.begin()[ANN]
    body = f"{greeting}\n\nS1 move b4\ndone\n\n{closing}\nfrom the seaside"
    raw = office.raw(ANN, body, to=board.reply_to, headers=["Content-Type: text/plain; charset=utf-8"])
    assert office.deliver(raw, to=board.reply_to) == "done"
    told = dict(office.mails())[ANN].text.partition("YOUR LETTER\n")[2].partition("\n\n")[0]
    assert [line for line in told.split("\n") if line.startswith("  >")] == ["  > S1 move b4", "  > done"]
    assert office.asked() == BEN


def test_what_may_be_meant_for_somebody_is_not_passed_over_in_silence(office: Office) -> None:
    """A greeting below an order, or a longer sentence, is told how it would reach the others."""
    board = office.begin()[ANN]
    below = answer(office, ANN, board, "S1 move b4\nWhat a day\nS2 move d2")
    assert 'Left alone: "What a day". To send it to Ben, answer: say' in below.flat
    assert office.asked() == ANN
    long = answer(office, ANN, board, "Hello you who play so well\ndone")
    assert 'Left alone: "Hello you who play so well". To send it to Ben, answer: say' in long.flat
    assert office.asked() == BEN


def test_a_letter_of_nothing_but_quotes_shows_the_board(office: Office) -> None:
    board = office.begin()[ANN]
    before = office.log()
    mail = answer(office, ANN, board, "\n".join([INTRO, *quoted(board)]))
    assert "Your letter held no line that I could read. Write above the quoted text" in mail.flat
    assert "It is your turn" in mail.flat
    assert "center line" in mail.text
    assert "HOW TO PLAY HERE" not in mail.text
    assert mail.subject == "[pbem 1] Dodgeball! - your turn (turn 2)"
    assert office.log() == before


def test_an_empty_letter_of_a_player_about_no_match_gets_help(office: Office) -> None:
    office.register("Ann")
    mail = ask(office, ANN, "")
    assert "Your letter held no line that I could read." in mail.flat
    assert "You are Ann." in mail.flat


# Subject and body.


def test_the_subject_counts_where_the_body_is_empty(office: Office) -> None:
    office.register("Ann")
    assert "GAMES" in ask(office, ANN, "", subject="Re: games").text


def test_the_subject_does_not_count_where_the_body_holds_a_command(office: Office) -> None:
    office.register("Ann")
    mail = ask(office, ANN, "list", subject="games")
    assert "YOUR MATCHES" in mail.text
    assert "GAMES" not in mail.text


def test_a_command_in_the_subject_leaves_the_chat_below_it_alone(office: Office) -> None:
    office.register("Ann")
    mail = ask(office, ANN, "Hello server,\nwhat can be played here?", subject="games")
    assert "The command in the Subject was taken, the text left alone." in mail.flat
    assert "GAMES" in mail.text


def test_a_subject_that_is_no_command_is_left_alone(office: Office) -> None:
    office.register("Ann")
    assert "GAMES" in ask(office, ANN, "games", subject="Hello there").text


def test_our_own_subject_is_not_read(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "")
    assert "Your letter held no line that I could read." in mail.flat
    assert "It is your turn" in mail.flat
    assert "center line" in mail.text
    assert len(office.log()) == 2


def test_an_order_may_stand_in_the_subject(office: Office) -> None:
    office.begin()
    office.write(ANN, "", subject="done")
    assert office.asked() == BEN


# Several lines.


def test_every_line_is_answered_in_its_place(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "list\nS1 move b4; S2 move d2\nsay Hi; there\nqueue\nshow 99")
    told = mail.text.partition("YOUR LETTER\n")[2].partition("\n\n")[0]
    lines = [line.strip() for line in told.split("\n")]
    assert [line for line in lines if line.startswith(">")] == [
        "> list",
        "> S1 move b4",
        "> S2 move d2",
        "> say Hi; there",
        "> queue",
        "> show 99",
    ]
    flat = " ".join(lines)
    assert "> list done: see below" in flat
    assert "> S2 move d2 done: S2 move d2 with 3" in flat
    assert "> queue done: waiting: nothing. Standing orders: none" in flat
    assert "> show 99 refused: There is no match 99 that has begun" in flat
    assert "YOUR MATCHES" in mail.text


def test_a_question_that_fails_does_not_make_the_letter_void(office: Office) -> None:
    board = office.begin()[ANN]
    answer(office, ANN, board, "help zzz\ndone")
    assert office.asked() == BEN


def test_a_command_that_fails_makes_the_whole_letter_void(office: Office) -> None:
    board = office.begin()[ANN]
    rows = office.log()
    mail = answer(office, ANN, board, "list\nS1 move a2\naccept undo")
    assert "Nothing in your letter has been done." in mail.flat
    assert "> accept undo refused: " in mail.flat
    assert "YOUR MATCHES" in mail.text  # what only tells is told
    assert office.log() == rows


def test_dice_cannot_be_looked_at_before_one_is_bound_by_them(office: Office) -> None:
    """A refusal behind a die does not take the die back, whatever stands between the two."""
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "done\nqueue\naccept undo")
    assert "> done done" in mail.flat
    assert "> accept undo refused: Nobody else has asked" in mail.flat
    assert "Nothing in your letter has been done" not in mail.flat
    assert office.asked() == BEN


def test_b40_a_match_that_begins_with_dice_stands_whatever_is_wrong_below(office: Office) -> None:
    """Its salt comes from the letter: void, it could be sent again until the dice are good."""
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    mail = answer(office, BEN, dict(office.mails())[BEN], "accept\nS1 throw N1\nvacation now")
    assert office.find_match().match.turn.number == 1
    assert "> S1 throw N1 refused: S1 is not one of your pawns" in mail.flat
    assert "> vacation ... refused" in mail.flat
    assert IN_PART in mail.flat


def test_b40_a_part_with_dice_stands_whatever_is_wrong_with_another(office: Office) -> None:
    """Though both have to do with the same match, and the other part is not irrevocable by itself."""
    office.begin()
    office.begin()
    rows = len(office.log())
    told = play(office, ANN, "match 1", "done", "draw 2", "match 2", "accept undo")[ANN].flat
    assert "> done done" in told
    assert "> accept undo refused" in told
    assert any(row.faces for row in office.log()[rows:])
    assert office.find_match(2).open("draw")


def test_b40_a_line_that_is_no_order_of_the_match_for_which_it_comes_to_be(office: Office) -> None:
    """It was read for another one: a challenge above it has begun a match. The dice of that stand."""
    board = office.begin("", "Ben", "Cat", game="gnomeball")[BEN]
    line = "team troll worgen undead orc* tauren"
    office.thread(BEN, board, f"challenge dodgeball house pawns=3 placement=fixed\n{line}")
    told = "".join(mail.flat for _, mail in office.mails())
    assert f'> {line} refused: "{line}" is not an order of Dodgeball' in told
    assert any(row.faces for row in office.log(2))


def test_what_was_said_in_a_void_letter_is_not_passed_on(office: Office) -> None:
    board = office.begin()[ANN]
    office.reply(ANN, board, "say I am sorry\nS1 fly b4")
    assert [to for to, _ in office.mails()] == [ANN]


def test_a_void_letter_leaves_no_trace_in_its_answer(office: Office) -> None:
    """What it had queued, offered or turned to is rolled back, and not told as done."""
    board = office.begin()[ANN]
    office.write(BEN, "N2 move d7\nN1 move b7\naccept undo")
    mail = office.mail_to(BEN)
    assert "Nothing in your letter has been done. YOUR LETTER > accept undo refused: " in mail.flat
    assert mail.subject == "[pbem 1] Dodgeball! - not done, Ann to move (turn 2)"
    assert office.find_match().match.queues == {}
    mail = answer(office, ANN, board, "challenge dodgeball ben\nsay Hi\naccept undo")
    assert "> accept undo refused: " in mail.flat
    assert mail.subject == "[pbem 1] Dodgeball! - not done, your turn (turn 2)"
    mail = answer(office, ANN, board, "challenge dodgeball house\nplace a")
    assert "> place a refused: " in mail.flat
    assert "to go on with match 1" in mail.flat  # it is about that again
    assert [row.status for row in office.store.matches.all()] == ["running"]


def test_a_void_letter_about_no_match_says_so_in_its_subject_and_first(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    mail = ask(office, ANN, "challenge dodgeball ben\naccept undo", subject="A question")
    assert mail.subject == "[pbem] not done: A question"
    assert mail.flat.startswith("Nothing in your letter has been done.")
    assert office.store.matches.all() == []


def test_a_line_that_fails_behind_a_die_stands_in_the_subject_too(office: Office) -> None:
    office.begin()
    office.write(ANN, "S1 move b4\ndone")
    office.write(BEN, "always dodge\ndone")
    office.mails()
    office.write(ANN, "S1 throw N1\nS2 move d8")
    mail = dict(office.mails())[ANN]
    assert mail.subject == "[pbem 1] Dodgeball! - not all done, your turn (turn 4)"
    assert mail.flat.startswith("A line could not be carried out: see below.")
    assert "> S1 throw N1 done" in mail.flat
    assert "> S2 move d8 refused: " in mail.flat


def test_a_command_that_fails_behind_a_die_stands_in_the_subject_too(office: Office) -> None:
    """What has been rolled stands, and the lines around it are done."""
    board = office.begin()[ANN]
    office.reply(ANN, board, "done\naccept undo\nS1 move b4")
    mail = dict(office.mails())[ANN]
    assert mail.subject == "[pbem 1] Dodgeball! - not all done, Ben to move (turn 3)"
    assert "> done done > accept undo refused: Nobody else has asked to take anything back" in mail.flat
    assert "> S1 move b4 queued" in mail.flat


@pytest.mark.parametrize("count", [20, 21])
def test_a_letter_holds_twenty_commands(office: Office, count: int) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "\n".join(["queue"] * (count - 1) + ["clear", "done", "done"]))
    assert ("> clear refused: more than 20 commands in one letter" in mail.flat) == (count == 21)
    assert ("> clear done: your queue was empty" in mail.flat) == (count == 20)
    assert office.asked() == (BEN if count == 20 else ANN)


# What is queued.


def test_new_lines_say_which_waiting_ones_they_replace(office: Office) -> None:
    board = office.begin()[BEN]
    assert "replaces" not in answer(office, BEN, board, "N2 move d7\nN1 move b7").text
    mail = answer(office, BEN, board, "N1 move b7\nN3 move e7")
    assert "> N3 move e7 queued This letter replaces what was waiting: N2 move d7." in mail.flat
    assert "Your queue: N1 move b7; N3 move e7" in mail.flat
    assert "replaces" not in answer(office, BEN, board, "always dodge").text


def test_a_waiting_line_that_is_carried_out_has_not_been_replaced(office: Office) -> None:
    office.begin()
    office.write(ANN, "S1 move b4\ndone")
    office.write(BEN, "done\nN2 move d7")
    office.write(ANN, "S1 throw N1\ndone")
    office.mails()
    office.write(BEN, "dodge c7")
    mail = dict(office.mails())[BEN]
    assert "N2 steps from d8 to d7" in mail.flat
    assert "replaces" not in mail.text


def test_lines_queued_and_carried_out_in_one_letter_are_told_as_done() -> None:
    """Against the house: it has moved before the answer is written."""
    office = Office()
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed")
    office.mails()
    mail = ask(office, ANN, "always dodge\ndone\nS2 move d2")
    assert "> done done > S2 move d2 done: later in this letter, when it was needed" in mail.flat
    assert "S2 steps from d1 to d2" in mail.flat
    assert "queue" not in mail.text.partition("Commands: ")[0]


# Lines that cannot be read.


def test_an_unreadable_line_changes_nothing_and_says_what_was_expected(office: Office) -> None:
    board = office.begin()[ANN]
    before = office.find_match().match.row_count
    mail = answer(office, ANN, board, "S1 move b4\nS2 mvoe d2\ndone")
    assert office.find_match().match.row_count == before
    flat = mail.flat
    assert "> S2 mvoe d2 asked: Dice would be rolled, so I ask first. Do you want this: S2 move d2 " in flat
    assert "To send this, answer yes: e.g. S1 move b4 S2 move d2 done" in flat
    assert mail.subject == "[pbem 1] Dodgeball! - do you want this?, your turn (turn 2)"
    assert mail.flat.startswith("Nothing is done before you answer.")
    assert "center line" not in mail.text


def test_no_other_square_is_proposed_for_an_illegal_one(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "S1 move b8")
    assert "> S1 move b8 refused: " in mail.flat
    assert "answer yes" not in mail.flat
    assert len(office.log()) == 2


def test_a_refused_standing_order_is_not_answered_with_an_order(office: Office) -> None:
    board = office.begin()[ANN]
    assert "You could write" not in answer(office, ANN, board, "always fly").flat


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("undoo", "undo"),
        ("histroy", "history"),
        ("setings", "settings"),
        ("previw", "preview"),
    ],
)
def test_a_word_that_is_nearly_a_command(office: Office, word: str, meant: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, word)
    assert f"Perhaps you meant: {meant}" in mail.flat
    assert office.find_match().row.status == "running"
    assert office.find_match().match.state.left == []


def test_five_unknown_lines_are_answered_with_help(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "\n".join(f"S1 fly b{n}" for n in range(1, 8)))
    assert mail.text.count("    refused: ") == 1
    assert "4 more lines were refused." in mail.text
    assert "To see how orders are written, answer with: help" in mail.text
    assert len(mail.text.strip().split("\n")) <= 12
    four = answer(office, ANN, board, "\n".join(f"S1 fly b{n}" for n in range(1, 5)))
    assert "To see how orders are written" not in four.text


def test_comments_list_marks_and_odd_characters_are_forgiven(office: Office) -> None:
    board = office.begin()[ANN]
    body = "- S1 move b4   # takes the ball\n\n* S2\u00a0move d2.\n3) done"
    raw = office.raw(ANN, body, to=board.reply_to, headers=["Content-Type: text/plain; charset=utf-8"])
    assert office.deliver(raw, to=board.reply_to) == "done"
    assert office.asked() == BEN


def test_lines_below_a_turn_to_another_match_are_read_for_that_one(office: Office) -> None:
    office.begin()
    office.begin()
    mail = ask(office, ANN, "match 1\nS1 mvoe b4")
    assert "S1 move b4" in mail.flat.partition("> S1 mvoe b4")[2]
    assert "You do not play in match 7" in ask(office, ANN, "match 7\ndone").flat


def test_notes_of_the_reader_are_passed_on(office: Office) -> None:
    office.register("Ann")
    mail = ask(office, ANN, "\n".join(["games"] + ["help"] * 220))
    assert "Only the first 200 lines were read." in mail.flat


# Stale answers.


def test_an_answer_to_an_old_mail_is_refused_with_the_board_of_today(office: Office) -> None:
    old = office.begin()[ANN]
    for _ in range(2):
        office.write(office.asked(), "done")
    office.mails()
    rows = office.log()
    mail = answer(office, ANN, old, "S1 move b4")
    assert "You have answered a mail of turn 2; now it is turn 4." in mail.flat
    assert "Dice: South, to act now" in mail.flat
    assert office.log() == rows
    answer(office, ANN, mail, "S1 move b4")
    assert len(office.log()) > len(rows)


def test_lines_do_not_grow_stale_by_those_above_them(office: Office) -> None:
    """A command between orders makes them two plays; the first may have ended the turn."""
    board = office.begin()[ANN]
    office.reply(ANN, board, "done\nsay Your turn!\nS1 move b4")
    mail = dict(office.mails())[ANN]
    assert "> done done > say Your turn! done: passed on > S1 move b4 queued" in mail.flat


def test_commands_do_not_grow_stale(office: Office) -> None:
    old = office.begin()[ANN]
    for _ in range(2):
        office.write(office.asked(), "done")
    office.mails()
    assert "THE STORY OF MATCH 1" in answer(office, ANN, old, "history").text
    assert "match 1" in answer(office, ANN, old, "match 1\nS1 move b4").flat
    assert office.log()[-1].text.startswith("S1 move")


def test_a_kind_word_under_a_match_that_is_over_is_told_what_else_there_is(office: Office) -> None:
    office.begin()
    last = play(office, BEN, "confirm resign")[ANN]
    office.reply(ANN, last, "thanks, great fun! what else can I play?")
    mail = office.mail_to(ANN)
    assert "e.g. rematch 1" in mail.flat
    assert "Toxic Gnome: Trace words" in mail.flat
    assert "refused" not in mail.flat
    assert office.reply(ANN, mail, "rematch 1") == "done"
    assert [kind.kind for to, kind in office.mails() if to == BEN] == ["challenge"]


def test_orders_for_a_match_that_is_over(office: Office) -> None:
    board = office.begin()[ANN]
    office.write(BEN, "confirm resign")
    office.mails()
    mail = answer(office, ANN, board, "done")
    assert "refused: The match is over" in mail.flat
    assert mail.subject.endswith("the match is over: you won")
