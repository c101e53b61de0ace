"""Teams (ELFBALL-98 to 103, 166 to 169): whom a list has, what a team costs, how it is named."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec import Struct

from pbem.games.elfball.field.events import SetUpRolled, TeamNamed
from pbem.games.elfball.field.hexes import NORTH, SEATS, SOUTH
from pbem.games.elfball.field.lines import Common
from pbem.games.elfball.field.players import LISTS, POSITIONS, TEAM_SIZE, Place, open_lists, plural
from pbem.games.elfball.field.prompts import NameTeam
from pbem.games.elfball.field.state import LETTERS, Pitch, Player, Support
from pbem.games.elfball.rolls import hooks
from pbem.play import forms
from pbem.play.forms import Form, Many
from pbem.play.forms import Line as Words
from pbem.play.orders import Refused, nearest
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask_all, die, draw

LOT = "lot"
"""In place of a list: one is drawn."""

ROOKIE, ABILITY = 15, 5
"""Points (ELFBALL-100)."""

FEWEST, MOST = 6, 12


RARE = ("Impcrusher", "Samhaino Horror")
"""Of these a team may have one."""


class Thing(Struct, frozen=True):
    """Something of a team's support: its price, how many a team may have, and where a match keeps it (ELFBALL-104 to
    107, 169)."""

    price: int
    most: int
    field: str


SUPPORT: dict[str, Thing] = {
    "referee": Thing(5, 1, "referee"),
    "cheerleader": Thing(5, 4, "cheerleaders"),
    "keg": Thing(5, 2, "kegs"),
    "potion": Thing(5, 3, "potions"),
    "wizard": Thing(20, 1, "wizard"),
}
_PLURALS = {plural(name): name for name in SUPPORT}
"""What stands for each thing, if there are several."""


def thing_named(words: str) -> str:
    """The thing of a team's support that is meant, or empty."""
    thing = _PLURALS.get(words, words)
    return thing if thing in SUPPORT else ""


EXTRAS = {
    "samhaino": ("Deadwood", "Samhaino Horror"),
    "gnomes": ("Gnomish Contraption", "Impcrusher"),
    "hammer": ("Dwarf", "Impcrusher"),
}
"""By list: in whose place option `extras` allows one of whom (ELFBALL-167, 168)."""


class Hired(Struct, frozen=True):
    """A player of a team: the position and the abilities learned."""

    position: str
    abilities: tuple[str, ...] = ()


class _ListName(forms.Kind[str]):
    """The name of a team list, of one word or more; up to a colon."""

    label, wants = "LIST", "the name of a list"

    def take(self, line: Words, at: int) -> tuple[str, int] | None:
        end = at
        while end < len(line.low) and line.low[end] not in (":", ",") and not line.low[end].isdecimal():
            end += 1
        if end > at:
            return " ".join(line.low[at:end]), end
        line.miss(at, self.wants)
        return None


class _Players(forms.Kind[tuple[int, str]]):
    """How many players of one position: `2 hunter`, `keg 2`, or one by the bare word."""

    label, wants = "N POSITION", "a number and a position"

    def take(self, line: Words, at: int) -> tuple[tuple[int, str], int] | None:
        end = next((end for end in range(at, len(line.low)) if line.low[end] == ","), len(line.low))
        match line.low[at:end]:
            case [count, *words] if count.isdecimal() and 0 < int(count[:4]) <= 99 and words:
                return (int(count), " ".join(words)), end
            case [*words, count] if count.isdecimal() and 0 < int(count[:4]) <= 99 and words:
                return (int(count), " ".join(words)), end
            case [*words] if words and not any(map(str.isdecimal, words)) and not _SEVERAL & {*words}:
                return (1, " ".join(words)), end
        line.miss(at, self.wants)
        return None

    def write(self, value: tuple[int, str]) -> str:
        return f"{value[0]} {value[1]}"


_SEVERAL = {plural(each).lower().split()[-1] for each in (*POSITIONS, "cheerleader", "keg", "potion")}
"""Words that mean more than one, so that a number is missing."""


class Team(Common, Order, frozen=True):
    """The team list, and the players by number and position; `lot` leaves it to the dice."""

    form: ClassVar = Form(
        "team {name} [: {picks}]",
        name=_ListName(),
        picks=Many(_Players(), ","),
        says={
            "team nightelves": "a list with its usual ten",
            "team hammer: 10 dwarf": "or with the ten you want",
            "team hammer: 7 dwarf, 1 keg": "advanced level: for points",
            "team lot": "or a list by lot",
        },
    )

    unasked: ClassVar[str] = "The teams are named already"
    name: str
    picks: tuple[tuple[int, str], ...] = ()


