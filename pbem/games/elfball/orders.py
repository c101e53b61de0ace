"""The lines of Elfball: every kind of order and how it is written. Reading them is in `reading.py`."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from pbem.games.elfball.items import PLAIN, Item
from pbem.games.elfball.state import Kind, Policy
from pbem.games.elfball.teams import Attribute
from pbem.play.requests import Order

FaceOffWord: TypeAlias = Literal["pickup", "tackle", "shove", "nothing", "ball"]

MEANINGS = {
    "team nightelves": "a list with its usual ten",
    "team hammer: 10 dwarf": "or with the ten you want",
    "team lot": "or a list by lot",
    "setup spread A B C D E F": "a formation, and who stands in it",
    "setup A l21 3, B e22, C g8": "or player by player",
    "A move k20 j19": "step by step",
    "A go k20": "the server finds the way",
    "A go ball, if ball: go goal": "fetch the ball and run for it",
    "A go next q, shove q": "push Q back by a hex",
    "A go behind q, tackle q": "bring Q down from behind",
    "A tackle q all aim 1": "and how to use Momentum for it",
    "A throw d": "up to 6 paces, to D",
    "A throw d only": "as the only thing, up to 18",
    "A throw d no catch": "and D lets it go by",
    "A stand, face ball": "get up and turn",
    "A go goal, dash 1, go goal": "and a Dash for the last step",
    "A move n1 out": "over the line, knowingly",
    "A go ball, on fail end": "or skip, or wait, if it fails",
    "A tackle q, wait if loose": "report, and ask me for more",
    "A throw d, momentum rival keep": "Momentum, for the whole line",
    "A stop if not ball, go goal": "end here if it went wrong",
    "A pass": "an action of nothing",
    "tackle n, end": "go on with the player who waits",
    "enter G e12 face 4": "a replacement from the Bench",
    "done": "no second action (double=yes)",
    "pickup": "face-off won: go for the ball",
    "tackle l23 all face 3": "or for the other, by way of l23",
    "shove": "or push him",
    "nothing": "or stay",
    "ball": "simple face-off: take the ball",
    "intercept Q face 3": "try for a ball that flies past",
    "catch face 3": "try for a ball that comes",
    "no": "let it go by",
    "always formation spread A B C": "be set up like that unasked",
    "always faceoff pickup": "answer every face-off won",
    "always intercept best": "try every interception",
    "always intercept never": "none",
    "always intercept 30%": "only with such a chance",
    "always intercept with Q R": "only these, in this order",
    "always ask intercept": "be asked each time",
    "always catch yes": "try every catch",
    "always catch no M N": "but not with these",
    "always ask catch": "be asked each time",
    "always reface ball": "look after a ball one tried for",
    "always momentum needed": "as many dice again as are needed",
    "always momentum dash all": "for a Dash all of them",
    "A surge k22 k24": "steps that Momentum pays",
    "A swarm b k22": "steps of another Little Guy",
    "A tackle m with steal": "also cutblock, cheapshot, pummel",
    "A shove m with plough": "push Q back, and follow",
    "A throw b with lead k22 k24": "B goes on at once",
    "A throw k20 with bank 3 at l23": "by way of a white line",
    "A throw b with scramble": "far, and not alone",
    "A go k20 once": "one try against Clipping",
    "A tackle m save no": "no ability die",
    "team gnolls: 6 hunter, 1 keg": "advanced level: for points",
    "potion J agile skill": "a dose, and what you want",
    "quickling C": "doubles the counters of a Shift",
    "taunt C q 2": "turn Q round",
    "react C k20 k22": "steps before the turn",
    "cheer 2": "a counter a Cheerleader",
    "wizard inferno k20": "or shock q, or frog q",
    "always keg both": "or yes, or no",
    "always save no agile": "keep this ability die",
    "always lose jog skill": "what an injury may cost",
}
"""How lines are written, in the order in which they are wanted, and what they do."""

FORMS = tuple(MEANINGS)


class Team(Order, frozen=True):
    """The team list, and the players by number and position; `lot` leaves it to the dice."""

    unasked: ClassVar[str] = "The teams are named already"
    name: str
    picks: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        picks = ", ".join(f"{count} {position}" for count, position in self.picks)
        return f"team {self.name}: {picks}" if picks else f"team {self.name}"


class Placing(Struct, frozen=True):
    """A player on a hex, looking in a direction (0: as is usual there)."""

    letter: str
    at: str
    looks: int = 0

    def __str__(self) -> str:
        return f"{self.letter} {self.at} {self.looks or ''}".rstrip()


class Setup(Order, frozen=True):
    """Where the players stand when a Test begins: by a formation, by hand, or both."""

    formation: str = ""
    letters: tuple[str, ...] = ()
    placings: tuple[Placing, ...] = ()

    def __str__(self) -> str:
        formation = (" ".join((self.formation, *self.letters)),) if self.formation else ()
        return f"setup {', '.join((*formation, *map(str, self.placings)))}"


class FaceOff(Order, frozen=True):
    """What the winner of the face-off does: `word`, the hex he goes to, how Momentum is used, where he looks then."""

    word: FaceOffWord
    at: str = ""
    looks: str = ""
    policy: Policy = PLAIN

    def __str__(self) -> str:
        face = f"face {self.looks}" if self.looks else ""
        return " ".join(word for word in (self.word, self.at, *self.policy.words(), face) if word)


class Turn(Order, frozen=True):
    """What a turn may be."""


class Line(Turn, frozen=True):
    """A player's action: his letter and the items."""

    letter: str
    items: tuple[Item, ...]

    def __str__(self) -> str:
        return f"{self.letter} {', '.join(map(str, self.items))}"


