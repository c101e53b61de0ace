"""Undo: what goes, what goes with it, who is asked, and when nobody need be."""

import pytest

from pbem.server.admin.host import check
from tests.server.office import Office, play

ANN, BEN = "ann@example.org", "ben@example.org"
DAY = 86_400


# The match of these tests: Ann is South and is to act.


def test_an_undo_names_what_goes_and_the_queue_that_goes_with_it(office: Office) -> None:
    office.begin()
    rows = office.log()
    play(office, ANN, "S1 move b4", "S2 move d2")
    assert "> undo done: taken back: S1 move a2 a3 b4 with 3; S2 move d2 with 3" in (
        play(office, ANN, "undo")[ANN].flat
    )
    assert office.log() == rows
    office.register("Cat")
    play(office, "cat@example.org", "challenge dodgeball house pawns=3 placement=fixed")
    play(office, "cat@example.org", "done", "S1 move b2", "S1 move b3")
    loaded = office.find_match(2)
    queue = [str(order) for order in loaded.match.queues.get("S", [])]
    assert queue
    mail = play(office, "cat@example.org", "undo")["cat@example.org"]
    assert f"> undo done: taken back: done; your queue goes with it: {'; '.join(queue)}" in mail.flat
    assert "; and what North (normal house) replied: N1 move a7" in mail.flat
    assert "Your queue:" not in mail.text
    assert not office.find_match(2).match.queues.get("S")
    assert check(office.app) == []


def test_an_undo_of_waiting_lines_empties_the_queue_and_asks_nobody(office: Office) -> None:
    office.begin()
    play(office, BEN, "N2 move d7", "N1 move b7")
    rows = office.log()
    mails = play(office, BEN, "undo")
    assert set(mails) == {BEN}
    assert "> undo done: your queue is emptied: N2 move d7; N1 move b7" in mails[BEN].flat
    assert "Your queue:" not in mails[BEN].text
    assert not office.find_match().open("undo")
    assert "You have done nothing that can be taken back" in play(office, BEN, "undo")[BEN].flat
    assert office.log() == rows


def test_b43_an_undo_of_a_letter_that_only_queues_asks_nobody_and_leaves_the_move(office: Office) -> None:
    """The move before it is public, and stays; others cannot tell whether anything has waited."""
    office.begin()
    play(office, ANN, "done")
    rows = office.log()
    office.write(ANN, "S1 move b4")
    office.mails()
    mails = play(office, ANN, "undo")
    assert set(mails) == {ANN}
    assert "> undo done: your queue is emptied: S1 move b4" in mails[ANN].flat
    assert (office.find_match().match.waiting("S"), office.log()) == ([], rows)
    assert "so they are asked: Ben" in play(office, ANN, "undo")[ANN].flat


def test_an_undo_of_a_letter_that_only_queues_brings_back_what_it_has_replaced(office: Office) -> None:
    """Lines that were sent with the move wait again, whether the other has moved since or not."""
    for moved in (False, True):
        table = Office()
        table.begin()
        play(table, ANN, "done", "S1 move b4", "S2 move d4")
        play(table, ANN, "S3 move g2")
        if moved:
            play(table, BEN, "N1 move b7")
        told = play(table, ANN, "undo")[ANN].flat
        assert "> undo done: taken back: S3 move g2; waiting again: S1 move b4; S2 move d4" in told
        assert table.find_match().match.waiting("S") == ["S1 move b4", "S2 move d4"]
        assert not table.find_match().open("undo")


def test_lines_that_wait_since_the_other_has_acted_go_before_what_was_done(office: Office) -> None:
    office.begin()
    play(office, ANN, "done")
    play(office, BEN, "done")
    play(office, BEN, "N2 move d7")
    play(office, ANN, "S1 move b4")
    assert "your queue is emptied: N2 move d7" in play(office, BEN, "undo")[BEN].flat
    assert "so they are asked: Ann" in play(office, BEN, "undo")[BEN].flat
    assert office.find_match().open("undo")


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_right_after_accept_nothing_has_been_done_yet(office: Office, seat: str) -> None:
    """The first dice are nobody's letter."""
    office.begin()
    rows = office.log()
    mails = play(office, seat, "undo")
    assert "> undo refused: You have done nothing that can be taken back" in mails[seat].flat
    assert mails[seat].subject.startswith("[pbem 1] Dodgeball! - not done, ")
    assert set(mails) == {seat}
    assert office.log() == rows


