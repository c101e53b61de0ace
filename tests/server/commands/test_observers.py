"""Past positions, observers, messages, notes and nudges."""

import pytest

from pbem.server.admin import host
from pbem.store.rows import Terms
from tests.server.office import Office, ask

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))
DAY = 86_400


@pytest.fixture
def office() -> Office:
    """Ann is asked in a match against Ben; Cat looks on."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    office.register("Cat")
    assert office.asked() == ANN
    return office


def take_turns(office: Office, *lines: str) -> None:
    """Letters of Ann and Ben in turn."""
    for who, line in zip((ANN, BEN) * len(lines), lines, strict=False):
        office.write(who, line)


# Past positions.


def test_the_board_of_a_past_turn_is_shown(office: Office) -> None:
    take_turns(office, "S1 move b4; done", "done", "done", "done")
    now = office.find_match().match.turn.number + 1
    told = ask(office, ANN, "show 1#2").text
    assert "MATCH 1 AT THE BEGINNING OF TURN 2" in told
    assert "S1 b4" not in told
    assert "S1 b4" in ask(office, ANN, "show 1#3").text
    assert ask(office, ANN, f"show #{2 - now}").text.partition("TURN")[2] == told.partition("TURN")[2]


def test_turns_that_snapshots_have_been_dropped_of_are_played_again(office: Office) -> None:
    take_turns(office, *["done"] * 14)
    assert [turn.number for turn in office.store.log.turns(1)] != list(range(16))
    for turn in (2, 5, 12):
        assert f"AT THE BEGINNING OF TURN {turn}" in ask(office, BEN, f"show 1#{turn}").text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("show 1#0", "Match 1 has turns 1 to 2"),
        ("show 1#99", "Match 1 has turns 1 to 2"),
        ("show #-9", "Match 1 has turns 1 to 2"),
        ("show me", "Write: show, or show 12"),
        ("show 9#1", "There is no match 9 that has begun"),
        ("preview #1 S1 move b9", "S1 move b9"),
    ],
)
def test_positions_that_cannot_be_shown(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat


def test_a_past_position_keeps_the_others_secrets(office: Office) -> None:
    office.write(BEN, "always dodge")
    take_turns(office, "done", "done")
    assert "dodge" not in ask(office, ANN, "show 1#2").text.lower().replace("dodgeball", "")


def test_a_preview_may_start_from_a_past_turn(office: Office) -> None:
    take_turns(office, "done", "done", "done", "done")
    told = ask(office, ANN, "preview 1#2 S1 move b2").flat
    assert "PREVIEW of S1 move b2 in turn 2 (nothing of this has happened)" in told


# Looking on once.


def test_a_match_of_others_is_shown_as_everybody_may_know_it(office: Office) -> None:
    """Now, at an earlier turn, and its story; nothing of a turn before it is over."""
    office.write(ANN, "S1 move b4")
    told = ask(office, CAT, "show 1")
    assert "MATCH 1, Dodgeball!: South (Ann), North (Ben); turn 2." in told.flat
    assert "S1 b1" in told.flat
    assert "S1 runs from" not in ask(office, CAT, "history 1").flat
    office.write(ANN, "done")
    assert "S1 b4" in ask(office, CAT, "show 1").flat
    assert "S1 b1" in ask(office, CAT, "show 1#2").flat
    assert "AT THE BEGINNING OF TURN 2" in ask(office, CAT, "show 1#-1").text
    story = ask(office, CAT, "history 1").text
    assert "THE STORY OF MATCH 1" in story
    assert "S1 runs from" in story


def test_no_secret_is_shown_to_who_looks_on() -> None:
    office = Office()
    office.begin("pawns=3")
    office.register("Cat")
    office.write(ANN, "place a b c\nalways dodge")
    for line in ("show 1", "show 1#1", "history 1"):
        told = ask(office, CAT, line).text
        assert "S1 a1" not in told
        assert "dodge" not in told.lower().replace("dodgeball", "")


def test_a_match_that_is_over_is_shown_and_listed(office: Office) -> None:
    office.write(BEN, "confirm resign 1")
    assert "North (Ben); over: North (Ben) resigned." in ask(office, CAT, "show 1").flat
    line = "1: Dodgeball!, Ann won, Ben lost (resigned), Mon 26 Oct 2026"
    for wanted in (
        "history dodgeball",
        "history ben",
        "history Dodgeball ben",
        "history ben dodgeball",
        "list ben",
    ):
        assert line in ask(office, CAT, wanted).flat
    assert "FINISHED MATCHES OF DODGEBALL! OF BEN" in ask(office, CAT, "history dodgeball ben").text
    for wanted in ("history elfball", "history cat", "history elfball ben", "list cat"):
        assert line not in ask(office, ANN, wanted).flat
    assert "none" in ask(office, ANN, "history elfball ben").flat


def test_what_others_play_is_listed(office: Office) -> None:
    for wanted in ("list ann", "list BEN", "list dodgeball"):
        assert "1: Dodgeball!, Ann and Ben" in ask(office, CAT, wanted).flat
    assert "MATCHES OF ELFBALL THAT ARE BEING PLAYED none" in ask(office, CAT, "list elfball").flat
    assert "YOUR MATCHES" in ask(office, ANN, "list ann").text


def test_who_has_blocked_somebody_is_not_seen_by_them(office: Office) -> None:
    office.write(BEN, "block cat")
    for wanted in ("list ann", "list dodgeball", "observe", "history ann"):
        assert "1: Dodgeball!" not in ask(office, CAT, wanted).flat
    for wanted in ("show 1", "show 1#1", "history 1"):
        assert "You cannot watch match 1" in ask(office, CAT, wanted).flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("list zoe", "There is no game or player zoe"),
        ("list dodgebal", "MATCHES OF DODGEBALL!"),
        ("list ann ben", "Write: list, or list ben, or list dodgeball"),
        ("history 12 ben", "Write: history, or history 12, or history dodgeball, or history ben"),
        ("history dodgeball zoe", "There is no game or player zoe"),
        ("history 1 2", "Write: history, or history 12"),
        ("show dodgeball pawns=99", "pawns=99: pawns may be"),
        ("show dodgeball ben", "ben? Write for example: show dodgeball option=value"),
        ("show dodgeball players=3", "is for 2 players"),
        ("observe dodgeball all", "Write: observe, or observe 12"),
        ("unobserve elfball", "You do not follow the new matches of Elfball"),
    ],
)
def test_what_cannot_be_listed(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, CAT, line).flat


def test_the_board_of_a_match_is_shown_before_it_is_offered(office: Office) -> None:
    told = ask(office, CAT, "show dodgeball pawns=4")
    assert "DODGEBALL!, AS A MATCH WOULD BEGIN" in told.text
    assert "South (Cat) places 4 pawns on row 1, in secret." in told.flat
    assert "North (anybody)" in told.flat
    assert office.store.matches.find(2) is None
    assert "THE TEAMS" not in ask(office, CAT, "board gnomeball players=3").text


# Observers.


def followed_by_cat(office: Office) -> list[int]:
    """The numbers of the matches that Cat follows."""
    cat = office.store.people.named("cat")
    assert cat is not None
    return office.store.watch.observed_by(cat.id)


def test_every_new_match_of_a_game_is_followed(office: Office) -> None:
    """However it begins; until one wants it no more."""
    office.write(CAT, "observe dodgeball")
    assert "You follow every new match of: Dodgeball!" in ask(office, CAT, "observe").flat
    office.write(ANN, "challenge dodgeball ben")
    assert followed_by_cat(office) == []
    office.write(BEN, "accept 2")
    assert host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms()) == 3
    assert followed_by_cat(office) == [2, 3]
    told = ask(office, CAT, "unobserve dodgeball").flat
    assert "you follow no new match of Dodgeball!; followed as before: 2, 3" in told
    host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())
    assert followed_by_cat(office) == [2, 3]


@pytest.mark.parametrize(
    ("game", "players"), [("dodgeball", "ann house"), ("dodgeball", "ann cat"), ("elfball", "ann ben")]
)
def test_not_every_match_is_followed(office: Office, game: str, players: str) -> None:
    """Not one's own, nor practice against the house, nor other games."""
    office.write(ANN, "challenge dodgeball house")
    office.write(CAT, "observe dodgeball")
    host.create(office.app, game, players.split(), {}, Terms())
    assert followed_by_cat(office) == []


