"""Whom and what a wish names: players, games, days, in its sentence or elsewhere in the letter."""

import datetime
import re
from zoneinfo import ZoneInfo, available_timezones

from pbem.server.answering.about import About
from pbem.server.answering.periods import contradiction_in, length_in, period_in
from pbem.server.core.times import DAY
from pbem.server.language.names import HANDLE, RESERVED
from pbem.server.matches.repository import HOUSE

_OTHERS = ("him", "her", "them", "opponent", "partner", "he", "she", "they")


def player_named(word: str, about: About, *, known: bool, around: bool = False) -> str:
    """The name of the player that a word means; of a person who is not known here, unless that is wanted. `around`: it
    may be who is named elsewhere in the letter, by their address or their name."""
    if "@" in word:
        return word if around else ""
    if word.lower() in about.context.games.names:
        return ""
    spoken = around and not word
    if (spoken or word.lower() in _PERSONS) and (named := named_around(about, outside=around)):
        return named
    others = [row.handle for row in about.loaded.others(about.seat)] if about.loaded is not None else []
    if (not word or word.lower() in _OTHERS) and len(others) == 1:
        return others[0]
    found = about.context.store.people.named(word) if word else None
    if found is not None:
        return found.handle
    may_be = not known and HANDLE.fullmatch(word) is not None and word.lower() not in RESERVED
    return word if may_be and word.lower() not in _NO_NAMES else ""


def addresses_in(text: str, about: About) -> list[str]:
    """The addresses in a text that are not the writer's own."""
    assert about.player is not None
    own = {about.player.address, *about.context.store.people.addresses(about.player.id)}
    found = (each.rstrip(".") for each in re.findall(r"[^\s@<>,;:()]+@[\w.-]+", text))
    return [each for each in dict.fromkeys(found) if each not in own]


def named_around(about: About, *, outside: bool, small: bool = False) -> str:
    """Who is spoken of in a letter: the only address of somebody else, if they may be `outside`, or else the only other
    player, perhaps in `small` letters."""
    assert about.player is not None
    addresses = set(addresses_in(about.letter, about))
    words = {word for word in re.findall(r"[A-Za-z][\w-]+", about.letter) if small or word[0].isupper()}
    rows = [about.context.store.people.named(word) for word in words]
    people = {row.handle for row in rows if row is not None} - {about.player.handle, HOUSE}
    for named in (addresses, people) if outside else (people,):
        if named:
            return named.pop() if len(named) == 1 else ""
    return ""


_PERSONS = (
    *_OTHERS, "brother", "sister", "friend", "wife", "husband", "son", "daughter", "father", "mother", "buddy", "mate",
    "pal", "mum", "mom", "dad", "cousin", "colleague", "neighbor", "neighbour", "uncle", "aunt", "nephew", "niece",
    "girlfriend", "boyfriend", "partner", "roommate", "classmate", "boss",
)  # fmt: skip
_NO_NAMES = frozenset(
    (
        *_PERSONS, "computer", "bot", "friends", "people", "players", "someone", "person", "other", "day", "days",
        "week", "who", "that", "which", "what", "it", "me", "us", "you", "now", "soon", "again",
    )
)  # fmt: skip


def game_named(word: str, about: About) -> str:
    """The game that a word means, or the only one that the letter names, or is about."""
    if word:
        return (
            "-".join(re.split("[- ]", word.lower()))
            if word.lower() not in about.context.games.names
            else word.lower()
        )
    named = {name for name in about.context.games.names if f" {name} " in f" {_words(about)} "}
    if len(named) == 1:
        return named.pop()
    return about.game.name if about.game is not None and not named else ""


def _words(about: About) -> str:
    return " ".join(re.findall(r"[\w-]+", about.context.games.joined(about.letter.lower())))


def zone_named(word: str) -> str:
    """The time zone that a word means: its name, or the city in it."""
    sought = "_".join(word.strip().lower().split())
    zones = sorted(available_timezones())
    found = next((zone for zone in zones if sought in (zone.lower(), zone.lower().rpartition("/")[2])), "")
    return found or (zone_named(word.rpartition(" ")[0]) if " " in word.strip() else "")


def challenge_meant(about: About, *, mine: bool) -> str:
    """The number of the only challenge that may be meant: one of the writer's own, or one that waits for them."""
    assert about.player is not None
    matches = about.context.store.matches
    rows = matches.of_player(about.player.id, ("offered",))
    waits = {
        row.id: next(seat.status for seat in matches.seats(row.id) if seat.player == about.player.id)
        for row in rows
    }
    fitting = [number for number, status in waits.items() if mine or status == "invited"]
    return str(fitting[0]) if len(fitting) == 1 else ""


def as_written(text: str, raw: str) -> str:
    """The end of a sentence as it is written, from the first of these words on."""
    first = text.split()[0] if text else ""
    pattern = rf"(?<![\w']){re.escape(first)}(?!\w)"
    starts = [found.start() for found in re.finditer(pattern, raw)] if first else []
    later = [start for start in starts if len(raw[start:].split()) >= len(text.split())]
    return raw[later[-1] :].strip() if later else text


def days_meant(about: About, raw: str) -> str:
    """The days that a sentence speaks of, as `vacation` has them; empty if there are none, or they contradict."""
    assert about.player is not None
    here = datetime.datetime.fromtimestamp(about.context.now(), ZoneInfo(about.player.zone))
    if contradiction_in(raw, here.date()):
        return ""
    found = period_in(raw, here.date())
    return found if not found.endswith("d") or int(found[:-1]) * DAY <= 366 * DAY else ""


def hour_named(number: str, half: str) -> str:
    """The hour of the day, `18`, that is meant by a number and what stands behind it: `6 pm`; "" for none."""
    hour = int(number or 24)
    hour += 12 if hour < 12 and re.search("pm|evening|afternoon", half.lower()) else 0
    return str(hour) if hour < 24 else ""


def length_meant(raw: str) -> str:
    """How much more time a sentence wants, as `extend` has it: three days if it does not say."""
    return length_in(raw) or "3d"


def match_of_game(game: str, about: About) -> str | None:
    """The number of the only running match of the writer of a game, "" for that which the letter is about anyway, or
    where no game is named; None if there is no such match, or several."""
    name = game_named(game, about) if game else ""
    if not name or (about.loaded is not None and about.loaded.game.name == name):
        return ""
    assert about.player is not None
    rows = about.context.store.matches.of_player(about.player.id, ("running",))
    found = [row.id for row in rows if row.game == name]
    return str(found[0]) if len(found) == 1 else None
