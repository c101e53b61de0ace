"""What conditional lines may speak of: where each character and the gnome is, what they have taken, and the points."""

from pbem.games.gnomeball.races import TEAM_SIZE
from pbem.games.gnomeball.squares import SQUARES
from pbem.games.gnomeball.state import GNOME_HIT_POINTS, Field
from pbem.play.facts import Fact, Facts, Number, Word
from pbem.play.names import COMPASS, Names, places
from pbem.play.requests import Seat

FAINTED = "fainted"
_PLACES = (*SQUARES, FAINTED)


def facts(state: Field, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody."""
    found: dict[str, Fact] = {}
    for name, character in state.characters.items():
        found[name] = Word(character.at or FAINTED, _PLACES, "a square (e4) or fainted")
        found[f"{name} wounds"] = Number(character.wounds, high=character.kind.hit_points)
    found["gnome"] = Word(
        state.gnome.at, (*SQUARES, *state.characters), "a square (e4) or the character that holds it (A1)"
    )
    found["gnome hit points"] = Number(state.gnome.hp, high=GNOME_HIT_POINTS)
    found["cycle"] = Number(state.cycle, low=state.cycle)
    return found | {
        f"{each} points": Number(state.score(each), low=state.score(each)) for each in state.still_in()
    }


def names(state: Field, seat: Seat) -> Names:
    """All characters, the fainted included, and the gnome, which is carried like a ball."""
    figures = state.ids() or [f"{side}{number}" for side in state.seats for number in range(1, TEAM_SIZE + 1)]
    roles = {who: character.race for who, character in state.characters.items()}
    return Names(
        {who: who[0] for who in figures}, places(SQUARES), {}, {"gnome": state.gnome.at}, roles, COMPASS
    )
