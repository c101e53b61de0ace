"""What conditional lines may speak of: where the tokens stand, how far the danger reaches, and the round."""

from pbem.games.toxic_gnome.orders import SQUARE
from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.play.facts import Fact, Facts, Number, Word
from pbem.play.names import Names
from pbem.play.requests import Seat

AHEAD = 100
"""Number of rows beyond the top one that conditions may mention."""


def facts(state: Treadmill, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody. Rows only get higher (TOXIC-GNOME-31)."""
    rows = range(state.lowest, state.highest + AHEAD)
    spaces = tuple(f"{column}{row}" for row in rows for column in COLUMNS)
    found: dict[str, Fact] = {}
    for seat, square in state.tokens.items():
        found[f"token {seat}"] = Word(
            square, spaces, f"a space (b{state.highest}) from row {state.lowest} on"
        )
        found[f"token {seat} row"] = Number(row_of(square), low=state.lowest)
    found["lowest row"] = Number(state.lowest, low=state.lowest)
    found["highest row"] = Number(state.highest, low=state.lowest)
    found["danger row"] = Number(state.danger_end, low=state.lowest - 1)
    found["round"] = Number(state.round, low=state.round)
    return found | {"tiles left": Number(len(state.stock))}


def names(state: Treadmill, seat: Seat) -> Names:
    """The spaces, of which each run lays new ones; a token has the number of its player."""
    titles = {f"player {number}": number for number in state.seats}
    called = _called(state.rows[0]) if state.phase == "start" and state.rows else {}
    return Names(
        {}, lambda word: word in COLUMNS or SQUARE.fullmatch(word) is not None, titles, called=called
    )


def _called(tile: str) -> dict[str, str]:
    """The columns of the bottom tile as players call them: by where they are, or by a letter that only one has."""
    places = {
        "(?:left|leftmost|first)": "a",
        "(?:middle|central|centre|center)": "c",
        "(?:right|rightmost|last)": "e",
    }
    found = {
        rf"(?:the )?{place} (?:one|column|space|letter|side|end)": column for place, column in places.items()
    }
    found |= {rf"(?<=\bin ){'the (?:middle|center|centre)'}": "c"}
    for column, letter in zip(COLUMNS, tile, strict=False):
        if tile.count(letter) == 1 and letter.isalpha() and letter.lower() not in COLUMNS:
            found[rf"(?:the )(?:letter )?(?-i:{letter}\b)|(?<=on )(?-i:{letter}\b)"] = column
    return found
