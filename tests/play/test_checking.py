"""What of a match's record anybody may have: everything but the standing orders that nobody needs to check it."""

import pytest

from pbem.play.checking import published, replay
from pbem.play.match import Match
from pbem.play.record import Record, Tail
from tests.games.dodgeball.court import GAME, Court, M


def record_of(*standing: str) -> Record:
    """North has written standing orders; South throws and misses, and North resigns."""
    court = Court(M, rolls=[4, 4])
    match = Match(GAME, Tail(court.match.loaded.turn), court.dice)
    match.settle()
    match.play("N", standing)
    match.play("S", ["S1 throw N2"])
    if "N" in match.asks:
        match.play("N", ["dodge"])
    match.leave("N")
    return Record(
        game=GAME.name,
        version=GAME.version,
        match="1",
        options=GAME.read_options({}, 2),
        seats=("S", "N"),
        players={"S": "Ann", "N": "Ben"},
        salts=(),
        commitment="",
        rows=match.rows,
        turns=[match.loaded.turn, *match.turns],
        result=match.state.result,
        origin="a drawn position",
    )


@pytest.mark.parametrize(
    ("standing", "left"),
    [
        (["always dodge"], []),  # it has answered, and the answer is there
        (["always catch", "always ask react"], []),
        (["always put front"], []),  # where the ball would have gone without it
        # DODGEBALL-31: no row of its own tells where the ball went.
        (["always put back"], ["always put back"]),
        (["always dodge", "always put back"], ["always put back"]),
        (["always put front", "always put back"], ["always put back"]),  # the first never counted
    ],
)
def test_standing_orders_are_published_only_where_the_check_needs_them(
    standing: list[str], left: list[str]
) -> None:
    whole = record_of(*standing)
    record = published(GAME, whole)
    assert [row.text for row in record.rows if row.name == "always"] == left
    assert {row.by for row in record.rows} == {"order"}
    assert replay(GAME, record).state.balls == replay(GAME, whole).state.balls


def test_a_match_played_by_other_rules_is_published_as_it_is() -> None:
    """What such a check would need cannot be told anymore."""
    whole = record_of("always dodge")
    whole.rows = [row for row in whole.rows if row.kind != "roll"]
    assert published(GAME, whole) is whole