def test_who_is_blocked_follows_no_new_match(office: Office) -> None:
    office.write(CAT, "observe dodgeball")
    office.write(BEN, "block cat")
    host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())
    assert followed_by_cat(office) == []


def test_who_follows_a_game_hears_from_the_first_turn_or_of_the_end_alone(office: Office) -> None:
    office.register("Dan")
    office.write(CAT, "observe dodgeball")
    assert (
        "you will hear how each new match" in ask(office, "dan@example.org", "observe dodgeball result").flat
    )
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    office.write(BEN, "accept 2")
    office.mails()
    office.write(office.asked(2), "match 2\ndone")
    mails = dict(office.mails())
    assert "The teams line up." in mails[CAT].flat
    assert "dan@example.org" not in mails
    office.write(ANN, "confirm resign 2")
    assert "It is over: South (Ann) resigned." in dict(office.mails())["dan@example.org"].flat


def test_an_observer_gets_a_mail_whenever_a_turn_is_over(office: Office) -> None:
    told = ask(office, CAT, "observe 1").flat
    assert "you follow match 1: a mail comes whenever a turn is over" in told
    assert "South (Ann), 3 pawns" in told
    office.write(ANN, "S1 move b4")
    assert CAT not in dict(office.mails())
    office.write(ANN, "done")
    mail = dict(office.mails())[CAT]
    assert mail.subject == "[pbem] match 1, Dodgeball!, turn 3"
    assert "S1 runs from" in mail.flat
    assert "S1 b4" in mail.flat
    office.write(BEN, "done")
    assert "S1 runs from" not in dict(office.mails())[CAT].flat


