"""The same order in another form: third person, a verb before its figure, the figure behind `with` or `from`, and
other words for a verb.

Nothing is left out but small words and what the verb is always about (`the ball`). The words of verbs are data of each
game (`Game.verbs`).
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from pbem.play.names import inflected
from pbem.server.reading.finder import JOINTS, Position, Span
from pbem.server.reading.sentences import NUMBERS, Sentence

WORDS = 12
"""Maximum number of words of an order in other words."""

MENDINGS = 20
"""Maximum number of sentences of a letter that are looked at in this way."""

_DROPPED = frozenset(
    (
        "the", "a", "an", "my", "your", "his", "her", "its", "our", "their", "pawn", "piece", "player", "character",
        "token", "figure", "man", "guy", "then", "now", "just", "please", "over", "square", "hex", "space", "field",
        "column", "col", "file", "row", "at", "to", "on", "onto", "towards", "toward", "into", "is", "must", "will",
        "that", "this", "today", "time", "turn", "up", "in", "be", "going", "want", "wants", "like", "would",
        "shall", "should", "both", "can", "may", "does", "i", "we", "you", "it", "him", "of", "word", "mister",
        "number", "one", "pawns", "pieces", "players", "characters", "figures", "men", "guys", "boys", "team",
        "let", "use", "uses", "using", "try", "tries", "trying", "attempts", "attempting", "same", "likewise", "ditto",
    )
)  # fmt: skip
ALIKE = frozenset(("same", "likewise", "ditto"))
_BEHIND = frozenset(("with", "from", "by", "using", "for", "through", "via", "mit", "von"))


_OWNERS = frozenset(("my", "your", "his", "her", "its", "our", "their", "the"))
_STRANGERS = frozenset(("your", "his", "her", "their", "other", "another", "enemy", "a", "no"))
_WITHIN = _OWNERS | {"this", "that", "one", "it", "turn", "round"}
"""Words that may stand within a verb: `sits this one out`."""

_EVERYBODY = ("all", "everybody", "everyone")


class Reworded(Struct, frozen=True):
    """Orders that a sentence holds in other words. `sure`: only the form of its own words is another."""

    spans: tuple[Span, ...]
    sure: bool


class Word(Struct, frozen=True):
    """Part of a sentence: a name, a verb with what it may mean, or any other word."""

    text: str
    start: int
    end: int
    name: bool = False
    verbs: tuple[str, ...] = ()


def other_words(position: Position, sentence: Sentence) -> Reworded | None:
    """The orders of a sentence in another form; None if it holds none."""
    words = _behind_colon(list(parse_words(position, sentence)))
    sure = [at for at, word in enumerate(words) if word.name or word.verbs]
    if sure and words[sure[0]].verbs:  # place my pawns on b, c and d
        sure += [
            at for at, word in enumerate(words) if at > sure[-1] and word.text.lower() in position.listed
        ]
    if not sure:
        return None
    first, last = sure[0], sure[-1] + 1
    first -= words[first].name and first > 0 and words[first - 1].text.lower() in _BEHIND
    further = [at for at, word in enumerate(words) if at >= last and _is_core(position, word)]
    ends = [*range(last, min(len(words), last + _FURTHER) + 1), *(at + 1 for at in further)]
    longest: Reworded | None = None  # R1: the longest that is legal counts
    illegal: Reworded | None = None
    for end in dict.fromkeys(ends):
        if any(word.text.lower() in JOINTS for word in words[last:end]):
            break
        whole = _clause(position, words[first:end])
        if whole is not None and " " not in whole.spans[0].line and any(map(_says_more, words)):
            continue  # R1a: `The Orc does nothing` is no `pass` of somebody else
        if whole is not None and _all_legal(position, whole):
            longest = whole if longest is None or _says_more_than(whole, longest) else longest
        elif end == last:
            illegal = whole
    if longest is not None:
        return longest
    return _by_clauses(position, words) or illegal or _up_to_a_comma(position, words[first:])


def _says_more_than(one: Reworded, other: Reworded) -> bool:
    """Whether more words make an order another one, and are not only left out."""
    return len(one.spans[0].line.split()) > len(other.spans[0].line.split())


def _up_to_a_comma(position: Position, words: Sequence[Word]) -> Reworded | None:
    """The order that stands before a comma: `All of you, fetch the ball, before your tea gets cold!`"""
    for at in reversed([at for at, word in enumerate(words) if word.text == ","][:_FURTHER]):
        whole = _clause(position, words[:at])
        if whole is not None and " " in whole.spans[0].line and _all_legal(position, whole):
            return whole
    return None


def _by_clauses(position: Position, words: Sequence[Word]) -> Reworded | None:
    """The orders of several clauses: each has its own, goes on with the one before, or names figures for the next."""
    found: list[Reworded] = []
    figure = ""
    others: list[Word] = []  # figures for which the next order is, too
    for clause in _clauses(words):
        inner = [at for at, word in enumerate(clause) if word.name or word.verbs]
        if not inner or _leaves_the_rest(clause):
            continue
        part = clause[inner[0] : inner[-1] + 1]
        if len(part) == 1 and part[0].name and (position.names.figure(part[0].text) or part[0].text == "all"):
            like = [word for word in clause[inner[0] :] if word.text.lower() in ALIKE]
            if found and like:
                rest = found[-1].spans[-1].line.partition(" ")[2]
                span = Span(part[0].start, like[-1].end, f"{part[0].text} {rest}")
                found.append(Reworded((span,), found[-1].sure))
            else:
                others.append(part[0])
            continue
        if found and (whole := _goes_on(position, found[-1], part)) is not None:
            found[-1] = whole
            continue
        one = _clause(position, part) or (_clause(position, part, figure) if figure else None)
        if one is None and others and (one := _clause(position, part, others[-1].text)) is not None:
            called = others.pop()
            one = Reworded((Span(called.start, one.spans[0].end, one.spans[0].line),), one.sure)
        if one is None:
            return None
        if " " not in one.spans[0].line and any(map(_says_more, clause)):
            continue
        figure, _, rest = one.spans[0].line.partition(" ")
        alike = [Span(other.start, other.end, f"{other.text} {rest}") for other in others]
        found.append(Reworded((*alike, *one.spans), one.sure))
        others.clear()
    if not found:
        return None
    spans = tuple(span for each in found for span in each.spans)
    return Reworded(spans, all(each.sure for each in found))


def _leaves_the_rest(clause: Sequence[Word]) -> bool:
    """Whether a clause only says that figures which nobody has named stay where they are: `the others can stay`."""
    low = {part for word in clause for part in word.text.lower().split()}
    named = any(word.name and word.text != "all" for word in clause)
    return not named and not low.isdisjoint(_REST) and not low.isdisjoint(_STAYING)


_REST = ("others", "rest", "else", "remaining")
_STAYING = (
    "stay",
    "stays",
    "hold",
    "holds",
    "wait",
    "waits",
    "remain",
    "remains",
    "stand",
    "stands",
    "still",
)


def add_action(position: Position, line: str, sentence: Sentence) -> tuple[Span, bool] | None:
    """An order with the action that a sentence adds to it, and whether that is in its own words."""
    words = _behind_colon(list(parse_words(position, sentence)))
    actions = [word for word in words if word.verbs]
    whole = Reworded((Span(0, 0, line),), sure=True)
    longer = _goes_on(position, whole, words) if actions else None
    if longer is None:
        return None
    return Span(actions[0].start, actions[-1].end, longer.spans[0].line), longer.sure


def _says_more(word: Word) -> bool:
    """Whether a word beside an order of one word says that it is none: `I am done with this mess`."""
    return not word.verbs and word.text[0].isalnum() and word.text.lower() not in _DROPPED


def _behind_colon(words: list[Word]) -> list[Word]:
    """The words without those before a colon, if these name nothing."""
    at = next((at for at, word in enumerate(words) if word.text == ":"), -1)
    return words if any(word.name for word in words[: at + 1]) else words[at + 1 :]


def _goes_on(position: Position, above: Reworded, words: Sequence[Word]) -> Reworded | None:
    """One order of a clause and the action behind it, where the game wants both in one: `go to f4, then pick it up`."""
    action = [word for word in words if word.verbs]
    if len(action) != 1 or any(word.name for word in words) or len(above.spans) != 1:
        return None
    (span,) = above.spans
    for verb in action[0].verbs:
        line = f"{span.line}, {verb}"
        order = position.read(line)
        if order is not None and position.is_legal(line, order):
            return Reworded(
                (Span(span.start, words[-1].end, line),), above.sure and action[0].text in inflected(verb)
            )
    return None


_FURTHER = 3
"""Maximum number of words behind the last name or verb that may belong to an order: `choose the word RICE`."""


def _is_core(position: Position, word: Word) -> bool:
    low = word.text.lower()
    return word.name or bool(word.verbs) or low in position.balls or low in position.words


def _all_legal(position: Position, reworded: Reworded) -> bool:
    orders = [(span.line, position.read(span.line)) for span in reworded.spans]
    return all(order is not None and position.is_legal(line, order) for line, order in orders)


def parse_words(position: Position, sentence: Sentence, *, strictly: bool = True) -> Iterator[Word]:
    """The words of a sentence; a phrase of a verb is one. If not `strictly`, a capital `A`
    is a figure whatever stands behind it."""
    tokens = sentence.tokens
    at = 0
    low = [token[0].lower() for token in tokens]
    while at < len(tokens):
        after = low[at + 1] if at + 1 < len(tokens) else ""
        if low[at] in _EVERYBODY and "all" in position.first_words:
            yield Word("all", at, at + 1, name=True)
            at += 1
            continue
        figure = not strictly and tokens[at][0] == "A" and bool(position.names.figure("A"))
        if figure or position.is_name(tokens[at][0], after, low[at - 1] if at else ""):
            yield Word(tokens[at][0], at, at + 1, name=True)
            at += 1
            continue
        if low[at] in _GOING:
            behind = at + 1 + (low[at + 1 : at + 2] in (["to"], ["and"]))
            if behind < len(low) and low[behind] in position.verbs_begin:
                yield Word("to", at, behind)
                at = behind
                continue
        size, verbs = _verb_at(position, low, at)
        yield Word(" ".join(low[at : at + size]) if verbs else tokens[at][0], at, at + size, verbs=verbs)
        at += size


_GOING = frozenset(("going", "go", "goes", "come", "comes", "coming", "gonna"))
"""What says no more before another verb: `go hunt`, `going to throw`."""


def _verb_at(position: Position, low: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """How many words the verb has that stands here, and what it may mean; 1 and nothing for any other word."""
    if low[at] in position.verbs_begin:
        for size in range(min(4, len(low) - at), 0, -1):
            words = low[at : at + size]
            plain = [
                *(each for each in words[:-1] if each not in _WITHIN and each not in position.balls),
                words[-1],
            ]
            if verbs := position.verbs.get(" ".join(words)) or position.verbs.get(" ".join(plain)):
                return size, verbs
    return 1, ()


def _clauses(words: Sequence[Word]) -> Iterator[list[Word]]:
    clause: list[Word] = []
    for word in words:
        if word.text.lower() in JOINTS and not word.name:
            yield clause
            clause = []
        else:
            clause.append(word)
    yield clause


def _clause(position: Position, words: Sequence[Word], figure: str = "") -> Reworded | None:
    """The order that a clause is, if the game reads one of its forms; rather one that is legal now."""
    if sum(word.text[0].isalnum() for word in words) > WORDS:
        return None
    readable: tuple[str, bool] | None = None
    for line, sure in itertools.islice(_forms(position, words, figure), 24):
        order = position.read(line)
        if order is None:
            continue
        if position.is_legal(line, order):
            return Reworded((Span(words[0].start, words[-1].end, line),), sure)
        readable = readable or (line, sure)
    if readable is None:
        return None
    return Reworded((Span(words[0].start, words[-1].end, readable[0]),), readable[1])


def _forms(position: Position, words: Sequence[Word], figure: str) -> Iterator[tuple[str, bool]]:
    """The lines that a clause may be, the likeliest first, and whether only the form of its words is another."""
    balls = set(position.balls)
    choices = [word.verbs if word.verbs else ("",) for word in words]
    for chosen in itertools.islice(itertools.product(*choices), 4):
        sure = all(
            word.text in inflected(verb) for word, verb in zip(words, chosen, strict=True) if word.verbs
        )
        parts = [verb or word.text for word, verb in zip(words, chosen, strict=True)]
        kinds = ["verb" if word.verbs else "name" if word.name else "" for word in words]
        if sum(kind == "verb" for kind in kinds) > 1:
            yield _line(parts, kinds, balls=set(), kept=(",",)), sure
            yield _line(parts, kinds, balls=balls, kept=(",",)), sure
            if "name" in kinds:
                yield _without_verb(parts, kinds, balls), sure
            continue
        if any(part == "," for part in parts):  # place my pawns on b, c and d
            listed = [at for at, part in enumerate(parts) if part.lower() != "and"]
            yield _line([parts[at] for at in listed], [kinds[at] for at in listed], balls=set()), sure
        for names, kept in ((set[str](), ()), (balls, ()), (balls, ("to",))):
            for order in _arranged(position, parts, kinds, figure):
                yield _line(*order, balls=names, kept=kept), sure


def _arranged(
    position: Position, parts: Sequence[str], kinds: Sequence[str], figure: str
) -> Iterator[tuple[list[str], list[str]]]:
    """A clause as it stands, and with its figure in front."""
    yield list(parts), list(kinds)
    verb = next((at for at, kind in enumerate(kinds) if kind == "verb"), None)
    own = [
        at
        for at, part in enumerate(parts)
        if kinds[at] == "name" and position.names.figures.get(position.names.figure(part)) == position.seat
    ]
    behind = [at for at in own if at and parts[at - 1].lower() in _BEHIND]
    for at in (*behind, *own[:1]):
        others = [each for each in range(len(parts)) if each != at and not (each == at - 1 and at in behind)]
        others = [each for each in others if each != verb]
        first = [at] if verb is None else [at, verb]
        yield [parts[each] for each in (*first, *others)], [kinds[each] for each in (*first, *others)]
    if figure:
        yield [figure, *parts], ["name", *kinds]
    squares = [
        at for at, part in enumerate(parts) if kinds[at] == "name" and position.names.is_place(part.lower())
    ]
    left = [at for at in squares if at and parts[at - 1].lower() in ("from", "off")]
    dashed = [at for at in squares[:-1] if parts[at + 1] in ("-", "to", ">") and at not in left]
    for at in (*left, *dashed):
        kept = [each for each in range(len(parts)) if each != at and not (each == at - 1 and at in left)]
        yield [parts[each] for each in kept], [kinds[each] for each in kept]


def _line(parts: Sequence[str], kinds: Sequence[str], *, balls: set[str], kept: Sequence[str] = ()) -> str:
    """The words of a clause without small ones, but for those `kept`, and without its ball."""
    found = []
    for part, kind in zip(parts, kinds, strict=True):
        low = part.lower()
        dropped = low in _DROPPED or low in balls or not part[0].isalnum()
        if kind or not dropped or low in kept:
            found.append(part)
    return re.sub(r" (?=,)", "", " ".join(found))


_JOINED = re.compile(r"(?<!\S)([A-Za-z]?\d?[A-Za-z]\d)[x>:-]+([A-Za-z]?\d?[A-Za-z]\d)\b")
"""Two figures or squares with a sign between them, as in notations of Chess."""

_PACES = re.compile(
    r"\b(?:(?:a|one|two|three|four|five|six|\d) (?:squares?|steps?|paces?|hexes|hex|spaces?|fields?)"
    r"|straight|(?:straight )?ahead|forwards?)\b ?(?=.*\b[a-z]\d)",
    re.IGNORECASE,
)
"""How far it is to a square that is named anyway."""


def as_orders_say(position: Position, sentence: Sentence) -> Sentence:
    """A sentence with what people say as orders have it: see `Game.sayings`."""
    plain = sentence.plain
    for said, meant in position.game.sayings.items():
        plain = re.sub(rf"\b(?:{said})(?!\w)", meant, plain, flags=re.IGNORECASE)
    return sentence if plain == sentence.plain else structs.replace(sentence, plain=plain)


def respelled(position: Position, text: str) -> str:
    """A text with figures and squares that have fallen apart, or stick to a verb or to each other, put right:
    `S 1 move b 3`, `A1fetch`, `S1xN1`, `k2o`, `R A I N`."""
    if position.roles:
        text = _named_by_role(position, text)
    text = _STANDING.sub(lambda got: position.standing.get(got["square"].lower(), got[0]), text)
    text = _FROM_TO.sub(lambda got: position.own_at(got["square"]) or got[0], text)
    text = _PACES.sub("", text)
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
    r"(?:pawn|piece|player|character|token|figure|man|guy|one|lad)"
    r"|whoever|who)(?:,? (?:that|who|which))?(?: is)?(?: standing| waiting| sitting)?"
    r" (?:on|at|in|over on|over at)(?: the)?(?: square| hex| space| field)? (?P<square>[a-z]\d{1,2})\b",
    re.IGNORECASE,
)
"""A figure called by its square: `my pawn on b4`."""


_FROM_TO = re.compile(r"^(?P<square>[a-z]\d{1,2})(?=(?: to |\s?->\s?|\s?-\s?)[a-z]\d{1,2}\b)", re.IGNORECASE)
"""Where a figure stands, before where it goes: `b4 to c3`."""


def _named_by_role(position: Position, text: str) -> str:
    """A text with the player's own figures for what they are: `my troll to f4`, `the goalie G`."""
    roles = "|".join(sorted(map(re.escape, position.roles), key=len, reverse=True))

    def named(got: re.Match[str]) -> str:
        owner, figure = got["owner"] or "", position.roles[got["role"].lower()]
        if owner.lower() in _STRANGERS or owner.endswith("'s") or (got["figure"] or figure).upper() != figure:
            return got[0]
        return figure if not owner or owner.lower() in _OWNERS else f"{owner} {figure}"

    figures = "|".join(sorted(map(re.escape, position.roles.values()), key=len, reverse=True))
    pattern = rf"(?:\b(?P<owner>[\w']+) )?\b(?P<role>{roles})\b(?:,? (?P<figure>{figures})\b)?"
    return re.sub(pattern, named, text, flags=re.IGNORECASE)


def _names(position: Position, word: str) -> bool:
    return bool(position.names.figure(word)) or position.names.is_place(word.lower())


def _without_verb(parts: Sequence[str], kinds: Sequence[str], balls: set[str]) -> str:
    """The same where a noun looks like a verb: `take a step to d1`."""
    first = next((at for at, kind in enumerate(kinds) if kind == "verb"), len(kinds))
    kept = [at for at, kind in enumerate(kinds) if kind != "verb" or at == first]
    return _line([parts[at] for at in kept], [kinds[at] for at in kept], balls=balls)
