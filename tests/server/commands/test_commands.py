"""Every command, as a letter writes it."""

import re

import msgspec
import pytest

from pbem.server.commands import Commands
from pbem.server.commands.playing import Match
from pbem.server.language.arguments import Known
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS, command_named, command_words
from pbem.server.language.yes_no import CLOSINGS
from tests.games.ours import OURS
from tests.server.office import Mail, Office, ask

ANN, BEN = "ann@example.org", "ben@example.org"


# What holds for all of them.


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_is_documented(command: CommandSpec) -> None:
    assert command.summary
    assert command.help.endswith((".", "resign"))
    assert all(usage.split()[0] == command.name for usage in command.usage)
    assert command.example.split()[0] == command.name
    assert command_named(command.example.split()[0]) is command


def _flat(text: str) -> str:
    return " ".join(text.replace("`", '"').split())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_tells_every_command(office: Office, command: CommandSpec) -> None:
    everything = ask(office, ANN, "help commands")
    assert f"{command.form}: " in everything.flat
    assert command.summary in everything.flat
    office.time += 86_400
    own = ask(office, ANN, f"help {command.name.upper()}")
    assert _flat(command.help) in own.flat
    assert f"e.g. {command.example}" in own.flat
    pages = [ask(office, ANN, f"help {command.name} {page.name}").flat for page in command.pages]
    assert all(any(usage in told for told in (own.flat, *pages)) for usage in command.usage)
    assert all(word in own.text for word in command.also)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_understands_its_own_example(command: CommandSpec) -> None:
    """The example of its help is carried out, or refused for what it would do, never for how it is written."""
    office = Office()
    office.begin()
    line = re.sub(r"\b12\b", "1", command.example)
    if command.name == "register":
        office.write("dan@example.org", "register dan")
        assert office.mail_to("dan@example.org").kind == "confirm"
        return
    office.write(office.asked(), line)
    mail = dict(office.mails())[office.asked() if command.name != "confirm" else ANN]
    assert "I do not know" not in mail.text
    assert "Write: " not in mail.text.partition("YOUR LETTER")[2].partition("\n\n")[0]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_no_word_means_two_things(command: CommandSpec) -> None:
    words = command_words()
    assert len(words) == len(set(words))
    for word in (command.name, *command.also):
        assert word not in CLOSINGS
        assert command_named(f"{word.upper()}:") is command


def test_every_entry_of_the_table_has_a_handler() -> None:
    """A command without one stops the server when it starts, not the letter that names it."""
    with pytest.raises(ValueError, match="challenge"):
        Commands([Match()])


def test_the_table_is_read_strictly() -> None:
    with pytest.raises(msgspec.ValidationError, match="exmaple"):
        msgspec.convert({"name": "x", "usage": ["x"], "summary": "", "help": "", "exmaple": "x"}, CommandSpec)


def test_no_line_of_a_game_begins_like_a_command() -> None:
    """But for a word that both share: the forms of the command tell them apart."""
    for game in OURS.values():
        for form in game.forms:
            command = command_named(form.split()[0])
            if command is not None:
                assert command.shared, (game.name, form)
                assert command.parse(" ".join(form.split()[1:]), Known(lambda word: "")) is None, (
                    game.name,
                    form,
                )


# help, games, rules, list


def test_help_on_a_game_and_its_decisions(office: Office) -> None:
    office.register("Ann")
    game = ask(office, ANN, "help dodgeball")
    assert "DODGEBALL!" in game.text
    assert "Do not take internally" in game.flat
    assert "\n  write:  S1 pass S2                hand a ball to a teammate\n" in game.text
    sample = ask(office, ANN, "help dodgeball sample")
    assert "\n     +====+====+====+====+====+====+====+====+  center line\n" in sample.text
    assert "S1 b4 with ball 1; S2 d2" in sample.flat
    assert (
        "what you may be asked: placing, action, react, put rules dodgeball: the whole rulebook" in game.flat
    )
    for decision in OURS["dodgeball"].decisions:
        assert f"Dodgeball!, {decision}: " in ask(office, ANN, f"help dodgeball {decision}").flat
    assert (
        'Dodgeball! asks nothing called "raect". Did you mean "react"?'
        in ask(office, ANN, "help dodge raect").flat
    )
    assert "Its decisions: " in ask(office, ANN, "help dodgeball zzz").flat


