"""Finding a game: open seats, invitations from outside, limits, blocks, rematches, lists of players and standings."""

import re
from typing import Any

import pytest

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.admin import host
from pbem.server.core.times import DAY
from pbem.server.lobby.challenges import read_proposal
from pbem.server.lobby.offers import MOST_OPEN
from pbem.server.ops.reminders import run_reminders
from tests.games.ours import OURS
from tests.server.office import Mail, Office, ask

ANN, BEN, CAT, CARL = (f"{name}@example.org" for name in ("ann", "ben", "cat", "carl"))


@pytest.fixture
def office() -> Office:
    """Ann, Ben and Cat play here."""
    office = Office()
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    return office


# Seeking and joining.


def test_a_seek_is_joined_and_the_match_begins(office: Office) -> None:
    answer = ask(office, ANN, "seek dodgeball pawns=3 pace=3d")
    assert "match 1, Dodgeball!, may be joined by anybody: join 1" in answer.flat
    assert "The SHA-256 of the secret seed" in answer.flat
    listed = ask(office, BEN, "seek").flat
    assert "1: Dodgeball!; to play write: join 1 Seats: South: Ann; North: free." in listed
    assert "Options: pawns=3. Time for each move: 3 days." in listed
    office.write(BEN, "join 1")
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert all("Everybody has accepted: the match begins." in mail.flat for mail in mails.values())
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "Ben"]
    assert "nothing just now" in ask(office, CAT, "seek").flat
    assert len(office.find_match().row.salts) == 2
    assert host.check(office.app) == []


def test_those_who_wait_are_told_who_has_come_and_gone(office: Office) -> None:
    office.write(ANN, "seek gnomeball players=3")
    assert "you play in match 1; it begins when all seats are taken" in ask(office, BEN, "join 1").flat
    office.mails()
    office.write(CAT, "list")
    office.mails()
    office.write(BEN, "decline 1")
    mails = dict(office.mails())
    assert (
        "Ben has given up a seat in match 1, Gnomeball. It is waiting for anybody (B) and anybody (C), until Mon 9 Nov"
        in mails[ANN].flat
    )
    assert "you have given your seat in match 1 back" in mails[BEN].flat
    office.write(BEN, "join 1 C")
    assert (
        "Ben has joined match 1, Gnomeball. It is waiting for anybody (B), until Mon 9 Nov 2026, 07:33 (UTC)"
        in dict(office.mails())[ANN].flat
    )
    office.write(CAT, "join 1")
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "Cat", "Ben"]


def test_the_one_who_seeks_takes_it_back(office: Office) -> None:
    office.write(ANN, "seek gnomeball players=3")
    office.write(BEN, "join 1")
    office.mails()
    office.write(ANN, "decline 1")
    assert "Ann has withdrawn it" in dict(office.mails())[BEN].subject
    assert "There is no open seat in match 1" in ask(office, CAT, "join 1").flat


