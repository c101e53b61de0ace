"""Reply addresses that are void, that were lost on the way, or that somebody else has got hold of."""

import re

import pytest

from pbem.mail.tokens import Token
from pbem.server.admin import acts, host
from tests.server.office import Mail, Office

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
PLAIN = "pbem@play.example"


@pytest.fixture
def boards(strict: Office) -> dict[str, Mail]:
    """The first boards of a match between Ann and Ben, on a server that believes nobody."""
    for name in ("Ann", "Ben"):
        strict.write(f"{name.lower()}@example.org", f"register {name}")
        strict.reply(f"{name.lower()}@example.org", strict.mail_to(f"{name.lower()}@example.org"), "yes")
        welcome = strict.mail_to(f"{name.lower()}@example.org")
    assert strict.reply(BEN, welcome, "challenge dodgeball ann pawns=3 placement=fixed") == "done"
    invitation = next(mail for to, mail in strict.mails() if to == ANN)
    strict.reply(ANN, invitation, "accept")
    return dict(strict.mails())


def without_plus(office: Office, sender: str, mail: Mail, body: str) -> str:
    """Answer as through a mail system that drops what stands behind the plus."""
    headers = [f"In-Reply-To: {mail.id}", f"References: <match.1@play.example> {mail.id}"]
    return office.write(sender, body, to=PLAIN, subject=f"Re: {mail.subject}", headers=headers)


def test_b36_a_sentence_that_begins_with_revoke_makes_nothing_void(
    strict: Office, boards: dict[str, Mail]
) -> None:
    mover = strict.asked()
    strict.reply(mover, boards[mover], "revoke that")
    assert "refused: Write: revoke" in strict.mail_to(mover).flat
    assert strict.reply(mover, boards[mover], "show") == "done"


def test_i12_a_players_own_wish_makes_their_old_addresses_void(
    strict: Office, boards: dict[str, Mail]
) -> None:
    mover = strict.asked()
    rows = len(strict.log())
    assert strict.reply(mover, boards[mover], "revoke") == "done"
    fresh = strict.mail_to(mover)
    assert "all reply addresses before this mail are void" in fresh.flat
    assert fresh.reply_to != boards[mover].reply_to
    assert strict.reply(mover, boards[mover], "done") == "held"
    question = strict.mail_to(mover)
    assert len(strict.log()) == rows
    assert strict.reply(mover, question, "yes") == "done"
    assert len(strict.log()) > rows


def test_i12_a_new_address_is_as_good_as_the_old_one_was(strict: Office, boards: dict[str, Mail]) -> None:
    mover = strict.asked()
    strict.reply(mover, boards[mover], "revoke")
    assert strict.reply(mover, strict.mail_to(mover), "done") == "done"


def test_i12_the_personal_address_of_the_welcome_mail_goes_too(strict: Office) -> None:
    strict.write(ANN, "register Ann")
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    welcome = strict.mail_to(ANN)
    assert strict.reply(ANN, welcome, "revoke") == "done"
    assert strict.reply(ANN, welcome, "settings text on") == "held"


def test_i11_a_void_address_in_a_strangers_letter_warns_nobody(
    strict: Office, boards: dict[str, Mail]
) -> None:
    mover = strict.asked()
    acts.revoke_match(strict.app, 1)
    strict.mails()
    assert strict.reply(EVE, boards[mover], "done") == "ignored"
    assert strict.mails() == []


def test_the_host_revokes_the_addresses_of_a_match(strict: Office, boards: dict[str, Mail]) -> None:
    mover = strict.asked()
    acts.revoke_match(strict.app, 1)
    fresh = dict(strict.mails())
    assert set(fresh) == {ANN, BEN}
    assert "void" in fresh[mover].flat
    assert strict.reply(mover, boards[mover], "done") == "held"
    assert strict.reply(mover, fresh[mover], "done") == "done"


def test_the_host_revokes_the_addresses_of_a_player(strict: Office, boards: dict[str, Mail]) -> None:
    mover = strict.asked()
    handle = "ann" if mover == ANN else "ben"
    host.revoke_player(strict.app, handle)
    mails = strict.mails()
    assert {to for to, _ in mails} == {mover}
    assert sorted(mail.kind for _, mail in mails) == ["match", "revoked"]
    assert strict.reply(mover, boards[mover], "done") == "held"
    board = next(mail for _, mail in mails if mail.kind == "match")
    assert strict.reply(mover, board, "done") == "done"


def test_i09_a_lost_token_is_looked_up_by_the_thread_but_proves_nothing(
    strict: Office, boards: dict[str, Mail]
) -> None:
    mover = strict.asked()
    assert without_plus(strict, mover, boards[mover], "done") == "held"
    question = strict.mail_to(mover)
    assert "part of its address was lost on the way" in question.flat
    turn = strict.find_match().match.turn.number
    assert without_plus(strict, mover, question, "yes") == "done"
    assert strict.find_match().match.turn.number == turn + 1


