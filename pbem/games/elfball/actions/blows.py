"""Impact, Tackle and Shove (ELFBALL-72 to 78), and the kinds of Tackle that abilities bring."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pbem.games.elfball.actions.ball import drop, fall, flop
from pbem.games.elfball.actions.injuries import HARDY, Fate, injury
from pbem.games.elfball.actions.items import Act, Item
from pbem.games.elfball.actions.movement import land, put
from pbem.games.elfball.actions.naming import no_mate, opponent_beside, turn
from pbem.games.elfball.actions.paces import may_challenge, pay_challenge
from pbem.games.elfball.actions.referee import arrived, would_leave
from pbem.games.elfball.field.events import HitResult, Impacted, Lost, Ran, Shoved, Tackled
from pbem.games.elfball.field.hexes import GRID
from pbem.games.elfball.field.kinds import POLICY, TARGET
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.abilities import PLAIN_BLOW, Blow
from pbem.games.elfball.rolls.challenges import Challenge, Modifier, against, strike
from pbem.games.elfball.rolls.momentum import POLICIES, Shift, earn
from pbem.games.elfball.rolls.rolling import attempt
from pbem.play.forms import Form, flag, one_of
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Event, Pick, Rules

HITS: tuple[HitResult, ...] = ("slide", "solid", "punishing", "crippling")
"""What a Tackle comes to, by its net above the target; the last from there on (ELFBALL-74)."""


class Gloated(Event, frozen=True):
    """A player earns counters for what they have done to an opponent."""

    player: Letter
    target: Letter
    counters: int
    momentum: int


class Tackle(Act, frozen=True):
    """Impact if it is needed, and Tackle; `blow` is the ability by which it is made."""

    form: ClassVar = Form(
        "tackle/ta {target} [{policy}] [with {blow}]",
        said="hit, block, attack, bring down, take down, floor",
        target=TARGET,
        policy=POLICY,
        blow=one_of(*hooks.BLOWS),
    )

    says: ClassVar = {
        "A go behind q, tackle q": "bring Q down from behind",
        "A tackle q all aim 1": "and how to use Momentum for it",
    }
    learned: ClassVar = {
        "A tackle m with steal": "also cutblock, cheapshot, pummel",
        "A tackle m save no": "tackle, without an ability die",
    }
    about: ClassVar = {
        "tackle, hit, attack, block": (
            '"A tackle q" tries to bring down an opponent beside A: dice for Tackle, against Q\'s Dodge'
            " less 2. The better it goes the worse for Q: both Down, Q Down, or an Injury. It is the T of a"
            " player's numbers. Against a stronger opponent an Impact comes first."
        )
    }

    target: str
    policy: Policy = PLAIN
    blow: str = ""

    def vet(self, state: Pitch, letter: Letter) -> None:
        super().vet(state, letter)
        if self.target in SEAT_OF:
            no_mate(f"tackle {self.target}", letter, self.target)

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if self.blow:
            hooks.need_blow(state, letter, self.blow, self.target)

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Carry out an attempt to tackle, with an Impact where it is needed. Raises `Shift` for a flop."""
        action = state.acting
        letter = action.player
        may_challenge(state)
        if action.tackled:
            raise Refused(f"{letter} has already attempted a Tackle in this action")

        def lying(found: Letter) -> bool:
            return hooks.blow(state, letter, self.blow, found).lying

        target = opponent_beside(state, "tackle", letter, self.target, lying)
        blow = hooks.blow(state, letter, self.blow, target)
        yield from _turn_to(state, letter, target)
        pay_challenge(state)
        action.tackled = True
        strike(state, target)
        might = _might(state, letter, blow)
        theirs = state.players[target].attribute("might")
        scared = _scared(state, letter, target, blow, stronger=might >= theirs)
        if scared or (blow.impact and theirs > might):
            challenge = _mighty("impact", state, letter, target, self.policy, might)
            if not (yield from _impact(state, challenge, scared=scared)):
                return
        dice = yield from attempt(state, tackling(state, letter, target, self.policy, blow))
        hit = HITS[min(max(0, dice.net - dice.target), len(HITS) - 1)]
        hit = blow.slide if hit == "slide" else blow.better or hit
        result: HitResult = dice.told(hit, "fail", "flop")
        yield Tackled(letter, target, dice, result, hooks.name_of(blow))
        yield from _hit(state, letter, target, result, blow)

    @classmethod
    def samples(cls, known: Sequence[str], other: Letter, pick: Pick) -> Sequence[Item]:
        special = [cls(other, blow=name) for name in hooks.BLOWS if name in known]
        return [cls(other), cls(other, pick.one(POLICIES)), *special, *special, *special]


