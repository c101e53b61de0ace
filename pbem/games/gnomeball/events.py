"""The events of the game: one class for each kind, few and wide."""

from typing import Literal

from pbem.play.requests import Event, Figure, Outlook, Seat

# Set-up and restart.


class Teams(Event, frozen=True):
    """A team is revealed: races in the order of its ids, `*` behind the copperback's."""

    seat: Seat
    races: tuple[str, ...]


class Homes(Event, frozen=True):
    """The homes are given; `first` chose first by the die, or is empty where no die was needed."""

    homes: tuple[tuple[Seat, str], ...]
    first: Seat
    die: int


class Placed(Event, frozen=True):
    """Characters of one player come to stand on squares; `displaced` names those that had to make way."""

    seat: Seat
    places: tuple[tuple[Figure, str], ...]
    displaced: tuple[Figure, ...]


class GnomeCame(Event, frozen=True):
    """A new gnome is in the center."""

    at: str
    die: int


class FirstTurn(Event, frozen=True):
    """The toss for first turn."""

    seat: Seat
    die: int


class CycleBegan(Event, frozen=True):
    """A new cycle: everybody on the field may be activated again."""

    number: int
    seat: Seat


# An activation.


class Passed(Event, frozen=True):
    """A character does nothing."""

    who: Figure


class LostActivation(Event, frozen=True):
    """A stunned character's activation goes by."""

    who: Figure


class Lost(Event, frozen=True):
    """A part of a line that the dice have made impossible; the rest of the line is dropped, too."""

    who: Figure
    part: str
    why: str


class Moved(Event, frozen=True):
    """A character has moved, or used its hearthstone; `gnome` if it has taken the gnome along."""

    who: Figure
    start: str
    to: str
    hearth: bool
    gnome: bool


class PickedUp(Event, frozen=True):
    """A character has picked up the gnome."""

    who: Figure
    at: str


class Tossed(Event, frozen=True):
    """A toss: `die` 2 goes one square too far, 1 one too short; `end` is where it would come down.

    `needs` is the face that a character there must roll to catch it, or if nobody is there, the face that keeps it on
    line."""

    who: Figure
    start: str
    to: str
    die: int
    end: str
    needs: int = 3


class Intercepted(Event, frozen=True):
    """An attempt to intercept."""

    who: Figure
    at: str
    die: int
    needs: int
    made: bool


class Caught(Event, frozen=True):
    """A tossed gnome is caught."""

    who: Figure
    at: str


class Thwump(Event, frozen=True):
    """A tossed gnome that nobody caught hits the ground; `hp` is what is left of it after that."""

    at: str
    hp: int


class Attacked(Event, frozen=True):
    """An attack on a character or (`gnome`) on the gnome; `bonus` is what was added to a hit."""

    who: Figure
    target: Figure
    die: int
    damage: int
    bonus: int
    needs: int = 4


class Hurt(Event, frozen=True):
    """A character has taken damage and stands."""

    who: Figure
    damage: int
    hp: int
    full: int


class GnomeHurt(Event, frozen=True):
    """The gnome has taken damage: it is dead at 0."""

    damage: int
    hp: int
    cause: Literal["attack", "claws", "blast"]


class HeldOn(Event, frozen=True):
    """A drop roll of a holder who was hurt."""

    who: Figure
    die: int
    dropped: bool
    needs: int = 4


class Fainted(Event, frozen=True):
    """A character has left the field; `gone` for good; `back` is the number it goes back to, if another one."""

    who: Figure
    gone: bool
    back: Figure


class Punted(Event, frozen=True):
    """A punt at a home: `over` it, or a splatter."""

    who: Figure
    seat: Seat
    die: int
    needs: int
    over: bool


class Scored(Event, frozen=True):
    """A score of one kind, with what it brought."""

    seat: Seat
    who: Figure
    kind: Literal["gnomedown", "gone"]
    alive: bool
    points: int
    total: int


class Anew(Event, frozen=True):
    """Everybody will be placed anew: after a score, or because nobody is on the field."""

    scored: bool


class Out(Event, frozen=True):
    """A player has lost their last character for good."""

    seat: Seat


# Outlooks and prompts: told by a preview, or to the seat that is asked; never part of the story.


class Odds(Outlook, frozen=True):
    """A preview has come to a die that must show at least this face."""

    label: str
    needs: int


class Attacks(Outlook, frozen=True):
    """Who may attack whom, including the gnome, and from what face on that does damage."""

    pairs: tuple[tuple[Figure, tuple[Figure, ...]], ...]
    needs: int


class Drops(Outlook, frozen=True):
    """From what face on a holder who is hurt drops the gnome."""

    who: Figure
    needs: int


class Punt(Outlook, frozen=True):
    """Over whose home a holder may punt the gnome from where it stands, and from what face on that succeeds."""

    who: Figure
    seat: Seat
    needs: int


class Flight(Outlook, frozen=True):
    """What an interceptor must know: who tossed and where to, and where the gnome is now."""

    who: Figure
    tosser: Figure
    to: str
    at: str
    needs: int


class Open(Outlook, frozen=True):
    """Whose activation is open."""

    who: Figure