def test_an_undo_is_free_no_more_once_the_other_has_been_shown_the_position(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, BEN, "queue")  # tells nothing of the position
    play(office, ANN, "undo")
    assert len(office.log()) == 2
    play(office, ANN, "S1 move b4")
    assert "S1 runs from b1" in play(office, BEN, "show")[BEN].flat
    mails = play(office, ANN, "undo")
    assert "so they are asked: Ben" in mails[ANN].flat
    assert "asks to take back everything from turn 2 on: by Ann S1 move a2 a3 b4 with 3." in mails[BEN].flat
    assert len(office.log()) == 3
    play(office, ANN, "S2 move d2")
    assert "taken back: S2 move d2 with 3" in play(office, ANN, "undo")[ANN].flat  # which Ben has not seen


def test_who_looks_at_their_own_position_shows_it_to_nobody(office: Office) -> None:
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, ANN, "show")
    assert "taken back: S1 move a2 a3 b4 with 3" in play(office, ANN, "undo")[ANN].flat


def test_an_undo_of_a_secret_placing_is_nobody_elses_business(office: Office) -> None:
    office.begin("pawns=3")
    clock = office.find_match().seats[1]
    office.time += DAY
    play(office, ANN, "place a c e")
    mails = play(office, ANN, "undo")
    assert set(mails) == {ANN}
    assert "taken back: place a c e" in mails[ANN].flat
    assert "your turn" in mails[ANN].subject
    assert "Your answer is in" not in mails[ANN].text
    assert office.find_match().seats[1] == clock
    assert office.log() == []
    play(office, ANN, "place f g h")
    assert "South (Ann) stands on f1, g1 and h1" in play(office, BEN, "place a b c")[BEN].flat
    assert check(office.app) == []


def test_an_undo_by_consent_does_not_wind_the_clock_of_whoever_was_asked_before(office: Office) -> None:
    office.begin()
    play(office, ANN, "done")
    play(office, ANN, "undo")
    office.time += DAY
    mails = play(office, BEN, "accept undo")
    assert "your turn" in mails[ANN].subject
    seats = office.find_match().seats
    assert seats[0].due == office.time + 7 * DAY  # as it was when she wrote
    assert (seats[1].since, seats[1].due) == (None, None)


def test_requests_stand_in_the_subject_of_the_others(office: Office) -> None:
    office.begin()
    play(office, ANN, "done")
    turn = "your turn (turn 3)"
    assert play(office, ANN, "undo")[BEN].subject == f"[pbem 1] Dodgeball! - Ann asks for an undo, {turn}"
    play(office, BEN, "decline undo")
    mails = play(office, ANN, "draw")
    assert mails[BEN].subject == f"[pbem 1] Dodgeball! - Ann offers a draw, {turn}"
    assert "offers a draw" not in mails[ANN].subject
    mails = play(office, BEN, "draw")
    assert {mail.subject for mail in mails.values()} == {"[pbem 1] Dodgeball! - the match is over: you drew"}


def test_what_an_undo_would_take_back_is_told_but_for_a_secret_answer(office: Office) -> None:
    """Nor is one told in whose place another has been sent, and no draft."""
    office.begin("turns=5 lineup=standard", game="slargeball")
    play(office, BEN, "done")
    play(office, ANN, "done")
    play(office, BEN, "D fetch", "done 2")
    play(office, BEN, "T1 hold", "done 3")
    play(office, BEN, "T2 hold")
    mails = play(office, ANN, "undo")
    secret = "an answer that is still secret (plan)"
    assert f"everything from turn 1 on: by Ann done; by Ben {secret}; {secret}." in mails[BEN].flat


def test_b38_an_undo_of_a_secret_answer_leaves_those_of_the_others_alone(office: Office) -> None:
    """Toxic Gnome asks all at once where they start, and tells when the last has answered."""
    office.begin("", "Ben", "Cat", game="toxic-gnome")
    play(office, ANN, "start c")
    office.time += DAY
    play(office, BEN, "start d")
    clock = office.find_match().seats[1]
    mails = play(office, ANN, "undo")
    assert set(mails) == {ANN}
    assert "> undo done: taken back: start c" in mails[ANN].flat
    assert list(office.find_match().match.asks) == ["1", "3"]
    assert [row.text for row in office.log() if row.kind == "answer"] == ["start d"]
    assert office.find_match().seats[1] == clock
    assert "> undo done: taken back: start d" in play(office, BEN, "undo")[BEN].flat
    assert list(office.find_match().match.asks) == ["1", "2", "3"]
    assert check(office.app) == []


@pytest.fixture
def strict(office: Office) -> Office:
    """Slargeball in mode strict: Blue, Ben, begins; its plans are handed in by Ann first, and then by Ben."""
    office.begin("mode=strict turns=5 lineup=standard", game="slargeball")
    return office


def test_b38_an_undo_is_not_free_once_secret_answers_have_been_opened_by_it(strict: Office) -> None:
    play(strict, ANN, "D fetch", "done")
    play(strict, BEN, "done")
    told = play(strict, BEN, "undo")[BEN].flat
    assert "nothing is taken back yet. Others know of it, or you have learned something from it" in told


