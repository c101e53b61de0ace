"""What prompts and previews of Elfball tell beside the state."""

from typing import Literal

from pbem.games.elfball.field.state import Letter
from pbem.play.hexgrid import Hex
from pbem.play.requests import Outlook, Seat


class NameTeam(Outlook, frozen=True):
    """The lists a manager may choose from, and the points of a team at the advanced level, else 0."""

    lists: tuple[str, ...]
    cap: int = 0


class SetUpTeam(Outlook, frozen=True):
    """A manager is to set up; `example` is what the server would do for them.

    `monsters` may not take the face-off; `ill` may be given a potion first. Without an `example` nobody can take the
    face-off unless a potion brings one of the `ill`.
    """

    seat: Seat
    monsters: tuple[Letter, ...]
    example: str
    formations: tuple[str, ...]
    ill: tuple[Letter, ...] = ()


class LastDoses(Outlook, frozen=True):
    """Who may be given one of so many doses after the last goal."""

    players: tuple[Letter, ...]
    doses: int


class FreeChallenge(Outlook, frozen=True):
    """The winner of the face-off has a free challenge against `other`, who may lie."""

    player: Letter
    other: Letter
    stands: bool
    simple: bool


class YourTurn(Outlook, frozen=True):
    """Whom a manager may choose, and what there is to know.

    `why`: why the Momentum is what it is; `hindered`: own players whom opponents face, and those; `second`: it is
    the second half of a turn of two; `offers`: what may be done before the action or in its place (advanced); `stair`:
    a hex on which a player may enter.
    """

    seat: Seat
    choice: tuple[Letter, ...]
    marked: Letter
    why: Literal["shift", "faceoff", "none"]
    hindered: tuple[tuple[Letter, tuple[Letter, ...]], ...]
    entering: tuple[Letter, ...]
    second: bool
    offers: tuple[str, ...] = ()
    stair: Hex = ""


class GoOn(Outlook, frozen=True):
    """The acting player waits for more."""

    player: Letter
    paces: int
    closed: bool
    dash: str


class Chance(Outlook, frozen=True):
    """A player's chance to get at a ball, in per cent."""

    player: Letter
    percent: int


class InterceptChoice(Outlook, frozen=True):
    """A ball flies from a player towards a hex, over the players who may intercept it."""

    thrower: Letter
    at: Hex
    chances: tuple[Chance, ...]


class Odds(Outlook, frozen=True):
    """A challenge ahead: dice, target, and how often in a hundred it succeeds and flops, with the ability that may
    replace one of its dice, and so many counters of Momentum."""

    kind: str
    player: Letter
    dice: int
    target: int
    working: str
    success: int
    flop: int
    bonus: int = 0
    ability: str = ""
    counters: int = 0


class Tried(Outlook, frozen=True):
    """A usual line, and the odds of its challenges with the counters that there are now: what the first ones spend or
    earn changes those of the others."""

    line: str
    odds: tuple[Odds, ...]


class Policies(Outlook, frozen=True):
    """How Momentum is spent: the counters there are, the usual policy, and by kind of challenge those that differ."""

    counters: int
    usual: str
    others: tuple[tuple[str, str], ...]


class Forecast(Outlook, frozen=True):
    """What a line would do if every challenge just succeeded.

    - `odds`: its challenges, and interceptions that may be tried.
    - `had`, `paces`: what is left of the player's paces before and after it; a Dash spends none.
    - `counters`: the counters of Momentum that it spends.
    - `complete`: whether this is known to the end of the line.
    """

    player: Letter
    odds: tuple[Odds, ...]
    had: int
    paces: int
    complete: bool
    counters: int = 0
