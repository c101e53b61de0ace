"""What stands in the lines of the game: the verbs of an activation, and the parts that they make."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.games.gnomeball.squares import CORNER_NAMES, CORNERS, DIRECTIONS, FIELD
from pbem.play import forms
from pbem.play.forms import FILLERS, Form, Kind, Line, Rule, Word
from pbem.play.mending import JOINTS

Argument: TypeAlias = Literal["", "square", "target", "enemy", "quarry", "direction", "home", "anything"]


class Verb(Struct, frozen=True):
    """A part of a line: its word, its short forms, what follows it, its step in the activation, and what a line with it
    does, for help.

    Steps come in rising order: 1 before the move, 2 the move, 3 the action; 0 is free to stand anywhere.
    """

    word: str
    short: tuple[str, ...]
    takes: Argument
    step: int
    says: Mapping[str, str]


VERBS: tuple[Verb, ...] = (
    Verb("move", ("m",), "square", 2, {"A3 move f5": "go there, up to 3 squares away"}),
    Verb("hearth", ("h",), "square", 2, {"A4 hearth b2": "Human: appear in your own home"}),
    Verb("pick up", ("pick", "get", "p"), "", 3, {"A3 move f5, pick up": "go, and take the gnome"}),
    Verb("toss", ("t",), "square", 3, {"A3 toss c4": "throw the gnome there"}),
    Verb("attack", ("a",), "target", 3, {"A1 move g5, attack B2": "go, and hit somebody beside"}),
    Verb("punt", ("k",), "home", 3, {"A1 punt": "kick it over a home within 4"}),
    Verb("stomp", ("s",), "", 3, {"A2 stomp": "Tauren: stun the enemies around"}),
    Verb("plague", ("b",), "enemy", 3, {"A2 plague B4": "Undead: throw a plague barrel"}),
    Verb("regenerate", ("r",), "", 3, {"A3 regenerate": "Troll: get hit points back"}),
    Verb("plant", ("e",), "", 3, {"A5 plant": "Goblin: leave explosives here"}),
    Verb("howl", ("w",), "direction", 3, {"A2 howl ne": "Vrykul: stop all in that line"}),
    Verb("fish", ("f",), "enemy", 3, {"A2 fish B1": "Tuskarr: let penguins bite B1"}),
    Verb("tend", ("n",), "", 3, {"A4 tend": "Night Elf: help the gnome escape"}),
    Verb("frenzy", ("z",), "", 0, {"A1 frenzy, attack B2": "Orc: hit with 1 damage more"}),
    Verb("detonate", ("d",), "", 1, {"A5 detonate": "Goblin: set off the explosives"}),
    Verb("look pretty", ("look", "l"), "anything", 0, {"A1 look pretty at B3": "Blood Elf: be admired"}),
    Verb("pass", ("-",), "", 3, {"A2 pass": "do nothing with A2"}),
    Verb("fetch", (), "", 3, {"A2 fetch": "run to the gnome and take it"}),
    Verb("hunt", (), "quarry", 3, {"A3 hunt holder": "run to its holder and attack"}),
    Verb("carry", (), "home", 2, {"A1 carry, punt": "run for a home, punt if near"}),
)
VERB: Mapping[str, Verb] = {verb.word: verb for verb in VERBS}
MACROS = ("fetch", "hunt", "carry")
ANY = "any"
"""In place of an id, in plan lines: see GNOMEBALL-128."""


class Part(Struct, frozen=True):
    """One part of a line: a verb of `VERBS` and what it is aimed at, empty where nothing is."""

    verb: str
    what: str = ""

    def __str__(self) -> str:
        if self.verb == "look pretty" and self.what:
            return f"look pretty at {self.what}"
        return f"{self.verb} {self.what}".rstrip()

    @property
    def step(self) -> int:
        """Where in an activation it belongs, see `Verb`."""
        return VERB[self.verb].step


# Kinds.

ID = Word("ID", "[a-d][1-9][0-9]?", str.upper, wants="a character", named=True, example="A1")
SQUARE = Word("SQUARE", "[a-j](?:10|[1-9])", str.lower, wants="a square of the field (a1 to j10)", named=True)
REFERENCE = re.compile(r"[A-D][1-9][0-9]?")


def characters(label: str, *others: str) -> Word[str]:
    """A character, or one of some other things."""
    example = others[0] if others else "A1"
    wants = " or ".join(("a character", *others))
    return Word(
        label,
        "|".join(("[a-d][1-9][0-9]?", *others)),
        lambda word: word.lower() if word.lower() in others else word.upper(),
        wants=wants,
        named=True,
        example=example,
    )


class _Home(Kind[str]):
    """A corner, or a seat by its capital letter (small ones are short forms of verbs)."""

    label, wants = "HOME", "a home"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        while at < len(line.low) and line.low[at] in FILLERS and line.words[at] != "A":
            at += 1
        if at < len(line.words) and re.fullmatch("[A-D]", line.words[at]):
            return line.words[at], at + 1
        corner = CORNER_NAMES.get(line.low[at], line.low[at]) if at < len(line.low) else ""
        if corner in CORNERS:
            return corner, at + 1
        line.miss(at, self.wants)
        return None


class _Anything(Kind[str]):
    """Words in plain letters up to a comma or the next verb."""

    label, wants = "X", "a name in plain letters"

    def take(self, line: Line, at: int) -> tuple[str, int] | None:
        end = at
        while end < len(line.low) and line.words[end] != ",":
            if end > at and line.low[end] in _FULL:
                break
            if not re.fullmatch("[A-Za-z0-9'-]{1,30}", line.words[end]):
                break
            end += 1
        if end > at:
            return " ".join(line.words[at:end]), end
        line.miss(at, self.wants)
        return None


_ARGUMENTS: Mapping[Argument, Kind[str]] = {
    "square": SQUARE,
    "target": characters("ID2|gnome", "gnome"),
    "enemy": characters("ID2"),
    "quarry": characters("ID2|holder|gnome", "holder", "gnome"),
    "direction": forms.Choice(
        {direction: direction for direction in DIRECTIONS},
        "DIRECTION",
        wants=f"a direction ({' '.join(DIRECTIONS)})",
    ),
    "home": _Home(),
    "anything": _Anything(),
}
_FULL = frozenset(verb.word.split()[0] for verb in VERBS)


def _form(verb: Verb) -> Form[Part]:
    """How a part with this verb is written."""
    first, _, second = verb.word.partition(" ")
    words = "/".join(dict.fromkeys((first, *verb.short))) + (f" [{second}]" if second else "")
    what = {"": "", "home": " [{what}]", "anything": " [at {what}]"}.get(verb.takes, " {what}")
    make = functools.partial(Part, verb.word)
    return Form(words + what, make, what=_ARGUMENTS[verb.takes]) if verb.takes else Form(words, make)


PART_FORMS = {verb.word: _form(verb) for verb in VERBS}
RULES: Mapping[str, Rule] = {
    word: form.rules[0] for form in PART_FORMS.values() for word in form.rules[0].words
}


class Parts(Kind[tuple[Part, ...]]):
    """What a character does, one after the other; commas between may be left out."""

    label, wants = "...", "something that it is to do"

    def take(self, line: Line, at: int) -> tuple[tuple[Part, ...], int] | None:
        parts: list[Part] = []
        end = at
        while True:
            while end < len(line.low) and (line.low[end] == "," or (parts and line.low[end] in JOINTS)):
                end += 1
            rule = RULES.get(line.low[end]) if end < len(line.low) else None
            if rule is None:
                line.miss(end, "an action", spelt=PART_FORMS)
                if end < len(line.low) and line.words[end] in FIELD:
                    line.miss(end, "move", fixed=True)
                break
            got = rule.take(line, end)
            if got is None:
                return None
            parts.append(got[0])
            at = end = got[1]
        return (tuple(parts), at) if parts else None
