"""A yes to the mail that offers something is never dropped: polite, signed, with more beside it, or to a later mail."""

import pytest

from tests.server.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"


def send(office: Office, who: str, text: str, mail: Mail | None = None) -> Mail:
    """What a player gets for a letter, in answer to a mail of theirs if there is one."""
    if mail is None:
        office.write(who, text)
    else:
        office.thread(who, mail, text)
    return [mail for to, mail in office.mails() if to == who][-1]


def turn(office: Office) -> Mail:
    """It is Ann's turn; the mail that says so."""
    boards = office.begin()
    assert office.asked() == ANN
    return boards[ANN]


def slip(office: Office) -> Mail:
    """Ann makes a slip of the pen, and is offered the order put right."""
    told = send(office, ANN, "S1 mvoe b2 fast", turn(office))
    assert "answer yes" in told.flat
    return told


def played(office: Office) -> list[str]:
    return [row.text for row in office.log() if row.kind == "answer"]


@pytest.mark.parametrize(
    "text",
    [
        "Yes, please\n\nGreetings from Porto\nJorge",
        "Yes, please do that.",
        "Yes please, move S1 to b2",
        "Yes, I would like that.\n\nBest wishes from Bath,\nMargaret",
        "Yes. Good luck to you!",
    ],
)
def test_a_polite_or_signed_yes_sends_what_was_offered(office: Office, text: str) -> None:
    office.thread(ANN, slip(office), text)
    assert any(line.startswith("S1 move b2") for line in played(office))


def test_what_stands_below_a_yes_is_done_after_it(office: Office) -> None:
    office.thread(ANN, slip(office), "yes\n\nand S2 move d2 after that")
    done = played(office)[-2:]
    assert done[0].startswith("S1 move b2")
    assert done[1].startswith("S2 move d2")


def test_if_the_rest_cannot_be_done_both_are_named_and_the_offer_stands(office: Office) -> None:
    before = slip(office)
    log = office.log()
    told = send(office, ANN, "Yes.\n\nAnd S2 throw N9", before)
    assert office.log() == log
    assert "S1 move b2" in told.flat
    assert "S2" in told.flat
    send(office, ANN, "yes", told)
    assert any(line.startswith("S1 move b2") for line in played(office))


@pytest.mark.parametrize("text", ["yes, but why?", "ok, let me think about it"])
def test_a_yes_in_doubt_is_seen_and_asked_again(office: Office, text: str) -> None:
    log_before = slip(office)
    log = office.log()
    told = send(office, ANN, text, log_before)
    assert office.log() == log
    assert "I have seen your yes" in told.flat
    send(office, ANN, "yes", told)
    assert any(line.startswith("S1 move b2") for line in played(office))


def test_a_yes_to_resigning_with_talk_beside_it_is_seen(office: Office) -> None:
    told = send(office, ANN, "resign", turn(office))
    again = send(office, ANN, "Yes\n\nWhat a match so far!", told)
    assert not office.find_match().match.over
    assert "I have seen your yes" in again.flat
    again = send(office, ANN, "ok", again)
    assert not office.find_match().match.over
    office.thread(ANN, again, "yes")
    assert office.find_match().match.over


