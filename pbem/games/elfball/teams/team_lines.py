"""Leagues of Elfball as the server sees them (section 10): how lines about teams are written, what managers are told.

The rules of teams stand in `league.py`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.elfball.field.players import open_lists, plural
from pbem.games.elfball.field.state import Pitch
from pbem.games.elfball.rolls.hooks import ABILITIES
from pbem.games.elfball.teams import league
from pbem.games.elfball.teams.league import Career, Member, Outcome, Rules, Sheet
from pbem.games.elfball.teams.rosters import ABILITY, FEWEST, ROOKIE, SUPPORT, list_named, rookies
from pbem.play.leagues import Teams
from pbem.play.orders import Refused

NAME_LENGTH = 16
"""Maximum number of characters in the name of a player."""

_COUNT = re.compile(r"(?P<before>\d{1,2}) (?P<what>.+)|(?P<thing>.+?)(?: (?P<behind>\d{1,2}))?")
_NAMED = re.compile(r'(?P<what>.+?)(?: as)? "(?P<name>[^"]+)"')


class LeagueTeams(Teams[Pitch, Sheet, Outcome]):
    """Teams, team sheets and careers."""

    team = Sheet
    outcome = Outcome
    options = {"level": "advanced"}  # noqa: RUF012  # typed where it is declared
    free = {"level": "advanced", "extras": "yes", "wizard": "yes", "lists": "all"}  # noqa: RUF012
    forms = (
        "team new NAME LIST",
        "team new NAME LIST: 2 hunter, 3 imp ...; support: referee, keg 1 ...",
        'team hire POSITION [as "NAME"]',
        "team cut SLOT",
        "team buy THING [N]",
        "team sell THING [N]",
        'team name SLOT "NAME"',
        "team learn SLOT ABILITY",
    )

    def found(self, text: str, options: Mapping[str, str]) -> Sheet:
        """`nightelves: 2 hunter, 6 imp; support: keg 1, referee`; without players the usual ten."""
        rules = Rules.of(options)
        words, _, listed = " ".join(text.lower().split()).partition(":")
        chosen = list_named(words.strip(), open_lists(rules.all_lists))
        if not listed.strip():
            return league.found(chosen, rookies(chosen, rules.cap)[0], rules)
        players, _, support = listed.partition(";")
        support = support.strip()
        if support and not support.startswith("support:"):
            raise Refused(f'"{support}" cannot be read; write for example: support: keg 1, referee')
        parts = [*players.split(","), *support.removeprefix("support:").split(",")]
        return league.found(chosen, [_counted(part) for each in parts if (part := each.strip())], rules)

    def change(self, team: Sheet, verb: str, text: str, options: Mapping[str, str], playing: int) -> Sheet:
        """One of the verbs of section 10.2."""
        rules, line = Rules.of(options, playing), " ".join(text.split())
        match verb:
            case "hire":
                named = _NAMED.fullmatch(line)
                position = (named["what"] if named else line).lower()
                return league.hire(
                    team, _some(position, self, verb), rules, _name(named["name"]) if named else ""
                )
            case "cut":
                return league.cut(team, _slot(line, self, verb), rules)
            case "buy" | "sell":
                count, thing = _counted(_some(line.lower(), self, verb))
                if count < 1:
                    raise _misread(self, verb)
                change = league.buy if verb == "buy" else league.sell
                return change(team, thing, rules, count)
            case "name":
                slot, _, name = line.partition(" ")
                return league.rename(team, _slot(slot, self, verb), _name(_some(name.strip('"'), self, verb)))
            case "learn":
                slot, _, ability = line.lower().partition(" ")
                return league.learn(team, _slot(slot, self, verb), _some(ability, self, verb), rules)
        raise AssertionError(verb)

    def describe(self, before: Sheet, after: Sheet) -> str:
        """`slot 3 is Titania now`, `3 Striker is cut`, `1 keg sold`."""
        was, now = ({each.slot: each for each in team.active} for team in (before, after))
        told = [f"{_who(now[slot])} is hired" for slot in now if slot not in was]
        told += [f"{_who(was[slot])} is cut" for slot in was if slot not in now]
        for slot in [slot for slot in now if slot in was]:
            new = now[slot].learned[len(was[slot].learned) :]
            told += [f"{_who(now[slot])} has learned {ABILITIES[each.ability].title}" for each in new]
            told += [f"slot {slot} is {now[slot].name} now"] if now[slot].name != was[slot].name else []
        for thing in SUPPORT:
            more = after.support.get(thing, 0) - before.support.get(thing, 0)
            what = f"{abs(more)} {thing if abs(more) == 1 else plural(thing)}"
            told += [f"{what} {'bought' if more > 0 else 'sold'}"] if more else []
        return ", ".join(told) or "nothing has changed"

    def admit(self, team: Sheet, options: Mapping[str, str]) -> None:
        """See `league.admit`."""
        league.admit(team, Rules.of(options))

    def sheet(self, team: Sheet, options: Mapping[str, str]) -> Sequence[str]:
        """See `league.described`."""
        return league.described(team, Rules.of(options))

    enter = staticmethod(league.enter)
    result = staticmethod(league.outcome)
    take_over = staticmethod(league.take_over)

    def report(
        self, before: Sheet, after: Sheet, outcome: Outcome, options: Mapping[str, str]
    ) -> dict[str, Any]:
        """Experience won, injuries, who may learn what, the value, and lines ready to send."""
        rules = Rules.of(options)
        slots, now = {each.slot: each for each in before.active}, {each.slot for each in after.active}
        players = [
            _fortunes(slots[career.slot], career, stays=career.slot in now) for career in outcome.careers
        ]
        learners = [
            _lesson(each, league.learnable(after, each.slot)) for each in after.active if each.due > 0
        ]
        left = rules.cap - after.value
        taught = learners[: max(0, left // ABILITY)]
        return {
            "scored": outcome.scored,
            "against": outcome.against,
            "verdict": outcome.verdict,
            "conceded": outcome.conceded,
            "players": players,
            "learners": learners,
            "value": after.value,
            "cap": rules.cap,
            "full": bool(learners) and not taught,
            "lines": [each["line"] for each in taught] + _spending(after, left - ABILITY * len(taught))
            if taught or not learners
            else _making_room(after, str(learners[0]["line"]), ABILITY - left),
        }


def _fortunes(was: Member, career: Career, *, stays: bool) -> dict[str, Any]:
    """What a match has done to a player; attributes lost with what is left of them, if the player `stays`."""
    lost = career.lost if stays else ()
    return {
        "who": _who(was),
        "won": career.experience,
        "experience": was.experience + career.experience,
        "lost": [[name, was.attribute(name) - lost[: n + 1].count(name)] for n, name in enumerate(lost)],
        "ended": career.ended,
    }


def _lesson(member: Member, abilities: Sequence[str]) -> dict[str, Any]:
    """Which abilities a player may learn, and the line that has them learn the first."""
    return {
        "who": _who(member),
        "may": [ABILITIES[name].title for name in abilities],
        "line": f"team learn {member.slot} {abilities[0]}",
    }


def _making_room(sheet: Sheet, lesson: str, missing: int) -> list[str]:
    """Lines of a full team that lead to a lesson: something is sold for it, or the last player who has won nothing cut;
    none if neither can go (ELFBALL-100, 102)."""
    if thing := next((name for name, n in sheet.support.items() if n and SUPPORT[name].price >= missing), ""):
        return [f"team sell {thing}", lesson]
    spare = [each for each in sheet.active if not each.experience]
    return [f"team cut {spare[-1].slot}", lesson] if spare and len(sheet.active) > FEWEST else []


def _spending(sheet: Sheet, left: int) -> list[str]:
    """Lines that spend the points that are left: a rookie like the first who is gone, else some support."""
    if left >= ROOKIE and (gone := next((each for each in sheet.members if each.status != "active"), None)):
        return [f"team hire {gone.position.lower()}"]
    thing = next(
        (
            name
            for name in ("potion", "keg", "cheerleader")
            if sheet.support.get(name, 0) < SUPPORT[name].most and SUPPORT[name].price <= left
        ),
        "",
    )
    return [f"team buy {thing}"] if thing else []


def _who(member: Member) -> str:
    """`3 Striker "Ida"`."""
    return (
        f'{member.slot} {member.position} "{member.name}"'
        if member.name
        else f"{member.slot} {member.position}"
    )


def _counted(text: str) -> tuple[int, str]:
    """`2 hunter`, `cheerleader 2`, `referee`."""
    found = _COUNT.fullmatch(text)
    assert found is not None  # any text will do
    return int(found["before"] or found["behind"] or 1), found["what"] or found["thing"]


def _slot(text: str, teams: LeagueTeams, verb: str) -> int:
    if not text.isdecimal() or len(text) > 2:
        raise _misread(teams, verb)
    return int(text)


def _some(text: str, teams: LeagueTeams, verb: str) -> str:
    if not text:
        raise _misread(teams, verb)
    return text


def _misread(teams: LeagueTeams, verb: str) -> Refused:
    form = next(form for form in teams.forms if form.split()[1] == verb)
    return Refused(f"write: {form}")


def _name(text: str) -> str:
    if not text.isascii() or not text.isprintable() or not 0 < len(text) <= NAME_LENGTH:
        raise Refused(f"a name has 1 to {NAME_LENGTH} plain characters")
    return text
