"""Random tournaments against the laws, computed a second time and in another way: `make laws`.

Round robins, Swisses, knock-outs and pools with withdrawals, half byes and late entries are played by lot, as the
server plays them. Nothing here uses the pairing, bracket or tie-break code of `pbem.competitions`: the laws are
written down again, as plainly as can be, and each round, each seat and each table is held against them.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations

from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.forms import TIES, Form, Plan
from pbem.competitions.record import Event, Excused, Joined, Paired, Settled, Started, Withdrawn, field_after
from pbem.competitions.values import Entrant, Field, Pairing, Result

FORMS: tuple[Form, ...] = ("round-robin", "double-round-robin", "swiss", "knock-out", "pools")

Pair = frozenset[int]


class Broken(Exception):
    """A tournament does not keep a law; the text says which."""


def demand(holds: bool, law: str) -> None:
    """Raise `Broken` unless a law holds."""
    if not holds:
        raise Broken(law)


class Played(Struct):
    """A tournament that has been played: its plan, its events, and its field after each of them."""

    plan: Plan
    count: int
    events: list[Event]
    fields: list[Field]

    @property
    def field(self) -> Field:
        """The field at the end."""
        return self.fields[-1]


def play(form: Form, seed: int) -> Played:
    """Play a tournament to its end, by lot: some leave, some have half byes, some come late."""
    chance = random.Random(f"{form} {seed}")  # noqa: S311  # nothing is secret here
    count = chance.randint(3, 16 if form == "swiss" else 14)
    plan = Plan(
        form,
        ties=TIES.get(form, ()),
        pool=chance.randint(3, 5),
        best=chance.randint(1, 2),
        rounds=chance.randint(0, 7),
        early=form == "swiss" and chance.random() < 0.5,
    )
    entrants = tuple(Entrant(number) for number in range(1, count + 1))
    key = chance.randbytes(32)
    events: list[Event] = [Started(entrants, forms.rounds_for(plan, count))]
    fields = [field_after(key, events)]

    def note(event: Event) -> Field:
        events.append(event)
        fields.append(field_after(key, events))
        return fields[-1]

    field = fields[-1]
    for _ in range(2000):
        if due := forms.due(plan, field):
            field = note(Paired(tuple(due)))
        for pairing in field.running:
            if len(pairing.seats) == 1:
                excused = pairing.round in field.find(pairing.seats[0]).byes
                field = note(Settled(Result(pairing, (pairing.seats,), "half bye" if excused else "bye")))
        if forms.is_over(plan, field):
            return Played(plan, count, events, fields)
        demand(bool(field.running), "something is always being played before the end")
        pairing = chance.choice(field.running)
        field = note(Settled(_result(pairing, chance)))
        field = _incident(plan, field, chance, note)
    raise Broken("every tournament ends")


def _result(pairing: Pairing, chance: random.Random) -> Result:
    one, other = chance.sample(pairing.seats, 2)
    if chance.random() < 0.2:
        return Result(pairing, (pairing.seats,))
    return Result(pairing, ((one,), (other,)), "forfeit" if chance.random() < 0.05 else "played")


def _incident(plan: Plan, field: Field, chance: random.Random, note: Callable[[Event], Field]) -> Field:
    """Somebody leaves, has a half bye, or comes late; mostly nobody."""
    here = [each.number for each in field.entrants if not each.withdrawn]
    if len(here) > 2 and chance.random() < 0.03:
        number = chance.choice(here)
        field = note(Withdrawn(number, forms.last_round(plan, field, number)))
        for pairing in field.running:
            if pairing.has(number):
                rest = tuple(each for each in pairing.seats if each != number)
                field = note(Settled(Result(pairing, (rest, (number,)), "forfeit")))
    if plan.form == "swiss" and chance.random() < 0.03 and field.round < field.rounds:
        number = chance.choice(here)
        if not field.find(number).withdrawn and field.round + 1 not in field.find(number).byes:
            field = note(Excused(number, field.round + 1))
    if plan.form == "swiss" and chance.random() < 0.01 and field.round < field.rounds:
        field = note(Joined(Entrant(len(field.entrants) + 1, first=field.round + 1)))
    return field


# The laws.


def check(played: Played) -> None:
    """Raise `Broken` where a tournament does not keep the laws of its form."""
    numbers = list(range(1, len(played.field.entrants) + 1))
    keys = [pairing.key for pairing in played.field.pairings()]
    demand(len(keys) == len(set(keys)), "each pairing is made once")
    if played.plan.form == "swiss":
        check_swiss(played)
        check_table(played.plan, played.field, numbers, played.field.results)
    elif played.plan.form == "knock-out":
        champion = check_knockout(numbers, played.field, played.field.results)
        demand(forms.champions(played.plan, played.field) == [champion], "the last one in the bracket wins")
    elif played.plan.form == "pools":
        check_pools(played)
    else:
        cycles = 2 if played.plan.form == "double-round-robin" else 1
        check_round_robin(numbers, played.field, played.field.results, cycles)
        counting = counted(numbers, played.field, played.field.results, cycles)
        check_table(played.plan, played.field, counting, played.field.results)


def check_round_robin(
    numbers: Sequence[int], field: Field, results: Sequence[Result], cycles: int, first_round: int = 0
) -> None:
    """All meet all, `cycles` times, in the rounds and seats of the Berger tables (C.05, annex 1)."""
    size = len(numbers) + len(numbers) % 2
    met = Counter(frozenset(result.pairing.seats) for result in results)
    gone = {number for number in numbers if field.find(number).withdrawn}
    for one, other in combinations(numbers, 2):
        times = met[frozenset((one, other))]
        demand(times == cycles or bool({one, other} & gone), f"{one} and {other} meet {cycles} times")
        demand(times <= cycles, f"{one} and {other} meet no more than {cycles} times")
    for result in results:
        one, other = (numbers.index(each) + 1 for each in result.pairing.seats)
        round_ = result.pairing.round - first_round
        second = round_ > size - 1
        if second:
            round_, one, other = round_ - (size - 1), other, one
        elif cycles == 2 and round_ > size - 3:  # the last two rounds of the first cycle are exchanged
            round_ = 2 * size - 3 - round_
        demand(berger(one, other, size) == round_, f"{result.pairing} is in its round")
        demand(first_by_berger(one, other, size), f"{result.pairing} has its seats")


def berger(one: int, other: int, size: int) -> int:
    """The round in which two meet: the sum of their numbers says it; whoever is last stands for the other's twin."""
    total = one + other if size not in (one, other) else 2 * min(one, other)
    return (total - 2) % (size - 1) + 1


