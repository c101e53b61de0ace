"""The grammar: one tidied line of text becomes an order of `orders`, whoever may be asked for it.

References stay as written until a check looks at the position. Ids are written with a capital letter (`A1`), squares
with a small one (`a1`): only in `place` lines and after `reach` does the difference decide what is meant.

    A3 move f5, pick up          one activation; free declarations, move and action, commas optional
    LINE or LINE                 the first that is legal
    if COND: LINE                used only if the condition is true when it comes up
    whenever COND: LINE          a plan line, kept in the seat's memory
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence

from pbem.games.gnomeball.orders import (
    ANY,
    FORMS,
    VERB,
    VERBS,
    Activate,
    AlwaysIntercept,
    AlwaysPlace,
    Argument,
    Choice,
    Condition,
    Done,
    DropPlan,
    Halt,
    Home,
    Ignore,
    Intercept,
    KeepOn,
    Part,
    Place,
    PlaceSame,
    Team,
    Verb,
    Whenever,
)  # fmt: skip
from pbem.games.gnomeball.races import read_team
from pbem.games.gnomeball.squares import CORNER_NAMES, CORNERS, DIRECTIONS, FIELD
from pbem.play.orders import Unreadable, did_you_mean, nearest
from pbem.play.requests import Order

LONGEST = 200
"""So many characters a line may have: what it says is gone through again and again while it waits or is planned."""

_SPOKEN: Mapping[str, Verb] = {
    **{verb.word.split()[0]: verb for verb in VERBS},
    **{short: verb for verb in VERBS for short in verb.short},
}
_SPELT = {
    **{verb.word.split()[0]: verb.word for verb in VERBS},
    **{"".join(verb.word.split()): verb.word for verb in VERBS},
}
_OTHERS = {
    "go": "move", "walk": "move", "run": "move", "throw": "toss", "hit": "attack", "fight": "attack",
    "kick": "punt", "grab": "pick up", "take": "pick up",
}  # fmt: skip
"""Other words for verbs that people use."""

_FILLERS = ("and", "then", "to", "at", "the", "with")
_THINGS = ("gnome", "home", "up")
"""What stands behind verbs that want nothing: `pick up gnome`."""

_ID = re.compile(r"[A-D][1-9][0-9]?")
_TOKEN = re.compile(r"[^\s,]+|,")
_PLAIN = re.compile(r"[A-Za-z0-9'-]{1,30}")
_LINE = "ID move SQUARE, ACTION"
_CONDITION = re.compile(
    r"(?P<negated>not )?(?:(?P<plain>loose|dead|yes|we hold|they hold)"
    r"|(?P<who>[a-d][1-9][0-9]?) (?P<verb>holds|down|used|hp|reach|near)(?: (?P<what>\S+))?)",
    re.IGNORECASE,
)


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`."""
    words = text.lower().split()
    if not words:
        raise Unreadable("An empty line.", _LINE)
    if len(text) > LONGEST:
        raise Unreadable(f"A line has room for {LONGEST} characters; this one has {len(text)}.", _LINE)
    reader = _READERS.get(words[0])
    return reader(text, words) if reader else _read_play(text)


def _read_play(text: str) -> Order:
    try:
        branches = _read_branches(text)
    except Unreadable as error:
        raise Unreadable(str(error), error.expected, error.nearest or _meant(text)) from error
    return branches[0] if len(branches) == 1 else Choice((), branches)


def _meant(text: str) -> str:
    """A legible line near this one, or empty: for slips of the pen, other words, and those that say too much or not
    enough (`A4 f6 and atack the B4`)."""
    words = [word for word in _TOKEN.findall(text) if word.lower() not in _FILLERS]
    if len(words) > 1 and _verb(words[0]) and _ID.fullmatch(words[1].upper()):
        words[:2] = words[1::-1]
    mended, wants = words[:1], ""
    for word in words[1:]:
        verb = VERB.get(_verb(word)) if not wants else None
        if verb is not None:
            mended.append(verb.word)
            wants = "" if verb.takes in ("", "home", "anything") else verb.takes
        elif not wants and word in FIELD:
            mended += ["move", word]
        elif word != "," and (wants or word.lower() not in _THINGS):
            mended.append(word)
            wants = ""
    with contextlib.suppress(Unreadable):
        return str(_read_line(" ".join(mended)))
    return ""


