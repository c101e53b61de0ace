"""The orders of a sentence that does several things: `A4 uses his frenzy, moves to e5 and attacks the gnome`.

Each clause is an order of its own, goes on with the one before where the game wants both in one line, says which die
pays for it, or names figures for the next.
"""

import itertools
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from pbem.server.reading.finder import JOINTS, Position, Span
from pbem.server.reading.forms import (
    BEHIND,
    DROPPED,
    PAYING,
    Reworded,
    Word,
    is_core,
    lines_of_clause,
    read_clause,
)
from pbem.server.reading.judge import is_doubtful
from pbem.server.reading.sentence_shapes import are_legal

ALIKE = frozenset(("same", "likewise", "ditto"))
"""Words for the order above."""

_REST = ("others", "rest", "else", "remaining")
_STAYING = (
    "stay", "stays", "hold", "holds", "wait", "waits", "remain", "remains", "stand", "stands", "still",
)  # fmt: skip

_WAYS = 4
"""Maximum number of ways to read a sentence that are followed."""

_TRIED = 12
"""Maximum number of lines that are tried for a clause that goes on with an order."""


def orders_of_clauses(position: Position, words: Sequence[Word]) -> Reworded | None:
    """The orders of several clauses, if possible such as are legal one after the other. None if a clause is no part of
    an order and says something else, or if a figure or a die is left over."""
    ways = [_Way()]
    for joint, clause in _clauses(words):
        found = (more for way in ways for more in _onward(position, way, clause, joint))
        ways = list(itertools.islice(dict.fromkeys(found), _WAYS))
    whole = [way for way in ways if way.spans and not (way.begun or way.alike or way.paid)]
    if not whole:
        return None
    best = next((way for way in whole if are_legal(position, way.spans)), whole[0])
    return Reworded(best.spans, best.sure, best.beside)


def pay_before(position: Position, whole: Reworded, words: Sequence[Word]) -> Reworded:
    """An order with the die that pays for it, which the words before it name: `With the 4, S3 walks up to g4`."""
    way = _paid_by(position, _Way(), words)
    first = next((word.start for word in words if word.text.lower() in BEHIND), 0)
    (span,) = whole.spans
    line = f"{span.line}{way.paid}"
    if not way.paid or position.read(line) is None:
        return whole
    return Reworded((Span(first, span.end, line),), whole.sure, whole.beside)


def add_action(position: Position, line: str, words: Sequence[Word]) -> tuple[Span, bool] | None:
    """An order with the action that a sentence adds to it, and whether that is in its own words."""
    actions = [word for word in words if word.verbs]
    if len(actions) != 1 or any(word.name for word in words):
        return None
    ways = _going_on(position, _Way((Span(0, 0, line),)), words)
    longer = next((way for way in ways if are_legal(position, way.spans)), None)
    if longer is None:
        return None
    return Span(actions[0].start, actions[-1].end, longer.spans[0].line), longer.sure


def says_more(word: Word) -> bool:
    """Whether a word beside an order of one word says that it is none: `I am done with this mess`."""
    return not word.verbs and word.text[0].isalnum() and word.text.lower() not in DROPPED


class _Way(Struct, frozen=True):
    """One way to read the clauses so far. `begun`: the last line is no order without the next clause. `beside`: words
    that are left out. `alike`: figures that do the same as the next one. `paid`: the die that pays for the next
    order."""

    spans: tuple[Span, ...] = ()
    sure: bool = True
    begun: bool = False
    beside: str = ""
    alike: tuple[Word, ...] = ()
    paid: str = ""


