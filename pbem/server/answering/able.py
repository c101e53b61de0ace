"""What figures are able to do now: `can A4 or A5 take the gnome this turn?`

Nothing is known here of any game. Orders are made out of its forms and tried in the position: what counts is what has
become of the ball, the square or the target behind them. Figures that are not the asker's to move are judged by where
they can go.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from pbem.mail.prose import listed
from pbem.play.fates import Preview
from pbem.play.match import LetterRefused
from pbem.play.orders import Refused
from pbem.server.answering.counting import ground, how_far, how_many_apart
from pbem.server.answering.ordering import is_legal, refusal, shape_of, would
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import Subjects, verbs_in
from pbem.server.answering.told import Told

MOST_FIGURES = 5
"""Maximum number of figures that get an answer of their own."""

_TRIED = 30
"""Maximum number of orders of a kind that are tried for a figure."""

_STEPS = 4
"""Maximum number of moves in a row with which a figure is taken somewhere."""

_BESIDE = re.compile(
    r"\b(?:can|could|may|might|will|would|is|are|does|do|can not|could not)"
    r" (?:(?:my|his|her|their|the|either|both|any|of) )*"
    r"(FIG(?: (?:(?:or|and|nor|my|his|her|the|even) )*FIG)*)\b"
)
"""The figures that a question is about, before what they may do."""

_ANY = re.compile(
    r"\b(?:(?:(?:who|which|what|any(?:one|body)?|some(?:one|body)?|he|she|they|WHO)\b.*?\b)?(?:can|could|may|might|able|enough|will)"
    r"(?: (?:i|we|he|she|they|WHO|any(?:one|body)?|some(?:one|body)|one|of|my|mine|his|her|them|theirs))*(?: to)?)\b"
)
"""Somebody who is not named, and what they may do: `who of them can`, `can I`."""

_SCORING = re.compile(r"\b(?:score|scores|goal|gnomedown|touchdown)\b")
_FIRST = r"\W*(?:(?:also|still|now|ever|even|just|then|already|able|to|possibly|easily|safely|directly) )*"
_GETTING = re.compile(
    rf"{_FIRST}(?:gets?|takes?|reach|reaches|grab|fetch|pick|collect|catch|steal|come|make|recover|gain|seize|snatch)\b"
)
_GOING = re.compile(
    rf"{_FIRST}(?:get|go|move|reach|reaches|come|run|walk|step|be|land|make|arrive|advance|end)\b"
)


class _Asked(Struct, frozen=True):
    """Who is to do what to whom."""

    figures: Sequence[str]
    others: Sequence[str]
    squares: Sequence[str]
    balls: Sequence[str]
    verbs: Sequence[str]


def are_they_able(position: Position, asked: Subjects) -> Told:
    """Whether each of the figures that are asked about can do it; None if it is not understood what."""
    found = _BESIDE.search(asked.shape)
    if found is None:
        return _who_is_able(position, asked)
    count, before = found[1].split().count("FIG"), asked.shape[: found.start(1)].split().count("FIG")
    figures = asked.figures[before : before + count]
    behind = asked.shape[found.end() :]
    wanted = _Asked(
        figures[:MOST_FIGURES],
        [each for each in asked.figures if each not in figures],
        asked.squares,
        position.balls_called(*asked.balls),
        verbs_in(behind.split(), position),
    )
    told = [_is_able(position, figure, wanted, behind) for figure in wanted.figures]
    if not all(told):
        return None
    return [line for lines in told for line in lines[: 2 if len(told) > 1 else None]]


def whom_it_can_act_on(position: Position, asked: Subjects) -> Told:
    """Which figures of others one of the asker's can act on: `Who can A1 hit?`, `Which pawns can S2 throw at?`"""
    found = _WHOM.match(asked.shape)
    verbs = verbs_in(asked.shape[found.end() :].split(), position) if found is not None else []
    if not verbs or len(asked.figures) != 1 or not position.own(asked.figures[0]) or not _is_asked(position):
        return None
    figure = asked.figures[0]
    targets = [
        each
        for each, seat in position.names.figures.items()
        if seat != position.seat and position.square(each)
    ]
    ways: dict[str, str] = {}
    for target in targets[:_TARGETS]:
        lines = list(_lines_against(position, figure, target, verbs))
        if not lines:
            return None
        line = next((line for line in lines if is_legal(position, line)), "")
        if line:
            ways[target] = str(position.game.order_of(line))
    if not ways:
        return [f"{figure} can do that to nobody now.", *position.reach(figure)[:1]]
    return [f"{figure} can do that to {listed(list(ways))}:", *ways.values()]


_WHOM = re.compile(
    r"(?:who|whom|which \w+|what \w+)(?: all)? (?:can|could|may|might|is) (?:\w+ )?FIG (?:able to )?\b"
)
_TARGETS = 8
"""Maximum number of figures of others that are tried."""


