"""Matches of more than two: who must agree to what."""

import msgspec
import pytest

from pbem.play.game import masked
from pbem.play.requests import seeded
from pbem.server.admin import host
from pbem.server.ops.reminders import run_reminders
from tests.server.office import Office, play

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
ALL = {ANN, BEN, CAT}


@pytest.fixture
def three(office: Office) -> Office:
    """A match of Gnomeball in which somebody has moved."""
    office.begin("", "Ben", "Cat", game="gnomeball")
    while not office.store.log.batches(1):
        move(office)
    return office


def move(office: Office) -> str:
    """Let a bot answer for whoever is asked; returns the address."""
    loaded = office.find_match()
    seat, ask = next(iter(loaded.match.asks.items()))
    address = next(row.address for row in loaded.seats if row.seat == seat)
    bot = loaded.game.bot("normal")
    assert office.write(address, bot(masked(loaded.match.state, seat), ask, seeded("three"))) == "done"
    office.mails()
    return address


def test_the_invitation_names_the_others_and_all_must_accept(office: Office) -> None:
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    mails = play(office, ANN, "challenge gnomeball ben cat")
    assert "Ann would like to play Gnomeball with you and Cat." in mails[BEN].flat
    assert "is offered to Ben and Cat" in mails[ANN].flat
    assert (
        "you play in match 1; the others have not all answered yet" in play(office, BEN, "accept")[BEN].flat
    )
    assert "begins when Cat (C) accepts" in play(office, BEN, "list")[BEN].flat
    assert set(play(office, CAT, "accept")) == ALL


def test_the_invitation_to_a_game_in_teams_says_who_is_with_whom(office: Office) -> None:
    for name in ("Ann", "Ben", "Cat", "Dan"):
        office.register(name)
    mails = play(office, ANN, "challenge slargeball ben cat dan")
    assert "You would be Blue 1, with Dan (Blue 2), against Ann (Red 1) and Cat (Red 2)." in mails[BEN].flat
    assert "is offered to Ben, Cat and Dan" in mails[ANN].flat
    mails = play(office, ANN, "challenge slargeball ben open")
    assert "You would be Blue 1, alone, against Ann (Red 1) and anybody (Red 2)." in mails[BEN].flat
    assert "You would be Blue, against Ann (Red)." in play(office, ANN, "challenge slargeball ben")[BEN].flat


def test_one_no_ends_the_challenge(office: Office) -> None:
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    play(office, ANN, "challenge gnomeball ben cat")
    play(office, BEN, "accept")
    mails = play(office, CAT, "decline")
    assert {to: mail.kind for to, mail in mails.items()} == {ANN: "declined", BEN: "declined", CAT: "answer"}


def test_the_house_is_told_nothing(office: Office) -> None:
    for name in ("Ann", "Ben"):
        office.register(name)
    play(office, ANN, "challenge gnomeball ben house")
    mails = play(office, BEN, "decline")
    assert set(mails) == {ANN, BEN}
    play(office, ANN, "challenge gnomeball house ben")
    office.time += 15 * 86_400
    assert [step.what for step in run_reminders(office.app)] == ["lapse"]
    assert {to for to, _ in office.mails()} == {ANN, BEN}


def test_an_undo_needs_the_yes_of_everybody_else(three: Office) -> None:
    mover = move(three)
    move(three)
    rows = three.log()
    first, second = sorted(ALL - {mover})
    assert "so they are asked: " in play(three, mover, "undo")[mover].flat
    assert "you agree; still to agree: Cat" in play(three, first, "accept undo")[first].flat
    assert three.log() == rows
    play(three, first, "accept undo")  # twice is once
    assert three.log() == rows
    mails = play(three, second, "accept undo")
    assert set(mails) == ALL
    assert len(three.log()) < len(rows)
    assert host.check(three.app) == []


