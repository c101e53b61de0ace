"""Yes, no, or neither: how the answer to a question is read, and what becomes of a letter that is held."""

import pytest

from pbem.server.admin import host
from pbem.server.core.times import DAY
from pbem.server.letters.questions import TERM
from pbem.store.rows import Terms
from tests.server.office import Office, held

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.mark.parametrize("answer", ["Yes, that was me", "yes thanks", "Yep", "Sure!", "Hi\nyes"])
def test_a_held_letter_is_released_by_any_yes(strict: Office, answer: str) -> None:
    assert strict.reply(ANN, held(strict), answer) == "done"
    assert [(to, mail.kind) for to, mail in strict.mails()] == [(BEN, "challenge"), (ANN, "answer")]


def test_what_is_neither_yes_nor_no_is_asked_once_more(strict: Office) -> None:
    """The letter stays held, and a yes to either mail releases it; the same words again are asked no third time."""
    assert strict.reply(ANN, held(strict), "What is this about?") == "done"
    unsure = strict.mail_to(ANN)
    assert unsure.kind == "unsure"
    assert "I cannot tell whether your answer was a yes" in unsure.flat
    assert "A yes counts until Mon 9 Nov 2026, 07:33 (UTC)." in unsure.flat
    assert "my previous mail says what a yes would do" in unsure.flat
    assert strict.reply(ANN, unsure, "What is this about?") == "ignored"
    assert strict.mails() == []
    assert strict.reply(ANN, unsure, "Yes, it was me.") == "done"
    assert [row.id for row in strict.store.matches.all()] == [1]


def test_a_no_drops_a_held_letter_for_good(strict: Office) -> None:
    question = held(strict)
    assert strict.reply(ANN, question, "NO! That was not me.") == "ignored"
    assert strict.reply(ANN, question, "yes") == "ignored"
    assert strict.mails() == []
    assert strict.store.matches.all() == []


def test_a_yes_counts_for_two_weeks(strict: Office) -> None:
    question = held(strict)
    until = "answer this mail with one word, yes, by Mon 9 Nov 2026, 07:33 (UTC), and I will carry it out"
    assert until in question.flat
    strict.time += TERM - 1
    assert strict.reply(ANN, question, "yes") == "done"
    assert [row.id for row in strict.store.matches.all()] == [1]


@pytest.mark.parametrize("answer", ["yes", "What is this about?"])
def test_a_yes_after_two_weeks_is_too_late_and_is_told_so_once(strict: Office, answer: str) -> None:
    question = held(strict)
    strict.time += TERM
    assert strict.reply(ANN, question, answer) == "done"
    told = strict.mail_to(ANN).flat
    assert (
        "Your letter of Mon 26 Oct 2026, 07:33 (UTC) has not been carried out: a yes counts for two weeks."
        in told
    )
    assert strict.reply(ANN, question, "yes") == "ignored"
    assert strict.store.matches.all() == []


def playing(strict: Office) -> tuple[str, str]:
    """Ann and Ben play, in turn 2; who is asked, and an order of theirs."""
    strict.register("Ann")
    strict.register("Ben")
    options = {"pawns": "3", "placement": "fixed"}
    host.create(strict.app, "dodgeball", ["Ann", "Ben"], options, Terms(DAY, DAY, DAY))
    strict.mails()
    (seat,) = strict.find_match().match.asks
    return strict.asked(), {"S": "S1 move b2", "N": "N1 move b7"}[seat]


def test_orders_that_were_held_are_for_the_turn_in_which_they_came(strict: Office) -> None:
    mover, order = playing(strict)
    assert strict.write(mover, order) == "held"
    question = strict.mail_to(mover)
    for who in (mover, strict.other(mover)):
        assert strict.write(who, "done") == "held"
        strict.reply(who, strict.mail_to(who), "yes")
        strict.mails()
    assert strict.asked() == mover
    log = strict.log()
    strict.reply(mover, question, "yes")
    told = strict.mail_to(mover).flat
    assert "Your letter has come in turn 2; now it is turn 4. Look at the board below" in told
    assert strict.log() == log


def test_orders_that_were_held_are_played_in_the_same_turn(strict: Office) -> None:
    mover, order = playing(strict)
    strict.write(mover, order)
    strict.reply(mover, strict.mail_to(mover), "yes")
    assert order in strict.log()[-1].text


def test_a_letter_with_more_than_is_shown_cannot_be_released(strict: Office) -> None:
    """Its twenty first lines may be there to hide the others."""
    strict.register("Ann")
    strict.register("Ben")
    lines = "\n".join(["settings text on"] * 20 + ["challenge dodgeball ben"])
    assert strict.write(ANN, lines) == "ignored"
    question = strict.mail_to(ANN)
    assert "It has one more line. That is too long to confirm with a yes" in question.flat
    strict.reply(ANN, question, "yes")
    assert strict.store.matches.all() == []


def test_nothing_is_shown_but_what_the_letter_would_do(strict: Office) -> None:
    """Neither kind words nor chat nor links of somebody who may only pretend to be Ann."""
    strict.register("Ann")
    strict.register("Ben")
    hidden = "tell ben visit http://spam.example/pills\nchallenge dodgeball http://spam.example/more-of-these-pills"
    strict.write(ANN, f"Hello Ben,\n{hidden}\nsettings text on")
    told = strict.mail_to(ANN).text
    assert "> settings text on" in told
    assert "spam" not in told
    assert "Hello Ben" not in told
    assert "> tell ...\n" in told
