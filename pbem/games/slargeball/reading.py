"""How lines of Slargeball are read, word by word. Reading knows nothing of the position."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Sequence
from typing import Literal

from pbem.games.slargeball.conditions import read_clause
from pbem.games.slargeball.field import COMPASS
from pbem.games.slargeball.names import is_figure, is_square, proper, proper_square
from pbem.games.slargeball.orders import (
    KIND_WORDS,
    PARTS,
    Activate,
    Agree,
    Always,
    Chase,
    Done,
    Fetch,
    First,
    Fling,
    Follow,
    Goal,
    Guard,
    Hold,
    Last,
    Line,
    Lineup,
    Move,
    Nab,
    Name,
    Narration,
    NoFling,
    NoNab,
    NoWhap,
    PlanLine,
    Score,
    Standard,
    Stop,
    Whap,
)
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

LONGEST_NAME = 16
"""Letters in the name of a figure (SLARGEBALL-8)."""


@functools.lru_cache(maxsize=4096)
def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`. With each letter the lines of a turn are read again.

    >>> str(read("d CH red-t1 THROUGH if bn2 Up and not held"))
    'D chase rT1 through if bN2 up and not held'
    """
    words = text.split()
    try:
        order = _sentence(words)
    except Unreadable as error:
        error.nearest = error.nearest or respelt(text)
        raise
    if order is None:
        meant = respelt(text) or _meant(words)
        raise Unreadable(f'"{text}" is no order of Slargeball', "" if meant else _expected(words), meant)
    return order


def plan_line(text: str) -> PlanLine:
    """A line of a plan that was kept as text."""
    order = read(text)
    assert isinstance(order, PlanLine)
    return order


_GROUPS = ("all", "tremples", "nickelbacks")
_NAME = re.compile(rf"[A-Za-z][A-Za-z' -]{{0,{LONGEST_NAME - 1}}}", re.ASCII)


def _sentence(words: Sequence[str]) -> Order | None:
    """The order that the words are, or None where they do not even begin like one."""
    low = [word.lower() for word in words]
    match low:
        case ["done" | "pass", *rest]:
            return _done(rest)
        case ["standard"]:
            return Standard()
        case ["agree", word] if word != "break" and nearest(word, ("break",), cutoff=0.7):
            raise Unreadable('After "agree" stands "break"', nearest="agree break")
        case ["agree", "break", *rest]:
            return _agree(rest)
        case ["always", *rest]:
            return _always(rest)
        case ["narration", *rest]:
            return _narration(rest)
        case ["squad", number, verb, *_] if number.isdecimal() and verb in _VERBS:
            return _line(f"squad {int(number[:3])}", verb, words[3:])
        case [group, verb, *_] if group in _GROUPS and verb in _VERBS:
            return _line(group, verb, words[2:])
        case [figure, square] if is_figure(figure) and is_square(square):
            return Lineup(proper(figure), proper_square(square))
        case [figure, verb, *_] if is_figure(figure) and verb in _VERBS:
            return _line(proper(figure), verb, words[2:])
    return None


def _line(who: str, short: str, rest: Sequence[str]) -> Line:
    """A line for a figure or several: its verb, its words, its conditions."""
    verb = _VERBS[short]
    if verb in _PLAIN:
        _no_condition(verb, rest)
        return _PLAIN[verb](who, rest)
    words = [word.lower() for word in rest]
    at = _condition_at(words)
    when = read_clause(words[at:]) if at < len(words) else ""
    return _CONDITIONAL[verb](who, words[:at], when)


def _condition_at(words: Sequence[str]) -> int:
    """Where the conditions of a line begin: behind its last word if it has none."""
    return next((index for index, word in enumerate(words) if word.lower() in ("if", "unless")), len(words))


def _no_condition(verb: str, words: Sequence[str]) -> None:
    """SLARGEBALL-143: what is not carried out in the turn has no moment to judge a condition."""
    if _condition_at(words) < len(words):
        raise Unreadable(f'"{verb}" takes no condition.')


def _agree(words: Sequence[str]) -> Agree:
    _no_condition("agree", words)
    if words:
        raise _wants("agree break", "nothing more")
    return Agree()


def _done(words: Sequence[str]) -> Done:
    match words:
        case []:
            return Done()
        case [number] if number.isdecimal() and len(number) < 3 and 1 <= int(number) <= 25:
            return Done(int(number))
    raise _wants("done", "nothing more, or a number of turns from 2 to 25")


