"""League teams (ELFBALL-100 to 103, 110 to 115; section 10): team sheets and all that may be done to them.

Pure functions of a record: each takes a `Sheet` and returns the one that follows, or raises a `LeagueError` whose text
is for the manager. Where sheets are kept, and how managers write, is not known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.games.elfball import rosters
from pbem.games.elfball.careers import Outcome
from pbem.games.elfball.hooks import ABILITIES
from pbem.games.elfball.rosters import FEWEST, MOST, SUPPORT, Hired
from pbem.games.elfball.state import LETTERS, Pitch, Player
from pbem.games.elfball.teams import ATTRIBUTES, LISTS, POSITIONS, Attribute, plural
from pbem.play.orders import Refused
from pbem.play.requests import Seat

T = TypeVar("T")

STEP = 5
"""Experience for an ability (ELFBALL-112)."""


class LeagueError(ValueError):
    """Something that a team may not do; the text is for its manager."""


class OverCap(LeagueError):
    """The team would be worth more than the league allows."""


class TooFew(LeagueError):
    """The team would have too few players."""


class NotLearned(LeagueError):
    """An ability that this player cannot learn, or not yet."""


class NotHired(LeagueError):
    """Somebody or something that the team cannot have, or does not have."""


class Engaged(LeagueError):
    """The team is in a match."""


class TakenOver(LeagueError):
    """This match has been taken over already."""


class Learned(Struct, frozen=True):
    """An ability, and the match after which it was learned (0: before the first)."""

    ability: str
    match: int = 0


class Lasting(Struct, frozen=True):
    """A lasting injury: the attribute, and the match."""

    attribute: Attribute
    match: int


class Member(Struct, frozen=True):
    """A player of a league team. Who is dead or retired is kept as history, and his slot is free."""

    slot: int
    position: str
    name: str = ""
    experience: int = 0
    learned: tuple[Learned, ...] = ()
    injuries: tuple[Lasting, ...] = ()
    status: Literal["active", "dead", "retired", "cut"] = "active"

    @property
    def abilities(self) -> tuple[str, ...]:
        """Those he has learned, in their order."""
        return tuple(each.ability for each in self.learned)

    @property
    def due(self) -> int:
        """How many abilities he may still learn."""
        return self.experience // STEP - len(self.learned)

    def attribute(self, name: Attribute) -> int:
        """As it is now."""
        rookie: int = getattr(POSITIONS[self.position], name)
        return rookie - sum(injury.attribute == name for injury in self.injuries)


class Sheet(Struct, frozen=True):
    """A league team: its list, players and support, the matches it has taken over; `match`: the one it is in."""

    name: str
    manager: str
    list: str
    members: tuple[Member, ...] = ()
    support: dict[str, int] = field(default_factory=dict)
    matches: tuple[int, ...] = ()
    match: int = 0

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
    """What a league has agreed on."""

    cap: int = 180
    extras: bool = False
    wizard: bool = False


def found(name: str, manager: str, chosen: str, picks: Sequence[tuple[int, str]], rules: Rules) -> Sheet:
    """A new team of rookies, with support (ELFBALL-100, 101)."""
    players, things = _legal(lambda: rosters.read_picks(chosen, picks, extras=rules.extras, advanced=True))
    if any(player.abilities for player in players):
        raise NotLearned("rookies know no abilities yet")
    members = tuple(Member(slot, player.position) for slot, player in enumerate(players, 1))
    if len(members) < FEWEST:
        raise TooFew(f"a team has at least {FEWEST} players")
    return _checked(Sheet(name, manager, chosen, members, dict(things)), rules)


def hire(sheet: Sheet, position: str, rules: Rules, name: str = "") -> Sheet:
    """A rookie in the first free slot (ELFBALL-102)."""
    _free(sheet)
    chosen = _legal(lambda: rosters.position_named(sheet.list, position, extras=rules.extras))
    taken = {each.slot for each in sheet.active}
    slot = next((each for each in range(1, MOST + 1) if each not in taken), 0)
    if not slot:
        raise NotHired(f"a team has at most {MOST} players")
    return _checked(replace(sheet, members=(*sheet.members, Member(slot, chosen, name))), rules)


def cut(sheet: Sheet, slot: int) -> Sheet:
    """A player leaves the team for good; his value is free again (ELFBALL-102)."""
    _free(sheet)
    member = _member(sheet, slot)
    if len(sheet.active) <= FEWEST:
        raise TooFew(f"a team may not be cut below {FEWEST} players")
    return _with(sheet, member, replace(member, status="cut"))


def buy(sheet: Sheet, thing: str, rules: Rules, count: int = 1) -> Sheet:
    """Support at its price (ELFBALL-102, 104 to 107)."""
    _free(sheet)
    if thing not in SUPPORT:
        raise NotHired(f"there is no {thing} to buy; there are: {', '.join(SUPPORT)}")
    support = Counter(sheet.support)
    support[thing] += count
    return _checked(replace(sheet, support=dict(support)), rules)


def sell(sheet: Sheet, thing: str, count: int = 1) -> Sheet:
    """Support goes, and its price is free again."""
    _free(sheet)
    has = sheet.support.get(thing, 0)
    if has < count:
        raise NotHired(f"the team has {has or 'no'} {thing if has == 1 else plural(thing)}")
    support = {each: left - count if each == thing else left for each, left in sheet.support.items()}
    return replace(sheet, support={each: left for each, left in support.items() if left})


def rename(sheet: Sheet, slot: int, name: str) -> Sheet:
    """A player gets a name."""
    member = _member(sheet, slot)
    return _with(sheet, member, replace(member, name=name))


def learn(sheet: Sheet, slot: int, ability: str, rules: Rules) -> Sheet:
    """A player learns an ability (ELFBALL-112, 113): of several reasons against it the first is told (R61)."""
    _free(sheet)
    member = _member(sheet, slot)
    if ability not in ABILITIES:
        raise NotLearned(f"there is no ability {ability}")
    title, who = ABILITIES[ability].title, f"slot {slot}"
    if member.due < 1:
        count = len(member.learned)
        abilities = f"{count} {'ability' if count == 1 else 'abilities'}"
        points = f"{member.experience} point{'' if member.experience == 1 else 's'}"
        raise NotLearned(f"{who} has {points} and {abilities}: the next comes at {STEP * (count + 1)}")
    if ability in member.abilities:
        raise NotLearned(f"{who} knows {title} already")
    if why := rosters.why_not_learn(sheet.list, member.position, member.abilities, ability):
        kind = POSITIONS[member.position].type
        raise NotLearned(why.replace(f"a {member.position} is a {kind}", f"{who} is a {kind}"))
    learned = (*member.learned, Learned(ability, sheet.matches[-1] if sheet.matches else 0))
    return _checked(_with(sheet, member, replace(member, learned=learned)), rules)


def learnable(sheet: Sheet, slot: int) -> tuple[str, ...]:
    """The abilities that a player could learn next, whether or not he has the points."""
    member = _member(sheet, slot)
    return tuple(
        name
        for name in ABILITIES
        if not rosters.why_not_learn(sheet.list, member.position, member.abilities, name)
    )


# Matches.


def engage(sheet: Sheet, match: int) -> Sheet:
    """The team goes into a match: it is frozen until that is taken over (ELFBALL-102)."""
    _free(sheet)
    if match in sheet.matches:
        raise TakenOver(f"match {match} has been taken over already")
    return replace(sheet, match=match)


def release(sheet: Sheet, match: int) -> Sheet:
    """A match comes to nothing, and leaves nothing behind."""
    return replace(sheet, match=0) if sheet.match == match else sheet


def enter(state: Pitch, seat: Seat, sheet: Sheet) -> None:
    """Put a league team into a match that has not begun: slot n is the nth letter (ELFBALL-110)."""
    state.lists[seat] = sheet.list
    for member in sheet.active:
        state.players[LETTERS[seat][member.slot - 1]] = Player(
            member.position,
            abilities=member.abilities,
            losses=tuple(each.attribute for each in member.injuries),
        )
    if sheet.support:
        state.support[seat] = rosters.supported(sheet.support)


def take_over(sheet: Sheet, match: int, result: Outcome) -> Sheet:
    """What a match has left behind goes into the sheet, once: a second time raises `TakenOver`."""
    if match in sheet.matches:
        raise TakenOver(f"match {match} has been taken over already")
    if sheet.match != match:
        raise Engaged(f"the team is not in match {match}")
    careers = {career.slot: career for career in result.careers}
    members = list[Member]()
    for member in sheet.members:
        career = careers.get(member.slot) if member.status == "active" else None
        if career:
            injuries = tuple(Lasting(attribute, match) for attribute in career.lost)
            ended: dict[str, Literal["active", "dead", "retired"]] = {
                "": "active",
                "life": "dead",
                "career": "retired",
            }
            member = replace(  # as the match has left him
                member,
                experience=member.experience + career.experience,
                injuries=(*member.injuries, *injuries),
                status=ended[career.ended],
            )
        members.append(member)
    return replace(sheet, members=tuple(members), matches=(*sheet.matches, match), match=0)


class Row(Struct, frozen=True):
    """A line of a league's table."""

    team: str
    played: int
    won: int
    drawn: int
    lost: int
    goals: int
    against: int
    points: int


