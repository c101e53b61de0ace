"""A match played by answers to its mails: from the first board to the opened seed, with all that may come between."""

import re

import msgspec
import pytest

from pbem.play.game import masked
from pbem.play.record import verify_dice
from pbem.play.requests import seeded
from pbem.server.admin.acts import undo
from pbem.server.admin.host import check
from tests.server.office import Mail, Office, play

ANN, BEN = "ann@example.org", "ben@example.org"
PLAIN_MOVE = 15
"""So many SQL statements at most lead from the letter of a move to the mails to both players."""
INTRO = "On Mon, 26 Oct 2026 at 10:00, pbem <pbem@play.example> wrote:"


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_a_whole_match_by_answers_that_quote_the_board(seed: bytes) -> None:
    office = Office(seed=seed.ljust(32, b"."), believe_from=False)
    mails: dict[str, Mail] = {}
    for name, address in (("Ann", ANN), ("Ben", BEN)):
        office.write(address, f"register {name}")
        office.reply(address, office.mail_to(address), "yes")
        mails[address] = office.mail_to(address)
    office.reply(ANN, mails[ANN], "challenge dodgeball ben")
    mails.update(office.mails())
    promised = [re.findall(r"\b[0-9a-f]{64}\b", mails[address].text) for address in (ANN, BEN)]
    office.reply(BEN, mails[BEN], "accept")
    mails.update(office.mails())
    pick, letters = seeded("players"), 0
    while "the match is over" not in mails[ANN].subject:
        loaded = office.find_match()
        seat, ask = next(iter(loaded.match.asks.items()))
        address = next(row.address for row in loaded.seats if row.seat == seat)
        assert "your turn" in mails[address].subject
        line = loaded.game.bots["normal"](masked(loaded.match.state, seat), ask, pick)
        quote = [f"> {text}" for text in mails[address].text.split("\n")]
        body = {
            0: [line, "", INTRO, *quote],
            1: [INTRO, *quote, "", line],
            2: [INTRO, *quote[:9], line, *quote[9:]],
        }[letters % 3]
        letters += 1
        assert office.thread(address, mails[address], "\n".join(body)) == "done"
        office.time += 3600
        mails.update(office.mails())
        assert letters < 500
    for mail in mails.values():
        seed_told, commitment = re.findall(r"\b[0-9a-f]{64}\b", mail.text)
        assert seed_told == seed.ljust(32, b".").hex()
        assert [[commitment]] * 2 == promised
        assert re.search(r"The match is over: .+\. You (won|lost)\.", mail.flat)
    record = office.app.repository.record(1)
    assert record.seed == seed.ljust(32, b".").hex()
    assert verify_dice(record) > 20
    assert check(office.app) == []


# What is asked of whom, and told to whom.


def test_both_place_in_secret_and_may_change_their_minds(office: Office) -> None:
    boards = office.begin("pawns=3")
    assert office.reply(ANN, boards[ANN], "place a c e") == "done"
    mails = dict(office.mails())
    assert set(mails) == {ANN}
    assert "You can change it by sending another until everyone has answered" in mails[ANN].flat
    office.reply(ANN, boards[ANN], "place f g h")
    office.mails()
    office.reply(BEN, boards[BEN], "place a b c")
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert "stands on f1, g1 and h1" in mails[ANN].flat
    for mail in mails.values():
        assert "| S1 | S2 | S3 | 1" in mail.text
        assert "e1" not in mail.text


def test_whoever_waits_is_written_to_only_when_something_is_over(office: Office) -> None:
    office.begin()
    assert set(play(office, ANN, "S1 move b4")) == {ANN}
    assert set(play(office, ANN, "done")) == {ANN, BEN}


