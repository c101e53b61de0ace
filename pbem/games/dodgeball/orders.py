"""Lines of Dodgeball: what each order says, and how it is read.

Reading knows nothing of the position. Pawns and squares stay as written, only in their proper case (`S1`, `d5`), until
the ask that takes the order looks at the board. `str` of an order is the long form that reads back to the same.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias

from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

Reply: TypeAlias = Literal["dodge", "catch"]

MEANINGS = {
    "place a b d e g": "put your pawns on these columns",
    "S1 move b4": "run, picking up what lies on the way",
    "S2 move d4 e3 with 5": "by way of d4, for a die of 5",
    "S1 pass S2": "hand a ball to a team-mate",
    "S1 throw N2": "throw a ball at an opponent",
    "S1 throw N2 or N3 with 3": "at the first of them in reach",
    "done": "end the turn, giving up the dice left",
    "dodge": "step aside; equal rolls are a miss",
    "dodge c6": "and if it misses, the ball goes to c6",
    "dodge all": "and so all further throws of the turn",
    "catch": "a higher roll puts the thrower out",
    "catch all": "and so all further throws of the turn",
    "put c6": "where a ball that missed comes to lie",
    "always place a b d e g": "place like that without being asked",
    "always dodge": "meet every throw like that",
    "always catch": "meet every throw like that",
    "always ask react": "be asked about each throw again",
    "always put front": "missed balls go towards the centre",
    "always put back": "missed balls go towards your back row",
    "always ask put": "be asked where each missed ball goes",
}
"""How lines are written, in the order in which they are wanted, and what they do."""

FORMS = tuple(MEANINGS)


class Place(Order, frozen=True):
    """Where the pawns stand at first, by column."""

    unasked: ClassVar[str] = "The pawns are placed already"
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("place", *self.columns))


class Action(Order, frozen=True):
    """What one die pays for, or `done`."""


class Move(Action, frozen=True):
    """A pawn goes to the last square named, by way of the others. A die of 0 names none."""

    pawn: str
    route: tuple[str, ...]
    die: int = 0

    def __str__(self) -> str:
        return f"{self.pawn} move {' '.join(self.route)}{_with(self.die)}"


class Pass(Action, frozen=True):
    """A pawn gives a ball to a team-mate, named by id or square."""

    pawn: str
    to: str
    die: int = 0

    def __str__(self) -> str:
        return f"{self.pawn} pass {self.to}{_with(self.die)}"


class Throw(Action, frozen=True):
    """A pawn throws a ball at the first of these opposing pawns, named by id or square, that it can reach."""

    pawn: str
    targets: tuple[str, ...]
    die: int = 0

    def __str__(self) -> str:
        return f"{self.pawn} throw {' or '.join(self.targets)}{_with(self.die)}"


class Done(Action, frozen=True):
    """The turn ends; dice left are given up."""

    closes: ClassVar[bool] = True

    def __str__(self) -> str:
        return "done"


class React(Order, frozen=True):
    """The answer to a throw; `every` answers all later ones of the turn too."""

    unasked: ClassVar[str] = "No throw is waiting for your answer"
    every: bool = False


class Dodge(React, frozen=True):
    """The target steps aside. The square is for the ball, should it miss."""

    square: str = ""

    def __str__(self) -> str:
        return " ".join(word for word in ("dodge", self.square, "all" if self.every else "") if word)


class Catch(React, frozen=True):
    """The target tries to catch the ball."""

    def __str__(self) -> str:
        return "catch all" if self.every else "catch"


class Put(Order, frozen=True):
    """Where a ball that missed comes to lie."""

    unasked: ClassVar[str] = "No missed ball is waiting for you to put it down"
    square: str

    def __str__(self) -> str:
        return f"put {self.square}"


class Always(Order, frozen=True):
    """A standing order, kept in the seat's own memory."""


class AlwaysPlace(Always, frozen=True):
    """How the pawns are to be placed."""

    columns: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("always place", *self.columns))


class AlwaysReact(Always, frozen=True):
    """How every throw is to be answered, or that it is to be asked."""

    how: Literal["dodge", "catch", "ask"]

    def __str__(self) -> str:
        return "always ask react" if self.how == "ask" else f"always {self.how}"


class AlwaysPut(Always, frozen=True):
    """Where every ball that missed is to lie, or that it is to be asked."""

    how: Literal["front", "back", "ask"]

    def __str__(self) -> str:
        return "always ask put" if self.how == "ask" else f"always put {self.how}"