def test_several_matches_are_offered_at_once(office: Office) -> None:
    assert "match 1 and match 2, Dodgeball!," in ask(office, ANN, "seek dodgeball games=2").flat
    for who in (BEN, CAT):
        office.write(who, f"join {1 if who == BEN else 2}")
    assert office.find_match(1).row.status == office.find_match(2).row.status == "running"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("seek chess", 'There is no game "chess"'),
        ("seek dodgeball ben", "To offer a match to somebody write: challenge dodgeball ben"),
        ("seek dodgeball players=0", "players may be a number from 1 to 64"),
        ("seek dodgeball players=3", "is for 2 players"),
        ("seek dodgeball games=9", f"games may be a number from 1 to {MOST_OPEN}"),
        ("seek dodgeball pawns=99", "pawns may be"),
        ("join", "Write: join 12, or join 12 SEAT. What is offered: seek"),
        ("join 77", "There is no open seat in match 77"),
        ("join 1", "You have a seat in match 1 already"),
        ("join x", "Write: join 12, or join 12 SEAT."),
    ],
)
def test_seeks_that_cannot_be(office: Office, line: str, reason: str) -> None:
    office.write(ANN, "seek dodgeball")
    assert reason in ask(office, ANN, line).flat
    assert len(office.store.matches.all()) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("join", "Write: join 2, or join 2 SEAT. What is offered: seek"),
        ("join 2 the seat B", "Write: join 2, or join 2 SEAT"),
        ("join 2 seat 3", "The seat 3 is taken; free seats: B, C"),
        ("join match 2 seat B", "you play in match 2"),
        ("challenge cat", "Which game? Write for example: challenge dodgeball cat"),
        ("challenge zoe@example.org", "Which game? Write for example: challenge dodgeball zoe@example.org"),
        (
            "challenge dodgeball ben",
            "You have a seat already. Name only the others, for example: challenge dodgeball house",
        ),
        ("challenge gnomeball ben cat", "Name only the others, for example: challenge gnomeball Cat"),
    ],
)
def test_what_is_missing_is_told_with_a_line_that_would_do(office: Office, line: str, told: str) -> None:
    """Ben cannot join the offer Ben made, match 1; Ann's is match 2."""
    office.write(BEN, "seek dodgeball")
    office.write(ANN, "seek gnomeball players=3")
    assert told in ask(office, BEN, line).flat


def test_not_too_many_offers_of_one_player(office: Office) -> None:
    office.write(ANN, f"seek dodgeball games={MOST_OPEN}")
    assert f"You can have {MOST_OPEN} such offers at a time" in ask(office, ANN, "seek dodgeball").flat


def test_a_seat_that_is_taken_cannot_be_joined(office: Office) -> None:
    office.write(ANN, "seek gnomeball players=3")
    office.write(BEN, "join 1 b")
    assert "The seat B is taken; free seats: C" in ask(office, CAT, "join 1 B").flat


def test_an_offer_may_mix_players_and_open_seats(office: Office) -> None:
    office.write(ANN, "challenge gnomeball ben open")
    office.write(CAT, "join 1")
    office.write(BEN, "accept 1")
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "Ben", "Cat"]


# Seats, expiry, rating.


def test_the_challenger_may_choose_a_seat(office: Office) -> None:
    for word in ("N", "north"):
        office.write(ANN, f"challenge dodgeball ben seat={word}")
        assert "You would be South, against Ann (North)." in dict(office.mails())[BEN].flat
    assert (
        "seat=x: the seats are S (South), N (North)"
        in ask(office, ANN, "challenge dodgeball ben seat=x").flat
    )


def test_an_offer_lapses_when_it_says(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben expires=3d")
    assert "The offer stands until Thu 29 Oct 2026, 07:33 (UTC)." in dict(office.mails())[BEN].flat
    office.time += 3 * DAY
    assert run_reminders(office.app) == []
    office.time += 1
    assert [step.what for step in run_reminders(office.app)] == ["lapse"]
    assert (
        "will not be played: after 3 days it is still waiting for Ben (North)"
        in dict(office.mails())[BEN].flat
    )


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("expires=soon", "expires: 'soon' is not a length of time"),
        ("expires=90d", "An offer stands for 60 days at most"),
        ("rated=perhaps", "rated=perhaps: rated may be yes or no"),
    ],
)
def test_proposals_that_cannot_be(office: Office, option: str, reason: str) -> None:
    assert reason in ask(office, ANN, f"challenge dodgeball ben {option}").flat
    assert office.store.matches.all() == []


@pytest.mark.parametrize("game", OURS.values(), ids=lambda game: game.name)
def test_no_option_of_a_game_has_a_name_of_ours(game: Game[Any]) -> None:
    """A word like pace=3d is taken before the game sees it."""
    ours = {
        "pace",
        "bank",
        "add",
        "most",
        "weekends",
        "vacation",
        "policy",
        "seat",
        "rated",
        "expires",
        "players",
        "games",
    }
    assert not ours & {option.name for option in game.options}


# People from outside.


def invited(office: Office, address: str = CARL) -> Mail:
    """The mail with which Ann has invited somebody who is no player."""
    office.write(ANN, f"challenge dodgeball {address} pawns=3")
    mails = dict(office.mails())
    assert f"is offered to {address}" in mails[ANN].flat
    return mails[address]


