"""Brackets of knock-outs as SVG. A list of the ties stands below each, with links; the picture says the same."""

from html import escape

from markupsafe import Markup
from msgspec import Struct

from pbem.competitions import forms, knockout
from pbem.competitions.knockout import NOBODY
from pbem.server.competitions.pages import Competition, points

MOST = 32
"""Maximum number of ties of a picture: of a larger bracket it shows the last rounds."""
_WIDTH, _LINE, _GAP, _STEP, _MARGIN = 150, 20, 26, 52, 6
_LETTERS = 17  # of a name that have room


class _Box(Struct):
    """A tie with its place in the picture."""

    at: int
    x: float
    y: float


def draw(held: Competition) -> Markup:
    """The picture of a bracket, its last rounds if it is large."""
    boxes = _placed(held)
    if not boxes:
        return Markup()
    width = max(box.x for box in boxes.values()) + _WIDTH + _MARGIN
    height = max(box.y for box in boxes.values()) + 2 * _LINE + _MARGIN
    told = "; ".join(text for at in sorted(boxes) if (text := in_words(held, at)))
    parts = [
        f'<svg class="bracket" xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}"'
        f' style="min-width:{width * 0.75:.0f}px;max-width:{width * 1.3:.0f}px">'
        f"<title>The bracket of {escape(held.row.name)}</title><desc>{escape(told)}</desc>"
    ]
    parts += [_lines(held, box, boxes) for box in boxes.values()]
    parts += [_drawn(held, box) for box in boxes.values()]
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704  # our own; names in it are escaped


def in_words(held: Competition, at: int) -> str:
    """A tie in words, `Ann 2, Ben 1` or `Ann - Ben`; empty if nobody is known to play it."""
    one, other = held.progress.sides[at]
    known = [side for side in (one, other) if side is not None and side != NOBODY]
    if not known:
        return ""
    if NOBODY in (one, other):
        return f"{held.name(known[0])} has a bye"
    score = score_of(held, at)
    if score is None or one is None or other is None:
        return " - ".join("?" if side is None else held.name(side) for side in (one, other))
    winner = held.progress.winners[at]
    goes_on = f"; {held.name(winner)} goes on" if winner is not None and score[0] == score[1] else ""
    return f"{held.name(one)} {points(score[0])}, {held.name(other)} {points(score[1])}{goes_on}"


def score_of(held: Competition, at: int) -> tuple[float, float] | None:
    """The points of both sides of a tie; None before its first result."""
    one, other = held.progress.sides[at]
    results = [result for result in held.field.results if result.pairing.table == at + 1]
    if not results or one is None or other is None or NOBODY in (one, other):
        return None
    return knockout.tie_score(results, one, other)


def round_of(held: Competition, at: int) -> int:
    """The round of a tie; a final that is played again has one of its own."""
    rounds = forms.bracket(held.plan, held.field).rounds
    return rounds[at] if at < len(rounds) else rounds[-1] + 1


def _placed(held: Competition) -> dict[int, _Box]:
    """The ties that are shown, by number: those below, for who has lost once, under the others."""
    bracket, count = forms.bracket(held.plan, held.field), len(held.progress.sides)
    rounds = [round_of(held, at) for at in range(count)]
    first = next(each for each in sorted(set(rounds)) if sum(map(each.__le__, rounds)) <= MOST)
    boxes: dict[int, _Box] = {}
    below = set[int]()
    for at, tie in enumerate(bracket.ties):
        if any(side.kind == "loser" for side in tie) or all(
            side.kind == "winner" and side.at in below for side in tie
        ):
            below.add(at)
    columns = _columns(rounds, first, below, len(bracket.ties) - 1)
    free = {False: 0.0, True: 0.0}
    for at in range(count):
        if rounds[at] < first or set(held.progress.sides[at]) == {NOBODY}:
            continue
        x = _MARGIN + columns[at] * (_WIDTH + _GAP)
        sources = (
            [side.at for side in bracket.ties[at] if side.kind == "winner"]
            if at < len(bracket.ties)
            else [at - 1]
        )
        there = [boxes[source].y for source in sources if source in boxes]
        if there:
            y = sum(there) / len(there)
        else:
            y = free[at in below]
            free[at in below] += _STEP
        boxes[at] = _Box(at, x, y)
    upper = max((box.y for at, box in boxes.items() if at not in below), default=0.0) + _STEP
    last = len(bracket.ties) - 1
    for at, box in boxes.items():
        box.y += _MARGIN + (upper if at in below else 0)
        if below and at >= last and at - 1 in boxes:  # the final, between both halves
            box.y = _MARGIN + upper - _STEP / 2
    return boxes


def _columns(rounds: list[int], first: int, below: set[int], final: int) -> dict[int, int]:
    """The column of each tie that is shown: rounds are counted above and below, and the final comes after both."""
    columns = dict[int, int]()
    for half in (False, True):
        ties = [
            at
            for at, each in enumerate(rounds)
            if each >= first and (at in below) == half and (at < final or not below)
        ]
        order = sorted({rounds[at] for at in ties})
        columns |= {at: order.index(rounds[at]) for at in ties}
    last = max(columns.values(), default=-1)
    return columns | {at: last + 1 + at - final for at in range(final, len(rounds)) if at not in columns}


def _lines(held: Competition, box: _Box, boxes: dict[int, _Box]) -> str:
    ties = forms.bracket(held.plan, held.field).ties
    sources = (
        [side.at for side in ties[box.at] if side.kind == "winner"] if box.at < len(ties) else [box.at - 1]
    )
    steps = ""
    for source in sources:
        if source in boxes:
            other = boxes[source]
            steps += (
                f"M{other.x + _WIDTH:g} {other.y + _LINE:g}H{box.x - _GAP / 2:g}V{box.y + _LINE:g}H{box.x:g}"
            )
    return f'<path d="{steps}"/>' if steps else ""


def _drawn(held: Competition, box: _Box) -> str:
    sides, winner, score = held.progress.sides[box.at], held.progress.winners[box.at], score_of(held, box.at)
    parts = [f'<rect x="{box.x:g}" y="{box.y:g}" width="{_WIDTH}" height="{2 * _LINE}" rx="3"/>']
    for line, side in enumerate(sides):
        name = "" if side is None else "bye" if side == NOBODY else held.name(side)
        name = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}\N{HORIZONTAL ELLIPSIS}"
        base = box.y + _LINE * line + 14.5
        strong = ' font-weight="bold"' if side == winner and score is not None else ""
        if name:
            parts.append(f'<text x="{box.x + 6:g}" y="{base:g}"{strong}>{escape(name)}</text>')
        if score is not None:
            end = box.x + _WIDTH - 6
            parts.append(
                f'<text x="{end:g}" y="{base:g}" text-anchor="end"{strong}>{points(score[line])}</text>'
            )
    return "".join(parts)
