"""The token that makes somebody a player is good for one registration."""

import pytest

from pbem.play.orders import Refused
from pbem.server.admin import host
from tests.server.office import Office


def test_the_token_of_one_registration_does_not_confirm_a_later_one() -> None:
    office = Office()
    office.write("ann@example.org", "register ann")
    mail = office.mail_to("ann@example.org")
    office.reply("ann@example.org", mail, "yes")
    office.write("ben@example.org", "register ben")
    assert office.mail_to("ben@example.org").reply_to != mail.reply_to
    assert office.reply("ben@example.org", mail, "yes") == "ignored"
    assert office.store.people.named("ben") is None


def test_the_host_gives_a_player_another_address() -> None:
    office = Office()
    office.register("Ann")
    host.move_player(office.app, "ann", "ann@work.example")
    office.mails()
    office.write("ann@example.org", "list")
    assert "YOUR MATCHES" in office.mail_to("ann@work.example").text
    office.write("ann@work.example", "list")
    assert "YOUR MATCHES" in office.mail_to("ann@work.example").text


def test_an_address_of_somebody_else_is_refused() -> None:
    office = Office()
    office.register("Ann")
    office.register("Ben")
    with pytest.raises(Refused, match="is the address of Ben"):
        host.move_player(office.app, "ann", "ben@example.org")
