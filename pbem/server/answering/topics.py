"""What a question is about that only points to it: `A4 - what squares can he get to?`

The topic stands before the question, in its own sentence or in the one before, and is put in the place of he, it, that
and the like. What may be a topic is what has a name: on the board, in the glossary of the game, in quotes.
"""

import re
from collections.abc import Iterator

from msgspec import Struct, structs

from pbem.play.glossary import Entries, find_word
from pbem.server.answering.about import About
from pbem.server.answering.phrases import said
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words, is_weak
from pbem.server.answering.subjects import subjects_in
from pbem.server.answering.unknowing import asked_in

_APART = re.compile(
    r"(?P<end>\s*[,;:]|\s+-+|\s*[–—]|\s*\.{2,3})\s+(?:(?:and|but|so|now|then|or|please|pls) )*"
    r"(?=(?:(?:on|in|at|to|for|from|with|by|of) )?(?:what|where|who|whose|whom|which|how|when|why)(?:'?s)?\b"
    r"|(?:meaning|purpose|status|position|location|range|distance|odds|chances?)\W*$"
    r"|(?:his|her|its|their) \w+(?: and \w+)?\W*$"
    r"|(?:is|are|was|do|does|did|can|could|may|might|must|should|will|would|has|have)(?: not|n'?t)? "
    r"(?:he|she|it|they|that|this|those|these|there)\b)",
    re.IGNORECASE,
)
"""Between a topic and the question about it."""

_SOMEBODY = re.compile(r"\b(?:he|she|him)\b|\b(?:his|her)\b(?= \w)", re.IGNORECASE)
_OF_PLAYERS = re.compile(
    r"(?:(?<!same )(?<!this )(?<!next )\bturn|\b(?:answer\w*|repl\w+|deadline|time|wr[io]t\w+|sent|online"
    r"|moved|played|dice|vacation|holiday|name|mail|match"
    r"|winning|ahead|clock|team|pawns|figures|characters|players|men|pieces))\b",
    re.IGNORECASE,
)
"""Of whom a question speaks so is rather the other player."""

_IT = re.compile(
    r"\bit\b(?! (?:(?:is|was|would be|will be)(?: not)? |not )?(?:my|his|her|your|their|possible|allowed|legal"
    r"|permitted|true|ok|okay|worth \w+ing|worth it|late|too|over|enough|me|us|an?|the|that|if"
    r"|you|i|we|he|she|they|matters?|takes?|costs?"
    r"|\w+ (?:that|to|if))\b)",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:that|this|those|these|they|them)\b(?=\W*$|'?s\b|,| (?:all|both|is|are|do|does|mean|means|good|stands?|works?"
    r"|called|exactly|then|here|again|about|again|for|please|actually)\b)",
    re.IGNORECASE,
)
_ANY = re.compile(r"\b(?P<any>any|some)(?=(?: (?:left|here|around|there|on the board))?\W*$)", re.IGNORECASE)
_BEHIND = re.compile(
    r"^(?P<asks>(?:and |so )?(?:what|who|where)(?: is| are|'?s) )(?:it|that|this|they|those|these),"
    r" (?P<topic>[^,]+?)\W*$",
    re.IGNORECASE,
)
"""`What are they, those stars?`"""

_CALLED = re.compile(
    r"\b(?:of|about|mentions?|says?|called|words?|term|named|reads?|see|sees|shows?)"
    r" (?P<topic>(?:(?:an?|the|some|these|those) )?[\w*'-]+(?: [\w*'-]+)?)\W*$",
    re.IGNORECASE,
)
_ELLIPTICAL = re.compile(
    r"(?:what(?:'?s| is) the difference"
    r"|how (?:far|fast|strong|many (?:squares|steps|inches|hexes|paces|spaces))|where|what|meaning|purpose|status"
    r"|position|location|range|distance|odds|chances?)\W*$",
    re.IGNORECASE,
)
"""What is asked of a topic before it in so few words that no other stands for it: `S1 to N1, how far?`"""

_ALONE = re.compile(
    r"^(?!(?:if|when|suppose|supposing|assuming|say|once|after|before|while|as|in case)\b)"
    r"(?:(?:and|but|so|ok|oh|well|about|regarding|re|as for|concerning|from|between)[ ,:]+)*"
    r"(?P<topic>(?P<thing>(?:(?:the|an?|my|his|her|their|this|these|those|that) )?"
    r"(?!i'?m\b|(?:i|you|he|she|it|we|they)\b)(?P<head>[\w*'/-]+(?: [\w*'/-]+){0,2}?))"
    r"(?: (?:on|in|at|of|over|under|beside|near|behind|headed|marked|called|for|with|from|to) .{1,40})?)\W*$",
    re.IGNORECASE,
)
"""A topic that is all that stands before the question: `The column headed G, what is that?`"""


class _Topic(Struct, frozen=True):
    """Something that a question may be about, and whether it stands on the board."""

    name: str
    figure: bool = False
    known: bool = True