def _who_is_able(position: Position, asked: Subjects) -> Told:
    """Which of the figures of a side can have a ball or be on a square."""
    found = _ANY.search(asked.shape)
    behind = asked.shape[found.end() :] if found is not None else ""
    if found is None or asked.figures or len(asked.squares) + len(asked.balls) != 1:
        return None
    own = re.search(r"\b(?:can|could|may|might|will) (?:i|we)\b|\b(?:my|mine|our|ours)\b", found[0])
    theirs = own is None and (asked.them or bool(asked.seats))
    wanted = _Asked((), (), asked.squares, position.balls_called(*asked.balls), ())
    told = []
    for figure, seat in position.names.figures.items():
        if (seat != position.seat) == theirs and position.square(figure):
            told.append(_is_able(position, figure, wanted, behind))
    if not all(told) or not told:
        return None
    able = [lines for lines in told if not lines[0].startswith("No")]
    if not able:
        return [f"No: none of {'them' if theirs else 'yours'} can.", *told[0][1:2]]
    return [lines[0] for lines in able[:MOST_FIGURES]]


def _is_able(position: Position, figure: str, wanted: _Asked, behind: str) -> list[str]:
    if not position.square(figure):
        return [f"No: {figure} is not on the board.", *position.about(figure)[:1]]
    if _SCORING.search(behind) and position.own(figure) and not wanted.others:
        return _can_score(position, figure)
    handing = wanted.others and position.own(wanted.others[0]) and position.own(figure)
    if handing and _GETTING.match(behind) and not wanted.squares:
        held = [ball for ball, holder in position.names.balls.items() if holder == wanted.others[0]]
        return _can_have(position, figure, structs.replace(wanted, balls=held)) if held else []
    if wanted.balls and not wanted.others and _GETTING.match(behind):
        return _can_have(position, figure, wanted)
    if wanted.squares and not wanted.others and _GOING.match(behind):
        return _can_be_on(position, figure, wanted.squares[0])
    if wanted.others and position.own(figure) and not position.own(wanted.others[0]) and wanted.verbs:
        return _can_act_on(position, figure, wanted)
    return []


# Squares.


def _can_be_on(position: Position, figure: str, square: str) -> list[str]:
    if position.square(figure) == square:
        return [f"Yes: {figure} is on {square} already."]
    lines = _way_to(position, figure, [square])
    first = without_list(position.reach(figure)[0])
    if lines:
        return [f"Yes: {'; '.join(lines)}.", first] if position.own(figure) else [f"Yes. {first}"]
    return [
        f"No: {figure} cannot get to {square} {_when(position, figure)}.",
        first,
        *_far(position, figure, square),
    ]


def _way_to(position: Position, figure: str, squares: Sequence[str]) -> list[str]:
    """Orders that take a figure to one of these squares, one behind the other if the turn goes on between them; of a
    figure that is not to move, its name for a square within its reach."""
    form = next(filter(None, (_going_to(position, figure, each) for each in squares)), "")
    reached = [each for each in squares if each in reached_by(position, figure)]
    if not position.own(figure) or not _is_asked(position) or not form:
        return [f"{figure} {each}" for each in reached[:1]]
    for square in reached:
        line = _going_to(position, figure, square)
        if is_legal(position, line):
            return [line]
    if position.table.loaded.match.asks[position.seat].edits:
        return []
    return _steps_to(position, figure, squares)


def _steps_to(position: Position, figure: str, squares: Sequence[str]) -> list[str]:
    lines: list[str] = []
    state = position.state
    for _ in range(_STEPS):
        reached = _squares(position, position.game.reach(state, position.seat, figure))
        if there := [each for each in squares if each in reached]:
            lines.append(_going_to(position, figure, there[0]))
            return lines if _played(position, lines) is not None else []
        nearest = next(iter(_nearest_first(position, reached, squares)), "")
        lines.append(_going_to(position, figure, nearest))
        played = _played(position, lines) if nearest else None
        if played is None or not played.stop.startswith("your next decision"):
            return []
        state = position.table.loaded.seen_by(position.seat, played.state)
    return []


def _going_to(position: Position, figure: str, square: str) -> str:
    """The order of a figure to go to a square, by the first form that is only that."""
    for form in position.game.forms:
        words = form.split()
        if len(words) != 3 or shape_of(words[0]) != shape_of(figure) or not position.names.is_place(words[2]):
            continue
        if {"go", "move", "run"} & {words[1], *position.game.verbs.get(words[1], ())}:
            return f"{figure} {words[1]} {square}"
    return ""


def reached_by(position: Position, figure: str) -> frozenset[str]:
    """The squares that a figure can go to with its next order."""
    return _squares(position, position.reach(figure))