def _always(words: Sequence[str]) -> Always:
    match words:
        case ["plan"]:
            return Always("plan")
        case ["ask"]:
            return Always("ask")
        case ["plan" | "ask" as how, "move" | "whap" | "fling" as phase]:
            return Always("plan" if how == "plan" else "ask", _PHASES[phase])
        case ["plan" | "ask" as how, "move", kind] if kind in KIND_WORDS.values():
            return Always("plan" if how == "plan" else "ask", "move", kind)
    raise _wants(
        "always", "plan or ask, and then move, whap, fling, or move and a kind (tremples, ...), or nothing"
    )


def _narration(words: Sequence[str]) -> Narration:
    match words:
        case ["short"]:
            return Narration("short")
        case ["full"]:
            return Narration("full")
    raise _wants("narration", "short or full")


def _name(who: str, words: Sequence[str]) -> Name:
    text = " ".join(words)
    if who in _GROUPS or who.startswith("squad") or not _NAME.fullmatch(text):
        raise _wants(
            f"{who} name", f'a name of at most {LONGEST_NAME} letters for one figure, as in "T1 name Ogre"'
        )
    return Name(who, text)


def _lineup(who: str, words: Sequence[str]) -> Lineup:
    match words:
        case [square] if is_square(square) and is_figure(who):
            return Lineup(who, proper_square(square))
    raise _wants(f"{who} lineup", 'one square, as in "T1 lineup 18,12"')


def _first(who: str, words: Sequence[str]) -> First:
    _nothing_more(f"{who} first", words)
    return First(who)


def _last(who: str, words: Sequence[str]) -> Last:
    _nothing_more(f"{who} last", words)
    return Last(who)


def _stop(who: str, words: Sequence[str]) -> Stop:
    match [word.lower() for word in words]:
        case []:
            return Stop(who)
        case [part] if part in PARTS:
            return Stop(who, next(each for each in PARTS if each == part))
    raise _wants(f"{who} stop", f"nothing more, or one of {', '.join(PARTS)}")


def _activate(who: str, words: Sequence[str]) -> Activate:
    match words:
        case [figure] if is_figure(figure) and is_figure(who):
            return Activate(who, proper(figure))
    raise _wants(f"{who} activate", 'one figure of your side, as in "H activate 2T1"')


def _manner(words: Sequence[str]) -> tuple[list[str], bool, bool]:
    """The words before `through` and `touch`, and whether these stand behind them."""
    rest = list(words)
    manner = set()
    while rest and rest[-1] in ("through", "touch"):
        manner.add(rest.pop())
    return rest, "through" in manner, "touch" in manner


def _hold(who: str, words: Sequence[str], when: str) -> Hold:
    rest, through, touch = _manner(words)
    _nothing_more(f"{who} hold", rest)
    return Hold(who, through=through, touch=touch, when=when)


def _move(who: str, words: Sequence[str], when: str) -> Move:
    rest, through, touch = _manner([word for word in words if word not in ("to", "via")])
    if not rest or not all(map(is_square, rest)):
        raise _wants(f"{who} move", f'squares, as in "{who} move 28,10 36,12"')
    return Move(who, tuple(map(proper_square, rest)), through=through, touch=touch, when=when)


def _chase(who: str, words: Sequence[str], when: str) -> Chase:
    rest, through, touch = _manner(words)
    return Chase(who, _figures(f"{who} chase", rest), through=through, touch=touch, when=when)


def _fetch(who: str, words: Sequence[str], when: str) -> Fetch:
    rest, through, touch = _manner(words)
    match rest:
        case []:
            number = 0
        case [ball] if ball in ("ball1", "ball2", "ball3"):
            number = int(ball[-1])
        case _:
            raise _wants(f"{who} fetch", 'nothing more, a ball as in "N1 fetch ball2", or conditions')
    return Fetch(who, number, through=through, touch=touch, when=when)


def _goal(who: str, words: Sequence[str], when: str) -> Goal:
    rest, through, touch = _manner(words)
    _nothing_more(f"{who} goal", rest)
    return Goal(who, through=through, touch=touch, when=when)


def _score(who: str, words: Sequence[str], when: str) -> Score:
    rest, through, touch = _manner(words)
    if rest not in ([], ["own"]):
        raise _wants(f"{who} score", 'nothing more, or "own"')
    return Score(who, bool(rest), through=through, touch=touch, when=when)


