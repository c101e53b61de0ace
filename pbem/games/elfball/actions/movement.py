"""Turning, standing up, moving and getting away (ELFBALL-11 to 13, 45 to 50, 189)."""

import itertools
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from pbem.games.elfball.actions.ball import fall, flop, pick_up
from pbem.games.elfball.actions.items import Act, Item
from pbem.games.elfball.actions.naming import (
    LYING,
    hex_of,
    in_paces,
    must_stand,
    own_place,
    player_on_field,
    standing_cost,
    turn,
    way_to,
)
from pbem.games.elfball.actions.paces import may_step, pay_challenge, pay_step
from pbem.games.elfball.actions.referee import arrived, refuse_slip, refuse_slip_over_edge, would_leave
from pbem.games.elfball.field.events import BrokeFree, Disengaged, Ran, Slipped, StoodUp
from pbem.games.elfball.field.hexes import ATTACKED, EDGE, FIELD, GOALS, GRID, OTHER
from pbem.games.elfball.field.kinds import HEX, HEXES, LOOKS, POLICY, TARGET, WAY
from pbem.games.elfball.field.players import Attribute
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.field.ways import closed_hexes, find_way
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge, Modifier, against, rear_hexes, strike
from pbem.games.elfball.rolls.momentum import Over, Shift
from pbem.games.elfball.rolls.rolling import attempt
from pbem.play.forms import Choice, Form, flag, one_of
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Rules

STEPPING_STONES = frozenset(FIELD) - GOALS
"""The hexes on which nothing happens to who steps there, but for the ball's."""


