"""Where the host of the server plays, the mails of the match say what its dice prove and what not."""

import pytest

from tests.server.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"
HOST = "Ann, who plays in this match, is the host of this server."


def match(
    host: str, challenge: str = "challenge dodgeball ben pawns=3 placement=fixed"
) -> dict[str, list[Mail]]:
    """All mails of a match that is challenged, accepted, asked for its dice, and ended; by whom they went to."""
    office = Office(host=host)
    office.register("Ann")
    office.register("Ben")
    found: list[tuple[str, Mail]] = []
    office.write(ANN, challenge)
    found += office.mails()
    for line in ("accept 1", "dice 1", "confirm resign 1"):
        office.write(BEN, line)
        found += office.mails()
    return {address: [mail for to, mail in found if to == address] for address in (ANN, BEN)}


@pytest.mark.parametrize("host", [ANN, "Ann@Example.org"])
def test_each_mail_about_the_dice_says_that_the_host_plays(host: str) -> None:
    """The challenge and its answer, the first board, the list of the dice, and the last mail with the seed."""
    for mails in match(host).values():
        told = [mail.flat.count(HOST) for mail in mails]
        assert told == [1] * len(mails), [mail.subject for mail in mails]
    challenge = match(ANN)[BEN][0].flat
    assert "But the host may know the dice to come" in challenge
    assert "nobody can have chosen" not in challenge


@pytest.mark.parametrize("host", ["", "host@example.org", "ben@example.net"])
def test_no_mail_says_so_where_no_seat_is_known_to_be_the_hosts(host: str) -> None:
    assert not [mail for mails in match(host).values() for mail in mails if "is the host of" in mail.flat]


def test_the_house_is_not_the_host() -> None:
    mails = match("host@example.org", "challenge dodgeball house")
    assert not [mail for mail in mails[ANN] if "is the host of" in mail.flat]


def test_who_has_challenged_anybody_hears_with_the_first_board_that_the_host_has_come() -> None:
    office = Office(host=BEN)
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "seek dodgeball")
    assert "is the host of" not in office.mail_to(ANN).flat
    office.write(BEN, "join 1")
    assert "Ben, who plays in this match, is the host of this server." in dict(office.mails())[ANN].flat


def test_it_is_said_with_the_first_board_and_not_with_every_one() -> None:
    office = Office(host=ANN)
    office.begin()
    office.write(office.asked(), "done")
    assert not [mail for _, mail in office.mails() if HOST in mail.flat]


def test_a_host_may_write_from_several_addresses() -> None:
    office = Office(host="host@example.net")
    office.register("Ann")
    office.register("Ben")
    office.write(ANN, "address host@example.net")
    office.reply("host@example.net", dict(office.mails())["host@example.net"], "yes")
    office.write(ANN, "address ann@example.org")
    office.mails()
    office.write(BEN, "challenge dodgeball ann")
    assert HOST in dict(office.mails())[ANN].flat


def test_a_host_who_hands_the_seat_over_has_known_the_seed_all_the_same() -> None:
    office = Office(host=ANN)
    office.begin("pawns=3 placement=fixed policy=vote")
    cat = office.register("Cat")
    ben, seat = (office.store.people.at(BEN), office.find_match().seats[0])
    player = office.store.people.at(cat)
    assert player is not None
    assert ben is not None
    with office.store.transaction():
        office.app.repository.hand_over(office.find_match(), seat, player)
    office.mails()
    office.write(BEN, "dice 1")
    assert HOST in office.mail_to(BEN).flat
