"""Momentum steps (ELFBALL-117): steps that counters pay for, by the acting player, by teammates, before a turn."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from pbem.games.elfball.actions.items import Item
from pbem.games.elfball.actions.movement import (
    STEPPING_STONES,
    land,
    picking,
    put,
    refuse_far_or_taken,
    vet_route,
)
from pbem.games.elfball.actions.naming import must_stand, own_player_left, player_on_field
from pbem.games.elfball.actions.referee import refuse_slip, refuse_slip_over_edge
from pbem.games.elfball.field.events import Lost
from pbem.games.elfball.field.hexes import ATTACKED, EDGE, GOALS, OTHER
from pbem.games.elfball.field.kinds import HEXES, LETTER, POLICY
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.abilities import Step
from pbem.play.forms import Form, flag
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Event, Rules


class Surged(Event, frozen=True):
    """A player has made Momentum steps, which leave so many counters."""

    player: Letter
    start: Hex
    route: tuple[Hex, ...]
    momentum: int


class Surge(Item, frozen=True):
    """Momentum steps (ELFBALL-117), by whatever ability allows them; of another player of the team, in a swarm."""

    form: ClassVar = Form(
        "swarm {mover} {hexes}",
        also=("surge/su {hexes} [{out}] [{policy}]",),
        mover=LETTER,
        hexes=HEXES,
        out=flag("out"),
        policy=POLICY,
    )
    learned: ClassVar = {
        "A surge k22 k24": "steps that Momentum pays",
        "A swarm b k22": "steps of another Little Guy",
    }
    steps: ClassVar[bool] = True

    hexes: tuple[str, ...]
    out: bool = False
    mover: str = ""
    policy: Policy = PLAIN

    @property
    def occupies(self) -> bool:
        return not self.mover

    @property
    def needs(self) -> Sequence[str]:
        return ("swarms",) if self.mover else ()

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if self.mover:
            _refuse_mover(state, self, letter)
            vet_guided(self, self.mover, self.hexes)
            return
        _own_steps(state, self, letter)
        vet_route(self, self.hexes)
        if not self.out:
            refuse_slip_over_edge(state, letter, self.hexes[0])

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        action = state.acting
        if action.closed or action.dashed:
            raise Refused(f"{self}: after the last challenge of an action there are no Momentum steps")
        yield from _swarm(state, self) if self.mover else _surge(state, self, picking(line, at))


def _surge(state: Pitch, order: Surge, policy: Policy) -> Rules[None]:
    """Momentum steps of the acting player. Raises as a step does."""
    action = state.acting
    letter = action.player
    must_stand(state, letter)
    if action.long:
        raise Refused(f"{letter} has made a throw that must be the only thing in the action")
    steps = _own_steps(state, order, letter)

    def refuse(to: Hex) -> None:
        if not order.out:
            refuse_slip(state, letter, to)

    yield from _moved(state, order, letter, order.hexes, steps, refuse, policy.over(order.policy))


def _own_steps(state: Pitch, order: Surge, letter: Letter) -> list[Step]:
    """A player's own Momentum steps, or refused."""
    player = state.players[letter]
    swarms: list[Step] = hooks.of(player, "swarms") if player.type == "Little Guy" else []
    steps = [*hooks.surges(player), *swarms]
    if not steps:
        raise Refused(f"{order}: {letter} knows no Momentum steps")
    return steps


def _swarm(state: Pitch, order: Surge) -> Rules[None]:
    """ELFBALL-143: another Little Guy of the team, who must stand; the acting player may lie."""
    letter = state.acting.player
    step: Step = hooks.need(state, letter, "swarms", str(order))
    _refuse_mover(state, order, letter)
    yield from _guided(state, order, player_on_field(state, order.mover), order.hexes, step)


def _refuse_mover(state: Pitch, order: Surge, letter: Letter) -> None:
    """Refuse a swarm of somebody who is never moved in one."""
    mover = own_player_left(state, SEAT_OF[letter], order.mover)
    if mover == letter:
        raise Refused(f"{order}: {mover}'s own steps are: surge {' '.join(order.hexes)}")
    if state.players[mover].type != "Little Guy":
        raise Refused(f"{order}: {mover} is not a Little Guy")