def first_by_berger(one: int, other: int, size: int) -> bool:
    """Whether `one` has the first seat against `other`."""
    if size in (one, other):
        low = min(one, other) <= size // 2
        return low if other == size else not low
    return (one < other) == ((one + other) % 2 == 1)


def counted(numbers: Sequence[int], field: Field, results: Sequence[Result], cycles: int) -> list[int]:
    """Those who stay in the table: all but who left before half of their matches (C.05, 5). One that somebody lost by
    walkover was not theirs."""
    matches = Counter(
        each
        for result in results
        for each in result.pairing.seats
        if result.kind == "played" or worth(result, each) == 1
    )
    half = (len(numbers) - 1) * cycles / 2
    return [number for number in numbers if not field.find(number).withdrawn or matches[number] >= half]


def check_swiss(played: Played) -> None:
    """Each round by C.04.3: all are paired, nobody twice with the same while that can be avoided, byes, seats."""
    for at, event in enumerate(played.events):
        if isinstance(event, Paired) and played.plan.early:
            _check_part(played.fields[at - 1], event.pairings)
        elif isinstance(event, Paired):
            _check_round(played.fields[at - 1], event.pairings)


def _check_part(field: Field, pairings: Sequence[Pairing]) -> None:
    """Of a part of a round that is paired early: nobody meets again who could meet somebody new in this part, and
    nobody plays twice at once."""
    seated = [number for pairing in pairings for number in pairing.seats]
    demand(len(seated) == len(set(seated)), f"{pairings}: all are paired once")
    made = {
        number
        for pairing in field.pairings()
        if pairing.round == pairings[0].round
        for number in pairing.seats
    }
    demand(not made & set(seated), f"{pairings}: nobody has two matches in a round")
    met = {frozenset(result.pairing.seats) for result in field.results if result.kind == "played"}
    again = [pairing.seats for pairing in pairings if frozenset(pairing.seats) in met]
    playing = [number for pairing in pairings for number in pairing.seats if len(pairing.seats) == 2]
    demand(not again or not can_meet(playing, None, met), f"{again} meet again, though that can be avoided")
    history = Histories(field)
    for pairing in pairings:
        excused = pairing.round in field.find(pairing.seats[0]).byes
        if len(pairing.seats) == 1 and not excused and history.free[pairing.seats[0]]:
            (bye,) = pairing.seats
            others = [each for each in _candidates([*playing, bye], history) if each != bye]
            demand(
                not any(can_meet([*playing, bye], each, met) for each in others),
                f"{bye} has a second bye: {pairing}",
            )


