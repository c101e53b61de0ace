"""A player's addresses, changed by mail: with the new one's consent, and with a way back for the old one."""

import pytest

from pbem.server.letters.questions import TERM
from pbem.server.ops.reminders import run_reminders
from pbem.server.people.addresses import MOST
from tests.server.office import Mail, Office

ANN, BEN, NEW, EVE = "ann@example.org", "ben@example.org", "ann@new.example", "eve@example.org"
DAY = 86_400


def addresses(office: Office, name: str = "ann") -> tuple[str, list[str]]:
    """Where a player's mail goes, and all that they may write from."""
    player = office.store.people.named(name)
    assert player is not None
    return player.address, office.store.people.addresses(player.id)


def move(office: Office, sender: str = ANN, to: str = NEW) -> Mail:
    """The question at a new address."""
    office.write(sender, f"address {to}")
    return dict(office.mails())[to]


def moved(office: Office) -> dict[str, Mail]:
    """Ann's mail goes to her new address; what has been mailed about it, boards aside, by address."""
    question = move(office)
    assert office.reply(NEW, question, "yes") == "done"
    return {to: mail for to, mail in office.mails() if mail.kind != "match"}


# The new address is asked.


def test_a_yes_from_the_new_address_sends_the_mail_there(office: Office) -> None:
    office.begin()
    question = move(office)
    assert question.kind == "address"
    assert "If you are Ann, answer this mail with one word, yes" in question.flat
    assert question.message["List-Unsubscribe"] is None
    assert addresses(office) == (ANN, [ANN])
    assert office.reply(NEW, question, "Yes!") == "done"
    mails = office.mails()
    assert [(to, mail.kind) for to, mail in mails] == [(ANN, "moved"), (NEW, "arrived"), (NEW, "match")]
    assert addresses(office) == (NEW, [ANN, NEW])
    board = mails[-1][1]
    assert "Your mail comes here from now on." in board.flat
    assert office.reply(NEW, board, "say Here I am") == "done"


@pytest.mark.parametrize(
    "body", ["Yes, that is me!", "Hello,\nyes please", "sure, go ahead", "yep", "ok, thanks"]
)
def test_a_yes_in_other_words_is_one(office: Office, body: str) -> None:
    office.register("Ann")
    assert office.reply(NEW, move(office), body) == "done"
    assert addresses(office) == (NEW, [ANN, NEW])


@pytest.mark.parametrize("body", ["hm", "", "Who is Ann?", "yes, but only from May on? I am not sure"])
def test_what_is_neither_yes_nor_no_is_asked_once_more(office: Office, body: str) -> None:
    office.register("Ann")
    question = move(office)
    assert office.reply(NEW, question, body) == "done"
    again = office.mail_to(NEW)
    assert again.kind == "unsure"
    assert "I cannot tell whether your answer was a yes" in again.flat
    assert "A yes counts until" in again.flat
    assert addresses(office) == (ANN, [ANN])
    assert office.reply(NEW, again, body) == "ignored"
    assert office.mails() == []
    assert office.reply(NEW, again, "yes") == "done"
    assert addresses(office) == (NEW, [ANN, NEW])


def test_silence_a_no_and_a_notice_of_absence_change_nothing(office: Office) -> None:
    office.register("Ann")
    question = move(office)
    assert office.reply(NEW, question, "no") == "done"
    assert office.reply(NEW, question, "No thanks, I am not Ann.") == "done"
    away = f"Automatic reply: {question.subject}"
    assert office.write(NEW, "yes", to=question.reply_to, subject=away) == "ignored"
    assert office.mails() == []
    assert addresses(office) == (ANN, [ANN])


