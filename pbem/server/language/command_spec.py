"""What is known of a command without running it: how it is written, and what kind of thing it does."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from pbem.play.orders import did_you_mean
from pbem.server.language.arguments import Arguments, Known, forms_of, lacks, take_apart

_PARTS = {
    "NUMBER": "the number of a match",
    "NAME": "a name",
    "GAME": "the name of a game",
    "TOURNAMENT": "the name of a tournament",
    "REASON": "the reason",
    "TEXT": "the text",
}
"""What a part of the usage stands for, if it is missing in a line."""

_SHOWN = {
    "NUMBER": "12",
    "#TURN": "#7",
    "NUMBER#TURN": "12#7",
    "NAME": "ben",
    "ORDER;": "ORDER",
}
"""What represents a part of the usage in a refusal."""


class HelpPage(Struct, frozen=True, forbid_unknown_fields=True):
    """A page below the help of a command, `help tournament options`: a paragraph, then lines, each with its meaning."""

    name: str
    title: str
    text: str
    lines: tuple[tuple[str, str], ...]


class CommandSpec(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one command is written and described, as it stands in `commands.toml`.

    `usage` are its forms, as in help (see `arguments`), and `tolerated` further forms that are accepted. `needless` are
    words that may be anywhere among its arguments. `also` are other words for it. `everyday`: those of its words that
    ordinary sentences begin with, too; after these only its own forms count. `changes`: it changes something; then the
    letter must prove who wrote it, and a failure makes all of it void. `final`: it cannot be taken back; only its own
    words do it, alone on a line, and no Subject above a text. `grave`: it gives something away, agrees to something or
    takes something back. `ends`: it may end a match, or leave the server. `wishes`: what sentences ask for it, by the
    line that is proposed (see `pbem.server.answering.wishes`). `prose`: the rest of the line is text, in which `;`
    separates nothing. `goes_on`: that is a message, to which the lines of its paragraph belong; `messages`:
    so it is behind these words of its own. `shared`: orders of
    games may begin with its word, too; a line that has none of its forms may be one of them. `pages` tell more, and
    the forms that are not told on the first page.
    """

    name: str
    usage: tuple[str, ...]
    summary: str
    help: str
    example: str
    tolerated: tuple[str, ...] = ()
    needless: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    everyday: tuple[str, ...] = ()
    who: Literal["anyone", "player"] = "player"
    changes: bool = True
    final: bool = False
    grave: bool = False
    prose: bool = False
    goes_on: bool = False
    messages: tuple[str, ...] = ()
    shared: bool = False
    ends: bool = False
    wishes: Mapping[str, str] = {}
    pages: tuple[HelpPage, ...] = ()

    @property
    def first_usage(self) -> list[str]:
        """The forms that are told on the first page of its help."""
        told = {line for page in self.pages for line, _ in page.lines}
        return [form for form in self.usage if form not in told]

    @property
    def form(self) -> str:
        """The first way to write it, without optional parts: for lists."""
        return self.usage[0].split(" [")[0]

    @property
    def names_game(self) -> bool:
        """Whether a game may be named in its arguments."""
        return any("GAME" in form.split() for form in self.usage)

    @property
    def own_forms(self) -> str:
        """The first forms that no sentence has: those without a text right after the command."""
        return ", or: ".join([form for form in self.usage if form.split()[1:2] != ["TEXT"]][:2])

    def parse(self, text: str, known: Known, *, is_alone: bool = True) -> Arguments | None:
        """Parse the arguments of a line; None if they have no form of this command.

        A text right after the command counts only if the line `is_alone` in its letter.
        """
        if self.needless:
            text = " ".join(word for word in text.split() if word.lower() not in self.needless)
        forms = forms_of(self.usage + self.tolerated)
        return take_apart([form for form in forms if is_alone or form[:1] != ("TEXT",)], text, known)

    def how(self, text: str = "", game: str = "dodgeball") -> str:
        """How to write it, for a player who has written it wrongly; `game` is the one in examples."""
        forms = dict.fromkeys(_shown(form, game) for form in self.usage)
        told = f"Write: {', or '.join(forms)}"
        more = "[" in self.usage[-1] or any(part.isupper() for form in forms for part in form.split())
        example = self.example if game in self.example or not self.names_game else ""
        if more and example and example not in forms:
            told += f"; for example: {example}"
        words = [
            part for form in self.usage for part in form.split()[1:] if part.islower() and part.isalpha()
        ]
        first = "".join(text.lower().split()[:1])
        near = did_you_mean(first, words) if first not in words else ""
        return f"{told}. {near}" if near else told

    @property
    def own_words(self) -> list[str]:
        """The words of its own with which its arguments may begin: `draw`."""
        found = (form.split()[1] for form in self.usage if len(form.split()) > 1)
        return list(dict.fromkeys(word for word in found if word.islower() and word.isalpha()))

    def lacking(self, text: str, known: Known) -> str:
        """What is missing, or wrong, in arguments that begin with a word of its own, and how they go on; empty for
        others."""
        forms = [form.split() for form in self.usage if form.split()[1:2] == text.lower().split()[:1]]
        if not forms:
            return ""
        lacking = [(*lacks(form[1:], text, known), form) for form in forms]
        at, word, part, best = max(lacking, key=lambda each: each[0])
        ends = dict.fromkeys(
            _shown(" ".join(form[at + 1 :]), "dodgeball") for far, *_, form in lacking if far == at
        )
        written = " ".join((self.name, *text.split()[:at]))
        how = f"Write: {', or '.join(f'{written} {end}'.strip() for end in ends)}"
        what = _PARTS.get(part, f"something like {part}")
        if not part or (word and best[at] == "TOURNAMENT"):
            how = f"Put names with spaces in quotes. {how}"
        if not part:
            return how
        return f'"{word}" is not {what}. {how}' if word else f"{what[0].upper()}{what[1:]} is missing. {how}"

    def is_message(self, arguments: str) -> bool:
        """Whether the lines of the paragraph belong to a line with these arguments."""
        return self.goes_on or arguments.lower().split(" ", 1)[0] in self.messages

    def opening(self, arguments: Sequence[str]) -> str:
        """The beginning of another line that would continue a message with these arguments."""
        if self.messages:
            return " ".join((self.name, *arguments[:2]))
        receiver = arguments[:1] if self.usage[0].split()[1:2] == ["NAME"] else ()
        return " ".join((self.name, *(word.rstrip(",:") for word in receiver)))


def _shown(form: str, game: str) -> str:
    parts = form.partition(" [")[0].split()
    at = parts.index("...") if "..." in parts else len(parts)
    kept = parts[:at] if "ORDER;" not in parts else parts[: parts.index("ORDER;") + 1]
    return " ".join(game if part == "GAME" else _SHOWN.get(part, part) for part in kept)
