"""Answers about words: of the game, of the server, names of games and commands."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.play.game import Game
from pbem.play.glossary import find_word
from pbem.server.answering.about import About
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words, is_weak, search
from pbem.server.answering.told import Told
from pbem.server.language.command_table import command_named
from pbem.server.language.glossary import SHARED

_TOPIC = re.compile(
    r"^(?:(?:could|can|would|will) (?:you|somebody|someone|anybody|anyone) )?"
    r"(?:what (?:is|are|was|does|do)|who (?:is|are)|explain(?: to me)?|define|what about|how does|meaning of"
    r"|tell me about|what can|what could|(?:what is )?the meaning (?:of|from)|what is meant by|what means|how about"
    r"|how to understand|what it (?:is|means)(?: to)?|the word|the term|describe) "
    r"(?:the (?:word|term|sign|symbol|letter|abbreviation) )?(?:an? |the |my |this |these |any )?(?P<topic>.{1,40}?)"
    r"(?: (?:mean|means|stand for|stands for|good for|do|does|work|works|for|here|exactly"
    r"|in this game|in general|to me|for me|to us))?"
    r"(?: that .*| which .*)?$"
)

_TOPIC_FIRST = re.compile(
    r"^(?:what )?(?:the word |the term )?(?:an? |the |my |this |these |any )?(?P<topic>[^ ]+(?: [^ ]+)??)"
    r"(?: (?:in|on|of) (?:the |this |my )?\w+)?(?: (?:is|are|means?|does|stands? for))?$"
)
"""`what a copperback is`, or the word alone: `frenzy?`."""


def about_word(asked: str, about: About, position: Position | None) -> Told:
    """What a word means: in the game, then here."""
    found = _TOPIC.match(asked.lower()) or _TOPIC_FIRST.match(asked.lower())
    if found is None:
        return None
    topic = found["topic"].strip()
    if len(topic.split()) > 3 or not re.search(r"[\w*]", topic):
        return None
    games = [position.game] if position is not None else games_named(asked, about) or list(about.games)
    for game in games:
        for word in _variants(topic):
            if (entry := find_word(game.entries, word)) is not None and _is_it(entry, word):
                return [*_paragraphs(game.entries[entry]), f"More: help {game.name} {entry}"]
    if position is None and (named := games_named(topic, about)):
        return [
            named[0].summary,
            first_sentences(about.context.templates.overview(named[0].name), 600),
            f"More: help {named[0].name}",
        ]
    for word in _variants(topic):
        if (shared := find_word(SHARED, word)) is not None and _is_it(shared, word):
            return [*SHARED[shared]]
    command = command_named(topic.split()[0]) if len(topic.split()) == 1 else None
    if command is not None:
        return [
            f"{command.usage[0]}: {command.summary}.",
            first_sentences(command.help, 400),
            f"More: help {command.name}",
        ]
    return None


_DIFFERENCE = re.compile(
    r"\b(?:differences?|distinction|differ|different|distinguish)\b.*?(?: between| of| from)? (?:an? |the )?"
    r"(?P<one>[\w-]+)"
    r" (?:and|from|versus|vs|or|to) (?:an? |the )?(?P<other>[\w-]+)(?: differ| different)?$"
    r"|^how (?:do|does|is|are) (?:an? |the )?(?P<this>[\w-]+) (?:and|differ from|different from) (?:an? |the )?"
    r"(?P<that>[\w-]+)(?: differ| different)?$",
    re.IGNORECASE,
)


def differences_in(asked: str, about: About) -> Told:
    """What two words of a game mean, whose difference is asked for."""
    found = _DIFFERENCE.search(asked)
    if found is None or about.game is None:
        return None
    entries = about.game.entries
    named = (found["one"] or found["this"], found["other"] or found["that"])
    words = [find_word(entries, name.lower()) for name in named]
    if not all(words):
        return None
    return [
        *(f"{word.capitalize()}: {first_sentences(' '.join(entries[word]), 330)}" for word in words if word),
        f"More: help {about.game.name} {words[0]}",
    ]


_SPELLINGS = (("center", "centre"), ("defense", "defence"), ("color", "colour"))
"""Words in American and in British spelling."""


def _variants(topic: str) -> list[str]:
    """A topic, also in the other spelling, as the rulebooks may have it."""
    british = american = topic
    for here, there in _SPELLINGS:
        british, american = british.replace(here, there), american.replace(there, here)
    spelled = [topic, american, british]
    return list(
        dict.fromkeys(
            (
                *spelled,
                topic.split("=")[0],
                *(each.replace("-", "") for each in spelled),
                *(each.replace(" ", "-") for each in spelled),
                *(each.replace(" ", "") for each in spelled),
            )
        )
    )


def _is_it(entry: str, topic: str) -> bool:
    """Whether an entry is about all of a topic: not only about the last word of several that mean something."""
    rest = [word for word in topic.split() if word not in entry.split() and not entry.startswith(word[:4])]
    return len(rest) <= 1


def _paragraphs(told: Sequence[str]) -> list[str]:
    return [text for text in told if text.strip()]


def unknown(asked: str, about: About) -> Told:
    """That nothing in a game is called by the only word that a question is about."""
    topic = _TOPIC.match(asked.lower())
    words = content_words(asked)
    if about.game is None or topic is None or len(words) != 1 or words[0] not in topic["topic"].split():
        return None
    if not words[0].isalpha() or is_weak(words[0]) or search(about.context, about.game, words, 1):
        return None
    return [
        f"Nothing in {about.game.title} is called {words[0]}.",
        f"The words of the game: help {about.game.name}",
    ]


def games_named(asked: str, about: About) -> list[Game[Any]]:
    low = f" {about.context.games.joined(asked.lower())} "
    return [about.context.games.named(name) for name in about.context.games.names if f" {name} " in low]


def first_sentences(text: str, most: int) -> str:
    """The beginning of a text, whole sentences."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    cut = flat[:most]
    ends = [found.end() for found in re.finditer(r"[.!?](?= )", cut)]
    return cut[: ends[-1]] if ends else f"{cut.rsplit(' ', 1)[0]} [...]"