def test_help_on_a_decision_of_the_match_at_hand(office: Office) -> None:
    boards = office.begin()
    office.reply(ANN, boards[ANN], "help react")
    assert "Dodgeball!, react: " in office.mail_to(ANN).flat


def test_help_in_an_answer_to_a_board_tells_what_is_asked_there(office: Office) -> None:
    """The prompt, the decision explained, the deadline, and a line that would answer."""
    boards = office.begin("pawns=3 placement=fixed pace=3d")
    asked = office.asked()
    office.reply(asked, boards[asked], "help")
    told = office.mail_to(asked)
    assert "WHAT MATCH 1 ASKS OF YOU NOW" in told.text
    assert "It is your turn, with the dice 3 3 3." in told.flat
    assert "goes to b4 by the shortest free way" in told.flat
    assert "You have until" in told.flat
    assert "HOW TO PLAY HERE" not in told.text
    line = told.text.partition("e.g.  ")[2].partition("\n")[0]
    office.reply(asked, boards[asked], f"preview {line}")
    assert "refused" not in office.mail_to(asked).text
    office.reply(asked, boards[asked], "help commands")
    assert "ALL COMMANDS" in office.mail_to(asked).text


@pytest.mark.parametrize(
    ("scene", "told", "line"),
    [
        ("nothing", "You are not in a match yet.", "challenge dodgeball house"),
        ("offered", "You have been offered a match of Dodgeball!, number 1;", "accept 1"),
        ("asked", "It is your move in match 1 (Dodgeball!).", "show 1"),
        ("waits", "It is not your move in any match.", "challenge dodgeball house"),
    ],
)
def test_help_tells_a_player_in_short_what_they_could_do_next(
    office: Office, scene: str, told: str, line: str
) -> None:
    for name in ("Ann", "Ben"):
        office.register(name)
    who = "ben@example.org"
    if scene == "offered":
        office.write("ann@example.org", "challenge dodgeball ben")
    elif scene != "nothing":
        office.begin("pawns=3 placement=fixed")
        who = office.asked() if scene == "asked" else office.other(office.asked())
    if scene == "asked":  # of one match alone it tells more
        office.begin()
    office.mails()
    office.write(who, "help")
    mail = office.mail_to(who)
    assert told in mail.flat
    assert f"e.g.  {line}\n" in mail.text
    assert len(mail.text.split("\n")) < 35


@pytest.mark.parametrize(
    "line", ["Ann", "Hello", "Thanks!", "what now?", "I want to play", "play dodgeball", "dodgeball"]
)
def test_who_does_not_know_what_to_write_gets_something_to_begin_with(office: Office, line: str) -> None:
    office.register("Ann")
    office.write("ann@example.org", line)
    mail = office.mail_to("ann@example.org")
    assert "  e.g.  challenge dodgeball house\n" in mail.text
    assert "held no line" not in mail.text


def test_help_where_nothing_is_asked_tells_how_to_play(office: Office) -> None:
    boards = office.begin("pawns=3 placement=fixed")
    waiting = office.other(office.asked())
    office.reply(waiting, boards[waiting], "help")
    assert "HOW TO PLAY HERE" in office.mail_to(waiting).text


def test_help_on_nothing_known(office: Office) -> None:
    office.register("Ann")
    assert (
        'There is no help on "challege". Did you mean "challenge"?' in ask(office, ANN, "help challege").flat
    )
    assert "There is help on every command and every game" in ask(office, ANN, "help zzz").flat


def test_games_lists_all_with_their_options(office: Office) -> None:
    text = ask(office, ANN, "games").text
    for game in OURS.values():
        assert f"{game.title} ({game.name})" in text
        assert all(f"{option.name}: {option.range}" in text for option in game.options)


def test_rules_whole_and_by_clause(office: Office) -> None:
    office.register("Ann")
    whole = ask(office, ANN, "rules dodgeball")
    assert "DODGEBALL-1 " in whole.text
    assert "DODGEBALL-40 " in whole.text
    assert max(len(line) for line in whole.text.split("\n")) <= 78
    two = ask(office, ANN, "rules DODGE 26 28")
    assert re.findall(r"DODGEBALL-\d+(?= )", two.text)[:1] == ["DODGEBALL-26"]
    assert "DODGEBALL-28 What comes of it" in two.text
    assert "DODGEBALL-27 Then" not in two.text
    assert "Dodgeball! has no clause 99" in ask(office, ANN, "rules dodgeball 99").flat