def _might(state: Pitch, letter: Letter, blow: Blow) -> int:
    might = state.players[letter].attribute("might")
    return might // 2 if blow.halved else might


def _scared(state: Pitch, letter: Letter, target: Letter, blow: Blow, *, stronger: bool) -> bool:
    """Whether an Impact is due that earns nothing (ELFBALL-159)."""
    scary, fearless = hooks.of(state.players[target], "scares"), hooks.of(state.players[letter], "fearless")
    return bool(scary) and not (blow.fearless or fearless) and (stronger or blow.scared)


def tackling(
    state: Pitch, letter: Letter, target: Letter, rider: Policy, blow: Blow = PLAIN_BLOW
) -> Challenge:
    """The challenge of ELFBALL-74; only successes beyond a Crippling Hit earn (ELFBALL-75)."""
    loose: list[Modifier] = [] if blow.lying or state.holder == target else [(1, "no ball")]
    modifiers = [each for each in against(state, letter, target) if not (blow.lying and each[1] == "rear")]
    return hooks.challenge(
        state,
        "tackle",
        letter,
        "might" if blow.halved else "tackle",
        (state.players[target].attribute("dodge"), -2),
        modifiers + loose,
        rider,
        dice=_might(state, letter, blow) if blow.halved else None,
        earns=len(HITS) - 1,
        foe=target,
        bonus=blow.bonus,
    )


