"""The lines of Elfball: every kind of order, and how it is written (section 6 of the rules).

A line is a player's letter and the items of the action; the items are in `items.py`, what stands in them in `kinds.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, get_args

from msgspec import Struct

from pbem.games.elfball.always import ALWAYS
from pbem.games.elfball.hooks import ABILITIES
from pbem.games.elfball.items import ITEMS, VERBS, Item, Pickup
from pbem.games.elfball.kinds import (
    FORMATION,
    HEX,
    HEXES,
    LETTER,
    LOOKS,
    POLICY,
    SIX,
    SOME_COUNTERS,
    TARGET,
    WAY,
    FaceOffWord,
)
from pbem.games.elfball.state import PLAIN, SEAT_OF, Policy
from pbem.games.elfball.teams import ATTRIBUTES, FORMATIONS, LISTS, POSITIONS, plural
from pbem.play import forms
from pbem.play.forms import Choice, Form, Many, Word, one_of
from pbem.play.forms import Line as Words
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order


class _ListName(forms.Kind[str]):
    """The name of a team list, of one word or more; up to a colon."""

    label, wants = "LIST", "the name of a list"

    def take(self, line: Words, at: int) -> tuple[str, int] | None:
        end = at
        while end < len(line.low) and line.low[end] not in (":", ",") and not line.low[end].isdecimal():
            end += 1
        if end > at:
            return " ".join(line.low[at:end]), end
        line.miss(at, self.wants)
        return None


class _Players(forms.Kind[tuple[int, str]]):
    """How many players of one position: `2 hunter`, `keg 2`, or one by the bare word."""

    label, wants = "N POSITION", "a number and a position"

    def take(self, line: Words, at: int) -> tuple[tuple[int, str], int] | None:
        end = next((end for end in range(at, len(line.low)) if line.low[end] == ","), len(line.low))
        match line.low[at:end]:
            case [count, *words] if count.isdecimal() and 0 < int(count[:4]) <= 99 and words:
                return (int(count), " ".join(words)), end
            case [*words, count] if count.isdecimal() and 0 < int(count[:4]) <= 99 and words:
                return (int(count), " ".join(words)), end
            case [*words] if words and not any(map(str.isdecimal, words)) and not _SEVERAL & {*words}:
                return (1, " ".join(words)), end
        line.miss(at, self.wants)
        return None

    def write(self, value: tuple[int, str]) -> str:
        return f"{value[0]} {value[1]}"


_SEVERAL = {plural(each).lower().split()[-1] for each in (*POSITIONS, "cheerleader", "keg", "potion")}
"""Words that mean more than one, so that a number is missing."""


class _OrOne(forms.Kind[int]):
    """A number of counters; one if none is named."""

    label, wants = "[N]", SOME_COUNTERS.wants

    def take(self, line: Words, at: int) -> tuple[int, int] | None:
        return (1, at) if at == len(line.low) else SOME_COUNTERS.take(line, at)


class Placing(Struct, frozen=True):
    """A player on a hex, looking in a direction (0: as is usual there)."""

    letter: str
    at: str
    looks: int = 0


_PLACING: Form[Placing] = Form(
    "{letter} {at} [{looks}]",
    Placing,
    letter=LETTER,
    at=HEX,
    looks=Word("DIRECTION", WAY.pattern, lambda word: int(WAY.read(word)), wants="a direction", named=True),
    wants="a player and a hex",
)
_CHOICE = Choice(
    {name: name for name in (*ABILITIES, *ATTRIBUTES)}, "CHOICE", wants="an ability or an attribute"
)


class Team(Order, frozen=True):
    """The team list, and the players by number and position; `lot` leaves it to the dice."""

    form: ClassVar = Form(
        "team {name} [: {picks}]",
        name=_ListName(),
        picks=Many(_Players(), ","),
        says={
            "team nightelves": "a list with its usual ten",
            "team hammer: 10 dwarf": "or with the ten you want",
            "team hammer: 7 dwarf, 1 keg": "advanced level: for points",
            "team lot": "or a list by lot",
        },
    )

    unasked: ClassVar[str] = "The teams are named already"
    name: str
    picks: tuple[tuple[int, str], ...] = ()


class Setup(Order, frozen=True):
    """Where the players stand when a Test begins: by a formation, by hand, or both."""

    form: ClassVar = Form(
        "setup {formation} {letters} , {placings}",
        also=("setup {formation} {letters}", "setup {placings}"),
        formation=FORMATION,
        letters=SIX,
        placings=Many(_PLACING, ","),
        says={
            "setup spread A B C D E F": "a formation, and who is in it",
            "setup A l21 3, B e22, C g8": "or player by player",
        },
    )

    formation: str = ""
    letters: tuple[str, ...] = ()
    placings: tuple[Placing, ...] = ()


class FaceOff(Order, frozen=True):
    """What the winner of the face-off does: `word`, the hex they go to, how Momentum is used, where they look then."""

    form: ClassVar = Form(
        "{word} [{at}] [{policy}] [face {looks}]",
        word=one_of(*get_args(FaceOffWord)),
        at=HEX,
        policy=POLICY,
        looks=LOOKS,
        says={
            "pickup": "face-off won: go for the ball",
            "tackle l23 all face 3": "or for the other, by way of l23",
            "shove": "or push the other",
            "nothing": "or stay",
            "ball": "simple face-off: take the ball",
        },
    )

    word: FaceOffWord
    at: str = ""
    looks: str = ""
    policy: Policy = PLAIN


class Turn(Order, frozen=True):
    """What a turn may be."""


class _Begun(Many[Item]):
    """The items of a line that names its player: `A pickup` is what the winner of a face-off may try."""

    def take(self, line: Words, at: int) -> tuple[tuple[Item, ...], int] | None:
        got = super().take(line, at)
        if got is not None and isinstance(got[0][0], Pickup):
            raise Unreadable(
                "Stepping onto the ball picks it up; pickup stands behind such a step, or alone after a face-off",
                '"A go ball", or "pickup"',
            )
        return got


class Line(Turn, frozen=True):
    """A player's action: the letter and the items."""

    form: ClassVar = Form(
        "{letter} {items}",
        letter=LETTER,
        items=_Begun(ITEMS.kind, ","),
        says={
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
            "A surge k22 k24": "steps that Momentum pays",
            "A swarm b k22": "steps of another Little Guy",
            "A tackle m with steal": "also cutblock, cheapshot, pummel",
            "A shove m with plough": "push Q back, and follow",
            "A throw b with lead k22 k24": "B goes on at once",
            "A throw k20 with bank 3 at l23": "by way of a white line",
            "A throw b with scramble": "far, and not alone",
            "A go k20 once": "one try against Clipping",
            "A tackle m save no": "tackle, without an ability die",
        },
    )

    letter: str
    items: tuple[Item, ...]