class Face(Item, frozen=True):
    """A turn, to a direction, a hex, a player, `ball` or `goal`."""

    form: ClassVar = Form("face/f {target}", said="turn, look, turn to, look at", target=LOOKS)

    target: str

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if self.target == letter:
            raise own_place(f"face {letter}", letter)

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Turning is free (ELFBALL-11)."""
        letter = state.acting.player
        must_stand(state, letter)
        yield from turn(state, letter, way_to(state, letter, self.target))


class Stand(Item, frozen=True):
    """Standing up, looking in a direction if one is named."""

    form: ClassVar = Form("stand/up [up] [{looks}]", said="get up, stand up, rise", looks=WAY)
    says: ClassVar = {"A stand, face ball": "get up and turn"}
    about: ClassVar = {
        "stand, standing": (
            '"A stand" gets a player up who is Down or Dazed, for some of their paces: 5 or 8, less their'
            " Grit, one less for each teammate beside them who faces them, one more for each opponent."
        )
    }

    looks: str = ""

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """ELFBALL-45, 46; nothing to do for one who stands."""
        action = state.acting
        letter, player = action.player, state.players[action.player]
        if player.stands:
            return
        if action.closed or action.dashed:
            raise Refused(f"{letter} cannot stand up anymore in this action")
        cost = standing_cost(state, letter)
        if cost > action.paces:
            raise Refused(f"{letter} needs {in_paces(cost)} to stand up and has {action.paces}")
        action.paces -= cost
        player.posture = "standing"
        player.looks = int(self.looks or player.looks)
        yield StoodUp(letter, cost, action.paces, player.looks)


_BREAKING: Choice[tuple[str, ...]] = Choice(
    {
        "once might": ("once", "might"),
        "might once": ("once", "might"),
        "once": ("once",),
        "might": ("might",),
    }
)


class Move(Act, frozen=True):
    """Steps, each to a neighbour of the one before. `out`: into the edge or a goal hex, knowingly (ELFBALL-91).

    `breaking`: how to break free of Clipping, `once`, by `might` (ELFBALL-135).
    """

    form: ClassVar = Form(
        "move/m {hexes} [{out}] [{breaking}] [{policy}]",
        hexes=HEXES,
        out=flag("out"),
        breaking=_BREAKING,
        policy=POLICY,
    )
    says: ClassVar = {"A move k20 j19": "step by step", "A move n1 out": "over the line, knowingly"}
    about: ClassVar = {
        "move": (
            '"A move k20 j19" goes hex by hex; each step costs a pace. Next to an opponent who faces the'
            ' player a step needs a Disengage. "A go k20" finds the way by itself.'
        ),
        "out": '"A move n1 out" steps over the edge on purpose; without the word such a step is refused.',
    }
    steps: ClassVar[bool] = True

    hexes: tuple[str, ...]
    out: bool = False
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        vet_route(self, self.hexes)
        if not self.out:
            refuse_slip_over_edge(state, letter, self.hexes[0])

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        yield from _walk(state, self, self.hexes, picking(line, at), out=self.out)


class Go(Act, frozen=True):
    """The server finds the way (ELFBALL-189). Stepping onto the ball picks it up, so that is a way to say `go ball`."""

    form: ClassVar = Form(
        "go/g {to=beside} {target} [{breaking}] [{policy}]",
        said=(
            "run, walk, head, jog, sprint, advance, charge, make, make for, head for, race, "
            "come, travel, rush"
        ),
        also=(
            "go/g {to=there} [{breaking}] [{policy}]",
            "go/g {target=hex} [{breaking}] [{policy}]",
            "pick/pickup/p/get/grab/take/fetch [up] {to=ball} [up] [{policy}]",
        ),
        beside=one_of("next", "behind"),
        there=Choice({"ball": "ball", "goal": "goal"}, named=True),
        ball=Choice({"ball": "ball"}, named=True),
        target=TARGET,
        hex=HEX,
        breaking=_BREAKING,
        policy=POLICY,
    )
    says: ClassVar = {
        "A go k20": "the server finds the way",
        "A go ball, if ball: go goal": "fetch the ball and run for it",
    }
    learned: ClassVar = {"A go k20 once": "one try against Clipping"}
    about: ClassVar = {
        "go, next, behind": (
            '"A go k20" goes to a hex by the best way, "A go ball" to the ball, "A go goal" to the goal, "A'
            ' go next q" to a hex beside Q, "A go behind q" to one at Q\'s back.'
        ),
        "once": '"A go k20 once" makes one try to break free of Clipping, not as many as there are paces.',
    }
    steps: ClassVar[bool] = True

    to: Literal["hex", "ball", "goal", "next", "behind"] = "hex"
    target: str = ""
    policy: Policy = PLAIN
    breaking: tuple[str, ...] = ()

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if self.target in EDGE:
            _refuse_leaving(state, self, letter)
        if self.target == letter:
            raise _nobody_else(self)

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Find a way and walk it as far as the paces reach (ELFBALL-189)."""
        action = state.acting
        must_stand(state, action.player)
        way = find_way(state, action.player, _aims(state, self))
        if way is None:
            raise Refused(f"{self}: every way is blocked")
        paces = 1 if action.dash else action.paces
        yield from _walk(state, self, way[: max(1, paces)], picking(line, at))


class Pickup(Item, frozen=True):
    """The Momentum policy of the Pick-up that the step before brings."""

    form: ClassVar = Form("pickup/p [{policy}]", policy=POLICY)
    about: ClassVar = {
        "pickup, pick": (
            'After a face-off that you have won, "pickup" goes for the ball. In an action stepping onto the'
            ' ball is enough: "A go ball".'
        )
    }

    policy: Policy = PLAIN

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        if not at or not line[at - 1].steps:
            raise Refused(
                "pickup: a step onto the ball picks it up; write this word only right after such a step"
            )

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        self.vet_ahead(state, state.acting.player, line, at)
        yield from ()


def picking(line: Sequence[Item], at: int) -> Policy:
    """The policy of a `pickup` right behind a step (section 6.1)."""
    after = line[at + 1] if at + 1 < len(line) else None
    return after.policy if isinstance(after, Pickup) else PLAIN


