"""How a match has ended for a team."""

import pytest

from pbem.play.leagues import verdict
from pbem.play.record import Result


@pytest.mark.parametrize(
    ("text", "verdicts"), [("N>S", ("won", "lost")), ("S>N", ("lost", "won")), ("N=S", ("drawn", "drawn"))]
)
def test_how_a_match_has_ended(text: str, verdicts: tuple[str, str]) -> None:
    """By the result, which an adjudication may have decided against the score."""
    assert (verdict(Result.parse(text), "N"), verdict(Result.parse(text), "S")) == verdicts
