"""Answers about figures, balls and squares."""

import re
from collections.abc import Collection, Sequence

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.server.answering.ordering import legal_orders
from pbem.server.answering.phrases import said
from pbem.server.answering.position import Position, spell_out
from pbem.server.answering.search import content_words
from pbem.server.answering.subjects import Subjects, verbs_in
from pbem.server.answering.told import Told, at_place, capital, distinct

_WALKING = ("go", "get", "move", "run", "walk", "reach", "step", "head", "make", "land", "do", "end")

_PLACES = (
    "who", "stand", "stands", "standing", "square", "letter", "row", "column", "tile", "space", "hex", "field", "token",
    "piece", "sit", "sitting", "position", "located",
)  # fmt: skip
"""Words of a question on where somebody is that say no more."""


def where_is(position: Position, asked: Subjects) -> Told:
    """Where a figure, a ball or a player's own are."""
    told = []
    for name in (*asked.figures, *position.balls_called(*asked.balls)):
        place = position.place(name)
        if not place:
            continue
        if position.names.figure(place) == place:
            on = position.square(place)
            told.append(
                f"{capital(position.who(name))} is with {position.who(place)}{f', on {on}' if on else ''}."
            )
        else:
            loose = name in position.names.balls and position.names.is_place(place.lower())
            told.append(
                f"{capital(position.who(name))} is {'loose ' if loose else ''}{at_place(position, place)}."
            )
        if name in position.names.figures:
            told += position.about(name)[:1]
    if not told and asked.described:
        return _described(position, asked)
    if not told and (asked.me or asked.seats) and len(content_words(asked.shape, _PLACES)) < 2:
        return _lines_of(position, asked)
    return distinct(told) or None


def _described(position: Position, asked: Subjects) -> Told:
    """The figures that a word describes: `my troll`, where a list says that A1 is a Troll."""
    meant = [
        figure
        for figure in asked.described
        if position.own(figure) == asked.me or asked.me == asked.them or asked.figures
    ]
    told = [line for figure in meant or asked.described for line in position.about(figure)]
    return distinct(told)[:8] or None


def how_fast(position: Position, asked: Subjects) -> Told:
    """How far figures of a kind can go, the asker's first."""
    figures = sorted(asked.described, key=lambda figure: not position.own(figure))
    told = [position.reach(figure)[0] for figure in figures if position.square(figure)]
    return distinct(told)[:3] or None


def who_has(position: Position, asked: Subjects) -> Told:
    """Who carries what, or what somebody carries."""
    carried = {
        ball: place for ball, place in position.names.balls.items() if position.names.figure(place) == place
    }
    if asked.figures:
        told = []
        for figure in asked.figures:
            balls = [ball for ball, holder in carried.items() if holder == figure]
            told.append(f"{figure} has {listed(balls) if balls else 'nothing'}.")
        return [*told, *position.about(asked.figures[0])[:1]]
    if not position.names.balls or not asked.balls:
        return None
    seats = {position.seat} if asked.me else set(asked.seats)
    if re.search(r"\b(?:no|not|without|lacks?)\b", asked.shape):
        return _who_has_none(position, carried.values(), seats)
    told = []
    loose = re.search(r"\b(?:loose|floor|ground|lying|lies)\b", asked.shape) is not None
    for ball in position.balls_called(*asked.balls) or position.names.balls:
        place = position.names.balls[ball]
        if loose and ball in carried:
            continue
        if ball not in carried:
            told.append(f"Nobody has {position.who(ball)}: it is {at_place(position, place)}.")
        elif not seats or position.names.figures.get(place) in seats:
            told.append(f"{position.who(place)} has {position.who(ball)}, on {position.square(place)}.")
    return [" ".join(map(capital, told))] if told else ["No ball is loose." if loose else "None of them."]


def _who_has_none(position: Position, holders: Collection[str], seats: Collection[Seat]) -> Told:
    """The figures on the board that carry nothing."""
    without = [
        f"{position.who(figure)} on {position.square(figure)}"
        for figure, seat in position.names.figures.items()
        if figure not in holders and position.square(figure) and (not seats or seat in seats)
    ]
    return [f"Without a ball: {listed(without)}." if without else "Each of them has one."]


def what_they_are_like(position: Position, asked: Subjects) -> Told:
    """What lists and tables tell of all figures of a side."""
    seats = asked.seats or ((position.seat,) if asked.me else ())
    if asked.them:
        seats = tuple(seat for seat in position.state.seats if seat != position.seat)
    mine = [
        figure
        for figure, seat in position.names.figures.items()
        if (not seats or seat in seats) and position.square(figure)
    ]
    told = [
        spell_out(position, max(position.about(figure), key=_numbers))
        for figure in mine
        if position.about(figure)
    ]
    return distinct(told)[:10] or None


def _numbers(line: str) -> int:
    """How many numbers a line tells."""
    return len(re.findall(r"(?<!\w)\d+", line))


def about_what_is_named(position: Position, asked: Subjects) -> Told:
    """What is known of the figures, balls and squares that are named, where nothing else is understood."""
    if said("of_rules").match(asked.shape):
        return None
    told = where_is(position, asked) if asked.figures or asked.balls else []
    return [*(told or []), *(what_is_on(position, asked) or [])] or None


def what_is_on(position: Position, asked: Subjects) -> Told:
    """What is on a square."""
    told = []
    for square in asked.squares:
        here = position.at(square)
        told.append(f"On {square}: {', '.join(here)}." if here else f"Nothing is on {square}.")
        told += [str(each) for each in position.mentions([square])][:2] if here else []
    return distinct(told)