ORDERS: tuple[type[Order], ...] = (
    Place,
    Move,
    Pass,
    Throw,
    Done,
    Dodge,
    Catch,
    Put,
    AlwaysPlace,
    AlwaysReact,
    AlwaysPut,
)


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`.

    >>> str(read("s1 T d5 or n3 WITH 2"))
    'S1 throw d5 or N3 with 2'
    >>> str(read("S1-b4 for the 3"))
    'S1 move b4 with 3'
    """
    words = _FOR.sub("with ", _GLUED.sub(" ", _BETWEEN.sub(" ", text.lower()))).split()
    _refuse_several(words)
    order = _sentence(words)
    if order is None:
        meant = _meant(words)
        raise Unreadable(f'"{text}" is no order of Dodgeball', "" if meant else _EXPECTED, meant)
    return order


# Reading, word by word.

_BETWEEN = re.compile(r"->?|,|\||\.(?=\s)")  # as in S1-b4, in a,c,d,g,h and between what should be two lines
_GLUED = re.compile(
    r"(?<=\b[sn][1-5])(?=move|pass|throw)|(?<=move|pass)(?=[a-hsn][1-8]\b)|(?<=throw)(?=[a-hsn][1-8]\b)"
)
_FOR = re.compile(r"\bfor (?:(?:the|a|my) )?(?=[1-6]\b)")  # as events say it
_PAWN = re.compile(r"[sn][1-5]")
_SQUARE = re.compile(r"[a-h][1-8]")
_PLACE = re.compile(r"[a-z][0-9]{1,2}")  # what is written as one, on the board or not
_JOINTS = ("and", "then")
_EXPECTED = "S1 move b4, S1 pass S2, S1 throw N2, done, dodge, catch, put c6, place a b d e g, always dodge"


def _sentence(words: Sequence[str]) -> Order | None:
    """The order that the words are, or None where they do not even begin like one."""
    match words:
        case [word, *rest] if word in _READERS:
            return _READERS[word](rest)
        case [pawn, verb, *rest] if verb in _ACTIONS and pawn not in _ACTIONS:
            return _ACTIONS[verb](_named(pawn), *_die(rest))
        case [pawn, *rest] if _is_way(pawn, rest):
            return _move(_named(pawn), *_die(rest))
    return None


def _is_way(pawn: str, words: Sequence[str]) -> bool:
    """Whether a pawn and these words are a move without its verb: `S1 b4`, `S1 to b4`."""
    first = next((word for word in words if word != "to"), "")
    return bool(_PAWN.fullmatch(pawn) and _SQUARE.fullmatch(first))


def _refuse_several(words: Sequence[str]) -> None:
    """One order on a line; where there are more, each as it would be read alone."""
    later = [at for at in range(2, len(words)) if _begins_anew(words[at:]) or _goes_on(words, at)]
    if not later:
        return
    orders: list[str] = []
    for start, end in itertools.pairwise([0, *later, len(words)]):
        last = end - 1 if words[end - 1] in _JOINTS else end
        same = [words[0]] if start and _goes_on(words, start) else []
        with contextlib.suppress(Unreadable):
            orders += [str(order)] if (order := _sentence([*same, *words[start:last]])) else []
    meant = "; ".join(orders) if len(orders) > len(later) else ""
    raise Unreadable('Write one order on a line, or put ";" between them', nearest=meant)


def _begins_anew(words: Sequence[str]) -> bool:
    if words[0] == "done":
        return True
    verb = words[1] if len(words) > 1 else ""
    return bool(_PAWN.fullmatch(words[0]) and (verb in _ACTIONS or _is_way(words[0], [verb])))


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Whether a word tells what the same pawn is to do next: `S1 move b4 and throw N2`."""
    named = bool(_PAWN.fullmatch(words[0]))
    return named and words[at] in _ACTIONS and words[at - 1] in _JOINTS


def _with(die: int) -> str:
    return f" with {die}" if die else ""


def _named(word: str) -> str:
    """A pawn or square as it is written properly: `S1`, `d5`."""
    return word.upper() if word[0] in "sn" else word


def _die(words: Sequence[str]) -> tuple[list[str], int]:
    """The words before `with`, and the die behind it; 0 where none is named."""
    if "with" not in words:
        return list(words), 0
    at = words.index("with")
    match words[at + 1 :]:
        case [die] if die in ("1", "2", "3", "4", "5", "6"):
            return list(words[:at]), int(die)
    raise Unreadable(f'"{" ".join(words[at:])}" names no die', '"with" and a number from 1 to 6, at the end')


def _move(pawn: str, words: Sequence[str], die: int) -> Move:
    route = [word for word in words if word not in ("to", "via")]
    if not route:
        raise _wants(f"{pawn} move", f'squares, as in "{pawn} move b4"')
    squares = [word for word in route if _PLACE.fullmatch(word)]
    if squares != route:
        other = next(word for word in route if word not in squares)
        meant = (
            str(Move(pawn, tuple(map(_named, squares)), die))
            if squares and _PAWN.fullmatch(pawn.lower())
            else ""
        )
        raise Unreadable(f'"{other}" is no square', f'squares, as in "{pawn} move b4"', meant)
    return Move(pawn, tuple(map(_named, route)), die)


def _pass(pawn: str, words: Sequence[str], die: int) -> Pass:
    match [word for word in words if word != "to"]:
        case [to]:
            return Pass(pawn, _named(to), die)
    raise _wants(f"{pawn} pass", f'one team-mate, as in "{pawn} pass {pawn[0]}2"')


def _throw(pawn: str, words: Sequence[str], die: int) -> Throw:
    listed = [word for word in words if word != "at"]
    targets, separators = listed[::2], listed[1::2]
    if not targets or len(targets) == len(separators) or any(word != "or" for word in separators):
        raise _wants(f"{pawn} throw", f'targets with "or" between them, as in "{pawn} throw N2 or N3"')
    return Throw(pawn, tuple(map(_named, targets)), die)


def _columns(words: Sequence[str]) -> tuple[str, ...]:
    """Columns, with blanks between them or not."""
    return tuple(words[0]) if len(words) == 1 else tuple(words)


def _place(words: Sequence[str]) -> Place:
    return Place(_columns(words))


def _bare_pass(words: Sequence[str]) -> Order:
    raise Unreadable("To end your turn write: done. To hand on a ball: S1 pass S2")


def _done(words: Sequence[str]) -> Done:
    if words:
        raise _wants("done", "nothing more")
    return Done()


def _dodge(words: Sequence[str]) -> Dodge:
    match words:
        case []:
            return Dodge()
        case ["all"]:
            return Dodge(every=True)
        case [square]:
            return Dodge(square=_named(square))
    raise _wants("dodge", 'nothing more, "all", or one square, as in "dodge c6"')


def _catch(words: Sequence[str]) -> Catch:
    match words:
        case []:
            return Catch()
        case ["all"]:
            return Catch(every=True)
    raise _wants("catch", 'nothing more, or "all"')


def _put(words: Sequence[str]) -> Put:
    match words:
        case [square]:
            return Put(_named(square))
    raise _wants("put", 'one square, as in "put c6"')


def _always(words: Sequence[str]) -> Always:
    match words:
        case ["place", *columns]:
            return AlwaysPlace(_columns(columns))
        case ["ask", "react"]:
            return AlwaysReact("ask")
        case ["dodge" | "catch" as reply]:
            return AlwaysReact(reply)
        case ["ask", "put"]:
            return AlwaysPut("ask")
        case ["put", "front" | "back" as end]:
            return AlwaysPut(end)
    near = nearest(words[0], ("dodge", "catch"), cutoff=0.7) if len(words) == 1 else ""
    meant = f"always {near}" if near else ""
    expected = "place and columns, dodge, catch, ask react, put front, put back, or ask put"
    raise Unreadable('The line cannot be read after "always"', "" if meant else expected, meant)


def _wants(start: str, expected: str) -> Unreadable:
    return Unreadable(f'The line cannot be read after "{start}"', expected)


def _meant(words: Sequence[str]) -> str:
    """A legible line near these words, or empty: for a slip of the pen, or the pawn behind the verb."""
    guesses: list[list[str]] = []
    match words:
        case [_, _, _, *_] if all(word in tuple("abcdefgh") for word in words):
            guesses.append(["place", *words])
        case ["i", *rest]:
            guesses.append(rest)
        case [verb, pawn, *rest] if verb in _ACTIONS and _PAWN.fullmatch(pawn):
            guesses.append([pawn, verb, *rest])
        case [pawn, ("dodge" | "catch") as reply, *rest] if _PAWN.fullmatch(pawn):
            guesses.append([reply, *rest])
        case [pawn, word, *rest] if verb := nearest(word, _ACTIONS):
            guesses.append([pawn, verb, *rest])
        case [pawn, _, *rest] if _PAWN.fullmatch(pawn) and _is_way(pawn, rest):
            guesses.append([pawn, "move", *rest])
        case [pawn, foe] if _PAWN.fullmatch(pawn) and _PAWN.fullmatch(foe):
            guesses.append([pawn, "pass" if pawn[0] == foe[0] else "throw", foe])
    if words and (word := nearest(words[0], _READERS)):
        guesses.append([word, *words[1:]])
    for guess in guesses:
        with contextlib.suppress(Unreadable):
            if order := _sentence(guess):
                return str(order)
    return ""


_ACTIONS: dict[str, Callable[[str, Sequence[str], int], Action]] = {
    "move": _move,
    "m": _move,
    "pass": _pass,
    "p": _pass,
    "throw": _throw,
    "t": _throw,
}
_READERS: dict[str, Callable[[Sequence[str]], Order]] = {
    "place": _place,
    "pl": _place,
    "pass": _bare_pass,
    "p": _bare_pass,
    "done": _done,
    "dodge": _dodge,
    "dg": _dodge,
    "catch": _catch,
    "ct": _catch,
    "put": _put,
    "always": _always,
}
