"""Swiss rounds: everybody meets somebody with as many points, nobody twice (FIDE Handbook C.04.3, Dutch system).

Who meets whom comes from `caissify-pairings`; the seats are allotted by `seats`, because the library reads "higher
ranked" in C.04.3 E.4 and E.5 as the lower pairing number alone, where A.2 says: the score first. With few players and
withdrawals no legal round may be left; then the pairing with the fewest and oldest rematches is made.

A round may be paired early, score group by score group: those with as many points are paired as soon as nobody who
still plays can get as many. Who is left over in such a group waits for the next one below.
"""

import logging
from collections.abc import Sequence, Set
from itertools import combinations, groupby

import networkx
from caissify_pairings import generate_pairings

from pbem.competitions.groups import is_between_rounds, next_round, ready, waiting
from pbem.competitions.lots import lot
from pbem.competitions.seats import allot, held
from pbem.competitions.values import Entrant, Field, Number, Pairing, Result

# It warns where no legal round is left; what happens then is decided below, and no concern of a host.
logging.getLogger("caissify_pairings").setLevel(logging.ERROR)

EXACT = 64
"""Up to so many players every pair is thought of; beyond that only near ones, or a round would take hours."""

NEAR = 8
"""How many places from where they would stand in a perfect round those are who are thought of in a large one."""


def due(field: Field, *, early: bool = False) -> list[Pairing]:
    """The next round, when all matches of the last one are settled; nothing while one runs, or after the last round.
    `early`, parts of it before that.

    Pairing 64 players takes seconds: call it outside a transaction.
    """
    if field.running and not early:
        return []
    round_ = next_round(field)
    whole = is_between_rounds(field)
    found: list[Pairing] = []
    for numbers in ready(field, early=early):
        found += _round(field, round_, numbers, found, whole=whole)
    return found


def _round(
    field: Field, round_: int, numbers: Sequence[Number], before: Sequence[Pairing], *, whole: bool
) -> list[Pairing]:
    """A round, or a part of it: then whoever is left over waits, and nothing may be spoiled for the rest."""
    excused = [number for number in field.excused(round_) if number in numbers] if whole else []
    players = [field.find(number) for number in numbers if number not in excused]
    pairs, bye = _pairs(field, players, round_, whole=whole) if len(players) > 1 else ([], None)
    if whole and len(players) == 1:
        bye = players[0].number
    if not whole and not _can_go_on(field, round_, {each for pair in pairs for each in pair}):
        return []
    first_seat = lot(field.seed, "first seat") % 2
    seated = [allot(field, one, other, first_seat=first_seat) for one, other in pairs]
    seated.sort(key=lambda seats: _place(field, seats))
    alone = [*([bye] if whole and bye is not None else []), *excused]
    made = sum(pairing.round == round_ for pairing in field.pairings()) + len(before)
    return [
        Pairing(round_, made + at, seats)
        for at, seats in enumerate([*seated, *((each,) for each in alone)], 1)
    ]


def _can_go_on(field: Field, round_: int, paired: Set[Number]) -> bool:
    """Whether all others can still meet somebody new in this round, one of them having a bye if they are an odd number.

    Where everybody has half of the others left, they can (Dirac).
    """
    rest = [
        each.number for each in waiting(field, round_) if each.plays_in(round_) and each.number not in paired
    ]
    met, most = _met(field) | _meeting(field), field.round
    byes = [number for number in rest if not _free_points(field, number)] if len(rest) % 2 else [None]
    if len(rest) - 2 - most >= len(rest) / 2:
        return bool(byes)
    for bye in byes:
        graph = networkx.Graph()
        left = [number for number in rest if number != bye]
        graph.add_nodes_from(left)
        graph.add_edges_from(
            (one, other)
            for at, one in enumerate(left)
            for other in left[at + 1 :]
            if frozenset((one, other)) not in met
        )
        if 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(left):
            return True
    return False


def _meeting(field: Field) -> set[frozenset[Number]]:
    """The pairs of players who are playing each other."""
    return {frozenset(pairing.seats) for pairing in field.running}


def _place(field: Field, seats: tuple[Number, Number]) -> tuple[float, float, int]:
    """Tables are numbered by the higher score, then by the sum of both, then by the better seed."""
    scores = sorted(map(field.score, seats), reverse=True)
    return -scores[0], -sum(scores), min(seats)


