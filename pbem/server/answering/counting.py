"""Answers that count and measure: how many there are, how far apart, what is near."""

import re
from collections.abc import Sequence

from pbem.mail.prose import listed
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told, at_place, capital

_FIGURES = re.compile(
    r"\b(?:figures?|pieces?|men|pawns?|players?|characters?|units?|people|guys|tokens?|crew|troops|army|fellows?|folks?|lads|boys|soldiers?|team|KIND)\b",
    re.IGNORECASE,
)
_ABOUT_ALL = frozenset(
    (
        "kind", "who", "fig", "ball", "balls", "board", "field", "pitch", "alive", "standing", "left", "side", "sides",
        "total", "remaining", "number", "count", "opponent", "both", "altogether", "active", "playing", "fighting",
        "list", "lot", "squad", "show", "name", "where", "ones", "everybody", "everyone", "composition", "state",
        "specify", "consist", "whereabouts", "location",
        "locations", "up", "opposing", "positions", "squares", "stands",
    )
)  # fmt: skip
"""Words that say no more of what is counted than that it is there."""


def how_many(position: Position, asked: Subjects) -> Told:
    """How many figures a side has, or how many balls there are, with where they are."""
    rest = [
        word for word in content_words(asked.shape) if word not in _ABOUT_ALL and not _FIGURES.fullmatch(word)
    ]
    if rest or asked.figures:
        return None
    if asked.balls and not _FIGURES.search(asked.shape):
        return _count_balls(position, asked)
    somebody = asked.me or asked.them or asked.seats or " where" in f" {asked.shape}"
    return _count_figures(position, asked) if somebody or _FIGURES.search(asked.shape) else None


def _count_balls(position: Position, asked: Subjects) -> Told:
    balls = position.names.balls
    seats = {position.seat} if asked.me else set(asked.seats)
    if not seats and asked.them:
        seats = {seat for seat in position.state.seats if seat != position.seat}
    places = {
        ball: place
        for ball, place in balls.items()
        if not seats or position.names.figures.get(place) in seats
    }
    said = [
        f"{position.who(ball)} is "
        + (f"with {position.who(place)}" if position.names.figure(place) else at_place(position, place))
        for ball, place in places.items()
        if place
    ]
    count = len(places)
    balls_told = f"{count or 'no'} {'ball' if count == 1 else 'balls'}"
    if asked.me:
        first = f"You have {balls_told}."
    elif seats:
        first = f"{' and '.join(map(position.title, sorted(seats)))} has {balls_told}."
    else:
        first = f"There {'is' if count == 1 else 'are'} {balls_told}."
    return [first, *([f"{capital('; '.join(said))}."] if said else [])]


def _count_figures(position: Position, asked: Subjects) -> Told:
    names, seats = position.names, set(asked.seats)
    if asked.me:
        seats.add(position.seat)
    if asked.them:
        seats |= {seat for seat in position.state.seats if seat != position.seat}
    among = set(asked.described) or set(names.figures)
    noun = _FIGURES.search(" ".join(asked.words))
    called = noun[0].lower() if noun is not None and len(noun[0]) > 3 else "figures"
    told = []
    for seat in position.state.seats:
        here = [
            figure
            for figure, owner in names.figures.items()
            if owner == seat and figure in among and position.square(figure)
        ]
        if (not seats or seat in seats) and (here or position.names.figures):
            who = "You have" if seat == position.seat else f"{position.title(seat)} has"
            where = f": {', '.join(position.described(figure) for figure in here)}" if here else ""
            one = called.removesuffix("s") if len(here) == 1 else called
            told.append(f"{who} {len(here) or 'no'} {one} on the board{where}.")
    return told if any(re.search(r"\d", text) for text in told) else None


def how_big_the_board_is(position: Position, asked: Subjects) -> Told:
    """Rows and columns of the board."""
    board = position.game.board(position.state, position.seat)
    if board is None:
        return None
    terrain = board.terrain
    told = f"The board has {len(terrain.rows)} rows, {terrain.rows[-1]} to {terrain.rows[0]} from the bottom"
    columns = terrain.above if all(terrain.above) else ()
    across = f", and {len(columns)} columns, {columns[0]} to {columns[-1]} from the left" if columns else ""
    if not across and terrain.shape == "inches":
        across = f", and {len({place.x for place in terrain.places})} columns"
    return [
        f"{told}{across}: {len(terrain.places)} {'hexes' if terrain.shape == 'hexes' else 'squares'} in all."
    ]


# Distances.