def test_an_observer_hears_the_end_and_may_want_nothing_else(office: Office) -> None:
    assert "you will hear how match 1 ends" in ask(office, CAT, "observe 1 result").flat
    office.mails()
    take_turns(office, "done", "done")
    assert CAT not in dict(office.mails())
    office.write(ANN, "confirm resign")
    mail = dict(office.mails())[CAT]
    assert "It is over: South (Ann) resigned." in mail.flat
    assert "ends the turn" not in mail.flat


def test_an_observer_sees_no_secrets(office: Office) -> None:
    office = Office()
    office.begin("pawns=3")
    office.register("Cat")
    office.write(CAT, "observe 1")
    office.write(ANN, "place a1 b1 c1")
    assert "a1" not in dict(office.mails())[CAT].flat.replace("South (Ann)", "")


def test_following_ends_when_one_wants(office: Office) -> None:
    office.write(CAT, "observe 1")
    assert "you no longer follow match 1" in ask(office, CAT, "unobserve 1").flat
    take_turns(office, "done")
    assert CAT not in dict(office.mails())
    assert (
        "You do not follow match 1. You are not following any match" in ask(office, CAT, "unobserve 1").flat
    )


def test_observe_alone_lists_what_is_played(office: Office) -> None:
    office.write(CAT, "observe 1")
    assert "1: Dodgeball!, Ann and Ben, which you follow" in ask(office, CAT, "observe").flat


@pytest.mark.parametrize(
    ("who", "line", "reason"),
    [
        (CAT, "observe 9", "There is no match 9 that has begun"),
        (ANN, "observe 1", "You play in match 1 yourself"),
        (CAT, "observe x", "Write: observe, or observe 12"),
        (CAT, "observe 1 all", "Write: observe, or observe 12"),
        (CAT, f"unobserve {'9' * 30}", f"You do not follow match {'9' * 30}"),
        (
            CAT,
            "unobserve 1 2",
            "Write: unobserve 12, or unobserve dodgeball, or unobserve all, or unobserve. You are not following",
        ),
    ],
)
def test_matches_that_cannot_be_followed(office: Office, who: str, line: str, reason: str) -> None:
    assert reason in ask(office, who, line).flat


