"""What players read of a competition: one line in the mails of a match, the table, the bracket, the page."""

import functools
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.competitions import forms, groups, knockout, ladder, pools
from pbem.competitions.forms import Plan, Rule
from pbem.competitions.parts import Part
from pbem.competitions.standings import NAMES, total_of
from pbem.competitions.values import Field, Number, Pairing, Result
from pbem.mail.prose import fill, listed
from pbem.play.game import Game
from pbem.server.core.terms import told_terms
from pbem.server.core.times import DAY, moment, span
from pbem.server.mailing.match_summaries import changed_options
from pbem.store.competitions import CompetitionRow, EntrantRow, PairingRow


class Competition(Struct, frozen=True, dict=True):
    """A competition as it stands: `entrants` are the players by number, `pairings` those that have begun."""

    row: CompetitionRow
    plan: Plan
    field: Field
    entrants: Mapping[Number, EntrantRow]
    pairings: Mapping[tuple[int, int, int], PairingRow]

    @functools.cached_property
    def progress(self) -> knockout.Progress:
        """How far its bracket has got."""
        return knockout.follow(self.field, forms.bracket(self.plan, self.field), self.plan.best_of)

    @functools.cached_property
    def parts(self) -> "list[tuple[Part, Competition]]":
        """The competitions that it consists of, if it does."""
        if self.plan.form not in ("pools", "divisions") or not self.field.entrants:
            return []
        return [(part, self._part(part, plan)) for part, plan in forms.parts(self.plan, self.field)]

    def _part(self, part: Part, plan: Plan) -> "Competition":
        numbers = {at: self.entrants[number] for at, number in enumerate(part.numbers, 1)}
        field = part.field(self.field)
        pairings = {
            each.key: its
            for each in field.pairings()
            if (its := self.pairings.get(part.outer(each).key)) is not None
        }
        row = structs.replace(self.row, name=f"{self.row.name}, {part.title}")
        return Competition(row, plan, field, numbers, pairings)

    @functools.cached_property
    def table(self) -> str:
        """The table, or the bracket, or who has entered, for all who read it."""
        return "\n".join(table(self))

    def name(self, number: Number) -> str:
        """The name of an entrant."""
        return self.entrants[number].handle if number in self.entrants else f"entrant {number}"

    def names(self, numbers: Sequence[Number]) -> list[str]:
        """The names of entrants."""
        return [self.name(number) for number in numbers]

    def number_of(self, player: int) -> Number | None:
        """The number of a player; None if they have not entered."""
        return next((each.number for each in self.entrants.values() if each.player == player), None)

    def number_of_team(self, team: int) -> Number | None:
        """The number of a team; None if it has not entered."""
        return next((each.number for each in self.entrants.values() if each.team == team), None)

    @functools.cached_property
    def readers(self) -> list[Number]:
        """Those who are told how it goes on: all entrants, but where it has no end, those who have not left."""
        if self.plan.form not in forms.ENDLESS or self.row.status == "open":
            return list(self.entrants)
        gone = {each.number for each in self.field.entrants if each.withdrawn}
        return [number for number in self.entrants if number not in gone]

    @property
    def players(self) -> list[int]:
        """The players who are told how it goes on."""
        return list(dict.fromkeys(self.entrants[each].player for each in self.readers))

    def running(self, number: Number) -> list[Pairing]:
        """The matches of an entrant that are being played."""
        return [pairing for pairing in self.field.running if pairing.has(number)]

    def match_of(self, pairing: Pairing) -> int | None:
        """The match of a pairing; None if it has none, or not yet."""
        row = self.pairings.get(pairing.key)
        return row.match if row is not None else None


CORRECTABLE = 14 * DAY
"""Time to correct a result after the end of its competition."""

GIVEN_UP = ("resigned", "forfeited")
"""Reasons of matches that have been given up; in their first moves that counts as a walkover."""