def test_a_chapter_of_the_rulebook(office: Office) -> None:
    """By a word of its heading, with all below it and nothing behind it."""
    office.register("Ann")
    throwing = ask(office, ANN, "rules dodgeball throwing").text
    assert "THROWING" in throwing
    assert "DODGEBALL-26" in throwing
    assert "PASSING" not in throwing
    assert "THE END" not in throwing
    assert "Rules design" not in throwing
    whole = ask(office, ANN, "rules dodgeball rules").text
    assert "THROWING" in whole
    assert "OPTIONS" not in whole
    assert (
        'has no clause or chapter "thorwing". Did you mean "Throwing"?'
        in ask(office, ANN, "rules dodgeball thorwing").flat
    )
    assert 'no clause or chapter "???"' in ask(office, ANN, "rules dodgeball ???").flat
    assert "ELVES" in ask(office, ANN, "rules elfball nightelves").text
    assert (
        "Its chapters: The field; Rules; Set-up; Turn and dice;"
        in ask(office, ANN, "rules dodgeball xyz").flat
    )
    assert "Write: rules dodgeball, or rules dodgeball 12" in ask(office, ANN, "rules").flat
    assert (
        'There is no game "dogdeball". Did you mean "dodgeball"?' in ask(office, ANN, "rules dogdeball").flat
    )


def test_list_tells_whose_move_it_is(office: Office) -> None:
    office.register("Ann")
    assert "YOUR MATCHES\n  none" in ask(office, ANN, "list").text
    office.begin()
    mover = office.asked()
    waiter = office.other(mover)
    assert "your move until Mon 2 Nov 2026, 07:33 (UTC)" in ask(office, mover, "list").flat
    assert f"waits for {'Ann' if mover == ANN else 'Ben'}" in ask(office, waiter, "list").flat
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    assert "2: Dodgeball! with Ben: begins when Ben (North) accepts" in ask(office, ANN, "list").flat
    assert (
        "2: Dodgeball! with Ann: offered to you; write accept 2 or decline 2" in ask(office, BEN, "list").flat
    )
    office.write(ANN, "match 1\nconfirm resign")
    office.mails()
    assert "1: Dodgeball! with Ben: over, you lost (resigned)" in ask(office, ANN, "list").flat
    assert "1: Dodgeball! with Ann: over, you won (resigned)" in ask(office, BEN, "list").flat


# challenge, accept, decline


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("challenge", "Write: challenge dodgeball ben; for example: challenge dodgeball ben pawns=4 pace=3d"),
        ("challenge dodgeball", "Who should play? For example: challenge dodgeball ben"),
        ("challenge dogball ben", 'There is no game "dogball". Did you mean "dodgeball"?'),
        ("challenge dodgeball bne", 'There is no player bne. Did you mean "Ben"?'),
        ("challenge dodgeball zzz", "There is no player zzz."),
        ("challenge dodgeball ann", "Name only the others, for example: challenge dodgeball house"),
        ("challenge dodgeball ben ben", "Nobody can have two seats"),
        ("challenge dodgeball house house", "The house takes one seat"),
        ("challenge dodgeball ben cat", "Dodgeball! is for 2 players, not 3"),
        ("challenge dodgeball ben pawns=9", "pawns=9: pawns may be 3, 4, 5"),
        ("challenge dodgeball ben pwns=4", 'Dodgeball! has no option "pwns". Did you mean "pawns"?'),
        ("challenge dodgeball ben polcy=skip", 'There is no option "polcy". Did you mean "policy"?'),
        (
            "challenge dodgeball ben pace=soon",
            "'soon' is not a length of time: write for example 3d, 12h or 1w",
        ),
        ("challenge dodgeball ben pace=0d", "is not a length of time"),
        ("challenge dodgeball ben policy=kill", "policy=kill: policy may be nag, skip, vote, forfeit"),
    ],
)
def test_challenges_that_cannot_be(office: Office, line: str, reason: str) -> None:
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    assert reason in ask(office, ANN, line).flat
    assert office.store.matches.all() == []


