"""Conditions (GNOMEBALL-129): each test with the function that judges it.

A function gets the position and the player whose line it is, then what the braces contain. Characters named must be
possible ones; one that is not on the field is down, and nothing else.
"""

import functools
from collections.abc import Callable

from pbem.games.gnomeball.facts import facts
from pbem.games.gnomeball.races import TEAM_SIZE
from pbem.games.gnomeball.squares import FIELD, distance
from pbem.games.gnomeball.state import Character, Field, Id
from pbem.games.gnomeball.ways import ways
from pbem.games.gnomeball.words import ID, REFERENCE, SQUARE, characters
from pbem.play.conditions import Tests
from pbem.play.forms import Word
from pbem.play.orders import Refused, Unreadable
from pbem.play.requests import Seat


def check_known(state: Field, who: Id) -> None:
    """Refuse a character that can never exist. Numbers beyond the team belong to characters raised by a Val'kyr,
    whichever player it serves now (GNOMEBALL-119)."""
    if who in state.characters:
        return
    seat = who[0]
    raising = any(
        each.race == "valkyr" and seat in (now[0], each.was[:1]) for now, each in state.characters.items()
    )
    if seat in state.seats and (raising or int(who[1:]) <= max(TEAM_SIZE, state.numbers.get(seat, 0))):
        return
    raise Refused(f"There is no {who}.")


def _of_standing(judge: Callable[..., bool]) -> Callable[..., bool]:
    """A test of a character that is false of one off the field."""

    @functools.wraps(judge)
    def judged(state: Field, seat: Seat, who: Id, *what: str) -> bool:
        for name in (who, *what):
            if REFERENCE.fullmatch(name):
                check_known(state, name)
        character = state.characters.get(who)
        return character is not None and bool(character.at) and judge(state, who, character, *what)

    return judged


@_of_standing
def _on_field(state: Field, who: Id, character: Character) -> bool:
    return True


@_of_standing
def _holds(state: Field, who: Id, character: Character) -> bool:
    return state.holder == who


@_of_standing
def _used(state: Field, who: Id, character: Character) -> bool:
    return character.used


@_of_standing
def _hurt(state: Field, who: Id, character: Character, number: str) -> bool:
    return character.hp <= int(number)


@_of_standing
def _reaches(state: Field, who: Id, character: Character, what: str) -> bool:
    """Whether it could now move within reach of somebody or the gnome, or onto a square."""
    costs = ways(state, who)
    if what in FIELD:
        return what in costs
    goal = _square_of(state, what)
    return bool(goal) and any(distance(square, goal) <= state.settings.reach for square in costs)


@_of_standing
def _near(state: Field, who: Id, character: Character, what: str) -> bool:
    goal = _square_of(state, what)
    return bool(goal) and distance(character.at, goal) <= state.settings.reach


def _square_of(state: Field, what: str) -> str:
    """Where a character or the gnome is; empty off the field."""
    if what == "gnome":
        return state.gnome_square
    return state.characters[what].at if what in state.characters else ""


def _goal(word: str) -> str:
    """A character by its capital letter, a square by its small one, or the gnome."""
    if word.lower() == "gnome":
        return "gnome"
    if REFERENCE.fullmatch(word) or word in FIELD:
        return word
    raise Unreadable(f'"{word}" is neither a character, such as A1, nor a square, such as a1')


TESTS = Tests(
    {
        "loose": lambda state, seat: not state.holder,
        "dead": lambda state, seat: not state.gnome.alive,
        "we hold": lambda state, seat: state.holder[:1] == seat,
        "they hold": lambda state, seat: state.holder[:1] not in ("", seat),
        "{id} holds": _holds,
        "{id} down": lambda state, seat, who: not _on_field(state, seat, who),
        "{id} used": _used,
        "{id} hp {number}": _hurt,
        "{id} reach {goal}": _reaches,
        "{id} near {whom}": _near,
        "yes": lambda state, seat: True,
    },
    facts,
    id=ID,
    number=Word("N", "[0-9]{1,9}", lambda word: str(int(word)), wants="a number", example="2"),
    goal=Word("X", f"gnome|{ID.pattern}|{SQUARE.pattern}", _goal,
              wants="a character, gnome or a square", named=True, example="gnome"),
    whom=characters("X", "gnome"),
)  # fmt: skip
