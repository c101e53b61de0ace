"""No more mail: a button in the mail program, a question, and a yes; never turn mails dropped by mistake."""

import re

from pbem.server.ops.reminders import run_reminders
from tests.server.office import Mail, Office

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
DAY = 86_400


def button(mail: Mail) -> str:
    """The address to which a mail program writes when its user presses the button."""
    matched = re.fullmatch(r"<mailto:(\S+)>", mail.message["List-Unsubscribe"])
    assert matched is not None
    return matched[1]


def test_every_mail_to_a_player_offers_the_button_and_none_to_a_stranger(office: Office) -> None:
    office.write(EVE, "help")
    assert office.mail_to(EVE).message["List-Unsubscribe"] is None
    boards = office.begin()
    for address, mail in boards.items():
        assert office.app.signer.owns(button(mail))
        assert button(mail) != button(boards[office.other(address)])


def test_pressing_it_leads_to_a_question_and_changes_nothing(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    assert office.write(mover, "", to=button(boards[mover]), subject="unsubscribe") == "done"
    question = office.mail_to(mover)
    assert question.kind == "quiet"
    assert "nothing has changed yet" in question.flat
    assert "Your matches: 1" in question.flat
    other = office.other(mover)
    office.reply(mover, boards[mover], "done")
    assert mover in dict(office.mails())
    office.reply(other, boards[other], "say Hello!")
    assert "Hello!" in office.mail_to(mover).text


def test_it_is_asked_once_a_day(office: Office) -> None:
    boards = office.begin()
    for body in ("", "unsubscribe", "please"):
        office.write(ANN, body, to=button(boards[ANN]))
    assert len(office.mails()) == 1
    office.time += DAY
    office.write(ANN, "again", to=button(boards[ANN]))
    assert office.mail_to(ANN).kind == "quiet"


def test_with_a_yes_only_answers_come_and_the_others_are_told(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    other = office.other(mover)
    office.write(other, "", to=button(boards[other]))
    assert office.reply(other, office.mail_to(other), "yes") == "done"
    mails = dict(office.mails())
    assert mails[other].kind == "quieted"
    assert "wants no more mail. The clocks run on" in mails[mover].flat
    office.reply(mover, boards[mover], "done")
    assert other not in dict(office.mails())
    office.write(other, "show 1")
    assert office.mail_to(other).kind == "match"


def test_anything_but_yes_is_an_ordinary_letter(office: Office) -> None:
    boards = office.begin()
    office.write(ANN, "", to=button(boards[ANN]))
    assert office.reply(ANN, office.mail_to(ANN), "list") == "done"
    assert "YOUR MATCHES" in office.mail_to(ANN).text
    player = office.store.people.at(ANN)
    assert player is not None
    assert not player.quiet


def test_the_button_of_another_player_does_nothing(office: Office) -> None:
    boards = office.begin()
    assert office.write(BEN, "", to=button(boards[ANN])) == "ignored"
    assert [(to, mail.kind) for to, mail in office.mails()] == [(ANN, "leaked")]


def test_mail_again_brings_all_boards_with_what_was_missed(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    other = office.other(mover)
    assert office.reply(other, boards[other], "settings mail off") == "done"
    office.reply(mover, boards[mover], "done")
    office.mails()
    assert office.write(other, "settings mail on") == "done"
    mails = dict(office.mails())
    assert "WHAT HAPPENED" in mails[other].text
    assert "wants mail again" in mails[mover].flat
    assert office.reply(other, mails[other], "done") == "done"


def test_reminders_are_not_sent_to_who_wants_no_mail(office: Office) -> None:
    """The deadline holds all the same: it is the player's own wish."""
    boards = office.begin("pawns=3 placement=fixed policy=skip pace=2d")
    mover = office.asked()
    office.reply(mover, boards[mover], "settings mail off")
    office.mails()
    turn = office.find_match().match.turn.number
    office.time += DAY
    run_reminders(office.app)
    assert office.mails() == []
    office.time += DAY
    run_reminders(office.app)
    assert {to for to, _ in office.mails()} == {office.other(mover)}
    assert office.find_match().match.turn.number > turn


def test_a_disabled_player_gets_no_board_mails(office: Office) -> None:
    boards = office.begin()
    mover = office.asked()
    other = office.other(mover)
    player = office.store.people.at(other)
    assert player is not None
    office.store.people.disable(player.id)
    office.reply(mover, boards[mover], "done")
    assert {to for to, _ in office.mails()} == {mover}
    office.write(mover, f"challenge dodgeball {player.handle}")
    assert "There is no player" in office.mail_to(mover).flat


def test_who_wants_no_mail_cannot_be_challenged(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    office.write(BEN, "settings mail off")
    office.mails()
    office.write(ANN, "challenge dodgeball ben")
    assert "Ben wants no mail at present, and cannot be challenged" in office.mail_to(ANN).flat
