"""The lines of Elfball: every kind of order, joined to one grammar (section 6 of the rules).

Each kind stands in its chapter; a player's line and its items in `action.py` and `flow.py`.
"""

import re
from collections.abc import Iterator, Sequence

from pbem.games.elfball.actions.action import Line, More
from pbem.games.elfball.actions.ball import Catch, LetGo
from pbem.games.elfball.actions.faceoff import FaceOff
from pbem.games.elfball.actions.flow import VERBS
from pbem.games.elfball.actions.naming import refuse_strangers
from pbem.games.elfball.actions.throwing import Intercept
from pbem.games.elfball.always import ALWAYS
from pbem.games.elfball.field.lines import Common, Done
from pbem.games.elfball.field.players import FORMATIONS, LISTS
from pbem.games.elfball.field.state import SEAT_OF, Pitch
from pbem.games.elfball.prelude import EARLY
from pbem.games.elfball.teams.potions import Potion
from pbem.games.elfball.teams.replacements import Enter
from pbem.games.elfball.teams.rosters import Team
from pbem.games.elfball.teams.setup import Setup
from pbem.games.elfball.wizard import Wizard
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order, Seat

ORDERS: tuple[type[Order], ...] = (
    Team, Setup, FaceOff, Line, More, Enter, Done, Intercept, Catch, LetGo, *EARLY, Wizard, *ALWAYS,
)  # fmt: skip
"""In the order in which help lists them."""


def vet(state: Pitch, seat: Seat, order: Order) -> None:
    """Refuse an order that no position will make legal; before teams are named nobody is anybody's."""
    if state.players and isinstance(order, Common):
        refuse_strangers(state, order)
        order.vet(state, seat)
        order.vet_ahead(state)


def _makes_sense(order: Order) -> bool:
    """Whether a guess is one that a manager may have meant: a team list that there is, no `potion A tackle`."""
    match order:
        case Team(name=name):
            return name in LISTS
        case Potion(choices=choices):
            return not {*choices} & {*VERBS}
    return True


def _guess(words: Sequence[str]) -> Iterator[str]:
    """A list without the word before it; the player in front of their verb."""
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
