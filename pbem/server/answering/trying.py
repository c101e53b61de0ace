"""Answers about what a figure can do to another: the order that would be, tried; threats; odds."""

import itertools
import re
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct, structs

from pbem.mail.prose import listed
from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.answering.counting import how_far
from pbem.server.answering.figures import own_figures
from pbem.server.answering.ordering import is_legal, legal_orders, refusal, would
from pbem.server.answering.position import Position
from pbem.server.answering.subjects import Subjects, verbs_in, verbs_of
from pbem.server.answering.told import Told


def can_it(position: Position, asked: Subjects) -> Told:
    """Whether a figure can do something now: the order that would be, tried; or who threatens whom."""
    if not asked.figures and asked.squares:
        return try_it(position, asked)
    if not asked.figures:
        kin = [figure for figure in asked.described if not position.own(figure)]
        foes = asked.them or any(seat != position.seat for seat in asked.seats)
        return (
            _threats(position, own_figures(position)[:8], kin, asked) if asked.me and (foes or kin) else None
        )
    first, *others = asked.figures
    if (asked.them or not position.own(first)) and not _is_mine_to_try(position, asked):
        mine = [figure for figure in asked.figures if position.own(figure)]
        by = [figure for figure in (*asked.figures, *asked.described) if not position.own(figure)]
        return _threats(position, mine or own_figures(position)[:8], by, asked)
    if not others and not asked.squares and re.match(r"(?:who|whom|which|what)\b", asked.shape):
        verbs = verbs_in([word for word in asked.words if word != first], position)
        if found := [line for line in legal_orders(position, first) if line.split()[1] in verbs]:
            return [f"{first} could: {'; '.join(found)}.", *position.about(first)[:1]]
    return try_it(position, asked)


def _is_mine_to_try(position: Position, asked: Subjects) -> bool:
    return not asked.them and _acting(position, asked) != ""


def _acting(position: Position, asked: Subjects) -> str:
    """The asker's figure that would act in a question: the first that is named, or that the asker would act with."""
    first = asked.figures[0] if asked.figures else ""
    if not position.own(first) and _SUBJECT.search(asked.shape):
        return ""
    if position.own(first) or not re.search(r"\b(?:i|we|my|our)\b|\bwith FIG\b", asked.shape):
        return first if position.own(first) else ""
    return next(filter(position.own, asked.figures), "")


_SUBJECT = re.compile(
    r"^(?:\w+ )?(?:can|could|may|might|will|would|does|do|is|are|has) (?:(?:his|her|their|the|KIND) )*FIG\b"
)
"""A question whose first figure is who acts: `Can B1 still hit my troll?`"""


def try_it(position: Position, asked: Subjects) -> Told:
    """What would come of an order that a question describes: the first of its readings that is legal."""
    tried = _readings(position, asked)
    first = tried.figure
    if line := tried.legal(position):
        written = position.game.order_of(line)
        return [f"{'Yes' if tried.verbs else 'You could write'}: {written}", *would(position, line)]
    if (why := tried.refusal(position)[1]) != "":
        return [f"No: {why}", *(position.reach(first)[:1] if first else [])]
    if asked.squares and first:
        reachable = any(_holds(group, asked.squares[0]) for group in position.reach(first)[1:])
        return [f"{'Yes' if reachable else 'No'}: {position.reach(first)[0]}"]
    return None


def meant_line(position: Position, asked: Subjects) -> tuple[str, str]:
    """The order of the asker's that a clause describes in its own words, and why it is not legal, if so."""
    tried = _readings(position, asked)
    if not tried.verbs or not tried.figure:
        return "", ""
    named = [*asked.squares, *(each for each in asked.figures if each != tried.figure)]
    tried = structs.replace(tried, lines=[line for line in tried.lines if {*named} <= {*line.split()}])
    line = tried.legal(position)
    return (line, "") if line else tried.refusal(position)


def readings(position: Position, asked: Subjects) -> Sequence[str]:
    """The orders of the asker's with a verb of a clause, legal or not; those first that the forms of the game end in
    (`pick up`)."""
    tried = _readings(position, asked)
    ends = dict.fromkeys(
        part
        for form in position.game.forms
        for part in form.split(", ")[1:]
        if part.split()[0] in tried.verbs and not re.search(r"[A-Z\d]", part)
    )
    lead = f"{tried.figure} " if tried.figure else ""
    return [*(f"{lead}{end}" for end in ends), *filter(tried.is_said, tried.lines)]


class _Tried(Struct, frozen=True):
    """The orders that a question may describe, the likeliest first, of the figure that would act, if it is named; with
    the verbs that it uses, and those that may be meant."""

    figure: str
    verbs: Sequence[str]
    meant: Collection[str]
    lines: Sequence[str]

    def legal(self, position: Position) -> str:
        """The first that is legal now, or ""."""
        lines = (line for line in self.lines if self._verb(line) in self.meant)
        return next((line for line in lines if is_legal(position, line)), "")

    def is_said(self, line: str) -> bool:
        """Whether a line has a verb of the question."""
        return self._verb(line) in self.verbs

    def refusal(self, position: Position) -> tuple[str, str]:
        """The first with a verb of the question that would be refused, and why."""
        for line in self.lines:
            if self.is_said(line) and (why := refusal(position, line)):
                return line, why
        return "", ""

    def _verb(self, line: str) -> str:
        return line.removeprefix(f"{self.figure} " if self.figure else "").split()[0]


