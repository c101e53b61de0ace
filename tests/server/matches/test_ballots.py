"""Votes about a late seat and steps of a policy, as functions of values."""

import pytest
from msgspec.structs import replace

from pbem.server.matches.ballots import choose_step, find_majority, find_voters
from pbem.store.rows import SeatRow, Terms
from tests.server.office import begin

LATE = begin().find_match().seats[0]


def seats(*changes: dict[str, object]) -> list[SeatRow]:
    """A late seat A, and behind it seats B, C ... that differ from it by these changes."""
    first = replace(LATE, index=0, seat="A", handle="ann")
    others = [
        replace(first, **{"index": n, "seat": "ABC"[n], "handle": f"p{n}", **change})
        for n, change in enumerate(changes, start=1)
    ]
    return [first, *others]


@pytest.mark.parametrize(
    ("others", "still_in", "expected"),
    [
        ([{}, {}], "ABC", [1, 2]),
        ([{}, {}], "AC", [2]),  # who is out has no vote
        ([{"handle": "house"}, {}], "ABC", [2]),
        ([{"address": "", "disabled": True}, {}], "ABC", [2]),
        ([{"vote": True}, {}], "ABC", [1, 2]),  # who is late votes on others who are
        ([{"handle": "house"}], "AB", []),
    ],
)
def test_those_vote_who_are_here_and_still_play(
    others: list[dict[str, object]], still_in: str, expected: list[int]
) -> None:
    row = seats(*others)
    assert find_voters(row, still_in, row[0]) == expected


@pytest.mark.parametrize(
    ("cast", "entitled", "expected"),
    [
        ({}, [1, 2], None),
        ({1: "wait"}, [1], "wait"),
        ({1: "wait"}, [1, 2], None),  # half of them is no majority
        ({1: "wait", 2: "house"}, [1, 2], None),
        ({1: "wait", 2: "wait"}, [1, 2, 3], "wait"),
        ({1: "wait", 2: "wait"}, [1, 2, 3, 4], None),
        ({1: "wait", 2: "cat", 3: "cat"}, [1, 2, 3], "cat"),
        ({1: "wait", 2: "wait", 3: "house"}, [3], "house"),  # votes of those who are out by now
    ],
)
def test_more_than_half_of_all_who_may_vote_decide(
    cast: dict[int, str], entitled: list[int], expected: str | None
) -> None:
    assert find_majority(cast, entitled) == expected


@pytest.mark.parametrize(
    ("policy", "missed", "reached", "anyone_votes", "expected"),
    [
        ("nag", 0, True, True, "nag"),
        ("nag", 1, True, True, "nag"),
        ("nag", 2, True, True, "vote"),  # nobody holds a match for ever
        ("nag", 2, True, False, "nag"),
        ("skip forfeit", 0, True, True, "skip"),
        ("skip forfeit", 1, True, True, "forfeit"),
        ("skip forfeit", 5, True, True, "forfeit"),
        ("forfeit", 0, False, True, "vote"),  # no clock forfeits a seat whose mail comes back
        ("forfeit", 0, False, False, "nag"),
        ("nag", 0, False, True, "vote"),
        ("skip", 0, False, True, "skip"),
        ("vote", 0, True, False, "nag"),
    ],
)
def test_the_step_at_a_missed_deadline(
    policy: str, missed: int, reached: bool, anyone_votes: bool, expected: str
) -> None:
    late = replace(LATE, missed=missed, unreachable=None if reached else 1)
    assert choose_step(Terms(policy=tuple(policy.split())), late, lambda: [0] * anyone_votes) == expected