def _guard(who: str, words: Sequence[str], when: str) -> Guard:
    rest, through, touch = _manner(words)
    match rest:
        case [square] if is_square(square):
            return Guard(who, proper_square(square), through=through, touch=touch, when=when)
        case [square, reach] if is_square(square) and reach in map(str, range(1, 13)):
            return Guard(who, proper_square(square), int(reach), through=through, touch=touch, when=when)
    raise _wants(
        f"{who} guard", f'a square and, if you like, inches from 1 to 12, as in "{who} guard 12,16 5"'
    )


def _follow(who: str, words: Sequence[str], when: str) -> Follow:
    rest, through, touch = _manner(words)
    match rest:
        case [figure] if is_figure(figure):
            return Follow(who, proper(figure), through=through, touch=touch, when=when)
    raise _wants(f"{who} follow", f'one figure of your side, as in "{who} follow T1"')


def _whap(who: str, words: Sequence[str], when: str) -> Whap:
    rest, fall, only = list(words), "", False
    if "fall" in rest:
        place = rest.index("fall")
        fall = " ".join(rest[place + 1 :])
        if fall not in COMPASS:
            raise Unreadable(f"fall needs one of {' '.join(COMPASS)}.")
        rest = rest[:place]
    if rest and rest[-1] == "only":
        only = True
        rest.pop()
    if rest in ([], ["any"]) and not only:
        return Whap(who, fall=fall, when=when)
    return Whap(who, targets=_figures(f"{who} whap", rest), only=only, fall=fall, when=when)


def _nowhap(who: str, words: Sequence[str], when: str) -> NoWhap:
    _nothing_more(f"{who} nowhap", words)
    return NoWhap(who, when=when)


def _fling(who: str, words: Sequence[str], when: str) -> Fling:
    match [word for word in words if word not in ("to", "at")]:
        case ["goal"]:
            return Fling(who, "goal", when=when)
        case [figure] if is_figure(figure):
            return Fling(who, proper(figure), when=when)
        case [square] if is_square(square):
            return Fling(who, proper_square(square), when=when)
    raise _wants(f"{who} fling", f'a figure, a square or "goal", as in "{who} fling goal"')


def _nofling(who: str, words: Sequence[str], when: str) -> NoFling:
    _nothing_more(f"{who} nofling", words)
    return NoFling(who, when=when)


def _nab(who: str, words: Sequence[str], when: str) -> Nab:
    _nothing_more(f"{who} nab", words)
    return Nab(who, when=when)


def _nonab(who: str, words: Sequence[str], when: str) -> NoNab:
    _nothing_more(f"{who} nonab", words)
    return NoNab(who, when=when)


def verb_of(word: str) -> str:
    """The verb that a lower-case word is, or is nearly; empty where it is like none."""
    return _VERBS.get(word) or nearest(word, (*_PLAIN, *_CONDITIONAL), cutoff=0.75)


def _figures(start: str, words: Sequence[str]) -> tuple[str, ...]:
    named = [word for word in words if word not in ("or", "and")]
    if not named or not all(map(is_figure, named)):
        raise _wants(start, f'figures, as in "{start} bT1 bN1"')
    return tuple(map(proper, named))


def _nothing_more(start: str, words: Sequence[str]) -> None:
    if words:
        raise _wants(start, "nothing more but conditions")


def _wants(start: str, expected: str) -> Unreadable:
    return Unreadable(f'The line cannot be read after "{start}"', expected)


def _expected(words: Sequence[str]) -> str:
    """What a line that does not even begin like one would have to be."""
    if words and (is_figure(words[0]) or words[0].lower() in _GROUPS):
        verbs = ", ".join((*_CONDITIONAL, "first", "last", "stop"))
        return f"behind {words[0]} one of {verbs}; at the line-up a square, as in 18,12"
    return 'a figure, or all, and what it is to do, as in "T1 fetch"; or "done"'


_SQUARE_LIKE = re.compile(r"(?<![0-9])([0-9]{1,2})(?: *[,./:x] *| +)([0-9]{1,2})(?![0-9])", re.ASCII)
_HEAD = re.compile(r"^(\w+), +(?=\d)", re.ASCII)  # `D, 18,12`
_BETWEEN = re.compile(r", +| +and +|, *then +")
_LISTED = re.compile(
    r"(?<=[DTNGCRHdtngcrh0-9]),? +(?:and +)?(?=(?:[rb]|red-|blue-)?[0-9]?[DTNGCRHdtngcrh][0-9]?\b)", re.ASCII
)
"""What stands between two figures of a list."""
_SAID_OTHERWISE = {
    "north": "n", "northeast": "ne", "east": "e", "southeast": "se", "south": "s", "southwest": "sw", "west": "w",
    "northwest": "nw", "north-east": "ne", "south-east": "se", "south-west": "sw", "north-west": "nw",
    "throw": "fling", "pass": "fling", "kick": "fling", "toss": "fling", "shoot": "fling", "bunker": "goal",
    "hit": "whap", "punch": "whap", "strike": "whap", "knock": "whap", "get": "fetch", "grab": "fetch",
    "catch": "nab", "stay": "hold", "stand": "hold", "wait": "hold", "go": "move", "walk": "move", "charge": "chase",
    "captain": "C", "goalie": "G", "coach": "H", "rusher": "R", "everybody": "all",
    "the": "", "ball": "", "at": "", "on": "", "place": "", "put": "",
}  # fmt: skip
"""Words of other ball games, and what they are called here; words that say nothing."""


