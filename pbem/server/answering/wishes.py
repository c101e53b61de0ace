"""Sentences that ask for what a command does, in other words: `I'm away from 1 to 10 December`.

The phrases stand beside each command, in `commands.toml`, by the line that is proposed. Their words follow each other
in the sentence; small words between them do not matter. `a|b` is one word or the other, `word?` may be missing, `..` is
up to four other words, and `{stop}` any word of that class in phrases.toml. A word
in capitals in the line is filled in from the sentence, or from the letter around it: NAME a player, or the address of
somebody who is to be invited, OTHER whom the letter names elsewhere, GAME a game, NEW a
mail address, ZONE a time zone, TEXT what follows, NUMBER a challenge, WHEN a span of days, DAYS one without which it
is no wish, COUNT the number of their matches. In a phrase DAYS is such a span.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, structs

from pbem.server.answering.about import About, table_of
from pbem.server.answering.match_options import left_out, options_in, qualifies
from pbem.server.answering.named import (
    addresses_in,
    as_written,
    challenge_meant,
    days_meant,
    game_named,
    named_around,
    player_named,
    zone_named,
)
from pbem.server.answering.periods import without_periods
from pbem.server.answering.phrases import said, wish_words
from pbem.server.answering.plain import plain, sentences
from pbem.server.answering.position import Position
from pbem.server.answering.registering import registration_in
from pbem.server.answering.subjects import subjects_in
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, COMMANDS
from pbem.server.matches.repository import HOUSE

_SLOTS = {
    "NAME": r"(?P<name>[^\s@]+@[^\s@]+|[\w-]+)",
    "GAME": "(?P<game>{games})",
    "NEW": r"(?P<new>[^\s@]+@[^\s@]+)",
    "ZONE": r"(?P<zone>[\w/ -]+)",
    "TEXT": "(?P<text>.+)",
}
_OF_MATCH = re.compile(r"\b(?:match|game) (?:number |no |#)?(\d{1,9})\b", re.IGNORECASE)


class Wish(Struct, frozen=True):
    """The command that a sentence asks for, filled in. `changes`: it changes something, so it needs a yes;
    `ends_match`: it may end a match, or leave the server."""

    command: str
    changes: bool
    ends_match: bool


LONGEST_WISH = 400
"""Maximum number of characters of a sentence in which a wish is looked for: each phrase is looked for everywhere."""


def wish_in(text: str, about: About) -> Wish | None:
    """The first wish in a text, or None. Nothing is done for it: its command may be proposed."""
    if about.player is None:
        command = registration_in(text, about.context)
        return Wish(command, True, False) if command else None
    each = [sentence for sentence in sentences(text) if len(sentence) <= LONGEST_WISH]
    doubted = any(said("not_really").search(one) for one in each[1:])
    for sentence in each:
        if said("exclaiming").match(sentence):
            continue
        asked = doubted or (len(each) > 1 and sentence.endswith("?"))
        if not asked and (ends := _end_in(sentence, about)) is not None:
            return ends
        for part in _clauses(sentence):
            for spec, line in _lines_for(plain(part), about, raw=part):
                if spec.ends and (asked or (_OF_MATCH.search(sentence) and not _OF_MATCH.search(part))):
                    continue  # a match is named beside it
                return Wish(line, _changes(spec, line), spec.ends)
    return None


def _end_in(sentence: str, about: About) -> Wish | None:
    """The wish to end a match that a clause is: whatever else its sentence wants, that comes first."""
    if said("ending").search(sentence) is None:
        return None
    parts = _AT_JOINTS.split(sentence)
    if len(parts) == 1 or said("not_really").search(sentence) or said("undecided").search(sentence):
        return None
    number = _OF_MATCH.search(sentence)
    for part in filter(None, map(str.strip, parts)):
        if number is not None and _OF_MATCH.search(part) is None:
            part = f"{part.rstrip('.!')} match {number[1]}"
        for spec, line in _lines_for(plain(part), about, raw=part):
            if spec.ends:
                return Wish(line, _changes(spec, line), True)
    return None


_AT_JOINTS = re.compile(r"[,;:] |\b(?:and|so|but|then|also|ok|n) ", re.IGNORECASE)


def _clauses(sentence: str) -> list[str]:
    """A sentence and its parts between commas, if none of them is doubt about the others."""
    parts = [part.strip() for part in re.split(r"[,;:] | (?:tbh|lol|honestly|seriously|mate) ", sentence)]
    doubted = [said("not_really").search(part) is not None for part in parts]
    clear = [
        part
        for at, part in enumerate(parts)
        if not any(doubted[:at] + doubted[at + 1 :]) or (_SO_PLEASE.match(part) and not doubted[at])
    ]
    return list(dict.fromkeys((sentence, *clear)))


_SO_PLEASE = re.compile(r"so (?:please|pls|(?:can|could|would|will) you)\b", re.IGNORECASE)
"""The beginning of a request behind its reason: `I have no rules, so please send them.`"""

_LONG = 6
"""Maximum number of words of a sentence in which one word alone means a command."""


def command_meant(text: str, about: About) -> tuple[CommandSpec, str] | None:
    """The command that a sentence asks for, even where its line cannot be filled in, and a line for an example."""
    for sentence in sentences(text):
        for spec, line, hit in _hits(plain(sentence), about):
            if len(hit[0].split()) == 1 and len(sentence.split()) > _LONG:
                continue  # `off` in a long sentence is no holiday
            if (name := hit.groupdict().get("name")) and not player_named(
                name, about, known=True, around=True
            ):
                continue
            ready = line.replace("GAME", about.context.games.names[0])
            return spec, ready if not any(word.isupper() for word in ready.split()) else spec.example
    return None


def _changes(spec: CommandSpec, line: str) -> bool:
    """Whether a line of a command changes anything: alone, some only tell how things are."""
    tells = line == spec.name and any(set(form.split()[1:]) - {"NUMBER"} for form in spec.usage)
    return spec.changes and (spec.grave or not tells)


def _lines_for(sentence: str, about: About, raw: str) -> Iterator[tuple[CommandSpec, str]]:
    """The lines that a plain sentence asks for, those in which it says more first."""
    number = _OF_MATCH.search(sentence)
    texts = [_OF_MATCH.sub("match", sentence)]
    if number is not None:
        texts.append(" ".join(_OF_MATCH.sub("", sentence).split()))
    for spec, line, hit in (each for text in texts for each in _hits(text, about)):
        named = hit.groupdict().get("name")
        if named and named.isalpha() and "NAME" not in line and not player_named(named, about, known=True):
            continue
        if not spec.changes and not spec.ends and _names_a_figure(raw, about):
            continue
        if spec.prose and said("how_to_do").match(sentence):
            continue
        if spec.name == "address" and "NEW" in line and not _is_own(raw):
            continue
        if spec.name == "vacation" and (_AWAY.search(sentence) or _names_a_figure(raw, about)):
            continue
        if spec.name == "challenge" and said("played_before").search(sentence):
            continue
        if "OTHER" in line and re.search(r"\b(?:with|against|vs|versus)\b", sentence):  # it says whom
            continue
        if filled := _fill(line, hit, about, raw):
            takes = filled == spec.name and f"{spec.name} NUMBER" in spec.usage
            other = (number[1] if number is not None else about.number_named(about.letter)) if takes else None
            yield spec, f"{filled} {other}" if other else filled


_AWAY = re.compile(
    r"\b(?:tak|put|throw|r[au]n|giv|mov|step|squares?|hex|right|straight|far)\w* (?:\w+ ){0,2}away\b"
)
"""What is done away with, rather than who is away."""

_OWN = re.compile(r"\b(?:my|mine|me|i|i.m|our|us|we|from now on|instead)\b", re.IGNORECASE)


def _is_own(text: str) -> bool:
    """Whether a sentence speaks of the writer's own address, and of nobody else's."""
    return _OWN.search(text) is not None and said("of_other_people").search(text) is None


def _names_a_figure(text: str, about: About) -> bool:
    """Whether a sentence speaks of a figure of the match: what a command tells of other things is not asked for."""
    table = table_of(about)
    return table is not None and bool(subjects_in(plain(text), Position(table)).figures)


def _hits(sentence: str, about: About) -> list[tuple[CommandSpec, str, re.Match[str]]]:
    """The phrases that a plain sentence has: the command, its line and what was found, the longest first."""
    bare, dated = (
        said("small", r"\b{} ").sub("", f"{text} ").strip() for text in (sentence, without_periods(sentence))
    )
    core = bare
    while (shorter := said("wishing", "^{} ").sub("", f"{core} ", count=1).strip()) != core and shorter:
        core = shorter
    found: list[tuple[CommandSpec, str, re.Match[str]]] = []
    words = frozenset(re.split(r"[\s-]", f"{bare} {dated}".lower()))
    patterns, by_word = _patterns(tuple(about.context.games.names))
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
    Then their numbers by words of which one must be there, or by "" if none must."""
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
    parts = []
    for at, word in enumerate(words):
        if word == "..":
            parts.append(rf"(?P<gap{at}>(?: [^\s]+){{0,4}}?)")
            continue
        plain_word = word.removesuffix("?")
        one = f"(?:{'|'.join(slots.get(each) or _counted(each) for each in _alternatives(plain_word))})"
        if word.endswith("?"):
            parts.append(f"(?:{one} )?" if at == 0 else f"(?: {one})?")
        else:
            parts.append(one if at == 0 or (at == 1 and words[0].endswith("?")) else f" {one}")
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


