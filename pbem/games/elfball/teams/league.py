"""League teams (ELFBALL-100 to 103, 110 to 115; section 10): team sheets and all that may be done to them.

Pure functions of a value: each takes a `Sheet` and returns the one that follows, or raises `Refused`. Of several
reasons against a change the first in the order of the rulebook's table is told (R61): over the cap, too few,
experience, Type, Basic, known, in a match, number. Where sheets are kept, and how managers write, is not known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.games.elfball.field.hexes import OTHER
from pbem.games.elfball.field.players import ATTRIBUTES, LISTS, POSITIONS, Attribute, open_lists, plural
from pbem.games.elfball.field.state import LETTERS, Pitch, Player
from pbem.games.elfball.rolls.hooks import ABILITIES, ability_named
from pbem.games.elfball.teams import rosters
from pbem.games.elfball.teams.rosters import FEWEST, MOST, RARE, SUPPORT, Hired
from pbem.play import leagues
from pbem.play.orders import Refused
from pbem.play.requests import Seat

STEP = 5
"""Experience for an ability (ELFBALL-112)."""


class Career(Struct, frozen=True):
    """What a match has done to one player, by the slot in the team (1 to 12).

    - `lost`: attributes that fell by 1; `ended`: what it put an end to.
    - `goals`: scored in this match.
    """

    slot: int
    experience: int = 0
    lost: tuple[Attribute, ...] = ()
    ended: Literal["", "career", "life"] = ""
    goals: int = 0


class Outcome(leagues.Outcome, frozen=True, kw_only=True):
    """What a match has brought one team: goals, whether it conceded the match, and its players' careers."""

    conceded: bool = False
    careers: tuple[Career, ...] = ()


class Learned(Struct, frozen=True):
    """An ability, and the match after which it was learned (0: before the first)."""

    ability: str
    match: int = 0


class Lasting(Struct, frozen=True):
    """A lasting injury: the attribute, and the match."""

    attribute: Attribute
    match: int


class Member(Struct, frozen=True):
    """A player of a league team. The dead and the retired are kept as history, and their slots are free."""

    slot: int
    position: str
    name: str = ""
    experience: int = 0
    learned: tuple[Learned, ...] = ()
    injuries: tuple[Lasting, ...] = ()
    status: Literal["active", "dead", "retired", "cut"] = "active"
    goals: int = 0

    @property
    def abilities(self) -> tuple[str, ...]:
        """Those learned, in their order."""
        return tuple(each.ability for each in self.learned)

    @property
    def known(self) -> tuple[str, ...]:
        """Those, and what every player of this position has."""
        return (*POSITIONS[self.position].abilities, *self.abilities)

    @property
    def due(self) -> int:
        """How many abilities the player may still learn."""
        return self.experience // STEP - len(self.learned)

    def attribute(self, name: Attribute) -> int:
        """As it is now."""
        rookie: int = getattr(POSITIONS[self.position], name)
        return rookie - sum(injury.attribute == name for injury in self.injuries)


class Sheet(Struct, frozen=True):
    """A league team: its list, players and support, and the matches that have left their marks."""

    list: str
    members: tuple[Member, ...] = ()
    support: dict[str, int] = field(default_factory=dict)
    matches: tuple[int, ...] = ()

    @property
    def active(self) -> tuple[Member, ...]:
        """The living players, by slot."""
        return tuple(
            sorted((each for each in self.members if each.status == "active"), key=lambda each: each.slot)
        )

    @property
    def value(self) -> int:
        """In points: 15 for each player, 5 for each ability, and support (ELFBALL-100)."""
        return rosters.value([Hired(each.position, each.abilities) for each in self.active], self.support)


class Rules(Struct, frozen=True):
    """What a league has agreed on, and the match that the team is in (0: none)."""

    cap: int = 180
    extras: bool = False
    wizard: bool = False
    all_lists: bool = False
    match: int = 0

    @classmethod
    def of(cls, options: Mapping[str, str], match: int = 0) -> Rules:
        """Out of the options of a match."""
        return cls(
            int(options["cap"]),
            options["extras"] == "yes",
            options["wizard"] == "yes",
            options["lists"] == "all",
            match,
        )


def found(chosen: str, picks: Sequence[tuple[int, str]], rules: Rules) -> Sheet:
    """A new team of rookies, with support (ELFBALL-100, 101)."""
    players, things = rosters.read_picks(chosen, picks, extras=rules.extras, advanced=True)
    if any(player.abilities for player in players):
        raise Refused("rookies know no abilities yet")
    members = tuple(Member(slot, player.position) for slot, player in enumerate(players, 1))
    sheet = Sheet(chosen, members, dict(things))
    few = f"a team has at least {FEWEST} players" if len(members) < FEWEST else ""
    return _refused(sheet, rules, few)


