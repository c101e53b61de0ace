"""Swiss rounds: everybody meets somebody with as many points, nobody twice (FIDE Handbook C.04.3, Dutch system).

Who meets whom comes from `caissify-pairings`; the seats are allotted by `seats`, because the library reads "higher
ranked" in C.04.3 E.4 and E.5 as the lower pairing number alone, where A.2 says: the score first. With few players and
withdrawals no legal round may be left; then the pairing with the fewest and oldest rematches is made.
"""

from collections.abc import Sequence

import networkx
from caissify_pairings import generate_pairings

from pbem.competitions.lots import lot
from pbem.competitions.seats import allot, held
from pbem.competitions.values import Entrant, Field, Number, Pairing, Result


def due(field: Field) -> list[Pairing]:
    """The next round, when all matches of the last one are settled; nothing while one runs, or after the last round.

    Pairing 64 players takes seconds: call it outside a transaction.
    """
    round_ = field.round + 1
    players = [entrant for entrant in field.entrants if entrant.plays_in(round_)]
    excused = field.excused(round_)
    if field.running or (field.rounds and round_ > field.rounds) or len(players) + len(excused) < 2:
        return []
    pairs, bye = _pairs(field, players, round_) if len(players) > 1 else ([], None)
    if len(players) == 1:
        bye = players[0].number
    first_seat = lot(field.seed, "first seat") % 2
    seated = [allot(field, one, other, first_seat=first_seat) for one, other in pairs]
    seated.sort(key=lambda seats: _place(field, seats))
    pairings = [Pairing(round_, table, seats) for table, seats in enumerate(seated, 1)]
    alone = [*([bye] if bye is not None else []), *excused]
    return [*pairings, *(Pairing(round_, len(pairings) + at, (each,)) for at, each in enumerate(alone, 1))]


def is_rematch(field: Field, pairing: Pairing) -> bool:
    """Whether the players of a pairing have played each other before."""
    return len(pairing.seats) == 2 and frozenset(pairing.seats) in _met(field)


def _place(field: Field, seats: tuple[Number, Number]) -> tuple[float, float, int]:
    """Tables are numbered by the higher score, then by the sum of both, then by the better seed."""
    scores = sorted(map(field.score, seats), reverse=True)
    return -scores[0], -sum(scores), min(seats)


def _pairs(
    field: Field, players: Sequence[Entrant], round_: int
) -> tuple[list[tuple[Number, Number]], Number | None]:
    """Who meets whom, and who has a bye."""
    met = _met(field)
    known = {(min(pair), max(pair)) for pair in met}
    told = generate_pairings(
        "dutch",
        [_described(field, entrant, round_) for entrant in players],
        known,
        round_,
        max(field.rounds, round_),
    )
    pairs = [(each["white_id"], each["black_id"]) for each in told if each["black_id"] is not None]
    alone = [each["white_id"] for each in told if each["black_id"] is None]
    if len(alone) > 1 or any(frozenset(pair) in met for pair in pairs):
        return _with_rematches(field, players)
    return pairs, alone[0] if alone else None


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