LATE: dict[Rule, str] = {
    "score": "is decided by its score as it stands then",
    "draw": "is drawn",
    "director": "is decided by the director",
}
"""What becomes of a match that is not over on its date."""


def points(value: float) -> str:
    """Points as they are written: `2`, `2.5`."""
    return f"{value:g}" if value * 2 == int(value * 2) else f"{value:.2f}"


def stake(held: Competition, pairing: Pairing, due: int | None) -> str:
    """What a match is about, in one line: `Spring Cup, quarter-final: the winner meets Ben or Cat.` In a second line,
    what is true only until it is over: the points so far, and until when it has time."""
    about, _, now = _stake(held, pairing).partition("\n")
    date = f"It has time until {day(due)}." if due is not None else ""
    now = f"{now} {date}".strip()
    return f"{about}\n{now}" if now else about


def day(seconds: int) -> str:
    """A date for everybody, wherever they are: `Mon 25 Jan 2027`."""
    return moment(seconds, "UTC").partition(",")[0]


def _stake(held: Competition, pairing: Pairing) -> str:
    for at, (part, inner) in enumerate(held.parts):
        if part.holds(pairing):
            about, line, now = _stake(inner, part.inner(pairing)).partition("\n")
            prize = _prize(held, at) if line else ""
            return f"{about.removesuffix('.')}: {prize}.\n{now}" if prize else f"{about}{line}{now}"
    plan, field = held.plan, held.field
    if plan.form == "ladder":
        return f"{held.row.name}: {_rungs(held, pairing)}."
    title = f"{held.row.name}, {forms.round_title(plan, field, pairing)}"
    if plan.form in forms.BRACKETS:
        return _tie_stake(held, pairing, title)
    if plan.form == "swiss" and groups.is_rematch(field, pairing):
        title += ": you meet again, since no round without a rematch is left"
    score = [f"{held.name(each)} {points(total_of(field, each, plan.points))}" for each in pairing.seats]
    return f"{title}.\nPoints so far: {', '.join(score)}."


def _tie_stake(held: Competition, pairing: Pairing, title: str) -> str:
    """What a match of a knock-out is about: what its winner, and in a double one its loser, goes on to."""
    plan, field, ties = held.plan, held.field, forms.bracket(held.plan, held.field)
    at, last = pairing.table - 1, plan.best_of + knockout.DRAWS
    if plan.best_of > 1:
        title += f", match {pairing.game} of at most {plan.best_of}"
    elif pairing.game > 1:
        title += ", replay"
    tail = ""
    if pairing.game == last:
        tail = f" If it is drawn, {held.name(min(pairing.seats))}, the better seed, goes on."
    rivals = forms.next_rivals(plan, field, held.progress, pairing)
    if at >= len(ties.ties) or (at == len(ties.ties) - 1 and not ties.reset):
        return f"{title}: the winner is the champion.{tail}"
    if at == len(ties.ties) - 1:
        above, below = held.names([each for each in held.progress.sides[at] if each is not None])
        return f"{title}: {above} is the champion with a win; if {below} wins, a second final decides.{tail}"
    if rivals:
        goal = f"meets {' or '.join(held.names(rivals))}"
    elif plan.form == "knock-out":
        goal = f"plays in the {forms.title_of_round(plan, field, pairing.round + 1)}"
    else:
        goal = "goes on"
    if ties.reset:
        again = any(("loser", at) == (source.kind, source.at) for tie in ties.ties for source in tie)
        goal += ", the loser has another chance" if again else ", the loser is out"
    return f"{title}: the winner {goal}.{tail}"