def test_a_seat_may_be_given_back_in_the_letter_that_has_taken_it(office: Office) -> None:
    office.write(ANN, "seek gnomeball players=3")
    told = ask(office, BEN, "join 1\ndecline 1").flat
    assert "done: you have given your seat in match 1 back" in told
    assert [seat.status for seat in office.store.matches.seats(1)] == ["accepted", "open", "open"]


def test_a_friend_is_invited_by_address_and_plays(office: Office) -> None:
    mail = invited(office)
    assert mail.subject == "[pbem] Ann invites you to a match of Dodgeball!"
    assert "accept carl" in mail.text
    assert "Ann, who offers it: 0 running, 0 finished, never late." in mail.flat
    office.reply(CARL, mail, "accept carl")
    mails = [mail for to, mail in office.mails() if to == CARL]
    assert [mail.kind for mail in mails] == ["welcome", "match"]
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "carl"]
    office.reply(CARL, mail, "accept carl")
    assert [mail.kind for to, mail in office.mails() if to == CARL] == ["invited"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("accept", "One word is enough. With this line, for example, you are in: e.g. accept carl"),
        ("accept ben", "The name ben is taken"),
        (
            "accept house",
            "is a word that this server understands, so it cannot be a name. This one is free: e.g.",
        ),
        ("Accept Carl Smith", "A name is one word. This one is free: e.g. accept Carl_Smith"),
        ("I accept. My name is Ben.", "The name Ben is taken"),
        ("My name is Fred, and I like games", "answer with accept and your name: e.g. accept Fred"),
        ("what is this?", "I cannot tell whether you want to play."),
    ],
)
def test_an_answer_without_a_usable_name_is_explained(office: Office, line: str, reason: str) -> None:
    mail = invited(office)
    office.reply(CARL, mail, line)
    explained = office.mail_to(CARL)
    assert reason in explained.flat
    office.reply(CARL, explained, "accept carl")
    assert office.find_match().seats[1].handle == "carl"


def test_only_the_host_reads_which_of_those_invited_declines(office: Office) -> None:
    """She has typed the addresses herself; to everybody else they are guests."""
    office.write(ANN, f"challenge gnomeball ben {CARL} dora@example.org")
    mails = dict(office.mails())
    assert f"{CARL} (C) and dora@example.org (D)" in mails[ANN].flat
    assert "a guest (C) and a guest (D)" in mails[BEN].flat
    assert f"{CARL} (C)" in ask(office, ANN, "list").flat
    assert CARL not in ask(office, BEN, "list").text
    office.reply(CARL, mails[CARL], "decline")
    mails = dict(office.mails())
    assert mails[ANN].subject == f"[pbem 1] Gnomeball - {CARL} has declined"
    assert f"{CARL} has declined: match 1" in mails[ANN].flat
    assert mails[BEN].subject == "[pbem 1] Gnomeball - A guest has declined"
    assert "A guest has declined: match 1" in mails[BEN].flat
    assert CARL not in mails[BEN].text


def test_who_is_invited_twice_waits_for_an_answer_already(office: Office) -> None:
    """Only the host of that match is told so."""
    invited(office)
    told = ask(office, ANN, f"challenge gnomeball {CARL}").flat
    assert f"You have invited {CARL} already, to match 1; to take that back write: decline 1" in told
    assert f"Nobody can be invited at {CARL} now" in ask(office, BEN, f"challenge dodgeball {CARL}").flat


def test_the_second_answer_of_a_guest_that_is_not_understood_is_told_more(office: Office) -> None:
    mail = invited(office)
    office.reply(CARL, mail, "Sounds good")
    first = office.mail_to(CARL)
    office.reply(CARL, mail, "Sounds good, count me in")
    second = office.mail_to(CARL)
    assert "I am a program, and can read only such a line." not in first.flat
    assert "I am a program, and can read only such a line." in second.flat
    assert "for example: e.g. accept carl I am a program" in second.flat