def test_b38_an_undo_is_not_free_once_a_queue_has_answered_and_gives_its_lines_back(strict: Office) -> None:
    """Ben has seen where Ann's D goes, and would move another figure otherwise."""
    play(strict, ANN, "D fetch", "done", "done")
    play(strict, BEN, "done")
    assert set(play(strict, BEN, "done")) == {BEN}
    assert strict.find_match().match.queue("R") == ()
    assert "so they are asked: Ann" in play(strict, BEN, "undo")[BEN].flat
    mails = play(strict, ANN, "accept undo")
    again = "it waits again, since what it did has been taken back"
    assert f"YOUR QUEUED LINES > done queued: {again}" in mails[ANN].flat
    assert "YOUR QUEUED LINES" not in mails[BEN].text
    assert strict.find_match().match.queue("R") == ("done",)
    play(strict, BEN, "done")
    assert [row.by for row in strict.log() if row.seat == "R"] == ["order", "order", "queue"]
    assert check(strict.app) == []


@pytest.mark.parametrize("lines", [("D hold",), ("D hold", "done"), ("always plan move",), ("show",)])
def test_b38_an_undo_does_not_tell_what_others_have_sent_in_secret(
    strict: Office, lines: tuple[str, ...]
) -> None:
    """Neither a draft nor a standing order nor an answer; and it stays."""
    play(strict, ANN, "T1 hold")
    play(strict, BEN, *lines)
    rows = [row for row in strict.log() if row.seat != "R"]
    mails = play(strict, ANN, "undo")
    assert set(mails) == {ANN}
    assert "> undo done: taken back: T1 hold" in mails[ANN].flat
    assert strict.log() == rows
    assert strict.find_match().match.drafting("B") == (lines == ("D hold",))
    assert check(strict.app) == []


def test_b38_an_undo_of_what_has_reopened_an_answer_hands_it_in_again(strict: Office) -> None:
    """It was the last that was missing, so the match goes on, with what the others have sent since."""
    play(strict, ANN, "D hold", "done")
    play(strict, ANN, "T1 hold")
    play(strict, BEN, "done")
    mails = play(strict, ANN, "undo")
    assert set(mails) == {ANN, BEN}
    assert "> undo done: taken back: T1 hold" in mails[ANN].flat
    assert "your turn" in mails[BEN].subject
    assert [row.text for row in strict.log() if row.seat] == ["D hold", "done", "done"]
    assert strict.find_match().seats[1].since is not None
    assert check(strict.app) == []


def test_b38_standing_orders_of_others_and_what_they_have_sent_since_stay(office: Office) -> None:
    """Also when a public move is taken back with their consent."""
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, BEN, "always dodge", "N1 move b7")
    play(office, ANN, "undo")
    mails = play(office, BEN, "accept undo")
    assert [row.text for row in office.log() if not row.faces] == ["always dodge"]
    assert office.find_match().match.queue("N") == ("N1 move b7",)
    assert "YOUR QUEUED LINES" not in mails[BEN].text
    assert "> undo done: taken back: always dodge" not in play(office, ANN, "undo")[ANN].flat
    assert "> undo done: taken back: always dodge" in play(office, BEN, "undo")[BEN].flat
    assert check(office.app) == []


def test_b38_lines_that_a_cut_gives_back_stand_before_those_that_were_sent_since(office: Office) -> None:
    """What was sent with a letter that is taken back goes, and each owner is told of their own."""
    office.begin()
    play(office, BEN, "N1 move b7", "done")
    play(office, ANN, "done")
    play(office, BEN, "N3 move f7")
    play(office, ANN, "undo")
    mails = play(office, BEN, "accept undo")
    assert office.find_match().match.queue("N") == ("N1 move b7", "done", "N3 move f7")
    assert "> N1 move b7 queued: it waits again" in mails[BEN].flat
    assert "YOUR QUEUED LINES" not in mails[ANN].text


def test_b38_a_request_stands_whatever_is_done_in_secret(office: Office) -> None:
    """Else it would tell; and the one who agrees takes back nothing that they write in the same letter."""
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, BEN, "show")
    play(office, ANN, "undo")
    assert set(play(office, BEN, "always dodge")) == {BEN}
    assert office.find_match().open("undo")
    told = play(office, BEN, "always catch", "accept undo")[BEN].flat
    assert "Send accept undo in a letter without orders" in told
    play(office, BEN, "accept undo")
    assert [row.text for row in office.log() if not row.faces] == ["always dodge"]


