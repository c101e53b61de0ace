"""The Hired Gun Wizard (ELFBALL-169 to 173): one spell a match, in place of an action."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from msgspec import structs

from pbem.games.elfball.actions.ball import drop, fall
from pbem.games.elfball.actions.injuries import Fate, injury, no_better
from pbem.games.elfball.actions.naming import hex_of, player_on_field, refuse_strangers, turn
from pbem.games.elfball.field.events import Dice
from pbem.games.elfball.field.hexes import EDGE, GRID, OTHER
from pbem.games.elfball.field.kinds import POLICY, TARGET
from pbem.games.elfball.field.lines import Turn
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge, Modifier
from pbem.games.elfball.rolls.momentum import Shift
from pbem.games.elfball.rolls.rolling import attempt
from pbem.play.forms import Form, one_of
from pbem.play.hexgrid import DIRECTIONS
from pbem.play.orders import Refused
from pbem.play.requests import Event, Pick, Rules, Seat, die

SKILL = 5
"""The Wizard's."""

_HITS: tuple[Literal["down", "dazed", "injury"], ...] = ("down", "dazed", "injury")
"""What a System Shock comes to, by its net above the target; the last from there on."""

_FLAMES = 2
_FROG = 2


class Shocked(Event, frozen=True):
    """A Wizard has aimed a System Shock at a player."""

    player: Letter
    dice: Dice
    result: Literal["flop", "fail", "down", "dazed", "injury"]


class Burnt(Event, frozen=True):
    """A player has tried to escape an Inferno."""

    player: Letter
    dice: Dice
    result: Literal["injury", "dazed", "down", "safe"]


class Frogged(Event, frozen=True):
    """A Wizard has tried to make a frog of a player."""

    player: Letter
    dice: Dice
    result: Literal["success", "fail", "flop"]


class Backfired(Event, frozen=True):
    """A spell has come back on the Bench of its own team; `player` is empty if nobody sits there."""

    seat: Seat
    player: Letter


def has_spell(state: Pitch, seat: Seat) -> bool:
    """Whether a team has a Wizard whose spell has not been cast."""
    support = state.backing(seat)
    return support.wizard and not support.spent


class Wizard(Turn, frozen=True):
    """The Wizard casts the spell."""

    form: ClassVar = Form(
        "wizard {spell} {target} [{policy}]",
        spell=one_of("shock", "inferno", "frog"),
        target=TARGET,
        policy=POLICY,
        says={"wizard inferno k20": "cast a spell: or shock q, frog q"},
    )

    spell: Literal["shock", "inferno", "frog"]
    target: str
    policy: Policy = PLAIN

    def vet(self, state: Pitch, seat: Seat) -> None:
        if not state.backing(seat).wizard:
            raise Refused(f"{self}: you have no Wizard")
        if not has_spell(state, seat):
            raise Refused(f"{self}: your Wizard has already cast a spell in this match")
        refuse_strangers(state, self)
        self._refuse_aim(seat, self.target)

    def _refuse_aim(self, seat: Seat, aim: str) -> None:
        if self.spell == "inferno" and aim in EDGE:
            raise Refused(f"{self}: {aim} is not a hex of the field")
        if self.spell == "shock" and SEAT_OF.get(aim) == seat:
            raise Refused(f"{self}: {aim} is on your own team")

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        """The line with its target as a letter or a hex."""
        if state.bound:
            raise Refused(f"{self}: {state.bound} has doubled the counters and must act")
        target = self.target
        if self.spell == "inferno":
            return Wizard(self.spell, hex_of(state, target), self.policy)
        found = state.on(target) if target in GRID else player_on_field(state, target)
        if found is None:
            raise Refused(f"{self}: nobody there")
        self._refuse_aim(state.active, found)
        return Wizard(self.spell, found, self.policy)

    def run(self, state: Pitch) -> Rules[None]:
        """Raises `Shift` for a flop, and where the own team flops a Catch of a ball that comes loose."""
        state.support[state.active].spent = True
        spell = {"shock": _shock, "inferno": _inferno, "frog": _transformation}[self.spell]
        if (yield from spell(state, self)):
            raise Shift

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        return ["wizard shock ENEMY"] if has_spell(state, state.active) and not state.bound else []

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        if not pick.chance(20):
            return []
        spell: Literal["shock", "inferno", "frog"] = pick.one(["shock", "inferno", "frog"])
        return [cls(spell, pick.one([*state.fielded(OTHER[state.active]), *choice]))]