def _check_round(field: Field, pairings: Sequence[Pairing]) -> None:
    round_ = pairings[0].round
    here = [
        each.number
        for each in field.entrants
        if each.first <= round_ and (not each.last or each.last >= round_)
    ]
    excused = {each.number for each in field.entrants if round_ in each.byes and each.number in here}
    seated = [number for pairing in pairings for number in pairing.seats]
    demand(sorted(seated) == sorted(here), f"round {round_}: all are paired once")
    alone = [pairing.seats[0] for pairing in pairings if len(pairing.seats) == 1]
    playing = [number for number in here if number not in excused]
    byes = [number for number in alone if number not in excused]
    demand(excused <= set(alone), f"round {round_}: whoever is excused does not play")
    demand(len(byes) == len(playing) % 2, f"round {round_}: one bye if the number is odd, otherwise none")
    pairs = [pairing.seats for pairing in pairings if len(pairing.seats) == 2]
    history = Histories(field)
    met = {frozenset(result.pairing.seats) for result in field.results if result.kind == "played"}
    clashes = {
        frozenset(pair)
        for pair in combinations(playing, 2)
        if history.absolute(pair[0]) is not None and history.absolute(pair[0]) == history.absolute(pair[1])
    }
    last = round_ == field.rounds
    legal = met if last else met | clashes
    fitting = [bye for bye in _candidates(playing, history) if can_meet(playing, bye, legal)]
    again = [pair for pair in pairs if frozenset(pair) in met]
    if not fitting:
        byes_of = playing if len(playing) % 2 else [None]
        demand(
            not again or not any(can_meet(playing, bye, met) for bye in byes_of),
            f"round {round_}: {again} again",
        )
        return
    demand(not again, f"round {round_}: {again} meet again, though that can be avoided")
    for bye in byes:
        demand(not history.free[bye], f"round {round_}: {bye} has a second win without a match")
        least = min(history.score[each] for each in fitting if each is not None)
        demand(history.score[bye] == least, f"round {round_}: the bye goes to the lowest score that it can")
    for pair in pairs:
        for seat, number in enumerate(pair):
            seats = [*history.seats[number], seat]
            demand(
                last or abs(seats.count(0) - seats.count(1)) <= 2,
                f"round {round_}: seats of {number}: {seats}",
            )
            demand(
                last or len(set(seats[-3:])) > 1 or len(seats) < 3, f"round {round_}: {number} thrice {seat}"
            )


class Histories:
    """What each has had before a round: points, wins without a match, seats."""

    def __init__(self, field: Field) -> None:
        numbers = [each.number for each in field.entrants]
        self.score = dict.fromkeys(numbers, 0.0)
        self.free = dict.fromkeys(numbers, 0)
        self.seats: dict[int, list[int]] = {number: [] for number in numbers}
        for result in sorted(field.results, key=lambda result: result.pairing.key):
            for seat, number in enumerate(result.pairing.seats):
                self.score[number] += worth(result, number)
                won = result.kind == "forfeit" and worth(result, number) == 1
                self.free[number] += result.kind == "bye" or won
                if result.kind == "played":
                    self.seats[number].append(seat)

    def absolute(self, number: int) -> int | None:
        """The seat that a player must have: after two of the same, or with two more of the other (A.6)."""
        seats = self.seats[number]
        more = seats.count(0) - seats.count(1)
        if abs(more) > 1:
            return 1 if more > 0 else 0
        return 1 - seats[-1] if len(seats) > 1 and seats[-1] == seats[-2] else None


def _candidates(playing: Sequence[int], history: Histories) -> list[int | None]:
    if len(playing) % 2 == 0:
        return [None]
    return [number for number in playing if not history.free[number]]


def can_meet(playing: Sequence[int], bye: int | None, forbidden: Collection[Pair]) -> bool:
    """Whether all but one can be paired without any of these pairs: tried in every way."""
    dead: set[Pair] = set()

    def pair_up(left: Pair) -> bool:
        if not left:
            return True
        if left in dead:
            return False
        one = min(
            left, key=lambda each: (sum(frozenset((each, other)) not in forbidden for other in left), each)
        )
        rest = left - {one}
        found = any(frozenset((one, other)) not in forbidden and pair_up(rest - {other}) for other in rest)
        if not found:
            dead.add(left)
        return found

    return pair_up(frozenset(playing) - {bye})