def _verb(word: str) -> str:
    """The verb that a word is, or was meant to be."""
    known = _SPOKEN.get(word.lower())
    if known is not None:
        return known.word
    near = nearest(word, _SPELT, cutoff=0.7)
    return _OTHERS.get(word.lower()) or (_SPELT[near] if near else "")


def _read_branches(text: str) -> tuple[Activate, ...]:
    return tuple(_read_line(line) for line in re.split(r"\sor\s", text, flags=re.IGNORECASE))


def _read_line(text: str) -> Activate:
    tokens = _TOKEN.findall(text)
    if not tokens:
        raise Unreadable("A line for a character is missing.", _LINE)
    if [token.lower() for token in tokens] in (["pass"], ["-"]):
        return Activate("", (Part("pass"),))
    who = tokens[0].lower() if tokens[0].lower() == ANY else tokens[0].upper()
    if who != ANY and not _ID.fullmatch(who):
        words = (
            "team",
            "home",
            "place",
            "done",
            "if",
            "whenever",
            "halt",
            "pass",
            "intercept",
            "ignore",
            "always",
        )
        why = f'A line begins with a character such as A1, not with "{tokens[0]}".'
        if _verb(tokens[0]) and len(tokens) > 1:
            raise Unreadable(
                f"{why} All that it does in an activation stands on one line.", "A1 move f6, pick up"
            )
        raise Unreadable(f"{why} {did_you_mean(tokens[0], words)}".rstrip(), _LINE)
    parts = tuple(_read_parts(tokens[1:]))
    if not parts:
        raise Unreadable(f"What is {who} to do?", _LINE, f"{who} pass")
    return Activate(who, parts)


def _read_parts(tokens: Sequence[str]) -> list[Part]:
    parts: list[Part] = []
    left = list(reversed(tokens))  # the next one is at the end
    while left:
        word = left.pop()
        if word == ",":
            continue
        verb = _SPOKEN.get(word.lower())
        if verb is None:
            raise Unreadable(f'"{word}" is nothing a character can do.', _LINE)
        second = verb.word.partition(" ")[2]
        if second and left and left[-1].lower() == second:
            left.pop()
        parts.append(Part(verb.word, _ARGUMENTS[verb.takes](verb, left)))
    return parts


def _none(verb: Verb, left: list[str]) -> str:
    return ""


def _wanted(verb: Verb, left: list[str], what: str) -> str:
    if not left or left[-1] == ",":
        raise Unreadable(f'"{verb.word}" wants {what}.', f"ID {verb.word} {what}")
    return left.pop()


def _square(verb: Verb, left: list[str]) -> str:
    return _read_square(_wanted(verb, left, "a square"))


def _target(verb: Verb, left: list[str]) -> str:
    return _one_of(verb, left, ("gnome",))


def _enemy(verb: Verb, left: list[str]) -> str:
    return _one_of(verb, left, ())


def _quarry(verb: Verb, left: list[str]) -> str:
    return _one_of(verb, left, ("holder", "gnome"))


def _one_of(verb: Verb, left: list[str], others: Sequence[str]) -> str:
    what = " or ".join(["a character", *others])
    word = _wanted(verb, left, what)
    if word.lower() in others:
        return word.lower()
    if not _ID.fullmatch(word.upper()):
        raise Unreadable(f'"{verb.word}" wants {what}, not "{word}".', f"ID {verb.word} {what}")
    return word.upper()


def _direction(verb: Verb, left: list[str]) -> str:
    what = f"a direction ({' '.join(DIRECTIONS)})"
    word = _wanted(verb, left, what).lower()
    if word not in DIRECTIONS:
        raise Unreadable(f'"{verb.word}" wants {what}, not "{word}".', "ID howl DIRECTION")
    return word


