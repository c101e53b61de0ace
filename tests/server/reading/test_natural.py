"""Letters as people write them: kind sentences, a yes in other words, several matches, slips of the pen."""

import pytest

from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office, answer, ask, played

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"


# The match of these tests: Ann is South, has the dice 3 3 3 and is to act; S1 stands on b1.

S1 = ["S1 move a2 a3 b4 with 3"]


# What is said to people.


@pytest.mark.parametrize(
    "body",
    [
        "S1 move b4\nCheers, Cat",
        "S1 move b4\nThanks, Ben!",
        "S1 move b4\nBest regards Catherine",
        "S1 move b4\nlg Ann",
        "S1 move b4\nCheers, Cat\nSent from my iPhone",
        "Good luck to you!\nS1 move b4",
        "Thanks!\nS1 move b4",
        "Hi Ben, that was a nice throw!\n\nS1 move b4\n\nHave a nice day :-)",
        "Good luck\n:-)\nS1 move b4",
        "* S1 move b4",
        "\N{BULLET} S1 move b4",
        "\N{BULLET}S1 move b4",
        "S1 b4 for the 3.",
    ],
)
def test_b13_kind_words_round_an_order_cost_nothing(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    raw = office.raw(ANN, body, to=board.reply_to, headers=["Content-Type: text/plain; charset=utf-8"])
    office.deliver(raw, to=board.reply_to)
    assert played(office) == S1
    assert "not done" not in office.mail_to(ANN).subject


@pytest.mark.parametrize(
    "body",
    [
        "S1 move b4\nS2 as well",
        "S1 move b4\nthen S2",
        "S1 move b4\nthrow at him with the other one",
        "dodge for me always\nS1 move b4",
        "Would this be legal?\nS1 move b4",
        "Do not do this yet:\nS1 move b4",
        "I want to resign here\nS1 move b4",
        "S1 move b4\nNo, wait",
        "S1 move b4\nbut not now",
        "S1 move b4\nthrwo that ball at Ben",
        "doen",
    ],
)
def test_b26_what_may_be_an_order_is_never_left_out(office: Office, body: str) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, body)
    assert played(office) == []
    assert "not done" in mail.subject or "do you want this?" in mail.subject


@pytest.mark.parametrize(
    "line",
    ["and I am done", "thanks, done", "Hello done", "What an idea, to say that"],
)
@pytest.mark.parametrize("below", [True, False])
def test_b13_what_does_not_begin_like_an_order_is_left_alone_and_told(
    office: Office, line: str, below: bool
) -> None:
    """Nothing of it is done, and the answer says so."""
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, f"S1 move b4\n\n{line}" if below else f"{line}\n\nS1 move b4")
    assert played(office) == S1
    assert f'Left alone: "{line}"' in mail.flat


def test_what_is_left_alone_is_told(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "What a match so far!\nS1 move b4")
    assert 'Left alone: "What a match so far!" To send it to Ben, answer: say' in mail.flat
    assert mail.flat.lower().count("left alone") == 1


def test_b32_an_order_below_the_last_words_is_not_done_and_that_is_said(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "S1 move b4\nCheers, Cat\n12 High Street\nS2 move d2")
    assert played(office) == S1
    assert "> S2 move d2 noted: not read: it is below the line that ends your letter" in mail.flat
    assert "High Street" not in mail.flat


# Messages.


def test_a_message_goes_on_below_its_line(office: Office) -> None:
    office.begin()
    office.register("Cat")
    office.write(ANN, "tell cat Hello Cat,\nit has been a long while.\nI hope you are well!\n\nAnn")
    told = {to: mail.flat for to, mail in office.mails()}
    assert "Hello Cat, it has been a long while. I hope you are well!" in told[CAT]
    assert "passed on to Cat" in told[ANN]


def test_an_order_below_a_message_is_no_part_of_it(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "say Good luck!\nS1 mvoe b4")
    assert "> S1 mvoe b4 refused" in mail.flat
    assert "not done" in mail.subject
    answer(office, ANN, board, "say Good luck!\nS1 move b4")
    assert played(office) == S1


def test_several_lines_of_chat_below_each_other_are_told_how(office: Office) -> None:
    assert "The lines below belong to it, up to an empty line" in ask_help(office, "help say")
    assert "The lines below belong to it as they do with" in ask_help(office, "help tell")


def ask_help(office: Office, line: str) -> str:
    office.write(ANN, line)
    return [mail for to, mail in office.mails() if to == ANN][-1].flat


