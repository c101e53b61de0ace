"""Who is let in: how many at once, how often, and who has misbehaved."""

import pytest

from pbem.mail import guests
from pbem.mail.guests import Guests, Rate
from pbem.mail.limits import Limits

ADDRESS, OTHER = "192.0.2.1", "192.0.2.2"


class Clock:
    """Seconds that pass when told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock at 0."""
    return Clock()


def test_only_so_many_connections_a_minute_from_one_address(clock: Clock) -> None:
    door = Guests(Limits(connections_per_minute=3), clock)
    for _ in range(3):
        assert door.admit(ADDRESS) == ""
        door.leave(ADDRESS)
    assert door.admit(ADDRESS) == "too many connections from your address"
    assert door.admit(OTHER) == ""
    clock.now = 60
    assert door.admit(ADDRESS) == ""


def test_who_misbehaves_must_wait(clock: Clock) -> None:
    door = Guests(Limits(bad_sessions_per_hour=2), clock)
    for _ in range(2):
        assert door.admit(ADDRESS) == ""
        door.misbehaved(ADDRESS)
        door.leave(ADDRESS)
    assert door.admit(ADDRESS) == "too many bad sessions from your address"
    clock.now = 3600
    assert door.admit(ADDRESS) == ""


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
def test_programs_of_this_machine_have_no_rates(peer: str, clock: Clock) -> None:
    door = Guests(Limits(connections_per_minute=1, bad_sessions_per_hour=1), clock)
    for _ in range(3):
        assert door.admit(peer) == ""
        door.misbehaved(peer)
        door.leave(peer)


def test_s37_a_network_that_has_brought_a_players_letter_is_known() -> None:
    """Big providers have many mail servers beside each other; programs of this machine are the host's own."""
    door = Guests(Limits())
    known = [ADDRESS, "192.0.2.77", "::ffff:192.0.2.9", "2001:db8:1:2::3", "2001:db8:1:ffff::4"]
    others = ["192.0.3.1", "2001:db8:2::1"]
    assert not any(map(door.is_known, known))
    door.welcome(ADDRESS)
    door.welcome("2001:db8:1:9::9")
    assert all(map(door.is_known, known))
    assert not any(map(door.is_known, others))
    assert all(map(door.is_known, ["127.0.0.1", "::1", ""]))


def test_the_network_that_has_not_been_heard_of_for_the_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guests, "REMEMBERED", 2)
    door = Guests(Limits())
    for network in (1, 2, 1, 3):
        door.welcome(f"192.0.{network}.1")
    assert [door.is_known(f"192.0.{network}.9") for network in (1, 2, 3)] == [True, False, True]


def test_all_addresses_of_an_ipv6_network_are_one_client(clock: Clock) -> None:
    door = Guests(Limits(connections_per_address=1), clock)
    assert door.admit("2001:db8:1:2::3") == ""
    assert door.admit("2001:db8:1:2:aaaa::4") == "too many connections from your address"
    assert door.admit("2001:db8:1:3::3") == ""
    assert door.admit("fe80::1%eth0") == ""


def test_an_ipv4_address_is_the_same_one_in_ipv6(clock: Clock) -> None:
    door = Guests(Limits(connections_per_address=1), clock)
    assert door.admit(ADDRESS) == ""
    assert door.admit(f"::ffff:{ADDRESS}") == "too many connections from your address"


def test_no_limits(clock: Clock) -> None:
    off = Limits(connections_per_address=0, connections_per_minute=0, bad_sessions_per_hour=0)
    door = Guests(off, clock)
    for _ in range(200):
        door.misbehaved(ADDRESS)
        assert door.admit(ADDRESS) == ""


def test_the_oldest_name_is_forgotten_when_there_are_too_many(clock: Clock) -> None:
    rate = Rate(1, 60, clock)
    for number in range(guests.REMEMBERED + 1):
        rate.count(str(number))
    assert not rate.used_up("0")
    assert rate.used_up("1")
    assert rate.used_up(str(guests.REMEMBERED))