def admit(sheet: Sheet, rules: Rules) -> Sheet:
    """The sheet, if a league of these rules can have it. It may have lost players (ELFBALL-103)."""
    if sheet.list not in open_lists(rules.all_lists):
        raise Refused(f"{LISTS[sheet.list].title}: only with the option lists=all")
    return _refused(sheet, rules)


def hire(sheet: Sheet, position: str, rules: Rules, name: str = "") -> Sheet:
    """A rookie in the first free slot (ELFBALL-102)."""
    chosen = rosters.position_named(sheet.list, position, extras=rules.extras)
    taken = {each.slot for each in sheet.active}
    slot = next(each for each in range(1, MOST + 2) if each not in taken)
    return _refused(replace(sheet, members=(*sheet.members, Member(slot, chosen, name))), rules)


def cut(sheet: Sheet, slot: int, rules: Rules) -> Sheet:
    """A player leaves the team for good; the value is free again (ELFBALL-102)."""
    member = _member(sheet, slot)
    few = f"a team may not be cut below {FEWEST} players" if len(sheet.active) <= FEWEST else ""
    _tell_first(few, _engaged(rules))
    return _with(sheet, member, replace(member, status="cut"))


def buy(sheet: Sheet, thing: str, rules: Rules, count: int = 1) -> Sheet:
    """Support at its price (ELFBALL-102, 104 to 107)."""
    support = Counter(sheet.support)
    support[_thing(thing, "buy")] += count
    return _refused(replace(sheet, support=dict(support)), rules)


def sell(sheet: Sheet, thing: str, rules: Rules, count: int = 1) -> Sheet:
    """Support goes, and its price is free again."""
    name = _thing(thing, "sell")
    has = sheet.support.get(name, 0)
    _tell_first(
        _engaged(rules),
        f"the team has {has or 'no'} {name if has == 1 else plural(name)}" if has < count else "",
    )
    support = {each: left - count if each == name else left for each, left in sheet.support.items()}
    return replace(sheet, support={each: left for each, left in support.items() if left})


def rename(sheet: Sheet, slot: int, name: str) -> Sheet:
    """A player gets a name, also during a match.

    A team in a match is frozen (section 10.1), which means its roster (R22). Section 10.2 limits hiring, cutting,
    buying and selling to the time between matches, but not naming; and a name changes nothing in the match.
    """
    member = _member(sheet, slot)
    return _with(sheet, member, replace(member, name=name))


def learn(sheet: Sheet, slot: int, ability: str, rules: Rules) -> Sheet:
    """A player learns an ability (ELFBALL-112, 113)."""
    member = _member(sheet, slot)
    what, who = ability_named(ability), f"slot {slot}"
    learned = (*member.learned, Learned(what.name, sheet.matches[-1] if sheet.matches else 0))
    count = len(member.learned)
    has = f"{_counted(member.experience, 'point')} and {_counted(count, 'ability', 'abilities')}"
    return _refused(
        _with(sheet, member, replace(member, learned=learned)),
        rules,
        f"{who} has {has}: the next comes at {STEP * (count + 1)}" if member.due < 1 else "",
        f"{who} knows {what.title} already"
        if what.name in member.abilities
        else rosters.why_not_learn(sheet.list, member.position, member.abilities, what.name, who),
    )


def learnable(sheet: Sheet, slot: int) -> tuple[str, ...]:
    """The abilities that a player could learn next, whether or not there are points for them."""
    member = _member(sheet, slot)
    return tuple(
        name
        for name in ABILITIES
        if not rosters.why_not_learn(sheet.list, member.position, member.abilities, name)
    )


# Matches.


def outcome(state: Pitch, seat: Seat) -> Outcome:
    """What a finished match leaves to the team of a seat. Raises `ValueError` while the match is on."""
    if state.result is None:
        raise ValueError("the match is not over")
    other = OTHER[seat]
    careers = tuple(
        Career(slot, now.experience, now.lost, now.ended, now.goals)
        for slot, letter in enumerate(LETTERS[seat], 1)
        if (player := state.players.get(letter))
        and ((now := player.now).experience or now.lost or now.ended or now.goals)
    )
    return Outcome(
        verdict=leagues.verdict(state.result, seat),
        scored=state.score[seat],
        against=state.score[other],
        conceded=state.result.reason in ("resigned", "forfeited") and state.left[:1] == [seat],
        careers=careers,
    )


def enter(state: Pitch, seat: Seat, team: Sheet) -> None:
    """Put a league team into a match that has not begun: slot n is the nth letter (ELFBALL-110)."""
    state.lists[seat] = team.list
    for member in team.active:
        state.players[LETTERS[seat][member.slot - 1]] = Player(
            member.position,
            abilities=member.abilities,
            losses=tuple(each.attribute for each in member.injuries),
        )
    if team.support:
        state.support[seat] = rosters.supported(team.support)


