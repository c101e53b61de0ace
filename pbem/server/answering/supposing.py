"""Questions on what would come of an order: `If S1 throws at N3, does it even get there?`

The order is tried. What is asked of the position behind it is answered there.
"""

import re
from collections.abc import Sequence

from pbem.play.fates import Preview
from pbem.play.match import LetterRefused
from pbem.play.orders import Refused
from pbem.server.answering.counting import how_far_apart
from pbem.server.answering.figures import what_can_it_do
from pbem.server.answering.kinds import speaks_of
from pbem.server.answering.ordering import told_of, would
from pbem.server.answering.plain import plain
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import subjects_in
from pbem.server.answering.told import Told
from pbem.server.answering.trying import can_it, meant_line, readings, threatened

_SUPPOSED = re.compile(
    r"^(?:if|suppose|supposing|assuming|say|imagine|in case|when|once|after)\b,? (?:that )?(?P<order>.+?)"
    r"(?:\s*[,:;.]|\s+-+)?"
    r" (?:(?:then|and|so) )*(?P<asks>(?:what|where|which|who|whom|how|does|do|can|could|will|would|is|are|may)\b.*)$",
    re.IGNORECASE,
)
_ONLY_SUPPOSED = re.compile(
    r"^(?:suppose|supposing|assuming|imagine)\b,? (?:that )?(?P<order>.+)(?P<asks>)$", re.IGNORECASE
)
_SUPPOSED_BEHIND = re.compile(
    r"^(?P<asks>(?:what|where|which|who|whom|how|does|do|can|could|will|would|is|are)\b.+?),? (?:if|once|after|when)"
    r" (?P<order>.+)$",
    re.IGNORECASE,
)


def what_if(sentence: str, position: Position) -> Told:
    """What would come of the order that a question supposes, or why it is none; None if it supposes none."""
    text = plain(" ".join(sentence.split()).rstrip(" ?.!"))
    found = _SUPPOSED.match(text) or _SUPPOSED_BEHIND.match(text) or _ONLY_SUPPOSED.match(text)
    if found is None:
        return None
    line, why = meant_line(position, subjects_in(found["order"], position))
    if why:
        return [f"No: {line}: {why}"]
    return _behind(line, found["asks"], position) or would(position, line) if line else None


def _behind(line: str, asks: str, position: Position) -> Told:
    """What is so behind an order, where that is asked and no die decides it."""
    preview = _played(position, [line])
    if preview is None or preview.stop.startswith("dice"):
        return None
    behind = Position(position.table, position.table.loaded.seen_by(position.seat, preview.state))
    figure = line.split()[0]
    asked = subjects_in(plain(asks), behind)
    if not asked.figures or (asked.figures != (figure,) and speaks_of(asked.shape, "apart")):
        asked = subjects_in(f"{plain(asks)} {figure}", behind)
    for concepts, kind in (
        (("threats",), threatened),
        (("apart",), how_far_apart),
        (("doing", "places", "going"), what_can_it_do),
    ):
        if any(speaks_of(asked.shape, each) for each in concepts) and (told := kind(behind, asked)):
            return [f"After {line}:", *told]
    if asked.figures and not behind.own(asked.figures[0]) and (told := can_it(behind, asked)):
        return [f"After {line}:", *told]
    return _then(line, readings(behind, asked), position)


def _then(line: str, more: Sequence[str], position: Position) -> Told:
    """Whether one of these orders can follow another, on a line of its own or on the same."""
    for second in more[:_TRIED]:
        joined = f"{line}, {second.partition(' ')[2]}"
        for lines in ([joined], [line, second]):
            played = _played(position, lines)
            if played is not None:
                return [f"Yes: {'; '.join(lines)}", *told_of(position, played)]
    return None


def _played(position: Position, lines: Sequence[str]) -> Preview | None:
    try:
        return position.table.loaded.match.preview(position.seat, lines)
    except (LetterRefused, Refused):
        return None


_TRIED = 6
"""Maximum number of second orders that are tried."""
