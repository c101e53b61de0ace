"""Knock-outs: single and double elimination, ties of one match or the best of several.

A bracket is a graph of ties. Each side of a tie is a seed, or the winner or loser of an earlier tie; where a bracket
has more places than entrants, the best seeds meet nobody in the first round.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from pbem.competitions.values import Field, Number, Pairing, Result

DRAWS = 2
"""How many matches more than the best of a tie may end drawn before the better seed goes on."""


class Source(Struct, frozen=True):
    """Where a side of a tie comes from: the seed `at`, or the winner or loser of the tie `at`."""

    kind: Literal["seed", "winner", "loser"]
    at: int


Tie: TypeAlias = tuple[Source, Source]


class Bracket(Struct, frozen=True):
    """The ties in the order in which they can be played, with the round of each; the last one is the final.

    In a double elimination the final is played again (`reset`) if the side that came from below wins it.
    """

    ties: tuple[Tie, ...]
    rounds: tuple[int, ...]
    reset: bool = False


def seeding(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: the best two can meet in the final only, and so on. `size` is a power
    of two."""
    order = [1]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def single(count: int) -> Bracket:
    """The bracket of a single elimination for a number of entrants, at least two."""
    size = 1 << (count - 1).bit_length()
    sides = [Source("seed", seed) for seed in seeding(size)]
    ties: list[Tie] = []
    rounds: list[int] = []
    round_ = 1
    while len(sides) > 1:
        sides = _add(ties, rounds, round_, sides[::2], sides[1::2])
        round_ += 1
    return Bracket(tuple(ties), tuple(rounds))


def double(count: int) -> Bracket:
    """The bracket of a double elimination: who loses once goes on below, and the winners of both halves meet."""
    size = 1 << (count - 1).bit_length()
    above = [Source("seed", seed) for seed in seeding(size)]
    ties: list[Tie] = []
    rounds: list[int] = []
    below: list[Source] = []
    round_ = 1
    while len(above) > 1:
        begins = len(ties)
        above = _add(ties, rounds, round_, above[::2], above[1::2])
        fallen = [Source("loser", at) for at in range(begins, len(ties))]
        if not below:
            below = fallen
        else:
            if len(below) > len(fallen):
                round_ += 1
                below = _add(ties, rounds, round_, below[::2], below[1::2])
            round_ += 1
            below = _add(ties, rounds, round_, below, fallen[::-1])  # not against those they have just met
        round_ += 1
    _add(ties, rounds, round_, above, below)
    return Bracket(tuple(ties), tuple(rounds), reset=True)


def _add(
    ties: list[Tie], rounds: list[int], round_: int, ones: Sequence[Source], others: Sequence[Source]
) -> list[Source]:
    """Add ties to a bracket; returns their winners."""
    begins = len(ties)
    ties += zip(ones, others, strict=True)
    rounds += [round_] * (len(ties) - begins)
    return [Source("winner", at) for at in range(begins, len(ties))]


class Progress(Struct, frozen=True):
    """How far a bracket has got: both sides of each tie as far as they are known, and who has won it. -1 is nobody: the
    place is empty."""

    sides: tuple[tuple[Number | None, Number | None], ...]
    winners: tuple[Number | None, ...]
    champion: Number | None


def follow(field: Field, bracket: Bracket, best_of: int = 1) -> Progress:
    """How far a bracket has got. The table of a pairing is the number of its tie, from 1; seeds are pairing numbers in
    their order."""
    seeds = sorted(entrant.number for entrant in field.entrants)
    sides: list[tuple[Number | None, Number | None]] = []
    winners: list[Number | None] = []
    for at, tie in enumerate(bracket.ties):
        one, other = (_side(source, seeds, sides, winners) for source in tie)
        sides.append((one, other))
        winners.append(_winner(field, at, one, other, best_of))
    champion = winners[-1]
    if bracket.reset and champion is not None and champion == sides[-1][1]:
        one, other = sides[-1]
        sides.append((other, one))
        winners.append(_winner(field, len(bracket.ties), other, one, best_of))
        champion = winners[-1]
    return Progress(tuple(sides), tuple(winners), champion)


NOBODY = -1


def _side(
    source: Source,
    seeds: Sequence[Number],
    sides: Sequence[tuple[Number | None, Number | None]],
    winners: Sequence[Number | None],
) -> Number | None:
    if source.kind == "seed":
        return seeds[source.at - 1] if source.at <= len(seeds) else NOBODY
    winner = winners[source.at]
    if winner is None or source.kind == "winner":
        return winner
    return next((side for side in sides[source.at] if side != winner), NOBODY)


def _winner(field: Field, at: int, one: Number | None, other: Number | None, best_of: int) -> Number | None:
    """Who has won a tie; who has nobody to meet, or whose opponent has withdrawn, has."""
    if one is None or other is None:
        return None
    if NOBODY in (one, other):
        return max(one, other)
    games = [result for result in field.results if result.pairing.table == at + 1]
    won = {side: sum(result.winner == side for result in games) for side in (one, other)}
    for side in (one, other):
        if won[side] > best_of // 2:
            return side
    if len(games) >= best_of and won[one] != won[other]:
        return max((one, other), key=won.__getitem__)
    if len(games) >= best_of + DRAWS:
        return min(one, other)
    if any(pairing.table == at + 1 for pairing in field.running):
        return None
    for side, rival in ((one, other), (other, one)):  # only now: a tie that was decided before stays so
        if field.find(rival).withdrawn:
            return side
    return None


def due(field: Field, bracket: Bracket, best_of: int = 1) -> list[Pairing]:
    """The matches that can start now. In each tie the seats change from match to match; the better seed begins on the
    first."""
    progress = follow(field, bracket, best_of)
    found = []
    for at, (one, other) in enumerate(progress.sides):
        if one is None or other is None or NOBODY in (one, other) or progress.winners[at] is not None:
            continue
        games = [pairing for pairing in field.pairings() if pairing.table == at + 1]
        if any(pairing.table == at + 1 for pairing in field.running):
            continue
        if field.find(one).withdrawn or field.find(other).withdrawn:
            continue
        seats = (min(one, other), max(one, other))
        round_ = bracket.rounds[at] if at < len(bracket.rounds) else bracket.rounds[-1] + 1
        found.append(Pairing(round_, at + 1, seats if len(games) % 2 == 0 else seats[::-1], len(games) + 1))
    return found


def tie_score(results: Sequence[Result], one: Number, other: Number) -> tuple[float, float]:
    """The points of both sides in the matches of a tie."""
    return sum(result.points(one) for result in results), sum(result.points(other) for result in results)