def _prize(held: Competition, at: int) -> str:
    """What the entrants of a pool or a division play for."""
    best = held.plan.best
    if held.plan.form == "pools":
        return f"the best {best} go on" if best > 1 else "the best goes on"
    sizes = [len(part.numbers) for part, _ in held.parts]
    moves = [min(held.plan.moving, one // 2, other // 2) for one, other in pairwise(sizes)]
    up, down = [0, *moves][at], [*moves, 0][at]
    told = [f"the best {'goes' if up == 1 else f'{up} go'} up"] if up else []
    told += [f"the last {'goes' if down == 1 else f'{down} go'} down"] if down else []
    return ", ".join(told)


def _rungs(held: Competition, pairing: Pairing) -> str:
    order = forms.ladder_order(held.field)
    challenger, challenged = pairing.seats
    if challenged not in order:
        return "challenge"
    rung = order.index(challenged) + 1
    mine, theirs = held.name(challenger), held.name(challenged)
    return f"challenge for rung {rung}, which {theirs} holds; with a win {mine} takes it"


def correctable(row: CompetitionRow) -> int:
    """Until when the results of a competition that is over can be corrected."""
    return (row.closed or 0) + CORRECTABLE


def told_options(game: Game[Any], row: CompetitionRow) -> str:
    """The options of its matches that are not the usual ones, and their time, in a few words."""
    told = [f"{name}={value}" for name, value in changed_options(game, row.options).items()]
    time, *_ = told_terms(row.terms)
    return ", ".join([*told, f"{time[0].lower()}{time[1:].rstrip('.')}"])


def summary(held: Competition, director: str, game: Game[Any]) -> list[str]:
    """What is announced at entry, in sentences."""
    plan = held.plan
    told = [
        f"{held.row.name}: {game.title}, {plan.form}, run by {director}. {forms.FORMS[plan.form].capitalize()}."
    ]
    if plan.teams:
        told.append(
            f"Teams play: {points(plan.points[0])} points for a win, {points(plan.points[1])} for a draw."
            + (" Its director agrees to each entry." if plan.asks else "")
        )
    told.append(f"Its matches: {told_options(game, held.row)}.")
    if plan.best_of > 1:
        told.append(f"Each pairing is the best of {plan.best_of} matches.")
    if plan.form in forms.BRACKETS:
        told.append(
            f"A drawn match is played again. After {plan.best_of + knockout.DRAWS} matches without a winner the better"
            " seed goes on."
        )
    if plan.early:
        told.append(
            "Players with equal points are paired as soon as nobody who is still playing can reach these points, so the"
            " fast need not wait for the slow."
        )
    if plan.form == "pools":
        best = f"best {plan.best} of each go" if plan.best > 1 else "best of each goes"
        told.append(f"Pools of about {plan.pool}; the {best} on.")
    if plan.form == "divisions":
        told.append(
            f"Divisions are of about {plan.division} entrants. With fewer than {2 * pools.LEAST} there is only one."
            f" After each season {_changing(plan.moving)}. {span(plan.rest)} after the end of a season the next one"
            " begins by itself, with all who have not withdrawn by then; newcomers begin in the last division."
        )
    if plan.form == "ladder":
        told.append(
            f"You may challenge up to {ladder.REACH} rungs above yours, one match at a time. A challenged player may"
            f" decline {ladder.DECLINES} times between two matches; one more no gives up the rung. So does silence, two"
            " weeks after the challenge and one after a reminder."
        )
    if held.row.status == "open":
        told.append(
            f"It starts when {plan.size} have entered."
            if plan.size
            else "It starts when its director says so."
        )
    elif held.field.seasons:
        told += _seasons(held)
    elif held.field.rounds:
        fewer = (
            ", since nobody meets twice" if held.field.rounds < plan.rounds and plan.form == "swiss" else ""
        )
        told.append(f"Rounds: {held.field.rounds}{fewer}.")
    if plan.seconds:
        told.append(f"A match that is not over {span(plan.seconds)} after its start {LATE[plan.late]}.")
    return [*told, *leaving(plan)]


def _seasons(held: Competition) -> list[str]:
    """Which season is being played, and who has won those before it."""
    number, told = len(held.field.seasons), list[str]()
    if held.row.wake is not None:
        told.append(f"Season {number} is over. The next one begins on {day(held.row.wake)}.")
    elif held.row.status == "running":
        told.append(f"Season {number} is being played.")
    won = enumerate(forms.season_champions(held.plan, held.field), 1)
    told += [f"{listed(held.names(who))} won season {at}." for at, who in won if who]
    return told


def _changing(moving: int) -> str:
    if moving == 1:
        return "the last of a division changes places with the best of the next one"
    return f"the last {moving} of a division change places with the best {moving} of the next one"


def leaving(plan: Plan) -> list[str]:
    """What becomes of the results of somebody who withdraws."""
    if plan.form in ("round-robin", "double-round-robin", "divisions"):
        return ["If you withdraw before half of your matches are played, you are taken out of the table."]
    if plan.form not in forms.ENDLESS:
        return ["If you withdraw, you lose the matches that you are playing; earlier results stay."]
    return []


def table(held: Competition) -> list[str]:
    """The table in lines, or the bracket; of a competition that has not begun, who has entered."""
    undivided = held.plan.form == "divisions" and not held.parts
    if held.row.status == "open" or not held.field.entrants or undivided:
        names = ", ".join(each.handle for each in held.entrants.values())
        return fill(f"Entered: {names or 'nobody yet'}").split("\n")
    if held.plan.form in forms.BRACKETS:
        return _bracket(held)
    if held.parts:
        return "\n\n".join(f"{part.title}\n{inner.table}" for part, inner in held.parts).split("\n")
    lines = forms.table(held.plan, counted(held))
    width = max([len(held.name(line.number)) for line in lines] + [6])
    scores = "scored" in held.plan.ties
    found = [f"{'':{width + 6}} played  won drawn lost{'  scored' if scores else ''}  points"]
    found += [
        f"{line.place:>4}. {held.name(line.number):<{width}} {line.played:>6} {line.won:>4} {line.drawn:>5}"
        f" {line.lost:>4}{f'  {line.scored}:{line.against}'.rjust(8) if scores else ''}  {points(line.points):>6}"
        for line in lines
    ]
    over = completed(held)
    byes = [
        f"{told_result(held, result)}{'' if result.pairing.round <= over else ' once that round is over'}"
        for result in held.field.results
        if _is_bye(result)
    ]
    found += fill(f"{'; '.join(byes)}.").split("\n") if byes else []
    if held.plan.ties:
        order = ", ".join(NAMES[name] for name in held.plan.ties)
        found += fill(f"Level in points: {order}.").split("\n")
    return [*found, *gone(held)]


def gone(held: Competition) -> list[str]:
    """Who has withdrawn, and whose results have been taken out of the table for that."""
    left = [each.number for each in held.field.entrants if each.withdrawn]
    if held.plan.form == "ladder" or not left:
        return []
    out = [number for number in left if not forms.stays_in_table(held.plan, held.field, number)]
    there = [number for number in left if number not in out]
    told = [f"Withdrawn: {listed(held.names(there))}."] if there else []
    if out:
        told.append(f"Withdrawn before half of their matches, and not counted: {listed(held.names(out))}.")
    return [line for text in told for line in fill(text).split("\n")]


def completed(held: Competition) -> int:
    """The last round all of whose matches are over."""
    running = [pairing.round for pairing in held.field.running]
    return min(running) - 1 if running else held.field.round


def counted(held: Competition) -> Field:
    """What counts in the table: a bye only when its round is over, or whoever has one would stand ahead of all who are
    still playing."""
    over = completed(held)
    results = [
        each for each in held.field.results if len(each.pairing.seats) > 1 or each.pairing.round <= over
    ]
    return structs.replace(held.field, results=tuple(results))


def _is_bye(result: Result) -> bool:
    return len(result.pairing.seats) == 1


def after_round(held: Competition, round_: int) -> Competition:
    """A Swiss, or tables, as it was when a round was over, though matches of the next one have been played early."""
    if held.plan.form not in ("swiss", "tables") or round_ >= held.field.round:
        return held
    results = tuple(each for each in held.field.results if each.pairing.round <= round_ or _is_bye(each))
    return structs.replace(held, field=structs.replace(held.field, results=results))


def table_for(held: Competition, number: Number | None) -> str:
    """What an entrant is mailed: the table of their own division, or, between two seasons, of all."""
    if held.plan.form == "divisions" and held.row.wake is None and held.row.status != "over":
        for part, inner in held.parts:
            if number in part.numbers:
                return f"{part.title}\n{inner.table}"
    return held.table


def _bracket(held: Competition) -> list[str]:
    bracket, progress = forms.bracket(held.plan, held.field), held.progress
    lines, last = [], ""
    for at, (one, other) in enumerate(progress.sides):
        round_ = bracket.rounds[at] if at < len(bracket.rounds) else bracket.rounds[-1] + 1
        title = forms.round_title(held.plan, held.field, Pairing(round_, at + 1, ()))
        if title != last:
            lines.append(f"{title[0].upper()}{title[1:]}:")
            last = title
        lines.append(f"  {_tie(held, at, one, other, progress.winners[at])}")
    return lines


def _tie(held: Competition, at: int, one: Number | None, other: Number | None, winner: Number | None) -> str:
    nobody = knockout.NOBODY
    if nobody in (one, other):
        return (
            " - ".join(held.name(side) for side in (one, other) if side not in (nobody, None)) + " has a bye"
        )
    if one is None and other is None:
        return "not known yet"
    sides = " - ".join("?" if side is None else held.name(side) for side in (one, other))
    if one is None or other is None:
        return sides
    results = [result for result in held.field.results if result.pairing.table == at + 1]
    mine, theirs = knockout.tie_score(results, one, other)
    matches = [str(match) for match in map(held.match_of, _running(held, at)) if match is not None]
    told = f"{sides}  {points(mine)}:{points(theirs)}" if results else sides
    told += " by walkover" if results and all(result.kind == "forfeit" for result in results) else ""
    if matches:
        told += f", match {matches[0]} is being played"
    return (
        f"{told}; {held.name(winner)} goes on" if winner is not None and not _decided(mine, theirs) else told
    )


def _decided(mine: float, theirs: float) -> bool:
    return mine != theirs


def _running(held: Competition, at: int) -> list[Pairing]:
    return [pairing for pairing in held.field.running if pairing.table == at + 1]


def playing(held: Competition, zone: str) -> list[str]:
    """The matches that are being played, each in a line."""
    lines = []
    for pairing in held.field.running:
        row = held.pairings.get(pairing.key)
        if row is None or row.match is None:
            continue
        until = f", until {moment(row.due, zone)}" if row.due is not None else ""
        names = " - ".join(held.names(pairing.seats))
        lines.append(f"  match {row.match}: {names}{until}")
    return lines


def told_result(held: Competition, result: Result) -> str:
    """A result in words: `Ann beat Ben`, `Ann - Ben: drawn`, `Ann beat Ben by walkover`."""
    seats = result.pairing.seats
    if len(seats) == 1:
        return f"{held.name(seats[0])} has {told_bye(result)}"
    how = " by walkover" if result.kind == "forfeit" else ""
    if result.drawn:
        return f"{' - '.join(held.names(seats))}: drawn"
    if len(seats) == 2:
        (first,), (second,) = result.places
        return f"{held.name(first)} beat {held.name(second)}{how}"
    places = [" = ".join(held.names(place)) for place in result.places]
    return f"{', '.join(f'{at}. {names}' for at, names in enumerate(places, 1))}{how}"


def told_bye(result: Result) -> str:
    """A round without a match in words: `a bye in round 2, which counts as a win`."""
    worth = {"bye": "a bye", "half bye": "a half-point bye"}.get(result.kind, "no match")
    counts = {"bye": ", which counts as a win", "half bye": ", which counts as a draw"}.get(result.kind, "")
    return f"{worth} in round {result.pairing.round}{counts}"


def plan_of(row: CompetitionRow) -> Plan:
    """The plan of a stored competition."""
    return msgspec.json.decode(row.plan, type=Plan)