def _fill(line: str, hit: re.Match[str], about: About, raw: str) -> str:
    """A line with everything filled in; "" if something is not known."""
    given = hit.groupdict()
    words = []
    for word in line.split():
        match word:
            case "NAME":
                challenges = line.startswith("challenge")
                word = player_named(given.get("name") or "", about, known=not challenges, around=challenges)
            case "GAME":
                word = game_named(given.get("game") or "", about)
            case "NEW":
                word = given.get("new") or ""
            case "ZONE":
                word = zone_named(given.get("zone") or "")
            case "NUMBER":
                word = challenge_meant(about, mine=line.startswith("decline"))
            case "TEXT":
                word = as_written(given.get("text") or "", raw)
            case "WHEN":
                words.append(days_meant(about, raw))
                continue
            case "COUNT":
                assert about.player is not None
                word = str(len(about.context.store.matches.of_player(about.player.id, ("running",))))
            case "DAYS":
                word = days_meant(about, raw)
            case "OTHER":
                word = named_around(about, outside=True) or (
                    HOUSE if said("wish_bot_named").search(about.letter) else ""
                )
        if not word:
            return ""
        words.append(word)
    if words[0] == "challenge":
        words += [each for each in addresses_in(raw, about) if each not in words and "@" in words[2]]
        words += _options(words, about, raw)
    return " ".join(words).strip()


