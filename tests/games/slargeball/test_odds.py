"""What mails tell of the dice ahead, and where figures can go."""

from typing import Any

import pytest

from pbem.games.slargeball.events import BreakAways, Grabs, Scrambled
from pbem.games.slargeball.field import FIELD, name
from pbem.games.slargeball.moving import taken_steps
from pbem.games.slargeball.purposes import Move, Trip
from pbem.games.slargeball.routes import Ground
from pbem.games.slargeball.state import Pitch
from pbem.play.game import masked
from pbem.play.orders import Refused
from pbem.play.requests import Event

from .pitch import GAME, Table


def odds(table: Table, seat: str = "R") -> list[Event]:
    """What the mail of a seat's ask tells."""
    return list(GAME.odds(masked(table.state, seat), table.match.asks[seat]))


def test_who_may_get_at_a_ball_on_the_ground() -> None:
    """SLARGEBALL-22, 88: the reader's own first, by their own names; not who lies, is too far off or is cut off."""
    figures = {"rT1": "30,16", "rN1": "36,16", "rD": "20,16", "bR": "42,16", "bD": "45,16", "rT2": "34,14"}
    table = Table(figures, balls=["34,16"], down={"rT2": ""})
    assert odds(table) == [Grabs(1, "", (("T1", 2), ("N1", 4), ("bR", 3)))]
    assert odds(table, "B") == [Grabs(1, "", (("R", 3), ("rT1", 2), ("rN1", 4)))]


def test_who_may_get_at_a_carrier() -> None:
    """SLARGEBALL-50, 65: the opponents of who carries it, and those of the reader who must break away first."""
    table = Table({"rT1": "30,16", "rD": "40,16", "bN1": "31,16", "bR": "34,16"}, balls=["bR"])
    assert odds(table) == [Grabs(1, "bR", (("T1", 3),)), BreakAways(("T1",), 2)]
    assert odds(table, "B") == [Grabs(1, "R", (("rT1", 3),)), BreakAways(("N1",), 2)]


def test_the_list_says_what_a_whap_needs_where_one_can_land() -> None:
    """SLARGEBALL-62: of figures in contact, Coaches and frozen ones left out."""
    table = Table({"rT1": "30,16", "rD": "40,16", "bN1": "31,16"}, balls=["off"])
    lists = GAME.view(table.state, None).lists
    assert "  T1   30,16      held by bN1; whap 3" in lists
    assert "  D    40,16" in lists


def test_a_line_up_needs_no_dice() -> None:
    """SLARGEBALL-33."""
    assert odds(Table()) == []


@pytest.mark.parametrize("square", ["30,16", "27,16", "26,16", "30,11", "36,10"])
def test_who_is_told_gets_there_in_the_move_phase(square: str) -> None:
    """SLARGEBALL-57, 88: whoever is told scrambles for the ball if it fetches it, and nobody else does."""
    figures = {"rT1": square, "bT1": "33,15", "bN1": "32,17"}
    given: dict[str, Any] = {"balls": ["34,16"], "down": {"bN1": "31,17"}}
    (told,) = odds(Table(figures, **given))
    assert isinstance(told, Grabs)
    table = Table(figures, rolls=[6] * 12, **given)
    table.play("R", "T1 fetch", "done")
    table.play("B", "all hold", "done")
    tried = {
        figure for event in table.match.events if isinstance(event, Scrambled) for figure, _ in event.tries
    }
    assert ("T1" in [figure for figure, _ in told.tries]) == ("rT1" in tried)


def ways(state: Pitch, figure: str) -> set[str]:
    """The squares that a move order reaches in one turn."""
    found, ground = set(), Ground(state, figure, through=False)
    for point in FIELD - {state.where(figure)}:
        trip = Trip(Move(figure, squares=(name(point),)), ground.start, ground.piles)
        trip.steps = ground.path(ground.start, [point], [point])
        steps, _ = taken_steps(state, figure, trip)
        found.update([name(point)] if steps and steps[-1] == point else [])
    return found


@pytest.mark.parametrize("figure", ["rD", "rR", "rG", "bT1"])
def test_the_squares_told_are_those_that_a_move_reaches(figure: str) -> None:
    """SLARGEBALL-21 to 24: round piles, balls and whoever stands; a Goalie alone enters a zone."""
    figures = {"rD": "30,16", "rR": "8,16", "rG": "60,15", "bT1": "33,16", "bN1": "31,15", "bN2": "29,17"}
    state = Table(figures, balls=["31,17"], down={"bN2": "29,16"}).state
    told = GAME.reach(state, "R", figure)
    squares = set[str]()
    for part in " ".join(told[1:]).replace(" to ", "-").replace(", ", " ").split():
        first, _, last = part.partition("-")
        (start, row), end = first.split(","), (last or first).split(",")[0]
        squares.update(f"{x},{row}" for x in range(int(start), int(end) + 1))
    assert squares == ways(state, figure)


def test_who_cannot_move_is_told_so() -> None:
    """SLARGEBALL-50: who is held is told of the break roll; who lies goes nowhere."""
    table = Table({"rT1": "30,16", "bN1": "31,16", "rD": "40,16"}, down={"rD": ""})
    assert "to break away it must roll 2 or less" in GAME.reach(table.state, "R", "T1")[0]
    for figure, why in (("D", "rD cannot move now"), ("Q7", "Q7 is not a figure")):
        with pytest.raises(Refused, match=why):
            GAME.reach(table.state, "R", figure)