def test_the_name_that_is_proposed_can_be_had(office: Office) -> None:
    office.register("Carl")
    mail = invited(office, "carl@work.example")
    assert "e.g. accept carl2" in mail.flat
    office.reply("carl@work.example", mail, "accept carl2")
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "carl2"]


def test_who_declines_ends_the_offer(office: Office) -> None:
    mail = invited(office)
    assert office.reply(CARL, mail, "decline") == "done"
    assert f"{CARL} has declined" in dict(office.mails())[ANN].subject
    office.reply(CARL, mail, "accept carl")
    off = office.mail_to(CARL)
    assert "The match is off. To play here with others, answer with: e.g. register carl" in off.flat
    office.reply(CARL, off, "register ben")
    assert "The name ben is taken. This one is free:" in office.mail_to(CARL).flat
    office.reply(CARL, off, "register carl")
    assert office.mail_to(CARL).kind == "welcome"


def test_who_says_stop_is_never_invited_again(office: Office) -> None:
    office.reply(CARL, invited(office), "stop")
    assert (
        "Nobody can be invited at carl@example.org now."
        in ask(office, BEN, f"challenge dodgeball {CARL}").flat
    )


def test_an_address_is_invited_once_a_week_and_a_player_invites_so_many_a_day(office: Office) -> None:
    invited(office)
    assert "Nobody can be invited at" in ask(office, BEN, f"challenge dodgeball {CARL}").flat
    for number in range(4):
        assert "is offered to" in ask(office, ANN, f"challenge dodgeball p{number}@example.org").flat
    assert "You can invite 5 people a day" in ask(office, ANN, "challenge dodgeball px@example.org").flat
    office.time += 8 * DAY
    assert "is offered to" in ask(office, ANN, f"challenge dodgeball {CARL}").flat


def test_nobody_else_can_use_an_invitation(office: Office) -> None:
    mail = invited(office)
    assert office.reply("zoe@example.org", mail, "accept zoe") == "ignored"
    assert office.store.people.named("zoe") is None


def test_a_player_who_is_asked_at_their_address_is_not_named_before_they_accept(office: Office) -> None:
    """Whose an address is, and whether it is anybody's, is not told to whoever knows it."""
    told = ask(office, ANN, f"challenge dodgeball {BEN}").flat
    assert "is offered to ben@example.org" in told
    assert "Ben" not in told + ask(office, ANN, "list").flat
    office.time += 8 * DAY
    office.write(ANN, f"challenge dodgeball {BEN}")
    mail = dict(office.mails())[BEN]
    assert mail.kind == "invitation"
    assert "answer this mail with one word: e.g. accept" in mail.flat
    office.reply(BEN, mail, "accept")
    assert [seat.handle for seat in office.find_match(2).seats] == ["Ann", "Ben"]


@pytest.mark.parametrize("line", ["settings mail off", "block ann", "limit 0"])
def test_who_does_not_want_to_play_is_not_asked_at_their_address_either(office: Office, line: str) -> None:
    office.write(BEN, line)
    """The host hears the same as of a stranger's address, or they would learn whose it is."""
    office.mails()
    office.write(ANN, f"challenge dodgeball {BEN}")
    mails = dict(office.mails())
    assert BEN not in mails
    office.write(ANN, "challenge dodgeball nobody-here@example.org")
    stranger = dict(office.mails())[ANN]
    as_of_a_stranger = (
        mails[ANN].subject.replace("[pbem 1]", "[pbem 2]").replace(BEN, "nobody-here@example.org")
    )
    assert as_of_a_stranger == stranger.subject
    assert "Ben" not in mails[ANN].flat.replace("ben@", "")


def test_a_block_of_ones_own_tells_nothing_of_an_address(office: Office) -> None:
    office.write(ANN, "block ben")
    office.mails()
    office.write(ANN, f"challenge dodgeball {BEN}\nchallenge dodgeball zzz")
    assert "There is no player zzz" in dict(office.mails())[ANN].flat


