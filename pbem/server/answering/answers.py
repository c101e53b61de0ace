"""Answers about a match: each kind of question with the function that answers it, from the facts of this match."""

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from typing import TypeAlias

import msgspec
from msgspec import Struct

from pbem.mail.prose import listed
from pbem.play.fates import Preview
from pbem.play.match import LetterRefused
from pbem.play.orders import OrderError, Refused
from pbem.play.requests import Seat
from pbem.server.answering.about import Table
from pbem.server.answering.position import Position, grouped, spell_out
from pbem.server.answering.search import content_words, search
from pbem.server.answering.subjects import Subjects, verbs_in, verbs_of
from pbem.server.mailing.mailer import example
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import MatchRepository
from pbem.store.rows import TurnRow

Told: TypeAlias = "list[str] | None"
"""Paragraphs, the fact first; None if the question is about something else."""

Kind: TypeAlias = Callable[[Position, Subjects], Told]

MOST_EVENTS = 10
"""Maximum number of events told of what has happened."""


# The match.


def whose_turn(position: Position, asked: Subjects | None = None) -> Told:
    """Whom the match waits for, the asker first."""
    match = position.table.loaded.match
    if match.over:
        return [_standing(position).status_line(position.table.loaded, position.table.row)]
    mine = position.seat in match.asks
    others = [position.title(seat) for seat in match.asks if seat != position.seat]
    turn = f"This is turn {match.turn.number + 1}."
    if not mine:
        return [f"{_standing(position).status_line(position.table.loaded, position.table.row)} {turn}"]
    if others:
        return [
            f"It is your turn, and {listed(others)} {'is' if len(others) == 1 else 'are'} asked too. {turn}"
        ]
    return [f"It is your turn, {position.game.seat_title(position.seat)}. {turn}"]


def deadlines(position: Position, asked: Subjects | None = None) -> Told:
    """Until when the asker, and others, have time."""
    told = _standing(position).deadlines(position.table.loaded, position.table.row)
    return told or ["No clock runs in this match now."]


def who_is_winning(position: Position, asked: Subjects) -> Told:
    """What decides it, side by side."""
    score = position.game.score(position.state)
    if score is None:
        return _told_of_score(position)
    sides = position.game.sides(position.state.seats)
    counts = sorted(((score.points[side[0]], side) for side in sides), key=lambda each: -each[0])
    (best, first), *others = counts
    if all(count == best for count, _ in others):
        lead = f"Nobody is ahead: {'both have' if len(counts) == 2 else 'all have'} {best} {_unit(score.unit, best)}"
        return [f"{lead} ({_names(position, itertools.chain(*sides))}).", score.ends]
    ahead = [side for count, side in counts if count == best]
    who = _names(position, itertools.chain(*ahead))
    one = len(ahead) == 1 and len(ahead[0]) == 1 and position.seat not in ahead[0]
    told = [
        f"{who[0].upper()}{who[1:]} {'is' if one else 'are'} ahead with {best} {_unit(score.unit, best)}."
    ]
    told += [f"{_capital(_names(position, side))}: {count}." for count, side in counts if side not in ahead]
    return [" ".join(told), score.ends]


def _told_of_score(position: Position) -> Told:
    """In a game that counts nothing: what its facts or lists call points."""
    found = [
        f"{name}: {fact.now}" for name, fact in position.facts.items() if re.search("score|points", name)
    ]
    return [
        "; ".join(found) + "." if found else f"{position.game.title} keeps no score; this is how it stands:",
        *([] if found else [str(each) for each in position.statements[:8]]),
    ]


def how_it_ends(position: Position, asked: Subjects) -> Told:
    """What wins, and how long it can last."""
    score = position.game.score(position.state)
    told = [score.ends] if score is not None else [position.game.summary]
    turn = position.table.loaded.match.turn.number + 1
    found = search(position.table.context, position.game, ["length"], 12)
    told += [f"Length of a match: {each.passage.body}." for each in found if each.passage.name == "Length"]
    return [*told, f"This is turn {turn} of the match."]


def which_turn(position: Position, asked: Subjects) -> Told:
    """The number of the turn, and how long it can last."""
    ends = position.game.score(position.state)
    return [
        f"This is turn {position.table.loaded.match.turn.number + 1}.",
        *([ends.ends] if ends is not None else []),
    ]


def options(position: Position, asked: Subjects) -> Told:
    """What was agreed when the match was offered."""
    chosen = position.table.loaded.row.options
    if not chosen:
        return [f"{position.game.title} has no options."]
    return ["; ".join(f"{name}={value}" for name, value in chosen.items()) + "."]