def check_knockout(
    seeds: Sequence[int], field: Field, results: Iterable[Result], first_round: int = 0
) -> int:
    """Who has met whom in the bracket, by seed; returns the champion."""
    size = 2
    while size < len(seeds):
        size *= 2
    draw = [1, 2]
    while len(draw) < size:
        draw = [each for seed in draw for each in (seed, 2 * len(draw) + 1 - seed)]
    sides: list[int | None] = [seeds[each - 1] if each <= len(seeds) else None for each in draw]
    left = list(results)
    round_ = first_round
    while len(sides) > 1:
        round_ += 1
        winners: list[int | None] = []
        for one, other in zip(sides[::2], sides[1::2], strict=True):
            here = [each for each in left if set(each.pairing.seats) == {one, other}]
            demand(
                all(each.pairing.round == round_ for each in here),
                f"{one} and {other} meet in round {round_}",
            )
            left = [each for each in left if each not in here]
            winners.append(_through(one, other, here, field, seeds))
        sides = winners
    demand(not left, f"these are no matches of the bracket: {left}")
    assert sides[0] is not None
    return sides[0]


def _through(
    one: int | None, other: int | None, results: Sequence[Result], field: Field, seeds: Sequence[int]
) -> int | None:
    if one is None or other is None:
        demand(not results, "nobody plays against nobody")
        return one if other is None else other
    decided = [result.places[0][0] for result in results if len(result.places[0]) == 1]
    demand(len(decided) <= 1, f"{one} and {other} play on only until one has won")
    if decided:
        return decided[0]
    if len(results) == 3:
        return min(one, other, key=seeds.index)
    gone = [each for each in (one, other) if field.find(each).withdrawn]
    demand(bool(gone), f"{one} and {other} play until one has won, or three draws")
    return other if gone == [one] else one


