"""What happens, as text and numbers; the templates tell it."""

from pbem.games.toxic_gnome.orders import Way
from pbem.play.requests import Event, Outlook, Seat


class TreadmillLaid(Event, frozen=True):
    """The set-up: the tiles from the bottom up."""

    tiles: tuple[str, ...]


class TokensPlaced(Event, frozen=True):
    """All start squares at once, each as seat and square."""

    places: tuple[tuple[Seat, str], ...]


class FirstChosen(Event, frozen=True):
    """Who begins, by a die with this many sides."""

    seat: Seat
    face: int
    sides: int


class WordFormed(Event, frozen=True):
    """A word, and one of the paths by which it reaches its end."""

    seat: Seat
    word: str
    path: tuple[str, ...]


class Stepped(Event, frozen=True):
    """A step level or backwards."""

    seat: Seat
    start: str
    end: str


class GnomeImpatient(Event, frozen=True):
    """Too many turns without a run: the treadmill will run by itself."""

    turns: int


class TreadmillRan(Event, frozen=True):
    """Rows `low` to `high` are gone. `seat` set it running, or is empty; `saved` were too new to fall."""

    seat: Seat
    low: int
    high: int
    saved: tuple[tuple[Seat, str], ...] = ()


class Eliminated(Event, frozen=True):
    """Players of one row who fell with it, and the place that they share."""

    seats: tuple[Seat, ...]
    row: int
    place: int


class Reshuffled(Event, frozen=True):
    """The stock has run out; this many discarded tiles are the new one."""

    tiles: int


class TilesDrawn(Event, frozen=True):
    """New tiles on top, from row `low` up; `danger` is the danger zone from now on."""

    low: int
    tiles: tuple[str, ...]
    red: tuple[str, ...]
    danger: tuple[int, int]


class RedTileLaid(Event, frozen=True):
    """How a red tile was laid."""

    tile: str
    row: int
    way: Way


class MatchWon(Event, frozen=True):
    """The last player on the treadmill; several if the gnome took all at once."""

    seats: tuple[Seat, ...]


class TurnFacts(Outlook, frozen=True):
    """For the prompt of a turn. `letter` may be `*`; `word` is the player's last word."""

    seat: Seat
    square: str
    letter: str
    steps: tuple[str, ...]
    word: str = ""


class BestWord(Outlook, frozen=True):
    """A hint: how many rows the best word climbs (below 0: it leads down), and whether to the top; not which it is.
    None: there is no word."""

    rise: int | None
    top: bool = False


class RedTile(Outlook, frozen=True):
    """For the prompt of a red tile: this one, and the red ones above it that come next."""

    tile: str
    row: int
    after: tuple[str, ...]