def who_am_i(position: Position, asked: Subjects) -> Told:
    """The asker's seat, what it says of it, and who else plays."""
    title = position.game.seat_title(position.seat)
    others = [position.table.loaded.title(seat) for seat in position.state.seats if seat != position.seat]
    handle = position.table.loaded.names[position.seat]
    said = [str(each) for each in position.mentions([title, handle])][:4]
    return [f"You are {title}. You play against {listed(others)}.", *_distinct(said)]


def who_plays(position: Position, asked: Subjects) -> Told:
    """The others."""
    others = [position.table.loaded.title(seat) for seat in position.state.seats if seat != position.seat]
    return [f"You play against {listed(others)}; you are {position.game.seat_title(position.seat)}."]


def what_happened(position: Position, asked: Subjects | None = None) -> Told:
    """What has happened since the asker's last turn."""
    table = position.table
    repository = MatchRepository(table.context)
    events = [
        table.game.tell(position.state, position.seat, event)
        for event in repository.events_since(table.loaded, _since(table))
    ]
    if not events:
        return ["Nothing has happened since your last turn."]
    told = [table.context.templates.event(table.game.name, event, table.loaded.names) for event in events]
    kept = [text for text in told if text.strip()]
    more = [f"Before that: history {table.loaded.number}"] if len(kept) > MOST_EVENTS else []
    return [*kept[-MOST_EVENTS:], *more]


def _since(table: Table) -> int:
    """The number of the first event after the last turn in which a seat has answered anything; where several answer at
    once, of that turn itself."""
    turns = table.context.store.log.turns(table.loaded.number)
    if not turns:
        return 0
    rows = MatchRepository(table.context).rows_since(turns[0])
    for turn, later in zip(reversed(turns[:-1]), reversed(turns[1:]), strict=True):
        seats = {
            row.seat
            for row in rows[turn.row - turns[0].row : later.row - turns[0].row]
            if row.kind == "answer"
        }
        if table.seat in seats:
            return _first_event(turn, later, together=len(seats) > 1)
    return turns[0].event


def _first_event(turn: TurnRow, later: TurnRow, *, together: bool) -> int:
    return turn.event if together else later.event


# What is asked of the asker.


def what_now(position: Position, asked: Subjects | None = None) -> Told:
    """What the asker can answer: the prompt, the forms to begin with, an example."""
    loaded = position.table.loaded
    ask = loaded.match.asks.get(position.seat)
    if ask is None:
        return [
            *(whose_turn(position) or ()),
            "Until then you may send orders that wait: they go into your queue.",
        ]
    templates = position.table.context.templates
    told = [templates.prompt(position.game.name, ask, position.state)]
    told += [templates.how_to(position.game.name, ask, position.state)]
    return [
        *filter(None, told),
        f"For example: {example(loaded, ask)}. To see what would happen: preview ORDER",
    ]


def how_to(position: Position, asked: Subjects) -> Told:
    """How an order is written, with what it does."""
    told = _forms(position, verbs_in(asked.words, position))
    return [f"Write for example: {told[0]}", *told[1:]] if told else None


def _forms(position: Position, verbs: Sequence[str]) -> list[str]:
    """The forms with the first of these verbs that has any, each with its meaning."""
    for verb in verbs:
        wanted = re.compile(rf"(?<!\w){re.escape(verb)}(?!\w)")
        forms = [form for form in position.game.forms if wanted.search(form)][:4]
        if forms:
            meanings = position.game.meanings
            return [f"{form} - {meanings[form]}" if form in meanings else form for form in forms]
    return []


# Figures and squares.


def where_is(position: Position, asked: Subjects) -> Told:
    """Where a figure, a ball or a player's own are."""
    told = []
    for name in (*asked.figures, *_each_ball(position, asked.balls)):
        place = position.place(name)
        if not place:
            continue
        if position.names.figure(place) == place:
            on = position.square(place)
            told.append(
                f"{_capital(position.who(name))} is with {position.who(place)}{f', on {on}' if on else ''}."
            )
        else:
            loose = name in position.names.balls and position.names.is_place(place.lower())
            told.append(
                f"{_capital(position.who(name))} is {'loose ' if loose else ''}{_at(position, place)}."
            )
        if name in position.names.figures:
            told += position.about(name)[:1]
    if not told and (described := _described(position, asked)):
        return described
    if (
        not told
        and (asked.me or asked.seats)
        and len(content_words(asked.shape, ("who", "stand", "square"))) < 2
    ):
        return _lines_of(position, asked)
    return _distinct(told) or None


