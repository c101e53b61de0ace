"""The headline of a last mail."""

from typing import Any, cast

import pytest

from pbem.play.game import State
from pbem.play.record import Result
from pbem.play.score import Score
from pbem.server.matches.outcomes import headline
from tests.games.ours import OURS
from tests.server.office import Office

PAIR = {"S": "Ann", "N": "Ben"}


@pytest.fixture
def state() -> State:
    """A match of Dodgeball in which two pawns of South stand against one of North."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    found: Any = office.find_match().match.state
    for pawn in ("S3", "N2", "N3"):
        del found.pawns[pawn]
    return cast("State", found)


@pytest.mark.parametrize(
    ("places", "reason", "told"),
    [
        ((("S",), ("N",)), "all pawns out", "Ann wins 2 to 1."),
        ((("N",), ("S",)), "resigned", "Ben wins."),
        ((("S", "N"),), "draw agreed", "A draw."),
        ((("S", "N"),), "annulled: by accident", "Nobody wins."),
    ],
)
def test_who_has_won(state: State, places: tuple[tuple[str, ...], ...], reason: str, told: str) -> None:
    """The points stand in it if they say the same."""
    state.result = Result(places, reason)
    assert headline(OURS["dodgeball"], state, PAIR) == told


def test_more_sides_than_two(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state.seats, state.result = OURS["gnomeball"], ["A", "B", "C"], Result((("B",), ("A", "C")))
    names = {"A": "Ann", "B": "Ben", "C": "Cat"}
    for points, told in ((20, "Ben wins with 20 points."), (3, "Ben wins.")):
        score = Score({"A": 4, "B": points, "C": 4}, "points", "")
        monkeypatch.setattr(type(game), "score", lambda *_, score=score: score)
        assert headline(game, state, names) == told