class More(Turn, frozen=True):
    """Further items for the player who has been told to wait."""

    unasked: ClassVar[str] = (
        "No action waits for more; a line begins with the letter of a player, as in: A tackle q. After a face-off"
        " tackle and shove stand alone"
    )
    items: tuple[Item, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))


class Enter(Turn, frozen=True):
    """A replacement comes in; `policy` is for the Pick-up if the ball lies there."""

    letter: str
    at: str
    looks: str = ""
    policy: Policy = PLAIN

    def __str__(self) -> str:
        face = f" face {self.looks}" if self.looks else ""
        pickup = " ".join((", pickup", *self.policy.words())) if self.policy != PLAIN else ""
        return f"enter {self.letter} {self.at}{face}{pickup}"


class Cheer(Turn, frozen=True):
    """So many Cheerleaders put a counter each on the track (ELFBALL-105)."""

    count: int

    def __str__(self) -> str:
        return f"cheer {self.count}"


class Potion(Turn, frozen=True):
    """A player is given a dose; `choices` are abilities and attributes, should there be a choice (ELFBALL-107)."""

    letter: str
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("potion", self.letter, *self.choices))


class Quickling(Turn, frozen=True):
    """This player doubles the counters of a Shift, and will act (ELFBALL-142)."""

    letter: str

    def __str__(self) -> str:
        return f"quickling {self.letter}"


class Taunt(Turn, frozen=True):
    """A player turns an opponent round (ELFBALL-141)."""

    letter: str
    target: str
    counters: int
    looks: str = ""

    def __str__(self) -> str:
        face = f" face {self.looks}" if self.looks else ""
        return f"taunt {self.letter} {self.target} {self.counters}{face}"


class React(Turn, frozen=True):
    """Momentum steps of a player before the turn (ELFBALL-152)."""

    letter: str
    hexes: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("react", self.letter, *self.hexes))


class Wizard(Turn, frozen=True):
    """The Wizard casts his spell (ELFBALL-169)."""

    spell: Literal["shock", "inferno", "frog"]
    target: str
    policy: Policy = PLAIN

    def __str__(self) -> str:
        return " ".join(("wizard", self.spell, self.target, *self.policy.words()))