def test_a_draw_needs_the_yes_of_all(three: Office) -> None:
    assert "still to agree: Ben and Cat" in play(three, ANN, "draw")[ANN].flat
    mails = play(three, BEN, "accept draw")
    assert "still to agree: Cat" in mails[BEN].flat
    assert "Ann offers a draw" in mails[CAT].flat
    assert "Ben offers a draw" in mails[CAT].flat
    assert "You have offered a draw." in mails[ANN].flat
    mails = play(three, CAT, "draw")
    assert {mail.subject for mail in mails.values()} == {
        "[pbem 1] Gnomeball - the match is over: you shared first place"
    }


@pytest.fixture
def fallen(office: Office) -> Office:
    """A match of Toxic Gnome in which Cat has fallen off the treadmill."""
    office.begin("", "Ben", "Cat", game="toxic-gnome")
    for address in (ANN, BEN, CAT):
        office.write(address, "start c")
    office.mails()
    state = office.find_match().match.state
    state.out, state.to_move = [["3"]], "1"
    del state.tokens["3"]
    office.store.db.execute(
        "UPDATE turns SET state = ? WHERE match = 1 AND number = ?",
        (msgspec.json.encode(state), office.find_match().match.turn.number),
    )
    assert office.asked() == ANN
    return office


def test_who_is_out_has_no_say_any_more(fallen: Office) -> None:
    for line in ("step left", "word tea", "always shift left"):
        mail = play(fallen, CAT, line)[CAT]
        assert f"> {line} refused: You are out of this match; you will be told how it ends" in mail.flat
        assert "not done" in mail.subject
    assert fallen.find_match().match.queues.get("3", []) == []


def test_a_draw_needs_no_yes_of_who_is_out_and_leaves_them_their_place(fallen: Office) -> None:
    mails = play(fallen, ANN, "draw")
    assert "your offer of a draw stands; still to agree: Ben" in mails[ANN].flat
    mails = play(fallen, BEN, "accept draw")
    row = fallen.find_match().row
    assert (row.status, row.result, row.reason) == ("over", "1=2>3", "draw agreed")
    endings = {to: mail.subject.rpartition(": you ")[2] for to, mail in mails.items()}
    assert endings == {ANN: "shared the win", BEN: "shared the win", CAT: "lost"}


def test_an_undo_needs_no_yes_of_who_is_out(fallen: Office) -> None:
    play(fallen, ANN, "step left")
    assert "so they are asked: Ben If they agree" in play(fallen, ANN, "undo")[ANN].flat
    assert "it is taken back" in play(fallen, BEN, "accept undo")[BEN].flat


def test_who_has_left_is_not_asked_for_consent(three: Office) -> None:
    mails = play(three, CAT, "confirm resign")
    assert set(mails) == ALL
    assert three.find_match().row.status == "running"
    assert "There is nothing left to resign" in play(three, CAT, "confirm resign")[CAT].flat
    assert "still to agree: Ben" in play(three, ANN, "draw")[ANN].flat
    play(three, BEN, "draw")
    assert three.find_match().row.status == "over"
    assert host.check(three.app) == []


def test_what_one_says_goes_to_all_others(three: Office) -> None:
    mails = play(three, BEN, "say hello, both")
    assert "Ben says: hello, both" in mails[ANN].flat
    assert "Ben says: hello, both" in mails[CAT].flat


def test_a_refusal_that_says_what_to_do_names_no_other_match(office: Office) -> None:
    """`pass` is an order of Slargeball, but who answers a mail of Toxic Gnome hears that it is none there."""
    office.begin("turns=5", game="slargeball")
    office.begin("", game="toxic-gnome")
    office.write(ANN, "match 2\nstart c")
    office.write("ben@example.org", "match 2\nstart d")
    office.mails()
    office.write(ANN, "match 2\npass")
    told = office.mail_to(ANN).flat
    assert "You may not pass" in told
    assert "order of match 1" not in told
