"""What is taken at the door: fair shares for all, so that no flood shuts anybody else out, and room on the disk."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.mail.listener import Envelope
from pbem.server.core.config import Config
from pbem.server.ops.door import Disk, Door
from tests.server.office import Office
from tests.server.outdoors import become, deliver, open_office, work

ANN, BEN = "ann@example.org", "ben@example.org"
PLAIN = "pbem@play.example"
HOUR, DAY = 3600, 86_400


def door(office: Office) -> Callable[..., bool]:
    """Whether the door takes a letter to an address, from an envelope sender."""
    found = Door(office.app.context, office.app.identity)

    def takes(to: str, return_path: str, raw: bytes = b"", peer: str = "") -> bool:
        return found.takes(Envelope(raw, return_path, (to,), peer, "smtp"))

    return takes


def test_i29_a_player_with_very_many_letters_waiting_is_told_to_come_again() -> None:
    office = open_office(letters_an_hour=3, letters_waiting=5)
    welcome = become(office, "Ann")
    takes = door(office)
    office.time += HOUR
    for _ in range(8):
        assert takes(welcome.reply_to, ANN)
        office.write(ANN, "list", to=welcome.reply_to)
    assert not takes(welcome.reply_to, ANN)
    assert takes("pbem@play.example", ANN)
    assert takes(become(office, "Ben").reply_to, BEN)
    office.time += HOUR
    assert not takes(welcome.reply_to, ANN)  # five wait
    work(office)
    assert takes(welcome.reply_to, ANN)


def test_letters_of_strangers_are_put_off_when_very_many_have_come() -> None:
    """In made-up names: those who are in earnest come again, and players are not among them."""
    office = open_office(strangers_an_hour=3)
    welcome = become(office, "Ann")
    takes = door(office)
    taken = [takes("pbem@play.example", f"p{number}@e{number}.example") for number in range(5)]
    assert taken == [True] * 3 + [False] * 2
    assert not takes("pbem@play.example", "")
    assert takes("pbem@play.example", "Ann@Example.ORG")
    assert takes(welcome.reply_to, "forwarder@example.net")
    office.time += HOUR
    assert takes("pbem@play.example", "p9@example.net")


def test_letters_without_end_to_one_reply_address_are_put_off() -> None:
    """Whoever has one could fill the disk with letters that prove nothing; so could one with a player's return path."""
    office = open_office(letters_an_hour=3, letters_waiting=5)
    welcome = become(office, "Ann")
    takes = door(office)
    for to, return_path in ((welcome.reply_to, "x@example.net"), ("pbem@play.example", ANN)):
        taken = [takes(to, return_path) for _ in range(12)]
        assert taken == [True] * 8 + [False] * 4
    office.time += HOUR
    assert takes(welcome.reply_to, "x@example.net")


def test_strangers_are_put_off_while_very_many_mails_to_strangers_wait() -> None:
    office = open_office(strangers_an_hour=3, strangers_of_a_domain=1)
    for number in range(3):
        office.write(f"p{number}@gmail.com", f"register Bob{number}")
    deliver(office)
    office.write("p4@gmail.com", "register Bob4")
    assert not door(office)("pbem@play.example", "p5@gmail.com")


def letter(network: str, sender: str = "", size: int = 0) -> bytes:
    """A letter as a server in front hands it over, with the network that it has seen."""
    received = f"Received: from mx (unknown [{network}.7]) by mail.play.example (Postfix)"
    return f"{received}\r\nFrom: {sender or 'x@example.net'}\r\n\r\n{'x' * size}".encode()


def test_o17_one_source_leaves_as_much_to_others_as_it_has_had() -> None:
    """A hundred letters within an hour, under ever other names, from one network: fifty, and the others get in."""
    takes = door(open_office())
    flood = [takes(PLAIN, f"p@e{number}.example", letter("192.0.2")) for number in range(200)]
    assert flood == [True] * 50 + [False] * 150
    assert all(takes(PLAIN, "new@example.net", letter("198.51.100")) for _ in range(25))
    assert not takes(PLAIN, "new@example.net", letter("192.0.2"))  # as long as the hour lasts


def test_o17_many_sources_leave_something_to_one_more() -> None:
    takes = door(open_office())
    for number in range(100 * 60):
        takes(PLAIN, "p@evil.example", letter(f"10{number % 6}.0.{number % 60}"))
    assert takes(PLAIN, "new@example.net", letter("198.51.100"))


def test_o17_a_flood_from_more_networks_than_letters_are_taken_puts_newcomers_off_but_once() -> None:
    """A hundred networks, one letter each: a newcomer's mail server comes again after minutes, and gets in; so at a
    second time within the hour does no network of the flood, nor who comes again at once."""
    office = open_office()
    takes = door(office)
    flood = [takes(PLAIN, "p@evil.example", letter(f"{11 + number}.9.9")) for number in range(150)]
    assert flood == [True] * 100 + [False] * 50
    assert not takes(PLAIN, "new@example.net", letter("198.51.100"))
    assert not takes(PLAIN, "new@example.net", letter("198.51.100"))
    office.time += 300
    assert takes(PLAIN, "new@example.net", letter("198.51.100"))
    assert not takes(PLAIN, "p@evil.example", letter("11.9.9"))
    assert not takes(PLAIN, "p@evil.example", letter("198.51.101"))


