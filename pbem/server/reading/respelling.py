"""A sentence with what people say as orders have it: figures and squares that have fallen apart, roles, paces."""

import re

from msgspec import structs

from pbem.server.reading.finder import Position
from pbem.server.reading.forms import OWNERS
from pbem.server.reading.judge import is_doubtful
from pbem.server.reading.sentences import NUMBERS, Sentence

_STRANGERS = frozenset(("your", "his", "her", "their", "other", "another", "enemy", "a", "no"))

_JOINED = re.compile(r"(?<!\S)([A-Za-z]?\d?[A-Za-z]\d)[x>:-]+([A-Za-z]?\d?[A-Za-z]\d)\b")
"""Two figures or squares with a sign between them, as in notations of Chess."""

_PACES = re.compile(
    r"\b(?:(?:a|one|two|three|four|five|six|\d) (?:squares?|steps?|paces?|hexes|hex|spaces?|fields?)"
    r"|straight|(?:straight )?ahead|forwards?|(?:home|back|down|across|all the way)(?= to [a-z]\d))\b ?(?=.*\b[a-z]\d)",
    re.IGNORECASE,
)
"""How far it is to a square that is named anyway."""


_PLACED = re.compile(
    r"\b(?P<figure>[A-Za-z]\d?),? (?:on|at|in) (?P<square>[a-z]\d{1,2})\b", re.IGNORECASE | re.ASCII
)
"""A figure with the square where it stands: `N1 on a5`."""

_ADORNED = re.compile(
    r"\b(?:that|the|this|your|his|her|their|my) (?P<word>[a-z]{3,}) (?P<figure>[A-Z]\d)\b",
    re.IGNORECASE | re.ASCII,
)
"""A figure with what is thought of it: `that cheeky N1`."""


def as_orders_say(position: Position, sentence: Sentence) -> Sentence:
    """A sentence with what people say as orders have it: see `Game.sayings`, and `Names.called`."""
    plain = sentence.plain
    if position.listed:
        plain = _COUNTED.sub(lambda got: _each(position, got), plain)
    for said, meant in (*position.game.sayings.items(), *position.names.called.items()):
        plain = re.sub(rf"\b(?:{said})(?!\w)", meant, plain, flags=re.IGNORECASE)
    if position.names.steps:
        plain = _STEPS.sub(lambda got: _with_square(position, got), plain)
    if position.balls:
        plain = position.carrying.sub("", plain)
    return sentence if plain == sentence.plain else structs.replace(sentence, plain=plain)


_COUNTED = re.compile(rf"\b({'|'.join(NUMBERS)}|\d) (\w{{3,}})s\b", re.IGNORECASE)
"""Several of what answers are made of: `two orcs`."""


def _each(position: Position, got: re.Match[str]) -> str:
    """The word as often as it is counted, if answers have it."""
    word = got[2].lower()
    count = int(NUMBERS.get(got[1].lower(), got[1]))
    return " ".join([word] * count) if word in position.listed else got[0]


_STEPS = re.compile(
    r"\b(?P<figure>[A-Za-z]\d?)(?P<verb> [a-z]+s?)? (?:(?P<first>[a-z]+) )?"
    rf"(?P<count>a|an|\d|{'|'.join(NUMBERS)})(?: (?:squares?|steps?|spaces?|fields?))?(?: to the)?"
    r"(?: (?P<last>[a-z]+))?\b",
    re.IGNORECASE | re.ASCII,
)
"""How far a figure goes in a direction: `S3 goes two squares forward`, `A2 up 2`."""


def _with_square(position: Position, got: re.Match[str]) -> str:
    """The same with the square that the figure comes to, if the direction is known and there is such a square."""
    steps, figure = position.names.steps, position.names.figure(got["figure"])
    way = next((way for way in (got["last"], got["first"]) if way and way.lower() in steps), "")
    at = next((square for square, who in position.standing.items() if who == figure), "")
    known = not got["verb"] or got["verb"].strip().lower() in position.verbs_begin  # not `A5 is one down`
    if not (way and at and known and position.commands(figure)) or (got["first"] and got["first"] != way):
        return got[0]
    count = {"a": 1, "an": 1}.get(got["count"].lower()) or int(
        NUMBERS.get(got["count"].lower(), got["count"])
    )
    columns, rows = steps[way.lower()]
    square = f"{chr(ord(at[0]) + columns * count)}{int(at[1:]) + rows * count}"
    rest = f" {got['last']}" if got["last"] and got["last"] != way else ""
    return (
        f"{got['figure']}{got['verb'] or ''} to {square}{rest}" if position.names.is_place(square) else got[0]
    )


