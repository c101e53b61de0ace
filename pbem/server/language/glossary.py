"""The words that all games share, and how a question about a word is recognised."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

import msgspec

from pbem.play.glossary import Entries, entries

SHARED: Entries = entries(
    msgspec.toml.decode(
        resources.files(__package__).joinpath("glossary.toml").read_bytes(), type=Mapping[str, str]
    )
)
"""What `help WORD` tells of words that are of no game: terms of a match, and what all mails speak of."""

_QUESTION = re.compile(
    r"""(?:what(?:'s|\ is|\ are|\ was|\ does|\ do)|explain|define)\ (?:the\ word\ )?(?:an?\ |the\ )?
    (?P<topic>[^?!.]{1,40}?)(?:\ means?|\ stands?\ for|\ is|\ do|\ for)?\s*[?!.]*""",
    re.VERBOSE | re.IGNORECASE,
)


_IDIOMS = ("up", "new", "on", "next", "left", "what")
"""What a greeting may ask for: what's up?"""


def topic_of(line: str) -> str:
    """What a question asks the meaning of, in small letters: `what is a copperback?`; "" for any other line."""
    found = _QUESTION.fullmatch(" ".join(line.split()))
    topic = found["topic"].strip(" \"'`").lower() if found is not None else ""
    return "" if topic in _IDIOMS else topic