def _home(verb: Verb, left: list[str]) -> str:
    """A corner, or a seat by its capital letter (small ones are short forms of verbs), or nothing."""
    if not left:
        return ""
    if re.fullmatch("[A-D]", left[-1]):
        return left.pop()
    corner = left[-1].lower()
    if corner in CORNERS or corner in CORNER_NAMES:
        left.pop()
        return CORNER_NAMES.get(corner, corner)
    return ""


def _anything(verb: Verb, left: list[str]) -> str:
    """Words up to a comma or the next verb."""
    words: list[str] = []
    if left and left[-1].lower() == "at":
        left.pop()
        full = {known.word.split()[0] for known in VERBS}
        while left and left[-1] != "," and (not words or left[-1].lower() not in full):
            words.append(left.pop())
        if not words or not all(map(_PLAIN.fullmatch, words)):
            raise Unreadable('"look pretty at" wants a name in plain letters.', "ID look pretty at X")
    return " ".join(words)


_ARGUMENTS: Mapping[Argument, Callable[[Verb, list[str]], str]] = {
    "": _none,
    "square": _square,
    "target": _target,
    "enemy": _enemy,
    "quarry": _quarry,
    "direction": _direction,
    "home": _home,
    "anything": _anything,
}


def _read_square(word: str) -> str:
    if word.lower() not in FIELD:
        raise Unreadable(f'"{word}" is no square of the field (a1 to j10).', "a letter a-j and a number 1-10")
    return word.lower()


def _read_conditions(text: str) -> tuple[Condition, ...]:
    return tuple(
        _read_condition(" ".join(each.split())) for each in re.split(r"\sand\s", text, flags=re.IGNORECASE)
    )


def _read_condition(text: str) -> Condition:
    expected = (
        "loose, dead, we hold, they hold, ID holds, ID down, ID used, ID hp N, ID reach X, ID near X, or yes"
    )
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise Unreadable(f'"{text}" is no condition. Conditions: {expected}.', expected)
    negated = bool(found["negated"])
    if found["plain"]:
        return Condition(found["plain"].lower(), negated=negated)
    verb, what = found["verb"].lower(), found["what"] or ""
    fits = {
        "hp": what.isdecimal(),
        "reach": bool(_ID.fullmatch(what)) or what.lower() == "gnome" or what in FIELD,
        "near": bool(_ID.fullmatch(what.upper())) or what.lower() == "gnome",
    }.get(verb, not what)
    if not fits:
        raise Unreadable(f'"{text}" is no condition. Conditions: {expected}.', expected)
    if verb == "near" or what.lower() == "gnome":
        what = "gnome" if what.lower() == "gnome" else what.upper()
    return Condition(verb, found["who"].upper(), str(int(what)) if verb == "hp" else what, negated)


def _read_if(text: str, words: Sequence[str]) -> Order:
    when, branches = _read_conditional(text)
    return Choice(when, branches)


def _read_whenever(text: str, words: Sequence[str]) -> Order:
    when, branches = _read_conditional(text)
    return Whenever(when, branches)


def _read_conditional(text: str) -> tuple[tuple[Condition, ...], tuple[Activate, ...]]:
    word, _, rest = text.partition(" ")
    condition, colon, line = rest.partition(":")
    if not colon:
        raise Unreadable(f'A line with "{word}" wants a colon after its condition.', f"{word} COND: LINE")
    return _read_conditions(condition.strip()), _read_branches(line.strip())


def _read_halt(text: str, words: Sequence[str]) -> Order:
    if len(words) == 1:
        return Halt()
    if words[1] != "if":
        raise Unreadable('After "halt" comes nothing, or "if" and a condition.', "halt [if COND]")
    return Halt(_read_conditions(text.split(None, 2)[2] if len(words) > 2 else ""))


def _read_planned(text: str, words: Sequence[str]) -> Order:
    """What a plan has played, as the log has it."""
    line = _read_line(text.partition(":")[2].strip())
    return Activate(line.who, line.parts, planned=True)


