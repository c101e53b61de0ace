"""Rule tests as YAML: a position, forced dice, letters, and what must hold afterwards.

    title: equal rolls put a catcher out
    clauses: DODGEBALL-28
    game: dodgeball
    position:            # partial; left out: a new match. What is not said is the state's default, mid-game
      to_act: S
    dice: [4, 4]         # faces, and for a draw the item's name; they must be used up exactly
    letters:             # one at a time, by seat; block text, since YAML takes `no` and `12:30` for other things
      - S: |
          S1 throw N2
      - N: |
          catch
    expect:              # whatever is said must hold; the rest is free
      position: {...}    # a subset of the state
      events: [{type: Thrown, outcome: hit}]    # in this order, others may lie between
      asks: {S: action}  # exactly what is open
      refused: S1 has no ball                   # the last letter is void, with this text
      fates: [done, queued]                     # what became of the lines of the last letter
      told: {S: [S1 has no ball]}               # reports about queued lines, by seat
      notes: [From now on]                      # what the writer of the last letter is told
      result: S>N
      board: |           # the picture as everybody sees it
      lists: [...]       # lines of the lists, somewhere among them

A letter's key may also be `preview S` (see `Match.preview`), `leave S` or `deadline S`. This is a tool for game
authors as much as for us: `pbem scenario PATH...`.
"""

import difflib
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct, field

from pbem.play.dice import DiceError, ScriptedDice
from pbem.play.game import Game, OptionError, masked
from pbem.play.match import LetterRefused, LineResult, Match, Preview, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail, Turn
from pbem.play.requests import Event


class ScenarioError(Exception):
    """The file is not a valid scenario: the text says what is wrong with it."""


class Expect(Struct, forbid_unknown_fields=True):
    """What must hold after the last letter; anything left out may be anything."""

    position: dict[str, Any] | None = None
    events: list[dict[str, Any]] | None = None
    asks: dict[str, str] | None = None
    refused: str | None = None
    fates: list[str] | None = None
    told: dict[str, list[str]] | None = None
    notes: list[str] | None = None
    result: str | None = None
    stop: str | None = None
    outlook: dict[str, Any] | None = None
    board: str | None = None
    lists: list[str] | None = None


class Scenario(Struct, forbid_unknown_fields=True):
    """One scenario as it stands in its file."""

    title: str
    game: str
    expect: Expect
    clauses: str = ""
    options: dict[str, str | int | bool] = field(default_factory=dict)
    players: int = 0
    position: dict[str, Any] | None = None
    dice: list[int | str] = field(default_factory=list)
    letters: list[dict[str, str | None]] = field(default_factory=list)


def read_scenarios(text: str) -> list[Scenario]:
    """The scenarios of a file, one in each YAML document; raises `ScenarioError`."""
    try:
        documents = [document for document in yaml.safe_load_all(text) if document is not None]
        return [msgspec.convert(document, Scenario) for document in documents]
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ScenarioError(str(error)) from error


def run_scenario(game: Game[Any], scenario: Scenario) -> str:
    """Play a scenario and return the first difference from what was expected, or an empty text.

    Raises `ScenarioError` if it cannot be played.
    """
    try:
        return _played(game, scenario)
    except ScenarioError:
        raise
    except Exception as error:  # rules may fail anywhere in a position that no match can come to
        if scenario.position is None:
            raise
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} {error} in {where.name}, {Path(where.filename).name}:{where.lineno}"
        raise ScenarioError(f"the rules cannot go on from its position ({what})") from error


def _played(game: Game[Any], scenario: Scenario) -> str:
    dice = ScriptedDice(scenario.dice)
    try:
        match = _begin(game, scenario, dice)
        last = _Last()
        for number, letter in enumerate(scenario.letters, 1):
            before = _kept(match)
            last = _post(match, letter)
            if last.refused is None:
                continue
            if number < len(scenario.letters):
                return f"letter {number}, before the last, was refused: {last.refused}"
            match = Match(game, before, dice)  # nothing of the letter has been applied
    except DiceError as error:
        return str(error)
    if dice.left:
        return f"forced dice left over: {dice.left}"
    return _difference(game, match, scenario.expect, last)


class _Last(Struct):
    """The outcome of the last letter."""

    fates: list[LineResult] = field(default_factory=list)
    refused: str | None = None
    preview: Preview | None = None


def _begin(game: Game[Any], scenario: Scenario, dice: ScriptedDice) -> Match[Any]:
    players = scenario.players or game.players[0]
    texts = {name: _option_text(value) for name, value in scenario.options.items()}
    try:
        options = game.read_options(texts, players)
        seats = game.seats(options, players)
        turn = opening(game, options, {seat: game.seat_title(seat) for seat in seats})
        if scenario.position is not None:
            turn = msgspec.structs.replace(turn, state=_position(game, turn, scenario.position))
    except (OptionError, msgspec.ValidationError) as error:
        raise ScenarioError(str(error)) from error
    match = Match(game, Tail(turn), dice)
    match.settle()
    return match