def test_the_yes_of_another_address_counts_for_nothing(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    question = move(office)
    for sender in (ANN, BEN, EVE):
        assert office.reply(sender, question, "yes") == "ignored"
    assert office.mails() == []
    assert addresses(office) == (ANN, [ANN])


def test_a_second_yes_is_a_letter_like_any_other(office: Office) -> None:
    office.register("Ann")
    question = move(office)
    office.reply(NEW, question, "yes")
    office.mails()
    assert office.reply(NEW, question, "list") == "done"
    assert "YOUR MATCHES" in office.mail_to(NEW).text


def test_the_question_lapses(office: Office) -> None:
    office.register("Ann")
    question = move(office)
    office.time += TERM
    assert office.reply(NEW, question, "yes") == "ignored"
    assert addresses(office) == (ANN, [ANN])


def test_both_addresses_may_be_written_from_and_only_one_is_written_to(office: Office) -> None:
    office.begin()
    moved(office)
    for sender in (ANN, NEW):
        office.write(sender, "list")
        assert "YOUR MATCHES" in office.mail_to(NEW).text
    office.write(BEN, "say Hello")
    assert {to for to, _ in office.mails()} == {BEN, NEW}


def test_mail_that_waits_goes_along(office: Office) -> None:
    office.begin()
    question = move(office)
    office.write(BEN, "say Hello")
    office.reply(NEW, question, "yes")
    waiting = office.store.post.to_deliver(office.time, 99)
    assert not [row for row in waiting if row.recipient == ANN and row.kind == "match"]
    assert [row for row in waiting if row.recipient == ANN and row.kind == "moved"]


def test_to_whom_no_mail_gets_through_it_does_at_the_new_address(office: Office) -> None:
    office.begin()
    question = move(office)
    office.store.people.bounced(1, 1, office.time, 1, "no such mailbox")
    office.store.people.set_unreachable(1, office.time)
    office.write(BEN, "say Hello")
    office.reply(NEW, question, "yes")
    ann = office.store.people.named("ann")
    assert ann is not None
    assert ann.unreachable is None
    assert office.store.people.bounces(ann.id) == []
    assert office.store.post.outbox("held", 99) == []


def test_who_wants_no_mail_hears_of_it_all_the_same(office: Office) -> None:
    """Somebody else may have made the change."""
    office.register("Ann")
    office.write(ANN, "settings mail off")
    office.mails()
    assert moved(office)[ANN].kind == "moved"


def test_a_letter_that_proves_nothing_asks_nobody_outside(strict: Office) -> None:
    strict.register("Ann")
    assert strict.write(ANN, f"address {NEW}") == "held"
    assert "was this you?" in strict.mail_to(ANN).subject


# Addresses of others, and of nobody.


def test_i31_an_address_of_somebody_else_is_not_told_from_a_free_one(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    answers = []
    for address in (NEW, BEN):
        for _ in range(2):
            office.write(ANN, f"address {address}")
            mails = office.mails()
            assert BEN not in dict(mails)
            answers.append(dict(mails)[ANN].flat.replace(address, "THERE"))
        office.write(ANN, f"address remove {address}")
        answers.append(office.mail_to(ANN).flat.replace(address, "THERE"))
    assert answers[:3] == answers[3:]
    assert "if nobody else has that address here" in answers[0]


def test_an_address_that_has_become_somebody_elses_meanwhile_stays_theirs(office: Office) -> None:
    office.register("Ann")
    question = move(office, to=BEN)
    office.register("Ben")
    assert office.reply(BEN, question, "yes") == "ignored"
    assert addresses(office) == (ANN, [ANN])


def test_five_may_be_asked_in_a_day_by_one_player_and_at_one_address(office: Office) -> None:
    for name in ("Ann", "Ben"):
        office.register(name)
    for _ in range(3):
        for sender in (ANN, BEN):
            office.write(sender, f"address {NEW}")
    assert sum(to == NEW for to, _ in office.mails()) == 5
    for _ in range(2):
        office.write(ANN, "address other@new.example")
    office.write(ANN, "address third@new.example")
    mails = office.mails()
    assert "You have asked for that often enough today" in mails[-1][1].flat
    assert "third@new.example" not in dict(mails)
    office.time += DAY
    assert move(office).kind == "address"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"address {ANN}", f"Your mail goes to {ANN} already"),
        ("address pbem@play.example", "pbem@play.example is an address of this server"),
        ("address PBEM+x@play.example", "pbem+x@play.example is an address of this server"),
        ("address pbem-b+x@play.example", "pbem-b+x@play.example is an address of this server"),
        ("address postmaster@play.example", "postmaster@play.example is an address of this server"),
        ("address nobody@play.example", "nobody@play.example is an address of this server"),
        ("address ann", "or address; for example: address ann@work.example"),
        (f"address {NEW} {EVE}", "or address; for example: address ann@work.example"),
        ("address ann@nowhere.invalid", "cannot be mailed to"),
        (f"address remove {ANN}", "send the line from another address of yours"),
    ],
)
def test_what_is_no_address_to_move_to(office: Office, line: str, reason: str) -> None:
    office.register("Ann")
    office.write(ANN, line)
    assert reason in office.mail_to(ANN).flat
    assert addresses(office) == (ANN, [ANN])


def test_who_is_at_home_in_the_domain_of_the_server_may_have_another_address_there() -> None:
    """As everybody is on trial, at localhost."""
    office = Office(domain="example.org")
    ann = office.register("Ann")
    office.write(ann, "address ann-at-work@example.org")
    assert "ann-at-work@example.org" in dict(office.mails())