def test_a_yes_to_a_later_mail_takes_the_only_offer_that_concerns_no_match(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    offer = send(office, ANN, "chalenge dodgeball Ben")
    later = send(office, ANN, "list", offer)
    office.thread(ANN, later, "Yes please, thank you.")
    assert [mail.kind for to, mail in office.mails() if to == BEN] == ["challenge"]


def test_a_yes_to_a_later_mail_asks_again_for_an_order(office: Office) -> None:
    later = send(office, ANN, "show", slip(office))
    log = office.log()
    told = send(office, ANN, "Yes please, thank you.", later)
    assert office.log() == log
    assert "I have seen your yes" in told.flat
    assert "S1 move b2" in told.flat
    office.thread(ANN, told, "yes")
    assert any(line.startswith("S1 move b2") for line in played(office))


def test_a_yes_to_a_later_mail_names_all_offers(office: Office) -> None:
    office.begin()
    office.begin()
    for number in (1, 2):
        office.write(ANN, f"match {number}\nS{number} mvoe {'bd'[number - 1]}2 fast")
    office.mails()
    later = send(office, ANN, "list")
    told = send(office, ANN, "yes", later)
    assert "Several mails of mine wait for a yes" in told.flat
    assert "S1 move b2" in told.flat
    assert "S2 move d2" in told.flat


# Draws and resignations, in at most two letters.


@pytest.mark.parametrize("text", ["i resign", "nvm i resign, gg.", "resgin", "I give up"])
@pytest.mark.parametrize(
    "answer", ["yes", "Yes, I want to resign.\n\nGreetings from Porto\nJorge", "yes resign"]
)
def test_a_match_is_given_up_by_two_letters(office: Office, text: str, answer: str) -> None:
    told = send(office, ANN, text, turn(office))
    assert "asked: Do you want to give up match 1 for good?" in told.flat
    assert not office.find_match().match.over
    office.thread(ANN, told, answer)
    assert office.find_match().match.over


@pytest.mark.parametrize("text", ["draw", "Shall we call it a draw?", "I offer a draw"])
def test_a_draw_with_the_house_takes_two_letters(office: Office, text: str) -> None:
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed")
    board = [mail for to, mail in office.mails() if to == ANN][-1]
    told = send(office, ANN, text, board)
    assert "asked: Do you want to end match 1 in a draw? The house agrees." in told.flat
    office.thread(ANN, told, "Yes, I want the draw.\n\nGreetings from Porto\nJorge")
    assert office.find_match().match.over


@pytest.mark.parametrize(
    "text",
    [
        "Accept draw please, it was a nice game.",
        "yes, let us call it a draw",
        "Yes, I want the draw.",
        "Yes, please\n\nGreetings from Porto\nJorge",
    ],
)
def test_an_offered_draw_is_accepted_in_clear_words(office: Office, text: str) -> None:
    turn(office)
    office.write(BEN, "draw")
    offer = [mail for to, mail in office.mails() if to == ANN][-1]
    office.thread(ANN, offer, text)
    assert office.find_match().match.over


@pytest.mark.parametrize(
    "text",
    ["Accept draw, but only tomorrow", "accept draw? sure?", "Accept draw, if Ben wants", "yes, why a draw"],
)
def test_doubt_beside_a_draw_accepts_nothing(office: Office, text: str) -> None:
    turn(office)
    office.write(BEN, "draw")
    offer = [mail for to, mail in office.mails() if to == ANN][-1]
    assert "draw" in send(office, ANN, text, offer).flat
    assert not office.find_match().match.over


def test_a_yes_to_a_draw_beside_an_order_is_named(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed")
    board = [mail for to, mail in office.mails() if to == ANN][-1]
    told = send(office, ANN, "Yes.\n\nAnd S1 move b2", send(office, ANN, "draw?", board))
    assert not office.find_match().match.over
    assert "> Yes. dropped: not done" in told.flat
    assert "S1 move b2" in told.flat


def test_talk_is_not_offered_to_the_house_and_a_place_is_none(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "challenge dodgeball house pawns=3 placement=fixed")
    board = [mail for to, mail in office.mails() if to == ANN][-1]
    told = send(office, ANN, "S1 move b2\n\nWhat a day!\n\nGreetings from Porto\nJorge", board)
    assert "To send it to" not in told.flat
    assert "Porto" not in told.flat


def test_a_rematch_of_a_running_match_is_told_how_to_begin_another(office: Office) -> None:
    told = send(office, ANN, "rematch!!", turn(office))
    assert (
        "Match 1 is not over yet. To play another beside it write for example: challenge dodgeball Ben"
        in told.flat
    )


def test_a_second_thought_behind_a_yes_sends_nothing(office: Office) -> None:
    """Dice would fall: `But first of all ...` is asked about."""
    boards = office.begin()
    mover = office.asked()
    office.reply(mover, boards[mover], "My cousin's move is S1 move b4")
    (offer,) = [mail for to, mail in office.mails() if to == mover]
    office.reply(mover, offer, "Yes.\n\nBut first of all I need to look at the board!")
    (told,) = [mail for to, mail in office.mails() if to == mover]
    assert "I have seen your yes, but other words put it in doubt" in told.flat
    assert "S1 b4" not in told.text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Accept, call me Baz", "Baz"),
        ("Hi, yes gladly! I accept, my name is Anna.", "Anna"),
        ("Yes, gladly!\nMy name is Anna.", "Anna"),
        ("Sure, with pleasure - I'm Baz.", "Baz"),
        ("I accept and my name is Baz", "Baz"),
    ],
)
def test_a_guest_accepts_under_the_name_that_a_clause_gives(office: Office, text: str, name: str) -> None:
    office.register("Ann")
    office.write(ANN, "challenge dodgeball baz@example.org")
    invitation = next(mail for to, mail in office.mails() if to == "baz@example.org")
    office.thread("baz@example.org", invitation, text)
    player = office.store.people.at("baz@example.org")
    assert player is not None
    assert player.handle == name