def check_pools(played: Played) -> None:
    """Pools by snake, all against all in each, then the bracket of the best of them."""
    plan, field = played.plan, played.field
    count = -(-played.count // plan.pool)
    order = [*range(count), *reversed(range(count))]
    pools = [[n + 1 for n in range(played.count) if order[n % len(order)] == at] for at in range(count)]
    longest = max(len(pool) for pool in pools)
    last = longest - 1 + longest % 2
    tables: list[list[list[int]]] = []
    for pool in pools:
        mine = [
            each
            for each in field.results
            if each.pairing.round <= last and set(each.pairing.seats) <= set(pool)
        ]
        check_round_robin(pool, field, mine, 1)
        inside = set(counted(pool, field, mine, 1))
        counting = [each for each in mine if set(each.pairing.seats) <= inside]
        tables.append(standings(sorted(inside), counting, plan.ties, field))
    finals = [each for each in field.results if each.pairing.round > last]
    if any(len(level) > 1 for table in tables for level in table):
        return  # lots have decided
    left = {each.number for each in field.entrants if 0 < each.last <= last}
    ranked = [[number for (number,) in table if number not in left] for table in tables]
    seeds = []
    for place in range(plan.best):
        row = [table[place] for table in ranked if place < len(table)]
        seeds += row if place % 2 == 0 else row[::-1]
    if len(seeds) > 1:
        champion = check_knockout(seeds, field, finals, last)
        demand(forms.champions(plan, field) == [champion], "the last one in the bracket wins")


# Tables.


def worth(result: Result, number: int) -> float:
    """The points of somebody for a result: a win 1, a draw or a half bye a half."""
    if len(result.pairing.seats) == 1:
        return {"bye": 1.0, "half bye": 0.5}.get(result.kind, 0.0)
    if len(result.places) == 1:
        return 0.5
    return 1.0 if number in result.places[0] else 0.0


def check_table(plan: Plan, field: Field, numbers: Sequence[int], results: Sequence[Result]) -> None:
    """The places of the table are those of the second computation."""
    inside = [result for result in results if set(result.pairing.seats) <= set(numbers)]
    levels = standings(numbers, inside, plan.ties, field)
    place, wanted = 1, {}
    for level in levels:
        wanted.update(dict.fromkeys(level, place))
        place += len(level)
    table = {line.number: line.place for line in forms.table(plan, field)}
    demand(table == wanted, f"the table is {table}, a second computation gives {wanted}")


def standings(
    numbers: Sequence[int], results: Sequence[Result], ties: Sequence[str], field: Field
) -> list[list[int]]:
    """Entrants in levels, best first: by points, then tie-break after tie-break."""
    sums = Sums(numbers, results, field)
    levels = _parted([list(numbers)], lambda number, _: sums.points(number))
    for tie in ties:
        levels = _parted(levels, getattr(sums, tie.replace("-", "_")))
    return levels


def _parted(levels: Sequence[Sequence[int]], value: Callable[[int, Sequence[int]], float]) -> list[list[int]]:
    found = []
    for level in levels:
        values = {number: round(value(number, level), 9) for number in level}
        found += [
            [n for n in level if values[n] == each] for each in sorted(set(values.values()), reverse=True)
        ]
    return found


class Sums:
    """The tie-breaks of C.07, each from the list of results alone."""

    def __init__(self, numbers: Sequence[int], results: Sequence[Result], field: Field) -> None:
        self.results, self.field = sorted(results, key=lambda result: result.pairing.key), field
        self.last = max((result.pairing.round for result in results), default=0)

    def of(self, number: int) -> list[Result]:
        """The results of somebody."""
        return [result for result in self.results if number in result.pairing.seats]

    def points(self, number: int) -> float:
        """All points."""
        return sum(worth(result, number) for result in self.of(number))

    def wins(self, number: int, level: Sequence[int]) -> float:
        """Rounds with a full point (7.1)."""
        return sum(worth(result, number) == 1 for result in self.of(number))

    def direct(self, number: int, level: Sequence[int]) -> float:
        """Points among those who are level, if all of them have met (6)."""
        among = [
            each
            for each in self.results
            if len(each.pairing.seats) == 2 and set(each.pairing.seats) <= set(level)
        ]
        met = {frozenset(each.pairing.seats) for each in among}
        if len(level) < 2 or any(frozenset(pair) not in met for pair in combinations(level, 2)):
            return 0.0
        return sum(worth(each, number) for each in among if number in each.pairing.seats)

    def missed(self, result: Result, number: int) -> bool:
        """Whether somebody missed a round of their own will."""
        lost = result.kind == "forfeit" and worth(result, number) < 1
        return lost or result.kind in ("half bye", "absent")

    def adjusted(self, number: int) -> float:
        """Points of an opponent: rounds missed of their own will at the end are draws (16.3)."""
        results = self.of(number)
        total, open_end = 0.0, True
        for result in reversed(results):
            open_end = open_end and self.missed(result, number)
            total += 0.5 if open_end else worth(result, number)
        entrant = self.field.find(number)
        if entrant.last:
            rounds = {result.pairing.round for result in results}
            total += 0.5 * sum(each not in rounds for each in range(entrant.last + 1, self.last + 1))
        return total

    def gains(self, number: int) -> list[tuple[float, float, bool]]:
        """Of each round: what the opponent counts, one's own points, and whether one missed it of one's own will."""
        found = []
        for result in self.of(number):
            if result.kind == "played":
                (other,) = (each for each in result.pairing.seats if each != number)
                found.append((self.adjusted(other), worth(result, number), False))
            else:  # against somebody with one's own points (16.4)
                found.append((self.points(number), worth(result, number), self.missed(result, number)))
        return found

    def buchholz(self, number: int, level: Sequence[int]) -> float:
        """The points of all opponents (8.1)."""
        return sum(theirs for theirs, *_ in self.gains(number))

    def buchholz_1(self, number: int, level: Sequence[int]) -> float:
        """The same without the least: of a missed round, if there is one (14, 16.5)."""
        gains = self.gains(number)
        cut = [theirs for theirs, _, missed in gains if missed] or [theirs for theirs, *_ in gains]
        return self.buchholz(number, level) - min(cut, default=0.0)

    def sonneborn_berger(self, number: int, level: Sequence[int]) -> float:
        """The points of each opponent times one's own against them (9.1)."""
        return sum(theirs * mine for theirs, mine, _ in self.gains(number))


def run(count: int, first: int = 0) -> dict[str, int]:
    """Play and check so many tournaments of all forms in turn; returns how many of each. Raises `Broken`."""
    done: Counter[str] = Counter()
    for seed in range(first, first + count):
        form = FORMS[seed % len(FORMS)]
        try:
            check(play(form, seed))
        except Broken as error:
            raise Broken(f"{form}, tournament {seed}: {error}") from error
        done[form] += 1
    return dict(done)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    told = ", ".join(f"{number} {form}" for form, number in run(count).items())
    sys.stdout.write(f"{told} keep the laws\n")
