"""The phrases of wishes, and where they stand in a plain sentence.

They stand beside each command, in `commands.toml`, by the line that is proposed. Their words follow each other
in the sentence; small words between them do not matter. `a|b` is one word or the other, `word?` may be missing, `..` is
up to four other words, and `{stop}` any word of that class in phrases.toml. A word in capitals is one of the slots
below; in a phrase DAYS is a span of days.
"""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pbem.server.answering.periods import without_periods
from pbem.server.answering.phrases import said, wish_words
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, COMMANDS

_SLOTS = {
    "NAME": r"(?P<name>[^\s@]+@[^\s@]+|[\w-]+)",
    "GAME": "(?P<game>{games})",
    "NEW": r"(?P<new>[^\s@]+@[^\s@]+)",
    "ZONE": r"(?P<zone>[\w/ -]+)",
    "TEXT": "(?P<text>.+)",
    "HOUR": r"(?P<hour>\d{1,2})(?:[:.]00)?(?: ?(?P<half>am|pm|o'clock|in (?:morning|evening|afternoon)))?",
}


def hits(sentence: str, games: Sequence[str]) -> list[tuple[CommandSpec, str, re.Match[str]]]:
    """The phrases that a plain sentence has: the command, its line and what was found, the longest first."""
    bare, dated = (
        said("small", r"\b{} ").sub("", f"{text} ").strip() for text in (sentence, without_periods(sentence))
    )
    core = bare
    while (shorter := said("wishing", "^{} ").sub("", f"{core} ", count=1).strip()) != core and shorter:
        core = shorter
    found: list[tuple[CommandSpec, str, re.Match[str]]] = []
    words = frozenset(re.split(r"[\s-]", f"{bare} {dated}".lower()))
    patterns, by_word = _patterns(tuple(games))
    for at in sorted({at for word in ("", *words) for at in by_word.get(word, ())}):
        name, line, needed, expression = patterns[at]
        if any(words.isdisjoint(each) for each in needed):
            continue
        pattern = _compiled(expression)
        spec = BY_WORD[name]
        text = dated if name == "vacation" else bare
        hit = pattern.fullmatch(core) or pattern.fullmatch(bare) if spec.ends else pattern.search(text)
        if hit is None or (not spec.ends and _is_doubted(text, hit)):
            continue
        found.append((spec, line, hit))
    return sorted(found, key=lambda each: _strength(each[2]), reverse=True)


def _strength(hit: re.Match[str]) -> tuple[int, int]:
    """How much of a phrase stands in a sentence, and how few other words."""
    between = sum(len(each.split()) for name, each in hit.groupdict("").items() if name.startswith("gap"))
    text = len((hit.groupdict().get("text") or "").split())
    return len(hit[0].split()) - between - text, -between


def _is_doubted(sentence: str, hit: re.Match[str]) -> bool:
    rest = f"{sentence[: hit.start()]} "
    return (
        said("not_wishing").search(said("wishing", "^{} ").sub(" ", rest)) is not None
        or re.search(r"\b(?:if|unless)\b", sentence) is not None
    )


_Pattern: TypeAlias = tuple[str, str, Sequence[frozenset[str]], str]


@functools.cache
def _patterns(games: tuple[str, ...]) -> tuple[Sequence[_Pattern], Mapping[str, Sequence[int]]]:
    """All phrases: the command, its line, the words without which it is not there, and the expression that finds it.
    Also their numbers, by the words of which a sentence must have one; by "" if it need have none."""
    named = "|".join(re.sub("-", "[- ]?", re.escape(name).replace(r"\-", "-")) for name in games) or "(?!)"
    slots = {slot: pattern.replace("{games}", named) for slot, pattern in _SLOTS.items()}
    found = tuple(
        (
            spec.name,
            line,
            tuple(
                _forms(word)
                for word in phrase.split()
                if slots.keys().isdisjoint(word.split("|")) and word != ".." and not word.endswith("?")
            ),
            rf"(?<![\w-]){_expression(phrase.split(), slots)}(?![\w-])",
        )
        for spec in COMMANDS
        for line, phrases in spec.wishes.items()
        for phrase in map(_without_small, phrases.split(";"))
        if phrase
    )
    by_word: dict[str, list[int]] = {}
    for at, (_, _, needed, _) in enumerate(found):
        for word in min(needed, key=len, default=("",)):
            by_word.setdefault(word, []).append(at)
    return found, by_word


@functools.cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _expression(words: list[str], slots: dict[str, str]) -> str:
    parts: list[str] = []
    begun = False  # a word that must be there stands before
    for at, word in enumerate(words):
        if word == "..":
            parts.append(rf"(?P<gap{at}>(?: [^\s]+){{0,4}}?)")
            continue
        plain_word = word.removesuffix("?")
        one = f"(?:{'|'.join(slots.get(each) or _counted(each) for each in _alternatives(plain_word))})"
        if word.endswith("?"):
            parts.append(f"(?: {one})?" if begun else f"(?:{one} )?")
        else:
            parts.append(f" {one}" if begun else one)
            begun = True
    return "".join(parts)


def _alternatives(word: str) -> list[str]:
    """The words that a word of a phrase may be: `a|b`, or those of a class, in braces: `{board}|it`."""
    return [
        each
        for one in word.split("|")
        for each in (wish_words(one.strip("{}")) if one.startswith("{") else [one])
    ]


def _without_small(phrase: str) -> str:
    """A phrase without the small words that sentences are freed of."""
    words = phrase.split()
    kept = [word for word in words if not said("small", "{}$").match(word)]
    return " ".join(kept if len(kept) > 1 else words)


def _forms(word: str) -> frozenset[str]:
    """A word, or several, in small letters and in all their forms."""
    each = [re.split("[- ]", one)[0].lower() for one in _alternatives(word)]
    return frozenset((*each, *(f"{one}s" for one in each)))


def _counted(word: str) -> str:
    """The expression for a word, one of them or several."""
    return f"{re.escape(word)}s?" if len(word) > 3 and word[-1] != "s" else re.escape(word)
