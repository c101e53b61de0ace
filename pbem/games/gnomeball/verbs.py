"""What characters can do: the entries of verbs and of powers, and what their modules share.

A verb says how it is written, where in an activation it belongs, when it is legal and what it does. Verbs for everybody
are in the chapters of the rules (`movement`, `combat`, ...) and listed in `parts`; those of one race are in its module
in the folder `powers`, all of which are found.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.games.gnomeball.races import RaceName
from pbem.games.gnomeball.squares import distance, within
from pbem.games.gnomeball.state import Character, Field, Id, Part
from pbem.play.forms import Kind
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Event, Pick, Rules

Run: TypeAlias = Callable[[Field, Id, str], Rules[None]]
Check: TypeAlias = Callable[[Field, Id, str], str]


def accept(state: Field, who: Id, what: str) -> str:
    """For verbs that are legal unless they are used up (GNOMEBALL-97, 98, 144)."""
    return what


def wait(state: Field, who: Id, what: str) -> Rules[None]:
    """Do nothing."""
    yield from ()


class Verb(Struct, frozen=True, kw_only=True):
    """A part of a line.

    - `word`, `form`: its name, and how it is written (`pbem.play.forms`); `what`: what follows it.
    - `said`: other words for it that people use, with commas between them.
    - `says`: what a line with it does, for help; `help`: what `help WORD` tells, by words (a race has its own entry).
    - `step`: 1 before the move, 2 the move, 3 the action, in rising order; 0 is free to stand anywhere.
    - `alone`: the refusal beside a move, of a verb that takes the whole activation.
    - `counted`: it is the counted power of a race, and refused when that is used up.
    - `vet`: raises `Refused` for what no position makes legal, `check` for what this one does not; `check` returns what
      the verb is aimed at in full. Both read the position, write nothing, and are asked before `run`.
    - `ahead`: what is certain of its effect before any die, done to a copy on which the parts behind it are checked.
    - `sample`: what a random player aims it at, None if it does not try; `chance`: how often it tries, in percent.
    """

    word: str
    form: str
    step: int
    says: Mapping[str, str]
    said: str = ""
    help: Mapping[str, str] = {}
    what: Kind[str] | None = None
    alone: str = ""
    counted: bool = False
    vet: Callable[[Field, Id, str], object] = accept
    check: Check = accept
    ahead: Callable[[Field, Id, str], None] | None = None
    run: Run = wait
    sample: Callable[[Field, Id, Pick], str | None] = lambda state, who, pick: ""
    chance: int = 50


class Macro(Verb, frozen=True, kw_only=True):
    """A verb that is replaced by others: `plain` finds them from where the character is, or raises `Refused`."""

    plain: Callable[[Field, Id, str], list[Part]]


Moment: TypeAlias = Literal["attacks", "attacked", "catches", "finishes", "fells"]
"""When a race does something without being told.

- `attacks`: its attack has been resolved; the other is the target, a character or `gnome`.
- `attacked`: it has been attacked and stands; the other is the attacker.
- `catches`: it has caught or intercepted the gnome.
- `finishes`: its activation ends on the field without a score.
- `fells`: its attack has brought an enemy character, the other, to 0 hit points.
"""

Lines: TypeAlias = Iterator[tuple[Part, ...]]


class Curse(Struct, frozen=True):
    """What a power lays on characters of any race: `on` which of them it is, and what happens as each of their
    activations begins."""

    on: Callable[[Character], bool]
    run: Callable[[Field, Id], Rules[None]]


class Power(Struct, frozen=True, kw_only=True):
    """All that one race can do beyond its numbers.

    - `help`: what `help WORD` tells, by words; the first entry is about the race.
    - `verbs`, and `traits`: what it does without being told; `curse`: what it does to others for some time.
    - `left`: how the list of characters tells what is left of it.
    - `wants`: what the players of the house do with it, the best first; `tries`: what the best one tries besides.
    - `odds`: what its player is told of its dice, by where the character may act from.
    """

    race: RaceName
    help: Mapping[str, str]
    verbs: tuple[Verb, ...] = ()
    traits: Mapping[Moment, Run] = {}
    curse: Curse | None = None
    left: Callable[[Character], str] = lambda character: ""
    wants: Callable[[Field, Id], Lines] = lambda state, who: iter(())
    tries: Callable[[Field, Id], Lines] = lambda state, who: iter(())
    odds: Callable[[Field, Id, Collection[Square]], Event | None] = lambda state, who, there: None


TRAITS: dict[tuple[RaceName, Moment], Run] = {}
CURSES: list[Curse] = []
"""The traits and curses of all powers. The folder `powers` fills them in, since powers import the chapters that use
them."""


def trait(state: Field, moment: Moment, who: Id, other: str = "") -> Rules[None]:
    """What the character's race does at this moment, if anything."""
    hook = TRAITS.get((state.characters[who].race, moment))
    if hook is not None:
        yield from hook(state, who, other)


def curses(state: Field, who: Id) -> list[Curse]:
    """The curses on a character."""
    return [curse for curse in CURSES if curse.on(state.characters[who])]


def once(power: str) -> Callable[[Character], str]:
    """The list tells of a power that works once when it is used up."""
    return lambda character: "" if character.left else f"{power} used"


# Whom one may aim at.


def check_on_field(state: Field, target: Id) -> None:
    """Raises `Refused` if nothing can be aimed at that character (GNOMEBALL-65)."""
    if target not in state.characters:
        raise Refused(f"There is no {target}.")
    if not state.characters[target].at:
        raise Refused(f"{target} is off the field.")


def check_side(state: Field, who: Id, target: str) -> None:
    """Raises `Refused` if a target serves the same player (GNOMEBALL-88)."""
    if target[0] == who[0]:
        raise Refused(f"{target} is on your side.")


def check_target(state: Field, who: Id, target: Id) -> str:
    """The check of a verb for which the target need only be on the field, at any distance."""
    check_on_field(state, target)
    return target


def near_enemies(state: Field, who: Id, reach: float) -> list[Id]:
    """The enemies within reach of a character."""
    at = within(state.characters[who].at, reach)
    return [other for other in state.enemies(who[0]) if state.characters[other].at in at]


def met(state: Field, there: Collection[Square], others: Collection[Id], reach: float) -> tuple[Id, ...]:
    """Those of the others who are within reach of one of these squares."""
    return tuple(other for other in others if not within(state.characters[other].at, reach).isdisjoint(there))


def prey(state: Field, who: Id) -> list[Id]:
    """Enemies, the nearest first; of equally near ones the weakest."""
    here = state.characters[who].at
    return sorted(
        state.enemies(who[0]),
        key=lambda other: (distance(state.characters[other].at, here), state.characters[other].hp, other),
    )


def sample_enemy(state: Field, who: Id, pick: Pick) -> str | None:
    """The enemy that holds the gnome, or any."""
    others = state.enemies(who[0])
    return state.enemy_holder(who[0]) or (pick.one(others) if others else None)