def test_nobody_has_two_seats_by_an_invitation(office: Office) -> None:
    office.write(ANN, f"challenge gnomeball ben {BEN}")
    invitation = next(mail for to, mail in office.mails() if mail.kind == "invitation")
    assert office.reply(BEN, invitation, "accept") == "done"
    assert "You have a seat in match 1 already" in office.mail_to(BEN).flat


def test_a_player_answers_an_invitation_from_another_address_of_theirs(office: Office) -> None:
    ben = office.store.people.named("ben")
    assert ben is not None
    office.store.people.move(ben.id, "ben@new.example")
    office.write(ANN, f"challenge dodgeball {BEN}")
    mail = dict(office.mails())["ben@new.example"]
    assert office.reply("ben@new.example", mail, "accept") == "done"
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "Ben"]


@pytest.mark.parametrize("answer", ["Who are you? Please tell me more first.", "", "list"])
def test_only_a_yes_accepts_for_somebody_who_has_registered_meanwhile(office: Office, answer: str) -> None:
    mail = invited(office)
    office.register("Carl")
    assert office.reply(CARL, mail, answer) == "done"
    assert "Do you want to play in this match? Answer with accept or decline." in office.mail_to(CARL).flat
    assert [row.status for row in office.store.matches.all()] == ["offered"]
    office.reply(CARL, mail, "Yes, please!")
    assert [seat.handle for seat in office.find_match().seats] == ["Ann", "Carl"]


@pytest.mark.parametrize(
    "answer",
    ["Hello!\n\naccept carl", "accept Carl.", "register carl", "Accept: carl", "yes carl", "accept as carl"],
)
def test_a_friend_may_accept_in_their_own_words(office: Office, answer: str) -> None:
    office.reply(CARL, invited(office), answer)
    assert office.find_match().seats[1].handle.lower() == "carl"


def test_kind_words_that_begin_with_no_decline_nothing(office: Office) -> None:
    mail = invited(office)
    office.reply(CARL, mail, "No problem, I would love to: accept carl")
    assert "e.g. accept carl" in office.mail_to(CARL).flat
    assert [row.status for row in office.store.matches.all()] == ["offered"]
    assert office.reply(CARL, mail, "No, thank you.") == "done"
    assert [row.status for row in office.store.matches.all()] == ["void"]


def test_who_was_disabled_or_blocked_meanwhile_does_not_come_by_invitation(office: Office) -> None:
    mail = invited(office)
    office.register("Carl")
    office.write(ANN, "block carl")
    office.reply(CARL, mail, "accept")
    assert "The match is off." in [mail for to, mail in office.mails() if to == CARL][-1].flat
    carl = office.store.people.named("carl")
    assert carl is not None
    office.store.people.disable(carl.id)
    assert office.reply(CARL, mail, "accept") == "ignored"


# What is too much.


def test_the_people_of_one_command_are_counted(office: Office) -> None:
    many = " ".join(f"p{number}@example.org" for number in range(6))
    assert "You can invite 5 people a day" in ask(office, ANN, f"challenge slargeball {many}").flat
    assert office.store.matches.all() == []


def test_offers_to_everybody_are_counted_however_they_are_written(office: Office) -> None:
    lines = "\n".join(["challenge dodgeball open"] * (MOST_OPEN + 1))
    assert f"You can have {MOST_OPEN} such offers at a time" in ask(office, ANN, lines).flat
    assert office.store.matches.all() == []


def test_nobody_is_challenged_without_end(office: Office) -> None:
    lines = "\n".join(["challenge dodgeball ben"] * 5)
    ask(office, ANN, lines)
    enough = "5 of your challenges wait for Ben's answer"
    assert enough in ask(office, ANN, "challenge elfball ben").flat
    office.write(BEN, "accept 1\naccept 2")
    assert "is offered to Ben" in ask(office, ANN, "challenge elfball ben").flat
    office.write(ANN, "\n".join(f"decline {number}" for number in (3, 4, 5, 6)))
    assert "is offered to Ben" in ask(office, ANN, "challenge elfball ben").flat
    assert enough in ask(office, ANN, "challenge elfball ben").flat
    office.time += DAY + 1
    assert "is offered to Ben" in ask(office, ANN, "challenge elfball ben").flat


