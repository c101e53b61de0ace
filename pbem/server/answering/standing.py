"""Answers about the match: turn, time, score, seats, what has happened."""

import itertools
import re
from collections.abc import Iterable

from pbem.mail.prose import listed
from pbem.play.requests import Seat
from pbem.server.answering.about import Table
from pbem.server.answering.position import Position, grouped
from pbem.server.answering.search import content_words, search
from pbem.server.answering.subjects import Subjects
from pbem.server.answering.told import Told, capital, distinct
from pbem.server.core.times import span
from pbem.server.language.glossary import SHARED
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import MatchRepository
from pbem.store.rows import TurnRow

MOST_LINES_OF_LISTS = 3
"""Maximum number of lines out of lists in a summary."""

MOST_EVENTS = 10
"""Maximum number of events told of what has happened."""


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
    told = [f"It is your turn, {position.game.seat_title(position.seat)}. {turn}"]
    templates = position.table.context.templates
    prompt = templates.prompt(position.game.name, match.asks[position.seat], position.state)
    told += (
        [] if not prompt or prompt.startswith("It is your turn") else [prompt]
    )  # a throw, perhaps, to dodge or catch
    sent = _sent_this_turn(position) if asked is not None else []
    return [
        *told,
        f"You have sent so far: {'; '.join(sent)}." if sent else "You have sent no order for it yet.",
    ]


def _sent_this_turn(position: Position) -> list[str]:
    table = position.table
    turns = table.context.store.log.turns(table.loaded.number)
    rows = MatchRepository(table.context).rows_since(turns[-1]) if turns else []
    return [row.text for row in rows if row.kind == "answer" and row.seat == position.seat]


def deadlines(position: Position, asked: Subjects | None = None) -> Told:
    """Until when the asker, and others, have time."""
    told = _standing(position).deadlines(position.table.loaded, position.table.row)
    return told or [_time_given(position)]


def _time_given(position: Position) -> str:
    """How much time a match gives that begins with the same letter, so that no clock has started yet."""
    match, terms = position.table.loaded.match, position.table.loaded.row.terms
    if match.over or not match.asks:
        return "No clock runs in this match now."
    if terms.add >= terms.cap:
        return f"You have {span(terms.cap)} for each move."
    return f"You begin with {span(terms.bank)}, and get {span(terms.add)} more with each move."


def how_things_stand(position: Position, asked: Subjects | None = None) -> Told:
    """Turn, time and score, and where everything is."""
    told = [
        *(whose_turn(position) or ()),
        *_standing(position).deadlines(position.table.loaded, position.table.row),
    ]
    score = position.game.score(position.state)
    if score is not None:
        told += who_is_winning(position) or ()
    return [*told, *grouped(position.statements)[:MOST_LINES_OF_LISTS]]


def change_of_deadline(position: Position, asked: Subjects | None = None) -> Told:
    """How a deadline is moved, behind what it is now."""
    return [
        *(deadlines(position) or ()),
        "To ask the others for more time, or to give them some: extend 3d",
        "For days on which you are away: vacation 10d",
    ]


def what_others_see(position: Position, asked: Subjects) -> Told:
    """Who learns what of the asker's letters."""
    together = len(position.table.loaded.match.asks) > 1
    secret = ["You are all asked at once: nobody sees an answer until everybody has sent theirs."]
    return [*(secret if together else []), *SHARED["letter"]]


def who_is_winning(position: Position, asked: Subjects | None = None) -> Told:
    """What decides it, side by side."""
    score = position.game.score(position.state)
    if score is None:
        return _told_of_score(position)
    sides = position.game.sides(position.state.seats)
    counts = sorted(((score.points[side[0]], side) for side in sides), key=lambda each: -each[0])
    (best, _), *others = counts
    if all(count == best for count, _ in others):
        lead = f"Nobody is ahead: {'both have' if len(counts) == 2 else 'all have'} {best} {_unit(score.unit, best)}"
        return [f"{lead} ({_names(position, itertools.chain(*sides))}).", score.ends]
    ahead = [side for count, side in counts if count == best]
    who = _names(position, itertools.chain(*ahead))
    one = len(ahead) == 1 and len(ahead[0]) == 1 and position.seat not in ahead[0]
    told = [
        f"{who[0].upper()}{who[1:]} {'is' if one else 'are'} ahead with {best} {_unit(score.unit, best)}."
    ]
    told += [f"{capital(_names(position, side))}: {count}." for count, side in counts if side not in ahead]
    return [" ".join(told), score.ends]


def _told_of_score(position: Position) -> Told:
    """In a game that counts nothing: what its facts or lists call points."""
    found = [
        f"{name}: {fact.now}" for name, fact in position.facts.items() if re.search("score|points", name)
    ]
    return [
        "; ".join(found) + "." if found else f"{position.game.title} keeps no score; the position is:",
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
    return [
        f"In this match: {'; '.join(f'{name}={value}' for name, value in chosen.items())}.",
        f"All options, and what each is without being named: help {position.game.name} options",
    ]


def who_am_i(position: Position, asked: Subjects) -> Told:
    """The asker's seat, what it says of it, and who else plays."""
    title = position.game.seat_title(position.seat)
    others = [position.table.loaded.title(seat) for seat in position.state.seats if seat != position.seat]
    handle = position.table.loaded.names[position.seat]
    said = [str(each) for each in position.mentions([title, handle])]
    words = [word[:5] for word in content_words(asked.shape)]
    asked_for = [each for each in said if any(word in each.lower() for word in words)]
    return [f"You are {title}. You play against {listed(others)}.", *distinct(asked_for or said)[:4]]


def who_plays(position: Position, asked: Subjects) -> Told:
    """The others."""
    others = [position.table.loaded.title(seat) for seat in position.state.seats if seat != position.seat]
    loaded = position.table.loaded
    return [
        f"You play against {listed(others)}; you are {position.game.seat_title(position.seat)}.",
        f"This is match {loaded.number}, {loaded.game.title}{'' if loaded.game.title.endswith('!') else '.'}",
    ]


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


def _standing(position: Position) -> Standing:
    return Standing(position.table.context)


def _names(position: Position, seats: Iterable[Seat]) -> str:
    return listed([position.title(seat) for seat in seats])


def _unit(unit: str, count: int) -> str:
    first, *rest = unit.split()
    return " ".join([first.removesuffix("s") if count == 1 else first, *rest])