def test_an_undo_over_several_turns_tells_what_goes_and_stands_until_it_is_answered(office: Office) -> None:
    """Also what the others have done since then; and nobody else's request takes its place in silence."""
    office.begin()
    play(office, ANN, "S1 move b4; done")
    play(office, BEN, "N1 move b7; done")
    mails = play(office, ANN, "undo")
    what = "from turn 2 on: by Ann S1 move a2 a3 b4 with 3; done; by Ben N1 move b7 with 3; done."
    assert f"South (Ann) asks to take back everything {what} To agree write: accept undo." in mails[BEN].flat
    assert f"If they agree, everything is taken back {what} It is turn 4 now." in mails[ANN].flat
    told = play(office, BEN, "undo")[BEN].flat
    assert (
        "South (Ann) has asked to take something back. Answer that first: accept undo, or decline undo"
        in told
    )
    mails = play(office, BEN, "accept undo")
    for mail in mails.values():
        assert (
            f"South (Ann) has asked, and all agree: it is taken back, {what.removeprefix('everything ')}"
            in mail.flat
        )
    assert office.find_match().match.turn.number == 1


def test_an_agreement_is_for_the_request_of_the_mail_that_it_answers(office: Office) -> None:
    """Between two requests in one turn, only the mails tell which is meant."""
    office.begin()
    play(office, ANN, "S1 move b4")
    play(office, BEN, "show")
    first = play(office, ANN, "undo")[BEN]
    play(office, ANN, "decline undo")
    play(office, ANN, "S2 move d2")
    play(office, BEN, "show")
    second = play(office, ANN, "undo")[BEN]
    rows = office.log()
    office.reply(BEN, first, "accept undo")
    assert "You have answered a mail of before this request" in dict(office.mails())[BEN].flat
    assert office.log() == rows
    office.reply(BEN, second, "accept undo")
    assert "it is taken back" in dict(office.mails())[BEN].flat


def test_an_agreement_to_a_draw_is_for_the_turn_of_the_mail_that_it_answers(office: Office) -> None:
    boards = office.begin()
    play(office, ANN, "done")
    play(office, ANN, "draw")
    office.reply(BEN, boards[BEN], "accept draw")
    assert "You have answered a mail of turn 2; now it is turn 3." in dict(office.mails())[BEN].flat
    assert office.find_match().row.status == "running"


def test_the_queue_that_goes_with_an_undo_by_consent_is_told_to_its_owner_alone(office: Office) -> None:
    office.begin()
    play(office, ANN, "done", "S1 move b4")
    play(office, ANN, "undo")
    mails = play(office, BEN, "accept undo")
    assert "YOUR QUEUED LINES > S1 move b4 dropped: it goes with the letter" in mails[ANN].flat
    assert "S1 move b4" not in mails[BEN].text


@pytest.mark.parametrize("standing", ["always ask react", "always dodge"])
def test_b38_an_undo_is_not_free_once_somebody_is_asked_who_may_have_had_an_answer_in_store(
    office: Office, standing: str
) -> None:
    """Ben is written to once a day and has seen nothing; but Ann has seen whether a standing order of Ben's answers."""
    office.begin()
    play(office, BEN, f"settings mail daily\n{standing}")
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    play(office, ANN, "S1 throw N1")
    assert bool(office.asked() == BEN) == (standing == "always ask react")
    told = play(office, ANN, "undo")[ANN].flat
    assert "so they are asked: Ben" in told


def test_what_an_observer_has_been_told_of_somebody_has_seen(office: Office) -> None:
    """Ben is written to once a day, and knows nothing yet."""
    office.begin()
    office.register("Dan")
    play(office, BEN, "settings mail daily")
    play(office, "dan@example.org", "observe 1")
    assert set(play(office, ANN, "done")) == {ANN, "dan@example.org"}
    assert office.store.log.batches(1)[-1].seen


def test_an_undo_of_a_halt_that_waits_asks_nobody(office: Office) -> None:
    """At Gnomeball, where each letter wakes a plan that sleeps."""
    office.begin("", game="gnomeball")
    while next(iter(office.find_match().match.asks.values())).name != "activation":
        office.write(office.asked(), str(next(iter(office.find_match().match.asks.values())).auto()))
    mover = office.asked()
    seat = next(iter(office.find_match().match.asks))
    play(office, mover, "pass")
    play(office, mover, f"halt if loose and {seat}1 holds")
    assert office.find_match().match.waiting(seat)
    assert set(play(office, mover, "undo")) == {mover}
    assert office.find_match().match.waiting(seat) == []
    assert not office.find_match().open("undo")


def test_the_story_does_not_tell_a_request_as_if_it_came_after_the_events(office: Office) -> None:
    """It would read as if the move above it had been taken back."""
    office.begin()
    play(office, ANN, "S1 move b4; done")
    play(office, ANN, "undo")
    play(office, BEN, "accept undo")
    play(office, ANN, "S1 move b3; done")
    story = play(office, ANN, "history")[ANN].text
    told, _, beside = story.partition("  Also in this turn:\n")
    assert "b3" in told
    assert "    South (Ann) asks to take something back." in beside