def _nearest_first(position: Position, squares: Iterable[str], to: Sequence[str]) -> list[str]:
    return sorted(
        squares, key=lambda each: (min(how_many_apart(position, each, place) for place in to), each)
    )


@functools.lru_cache(maxsize=64)
def _expanded(rows: str, places: tuple[str, ...]) -> frozenset[str]:
    found = set()
    for first, last in re.findall(r"(?<![\w,])(\d+,\d+|[a-z]+\d+)(?: to (\d+,\d+|[a-z]+\d+))?(?![\w])", rows):
        low, high = _parts(first), _parts(last or first)
        for place in places:
            here = _parts(place)
            if all(min(a, c) <= b <= max(a, c) for a, b, c in zip(low, here, high, strict=True)):
                found.add(place)
    return frozenset(found)


def _squares(position: Position, reach: Sequence[str]) -> frozenset[str]:
    board = position.game.board(position.state, position.seat)
    places = tuple(each.name for each in board.terrain.every_place) if board is not None else ()
    places = tuple(each for each in places if re.fullmatch(r"\d+,\d+|[a-z]\d+", each))
    return _expanded(", ".join(reach[1:]), places)


def _parts(square: str) -> tuple[int, int]:
    column, comma, row = square.partition(",")
    return (int(column), int(row)) if comma else (ord(square[0]), int(square[1:]))


# Balls.


def _can_have(position: Position, figure: str, wanted: _Asked) -> list[str]:
    for ball in wanted.balls:
        if position.names.balls[ball] == figure:
            return [f"Yes: {figure} has {_called(position, ball)} already."]
    if not position.own(figure) or not _is_asked(position):
        return _could_have(position, figure, wanted.balls)
    for lines in _ways_to_have(position, figure, wanted):
        played = _played(position, lines)
        if played is None:
            continue
        balls = position.game.names(
            position.table.loaded.seen_by(position.seat, played.state), position.seat
        ).balls
        handed = played.stop.startswith("dice") and lines[0].split()[-1] == figure
        if handed or any(balls[ball] == figure for ball in wanted.balls):
            return [
                f"Yes{', if the dice allow it' if handed else ''}: {'; '.join(lines)}.",
                *would(position, lines[0])[:3],
            ]
    thing = _called(position, wanted.balls[0]) if len(wanted.balls) == 1 else "any ball"
    told = [f"No: {figure} cannot get {thing} {_when(position, figure)}."]
    holders = [position.names.balls[ball] for ball in wanted.balls]
    told += [
        f"{each} has one."
        for each in dict.fromkeys(holders)
        if len(holders) > 1 and position.names.figure(each)
    ]
    nearest = min(
        wanted.balls,
        key=lambda ball: how_many_apart(position, position.square(figure), position.square(ball)),
    )
    return [*told, *_far(position, figure, nearest), without_list(position.reach(figure)[0])]


def _ways_to_have(position: Position, figure: str, wanted: _Asked) -> Iterator[list[str]]:
    """Orders after which a figure may have a ball, the plainest first."""
    for form in position.game.forms:
        words = form.split()
        if (
            shape_of(words[0]) == shape_of(figure)
            and len(words) < 4
            and "," not in form
            and not _names(position, words[1:])
        ):
            yield [" ".join([figure, *words[1:]])]
    holders = [each for each in position.names.balls.values() if position.own(each) and each != figure]
    for holder in holders:  # it may be handed over
        for form in position.game.forms:
            words = form.split()
            if len(words) == 3 and shape_of(words[0]) == shape_of(holder) and _is_figure(position, words[2]):
                yield [f"{holder} {words[1]} {figure}"]
    for ball in wanted.balls:
        square = position.square(ball)
        if not square or position.names.balls[ball] in position.names.figures:
            continue
        if lines := _way_to(position, figure, [square]):
            yield lines
        near = _nearest_first(position, reached_by(position, figure), [square])
        yield from ([_going_to(position, figure, each)] for each in near[:_TRIED])


def _could_have(position: Position, figure: str, balls: Sequence[str]) -> list[str]:
    """Whether a figure that is not to move can go to a ball, or beside it."""
    told = []
    first = without_list(position.reach(figure)[0])
    for ball in balls:
        square = position.square(ball)
        if square in reached_by(position, figure):
            return [
                f"Yes, as things stand: {figure} can get to {_called(position, ball)} on {square}.",
                first,
            ]
        beside = [
            each for each in reached_by(position, figure) if how_many_apart(position, each, square) <= 1
        ]
        if beside:
            return [
                f"{figure} can get beside {_called(position, ball)} on {square}, to {min(beside)}.",
                first,
            ]
        told += _far(position, figure, ball)
    return [
        f"No: {figure} cannot get to {_called(position, balls[0])} {_when(position, figure)}.",
        *told[:1],
        first,
    ]


def _called(position: Position, ball: str) -> str:
    return position.who(ball)