def _things(position: Position, asked: Subjects) -> list[str]:
    from_balls = [ball for name in asked.balls for ball in position.balls_called(name)]
    return [*asked.figures, *from_balls, *asked.squares]


def how_far_apart(position: Position, asked: Subjects) -> Told:
    """The distance between two things; of one, the distance to all that is near."""
    things = _things(position, asked)
    if len(things) == 1:
        things += _ground(position, asked, things[0])
    if len(things) > 1:
        told = how_far(position, things[0], things[1])
        return [told] if told else None
    return None


def _ground(position: Position, asked: Subjects, thing: str) -> list[str]:
    """The nearest square of a kind that is named, such as goal or home: not of the own side, unless it is called so."""
    if not position.square(thing):
        return []
    places = ground(position, asked.shape.split(), own=asked.me)
    far = [(how_many_apart(position, position.square(thing), each), each) for each in places]
    return [min(far)[1]] if far else []


def ground(position: Position, words: Sequence[str], *, own: bool) -> list[str]:
    """The squares of a kind of ground that any of these words names; with `own`, those of the asker's side, too."""
    board = position.game.board(position.state, position.seat)
    if board is None:
        return []
    mine = position.game.side_of(position.seat)
    places = [each for each in board.terrain.every_place if not set(words).isdisjoint(each.ground.split())]
    if not own:
        places = [each for each in places if each.side is None or each.side != mine] or places
    return [each.name for each in places]


def how_many_apart(position: Position, one: str, other: str) -> float:
    """The number of squares between two, infinite if it is not known."""
    told = position.game.distance(position.state, position.seat, one, other) if one and other else ""
    number = re.match(r"[\d.]+", told)
    return float(number[0]) if number is not None else float("inf")


def how_far(position: Position, one: str, other: str) -> str:
    """The distance between two things that are named, as a sentence; "" if it is not known."""
    start, end = position.square(one), position.square(other)
    far = position.game.distance(position.state, position.seat, start, end) if start and end else ""
    places = " and ".join(
        f"{thing} on {at}" if thing != at else at for thing, at in ((one, start), (other, end))
    )
    return f"{far[0].upper()}{far[1:]}: {places}." if far else ""


def what_is_near(position: Position, asked: Subjects) -> Told:
    """What is near the first thing that is named."""
    things = _things(position, asked)
    return near(position, things[0]) if things else None


def who_is_nearest(position: Position, asked: Subjects) -> Told:
    """What is near what is named last: `which of my pawns is nearest to N3`; of one side, if that is asked about."""
    things = _things(position, asked)
    if not things:
        return None
    seats = {position.seat} if asked.me else set(asked.seats)
    if asked.them or _OTHERS.search(asked.shape):
        seats = {seat for seat in position.state.seats if seat != position.seat}
    return near(position, things[-1], seats)


def who_touches(position: Position, asked: Subjects) -> Told:
    """Which of the asker's figures have others beside them."""
    figures = [each for each in position.names.figures if position.square(each)]
    mine = [each for each in figures if position.own(each)]
    told = []
    for figure in mine:
        at = position.square(figure)
        beside = [
            other
            for other in figures
            if other not in mine and how_many_apart(position, at, position.square(other)) <= _BESIDE
        ]
        told += [f"{figure} on {at}: {listed(beside)}"] if beside else []
    return [f"Beside others: {'; '.join(told)}." if told else "None of yours is beside one of the others."]


_BESIDE = 1.5
"""How far apart two are at most that are beside each other, also diagonally."""


_OTHERS = re.compile(
    r"\b(?:other|opposing|enemy|opponent) ?(?:team|side|player|pawn|figure|character|one|man|piece)?s?\b|\benem"
)


def near(position: Position, name: str, seats: set[str] | None = None) -> Told:
    """What is near a figure or square, the nearest first; with seats, only their figures."""
    here = position.square(name)
    if not here:
        return None
    names = position.names
    things = [each for each in (*names.figures, *names.balls) if each != name]
    if seats:
        things = [each for each in things if names.figures.get(each) in seats]
    far: list[tuple[float, str]] = []
    for thing in things:
        there = position.place(thing)
        if not names.is_place(there.lower()):
            continue
        told = position.game.distance(position.state, position.seat, here, there.lower())
        number = re.match(r"[\d.]+", told)
        if number is not None:
            text = f"{position.who(thing)} on {there}: {' '.join(told.split()[:2]).strip(',')}"
            far.append((float(number[0]), text))
    if not far:
        return [str(each) for each in position.mentions([here])][:6] or None
    return [
        f"Nearest to {name if name == here else f'{name} on {here}'}:",
        *(text for _, text in sorted(far)[:8]),
    ]
