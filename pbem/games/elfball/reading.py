"""Reading: a line of text as an order (section 6 of the rules).

Reading knows nothing of the position, but it knows the field: a hex that does not exist is refused here. Letters of
players become capitals, hexes and words small.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from pbem.games.elfball import items, orders
from pbem.games.elfball.field import looks_like_hex
from pbem.games.elfball.hooks import ABILITIES
from pbem.games.elfball.reading_items import (
    COUNTERS,
    ITEMS,
    VERBS,
    kind_and_policy,
    read_hex,
    read_items,
    read_letter,
    read_looks,
    read_policy,
    read_riders,
    read_target,
    read_way,
    wants,
)
from pbem.games.elfball.state import SEAT_OF
from pbem.games.elfball.teams import ATTRIBUTES, FORMATIONS, LISTS
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Order

_EXPECTED = 'a player and what he does, as in "A go ball", or an answer to what you are asked'


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
            read_letter(first.upper())
        meant = _meant(line)
        raise Unreadable(f'"{text}" is no order of Elfball', "" if meant else _EXPECTED, meant)
    return order


def _sentence(line: str) -> Order | None:
    """The order that a line is, or None where it does not even begin like one."""
    first, _, rest = line.partition(" ")
    word = first.rstrip(":,")
    if word.upper() in SEAT_OF and rest:
        return orders.Line(word.upper(), _begun(read_items(rest)))
    if word in _READERS:
        return _READERS[word](rest)
    if "," not in line and (faceoff := _faceoff(line.split())):
        return faceoff
    if (word in ITEMS and len(word) > 2) or word in ("if", "unless", "go", "on"):
        return orders.More(read_items(line))
    return None


def _begun(line: tuple[items.Item, ...]) -> tuple[items.Item, ...]:
    """The items of a line that names its player: `A pickup` is what the winner of a face-off may try."""
    if isinstance(line[0], items.Pickup):
        raise Unreadable(
            "Stepping onto the ball picks it up; pickup stands behind such a step, or alone after a face-off",
            '"A go ball", or "pickup"',
        )
    return line


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
    if len(words) > 1 and words[1].upper() in SEAT_OF and words[0] in ITEMS:
        guesses.insert(0, [words[1], words[0], *words[2:]])
    for guess in guesses:
        with contextlib.suppress(Unreadable):
            if order := _sentence(" ".join(guess)):
                return str(order)
    return ""


# Lines that do not begin with a player.


def _faceoff(words: Sequence[str]) -> orders.FaceOff | None:
    """An answer of the face-off's winner, or None: `tackle q` names a player and is an item."""
    match words:
        case ["nothing" | "ball" as word, *rest]:
            return orders.FaceOff(word, "", read_looks(rest, word))
        case ["tackle" | "shove" as word, at, *rest] if looks_like_hex(at):
            at = read_hex(at)
        case ["pickup" | "tackle" | "shove" as word, *rest]:
            at = ""
        case _:
            return None
    cut = rest.index("face") if "face" in rest else len(rest)
    others, riders = read_riders(rest[:cut])
    return (
        None
        if others
        else orders.FaceOff(word, at, read_looks(rest[cut:], f"{word} {at}".strip()), riders.policy)
    )


def _team(rest: str) -> Order:
    name, _, listed = rest.partition(":")
    word = " ".join(name.split())
    if not word:
        raise wants("team", 'the name of a list, as in "team nightelves"')
    if any(part.isdecimal() for part in word.split()):
        raise wants(
            "team", 'a list, a colon, and the players, as in "nightelves: 2 hunter, 6 imp, 2 striker"'
        )
    picks: list[tuple[int, str]] = []
    for part in listed.split(",") if listed.strip() else ():
        match part.split():
            case [count, *position] if count.isdecimal() and 0 < int(count[:4]) <= 99 and position:
                picks.append((int(count), " ".join(position)))
            case _:
                raise wants(f"team {name}:", 'numbers and positions, as in "2 hunter, 6 imp"')
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
        raise wants(f"{start} {name}", 'one to six players, as in "spread A B C D E F"')
    return tuple(map(read_letter, letters))


def _placing(words: Sequence[str]) -> orders.Placing:
    match words:
        case [letter, at]:
            return orders.Placing(read_letter(letter), read_hex(at))
        case [letter, at, way]:
            return orders.Placing(read_letter(letter), read_hex(at), int(read_way(way)))
    raise wants("setup", 'players, hexes and directions, as in "setup A l21 3, B e22"')


