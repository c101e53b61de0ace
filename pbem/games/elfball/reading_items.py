"""Reading the items of an action, and the words of which lines are made (section 6.1 of the rules)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from pbem.games.elfball import items
from pbem.games.elfball.field import looks_like_hex, why_no_hex
from pbem.games.elfball.hooks import BLOWS
from pbem.games.elfball.naming import FACED
from pbem.games.elfball.state import KINDS, SEAT_OF, TRACK, Policy
from pbem.play.hexgrid import DIRECTION_NAMES, DIRECTIONS
from pbem.play.orders import Unreadable

_WAYS = {str(way): str(way) for way in DIRECTIONS} | {name: str(way) for way, name in DIRECTION_NAMES.items()}
_WAYS |= {
    f"{one}{dash}{other}": _WAYS[one[0] + other[0]]
    for one in ("north", "south")
    for dash in ("", "-")
    for other in ("east", "west")
}
_FILLERS = ("to", "the", "towards", "onto")
COUNTERS = tuple(map(str, range(TRACK + 1)))
_PICK_UP = re.compile(r"^(pick|get|grab|take|fetch) (up )?ball\b|^(pick|pickup|p) ball( up)?\b")
"""Stepping onto the ball picks it up, so this is how one says `go ball`."""

_AT = re.compile(r"^(\w+) at\b ?")

_DIVIDED = '"go next q, tackle q"'
_CONDITIONS = ("down", "ball", "loose", "near", "ours", "theirs", "ok")
_OF_PLAYER = ("down", "up", "off", "ball")


# Words.


def wants(start: str, expected: str) -> Unreadable:
    return Unreadable(f'The line cannot be read after "{start}"', expected)


def read_letter(word: str) -> str:
    if word.upper() not in SEAT_OF:
        raise Unreadable(f"{word}: there is no such player (North has A to L, South M to X)")
    return word.upper()


def read_hex(word: str) -> str:
    if not looks_like_hex(word):
        raise Unreadable(f'"{word}" is no hex', "a letter and a number, as in k20")
    if why := why_no_hex(word):
        raise Unreadable(why)
    return word


def read_target(word: str) -> str:
    """A player or a hex."""
    return read_letter(word) if len(word) == 1 else read_hex(word)


def read_way(word: str) -> str:
    if word not in _WAYS:
        raise Unreadable(f'"{word}" is no direction', "1 to 6, or ne east se sw west nw")
    return _WAYS[word]


def read_looks(words: Sequence[str], start: str) -> str:
    """`face D` at the end of an answer, or nothing."""
    match words:
        case []:
            return ""
        case ["face", word]:
            return _facing(word)
    raise wants(start, "nothing more, or face and a direction")


def _facing(word: str) -> str:
    if word in FACED:
        return word
    return _WAYS[word] if word in _WAYS else read_target(word)


def _number(words: list[str], name: str) -> int:
    """The number behind a word, taken out of the words."""
    if not words or words[0] not in COUNTERS:
        raise Unreadable(f"{name} needs a number, 0 to {TRACK}")
    return int(words.pop(0))


class _Riders(Struct):
    policy: Policy = items.PLAIN
    out: bool = False
    only: bool = False
    receive: Literal["", "yes", "no"] = ""
    plough: bool = False
    scramble: bool = False
    blow: str = ""
    bank: items.Bank | None = None
    lead: tuple[str, ...] = ()
    breaking: tuple[str, ...] = ()


def read_riders(words: Sequence[str], *allowed: str) -> tuple[list[str], _Riders]:
    """The words of an item without its riders, and those; of the riders that are not for Momentum, those allowed."""
    rest, left, found = list[str](), list(words), _Riders()
    while left:
        word = left.pop(0)
        if word in ("keep", "needed", "all"):
            found.policy = Policy(how=word).over(found.policy)  # type: ignore[arg-type]  # one of the three
        elif word == "aim":
            found.policy = Policy(aim=_number(left, "aim")).over(found.policy)
        elif word == "reserve":
            found.policy = Policy(reserve=_number(left, "reserve")).over(found.policy)
        elif word in ("out", "only") and word in allowed:
            setattr(found, word, True)
        elif word == "catch" and word in allowed:
            found.receive = "yes"
        elif word == "no" and left[:1] == ["catch"] and "catch" in allowed:
            del left[0]
            found.receive = "no"
        elif word == "save" and left[:1] == ["no"]:
            del left[0]
            found.policy = Policy(save="no").over(found.policy)
        elif word in ("once", "might") and "breaking" in allowed:
            found.breaking = tuple(sorted({*found.breaking, word}, reverse=True))
        elif word == "with":
            _with(left, found, allowed)
        else:
            rest.append(word)
    return rest, found


def _with(left: list[str], found: _Riders, allowed: Sequence[str]) -> None:
    """An ability behind `with`, and what it needs, taken out of the words."""
    word = left.pop(0) if left else ""
    if word not in allowed:
        known = [each for each in allowed if each in (*BLOWS, "plough", "scramble", "bank", "lead")]
        raise wants("with", f"one of: {', '.join(known)}" if known else "no ability here")
    if word in BLOWS:
        found.blow = word
    elif word in ("plough", "scramble"):
        setattr(found, word, True)
    elif word == "bank":
        if not left:
            raise wants("with bank", 'a direction, and a hex if you like, as in "with bank 3 at l23"')
        way = read_way(left.pop(0))
        at = ""
        if left[:1] == ["at"]:
            del left[0]
            at = read_hex(left.pop(0) if left else "")
        found.bank = items.Bank(way, at)
    else:
        hexes: list[str] = []
        while left and looks_like_hex(left[0]):
            hexes.append(read_hex(left.pop(0)))
        if not hexes:
            raise wants("with lead", 'hexes, as in "with lead k20 k22"')
        found.lead = tuple(hexes)


def read_policy(words: Sequence[str], start: str) -> Policy:
    """Riders and nothing else."""
    rest, riders = read_riders(words)
    if rest or (start.endswith("momentum") and riders.policy.save):
        raise wants(start, "keep, needed, all, aim N or reserve N")
    return riders.policy


# Items.


def read_items(text: str) -> tuple[items.Item, ...]:
    return tuple(_item(part.strip()) for part in text.split(","))


def _item(text: str) -> items.Item:
    text = " ".join(word for word in text.split() if word not in _FILLERS)
    text = _PICK_UP.sub("go ball", _AT.sub(r"\1 ", text))
    word, _, rest = text.partition(" ")
    if word in ("if", "unless"):
        condition, colon, inner = rest.partition(":")
        if not colon:
            raise wants(text, 'a colon and an item, as in "if down: stand"')
        item = _item(inner.strip())
        if isinstance(item, items.If):
            raise Unreadable(f'"{text}" has a condition within a condition', 'several are joined by "and"')
        if isinstance(item, items.OnFail):
            raise Unreadable(f'"{text}": on fail is for the whole line', "on fail without a condition")
        return items.If(_conditions(condition), item, word == "unless")
    if word not in ITEMS:
        raise _no_item(text)
    before, condition, what = text.partition(" if ")
    if condition and word not in ("stop", "wait", "w"):
        raise Unreadable(f'"{text}": a condition comes first', f'"if {_until_verb(what)}: {before}"')
    try:
        return ITEMS[word](rest.split())
    except Unreadable as error:
        if word == "momentum" or _until_verb(rest) == rest:  # `momentum dash all` is one thing
            raise
        raise Unreadable(f'"{text}" is more than one thing: a comma divides them', _DIVIDED) from error


def _until_verb(text: str) -> str:
    """The words before one with which another item begins, or by which people join two."""
    words = text.split()
    end = next((at for at, word in enumerate(words) if word in (*VERBS, "and", "then")), len(words))
    return " ".join(words[:end])


def _no_item(text: str) -> Unreadable:
    """Why a part of a line is none, with a word about the slips that are made most often."""
    word, _, rest = text.partition(" ")
    if looks_like_hex(word):
        why = f'"{text}" is no part of an action: a comma ends an item, the hexes of a move have blanks between them'
        return Unreadable(why, '"move k20 j19"')
    if word.upper() in SEAT_OF and rest.split(" ")[0] in ITEMS:
        return Unreadable(
            f'"{text}": the letter of the player stands once, at the head of the line', f'"{rest}"'
        )
    why = f'"{text}" is no part of an action' if text else "A part of the line is empty"
    return Unreadable(why, f"one of: {', '.join(VERBS)}")


def _move(words: Sequence[str]) -> items.Item:
    hexes, riders = read_riders(words, "out", "breaking")
    if not hexes:
        raise wants("move", 'hexes, as in "move k20 j19"')
    return items.Move(tuple(map(read_hex, hexes)), riders.out, riders.policy, riders.breaking)


def _surge(words: Sequence[str]) -> items.Item:
    hexes, riders = read_riders(words, "out")
    if not hexes:
        raise wants("surge", 'hexes, as in "surge k20 j19"')
    return items.Surge(tuple(map(read_hex, hexes)), riders.out, "", riders.policy)


def _swarm(words: Sequence[str]) -> items.Item:
    match words:
        case [mover, *hexes] if hexes:
            return items.Surge(tuple(map(read_hex, hexes)), False, read_letter(mover))
    raise wants("swarm", 'a player and hexes, as in "swarm d k20"')


def _go(words: Sequence[str]) -> items.Item:
    rest, riders = read_riders(words, "breaking")
    match rest:
        case ["ball" | "goal" as to]:
            return items.Go(to, "", riders.policy, riders.breaking)
        case ["next" | "behind" as to, target]:
            return items.Go(to, read_target(target), riders.policy, riders.breaking)
        case [target]:
            return items.Go("hex", read_hex(target), riders.policy, riders.breaking)
    raise wants("go", 'a hex, ball, goal, next and a player, or behind and a player, as in "go next q"')


def _throw(words: Sequence[str]) -> items.Item:
    rest, riders = read_riders(words, "only", "catch", "scramble", "bank", "lead")
    match rest:
        case [target]:
            return items.Throw(
                read_target(target),
                riders.only,
                riders.receive,
                riders.policy,
                riders.scramble,
                riders.bank,
                riders.lead,
            )
    raise wants("throw", 'one player or hex, as in "throw d"')


def _tackle(words: Sequence[str]) -> items.Item:
    rest, riders = read_riders(words, *BLOWS)
    match rest:
        case [target]:
            return items.Tackle(read_target(target), riders.policy, riders.blow)
    raise wants("tackle", 'one player or hex, as in "tackle q"')


def _shove(words: Sequence[str]) -> items.Item:
    rest, riders = read_riders(words, "plough")
    match rest:
        case [target]:
            return items.Shove(read_target(target), riders.policy, riders.plough)
    raise wants("shove", 'one player or hex, as in "shove q"')


def _face(words: Sequence[str]) -> items.Item:
    match words:
        case [word]:
            return items.Face(_facing(word))
    raise wants("face", "a direction, a hex, a player, ball or goal")


def _stand(words: Sequence[str]) -> items.Item:
    match words[words[:1] == ["up"] :]:
        case []:
            return items.Stand()
        case [word]:
            return items.Stand(read_way(word))
    raise wants("stand", "nothing more, or a direction")


def _dash(words: Sequence[str]) -> items.Item:
    rest, riders = read_riders(words)
    match rest:
        case []:
            return items.Dash(0, riders.policy)
        case [number] if number in COUNTERS[1:]:
            return items.Dash(int(number), riders.policy)
    raise wants("dash", "nothing more, or a number of counters, 1 to 6")


def kind_and_policy(words: Sequence[str], start: str) -> tuple[Any, Policy]:
    kind = words[0] if words and words[0] in KINDS else ""
    policy = read_policy(words[1:] if kind else words, start)
    if policy == items.PLAIN:
        raise wants(start, f"keep, needed or all, before it one of: {' '.join(KINDS)}")
    return kind, policy


def _on(words: Sequence[str]) -> items.Item:
    match words:
        case ["fail", how] if how in get_args(items.Failing):
            return items.OnFail(how)  # type: ignore[arg-type]  # one of them
    raise wants("on", "fail skip, fail end or fail wait")


def _stop(words: Sequence[str]) -> items.Item:
    match words:
        case ["if", *rest]:
            return items.Stop(_conditions(" ".join(rest)))
    raise wants("stop", 'if and a condition, as in "stop if ball"')


def _wait(words: Sequence[str]) -> items.Item:
    match words:
        case []:
            return items.Wait()
        case ["if", *rest]:
            return items.Wait(_conditions(" ".join(rest)))
    raise wants("wait", 'nothing more, or if and a condition, as in "wait if loose"')


def _alone(item: items.Item) -> Callable[[Sequence[str]], items.Item]:
    def reader(words: Sequence[str]) -> items.Item:
        if words:
            raise wants(str(item), "nothing more")
        return item

    return reader


def _conditions(text: str) -> tuple[items.Condition, ...]:
    return tuple(_condition(part.split()) for part in f" {text} ".split(" and "))


def _condition(words: Sequence[str]) -> items.Condition:
    match words:
        case ["not", *rest] if rest and rest[0] != "not":
            found = _condition(rest)
            return items.Condition(found.what, found.of, negated=True)
        case [word] if word in _CONDITIONS:
            return items.Condition(word)
        case ["free", word]:
            return items.Condition("free", read_hex(word))
        case ["jog" | "mom" as word, number] if number.isdecimal() and len(number) < 3:
            return items.Condition(word, str(int(number)))
        case [player, word] if word in _OF_PLAYER:
            return items.Condition(word, read_letter(player))
    raise Unreadable(
        f'"{" ".join(words)}" is no condition',
        "down, ball, loose, near, ours, theirs, ok, q down, q up, q off, q ball, free k20, jog 2, mom 1",
    )


ITEMS: dict[str, Callable[[Sequence[str]], items.Item]] = {
    "move": _move,
    "m": _move,
    "go": _go,
    "g": _go,
    "face": _face,
    "f": _face,
    "stand": _stand,
    "up": _stand,
    "throw": _throw,
    "t": _throw,
    "tackle": _tackle,
    "ta": _tackle,
    "shove": _shove,
    "sh": _shove,
    "surge": _surge,
    "su": _surge,
    "swarm": _swarm,
    "pickup": lambda words: items.Pickup(read_policy(words, "pickup")),
    "p": lambda words: items.Pickup(read_policy(words, "pickup")),
    "dash": _dash,
    "d": _dash,
    "momentum": lambda words: items.Momentum(*kind_and_policy(words, "momentum")),
    "on": _on,
    "stop": _stop,
    "wait": _wait,
    "w": _wait,
    "end": _alone(items.End()),
    "e": _alone(items.End()),
    "pass": _alone(items.Pass()),
}

VERBS = tuple(word for word in ITEMS if len(word) > 2 or word == "go")
