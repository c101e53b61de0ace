"""Who has a place while there are not enough, and who has to make room."""

import pytest

from pbem.mail.pool import Pool

PATIENCE = 3.0


class Visitor:
    """A session that has been silent for so many seconds."""

    def __init__(self, silent: float = 0.0, *, known: bool = False) -> None:
        self.known = known
        self.silent = silent
        self.gone = False

    def silence(self) -> float:
        """As set."""
        return self.silent

    def make_room(self) -> None:
        """Be gone."""
        self.gone = True


def full(*visitors: Visitor, most: int = 0) -> Pool:
    """A pool with these in it."""
    pool = Pool(most or len(visitors), PATIENCE)
    assert all(map(pool.admit, visitors))
    return pool


def test_s36_the_one_silent_the_longest_makes_room_for_a_new_one() -> None:
    quiet, silent, busy = Visitor(4), Visitor(60), Visitor()
    pool = full(quiet, silent, busy)
    assert pool.admit(Visitor())
    assert (quiet.gone, silent.gone, busy.gone) == (False, True, False)
    assert pool.admit(Visitor())
    assert (quiet.gone, busy.gone) == (True, False)
    assert not pool.admit(Visitor())


def test_s36_nobody_makes_room_who_has_just_been_heard() -> None:
    pool = full(Visitor(PATIENCE - 0.1), Visitor())
    assert not pool.admit(Visitor(known=True))


def test_s37_one_place_in_five_is_kept_for_those_who_are_known() -> None:
    pool = Pool(10, PATIENCE)
    assert [pool.admit(Visitor()) for _ in range(10)] == [True] * 8 + [False] * 2
    assert [pool.admit(Visitor(known=True)) for _ in range(4)] == [True] * 2 + [False] * 2


def test_s37_strangers_make_room_for_those_who_are_known_and_never_the_other_way() -> None:
    friend, stranger = Visitor(60, known=True), Visitor(4)
    pool = full(friend, stranger)
    assert pool.admit(Visitor(known=True))
    assert (friend.gone, stranger.gone) == (False, True)
    assert not pool.admit(Visitor(60))
    assert pool.admit(Visitor(known=True))
    assert friend.gone


def test_a_place_is_free_when_its_session_has_ended() -> None:
    first, second = Visitor(), Visitor()
    pool = full(first, second)
    pool.leave(first)
    assert pool.admit(Visitor())
    pool.leave(first)
    assert not pool.admit(Visitor())


@pytest.mark.parametrize(("here", "crowded"), [(4, False), (5, True)])
def test_more_than_half_of_the_places_is_a_crowd(here: int, crowded: bool) -> None:
    """For strangers by their own places, eight here; for those who are known by all ten."""
    pool = full(*(Visitor() for _ in range(here)), most=10)
    assert pool.is_crowded(known=False) == crowded
    assert not pool.is_crowded(known=True)


def test_no_limit() -> None:
    pool = Pool(0, PATIENCE)
    assert all(pool.admit(Visitor(60)) for _ in range(200))
    assert not pool.is_crowded(known=False)
