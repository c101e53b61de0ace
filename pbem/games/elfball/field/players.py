"""The teams (section 4 of the rules, ELFBALL-2, 98): attributes of every position, and who may have what."""

from typing import Literal, TypeAlias

from msgspec import Struct

Attribute: TypeAlias = Literal["jog", "might", "tackle", "dodge", "skill", "grit"]
Type: TypeAlias = Literal[
    "Cheater",
    "Defender",
    "Hunter",
    "Little Guy",
    "Midfielder",
    "Monster",
    "Safety",
    "Striker",
    "Thrower",
    "Undead",
]

ATTRIBUTES: tuple[Attribute, ...] = ("jog", "might", "tackle", "dodge", "skill", "grit")
TEAM_SIZE = 10


class Position(Struct, frozen=True):
    """What a player can do, by the rulebook's words."""

    jog: int
    might: int
    tackle: int
    dodge: int
    skill: int
    grit: int
    type: Type
    abilities: tuple[str, ...] = ()


class Place(Struct, frozen=True):
    """A line of a team list: up to `most` players of a position, which may have several names."""

    names: tuple[str, ...]
    most: int
    default: int


class TeamList(Struct, frozen=True):
    """A list of the book; `consent` marks those that only option `lists all` allows (ELFBALL-166)."""

    title: str
    about: str
    places: tuple[Place, ...]
    consent: bool = False

    @property
    def usual(self) -> str:
        """The usual ten players."""
        return ", ".join(f"{place.default} {place.names[0]}" for place in self.places)


_GHOUL = Position(5, 3, 3, 3, 3, 4, "Undead")
_MUMMY = Position(4, 5, 4, 2, 1, 5, "Monster")
_OGRE = Position(5, 5, 4, 2, 1, 4, "Monster")
_ZOMBIE = Position(4, 3, 4, 2, 2, 6, "Undead")
_HUNTER = Position(6, 3, 4, 3, 2, 3, "Hunter")
_IMP = Position(7, 2, 2, 5, 3, 2, "Little Guy")

_PLURALS = {
    "Dwarf": "Dwarves",
    "Mummy": "Mummies",
    "Safety": "Safeties",
    "Wereman": "Weremen",
    "Undead": "Undead",
}

POSITIONS: dict[str, Position] = {
    "Courier": Position(7, 2, 2, 4, 4, 2, "Striker"),
    "Cyclops": _OGRE,
    "Deadwood": Position(3, 6, 5, 1, 1, 5, "Monster"),
    "Defender": Position(5, 4, 4, 2, 2, 4, "Defender"),
    "Dervish": Position(7, 4, 1, 3, 1, 5, "Defender"),
    "Dryad": Position(6, 4, 1, 4, 2, 4, "Defender"),
    "Dwarf": Position(5, 4, 4, 1, 3, 4, "Defender"),
    "Dwarven Centaur": Position(7, 4, 4, 2, 1, 3, "Hunter"),
    "Ghoul": _GHOUL,
    "Gnome": Position(5, 3, 3, 4, 3, 3, "Little Guy"),
    "Gnomish Contraption": Position(5, 5, 5, 3, 1, 2, "Monster"),
    "Gorillaur": Position(6, 3, 3, 3, 4, 2, "Striker"),
    "Hobimp": Position(6, 2, 4, 4, 3, 2, "Cheater"),
    "Hunter": _HUNTER,
    "Impcrusher": Position(5, 5, 5, 4, 1, 1, "Monster", ("cheapshot",)),
    "Ice Troll": Position(4, 5, 4, 3, 1, 4, "Monster"),
    "Imp": _IMP,
    "Leviathan": _MUMMY,
    "Mecat": _IMP,
    "Midfielder": Position(6, 3, 3, 3, 3, 3, "Midfielder"),
    "Minotaur": _OGRE,
    "Monster": _MUMMY,
    "Mummy": _MUMMY,
    "Ogre": _OGRE,
    "Samhaino Horror": Position(4, 4, 5, 1, 1, 6, "Defender"),
    "Safety": Position(7, 3, 3, 3, 2, 3, "Safety"),
    "Skeleton": _ZOMBIE,
    "Striker": Position(6, 3, 2, 4, 4, 2, "Striker"),
    "Swinetaur": Position(6, 4, 2, 4, 2, 3, "Monster"),
    "Tantor": Position(4, 6, 4, 2, 1, 4, "Monster"),
    "Terrorpin": _MUMMY,
    "Thrower": Position(6, 2, 3, 3, 4, 3, "Thrower"),
    "Troll": Position(4, 5, 4, 1, 1, 6, "Monster"),
    "Vampling": _GHOUL,
    "Wereling": _GHOUL,
    "Wereman": _HUNTER,
    "Widowmaker": Position(6, 3, 5, 4, 1, 2, "Cheater"),
    "Wight": _GHOUL,
    "Wrat": Position(6, 4, 4, 3, 1, 3, "Defender"),
    "Zombie": _ZOMBIE,
}


FROG = Position(7, 2, 4, 6, 0, 2, "Little Guy")
"""What a Wizard makes of a player, who keeps the Type (ELFBALL-172)."""


def plural(position: str) -> str:
    """Several players of a position."""
    return _PLURALS.get(position, f"{position}s")


def _list(title: str, about: str, places: str, *, consent: bool = False) -> TeamList:
    """A list as it is read aloud: `2 of 3 Midfielder` is 2 in the default ten, and up to 3 allowed."""
    found = []
    for place in places.split(", "):
        default, _, most, names = place.split(" ", 3)
        found.append(Place(tuple(names.split("/")), int(most), int(default)))
    return TeamList(title, about, tuple(found), consent)