def _described(position: Position, asked: Subjects) -> Told:
    """The figures that a word describes: `my troll`, where a list says that A1 is a Troll."""
    words = {word for word in content_words(asked.shape) if len(word) > 2}
    kinds = {letter for word, letter in position.abbreviations.items() if word in words}
    found = []
    for each in position.statements:
        first, *rest = each.text.split() or [""]
        figure = position.names.figure(first.strip("*:,"))
        said = {word.strip("*:,.").lower() for word in rest}
        if figure and (not words.isdisjoint(said) or re.sub(r"\d", "", figure) in kinds):
            found.append(each)
    title = position.game.seat_title(position.seat)
    own = [each for each in found if position.own(each.text.split()[0]) or title in each.head]
    return grouped(own if asked.me and own else found)[:8] or None


def _at(position: Position, place: str) -> str:
    return f"on {place}" if position.names.is_place(place.lower()) and not place.startswith("on") else place


def _each_ball(position: Position, named: Iterable[str]) -> list[str]:
    """The balls that are named, all of them by the word for all."""
    balls = position.names.balls
    return [
        ball
        for name in named
        for ball in ([name] if name in balls else [b for b in balls if b.startswith(name)])
    ]


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
    told = []
    for ball in _each_ball(position, asked.balls) or position.names.balls:
        place = position.names.balls[ball]
        if ball not in carried:
            told.append(f"Nobody has {position.who(ball)}: it is {_at(position, place)}.")
        elif not seats or position.names.figures.get(place) in seats:
            told.append(f"{position.who(place)} has {position.who(ball)}, on {position.square(place)}.")
    return [" ".join(map(_capital, told))] if told else ["None of them."]


def what_is_on(position: Position, asked: Subjects) -> Told:
    """What is on a square."""
    told = []
    for square in asked.squares:
        here = position.at(square)
        told.append(f"On {square}: {', '.join(here)}." if here else f"Nothing is on {square}.")
        told += [str(each) for each in position.mentions([square])][:2] if here else []
    return _distinct(told)


def what_can_it_do(position: Position, asked: Subjects) -> Told:
    """Where a figure can go, and what else it can do now."""
    figures = asked.figures or ([] if not asked.me else _own_figures(position))
    if not figures:
        return where_can_i_go(position, asked)
    if len(figures) > 1 and not asked.figures:
        firsts = [position.reach(figure)[0] for figure in figures[:8]]
        return [*firsts, f"All squares of one: reach {figures[0]}"]
    figure = figures[0]
    told = [*_only_with(position.reach(figure), asked)]
    loaded = position.table.loaded
    if (
        position.own(figure)
        and position.seat in loaded.match.asks
        and not re.search(r"\b(?:where|how far|go)\b", asked.shape)
    ):
        orders = legal_orders(position, figure)
        told += [f"It can also: {'; '.join(orders)}."] if orders else []
    return [*told, *position.about(figure)[:1]]


def _own_figures(position: Position) -> list[str]:
    return [
        figure
        for figure, seat in position.names.figures.items()
        if seat == position.seat and position.square(figure)
    ]


def where_can_i_go(position: Position, asked: Subjects) -> Told:
    """Where the only token of the asker can go: what `Game.reach` tells of a figure called as its seat is."""
    names = [seat for seat in (asked.seats or (position.seat,))]
    try:
        return position.game.reach(position.state, position.seat, names[0])
    except Refused:
        return None


def _only_with(reach: list[str], asked: Subjects) -> list[str]:
    """Of the squares by die or the like only those with the number that is asked about."""
    number = re.search(r"with (?:a|an|the|my)? ?(\d)\b", asked.shape)
    if number is None:
        return reach
    first, *groups = reach
    fitting = [group for group in groups if re.search(rf"\b{number[1]}\b", group.partition(":")[0])]
    return [first, *fitting] if fitting else reach


