"""The numbers of the races (GNOMEBALL-89 to 121); what they do is in the folder `powers`."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.play.orders import Unreadable, nearest

RaceName: TypeAlias = Literal[
    "tauren", "undead", "orc", "troll", "bloodelf", "goblin", "dwarf", "nightelf", "human", "draenei", "worgen",
    "vrykul", "tuskarr", "valkyr",
]  # fmt: skip


class Race(Struct, frozen=True):
    """The numbers of a race.

    - `catch`, `intercept`, `drop`: the minimum roll; `toss`: squares added to its range.
    - `power`: the name of its counted power, `uses`: how often in a game each character may use it.
    """

    title: str
    short: str
    hit_points: int = 5
    speed: int = 3
    toss: int = 0
    catch: int = 3
    intercept: int = 5
    drop: int = 4
    power: str = ""
    uses: int = 0


RACES: Mapping[str, Race] = {
    "tauren": Race("Tauren", "ta", hit_points=7, power="warstomp", uses=1),
    "undead": Race("Undead", "un", catch=2, intercept=4, drop=5, power="plague barrel", uses=1),
    "orc": Race("Orc", "or", toss=1, power="blood frenzy", uses=2),
    "troll": Race("Troll", "tr", speed=4, power="regeneration", uses=1),
    "bloodelf": Race("Blood Elf", "be"),
    "goblin": Race("Goblin", "go", power="explosives", uses=1),
    "dwarf": Race("Dwarf", "dw", catch=4, intercept=6),
    "nightelf": Race("Night Elf", "ne", power="tending", uses=1),
    "human": Race("Human", "hu", power="hearthstone", uses=1),
    "draenei": Race("Draenei", "dr"),
    "worgen": Race("Worgen", "wo"),
    "vrykul": Race("Vrykul", "vr", power="howl", uses=1),
    "tuskarr": Race("Tuskarr", "tu", power="fish", uses=2),
    "valkyr": Race("Val'kyr", "va", power="raising", uses=2),
}

TEAM_SIZE = 5
DEFAULT_TEAM = ("tauren", "undead", "orc*", "troll", "human")  # GNOMEBALL-148

_WORDS: Mapping[str, str] = {
    **{name: name for name in RACES},
    **{race.short: name for name, race in RACES.items()},
    "val'kyr": "valkyr",
}


def read_team(words: Iterable[str]) -> tuple[str, ...]:
    """Five races, `*` behind the copperback; raises `Unreadable` (GNOMEBALL-8, 9, 104)."""
    team = tuple(_read_race(word) for word in _whole(word.lower() for word in words))
    if len(team) != TEAM_SIZE:
        raise Unreadable(f"A team has {TEAM_SIZE} characters; you named {len(team)}.", "team RACE[*] x5")
    if sum(race.endswith("*") for race in team) > 1:
        raise Unreadable("Only one character can be the copperback.", "team RACE[*] x5")
    return team


def _whole(words: Iterable[str]) -> list[str]:
    """The words with `night elf` as one, and with a star for `(copperback)`."""
    found: list[str] = []
    for word in words:
        if found and word == "(copperback)":
            found[-1] += "*"
        elif found and found[-1] not in _WORDS and found[-1] + word.rstrip("*") in _WORDS:
            found[-1] += word
        else:
            found.append(word)
    return found


def _read_race(word: str) -> str:
    bare = word.rstrip("*")
    if bare in ("gnome", "gnomes"):
        raise Unreadable("A gnome cannot join a team: it is the ball.", " ".join(RACES))
    if bare not in _WORDS:
        near = [name for name in RACES if bare and bare in name] or [
            name for name in [_WORDS.get(nearest(bare, _WORDS), "")] if name
        ]
        hint = f" Did you mean {' or '.join(near)}?" if near else f" The races: {', '.join(RACES)}."
        raise Unreadable(f'No race "{bare}".{hint}', " ".join(RACES))
    return _WORDS[bare] + ("*" if word.endswith("*") else "")
