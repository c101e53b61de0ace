"""Commands for matches as files, and for new matches out of old ones."""

from __future__ import annotations

import re

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.words import read_number, read_options
from pbem.server.core.terms import read_level
from pbem.server.lobby.forks import Forks
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome

_FROM = re.compile(r"(\d{1,15})?(?:#(\d{1,9}))?")


class Export(Command):
    """A match as a file."""

    name = "export"

    def __init__(self, forks: Forks) -> None:
        self._forks = forks

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Send it."""
        return self._forks.send(letter, read_number(words, f"Write for example: {self.spec.example}"))


class Fork(Command):
    """What if."""

    name = "fork"

    def __init__(self, forks: Forks) -> None:
        self._forks = forks

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Offer it."""
        found = _FROM.fullmatch(words[0]) if words else None
        if found is None and (words or letter.current is None):
            raise Refused(f"From which turn of which match? For example: {self.spec.example}")
        if found is not None and found[1]:
            loaded = letter.repository.load(int(found[1]))
            if loaded is None:
                raise Refused(f"There is no match {found[1]} that has begun")
        else:
            loaded = letter.find_match()
        turn = int(found[2]) - 1 if found is not None and found[2] else None
        names, texts = read_options(words[1:], loaded.game)
        level = read_level(texts, loaded.row.terms.level)
        if texts:
            raise Refused(f"{next(iter(texts))}=: of a fork only the level of the house can be changed")
        return self._forks.fork(letter, loaded, turn, names, level)