def legal_orders(position: Position, figure: str, words: Sequence[str] = ()) -> list[str]:
    """The orders of a figure that are legal now, made out of the game's forms: with this figure in the place of theirs,
    and others as targets. With words, only forms that hold one of them."""
    found: dict[str, list[str]] = {}
    others = [each for each in position.names.figures if each != figure and position.square(each)]
    for form in position.game.forms:
        tokens = form.split()
        if _shape(tokens[0]) != _shape(figure) or len(tokens) > 5:
            continue
        if words and not any(word in tokens for word in words):
            continue
        if any(
            position.names.is_place(token.strip(",:").lower())
            and re.search(r"\d", token)
            and not _is_figure(position, token)
            for token in tokens[1:]
        ):
            continue
        targets = [at for at, token in enumerate(tokens[1:], 1) if _is_target(position, token)]
        if len(targets) > 1:
            continue
        for target in others if targets else [""]:
            line = " ".join(
                [figure, *(target if at in targets else token for at, token in enumerate(tokens[1:], 1))]
            )
            if is_legal(position, line):
                found.setdefault(" ".join([figure, *tokens[1 : targets[0]]]) if targets else line, []).append(
                    target
                )
                if not targets:
                    break
    return [f"{line} {' or '.join(targets)}".strip() for line, targets in found.items()]


def _shape(word: str) -> str:
    return re.sub(r"\d", "9", re.sub(r"[A-Z]", "A", word))


def _is_figure(position: Position, token: str) -> bool:
    return any(_shape(token) == _shape(figure) for figure in position.names.figures)


def _is_target(position: Position, token: str) -> bool:
    bare = token.strip(",:")
    shapes = {_shape(figure).lower() for figure in position.names.figures}
    return _shape(bare.upper()).lower() in shapes and (len(bare) > 1 or bare not in ("a", "i"))


def is_legal(position: Position, line: str) -> bool:
    """Whether a line answers what the seat is asked now."""
    ask = position.table.loaded.match.asks.get(position.seat)
    if ask is None:
        return False
    try:
        order = position.game.order_of(line)
        if not isinstance(order, (*ask.takes, *ask.edits)):
            return False
        if isinstance(order, ask.edits):
            position.game.vet(position.state, position.seat, order)
        else:
            ask.check(order)
    except OrderError:
        return False
    return True


def can_it(position: Position, asked: Subjects) -> Told:
    """Whether a figure can do something now: the order that would be, tried; or who threatens whom."""
    if not asked.figures and asked.squares:
        return try_it(position, asked)
    if not asked.figures:
        foes = asked.them or any(seat != position.seat for seat in asked.seats)
        return _threats(position, _own_figures(position)[:8]) if asked.me and foes else None
    first, *others = asked.figures
    if (asked.them or not position.own(first)) and not _is_mine_to_try(position, asked):
        victims = others or ([first] if position.own(first) else _own_figures(position)[:8])
        by = first if victims != [first] else ""
        return _threats(position, victims, by)
    return try_it(position, asked)


def _is_mine_to_try(position: Position, asked: Subjects) -> bool:
    return not asked.them and _acting(position, asked) != ""


def _acting(position: Position, asked: Subjects) -> str:
    """The asker's figure that would act in a question: the first that is named, or that the asker would act with."""
    first = asked.figures[0] if asked.figures else ""
    if position.own(first) or not re.search(r"\b(?:i|we)\b", asked.shape):
        return first if position.own(first) else ""
    return next(filter(position.own, asked.figures), "")


def try_it(position: Position, asked: Subjects) -> Told:
    """What would come of an order that a question describes: the first of its readings that is legal."""
    first = _acting(position, asked)
    others = [figure for figure in asked.figures if figure != first]
    verbs = verbs_in([word for word in asked.words if word not in asked.figures], position)
    meant = verbs or (
        _movements(position) if re.search(r"\b(?:reach|get|come|make it|be)\b", asked.shape) else []
    )
    kin = _kin(position, verbs)
    spoken = [*meant, *(verb for verb in position.game.verbs if verb not in meant)]
    objects = [*others, *asked.squares, *(ball for ball in asked.balls), *_nouns(position, asked)]
    lead = f"{first} " if first else ""
    lines = [f"{lead}{verb} {thing}" for verb in spoken for thing in objects]
    lines += [f"{lead}{verb}" for verb in (spoken if verbs else [])]
    lines += [form for word in _nouns(position, asked) for form in _with_noun(position, first, word)]
    for line in lines[:60]:
        if is_legal(position, line) and (line.removeprefix(lead).split()[0] in (kin or meant or spoken)):
            written = position.game.order_of(line)
            return [f"{'Yes' if verbs else 'You could write'}: {written}", *would(position, line)]
    why = next((refusal(position, line) for line in lines if line.removeprefix(lead).split()[0] in verbs), "")
    if why:
        return [f"No: {why}", *(position.reach(first)[:1] if first else [])]
    if asked.squares and first:
        reachable = any(_holds(group, asked.squares[0]) for group in position.reach(first)[1:])
        return [f"{'Yes' if reachable else 'No'}: {position.reach(first)[0]}"]
    return None


