"""Sentences that ask for what a command does, in other words: `I'm away from 1 to 10 December`.

The phrases stand beside each command, in `commands.toml`, by the line that is proposed (see `wish_phrases`). A word
in capitals in the line is filled in from the sentence, or from the letter around it: NAME a player, or the address of
somebody who is to be invited, OTHER whom the letter names elsewhere, GAME a game, NEW a
mail address, ZONE a time zone, TEXT what follows, NUMBER a challenge, WHEN a span of days, DAYS one without which it
is no wish, SPAN a number of days or hours, HOUR one of the day, COUNT the number of their matches.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct, structs

from pbem.server.answering.about import About, table_of
from pbem.server.answering.match_options import left_out, options_in, qualifies
from pbem.server.answering.named import (
    addresses_in,
    as_written,
    challenge_meant,
    days_meant,
    game_named,
    hour_named,
    length_meant,
    match_of_game,
    named_around,
    player_named,
    zone_named,
)
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain, sentences
from pbem.server.answering.position import Position
from pbem.server.answering.registering import registration_in
from pbem.server.answering.subjects import subjects_in
from pbem.server.answering.wish_phrases import hits
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.yes_no import answer_of
from pbem.server.matches.repository import HOUSE

_OF_MATCH = re.compile(r"\b(?:match|game) (?:number |no |#)?(\d{1,9})\b", re.IGNORECASE)


class Wish(Struct, frozen=True):
    """The command that a sentence asks for, filled in. `changes`: it changes something, so it needs a yes;
    `ends_match`: it may end a match, or leave the server; `clause`: the words of a longer sentence that ask for it."""

    command: str
    changes: bool
    ends_match: bool
    clause: str = ""


LONGEST_WISH = 400
"""Maximum number of characters of a sentence in which a wish is looked for: each phrase is looked for everywhere."""


_OR_NOT = re.compile(r"\bor (?:not|no|maybe not)[\s.!]*$", re.IGNORECASE)


def wish_in(text: str, about: About) -> Wish | None:
    """The first wish in a text, or None. Nothing is done for it: its command may be proposed."""
    if about.player is None:
        command = registration_in(text, about.context)
        return Wish(command, True, False) if command else None
    text = _DATES.sub(r"\1 - ", text)
    each = [sentence for sentence in sentences(text) if len(sentence) <= LONGEST_WISH]
    doubted = any(said("not_really").search(one) for one in each[1:])
    for sentence in each:
        if said("exclaiming").match(sentence) or _OR_NOT.search(sentence):
            continue
        asked = doubted or (len(each) > 1 and sentence.endswith("?"))
        if not asked and (ends := _end_in(sentence, about)) is not None:
            return ends
        for part in _clauses(sentence):
            for spec, line in _lines_for(plain(part), about, raw=part):
                named = _number_in(sentence, about) if spec.ends and spec.name != "leave" else ""
                if spec.ends and (asked or (named != "" and (named or "") not in line.split())):
                    continue  # another match is named beside it
                return Wish(line, changes_anything(spec, line), spec.ends)
    return None


_DATES = re.compile(r"(\d\.\d{1,2})\.? ?[-\u2013] ?(?=\d)")
"""Between two dates, where no sentence ends: `3.12. - 9.12.`"""


def wishes_in(text: str, about: About) -> list[Wish]:
    """All wishes in a text, that to end a match first: those of its clauses beside the one that it is as a whole."""
    first = wish_in(text, about)
    if first is None or about.player is None:
        return [] if first is None else [first]
    kinds: dict[str, Wish] = {}
    lead = ""
    for part in filter(None, map(str.strip, _AT_JOINTS.split(text))):
        wish = wish_in(part, about)
        if wish is None and lead and _OBJECT.match(part):  # send me the rules and the board
            wish = wish_in(f"{lead} {part}", about)
        lead = part[: begins.start()].strip() if (begins := _OBJECT.search(part)) else lead
        if wish is not None:
            kinds.setdefault(_kind_of(wish), structs.replace(wish, clause=part))
    if _kind_of(first) not in kinds or _IF.search(text):
        return [first]
    kinds[_kind_of(first)] = structs.replace(first, clause=kinds[_kind_of(first)].clause)
    return sorted(kinds.values(), key=lambda wish: not wish.ends_match)


def _kind_of(wish: Wish) -> str:
    """What a wish is one of: nobody wants two vacations, but two settings, or two matches."""
    words = wish.command.split()
    return " ".join(words[:2]) if words[0] in ("settings", "challenge") else words[0]


def agrees_by_wish(
    text: str, wished: Collection[str], about: About, names: Collection[str], *, strict: bool
) -> bool:
    """Whether a text begins with a yes and wishes besides for nothing but what it agrees to, which these commands are:
    `Sure, let's call it even.` `strict`: only the word yes itself agrees."""
    if "?" in text or said("unsure").search(text) or said("undecided").search(text):
        return False
    first, *others = filter(str.strip, re.split(r"[,.;!\n]+(?:\s+|$)", text)) if text.strip() else [""]
    wishes = [
        wish_in(re.sub(r"^\s*and ", "", part), about)
        for part in others
        if answer_of(f"yes {part}", names, strict=True) != "yes"
    ]
    meant = all(wish is not None and wish.ends_match and wish.command in wished for wish in wishes)
    return bool(wishes) and meant and answer_of(first, names, strict=strict) == "yes"


def _end_in(sentence: str, about: About) -> Wish | None:
    """The wish of a clause to end a match. It comes before whatever else the sentence wants; other clauses may say it
    again: `I want to stop, I don't want to play any more`."""
    if said("ending").search(sentence) is None:
        return None
    parts = list(map(str.strip, _AT_JOINTS.split(sentence)))
    if len(parts) == 1 or said("unsure").search(sentence) or said("undecided").search(sentence):
        return None
    number = _number_in(sentence, about)
    if number is None:
        return None
    wishes = [_end_of(part, number, about) for part in parts]
    others = (part for part, wish in zip(parts, wishes, strict=True) if wish is None and not _is_reason(part))
    return None if any(map(said("not_really").search, others)) else next(filter(None, wishes), None)


def _is_reason(part: str) -> bool:
    """Whether a clause with a no says why somebody gives up: `I can't find any words any more`."""
    return said("reason_to_end").match(part) is not None and said("ending").search(part) is None


def _number_in(sentence: str, about: About) -> str | None:
    """The number of the match that a sentence names, by its game too; "" for that which the letter is about, None for
    one that there is not."""
    if (number := _OF_MATCH.search(sentence)) is not None:
        return number[1]
    named = {
        name for name in about.context.games.names if re.search(rf"\b{name}\b", _joined(sentence, about))
    }
    return match_of_game(named.pop(), about) if len(named) == 1 else ""


def _joined(sentence: str, about: About) -> str:
    return about.context.games.joined(sentence.lower())


def _end_of(part: str, number: str, about: About) -> Wish | None:
    """The wish to end a match that a clause is; `number` is what its sentence says of a match."""
    if number and _OF_MATCH.search(part) is None:
        part = f"{part.rstrip('.!')} match {number}"
    lines = _lines_for(plain(part), about, raw=part)
    return next((Wish(line, changes_anything(spec, line), True) for spec, line in lines if spec.ends), None)


_AT_JOINTS = re.compile(r"[,;:] |\b(?:and|so|but|then|also|ok|n) ", re.IGNORECASE)
_OBJECT = re.compile(r"\b(?:the|my|a|an|some|all|your)\b", re.IGNORECASE)
_IF = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)


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


_SO_PLEASE = re.compile(
    r"(?:so )?(?:please|pls|(?:can|could|would|will) (?:you|u)|(?:can|could|may) (?:i|we)|is there)\b",
    re.IGNORECASE,
)
"""The beginning of a request behind its reason: `I have no rules, so please send them.`"""

_LONG = 6
"""Maximum number of words of a sentence in which one word alone means a command."""


def command_meant(text: str, about: About) -> tuple[CommandSpec, str] | None:
    """The command that a sentence asks for, even where its line cannot be filled in, and a line for an example."""
    for sentence in sentences(text):
        for spec, line, hit in hits(plain(sentence), about.context.games.names):
            if len(hit[0].split()) == 1 and len(sentence.split()) > _LONG:
                continue  # `off` in a long sentence is no holiday
            if (name := hit.groupdict().get("name")) and not player_named(
                name, about, known=True, around=True
            ):
                continue
            ready = line.replace("GAME", about.context.games.names[0])
            return spec, ready if not any(word.isupper() for word in ready.split()) else spec.example
    return None


def changes_anything(spec: CommandSpec, line: str) -> bool:
    """Whether a line of a command changes anything: alone, some only tell how things are."""
    tells = line == spec.name and any(set(form.split()[1:]) - {"NUMBER"} for form in spec.usage)
    return spec.changes and (spec.grave or not tells)


def _lines_for(sentence: str, about: About, raw: str) -> Iterator[tuple[CommandSpec, str]]:
    """The lines that a plain sentence asks for, those in which it says more first."""
    number = _OF_MATCH.search(sentence)
    texts = [_OF_MATCH.sub("match", sentence)]
    if number is not None:
        texts.append(" ".join(_OF_MATCH.sub("", sentence).split()))
    for spec, line, hit in (each for text in texts for each in hits(text, about.context.games.names)):
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
        if spec.name == "undo" and _OF_WORDS.search(sentence):
            continue
        if spec.name == "challenge" and said("played_before").search(sentence):
            continue
        whom = "OTHER" in line or (line.startswith("challenge") and "NAME" in line and not named)
        if whom and re.search(r"\b(?:with|against|vs|versus)\b", sentence):  # it says whom
            continue
        ended = match_of_game(hit.groupdict().get("game") or "", about) if spec.ends else ""
        if ended is None:  # there is none
            continue
        told = addresses_in(raw, about) if line == "address" else ()
        if filled := _fill(" ".join((line, *told[:1])), hit, about, raw):
            takes = filled == spec.name and f"{spec.name} NUMBER" in spec.usage
            named_by = ended or (number[1] if number is not None else about.number_named(about.letter))
            if spec.name not in spec.usage and about.loaded is not None:  # `export`, which needs a number
                named_by = named_by or str(about.loaded.number)
            other = named_by if takes else None
            yield spec, f"{filled} {other}" if other else filled


_AWAY = re.compile(
    r"\b(?:tak|put|throw|r[au]n|giv|mov|step|squares?|hex|right|straight|far)\w* (?:\w+ ){0,2}away\b"
)
"""What is done away with, rather than who is away."""

_OF_WORDS = re.compile(r"\b(?:address|e-?mail|name|spelling)\b", re.IGNORECASE)
"""What may be mistyped, and is no order."""

_OWN = re.compile(r"\b(?:my|mine|me|i|i.m|our|us|we|from now on|instead)\b", re.IGNORECASE)


def _is_own(text: str) -> bool:
    """Whether a sentence speaks of the writer's own address, and of nobody else's."""
    return _OWN.search(text) is not None and said("of_other_people").search(text) is None


def _names_a_figure(text: str, about: About) -> bool:
    """Whether a sentence speaks of a figure of the match: what a command tells of other things is not asked for."""
    table = table_of(about)
    return table is not None and bool(subjects_in(plain(text), Position(table)).figures)


_TO_PEOPLE = ("tell", "block")
"""Commands that are for people alone."""


def _fill(line: str, hit: re.Match[str], about: About, raw: str) -> str:
    """A line with everything filled in; "" if something is not known."""
    given = hit.groupdict()
    words = []
    for word in line.split():
        match word:
            case "NAME":
                challenges = line.startswith("challenge")
                word = player_named(given.get("name") or "", about, known=not challenges, around=challenges)
                if word == HOUSE and line.split()[0] in _TO_PEOPLE:
                    return ""
            case "GAME":
                word = game_named(given.get("game") or "", about)
            case "NEW":
                word = given.get("new") or ""
            case "HOUR":
                word = hour_named(given.get("hour") or "", given.get("half") or "")
            case "ZONE":
                word = zone_named(given.get("zone") or "")
            case "NUMBER":
                word = challenge_meant(about, mine=line.startswith("decline"))
            case "TEXT":
                word = as_written(given.get("text") or "", raw)
            case "WHEN":
                words.append(days_meant(about, raw))
                continue
            case "SPAN":
                word = length_meant(raw)
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