def table(results: Sequence[tuple[str, str, Outcome]]) -> list[Row]:
    """The table out of results: each match as its two teams and what it brought the first. 3 points for a win, 1 for a
    draw; then goal difference, goals, name."""
    tally: dict[str, Counter[str]] = {}
    for one, other, result in results:
        for team, scored, against in (
            (one, result.goals, result.against),
            (other, result.against, result.goals),
        ):
            count = tally.setdefault(team, Counter())
            count["goals"] += scored
            count["against"] += against
            count["won" if scored > against else "lost" if scored < against else "drawn"] += 1
    rows = [
        Row(
            team,
            n["won"] + n["drawn"] + n["lost"],
            n["won"],
            n["drawn"],
            n["lost"],
            n["goals"],
            n["against"],
            3 * n["won"] + n["drawn"],
        )
        for team, n in tally.items()
    ]
    return sorted(rows, key=lambda row: (-row.points, row.against - row.goals, -row.goals, row.team))


def described(sheet: Sheet) -> list[str]:
    """The sheet in lines: slots, attributes, points, abilities, value."""
    lines = [f"{sheet.name}, {LISTS[sheet.list].title}, worth {sheet.value} points"]
    for member in sheet.active:
        numbers = " ".join(str(member.attribute(each)) for each in ATTRIBUTES)
        titles = ", ".join(ABILITIES[each].title for each in member.abilities)
        name = f' "{member.name}"' if member.name else ""
        due = f", may learn {member.due}" if member.due > 0 else ""
        lines.append(
            f"{member.slot:>2} {member.position}{name}  {numbers}  {member.experience} xp{due}"
            f"{f'  {titles}' if titles else ''}"
        )
    support = ", ".join(
        f"{count} {name if count == 1 else plural(name)}" for name, count in sheet.support.items()
    )
    return [*lines, f"Support: {support or 'none'}"]