def _shock(state: Pitch, order: Wizard) -> Rules[bool]:
    """ELFBALL-170."""
    target, player = order.target, state.players[order.target]
    held: list[Modifier] = [(2, "ball")] if state.holder == target else []
    base = (player.attribute("might"), -1)
    dice = yield from attempt(state, Challenge("spell", "", SKILL, base, held, order.policy, foe=target))
    hit = _HITS[min(max(0, dice.net - dice.target), len(_HITS) - 1)]
    result: Literal["flop", "fail", "down", "dazed", "injury"] = dice.told(hit, "fail", "flop")
    yield Shocked(target, dice, result)
    if result == "flop":
        yield from _backfire(state)
    if result == "fail":
        return False
    fate: Fate = "down" if result == "down" else "dazed"
    if result == "injury":
        fate = yield from injury(state, target, player.attribute("grit"))
    return (yield from _fall(state, {target: fate}))


def _inferno(state: Pitch, order: Wizard) -> Rules[bool]:
    """ELFBALL-171: the hex itself, then directions 1 to 6; all rolls before any ball bounces."""
    near = GRID.neighbours(order.target)
    fates = dict[Letter, Fate]()
    for at in (order.target, *(near[way] for way in DIRECTIONS if way in near)):
        letter = state.on(at)
        if letter is None:
            continue
        player = state.players[letter]
        own = SEAT_OF[letter] == state.active
        rider = (
            order.policy if own else structs.replace(order.policy, save="")
        )  # their ability dice are theirs
        challenge = hooks.challenge(state, "inferno", letter, "dodge", (_FLAMES,), (), rider, earns=None)
        dice = yield from attempt(state, challenge)
        result: Literal["injury", "dazed", "down", "safe"] = dice.told("safe", "dazed", "injury")
        if dice.net == dice.target:
            result = "down"
        yield Burnt(letter, dice, result)
        if result == "injury":
            fates[letter] = yield from injury(state, letter, player.attribute("grit"))
        elif result != "safe":
            fates[letter] = result
        elif player.stands and state.memory(SEAT_OF[letter]).reface == "ball" and state.ball_hex != at:
            yield from turn(state, letter, GRID.towards(at, state.ball_hex, player.looks))  # ELFBALL-11
    return (yield from _fall(state, fates))


def _transformation(state: Pitch, order: Wizard) -> Rules[bool]:
    """ELFBALL-172."""
    player = state.players[order.target]
    dice = yield from attempt(
        state, Challenge("spell", "", SKILL, (_FROG,), [], order.policy, foe=order.target)
    )
    yield Frogged(order.target, dice, dice.told("success", "fail", "flop"))
    if dice.flopped:
        yield from _backfire(state)
    if not dice.succeeded:
        return False
    player.mark().frog = True
    return (yield from drop(state, player.at)) if state.holder == order.target else False


def _fall(state: Pitch, fates: dict[Letter, Fate]) -> Rules[bool]:
    """Players fall, but nobody who lies comes off better for it."""
    worse = {letter: no_better(state.players[letter], fate) for letter, fate in fates.items()}
    return (yield from fall(state, {letter: fate for letter, fate in worse.items() if fate}))


def _backfire(state: Pitch) -> Rules[None]:
    """ELFBALL-173: somebody on the own Bench pays for it; a bar stays (ELFBALL-109). Raises `Shift`."""
    bench = state.boxed(state.active, "bench")
    victim = ""
    if bench:
        victim = bench[(yield from die("backfire", sides=len(bench))) - 1] if len(bench) > 1 else bench[0]
        state.players[victim].at = "recovery"
    yield Backfired(state.active, victim)
    raise Shift
