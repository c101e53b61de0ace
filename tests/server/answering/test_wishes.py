"""Wishes find their command, filled in; what is no wish finds none."""

import pytest
from msgspec import structs

from pbem.server.answering.wishes import Wish, not_taken, wish_in, wishes_in
from tests.server.answering.positions import about

# The clock of the office stands on Monday, 26 October 2026.


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("I quit. Sorry.", "resign"),
        ("I give up", "resign"),
        ("You win, I resign.", "resign"),
        ("I think I'll surrender", "resign"),
        ("Can we call it a draw?", "draw"),
        ("call it a draw?", "draw"),
        ("I get too many mails from you", "settings mail daily"),
        ("could I have one mail a day", "settings mail daily"),
        ("Please stop sending me mails", "settings mail off"),
        ("The mails are much too long", "settings detail brief"),
        ("I am blind, no drawings please", "settings board off"),
        ("My time zone is Berlin", "settings zone Europe/Berlin"),
        ("I'm away from 1 to 10 December", "vacation 2026-12-01 2026-12-10"),
        ("We are on holiday until Friday", "vacation 2026-10-26 2026-10-30"),
        ("I can't play for two weeks", "vacation 14d"),
        ("I will be out of town next week", "vacation 2026-11-02 2026-11-08"),
        ("undo that please", "undo"),
        ("Oh no, that was a mistake. Can I take it back?", "undo"),
        ("Please send me the board again.", "show"),
        ("Could you send me the rules?", "rules dodgeball"),
        ("My new address is ann@work.example", "address ann@work.example"),
        ("Ben never answers. Can you remind him?", "nudge"),
        ("I want to leave this server and delete my account", "leave server"),
        ("unregister", "leave server"),
        ("stats dodgeball", "standings dodgeball"),
        ("I'd like to play another game with Ben after this", "challenge dodgeball Ben"),
        ("I'd like to play gnomeball with rosa", "challenge gnomeball rosa"),
        ("Let me play toxic gnome against the computer", "challenge toxic-gnome house"),
        ("Is there an easier opponent I can practise with?", "challenge dodgeball house level=easy"),
        ("Please tell Ben that I am sorry, really.", "tell Ben I am sorry, really."),
        ("Are the dice fair?", "dice"),
        ("What is in my queue?", "queue"),
        ("Shall we play again?", "rematch"),
        ("Please cease sending me all those confirmations", "settings receipts off"),
        (
            "From 1 December until 10 December I am on holiday and can not play.",
            "vacation 2026-12-01 2026-12-10",
        ),
        ("I depart in holidays the 1st until the 12th of December", "vacation 2026-12-01 2026-12-12"),
        ("I give match 17 up, the others go on.", "resign 17"),
        ("No more challenges, please", "limit 1"),
        ("Might I possibly take my last move back?", "undo"),
        ("Could everything come in one mail in the evening?", "settings mail daily"),
        ("I need a little more time", "extend 3d"),
        ("Is there a machine I can practise against?", "challenge dodgeball house level=easy"),
        ("omg so many emails from this thing, can i get like one a day max", "settings mail daily"),
        ("I need two more days", "extend 2d"),
        ("48 hours more would be great", "extend 48h"),
        ("I agree to a draw", "draw"),
        ("I propose that we share the honours", "draw"),
        ("Shall we leave it at that?", "draw"),
        ("stop sending me those receipts", "settings receipts off"),
        ("I would like to read all the rules from the beginning, can you send to me?", "rules dodgeball"),
        ("Once this is finished I should very much like a return match with Ben.", "rematch"),
        ("I can't see colours well, is there a version in words only?", "settings board off"),
        ("away: 3.12. - 9.12.", "vacation 2026-12-03 2026-12-09"),
        ("I have to go to hospital on Thursday for a week", "vacation 2026-10-29 2026-11-04"),
        ("No moves from me until next Monday", "vacation 2026-10-26 2026-11-02"),
        ("Tell me which games there are", "games"),
        ("I never want to hear from Ben again", "block Ben"),
        ("And send it at 8 in the morning.", "settings hour 8"),
        ("Could I have the mails at 6 pm?", "settings hour 18"),
        ("give Ben 3 more days please, he is travelling", "extend 3d Ben"),
        ("You can have the win, Ben.", "resign"),
        ("I don't want this match any more, sorry", "resign"),
        ("Would you be ok with a draw, Ben?", "draw"),
        ("My last order was nonsense, please forget it.", "undo"),
        ("The times are wrong, I'm in New York", "settings zone America/New_York"),
        ("I'm lost with these short mails", "settings detail full"),
        ("Don't send me a mail each time somebody moves", "settings mail daily"),
        ("I have a new email address, it is ann@home.example", "address ann@home.example"),
        ("start a game of elfball against the house, hard.", "challenge elfball house level=hard"),
        ("Can I see a game between two others?", "observe"),
        ("Show me how the match went so far", "history"),
        ("I can't find any words any more, I give this game up.", "resign"),
        ("not fun anymore, I want out", "resign"),
        ("I'd prefer the board from the other side", "settings side mine"),
        ("I'm in Tokyo now, please show my local time", "settings zone Asia/Tokyo"),
        ("It's all too wordy, cut it down please", "settings detail brief"),
        ("Please keep Ben from challenging me again", "block Ben"),
        ("let me see the moves from the start", "history"),
        ("No answers from me on Wednesday and Thursday, sorry.", "vacation 2026-10-28 2026-10-29"),
        ("could i get a day longer?", "extend 1d"),
        ("Which other people are around here?", "players"),
        ("Ben is annoying me, I don't want any messages from him", "block Ben"),
        ("Could you send the record of this match as a file?", "export 17"),
    ],
)
def test_a_wish_finds_its_command(text: str, command: str) -> None:
    wish = wish_in(text, about("dodgeball"))
    assert wish is not None
    assert wish.command == command