def _kin(position: Position, verbs: Sequence[str]) -> list[str]:
    """These verbs, those that are called by the same words, and those whose meaning has them."""
    said = {phrase for verb in verbs for phrase in position.game.verbs.get(verb, ())}
    meant = {
        word
        for form, meaning in position.game.meanings.items()
        if any(re.search(rf"\b{re.escape(phrase)}\b", meaning) for phrase in said)
        for word in form.split()[1:2]
    }
    return [
        verb
        for verb, phrases in position.game.verbs.items()
        if verb in verbs or verb in meant or not said.isdisjoint(phrases)
    ]


def _movements(position: Position) -> list[str]:
    """The verbs that mean to go somewhere."""
    return [verb for verb, said in position.game.verbs.items() if {"go", "run", "move"} & {verb, *said}]


def _nouns(position: Position, asked: Subjects) -> list[str]:
    """Words of the question that the game's forms know, such as goal."""
    known = set(itertools.chain(*(form.lower().replace(",", " ").split() for form in position.game.forms)))
    verbs = verbs_of(position)
    return [
        word
        for word in asked.shape.split()
        if word in known and word not in verbs and word.isalpha() and len(word) > 2
    ]


def _with_noun(position: Position, figure: str, noun: str) -> list[str]:
    lines = (form.split(",")[0].split() for form in position.game.forms)
    return [" ".join([figure, *words[1:]]) for words in lines if noun in words[1:] and len(words) < 5]


def _holds(rows: str, square: str) -> bool:
    """Whether a square is among rows in words: `c5 to f5, h5`."""
    if re.search(rf"(?<![\w,]){re.escape(square)}(?![\w,]\d)", rows):
        return True
    for first, last in re.findall(r"(\w+(?:,\d+)?) to (\w+(?:,\d+)?)", rows):
        parts = [re.fullmatch(r"([a-z]+)(\d+)|(\d+),(\d+)", each) for each in (first, square, last)]
        if not all(parts):
            continue
        low, here, high = [(found[1] or found[4], found[2] or found[3]) for found in parts if found]
        if low[1] == here[1] == high[1] and not here[0].isdigit():
            if len({len(each[0]) for each in (low, here, high)}) == 1 and low[0] <= here[0] <= high[0]:
                return True
        if low[0] == here[0] == high[0] and int(low[1]) <= int(here[1]) <= int(high[1]):
            return True
    return False


def refusal(position: Position, line: str) -> str:
    """Why a line would be refused now; "" if it would not, or is no order."""
    ask = position.table.loaded.match.asks.get(position.seat)
    try:
        order = position.game.order_of(line)
        position.game.vet(position.state, position.seat, order)
        if ask is not None and isinstance(order, ask.takes):
            ask.check(order)
        elif ask is None:
            return "it is not your turn"
    except OrderError as error:
        return "" if error.__class__.__name__ == "Unreadable" else str(error)
    return ""


def would(position: Position, line: str) -> list[str]:
    """What a line would do, up to the first die, and its odds."""
    table = position.table
    try:
        preview = table.loaded.match.preview(position.seat, [line])
    except LetterRefused as error:
        return [str(error)]
    return _preview_told(position, preview)


def _preview_told(position: Position, preview: Preview) -> list[str]:
    table, state = position.table, position.table.loaded.seen_by(position.seat, preview.state)
    events = [table.game.tell(state, position.seat, event) for event in preview.events]
    if preview.outlook is not None:
        events.append(preview.outlook)
    told = [each.text for each in preview.line_results if each.status == "noted" and each.text]
    told += [table.context.templates.event(table.game.name, event, table.loaded.names) for event in events]
    return [*filter(str.strip, told), "Nothing has been done. Send the line to do it."]


def _threats(position: Position, victims: Sequence[str], by: str = "") -> Told:
    """Which of the others could act against these figures."""
    told: list[str] = []
    known = False
    for victim in victims:
        try:
            found = position.game.threats(position.state, position.seat, victim)
        except Refused as error:
            told.append(str(error))
            continue
        if found is not None:
            known = True
            told += [each for each in found if not by or each.startswith(f"{by} ")]
    if not known and not told:
        return None
    if told:
        return [f"Yes: {told[0]}" if known else told[0], *told[1:6]]
    whom = listed(victims)
    far = [_far(position, by, victims[0])] if by else []
    return [f"No: {by or 'none of them'} cannot get at {whom} next, as things stand.", *filter(None, far)]