def test_i09_with_our_own_mail_server_vouching_a_lost_token_is_made_up_for() -> None:
    """In-Reply-To, From and DMARC together are as good as a token, and tell the turn as well."""
    office = Office(believe_from=False, authserv_id="mx.example")
    passed = "Authentication-Results: mx.example; dmarc=pass header.from=example.org"
    for name in ("Ann", "Ben"):
        address = f"{name.lower()}@example.org"
        office.write(address, f"register {name}")
        assert without_plus(office, address, office.mail_to(address), "yes") == "done"
        office.mails()
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed", headers=[passed])
    office.write(BEN, "accept", headers=[passed])
    boards = dict(office.mails())
    mover = office.asked()
    headers = [passed, f"In-Reply-To: {boards[mover].id}"]
    assert office.write(mover, "done", headers=headers) == "done"
    rows = len(office.log())
    assert office.write(mover, "done\n#", headers=headers) == "done"
    assert "You have answered a mail of turn" in dict(office.mails())[mover].flat
    assert len(office.log()) == rows


def test_i09_an_invitation_is_explained_where_the_token_is_lost(office: Office) -> None:
    """By the thread it is known which one is answered; the explanation can be answered at its whole address."""
    office.register("Ann")
    office.write(ANN, "challenge dodgeball carl@example.net pawns=3")
    invitation = dict(office.mails())["carl@example.net"]
    assert without_plus(office, "carl@example.net", invitation, "hm") == "done"
    told = office.mail_to("carl@example.net")
    assert office.reply("carl@example.net", told, "accept carl") == "done"
    assert office.find_match().row.status == "running"


def test_i09_a_thread_of_somebody_else_leads_nowhere(strict: Office, boards: dict[str, Mail]) -> None:
    mover, other = strict.asked(), strict.other(strict.asked())
    assert without_plus(strict, other, boards[mover], "done") == "held"
    assert "lost on the way" not in strict.mail_to(other).flat


def test_i01_the_question_may_be_answered_by_those_whose_plus_is_lost(strict: Office) -> None:
    strict.write(ANN, "register Ann")
    assert without_plus(strict, ANN, strict.mail_to(ANN), "yes") == "done"
    assert "Welcome, Ann!" in strict.mail_to(ANN).text


def test_i01_somebody_elses_registration_is_not_confirmed_by_its_thread(strict: Office) -> None:
    strict.write(ANN, "register Ann")
    confirm = strict.mail_to(ANN)
    assert without_plus(strict, EVE, confirm, "yes") == "done"
    assert strict.store.people.named("ann") is None


@pytest.mark.parametrize(("policy", "status"), [("reject", "ignored"), ("none", "done")])
def test_i03_a_from_that_our_mail_server_knows_to_be_forged(policy: str, status: str) -> None:
    """Even with the right token."""
    office = Office(believe_from=False, authserv_id="mx.example")
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), "yes")
    failed = f"Authentication-Results: mx.example; dmarc=fail (p={policy}) header.from=example.org"
    welcome = office.mail_to(ANN)
    assert office.write(ANN, "settings text on", to=welcome.reply_to, headers=[failed]) == status


def test_s28_addresses_of_nothing_sound_like_addresses_of_something(strict: Office) -> None:
    """The door knows a token by its signature alone, so it cannot tell what exists."""
    signer = strict.app.signer
    assert signer.owns(signer.address(Token("seat", 4711, 3, 1)))
    strict.register("Ann")
    for token in (
        Token("seat", 4711, 3, 1),
        Token("player", 99),
        Token("leave", 99),
        Token("confirm", 99, 3),
    ):
        assert strict.write(EVE, "help", to=signer.address(token)) in ("done", "ignored")
        assert {to for to, _ in strict.mails()} <= {EVE}


def test_no_token_is_echoed_in_a_mail_or_a_note(strict: Office, boards: dict[str, Mail]) -> None:
    """B30: a token in a line, a Subject or a From comes back hidden."""
    mover = strict.asked()
    secret = boards[mover].reply_to
    strict.write(
        mover,
        f"say my key is {secret}\nnonsense {secret.replace('+', '%2B').upper()}",
        to=secret,
        subject=f"help {secret}",
    )
    strict.write(EVE, f"what is {secret}", subject=secret)
    strict.write(secret, "help")
    token = secret.partition("+")[2].partition("@")[0]
    mails = strict.mails()
    assert len(mails) >= 2
    for _, mail in mails:
        assert token not in mail.text.lower()
        assert token not in mail.subject.lower()
    for row in strict.store.post.inbox(None, 5):
        assert not re.search(r"\+[a-z2-7]{18}", row.note)