def test_a_player_has_five_addresses_at_most(office: Office) -> None:
    office.register("Ann")
    for number in range(MOST - 1):
        question = move(office, to=f"ann{number}@new.example")
        office.reply(f"ann{number}@new.example", question, "yes")
        office.mails()
        office.time += DAY
    office.write(ANN, f"address {NEW}")
    assert f"You have {MOST} addresses; remove one first" in dict(office.mails()).popitem()[1].flat


# Between one's own.


def test_between_addresses_of_ones_own_no_question_is_needed(office: Office) -> None:
    office.begin()
    moved(office)
    office.write(NEW, f"address {ANN}")
    mails = office.mails()
    assert [(to, mail.kind) for to, mail in mails] == [(NEW, "moved"), (ANN, "match")]
    assert f"your mail goes to {ANN} from now on" in mails[1][1].flat
    assert addresses(office) == (ANN, [ANN, NEW])


def test_a_letter_that_is_refused_is_answered_where_the_mail_goes_as_before(office: Office) -> None:
    office.begin()
    moved(office)
    office.write(ANN, f"address {ANN}\nresign 99\nlimit many")
    assert "Nothing in your letter has been done" in office.mail_to(NEW).flat
    assert addresses(office) == (NEW, [ANN, NEW])


def test_all_addresses_are_told(office: Office) -> None:
    office.register("Ann")
    moved(office)
    office.write(ANN, "address")
    assert f"your mail goes to {NEW}; you may also write from {ANN}" in office.mail_to(NEW).flat


def test_a_removed_address_is_a_strangers_and_its_keys_open_nothing(strict: Office) -> None:
    strict.write(ANN, "register Ann")
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    welcome = strict.mail_to(ANN)
    strict.reply(ANN, welcome, f"address {NEW}")
    strict.reply(NEW, dict(strict.mails())[NEW], "yes")
    here = dict(strict.mails())[NEW]
    assert strict.reply(NEW, here, f"address remove {ANN}") == "done"
    told = strict.mail_to(NEW)
    assert f"{ANN} is forgotten" in told.flat
    assert f"From now on your mail goes to {NEW}" in told.flat
    assert addresses(strict) == (NEW, [NEW])
    assert strict.reply(ANN, welcome, "settings text on") == "ignored"
    assert strict.reply(NEW, here, "settings text on") == "held"
    strict.mails()
    assert strict.reply(NEW, told, "settings text on") == "done"


def test_removing_where_the_mail_goes_brings_it_to_the_writer(office: Office) -> None:
    office.begin()
    moved(office)
    office.write(ANN, f"address remove {NEW}")
    mails = office.mails()
    assert [(to, mail.kind) for to, mail in mails] == [(NEW, "moved"), (ANN, "match")]
    assert "this one is no longer yours" in mails[0][1].flat
    assert addresses(office) == (ANN, [ANN])


def test_a_question_can_be_withdrawn(office: Office) -> None:
    office.register("Ann")
    question = move(office)
    office.write(ANN, f"address remove {NEW}")
    assert "its yes no longer counts" in office.mail_to(ANN).flat
    assert office.reply(NEW, question, "yes") == "ignored"
    assert addresses(office) == (ANN, [ANN])


# The way back.


def test_the_old_address_can_take_it_back(strict: Office) -> None:
    strict.register("Ann")
    strict.write(ANN, f"address {NEW}")
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    strict.reply(NEW, dict(strict.mails())[NEW], "yes")
    mails = dict(strict.mails())
    assert f"From now on your mail goes to {NEW}" in mails[ANN].flat
    assert strict.reply(ANN, mails[ANN], "No!") == "done"
    back = strict.mail_to(ANN)
    assert back.kind == "returned"
    assert f"{NEW} is no longer one of your addresses" in back.flat
    assert addresses(strict) == (ANN, [ANN])
    assert strict.reply(NEW, mails[NEW], "list") == "ignored"
    assert strict.reply(ANN, back, "settings text on") == "done"


