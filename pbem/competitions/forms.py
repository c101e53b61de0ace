"""The forms of competitions: one way to ask any of them who meets next, how the table stands, and who has won.

A `Plan` is what is announced at entry and never changes afterwards, but for the number of Swiss rounds, which is fixed
at the start.
"""

import functools
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct, structs

from pbem.competitions import groups, knockout, ladder, pools, round_robin
from pbem.competitions.parts import STRIDE, Part
from pbem.competitions.standings import WIN_AND_DRAW, Standing, standings
from pbem.competitions.values import Field, Number, Pairing, Season

Form: TypeAlias = Literal[
    "round-robin",
    "double-round-robin",
    "swiss",
    "knock-out",
    "double-knock-out",
    "pools",
    "tables",
    "divisions",
    "ladder",
    "open",
]

FORMS: dict[Form, str] = {
    "round-robin": "everybody meets everybody once",
    "double-round-robin": "everybody meets everybody twice, once from each side",
    "swiss": "in each round you meet somebody with as many points as you, nobody twice",
    "knock-out": "the loser of a match is out",
    "double-knock-out": "a player who has lost twice is out",
    "pools": "everybody meets everybody of their pool, and the best go on by knock-out",
    "tables": "in each round tables of several players with about the same points",
    "divisions": "everybody meets everybody of their division; after each season some go up and down",
    "ladder": "challenge somebody above you: with a win you take their place",
    "open": "the director makes the matches",
}
"""Each form in words for players."""

assert set(FORMS) == set(get_args(Form))

TIES: dict[Form, tuple[str, ...]] = {
    "round-robin": ("direct", "wins", "sonneborn-berger"),
    "double-round-robin": ("direct", "wins", "sonneborn-berger"),
    "pools": ("direct", "wins", "sonneborn-berger"),
    "divisions": ("direct", "wins", "sonneborn-berger"),
    "swiss": ("buchholz-1", "buchholz", "sonneborn-berger", "wins"),
    "tables": ("buchholz", "played-wins"),
    "open": ("direct", "wins"),
}
"""The usual tie-breaks of forms that have any."""

ROUND_ROBINS: frozenset[Form] = frozenset({"round-robin", "double-round-robin"})

BRACKETS: frozenset[Form] = frozenset({"knock-out", "double-knock-out"})

ENDLESS: frozenset[Form] = frozenset({"ladder", "open", "divisions"})
"""Forms that go on until they are closed."""

UNROUNDED: frozenset[Form] = frozenset({"ladder", "open"})
"""Forms whose rounds are a count of matches, of whose end nobody is told."""

LATE: frozenset[Form] = frozenset({"swiss", "tables", "divisions", "ladder", "open"})
"""Forms that can be entered after they have begun; divisions for the next season."""

Rule: TypeAlias = Literal["score", "draw", "director"]
"""What becomes of a match that is not over on its date: the game's own score decides, if it has one; it is drawn; the
director decides."""

PER_TEAM = (3.0, 1.0)
"""Points of teams for a win and a draw, unless the director says otherwise."""


class Plan(Struct, frozen=True, omit_defaults=True):
    """How a competition is played.

    It starts when `size` have entered (0: when its director says so). `rounds` of Swiss and tables (0: as many as the
    number of entrants asks for). Pools are of about `pool` entrants, of whom `best` go on. Ties are the best of
    `best_of` matches; `seats` at a table. A match has `seconds` (0: any time), then the rule `late` settles it.
    Divisions are of at most `division` entrants, of whom `moving` go up and down; `rest` seconds lie between seasons.
    `teams` play instead of players; where the director is to agree to each entry, it `asks` them. `points` are those of
    the table for a win and a draw. Score groups of a Swiss are paired `early`: each as soon as it is complete.
    """

    form: Form
    size: int = 0
    rounds: int = 0
    best_of: int = 1
    seats: int = 2
    pool: int = 4
    best: int = 2
    ties: tuple[str, ...] = ()
    seconds: int = 0
    late: Rule = "draw"
    division: int = 10
    moving: int = 2
    rest: int = 0
    teams: bool = False
    asks: bool = False
    early: bool = False
    points: tuple[float, float] = WIN_AND_DRAW


def least(plan: Plan) -> int:
    """The smallest number of entrants with which it can begin."""
    return _fewest(plan)


def rounds_for(plan: Plan, count: int) -> int:
    """The number of rounds, for a number of entrants; 0 where the form itself ends."""
    if plan.form not in ("swiss", "tables"):
        return 0
    most = count - 1 if plan.form == "swiss" else count
    return min(plan.rounds or (count - 1).bit_length(), max(most, 1))