@pytest.mark.parametrize(
    "text", ["Who is this? My name is Anna.", "No thanks, I'm Baz.", "I'm Baz, call me later"]
)
def test_a_name_alone_accepts_nothing(office: Office, text: str) -> None:
    office.register("Ann")
    office.write(ANN, "challenge dodgeball baz@example.org")
    invitation = next(mail for to, mail in office.mails() if to == "baz@example.org")
    office.thread("baz@example.org", invitation, text)
    assert office.store.people.at("baz@example.org") is None


# What is wished for beside orders is an offer of its own.


def test_a_wish_beside_orders_takes_a_yes(office: Office) -> None:
    told = send(office, ANN, "S1 move b2\n\nI am on vacation from 30 November to 6 December.", turn(office))
    assert played(office)[-1].startswith("S1 move b2")
    assert "asked: Do you want this: vacation 2026-11-30 2026-12-06. If so, answer: yes" in told.flat
    told = send(office, ANN, "Yes for the vacation, that is what I meant.", told)
    assert "vacation 2026-11-30 2026-12-06 done" in told.flat


def test_a_wish_beside_an_order_that_is_offered_is_offered_with_it(office: Office) -> None:
    text = "S1 mvoe b2 fast\n\nI am on vacation from 30 November to 6 December."
    told = send(office, ANN, text, turn(office))
    told = send(office, ANN, "yes", told)
    assert played(office)[-1].startswith("S1 move b2")
    assert "vacation 2026-11-30 2026-12-06 done" in told.flat


def test_a_yes_to_a_later_mail_with_a_command_below_it_loses_neither(office: Office) -> None:
    slip(office)
    later = send(office, ANN, "help undo")
    told = send(office, ANN, "Yes.\nvacation 2026-11-30 2026-12-06", later)
    assert "vacation 2026-11-30 2026-12-06 done" in told.flat
    assert "Do you want this:" in told.flat
    send(office, ANN, "yes", told)
    assert played(office)[-1].startswith("S1 move b2")


def test_a_yes_beside_a_command_is_told_why_it_does_nothing(office: Office) -> None:
    told = send(office, ANN, "Yes.\nvacation 2026-11-30 2026-12-06", turn(office))
    assert "vacation 2026-11-30 2026-12-06 done" in told.flat
    assert "Nothing of match 1 waits for a yes or a no of yours" in told.flat


def test_a_yes_that_points_is_one_whatever_is_asked_below(office: Office) -> None:
    send(
        office,
        ANN,
        "Yes, exactly like that. Is it normal that you ask me everything twice? :-)",
        slip(office),
    )
    assert played(office)[-1].startswith("S1 move b2")


def test_a_yes_and_done_does_both(office: Office) -> None:
    send(office, ANN, "Yes, and then done please, the squares are not important for me.", slip(office))
    assert [line.split()[0] for line in played(office)[-2:]] == ["S1", "done"]


def test_a_yes_with_an_option_is_offered_with_it(office: Office) -> None:
    office.register("Ann")
    told = send(office, ANN, "I would like a Gnomeball match against the house, please")
    told = send(office, ANN, "Yes, but with the option points 10 as I said.", told)
    assert "Do you want this: challenge gnomeball house points=10" in told.flat
    told = send(office, ANN, "yes", told)
    assert "challenge gnomeball house points=10 done" in told.flat


def test_an_offered_undo_says_what_it_takes_back(office: Office) -> None:
    told = send(office, ANN, "S1 move b2", turn(office))
    told = send(office, ANN, "Can I take that move back?", told)
    assert "Do you want this: undo (takes back: S1 move b2 with 3)" in told.flat
    send(office, ANN, "yes", told)
    assert not any(line.startswith("S1") for line in played(office))


# Words for whoever is challenged in the same letter.


@pytest.mark.parametrize("first", ["challenge dodgeball {}", "I'd like to challenge {} to Dodgeball."])
def test_words_for_somebody_outside_do_not_hold_their_invitation(office: Office, first: str) -> None:
    office.register("Ann")
    told = send(office, ANN, f"{first.format('baz@example.org')}\ntell him I look forward to it")
    if "done" not in told.flat:
        told = send(office, ANN, "yes", told)
    assert "is offered to baz@example.org" in told.flat


def test_words_for_whoever_is_challenged_are_passed_on(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben\ntell him I look forward to it")
    told = [mail.flat for to, mail in office.mails() if to == BEN]
    assert any("I look forward to it" in each for each in told)
    assert any("Dodgeball" in each for each in told)
