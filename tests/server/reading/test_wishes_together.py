"""Several wishes of one letter, a yes that wishes for something besides, and what is asked in words of a game."""

import pytest

from tests.people.tables import Seated, table
from tests.server.office import Office, answer

CAT = "cat@example.org"


def told(letter: str, game: str = "dodgeball", *before: str) -> str:
    """The answer to a letter in a position, as one line."""
    seated = Seated(table(game, 1, before))
    return seated.reply(seated.fill(letter)).mine[-1].flat


def house(game: str = "dodgeball") -> Office:
    """Cat begins a match against the house."""
    office = Office()
    office.register("Cat")
    office.write(CAT, f"challenge {game} house")
    return office


def answers(office: Office, *letters: str) -> str:
    """The answer to the last of some letters, each to the mail before it."""
    mail = office.mail_to(CAT)
    for letter in letters:
        mail = answer(office, CAT, mail, letter)
    return mail.flat


@pytest.mark.parametrize(
    ("letter", "first", "second"),
    [
        ("set my mail to daily and give me two more days please", "settings mail daily", "extend 2d"),
        ("Turn the board round, and less text please.", "settings side mine", "settings detail brief"),
        ("Kindly send me less mail, and only in plain text.", "settings mail daily", "settings text on"),
        (
            "could u send me less mail? i work nights and im away from friday till sunday",
            "daily",
            "vacation 2",
        ),
    ],
)
def test_all_wishes_of_a_letter_are_offered(letter: str, first: str, second: str) -> None:
    answered = told(letter)
    assert first in answered
    assert second in answered
    assert "To send this, answer yes:" in answered


def test_one_yes_grants_several_wishes() -> None:
    answered = answers(house(), "set my mail to daily and give me two more days please", "yes")
    assert "one mail a day" in answered
    assert "you have 2 days more" in answered


def test_what_cannot_be_offered_together_is_named() -> None:
    """Whoever gives up is asked about that first."""
    letter = "I'd like to give up this match, please, and could we have a rematch?"
    answered = answers(house(), letter)
    assert "Do you want to give up match 1 for good?" in answered
    assert "I ask one thing at a time. To ask for this, write: rematch" in answered


@pytest.mark.parametrize(
    "letter",
    [
        "please stop the dodgeball match, i dont want to play it any more",
        "I want to stop dodgeball, words in english are too hard for me",
        "i am tired of it, take me out of it pls",
        "I'm giving up on this one. Would you like to play again?",
    ],
)
def test_a_match_is_given_up_in_words(letter: str) -> None:
    assert "Do you want to give up match 1 for good?" in answers(house(), letter)


def test_the_match_of_the_game_that_is_named_is_given_up() -> None:
    office = house("toxic-gnome")
    office.write(CAT, "challenge dodgeball house")
    mail = dict(office.mails())[CAT]
    assert "give up match 1 for good" in answer(office, CAT, mail, "i want to stop the toxic gnome").flat


@pytest.mark.parametrize(
    "letter",
    [
        "Yes, and please resign this one first.",
        "Yes please, resign the match. Thanks!",
        "Yes\nAnd thank you!",
    ],
)
def test_a_yes_may_say_what_it_agrees_to(letter: str) -> None:
    assert "you have resigned match 1" in answers(house(), "resign", letter)


@pytest.mark.parametrize(
    "letter",
    [
        "Yes, resign? Never!",
        "Yes. You should resign.",
        "Yes, I'd like to play on.",
        "Yes. I resign. Or should I?",
    ],
)
def test_a_yes_that_says_anything_else_resigns_nothing(letter: str) -> None:
    assert "you have resigned" not in answers(house(), "resign", letter)


@pytest.mark.parametrize(
    "letter",
    [
        "Sure, let's call it even.",
        "With pleasure, {other}. Let us share it.",
        "Agreed! Let's split the points. Well played, {other}.",
        "Gladly, {other}. That was a great game, thank you!",
        "I accept your offer of a draw. Shall we play again?",
        "Yes. And a rematch please!",
    ],
)
def test_a_draw_is_accepted_in_words(letter: str) -> None:
    assert "the match is drawn" in told(letter, "dodgeball", "other: draw")


@pytest.mark.parametrize(
    "letter",
    [
        "Sure, let's call it even?", "Yes, let's call it even. But not now.", "Sure, a draw, if you buy the beer.",
        "Yes. Take my last move back.", "Yes. What a match so far!", "Yes. Do you think it is fair?",
    ],
)  # fmt: skip
def test_a_draw_in_doubt_is_not(letter: str) -> None:
    assert "the match is drawn" not in told(letter, "dodgeball", "other: draw")


