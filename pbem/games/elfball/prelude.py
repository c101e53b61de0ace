"""What may be done before an action (ELFBALL-105, 107, 141, 142, 152): potion, quickling, taunt, react, cheer.

Each is an answer that leaves the turn open: it is settled at once, and the turn is asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from pbem.games.elfball.actions.naming import no_mate, own_player_left, player_on_field, some_player, turn
from pbem.games.elfball.actions.surging import react, vet_guided
from pbem.games.elfball.field.events import Dice
from pbem.games.elfball.field.hexes import GRID, OTHER
from pbem.games.elfball.field.kinds import HEXES, LETTER, SOME_COUNTERS, WAY
from pbem.games.elfball.field.lines import Turn
from pbem.games.elfball.field.state import TRACK, Letter, Pitch
from pbem.games.elfball.field.ways import nearest_to
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.games.elfball.rolls.rolling import attempt
from pbem.games.elfball.teams.potions import Potion
from pbem.play import forms
from pbem.play.forms import Form
from pbem.play.game import copy
from pbem.play.hexgrid import DIRECTIONS, Direction
from pbem.play.orders import Refused
from pbem.play.requests import Event, Pick, Rules, Seat


class Cheered(Event, frozen=True):
    """Cheerleaders have put counters on the track."""

    seat: Seat
    count: int
    momentum: int


class Quickened(Event, frozen=True):
    """A player has doubled the counters of a Shift."""

    player: Letter
    momentum: int


class Taunted(Event, frozen=True):
    """A player has paid counters to turn an opponent round."""

    player: Letter
    target: Letter
    counters: int
    dice: Dice
    result: Literal["success", "fail", "flop"]


class _OrOne(forms.Kind[int]):
    """A number of counters; one if none is named."""

    label, wants = "[N]", SOME_COUNTERS.wants

    def take(self, line: forms.Line, at: int) -> tuple[int, int] | None:
        return (1, at) if at == len(line.low) else SOME_COUNTERS.take(line, at)


class Cheer(Turn, frozen=True):
    """Some Cheerleaders put a counter each on the track (ELFBALL-105)."""

    form: ClassVar = Form("cheer {count}", count=_OrOne(), says={"cheer 2": "two Cheerleaders give counters"})
    about: ClassVar = {
        "cheer": (
            '"cheer 2" has two Cheerleaders put a counter of Momentum each on the track, before your action.'
        )
    }

    count: int

    def vet(self, state: Pitch, seat: Seat) -> None:
        _refuse_more(self, state.backing(seat).cheerleaders)  # none are added in a match

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Cheer:
        support = state.backing(state.active)
        _refuse_more(self, support.cheerleaders - support.cheered)
        if state.momentum + self.count > TRACK:
            raise Refused(f"{self}: the track holds {TRACK} counters, and {state.momentum} are on it")
        return self

    def run(self, state: Pitch) -> Rules[None]:
        state.support[state.active].cheered += self.count
        state.momentum += self.count
        yield Cheered(state.active, self.count, state.momentum)

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        support = state.backing(state.active)
        left = support.cheerleaders - support.cheered
        return [f"cheer {left}"] if left > 0 else []

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        return [cls(1)]


def _refuse_more(order: Cheer, left: int) -> None:
    if order.count > left:
        raise Refused(f"{order}: {left or 'no'} Cheerleader{'' if left == 1 else 's'} left in this Test")


class _AfterShift(Turn, frozen=True):
    """What the ability of a player allows before a turn that a Shift in Momentum has brought their team."""

    hook: ClassVar[str]

    letter: str

    def vet(self, state: Pitch, seat: Seat) -> None:
        own_player_left(state, seat, self.letter)

    def vet_ahead(self, state: Pitch) -> None:
        hooks.need(state, self.letter, self.hook, str(self))

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        if not state.shifted or state.half:
            raise Refused(f"{self}: only before a turn that a Shift in Momentum has brought you")
        return self


def _able(state: Pitch, hook: str) -> list[Letter]:
    """Players of the active team whose abilities allow such a line now."""
    if not state.shifted or state.half:
        return []
    return [each for each in state.fielded(state.active) if hooks.of(state.players[each], hook)]


class Quickling(_AfterShift, frozen=True):
    """This player doubles the counters of a Shift, and will act (ELFBALL-142)."""

    form: ClassVar = Form(
        "quickling {letter}", letter=LETTER, says={"quickling C": "doubles the counters of a Shift"}
    )
    hook: ClassVar = "quickens"

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        super().check(state, choice)
        hooks.need(state, player_on_field(state, self.letter), self.hook, str(self))
        if state.bound:
            raise Refused(f"{self}: {state.bound} has doubled the counters already")
        if self.letter not in choice:
            raise Refused(f"{self}: {self.letter} may not act in this turn")
        return self

    def run(self, state: Pitch) -> Rules[None]:
        state.momentum = hooks.need(state, self.letter, self.hook, str(self))(state.momentum)
        state.bound = self.letter
        yield Quickened(self.letter, state.momentum)

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        return [
            f"quickling {each}" for each in _able(state, "quickens") if state.momentum and not state.bound
        ]

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        return [cls(each) for each in _able(state, "quickens")]


class Taunt(_AfterShift, frozen=True):
    """A player turns an opponent round (ELFBALL-141)."""

    form: ClassVar = Form(
        "taunt {letter} {target} {counters} [face {looks}]",
        letter=LETTER,
        target=LETTER,
        counters=SOME_COUNTERS,
        looks=WAY,
        says={"taunt C q 2": "turn Q round"},
    )
    hook: ClassVar = "taunts"

    target: str
    counters: int
    looks: str = ""

    def vet(self, state: Pitch, seat: Seat) -> None:
        super().vet(state, seat)
        no_mate(str(self), self.letter, some_player(state, self.target))

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        """The line with the direction in which the opponent will look."""
        super().check(state, choice)
        letter, target = player_on_field(state, self.letter), self.target
        reach: int = hooks.need(state, letter, self.hook, str(self))
        for each in (letter, player_on_field(state, target)):
            if not state.players[each].stands:
                raise Refused(f"{self}: {each} does not stand")
        here, there = state.players[letter].at, state.players[target].at
        if (paces := GRID.distance(here, there)) > reach:
            raise Refused(f"{self}: {target} is {paces} paces away; a Taunt reaches {reach}")
        if self.counters > state.momentum:
            raise Refused(f"{self}: {state.momentum or 'no'} Momentum left")
        ways = [str(way) for way in _ways(here, there)]
        if self.looks and self.looks not in ways:
            raise Refused(f"{self}: {target} would look {' or '.join(ways)}")
        looks = self.looks or str(GRID.towards(there, here, state.players[target].looks))
        return Taunt(letter, target, self.counters, looks)

    def run(self, state: Pitch) -> Rules[None]:
        state.momentum -= self.counters
        challenge = Challenge("taunt", self.letter, self.counters, (1,), [], earns=None)
        dice = yield from attempt(state, hooks.prepared(state, challenge))
        if dice.flopped:
            state.momentum = 0
        yield Taunted(self.letter, self.target, self.counters, dice, dice.told("success", "fail", "flop"))
        if dice.succeeded:
            yield from turn(state, self.target, int(self.looks))

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        return [
            f"taunt {each} ENEMY 1"
            for each in _able(state, "taunts")
            if state.momentum and state.players[each].stands
        ]

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        enemies = state.fielded(OTHER[state.active])
        return [
            cls(each, other, 1)
            for each in _able(state, "taunts")
            for other in nearest_to(state, state.players[each].at, enemies)[:3]
        ]


def _ways(here: str, there: str) -> list[Direction]:
    """The directions that lead best from an opponent to who taunts them: one, or two alike (ELFBALL-13)."""
    best = max(GRID.lead(there, here, way) for way in DIRECTIONS)
    return [way for way in DIRECTIONS if GRID.lead(there, here, way) == best]


class React(_AfterShift, frozen=True):
    """Momentum steps of a player before the turn (ELFBALL-152)."""

    form: ClassVar = Form(
        "react {letter} {hexes}",
        letter=LETTER,
        hexes=HEXES,
        says={"react C k20 k22": "steps before the turn"},
    )
    hook: ClassVar = "reacts"

    hexes: tuple[str, ...]

    def vet_ahead(self, state: Pitch) -> None:
        super().vet_ahead(state)
        vet_guided(self, self.letter, self.hexes)

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        super().check(state, choice)
        for _ in self.run(copy(state)):
            pass
        return self

    def run(self, state: Pitch) -> Rules[None]:
        yield from react(state, self.letter, self.hexes, str(self))

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        return [
            f"react {each} HEX"
            for each in _able(state, "reacts")
            if state.momentum and state.players[each].stands
        ]

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        able = _able(state, "reacts")
        near = [list(GRID.neighbours(state.players[each].at).values()) for each in able]
        return [cls(each, (pick.one(hexes),)) for each, hexes in zip(able, near, strict=True)]


EARLY: tuple[type[Turn], ...] = (Potion, Quickling, Taunt, React, Cheer)
"""In the order in which they may come (R56)."""


def check_early(state: Pitch, order: Turn, choice: Sequence[Letter]) -> Turn:
    """The line in full, or refused."""
    kinds = [kind.__name__.lower() for kind in EARLY]
    if EARLY.index(type(order)) < state.stage:
        raise Refused(
            f"{order}: it is too late for that after {kinds[state.stage]}; the order is {', '.join(kinds)}"
        )
    return order.check(state, choice)


def do_early(state: Pitch, order: Turn) -> Rules[None]:
    """Carry out what comes before the action."""
    state.stage = EARLY.index(type(order))
    yield from order.run(state)