@pytest.mark.parametrize(
    "text",
    [
        "I'd resign if I were you", "Resign? Me? Never!", "You should have offered a draw when you could",
        "If this goes on I'll resign soon", "That was the luck of the draw", "I quit smoking today, so be kind",
        "Do you resign?", "I could accept a draw, or not",
        "I leave the dodgeball for today.", "So I'm in the wrong one.",
        "Yes, that draw offer made me laugh", "Yes, but not today",
        "I do not want to undo it",
        "I resign, not really", "I give up, no, I do not", "It is not over yet, or I give up",
        "I'm in trouble, local time is late",
        "What a match so far!", "I was busy yesterday", "I give up, just kidding", "please ignore the above",
        "What a game!", "Good luck!", "I never give up", "S1 move b3",
    ],
)  # fmt: skip
def test_talk_is_no_wish(text: str) -> None:
    assert wish_in(text, about("dodgeball")) is None


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("I'd like to resign and I want a rematch", ["resign", "rematch"]),
        ("Could we have a rematch, and I resign this one", ["resign", "rematch"]),
        ("send me the board and the rules, please", ["show", "rules dodgeball"]),
        (
            "I was ill and away till Friday, so I need more time",
            ["vacation 2026-10-26 2026-10-30", "extend 3d"],
        ),
        ("I am away and out of town till Friday", ["vacation 2026-10-26 2026-10-30"]),
        ("If you are away, send me the board and the rules", ["show"]),
    ],
)
def test_each_wish_of_a_sentence_counts(text: str, commands: list[str]) -> None:
    """One of a kind, that to end the match first; beside an if only the first one."""
    assert [wish.command for wish in wishes_in(text, about("dodgeball"))] == commands