def _read_team(text: str, words: Sequence[str]) -> Order:
    return Team(read_team(word.rstrip(",") for word in words[1:]))


def _read_home(text: str, words: Sequence[str]) -> Order:
    corners = [CORNER_NAMES.get(word.strip(","), word.strip(",")) for word in words[1:]]
    expected = "home CORNER ... (a1 j1 a10 j10, or sw se nw ne)"
    for corner in corners:
        if corner not in CORNERS:
            raise Unreadable(f'"{corner}" is no corner: a1 (sw), j1 (se), a10 (nw), j10 (ne).', expected)
    if not corners:
        raise Unreadable('"home" wants one corner or more, the dearest first.', expected)
    return Home(tuple(dict.fromkeys(corners)))


def _read_place(text: str, words: Sequence[str]) -> Order:
    if list(words[1:]) == ["same"]:
        return PlaceSame()
    return Place(_read_squares(text.replace(",", " ").split()[1:]))


def _read_squares(tokens: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of id and square, or squares alone; the first word tells which."""
    expected = "place [ID] SQUARE ..."
    if not tokens:
        raise Unreadable('"place" wants squares, with or without ids.', expected)
    if not _ID.fullmatch(tokens[0]):
        return tuple(("", _read_square(token)) for token in tokens)
    pairs: list[tuple[str, str]] = []
    for who, square in zip(tokens[::2], [*tokens[1::2], ""], strict=False):
        if not _ID.fullmatch(who) or not square:
            raise Unreadable(f'"{who}" should be an id and a square, such as A1 e4.', expected)
        pairs.append((who, _read_square(square)))
    if len({who for who, _ in pairs}) < len(pairs):
        raise Unreadable("An id stands twice in this line.", expected)
    return tuple(pairs)


def _read_always(text: str, words: Sequence[str]) -> Order:
    rest = words[1:]
    for how in ("yes", "no", "except worgen", "ask"):
        order = AlwaysIntercept(how)
        if str(order).split() == list(words):
            return order
    if rest == ["ask", "place"]:
        return AlwaysPlace("ask")
    if rest[:1] == ["place"]:
        if rest[1:] == ["same"]:
            return AlwaysPlace("same")
        if rest[1:] == ["auto"]:
            return AlwaysPlace("auto")
        squares = _read_squares(text.replace(",", " ").split()[2:])
        if not squares[0][0]:
            raise Unreadable("A standing placement names ids.", "always place ID SQUARE ...")
        return AlwaysPlace("squares", squares)
    forms = [form for form in FORMS if form.split()[0] in ("always", "never")]
    spelt = [nearest(word, ("intercept", "except", "worgen", "ask"), cutoff=0.75) or word for word in words]
    meant = " ".join(spelt) if spelt != list(words) else ""
    if meant not in (str(AlwaysIntercept(how)) for how in ("yes", "no", "except worgen", "ask")):
        meant = ""
    raise Unreadable("That is no standing order of this game.", ", ".join(forms), meant)


def _exactly(order: Order, also: str = "") -> Callable[[str, Sequence[str]], Order]:
    def reader(text: str, words: Sequence[str]) -> Order:
        if " ".join(words) not in (str(order), also):
            raise Unreadable(f'"{text}" cannot be read.', str(order), str(order))
        return order

    return reader


_READERS: Mapping[str, Callable[[str, Sequence[str]], Order]] = {
    "if": _read_if,
    "whenever": _read_whenever,
    "halt": _read_halt,
    "plan:": _read_planned,
    "team": _read_team,
    "tm": _read_team,
    "home": _read_home,
    "ho": _read_home,
    "place": _read_place,
    "pl": _read_place,
    "done": _exactly(Done()),
    "intercept": _exactly(Intercept()),
    "ignore": _exactly(Ignore()),
    "decline": _exactly(Ignore(), "decline"),
    "drop": _exactly(DropPlan()),
    "keep": _exactly(KeepOn()),
    "always": _read_always,
    "never": _read_always,
}