def test_who_is_blocked_cannot_look_on(office: Office) -> None:
    office.write(ANN, "block cat")
    assert "You cannot watch match 1" in ask(office, CAT, "observe 1").flat


def test_who_is_blocked_later_looks_on_no_more(office: Office) -> None:
    office.write(CAT, "observe 1")
    office.write(BEN, "block cat")
    office.mails()
    take_turns(office, "done", "done")
    assert CAT not in dict(office.mails())
    assert "You are not following any match" in ask(office, CAT, "unobserve 1").flat


# Messages, notes, nudges.


def test_a_message_goes_to_one_player_alone(office: Office) -> None:
    office.mails()
    office.write(ANN, "tell cat Shall we play; you and I?")
    mails = dict(office.mails())
    assert BEN not in mails
    assert "passed on to Cat" in mails[ANN].flat
    assert mails[CAT].subject == "[pbem] Ann writes to you"
    assert "Ann writes: Shall we play; you and I?" in mails[CAT].flat
    assert ANN not in mails[CAT].text
    office.reply(CAT, mails[CAT], "tell Ann With pleasure.")
    assert "Cat writes: With pleasure." in dict(office.mails())[ANN].flat


def test_two_messages_in_one_letter_both_go_out(office: Office) -> None:
    office.mails()
    office.write(ANN, "tell cat one\ntell cat two")
    assert len([to for to, _ in office.mails() if to == CAT]) == 2


def test_no_reply_address_is_passed_on(office: Office) -> None:
    key = ask(office, ANN, "show").reply_to
    office.write(ANN, f"tell cat write to {key}")
    assert key not in dict(office.mails())[CAT].text


def test_who_has_blocked_gets_no_messages(office: Office) -> None:
    office.write(CAT, "block ann")
    assert "Cat is not accepting messages now" in ask(office, ANN, "tell cat hello").flat


def test_who_follows_a_match_may_write_to_its_players(office: Office) -> None:
    """Every player hears it who has not blocked the sender; only those who follow a match may."""
    assert "You do not follow match 1" in ask(office, CAT, "tell 1 hello").flat
    office.write(CAT, "observe 1")
    office.mails()
    office.write(CAT, "tell 1 What a throw; was it a six?")
    mails = dict(office.mails())
    assert "passed on to Ann and Ben" in mails[CAT].flat
    assert mails[BEN].subject == "[pbem] Cat writes to you about match 1"
    assert "Cat, who follows match 1, writes: What a throw; was it a six?" in mails[ANN].flat
    assert "write: block Cat" in mails[ANN].flat
    office.write(BEN, "settings mail off")
    assert "passed on to Ann" in ask(office, CAT, "tell 1 again").flat
    office.write(ANN, "settings mail off")
    assert "Nobody in match 1 is accepting messages now" in ask(office, CAT, "tell 1 again").flat
    office.write(ANN, "settings mail on\nblock cat")
    assert "You do not follow match 1" in ask(office, CAT, "tell 1 again").flat
    assert "In a match of your own write: say" in ask(office, ANN, "tell 1 hello").flat