LISTS: dict[str, TeamList] = {
    "widows": _list(
        "Black Widows",
        "half-elven women, a passing team",
        "2 of 2 Hunter, 2 of 3 Midfielder, 3 of 4 Striker, 2 of 2 Thrower, 1 of 1 Widowmaker",
    ),
    "deadlings": _list(
        "Deadlings",
        "small undead with large friends",
        "2 of 2 Deadwood, 2 of 2 Ghoul/Vampling/Wereling/Wight, 2 of 2 Mummy/Monster, 4 of 6 Zombie/Skeleton",
    ),
    "dogs": _list(
        "Desert Dogs",
        "nomads and mad Dervishes",
        "2 of 2 Defender, 2 of 2 Dervish, 2 of 4 Midfielder, 2 of 2 Striker, 2 of 2 Thrower",
    ),
    "wind": _list(
        "Divine Wind",
        "strong tacklers and fast scorers from the far west",
        "3 of 3 Defender, 3 of 3 Hunter, 2 of 4 Midfielder, 2 of 2 Striker",
    ),
    "blackrock": _list(
        "Dwarves, Black Rock clan",
        "with summoned Hobimps and Centaurs",
        "5 of 6 Dwarf, 2 of 2 Dwarven Centaur, 3 of 4 Hobimp",
    ),
    "hammer": _list(
        "Dwarves, Thunder Hammer clan",
        "nothing but Dwarves",
        "10 of 12 Dwarf",
    ),
    "gnolls": _list(
        "Gnolls",
        "hunters of ball carriers",
        "3 of 4 Hunter, 2 of 2 Midfielder, 3 of 4 Safety, 2 of 2 Striker",
    ),
    "gnomes": _list(
        "Gnomes",
        "slow but deadly, with machines",
        "7 of 9 Gnome, 3 of 3 Gnomish Contraption",
    ),
    "kingdoms": _list(
        "Middle Kingdoms",
        "humans and hired brutes",
        "2 of 2 Midfielder, 2 of 2 Ogre/Cyclops/Minotaur, 2 of 3 Safety, 2 of 3 Striker, 2 of 2 Thrower",
    ),
    "nightelves": _list(
        "Night Elves",
        "a few elves, many Imps",
        "2 of 2 Hunter, 6 of 8 Imp, 2 of 2 Striker",
    ),
    "pharaohs": _list(
        "Pharaohs of Vihktora",
        "gods who stayed for the game",
        "2 of 2 Defender, 3 of 4 Midfielder, 1 of 1 Safety, 1 of 1 Striker, 3 of 4 Thrower",
    ),
    "razorbacks": _list(
        "Razorbacks",
        "marsh folk with Swinetaurs",
        "4 of 5 Hunter, 4 of 5 Midfielder, 2 of 2 Swinetaur",
    ),
    "sarcos": _list(
        "Sarcos",
        "crocodilians who leap",
        "4 of 4 Hunter, 2 of 3 Midfielder, 3 of 4 Striker, 1 of 1 Terrorpin/Leviathan",
    ),
    "samhaino": _list(
        "Samhaino",
        "creatures of nightmare",
        "1 of 1 Deadwood, 3 of 4 Hunter, 3 of 4 Midfielder, 2 of 2 Safety, 1 of 1 Thrower",
    ),
    "siringit": _list(
        "Siringit",
        "ani-men of the plains, a little of everything",
        "2 of 2 Defender, 1 of 1 Gorillaur, 1 of 1 Hunter, 1 of 2 Mecat, 2 of 3 Midfielder, 1 of 1 Safety, "
        "1 of 1 Tantor, 1 of 1 Thrower",
    ),
    "timberline": _list(
        "Timberline Elves",
        "forest hunters and Dryads",
        "3 of 4 Dryad, 2 of 2 Hunter, 1 of 2 Midfielder, 2 of 2 Striker, 2 of 2 Thrower",
    ),
    "valkyries": _list(
        "Valkyries",
        "women of the north, weremen, a troll",
        "3 of 4 Hunter/Wereman, 1 of 1 Ice Troll, 3 of 4 Midfielder, 2 of 2 Striker, 1 of 1 Thrower",
    ),
    "orcs": _list(
        "Orcs",
        "hardened by exile",
        "2 of 2 Defender, 2 of 2 Hunter, 2 of 4 Midfielder, 2 of 2 Hobimp, 1 of 1 Thrower, 1 of 1 Troll",
        consent=True,
    ),
    "ratmen": _list(
        "Ratmen",
        "speed kills",
        "3 of 4 Courier, 2 of 2 Midfielder, 2 of 2 Safety, 1 of 2 Thrower, 2 of 2 Wrat",
        consent=True,
    ),
}


def open_lists(everything: bool) -> tuple[str, ...]:
    """The lists that may be chosen, by name: all of them, or those that need nobody's consent (ELFBALL-166)."""
    return tuple(sorted(name for name, each in LISTS.items() if everything or not each.consent))


FORMATIONS: dict[
    str, tuple[str, ...]
] = {  # North's hexes for F G L1 L2 R1 R2 (section 6.4); South has the half-turn
    "spread": ("l21", "e22", "g8", "g14", "g30", "g36"),
    "forward": ("l23", "e22", "h11", "h13", "h31", "h33"),
    "deep": ("l21", "e22", "f11", "g10", "f33", "g34"),
    "inside": ("l23", "e22", "g14", "h13", "g30", "h31"),
}