# Yes and no.


@pytest.mark.parametrize(
    "line", ["I accept", "ok", "yes please", "Accept. Thanks, looking forward!", "Yes, gladly!"]
)
def test_a_challenge_is_accepted_in_plain_words(office: Office, line: str) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    challenge = next(mail for to, mail in office.mails() if to == BEN)
    answer(office, BEN, challenge, line)
    assert office.store.matches.all()[0].status == "running"


@pytest.mark.parametrize("line", ["accept", "yes, gladly", "no thanks"])
def test_who_answers_a_challenge_that_has_been_withdrawn_is_told_so(office: Office, line: str) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    challenge = next(mail for to, mail in office.mails() if to == BEN)
    office.write(ANN, "decline 1")
    office.mails()
    assert "Challenge 1 is off: Ann has withdrawn it" in answer(office, BEN, challenge, line).flat


@pytest.mark.parametrize(
    "line", ["Yes, but with 4 pawns", "ok, but later", "Yes?", "yes, if you let me begin", "no idea"]
)
def test_what_is_no_clear_yes_accepts_nothing(office: Office, line: str) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    challenge = next(mail for to, mail in office.mails() if to == BEN)
    told = answer(office, BEN, challenge, line)
    assert office.store.matches.all()[0].status == "offered"
    assert "Match 1 waits for your answer: accept or decline" in told.flat


def test_a_no_declines_what_was_asked(office: Office) -> None:
    boards = office.begin()
    office.reply(ANN, boards[ANN], "done")
    boards |= dict(office.mails())
    office.reply(ANN, boards[ANN], "undo")
    asked = dict(office.mails())
    told = asked[ANN].flat
    assert "If they agree, everything is taken back from turn 2 on: by Ann done" in told
    assert "It is turn 3 now" in told
    assert "Write decline undo if that is more than you meant." in told
    assert "> no done: nothing is taken back" in answer(office, BEN, asked[BEN], "no").flat
    assert not office.find_match().open("undo")


def test_a_yes_where_nothing_is_asked_does_nothing(office: Office) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, "yes")
    assert "> yes refused: Nothing of match 1 waits for a yes or a no of yours" in mail.flat
    assert "You could write" not in mail.flat


def test_a_yes_in_a_new_letter_accepts_nothing(office: Office) -> None:
    """It may be meant for anything."""
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    ask(office, BEN, "yes")
    assert office.store.matches.all()[0].status == "offered"


def test_a_yes_to_the_mail_that_asks_for_a_substitute_takes_the_seat(office: Office) -> None:
    office.begin("policy=vote pawns=3 placement=fixed pace=1d", "Ben")
    office.register("Cat")
    office.begin("", "Cat")
    late = office.asked(1)
    other = office.other(late)
    office.time += 2 * 86_400
    run_reminders(office.app)
    office.mails()
    office.write(other, "match 1\nvote cat")
    asked = next(mail for to, mail in office.mails() if to == CAT and mail.kind == "substitute")
    headers = [f"In-Reply-To: {asked.id}"]
    office.write(CAT, "Yes, gladly", to=asked.reply_to, headers=headers)
    assert CAT in [seat.address for seat in office.find_match(1).seats]


@pytest.mark.parametrize(
    "leave", ["Love, Ann", "xx", "All the best, Ann", "See you soon!", "Have a nice day, Ben"]
)
def test_people_take_leave_in_many_ways(office: Office, leave: str) -> None:
    board = office.begin("pawns=3 placement=fixed")[ANN]
    office.reply(ANN, board, f"S1 move b3\n\n{leave}\n12 High Street")
    told = dict(office.mails())[ANN].flat
    assert "> S1 move b3 done" in told
    assert "High Street" not in told


# Several matches.


def test_what_is_for_another_match_is_done_by_itself(office: Office) -> None:
    """A slip in one match costs nothing in the other, and its answer is sent to the right one."""
    office.begin()
    office.begin()
    mover = office.asked(1)
    before = office.log(2)
    office.write(mover, "match 1\ndone\nmatch 2\nS1 fly a4")
    mails = {mail.subject.split("]")[0]: mail for to, mail in office.mails() if to == mover}
    refused = mails["[pbem 2"]
    assert "not done" in refused.subject
    assert "Not done, because of a line that is refused below: match 2. Done: match 1." in refused.flat
    assert "> done done" in refused.flat
    assert "> S1 fly a4 refused" in refused.flat
    assert "not done" not in mails["[pbem 1"].subject
    assert played(office, 1) == ["done"]
    assert office.log(2) == before
    office.write(mover, "done", to=refused.reply_to)
    assert played(office, 1) == ["done"]


