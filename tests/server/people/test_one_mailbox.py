"""One mailbox is one person, however its address is written: with a `+tag`, with dots at Gmail, at googlemail.com."""

import pytest

from pbem.store.addresses import mailbox
from tests.server.office import Office, play
from tests.server.outdoors import become, open_office

BEN, EVE = "ben@example.org", "eve@example.org"
HERS = ("x.y@googlemail.com", "xy@gmail.com", "x.y@gmail.com", "xy+games@gmail.com")
THEIRS = ("dan@mail.example", "dan+games@mail.example")
PAIRS = [(HERS[0], HERS[1]), (HERS[1], HERS[0]), (HERS[2], HERS[3]), THEIRS, THEIRS[::-1]]


def registered(office: Office, address: str, name: str = "Dan") -> None:
    office.write(address, f"register {name}")
    office.reply(address, office.mail_to(address), "yes")
    office.mails()


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("ann@example.org", "ann@example.org"),
        ("ann+x+y@example.org", "ann@example.org"),
        ("a.nn@example.org", "a.nn@example.org"),
        ("a.n.n+x@googlemail.com", "ann@gmail.com"),
        ("+x@example.org", "+x@example.org"),
    ],
)
def test_the_key_of_a_mailbox(address: str, key: str) -> None:
    assert mailbox(address) == key
    assert mailbox(key) == key


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_a_player_may_write_in_each_spelling(office: Office, one: str, other: str) -> None:
    office.register("Ben")
    registered(office, one)
    board = play(office, BEN, "challenge dodgeball dan pawns=3 placement=fixed")[one]
    assert office.reply(other, board, "accept") == "done"
    boards = dict(office.mails())
    assert boards.keys() == {BEN, one}
    assert "leaked" not in [mail.kind for mail in boards.values()]
    for _ in range(2):
        mover = office.asked()
        assert office.reply(other if mover == one else mover, boards[mover], "done") == "done"
        boards.update(office.mails())


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_nobody_registers_twice_by_another_spelling(office: Office, one: str, other: str) -> None:
    registered(office, one)
    office.write(other, "register Don")
    office.reply(one, office.mail_to(one), "yes")
    assert office.store.people.named("don") is None


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_the_later_name_counts_and_any_spelling_may_confirm_it(
    office: Office, one: str, other: str
) -> None:
    office.write(one, "register Dan")
    first = office.mail_to(one)
    office.write(other, "register Don")
    second = office.mail_to(other)
    office.reply(one, first, "yes")
    assert office.store.people.named("dan") is None
    office.mails()
    office.reply(one, second, "yes")
    assert office.store.people.named("don") is not None


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_a_stop_is_for_the_mailbox(office: Office, one: str, other: str) -> None:
    office.register("Ben")
    office.write(BEN, f"challenge dodgeball {one}")
    (invitation,) = [mail for to, mail in office.mails() if to == one]
    office.reply(other, invitation, "stop")
    office.time += 30 * 86_400
    for address in (one, other):
        office.write(BEN, f"challenge dodgeball {address}")
        assert address not in dict(office.mails())


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_an_invitation_a_week_for_the_mailbox(office: Office, one: str, other: str) -> None:
    office.register("Ben")
    office.write(BEN, f"challenge dodgeball {one}")
    assert one in dict(office.mails())
    office.write(BEN, f"challenge dodgeball {other}")
    assert other not in dict(office.mails())


def test_i39_letters_of_all_spellings_count_together() -> None:
    office = open_office(letters_an_hour=3)
    welcome = become(office, "Ann")
    office.time += 3600  # what made her a player counts no more
    statuses = [
        office.write(f"ann+{n}@example.org", f"settings zone Etc/GMT+{n}", to=welcome.reply_to)
        for n in range(5)
    ]
    assert statuses == ["done"] * 3 + ["throttled"] * 2


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_i39_mail_goes_to_the_spelling_that_its_player_chooses(office: Office, one: str, other: str) -> None:
    """No question is needed, since it is theirs; the one before can undo it as ever."""
    registered(office, one)
    office.write(one, f"address {other}")
    told = dict(office.mails())
    assert "your mail goes elsewhere now" in told[one].subject
    player = office.store.people.named("dan")
    assert player is not None
    assert player.address == other
    assert office.store.people.addresses(player.id) == [other]
    office.reply(one, told[one], "no")
    player = office.store.people.named("dan")
    assert player is not None
    assert player.address == one
    assert office.store.people.addresses(player.id) == [one]


def test_two_players_of_before_who_share_a_mailbox_keep_their_own_spelling(office: Office) -> None:
    office.register("Ben")
    office.register("Eve")
    office.store.db.execute(
        "UPDATE addresses SET address = 'ben+eve@example.org', mailbox = 'ben@example.org' WHERE player ="
        " (SELECT id FROM players WHERE key = 'eve')"
    )
    for address, name in ((BEN, "Ben"), ("ben+eve@example.org", "Eve")):
        found = office.store.people.at(address)
        assert found is not None
        assert found.handle == name
