"""The position: characters, the gnome, whose turn it is, and the questions that every chapter asks about them.

Each fact is stored once: who holds the gnome in `gnome.at` alone, whom a character serves in the letter of its id,
where it is in its own `at`, empty off the field. Secrets are in `Memory` alone.
"""

from typing import Literal, TypeAlias

from msgspec import Struct, field

from pbem.games.gnomeball.races import RACES, Race, RaceName
from pbem.games.gnomeball.squares import HOMES, Corner, distance, to_home
from pbem.play.conditions import Condition
from pbem.play.game import State
from pbem.play.grid import Square
from pbem.play.requests import Figure, Order, Seat

Id: TypeAlias = Figure
"""A character: `A1` to `A5`, from `A6` on those raised by a Val'kyr; the letter is the seat it serves."""

SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
GNOME_HIT_POINTS = 3


class Settings(Struct, forbid_unknown_fields=True):
    """The options of a match under their own names; `tempo` 0 means all, `cap` 0 none."""

    points: int = 20
    tempo: int = 1
    lead: Literal["fixed", "rotate"] = "fixed"
    reach: float = 1
    faint: Literal["back", "out"] = "back"
    homes: Literal["pick", "opposite"] = "pick"
    cap: int = 60


class Character(Struct, kw_only=True, forbid_unknown_fields=True):
    """One piece.

    - `at`: its square, empty while it is off the field; `wounds`: hit points lost.
    - `copperback`: chosen as such; it counts only while the character serves its first player.
    - `spent`: how often its race's counted power has been used; `frenzy`: frenzies that wait for an attack.
    - `stunned`, `howled`: its next activation is lost, or without a move; `slow`, `fish`: activations left.
    - `form`: activations at whose end the worgen form will still have to run down, 0 in human form.
    - `tending`: it has tended the gnome in its last activation; `explosives`: the square where it has planted.
    - `was`: its first player's number, while it serves another one; `placed`: by seat, where it was last placed.
    """

    race: RaceName
    at: Square = ""
    wounds: int = 0
    used: bool = False
    copperback: bool = False
    spent: int = 0
    frenzy: int = 0
    stunned: bool = False
    howled: bool = False
    slow: int = 0
    fish: int = 0
    form: int = 0
    tending: bool = False
    explosives: Square = ""
    was: Id = ""
    placed: dict[Seat, Square] = field(default_factory=dict)

    @property
    def kind(self) -> Race:
        """The numbers of its race."""
        return RACES[self.race]

    @property
    def hp(self) -> int:
        """Hit points left."""
        return self.kind.hit_points - self.wounds

    @property
    def left(self) -> int:
        """How often its race's counted power may still be used."""
        return self.kind.uses - self.spent

    def recover(self) -> None:
        """End all that hinders or helps it; used-up powers and explosives stay (GNOMEBALL-66)."""
        self.frenzy = self.slow = self.fish = self.form = 0
        self.stunned = self.howled = False

    def run_down(self) -> None:
        """Count one of its activations against hindrances and forms (GNOMEBALL-29, 85)."""
        self.slow, self.fish, self.form = (max(0, left - 1) for left in (self.slow, self.fish, self.form))
        self.stunned = self.howled = False


class Gnome(Struct, forbid_unknown_fields=True):
    """The ball: `at` is the id of its holder, or the square where it lies."""

    at: str = "f5"
    hp: int = GNOME_HIT_POINTS

    @property
    def alive(self) -> bool:
        """Whether it still counts as a living gnome (GNOMEBALL-35)."""
        return self.hp > 0


class Active(Struct, forbid_unknown_fields=True):
    """The activation in progress: whose, whether it has moved, whether it has rolled for its explosives, and whether it
    tended the gnome in its last one."""

    who: Id
    moved: bool = False
    rolled: bool = False
    tending: bool = False


class Play(Order, frozen=True):
    """Everything that answers a request for an activation or for the rest of one."""


class Part(Struct, frozen=True):
    """One part of a line: a verb, and what it is aimed at, empty where nothing is."""

    verb: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.what}".rstrip()


class PlanLine(Struct, frozen=True):
    """A line of a plan: its condition, and each of its branches, a character (or `any`) with what it is to do."""

    when: Condition
    branches: tuple[tuple[Id, tuple[Part, ...]], ...]


class Memory(Struct, forbid_unknown_fields=True):
    """What a seat has told the server in secret.

    - `team`, `home`, `place`: the draft of a set-up or placement; `place` holds pairs of id and square, the ids empty
      where only squares were written.
    - `intercept`, `restart`, `squares`: standing orders (GNOMEBALL-134, 135).
    - `plan`: the `whenever` lines; `keep_on`; `asleep`: suspended until the next letter; `planned`: activations
      played from the plan since the last one (GNOMEBALL-128).
    """

    team: tuple[str, ...] = ()
    home: tuple[Corner, ...] = ()
    place: tuple[tuple[str, Square], ...] = ()
    intercept: Literal["yes", "no", "except worgen", "ask"] = "yes"
    restart: Literal["ask", "same", "auto", "squares"] = "ask"
    squares: tuple[tuple[str, Square], ...] = ()
    plan: list[PlanLine] = field(default_factory=list)
    keep_on: bool = False
    asleep: bool = False
    planned: int = 0