def _member(sheet: Sheet, slot: int) -> Member:
    member = next((each for each in sheet.active if each.slot == slot), None)
    if member is None:
        raise NotHired(f"slot {slot} is empty")
    return member


def _with(sheet: Sheet, member: Member, instead: Member) -> Sheet:
    members = tuple(instead if each is member else each for each in sheet.members)
    return replace(sheet, members=members)


def _free(sheet: Sheet) -> None:
    if sheet.match:
        raise Engaged(f"the team is playing match {sheet.match}; changes when it is over")


def _legal(reading: Callable[[], T]) -> T:
    """What a part of the rules says, its refusal as an error of a league."""
    try:
        return reading()
    except Refused as error:
        raise NotHired(str(error)) from error


def _checked(sheet: Sheet, rules: Rules) -> Sheet:
    """The sheet, if it is within the numbers of its list and the cap."""
    positions = [each.position for each in sheet.active]
    if sheet.value > rules.cap:
        raise OverCap(f"that makes {sheet.value} of {rules.cap}: cut or sell something first")
    if len(positions) > MOST:
        raise NotHired(f"a team has at most {MOST} players")
    _legal(lambda: rosters.check_numbers(sheet.list, positions, extras=rules.extras))
    _legal(lambda: rosters.check_support(sheet.support, wizards=rules.wizard))
    return sheet
