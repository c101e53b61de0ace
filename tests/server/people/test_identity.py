"""Who wrote a letter, and which letters are neither obeyed nor answered."""

from typing import Any

import pytest

from pbem.mail.tokens import Token
from tests.server.office import Mail, Office, held

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
DAY = 86_400


def challenge(office: Office) -> Mail:
    """Ann and Ben are players, and Ann has challenged Ben by an answer to her welcome; Ben's invitation."""
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), "yes")
    welcome = office.mail_to(ANN)
    office.register("Ben")
    assert office.reply(ANN, welcome, "challenge dodgeball ben pawns=3 placement=fixed") == "done"
    return office.mail_to(BEN)


def test_token_and_from_together_are_proof(strict: Office) -> None:
    invitation = challenge(strict)
    assert strict.reply(BEN, invitation, "accept") == "done"
    assert strict.find_match().number == 1


def test_a_token_in_a_strangers_letter_does_nothing_and_warns_its_owner_once_a_day(strict: Office) -> None:
    invitation = challenge(strict)
    before = strict.store.matches.match(1)
    assert strict.reply(EVE, invitation, "accept") == "ignored"
    assert strict.store.matches.match(1) == before
    warning = strict.mail_to(BEN)
    assert warning.kind == "leaked"
    assert "from another sender has come to a reply address that only you should know" in warning.flat
    assert strict.reply(ANN, invitation, "decline") == "ignored"
    assert strict.mails() == []
    strict.time += DAY
    strict.reply(EVE, invitation, "accept")
    assert [(to, mail.kind) for to, mail in strict.mails()] == [(BEN, "leaked")]


def test_a_letter_that_proves_nothing_is_held_until_the_player_says_yes(strict: Office) -> None:
    question = held(strict)
    assert question.kind == "held"
    assert "> challenge dodgeball ben" in question.text
    assert strict.store.matches.all() == []
    assert strict.reply(ANN, question, "Yes.") == "done"
    kinds = [(to, mail.kind) for to, mail in strict.mails()]
    assert kinds == [(BEN, "challenge"), (ANN, "answer")]
    assert strict.reply(ANN, question, "yes, again") == "ignored"
    assert strict.mails() == []
    assert [row.id for row in strict.store.matches.all()] == [1]


def test_a_used_confirmation_proves_nothing(strict: Office) -> None:
    """Whoever has registered once could write in anybody's name else."""
    strict.register("Ann")
    strict.write("mallory@example.org", "register mallory")
    question = strict.mail_to("mallory@example.org")
    strict.reply("mallory@example.org", question, "yes")
    assert strict.write(ANN, "challenge dodgeball mallory", to=question.reply_to) == "held"
    assert strict.store.matches.all() == []


@pytest.mark.parametrize("question", ["confirm", "invitation"])
def test_a_question_to_a_stranger_is_no_sign_of_life_of_a_player(strict: Office, question: str) -> None:
    """A stranger who is asked something has a reply address, and could write under it in anybody's name."""
    if question == "confirm":
        strict.register("Ann")
        strict.write(EVE, "register eve")
    else:
        challenge(strict)
        asked = strict.write(BEN, f"challenge dodgeball {EVE}")
        assert asked == "held"
        assert strict.reply(BEN, strict.mail_to(BEN), "yes") == "done"
    mail = strict.mail_to(EVE)
    player = strict.store.people.at(ANN)
    assert player is not None
    strict.store.people.set_unreachable(player.id, strict.time)
    assert strict.reply(ANN, mail, "yes") == "ignored"
    player = strict.store.people.at(ANN)
    assert player is not None
    assert player.unreachable is not None
    strict.mails()
    assert strict.reply(EVE, mail, "accept eve") == "done"


def test_only_its_owner_can_release_a_held_letter(strict: Office) -> None:
    strict.register("Ann")
    strict.register("Ben")
    strict.write(ANN, "challenge dodgeball ben")
    question = strict.mail_to(ANN)
    assert strict.reply(BEN, question, "yes") == "ignored"
    assert strict.store.matches.all() == []
    assert [mail.kind for to, mail in strict.mails() if to == ANN] == ["leaked"]