def test_what_cannot_be_done_in_one_match_is_rolled_back_there_alone(office: Office) -> None:
    office.begin()
    office.begin()
    office.write(office.asked(1), "match 2\nsay Hello\nconfirm this\nmatch 1\ndone")
    assert played(office, 1) == ["done"]
    assert played(office, 2) == []
    assert not [mail for to, mail in office.mails() if "says: Hello" in mail.flat]


def test_b26_two_lots_of_lines_for_one_match_are_one_letter(office: Office) -> None:
    office.begin()
    office.begin()
    mover = office.asked(1)
    before = office.log(1), office.log(2)
    office.write(mover, "match 1\nS1 move b4\nmatch 2\nshow\nmatch 1\nS1 fly a4")
    assert (office.log(1), office.log(2)) == before


def test_the_lines_behind_a_match_that_there_is_none_of_are_for_no_other(office: Office) -> None:
    boards = office.begin()
    office.reply(ANN, boards[ANN], "S1 move b4")
    board = dict(office.mails())[ANN]
    mail = answer(office, ANN, board, "match 99\nundo")
    assert played(office) == S1
    assert "not done" in mail.subject


def test_orders_without_a_match_are_told_which_it_may_be(office: Office) -> None:
    """The number is that of a match in which they could be done now."""
    office.begin()
    office.begin("", game="toxic-gnome")
    told = ask(office, ANN, "S1 move b4").flat
    assert "Write for example: match 1: S1 move b4. Your matches: 1 (dodgeball), 2" in told


# Numbers behind commands.


def test_commands_of_a_match_take_its_number(office: Office) -> None:
    office.begin()
    office.begin()
    assert "PREVIEW of S1 move b4" in ask(office, ANN, "preview 1 S1 move b4").flat
    assert "noted" in ask(office, ANN, "note 2 check").flat
    assert [note.text for note in office.store.watch.notes(2, 1)] == ["check"]
    office.write(ANN, "say 2 hello")
    mail = dict(office.mails())[BEN]
    assert mail.subject.startswith("[pbem 2]")
    assert "Ann says: hello" in mail.flat


def test_a_number_in_a_reply_is_part_of_what_is_said(office: Office) -> None:
    office.begin()
    board = office.begin()[ANN]
    office.reply(ANN, board, "say 1 all, it seems")
    assert "Ann says: 1 all, it seems" in dict(office.mails())[BEN].flat


# What is proposed.


@pytest.mark.parametrize(
    ("line", "told", "untold"),
    [
        ("good luck to you! Here is my placing", "", "answer yes"),
        ("place b d g", "", "answer yes"),
        ("I resign", "asked: Do you want to give up match 1", "refused"),
        ("Hi Ben, what a day", "", "answer yes"),
        ("S1 mvoe b4", "read as: S1 move b4", "refused"),
        ("S1 mvoe b4 fast", "Perhaps you meant: S1 move b4", ""),
        ("S1 a4 for the 3. S2 d2 for the 3.", "S2 d2 for the 3 done", "refused"),
        ("S1 move h9", "There is no square h9", "answer yes"),
        ("S1 move c9", "There is no square c9", "answer yes"),
        (
            "S1 thorw N2",
            'Perhaps you meant "S1 throw N2", but that is refused: S1 has no ball',
            "You could write",
        ),
        ("N2 mvoe h9", "", "N2 move h9."),
    ],
)
def test_b26_a_proposal_is_near_to_the_line_and_would_do(
    office: Office, line: str, told: str, untold: str
) -> None:
    board = office.begin()[ANN]
    mail = answer(office, ANN, board, line)
    part = mail.flat.partition("> ")[2].partition(" a b c d e f")[0]
    assert told in part
    assert not untold or untold not in part


def test_a_misspelt_command_is_given_back_ready_to_send(office: Office) -> None:
    office.register("Ann")
    office.register("Gus")
    told = ask(office, ANN, "challange dodgball gus").flat
    assert "This is not a command. Perhaps you meant: challenge dodgeball gus" in told
    assert "needs a match" not in told
    assert (
        "Write: challenge dodgeball gus pawns=4" in ask(office, ANN, "challenge gus dodgeball pawns=4").flat
    )
    assert "Did you mean: settings mail daily?" in ask(office, ANN, "settings daily").flat
    assert "There is no player Cat." in ask(office, ANN, "challenge gnomeball Cat, gus").flat
    told = ask(office, ANN, "unsubscribe").flat
    assert "you are not following any match" in told
    assert "settings mail off" in told


