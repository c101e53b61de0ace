"""Which mail of ours a letter answers: its reply address says so, also where our Message-ID has not come back."""

import pytest

from pbem.mail.tokens import mail_number
from tests.server.office import Mail, Office, play

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
RELAYED = "In-Reply-To: <010f0199aa-77-000000@eu-west-1.amazonses.com>"


def answer(office: Office, sender: str, mail: Mail, body: str, *headers: str) -> str:
    """An answer whose mail program, or our relay, has lost our Message-ID."""
    return office.write(sender, body, to=mail.reply_to, subject=f"Re: {mail.subject}", headers=headers)


@pytest.mark.parametrize("headers", [(), (RELAYED,)], ids=["no_references", "another_message_id"])
def test_i38_a_yes_to_a_refusal_sends_its_proposal(office: Office, headers: tuple[str, ...]) -> None:
    board = office.begin()[ANN]
    answer(office, ANN, board, "S1 mvoe b4 please now", *headers)
    refusal = office.mail_to(ANN)
    assert "answer yes:" in refusal.flat
    assert answer(office, ANN, refusal, "yes", *headers) == "done"
    assert "S1 runs from b1" in office.mail_to(ANN).flat


def test_i38_only_to_the_mail_that_proposes(office: Office) -> None:
    board = office.begin()[ANN]
    answer(office, ANN, board, "S1 mvoe b4 please now")
    assert "answer yes:" in office.mail_to(ANN).flat
    answer(office, ANN, board, "yes")
    assert "S1 runs" not in office.mail_to(ANN).flat


@pytest.mark.parametrize("headers", [(), (RELAYED,)], ids=["no_references", "another_message_id"])
def test_i38_a_yes_to_a_draw(office: Office, headers: tuple[str, ...]) -> None:
    board = office.begin()[ANN]
    offer = play(office, ANN, "draw")[BEN]
    assert answer(office, BEN, offer, "yes", *headers) == "done"
    assert "the match is drawn" in office.mail_to(BEN).flat
    assert board.reply_to != offer.reply_to


def test_i38_a_mail_of_before_the_offer_agrees_to_nothing(office: Office) -> None:
    before = office.begin()[BEN]
    play(office, ANN, "draw")
    answer(office, BEN, before, "accept draw")
    assert "You have answered a mail of before this offer" in office.mail_to(BEN).flat


def test_the_reply_address_tells_more_than_an_old_thread(office: Office) -> None:
    """Some programs keep a thread, and put the newest address into it."""
    before = office.begin()[BEN]
    offer = play(office, ANN, "draw")[BEN]
    answer(office, BEN, offer, "yes", f"In-Reply-To: {before.id}")
    assert "the match is drawn" in office.mail_to(BEN).flat


def test_addresses_of_before_say_no_mail_and_are_good(office: Office) -> None:
    board = office.begin()[ANN]
    token = office.app.signer.find([board.reply_to])
    assert token is not None
    assert token.mail == mail_number(board.id)
    old = office.app.signer.address(type(token)(token.kind, token.a, token.b, token.c, token.d))
    assert office.write(ANN, "S1 move b4", to=old) == "done"
    assert "S1 runs from b1" in office.mail_to(ANN).flat


def test_an_answer_to_a_mail_that_cannot_be_written_any_more_is_read(office: Office) -> None:
    """Mails that have left are kept as data: those of an earlier version may lack what templates want."""
    board = office.begin()[ANN]
    spoiled = "UPDATE outbox SET raw = x'', notice = ? WHERE message_id = ?"
    notice = b'{"head":{},"body":{"template":"gossip","facts":{}}}'
    office.store.db.execute(spoiled, (notice, board.id))
    wrapped = (
        "S1 move b4\n\n> To answer, write your orders above this line, and some\nmore of it here\n> [1]\n"
    )
    assert office.thread(ANN, board, wrapped) == "done"
    assert "S1 runs from b1" in office.mail_to(ANN).flat