def threatened(position: Position, asked: Subjects) -> Told:
    """Who could act against figures that are named, or against all of the asker's."""
    return _threats(position, asked.figures or _own_figures(position)[:8])


def chances(position: Position, asked: Subjects) -> Told:
    """The odds of an order, or all that the mail tells."""
    if _acting(position, asked) and (told := try_it(position, asked)) is not None:
        return told
    ask = position.table.loaded.match.asks.get(position.seat)
    events = position.game.odds(position.state, ask) if ask is not None else ()
    templates = position.table.context.templates
    texts = [templates.event(position.game.name, event, position.table.loaded.names) for event in events]
    return texts[:8] or (_threats(position, asked.figures) if asked.figures else None)


def how_far_apart(position: Position, asked: Subjects) -> Told:
    """The distance between two things."""
    things = [*asked.figures, *_each_ball(position, asked.balls), *asked.squares]
    if len(things) < 2:
        return None
    told = _far(position, things[0], things[1])
    return [told] if told else None


def _far(position: Position, one: str, other: str) -> str:
    start, end = position.square(one), position.square(other)
    far = position.game.distance(position.state, position.seat, start, end) if start and end else ""
    places = " and ".join(
        f"{thing} on {at}" if thing != at else at for thing, at in ((one, start), (other, end))
    )
    return f"{far[0].upper()}{far[1:]}: {places}." if far else ""


def tell_about(position: Position, asked: Subjects) -> Told:
    """What lists and tables tell of a figure."""
    if not asked.figures:
        return None
    told = []
    for figure in asked.figures[:2]:
        told += [spell_out(position, line) for line in position.about(figure)]
        if position.square(figure) and not (first := position.reach(figure)[0]).startswith("There is no"):
            told.append(first)
    return _distinct(told) or None


def what_is_near(position: Position, asked: Subjects) -> Told:
    """What is near the first thing that is named."""
    things = [*asked.figures, *_each_ball(position, asked.balls), *asked.squares]
    return near(position, things[0]) if things else None


def near(position: Position, name: str) -> Told:
    """What is near a figure or square, the nearest first."""
    here = position.square(name)
    if not here:
        return None
    things = [each for each in (*position.names.figures, *position.names.balls) if each != name]
    far: list[tuple[float, str]] = []
    for thing in things:
        there = position.place(thing)
        if not position.names.is_place(there.lower()):
            continue
        told = position.game.distance(position.state, position.seat, here, there.lower())
        number = re.match(r"[\d.]+", told)
        if number is not None:
            far.append(
                (
                    float(number[0]),
                    f"{position.who(thing)} on {there}: {' '.join(told.split()[:2]).strip(',')}",
                )
            )
    if not far:
        return _lines_of_square(position, here)
    return [
        f"Nearest to {name if name == here else f'{name} on {here}'}:",
        *(text for _, text in sorted(far)[:8]),
    ]


def _lines_of_square(position: Position, square: str) -> Told:
    return [str(each) for each in position.mentions([square])][:6] or None


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
    return _distinct([str(each) for each in position.mentions(words)])[:8] or None if words else None


# Small things.


def _standing(position: Position) -> Standing:
    return Standing(position.table.context)


def _names(position: Position, seats: Iterable[Seat]) -> str:
    return listed([position.title(seat) for seat in seats])


def _unit(unit: str, count: int) -> str:
    first, *rest = unit.split()
    return " ".join([first.removesuffix("s") if count == 1 else first, *rest])


def _capital(text: str) -> str:
    first = text.split()[0] if text else ""
    return text[:1].upper() + text[1:] if first.islower() and first.isalpha() else text


def _distinct(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(line.split()) for line in lines))


class _Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of question is asked: expressions over the shape of a sentence (see `Subjects`)."""

    name: str
    asked: tuple[str, ...]


class _Kinds(Struct, frozen=True, forbid_unknown_fields=True):
    acts: str
    kinds: tuple[_Kind, ...]


@functools.cache
def kinds() -> Sequence[tuple[re.Pattern[str], Kind]]:
    """The kinds of question about a match, in the order in which they are tried; read when the first is asked."""
    data = resources.files(__package__).joinpath("questions.toml").read_bytes()
    read = msgspec.toml.decode(data, type=_Kinds)
    return [
        (re.compile("|".join(kind.asked).replace("ACTS", f"(?:{read.acts})")), globals()[kind.name])
        for kind in read.kinds
    ]