def _readings(position: Position, asked: Subjects) -> _Tried:
    first = _acting(position, asked)
    others = [figure for figure in asked.figures if figure != first]
    verbs = verbs_in([word for word in asked.words if word not in asked.figures], position)
    meant = verbs or (
        _movements(position) if re.search(r"\b(?:reach|get|come|make it|be)\b", asked.shape) else []
    )
    kin = kin_of(position.game, verbs)
    spoken = [*meant, *(verb for verb in position.game.verbs if verb not in meant)]
    objects = [*others, *asked.squares, *asked.balls, *_nouns(position, asked)]
    lead = f"{first} " if first else ""
    lines = [f"{lead}{verb} {thing}" for verb in spoken for thing in objects]
    lines += [f"{lead}{verb}" for verb in (spoken if verbs else [])]
    lines += [form for word in _nouns(position, asked) for form in _with_noun(position, first, word)]
    return _Tried(first, verbs, kin or meant or spoken, lines[:60])


def kin_of(game: Game[Any], verbs: Sequence[str]) -> list[str]:
    """These verbs, those that are called by the same words, and those whose meaning has them."""
    said = {phrase for verb in verbs for phrase in game.verbs.get(verb, ())}
    meant = meant_by(game, verbs)
    return [verb for verb, phrases in game.verbs.items() if verb in meant or not said.isdisjoint(phrases)]


def meant_by(game: Game[Any], verbs: Sequence[str]) -> set[str]:
    """These verbs, and those whose meaning has them."""
    said = {phrase for verb in verbs for phrase in game.verbs.get(verb, ())}
    return {
        *verbs,
        *(
            word
            for form, meaning in game.meanings.items()
            if any(re.search(rf"\b{re.escape(phrase)}\b", meaning) for phrase in said)
            for word in form.split()[1:2]
        ),
    }


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
        lengths = {len(each[0]) for each in (low, here, high)}
        level = low[1] == here[1] == high[1] and not here[0].isdigit() and len(lengths) == 1
        if level and low[0] <= here[0] <= high[0]:
            return True
        if low[0] == here[0] == high[0] and int(low[1]) <= int(here[1]) <= int(high[1]):
            return True
    return False


def _threats(
    position: Position, victims: Sequence[str], by: Sequence[str] = (), asked: Subjects | None = None
) -> Told:
    """Which of the others, or of these, could act against these figures; not those that are used up, if the question is
    on what is left of a round."""
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
            told += [each for each in found if not by or each.split()[0] in by]
    if not known and not told:
        return None
    if asked is not None and told and known and _LEFT.search(asked.shape) and all(map(_USED.search, told)):
        return [f"No: {told[0]}", *told[1:6]]
    if told:
        return [f"Yes: {told[0]}" if known else told[0], *told[1:6]]
    who = f"{listed(by)} cannot" if by else "none of them can"
    far = [how_far(position, by[0], victims[0])] if by else []
    return [f"No: {who} get at {listed(victims)} next, as things stand.", *filter(None, far)]


_LEFT = re.compile(r"\b(?:still|used|yet|again|(?:this|the) (?:round|cycle|turn))\b")
_USED = re.compile(r"\bhas (?:already )?(?:been activated|been used|acted)\b")


def threatened(position: Position, asked: Subjects) -> Told:
    """Who could act against figures that are named, or against all of the asker's."""
    return _threats(position, asked.figures or own_figures(position)[:8])


def _with_dice(position: Position) -> list[str]:
    """Legal orders of the asker's figures against others, which dice may decide."""
    lines = []
    for figure in own_figures(position)[:6]:
        for told in legal_orders(position, figure):
            *words, target = told.split(" or ")[0].split()
            if position.names.figure(target) and not position.own(position.names.figure(target)):
                lines.append(" ".join((*words, target)))
    return lines


def _known_odds(position: Position) -> list[str]:
    """The odds that the mail tells."""
    ask = position.table.loaded.match.asks.get(position.seat)
    events = position.game.odds(position.state, ask) if ask is not None else ()
    templates = position.table.context.templates
    return [templates.event(position.game.name, event, position.table.loaded.names) for event in events]


def _names_all(text: str, asked: Subjects) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(figure)}(?!\w)", text) for figure in asked.figures)


def tells_odds(told: Sequence[str]) -> bool:
    """Whether an answer tells how likely something is, or that it is not possible."""
    return told[0].startswith("No") or any(_ODDS.search(text) for text in told)


_ODDS = re.compile(
    r"\b(?:\d+ (?:in|of|out of) \d+|\d+ cases|chances?|(?:\d|it) or (?:more|less)|percent)\b|%"
)


def odds(position: Position, asked: Subjects) -> Told:
    """The odds of an order, or all that the mail tells."""
    if len(asked.figures) > 1 and (
        known := [each for each in _known_odds(position) if _names_all(each, asked)]
    ):
        return known
    if _acting(position, asked) and (told := try_it(position, asked)) is not None:
        return told if tells_odds(told) else None
    texts = _known_odds(position)
    if not texts and not asked.figures:
        texts = [text for line in _with_dice(position)[:4] for text in would(position, line)[-2:-1]]
    return texts[:8] or (_threats(position, asked.figures) if asked.figures else None)
