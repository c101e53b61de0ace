"""Old habits: the match in front of a line or behind it, the game in front of a command, and lines in the Subject."""

import re
from collections.abc import Sequence

from pbem.play.orders import tidy
from pbem.server.language.command_table import MATCH, command_named
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.sentences import plainly

_TAG = re.compile(r"\[pbem (\d+)", re.IGNORECASE)
_AT_THE_END = re.compile(r"(?P<rest>.+?),? (?:in|for) (?:match|game) (?P<match>\d{1,9})\W*", re.IGNORECASE)
_HABIT = re.compile(
    r"(?:(?:in|for|re|to) )?(?:(?P<game>[a-z][\w-]*)[:!]?\s+)?"
    r"(?:(?P<word>match|game|move|moves|turn|order|orders|play|qmove|board)\s+)?#?(?P<match>\d{1,9})\b"
    r"(?P<sep>[\s:,;.-]*)(?P<rest>.*)",
    re.IGNORECASE,
)
"""Lines for a match as here and on older servers: `match 12: S1 move b4`, `dodgeball move 12 S1 move b4`."""


def match_of(letter: LetterContext, line: str) -> tuple[int, str]:
    """The match that a line names as here or on older servers, and the rest of the line; (0, "") for any other."""
    text = tidy(line)
    if letter.player is None or not any(sign.isdigit() for sign in text):
        return 0, ""
    if found := _AT_THE_END.fullmatch(text):
        return int(found["match"]), found["rest"]
    found = _HABIT.fullmatch(text)
    if found is None:
        return 0, ""
    game, word = (found["game"] or "").lower(), (found["word"] or "").lower()
    if game in ("match", "game", "move") and not word:
        game, word = "", game
    known = game in letter.context.games.names or command_named(game) is MATCH
    if not (word or game) or (game and not known) or (not game and word not in ("match", "game", "move")):
        return 0, ""
    return int(found["match"]), found["rest"]


def only_match_of(letter: LetterContext, text: str) -> int | None:
    """The only running match of the sender of a game that a text names."""
    name = letter.context.games.joined(plainly(text).lower().strip(" .!:"))
    if letter.player is None or name not in letter.context.games.names:
        return None
    rows = letter.context.store.matches.of_player(letter.player.id, ("running",))
    own = [row.id for row in rows if row.game == name]
    return own[0] if len(own) == 1 else None


def above_text(letter: LetterContext, subject: str, lines: Sequence[str]) -> list[str]:
    """What a Subject says about the match of a text: lines to be read above it."""
    if letter.current is not None or not lines:
        return []
    if tagged := _TAG.match(subject):
        mine = letter.player is not None and letter.find_match_if_any(int(tagged[1])) is not None
        return [f"match {tagged[1]}"] if mine else []
    number, rest = match_of(letter, subject)
    if number:
        return [f"match {number}", *([rest] if rest else [])]
    number = only_match_of(letter, subject) or 0
    return [f"match {number}"] if number else []