def what_can_it_do(position: Position, asked: Subjects) -> Told:
    """Where a figure can go, and what else it can do now."""
    figures = asked.figures or ([] if not asked.me else own_figures(position))
    if not figures:
        return where_can_i_go(position, asked)
    if len(figures) > 1 and not asked.figures:
        firsts = [position.reach(figure)[0] for figure in figures[:8]]
        return [*firsts, f"All squares of one: reach {figures[0]}"]
    figure = figures[0]
    told = [*_only_with(position.reach(figure), asked)]
    loaded = position.table.loaded
    if position.own(figure) and position.seat in loaded.match.asks and not position.is_supposed:
        verbs = verbs_in([word for word in asked.words if word.lower() not in _WALKING], position)
        only_going = re.search(r"\b(?:where|how far|go)\b", asked.shape) and not verbs
        orders = [] if only_going else legal_orders(position, figure)
        told += [f"It can also: {'; '.join(orders)}."] if orders else []
    return [*told, *position.about(figure)[:1]]


def own_figures(position: Position) -> list[str]:
    return [
        figure
        for figure, seat in position.names.figures.items()
        if seat == position.seat and position.square(figure)
    ]


def where_can_i_go(position: Position, asked: Subjects) -> Told:
    """Where the only token of the asker can go: what `Game.reach` tells of a figure called as its seat is."""
    names = asked.seats or (position.seat,)
    try:
        return position.game.reach(position.state, position.seat, names[0])
    except Refused:
        return None


def _only_with(reach: list[str], asked: Subjects) -> list[str]:
    """Of the squares by die or the like only those with the number that is asked about."""
    number = re.search(r"\b(?:with|spend|use|pay|give) (?:a|an|the|my)? ?(\d)\b", asked.shape)
    if number is None:
        return reach
    first, *groups = reach
    fitting = [group for group in groups if re.search(rf"\b{number[1]}\b", group.partition(":")[0])]
    return [first, *fitting] if fitting else reach


def tell_about(position: Position, asked: Subjects) -> Told:
    """What lists and tables tell of a figure."""
    if not asked.figures:
        return None
    told = []
    for figure in asked.figures[:2]:
        told += [spell_out(position, line) for line in reversed(position.about(figure))]
        told += _of_its_kind(position, figure, asked, told)
        if position.square(figure) and not (first := position.reach(figure)[0]).startswith("There is no"):
            told.append(re.sub(r"(?: It reaches)?:$", "", first).rstrip(".") + ".")
    return distinct(told) or None


def _of_its_kind(position: Position, figure: str, asked: Subjects, told: Sequence[str]) -> list[str]:
    """What the glossary says of all figures of its kind, if that is on a word of the question and lists are not."""
    entries, known = position.game.entries, " ".join(told).lower()
    words = [word for word in content_words(asked.shape) if word not in known]
    kinds = sorted(
        (kind for kind, held in position.kinds.items() if figure in held and kind in entries), key=len
    )
    paragraphs = [entries[kind][0] for kind in reversed(kinds)]
    return [text for text in paragraphs if any(word in text.lower() for word in words)][:1]


def what_is_in_a_row(position: Position, asked: Subjects) -> Told:
    """What is in the row or column that a question names."""
    named = re.search(r"\b(?:row|column|rank|file) (\d{1,2}|[a-z])\b", " ".join(asked.words), re.IGNORECASE)
    if named is not None:
        return row(position, named[1].lower())
    board = position.game.board(position.state, position.seat)
    if board is None or not board.terrain.rows:
        return None
    lowest = re.search(r"\b(?:bottom|lowest|first) ", asked.shape) is not None
    return row(position, board.terrain.rows[-1 if lowest else 0])


def row(position: Position, wanted: str) -> Told:
    """What is in a row or a column of the board."""
    names = (*position.names.figures, *position.names.balls)
    places = {name: position.place(name).lower() for name in names}
    found = [
        f"{position.who(name)} on {place}" for name, place in places.items() if _in_row(place, wanted.lower())
    ]
    found += [
        f"{fact.now} on {name}"
        for name, fact in position.facts.items()
        if position.names.is_place(name.lower())
        and _in_row(name.lower(), wanted.lower())
        and str(fact.now) != "empty"
    ]
    found += [
        f"{name} on {fact.now}"
        for name, fact in position.facts.items()
        if name not in names
        and _in_row(str(fact.now), wanted.lower())
        and position.place(name) not in places.values()
    ]
    spelt = [
        part
        for each in position.statements
        if each.head.lower().startswith("rows")
        for part in re.split(r", ", each.text)
        if part.split()[:1] == [wanted]
    ]
    if not found and not spelt:
        return [f"Nothing is in row {wanted}."]
    return [f"Row {wanted}: {'; '.join((*spelt, *found))}."]


def _in_row(place: str, wanted: str) -> bool:
    parts = re.fullmatch(r"([a-z]+)(\d+)|(\d+),(\d+)", place)
    if parts is None:
        return False
    return wanted in ((parts[1], parts[2]) if parts[1] else (parts[4],))


def _lines_of(position: Position, asked: Subjects) -> Told:
    """What the lists tell of the seats that are named."""
    seats = [*asked.seats] or [position.seat if asked.me else ""]
    words = [
        word
        for seat in seats
        if seat
        for word in (position.game.seat_title(seat), position.table.loaded.names[seat])
    ]
    return distinct([str(each) for each in position.mentions(words)])[:8] or None if words else None