def test_a_token_for_a_letter_that_does_not_exist_is_no_proof(strict: Office) -> None:
    strict.register("Ann")
    strict.register("Ben")
    address = strict.app.signer.address(Token("confirm", 4711, 1))
    assert strict.write(ANN, "challenge dodgeball ben", to=address) == "held"


def test_held_questions_are_bounded(strict: Office) -> None:
    strict.register("Ann")
    statuses = [strict.write(ANN, "settings text on") for _ in range(6)]
    assert statuses == ["held"] * 5 + ["ignored"]
    assert len(strict.mails()) == 5


def test_what_changes_nothing_needs_no_proof(strict: Office) -> None:
    strict.register("Ann")
    for line in ("help", "list", "games", "show 3"):
        assert strict.write(ANN, line) == "done"
        assert strict.mail_to(ANN).kind == "answer"


def test_on_trial_from_is_enough(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    assert office.write(ANN, "challenge dodgeball ben") == "done"


@pytest.mark.parametrize(
    "settings", [{"relay": "mx.example:25"}, {"lmtp": "127.0.0.1:24"}, {"listen": "0.0.0.0:25"}]
)
def test_a_server_that_others_can_reach_is_not_on_trial(settings: dict[str, Any]) -> None:
    office = Office(**settings)
    office.register("Ann")
    office.register("Ben")
    assert office.write(ANN, "challenge dodgeball ben") == "held"


def proved(results: str, *, server: str = "mx.example", more: str = "") -> str:
    office = Office(believe_from=False, authserv_id=server)
    office.register("Ann")
    headers = [f"Authentication-Results: {results}"] if results else []
    headers += [f"Authentication-Results: {more}"] if more else []
    return office.write(ANN, "settings text on", headers=headers)


@pytest.mark.parametrize(
    "body", ["help", "register Eve", "settings text on", "Hello?", "challenge dodgeball ann"]
)
def test_i03_nothing_is_answered_if_from_is_known_to_be_forged(body: str) -> None:
    """Neither a stranger whose address was forged nor a player gets a mail."""
    office = Office(believe_from=False, authserv_id="mx.example")
    office.register("Ann")
    office.register("Ben")
    forged = ["Authentication-Results: mx.example; dmarc=fail (p=quarantine) header.from=example.org"]
    for sender in ("ann@example.org", "carl@example.org"):
        assert office.write(sender, body, headers=forged) == "ignored"
    assert office.mails() == []


def test_our_own_front_server_vouches_for_from() -> None:
    assert proved("mx.example; spf=pass; dmarc=pass (p=reject) header.from=example.org") == "done"
    assert proved("mx.example 1; DMARC=pass header.from=example.org") == "done"


@pytest.mark.parametrize(
    "results",
    [
        "",
        "mx.example",
        "mx.example; dmarc=fail header.from=example.org",
        "mx.example; spf=pass smtp.mailfrom=dmarc=pass@evil.example; dmarc=fail",
        "mx.example; spf=pass (a comment; dmarc=pass); dmarc=none",
        'mx.example; spf=pass smtp.mailfrom="x; dmarc=pass"@evil.example',
        "mx.example; spf=pass (a comment; dmarc=pass (within another)); dmarc=none",
        "mx.example; spf=pass (a comment that is left open; dmarc=pass",
        "mx.example; dmarc=passable",
        "mx.evil; dmarc=pass",
        "mx.example.evil; dmarc=pass",
    ],
)
def test_nobody_else_does(results: str) -> None:
    assert proved(results) == "held"


def test_results_below_the_top_one_are_not_ours() -> None:
    assert proved("other.example; dmarc=pass", more="mx.example; dmarc=pass") == "held"


def test_results_do_not_count_where_no_server_is_configured() -> None:
    assert proved("mx.example; dmarc=pass", server="") == "held"


# Duplicates.


def test_the_same_letter_twice_has_one_effect(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    rows = len(office.log())
    letter = office.raw(mover, "done", to=boards[mover].reply_to)
    assert office.deliver(letter, to=boards[mover].reply_to) == "done"
    office.mails()
    after = office.log()
    assert len(after) > rows
    assert office.deliver(letter, to=boards[mover].reply_to) == "duplicate"
    assert office.deliver(b"Received: from elsewhere\r\n" + letter) == "duplicate"
    assert office.mails() == []
    assert office.log() == after


def test_the_same_message_id_with_another_text_is_a_letter_of_its_own(office: Office) -> None:
    office.register("Ann")
    letter = office.raw(ANN, "games")
    assert office.deliver(letter) == "done"
    assert office.deliver(letter.replace(b"games", b"list")) == "done"
    assert len(office.mails()) == 2


def test_the_same_message_id_of_another_sender_is_a_letter_of_its_own(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    letter = office.raw(ANN, "games")
    assert office.deliver(letter) == "done"
    assert office.deliver(letter.replace(b"ann@", b"ben@")) == "done"


def without_id(office: Office, sender: str, body: str, to: str = "pbem@play.example") -> str:
    raw = office.raw(sender, body, to=to)
    return office.deliver(b"".join(line for line in raw.splitlines(True) if b"Message-ID" not in line), to=to)


def test_m07_without_a_message_id_text_and_day_tell_duplicates(office: Office) -> None:
    office.register("Ann")
    assert [without_id(office, ANN, text) for text in ("games", "games", "list")] == [
        "done",
        "duplicate",
        "done",
    ]
    office.time += DAY
    assert without_id(office, ANN, "games") == "done"


def test_m07_without_a_message_id_the_same_word_may_answer_two_mails(office: Office) -> None:
    """`done` for one turn and `done` for the next are two orders, though the letters look alike."""
    boards = office.begin()
    first = office.asked()
    assert without_id(office, first, "done", boards[first].reply_to) == "done"
    second = office.asked()
    assert without_id(office, second, "done", dict(office.mails())[second].reply_to) == "done"
    assert without_id(office, first, "done", dict(office.mails())[first].reply_to) == "done"
    assert office.find_match().match.turn.number == 4


# Never answered.


@pytest.mark.parametrize(
    ("header", "note"),
    [
        ("Auto-Submitted: auto-replied", "automatic: auto-submitted"),
        ("Precedence: bulk", "automatic: precedence"),
        ("X-Autoreply: yes", "automatic: x-autoreply"),
        ("List-Id: <talk.example.org>", "list: list-id"),
        ("X-Loop: pbem@play.example", "own: x-loop"),
    ],
)
def test_machines_are_not_answered(office: Office, header: str, note: str) -> None:
    office.register("Ann")
    before = office.store.matches.all()
    assert office.write(ANN, "list", headers=[header]) == "ignored"
    row = office.store.post.inbox(None, 1)[0]
    assert row.note.startswith(note)
    assert office.mails() == []
    assert office.store.matches.all() == before


@pytest.mark.parametrize(
    "sender",
    [
        "pbem@play.example",
        "pbem+abc@play.example",
        "pbem%2Babc@play.example",
        "pbem-b@play.example",
        "mailer-daemon@example.org",
    ],
)
def test_i16_ourselves_and_daemons_are_not_answered(office: Office, sender: str) -> None:
    assert office.write(sender, "help") == "ignored"
    assert office.mails() == []


def test_s24_the_null_sender_is_not_answered(office: Office) -> None:
    office.register("Ann")
    assert office.deliver(office.raw(ANN, "help"), return_path="") == "ignored"
    assert office.mails() == []


def test_a_server_of_another_name_knows_its_own_letters() -> None:
    office = Office(name="games")
    assert office.write("games@play.example", "help") == "ignored"
    assert office.write(ANN, "help", headers=["X-Loop: games@play.example"]) == "ignored"


def test_from_that_is_not_one_address_names_nobody(office: Office) -> None:
    assert office.write(f"{ANN}, {BEN}", "help") == "ignored"
    assert office.mails() == []


def test_a_disabled_player_is_neither_obeyed_nor_answered(office: Office) -> None:
    office.register("Ann")
    player = office.store.people.at(ANN)
    assert player is not None
    office.store.people.disable(player.id)
    assert office.write(ANN, "list") == "ignored"
    assert office.mails() == []


def test_m26_a_letter_out_of_bounds_is_set_aside(office: Office) -> None:
    raw = office.raw(ANN, "help", headers=["X-Long: " + "x" * 100_000])
    assert office.deliver(raw) == "failed"
    assert office.store.post.inbox(None, 1)[0].note.startswith("cannot be read")
    assert office.mails() == []
