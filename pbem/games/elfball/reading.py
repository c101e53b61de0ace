"""Reading: a line of text as an order (section 6 of the rules).

Reading knows nothing of the position, but it knows the field: a hex that does not exist is refused here. Letters of
players become capitals, hexes and words small.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from pbem.games.elfball import items, orders
from pbem.games.elfball.field import looks_like_hex, why_no_hex
from pbem.games.elfball.hooks import ABILITIES, BLOWS
from pbem.games.elfball.naming import FACED
from pbem.games.elfball.state import KINDS, SEAT_OF, TRACK, Policy
from pbem.games.elfball.teams import ATTRIBUTES, FORMATIONS, LISTS
from pbem.play.hexgrid import DIRECTION_NAMES, DIRECTIONS
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

_WAYS = {str(way): str(way) for way in DIRECTIONS} | {name: str(way) for way, name in DIRECTION_NAMES.items()}
_WAYS |= {
    f"{one}{dash}{other}": _WAYS[one[0] + other[0]]
    for one in ("north", "south")
    for dash in ("", "-")
    for other in ("east", "west")
}
_FILLERS = ("to", "the", "towards", "onto")
_COUNTERS = tuple(map(str, range(TRACK + 1)))
_PICK_UP = re.compile(r"^(pick|get|grab|take|fetch) (up )?ball\b|^(pick|pickup|p) ball( up)?\b")
"""Stepping onto the ball picks it up, so this is how one says `go ball`."""

_AT = re.compile(r"^(\w+) at\b ?")

_DIVIDED = '"go next q, tackle q"'
_EXPECTED = 'a player and what he does, as in "A go ball", or an answer to what you are asked'
_CONDITIONS = ("down", "ball", "loose", "near", "ours", "theirs", "ok")
_OF_PLAYER = ("down", "up", "off", "ball")


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`.

    >>> str(read("a M k20, sh N, if not ok: TA n all"))
    'A move k20, shove N, if not ok: tackle N all'
    """
    line = " ".join(text.lower().split())
    order = _sentence(line)
    if order is None:
        first, _, rest = line.partition(" ")
        if (
            len(first) == 1
            and first.isalpha()
            and first.upper() not in SEAT_OF
            and rest.split(" ")[0] in VERBS
        ):
            _letter(first.upper())
        meant = _meant(line)
        raise Unreadable(f'"{text}" is no order of Elfball', "" if meant else _EXPECTED, meant)
    return order


def _sentence(line: str) -> Order | None:
    """The order that a line is, or None where it does not even begin like one."""
    first, _, rest = line.partition(" ")
    word = first.rstrip(":,")
    if word.upper() in SEAT_OF and rest:
        return orders.Line(word.upper(), _begun(_items(rest)))
    if word in _READERS:
        return _READERS[word](rest)
    if "," not in line and (faceoff := _faceoff(line.split())):
        return faceoff
    if (word in _ITEMS and len(word) > 2) or word in ("if", "unless", "go", "on"):
        return orders.More(_items(line))
    return None


def _meant(line: str) -> str:
    """A legible line near this one, or empty: for a slip of the pen in its first or second word, or a list or formation
    without the word before it."""
    words = line.split()
    if words and (name := nearest(words[0], LISTS, cutoff=0.8)) and len(words) == 1:
        return f"team {name}"
    if words and words[0] in FORMATIONS:
        with contextlib.suppress(Unreadable):
            return str(_setup(line))
    guesses = (
        [[word, *words[1:]] for word in [nearest(words[0], (*_READERS, *VERBS))] if word] if words else []
    )
    if len(words) > 1 and words[0].upper() in SEAT_OF and (verb := nearest(words[1], VERBS)):
        guesses.insert(0, [words[0], verb, *words[2:]])
    if len(words) > 1 and words[1].upper() in SEAT_OF and words[0] in _ITEMS:
        guesses.insert(0, [words[1], words[0], *words[2:]])
    for guess in guesses:
        with contextlib.suppress(Unreadable):
            if order := _sentence(" ".join(guess)):
                return str(order)
    return ""


# Words.


