"""Who may become a player: everybody, only people whom a player has invited, or only those whom the host adds."""

from pathlib import Path
from typing import Literal, TypeAlias

import pytest

from pbem.server.admin.host import add_player
from pbem.server.core.config import Config
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from tests.server.office import Office, answer, ask

ANN, BEN, CARL = "ann@example.org", "ben@example.org", "carl@example.org"
INVITED = "To join this server, ask one of its players to invite you by your mail address"
CLOSED = "Only the host of this server can add new players"
HOST = "boss@home.example"

Registration: TypeAlias = Literal["open", "invited", "closed"]


def office_with(registration: Registration, host: str = "") -> Office:
    """Ann is a player; then registration is limited."""
    office = Office()
    office.register("Ann")
    office.configure(Config(domain="play.example", registration=registration, host=host))
    return office


@pytest.mark.parametrize(("registration", "told"), [("invited", INVITED), ("closed", CLOSED)])
@pytest.mark.parametrize(
    "letter", ["register Carl", "Hello, may I join?", "hello", "help", "help commands", "list", "how do I join?",
               "My name is Carl, sign me up!", "register ann"],
)  # fmt: skip
def test_a_stranger_is_told_in_a_sentence(registration: Registration, told: str, letter: str) -> None:
    office = office_with(registration)
    mail = ask(office, CARL, letter)
    assert told in mail.flat
    assert mail.flat.count(told) == 1
    assert "register NAME" not in mail.flat or letter == "help commands"
    assert "e.g. register" not in mail.flat
    assert "postmaster" not in mail.flat
    assert office.store.people.at(CARL) is None


@pytest.mark.parametrize("registration", ["invited", "closed"])
def test_they_are_told_whom_to_ask_but_never_the_address_of_the_host(registration: Registration) -> None:
    office = office_with(registration, HOST)
    told = ask(office, CARL, "register Carl").text
    assert "postmaster@play.example" in told
    assert HOST not in told


def test_they_are_answered_within_the_limits_for_strangers() -> None:
    office = office_with("closed")
    for _ in range(20):
        office.write(CARL, "register Carl")
    assert len([mail for to, mail in office.mails() if to == CARL]) <= 5


def test_an_invited_person_gets_in() -> None:
    office = office_with("invited")
    office.write(ANN, f"challenge dodgeball {BEN}")
    invitation = dict(office.mails())[BEN]
    assert office.reply(BEN, invitation, "accept Ben") == "done"
    assert office.store.people.named("Ben") is not None
    assert office.store.matches.match(1).status == "running"


def test_an_invited_person_may_register_by_a_letter_of_their_own() -> None:
    office = office_with("invited")
    office.write(ANN, f"challenge dodgeball {BEN}")
    office.mails()
    office.register("Ben")


def test_nobody_can_be_invited_where_only_the_host_adds_players() -> None:
    office = office_with("closed")
    told = ask(office, ANN, f"challenge dodgeball {BEN}").flat
    assert (
        "Only the host of this server can add new players, so you cannot invite anybody by mail address"
        in told
    )
    assert (
        told.replace(BEN, ANN) == ask(office, ANN, f"challenge dodgeball {ANN}").flat
    )  # nothing is revealed


def test_an_invitation_of_before_is_answered_with_the_reason() -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, f"challenge dodgeball {BEN}")
    invitation = dict(office.mails())[BEN]
    office.configure(Config(domain="play.example", registration="closed"))
    assert CLOSED in answer(office, BEN, invitation, "accept Ben").flat
    assert office.store.people.at(BEN) is None


def test_a_question_of_before_is_answered_with_the_reason() -> None:
    office = Office()
    office.write(CARL, "register Carl")
    confirm = office.mail_to(CARL)
    office.configure(Config(domain="play.example", registration="invited"))
    assert INVITED in answer(office, CARL, confirm, "yes").flat
    assert office.store.people.at(CARL) is None


@pytest.mark.parametrize("registration", ["invited", "closed"])
def test_the_host_adds_players(registration: Registration) -> None:
    office = office_with(registration)
    add_player(office.app, "Carl", CARL)
    assert "Welcome" in office.mail_to(CARL).flat
    assert "You have no running match" in ask(office, CARL, "done").flat or office.store.people.at(CARL)


def test_pages_say_it_too(tmp_path: Path) -> None:
    pages: tuple[tuple[Registration, str], ...] = (
        ("open", "Begin to play"),
        ("invited", INVITED),
        ("closed", CLOSED),
    )
    for registration, told in pages:
        app = office_with(registration).app
        Site(app.context, app.repository, app.competitions, Folder(tmp_path)).refresh()
        page = (tmp_path / "index.html").read_text()
        assert told in page
        assert ("Begin to play" in page) == (registration == "open")
