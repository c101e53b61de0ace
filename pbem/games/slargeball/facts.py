"""What conditional lines may refer to: where each figure and ball is, which figures lie, and the score."""

from pbem.games.slargeball.field import FIELD, SIDES, TITLES, name
from pbem.games.slargeball.names import is_square
from pbem.games.slargeball.state import AIR, OFF, Pitch
from pbem.games.slargeball.teams import deal, own_name, seat_side, side_of, stats
from pbem.play.facts import Fact, Facts, Number, Word
from pbem.play.names import Names
from pbem.play.requests import Seat

ELSEWHERE = "off the field"
_SQUARES = tuple(map(name, sorted(FIELD)))
_ON_THE_FIELD = frozenset(_SQUARES)
_PLACES = (*_SQUARES, ELSEWHERE)


def facts(state: Pitch, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody."""
    found: dict[str, Fact] = {}
    figures = state.all_in_order()
    for figure in figures:
        place = state.figures[figure]  # a Coach has a spot off the field (SLARGEBALL-15)
        now = place if place in _ON_THE_FIELD else ELSEWHERE
        found[figure] = Word(now, _PLACES, f"a square (34,17) or {ELSEWHERE}")
        found[f"{figure} lies"] = Word("yes" if figure in state.down else "no", ("yes", "no"))
    for number, place in enumerate(state.balls, 1):
        found[f"ball{number}"] = Word(
            place,
            (*_SQUARES, *figures, AIR, OFF),
            f"a square (34,17), the figure that carries it, {AIR} or {OFF}",
        )
    return found | {
        f"{TITLES[side]} score": Number(state.score[side], low=state.score[side]) for side in SIDES
    }


def names(state: Pitch, seat: Seat) -> Names:
    """All figures, those of the other side by their whole id; and the squares, which are many."""
    own = seat_side(seat)
    dealt = deal(state.squads, tuple(state.seats))
    figures = {
        own_name(figure) if side_of(figure) == own else figure: commander
        for figure, commander in dealt.commander.items()
    }
    balls = {f"ball{number}": place for number, place in enumerate(state.balls, 1)}
    roles = {
        own_name(figure) if side_of(figure) == own else figure: stats(figure).title
        for figure in dealt.commander
    }
    return Names(figures, is_square, {TITLES[side]: dealt.seats[side][0] for side in SIDES}, balls, roles)