@pytest.mark.parametrize("address", ["x@play.example", "no one@", "a@b@c"])
def test_addresses_that_cannot_be_invited(office: Office, address: str) -> None:
    assert "refused" in ask(office, ANN, f"challenge dodgeball {address}").flat
    assert office.store.matches.all() == []


# Limits and blocks.


def test_beyond_their_limit_a_player_is_not_challenged(office: Office) -> None:
    assert (
        "no challenges to Dodgeball! while you play 1 match of it already; to lift that write: limit dodgeball off"
        in ask(office, BEN, "limit dodgeball 1").flat
    )
    office.write(ANN, "challenge dodgeball ben")
    office.write(BEN, "accept 1")
    assert (
        "Ben takes no more challenges to Dodgeball! for now"
        in ask(office, CAT, "challenge dodgeball ben").flat
    )
    assert "is offered to Ben" in ask(office, CAT, "challenge gnomeball ben").flat
    assert (
        "no challenges while you play 1 match already and no challenges to Dodgeball! while you play 1 match of it"
        in ask(office, BEN, "limit 1").flat
    )
    assert "Ben takes no more challenges for now" in ask(office, CAT, "challenge gnomeball ben").flat
    ask(office, BEN, "limit off")
    assert "no limits" in ask(office, BEN, "limit dodgeball off").flat
    assert "is offered to Ben" in ask(office, CAT, "challenge dodgeball ben").flat


def test_a_limit_of_none_refuses_a_game_altogether(office: Office) -> None:
    ask(office, BEN, "limit elfball 0")
    assert "Ben takes no more challenges to Elfball" in ask(office, ANN, "challenge elfball ben").flat


@pytest.mark.parametrize(
    "line", ["limit many", "limit dodgeball many", "limit chess 2", "limit 1 2 3", "limit 99999"]
)
def test_limits_that_cannot_be(office: Office, line: str) -> None:
    assert "refused" in ask(office, BEN, line).flat
    assert office.store.company.limits(2) == {}


def test_a_blocked_player_is_kept_away_without_a_word(office: Office) -> None:
    assert "blocked: Ann" in ask(office, BEN, "block ann").flat
    assert "Ben takes no challenges now" in ask(office, ANN, "challenge dodgeball ben").flat
    office.write(BEN, "seek dodgeball")
    assert "There is no open seat for you in match 1" in ask(office, ANN, "join 1").flat
    assert "You have blocked Ann; see: block" in ask(office, BEN, "challenge dodgeball ann").flat
    assert "blocked: nobody" in ask(office, BEN, "unblock ann").flat
    assert "match 1 begins" in ask(office, ANN, "join 1").flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("block zoe", "There is no player zoe"),
        ("block ben", "You cannot block yourself"),
        ("block house", "There is no player house"),
        ("unblock", "Write: unblock ben"),
    ],
)
def test_blocks_that_cannot_be(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, BEN, line).flat


# Lists.