def test_the_line_to_answer_with_gives_up_no_dice(office: Office) -> None:
    """Where nothing sensible is left to do, a step is shown, not `done`."""
    board = office.begin()[ANN]
    for line in ("S1 move b4", "S2 move d4"):
        board = answer(office, ANN, board, line)
    assert "e.g. done" not in board.flat


# Who is answered.


def test_i23_a_person_who_tries_is_answered_each_time(office: Office) -> None:
    """Five letters that cannot be read, of five kinds, and the next one is answered, too."""
    board = office.begin()[ANN]
    lines = [
        "doen",
        "S1 b9 c9",
        "draw?",
        "I place b d g please",
        "",
        "Hello",
        "if n1 is b6 then resign",
        "mvoe",
        "hm",
        "end turn",
    ]
    for count, line in enumerate(lines, start=1):
        office.write(ANN, line, to=board.reply_to)
        assert len(office.mails()) == 1, (count, line)


def test_i23_after_very_many_they_are_answered_briefly(office: Office) -> None:
    """Twenty times in full, a hundred times in a sentence, and then no more until tomorrow."""
    board = office.begin()[ANN]
    told = []
    for number in range(125):
        office.write(ANN, f"blah {number}", to=board.reply_to)
        told += [mail.flat for _, mail in office.mails()]
    assert len(told) == 120
    assert ["I answer such letters briefly" in text for text in told] == [False] * 19 + [True] * 101
    assert all("I have found nothing in it that I could do" in text for text in told[:20])
    assert max(map(len, told[20:])) < 300
    assert office.write(ANN, "help", to=board.reply_to) == "done"
    assert len(office.mails()) == 1
    office.time += 86_400
    office.write(ANN, "bleh", to=board.reply_to)
    assert 'Left alone: "bleh"' in office.mail_to(ANN).flat


def test_i23_an_order_that_lacks_its_match_has_been_read(office: Office) -> None:
    office.begin()
    office.begin()
    for _ in range(7):
        office.write(ANN, "S2 throw N1")
        assert len(office.mails()) == 1


def test_a_no_is_no_order_of_another_match(office: Office) -> None:
    """Elfball has an order `no`; in an answer to a Dodgeball mail that asks for a yes or a no it is none."""
    office.begin("pawns=3 placement=fixed")
    office.begin(game="elfball", options="")
    office.mails()
    office.write("ann@example.org", "match 1\ndraw")
    asked = next(mail for to, mail in office.mails() if to == "ben@example.org")
    office.reply("ben@example.org", asked, "no")
    told = next(mail for to, mail in office.mails() if to == "ben@example.org")
    assert "waits for a yes or a no" not in told.flat
    assert office.find_match(1).row.status == "running"
    assert not office.find_match(1).open("draw")


@pytest.mark.parametrize(
    "line",
    [
        "if S9 has ball then S1 move b2",
        "if S1 is at least d5 then S1 move b2",
    ],
)
def test_a_conditional_line_that_cannot_be_read_is_not_answered_with_its_bare_order(
    office: Office, line: str
) -> None:
    """Whoever copied that would move at once."""
    boards = office.begin("pawns=3 placement=fixed")
    mover = office.asked()
    office.reply(mover, boards[mover], line)
    told = office.mail_to(mover).flat
    assert "A conditional line is written so: if FACT is VALUE then ORDER else ORDER" in told
    assert "You could write: S" not in told
    assert "You could write: N" not in told


@pytest.mark.parametrize("word", ["if", "then", "else", "not"])
def test_conditional_lines_have_help_under_their_own_words(office: Office, word: str) -> None:
    boards = office.begin("pawns=3 placement=fixed")
    office.write("ann@example.org", f"help {word}")
    assert "waits in your queue until one of its orders is needed" in office.mail_to("ann@example.org").flat
    office.reply("ann@example.org", boards["ann@example.org"], f"help {word}")
    assert "waits in your queue until one of its orders is needed" in office.mail_to("ann@example.org").flat