def test_who_wishes_for_a_draw_that_is_offered_accepts_it() -> None:
    seated = Seated(table("dodgeball", 1, ("other: draw",)))
    offered = seated.reply("Let's call it a draw.").mine[-1].flat
    assert "Do you want this: accept draw" in offered
    assert "the match is drawn" in seated.reply("yes").mine[-1].flat


@pytest.mark.parametrize(
    "letter", ["Exactly so. And which games are there?", "Right.", "That would be great, thanks!"]
)
def test_what_only_confirms_is_a_yes_to_what_was_proposed(letter: str) -> None:
    assert "one mail a day" in answers(house(), "too many mails", letter)


@pytest.mark.parametrize("letter", ["Right, but not daily", "Exactly what I said yesterday", "Correct?"])
def test_it_is_none_beside_other_words(letter: str) -> None:
    assert "one mail a day" not in answers(house(), "too many mails", letter)


def test_an_accepted_challenge_is_not_offered_as_a_rematch_again() -> None:
    letters = "confirm resign", "could we play the same again against the house?", "Yes please, the rematch."
    answered = answers(house(), *letters)
    assert "match 2 against the house begins" in answered
    assert "Do you want this" not in answered


def test_what_is_refused_of_an_accepted_offer_leaves_the_rest() -> None:
    """Across different matches, and commands for none; the orders of a match stay together."""
    seated = Seated(table("dodgeball", 1, ()))
    invite = "Could you invite my friend to a game of Dodgeball? Her address is pbem@play.example."
    seated.reply(f"my pawn S1 wanders over to b2. {invite}")
    answered = seated.reply("Yes, both!").mine[-1].flat
    assert "pbem@play.example is an address of this server" in answered
    assert seated.state().rows[-1] == "S1 move a3 b2 with 2"


def test_a_setting_stands_beside_a_refused_challenge() -> None:
    letter = (
        "One mail a day is enough. Could you invite my friend to Dodgeball? Her address is pbem@play.example."
    )
    answered = answers(house(), letter, "Yes please, both!")
    assert "one mail a day" in answered
    assert (
        'Not done, because of a line that is refused below: "challenge dodgeball pbem@play.example"'
        in answered
    )


def test_why_somebody_is_away_puts_no_order_in_doubt() -> None:
    answered = told("S1 move b2\nI work nights and I'm away from Friday till Sunday.")
    assert "done: S1 move a3 b2 with 2" in answered
    assert "vacation 2026-10-30 2026-11-01" in answered


def test_the_board_is_shown_beside_what_is_offered() -> None:
    answered = told("please take back my last move and send me the board again")
    assert "Do you want this: undo" in answered
    assert "South (Ann), 3 pawns: S1 b4 with ball 1" in answered


@pytest.mark.parametrize(
    "letter",
    [
        "I'm away from Friday till Sunday, can you wait for me?",
        "Can you wait for me from Friday till Sunday?",
    ],
)
def test_a_request_behind_a_statement_is_a_wish(letter: str) -> None:
    assert "Do you want this: vacation 2026-10-30 2026-11-01" in told(letter)


def test_what_only_tells_is_told_rather_than_how_to_ask_for_it() -> None:
    assert "PLAYERS" in told("who else plays here")


def test_nobody_tells_the_house_anything() -> None:
    assert "tell house" not in answers(
        house("toxic-gnome"), "and say hi to the house from me, nice word noel!"
    )


def test_tell_me_about_something_is_no_command() -> None:
    assert "There is no player" not in answers(house(), "Tell me about the house soon!")


@pytest.mark.parametrize(
    "letter",
    [
        "i take a tauren, two orcs (one of them is the copperback), a troll and an undead, home wherever you like",
        "for gnomeball: i take a tauren, two orcs (first one is the copperback), a troll and an undead.",
    ],
)
def test_a_team_may_be_counted(letter: str) -> None:
    assert "Do you want this: team tauren orc* orc troll undead" in answers(house("gnomeball"), letter)


@pytest.mark.parametrize(
    ("letter", "start"),
    [
        ("i start on the X", "c"),
        ("the middle one", "c"),
        ("the last column please", "e"),
        ("I start on the letter O", "b"),
    ],
)
def test_a_column_may_be_called_by_its_place_or_its_letter(letter: str, start: str) -> None:
    """The bottom tile is TOXIC."""
    office = house("toxic-gnome")
    assert f"start {start}" in answers(office, letter).replace(f"start on {start}", f"start {start}")
    assert office.find_match().match.state.tokens["1"] == f"{start}1"


