"""An action (ELFBALL-39 to 44, 185 to 188): one line, item by item, with conditions, until it is over.

The same code checks a line and carries it out. A check runs it on a copy in strict mode, where an item that cannot be
done makes the whole line `Refused`, and stops at the first die; in earnest dice may have made an item impossible, which
is then told as `Lost`. Items behind a wait come in a later letter and are handled in the same way.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from pbem.games.elfball import hooks, items
from pbem.games.elfball.advanced_events import Raged
from pbem.games.elfball.ball import fall
from pbem.games.elfball.blows import shove, tackle
from pbem.games.elfball.challenges import Challenge
from pbem.games.elfball.conditions import holds
from pbem.games.elfball.events import Dashed, Lost
from pbem.games.elfball.forecast import foreseen
from pbem.games.elfball.items import Item
from pbem.games.elfball.momentum import Over, Shift, earn
from pbem.games.elfball.movement import face, go, move, stand
from pbem.games.elfball.naming import must_stand
from pbem.games.elfball.orders import FaceOff, Line, More, Turn
from pbem.games.elfball.paces import spent
from pbem.games.elfball.prompts import GoOn
from pbem.games.elfball.rolling import attempt
from pbem.games.elfball.state import PLAIN, SEAT_OF, Action, Letter, Pitch, Policy
from pbem.games.elfball.surging import surge
from pbem.games.elfball.throwing import refuse_company, throw
from pbem.games.elfball.vetting import vet
from pbem.play.game import copy
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Event, Pick, Rules, ask

Going: TypeAlias = Literal["on", "wait", "end"]
_ON_FAIL: dict[items.Failing, Going] = {"skip": "on", "end": "end", "wait": "wait"}

Sampler: TypeAlias = Callable[[Pitch, Pick], Line]


def begin(state: Pitch, letter: Letter) -> Rules[None]:
    """A player takes an action, with as many paces as their Jog (ELFBALL-40), and in a rage if they were attacked."""
    state.action = Action(letter, state.players[letter].attribute("jog"))
    state.saved = []
    if counters := earn(state, hooks.rage(state, letter)):
        yield Raged(letter, counters, state.momentum)


def carry_out(state: Pitch, line: Sequence[Item], sample: Sampler, *, strict: bool = False) -> Rules[None]:
    """Everything from the first item to the end of the action. Raises `Shift`."""
    try:
        going = yield from _items(state, line, strict)
        while going == "wait" and not spent(state):
            more = yield from ask(_more(state, sample))
            assert isinstance(more, Line)
            going = yield from foreseen(state, functools.partial(_items, line=more.items, strict=False))
    except Over:
        pass


def rehearse(rules: Rules[Any]) -> None:
    """Run rules, on a copy of the state, up to the first die or decision; what they refuse is refused here."""
    try:
        while isinstance(next(rules), Event):
            pass
    except StopIteration:
        pass


def check_items(twin: Pitch, line: Sequence[Item], sample: Sampler) -> None:
    """Refuses a line whose items are not possible up to the first die (ELFBALL-60, 185). The copy is used up."""
    acts = [items.unconditional(item) for item in line]
    for act in acts:
        if isinstance(act, items.Throw) and act.only and _in_company(act, acts):
            raise refuse_company(twin, act)
    rehearse(carry_out(twin, line, sample, strict=True))


def _in_company(act: Item, acts: Sequence[Item]) -> bool:
    return any(_occupies(each) for each in acts if each is not act)


def _occupies(act: Item) -> bool:
    """Whether an item is a move or a challenge of the acting player."""
    return isinstance(act, items.Act | items.Dash) or (isinstance(act, items.Surge) and not act.mover)


def _items(state: Pitch, line: Sequence[Item], strict: bool) -> Rules[Going]:
    """The items of one line, in order."""
    action = state.acting
    policies = (item for item in line if isinstance(item, items.Momentum))
    action.policies.update({item.kind: item.policy for item in policies})  # wherever they stand (ELFBALL-179)
    failing: Going = next((_ON_FAIL[item.how] for item in line if isinstance(item, items.OnFail)), "on")
    skipping = False  # what stands behind a Dash that was not made belongs to it (ELFBALL-188)
    for at, item in enumerate(line):
        act = items.unconditional(item)
        dash = isinstance(act, items.Dash)
        if skipping and not dash:
            continue
        going: Going = "on"
        made = False
        if not isinstance(item, items.If) or holds(state, item.when):
            going, made = yield from _attempt(state, act, line, line[at + 1 :], failing, strict)
        if going != "on":
            return going
        skipping = dash and not made
        if skipping and not hooks.sprints(state.players[action.player]):
            return "end"
    return "end"


def _attempt(
    state: Pitch, act: Item, line: Sequence[Item], rest: Sequence[Item], failing: Going, strict: bool
) -> Rules[tuple[Going, bool]]:
    """Carry out one item; how to go on after it, and whether it was possible (ELFBALL-186)."""
    action = state.acting
    judged = isinstance(act, items.Act | items.Dash)
    before = action.unjudged() if judged else action.ok
    possible = True
    try:
        going = yield from _item(state, act, line, rest)
    except Refused as error:
        if strict:
            raise
        yield Lost(action.player, str(act), str(error))
        going, possible = failing, False
    else:
        if judged and action.ok is False and going == "on":
            going = failing
    action.ok = before if action.ok is None else action.ok
    return going, possible


def _item(state: Pitch, act: Item, line: Sequence[Item], rest: Sequence[Item]) -> Rules[Going]:
    """One item whose condition holds."""
    match act:
        case items.Move():
            yield from move(state, act, _picking(rest))
        case items.Go():
            yield from go(state, act, _picking(rest))
        case items.Throw():
            company = _in_company(act, [items.unconditional(item) for item in line])
            yield from throw(state, act, company=company)
        case items.Surge():
            yield from surge(state, act, _picking(rest))
        case items.Tackle():
            yield from tackle(state, act)
        case items.Shove():
            yield from shove(state, act)
        case items.Face():
            yield from face(state, act)
        case items.Stand():
            yield from stand(state, act)
        case items.Dash():
            yield from _dash(state, act, rest)
        case items.Momentum():
            state.acting.policies[act.kind] = act.policy
        case items.Pickup():
            _behind_a_step(act, line)
        case items.Wait():
            return "wait" if holds(state, act.when) else "on"
        case items.Stop():
            return "end" if holds(state, act.when) else "on"
        case items.End() | items.Pass():
            return "end"
    return "on"


def _picking(rest: Sequence[Item]) -> Policy:
    """The policy of a `pickup` item right behind a step (section 6.1)."""
    act = items.unconditional(rest[0]) if rest else None
    return act.policy if isinstance(act, items.Pickup) else PLAIN


def _behind_a_step(act: items.Pickup, line: Sequence[Item]) -> None:
    acts = [items.unconditional(item) for item in line]
    before = acts[acts.index(act) - 1] if acts.index(act) else None
    if not isinstance(before, items.Move | items.Go | items.Surge):
        raise Refused(
            "pickup: who steps onto the ball picks it up; this word belongs right behind such a step"
        )


# The Dash (ELFBALL-79 to 81, 188).


def _dash(state: Pitch, order: items.Dash, rest: Sequence[Item]) -> Rules[None]:
    action = state.acting
    letter = action.player
    must_stand(state, letter)
    own = hooks.own_dash(state.players[letter], action.dashed + 1)
    if action.long:
        raise Refused("dash: a throw that must be the only thing in the action was made")
    if own and order.counters:
        raise Refused(f"{order}: {letter} is a Sprinter and pays nothing; leave the number out")
    if not own and action.dashed:
        raise Refused(f"{letter} has already dashed in this action")
    if not own and not state.momentum:
        raise Refused("dash: no Momentum left")
    if order.counters > state.momentum:
        raise Refused(f"dash {order.counters}: only {state.momentum} Momentum left")
    if not any(_of_use(state, item) for item in itertools.takewhile(_no_dash, rest)):
        raise Refused("dash: nothing behind it could be done")
    counters = 0 if own else order.counters or state.momentum
    state.momentum -= counters
    action.dashed, action.paces = action.dashed + 1, 0
    count, target = own or (counters, 1)
    challenge = Challenge("dash", letter, count, (target,), [], order.policy, earns=None)
    dice = yield from attempt(state, hooks.prepared(state, challenge))
    action.ok = dice.succeeded
    if dice.succeeded:
        action.dash = "step"
        yield Dashed(letter, counters, dice, "success")
        return
    # A player who falls here may hold the ball.
    yield Dashed(letter, counters, dice, "dazed" if dice.flopped else "down")
    yield from fall(state, {letter: "dazed" if dice.flopped else "down"})
    raise Shift


def _no_dash(item: Item) -> bool:
    return not isinstance(items.unconditional(item), items.Dash)


def _of_use(state: Pitch, item: Item) -> bool:
    """Whether an item could be done first after a Dash that succeeds."""
    act = items.unconditional(item)
    if isinstance(act, items.Wait):
        return True
    if not isinstance(act, items.Act):
        return False
    twin = copy(state)
    twin.acting.dashed, twin.acting.dash = twin.acting.dashed + 1, "step"
    try:
        rehearse(_item(twin, act, [act], []))
    except Over:
        return True
    except Refused:
        return twin.acting.dash != "step"  # the first step of several could be done
    return True


# More items after a wait.


def _more(state: Pitch, sample: Sampler) -> Ask[Turn | FaceOff]:
    action = state.acting

    def check(order: Turn | FaceOff) -> Line:
        line = _as_line(action.player, order)
        if line.letter != action.player:
            raise Refused(
                f"{action.player} is in the middle of an action: go on with it, or write {action.player} end"
            )
        vet(state, SEAT_OF[line.letter], line)
        check_items(copy(state), line.items, sample)
        return line

    return Ask[Turn | FaceOff](
        seat=SEAT_OF[action.player],
        name="continue",
        takes=(Line, More, FaceOff),
        check=check,
        sample=lambda pick: pick.one([line := sample(state, pick), More(line.items)]),
        auto=lambda: Line(action.player, (items.End(),)),
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
            first: Item = items.Tackle(at)
        case FaceOff(word="shove", at=at) if at:
            first = items.Shove(at)
        case _:
            raise Refused(f'"{order}" does not say what {letter} is to do')
    return Line(letter, (first, items.Face(order.looks)) if order.looks else (first,))
