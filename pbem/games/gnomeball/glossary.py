"""The meaning of Gnomeball's words, for `help WORD`: those of `glossary.toml`, and those that races and verbs bring.

No line of the texts may read as an order when a mail wraps them.
"""

from pbem.games.gnomeball.parts import GENERAL
from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.verbs import Power
from pbem.play.glossary import entries, read_entries

_RACES = {
    "race, races, team, teams, chosen": (
        'A team is five characters of any races, chosen in the first mail: "team tauren orc* troll human'
        ' goblin". They get the ids A1 to A5 in this order, and the star marks the copperback. Help on each'
        " race: help tauren, and so on.",
        f"  {', '.join(RACES)}",
    ),
}


def _told(power: Power) -> dict[str, str]:
    """The entries of a race; the first says what it is."""
    (words, text), *others = power.help.items()
    return {words: f"{RACES[power.race].title}, one of the races. {text}", **dict(others)}


ENTRIES = {
    **entries({words: text for power in POWERS.values() for words, text in _told(power).items()}),
    **entries({words: text for verb in GENERAL for words, text in verb.help.items()}),
    **entries(_RACES),
    **read_entries(__package__),
}
"""By word, paragraphs, and list items, which begin with two blanks; see `pbem.play.glossary`."""
