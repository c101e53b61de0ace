"""What a command is: one small object with a name, a usage line, help, and `run`.

A command reads its arguments, acts through the `Visit` it is part of, and returns what the writer is told; it raises
`Refused` where it cannot be done. The list of all commands, from which help and the tests are drawn, is in
`pbem.desk.commands`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from pbem.desk.visit import Visit


class Command:
    """One line for the server itself."""

    name: ClassVar[str]
    usage: ClassVar[tuple[str, ...]]
    summary: ClassVar[str]
    help: ClassVar[str]
    example: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    everyday: ClassVar[tuple[str, ...]] = ()
    """Those of its words with which ordinary sentences begin, too: behind these only its own forms make a command."""
    who: ClassVar[Literal["anyone", "player"]] = "player"
    changes: ClassVar[bool] = True
    """Whether it changes anything: then the letter must prove who wrote it, and a failure makes all of it void."""
    final: ClassVar[bool] = False
    """Whether it cannot be taken back: only its own words do it, alone on a line, and no Subject above a text."""
    grave: ClassVar[bool] = False
    """Whether it gives something away, agrees to something or takes something back."""
    prose: ClassVar[bool] = False
    """Whether the rest of the line is text, in which `;` separates nothing."""
    goes_on: ClassVar[bool] = False
    """Whether that is a message, to which lines belong that follow it and are clearly said to people."""

    @property
    def form(self) -> str:
        """The first way to write it, without what may be left out: for lists."""
        return self.usage[0].split(" [")[0]

    @property
    def own_forms(self) -> str:
        """The first ways to write it that no sentence has: a text does not stand right behind its word."""
        return ", or: ".join([form for form in self.usage if form.split()[1:2] != ["TEXT"]][:2])

    def fits(
        self,
        arguments: Sequence[str],
        games: Collection[str],
        *,
        is_name: Callable[[str], bool] = bool,
        is_match: Callable[[str], bool] = str.isdecimal,
        is_alone: bool = True,
    ) -> bool:
        """Whether a line with these arguments has one of the forms of this command. `games` are the names of all;
        `is_name` tells who may be meant by a word, `is_match` which match. A text right behind the command is one only
        where the line `is_alone` in its letter."""
        forms = [form.split()[1:] for form in self.usage]
        return any(
            _fits(form, arguments, games, is_name, is_match)
            for form in forms
            if is_alone or form[:1] != ["TEXT"]
        )

    def opening(self, arguments: Sequence[str]) -> str:
        """How another line begins with which a message of these arguments would go on."""
        return self.name

    def obey(self, visit: Visit, text: str) -> str:
        """Do what a line says with these arguments; see `run`. Raises `Refused`."""
        if any("GAME" in form.split() for form in self.usage):
            text = visit.desk.games.joined(text)
        return self.run(visit, text.split(), text)

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Do it. `words` are the arguments, `text` the same as it was written. Raises `Refused`."""
        raise NotImplementedError


def _fits(
    form: Sequence[str],
    arguments: Sequence[str],
    games: Collection[str],
    is_name: Callable[[str], bool],
    is_match: Callable[[str], bool],
) -> bool:
    for part, word in zip(form, arguments, strict=False):
        match part:
            case "TEXT" | "...":
                return True
            case "NUMBER":
                fitting = is_match(word.rstrip(":"))
            case "GAME":
                fitting = word.lower() in games
            case "NAME" | "PART":
                fitting = is_name(word.rstrip(",:"))
            case "NEW" | "OLD":
                fitting = "@" in word
            case _ if part.startswith(("[", "ORDER")):
                return True
            case _ if any(sign.isdigit() or sign == "#" for sign in part):
                fitting = any(sign.isdigit() for sign in word)
            case _:
                fitting = part.isupper() or word.lower() == part
        if not fitting:
            return False
    open_ended = len(form) > len(arguments) and form[len(arguments)].startswith(("[", "..."))
    return len(form) == len(arguments) or open_ended