def _can_score(position: Position, figure: str) -> list[str]:
    if not _is_asked(position):
        return []
    before = position.game.score(position.state)
    goals = ground(position, ("goal", "home"), own=False)
    for form in position.game.forms:
        words = form.split()
        if (
            shape_of(words[0]) != shape_of(figure)
            or len(words) > 3
            or "," in form
            or _names(position, words[1:])
        ):
            continue
        line = " ".join([figure, *words[1:]])
        played = _played(position, [line])
        if played is None or before is None:
            continue
        after = position.game.score(played.state)
        if after is not None and after.points.get(position.seat, 0) > before.points.get(position.seat, 0):
            return [f"Yes: {line}.", *would(position, line)]
        if (
            played.stop.startswith("dice")
            and not reached_by(position, figure).isdisjoint(goals)
            and "goal" in words
        ):
            return [f"Yes, if the dice allow it: {line}.", *would(position, line)]
    nearest = next(iter(_nearest_first(position, goals, [position.square(figure)])), "")
    told = [f"No: {figure} cannot score {_when(position, figure)}.", without_list(position.reach(figure)[0])]
    return [*told, *(_far(position, figure, nearest) if nearest else [])]


# Others.


def _can_act_on(position: Position, figure: str, wanted: _Asked) -> list[str]:
    target = wanted.others[0]
    if not _is_asked(position):
        return [
            f"{position.game.seat_title(position.seat)} is not to move now.",
            *_far(position, figure, target),
        ]
    for line in _lines_against(position, figure, target, wanted.verbs):
        if is_legal(position, line):
            return [f"Yes: {position.game.order_of(line)}", *would(position, line)]
    tried = [f"{figure} {verb} {target}" for verb in wanted.verbs]
    told = [
        f"No: {position.game.order_of(line)}: {why}" for line in tried if (why := refusal(position, line))
    ]
    return [*(told[:1] or [f"No: {figure} cannot do that to {target} now."]), *_far(position, figure, target)]


def _lines_against(position: Position, figure: str, target: str, verbs: Sequence[str]) -> Iterator[str]:
    """Orders of a figure against another: at once, or after a move to a square near by."""
    forms = [form for form in position.game.forms if shape_of(form.split()[0]) == shape_of(figure)]
    forms = [form for form in forms if not {"or", "if", "with"} & set(form.split())]
    for form in sorted(forms, key=lambda form: ("," in form, len(form.split()))):
        parts = [part.split() for part in form.split(", ")]
        words = [word for part in parts for word in part]
        if len(parts) > 2 or words.count(words[0]) > 1 or not set(verbs) & set(parts[-1]):
            continue
        if not any(_is_figure(position, word) for word in words[1:]):
            continue
        put = [
            [target if _is_figure(position, word) and (n or m) else word for m, word in enumerate(part)]
            for n, part in enumerate(parts)
        ]
        put[0][0] = figure
        squares = [word for word in words[1:] if _is_square(position, word)]
        if not squares:
            yield ", ".join(map(" ".join, put))
        elif len(squares) == 1 and not _is_figure(position, squares[0]):
            line = ", ".join(map(" ".join, put))
            to = position.square(target)
            near = _nearest_first(position, reached_by(position, figure), [to])
            yield from (line.replace(f" {squares[0]}", f" {each}", 1) for each in near[:_TRIED])


def _is_figure(position: Position, word: str) -> bool:
    shapes = {shape_of(figure).lower() for figure in position.names.figures}
    bare = word.strip(",:")
    return (
        shape_of(bare.upper()).lower() in shapes
        and (bare[:1].isupper() or not position.names.is_place(bare))
        and (len(bare) > 1 or bare not in ("a", "i"))
    )


def _is_square(position: Position, word: str) -> bool:
    return word.islower() and position.names.is_place(word) and re.search(r"\d", word) is not None


def _names(position: Position, words: Sequence[str]) -> bool:
    return any(_is_figure(position, word) or _is_square(position, word) for word in words)


# Words.


def without_list(sentence: str) -> str:
    """The first sentence of `Game.reach` without what announces its rows."""
    return re.sub(r"(?: It reaches)?:$", "", sentence).rstrip(".") + "."


def _far(position: Position, one: str, other: str) -> list[str]:
    told = how_far(position, one, other)
    return [told] if told else []


def _when(position: Position, figure: str) -> str:
    return "this turn" if position.own(figure) and _is_asked(position) else "with its next move"


def _is_asked(position: Position) -> bool:
    return position.seat in position.table.loaded.match.asks


def _played(position: Position, lines: Sequence[str]) -> Preview | None:
    """What comes of orders, if they are legal."""
    if not lines or not is_legal(position, lines[0]):
        return None
    try:
        return position.table.loaded.match.preview(position.seat, lines)
    except (LetterRefused, Refused):
        return None
