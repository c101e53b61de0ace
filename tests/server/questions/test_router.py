"""Which question a yes or a no answers, whatever its kind: by name, by the mail that asks, or as the only one."""

import pytest

from tests.server.office import Mail, Office, play, reply

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))

ASKS = {"draw": "draw", "undo": "undo", "extension": "extend 2d"}
"""How each is asked, by its kind."""


@pytest.fixture
def office() -> Office:
    """Ann has moved, ended her turn, and is asked again."""
    office = Office()
    office.begin("pawns=3 placement=fixed pace=3d")
    play(office, ANN, "S1 move b2", "done")
    play(office, BEN, "done")
    return office


def asked(office: Office, kind: str) -> Mail:
    """The mail to Ben after Ann has asked."""
    mails = play(office, ANN, ASKS[kind])
    assert [each.seat for each in office.find_match().open(kind)] == ["S"]
    return mails[BEN]


@pytest.mark.parametrize("kind", ASKS)
@pytest.mark.parametrize(
    "answer", ["no thanks", "decline", "decline {kind}", "decline {kind} 1", "decline 1"]
)
def test_a_no_ends_each_kind_of_question(office: Office, kind: str, answer: str) -> None:
    mail = asked(office, kind)
    mails = reply(office, BEN, mail, answer.format(kind=kind))
    assert not office.find_match().open(kind)
    assert "North (Ben) " in mails[ANN].flat


@pytest.mark.parametrize("kind", ASKS)
@pytest.mark.parametrize("answer", ["yes", "accept", "accept {kind}", "accept {kind} 1", "accept 1"])
def test_a_yes_carries_each_kind_out(office: Office, kind: str, answer: str) -> None:
    due, rows = office.find_match().seats[0].due, len(office.log())
    mail = asked(office, kind)
    reply(office, BEN, mail, answer.format(kind=kind))
    loaded = office.find_match()
    assert not loaded.questions
    done = {
        "draw": loaded.match.over,
        "undo": len(office.log()) < rows,
        "extension": loaded.seats[0].due != due,
    }
    assert [each for each, is_done in done.items() if is_done][:1] == [kind]


@pytest.mark.parametrize("kind", ASKS)
def test_a_question_in_a_new_letter_is_answered_by_its_name(office: Office, kind: str) -> None:
    asked(office, kind)
    told = play(office, BEN, "accept")[BEN].flat
    assert f"I need it in full. Write: accept {kind} 1" in told
    play(office, BEN, f"accept {kind} 1")
    assert not office.find_match().questions


@pytest.mark.parametrize("kind", ASKS)
def test_asking_again_while_it_stands_mails_nobody(office: Office, kind: str) -> None:
    asked(office, kind)
    assert list(play(office, ANN, ASKS[kind])) == [ANN]
    assert len(office.find_match().open(kind)) == 1


@pytest.mark.parametrize("kind", ASKS)
def test_after_a_no_it_cannot_be_asked_again_before_somebody_moves(office: Office, kind: str) -> None:
    reply(office, BEN, asked(office, kind), "no")
    office.write(ANN, ASKS[kind])
    assert not office.find_match().open(kind)
    assert BEN not in dict(office.mails())


@pytest.mark.parametrize("kind", ASKS)
def test_whoever_has_asked_may_withdraw_it(office: Office, kind: str) -> None:
    asked(office, kind)
    play(office, ANN, f"decline {kind}")
    assert not office.find_match().questions


@pytest.mark.parametrize("kind", ASKS)
def test_it_ends_when_the_seat_gets_another_player(office: Office, kind: str) -> None:
    asked(office, kind)
    ann = office.store.people.at(ANN)
    assert ann is not None
    with office.store.transaction():
        office.store.matches.set_player(1, 1, ann.id)
    assert not office.store.confirmations.of_match(1)


def test_of_two_the_answer_must_say_which(office: Office) -> None:
    asked(office, "draw")
    play(office, ANN, "extend 2d")
    told = play(office, BEN, "match 1", "accept")[BEN].flat
    assert "Accept what? Write: accept draw, or: accept extension" in told
    assert len(office.find_match().questions) == 2


def test_a_yes_to_a_mail_of_before_agrees_to_nothing(office: Office) -> None:
    before = play(office, BEN, "show")[BEN]
    asked(office, "draw")
    told = reply(office, BEN, before, "accept draw")[BEN].flat
    assert "You have answered a mail of before this offer; see below" in told
    assert office.find_match().open("draw")
