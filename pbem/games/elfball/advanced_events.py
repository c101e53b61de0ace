"""What can happen at the advanced level only: abilities, support and the Wizard; and all events of the game."""

from typing import Literal

from pbem.games.elfball.events import Dice
from pbem.games.elfball.state import Letter
from pbem.play.hexgrid import Hex
from pbem.play.requests import Event, Seat


class Surged(Event, frozen=True):
    """A player has made Momentum steps, which leave so many counters."""

    player: Letter
    start: Hex
    route: tuple[Hex, ...]
    momentum: int


class Gloated(Event, frozen=True):
    """A player earns counters for what they have done to an opponent."""

    player: Letter
    target: Letter
    counters: int
    momentum: int


class Raged(Event, frozen=True):
    """A player who was attacked earns counters for acting."""

    player: Letter
    counters: int
    momentum: int


class Cheered(Event, frozen=True):
    """Cheerleaders have put counters on the track."""

    seat: Seat
    count: int
    momentum: int


class Quickened(Event, frozen=True):
    """A player has doubled the counters of a Shift."""

    player: Letter
    momentum: int


class Taunted(Event, frozen=True):
    """A player has paid counters to turn an opponent round."""

    player: Letter
    target: Letter
    counters: int
    dice: Dice
    result: Literal["success", "fail", "flop"]


class Dosed(Event, frozen=True):
    """A potion: the pair rolled, what it did, where its drinker is now, what was gained, what has changed."""

    player: Letter
    faces: str
    effect: str
    at: str
    gained: tuple[str, ...] = ()
    attribute: str = ""


class Bribed(Event, frozen=True):
    """The bribed referee looks away from these players, or has had enough of them."""

    seat: Seat
    players: tuple[Letter, ...]
    face: str
    rebels: bool


class Banned(Event, frozen=True):
    """The referee has thrown a die for an Impcrusher."""

    player: Letter
    face: str
    ejected: bool


class Shocked(Event, frozen=True):
    """A Wizard has aimed a System Shock at a player."""

    player: Letter
    dice: Dice
    result: Literal["flop", "fail", "down", "dazed", "injury"]


class Burnt(Event, frozen=True):
    """A player has tried to escape an Inferno."""

    player: Letter
    dice: Dice
    result: Literal["injury", "dazed", "down", "safe"]


class Frogged(Event, frozen=True):
    """A Wizard has tried to make a frog of a player."""

    player: Letter
    dice: Dice
    result: Literal["success", "fail", "flop"]


class Backfired(Event, frozen=True):
    """A spell has come back on the Bench of its own team; `player` is empty if nobody sits there."""

    seat: Seat
    player: Letter


"""Everything that the game tells."""