def respelt(text: str) -> str:
    """A legible line that says the same as this one in other words or with its squares written otherwise, or several
    for one with several orders; empty where there is none."""
    squares = _SQUARE_LIKE.sub(r"\1,\2", _HEAD.sub(r"\1 ", text.replace("(", " ").replace(")", " ")))
    for pieces in ([squares], [_LISTED.sub(" ", squares)], _for_each(squares), _BETWEEN.split(squares)):
        lines: list[str] = []
        for piece in pieces:
            words = piece.split()
            end = _condition_at(words)
            words[:end] = [_SAID_OTHERWISE.get(word.lower(), word) for word in words[:end]]
            same = text.split()[:1] if lines and words and verb_of(words[0].lower()) else []
            lines.append(_legible([*same, *words]))  # `T1 fetch, whap bT2`: T1 again
        if lines and all(lines):
            return "; ".join(lines)
    return ""


def _for_each(text: str) -> list[str]:
    """`T1 and T2 fetch` as a line for each of them."""
    words = _LISTED.sub(" ", text).split()
    count = next((at for at, word in enumerate(words) if not is_figure(word)), 0)
    return [" ".join([figure, *words[count:]]) for figure in words[:count]] if count > 1 else []


def _legible(words: Sequence[str]) -> str:
    with contextlib.suppress(Unreadable):
        return str(_sentence([word for word in words if word]) or "")
    return ""


def _meant(words: Sequence[str]) -> str:
    """A legible line near these words, or empty: for a slip of the pen, or the figure behind the verb."""
    guesses: list[list[str]] = []
    low = [word.lower() for word in words]
    match low:
        case [verb, figure, *_] if verb in _VERBS and is_figure(figure) and figure[0] not in "rb":
            guesses.append([figure, verb, *words[2:]])
        case [figure, word, *_] if (is_figure(figure) or figure in _GROUPS) and (
            verb := nearest(word, _VERBS)
        ):
            guesses.append([figure, verb, *words[2:]])
    if words and (
        first := nearest(words[0], ("done", "standard", "agree", "always", "narration", "squad", *_GROUPS))
    ):
        guesses.append([first, *words[1:]])
    return next(filter(None, map(_legible, guesses)), "")


_PHASES: dict[str, Literal["move", "whap", "fling"]] = {"move": "move", "whap": "whap", "fling": "fling"}
_PLAIN: dict[str, Callable[[str, Sequence[str]], Line]] = {
    "name": _name,
    "lineup": _lineup,
    "first": _first,
    "last": _last,
    "stop": _stop,
    "activate": _activate,
}
_CONDITIONAL: dict[str, Callable[[str, Sequence[str], str], PlanLine]] = {
    "hold": _hold,
    "move": _move,
    "chase": _chase,
    "fetch": _fetch,
    "goal": _goal,
    "score": _score,
    "guard": _guard,
    "follow": _follow,
    "whap": _whap,
    "nowhap": _nowhap,
    "fling": _fling,
    "nofling": _nofling,
    "nab": _nab,
    "nonab": _nonab,
}
UNCONDITIONAL = tuple(_PLAIN)
"""The verbs that take no condition (SLARGEBALL-143)."""
_SHORT = {
    "lu": "lineup", "st": "stop", "act": "activate", "h": "hold", "m": "move", "run": "move", "ch": "chase",
    "attack": "chase", "fe": "fetch", "intercept": "fetch", "ball": "fetch", "gl": "goal", "sc": "score",
    "gu": "guard", "fo": "follow", "w": "whap", "nw": "nowhap", "f": "fling", "nf": "nofling", "n": "nab",
    "nn": "nonab",
}  # fmt: skip
_VERBS = {**{verb: verb for verb in (*_PLAIN, *_CONDITIONAL)}, **_SHORT}
