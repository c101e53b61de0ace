"""The table of a league, and how a match has ended for a team of it."""

import pytest

from pbem.play.leagues import Outcome, Verdict, table, verdict
from pbem.play.record import Result


def result(scored: int, against: int, how: Verdict | None = None) -> Outcome:
    """What a match has brought a team; won, drawn or lost by what was scored, unless decided otherwise."""
    sign = (scored > against) - (scored < against)
    by_score: dict[int, Verdict] = {1: "won", 0: "drawn", -1: "lost"}
    return Outcome(verdict=how or by_score[sign], scored=scored, against=against)


def test_the_table() -> None:
    """Three points for a win, one for a draw; then the difference, what was scored, and the name."""
    rows = table(
        ["Ants", "bees"],
        [
            ("Owls", result(2, 1)),
            ("Bats", result(1, 2)),
            ("Cats", result(1, 1)),
            ("Bats", result(1, 1)),
            ("Owls", result(0, 1)),
            ("Cats", result(1, 0)),
        ],
    )
    assert [(row.team, row.played, row.points, row.scored, row.against) for row in rows] == [
        ("Cats", 2, 4, 2, 1),
        ("Owls", 2, 3, 2, 2),
        ("Bats", 2, 1, 2, 3),
        ("Ants", 0, 0, 0, 0),
        ("bees", 0, 0, 0, 0),
    ]


def test_equal_points() -> None:
    """The difference comes before what was scored, and both before the name."""
    rows = table(
        [], [("C", result(3, 1)), ("B", result(4, 2)), ("D", result(2, 1)), ("A", result(0, 0, "won"))]
    )
    assert [row.team for row in rows] == ["B", "C", "D", "A"]


@pytest.mark.parametrize(
    ("text", "verdicts"), [("N>S", ("won", "lost")), ("S>N", ("lost", "won")), ("N=S", ("drawn", "drawn"))]
)
def test_how_a_match_has_ended(text: str, verdicts: tuple[str, str]) -> None:
    """By the result, which an adjudication may have decided against the score."""
    assert (verdict(Result.parse(text), "N"), verdict(Result.parse(text), "S")) == verdicts