def due(plan: Plan, field: Field) -> list[Pairing]:
    """The pairings that can be made now. Swiss rounds may take seconds: call it outside a transaction."""
    return [] if field.closed and plan.form not in ENDLESS else _pairings(plan, field)


def _pairings(plan: Plan, field: Field) -> list[Pairing]:
    match plan.form:
        case "round-robin" | "double-round-robin":
            return round_robin.due(field, _cycles(plan))
        case "knock-out" | "double-knock-out":
            return knockout.due(field, bracket(plan, field), plan.best_of)
        case "tables":
            return pools.due_at_tables(field, plan.seats, _fewest(plan))
        case "pools" | "divisions":
            found = parts(plan, field)
            return [part.outer(each) for part, its in found for each in due(its, part.field(field))]
        case "swiss":
            from pbem.competitions import swiss  # libraries for which only this form has any use

            return swiss.due(field, early=plan.early)
        case _:
            return []


def last_round(plan: Plan, field: Field, number: Number) -> int:
    """The last round that counts for an entrant who withdraws now."""
    if plan.form == "swiss":  # a part of the next round may have been paired
        return max((pairing.round for pairing in field.pairings() if pairing.has(number)), default=1)
    return max(field.round, 1)


def takes_long(plan: Plan, field: Field) -> bool:
    """Whether `due` may find something, but takes long."""
    if plan.form != "swiss" or field.closed or (field.running and not plan.early):
        return False
    return bool(groups.ready(field, early=plan.early))


def is_over(plan: Plan, field: Field) -> bool:
    """Whether all has been played, or nothing more will be."""
    if field.running or not field.entrants:
        return False
    return (field.closed and plan.form not in ENDLESS) or _is_played_out(plan, field)


def _is_played_out(plan: Plan, field: Field) -> bool:
    if plan.form == "divisions":
        staying = sum(not entrant.withdrawn for entrant in field.entrants)
        return season_is_over(plan, field) and (field.closed or (staying < 2 and bool(field.seasons)))
    if plan.form in ENDLESS:
        return field.closed
    if plan.form in BRACKETS:
        return knockout.follow(field, bracket(plan, field), plan.best_of).champion is not None
    if plan.form == "pools":
        return all(is_over(its, part.field(field)) for part, its in parts(plan, field))
    if plan.form in ("swiss", "tables"):
        round_ = groups.next_round(field)
        playing = sum(entrant.is_in(round_) for entrant in field.entrants)
        return round_ > field.rounds or playing < _fewest(plan)
    return not _pairings(plan, field)


def table(plan: Plan, field: Field) -> list[Standing]:
    """The table: by points and tie-breaks; of a ladder, its order."""
    if plan.form == "ladder":
        lines = {line.number: line for line in standings(field)}
        order = ladder_order(field)
        return [
            Standing(at, number, *_record(lines[number]), points=lines[number].points, ties=())
            for at, number in enumerate(order, 1)
        ]
    if plan.form in ("pools", "divisions"):
        return [
            structs.replace(line, number=part.numbers[line.number - 1])
            for part, its in parts(plan, field)
            if its.form not in BRACKETS
            for line in table(its, part.field(field))
        ]
    counting = round_robin.counts(field, _cycles(plan)) if plan.form in ROUND_ROBINS else None
    return standings(field, plan.ties, counting=counting, points=plan.points)


def stays_in_table(plan: Plan, field: Field, number: Number) -> bool:
    """Whether the results of an entrant stay in the table if they withdraw now."""
    if plan.form == "divisions":
        mine = [(part, its) for part, its in parts(plan, field) if number in part.numbers]
        return all(
            stays_in_table(its, part.field(field), part.numbers.index(number) + 1) for part, its in mine
        )
    return plan.form not in ROUND_ROBINS or round_robin.has_played_half(field, number, _cycles(plan))


def champions(plan: Plan, field: Field) -> list[Number]:
    """Who has won: several if they are level in everything; nobody before all has been played, but on ladders and in
    open competitions, which have a leader at any time."""
    if plan.form not in ENDLESS and (field.running or not _is_played_out(plan, field)):
        return []
    if plan.form in BRACKETS:
        champion = knockout.follow(field, bracket(plan, field), plan.best_of).champion
        return [champion] if champion is not None and champion != knockout.NOBODY else []
    if plan.form == "pools":
        found = parts(plan, field)
        part, its = found[-1]
        if its.form not in BRACKETS:  # no two have been left for a knock-out
            return _going_on(plan, field, found)
        return [part.numbers[each - 1] for each in champions(its, part.field(field))]
    if plan.form == "divisions":
        return next(reversed(season_champions(plan, field)), [])
    if not field.results and plan.form != "ladder":
        return []
    return [line.number for line in table(plan, field) if line.place == 1]