def react(state: Pitch, letter: Letter, hexes: Sequence[Hex], words: str) -> Rules[None]:
    """ELFBALL-152: steps before the turn, after a Shift in the team's favor."""
    step: Step = hooks.need(state, player_on_field(state, letter), "reacts", words)
    yield from _guided(state, words, letter, hexes, step)


def follow_up(state: Pitch, thrower: Letter, catcher: Letter, hexes: Sequence[Hex]) -> Rules[None]:
    """ELFBALL-158: who has caught a Lead Pass goes on, as far as it is possible."""
    words = f"with lead {' '.join(hexes)}"
    (step,) = hooks.of(state.players[thrower], "leads")
    try:
        yield from _guided(state, words, catcher, hexes, step, goal=ATTACKED[SEAT_OF[catcher]])
    except Refused as error:
        yield Lost(thrower, words, str(error))


def _guided(
    state: Pitch, order: object, letter: Letter, hexes: Sequence[Hex], step: Step, *, goal: Hex = ""
) -> Rules[None]:
    """Steps of a player who does not act: none brings a Pick-up, or them off the field. Raises `Refused`."""
    if not state.players[letter].stands:
        raise Refused(f"{order}: {letter} does not stand")

    def refuse(to: Hex) -> None:
        if to == state.ball or to in _NOT_FOR_OTHERS - {goal}:
            raise _for_the_actor(order, letter, to)

    yield from _moved(state, order, letter, hexes, [step], refuse)


_NOT_FOR_OTHERS = EDGE | GOALS


def _for_the_actor(order: object, letter: Letter, to: Hex) -> Refused:
    return Refused(f"{order}: {letter} cannot go to {to}; only the acting player can")


def vet_guided(order: object, letter: Letter, hexes: Sequence[Hex]) -> None:
    """Refuse steps of a player who does not act that lead nowhere in any position."""
    vet_route(order, hexes)
    for to in hexes:
        if to in _NOT_FOR_OTHERS:
            raise _for_the_actor(order, letter, to)


def _moved(
    state: Pitch,
    order: object,
    letter: Letter,
    hexes: Sequence[Hex],
    steps: Sequence[Step],
    refuse: Callable[[Hex], None],
    picking: Policy | None = None,
) -> Rules[None]:
    """Steps until one is refused. With a policy for picking up it is the acting player, who lands wherever they
    come."""
    start, route = state.players[letter].at, list[Hex]()
    for to in hexes:
        try:
            step = _fitting(state, order, letter, to, steps)
            refuse(to)
        except Refused:
            if route:
                yield Surged(letter, start, tuple(route), state.momentum)
            raise
        state.momentum -= step.cost
        put(state, letter, to)
        route.append(to)
        if picking is not None:
            state.acting.busy = True
            if to not in STEPPING_STONES or to == state.ball:
                yield Surged(letter, start, tuple(route), state.momentum)
                start, route = to, []
                yield from land(state, letter, picking)
    if route:
        yield Surged(letter, start, tuple(route), state.momentum)


def _fitting(state: Pitch, order: object, letter: Letter, to: Hex, steps: Sequence[Step]) -> Step:
    """The ability by which a Momentum step is made, the cheapest there is, or refused."""
    here = state.players[letter].at
    refuse_far_or_taken(state, order, letter, to)
    fitting = [step for step in steps if step.leads(state, letter, to)]
    if not fitting:
        raise Refused(f"{order}: no Momentum step of {letter} leads to {to}")
    hindered = bool(state.facing(here, OTHER[SEAT_OF[letter]]))
    fitting = [step for step in fitting if step.free or not hindered]
    if not fitting:
        raise Refused(f"{order}: {letter} would have to Disengage on {here}")
    step = min(fitting, key=lambda each: each.cost)
    if state.momentum < step.cost:
        raise Refused(f"{order}: {state.momentum or 'no'} Momentum left; a step to {to} takes {step.cost}")
    return step