def name_teams(state: Pitch) -> Rules[None]:
    """Both managers name their teams (ELFBALL-99); then dice say who sets up first (ELFBALL-26)."""
    unnamed = [seat for seat in SEATS if not state.team(seat)]  # the others come from a league
    answers = (yield from ask_all(*(_naming(state, seat) for seat in unnamed))) if unnamed else {}
    for seat in SEATS:
        if seat in answers:
            order = answers[seat]
            assert isinstance(order, Team)
            name, picks = order.name, order.picks
            if name == LOT:
                name = yield from draw("lot", open_lists(state.all_lists))
                picks = usual(name, state)
            _hire(state, seat, name, picks)
        name = state.lists[seat]
        players = tuple((letter, described(state.players[letter])) for letter in state.team(seat))
        yield TeamNamed(seat, LISTS[name].title, players, support_words(state.backing(seat)))
    while True:
        north = yield from die("set-up")
        south = yield from die("set-up")
        if north != south:
            break
        yield SetUpRolled(north, south)
    state.setter = NORTH if north < south else SOUTH
    yield SetUpRolled(north, south, state.setter)
    state.phase = "setup"


def described(player: Player) -> str:
    """Position and abilities: `Striker (Agile, Steal)`."""
    titles = ", ".join(hooks.ABILITIES[name].title for name in player.known)
    return f"{player.position} ({titles})" if titles else player.position


def support_words(support: Support) -> tuple[str, ...]:
    """What a team has beside its players: `referee`, `2 cheerleaders`."""
    counts = counted(support)
    return tuple(name if count == 1 else f"{count} {plural(name)}" for name, count in counts.items() if count)


def counted(support: Support) -> dict[str, int]:
    """What a team has beside its players, by name."""
    return {name: int(getattr(support, thing.field)) for name, thing in SUPPORT.items()}


def supported(counts: Mapping[str, int]) -> Support:
    """The support of a team, by name and number, as a match keeps it."""
    kept = {SUPPORT[name].field: count for name, count in counts.items()}
    return msgspec.convert(kept, Support, strict=False)  # a referee is there or not, kegs are counted


def check_team(state: Pitch, order: Team) -> Team:
    """The team with every player named, or refused (ELFBALL-98, 100 to 102)."""
    if order.name == LOT:
        return order
    name = list_named(order.name, open_lists(state.all_lists))
    picks = order.picks or usual(name, state)
    players, things = read_picks(name, picks, extras=state.extras, advanced=state.advanced)
    check_numbers(name, [each.position for each in players], extras=state.extras)
    if not state.advanced and len(players) != TEAM_SIZE:
        raise Refused(f"a team has {TEAM_SIZE} players, not {len(players)}")
    if state.advanced:
        if not FEWEST <= len(players) <= MOST:
            raise Refused(f"a team has {FEWEST} to {MOST} players, not {len(players)}")
        check_support(things, wizards=state.wizards)
        worth = value(players, things)
        if worth > state.cap:
            raise Refused(f"that is {worth} points of {state.cap}: leave something out")
    return Team(name, tuple(_in_full(name, count, words, extras=state.extras) for count, words in picks))


def _in_full(name: str, count: int, words: str, *, extras: bool) -> tuple[int, str]:
    """A part of a team as it is written in full."""
    if thing := thing_named(words):
        return count, thing
    position, _, learned = words.partition(" with ")
    hired = position_named(name, position, extras=extras).lower()
    return count, f"{hired} with {' '.join(ability_names(learned))}" if learned else hired


def read_picks(
    name: str, picks: Sequence[tuple[int, str]], *, extras: bool, advanced: bool
) -> tuple[list[Hired], Counter[str]]:
    """The players and the support that are named; what is no part of such a team is refused."""
    players, things = list[Hired](), Counter[str]()
    for count, words in picks:
        if advanced and (thing := thing_named(words)):
            things[thing] += count
            continue
        position, _, learned = words.partition(" with ")
        hired = position_named(name, position, extras=extras)
        abilities = ability_names(learned) if learned else ()
        if abilities and not advanced:
            raise Refused(f"{words}: abilities belong to the advanced level")
        known = tuple[str, ...]()
        for each in sorted(
            abilities, key=lambda ability: hooks.ABILITIES[ability].advanced
        ):  # Basic ones first
            if why := why_not_learn(name, hired, known, each):
                raise Refused(f"{words}: {why}")
            known += (each,)
        players += [Hired(hired, known)] * count
    return players, things


