"""Answers about orders: what can be answered now, how it is written, what a line would do."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from pbem.play.fates import Preview
from pbem.play.match import LetterRefused
from pbem.play.orders import OrderError, Unreadable
from pbem.server.answering.phrases import said
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words
from pbem.server.answering.standing import whose_turn
from pbem.server.answering.subjects import Subjects, verbs_in, verbs_of
from pbem.server.answering.told import Told
from pbem.server.matches.examples import example


def what_now(position: Position, asked: Subjects | None = None) -> Told:
    """What the asker can answer: the prompt, the forms to begin with, an example."""
    loaded = position.table.loaded
    ask = loaded.match.asks.get(position.seat)
    if loaded.match.over:
        return None
    if ask is None:
        return [
            *(whose_turn(position) or ()),
            "Until then you can send orders ahead: they wait in your queue.",
        ]
    templates = position.table.context.templates
    told = [templates.prompt(position.game.name, ask, position.state)]
    told += [templates.how_to(position.game.name, ask, position.state)]
    return [
        *filter(None, told),
        f"For example: {example(loaded, ask)}. To see what would happen: preview ORDER",
    ]


def how_to_rehearse(position: Position, asked: Subjects | None = None) -> Told:
    """How an order is tried out before it counts."""
    loaded = position.table.loaded
    ask = loaded.match.asks.get(position.seat)
    line = example(loaded, ask) if ask is not None else position.game.forms[0]
    return [
        f"Write for example: preview {line}",
        "It tells what the order would do, and with which odds, and does nothing. Several orders: one on each line. "
        "After an order without dice you can still take it back: undo",
    ]


def who_may_act(position: Position, asked: Subjects | None = None) -> Told:
    """Which of the asker's figures can do something now, below what is asked."""
    if position.seat not in position.table.loaded.match.asks:
        return what_now(position)
    able = [
        figure
        for figure, seat in position.names.figures.items()
        if seat == position.seat and position.square(figure) and legal_orders(position, figure)
    ]
    if not able:
        return what_now(position)
    first, *rest = what_now(position) or [""]
    return [f"These can: {', '.join(able)}.", first, rest[-1]]


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


def legal_orders(position: Position, figure: str) -> list[str]:
    """The orders of a figure that are legal now, made out of the game's forms: with this figure in the place of theirs,
    and others as targets."""
    found: dict[str, list[str]] = {}
    others = [each for each in position.names.figures if each != figure and position.square(each)]
    for form in position.game.forms:
        tokens = form.split()
        if shape_of(tokens[0]) != shape_of(figure) or len(tokens) > 5:
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
    return [f"{line} {' or '.join(dict.fromkeys(targets))}".strip() for line, targets in found.items()]


def shape_of(word: str) -> str:
    """A name with 9 for each digit and A for each capital letter: figures of one kind have the same."""
    return re.sub(r"\d", "9", re.sub(r"[A-Z]", "A", word))


def _is_figure(position: Position, token: str) -> bool:
    return any(shape_of(token) == shape_of(figure) for figure in position.names.figures)


def _is_target(position: Position, token: str) -> bool:
    bare = token.strip(",:")
    shapes = {shape_of(figure).lower() for figure in position.names.figures}
    return shape_of(bare.upper()).lower() in shapes and (len(bare) > 1 or bare not in ("a", "i"))


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


def refusal(position: Position, line: str) -> str:
    """Why a line would be refused now; "" if it would not, or is not an order."""
    ask = position.table.loaded.match.asks.get(position.seat)
    try:
        order = position.game.order_of(line)
        position.game.vet(position.state, position.seat, order)
        if ask is not None and isinstance(order, ask.takes):
            ask.check(order)
        elif ask is None:
            return "it is not your turn"
    except Unreadable:
        return ""
    except OrderError as error:
        return str(error)
    return ""


def would(position: Position, line: str) -> list[str]:
    """What a line would do, up to the first die, and its odds."""
    table = position.table
    try:
        preview = table.loaded.match.preview(position.seat, [line])
    except LetterRefused as error:
        return [str(error)]
    return told_of(position, preview)


def told_of(position: Position, preview: Preview) -> list[str]:
    """What orders would do, by what became of trying them."""
    table, state = position.table, position.table.loaded.seen_by(position.seat, preview.state)
    events = [table.game.tell(state, position.seat, event) for event in preview.events]
    if preview.outlook is not None:
        events.append(preview.outlook)
    told = [each.text for each in preview.line_results if each.status == "noted" and each.text]
    told += [table.context.templates.event(table.game.name, event, table.loaded.names) for event in events]
    return [*filter(str.strip, told), "Nothing has been done. Send the line to do it."]


def order_within(subjects: Subjects, position: Position) -> Told:
    """A question that holds an order that is legal: what it would do."""
    for line in _lines_within(subjects, position):
        if is_legal(position, line):
            return [f"Yes, you could: {position.game.order_of(line)}", *would(position, line)]
    return None


def why_not_within(subjects: Subjects, position: Position) -> Told:
    """A question that holds an order: why it is not legal."""
    certain = _words_within(subjects, position)
    for line in _lines_within(subjects, position):
        mine = line in certain or position.own(position.names.figure(line.split()[0]))
        if mine and (why := refusal(position, line)):
            return [f"No: {position.game.order_of(line)}: {why}"]
    return None


def _lines_within(subjects: Subjects, position: Position) -> Iterator[str]:
    """What may be an order in a question, the longest first."""
    words = list(subjects.words[:14])
    around = said("around_an_order").match(subjects.shape) is not None
    verbs = verbs_of(position)
    spans = sorted(
        ((end - at, at, end) for at in range(len(words)) for end in range(at + 2, len(words) + 1)),
        reverse=True,
    )
    lines = _words_within(subjects, position)
    lines += [
        " ".join(words[at:end])
        for _, at, end in spans
        if (around or at == 0)
        and words[at] not in ("a", "i")
        and (position.names.figure(words[at]) or words[at].lower() in verbs)
    ]
    return (line for line in lines[:60] if len(line.split()) > 1 and _reads(position, line))


def _words_within(subjects: Subjects, position: Position) -> list[str]:
    """Orders with a word in capitals: `is RICE a word`."""
    word = re.search(
        r"\bis (\w+) (?:a|an|any)? ?(?:valid |legal |good |allowed |possible )?(\w+)$",
        " ".join(subjects.words[:14]),
        re.IGNORECASE,
    )
    lines = (
        [f"{word[2].lower()} {word[1]}"]
        if word and word[2].lower() in position.game.verbs and not position.names.figure(word[1])
        else []
    )
    spelt = [
        each
        for each in subjects.words[:14]
        if re.fullmatch("[A-Z]{2,}", each) and not position.names.figure(each)
    ]
    spelt += [
        each
        for each in chain(*_WOULD_IT.findall(" ".join(subjects.words[:14])))
        if each and content_words(each)
    ]
    return [*lines, *(f"{verb} {each}" for each in dict.fromkeys(spelt) for verb in position.game.verbs)]


_WOULD_IT = re.compile(
    r"\b(?:(?:would|does|will) (?:the word )?([a-z]{2,}) (?:work|fit|do|be (?:possible|valid|legal|allowed"
    r"|ok|okay|playable))"
    r"|is (?:the word )?([a-z]{2,}) (?:possible|valid|playable))\b",
    re.IGNORECASE,
)
"""A question whether a word can be played: `would polar work from here`."""


def _reads(position: Position, line: str) -> bool:
    try:
        position.game.read_line(line)
    except OrderError:
        return False
    return True