class More(Turn, frozen=True):
    """Further items for the player who has been told to wait."""

    form: ClassVar = Form("{items}", items=ITEMS, says={"tackle n, end": "go on with the player who waits"})

    unasked: ClassVar[str] = (
        "No action waits for more; a line begins with the letter of a player, as in: A tackle q. After a face-off"
        " tackle and shove stand alone"
    )
    items: tuple[Item, ...]


class Enter(Turn, frozen=True):
    """A replacement comes in; `policy` is for the Pick-up if the ball lies there."""

    form: ClassVar = Form(
        "enter {letter} {at} [face {looks}] [, pickup/p {policy}]",
        letter=LETTER,
        at=HEX,
        looks=LOOKS,
        policy=POLICY,
        says={"enter G e12 face 4": "a replacement from the Bench"},
    )

    letter: str
    at: str
    looks: str = ""
    policy: Policy = PLAIN


class Cheer(Turn, frozen=True):
    """Some Cheerleaders put a counter each on the track (ELFBALL-105)."""

    form: ClassVar = Form("cheer {count}", count=_OrOne(), says={"cheer 2": "two Cheerleaders give counters"})

    count: int


class Potion(Turn, frozen=True):
    """A player is given a dose; `choices` are abilities and attributes, should there be a choice (ELFBALL-107)."""

    form: ClassVar = Form(
        "potion {letter} [{choices}]",
        letter=LETTER,
        choices=Many(_CHOICE, between=("and", ",")),
        says={"potion J agile skill": "a dose, and what you want"},
    )

    letter: str
    choices: tuple[str, ...] = ()


class Quickling(Turn, frozen=True):
    """This player doubles the counters of a Shift, and will act (ELFBALL-142)."""

    form: ClassVar = Form(
        "quickling {letter}", letter=LETTER, says={"quickling C": "doubles the counters of a Shift"}
    )

    letter: str