def _onward(position: Position, way: _Way, clause: Sequence[Word], joint: str) -> Iterator[_Way]:
    """The ways to go on with one more clause. What follows only a comma is not left out: it may be talk."""
    clause = _with_name(position, way, clause)
    core = [at for at, word in enumerate(clause) if is_core(position, word)]
    if way.spans and _stays(position, clause):
        *others, last = way.spans
        yield structs.replace(way, spans=(*others, Span(last.start, clause[-1].end, last.line)))
        return
    if not any(clause[at].name or clause[at].verbs for at in core) or _leaves_the_rest(clause):
        yield _paid_by(position, way, clause)
        return
    part = _with_die(clause[core[0] :], core[-1] - core[0])
    if len(part) == _PAIR and part[0].text.lower() in _CHOOSING and position.commands(part[1].text):
        part = part[1:]  # I take A3 and go to e5
    if len(part) == 1 and part[0].name and (position.names.figure(part[0].text) or part[0].text == "all"):
        yield _with_figure(way, part[0], clause[core[0] :])
        return
    behind = [word for word in clause[core[-1] + 1 :] if word.text.lower() not in BEHIND]
    # Bring the noise:
    other = way.spans and not any(word.name for word in clause) and any(map(says_more, behind))
    found = [] if other else [*_going_on(position, way, part), *_beginning(position, way, part, clause)]
    left_out = _leaving_out(way, clause) if joint != "," else None
    yield from found or filter(None, [_starting(position, way, part), left_out])


def _with_die(words: Sequence[Word], last: int) -> Sequence[Word]:
    """The words up to the last that counts, and a die that pays behind them."""
    paid = PAYING.match(" ".join(word.text for word in words[last + 1 :]))
    return words[: last + 1 + (len(paid[0].split()) if paid is not None else 0)]


def _paid_by(position: Position, way: _Way, clause: Sequence[Word]) -> _Way:
    """A clause with nothing but a die pays for the order before, or for the next; any other says nothing."""
    paid = PAYING.search(" ".join(word.text for word in clause))
    if paid is None:
        return way
    if way.spans:
        *others, last = way.spans
        line = f"{last.line} with {paid[1]}"
        if position.read(line) is not None:
            return structs.replace(way, spans=(*others, Span(last.start, clause[-1].end, line)))
    return structs.replace(way, paid=f" with {paid[1]}")


def _with_figure(way: _Way, figure: Word, behind: Sequence[Word]) -> _Way:
    """A figure that stands alone: it does the same as the one before, or as the next one."""
    like = [word for word in behind if word.text.lower() in ALIKE]
    if not (way.spans and like):
        return structs.replace(way, alike=(*way.alike, figure))
    span = Span(figure.start, like[-1].end, f"{figure.text} {way.spans[-1].line.partition(' ')[2]}")
    return structs.replace(way, spans=(*way.spans, span))


def _going_on(position: Position, way: _Way, words: Sequence[Word]) -> Iterator[_Way]:
    """A clause that stands in one line with what is before it: `go to f4, then pick it up`."""
    if not way.spans or way.alike or not any(word.verbs for word in words):
        return
    *others, span = way.spans
    figure, _, rest = span.line.partition(" ")
    if words[0].name and position.commands(words[0].text):
        if words[0].text != figure:
            return
        words = words[1:]
    said_first = ""
    for said, sure in itertools.islice(lines_of_clause(position, words), _TRIED):
        if said == rest:  # twice the same
            yield structs.replace(way, spans=(*others, Span(span.start, words[-1].end, span.line)))
            return
        for line in (f"{span.line}, {said}", f"{span.line} {said}", f"{figure} {said}, {rest}"):
            said_first = said_first or line
            if position.read(line) is not None:
                longer = Span(span.start, words[-1].end, line)
                yield structs.replace(way, spans=(*others, longer), sure=way.sure and sure, begun=False)
                return
    if way.begun and said_first and len(words) <= _SHORT:
        longer = Span(span.start, words[-1].end, said_first)
        yield structs.replace(way, spans=(*others, longer), sure=False)


def _with_name(position: Position, way: _Way, clause: Sequence[Word]) -> Sequence[Word]:
    """A clause with the last name of the order before it in the place of `him`."""
    last = way.spans[-1].line.split()[-1] if way.spans else ""
    if not position.names.figure(last):
        return clause
    return [
        Word(last, word.start, word.end, name=True) if word.text.lower() in _HIM else word for word in clause
    ]