def test_facts_stand_one_on_a_line(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write("ann@example.org", "facts 1")
    lines = office.mail_to("ann@example.org").text.split("\n")
    assert "  S1 is b1" in lines
    assert "  turn is 2" in lines


# Which game a sentence is judged by.


def test_a_kind_sentence_is_judged_by_the_game_of_the_match_that_is_answered(office: Office) -> None:
    """It may hold words of the orders of another game that its writer plays."""
    others = ("elfball", "gnomeball", "slargeball", "toxic-gnome")
    board = office.begin()[ANN]
    for game in others:
        office.begin("", game=game)
    mail = answer(office, ANN, board, "Step by step we come nearer, Ben!\nS1 move b4")
    assert "not done" not in mail.subject
    assert played(office) == S1


def test_a_sentence_in_a_new_letter_is_judged_by_all_games_of_its_writer(office: Office) -> None:
    office.begin()
    office.begin("", game="toxic-gnome")
    told = ask(office, ANN, "Step by step we come nearer, Ben!\nmatch 1\nS1 move b4")
    assert "not all done" in told.subject


def test_a_sentence_below_the_number_of_another_match_is_judged_by_its_game(office: Office) -> None:
    board = office.begin()[ANN]
    office.begin("", game="toxic-gnome")
    mail = answer(office, ANN, board, "match 2\nword will do\nshow")
    assert "> word will do refused" in mail.flat
    assert "left alone" not in mail.flat


def test_kind_words_may_stand_round_the_lines_for_each_match(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.begin("pawns=3 placement=fixed")
    office.mails()
    office.write(
        ANN, "Hi Ben,\nmatch 1:\nWell played.\nalways dodge\nNice shot!\nMatch 2:\nalways catch\nSee you soon"
    )
    told = next(mail.flat for address, mail in office.mails() if address == ANN)
    assert "> always dodge noted: Your pawns dodge" in told
    assert "> always catch noted: Your pawns try to catch" in told
    assert "refused" not in told


def test_a_greeting_above_is_no_farewell(office: Office) -> None:
    """The same words may stand below."""
    board = office.begin("pawns=3 placement=fixed")[ANN]
    office.reply(ANN, board, "Greetings, Ben\nS1 move b3\n\nGreetings\nAnn Example")
    told = dict(office.mails())[ANN].flat
    assert "> S1 move b3 done" in told
    assert "Example" not in told


def test_a_refusal_tells_what_waits_for_an_answer(office: Office) -> None:
    """Whoever says yes in words that nobody knows is told the words that count."""
    board = office.begin("pawns=3 placement=fixed")
    office.reply(BEN, board[BEN], "draw")
    office.mails()
    office.write(ANN, "fine by me, let us stop")
    assert "North (Ben) waits for: accept draw, or decline draw" in office.mail_to(ANN).flat


def test_an_ok_to_the_mail_about_resigning_is_told_the_words_that_count(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "resign")
    office.reply(ANN, office.mail_to(ANN), "ok")
    told = office.mail_to(ANN).flat
    assert "it takes the word yes alone" in told
    assert "confirm resign" in told
    assert office.find_match().row.status == "running"
    office.write(ANN, "resign")
    office.reply(ANN, office.mail_to(ANN), "yes")
    assert office.find_match().row.status == "over"


@pytest.mark.parametrize("line", ["Hi Ann, gladly!", "Hello Ann, yes", "Dear Ann, I accept"])
def test_a_greeting_with_a_yes_behind_it_is_that_yes(office: Office, line: str) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    office.reply(BEN, office.mail_to(BEN), line)
    assert office.find_match().row.status == "running"


def test_a_square_with_a_blank_is_proposed_without(office: Office) -> None:
    """SLARGEBALL: `25, 12` is one square, and the proposal keeps it."""
    board = office.begin("lineup=standard", game="slargeball")[ANN]
    assert "Perhaps you meant: T1 move 25,12" in answer(office, ANN, board, "T1 move 25, 12").flat
    assert "Perhaps you meant: all move 25,12" in answer(office, ANN, board, "move 25, 12").flat


@pytest.mark.parametrize(
    "line",
    ["signup dan hunter2 dan@example.org", "dodgeball password hunter2 S1 move b4", "remind 12 ann hunter2"],
)
def test_b37_what_is_not_understood_behind_a_word_of_ours_is_never_repeated(
    office: Office, line: str
) -> None:
    """On other servers a password stood there."""
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, line)
    assert "hunter2" not in office.mail_to(ANN).text


@pytest.mark.parametrize(
    "line", ["I resign match 1", "I'd like to resign match 1", "I want to give up game 1"]
)
def test_a_wish_about_a_match_names_it(office: Office, line: str) -> None:
    office.begin()
    office.write(ANN, line)
    assert "Do you want to give up match 1 for good?" in office.mail_to(ANN).flat