def _walk(
    state: Pitch, order: Move | Go, hexes: Sequence[Hex], picking: Policy, *, out: bool = False
) -> Rules[None]:
    """Steps until one fails (ELFBALL-47 to 50). What has been run is told whenever dice or refusals interrupt it."""
    action = state.acting
    letter, player = action.player, state.players[action.player]
    start, route = player.at, list[Hex]()
    for to in hexes:
        hinderers = tuple(state.facing(player.at, OTHER[SEAT_OF[letter]]))
        try:
            may_step(state)
            refuse_far_or_taken(state, order, letter, to)
            if not out:
                refuse_slip(state, letter, to)
        except Refused:
            yield from _tell_run(state, start, route)
            raise
        action.busy = True
        if hinderers:
            yield from _tell_run(state, start, route)
            start, route = player.at, []
            if not (yield from _get_away(state, letter, hinderers, order)):
                return
        pay_step(state)
        put(state, letter, to)
        route.append(to)
        if to not in STEPPING_STONES or to == state.ball:
            yield from _tell_run(state, start, route)
            start, route = to, []
            yield from land(state, letter, picking.over(order.policy))
    yield from _tell_run(state, start, route)


def _tell_run(state: Pitch, start: Hex, route: Sequence[Hex]) -> Rules[None]:
    """Tell the steps made so far, if there are any."""
    action = state.acting
    if route:
        yield Ran(action.player, start, tuple(route), None if action.dash else action.paces)


def refuse_far_or_taken(state: Pitch, order: object, letter: Letter, to: Hex) -> None:
    """Refuses a step to a hex that is not the next one, or where somebody is (ELFBALL-47)."""
    refuse_far(order, state.players[letter].at, to)
    if there := state.on(to):
        raise Refused(f"{to} is taken by {there}")


def refuse_far(order: object, here: Hex, to: Hex) -> None:
    """Refuses a step to a hex that is not the next one."""
    if GRID.direction(here, to) is None:
        near = " ".join(GRID.neighbours(here).values())
        raise Refused(f"{order}: {to} is not next to {here} (neighbors: {near})")


def vet_route(order: object, hexes: Sequence[Hex]) -> None:
    """Refuses steps that do not follow one another, wherever they begin."""
    for here, to in itertools.pairwise(hexes):
        refuse_far(order, here, to)


def put(state: Pitch, letter: Letter, to: Hex) -> None:
    """A step, looking that way."""
    player = state.players[letter]
    player.looks = GRID.direction(player.at, to) or player.looks
    player.at = to
    if state.action and state.action.player == letter:
        state.action.stepped = True


def land(state: Pitch, letter: Letter, picking: Policy) -> Rules[None]:
    """What a step of the acting player into the ball's hex, a goal hex or an edge hex brings (ELFBALL-50, 89 to 94).

    Raises `Over` or `Shift` where it ends the action.
    """
    to = state.players[letter].at
    if state.ball == to:
        pay_challenge(state)
        yield from pick_up(state, letter, picking)
        return
    scored = state.holder == letter and to == ATTACKED[SEAT_OF[letter]]
    left = would_leave(state, letter, to)
    if (yield from arrived(state, letter)):
        raise Shift
    if scored or left:
        raise Over


def _get_away(state: Pitch, letter: Letter, hinderers: tuple[Letter, ...], order: Move | Go) -> Rules[bool]:
    """All that a step needs from a player whom opponents face. Returns whether they may go."""
    for other in sorted(hinderers):
        clipped = any(clips(state, other, letter) for clips in hooks.of(state.players[other], "clips"))
        if clipped and not (yield from _break_free(state, letter, other, order)):
            return False
    challenge = disengaging(state, letter, hinderers, order.policy)
    if hooks.any_of(state, challenge, "wins"):
        state.acting.ok = True
        yield Slipped(letter, hinderers)
        return True
    return (yield from _disengage(state, challenge, hinderers))


