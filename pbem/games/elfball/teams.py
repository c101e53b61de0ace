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


def _list(title: str, about: str, *places: tuple[str, int, int], consent: bool = False) -> TeamList:
    """Each place: its names with `/` between them, how many are allowed, how many are in the default ten."""
    return TeamList(title, about, tuple(Place(tuple(n.split("/")), m, d) for n, m, d in places), consent)


LISTS: dict[str, TeamList] = {
    "widows": _list(
        "Black Widows",
        "half-elven women, a passing team",
        ("Hunter", 2, 2),
        ("Midfielder", 3, 2),
        ("Striker", 4, 3),
        ("Thrower", 2, 2),
        ("Widowmaker", 1, 1),
    ),
    "deadlings": _list(
        "Deadlings",
        "small undead with large friends",
        ("Deadwood", 2, 2),
        ("Ghoul/Vampling/Wereling/Wight", 2, 2),
        ("Mummy/Monster", 2, 2),
        ("Zombie/Skeleton", 6, 4),
    ),
    "dogs": _list(
        "Desert Dogs",
        "nomads and mad Dervishes",
        ("Defender", 2, 2),
        ("Dervish", 2, 2),
        ("Midfielder", 4, 2),
        ("Striker", 2, 2),
        ("Thrower", 2, 2),
    ),
    "wind": _list(
        "Divine Wind",
        "strong tacklers and fast scorers from the far west",
        ("Defender", 3, 3),
        ("Hunter", 3, 3),
        ("Midfielder", 4, 2),
        ("Striker", 2, 2),
    ),
    "blackrock": _list(
        "Dwarves, Black Rock clan",
        "with summoned Hobimps and Centaurs",
        ("Dwarf", 6, 5),
        ("Dwarven Centaur", 2, 2),
        ("Hobimp", 4, 3),
    ),
    "hammer": _list("Dwarves, Thunder Hammer clan", "nothing but Dwarves", ("Dwarf", 12, 10)),
    "gnolls": _list(
        "Gnolls",
        "hunters of ball carriers",
        ("Hunter", 4, 3),
        ("Midfielder", 2, 2),
        ("Safety", 4, 3),
        ("Striker", 2, 2),
    ),
    "gnomes": _list(
        "Gnomes", "slow but deadly, with machines", ("Gnome", 9, 7), ("Gnomish Contraption", 3, 3)
    ),
    "kingdoms": _list(
        "Middle Kingdoms",
        "humans and hired brutes",
        ("Midfielder", 2, 2),
        ("Ogre/Cyclops/Minotaur", 2, 2),
        ("Safety", 3, 2),
        ("Striker", 3, 2),
        ("Thrower", 2, 2),
    ),
    "nightelves": _list(
        "Night Elves", "a few elves, many Imps", ("Hunter", 2, 2), ("Imp", 8, 6), ("Striker", 2, 2)
    ),
    "pharaohs": _list(
        "Pharaohs of Vihktora",
        "gods who stayed for the game",
        ("Defender", 2, 2),
        ("Midfielder", 4, 3),
        ("Safety", 1, 1),
        ("Striker", 1, 1),
        ("Thrower", 4, 3),
    ),
    "razorbacks": _list(
        "Razorbacks",
        "marsh folk with Swinetaurs",
        ("Hunter", 5, 4),
        ("Midfielder", 5, 4),
        ("Swinetaur", 2, 2),
    ),
    "sarcos": _list(
        "Sarcos",
        "crocodilians who leap",
        ("Hunter", 4, 4),
        ("Midfielder", 3, 2),
        ("Striker", 4, 3),
        ("Terrorpin/Leviathan", 1, 1),
    ),
    "samhaino": _list(
        "Samhaino",
        "creatures of nightmare",
        ("Deadwood", 1, 1),
        ("Hunter", 4, 3),
        ("Midfielder", 4, 3),
        ("Safety", 2, 2),
        ("Thrower", 1, 1),
    ),
    "siringit": _list(
        "Siringit",
        "ani-men of the plains, a little of everything",
        ("Defender", 2, 2),
        ("Gorillaur", 1, 1),
        ("Hunter", 1, 1),
        ("Mecat", 2, 1),
        ("Midfielder", 3, 2),
        ("Safety", 1, 1),
        ("Tantor", 1, 1),
        ("Thrower", 1, 1),
    ),
    "timberline": _list(
        "Timberline Elves",
        "forest hunters and Dryads",
        ("Dryad", 4, 3),
        ("Hunter", 2, 2),
        ("Midfielder", 2, 1),
        ("Striker", 2, 2),
        ("Thrower", 2, 2),
    ),
    "valkyries": _list(
        "Valkyries",
        "women of the north, weremen, a troll",
        ("Hunter/Wereman", 4, 3),
        ("Ice Troll", 1, 1),
        ("Midfielder", 4, 3),
        ("Striker", 2, 2),
        ("Thrower", 1, 1),
    ),
    "orcs": _list(
        "Orcs",
        "hardened by exile",
        ("Defender", 2, 2),
        ("Hunter", 2, 2),
        ("Midfielder", 4, 2),
        ("Hobimp", 2, 2),
        ("Thrower", 1, 1),
        ("Troll", 1, 1),
        consent=True,
    ),
    "ratmen": _list(
        "Ratmen",
        "speed kills",
        ("Courier", 4, 3),
        ("Midfielder", 2, 2),
        ("Safety", 2, 2),
        ("Thrower", 2, 1),
        ("Wrat", 2, 2),
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
