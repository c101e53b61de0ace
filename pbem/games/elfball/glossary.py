"""What words of the game mean, for `help WORD`. `glossary.toml` tells of the board, its lists, options and support;
items, lines, conditions and abilities bring their own, and what follows from the tables of the game is put together
here.

No line may read as an order where a mail breaks it.
"""

from collections.abc import Sequence

from pbem.games.elfball.actions.conditions import ABOUT
from pbem.games.elfball.actions.flow import KINDS
from pbem.games.elfball.field.lines import Common
from pbem.games.elfball.field.players import ATTRIBUTES, LISTS, POSITIONS
from pbem.games.elfball.orders import ORDERS
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.abilities import Ability
from pbem.games.elfball.teams.rosters import EXTRAS, RARE, SUPPORT
from pbem.play.glossary import entries, read_entries

_ABILITIES = (
    "At the advanced level players may know abilities, for 5 points each. Those of an attribute are open to all, those"
    " of a Type to its players (Fear also to Samhaino). An Advanced one needs the Basic one of the same attribute or"
    ' Type. In a match, name them behind "with": "1 striker with agile steal". More on one: help and its name.',
    *(f"  {each.title} ({each.belongs}): {each.about}" for each in hooks.ABILITIES.values()),
)
_EXPERIENCE = (
    "In a league, a goal gives one point of experience to each player of that team on the field. For every 5 points a"
    " player may learn one ability (5 points of the team's value), after any match, at once or later:"
    ' "team learn 4 agile" for the player in slot 4. If the team is at its cap, cut a player or sell support first.'
    " See: help abilities.",
)
_WORDS: dict[str, tuple[str, ...]] = {
    "ability": _ABILITIES,
    "abilities": _ABILITIES,
    "experience": _EXPERIENCE,
    "learn": _EXPERIENCE,
    "surge": (
        'Momentum steps: "surge k20 k22" moves the acting player by counters of Momentum instead of paces. An ability'
        " must allow it, and says where the step may lead; it is refused where it would need a Disengage, except with"
        " Shamble.",
        *(f"  {each.title}: {each.about}" for each in hooks.ABILITIES.values() if '"surge ' in each.about),
    ),
    "support": (
        "What a team of the advanced level has beside its players, with its price in points and the most it may have:",
        *(f"  {name.capitalize()}: {each.price} points, up to {each.most}" for name, each in SUPPORT.items()),
        'In a match it comes after the players: "team hammer: 7 dwarf, 1 keg"; a league team buys it with'
        ' "team buy keg". More on each: help referee, and so on.',
    ),
}


def _of_ability(ability: Ability) -> tuple[str, ...]:
    told = f"{ability.title} ({ability.belongs}): {ability.about}"
    if ability.saves:
        told += (
            ' Once an action, when the roll would not do; "save no" behind a challenge, or "always save no'
            f' {ability.name}", keeps it back.'
        )
    if ability.advanced:
        told += f" It needs {hooks.ABILITIES[hooks.basic_of(ability.of)].title} first."
    names = [hooks.basic_of(ability.of), ability.name] if ability.advanced else [ability.name]
    who = next((name for name in POSITIONS if POSITIONS[name].type == ability.of), "Striker")
    return told, f'In a team of the advanced level: "1 {who.lower()} with {" ".join(names)}".'


def _of_type(kind: str) -> str:
    abilities = ", ".join(each.title for each in hooks.ABILITIES.values() if each.of == kind)
    players = ", ".join(name for name in POSITIONS if POSITIONS[name].type == kind)
    return f"Players of the Type {kind} are, for example: {players}. Its abilities: {abilities}."


def _of_position(name: str) -> tuple[str, ...]:
    position = POSITIONS[name]
    numbers = ", ".join(f"{each.capitalize()} {getattr(position, each)}" for each in ATTRIBUTES)
    lists = [
        f"{each.title} (up to {place.most})"
        for each in LISTS.values()
        for place in each.places
        if name in place.names
    ]
    if name in RARE:
        lists = [
            f"{LISTS[each].title}, with extras=yes" for each, (_, extra) in EXTRAS.items() if extra == name
        ]
    told = f"{name}, a {position.type}: {numbers}. Played by: {'; '.join(lists)}."
    if position.abilities:
        titles = " and ".join(hooks.ABILITIES[each].title for each in position.abilities)
        return told, f"It has {titles}, and learns nothing."
    return told, _of_type(position.type)


def _of_list(name: str) -> tuple[str, ...]:
    each = LISTS[name]
    chosen = "It needs the option lists=all" if each.consent else f'To play it, write "team {name}"'
    return (
        f"{each.title} ({each.about}), a team list. The usual ten: {each.usual}. {chosen}. What each player can do:"
        f" rules elfball {name}.",
    )


ENTRIES: dict[str, Sequence[str]] = {
    **read_entries(__package__),
    **entries({words: text for kind in KINDS for words, text in kind.about.items()}),
    **entries(
        {words: text for kind in ORDERS if issubclass(kind, Common) for words, text in kind.about.items()}
    ),
    **entries(ABOUT),
    **{word: _of_list(name) for name in LISTS for word in (LISTS[name].title.lower(), name)},
    **_WORDS,
    **{kind.lower(): (_of_type(kind),) for kind in sorted({each.type for each in POSITIONS.values()})},
    **{name.lower(): _of_position(name) for name in POSITIONS},
    **{name: _of_ability(each) for name, each in hooks.ABILITIES.items()},
}
"""By word, paragraphs; list items begin with two blanks."""
for each, price in SUPPORT.items():
    ENTRIES[each] = (*ENTRIES[each], f"It costs {price.price} points; a team may have {price.most}.")
ENTRIES["bribe"] = ENTRIES["referee"]
