"""What words of the game mean, for `help WORD`: abilities, potions and other support, positions and Types."""

from collections.abc import Sequence

from pbem.games.elfball import hooks
from pbem.games.elfball.abilities import Ability
from pbem.games.elfball.conditions import ABOUT
from pbem.games.elfball.flow import KINDS
from pbem.games.elfball.lines import Common
from pbem.games.elfball.orders import ORDERS
from pbem.games.elfball.rosters import EXTRAS, RARE, SUPPORT
from pbem.games.elfball.teams import ATTRIBUTES, LISTS, POSITIONS
from pbem.games.elfball.words import BOARD, LINES, MATCHES
from pbem.play.glossary import entries

_SUPPORT = {
    "referee": (
        "Bribed referee: a Monster may take the face-off, and players without the ball may end an action in"
        " a goal hex. One die is rolled before the team's first action after such a face-off, and whenever"
        " its turn begins with a player in a goal hex: on a flop who broke the rules is ejected, the turn"
        " is lost as a Shift in Momentum, and the bribe is gone for this match.",
    ),
    "cheerleader": (
        'Cheerleader: each gives one counter of Momentum once a Test. Write "cheer 2" before your action,'
        ' or "cheer" for one.',
    ),
    "keg": (
        "Zlurpee keg: each adds one success to an Injury of one of your players once a Test, if the net is"
        ' 1 or more. That happens by itself; "always keg no" saves them, "always keg both" uses two for one'
        " roll.",
    ),
    "potion": (
        'Magic potion: "potion J" gives one of your doses to a player of yours who is not on the field and'
        " not ejected, before a set-up, in your turn, which it does not use up, or after the last goal. A"
        " player takes one dose a match. Two dice are rolled; behind the player you may name the abilities"
        ' and the attribute you would like: "potion J agile skill".',
        "  X X: the player dies",
        "  X -: seizure: Infirmary, and a lasting injury",
        "  X S: coma: Infirmary, no cure",
        "  X *: woozy, no cure; from the Bench to Recovery",
        "  - -: cured, Recovery",
        "  S S: cured, Bench",
        "  - S: cured, Bench, and one Basic ability for this match",
        "  - *: cured, Bench, and two Basic abilities for this match",
        "  S *: cured, Bench, and a Basic and an Advanced ability of one attribute for this match",
        "  * *: cured, Bench, and +1 to an attribute for this match, up to 6",
        "Cured are all injuries of this match, lasting ones and ended careers too; abilities won cost no"
        " points.",
    ),
    "wizard": (
        'Wizard, with the option wizard=yes: one spell a match instead of an action, "wizard shock q",'
        ' "wizard inferno k20" or "wizard frog q". If a spell flops it backfires: one player of your Bench,'
        " drawn by lot, goes to Recovery, and Momentum shifts. See: help shock, help inferno, help frog.",
    ),
    "shock": (
        "System Shock, a spell at an opponent on the field: five dice against Might - 1, +2 for the holder"
        " of the ball. At the target the player is Down, one more Dazed, two more an Injury.",
    ),
    "inferno": (
        "Inferno, a spell at a field hex: every player there and next to it, of both teams, rolls Dodge"
        " against 2. At the target the player is Down, above it unhurt; a fail is Dazed, a flop an Injury.",
    ),
    "frog": (
        "Transformation, a spell at any player on the field: five dice against 2. Until the end of the Test"
        " the player is a frog with Jog 7, Might 2, Tackle 4, Dodge 6, Skill 0 and Grit 2, and drops the"
        " ball.",
    ),
}


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
        'In a match it stands behind the players: "team hammer: 7 dwarf, 1 keg"; a league team buys it with'
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
        told += f" It needs {hooks.ABILITIES[hooks.basic_of(ability)].title} first."
    names = [hooks.basic_of(ability), ability.name] if ability.advanced else [ability.name]
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
    usual = ", ".join(f"{place.default} {place.names[0]}" for place in each.places)
    chosen = "It needs the option lists=all" if each.consent else f'To play it, write "team {name}"'
    return (
        f"{each.title} ({each.about}), a team list. The usual ten: {usual}. {chosen}. What each player can do:"
        f" rules elfball {name}.",
    )


ENTRIES: dict[str, Sequence[str]] = {
    **BOARD,
    **entries({words: text for kind in KINDS for words, text in kind.about.items()}),
    **entries(
        {words: text for kind in ORDERS if issubclass(kind, Common) for words, text in kind.about.items()}
    ),
    **entries(ABOUT),
    **LINES,
    **MATCHES,
    **{word: _of_list(name) for name in LISTS for word in (LISTS[name].title.lower(), name)},
    **_WORDS,
    **{kind.lower(): (_of_type(kind),) for kind in sorted({each.type for each in POSITIONS.values()})},
    **{name.lower(): _of_position(name) for name in POSITIONS},
    **{name: _of_ability(each) for name, each in hooks.ABILITIES.items()},
    **{
        name: (*told, f"It costs {SUPPORT[name].price} points; a team may have {SUPPORT[name].most}.")
        if name in SUPPORT
        else told
        for name, told in _SUPPORT.items()
    },
}
ENTRIES["bribe"] = ENTRIES["referee"]
"""By word, paragraphs; list items begin with two blanks."""