def _wants(start: str, expected: str) -> Unreadable:
    return Unreadable(f'The line cannot be read after "{start}"', expected)


def _letter(word: str) -> str:
    if word.upper() not in SEAT_OF:
        raise Unreadable(f"{word}: there is no such player (North has A to L, South M to X)")
    return word.upper()


def _hex(word: str) -> str:
    if not looks_like_hex(word):
        raise Unreadable(f'"{word}" is no hex', "a letter and a number, as in k20")
    if why := why_no_hex(word):
        raise Unreadable(why)
    return word


def _target(word: str) -> str:
    """A player or a hex."""
    return _letter(word) if len(word) == 1 else _hex(word)


def _way(word: str) -> str:
    if word not in _WAYS:
        raise Unreadable(f'"{word}" is no direction', "1 to 6, or ne east se sw west nw")
    return _WAYS[word]


def _looks(words: Sequence[str], start: str) -> str:
    """`face D` at the end of an answer, or nothing."""
    match words:
        case []:
            return ""
        case ["face", word]:
            return _facing(word)
    raise _wants(start, "nothing more, or face and a direction")


def _facing(word: str) -> str:
    if word in FACED:
        return word
    return _WAYS[word] if word in _WAYS else _target(word)


def _number(words: list[str], name: str) -> int:
    """The number behind a word, taken out of the words."""
    if not words or words[0] not in _COUNTERS:
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


def _riders(words: Sequence[str], *allowed: str) -> tuple[list[str], _Riders]:
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
        raise _wants("with", f"one of: {', '.join(known)}" if known else "no ability here")
    if word in BLOWS:
        found.blow = word
    elif word in ("plough", "scramble"):
        setattr(found, word, True)
    elif word == "bank":
        if not left:
            raise _wants("with bank", 'a direction, and a hex if you like, as in "with bank 3 at l23"')
        way = _way(left.pop(0))
        at = ""
        if left[:1] == ["at"]:
            del left[0]
            at = _hex(left.pop(0) if left else "")
        found.bank = items.Bank(way, at)
    else:
        hexes: list[str] = []
        while left and looks_like_hex(left[0]):
            hexes.append(_hex(left.pop(0)))
        if not hexes:
            raise _wants("with lead", 'hexes, as in "with lead k20 k22"')
        found.lead = tuple(hexes)


def _policy(words: Sequence[str], start: str) -> Policy:
    """Riders and nothing else."""
    rest, riders = _riders(words)
    if rest or (start.endswith("momentum") and riders.policy.save):
        raise _wants(start, "keep, needed, all, aim N or reserve N")
    return riders.policy


# Items.


def _begun(line: tuple[items.Item, ...]) -> tuple[items.Item, ...]:
    """The items of a line that names its player: `A pickup` is what the winner of a face-off may try."""
    if isinstance(line[0], items.Pickup):
        raise Unreadable(
            "Stepping onto the ball picks it up; pickup stands behind such a step, or alone after a face-off",
            '"A go ball", or "pickup"',
        )
    return line


def _items(text: str) -> tuple[items.Item, ...]:
    return tuple(_item(part.strip()) for part in text.split(","))


def _item(text: str) -> items.Item:
    text = " ".join(word for word in text.split() if word not in _FILLERS)
    text = _PICK_UP.sub("go ball", _AT.sub(r"\1 ", text))
    word, _, rest = text.partition(" ")
    if word in ("if", "unless"):
        condition, colon, inner = rest.partition(":")
        if not colon:
            raise _wants(text, 'a colon and an item, as in "if down: stand"')
        item = _item(inner.strip())
        if isinstance(item, items.If):
            raise Unreadable(f'"{text}" has a condition within a condition', 'several are joined by "and"')
        if isinstance(item, items.OnFail):
            raise Unreadable(f'"{text}": on fail is for the whole line', "on fail without a condition")
        return items.If(_conditions(condition), item, word == "unless")
    if word not in _ITEMS:
        raise _no_item(text)
    before, condition, what = text.partition(" if ")
    if condition and word not in ("stop", "wait", "w"):
        raise Unreadable(f'"{text}": a condition comes first', f'"if {_until_verb(what)}: {before}"')
    try:
        return _ITEMS[word](rest.split())
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
    if word.upper() in SEAT_OF and rest.split(" ")[0] in _ITEMS:
        return Unreadable(
            f'"{text}": the letter of the player stands once, at the head of the line', f'"{rest}"'
        )
    why = f'"{text}" is no part of an action' if text else "A part of the line is empty"
    return Unreadable(why, f"one of: {', '.join(VERBS)}")


