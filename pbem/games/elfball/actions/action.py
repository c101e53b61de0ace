"""An action (ELFBALL-39 to 44, 185 to 188): one line, item by item, with conditions, until it is over.

The same code checks a line and carries it out. A check runs it on a copy in strict mode, where an item that cannot be
done makes the whole line `Refused`, and stops at the first die; in earnest dice may have made an item impossible, which
is then told as `Lost`. Items behind a wait come in a later letter and are handled in the same way.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from pbem.games.elfball.actions.blows import Shove, Tackle
from pbem.games.elfball.actions.conditions import holds
from pbem.games.elfball.actions.dash import Dash
from pbem.games.elfball.actions.faceoff import FaceOff
from pbem.games.elfball.actions.flow import (
    ITEMS,
    KINDS,
    End,
    Failing,
    If,
    Momentum,
    OnFail,
    Pass,
    unconditional,
)
from pbem.games.elfball.actions.forecast import foreseen
from pbem.games.elfball.actions.items import Going, Item, rehearse
from pbem.games.elfball.actions.movement import Face, Pickup, Stand
from pbem.games.elfball.actions.naming import IN_BOX, own_player_left
from pbem.games.elfball.actions.paces import spent
from pbem.games.elfball.actions.throwing import refuse_company
from pbem.games.elfball.field.events import Lost
from pbem.games.elfball.field.hexes import GRID
from pbem.games.elfball.field.kinds import LETTER
from pbem.games.elfball.field.lines import Turn
from pbem.games.elfball.field.prompts import GoOn
from pbem.games.elfball.field.state import SEAT_OF, Action, Letter, Pitch
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.momentum import Over, earn
from pbem.games.elfball.samples import sample_items
from pbem.play.forms import Form, Many
from pbem.play.forms import Line as Words
from pbem.play.game import copy
from pbem.play.orders import Refused, Unreadable, passes
from pbem.play.requests import Ask, Event, Pick, Rules, Seat, ask

_SURE = (Face, Momentum, OnFail, Stand)
"""Items that are done or refused, and the action goes on."""

_ON_FAIL: dict[Failing, Going] = {"skip": "on", "end": "end", "wait": "wait"}

Result: TypeAlias = Literal["done", "failed", "lost", "left out"]
"""What came of an item: `failed` is a challenge without success, `lost` what had become impossible."""


class Raged(Event, frozen=True):
    """A player who was attacked earns counters for acting."""

    player: Letter
    counters: int
    momentum: int


class _Begun(Many[Item]):
    """The items of a line that names its player: `A pickup` is what the winner of a face-off may try."""

    def take(self, line: Words, at: int) -> tuple[tuple[Item, ...], int] | None:
        got = super().take(line, at)
        if got is not None and isinstance(got[0][0], Pickup):
            raise Unreadable(
                "Stepping onto the ball picks it up; write pickup after such a step, or alone after a face-off",
                '"A go ball", or "pickup"',
            )
        return got


class Line(Turn, frozen=True):
    """A player's action: the letter and the items."""

    form: ClassVar = Form(
        "{letter} {items}",
        letter=LETTER,
        items=_Begun(ITEMS.kind, ","),
        says={
            **{line: means for kind in KINDS for line, means in kind.says.items()},
            **{line: means for kind in KINDS for line, means in kind.learned.items()},
        },
    )

    letter: str
    items: tuple[Item, ...]

    def ahead(self, *, behind: bool) -> str:
        return "give up your next action" if all(isinstance(item, End) for item in self.items) else ""

    def vet(self, state: Pitch, seat: Seat) -> None:
        own_player_left(state, seat, self.letter)
        for item in self.items:
            item.vet(state, self.letter)

    def vet_ahead(self, state: Pitch) -> None:
        """As far as the first item that may roll, end the action or be left out."""
        acts = [unconditional(item) for item in self.items]
        refuse_company(state, self.letter, acts)
        for at, item in enumerate(self.items):
            item.vet_ahead(state, self.letter, acts, at)
            if not isinstance(item, _SURE):
                break

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        _check_choice(state, self.letter, choice)
        twin = copy(state)
        rehearse(begin(twin, self.letter))
        _check_items(twin, self.items)
        return self

    def run(self, state: Pitch) -> Rules[None]:
        yield from begin(state, self.letter)
        yield from foreseen(state, lambda twin: carry_out(twin, self.items))


class More(Turn, frozen=True):
    """Further items for the player who has been told to wait."""

    form: ClassVar = Form("{items}", items=ITEMS, says={"tackle n, end": "go on with the player who waits"})

    unasked: ClassVar[str] = (
        "No action waits for more. Begin the line with the letter of a player, as in: A tackle q. After a face-off"
        " tackle and shove stand alone"
    )
    items: tuple[Item, ...]

    def vet(self, state: Pitch, seat: Seat) -> None:
        for item in self.items:  # who is to do it is not known yet, but whose player it is
            item.vet(state, state.team(seat)[0])


def _check_choice(state: Pitch, letter: Letter, choice: Sequence[Letter]) -> None:
    player = state.players[letter]
    if not player.on_field:
        use = f"; use: enter {letter} HEX" if player.at == "bench" else ""
        raise Refused(f"{letter} is {IN_BOX[player.at]}{use}")
    if letter not in choice:
        why = (
            f"cannot act: {state.bound} has doubled the counters"
            if state.bound
            else "has acted in this turn"
            if state.half and letter == state.half.first
            else "moved last"
        )
        others = f"; choose another player ({' '.join(choice)})" if choice else ""
        raise Refused(f"{letter} {why}{others}")