def _kept(match: Match[Any]) -> Tail:
    """What a store would have kept of the match so far."""
    queues = {seat: [str(order) for order in queue] for seat, queue in match.queues.items()}
    return Tail(match.loaded.turn, list(match.rows), queues)


def _option_text(value: str | int | bool) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _position(game: Game[Any], turn: Turn, position: Mapping[str, Any]) -> bytes:
    """A state with the given fields and defaults for the rest, for the seats of the match."""
    fresh = game.decode(turn.state)
    given = {"seats": fresh.seats, "names": fresh.names, **position}
    state = msgspec.convert(game.upgrade(given, 0), game.state)
    return msgspec.json.encode(state)


def _post(match: Match[Any], letter: Mapping[str, str | None]) -> _Last:
    if len(letter) != 1:
        raise ScenarioError(f"a letter has one seat, not {sorted(letter)}")
    ((who, text),) = letter.items()
    verb, _, seat = str(who).rpartition(" ")
    lines = split_lines((text or "").split("\n"))
    if seat not in match.state.seats:
        raise ScenarioError(f"there is no seat {seat}; seats: {' '.join(match.state.seats)}")
    try:
        if verb == "preview":
            preview = match.preview(seat, lines)
            return _Last(list(preview.line_results), preview=preview)
        if verb == "leave":
            match.leave(seat)
        elif verb == "deadline":
            match.answer_automatically(seat)
        elif verb:
            raise ScenarioError(f"a letter is from a seat, or: preview S, leave S, deadline S; not {who}")
        else:
            return _Last(match.play(seat, lines))
    except LetterRefused as refused:
        return _Last(refused=str(refused))
    return _Last()


def _difference(game: Game[Any], match: Match[Any], expect: Expect, last: _Last) -> str:
    if last.refused != expect.refused:
        return f"refused: expected {expect.refused!r}, found {last.refused!r}"
    state = last.preview.state if last.preview else match.state
    events = last.preview.events if last.preview else match.events
    told = {seat: [fate.text for fate in fates] for seat, fates in match.reports.items()}
    view = game.view(masked(state, None), None)
    notes = [fate.text for fate in last.fates]
    asks = {seat: ask.name for seat, ask in match.asks.items()}
    outlook = last.preview.outlook if last.preview else None
    checks = [
        _subset(expect.position or {}, msgspec.to_builtins(state), "position"),
        _subsequence(expect.events or [], events),
        _differs("asks", expect.asks, asks),
        _differs("fates", expect.fates, [fate.status for fate in last.fates]),
        _differs("told", expect.told, told),
        _missing("notes", expect.notes or [], notes),
        _differs("result", expect.result, str(state.result) if state.result else "none"),
        _differs("stop", expect.stop, last.preview.stop if last.preview else ""),
        _subset(expect.outlook, msgspec.to_builtins(outlook), "outlook") if expect.outlook else "",
        _drawing(expect.board, view.board),
        _missing("lists", expect.lists or [], view.header + view.lists + view.legend),
    ]
    return next((check for check in checks if check), "")


def _differs(what: str, expected: object, found: object) -> str:
    if expected is None:
        return ""
    return "" if expected == found else f"{what}: expected {expected!r}, found {found!r}"


def _subset(expected: Any, found: Any, where: str) -> str:
    """The first place in which `expected` differs from `found`; lists must be equal in length.

    A null in a mapping stands for a value that is null or absent; the fields of a state or event must exist.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            name = str(key)
            if value is None and name not in found and "." in where:
                continue  # `S1: null` says that there is no S1
            if name not in found:
                return f"{where}: there is no {name}; there is {' '.join(map(str, found)) or 'nothing'}"
            difference = _subset(value, found[name], f"{where}.{name}")
            if difference:
                return difference
        return ""
    if isinstance(expected, list) and isinstance(found, list | tuple):
        if len(expected) != len(found):
            return f"{where}: expected {expected}, found {list(found)}"
        pairs = enumerate(zip(expected, found, strict=True))
        differences = (_subset(one, other, f"{where}[{i}]") for i, (one, other) in pairs)
        return next((difference for difference in differences if difference), "")
    return "" if expected == found else f"{where}: expected {expected!r}, found {found!r}"


def _subsequence(expected: list[dict[str, Any]], events: list[Event] | tuple[Event, ...]) -> str:
    found = [msgspec.to_builtins(event) for event in events]
    position = 0
    for wanted in expected:
        while position < len(found) and _subset(wanted, found[position], ""):
            position += 1
        if position == len(found):
            told = "\n  ".join(map(str, found))
            return f"events: no {wanted} (in this order); told was\n  {told}"
        position += 1
    return ""


def _missing(what: str, expected: list[str], found: list[str] | tuple[str, ...]) -> str:
    for wanted in expected:
        if not any(wanted in line for line in found):
            return f"{what}: no line with {wanted!r} in {list(found)}"
    return ""


def _drawing(expected: str | None, board: tuple[str, ...]) -> str:
    if expected is None:
        return ""
    wanted = [line.rstrip() for line in expected.rstrip("\n").split("\n")]
    found = [line.rstrip() for line in board]
    if wanted == found:
        return ""
    return "board:\n" + "\n".join(difflib.ndiff(wanted, found))
