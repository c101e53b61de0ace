"""What people write round their orders: greetings, closings, kind sentences. Whether they say yes is told by `yes_no`.

None of it may ever be an order that somebody meant. So a sentence counts as said to people only where nothing in it
could be an order: no number and no single letter as in the names of squares and pawns, no word of the game's orders nor
one that is nearly such a word, and no condition, question or second thought.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from pbem.play.game import Game
from pbem.play.orders import nearest, tidy
from pbem.server.language.command_table import COMMANDS, command_named
from pbem.server.language.yes_no import CLOSINGS, GREETINGS

ENDS = frozenset(("stop", "quit", "end"))
"""Lines that end a letter, unless they are orders of its match."""

SHORT = 4
"""A line of so many words may hold the word of a command anywhere: `I resign`."""

_SHORT = frozenset(
    (
        "good luck", "have fun", "well played", "nice one", "nice game", "good game", "gg", "gl", "hf", "glhf", "sorry",
        "your turn", "your move", "my turn", "my move", "my moves", "my orders", "my placing", "here goes",
        "here we go", "here it is", "here they are", "see below", "oops", "viel spaß", "viel glück", "bonne chance",
        "cool", "great", "nice", "super", "awesome", "wow", "yay", "haha", "ha", "lol", "hm", "hmm", "ouch", "phew",
        "oh no", "damn",
    )
)  # fmt: skip
"""Sentences of one word or two that can only be said to people; longer ones are looked at word by word."""

_EVERYDAY = frozenset(
    (
        "about", "after", "again", "another", "awful", "bad", "before", "believe", "clever", "course", "dear",
        "enough", "even", "ever", "fair", "finally", "fun", "funny", "glad", "going", "good", "great", "guess",
        "haha", "happy", "hard", "have", "hear", "heard", "hello", "here", "hope", "hopefully", "indeed",
        "just", "know", "like", "long", "look", "looking", "looks", "love", "luck", "lucky", "many", "mean",
        "mine", "more", "much", "must", "nice", "pity", "please", "pretty", "quite", "read", "really", "right",
        "seems", "shame", "some", "soon", "sorry", "still", "such", "sure", "take", "thank", "thanks", "that",
        "that's", "their", "them", "there", "these", "they", "thing", "things", "think", "this", "those",
        "thought", "time", "today", "tomorrow", "tonight", "very", "want", "weather", "week", "well", "went",
        "were", "what", "wish", "wonderful", "work", "year", "yesterday", "your", "yours",
    )
)  # fmt: skip
"""Words of every conversation: where no order has one of them, none is a slip of the pen."""

_NOUN_BEHIND = frozenset(
    ("a", "an", "the", "my", "your", "his", "her", "our", "their", "good", "nice", "great", "fine", "lovely")
)
"""Behind these a word of the orders is a thing: `a good move`."""

_SMALL = frozenset(
    (
        "all", "at", "best", "first", "full", "last", "lot", "next", "no", "on", "or", "own", "same", "short", "to",
        "up", "with", "yes",
    )
)  # fmt: skip
"""Words that stand in orders, and in every sentence."""

_SHORTEST = 4
"""A word of fewer letters is like too many."""

_SENTENCE = 3
_LONGEST = 60
"""A sentence of so many words is looked at word by word, and none that is longer."""

_ORDER = 24
"""Maximum number of words of a line compared with orders."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
SMILEY = re.compile(r"(?<!\w)[:;=]-?[()DPp*]+(?!\w)")
"""A face, anywhere in a line."""
_PLEASE = re.compile(r"(?:\s+|,\s*)(?:please|pls|thanks|thank you)[\s.!]*$", re.IGNORECASE)
_PAUSE = re.compile(r"[.,;:!()]| - ")
_DOUBT = re.compile(
    r"\?|\b(?:not|never|but|if|unless|when|then|instead|only|except|maybe|perhaps|otherwise|wait|later|would|could"
    r"|should|give up|surrender|concede|nicht|aber|wenn|pas|mais)\b|\w+n't\b|\b(?:dont|cant|wont)\b",
    re.IGNORECASE,
)


@functools.lru_cache(maxsize=64)
def vocabulary(game: Game[Any] | None) -> frozenset[str]:
    """The words of the orders of a game, and of the commands that change something."""
    forms = game.forms if game is not None else ()
    commands = (
        word
        for command in COMMANDS
        if command.changes or command.name == "resign"
        for word in (command.name, *command.also)
    )
    return frozenset((*re.findall(r"\b[a-z]{2,}\b", " ".join(forms)), *commands)) - _SMALL


