"""The name under which a stranger wants to play, and that they want to, in whatever words."""

import re
from collections.abc import Sequence

from pbem.server.answering.phrases import said
from pbem.server.answering.plain import sentences
from pbem.server.core.context import Context
from pbem.server.language.introductions import asked_for, introduced_in, signed
from pbem.server.language.names import HANDLE, RESERVED
from pbem.server.language.yes_no import in_full
from pbem.server.letters.handles import reserved_words

_TALK = frozenset(
    (
        "not", "here", "back", "sorry", "fine", "ready", "sure", "new", "lost", "glad", "happy", "away",
        "interested", "sir", "madam", "sirs", "guys", "mate", "dude", "folks", "all", "there", "now", "too",
        "soon", "today", "chess", "game", "games", "player", "members", "so", "how", "what", "who", "when",
        "where", "why", "or", "and", "free",
    )
)  # fmt: skip


def registration_in(text: str, context: Context, below: Sequence[str] = ()) -> str:
    """The command that a stranger asks for who says that they want to play, and their name, perhaps below the end of
    the letter; "" for anybody else. Example: `My name is Tom. Please sign me up!`"""
    text = in_full(text)
    lines = sentences(text)
    clauses = [clause.strip() for line in lines for clause in re.split(r"[.,;!?\n]| - | and | but ", line)]
    if any(said("not_joining").search(line) for line in lines):
        return ""
    joining = [line for line in lines if said("joining").search(line)]
    named = [asked_for(each) for each in (" ".join(text.split()), *lines, *clauses)]
    if joining or said("interested").search(text):
        named.append(introduced_in(clauses))
    if joining:
        named += map(signed, [*joining, *lines[-1:], *reversed(below)])
    for name in filter(None, named):
        if HANDLE.fullmatch(name) and name.lower() not in RESERVED | _TALK | reserved_words(context):
            return f"register {name}"
    return ""