def _pairs(
    field: Field, players: Sequence[Entrant], round_: int, *, whole: bool
) -> tuple[list[tuple[Number, Number]], Number | None]:
    """Who meets whom, and who has a bye, or, in a part of a round, is left over."""
    met = _met(field)
    described = [_described(field, entrant, round_) for entrant in players]
    if not whole:  # who is left over has no bye
        described = [{**each, "bye_count": 0, "forfeit_win_count": 0} for each in described]
    near = NEAR if len(players) > EXACT else len(players)
    while True:
        known = {(min(pair), max(pair)) for pair in met} | _far(field, players, near)
        told = generate_pairings("dutch", described, known, round_, max(field.rounds, round_))
        pairs = [(each["white_id"], each["black_id"]) for each in told if each["black_id"] is not None]
        alone = [each["white_id"] for each in told if each["black_id"] is None]
        if len(alone) < 2 and not any((min(pair), max(pair)) in known for pair in pairs):
            return pairs, alone[0] if alone else None
        if near >= len(players):
            return _with_rematches(field, players) if whole else ([], None)
        near = 2 * near if 4 * near < len(players) else len(players)


def _far(field: Field, players: Sequence[Entrant], near: int) -> set[tuple[Number, Number]]:
    """The pairs of players who are not thought of for each other.

    Near are those of one score group who stand about half of it apart, and, across groups, the last of one and the
    first of the next ones.
    """
    if near >= len(players):
        return set()
    numbers = sorted((each.number for each in players), key=lambda number: (-field.score(number), number))
    groups = [list(group) for _, group in groupby(numbers, key=field.score)]
    close: set[tuple[Number, Number]] = set()
    for at, group in enumerate(groups):
        half = len(group) // 2
        below = [each for other in groups[at + 1 :] for each in other[:near]][: 2 * near]
        for place, number in enumerate(group):
            if len(group) <= 4 * near:
                mine = group[place + 1 :]
            else:
                mine = group[max(place + 1, place + half - near) : place + half + near + 1]
            mine = [*mine, *(below if place >= len(group) - near else [])]
            close |= {(min(number, each), max(number, each)) for each in mine}
    numbers.sort()
    return {pair for pair in combinations(numbers, 2) if pair not in close}


def _met(field: Field) -> set[frozenset[Number]]:
    """The pairs of players who have really played each other."""
    return {
        frozenset(result.pairing.seats)
        for result in field.results
        if result.kind == "played" and len(result.pairing.seats) == 2
    }


def _described(field: Field, entrant: Entrant, round_: int) -> dict[str, object]:
    """A player as the library wants to know them."""
    results = field.of(entrant.number)
    byes = sum(result.kind == "bye" for result in results)
    walkovers = sum(result.kind == "forfeit" and result.winner == entrant.number for result in results)
    seats = ["white" if seat == 0 else "black" for seat in held(field, entrant.number)]
    return {
        "id": entrant.number,
        "name": str(entrant.number),
        "score": field.score(entrant.number),
        "rating": 0,  # the number says who is the better seed
        "starting_number": entrant.number,
        "pairing_number": entrant.number,
        "color_hist": seats,
        "float_history": [_float(field, entrant.number, result) for result in results],
        "bye_count": byes,
        "forfeit_win_count": walkovers,
    }


def _float(field: Field, number: Number, result: Result) -> str:
    """Whether a player met somebody with fewer points ("down") or more ("up") in a round; points without a match count
    as down (A.4)."""
    if result.kind != "played":
        return "down" if result.points(number) > 0 else "none"
    (other,) = result.opponents(number)
    mine, theirs = (_score_before(field, each, result.pairing.round) for each in (number, other))
    return "down" if mine > theirs else "up" if mine < theirs else "none"


def _score_before(field: Field, number: Number, round_: int) -> float:
    return sum(result.points(number) for result in field.of(number) if result.pairing.round < round_)


def _with_rematches(
    field: Field, players: Sequence[Entrant]
) -> tuple[list[tuple[Number, Number]], Number | None]:
    """A round in which some meet again: as few as can be, those whose last match is the longest ago, near in points.

    With an odd number the bye goes to whoever has had the fewest, has the fewest points, and is seeded last.
    """
    bye: Number | None = None
    numbers = [entrant.number for entrant in players]
    if len(numbers) % 2:
        bye = min(numbers, key=lambda each: (_free_points(field, each), field.score(each), -each))
        numbers.remove(bye)
    last = {
        frozenset(result.pairing.seats): result.pairing.round
        for result in sorted(field.results, key=lambda result: result.pairing.key)
        if result.kind == "played"
    }
    graph = networkx.Graph()
    for at, one in enumerate(numbers):
        for other in numbers[at + 1 :]:
            again = last.get(frozenset((one, other)), 0)
            apart = abs(field.score(one) - field.score(other))
            graph.add_edge(one, other, weight=-(10_000 * bool(again) + 100 * again + int(2 * apart)))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs), bye


def _free_points(field: Field, number: Number) -> int:
    """How often a player has had a win without a match."""
    return sum(
        result.kind == "bye" or (result.kind == "forfeit" and result.winner == number)
        for result in field.of(number)
    )