@functools.lru_cache(maxsize=8192)  # what people say to one another is made of few words
def _is_nearly_an_order(word: str, words: frozenset[str], at: int) -> bool:
    """Whether a word looks like a slip of the pen in one of these: sooner where it stands first or second (`at` 0 or 1)
    than anywhere else (2), and like a command only where it stands first."""
    if len(word) < _SHORTEST or word in _EVERYDAY:
        return False
    near = nearest(word, words, cutoff=0.65 if at < 2 else 0.8)
    if near and command_named(near) is not None:
        return at == 0 and bool(nearest(word, [near], cutoff=0.78))
    return bool(near)


def greets(line: str) -> bool:
    """Whether a line above the orders is a greeting."""
    words = tidy(line).lower().split()
    return bool(words) and words[0].rstrip(",") in GREETINGS and len(words) <= 4


def takes_leave(line: str) -> str:
    """The words of a line with which somebody takes leave, and the name behind them: `Cheers, Cat`; "" for others.

    What stands behind may still be meant otherwise (`thanks, done`): see `behind`.
    """
    text = SMILEY.sub("", tidy(line)).strip()
    words = text.lower().rstrip(",!. ")
    if words in CLOSINGS:
        return words
    found = _PAUSE.split(text, maxsplit=1)
    head = found[0].strip().lower()
    if len(found) > 1 and head in CLOSINGS and _is_name(found[1], capital=False):
        return head
    parts = text.split()
    for count in (3, 2, 1):
        head = " ".join(parts[:count]).lower()
        if head in CLOSINGS and _is_name(" ".join(parts[count:]), capital=True):
            return head
    return ""


def behind(line: str, head: str) -> str:
    """What stands in a line behind its first words."""
    return SMILEY.sub("", tidy(line)).strip()[len(head) :].strip(" ,.!-")


def _is_name(text: str, *, capital: bool) -> bool:
    words = text.strip(" ,.!").split()
    return 1 <= len(words) <= 3 and all(
        len(word) > 1 and word.replace("-", "").isalpha() and (word[0].isupper() or not capital)
        for word in words
    )


def without_please(line: str) -> str:
    """A line without the polite word at its end."""
    return _PLEASE.sub("", line)


def says_something(line: str) -> bool:
    """Whether a line holds a letter, a digit or a question mark at all: no order is made of signs alone."""
    return any(sign.isalnum() or sign == "?" for sign in line)


def is_said(line: str, words: frozenset[str]) -> bool:
    """Whether a line is clearly said to people: nothing in it could be an order of these words."""
    text = SMILEY.sub("", tidy(line)).strip()
    found = _WORD.findall(text.lower())
    if " ".join(found) in _SHORT:
        return True
    long = len(found) >= _SENTENCE or (len(found) > 1 and found[0] in _EVERYDAY) or greets(line)
    return long and len(found) <= _LONGEST and _harmless(text, found, words)


def is_like_an_order(line: str, words: frozenset[str]) -> bool:
    """Whether half of the words of a line, or more, could be those of an order."""
    found = _WORD.findall(SMILEY.sub("", tidy(line)).lower())[:_ORDER]
    return bool(found) and " ".join(found) not in _SHORT and 2 * sum(_doubtful(found, words)) >= len(found)


def is_talk(line: str, words: frozenset[str]) -> bool:
    """Whether a line below a message, which is not like an order, clearly belongs to it: a question, or nothing in it
    but numbers could be of an order."""
    text = SMILEY.sub("", tidy(line)).strip()
    found = _WORD.findall(text.lower())[:_LONGEST]
    return text.endswith("?") or not any(_doubtful([word for word in found if not word.isdecimal()], words))


def _harmless(text: str, found: list[str], words: frozenset[str]) -> bool:
    return not (_DOUBT.search(text) or any(_doubtful(found, words)))


def _doubtful(found: list[str], words: frozenset[str]) -> Iterator[bool]:
    """For each word of a sentence whether it could be of an order: a name of a square or a pawn, or a word of orders or
    nearly one, unless it is a thing here."""
    for at, word in enumerate(found):
        if any(sign.isdigit() for sign in word) or (len(word) == 1 and word not in ("a", "i", "u")):
            yield True
        elif at and found[at - 1] in _NOUN_BEHIND:
            yield False
        else:
            yield word in words or _is_nearly_an_order(word, words, min(at, 2))