def _options(words: Sequence[str], about: About, raw: str) -> list[str]:
    """The options of a challenge that its sentence names, and the short ones around it."""
    game, house = about.context.games.named(words[1]), HOUSE in words
    found = options_in(raw, game, house=house)
    for sentence in sentences(about.letter):
        found += (
            options_in(sentence, game, house=house)
            if raw in sentence
            else qualifies(sentence, game, house=house)
        )
    named = {each.partition("=")[0] for each in words}
    return list(
        {
            each.partition("=")[0]: each for each in reversed(found) if each.partition("=")[0] not in named
        }.values()
    )[::-1]


def command_put_right(name: str, text: str, about: About) -> str:
    """The command that a line means that begins with its word and goes on as a sentence: `challenge the house to
    elfball`; "" if something is missing."""
    here = structs.replace(about, letter=text)
    if name == "vacation":
        days = days_meant(here, text) if re.search(r"\b(?:from|to|until|till|through|back)\b", text) else ""
        return f"vacation {days}" if days else ""
    game = game_named("", here)
    if not game or name == "seek":
        return f"seek {game}" if game else ""
    house = HOUSE if said("wish_bot_named").search(text) else ""
    who = named_around(here, outside=True, small=True) or house
    return " ".join(("challenge", game, who, *_options(("challenge", game, who), here, text))) if who else ""


def more_options(command: str, text: str, about: About) -> list[str]:
    """The options that a sentence adds to a challenge above it, which does not have them."""
    words = command.split()
    if words[:1] != ["challenge"] or len(words) < len(("challenge", "GAME", "NAME")):
        return []
    if words[1].lower() not in about.context.games.names or len(text.split()) > MOST_QUALIFYING:
        return []
    game = about.context.games.named(words[1].lower())
    named = {each.partition("=")[0] for each in words}
    found = qualifies(text, game, house=HOUSE in words)
    return [each for each in found if each.partition("=")[0] not in named]


MOST_QUALIFYING = 12
"""Maximum number of words of a sentence that says something of the challenge above it."""


def not_taken(text: str, command: str, about: About) -> list[str]:
    """What a wish for a match says that its command does not."""
    words = command.split()
    if words[0] != "challenge" or words[1] not in about.context.games.names:
        return []
    return left_out(text, about.context.games.named(words[1]), words[1:])