def begin(state: Pitch, letter: Letter) -> Rules[None]:
    """A player takes an action, with as many paces as their Jog (ELFBALL-40), and in a rage if attacked."""
    state.action = Action(letter, state.players[letter].attribute("jog"))
    if letter in state.struck and (counters := earn(state, sum(hooks.of(state.players[letter], "rages")))):
        yield Raged(letter, counters, state.momentum)


def carry_out(state: Pitch, items: Sequence[Item], *, strict: bool = False) -> Rules[None]:
    """Everything from the first item to the end of the action. Raises `Shift`."""
    try:
        going = yield from _carry_out(state, items, strict)
        while going == "wait" and not spent(state):
            more = yield from ask(_more(state))
            assert isinstance(more, Line)
            going = yield from foreseen(state, functools.partial(_carry_out, items=more.items, strict=False))
    except Over:
        pass


def _check_items(twin: Pitch, items: Sequence[Item]) -> None:
    """Refuses a line whose items are not possible up to the first die (ELFBALL-60, 185). The copy is used up."""
    refuse_company(twin, twin.acting.player, [unconditional(item) for item in items])
    rehearse(carry_out(twin, items, strict=True))


def _carry_out(state: Pitch, items: Sequence[Item], strict: bool) -> Rules[Going]:
    """The items of one line, in order; then whether more are to come."""
    action, acts = state.acting, [unconditional(item) for item in items]
    for item in items:
        if isinstance(item, Momentum):
            item.keep(state)
    failing: Going = next((_ON_FAIL[item.how] for item in items if isinstance(item, OnFail)), "on")
    skipping = False
    for at, (item, act) in enumerate(zip(items, acts, strict=True)):
        dash = isinstance(act, Dash)
        if skipping and not dash:
            continue
        result: Result = "left out"
        if not isinstance(item, If) or holds(state, item.when):
            result = yield from _attempt(state, acts, at, strict)
        going = failing if result in ("lost", "failed") else act.going(state) if result == "done" else "on"
        if going != "on":
            return going
        # What stands behind a Dash that was not made belongs to it; who sprints may yet make another (ELFBALL-188).
        skipping = dash and result in ("left out", "lost")
        if skipping and not hooks.of(state.players[action.player], "dashes"):
            return "end"
    return "end"


def _attempt(state: Pitch, acts: Sequence[Item], at: int, strict: bool) -> Rules[Result]:
    """Carry out one item, if it is possible by now (ELFBALL-186)."""
    action, act = state.acting, acts[at]
    before = action.unjudged() if act.judged else action.ok
    result: Result = "done"
    try:
        yield from act.do(state, acts, at)
    except Refused as error:
        if strict:
            raise
        yield Lost(action.player, str(act), str(error))
        result = "lost"
    else:
        if act.judged and action.ok is False:
            result = "failed"
    if action.ok is None:
        action.ok = before
    return result


# More items after a wait.


def _more(state: Pitch) -> Ask[Turn | FaceOff]:
    action = state.acting

    def check(order: Turn | FaceOff) -> Line:
        line = _as_line(action.player, order)
        if line.letter != action.player:
            raise Refused(
                f"{action.player} is in the middle of an action: go on with it, or write {action.player} end"
            )
        line.vet(state, SEAT_OF[line.letter])
        _check_items(copy(state), line.items)
        return line

    return Ask[Turn | FaceOff](
        seat=SEAT_OF[action.player],
        name="continue",
        takes=(Line, More, FaceOff),
        check=check,
        sample=lambda pick: pick.one([line := _sample_more(state, pick, check), More(line.items)]),
        auto=lambda: Line(action.player, (End(),)),
        about=GoOn(action.player, action.paces, action.closed, action.dash),
    )


def _as_line(letter: Letter, order: Turn | FaceOff) -> Line:
    """Every way to write further items, as a line (ELFBALL-191)."""
    match order:
        case Line():
            return order
        case More():
            return Line(letter, order.items)
        case FaceOff(word="tackle", at=at) if at:
            first: Item = Tackle(at, order.policy)
        case FaceOff(word="shove", at=at) if at:
            first = Shove(at, order.policy)
        case _:
            raise Refused(f'"{order}" does not say what {letter} is to do')
    return Line(letter, (first, Face(order.looks)) if order.looks else (first,))


# Samples.


def some_line(letters: Sequence[Letter], state: Pitch, pick: Pick, check: Callable[[Any], object]) -> Line:
    """Some legal line of one of these players: the first that passes its check, else an action of nothing."""
    near = min(letters, key=lambda each: GRID.distance(state.players[each].at, state.ball_hex))
    for _ in range(4):
        letter = (
            near if pick.chance(60) else pick.one(letters)
        )  # else random players would never get at the ball
        line = Line(letter, sample_items(state, letter, pick))
        if passes(check, line):
            return line
    return Line(letter, (Pass(),))


def _sample_more(state: Pitch, pick: Pick, check: Callable[[Any], object]) -> Line:
    """Some legal items for a player who has been told to wait."""
    letter = state.acting.player
    line = Line(letter, sample_items(state, letter, pick))
    return line if passes(check, line) else Line(letter, (End(),))