def _break_free(state: Pitch, letter: Letter, clipper: Letter, order: Move | Go) -> Rules[bool]:
    """The Impact of ELFBALL-135, again while there are paces. Returns whether they are free of this opponent."""
    action = state.acting
    while True:
        strike(state, clipper)
        dice = yield from attempt(state, breaking(state, letter, clipper, order))
        yield BrokeFree(letter, clipper, dice, dice.told("success", "fail", "flop"))
        if dice.succeeded:
            return True
        if dice.flopped:
            yield from flop(state, letter)
        if action.dash:
            action.dash = "challenge"
            return False
        if "once" in order.breaking or action.paces <= 1:
            return False
        action.paces -= 1


def breaking(state: Pitch, letter: Letter, clipper: Letter, order: Move | Go) -> Challenge:
    """The challenge by which a player breaks free: on Dodge if that is higher, unless `might` is written (R28)."""
    player = state.players[letter]
    might, dodge = player.attribute("might"), player.attribute("dodge")
    on: Attribute = "might" if "might" in order.breaking or might >= dodge else "dodge"
    base = (state.players[clipper].attribute("might"), -2)
    modifiers = against(state, letter, clipper)
    return hooks.challenge(state, "clipping", letter, on, base, modifiers, order.policy, foe=clipper)


def _disengage(state: Pitch, challenge: Challenge, hinderers: tuple[Letter, ...]) -> Rules[bool]:
    """ELFBALL-49. Returns whether the player may go."""
    action, letter = state.acting, challenge.player
    dice = yield from attempt(state, challenge)
    yield Disengaged(letter, hinderers, dice, dice.told("free", "down", "dazed"))
    if dice.succeeded:
        return True
    fumbled = yield from fall(state, {letter: "dazed" if dice.flopped else "down"})
    if dice.flopped or fumbled:
        raise Shift
    if action.dash:  # ELFBALL-81
        raise Over
    return False


def disengaging(state: Pitch, letter: Letter, hinderers: Sequence[Letter], rider: Policy) -> Challenge:
    """The challenge of ELFBALL-49: the best tackler sets the base, each other one who faces the player adds 1."""
    best = max(hinderers, key=lambda each: state.players[each].attribute("tackle"))
    helpers: list[Modifier] = [(-1, each) for each in state.facing(state.players[letter].at, SEAT_OF[letter])]
    others: list[Modifier] = [(1, each) for each in hinderers if each != best]
    base = (state.players[best].attribute("tackle"), -2)
    return hooks.challenge(state, "disengage", letter, "dodge", base, helpers + others, rider)


def _refuse_leaving(state: Pitch, order: Go, letter: Letter) -> None:
    if would_leave(state, letter, order.target):
        raise Refused(f"{order}: go never leads onto the edge line or into a goal that would not count")


def _nobody_else(order: Go) -> Refused:
    return Refused(f"{order}: nobody else is there")


def _aims(state: Pitch, order: Go) -> list[Hex]:
    """The hexes where the way may end, or refused."""
    letter = state.acting.player
    if order.to == "ball":
        if state.holder:
            raise Refused(f"go ball: {state.holder} holds it")
        return [state.ball]
    if order.to == "goal":
        if state.holder != letter:
            raise Refused(f"go goal: {letter} does not hold the ball")
        return [ATTACKED[SEAT_OF[letter]]]
    if order.to == "hex":
        _refuse_leaving(state, order, letter)
        if (there := state.on(order.target)) and there != letter:
            raise Refused(f"{order.target} is taken by {there}")
        return [order.target]
    return _near_other(state, order, letter)


def _near_other(state: Pitch, order: Go, letter: Letter) -> list[Hex]:
    """The free hexes beside another player, or at their back."""
    target = player_on_field(state, order.target) if order.target not in GRID else state.on(order.target)
    if target is None or target == letter:
        raise _nobody_else(order)
    if order.to == "next":
        near: Iterable[Hex] = GRID.neighbours(hex_of(state, target)).values()
    else:
        if not state.players[target].stands:
            raise Refused(f"{order}: {target} is {LYING[state.players[target].posture]} and looks nowhere")
        near = rear_hexes(state, target)
    closed = closed_hexes(state) - {state.players[letter].at}
    return [each for each in near if each not in closed]