def test_players_are_listed_with_what_they_play(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben pace=1d policy=skip")
    office.write(BEN, "accept 1")
    office.time += DAY
    run_reminders(office.app)
    office.write(CAT, "vacation 3d")
    told = ask(office, CAT, "players").flat
    assert re.search(
        r"PLAYERS Ann: 1 running, 0 finished, late once Ben: 1 running, 0 finished, late once Cat:", told
    )
    assert "Cat: 0 running, 0 finished, never late, away until" in told
    assert "house" not in told
    assert "Ann:" not in ask(office, CAT, "players be").flat


def test_of_many_players_the_first_hundred_are_listed(office: Office) -> None:
    for number in range(120):
        office.store.people.add(f"zed{number:03}", f"zed{number}@example.org", office.time)
    told = ask(office, CAT, "players z").text
    assert told.count(" never late") == 100
    assert "zed099:" in told
    assert "players ze" in told
    assert "There are more" not in ask(office, CAT, "players zed0").text


def test_a_finished_match_is_rated_and_the_mails_say_so(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben")
    office.write(BEN, "accept 1")
    office.play_on()
    office.write(BEN, "confirm resign 1")
    mails = dict(office.mails())
    assert "Ratings: Ann 1500 -> 1658 ±484, Ben 1500 -> 1342 ±484." in mails[ANN].flat
    told = ask(office, CAT, "standings dodgeball").flat
    assert (
        "Provisional: 1. Ann 1658 ±484 won 1, drawn 0, lost 0 2. Ben 1342 ±484 won 0, drawn 0, lost 1" in told
    )
    assert "STANDINGS OF ELFBALL" in ask(office, CAT, "standings").flat
    assert host.check(office.app) == []


@pytest.mark.parametrize("guest", ["ben rated=no", "house"])
def test_what_does_not_count_is_not_rated(office: Office, guest: str) -> None:
    office.write(ANN, f"challenge dodgeball {guest}")
    if "ben" in guest:
        assert "The match is not rated." in dict(office.mails())[BEN].flat
        office.write(BEN, "accept 1")
    office.mails()
    office.write(ANN, "confirm resign 1")
    assert "The match is not rated." in [mail for to, mail in office.mails() if to == ANN][-1].flat
    assert office.store.company.changes() == []


# Rematches.


def test_a_rematch_has_the_same_terms_and_other_seats(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben pawns=3 pace=2d rated=no")
    office.write(BEN, "accept 1")
    office.mails()
    office.write(ANN, "confirm resign 1")
    last = dict(office.mails())[BEN]
    office.reply(BEN, last, "rematch")
    challenge = dict(office.mails())[ANN]
    assert challenge.subject == "[pbem 2] Dodgeball! - Ben offers a rematch of match 1"
    assert "Ben would like a rematch of match 1, Dodgeball!" in challenge.flat
    assert "You would be North, against Ben (South)." in challenge.flat
    office.reply(ANN, challenge, "accept")
    again = office.find_match(2)
    assert [seat.handle for seat in again.seats] == ["Ben", "Ann"]
    assert (again.row.options["pawns"], again.row.terms.add, again.row.rated) == ("3", 2 * DAY, False)


def test_who_answers_the_offer_of_a_rematch_with_rematch_accepts_it(office: Office) -> None:
    office.begin()
    office.write(BEN, "confirm resign")
    office.mails()
    office.write(BEN, "rematch 1")
    offer = dict(office.mails())[ANN]
    office.reply(ANN, offer, "rematch")
    assert office.find_match(2).row.status == "running"


def test_rematch_accepts_no_other_challenge(office: Office) -> None:
    office.begin()
    office.write(BEN, "confirm resign")
    office.mails()
    office.write(BEN, "challenge dodgeball ann")
    office.reply(ANN, dict(office.mails())[ANN], "rematch")
    assert office.app.repository.find(2) is None


def test_no_rematch_with_who_wants_no_mail(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben")
    office.write(BEN, "accept 1\nsettings mail off\nmatch 1\nconfirm resign")
    assert "Ben wants no mail at present" in ask(office, ANN, "rematch 1").flat
    assert "Ben wants no mail at present" in ask(office, ANN, "fork 1#1").flat
    assert len(office.store.matches.all()) == 1


def test_no_rematch_before_the_end(office: Office) -> None:
    office.write(ANN, "challenge dodgeball ben")
    office.write(BEN, "accept 1")
    assert "Match 1 is not over yet" in ask(office, ANN, "rematch 1").flat


def test_a_proposal_leaves_nothing_but_options_of_the_game() -> None:
    game = OURS["dodgeball"]
    texts = {"pace": "3d", "seat": "n", "rated": "no", "expires": "2d", "pawns": "4"}
    proposal = read_proposal(game, texts, 2)
    assert (proposal.seat, proposal.rated, proposal.lasts, proposal.options["pawns"]) == (
        "n",
        False,
        2 * DAY,
        "4",
    )
    with pytest.raises(Refused, match="Dodgeball"):
        read_proposal(game, {"colour": "red"}, 2)