def ability_names(words: str) -> tuple[str, ...]:
    """Abilities written one after another."""
    left, found = [word for word in words.split() if word != "and"], list[str]()
    while left:
        pair = " ".join(left[:2])
        one = hooks.ability_named(pair if pair in hooks.ABILITIES else left[0]).name
        found.append(one)
        del left[: len(one.split())]
    return tuple(found)


def why_not_learn(chosen: str, position: str, known: Sequence[str], ability: str, who: str = "") -> str:
    """Why a player of this list cannot have this ability beside those they know (ELFBALL-112, 113), or empty; `who` is
    what to call them, if not their position."""
    what, kind = hooks.ABILITIES[ability], POSITIONS[position].type
    basic = hooks.basic_of(what.of)
    if position == "Impcrusher":
        return f"an {position} learns nothing"
    if ability in known:
        return f"{what.title} is known already"
    if what.of[0].isupper() and what.of != kind and not (ability == "fear" and chosen == "samhaino"):
        them = f"{plural(what.of)}, and for all of Samhaino" if ability == "fear" else plural(what.of)
        return f"{what.title} is for {them}; {who or f'a {position}'} is a {kind}"
    if what.advanced and basic not in known:
        return f"{what.title} needs {hooks.ABILITIES[basic].title} first"
    return ""


def check_numbers(name: str, positions: Sequence[str], *, extras: bool) -> None:
    """Refuses more players of a position than the list allows (ELFBALL-98, 101, 167, 168)."""
    if found := excess(name, positions, extras=extras):
        position, most, count = found
        may = (
            "a team may have one" if position in RARE else f"{LISTS[name].title} may have {most}, not {count}"
        )
        raise Refused(f"{position}: {may}")


def excess(name: str, positions: Sequence[str], *, extras: bool) -> tuple[str, int, int] | None:
    """The first position of which there are more than the list allows, with how many may be and are; or None."""
    counts = Counter(_place_of(name, position, extras=extras) for position in positions)
    for place, count in counts.items():
        if count > place.most:
            return place.names[0], place.most, count
    for extra in RARE:
        if positions.count(extra) > 1:
            return extra, 1, positions.count(extra)
    return None


def check_support(things: dict[str, int], *, wizards: bool) -> None:
    """Refuses more support than a team may have (ELFBALL-104 to 107, 169)."""
    for thing, count in things.items():
        if count > SUPPORT[thing].most:
            raise Refused(f"{thing}: a team may have {SUPPORT[thing].most}, not {count}")
        if thing == "wizard" and not wizards:
            raise Refused("wizard: only with the option wizard=yes")


def value(players: Sequence[Hired], things: dict[str, int]) -> int:
    """What a team is worth in points (ELFBALL-100)."""
    abilities = sum(len(player.abilities) for player in players)
    return (
        ROOKIE * len(players)
        + ABILITY * abilities
        + sum(SUPPORT[name].price * n for name, n in things.items())
    )


def list_named(words: str, names: Sequence[str]) -> str:
    """The list of this name or title; else refused, with those whose titles have most of the words."""
    titles = {name: re.findall(r"[a-z]+", LISTS[name].title.lower()) for name in names}
    for name, title in titles.items():
        if words in (name, " ".join(title)):
            return name
    likeness = {
        name: sum(bool(nearest(word, (name, *titles[name]), cutoff=0.75)) for word in words.split())
        for name in names
    }
    most = max(likeness.values())
    meant = " or ".join(name for name in names if likeness[name] == most)
    hint = f"Did you mean {meant}?" if most else f"Lists: {' '.join(names)}"
    raise Refused(f"team {words}: there is no such list. {hint}")