def _move(words: Sequence[str]) -> items.Item:
    hexes, riders = _riders(words, "out", "breaking")
    if not hexes:
        raise _wants("move", 'hexes, as in "move k20 j19"')
    return items.Move(tuple(map(_hex, hexes)), riders.out, riders.policy, riders.breaking)


def _surge(words: Sequence[str]) -> items.Item:
    hexes, riders = _riders(words, "out")
    if not hexes:
        raise _wants("surge", 'hexes, as in "surge k20 j19"')
    return items.Surge(tuple(map(_hex, hexes)), riders.out, "", riders.policy)


def _swarm(words: Sequence[str]) -> items.Item:
    match words:
        case [mover, *hexes] if hexes:
            return items.Surge(tuple(map(_hex, hexes)), False, _letter(mover))
    raise _wants("swarm", 'a player and hexes, as in "swarm d k20"')


def _go(words: Sequence[str]) -> items.Item:
    rest, riders = _riders(words, "breaking")
    match rest:
        case ["ball" | "goal" as to]:
            return items.Go(to, "", riders.policy, riders.breaking)
        case ["next" | "behind" as to, target]:
            return items.Go(to, _target(target), riders.policy, riders.breaking)
        case [target]:
            return items.Go("hex", _hex(target), riders.policy, riders.breaking)
    raise _wants("go", 'a hex, ball, goal, next and a player, or behind and a player, as in "go next q"')


def _throw(words: Sequence[str]) -> items.Item:
    rest, riders = _riders(words, "only", "catch", "scramble", "bank", "lead")
    match rest:
        case [target]:
            return items.Throw(
                _target(target),
                riders.only,
                riders.receive,
                riders.policy,
                riders.scramble,
                riders.bank,
                riders.lead,
            )
    raise _wants("throw", 'one player or hex, as in "throw d"')


def _tackle(words: Sequence[str]) -> items.Item:
    rest, riders = _riders(words, *BLOWS)
    match rest:
        case [target]:
            return items.Tackle(_target(target), riders.policy, riders.blow)
    raise _wants("tackle", 'one player or hex, as in "tackle q"')


def _shove(words: Sequence[str]) -> items.Item:
    rest, riders = _riders(words, "plough")
    match rest:
        case [target]:
            return items.Shove(_target(target), riders.policy, riders.plough)
    raise _wants("shove", 'one player or hex, as in "shove q"')


def _face(words: Sequence[str]) -> items.Item:
    match words:
        case [word]:
            return items.Face(_facing(word))
    raise _wants("face", "a direction, a hex, a player, ball or goal")


def _stand(words: Sequence[str]) -> items.Item:
    match words[words[:1] == ["up"] :]:
        case []:
            return items.Stand()
        case [word]:
            return items.Stand(_way(word))
    raise _wants("stand", "nothing more, or a direction")


def _dash(words: Sequence[str]) -> items.Item:
    rest, riders = _riders(words)
    match rest:
        case []:
            return items.Dash(0, riders.policy)
        case [number] if number in _COUNTERS[1:]:
            return items.Dash(int(number), riders.policy)
    raise _wants("dash", "nothing more, or a number of counters, 1 to 6")


def _kind_and_policy(words: Sequence[str], start: str) -> tuple[Any, Policy]:
    kind = words[0] if words and words[0] in KINDS else ""
    policy = _policy(words[1:] if kind else words, start)
    if policy == items.PLAIN:
        raise _wants(start, f"keep, needed or all, before it one of: {' '.join(KINDS)}")
    return kind, policy


def _on(words: Sequence[str]) -> items.Item:
    match words:
        case ["fail", how] if how in get_args(items.Failing):
            return items.OnFail(how)  # type: ignore[arg-type]  # one of them
    raise _wants("on", "fail skip, fail end or fail wait")