class Field(State, kw_only=True):
    """A position. Defaults mean mid-game.

    - `homes`: the corner of every player still in; `elves`: seats whose chosen team is all Blood Elves.
    - `side`: the seat that holds the gnome or held it last, empty for a gnome nobody has held.
    - `turn`: who activates; `played`: activations of this turn so far (option `tempo`); `active`: the open one.
    - `lead`: player 1, or whoever leads this cycle; `numbers`: the highest number given in a team beyond 5.
    - `out`: seats that lost their last character under `faint out`, in that order.
    """

    phase: Literal["setup", "draenei", "play", "restart"] = "play"
    settings: Settings = field(default_factory=Settings)
    homes: dict[Seat, Corner] = field(default_factory=dict)
    characters: dict[Id, Character] = field(default_factory=dict)
    gnome: Gnome = field(default_factory=Gnome)
    side: Seat = ""
    scores: dict[Seat, int] = field(default_factory=dict)
    turn: Seat = "A"
    played: int = 0
    active: Active | None = None
    cycle: int = 1
    lead: Seat = "A"
    numbers: dict[Seat, int] = field(default_factory=dict)
    elves: list[Seat] = field(default_factory=list)
    out: list[Seat] = field(default_factory=list)
    private: dict[Seat, Memory] = field(default_factory=dict)

    # Players.

    def memory(self, seat: Seat) -> Memory:
        """The seat's private memory for reading; reading creates nothing."""
        return self.private.get(seat) or Memory()

    def own_memory(self, seat: Seat) -> Memory:
        """The seat's private memory to write to, made on demand."""
        return self.private.setdefault(seat, Memory())

    def still_in(self) -> list[Seat]:
        """The seats that have neither left nor lost their last character for good, in seat order."""
        return [seat for seat in self.seats if seat not in self.left and seat not in self.out]

    def from_seat(self, seat: Seat) -> list[Seat]:
        """All seats in the order of play, this one first."""
        at = self.seats.index(seat)
        return [*self.seats[at:], *self.seats[:at]]

    def enemy_homes(self, seat: Seat) -> dict[Seat, Corner]:
        """The homes of all other players, by seat."""
        return {other: self.homes[other] for other in self.seats if other in self.homes and other != seat}

    def score(self, seat: Seat) -> int:
        """The points of a seat."""
        return self.scores.get(seat, 0)

    # Characters.

    def ids(self, seat: Seat = "") -> list[Id]:
        """The characters of one seat, or of all in seat order, by number, fainted ones included."""
        return sorted(
            (who for who in self.characters if not seat or who[0] == seat),
            key=lambda who: (who[0], int(who[1:])),
        )

    def standing(self, seat: Seat = "") -> list[Id]:
        """Those of `ids` that are on the field."""
        return [who for who in self.ids(seat) if self.characters[who].at]

    def enemies(self, seat: Seat) -> list[Id]:
        """A seat's enemies on the field, in seat order from the seat after it."""
        return [who for other in self.from_seat(seat)[1:] for who in self.standing(other)]

    def unused(self, seat: Seat) -> list[Id]:
        """Characters on the field that the seat may still activate in this cycle."""
        return [who for who in self.standing(seat) if not self.characters[who].used]

    def on(self, square: Square) -> Id:
        """The character on a square, or empty."""
        return next((who for who, character in self.characters.items() if character.at == square), "")

    def occupied(self) -> set[Square]:
        """The squares with a character: for membership, not for going through."""
        return {character.at for character in self.characters.values() if character.at}

    def leads_tosses(self, who: Id) -> bool:
        """Whether the character is its team's copperback: not while it serves another player (GNOMEBALL-119)."""
        character = self.characters[who]
        return character.copperback and not character.was

    # The gnome.

    @property
    def holder(self) -> Id:
        """The character that holds the gnome, or empty."""
        return self.gnome.at if self.gnome.at in self.characters else ""

    def enemy_holder(self, seat: Seat) -> Id:
        """The enemy of a seat that holds the gnome, or empty."""
        return self.holder if self.holder[:1] != seat else ""

    @property
    def gnome_square(self) -> Square:
        """Where the gnome is, held or loose."""
        return self.characters[self.gnome.at].at if self.holder else self.gnome.at

    def from_gnome(self, square: Square) -> float:
        """Distance of a square to the gnome."""
        return distance(square, self.gnome_square)

    def home_under(self, square: Square, seat: Seat) -> Seat:
        """The player in whose home the square lies, if it is an enemy of the seat, or empty."""
        return next(
            (other for other, corner in self.enemy_homes(seat).items() if square in HOMES[corner]),
            "",
        )

    def nearest_home(self, square: Square, seat: Seat) -> tuple[Seat, float]:
        """The nearest enemy home and its distance; among equally near ones the lower seat's (GNOMEBALL-147)."""
        homes = self.enemy_homes(seat)
        other = min(homes, key=lambda other: to_home(square, homes[other]))
        return other, to_home(square, homes[other])