def take_over(team: Sheet, match: int, outcome: Outcome) -> Sheet:
    """What a match has left behind goes into the sheet (ELFBALL-111, 114, 115)."""
    if match in team.matches:
        raise ValueError(f"match {match} has been taken over already")
    careers = {career.slot: career for career in outcome.careers}
    members = list[Member]()
    for member in team.members:
        career = careers.get(member.slot) if member.status == "active" else None
        if career:
            injuries = tuple(Lasting(attribute, match) for attribute in career.lost)
            ended: dict[str, Literal["active", "dead", "retired"]] = {
                "": "active",
                "life": "dead",
                "career": "retired",
            }
            member = replace(  # as the match has left them
                member,
                experience=member.experience + career.experience,
                goals=member.goals + career.goals,
                injuries=(*member.injuries, *injuries),
                status=ended[career.ended],
            )
        members.append(member)
    return replace(team, members=tuple(members), matches=(*team.matches, match))


def described(sheet: Sheet, rules: Rules) -> list[str]:
    """The sheet in lines: slots, attributes, points, goals, abilities, value; and what the abilities do."""
    lines = [f"{LISTS[sheet.list].title}, worth {sheet.value} of {rules.cap} points", HEADING]
    for member in sheet.active:
        numbers = " ".join(str(member.attribute(each)) for each in ATTRIBUTES)
        name = f'{member.position} "{member.name}"' if member.name else member.position
        due = f", may learn {member.due}" if member.due > 0 else ""
        lines.append(f"{member.slot:>2} {name:<38} {numbers}  {member.experience:>2}{due}")
        goals = _counted(member.goals, "goal") if member.goals else ""
        titles = ", ".join(ABILITIES[each].title for each in member.known)
        if record := "; ".join(filter(None, (goals, titles))):
            lines += wrap(record, WIDTH, initial_indent="     ", subsequent_indent="     ")
    support = ", ".join(_counted(n, name, plural(name)) for name, n in sheet.support.items())
    known = sorted({name for member in sheet.active for name in member.known})
    told = [f"{ABILITIES[name].title}: {ABILITIES[name].about}" for name in known]
    told += (
        ["Potions may cure players between two turns; see: help potion"] if "potion" in sheet.support else []
    )
    explained = [line for text in told for line in wrap(text, WIDTH, subsequent_indent="  ")]
    return [*lines, f"Support: {support or 'none'}", *explained]


WIDTH = 74
HEADING = f"{'':41} {' '.join(each[0].upper() for each in ATTRIBUTES)}  XP"


def _member(sheet: Sheet, slot: int) -> Member:
    member = next((each for each in sheet.active if each.slot == slot), None)
    if member is None:
        raise Refused(f"slot {slot} is empty")
    return member


def _thing(words: str, verb: str) -> str:
    thing = rosters.thing_named(words)
    if not thing:
        raise Refused(f"there is no {words} to {verb}; there are: {', '.join(SUPPORT)}")
    return thing


def _with(sheet: Sheet, member: Member, instead: Member) -> Sheet:
    members = tuple(instead if each is member else each for each in sheet.members)
    return replace(sheet, members=members)


def _refused(sheet: Sheet, rules: Rules, *others: str) -> Sheet:
    """The sheet, or the first reason against it; `others` stand between the cap and the match in the table."""
    _tell_first(
        f"that makes {sheet.value} of {rules.cap}: cut or sell something first"
        if sheet.value > rules.cap
        else "",
        *others,
        _engaged(rules),
        _too_many(sheet, rules),
    )
    rosters.check_support(sheet.support, wizards=rules.wizard)
    return sheet


def _engaged(rules: Rules) -> str:
    return f"the team is playing match {rules.match}; changes when it is over" if rules.match else ""


def _too_many(sheet: Sheet, rules: Rules) -> str:
    """Which number is exceeded, or which player the league does not allow (ELFBALL-101, 167, 168), or empty."""
    positions = [each.position for each in sheet.active]
    if not rules.extras and (extra := next((each for each in positions if each in RARE), "")):
        return f"{extra}: only with the option extras=yes"
    if found := rosters.excess(sheet.list, positions, extras=rules.extras):
        position, most, _ = found
        who = "a team" if position in RARE else LISTS[sheet.list].title
        return f"{who} may have {_counted(most, position, plural(position))}"
    return f"a team has at most {MOST} players" if len(positions) > MOST else ""


def _tell_first(*reasons: str) -> None:
    for reason in filter(None, reasons):
        raise Refused(reason)


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"
