"""The words that all games share, and how a question about a word is recognized."""

import re

from pbem.play.glossary import Entries, read_entries
from pbem.server.language.command_table import command_named

SHARED: Entries = read_entries(__package__)
"""What `help WORD` tells of words that belong to no game: terms of a match, and concepts of all mails."""

_QUESTION = re.compile(
    r"""(?:what(?:'s|\ is|\ are|\ was|\ does|\ do)|explain|define)\ (?:the\ word\ )?(?:an?\ |the\ )?
    (?P<topic>[^?!.]{1,40}?)(?:\ means?|\ stands?\ for|\ is|\ do|\ for)?\s*[?!.]*""",
    re.VERBOSE | re.IGNORECASE,
)


_HOW = re.compile(
    r"""(?:how\ (?:(?:far|often)\ )?
        (?:to|(?:do|can|could|should|would|may)\ (?:i|we|you|one)|does\ (?:one|an?|the)|does)
    |(?:when\ |where\ |whom\ )?(?:can|may|must)\ (?:i|we|one))\ (?P<verb>[a-z-]+)
    (?P<rest>\ [^?!.]{1,60})?\s*[?!.]*""",
    re.VERBOSE | re.IGNORECASE,
)

_LOST = re.compile(
    r"""(?:sorry,?\ )?(?:how\ (?:do|can|should)\ (?:i|you|we)\ play(?:\ this)?|how\ does\ (?:this|it)\ work
    |what\ (?:do|can|must|should)\ i\ do(?:\ now|\ here)?|what\ (?:now|next)|i(?:'m|\ am)\ lost
    |i\ (?:do\ not|don't|dont)\ (?:understand|get)(?:\ (?:this|it|that|anything))?)\s*[?!.]*""",
    re.VERBOSE | re.IGNORECASE,
)

_IDIOMS = ("up", "new", "on", "next", "left", "what")  # what a greeting may ask: what's up?


def topics_of(line: str) -> tuple[str, ...]:
    """The topics that a question asks help on, in lower case, the likeliest first: a word (`what is a copperback?`), or
    an action (`how do I throw a ball?`). Empty for any other line."""
    text = " ".join(line.replace("\u2019", "'").split())
    if found := _QUESTION.fullmatch(text):
        topics: tuple[str, ...] = (found["topic"],)
    elif found := _HOW.fullmatch(text):
        topics = (found["verb"], found["rest"] or "")
    else:
        topics = ()
    plain = (topic.strip(" \"'`").lower() for topic in topics)
    return tuple(topic for topic in plain if topic and topic not in _IDIOMS)


def is_lost(line: str) -> bool:
    """Whether a line asks for help on everything: `how do I play?`, `I don't understand this`."""
    return _LOST.fullmatch(" ".join(line.replace("\u2019", "'").split())) is not None


def subject_word(line: str) -> str:
    """The word of the command that a line uses, for a Subject; a question uses help."""
    word = line.split()[0].lower().rstrip(",.:!?")
    asks = is_lost(line) or (topics_of(line) and command_named(word) is None)
    return "help" if asks else word
