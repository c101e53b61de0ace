"""The Dash (ELFBALL-79 to 81, 120, 188)."""

import itertools
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from pbem.games.elfball.actions.ball import fall
from pbem.games.elfball.actions.items import Item, rehearse
from pbem.games.elfball.actions.naming import must_stand
from pbem.games.elfball.field.events import Dashed
from pbem.games.elfball.field.kinds import POLICY, SOME_COUNTERS
from pbem.games.elfball.field.state import PLAIN, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.games.elfball.rolls.momentum import Over, Shift
from pbem.games.elfball.rolls.rolling import attempt
from pbem.play.forms import Form
from pbem.play.game import copy
from pbem.play.orders import Refused
from pbem.play.requests import Rules


class Dash(Item, frozen=True):
    """A Dash that pays so many counters; 0 for all there are."""

    form: ClassVar = Form("dash/d [{counters}] [{policy}]", counters=SOME_COUNTERS, policy=POLICY)

    says: ClassVar = {"A go goal, dash 1, go goal": "and a Dash for the last step"}
    about: ClassVar = {
        "dash": (
            '"A go goal, dash 1, go goal": at the end of an action one step or challenge more, or both. You'
            " pay with counters of Momentum, and roll as many dice; one success is enough."
        )
    }
    judged: ClassVar[bool] = True

    counters: int = 0
    policy: Policy = PLAIN

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if not any(item.after_dash for item in _behind(line, at)):
            raise Refused(_USELESS)

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        action = state.acting
        letter = action.player
        must_stand(state, letter)
        sprints = hooks.of(state.players[letter], "dashes")
        if why := _why_not(state, self, free=bool(sprints)):
            raise Refused(why)
        if not any(_of_use(state, item) for item in _behind(line, at)):
            raise Refused(_USELESS)
        action.dashed, action.paces = action.dashed + 1, 0
        counters = 0 if sprints else self.counters or state.momentum
        state.momentum -= counters
        count, target = counters, 1
        if sprints:
            count, target = sprints[0](state.players[letter].attribute("jog"), action.dashed)
        challenge = Challenge("dash", letter, count, (target,), [], self.policy, earns=None)
        dice = yield from attempt(state, hooks.prepared(state, challenge))
        fate: Literal["", "down", "dazed"] = dice.told("", "down", "dazed")
        yield Dashed(letter, counters, dice, fate or "success")
        if not fate:
            action.dash = "step"
            return
        yield from fall(state, {letter: fate})  # they may hold the ball
        raise Shift


def _why_not(state: Pitch, order: Dash, *, free: bool) -> str:
    """Why no Dash can be made now, by one who pays or, with an ability, is `free`; empty where one can."""
    action = state.acting
    if action.long:
        return "dash: a throw that must be the only thing in the action was made"
    if free:
        pays = f"{order}: {action.player} is a Sprinter and pays nothing; leave the number out"
        return pays if order.counters else ""
    if action.dashed:
        return f"{action.player} has already dashed in this action"
    if not state.momentum:
        return "dash: no Momentum left"
    too_many = order.counters > state.momentum
    return f"dash {order.counters}: only {state.momentum} Momentum left" if too_many else ""


_USELESS = "dash: nothing behind it could be done"


def _behind(line: Sequence[Item], at: int) -> Iterable[Item]:
    """The items that belong to a Dash: those before the next."""
    return itertools.takewhile(lambda item: not isinstance(item, Dash), line[at + 1 :])


def _of_use(state: Pitch, item: Item) -> bool:
    """Whether an item could be done first after a Dash that succeeds."""
    if not item.after_dash:
        return False
    twin = copy(state)
    twin.acting.dashed, twin.acting.dash = twin.acting.dashed + 1, "step"
    try:
        rehearse(item.do(twin, [item], 0))
    except Over:
        return True
    except Refused:
        return twin.acting.dash != "step"  # the first step of several could be done
    return True
