"""What conditional lines may speak of: where each pawn and ball is, what each pawn carries, and the dice."""

import itertools

from pbem.games.dodgeball.state import AIR, BOARD, LINE, SEATS, TITLES, Field
from pbem.play.facts import Fact, Facts, Number, Word
from pbem.play.requests import Seat

OUT = "out"
_PLACES = (*BOARD, OUT)
NONE = "none"
_HANDS = (NONE, *(" ".join(hand) for left in (1, 2, 3) for hand in itertools.product("123456", repeat=left)))


def facts(state: Field, seat: Seat) -> Facts:
    """The facts of a position, the same for everybody. Once the pawns are placed, out is out (DODGEBALL-29)."""
    found: dict[str, Fact] = {}
    placed = state.phase == "play"
    for side in SEATS:
        for pawn in state.roster(side):
            at = state.pawns.get(pawn, OUT)
            gone = placed and at == OUT
            found[pawn] = Word(OUT, (OUT,)) if gone else Word(at, _PLACES, "a square (b4) or out")
            found[f"{pawn} balls"] = Number(state.balls.count(pawn), high=len(state.balls))
        standing = len(state.team(side))
        found[f"{TITLES[side]} pawns"] = Number(standing, high=standing if placed else state.size)
    pawns = [pawn for side in SEATS for pawn in state.roster(side)]
    for number, place in enumerate(state.balls, 1):
        found[f"ball {number}"] = Word(
            place, (*BOARD, *pawns, LINE, AIR), "a square (b4), the pawn that has it (S1), line or air"
        )
    found["dice"] = Word(
        " ".join(map(str, state.dice)) or NONE, _HANDS, f"the dice that are left (5 3 2) or {NONE}"
    )
    found["best die"] = Number(max(state.dice, default=0), high=6)
    return found