def asks_behind(sentence: str) -> bool:
    """Whether a sentence asks something of a topic that it names first, with no mark: `homes, where are they`."""
    found = next(_APART.finditer(sentence), None)
    if found is None or _ALONE.match(sentence[: found.start()]) is None:
        return False
    asks = sentence[found.end() :]
    return _ELLIPTICAL.match(asks) is not None or (points(asks) and said("asking").match(asks) is not None)


def points(sentence: str) -> bool:
    """Whether a sentence speaks of something that it does not name."""
    return any(each.search(sentence) for each in (_SOMEBODY, _IT, _THAT))


def with_topic(sentence: str, before: str, about: About, position: Position | None) -> str:
    """A question with what it is about in the place of the words that point to it; as it is if there are none, or
    nothing before it has a name. `before` is the sentence before it."""
    if found := _BEHIND.match(sentence):
        return f"{found['asks']}{found['topic']}?"
    for apart in _APART.finditer(sentence):
        lead, asks = sentence[: apart.start()], sentence[apart.end() :]
        if _ALONE.match(lead) and not said("asking").match(lead) and _ELLIPTICAL.match(asks):
            return f"{asks.rstrip(' ?')} {lead}?"
        put = _put(asks, lead, about, position)
        if put != asks:
            return put if _ALONE.match(lead) else f"{lead}{apart[0]}{put.rstrip('?')}?"
    return _put(sentence, before, about, position) if before else sentence


def _put(asks: str, before: str, about: About, position: Position | None) -> str:
    pointing = [each for each in (_SOMEBODY, _IT, _THAT, _ANY) if each.search(asks)]
    if not pointing:
        return asks
    topics = list(_topics(before, about, position))
    if not topics:
        return asks
    last = topics[-1]
    somebody = next((each for each in reversed(topics) if each.figure), None)
    if somebody is not None and not _OF_PLAYERS.search(asks):
        of = f"{somebody.name}'s"
        asks = _SOMEBODY.sub(lambda word: of if word[0].lower() in ("his", "her") else somebody.name, asks)
    asks = _ANY.sub(lambda word: f"{word['any']} {last.name}", asks, count=1)
    thing = next((each for each in reversed(topics) if not each.figure), last)
    asks = _IT.sub(thing.name, asks)
    if _names_nothing(asks, thing, about, position):
        asks = _THAT.sub(thing.name, asks, count=1)
    return asks


def _names_nothing(asks: str, thing: _Topic, about: About, position: Position | None) -> bool:
    """Whether a question has no other topic of its own."""
    own = [each for each in _topics(asks, about, position) if each.known and each.name != thing.name]
    return not own and (thing.known or not content_words(_THAT.sub("", asks)))


def _topics(text: str, about: About, position: Position | None) -> Iterator[_Topic]:
    """What a text names, in its order: of the board, of the glossary, in quotes; else what it seems to speak of."""
    text = re.sub(r"^(?:what|where) (?:is|are) |\?$", "", asked_in(text)) or text
    alone = _ALONE.match(text)
    found = [*_named(_words(text), about, position)]
    if alone is not None and said("asking").match(text) is None and content_words(alone["topic"]):
        whole = [each for each in found if each.name.lower().removeprefix("the ") == alone["head"].lower()]
        if whole or not any(each.figure and each.name in alone["thing"].split() for each in found):
            mine = re.match(r"(?:my|his|her|their) ", alone["topic"], re.IGNORECASE)
            if whole and mine:
                whole = [structs.replace(each, name=alone["topic"]) for each in whole]
            yield from whole or [_Topic(alone["topic"], known=False)]
            return
    yield from found
    quoted = re.findall(r"(?<!\w)['\"]([\w* -]{1,30})['\"](?!\w)", text)
    yield from (_Topic(each) for each in quoted if all(each != topic.name for topic in found))
    called = _CALLED.search(text) if not found and not quoted else None
    if called is not None and content_words(called["topic"]):
        yield _Topic(called["topic"], known=False)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w*]+(?:[-,/][\w*]+)*", text)


def _named(words: list[str], about: About, position: Position | None) -> Iterator[_Topic]:
    entries: Entries = about.game.entries if about.game is not None else {}
    at = 0
    while at < len(words):
        for size in (3, 2, 1):
            phrase = " ".join(words[at : at + size])
            if size > len(words) - at:
                continue
            entry = _is_term(phrase.lower(), entries)
            if size == 1 and position is not None:
                lead = " ".join(words[max(0, at - 1) : at + 2]) if len(phrase) == 1 else phrase
                subjects = subjects_in(lead, position)
                name = position.names.figure(phrase)
                if name and name in subjects.figures:
                    yield _Topic(phrase, figure=True)
                    break
                if len(phrase) > 1 and (subjects.balls or subjects.squares):
                    yield _Topic(phrase if subjects.squares else f"the {phrase}")
                    break
            if entry:
                of_figures = position is not None and phrase.lower() in position.kinds
                yield _Topic(phrase, figure=of_figures)
                break
        else:
            size = 1
        at += size


def _is_term(phrase: str, entries: Entries) -> bool:
    """Whether a phrase as a whole is explained, and is no word that stands in any sentence."""
    entry = find_word(entries, phrase)
    return (
        entry is not None
        and phrase.startswith(entry[:-1])
        and bool(content_words(phrase))
        and not is_weak(phrase)
    )
