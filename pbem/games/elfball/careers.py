"""What a match leaves behind (ELFBALL-96, 97, 111, 114, 115; section 10.1): a value out of its last position.

It is for a league to take, but nothing here knows of a league. The position is what the log makes it, so the same log
always leaves the same behind.
"""

from typing import Literal

from msgspec import Struct

from pbem.games.elfball.field import OTHER
from pbem.games.elfball.state import LETTERS, Pitch
from pbem.games.elfball.teams import Attribute
from pbem.play import leagues
from pbem.play.requests import Seat


class Career(Struct, frozen=True):
    """What a match has done to one player, by their slot in the team (1 to 12).

    - `lost`: attributes that fell by 1; `ended`: what it put an end to.
    - `goals`: scored in this match.
    """

    slot: int
    experience: int = 0
    lost: tuple[Attribute, ...] = ()
    ended: Literal["", "career", "life"] = ""
    goals: int = 0


class Outcome(leagues.Outcome, frozen=True, kw_only=True):
    """What a match has brought one team: goals, whether it conceded the match, and its players' careers."""

    conceded: bool = False
    careers: tuple[Career, ...] = ()


def outcome(state: Pitch, seat: Seat) -> Outcome:
    """What a finished match leaves to the team of a seat. Raises `ValueError` while the match is on."""
    if state.result is None:
        raise ValueError("the match is not over")
    other = OTHER[seat]
    careers = tuple(
        Career(slot, now.experience, now.lost, now.ended, now.goals)
        for slot, letter in enumerate(LETTERS[seat], 1)
        if (player := state.players.get(letter))
        and ((now := player.now).experience or now.lost or now.ended or now.goals)
    )
    return Outcome(
        verdict=leagues.verdict(state.result, seat),
        scored=state.score[seat],
        against=state.score[other],
        conceded=state.result.reason in ("resigned", "forfeited") and state.left[:1] == [seat],
        careers=careers,
    )