def test_help_on_a_word_of_a_games_orders(office: Office) -> None:
    """An entry shows the lines that hold its word, and the decision of that name; what is neither is refused with what
    there is."""
    office.register("Ann")
    mail = ask(office, ANN, "help dodgeball always")
    assert "Lines with the word always:\n  write:  always place a b d e g    place like" in mail.text
    assert "write:  S1 move b4" not in mail.text
    whap = ask(office, ANN, "help slargeball whap").flat
    assert "Slargeball!, whap: To knock somebody out." in whap
    assert "In mode strict everyone who has a figure in contact" in whap
    assert "Its decisions: lineup, plan, move, whap, fling" in ask(office, ANN, "help slargeball elbow").flat


def test_a_disabled_player_cannot_be_challenged(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.store.people.disable(2)
    assert "There is no player ben." in ask(office, ANN, "challenge dodgeball ben").flat


def test_the_invitation_tells_what_it_is_about(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=4 pace=12h policy=forfeit")
    mail = dict(office.mails())[BEN]
    assert mail.subject == "[pbem 1] Dodgeball! - Ann challenges you"
    for words in (
        "You would be North, against Ann (South).",
        "Time for each move: 12 hours.",
        "When your time is up: you are out.",
        "Options: pawns=4",
        "Answer this mail with one word: accept if you want to play, decline if not.",
    ):
        assert words in mail.flat
    assert "stall" not in mail.text


def test_accept_begins_the_match_and_both_are_written_to(office: Office) -> None:
    boards = office.begin("")
    assert set(boards) == {ANN, BEN}
    assert all("Everybody has accepted: the match begins." in mail.flat for mail in boards.values())
    row = office.store.matches.match(1)
    assert row is not None
    assert row.status == "running"
    assert len(row.salts) == 2


def test_accept_finds_the_one_challenge_that_waits(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    assert office.write(BEN, "accept") == "done"
    assert {to for to, _ in office.mails()} == {ANN, BEN}


def test_of_several_challenges_one_must_be_named(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    for _ in range(2):
        office.write(ANN, "challenge dodgeball ben")
    office.mails()
    assert "Several challenges wait: 1, 2. Write for example: accept 1" in ask(office, BEN, "accept").flat
    office.write(BEN, "accept 2")
    office.mails()
    assert [row.status for row in office.store.matches.all()] == ["running", "offered"]


def test_an_order_may_follow_accept_in_one_letter(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3")
    invitation = dict(office.mails())[BEN]
    office.reply(BEN, invitation, "accept\nplace a b c")
    mail = dict(office.mails())[BEN]
    assert "done: match 1 begins" in mail.flat
    assert "> place a b c done" in mail.flat
    assert list(office.find_match().match.answered) == ["N"]


def test_a_wrong_order_behind_accept_makes_the_letter_void(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3")
    invitation = dict(office.mails())[BEN]
    office.reply(BEN, invitation, "accept\nplace a b")
    mail = office.mail_to(BEN)
    assert "> accept dropped: not done" in mail.flat
    assert "refused: Place 3 pawns on 3 different columns" in mail.flat
    assert [row.status for row in office.store.matches.all()] == ["offered"]


def test_decline_ends_the_challenge_for_everybody(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    invitation = dict(office.mails())[BEN]
    office.reply(BEN, invitation, "decline")
    mails = dict(office.mails())
    assert mails[ANN].kind == "declined"
    assert "Ben has declined: match 1, Dodgeball!, will not be played." in mails[ANN].flat
    assert "challenge 1 is off" in mails[BEN].flat
    assert [row.status for row in office.store.matches.all()] == ["void"]
    office.reply(BEN, invitation, "accept")
    assert "> accept refused: Challenge 1 is off: Ben has declined" in office.mail_to(BEN).flat
    assert "> accept 1 refused: Challenge 1 is off: Ben has declined" in ask(office, ANN, "accept 1").flat


def test_a_letter_that_does_not_take_a_challenge_up_is_told_how(office: Office) -> None:
    """The answer to it is about that challenge still: `accept` in reply to it needs no number."""
    office.register("Ann")
    office.register("Ben")
    for _ in range(2):
        office.write(ANN, "challenge dodgeball ben")
    invitation = next(mail for to, mail in office.mails() if to == BEN and "pbem 1]" in mail.subject)
    office.reply(BEN, invitation, "shall we say so?")
    told = office.mail_to(BEN)
    assert "Match 1 waits for your answer: accept or decline" in told.flat
    office.reply(BEN, told, "accept")
    office.mails()
    assert [row.status for row in office.store.matches.all()] == ["offered", "running"]  # the newest first


def test_a_line_for_a_match_that_others_have_not_accepted(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    told = ask(office, ANN, "challenge dodgeball ben")
    office.reply(ANN, told, "S1 fly")
    assert "Match 1 has not begun: it waits until all have accepted" in office.mail_to(ANN).flat


def test_accepting_twice(office: Office) -> None:
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    office.write(ANN, "challenge gnomeball ben cat")
    office.mails()
    ask(office, BEN, "accept")
    refusal = "You have accepted match 1 already; the others have not all answered"
    assert f"> accept 1 refused: {refusal}" in ask(office, BEN, "accept 1").flat
    assert f"> accept 1 refused: {refusal}" in ask(office, ANN, "accept 1").flat  # the challenger, too
    office.register("Dan")
    assert "You do not play in match 1" in ask(office, "dan@example.org", "accept 1").flat
    office.write("cat@example.org", "accept")
    office.mails()
    assert "> accept 1 refused: There is nothing to accept" in ask(office, BEN, "accept 1").flat


def test_list_tells_how_matches_ended_as_their_last_mails_did(office: Office) -> None:
    office.begin()
    office.write(ANN, "draw")
    office.write(BEN, "draw")
    office.begin("", "Ben", "Cat", game="toxic-gnome")
    for name in ("ben", "cat"):
        office.write(f"{name}@example.org", "match 2\nconfirm resign")
    office.mails()
    endings = {
        ANN: [
            "1: Dodgeball! with Ben: over, you drew (draw agreed)",
            "with Ben, Cat: over, you won (resigned)",
        ],
        BEN: ["1: Dodgeball! with Ann: over, you drew", "with Ann, Cat: over, you came third (resigned)"],
        "cat@example.org": ["2: Toxic Gnome with Ann, Ben: over, you came second (resigned)"],
    }
    for address, lines in endings.items():
        told = ask(office, address, "list").flat
        assert all(line in told for line in lines), (address, told)


def test_a_challenger_may_withdraw(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    office.write(ANN, "decline 1")
    assert dict(office.mails())[BEN].kind == "declined"


@pytest.mark.parametrize("line", ["accept 1 2", "accept maybe", "decline draw undo"])
def test_answers_that_say_too_much(office: Office, line: str) -> None:
    office.register("Ann")
    verb = line.split()[0]
    assert f"Write: {verb}, or {verb} 12, or {verb} draw, or {verb} undo" in ask(office, ANN, line).flat


def test_there_may_be_nothing_to_accept(office: Office) -> None:
    office.begin()
    for line in ("accept", "decline", "accept undo", "decline undo", "decline draw"):
        text = ask(office, ANN, line).flat
        assert "refused" in text
    assert "No challenge waits for your answer" in ask(office, ANN, "accept challenge").flat
    assert office.find_match().row.status == "running"


def test_orders_for_a_match_that_has_not_begun(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben")
    invitation = dict(office.mails())[BEN]
    office.reply(BEN, invitation, "place a b c d e")
    assert "Match 1 has not begun: it waits until all have accepted" in office.mail_to(BEN).flat


# settings


def test_deadlines_are_told_in_the_players_own_zone(office: Office) -> None:
    office.begin()
    office.write(ANN, "settings zone America/New_York")
    office.write(BEN, "settings zone Asia/Kolkata")
    office.mails()
    mover = office.asked()
    zone = "Asia/Kolkata" if mover == BEN else "America/New_York"
    assert f"({zone}): 7 days" in ask(office, mover, "show").flat


# show, history, match


def test_show_and_history(office: Office) -> None:
    office.begin()
    for _ in range(3):
        office.write(office.asked(), "done")
        office.mails()
    assert "center line" in ask(office, ANN, "show 1").text
    story = ask(office, ANN, "history").text
    assert "THE STORY OF MATCH 1, Dodgeball!" in story
    assert re.findall(r"^Turn (\d+)(?:, ended on Mon 26 Oct 2026)?$", story, re.M) == ["1", "2", "3", "4"]
    assert story.count("ends the turn") == 3


@pytest.mark.parametrize("number", [1, 99])
@pytest.mark.parametrize(
    "line",
    ["match {}", "queue {}", "clear {}", "undo {}", "draw {}", "resign {}", "dice {}", "preview {}#1 done"],
)
def test_matches_of_others_are_nobodys_business(office: Office, line: str, number: int) -> None:
    """Whether there are such or not; `show` and `history` tell what everybody may know."""
    office.begin()
    office.register("Cat")
    office.mails()
    office.write("cat@example.org", line.format(number))
    told = office.mail_to("cat@example.org").flat
    assert f"You do not play in match {number}. Your matches: none" in told


@pytest.mark.parametrize("line", ["show 99", "show 99#2", "history 99", "show 99999999999999999999"])
def test_a_match_that_nobody_plays_is_not_shown(office: Office, line: str) -> None:
    office.begin()
    number = re.findall(r"9+", line)[0]
    assert f"There is no match {number} that has begun; see: list, observe" in ask(office, ANN, line).flat


@pytest.mark.parametrize(
    "line",
    [
        "undo 99999999999999999999",
        "accept 99999999999999999999",
        f"match {'9' * 400}",
        "match 99999999999999999999\nS1 move b4",
    ],
)
def test_a_number_may_be_of_any_size(office: Office, line: str) -> None:
    office.begin()
    assert "You do not play in match 99999999999999999999" in ask(office, ANN, line).flat.replace(
        "9" * 380, ""
    )


@pytest.mark.parametrize(
    "line", ["show one", "show 1 2", "history 1 x", "match x", "resign now", "draw soon"]
)
def test_arguments_that_are_no_number(office: Office, line: str) -> None:
    office.begin()
    assert f"Write: {line.split()[0]}" in ask(office, ANN, line).flat
    assert "Write: match 12" in ask(office, ANN, "match").flat


def test_who_plays_in_several_matches_says_which(office: Office) -> None:
    office.begin()
    office.begin()
    text = ask(office, ANN, "show").flat
    assert "Which match do you mean? Write first, for example: match 1." in text
    assert "Your matches: 1 (dodgeball), 2 (dodgeball)" in text


def test_one_letter_may_play_in_several_matches(office: Office) -> None:
    office.begin()
    office.begin()
    while office.asked(1) != office.asked(2):
        office.write(office.asked(1), "match 1\ndone")
    mover = office.asked(1)
    office.mails()
    office.write(mover, "match 1\ndone\nmatch 2\ndone")
    mine = [mail for to, mail in office.mails() if to == mover]
    assert [mail.subject.split("]")[0] for mail in mine] == ["[pbem 1", "[pbem 2"]
    assert mine[0].text.count("    done") == 4
    assert "YOUR LETTER" not in mine[1].text
    assert office.asked(1) == office.asked(2) == office.other(mover)


def test_match_in_the_subject_goes_before_the_lines_of_the_body(office: Office) -> None:
    office.begin()
    office.begin()
    mover = office.asked(2)
    office.write(mover, "done", subject="match 2")
    assert office.asked(2) != mover


def test_an_answer_finds_its_match_by_reference_where_the_address_was_lost(office: Office) -> None:
    office.begin()
    second = office.begin()
    mover = office.asked(2)
    office.write(mover, "done", headers=[f"In-Reply-To: {second[mover].id}"])
    assert office.asked(2) != mover


# say


def test_say_goes_to_the_others_as_it_was_written(office: Office) -> None:
    office.begin()
    assert "passed on" in ask_both(office, "say Good luck; #1 (really!) ...")[ANN].flat
    assert "Write: say TEXT, or say 12 TEXT; for example: say Good luck!" in ask(office, ANN, "say").flat


def ask_both(office: Office, line: str) -> dict[str, Mail]:
    office.write(ANN, line)
    mails = dict(office.mails())
    assert "Ann says: Good luck; #1 (really!) ..." in mails[BEN].flat
    assert "Ann says" not in mails[ANN].text
    return mails


@pytest.mark.parametrize(
    "line", ["* say Hello", "SAY:  Hello", "say\u00a0Hello", "- chat Hello", "say Hello"]
)
def test_say_however_the_line_begins(office: Office, line: str) -> None:
    office.begin()
    raw = office.raw(ANN, line, headers=["Content-Type: text/plain; charset=utf-8"])
    office.deliver(raw)
    assert "Ann says: Hello\n" in dict(office.mails())[BEN].text