def season_champions(plan: Plan, field: Field) -> list[list[Number]]:
    """Who has won the best division of each season so far; nobody has in one that is being played."""
    best = (_divisions(plan, field, at)[0] for at in range(1, len(field.seasons) + 1))
    return [[part.numbers[each - 1] for each in champions(its, part.field(field))] for part, its in best]


def overtaken(plan: Plan, field: Field) -> list[Pairing]:
    """Pairings of a bracket that are between the wrong entrants, since an earlier result has been corrected."""
    if plan.form == "pools":
        return _overtaken_after_pools(plan, field)
    if plan.form not in BRACKETS:
        return []
    sides = knockout.follow(field, bracket(plan, field), plan.best_of).sides
    return [
        pairing
        for pairing in field.pairings()
        if pairing.table > len(sides) or set(pairing.seats) != set(sides[pairing.table - 1])
    ]


def parts(plan: Plan, field: Field) -> list[tuple[Part, Plan]]:
    """The pools, and when all of them have been played, the knock-out; or the divisions of the season; each with its
    own plan."""
    if plan.form == "divisions":
        return _divisions(plan, field, len(field.seasons)) if field.seasons else []
    numbers = [entrant.number for entrant in field.entrants]
    groups = pools.pools(numbers, max(1, -(-len(numbers) // plan.pool)))
    last = max(len(round_robin.schedule(len(group))) for group in groups)
    mine = structs.replace(plan, form="round-robin")
    found = [
        (
            Part(
                f"Pool {chr(ord('A') + at)}" if at < 26 else f"Pool {at + 1}",
                tuple(group),
                0,
                at * STRIDE,
                last,
            ),
            mine,
        )
        for at, group in enumerate(groups)
    ]
    if any(not is_over(its, part.field(field)) for part, its in found):
        return found
    seeds = _going_on(plan, field, found)
    if len(seeds) < 2:
        return found
    return [*found, (Part("Knock-out", tuple(seeds), last), structs.replace(plan, form="knock-out"))]


def _going_on(plan: Plan, field: Field, found: Sequence[tuple[Part, Plan]]) -> list[Number]:
    """Those who go on from pools that have been played, as seeds. Who withdraws later loses their tie."""
    tables = [
        [part.numbers[line.number - 1] for line in table(its, part.field(field))] for part, its in found
    ]
    last = found[0][0].last
    gone = {each.number for each in field.entrants if 0 < each.last <= last}
    return pools.qualified([[each for each in ranked if each not in gone] for ranked in tables], plan.best)


def _divisions(plan: Plan, field: Field, number: int) -> list[tuple[Part, Plan]]:
    """The divisions of a season, counted from 1."""
    season, mine = field.seasons[number - 1], structs.replace(plan, form="round-robin")
    last = season.after + max(len(round_robin.schedule(len(each))) for each in season.divisions)
    return [
        (Part(f"Season {number}, Division {at + 1}", numbers, season.after, at * STRIDE, last), mine)
        for at, numbers in enumerate(season.divisions)
    ]


def season_is_over(plan: Plan, field: Field) -> bool:
    """Whether all matches of the season have been played; before the first one, too."""
    return not field.running and not due(plan, field)


def next_season(plan: Plan, field: Field) -> Season | None:
    """The season that may begin now: its divisions by the final tables of the one before, newcomers below the last.
    None while one is being played, and where nothing new begins."""
    if plan.form != "divisions" or field.closed or not season_is_over(plan, field):
        return None
    found = parts(plan, field)
    tables = [
        [part.numbers[line.number - 1] for line in table(its, part.field(field))] for part, its in found
    ]
    gone = frozenset(entrant.number for entrant in field.entrants if entrant.withdrawn)
    order = pools.next_season(tables, plan.moving, gone)
    order += [each.number for each in field.entrants if each.number not in gone and each.number not in order]
    if len(order) < 2:
        return None
    return Season(
        found[0][0].last if found else 0, tuple(map(tuple, pools.divisions(order, most=plan.division)))
    )


def _overtaken_after_pools(plan: Plan, field: Field) -> list[Pairing]:
    found = parts(plan, field)
    late = [pairing for pairing in field.pairings() if not any(part.holds(pairing) for part, _ in found)]
    part, its = found[-1]
    if its.form in BRACKETS:
        strangers = [each for each in field.pairings() if part.holds(each) and 0 in part.inner(each).seats]
        inner = part.field(field)
        return [*late, *strangers, *(part.outer(each) for each in overtaken(its, inner))]
    return late


def bracket(plan: Plan, field: Field) -> knockout.Bracket:
    """The bracket of a knock-out."""
    return _bracket(plan.form, len(field.entrants))


@functools.lru_cache(maxsize=64)
def _bracket(form: Form, count: int) -> knockout.Bracket:
    return knockout.single(count) if form == "knock-out" else knockout.double(count)


def ladder_order(field: Field) -> list[Number]:
    """The order of a ladder: by seed at the start, then as each result changes it. Those who enter later,
    or again, begin at the bottom."""
    order, joined = list[Number](), list(field.joined)
    for count in range(len(field.results) + 1):
        while joined and joined[0][1] == count:
            number, _ = joined.pop(0)
            order = [*ladder.without(order, number), number]
        if count < len(field.results):
            result = field.results[count]
            challenger, challenged = result.pairing.seats
            order = ladder.after(order, challenger, challenged, won=result.winner == challenger)
    return [number for number in order if not field.find(number).withdrawn]


def round_title(plan: Plan, field: Field, pairing: Pairing) -> str:
    """What the round of a pairing is called: `round 3 of 5`, `quarter-final`."""
    if plan.form == "ladder":
        return "challenge"
    if plan.form in BRACKETS:
        return _tie_title(plan, field, pairing)
    if plan.form == "open":
        return f"round {pairing.round}"
    last = field.rounds or len(round_robin.schedule(len(field.entrants), _cycles(plan)))
    return f"round {pairing.round} of {last}"


def _tie_title(plan: Plan, field: Field, pairing: Pairing) -> str:
    ties = bracket(plan, field)
    if pairing.table >= len(ties.ties):
        return "final" if pairing.table == len(ties.ties) else "second final"
    if plan.form == "double-knock-out":
        return f"round {pairing.round}"
    return title_of_round(plan, field, pairing.round)


def title_of_round(plan: Plan, field: Field, round_: int) -> str:
    """What a round of a knock-out is called."""
    count = bracket(plan, field).rounds.count(round_)
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(count, f"round of {2 * count}")


def next_rivals(
    plan: Plan, field: Field, progress: knockout.Progress, pairing: Pairing
) -> list[Number] | None:
    """Those of whom the winner of a tie meets one next; None in a final, or where too little is known."""
    ties = bracket(plan, field)
    at = pairing.table - 1
    for one, other in ties.ties:
        for mine, theirs in ((one, other), (other, one)):
            if (mine.kind, mine.at) != ("winner", at):
                continue
            if theirs.kind == "seed":
                return [theirs.at] if theirs.at <= len(field.entrants) else []
            known = progress.winners[theirs.at] if theirs.kind == "winner" else None
            sides = [known] if known is not None else list(progress.sides[theirs.at])
            found = [side for side in sides if side is not None and side != knockout.NOBODY]
            return found if len(found) == len(sides) else None
    return None


def ahead(plan: Plan, field: Field, number: Number) -> list[Number]:
    """Those whom an entrant of a round robin has still to meet, the next one first."""
    return round_robin.ahead(field, number, _cycles(plan))


def has_more(plan: Plan, field: Field, number: Number) -> bool:
    """Whether there is another round for an entrant of a Swiss, or of tables."""
    paired = max((pairing.round for pairing in field.pairings() if pairing.has(number)), default=0)
    return not field.rounds or paired < field.rounds


def rivals(plan: Plan, field: Field, number: Number) -> list[Number]:
    """Those one of whom an entrant meets next in a bracket; empty where that is not known, and who is out."""
    progress = knockout.follow(field, bracket(plan, field), plan.best_of)
    ties = zip(bracket(plan, field).ties, progress.sides, progress.winners, strict=False)
    for (one, other), sides, winner in ties:
        if number not in sides or winner is not None:
            continue
        source, rival = (other, sides[1]) if sides[0] == number else (one, sides[0])
        if rival is not None:
            return [] if rival == knockout.NOBODY else [rival]
        if source.kind != "winner":
            return []
        there = [side for side in progress.sides[source.at] if side is not None and side != knockout.NOBODY]
        return there if len(there) == 2 else []
    return []


def _fewest(plan: Plan) -> int:
    """The smallest match: a table may have one seat less than the others."""
    return max(2, plan.seats - 1)


def _cycles(plan: Plan) -> int:
    return 2 if plan.form == "double-round-robin" else 1


def _record(line: Standing) -> tuple[int, int, int, int]:
    return line.played, line.won, line.drawn, line.lost
