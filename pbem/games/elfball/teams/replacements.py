"""Replacements (ELFBALL-87, 88): a player comes in from the Bench, in place of an action."""

from collections.abc import Sequence
from typing import ClassVar

from pbem.games.elfball.actions.ball import pick_up
from pbem.games.elfball.actions.naming import IN_BOX, own_place, own_player_left, way_to
from pbem.games.elfball.field.events import Entered
from pbem.games.elfball.field.hexes import STAIRWAYS, default_facing
from pbem.games.elfball.field.kinds import HEX, LETTER, LOOKS, POLICY
from pbem.games.elfball.field.lines import Turn
from pbem.games.elfball.field.state import FIELD_SIZE, PLAIN, Action, Letter, Pitch, Policy
from pbem.play.forms import Form
from pbem.play.game import copy
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Pick, Rules, Seat


class Enter(Turn, frozen=True):
    """A replacement comes in; `policy` is for the Pick-up if the ball lies there."""

    form: ClassVar = Form(
        "enter {letter} {at} [face {looks}] [, pickup/p {policy}]",
        said="come in, come on, bring on, bring in",
        letter=LETTER,
        at=HEX,
        looks=LOOKS,
        policy=POLICY,
        says={"enter G e12 face 4": "a replacement from the Bench"},
    )
    about: ClassVar = {
        "enter": (
            '"enter G c14 face 3" brings G in from the Bench, instead of an action, if you have fewer than'
            " six on the field."
        )
    }

    letter: str
    at: str
    looks: str = ""
    policy: Policy = PLAIN

    def vet(self, state: Pitch, seat: Seat) -> None:
        own_player_left(state, seat, self.letter)
        if self.at not in STAIRWAYS[seat]:
            raise Refused(f"{self.at} is not a stairway hex of yours")
        if self.looks in (self.letter, self.at):
            raise own_place(f"face {self.looks}", self.letter)

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        """The line with its direction."""
        letter, seat = self.letter, state.active
        if state.bound:
            raise Refused(f"{self}: {state.bound} has doubled the counters and must act")
        player = state.players[letter]
        if player.on_field:
            raise Refused(f"{letter} is on the field already")
        if player.at != "bench":
            raise Refused(f"{letter} is {IN_BOX[player.at]}")
        if player.barred:
            raise Refused(f"{letter} may not come in before the next set-up")
        if len(state.fielded(seat)) >= FIELD_SIZE:
            raise Refused("enter: six players are on the field")
        if there := state.on(self.at):
            raise Refused(f"{self.at} is taken by {there}")
        twin = copy(state)
        twin.players[letter].at = self.at
        looks = way_to(twin, letter, self.looks) if self.looks else default_facing(seat, self.at)
        return Enter(letter, self.at, str(looks), self.policy)

    def run(self, state: Pitch) -> Rules[None]:
        """The player picks the ball up if it lies there, and this raises `Shift` as a Pick-up does (ELFBALL-88)."""
        player = state.players[self.letter]
        player.at, player.looks, player.posture = self.at, int(self.looks), "standing"
        yield Entered(self.letter, self.at, player.looks)
        if state.ball == self.at:
            state.action = Action(self.letter, 1)
            yield from pick_up(state, self.letter, self.policy)

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Sequence[Turn]:
        stairs = free_stairs(state, state.active)
        at = state.ball if state.ball in stairs else pick.one(stairs)
        return [cls(pick.one(reserves(state, state.active)), at)]


def reserves(state: Pitch, seat: Seat) -> list[Letter]:
    """The players who may come in from the Bench."""
    if state.bound or len(state.fielded(seat)) >= FIELD_SIZE:
        return []
    return [letter for letter in state.boxed(seat, "bench") if not state.players[letter].barred]


def free_stairs(state: Pitch, seat: Seat) -> list[Hex]:
    """The stairway hexes of a team where nobody is."""
    taken = state.occupied
    return [name for name in STAIRWAYS[seat] if name not in taken]