def _stop(words: Sequence[str]) -> items.Item:
    match words:
        case ["if", *rest]:
            return items.Stop(_conditions(" ".join(rest)))
    raise _wants("stop", 'if and a condition, as in "stop if ball"')


def _wait(words: Sequence[str]) -> items.Item:
    match words:
        case []:
            return items.Wait()
        case ["if", *rest]:
            return items.Wait(_conditions(" ".join(rest)))
    raise _wants("wait", 'nothing more, or if and a condition, as in "wait if loose"')


def _alone(item: items.Item) -> Callable[[Sequence[str]], items.Item]:
    def reader(words: Sequence[str]) -> items.Item:
        if words:
            raise _wants(str(item), "nothing more")
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
            return items.Condition("free", _hex(word))
        case ["jog" | "mom" as word, number] if number.isdecimal() and len(number) < 3:
            return items.Condition(word, str(int(number)))
        case [player, word] if word in _OF_PLAYER:
            return items.Condition(word, _letter(player))
    raise Unreadable(
        f'"{" ".join(words)}" is no condition',
        "down, ball, loose, near, ours, theirs, ok, q down, q up, q off, q ball, free k20, jog 2, mom 1",
    )


# Lines that do not begin with a player.


def _faceoff(words: Sequence[str]) -> orders.FaceOff | None:
    """An answer of the face-off's winner, or None: `tackle q` names a player and is an item."""
    match words:
        case ["nothing" | "ball" as word, *rest]:
            return orders.FaceOff(word, "", _looks(rest, word))
        case ["tackle" | "shove" as word, at, *rest] if looks_like_hex(at):
            at = _hex(at)
        case ["pickup" | "tackle" | "shove" as word, *rest]:
            at = ""
        case _:
            return None
    cut = rest.index("face") if "face" in rest else len(rest)
    others, riders = _riders(rest[:cut])
    return (
        None
        if others
        else orders.FaceOff(word, at, _looks(rest[cut:], f"{word} {at}".strip()), riders.policy)
    )


def _team(rest: str) -> Order:
    name, _, listed = rest.partition(":")
    word = " ".join(name.split())
    if not word:
        raise _wants("team", 'the name of a list, as in "team nightelves"')
    if any(part.isdecimal() for part in word.split()):
        raise _wants(
            "team", 'a list, a colon, and the players, as in "nightelves: 2 hunter, 6 imp, 2 striker"'
        )
    picks: list[tuple[int, str]] = []
    for part in listed.split(",") if listed.strip() else ():
        match part.split():
            case [count, *position] if count.isdecimal() and 0 < int(count[:4]) <= 99 and position:
                picks.append((int(count), " ".join(position)))
            case _:
                raise _wants(f"team {name}:", 'numbers and positions, as in "2 hunter, 6 imp"')
    return orders.Team(name, tuple(picks))


def _setup(rest: str) -> Order:
    parts = [part.split() for part in rest.split(",")]
    formation, letters = "", tuple[str, ...]()
    if parts[0] and len(parts[0][0]) > 1:
        formation, *named = parts.pop(0)
        letters = _formation(formation, named, "setup")
    return orders.Setup(formation, letters, tuple(map(_placing, parts)))


def _formation(name: str, letters: Sequence[str], start: str) -> tuple[str, ...]:
    if name not in FORMATIONS:
        raise Unreadable(f"{start}: there is no formation {name} ({', '.join(FORMATIONS)})")
    if not letters or len(letters) > len(FORMATIONS[name]):
        raise _wants(f"{start} {name}", 'one to six players, as in "spread A B C D E F"')
    return tuple(map(_letter, letters))


def _placing(words: Sequence[str]) -> orders.Placing:
    match words:
        case [letter, at]:
            return orders.Placing(_letter(letter), _hex(at))
        case [letter, at, way]:
            return orders.Placing(_letter(letter), _hex(at), int(_way(way)))
    raise _wants("setup", 'players, hexes and directions, as in "setup A l21 3, B e22"')


