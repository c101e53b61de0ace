"""Clauses of a sentence: the last one ends a turn, one has a slip; figures called by their square; what contradicts."""

import pytest

from pbem.server.reading.sentences import plainly
from tests.server.office import Mail, Office, played


def write(office: Office, text: str) -> Mail:
    """Whoever is to move answers their board; returns the answer to them."""
    boards = office.begin()
    mover = office.asked()
    office.write(mover, text, to=boards[mover].reply_to)
    return next(mail for to, mail in office.mails() if to == mover)


@pytest.mark.parametrize("last", ["then I'm finished for this turn", "and that's all from me for this turn"])
def test_a_clause_that_says_plainly_that_the_turn_is_over_ends_it(office: Office, last: str) -> None:
    write(office, f"S1 move b4, {last}.")
    order, end = played(office)[-2:]
    assert (order.split(" with ")[0].split()[-1], end) == ("b4", "done")


def test_a_clause_that_ends_the_turn_is_offered_with_the_orders_before_it(office: Office) -> None:
    mail = write(office, "S1 goes to b4, then I'm finished.")
    assert "e.g.  S1 move b4\n        done" in mail.text


def test_a_sentence_that_says_no_more_ends_the_turn(office: Office) -> None:
    assert "Do you want this: done\n" in write(office, "No more moves from me, please end my turn.").text


def test_a_clause_with_a_slip_is_offered_with_the_others(office: Office) -> None:
    mail = write(office, "S1 mvoe b4 and S2 move d4")
    assert "e.g.  S1 move b4\n        S2 move d4" in mail.text


def test_the_last_clause_may_have_a_slip(office: Office) -> None:
    assert "Do you want this: S1 move b4\n" in write(office, "The service is over, so S1 mvoe b4.").text


@pytest.mark.parametrize("text", ["My pawn on b1 goes to b4.", "the one on b1 to b4", "b1 to b4, ta"])
def test_a_figure_is_called_by_its_square(office: Office, text: str) -> None:
    assert "S1 b4" in write(office, text).text


@pytest.mark.parametrize("below", ["S1 stays where b2 is, of course.", "... or c4, pick whichever you like"])
def test_what_says_something_else_of_a_figure_holds_its_order(office: Office, below: str) -> None:
    mail = write(office, f"S1 move b4\n{below}")
    assert "Nothing in your letter has been done" in mail.text


def test_talk_of_what_a_figure_was_costs_nothing(office: Office) -> None:
    assert "S1 b4" in write(office, "S1 move b4\n\nS1 was always my best man.").text


@pytest.mark.parametrize(
    "below",
    [
        "Strike the foregoing.",
        "Please consider the above null and void.",
        "PPS Don't act on this, my daughter got hold of the keyboard.",
        "Is that a legal order?",
        "I'll send it properly tomorrow.",
        "Rolled back, sorry, fat fingers",
    ],
)
def test_words_that_take_back_hold_the_letter(office: Office, below: str) -> None:
    assert "Nothing in your letter has been done" in write(office, f"S1 move b4\n\n{below}").text


def test_what_somebody_is_quoted_to_have_said_is_one_sentence(office: Office) -> None:
    assert "done:" not in write(office, 'They chanted "S1 move b4! S1 move b4!" on the telly. Sort of.').text


@pytest.mark.parametrize(
    "text",
    [
        "This is what I do: S1 move b4",
        "I've decided on S1 move b4.",
        "My two moves are S1 move b4 and S2 move d4.",
        "Now to business: S1 move b4.",
        "Right, that'll be S1 move b4 for me.",
        "heyyy S1 move b4",
        "ok im doing S1 move b4",
    ],
)
def test_a_lead_of_known_classes_of_words_is_certain(office: Office, text: str) -> None:
    assert "S1 b4" in write(office, text).text


def test_a_forwarded_subject_orders_nothing(office: Office) -> None:
    office.begin()
    mover = office.asked()
    office.write(mover, "", subject="Fwd: S1 move b4")
    assert "done: S1 move b4" not in office.mails()[-1][1].text


@pytest.mark.parametrize(
    "below", ["Yours,\nAnn\n-- \nPS not to be done before Friday", "Regards\nP.S. forget what I wrote above"]
)
def test_a_postscript_below_the_name_is_read(office: Office, below: str) -> None:
    assert "Nothing in your letter has been done" in write(office, f"S1 move b4\n\n{below}").text


def test_a_signature_that_looks_like_a_postscript_changes_nothing(office: Office) -> None:
    assert "S1 b4" in write(office, "S1 move b4\n-- \nAnn Smith\nPS Ltd, London").text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("S2 to d3 please, with the 4.", "S2 to d3 with the 4."),
        ("s2 throw at n2 using the 4", "s2 throw at n2 with the 4"),
        ("S2 move d3, with friends", "S2 move d3, with friends"),
    ],
)
def test_the_die_that_pays_stands_behind_with(written: str, read: str) -> None:
    assert plainly(written) == read


def test_a_proposal_leaves_no_number_out(office: Office) -> None:
    assert "e.g.  S1 move b4\n" not in write(office, "Move S1 with 3 to b4").text


@pytest.mark.parametrize(
    "letter",
    [
        "S1 move b4\n\nBen scrap that",
        "S1 move b4\n\nThat is what Ben would do.",
        "Ben said this.\n\nS1 move b4",
    ],
)
def test_names_are_read_as_somebody(office: Office, letter: str) -> None:
    """What the lists say of `they` holds for everybody who plays."""
    assert "Nothing in your letter has been done" in write(office, letter).text


@pytest.mark.parametrize(
    "end",
    ["I have finished my turn.", "That will be all for this turn, thank you.", "Then I will end my turn."],
)
def test_a_sentence_that_says_plainly_that_the_turn_is_over_ends_it(office: Office, end: str) -> None:
    write(office, f"S1 move b4\n\n{end}")
    assert played(office)[-1].startswith("done")


@pytest.mark.parametrize(
    "end", ["Maybe I end my turn.", "I end my turn if Ben is ready.", "Ben says: end your turn"]
)
def test_a_turn_that_may_be_over_is_not_ended(office: Office, end: str) -> None:
    write(office, f"S1 move b4\n\n{end}")
    assert not any(line.startswith("done") for line in played(office))