def test_so_many_messages_a_day(office: Office) -> None:
    most = office.app.limits.most("tell")
    for number in range(most):
        assert "passed on" in ask(office, ANN, f"tell cat {number}").flat
    assert f"{most} messages a day are enough" in ask(office, ANN, "tell cat more").flat
    office.time += DAY
    assert "passed on" in ask(office, ANN, "tell cat more").flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tell", "Write: tell ben TEXT, or tell 12 TEXT, or tell host TEXT; for example: tell ben"),
        ("tell zoe hello", "There is no player zoe"),
        ("tell cat", "Write: tell ben TEXT"),
        ("nudge", "It is your own move"),
        ("nudge x", "Write: nudge, or nudge 12"),
    ],
)
def test_messages_that_cannot_be(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat


def test_notes_are_ones_own_and_stand_in_every_mail(office: Office) -> None:
    assert "noted" in ask(office, ANN, "note Ben likes S1; watch it").flat
    assert "turn 2: Ben likes S1; watch it" in ask(office, ANN, "note").flat
    assert "Your notes: turn 2: Ben likes S1; watch it" in ask(office, ANN, "show").flat
    take_turns(office, "done")
    assert all("likes S1" not in mail.text for to, mail in office.mails() if to != ANN)
    assert "1 note dropped" in ask(office, ANN, "note clear").flat
    assert "you have noted nothing" in ask(office, ANN, "note").flat


def test_in_a_quick_match_a_nudge_may_come_within_half_of_the_time(office: Office) -> None:
    """With ten hours for a move somebody may be reminded after five."""
    office.begin("pawns=3 placement=fixed pace=10h")
    assert "for longer than 5 hours, so from Mon 26 Oct 2026, 12:33" in ask(office, BEN, "nudge 2").flat
    office.time += DAY * 5 // 24
    assert "reminded: Ann" in ask(office, BEN, "nudge 2").flat


def test_a_nudge_reminds_once_a_day(office: Office) -> None:
    told = "You can remind players who have been asked for longer than a day, so from Tue 27 Oct 2026, 07:33 (UTC) on"
    assert told in ask(office, BEN, "nudge").flat
    office.time += 2 * DAY
    office.mails()
    office.write(BEN, "nudge 1")
    mails = dict(office.mails())
    assert "reminded: Ann" in mails[BEN].flat
    assert (
        "North (Ben) asks whether you have forgotten match 1, Dodgeball!: you were asked 2 days ago."
        in mails[ANN].flat
    )
    assert "you can send another from Thu 29 Oct 2026, 06:33 (UTC) on" in ask(office, BEN, "nudge").flat
    office.time += DAY
    assert "reminded: Ann" in ask(office, BEN, "nudge").flat
    assert host.check(office.app) == []


# Following, and no more, in the words that people use.


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("watch match 1", "you follow match 1: a mail comes whenever a turn is over"),
        ("observe 1 results only", "you will hear how match 1 ends"),
        ("observe dodgeball result only", "how each new match of Dodgeball! ends"),
        ("unobserve", "you are not following any match. To get no more mail at all write: settings mail off"),
        ("unobserve all", "You are not following any match"),
    ],
)
def test_other_words_for_following(office: Office, line: str, told: str) -> None:
    """A word too many does no harm."""
    assert told in ask(office, CAT, line).flat


def test_unobserve_tells_what_one_follows_and_ends_all_of_it(office: Office) -> None:
    """Alone it changes nothing; the lines that it proposes would do."""
    office.write(CAT, "observe 1")
    office.write(CAT, "observe elfball")
    told = "match 1 and every new match of Elfball; to end it write: unobserve 1, unobserve elfball, or unobserve all"
    assert told in ask(office, CAT, "unobserve").flat
    assert told in ask(office, CAT, "unobserve 7").flat
    assert "you no longer follow any match" in ask(office, CAT, "unobserve all").flat
    assert "you are not following any match" in ask(office, CAT, "unobserve").flat


def test_unsubscribe_in_an_answer_is_about_that_match(office: Office) -> None:
    """Of two matches the one is followed no more whose mail is answered."""
    office.begin("pawns=3 placement=fixed")
    for number in (1, 2):
        office.write(CAT, f"observe {number}")
    office.mails()
    office.write(ANN, "match 1\ndone")
    mail = office.mail_to(CAT)
    office.reply(CAT, mail, "unsubscribe")
    assert "you no longer follow match 1" in office.mail_to(CAT).flat
    cat = office.store.people.at(CAT)
    assert cat is not None
    assert office.store.watch.observed_by(cat.id) == [2]


def test_a_match_that_is_over_is_told_in_words(office: Office) -> None:
    """No sign of the record stands in a refusal."""
    office.write(ANN, "confirm resign")
    told = ask(office, CAT, "observe 1").flat
    assert "Match 1 is over: " in told
    assert "resigned" in told
    assert "N>S" not in told