def test_i30_whatever_a_thief_has_done_since_it_can_be_taken_back(office: Office) -> None:
    """They go on to another address, drop the old one, and make every key of it void."""
    office.begin()
    notice = moved(office)[ANN]
    office.reply("thief@new.example", move(office, sender=NEW, to="thief@new.example"), "yes")
    office.mails()
    for line in (f"address remove {ANN}", f"address remove {NEW}", "revoke"):
        office.write("thief@new.example", line)
    office.mails()
    assert addresses(office) == ("thief@new.example", ["thief@new.example"])
    pending = move(office, sender="thief@new.example", to=EVE)
    assert office.reply(ANN, notice, "no") == "done"
    mails = office.mails()
    assert [(to, mail.kind) for to, mail in mails] == [
        (ANN, "returned"),
        (NEW, "dropped"),
        ("thief@new.example", "dropped"),
        (ANN, "match"),
    ]
    assert (
        "It has been removed again, because the change was undone from the previous address"
        in mails[1][1].flat
    )
    assert addresses(office) == (ANN, [ANN])
    assert office.reply(EVE, pending, "yes") == "ignored"
    assert office.reply(ANN, mails[3][1], "say I am back") == "done"


def test_i30_what_was_asked_first_and_done_last_is_taken_back_too(office: Office) -> None:
    """The thief asks two addresses, moves to the second and on to the first; their own way back leads nowhere."""
    office.register("Ann")
    one = move(office, sender=ANN, to="one@new.example")
    two = move(office, sender=ANN, to="two@new.example")
    office.reply("two@new.example", two, "yes")
    notice = dict(office.mails())[ANN]
    office.reply("one@new.example", one, "yes")
    theirs = next(mail for to, mail in office.mails() if (to, mail.kind) == ("two@new.example", "moved"))
    assert office.reply("two@new.example", theirs, "no") == "ignored"
    assert office.reply(ANN, notice, "no") == "done"
    assert addresses(office) == (ANN, [ANN])
    assert office.reply("two@new.example", theirs, "no") != "done" or addresses(office) == (ANN, [ANN])
    assert addresses(office) == (ANN, [ANN])


def test_i30_each_of_the_mails_to_the_old_address_takes_everything_back(office: Office) -> None:
    """The thief moves away, back, and away again; the answer to any of the mails that tell of it will do."""
    office.register("Ann")
    first = moved(office)[ANN]
    office.write(NEW, f"address {ANN}")
    middle = dict(office.mails())[NEW]
    office.write(ANN, f"address {NEW}")
    latest = next(mail for to, mail in office.mails() if (to, mail.kind) == (ANN, "moved"))
    assert office.reply(NEW, middle, "no") == "ignored"
    assert office.reply(ANN, latest, "no") == "done"
    assert addresses(office) == (ANN, [ANN])
    office.reply(NEW, middle, "no")
    office.reply(ANN, first, "no")
    assert addresses(office) == (ANN, [ANN])


def test_i30_the_way_back_is_not_sent_on_to_the_new_address(office: Office) -> None:
    """Though it still waits in the outbox when the mail moves on."""
    office.register("Ann")
    moved(office)
    office.write(NEW, f"address {ANN}")
    office.write(ANN, f"address {NEW}")
    told = [row.recipient for row in office.store.post.outbox("new", 99) if row.kind == "moved"]
    assert sorted(told) == [ANN, ANN, NEW]


def test_who_has_taken_one_of_two_old_addresses_cannot_keep_the_other_out(office: Office) -> None:
    office.register("Ann")
    moved(office)
    office.time += TERM
    office.write(ANN, f"address remove {NEW}")
    notice = dict(office.mails())[NEW]
    assert office.reply(NEW, notice, "no") == "done"
    assert addresses(office) == (NEW, [ANN, NEW])


def test_only_the_old_address_and_only_for_two_weeks(office: Office) -> None:
    office.register("Ann")
    notice = moved(office)[ANN]
    assert office.reply(EVE, notice, "no") == "ignored"
    office.reply(NEW, notice, "no")
    assert addresses(office) == (NEW, [ANN, NEW])
    office.time += TERM
    office.mails()
    office.reply(ANN, notice, "no")
    assert addresses(office) == (NEW, [ANN, NEW])


def test_any_other_answer_to_the_notice_is_an_ordinary_letter(strict: Office) -> None:
    strict.register("Ann")
    strict.write(ANN, f"address {NEW}")
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    strict.reply(NEW, dict(strict.mails())[NEW], "yes")
    notice = dict(strict.mails())[ANN]
    assert strict.reply(ANN, notice, f"address {ANN}") == "done"
    assert addresses(strict) == (ANN, [ANN, NEW])
    strict.store.people.revoke(1)
    assert strict.reply(ANN, notice, "settings text on") == "held"


def test_changes_long_past_are_forgotten(office: Office) -> None:
    office.register("Ann")
    moved(office)
    office.time += 91 * DAY
    run_reminders(office.app)
    assert office.store.confirmations.find(2) is None
    assert addresses(office) == (NEW, [ANN, NEW])