def _enter(rest: str) -> Order:
    head, _, tail = rest.partition(",")
    match head.split():
        case [letter, at, *face]:
            looks = _looks(face, f"enter {letter} {at}")
        case _:
            raise _wants("enter", 'a player and a hex, as in "enter G e12 face 4"')
    policy = items.PLAIN
    if tail:
        match tail.split():
            case ["pickup" | "p", *riders]:
                policy = _policy(riders, "pickup")
            case _:
                raise _wants(f"enter{' ' + head}", "nothing more, or pickup and how to use Momentum")
    return orders.Enter(_letter(letter), _hex(at), looks, policy)


def _cheer(rest: str) -> Order:
    match rest.split():
        case []:
            return orders.Cheer(1)
        case [number] if number in _COUNTERS[1:]:
            return orders.Cheer(int(number))
    raise _wants("cheer", 'a number, as in "cheer 2"')


def _potion(rest: str) -> Order:
    match rest.split():
        case [letter, *choices]:
            return orders.Potion(_letter(letter), _abilities(choices, "potion", ATTRIBUTES))
    raise _wants("potion", 'a player, and what you want of it, as in "potion J agile skill"')


def _abilities(words: Sequence[str], start: str, others: Sequence[str] = ()) -> tuple[str, ...]:
    """Abilities, one after another; some have names of two words. And other words that may stand among them."""
    left, found = [word.rstrip(",") for word in words if word != "and"], list[str]()
    while left:
        name = next(
            (each for each in (" ".join(left[:2]), left[0]) if each in ABILITIES or each in others), ""
        )
        if not name:
            near = nearest(left[0], (*ABILITIES, *others))
            raise Unreadable(f'{start}: there is no ability "{left[0]}"', near or "as in: agile nimble")
        found.append(name)
        del left[: len(name.split())]
    return tuple(found)


def _quickling(rest: str) -> Order:
    match rest.split():
        case [letter]:
            return orders.Quickling(_letter(letter))
    raise _wants("quickling", 'one of your players, as in "quickling C"')


def _taunt(rest: str) -> Order:
    match rest.split():
        case [letter, target, number, *face] if number in _COUNTERS[1:]:
            way = _way(face[1]) if face[:1] == ["face"] and len(face) == 2 else ""
            if face and not way:
                raise _wants(f"taunt {letter} {target} {number}", "nothing more, or face and a direction")
            return orders.Taunt(_letter(letter), _letter(target), int(number), way)
    raise _wants("taunt", 'your player, theirs and a number of counters, as in "taunt C q 2"')


def _react(rest: str) -> Order:
    match rest.split():
        case [letter, *hexes] if hexes:
            return orders.React(_letter(letter), tuple(map(_hex, hexes)))
    raise _wants("react", 'a player and hexes, as in "react C k20 k22"')


def _wizard(rest: str) -> Order:
    words, riders = _riders(rest.split())
    match words:
        case ["shock" | "inferno" | "frog" as spell, target]:
            return orders.Wizard(spell, _target(target), riders.policy)
    raise _wants("wizard", 'shock, inferno or frog and a target, as in "wizard shock q"')


def _done(rest: str) -> Order:
    if rest:
        raise _wants("done", "nothing more")
    return orders.Done()


def _intercept(rest: str) -> Order:
    match rest.split():
        case [letter, *face]:
            return orders.Intercept(_letter(letter), _looks(face, f"intercept {letter}"))
    raise _wants("intercept", 'one of your players, as in "intercept q"')


def _catch(rest: str) -> Order:
    return orders.Catch(_looks(rest.split(), "catch"))


def _no(rest: str) -> Order:
    if rest:
        raise _wants("no", "nothing more")
    return orders.LetGo()


