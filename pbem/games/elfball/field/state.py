"""The position: players, the ball, the Momentum track, and the questions about it that every chapter asks.

Nothing is said twice. The ball is on a hex or with a player, and `ball` says which; a player is on a hex or in a box
beside the field, and `at` says which. What a manager has told the server for later is in `Memory` alone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from msgspec import Struct, field

from pbem.games.elfball.field.hexes import CENTRE, GRID, NORTH, SEATS, SOUTH
from pbem.games.elfball.field.players import FROG, LISTS, POSITIONS, Attribute, Type
from pbem.play.game import State
from pbem.play.hexgrid import DIRECTIONS, Direction, Hex, turned
from pbem.play.requests import Figure, Seat

Letter: TypeAlias = Figure
"""A player: `A` to `L` of North, `M` to `X` of South."""

LETTERS = {NORTH: "ABCDEFGHIJKL", SOUTH: "MNOPQRSTUVWX"}
SEAT_OF = {letter: seat for seat, letters in LETTERS.items() for letter in letters}

Posture: TypeAlias = Literal["standing", "down", "dazed"]
Box: TypeAlias = Literal["bench", "recovery", "infirmary", "ejected"]

BOXES: tuple[Box, ...] = ("bench", "recovery", "infirmary", "ejected")
_WAYS_IN = {each: {other: turned(way, 3) for way, other in GRID.neighbours(each).items()} for each in GRID}
"""By hex: its neighbours, and the direction that leads from each of them into it."""

FIELD_SIZE = 6
"""So many players of a team may be on the field (ELFBALL-30, 87)."""

FRONT = {way: (turned(way, -1), way, turned(way, 1)) for way in DIRECTIONS}
"""The directions in which a player's front hexes lie, by where the player looks (ELFBALL-10)."""

TRACK = 6
"""So many counters the Momentum track holds (ELFBALL-16)."""