class Taunt(Turn, frozen=True):
    """A player turns an opponent round (ELFBALL-141)."""

    form: ClassVar = Form(
        "taunt {letter} {target} {counters} [face {looks}]",
        letter=LETTER,
        target=LETTER,
        counters=SOME_COUNTERS,
        looks=WAY,
        says={"taunt C q 2": "turn Q round"},
    )

    letter: str
    target: str
    counters: int
    looks: str = ""


class React(Turn, frozen=True):
    """Momentum steps of a player before the turn (ELFBALL-152)."""

    form: ClassVar = Form(
        "react {letter} {hexes}",
        letter=LETTER,
        hexes=HEXES,
        says={"react C k20 k22": "steps before the turn"},
    )

    letter: str
    hexes: tuple[str, ...]


class Wizard(Turn, frozen=True):
    """The Wizard casts the one spell of the match (ELFBALL-169)."""

    form: ClassVar = Form(
        "wizard {spell} {target} [{policy}]",
        spell=one_of("shock", "inferno", "frog"),
        target=TARGET,
        policy=POLICY,
        says={"wizard inferno k20": "cast a spell: or shock q, frog q"},
    )

    spell: Literal["shock", "inferno", "frog"]
    target: str
    policy: Policy = PLAIN


class Done(Turn, frozen=True):
    """The second half of a turn of two is given up."""

    form: ClassVar = Form("done", says={"done": "no second action (double=yes)"})

    unasked: ClassVar[str] = (
        "Only with the option double a turn has two halves; an action of nothing is: A pass"
    )
    closes: ClassVar[bool] = True


class Reply(Order, frozen=True):
    """What a player does about a ball that comes their way."""

    unasked: ClassVar[str] = "No ball is on its way to a player of yours"


class Intercept(Reply, frozen=True):
    """This player attempts it, and looks this way afterwards."""

    form: ClassVar = Form(
        "intercept {letter} [face {looks}]",
        letter=LETTER,
        looks=LOOKS,
        says={"intercept Q face 3": "try for a ball that flies past"},
    )

    letter: str
    looks: str = ""


class Catch(Reply, frozen=True):
    """The player attempts a Catch, and looks this way afterwards."""

    form: ClassVar = Form(
        "catch [face {looks}]", looks=LOOKS, says={"catch face 3": "try for a ball that comes"}
    )

    looks: str = ""


class LetGo(Reply, frozen=True):
    """Nobody attempts anything."""

    form: ClassVar = Form("no", says={"no": "let it go by"})


ORDERS: tuple[type[Order], ...] = (
    Team, Setup, FaceOff, Line, More, Enter, Done, Intercept, Catch, LetGo, Potion, Quickling, Taunt, React, Cheer,
    Wizard, *ALWAYS,
)  # fmt: skip


def _makes_sense(order: Order) -> bool:
    """Whether a guess is one that a manager may have meant: a team list that there is, no `potion A tackle`."""
    match order:
        case Team(name=name):
            return name in LISTS
        case Potion(choices=choices):
            return not {*choices} & {*VERBS}
    return True


def _guess(words: Sequence[str]) -> Iterator[str]:
    """A list without the word before it; the player in front of the verb."""
    low = [word.lower() for word in words]
    if len(words) == 1 and (name := nearest(low[0], LISTS, cutoff=0.8)):
        yield f"team {name}"
    if low[0] in FORMATIONS:
        yield f"setup {' '.join(low)}"
    if len(words) > 1 and low[0] in VERBS and low[1].upper() in SEAT_OF:
        yield " ".join((low[1], low[0], *low[2:]))


GRAMMAR = Grammar(
    "Elfball",
    ORDERS,
    tokens="[^\\s,:]+|[,:]",
    expected='a player and what they do, as in "A go ball", or an answer to what you are asked',
    bare=True,
    mend=Mender(
        {
            "run": "go", "walk": "go", "hit": "tackle", "block": "tackle", "push": "shove", "turn": "face",
            "then": ",", "and": ",", "home": "goal",
        },
        _makes_sense,
        guess=_guess,
    ),
)  # fmt: skip
MEANINGS = GRAMMAR.meanings
FORMS = tuple(MEANINGS)


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`.

    >>> str(read("a M k20, sh N, if not ok: TA n all"))
    'A move k20, shove N, if not ok: tackle N all'
    """
    if text.endswith(","):
        raise Unreadable("A part of the line is empty", "something behind the last comma")
    return GRAMMAR.read(_SUPPORT.sub(", ", text))


_SUPPORT = re.compile(r"\s*;\s*support:?\s+", re.IGNORECASE)
"""What stands before a team's support in the form of `team new`."""
