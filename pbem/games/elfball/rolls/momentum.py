"""Momentum (ELFBALL-16 to 23, 177 to 179): the track, the Shift, and which dice a policy replaces."""

from pbem.games.elfball.field.events import Shifted
from pbem.games.elfball.field.hexes import OTHER
from pbem.games.elfball.field.state import TRACK, Pitch, Policy
from pbem.play.requests import Rules

_DEFAULT = Policy("needed")
_MERCY = Policy("keep")
"""What is done unasked against an Injury or Inferno of the other team (ELFBALL-178)."""

BAD_FIRST = "X-"
"""Of one's own dice flops are replaced first, then blanks (ELFBALL-177)."""

GOOD_FIRST = "*S"
"""Of the other team's dice stars are replaced first, then successes (ELFBALL-178)."""


POLICIES = (Policy("keep"), Policy("needed", aim=1), Policy("all"), Policy("all", reserve=1), Policy(aim=2))
"""Some, for sample lines."""


class Shift(Exception):
    """A Shift in Momentum: the action is over at once (ELFBALL-20). Raised when the ball is settled."""


class Over(Exception):
    """The action is over without a Shift: the player has left the field or is in the goal they attack (ELFBALL-44)."""


def earn(state: Pitch, counters: int) -> int:
    """Put counters on the track and say how many found room (ELFBALL-16, 17)."""
    room = min(counters, TRACK - state.momentum)
    state.momentum += room
    return room


def shift(state: Pitch) -> Rules[None]:
    """All counters go to the other team for its next turn (ELFBALL-20)."""
    state.shifted = True
    yield Shifted(OTHER[state.active], state.momentum)


def policy_for(state: Pitch, kind: str, rider: Policy, *, own: bool = True) -> Policy:
    """The policy of the acting manager for a kind of challenge, their own team's or the other's: the nearest one counts
    (ELFBALL-179)."""
    memory = state.memory(state.active).momentum
    action = state.action.policies if state.action else {}
    policy = rider
    for each in (action.get(kind), action.get(""), memory.get(kind), memory.get("")):
        policy = policy.over(each) if each else policy
    return policy.over(_MERCY if kind == "injury" and not own else _DEFAULT)


def again(policy: Policy, counters: int, lack: int, many: int) -> int:
    """How many of so many dice a policy has rolled again, for a net that lacks so much (ELFBALL-177, 178)."""
    wanted = {"keep": 0, "needed": max(0, lack), "all": many}[policy.how]
    return min(wanted, many, max(0, counters - (policy.reserve or 0)))


def lacking(policy: Policy, net: int, wanted: int) -> int:
    """What a net of one's own lacks to what it is rolled for; 0 for a flop, which nothing helps (ELFBALL-177)."""
    return max(0, wanted + (policy.aim or 0) - net) if net >= 0 else 0


def to_replace(
    state: Pitch, kind: str, own: bool, faces: str, net: int, target: int, rider: Policy
) -> list[int]:
    """Which dice the acting manager has rolled again, their own or the other team's, by place in the roll
    (ELFBALL-18, 19)."""
    policy = policy_for(state, kind, rider, own=own)
    lack = lacking(policy, net, target) if own else net - target + 1
    signs = "" if lack <= 0 else BAD_FIRST if own else GOOD_FIRST
    places = [place for sign in signs for place, face in enumerate(faces) if face == sign]
    return sorted(places[: again(policy, state.momentum, lack, len(places))])