def _always(rest: str) -> Order:
    match rest.split():
        case ["formation", name, *letters]:
            return orders.AlwaysFormation(name, _formation(name, letters, "always formation"))
        case ["faceoff", "pickup" | "tackle" | "shove" | "nothing" | "ball" as word]:
            return orders.AlwaysFaceOff(word)
        case ["ask", *what]:
            return _ask(" ".join(what))
        case ["intercept", "best" | "never" as how]:
            return orders.AlwaysIntercept(how)
        case ["intercept", "with", *letters] if letters:
            return orders.AlwaysIntercept("with", tuple(map(_letter, letters)))
        case ["intercept", percent] if _is_percent(percent):
            return orders.AlwaysIntercept(f"{int(percent[:-1])}%")
        case ["catch", "no", *letters]:
            return orders.AlwaysCatch("no", tuple(map(_letter, letters)))
        case ["catch", "yes"]:
            return orders.AlwaysCatch("yes")
        case ["catch", percent] if _is_percent(percent):
            return orders.AlwaysCatch(f"{int(percent[:-1])}%")
        case ["reface", "ball" | "keep" as way]:
            return orders.AlwaysReface(way)
        case ["momentum", *words]:
            return orders.AlwaysMomentum(*_kind_and_policy(words, "always momentum"))
        case ["keg", "yes" | "no" | "both" as how]:
            return orders.AlwaysKeg(how)
        case ["save", "yes"]:
            return orders.AlwaysSave("yes")
        case ["save", "no", *names]:
            return orders.AlwaysSave("no", _abilities(names, "always save no"))
        case ["lose", *names] if names and all(name in ATTRIBUTES for name in names):
            return orders.AlwaysLose(tuple(names))  # type: ignore[arg-type]  # they are attributes
    kind = rest.partition(" ")[0]
    if kind not in _STANDING:
        if near := nearest(kind, _STANDING, cutoff=0.7):
            meant = str(_always(f"{near} {rest.partition(' ')[2]}"))
            raise Unreadable(f'There is no "always {kind}"', nearest=meant)
        raise _wants("always", f"one of: {', '.join(_STANDING)}")
    raise _wants(f"always {kind}", _STANDING[kind])


def _ask(rest: str) -> Order:
    match rest.split():
        case ["intercept"]:
            return orders.AlwaysIntercept("ask")
        case ["catch"]:
            return orders.AlwaysCatch("ask")
        case ["faceoff"]:
            return orders.AlwaysFaceOff("ask")
    raise _wants("ask", "intercept, catch or faceoff")


def _is_percent(word: str) -> bool:
    return word.endswith("%") and word[:-1].isdecimal() and int(word[:-1][:4]) <= 100


_ITEMS: dict[str, Callable[[Sequence[str]], items.Item]] = {
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
    "pickup": lambda words: items.Pickup(_policy(words, "pickup")),
    "p": lambda words: items.Pickup(_policy(words, "pickup")),
    "dash": _dash,
    "d": _dash,
    "momentum": lambda words: items.Momentum(*_kind_and_policy(words, "momentum")),
    "on": _on,
    "stop": _stop,
    "wait": _wait,
    "w": _wait,
    "end": _alone(items.End()),
    "e": _alone(items.End()),
    "pass": _alone(items.Pass()),
}
_STANDING = {
    "formation": 'a formation and players, as in "always formation spread A B C D E F"',
    "faceoff": "pickup, tackle, shove or nothing; ball or tackle with the simple face-off",
    "intercept": 'best, never, a chance such as 30%, or with and players, as in "with Q R"',
    "catch": 'yes, no, a chance such as 30%, or no and players, as in "no M N"',
    "reface": "ball or keep",
    "momentum": "",
    "keg": "yes, no or both",
    "save": 'yes, no, or no and abilities, as in "no agile"',
    "lose": f"attributes: {' '.join(ATTRIBUTES)}",
    "ask": "intercept, catch or faceoff",
}
"""What stands behind `always`, and how each of them goes on; `_kind_and_policy` tells it of Momentum."""

VERBS = tuple(word for word in _ITEMS if len(word) > 2 or word == "go")
_READERS: dict[str, Callable[[str], Order]] = {
    "team": _team,
    "setup": _setup,
    "enter": _enter,
    "cheer": _cheer,
    "potion": _potion,
    "quickling": _quickling,
    "taunt": _taunt,
    "react": _react,
    "wizard": _wizard,
    "done": _done,
    "intercept": _intercept,
    "catch": _catch,
    "no": _no,
    "always": _always,
    "ask": _ask,
}