@pytest.mark.parametrize(
    "letter", ["Ok do that. Who is winning by the way?", "Sure thing. What a match!", "both please"]
)
def test_a_sentence_of_consent_accepts_what_was_proposed(letter: str) -> None:
    assert "one mail a day" in answers(house(), "too many mails, and the board is upside down", letter)


@pytest.mark.parametrize(
    "letter", ["Ok. Let me think.", "Go ahead. No, wait.", "Great. What a match!", "Ok, thanks. Who?"]
)
def test_a_note_that_a_mail_has_come_accepts_nothing(letter: str) -> None:
    assert "one mail a day" not in answers(house(), "too many mails, and the board is upside down", letter)


def test_no_other_match_is_given_up_than_the_one_that_is_named() -> None:
    """There is no match of the other game."""
    letter = "please stop the gnomeball match, i dont want to play it any more"
    assert "give up match" not in answers(house(), letter)


def test_a_mistyped_address_takes_no_move_back() -> None:
    answered = told("S1 move b2\nSorry, I mistyped her address. It's hanne@example.org.")
    assert "undo" not in answered.partition("WHAT HAPPENED")[0]
    assert "done: S1 move a3 b2 with 2" in answered


def test_of_two_offers_of_one_match_the_one_that_says_more_is_made() -> None:
    answered = told("I'd like to learn elfball. Is there a match against the computer?")
    assert answered.count("challenge elfball house") == 1


def test_what_cannot_be_read_below_a_yes_leaves_what_it_accepts() -> None:
    seated = Seated(table("dodgeball", 1, ()))
    seated.reply("my pawn S1 wanders over to b2")
    answered = seated.reply("Yes please!\nAnd S2 dodges, with the ball to b2 if it misses.").mine[-1].flat
    assert seated.state().rows[-1] == "S1 move a3 b2 with 2"
    assert "is not an order of Dodgeball" in answered


@pytest.mark.parametrize(
    "letter", ["Yes. Scrap that.", "Yes. Or rather not.", "Yes. Hm, maybe S2 instead.", "Yes?"]
)
def test_what_puts_a_yes_in_doubt_does_not(letter: str) -> None:
    seated = Seated(table("dodgeball", 1, ()))
    before = seated.state()
    seated.reply("my pawn S1 wanders over to b2")
    seated.reply(letter)
    assert seated.state() == before


def test_an_order_that_is_refused_below_a_yes_holds_all_orders_of_the_match() -> None:
    seated = Seated(table("dodgeball", 1, ()))
    before = seated.state()
    seated.reply("my pawn S1 wanders over to b2")
    answered = seated.reply("Yes please! S2 move h8").mine[-1].flat
    assert seated.state() == before
    assert "To send the corrected letter, answer yes: e.g. S1 move b2" in answered


@pytest.mark.parametrize(
    ("letter", "says"),
    [
        ("show legend again, what do those signs mean", "LEGEND"),
        ("Export this game for me please", "export 17"),
        ("Unsubscribe me from everything, I want my data deleted", "leave server"),
        ("message to {other}: back at nine tonight", "passed on to Ben"),
    ],
)
def test_a_sentence_that_begins_with_a_word_of_a_command_is_a_wish(letter: str, says: str) -> None:
    assert says in told(letter)


def test_a_command_that_only_tells_here_holds_no_offer() -> None:
    answered = told("Could my mails be shorter, and let me watch a match of others.")
    assert "Do you want this: settings detail brief" in answered
    assert "MATCHES THAT ARE BEING PLAYED" in answered


@pytest.mark.parametrize(
    "yes",
    [
        "yes please :) and how long do i have for a move, i have exams next week",
        "Yes and how long do I have for a move",
    ],
)
def test_a_yes_stands_beside_a_question_for_something_else(yes: str) -> None:
    assert "one mail a day" in answers(house(), "set my mail to daily please", yes)


@pytest.mark.parametrize("yes", ["yes :) but not now", "yes :) or rather no", "yes and why do you ask"])
def test_it_does_not_beside_a_doubt(yes: str) -> None:
    assert "one mail a day" not in answers(house(), "set my mail to daily please", yes)


def test_a_wish_said_again_with_a_number_counts_so() -> None:
    answered = told("only more time for this move please. 6 days more would be great")
    assert "extend 6d" in answered
    assert "extend 3d" not in answered


def test_how_long_a_match_gives_is_told_with_the_yes_that_begins_it() -> None:
    office = Office()
    office.register("Cat")
    asked = "I'd like to play dodgeball against the house"
    office.write(CAT, asked)
    answered = answers(office, "yes please :) and how long do I have for a move?")
    assert "You have 7 days for each move." in answered