def test_o17_large_letters_from_many_networks_leave_the_day_to_those_who_come_again() -> None:
    office = open_office(megabytes_a_day=1)
    takes = door(office)
    for number in range(9):
        takes(PLAIN, "p@evil.example", letter(f"{11 + number}.9.9", size=200_000))
    for number in range(9):
        takes(PLAIN, "p@evil.example", letter(f"{31 + number}.9.9", size=30_000))
    assert not takes(PLAIN, "new@example.net", letter("198.51.100", size=40_000))
    office.time += 300
    assert takes(PLAIN, "new@example.net", letter("198.51.100", size=40_000))


def test_o17_where_no_network_is_known_the_domain_counts() -> None:
    takes = door(open_office())
    flood = [takes(PLAIN, f"p{number}@evil.example") for number in range(200)]
    assert flood.count(True) == 50
    assert takes(PLAIN, "new@example.net")


def test_o17_a_client_from_outside_is_counted_whatever_its_letters_say() -> None:
    takes = door(open_office())
    flood = [
        takes(PLAIN, f"p@e{number}.example", letter(f"198.51.{number}"), "192.0.2.7") for number in range(200)
    ]
    assert flood.count(True) == 50
    assert takes(PLAIN, "new@example.net", letter("198.51.100"), "203.0.113.9")


def test_o17_a_player_whose_envelope_sender_is_rewritten_is_no_stranger() -> None:
    """They are known by their From; a flood of strangers, even from the same network, does not keep them out."""
    office = open_office()
    become(office, "Ann")
    takes = door(office)
    for number in range(100):
        takes(PLAIN, f"p@e{number}.example", letter(f"192.0.{number}"))
    assert not takes(PLAIN, "p@e1.example", letter("198.51.100"))
    rewritten = "SRS0=Xx9y=AB=example.org=ann@forwarder.example"
    assert takes(PLAIN, rewritten, letter("198.51.100", f"Ann <{ANN}>"))


def test_o17_mails_that_wait_shut_nobody_out_who_has_not_written() -> None:
    """A source that makes more mails than may go out each hour never fills the place that is left for others."""
    office = open_office()
    takes = door(office)
    for _ in range(12):
        for number in range(200):
            if takes(PLAIN, f"p{number}@gmail.com", letter("192.0.2")):
                count = office.letters
                office.write(f"p{count}@gmail.com", f"register Bob{count}")
        deliver(office)
        assert office.store.post.waiting_outside() < 90
        assert takes(PLAIN, "new@example.net", letter("198.51.100"))
        office.time += HOUR


def test_i37_letters_in_a_players_name_do_not_use_up_their_own_allowance() -> None:
    """By envelope or by From; a player has an allowance of their own for each network they write from."""
    office = open_office(letters_an_hour=3, letters_waiting=5)
    become(office, "Ann")
    takes = door(office)
    for return_path, sender in ((ANN, "x@example.net"), ("x@evil.example", ANN)):
        forged = [takes(PLAIN, return_path, letter("192.0.2", sender)) for _ in range(20)]
        assert not forged[-1]
    assert takes(PLAIN, ANN, letter("198.51.100", ANN))


def test_o18_bytes_of_a_day_are_limited_by_source() -> None:
    """Letters to a reply address and those of strangers are counted apart; an empty letter weighs something, too."""
    office = open_office(megabytes_a_day=1, strangers_an_hour=0)
    welcome = become(office, "Ann")
    takes = door(office)
    large = 250_000
    assert [takes(welcome.reply_to, ANN, letter("192.0.2", ANN, large)) for _ in range(6)] == [True] * 4 + [
        False
    ] * 2
    assert [takes(PLAIN, "x@y", letter("192.0.2", "", large)) for _ in range(4)] == [True] * 3 + [False]
    assert takes(PLAIN, "x@y", letter("198.51.100", "", large))
    assert not takes(PLAIN, "x@y", letter("198.51.100", "", large))
    assert takes(welcome.reply_to, ANN, letter("198.51.100", ANN, large))
    assert takes(welcome.reply_to, ANN, b"")
    office.time += DAY
    assert takes(welcome.reply_to, ANN, letter("192.0.2", ANN, large))


def test_on_trial_everything_is_taken(office: Office) -> None:
    takes = door(office)
    assert all(takes(office.address, "x@example.net", b"x" * 10**6) for _ in range(200))


@pytest.mark.sqlite
def test_o18_the_disk_is_looked_at_once_a_second(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, now, free = [0], [0.0], [100]

    def statvfs(folder: Path) -> SimpleNamespace:
        looks[0] += 1
        return SimpleNamespace(f_bavail=free[0], f_frsize=1 << 20)

    monkeypatch.setattr("pbem.server.ops.door.os.statvfs", statvfs)
    disk = Disk(office.store, Config(min_free=100), lambda: now[0])
    assert all(disk.has_room() for _ in range(1000))
    assert looks == [1]
    free[0], now[0] = 99, 1.0
    assert not any(disk.has_room() for _ in range(1000))
    assert looks == [2]
    free[0], now[0] = 100, 2.0
    assert disk.has_room()
    free[0], now[0] = 0, 3.0
    assert Disk(office.store, Config(min_free=0), lambda: now[0]).has_room()


@pytest.mark.sqlite
def test_o18_what_has_been_cleared_out_is_room_for_new_mail(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of the database does not get smaller by it, and no more is free on the disk."""
    monkeypatch.setattr(
        "pbem.server.ops.door.os.statvfs", lambda folder: SimpleNamespace(f_bavail=1, f_frsize=1 << 19)
    )
    now = [0.0]
    disk = Disk(office.store, Config(min_free=1), lambda: now[0])
    number = office.store.post.receive(b"x" * 1_000_000, "", (), office.time)
    assert not disk.has_room()
    office.store.post.close(number, "done")
    now[0] = 1.0
    assert disk.has_room()
