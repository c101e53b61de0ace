"""Who is let in: how many at once, how often, and who has misbehaved."""

from __future__ import annotations

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
        assert door.admit(ADDRESS, front=False) == ""
        door.leave(ADDRESS)
    assert door.admit(ADDRESS, front=False) == "too many connections from your address"
    assert door.admit(OTHER, front=False) == ""
    clock.now = 60
    assert door.admit(ADDRESS, front=False) == ""


def test_who_misbehaves_must_wait(clock: Clock) -> None:
    door = Guests(Limits(bad_sessions_per_hour=2), clock)
    for _ in range(2):
        assert door.admit(ADDRESS, front=False) == ""
        door.misbehaved(ADDRESS)
        door.leave(ADDRESS)
    assert door.admit(ADDRESS, front=False) == "too many bad sessions from your address"
    clock.now = 3600
    assert door.admit(ADDRESS, front=False) == ""


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
def test_programs_of_this_machine_have_no_rates(peer: str, clock: Clock) -> None:
    door = Guests(Limits(connections_per_minute=1, bad_sessions_per_hour=1), clock)
    for _ in range(3):
        assert door.admit(peer, front=False) == ""
        door.misbehaved(peer)
        door.leave(peer)


def test_the_mail_server_in_front_is_only_counted_among_all(clock: Clock) -> None:
    door = Guests(Limits(connections=3, connections_per_address=1, connections_per_minute=1), clock)
    assert [door.admit(ADDRESS, front=True) for _ in range(4)] == ["", "", "", "too many connections"]


def test_all_addresses_of_an_ipv6_network_are_one_client(clock: Clock) -> None:
    door = Guests(Limits(connections_per_address=1), clock)
    assert door.admit("2001:db8:1:2::3", front=False) == ""
    assert door.admit("2001:db8:1:2:aaaa::4", front=False) == "too many connections from your address"
    assert door.admit("2001:db8:1:3::3", front=False) == ""
    assert door.admit("fe80::1%eth0", front=False) == ""


def test_an_ipv4_address_is_the_same_one_in_ipv6(clock: Clock) -> None:
    door = Guests(Limits(connections_per_address=1), clock)
    assert door.admit(ADDRESS, front=False) == ""
    assert door.admit(f"::ffff:{ADDRESS}", front=False) == "too many connections from your address"


def test_no_limits(clock: Clock) -> None:
    off = Limits(connections=0, connections_per_address=0, connections_per_minute=0, bad_sessions_per_hour=0)
    door = Guests(off, clock)
    for _ in range(200):
        door.misbehaved(ADDRESS)
        assert door.admit(ADDRESS, front=False) == ""


def test_the_oldest_name_is_forgotten_when_there_are_too_many(clock: Clock) -> None:
    rate = Rate(1, 60, clock)
    for number in range(guests.REMEMBERED + 1):
        rate.count(str(number))
    assert not rate.used_up("0")
    assert rate.used_up("1")
    assert rate.used_up(str(guests.REMEMBERED))