class Done(Turn, frozen=True):
    """The second half of a turn of two is given up."""

    unasked: ClassVar[str] = (
        "Only with the option double a turn has two halves; an action of nothing is: A pass"
    )
    closes: ClassVar[bool] = True

    def __str__(self) -> str:
        return "done"


class Reply(Order, frozen=True):
    """What a player does about a ball that comes his way."""

    unasked: ClassVar[str] = "No ball is on its way to a player of yours"


class Intercept(Reply, frozen=True):
    """This player attempts it, and looks this way afterwards."""

    letter: str
    looks: str = ""

    def __str__(self) -> str:
        return f"intercept {self.letter}{f' face {self.looks}' if self.looks else ''}"


class Catch(Reply, frozen=True):
    """The player attempts a Catch, and looks this way afterwards."""

    looks: str = ""

    def __str__(self) -> str:
        return f"catch face {self.looks}" if self.looks else "catch"


class LetGo(Reply, frozen=True):
    """Nobody attempts anything."""

    def __str__(self) -> str:
        return "no"


class Always(Order, frozen=True):
    """A standing order, kept in the seat's own memory."""


class AlwaysFormation(Always, frozen=True):
    """How to set up every Test."""

    formation: str
    letters: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("always formation", self.formation, *self.letters))


class AlwaysFaceOff(Always, frozen=True):
    """What to do with every face-off won, or to ask."""

    word: str

    def __str__(self) -> str:
        return "always ask faceoff" if self.word == "ask" else f"always faceoff {self.word}"


class AlwaysIntercept(Always, frozen=True):
    """Who is to attempt Intercepts: `best`, `never`, `ask`, `30%`, or letters in order."""

    how: str
    letters: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask intercept"
        return " ".join(("always intercept", self.how, *self.letters))


class AlwaysCatch(Always, frozen=True):
    """Whether to attempt Catches: `yes`, `no`, `ask` or `30%`; with letters `no` holds for those players only."""

    how: str
    letters: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask catch"
        return " ".join(("always catch", self.how, *self.letters))


class AlwaysReface(Always, frozen=True):
    """Where a player looks who has tried for a ball: towards it, or as before."""

    how: Literal["ball", "keep"]

    def __str__(self) -> str:
        return f"always reface {self.how}"


class AlwaysMomentum(Always, frozen=True):
    """How Momentum is spent, in challenges of one kind or of all."""

    kind: Kind | Literal[""]
    policy: Policy

    def __str__(self) -> str:
        return " ".join(word for word in ("always momentum", self.kind, *self.policy.words()) if word)


class AlwaysKeg(Always, frozen=True):
    """Whether a keg is opened for an Injury, or both (ELFBALL-181)."""

    how: Literal["yes", "no", "both"]

    def __str__(self) -> str:
        return f"always keg {self.how}"


class AlwaysSave(Always, frozen=True):
    """Whether ability dice are used; with names `no` holds for those abilities only (ELFBALL-180)."""

    how: Literal["yes", "no"]
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("always save", self.how, *self.names))


class AlwaysLose(Always, frozen=True):
    """Which of equal attributes a lasting injury lowers, the first choice first (ELFBALL-115)."""

    names: tuple[Attribute, ...]

    def __str__(self) -> str:
        return " ".join(("always lose", *self.names))


ORDERS: tuple[type[Order], ...] = (
    Team,
    Setup,
    FaceOff,
    Line,
    More,
    Enter,
    Cheer,
    Potion,
    Quickling,
    Taunt,
    React,
    Wizard,
    Done,
    Intercept,
    Catch,
    LetGo,
    AlwaysFormation,
    AlwaysFaceOff,
    AlwaysIntercept,
    AlwaysCatch,
    AlwaysReface,
    AlwaysMomentum,
    AlwaysKeg,
    AlwaysSave,
    AlwaysLose,
)