class Shove(Act, frozen=True):
    """A Shove; with `plough` the player follows (ELFBALL-149)."""

    form: ClassVar = Form(
        "shove/sh {target} [{policy}] [with {plough}]",
        said="push, push back",
        target=TARGET,
        policy=POLICY,
        plough=flag("plough"),
    )

    says: ClassVar = {"A go next q, shove q": "push Q back by a hex"}
    learned: ClassVar = {"A shove m with plough": "push Q back, and follow"}
    about: ClassVar = {
        "shove": (
            '"A shove q" pushes an opponent beside A one hex straight away, if that hex is free: dice for'
            " Might, against Q's less 2."
        )
    }

    target: str
    policy: Policy = PLAIN
    plough: bool = False

    def vet(self, state: Pitch, letter: Letter) -> None:
        super().vet(state, letter)
        if self.target in SEAT_OF:
            no_mate(f"shove {self.target}", letter, self.target)

    @property
    def needs(self) -> Sequence[str]:
        return ("ploughs",) if self.plough else ()

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Carry out a Shove. Raises `Shift` for a flop."""
        action = state.acting
        letter = action.player
        may_challenge(state)
        target = opponent_beside(state, "shove", letter, self.target)
        for hook in self.needs:
            hooks.need(state, letter, hook, str(self))
        here, there = state.players[letter].at, state.players[target].at
        way = GRID.direction(here, there)
        assert way is not None
        behind = GRID.neighbours(there)[way]  # players stand on the field, so there is one
        if state.on(behind):
            raise Refused(f"shove {self.target}: the hex behind ({behind}) is taken")
        yield from _turn_to(state, letter, target)
        pay_challenge(state)
        strike(state, target)
        might = state.players[letter].attribute("might")
        dice = yield from attempt(state, _mighty("shove", state, letter, target, self.policy, might))
        if not dice.succeeded:
            yield Shoved(letter, target, dice, dice.told("success", "fail", "flop"), there)
            if dice.flopped:
                yield from flop(state, letter)
            return
        on_ball = state.ball == behind
        state.players[target].at = behind
        yield Shoved(letter, target, dice, "success", behind)
        fumbled = (yield from drop(state, behind)) if on_ball else (yield from arrived(state, target))
        if fumbled:
            raise Shift
        if self.plough:
            yield from _plough(state, there, self)

    @classmethod
    def samples(cls, known: Sequence[str], other: Letter, pick: Pick) -> Sequence[Item]:
        return [cls(other, plough="plough" in known)]


def _plough(state: Pitch, to: Hex, order: Shove) -> Rules[None]:
    """ELFBALL-149: into the hex that the opponent has left, for a counter and a pace."""
    action = state.acting
    letter, player = action.player, state.players[action.player]
    why = ""
    if not state.momentum:
        why = "no Momentum left"
    elif not action.paces:
        why = f"{letter} has 0 paces left"
    elif there := state.on(to):
        why = f"{to} is taken by {there}"
    elif would_leave(state, letter, to):  # ELFBALL-91
        why = f"{to} is a goal hex: you would be sent off"
    if why or not player.stands:
        yield Lost(letter, str(order), f"with plough: {why or f'{letter} does not stand'}")
        return
    state.momentum -= 1
    action.paces -= 1
    start = player.at
    put(state, letter, to)
    yield Ran(letter, start, (to,), action.paces)
    yield from land(state, letter, order.policy)


def _impact(state: Pitch, challenge: Challenge, *, scared: bool) -> Rules[bool]:
    """ELFBALL-73. Returns whether a Tackle follows."""
    letter = challenge.player
    challenge.earns = None if scared else 0
    dice = yield from attempt(state, challenge)
    yield Impacted(letter, challenge.foe, dice, dice.told("success", "fail", "flop"))
    if dice.flopped:
        yield from flop(state, letter)
    return dice.succeeded


def _mighty(
    name: Literal["impact", "shove"], state: Pitch, letter: Letter, target: Letter, rider: Policy, dice: int
) -> Challenge:
    """A challenge on Might against Might (ELFBALL-73, 77)."""
    base, modifiers = (state.players[target].attribute("might"), -2), against(state, letter, target)
    return hooks.challenge(state, name, letter, "might", base, modifiers, rider, dice=dice, foe=target)


def _turn_to(state: Pitch, letter: Letter, target: Letter) -> Rules[None]:
    """ELFBALL-12: the server turns a player whose target is behind them."""
    at = state.players[target].at
    if not state.faces(letter, at):
        yield from turn(state, letter, GRID.towards(state.players[letter].at, at))


def _hit(state: Pitch, letter: Letter, target: Letter, result: HitResult, blow: Blow) -> Rules[None]:
    """The right column of the table of ELFBALL-74, and what abilities make of it."""
    if result == "flop":
        yield from flop(state, letter)
    if result == "steal":
        state.ball, state.acting.got = letter, True
    if result == "strip" and (yield from drop(state, state.players[target].at)):
        raise Shift
    fallen: dict[Letter, Fate] = {letter: "down"} if blow.falls or result == "slide" else {}
    if result in ("slide", "solid"):
        fallen[target] = "down"
    if result in ("punishing", "crippling"):
        grit = HARDY if result == "punishing" else state.players[target].attribute("grit")
        fallen[target] = yield from injury(state, target, grit, by=letter)
    if target in fallen:
        yield from _gloat(state, letter, target, fallen[target])
    if (yield from fall(state, fallen)):
        raise Shift


def _gloat(state: Pitch, letter: Letter, target: Letter, fate: Fate) -> Rules[None]:
    """What a player earns for what becomes of an opponent (ELFBALL-133)."""
    before = state.players[target].posture
    gloats = sum(gloats(before, fate) for gloats in hooks.of(state.players[letter], "gloats"))
    if counters := earn(state, gloats):
        yield Gloated(letter, target, counters, state.momentum)