def _enter(rest: str) -> Order:
    head, _, tail = rest.partition(",")
    match head.split():
        case [letter, at, *face]:
            looks = read_looks(face, f"enter {letter} {at}")
        case _:
            raise wants("enter", 'a player and a hex, as in "enter G e12 face 4"')
    policy = items.PLAIN
    if tail:
        match tail.split():
            case ["pickup" | "p", *riders]:
                policy = read_policy(riders, "pickup")
            case _:
                raise wants(f"enter{' ' + head}", "nothing more, or pickup and how to use Momentum")
    return orders.Enter(read_letter(letter), read_hex(at), looks, policy)


def _cheer(rest: str) -> Order:
    match rest.split():
        case []:
            return orders.Cheer(1)
        case [number] if number in COUNTERS[1:]:
            return orders.Cheer(int(number))
    raise wants("cheer", 'a number, as in "cheer 2"')


def _potion(rest: str) -> Order:
    match rest.split():
        case [letter, *choices]:
            return orders.Potion(read_letter(letter), _abilities(choices, "potion", ATTRIBUTES))
    raise wants("potion", 'a player, and what you want of it, as in "potion J agile skill"')


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
            return orders.Quickling(read_letter(letter))
    raise wants("quickling", 'one of your players, as in "quickling C"')


def _taunt(rest: str) -> Order:
    match rest.split():
        case [letter, target, number, *face] if number in COUNTERS[1:]:
            way = read_way(face[1]) if face[:1] == ["face"] and len(face) == 2 else ""
            if face and not way:
                raise wants(f"taunt {letter} {target} {number}", "nothing more, or face and a direction")
            return orders.Taunt(read_letter(letter), read_letter(target), int(number), way)
    raise wants("taunt", 'your player, theirs and a number of counters, as in "taunt C q 2"')


def _react(rest: str) -> Order:
    match rest.split():
        case [letter, *hexes] if hexes:
            return orders.React(read_letter(letter), tuple(map(read_hex, hexes)))
    raise wants("react", 'a player and hexes, as in "react C k20 k22"')


def _wizard(rest: str) -> Order:
    words, riders = read_riders(rest.split())
    match words:
        case ["shock" | "inferno" | "frog" as spell, target]:
            return orders.Wizard(spell, read_target(target), riders.policy)
    raise wants("wizard", 'shock, inferno or frog and a target, as in "wizard shock q"')


def _done(rest: str) -> Order:
    if rest:
        raise wants("done", "nothing more")
    return orders.Done()


def _intercept(rest: str) -> Order:
    match rest.split():
        case [letter, *face]:
            return orders.Intercept(read_letter(letter), read_looks(face, f"intercept {letter}"))
    raise wants("intercept", 'one of your players, as in "intercept q"')


def _catch(rest: str) -> Order:
    return orders.Catch(read_looks(rest.split(), "catch"))


def _no(rest: str) -> Order:
    if rest:
        raise wants("no", "nothing more")
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
            return orders.AlwaysIntercept("with", tuple(map(read_letter, letters)))
        case ["intercept", percent] if _is_percent(percent):
            return orders.AlwaysIntercept(f"{int(percent[:-1])}%")
        case ["catch", "no", *letters]:
            return orders.AlwaysCatch("no", tuple(map(read_letter, letters)))
        case ["catch", "yes"]:
            return orders.AlwaysCatch("yes")
        case ["catch", percent] if _is_percent(percent):
            return orders.AlwaysCatch(f"{int(percent[:-1])}%")
        case ["reface", "ball" | "keep" as way]:
            return orders.AlwaysReface(way)
        case ["momentum", *words]:
            return orders.AlwaysMomentum(*kind_and_policy(words, "always momentum"))
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
        raise wants("always", f"one of: {', '.join(_STANDING)}")
    raise wants(f"always {kind}", _STANDING[kind])


def _ask(rest: str) -> Order:
    match rest.split():
        case ["intercept"]:
            return orders.AlwaysIntercept("ask")
        case ["catch"]:
            return orders.AlwaysCatch("ask")
        case ["faceoff"]:
            return orders.AlwaysFaceOff("ask")
    raise wants("ask", "intercept, catch or faceoff")


def _is_percent(word: str) -> bool:
    return word.endswith("%") and word[:-1].isdecimal() and int(word[:-1][:4]) <= 100


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
"""What stands behind `always`, and how each of them goes on; `kind_and_policy` tells it of Momentum."""

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
