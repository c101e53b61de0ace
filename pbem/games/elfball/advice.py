"""The legal line nearest to one that is not: what a refusal proposes.

Nothing here is a rule: every line is put before the check of the ask, and only what passes is shown.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from pbem.games.elfball.actions.conditions import IN_ACTION
from pbem.games.elfball.actions.flow import VERBS
from pbem.games.elfball.field.hexes import GRID, STAIRWAYS, looks_like_hex
from pbem.games.elfball.field.players import FORMATIONS, LISTS
from pbem.games.elfball.field.prompts import GoOn, NameTeam, SetUpTeam, YourTurn
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to
from pbem.games.elfball.ideas import first_legal
from pbem.games.elfball.teams.setup import automatic
from pbem.play.conditions import HEADS, Condition
from pbem.play.forms import Line
from pbem.play.orders import Unreadable, nearest
from pbem.play.requests import Ask, Seat

Check: TypeAlias = Callable[[Any], Any]

_FILLERS = ("to", "at", "the", "onto", "into", "towards")
_PARTS, _STEPS = 8, 7
"""So many items of a line, and hexes of a move, are looked at."""


def near(state: Pitch, ask: Ask[Any], line: str) -> str | None:
    """A legal line as near to this one as there is one, or empty; None where the answers are so few that each is."""
    words = line.lower().replace(",", " , ").split()
    lines: Iterable[str] = ()
    match ask.about:
        case NameTeam():
            lines = _near_team(words)
        case SetUpTeam(seat=seat, example=example) if example:
            lines = _near_setup(state, seat, words)
        case YourTurn() as about:
            lines = _near_turn(state, about, ask.check, words)
        case GoOn(player=player):
            if words[:1] == [player.lower()]:
                lines = _near_action(state, player, ask.check, words[1:])
            elif not (words[0].upper() in SEAT_OF and {*words[1:2]} & {*VERBS, *HEADS}):  # somebody else's
                lines = _near_action(state, player, ask.check, words)
        case _:
            return None
    return str(first_legal(lines, ask.check) or "")


def _near_team(words: Sequence[str]) -> Iterator[str]:
    """The list named, or the one most like it, with its usual ten."""
    titles = {"".join(each.title.lower().split()): name for name, each in LISTS.items()}
    found = nearest("".join(words[1:]).partition(":")[0], (*LISTS, *titles))
    yield f"team {titles.get(found, found)}"


def _near_setup(state: Pitch, seat: Seat, words: Sequence[str]) -> Iterator[str]:
    """The places that were named, with a comma before each player; or, where there are none, the formation named and
    the players named, filled up."""
    yield f"setup {' '.join(words[1:])}"
    if any(map(looks_like_hex, words)):
        placings = re.split(r"[ ,]+(?=[a-x] [a-y][0-9])", " ".join(words[1:]))
        yield f"setup {', '.join(placings)}"
        return
    able = state.boxed(seat, "bench")
    named = [word.upper() for word in words[1:] if word.upper() in able]
    order = list(dict.fromkeys([*named, *automatic(state, seat).letters]))
    first = next(letter for letter in order if state.players[letter].type != "Monster")
    rest = [letter for letter in order if letter != first]
    formation = next(filter(None, (nearest(word, FORMATIONS, cutoff=0.7) for word in words)), "spread")
    yield " ".join(("setup", formation, first, *rest[:5]))


def _near_turn(state: Pitch, about: YourTurn, check: Check, words: list[str]) -> Iterator[str]:
    """The same for the player named, or for the nearest who may act; who sits on the Bench comes in."""
    own = [word.upper() for word in words[:2] if word.upper() in state.team(about.seat)]
    letter = own[0] if own else ""
    if about.entering and (letter in about.entering or words[:1] == ["enter"]):
        yield from _near_entry(state, about, letter if letter in about.entering else about.entering[0], words)
    elif letter and state.players[letter].on_field:
        at = words.index(letter.lower())
        able = (
            [letter] if letter in about.choice else nearest_to(state, state.players[letter].at, about.choice)
        )
        for actor in able:
            yield from _near_action(
                state, actor, check, [*words[:at], *words[at + 1 :]], whole=actor != letter
            )


def _near_entry(state: Pitch, about: YourTurn, letter: Letter, words: Sequence[str]) -> Iterator[str]:
    """On the stairway hex nearest to the one named, or on the first of the list."""
    named = next((word for word in map(_existing, words) if word in GRID), STAIRWAYS[about.seat][0])
    stairs = sorted(STAIRWAYS[about.seat], key=lambda name: GRID.distance(name, named))
    yield from (f"enter {letter} {name}" for name in stairs)


def _near_action(
    state: Pitch, actor: Letter, check: Check, words: Sequence[str], *, whole: bool = False
) -> Iterator[str]:
    """The items that are legal one after another, each as it is written or in the form nearest to that; all of them
    where the `whole` is wanted."""
    parts = [_mended(item) for item in _items(words)[:_PARTS]]
    kept: list[str] = []

    def legal(items: Sequence[str]) -> bool:
        return first_legal([f"{actor} {', '.join(items)}"], check) is not None

    for at, part in enumerate(parts):
        dash = part[0] in ("dash", "d")  # what stands behind it is done with it or not at all
        forms = [[" ".join(each) for each in parts[at:]]] if dash else _forms(state, actor, part)
        found = next((form for form in forms if legal([*kept, *form])), [])
        kept += found
        if whole and not found:
            return
        if dash and found:
            break
    if kept:
        yield f"{actor} {', '.join(kept)}"


def _items(words: Sequence[str]) -> list[list[str]]:
    """The words item by item, where other signs or words, or none, divide them; a condition is one word of its item."""
    line, at = Line([word.rstrip(".") for word in " ".join(words).replace(":", " : ").split()]), 0
    items: list[list[str]] = [[]]
    while at < len(line.low):
        word, at, item = line.low[at], at + 1, items[-1]
        conditional = bool(item) and item[-1].endswith(":")
        if word in HEADS and (got := _condition(line, at - 1)):
            condition, at = got
            if item[-1:] in (["stop"], ["wait"]):
                item.append(condition.clause)
            else:
                items.append([f"{condition.clause}:"])
        elif word in (",", "and", "then", ":"):
            items += [] if conditional else [[]]
        elif word in (*VERBS, *HEADS, "on") and item and not conditional and item != ["on", "fail"]:
            items.append([word])
        else:
            item.append(word)
    return [item for item in items if item]


def _condition(line: Line, at: int) -> tuple[Condition, int] | None:
    try:
        return IN_ACTION.clause.take(line, at)
    except Unreadable:
        return None


def _mended(words: list[str]) -> list[str]:
    """An item without fillers and slips of the pen, and with hexes that exist."""
    verb, *rest = [_existing(word) for word in words if word not in _FILLERS] or words
    if verb in ("next", "behind"):
        return ["go", verb, *rest]
    if verb in GRID:
        return ["go", *[verb, *rest][-1:]]
    step = "go" if rest[:1] and rest[0] in GRID else verb  # `walk m26`
    return [verb if verb in VERBS else nearest(verb, VERBS, cutoff=0.7) or step, *rest]


def _existing(word: str) -> str:
    """The hex of a row nearest to one that does not exist; any other word as it is."""
    row = [name for name in GRID if name[0] == word[0]] if looks_like_hex(word) else []
    return min(row, key=lambda name: abs(int(name[1:]) - int(word[1:])), default=word)


def _forms(state: Pitch, actor: Letter, part: list[str]) -> Iterator[list[str]]:
    """An item as it is, and what comes near to it; then the same after getting up."""
    forms = [[" ".join(part)], *_nearest(state, part)]
    yield from forms
    if not state.players[actor].stands:
        yield from (["stand", *form] for form in forms)


def _nearest(state: Pitch, part: list[str]) -> Iterator[list[str]]:
    """What comes near to an item: the way there, the steps that are free, the same without what stands behind."""
    match part:
        case ["move" | "m", *hexes] if hexes:
            yield [f"go {hexes[-1]}"]
            free = hexes[:_STEPS]
            yield from ([" ".join(("move", *free[:count]))] for count in range(len(free), 0, -1))
        case ["tackle" | "ta" | "shove" | "sh", target, *_]:
            yield [f"go next {target}", " ".join(part)]
            yield [f"go next {target}"]
        case ["go" | "g", *rest]:
            yield [_nearest_way(state, rest)]
        case ["pass" | "throw" | "t", target, *_]:
            yield [f"throw {target}"]


def _nearest_way(state: Pitch, rest: list[str]) -> str:
    """What comes near to a `go`: to the ball where there is no way to the goal, to whoever is there or holds it."""
    match rest:
        case ["goal"]:
            return "go ball"
        case ["ball"] if state.holder:
            return f"go next {state.holder}"
        case ["next" | "behind" as to, target, *_]:
            return f"go {to} {target}"
        case [target, *_] if target.upper() in state.players:
            return f"go next {target}"
    return " ".join(("go", *rest[:1]))