def respelled(position: Position, text: str) -> str:
    """A text with figures and squares that have fallen apart, or stick to a verb or to each other, put right:
    `S 1 move b 3`, `A1fetch`, `S1xN1`, `k2o`, `R A I N`."""
    if text not in position.respelled:  # a sentence is looked at several times
        position.respelled[text] = _respelled(position, text)
    return position.respelled[text]


def _respelled(position: Position, text: str) -> str:
    written = text
    if position.roles:
        text = _APOSTROPHE.sub(lambda got: _as_role(position, got), text)
        text = _named_by_role(position, text)
    text = _STANDING.sub(lambda got: position.standing.get(got["square"].lower(), got[0]), text)
    if position.names.steps and text != written:  # the paces of a figure that was not named
        text = _STEPS.sub(lambda got: _with_square(position, got), text)
    if not any(position.commands(word) for word in re.findall(r"\w+", text)):
        text = _STOOD_ON.sub(lambda got: position.own_at(got[0]) or got[0], text)
    text = _HOLDING.sub(lambda got: _holder(position, got), text)
    text = _AS_CAN.sub("", text)
    text = _FROM_TO.sub(lambda got: position.own_at(got["square"]) or got[0], text)
    text = _PACES.sub("", text)
    text = _PLACED.sub(
        lambda got: (
            got["figure"]
            if position.standing.get(got["square"].lower()) == position.names.figure(got["figure"])
            else got[0]
        ),
        text,
    )
    text = _ADORNED.sub(lambda got: _without_adornment(position, got), text)
    if position.roles_of_others:
        text = _targets_by_role(position, text)
    text = _JOINED.sub(
        lambda got: f"{got[1]} {got[2]}" if all(map(position.is_name, got.groups())) else got[0], text
    )
    text = re.sub(
        r"\b(\w+)'s\b(?: (?=(\w+)))?",
        lambda got: f"{got[1]} " if position.is_name(got[1], (got[2] or "").lower()) else got[0],
        text,
    )
    text = re.sub(
        r"\b([A-Za-z]) (" + "|".join(NUMBERS) + r")\b", lambda got: got[1] + NUMBERS[got[2].lower()], text
    )
    text = re.sub(r"\b(?:[A-Za-z](?:,? |-)){2,}[A-Za-z]\b", lambda got: re.sub("[, -]", "", got[0]), text)
    text = re.sub(
        r"\b([A-Za-z]) (\d{1,2})\b",
        lambda got: f"{got[1]}{got[2]}" if _names(position, got[1] + got[2]) else got[0],
        text,
    )
    text = re.sub(
        r"\b([A-Za-z]\d?)[oO]\b", lambda got: f"{got[1]}0" if _names(position, f"{got[1]}0") else got[0], text
    )
    verbs = "|".join(sorted((verb for verb in position.verbs if verb.isalpha()), key=len, reverse=True))
    if verbs:
        text = re.sub(
            rf"\b([A-Za-z]?\d?[A-Za-z]\d)({verbs})\b",
            lambda got: f"{got[1]} {got[2]}" if _names(position, got[1]) else got[0],
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(rf"\b({verbs})([A-Z]{{2,}})\b", r"\1 \2", text)
    return re.sub(r"\s*=\s*", " ", text).replace(" comma ", ", ").replace('"', "")


_STANDING = re.compile(
    r"\b(?:(?:my|me|the|your|his|her|their|our|that|this) (?:\w+ )?"
    r"(?:pawn|piece|player|character|token|figure|man|guy|one|lad|fellow|chap|bloke|boy|lady|woman|girl|opponent|enemy)"
    r"|whoever|who)(?:,? (?:that|who|which))?(?: is)?(?: standing| waiting| sitting)?"
    r" (?:on|at|in|over on|over at)(?: the)?(?: square| hex| space| field)? (?P<square>[a-z]\d{1,2})\b",
    re.IGNORECASE,
)
"""A figure called by its square: `my pawn on b4`."""


_AS_CAN = re.compile(
    r"\bas (?:far|fast|quick|quickly|close|near)(?: \w+){0,3} as (?:possible|(?:he|she|it|they|i|you|we) can),?"
    r" (?=.*\b[a-z]\d)",
    re.IGNORECASE,
)
"""How far, where a square is named anyway: `as far from N4 as he can, over to f1`."""

_STOOD_ON = re.compile(r"(?<!\bto )(?<!\bat )(?<!\bon )(?<!\bonto )\b[a-z]\d{1,2}\b", re.IGNORECASE)
"""A square that is no target; where no figure is named, the one on it may be meant: `I throw at b6 from b4`."""

_HOLDING = re.compile(
    r"\b(?:my|me|the|your|his|her|their|our|that|this) (?:pawn|piece|player|character|token|figure|man|guy|one|lad),?"
    r" (?:with|holding|carrying|(?:that|who|which) (?:has|holds|carries|is holding|is carrying)|in possession of)"
    r" (?:the )?(?P<ball>[a-z]+(?: ?\d)?)\b",
    re.IGNORECASE,
)
"""A figure called by what it holds: `my pawn with ball 1`."""


def _holder(position: Position, got: re.Match[str]) -> str:
    """The figure that holds a ball, if one does."""
    said = got["ball"].lower().replace(" ", "")
    held = {ball.lower().replace(" ", ""): at for ball, at in position.names.balls.items()}
    return position.names.figure(held.get(said, "")) or got[0]


_FROM_TO = re.compile(r"^(?P<square>[a-z]\d{1,2})(?=(?: to |\s?->\s?|\s?-\s?)[a-z]\d{1,2}\b)", re.IGNORECASE)
"""Where a figure stands, before where it goes: `b4 to c3`."""


def _named_by_role(position: Position, text: str) -> str:
    """A text with the player's own figures for what they are: `my troll to f4`, `the goalie G`."""
    roles = "|".join(sorted(map(re.escape, position.roles), key=len, reverse=True))

    def named(got: re.Match[str]) -> str:
        owner, figure = got["owner"] or "", position.roles[got["role"].lower()]
        if owner.lower() in _STRANGERS or owner.endswith("'s") or (got["figure"] or figure).upper() != figure:
            return got[0]
        return figure if not owner or owner.lower() in OWNERS else f"{owner} {figure}"

    figures = "|".join(sorted(map(re.escape, position.roles.values()), key=len, reverse=True))
    pattern = rf"(?:\b(?P<owner>[\w']+) )?\b(?P<role>{roles})\b(?:,? (?P<figure>{figures})\b)?"
    return re.sub(pattern, named, text, flags=re.IGNORECASE)


_APOSTROPHE = re.compile(r"\b(\w+)'(\w{2,})\b")


def _as_role(position: Position, got: re.Match[str]) -> str:
    """A role that is written with an apostrophe: `Val'kyr`."""
    plain = got[1] + got[2]
    known = plain.lower() in position.roles or plain.lower() in position.roles_of_others
    return plain if known else got[0]


def _without_adornment(position: Position, got: re.Match[str]) -> str:
    said = got["word"].lower() in position.verbs or is_doubtful(got["word"])
    return got["figure"] if position.names.figure(got["figure"]) and not said else got[0]


def _targets_by_role(position: Position, text: str) -> str:
    """A text with figures of others for what they are, where a verb is about them: `hits their troll`."""
    roles = "|".join(sorted(map(re.escape, position.roles_of_others), key=len, reverse=True))
    owner = "(?:the|that|this|their|his|her|your|enemy)"
    pattern = rf"\b(?P<verb>\w+)(?P<at> (?:at|on|to|from|by))? {owner} (?P<role>{roles})\b"

    def named(got: re.Match[str]) -> str:
        if got["verb"].lower() not in position.verbs and not got["at"]:
            return got[0]
        return f"{got['verb']}{got['at'] or ''} {position.roles_of_others[got['role'].lower()]}"

    return re.sub(pattern, named, text, flags=re.IGNORECASE)


def _names(position: Position, word: str) -> bool:
    return bool(position.names.figure(word)) or position.names.is_place(word.lower())