def usual(name: str, state: Pitch) -> tuple[tuple[int, str], ...]:
    """The usual ten of a list; at the advanced level with what the points allow beside them, or fewer players."""
    picks = [(place.default, place.names[0].lower()) for place in LISTS[name].places if place.default]
    if not state.advanced:
        return tuple(picks)
    kept, left = rookies(name, state.cap)
    return tuple(_taught(name, kept, left // ABILITY))


def rookies(name: str, cap: int) -> tuple[list[tuple[int, str]], int]:
    """The usual ten of a list, or fewer, with what support the points allow beside them; and the points left."""
    room = min(cap // ROOKIE, TEAM_SIZE)
    kept: list[tuple[int, str]] = []
    for place in LISTS[name].places:
        taken = min(place.default, room - sum(each for each, _ in kept))
        kept += [(taken, place.names[0].lower())] if taken else []
    left = cap - ROOKIE * room
    for what in ("keg", "potion", "cheerleader"):
        if left >= SUPPORT[what].price:
            kept.append((1, what))
            left -= SUPPORT[what].price
    return kept, left


def _taught(name: str, picks: Sequence[tuple[int, str]], lessons: int) -> list[tuple[int, str]]:
    """The same with the Basic ability of the Type for one player of each position, as far as the points go."""
    found: list[tuple[int, str]] = []
    for count, words in picks:
        if words in SUPPORT or lessons <= 0:
            found.append((count, words))
            continue
        basic = hooks.basic_of(POSITIONS[position_named(name, words, extras=False)].type)
        lessons -= 1
        found.append((1, f"{words} with {basic}"))
        found += [(count - 1, words)] if count > 1 else []
    return found


def position_named(name: str, words: str, *, extras: bool) -> str:
    """A position of the list by its name, or by a word of it, in the singular or the plural; or refused."""
    chosen = LISTS[name]
    names = [each for place in places(name, extras=extras) for each in place.names]
    forms = {each: (each.lower(), plural(each).lower()) for each in names}
    exact = [each for each in names if words in forms[each]]
    found = exact or [each for each in names if any(words in form.split() for form in forms[each])]
    if len(found) != 1:
        raise Refused(f'{chosen.title} have no "{words}". They have: {", ".join(names)}')
    return found[0]


def places(name: str, *, extras: bool) -> tuple[Place, ...]:
    """The lines of a list, with what option `extras` adds to one of them."""
    if not extras or name not in EXTRAS:
        return LISTS[name].places
    instead, extra = EXTRAS[name]
    return tuple(
        Place((*place.names, extra), place.most, place.default) if instead in place.names else place
        for place in LISTS[name].places
    )


def _place_of(name: str, position: str, *, extras: bool) -> Place:
    return next(place for place in places(name, extras=extras) if position in place.names)


def _hire(state: Pitch, seat: Seat, name: str, picks: Sequence[tuple[int, str]]) -> None:
    """Letters are given in the order of the manager's line (ELFBALL-98)."""
    state.lists[seat] = name
    players, things = read_picks(name, picks, extras=state.extras, advanced=state.advanced)
    for letter, player in zip(LETTERS[seat], players, strict=False):
        state.players[letter] = Player(player.position, abilities=player.abilities)
    if state.wizards and not state.advanced:
        things["wizard"] = 1  # ELFBALL-169
    if things:
        state.support[seat] = supported(things)


def _naming(state: Pitch, seat: Seat) -> Ask[Team]:
    names = open_lists(state.all_lists)
    return Ask(
        seat=seat,
        name="team",
        takes=(Team,),
        check=lambda order: check_team(state, order),
        sample=lambda pick: sample_team(state, pick) if state.advanced else Team(pick.one([LOT, *names])),
        auto=lambda: Team(LOT),
        about=NameTeam(names, state.cap if state.advanced else 0),
        options=lambda: [Team(name) for name in names],
    )


def sample_team(state: Pitch, pick: Pick) -> Team:
    """Some legal team with many abilities, for the test kit and the random player."""
    name = pick.one(open_lists(state.all_lists))
    things = [pick.one(["referee", "keg", "potion", "cheerleader"])]
    things += ["wizard"] if state.wizards and pick.chance(50) else []
    ranks = [
        each for place in places(name, extras=state.extras) for each in [pick.one(place.names)] * place.most
    ]
    positions = pick.some([each for each in ranks if each not in RARE] or ranks, FEWEST)
    positions += [each for each in dict.fromkeys(ranks) if each in RARE]
    left = (state.cap - sum(SUPPORT[thing].price for thing in things) - ROOKIE * len(positions)) // ABILITY
    picks = [(1, thing) for thing in things]
    for position in positions:
        known = tuple[str, ...]()
        while len(known) < min(left, 3):
            able = [each for each in hooks.ABILITIES if not why_not_learn(name, position, known, each)]
            own = [each for each in able if hooks.ABILITIES[each].of[0].isupper()]
            if not able:
                break
            known += (pick.one(own if own and pick.chance(60) else able),)
        left -= len(known)
        picks.append((1, f"{position} with {' '.join(known)}".lower() if known else position.lower()))
    order = Team(name, tuple(picks))
    try:
        return check_team(state, order)
    except Refused:  # too many points for a small cap
        return Team(name)
