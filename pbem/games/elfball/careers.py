"""What a match leaves behind (ELFBALL-96, 97, 111, 114, 115): a value out of its last position, for a league to take.

Nothing here knows of a league. The position is what the log makes it, so the same log always leaves the same behind.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pbem.games.elfball.field import OTHER, SEATS
from pbem.games.elfball.state import LETTERS, Pitch
from pbem.games.elfball.teams import Attribute
from pbem.play.requests import Seat


class Career(Struct, frozen=True):
    """What a match has done to one player, by his slot in the team (1 to 12).

    - `lost`: attributes that fell by 1; `ended`: what it put an end to.
    """

    slot: int
    experience: int = 0
    lost: tuple[Attribute, ...] = ()
    ended: Literal["", "career", "life"] = ""


class Outcome(Struct, frozen=True):
    """What a match has brought one team: goals for and against, whether a side gave up, and its players' careers."""

    goals: int
    against: int
    conceded: bool
    won_by_concession: bool
    careers: tuple[Career, ...]

    @property
    def points(self) -> Literal["won", "drawn", "lost"]:
        """By goals."""
        return "won" if self.goals > self.against else "lost" if self.goals < self.against else "drawn"


def outcome(state: Pitch, seat: Seat) -> Outcome:
    """What a finished match leaves to the team of a seat. Raises `ValueError` while the match is on."""
    if state.result is None:
        raise ValueError("the match is not over")
    other = OTHER[seat]
    careers = tuple(
        Career(slot, now.experience, now.lost, now.ended)
        for slot, letter in enumerate(LETTERS[seat], 1)
        if (player := state.players.get(letter)) and ((now := player.now).experience or now.lost or now.ended)
    )
    left = state.left[:1] if state.result.reason in ("resigned", "forfeited") else []
    return Outcome(state.score[seat], state.score[other], left == [seat], left == [other], careers)


def outcomes(state: Pitch) -> dict[Seat, Outcome]:
    """Both teams'."""
    return {seat: outcome(state, seat) for seat in SEATS}
