"""What must be known of a command without running it: how it is written, and what kind of thing it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from msgspec import Struct


class CommandSpec(Struct, frozen=True, kw_only=True):
    """How one command is written and described.

    `everyday`: those of its words with which ordinary sentences begin, too; behind these only its own forms count.
    `changes`: it changes something; then the letter must prove who wrote it, and a failure makes all of it void.
    `final`: it cannot be taken back; only its own words do it, alone on a line, and no Subject above a text.
    `grave`: it gives something away, agrees to something or takes something back.
    `prose`: the rest of the line is text, in which `;` separates nothing.
    `goes_on`: that is a message, to which the lines of its paragraph belong.
    """

    name: str
    usage: tuple[str, ...]
    summary: str
    help: str
    example: str
    also: tuple[str, ...] = ()
    everyday: tuple[str, ...] = ()
    who: Literal["anyone", "player"] = "player"
    changes: bool = True
    final: bool = False
    grave: bool = False
    prose: bool = False
    goes_on: bool = False

    @property
    def form(self) -> str:
        """The first way to write it, without what may be left out: for lists."""
        return self.usage[0].split(" [")[0]

    @property
    def names_game(self) -> bool:
        """Whether a game may be named behind it."""
        return any("GAME" in form.split() for form in self.usage)

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
        receiver = arguments[:1] if self.usage[0].split()[1:2] == ["NAME"] else ()
        return " ".join((self.name, *(word.rstrip(",:") for word in receiver)))


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