Kind: TypeAlias = Literal[
    "disengage",
    "pickup",
    "throw",
    "catch",
    "impact",
    "tackle",
    "shove",
    "dash",
    "rival",
    "injury",
    "taunt",
    "spell",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Strict(Struct, forbid_unknown_fields=True):
    """The base of every part of the state: a misspelt field in a position is an error."""


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """How Momentum is spent (ELFBALL-177, 178). What is empty is left to the policy behind it.

    `save`: `no` where ability dice are not to be used (ELFBALL-180).
    """

    how: Literal["", "keep", "needed", "all"] = ""
    aim: int | None = None
    reserve: int | None = None
    save: Literal["", "no"] = ""

    def over(self, other: Policy) -> Policy:
        """This one, and where it says nothing the other."""
        return Policy(
            self.how or other.how,
            other.aim if self.aim is None else self.aim,
            other.reserve if self.reserve is None else self.reserve,
            self.save or other.save,
        )


PLAIN = Policy()
"""A policy that says nothing."""


class Fortune(Strict):
    """What a match at the advanced level has done to a player.

    - `hurt`: barred because of an injury, not by the referee; `frog`: changed by a Wizard.
    - `dosed`: has had a potion; `gained`, `raised`: the abilities and attributes it brought, for this match.
    - `lost`: attributes lowered for good; `ended`: what it has put an end to.
    - `experience`: points won; `goals`: scored.
    """

    hurt: bool = False
    frog: bool = False
    dosed: bool = False
    gained: tuple[str, ...] = ()
    raised: tuple[Attribute, ...] = ()
    lost: tuple[Attribute, ...] = ()
    ended: Literal["", "career", "life"] = ""
    experience: int = 0
    goals: int = 0


_NOTHING_YET = Fortune()


class Player(Strict):
    """One of the pieces. `looks` is kept while they lie: they stand up that way unless told otherwise.

    - `barred`: may not come in before the next set-up.
    - `abilities`: those learned; `losses`: attributes lowered in earlier matches.
    - `fortune`: what this match has done to them; kept where there is something to keep.
    """

    position: str
    at: str = "bench"
    looks: Direction = 1
    posture: Posture = "standing"
    barred: bool = False
    abilities: tuple[str, ...] = ()
    losses: tuple[Attribute, ...] = ()
    fortune: Fortune | None = None

    @property
    def now(self) -> Fortune:
        """What this match has done to the player, for reading."""
        return self.fortune or _NOTHING_YET

    def mark(self) -> Fortune:
        """The same for writing, made where there is none."""
        self.fortune = self.fortune or Fortune()
        return self.fortune

    @property
    def type(self) -> Type:
        """Cheater, Defender, ... (ELFBALL-2)."""
        return POSITIONS[self.position].type

    def attribute(self, name: Attribute) -> int:
        """One of the six numbers, as it is now: every rule asks here."""
        if self.fortune and self.fortune.frog:
            return getattr(FROG, name)  # type: ignore[no-any-return]  # all six are numbers
        return self.own(name)

    def own(self, name: Attribute) -> int:
        """One of the six numbers, also of a frog (ELFBALL-172)."""
        value: int = getattr(POSITIONS[self.position], name)
        if self.losses or self.fortune:
            value += self.now.raised.count(name) - self.losses.count(name) - self.now.lost.count(name)
        return value

    @property
    def machine(self) -> bool:
        """Whether this is an Impcrusher, which has no career (ELFBALL-168)."""
        return self.position == "Impcrusher"

    @property
    def known(self) -> tuple[str, ...]:
        """All abilities of the player, learned, gained or inborn."""
        born = POSITIONS[self.position].abilities
        return self.abilities + self.fortune.gained + born if self.fortune else self.abilities + born

    @property
    def on_field(self) -> bool:
        """Whether the player is on a hex, standing or not."""
        return self.at not in BOXES

    @property
    def stands(self) -> bool:
        """Whether the player is on the field and neither Down nor Dazed."""
        return self.posture == "standing" and self.at not in BOXES


class Bank(Strict):
    """Where the rebounds of a throw are sent (ELFBALL-128): a direction, and the hex that they are to come near."""

    way: Direction
    at: Hex


class Action(Strict):
    """The action in progress (ELFBALL-40 to 44): what its player may still do.

    - `closed`: the free last challenge has been made; only a Dash may follow (ELFBALL-41).
    - `busy`: a move or a challenge has been made; `stepped`: a step; `long`: a throw that must be the only thing done
      (ELFBALL-60); `got`: the ball was won by a Pick-up or a Steal.
    - `dashed`: how many Dashes have been attempted.
    - `dash`: what a successful Dash still allows: a step and a challenge, a challenge, nothing.
    - `ok`: the last challenge of the player succeeded; None while an item runs that has made none yet.
    - `policies`: Momentum for this action.
    - `receiver`, `receive`: at whom the throw in the air was aimed, and whether that player is to try a Catch;
      `bank`: where its rebounds are sent.
    """

    player: Letter
    paces: int
    closed: bool = False
    busy: bool = False
    stepped: bool = False
    got: bool = False
    long: bool = False
    tackled: bool = False
    dashed: int = 0
    dash: Literal["", "step", "challenge", "over"] = ""
    ok: bool | None = True
    policies: dict[str, Policy] = field(default_factory=dict)
    receiver: Letter = ""
    receive: Literal["", "yes", "no"] = ""
    bank: Bank | None = None

    def unjudged(self) -> bool | None:
        """Forget what came of the last challenge, and return it."""
        before, self.ok = self.ok, None
        return before


class Memory(Strict):
    """What a manager has told the server for later; nobody else sees it.

    `intercept`: `best`, `never`, `ask`, `30%` or letters; `catch`: `yes`, `no`, `ask` or `30%`, and `letting` names
    players who never try; `momentum` is by kind, with the policy for all under an empty name; `keg`, `save`, `lose` are
    for the advanced level, and `sparing` names abilities whose dice are never used.
    """

    formation: str = ""
    placed: tuple[Letter, ...] = ()
    faceoff: str = ""
    intercept: str = "best"
    catch: str = "yes"
    letting: tuple[Letter, ...] = ()
    reface: Literal["keep", "ball"] = "keep"
    momentum: dict[str, Policy] = field(default_factory=dict)
    keg: Literal["yes", "no", "both"] = "yes"
    save: Literal["yes", "no"] = "yes"
    sparing: tuple[str, ...] = ()
    lose: tuple[Attribute, ...] = ()


class Support(Strict):
    """What a team has beside its players (ELFBALL-104 to 107, 169): all it began with, and what of it is used.

    `cheered` and `drunk` are for this Test, `dosed` and `spent` for the match; `referee`: not one who has rebelled.
    """

    referee: bool = False
    cheerleaders: int = 0
    kegs: int = 0
    potions: int = 0
    wizard: bool = False
    cheered: int = 0
    drunk: int = 0
    dosed: int = 0
    spent: bool = False


class Pitch(State, kw_only=True):
    """A position. Defaults mean mid-game.

    - `active`: whose turn it is; `setter`: who sets up first.
    - `lists`: the team list of each seat; `players`: all pieces by letter.
    - `ball`: a hex, or the letter of the player who holds it.
    - `momentum`: counters on the track; `shifted`: they come from a Shift in Momentum.
    - `moved`: by seat, the player who moved last (ELFBALL-38).
    - `beaten`: who lost the last face-off (ELFBALL-163); `cards`: cards left of a timed match, else 0.
    - `half`: with option `double`, what the first half of this turn was (see `turn.py`).
    - `star_major`, `simple`, `timed`, `double`, `all_lists`, `advanced`, `cap`, `extras`, `wizards`: the options;
      `goals`: how many win.
    - `support`: what teams have beside players.
    - `saved`: abilities whose die has been used in this action, as `A agile`.
    - `struck`: players attacked in the last turn of the other team (ELFBALL-148).
    - `bribed`: Monsters that took the face-off, before their team's first action (ELFBALL-104).
    - `stage`: how far the lines before an action have come; `bound`: who must then take it (ELFBALL-142).
    """

    phase: Literal["teams", "setup", "faceoff", "play", "postgame"] = "play"
    active: Seat = NORTH
    setter: Seat = NORTH
    lists: dict[Seat, str] = field(default_factory=lambda: {NORTH: "timberline", SOUTH: "nightelves"})
    players: dict[Letter, Player] = field(default_factory=dict)
    ball: str = CENTRE
    momentum: int = 0
    shifted: bool = False
    moved: dict[Seat, Letter] = field(default_factory=dict)
    score: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    test: int = 1
    beaten: Seat = ""
    action: Action | None = None
    half: Half | None = None
    goals: int = 1
    star_major: bool = False
    simple: bool = False
    timed: bool = False
    cards: int = 0
    double: bool = False
    all_lists: bool = False
    advanced: bool = False
    cap: int = 180
    extras: bool = False
    wizards: bool = False
    support: dict[Seat, Support] = field(default_factory=dict)
    saved: list[str] = field(default_factory=list)
    struck: list[Letter] = field(default_factory=list)
    bribed: list[Letter] = field(default_factory=list)
    stage: int = 0
    bound: Letter = ""
    private: dict[Seat, Memory] = field(default_factory=dict)

    def team(self, seat: Seat) -> list[Letter]:
        """All players of a seat, wherever they are, by letter."""
        return [letter for letter in LETTERS[seat] if letter in self.players]

    def fielded(self, seat: Seat) -> list[Letter]:
        """A seat's players on the field, by letter."""
        players = self.players
        return [each for each in LETTERS[seat] if each in players and players[each].at not in BOXES]

    def boxed(self, seat: Seat, box: Box) -> list[Letter]:
        """A seat's players in a box, by letter."""
        return [letter for letter in self.team(seat) if self.players[letter].at == box]

    @property
    def occupied(self) -> set[str]:
        """The hexes with a player on them, and the boxes: for whoever asks about many hexes at once."""
        return {player.at for player in self.players.values()}

    def on(self, name: Hex) -> Letter | None:
        """The player on a hex, standing or not."""
        for letter, player in self.players.items():
            if player.at == name:
                return letter
        return None

    def standing_on(self, name: Hex) -> Letter | None:
        """The standing player on a hex."""
        letter = self.on(name)
        return letter if letter and self.players[letter].stands else None

    @property
    def holder(self) -> Letter | None:
        """Who holds the ball."""
        return self.ball if self.ball in self.players else None

    @property
    def ball_hex(self) -> Hex:
        """Where the ball is, held or not."""
        return self.players[self.ball].at if self.ball in self.players else self.ball

    def faces(self, letter: Letter, name: Hex) -> bool:
        """Whether a standing player has this hex among their three front hexes (ELFBALL-10)."""
        player = self.players[letter]
        return player.stands and GRID.direction(player.at, name) in FRONT[player.looks]

    def facing(self, name: Hex, seat: Seat) -> list[Letter]:
        """Standing players of a seat next to a hex who face it, by letter (ELFBALL-15)."""
        near, players = _WAYS_IN[name], self.players
        return [
            letter
            for letter in LETTERS[seat]
            if letter in players
            and (player := players[letter]).at in near
            and player.posture == "standing"
            and near[player.at] in FRONT[player.looks]
        ]

    def backing(self, seat: Seat) -> Support:
        """What a team has beside its players, for reading; nothing is kept for a team without."""
        return self.support.get(seat) or Support()

    def memory(self, seat: Seat) -> Memory:
        """The seat's memory for reading; an empty one is not kept."""
        return self.private.get(seat) or Memory()

    def memorise(self, seat: Seat) -> Memory:
        """The seat's memory for writing, made where there is none."""
        return self.private.setdefault(seat, Memory())

    @property
    def acting(self) -> Action:
        """The action in progress. There must be one."""
        assert self.action is not None
        return self.action


class Half(Strict):
    """The first half of a turn of two (ELFBALL-164): who acted or entered, and who held the ball when it began."""

    first: Letter
    holder: Letter


def team_title(state: Pitch, seat: Seat) -> str:
    """The name of a seat's team list."""
    return LISTS[state.lists[seat]].title