def test_what_changes_and_what_ends() -> None:
    """What only tells needs no yes; what may end a match says so."""
    asker = about("dodgeball")
    assert wish_in("too many mails", asker) == Wish("settings mail daily", True, False)
    assert wish_in("send me the board", asker) == Wish("show", False, False)
    assert wish_in("I give up", asker) == Wish("resign", False, True)
    assert wish_in("let's call it a draw", asker) == Wish("draw", True, True)
    assert wish_in("delete my account", asker) == Wish("leave server", True, True)
    assert wish_in("I am going on vacation", asker) == Wish("vacation", False, False)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Great, my name is Tom. Please sign me up!", "register Tom"),
        ("sign me up as tom_b", "register tom_b"),
        ("Hi, I'd like to play. My name is Ann.", "register Ann"),
        ("please register me as tom", "register tom"),
        ("Then please put me down as Margaret.", "register Margaret"),
        ("ok sign me up, tyler", "register tyler"),
        ("I want to register me with the name Jorge please.", "register Jorge"),
        ("I want to register as Fay please.", "register Fay"),
        ("Could I join? Fay", "register Fay"),
        ("I would like to be called Fay.", "register Fay"),
        ("sign up Fay", "register Fay"),
        ("I want to make inscription for the game. My name is Jorge.", "register Jorge"),
        ("yo can i play gnomeball? its tyler", "register tyler"),
        ("Petra here, I'd like to have a go.", "register Petra"),
    ],
)
def test_a_stranger_wishes_to_register(text: str, command: str) -> None:
    assert wish_in(text, about("stranger")) == Wish(command, True, False)


@pytest.mark.parametrize(
    "text",
    [
        "I am Tom",
        "how does this work?",
        "sign me up",
        "I give up",
        "My name is House. Sign me up",
        "Do not sign me up. Bob",
        "Can I play? Thanks",
        "register me please",
        "I want to play chess",
        "My account was deleted. Tom",
    ],
)
def test_a_stranger_without_a_name_does_not(text: str) -> None:
    assert wish_in(text, about("stranger")) is None


@pytest.mark.parametrize(
    ("letter", "command"),
    [
        (
            "My brother Will would like to play me. His address is will@localhost.\n"
            "Could you invite him to a Dodgeball game with three pawns each, not for any ratings?",
            "challenge dodgeball will@localhost pawns=3 rated=no",
        ),
        ("Please let me challenge Ben: Dodgeball, three pawns, unrated.", "challenge dodgeball Ben pawns=3 rated=no"),
        ("invite zed@example.com to elfball", "challenge elfball zed@example.com"),
        ("Please ask zed@example.com to play gnomeball with me, a day per move",
         "challenge gnomeball zed@example.com pace=1d"),
        ("Please give me a game of elfball against the house, easy level", "challenge elfball house level=easy"),
        ("I challenge the house to Dodgeball please. Not too strong.", "challenge dodgeball house level=easy"),
        ("start gnomeball vs the bot pls", "challenge gnomeball house"),
        ("Might I start with Elfball? A game against the computer would do nicely.", "challenge elfball house"),
        ("Now I like to try the other game, Toxic Gnome, against the house", "challenge toxic-gnome house"),
        ("a game of dodgeball against the house with four pawns, hard", "challenge dodgeball house pawns=4 level=hard"),
    ],
)  # fmt: skip
def test_a_wish_for_a_match_takes_what_the_letter_says_of_it(letter: str, command: str) -> None:
    asker = structs.replace(about("dodgeball"), letter=letter)
    wish = next(filter(None, (wish_in(each, asker) for each in letter.split("\n"))))
    words, expected = wish.command.split(), command.split()
    assert words[:3] == expected[:3]
    assert sorted(words) == sorted(expected)


def test_what_a_wish_for_a_match_leaves_out_is_named() -> None:
    text = "a game of dodgeball against the house with four pawns, hard, and with red pieces"
    assert not_taken(text, "challenge dodgeball house pawns=4 level=hard", about("dodgeball")) == [
        "with red pieces"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "His address is will@example.net",
        "My brother has the address will@example.net",
        "Ben's address is b@example.net",
    ],
)
def test_the_address_of_another_person_is_not_the_writers_own(text: str) -> None:
    wish = wish_in(text, about("dodgeball"))
    assert wish is None or not wish.command.startswith("address")