def test_the_reaction_is_asked_of_the_other_seat_in_mid_turn(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    mails = play(office, ANN, "S1 throw N1")
    assert "your turn (turn 4)" in mails[BEN].subject
    assert "Ben to move (turn 4)" in mails[ANN].subject
    assert 'Answer with "dodge"' in mails[BEN].flat
    mails = play(office, BEN, "dodge c7")
    assert "your turn" in mails[ANN].subject
    assert [row.name for row in office.log()[-3:]] == ["react", "South throws", "N1 dodges"]


def test_a_letter_ends_where_the_first_die_or_the_other_player_stands(office: Office) -> None:
    """Up to there it is all or nothing; behind it each line has its own fate."""
    office.begin()
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    rows = office.log()
    void = play(office, ANN, "S2 move d2", "S1 throw N1", "S3 fly")
    assert office.log() == rows
    assert "> S1 throw N1" not in void[ANN].flat
    assert "> S3 fly refused" in void[ANN].flat
    void = play(office, ANN, "S2 move d2", "S1 throw N9", "S1 throw N1")
    assert office.log() == rows
    mails = play(office, ANN, "S1 throw N1", "S2 pass S3")
    assert "> S1 throw N1 done: S1 throw N1 with 5 > S2 pass S3 queued" in mails[ANN].flat
    mails = play(office, BEN, "catch")
    assert "> S2 pass S3 refused" in mails[ANN].flat


# Queue and standing orders.


def test_lines_ahead_of_their_time_wait_in_the_queue(office: Office) -> None:
    office.begin()
    mails = play(office, ANN, "done", "S1 move b4")
    assert "Your queue: S1 move b4" in mails[ANN].text
    assert "S1 move b4" not in mails[BEN].text
    assert "waiting: S1 move b4. Standing orders: none" in play(office, ANN, "queue")[ANN].flat
    mails = play(office, BEN, "done")
    assert "S1 runs from b1" in mails[ANN].flat
    assert "S1 runs from b1" in mails[BEN].flat
    assert [(row.text, row.by) for row in office.log()][-1] == ("S1 move a2 a3 b4 with 5", "queue")


def test_a_queued_line_that_no_longer_fits_is_told_to_its_owner_alone(office: Office) -> None:
    office.begin()
    play(office, ANN, "done", "S1 pass S2", "S1 move b4")
    mails = play(office, BEN, "done")
    assert "YOUR QUEUED LINES > S1 pass S2 refused: " in mails[ANN].flat
    assert "> S1 move b4 dropped: a line before it could not be carried out" in mails[ANN].flat
    assert "QUEUED" not in mails[BEN].text
    assert "Your queue" not in mails[ANN].text


def test_clear_empties_the_queue(office: Office) -> None:
    office.begin()
    play(office, ANN, "done", "S1 move b4")
    mails = play(office, ANN, "clear")
    assert set(mails) == {ANN}
    assert "dropped: S1 move b4" in mails[ANN].flat
    assert "your queue was empty" in play(office, ANN, "clear 1")[ANN].flat
    play(office, BEN, "done")
    assert office.asked() == ANN
    assert office.log()[-1].kind == "roll"


def test_standing_orders_answer_without_a_mail(office: Office) -> None:
    office.begin()
    mails = play(office, BEN, "always dodge")
    assert "> always dodge noted: Your pawns dodge every throw from now on" in mails[BEN].flat
    assert set(mails) == {BEN}
    assert "Your standing orders: always dodge" in play(office, BEN, "show")[BEN].text
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    mails = play(office, ANN, "S1 throw N1")
    assert "always dodge" not in mails[ANN].text
    assert [row.by for row in office.log() if row.name == "react"] == ["standing"]
    assert "Standing orders: always dodge" in play(office, BEN, "queue")[BEN].flat


# Preview.


def test_a_preview_shows_the_odds_and_leaves_no_trace(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    before = office.find_match()
    text = play(office, ANN, "preview S2 move d2; S1 throw N1")[ANN]
    assert "PREVIEW of S2 move d2; S1 throw N1 (nothing of this has happened):" in text.flat
    assert "N1 is hit in 15 of 36 cases and missed in 21" in text.flat
    assert "Then North is asked (react)." in text.flat
    assert " 2 |    |    |    | S2 |" in text.text
    after = office.find_match()
    assert after.match.rows == before.match.rows
    assert after.match.state == before.match.state
    assert after.row == before.row
    mine = msgspec.structs.replace(before.seats[0], last_mail=text.id)  # the next mail is in its thread
    assert after.seats == [mine, before.seats[1]]


def test_a_preview_of_nothing_is_one_of_the_queue(office: Office) -> None:
    office.begin()
    assert "Your queue is empty. Write what to preview" in play(office, ANN, "preview")[ANN].flat
    play(office, ANN, "done", "S1 move b4")
    mail = play(office, ANN, "preview")[ANN]
    assert "PREVIEW of S1 move b4" in mail.flat
    assert "Nothing would happen yet." in mail.flat


def test_a_preview_of_what_comes_later_says_what_is_asked_first(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge dodgeball ben pawns=3")
    office.reply(BEN, dict(office.mails())[BEN], "accept")
    office.mails()
    mail = play(
        office, ANN, "preview S1 move b4; S1 throw N2; S1 move b3; S2 move c2; S3 move d2; S2 move c3"
    )[ANN]
    assert (
        "Nothing would happen yet. You are asked something else first (placing): put its answer" in mail.flat
    )
    assert all(len(line) <= 74 for line in mail.text.splitlines() if not line.startswith("  > "))


def test_a_preview_of_somebody_elses_line_says_whose_it_is(office: Office) -> None:
    """As if they wrote it, now or in an earlier turn, and without what they have in store."""
    office.begin()
    play(office, ANN, "always dodge")
    rows = office.log()
    told = play(office, BEN, "preview S1 move b4")[BEN].flat
    assert "PREVIEW of S1 move b4, as if South (Ann) wrote it (nothing of this has happened): S1 runs" in told
    assert "Then South is asked again (action). What South (Ann) has queued is secret" in told
    told = play(office, BEN, "preview S1 move h4")[BEN].flat
    assert 'As a line of South (Ann), who is asked now, it would be refused: "S1 to h4 takes 6 steps' in told
    told = play(office, BEN, "preview N1 move b7")[BEN].flat
    assert "It is the turn of South (Ann): your line would wait in your queue." in told
    assert "refused" not in told
    told = play(office, BEN, "preview always catch")[BEN].flat
    assert "PREVIEW of always catch (nothing" in told
    assert office.log() == rows
    play(office, ANN, "done")
    told = play(office, BEN, "preview #2 S1 move b4")[BEN].flat
    assert "PREVIEW of S1 move b4 in turn 2, as if South (Ann) wrote it" in told


def test_what_all_are_asked_at_once_is_tried_for_oneself_alone(office: Office) -> None:
    office.begin("turns=5", game="slargeball")
    told = play(office, ANN, "preview bT1 50,12")[ANN].flat
    assert "bT1 plays for Blue. When all are asked at once, you can try only your own answer" in told


def test_a_preview_of_an_illegal_order_says_why(office: Office) -> None:
    office.begin()
    assert "> preview S1 pass S2 refused: S1 has no ball" in play(office, ANN, "preview S1 pass S2")[ANN].flat
    told = play(office, ANN, "preview S2 move b2; S1 pass S2")[ANN].flat
    assert "refused: S1 pass S2: S1 has no ball" in told
    assert "Perhaps you meant: S1 move a2" in play(office, ANN, "preview S1 goes to a2")[ANN].flat
    play(office, BEN, "confirm resign")
    assert "Perhaps you meant" not in play(office, ANN, "preview S1 goes to a2")[ANN].flat


def test_a_preview_may_come_to_the_players_own_next_decision(office: Office) -> None:
    office.begin()
    mail = play(office, ANN, "preview S1 move b4; always dodge")[ANN]
    assert "Then you are asked again (action)." in mail.flat
    assert "always dodge: Your pawns dodge every throw" in mail.flat


# Undo.


def test_an_undo_is_free_while_nobody_knows(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4")
    before = office.log()
    mails = play(office, ANN, "S2 move d2")
    mails = play(office, ANN, "undo")
    assert set(mails) == {ANN}
    assert "taken back: S2 move d2 with 3" in mails[ANN].flat
    assert "S2 d1" in mails[ANN].text
    assert office.log() == before
    play(office, ANN, "undo")
    assert len(office.log()) == 2
    assert "You have done nothing that can be taken back" in play(office, ANN, "undo")[ANN].flat


def test_an_undo_and_better_orders_in_one_letter(office: Office) -> None:
    board = office.begin()[ANN]
    play(office, ANN, "S1 move b4")
    office.reply(ANN, board, "undo\nS2 move d4")
    assert [row.text for row in office.log() if row.kind == "answer"] == ["S2 move c2 c3 d4 with 3"]
    assert "Send undo in a letter without orders" in play(office, ANN, "S1 move b4", "undo")[ANN].flat


def test_an_undo_of_what_others_know_needs_their_consent_and_never_rolls_anew(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4", "done")
    rolled = office.log()[-1]
    mails = play(office, ANN, "undo")
    assert "so they are asked: Ben If they agree, everything is taken back from turn 2 on" in mails[ANN].flat
    assert "The dice come again as they were" in mails[ANN].flat
    assert (
        "South (Ann) asks to take back everything from turn 2 on: by Ann S1 move a2 a3 b4 with 3; done."
        " To agree write: accept undo. To refuse: decline undo." in mails[BEN].flat
    )
    assert mails[BEN].subject == "[pbem 1] Dodgeball! - Ann asks for an undo, your turn (turn 3)"
    assert mails[ANN].subject == "[pbem 1] Dodgeball! - undo, Ben to move (turn 3)"
    assert "There is nothing to accept" in play(office, ANN, "accept")[ANN].flat
    office.thread(BEN, mails[BEN], "accept")
    mails = dict(office.mails())
    assert all("and all agree: it is taken back, from turn 2 on" in mail.flat for mail in mails.values())
    assert office.asked() == ANN
    assert len(office.log()) == 2
    play(office, ANN, "S2 move d4", "done")
    assert office.log()[-1] == rolled
    assert check(office.app) == []


@pytest.mark.parametrize("who", [BEN, ANN])
def test_an_undo_may_be_refused_or_withdrawn(office: Office, who: str) -> None:
    office.begin()
    play(office, ANN, "done")
    rows = office.log()
    play(office, ANN, "undo")
    mails = play(office, who, "decline undo")
    assert "nothing is taken back" in mails[who].flat
    assert "has said no to the undo" in mails[office.other(who)].flat
    assert "Nobody else has asked" in play(office, BEN, "decline undo")[BEN].flat
    assert office.log() == rows


def test_a_wish_to_undo_lapses_when_the_match_goes_on(office: Office) -> None:
    office.begin()
    play(office, ANN, "done")
    play(office, ANN, "undo")
    rows = len(office.log())
    play(office, BEN, "done")
    assert "Nobody else has asked to take anything back" in play(office, BEN, "accept undo")[BEN].flat
    assert len(office.log()) > rows


def test_mails_written_before_an_undo_are_stale_after_it(office: Office) -> None:
    office.begin()
    board = play(office, ANN, "done")[BEN]
    play(office, ANN, "undo")
    play(office, BEN, "accept undo")
    play(office, ANN, "S1 move b4")
    office.reply(BEN, board, "N1 move b5")
    assert "You have answered a mail of turn 3; now it is turn 2." in office.mail_to(BEN).flat


def test_taking_back_many_turns_and_playing_on(office: Office) -> None:
    """Snapshots of turns long past are gone; what a load goes through again is stored under no later letter."""
    office.begin("pawns=3 placement=fixed stall=off")
    for number in range(21):
        office.write(office.asked(), "S1 move b4\ndone" if not number else "done")
    dice = [row.faces for row in office.log() if row.kind == "roll"]
    for _ in range(8):
        undo(office.app, 1)
    office.mails()
    mover = office.asked()
    order = {ANN: "S2 move d2", BEN: "N2 move d7"}[mover]
    assert set(play(office, mover, order)) == {mover}  # no turn is over
    for _ in range(5):
        office.write(office.asked(), "done")
    assert check(office.app) == []
    for _ in range(6):
        office.write(office.asked(), "done")
        undo(office.app, 1)
        undo(office.app, 1)
        office.write(office.asked(), "done")
        assert check(office.app) == []
    again = [row.faces for row in office.log() if row.kind == "roll"]
    assert again == dice[: len(again)]


# Draw, resign.


def test_a_draw_needs_both(office: Office) -> None:
    office.begin()
    mails = play(office, ANN, "draw")
    assert "your offer of a draw stands; still to agree: Ben" in mails[ANN].flat
    assert "Ann offers a draw. To agree write: accept draw. Otherwise just play on." in mails[BEN].flat
    office.thread(BEN, mails[BEN], "accept")
    mails = dict(office.mails())
    assert all(mail.subject.endswith("the match is over: you drew") for mail in mails.values())
    row = office.find_match().row
    assert (row.status, row.result, row.reason) == ("over", "S=N", "draw agreed")
    office.register("Cat")
    for line in ("draw 1", "undo 1", "accept draw", "decline undo", "clear 1"):
        mails = play(office, ANN, line)
        assert set(mails) == {ANN}
    assert office.find_match().row.result == "S=N"


def test_who_plays_on_has_declined_the_draw(office: Office) -> None:
    office.begin()
    play(office, BEN, "draw")
    mails = play(office, ANN, "done")
    assert "offers a draw" not in mails[ANN].text
    play(office, ANN, "draw 1")
    assert office.find_match().row.status == "running"


LAPSED = "The match has gone on: the offer of a draw has lapsed."


def test_an_offer_of_a_draw_lapses_when_the_other_answers_first_of_two(office: Office) -> None:
    """In Slargeball the turn ends with the second answer, which is that of her who has offered."""
    office.begin("", game="slargeball")
    play(office, ANN, "draw")
    assert LAPSED in play(office, BEN, "done")[BEN].flat
    play(office, ANN, "done")
    assert "There is nothing to accept" in play(office, BEN, "accept")[BEN].flat
    play(office, BEN, "accept draw")
    assert office.find_match().row.status == "running"


def test_an_offer_of_a_draw_lapses_when_the_queue_of_the_other_plays_on(office: Office) -> None:
    office.begin()
    play(office, BEN, "done")
    play(office, ANN, "draw")
    mails = play(office, ANN, "done")
    assert LAPSED in mails[ANN].flat
    assert LAPSED in mails[BEN].flat
    assert not office.find_match().open("draw")


def test_an_offer_of_a_draw_outlives_the_letter_that_makes_it(office: Office) -> None:
    """What the queue of the other does in the lines above it is no answer to it."""
    office.begin()
    play(office, BEN, "done")
    play(office, ANN, "done", "draw")
    assert "the match is drawn" in play(office, BEN, "accept draw")[BEN].flat


@pytest.mark.parametrize("who", [BEN, ANN])
def test_a_draw_may_be_declined_or_withdrawn(office: Office, who: str) -> None:
    office.begin()
    play(office, ANN, "draw")
    mails = play(office, who, "decline draw")
    assert "there is no offer of a draw anymore" in mails[who].flat
    assert "does not want a draw now" in mails[office.other(who)].flat


def test_when_a_draw_and_an_undo_wait_the_answer_must_say_which(office: Office) -> None:
    office.begin()
    play(office, ANN, "done")
    play(office, ANN, "undo")
    play(office, ANN, "draw")
    assert "Accept what? Write: accept draw, or: accept undo" in play(office, BEN, "accept")[BEN].flat
    play(office, BEN, "accept undo")
    assert len(office.log()) == 2


@pytest.mark.parametrize(
    "typo", ["resing", "resign!now", "confirm", "confirm resing", "confirm draw", "resigned"]
)
def test_no_slip_resigns(office: Office, typo: str) -> None:
    office.begin()
    play(office, ANN, typo)
    loaded = office.find_match()
    assert (loaded.match.over, loaded.match.state.left) == (False, [])


@pytest.mark.parametrize(
    "line",
    [
        "S1 move b4; confirm resign",
        '"confirm resign"',
        "`confirm resign`",
        "*confirm resign*",
        "confirm: resign",
        "confirm resign please",
        "say no; I shall not\n\nconfirm resign; done",
    ],
)
def test_b27_only_the_very_words_alone_on_a_line_resign(office: Office, line: str) -> None:
    office.begin()
    mail = play(office, ANN, line)[ANN]
    assert "so it counts only alone on a line, in just these words: confirm resign" in mail.flat
    assert not office.find_match().match.over
    assert not any(row.kind == "answer" for row in office.log())


def test_b27_a_remark_beside_these_words_takes_them_back(office: Office) -> None:
    office.begin()
    assert "Write: confirm resign" in play(office, ANN, "confirm resign # no")[ANN].flat
    assert not office.find_match().match.over


@pytest.mark.parametrize(
    "line", ["Confirm resign.", "confirm  resign 1", "match 1: confirm resign", "hello\nconfirm resign"]
)
def test_b27_these_words_alone_on_a_line_resign(office: Office, line: str) -> None:
    office.begin()
    play(office, ANN, line)
    assert office.find_match().match.over


@pytest.mark.parametrize("text", ["Should I? What do you think, Ben?", "Hello Ben,\nwell played!"])
@pytest.mark.parametrize("subject", ["confirm resign", "draw", "Re: draw", "Undo", "Say cheese"])
def test_a_subject_above_a_text_changes_nothing(office: Office, subject: str, text: str) -> None:
    """What gives something away or is a message stands in the text, or in a Subject alone."""
    office.begin()
    before = office.log()
    office.write(ANN, text, subject=subject)
    mails = dict(office.mails())
    counts = f'"{subject.removeprefix("Re: ")}" in the Subject counts only where the text is empty.'
    assert counts in mails[ANN].flat
    assert BEN not in mails
    loaded = office.find_match()
    assert (loaded.match.over, office.log(), loaded.questions) == (False, before, [])


def test_b22_the_subject_of_a_new_letter_counts_above_a_greeting(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "Good luck!", subject="challenge dodgeball ben")
    assert [mail.kind for to, mail in office.mails() if to == BEN] == ["challenge"]
    office.write(ANN, "Shall we?", subject="challenge dodgeball ben")
    mail = office.mail_to(ANN)
    assert '"challenge dodgeball ben" in the Subject counts only where the text is empty.' in mail.flat


@pytest.mark.parametrize(
    "subject", ["confirm resign", "Draw", "Re: draw", "undo", "Limit 0", "Say cheese", "show"]
)
@pytest.mark.parametrize("text", ["S1 move b4", "Hello!\n\nS1\nmove b4", "if S1 is b1 then S1 move b4"])
def test_b22_the_orders_of_the_text_win(office: Office, subject: str, text: str) -> None:
    office.begin()
    office.write(ANN, text, subject=subject)
    mails = dict(office.mails())
    assert "The command in the Subject was left alone, since the text holds its own lines." in mails[ANN].flat
    answers = [row.text for row in office.log() if row.kind == "answer"]
    assert answers == ["S1 move a2 a3 b4 with 3"]
    assert not office.find_match().open("draw")


def test_b22_a_slip_in_the_text_is_not_passed_over_for_the_subject(office: Office) -> None:
    office.begin()
    office.write(ANN, "S1 mvoe b4 fast", subject="draw")
    mail = dict(office.mails())[ANN]
    assert "not done" in mail.subject
    assert not office.find_match().open("draw")


def test_a_subject_alone_resigns(office: Office) -> None:
    office.begin()
    office.write(ANN, "", subject="confirm resign")
    assert office.find_match().match.over


def test_resigning_is_asked_for_and_confirmed(office: Office) -> None:
    office.begin()
    assert "Do you want to give up match 1 for good? If so, answer with: confirm resign" in (
        play(office, ANN, "resign")[ANN].flat
    )
    assert office.find_match().row.status == "running"
    mails = play(office, ANN, "confirm resign")
    assert "South (Ann) has resigned." in mails[BEN].flat
    assert mails[BEN].subject.endswith("the match is over: you won")
    assert mails[ANN].subject.endswith("the match is over: you lost")
    for line in ("resign", "confirm resign 1", "undo"):
        assert "refused: " in play(office, ANN, f"match 1\n{line}")[ANN].text
    row = office.find_match().row
    assert (row.result, row.reason) == ("N>S", "resigned")


# The house.


def test_one_person_may_play_alone(office: Office) -> None:
    office.register("Ann")
    mail = play(office, ANN, "challenge dodgeball house pawns=3")[ANN]
    assert "match 1 against the house begins" in mail.flat
    pick = seeded("alone")
    for _ in range(300):
        loaded = office.find_match()
        if loaded.match.over:
            break
        (seat, ask), *others = loaded.match.asks.items()
        assert (seat, others) == ("S", [])
        mails = play(office, ANN, loaded.game.bots["normal"](masked(loaded.match.state, seat), ask, pick))
        assert set(mails) == {ANN}
    assert office.find_match().match.over
    assert check(office.app) == []


def test_the_house_agrees_to_everything(office: Office) -> None:
    office.register("Ann")
    play(office, ANN, "challenge dodgeball house placement=fixed")
    rows = office.log()
    play(office, ANN, "done")
    assert "taken back: done" in play(office, ANN, "undo")[ANN].flat
    assert office.log() == rows
    told = play(office, ANN, "draw")[ANN].flat
    assert "Do you want to end match 1 in a draw? The house agrees" in told
    assert told.count("accept draw") == 1, "it is told once, and the house offers nothing"
    assert office.find_match().row.status == "running"
    assert "the match is drawn" in play(office, ANN, "accept draw")[ANN].flat
    assert office.store.post.outbox(None, 1000)[0].recipient == ANN


def test_the_house_has_agreed_to_a_draw_that_others_offer(office: Office) -> None:
    """It offers none, so it is no second one to answer."""
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "challenge gnomeball ben house")
    invitation = next(mail for to, mail in office.mails() if mail.kind == "challenge" and to == BEN)
    office.reply(BEN, invitation, "accept")
    office.mails()
    mails = play(office, ANN, "draw")
    assert (
        "Ann offers a draw. To agree write: accept draw. Otherwise just play on. The house has agreed."
        in (mails[BEN].flat)
    )
    assert mails[BEN].text.count("accept draw") == 1
    assert "You have offered a draw. The house has agreed. It stands" in play(office, ANN, "show")[ANN].flat
    assert "the match is drawn" in play(office, BEN, "accept draw")[BEN].flat


@pytest.mark.sqlite
def test_a_move_looks_at_nothing_but_its_own_match_and_player(office: Office) -> None:
    """However many matches run, no statement of a move goes through all of them, or through all players or letters; and
    they are few."""
    boards = office.begin()
    mover = office.asked()
    connection = office.store.db.conn
    assert connection is not None
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    office.reply(mover, boards[mover], "done")
    connection.set_trace_callback(None)
    around = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
    assert len([each for each in statements if not each.startswith(around)]) <= PLAIN_MOVE
    asked = [each for each in statements if each.startswith(("SELECT", "UPDATE", "DELETE"))]
    assert len(asked) > 6
    for statement in asked:
        plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}"))
        assert "SCAN" not in plan, statement
        assert "matches_by_status" not in plan, statement


# A yes to resigning.


def finished(office: Office) -> bool:
    return office.find_match().row.status == "over"


@pytest.mark.parametrize("lines", [("resign",), ("show", "resign")])
@pytest.mark.parametrize(
    ("text", "over"),
    [("yes", True), ("Yes, please!", True), ("ok", False), ("I agree", False), ("no", False)],
)
def test_only_the_word_yes_to_the_mail_that_asks_resigns(
    office: Office, lines: tuple[str, ...], text: str, over: bool
) -> None:
    boards = office.begin()
    asked = play(office, ANN, *lines)[ANN]
    assert "answer with: confirm resign, or with the word yes alone" in asked.flat
    office.thread(ANN, boards[ANN], "yes")  # to another mail
    assert not finished(office)
    office.thread(ANN, asked, text)
    assert finished(office) == over


def test_a_yes_does_not_resign_where_it_may_be_meant_for_a_draw(office: Office) -> None:
    office.begin()
    play(office, BEN, "draw")
    asked = play(office, ANN, "resign")[ANN]
    assert "the word yes" not in asked.flat
    office.thread(ANN, asked, "yes")
    assert not finished(office)
    office.thread(ANN, asked, "confirm resign")
    assert finished(office)