def _beginning(position: Position, way: _Way, part: Sequence[Word], clause: Sequence[Word]) -> Iterator[_Way]:
    """A clause that is an order of its own, perhaps of the figure before it."""
    if way.begun:
        return
    figure = way.spans[-1].line.partition(" ")[0] if way.spans else ""
    figure = figure if position.names.figure(figure) or figure == "all" else ""
    alike = way.alike
    one = read_clause(position, part) or (read_clause(position, part, figure) if figure else None)
    if one is None and alike and (one := read_clause(position, part, alike[-1].text)) is not None:
        one = Reworded((Span(alike[-1].start, one.spans[0].end, one.spans[0].line),), one.sure)
        alike = alike[:-1]
    if one is None and way.spans and not any(word.verbs for word in part):
        one = _with_verb(position, way, part, figure)
    if one is None:
        return
    (span,) = one.spans
    if " " not in span.line and any(map(says_more, clause)):
        yield way
        return
    if way.paid and position.read(f"{span.line}{way.paid}") is not None:
        span = Span(span.start, span.end, f"{span.line}{way.paid}")
    rest = span.line.partition(" ")[2]
    same = (Span(other.start, other.end, f"{other.text} {rest}") for other in alike)
    yield structs.replace(way, spans=(*way.spans, *same, span), sure=way.sure and one.sure, alike=(), paid="")


def _with_verb(position: Position, way: _Way, part: Sequence[Word], figure: str) -> Reworded | None:
    """A clause that does the same as the one before: `throw at N1 with S1, then at N3 with S2`."""
    said = next((verb for verb in way.spans[-1].line.split()[1:2] if verb in position.game.verbs), "")
    start = part[0].start
    return read_clause(position, [Word(said, start, start, verbs=(said,)), *part], figure) if said else None


def _starting(position: Position, way: _Way, part: Sequence[Word]) -> _Way | None:
    """A clause that says what its figure does first, where the game wants more in the same line."""
    figures = [word for word in part if word.name and position.commands(word.text)]
    verbs = [word for word in part if word.verbs]
    if way.begun or len(figures) != 1 or len(verbs) != 1 or len(part) > _SHORT:
        return None
    span = Span(part[0].start, part[-1].end, f"{figures[0].text} {verbs[0].verbs[0]}")
    return structs.replace(way, spans=(*way.spans, span), sure=False, begun=True)


def _leaving_out(way: _Way, clause: Sequence[Word]) -> _Way | None:
    """A clause that may say only what the order before does anyway, such as `and gets the ball`: it is left out, and
    that is told."""
    plain = " ".join(word.text for word in clause)
    names = any(word.name or word.text[0].isdecimal() or word.text.lower() in _HIM for word in clause)
    if not way.spans or way.begun or names or is_doubtful(plain):
        return None
    *others, last = way.spans
    last = Span(last.start, clause[-1].end, last.line)
    return structs.replace(way, spans=(*others, last), sure=False, beside=way.beside or plain.strip(" .!"))


_CHOOSING = ("take", "use", "choose", "pick", "activate", "select")
"""What is done with a figure before it is told what to do: `I take A3`."""

_PAIR = 2
"""Number of words of a clause that only chooses a figure."""

_HIM = ("him", "her", "them")

_SHORT = 5
"""Maximum number of words of a clause that only begins an order."""


def _leaves_the_rest(clause: Sequence[Word]) -> bool:
    """Whether a clause only says that figures which nobody has named stay where they are: `the others can stay`."""
    low = {part for word in clause for part in word.text.lower().split()}
    named = any(word.name and word.text != "all" for word in clause)
    return not named and not low.isdisjoint(_REST) and not low.isdisjoint(_STAYING)


def _stays(position: Position, clause: Sequence[Word]) -> bool:
    """Whether a clause says that figures stay where they are, in a game that has no order for it."""
    low = [word.text.lower() for word in clause]
    own = _leaves_the_rest(clause) or all(position.commands(word.text) for word in clause if word.name)
    acts = any(word.verbs for word in clause)
    return own and not acts and not set(_STAYING).isdisjoint(low) and not is_doubtful(" ".join(low))


def _clauses(words: Sequence[Word]) -> Iterator[tuple[str, list[Word]]]:
    """The clauses, each with what joins it to the one before."""
    joint = ""
    clause: list[Word] = []
    for word, after in itertools.zip_longest(words, words[1:]):
        beside = word.text.lower() == "next" and after is not None and (after.name or after.text == "to")
        if word.text.lower() in JOINTS and not word.name and not beside:
            if clause:
                yield joint, clause
                joint = ""
            clause, joint = [], joint if joint not in ("", ",") else word.text.lower()
        else:
            clause.append(word)
    if clause:
        yield joint, clause
